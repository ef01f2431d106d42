// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What the guided strategies share: the corridor, its widening, and the tiles that wait outside.
#ifndef LANDFALL_GUIDE_H
#define LANDFALL_GUIDE_H

#include "../coarse/coarse.h"
#include "../query/context.h"

/// The deferred tiles of a cell; valid if it bears the query's stamp.
typedef struct lfi_cell_list {
    uint32_t stamp;
    uint32_t first; ///< an entry, or LFI_NO_ENTRY
} lfi_cell_list;

#define LFI_NO_ENTRY UINT32_MAX

/// What the guided strategies differ in: the search inside the corridor, and what a widening does to it.
typedef struct lfi_refinement {
    bool restarts;         ///< whether it begins anew after a widening, so that deferred tiles need no memory
    bool may_list;         ///< whether LF_FRONTIER_LIST applies
    bool visits;           ///< whether it marks the cells it visits while it runs
    unsigned source_trail; ///< the trail of a source
    void (*begin)(lf_search *search); ///< NULL: nothing to do
    /// Puts a source inside the corridor into the queue.
    void (*meet_source)(lf_search *search, lf_tile tile, lfi_spot spot);
    /// Takes over a deferred tile whose cell has just been opened.
    void (*activate)(lf_search *search, uint32_t entry);
    /// Goes on. LF_OK with the route's ends and length set, LF_NO_ROUTE if the queue is dry, LF_PAUSED.
    lf_status (*run)(lf_search *search, int64_t *budget);
    void (*trace)(const lf_search *search, lf_tile *tiles, int64_t capacity);
} lfi_refinement;

typedef struct lfi_guide {
    const lfi_refinement *refinement; ///< of the query

    // The corridor, by cells; tiles.inside has the same by tiles.
    uint32_t *cell_stamp; ///< the query in whose corridor a cell is
    uint16_t *cell_phase; ///< the phase in which it joined
    uint32_t *cells;      ///< the corridor's cells in the order they joined
    uint32_t cell_count;

    // Cells visited in the last phase.
    uint32_t *visit_stamp; ///< the phase (counted over all queries) in which a cell was visited last
    uint32_t visit;
    uint32_t *visited; ///< those of this phase; only expand-optimal keeps them up to date before a widening
    uint32_t visited_count;

    // Tiles met outside the corridor, in the order in which they were met: sequential memory, because a
    // corridor's whole edge is deferred. (A list threaded through an array of all tiles made `expand` a third
    // slower.)
    lf_tile *deferred;      ///< the tiles; with `list` those that left are closed up, with `region` they stay
    uint32_t entry_count;   ///< entries of `deferred` in use
    uint32_t seen_count;    ///< region: entries that a widening has looked at
    uint32_t listed_count;  ///< region: entries in the lists of their cells
    lfi_cell_list *lists;   ///< region: for each cell its entries, the last one first
    uint32_t *next;         ///< region: the entry after this one in the list of its cell, or in its bucket
    uint64_t *chosen;       ///< region: one bit per entry, all 0 between two widenings
    int64_t deferred_count; ///< how many tiles wait now

    // expand-optimal only.
    uint32_t *distance;     ///< of a met or deferred tile
    uint32_t *bucket_first; ///< tiles of cells just opened, by distance; open_count + 1 entries, linked by
                            ///< `next`
    int64_t bucket_count;   ///< entries of bucket_first that are set up
    int64_t bucket_low, bucket_high; ///< all waiting tiles are in these buckets, both included
    int64_t level, level_end;        ///< as in lfi_tiles, but the queue is a ring

    int32_t radius, widenings; ///< the options with their defaults filled in
    int32_t phase;
    int64_t phase_begin; ///< queue index of the phase's first tile
} lfi_guide;

static inline lfi_guide *lfi_guide_of(const lf_search *search) {
    return search->parts[LFI_PART_GUIDE];
}

/// Whether a search has the parts of guided strategies: whether it has a coarse map.
bool lfi_guide_wanted(const lf_search *search);
/// Whether the options of a query make sense.
lf_status lfi_guide_check(const lf_search *search, const lf_query *query);

/// Notes for lf_search_cell_phase that cells joined in some phase, as far as they are not noted and the
/// search keeps such notes.
void lfi_guide_note_cells(lf_search *search, const uint32_t *cells, uint32_t count, int32_t phase);

/// There is no plan: says so if that proves that there is no route, or gives up.
lf_status lfi_guide_no_plan(lf_search *search);

/// Begins with planning.
void lfi_guide_begin(lf_search *search);
/// Keeps an open tile outside the corridor, that a move `trail` led to, until its cell opens.
void lfi_guide_defer(lf_search *search, lf_tile tile, lfi_spot spot, unsigned trail);

/// Marks the cell of a tile as visited in this phase.
void lfi_guide_visit(const lf_search *search, lfi_guide *guide, lf_tile tile);

// optimal.c
void lfi_optimal_begin(lf_search *search);
void lfi_optimal_meet_source(lf_search *search, lf_tile tile, lfi_spot spot);
lf_status lfi_optimal_run(lf_search *search, int64_t *budget);
/// Puts a deferred tile whose cell has just been opened into its bucket.
void lfi_optimal_activate(lf_search *search, uint32_t entry);

#endif // LANDFALL_GUIDE_H
