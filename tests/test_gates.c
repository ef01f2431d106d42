// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Indexes for depth gates against `flood` under the same gate, on random maps under every move rule and both
// costs; corner depths against brute force, also after edits; bytes of such indexes, whole, foreign and forged.
// LF_CASES maps from LF_SEED on.
#include "test.h"

#include "forge.h"
#include "index/index.h"
#include "meter.h"
#include "oracle.h"
#include "slow.h"

#ifdef TEST_IS_SLOW
enum { MAPS = 1200 };
#else
enum { MAPS = 20000 };
#endif
enum { SIDE = 44, MOST_ENDS = 1400, LEVELS = 3 };

// ---- Cases ----------------------------------------------------------------------------------------

/// A map with depths, indexes for some gates, a search with all of them, and a search that only floods.
typedef struct rig {
    oracle_map plan;
    lf_map *map;
    uint8_t *plane;
    lf_depth *depth;
    lf_index *plain; ///< NULL, or one for no gate
    lf_index *gates[2 * LEVELS];
    int gate_count;
    lf_cost cost;
    bool keep_legs;
    int64_t harbour_room;
    lf_search *search, *flood;
    meter memory; ///< of `search`
    lf_tile *tiles, *other;
    int64_t room;
} rig;

static lf_depth *depth_make(rig *r, uint64_t *random) {
    const size_t count = (size_t)r->plan.width * (size_t)r->plan.height;
    lf_depth_desc desc = {.from = (lf_depth_from)oracle_below(random, 4),
                          .edge_blocked = oracle_below(random, 2) != 0};
    lf_depth *depth = NULL;
    r->plane = malloc(count);
    for (size_t i = 0; i < count; i++) r->plane[i] = (uint8_t)oracle_below(random, LEVELS + 2);
    if (desc.from == LF_DEPTH_OF_MAP) desc.from = LF_DEPTH_PLANE;
    desc.plane = r->plane;
    desc.plane_size = count;
    CHECK_EQ(lf_depth_create(r->map, &desc, &depth), LF_OK);
    return depth;
}

static lf_index *index_make(const rig *r, lf_cost cost, int32_t level, uint64_t *random) {
    lf_index *index = NULL;
    const lf_index_desc desc = {.cost = cost,
                                .hierarchy = (lf_hierarchy)oracle_below(random, 3),
                                .keep_legs = r->keep_legs,
                                .depth = r->depth,
                                .min_depth = level};
    CHECK_EQ(lf_index_create(r->map, &desc, &index), LF_OK);
    CHECK_EQ(lf_index_min_depth(index), level);
    CHECK(lf_index_map(index) == r->map);
    return index;
}

static rig rig_make(uint64_t seed, int side, lf_moves moves, lf_cost cost) {
    uint64_t random = seed * 2 + 1;
    rig r = {.plan = oracle_random_map(seed, side, moves), .cost = cost};
    r.map = oracle_to_map(&r.plan);
    r.depth = depth_make(&r, &random);
    r.keep_legs = oracle_below(&random, 3) != 0;
    r.harbour_room = oracle_below(&random, 4) == 0 ? oracle_below(&random, 400) : 20000;
    if (oracle_below(&random, 2) == 0) r.plain = index_make(&r, cost, 0, &random);
    const int most = 1 + oracle_below(&random, LEVELS);
    for (int32_t level = 1; level <= most; level++) {
        if (oracle_below(&random, 5) == 0) // of another cost: not to be used, unless moves are orthogonal
            r.gates[r.gate_count++] = index_make(&r, (lf_cost)!cost, level, &random);
        if (oracle_below(&random, 8) != 0) r.gates[r.gate_count++] = index_make(&r, cost, level, &random);
    }
    const lf_index *list[2 * LEVELS];
    for (int i = 0; i < r.gate_count; i++) list[i] = r.gates[i];
    lf_search_desc desc = {.cost = cost, .depth = r.depth};
    CHECK_EQ(lf_search_create(r.map, &desc, &r.flood), LF_OK);
    desc.index = r.plain;
    desc.gate_indexes = list;
    desc.gate_index_count = r.gate_count;
    desc.harbour_room = r.harbour_room;
    desc.end_room = 1 + oracle_below(&random, 40);
    r.room = (int64_t)r.plan.width * r.plan.height;
    r.tiles = malloc((size_t)r.room * sizeof *r.tiles);
    r.other = malloc((size_t)r.room * sizeof *r.other);
    int64_t bytes;
    CHECK_EQ(lf_search_size(r.map, &desc, &bytes), LF_OK);
    CHECK_EQ(lf_search_create(r.map, &desc, &r.search), LF_OK);
    CHECK_EQ(lf_search_bytes(r.search), bytes);
    memset(list, 0, sizeof list); // the search has its own
    return r;
}

static void rig_free(rig *r) {
    lf_search_destroy(r->search);
    lf_search_destroy(r->flood);
    for (int i = 0; i < r->gate_count; i++) lf_index_destroy(r->gates[i]);
    lf_index_destroy(r->plain);
    lf_depth_destroy(r->depth);
    lf_map_destroy(r->map);
    free(r->plane);
    free(r->plan.open);
    free(r->tiles);
    free(r->other);
}

/// Whether the search has an index for a gate depth and a cost.
static bool rig_serves(const rig *r, int32_t level, lf_cost cost) {
    for (int i = 0; i < r->gate_count; i++) {
        const bool fits = lf_index_cost(r->gates[i]) == cost || r->plan.moves == LF_MOVES_ORTHOGONAL;
        if (lf_index_min_depth(r->gates[i]) == level && fits) return true;
    }
    return false;
}

/// Whether there is room to lay the harbours of a query over an index.
static bool rig_has_room(const rig *r, const lf_query *query) {
    const int64_t ends = query->source_count + query->target_count;
    const int64_t radius = query->gate.harbour == LF_NONE ? 0 : query->gate.harbour, side = 2 * radius + 1;
    const bool legs =
        r->keep_legs || r->plan.moves == LF_MOVES_ORTHOGONAL || query->options.cost == LF_COST_OCTILE;
    return query->gate.harbour == 0 || (legs && ends <= 64 && side * side * ends <= r->harbour_room);
}

static lf_status find_sliced(lf_search *search, const lf_query *query, int budget, lf_tile *tiles,
                             int64_t room, lf_route *route) {
    lf_status status = lf_search_begin(search, query);
    while (status == LF_PAUSED) status = lf_search_step(search, budget);
    return status < 0 ? status : lf_search_finish(search, tiles, room, route);
}

/// Whether a route is legal under the gate: on the map, and nowhere closed, corners included. Harbours are left
/// to the search to tell.
static bool route_legal(const rig *r, const lf_search *search, const lf_route *route, const lf_tile *tiles) {
    int64_t at;
    if (!CHECK_EQ(lf_route_check(r->map, tiles, route->tile_count, &at, NULL), LF_OK)) return false;
    const int32_t least = lf_route_least_depth(r->depth, search, tiles, route->tile_count);
    return CHECK(route->gate_depth < 0 || least < 0 || least >= route->gate_depth);
}

static int64_t answered, unanswered, refused, partial, upgraded, by_gate, in_harbours;

/// One query by both searches.
static bool query_check(const rig *r, lf_query query, int budget) {
    lf_route route, truth;
    lf_query flood = query;
    flood.strategy = LF_STRATEGY_FLOOD;
    const lf_status expected = lf_search_find(r->flood, &flood, r->other, r->room, &truth);
    const lf_status status = budget > 0 ? find_sliced(r->search, &query, budget, r->tiles, r->room, &route)
                                        : lf_search_find(r->search, &query, r->tiles, r->room, &route);
    const bool gated = query.gate.deepest || query.gate.min_depth > 0;
    const bool headland = query.strategy == LF_STRATEGY_HEADLAND;
    const int32_t level = query.gate.deepest && truth.found ? truth.gate_depth : query.gate.min_depth;
    // Without a route, a query whose index depends on more than its gate is answered before it is asked for.
    const bool late = query.gate.deepest || query.gate.harbour != 0;
    const bool in_force = truth.found || query.partial || !late;
    const bool none = r->gate_count == 0;
    if (headland && gated &&
        (none || (in_force && (!rig_serves(r, level, r->cost) || !rig_has_room(r, &query))))) {
        refused++;
        // Without any index there is no memory for the strategy at all.
        const lf_status why = none && r->plain == NULL ? LF_E_NO_INDEX : LF_E_NO_GATE_INDEX;
        return CHECK_EQ(status, why);
    }
    if (headland && !gated && r->plain == NULL) return CHECK_EQ(status, LF_E_NO_INDEX);
    bool good = CHECK_EQ(status, expected) && CHECK(route.found == truth.found) &&
                CHECK(route.partial == truth.partial) && CHECK_EQ(route.length, truth.length) &&
                CHECK_EQ(route.gate_depth, truth.gate_depth) && CHECK(route.exact) &&
                CHECK_EQ(route.target_distance, truth.target_distance);
    if (query.options.cost == LF_COST_OCTILE) good &= CHECK_EQ(route.diagonal, truth.diagonal);
    if (headland) good &= CHECK_EQ(route.strategy, LF_STRATEGY_HEADLAND);
    answered += truth.found;
    by_gate += truth.found && gated && headland;
    unanswered += expected == LF_NO_ROUTE;
    partial += truth.partial;
    upgraded += gated && !headland && route.strategy == LF_STRATEGY_HEADLAND;
    in_harbours += truth.found && query.gate.harbour != 0 && headland && !route.stats.guardrail;
    if (good && route.tile_count > 0) good = route_legal(r, r->search, &route, r->tiles);
    if (!good)
        printf("  min_depth %d%s harbour %d strategy %d cost %d, %d x %d ends%s, budget %d\n",
               query.gate.min_depth, query.gate.deepest ? " deepest" : "", query.gate.harbour, query.strategy,
               query.options.cost, (int)query.source_count, (int)query.target_count,
               query.partial ? ", partial" : "", budget);
    return good;
}

static int ends_wanted(uint64_t *random) {
    const int kind = oracle_below(random, 40);
    return kind == 0 ? 260 + oracle_below(random, MOST_ENDS - 260)
                     : 1 + oracle_below(random, kind < 24   ? 1
                                                : kind < 36 ? 6
                                                            : 40);
}

/// A tile that a gate leaves open, most of the time: otherwise nearly all queries of one pair have no route.
static lf_tile end_make(const rig *r, int32_t level, uint64_t *random) {
    lf_tile tile = oracle_random_open(&r->plan, random);
    for (int i = 0; i < 12 && tile != LF_NO_TILE && lf_depth_at(r->depth, tile) < level; i++)
        tile = oracle_random_open(&r->plan, random);
    return tile;
}

static bool case_check(const rig *r, uint64_t *random) {
    static lf_source sources[MOST_ENDS];
    static lf_tile targets[MOST_ENDS];
    const int kind = oracle_below(random, 10);
    lf_query query = {.sources = sources,
                      .targets = targets,
                      .source_count = ends_wanted(random),
                      .target_count = ends_wanted(random),
                      .options.cost = r->cost,
                      .strategy = oracle_below(random, 4) == 0 ? LF_STRATEGY_AUTO : LF_STRATEGY_HEADLAND,
                      .partial = oracle_below(random, 4) == 0};
    if (kind != 0) query.gate.min_depth = 1 + oracle_below(random, LEVELS);
    if (kind > 1 && r->gate_count > 0) // mostly one that there is an index for
        query.gate.min_depth = lf_index_min_depth(r->gates[oracle_below(random, r->gate_count)]);
    if (kind < 3) query.gate.deepest = oracle_below(random, 2) == 0;
    if (query.gate.deepest && oracle_below(random, 2) == 0) query.gate.min_depth = 0;
    if (kind > 6) query.gate.harbour = oracle_below(random, 6) - 1;
    for (int64_t i = 0; i < query.source_count; i++)
        sources[i] = (lf_source){end_make(r, query.gate.min_depth, random), (uint64_t)i};
    for (int64_t i = 0; i < query.target_count; i++) targets[i] = end_make(r, query.gate.min_depth, random);
    if (sources[0].tile == LF_NO_TILE) return true;
    const int slices = oracle_below(random, 3);
    return query_check(r, query, slices == 0 ? 0 : slices == 1 ? 1 + oracle_below(random, 7) : 200);
}

static void every_gate_on_every_map(void) {
    enum { QUERIES = 6 };
    const uint64_t seed = test_seed(), count = test_case_count(MAPS);
    int64_t queries = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t random = (seed + i) * 7 + 3;
        rig r = rig_make(seed + i, SIDE, (lf_moves)(i % 3), (lf_cost)(i / 3 % 2));
        bool good = true;
        for (int k = 0; k < QUERIES && good; k++, queries++) good = case_check(&r, &random);
        rig_free(&r);
        if (good) continue;
        printf("  again with: LF_SEED=%" PRIu64 " LF_CASES=1 (map %" PRIu64 ")\n", seed + i - i % 6, i);
        return;
    }
    printf("  %" PRId64 " queries on %" PRIu64 " maps: %" PRId64 " routes, %" PRId64
           " of them by an index for the gate, %" PRId64 " without, %" PRId64 " partial, %" PRId64
           " refused, %" PRId64 " harbours by an index\n",
           queries, count, answered, by_gate, unanswered, partial, refused, in_harbours);
    CHECK(count < 1000 ||
          (by_gate > 1000 && unanswered > 100 && partial > 100 && refused > 100 && in_harbours > 100));
}

/// `auto` floods small maps, so this takes large ones.
static void auto_takes_the_index_that_fits(void) {
    upgraded = 0;
    for (uint64_t seed = 1; seed <= 900; seed++) {
        uint64_t random = seed;
        rig r = rig_make(seed, 120, (lf_moves)(seed % 3), (lf_cost)(seed / 3 % 2));
        for (int32_t level = 0; level <= LEVELS + 1; level++) {
            const lf_source source = {end_make(&r, level, &random), 0};
            const lf_tile target = end_make(&r, level, &random);
            lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
            query.gate.min_depth = level;
            query.options.cost = r.cost;
            if (source.tile == LF_NO_TILE) continue;
            CHECK(query_check(&r, query, 0));
            lf_route route;
            const lf_status status = lf_search_find(r.search, &query, NULL, 0, &route);
            const bool serves = level > 0 ? rig_serves(&r, level, r.cost) : r.plain != NULL;
            const bool large = lf_map_open_count(r.map) > 1024;
            CHECK_EQ(route.strategy == LF_STRATEGY_HEADLAND, large && serves);
            query.gate.deepest = true;
            CHECK(query_check(&r, query, 5));
            if (lf_search_find(r.search, &query, NULL, 0, &route) == LF_OK)
                CHECK_EQ(route.strategy == LF_STRATEGY_HEADLAND,
                         large && rig_serves(&r, route.gate_depth, r.cost));
            (void)status;
        }
        rig_free(&r);
    }
    printf("  %" PRId64 " by headland\n", upgraded);
    CHECK(upgraded > 60);
}

// ---- Corner depths --------------------------------------------------------------------------------

/// The side of the largest open square at a place, by looking at all of its tiles.
static int corner_truth(const unsigned char *open, int width, int height, int x, int y, bool edge_blocked) {
    for (int side = 0;; side++) {
        if (side == 255) return 255;
        for (int k = 0; k <= side; k++) {
            const int ends[2][2] = {{x + side, y + k}, {x + k, y + side}};
            for (int e = 0; e < 2; e++) {
                const bool inside = ends[e][0] < width && ends[e][1] < height;
                if (inside ? !open[ends[e][1] * width + ends[e][0]] : edge_blocked) return side;
            }
        }
    }
}

static bool corners_check(const lf_depth *depth, const unsigned char *open, int width, int height,
                          bool edge) {
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            const int truth = open[y * width + x] ? corner_truth(open, width, height, x, y, edge) : -1;
            if (!CHECK_EQ(lf_depth_at(depth, (lf_tile)(y * width + x)), truth)) return false;
        }
    }
    return true;
}

static void corner_depths_are_sides_of_squares(void) {
    for (uint64_t seed = 1; seed <= 600; seed++) {
        const bool edge = seed % 2 == 0;
        oracle_map plan = oracle_random_map(seed, 60, LF_MOVES_KING);
        lf_map *map = oracle_to_map(&plan);
        lf_depth *depth;
        const lf_depth_desc desc = {.from = LF_DEPTH_CORNER, .edge_blocked = edge};
        CHECK_EQ(lf_depth_create(map, &desc, &depth), LF_OK);
        const bool good = corners_check(depth, plan.open, plan.width, plan.height, edge);
        lf_depth_destroy(depth);
        lf_map_destroy(map);
        free(plan.open);
        if (!good) return;
    }
}

/// Squares of more than 255 tiles count as 255.
static void corner_depths_end_at_255(void) {
    enum { W = 300, H = 290 };
    unsigned char *open = malloc(W * H);
    lf_map *map;
    lf_depth *depth;
    memset(open, 1, W * H);
    const lf_map_desc desc = {.width = W, .height = H, .tiles = open, .tiles_size = W * H};
    const lf_depth_desc corner = {.from = LF_DEPTH_CORNER, .edge_blocked = true};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    CHECK_EQ(lf_depth_create(map, &corner, &depth), LF_OK);
    CHECK_EQ(lf_depth_at(depth, lf_map_tile(map, 0, 0)), 255);
    CHECK_EQ(lf_depth_at(depth, lf_map_tile(map, 45, 35)), 255);
    CHECK_EQ(lf_depth_at(depth, lf_map_tile(map, 46, 35)), 254);
    CHECK_EQ(lf_depth_at(depth, lf_map_tile(map, 45, 36)), 254);
    CHECK_EQ(lf_depth_at(depth, lf_map_tile(map, W - 1, 0)), 1);
    lf_depth_destroy(depth);
    lf_map_destroy(map);
    free(open);
}

static void rect_set(unsigned char *open, int width, int height, lf_point at, int w, int h, bool value) {
    for (int y = at.y; y < at.y + h; y++) {
        for (int x = at.x; x < at.x + w; x++) {
            if (x >= 0 && y >= 0 && x < width && y < height) open[y * width + x] = value;
        }
    }
}

static bool edits_check(lf_world *world, unsigned char *open, int width, int height, bool edge,
                        uint64_t *random) {
    const int shapes = 1 + oracle_below(random, 3);
    for (int i = 0; i < shapes; i++) {
        const int w = 1 + oracle_below(random, oracle_below(random, 3) == 0 ? 20 : 2),
                  h = 1 + oracle_below(random, oracle_below(random, 3) == 0 ? 20 : 2);
        const lf_point at = {oracle_below(random, width), oracle_below(random, height)};
        const bool value = oracle_below(random, 2) != 0;
        CHECK_EQ(lf_world_set_rect(world, at, w, h, value), LF_OK);
        rect_set(open, width, height, at, w, h, value);
    }
    CHECK_EQ(lf_world_commit(world, NULL), LF_OK);
    if (oracle_below(random, 3) == 0) CHECK_EQ(lf_world_work(world, LF_WORK_ALL, NULL), LF_OK);
    const lf_snapshot *snapshot = lf_world_acquire(world);
    const bool good = corners_check(lf_snapshot_depth(snapshot), open, width, height, edge);
    lf_snapshot_release(snapshot);
    return good;
}

static void corner_depths_follow_edits(void) {
    const uint64_t seed = test_seed();
    for (uint64_t i = 0; i < 150; i++) {
        uint64_t random = seed + i;
        oracle_map plan = oracle_random_map(seed + i, 70, LF_MOVES_KING);
        const bool edge = i % 2 == 0;
        const size_t size = (size_t)plan.width * (size_t)plan.height;
        lf_world *world;
        const lf_world_desc desc = {
            .map = {.width = plan.width, .height = plan.height, .tiles = plan.open, .tiles_size = size},
            .depth = &(lf_depth_desc){.from = LF_DEPTH_CORNER, .edge_blocked = edge}};
        CHECK_EQ(lf_world_create(&desc, &world), LF_OK);
        bool good = true;
        for (int k = 0; k < 12 && good; k++)
            good = edits_check(world, plan.open, plan.width, plan.height, edge, &random);
        lf_world_destroy(world);
        free(plan.open);
        if (good) continue;
        printf("  world %" PRIu64 "\n", i);
        return;
    }
}

/// A unit of n x n tiles never touches a blocked tile, whichever strategy leads it.
static void units_of_even_size_fit_everywhere(void) {
    int64_t routes = 0;
    for (uint64_t seed = 1; seed <= 600; seed++) {
        uint64_t random = seed;
        oracle_map plan = oracle_random_map(seed, 64, (lf_moves)(seed % 3));
        lf_map *map = oracle_to_map(&plan);
        lf_depth *depth;
        lf_index *index;
        lf_coarse *coarse;
        lf_search *search;
        const int32_t n = 2 + 2 * oracle_below(&random, 2);
        const lf_depth_desc desc = {.from = LF_DEPTH_CORNER, .edge_blocked = true};
        CHECK_EQ(lf_depth_create(map, &desc, &depth), LF_OK);
        CHECK_EQ(lf_coarse_create(map, NULL, &coarse), LF_OK);
        CHECK_EQ(lf_index_create(map, &(lf_index_desc){.depth = depth, .min_depth = n}, &index), LF_OK);
        const lf_index *gates[] = {index};
        const lf_search_desc with = {
            .coarse = coarse, .depth = depth, .gate_indexes = gates, .gate_index_count = 1};
        CHECK_EQ(lf_search_create(map, &with, &search), LF_OK);
        const lf_source source = {oracle_random_open(&plan, &random), 0};
        const lf_tile target = oracle_random_open(&plan, &random);
        lf_tile tiles[64 * 64];
        for (int s = LF_STRATEGY_AUTO; source.tile != LF_NO_TILE && s <= LF_STRATEGY_HEADLAND; s++) {
            const lf_query query = {.sources = &source,
                                    .source_count = 1,
                                    .targets = &target,
                                    .target_count = 1,
                                    .strategy = (lf_strategy)s,
                                    .gate = {.min_depth = n}};
            lf_route route;
            const lf_status status = lf_search_find(search, &query, tiles, 64 * 64, &route);
            CHECK(status == LF_OK || status == LF_NO_ROUTE);
            routes += route.found;
            for (int64_t i = 0; i < route.tile_count; i++) {
                const lf_point at = lf_map_point(map, tiles[i]);
                for (int k = 0; k < n * n; k++)
                    CHECK(lf_map_is_open(map, lf_map_tile(map, at.x + k % n, at.y + k / n)));
            }
        }
        lf_search_destroy(search);
        lf_index_destroy(index);
        lf_coarse_destroy(coarse);
        lf_depth_destroy(depth);
        lf_map_destroy(map);
        free(plan.open);
    }
    printf("  %" PRId64 " routes\n", routes);
    CHECK(routes > 50);
}

// ---- Bytes ----------------------------------------------------------------------------------------

/// A map with an index for gate 2, and its bytes.
typedef struct saved {
    rig r;
    lf_index *index;
    uint8_t *bytes;
    size_t size;
} saved;

static saved saved_make(uint64_t seed) {
    uint64_t random = seed;
    saved s = {.r = rig_make(seed, 70, (lf_moves)(seed % 3), (lf_cost)(seed % 2))};
    s.index = index_make(&s.r, s.r.cost, 2, &random);
    s.size = lf_index_save_size(s.index);
    s.bytes = malloc(s.size);
    CHECK_EQ(lf_index_save(s.index, s.bytes, s.size), LF_OK);
    return s;
}

static void saved_free(saved *s) {
    free(s->bytes);
    lf_index_destroy(s->index);
    rig_free(&s->r);
}

static lf_status load(const saved *s, const lf_depth *depth, int32_t min_depth) {
    lf_index *index = s->index;
    const lf_index_desc desc = {.depth = depth, .min_depth = min_depth};
    const lf_status status = lf_index_load(s->r.map, &desc, s->bytes, s->size, &index);
    CHECK((status == LF_OK) == (index != NULL));
    lf_index_destroy(index);
    return status;
}

static void bytes_come_back_the_same(void) {
    for (uint64_t seed = 1; seed <= 60; seed++) {
        saved s = saved_make(seed);
        lf_index *index;
        const lf_index_desc desc = {.depth = s.r.depth, .min_depth = seed % 2 == 0 ? 2 : 0};
        if (!CHECK_EQ(lf_index_load(s.r.map, &desc, s.bytes, s.size, &index), LF_OK)) return;
        uint8_t *again = malloc(s.size);
        CHECK_EQ(lf_index_save_size(index), s.size);
        CHECK_EQ(lf_index_save(index, again, s.size), LF_OK);
        CHECK(memcmp(again, s.bytes, s.size) == 0);
        CHECK_EQ(lf_index_min_depth(index), 2);
        CHECK_EQ(get32(s.bytes + FORGE_FLAGS) >> 8, 2);
        // It serves as the other one does.
        const lf_index *list[] = {index};
        const lf_search_desc with = {
            .depth = s.r.depth, .cost = s.r.cost, .gate_indexes = list, .gate_index_count = 1};
        lf_search_destroy(s.r.search);
        CHECK_EQ(lf_search_create(s.r.map, &with, &s.r.search), LF_OK);
        for (int i = 0; i < s.r.gate_count; i++) lf_index_destroy(s.r.gates[i]);
        lf_index_destroy(s.r.plain);
        s.r.plain = NULL;
        s.r.gates[0] = index;
        s.r.gate_count = 1;
        s.r.keep_legs = false; // the legs that harbours need are not saved
        s.r.harbour_room = 0;
        for (uint64_t k = 0; k < 6; k++) case_check(&s.r, &k);
        free(again);
        saved_free(&s);
    }
}

static void slices_build_the_same(void) {
    for (uint64_t seed = 1; seed <= 12; seed++) {
        saved s = saved_make(seed);
        lf_index_builder *builder;
        lf_index *index;
        const lf_index_desc desc = {.cost = s.r.cost, .depth = s.r.depth, .min_depth = 2};
        lf_index *whole;
        CHECK_EQ(lf_index_create(s.r.map, &desc, &whole), LF_OK);
        CHECK_EQ(lf_index_begin(s.r.map, &desc, &builder), LF_OK);
        lf_status status = LF_PAUSED;
        while (status == LF_PAUSED) status = lf_index_step(builder, 1);
        CHECK_EQ(status, LF_OK);
        CHECK_EQ(lf_index_finish(builder, &index), LF_OK);
        const size_t size = lf_index_save_size(whole);
        uint8_t *a = malloc(size), *b = malloc(size);
        CHECK_EQ(lf_index_save_size(index), size);
        CHECK_EQ(lf_index_save(whole, a, size), LF_OK);
        CHECK_EQ(lf_index_save(index, b, size), LF_OK);
        CHECK(memcmp(a, b, size) == 0);
        // Given up half way.
        CHECK_EQ(lf_index_begin(s.r.map, &desc, &builder), LF_OK);
        lf_index_step(builder, 1);
        lf_index_cancel(builder);
        free(a);
        free(b);
        lf_index_destroy(index);
        lf_index_destroy(whole);
        saved_free(&s);
    }
}

/// A map of 12 x 9 tiles with a wall, and depths of two kinds.
typedef struct bay {
    unsigned char open[108];
    lf_map *map, *twin; ///< `twin` has the same tiles, `other` other ones
    lf_map *other;
    lf_depth *depth, *corner, *of_twin;
} bay;

static lf_map *bay_map(const unsigned char *open) {
    const lf_map_desc desc = {.width = 12, .height = 9, .tiles = open, .tiles_size = 108};
    lf_map *map = NULL;
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    return map;
}

static bay bay_make(void) {
    bay b;
    memset(b.open, 1, sizeof b.open);
    for (int y = 0; y < 4; y++) b.open[y * 12 + 6] = 0;
    b.map = bay_map(b.open);
    b.twin = bay_map(b.open);
    b.open[50] = 0;
    b.other = bay_map(b.open);
    CHECK_EQ(lf_depth_create(b.map, NULL, &b.depth), LF_OK);
    CHECK_EQ(lf_depth_create(b.map, &(lf_depth_desc){.from = LF_DEPTH_CORNER}, &b.corner), LF_OK);
    CHECK_EQ(lf_depth_create(b.twin, NULL, &b.of_twin), LF_OK);
    return b;
}

static void bay_free(bay *b) {
    lf_depth_destroy(b->depth);
    lf_depth_destroy(b->corner);
    lf_depth_destroy(b->of_twin);
    lf_map_destroy(b->map);
    lf_map_destroy(b->twin);
    lf_map_destroy(b->other);
}

static void foreign_bytes_are_refused(void) {
    bay b = bay_make();
    lf_index *gate, *plain, *index;
    CHECK_EQ(lf_index_create(b.map, &(lf_index_desc){.depth = b.depth, .min_depth = 2}, &gate), LF_OK);
    CHECK_EQ(lf_index_create(b.map, NULL, &plain), LF_OK);
    saved s = {.r = {.map = b.map}, .index = gate, .size = lf_index_save_size(gate)};
    s.bytes = malloc(s.size);
    CHECK_EQ(lf_index_save(gate, s.bytes, s.size), LF_OK);
    CHECK_EQ(load(&s, b.depth, 2), LF_OK);
    CHECK_EQ(load(&s, b.depth, 0), LF_OK);
    CHECK_EQ(load(&s, b.depth, 3), LF_E_INDEX_GATE);
    CHECK_EQ(load(&s, NULL, 0), LF_E_INDEX_GATE);
    CHECK_EQ(load(&s, NULL, 2), LF_E_INDEX_GATE);
    CHECK_EQ(load(&s, b.corner, 2), LF_E_INDEX_DEPTH);
    CHECK_EQ(load(&s, b.of_twin, 2), LF_E_FOREIGN_DEPTH);
    CHECK_EQ(load(&s, b.depth, -1), LF_E_MIN_DEPTH);
    CHECK_EQ(load(&s, b.depth, 256), LF_E_MIN_DEPTH);
    CHECK_EQ(lf_index_load(b.map, NULL, s.bytes, s.size, &index), LF_E_INDEX_GATE);
    s.r.map = b.twin; // the same tiles
    CHECK_EQ(load(&s, b.of_twin, 2), LF_OK);
    s.r.map = b.other;
    CHECK_EQ(load(&s, b.depth, 2), LF_E_INDEX_MAP);
    // Bytes without a gate.
    const size_t size = lf_index_save_size(plain);
    uint8_t *bytes = malloc(size);
    CHECK_EQ(lf_index_save(plain, bytes, size), LF_OK);
    CHECK_EQ(get32(bytes + FORGE_FLAGS) >> 1, 0);
    const lf_index_desc asked = {.depth = b.depth, .min_depth = 2}, any = {.depth = b.depth};
    CHECK_EQ(lf_index_load(b.map, &asked, bytes, size, &index), LF_E_INDEX_GATE);
    CHECK_EQ(lf_index_load(b.map, &any, bytes, size, &index), LF_OK);
    CHECK_EQ(lf_index_min_depth(index), 0);
    lf_index_destroy(index);
    free(bytes);
    free(s.bytes);
    lf_index_destroy(gate);
    lf_index_destroy(plain);
    bay_free(&b);
}

/// Cut short, altered, and forged with a right checksum: refused, or harmless.
static void forged_bytes_do_no_harm(void) {
    saved s = saved_make(5);
    const lf_index_desc desc = {.depth = s.r.depth};
    uint8_t *bytes = malloc(s.size + 1);
    int64_t taken = 0;
    for (size_t size = 0; size <= s.size + 1; size++) {
        lf_index *index;
        memset(bytes, 0, s.size + 1);
        memcpy(bytes, s.bytes, size < s.size ? size : s.size);
        if (size == s.size) continue;
        const lf_status status = lf_index_load(s.r.map, &desc, bytes, size, &index);
        CHECK(status == LF_E_INDEX_TRUNCATED || (size == 0 && status == LF_E_INDEX_FORMAT));
    }
    for (size_t at = 0; at < s.size - 8; at++) {
        lf_index *index;
        memcpy(bytes, s.bytes, s.size);
        bytes[at] ^= (uint8_t)(1 << at % 8);
        CHECK(lf_index_load(s.r.map, &desc, bytes, s.size, &index) != LF_OK);
        forge(bytes, s.size);
        const lf_status status = lf_index_load(s.r.map, &desc, bytes, s.size, &index);
        if (at >= FORGE_GATE_HASH && at < FORGE_GATE_HASH + 8) CHECK_EQ(status, LF_E_INDEX_DEPTH);
        if (status != LF_OK) continue;
        taken++;
        const lf_index *list[] = {index};
        lf_search *search;
        const lf_search_desc with = {
            .depth = s.r.depth, .cost = s.r.cost, .gate_indexes = list, .gate_index_count = 1};
        CHECK_EQ(lf_search_create(s.r.map, &with, &search), LF_OK);
        uint64_t random = at;
        for (int i = 0; i < 4; i++) {
            const lf_source source = {end_make(&s.r, 2, &random), 0};
            const lf_tile target = end_make(&s.r, 2, &random);
            const lf_query query = {.sources = &source,
                                    .source_count = 1,
                                    .targets = &target,
                                    .target_count = 1,
                                    .strategy = LF_STRATEGY_HEADLAND,
                                    .options.cost = lf_index_cost(index),
                                    .gate = {.min_depth = 2}};
            lf_route route;
            const lf_status found = lf_search_find(search, &query, s.r.tiles, s.r.room, &route);
            if (found == LF_OK) CHECK(route_legal(&s.r, search, &route, s.r.tiles));
        }
        lf_search_destroy(search);
        lf_index_destroy(index);
    }
    CHECK(taken > 0);
    // Another gate depth, hash and all left as they are.
    memcpy(bytes, s.bytes, s.size);
    bytes[FORGE_FLAGS + 1] = 1;
    forge(bytes, s.size);
    lf_index *index;
    const lf_status status = lf_index_load(s.r.map, &desc, bytes, s.size, &index);
    CHECK(status == LF_E_INDEX_DEPTH || status == LF_OK); // OK if no tile has depth 1
    lf_index_destroy(index);
    free(bytes);
    saved_free(&s);
}

// ---- Memory ---------------------------------------------------------------------------------------

static void each_allocation_may_fail(void) {
    bay b = bay_make();
    lf_index *gate, *other, *index;
    lf_search *search;
    meter m = {0};
    lf_index_desc desc = {.depth = b.depth, .min_depth = 2, .allocator = meter_allocator(&m)};
    lf_status status = LF_E_NOMEM;
    for (int64_t k = 1; status == LF_E_NOMEM; k++) {
        m = (meter){.fail_at = k};
        status = lf_index_create(b.map, &desc, &index);
        CHECK(status == LF_OK || (status == LF_E_NOMEM && index == NULL && m.live == 0));
    }
    CHECK_EQ(status, LF_OK);
    CHECK_EQ(m.live, lf_index_bytes(index));
    const size_t size = lf_index_save_size(index);
    uint8_t *bytes = malloc(size);
    CHECK_EQ(lf_index_save(index, bytes, size), LF_OK);
    lf_index_destroy(index);
    CHECK_EQ(m.live, 0);
    status = LF_E_NOMEM;
    for (int64_t k = 1; status == LF_E_NOMEM; k++) {
        m = (meter){.fail_at = k};
        status = lf_index_load(b.map, &desc, bytes, size, &index);
        CHECK(status == LF_OK || (status == LF_E_NOMEM && index == NULL && m.live == 0));
    }
    CHECK_EQ(status, LF_OK);
    lf_index_destroy(index);
    CHECK_EQ(m.live, 0);
    free(bytes);
    lf_index_desc kept = {.depth = b.depth, .min_depth = 2, .keep_legs = true};
    CHECK_EQ(lf_index_create(b.map, &kept, &gate), LF_OK);
    kept.min_depth = 1;
    CHECK_EQ(lf_index_create(b.map, &kept, &other), LF_OK);
    const lf_index *list[] = {gate, other};
    const lf_search_desc with = {.depth = b.depth,
                                 .gate_indexes = list,
                                 .gate_index_count = 2,
                                 .harbour_room = 200,
                                 .allocator = meter_allocator(&m)};
    status = LF_E_NOMEM;
    for (int64_t k = 1; status == LF_E_NOMEM; k++) {
        m = (meter){.fail_at = k};
        status = lf_search_create(b.map, &with, &search);
        CHECK(status == LF_OK || (status == LF_E_NOMEM && search == NULL && m.live == 0));
    }
    CHECK_EQ(status, LF_OK);
    CHECK_EQ(m.live, lf_search_bytes(search));
    const int64_t calls = m.calls;
    const lf_source source = {0, 0};
    const lf_tile target = 11;
    lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
    for (int32_t level = 0; level < 4; level++) {
        query.gate = (lf_depth_gate){.min_depth = level};
        query.strategy = LF_STRATEGY_AUTO;
        CHECK(lf_search_find(search, &query, NULL, 0, NULL) >= 0);
        query.strategy = LF_STRATEGY_HEADLAND;
        query.gate.harbour = level == 1 || level == 2 ? 3 : 0;
        const lf_status found = lf_search_find(search, &query, NULL, 0, NULL);
        CHECK_EQ(found, level == 0 ? LF_E_NO_INDEX : level == 3 ? LF_E_NO_GATE_INDEX : LF_OK);
    }
    CHECK_EQ(m.calls, calls);
    lf_search_destroy(search);
    CHECK_EQ(m.live, 0);
    lf_index_destroy(gate);
    lf_index_destroy(other);
    bay_free(&b);
}

// ---- Refusals -------------------------------------------------------------------------------------

static lf_status create(const bay *b, const lf_search_desc *desc) {
    lf_search *search;
    const lf_status status = lf_search_create(b->map, desc, &search);
    int64_t bytes;
    CHECK_EQ(lf_search_size(b->map, desc, &bytes), status);
    CHECK((status == LF_OK) == (search != NULL));
    lf_search_destroy(search);
    return status;
}

static void mistakes_are_told_apart(void) {
    bay b = bay_make();
    lf_index *gate, *plain, *foreign, *index;
    lf_index_desc desc = {.min_depth = 2};
    CHECK_EQ(lf_index_create(b.map, &desc, &index), LF_E_NO_DEPTH);
    desc.depth = b.of_twin;
    CHECK_EQ(lf_index_create(b.map, &desc, &index), LF_E_FOREIGN_DEPTH);
    desc.depth = b.depth;
    desc.min_depth = -1;
    CHECK_EQ(lf_index_create(b.map, &desc, &index), LF_E_MIN_DEPTH);
    desc.min_depth = 256;
    CHECK_EQ(lf_index_create(b.map, &desc, &index), LF_E_MIN_DEPTH);
    CHECK(index == NULL);
    desc.min_depth = 255; // no tile is so deep
    CHECK_EQ(lf_index_create(b.map, &desc, &index), LF_OK);
    CHECK_EQ(lf_index_headland_count(index), 0);
    lf_index_destroy(index);
    desc.min_depth = 2;
    CHECK_EQ(lf_index_create(b.map, &desc, &gate), LF_OK);
    desc.depth = b.of_twin;
    CHECK_EQ(lf_index_create(b.twin, &desc, &foreign), LF_OK);
    desc.min_depth = 0; // then nobody looks at the depths
    CHECK_EQ(lf_index_create(b.map, &desc, &plain), LF_OK);
    CHECK_EQ(lf_index_min_depth(plain), 0);
    CHECK_EQ(lf_index_min_depth(NULL), 0);

    const lf_index *list[LF_GATE_INDEXES_MAX + 1];
    for (int i = 0; i <= LF_GATE_INDEXES_MAX; i++) list[i] = gate;
    lf_search_desc with = {.depth = b.depth, .gate_indexes = list, .gate_index_count = 1};
    CHECK_EQ(create(&b, &with), LF_OK);
    with.gate_index_count = LF_GATE_INDEXES_MAX;
    CHECK_EQ(create(&b, &with), LF_OK);
    with.gate_index_count++;
    CHECK_EQ(create(&b, &with), LF_E_GATE_INDEXES);
    with.gate_index_count = -1;
    CHECK_EQ(create(&b, &with), LF_E_COUNT);
    with.gate_index_count = 1;
    with.harbour_room = -1;
    CHECK_EQ(create(&b, &with), LF_E_COUNT);
    with.harbour_room = 0;
    with.gate_index_count = 1;
    with.gate_indexes = NULL;
    CHECK_EQ(create(&b, &with), LF_E_NULL);
    with.gate_indexes = list;
    list[0] = NULL;
    CHECK_EQ(create(&b, &with), LF_E_NULL);
    list[0] = foreign;
    CHECK_EQ(create(&b, &with), LF_E_FOREIGN_INDEX);
    list[0] = plain;
    CHECK_EQ(create(&b, &with), LF_E_INDEX_GATE);
    list[0] = gate;
    with.depth = b.corner;
    CHECK_EQ(create(&b, &with), LF_E_INDEX_DEPTH);
    with.depth = NULL;
    CHECK_EQ(create(&b, &with), LF_E_NO_DEPTH);
    CHECK_EQ(create(&b, &(lf_search_desc){.index = gate, .depth = b.depth}), LF_E_INDEX_GATE);

    // Worlds do without.
    lf_world *world;
    lf_search *search;
    lf_world_desc world_desc = {.map = {.width = 12, .height = 9, .tiles = b.open, .tiles_size = 108},
                                .depth = &(lf_depth_desc){0},
                                .index = &(lf_index_desc){.min_depth = 2}};
    CHECK_EQ(lf_world_create(&world_desc, &world), LF_E_INDEX_GATE);
    CHECK(world == NULL);
    world_desc.index = &(lf_index_desc){0};
    CHECK_EQ(lf_world_create(&world_desc, &world), LF_OK);
    with.depth = NULL;
    CHECK_EQ(lf_world_search(world, &with, &search), LF_E_FOREIGN_INDEX);
    lf_world_destroy(world);

    // A search for spine alone has no use for them.
    lf_coarse *coarse;
    CHECK_EQ(lf_coarse_create(b.map, NULL, &coarse), LF_OK);
    const lf_search_desc alone = {.coarse = coarse, .only = LF_STRATEGY_SPINE};
    lf_search_desc more = alone;
    more.depth = b.depth;
    more.gate_indexes = list;
    more.gate_index_count = 1;
    int64_t bytes, more_bytes;
    CHECK_EQ(lf_search_size(b.map, &alone, &bytes), LF_OK);
    CHECK_EQ(lf_search_size(b.map, &more, &more_bytes), LF_OK);
    CHECK_EQ(bytes, more_bytes);
    lf_coarse_destroy(coarse);
    lf_index_destroy(gate);
    lf_index_destroy(foreign);
    lf_index_destroy(plain);
    bay_free(&b);
}

/// A refused query leaves the search as it was, and the next one is answered by the index that it needs.
static void refused_queries_leave_no_trace(void) {
    bay b = bay_make();
    lf_index *gate;
    lf_search *search;
    lf_route route;
    CHECK_EQ(lf_index_create(b.map, &(lf_index_desc){.depth = b.depth, .min_depth = 2}, &gate), LF_OK);
    const lf_index *list[] = {gate};
    const lf_search_desc with = {.depth = b.depth, .gate_indexes = list, .gate_index_count = 1};
    CHECK_EQ(lf_search_create(b.map, &with, &search), LF_OK);
    const lf_source source = {0, 0};
    const lf_tile target = 11;
    lf_query query = {.sources = &source,
                      .source_count = 1,
                      .targets = &target,
                      .target_count = 1,
                      .strategy = LF_STRATEGY_HEADLAND};
    CHECK_EQ(lf_search_begin(search, &query), LF_E_NO_INDEX);
    query.gate.min_depth = 2;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    const int64_t length = route.length;
    query.gate = (lf_depth_gate){.min_depth = 3};
    CHECK_EQ(lf_search_begin(search, &query), LF_E_NO_GATE_INDEX);
    query.gate = (lf_depth_gate){.deepest = true}; // 4 deep
    CHECK_EQ(lf_search_begin(search, &query), LF_E_NO_GATE_INDEX);
    CHECK_EQ(lf_search_step(search, 1), LF_E_NOT_BEGUN);
    CHECK_EQ(lf_search_finish(search, NULL, 0, NULL), LF_E_NOT_BEGUN);
    query.gate = (lf_depth_gate){.min_depth = 2, .harbour = 1}; // there is no room for harbours
    CHECK_EQ(lf_search_begin(search, &query), LF_E_NO_GATE_INDEX);
    query.gate = (lf_depth_gate){.min_depth = 2};
    query.options.cost = LF_COST_OCTILE;
    CHECK_EQ(lf_search_begin(search, &query), LF_E_NO_GATE_INDEX);
    query.options.cost = LF_COST_UNIFORM;
    query.gate.min_depth = 256;
    CHECK_EQ(lf_search_begin(search, &query), LF_E_MIN_DEPTH);
    query.gate = (lf_depth_gate){.min_depth = 2};
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(route.length, length);
    CHECK_EQ(lf_search_reaches(search, &query), LF_OK);
    query.gate = (lf_depth_gate){0};
    query.strategy = LF_STRATEGY_FLOOD;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK(route.length < length && route.gate_depth == -1);
    lf_search_destroy(search);
    lf_index_destroy(gate);
    bay_free(&b);
}

/// Obstacles and an index for a gate do not go together: `auto` floods, and `headland` refuses.
static void no_obstacles_under_a_gate_index(void) {
    bay b = bay_make();
    lf_index *gate;
    lf_search *search;
    lf_route route;
    CHECK_EQ(lf_index_create(b.map, &(lf_index_desc){.depth = b.depth, .min_depth = 2}, &gate), LF_OK);
    const lf_index *list[] = {gate};
    const lf_search_desc with = {
        .depth = b.depth, .gate_indexes = list, .gate_index_count = 1, .obstacle_room = 1};
    CHECK_EQ(lf_search_create(b.map, &with, &search), LF_OK);
    const lf_source source = {0, 0};
    const lf_tile target = 11;
    const lf_obstacle rock = {11, 8, 1, 1, false};
    lf_query query = {.sources = &source,
                      .source_count = 1,
                      .targets = &target,
                      .target_count = 1,
                      .gate = {.min_depth = 2},
                      .strategy = LF_STRATEGY_HEADLAND};
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    const int64_t length = route.length;
    query.obstacles = &(lf_obstacles){.list = &rock, .count = 1};
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_E_OBSTACLE_STRATEGY);
    query.strategy = LF_STRATEGY_AUTO;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK(route.strategy == LF_STRATEGY_FLOOD && route.length == length);
    lf_search_destroy(search);
    lf_index_destroy(gate);
    bay_free(&b);
}

/// Harbours as large as numbers go, and harbours where nothing could take over from the index.
static void harbours_beyond_their_room(void) {
    bay b = bay_make();
    lf_index *gate, *octile;
    lf_search *search;
    lf_route route;
    lf_index_desc desc = {.depth = b.depth, .min_depth = 2, .keep_legs = true};
    CHECK_EQ(lf_index_create(b.map, &desc, &gate), LF_OK);
    desc.cost = LF_COST_OCTILE;
    CHECK_EQ(lf_index_create(b.map, &desc, &octile), LF_OK);
    const lf_index *list[] = {gate, octile};
    const lf_search_desc with = {
        .depth = b.depth, .gate_indexes = list, .gate_index_count = 2, .harbour_room = INT32_MAX};
    CHECK_EQ(lf_search_create(b.map, &with, &search), LF_OK);
    const lf_source source = {0, 0};
    const lf_tile target = 11;
    lf_query query = {.sources = &source,
                      .source_count = 1,
                      .targets = &target,
                      .target_count = 1,
                      .gate = {.min_depth = 2, .harbour = 1}};
    query.strategy = LF_STRATEGY_HEADLAND;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(lf_search_reaches(search, &query), LF_OK);
    query.gate.harbour = INT32_MAX; // everything is a harbour
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_E_NO_GATE_INDEX);
    query.strategy = LF_STRATEGY_AUTO;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(route.length, 11);
    query.strategy = LF_STRATEGY_HEADLAND;
    query.options.cost = LF_COST_OCTILE; // the search is not one for octile floods
    query.gate.harbour = 0;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    query.gate.harbour = 1;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_E_NO_GATE_INDEX);
    lf_search_destroy(search);
    lf_index_destroy(gate);
    lf_index_destroy(octile);
    bay_free(&b);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(every_gate_on_every_map),
                                      TEST(auto_takes_the_index_that_fits),
                                      TEST(corner_depths_are_sides_of_squares),
                                      TEST(corner_depths_end_at_255),
                                      TEST(corner_depths_follow_edits),
                                      TEST(units_of_even_size_fit_everywhere),
                                      TEST(bytes_come_back_the_same),
                                      TEST(slices_build_the_same),
                                      TEST(foreign_bytes_are_refused),
                                      TEST(forged_bytes_do_no_harm),
                                      TEST(each_allocation_may_fail),
                                      TEST(mistakes_are_told_apart),
                                      TEST(refused_queries_leave_no_trace),
                                      TEST(no_obstacles_under_a_gate_index),
                                      TEST(harbours_beyond_their_room)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
