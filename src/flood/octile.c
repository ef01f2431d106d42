// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// flood under octile costs: Dijkstra's algorithm with a bucket queue (Dial's algorithm) instead of a heap, a block of
// 16 x 8 tiles at a time. Costs are exact to the last bit. Moves are pruned as in jump point search.
//
// A bucket holds the tiles whose cost has the same whole part. Every move costs at least 1, so no tile of a
// bucket can shorten the way to another tile of the same bucket. All costs of a bucket are therefore final
// when its turn comes, and the order in which it is emptied does not matter. A move adds at most 2 to the
// whole part, so three buckets are live at a time.
//
// A tile waits in a bucket as a bit among those that were reached by the same last move. Its cost is not known yet:
// when the bucket's turn comes, it is the cost of the tile before it and of this move. Only where several moves lead to
// a tile within one bucket are costs compared. So all tiles of a block that are to take the same straight move take it
// at once, by a shift (word128.h): it leads to the next bucket, whatever their costs. A diagonal move leads to the next
// bucket or the one behind it, which is asked tile by tile. But most tiles are reached by straight moves:
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
// The whole part of a cost needs no square root: the bucket gives floor(diagonal * sqrt 2), and one more
// diagonal adds 1 or 2 to that, decided by comparing squares.
//
// The route is walked back from the target by the written rule of lf_search_find, which depends on costs
// only.
//
// Time: O(tiles met). Memory: 8 bytes per tile and 508 per block: 12 bytes per tile in all.
#include "octile.h"

#ifdef LF_NO_OCTILE // nobody calls these

static bool octile_unwanted(const lf_search *search) {
    (void)search;
    return false;
}

const lfi_part lfi_octile_part = {.size = sizeof(lfi_octile), .wanted = octile_unwanted};

#else

#include "../base/cost.h"

#include <string.h>

/// Sources wait as if this move had led to them.
enum { OCTILE_SOURCE = 1 };

// ---- Memory ---------------------------------------------------------------------------------------

static void octile_forget(lfi_octile *octile, const lf_map *map) {
    for (uint32_t i = 0; i < map->blocks.count; i++) octile->blocks[i].stamp = 0;
}

static bool octile_wanted(const lf_search *search) {
    return search->octile && search->base->moves != LF_MOVES_ORTHOGONAL; // there both costs are the same
}

void lfi_octile_arrays(lfi_octile *octile, const lf_map *map, lfi_arrays *run) {
    LFI_ARRAY(run, octile->costs, map->tile_count);
    LFI_ARRAY(run, octile->blocks, map->blocks.count);
    for (int i = 0; i < LFI_OCTILE_BUCKETS; i++) LFI_ARRAY(run, octile->lists[i], map->blocks.count);
}

void lfi_octile_ready(lfi_octile *octile, const lf_map *map) {
    for (int i = 0; i < LFI_OCTILE_PHASES + 2; i++) {
        for (int k = 0; k < LFI_AROUND; k++) {
            const int kind = lfi_move_is_diagonal(k) ? k / 2 - (k > LFI_CENTRE) : k / 2;
            const int bucket = lfi_move_is_diagonal(k) ? 2 + i % LFI_OCTILE_BUCKETS : i % 2;
            octile->places[i][k] = (uint8_t)(LFI_OCTILE_KINDS * bucket + kind);
        }
    }
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

// ---- Blocks ---------------------------------------------------------------------------------------

/// A set of one tile.
static lfi_wide place_tiles(lfi_place place) {
    lfi_wide tiles = lfi_wide_none();
    lfi_wide_add_row(&tiles, place.y, 1u << place.x);
    return tiles;
}

/// The tiles of a block whose neighbour to the left or to the right is open; blocks lie side by side.
static lfi_wide side_open(const lfi_wide *open, int dx) {
    return dx > 0 ? lfi_wide_or(lfi_wide_left(open[0]), lfi_wide_first_to_last(open[1]))
                  : lfi_wide_or(lfi_wide_right(open[0]), lfi_wide_last_to_first(open[-1]));
}

/// For each tile of a block what is true of the tile below or above it, given what is true in the block and in the one
/// there.
static lfi_wide row_beside(lfi_wide here, lfi_wide there, int dy) {
    return dy > 0 ? lfi_wide_or(lfi_wide_up(here), lfi_wide_of_bottom(lfi_wide_top(there)))
                  : lfi_wide_or(lfi_wide_down(here), lfi_wide_of_top(lfi_wide_bottom(there)));
}

/// Finds out which moves are legal from the tiles of a block.
static void block_legal(const lf_map *map, uint32_t index, lfi_wide *can) {
    const lfi_wide *open = map->blocks.open + index;
    for (int dx = -1; dx <= 1; dx += 2) can[LFI_CENTRE + dx] = side_open(open, dx);
    for (int dy = -1; dy <= 1; dy += 2) {
        const lfi_wide *there = open + dy * (int64_t)map->blocks.stride;
        const lfi_wide ahead = can[LFI_CENTRE + 3 * dy] = row_beside(open[0], there[0], dy);
        for (int dx = -1; dx <= 1; dx += 2) {
            const lfi_wide side = can[LFI_CENTRE + dx];
            const lfi_wide to = row_beside(side, side_open(there, dx), dy);
            can[LFI_CENTRE + dx + 3 * dy] =
                map->moves == LF_MOVES_KING_CUT ? to : lfi_wide_and(to, lfi_wide_and(side, ahead));
        }
    }
}

static lfi_octile_block *octile_block(lfi_octile *octile, uint32_t index) {
    lfi_octile_block *block = &octile->blocks[index];
    if (block->stamp != octile->stamp) {
        memset(block, 0, sizeof *block);
        block->stamp = octile->stamp;
        block_legal(octile->map, index, block->can);
    }
    return block;
}

/// The number of the bucket so many after the one under way, modulo 3.
static inline unsigned octile_ring(const lfi_octile *octile, unsigned ahead) {
    return (octile->phase + ahead) % LFI_OCTILE_BUCKETS;
}

/// The tiles of a block that wait in the bucket so many after the one under way, and to which a move led.
static inline lfi_wide *block_waiting(const lfi_octile *octile, lfi_octile_block *block, int k,
                                      unsigned ahead) {
    return &block->waiting[octile->places[octile->phase + ahead][k]];
}

/// All tiles of a block that wait in a bucket.
static lfi_wide block_all_waiting(const lfi_octile *octile, lfi_octile_block *block, unsigned ahead) {
    lfi_wide all = lfi_wide_none();
    for (unsigned kinds = block->kinds[octile_ring(octile, ahead)]; kinds != 0; kinds &= kinds - 1)
        all = lfi_wide_or(all, *block_waiting(octile, block, lfi_lowest_bit(kinds), ahead));
    return lfi_wide_without(all, block->met);
}

/// Puts tiles of a block, to which a move leads, into a bucket.
static inline void block_add(lfi_octile *octile, int64_t index, int k, lfi_wide tiles, unsigned ahead) {
    if (lfi_wide_is_none(tiles)) return;
    lfi_octile_block *block = octile_block(octile, (uint32_t)index);
    const lfi_wide fresh = lfi_wide_without(tiles, block->met);
    if (lfi_wide_is_none(fresh)) return;
    const unsigned ring = octile_ring(octile, ahead);
    lfi_wide *waiting = block_waiting(octile, block, k, ahead);
    if (block->kinds[ring] == 0) octile->lists[ring][octile->counts[ring]++] = (uint32_t)index;
    *waiting = (block->kinds[ring] >> k & 1) != 0 ? lfi_wide_or(*waiting, fresh) : fresh;
    block->kinds[ring] |= (uint16_t)(1u << k);
}

/// Puts what a move leads to into a bucket. The move sideways is done: its part up or down is left.
static inline void tiles_add_rows(lfi_octile *octile, int64_t index, int k, lfi_wide tiles, unsigned ahead) {
    const int dy = lfi_move_dy(k);
    const int64_t next = index + dy * (int64_t)octile->map->blocks.stride;
    if (dy < 0) {
        block_add(octile, index, k, lfi_wide_up(tiles), ahead);
        block_add(octile, next, k, lfi_wide_of_bottom(lfi_wide_top(tiles)), ahead);
    } else if (dy > 0) {
        block_add(octile, index, k, lfi_wide_down(tiles), ahead);
        block_add(octile, next, k, lfi_wide_of_top(lfi_wide_bottom(tiles)), ahead);
    } else {
        block_add(octile, index, k, tiles, ahead);
    }
}

/// Puts the tiles that a move leads to from some tiles of a block into a bucket.
static inline void tiles_move(lfi_octile *octile, int64_t index, int k, lfi_wide from, unsigned ahead) {
    const int dx = lfi_move_dx(k);
    if (dx == 0) {
        tiles_add_rows(octile, index, k, from, ahead);
        return;
    }
    const lfi_wide over = dx < 0 ? lfi_wide_first_to_last(from) : lfi_wide_last_to_first(from);
    tiles_add_rows(octile, index, k, dx < 0 ? lfi_wide_left(from) : lfi_wide_right(from), ahead);
    if (!lfi_wide_is_none(over)) tiles_add_rows(octile, index + dx, k, over, ahead);
}

// ---- Costs ----------------------------------------------------------------------------------------

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

static inline int octile_compare(lfi_octile_cost a, lfi_octile_cost b) {
    return lfi_cost_sign((int64_t)a.straight - b.straight, (int64_t)a.diagonal - b.diagonal);
}

/// What a move adds to a cost, and how far back the cost of the tile before it is.
typedef struct octile_step {
    int64_t back;
    uint32_t straight, diagonal;
} octile_step;

static inline octile_step step_of(const lfi_octile *octile, int k) {
    const bool diagonal = lfi_move_is_diagonal(k);
    return (octile_step){octile->map->tile_offset[k], !diagonal, diagonal};
}

/// The cost of a tile to which the move leads from a tile of known cost.
static inline lfi_octile_cost step_cost(octile_step step, const lfi_octile_cost *to) {
    const lfi_octile_cost from = to[-step.back];
    return (lfi_octile_cost){from.straight + step.straight, from.diagonal + step.diagonal};
}

/// The least cost of a tile that waits in a bucket; false if it does not.
static bool cost_waiting(lfi_octile *octile, octile_tile tile, unsigned ahead, lfi_octile_cost *out) {
    const lfi_place place = lfi_blocks_at(&octile->map->blocks, tile.x, tile.y);
    lfi_octile_block *block = &octile->blocks[place.block];
    bool found = false;
    for (unsigned kinds = block->kinds[octile_ring(octile, ahead)]; kinds != 0; kinds &= kinds - 1) {
        const int k = lfi_lowest_bit(kinds);
        if (!lfi_wide_has(block_waiting(octile, block, k, ahead), place.x, place.y)) continue;
        const bool source = octile->bucket == 0 && ahead == 0;
        const lfi_octile_cost cost =
            source ? (lfi_octile_cost){0, 0} : step_cost(step_of(octile, k), &octile->costs[tile.tile]);
        if (!found || octile_compare(cost, *out) < 0) *out = cost;
        found = true;
    }
    return found;
}

/// The cost of a tile that is met or waits, so far; false for any other.
static bool octile_cost_of(lfi_octile *octile, octile_tile tile, lfi_octile_cost *out) {
    const lfi_place place = lfi_blocks_at(&octile->map->blocks, tile.x, tile.y);
    if (octile->blocks[place.block].stamp != octile->stamp) return false;
    if (lfi_octile_knows(octile, place)) {
        *out = octile->costs[tile.tile];
        return true;
    }
    for (unsigned ahead = 0; ahead < LFI_OCTILE_BUCKETS; ahead++) {
        if (cost_waiting(octile, tile, ahead, out)) return true;
    }
    return false;
}

bool lfi_octile_has_met(const lf_search *search, lf_tile tile) {
    lfi_octile_cost cost;
    return octile_cost_of(lfi_octile_of(search), octile_tile_make(search->map, tile), &cost);
}

// ---- Buckets --------------------------------------------------------------------------------------

/// A block whose turn it is.
typedef struct octile_turn {
    lfi_octile_block *block;
    int64_t index;
    uint64_t first;            ///< its first tile
    unsigned kinds;            ///< the moves that led to tiles
    lfi_wide came[LFI_AROUND]; ///< these tiles, for each of them
    lfi_wide all;
} octile_turn;

/// The tiles of a set, one after the other: two words, and the number of the first bit of the one in `low`.
typedef struct wide_bits {
    uint64_t low, high;
    int first;
} wide_bits;

static inline wide_bits wide_bits_of(lfi_wide tiles) {
    uint64_t words[2];
    memcpy(words, &tiles, sizeof words);
    return (wide_bits){words[0], words[1], 0};
}

static inline bool wide_bits_left(wide_bits bits) {
    return (bits.low | bits.high) != 0;
}

/// Takes the next tile off: its number in the block. Without a branch, because how many there are cannot be predicted.
static inline int wide_bits_take(wide_bits *bits) {
    const bool over = bits->low == 0;
    const uint64_t word = over ? bits->high : bits->low;
    bits->high = over ? 0 : bits->high;
    bits->first = over ? LFI_WIDE_TILES / 2 : bits->first;
    bits->low = word & (word - 1);
    return bits->first + lfi_lowest_bit(word);
}

/// The cost of a tile of a block.
static inline lfi_octile_cost *turn_cost(const lfi_octile *octile, const octile_turn *turn, int bit) {
    return octile->costs + turn->first + (int64_t)(bit / LFI_WIDE_COLUMNS) * octile->map->width +
           bit % LFI_WIDE_COLUMNS;
}

/// Some tiles to which a move led have a cost by another move. A tile belongs to the move of least cost, or to the
/// first of these.
static void turn_decide(const lfi_octile *octile, octile_turn *turn, octile_step step, int k,
                        lfi_wide tiles) {
    for (wide_bits bits = wide_bits_of(tiles); wide_bits_left(bits);) {
        const int bit = wide_bits_take(&bits);
        lfi_octile_cost *const to = turn_cost(octile, turn, bit), cost = step_cost(step, to);
        if (octile_compare(cost, *to) >= 0) continue;
        const lfi_wide tile =
            place_tiles((lfi_place){0, (unsigned)bit % LFI_WIDE_COLUMNS, (unsigned)bit / LFI_WIDE_COLUMNS});
        tiles = lfi_wide_without(tiles, tile);
        *to = cost;
        for (unsigned kinds = turn->kinds & ((1u << k) - 1); kinds != 0; kinds &= kinds - 1) {
            lfi_wide *const came = &turn->came[lfi_lowest_bit(kinds)];
            *came = lfi_wide_without(*came, tile);
        }
    }
    turn->came[k] = lfi_wide_without(turn->came[k], tiles);
}

/// Notes the costs of tiles to which a move led, from the costs of the tiles before them.
static inline void turn_note(const lfi_octile *octile, const octile_turn *turn, octile_step step,
                             lfi_wide tiles) {
    for (wide_bits bits = wide_bits_of(tiles); wide_bits_left(bits);) {
        lfi_octile_cost *const to = turn_cost(octile, turn, wide_bits_take(&bits));
        *to = step_cost(step, to);
    }
}

/// Sources cost nothing.
static void turn_note_sources(const lfi_octile *octile, const octile_turn *turn) {
    for (wide_bits bits = wide_bits_of(turn->all); wide_bits_left(bits);)
        *turn_cost(octile, turn, wide_bits_take(&bits)) = (lfi_octile_cost){0, 0};
}

/// Takes the tiles to which moves of a kind led.
static inline void turn_take_kind(const lfi_octile *octile, octile_turn *turn, int k) {
    const lfi_wide came = lfi_wide_without(*block_waiting(octile, turn->block, k, 0), turn->block->met);
    const lfi_wide again = lfi_wide_and(came, turn->all);
    const octile_step step = step_of(octile, k);
    turn->came[k] = came;
    turn_note(octile, turn, step, lfi_wide_without(came, again));
    if (!lfi_wide_is_none(again)) turn_decide(octile, turn, step, k, again);
    turn->all = lfi_wide_or(turn->all, came);
}

/// Takes the tiles of a block that wait in the bucket under way: from now on they are met, and their costs known.
static inline void turn_take(lfi_octile *octile, uint32_t index, octile_turn *turn) {
    lfi_octile_block *block = &octile->blocks[index];
    const uint32_t row = index / octile->map->blocks.stride,
                   column = index - row * octile->map->blocks.stride;
    uint16_t *const waiting = &block->kinds[octile_ring(octile, 0)];
    turn->block = block;
    turn->index = index;
    turn->first = (uint64_t)row * LFI_WIDE_ROWS * (uint64_t)octile->map->width + column * LFI_WIDE_COLUMNS;
    turn->kinds = *waiting;
    turn->all = lfi_wide_none();
    *waiting = 0;
    if (octile->bucket == 0) {
        turn->all = *block_waiting(octile, block, OCTILE_SOURCE, 0);
        turn_note_sources(octile, turn);
    } else {
        for (unsigned kinds = turn->kinds; kinds != 0; kinds &= kinds - 1)
            turn_take_kind(octile, turn, lfi_lowest_bit(kinds));
    }
    block->met = lfi_wide_or(block->met, turn->all);
}

/// Moves that need to be tried from the tiles of a block, and from which of them.
typedef struct octile_tries {
    unsigned kinds;
    lfi_wide from[LFI_AROUND];
} octile_tries;

static inline void tries_join(octile_tries *tries, int k, lfi_wide tiles) {
    tries->from[k] = (tries->kinds >> k & 1) != 0 ? lfi_wide_or(tries->from[k], tiles) : tiles;
    tries->kinds |= 1u << k;
}

/// The moves that need to be tried after a straight move.
static inline void turn_straight(const octile_turn *turn, int k, bool cut, octile_tries *tries) {
    const int ahead = k - LFI_CENTRE, side = ahead % 3 == 0 ? 1 : 3, back = cut ? 0 : ahead;
    const lfi_wide came = turn->came[k], *const can = turn->block->can + LFI_CENTRE - back;
    const lfi_wide forced[2] = {lfi_wide_without(came, can[-side]), lfi_wide_without(came, can[side])};
    tries_join(tries, k, came);
    if (lfi_wide_is_none(lfi_wide_or(forced[0], forced[1]))) return;
    for (int i = 0; i < 2; i++) {
        const int beside = LFI_CENTRE + (2 * i - 1) * side;
        tries_join(tries, beside + ahead, forced[i]);
        if (!cut) tries_join(tries, beside, forced[i]);
    }
}

/// The same after a diagonal move.
static inline void turn_diagonal(const octile_turn *turn, int k, bool cut, octile_tries *tries) {
    const int dx = lfi_move_dx(k), dy = 3 * lfi_move_dy(k);
    const lfi_wide came = turn->came[k];
    tries_join(tries, k, came);
    tries_join(tries, LFI_CENTRE + dx, came);
    tries_join(tries, LFI_CENTRE + dy, came);
    if (!cut) return;
    tries_join(tries, LFI_CENTRE - dx + dy, lfi_wide_without(came, turn->block->can[LFI_CENTRE - dx]));
    tries_join(tries, LFI_CENTRE + dx - dy, lfi_wide_without(came, turn->block->can[LFI_CENTRE - dy]));
}

/// Sources try all moves.
static inline void turn_sources(const octile_turn *turn, octile_tries *tries) {
    for (int k = 0; k < LFI_AROUND; k++) {
        if (k != LFI_CENTRE) tries_join(tries, k, turn->all);
    }
}

static inline void turn_tries(const lfi_octile *octile, const octile_turn *turn, octile_tries *tries) {
    const bool cut = octile->map->moves == LF_MOVES_KING_CUT;
    tries->kinds = 0;
    if (octile->bucket == 0) {
        turn_sources(turn, tries);
        return;
    }
    for (unsigned kinds = turn->kinds; kinds != 0; kinds &= kinds - 1) {
        const int k = lfi_lowest_bit(kinds);
        if (lfi_move_is_diagonal(k))
            turn_diagonal(turn, k, cut, tries);
        else
            turn_straight(turn, k, cut, tries);
    }
}

/// Those of some tiles from which a diagonal move leads to the bucket after the next one.
static inline lfi_wide turn_far(const lfi_octile *octile, const octile_turn *turn, lfi_wide tiles) {
    uint64_t far[2] = {0, 0};
    for (wide_bits bits = wide_bits_of(tiles); wide_bits_left(bits);) {
        const int bit = wide_bits_take(&bits);
        const lfi_octile_cost cost = *turn_cost(octile, turn, bit);
        // floor(diagonal * sqrt 2) is bucket - straight. One more diagonal adds 2 to this if it passes the second
        // whole number above, otherwise 1.
        const uint64_t is_far = lfi_cost_root_exceeds((uint64_t)(octile->bucket - cost.straight + 2),
                                                      (uint64_t)cost.diagonal + 1);
        far[bit / 64] |= is_far << (bit % 64);
    }
    memcpy(&tiles, far, sizeof tiles);
    return tiles;
}

/// Takes a move from some tiles of a block.
static inline void turn_move(lfi_octile *octile, const octile_turn *turn, int k, lfi_wide from) {
    if (lfi_move_is_diagonal(k)) {
        const lfi_wide far = turn_far(octile, turn, from);
        if (!lfi_wide_is_none(far)) tiles_move(octile, turn->index, k, far, 2);
        from = lfi_wide_without(from, far);
    }
    tiles_move(octile, turn->index, k, from, 1);
}

/// Expands the waiting tiles of a block; returns how many.
static int64_t octile_expand_block(lfi_octile *octile, uint32_t index) {
    octile_turn turn;
    turn_take(octile, index, &turn);
    if (lfi_wide_is_none(turn.all)) return 0; // an earlier bucket met all of it after it was put here
    octile_tries tries;
    turn_tries(octile, &turn, &tries);
    for (unsigned kinds = tries.kinds; kinds != 0; kinds &= kinds - 1) {
        const int k = lfi_lowest_bit(kinds);
        const lfi_wide from = lfi_wide_and(tries.from[k], turn.block->can[k]);
        if (!lfi_wide_is_none(from)) turn_move(octile, &turn, k, from);
    }
    return lfi_wide_count(turn.all);
}

/// Whether the bucket that is about to be emptied holds a target.
static bool octile_hits(const lfi_octile *octile) {
    const unsigned ring = octile_ring(octile, 0);
    for (uint32_t i = 0; i < octile->counts[ring]; i++) {
        lfi_octile_block *block = &octile->blocks[octile->lists[ring][i]];
        if (lfi_wide_is_none(block->wanted)) continue;
        if (!lfi_wide_is_none(lfi_wide_and(block_all_waiting(octile, block, 0), block->wanted))) return true;
    }
    return false;
}

static bool octile_is_dry(const lfi_octile *octile) {
    return octile->counts[0] + octile->counts[1] + octile->counts[2] == 0;
}

/// Meets the tiles of the bucket at the limit.
static void octile_close(lfi_octile *octile) {
    const unsigned ring = octile_ring(octile, 0);
    octile_turn turn;
    for (uint32_t i = 0; i < octile->counts[ring]; i++) turn_take(octile, octile->lists[ring][i], &turn);
}

lf_status lfi_octile_spread(lfi_octile *octile, int64_t limit, int64_t *budget) {
    while (octile->bucket < limit && !octile_is_dry(octile)) {
        const unsigned ring = octile_ring(octile, 0);
        if (octile->at == 0 && octile_hits(octile)) return LF_OK;
        for (; octile->at < octile->counts[ring]; octile->at++) {
            if (*budget <= 0) return LF_PAUSED;
            const int64_t count = octile_expand_block(octile, octile->lists[ring][octile->at]);
            octile->expanded += count;
            *budget -= count < *budget ? count : *budget;
        }
        octile->counts[ring] = octile->at = 0;
        octile->phase = (octile->phase + 1) % LFI_OCTILE_PHASES;
        octile->bucket++;
    }
    octile_close(octile);
    return LF_NO_ROUTE;
}

/// The tiles that wait in any bucket.
static int64_t octile_waiting(const lfi_octile *octile) {
    int64_t count = 0;
    for (unsigned ahead = 0; ahead < LFI_OCTILE_BUCKETS; ahead++) {
        const unsigned ring = octile_ring(octile, ahead);
        for (uint32_t i = ahead == 0 ? octile->at : 0; i < octile->counts[ring]; i++) {
            lfi_octile_block *block = &octile->blocks[octile->lists[ring][i]];
            lfi_wide tiles = block_all_waiting(octile, block, ahead);
            for (unsigned before = 0; before < ahead; before++)
                tiles = lfi_wide_without(tiles, block_all_waiting(octile, block, before));
            count += lfi_wide_count(tiles);
        }
    }
    return count;
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
    octile->phase = 0;
    octile->bucket = octile->expanded = 0;
}

static lfi_place octile_place(const lf_map *map, lf_tile tile) {
    const octile_tile at = octile_tile_make(map, tile);
    return lfi_blocks_at(&map->blocks, at.x, at.y);
}

void lfi_octile_add_source(lfi_octile *octile, lf_tile tile) {
    const lfi_place place = octile_place(octile->map, tile);
    block_add(octile, place.block, OCTILE_SOURCE, place_tiles(place), 0);
}

void lfi_octile_begin(lf_search *search) {
    const lf_query *query = &search->query;
    lfi_octile *octile = lfi_octile_of(search);
    lfi_octile_reset(octile, search->map);
    for (int64_t i = 0; i < query->target_count; i++) {
        const lfi_place place = octile_place(search->map, query->targets[i]);
        lfi_octile_block *block = octile_block(octile, place.block);
        lfi_wide_add_row(&block->wanted, place.y, 1u << place.x);
    }
    for (int64_t i = 0; i < query->source_count; i++) {
        if (!lfi_search_source_useful(search, query->sources[i].tile)) continue;
        lfi_octile_add_source(octile, query->sources[i].tile);
    }
}

/// The nine bits around a tile.
static inline unsigned octile_tile_around(const lf_map *map, octile_tile tile) {
    const lfi_spot spot = {lfi_map_row(map, tile.y) + tile.x};
    return lfi_bits_around(map->open, spot, map->stride);
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
    lfi_octile_cost cost = {0};
    octile_cost_of(lfi_octile_of(search), tile, &cost);
    for (int64_t i = search->route.length;; i--) {
        if (i < capacity) tiles[i] = tile.tile;
        if (i == 0) return;
        octile_back(search, &tile, &cost);
    }
}

// ---- A search under way ---------------------------------------------------------------------------

static void octile_show_tiles(lfi_wide tiles, lfi_box box, const lfi_viewer *viewer) {
    for (int y = 0; y < LFI_WIDE_ROWS; y++) {
        for (unsigned row = lfi_wide_row(&tiles, (unsigned)y); row != 0; row &= row - 1)
            viewer->see(viewer->user, (lf_point){box.x0 + lfi_lowest_bit(row), box.y0 + y});
    }
}

void lfi_octile_show(const lf_search *search, const lfi_viewer *viewer) {
    const lfi_octile *octile = lfi_octile_of(search);
    for (uint32_t i = 0; i < search->map->blocks.count; i++) {
        lfi_octile_block *block = &octile->blocks[i];
        if (block->stamp != octile->stamp) continue;
        lfi_wide tiles = block->met;
        for (unsigned ahead = 0; ahead < LFI_OCTILE_BUCKETS; ahead++)
            tiles = lfi_wide_or(tiles, block_all_waiting(octile, block, ahead));
        const lfi_box box = lfi_blocks_box(&search->map->blocks, i);
        if (!lfi_wide_is_none(tiles) && viewer->wants(viewer->user, box))
            octile_show_tiles(tiles, box, viewer);
    }
}

/// The cost of a tile that was not expanded yet may still fall, but there is a way of this cost: every cost
/// comes from an expanded tile, and its cost is final.
void lfi_octile_measure(const lf_search *search, lf_tile tile, lf_route *route) {
    octile_tile at = octile_tile_make(search->map, tile);
    lfi_octile_cost cost = {0};
    octile_cost_of(lfi_octile_of(search), at, &cost);
    route->length = (int64_t)cost.straight + cost.diagonal;
    route->diagonal = cost.diagonal;
    for (int64_t i = 0; i < route->length; i++) octile_back(search, &at, &cost);
    route->source = at.tile;
}

lf_status lfi_octile_run(lf_search *search, int64_t *budget) {
    const lf_status status = lfi_octile_spread(lfi_octile_of(search), INT64_MAX, budget);
    if (status == LF_PAUSED) return status;
    const lfi_octile *octile = lfi_octile_of(search);
    search->route.stats.enqueued += octile->expanded + octile_waiting(octile);
    search->route.stats.expanded += octile->expanded + (status == LF_OK); // and the target
    if (status == LF_OK) octile_settle(search);
    return status;
}

#endif // LF_NO_OCTILE
