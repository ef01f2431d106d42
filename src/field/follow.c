// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Reading a filled field, tile by tile: how far, where to, and the whole route. Nothing here looks at a map.
//
// Time: O(1), and O(length) for a route.
#include "field.h"

static bool field_is_filled(const lf_field *field) {
    return field != NULL && field->stage == LFI_FIELD_ENDED && field->answer == LF_OK;
}

int64_t lf_field_distance(const lf_field *field, lf_tile tile) {
    if (!field_is_filled(field) || tile >= field->base->tile_count || field->bits == 0) return -1;
    if (field->bits == 16) return field->small[tile] == LF_NO_DISTANCE_16 ? -1 : (int64_t)field->small[tile];
    return field->large[tile] == LF_NO_DISTANCE ? -1 : (int64_t)field->large[tile];
}

lf_status lf_field_cost(const lf_field *field, lf_tile tile, int64_t *straight, int64_t *diagonal) {
    if (straight != NULL) *straight = 0;
    if (diagonal != NULL) *diagonal = 0;
    if (straight == NULL || diagonal == NULL) return LF_E_NULL;
    const lf_status status = lf_field_finish(field, NULL);
    if (status != LF_OK) return status;
    if (tile >= field->base->tile_count) return LF_E_TILE_OUTSIDE;
    if (field->weights != NULL) {
        uint64_t straights, diagonals;
        const uint64_t cost = field->weighted.nodes[tile].cost;
        if (cost == LFI_NO_PRICE) return LF_NO_ROUTE;
        lfi_metric_apart(&field->metric, cost, &straights, &diagonals);
        *straight = (int64_t)straights;
        *diagonal = (int64_t)diagonals;
        return LF_OK;
    }
    if (!field->is_octile) {
        if (field->bits == 0) return LF_E_PLANE;
        const int64_t distance = lf_field_distance(field, tile);
        *straight = distance < 0 ? 0 : distance;
        return distance < 0 ? LF_NO_ROUTE : LF_OK;
    }
    const lfi_octile_cost cost = field->octile.costs[tile];
    if (cost.straight == UINT32_MAX) return LF_NO_ROUTE;
    *straight = cost.straight;
    *diagonal = cost.diagonal;
    return LF_OK;
}

lf_tile lf_field_next(const lf_field *field, lf_tile tile) {
    if (!field_is_filled(field) || field->directions == NULL || tile >= field->base->tile_count)
        return LF_NO_TILE;
    const uint8_t direction = field->directions[tile];
    if (direction == LF_NO_DIRECTION) return LF_NO_TILE;
    return direction == LF_DIRECTION_HERE ? tile : lfi_tile_after(field->base, tile, direction);
}

lf_point lf_direction_step(uint8_t direction) {
    if (direction >= LF_DIRECTION_HERE) return (lf_point){0, 0};
    return (lf_point){lfi_direction_dx(direction), lfi_direction_dy(direction)};
}

/// Walks to the target, and writes the tiles that fit.
static void field_walk(const lf_field *field, lf_tile tile, lf_tile *tiles, int64_t capacity,
                       lf_route *route) {
    for (int64_t i = 0;; i++) {
        const uint8_t direction = field->directions[tile];
        if (i < capacity) tiles[i] = tile;
        if (direction >= LF_DIRECTION_HERE) break;
        const bool diagonal = lfi_move_is_diagonal(lfi_direction_move(direction));
        route->diagonal += diagonal;
        route->straight += !diagonal;
        tile = lfi_tile_after(field->base, tile, direction);
        *(diagonal ? &route->diagonal_cost : &route->straight_cost) +=
            field->weights != NULL ? field->weights->costs[tile] : 1;
    }
    route->target = tile;
    route->length = route->straight + route->diagonal;
    route->tile_count = route->length + 1;
}

static lf_status field_route_check(const lf_field *field, lf_tile from, const lf_tile *tiles,
                                   int64_t capacity) {
    if (field == NULL) return LF_E_NULL;
    lf_status status = lfi_buffer_check(tiles, capacity);
    if (status == LF_OK) status = lf_field_finish(field, NULL);
    if (status != LF_OK) return status;
    if (field->directions == NULL) return LF_E_PLANE;
    return from >= field->base->tile_count ? LF_E_SOURCE_OUTSIDE : LF_OK;
}

lf_status lf_field_route(const lf_field *field, lf_tile from, lf_tile *tiles, int64_t capacity,
                         lf_route *route) {
    lf_route none = {.source = LF_NO_TILE,
                     .target = LF_NO_TILE,
                     .source_index = -1,
                     .target_index = -1,
                     .exact = true,
                     .strategy = LF_STRATEGY_FLOOD,
                     .gate_depth = -1};
    if (route != NULL) *route = (lf_route){0};
    const lf_status status = field_route_check(field, from, tiles, capacity);
    if (status != LF_OK) return status;
    if (field->directions[from] == LF_NO_DIRECTION) {
        if (route != NULL) *route = none;
        return LF_NO_ROUTE;
    }
    lf_route found = none;
    found.found = true;
    found.source = from;
    found.source_index = 0;
    field_walk(field, from, tiles, capacity, &found);
    if (field->owners != NULL) found.target_index = field->owners[from];
    if (route != NULL) *route = found;
    return lfi_buffer_answer(tiles, capacity, found.tile_count);
}
