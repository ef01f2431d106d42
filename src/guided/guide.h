// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The guided strategies share this: the corridor, its widening, and the tiles that wait outside.
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

/// The differences between guided strategies: the search inside the corridor, and what a widening does to it.
typedef struct lfi_refinement {
    bool restarts;         ///< whether it starts over after a widening, so deferred tiles need no memory
    bool may_list;         ///< whether LF_FRONTIER_LIST applies
    bool visits;           ///< whether it marks the cells it visits while it runs
    unsigned source_trail; ///< the trail of a source
    void (*begin)(lf_search *search); ///< NULL: nothing to do
    /// Puts a source inside the corridor into the queue.
    void (*meet_source)(lf_search *search, lf_tile tile, lfi_spot spot);
    /// Takes over a deferred tile whose cell has just been opened.
    void (*activate)(lf_search *search, uint32_t entry);
    /// Continues. Returns LF_OK with the route's ends and length set, LF_NO_ROUTE if the queue is dry, or
    /// LF_PAUSED.
    lf_status (*run)(lf_search *search, int64_t *budget);
    void (*trace)(const lf_search *search, lf_tile *tiles, int64_t capacity);
} lfi_refinement;

typedef struct lfi_guide {
    const lfi_refinement *refinement; ///< of the query

    // The corridor, by cells; lfi_marks.inside has it by tiles.
    uint32_t *cell_stamp; ///< the last query whose corridor had the cell
    uint16_t *cell_phase; ///< the phase in which it joined
    uint32_t *cells;      ///< the corridor's cells, in the order in which they joined
    uint32_t cell_count;

    // Cells visited in the last phase.
    uint32_t *visit_stamp; ///< the phase (counted over all queries) in which a cell was visited last
    uint32_t visit;
    uint32_t *visited; ///< cells of this phase; only expand-optimal fills them in before a widening
    uint32_t visited_count;

    // Tiles met outside the corridor, in the order in which they were met. They are in sequential memory,
    // because the corridor's whole edge is deferred. (A list threaded through an array of all tiles made
    // `expand` a third slower.)
    lf_tile *deferred;      ///< the tiles; those that leave are removed with `list`, and stay with `region`
    uint32_t entry_count;   ///< entries of `deferred` in use
    uint32_t seen_count;    ///< region: entries that some widening has looked at
    uint32_t listed_count;  ///< region: entries in the lists of their cells
    lfi_cell_list *lists;   ///< region: for each cell its entries, newest first
    uint32_t *next;         ///< region: the entry after this one in the list of its cell, or in its bucket
    uint64_t *chosen;       ///< region: one bit per entry, all 0 between two widenings
    int64_t deferred_count; ///< how many tiles wait now

    // expand-optimal only.
    uint32_t *distance;     ///< of a met or deferred tile
    uint32_t *bucket_first; ///< tiles of cells just opened, by distance; open_count + 1 entries, linked by
                            ///< `next`
    int64_t bucket_count;   ///< entries of bucket_first that are set up
    int64_t bucket_low, bucket_high; ///< first and last bucket that may hold waiting tiles
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

/// Notes for lf_search_cell_phase that cells joined in a phase, unless they are noted already or the search
/// keeps no such notes.
void lfi_guide_note_cells(lf_search *search, const uint32_t *cells, uint32_t count, int32_t phase);

/// There is no plan: returns LF_NO_ROUTE if that proves that there is no route, otherwise gives up.
lf_status lfi_guide_no_plan(lf_search *search);

/// Begins with planning.
void lfi_guide_begin(lf_search *search);
/// Keeps an open tile outside the corridor, with its trail (the move that led to it), until its cell opens.
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
