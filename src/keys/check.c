// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Checks a list of tiles with keys and doors. It walks them move by move, straight from the wording of the
// rules and not from the tables of the searches, so that a mistake in the tables cannot hide itself. A shut
// door is a blocked tile, both for entering it and for the corner rule, with the keys held before the move.
//
// Time: O(tiles log fixtures): one binary search for keys and doors per tile.
#include "fixtures.h"

static bool walk_is_shut(const lf_fixtures *fixtures, lf_tile tile, uint64_t held) {
    lf_fixture fixture;
    return lf_fixtures_at(fixtures, tile, &fixture) && fixture.type == LF_FIXTURE_DOOR &&
           (held >> fixture.kind & 1) == 0;
}

static bool walk_is_open(const lf_fixtures *fixtures, lf_tile tile, uint64_t held) {
    return lf_map_is_open(fixtures->map, tile) && !walk_is_shut(fixtures, tile, held);
}

static lf_fault walk_tile_fault(const lf_fixtures *fixtures, lf_tile tile, uint64_t held) {
    if (tile >= fixtures->map->tile_count) return LF_FAULT_OUTSIDE;
    if (!lf_map_is_open(fixtures->map, tile)) return LF_FAULT_BLOCKED;
    return walk_is_shut(fixtures, tile, held) ? LF_FAULT_LOCKED : LF_FAULT_NONE;
}

static lf_fault walk_move_fault(const lf_fixtures *fixtures, lf_tile from, lf_tile to, uint64_t held) {
    const lf_map *map = fixtures->map;
    const lf_point a = lf_map_point(map, from), b = lf_map_point(map, to);
    const int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1 || (dx == 0 && dy == 0)) return LF_FAULT_JUMP;
    if (dx == 0 || dy == 0 || map->moves == LF_MOVES_KING_CUT) return LF_FAULT_NONE;
    if (map->moves == LF_MOVES_ORTHOGONAL) return LF_FAULT_JUMP;
    const bool clear = walk_is_open(fixtures, lf_map_tile(map, a.x, b.y), held) &&
                       walk_is_open(fixtures, lf_map_tile(map, b.x, a.y), held);
    return clear ? LF_FAULT_NONE : LF_FAULT_CORNER;
}

static void walk_take(const lf_fixtures *fixtures, lf_tile tile, lf_keys_walk *walk) {
    lf_fixture fixture;
    if (!lf_fixtures_at(fixtures, tile, &fixture)) return;
    const uint64_t bit = UINT64_C(1) << fixture.kind;
    if (fixture.type == LF_FIXTURE_DOOR) {
        walk->doors_passed++;
    } else if ((walk->held & bit) == 0) {
        walk->held |= bit;
        walk->keys_taken++;
    }
}

static lf_keys_walk walk_all(const lf_fixtures *fixtures, const lf_tile *tiles, int64_t count,
                             uint64_t held) {
    lf_keys_walk walk = {.at = -1, .held = held};
    if (count == 0) {
        walk.at = 0;
        walk.fault = LF_FAULT_EMPTY;
    }
    for (int64_t i = 0; i < count; i++) {
        walk.fault = walk_tile_fault(fixtures, tiles[i], walk.held);
        if (walk.fault == LF_FAULT_NONE && i > 0)
            walk.fault = walk_move_fault(fixtures, tiles[i - 1], tiles[i], walk.held);
        if (walk.fault != LF_FAULT_NONE) {
            walk.at = i;
            break;
        }
        walk_take(fixtures, tiles[i], &walk);
    }
    return walk;
}

lf_status lf_keys_check(const lf_fixtures *fixtures, const lf_tile *tiles, int64_t count, uint64_t held,
                        lf_keys_walk *walk) {
    if (walk != NULL) *walk = (lf_keys_walk){.at = -1};
    if (count < 0) return LF_E_COUNT;
    if (fixtures == NULL || (tiles == NULL && count > 0)) return LF_E_NULL;
    const lf_keys_walk result = walk_all(fixtures, tiles, count, held);
    if (walk != NULL) *walk = result;
    return result.fault == LF_FAULT_NONE ? LF_OK : LF_BROKEN;
}
