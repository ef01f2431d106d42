// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What a route from a lane to a target costs at least: the distance to the box around the targets, times the least weight;
// by the landmarks of a survey, if there is one, often more. Bounds are consistent: no move lowers them by more than it
// costs.
#ifndef LF_NO_CELLS // absent.c
#include "lanes.h"

/// What a route from a place to a target costs at least.
uint64_t lfi_bound_from(const lfi_cells *cells, lf_point point, lf_moves moves) {
    const uint64_t dx = lfi_gap_outside(point.x, cells->goal.x0, cells->goal.x1);
    const uint64_t dy = lfi_gap_outside(point.y, cells->goal.y0, cells->goal.y1);
    const uint64_t less = dx < dy ? dx : dy, more = dx < dy ? dy : dx;
    if (moves == LF_MOVES_ORTHOGONAL) return cells->least * (dx + dy) * cells->straight;
    return cells->least * ((more - less) * cells->straight + less * cells->diagonal);
}

/// How far 16 places in a row lie outside a range, times the least weight. (Plain numbers without branches: compilers
/// make vectors of it. Not every machine multiplies vectors of 32 bits.)
static void gaps_fill(const lfi_cells *cells, int32_t first, int32_t low, int32_t high, uint32_t *gaps) {
    const int32_t least = (int32_t)cells->least, below = (low - first) * least,
                  above = (first - high) * least;
    for (int i = 0; i < LFI_CELL_SIDE; i++) {
        const int32_t before = below - cells->steps[i], after = above + cells->steps[i];
        const int32_t gap = before > after ? before : after;
        gaps[i] = (uint32_t)(gap > 0 ? gap : 0);
    }
}

/// The bounds of a side, from gaps along it and the one across it.
static void side_bound(const uint32_t *along, uint32_t across, bool orthogonal, uint32_t *bounds) {
    if (orthogonal) {
        for (int i = 0; i < LFI_SIDE_LANES; i++) bounds[i] = along[i] + across;
    } else {
        for (int i = 0; i < LFI_SIDE_LANES; i++)
            bounds[i] = (int32_t)along[i] > (int32_t)across ? along[i] : across;
    }
}

/// Bounds by a landmark. From it to the target it is no farther than by way of the lane; and under uniform costs the
/// way from the lane to the landmark costs what the way back does, without the lane and with the landmark.
static void mark_bound(const lfi_cells_mark *mark, size_t first, const uint16_t *rim, uint32_t *bounds) {
    const uint32_t *away = mark->away + first;
    for (int i = 0; i < LFI_SIDE_LANES; i++) {
        const int32_t before = mark->near - (int32_t)away[i], beyond = (int32_t)away[i] - rim[i] - mark->far;
        const int32_t more = before > beyond ? before : beyond, bound = (int32_t)bounds[i];
        bounds[i] = (uint32_t)(more > bound ? more : bound);
    }
}

/// Bounds of a side of a cell by all landmarks of the query.
static void marks_bound(const lfi_cells *cells, const uint16_t *rims, uint32_t number, int side,
                        uint32_t *bounds) {
    const size_t first = (size_t)number * LFI_LANES + (size_t)(LFI_SIDE_LANES * side);
    for (int i = 0; i < cells->mark_count; i++) mark_bound(&cells->marks[i], first, rims + first, bounds);
}

/// Bounds of all lanes of a cell.
void lfi_lanes_bound(lfi_cells *cells, uint32_t number, lf_moves moves, const uint16_t *rims) {
    const int32_t x0 = cells->cells[number].corner.x, y0 = cells->cells[number].corner.y;
    if (cells->wide) {
        for (int i = 0; i < LFI_LANES; i++) {
            const lf_point point = {x0 + lfi_lane_x(i), y0 + lfi_lane_y(i)};
            cells->lanes64[number].bounds[i] = lfi_bound_from(cells, point, moves);
        }
        return;
    }
    uint32_t dx[LFI_CELL_SIDE], dy[LFI_CELL_SIDE], *bounds = cells->lanes32[number].bounds;
    const bool orthogonal = moves == LF_MOVES_ORTHOGONAL;
    gaps_fill(cells, x0, cells->goal.x0, cells->goal.x1, dx);
    gaps_fill(cells, y0, cells->goal.y0, cells->goal.y1, dy);
    side_bound(dx, dy[0], orthogonal, bounds);
    side_bound(dx, dy[15], orthogonal, bounds + 16);
    side_bound(dy, dx[0], orthogonal, bounds + 32);
    side_bound(dy, dx[15], orthogonal, bounds + 48);
    for (int side = 0; cells->mark_count > 0 && side < 4; side++)
        marks_bound(cells, rims, number, side, bounds + LFI_SIDE_LANES * side);
}

void lfi_expanse_bound(const lf_search *search, const lfi_cell *whole, uint32_t *bounds) {
    const lfi_cells *cells = lfi_cells_of(search);
    const bool orthogonal = search->map->moves == LF_MOVES_ORTHOGONAL;
    uint32_t dx[LFI_EXPANSE_SIDE], dy[LFI_EXPANSE_SIDE];
    for (int i = 0; i < LFI_EXPANSE_SIDE; i += LFI_CELL_SIDE) {
        gaps_fill(cells, whole->corner.x + i, cells->goal.x0, cells->goal.x1, dx + i);
        gaps_fill(cells, whole->corner.y + i, cells->goal.y0, cells->goal.y1, dy + i);
    }
    for (int side = 0; side < 4; side++) {
        const uint32_t *along = side < 2 ? dx : dy, *other = side < 2 ? dy : dx;
        const uint32_t across = other[side % 2 * (LFI_EXPANSE_SIDE - 1)];
        for (int part = 0; part < LFI_EXPANSE_CELLS; part++, bounds += LFI_SIDE_LANES) {
            side_bound(along + LFI_CELL_SIDE * part, across, orthogonal, bounds);
            marks_bound(cells, search->query.weights->rims, lfi_expanse_side_cell(cells, whole, side, part),
                        side, bounds);
        }
    }
}
#endif // LF_NO_CELLS
