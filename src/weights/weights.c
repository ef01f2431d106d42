// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Weights: a plane of bytes, depths, or both, become one number of 16 bits per tile. A search reads it once
// per tile that it meets, with no table between. (Rejected: to keep the bytes and look up the table in the
// search. It saves one byte per tile, but two planes would need two lookups, and a sum has more than 256
// values.)
//
// A weight of 0 blocks. Where it closes open tiles, the weights hold a copy of the map's bits without them,
// which takes the place of the map in a query. So ends, gates, obstacles and strategies see blocked tiles and
// nothing else, and no loop asks whether a weight is 0.
//
// Beside the tiles, what `cells` wants to know of each cell of 16 x 16 tiles: its sum, whether all of it weighs
// the same, its least weight, and the weights along its sides in a row, which would otherwise lie in 16 places
// of memory.
//
// Time: O(tiles). Memory: 2.6 bytes per tile, and 2 bits if open tiles are closed.
#include "weights.h"

#include "../base/metric.h"
#include "../depth/depth.h"

#include <string.h>

enum { WEIGHT_VALUES = 256 };

// ---- What a tile weighs ---------------------------------------------------------------------------

static bool table_fits(const uint32_t *table) {
    for (int i = 0; table != NULL && i < WEIGHT_VALUES; i++) {
        if (table[i] > LF_WEIGHT_MAX) return false;
    }
    return true;
}

static lf_status weights_desc_check(const lf_map *map, const lf_weights_desc *desc) {
    if (desc->plane == NULL && desc->depth == NULL) return LF_E_NULL;
    if (desc->depth != NULL && desc->depth_table == NULL) return LF_E_NULL;
    if (desc->plane != NULL && desc->plane_size < map->tile_count) return LF_E_WEIGHTS_SIZE;
    if (desc->depth != NULL && desc->depth->map != map) return LF_E_FOREIGN_DEPTH;
    return table_fits(desc->table) && table_fits(desc->depth_table) ? LF_OK : LF_E_WEIGHT;
}

/// What a byte and a depth weigh together.
static uint32_t weight_of(const lf_weights_desc *desc, uint8_t byte, uint8_t depth) {
    if (desc->plane == NULL) return desc->depth_table[depth];
    const uint32_t weight = desc->table != NULL ? desc->table[byte] : byte;
    return weight == 0 || desc->depth == NULL ? weight : weight + desc->depth_table[depth];
}

/// What a tile of a window is to weigh.
static uint32_t window_weight(const lf_weights *weights, const lfi_weights_window *window, lf_point point) {
    const lf_weights_desc *desc = window->desc;
    const lf_map *map = weights->given;
    const size_t at =
        (size_t)(point.y - window->corner.y) * (size_t)window->across + (size_t)(point.x - window->corner.x);
    const uint8_t byte = desc->plane != NULL ? desc->plane[at] : 0;
    if (desc->depth == NULL) return weight_of(desc, byte, 0);
    const bool open = lfi_bit(map->open, (lfi_spot){lfi_map_row(map, point.y) + (uint64_t)point.x});
    return weight_of(desc, byte, open ? desc->depth->plane[lfi_map_tile(map, point)] : 0);
}

static bool window_fill_row(lf_weights *weights, const lfi_weights_window *window, int32_t y) {
    lf_tile tile = lfi_map_tile(weights->given, (lf_point){window->box.x0, y});
    for (int32_t x = window->box.x0; x <= window->box.x1; x++, tile++) {
        const uint32_t weight = window_weight(weights, window, (lf_point){x, y});
        if (weight > LF_WEIGHT_MAX) return false;
        weights->costs[tile] = (uint16_t)weight;
    }
    return true;
}

bool lfi_window_fill(lf_weights *weights, const lfi_weights_window *window) {
    for (int32_t y = window->box.y0; y <= window->box.y1; y++) {
        if (!window_fill_row(weights, window, y)) return false;
    }
    return true;
}

// ---- Tiles that cannot be entered -----------------------------------------------------------------

uint64_t lfi_weights_passable(const lf_weights *weights, uint64_t word, uint64_t tiles) {
    const lf_map *map = weights->given;
    const uint64_t y = (word - 1) / map->stride - 1, x = 64 * ((word - 1) % map->stride);
    uint64_t passable = 0;
    for (uint64_t left = tiles; left != 0; left &= left - 1) {
        const uint64_t column = x + (uint64_t)lfi_lowest_bit(left);
        if (weights->costs[(size_t)(y * (uint64_t)map->width + column)] != 0) passable |= left & (~left + 1);
    }
    return passable;
}

/// The bits of the map without tiles of weight 0.
static void own_arrays(lfi_arrays *run, lf_weights *weights) {
    LFI_ARRAY(run, weights->own.open, weights->given->word_count);
    lfi_blocks_arrays(run, &weights->own);
}

bool lfi_weights_all_pass(const lf_weights *weights, lfi_box box) {
    const lf_map *map = weights->given;
    for (int32_t y = box.y0; y <= box.y1; y++) {
        const uint64_t row = lfi_map_row(map, y);
        for (uint64_t word = (row + (uint64_t)box.x0) >> 6; word <= (row + (uint64_t)box.x1) >> 6; word++) {
            if (lfi_weights_passable(weights, word, map->open[word]) != map->open[word]) return false;
        }
    }
    return true;
}

lf_status lfi_weights_own(lf_weights *weights) {
    const lf_map *map = weights->given;
    lf_map *own = &weights->own;
    *own = *map;
    own->open = NULL;
    own->blocks.frame = NULL;
    own->bodies = (lfi_bodies){0};
    own->lent = own->lent_bodies = false;
    lfi_arrays run = {.allocator = &weights->allocator, .mode = LFI_ARRAYS_MAKE};
    own_arrays(&run, weights);
    if (run.failed) {
        run.mode = LFI_ARRAYS_FREE;
        own_arrays(&run, weights);
        return LF_E_NOMEM;
    }
    weights->map = own;
    weights->closes = true;
    memcpy(own->open, map->open, lfi_bytes(map->word_count, sizeof *map->open));
    own->open_count = 0;
    for (uint64_t word = 1 + map->stride; word < 1 + map->stride * ((uint64_t)map->height + 1); word++) {
        own->open[word] = lfi_weights_passable(weights, word, map->open[word]);
        own->open_count += lfi_count_bits(own->open[word]);
    }
    lfi_blocks_fill(own);
    return LF_OK;
}

// ---- Cells ----------------------------------------------------------------------------------------

/// A good way through a cell keeps to its cheap tiles: three parts of the least weight, one of the mean. (Planned by
/// means alone, routes of `spine` cost 1.1 % more on average, 3.0 on northwestpassage; by the least alone, 0.2 to 0.7.)
static uint32_t cell_fare(uint32_t sum, uint32_t count, uint32_t least) {
    return LFI_FARE_PARTS / 4 * sum / count + LFI_FARE_PARTS / 4 * 3 * least;
}

/// Sets what is known of a cell.
static void weights_cell_fill(lf_weights *weights, uint32_t column, uint32_t row) {
    const lf_map *map = weights->given;
    const int32_t x0 = (int32_t)(column * LFI_CELL_SIDE), y0 = (int32_t)(row * LFI_CELL_SIDE);
    const int32_t wide = map->width - x0 < LFI_CELL_SIDE ? map->width - x0 : LFI_CELL_SIDE;
    const int32_t high = map->height - y0 < LFI_CELL_SIDE ? map->height - y0 : LFI_CELL_SIDE;
    const size_t number = (size_t)row * weights->columns + column;
    const uint16_t first = weights->costs[lfi_map_tile(map, (lf_point){x0, y0})];
    uint16_t *rim = weights->rims + number * LFI_LANES;
    lfi_weights_cell cell = {0};
    uint32_t differ = (uint32_t)(wide != LFI_CELL_SIDE || high != LFI_CELL_SIDE), sum = 0, open_sum = 0,
             open_count = 0, most = 0;
    uint32_t least = UINT32_MAX, lowest = UINT32_MAX; // weight - 1, so that 0 is beyond all
    for (int32_t y = 0; y < high; y++) {
        const uint16_t *costs = weights->costs + lfi_map_tile(map, (lf_point){x0, y0 + y});
        const uint64_t spot = lfi_map_row(map, y0 + y) + (uint64_t)x0;
        const uint64_t open = map->open[spot >> 6] >> (spot & 63);
        for (int32_t x = 0; x < wide; x++) {
            const uint32_t weight = costs[x], below = weight - 1, closed = (uint32_t)(open >> x & 1) - 1;
            sum += weight;
            open_sum += weight & ~closed;
            open_count += (uint32_t)(weight != 0) & ~closed;
            differ |= weight ^ first;
            if (weight > most) most = weight;
            if (below < lowest) lowest = below;
            if ((below | closed) < least) least = below | closed;
        }
    }
    cell.sum = sum;
    cell.open = open_sum;
    cell.fare = open_count == 0 ? 0 : cell_fare(open_sum, open_count, least + 1);
    cell.most = (uint16_t)most;
    cell.even = differ == 0 ? first : 0;
    cell.least = (uint16_t)(least + 1);
    cell.lowest = (uint16_t)(lowest + 1);
    weights->cells[number] = cell;
    for (int lane = 0; lane < LFI_LANES; lane++) {
        const int32_t x = lfi_lane_x(lane), y = lfi_lane_y(lane);
        const bool inside = x < wide && y < high;
        rim[lane] = inside ? weights->costs[lfi_map_tile(map, (lf_point){x0 + x, y0 + y})] : 0;
    }
}

void lfi_weights_add_up(lf_weights *weights) {
    uint32_t least = LF_WEIGHT_MAX + 1, lowest = LF_WEIGHT_MAX + 1;
    weights->total = weights->sum = 0;
    weights->heaviest = weights->most = 0;
    uint64_t shares = 0, cells = 0;
    for (size_t i = 0; i < (size_t)weights->columns * weights->rows; i++) {
        const lfi_weights_cell *cell = &weights->cells[i];
        weights->total += cell->sum;
        weights->sum += cell->open;
        if (cell->fare != 0) {
            shares += (UINT64_C(1) << 32) / cell->fare;
            cells++;
        }
        if (cell->most > weights->most) weights->most = cell->most;
        if (cell->sum > weights->heaviest) weights->heaviest = cell->sum;
        if (cell->least != 0 && cell->least < least) least = cell->least;
        if (cell->lowest != 0 && cell->lowest < lowest) lowest = cell->lowest;
    }
    weights->fare = shares == 0 ? 0 : (cells << 32) / shares;
    weights->least = least > LF_WEIGHT_MAX ? 1 : least;
    weights->lowest = lowest > LF_WEIGHT_MAX ? 1 : lowest;
}

void lfi_window_cells(lf_weights *weights, lfi_box box) {
    for (int32_t y = box.y0 / LFI_CELL_SIDE; y <= box.y1 / LFI_CELL_SIDE; y++) {
        for (int32_t x = box.x0 / LFI_CELL_SIDE; x <= box.x1 / LFI_CELL_SIDE; x++)
            weights_cell_fill(weights, (uint32_t)x, (uint32_t)y);
    }
}

bool lfi_weights_ordered(const lf_weights *weights, uint64_t opened) {
    const uint64_t more = opened < LFI_METRIC_Q ? opened * weights->most : LFI_METRIC_Q;
    return weights->sum + more < LFI_METRIC_Q;
}

// ---- Creating and asking --------------------------------------------------------------------------

static void survey_array(lfi_arrays *run, lf_weights *weights) {
    const uint64_t cells = (uint64_t)weights->columns * weights->rows * LFI_SURVEY_LANDMARKS;
    LFI_ARRAY(run, weights->survey, cells * LFI_LANES);
    LFI_ARRAY(run, weights->survey_spans, cells);
}

lf_status lfi_weights_survey_make(lf_weights *weights) {
    lfi_weights_survey_drop(weights);
    lfi_arrays run = {.allocator = &weights->allocator, .mode = LFI_ARRAYS_MAKE};
    survey_array(&run, weights);
    if (run.failed) lfi_weights_survey_drop(weights);
    return run.failed ? LF_E_NOMEM : LF_OK;
}

void lfi_weights_survey_drop(lf_weights *weights) {
    weights->landmarks = 0;
    if (weights->survey != NULL)
        survey_array(&(lfi_arrays){.allocator = &weights->allocator, .mode = LFI_ARRAYS_FREE}, weights);
}

void lfi_weights_arrays(lfi_arrays *run, lf_weights *weights) {
    const uint64_t cells = (uint64_t)weights->columns * weights->rows;
    LFI_ARRAY(run, weights->costs, weights->given->tile_count);
    LFI_ARRAY(run, weights->cells, cells);
    LFI_ARRAY(run, weights->rims, cells * LFI_LANES);
    if (weights->own.open != NULL) own_arrays(run, weights);
    if (weights->survey != NULL) survey_array(run, weights);
}

static lf_status weights_make(lf_weights *weights, const lf_weights_desc *desc) {
    lfi_arrays run = {.allocator = &weights->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_weights_arrays(&run, weights);
    if (run.failed) return LF_E_NOMEM;
    const lf_map *map = weights->given;
    const lfi_box all = {0, 0, map->width - 1, map->height - 1};
    if (!lfi_window_fill(weights, &(lfi_weights_window){.desc = desc, .box = all, .across = map->width}))
        return LF_E_WEIGHT;
    lfi_window_cells(weights, all);
    lfi_weights_add_up(weights);
    return lfi_weights_all_pass(weights, all) ? LF_OK : lfi_weights_own(weights);
}

lf_status lf_weights_create(const lf_map *map, const lf_weights_desc *desc, lf_weights **out) {
    if (out != NULL) *out = NULL;
    if (map == NULL || desc == NULL || out == NULL) return LF_E_NULL;
    lf_allocator allocator = desc->allocator;
    lf_status status = weights_desc_check(map, desc);
    if (status == LF_OK) status = lfi_allocator_resolve(&allocator);
    if (status != LF_OK) return status;
    lf_weights *weights = lfi_alloc(&allocator, 1, sizeof *weights);
    if (weights == NULL) return LF_E_NOMEM;
    *weights = (lf_weights){.allocator = allocator,
                            .given = map,
                            .map = map,
                            .columns = ((uint32_t)map->width + LFI_CELL_SIDE - 1) / LFI_CELL_SIDE,
                            .rows = ((uint32_t)map->height + LFI_CELL_SIDE - 1) / LFI_CELL_SIDE};
    status = weights_make(weights, desc);
    if (status != LF_OK) {
        lf_weights_destroy(weights);
        return status;
    }
    *out = weights;
    return LF_OK;
}

void lf_weights_destroy(lf_weights *weights) {
    if (weights == NULL) return;
    const lf_allocator allocator = weights->allocator;
    lfi_weights_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, weights);
    lfi_free(&allocator, weights, 1, sizeof *weights);
}

int32_t lf_weights_at(const lf_weights *weights, lf_tile tile) {
    return weights != NULL && lf_map_is_open(weights->given, tile) ? weights->costs[tile] : 0;
}

const lf_map *lf_weights_map(const lf_weights *weights) {
    return weights == NULL ? NULL : weights->given;
}

size_t lf_weights_bytes(const lf_weights *weights) {
    if (weights == NULL || weights->given == NULL) return 0;
    lf_weights copy = *weights;
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT, .bytes = sizeof copy};
    lfi_weights_arrays(&run, &copy);
    return (size_t)run.bytes;
}

// ---- Editing --------------------------------------------------------------------------------------

/// What is wrong with a window; and whether it closes an open tile, and whether it makes a tile cheaper.
static lf_status window_check(const lf_weights *weights, const lfi_weights_window *window, bool *closes,
                              bool *cheaper) {
    for (int32_t y = window->box.y0; y <= window->box.y1; y++) {
        for (int32_t x = window->box.x0; x <= window->box.x1; x++) {
            const lf_tile tile = lfi_map_tile(weights->given, (lf_point){x, y});
            const uint32_t weight = window_weight(weights, window, (lf_point){x, y});
            const uint32_t before = weights->costs[tile];
            if (weight > LF_WEIGHT_MAX) return LF_E_WEIGHT;
            *closes |= weight == 0 && lf_map_is_open(weights->given, tile);
            *cheaper |= weight != 0 && (before == 0 || weight < before);
        }
    }
    return LF_OK;
}

void lfi_window_close(lf_weights *weights, lfi_box box) {
    const lf_map *map = weights->given;
    lf_map *own = &weights->own;
    for (int32_t y = box.y0; y <= box.y1; y++) {
        const uint64_t row = lfi_map_row(map, y);
        for (uint64_t word = (row + (uint64_t)box.x0) >> 6; word <= (row + (uint64_t)box.x1) >> 6; word++) {
            const uint64_t bits = lfi_weights_passable(weights, word, map->open[word]);
            own->open_count += lfi_count_bits(bits) - lfi_count_bits(own->open[word]);
            own->open[word] = bits;
            lfi_blocks_take_word(own, word);
        }
    }
    weights->closes = own->open_count != map->open_count;
    weights->map = weights->closes ? own : map;
}

static lf_status window_desc_check(const lf_weights *weights, const lf_weights_desc *desc, lfi_box box) {
    const lf_map *map = weights->given;
    if (desc->plane == NULL && desc->depth == NULL) return LF_E_NULL;
    if (desc->depth != NULL && desc->depth_table == NULL) return LF_E_NULL;
    if (desc->plane != NULL && desc->plane_size < (uint64_t)lfi_box_tiles(box)) return LF_E_WEIGHTS_SIZE;
    if (desc->depth != NULL && desc->depth->map != map) return LF_E_FOREIGN_DEPTH;
    return table_fits(desc->table) && table_fits(desc->depth_table) ? LF_OK : LF_E_WEIGHT;
}

lf_status lf_weights_edit(lf_weights *weights, const lf_weights_desc *desc, int32_t x, int32_t y,
                          int32_t width, int32_t height) {
    if (weights == NULL || desc == NULL) return LF_E_NULL;
    if (width < 1 || height < 1 || x < 0 || y < 0 || width > weights->given->width - x ||
        height > weights->given->height - y)
        return LF_E_WEIGHTS_WINDOW;
    const lfi_weights_window window = {
        .desc = desc, .box = {x, y, x + width - 1, y + height - 1}, .corner = {x, y}, .across = width};
    bool closes = false, cheaper = false;
    lf_status status = window_desc_check(weights, desc, window.box);
    if (status == LF_OK) status = window_check(weights, &window, &closes, &cheaper);
    if (status == LF_OK && closes && weights->own.open == NULL) status = lfi_weights_own(weights);
    if (status != LF_OK) return status;
    lfi_window_fill(weights, &window);
    lfi_window_cells(weights, window.box);
    lfi_weights_add_up(weights);
    if (weights->own.open != NULL) lfi_window_close(weights, window.box);
    if (cheaper) lfi_weights_survey_drop(weights);
    return LF_OK;
}
