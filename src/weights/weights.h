// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of weights: what it costs to enter each tile, and the map without the tiles that cannot be
// entered.
#ifndef LANDFALL_WEIGHTS_H
#define LANDFALL_WEIGHTS_H

#include "../map/map.h"

enum { LFI_CELL_LEVEL = 4, LFI_CELL_SIDE = 1 << LFI_CELL_LEVEL, LFI_CELL_TILES = 256, LFI_LANES = 64 };

/// Fares are kept in parts of so many to 1.
enum { LFI_FARE_PARTS = 16 };

/// What is known of a cell, 16 x 16 tiles.
typedef struct lfi_weights_cell {
    uint32_t sum;  ///< of all its tiles, blocked ones too
    uint32_t open; ///< of its open tiles
    uint32_t fare; ///< what a tile of a good way through it weighs, about, in LFI_FARE_PARTS; 0: none is open
    uint16_t even; ///< what each of its 256 tiles weighs; 0: they differ, or some lie outside the map
    uint16_t least;  ///< the least weight above 0 of its open tiles; 0: none
    uint16_t lowest; ///< the same of all its tiles
    uint16_t most;   ///< the greatest weight of all its tiles
} lfi_weights_cell;

/// What lanes of a cell cost from a landmark.
typedef struct lfi_survey_span {
    uint32_t base; ///< the least
    uint16_t wide; ///< how much more the greatest is
    bool odd;      ///< whether some are not reached, or cost too much for 16 bits
} lfi_survey_span;

struct lf_weights {
    lf_allocator allocator;
    const lf_map *given;     ///< the map that they were made for; NULL if they stand for others
    const lf_weights *stand; ///< NULL, or what stands for them in every state of their world
    const lf_map *map;       ///< `given`, or `own` if weights close open tiles
    bool closes;             ///< whether a weight of 0 closes an open tile
    lf_map own;      ///< the map without such tiles, if some were ever closed; only its bits are its own
    uint16_t *costs; ///< for each tile, blocked ones too
    uint32_t most;   ///< the greatest of them
    uint64_t sum;    ///< of all open tiles
    uint32_t columns, rows;  ///< of cells
    lfi_weights_cell *cells; ///< row by row
    uint16_t *rims;          ///< for each cell what its lanes weigh; 0 outside the map
    uint64_t fare;          ///< the harmonic mean of those of cells, so that walls that are dear do not count
    uint64_t total;         ///< of all tiles, blocked ones too
    uint32_t heaviest;      ///< the greatest sum of a cell
    uint32_t least, lowest; ///< the least of those of the cells, 1 if there is none
    uint16_t *survey; ///< NULL, or for each landmark and each cell the costs from the landmark to the lanes,
    lfi_survey_span *survey_spans; ///< likewise, what these are counted from (cells/survey.c)
    uint32_t landmarks;            ///< of the survey
};

// The lanes of a cell are the tiles along its sides: 0 to 15 at the top, 16 to 31 at the bottom, both from the
// left; 32 to 47 at the left, 48 to 63 at the right, both from the top. So each corner is two lanes, and each
// side is 16 numbers in a row.

/// The place of a lane in its cell.
static inline int lfi_lane_x(int lane) {
    return lane < 32 ? lane & 15 : lane < 48 ? 0 : LFI_CELL_SIDE - 1;
}

static inline int lfi_lane_y(int lane) {
    return lane >= 32 ? lane & 15 : lane < 16 ? 0 : LFI_CELL_SIDE - 1;
}

enum { LFI_SURVEY_LANDMARKS = 8 };

/// Makes room for a survey; its numbers and `landmarks` have yet to be set. LF_OK or LF_E_NOMEM.
lf_status lfi_weights_survey_make(lf_weights *weights);
void lfi_weights_survey_drop(lf_weights *weights);

// renew.c: weights of a world, which belong to one state of it.

/// Whether no byte and no depth weigh more than LF_WEIGHT_MAX together, whatever becomes of the map.
bool lfi_weights_always_fit(const lf_weights_desc *desc);
/// Makes a copy of weights for a copy of their map, without their survey. LF_OK or LF_E_NOMEM.
lf_status lfi_weights_copy(const lf_weights *from, const lf_map *map, lf_weights **out);
/// Takes over the weights of a box from those of another state. Tiles of the map in the box are up to date, and
/// nothing else differs. LF_OK or LF_E_NOMEM (the weights are good for nothing but lf_weights_destroy).
lf_status lfi_weights_follow(lf_weights *to, const lf_weights *from, lfi_box box);
/// Weighs the tiles of a box anew, because tiles, depths or bytes have changed there. `desc` has the plane of the
/// whole map, and fits (lfi_weights_always_fit). lfi_weights_add_up has to follow. Fails as lfi_weights_follow does.
lf_status lfi_weights_refresh(lf_weights *weights, const lf_weights_desc *desc, lfi_box box);

// weights.c

void lfi_weights_arrays(lfi_arrays *run, lf_weights *weights);

/// A window of the map, and what its tiles are to weigh.
typedef struct lfi_weights_window {
    const lf_weights_desc *desc;
    lfi_box box;
    lf_point corner; ///< where the plane begins
    int32_t across;  ///< bytes in a row of the plane
} lfi_weights_window;

/// Sets what the tiles of a window weigh; false if one weighs more than LF_WEIGHT_MAX.
bool lfi_window_fill(lf_weights *weights, const lfi_weights_window *window);
/// Sets what is known of the cells that a box meets.
void lfi_window_cells(lf_weights *weights, lfi_box box);
/// Adds up what is known of the cells.
void lfi_weights_add_up(lf_weights *weights);
/// Brings the bits of the weights' own map up to date in a box.
void lfi_window_close(lf_weights *weights, lfi_box box);
/// Makes the map without tiles of weight 0. LF_OK or LF_E_NOMEM (then there is none).
lf_status lfi_weights_own(lf_weights *weights);
/// Whether all open tiles of a box can be entered.
bool lfi_weights_all_pass(const lf_weights *weights, lfi_box box);

/// Whether all costs of routes are in exact order under octile costs, with `opened` tiles opened by obstacles.
bool lfi_weights_ordered(const lf_weights *weights, uint64_t opened);

/// Which of the tiles of a word of the map's rows, given as bits, have a weight above 0.
uint64_t lfi_weights_passable(const lf_weights *weights, uint64_t word, uint64_t tiles);

#endif // LANDFALL_WEIGHTS_H
