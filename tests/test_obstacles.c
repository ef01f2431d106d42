// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Obstacles of one query: every answer is compared with one on a map made with the obstacles, under all move
// rules, costs, strategies and rules for ends, with and without an index, on plain maps and on edited worlds.
#include "test.h"

#include "ends.h"
#include "headland/headland.h"
#include "living.h"
#include "meter.h"
#include "sketch.h"
#include "slow.h"

enum { SIDE = 40, LIST_MOST = 12, ROOM = 64 * SIDE * SIDE, BERTHS_MOST = 4096 };

#ifdef TEST_IS_SLOW
enum { CASES = 150 };
#else
enum { CASES = 1500 };
#endif

// ---- Obstacles beside the map made with them ------------------------------------------------------

typedef struct scene {
    oracle_map base, made; ///< without and with the obstacles
    lf_map *map, *other;   ///< the same as maps
    lf_obstacle list[LIST_MOST];
    unsigned char blocked[SIDE * SIDE], open[SIDE * SIDE]; ///< planes
    lf_obstacles obstacles;
    bool opens, bodies;
} scene;

/// What kinds of obstacles a scene has.
typedef enum kinds { BLOCKING, OPENING, BOTH } kinds;

static lf_obstacle obstacle_random(const oracle_map *map, kinds kind, uint64_t *random) {
    const int size = oracle_below(random, 4) == 0 ? 14 : 3;
    return (lf_obstacle){.x = oracle_below(random, map->width + 6) - 3,
                         .y = oracle_below(random, map->height + 6) - 3,
                         .width = 1 + oracle_below(random, size),
                         .height = 1 + oracle_below(random, size),
                         .open = kind == OPENING || (kind == BOTH && oracle_below(random, 2) == 0)};
}

static void made_set(scene *s, int64_t x, int64_t y, bool open) {
    if (x < 0 || y < 0 || x >= s->made.width || y >= s->made.height) return;
    s->made.open[y * s->made.width + x] = open;
}

static const unsigned char *plane_random(scene *s, unsigned char *plane, bool open, uint64_t *random) {
    const int row = (s->base.width + 7) / 8, of = 5 + oracle_below(random, 60);
    memset(plane, 0, (size_t)(row * s->base.height));
    for (int y = 0; y < s->base.height; y++) {
        for (int x = 0; x < 8 * row; x++) { // bits behind the end of a row mean nothing
            if (oracle_below(random, of) != 0) continue;
            plane[y * row + x / 8] |= (unsigned char)(1 << x % 8);
            made_set(s, x < s->base.width ? x : -1, y, open);
        }
    }
    s->obstacles.plane_size = (size_t)(row * s->base.height);
    return plane;
}

/// Random obstacles of a scene, on `made` as well, which has the tiles of `base`.
static void scene_obstruct(scene *s, uint64_t *random) {
    const kinds kind = (kinds)oracle_below(random, 3);
    s->obstacles = (lf_obstacles){.list = s->list, .count = oracle_below(random, LIST_MOST + 1)};
    if (kind != OPENING && oracle_below(random, 5) == 0)
        s->obstacles.blocked_plane = plane_random(s, s->blocked, false, random);
    if (kind != BLOCKING && oracle_below(random, 5) == 0)
        s->obstacles.open_plane = plane_random(s, s->open, true, random);
    for (int64_t i = 0; i < s->obstacles.count; i++) {
        const lf_obstacle o = s->list[i] = obstacle_random(&s->base, kind, random);
        for (int64_t y = o.y; y < o.y + o.height; y++) {
            for (int64_t x = o.x; x < o.x + o.width; x++) made_set(s, x, y, o.open);
        }
    }
    s->opens = false;
    for (int i = 0; i < s->base.width * s->base.height; i++) s->opens |= s->made.open[i] && !s->base.open[i];
}

static scene scene_make(uint64_t seed, uint64_t *random) {
    scene s = {.base = oracle_random_map(seed, SIDE, (lf_moves)(seed % 3)),
               .bodies = oracle_below(random, 4) != 0};
    const size_t size = (size_t)(s.base.width * s.base.height);
    s.made = s.base;
    s.made.open = malloc(size);
    memcpy(s.made.open, s.base.open, size);
    scene_obstruct(&s, random);
    s.obstacles.list = NULL; // `s` moves: scene_fix
    s.map = map_make(&s.base, s.bodies);
    // Where obstacles open tiles, all open tiles are one body.
    s.other = map_make(&s.made, s.bodies && !s.opens);
    return s;
}

/// Pointers into the scene, once it lies where it stays.
static void scene_fix(scene *s) {
    s->obstacles.list = s->list;
    if (s->obstacles.blocked_plane != NULL) s->obstacles.blocked_plane = s->blocked;
    if (s->obstacles.open_plane != NULL) s->obstacles.open_plane = s->open;
}

static void scene_free(scene *s) {
    lf_map_destroy(s->map);
    lf_map_destroy(s->other);
    free(s->base.open);
    free(s->made.open);
}

// ---- The answer on the map made with them ---------------------------------------------------------

typedef struct answer {
    lf_status status;
    lf_route route;
    lf_tile tiles[MAX_TILES];
} answer;

static void answer_find(lf_search *search, const lf_query *query, answer *out) {
    out->status = lf_search_find(search, query, out->tiles, MAX_TILES, &out->route);
}

/// Whether two answers of one strategy are the same, tile by tile.
static void answers_same(const answer *a, const answer *b) {
    CHECK_EQ(a->status, b->status);
    if (a->status < 0) return;
    CHECK_EQ(a->route.length, b->route.length);
    CHECK_EQ(a->route.diagonal, b->route.diagonal);
    CHECK_EQ(a->route.source_index, b->route.source_index);
    CHECK_EQ(a->route.target_index, b->route.target_index);
    CHECK(a->route.origin == b->route.origin);
    CHECK_EQ(a->route.gate_depth, b->route.gate_depth);
    CHECK_EQ(a->route.tile_count, b->route.tile_count);
    CHECK_EQ(a->route.target_distance, b->route.target_distance);
    CHECK_EQ(a->route.target_diagonal, b->route.target_diagonal);
    CHECK(a->route.tile_count != b->route.tile_count ||
          memcmp(a->tiles, b->tiles, (size_t)a->route.tile_count * sizeof *a->tiles) == 0);
}

/// Whether an answer of any strategy is as good as flood's on the map made with the obstacles.
static void answer_judge(const scene *s, const lf_query *query, const answer *got, const answer *truth) {
    CHECK_EQ(got->status, truth->status);
    if (got->status < 0 || truth->status < 0) return;
    const bool exact = got->route.exact, octile = query->options.cost == LF_COST_OCTILE;
    // Guided strategies find some way to one of the nearest tiles.
    const bool guided = query->strategy >= LF_STRATEGY_CORRIDOR && query->strategy <= LF_STRATEGY_SPINE;
    if (!guided) CHECK(exact);
    CHECK_EQ(got->route.target_distance, truth->route.target_distance);
    if (!guided) CHECK_EQ(got->route.target_diagonal, truth->route.target_diagonal);
    if (got->route.tile_count > 0) {
        CHECK_EQ(lf_route_check(s->other, got->tiles, got->route.tile_count, NULL, NULL), LF_OK);
        CHECK_EQ(got->route.source, got->tiles[0]);
        CHECK_EQ(got->route.target, got->tiles[got->route.length]);
    }
    CHECK(got->status == LF_PARTIAL || got->route.length >= truth->route.length);
    if (!exact || (guided && got->status == LF_PARTIAL)) return;
    CHECK_EQ(got->route.length, truth->route.length);
    if (octile) CHECK_EQ(got->route.diagonal, truth->route.diagonal);
    if (got->status == LF_PARTIAL) CHECK_EQ(got->route.target, truth->route.target);
}

/// The truth by the oracle, for ends as given.
static void truth_check(const scene *s, const lf_query *query, const answer *truth) {
    static lf_tile tiles[MAX_TILES];
    int diagonal = 0;
    const int length = query->options.cost == LF_COST_OCTILE
                           ? oracle_octile_route(&s->made, query, tiles, &diagonal) - 1
                           : oracle_length(&s->made, NULL, query);
    CHECK_EQ(truth->status, length < 0 ? LF_NO_ROUTE : LF_OK);
    if (length < 0) return;
    CHECK_EQ(truth->route.length, length);
    if (query->options.cost == LF_COST_OCTILE) CHECK_EQ(truth->route.diagonal, diagonal);
    check_route(s->other, query, &truth->route, truth->tiles);
}

// ---- Ends with a rule -----------------------------------------------------------------------------

/// A list of ends as the tiles that they stand for.
typedef struct stand {
    lf_status status;
    int64_t count;
    lf_tile tiles[BERTHS_MOST];
    int64_t entries[BERTHS_MOST];
} stand;

/// The nearest tile of each body of the map without obstacles, by looking at all tiles ring by ring.
static void stand_near(const scene *s, lf_tile end, int radius, int64_t entry, stand *out) {
    static bool met[SIDE * SIDE + 1];
    const lf_point at = lf_map_point(s->map, end);
    memset(met, 0, sizeof met);
    for (int ring = 1; ring <= radius; ring++) {
        for (lf_tile tile = 0; tile < (lf_tile)(s->made.width * s->made.height); tile++) {
            const lf_point p = lf_map_point(s->map, tile);
            const int dx = abs(p.x - at.x), dy = abs(p.y - at.y);
            if ((dx > dy ? dx : dy) != ring || !s->made.open[tile]) continue;
            const uint32_t body = lf_map_body(s->map, tile);
            if (met[body]) continue;
            met[body] = true;
            out->entries[out->count] = entry;
            out->tiles[out->count++] = tile;
        }
    }
}

static void stand_find(const scene *s, const lf_end_rule *rule, const lf_tile *given_ends, int64_t count,
                       bool sources, stand *out) {
    out->status = LF_OK;
    out->count = 0;
    for (int64_t i = 0; i < count; i++) {
        const int64_t before = out->count;
        const bool outside = given_ends[i] >= (lf_tile)(s->made.width * s->made.height);
        if (!outside && s->made.open[given_ends[i]]) {
            out->entries[out->count] = i;
            out->tiles[out->count++] = given_ends[i];
        } else if (!outside) {
            stand_near(s, given_ends[i], rule->radius, i, out);
        }
        if (out->count > before || rule->skip_bad) continue;
        out->status = outside ? (sources ? LF_E_SOURCE_OUTSIDE : LF_E_TARGET_OUTSIDE)
                              : (sources ? LF_E_SOURCE_FAR : LF_E_TARGET_FAR);
        return;
    }
    if (out->count == 0) out->status = sources ? LF_E_SOURCES_SKIPPED : LF_E_TARGETS_SKIPPED;
}

/// Flood's answer to a query with the rule `near` for both ends: bodies are those of the map without the
/// obstacles, so the query for the map made with them has given ends.
static void truth_near(const scene *s, lf_search *search, const lf_query *query, answer *truth) {
    static stand from, to;
    static lf_source sources[BERTHS_MOST];
    lf_tile given_ends[MAX_ENDS];
    for (int64_t i = 0; i < query->source_count; i++) given_ends[i] = query->sources[i].tile;
    stand_find(s, &query->source_rule, given_ends, query->source_count, true, &from);
    stand_find(s, &query->target_rule, query->targets, query->target_count, false, &to);
    memset(truth, 0, sizeof *truth);
    truth->status = from.status != LF_OK ? from.status : to.status;
    if (truth->status != LF_OK) return;
    for (int64_t i = 0; i < from.count; i++)
        sources[i] = (lf_source){from.tiles[i], query->sources[from.entries[i]].origin};
    lf_query given = *query;
    given.sources = sources;
    given.source_count = from.count;
    given.targets = to.tiles;
    given.target_count = to.count;
    given.source_rule = given.target_rule = (lf_end_rule){0};
    answer_find(search, &given, truth);
    if (truth->route.source_index >= 0) truth->route.source_index = from.entries[truth->route.source_index];
    if (truth->route.target_index >= 0) truth->route.target_index = to.entries[truth->route.target_index];
}

/// Random ends anywhere, under a random rule.
static void ends_loosen(const oracle_map *map, ends *e, uint64_t *random) {
    const lf_end_rule rule = {.kind = (lf_end_kind)oracle_below(random, 3),
                              .radius = 1 + oracle_below(random, 6),
                              .skip_bad = oracle_below(random, 2) == 0};
    const int tiles = map->width * map->height;
    for (int64_t i = 0; i < e->query.source_count; i++) {
        if (oracle_below(random, 2) == 0) e->sources[i].tile = (lf_tile)oracle_below(random, tiles + 1);
    }
    for (int64_t i = 0; i < e->query.target_count; i++) {
        if (oracle_below(random, 2) == 0) e->targets[i] = (lf_tile)oracle_below(random, tiles + 1);
    }
    e->query.source_rule = e->query.target_rule = rule;
}

// ---- Swarm ----------------------------------------------------------------------------------------

typedef struct tally {
    int64_t queries, routes, none, partial, refused, opened, second, guardrail, gated;
} tally;

static tally all;

/// The same query by each strategy, whole and in slices, then one without obstacles.
static void strategies_agree(const scene *s, lf_search *search, lf_search *plain, ends *e,
                             const answer *truth, uint64_t *random) {
    static answer got, sliced, before, after;
    static const lf_strategy strategies[] = {
        LF_STRATEGY_FLOOD,          LF_STRATEGY_HEADLAND, LF_STRATEGY_AUTO, LF_STRATEGY_EXPAND,
        LF_STRATEGY_EXPAND_OPTIMAL, LF_STRATEGY_CORRIDOR, LF_STRATEGY_SPINE};
    for (size_t i = 0; i < sizeof strategies / sizeof *strategies; i++) {
        lf_query query = e->query;
        query.strategy = strategies[i];
        if (query.strategy == LF_STRATEGY_HEADLAND && search->index == NULL) continue;
        if (i > 2 && lfi_query_is_octile(&query, s->map)) continue;
        query.obstacles = &s->obstacles;
        answer_find(search, &query, &got);
        answer_judge(s, &query, &got, truth);
        if (strategies[i] == LF_STRATEGY_FLOOD) answers_same(&got, truth);
        all.queries++;
        all.routes += got.status == LF_OK;
        all.none += got.status == LF_NO_ROUTE;
        all.partial += got.status == LF_PARTIAL;
        all.refused += got.status < 0;
        all.opened += s->opens;
        all.guardrail += got.route.stats.guardrail;
        all.second += query.strategy == LF_STRATEGY_HEADLAND && got.status >= 0 &&
                      lfi_headland_of(search)->obstructed.sees;
        sliced.status = find_sliced(search, &query, sliced.tiles, &sliced.route, random);
        answers_same(&sliced, &got);
        query.obstacles = NULL;
        answer_find(search, &query, &after);
        answer_find(plain, &query, &before);
        answers_same(&after, &before);
        CHECK_EQ(after.route.stats.expanded, before.route.stats.expanded);
    }
}

/// What a scene is asked with.
typedef struct kit {
    lf_index *index;
    lf_coarse *coarse;
    lf_search *search, *plain, *other;
} kit;

static kit kit_make(const scene *s, lf_cost cost, uint64_t *random) {
    kit k = {0};
    const lf_index_desc index = {.cost = cost,
                                 .keep_legs = oracle_below(random, 4) != 0,
                                 .hierarchy = (lf_hierarchy)oracle_below(random, 3)};
    if (oracle_below(random, 5) != 0) CHECK_EQ(lf_index_create(s->map, &index, &k.index), LF_OK);
    const lf_coarse_desc coarse = {.kind = (lf_coarse_kind)oracle_below(random, 2)};
    CHECK_EQ(lf_coarse_create(s->map, &coarse, &k.coarse), LF_OK);
    lf_search_desc desc = {.index = k.index, .coarse = k.coarse, .cost = cost};
    CHECK_EQ(lf_search_create(s->map, &desc, &k.plain), LF_OK);
    desc.obstacle_room = ROOM;
    CHECK_EQ(lf_search_create(s->map, &desc, &k.search), LF_OK);
    CHECK_EQ(lf_search_create(s->other, &(lf_search_desc){.cost = cost}, &k.other), LF_OK);
    return k;
}

static void kit_free(kit *k) {
    lf_search_destroy(k->search);
    lf_search_destroy(k->plain);
    lf_search_destroy(k->other);
    lf_coarse_destroy(k->coarse);
    lf_index_destroy(k->index);
}

static void scene_ask(scene *s, const kit *k, lf_cost cost, uint64_t *random) {
    static answer truth;
    ends e;
    if (!ends_pick(&s->made, random, &e)) return;
    e.query.options.cost = cost;
    e.query.partial = oracle_below(random, 3) == 0;
    const bool loose = oracle_below(random, 3) == 0;
    if (loose) ends_loosen(&s->made, &e, random);
    if (loose && e.query.source_rule.kind == LF_END_NEAR && s->bodies && !s->opens)
        truth_near(s, k->other, &e.query, &truth);
    else
        answer_find(k->other, &e.query, &truth);
    if (!loose && !e.query.partial) truth_check(s, &e.query, &truth);
    strategies_agree(s, k->search, k->plain, &e, &truth, random);
}

static void queries_are_those_of_a_map_made_with_obstacles(void) {
    const uint64_t seed = test_seed(), cases = test_case_count(CASES);
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t random = (seed + i) * 31;
        const int64_t before = test_failures;
        const lf_cost cost = (lf_cost)((seed + i) / 3 % 2);
        scene s = scene_make(seed + i, &random);
        scene_fix(&s);
        kit k = kit_make(&s, cost, &random);
        for (int ask = 0; ask < 3; ask++) {
            scene_ask(&s, &k, cost, &random);
            if (ask == 2) break;
            memcpy(s.made.open, s.base.open, (size_t)(s.base.width * s.base.height));
            scene_obstruct(&s, &random);
            lf_search_destroy(k.other);
            lf_map_destroy(s.other);
            s.other = map_make(&s.made, s.bodies && !s.opens);
            CHECK_EQ(lf_search_create(s.other, &(lf_search_desc){.cost = cost}, &k.other), LF_OK);
        }
        kit_free(&k);
        scene_free(&s);
        if (test_failed_on(before, seed, i)) return;
    }
    printf("  %" PRId64 " queries (%" PRId64 " where obstacles open tiles): %" PRId64 " routes, %" PRId64
           " without one, %" PRId64 " partial, %" PRId64 " refused; second attempts: %" PRId64
           ", guardrail: %" PRId64 "\n",
           all.queries, all.opened, all.routes, all.none, all.partial, all.refused, all.second,
           all.guardrail);
    CHECK(all.routes > 0 && all.none > 0 && all.partial > 0 && all.refused > 0 && all.opened > 0);
    CHECK(all.second > 0 && all.guardrail > 0);
}

// ---- Gates ----------------------------------------------------------------------------------------

/// The depths of a scene on the map made with its obstacles: an opened tile has depth 0.
static lf_depth *depth_of_made(const scene *s, const lf_depth *depth) {
    static unsigned char plane[SIDE * SIDE];
    lf_depth *out = NULL;
    const int tiles = s->base.width * s->base.height;
    for (int i = 0; i < tiles; i++)
        plane[i] = (unsigned char)(s->base.open[i] ? lf_depth_at(depth, (lf_tile)i) : 0);
    const lf_depth_desc desc = {.from = LF_DEPTH_PLANE, .plane = plane, .plane_size = (size_t)tiles};
    CHECK_EQ(lf_depth_create(s->other, &desc, &out), LF_OK);
    return out;
}

static void gates_ask(const scene *s, lf_search *search, lf_search *plain, lf_search *other,
                      const lf_depth *depth, const lf_depth *depth_other, lf_cost cost, uint64_t *random) {
    static const lf_strategy strategies[] = {LF_STRATEGY_FLOOD, LF_STRATEGY_AUTO, LF_STRATEGY_EXPAND,
                                             LF_STRATEGY_SPINE};
    static answer got, truth, before;
    ends e;
    if (!ends_pick(&s->made, random, &e)) return;
    e.query.options.cost = cost;
    e.query.partial = oracle_below(random, 4) == 0;
    e.query.gate = (lf_depth_gate){.min_depth = oracle_below(random, 4),
                                   .deepest = oracle_below(random, 2) == 0,
                                   .harbour = oracle_below(random, 5) - 1};
    if (e.query.gate.harbour < 0) e.query.gate.harbour = LF_NONE;
    answer_find(other, &e.query, &truth);
    for (size_t i = 0; i < sizeof strategies / sizeof *strategies; i++) {
        lf_query query = e.query;
        query.strategy = strategies[i];
        if (i > 1 && cost == LF_COST_OCTILE) continue;
        query.obstacles = &s->obstacles;
        answer_find(search, &query, &got);
        answer_judge(s, &query, &got, &truth);
        CHECK_EQ(got.route.gate_depth, truth.route.gate_depth);
        if (i == 0) answers_same(&got, &truth);
        if (i == 0 && got.status == LF_OK)
            CHECK_EQ(lf_route_least_depth(depth, search, got.tiles, got.route.tile_count),
                     lf_route_least_depth(depth_other, other, truth.tiles, truth.route.tile_count));
        all.gated += got.status == LF_OK && got.route.gate_depth > 0;
        query.obstacles = NULL;
        answer_find(search, &query, &got);
        answer_find(plain, &query, &before);
        answers_same(&got, &before);
    }
}

static void gates_and_obstacles_together(void) {
    const uint64_t seed = test_seed(), cases = test_case_count(CASES) / 4;
    all.gated = 0;
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t random = (seed + i) * 37;
        const int64_t before = test_failures;
        const lf_cost cost = (seed + i) % 3 == LF_MOVES_ORTHOGONAL ? LF_COST_UNIFORM : (lf_cost)(i / 3 % 2);
        scene s = scene_make(seed + i, &random);
        lf_depth *depth, *other;
        lf_coarse *coarse;
        lf_search *search, *plain, *asker;
        scene_fix(&s);
        CHECK_EQ(lf_depth_create(s.map, NULL, &depth), LF_OK);
        CHECK_EQ(lf_coarse_create(s.map, NULL, &coarse), LF_OK);
        other = depth_of_made(&s, depth);
        lf_search_desc desc = {.depth = depth, .coarse = coarse, .cost = cost};
        CHECK_EQ(lf_search_create(s.map, &desc, &plain), LF_OK);
        desc.obstacle_room = ROOM;
        CHECK_EQ(lf_search_create(s.map, &desc, &search), LF_OK);
        CHECK_EQ(lf_search_create(s.other, &(lf_search_desc){.depth = other, .cost = cost}, &asker), LF_OK);
        for (int ask = 0; ask < 3; ask++) gates_ask(&s, search, plain, asker, depth, other, cost, &random);
        lf_search_destroy(search);
        lf_search_destroy(plain);
        lf_search_destroy(asker);
        lf_coarse_destroy(coarse);
        lf_depth_destroy(depth);
        lf_depth_destroy(other);
        scene_free(&s);
        if (test_failed_on(before, seed, i)) return;
    }
    printf("  %" PRId64 " gated routes\n", all.gated);
    CHECK(all.gated > 0);
}

// ---- Worlds ---------------------------------------------------------------------------------------

/// Edits a world and the model of it.
static void world_edit(lf_world *world, scene *s, uint64_t *random) {
    const int count = 1 + oracle_below(random, 3);
    for (int i = 0; i < count; i++) {
        const lf_obstacle o = obstacle_random(&s->base, BOTH, random);
        CHECK_EQ(lf_world_set_rect(world, (lf_point){o.x, o.y}, o.width, o.height, o.open), LF_OK);
        for (int64_t y = o.y; y < o.y + o.height; y++) {
            for (int64_t x = o.x; x < o.x + o.width; x++) made_set(s, x, y, o.open);
        }
    }
    CHECK_EQ(lf_world_commit(world, NULL), LF_OK);
    memcpy(s->base.open, s->made.open, (size_t)(s->base.width * s->base.height));
}

static void world_ask(lf_world *world, lf_search *search, scene *s, lf_cost cost, uint64_t *random) {
    static answer truth;
    lf_search *plain, *other;
    ends e;
    scene_obstruct(s, random);
    s->map = map_make(&s->base, s->bodies);
    s->other = map_make(&s->made, s->bodies && !s->opens);
    CHECK_EQ(lf_search_turn(search, NULL), LF_OK);
    CHECK_EQ(lf_world_search(world, &(lf_search_desc){.cost = cost}, &plain), LF_OK);
    CHECK_EQ(lf_search_create(s->other, &(lf_search_desc){.cost = cost}, &other), LF_OK);
    for (int ask = 0; ask < 2 && ends_pick(&s->made, random, &e); ask++) {
        e.query.options.cost = cost;
        e.query.partial = oracle_below(random, 4) == 0;
        answer_find(other, &e.query, &truth);
        strategies_agree(s, search, plain, &e, &truth, random);
    }
    lf_search_destroy(plain);
    lf_search_destroy(other);
    lf_map_destroy(s->map);
    lf_map_destroy(s->other);
    memcpy(s->made.open, s->base.open, (size_t)(s->base.width * s->base.height));
}

static void edited_worlds_take_obstacles(void) {
    const uint64_t seed = test_seed(), cases = test_case_count(CASES) / 4;
    all = (tally){0};
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t random = (seed + i) * 41;
        const int64_t before = test_failures;
        const lf_cost cost = (lf_cost)((seed + i) / 3 % 2);
        scene s = {.base = oracle_random_map(seed + i, SIDE, (lf_moves)((seed + i) % 3)),
                   .bodies = oracle_below(&random, 4) != 0};
        const size_t size = (size_t)(s.base.width * s.base.height);
        s.made = s.base;
        s.made.open = malloc(size);
        memcpy(s.made.open, s.base.open, size);
        living l = {.now = s.base};
        lf_world_desc desc = living_world_desc(
            &l, &(living_desc){.index = true, .coarse = true, .skip_bodies = !s.bodies, .cost = cost});
        lf_world *world;
        lf_search *search;
        CHECK_EQ(lf_world_create(&desc, &world), LF_OK);
        CHECK_EQ(lf_world_search(world, &(lf_search_desc){.cost = cost, .obstacle_room = ROOM}, &search),
                 LF_OK);
        for (int round = 0; round < 4; round++) {
            world_ask(world, search, &s, cost, &random);
            world_edit(world, &s, &random);
            if (oracle_below(&random, 3) == 0) lf_world_work(world, INT64_MAX, NULL);
        }
        lf_search_destroy(search);
        lf_world_destroy(world);
        free(s.base.open);
        free(s.made.open);
        if (test_failed_on(before, seed, i)) return;
    }
    printf("  %" PRId64 " queries, %" PRId64 " second attempts, %" PRId64 " by the guardrail\n", all.queries,
           all.second, all.guardrail);
    CHECK(all.second > 0);
}

// ---- Single rules ---------------------------------------------------------------------------------

static const char strait[] = "....#...."
                             "....#...."
                             "s.......t"
                             "....#...."
                             "....#....";

static lf_status strait_ask(sketch *s, const lf_obstacle *list, int64_t count, lf_query query) {
    const lf_obstacles obstacles = {.list = list, .count = count};
    query.obstacles = &obstacles;
    return sketch_ask(s, query, 's', 't');
}

static void the_last_entry_counts(void) {
    sketch s = sketch_make(9, strait, NULL, &(lf_search_desc){.obstacle_room = 50});
    const lf_obstacle shut = {4, 2, 1, 1, false}, again = {4, 2, 1, 1, true}, bridge = {3, 0, 3, 1, true};
    CHECK_EQ(strait_ask(&s, &shut, 1, (lf_query){0}), LF_NO_ROUTE);
    CHECK(s.route.exact && s.route.source == LF_NO_TILE && s.route.tile_count == 0);
    CHECK_EQ(sketch_ask(&s, (lf_query){0}, 's', 't'), LF_OK);
    CHECK_EQ(s.route.length, 8);
    const lf_obstacle both[2] = {shut, again}, reversed[2] = {again, shut}, detour[2] = {shut, bridge};
    CHECK_EQ(strait_ask(&s, both, 2, (lf_query){0}), LF_OK);
    CHECK_EQ(s.route.length, 8);
    CHECK_EQ(strait_ask(&s, reversed, 2, (lf_query){0}), LF_NO_ROUTE);
    CHECK_EQ(strait_ask(&s, detour, 2, (lf_query){0}), LF_OK);
    CHECK_EQ(s.route.length, 8); // over 4,0
    CHECK_EQ(s.tiles[4], 4);
    sketch_free(&s);
}

static void ends_are_judged_under_obstacles(void) {
    sketch s = sketch_make(9, strait, NULL, &(lf_search_desc){.obstacle_room = 50});
    const lf_obstacle on_source = {0, 2, 1, 1, false}, on_target = {8, 2, 1, 1, false};
    CHECK_EQ(strait_ask(&s, &on_source, 1, (lf_query){0}), LF_E_SOURCE_BLOCKED);
    CHECK_EQ(lf_search_step(s.search, 1), LF_E_NOT_BEGUN);
    CHECK_EQ(sketch_ask(&s, (lf_query){0}, 's', 't'), LF_OK); // the refused query left nothing behind
    CHECK_EQ(strait_ask(&s, &on_target, 1, (lf_query){0}), LF_E_TARGET_BLOCKED);
    const lf_query beside = {.target_rule = {.kind = LF_END_BESIDE}};
    CHECK_EQ(strait_ask(&s, &on_target, 1, beside), LF_OK);
    CHECK_EQ(s.route.length, 7);
    const lf_obstacle island = {4, 0, 1, 1, true}; // a source on a tile that is open for this query alone
    const lf_source source = {.tile = 4};
    const lf_tile target = 8 + 2 * 9;
    const lf_obstacles obstacles = {.list = &island, .count = 1};
    lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
    CHECK_EQ(lf_search_find(s.search, &query, s.tiles, SKETCH_MOST, &s.route), LF_E_SOURCE_BLOCKED);
    query.obstacles = &obstacles;
    CHECK_EQ(lf_search_find(s.search, &query, s.tiles, SKETCH_MOST, &s.route), LF_OK);
    CHECK_EQ(s.route.length, 4);
    CHECK_EQ(lf_search_reaches(s.search, &query), LF_OK);
    query.obstacles = NULL;
    CHECK_EQ(lf_search_reaches(s.search, &query), LF_E_SOURCE_BLOCKED);
    sketch_free(&s);
}

static void the_list_is_needed_only_to_begin(void) {
    sketch s = sketch_make(9, strait, NULL, &(lf_search_desc){.obstacle_room = 50});
    lf_obstacle shut = {4, 2, 1, 1, false};
    const lf_source source = {.tile = 18};
    const lf_tile target = 26;
    lf_obstacles obstacles = {.list = &shut, .count = 1};
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .partial = true,
                            .obstacles = &obstacles};
    CHECK_EQ(lf_search_begin(s.search, &query), LF_PAUSED);
    shut = (lf_obstacle){0};
    obstacles = (lf_obstacles){.count = -1};
    lf_status status = LF_PAUSED;
    while (status == LF_PAUSED) status = lf_search_step(s.search, 1);
    CHECK_EQ(status, LF_PARTIAL);
    CHECK_EQ(lf_search_finish(s.search, s.tiles, SKETCH_MOST, &s.route), LF_PARTIAL);
    CHECK_EQ(s.route.target_distance, 5);
    lf_search_cancel(s.search);
    CHECK_EQ(sketch_ask(&s, (lf_query){0}, 's', 't'), LF_OK);
    sketch_free(&s);
}

static void mistakes_are_told(void) {
    sketch s = sketch_make(9, strait, NULL, &(lf_search_desc){.obstacle_room = 6});
    const lf_obstacle six = {0, 0, 3, 2, false}, corner = {-2, -2, 4, 5, false}, flat = {0, 0, 0, 1, false},
                      low = {0, 0, 1, -1, false}, far = {INT32_MAX, INT32_MIN, INT32_MAX, INT32_MAX, false},
                      whole = {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX, false};
    const lf_obstacle seven[2] = {six, {8, 0, 1, 1, false}};
    CHECK_EQ(strait_ask(&s, &six, 1, (lf_query){0}), LF_OK);
    CHECK_EQ(strait_ask(&s, &corner, 1, (lf_query){0}), LF_E_SOURCE_BLOCKED); // 2 x 3 tiles on the map
    CHECK_EQ(strait_ask(&s, seven, 2, (lf_query){0}), LF_E_OBSTACLE_ROOM);
    CHECK_EQ(strait_ask(&s, &flat, 1, (lf_query){0}), LF_E_OBSTACLE);
    CHECK_EQ(strait_ask(&s, &low, 1, (lf_query){0}), LF_E_OBSTACLE);
    CHECK_EQ(strait_ask(&s, &far, 1, (lf_query){0}), LF_OK); // beside the map
    CHECK_EQ(strait_ask(&s, &whole, 1, (lf_query){0}), LF_OK);
    CHECK_EQ(strait_ask(&s, &six, -1, (lf_query){0}), LF_E_COUNT);
    CHECK_EQ(strait_ask(&s, NULL, 1, (lf_query){0}), LF_E_NULL);
    CHECK_EQ(strait_ask(&s, NULL, 0, (lf_query){0}), LF_OK);
    const unsigned char plane[10] = {0, 0, 0xff};
    lf_obstacles planes = {.blocked_plane = plane, .plane_size = 9};
    CHECK_EQ(sketch_ask(&s, (lf_query){.obstacles = &planes}, 's', 't'), LF_E_OBSTACLE_PLANE);
    planes.plane_size = 10;
    CHECK_EQ(sketch_ask(&s, (lf_query){.obstacles = &planes}, 's', 't'), LF_E_OBSTACLE_ROOM); // 8 tiles
    sketch_free(&s);
    s = sketch_make(9, strait, NULL, NULL);
    CHECK_EQ(strait_ask(&s, &six, 1, (lf_query){0}), LF_E_OBSTACLE_ROOM);
    CHECK_EQ(strait_ask(&s, NULL, 0, (lf_query){0}), LF_OK);
    lf_search *search = NULL;
    CHECK_EQ(lf_search_create(s.map, &(lf_search_desc){.obstacle_room = -1}, &search), LF_E_COUNT);
    CHECK(search == NULL);
    sketch_free(&s);
}

static void strategies_without_obstacles_say_so(void) {
    const lf_obstacle one = {8, 0, 1, 1, false};
    sketch s = sketch_make(9, strait, &(lf_map_desc){.moves = LF_MOVES_ORTHOGONAL},
                           &(lf_search_desc){.obstacle_room = 6});
    CHECK_EQ(strait_ask(&s, &one, 1, (lf_query){.strategy = LF_STRATEGY_STRIP}), LF_E_OBSTACLE_STRATEGY);
    CHECK_EQ(strait_ask(&s, &one, 1, (lf_query){0}), LF_OK);
    CHECK_EQ(s.route.strategy, LF_STRATEGY_FLOOD);
    CHECK_EQ(strait_ask(&s, NULL, 0, (lf_query){0}), LF_OK);
    CHECK_EQ(s.route.strategy, LF_STRATEGY_FLOOD); // a map this small
    sketch_free(&s);
    s = sketch_make(9, strait, NULL, NULL);
    lf_coarse *coarse;
    lf_index *index;
    lf_search *spine, *octile;
    lf_route route;
    CHECK_EQ(lf_coarse_create(s.map, NULL, &coarse), LF_OK);
    CHECK_EQ(lf_index_create(s.map, &(lf_index_desc){.cost = LF_COST_OCTILE}, &index), LF_OK);
    const lf_search_desc alone = {.coarse = coarse, .only = LF_STRATEGY_SPINE, .obstacle_room = 6};
    CHECK_EQ(lf_search_create(s.map, &alone, &spine), LF_OK);
    CHECK_EQ(lf_search_create(s.map, &(lf_search_desc){.index = index, .obstacle_room = 6}, &octile), LF_OK);
    const lf_source source = {.tile = 18};
    const lf_tile target = 26;
    const lf_obstacles obstacles = {.list = &one, .count = 1};
    lf_query query = {.sources = &source,
                      .source_count = 1,
                      .targets = &target,
                      .target_count = 1,
                      .strategy = LF_STRATEGY_SPINE,
                      .obstacles = &obstacles};
    CHECK_EQ(lf_search_find(spine, &query, NULL, 0, &route), LF_E_OBSTACLE_STRATEGY);
    query.strategy = LF_STRATEGY_HEADLAND;
    query.options.cost = LF_COST_OCTILE;
    CHECK_EQ(lf_search_find(octile, &query, NULL, 0, &route), LF_E_NO_OCTILE);
    query.obstacles = NULL;
    CHECK_EQ(lf_search_find(octile, &query, NULL, 0, &route), LF_OK);
    lf_search_destroy(spine);
    lf_search_destroy(octile);
    lf_index_destroy(index);
    lf_coarse_destroy(coarse);
    sketch_free(&s);
}

static void a_search_that_was_not_made_counts_the_same(void) {
    oracle_map small = oracle_random_map(5, SIDE, LF_MOVES_KING);
    lf_map *map = oracle_to_map(&small);
    lf_index *index;
    CHECK_EQ(lf_index_create(map, &(lf_index_desc){.keep_legs = true}, &index), LF_OK);
    for (int64_t room = 0; room <= 100; room += 50) {
        meter m = {0};
        lf_search *search;
        int64_t bytes;
        lf_search_desc desc = {.index = index, .obstacle_room = room, .allocator = meter_allocator(&m)};
        CHECK_EQ(lf_search_size(map, &desc, &bytes), LF_OK);
        CHECK_EQ(lf_search_create(map, &desc, &search), LF_OK);
        CHECK_EQ(m.live, bytes);
        CHECK_EQ(lf_search_bytes(search), bytes);
        lf_search_destroy(search);
        CHECK_EQ(m.live, 0);
        desc.max_bytes = bytes - 1;
        CHECK_EQ(lf_search_create(map, &desc, &search), LF_E_MEMORY_LIMIT);
    }
    lf_index_destroy(index);
    lf_map_destroy(map);
    free(small.open);
}

static void every_allocation_may_fail_and_none_is_in_a_query(void) {
    uint64_t random = 7;
    scene s = scene_make(33, &random);
    lf_index *index;
    lf_search *search = NULL;
    scene_fix(&s);
    CHECK_EQ(lf_index_create(s.map, &(lf_index_desc){.keep_legs = true}, &index), LF_OK);
    lf_status status = LF_E_NOMEM;
    for (int64_t fail = 1; status == LF_E_NOMEM; fail++) {
        meter m = {.fail_at = fail};
        const lf_search_desc desc = {.index = index, .obstacle_room = ROOM, .allocator = meter_allocator(&m)};
        status = lf_search_create(s.map, &desc, &search);
        if (status == LF_E_NOMEM) {
            CHECK(search == NULL && m.live == 0 && m.calls == fail);
            continue;
        }
        const int64_t calls = m.calls;
        ends e;
        static answer got;
        for (int i = 0; i < 200; i++) {
            memcpy(s.made.open, s.base.open, (size_t)(s.base.width * s.base.height));
            scene_obstruct(&s, &random);
            if (!ends_pick(&s.made, &random, &e)) continue;
            e.query.obstacles = &s.obstacles;
            e.query.strategy = LF_STRATEGY_HEADLAND;
            answer_find(search, &e.query, &got);
            CHECK(got.status >= 0);
        }
        CHECK_EQ(m.calls, calls);
        lf_search_destroy(search);
        CHECK_EQ(m.live, 0);
        CHECK(fail > 20);
    }
    CHECK_EQ(status, LF_OK);
    lf_index_destroy(index);
    scene_free(&s);
}

// ---- A crowd --------------------------------------------------------------------------------------

enum { CROWD_SIDE = 300 };

/// More obstacles than the index is worth, than there are boxes, and than boxes of blocked tiles.
static void crowds_are_answered_too(void) {
    oracle_map sea = {CROWD_SIDE, CROWD_SIDE, LF_MOVES_KING, malloc(CROWD_SIDE * CROWD_SIDE)};
    memset(sea.open, 1, CROWD_SIDE * CROWD_SIDE);
    lf_map *map = oracle_to_map(&sea);
    lf_index *index;
    lf_search *search;
    CHECK_EQ(lf_index_create(map, &(lf_index_desc){.keep_legs = true}, &index), LF_OK);
    const lf_search_desc desc = {.index = index, .obstacle_room = 6000};
    CHECK_EQ(lf_search_create(map, &desc, &search), LF_OK);
    static lf_obstacle list[6000];
    uint64_t random = 99;
    static const int counts[] = {1, 4, 16, 64, 256, 512, 1024, 6000}; // there are 4,096 boxes
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        const int count = counts[c];
        memset(sea.open, 1, CROWD_SIDE * CROWD_SIDE);
        for (int i = 0; i < count; i++) {
            list[i] = (lf_obstacle){oracle_below(&random, CROWD_SIDE), oracle_below(&random, CROWD_SIDE), 1,
                                    1, false};
            sea.open[list[i].y * CROWD_SIDE + list[i].x] = 0;
        }
        const lf_obstacles obstacles = {.list = list, .count = count};
        for (int i = 0; i < 5; i++) {
            const lf_source source = {.tile = oracle_random_open(&sea, &random)};
            const lf_tile target = oracle_random_open(&sea, &random);
            lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
            lf_route route;
            query.strategy = LF_STRATEGY_HEADLAND;
            query.obstacles = &obstacles;
            const int length = oracle_length(&sea, NULL, &query);
            CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), length < 0 ? LF_NO_ROUTE : LF_OK);
            if (length >= 0) CHECK_EQ(route.length, length);
            CHECK(route.exact);
        }
    }
    lf_search_destroy(search);
    lf_index_destroy(index);
    lf_map_destroy(map);
    free(sea.open);
}

/// The length of a query by flood on a map with these tiles; -1 if there is none.
static int64_t length_on(const oracle_map *tiles, const lf_query *query) {
    lf_map *map = oracle_to_map(tiles);
    lf_search *search;
    lf_route route;
    lf_query plain = *query;
    plain.obstacles = NULL;
    plain.strategy = LF_STRATEGY_FLOOD;
    CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
    const lf_status status = lf_search_find(search, &plain, NULL, 0, &route);
    CHECK(status == LF_OK || status == LF_NO_ROUTE);
    lf_search_destroy(search);
    lf_map_destroy(map);
    return status == LF_OK ? route.length : -1;
}

static void tiles_fill(oracle_map *map, lf_obstacle o) {
    for (int y = o.y; y < o.y + o.height; y++)
        memset(map->open + (size_t)y * (size_t)map->width + o.x, o.open, (size_t)o.width);
}

/// Obstacles over the edits of a world: together there are more boxes of blocked tiles than are kept apart.
static void crowds_over_edits(void) {
    enum { EDITS = 40, MOST = 200 };
    static unsigned char tiles[CROWD_SIDE * CROWD_SIDE], made[CROWD_SIDE * CROWD_SIDE];
    static lf_obstacle list[MOST];
    static const int counts[] = {20, 100, MOST};
    oracle_map now = {CROWD_SIDE, CROWD_SIDE, LF_MOVES_KING, tiles}, other = now;
    uint64_t random = 5;
    other.open = made;
    memset(tiles, 1, sizeof tiles);
    for (int i = 0; i < 8000; i++) tiles[oracle_below(&random, CROWD_SIDE * CROWD_SIDE)] = 0;
    lf_world *world;
    lf_search *search;
    const lf_index_desc index = {0};
    const lf_world_desc desc = {
        .map = {.width = CROWD_SIDE, .height = CROWD_SIDE, .tiles = tiles, .tiles_size = sizeof tiles},
        .index = &index};
    CHECK_EQ(lf_world_create(&desc, &world), LF_OK);
    for (int i = 0; i < EDITS; i++) {
        const lf_obstacle o = {5 + 45 * (i % 6), 5 + 28 * (i / 6), 2, 2, false};
        CHECK_EQ(lf_world_set_rect(world, (lf_point){o.x, o.y}, o.width, o.height, false), LF_OK);
        CHECK_EQ(lf_world_commit(world, NULL), LF_OK);
        tiles_fill(&now, o);
    }
    CHECK_EQ(lf_world_search(world, &(lf_search_desc){.obstacle_room = MOST}, &search), LF_OK);
    for (int round = 0; round < 12; round++) {
        const int count = counts[round % 3];
        memcpy(made, tiles, sizeof made);
        for (int i = 0; i < count; i++) {
            list[i] = (lf_obstacle){oracle_below(&random, CROWD_SIDE), oracle_below(&random, CROWD_SIDE), 1,
                                    1, round >= 6 && i % 2 == 0};
            tiles_fill(&other, list[i]);
        }
        for (int ask = 0; ask < 5; ask++) {
            const lf_source source = {.tile = oracle_random_open(&other, &random)};
            const lf_tile target = oracle_random_open(&other, &random);
            const lf_query query = {.sources = &source,
                                    .source_count = 1,
                                    .targets = &target,
                                    .target_count = 1,
                                    .strategy = LF_STRATEGY_HEADLAND,
                                    .obstacles = &(lf_obstacles){.list = list, .count = count}};
            const int64_t length = length_on(&other, &query);
            lf_route route;
            CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), length < 0 ? LF_NO_ROUTE : LF_OK);
            if (length >= 0) CHECK_EQ(route.length, length);
        }
    }
    lf_search_destroy(search);
    lf_world_destroy(world);
}

/// A larger opened box than gets inlets, and more new headlands than there is room for (65,536): then a flood answers.
static void crowds_without_room(void) {
    enum { SIZE = 840, TILES = SIZE * SIZE, ROW = SIZE / 8, MARGIN = 20, HOLE = SIZE - 2 * MARGIN };
    static unsigned char tiles[TILES], made[TILES], plane[ROW * SIZE];
    oracle_map now = {SIZE, SIZE, LF_MOVES_KING, tiles}, other = now;
    const lf_source source = {.tile = 0};
    const lf_tile target = TILES - 1;
    lf_obstacle hole = {MARGIN, MARGIN, HOLE, HOLE, true};
    uint64_t random = 17;
    other.open = made;
    for (int rocks = 0; rocks < 2; rocks++) {
        lf_map *map;
        lf_index *index;
        lf_search *search;
        lf_route route;
        memset(tiles, 1, sizeof tiles);
        if (!rocks) tiles_fill(&now, (lf_obstacle){MARGIN, MARGIN, HOLE, HOLE, false});
        memset(made, 1, sizeof made);
        for (int i = SIZE; rocks && i < TILES; i++) { // along two sides there is a way
            if (oracle_below(&random, 6) != 0 || i % SIZE == SIZE - 1) continue;
            plane[i / SIZE * ROW + i % SIZE / 8] |= (unsigned char)(1 << i % SIZE % 8);
            made[i] = 0;
        }
        map = oracle_to_map(&now);
        CHECK_EQ(lf_index_create(map, &(lf_index_desc){.keep_legs = true}, &index), LF_OK);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index, .obstacle_room = TILES}, &search),
                 LF_OK);
        const lf_obstacles obstacles = {.list = rocks ? NULL : &hole,
                                        .count = rocks ? 0 : 1,
                                        .blocked_plane = rocks ? plane : NULL,
                                        .plane_size = sizeof plane};
        const lf_query query = {.sources = &source,
                                .source_count = 1,
                                .targets = &target,
                                .target_count = 1,
                                .strategy = LF_STRATEGY_HEADLAND,
                                .obstacles = &obstacles};
        CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
        CHECK_EQ(route.length, length_on(&other, &query));
        CHECK(route.exact && route.stats.guardrail == (rocks == 1));
        lf_search_destroy(search);
        lf_index_destroy(index);
        lf_map_destroy(map);
    }
}

/// A tile that is open for one query alone counts as depth 0; a tile that is not open has none, whatever the search
/// was asked before.
static void opened_tiles_have_depth_0(void) {
    sketch s = sketch_make(9, strait, NULL, NULL);
    const lf_source source = {.tile = 18};
    const lf_tile target = 26, over[3] = {3, 4, 5}, through[3] = {12, 13, 14};
    const lf_obstacle bridge = {4, 0, 1, 1, true};
    lf_depth *depth;
    lf_search *search;
    lf_route route;
    CHECK_EQ(lf_depth_create(s.map, NULL, &depth), LF_OK);
    const lf_search_desc desc = {.depth = depth, .obstacle_room = 1};
    CHECK_EQ(lf_search_create(s.map, &desc, &search), LF_OK);
    lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(lf_route_least_depth(depth, search, over, 3), -1);
    query.obstacles = &(lf_obstacles){.list = &bridge, .count = 1};
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(lf_route_least_depth(depth, search, over, 3), 0);
    CHECK_EQ(lf_route_least_depth(depth, search, through, 3), -1);
    CHECK_EQ(lf_route_least_depth(depth, NULL, over, 3), -1);
    lf_search_destroy(search);
    lf_depth_destroy(depth);
    sketch_free(&s);
}

enum { WIDE = 200, HIGH = 150, WIDE_ROW = WIDE / 8 };

/// Planes of maps that are wider and higher than the 64 x 64 tiles that are looked at together.
static void planes_of_wide_maps(void) {
    static unsigned char tiles[WIDE * HIGH], made[WIDE * HIGH], planes[2][WIDE_ROW * HIGH];
    uint64_t random = test_seed();
    int found = 0, none = 0;
    for (int round = 0; round < 12; round++) {
        const oracle_map plain = {WIDE, HIGH, (lf_moves)(round % 3), tiles};
        const oracle_map other = {WIDE, HIGH, plain.moves, made};
        memset(planes, 0, sizeof planes);
        for (int i = 0; i < WIDE * HIGH; i++) {
            tiles[i] = made[i] = oracle_below(&random, 4) != 0;
            const int change = oracle_below(&random, round % 2 == 0 ? 8 : 200); // 0: blocked, 1: open
            if (change > 1) continue;
            planes[change][i / WIDE * WIDE_ROW + i % WIDE / 8] |= (unsigned char)(1 << i % WIDE % 8);
            made[i] = change == 1;
        }
        lf_map *map = oracle_to_map(&plain), *judge = oracle_to_map(&other);
        lf_index *index;
        lf_search *search, *reference;
        CHECK_EQ(lf_index_create(map, &(lf_index_desc){.keep_legs = true}, &index), LF_OK);
        const lf_search_desc desc = {.index = round % 4 < 2 ? index : NULL, .obstacle_room = 2 * WIDE * HIGH};
        CHECK_EQ(lf_search_create(map, &desc, &search), LF_OK);
        CHECK_EQ(lf_search_create(judge, NULL, &reference), LF_OK);
        const lf_obstacles obstacles = {
            .blocked_plane = planes[0], .open_plane = planes[1], .plane_size = sizeof planes[0]};
        for (int k = 0; k < 20; k++) {
            const lf_source from = {.tile = oracle_random_open(&other, &random)};
            const lf_tile to = oracle_random_open(&other, &random);
            lf_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1};
            lf_route expected, route;
            static lf_tile way[WIDE * HIGH];
            const lf_status status = lf_search_find(reference, &query, NULL, 0, &expected);
            query.obstacles = &obstacles;
            CHECK_EQ(lf_search_find(search, &query, way, WIDE * HIGH, &route), status);
            CHECK_EQ(route.length, expected.length);
            if (status == LF_OK) CHECK_EQ(lf_route_check(judge, way, route.tile_count, NULL, NULL), LF_OK);
            *(status == LF_OK ? &found : &none) += 1;
        }
        lf_search_destroy(reference);
        lf_search_destroy(search);
        lf_index_destroy(index);
        lf_map_destroy(judge);
        lf_map_destroy(map);
    }
    CHECK(found > 100 && none > 0);
}

enum { LONG = 1100, BROAD = 300, SCATTERED = 40 };

/// Single tiles on the route without obstacles, or beside it, and elsewhere. The map has cells of several tiles.
static int64_t scatter(const lf_map *map, const lf_tile *way, int64_t count, lf_tile to, lf_obstacle *list,
                       uint64_t *random) {
    const int64_t most = 1 + oracle_below(random, SCATTERED);
    int64_t used = 0;
    for (int64_t i = 0; i < most; i++) {
        lf_point at = lf_map_point(map, way[oracle_below(random, (int)count)]);
        if (oracle_below(random, 3) == 0)
            at = (lf_point){oracle_below(random, LONG), oracle_below(random, BROAD)};
        else
            at = (lf_point){at.x + oracle_below(random, 7) - 3, at.y + oracle_below(random, 7) - 3};
        const lf_tile tile = lf_map_tile(map, at.x, at.y);
        if (tile != way[0] && tile != to && tile != LF_NO_TILE)
            list[used++] = (lf_obstacle){at.x, at.y, 1, 1, false};
    }
    return used;
}

/// Whether a list of tiles is a legal route of a map with obstacles on it.
static bool way_is_legal(const oracle_map *plain, const lf_obstacles *obstacles, const lf_tile *way,
                         int64_t count) {
    static unsigned char made[LONG * BROAD];
    oracle_map other = *plain;
    memcpy(made, plain->open, sizeof made);
    other.open = made;
    for (int64_t i = 0; i < obstacles->count; i++) {
        const lf_obstacle *o = &obstacles->list[i];
        if (o->x >= 0 && o->y >= 0 && o->x < plain->width && o->y < plain->height)
            made[o->y * plain->width + o->x] = 0;
    }
    lf_map *judge = oracle_to_map(&other);
    const bool legal = lf_route_check(judge, way, count, NULL, NULL) == LF_OK;
    lf_map_destroy(judge);
    return legal;
}

/// Whether one of the obstacles is at most so many tiles away from a place.
static bool place_is_near(const lf_obstacles *obstacles, lf_point at, int away) {
    for (int64_t i = 0; i < obstacles->count; i++) {
        const int dx = obstacles->list[i].x - at.x, dy = obstacles->list[i].y - at.y;
        if (dx >= -away && dx <= away && dy >= -away && dy <= away) return true;
    }
    return false;
}

/// What the cells say of random moves: never that nothing is near if something is beside them, and that nothing is near
/// if all obstacles are more than a cell away. The obstacles of the last query are still in place.
static void cells_judge(const lf_search *search, const lf_obstacles *obstacles, int width, int height,
                        uint64_t *random) {
    const lfi_obstructed *obstructed = &lfi_headland_of(search)->obstructed;
    const int cell = 1 << obstructed->cell_shift;
    for (int i = 0; i < 50; i++) {
        const lf_point from = {oracle_below(random, width), oracle_below(random, height)};
        const int dx = oracle_below(random, 3) - 1, dy = oracle_below(random, 3) - 1,
                  most = oracle_below(random, 60);
        bool near = false, around = false;
        lf_point at = from, last = from;
        int moves = -1;
        for (; moves < most && at.x >= 0 && at.y >= 0 && at.x < width && at.y < height; moves++) {
            near |= place_is_near(obstacles, at, 1);
            around |= place_is_near(obstacles, at, 1 + cell);
            last = at;
            at = (lf_point){at.x + dx, at.y + dy};
        }
        const bool says = lfi_obstructed_near(obstructed, from, dx, dy, (uint32_t)moves);
        CHECK(says || !near);
        CHECK(around || !says);
        if (says) CHECK(lfi_obstructed_between(obstructed, last, from));
    }
}

/// On maps with more than 256 tiles a side, near and far from the legs of the route, and at the edge.
static void large_maps_have_cells(void) {
    static unsigned char tiles[LONG * BROAD];
    static lf_tile way[LONG * BROAD];
    uint64_t random = test_seed();
    int cut = 0, kept = 0;
    for (int round = 0; round < 12; round++) {
        const bool tall = round % 2 == 1;
        const oracle_map plain = {tall ? BROAD : LONG, tall ? LONG : BROAD, (lf_moves)(round % 3), tiles};
        for (int i = 0; i < LONG * BROAD; i++) tiles[i] = oracle_below(&random, 40 + 60 * round) != 0;
        lf_map *map = oracle_to_map(&plain);
        lf_index *index;
        lf_search *search;
        const lf_index_desc with = {.keep_legs = true, .cost = (lf_cost)(round / 6)};
        CHECK_EQ(lf_index_create(map, &with, &index), LF_OK);
        const lf_search_desc desc = {.index = index, .obstacle_room = SCATTERED, .cost = with.cost};
        CHECK_EQ(lf_search_create(map, &desc, &search), LF_OK);
        for (int k = 0; k < 30; k++) {
            const lf_source from = {.tile = oracle_random_open(&plain, &random)};
            const lf_tile to = oracle_random_open(&plain, &random);
            lf_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1};
            lf_obstacle list[SCATTERED];
            lf_route before, expected, route;
            query.options.cost = with.cost;
            if (lf_search_find(search, &query, way, LONG * BROAD, &before) != LF_OK) continue;
            const lf_obstacles obstacles = {.list = list,
                                            .count = scatter(map, way, before.tile_count, to, list, &random)};
            *(way_is_legal(&plain, &obstacles, way, before.tile_count) ? &kept : &cut) += 1;
            query.obstacles = &obstacles;
            query.strategy = LF_STRATEGY_FLOOD;
            const lf_status status = lf_search_find(search, &query, NULL, 0, &expected);
            query.strategy = LF_STRATEGY_HEADLAND;
            CHECK_EQ(lf_search_find(search, &query, way, LONG * BROAD, &route), status);
            CHECK_EQ(route.straight, with.cost == LF_COST_OCTILE ? expected.straight : route.straight);
            CHECK_EQ(route.length, expected.length);
            if (status == LF_OK) CHECK(way_is_legal(&plain, &obstacles, way, route.tile_count));
            cells_judge(search, &obstacles, plain.width, plain.height, &random);
        }
        lf_search_destroy(search);
        lf_index_destroy(index);
        lf_map_destroy(map);
    }
    printf("  %d routes were cut, %d were not\n", cut, kept);
    CHECK(cut > 100 && kept > 20);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(the_last_entry_counts),
        TEST(ends_are_judged_under_obstacles),
        TEST(the_list_is_needed_only_to_begin),
        TEST(mistakes_are_told),
        TEST(strategies_without_obstacles_say_so),
        TEST(a_search_that_was_not_made_counts_the_same),
        TEST(every_allocation_may_fail_and_none_is_in_a_query),
        TEST(crowds_are_answered_too),
        TEST(crowds_over_edits),
        TEST(crowds_without_room),
        TEST(opened_tiles_have_depth_0),
        TEST(planes_of_wide_maps),
        TEST(large_maps_have_cells),
        TEST(queries_are_those_of_a_map_made_with_obstacles),
        TEST(gates_and_obstacles_together),
        TEST(edited_worlds_take_obstacles),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
