// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What the guided strategies share: the corridor, its widening, and the tiles that wait outside.
#ifndef LANDFALL_GUIDE_H
#define LANDFALL_GUIDE_H

#include "coarse.h"

/// The deferred tiles of a cell; valid if it bears the query's stamp.
typedef struct lfi_cell_list {
    uint32_t stamp;
    uint32_t first; ///< an entry, or LFI_NO_ENTRY
} lfi_cell_list;

#define LFI_NO_ENTRY UINT32_MAX

typedef struct lfi_guide {
    // The corridor, by cells; flood.inside has the same by tiles.
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
    uint64_t *chosen;       ///< region: a bit an entry, all 0 between two widenings
    int64_t deferred_count; ///< how many tiles wait now

    // expand-optimal only.
    uint32_t *distance;     ///< of a met or deferred tile
    uint32_t *bucket_first; ///< tiles of cells just opened, by distance; open_count + 1 entries, linked by
                            ///< `next`
    int64_t bucket_count;   ///< entries of bucket_first that are set up
    int64_t bucket_low, bucket_high; ///< all waiting tiles are in these buckets, both included
    int64_t level, level_end;        ///< as in lfi_flood, but the queue is a ring

    int32_t radius, widenings; ///< the options with their defaults filled in
    int32_t phase;
    int64_t phase_begin; ///< queue index of the phase's first tile
} lfi_guide;

struct lfi_strategy;
extern const struct lfi_strategy lfi_corridor_strategy, lfi_expand_strategy, lfi_expand_optimal_strategy;

lf_status lfi_guide_create(lf_search *search);
void lfi_guide_destroy(lf_search *search);
uint64_t lfi_guide_bytes(const lf_search *search);
void lfi_guide_forget(lf_search *search);

/// Notes for lf_search_cell_phase that cells joined in some phase, as far as they are not noted and the
/// search keeps such notes.
void lfi_guide_note_cells(lf_search *search, const uint32_t *cells, uint32_t count, int32_t phase);

/// Gives up guiding: an unrestricted flood answers the query. LF_PAUSED, because it has yet to run.
lf_status lfi_guide_guardrail(lf_search *search);
/// There is no plan: says so if that proves that there is no route, or gives up guiding.
lf_status lfi_guide_no_plan(lf_search *search);

/// An option whose 0 is its default and LF_NONE its 0.
static inline int32_t lfi_option_value(int32_t option, int32_t default_value) {
    if (option == LF_NONE) return 0;
    return option == 0 ? default_value : option;
}

/// Begins with planning.
void lfi_guide_begin(lf_search *search);
/// Keeps an open tile outside the corridor, that a move `trail` led to, until its cell opens.
void lfi_guide_defer(lf_search *search, lf_tile tile, lfi_spot spot, unsigned trail);

/// Marks the cell of a tile as visited in this phase.
void lfi_guide_visit(lf_search *search, lf_tile tile);

// optimal.c
void lfi_optimal_begin(lf_search *search);
void lfi_optimal_meet_source(lf_search *search, lf_tile tile, lfi_spot spot);
lf_status lfi_optimal_run(lf_search *search, int64_t *budget);
/// Puts a deferred tile whose cell has just been opened into its bucket.
void lfi_optimal_activate(lf_search *search, uint32_t entry);

#endif // LANDFALL_GUIDE_H
