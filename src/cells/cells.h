// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The strategy `cells`: exact under weights, by cells of 16 x 16 tiles instead of tiles.
#ifndef LANDFALL_CELLS_H
#define LANDFALL_CELLS_H

#include "../query/context.h"
#include "within.h"

/// What is known of the lanes of a cell: of the cheapest way so far to each, and from each to a target, at least.
/// Numbers are of 32 bits, or of 64.
typedef struct lfi_lanes32 {
    uint32_t costs[LFI_LANES], bounds[LFI_LANES];
} lfi_lanes32;

typedef struct lfi_lanes64 {
    uint64_t costs[LFI_LANES], bounds[LFI_LANES];
} lfi_lanes64;

/// No way, for lanes of 32 bits. The sum of two is below 2^31.
#define LFI_LANE_NONE UINT32_C(0x3fffffff)
#define LFI_NO_SLOT   UINT32_MAX

/// What is known of a cell: one cache line. All but `corner`, `slot` and `uses` is valid if the stamp is that of the
/// query.
typedef struct lfi_cell {
    lf_point corner; ///< its first tile
    uint32_t stamp;
    uint32_t slot;         ///< where its table is, or LFI_NO_SLOT
    uint64_t key;          ///< queued: the least cost of a route by a dirty lane, at least
    uint64_t open;         ///< lanes that are open
    uint64_t dirty;        ///< lanes whose cost fell since the cell was spread
    uint32_t next, before; ///< queued: cells of the same bucket, or LFI_NO_SLOT
    uint16_t place;        ///< queued: the bucket
    uint16_t even;         ///< what each of its tiles weighs, if all are open and weigh the same; else 0
    uint8_t uses;          ///< queries, or turns, that did without a table, up to the number that makes one
    bool queued, has_sources, has_targets;
    bool fresh;         ///< whether it has sources that were not spread yet
    bool checked, fits; ///< whether the table was looked at, and whether it is that of these tiles
} lfi_cell;

_Static_assert(sizeof(lfi_cell) == 64, "a cell is one cache line");

/// Whether cells are merged into expanses. Without vectors that would save little, and cost code. LF_NO_EXPANSES leaves
/// them out of a build that has to be small.
#if defined(LFI_VECTORS_NONE) || defined(LF_NO_EXPANSES)
#define LFI_EXPANSES 0
#else
#define LFI_EXPANSES 1
#endif

/// Whether searches look at surveys. LF_NO_SURVEYS leaves that out of a build that has to be small, and makes none.
#ifdef LF_NO_SURVEYS
#define LFI_SURVEYS 0
#else
#define LFI_SURVEYS 1
#endif

enum { LFI_EXPANSE_SIDE = 64, LFI_EXPANSE_LANES = 256 };
enum {
    LFI_EXPANSE_WEIGHT = 128,  ///< the greatest weight of an expanse: longest ways are far below 16 bits
    LFI_EXPANSE_REACH = 32768, ///< how far lanes of a turn may be from the cheapest
};

/// What is known of the lanes of an expanse: 4 x 4 cells that are open and of one weight. Sides are in the order of
/// those of a cell. What else is known of it, a place in the queue and its weight (`even`; 0: these cells are not one),
/// has the form of a cell.
typedef struct lfi_expanse {
    uint32_t costs[LFI_EXPANSE_LANES], bounds[LFI_EXPANSE_LANES];
    uint64_t dirty[4], unused[4]; // whole cache lines
} lfi_expanse;

_Static_assert(sizeof(lfi_expanse) % 64 == 0, "an expanse begins with a cache line");

/// What is read less often.
typedef struct lfi_cell_tiles {
    uint16_t rows[LFI_CELL_SIDE];    ///< open tiles
    uint16_t sources[LFI_CELL_SIDE]; ///< has_sources: which tiles they are
    uint16_t targets[LFI_CELL_SIDE]; ///< has_targets: the same
    uint64_t nearest;                ///< has_targets: the cost of its cheapest target so far
} lfi_cell_tiles;

/// A table, and the tiles that it is of.
typedef struct lfi_cell_slot {
    uint32_t owner; ///< its cell, or LFI_NO_SLOT
    lfi_patch patch;
} lfi_cell_slot;

/// Costs of all tiles of a cell, for the way back.
typedef struct lfi_cell_view {
    uint32_t cell;     ///< LFI_NO_SLOT: none
    uint64_t from, to; ///< tiles with costs from one to the other are right
    uint64_t base;     ///< narrow: what costs are counted from
    uint16_t narrow[LFI_CELL_TILES];
    uint64_t wide[LFI_CELL_TILES];
} lfi_cell_view;

enum { LFI_CELL_VIEWS = 4, LFI_MARKS = 4 };

enum { LFI_CELL_WAYS = 16, LFI_WAY_MOVES = 53 };

/// A way back within a cell: one cache line.
typedef struct lfi_cell_way {
    uint64_t tight; ///< the lanes that it may come from
    uint8_t lane;   ///< where it begins
    bool known;
    uint8_t length;
    uint8_t moves[LFI_WAY_MOVES];
} lfi_cell_way;

_Static_assert(sizeof(lfi_cell_way) == 64, "a way is one cache line");

/// A landmark of the survey, and the targets as it sees them.
typedef struct lfi_cells_mark {
    const uint16_t *away;         ///< for each lane of the map: the cost from the landmark,
    const lfi_survey_span *spans; ///< counted from the base of the cell on
    int32_t near;                 ///< the least cost from the landmark to a target
    int32_t far;                  ///< the greatest, without what the target weighs
    bool behind; ///< whether the source lies between it and the targets, about: `near` counts, else `far`
} lfi_cells_mark;

typedef struct lfi_cells {
    uint32_t columns, rows, count; ///< of cells
    uint32_t expanse_columns, expanse_count;
    lfi_cell_tiles *tiles;
    uint32_t *inside; ///< for each cell and each expanse, the last run whose corridor has it
    bool led;         ///< whether the run has a corridor
    int32_t radius,
        widenings; ///< of the corridor: in cells of the coarse map; how often it may still be widened
    /// memory of the following, which begin with a cache line
    uint64_t *cell_room, *lane_room, *table_room, *way_room, *expanse_room;
    lfi_cell *cells; ///< and behind them those of expanses
    lfi_expanse *expanses;
    lfi_lanes32 *lanes32; ///< for each cell, if numbers are not wide
    lfi_lanes64 *lanes64; ///< the same memory, if they are
    lfi_cell_slot *slots;
    uint64_t *tables;     ///< for each slot 64 x 64 numbers of 16 bits, or for every other slot 64 x 64 pairs
    lfi_cell_way *ways;   ///< for each slot LFI_CELL_WAYS
    uint32_t slot_count;  ///< room for tables
    uint8_t patience;     ///< queries that do without the table of a cell (tests have less)
    uint32_t looks_left;  ///< at rows of tiles, for tables that the query may still make
    uint32_t slot_next;   ///< the slot that is used next
    bool slots_wide;      ///< whether tables are of pairs
    bool slots_octile;    ///< and of octile costs
    lfi_cell_view *views; ///< LFI_CELL_VIEWS
    uint32_t view_next;
    uint8_t *moves; ///< the route: moves from the target back to the source

    uint32_t *heads;      ///< for each bucket of the ring its first cell
    uint64_t *full;       ///< a bit for each bucket that is not empty
    uint64_t *full_words; ///< a bit for each word of `full` that is not 0
    uint64_t bucket;      ///< under way
    int64_t pending;      ///< cells in buckets
    unsigned shift;       ///< from a cost to its bucket

    uint32_t stamp;                  ///< number of the run, never 0
    bool wide;                       ///< whether costs are numbers of 64 bits
    bool merges;                     ///< whether cells may be merged into expanses
    uint32_t spare;                  ///< how much more than the lightest tile the heaviest one weighs
    uint64_t straight, diagonal;     ///< what a move costs per unit of weight
    lfi_box goal;                    ///< around the targets
    uint64_t least;                  ///< the least weight, for bounds; 0: there are none
    int32_t steps[LFI_CELL_SIDE];    ///< narrow: multiples of it
    lfi_cells_mark marks[LFI_MARKS]; ///< the landmarks of the query
    int mark_count;
    uint64_t best;              ///< the cost of the cheapest route so far, or no way
    int64_t expanded, enqueued; ///< lanes
} lfi_cells;

/// The sum of all tiles must be less for costs of 32 bits.
#define LFI_NARROW_TOTAL (UINT64_C(1) << 29)

/// Whether numbers of 16 bits are enough for ways through a cell and into the next under uniform costs, and of 32 bits
/// for routes. (A way pays for each tile of the cell but its first.)
static inline bool lfi_weights_narrow(const lf_weights *weights) {
    return weights->heaviest + weights->most < LFI_NARROW_NONE + weights->lowest &&
           weights->total < LFI_NARROW_TOTAL;
}

static inline lfi_cells *lfi_cells_of(const lf_search *search) {
    return search->parts[LFI_PART_CELLS];
}

// even.c

/// What lanes of a set lead to within a cell where all tiles are open and have one weight, under uniform costs; all
/// counted from the least cost of the set on. The set must not be empty.
void lfi_even_spread(const uint16_t *costs, uint64_t lanes, uint16_t weight, lf_moves moves, uint16_t *given);

#if LFI_EXPANSES

// expanse.c

/// The same for an expanse; a word of lanes for each side, of which one must not be empty. No lane of them is farther
/// than LFI_EXPANSE_REACH from the base.
void lfi_expanse_spread(const uint16_t *costs, const uint64_t *lanes, uint16_t weight, lf_moves moves,
                        uint16_t *given);

#endif

// survey.c

enum {
    LFI_AWAY_FAR = 65534,  ///< farther than numbers reach
    LFI_AWAY_NONE = 65535, ///< not reached
};

/// Chooses the landmarks that lead the query best; none if there is no survey, or it does not hold for the query.
void lfi_cells_choose_marks(lf_search *search);

// cells.c

/// Whether the run may enter a cell or an expanse; expanses are numbered after cells.
static inline bool lfi_cells_inside(const lfi_cells *cells, uint32_t number) {
    return !cells->led || cells->inside[number] == cells->stamp;
}

/// Begins a run that may have a corridor: after this it can be opened, and then ends can be added.
void lfi_cells_start(lf_search *search, bool led);
/// Opens all cells that a box of tiles of the map meets. How many were not open.
int64_t lfi_cells_open(lf_search *search, lfi_box box);
/// Adds the ends of the query that lie inside.
void lfi_cells_add_ends(lf_search *search);
/// Continues, as the step of a strategy does. LF_NO_ROUTE: none is inside.
lf_status lfi_cells_step(lf_search *search, int64_t *budget);
void lfi_cells_trace(const lf_search *search, lf_tile *tiles, int64_t capacity);
bool lfi_cells_have_met(const lf_search *search, lf_tile tile);
/// Whether the numbers of a query suit, apart from what all strategies look at.
lf_status lfi_cells_check(const lf_search *search, const lf_query *query);

/// Costs from a tile to all lanes, as far as they can be reached, under the weights of the search's query.
void lfi_cells_fill(lf_search *search, lf_tile from);

#endif // LANDFALL_CELLS_H
