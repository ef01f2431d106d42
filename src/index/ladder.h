// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The hierarchy of an index as a ladder that one end, or several, climb: see ladder.c.
#ifndef LANDFALL_LADDER_H
#define LANDFALL_LADDER_H

#include "../base/metric.h"
#include "index.h"

/// Where a headland is, on the map and on the ladder. Together, because an end that looks out needs both.
typedef struct lfi_perch {
    lf_point point;
    uint32_t rung;
} lfi_perch;

/// The hierarchy of an index as a ladder: headlands in the order of the hierarchy, each on a rung of its own,
/// and their arcs, which all lead up. And the best ways of one end (or of several) to the rungs.
typedef struct lfi_ladder {
    const lf_index *index; ///< NULL = there is none
    uint32_t count;        ///< of rungs
    uint32_t arc_count;
    lfi_perch *perch; ///< for each headland
    uint32_t *first;  ///< count + 1 entries: the arcs of rung i are first[i] to first[i + 1] - 1
    uint32_t *to;     ///< for each arc: the rung that it leads up to
    uint64_t *by;     ///< for each arc: its length
    // What an end climbs with. A copy of the ladder with arrays of its own for these is another thread's.
    uint64_t *best;    ///< for each rung, the length of the best way so far; `longest` if there is none
    uint64_t *marks;   ///< a bit for each rung that has a way
    uint64_t *stalled; ///< a bit for each of them that a higher rung leads to at no greater length
    uint64_t word_count;
    uint64_t longest; ///< no way is as long
} lfi_ladder;

/// The memory of the hierarchy, of a climb, and of both.
void lfi_ladder_shared_arrays(lfi_arrays *run, lfi_ladder *ladder);
void lfi_ladder_climb_arrays(lfi_arrays *run, lfi_ladder *ladder);
void lfi_ladder_arrays(lfi_arrays *run, lfi_ladder *ladder);
/// Sets the sizes for an index with a hierarchy.
void lfi_ladder_init(lfi_ladder *ladder, const lf_index *index, const lfi_metric *metric);
/// Copies the hierarchy of the index, once there is memory.
void lfi_ladder_fill(lfi_ladder *ladder);
void lfi_ladder_fill_by(lfi_ladder *ladder, const lf_workers *workers);
/// Forgets all ways.
void lfi_ladder_clear(lfi_ladder *ladder);
/// Lets an open tile look out, and marks what it sees; a headland is on its own rung. (Ends of a matrix look out by
/// buckets.c, because some of them watch for others.)
void lfi_ladder_enter(lfi_ladder *ladder, const lfi_metric *metric, lf_tile tile);
/// Finds the best ways up from the rungs that are marked. Returns how many arcs were looked at.
int64_t lfi_ladder_climb(lfi_ladder *ladder);
/// Forgets the ways that were found since the last one was settled; as fast as there are few.
void lfi_ladder_forget(lfi_ladder *ladder);
/// Writes down the ways that a shortest way to anywhere may need, and forgets all ways. Returns how many.
uint32_t lfi_ladder_settle(lfi_ladder *ladder, uint32_t *rungs, uint64_t *lengths, int64_t *budget);

/// Marks a rung, if the way to it is the best so far.
static inline void lfi_ladder_reach(lfi_ladder *ladder, uint32_t rung, uint64_t length) {
    if (length >= ladder->best[rung]) return;
    ladder->best[rung] = length;
    ladder->marks[rung >> 6] |= UINT64_C(1) << (rung & 63);
}

#endif // LANDFALL_LADDER_H
