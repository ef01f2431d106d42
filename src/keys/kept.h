// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ways made once: what the ways of all queries on the same fixtures have in common, and what one thread needs
// to climb the hierarchy.
#ifndef LANDFALL_KEPT_H
#define LANDFALL_KEPT_H

#include "../base/store.h"
#include "../index/ladder.h"
#include "../index/leg.h"
#include "fixtures.h"

#define LFI_FAR  UINT32_MAX ///< a distance: out of reach
#define LFI_NONE UINT32_MAX ///< an index: none

/// An edge from a kept point.
typedef struct lfi_kept_edge {
    uint32_t to, cost;
} lfi_kept_edge;

struct lf_keys_ways {
    const lf_fixtures *fixtures;
    lfi_store store;
    lf_index *index;   ///< of the shut map
    lfi_ladder ladder; ///< without what a climb needs
    lfi_pool tiles;    ///< lf_tile of each point: the numbers are those of a query, which has two ends more
    uint32_t count;    ///< of points, with the two ends
    lfi_pool sides;    ///< uint64_t, sorted: floor tiles at the ends of sidesteps
    lfi_pool posts;    ///< uint64_t, sorted: tile << 32 | point << 1 | cost of the last move to it
    uint64_t post_count;
    lfi_wanted wanted; ///< posts that are no headlands
    lfi_pool wanted_pools[4];
    lfi_pool label_first; ///< uint64_t: the label of point p is label_first[p] to label_first[p + 1] - 1
    lfi_pool rungs;       ///< uint32_t: of labels
    lfi_pool lengths;     ///< uint32_t: of labels
    lfi_pool edge_first;  ///< uint64_t: the edges of point p are edge_first[p] to edge_first[p + 1] - 1
    lfi_pool edges;       ///< lfi_kept_edge
};

/// Where ways begin or end.
typedef struct lfi_seed {
    lf_tile tile;
    uint32_t cost; ///< of the move between the point itself and this tile
} lfi_seed;

/// One end of ways: a point, all sources or all targets.
typedef struct lfi_kept_end {
    uint32_t point;
    const lfi_seed *seeds;
    uint64_t seed_count;
    const uint32_t *rungs, *lengths; ///< its label, if it is known
    uint64_t label_count;
} lfi_kept_end;

/// A headland that a seed sees.
typedef struct lfi_glimpse {
    uint64_t length; ///< with the cost of the seed
    uint32_t rung;
    lf_tile tile; ///< of the seed
} lfi_glimpse;

/// An arc of a way up the ladder, and its lower rung.
typedef struct lfi_rise {
    uint32_t arc, low;
} lfi_rise;

/// What one thread climbs with.
typedef struct lfi_climber {
    const lf_keys_ways *ways;
    lfi_store *store;
    lfi_ladder ladder; ///< a copy, with arrays of its own in these pools
    lfi_pool best, marks, stalled;
    bool ready;              ///< whether they have been cleared since they were made
    lfi_pool settled;        ///< uint64_t: as the ladder gives the lengths of a label
    lfi_pool rungs, lengths; ///< uint32_t: the label that was settled last
    uint32_t label_count;
    lfi_pool row;      ///< uint32_t per point: distances from the seeds asked about last
    lfi_pool targets;  ///< uint64_t, sorted: tile << 32
    lfi_wanted wanted; ///< targets that are no headlands
    lfi_pool wanted_pools[4];
    lfi_pool target_rungs, target_lengths; ///< uint32_t: the label of the targets
    lfi_pool target_row;                   ///< uint32_t per point: distances to the nearest target
    uint64_t target_count;
    uint32_t target_label_count;
    uint32_t direct; ///< the distance to a target in sight
    lfi_pool seen;   ///< lfi_glimpse
    lfi_pool rises;  ///< lfi_rise: of a trace, from its highest rung down
    lfi_pool folds;  ///< lfi_fold
    uint64_t seen_count, rise_count;
    // The seed that looks out.
    lf_tile from_tile;
    lf_point from;
    uint32_t from_cost;
    bool watches_targets; ///< whether it watches for targets, and not for posts
    bool tracing;         ///< whether it notes what it sees
    uint32_t stands;      ///< the point whose climb stands for a trace, or LFI_NONE
    bool failed;          ///< whether there was no memory for that
    uint64_t arcs;        ///< looked at, since the beginning of the query
} lfi_climber;

/// The first of some sorted tags (tile << 32) of a tile, or of a later one.
static inline uint64_t lfi_tag_find(const uint64_t *tags, uint64_t count, lf_tile tile) {
    uint64_t low = 0, high = count;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (tags[middle] >> 32 < tile)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static inline uint64_t lfi_kept_between(const lf_keys_ways *ways, lf_point a, lf_point b) {
    const lfi_metric metric = lfi_metric_make(ways->fixtures->map->moves, LF_COST_UNIFORM);
    return lfi_metric_between(&metric, a, b);
}

// kept.c
enum { LFI_MOST_SEEDS = 8 }; ///< of a point
/// The floor tiles at the ends of sidesteps, sorted, each once.
bool lfi_sides_collect(const lf_fixtures *fixtures, lfi_store *store, lfi_pool *sides, uint64_t *count);
/// The tiles where ways from a point that is no end begin. Returns their number.
uint64_t lfi_kept_seeds(const lf_keys_ways *ways, uint32_t point, lfi_seed seeds[LFI_MOST_SEEDS]);
/// Makes some tiles (tile << 32, sorted) known to lookouts, except for headlands. False if there is no memory, as
/// all functions below.
bool lfi_wanted_make(const lf_keys_ways *ways, lfi_store *store, const uint64_t *tiles, uint64_t count,
                     lfi_wanted *wanted, lfi_pool pools[4]);

// climb.c
/// Gets ready to climb.
bool lfi_climber_begin(lfi_climber *climber, const lf_keys_ways *ways, lfi_store *store);
/// Frees what rows and labels need.
void lfi_climber_free(lfi_climber *climber);
/// Climbs from some seeds at once, and leaves the label in climber->rungs and lengths.
bool lfi_climber_label(lfi_climber *climber, const lfi_seed *seeds, uint64_t count);
/// The same, and leaves the distances to all points in climber->row.
bool lfi_climber_row(lfi_climber *climber, const lfi_seed *seeds, uint64_t count);
/// Climbs from the targets of a query, and leaves their label and the distances to them in the climber.
bool lfi_climber_targets(lfi_climber *climber, const lfi_seed *seeds, uint64_t count);
/// After lfi_climber_row from the sources: the distance to the nearest target; LFI_FAR if there is none.
uint32_t lfi_climber_across(lfi_climber *climber, const lfi_seed *seeds, uint64_t count);
/// Climbs from one end, and stays there for a trace, until it climbs from another one or the next query begins.
bool lfi_climber_up(lfi_climber *climber, const lfi_kept_end *end);
/// The rung where the climb and a label meet at this length in all; LFI_NONE if they do not.
uint32_t lfi_climber_meet(const lfi_climber *climber, const lfi_kept_end *end, uint64_t length);
/// Traces the way to a rung back, in climber->rises, and says at which seed it begins.
bool lfi_climber_down(lfi_climber *climber, uint32_t rung, lf_tile *seed);

#endif // LANDFALL_KEPT_H
