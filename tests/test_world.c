// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Worlds: edits, snapshots, searches that are turned, work, and routes under way, against maps made anew and
// against the oracle.
#include "test.h"

#include "living.h"

#include "world/world.h"

static oracle_map map_of(const char *const *rows, int height, lf_moves moves) {
    const int width = (int)strlen(rows[0]);
    oracle_map map = {.width = width, .height = height, .moves = moves};
    map.open = malloc((size_t)(width * height));
    for (int i = 0; i < width * height; i++) map.open[i] = rows[i / width][i % width] == '.';
    return map;
}

static oracle_map map_plain(int width, int height, lf_moves moves, bool open) {
    oracle_map map = {.width = width, .height = height, .moves = moves};
    map.open = malloc((size_t)(width * height));
    memset(map.open, open, (size_t)(width * height));
    return map;
}

static uint64_t version_of(lf_world *world) {
    const lf_snapshot *snapshot = lf_world_acquire(world);
    const uint64_t version = lf_snapshot_version(snapshot);
    lf_snapshot_release(snapshot);
    return version;
}

/// The map of the newest state, for tests that change what they must not.
static lf_map *map_of_newest(const living *l) {
    const lf_snapshot *newest = atomic_load(&l->world->newest);
    return newest->base != NULL ? newest->base->parts.map : newest->own.map;
}

// ---- Contract -------------------------------------------------------------------------------------

static void nulls_are_fine_or_refused(void) {
    lf_world *world = NULL;
    lf_search *search = NULL;
    lf_route route = {.found = true};
    CHECK_EQ(lf_world_create(NULL, &world), LF_E_NULL);
    CHECK_EQ(lf_world_create(&(lf_world_desc){0}, NULL), LF_E_NULL);
    CHECK_EQ(lf_world_bytes(NULL), 0);
    CHECK_EQ(lf_world_between(NULL, 0, 0, NULL, 0), LF_E_NULL);
    CHECK_EQ(lf_world_find(NULL, &(lf_query){0}, NULL, 0, &route), LF_E_NULL);
    CHECK(!route.found);
    CHECK(lf_world_acquire(NULL) == NULL);
    lf_snapshot_release(NULL);
    CHECK_EQ(lf_snapshot_version(NULL), 0);
    CHECK(lf_snapshot_map(NULL) == NULL && lf_snapshot_coarse(NULL) == NULL);
    CHECK(lf_snapshot_depth(NULL) == NULL && lf_snapshot_index(NULL) == NULL);
    CHECK_EQ(lf_world_search(NULL, NULL, &search), LF_E_NULL);
    CHECK_EQ(lf_search_turn(NULL, NULL), LF_E_NULL);
    CHECK_EQ(lf_world_set_disc(NULL, (lf_point){0, 0}, 1, true), LF_E_NULL);
    CHECK_EQ(lf_world_set_rect(NULL, (lf_point){0, 0}, 1, 1, true), LF_E_NULL);
    CHECK_EQ(lf_world_set_tiles(NULL, NULL, 0, true), LF_E_NULL);
    CHECK_EQ(lf_world_set_stencil(NULL, &(lf_stencil){0}), LF_E_NULL);
    CHECK_EQ(lf_world_commit(NULL, NULL), LF_E_NULL);
    lf_world_discard(NULL);
    CHECK(!lf_world_has_work(NULL));
    CHECK_EQ(lf_world_work(NULL, 1, NULL), LF_E_NULL);
    CHECK_EQ(lf_route_still(NULL, NULL, 0), LF_E_NULL);
    lf_world_destroy(NULL);
}

static void create_says_what_is_wrong(void) {
    static const uint8_t tiles[16] = {1};
    const lf_map_desc map = {.width = 4, .height = 4, .tiles = tiles, .tiles_size = 16};
    const lf_index_desc index = {.cost = (lf_cost)7}, hierarchy = {.hierarchy = (lf_hierarchy)9};
    const lf_coarse_desc coarse = {.level = 99};
    const lf_depth_desc depth = {.from = LF_DEPTH_OF_MAP};
    const struct {
        lf_world_desc desc;
        lf_status status;
    } rows[] = {
        {{.map = {.width = 0, .height = 4, .tiles = tiles, .tiles_size = 16}}, LF_E_SIZE},
        {{.map = {.width = 4, .height = 4, .tiles = tiles, .tiles_size = 15}}, LF_E_TILES_SIZE},
        {{.map = map, .index = &index}, LF_E_COST},
        {{.map = map, .index = &hierarchy}, LF_E_HIERARCHY},
        {{.map = map, .index = &hierarchy, .index_later = true}, LF_E_HIERARCHY},
        {{.map = map, .coarse = &coarse}, LF_E_LEVEL},
        {{.map = map, .depth = &depth}, LF_E_MAP_DEPTH},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        meter m = {0};
        lf_world_desc desc = rows[i].desc;
        desc.map.allocator = meter_allocator(&m);
        lf_world *world = (lf_world *)&m;
        CHECK_EQ(lf_world_create(&desc, &world), rows[i].status);
        CHECK(world == NULL);
        CHECK_EQ(m.live, 0);
    }
    lf_world *world;
    lf_world_desc desc = {.map = map};
    desc.map.allocator.alloc = meter_alloc;
    CHECK_EQ(lf_world_create(&desc, &world), LF_E_ALLOCATOR);
}

static void shapes_say_what_is_wrong(void) {
    living l = living_make(map_plain(20, 10, LF_MOVES_KING, true), &(living_desc){0});
    const uint8_t bits[3] = {0xff, 0xff, 0xff};
    const lf_tile outside[] = {3, 200};
    CHECK_EQ(lf_world_set_disc(l.world, (lf_point){1, 1}, -1, false), LF_E_SHAPE);
    CHECK_EQ(lf_world_set_rect(l.world, (lf_point){1, 1}, -1, 1, false), LF_E_SHAPE);
    CHECK_EQ(lf_world_set_rect(l.world, (lf_point){1, 1}, 1, -1, false), LF_E_SHAPE);
    CHECK_EQ(lf_world_set_tiles(l.world, NULL, 1, false), LF_E_NULL);
    CHECK_EQ(lf_world_set_tiles(l.world, outside, -1, false), LF_E_COUNT);
    CHECK_EQ(lf_world_set_tiles(l.world, outside, 2, false), LF_E_TILE_OUTSIDE);
    CHECK_EQ(lf_world_set_stencil(l.world, NULL), LF_E_NULL);
    CHECK_EQ(lf_world_set_stencil(l.world, &(lf_stencil){.width = 1, .height = 1, .size = 1}), LF_E_NULL);
    CHECK_EQ(lf_world_set_stencil(l.world, &(lf_stencil){.width = -1, .bits = bits, .size = 3}), LF_E_SHAPE);
    CHECK_EQ(lf_world_set_stencil(l.world, &(lf_stencil){.width = 1, .height = -1, .bits = bits, .size = 3}),
             LF_E_SHAPE);
    CHECK_EQ(lf_world_set_stencil(l.world, &(lf_stencil){.width = 9, .height = 2, .bits = bits, .size = 3}),
             LF_E_TILES_SIZE);
    CHECK_EQ(lf_world_set_stencil(l.world, &(lf_stencil){0}), LF_OK);
    CHECK_EQ(lf_world_set_stencil(l.world, &(lf_stencil){.height = INT32_MAX}), LF_OK);
    CHECK_EQ(lf_world_set_stencil(l.world, &(lf_stencil){.width = INT32_MAX}), LF_OK);
    living_commit(&l); // nothing was taken
    CHECK_EQ(version_of(l.world), 0);
    living_free(&l);
}

/// A commit before the first shape is no edit, and takes no memory.
static void nothing_drawn_is_no_edit(void) {
    living l = living_make(map_plain(20, 10, LF_MOVES_KING, true), &(living_desc){.index = true});
    const size_t bytes = lf_world_bytes(l.world);
    living_commit(&l);
    lf_world_discard(l.world);
    living_commit(&l);
    CHECK_EQ(version_of(l.world), 0);
    CHECK_EQ(lf_world_bytes(l.world), bytes);
    living_free(&l);
}

static void searches_say_what_is_wrong(void) {
    living a = living_make(map_plain(20, 10, LF_MOVES_KING, true), &(living_desc){.coarse = true});
    living b =
        living_make(map_plain(20, 10, LF_MOVES_KING, true), &(living_desc){.depth = true, .index = true});
    const lf_snapshot *of_a = lf_world_acquire(a.world), *of_b = lf_world_acquire(b.world);
    lf_search *search, *plain;
    const lf_search_desc coarse = {.coarse = lf_snapshot_coarse(of_a)},
                         index = {.index = lf_snapshot_index(of_b)};
    const lf_search_desc depth = {.depth = lf_snapshot_depth(of_b)};
    CHECK_EQ(lf_world_search(a.world, &coarse, &search), LF_E_FOREIGN_COARSE);
    CHECK_EQ(lf_world_search(b.world, &index, &search), LF_E_FOREIGN_INDEX);
    CHECK_EQ(lf_world_search(b.world, &depth, &search), LF_E_FOREIGN_DEPTH);
    CHECK_EQ(lf_world_search(a.world, NULL, NULL), LF_E_NULL);
    CHECK_EQ(lf_world_search(a.world, &(lf_search_desc){.cost = (lf_cost)5}, &search), LF_E_COST);
    CHECK_EQ(lf_world_search(a.world, &(lf_search_desc){.max_bytes = 5}, &search), LF_E_MEMORY_LIMIT);
    CHECK(search == NULL);
    CHECK_EQ(lf_world_search(a.world, NULL, &search), LF_OK);
    CHECK_EQ(lf_search_create(lf_snapshot_map(of_a), &coarse, &plain), LF_OK); // its parts are those of a map
    CHECK_EQ(lf_search_turn(search, of_b), LF_E_FOREIGN_WORLD);
    CHECK_EQ(lf_search_turn(plain, of_a), LF_E_FOREIGN_WORLD);
    CHECK_EQ(lf_search_turn(plain, NULL), LF_E_FOREIGN_WORLD);
    CHECK_EQ(lf_route_still(plain, NULL, 0), LF_E_FOREIGN_WORLD);
    lf_voyage voyage = {0};
    CHECK_EQ(lf_route_still(search, NULL, 1), LF_E_NULL);
    CHECK_EQ(lf_route_still(search, &voyage, -1), LF_E_COUNT);
    CHECK_EQ(lf_route_still(search, &voyage, 1), LF_E_COUNT);
    voyage.count = 1;
    CHECK_EQ(lf_route_still(search, &voyage, 1), LF_E_NULL);
    voyage.tiles = (const lf_tile[]){0};
    voyage.cost = (lf_cost)9;
    CHECK_EQ(lf_route_still(search, &voyage, 1), LF_E_COST);
    CHECK_EQ(lf_world_work(a.world, 0, NULL), LF_E_BUDGET);
    CHECK_EQ(lf_world_work(a.world, 1, NULL), LF_OK);
    lf_search_destroy(search);
    lf_search_destroy(plain);
    lf_snapshot_release(of_a);
    lf_snapshot_release(of_b);
    living_free(&a);
    living_free(&b);
}

// ---- Shapes ---------------------------------------------------------------------------------------

/// Random shapes against the model, on widths around words of 64 tiles.
static void shapes_draw_what_they_say(void) {
    uint64_t random = test_seed();
    static const int widths[] = {1, 2, 63, 64, 65, 127, 128, 129, 200};
    for (int i = 0; i < 90; i++) {
        const int height = 1 + oracle_below(&random, i % 5 == 0 ? 200 : 70);
        living l =
            living_make(map_plain(widths[i % 9], height, (lf_moves)(i % 3), i % 2 == 0), &(living_desc){0});
        for (int edit = 0; edit < 6; edit++) {
            for (int k = oracle_below(&random, 5); k >= 0; k--) living_draw(&l, &random);
            living_commit(&l);
            const lf_snapshot *snapshot = lf_world_acquire(l.world);
            CHECK_EQ(lf_snapshot_version(snapshot), l.version);
            check_parts(&l, snapshot, &random);
            lf_snapshot_release(snapshot);
        }
        living_free(&l);
    }
}

static void shapes_of_any_size_are_cut_off(void) {
    static const lf_point corners[] = {
        {INT32_MIN, INT32_MIN}, {INT32_MAX, INT32_MAX}, {-5, INT32_MAX}, {3, -2}};
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
        living l = living_make(map_plain(70, 9, LF_MOVES_KING, true), &(living_desc){0});
        living_disc(&l, corners[i], INT32_MAX, false);
        living_commit(&l);
        living_rect(&l, corners[i], INT32_MAX, INT32_MAX, true);
        living_commit(&l);
        living_rect(&l, (lf_point){-100, -100}, INT32_MAX, INT32_MAX, i % 2 == 0);
        living_commit(&l);
        living_free(&l);
    }
}

/// The later shape counts; shapes that are discarded, or change nothing, are no edit.
static void the_later_shape_counts(void) {
    living l = living_make(map_plain(30, 30, LF_MOVES_KING, true), &(living_desc){0});
    living_disc(&l, (lf_point){10, 10}, 8, false);
    living_rect(&l, (lf_point){5, 5}, 10, 3, true);
    living_disc(&l, (lf_point){6, 6}, 1, false);
    living_commit(&l);
    CHECK_EQ(version_of(l.world), 1);
    CHECK_EQ(lf_world_set_disc(l.world, (lf_point){20, 20}, 5, false), LF_OK);
    lf_world_discard(l.world);
    living_commit(&l);
    living_rect(&l, (lf_point){20, 20}, 5, 5, false);
    living_rect(&l, (lf_point){20, 20}, 5, 5, true);
    living_commit(&l);
    CHECK_EQ(version_of(l.world), 1);
    living_free(&l);
}

/// Craters that lie apart are parts of one edit, each with a box of its own; a crater over the corner of four
/// squares is one part.
static void craters_apart_are_boxes_apart(void) {
    living l = living_make(map_plain(1000, 700, LF_MOVES_KING, false), &(living_desc){0});
    for (int i = 0; i < 5; i++) living_disc(&l, (lf_point){64 + 192 * i, 64 + 128 * i}, 20, true);
    living_commit(&l);
    const lfi_draft *edit = &l.world->edit;
    CHECK_EQ(edit->count, 5);
    for (uint64_t i = 0; i < edit->count; i++) {
        const lfi_box box = lfi_draft_flips(edit)[i].box;
        CHECK_EQ(box.x1 - box.x0, 40);
        CHECK_EQ(box.y1 - box.y0, 40);
    }
    living_rect(&l, (lf_point){0, 0}, 1000, 700, false);
    living_commit(&l);
    living_rect(&l, (lf_point){0, 0}, 1000, 700, true);
    living_commit(&l);
    CHECK_EQ(edit->count, 1);
    living_free(&l);
}

/// Single tiles in squares side by side are parts of their own, until there are too many squares to look at
/// one by one: then all of them are one part.
static void too_many_squares_are_one_box(void) {
    enum { SQUARES = 1024, SIDE = 64 };
    for (int more = 0; more < 2; more++) {
        living l = living_make(map_plain((SQUARES + more) * SIDE, 1, LF_MOVES_KING, true), &(living_desc){0});
        static lf_tile tiles[SQUARES + 1];
        for (int i = 0; i < SQUARES + more; i++) {
            tiles[i] = (lf_tile)(SIDE * i + 5);
            l.drawn.open[tiles[i]] = 0;
        }
        CHECK_EQ(lf_world_set_tiles(l.world, tiles, SQUARES + more, false), LF_OK);
        living_commit(&l);
        CHECK_EQ(l.world->edit.count, more == 0 ? SQUARES : 1);
        lf_map *anew = living_anew(&l);
        check_map_tiles(map_of_newest(&l), anew);
        lf_map_destroy(anew);
        living_free(&l);
    }
}

// ---- Answers --------------------------------------------------------------------------------------

static living_desc desc_random(uint64_t *random) {
    return (living_desc){.index = oracle_below(random, 4) > 0,
                         .index_later = oracle_below(random, 3) == 0,
                         .coarse = oracle_below(random, 2) == 0,
                         .depth = oracle_below(random, 2) == 0,
                         .skip_bodies = oracle_below(random, 5) == 0,
                         .cost = (lf_cost)oracle_below(random, 2),
                         .hierarchy = (lf_hierarchy)oracle_below(random, 3),
                         .kind = (lf_coarse_kind)oracle_below(random, 2)};
}

static bool strategy_is_exact(lf_strategy strategy) {
    return strategy == LF_STRATEGY_AUTO || strategy == LF_STRATEGY_FLOOD ||
           strategy == LF_STRATEGY_HEADLAND || strategy == LF_STRATEGY_STRIP;
}

/// Asks one strategy; an exact one has to agree with the oracle, the others with the rules. A strategy that the
/// search lacks something for may refuse.
static void ask_strategy(const living *l, lf_search *search, const lf_query *query) {
    static lf_tile tiles[MAX_TILES];
    lf_route route;
    const lf_status status = lf_search_find(search, query, tiles, MAX_TILES, &route);
    const bool refused = status == LF_E_NO_INDEX || status == LF_E_INDEX_COST || status == LF_E_NO_COARSE ||
                         status == LF_E_COST_STRATEGY || status == LF_E_STRIP;
    if (refused && query->strategy > LF_STRATEGY_FLOOD) return;
    const lf_map *map = lf_search_map(search);
    if (strategy_is_exact(query->strategy)) {
        check_exact(&l->now, map, query, status, &route, tiles);
        return;
    }
    int64_t straight, diagonal;
    CHECK_EQ(status, oracle_answer(&l->now, query, &straight, &diagonal) ? LF_OK : LF_NO_ROUTE);
    if (status == LF_OK) check_route(map, query, &route, tiles);
}

/// The deepest route is as deep and as long as on a map made anew.
static void ask_deepest(const living *l, lf_search *search, lf_query query) {
    lf_map *map = living_anew(l);
    lf_depth *depth;
    lf_search *anew;
    CHECK_EQ(lf_depth_create(map, &l->depth, &depth), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.depth = depth}, &anew), LF_OK);
    lf_route a, b;
    query.strategy = LF_STRATEGY_FLOOD;
    query.options.cost = LF_COST_UNIFORM;
    query.gate = (lf_depth_gate){.deepest = true, .harbour = 2};
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &a), lf_search_find(anew, &query, NULL, 0, &b));
    CHECK_EQ(a.gate_depth, b.gate_depth);
    CHECK_EQ(a.length, b.length);
    lf_search_destroy(anew);
    lf_depth_destroy(depth);
    lf_map_destroy(map);
}

static void ask_everything(const living *l, lf_search *search, uint64_t *random) {
    ends e;
    if (!ends_pick(&l->now, random, &e)) return;
    e.query.options.cost = oracle_below(random, 2) == 0 ? l->cost : LF_COST_UNIFORM;
    for (lf_strategy s = LF_STRATEGY_AUTO; s <= LF_STRATEGY_STRIP; s++) {
        e.query.strategy = s;
        ask_strategy(l, search, &e.query);
    }
    const lf_snapshot *snapshot = lf_world_acquire(l->world);
    if (lf_snapshot_depth(snapshot) != NULL) ask_deepest(l, search, e.query);
    lf_snapshot_release(snapshot);
}

/// One world: edits are kept, undone and drawn over; work comes at any time.
static void swarm_world(uint64_t seed, int edits) {
    uint64_t random = seed;
    living_desc desc = desc_random(&random);
    living l = living_make(oracle_random_map(seed, seed % 7 == 0 ? 70 : 40, (lf_moves)(seed % 3)), &desc);
    lf_search *search;
    CHECK_EQ(lf_world_search(l.world, &(lf_search_desc){.cost = desc.cost}, &search), LF_OK);
    for (int i = 0; i < edits; i++) {
        if (i > 0) {
            for (int k = oracle_below(&random, 3); k >= 0; k--) living_draw(&l, &random);
            living_commit(&l);
        }
        const int work = oracle_below(&random, 4); // none, some twice, or all
        if (work == 1) CHECK_EQ(lf_world_work(l.world, LF_WORK_ALL, NULL), LF_OK);
        if (work > 1) CHECK(lf_world_work(l.world, 1 + oracle_below(&random, 200), NULL) >= 0);
        CHECK_EQ(lf_search_turn(search, NULL), LF_OK);
        const lf_snapshot *snapshot = lf_world_acquire(l.world);
        CHECK(lf_snapshot_map(snapshot) == lf_search_map(search));
        check_parts(&l, snapshot, &random);
        lf_snapshot_release(snapshot);
        for (int k = 0; k < 2; k++) ask_everything(&l, search, &random);
    }
    lf_search_destroy(search);
    living_free(&l);
}

static void every_answer_is_that_of_a_map_made_anew(void) {
    const uint64_t seed = test_seed();
#ifdef TEST_IS_SLOW
    const uint64_t worlds = 40;
#else
    const uint64_t worlds = 1500;
#endif
    for (uint64_t i = 0; i < worlds; i++) {
        const int64_t before = test_failures;
        swarm_world(seed + i, 6);
        if (test_failed_on(before, seed, i)) return;
    }
}

/// lf_world_between and lf_world_find follow by themselves, and make room for octile costs when asked.
static void the_world_answers_for_its_newest_state(void) {
    static const char *const rows[] = {".......", "######.", "......."};
    living l = living_make(map_of(rows, 3, LF_MOVES_KING), &(living_desc){.index = true});
    const lf_source source = {.tile = 0};
    const lf_tile target = 14;
    lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
    lf_tile tiles[30];
    lf_route route;
    CHECK_EQ(lf_world_between(l.world, 0, 14, tiles, 30), 15);
    living_disc(&l, (lf_point){2, 1}, 0, true);
    living_commit(&l);
    CHECK_EQ(lf_world_between(l.world, 0, 14, tiles, 30), 7);
    CHECK_EQ(lf_world_between(l.world, 0, 14, NULL, 1), LF_E_NULL);
    CHECK_EQ(lf_world_between(l.world, 0, 7, tiles, 30), LF_E_TARGET_BLOCKED);
    query.options.cost = LF_COST_OCTILE;
    query.strategy = LF_STRATEGY_FLOOD;
    CHECK_EQ(lf_world_find(l.world, &query, tiles, 30, &route), LF_OK);
    CHECK_EQ(route.straight, 6);
    CHECK_EQ(lf_world_find(l.world, NULL, tiles, 30, &route), LF_E_NULL);
    CHECK(!route.found);
    CHECK_EQ(lf_world_find(l.world, &query, tiles, 3, &route), LF_E_BUFFER_TOO_SMALL);
    living_rect(&l, (lf_point){0, 1}, 7, 1, false);
    living_commit(&l);
    CHECK_EQ(lf_world_find(l.world, &query, tiles, 30, &route), LF_NO_ROUTE);
    CHECK_EQ(lf_world_between(l.world, 0, 14, tiles, 30), 0);
    living_free(&l);
}

// ---- Snapshots ------------------------------------------------------------------------------------

enum { KEPT = 5 };

/// Old states that are held go on answering for their own maps, while edits go on.
static void a_held_state_stays_as_it_is(void) {
    uint64_t random = test_seed();
    for (int round = 0; round < 30; round++) {
        living_desc desc = desc_random(&random);
        living l = living_make(oracle_random_map((uint64_t)round, 40, (lf_moves)(round % 3)), &desc);
        living kept[KEPT];
        const lf_snapshot *snapshots[KEPT];
        lf_search *search;
        CHECK_EQ(lf_world_search(l.world, &(lf_search_desc){.cost = desc.cost}, &search), LF_OK);
        for (int i = 0; i < KEPT; i++) {
            snapshots[i] = lf_world_acquire(l.world);
            kept[i] = l;
            kept[i].now.open = malloc(living_size(&l));
            memcpy(kept[i].now.open, l.now.open, living_size(&l));
            for (int k = 0; k < 3; k++) {
                living_draw(&l, &random);
                living_commit(&l);
                if (oracle_below(&random, 3) == 0) lf_world_work(l.world, LF_WORK_ALL, NULL);
            }
        }
        for (int i = KEPT - 1; i >= 0; i--) {
            CHECK_EQ(lf_snapshot_version(snapshots[i]), kept[i].version);
            check_parts(&kept[i], snapshots[i], &random);
            CHECK_EQ(lf_search_turn(search, snapshots[i]), LF_OK);
            lf_snapshot_release(snapshots[i]); // the search holds it
            living_draw(&l, &random);
            living_commit(&l);
            check_map_tiles(lf_search_map(search), lf_search_map(search));
            ask_everything(&kept[i], search, &random);
            free(kept[i].now.open);
        }
        lf_search_destroy(search);
        living_free(&l);
    }
}

/// Two worlds with the same edits are the same, down to the numbers of bodies and the tiles of routes, whoever
/// holds what: one of them has to make its states in memory of the last one, of much older ones, and anew.
static void who_holds_what_makes_no_difference(void) {
    uint64_t random = test_seed();
    for (int round = 0; round < 40; round++) {
        const living_desc desc = {
            .coarse = true, .depth = round % 2 == 0, .index = true, .index_later = true};
        oracle_map small = oracle_random_map(random, 60, (lf_moves)(round % 3));
        oracle_map twin = small;
        twin.open = malloc((size_t)(small.width * small.height));
        memcpy(twin.open, small.open, (size_t)(small.width * small.height));
        living a = living_make(small, &desc), b = living_make(twin, &desc);
        const lf_snapshot *held[4] = {NULL};
        for (int edit = 0; edit < 12; edit++) {
            uint64_t again = random;
            living_draw(&a, &random);
            living_draw(&b, &again);
            living_commit(&a);
            living_commit(&b);
            const int slot = oracle_below(&random, 4);
            lf_snapshot_release(held[slot]);
            held[slot] = oracle_below(&random, 3) == 0 ? NULL : lf_world_acquire(a.world);
            const lf_snapshot *of_a = lf_world_acquire(a.world), *of_b = lf_world_acquire(b.world);
            int64_t wrong = 0;
            for (lf_tile i = 0; i < (lf_tile)living_size(&a); i++)
                wrong += lf_map_body(lf_snapshot_map(of_a), i) != lf_map_body(lf_snapshot_map(of_b), i);
            CHECK_EQ(wrong, 0);
            check_coarse_same(lf_snapshot_coarse(of_a), lf_snapshot_coarse(of_b));
            lf_snapshot_release(of_a);
            lf_snapshot_release(of_b);
            ends e;
            static lf_tile route_a[MAX_TILES], route_b[MAX_TILES];
            if (!ends_pick(&a.now, &random, &e)) continue;
            e.query.strategy = (lf_strategy)oracle_below(&random, 6);
            lf_route answer;
            const lf_status status = lf_world_find(a.world, &e.query, route_a, MAX_TILES, &answer);
            CHECK_EQ(status, lf_world_find(b.world, &e.query, route_b, MAX_TILES, NULL));
            CHECK(memcmp(route_a, route_b, (size_t)answer.tile_count * sizeof *route_a) == 0);
        }
        for (int i = 0; i < 4; i++) lf_snapshot_release(held[i]);
        living_free(&a);
        living_free(&b);
    }
}

/// Memory of a state that is older than the log reaches is made anew, and nothing of it is left.
static void old_memory_is_used_again(void) {
    uint64_t random = test_seed();
    const living_desc desc = {.index = true, .coarse = true, .depth = true};
    living l = living_make(map_plain(40, 40, LF_MOVES_KING, true), &desc);
    for (int round = 0; round < 3; round++) {
        living_draw(&l, &random);
        living_commit(&l);
        const lf_snapshot *held = lf_world_acquire(l.world);
        living_rect(&l, (lf_point){3, 3}, 5, 5, l.now.open[3 * 40 + 3] == 0); // it falls out of the log
        living_commit(&l);
        const uint64_t gone = l.version;
        while (atomic_load(&l.world->newest)->log.since < gone) {
            living_rect(&l, (lf_point){30, 30}, 1, 1, l.now.open[30 * 40 + 30] == 0);
            living_commit(&l);
        }
        lf_snapshot_release(held);
        for (int i = 0; i < 4; i++) {
            living_rect(&l, (lf_point){20 + i, 20}, 1, 1, l.now.open[20 * 40 + 20 + i] == 0);
            living_commit(&l);
            const lf_snapshot *newest = lf_world_acquire(l.world);
            check_parts(&l, newest, &random);
            lf_snapshot_release(newest);
        }
    }
    living_free(&l);
}

/// If nobody holds an old state, two snapshots are enough: the world's own search does not keep a third.
static void two_snapshots_are_enough(void) {
    living l = living_make(map_plain(30, 30, LF_MOVES_KING, true), &(living_desc){.index = true});
    for (int i = 0; i < 20; i++) {
        living_disc(&l, (lf_point){15, 15}, 3, i % 2 == 1);
        living_commit(&l);
        CHECK(lf_world_between(l.world, 0, 899, NULL, 0) > 0);
    }
    int count = 0;
    for (const lf_snapshot *s = l.world->pool; s != NULL; s = s->next) count++;
    CHECK_EQ(count, 2);
    living_free(&l);
}

static void a_turn_gives_the_query_up(void) {
    living l = living_make(map_plain(40, 40, LF_MOVES_KING, true), &(living_desc){0});
    lf_search *search;
    CHECK_EQ(lf_world_search(l.world, NULL, &search), LF_OK);
    const lf_source source = {.tile = 0};
    const lf_tile target = 1599;
    const lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
    CHECK_EQ(lf_search_begin(search, &query), LF_PAUSED);
    CHECK_EQ(lf_search_turn(search, NULL), LF_OK);
    CHECK_EQ(lf_search_step(search, 1), LF_E_NOT_BEGUN);
    lf_search_destroy(search);
    living_free(&l);
}

/// A plain search of the same map is as large as ever; one of a world has room for edits, and keeps to its
/// limit.
static void a_search_grows_when_it_is_turned(void) {
    living l = living_make(map_plain(60, 60, LF_MOVES_ORTHOGONAL, true),
                           &(living_desc){.depth = true, .index = true});
    meter m = {0};
    lf_search *search, *tight;
    CHECK_EQ(lf_world_search(l.world, &(lf_search_desc){.allocator = meter_allocator(&m)}, &search), LF_OK);
    const size_t before = lf_search_bytes(search);
    CHECK_EQ(before, m.live);
    CHECK_EQ(lf_world_search(l.world, &(lf_search_desc){.max_bytes = (int64_t)before}, &tight), LF_OK);
    const int64_t calls = m.calls;
    living_disc(&l, (lf_point){20, 20}, 3, false);
    living_commit(&l);
    CHECK_EQ(lf_world_work(l.world, LF_WORK_ALL, NULL), LF_OK);
    CHECK_EQ(lf_search_turn(search, NULL), LF_OK);
    CHECK_EQ(m.calls, calls); // there was room
    for (int y = 0; y < 60; y++) {
        for (int x = y % 2; x < 60; x += 2) living_rect(&l, (lf_point){x, y}, 1, 1, false);
    }
    living_commit(&l);
    CHECK_EQ(lf_search_turn(search, NULL), LF_OK);
    CHECK(m.calls > calls);
    CHECK(lf_search_bytes(search) > before);
    CHECK_EQ(lf_search_bytes(search), m.live);
    CHECK_EQ(lf_search_turn(tight, NULL), LF_E_MEMORY_LIMIT);
    CHECK_EQ(lf_search_bytes(tight), before);
    const lf_map *old = lf_search_map(tight);
    CHECK(lf_map_is_open(old, 0)); // it is where it was
    lf_search_destroy(search);
    lf_search_destroy(tight);
    CHECK_EQ(m.live, 0);
    living_free(&l);
}

/// A search for spine alone may be a world's, too.
static void a_search_for_spine_alone_is_turned(void) {
    living l =
        living_make(map_plain(60, 60, LF_MOVES_KING, true), &(living_desc){.coarse = true, .index = true});
    lf_search *search;
    CHECK_EQ(lf_world_search(l.world, &(lf_search_desc){.only = LF_STRATEGY_SPINE}, &search), LF_OK);
    const lf_source source = {.tile = 0};
    const lf_tile target = 59;
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .strategy = LF_STRATEGY_SPINE};
    lf_route route;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(route.length, 59);
    living_rect(&l, (lf_point){30, 0}, 1, 50, false);
    living_commit(&l);
    CHECK_EQ(lf_search_turn(search, NULL), LF_OK);
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK(route.length >= 99);
    lf_search_destroy(search);
    living_free(&l);
}

// ---- Depths and cells that are given --------------------------------------------------------------

/// Given depths and given cells stay as they are; a tile that is opened has the depth that was given for it.
static void what_was_given_stays(void) {
    oracle_map small = map_plain(16, 16, LF_MOVES_KING, true);
    uint8_t plane[256], cells[16];
    for (int i = 0; i < 256; i++) plane[i] = (uint8_t)i;
    for (int i = 0; i < 16; i++) cells[i] = (uint8_t)(i % 5 != 0);
    for (int own = 0; own < 2; own++) {
        const lf_coarse_desc coarse = {
            .level = 2, .kind = LF_COARSE_CELLS, .cells = cells, .width = 4, .height = 4};
        const lf_depth_desc given = {.from = LF_DEPTH_PLANE, .plane = plane, .plane_size = 256};
        const lf_world_desc desc = {.map = {.width = 16,
                                            .height = 16,
                                            .tiles = small.open,
                                            .tiles_size = 256,
                                            .depth = own == 0 ? NULL : plane},
                                    .coarse = &coarse,
                                    .depth = own == 0 ? &given : NULL};
        lf_world *world;
        CHECK_EQ(lf_world_create(&desc, &world), LF_OK);
        for (int i = 0; i < 3; i++) {
            CHECK_EQ(lf_world_set_rect(world, (lf_point){3, 3}, 5, 5, i % 2 == 1), LF_OK);
            CHECK_EQ(lf_world_commit(world, NULL), LF_OK);
        }
        const lf_snapshot *snapshot = lf_world_acquire(world);
        CHECK_EQ(lf_depth_at(lf_snapshot_depth(snapshot), 2), 2);
        CHECK_EQ(lf_depth_at(lf_snapshot_depth(snapshot), 5 * 16 + 5), -1);
        for (int i = 0; i < 16; i++)
            CHECK_EQ(lf_coarse_pieces(lf_snapshot_coarse(snapshot), i % 4, i / 4), i % 5 != 0);
        lf_snapshot_release(snapshot);
        CHECK_EQ(lf_world_set_rect(world, (lf_point){3, 3}, 5, 5, true), LF_OK);
        CHECK_EQ(lf_world_commit(world, NULL), LF_OK);
        snapshot = lf_world_acquire(world);
        CHECK_EQ(lf_depth_at(lf_snapshot_depth(snapshot), 5 * 16 + 5), 85);
        lf_snapshot_release(snapshot);
        lf_world_destroy(world);
    }
    free(small.open);
}

// ---- Work -----------------------------------------------------------------------------------------

static void work_brings_the_index(void) {
    living l = living_make(map_plain(50, 50, LF_MOVES_KING, true),
                           &(living_desc){.index = true, .index_later = true});
    for (int i = 0; i < 3; i++) {
        const lf_snapshot *snapshot = lf_world_acquire(l.world);
        CHECK(lf_snapshot_index(snapshot) == NULL);
        CHECK(lf_world_has_work(l.world));
        lf_snapshot_release(snapshot);
        CHECK_EQ(lf_world_work(l.world, LF_WORK_ALL, NULL), LF_OK);
        CHECK(!lf_world_has_work(l.world));
        CHECK_EQ(lf_world_work(l.world, LF_WORK_ALL, NULL), LF_OK);
        snapshot = lf_world_acquire(l.world);
        CHECK_EQ(lf_snapshot_version(snapshot), l.version);
        // The index goes with the map, so that the two make a search of the caller's own.
        lf_search *search;
        const lf_search_desc desc = {.index = lf_snapshot_index(snapshot)};
        CHECK(desc.index != NULL);
        CHECK_EQ(lf_search_create(lf_snapshot_map(snapshot), &desc, &search), LF_OK);
        lf_search_destroy(search);
        lf_snapshot_release(snapshot);
        living_disc(&l, (lf_point){10 * i + 5, 20}, 4, false);
        living_commit(&l);
    }
    living_free(&l);
}

/// Work that uses up its budget to the last is done all the same: one piece for each of the five passes of a
/// small tree of depths.
static void a_budget_that_just_suffices(void) {
    for (int64_t budget = 1; budget <= 5; budget++) {
        living l = living_make(map_plain(20, 20, LF_MOVES_KING, true), &(living_desc){.depth = true});
        living_disc(&l, (lf_point){5, 5}, 2, false);
        living_commit(&l);
        CHECK(lf_world_has_work(l.world));
        CHECK_EQ(lf_world_work(l.world, budget, NULL), budget < 5 ? LF_PAUSED : LF_OK);
        CHECK_EQ(lf_world_has_work(l.world), budget < 5);
        const lf_snapshot *newest = lf_world_acquire(l.world);
        CHECK_EQ(newest->chart.depth->tree_pending, budget < 5);
        lf_snapshot_release(newest);
        living_free(&l);
    }
}

static void workers_run(int64_t count, void (*part)(int64_t index, void *job), void *job, void *user) {
    *(int64_t *)user += count;
    for (int64_t i = count; i-- > 0;) part(i, job); // in any order
}

/// The caller's threads do the work; the index is the same.
static void workers_do_the_work(void) {
    living l = living_make(oracle_random_map(4, 60, LF_MOVES_KING),
                           &(living_desc){.index = true, .index_later = true});
    int64_t parts = 0;
    CHECK_EQ(lf_world_work(l.world, LF_WORK_ALL, &(lf_workers){.run = workers_run, .user = &parts}), LF_OK);
    CHECK(parts > 0);
    lf_map *map = living_anew(&l);
    lf_index *anew;
    CHECK_EQ(lf_index_create(map, &l.index, &anew), LF_OK);
    const lf_snapshot *newest = lf_world_acquire(l.world);
    check_index_same(lf_snapshot_index(newest), anew);
    lf_snapshot_release(newest);
    lf_index_destroy(anew);
    lf_map_destroy(map);
    living_free(&l);
}

/// A map that is too large for an index is tried once; after the next edit, again. (Its size is made up.)
static void what_is_hopeless_is_tried_once(void) {
    living l = living_make(map_plain(40, 40, LF_MOVES_KING, true),
                           &(living_desc){.index = true, .index_later = true, .cost = LF_COST_OCTILE});
    for (int i = 0; i < 2; i++) {
        lf_map *map = map_of_newest(&l);
        const uint32_t count = map->tile_count;
        CHECK(lf_world_has_work(l.world));
        map->tile_count = (uint32_t)LFI_METRIC_Q;
        CHECK_EQ(lf_world_work(l.world, LF_WORK_ALL, NULL), LF_E_INDEX_LIMIT);
        map->tile_count = count;
        CHECK(!lf_world_has_work(l.world));
        CHECK_EQ(lf_world_work(l.world, LF_WORK_ALL, NULL), LF_OK);
        const lf_snapshot *newest = lf_world_acquire(l.world);
        CHECK(lf_snapshot_index(newest) == NULL);
        lf_snapshot_release(newest);
        living_disc(&l, (lf_point){20, 20}, 5 - i, false);
        living_disc(&l, (lf_point){20, 20}, 2 * i, true);
        living_commit(&l);
    }
    CHECK(lf_world_has_work(l.world));
    CHECK_EQ(lf_world_work(l.world, LF_WORK_ALL, NULL), LF_OK);
    const lf_snapshot *newest = lf_world_acquire(l.world);
    CHECK(lf_snapshot_index(newest) != NULL);
    lf_snapshot_release(newest);
    living_free(&l);
}

/// Memory that somebody else edits the world with, at a chosen allocation: what another thread may do while
/// work goes on, at a known moment.
typedef struct intruder {
    meter meter;
    living *living;
    int64_t at; ///< the allocation, counted by the meter; 0 = none
} intruder;

static void *intruder_alloc(size_t size, void *user) {
    intruder *i = user;
    if (i->at != 0 && i->meter.calls + 1 == i->at) {
        i->at = 0;
        living_disc(i->living, (lf_point){30, 30}, 3, false);
        living_commit(i->living);
    }
    return meter_alloc(size, &i->meter);
}

static void intruder_free(void *memory, size_t size, void *user) {
    meter_free(memory, size, &((intruder *)user)->meter);
}

/// An edit comes while the tree of depths is made: the tree is dropped, and the next one fits.
static void a_tree_that_comes_too_late(void) {
    intruder i = {.at = 0};
    const living_desc desc = {.depth = true,
                              .allocator = {.alloc = intruder_alloc, .free = intruder_free, .user = &i}};
    living l = living_make(map_plain(50, 50, LF_MOVES_KING, true), &desc);
    uint64_t random = 3;
    i.living = &l;
    living_disc(&l, (lf_point){10, 10}, 3, false);
    living_commit(&l);
    i.at = i.meter.calls + 1;
    CHECK_EQ(lf_world_work(l.world, LF_WORK_ALL, NULL), LF_PAUSED);
    CHECK_EQ(i.at, 0);
    CHECK_EQ(version_of(l.world), 2);
    for (int k = 0; k < 2; k++) {
        const lf_snapshot *newest = lf_world_acquire(l.world);
        CHECK_EQ(newest->chart.depth->tree_pending, k == 0);
        check_parts(&l, newest, &random);
        lf_snapshot_release(newest);
        CHECK_EQ(lf_world_work(l.world, LF_WORK_ALL, NULL), LF_OK);
    }
    living_free(&l);
    CHECK_EQ(i.meter.live, 0);
}

/// What the index leaves of a budget goes to the tree of depths: one call does all.
static void what_is_left_of_a_budget_goes_on(void) {
    living l = living_make(map_plain(50, 50, LF_MOVES_KING, true),
                           &(living_desc){.index = true, .index_later = true, .depth = true});
    for (int i = 0; i < 3; i++) {
        living_disc(&l, (lf_point){10 * i + 5, 20}, 4, false);
        living_commit(&l);
        CHECK_EQ(lf_world_work(l.world, 1000000, NULL), LF_OK);
        CHECK(!lf_world_has_work(l.world));
    }
    living_free(&l);
}

/// The tree of depths comes in slices. If an edit comes in between, the next one is made in one piece, so that
/// edits in every tick do not keep it from being made.
static void a_tree_of_depths_in_slices(void) {
    living l = living_make(map_plain(200, 300, LF_MOVES_KING, true), &(living_desc){.depth = true});
    int calls = 1;
    living_disc(&l, (lf_point){100, 100}, 9, false);
    living_commit(&l);
    for (; lf_world_work(l.world, 5, NULL) == LF_PAUSED; calls++) CHECK(lf_world_has_work(l.world));
    CHECK(calls > 10 && !lf_world_has_work(l.world));
    for (int edit = 0; edit < 10; edit++) { // every other tree is late
        living_disc(&l, (lf_point){20 * edit, 150}, 5, false);
        living_commit(&l);
        CHECK_EQ(lf_world_work(l.world, 5, NULL), edit % 2 == 0 ? LF_PAUSED : LF_OK);
        const lf_snapshot *newest = lf_world_acquire(l.world);
        const int32_t deep = lf_depth_between(lf_snapshot_depth(newest), 0, 299 * 200);
        CHECK_EQ(deep == LF_DEPTH_PENDING, edit % 2 == 0);
        CHECK(deep == LF_DEPTH_PENDING || deep > 0);
        lf_snapshot_release(newest);
    }
    living_disc(&l, (lf_point){50, 50}, 5, false);
    living_commit(&l);
    CHECK_EQ(lf_world_work(l.world, 5, NULL), LF_PAUSED);
    living_free(&l); // with a tree under way
}

/// Edits that come while an index is built are replayed over it: the next answers go by the new index, and so
/// does the next edit.
static void edits_are_replayed_over_a_new_index(void) {
    uint64_t random = test_seed();
    int replayed = 0;
    for (int round = 0; round < 60; round++) {
        living_desc desc = {.index = true,
                            .coarse = round % 4 == 0,
                            .depth = round % 4 == 1,
                            .hierarchy = LF_HIERARCHY_YES,
                            .cost = (lf_cost)(round / 3 % 2)};
        living l = living_make(map_plain(40 + round, 50, (lf_moves)(round % 3), true), &desc);
        lf_search *search;
        CHECK_EQ(lf_world_search(l.world, &(lf_search_desc){.cost = desc.cost}, &search), LF_OK);
        // Edits may undo each other; then there is nothing to do.
        for (int i = 0; i < 4 || (!lf_world_has_work(l.world) && i < 100); i++) {
            living_draw(&l, &random);
            living_commit(&l);
        }
        CHECK(lf_world_has_work(l.world));
        const uint64_t era = l.world->eras;
        uint64_t from = 0; // the version that the index is built for
        int edits = 0;
        // The replay takes several calls, too.
        while ((l.world->eras == era || l.world->rebuild.copy != NULL) && edits < 1000) {
            living_draw(&l, &random);
            if (edits++ < 3 + round) living_commit(&l); // more than the log has, in some rounds
            CHECK(lf_world_work(l.world, 20, NULL) >= 0);
            if (l.world->eras == era && l.world->rebuild.from != NULL) from = l.world->rebuild.from->version;
            if (l.world->eras != era && from == 0)
                from = l.version; // of five headlands, begun and done in one call
            if (edits % 7 != 0) continue;
            CHECK_EQ(lf_search_turn(search, NULL), LF_OK);
            ask_everything(&l, search, &random);
        }
        const lf_snapshot *newest = lf_world_acquire(l.world);
        CHECK_EQ(lf_snapshot_version(newest), l.version);
        CHECK(newest->chart.index != NULL);
        CHECK_EQ(newest->chart.overlay != NULL, l.version > from); // some edits change nothing
        replayed += l.version > from;
        check_parts(&l, newest, &random);
        lf_snapshot_release(newest);
        for (int i = 0; i < 3; i++) {
            CHECK_EQ(lf_search_turn(search, NULL), LF_OK);
            ask_everything(&l, search, &random);
            living_draw(&l, &random);
            living_commit(&l);
        }
        CHECK_EQ(lf_world_work(l.world, LF_WORK_ALL, NULL), LF_OK);
        CHECK(!lf_world_has_work(l.world));
        lf_search_destroy(search);
        living_free(&l);
    }
    CHECK(replayed > 50);
}

/// An edit in two pieces that lie apart.
static void edit_twice(living *l, int i) {
    living_rect(l, (lf_point){10 + 3 * i, 10}, 1, 1, false);
    living_rect(l, (lf_point){10 + 3 * i, 100}, 1, 1, false);
    living_commit(l);
}

/// Edits that leave more than their tiles behind: of many bodies that come, the last one stays, with its
/// number; and there are many pieces.
static void edit_wildly(living *l) {
    lf_tile tiles[20 * 40];
    int64_t count = 0;
    for (int i = 0; i < 20 * 40; i++) {
        if (i % 2 == 0 && i / 40 % 2 == 0) continue; // a body of one tile
        tiles[count] = (lf_tile)((40 + i / 40) * l->now.width + 20 + i % 40);
        l->drawn.open[tiles[count++]] = 0;
    }
    CHECK_EQ(lf_world_set_tiles(l->world, tiles, count, false), LF_OK);
    living_commit(l);
    living_rect(l, (lf_point){20, 40}, 41, 21, true);
    living_rect(l, (lf_point){57, 57}, 3, 3, false);
    living_rect(l, (lf_point){58, 58}, 1, 1, true);
    for (int i = 0; i < 4; i++) living_rect(l, (lf_point){5, 30 + 20 * i}, 1, 1, false);
    living_commit(l);
}

/// Edits come as fast as they are replayed over a new index: always one more, until the index is shown all
/// the same. From `begin` on, when the copy of the state has been led on so often, an allocation may fail.
/// Returns the status of the work that did it: LF_PAUSED, because edits leave more to do, or an error.
static lf_status replay_chased(living *l, meter *m, int64_t fail, int begin) {
    const lfi_rebuild *rebuild = &l->world->rebuild;
    edit_twice(l, 0);
    lf_status status = lf_world_work(l->world, 1, NULL);
    CHECK_EQ(status, LF_PAUSED);
    l->world->begun_anew = true; // this index goes on
    edit_twice(l, 1);            // after it was begun
    bool wild = false;
    for (int i = 2; status == LF_PAUSED && rebuild->from != NULL && i < 18;) {
        if (!wild && rebuild->rounds >= begin) {
            wild = true;
            edit_wildly(l);
            m->fail_at = m->calls + fail;
        }
        status = lf_world_work(l->world, 1, NULL);
        if (wild || rebuild->goal == NULL || rebuild->goal->version < l->version) continue;
        edit_twice(l, i++);
    }
    CHECK(rebuild->from == NULL); // it came to an end
    return status;
}

/// One edit after the other cannot keep an index from being shown, and whatever allocation fails on the way,
/// the newest state is right, and the next work succeeds.
static void edits_chase_a_new_index(void) {
    int64_t failures = 0, shown = 0;
    static const int begins[] = {0, 6, 1000}; // the last: edits go on to the end, and no allocation fails
    for (int k = 0; k < 3; k++) {
        for (int64_t fail = 1; fail < 2000; fail++) {
            meter m = {0};
            uint64_t random = 7;
            const living_desc desc = {.index = true, .allocator = meter_allocator(&m)};
            living l = living_make(map_plain(70, 120, LF_MOVES_KING, true), &desc);
            const uint64_t era = l.world->eras;
            const lf_status status = replay_chased(&l, &m, fail, begins[k]);
            const bool failed = m.fail_at != 0 && m.calls >= m.fail_at;
            m.fail_at = 0;
            CHECK_EQ(status, failed ? LF_E_NOMEM : LF_PAUSED);
            failures += failed;
            const lf_snapshot *newest = lf_world_acquire(l.world);
            CHECK_EQ(lf_snapshot_version(newest), l.version);
            check_parts(&l, newest, &random);
            if (!failed) {
                CHECK(newest->chart.overlay != NULL && newest->chart.overlay->era > era);
                shown++;
            }
            lf_snapshot_release(newest);
            CHECK_EQ(lf_world_work(l.world, LF_WORK_ALL, NULL), LF_OK);
            newest = lf_world_acquire(l.world);
            CHECK(lf_snapshot_index(newest) != NULL);
            check_parts(&l, newest, &random);
            lf_snapshot_release(newest);
            living_free(&l);
            CHECK_EQ(m.live, 0);
            if (!failed) break;
        }
    }
    printf("  %d allocations failed in turn\n", (int)failures);
    CHECK(shown == 3 && failures > 100);
}

/// When nearly everything changes, the index is given up at once, and comes back by work.
static void an_edit_of_everything_gives_the_index_up(void) {
    living l = living_make(map_plain(120, 120, LF_MOVES_KING, true), &(living_desc){.index = true});
    for (int y = 2; y < 120; y += 3) {
        for (int x = 2; x < 120; x += 3) living_rect(&l, (lf_point){x, y}, 1, 1, false);
    }
    lf_edit_report report;
    CHECK_EQ(lf_world_commit(l.world, &report), LF_OK);
    CHECK(report.bulk);
    memcpy(l.now.open, l.drawn.open, living_size(&l));
    l.version++;
    lf_route route;
    const lf_source source = {.tile = 0};
    const lf_tile target = 0;
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .strategy = LF_STRATEGY_HEADLAND};
    CHECK_EQ(lf_world_find(l.world, &query, NULL, 0, &route), LF_E_NO_INDEX);
    CHECK_EQ(lf_world_work(l.world, LF_WORK_ALL, NULL), LF_OK);
    CHECK_EQ(lf_world_find(l.world, &query, NULL, 0, &route), LF_OK);
    living_free(&l);
}

/// Index bytes are those of a map made anew, except for the hierarchy.
static void the_index_is_that_of_a_map_made_anew(void) {
    uint64_t random = test_seed();
    for (int i = 0; i < 60; i++) {
        living_desc desc = {.index = true, .cost = (lf_cost)(i % 2), .hierarchy = (lf_hierarchy)(i / 2 % 3)};
        living l = living_make(oracle_random_map(random, 40, (lf_moves)(i % 3)), &desc);
        for (int k = 0; k < 6; k++) { // renewed once and again
            living_draw(&l, &random);
            living_commit(&l);
            if (k % 2 == 0) continue;
            CHECK_EQ(lf_world_work(l.world, LF_WORK_ALL, NULL), LF_OK);
            lf_map *map = living_anew(&l);
            lf_index *anew;
            CHECK_EQ(lf_index_create(map, &l.index, &anew), LF_OK);
            const lf_snapshot *snapshot = lf_world_acquire(l.world);
            check_index_same(lf_snapshot_index(snapshot), anew);
            lf_snapshot_release(snapshot);
            lf_index_destroy(anew);
            lf_map_destroy(map);
        }
        living_free(&l);
    }
}

// ---- Memory ---------------------------------------------------------------------------------------

static oracle_map map_copy(const oracle_map *map) {
    oracle_map copy = *map;
    const size_t size = (size_t)map->width * (size_t)map->height;
    copy.open = malloc(size);
    memcpy(copy.open, map->open, size);
    return copy;
}

/// Draws, commits, works and asks, with one allocation after the other failing. Whatever fails, the state
/// before goes on, and trying again succeeds.
static void every_allocation_may_fail(void) {
    oracle_map small = oracle_random_map(4, 30, LF_MOVES_KING);
    int64_t failures = 0;
    for (int64_t fail = 1;; fail++) {
        meter m = {.fail_at = 0};
        living_desc desc = {.index = true,
                            .coarse = true,
                            .depth = true,
                            .cost = LF_COST_OCTILE,
                            .allocator = meter_allocator(&m)};
        living l = living_make(map_copy(&small), &desc);
        uint64_t random = 5;
        lf_search *search;
        const lf_search_desc of_search = {.cost = LF_COST_OCTILE, .allocator = meter_allocator(&m)};
        CHECK_EQ(lf_world_search(l.world, &of_search, &search), LF_OK);
        CHECK_EQ(lf_world_bytes(l.world) + lf_search_bytes(search), m.live);
        m.fail_at = m.calls + fail;
        int failed = 0;
        for (int edit = 0; edit < 3; edit++) {
            while (lf_world_set_disc(l.world, (lf_point){8 + 5 * edit, 9}, 6, edit % 2 == 0) == LF_E_NOMEM)
                failed++;
            living_disc(&l, (lf_point){8 + 5 * edit, 9}, 6, edit % 2 == 0);
            lf_edit_report report = {.opened = 7};
            while (edit > 0 && lf_world_work(l.world, 5, NULL) == LF_E_NOMEM) failed++;
            while (lf_world_commit(l.world, &report) == LF_E_NOMEM) {
                failed++;
                CHECK_EQ(report.opened, 0);
                CHECK_EQ(version_of(l.world), l.version);
                const lf_snapshot *snapshot = lf_world_acquire(l.world);
                check_parts(&l, snapshot, &random);
                lf_snapshot_release(snapshot);
            }
            memcpy(l.now.open, l.drawn.open, living_size(&l));
            l.version = report.version;
            if (edit == 1) continue; // work has begun for a state that is no longer the newest
            while (lf_world_work(l.world, LF_WORK_ALL, NULL) == LF_E_NOMEM) failed++;
            const lf_map *before = lf_search_map(search);
            while (lf_search_turn(search, NULL) == LF_E_NOMEM) {
                failed++;
                CHECK(lf_search_map(search) == before);
            }
            while (lf_world_between(l.world, 0, 0, NULL, 0) == LF_E_NOMEM) failed++;
            CHECK(failed <= 1);
            ask_everything(&l, search, &random);
            const lf_snapshot *snapshot = lf_world_acquire(l.world);
            CHECK(lf_snapshot_index(snapshot) != NULL);
            check_parts(&l, snapshot, &random);
            lf_snapshot_release(snapshot);
        }
        lf_search_destroy(search);
        CHECK_EQ(lf_world_bytes(l.world), m.live);
        living_free(&l);
        CHECK_EQ(m.live, 0);
        failures += failed;
        if (m.calls < m.fail_at) break; // all have failed once; some hurt nobody
    }
    CHECK(failures > 50);
    printf("  %d allocations failed in turn\n", (int)failures);
    free(small.open);
}

static void creating_may_fail_anywhere(void) {
    oracle_map small = oracle_random_map(4, 30, LF_MOVES_KING);
    for (int64_t fail = 1;; fail++) {
        meter m = {.fail_at = fail};
        living l = {.now = small};
        const living_desc desc = {
            .index = true, .coarse = true, .depth = true, .allocator = meter_allocator(&m)};
        lf_world_desc world = living_world_desc(&l, &desc);
        const lf_status status = lf_world_create(&world, &l.world);
        if (status == LF_OK) {
            CHECK_EQ(lf_world_bytes(l.world), m.live);
            lf_world_destroy(l.world);
            CHECK_EQ(m.live, 0);
            break;
        }
        CHECK_EQ(status, LF_E_NOMEM);
        CHECK_EQ(m.live, 0);
    }
    free(small.open);
}

/// A door opens and shuts for ever: memory does not grow, and answers stay right.
static void doors_open_and_shut(void) {
    static const char *const rows[] = {".........#.........", ".........#.........", ".........#.........",
                                       ".........#........."};
    meter m = {0};
    living_desc desc = {.index = true, .depth = true, .allocator = meter_allocator(&m)};
    living l = living_make(map_of(rows, 4, LF_MOVES_KING), &desc);
    const lf_tile door = 2 * 19 + 9, from = 0, to = 18;
#ifdef TEST_IS_SLOW
    const int toggles = 2000;
#else
    const int toggles = 100000;
#endif
    int64_t bound = 0, wrong = 0;
    for (int i = 0; i < toggles; i++) {
        wrong += lf_world_set_tiles(l.world, &door, 1, i % 2 == 0) != LF_OK;
        wrong += lf_world_commit(l.world, NULL) != LF_OK;
        wrong += lf_world_between(l.world, from, to, NULL, 0) != (i % 2 == 0 ? 19 : 0);
        if (i % 100 == 7) wrong += lf_world_work(l.world, LF_WORK_ALL, NULL) != LF_OK;
        if (i == toggles / 2) bound = m.most;
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(version_of(l.world), toggles);
    CHECK_EQ(m.most, bound);
    living_free(&l);
    CHECK_EQ(m.live, 0);
}

/// Many states that are held at once take memory; when they are released it comes back, but for a few.
static void released_states_give_their_memory_back(void) {
    meter m = {0};
    living_desc desc = {.depth = true, .allocator = meter_allocator(&m)};
    living l = living_make(map_plain(100, 100, LF_MOVES_KING, true), &desc);
    const int64_t alone = m.live; // of one state, and of what all states share
    const lf_snapshot *snapshots[20];
    for (int i = 0; i < 20; i++) {
        snapshots[i] = lf_world_acquire(l.world);
        living_disc(&l, (lf_point){5 * i, 50}, 2, false);
        living_commit(&l);
    }
    const int64_t most = m.live;
    for (int i = 0; i < 20; i++) lf_snapshot_release(snapshots[i]);
    living_disc(&l, (lf_point){50, 20}, 2, false);
    living_commit(&l);
    CHECK(m.live - alone < (most - alone) / 2);
    living_free(&l);
}

// ---- Routes under way -----------------------------------------------------------------------------

typedef struct stored {
    lf_tile tiles[MAX_TILES];
    lf_voyage voyage;
    lf_route route;
} stored;

static lf_voyage still_of(lf_search *search, lf_voyage voyage) {
    CHECK_EQ(lf_route_still(search, &voyage, 1), LF_OK);
    return voyage;
}

/// A route that is found is stored, some tiles along.
static bool store_route(const living *l, lf_search *search, uint64_t *random, stored *out) {
    ends e;
    if (!ends_pick(&l->now, random, &e)) return false;
    e.query.options.cost = l->cost;
    e.query.source_count = e.query.target_count = 1;
    if (lf_search_find(search, &e.query, out->tiles, MAX_TILES, &out->route) != LF_OK) return false;
    const int64_t sailed = oracle_below(random, (int)out->route.tile_count);
    out->voyage = (lf_voyage){.tiles = out->tiles + sailed,
                              .count = out->route.tile_count - sailed,
                              .version = l->version,
                              .cost = l->cost};
    return true;
}

/// Whether a stored route that is legal now is shortest now.
static bool voyage_is_shortest(const living *l, const lf_map *map, const lf_voyage *voyage) {
    const lf_source source = {.tile = voyage->tiles[0]};
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &voyage->tiles[voyage->count - 1],
                            .target_count = 1,
                            .options.cost = voyage->cost};
    int64_t straight = 0, diagonal = 0, turns = 0;
    CHECK(oracle_answer(&l->now, &query, &straight, &diagonal));
    for (int64_t i = 1; i < voyage->count; i++) {
        const lf_point a = lf_map_point(map, voyage->tiles[i - 1]), b = lf_map_point(map, voyage->tiles[i]);
        turns += a.x != b.x && a.y != b.y;
    }
    const bool octile = voyage->cost == LF_COST_OCTILE && l->now.moves != LF_MOVES_ORTHOGONAL;
    return straight + diagonal == voyage->count - 1 && (!octile || turns == diagonal);
}

/// What was said of legal routes of states with an index, by whether they were really shortest.
typedef struct verdicts {
    int64_t shortest[2], legal[2], beaten[2], broken;
} verdicts;

/// What is said of a stored route, against the truth. Gives whether nothing was opened since, too.
static void check_still(const living *l, const lf_map *map, const lf_voyage *voyage, bool only_blocked,
                        verdicts *v) {
    int64_t at;
    const lf_status legal = lf_route_check(map, voyage->tiles, voyage->count, &at, NULL);
    CHECK_EQ(voyage->still == LF_STILL_BROKEN, legal == LF_BROKEN);
    CHECK_EQ(voyage->broken_at, at);
    v->broken += legal == LF_BROKEN;
    if (legal == LF_BROKEN) return;
    if (only_blocked) CHECK_EQ(voyage->still, LF_STILL_SHORTEST);
    const bool shortest = voyage_is_shortest(l, map, voyage);
    if (voyage->still == LF_STILL_SHORTEST) CHECK(shortest);
    if (voyage->still == LF_STILL_BEATEN) CHECK(!shortest);
    v->shortest[shortest] += voyage->still == LF_STILL_SHORTEST;
    v->legal[shortest] += voyage->still == LF_STILL_LEGAL;
    v->beaten[shortest] += voyage->still == LF_STILL_BEATEN;
}

/// An edit of routes under way: blocks only, opens small places, or does anything.
static void still_edit(living *l, uint64_t seed, uint64_t *random) {
    const lf_point place = {oracle_below(random, l->now.width), oracle_below(random, l->now.height)};
    if (seed % 4 == 3)
        living_draw(l, random);
    else
        living_disc(l, place, oracle_below(random, 3), seed % 4 != 0);
    living_commit(l);
    if (oracle_below(random, 8) == 0) CHECK_EQ(lf_world_work(l->world, LF_WORK_ALL, NULL), LF_OK);
}

/// Ships under way in one world; each is asked about after every edit. Some set out later than others, and some
/// say that they come from a state that the search does not know of.
static void still_swarm_world(uint64_t seed, bool index, verdicts *v) {
    uint64_t random = seed;
    living l = living_make(oracle_random_map(seed, 50, (lf_moves)(seed % 3)),
                           &(living_desc){.cost = (lf_cost)(seed / 3 % 2), .index = index});
    lf_search *search;
    static stored routes[8];
    CHECK_EQ(lf_world_search(l.world, &(lf_search_desc){.cost = l.cost}, &search), LF_OK);
    int count = 0;
    while (count < 8 && store_route(&l, search, &random, &routes[count])) count++;
    for (int edit = 0; edit < 6 && count > 0; edit++) {
        still_edit(&l, seed, &random);
        CHECK_EQ(lf_search_turn(search, NULL), LF_OK);
        for (int i = 0; i < count; i++) {
            verdicts ignored = {0};
            const lf_voyage voyage = still_of(search, routes[i].voyage);
            check_still(&l, lf_search_map(search), &voyage, seed % 4 == 0, v);
            lf_voyage later = routes[i].voyage;
            later.version += 100;
            later = still_of(search, later);
            check_still(&l, lf_search_map(search), &later, false, &ignored);
        }
        store_route(&l, search, &random, &routes[oracle_below(&random, count)]);
    }
    lf_search_destroy(search);
    living_free(&l);
}

/// With an index nearly all routes that are shortest are proven to be, and nearly all that are not, too.
static void what_is_said_of_stored_routes_is_true(void) {
    const uint64_t seed = test_seed();
    verdicts v[2] = {{.broken = 0}};
    for (uint64_t i = 0; i < 600; i++) {
        const int64_t before = test_failures;
        const bool index = i / 12 % 3 != 0; // seeds 0 to 11 have all moves, costs and kinds of edits
        still_swarm_world(seed + i, index, &v[index]);
        if (test_failed_on(before, seed, i)) return;
    }
    for (int i = 0; i < 2; i++)
        printf(
            "  %s index: shortest and said so %d, doubted %d; beaten and said so %d, doubted %d; broken %d\n",
            i == 0 ? "without" : "with", (int)v[i].shortest[1], (int)v[i].legal[1], (int)v[i].beaten[0],
            (int)v[i].legal[0], (int)v[i].broken);
    CHECK(v[0].shortest[1] > 500 && v[0].legal[1] > 10 && v[0].legal[0] > 5 && v[0].broken > 50);
    CHECK_EQ(v[0].beaten[0], 0);
    CHECK(v[1].broken > 100 && v[1].shortest[1] > 20 * v[1].legal[1]);
    CHECK(v[1].beaten[0] > 5 && v[1].beaten[0] > 2 * v[1].legal[0]);
}

/// Opens some tiles of a row, turns the search to the new state and asks.
static lf_still still_opened(living *l, lf_search *search, const lf_voyage *voyage, lf_point first,
                             int count) {
    for (int i = 0; i < count; i++) living_disc(l, (lf_point){first.x + i, first.y}, 0, true);
    living_commit(l);
    CHECK_EQ(lf_search_turn(search, NULL), LF_OK);
    return still_of(search, *voyage).still;
}

/// A wide wall over half of the map; below it another sea with an island, which a ship reaches by the far right.
static oracle_map map_two_seas(lf_moves moves) {
    oracle_map small = map_plain(200, 60, moves, true);
    for (int i = 0; i < 35 * 9; i++) small.open[(5 + i / 9) * 200 + 16 + i % 9] = 0;
    for (int x = 0; x < 199; x++) small.open[40 * 200 + x] = 0;
    for (int i = 0; i < 9; i++) small.open[(44 + i / 3) * 200 + 19 + i % 3] = 0;
    return small;
}

/// A long way around a wall. Places of edits alone say nothing: the straight way over them is shorter. The bounds
/// of the index know that they lead nowhere, or that the way there is long; and short cuts are found.
static void bounds_know_what_leads_nowhere(void) {
    for (int round = 0; round < 12; round++) {
        const bool index = round < 6;
        const living_desc desc = {.index = index, .cost = (lf_cost)(round / 3 % 2)};
        living l = living_make(map_two_seas((lf_moves)(round % 3)), &desc);
        lf_search *search;
        lf_tile tiles[300];
        lf_route route;
        const lf_source from = {.tile = 30 * 200 + 10};
        const lf_tile to = 30 * 200 + 30;
        const lf_query query = {.sources = &from,
                                .source_count = 1,
                                .targets = &to,
                                .target_count = 1,
                                .options.cost = desc.cost};
        CHECK_EQ(lf_world_search(l.world, &(lf_search_desc){.cost = desc.cost}, &search), LF_OK);
        CHECK_EQ(lf_search_find(search, &query, tiles, 300, &route), LF_OK);
        const lf_voyage voyage = {.tiles = tiles, .count = route.tile_count, .cost = desc.cost};
        const lf_still good = index ? LF_STILL_SHORTEST : LF_STILL_LEGAL,
                       bad = index ? LF_STILL_BEATEN : LF_STILL_LEGAL;
        CHECK_EQ(still_opened(&l, search, &voyage, (lf_point){20, 30}, 1), good); // inside the wall
        CHECK_EQ(still_opened(&l, search, &voyage, (lf_point){19, 44}, 3), good); // in the other sea
        CHECK_EQ(still_opened(&l, search, &voyage, (lf_point){16, 30}, 9), bad);
        lf_search_destroy(search);
        living_free(&l);
    }
}

/// A door that was open when the index was made is shut, a ship sets out around it, and it opens again: the index
/// knows nothing of this door.
static void a_door_opens_again(void) {
    for (int round = 0; round < 6; round++) {
        const living_desc desc = {.index = true, .cost = (lf_cost)(round / 3)};
        oracle_map small = map_plain(60, 20, (lf_moves)(round % 3), true);
        for (int y = 0; y < 20; y++) small.open[y * 60 + 30] = y == 1 || y == 10;
        living l = living_make(small, &desc);
        lf_search *search;
        lf_tile tiles[100];
        lf_route route;
        const lf_source from = {.tile = 10 * 60 + 26};
        const lf_tile to = 10 * 60 + 34;
        const lf_query query = {.sources = &from,
                                .source_count = 1,
                                .targets = &to,
                                .target_count = 1,
                                .options.cost = desc.cost};
        CHECK_EQ(lf_world_search(l.world, &(lf_search_desc){.cost = desc.cost}, &search), LF_OK);
        living_disc(&l, (lf_point){30, 10}, 0, false);
        living_commit(&l);
        CHECK_EQ(lf_search_turn(search, NULL), LF_OK);
        CHECK_EQ(lf_search_find(search, &query, tiles, 100, &route), LF_OK);
        const lf_voyage voyage = {
            .tiles = tiles, .count = route.tile_count, .version = l.version, .cost = desc.cost};
        CHECK_EQ(still_of(search, voyage).still, LF_STILL_SHORTEST);
        CHECK_EQ(still_opened(&l, search, &voyage, (lf_point){30, 10}, 1), LF_STILL_BEATEN);
        lf_search_destroy(search);
        living_free(&l);
    }
}

/// A search of a world, and a route that it has found and that is under way.
typedef struct sailing {
    lf_search *search;
    lf_tile tiles[600];
    lf_voyage voyage;
} sailing;

static void sail(const living *l, lf_point from, lf_point to, lf_cost cost, sailing *out) {
    const lf_source source = {.tile = (lf_tile)(from.y * l->now.width + from.x)};
    const lf_tile target = (lf_tile)(to.y * l->now.width + to.x);
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .strategy = LF_STRATEGY_FLOOD,
                            .options.cost = cost};
    lf_route route;
    CHECK_EQ(lf_world_search(l->world, &(lf_search_desc){.cost = cost}, &out->search), LF_OK);
    CHECK_EQ(lf_search_find(out->search, &query, out->tiles, 600, &route), LF_OK);
    out->voyage =
        (lf_voyage){.tiles = out->tiles, .count = route.tile_count, .version = l->version, .cost = cost};
}

/// What is said of the route on the newest state.
static lf_still sail_on(living *l, sailing *s) {
    living_commit(l);
    CHECK_EQ(lf_search_turn(s->search, NULL), LF_OK);
    return still_of(s->search, s->voyage).still;
}

/// Bounds of an index for one cost say nothing of routes of another one, unless there are no diagonal moves.
static void bounds_are_for_one_cost(void) {
    for (int round = 0; round < 12; round++) {
        const lf_moves moves = (lf_moves)(round % 3);
        const lf_cost of_index = (lf_cost)(round / 3 % 2), of_route = (lf_cost)(round / 6);
        living l = living_make(map_two_seas(moves), &(living_desc){.index = true, .cost = of_index});
        sailing s;
        sail(&l, (lf_point){10, 30}, (lf_point){30, 30}, of_route, &s);
        living_disc(&l, (lf_point){20, 30}, 0, true); // inside the wall
        const bool told = of_index == of_route || moves == LF_MOVES_ORTHOGONAL;
        CHECK_EQ(sail_on(&l, &s), told ? LF_STILL_SHORTEST : LF_STILL_LEGAL);
        lf_search_destroy(s.search);
        living_free(&l);
    }
}

/// A land that a ship goes around, with two lakes full of islands.
static oracle_map map_two_lakes(void) {
    oracle_map small = map_plain(240, 110, LF_MOVES_KING, true);
    for (int i = 0; i < 240 * 110; i++) {
        const int x = i % 240, y = i / 240;
        const bool land = x >= 15 && x < 225 && y >= 10;
        const bool lake = ((x >= 20 && x < 92) || (x >= 100 && x < 220)) && y >= 14 && y < 86;
        const bool island = x % 4 == 0 && y % 4 == 0 && x % 92 > 20 && y > 14 && y < 84;
        small.open[i] = !land || (lake && !island);
    }
    return small;
}

/// An edit opens the islands of one lake, which lead nowhere, and at last a tunnel from sea to sea: so many inlets
/// that the tunnel's are not known any more. So nothing is said, until all is undone.
static void given_up_inlets_tell_nothing(void) {
    living l = living_make(map_two_lakes(), &(living_desc){.index = true});
    sailing s;
    sail(&l, (lf_point){10, 100}, (lf_point){230, 100}, LF_COST_UNIFORM, &s);
    for (int edit = 0; edit < 3; edit++) {
        const bool many = edit != 1;
        for (int i = 0; i < 17 * 17; i++)
            living_rect(&l, (lf_point){24 + 4 * (i % 17), 16 + 4 * (i / 17)}, 1, 1, many);
        living_rect(&l, (lf_point){15, 100}, 210, 1, many);
        const lf_still still = sail_on(&l, &s);
        CHECK(many ? still != LF_STILL_SHORTEST : still == LF_STILL_SHORTEST);
        CHECK_EQ(voyage_is_shortest(&l, lf_search_map(s.search), &s.voyage), !many);
        const lf_snapshot *newest = lf_world_acquire(l.world);
        CHECK(newest->chart.overlay != NULL);
        CHECK_EQ(newest->chart.overlay->inlets.given_up, many);
        lf_snapshot_release(newest);
    }
    lf_search_destroy(s.search);
    living_free(&l);
}

/// A door of the index's map is shut, a ship goes around, and a tile inside the wall is opened: it leads
/// nowhere, which is known as long as the log has all edits since the index was made.
static void the_log_may_be_too_short_for_a_proof(void) {
    for (int round = 0; round < 6; round++) {
        const bool too_short = round >= 3;
        oracle_map small = map_plain(60, 20, (lf_moves)(round % 3), true);
        for (int i = 0; i < 20 * 3; i++) small.open[i / 3 * 60 + 29 + i % 3] = i / 3 == 1 || i / 3 == 10;
        living l = living_make(small, &(living_desc){.index = true});
        living_rect(&l, (lf_point){30, 10}, 1, 1, false);
        living_commit(&l);
        for (int i = 0; too_short && i < LFI_LOG_ROOM; i++) {
            living_rect(&l, (lf_point){59, 19}, 1, 1, i % 2 == 1);
            living_commit(&l);
        }
        sailing s;
        sail(&l, (lf_point){26, 10}, (lf_point){34, 10}, LF_COST_UNIFORM, &s);
        living_rect(&l, (lf_point){30, 15}, 1, 1, true);
        CHECK_EQ(sail_on(&l, &s), too_short ? LF_STILL_LEGAL : LF_STILL_SHORTEST);
        lf_search_destroy(s.search);
        living_free(&l);
    }
}

/// A tunnel through a wall with two turns: no leg leads through it, but two legs over its middle do.
static void short_cuts_over_the_middle(void) {
    for (int round = 0; round < 6; round++) {
        const lf_cost cost = (lf_cost)(round / 3);
        living l =
            living_make(map_two_seas((lf_moves)(round % 3)), &(living_desc){.index = true, .cost = cost});
        sailing s;
        sail(&l, (lf_point){10, 30}, (lf_point){30, 34}, cost, &s);
        living_rect(&l, (lf_point){16, 30}, 5, 1, true);
        living_rect(&l, (lf_point){20, 34}, 5, 1, true);
        living_rect(&l, (lf_point){20, 30}, 1, 5, true); // orthogonal moves go straight down
        for (int i = 0; i <= 4; i++) living_rect(&l, (lf_point){18 + i, 30 + i}, i < 4 ? 2 : 1, 1, true);
        for (int i = 0; i < 4; i++) living_rect(&l, (lf_point){18 + i, 31 + i}, 1, 1, true);
        CHECK_EQ(sail_on(&l, &s), LF_STILL_BEATEN);
        CHECK(!voyage_is_shortest(&l, lf_search_map(s.search), &s.voyage));
        lf_search_destroy(s.search);
        living_free(&l);
    }
}

/// On a map too large for exact lengths of octile routes, a route is shortest only on the state that it was
/// found on. (The map's size is made up.)
static void lengths_that_do_not_fit_prove_nothing(void) {
    living l = living_make(map_two_seas(LF_MOVES_KING), &(living_desc){0});
    sailing s;
    sail(&l, (lf_point){10, 30}, (lf_point){30, 30}, LF_COST_OCTILE, &s);
    for (int edit = 0; edit < 2; edit++) {
        lf_map *map = map_of_newest(&l);
        const uint32_t count = map->tile_count;
        lf_voyage unknown = s.voyage;
        unknown.version += 100;
        CHECK_EQ(still_of(s.search, s.voyage).still, LF_STILL_SHORTEST); // the edit is far away
        map->tile_count = (uint32_t)LFI_METRIC_Q;
        CHECK_EQ(still_of(s.search, s.voyage).still, edit == 0 ? LF_STILL_SHORTEST : LF_STILL_LEGAL);
        CHECK_EQ(still_of(s.search, unknown).still, LF_STILL_LEGAL);
        map->tile_count = count;
        living_rect(&l, (lf_point){150, 50}, 1, 1, false);
        CHECK_EQ(sail_on(&l, &s), LF_STILL_SHORTEST);
    }
    lf_search_destroy(s.search);
    living_free(&l);
}

/// An opening far away leaves a route shortest, one near it makes it doubtful; after more edits than are kept,
/// legality is still known.
static void edits_far_away_leave_routes_shortest(void) {
    oracle_map small = map_plain(200, 60, LF_MOVES_KING, true);
    for (int y = 5; y < 60; y++) small.open[y * 200 + 20] = 0;
    small.open[40 * 200 + 150] = small.open[40 * 200 + 152] = 0;
    living l = living_make(small, &(living_desc){0});
    lf_search *search;
    lf_tile tiles[300];
    CHECK_EQ(lf_world_search(l.world, NULL, &search), LF_OK);
    const lf_tile from = 30 * 200 + 10, to = 30 * 200 + 30;
    const int64_t count = lf_search_between(search, from, to, tiles, 300);
    CHECK(count > 40);
    const lf_voyage voyage = {.tiles = tiles, .count = count};
    CHECK_EQ(still_of(search, voyage).still, LF_STILL_SHORTEST);
    const lf_voyage nowhere = {.tiles = (const lf_tile[]){12000}, .count = 1};
    CHECK_EQ(still_of(search, nowhere).still, LF_STILL_BROKEN);
    CHECK_EQ(still_of(search, nowhere).broken_at, 0);
    living_disc(&l, (lf_point){150, 40}, 0, true);
    living_commit(&l);
    CHECK_EQ(lf_search_turn(search, NULL), LF_OK);
    CHECK_EQ(still_of(search, voyage).still, LF_STILL_SHORTEST);
    living_disc(&l, (lf_point){20, 30}, 0, true);
    living_commit(&l);
    CHECK_EQ(still_of(search, voyage).still, LF_STILL_SHORTEST); // on the state that the search is turned to
    CHECK_EQ(lf_search_turn(search, NULL), LF_OK);
    CHECK_EQ(still_of(search, voyage).still, LF_STILL_LEGAL);
    const lf_voyage corner = {.tiles = (const lf_tile[]){29 * 200 + 19, 30 * 200 + 19, 30 * 200 + 20},
                              .count = 3};
    CHECK_EQ(still_of(search, corner).still,
             LF_STILL_LEGAL); // (20, 30) was opened, and so may have been (20, 29)
    lf_voyage now = voyage;
    now.version = 2; // a route of this state is not doubted
    CHECK_EQ(still_of(search, now).still, LF_STILL_SHORTEST);
    for (int i = 0; i < 300; i++) {
        living_disc(&l, (lf_point){199, 59}, 0, i % 2 == 1);
        living_commit(&l);
    }
    CHECK_EQ(lf_search_turn(search, NULL), LF_OK);
    CHECK_EQ(still_of(search, voyage).still, LF_STILL_LEGAL);
    CHECK_EQ(still_of(search, now).still, LF_STILL_LEGAL); // too long ago
    const lf_voyage straight = {.tiles = (const lf_tile[]){0, 1, 2}, .count = 3};
    CHECK_EQ(still_of(search, straight).still, LF_STILL_SHORTEST); // no way can be shorter, whatever happened
    living_disc(&l, (lf_point){20, 4}, 0, false);
    living_commit(&l);
    CHECK_EQ(lf_search_turn(search, NULL), LF_OK);
    const lf_voyage broken = still_of(search, voyage);
    CHECK_EQ(broken.still, LF_STILL_BROKEN);
    CHECK_EQ(lf_map_tile(lf_search_map(search), 20, 4), tiles[broken.broken_at]);
    CHECK_EQ(still_of(search, nowhere).still, LF_STILL_BROKEN); // with or without a log
    lf_search_destroy(search);
    living_free(&l);
}

/// An edit cuts the route that the index still knows, and there is no other: nothing of it is in the answer.
/// (Without bodies, so that a search has to find that out.)
static void an_answer_without_a_route_is_empty(void) {
    enum { WIDE = 80, HIGH = 40 };
    static uint8_t tiles[WIDE * HIGH];
    memset(tiles, 1, sizeof tiles);
    for (int y = 0; y < 30; y++)
        tiles[y * WIDE + 30] = tiles[(y + 10) * WIDE + 40] = 0; // headlands on the way
    const lf_world_desc desc = {.map = {.width = WIDE,
                                        .height = HIGH,
                                        .tiles = tiles,
                                        .tiles_size = sizeof tiles,
                                        .skip_bodies = true},
                                .index = &(lf_index_desc){0}};
    lf_world *world;
    lf_route route;
    const lf_source from = {.tile = 20 * WIDE + 5};
    const lf_tile to = 20 * WIDE + 70;
    const lf_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1};
    CHECK_EQ(lf_world_create(&desc, &world), LF_OK);
    CHECK_EQ(lf_world_find(world, &query, NULL, 0, &route), LF_OK);
    CHECK(route.found && route.length > 65 && route.strategy == LF_STRATEGY_HEADLAND);
    CHECK_EQ(lf_world_set_rect(world, (lf_point){60, 0}, 1, HIGH, false), LF_OK);
    CHECK_EQ(lf_world_commit(world, NULL), LF_OK);
    CHECK_EQ(lf_world_find(world, &query, NULL, 0, &route), LF_NO_ROUTE);
    CHECK(!route.found && route.source == LF_NO_TILE && route.target == LF_NO_TILE);
    CHECK(route.length == 0 && route.straight == 0 && route.diagonal == 0 && route.tile_count == 0);
    lf_world_destroy(world);
}

/// Two rooms without a headland, and without bodies: the index has to find out that no way leads from one to
/// the other, before the edit and after it; then a door is opened.
static void no_route_before_and_after_an_edit(void) {
    enum { WIDE = 80, HIGH = 40 };
    for (int moves = 0; moves < 3; moves++) {
        oracle_map rooms = map_plain(WIDE, HIGH, (lf_moves)moves, true);
        for (int y = 0; y < HIGH; y++) rooms.open[y * WIDE + 40] = 0;
        living l = living_make(rooms, &(living_desc){.index = true, .skip_bodies = true});
        lf_route route;
        const lf_source from = {.tile = 20 * WIDE + 5};
        const lf_tile to = 20 * WIDE + 70;
        const lf_query query = {.sources = &from,
                                .source_count = 1,
                                .targets = &to,
                                .target_count = 1,
                                .strategy = LF_STRATEGY_HEADLAND};
        CHECK_EQ(lf_world_find(l.world, &query, NULL, 0, &route), LF_NO_ROUTE);
        living_rect(&l, (lf_point){10, 10}, 3, 3, false);
        living_commit(&l);
        CHECK_EQ(lf_world_find(l.world, &query, NULL, 0, &route), LF_NO_ROUTE);
        CHECK(!route.found && route.source == LF_NO_TILE && route.tile_count == 0);
        living_rect(&l, (lf_point){40, 20}, 1, 1, true);
        living_commit(&l);
        CHECK_EQ(lf_world_find(l.world, &query, NULL, 0, &route), LF_OK);
        CHECK_EQ(route.length, 65);
        living_free(&l);
    }
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(nulls_are_fine_or_refused),
                                      TEST(create_says_what_is_wrong),
                                      TEST(shapes_say_what_is_wrong),
                                      TEST(searches_say_what_is_wrong),
                                      TEST(nothing_drawn_is_no_edit),
                                      TEST(shapes_draw_what_they_say),
                                      TEST(shapes_of_any_size_are_cut_off),
                                      TEST(the_later_shape_counts),
                                      TEST(craters_apart_are_boxes_apart),
                                      TEST(too_many_squares_are_one_box),
                                      TEST(every_answer_is_that_of_a_map_made_anew),
                                      TEST(the_world_answers_for_its_newest_state),
                                      TEST(a_held_state_stays_as_it_is),
                                      TEST(who_holds_what_makes_no_difference),
                                      TEST(old_memory_is_used_again),
                                      TEST(two_snapshots_are_enough),
                                      TEST(a_turn_gives_the_query_up),
                                      TEST(a_search_grows_when_it_is_turned),
                                      TEST(a_search_for_spine_alone_is_turned),
                                      TEST(what_was_given_stays),
                                      TEST(work_brings_the_index),
                                      TEST(a_budget_that_just_suffices),
                                      TEST(workers_do_the_work),
                                      TEST(what_is_hopeless_is_tried_once),
                                      TEST(a_tree_that_comes_too_late),
                                      TEST(what_is_left_of_a_budget_goes_on),
                                      TEST(a_tree_of_depths_in_slices),
                                      TEST(edits_are_replayed_over_a_new_index),
                                      TEST(edits_chase_a_new_index),
                                      TEST(an_edit_of_everything_gives_the_index_up),
                                      TEST(the_index_is_that_of_a_map_made_anew),
                                      TEST(every_allocation_may_fail),
                                      TEST(creating_may_fail_anywhere),
                                      TEST(doors_open_and_shut),
                                      TEST(released_states_give_their_memory_back),
                                      TEST(what_is_said_of_stored_routes_is_true),
                                      TEST(bounds_know_what_leads_nowhere),
                                      TEST(a_door_opens_again),
                                      TEST(bounds_are_for_one_cost),
                                      TEST(given_up_inlets_tell_nothing),
                                      TEST(the_log_may_be_too_short_for_a_proof),
                                      TEST(short_cuts_over_the_middle),
                                      TEST(lengths_that_do_not_fit_prove_nothing),
                                      TEST(an_answer_without_a_route_is_empty),
                                      TEST(no_route_before_and_after_an_edit),
                                      TEST(edits_far_away_leave_routes_shortest)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
