// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The survey of weights: costs from eight landmarks to all lanes, and the bounds that follow (ALT: A*, landmarks and
// the triangle inequality). The distance times the least weight, which `cells` has anyway, is far too low where most
// tiles are dearer than the least.
//
// One field per landmark serves both directions, because under uniform costs there and back differ by the weights
// of the ends alone. A query uses the four landmarks that see its two ends farthest apart. Gates and obstacles that
// block only make ways dearer, so bounds hold for them; what obstacles open may make them cheaper: then there are none.
// Nor are there in a corridor, which says where to go.
//
// Landmarks: each is the lane farthest from those before it, as far as they can be reached. The body that they lie in is
// that of the best of four starts.
//
// Costs are kept in 16 bits per lane, counted from the least of its cell: what a cell that is met has to read is
// what a survey costs a query. Ways within a cell fit, so only lanes that no way within the cell joins can be too far.
#include "lanes.h"

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

static uint32_t survey_cell(const lf_weights *weights, lf_point point) {
    return (uint32_t)point.y / LFI_CELL_SIDE * weights->columns + (uint32_t)point.x / LFI_CELL_SIDE;
}

/// Where a landmark keeps what it knows of a cell.
static size_t survey_place(const lf_weights *weights, uint32_t landmark, uint32_t cell) {
    return (size_t)landmark * weights->columns * weights->rows + cell;
}

/// Keeps the costs of the lanes of a cell, of which some are open; returns how many have one.
static int survey_keep(lf_weights *weights, size_t place, const uint32_t *costs, uint64_t open) {
    uint16_t *lanes = weights->survey + place * LFI_LANES;
    lfi_survey_span span = {.base = LFI_LANE_NONE};
    int reached = 0;
    for (int i = 0; i < LFI_LANES; i++) {
        const bool has = (open >> i & 1) != 0 && costs[i] < LFI_LANE_NONE;
        if (has && costs[i] < span.base) span.base = costs[i];
        reached += has;
    }
    for (int i = 0; i < LFI_LANES; i++) {
        lanes[i] = LFI_AWAY_NONE;
        if ((open >> i & 1) == 0) continue;
        const uint32_t more = costs[i] - span.base;
        if (costs[i] < LFI_LANE_NONE) lanes[i] = more < LFI_AWAY_FAR ? (uint16_t)more : LFI_AWAY_FAR;
        span.odd |= lanes[i] >= LFI_AWAY_FAR;
        if (lanes[i] < LFI_AWAY_FAR && lanes[i] > span.wide) span.wide = lanes[i];
    }
    weights->survey_spans[place] = span;
    return reached;
}

/// Of a lane, about.
static uint32_t survey_away(const lf_weights *weights, uint32_t landmark, uint64_t lane) {
    const size_t place = survey_place(weights, landmark, (uint32_t)(lane / LFI_LANES));
    const uint16_t away = weights->survey[place * LFI_LANES + lane % LFI_LANES];
    return away == LFI_AWAY_NONE ? LFI_LANE_NONE : weights->survey_spans[place].base + away;
}

/// Fills one field, and returns how many lanes it reaches.
static uint64_t survey_fill(lf_search *search, lf_weights *weights, lf_tile from, uint32_t landmark) {
    const lfi_cells *cells = lfi_cells_of(search);
    uint64_t reached = 0;
    lfi_cells_fill(search, from);
    for (uint32_t i = 0; i < cells->count; i++) {
        const size_t place = survey_place(weights, landmark, i);
        if (cells->cells[i].stamp == cells->stamp && cells->cells[i].open != 0) {
            reached += (uint64_t)survey_keep(weights, place, cells->lanes32[i].costs, cells->cells[i].open);
            continue;
        }
        memset(weights->survey + place * LFI_LANES, 0xff,
               LFI_LANES * sizeof *weights->survey); // LFI_AWAY_NONE
        weights->survey_spans[place] = (lfi_survey_span){.odd = true};
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
        const uint64_t reached = survey_fill(search, weights, tile, 0);
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
        uint32_t nearest = survey_away(weights, 0, lane);
        for (uint32_t i = 1; i < landmarks; i++) {
            const uint32_t away = survey_away(weights, i, lane);
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
    survey_fill(search, weights, from, 0);
    for (uint32_t i = 0; i < LFI_SURVEY_LANDMARKS; i++) {
        from = survey_farthest(weights, i == 0 ? 1 : i);
        survey_fill(search, weights, from, i);
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

/// What it costs from each lane of its cell to a target, without leaving the cell; LFI_NARROW_NONE: no way. One sweep
/// from the target: there and back differ by what the two ends weigh.
static void target_ways(const lf_weights *weights, lf_point point, uint16_t *ways) {
    const int target = lfi_cell_tile(point);
    lfi_patch patch = {.moves = weights->given->moves};
    lfi_patch_sums sums;
    uint16_t costs[LFI_CELL_TILES];
    lfi_rows_read(weights->map, (lf_point){point.x & -LFI_CELL_SIDE, point.y & -LFI_CELL_SIDE}, patch.rows);
    lfi_patch_load(&patch, weights, survey_cell(weights, point));
    lfi_patch_add_up(&patch, &sums);
    memset(costs, 0xff, sizeof costs);
    costs[target] = 0;
    lfi_within_narrow(&sums, costs);
    for (int i = 0; i < LFI_LANES; i++) {
        const int tile = lfi_lane_tile(i), way = costs[tile] + patch.weights[target] - patch.weights[tile];
        ways[i] = costs[tile] == LFI_NARROW_NONE ? LFI_NARROW_NONE : (uint16_t)way;
    }
}

/// A target as a landmark sees it, which counts from a base on: the cost of the cheapest way by a lane of its cell;
/// LFI_LANE_NONE if there is none, or it is not known.
static uint32_t target_away(uint32_t base, const uint16_t *lanes, const uint16_t *ways) {
    uint32_t away = LFI_LANE_NONE;
    for (int i = 0; i < LFI_LANES; i++) {
        if (lanes[i] == LFI_AWAY_FAR) return LFI_LANE_NONE;
        if (ways[i] == LFI_NARROW_NONE || lanes[i] == LFI_AWAY_NONE) continue;
        const uint32_t way = base + lanes[i] + ways[i];
        if (way < away) away = way;
    }
    return away;
}

/// What lanes of the query's targets lead to, and where those are.
typedef struct survey_targets {
    uint16_t ways[SURVEY_TARGETS][LFI_LANES];
    uint32_t cells[SURVEY_TARGETS];
} survey_targets;

static void targets_look(const lf_search *search, survey_targets *targets) {
    for (int64_t i = 0; i < search->query.target_count; i++) {
        const lf_point point = lfi_map_point(search->map, search->query.targets[i]);
        targets->cells[i] = survey_cell(search->query.weights, point);
        target_ways(search->query.weights, point, targets->ways[i]);
    }
}

/// The targets as a landmark sees them; false if it does not reach them all.
static bool mark_see(const lf_search *search, uint32_t landmark, const survey_targets *targets,
                     lfi_cells_mark *mark) {
    const lf_query *query = &search->query;
    const lf_weights *weights = query->weights;
    mark->away = weights->survey + survey_place(weights, landmark, 0) * LFI_LANES;
    mark->spans = weights->survey_spans + survey_place(weights, landmark, 0);
    mark->near = INT32_MAX;
    mark->far = INT32_MIN;
    for (int64_t i = 0; i < query->target_count; i++) {
        const uint32_t cell = targets->cells[i];
        const uint32_t away =
            target_away(mark->spans[cell].base, mark->away + (size_t)cell * LFI_LANES, targets->ways[i]);
        const int32_t beyond = (int32_t)away - weights->costs[query->targets[i]];
        if (away == LFI_LANE_NONE) return false;
        if ((int32_t)away < mark->near) mark->near = (int32_t)away;
        if (beyond > mark->far) mark->far = beyond;
    }
    return true;
}

/// How far apart a landmark sees the first source and the targets, about; and in which order.
static int32_t mark_gap(const lf_search *search, lfi_cells_mark *mark) {
    const lf_point point = lfi_map_point(search->map, search->query.sources[0].tile);
    const int32_t here = (int32_t)mark->spans[survey_cell(search->query.weights, point)].base;
    const int32_t before = mark->near - here, beyond = here - mark->far;
    mark->behind = before > beyond;
    return mark->behind ? before : beyond;
}

void lfi_cells_choose_marks(lf_search *search) {
    lfi_cells *cells = lfi_cells_of(search);
    const lf_weights *weights = search->query.weights;
    survey_targets targets;
    int32_t gaps[LFI_MARKS];
    cells->mark_count = 0;
    if (LFI_SURVEYS == 0) return;
    if (cells->wide || cells->led || search->opens || search->query.target_count > SURVEY_TARGETS) return;
    if (weights->landmarks > 0) targets_look(search, &targets);
    for (uint32_t i = 0; i < weights->landmarks; i++) {
        lfi_cells_mark mark;
        if (!mark_see(search, i, &targets, &mark)) continue;
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
