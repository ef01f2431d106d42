// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A strategy of one's own, added by two rows of the table (LFI_MORE_PARTS, LFI_MORE_STRATEGIES) and nothing
// else: "Adding a strategy" in docs/architecture.md is true. It is breadth-first search from the textbook,
// with a queue and a mark for each tile, and it gives up to the guardrail when its queue is full.
#include "test.h"

#include "ends.h"
#include "meter.h"
#include "query/context.h"
#include "starve.h"

enum { TOY = LF_STRATEGY_CELLS + 1, TOY_ROOM = 120 };

// ---- The part -------------------------------------------------------------------------------------

typedef struct toy {
    lf_tile *queue;
    uint32_t *stamps; ///< for each tile, the query that has met it
    uint8_t *moves;   ///< that led there; LFI_CENTRE for a source
    int64_t head, tail;
} toy;

static toy *toy_of(const lf_search *search) {
    return search->parts[LFI_PART_TOY];
}

static void toy_arrays(lf_search *search, lfi_arrays *run) {
    toy *t = toy_of(search);
    LFI_ARRAY(run, t->queue, TOY_ROOM);
    LFI_ARRAY(run, t->stamps, search->base->tile_count);
    LFI_ARRAY(run, t->moves, search->base->tile_count);
}

static void toy_forget(lf_search *search) {
    memset(toy_of(search)->stamps, 0, search->base->tile_count * sizeof(uint32_t));
}

extern const lfi_part lfi_toy_part;
const lfi_part lfi_toy_part = {.size = sizeof(toy), .arrays = toy_arrays, .forget = toy_forget};

// ---- The strategy ---------------------------------------------------------------------------------

/// False if the queue is full.
static bool toy_meet(lf_search *search, lf_tile tile, int move) {
    toy *t = toy_of(search);
    if (t->stamps[tile] == search->stamp) return true;
    if (t->tail == TOY_ROOM) return false;
    t->stamps[tile] = search->stamp;
    t->moves[tile] = (uint8_t)move;
    t->queue[t->tail++] = tile;
    search->route.stats.enqueued++;
    return true;
}

static void toy_begin(lf_search *search) {
    toy_of(search)->head = toy_of(search)->tail = 0;
    for (int64_t i = 0; i < search->query.source_count; i++) {
        const lf_tile tile = search->query.sources[i].tile;
        if (lfi_search_source_useful(search, tile)) toy_meet(search, tile, LFI_CENTRE);
    }
}

static void toy_settle(lf_search *search, lf_tile target) {
    lf_route *route = &search->route;
    route->target = route->source = target;
    for (int move; (move = toy_of(search)->moves[route->source]) != LFI_CENTRE; route->length++) {
        route->diagonal += lfi_move_is_diagonal(move);
        route->source = (lf_tile)(route->source - search->map->tile_offset[move]);
    }
}

static bool toy_is_target(const lf_search *search, lf_tile tile) {
    for (int64_t i = 0; i < search->query.target_count; i++) {
        if (search->query.targets[i] == tile) return true;
    }
    return false;
}

static lf_status toy_step(lf_search *search, int64_t *budget) {
    const lf_map *map = search->map;
    toy *t = toy_of(search);
    for (; *budget > 0; --*budget) {
        if (t->head == t->tail) return LF_NO_ROUTE;
        const lf_tile tile = t->queue[t->head++];
        search->route.stats.expanded++;
        if (toy_is_target(search, tile)) {
            toy_settle(search, tile);
            return LF_OK;
        }
        unsigned moves = map->allowed[lfi_bits_around(map->open, lfi_map_spot(map, tile), map->stride)];
        for (; moves != 0; moves &= moves - 1) {
            const int k = lfi_lowest_bit(moves);
            if (!toy_meet(search, (lf_tile)(tile + map->tile_offset[k]), k))
                return lfi_search_give_up(search);
        }
    }
    return LF_PAUSED;
}

static void toy_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    lf_tile tile = search->route.target;
    for (int64_t i = search->route.length; i >= 0; i--) {
        if (i < capacity) tiles[i] = tile;
        tile = (lf_tile)(tile - search->map->tile_offset[toy_of(search)->moves[tile]]);
    }
}

static bool toy_has_met(const lf_search *search, lf_tile tile) {
    return toy_of(search)->stamps[tile] == search->stamp;
}

extern const lfi_strategy lfi_toy_strategy;
const lfi_strategy lfi_toy_strategy = {.name = "toy",
                                       .exact = true,
                                       .gated = true,
                                       .parts = LFI_PART_BIT(TOY),
                                       .begin = toy_begin,
                                       .step = toy_step,
                                       .trace = toy_trace,
                                       .has_met = toy_has_met};

// ---- Tests ----------------------------------------------------------------------------------------

static void it_has_a_name_and_a_number(void) {
    lf_strategy strategy;
    CHECK_EQ(lf_strategy_parse("toy", &strategy), LF_OK);
    CHECK_EQ(strategy, TOY);
    CHECK_STR(lf_strategy_name((lf_strategy)TOY), "toy");
    CHECK(lf_strategy_name((lf_strategy)(TOY + 1)) == NULL);
}

/// What holds for one query: the length is the oracle's, the route legal, slices give the same tiles.
static void query_check_toy(const oracle_map *small, const lf_map *map, lf_search *search, ends *e,
                            uint64_t *random, int64_t *guardrails) {
    static lf_tile tiles[MAX_TILES], again[MAX_TILES];
    lf_route route, sliced;
    e->query.strategy = (lf_strategy)TOY;
    const int best = oracle_length(small, NULL, &e->query);
    CHECK_EQ(lf_search_find(search, &e->query, tiles, MAX_TILES, &route), best < 0 ? LF_NO_ROUTE : LF_OK);
    CHECK(route.exact);
    *guardrails += route.stats.guardrail;
    if (best < 0) return;
    CHECK_EQ(route.length, best);
    CHECK_EQ(route.strategy, TOY);
    check_route(map, &e->query, &route, tiles);
    CHECK(lf_search_has_met(search, route.source) && lf_search_has_met(search, route.target));
    CHECK_EQ(find_sliced(search, &e->query, again, &sliced, random), LF_OK);
    CHECK_EQ(memcmp(tiles, again, sizeof *tiles * (size_t)route.tile_count), 0);
}

static void it_agrees_with_the_oracle(void) {
    const uint64_t seed = test_seed();
    int64_t guardrails = 0;
    for (uint64_t i = 0; i < 600; i++) {
        const int64_t before = test_failures;
        const oracle_map small = oracle_random_map(seed + i, 40, (lf_moves)(i % 3));
        lf_map *map = map_make(&small, i % 2 == 0);
        lf_search *search;
        CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
        uint64_t random = seed + i;
        ends e;
        for (int k = 0; k < 3 && ends_pick(&small, &random, &e); k++) {
            if (k == 2) search->stamp = UINT32_MAX; // the numbers of queries begin again
            query_check_toy(&small, map, search, &e, &random, &guardrails);
        }
        lf_search_destroy(search);
        lf_map_destroy(map);
        free(small.open);
        if (test_failed_on(before, seed, i)) return;
    }
    CHECK(guardrails > 50);
}

static void its_memory_is_counted_and_may_fail(void) {
    const oracle_map small = oracle_random_map(5, 30, LF_MOVES_KING);
    lf_map *map = oracle_to_map(&small);
    meter all = {0};
    lf_search *search;
    lf_search_desc desc = {.allocator = meter_allocator(&all)};
    CHECK_EQ(lf_search_create(map, &desc, &search), LF_OK);
    CHECK_EQ(all.live, (int64_t)lf_search_bytes(search));
    lf_search_destroy(search);
    CHECK_EQ(all.live, 0);
    search_starve(map, desc, all.calls);
    lf_map_destroy(map);
    free(small.open);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(it_has_a_name_and_a_number), TEST(it_agrees_with_the_oracle),
                                      TEST(its_memory_is_counted_and_may_fail)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
