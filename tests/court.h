// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A judge for routes under weights, written from the words of the rule, which shares nothing with the library: costs
// are pairs of whole numbers, relaxed until nothing changes. And random scenes and questions for it: move rules,
// costs, many ends, gates, obstacles, partial routes and slices are mixed at random. A test that includes this file
// says first how large maps are (COURT_SIDE).
#ifndef LANDFALL_COURT_H
#define LANDFALL_COURT_H

#include "ends.h"
#include "query/context.h"
#include "weights/weights.h"

enum { SIDE = COURT_SIDE, TILES = SIDE * SIDE, LIST_MOST = 4 };

// ---- The judge ------------------------------------------------------------------------------------

/// straight + diagonal * sqrt 2; straight < 0: no way.
typedef struct price {
    int64_t straight, diagonal;
} price;

/// The sign of the difference of two prices, by squares. Numbers stay below 2^31.
static int price_compare(price a, price b) {
    const int64_t s = a.straight - b.straight, d = a.diagonal - b.diagonal;
    const int64_t left = s * s, right = 2 * d * d;
    if (s >= 0 && d >= 0) return s > 0 || d > 0;
    if (s <= 0 && d <= 0) return -1;
    return s > 0 ? (left > right ? 1 : -1) : (left > right ? -1 : 1);
}

/// A map with weights, as the judge sees it.
typedef struct court {
    oracle_map map; ///< the tiles that may be entered
    const int *weight;
    bool octile;
    price prices[TILES];
} court;

static const int steps[8][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};

/// The price of a move into a tile.
static price move_price(const court *c, int step, int into) {
    const int64_t weight = c->weight[into];
    return step >= 4 && c->octile ? (price){0, weight} : (price){weight, 0};
}

static price price_add(price a, price b) {
    return (price){a.straight + b.straight, a.diagonal + b.diagonal};
}

/// Tries all moves out of a tile; whether a price fell.
static bool court_relax(court *c, int tile) {
    const int x = tile % c->map.width, y = tile / c->map.width;
    bool fell = false;
    for (int k = 0; k < 8 && c->prices[tile].straight >= 0; k++) {
        if (!oracle_move_legal(&c->map, x, y, steps[k][0], steps[k][1])) continue;
        const int to = tile + steps[k][0] + steps[k][1] * c->map.width;
        const price there = price_add(c->prices[tile], move_price(c, k, to));
        if (c->prices[to].straight >= 0 && price_compare(there, c->prices[to]) >= 0) continue;
        c->prices[to] = there;
        fell = true;
    }
    return fell;
}

static void court_price(court *c, const lf_query *query) {
    const int count = c->map.width * c->map.height;
    for (int i = 0; i < count; i++) c->prices[i] = (price){-1, 0};
    for (int64_t i = 0; i < query->source_count; i++) {
        const lf_tile tile = query->sources[i].tile;
        if (c->map.open[tile]) c->prices[tile] = (price){0, 0};
    }
    for (bool fell = true; fell;) {
        fell = false;
        for (int i = 0; i < count; i++) fell |= court_relax(c, i);
        for (int i = count - 1; i >= 0; i--) fell |= court_relax(c, i);
    }
}

/// The one way to a tile that the written rule allows; returns the number of its tiles.
static int64_t court_walk(const court *c, lf_tile end, lf_tile *tiles) {
    lf_tile back[TILES];
    int64_t count = 0;
    for (int tile = (int)end;;) {
        back[count++] = (lf_tile)tile;
        const price here = c->prices[tile];
        if (here.straight == 0 && here.diagonal == 0) break;
        const int x = tile % c->map.width, y = tile / c->map.width;
        for (int k = 0; k < 8; k++) {
            const int from = tile + steps[k][0] + steps[k][1] * c->map.width;
            if (!oracle_move_legal(&c->map, x, y, steps[k][0], steps[k][1])) continue;
            if (c->prices[from].straight < 0) continue;
            const price there = price_add(c->prices[from], move_price(c, k, tile));
            if (there.straight != here.straight || there.diagonal != here.diagonal) continue;
            tile = from;
            break;
        }
    }
    for (int64_t i = 0; i < count; i++) tiles[i] = back[count - 1 - i];
    return count;
}

/// The first of the cheapest targets; -1 if none can be reached.
static int64_t court_target(const court *c, const lf_query *query) {
    int64_t best = -1;
    for (int64_t i = 0; i < query->target_count; i++) {
        const price here = c->prices[query->targets[i]];
        if (here.straight < 0) continue;
        if (best < 0 || price_compare(here, c->prices[query->targets[best]]) < 0) best = i;
    }
    return best;
}

/// How far a tile is from a target as the crow flies.
static price crow(const court *c, int a, int b) {
    const int dx = abs(a % c->map.width - b % c->map.width), dy = abs(a / c->map.width - b / c->map.width);
    const int less = dx < dy ? dx : dy, more = dx < dy ? dy : dx;
    if (c->map.moves == LF_MOVES_ORTHOGONAL) return (price){dx + dy, 0};
    return c->octile ? (price){more - less, less} : (price){more, 0};
}

/// Where a partial route ends; -1 if there is none.
static int court_nearest(const court *c, const lf_query *query) {
    int best = -1;
    price near = {0, 0};
    for (int i = 0; i < c->map.width * c->map.height; i++) {
        for (int64_t t = 0; t < query->target_count && c->prices[i].straight >= 0; t++) {
            const price far = crow(c, i, (int)query->targets[t]);
            const int than = best < 0 ? -1 : price_compare(far, near);
            if (than > 0 || (than == 0 && price_compare(c->prices[i], c->prices[best]) >= 0)) continue;
            best = i;
            near = far;
        }
    }
    return best;
}

// ---- Scenes ---------------------------------------------------------------------------------------

typedef struct scene {
    oracle_map base; ///< without weights, obstacles and gates
    lf_map *map;
    lf_depth *depth;
    lf_weights *weights;
    int weight[TILES];         ///< what the judge thinks that tiles weigh
    bool ones;                 ///< whether all of them weigh 1
    lf_strategy strategies[2]; ///< that questions are for
    lf_cost cost;              ///< that most of them are about
} scene;

/// A byte for each tile, in several styles.
static void bytes_random(const oracle_map *map, uint8_t *bytes, uint64_t *random) {
    const int style = oracle_below(random, 6), count = map->width * map->height;
    const int wall = oracle_below(random, map->width), bridge = oracle_below(random, map->height);
    for (int i = 0; i < count; i++) {
        switch (style) {
        case 0: bytes[i] = (uint8_t)(1 + oracle_below(random, 3)); break;
        case 1: bytes[i] = (uint8_t)(1 + oracle_below(random, 255)); break;
        case 2: bytes[i] = i % map->width == wall && i / map->width != bridge ? 255 : 1; break;
        case 3: bytes[i] = (uint8_t)(oracle_below(random, 4) == 0 ? 0 : 1 + oracle_below(random, 9)); break;
        case 4: bytes[i] = i % map->width == wall && i / map->width != bridge ? 0 : 2; break;
        default: bytes[i] = (uint8_t)(i / map->width % 2 == 0 ? 1 : 40); break;
        }
    }
}

static void table_random(uint32_t *table, uint64_t *random) {
    const int most = oracle_below(random, 3) == 0 ? 32767 : 1 + oracle_below(random, 600);
    for (int i = 0; i < 256; i++)
        table[i] = oracle_below(random, 12) == 0 ? 0 : (uint32_t)(1 + oracle_below(random, most));
}

/// Random weights, and the same once more for the judge.
static void scene_weigh(scene *s, uint64_t *random) {
    static uint8_t bytes[TILES];
    uint32_t table[256], depths[256];
    const int count = s->base.width * s->base.height, kind = oracle_below(random, 5);
    bytes_random(&s->base, bytes, random);
    table_random(table, random);
    table_random(depths, random);
    s->ones = kind == 4;
    if (s->ones) memset(bytes, 1, sizeof bytes);
    const bool plane = kind != 1, with_table = kind == 2 || kind == 3, deep = kind == 1 || kind == 3;
    const lf_weights_desc desc = {.plane = plane ? bytes : NULL,
                                  .plane_size = (size_t)count,
                                  .table = with_table ? table : NULL,
                                  .depth = deep ? s->depth : NULL,
                                  .depth_table = deep ? depths : NULL};
    CHECK_EQ(lf_weights_create(s->map, &desc, &s->weights), LF_OK);
    for (int i = 0; i < count; i++) {
        const int depth = s->base.open[i] ? lf_depth_at(s->depth, (lf_tile)i) : 0;
        const int byte = with_table ? (int)table[bytes[i]] : bytes[i];
        s->weight[i] = kind == 1                ? (int)depths[depth]
                       : kind == 3 && byte != 0 ? byte + (int)depths[depth]
                                                : byte;
        CHECK_EQ(lf_weights_at(s->weights, (lf_tile)i), s->base.open[i] ? s->weight[i] : 0);
    }
}

static void scene_make(scene *s, uint64_t seed, uint64_t *random) {
    *s = (scene){.strategies = {LF_STRATEGY_FLOOD, LF_STRATEGY_AUTO},
                 .cost = (lf_cost)(seed / 3 % 2),
                 .base = oracle_random_map(seed, SIDE, (lf_moves)(seed % 3))};
    s->map = map_make(&s->base, oracle_below(random, 3) != 0);
    CHECK_EQ(lf_depth_create(s->map, NULL, &s->depth), LF_OK);
    scene_weigh(s, random);
}

static void scene_free(scene *s) {
    lf_weights_destroy(s->weights);
    lf_depth_destroy(s->depth);
    lf_map_destroy(s->map);
    free(s->base.open);
}

/// A question, and the map that it is judged on.
typedef struct question {
    ends ends;
    lf_obstacle list[LIST_MOST];
    lf_obstacles obstacles;
    unsigned char now[TILES];    ///< open under weights and obstacles
    unsigned char judged[TILES]; ///< the same under the gate
    int gate;                    ///< its depth, -1 = none
} question;

/// The tiles that are open under weights and obstacles.
static void question_obstruct(const scene *s, question *q, uint64_t *random) {
    const int width = s->base.width, count = width * s->base.height;
    q->obstacles = (lf_obstacles){.list = q->list};
    for (int i = 0; i < count; i++) q->now[i] = s->base.open[i] && s->weight[i] > 0;
    if (oracle_below(random, 3) != 0) return;
    q->obstacles.count = 1 + oracle_below(random, LIST_MOST);
    for (int64_t i = 0; i < q->obstacles.count; i++) {
        const lf_obstacle o = q->list[i] = (lf_obstacle){.x = oracle_below(random, width),
                                                         .y = oracle_below(random, s->base.height),
                                                         .width = 1 + oracle_below(random, 5),
                                                         .height = 1 + oracle_below(random, 5),
                                                         .open = oracle_below(random, 2) == 0};
        for (int y = o.y; y < o.y + o.height && y < s->base.height; y++) {
            for (int x = o.x; x < o.x + o.width && x < width; x++)
                q->now[y * width + x] = o.open && s->weight[y * width + x] > 0;
        }
    }
}

/// The tiles that a gate of that depth leaves open.
static void question_gate(const scene *s, question *q, int level) {
    static int far[TILES];
    lf_source both[2 * MAX_ENDS];
    const lf_query *query = &q->ends.query;
    const oracle_map now = {s->base.width, s->base.height, s->base.moves, q->now};
    const int harbour = query->gate.harbour == LF_NONE ? 0
                        : query->gate.harbour == 0     ? -1
                                                       : query->gate.harbour;
    for (int64_t i = 0; i < query->source_count; i++) both[i] = query->sources[i];
    for (int64_t i = 0; i < query->target_count; i++)
        both[query->source_count + i] = (lf_source){.tile = query->targets[i]};
    oracle_distances(&now, NULL, both, query->source_count + query->target_count, far);
    for (int i = 0; i < s->base.width * s->base.height; i++) {
        const int depth = s->base.open[i] ? lf_depth_at(s->depth, (lf_tile)i) : 0;
        q->judged[i] = q->now[i] && (depth >= level || (far[i] >= 0 && far[i] <= harbour));
    }
}

/// Finds the gate of a question, and prices under it.
static void question_judge(const scene *s, question *q, court *c) {
    const lf_query *query = &q->ends.query;
    const bool asked = query->gate.deepest || query->gate.min_depth > 0;
    *c = (court){.map = {s->base.width, s->base.height, s->base.moves, q->judged},
                 .weight = s->weight,
                 .octile = query->options.cost == LF_COST_OCTILE};
    q->gate = asked ? query->gate.min_depth : -1;
    for (int level = 255; query->gate.deepest && level > query->gate.min_depth; level--) {
        if (level < 255 && level > SIDE) level = SIDE; // computed depths are either 255 or small
        question_gate(s, q, level);
        court_price(c, query);
        if (court_target(c, query) < 0) continue;
        q->gate = level;
        return;
    }
    question_gate(s, q, q->gate);
    court_price(c, query);
}

static bool is_guided(lf_strategy strategy) {
    return strategy == LF_STRATEGY_EXPAND || strategy == LF_STRATEGY_SPINE;
}

static bool question_make(const scene *s, question *q, uint64_t *random) {
    const oracle_map now = {s->base.width, s->base.height, s->base.moves, q->now};
    question_obstruct(s, q, random);
    if (!ends_pick(&now, random, &q->ends)) return false;
    lf_query *query = &q->ends.query;
    query->weights = s->weights;
    query->strategy = s->strategies[oracle_below(random, 2)];
    query->options.cost = oracle_below(random, 6) == 0 ? (lf_cost)(1 - s->cost) : s->cost;
    if (is_guided(query->strategy)) query->options.radius = SIDE; // the corridor has all
    query->partial = oracle_below(random, 3) == 0;
    if (q->obstacles.count > 0) query->obstacles = &q->obstacles;
    if (oracle_below(random, 3) != 0) return true;
    query->gate = (lf_depth_gate){.min_depth = oracle_below(random, 4),
                                  .deepest = oracle_below(random, 2) == 0,
                                  .harbour = oracle_below(random, 4) - 1};
    return true;
}

// ---- Swarm ----------------------------------------------------------------------------------------

typedef struct tally {
    int64_t queries, routes, none, partial, gated, opened, closed, octile, ones;
} tally;

static tally all;

typedef struct answer {
    lf_status status;
    lf_route route;
    lf_tile tiles[MAX_TILES];
} answer;

/// What holds of the costs of a route.
static void answer_add_up(const scene *s, const answer *got) {
    int64_t straight = 0, diagonal = 0, crossed = 0;
    for (int64_t i = 1; i < got->route.tile_count; i++) {
        const int a = (int)got->tiles[i - 1], b = (int)got->tiles[i], width = s->base.width;
        const bool across = a % width != b % width && a / width != b / width;
        *(across ? &diagonal : &straight) += s->weight[b];
        crossed += across;
    }
    CHECK_EQ(got->route.straight_cost, straight);
    CHECK_EQ(got->route.diagonal_cost, diagonal);
    CHECK_EQ(got->route.diagonal, crossed);
    CHECK_EQ(got->route.straight, got->route.length - crossed);
}

/// Compares an answer with the judge's, tile by tile.
static void answer_judge(const scene *s, const question *q, const court *c, const answer *got) {
    const lf_query *query = &q->ends.query;
    lf_tile tiles[TILES];
    const int64_t target = court_target(c, query);
    const int end = target >= 0 ? (int)query->targets[target] : query->partial ? court_nearest(c, query) : -1;
    CHECK_EQ(got->status, target >= 0 ? LF_OK : end >= 0 ? LF_PARTIAL : LF_NO_ROUTE);
    CHECK(got->route.exact || is_guided(query->strategy));
    CHECK_EQ(got->route.strategy, query->strategy == LF_STRATEGY_AUTO ? LF_STRATEGY_FLOOD : query->strategy);
    all.queries++;
    all.routes += got->status == LF_OK;
    all.none += got->status == LF_NO_ROUTE;
    all.partial += got->status == LF_PARTIAL;
    CHECK_EQ(got->route.gate_depth, end >= 0 ? q->gate : -1);
    if (end < 0 || got->route.tile_count == 0) return;
    const int64_t count = court_walk(c, (lf_tile)end, tiles);
    CHECK_EQ(got->route.tile_count, count);
    CHECK(got->route.tile_count == count && memcmp(got->tiles, tiles, (size_t)count * sizeof *tiles) == 0);
    CHECK_EQ(query->sources[got->route.source_index].tile, tiles[0]);
    CHECK(query->sources[got->route.source_index].origin == got->route.origin);
    if (target >= 0) CHECK_EQ(query->targets[got->route.target_index], query->targets[target]);
    answer_add_up(s, got);
    all.gated += got->route.gate_depth > 0;
    all.octile += c->octile && got->route.diagonal > 0;
}

static void answers_same(const answer *a, const answer *b) {
    CHECK_EQ(a->status, b->status);
    CHECK_EQ(a->route.tile_count, b->route.tile_count);
    CHECK_EQ(a->route.gate_depth, b->route.gate_depth);
    CHECK_EQ(a->route.straight_cost, b->route.straight_cost);
    CHECK_EQ(a->route.diagonal_cost, b->route.diagonal_cost);
    CHECK_EQ(a->route.source_index, b->route.source_index);
    CHECK_EQ(a->route.target_index, b->route.target_index);
    CHECK(a->route.tile_count != b->route.tile_count ||
          memcmp(a->tiles, b->tiles, (size_t)a->route.tile_count * sizeof *a->tiles) == 0);
}

static void scene_ask(const scene *s, lf_search *search, uint64_t *random) {
    static question q;
    static court c;
    static answer got, other;
    if (!question_make(s, &q, random)) return;
    question_judge(s, &q, &c);
    got.status = lf_search_find(search, &q.ends.query, got.tiles, MAX_TILES, &got.route);
    answer_judge(s, &q, &c, &got);
    all.opened += search->opens;
    all.closed += s->weights->closes;
    other.status = find_sliced(search, &q.ends.query, other.tiles, &other.route, random);
    answers_same(&got, &other);
    CHECK_EQ(got.route.stats.expanded, other.route.stats.expanded);
    CHECK_EQ(lf_search_reaches(search, &q.ends.query), got.status == LF_OK ? LF_OK : LF_NO_ROUTE);
    q.ends.query.weights = NULL;
    q.ends.query.strategy = LF_STRATEGY_FLOOD;
    other.status = lf_search_find(search, &q.ends.query, other.tiles, MAX_TILES, &other.route);
    if (other.status < 0) return; // obstacles stay, but what weights opened is blocked
    CHECK_EQ(other.route.straight_cost, other.route.straight);
    CHECK_EQ(other.route.diagonal_cost, other.route.diagonal);
    all.ones += s->ones;
    if (s->ones) answers_same(&got, &other);
}

/// Says what was asked; every kind of question and answer must have occurred.
static void court_close(void) {
    printf("  %" PRId64 " queries: %" PRId64 " routes (%" PRId64 " under a gate, %" PRId64
           " with diagonals at sqrt 2), %" PRId64 " without one, %" PRId64 " partial; %" PRId64
           " where weights close tiles, %" PRId64 " where obstacles open some; %" PRId64
           " of weight 1 alone\n",
           all.queries, all.routes, all.gated, all.octile, all.none, all.partial, all.closed, all.opened,
           all.ones);
    CHECK(all.routes > 0 && all.none > 0 && all.partial > 0 && all.gated > 0 && all.octile > 0);
    CHECK(all.opened > 0 && all.closed > 0 && all.ones > 0);
}

#endif // LANDFALL_COURT_H
