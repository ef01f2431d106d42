// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of weights: what it costs to enter each tile, and the map without the tiles that cannot be
// entered.
#ifndef LANDFALL_WEIGHTS_H
#define LANDFALL_WEIGHTS_H

#include "../map/map.h"

enum { LFI_CELL_SIDE = 16, LFI_CELL_TILES = 256, LFI_LANES = 64 };

/// What is known of a cell, 16 x 16 tiles.
typedef struct lfi_weights_cell {
    uint32_t sum;    ///< of all its tiles, blocked ones too
    uint16_t even;   ///< what each of its 256 tiles weighs; 0: they differ, or some lie outside the map
    uint16_t least;  ///< the least weight above 0 of its open tiles; 0: none
    uint16_t lowest; ///< the same of all its tiles
} lfi_weights_cell;

struct lf_weights {
    lf_allocator allocator;
    const lf_map *given;     ///< the map that they were made for
    const lf_map *map;       ///< `given`, or `own` if weights close open tiles
    bool closes;             ///< whether a weight of 0 closes an open tile
    lf_map own;              ///< closes: the map without such tiles; only its bits are its own
    uint16_t *costs;         ///< for each tile, blocked ones too
    uint32_t most;           ///< the greatest of them
    uint64_t sum;            ///< of all open tiles
    uint32_t columns, rows;  ///< of cells
    lfi_weights_cell *cells; ///< row by row
    uint16_t *rims;          ///< for each cell what its lanes weigh; 0 outside the map
    uint64_t total;          ///< of all tiles, blocked ones too
    uint32_t heaviest;       ///< the greatest sum of a cell
    uint32_t least, lowest;  ///< the least of those of the cells, 1 if there is none
    uint32_t *survey;   ///< NULL, or for each landmark and each cell the costs from the landmark to the lanes
    uint32_t landmarks; ///< of the survey
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

/// Whether all costs of routes are in exact order under octile costs, with `opened` tiles opened by obstacles.
bool lfi_weights_ordered(const lf_weights *weights, uint64_t opened);

/// Which of the tiles of a word of the map's rows, given as bits, have a weight above 0.
uint64_t lfi_weights_passable(const lf_weights *weights, uint64_t word, uint64_t tiles);

#endif // LANDFALL_WEIGHTS_H
