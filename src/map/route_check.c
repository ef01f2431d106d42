// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Checks a route move by move. It follows the wording of the rules and not the table of the searches, so that
// a mistake in the table cannot hide itself.
//
// Time: O(tiles).
#include "map.h"

const char *lf_fault_text(lf_fault fault) {
    switch (fault) {
    case LF_FAULT_NONE: return "nothing is wrong";
    case LF_FAULT_EMPTY: return "there is no tile";
    case LF_FAULT_OUTSIDE: return "the tile is outside the map";
    case LF_FAULT_BLOCKED: return "the tile is blocked";
    case LF_FAULT_JUMP: return "no move leads here from the tile before";
    case LF_FAULT_CORNER: return "the move from the tile before cuts a corner";
    case LF_FAULT_LOCKED: return "the tile is a door whose key is not held";
    }
    return "unknown fault";
}

static lf_fault tile_fault(const lf_map *map, lf_tile tile) {
    if (tile >= map->tile_count) return LF_FAULT_OUTSIDE;
    return lf_map_is_open(map, tile) ? LF_FAULT_NONE : LF_FAULT_BLOCKED;
}

static lf_fault move_fault(const lf_map *map, lf_tile from, lf_tile to) {
    const lf_point a = lf_map_point(map, from), b = lf_map_point(map, to);
    const int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1 || (dx == 0 && dy == 0)) return LF_FAULT_JUMP;
    if (dx == 0 || dy == 0) return LF_FAULT_NONE;
    if (map->moves == LF_MOVES_ORTHOGONAL) return LF_FAULT_JUMP;
    if (map->moves == LF_MOVES_KING_CUT) return LF_FAULT_NONE;
    const bool clear =
        lf_map_is_open(map, lf_map_tile(map, a.x, b.y)) && lf_map_is_open(map, lf_map_tile(map, b.x, a.y));
    return clear ? LF_FAULT_NONE : LF_FAULT_CORNER;
}

static lf_status fault_report(int64_t index, lf_fault what, int64_t *at, lf_fault *fault) {
    if (at != NULL) *at = index;
    if (fault != NULL) *fault = what;
    return what == LF_FAULT_NONE ? LF_OK : LF_BROKEN;
}

lf_status lf_route_check(const lf_map *map, const lf_tile *tiles, int64_t count, int64_t *at,
                         lf_fault *fault) {
    fault_report(-1, LF_FAULT_NONE, at, fault);
    if (count < 0) return LF_E_COUNT;
    if (map == NULL || (tiles == NULL && count > 0)) return LF_E_NULL;
    if (count == 0) return fault_report(0, LF_FAULT_EMPTY, at, fault);
    for (int64_t i = 0; i < count; i++) {
        lf_fault what = tile_fault(map, tiles[i]);
        if (what == LF_FAULT_NONE && i > 0) what = move_fault(map, tiles[i - 1], tiles[i]);
        if (what != LF_FAULT_NONE) return fault_report(i, what, at, fault);
    }
    return LF_OK;
}
