// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Matrices: lengths, nearest targets and the routes there of random maps against the oracle, under every move rule and
// both costs, with and without an index, in one call and in slices; what is refused, memory, and states of a world. LF_CASES
// maps from LF_SEED on.
#include "matrix/matrix.h"
#include "meter.h"
#include "oracle.h"
#include "price_judge.h"
#include "slow.h"
#include "test.h"

#ifdef TEST_IS_SLOW
enum { MAPS = 150 };
#else
enum { MAPS = 1000 };
#endif
enum { MOST_ENDS = 9, MOST_SIDE = 36, MOST_TILES = MOST_SIDE * MOST_SIDE };

// ---- The truth --------------------------------------------------------------------------------------

/// A question about a map, and the right lengths.
typedef struct question {
    oracle_map plan;
    lf_map *map;
    lf_cost cost;
    lf_tile sources[MOST_ENDS], targets[MOST_ENDS];
    lf_matrix_query query;
    lf_length truth[MOST_ENDS * MOST_ENDS];
    lf_weights *weights; ///< NULL, or lengths are costs
} question;

static double length_value(lf_length length) {
    if (length.straight == LF_NO_LENGTH) return 1e18;
    return length.straight + length.diagonal * 1.4142135623730951;
}

/// Random ends: open ones, some of them twice, and now and then one that is blocked or outside.
static int ends_make(const question *q, uint64_t *random, lf_tile *ends, bool bad) {
    const int count = oracle_below(random, MOST_ENDS + 1), tiles = q->plan.width * q->plan.height;
    for (int i = 0; i < count; i++) {
        ends[i] = i > 0 && oracle_below(random, 6) == 0 ? ends[oracle_below(random, i)]
                                                        : oracle_random_open(&q->plan, random);
        if (bad && oracle_below(random, 3) == 0) ends[i] = (lf_tile)oracle_below(random, tiles + 3);
        if (ends[i] == LF_NO_TILE && !bad) return 0;
    }
    return count;
}

/// The lengths from one source, by the oracle.
static void truth_row(question *q, int64_t i) {
    static oracle_way ways[MOST_TILES];
    const lf_source source = {.tile = q->sources[i]};
    const bool known = lf_map_is_open(q->map, source.tile);
    if (known)
        oracle_field(&q->plan, &(lf_query){.sources = &source, .source_count = 1}, q->cost == LF_COST_OCTILE,
                     ways);
    for (int64_t k = 0; k < q->query.target_count; k++) {
        const lf_tile tile = q->targets[k];
        lf_length *length = &q->truth[i * q->query.target_count + k];
        *length = (lf_length){LF_NO_LENGTH, LF_NO_LENGTH};
        if (!known || !lf_map_is_open(q->map, tile) || ways[tile].straight < 0) continue;
        *length = (lf_length){(uint32_t)ways[tile].straight, (uint32_t)ways[tile].diagonal};
    }
}

static void question_make(question *q, uint64_t seed, int combination) {
    uint64_t random = seed * 6 + (uint64_t)combination + 1;
    *q = (question){.plan = oracle_random_map(seed, MOST_SIDE, (lf_moves)(combination % 3)),
                    .cost = (lf_cost)(combination / 3)};
    q->map = oracle_to_map(&q->plan);
    q->query = (lf_matrix_query){.sources = q->sources, .targets = q->targets};
    q->query.skip_bad_ends = oracle_below(&random, 3) == 0;
    q->query.source_count = ends_make(q, &random, q->sources, q->query.skip_bad_ends);
    q->query.target_count = ends_make(q, &random, q->targets, q->query.skip_bad_ends);
    for (int64_t i = 0; i < q->query.source_count; i++) truth_row(q, i);
}

/// Costs to one target, by a judge of their own.
static void truth_column(question *q, const int *weight, int64_t k) {
    const price_case c = {.plan = &q->plan,
                          .weight = weight,
                          .targets = &q->targets[k],
                          .target_count = 1,
                          .desc = {.cost = q->cost}};
    const lf_tile count = (lf_tile)(q->plan.width * q->plan.height);
    const bool known = q->targets[k] < count && q->plan.open[q->targets[k]];
    judge_price *prices = known ? price_all(&c) : NULL;
    for (int64_t i = 0; i < q->query.source_count; i++) {
        lf_length *length = &q->truth[i * q->query.target_count + k];
        const lf_tile tile = q->sources[i];
        *length = (lf_length){LF_NO_LENGTH, LF_NO_LENGTH};
        if (!known || tile >= count || prices[tile].straight < 0) continue;
        *length = (lf_length){(uint32_t)prices[tile].straight, (uint32_t)prices[tile].diagonal};
    }
    free(prices);
}

/// The same question where tiles weigh something; some weigh nothing and are closed in the plan.
static void question_weigh(question *q, uint64_t seed, int combination) {
    static int weight[MOST_TILES];
    uint8_t bytes[MOST_TILES];
    const size_t count = (size_t)q->plan.width * (size_t)q->plan.height;
    uint64_t random = seed * 6 + (uint64_t)combination + 7;
    const int most = 1 + oracle_below(&random, 2) * 200;
    for (size_t i = 0; i < count; i++) {
        bytes[i] = (uint8_t)(oracle_below(&random, 12) == 0 ? 0 : 1 + oracle_below(&random, most));
        weight[i] = bytes[i];
        if (bytes[i] == 0) q->plan.open[i] = 0;
    }
    CHECK_EQ(lf_weights_create(q->map, &(lf_weights_desc){.plane = bytes, .plane_size = count}, &q->weights),
             LF_OK);
    q->query.source_count = ends_make(q, &random, q->sources, q->query.skip_bad_ends);
    q->query.target_count = ends_make(q, &random, q->targets, q->query.skip_bad_ends);
    for (int64_t k = 0; k < q->query.target_count; k++) truth_column(q, weight, k);
}

static void question_free(question *q) {
    lf_weights_destroy(q->weights);
    lf_map_destroy(q->map);
    free(q->plan.open);
}

/// The right entry of the nearest: each target that was not taken yet, the least length, then the lowest index.
static lf_nearest truth_nearest(const question *q, int64_t source, bool *taken) {
    lf_nearest best = {-1, {LF_NO_LENGTH, LF_NO_LENGTH}};
    for (int64_t k = 0; k < q->query.target_count; k++) {
        const lf_length length = q->truth[source * q->query.target_count + k];
        if (taken[k] || length_value(length) >= length_value(best.length)) continue;
        best = (lf_nearest){k, length};
    }
    if (best.target >= 0) taken[best.target] = true;
    return best;
}

// ---- Judging ----------------------------------------------------------------------------------------

static bool lengths_are_right(const question *q, const lf_length *lengths) {
    const int64_t count = q->query.source_count * q->query.target_count;
    for (int64_t i = 0; i < count; i++) {
        if (!CHECK_EQ(lengths[i].straight, q->truth[i].straight) ||
            !CHECK_EQ(lengths[i].diagonal, q->truth[i].diagonal))
            return false;
    }
    return true;
}

static bool nearest_are_right(const question *q, const lf_nearest *nearest, int64_t count) {
    for (int64_t i = 0; i < q->query.source_count; i++) {
        bool taken[MOST_ENDS] = {0};
        for (int64_t k = 0; k < count; k++) {
            const lf_nearest right = truth_nearest(q, i, taken), is = nearest[i * count + k];
            if (!CHECK_EQ(is.target, right.target) || !CHECK_EQ(is.length.straight, right.length.straight) ||
                !CHECK_EQ(is.length.diagonal, right.length.diagonal))
                return false;
        }
    }
    return true;
}

/// Steps to the end, in slices.
static bool run_sliced(lf_matrix *matrix, lf_status status, uint64_t *random) {
    const int slice = oracle_below(random, 2) == 0 ? 3 : 2000;
    while (status == LF_PAUSED) status = lf_matrix_step(matrix, 1 + oracle_below(random, slice));
    return CHECK_EQ(status, LF_OK) && CHECK_EQ(lf_matrix_step(matrix, 1), LF_OK);
}

/// A query that is given up somewhere, so that the next one finds what it has left.
static void begin_and_leave(lf_matrix *matrix, const question *q, uint64_t *random, lf_nearest *nearest) {
    static lf_nearest_route routes[MOST_ENDS];
    static lf_tile tiles[MOST_TILES];
    const int64_t count = oracle_below(random, 3) + (q->weights != NULL);
    const lf_status status =
        count == 0 ? lf_matrix_begin_routes(matrix, &q->query, routes, MOST_ENDS, tiles, MOST_TILES, NULL)
                   : lf_matrix_begin_nearest(matrix, &q->query, count, nearest, MOST_ENDS * count);
    CHECK_EQ(status, LF_PAUSED);
    for (int i = oracle_below(random, 5); i > 0; i--) lf_matrix_step(matrix, 1 + oracle_below(random, 300));
}

/// The moves of a route, each of them legal by the oracle's own reading of the rules, as a length of the cost.
static bool moves_are_legal(const question *q, const lf_tile *tiles, int64_t count, lf_length *length) {
    const int width = q->plan.width;
    *length = (lf_length){0, 0};
    for (int64_t i = 1; i < count; i++) {
        const int from = (int)tiles[i - 1], to = (int)tiles[i];
        const int dx = to % width - from % width, dy = to / width - from / width;
        if (!CHECK(dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && (dx != 0 || dy != 0)) ||
            !CHECK(oracle_move_legal(&q->plan, from % width, from / width, dx, dy)))
            return false;
        if (dx != 0 && dy != 0 && q->cost == LF_COST_OCTILE)
            length->diagonal++;
        else
            length->straight++;
    }
    return true;
}

static bool route_is_right(const question *q, int64_t source, const lf_nearest_route *route,
                           const lf_tile *tiles) {
    bool taken[MOST_ENDS] = {0};
    lf_length length;
    const lf_nearest right = truth_nearest(q, source, taken), is = route->nearest;
    if (!CHECK_EQ(is.target, right.target) || !CHECK_EQ(is.length.straight, right.length.straight) ||
        !CHECK_EQ(is.length.diagonal, right.length.diagonal))
        return false;
    if (right.target < 0) return CHECK_EQ(route->tile_count, 0);
    return CHECK_EQ(route->tile_count, (int64_t)right.length.straight + right.length.diagonal + 1) &&
           CHECK_EQ(tiles[route->first], q->sources[source]) &&
           CHECK_EQ(tiles[route->first + route->tile_count - 1], q->targets[right.target]) &&
           moves_are_legal(q, tiles + route->first, route->tile_count, &length) &&
           CHECK_EQ(length.straight, right.length.straight) &&
           CHECK_EQ(length.diagonal, right.length.diagonal);
}

enum { ROUTE_ROOM = MOST_ENDS * MOST_TILES, UNTOUCHED = 0x5a5a5a5a };

/// Tiles and routes of one call.
typedef struct routes_answer {
    lf_nearest_route routes[MOST_ENDS];
    lf_tile tiles[ROUTE_ROOM + 1];
    int64_t count;
} routes_answer;

/// Asks for routes, whole or in slices, with room for some tiles.
static lf_status routes_ask(lf_matrix *matrix, const question *q, int64_t room, uint64_t *random,
                            routes_answer *answer) {
    lf_tile *tiles = room == 0 ? NULL : answer->tiles;
    const int64_t sources = q->query.source_count;
    for (int i = 0; i <= ROUTE_ROOM; i++) answer->tiles[i] = UNTOUCHED;
    answer->count = -1;
    if (random == NULL)
        return lf_matrix_routes(matrix, &q->query, answer->routes, sources, tiles, room, &answer->count);
    lf_status status =
        lf_matrix_begin_routes(matrix, &q->query, answer->routes, sources, tiles, room, &answer->count);
    const int slice = oracle_below(random, 2) == 0 ? 3 : 2000;
    while (status == LF_PAUSED) status = lf_matrix_step(matrix, 1 + oracle_below(random, slice));
    CHECK_EQ(lf_matrix_step(matrix, 1), status);
    return status;
}

/// Every route, move by move; the places of the routes; slices as one call; and as many tiles as fit.
static bool routes_are_right(lf_matrix *matrix, const question *q, uint64_t *random) {
    static routes_answer whole, other;
    int64_t place = 0;
    if (!CHECK_EQ(routes_ask(matrix, q, ROUTE_ROOM, NULL, &whole), LF_OK)) return false;
    for (int64_t i = 0; i < q->query.source_count; i++) {
        if (!CHECK_EQ(whole.routes[i].first, place) || !route_is_right(q, i, &whole.routes[i], whole.tiles))
            return false;
        place += whole.routes[i].tile_count;
    }
    if (!CHECK_EQ(whole.count, place) || !CHECK_EQ(whole.tiles[place], UNTOUCHED)) return false;
    const int64_t rooms[] = {0, 1 + oracle_below(random, (int)place + 1), place > 0 ? place : 1};
    for (int i = 0; i < 3; i++) {
        const lf_status expected = rooms[i] > 0 && rooms[i] < place ? LF_E_BUFFER_TOO_SMALL : LF_OK;
        const int64_t fit = rooms[i] < place ? rooms[i] : place;
        if (!CHECK_EQ(routes_ask(matrix, q, rooms[i], random, &other), expected) ||
            !CHECK_EQ(other.count, place) ||
            !CHECK(memcmp(whole.tiles, other.tiles, (size_t)fit * sizeof *whole.tiles) == 0) ||
            !CHECK_EQ(other.tiles[fit], UNTOUCHED))
            return false;
        for (int64_t k = 0; k < q->query.source_count; k++) {
            if (!CHECK_EQ(other.routes[k].first, whole.routes[k].first) ||
                !CHECK_EQ(other.routes[k].nearest.target, whole.routes[k].nearest.target))
                return false;
        }
    }
    return true;
}

static bool matrix_is_right(lf_matrix *matrix, const question *q, uint64_t *random) {
    lf_length lengths[MOST_ENDS * MOST_ENDS];
    lf_nearest nearest[MOST_ENDS * (MOST_ENDS + 2)];
    const int64_t all = q->query.source_count * q->query.target_count;
    for (int i = 0; i < MOST_ENDS * MOST_ENDS; i++) lengths[i] = (lf_length){7, 7};
    if (oracle_below(random, 3) == 0) begin_and_leave(matrix, q, random, nearest);
    if (oracle_below(random, 2) == 0) {
        if (!CHECK_EQ(lf_matrix_fill(matrix, &q->query, lengths, all), LF_OK)) return false;
    } else if (!run_sliced(matrix, lf_matrix_begin(matrix, &q->query, lengths, all), random)) {
        return false;
    }
    if (!lengths_are_right(q, lengths)) return false;
    for (int64_t count = 1; count <= MOST_ENDS + 2; count += 1 + oracle_below(random, 4)) {
        const int64_t room = q->query.source_count * count;
        lf_status status = LF_OK;
        if (oracle_below(random, 2) == 0)
            status = lf_matrix_nearest(matrix, &q->query, count, nearest, room);
        else
            run_sliced(matrix, lf_matrix_begin_nearest(matrix, &q->query, count, nearest, room), random);
        if (!CHECK_EQ(status, LF_OK) || !nearest_are_right(q, nearest, count)) return false;
    }
    if (q->weights == NULL) return routes_are_right(matrix, q, random);
    static routes_answer answer;
    return CHECK_EQ(routes_ask(matrix, q, ROUTE_ROOM, NULL, &answer), LF_E_WEIGHTS_STRATEGY);
}

/// A matrix with or without an index; queries allocate nothing, and its bytes are as stated.
static bool kind_is_right(const question *q, const lf_index *index, int64_t end_room, uint64_t *random) {
    meter m = {0};
    lf_matrix *matrix;
    int64_t bytes;
    const lf_matrix_desc desc = {.index = index,
                                 .cost = q->cost,
                                 .weights = q->weights,
                                 .end_room = end_room,
                                 .allocator = meter_allocator(&m)};
    if (!CHECK_EQ(lf_matrix_size(q->map, &desc, &bytes), LF_OK) || !CHECK_EQ(m.calls, 0) ||
        !CHECK_EQ(lf_matrix_create(q->map, &desc, &matrix), LF_OK))
        return false;
    const int64_t calls = m.calls;
    const bool climbs = index != NULL && lf_index_has_hierarchy(index) && q->weights == NULL;
    bool good = CHECK_EQ(lf_matrix_is_indexed(matrix), climbs) && CHECK_EQ(lf_matrix_bytes(matrix), m.live) &&
                CHECK_EQ(bytes, m.live);
    for (int i = 0; good && i < 2; i++) good = matrix_is_right(matrix, q, random);
    good = CHECK_EQ(m.calls, calls) && good;
    lf_matrix_destroy(matrix);
    return CHECK_EQ(m.live, 0) && CHECK_EQ(m.blocks, 0) && good;
}

static bool question_is_answered(const question *q, uint64_t seed) {
    uint64_t random = seed + 1;
    bool good = kind_is_right(q, NULL, 0, &random);
    for (int kind = 0; good && kind < 2; kind++) {
        lf_index *index;
        const lf_index_desc desc = {.cost = q->cost,
                                    .hierarchy = kind == 0 ? LF_HIERARCHY_YES : LF_HIERARCHY_NO};
        if (!CHECK_EQ(lf_index_create(q->map, &desc, &index), LF_OK)) return false;
        good = kind_is_right(q, index, oracle_below(&random, 4), &random);
        lf_index_destroy(index);
    }
    return good;
}

static void every_length_is_the_oracles(void) {
    const uint64_t seed = test_seed(), count = test_case_count(MAPS);
    int64_t lengths = 0;
    for (uint64_t i = 0; i < count; i++) {
        for (int combination = 0; combination < 6; combination++) {
            static question q;
            question_make(&q, seed + i, combination);
            const bool good = question_is_answered(&q, seed + i);
            lengths += q.query.source_count * q.query.target_count;
            question_free(&q);
            if (good) continue;
            printf("  again with: LF_SEED=%" PRIu64 " LF_CASES=1\n", seed + i);
            return;
        }
    }
    printf("  %" PRId64 " lengths of %" PRIu64 " maps\n", lengths, count);
}

static void every_cost_is_the_judges(void) {
    const uint64_t seed = test_seed(), count = test_case_count(MAPS);
    int64_t lengths = 0;
    for (uint64_t i = 0; i < count; i++) {
        static question q;
        const int combination = (int)((seed + i) % 6);
        uint64_t random = seed + i;
        lf_index *index;
        question_make(&q, seed + i, combination);
        question_weigh(&q, seed + i, combination);
        CHECK_EQ(
            lf_index_create(q.map, &(lf_index_desc){.cost = q.cost, .hierarchy = LF_HIERARCHY_YES}, &index),
            LF_OK);
        const bool good = kind_is_right(&q, NULL, 0, &random) && kind_is_right(&q, index, 0, &random);
        lengths += q.query.source_count * q.query.target_count;
        lf_index_destroy(index);
        question_free(&q);
        if (good) continue;
        printf("  again with: LF_SEED=%" PRIu64 " LF_CASES=1\n", seed + i);
        return;
    }
    printf("  %" PRId64 " costs of %" PRIu64 " maps\n", lengths, count);
}

/// Weights of another map, weights that are too heavy, states of a world.
static void bad_weights_are_refused(void) {
    static uint8_t open[66000];
    static uint32_t table[256];
    lf_map *map, *other;
    lf_weights *weights;
    lf_matrix *matrix;
    lf_length length;
    memset(open, 1, sizeof open);
    table[1] = LF_WEIGHT_MAX; // 65538 tiles of it are 2^32 - 1 + 65535
    const lf_map_desc desc = {.width = 65538, .height = 1, .tiles = open, .tiles_size = sizeof open};
    const lf_tile ends[2] = {0, 1};
    const lf_matrix_query query = {
        .sources = ends, .source_count = 1, .targets = ends + 1, .target_count = 1};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    CHECK_EQ(lf_map_create(&desc, &other), LF_OK);
    for (int i = 0; i < 2; i++) {
        open[65537] = (uint8_t)(1 - i), open[65536] = 1;
        table[0] = 0;
        const lf_weights_desc of = {.plane = open, .plane_size = sizeof open, .table = table};
        CHECK_EQ(lf_weights_create(map, &of, &weights), LF_OK);
        CHECK_EQ(lf_matrix_create(other, &(lf_matrix_desc){.weights = weights}, &matrix),
                 LF_E_FOREIGN_WEIGHTS);
        CHECK_EQ(lf_matrix_create(map, &(lf_matrix_desc){.weights = weights}, &matrix), LF_OK);
        // 65537 * 65535 is 2^32 - 1, the first number that is no length.
        CHECK_EQ(lf_matrix_fill(matrix, &query, &length, 1), LF_E_WEIGHTS_RANGE);
        lf_matrix_destroy(matrix);
        lf_weights_destroy(weights);
    }
    open[65536] = 0;
    CHECK_EQ(lf_weights_create(
                 map, &(lf_weights_desc){.plane = open, .plane_size = sizeof open, .table = table}, &weights),
             LF_OK);
    CHECK_EQ(lf_matrix_create(map, &(lf_matrix_desc){.weights = weights}, &matrix), LF_OK);
    CHECK_EQ(lf_matrix_fill(matrix, &query, &length, 1), LF_OK);
    CHECK(length.straight == LF_WEIGHT_MAX && length.diagonal == 0);
    lf_world *world;
    CHECK_EQ(lf_world_create(&(lf_world_desc){.map = desc}, &world), LF_OK);
    const lf_snapshot *snapshot = lf_world_acquire(world);
    CHECK_EQ(lf_matrix_turn(matrix, snapshot), LF_E_WEIGHTS_WORLD);
    lf_snapshot_release(snapshot);
    lf_world_destroy(world);
    lf_matrix_destroy(matrix);
    lf_weights_destroy(weights);
    lf_map_destroy(map);
    lf_map_destroy(other);
}

// ---- Larger maps ------------------------------------------------------------------------------------

enum { WIDE = 120, MANY = 66 };

/// A sea with single blocked tiles, so that an end sees many headlands; and ends all over it.
static lf_map *rocks_make(lf_moves moves, lf_tile *ends) {
    static uint8_t tiles[WIDE * WIDE];
    uint64_t random = 3;
    lf_map *map;
    for (int i = 0; i < WIDE * WIDE; i++) tiles[i] = oracle_below(&random, 60) != 0;
    const lf_map_desc desc = {
        .width = WIDE, .height = WIDE, .tiles = tiles, .tiles_size = sizeof tiles, .moves = moves};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    for (int i = 0; i < 2 * MANY; i++) {
        do ends[i] = (lf_tile)oracle_below(&random, WIDE * WIDE);
        while (tiles[ends[i]] == 0);
    }
    return map;
}

static void crowds_take_several_rounds(void) {
    static lf_tile ends[2 * MANY];
    static lf_length a[MANY * MANY], b[MANY * MANY];
    const lf_matrix_query query = {
        .sources = ends, .source_count = MANY, .targets = ends + MANY, .target_count = MANY};
    for (int cost = 0; cost < 2; cost++) {
        lf_map *map = rocks_make(LF_MOVES_KING, ends);
        lf_index *index;
        lf_matrix *climbs, *floods;
        const lf_index_desc desc = {.cost = (lf_cost)cost, .hierarchy = LF_HIERARCHY_YES};
        CHECK_EQ(lf_index_create(map, &desc, &index), LF_OK);
        const lf_matrix_desc with = {.index = index, .cost = (lf_cost)cost, .end_room = MANY};
        CHECK_EQ(lf_matrix_create(map, &with, &climbs), LF_OK);
        CHECK_EQ(lf_matrix_create(map, &(lf_matrix_desc){.cost = (lf_cost)cost}, &floods), LF_OK);
        const uint64_t room = climbs->round.entry_room;
        climbs->round.entry_room =
            climbs->ladder.count + 500; // as if its ends had more entries than expected
        CHECK_EQ(lf_matrix_fill(climbs, &query, a, MANY * MANY), LF_OK);
        CHECK(climbs->round.first > 0 && climbs->round.first + climbs->round.count == MANY);
        climbs->round.entry_room = room;
        CHECK_EQ(lf_matrix_fill(floods, &query, b, MANY * MANY), LF_OK);
        CHECK(memcmp(a, b, sizeof a) == 0);
        CHECK_EQ(lf_matrix_fill(climbs, &query, a, MANY * MANY), LF_OK);
        CHECK_EQ(climbs->round.count, MANY);
        CHECK(memcmp(a, b, sizeof a) == 0);
        lf_matrix_destroy(climbs);
        lf_matrix_destroy(floods);
        lf_index_destroy(index);
        lf_map_destroy(map);
    }
}

/// Routes of a crowd by a hierarchy and by fields: legal, of the same lengths, to the same targets.
static void crowd_routes(const lf_map *map, lf_matrix *climbs, lf_matrix *floods,
                         const lf_matrix_query *query) {
    enum { ROOM = MANY * WIDE * 8 };
    static lf_tile tiles[2][ROOM];
    static lf_nearest_route routes[2][MANY];
    int64_t counts[2];
    CHECK_EQ(lf_matrix_routes(climbs, query, routes[0], MANY, tiles[0], ROOM, &counts[0]), LF_OK);
    CHECK_EQ(lf_matrix_routes(floods, query, routes[1], MANY, tiles[1], ROOM, &counts[1]), LF_OK);
    CHECK_EQ(counts[0], counts[1]);
    for (int64_t i = 0; i < query->source_count; i++) {
        CHECK_EQ(routes[0][i].nearest.target, routes[1][i].nearest.target);
        CHECK_EQ(routes[0][i].first, routes[1][i].first);
        for (int kind = 0; kind < 2 && routes[0][i].tile_count > 0; kind++) {
            const lf_nearest_route *route = &routes[kind][i];
            CHECK_EQ(lf_route_check(map, tiles[kind] + route->first, route->tile_count, NULL, NULL), LF_OK);
            CHECK_EQ(tiles[kind][route->first], query->sources[i]);
            CHECK_EQ(tiles[kind][route->first + route->tile_count - 1],
                     query->targets[route->nearest.target]);
        }
    }
}

/// Few ends on one side and many on the other: all counts from one to six, both ways round, lengths, nearest and
/// routes.
static void few_to_many(void) {
    static lf_tile ends[2 * MANY];
    static lf_length a[6 * MANY], b[6 * MANY];
    static lf_nearest c[2 * MANY], d[2 * MANY];
    for (int kind = 0; kind < 6; kind++) {
        lf_map *map = rocks_make((lf_moves)(kind % 3), ends);
        const lf_cost cost = (lf_cost)(kind / 3);
        lf_index *index;
        lf_matrix *climbs, *floods;
        CHECK_EQ(lf_index_create(map, &(lf_index_desc){.cost = cost, .hierarchy = LF_HIERARCHY_YES}, &index),
                 LF_OK);
        CHECK_EQ(lf_matrix_create(map, &(lf_matrix_desc){.index = index, .cost = cost}, &climbs), LF_OK);
        CHECK_EQ(lf_matrix_create(map, &(lf_matrix_desc){.cost = cost}, &floods), LF_OK);
        ends[1] = LF_NO_TILE; // a bad one
        for (int few = 1; few <= 6; few++) {
            const lf_matrix_query forth = {ends, few, ends + MANY, MANY, true},
                                  back = {ends + MANY, MANY, ends, few, true};
            CHECK_EQ(lf_matrix_fill(climbs, &forth, a, 6 * MANY), LF_OK);
            CHECK_EQ(lf_matrix_fill(floods, &forth, b, 6 * MANY), LF_OK);
            CHECK(memcmp(a, b, (size_t)few * MANY * sizeof *a) == 0);
            CHECK_EQ(lf_matrix_fill(climbs, &back, a, 6 * MANY), LF_OK);
            CHECK_EQ(lf_matrix_fill(floods, &back, b, 6 * MANY), LF_OK);
            CHECK(memcmp(a, b, (size_t)few * MANY * sizeof *a) == 0);
            CHECK_EQ(lf_matrix_nearest(climbs, &back, 2, c, 2 * MANY), LF_OK);
            CHECK_EQ(lf_matrix_nearest(floods, &back, 2, d, 2 * MANY), LF_OK);
            for (int i = 0; i < 2 * MANY; i++) CHECK_EQ(c[i].target, d[i].target);
            CHECK_EQ(lf_matrix_nearest(climbs, &forth, 2, c, 2 * few), LF_OK);
            CHECK_EQ(lf_matrix_nearest(floods, &forth, 2, d, 2 * few), LF_OK);
            for (int i = 0; i < 2 * few; i++) CHECK_EQ(c[i].target, d[i].target);
            crowd_routes(map, climbs, floods, &back);
            crowd_routes(map, climbs, floods, &forth);
        }
        lf_matrix_destroy(climbs);
        lf_matrix_destroy(floods);
        lf_index_destroy(index);
        lf_map_destroy(map);
    }
}

// ---- Lengths ----------------------------------------------------------------------------------------

static void lengths_have_an_order(void) {
    const lf_length none = {LF_NO_LENGTH, LF_NO_LENGTH};
    CHECK_EQ(lf_length_compare((lf_length){3, 0}, (lf_length){4, 0}), -1);
    CHECK_EQ(lf_length_compare((lf_length){4, 0}, (lf_length){3, 0}), 1);
    CHECK_EQ(lf_length_compare((lf_length){4, 2}, (lf_length){4, 2}), 0);
    CHECK_EQ(lf_length_compare((lf_length){7, 0}, (lf_length){0, 5}), -1);  // 7 and 7.07
    CHECK_EQ(lf_length_compare((lf_length){17, 0}, (lf_length){0, 12}), 1); // 17 and 16.97
    CHECK_EQ(lf_length_compare((lf_length){1855077841, 0}, (lf_length){0, 1311738121}), -1);
    CHECK_EQ(lf_length_compare(none, (lf_length){UINT32_MAX - 1, 0}), 1);
    CHECK_EQ(lf_length_compare((lf_length){0, UINT32_MAX - 1}, none), -1);
    CHECK_EQ(lf_length_compare(none, none), 0);
}

/// What a length becomes as one number, and back, up to the longest that a map may have.
static void lengths_come_back(void) {
    static const uint32_t numbers[] = {0, 1, 2, 5, 12, 1000003, 655869060, 1311738120};
    const lfi_metric octile = lfi_metric_make(LF_MOVES_KING, LF_COST_OCTILE),
                     uniform = lfi_metric_make(LF_MOVES_KING, LF_COST_UNIFORM);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
            const lf_length length = {numbers[i], numbers[k]};
            const lf_length back = lfi_length_of(&octile, lfi_length_number(&octile, length));
            CHECK_EQ(back.straight, length.straight);
            CHECK_EQ(back.diagonal, length.diagonal);
        }
        CHECK_EQ(lfi_length_of(&uniform, numbers[i]).straight, numbers[i]);
        CHECK_EQ(lfi_length_of(&uniform, numbers[i]).diagonal, 0);
    }
    CHECK_EQ(lfi_length_of(&uniform, UINT32_MAX - 1).straight, UINT32_MAX - 1);
}

// ---- What is refused --------------------------------------------------------------------------------

/// A map of 4 x 3 tiles; the last one is blocked.
static lf_map *small_map(lf_moves moves) {
    static const uint8_t tiles[12] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    lf_map *map;
    const lf_map_desc desc = {
        .width = 4, .height = 3, .tiles = tiles, .tiles_size = sizeof tiles, .moves = moves};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    return map;
}

static lf_status create_status(const lf_map *map, lf_matrix_desc desc) {
    lf_matrix *matrix = (lf_matrix *)&desc; // anything but NULL
    int64_t bytes = -1;
    const lf_status status = lf_matrix_create(map, &desc, &matrix), size = lf_matrix_size(map, &desc, &bytes);
    CHECK_EQ(status, size);
    CHECK_EQ(matrix == NULL, status != LF_OK);
    CHECK_EQ(bytes > 0, status == LF_OK || status == LF_E_MEMORY_LIMIT);
    lf_matrix_destroy(matrix);
    return status;
}

static void bad_descriptions_are_refused(void) {
    lf_map *map = small_map(LF_MOVES_KING), *other = small_map(LF_MOVES_KING),
           *four = small_map(LF_MOVES_ORTHOGONAL);
    lf_index *index, *four_index;
    int64_t bytes;
    lf_matrix *matrix;
    CHECK_EQ(lf_index_create(map, NULL, &index), LF_OK);
    CHECK_EQ(lf_index_create(four, NULL, &four_index), LF_OK);
    CHECK_EQ(lf_matrix_create(NULL, NULL, &matrix), LF_E_NULL);
    CHECK_EQ(lf_matrix_create(map, NULL, NULL), LF_E_NULL);
    CHECK_EQ(lf_matrix_size(NULL, NULL, &bytes), LF_E_NULL);
    CHECK_EQ(lf_matrix_size(map, NULL, NULL), LF_E_NULL);
    CHECK_EQ(create_status(map, (lf_matrix_desc){.cost = (lf_cost)2}), LF_E_COST);
    CHECK_EQ(create_status(other, (lf_matrix_desc){.index = index}), LF_E_FOREIGN_INDEX);
    CHECK_EQ(create_status(map, (lf_matrix_desc){.index = index, .cost = LF_COST_OCTILE}), LF_E_INDEX_COST);
    CHECK_EQ(create_status(four, (lf_matrix_desc){.index = four_index, .cost = LF_COST_OCTILE}), LF_OK);
    CHECK_EQ(create_status(map, (lf_matrix_desc){.end_room = -1}), LF_E_COUNT);
    CHECK_EQ(create_status(map, (lf_matrix_desc){.end_room = (1 << 20) + 1}), LF_E_END_COUNT);
    CHECK_EQ(create_status(map, (lf_matrix_desc){.max_bytes = -1}), LF_E_LIMIT);
    CHECK_EQ(create_status(map, (lf_matrix_desc){.max_bytes = 1}), LF_E_MEMORY_LIMIT);
    CHECK_EQ(create_status(map, (lf_matrix_desc){.allocator = {.alloc = meter_alloc}}), LF_E_ALLOCATOR);
    CHECK_EQ(lf_matrix_size(map, NULL, &bytes), LF_OK);
    CHECK_EQ(create_status(map, (lf_matrix_desc){.max_bytes = bytes}), LF_OK);
    CHECK_EQ(create_status(map, (lf_matrix_desc){.max_bytes = bytes - 1}), LF_E_MEMORY_LIMIT);
    CHECK_EQ(lf_matrix_bytes(NULL), 0);
    CHECK_EQ(lf_matrix_is_indexed(NULL), false);
    lf_matrix_destroy(NULL);
    lf_index_destroy(index);
    lf_index_destroy(four_index);
    lf_map_destroy(map);
    lf_map_destroy(other);
    lf_map_destroy(four);
}

/// Both calls refuse a query alike, and no query is under way then.
static void query_refused(lf_matrix *matrix, lf_matrix_query query, int64_t capacity, lf_status expected) {
    static lf_length lengths[16];
    static lf_nearest nearest[16];
    static lf_nearest_route routes[16];
    static lf_tile tiles[16];
    CHECK_EQ(lf_matrix_begin(matrix, &query, lengths, capacity), expected);
    CHECK_EQ(lf_matrix_step(matrix, 1), LF_E_NOT_BEGUN);
    CHECK_EQ(lf_matrix_fill(matrix, &query, lengths, capacity), expected);
    if (expected == LF_E_BUFFER_TOO_SMALL) return; // they ask for different numbers
    CHECK_EQ(lf_matrix_begin_nearest(matrix, &query, 1, nearest, capacity), expected);
    CHECK_EQ(lf_matrix_step(matrix, 1), LF_E_NOT_BEGUN);
    CHECK_EQ(lf_matrix_nearest(matrix, &query, 1, nearest, capacity), expected);
    int64_t count = 7;
    CHECK_EQ(lf_matrix_begin_routes(matrix, &query, routes, capacity, tiles, 16, &count), expected);
    CHECK_EQ(count, 0);
    CHECK_EQ(lf_matrix_step(matrix, 1), LF_E_NOT_BEGUN);
    CHECK_EQ(lf_matrix_routes(matrix, &query, routes, capacity, tiles, 16, NULL), expected);
}

/// What routes alone refuse, or leave out: buffers, and empty lists.
static void bad_routes_are_refused(lf_matrix *matrix, const lf_matrix_query *query) {
    lf_nearest_route routes[2];
    lf_tile tiles[8];
    int64_t count = 7;
    CHECK_EQ(lf_matrix_begin_routes(NULL, query, routes, 2, tiles, 8, &count), LF_E_NULL);
    CHECK_EQ(count, 0);
    CHECK_EQ(lf_matrix_begin_routes(matrix, NULL, routes, 2, tiles, 8, NULL), LF_E_NULL);
    CHECK_EQ(lf_matrix_begin_routes(matrix, query, NULL, 2, tiles, 8, NULL), LF_E_NULL);
    CHECK_EQ(lf_matrix_begin_routes(matrix, query, routes, 2, NULL, 8, NULL), LF_E_NULL);
    CHECK_EQ(lf_matrix_begin_routes(matrix, query, routes, 2, tiles, -1, NULL), LF_E_COUNT);
    CHECK_EQ(lf_matrix_begin_routes(matrix, query, routes, 1, tiles, 8, NULL), LF_E_BUFFER_TOO_SMALL);
    CHECK_EQ(lf_matrix_step(matrix, 1), LF_E_NOT_BEGUN);
    CHECK_EQ(lf_matrix_routes(matrix, query, routes, 2, tiles, 1, NULL), LF_E_BUFFER_TOO_SMALL);
    CHECK_EQ(routes[1].first, 1);
    const lf_matrix_query nowhere = {query->sources, 2, NULL, 0, false},
                          nobody = {NULL, 0, query->targets, 2, false};
    routes[1] = (lf_nearest_route){.first = 7, .tile_count = 7};
    CHECK_EQ(lf_matrix_routes(matrix, &nowhere, routes, 2, tiles, 8, &count), LF_OK);
    CHECK_EQ(count, 0);
    CHECK(routes[1].nearest.target == -1 && routes[1].first == 0 && routes[1].tile_count == 0);
    CHECK_EQ(lf_matrix_routes(matrix, &nobody, NULL, 0, NULL, 0, &count), LF_OK);
    CHECK_EQ(count, 0);
}

static void bad_queries_are_refused(void) {
    lf_map *map = small_map(LF_MOVES_KING);
    lf_matrix *matrix;
    static const lf_tile good[2] = {0, 10}, outside[2] = {0, 12}, blocked[2] = {0, 11};
    const lf_matrix_query query = {good, 2, good, 2, false};
    lf_length lengths[4];
    lf_nearest nearest[4];
    CHECK_EQ(lf_matrix_create(map, NULL, &matrix), LF_OK);
    CHECK_EQ(lf_matrix_step(matrix, 1), LF_E_NOT_BEGUN);
    CHECK_EQ(lf_matrix_step(NULL, 1), LF_E_NULL);
    CHECK_EQ(lf_matrix_begin(NULL, &query, lengths, 4), LF_E_NULL);
    CHECK_EQ(lf_matrix_begin(matrix, NULL, lengths, 4), LF_E_NULL);
    CHECK_EQ(lf_matrix_begin(matrix, &query, NULL, 4), LF_E_NULL);
    CHECK_EQ(lf_matrix_begin_nearest(NULL, &query, 1, nearest, 4), LF_E_NULL);
    CHECK_EQ(lf_matrix_begin_nearest(matrix, NULL, 1, nearest, 4), LF_E_NULL);
    CHECK_EQ(lf_matrix_begin_nearest(matrix, &query, 0, nearest, 4), LF_E_NEAREST);
    CHECK_EQ(lf_matrix_begin_nearest(matrix, &query, 2, nearest, 3), LF_E_BUFFER_TOO_SMALL);
    CHECK_EQ(lf_matrix_begin_nearest(matrix, &query, INT64_MAX, nearest, 4), LF_E_BUFFER_TOO_SMALL);
    query_refused(matrix, (lf_matrix_query){good, -1, good, 2, false}, 4, LF_E_COUNT);
    query_refused(matrix, (lf_matrix_query){good, 2, good, -1, false}, 4, LF_E_COUNT);
    query_refused(matrix, query, -1, LF_E_COUNT);
    query_refused(matrix, (lf_matrix_query){NULL, 2, good, 2, false}, 4, LF_E_NULL);
    query_refused(matrix, (lf_matrix_query){good, 2, NULL, 2, false}, 4, LF_E_NULL);
    query_refused(matrix, (lf_matrix_query){good, UINT32_MAX, good, 2, true}, 4, LF_E_END_COUNT);
    query_refused(matrix, (lf_matrix_query){good, 2, good, UINT32_MAX, true}, 4, LF_E_END_COUNT);
    query_refused(matrix, query, 3, LF_E_BUFFER_TOO_SMALL);
    query_refused(matrix, (lf_matrix_query){good, UINT32_MAX - 1, good, UINT32_MAX - 1, true}, 4,
                  LF_E_BUFFER_TOO_SMALL);
    query_refused(matrix, (lf_matrix_query){outside, 2, good, 2, false}, 4, LF_E_SOURCE_OUTSIDE);
    query_refused(matrix, (lf_matrix_query){blocked, 2, good, 2, false}, 4, LF_E_SOURCE_BLOCKED);
    query_refused(matrix, (lf_matrix_query){good, 2, outside, 2, false}, 4, LF_E_TARGET_OUTSIDE);
    query_refused(matrix, (lf_matrix_query){good, 2, blocked, 2, false}, 4, LF_E_TARGET_BLOCKED);
    CHECK_EQ(lf_matrix_begin(matrix, &query, lengths, 4), LF_PAUSED);
    CHECK_EQ(lf_matrix_step(matrix, 0), LF_E_BUDGET);
    CHECK_EQ(lf_matrix_step(matrix, INT64_MAX), LF_OK);
    CHECK_EQ(lengths[1].straight, 2);
    CHECK_EQ(lf_matrix_fill(matrix, &(lf_matrix_query){NULL, 0, good, 2, false}, NULL, 0), LF_OK);
    CHECK_EQ(lf_matrix_fill(matrix, &(lf_matrix_query){good, 2, NULL, 0, false}, NULL, 0), LF_OK);
    CHECK_EQ(lf_matrix_nearest(matrix, &(lf_matrix_query){good, 2, NULL, 0, false}, 2, nearest, 4), LF_OK);
    CHECK_EQ(nearest[3].target, -1);
    bad_routes_are_refused(matrix, &query);
    lf_matrix_destroy(matrix);
    lf_map_destroy(map);
}

static void every_allocation_may_fail(void) {
    for (int kind = 0; kind < 4; kind++) {
        lf_map *map = small_map(LF_MOVES_KING);
        lf_index *index;
        const lf_cost cost = (lf_cost)(kind / 2);
        const lf_index_desc with = {.cost = cost, .hierarchy = LF_HIERARCHY_YES};
        CHECK_EQ(lf_index_create(map, &with, &index), LF_OK);
        lf_status status = LF_E_NOMEM;
        for (int64_t fail_at = 1; status == LF_E_NOMEM; fail_at++) {
            meter m = {.fail_at = fail_at};
            lf_matrix *matrix;
            const lf_matrix_desc desc = {
                .index = kind % 2 == 0 ? NULL : index, .cost = cost, .allocator = meter_allocator(&m)};
            status = lf_matrix_create(map, &desc, &matrix);
            if (status == LF_OK) CHECK(fail_at > 5);
            CHECK_EQ(matrix == NULL, status != LF_OK);
            lf_matrix_destroy(matrix);
            CHECK_EQ(m.live, 0);
            CHECK_EQ(m.blocks, 0);
        }
        CHECK_EQ(status, LF_OK);
        lf_index_destroy(index);
        lf_map_destroy(map);
    }
}

// ---- Worlds -----------------------------------------------------------------------------------------

enum { SEA = 40 };

static lf_world *sea_make(lf_cost cost, lf_moves moves, int height) {
    static uint8_t tiles[SEA * SEA];
    lf_world *world;
    for (int i = 0; i < SEA * SEA; i++) tiles[i] = i % SEA != 20 || i / SEA < 4;
    const lf_index_desc index = {.cost = cost, .hierarchy = LF_HIERARCHY_YES};
    const lf_world_desc desc = {
        .map = {.width = SEA, .height = height, .tiles = tiles, .tiles_size = sizeof tiles, .moves = moves},
        .index = &index};
    CHECK_EQ(lf_world_create(&desc, &world), LF_OK);
    return world;
}

/// The lengths of a matrix are those of single queries on the state.
static void state_is_right(lf_matrix *matrix, const lf_snapshot *snapshot, lf_cost cost) {
    static const lf_tile ends[5] = {3 * SEA + 5, 35 * SEA + 33, 20 * SEA + 19, 20 * SEA + 21, 39 * SEA + 39};
    const lf_matrix_query query = {ends, 5, ends, 5, false};
    lf_length lengths[25];
    static lf_tile tiles[5 * SEA * SEA];
    lf_nearest_route routes[5];
    lf_search *search;
    CHECK_EQ(lf_matrix_fill(matrix, &query, lengths, 25), LF_OK);
    const lf_matrix_query away = {ends, 2, ends + 1, 4, false};
    CHECK_EQ(lf_matrix_routes(matrix, &away, routes, 5, tiles, 5 * SEA * SEA, NULL), LF_OK);
    for (int i = 0; i < 2; i++) {
        const lf_nearest_route *route = &routes[i];
        if (route->nearest.target < 0) continue;
        const lf_length length = lengths[5 * i + route->nearest.target + 1];
        CHECK_EQ(lf_length_compare(route->nearest.length, length), 0);
        CHECK_EQ(
            lf_route_check(lf_snapshot_map(snapshot), tiles + route->first, route->tile_count, NULL, NULL),
            LF_OK);
    }
    CHECK_EQ(lf_search_create(lf_snapshot_map(snapshot), &(lf_search_desc){.cost = cost}, &search), LF_OK);
    for (int i = 0; i < 25; i++) {
        const lf_source source = {.tile = ends[i / 5]};
        lf_route route;
        const lf_query single = {.sources = &source,
                                 .source_count = 1,
                                 .targets = &ends[i % 5],
                                 .target_count = 1,
                                 .strategy = LF_STRATEGY_FLOOD,
                                 .options = {.cost = cost}};
        if (lf_search_find(search, &single, NULL, 0, &route) == LF_NO_ROUTE) {
            CHECK_EQ(lengths[i].straight, LF_NO_LENGTH);
            continue;
        }
        CHECK_EQ(lengths[i].straight, cost == LF_COST_OCTILE ? route.straight : route.length);
        CHECK_EQ(lengths[i].diagonal, cost == LF_COST_OCTILE ? route.diagonal : 0);
    }
    lf_search_destroy(search);
}

/// Turns a matrix to the newest state, once each allocation has failed, and judges it there.
static void turn_and_judge(lf_matrix *matrix, meter *m, lf_world *world, lf_cost cost, bool indexed) {
    const lf_snapshot *snapshot = lf_world_acquire(world);
    lf_status status = LF_E_NOMEM;
    for (int64_t k = 1; status == LF_E_NOMEM; k++) {
        const int64_t live = m->live;
        m->fail_at = m->calls + k;
        status = lf_matrix_turn(matrix, snapshot);
        if (status == LF_E_NOMEM) CHECK_EQ(m->live, live);
    }
    m->fail_at = 0;
    CHECK_EQ(status, LF_OK);
    CHECK_EQ(lf_matrix_is_indexed(matrix), indexed);
    CHECK_EQ(lf_matrix_bytes(matrix), m->live);
    CHECK_EQ(lf_matrix_step(matrix, 1), LF_E_NOT_BEGUN);
    state_is_right(matrix, snapshot, cost);
    lf_snapshot_release(snapshot);
}

static void states_of_a_world(void) {
    for (int i = 0; i < 8; i++) {
        const lf_cost cost = (lf_cost)(i % 2), index_cost = (lf_cost)(i / 2 % 2);
        const lf_moves moves = i < 4 ? LF_MOVES_KING : LF_MOVES_ORTHOGONAL;
        const bool serves = cost == index_cost || moves == LF_MOVES_ORTHOGONAL; // then costs are the same
        lf_world *world = sea_make(index_cost, moves, SEA);
        meter m = {0};
        lf_matrix *matrix;
        const lf_snapshot *first = lf_world_acquire(world);
        const lf_matrix_desc desc = {.cost = cost,
                                     .index = serves ? lf_snapshot_index(first) : NULL,
                                     .allocator = meter_allocator(&m)};
        CHECK_EQ(lf_matrix_create(lf_snapshot_map(first), &desc, &matrix), LF_OK);
        CHECK_EQ(lf_matrix_is_indexed(matrix), serves);
        state_is_right(matrix, first, cost);
        turn_and_judge(matrix, &m, world, cost, serves);
        lf_snapshot_release(first);
        for (int edit = 0; edit < 4; edit++) {
            CHECK_EQ(lf_world_set_rect(world, (lf_point){5 + 8 * edit, 10}, 7, 25, edit % 2 == 1), LF_OK);
            CHECK_EQ(lf_world_set_rect(world, (lf_point){19, 20}, 3, 1, true), LF_OK);
            CHECK_EQ(lf_world_commit(world, NULL), LF_OK);
            turn_and_judge(matrix, &m, world, cost, false); // the index is out of date
            if (edit % 2 == 0) continue;
            while (lf_world_work(world, LF_WORK_ALL, NULL) == LF_PAUSED) {
            }
            turn_and_judge(matrix, &m, world, cost, serves);
        }
        lf_matrix_destroy(matrix);
        CHECK_EQ(m.live, 0);
        lf_world_destroy(world);
    }
}

static void bad_turns_are_refused(void) {
    lf_world *world = sea_make(LF_COST_UNIFORM, LF_MOVES_KING, SEA);
    const lf_snapshot *snapshot = lf_world_acquire(world);
    lf_map *map = small_map(LF_MOVES_KING);
    lf_matrix *matrix, *bounded;
    int64_t bytes;
    const lf_tile ends[2] = {0, 5};
    const lf_matrix_query query = {ends, 2, ends, 2, false};
    lf_length lengths[4];
    CHECK_EQ(lf_matrix_create(map, NULL, &matrix), LF_OK);
    CHECK_EQ(lf_matrix_begin(matrix, &query, lengths, 4), LF_PAUSED);
    CHECK_EQ(lf_matrix_turn(matrix, NULL), LF_E_NULL);
    CHECK_EQ(lf_matrix_turn(NULL, snapshot), LF_E_NULL);
    CHECK_EQ(lf_matrix_turn(matrix, snapshot), LF_E_FOREIGN_MAP);
    CHECK_EQ(lf_matrix_step(matrix, INT64_MAX), LF_OK); // it goes on
    CHECK_EQ(lengths[1].straight, 1);
    CHECK_EQ(lf_matrix_size(lf_snapshot_map(snapshot), NULL, &bytes), LF_OK);
    CHECK_EQ(lf_matrix_create(lf_snapshot_map(snapshot), &(lf_matrix_desc){.max_bytes = bytes}, &bounded),
             LF_OK);
    CHECK_EQ(lf_matrix_turn(bounded, snapshot), LF_E_MEMORY_LIMIT); // the ladder beside the field
    CHECK_EQ(lf_matrix_is_indexed(bounded), false);
    state_is_right(bounded, snapshot, LF_COST_UNIFORM);
    lf_world *others[] = {sea_make(LF_COST_UNIFORM, LF_MOVES_KING, SEA - 1),
                          sea_make(LF_COST_UNIFORM, LF_MOVES_KING_CUT, SEA)};
    for (int i = 0; i < 2; i++) {
        const lf_snapshot *other = lf_world_acquire(others[i]);
        CHECK_EQ(lf_matrix_turn(bounded, other), LF_E_FOREIGN_MAP);
        lf_snapshot_release(other);
        lf_world_destroy(others[i]);
    }
    lf_matrix_destroy(matrix);
    lf_matrix_destroy(bounded);
    lf_map_destroy(map);
    lf_snapshot_release(snapshot);
    lf_world_destroy(world);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(lengths_have_an_order),
                                      TEST(lengths_come_back),
                                      TEST(bad_descriptions_are_refused),
                                      TEST(bad_queries_are_refused),
                                      TEST(every_allocation_may_fail),
                                      TEST(every_length_is_the_oracles),
                                      TEST(every_cost_is_the_judges),
                                      TEST(bad_weights_are_refused),
                                      TEST(crowds_take_several_rounds),
                                      TEST(few_to_many),
                                      TEST(states_of_a_world),
                                      TEST(bad_turns_are_refused)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
