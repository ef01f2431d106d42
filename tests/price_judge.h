// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A field under weights against a judge that was written from the words of landfall/field.h and shares nothing with
// the library: costs are pairs of whole numbers, lowered until nothing changes.
#ifndef LANDFALL_PRICE_JUDGE_H
#define LANDFALL_PRICE_JUDGE_H

#include "oracle.h"
#include "test.h"

/// straight + diagonal * sqrt 2; straight < 0: no way.
typedef struct judge_price {
    int64_t straight, diagonal;
} judge_price;

/// A field's question. The plan has the tiles that may be entered.
typedef struct price_case {
    const oracle_map *plan;
    const int *weight; ///< of each tile
    const lf_tile *targets;
    int target_count;
    int64_t limit; ///< 0 = none
    lf_field_desc desc;
} price_case;

static const int price_steps[8][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};

static inline bool price_is_octile(const price_case *c) {
    return c->desc.cost == LF_COST_OCTILE && c->plan->moves != LF_MOVES_ORTHOGONAL;
}

/// The sign of a difference, by squares; numbers stay below 2^31.
static inline int price_order(judge_price a, judge_price b) {
    const int64_t s = a.straight - b.straight, d = a.diagonal - b.diagonal;
    if (s == 0 && d == 0) return 0;
    if (s >= 0 && d >= 0) return 1;
    if (s <= 0 && d <= 0) return -1;
    return (s * s > 2 * d * d) == (s > 0) ? 1 : -1;
}

/// The tile that a step leads to; -1 if it is not legal.
static inline int price_step(const price_case *c, int tile, int step) {
    const int width = c->plan->width, x = tile % width, y = tile / width;
    if (!oracle_move_legal(c->plan, x, y, price_steps[step][0], price_steps[step][1])) return -1;
    return tile + price_steps[step][0] + price_steps[step][1] * width;
}

/// What it costs to take a step to a tile and go on from there.
static inline judge_price price_over(const price_case *c, const judge_price *prices, int step, int to) {
    judge_price price = prices[to];
    *(step >= 4 && price_is_octile(c) ? &price.diagonal : &price.straight) += c->weight[to];
    return price;
}

/// Lowers the price of a tile by all steps from there; whether it fell.
static inline bool price_lower(const price_case *c, judge_price *prices, int tile) {
    bool fell = false;
    for (int step = 0; step < 8 && c->plan->open[tile]; step++) {
        const int to = price_step(c, tile, step);
        if (to < 0 || prices[to].straight < 0) continue;
        const judge_price there = price_over(c, prices, step, to);
        if (prices[tile].straight >= 0 && price_order(there, prices[tile]) >= 0) continue;
        prices[tile] = there;
        fell = true;
    }
    return fell;
}

static inline bool price_within(const price_case *c, judge_price price) {
    return price.straight >= 0 && (c->limit == 0 || price_order(price, (judge_price){c->limit, 0}) <= 0);
}

/// The price of every tile, -1 beyond the limit. The caller frees them.
static inline judge_price *price_all(const price_case *c) {
    const int count = c->plan->width * c->plan->height;
    judge_price *prices = malloc(sizeof *prices * (size_t)count);
    for (int i = 0; i < count; i++) prices[i] = (judge_price){-1, 0};
    for (int i = 0; i < c->target_count; i++) prices[c->targets[i]] = (judge_price){0, 0};
    for (bool fell = true; fell;) {
        fell = false;
        for (int i = 0; i < count; i++) fell |= price_lower(c, prices, i);
        for (int i = count - 1; i >= 0; i--) fell |= price_lower(c, prices, i);
    }
    for (int i = 0; i < count; i++) {
        if (!price_within(c, prices[i])) prices[i] = (judge_price){-1, 0};
    }
    return prices;
}

/// The number of a plane: floor(1024 * (straight + diagonal * sqrt 2)) by trying bits, or the sum.
static inline int64_t price_number(const price_case *c, judge_price price) {
    if (!price_is_octile(c)) return price.straight;
    const uint64_t scaled = (uint64_t)price.diagonal * 1024, square = 2 * scaled * scaled;
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit != 0; bit >>= 1) {
        if ((root | bit) * (root | bit) <= square) root |= bit;
    }
    return price.straight * 1024 + (int64_t)root;
}

/// The first step, in the written order, that costs exactly what it saves; -1 at a target or without a way.
static inline int price_first(const price_case *c, const judge_price *prices, int tile) {
    for (int step = 0; step < 8 && prices[tile].straight >= 0; step++) {
        const int to = price_step(c, tile, step);
        if (to < 0 || prices[to].straight < 0) continue;
        if (price_order(price_over(c, prices, step, to), prices[tile]) == 0) return step;
    }
    return -1;
}

static inline uint32_t price_owner(const price_case *c, const judge_price *prices, int tile) {
    if (prices[tile].straight < 0) return LF_NO_OWNER;
    for (int step; (step = price_first(c, prices, tile)) >= 0;) tile = price_step(c, tile, step);
    for (int i = 0; i < c->target_count; i++) {
        if ((int)c->targets[i] == tile) return (uint32_t)i;
    }
    return LF_NO_OWNER;
}

static inline bool price_judge_distance(const price_case *c, const lf_field *field,
                                        const lf_field_planes *planes, const judge_price *prices, int tile) {
    const bool none = prices[tile].straight < 0;
    const int64_t number = none ? -1 : price_number(c, prices[tile]);
    int64_t straight = -7, diagonal = -7;
    const lf_status status = lf_field_cost(field, (lf_tile)tile, &straight, &diagonal);
    if (!CHECK_EQ(status, none ? LF_NO_ROUTE : LF_OK) ||
        !CHECK_EQ(straight, none ? 0 : prices[tile].straight) ||
        !CHECK_EQ(diagonal, none ? 0 : prices[tile].diagonal))
        return false;
    if (planes->distances != NULL && !CHECK_EQ(planes->distances[tile], none ? LF_NO_DISTANCE : number))
        return false;
    if (planes->distances16 != NULL &&
        !CHECK_EQ(planes->distances16[tile], none ? LF_NO_DISTANCE_16 : number))
        return false;
    return CHECK_EQ(lf_field_distance(field, (lf_tile)tile),
                    c->desc.distances == LF_DISTANCES_NONE ? -1 : number);
}

/// The direction, the owner and the costs of the route of a tile.
static inline bool price_judge_way(const price_case *c, const lf_field *field, const lf_field_planes *planes,
                                   const judge_price *prices, int tile) {
    static const uint8_t around[3][3] = {{0, 1, 2}, {3, 8, 4}, {5, 6, 7}};
    const int step = price_first(c, prices, tile);
    const bool none = prices[tile].straight < 0;
    const uint8_t direction = none       ? LF_NO_DIRECTION
                              : step < 0 ? LF_DIRECTION_HERE
                                         : around[price_steps[step][1] + 1][price_steps[step][0] + 1];
    lf_route route;
    if (!CHECK_EQ(planes->directions[tile], direction)) return false;
    if (planes->owners != NULL && !CHECK_EQ(planes->owners[tile], price_owner(c, prices, tile))) return false;
    if (!CHECK_EQ(lf_field_route(field, (lf_tile)tile, NULL, 0, &route), none ? LF_NO_ROUTE : LF_OK))
        return false;
    if (none) return CHECK(!route.found);
    const bool octile = price_is_octile(c);
    return CHECK_EQ(octile ? route.straight_cost : route.straight_cost + route.diagonal_cost,
                    prices[tile].straight) &&
           CHECK_EQ(octile ? route.diagonal_cost : 0, prices[tile].diagonal);
}

/// Every tile of a filled field.
static inline bool price_judge(const price_case *c, const lf_field *field) {
    const int count = c->plan->width * c->plan->height;
    judge_price *prices = price_all(c);
    lf_field_planes planes;
    int64_t reached = 0;
    bool good = CHECK_EQ(lf_field_finish(field, &planes), LF_OK);
    for (int i = 0; good && i < count; i++) {
        reached += prices[i].straight >= 0;
        good = price_judge_distance(c, field, &planes, prices, i) &&
               (planes.directions == NULL || price_judge_way(c, field, &planes, prices, i));
    }
    free(prices);
    return good && CHECK_EQ(planes.reached, reached);
}

#endif // LANDFALL_PRICE_JUDGE_H
