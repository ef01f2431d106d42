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

/// Bounds of 16 lanes by a landmark. From it to the target it is no farther than by way of the lane; and under uniform
/// costs the way from the lane to the landmark costs what the way back does, without the lane and with the landmark. The
/// landmark lies behind the source, or beyond the targets: only one of the two is worth looking at. (Sums are arranged
/// so that none is below 0.)
static void mark_bound(const lfi_cells_mark *mark, uint32_t base, const uint16_t *away, const uint16_t *rim,
                       uint32_t *bounds) {
    const int32_t before = mark->near - (int32_t)base, beyond = (int32_t)base - mark->far;
    const lfi_v4 least = lfi_v4_splat(before > 0 ? (uint32_t)before : 0),
                 more = lfi_v4_splat(beyond > 0 ? (uint32_t)beyond : 0),
                 less = lfi_v4_splat(beyond < 0 ? (uint32_t)-beyond : 0);
    for (int i = 0; i < LFI_SIDE_LANES; i += 4) {
        const lfi_v4 far = lfi_v4_widen(away + i), bound = lfi_v4_load(bounds + i);
        if (mark->behind) {
            lfi_v4_store(bounds + i, lfi_v4_take(lfi_v4_max(lfi_v4_add(bound, far), least), far));
        } else {
            const lfi_v4 off = lfi_v4_add(lfi_v4_widen(rim + i), less);
            const lfi_v4 best = lfi_v4_max(lfi_v4_add(bound, off), lfi_v4_add(far, more));
            lfi_v4_store(bounds + i, lfi_v4_take(best, off));
        }
    }
}

/// The same where the landmark does not reach all lanes, and so no target from them, or numbers do not.
static void mark_bound_odd(const lfi_cells_mark *mark, uint32_t base, const uint16_t *away,
                           const uint16_t *rim, uint32_t *bounds) {
    uint32_t some[LFI_SIDE_LANES];
    for (int i = 0; i < LFI_SIDE_LANES; i++) some[i] = bounds[i];
    mark_bound(mark, base, away, rim, some);
    for (int i = 0; i < LFI_SIDE_LANES; i++) {
        if (away[i] != LFI_AWAY_FAR) bounds[i] = away[i] == LFI_AWAY_NONE ? LFI_LANE_NONE : some[i];
    }
}

/// What bounds without landmarks are at least, in a cell.
static int32_t cell_low(const lfi_cells *cells, lf_point corner, bool orthogonal) {
    const int32_t far = LFI_CELL_SIDE - 1;
    const int32_t left = cells->goal.x0 - corner.x - far, right = corner.x - cells->goal.x1;
    const int32_t above = cells->goal.y0 - corner.y - far, below = corner.y - cells->goal.y1;
    const int32_t dx = left > right ? left : right, dy = above > below ? above : below;
    const int32_t across = dx > 0 ? dx : 0, high = dy > 0 ? dy : 0;
    return (orthogonal ? across + high : across > high ? across : high) * (int32_t)cells->least;
}

/// The landmarks of the query that may say more of a cell than others do, as bits: most say nothing new, and then their
/// numbers need not be read.
static unsigned marks_worth(const lfi_cells *cells, const lf_weights *weights, uint32_t number, int32_t low) {
    int32_t most[LFI_MARKS];
    unsigned worth = 0;
    for (int i = 0; i < cells->mark_count; i++) {
        const lfi_cells_mark *mark = &cells->marks[i];
        const lfi_survey_span *span = &mark->spans[number];
        const int32_t base = (int32_t)span->base, wide = span->wide;
        const int32_t least =
            mark->behind ? mark->near - base - wide : base - mark->far - (int32_t)weights->most;
        most[i] = mark->behind ? mark->near - base : base + wide - mark->far;
        if (span->odd) most[i] = INT32_MAX;
        if (!span->odd && least > low) low = least;
    }
    for (int i = 0; i < cells->mark_count; i++) worth |= (unsigned)(most[i] > low) << i;
    return worth;
}

/// Bounds of a side of a cell by some landmarks of the query.
static void marks_bound(const lfi_cells *cells, unsigned worth, const uint16_t *rims, uint32_t number,
                        int side, uint32_t *bounds) {
    const size_t first = (size_t)number * LFI_LANES + (size_t)(LFI_SIDE_LANES * side);
    for (; worth != 0; worth &= worth - 1) {
        const lfi_cells_mark *mark = &cells->marks[lfi_lowest_bit(worth)];
        const lfi_survey_span *span = &mark->spans[number];
        (span->odd ? mark_bound_odd : mark_bound)(mark, span->base, mark->away + first, rims + first, bounds);
    }
}

/// Bounds of all lanes of a cell.
void lfi_lanes_bound(const lf_search *search, uint32_t number) {
    lfi_cells *cells = lfi_cells_of(search);
    const lf_moves moves = search->map->moves;
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
    if (LFI_SURVEYS == 0 || cells->mark_count == 0) return;
    const lf_weights *weights = search->query.weights;
    const unsigned worth =
        marks_worth(cells, weights, number, cell_low(cells, cells->cells[number].corner, orthogonal));
    for (int side = 0; side < 4; side++)
        marks_bound(cells, worth, weights->rims, number, side, bounds + LFI_SIDE_LANES * side);
}

void lfi_expanse_bound(const lf_search *search, const lfi_cell *whole, uint32_t *bounds) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lf_weights *weights = search->query.weights;
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
            if (LFI_SURVEYS == 0 || cells->mark_count == 0) continue;
            const uint32_t cell = lfi_expanse_side_cell(cells, whole, side, part);
            const unsigned worth =
                marks_worth(cells, weights, cell, cell_low(cells, cells->cells[cell].corner, orthogonal));
            marks_bound(cells, worth, weights->rims, cell, side, bounds);
        }
    }
}
#endif // LF_NO_CELLS
