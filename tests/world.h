// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Generated worlds for the tests that look at everything at once: a map with all that can be made of it, and
// questions whose answers are hashed. test_golden compares the hashes of all targets, test_threads those of
// many threads.
#ifndef LANDFALL_WORLD_H
#define LANDFALL_WORLD_H

#include "keys/keys.h"
#include "oracle.h"
#include "scenes.h"
#include "test.h"

/// What threads share.
typedef struct world {
    oracle_map plan; ///< the tiles as bytes
    lf_cost cost;    ///< of the index
    lf_map *map;
    lf_coarse *coarse;
    lf_index *index;
    lf_depth *depth;
    lf_fixtures *fixtures;
} world;

/// What a thread has for itself.
typedef struct voyage {
    const world *world;
    lf_search *search;
    lf_keys_search *keys_search;
    lf_tile *tiles;
    int64_t tile_room;
    lf_curve_point *curve;
    int64_t curve_room;
} voyage;

/// What was answered, each kind of thing in a hash of its own, so that a difference has a name.
typedef struct answers {
    uint64_t tiles, counts, keys, shapes;
    int64_t found; ///< routes, so that a test can tell that there was something to find
} answers;

enum { WORLD_FIXTURES = 40, WORLD_KINDS = 6 };

static inline void hash_add(uint64_t *hash, uint64_t value) {
    for (int byte = 0; byte < 8; byte++)
        *hash = (*hash ^ (value >> (8 * byte) & 255)) * UINT64_C(1099511628211);
}

static inline void hash_bytes(uint64_t *hash, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) *hash = (*hash ^ bytes[i]) * UINT64_C(1099511628211);
}

static inline answers answers_none(void) {
    const uint64_t basis = UINT64_C(14695981039346656037);
    return (answers){.tiles = basis, .counts = basis, .keys = basis, .shapes = basis};
}

static inline uint64_t answers_hash(const answers *a) {
    uint64_t hash = UINT64_C(14695981039346656037);
    hash_add(&hash, a->tiles);
    hash_add(&hash, a->counts);
    hash_add(&hash, a->keys);
    hash_add(&hash, a->shapes);
    return hash;
}

// ---- Making worlds --------------------------------------------------------------------------------

/// Whether a tile is a passage: walls to both sides. Doors in the open sea would keep nobody from anything.
static inline bool world_is_passage(const oracle_map *plan, int tile) {
    const int x = tile % plan->width, y = tile / plan->width;
    if (x == 0 || y == 0 || x == plan->width - 1 || y == plan->height - 1) return false;
    const uint8_t *at = plan->open + tile;
    return (at[-1] == 0 && at[1] == 0) || (at[-plan->width] == 0 && at[plan->width] == 0);
}

static inline lf_fixtures *world_make_fixtures(const world *w, uint64_t *random) {
    lf_fixture fixtures[WORLD_FIXTURES];
    int count = 0;
    for (int tries = 0; tries < 500 && count < WORLD_FIXTURES; tries++) {
        const lf_tile tile = oracle_random_open(&w->plan, random);
        const bool door = count >= WORLD_KINDS && world_is_passage(&w->plan, (int)tile);
        if (count >= WORLD_KINDS && !door) continue;
        bool taken = false;
        for (int i = 0; i < count; i++) taken = taken || fixtures[i].tile == tile;
        if (taken) continue;
        fixtures[count] =
            (lf_fixture){tile, (uint8_t)(count % WORLD_KINDS), door ? LF_FIXTURE_DOOR : LF_FIXTURE_KEY};
        count++;
    }
    lf_fixtures *out = NULL;
    CHECK_EQ(
        lf_fixtures_create(w->map, &(lf_fixtures_desc){.fixtures = fixtures, .fixture_count = count}, &out),
        LF_OK);
    return out;
}

static inline lf_depth *world_make_depth(const world *w, uint64_t seed) {
    const size_t count = (size_t)(w->plan.width * w->plan.height);
    uint8_t *plane = malloc(count);
    for (size_t i = 0; i < count; i++) plane[i] = (uint8_t)((i * 7 / 5 + seed) % 9);
    lf_depth *out = NULL;
    const lf_depth_desc desc = {
        .from = seed % 3 == 0 ? LF_DEPTH_PLANE : LF_DEPTH_COMPUTED, .plane = plane, .plane_size = count};
    CHECK_EQ(lf_depth_create(w->map, &desc, &out), LF_OK);
    free(plane);
    return out;
}

static inline oracle_map world_make_plan(uint64_t seed, uint64_t *random) {
    oracle_map plan = {.width = 40 + oracle_below(random, 100),
                       .height = 30 + oracle_below(random, 80),
                       .moves = (lf_moves)(seed % 3)};
    plan.open = malloc((size_t)(plan.width * plan.height));
    CHECK(lf_scene_make((lf_scene)(seed % LF_SCENE_COUNT), plan.width, plan.height, seed, plan.open));
    return plan;
}

/// Walls from side to side, so that much cannot be reached.
static inline void plan_add_walls(const oracle_map *plan) {
    for (int i = 0; i < plan->width * plan->height; i++) {
        if (i % plan->width == plan->width / 3 || i / plan->width == plan->height / 2) plan->open[i] = 0;
    }
}

/// Every scene, move rule, cost, kind of coarse map and choice of a hierarchy comes up within 84 seeds.
static inline world world_make_of(uint64_t seed, bool walls) {
    uint64_t random = seed * 7919;
    world w = {.plan = world_make_plan(seed, &random), .cost = (lf_cost)(seed / 3 % 2)};
    if (walls) plan_add_walls(&w.plan);
    w.map = oracle_to_map(&w.plan);
    const lf_coarse_desc coarse = {.level = 1 + (int32_t)(seed / 4 % 3),
                                   .kind = (lf_coarse_kind)(seed / 2 % 2)};
    CHECK_EQ(lf_coarse_create(w.map, &coarse, &w.coarse), LF_OK);
    const lf_index_desc index = {.cost = w.cost, .hierarchy = (lf_hierarchy)(seed / 6 % 3)};
    CHECK_EQ(lf_index_create(w.map, &index, &w.index), LF_OK);
    w.depth = world_make_depth(&w, seed);
    w.fixtures = world_make_fixtures(&w, &random);
    return w;
}

static inline world world_make(uint64_t seed) {
    return world_make_of(seed, false);
}

static inline void world_free(world *w) {
    lf_fixtures_destroy(w->fixtures);
    lf_depth_destroy(w->depth);
    lf_index_destroy(w->index);
    lf_coarse_destroy(w->coarse);
    lf_map_destroy(w->map);
    free(w->plan.open);
}

static inline voyage voyage_make(const world *w) {
    const int64_t tiles = (int64_t)w->plan.width * w->plan.height;
    voyage v = {.world = w, .tile_room = 8 * tiles, .curve_room = 64 * tiles};
    const lf_search_desc desc = {
        .coarse = w->coarse, .index = w->index, .depth = w->depth, .cost = LF_COST_OCTILE};
    CHECK_EQ(lf_search_create(w->map, &desc, &v.search), LF_OK);
    CHECK_EQ(lf_keys_search_create(w->fixtures, NULL, &v.keys_search), LF_OK);
    v.tiles = malloc((size_t)v.tile_room * sizeof *v.tiles);
    v.curve = malloc((size_t)v.curve_room * sizeof *v.curve);
    return v;
}

static inline void voyage_free(voyage *v) {
    free(v->curve);
    free(v->tiles);
    lf_keys_search_destroy(v->keys_search);
    lf_search_destroy(v->search);
}

// ---- Questions ------------------------------------------------------------------------------------

enum { QUESTION_ENDS = 3 };

typedef struct question {
    lf_source sources[QUESTION_ENDS];
    lf_tile targets[QUESTION_ENDS];
    lf_query query;
    lf_expert_options experts; ///< of the query
    uint64_t random;           ///< for the options
} question;

static inline void question_make(const world *w, uint64_t number, question *q) {
    q->random = number * 104729 + 17;
    for (int i = 0; i < QUESTION_ENDS; i++) {
        q->sources[i] = (lf_source){oracle_random_open(&w->plan, &q->random), oracle_random(&q->random)};
        q->targets[i] = oracle_random_open(&w->plan, &q->random);
    }
    q->query = (lf_query){.sources = q->sources,
                          .source_count = 1 + oracle_below(&q->random, QUESTION_ENDS),
                          .targets = q->targets,
                          .target_count = 1 + oracle_below(&q->random, QUESTION_ENDS)};
}

static inline void answers_add_tiles(uint64_t *hash, const lf_tile *tiles, int64_t count) {
    hash_add(hash, (uint64_t)count);
    for (int64_t i = 0; i < count; i++) hash_add(hash, tiles[i]);
}

static inline void answers_add_counts(uint64_t *hash, const lf_route *route) {
    const lf_stats *s = &route->stats;
    const int64_t counts[] = {
        route->source_index, route->target_index, route->length,     route->straight, route->diagonal,
        route->exact,        route->strategy,     route->gate_depth, s->expanded,     s->enqueued,
        s->phases,           s->planned,          s->first_cells,    s->opened_cells, s->deferred,
        s->segments,         s->guardrail,
    };
    hash_add(hash, route->origin);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) hash_add(hash, (uint64_t)counts[i]);
}

/// One query. Refusals are answers too: their status is hashed.
static inline int64_t voyage_find(voyage *v, const lf_query *query, answers *a) {
    lf_route route = {0};
    const lf_status status = lf_search_find(v->search, query, v->tiles, v->tile_room, &route);
    hash_add(&a->counts, (uint64_t)(int64_t)status);
    answers_add_counts(&a->counts, &route);
    answers_add_tiles(&a->tiles, v->tiles, route.tile_count);
    a->found += status == LF_OK;
    return route.tile_count;
}

/// The order of the draws is part of the golden hash.
/// @param experts  receives what the options point at.
static inline lf_options options_draw(uint64_t *random, lf_cost cost, lf_expert_options *experts) {
    lf_options options = {.cost = cost, .experts = experts};
    options.radius = oracle_below(random, 4) - 1;
    options.widenings = oracle_below(random, 4) - 1;
    experts->frontier = (lf_frontier)oracle_below(random, 2);
    experts->straighten = oracle_below(random, 2) == 0;
    options.spacing = oracle_below(random, 5) - 1;
    experts->portal_cap = oracle_below(random, 3);
    experts->entry = (lf_entry)oracle_below(random, 2);
    options.keep_joints = oracle_below(random, 2) == 0;
    return options;
}

/// Guided strategies take uniform costs alone; an index answers the cost that it was made for.
static inline lf_cost question_cost(const world *w, question *q, lf_strategy strategy) {
    if (strategy == LF_STRATEGY_HEADLAND || strategy == LF_STRATEGY_AUTO) return w->cost;
    if (strategy == LF_STRATEGY_FLOOD) return (lf_cost)oracle_below(&q->random, 2);
    return LF_COST_UNIFORM;
}

static inline void question_routes(voyage *v, question *q, answers *a) {
    for (lf_strategy s = LF_STRATEGY_AUTO; s != LF_STRATEGY_CELLS;
         s = (lf_strategy)((int)s + 1)) { // without weights
        q->query.strategy = s;
        q->query.options = options_draw(&q->random, question_cost(v->world, q, s), &q->experts);
        voyage_find(v, &q->query, a);
    }
}

static inline void question_gated(voyage *v, question *q, answers *a) {
    for (lf_strategy s = LF_STRATEGY_FLOOD; s <= LF_STRATEGY_SPINE; s = (lf_strategy)((int)s + 1)) {
        q->query.strategy = s;
        q->query.options = options_draw(&q->random, question_cost(v->world, q, s), &q->experts);
        q->query.gate = (lf_depth_gate){.min_depth = oracle_below(&q->random, 4),
                                        .deepest = oracle_below(&q->random, 2) == 0,
                                        .harbour = oracle_below(&q->random, 5) - 1};
        voyage_find(v, &q->query, a);
    }
    q->query.gate = (lf_depth_gate){0};
}

static inline void question_shapes(voyage *v, question *q, answers *a) {
    const lf_map *map = v->world->map;
    const lf_shape shape = {.depth = v->world->depth, .interval = 16 + oracle_below(&q->random, 300)};
    q->query.strategy = LF_STRATEGY_FLOOD;
    q->query.options = (lf_options){0};
    const int64_t count = voyage_find(v, &q->query, a);
    if (count == 0) return;
    hash_add(&a->shapes, (uint64_t)(int64_t)lf_route_least_depth(v->world->depth, NULL, v->tiles, count));
    int64_t waypoints = 0, points = 0;
    CHECK_EQ(lf_route_waypoints(map, &shape, v->tiles, count, v->tiles, v->tile_room, &waypoints), LF_OK);
    answers_add_tiles(&a->shapes, v->tiles, waypoints);
    CHECK_EQ(lf_route_offshore(map, &shape, v->tiles, waypoints), LF_OK);
    answers_add_tiles(&a->shapes, v->tiles, waypoints);
    hash_add(&a->shapes, (uint64_t)lf_route_distance(map, v->tiles, waypoints));
    CHECK_EQ(lf_route_curve(map, &shape, v->tiles, waypoints, v->curve, v->curve_room, &points), LF_OK);
    for (int64_t i = 0; i < points; i++) {
        hash_add(&a->shapes, (uint64_t)v->curve[i].x);
        hash_add(&a->shapes, (uint64_t)v->curve[i].y);
    }
    hash_add(&a->shapes, (uint64_t)lf_curve_distance(v->curve, points));
}

static inline void answers_add_why(answers *a, const lf_keys_search *search) {
    lf_keys_why why;
    lf_fixture locks[WORLD_FIXTURES];
    CHECK_EQ(lf_keys_search_explain(search, &why, locks, WORLD_FIXTURES), LF_OK);
    hash_add(&a->keys, why.walled);
    hash_add(&a->keys, why.reached);
    hash_add(&a->keys, why.unreachable);
    hash_add(&a->keys, why.missing);
    for (int64_t i = 0; i < why.lock_count; i++) hash_add(&a->keys, locks[i].tile);
}

/// `bytes` is left out: it depends on the size of pointers.
static inline void question_keys(voyage *v, question *q, answers *a) {
    lf_keys_query query = {.sources = q->sources,
                           .source_count = 1,
                           .targets = q->targets,
                           .target_count = q->query.target_count,
                           .goal = (lf_goal)oracle_below(&q->random, 3),
                           .held = oracle_random(&q->random) & 3};
    v->keys_search->plain_below = 0; // `keys` itself, however small the map is
    v->keys_search->dense_above = oracle_below(&q->random, 2) == 0 ? 0 : v->tile_room;
    for (int s = LF_KEYS; s <= LF_KEYS_PLAIN; s++) {
        query.strategy = (lf_keys_strategy)s;
        lf_keys_route r;
        const lf_status status = lf_keys_search_find(v->keys_search, &query, v->tiles, v->tile_room, &r);
        const int64_t counts[] = {status,         r.length,        r.lower_bound,
                                  r.event_count,  (int64_t)r.held, r.source_index,
                                  r.target_index, r.stats.states,  r.stats.generated,
                                  r.stats.points, r.stats.bends};
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) hash_add(&a->keys, (uint64_t)counts[i]);
        answers_add_tiles(&a->keys, v->tiles, r.tile_count);
        answers_add_why(a, v->keys_search);
        a->found += status == LF_OK;
    }
}

/// Ends that are anywhere, under rules, and partial routes. Not part of world_ask: it has a hash of its own.
static inline void world_ask_ends(voyage *v, uint64_t number, answers *a) {
    question q;
    question_make(v->world, number, &q);
    const int tiles = v->world->plan.width * v->world->plan.height;
    for (int i = 0; i < QUESTION_ENDS; i++) {
        q.sources[i].tile = (lf_tile)oracle_below(&q.random, tiles);
        q.targets[i] = (lf_tile)oracle_below(&q.random, tiles);
    }
    for (lf_strategy s = LF_STRATEGY_AUTO; s != LF_STRATEGY_CELLS;
         s = (lf_strategy)((int)s + 1)) { // without weights
        q.query.strategy = s;
        q.query.options.cost = question_cost(v->world, &q, s);
        q.query.partial = oracle_below(&q.random, 4) > 0;
        q.query.source_rule = (lf_end_rule){(lf_end_kind)oracle_below(&q.random, 3),
                                            1 + oracle_below(&q.random, 20), oracle_below(&q.random, 2) == 0};
        q.query.target_rule = (lf_end_rule){(lf_end_kind)oracle_below(&q.random, 3),
                                            1 + oracle_below(&q.random, 20), oracle_below(&q.random, 2) == 0};
        lf_route route = {0};
        const lf_status status = lf_search_find(v->search, &q.query, v->tiles, v->tile_room, &route);
        hash_add(&a->counts, (uint64_t)(int64_t)status);
        answers_add_counts(&a->counts, &route);
        hash_add(&a->counts, (uint64_t)route.target_distance);
        hash_add(&a->counts, (uint64_t)route.target_diagonal);
        answers_add_tiles(&a->tiles, v->tiles, route.tile_count);
        a->found += route.partial;
    }
}

/// Everything that is asked under one number, added to the hashes.
static inline void world_ask(voyage *v, uint64_t number, answers *a) {
    question q;
    question_make(v->world, number, &q);
    question_routes(v, &q, a);
    question_gated(v, &q, a);
    question_shapes(v, &q, a);
    question_keys(v, &q, a);
}

#endif // LANDFALL_WORLD_H
