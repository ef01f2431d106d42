// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file ranks.h
/// Ranks: processes that share the work of one verb and write one file together. `landfall` is one process (ranks_one.c);
/// `landfall-mpi` has as many as it was started with (cli/mpi). All run the same verb with the same arguments, and come to
/// the calls that are marked "all" in the same order. A rank that cannot go on returns from its verb; the others learn it
/// at the next such call.
///
///     rank 0       reads the map, looks through the queries, opens the output and says how it ended
///     every rank   takes pieces of the work, as many as it can, and writes their rows at their place in the file
#ifndef LANDFALL_CLI_RANKS_H
#define LANDFALL_CLI_RANKS_H

#include <landfall_io.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this is a program of ranks, even of one.
bool ranks_are_used(void);

/// How many there are; 1 for one process.
int ranks_count(void);

/// Whether this process is rank 0, or the only one.
bool ranks_lead(void);

/// All: gives every rank what rank 0 has. False if a rank has given up.
bool ranks_tell(void *bytes, size_t size);

/// All: gives every rank what rank 0 has loaded with the tiles: the format, terrain and coarse planes. Tiles and depths
/// stay with rank 0. False after saying that there is no memory, or if a rank has given up.
bool ranks_share_grid(lf_grid *grid);

/// All: gives every rank the map that rank 0 has made. It is once on each machine, in memory that its ranks share until
/// they stop (landfall/image.h). False after saying why, or if a rank has given up; *map is then NULL.
bool ranks_share_map(lf_map **map);

/// Work that is cut into pieces, whose rows go into one file in the order of the pieces.
typedef struct ranks_work {
    const char *path; ///< of the file, which may be there; rank 0 knows it
    int64_t offset;   ///< where the rows of the first piece begin; rank 0 knows it
    int64_t count;    ///< pieces
    int64_t units;    ///< what the pieces are of, for the progress line
    const char *what, *unit;
} ranks_work;

/// All: begins the work. False after saying why, or if a rank has given up.
bool ranks_begin(const ranks_work *work);

/// The next piece that nobody has; -1 if there is none, or if a rank has failed. One thread at a time.
int64_t ranks_take(void);

/// Writes the rows of a piece, at least one byte, at their place as soon as that is known; pieces in the order in which
/// they were taken. False if a rank has failed; why was said. One thread at a time.
bool ranks_put(int64_t piece, const void *bytes, size_t size);

/// Ends the work early, for all ranks; why was said.
void ranks_fail(void);

/// All: waits until all rows are written. False if a rank has failed; then some are missing in the file, which has zeros
/// in their place.
/// @param end  receives where the last row ends.
bool ranks_end(int64_t *end);

/// All, after the work: gives rank 0 what each rank has.
/// @param all  receives it, one after the other, for rank 0. NULL there means that there was no memory for it, and ends
///             all ranks.
void ranks_gather(const void *bytes, size_t size, void *all);

#endif // LANDFALL_CLI_RANKS_H
