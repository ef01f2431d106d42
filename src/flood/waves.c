// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Waves: bit-parallel breadth-first search from all sources at once, one block of 16 x 8 tiles at a time.
//
// The tiles at distance d are a wave. A few operations on words of 128 bits (word128.h) move all tiles of a
// block that are in the wave. The tiles they reach that are open and not met yet are the block's part of wave
// d + 1:
//
//     f   the block's tiles in this wave
//     L = left(f), R = right(f), V = up(f) + down(f), each as far as open
//     new = L + R + V  +  left(V) * updown(L)  +  right(V) * updown(R),  as far as open and not met
//
// The last two terms are the diagonals without corner cutting. A tile of left(V) has an open right neighbour.
// A tile of updown(L) has an open neighbour above or below. A tile of both has a tile of f diagonally beyond
// these two neighbours, so the move from there is legal. Conversely, every legal diagonal is among the terms.
//
// Tiles that move over the block's edge go into the neighbour's part of the next wave. A shortcut saves most
// of the work there: if the tile straight across the edge is met already, that tile itself reaches, no later
// than this wave, everything that a diagonal could reach beside it. So only new tiles straight across
// (`fresh`, below) bring diagonals along, and a diagonal crosses a corner only where both edges have new
// tiles at that corner. (Corner cutting does not allow this, because there a diagonal needs no open tile
// beside it.) As a result, a straight front crosses a block almost alone.
//
// A list holds the blocks of each wave. Parts of two waves are live at a time, told apart by the parity of
// the distance. The order of a list affects nothing but the order of the next list.
//
// The distance of a met tile is kept modulo 4, in two bits. Distances of neighbours differ by at most one, so
// this is enough to walk the route back from the target by the written rule of lf_search_find, which depends
// on distances only. Targets are marked in the bits that distances will take, so they cost no memory. Nothing
// is cleared between queries: a block is fresh if it bears the run's stamp.
//
// A field wants the distances themselves. A sink notes them, wave by wave: four more bits of the distance for
// each tile, beside the two that the block has, and the first distance of the block. That tells distances apart
// within 64 waves, which is how long most fronts take to cross a block. Tiles that are met later, in the bends
// of a maze, get their number at once. (Numbers for all tiles at once, tile by tile, took half as long again as
// the waves themselves.) The loop is compiled once with a sink and once without, so `flood` pays nothing.
//
// Time: O(tiles met / 8) for smooth fronts, O(tiles met) at worst. Memory: 104 bytes per block, 0.81 bytes
// per tile.
#include "waves.h"

// ---- Memory ---------------------------------------------------------------------------------------

void lfi_waves_arrays(lfi_waves *waves, const lf_map *map, lfi_arrays *run) {
    const uint64_t count = map->blocks.count;
    LFI_ARRAY_ZEROED(run, waves->blocks, count); // all marks are stale
    LFI_ARRAY(run, waves->lists[0], count + 1);
    LFI_ARRAY(run, waves->lists[1], count + 1);
}

// ---- Blocks ---------------------------------------------------------------------------------------

/// The state that a wave needs: copies, so that they stay in registers.
typedef struct wave_front {
    lfi_waves_block *blocks;
    int64_t stride;
    uint32_t stamp;
    int now, then;  ///< parities of this wave and the next
    uint32_t *list; ///< of the next wave
    uint32_t count;
} wave_front;

static wave_front front_make(const lfi_waves *waves, const lf_map *map) {
    const int now = (int)(waves->distance & 1);
    return (wave_front){.blocks = waves->blocks,
                        .stride = map->blocks.stride,
                        .stamp = waves->stamp,
                        .now = now,
                        .then = 1 - now,
                        .list = waves->lists[1 - now],
                        .count = waves->counts[1 - now]};
}

/// A block of the map, made fresh.
LFI_INLINED lfi_waves_block *front_block(const wave_front *front, int64_t index) {
    lfi_waves_block *block = &front->blocks[index];
    if (block->stamp != front->stamp) {
        block->stamp = front->stamp;
        block->end = 0;
        block->met = block->low = block->high = block->next[0] = block->next[1] = lfi_wide_none();
    }
    return block;
}

/// Adds tiles to a block's part of the next wave.
LFI_INLINED void front_add(wave_front *front, int64_t index, lfi_waves_block *block, lfi_wide tiles) {
    const lfi_wide before = block->next[front->then];
    block->next[front->then] = lfi_wide_or(before, tiles);
    front->list[front->count] = (uint32_t)index; // kept only if the block is new to the list: no branch
    front->count += lfi_wide_is_none(before);
}

// ---- One block, one move --------------------------------------------------------------------------

/// Carries tiles over the left or right edge into the block `index`. `from`: the tiles straight across the
/// edge; `beside`: the tiles across it from the moves up and down. Returns the new tiles straight across.
LFI_INLINED lfi_wide front_cross_side(wave_front *front, int64_t index, lfi_wide open, lfi_wide from,
                                      lfi_wide beside, lf_moves moves) {
    if (moves == LF_MOVES_KING_CUT) from = lfi_wide_or(from, lfi_wide_up_and_down(from));
    const lfi_wide across = lfi_wide_and(from, open);
    if (lfi_wide_is_none(across)) return across;
    lfi_waves_block *block = front_block(front, index);
    const lfi_wide known = lfi_wide_or(block->met, block->next[front->now]);
    const lfi_wide fresh = lfi_wide_without(across, known);
    if (lfi_wide_is_none(fresh)) return fresh;
    lfi_wide tiles = fresh;
    if (moves == LF_MOVES_KING) {
        const lfi_wide diagonal = lfi_wide_and(lfi_wide_and(lfi_wide_up_and_down(fresh), beside), open);
        tiles = lfi_wide_or(fresh, lfi_wide_without(diagonal, known));
    }
    front_add(front, index, block, tiles);
    return fresh;
}

/// The tiles that go over the upper or lower edge into row `y`: those straight across and those beside them.
/// Rows are 16-bit numbers.
typedef struct row_edge {
    unsigned y, from, beside;
} row_edge;

/// The same over the upper or lower edge, into the block `index`.
LFI_INLINED unsigned front_cross_row(wave_front *front, int64_t index, const lfi_wide *open, row_edge edge,
                                     lf_moves moves) {
    const unsigned y = edge.y;
    unsigned from = edge.from;
    if (from == 0) return 0;
    const unsigned row = lfi_wide_row(open, y);
    if (moves == LF_MOVES_KING_CUT) from |= from << 1 | from >> 1;
    const unsigned across = from & row;
    if (across == 0) return 0;
    lfi_waves_block *block = front_block(front, index);
    const unsigned known = lfi_wide_row(&block->met, y) | lfi_wide_row(&block->next[front->now], y);
    const unsigned fresh = across & ~known;
    if (fresh == 0) return 0;
    unsigned tiles = fresh;
    if (moves == LF_MOVES_KING) tiles |= (fresh << 1 | fresh >> 1) & edge.beside & row & ~known;
    front_add(front, index, block, y == 0 ? lfi_wide_of_top(tiles) : lfi_wide_of_bottom(tiles));
    return fresh;
}

/// The same over a corner, to the tile (x, y) of the block `index`.
LFI_INLINED void front_cross_corner(wave_front *front, int64_t index, const lfi_wide *open, unsigned x,
                                    unsigned y) {
    if (!lfi_wide_has(open, x, y)) return;
    lfi_waves_block *block = front_block(front, index);
    if (lfi_wide_has(&block->met, x, y)) return;
    front_add(front, index, block, y == 0 ? lfi_wide_of_top(1u << x) : lfi_wide_of_bottom(1u << x));
}

enum {
    FIRST_COLUMN = 1,
    LAST_COLUMN = 0x8000,
    BOTTOM_ROW = LFI_WIDE_ROWS - 1,
    RIGHT_COLUMN = LFI_WIDE_COLUMNS - 1
};

/// Moves the tiles `f` of a block, all of them met by now, by one move. It is inlined for each of the three
/// move rules, with everything it calls: left to itself, gcc did not inline it, for 23 % more instructions.
LFI_INLINED void front_move(wave_front *front, int64_t index, const lfi_wide *open, lfi_wide f,
                            lf_moves moves) {
    const int64_t stride = front->stride;
    const lfi_wide here = *open;
    lfi_waves_block *const block = &front->blocks[index];
    const lfi_wide l = lfi_wide_and(lfi_wide_left(f), here), r = lfi_wide_and(lfi_wide_right(f), here);
    const lfi_wide h = lfi_wide_or(l, r), v = lfi_wide_and(lfi_wide_up_and_down(f), here);
    lfi_wide tiles = lfi_wide_or(h, v);
    if (moves == LF_MOVES_KING) {
        const lfi_wide by_left = lfi_wide_and(lfi_wide_left(v), lfi_wide_up_and_down(l));
        const lfi_wide by_right = lfi_wide_and(lfi_wide_right(v), lfi_wide_up_and_down(r));
        tiles = lfi_wide_or(tiles, lfi_wide_and(lfi_wide_or(by_left, by_right), here));
    } else if (moves == LF_MOVES_KING_CUT) {
        const lfi_wide sides = lfi_wide_or(lfi_wide_left(f), lfi_wide_right(f));
        tiles = lfi_wide_or(tiles, lfi_wide_and(lfi_wide_up_and_down(sides), here));
    }
    tiles = lfi_wide_without(tiles, block->met);
    if (!lfi_wide_is_none(tiles)) front_add(front, index, block, tiles);

    const lfi_wide to_left = front_cross_side(front, index - 1, open[-1], lfi_wide_first_to_last(f),
                                              lfi_wide_first_to_last(v), moves);
    const lfi_wide to_right = front_cross_side(front, index + 1, open[1], lfi_wide_last_to_first(f),
                                               lfi_wide_last_to_first(v), moves);
    const unsigned top = lfi_wide_top(f), bottom = lfi_wide_bottom(f);
    const row_edge upwards = {BOTTOM_ROW, top, lfi_wide_top(h)}, downwards = {0, bottom, lfi_wide_bottom(h)};
    const unsigned above = front_cross_row(front, index - stride, open - stride, upwards, moves);
    const unsigned below = front_cross_row(front, index + stride, open + stride, downwards, moves);
    if (moves == LF_MOVES_ORTHOGONAL) return;
    const bool cut = moves == LF_MOVES_KING_CUT;
    const unsigned upper = cut ? top : above, lower = cut ? bottom : below;
    if (((upper | lower) & (FIRST_COLUMN | LAST_COLUMN)) == 0) return;
    if ((upper & FIRST_COLUMN) != 0 && (cut || (lfi_wide_top(to_left) & LAST_COLUMN) != 0))
        front_cross_corner(front, index - stride - 1, open - stride - 1, RIGHT_COLUMN, BOTTOM_ROW);
    if ((upper & LAST_COLUMN) != 0 && (cut || (lfi_wide_top(to_right) & FIRST_COLUMN) != 0))
        front_cross_corner(front, index - stride + 1, open - stride + 1, 0, BOTTOM_ROW);
    if ((lower & FIRST_COLUMN) != 0 && (cut || (lfi_wide_bottom(to_left) & LAST_COLUMN) != 0))
        front_cross_corner(front, index + stride - 1, open + stride - 1, RIGHT_COLUMN, 0);
    if ((lower & LAST_COLUMN) != 0 && (cut || (lfi_wide_bottom(to_right) & FIRST_COLUMN) != 0))
        front_cross_corner(front, index + stride + 1, open + stride + 1, 0, 0);
}

// ---- Distances ------------------------------------------------------------------------------------

/// Writes the distance of late tiles.
LFI_RARE static void sink_take_late(const lfi_wave_sink *sink, const lf_map *map, uint32_t index,
                                    lfi_wide tiles, int64_t distance) {
    const uint32_t row = index / map->blocks.stride, column = index - row * map->blocks.stride;
    const uint64_t first =
        (uint64_t)row * LFI_WIDE_ROWS * (uint64_t)map->width + (uint64_t)column * LFI_WIDE_COLUMNS;
    sink->logs[index].late = lfi_wide_or(sink->logs[index].late, tiles);
    for (unsigned y = 0; y < LFI_WIDE_ROWS; y++) {
        for (unsigned left = lfi_wide_row(&tiles, y); left != 0; left &= left - 1) {
            const uint64_t at = first + y * (uint64_t)map->width + (uint64_t)lfi_lowest_bit(left);
            if (sink->bits == 16)
                ((uint16_t *)sink->plane)[at] = (uint16_t)distance;
            else
                ((uint32_t *)sink->plane)[at] = (uint32_t)distance;
        }
    }
}

/// Notes the distance of tiles of a block. `begun`: whether the block has met tiles before.
LFI_INLINED void sink_take(const lfi_wave_sink *sink, const lf_map *map, uint32_t index, bool begun,
                           lfi_wide tiles, int64_t distance) {
    lfi_wave_log *log = &sink->logs[index];
    if (!begun) {
        const lfi_wide none = lfi_wide_none();
        *log = (lfi_wave_log){{none, none, none, none}, none, (uint32_t)distance};
    } else if (distance - log->first >= LFI_LOG_WAVES) {
        sink_take_late(sink, map, index, tiles, distance);
        return;
    }
    for (int i = 0; i < 4; i++) {
        if ((distance >> (i + 2) & 1) != 0) log->bits[i] = lfi_wide_or(log->bits[i], tiles);
    }
}

// ---- A fence --------------------------------------------------------------------------------------

/// Whether tiles of a block may be met at a distance.
static bool fence_admits(const lfi_wave_sink *sink, lfi_waves_block *block, uint32_t index,
                         int64_t distance) {
    if (sink->end == NULL) return true;
    if (block->end == 0) block->end = sink->end(sink->user, index);
    return distance < (int64_t)block->end;
}

// ---- Waves ----------------------------------------------------------------------------------------

/// Continues the wave under way; false if the budget ran out before its end.
LFI_INLINED bool wave_advance(lfi_waves *waves, const lf_map *map, const lfi_wave_sink *sink, int64_t *budget,
                              lf_moves moves) {
    const lfi_wide *const open = map->blocks.open, none = lfi_wide_none(), full = lfi_wide_full();
    wave_front front = front_make(waves, map);
    const uint32_t *const list = waves->lists[front.now];
    const uint32_t count = waves->counts[front.now];
    const lfi_wide low = (waves->distance & 1) != 0 ? full : none,
                   high = (waves->distance & 2) != 0 ? full : none;
    lfi_wide hits = none;
    int64_t met_count = 0;
    uint32_t at = waves->at;
    for (; at < count && met_count < *budget; at++) {
        lfi_waves_block *block = &front.blocks[list[at]];
        const lfi_wide f = lfi_wide_without(block->next[front.now], block->met);
        block->next[front.now] = none;
        if (lfi_wide_is_none(f)) continue; // an earlier wave met all of it after it was put here
        if (sink != NULL && !fence_admits(sink, block, list[at], waves->distance)) continue;
        hits = lfi_wide_or(hits, lfi_wide_and(f, block->low));
        if (sink != NULL && sink->logs != NULL)
            sink_take(sink, map, list[at], !lfi_wide_is_none(block->met), f, waves->distance);
        block->met = lfi_wide_or(block->met, f);
        block->low = lfi_wide_or(lfi_wide_without(block->low, f), lfi_wide_and(f, low));
        block->high = lfi_wide_or(block->high, lfi_wide_and(f, high));
        met_count += lfi_wide_count(f);
        front_move(&front, list[at], open + list[at], f, moves);
    }
    waves->at = at;
    waves->counts[front.then] = front.count;
    waves->wave_met += met_count;
    waves->hit |= !lfi_wide_is_none(hits);
    *budget -= met_count < *budget ? met_count : *budget;
    return at == count;
}

static void wave_next(lfi_waves *waves) {
    waves->counts[waves->distance & 1] = waves->at = 0;
    waves->met += waves->wave_met;
    waves->wave_met = 0;
    waves->distance++;
}

/// One such loop for each of the move rules, with a sink and without one.
LFI_INLINED bool wave_advance_moves(lfi_waves *waves, const lf_map *map, const lfi_wave_sink *sink,
                                    int64_t *budget) {
    switch (map->moves) {
    case LF_MOVES_KING: return wave_advance(waves, map, sink, budget, LF_MOVES_KING);
    case LF_MOVES_KING_CUT: return wave_advance(waves, map, sink, budget, LF_MOVES_KING_CUT);
    default: return wave_advance(waves, map, sink, budget, LF_MOVES_ORTHOGONAL);
    }
}

static bool wave_advance_plain(lfi_waves *waves, const lf_map *map, int64_t *budget) {
    return wave_advance_moves(waves, map, NULL, budget);
}

static bool wave_advance_noting(lfi_waves *waves, const lf_map *map, const lfi_wave_sink *sink,
                                int64_t *budget) {
    LFI_ASSERT(sink != NULL);
    return wave_advance_moves(waves, map, sink, budget);
}

lf_status lfi_waves_run(lfi_waves *waves, const lf_map *map, const lfi_wave_sink *sink, int64_t limit,
                        int64_t *budget) {
    while (sink == NULL ? wave_advance_plain(waves, map, budget)
                        : wave_advance_noting(waves, map, sink, budget)) {
        if (waves->hit) return LF_OK;
        if (waves->distance == limit) return LF_NO_ROUTE;
        wave_next(waves);
        if (waves->counts[waves->distance & 1] == 0) return LF_NO_ROUTE;
    }
    return LF_PAUSED;
}

// ---- Beginning ------------------------------------------------------------------------------------

static lfi_place tile_place(const lf_map *map, lf_tile tile) {
    const lf_point point = lfi_map_point(map, tile);
    return lfi_blocks_at(&map->blocks, (uint32_t)point.x, (uint32_t)point.y);
}

void lfi_waves_reset(lfi_waves *waves, const lf_map *map) {
    if (waves->stamp == UINT32_MAX) { // the numbers start over: only now are the marks really cleared
        for (uint32_t i = 0; i < map->blocks.count; i++) waves->blocks[i].stamp = 0;
        waves->stamp = 0;
    }
    waves->stamp++;
    waves->counts[0] = waves->counts[1] = waves->at = 0;
    waves->distance = waves->met = waves->wave_met = 0;
    waves->hit = false;
}

void lfi_waves_add_target(lfi_waves *waves, const lf_map *map, lf_tile tile) {
    const wave_front front = front_make(waves, map);
    const lfi_place place = tile_place(map, tile);
    lfi_wide_add_row(&front_block(&front, place.block)->low, place.y, 1u << place.x);
}

void lfi_waves_add_source(lfi_waves *waves, const lf_map *map, lf_tile tile) {
    const wave_front front = front_make(waves, map);
    const lfi_place place = tile_place(map, tile);
    lfi_wide *first = &front_block(&front, place.block)->next[0];
    if (lfi_wide_is_none(*first)) waves->lists[0][waves->counts[0]++] = place.block;
    lfi_wide_add_row(first, place.y, 1u << place.x);
}

// ---- Asking ---------------------------------------------------------------------------------------

int lfi_waves_distance(const lfi_waves *waves, const lf_map *map, lf_point point) {
    const lfi_place place = lfi_blocks_at(&map->blocks, (uint32_t)point.x, (uint32_t)point.y);
    const lfi_waves_block *block = &waves->blocks[place.block];
    if (block->stamp != waves->stamp || !lfi_wide_has(&block->met, place.x, place.y)) return -1;
    return lfi_wide_has(&block->low, place.x, place.y) + 2 * lfi_wide_has(&block->high, place.x, place.y);
}

int lfi_waves_back(const lfi_waves *waves, const lf_map *map, lfi_wave_walk *walk, int64_t distance) {
    const unsigned from = map->allowed[lfi_bits_around(map->open, walk->spot, map->stride)];
    const int wanted = (int)((distance - 1) & 3);
    for (int i = 0; i < 8; i++) {
        const int k = lfi_move_order[i];
        if ((from >> k & 1) == 0) continue;
        const lf_point point = {walk->point.x + lfi_move_dx(k), walk->point.y + lfi_move_dy(k)};
        if (lfi_waves_distance(waves, map, point) != wanted) continue;
        *walk = (lfi_wave_walk){(lf_tile)(walk->tile + map->tile_offset[k]),
                                {walk->spot.bit + (uint64_t)map->spot_offset[k]},
                                point};
        return k;
    }
    LFI_ASSERT(false);
    return LFI_CENTRE;
}

bool lfi_waves_queued(const lfi_waves *waves, const lf_map *map, lf_tile tile) {
    const lfi_place place = tile_place(map, tile);
    const lfi_waves_block *block = &waves->blocks[place.block];
    return block->stamp == waves->stamp && (lfi_wide_has(&block->next[0], place.x, place.y) ||
                                            lfi_wide_has(&block->next[1], place.x, place.y));
}
