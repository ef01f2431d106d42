// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The survey of weights: costs from eight landmarks to all lanes, and the bounds that follow (ALT: A*, landmarks and
// the triangle inequality). The distance times the least weight, which `cells` has anyway, is far too low where most
// tiles are dearer than the least.
//
// One field per landmark serves both directions, because under uniform costs there and back differ by the weights
// of the ends alone. A query uses the four landmarks that see its two ends farthest apart. Gates and obstacles that
// block only make ways dearer, so bounds hold for them; what obstacles open may make them cheaper: then there are none.
//
// Landmarks: each is the lane farthest from those before it, as far as they can be reached. The body that they lie in is
// that of the best of four starts.
#include "cells.h"

#include <string.h>

enum { SURVEY_STARTS = 4, SURVEY_TARGETS = 8 };

static uint64_t survey_lanes(const lf_weights *weights) {
    return (uint64_t)weights->columns * weights->rows * LFI_LANES;
}

/// The tile of a lane of the map.
static lf_tile survey_tile(const lf_weights *weights, uint64_t lane) {
    const uint32_t cell = (uint32_t)(lane / LFI_LANES);
    const lf_point point = {
        (int32_t)(cell % weights->columns * LFI_CELL_SIDE) + lfi_lane_x((int)(lane % LFI_LANES)),
        (int32_t)(cell / weights->columns * LFI_CELL_SIDE) + lfi_lane_y((int)(lane % LFI_LANES))};
    return lf_map_tile(weights->given, point.x, point.y);
}

/// Fills one field, and returns how many lanes it reaches.
static uint64_t survey_fill(lf_search *search, lf_tile from, uint32_t *field) {
    const lfi_cells *cells = lfi_cells_of(search);
    uint64_t reached = 0;
    lfi_cells_fill(search, from);
    for (uint32_t i = 0; i < cells->count; i++) {
        uint32_t *lanes = field + (size_t)i * LFI_LANES;
        const bool met = cells->cells[i].stamp == cells->stamp && cells->cells[i].open != 0;
        for (int k = 0; k < LFI_LANES; k++) {
            lanes[k] = met ? cells->lanes32[i].costs[k] : LFI_LANE_NONE;
            reached += lanes[k] != LFI_LANE_NONE;
        }
    }
    return reached;
}

/// The first open lane from a place in the list of all lanes on; LF_NO_TILE if there is none.
static lf_tile survey_open(const lf_weights *weights, uint64_t from) {
    for (uint64_t lane = from; lane < survey_lanes(weights); lane++) {
        const lf_tile tile = survey_tile(weights, lane);
        if (lf_map_is_open(weights->map, tile)) return tile;
    }
    return LF_NO_TILE;
}

/// A tile of the body to be surveyed; LF_NO_TILE if no lane is open.
static lf_tile survey_start(lf_search *search, lf_weights *weights) {
    lf_tile best = LF_NO_TILE;
    uint64_t most = 0;
    for (uint64_t i = 0; i < SURVEY_STARTS; i++) {
        const lf_tile tile = survey_open(weights, survey_lanes(weights) / SURVEY_STARTS * i);
        if (tile == LF_NO_TILE) continue;
        const uint64_t reached = survey_fill(search, tile, weights->survey);
        if (reached <= most) continue;
        most = reached;
        best = tile;
    }
    return best;
}

/// The lane that is farthest from all landmarks so far; from the start, if there is none.
static lf_tile survey_farthest(const lf_weights *weights, uint32_t landmarks) {
    const uint64_t count = survey_lanes(weights);
    uint64_t best = 0;
    uint32_t most = 0;
    for (uint64_t lane = 0; lane < count; lane++) {
        uint32_t nearest = weights->survey[lane];
        for (uint32_t i = 1; i < landmarks; i++) {
            const uint32_t away = weights->survey[i * count + lane];
            if (away < nearest) nearest = away;
        }
        if (nearest == LFI_LANE_NONE || nearest < most) continue;
        most = nearest;
        best = lane;
    }
    return survey_tile(weights, best);
}

static void survey_run(lf_search *search, lf_weights *weights) {
    lf_tile from = survey_start(search, weights);
    if (from == LF_NO_TILE) return;
    survey_fill(search, from, weights->survey);
    for (uint32_t i = 0; i < LFI_SURVEY_LANDMARKS; i++) {
        from = survey_farthest(weights, i == 0 ? 1 : i);
        survey_fill(search, from, weights->survey + i * survey_lanes(weights));
        weights->landmarks = i + 1;
    }
}

lf_status lf_weights_survey(lf_weights *weights, lf_search *search) {
    if (weights == NULL || search == NULL) return LF_E_NULL;
    if (search->held != NULL) return LF_E_WEIGHTS_WORLD;
    if (search->base != weights->given) return LF_E_FOREIGN_WEIGHTS;
    if (lfi_cells_of(search) == NULL) return LF_E_NO_WEIGHTS;
    lf_search_cancel(search);
    lfi_weights_survey_drop(weights);
    if (!lfi_weights_narrow(weights)) return LF_OK;
    if (lfi_weights_survey_make(weights) != LF_OK) return LF_E_NOMEM;
    search->query = (lf_query){.weights = weights};
    search->opens = false;
    search->map = weights->map;
    survey_run(search, weights);
    search->map = search->base;
    return LF_OK;
}

// ---- Of a query -----------------------------------------------------------------------------------

/// The targets as a landmark sees them; false if it does not reach them all.
static bool mark_see(const lf_search *search, uint32_t landmark, lfi_cells_mark *mark) {
    const lf_query *query = &search->query;
    const lf_weights *weights = query->weights;
    mark->away = weights->survey + landmark * survey_lanes(weights);
    mark->near = INT32_MAX;
    mark->far = INT32_MIN;
    for (int64_t i = 0; i < query->target_count; i++) {
        const lf_point point = lfi_map_point(search->map, query->targets[i]);
        const uint32_t cell =
            (uint32_t)point.y / LFI_CELL_SIDE * weights->columns + (uint32_t)point.x / LFI_CELL_SIDE;
        const uint32_t away = lfi_cells_tile_cost(weights, point, mark->away + (size_t)cell * LFI_LANES);
        const int32_t beyond = (int32_t)away - weights->costs[query->targets[i]];
        if (away >= LFI_LANE_NONE) return false;
        if ((int32_t)away < mark->near) mark->near = (int32_t)away;
        if (beyond > mark->far) mark->far = beyond;
    }
    return true;
}

/// How far apart a landmark sees the first source and the targets, about.
static int32_t mark_gap(const lf_search *search, const lfi_cells_mark *mark) {
    const lf_weights *weights = search->query.weights;
    const lf_point point = lfi_map_point(search->map, search->query.sources[0].tile);
    const uint32_t cell =
        (uint32_t)point.y / LFI_CELL_SIDE * weights->columns + (uint32_t)point.x / LFI_CELL_SIDE;
    const uint32_t *lanes = mark->away + (size_t)cell * LFI_LANES;
    uint32_t least = LFI_LANE_NONE;
    for (int i = 0; i < LFI_LANES; i++) least = lanes[i] < least ? lanes[i] : least;
    const int32_t before = mark->near - (int32_t)least, beyond = (int32_t)least - mark->far;
    return before > beyond ? before : beyond;
}

void lfi_cells_choose_marks(lf_search *search) {
    lfi_cells *cells = lfi_cells_of(search);
    const lf_weights *weights = search->query.weights;
    int32_t gaps[LFI_MARKS];
    cells->mark_count = 0;
    if (cells->wide || search->opens || search->query.target_count > SURVEY_TARGETS) return;
    for (uint32_t i = 0; i < weights->landmarks; i++) {
        lfi_cells_mark mark;
        if (!mark_see(search, i, &mark)) continue;
        const int32_t gap = mark_gap(search, &mark);
        int at = cells->mark_count < LFI_MARKS ? cells->mark_count++ : LFI_MARKS;
        for (; at > 0 && gaps[at - 1] < gap; at--) {
            if (at == LFI_MARKS) continue;
            gaps[at] = gaps[at - 1];
            cells->marks[at] = cells->marks[at - 1];
        }
        if (at == LFI_MARKS) continue;
        gaps[at] = gap;
        cells->marks[at] = mark;
    }
}
