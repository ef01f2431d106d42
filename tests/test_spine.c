// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// spine against the oracle: a route exactly when there is one, legal, without a loop; windows of its own; a
// search for spine alone gives the same tiles; portals by their definition; special maps; slices, stamps,
// memory, refusals.
#include "ends.h"
#include "guided/guide.h"
#include "guided/window.h"
#include "meter.h"
#include "spine/spine.h"
#include "spine/straight.h"
#include "starve.h"

enum { MAPS = 6000 };

/// What the random runs have seen, so that a test that never gets there fails.
typedef struct seen {
    int64_t found, guardrails, widened, proven, many_segments, alone, improved, near;
} seen;

/// @param experts  receives what the options point at.
static lf_options options_pick(uint64_t *random, lf_expert_options *experts) {
    static const int32_t radii[] = {LF_NONE, LF_NONE, 0, 1, 2}, widenings[] = {LF_NONE, LF_NONE, 0, 1, 2, 30},
                         spacings[] = {LF_NONE, 0, 1, 2, 3, 5}, caps[] = {0, 0, 1, 2, 3};
    lf_options options = {.experts = experts};
    *experts = (lf_expert_options){0};
    options.radius = radii[oracle_below(random, 5)];
    options.widenings = widenings[oracle_below(random, 6)];
    options.spacing = spacings[oracle_below(random, 6)];
    experts->portal_cap = caps[oracle_below(random, 5)];
    experts->entry = (lf_entry)oracle_below(random, 2);
    options.keep_joints = oracle_below(random, 3) == 0;
    return options;
}

/// No tile twice; and only the ends are a source or a target if that can be said.
static void check_simple(const lf_query *query, const lf_route *route, const lf_tile *tiles) {
    static unsigned char on[MAX_TILES];
    memset(on, 0, sizeof on);
    for (int64_t i = 0; i <= route->length; i++) CHECK_EQ(on[tiles[i]]++, 0);
    if (route->stats.guardrail) return;
    for (int64_t i = 0; i < query->source_count; i++)
        CHECK(on[query->sources[i].tile] == 0 || query->sources[i].tile == tiles[0]);
    for (int64_t i = 0; i < query->target_count; i++)
        CHECK(on[query->targets[i]] == 0 || query->targets[i] == tiles[route->length]);
}

/// A buffer that is too small gets the first cells and nothing behind them.
static void check_short_buffer(const lf_search *search, const lf_spine_cell *cells, int64_t count) {
    const lf_spine_cell mark = {-7, -7, false};
    lf_spine_cell few[4] = {mark, mark, mark, mark};
    for (int64_t room = 0; room < 4; room++) {
        CHECK_EQ(lf_search_spine(search, few, room), count);
        CHECK(few[room].x == -7 && few[room].y == -7);
        for (int64_t i = 0; i < room && i < count; i++) {
            CHECK(few[i].x == cells[i].x && few[i].y == cells[i].y && few[i].knot == cells[i].knot);
            few[i] = mark;
        }
    }
}

/// A spine is a row of neighbouring cells from a source's to a target's, and its portals are told by
/// their definition: tiles of the waypoint's cell that a legal move from the cell before leads to.
static void check_spine(const oracle_map *small, const lf_coarse *coarse, const lf_search *search,
                        const lf_query *query, int32_t cap) {
    static lf_spine_cell cells[MAX_TILES];
    static lf_tile tiles[MAX_TILES];
    const int64_t count = lf_search_spine(search, cells, MAX_TILES);
    const int level = lf_coarse_level(coarse), width = small->width;
    check_short_buffer(search, cells, count);
    bool at_source = count == 0;
    for (int64_t i = 0; i < query->source_count; i++) {
        const int tile = (int)query->sources[i].tile;
        at_source |= (tile % width) >> level == cells[0].x && (tile / width) >> level == cells[0].y;
    }
    CHECK(at_source);
    for (int64_t i = 1; i < count; i++) {
        const int dx = cells[i].x - cells[i - 1].x, dy = cells[i].y - cells[i - 1].y;
        CHECK(dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && (dx != 0 || dy != 0));
        const int64_t portal = lf_search_portal(search, i, tiles, MAX_TILES);
        if (i + 1 == count || !cells[i].knot) CHECK_EQ(portal, 0);
        if (i + 1 == count || !cells[i].knot) continue;
        if (lf_coarse_kind_of(coarse) == LF_COARSE_HONEST) CHECK(portal > 0);
        if (cap > 0) CHECK(portal <= cap);
        for (int64_t k = 0; k < portal; k++) {
            const int x = (int)tiles[k] % width, y = (int)tiles[k] / width;
            bool reached = false;
            CHECK(x >> level == cells[i].x && y >> level == cells[i].y);
            for (int step = 0; step < 9; step++) {
                const int from_x = x - step % 3 + 1, from_y = y - step / 3 + 1;
                if (from_x < 0 || from_y < 0) continue;
                const bool before = from_x >> level == cells[i - 1].x && from_y >> level == cells[i - 1].y;
                reached |= before && oracle_move_legal(small, from_x, from_y, x - from_x, y - from_y);
            }
            CHECK(reached);
            for (int64_t j = 0; j < k; j++) CHECK(tiles[j] != tiles[k]);
        }
    }
}

static lf_route check_answer(const lf_coarse *coarse, lf_search *search, const lf_query *query, int optimum,
                             lf_tile *tiles, seen *s) {
    lf_route route;
    const lf_status status = lf_search_find(search, query, tiles, MAX_TILES, &route);
    CHECK_EQ(status, optimum >= 0 ? LF_OK : LF_NO_ROUTE);
    CHECK_EQ(route.strategy, LF_STRATEGY_SPINE);
    if (lf_coarse_kind_of(coarse) == LF_COARSE_HONEST) {
        CHECK(!route.stats.guardrail);
        CHECK_EQ(route.stats.opened_cells, 0);
        CHECK_EQ(route.stats.deferred, 0);
    }
    s->guardrails += route.stats.guardrail;
    s->widened += route.stats.opened_cells > 0;
    s->proven += status == LF_NO_ROUTE && !route.stats.guardrail && route.stats.phases > 0;
    s->many_segments += route.stats.segments > 2;
    if (status != LF_OK) return route;
    s->found++;
    check_route(lf_search_map(search), query, &route, tiles);
    check_simple(query, &route, tiles);
    CHECK(route.length >= optimum);
    const bool near = route.stats.segments == 0 && !route.stats.guardrail; // by the near flood
    CHECK_EQ(route.exact, route.stats.guardrail || near || route.length == 0);
    if (route.exact) CHECK_EQ(route.length, optimum);
    CHECK(!near || query->source_count > 1 || query->target_count > 1);
    s->near += near;
    return route;
}

static void check_same(const lf_route *a, const lf_tile *a_tiles, const lf_route *b, const lf_tile *b_tiles) {
    CHECK_EQ(a->tile_count, b->tile_count);
    CHECK_EQ(a->stats.expanded, b->stats.expanded);
    CHECK_EQ(a->stats.enqueued, b->stats.enqueued);
    CHECK_EQ(a->stats.planned, b->stats.planned);
    CHECK_EQ(a->stats.phases, b->stats.phases);
    CHECK_EQ(a->stats.segments, b->stats.segments);
    CHECK_EQ(memcmp(a_tiles, b_tiles, sizeof *a_tiles * (size_t)a->tile_count), 0);
}

static void check_query(const lf_coarse *coarse, lf_search *search, lf_search *alone, lf_query query,
                        const oracle_map *small, uint64_t *random, seen *s) {
    static lf_tile tiles[MAX_TILES], again[MAX_TILES];
    lf_route route, other;
    const int optimum = oracle_length(small, NULL, &query);
    lf_expert_options experts;
    query.options = options_pick(random, &experts);
    query.strategy = LF_STRATEGY_SPINE;
    route = check_answer(coarse, search, &query, optimum, tiles, s);
    check_spine(small, coarse, search, &query, experts.portal_cap);
    CHECK_EQ(find_sliced(search, &query, again, &other, random), route.found ? LF_OK : LF_NO_ROUTE);
    check_same(&route, tiles, &other, again);
    if (alone != NULL) {
        const lf_status status = lf_search_find(alone, &query, again, MAX_TILES, &other);
        CHECK(status == LF_E_WINDOW_ROOM || status == (route.found ? LF_OK : LF_NO_ROUTE));
        if (status >= 0) check_same(&route, tiles, &other, again);
        s->alone += status >= 0;
    }
    if (!route.found || query.options.keep_joints) return;
    query.options.keep_joints = true;
    CHECK_EQ(lf_search_find(search, &query, again, MAX_TILES, &other), LF_OK);
    s->improved += other.length > route.length;
}

static void check_map(uint64_t seed, seen *s) {
    uint64_t random = seed ^ UINT64_C(0x2545F4914F6CDD1D);
    const oracle_map small = oracle_random_map(seed, 70, (lf_moves)(seed % 3));
    lf_map *map = map_make(&small, oracle_below(&random, 2) == 0);
    const lf_coarse_desc desc = {.level = 1 + oracle_below(&random, 4),
                                 .kind = (lf_coarse_kind)oracle_below(&random, 2)};
    lf_coarse *coarse = NULL;
    lf_search *search = NULL, *alone = NULL;
    if (lf_coarse_create(map, &desc, &coarse) != LF_OK) CHECK_EQ(lf_coarse_create(map, NULL, &coarse), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.coarse = coarse}, &search), LF_OK);
    const lf_status status =
        lf_search_create(map, &(lf_search_desc){.coarse = coarse, .only = LF_STRATEGY_SPINE}, &alone);
    CHECK_EQ(status, lf_coarse_kind_of(coarse) == LF_COARSE_HONEST ? LF_OK : LF_E_COARSE_KIND);
    ends e;
    for (int i = 0; i < 3 && ends_pick(&small, &random, &e); i++) {
        if (i > 0) e.query.source_count = e.query.target_count = 1; // far ends make long spines
        check_query(coarse, search, alone, e.query, &small, &random, s);
    }
    lf_search_destroy(alone);
    lf_search_destroy(search);
    lf_coarse_destroy(coarse);
    lf_map_destroy(map);
    free(small.open);
}

static void spine_matches_the_oracle(void) {
    const uint64_t seed = test_seed();
    seen s = {0};
    for (uint64_t i = 0; i < MAPS; i++) {
        const int64_t before = test_failures;
        check_map(seed + i, &s);
        if (test_failed_on(before, seed, i)) return;
    }
    printf("  %d maps, %" PRId64 " routes, %" PRId64 " guardrails, %" PRId64 " widened, %" PRId64
           " proven without, %" PRId64 " of more than two segments, %" PRId64 " by spine alone, %" PRId64
           " improved at joints\n",
           MAPS, s.found, s.guardrails, s.widened, s.proven, s.many_segments, s.alone, s.improved);
    CHECK(s.found > 11000 && s.guardrails > 100 && s.widened > 500 && s.proven > 200);
    CHECK(s.many_segments > 500 && s.alone > 5000 && s.improved > 100 && s.near > 1000);
}

// ---- Parts ----------------------------------------------------------------------------------------

static void a_table_gives_indexes_in_order(void) {
    meter m = {0};
    const lf_allocator allocator = meter_allocator(&m);
    lfi_table table = {0};
    lfi_arrays run = {.allocator = &allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_table_arrays(&run, &table, 100);
    CHECK(!run.failed);
    CHECK_EQ(m.live, (int64_t)run.bytes);
    lfi_table_clear(&table);
    for (int round = 0; round < 15; round++) {
        // From round 6 on over the wrap-around, with few other cells, until the last round has the stamp of
        // round 5, whose cells and entries are still in memory.
        const bool between = round > 5 && round < 14;
        const uint32_t other = between ? 7 : 0, count = between ? 10 : 100;
        if (round == 6) table.stamp = UINT32_MAX - 2;
        lfi_table_clear(&table);
        for (uint32_t i = 0; i < count; i++)
            CHECK_EQ(lfi_table_find(&table, i * 4096 + other), LFI_NOT_IN_TABLE);
        for (uint32_t i = 0; i < count; i++) CHECK_EQ(lfi_table_add(&table, i * 4096 + other), i);
        for (uint32_t i = 0; i < count; i++) CHECK_EQ(lfi_table_find(&table, i * 4096 + other), i);
        CHECK_EQ(lfi_table_find(&table, 4097), LFI_NOT_IN_TABLE);
        if (count == 100) CHECK_EQ(lfi_table_add(&table, 7777777), LFI_NOT_IN_TABLE); // full
    }
    CHECK_EQ(table.stamp, 7);
    run.mode = LFI_ARRAYS_FREE;
    lfi_table_arrays(&run, &table, 100);
    CHECK_EQ(m.live, 0);
}

/// A straight way that is found is legal and as short as can be; on a straight line between open tiles none is missed.
static void legs_are_legal_and_shortest(void) {
    static uint8_t moves[MAX_TILES];
    static lf_tile tiles[MAX_TILES];
    int64_t found = 0, blocked = 0;
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        uint64_t random = seed;
        const oracle_map small = oracle_random_map(seed, 40, (lf_moves)(seed % 3));
        lf_map *map = oracle_to_map(&small);
        for (int i = 0; i < 10 && oracle_random_open(&small, &random) != LF_NO_TILE; i++) {
            const lf_source from = {.tile = oracle_random_open(&small, &random)};
            const lf_tile to = oracle_random_open(&small, &random);
            const lf_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1};
            const int64_t apart = lfi_map_apart(map, from.tile, to);
            int64_t looked = 0;
            const int optimum = oracle_length(&small, NULL, &query);
            CHECK(optimum < 0 || optimum >= apart);
            if (!lfi_straight_find(map, from.tile, to, moves, &looked)) {
                blocked++;
                continue;
            }
            found++;
            CHECK_EQ(optimum, apart);
            tiles[0] = from.tile;
            for (int64_t k = 0; k < apart; k++) tiles[k + 1] = lfi_tile_after(map, tiles[k], moves[k]);
            CHECK_EQ(tiles[apart], to);
            CHECK_EQ(lf_route_check(map, tiles, apart + 1, NULL, NULL), LF_OK);
        }
        lf_map_destroy(map);
        free(small.open);
    }
    CHECK(found > 2000 && blocked > 2000);
}

/// A window of random cells: breadth-first, so as long as the oracle's route inside those cells.
static void a_window_is_a_breadth_first_search(void) {
    static unsigned char inside[MAX_TILES];
    static uint8_t moves[MAX_TILES];
    static lf_tile tiles[MAX_TILES];
    int64_t found = 0, dry = 0;
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        uint64_t random = seed ^ UINT64_C(0x9E3779B97F4A7C15);
        const oracle_map small = oracle_random_map(seed, 70, (lf_moves)(seed % 3));
        lf_map *map = oracle_to_map(&small);
        const lf_coarse_desc desc = {.level = 1 + oracle_below(&random, 5), .kind = LF_COARSE_CELLS};
        lf_coarse *coarse = NULL;
        lf_search *search = NULL;
        if (lf_coarse_create(map, &desc, &coarse) != LF_OK)
            CHECK_EQ(lf_coarse_create(map, NULL, &coarse), LF_OK);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.coarse = coarse}, &search), LF_OK);
        ends e;
        if (ends_pick(&small, &random, &e)) {
            const int level = coarse->level, share = oracle_below(&random, 101);
            search->route = (lf_route){0};
            lfi_window_begin(search, false);
            for (int32_t y = 0; y < coarse->height; y++) {
                for (int32_t x = 0; x < coarse->width; x++)
                    if (oracle_below(&random, 100) < share)
                        lfi_window_open_around(search, (lf_point){x, y}, 0);
            }
            for (int i = 0; i < small.width * small.height; i++)
                inside[i] = lfi_window_has(search, (lf_tile)i);
            // The oracle takes sources as they are; a window leaves those outside to its caller.
            lf_source *sources = e.sources;
            int64_t kept = 0;
            for (int64_t i = 0; i < e.query.source_count; i++)
                if (inside[sources[i].tile] != 0) sources[kept++] = sources[i];
            e.query.source_count = kept;
            for (int64_t i = 0; i < kept; i++) lfi_window_add_source(search, sources[i].tile);
            for (int64_t i = 0; i < e.query.target_count; i++)
                if (inside[e.targets[i]] != 0) lfi_window_add_target(search, e.targets[i]);
            const int optimum = kept == 0 ? -1 : oracle_length(&small, inside, &e.query);
            lf_status status = LF_PAUSED;
            while (status == LF_PAUSED) {
                int64_t budget = 1 + oracle_below(&random, 40);
                status = lfi_window_run(search, &budget);
            }
            CHECK_EQ(status, optimum >= 0 ? LF_OK : LF_NO_ROUTE);
            CHECK(level > 0);
            if (status == LF_OK) {
                found++;
                CHECK_EQ(lfi_window_walk(search, moves, MAX_TILES, &tiles[0]), optimum);
                for (int64_t k = 0; k < optimum; k++) tiles[k + 1] = lfi_tile_after(map, tiles[k], moves[k]);
                CHECK_EQ(tiles[optimum], lfi_window_of(search)->hit);
                CHECK_EQ(lf_route_check(map, tiles, optimum + 1, NULL, NULL), LF_OK);
            } else {
                dry++;
            }
        }
        lf_search_destroy(search);
        lf_coarse_destroy(coarse);
        lf_map_destroy(map);
        free(small.open);
    }
    CHECK(found > 1000 && dry > 300);
}

// ---- Special maps ---------------------------------------------------------------------------------

enum { PLACE_SIDE = 48 };

/// A map with everything that a query on it needs.
typedef struct place {
    oracle_map small;
    lf_map *map;
    lf_coarse *coarse;
    lf_search *search;
} place;

/// All blocked; tiles are opened before place_finish.
static place place_begin(lf_moves moves) {
    const oracle_map small = {PLACE_SIDE, PLACE_SIDE, moves, calloc(PLACE_SIDE, PLACE_SIDE)};
    return (place){.small = small};
}

static void place_open(place *p, int left, int top, int right, int bottom) {
    for (int y = top; y <= bottom; y++)
        for (int x = left; x <= right; x++) p->small.open[y * PLACE_SIDE + x] = 1;
}

static void place_block(place *p, int x, int y) {
    p->small.open[y * PLACE_SIDE + x] = 0;
}

static void place_finish(place *p, lf_coarse_kind kind, int32_t level) {
    p->map = map_make(&p->small, true);
    CHECK_EQ(lf_coarse_create(p->map, &(lf_coarse_desc){.level = level, .kind = kind}, &p->coarse), LF_OK);
    CHECK_EQ(lf_search_create(p->map, &(lf_search_desc){.coarse = p->coarse}, &p->search), LF_OK);
}

static void place_free(place *p) {
    lf_search_destroy(p->search);
    lf_coarse_destroy(p->coarse);
    lf_map_destroy(p->map);
    free(p->small.open);
}

/// Answers a query from tile to tile and checks all that can be said; returns the route.
static lf_route place_find(place *p, int from_x, int from_y, int to_x, int to_y, lf_options options) {
    static lf_tile tiles[MAX_TILES];
    const lf_source source = {.tile = (lf_tile)(from_y * PLACE_SIDE + from_x)};
    const lf_tile target = (lf_tile)(to_y * PLACE_SIDE + to_x);
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .strategy = LF_STRATEGY_SPINE,
                            .options = options};
    seen s = {0};
    const lf_route route =
        check_answer(p->coarse, p->search, &query, oracle_length(&p->small, NULL, &query), tiles, &s);
    check_spine(&p->small, p->coarse, p->search, &query,
                options.experts != NULL ? options.experts->portal_cap : 0);
    return route;
}

/// Walls through and along cells' borders with gaps of one tile, at the corners of cells and inside.
static void chokes_of_one_tile(void) {
    for (int moves = 0; moves < 3; moves++) {
        for (int kind = 0; kind < 2; kind++) {
            place p = place_begin((lf_moves)moves);
            place_open(&p, 0, 0, PLACE_SIDE - 1, PLACE_SIDE - 1);
            for (int wall = 7; wall < PLACE_SIDE; wall += 8) {
                for (int y = 0; y < PLACE_SIDE; y++) place_block(&p, wall, y);
                place_open(&p, wall, (wall * 5) % PLACE_SIDE, wall, (wall * 5) % PLACE_SIDE);
            }
            place_finish(&p, (lf_coarse_kind)kind, 3);
            for (int32_t spacing = 1; spacing <= 4; spacing++) {
                const lf_route route =
                    place_find(&p, 0, 0, PLACE_SIDE - 2, PLACE_SIDE - 1, (lf_options){.spacing = spacing});
                CHECK(route.found);
            }
            place_free(&p);
        }
    }
}

/// A stair of open tiles that touch at corners only, each in another cell: under king moves that may cut
/// corners it is a way, under the others it is none.
static void crossings_at_corners_only(void) {
    for (int moves = 0; moves < 3; moves++) {
        place p = place_begin((lf_moves)moves);
        for (int i = 0; i < PLACE_SIDE; i++) place_open(&p, i, i, i, i);
        place_finish(&p, LF_COARSE_HONEST, 1);
        const lf_route route =
            place_find(&p, 0, 0, PLACE_SIDE - 1, PLACE_SIDE - 1, (lf_options){.spacing = 3});
        CHECK_EQ(route.found, moves == LF_MOVES_KING_CUT);
        if (route.found) CHECK_EQ(route.length, PLACE_SIDE - 1);
        place_free(&p);
    }
    // Four cells that meet in a corner, two of them open but for the tiles at the borders beside it.
    place p = place_begin(LF_MOVES_KING);
    place_open(&p, 0, 0, 7, 7), place_open(&p, 8, 8, 15, 15);
    place_open(&p, 8, 7, 8, 7), place_open(&p, 7, 8, 7, 8);
    place_finish(&p, LF_COARSE_HONEST, 3);
    CHECK_EQ(place_find(&p, 0, 0, 15, 15, (lf_options){.spacing = 1}).length, 15);
    place_free(&p);
}

/// The spine's straight way crosses a border at a pocket that has no way out: the optimistic coarse map is
/// taken in, the portal is never reached, and the guardrail answers. The honest one knows.
static void a_portal_cut_off_from_the_rest(void) {
    for (int kind = 0; kind < 2; kind++) {
        place p = place_begin(LF_MOVES_KING);
        place_open(&p, 0, 0, 13, 7), place_open(&p, 18, 0, 40, 7); // both sides of the pocket
        place_open(&p, 15, 3, 16, 3);                              // the pocket
        place_open(&p, 0, 8, 3, 30), place_open(&p, 0, 30, 40, 30),
            place_open(&p, 37, 8, 40, 30); // a long way round
        place_finish(&p, (lf_coarse_kind)kind, 3);
        const lf_route route = place_find(&p, 1, 3, 38, 3, (lf_options){.spacing = 2, .widenings = 1});
        CHECK(route.found);
        CHECK_EQ(route.stats.guardrail, kind == LF_COARSE_CELLS);
        place_free(&p);
    }
}

/// The same without a pocket: a wall that the coarse map does not see. The window of that segment is widened
/// until it has found the way round, by itself.
static void a_window_repairs_itself(void) {
    place p = place_begin(LF_MOVES_KING);
    place_open(&p, 0, 0, PLACE_SIDE - 1, PLACE_SIDE - 1);
    for (int y = 0; y < PLACE_SIDE - 1; y++) place_block(&p, 20, y);
    place_finish(&p, LF_COARSE_CELLS, 3);
    const lf_route patient = place_find(&p, 2, 2, 45, 2, (lf_options){.widenings = 10});
    CHECK(patient.stats.phases > 4 && patient.stats.opened_cells > 0 && patient.stats.deferred > 0);
    CHECK(!patient.stats.guardrail);
    const lf_route hasty = place_find(&p, 2, 2, 45, 2, (lf_options){.widenings = LF_NONE});
    CHECK(!hasty.stats.guardrail); // the great widening and the unlimited one come before it
    CHECK(hasty.stats.phases < patient.stats.phases);
    place_free(&p);
}

/// A channel one tile wide winds over the border of two columns of cells again and again.
static void a_river_leaves_and_enters_cells_again(void) {
    for (int moves = 0; moves < 3; moves++) {
        for (int kind = 0; kind < 2; kind++) {
            place p = place_begin((lf_moves)moves);
            for (int y = 0; y < PLACE_SIDE - 2; y += 2) {
                place_open(&p, 5, y, 10, y);
                place_open(&p, y % 4 == 0 ? 10 : 5, y, y % 4 == 0 ? 10 : 5, y + 2);
            }
            place_finish(&p, (lf_coarse_kind)kind, 3);
            for (int32_t spacing = 1; spacing <= 3; spacing++)
                CHECK(place_find(&p, 5, 0, 10, 40, (lf_options){.spacing = spacing}).found);
            place_free(&p);
        }
    }
}

static void both_ends_in_one_cell(void) {
    for (int kind = 0; kind < 2; kind++) {
        place p = place_begin(LF_MOVES_KING);
        place_open(&p, 0, 0, 30, 30);
        for (int x = 0; x < 20; x++) place_block(&p, x, 3); // parts the first cell; the way round is outside
        place_finish(&p, (lf_coarse_kind)kind, 3);
        CHECK_EQ(place_find(&p, 1, 1, 1, 1, (lf_options){0}).length, 0);
        CHECK_EQ(place_find(&p, 1, 1, 6, 1, (lf_options){0}).length, 5);
        CHECK(place_find(&p, 1, 1, 1, 6, (lf_options){0}).length >= 38);
        place_free(&p);
    }
}

/// Without bodies a spine may begin at a source that leads nowhere: only the guardrail knows the other one.
static void a_source_that_leads_nowhere(void) {
    static lf_tile tiles[MAX_TILES];
    place p = place_begin(LF_MOVES_KING);
    place_open(&p, 16, 0, 33, 7), place_open(&p, 35, 0, 47, 47);
    place_finish(&p, LF_COARSE_CELLS, 3);
    lf_search_destroy(p.search);
    lf_coarse_destroy(p.coarse);
    lf_map_destroy(p.map);
    p.map = map_make(&p.small, false);
    CHECK_EQ(lf_coarse_create(p.map, &(lf_coarse_desc){.level = 3, .kind = LF_COARSE_CELLS}, &p.coarse),
             LF_OK);
    CHECK_EQ(lf_search_create(p.map, &(lf_search_desc){.coarse = p.coarse}, &p.search), LF_OK);
    const lf_source sources[] = {{.tile = 3 * PLACE_SIDE + 17}, {.tile = 40 * PLACE_SIDE + 40}};
    const lf_tile target = 3 * PLACE_SIDE + 40;
    const lf_query query = {.sources = sources,
                            .source_count = 2,
                            .targets = &target,
                            .target_count = 1,
                            .strategy = LF_STRATEGY_SPINE,
                            .options = {.spacing = 2}};
    seen s = {0};
    const lf_route route = check_answer(p.coarse, p.search, &query, 37, tiles, &s);
    CHECK(route.stats.guardrail && route.stats.segments > 1);
    CHECK_EQ(route.source_index, 1);
    place_free(&p);
}

/// Random walks are full of loops, and of loops in loops.
static void loops_are_cut_out_of_any_walk(void) {
    static lf_tile tiles[MAX_TILES];
    place p = place_begin(LF_MOVES_KING);
    place_open(&p, 0, 0, PLACE_SIDE - 1, PLACE_SIDE - 1);
    place_finish(&p, LF_COARSE_HONEST, 3);
    const lf_source source = {.tile = 24 * PLACE_SIDE + 24};
    uint64_t random = 5;
    int64_t cut = 0;
    for (int walk = 0; walk < 2000; walk++) {
        lfi_stitch *stitch = &lfi_spine_of(p.search)->stitch;
        lf_tile tile = source.tile;
        stitch->first = tile;
        stitch->count = 0;
        for (int i = oracle_below(&random, 300); i > 0; i--) {
            const int direction = oracle_below(&random, 8);
            const lf_point at = lf_map_point(p.map, tile);
            if (at.x < 2 || at.y < 2 || at.x > PLACE_SIDE - 3 || at.y > PLACE_SIDE - 3) break;
            stitch->moves[stitch->count++] = (uint8_t)direction;
            tile = lfi_tile_after(p.map, tile, direction);
        }
        stitch->last = tile;
        const int64_t before = stitch->count;
        const lf_query query = {.sources = &source, .source_count = 1, .targets = &tile, .target_count = 1};
        p.search->query = query;
        lfi_stitch_trim(p.search);
        cut += before - stitch->count;
        lfi_stitch_trace(p.search, tiles, MAX_TILES);
        const lf_route route = {.length = stitch->count};
        check_simple(&query, &route, tiles);
        CHECK_EQ(tiles[0], source.tile);
        CHECK_EQ(tiles[stitch->count], tile);
        CHECK_EQ(lf_route_check(p.map, tiles, stitch->count + 1, NULL, NULL), LF_OK);
    }
    CHECK(cut > 10000);
    place_free(&p);
}

// ---- Promises of the search object ----------------------------------------------------------------

extern const lfi_part lfi_window_part;

static void a_search_for_spine_alone_is_small(void) {
    // All open: the coarse maps have the same nodes, so that the windows do not depend on the map is seen.
    size_t bytes[2];
    for (int i = 0; i < 2; i++) {
        const int32_t side = 512 << (2 * i);
        uint8_t *open = malloc((size_t)side * (size_t)side);
        memset(open, 1, (size_t)side * (size_t)side);
        lf_map *map;
        lf_coarse *coarse;
        lf_search *search;
        const lf_map_desc desc = {
            .width = side, .height = side, .tiles = open, .tiles_size = (size_t)side * (size_t)side};
        CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
        CHECK_EQ(lf_coarse_create(map, &(lf_coarse_desc){.level = 3}, &coarse), LF_OK);
        CHECK_EQ(
            lf_search_create(map, &(lf_search_desc){.coarse = coarse, .only = LF_STRATEGY_SPINE}, &search),
            LF_OK);
        lfi_arrays window = {.mode = LFI_ARRAYS_COUNT};
        lfi_window_part.arrays(search, &window);
        bytes[i] = (size_t)window.bytes;
        CHECK(lf_search_bytes(search) <
              bytes[i] + 36 * (size_t)coarse->node_limit * 17 / 16 + 20 * (size_t)side + 16384);
        lf_search_destroy(search);
        lf_coarse_destroy(coarse);
        lf_map_destroy(map);
        free(open);
    }
    CHECK_EQ(bytes[0], bytes[1]);
    CHECK(bytes[0] < 300000);
}

/// The room of the windows, by its definition: 149 cells are the most of a window with default options.
static void window_room_of_a_search_for_spine_alone(void) {
    static const struct {
        int32_t side, level;
        uint64_t cells, blocks;
    } cases[] = {
        {64, 3, 64, 64},      // all of a small map
        {200, 3, 149, 625},   // fewer blocks than are worth saving
        {512, 3, 149, 1024},  // room for large loops
        {512, 4, 149, 1024},  //
        {512, 5, 149, 2384},  // a cell has 16 blocks, and a window all of them
        {512, 6, 64, 4096},   //
        {1024, 6, 149, 9536}, //
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t size = (size_t)cases[i].side * (size_t)cases[i].side;
        uint8_t *open = malloc(size);
        memset(open, 1, size);
        lf_map *map;
        lf_coarse *coarse;
        lf_search *search;
        const lf_map_desc desc = {
            .width = cases[i].side, .height = cases[i].side, .tiles = open, .tiles_size = size};
        CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
        CHECK_EQ(lf_coarse_create(map, &(lf_coarse_desc){.level = cases[i].level}, &coarse), LF_OK);
        for (int only = 0; only < 2; only++) {
            const lf_search_desc wanted = {.coarse = coarse,
                                           .only = only == 0 ? LF_STRATEGY_AUTO : LF_STRATEGY_SPINE};
            CHECK_EQ(lf_search_create(map, &wanted, &search), LF_OK);
            uint64_t cells, blocks;
            lfi_window_room(search, &cells, &blocks);
            CHECK_EQ(cells, only != 0 ? cases[i].cells : coarse->cell_count);
            CHECK_EQ(blocks, only != 0 ? cases[i].blocks : size / 64);
            const int64_t most = 2 * (int64_t)size, around = 16 * (int64_t)cases[i].side + 4096;
            CHECK_EQ(lfi_spine_of(search)->stitch.room, only != 0 && around < most ? around : most);
            lf_search_destroy(search);
        }
        lf_coarse_destroy(coarse);
        lf_map_destroy(map);
        free(open);
    }
}

static place open_place(void) {
    place p = place_begin(LF_MOVES_KING);
    place_open(&p, 0, 0, PLACE_SIDE - 1, PLACE_SIDE - 1);
    for (int y = 0; y < PLACE_SIDE - 1; y++) place_block(&p, 20, y);
    place_finish(&p, LF_COARSE_HONEST, 1);
    return p;
}

static void every_allocation_failed_and_queries_make_none(void) {
    place p = open_place();
    CHECK(p.coarse->above != NULL);
    for (int only = 0; only < 2; only++) {
        meter all = {0};
        lf_search_desc desc = {.coarse = p.coarse,
                               .allocator = meter_allocator(&all),
                               .only = only == 0 ? LF_STRATEGY_AUTO : LF_STRATEGY_SPINE};
        lf_search_destroy(p.search);
        CHECK_EQ(lf_search_create(p.map, &desc, &p.search), LF_OK);
        CHECK_EQ(all.live, (int64_t)lf_search_bytes(p.search));
        const int64_t calls = all.calls;
        for (int entry = 0; entry < 2; entry++) {
            const lf_expert_options experts = {.entry = (lf_entry)entry};
            place_find(&p, 2, 2, 45, 2, (lf_options){.experts = &experts, .spacing = 3});
        }
        CHECK_EQ(all.calls, calls);
        lf_search_destroy(p.search);
        p.search = NULL;
        CHECK_EQ(all.live, 0);
        search_starve(p.map, desc, calls);
    }
    place_free(&p);
}

static void refusals_each_have_their_status(void) {
    place p = open_place();
    const lf_source source = {.tile = 0};
    const lf_tile target = 45;
    const lf_query good = {.sources = &source,
                           .source_count = 1,
                           .targets = &target,
                           .target_count = 1,
                           .strategy = LF_STRATEGY_SPINE};
    lf_query q = good;
    q.options.spacing = -2;
    CHECK_EQ(lf_search_begin(p.search, &q), LF_E_SPACING);
    q = good, q.options.experts = &(lf_expert_options){.portal_cap = -1};
    CHECK_EQ(lf_search_begin(p.search, &q), LF_E_PORTAL_CAP);
    q = good, q.options.experts = &(lf_expert_options){.entry = (lf_entry)2};
    CHECK_EQ(lf_search_begin(p.search, &q), LF_E_ENTRY);
    q = good, q.options.radius = INT32_MAX, q.options.spacing = INT32_MAX, q.options.widenings = INT32_MAX;
    CHECK_EQ(lf_search_find(p.search, &q, NULL, 0, NULL), LF_OK);
    CHECK_EQ(lf_search_spine(NULL, NULL, 0), 0);
    CHECK_EQ(lf_search_portal(NULL, 1, NULL, 0), 0);
    CHECK_EQ(lf_search_portal(p.search, -1, NULL, 0), 0);
    CHECK_EQ(lf_search_portal(p.search, 1, NULL, 1), LF_E_NULL);
    CHECK_EQ(lf_search_portal(p.search, 1, NULL, -1), LF_E_COUNT);
    CHECK_EQ(lf_search_spine(p.search, NULL, 1), LF_E_NULL);
    CHECK_EQ(lf_search_spine(p.search, NULL, -1), LF_E_COUNT);
    CHECK_EQ(lf_search_portal(p.search, INT64_MAX, NULL, 0), 0);
    CHECK(lf_search_cell_phase(p.search, 0, 0) == 1);
    q = good, q.strategy = LF_STRATEGY_FLOOD;
    CHECK_EQ(lf_search_find(p.search, &q, NULL, 0, NULL), LF_OK);
    CHECK_EQ(lf_search_spine(p.search, NULL, 0), 0);
    CHECK_EQ(lf_spine_level(NULL), 0);
    CHECK_EQ(lf_spine_level(p.map), 3);

    lf_search *alone = NULL;
    lf_search_desc desc = {.coarse = p.coarse, .only = LF_STRATEGY_FLOOD};
    CHECK_EQ(lf_search_create(p.map, &desc, &alone), LF_E_STRATEGY);
    desc = (lf_search_desc){.only = LF_STRATEGY_SPINE};
    CHECK_EQ(lf_search_create(p.map, &desc, &alone), LF_E_NO_COARSE);
    desc = (lf_search_desc){.coarse = p.coarse, .only = LF_STRATEGY_SPINE, .route_room = -1};
    CHECK_EQ(lf_search_create(p.map, &desc, &alone), LF_E_COUNT);
    desc = (lf_search_desc){.coarse = p.coarse, .only = LF_STRATEGY_SPINE, .cost = LF_COST_OCTILE};
    CHECK_EQ(lf_search_create(p.map, &desc, &alone), LF_E_COST_STRATEGY);
    CHECK(alone == NULL);
    desc.cost = LF_COST_UNIFORM;
    desc.route_room = 30; // the way round the wall is longer
    CHECK_EQ(lf_search_create(p.map, &desc, &alone), LF_OK);
    CHECK_EQ(lf_search_find(alone, &good, NULL, 0, NULL), LF_E_ROUTE_ROOM);
    CHECK_EQ(lf_search_step(alone, 1), LF_E_NOT_BEGUN);
    q = good;
    const lf_tile near = 12;
    q.targets = &near;
    lf_route route;
    CHECK_EQ(lf_search_find(alone, &q, NULL, 0, &route), LF_OK); // and goes on after it
    CHECK_EQ(route.length, 12);
    q.strategy = LF_STRATEGY_AUTO;
    CHECK_EQ(lf_search_begin(alone, &q), LF_E_ONLY_SPINE);
    CHECK(!lf_search_has_met(alone, 0));
    CHECK_EQ(lf_search_cell_phase(alone, 0, 0), 0);
    q = good, q.options.spacing = LF_NONE;
    CHECK_EQ(lf_search_begin(alone, &q), LF_E_WINDOW_ROOM);
    q = good, q.options.radius = q.options.spacing = INT32_MAX;
    CHECK_EQ(lf_search_begin(alone, &q), LF_E_WINDOW_ROOM);
    q = good, q.options.radius = 40;
    CHECK_EQ(lf_search_begin(alone, &q), LF_E_WINDOW_ROOM);
    lf_search_destroy(alone);
    place_free(&p);
}

/// Answers a query with knobs that are overwritten as soon as it has begun.
static lf_route knobs_find(lf_search *search, lf_query query, lf_expert_options knobs) {
    lf_route route;
    query.options.experts = &knobs;
    lf_status status = lf_search_begin(search, &query);
    memset(&knobs, 0x5A, sizeof knobs);
    while (status == LF_PAUSED) status = lf_search_step(search, 7);
    CHECK_EQ(lf_search_finish(search, NULL, 0, &route), LF_OK);
    return route;
}

/// A query takes its knobs from where they lie when it begins, and the next one has none of them.
static void knobs_are_copied_when_a_query_begins(void) {
    static const lf_expert_options none = {0};
    static const struct {
        lf_strategy strategy;
        lf_expert_options knobs;
    } cases[] = {{LF_STRATEGY_EXPAND, {.straighten = true}},
                 {LF_STRATEGY_SPINE, {.portal_cap = 1}},
                 {LF_STRATEGY_SPINE, {.entry = LF_ENTRY_PORTAL}}};
    place p = place_begin(LF_MOVES_KING);
    place_open(&p, 0, 0, PLACE_SIDE - 1, PLACE_SIDE - 1);
    for (int y = 0; y < PLACE_SIDE - 4; y++) place_block(&p, 20, y);
    place_finish(&p, LF_COARSE_HONEST, 2);
    const lf_source source = {.tile = 2 * PLACE_SIDE + 2};
    const lf_tile target = 2 * PLACE_SIDE + 45;
    lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lf_route asked, plain;
        query.strategy = cases[i].strategy;
        query.options.experts = &cases[i].knobs;
        CHECK_EQ(lf_search_find(p.search, &query, NULL, 0, &asked), LF_OK);
        query.options.experts = NULL;
        CHECK_EQ(lf_search_find(p.search, &query, NULL, 0, &plain), LF_OK);
        CHECK(asked.stats.expanded != plain.stats.expanded); // else nothing is tried here
        CHECK_EQ(knobs_find(p.search, query, cases[i].knobs).stats.expanded, asked.stats.expanded);
        CHECK_EQ(knobs_find(p.search, query, none).stats.expanded, plain.stats.expanded);
    }
    place_free(&p);
}

/// A spine over every cell there is, each of them a knot: nothing is written behind the last one.
static void a_spine_of_all_cells(void) {
    enum { LONG = 64 };
    unsigned char open[LONG];
    memset(open, 1, sizeof open);
    const oracle_map small = {LONG, 1, LF_MOVES_KING, open};
    lf_map *map = map_make(&small, true);
    for (int32_t spacing = 1; spacing <= 3; spacing++) {
        meter m = {0};
        lf_coarse *coarse;
        lf_search *search;
        CHECK_EQ(lf_coarse_create(map, &(lf_coarse_desc){.level = 1}, &coarse), LF_OK);
        const lf_search_desc desc = {.coarse = coarse, .allocator = meter_allocator(&m)};
        CHECK_EQ(lf_search_create(map, &desc, &search), LF_OK);
        const lf_tile target = LONG - 1;
        const lf_query query = {.sources = &(lf_source){0},
                                .source_count = 1,
                                .targets = &target,
                                .target_count = 1,
                                .strategy = LF_STRATEGY_SPINE,
                                .options.spacing = spacing};
        lf_route route;
        CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
        CHECK_EQ(route.length, LONG - 1);
        CHECK_EQ(lf_search_spine(search, NULL, 0), LONG / 2);
        CHECK_EQ(lf_coarse_node_count(coarse), LONG / 2);
        lf_search_destroy(search); // the meter looks behind each array
        lf_coarse_destroy(coarse);
    }
    lf_map_destroy(map);
}

/// The least level with at most 2^20 cells; a map is only asked for its size.
static void levels_follow_the_size(void) {
    static const struct {
        int32_t width, height, level;
    } cases[] = {{8192, 8192, 3},   {8200, 8192, 4},   {16384, 16384, 4}, {16392, 16384, 5},
                 {32768, 32768, 5}, {65535, 65537, 6}, {4, 4, 2},         {2, 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const lf_map map = {.width = cases[i].width,
                            .height = cases[i].height,
                            .tile_count = (uint32_t)cases[i].width * (uint32_t)cases[i].height};
        CHECK_EQ(lf_spine_level(&map), cases[i].level);
    }
}

/// Every stamp at its end: the answers before, at and after the wrap-around are the same.
static void stamps_wrap_around(void) {
    place p = open_place();
    const lf_options options = {.spacing = 3};
    const lf_route first = place_find(&p, 2, 2, 45, 2, options);
    for (uint32_t before = 0; before < 12; before++) {
        p.search->stamp = lfi_window_of(p.search)->cells.stamp = lfi_window_of(p.search)->chunks.stamp =
            UINT32_MAX - before;
        const lf_route route = place_find(&p, 2, 2, 45, 2, options);
        CHECK_EQ(route.length, first.length);
        CHECK_EQ(route.stats.expanded, first.stats.expanded);
        CHECK_EQ(route.stats.planned, first.stats.planned);
        if (before == 0) CHECK(p.search->stamp == 1 && lfi_window_of(p.search)->chunks.stamp < 1000);
    }
    place_free(&p);
}

static void golden_ask(uint64_t seed, lf_query *query) {
    query->source_count = query->target_count = 1;
    query->strategy = LF_STRATEGY_SPINE;
    query->options.spacing = (int32_t)(seed % 5);
    query->options.widenings = (int32_t)(seed % 7 / 3) - 1;
}

static void golden_hash(void) {
    const golden found = golden_make(golden_ask);
    const int64_t work = found.expanded + found.planned + found.opened;
    printf("  hash %016" PRIx64 ", expanded, planned and opened %" PRId64 ", enqueued %" PRId64 "\n",
           found.hash, work, found.enqueued);
    // Change only with the strategy, and say so in the changelog.
    CHECK(found.hash == UINT64_C(0x82f2ece77cd564d5));
    CHECK_EQ(work, 36404);
    CHECK_EQ(found.enqueued, 32538);
    CHECK_EQ(found.slices, 7887);
}

/// Cells of a spine across islands, added to a hash.
static uint64_t spine_hash(const lf_search *search, uint64_t hash) {
    static lf_spine_cell cells[MAX_TILES];
    const int64_t count = lf_search_spine(search, cells, MAX_TILES);
    for (int64_t i = 0; i < count; i++)
        hash = (hash ^ (uint64_t)(cells[i].x << 16 | cells[i].y << 1 | cells[i].knot)) * 1099511628211u;
    return hash;
}

/// Among islands the cells of a plan see each other, and do not, by turns. So it matters where along the plan
/// the spine looks. The golden hashes do not see it: their maps have too few such places.
static void straight_lines_among_islands(void) {
    uint64_t hash = 14695981039346656037u, random = 7;
    for (int i = 0; i < 60; i++) {
        place p = place_begin(LF_MOVES_KING);
        place_open(&p, 0, 0, PLACE_SIDE - 1, PLACE_SIDE - 1);
        for (int island = 0; island < 24; island++) {
            const int x = (int)oracle_below(&random, PLACE_SIDE - 8) + 2,
                      y = (int)oracle_below(&random, PLACE_SIDE - 8) + 2;
            for (int k = 0; k < 16; k++) place_block(&p, x + k % 4, y + k / 4);
        }
        place_finish(&p, LF_COARSE_HONEST, 1);
        CHECK(place_find(&p, 0, 0, PLACE_SIDE - 1, i % PLACE_SIDE, (lf_options){.spacing = LF_NONE}).found);
        hash = spine_hash(p.search, hash);
        place_free(&p);
    }
    printf("  hash %016" PRIx64 "\n", hash);
    CHECK(hash == UINT64_C(0x410c25b9fcdab9d8));
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(spine_matches_the_oracle),
        TEST(a_table_gives_indexes_in_order),
        TEST(legs_are_legal_and_shortest),
        TEST(a_window_is_a_breadth_first_search),
        TEST(chokes_of_one_tile),
        TEST(crossings_at_corners_only),
        TEST(a_portal_cut_off_from_the_rest),
        TEST(a_window_repairs_itself),
        TEST(a_river_leaves_and_enters_cells_again),
        TEST(both_ends_in_one_cell),
        TEST(a_source_that_leads_nowhere),
        TEST(loops_are_cut_out_of_any_walk),
        TEST(a_search_for_spine_alone_is_small),
        TEST(window_room_of_a_search_for_spine_alone),
        TEST(every_allocation_failed_and_queries_make_none),
        TEST(refusals_each_have_their_status),
        TEST(knobs_are_copied_when_a_query_begins),
        TEST(a_spine_of_all_cells),
        TEST(levels_follow_the_size),
        TEST(stamps_wrap_around),
        TEST(straight_lines_among_islands),
        TEST(golden_hash),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
