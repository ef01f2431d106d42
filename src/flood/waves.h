// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Waves over the blocks of a map: what `flood` and fields are made by. They know a map and no search.
#ifndef LANDFALL_WAVES_H
#define LANDFALL_WAVES_H

#include "../map/map.h"

/// What is known of a block's tiles; valid if it bears the current stamp.
typedef struct lfi_waves_block {
    lfi_wide met;       ///< tiles whose distance is known
    lfi_wide low, high; ///< met tiles: their distance modulo 4. Others: low = targets, high = nothing
    lfi_wide next[2]; ///< tiles of the wave under way and of the one after it, by the parity of the distance
    uint32_t stamp;
    uint32_t end; ///< tiles are met before this distance; 0: not asked yet
} lfi_waves_block;

typedef struct lfi_waves {
    lfi_waves_block *blocks; ///< for each block of the map
    uint32_t *lists[2];      ///< blocks with tiles in the wave of that parity, each at most once; and one
                             ///< spare place
    uint32_t counts[2];
    uint32_t at;      ///< place in the list of the wave under way
    uint32_t stamp;   ///< number of the current run, never 0
    int64_t distance; ///< of the wave under way
    int64_t met;      ///< tiles of the earlier waves
    int64_t wave_met; ///< tiles of the wave under way that were met so far
    bool hit;         ///< whether a target was among them
} lfi_waves;

/// When the tiles of a block were met. Valid if the block has met tiles.
typedef struct lfi_wave_log {
    lfi_wide bits[4]; ///< bits 2 to 5 of the distance; the block itself has bits 0 and 1
    lfi_wide late;    ///< tiles that were met LFI_LOG_WAVES or more waves after the first; they have no bits
    uint32_t first;   ///< the least distance
} lfi_wave_log;

enum { LFI_LOG_WAVES = 64 };

/// Takes the distances of tiles as they are met: into logs, or, for late tiles, into the plane. Or keeps waves within a
/// fence.
typedef struct lfi_wave_sink {
    lfi_wave_log *logs; ///< for each block of the map; NULL: distances are not noted
    void *plane;        ///< a number per tile, row by row
    int bits;           ///< of a number: 16 or 32
    /// NULL, or the distance from which on no tile of a block is met; asked once for each block. Above 0.
    uint32_t (*end)(const void *user, uint32_t block);
    const void *user;
} lfi_wave_sink;

void lfi_waves_arrays(lfi_waves *waves, const lf_map *map, lfi_arrays *run);

/// Begins a new run. Targets and sources follow, all targets first: a target is also marked where a source
/// lies.
void lfi_waves_reset(lfi_waves *waves, const lf_map *map);
void lfi_waves_add_target(lfi_waves *waves, const lf_map *map, lf_tile tile);
void lfi_waves_add_source(lfi_waves *waves, const lf_map *map, lf_tile tile);

/// Continues. Returns LF_OK at the end of the first wave with a target, LF_NO_ROUTE after the last wave or
/// the wave at distance `limit`, or LF_PAUSED.
/// @param sink  NULL, or what takes the distances; the same in all slices of a run.
lf_status lfi_waves_run(lfi_waves *waves, const lf_map *map, const lfi_wave_sink *sink, int64_t limit,
                        int64_t *budget);

/// Distance modulo 4 of a met tile, -1 for any other.
int lfi_waves_distance(const lfi_waves *waves, const lf_map *map, lf_point point);

/// A walk back over met tiles.
typedef struct lfi_wave_walk {
    lf_tile tile;
    lfi_spot spot;
    lf_point point;
} lfi_wave_walk;

static inline lfi_wave_walk lfi_wave_walk_make(const lf_map *map, lf_tile tile) {
    return (lfi_wave_walk){tile, lfi_map_spot(map, tile), lfi_map_point(map, tile)};
}

/// Takes one move back from a tile at distance > 0, by the written rule; returns the move.
int lfi_waves_back(const lfi_waves *waves, const lf_map *map, lfi_wave_walk *walk, int64_t distance);
/// Whether a tile is in the wave under way or in the next one.
bool lfi_waves_queued(const lfi_waves *waves, const lf_map *map, lf_tile tile);

#endif // LANDFALL_WAVES_H
