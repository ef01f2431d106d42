// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// flood under octile costs: Dijkstra's algorithm with a bucket queue (Dial's algorithm) instead of a heap.
// Costs are exact to the last bit. Moves are pruned as in jump point search.
//
// A bucket holds the tiles whose cost has the same whole part. Every move costs at least 1, so no tile of a
// bucket can shorten the way to another tile of the same bucket. All costs of a bucket are therefore final
// when its turn comes, and the order in which it is emptied does not matter. A move adds at most 2 to the
// whole part, so three buckets are live at a time. Each bucket is a set of bits in the blocks and a list of
// blocks. A tile whose cost falls simply gets another bit, and `done` cancels the old one.
//
// A cost is a pair of whole numbers (cost.h), compared exactly. Its whole part needs no square root: the
// bucket gives floor(diagonal * sqrt 2), and one more diagonal adds 1 or 2 to that, decided by comparing
// squares.
//
// Most moves are never tried. Among all shortest routes between two tiles, one takes its diagonals as early
// as possible, and the search follows only such routes: after a straight move the same straight move, after a
// diagonal the same diagonal and its two straight components. It tries other moves only where a blocked tile
// nearby forbids the earlier diagonal:
//
//     no cutting   x 1 2      p to t was straight; x is blocked, so the diagonal from p to 1 is not legal,
//                  p t .      and 1 and 2 are tried from t
//
//     cutting      . x 1      p to t was straight; x is blocked, so no diagonal from p leads on to 1, which
//                  p t .      is tried from t
//
//     cutting      1 . .      p to t was diagonal; x is blocked, so no straight moves from p lead to 1, which
//                  x t .      is tried from t (without cutting, p to t would not have been legal)
//                  p . .
//
// An omitted move leads to a tile that another route from p reaches at no greater cost with its diagonals
// earlier, so every tile still gets its exact cost. If several moves reach a tile at the same cost, the first
// of them decides what is tried from there, and that is enough. Proof: let m be the cheapest tile with a
// wrong cost, and n any tile before it on a cheapest route. Then n has its exact cost, from some p. Suppose p
// rules out the move from n to m. Either there is a cheaper way from p to m, which is impossible. Or the move
// is a diagonal after a straight one, and p - n' - m with the diagonal first costs the same; but a straight
// move from n' to m is never ruled out without a cheaper way, so m is reached from n'. The first version
// remembered all of the moves (a set instead of one); no answer and no test could tell the two apart.
//
// The route is walked back from the target by the written rule of lf_search_find, which depends on costs
// only.
//
// Time: O(tiles met). Memory: 9 bytes per tile and 132 per block: 10 bytes per tile in all.
#include "octile.h"

#include "../base/cost.h"

/// Sets as in moves.h. The arrival of a source is the move that stays in place.
enum { STRAIGHT_MOVES = 0x0aa, DIAGONAL_MOVES = 0x145, OCTILE_SOURCE = LFI_CENTRE };

// ---- Memory ---------------------------------------------------------------------------------------

static void octile_forget(lfi_octile *octile, const lf_map *map) {
    for (uint32_t i = 0; i < map->blocks.count; i++) octile->blocks[i].stamp = 0;
}

/// The tile at dx, dy from the middle one, as a set of one tile.
static unsigned around_bit(int dx, int dy) {
    return 1u << (LFI_CENTRE + dx + 3 * dy);
}

/// The moves that may follow a straight move, on either side of it.
static lfi_octile_turns turns_straight(int dx, int dy, bool cut) {
    lfi_octile_turns turns = {.always = (uint16_t)around_bit(dx, dy)};
    for (int i = 0; i < 2; i++) {
        const int side = 2 * i - 1, x = dy * side, y = dx * side;
        const unsigned ahead = around_bit(dx + x, dy + y), beside = around_bit(x, y);
        turns.blocker[i] = (uint16_t)(cut ? beside : around_bit(x - dx, y - dy));
        turns.forced[i] = (uint16_t)(cut ? ahead : ahead | beside);
    }
    return turns;
}

static lfi_octile_turns turns_diagonal(int dx, int dy, bool cut) {
    lfi_octile_turns turns = {.always =
                                  (uint16_t)(around_bit(dx, dy) | around_bit(dx, 0) | around_bit(0, dy))};
    if (!cut) return turns;
    turns.blocker[0] = (uint16_t)around_bit(-dx, 0);
    turns.forced[0] = (uint16_t)around_bit(-dx, dy);
    turns.blocker[1] = (uint16_t)around_bit(0, -dy);
    turns.forced[1] = (uint16_t)around_bit(dx, -dy);
    return turns;
}

static void turns_fill(lfi_octile *octile, lf_moves moves) {
    const bool cut = moves == LF_MOVES_KING_CUT;
    for (int k = 0; k < LFI_AROUND; k++) {
        const int dx = lfi_move_dx(k), dy = lfi_move_dy(k);
        octile->turns[k] =
            lfi_move_is_diagonal(k) ? turns_diagonal(dx, dy, cut) : turns_straight(dx, dy, cut);
    }
}

static bool octile_wanted(const lf_search *search) {
    return search->octile && search->base->moves != LF_MOVES_ORTHOGONAL; // there both costs are the same
}

void lfi_octile_arrays(lfi_octile *octile, const lf_map *map, lfi_arrays *run) {
    LFI_ARRAY(run, octile->costs, map->tile_count);
    LFI_ARRAY(run, octile->arrivals, map->tile_count);
    LFI_ARRAY(run, octile->blocks, map->blocks.count);
    for (int i = 0; i < LFI_OCTILE_BUCKETS; i++) LFI_ARRAY(run, octile->lists[i], map->blocks.count);
}

void lfi_octile_ready(lfi_octile *octile, const lf_map *map) {
    turns_fill(octile, map->moves);
    octile_forget(octile, map);
}

static void octile_arrays(lf_search *search, lfi_arrays *run) {
    lfi_octile_arrays(lfi_octile_of(search), search->base, run);
}

static void octile_ready(lf_search *search) {
    lfi_octile_ready(lfi_octile_of(search), search->base);
}

const lfi_part lfi_octile_part = {
    .size = sizeof(lfi_octile), .wanted = octile_wanted, .arrays = octile_arrays, .ready = octile_ready};

// ---- Tiles and blocks -----------------------------------------------------------------------------

/// A tile with its index and its coordinates.
typedef struct octile_tile {
    lf_tile tile;
    uint32_t x, y;
} octile_tile;

static octile_tile octile_tile_make(const lf_map *map, lf_tile tile) {
    const lf_point point = lfi_map_point(map, tile);
    return (octile_tile){tile, (uint32_t)point.x, (uint32_t)point.y};
}

static inline octile_tile octile_tile_move(const lf_map *map, octile_tile from, int k) {
    return (octile_tile){(lf_tile)(from.tile + map->tile_offset[k]), from.x + (uint32_t)lfi_move_dx(k),
                         from.y + (uint32_t)lfi_move_dy(k)};
}

static inline unsigned octile_tile_around(const lf_map *map, octile_tile tile) {
    const lfi_spot spot = {lfi_map_row(map, tile.y) + tile.x};
    return lfi_bits_around(map->open, spot, map->stride);
}

static inline lfi_octile_block *octile_block(lfi_octile *octile, uint32_t index) {
    lfi_octile_block *block = &octile->blocks[index];
    if (block->stamp != octile->stamp) *block = (lfi_octile_block){.stamp = octile->stamp};
    return block;
}

/// The word of a block's bits that holds a place, and the place's bit in that word.
static inline unsigned place_word(lfi_place place) {
    return place.y / 4;
}

static inline uint64_t place_bit(lfi_place place) {
    return UINT64_C(1) << (place.y % 4 * LFI_WIDE_COLUMNS + place.x);
}

/// Puts a tile of a block into a bucket.
static inline void octile_push(lfi_octile *octile, lfi_place place, int64_t bucket) {
    const int i = (int)(bucket % LFI_OCTILE_BUCKETS);
    uint64_t *pending = octile->blocks[place.block].pending[i];
    if ((pending[0] | pending[1]) == 0) octile->lists[i][octile->counts[i]++] = place.block;
    pending[place_word(place)] |= place_bit(place);
}

/// The cost of a met tile; false for any other.
static bool octile_cost_of(const lfi_octile *octile, octile_tile tile, lfi_octile_cost *out) {
    const lfi_place place = lfi_blocks_at(&octile->map->blocks, tile.x, tile.y);
    const lfi_octile_block *block = &octile->blocks[place.block];
    if (block->stamp != octile->stamp || (block->met[place_word(place)] & place_bit(place)) == 0)
        return false;
    *out = octile->costs[tile.tile];
    return true;
}

bool lfi_octile_has_met(const lf_search *search, lf_tile tile) {
    lfi_octile_cost cost;
    return octile_cost_of(lfi_octile_of(search), octile_tile_make(search->map, tile), &cost);
}

// ---- Buckets --------------------------------------------------------------------------------------

static inline int octile_compare(lfi_octile_cost a, lfi_octile_cost b) {
    return lfi_cost_sign((int64_t)a.straight - b.straight, (int64_t)a.diagonal - b.diagonal);
}

/// Takes a way to a tile, with its last move, if it is the first or a cheaper one.
static inline void octile_relax(lfi_octile *octile, octile_tile to, lfi_octile_cost cost, int64_t bucket,
                                int arrival) {
    const lfi_place place = lfi_blocks_at(&octile->map->blocks, to.x, to.y);
    lfi_octile_block *block = octile_block(octile, place.block);
    const uint64_t bit = place_bit(place);
    if ((block->met[place_word(place)] & bit) != 0) {
        if ((block->done[place_word(place)] & bit) != 0) return;
        if (octile_compare(cost, octile->costs[to.tile]) >= 0) return;
    } else {
        block->met[place_word(place)] |= bit;
        octile->met++;
    }
    octile->costs[to.tile] = cost;
    octile->arrivals[to.tile] = (uint8_t)arrival;
    octile_push(octile, place, bucket);
}

/// The moves that need to be tried from a tile.
static inline unsigned octile_moves(const lfi_octile *octile, octile_tile tile) {
    const lf_map *map = octile->map;
    const unsigned around = octile_tile_around(map, tile);
    const int arrival = octile->arrivals[tile.tile];
    if (arrival == OCTILE_SOURCE) return map->allowed[around];
    const lfi_octile_turns *turns = &octile->turns[arrival];
    unsigned moves = turns->always;
    if ((around & turns->blocker[0]) == 0) moves |= turns->forced[0];
    if ((around & turns->blocker[1]) == 0) moves |= turns->forced[1];
    return moves & map->allowed[around];
}

/// Takes the moves of a set, all straight or all diagonal.
static inline void octile_spread(lfi_octile *octile, octile_tile tile, unsigned moves, lfi_octile_cost cost,
                                 int64_t bucket) {
    for (; moves != 0; moves &= moves - 1) {
        const int k = lfi_lowest_bit(moves);
        octile_relax(octile, octile_tile_move(octile->map, tile, k), cost, bucket, k);
    }
}

static inline void octile_expand(lfi_octile *octile, octile_tile tile) {
    const lfi_octile_cost cost = octile->costs[tile.tile];
    const int64_t bucket = octile->bucket;
    const unsigned moves = octile_moves(octile, tile);
    octile_spread(octile, tile, moves & STRAIGHT_MOVES, (lfi_octile_cost){cost.straight + 1, cost.diagonal},
                  bucket + 1);
    if ((moves & DIAGONAL_MOVES) == 0) return;
    // floor(diagonal * sqrt 2) is bucket - straight. One more diagonal adds 2 to this if it passes the second
    // whole number above, otherwise 1.
    const bool far =
        lfi_cost_root_exceeds((uint64_t)(bucket - cost.straight + 2), (uint64_t)cost.diagonal + 1);
    octile_spread(octile, tile, moves & DIAGONAL_MOVES, (lfi_octile_cost){cost.straight, cost.diagonal + 1},
                  bucket + 1 + far);
}

/// Expands the pending tiles of a block; returns how many.
static int64_t octile_expand_block(lfi_octile *octile, uint32_t index, int bucket) {
    const lf_map *map = octile->map;
    lfi_octile_block *block = &octile->blocks[index];
    const uint32_t row = index / map->blocks.stride, column = index - row * map->blocks.stride;
    const uint32_t x = column * LFI_WIDE_COLUMNS, y = row * LFI_WIDE_ROWS;
    int64_t count = 0;
    for (unsigned word = 0; word < LFI_BLOCK_WORDS; word++) {
        uint64_t tiles = block->pending[bucket][word] & ~block->done[word];
        block->pending[bucket][word] = 0;
        block->done[word] |= tiles;
        for (; tiles != 0; tiles &= tiles - 1, count++) {
            const uint32_t bit = (uint32_t)lfi_lowest_bit(tiles);
            const uint32_t tx = x + bit % LFI_WIDE_COLUMNS, ty = y + 4 * word + bit / LFI_WIDE_COLUMNS;
            octile_expand(octile, (octile_tile){ty * (uint32_t)map->width + tx, tx, ty});
        }
    }
    return count;
}

/// Whether the bucket that is about to be emptied holds a target.
static bool octile_hits(const lfi_octile *octile, int bucket) {
    for (uint32_t i = 0; i < octile->counts[bucket]; i++) {
        const lfi_octile_block *block = &octile->blocks[octile->lists[bucket][i]];
        for (int word = 0; word < LFI_BLOCK_WORDS; word++) {
            if ((block->pending[bucket][word] & ~block->done[word] & block->wanted[word]) != 0) return true;
        }
    }
    return false;
}

static bool octile_is_dry(const lfi_octile *octile) {
    return octile->counts[0] + octile->counts[1] + octile->counts[2] == 0;
}

lf_status lfi_octile_spread(lfi_octile *octile, int64_t limit, int64_t *budget) {
    while (octile->bucket < limit && !octile_is_dry(octile)) {
        const int bucket = (int)(octile->bucket % LFI_OCTILE_BUCKETS);
        if (octile->at == 0 && octile_hits(octile, bucket)) return LF_OK;
        for (; octile->at < octile->counts[bucket]; octile->at++) {
            if (*budget <= 0) return LF_PAUSED;
            const int64_t count = octile_expand_block(octile, octile->lists[bucket][octile->at], bucket);
            octile->expanded += count;
            *budget -= count < *budget ? count : *budget;
        }
        octile->counts[bucket] = octile->at = 0;
        octile->bucket++;
    }
    return LF_NO_ROUTE;
}

// ---- Beginning and ending -------------------------------------------------------------------------

void lfi_octile_reset(lfi_octile *octile, const lf_map *map) {
    if (octile->stamp == UINT32_MAX) { // the numbers start over: only now are the marks really cleared
        octile_forget(octile, map);
        octile->stamp = 0;
    }
    octile->map = map;
    octile->stamp++;
    octile->counts[0] = octile->counts[1] = octile->counts[2] = octile->at = 0;
    octile->bucket = octile->met = octile->expanded = 0;
}

void lfi_octile_add_source(lfi_octile *octile, lf_tile tile) {
    octile_relax(octile, octile_tile_make(octile->map, tile), (lfi_octile_cost){0, 0}, 0, OCTILE_SOURCE);
}

void lfi_octile_begin(lf_search *search) {
    const lf_query *query = &search->query;
    lfi_octile *octile = lfi_octile_of(search);
    lfi_octile_reset(octile, search->map);
    for (int64_t i = 0; i < query->target_count; i++) {
        const octile_tile tile = octile_tile_make(search->map, query->targets[i]);
        const lfi_place place = lfi_blocks_at(&search->map->blocks, tile.x, tile.y);
        octile_block(octile, place.block)->wanted[place_word(place)] |= place_bit(place);
    }
    for (int64_t i = 0; i < query->source_count; i++) {
        if (!lfi_search_source_useful(search, query->sources[i].tile)) continue;
        lfi_octile_add_source(octile, query->sources[i].tile);
    }
}

/// Takes one move back by the written rule; returns the move.
static int octile_back(const lf_search *search, octile_tile *tile, lfi_octile_cost *cost) {
    const lf_map *map = search->map;
    const unsigned from = map->allowed[octile_tile_around(map, *tile)];
    for (int i = 0; i < 8; i++) {
        const int k = lfi_move_order[i];
        if ((from >> k & 1) == 0) continue;
        const bool diagonal = lfi_move_is_diagonal(k);
        const octile_tile next = octile_tile_move(map, *tile, k);
        lfi_octile_cost there;
        if (!octile_cost_of(lfi_octile_of(search), next, &there)) continue;
        if (there.straight + !diagonal != cost->straight || there.diagonal + diagonal != cost->diagonal)
            continue;
        *tile = next;
        *cost = there;
        return k;
    }
    LFI_ASSERT(false);
    return LFI_CENTRE;
}

/// Sets the ends of the route. Met targets that wait in a later bucket cost more than those in this one, even
/// if their cost could still fall.
static void octile_settle(lf_search *search) {
    lf_route *route = &search->route;
    lfi_octile_cost best = {0};
    for (int64_t i = 0; i < search->query.target_count; i++) {
        const octile_tile tile = octile_tile_make(search->map, search->query.targets[i]);
        lfi_octile_cost cost;
        if (!octile_cost_of(lfi_octile_of(search), tile, &cost)) continue;
        if (route->target != LF_NO_TILE && octile_compare(cost, best) >= 0) continue;
        route->target = tile.tile;
        best = cost;
    }
    LFI_ASSERT(route->target != LF_NO_TILE);
    route->length = (int64_t)best.straight + best.diagonal;
    route->diagonal = best.diagonal;
    octile_tile tile = octile_tile_make(search->map, route->target);
    for (int64_t i = 0; i < route->length; i++) octile_back(search, &tile, &best);
    route->source = tile.tile;
}

void lfi_octile_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    octile_tile tile = octile_tile_make(search->map, search->route.target);
    lfi_octile_cost cost = lfi_octile_of(search)->costs[tile.tile];
    for (int64_t i = search->route.length;; i--) {
        if (i < capacity) tiles[i] = tile.tile;
        if (i == 0) return;
        octile_back(search, &tile, &cost);
    }
}

// ---- A search under way ---------------------------------------------------------------------------

static void octile_show_block(const lfi_octile_block *block, lfi_box box, const lfi_viewer *viewer) {
    for (int word = 0; word < LFI_BLOCK_WORDS; word++) {
        for (uint64_t tiles = block->met[word]; tiles != 0; tiles &= tiles - 1) {
            const int bit = lfi_lowest_bit(tiles);
            viewer->see(viewer->user, (lf_point){box.x0 + bit % LFI_WIDE_COLUMNS,
                                                 box.y0 + 4 * word + bit / LFI_WIDE_COLUMNS});
        }
    }
}

void lfi_octile_show(const lf_search *search, const lfi_viewer *viewer) {
    const lfi_octile *octile = lfi_octile_of(search);
    for (uint32_t i = 0; i < search->map->blocks.count; i++) {
        const lfi_octile_block *block = &octile->blocks[i];
        if (block->stamp != octile->stamp || (block->met[0] | block->met[1]) == 0) continue;
        const lfi_box box = lfi_blocks_box(&search->map->blocks, i);
        if (viewer->wants(viewer->user, box)) octile_show_block(block, box, viewer);
    }
}

/// The cost of a tile that was not expanded yet may still fall, but there is a way of this cost: every cost
/// comes from an expanded tile, and its cost is final.
void lfi_octile_measure(const lf_search *search, lf_tile tile, lf_route *route) {
    octile_tile at = octile_tile_make(search->map, tile);
    lfi_octile_cost cost = lfi_octile_of(search)->costs[tile];
    route->length = (int64_t)cost.straight + cost.diagonal;
    route->diagonal = cost.diagonal;
    for (int64_t i = 0; i < route->length; i++) octile_back(search, &at, &cost);
    route->source = at.tile;
}

lf_status lfi_octile_run(lf_search *search, int64_t *budget) {
    const lf_status status = lfi_octile_spread(lfi_octile_of(search), INT64_MAX, budget);
    if (status == LF_PAUSED) return status;
    search->route.stats.enqueued += lfi_octile_of(search)->met;
    search->route.stats.expanded += lfi_octile_of(search)->expanded + (status == LF_OK); // and the target
    if (status == LF_OK) octile_settle(search);
    return status;
}
