// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Creating the map; questions about single tiles.
#include "shim.h"

lfjs_atlas lfjs_here;

LFJS(uint32_t, lfjs_routes_version)(void) {
    return lf_routes_version();
}

LFJS(const char *, lfjs_fault_text)(int32_t fault) {
    return lf_fault_text((lf_fault)fault);
}

// ---- Creating -------------------------------------------------------------------------------------

// The words of lfjs_open.
enum {
    OPEN_WIDTH,
    OPEN_HEIGHT,
    OPEN_FORMAT,
    OPEN_MASK,
    OPEN_VALUE,
    OPEN_MOVES,
    OPEN_COST,
    OPEN_HIERARCHY,
    OPEN_EDITABLE,
    OPEN_DEPTH, // 0 = none, 1 = computed, 2 = the given plane, 3 = by corners
    OPEN_EDGE_BLOCKED,
    OPEN_COARSE, // of an editable map: the level, 0 = the default, -1 = none
};

static lf_status plain_open(const lf_map_desc *map, const lf_depth_desc *depth) {
    lf_status status = lf_map_create(map, &lfjs_here.map);
    if (status == LF_OK && depth != NULL) status = lf_depth_create(lfjs_here.map, depth, &lfjs_here.depth);
    return status;
}

/// The index is always left to work: whoever does not want one does no work.
static lf_status world_open(const lf_map_desc *map, const lf_depth_desc *depth) {
    const lf_index_desc index = {.cost = lfjs_here.cost, .hierarchy = lfjs_here.hierarchy};
    const lf_coarse_desc coarse = {.level = lfjs_words[OPEN_COARSE]};
    lfjs_here.has_coarse = lfjs_words[OPEN_COARSE] >= 0;
    return lf_world_create(&(lf_world_desc){.map = *map,
                                            .index = &index,
                                            .index_later = true,
                                            .coarse = lfjs_here.has_coarse ? &coarse : NULL,
                                            .depth = depth,
                                            .weights = lfjs_here.weights,
                                            .weights_count = lfjs_here.weights_count},
                           &lfjs_here.world);
}

/// Makes the instance's map. Once in the life of an instance.
LFJS(int32_t, lfjs_open)(const void *tiles, size_t tiles_size, const uint8_t *plane, size_t plane_size) {
    const int32_t *w = lfjs_words;
    const lf_map_desc map = {.width = w[OPEN_WIDTH],
                             .height = w[OPEN_HEIGHT],
                             .tiles = tiles,
                             .tiles_size = tiles_size,
                             .format = (lf_tile_format)w[OPEN_FORMAT],
                             .mask = (uint8_t)w[OPEN_MASK],
                             .value = (uint8_t)w[OPEN_VALUE],
                             .moves = (lf_moves)w[OPEN_MOVES]};
    const lf_depth_desc depth = {.from =
                                     (lf_depth_from)(w[OPEN_DEPTH] == 1 ? LF_DEPTH_COMPUTED : w[OPEN_DEPTH]),
                                 .plane = plane,
                                 .plane_size = plane_size,
                                 .edge_blocked = w[OPEN_EDGE_BLOCKED] != 0};
    lfjs_here.cost = (lf_cost)w[OPEN_COST];
    lfjs_here.hierarchy = (lf_hierarchy)w[OPEN_HIERARCHY];
    const lf_depth_desc *depths = w[OPEN_DEPTH] != 0 ? &depth : NULL;
    return w[OPEN_EDITABLE] ? world_open(&map, depths) : plain_open(&map, depths);
}

// ---- Single tiles ---------------------------------------------------------------------------------

/// A world's newest state. The world holds it too, so it stays after this call.
const lf_snapshot *lfjs_state_now(void) {
    const lf_snapshot *state = lf_world_acquire(lfjs_here.world);
    lf_snapshot_release(state);
    return state;
}

const lf_map *lfjs_map_now(void) {
    return lfjs_here.world == NULL ? lfjs_here.map : lf_snapshot_map(lfjs_state_now());
}

const lf_depth *lfjs_depth_now(void) {
    return lfjs_here.world == NULL ? lfjs_here.depth : lf_snapshot_depth(lfjs_state_now());
}

LFJS(double, lfjs_map_version)(void) {
    return lfjs_here.world == NULL ? 0 : (double)lf_snapshot_version(lfjs_state_now());
}

LFJS(double, lfjs_open_count)(void) {
    return (double)lf_map_open_count(lfjs_map_now());
}

LFJS(int32_t, lfjs_is_open)(lf_tile tile) {
    return lf_map_is_open(lfjs_map_now(), tile);
}

/// One byte for each tile: 1 if it is open now.
LFJS(void, lfjs_open_tiles)(uint8_t *to) {
    const lf_map *map = lfjs_map_now();
    const uint32_t count = (uint32_t)lf_map_width(map) * (uint32_t)lf_map_height(map);
    for (lf_tile tile = 0; tile < count; tile++) to[tile] = lf_map_is_open(map, tile);
}

/// The body of a tile, or -1.
LFJS(double, lfjs_body)(lf_tile tile) {
    const uint32_t body = lf_map_body(lfjs_map_now(), tile);
    return body == LF_NO_BODY ? -1.0 : (double)body;
}

LFJS(double, lfjs_body_size)(uint32_t body) {
    return (double)lf_map_body_size(lfjs_map_now(), body);
}

LFJS(int32_t, lfjs_depth_at)(lf_tile tile) {
    return lf_depth_at(lfjs_depth_now(), tile);
}

/// The depth, -1 (no route) or LF_DEPTH_PENDING.
LFJS(int32_t, lfjs_depth_between)(lf_tile from, lf_tile to) {
    return lf_depth_between(lfjs_depth_now(), from, to);
}

/// LF_OK or LF_BROKEN, and then where and why.
LFJS(int32_t, lfjs_check)(const lf_tile *tiles, int32_t count) {
    int64_t at;
    lf_fault fault;
    const lf_status status = lf_route_check(lfjs_map_now(), tiles, count, &at, &fault);
    lfjs_answer[0] = (double)at;
    lfjs_answer[1] = fault;
    return status;
}
