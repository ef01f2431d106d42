// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Text dungeons from bytes: what is read is written and read again, and small ones are solved by both
// strategies, and by ways made once, which must agree, with every route walked. Puzzles are solved, and every route of
// theirs is walked.

#include "../src/keys/keys.h"
#include "fuzz.h"

enum { SOLVED_TILES = 400, SOLVED_KINDS = 8 };

static void check_dungeon(const lf_dungeon *d) {
    fuzz_check_plane(&d->tiles);
    const int64_t tiles = (int64_t)d->tiles.width * d->tiles.height;
    FUZZ_CHECK(d->start_count >= 0 && d->exit_count >= 0);
    FUZZ_CHECK(d->kind_count >= 0 && d->kind_count <= LF_MAX_KINDS);
    for (int32_t k = 0; k < d->kind_count; k++)
        FUZZ_CHECK(d->names[k][0] != '\0' && memchr(d->names[k], '\0', LF_DUNGEON_NAME_SIZE) != NULL);
    for (int64_t i = 0; i < d->fixture_count; i++) {
        FUZZ_CHECK(d->fixtures[i].tile < tiles && d->tiles.open[d->fixtures[i].tile] &&
                   d->fixtures[i].kind < d->kind_count);
        FUZZ_CHECK(i == 0 || d->fixtures[i - 1].tile < d->fixtures[i].tile);
    }
    FUZZ_CHECK(d->is_puzzle || (d->device_count == 0 && d->used_up == 0 && !d->together));
    for (int64_t i = 0; i < d->device_count; i++) {
        FUZZ_CHECK(d->devices[i].tile < tiles && d->tiles.open[d->devices[i].tile]);
        FUZZ_CHECK(i == 0 || d->devices[i - 1].tile < d->devices[i].tile);
    }
    for (int64_t i = 0; i < d->start_count; i++)
        FUZZ_CHECK(d->starts[i] < tiles && d->tiles.open[d->starts[i]]);
    for (int64_t i = 0; i < d->exit_count; i++) FUZZ_CHECK(d->exits[i] < tiles && d->tiles.open[d->exits[i]]);
    FUZZ_CHECK(memchr(d->note, '\0', sizeof d->note) != NULL);
}

/// The kind with the same name.
static uint8_t kind_like(const lf_dungeon *in, const lf_dungeon *of, uint8_t kind) {
    for (int32_t k = 0; k < in->kind_count; k++)
        if (strcmp(in->names[k], of->names[kind]) == 0) return (uint8_t)k;
    return LF_MAX_KINDS;
}

static void check_same_puzzle(const lf_dungeon *a, const lf_dungeon *b) {
    FUZZ_CHECK(a->is_puzzle == b->is_puzzle && a->device_count == b->device_count &&
               a->together == b->together);
    for (int64_t i = 0; i < a->device_count; i++) {
        const lf_device *x = &a->devices[i], *y = &b->devices[i];
        const bool named = x->type != LF_DEVICE_FLOOR && x->type != LF_DEVICE_PLACE;
        FUZZ_CHECK(x->tile == y->tile && x->type == y->type && x->heading == y->heading &&
                   x->need == y->need);
        FUZZ_CHECK(x->open == y->open && x->once == y->once);
        FUZZ_CHECK(y->kind == (named ? kind_like(b, a, x->kind) : x->kind));
    }
    for (int32_t k = 0; k < a->kind_count; k++) {
        const uint8_t other = kind_like(b, a, (uint8_t)k);
        const bool rules = (a->used_up >> k & 1) != 0 || a->needed[k] > 0;
        FUZZ_CHECK(!rules || other < LF_MAX_KINDS);
        if (!rules) continue;
        FUZZ_CHECK((a->used_up >> k & 1) == (b->used_up >> other & 1) && a->needed[k] == b->needed[other]);
    }
}

static void check_round_trip(const lf_dungeon *d) {
    uint8_t *bytes;
    size_t size;
    lf_io_error error;
    FUZZ_CHECK(lf_dungeon_encode(d, &bytes, &size, &error) == LF_IO_OK);
    lf_dungeon copy;
    FUZZ_CHECK(lf_dungeon_parse("copy", bytes, size, FUZZ_MAX_TILES, &copy, &error) == LF_IO_OK);
    FUZZ_CHECK(copy.tiles.width == d->tiles.width && copy.tiles.height == d->tiles.height);
    const size_t tiles = (size_t)d->tiles.width * (size_t)d->tiles.height;
    FUZZ_CHECK(memcmp(copy.tiles.open, d->tiles.open, tiles) == 0);
    FUZZ_CHECK(copy.fixture_count == d->fixture_count && copy.start_count == d->start_count);
    FUZZ_CHECK(copy.exit_count == d->exit_count && copy.note[0] == '\0');
    for (int64_t i = 0; i < d->fixture_count; i++) {
        FUZZ_CHECK(copy.fixtures[i].tile == d->fixtures[i].tile &&
                   copy.fixtures[i].type == d->fixtures[i].type);
        FUZZ_CHECK(strcmp(copy.names[copy.fixtures[i].kind], d->names[d->fixtures[i].kind]) == 0);
    }
    check_same_puzzle(d, &copy);
    lf_dungeon_free(&copy);
    lf_encoded_free(bytes);
}

static lf_status solve(lf_keys_search *search, const lf_fixtures *fixtures, const lf_keys_query *query,
                       lf_keys_route *route) {
    static lf_tile tiles[SOLVED_TILES << SOLVED_KINDS];
    const int64_t room = (int64_t)(sizeof tiles / sizeof *tiles);
    const lf_status status = lf_keys_search_find(search, query, tiles, room, route);
    FUZZ_CHECK(status == LF_OK || status == LF_NO_ROUTE);
    if (status == LF_OK) {
        lf_keys_walk walk;
        FUZZ_CHECK(lf_keys_check(fixtures, tiles, route->tile_count, 0, &walk) == LF_OK);
        FUZZ_CHECK(walk.held == route->held && route->length == route->tile_count - 1);
    }
    return status;
}

static void check_solutions(const lf_dungeon *d, lf_moves moves) {
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_ways *ways;
    lf_keys_search *search, *kept;
    FUZZ_CHECK(lf_dungeon_to_map(d, moves, &map, &fixtures) == LF_OK);
    FUZZ_CHECK(lf_keys_ways_create(fixtures, NULL, &ways) == LF_OK && lf_keys_ways_bytes(ways) > 0);
    FUZZ_CHECK(lf_keys_search_create(fixtures, NULL, &search) == LF_OK);
    FUZZ_CHECK(lf_keys_search_create(fixtures, &(lf_keys_search_desc){.ways = ways}, &kept) == LF_OK);
    search->plain_below = kept->plain_below = 0; // `keys` is not to leave small maps to the plain search
    lf_source starts[16];
    int64_t count = 0;
    for (; count < d->start_count && count < 16; count++) starts[count] = (lf_source){d->starts[count], 0};
    for (int goal = d->exit_count > 0 ? 0 : 1; goal < (d->exit_count > 0 ? 3 : 2); goal++) {
        lf_keys_query query = {.sources = starts,
                               .source_count = count,
                               .targets = d->exits,
                               .target_count = d->exit_count,
                               .goal = (lf_goal)goal};
        lf_keys_route fast, plain;
        const lf_status status = solve(search, fixtures, &query, &fast);
        FUZZ_CHECK(solve(kept, fixtures, &query, &plain) == status && plain.length == fast.length);
        query.strategy = LF_KEYS_PLAIN;
        FUZZ_CHECK(solve(search, fixtures, &query, &plain) == status && plain.length == fast.length);
    }
    lf_keys_search_destroy(search);
    lf_keys_search_destroy(kept);
    lf_keys_ways_destroy(ways);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

/// Small puzzles: every route is walked, and a bound at a limit is never above a length.
static void check_puzzle(const lf_dungeon *d, lf_moves moves) {
    static lf_puzzle_step steps[1 << 16];
    lf_map *map;
    lf_puzzle *puzzle;
    lf_puzzle_search *search;
    lf_source starts[LF_MAX_HEROES];
    int64_t count = 0;
    for (; count < d->start_count && count < LF_MAX_HEROES; count++)
        starts[count] = (lf_source){d->starts[count], 0};
    FUZZ_CHECK(lf_dungeon_to_puzzle(d, moves, &map, &puzzle) == LF_OK);
    FUZZ_CHECK(lf_puzzle_search_create(puzzle, &(lf_puzzle_search_desc){.max_states = 20000}, &search) ==
               LF_OK);
    const lf_puzzle_query query = {.sources = starts,
                                   .source_count = count,
                                   .targets = d->exits,
                                   .target_count = d->exit_count,
                                   .goal = d->exit_count > 0 ? LF_GOAL_EXIT : LF_GOAL_ALL_KEYS,
                                   .together = d->together,
                                   .needed = d->needed};
    lf_puzzle_route route;
    const lf_status status = lf_puzzle_search_find(search, &query, steps, 1 << 16, &route);
    FUZZ_CHECK(status == LF_OK || status == LF_NO_ROUTE || status == LF_LIMIT ||
               status == LF_E_SOURCE_LOCKED || status == LF_E_PUZZLE_BITS || status == LF_E_BUFFER_TOO_SMALL);
    if (route.found && route.step_count <= 1 << 16) {
        lf_puzzle_walk walk;
        FUZZ_CHECK(lf_puzzle_check(puzzle, &query, steps, route.step_count, NULL, 0, &walk) == LF_OK &&
                   walk.done);
        FUZZ_CHECK(route.lower_bound <= route.length);
    }
    lf_puzzle_search_destroy(search);
    lf_puzzle_destroy(puzzle);
    lf_map_destroy(map);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lf_dungeon dungeon;
    lf_io_error error;
    const lf_io_status status = lf_dungeon_parse("input", data, size, FUZZ_MAX_TILES, &dungeon, &error);
    fuzz_check_error(status, &error);
    if (status != LF_IO_OK) {
        FUZZ_CHECK(dungeon.tiles.open == NULL && dungeon.fixtures == NULL && dungeon.kind_count == 0);
        return 0;
    }
    check_dungeon(&dungeon);
    check_round_trip(&dungeon);
    const int64_t tiles = (int64_t)dungeon.tiles.width * dungeon.tiles.height;
    const bool solved =
        tiles <= SOLVED_TILES && dungeon.kind_count <= SOLVED_KINDS && dungeon.start_count > 0;
    for (int moves = 0; moves < 3 && solved; moves++) {
        if (dungeon.is_puzzle)
            check_puzzle(&dungeon, (lf_moves)moves);
        else
            check_solutions(&dungeon, (lf_moves)moves);
    }
    lf_dungeon_free(&dungeon);
    return 0;
}
