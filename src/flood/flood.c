// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The strategy `flood`: waves from all sources until one of them meets a target (waves.c), and the walk back
// from there by the written rule of lf_search_find. Under octile costs octile.c does the work, under weights
// weighted.c.
#include "flood.h"

#include "octile.h"
#include "weighted.h"

// ---- Memory ---------------------------------------------------------------------------------------

static void flood_arrays(lf_search *search, lfi_arrays *run) {
    lfi_waves_arrays(lfi_flood_of(search), search->base, run);
}

const lfi_part lfi_flood_part = {.size = sizeof(lfi_waves), .arrays = flood_arrays};

// ---- Beginning and ending -------------------------------------------------------------------------

void lfi_flood_begin(lf_search *search) {
    const lf_query *query = &search->query;
    lfi_waves *waves = lfi_flood_of(search);
    lfi_waves_reset(waves, search->map);
    for (int64_t i = 0; i < query->target_count; i++)
        lfi_waves_add_target(waves, search->map, query->targets[i]);
    for (int64_t i = 0; i < query->source_count; i++) {
        if (!lfi_search_source_useful(search, query->sources[i].tile)) continue;
        lfi_waves_add_source(waves, search->map, query->sources[i].tile);
    }
}

/// While the search runs, the tiles of the next wave count too: they are in the queue.
bool lfi_flood_has_met(const lf_search *search, lf_tile tile) {
    const lfi_waves *waves = lfi_flood_of(search);
    if (lfi_waves_distance(waves, search->map, lfi_map_point(search->map, tile)) >= 0) return true;
    return search->state == LFI_RUNNING && lfi_waves_queued(waves, search->map, tile);
}

/// Sets the ends of the route. No target is nearer than this wave, so the distance modulo 4 tells which
/// targets are in it.
static void wave_settle(lf_search *search) {
    lf_route *route = &search->route;
    route->length = lfi_flood_of(search)->distance;
    for (int64_t i = 0; route->target == LF_NO_TILE; i++) {
        LFI_ASSERT(i < search->query.target_count);
        const lf_tile tile = search->query.targets[i];
        const int distance =
            lfi_waves_distance(lfi_flood_of(search), search->map, lfi_map_point(search->map, tile));
        if (distance == (route->length & 3)) route->target = tile;
    }
    lfi_wave_walk walk = lfi_wave_walk_make(search->map, route->target);
    for (int64_t distance = route->length; distance > 0; distance--)
        route->diagonal +=
            lfi_move_is_diagonal(lfi_waves_back(lfi_flood_of(search), search->map, &walk, distance));
    route->source = walk.tile;
}

void lfi_flood_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    lfi_wave_walk walk = lfi_wave_walk_make(search->map, search->route.target);
    for (int64_t distance = search->route.length;; distance--) {
        if (distance < capacity) tiles[distance] = walk.tile;
        if (distance == 0) return;
        lfi_waves_back(lfi_flood_of(search), search->map, &walk, distance);
    }
}

// ---- Within a fence -------------------------------------------------------------------------------
//
// A strategy that gave up may know lower bounds of the way from any place to the targets. Then waves leave out what
// cannot be part of a route of at most `limit` moves: tiles whose distance and bound together exceed it. If there is
// such a route, the shortest one is found, and it is the one that an unfenced flood finds:
//
// Let p be a tile of a shortest route, or a tile from which such a route could have come: one with
// distance(p) + way(p) = length <= limit. Its bound is no more than its way, so it is not left out, and by induction
// over the distance its own distance is right, since all tiles through which a shortest way to it leads are of this
// kind. So all tiles that the walk back may choose are met at their distances. A tile beside them that is not of this
// kind is met one move later than the tile that it lies beside, or not at all. Where the target cannot be reached in
// `limit` moves it is not reached: the bound of its own block is 0.
//
// If the strategy has a route, the limit is one move less, and this route is the answer if nothing is found. Otherwise
// the fence is taken away. Nothing of the waves before is of use then: a tile that was left out is nearer than others
// that were met, and distances are kept modulo 4.

static uint32_t fence_end(const void *user, uint32_t block) {
    const lf_search *search = user;
    const lfi_box box =
        lfi_box_grow(lfi_blocks_box(&search->map->blocks, block), 0, search->map->width, search->map->height);
    const uint64_t rest = search->fence.rest(search, box), limit = search->fence.limit;
    if (rest > limit) return 1; // only sources are met there
    return limit - rest < UINT32_MAX ? (uint32_t)(limit - rest) + 1 : UINT32_MAX;
}

/// Nothing is shorter than the settled route.
static lf_status fence_return(lf_search *search) {
    const lfi_fence *fence = &search->fence;
    search->runner = search->strategy;
    search->route.length = fence->length;
    search->route.diagonal = fence->diagonal;
    search->route.source = fence->source;
    search->route.target = fence->target;
    return LF_OK;
}

lf_status lfi_flood_run(lf_search *search, int64_t *budget) {
    lfi_waves *waves = lfi_flood_of(search);
    const lfi_wave_sink within = {.end = fence_end, .user = search};
    const lf_status status =
        lfi_waves_run(waves, search->map, search->fence.rest != NULL ? &within : NULL, INT64_MAX, budget);
    if (status == LF_PAUSED) return status;
    search->route.stats.enqueued += waves->met + waves->wave_met;
    search->route.stats.expanded += waves->met + (status == LF_OK); // the target, not the rest of its wave
    if (status == LF_OK) wave_settle(search);
    if (status == LF_OK || search->fence.rest == NULL) return status;
    if (search->fence.settled) return fence_return(search);
    search->fence.rest = NULL;
    lfi_flood_begin(search);
    return LF_PAUSED;
}

// ---- A search under way ---------------------------------------------------------------------------

static void block_show(const lfi_waves_block *block, lfi_box box, const lfi_viewer *viewer) {
    for (unsigned y = 0; y < LFI_WIDE_ROWS; y++) {
        for (uint64_t row = lfi_wide_row(&block->met, y); row != 0; row &= row - 1)
            viewer->see(viewer->user, (lf_point){box.x0 + lfi_lowest_bit(row), box.y0 + (int32_t)y});
    }
}

/// Tiles of the wave under way count as soon as they are met: the wave before it leads to them.
static void flood_show(const lf_search *search, const lfi_viewer *viewer) {
    const lfi_waves *waves = lfi_flood_of(search);
    for (uint32_t i = 0; i < search->map->blocks.count; i++) {
        const lfi_waves_block *block = &waves->blocks[i];
        if (block->stamp != waves->stamp || lfi_wide_is_none(block->met)) continue;
        const lfi_box box = lfi_blocks_box(&search->map->blocks, i);
        if (viewer->wants(viewer->user, box)) block_show(block, box, viewer);
    }
}

/// Whether a met tile is a source: it has no neighbour that is one move nearer. (Modulo 4, a neighbour of a
/// source is at 0 or 1, and the one before it would be at 3.)
static bool walk_is_at_source(const lf_search *search, const lfi_wave_walk *walk, int distance) {
    const lf_map *map = search->map;
    const unsigned from = map->allowed[lfi_bits_around(map->open, walk->spot, map->stride)];
    for (int k = 0; k < LFI_AROUND; k++) {
        if ((from >> k & 1) == 0) continue;
        const lf_point point = {walk->point.x + lfi_move_dx(k), walk->point.y + lfi_move_dy(k)};
        if (lfi_waves_distance(lfi_flood_of(search), map, point) == ((distance + 3) & 3)) return false;
    }
    return true;
}

static void flood_measure(const lf_search *search, lf_tile tile, lf_route *route) {
    lfi_wave_walk walk = lfi_wave_walk_make(search->map, tile);
    int distance = lfi_waves_distance(lfi_flood_of(search), search->map, walk.point);
    for (route->length = route->diagonal = 0; !walk_is_at_source(search, &walk, distance); route->length++) {
        route->diagonal +=
            lfi_move_is_diagonal(lfi_waves_back(lfi_flood_of(search), search->map, &walk, distance));
        distance = (distance + 3) & 3;
    }
    route->source = walk.tile;
}

// ---- The strategy ---------------------------------------------------------------------------------

static lf_status strategy_check_room(const lf_search *search, const lf_query *query) {
    if (query->weights != NULL)
        return search->parts[LFI_PART_WEIGHTED] == NULL ? LF_E_NO_WEIGHTS : lfi_weighted_check(search, query);
    const bool room = search->parts[LFI_PART_OCTILE] != NULL;
    return lfi_query_is_octile(query, search->base) && !room ? LF_E_NO_OCTILE : LF_OK;
}

/// The three forms of flood.
typedef struct flood_form {
    void (*begin)(lf_search *search);
    lf_status (*run)(lf_search *search, int64_t *budget);
    void (*trace)(const lf_search *search, lf_tile *tiles, int64_t capacity);
    bool (*has_met)(const lf_search *search, lf_tile tile);
    void (*show)(const lf_search *search, const lfi_viewer *viewer);
    void (*measure)(const lf_search *search, lf_tile tile, lf_route *route);
} flood_form;

/// The form that answers the current query.
static const flood_form *form_of(const lf_search *search) {
    static const flood_form waves = {lfi_flood_begin,   lfi_flood_run, lfi_flood_trace,
                                     lfi_flood_has_met, flood_show,    flood_measure};
    static const flood_form octile = {lfi_octile_begin,   lfi_octile_run,  lfi_octile_trace,
                                      lfi_octile_has_met, lfi_octile_show, lfi_octile_measure};
    static const flood_form weighted = {lfi_weighted_begin,   lfi_weighted_run,  lfi_weighted_trace,
                                        lfi_weighted_has_met, lfi_weighted_show, lfi_weighted_measure};
    if (search->query.weights != NULL) return &weighted;
    return LFI_HAS_OCTILE && lfi_search_is_octile(search) ? &octile : &waves;
}

static void strategy_begin(lf_search *search) {
    form_of(search)->begin(search);
    if (search->stage != LFI_STAGE_GUARDRAIL) search->route.stats.phases = 1;
}

static lf_status strategy_step(lf_search *search, int64_t *budget) {
    return form_of(search)->run(search, budget);
}

static void strategy_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    form_of(search)->trace(search, tiles, capacity);
}

static bool strategy_has_met(const lf_search *search, lf_tile tile) {
    return form_of(search)->has_met(search, tile);
}

static void strategy_show(const lf_search *search, const lfi_viewer *viewer) {
    form_of(search)->show(search, viewer);
}

static void strategy_measure(const lf_search *search, lf_tile tile, lf_route *route) {
    form_of(search)->measure(search, tile, route);
}

const lfi_strategy lfi_flood_strategy = {
    .name = "flood",
    .exact = true,
    .octile = true,
    .gated = true,
    .opened = true,
    .weighted = true,
    .first_wins = true,
    .preference = 1,
    .parts = LFI_PART_BIT(FLOOD),
    .check = strategy_check_room,
    .begin = strategy_begin,
    .step = strategy_step,
    .trace = strategy_trace,
    .has_met = strategy_has_met,
    .show = strategy_show,
    .measure = strategy_measure,
};
