// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// flood under weights: Dijkstra's algorithm with a ring of buckets (Dial's algorithm) instead of a heap. Costs
// are exact.
//
// Costs as numbers. A cost is one whole number of 64 bits: the sum of weights; under octile costs
// a Q + b P for a sum of a over straight and of b over diagonal moves, which orders costs as a + b sqrt 2 does
// while b < Q (base/metric.h). A cheapest way enters no tile twice, so a and b are at most the sum of the
// weights of all open tiles. That sum, not the number of tiles times the greatest weight, is what
// lfi_weighted_check compares with Q. Uniform costs are below 2^32 tiles * 2^16, so nothing overflows.
//
// Buckets. A bucket has the costs of a range that is no wider than the cheapest move: 1, or 2^30 < Q. A tile
// can then not lower the cost of another one of its bucket. So all costs of a bucket are final when its turn
// comes, and the order in which it is emptied does not matter. The costs in the queue differ by at most the
// dearest move, so a ring of that many buckets is enough: 2^17 for the greatest weight, and as few as the
// weights of the query need. Two levels of bits tell which bucket is the next.
//
//     heads   3 . . 9 . .        a bucket is a list through the nodes of its tiles, so that a tile is never
//             |     |            in the queue twice, and the room is one node per tile whatever the weights
//             7     2            are
//
// Uniform costs: what it costs to enter a tile does not depend on where from. So the first expanded neighbour
// gives a tile its final cost, a tile that was met is not looked at again, and no tile ever leaves its bucket
// for another one. Octile costs: a straight move may come after a diagonal one and be cheaper. Then the tile
// leaves its bucket, for which lists have links in both directions. Tiles that were expanded are not looked at
// again.
//
// Rejected for uniform costs: to expand tiles of one cost as bits, 64 of a row or 128 of a block at once, as waves
// do. On a soft coast rows took the same time and blocks 1.25 times as long, on random weights 1.0 and 1.5 times:
// the time goes into the weights and costs of single tiles, which no bits save.
//
// Memory is touched where the query goes: what is known of tiles lies in words of 64 tiles, and a list of
// touched words is what the next query clears.
//
// The route is walked back from the target by the written rule of lf_search_find, which depends on costs only.
//
// Time: O(tiles met + empty buckets / 4096). Memory: 16 bytes per tile, 28 per word of 64 tiles, 0.5 MB.
#include "weighted.h"

#include "../base/metric.h"
#include "../weights/weights.h"

#include <string.h>

enum {
    RING_MOST = 1 << 17, ///< buckets for the greatest weight under octile costs
    RING_LEAST = 64,     ///< a word of bits
    BUCKET_SHIFT = 30,   ///< octile: a bucket has costs of 2^30, less than a straight move
    KNOWN_PITCH = sizeof(lfi_weighted_word) / sizeof(uint64_t),
};

_Static_assert((UINT64_C(1) << BUCKET_SHIFT) < LFI_METRIC_Q, "a bucket is narrower than the cheapest move");
_Static_assert((LF_WEIGHT_MAX * LFI_METRIC_P >> BUCKET_SHIFT) + 1 < RING_MOST, "the ring holds every move");

// ---- Memory ---------------------------------------------------------------------------------------

static bool weighted_wanted(const lf_search *search) {
    return search->weighted;
}

void lfi_weighted_arrays(lfi_weighted *weighted, const lf_map *map, lfi_arrays *run) {
    LFI_ARRAY(run, weighted->nodes, map->tile_count);
    LFI_ARRAY_ZEROED(run, weighted->words, map->word_count);
    LFI_ARRAY(run, weighted->touched, map->word_count);
    LFI_ARRAY(run, weighted->heads, RING_MOST);
    LFI_ARRAY(run, weighted->full, RING_MOST / 64);
    LFI_ARRAY(run, weighted->full_words, RING_MOST / 64 / 64);
}

static void weighted_arrays(lf_search *search, lfi_arrays *run) {
    lfi_weighted_arrays(lfi_weighted_of(search), search->base, run);
}

const lfi_part lfi_weighted_part = {
    .size = sizeof(lfi_weighted), .wanted = weighted_wanted, .arrays = weighted_arrays};

lf_status lfi_weighted_check(const lf_search *search, const lf_query *query) {
    // What obstacles may open comes on top, and is counted for every tile that there is room for.
    const uint64_t opened = lfi_obstacles_asked(query) ? (uint64_t)search->obstacle_room : 0;
    const bool octile = lfi_query_is_octile(query, search->base);
    return octile && !lfi_weights_ordered(query->weights, opened) ? LF_E_WEIGHTS_RANGE : LF_OK;
}

// ---- Words ----------------------------------------------------------------------------------------

/// The word of a spot, which is about to get a bit.
static inline lfi_weighted_word *word_touch(lfi_weighted *weighted, lfi_spot spot) {
    lfi_weighted_word *word = &weighted->words[spot.bit >> 6];
    if ((word->met | word->wanted) == 0)
        weighted->touched[weighted->touched_count++] = (uint32_t)(spot.bit >> 6);
    return word;
}

static bool weighted_met(const lf_search *search, lf_tile tile) {
    const lfi_spot spot = lfi_map_spot(search->map, tile);
    return (lfi_weighted_of(search)->words[spot.bit >> 6].met & lfi_spot_mask(spot)) != 0;
}

bool lfi_weighted_has_met(const lf_search *search, lf_tile tile) {
    return weighted_met(search, tile);
}

// ---- Buckets --------------------------------------------------------------------------------------

static inline uint32_t ring_bucket(const lfi_weighted *weighted, uint64_t cost) {
    return (uint32_t)(cost >> weighted->shift) & weighted->mask;
}

/// Empties the ring, and makes it as large as the dearest move asks for.
static void ring_reset(lfi_weighted *weighted, uint64_t dearest) {
    uint32_t size = RING_LEAST;
    while (size <= (dearest >> weighted->shift) + 1) size *= 2;
    LFI_ASSERT(size <= RING_MOST);
    weighted->mask = size - 1;
    memset(weighted->heads, 0xff, size * sizeof *weighted->heads); // LF_NO_TILE
    memset(weighted->full, 0, size / 64 * sizeof *weighted->full);
    memset(weighted->full_words, 0, (size / 64 + 63) / 64 * sizeof *weighted->full_words);
    weighted->bucket = 0;
    weighted->pending = 0;
}

static inline void ring_mark(lfi_weighted *weighted, uint32_t place) {
    weighted->full[place / 64] |= UINT64_C(1) << place % 64;
    weighted->full_words[place / 64 / 64] |= UINT64_C(1) << place / 64 % 64;
}

static inline void ring_unmark(lfi_weighted *weighted, uint32_t place) {
    weighted->full[place / 64] &= ~(UINT64_C(1) << place % 64);
    if (weighted->full[place / 64] == 0)
        weighted->full_words[place / 64 / 64] &= ~(UINT64_C(1) << place / 64 % 64);
}

/// Puts a tile, whose cost is set, into its bucket. Links back are needed only for leaving it again.
LFI_INLINED void ring_push(lfi_weighted *weighted, lf_tile tile, bool octile) {
    lfi_weighted_node *node = &weighted->nodes[tile];
    const uint32_t place = ring_bucket(weighted, node->cost), first = weighted->heads[place];
    node->next = first;
    if (first == LF_NO_TILE)
        ring_mark(weighted, place);
    else if (octile)
        weighted->nodes[first].before = tile;
    if (octile) node->before = LF_NO_TILE;
    weighted->heads[place] = tile;
    weighted->pending++;
}

/// Takes a tile out of its bucket, from the middle of the list too.
static void ring_remove(lfi_weighted *weighted, lf_tile tile) {
    const lfi_weighted_node *node = &weighted->nodes[tile];
    const uint32_t place = ring_bucket(weighted, node->cost);
    if (node->next != LF_NO_TILE) weighted->nodes[node->next].before = node->before;
    if (node->before != LF_NO_TILE)
        weighted->nodes[node->before].next = node->next;
    else
        weighted->heads[place] = node->next;
    if (weighted->heads[place] == LF_NO_TILE) ring_unmark(weighted, place);
    weighted->pending--;
}

/// Takes the first tile out of the bucket at a place.
LFI_INLINED void ring_pop(lfi_weighted *weighted, uint32_t place, bool octile) {
    const lf_tile next = weighted->nodes[weighted->heads[place]].next;
    weighted->heads[place] = next;
    if (next == LF_NO_TILE)
        ring_unmark(weighted, place);
    else if (octile)
        weighted->nodes[next].before = LF_NO_TILE;
    weighted->pending--;
}

/// The next bucket that is not empty, from the one under way on; there must be one.
static uint64_t ring_next(const lfi_weighted *weighted) {
    const uint32_t at = (uint32_t)weighted->bucket & weighted->mask, words = (weighted->mask + 1) / 64;
    uint32_t word = at / 64;
    uint64_t bits = weighted->full[word] & UINT64_MAX << at % 64;
    if (bits == 0) {
        uint64_t later = weighted->full_words[word / 64] & UINT64_MAX << word % 64 << 1;
        for (uint32_t i = word / 64 + 1; later == 0; i++) {
            if (i >= (words + 63) / 64) i = 0;
            later = weighted->full_words[i];
            word = 64 * i;
        }
        word = word / 64 * 64 + (uint32_t)lfi_lowest_bit(later);
        bits = weighted->full[word];
    }
    const uint32_t place = 64 * word + (uint32_t)lfi_lowest_bit(bits);
    return weighted->bucket + ((place - at) & weighted->mask);
}

// ---- Expanding ------------------------------------------------------------------------------------

/// Gives a tile that was not met its first cost.
LFI_INLINED void weighted_meet(lfi_weighted *weighted, lf_tile tile, lfi_spot spot, uint64_t cost,
                               bool octile) {
    word_touch(weighted, spot)->met |= lfi_spot_mask(spot);
    weighted->met++;
    weighted->nodes[tile].cost = cost;
    ring_push(weighted, tile, octile);
}

/// A way to a tile that has a cost and waits in the queue.
static inline void weighted_lower(lfi_weighted *weighted, lf_tile tile, uint64_t cost) {
    if (cost >= weighted->nodes[tile].cost) return;
    ring_remove(weighted, tile);
    weighted->nodes[tile].cost = cost;
    ring_push(weighted, tile, true);
}

/// Expands a tile. Backwards, a move enters this tile instead of the other one.
LFI_INLINED void weighted_expand(lfi_weighted *weighted, const lf_map *map, const uint16_t *costs,
                                 lf_tile tile, lfi_spot spot, bool octile, bool back) {
    const unsigned around = lfi_bits_around(map->open, spot, map->stride);
    const unsigned met = lfi_bits_nine(&weighted->words->met, spot, map->stride, KNOWN_PITCH);
    const uint64_t cost = weighted->nodes[tile].cost;
    unsigned moves = map->allowed[around];
    if (octile) {
        weighted->words[spot.bit >> 6].done |= lfi_spot_mask(spot);
        moves &= ~lfi_bits_nine(&weighted->words->done, spot, map->stride, KNOWN_PITCH);
    } else {
        moves &= ~met;
    }
    for (; moves != 0; moves &= moves - 1) {
        const int k = lfi_lowest_bit(moves);
        const lf_tile to = (lf_tile)(tile + map->tile_offset[k]);
        const uint64_t there = cost + costs[back ? tile : to] * weighted->unit[k];
        LFI_ASSERT(costs[to] != 0);
        if (octile && (met >> k & 1) != 0)
            weighted_lower(weighted, to, there);
        else
            weighted_meet(weighted, to, (lfi_spot){spot.bit + (uint64_t)map->spot_offset[k]}, there, octile);
    }
}

/// Continues. LF_OK when a target is in the bucket whose turn it is: all of its costs are final.
LFI_INLINED lf_status weighted_spread(lf_search *search, int64_t *budget, bool octile) {
    lfi_weighted *weighted = lfi_weighted_of(search);
    const lf_map *map = search->map;
    const uint16_t *costs = search->query.weights->costs;
    while (weighted->pending > 0) {
        weighted->bucket = ring_next(weighted);
        const uint32_t place = (uint32_t)weighted->bucket & weighted->mask;
        while (weighted->heads[place] != LF_NO_TILE) {
            const lf_tile tile = weighted->heads[place];
            const lfi_spot spot = lfi_map_spot(map, tile);
            if ((weighted->words[spot.bit >> 6].wanted & lfi_spot_mask(spot)) != 0) return LF_OK;
            if (*budget <= 0) return LF_PAUSED;
            ring_pop(weighted, place, octile);
            weighted_expand(weighted, map, costs, tile, spot, octile, false);
            weighted->expanded++;
            --*budget;
        }
    }
    return LF_NO_ROUTE;
}

static lf_status weighted_spread_uniform(lf_search *search, int64_t *budget) {
    return weighted_spread(search, budget, false);
}

static lf_status weighted_spread_octile(lf_search *search, int64_t *budget) {
    return weighted_spread(search, budget, true);
}

// ---- Backwards ------------------------------------------------------------------------------------

// The cost of a tile is that of the way from there to an end, which enters the end but not the tile. Uniform costs:
// with what the tile weighs on top, it is the cost of the way from outside into the tile and on, and that is the same
// sum in both directions. So it is searched as ever, from ends that cost what they weigh. Octile costs: what a
// move into the expanded tile costs depends on the move.

void lfi_weighted_add_end(lfi_weighted *weighted, const lf_weights *weights, lf_tile tile) {
    const lfi_spot spot = lfi_map_spot(weights->map, tile);
    const bool octile = weighted->shift != 0;
    if ((weighted->words[spot.bit >> 6].met & lfi_spot_mask(spot)) != 0) return;
    weighted_meet(weighted, tile, spot, octile ? 0 : weights->costs[tile], true);
}

LFI_INLINED lf_status back_spread(lfi_weighted *weighted, const lf_weights *weights, uint64_t last,
                                  int64_t *budget, bool octile) {
    const lf_map *map = weights->map;
    while (weighted->pending > 0) {
        weighted->bucket = ring_next(weighted);
        if (weighted->bucket > last) return LF_NO_ROUTE;
        const uint32_t place = (uint32_t)weighted->bucket & weighted->mask;
        while (weighted->heads[place] != LF_NO_TILE) {
            const lf_tile tile = weighted->heads[place];
            if (*budget <= 0) return LF_PAUSED;
            ring_pop(weighted, place, octile);
            weighted_expand(weighted, map, weights->costs, tile, lfi_map_spot(map, tile), octile, octile);
            --*budget;
        }
    }
    return LF_NO_ROUTE;
}

static lf_status back_spread_uniform(lfi_weighted *weighted, const lf_weights *weights, uint64_t last,
                                     int64_t *budget) {
    return back_spread(weighted, weights, last, budget, false);
}

static lf_status back_spread_octile(lfi_weighted *weighted, const lf_weights *weights, uint64_t last,
                                    int64_t *budget) {
    return back_spread(weighted, weights, last, budget, true);
}

/// Uniform: a tile gets its cost from an expanded one, as what stands there, so that the last bucket is the limit.
lf_status lfi_weighted_spread_back(lfi_weighted *weighted, const lf_weights *weights, uint64_t limit,
                                   int64_t *budget) {
    return weighted->shift == 0 ? back_spread_uniform(weighted, weights, limit, budget)
                                : back_spread_octile(weighted, weights, limit >> BUCKET_SHIFT, budget);
}

// ---- Beginning and ending -------------------------------------------------------------------------

void lfi_weighted_reset(lfi_weighted *weighted, const lf_weights *weights, lf_cost cost) {
    const lfi_metric metric = lfi_metric_make(weights->map->moves, cost);
    for (uint32_t i = 0; i < weighted->touched_count; i++)
        weighted->words[weighted->touched[i]] = (lfi_weighted_word){0};
    weighted->touched_count = 0;
    weighted->met = weighted->expanded = 0;
    weighted->shift = metric.straight > 1 ? BUCKET_SHIFT : 0;
    for (int k = 0; k < LFI_AROUND; k++)
        weighted->unit[k] = lfi_move_is_diagonal(k) ? metric.diagonal : metric.straight;
    ring_reset(weighted, weights->most * metric.diagonal);
}

void lfi_weighted_begin(lf_search *search) {
    const lf_query *query = &search->query;
    lfi_weighted *weighted = lfi_weighted_of(search);
    lfi_weighted_reset(weighted, query->weights, query->options.cost);
    for (int64_t i = 0; i < query->target_count; i++) {
        const lfi_spot spot = lfi_map_spot(search->map, query->targets[i]);
        word_touch(weighted, spot)->wanted |= lfi_spot_mask(spot);
    }
    for (int64_t i = 0; i < query->source_count; i++) {
        const lf_tile tile = query->sources[i].tile;
        if (!lfi_search_source_useful(search, tile) || weighted_met(search, tile)) continue;
        weighted_meet(weighted, tile, lfi_map_spot(search->map, tile), 0, true);
    }
}

/// Takes one move back by the written rule; returns the move.
static int weighted_back(const lf_search *search, lf_tile *tile) {
    const lf_map *map = search->map;
    const lfi_weighted *weighted = lfi_weighted_of(search);
    const uint64_t cost = weighted->nodes[*tile].cost, weight = search->query.weights->costs[*tile];
    const unsigned from = map->allowed[lfi_bits_around(map->open, lfi_map_spot(map, *tile), map->stride)];
    for (int i = 0; i < 8; i++) {
        const int k = lfi_move_order[i];
        if ((from >> k & 1) == 0) continue;
        const lf_tile next = (lf_tile)(*tile + map->tile_offset[k]);
        if (!weighted_met(search, next)) continue;
        if (weighted->nodes[next].cost + weight * weighted->unit[k] != cost) continue;
        *tile = next;
        return k;
    }
    LFI_ASSERT(false);
    return LFI_CENTRE;
}

/// The cost of a tile that was not expanded yet may still fall, but there is a way of this cost: every cost
/// comes from an expanded tile, and its cost is final. Only sources have cost 0.
void lfi_weighted_measure(const lf_search *search, lf_tile tile, lf_route *route) {
    const uint16_t *costs = search->query.weights->costs;
    route->length = route->diagonal = route->straight_cost = route->diagonal_cost = 0;
    while (lfi_weighted_of(search)->nodes[tile].cost > 0) {
        const int64_t weight = costs[tile];
        const bool diagonal = lfi_move_is_diagonal(weighted_back(search, &tile));
        route->length++;
        route->diagonal += diagonal;
        *(diagonal ? &route->diagonal_cost : &route->straight_cost) += weight;
    }
    route->source = tile;
}

/// Sets the ends of the route. Met targets that wait in a later bucket cost more than those in this one, even
/// if their cost could still fall.
static void weighted_settle(lf_search *search) {
    const lf_query *query = &search->query;
    const lfi_weighted_node *nodes = lfi_weighted_of(search)->nodes;
    lf_route *route = &search->route;
    for (int64_t i = 0; i < query->target_count; i++) {
        const lf_tile tile = query->targets[i];
        if (!weighted_met(search, tile)) continue;
        if (route->target == LF_NO_TILE || nodes[tile].cost < nodes[route->target].cost) route->target = tile;
    }
    LFI_ASSERT(route->target != LF_NO_TILE);
    lfi_weighted_measure(search, route->target, route);
}

void lfi_weighted_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    lf_tile tile = search->route.target;
    for (int64_t i = search->route.length;; i--) {
        if (i < capacity) tiles[i] = tile;
        if (i == 0) return;
        weighted_back(search, &tile);
    }
}

/// Shows the met tiles of a word.
static void word_show(const lf_map *map, uint32_t word, uint64_t met, const lfi_viewer *viewer) {
    const int32_t y = (int32_t)((word - 1) / map->stride - 1), x = (int32_t)(64 * ((word - 1) % map->stride));
    if (met == 0 || !viewer->wants(viewer->user, (lfi_box){x, y, x + 63, y})) return;
    for (; met != 0; met &= met - 1) viewer->see(viewer->user, (lf_point){x + lfi_lowest_bit(met), y});
}

void lfi_weighted_show(const lf_search *search, const lfi_viewer *viewer) {
    const lfi_weighted *weighted = lfi_weighted_of(search);
    for (uint32_t i = 0; i < weighted->touched_count; i++)
        word_show(search->map, weighted->touched[i], weighted->words[weighted->touched[i]].met, viewer);
}

lf_status lfi_weighted_run(lf_search *search, int64_t *budget) {
    const lfi_weighted *weighted = lfi_weighted_of(search);
    const lf_status status = lfi_search_is_octile(search) ? weighted_spread_octile(search, budget)
                                                          : weighted_spread_uniform(search, budget);
    if (status == LF_PAUSED) return status;
    search->route.stats.enqueued += weighted->met;
    search->route.stats.expanded += weighted->expanded + (status == LF_OK); // and the target
    if (status == LF_OK) weighted_settle(search);
    return status;
}
