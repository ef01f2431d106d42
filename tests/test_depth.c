// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Depths and depth gates against slow, independent searches: distances to blocked tiles by trying all of
// them, gates by trying every depth from 255 down on a map of its own.
#include "coarse/coarse.h"
#include "ends.h"
#include "meter.h"
#include "spine/spine.h"
#include "starve.h"

enum { HARBOUR_KINDS = 5 };

/// An oracle map with a depth a tile.
typedef struct sea {
    oracle_map small;
    unsigned char *depth;
    int size;
} sea;

static int magnitude_int(int a) {
    return a < 0 ? -a : a;
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

/// The depth of an open tile, by looking at every blocked tile.
static int slow_depth(const oracle_map *map, bool edge_blocked, int x, int y) {
    int least = 255;
    for (int j = -1; j <= map->height; j++) {
        for (int i = -1; i <= map->width; i++) {
            const bool outside = i < 0 || j < 0 || i == map->width || j == map->height;
            if (outside ? !edge_blocked : map->open[j * map->width + i] != 0) continue;
            const int away = larger(magnitude_int(i - x), magnitude_int(j - y));
            if (away < least) least = away;
        }
    }
    return least;
}

/// Depths of several kinds: distances, few levels (0 included), any bytes, slopes with noise.
static sea sea_make(uint64_t seed, int max_side, lf_moves moves) {
    sea s = {.small = oracle_random_map(seed, max_side, moves)};
    uint64_t random = seed ^ 0xdee9;
    const int kind = oracle_below(&random, 4);
    s.size = s.small.width * s.small.height;
    s.depth = malloc((size_t)s.size);
    for (int i = 0; i < s.size; i++) {
        const int x = i % s.small.width, y = i / s.small.width;
        if (kind == 0)
            s.depth[i] = s.small.open[i] ? (unsigned char)slow_depth(&s.small, false, x, y) : 0;
        else if (kind == 1)
            s.depth[i] = (unsigned char)oracle_below(&random, 5);
        else if (kind == 2)
            s.depth[i] = (unsigned char)oracle_below(&random, 256);
        else
            s.depth[i] = (unsigned char)(100 + 9 * magnitude_int(x - y / 2) + oracle_below(&random, 12));
    }
    return s;
}

static void sea_free(sea *s) {
    free(s->small.open);
    free(s->depth);
}

static lf_depth *sea_depth(const sea *s, const lf_map *map) {
    lf_depth *depth = NULL;
    const lf_depth_desc desc = {.from = LF_DEPTH_PLANE, .plane = s->depth, .plane_size = (size_t)s->size};
    CHECK_EQ(lf_depth_create(map, &desc, &depth), LF_OK);
    return depth;
}

/// What the harbour of a gate exempts: distances on the map as it is, from all ends.
static void slow_exempt(const sea *s, const lf_query *query, unsigned char *exempt) {
    memset(exempt, 0, (size_t)s->size);
    if (query->gate.harbour == 0) return;
    const int radius = query->gate.harbour == LF_NONE ? 0 : query->gate.harbour;
    lf_source from[2 * MAX_ENDS];
    int count = 0, *distances = malloc((size_t)s->size * sizeof *distances);
    for (int64_t i = 0; i < query->source_count; i++) from[count++] = query->sources[i];
    for (int64_t i = 0; i < query->target_count; i++) from[count++].tile = query->targets[i];
    oracle_distances(&s->small, NULL, from, count, distances);
    for (int i = 0; i < s->size; i++) exempt[i] = distances[i] >= 0 && distances[i] <= radius;
    free(distances);
}

/// The map as a gate leaves it, and the query without the ends that it closes.
typedef struct gated {
    oracle_map map;
    lf_source sources[MAX_ENDS];
    lf_tile targets[MAX_ENDS];
    lf_query query;
} gated;

static void gated_make(const sea *s, const lf_query *query, const unsigned char *exempt, int level,
                       gated *out) {
    out->map = s->small;
    out->map.open = malloc((size_t)s->size);
    for (int i = 0; i < s->size; i++)
        out->map.open[i] = s->small.open[i] && (s->depth[i] >= level || exempt[i]);
    out->query = (lf_query){.sources = out->sources, .targets = out->targets};
    for (int64_t i = 0; i < query->source_count; i++) {
        if (out->map.open[query->sources[i].tile])
            out->sources[out->query.source_count++] = query->sources[i];
    }
    for (int64_t i = 0; i < query->target_count; i++) {
        if (out->map.open[query->targets[i]]) out->targets[out->query.target_count++] = query->targets[i];
    }
}

/// The greatest level that leaves a route, or -1, by trying all that can differ.
static int slow_deepest(const sea *s, const lf_query *query, const unsigned char *exempt) {
    bool seen[256] = {[255] = true};
    for (int i = 0; i < s->size; i++) seen[s->depth[i]] = true;
    for (int level = 255; level >= 0; level--) {
        gated g;
        if (!seen[level]) continue;
        gated_make(s, query, exempt, level, &g);
        const int length = oracle_length(&g.map, NULL, &g.query);
        free(g.map.open);
        if (length >= 0) return level;
    }
    return -1;
}

// ---- Depths ---------------------------------------------------------------------------------------

static void computed_depth_is_the_distance_to_the_nearest_blocked_tile(void) {
    const uint64_t seed = test_seed();
    for (uint64_t i = 0; i < 1500; i++) {
        const oracle_map small = oracle_random_map(seed + i, i % 16 == 0 ? 70 : 20, LF_MOVES_KING);
        lf_map *map = oracle_to_map(&small);
        for (int edge = 0; edge < 2; edge++) {
            lf_depth *depth;
            CHECK_EQ(lf_depth_create(map, &(lf_depth_desc){.edge_blocked = edge != 0}, &depth), LF_OK);
            for (int tile = 0; tile < small.width * small.height; tile++) {
                const int expected =
                    small.open[tile] ? slow_depth(&small, edge != 0, tile % small.width, tile / small.width)
                                     : -1;
                if (!CHECK_EQ(lf_depth_at(depth, (lf_tile)tile), expected)) return;
            }
            lf_depth_destroy(depth);
        }
        lf_map_destroy(map);
        free(small.open);
    }
}

/// 255 is the end, and one step before it is not.
static void computed_depth_ends_at_255(void) {
    enum { WIDTH = 600 };
    static unsigned char tiles[WIDTH * 3];
    memset(tiles, 1, sizeof tiles);
    lf_map *map;
    lf_depth *depth;
    const lf_map_desc desc = {.width = WIDTH, .height = 3, .tiles = tiles, .tiles_size = sizeof tiles};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    CHECK_EQ(lf_depth_create(map, NULL, &depth), LF_OK);
    CHECK_EQ(lf_depth_at(depth, 0), 255); // nothing is blocked
    lf_depth_destroy(depth);
    lf_map_destroy(map);
    tiles[WIDTH + 10] = 0;
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    CHECK_EQ(lf_depth_create(map, NULL, &depth), LF_OK);
    CHECK_EQ(lf_depth_at(depth, 9), 1); // at a corner
    CHECK_EQ(lf_depth_at(depth, 10 + 254), 254);
    CHECK_EQ(lf_depth_at(depth, 10 + 255), 255);
    CHECK_EQ(lf_depth_at(depth, 10 + 256), 255);
    CHECK_EQ(lf_depth_at(depth, WIDTH + 10), -1);
    CHECK_EQ(lf_depth_at(depth, WIDTH * 3), -1);
    CHECK_EQ(lf_depth_at(NULL, 0), -1);
    lf_depth_destroy(depth);
    lf_map_destroy(map);
}

/// Rows of many stretches (plane.c computes 2048 tiles at once): few blocked tiles, so that depths reach far over
/// the ends of stretches.
static void computed_depth_of_long_rows(void) {
    enum { WIDTH = 7001, HEIGHT = 3, SIZE = WIDTH * HEIGHT };
    static unsigned char tiles[SIZE];
    uint64_t random = test_seed();
    for (int i = 0; i < 40; i++) {
        const bool edge = i % 2 != 0;
        const oracle_map small = {.width = WIDTH, .height = HEIGHT, .open = tiles};
        memset(tiles, 1, sizeof tiles);
        for (int k = 0; k < i; k++) tiles[oracle_below(&random, SIZE)] = 0;
        lf_map *map = oracle_to_map(&small);
        lf_depth *depth;
        CHECK_EQ(lf_depth_create(map, &(lf_depth_desc){.edge_blocked = edge}, &depth), LF_OK);
        for (int k = 0; k < 300; k++) {
            const int x = k < 60 ? 2048 * (1 + k % 3) - 3 + k % 7 : oracle_below(&random, WIDTH);
            const int y = oracle_below(&random, HEIGHT), tile = y * WIDTH + x;
            const int expected = tiles[tile] ? slow_depth(&small, edge, x, y) : -1;
            if (!CHECK_EQ(lf_depth_at(depth, (lf_tile)tile), expected)) return;
        }
        lf_depth_destroy(depth);
        lf_map_destroy(map);
    }
}

/// A tile of a route that counts: whatever is not exempt.
static void slow_count(const sea *s, const unsigned char *exempt, int tile, int *least) {
    if (!exempt[tile] && (*least < 0 || s->depth[tile] < *least)) *least = s->depth[tile];
}

/// The least depth of a legal route from the rules' words: its tiles, and where corners may not be cut the
/// two tiles that a diagonal move passes between.
static int slow_least(const sea *s, const unsigned char *exempt, const lf_tile *tiles, int64_t count) {
    const int width = s->small.width;
    int least = -1;
    for (int64_t i = 0; i < count; i++) {
        slow_count(s, exempt, (int)tiles[i], &least);
        if (i == 0 || s->small.moves != LF_MOVES_KING) continue;
        const int x = (int)tiles[i] % width, y = (int)tiles[i] / width;
        const int u = (int)tiles[i - 1] % width, v = (int)tiles[i - 1] / width;
        if (x == u || y == v) continue;
        slow_count(s, exempt, v * width + x, &least);
        slow_count(s, exempt, y * width + u, &least);
    }
    return least;
}

/// Two deep tiles with two shallow ones between them: what a diagonal passes between counts where corners may
/// not be cut, and not where they may.
static void corners_of_diagonals_count_as_the_rules_say(void) {
    static const uint8_t plane[4] = {5, 0, 0, 5};
    static const lf_tile straight_across[2] = {0, 3}, around[3] = {0, 1, 3}, both[2] = {3, 0};
    for (int moves = LF_MOVES_KING; moves <= LF_MOVES_ORTHOGONAL; moves++) {
        unsigned char open[4] = {1, 1, 1, 1};
        const oracle_map small = {2, 2, (lf_moves)moves, open};
        lf_map *map = oracle_to_map(&small);
        lf_depth *depth;
        const lf_depth_desc desc = {.from = LF_DEPTH_PLANE, .plane = plane, .plane_size = sizeof plane};
        CHECK_EQ(lf_depth_create(map, &desc, &depth), LF_OK);
        const int expected = moves == LF_MOVES_KING_CUT ? 5 : 0;
        CHECK_EQ(lf_depth_between(depth, 0, 3), expected);
        if (moves != LF_MOVES_ORTHOGONAL) {
            CHECK_EQ(lf_route_least_depth(depth, NULL, straight_across, 2), expected);
            CHECK_EQ(lf_route_least_depth(depth, NULL, both, 2), expected);
        }
        CHECK_EQ(lf_route_least_depth(depth, NULL, around, 3), 0);
        lf_depth_destroy(depth);
        lf_map_destroy(map);
        // A diagonal beside a blocked tile is no move where corners may not be cut; under orthogonal moves it
        // never is one, and nothing lies between tiles that are no move apart.
        open[1] = 0;
        lf_map *blocked = oracle_to_map(&small);
        CHECK_EQ(lf_depth_create(blocked, &desc, &depth), LF_OK);
        CHECK_EQ(lf_route_least_depth(depth, NULL, straight_across, 2), moves == LF_MOVES_KING ? -1 : 5);
        lf_depth_destroy(depth);
        lf_map_destroy(blocked);
        open[1] = 1, open[2] = 0; // the tile on the other side
        blocked = oracle_to_map(&small);
        CHECK_EQ(lf_depth_create(blocked, &desc, &depth), LF_OK);
        CHECK_EQ(lf_route_least_depth(depth, NULL, straight_across, 2), moves == LF_MOVES_KING ? -1 : 5);
        lf_depth_destroy(depth);
        lf_map_destroy(blocked);
    }
}

/// Every pair of tiles on small maps, some pairs on larger ones.
static void check_deepest_route(const sea *s, lf_search *search, const lf_depth *depth, const lf_query *query,
                                int expected) {
    static lf_tile tiles[MAX_TILES];
    lf_query deepest = *query;
    lf_route route;
    deepest.gate.deepest = true;
    const lf_status status = lf_search_find(search, &deepest, tiles, MAX_TILES, &route);
    CHECK_EQ(status, expected < 0 ? LF_NO_ROUTE : LF_OK);
    CHECK_EQ(route.gate_depth, expected);
    CHECK_EQ(lf_route_least_depth(depth, search, tiles, route.tile_count), expected);
    CHECK_EQ(lf_route_least_depth(depth, NULL, tiles, route.tile_count), expected);
    // And of any other route, the plain shortest one, it is no more than that.
    lf_search_find(search, query, tiles, MAX_TILES, &route);
    unsigned char *none = calloc((size_t)s->size, 1);
    const int least = slow_least(s, none, tiles, route.tile_count);
    CHECK_EQ(lf_route_least_depth(depth, NULL, tiles, route.tile_count), least);
    CHECK(least <= expected);
    free(none);
}

static void between_two_tiles_is_what_the_slow_search_says(void) {
    const uint64_t seed = test_seed();
    int64_t pairs = 0;
    for (uint64_t i = 0; i < 3000; i++) {
        sea s = sea_make(seed + i, i % 30 == 0 ? 70 : 12, (lf_moves)(i % 3));
        lf_map *map = oracle_to_map(&s.small);
        lf_depth *depth = sea_depth(&s, map);
        lf_search *search;
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.depth = depth}, &search), LF_OK);
        unsigned char *none = calloc((size_t)s.size, 1);
        uint64_t random = seed + i;
        const lf_tile from = oracle_random_open(&s.small, &random);
        for (int k = 0; from != LF_NO_TILE && k < 4; k++, pairs++) {
            const lf_source source = {from, 0};
            const lf_tile to = k == 0 ? from : oracle_random_open(&s.small, &random);
            const lf_query query = {.sources = &source, .source_count = 1, .targets = &to, .target_count = 1};
            const int expected = slow_deepest(&s, &query, none);
            CHECK_EQ(lf_depth_between(depth, from, to), expected);
            CHECK_EQ(lf_depth_between(depth, to, from), expected);
            check_deepest_route(&s, search, depth, &query, expected);
            depth->tree_pending = true;
            CHECK_EQ(lf_depth_between(depth, to, from), LF_DEPTH_PENDING);
            check_deepest_route(&s, search, depth, &query, expected);
            depth->tree_pending = false;
        }
        free(none);
        lf_search_destroy(search);
        lf_depth_destroy(depth);
        lf_map_destroy(map);
        sea_free(&s);
    }
    printf("  %" PRId64 " pairs\n", pairs);
    CHECK(pairs > 9000);
}

static void a_tree_never_grows_high(void) {
    const oracle_map small = oracle_random_map(77, 70, LF_MOVES_KING);
    lf_map *map = oracle_to_map(&small);
    lf_depth *depth;
    CHECK_EQ(lf_depth_create(map, NULL, &depth), LF_OK);
    for (uint32_t i = 0; i < depth->tree.count; i++) {
        int steps = 0;
        uint32_t hump = i;
        for (; depth->tree.parent[hump] != hump; hump = depth->tree.parent[hump], steps++) {
            const uint32_t up = depth->tree.parent[hump];
            CHECK(depth->tree.parent[up] == up || depth->tree.weight[up] <= depth->tree.weight[hump]);
        }
        CHECK(UINT32_C(1) << steps <= depth->tree.count);
    }
    lf_depth_destroy(depth);
    lf_map_destroy(map);
    free(small.open);
}

// ---- Gates ----------------------------------------------------------------------------------------

/// What the searches of one map have in common.
typedef struct rig {
    lf_map *map;
    lf_coarse *coarse;
    lf_depth *depth;
    lf_search *search;
} rig;

static rig rig_make(const sea *s, uint64_t *random) {
    rig r = {.map = map_make(&s->small, oracle_below(random, 2) != 0)};
    const lf_coarse_desc desc = {.level = 0, .kind = (lf_coarse_kind)oracle_below(random, 2)};
    CHECK_EQ(lf_coarse_create(r.map, &desc, &r.coarse), LF_OK);
    r.depth = sea_depth(s, r.map);
    r.depth->tree_pending = *random % 3 == 0; // as after an edit: gates are found without the tree
    CHECK_EQ(lf_search_create(r.map, &(lf_search_desc){.coarse = r.coarse, .depth = r.depth}, &r.search),
             LF_OK);
    return r;
}

static void rig_free(rig *r) {
    lf_search_destroy(r->search);
    lf_depth_destroy(r->depth);
    lf_coarse_destroy(r->coarse);
    lf_map_destroy(r->map);
}

static void gate_pick(uint64_t *random, const sea *s, lf_query *query) {
    static const int32_t harbours[HARBOUR_KINDS] = {0, LF_NONE, 1, 3, 9};
    const int kind = oracle_below(random, 8);
    query->gate = (lf_depth_gate){.deepest = kind >= 2 && kind < 6,
                                  .harbour = harbours[oracle_below(random, HARBOUR_KINDS)]};
    // Some gate near a depth that the map has; 0 and beyond the greatest now and then.
    const int near = s->depth[oracle_below(random, s->size)] + oracle_below(random, 3) - 1;
    if (kind < 3) query->gate.min_depth = near < 0 ? 0 : near > 255 ? 255 : near;
}

/// Counts of what was tried, so that the test cannot pass by trying nothing.
typedef struct tally {
    int64_t queries, found, closed, exempt_only, gated_off;
} tally;

static void check_gated_route(const rig *r, const lf_query *query, const lf_route *route,
                              const lf_tile *tiles, const gated *g) {
    lf_map *under = oracle_to_map(&g->map);
    check_route(r->map, query, route, tiles);
    CHECK_EQ(lf_route_check(under, tiles, route->tile_count, NULL, NULL), LF_OK);
    lf_map_destroy(under);
}

/// The least depth of a gated route: what the rules' words say, and under `deepest` exactly the gate, unless
/// all of it is exempt.
static void check_least_depth(const rig *r, const sea *s, const lf_query *query, const lf_route *route,
                              const lf_tile *tiles, const unsigned char *exempt) {
    static const unsigned char nothing[MAX_TILES];
    const bool is_gated = query->gate.deepest || query->gate.min_depth > 0;
    const int least = slow_least(s, is_gated ? exempt : nothing, tiles, route->tile_count);
    CHECK_EQ(lf_route_least_depth(r->depth, r->search, tiles, route->tile_count), least);
    if (is_gated) CHECK(least < 0 || least >= route->gate_depth);
    if (query->gate.deepest) CHECK(least == route->gate_depth || (least < 0 && route->gate_depth == 255));
}

static bool strategy_is_exact(lf_strategy strategy) {
    return strategy == LF_STRATEGY_FLOOD || strategy == LF_STRATEGY_AUTO;
}

/// Portals of a spine have no tile that the gate closes.
static void check_portals(const lf_search *search, const gated *g) {
    lf_tile portal[LFI_PORTAL_ROOM];
    const int64_t cells = lf_search_spine(search, NULL, 0);
    for (int64_t i = 0; i < cells; i++) {
        const int64_t tiles = lf_search_portal(search, i, portal, LFI_PORTAL_ROOM);
        for (int64_t k = 0; k < tiles; k++) CHECK(g->map.open[portal[k]]);
    }
}

/// One query under one strategy against the slow search.
static void check_gated_query(const rig *r, const sea *s, const lf_query *query, uint64_t *random,
                              tally *count) {
    static lf_tile tiles[MAX_TILES], sliced[MAX_TILES], written[MAX_TILES];
    unsigned char *exempt = malloc((size_t)s->size);
    lf_route route, again;
    gated g;
    slow_exempt(s, query, exempt);
    const bool is_gated = query->gate.deepest || query->gate.min_depth > 0;
    const int best = slow_deepest(s, query, exempt);
    const int level = best < query->gate.min_depth ? -1 : query->gate.deepest ? best : query->gate.min_depth;
    gated_make(s, query, exempt, level < 0 ? 256 : is_gated ? level : 0, &g);
    const int length = level < 0 ? -1 : oracle_length(&g.map, NULL, &g.query);
    const lf_status status = lf_search_find(r->search, query, tiles, MAX_TILES, &route);
    CHECK_EQ(status, length >= 0 ? LF_OK : LF_NO_ROUTE);
    CHECK_EQ(route.gate_depth, is_gated && length >= 0 ? level : -1);
    if (length >= 0) {
        check_gated_route(r, query, &route, tiles, &g);
        check_portals(r->search, &g);
        check_least_depth(r, s, query, &route, tiles, exempt);
        CHECK(route.length >= length);
        if (strategy_is_exact(query->strategy) || route.exact) CHECK_EQ(route.length, length);
        if (strategy_is_exact(query->strategy)) {
            CHECK_EQ(oracle_route(&g.map, &g.query, written), route.tile_count);
            CHECK(memcmp(written, tiles, (size_t)route.tile_count * sizeof *tiles) == 0);
        }
    } else {
        CHECK(route.exact);
    }
    for (int i = 0; i < s->size; i++)
        CHECK_EQ(lf_search_is_exempt(r->search, (lf_tile)i), is_gated && exempt[i]);
    CHECK_EQ(find_sliced(r->search, query, sliced, &again, random), status);
    CHECK_EQ(again.length, route.length);
    CHECK_EQ(again.stats.expanded, route.stats.expanded);
    CHECK(memcmp(sliced, tiles, (size_t)route.tile_count * sizeof *tiles) == 0);
    count->queries++;
    count->found += length >= 0;
    count->closed += length < 0 && best >= 0;
    count->exempt_only += is_gated && level == 255 && query->gate.harbour != 0;
    count->gated_off += !is_gated;
    free(g.map.open);
    free(exempt);
}

static void gated_queries_match_the_oracle(void) {
    const uint64_t seed = test_seed();
    tally count = {0};
    for (uint64_t i = 0; i < 8000; i++) {
        sea s = sea_make(seed + 31 * i, i % 12 == 0 ? 70 : 16, (lf_moves)(i % 3));
        uint64_t random = seed + i;
        ends e;
        rig r = rig_make(&s, &random);
        for (int k = 0; k < 3 && ends_pick(&s.small, &random, &e); k++) {
            gate_pick(&random, &s, &e.query);
            e.query.strategy = (lf_strategy)oracle_below(&random, LF_STRATEGY_SPINE + 1);
            e.query.options.widenings = oracle_below(&random, 4) - 1;
            e.query.options.radius = oracle_below(&random, 3) - 1;
            lf_expert_options experts = {0};
            experts.frontier = (lf_frontier)oracle_below(&random, 2);
            experts.straighten = oracle_below(&random, 2) != 0;
            experts.entry = (lf_entry)oracle_below(&random, 2);
            e.query.options.experts = &experts;
            e.query.options.spacing = oracle_below(&random, 4);
            check_gated_query(&r, &s, &e.query, &random, &count);
        }
        rig_free(&r);
        sea_free(&s);
        if (test_failures > 20) return;
    }
    printf("  %" PRId64 " queries, %" PRId64 " found, %" PRId64 " without a route only for the gate, %" PRId64
           " at 255 with harbours, %" PRId64 " without a gate\n",
           count.queries, count.found, count.closed, count.exempt_only, count.gated_off);
    CHECK(count.found > 4000 && count.closed > 400 && count.exempt_only > 100 && count.gated_off > 400);
}

/// Under octile costs a gate is the same as a map without the tiles that it closes, tile by tile.
static void octile_costs_take_gates_too(void) {
    static lf_tile tiles[MAX_TILES], expected[MAX_TILES];
    int64_t found = 0;
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        uint64_t random = seed;
        sea s = sea_make(seed, 40, (lf_moves)(seed % 3));
        lf_map *map = map_make(&s.small, true);
        lf_depth *depth = sea_depth(&s, map);
        lf_search *search;
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.depth = depth, .cost = LF_COST_OCTILE}, &search),
                 LF_OK);
        ends e;
        if (ends_pick(&s.small, &random, &e)) {
            gate_pick(&random, &s, &e.query);
            e.query.options.cost = LF_COST_OCTILE;
            lf_route route, plain;
            if (lf_search_find(search, &e.query, tiles, MAX_TILES, &route) == LF_OK) {
                unsigned char *exempt = malloc((size_t)s.size);
                gated g;
                slow_exempt(&s, &e.query, exempt);
                gated_make(&s, &e.query, exempt, route.gate_depth < 0 ? 0 : route.gate_depth, &g);
                lf_map *under = oracle_to_map(&g.map);
                lf_search *search_under;
                g.query.strategy = LF_STRATEGY_FLOOD;
                g.query.options.cost = LF_COST_OCTILE;
                CHECK_EQ(lf_search_create(under, &(lf_search_desc){.cost = LF_COST_OCTILE}, &search_under),
                         LF_OK);
                CHECK_EQ(lf_search_find(search_under, &g.query, expected, MAX_TILES, &plain), LF_OK);
                CHECK_EQ(route.diagonal, plain.diagonal);
                CHECK_EQ(route.tile_count, plain.tile_count);
                CHECK(memcmp(tiles, expected, (size_t)route.tile_count * sizeof *tiles) == 0);
                found += route.gate_depth >= 0;
                lf_search_destroy(search_under);
                lf_map_destroy(under);
                free(g.map.open);
                free(exempt);
            }
        }
        lf_search_destroy(search);
        lf_depth_destroy(depth);
        lf_map_destroy(map);
        sea_free(&s);
    }
    CHECK(found > 500);
}

/// Harbours and their edges at every place of a word: a channel, as wide as two words, with a shallow at each
/// end of its harbour.
static void harbours_cross_words(void) {
    enum { WIDTH = 140 };
    unsigned char *open = malloc(WIDTH), *depth = malloc(WIDTH);
    for (int from = 0; from < WIDTH; from++) {
        for (int radius = 0; radius < 3; radius++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                const int to = from + sign * 12;
                if (to < 0 || to >= WIDTH) continue;
                memset(open, 1, WIDTH);
                for (int x = 0; x < WIDTH; x++) depth[x] = (unsigned char)(40 + x % 7);
                depth[from] = depth[to] = 3;
                sea s = {{WIDTH, 1, LF_MOVES_KING, open}, depth, WIDTH};
                uint64_t random = 1;
                tally count = {0};
                rig r = rig_make(&s, &random);
                const lf_source source = {(lf_tile)from, 0};
                const lf_tile target = (lf_tile)to;
                const lf_query query = {.sources = &source,
                                        .source_count = 1,
                                        .targets = &target,
                                        .target_count = 1,
                                        .strategy = LF_STRATEGY_FLOOD,
                                        .gate = {.deepest = true, .harbour = radius == 0 ? LF_NONE : radius}};
                check_gated_query(&r, &s, &query, &random, &count);
                rig_free(&r);
            }
        }
    }
    free(open);
    free(depth);
}

/// A lake with a narrow and a deep exit, as words; see each line of the picture.
static void a_strait_and_the_open_sea(void) {
    //  The short way from a to b leads through a strait of depth 1, the long way stays in depth 2 or more.
    static const char *const rows[] = {
        "...............", //
        "...............", //
        "...............", //
        "...............", //
        "...............", //
        "....#######....", //
        "...............", //
        "....#######....", //
        "....#######....", //
    };
    unsigned char open[15 * 9];
    for (int i = 0; i < 15 * 9; i++) open[i] = rows[i / 15][i % 15] == '.';
    const oracle_map small = {15, 9, LF_MOVES_KING, open};
    lf_map *map = oracle_to_map(&small);
    lf_depth *depth;
    lf_search *search;
    CHECK_EQ(lf_depth_create(map, NULL, &depth), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.depth = depth}, &search), LF_OK);
    const lf_source from = {lf_map_tile(map, 1, 6), 7};
    const lf_tile to = lf_map_tile(map, 13, 6);
    lf_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1};
    lf_route route;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(route.length, 12);
    CHECK_EQ(route.gate_depth, -1);
    CHECK_EQ(lf_depth_between(depth, from.tile, to), 3); // the depth of both ends
    query.gate.deepest = true;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(route.gate_depth, 3);
    CHECK(route.length > 12);
    query.gate = (lf_depth_gate){.deepest = true, .harbour = LF_NONE};
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(route.gate_depth, 4); // over the columns at both edges, and the second row
    query.gate.harbour =
        4; // reaches the third row: the corners of the map are deeper, but the way there is not
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(route.gate_depth, 4);
    query.gate.harbour = 5; // reaches the second row, and the first one is deeper
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(route.gate_depth, 5);
    query.gate.harbour = 6; // the harbours meet in the strait
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(route.gate_depth, 255);
    CHECK_EQ(route.length, 12);
    query.gate = (lf_depth_gate){.min_depth = 4};
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_NO_ROUTE); // the ends count
    CHECK(route.exact);
    CHECK_EQ(route.stats.expanded, 0);
    query.gate = (lf_depth_gate){.deepest = true, .min_depth = 4};
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_NO_ROUTE);
    CHECK_EQ(route.gate_depth, -1);
    query.gate = (lf_depth_gate){0};
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK); // the gate is gone
    CHECK_EQ(route.length, 12);
    CHECK(lf_search_map(search) == map);
    lf_search_destroy(search);
    lf_depth_destroy(depth);
    lf_map_destroy(map);
}

/// A wall with a narrow gap near by and a wide one far away: plans under a gate know the difference, so that
/// nothing has to be widened.
static void plans_keep_to_deep_water(void) {
    enum { WIDTH = 260, HEIGHT = 200 };
    static unsigned char open[HEIGHT * WIDTH];
    memset(open, 1, sizeof open);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 120; x < 140; x++) open[y * WIDTH + x] = (y >= 28 && y < 31) || y >= 150;
    }
    const oracle_map small = {WIDTH, HEIGHT, LF_MOVES_KING, open};
    lf_map *map = oracle_to_map(&small);
    lf_coarse *coarse;
    lf_depth *depth;
    lf_search *search;
    CHECK_EQ(lf_coarse_create(map, NULL, &coarse), LF_OK);
    CHECK(coarse->above != NULL);
    CHECK_EQ(lf_depth_create(map, NULL, &depth), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.coarse = coarse, .depth = depth}, &search), LF_OK);
    const lf_source from = {lf_map_tile(map, 60, 30), 0};
    const lf_tile to = lf_map_tile(map, 200, 30);
    lf_query query = {
        .sources = &from, .source_count = 1, .targets = &to, .target_count = 1, .gate = {.min_depth = 12}};
    lf_route exact, route;
    query.strategy = LF_STRATEGY_FLOOD;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &exact), LF_OK);
    for (int strategy = LF_STRATEGY_CORRIDOR; strategy <= LF_STRATEGY_SPINE; strategy++) {
        query.strategy = (lf_strategy)strategy;
        CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
        CHECK(!route.stats.guardrail);
        CHECK_EQ(route.stats.opened_cells, 0);
        CHECK(route.length >= exact.length && route.length <= exact.length + 10);
        CHECK(route.stats.expanded < exact.stats.expanded / 4);
    }
    lf_search_destroy(search);
    lf_depth_destroy(depth);
    lf_coarse_destroy(coarse);
    lf_map_destroy(map);
}

// ---- Misuse, memory, stamps -----------------------------------------------------------------------

static void refusals_each_have_their_status(void) {
    unsigned char open[9 * 9];
    memset(open, 1, sizeof open);
    const oracle_map small = {9, 9, LF_MOVES_KING, open};
    lf_map *map = oracle_to_map(&small), *other = oracle_to_map(&small);
    lf_depth *depth = NULL, *foreign = NULL;
    lf_search *search = NULL;
    lf_coarse *coarse = NULL;
    CHECK_EQ(lf_depth_create(NULL, NULL, &depth), LF_E_NULL);
    CHECK_EQ(lf_route_least_depth(NULL, NULL, &(lf_tile){0}, 1), -1);
    CHECK_EQ(lf_depth_create(map, NULL, NULL), LF_E_NULL);
    CHECK_EQ(lf_depth_create(map, &(lf_depth_desc){.from = (lf_depth_from)4}, &depth), LF_E_DEPTH_FROM);
    CHECK_EQ(lf_depth_create(map, &(lf_depth_desc){.from = LF_DEPTH_OF_MAP}, &depth), LF_E_MAP_DEPTH);
    CHECK_EQ(lf_depth_create(map, &(lf_depth_desc){.from = LF_DEPTH_PLANE}, &depth), LF_E_NULL);
    CHECK_EQ(lf_depth_create(map, &(lf_depth_desc){.from = LF_DEPTH_PLANE, .plane = open, .plane_size = 80},
                             &depth),
             LF_E_DEPTH_SIZE);
    CHECK_EQ(lf_depth_create(map, &(lf_depth_desc){.allocator = {.alloc = meter_alloc}}, &depth),
             LF_E_ALLOCATOR);
    CHECK(depth == NULL);
    CHECK_EQ(lf_depth_bytes(NULL), 0);
    CHECK_EQ(lf_depth_between(NULL, 0, 1), -1);
    CHECK_EQ(lf_depth_create(map, NULL, &depth), LF_OK);
    CHECK_EQ(lf_depth_between(depth, 0, 81), -1);
    CHECK_EQ(lf_route_least_depth(depth, NULL, NULL, 1), -1);
    CHECK_EQ(lf_depth_create(other, NULL, &foreign), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.depth = foreign}, &search), LF_E_FOREIGN_DEPTH);

    const lf_source from = {0, 0};
    const lf_tile to = 80;
    lf_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1};
    CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
    query.gate.min_depth = 1;
    CHECK_EQ(lf_search_begin(search, &query), LF_E_NO_DEPTH);
    query.gate = (lf_depth_gate){.deepest = true};
    CHECK_EQ(lf_search_begin(search, &query), LF_E_NO_DEPTH);
    lf_search_destroy(search);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.depth = depth}, &search), LF_OK);
    query.gate = (lf_depth_gate){.min_depth = -1};
    CHECK_EQ(lf_search_begin(search, &query), LF_E_MIN_DEPTH);
    query.gate = (lf_depth_gate){.min_depth = 256};
    CHECK_EQ(lf_search_begin(search, &query), LF_E_MIN_DEPTH);
    query.gate = (lf_depth_gate){.deepest = true, .harbour = -2};
    CHECK_EQ(lf_search_begin(search, &query), LF_E_HARBOUR);
    CHECK(!lf_search_is_exempt(search, 0));
    CHECK(!lf_search_is_exempt(NULL, 0));
    lf_search *without; // depths
    CHECK_EQ(lf_search_create(map, NULL, &without), LF_OK);
    lf_query ungated = query;
    ungated.gate = (lf_depth_gate){0};
    CHECK_EQ(lf_search_find(without, &ungated, NULL, 0, NULL), LF_OK);
    CHECK(!lf_search_is_exempt(without, 0));
    lf_search_destroy(without);
    query.gate = (lf_depth_gate){.deepest = true, .harbour = 1};
    CHECK_EQ(lf_search_begin(search, &query), LF_PAUSED);
    CHECK(lf_search_is_exempt(search, 0));
    CHECK(!lf_search_is_exempt(search, 81));
    lf_search_destroy(search);

    // Spine alone has windows of a fixed size: a gate is refused, and costs no memory.
    CHECK_EQ(lf_coarse_create(map, NULL, &coarse), LF_OK);
    lf_search_desc alone = {.coarse = coarse, .only = LF_STRATEGY_SPINE};
    CHECK_EQ(lf_search_create(map, &alone, &search), LF_OK);
    const size_t bytes = lf_search_bytes(search);
    lf_search_destroy(search);
    alone.depth = depth;
    CHECK_EQ(lf_search_create(map, &alone, &search), LF_OK);
    CHECK_EQ(lf_search_bytes(search), bytes);
    query.strategy = LF_STRATEGY_SPINE;
    CHECK_EQ(lf_search_begin(search, &query), LF_E_DEPTH_STRATEGY);
    query.gate = (lf_depth_gate){0};
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, NULL), LF_OK);
    lf_search_destroy(search);
    lf_coarse_destroy(coarse);
    lf_depth_destroy(depth);
    lf_depth_destroy(foreign);
    lf_depth_destroy(NULL);
    lf_map_destroy(map);
    lf_map_destroy(other);
}

static void depths_of_a_map_are_used_in_place(void) {
    unsigned char open[4] = {1, 1, 0, 1}, depth_bytes[4] = {9, 0, 7, 3};
    lf_map *map;
    lf_depth *depth, *copy;
    const lf_map_desc desc = {.width = 4, .height = 1, .tiles = open, .tiles_size = 4, .depth = depth_bytes};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    CHECK_EQ(lf_depth_create(map, &(lf_depth_desc){.from = LF_DEPTH_OF_MAP}, &depth), LF_OK);
    const lf_depth_desc plane = {.from = LF_DEPTH_PLANE, .plane = depth_bytes, .plane_size = 4};
    CHECK_EQ(lf_depth_create(map, &plane, &copy), LF_OK);
    CHECK_EQ(lf_depth_bytes(copy), lf_depth_bytes(depth) + 4);
    CHECK_EQ(lf_depth_at(depth, 0), 9);
    CHECK_EQ(lf_depth_at(depth, 1), 0);
    CHECK_EQ(lf_depth_at(depth, 2), -1); // blocked
    CHECK_EQ(lf_depth_between(depth, 0, 1), 0);
    CHECK_EQ(lf_depth_between(depth, 0, 3), -1);
    CHECK_EQ(lf_depth_between(depth, 3, 3), 3);
    lf_depth_destroy(depth);
    lf_depth_destroy(copy);
    lf_map_destroy(map);
}

static void fail_each_allocation_of_depths(const lf_map *map) {
    meter all = {0};
    lf_depth *depth;
    lf_depth_desc desc = {.allocator = meter_allocator(&all)};
    CHECK_EQ(lf_depth_create(map, &desc, &depth), LF_OK);
    CHECK_EQ(all.live, (int64_t)lf_depth_bytes(depth));
    lf_depth_destroy(depth);
    CHECK_EQ(all.live, 0);
    CHECK_EQ(all.calls, 8);
    for (int64_t k = 1; k <= all.calls; k++) {
        meter m = {.fail_at = k};
        desc.allocator = meter_allocator(&m);
        CHECK_EQ(lf_depth_create(map, &desc, &depth), LF_E_NOMEM);
        CHECK(depth == NULL);
        CHECK_EQ(m.live, 0);
        CHECK_EQ(m.blocks, 0);
    }
}

static void every_allocation_failed_and_queries_make_none(void) {
    const oracle_map small = oracle_random_map(9, 70, LF_MOVES_KING);
    lf_map *map = oracle_to_map(&small);
    lf_depth *depth;
    lf_search *search;
    fail_each_allocation_of_depths(map);
    CHECK_EQ(lf_depth_create(map, NULL, &depth), LF_OK);
    meter all = {0};
    lf_search_desc desc = {.depth = depth, .allocator = meter_allocator(&all)};
    CHECK_EQ(lf_search_create(map, &desc, &search), LF_OK);
    CHECK_EQ(all.live, (int64_t)lf_search_bytes(search));
    const int64_t calls = all.calls;
    uint64_t random = 5;
    ends e;
    for (int i = 0; i < 50 && ends_pick(&small, &random, &e); i++) {
        e.query.gate = (lf_depth_gate){.deepest = i % 2 == 0, .min_depth = i % 3, .harbour = i % 5};
        CHECK(lf_search_find(search, &e.query, NULL, 0, NULL) >= 0);
    }
    CHECK_EQ(all.calls, calls);
    lf_search_destroy(search);
    CHECK_EQ(all.live, 0);
    search_starve(map, desc, calls);
    lf_depth_destroy(depth);
    lf_map_destroy(map);
    free(small.open);
}

/// Marks of a query long ago must not count when the numbers begin again.
static void stamps_wrap_around(void) {
    unsigned char open[7] = {1, 1, 1, 1, 1, 1, 1};
    const unsigned char bytes[7] = {5, 5, 5, 2, 9, 9, 9};
    const oracle_map small = {7, 1, LF_MOVES_KING, open};
    lf_map *map = oracle_to_map(&small);
    lf_depth *depth;
    lf_search *search;
    lf_route route;
    const lf_depth_desc desc = {.from = LF_DEPTH_PLANE, .plane = bytes, .plane_size = 7};
    CHECK_EQ(lf_depth_create(map, &desc, &depth), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.depth = depth}, &search), LF_OK);
    const lf_source sources[2] = {{6, 0}, {0, 0}};
    const lf_tile target = 5;
    lf_query query = {.sources = sources,
                      .source_count = 1,
                      .targets = &target,
                      .target_count = 1,
                      .gate = {.deepest = true}};
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK); // stamp 1: a source deep at 9
    CHECK_EQ(route.gate_depth, 9);
    search->stamp = UINT32_MAX;
    query.sources = sources + 1;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK); // stamp 1 again
    CHECK_EQ(search->stamp, 1);
    CHECK_EQ(route.gate_depth, 2);
    lf_search_destroy(search);
    lf_depth_destroy(depth);
    lf_map_destroy(map);
}

/// 1,000 gated routes, hashed: the same on every compiler and platform.
static void golden_hash(void) {
    static lf_tile tiles[MAX_TILES];
    uint64_t hash = 14695981039346656037u;
    int64_t gates = 0;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        sea s = sea_make(seed, 40, (lf_moves)(seed % 3));
        uint64_t random = seed;
        rig r = rig_make(&s, &random);
        ends e;
        lf_route route = {0};
        if (ends_pick(&s.small, &random, &e)) {
            gate_pick(&random, &s, &e.query);
            e.query.strategy = (lf_strategy)(LF_STRATEGY_FLOOD + seed / 3 % LF_STRATEGY_SPINE);
            lf_search_find(r.search, &e.query, tiles, MAX_TILES, &route);
        }
        gates += route.gate_depth;
        for (int64_t i = 0; i < route.tile_count; i++) hash = (hash ^ tiles[i]) * 1099511628211u;
        rig_free(&r);
        sea_free(&s);
    }
    printf("  hash %016" PRIx64 ", gates %" PRId64 "\n", hash, gates);
    // Change only with the strategies, and say so in the changelog.
    CHECK(hash == UINT64_C(0xf986a28a1cf5ea7b));
    CHECK_EQ(gates, 100868);
}

/// Makes the tree of `twin` anew in slices of one microsecond. Returns how many it took; 0 if memory ran out.
static int tree_in_slices(lf_depth *twin) {
    lfi_tree_job job;
    int slices = 0;
    int64_t budget;
    lf_status status;
    lfi_tree_begin(&job, twin);
    do {
        budget = 1;
        status = lfi_tree_step(&job, &budget);
        CHECK(budget <= 0 || status == LF_E_NOMEM);
        CHECK_EQ(twin->tree_pending, status != LF_OK);
        slices++;
    } while (status == LF_PAUSED);
    lfi_tree_end(&job);
    CHECK(status == LF_OK || status == LF_E_NOMEM);
    return status == LF_OK ? slices : 0;
}

static void a_tree_in_slices_is_the_same(void) {
    uint64_t random = test_seed();
    int most = 0;
    for (int i = 0; i < 200; i++) {
        oracle_map small = oracle_random_map(oracle_random(&random), 20 + i, (lf_moves)(i % 3));
        lf_map *map = oracle_to_map(&small);
        lf_depth *depth, *twin;
        CHECK_EQ(lf_depth_create(map, NULL, &depth), LF_OK);
        CHECK_EQ(lfi_depth_twin(depth, &twin), LF_OK);
        const int slices = tree_in_slices(twin);
        const lfi_depth_tree *a = &depth->tree, *b = &twin->tree;
        if (slices > most) most = slices;
        CHECK(slices > 0 && a->count == b->count);
        CHECK(memcmp(a->row_humps, b->row_humps, ((size_t)small.height + 1) * sizeof *a->row_humps) == 0);
        CHECK(memcmp(a->begin, b->begin, a->count * sizeof *a->begin) == 0);
        CHECK(memcmp(a->parent, b->parent, a->count * sizeof *a->parent) == 0);
        CHECK(memcmp(a->weight, b->weight, a->count) == 0);
        lf_depth_destroy(twin);
        lf_depth_destroy(depth);
        lf_map_destroy(map);
        free(small.open);
    }
    CHECK(most > 20);
}

/// Whichever allocation of a tree fails, the job can be ended and the depths destroyed.
static void a_tree_without_memory(void) {
    for (int64_t fail = 1;; fail++) {
        meter m = {0};
        oracle_map small = oracle_random_map(7, 60, LF_MOVES_KING);
        lf_map *map = oracle_to_map(&small);
        lf_depth *depth;
        const lf_depth_desc desc = {.allocator = meter_allocator(&m)};
        CHECK_EQ(lf_depth_create(map, &desc, &depth), LF_OK);
        m.fail_at = m.calls + fail;
        const bool made = tree_in_slices(depth) > 0;
        lf_depth_destroy(depth);
        CHECK(m.live == 0 && m.blocks == 0);
        lf_map_destroy(map);
        free(small.open);
        if (made) {
            CHECK_EQ(fail, 7); // six arrays
            break;
        }
    }
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(computed_depth_is_the_distance_to_the_nearest_blocked_tile),
        TEST(computed_depth_of_long_rows),
        TEST(computed_depth_ends_at_255),
        TEST(between_two_tiles_is_what_the_slow_search_says),
        TEST(corners_of_diagonals_count_as_the_rules_say),
        TEST(a_tree_never_grows_high),
        TEST(gated_queries_match_the_oracle),
        TEST(octile_costs_take_gates_too),
        TEST(harbours_cross_words),
        TEST(a_strait_and_the_open_sea),
        TEST(plans_keep_to_deep_water),
        TEST(refusals_each_have_their_status),
        TEST(depths_of_a_map_are_used_in_place),
        TEST(every_allocation_failed_and_queries_make_none),
        TEST(stamps_wrap_around),
        TEST(a_tree_in_slices_is_the_same),
        TEST(a_tree_without_memory),
        TEST(golden_hash),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
