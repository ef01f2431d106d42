// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The second opinion of 'landfall replay --check'. It takes nothing from the world: tiles come from the
// script, the map is made from them after each edit, and the route comes from a flood of this map.
#include "replay_check.h"

bool replay_check_begin(replay_check *out, const lf_plane *plane, lf_moves moves, lf_cost cost) {
    *out = (replay_check){.moves = moves, .cost = cost};
    return edit_plane_copy(plane, &out->plane);
}

bool replay_check_weigh(replay_check *out, const lf_weights_desc *desc) {
    out->weighs = true;
    out->desc = *desc;
    if (desc->plane == NULL) return true;
    const lf_plane bytes = {out->plane.width, out->plane.height,
                            (uint8_t *)(uintptr_t)desc->plane}; // only read
    const bool made = edit_plane_copy(&bytes, &out->bytes);
    out->desc.plane = out->bytes.open;
    return made;
}

static void check_forget_map(replay_check *of) {
    lf_search_destroy(of->search);
    lf_weights_destroy(of->weights);
    lf_depth_destroy(of->depth);
    lf_map_destroy(of->map);
    of->search = NULL;
    of->weights = NULL;
    of->depth = NULL;
    of->map = NULL;
}

void replay_check_free(replay_check *of) {
    check_forget_map(of);
    edit_plane_free(&of->plane);
    edit_plane_free(&of->bytes);
}

void replay_check_edit(replay_check *of, const edit_shape *shape) {
    check_forget_map(of);
    edit_paint(shape->weighs ? &of->bytes : &of->plane, shape, NULL, NULL);
}

lf_tile replay_check_map(const replay_check *of, const lf_map *map) {
    const lf_tile count = (lf_tile)of->plane.width * (lf_tile)of->plane.height;
    for (lf_tile tile = 0; tile < count; tile++)
        if (lf_map_is_open(map, tile) != (of->plane.open[tile] != 0)) return tile;
    return LF_NO_TILE;
}

/// Weighs the map made anew.
static lf_status check_make_weights(replay_check *of) {
    lf_status status = LF_OK;
    if (of->desc.depth_table != NULL) status = lf_depth_create(of->map, NULL, &of->depth);
    lf_weights_desc desc = of->desc;
    desc.depth = of->depth;
    return status == LF_OK ? lf_weights_create(of->map, &desc, &of->weights) : status;
}

lf_status replay_check_flood(replay_check *of, const lf_query *query, lf_route *out) {
    lf_query flood = *query;
    flood.strategy = LF_STRATEGY_FLOOD;
    lf_status status = LF_OK;
    if (of->map == NULL) status = lf_grid_to_map(&(lf_grid){.tiles = of->plane}, of->moves, &of->map);
    if (status == LF_OK && of->weighs && of->weights == NULL) status = check_make_weights(of);
    flood.weights = of->weights;
    if (status == LF_OK && of->search == NULL)
        status = lf_search_create(of->map, &(lf_search_desc){.cost = of->cost, .weighted = of->weighs},
                                  &of->search);
    if (status == LF_OK) status = lf_search_find(of->search, &flood, NULL, 0, out);
    return status;
}

/// Whether the tiles of an answer are a legal route between two of the query's ends, as long as it says.
static const char *check_tiles(const replay_check *of, const lf_query *query, const lf_route *answer,
                               const lf_tile *tiles) {
    lf_fault fault;
    const lf_status status = lf_route_check(of->map, tiles, answer->tile_count, NULL, &fault);
    if (status < 0 || fault != LF_FAULT_NONE) return "its tiles are not a legal route";
    if (answer->tile_count != answer->length + 1) return "it has another length than tiles";
    if (tiles[0] != query->sources[answer->source_index].tile) return "it does not begin at its source";
    if (tiles[answer->length] != query->targets[answer->target_index]) return "it does not end at its target";
    return NULL;
}

const char *replay_check_answer(const replay_check *of, const lf_query *query, const lf_route *answer,
                                const lf_tile *tiles, const lf_route *flood) {
    if (answer->found != flood->found) return answer->found ? "there is no route" : "there is a route";
    if (!answer->found) return NULL;
    if (of->weighs) {
        const bool cheapest = of->cost == LF_COST_OCTILE ? answer->straight_cost == flood->straight_cost &&
                                                               answer->diagonal_cost == flood->diagonal_cost
                                                         : answer->straight_cost + answer->diagonal_cost ==
                                                               flood->straight_cost + flood->diagonal_cost;
        return cheapest ? check_tiles(of, query, answer, tiles) : "a cheapest route has another cost";
    }
    // Octile costs that are equal have equal parts: the square root of 2 is irrational. What is not exact may
    // be longer; octile costs are always exact where there are diagonals.
    const bool octile = of->cost == LF_COST_OCTILE;
    const bool same = octile ? answer->straight == flood->straight && answer->diagonal == flood->diagonal
                             : answer->length == flood->length;
    if (answer->exact && !same) return "a shortest route has another length";
    if (!octile && answer->length < flood->length) return "no route is so short";
    return check_tiles(of, query, answer, tiles);
}
