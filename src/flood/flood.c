// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// flood: bit-parallel breadth-first search from all sources at once, one block of 16 x 8 tiles at a time.
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
// Time: O(tiles met / 8) for smooth fronts, O(tiles met) at worst. Memory: 104 bytes per block, 0.81 bytes
// per tile.
#include "flood.h"

#include "octile.h"

// ---- Memory ---------------------------------------------------------------------------------------

static void flood_forget(lf_search *search) {
    for (uint32_t i = 0; i < search->map->blocks.count; i++) lfi_flood_of(search)->blocks[i].stamp = 0;
}

static void flood_arrays(lf_search *search, lfi_arrays *run) {
    const uint64_t count = search->base->blocks.count;
    lfi_flood *flood = lfi_flood_of(search);
    LFI_ARRAY(run, flood->blocks, count);
    LFI_ARRAY(run, flood->lists[0], count + 1);
    LFI_ARRAY(run, flood->lists[1], count + 1);
}

const lfi_part lfi_flood_part = {.size = sizeof(lfi_flood), .arrays = flood_arrays, .ready = flood_forget};

// ---- Blocks ---------------------------------------------------------------------------------------

/// The state that a wave needs: copies, so that they stay in registers.
typedef struct wave_front {
    lfi_flood_block *blocks;
    int64_t stride;
    uint32_t stamp;
    int now, then;  ///< parities of this wave and the next
    uint32_t *list; ///< of the next wave
    uint32_t count;
} wave_front;

static wave_front front_make(const lf_search *search) {
    const lfi_flood *flood = lfi_flood_of(search);
    const int now = (int)(flood->distance & 1);
    return (wave_front){.blocks = flood->blocks,
                        .stride = search->map->blocks.stride,
                        .stamp = flood->stamp,
                        .now = now,
                        .then = 1 - now,
                        .list = flood->lists[1 - now],
                        .count = flood->counts[1 - now]};
}

/// A block of the map, made fresh.
LFI_INLINED lfi_flood_block *front_block(const wave_front *front, int64_t index) {
    lfi_flood_block *block = &front->blocks[index];
    if (block->stamp != front->stamp) {
        block->stamp = front->stamp;
        block->met = block->low = block->high = block->next[0] = block->next[1] = lfi_wide_none();
    }
    return block;
}

/// Adds tiles to a block's part of the next wave.
LFI_INLINED void front_add(wave_front *front, int64_t index, lfi_flood_block *block, lfi_wide tiles) {
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
    lfi_flood_block *block = front_block(front, index);
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
    lfi_flood_block *block = front_block(front, index);
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
    lfi_flood_block *block = front_block(front, index);
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
    lfi_flood_block *const block = &front->blocks[index];
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

// ---- Waves ----------------------------------------------------------------------------------------

/// Continues the wave under way; false if the budget ran out before its end.
static inline bool wave_advance(lf_search *search, int64_t *budget, lf_moves moves) {
    lfi_flood *flood = lfi_flood_of(search);
    const lfi_wide *const open = search->map->blocks.open, none = lfi_wide_none(), full = lfi_wide_full();
    wave_front front = front_make(search);
    const uint32_t *const list = flood->lists[front.now];
    const uint32_t count = flood->counts[front.now];
    const lfi_wide low = (flood->distance & 1) != 0 ? full : none,
                   high = (flood->distance & 2) != 0 ? full : none;
    lfi_wide hits = none;
    int64_t met_count = 0;
    uint32_t at = flood->at;
    for (; at < count && met_count < *budget; at++) {
        lfi_flood_block *block = &front.blocks[list[at]];
        const lfi_wide f = lfi_wide_without(block->next[front.now], block->met);
        block->next[front.now] = none;
        if (lfi_wide_is_none(f)) continue; // an earlier wave met all of it after it was put here
        hits = lfi_wide_or(hits, lfi_wide_and(f, block->low));
        block->met = lfi_wide_or(block->met, f);
        block->low = lfi_wide_or(lfi_wide_without(block->low, f), lfi_wide_and(f, low));
        block->high = lfi_wide_or(block->high, lfi_wide_and(f, high));
        met_count += lfi_wide_count(f);
        front_move(&front, list[at], open + list[at], f, moves);
    }
    flood->at = at;
    flood->counts[front.then] = front.count;
    flood->wave_met += met_count;
    flood->hit |= !lfi_wide_is_none(hits);
    *budget -= met_count < *budget ? met_count : *budget;
    return at == count;
}

static void wave_next(lfi_flood *flood) {
    flood->counts[flood->distance & 1] = flood->at = 0;
    flood->met += flood->wave_met;
    flood->wave_met = 0;
    flood->distance++;
}

static inline lf_status wave_loop(lf_search *search, int64_t *budget, lf_moves moves) {
    lfi_flood *flood = lfi_flood_of(search);
    while (wave_advance(search, budget, moves)) {
        if (flood->hit) return LF_OK;
        wave_next(flood);
        if (flood->counts[flood->distance & 1] == 0) return LF_NO_ROUTE;
    }
    return LF_PAUSED;
}

// ---- Beginning and ending -------------------------------------------------------------------------

static lfi_place tile_place(const lf_map *map, lf_tile tile) {
    const lf_point point = lf_map_point(map, tile);
    return lfi_blocks_at(&map->blocks, (uint32_t)point.x, (uint32_t)point.y);
}

static void wave_reset(lf_search *search) {
    lfi_flood *flood = lfi_flood_of(search);
    if (flood->stamp == UINT32_MAX) { // the numbers start over: only now are the marks really cleared
        flood_forget(search);
        flood->stamp = 0;
    }
    flood->stamp++;
    flood->counts[0] = flood->counts[1] = flood->at = 0;
    flood->distance = flood->met = flood->wave_met = 0;
    flood->hit = false;
}

void lfi_flood_begin(lf_search *search) {
    const lf_query *query = &search->query;
    lfi_flood *flood = lfi_flood_of(search);
    wave_reset(search);
    const wave_front front = front_make(search);
    for (int64_t i = 0; i < query->target_count; i++) {
        const lfi_place place = tile_place(search->map, query->targets[i]);
        lfi_wide_add_row(&front_block(&front, place.block)->low, place.y, 1u << place.x);
    }
    for (int64_t i = 0; i < query->source_count; i++) {
        if (!lfi_search_source_useful(search, query->sources[i].tile)) continue;
        const lfi_place place = tile_place(search->map, query->sources[i].tile);
        lfi_wide *first = &front_block(&front, place.block)->next[0];
        if (lfi_wide_is_none(*first)) flood->lists[0][flood->counts[0]++] = place.block;
        lfi_wide_add_row(first, place.y, 1u << place.x);
    }
}

/// Distance modulo 4 of a met tile, -1 for any other.
static int wave_distance(const lf_search *search, lfi_place place) {
    const lfi_flood_block *block = &lfi_flood_of(search)->blocks[place.block];
    if (block->stamp != lfi_flood_of(search)->stamp || !lfi_wide_has(&block->met, place.x, place.y))
        return -1;
    return lfi_wide_has(&block->low, place.x, place.y) + 2 * lfi_wide_has(&block->high, place.x, place.y);
}

/// While the search runs, the tiles of the next wave count too: they are in the queue.
bool lfi_flood_has_met(const lf_search *search, lf_tile tile) {
    const lfi_place place = tile_place(search->map, tile);
    const lfi_flood_block *block = &lfi_flood_of(search)->blocks[place.block];
    if (block->stamp != lfi_flood_of(search)->stamp) return false;
    if (lfi_wide_has(&block->met, place.x, place.y)) return true;
    return search->state == LFI_RUNNING && (lfi_wide_has(&block->next[0], place.x, place.y) ||
                                            lfi_wide_has(&block->next[1], place.x, place.y));
}

/// A walk back from the target.
typedef struct wave_walk {
    lf_tile tile;
    lfi_spot spot;
    lf_point point;
} wave_walk;

static wave_walk walk_make(const lf_map *map, lf_tile tile) {
    return (wave_walk){tile, lfi_map_spot(map, tile), lf_map_point(map, tile)};
}

/// Takes one move back from a tile at distance > 0, by the written rule; returns the move.
static int walk_back(const lf_search *search, wave_walk *walk, int64_t distance) {
    const lf_map *map = search->map;
    const unsigned from = map->allowed[lfi_bits_around(map->open, walk->spot, map->stride)];
    const int wanted = (int)((distance - 1) & 3);
    for (int i = 0; i < 8; i++) {
        const int k = lfi_move_order[i];
        if ((from >> k & 1) == 0) continue;
        const lf_point point = {walk->point.x + lfi_move_dx(k), walk->point.y + lfi_move_dy(k)};
        const lfi_place place = lfi_blocks_at(&map->blocks, (uint32_t)point.x, (uint32_t)point.y);
        if (wave_distance(search, place) != wanted) continue;
        *walk = (wave_walk){(lf_tile)(walk->tile + map->tile_offset[k]),
                            {walk->spot.bit + (uint64_t)map->spot_offset[k]},
                            point};
        return k;
    }
    LFI_ASSERT(false);
    return LFI_CENTRE;
}

/// Sets the ends of the route. No target is nearer than this wave, so the distance modulo 4 tells which
/// targets are in it.
static void wave_settle(lf_search *search) {
    lf_route *route = &search->route;
    route->length = lfi_flood_of(search)->distance;
    for (int64_t i = 0; route->target == LF_NO_TILE; i++) {
        LFI_ASSERT(i < search->query.target_count);
        const lf_tile tile = search->query.targets[i];
        if (wave_distance(search, tile_place(search->map, tile)) == (route->length & 3)) route->target = tile;
    }
    wave_walk walk = walk_make(search->map, route->target);
    for (int64_t distance = route->length; distance > 0; distance--)
        route->diagonal += lfi_move_is_diagonal(walk_back(search, &walk, distance));
    route->source = walk.tile;
}

void lfi_flood_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    wave_walk walk = walk_make(search->map, search->route.target);
    for (int64_t distance = search->route.length;; distance--) {
        if (distance < capacity) tiles[distance] = walk.tile;
        if (distance == 0) return;
        walk_back(search, &walk, distance);
    }
}

lf_status lfi_flood_run(lf_search *search, int64_t *budget) {
    lf_status status;
    switch (search->map->moves) {
    case LF_MOVES_KING: status = wave_loop(search, budget, LF_MOVES_KING); break;
    case LF_MOVES_KING_CUT: status = wave_loop(search, budget, LF_MOVES_KING_CUT); break;
    default: status = wave_loop(search, budget, LF_MOVES_ORTHOGONAL); break;
    }
    if (status == LF_PAUSED) return status;
    search->route.stats.enqueued += lfi_flood_of(search)->met + lfi_flood_of(search)->wave_met;
    search->route.stats.expanded +=
        lfi_flood_of(search)->met + (status == LF_OK); // the target, not the rest of its wave
    if (status == LF_OK) wave_settle(search);
    return status;
}

// ---- A search under way ---------------------------------------------------------------------------

static void block_show(const lfi_flood_block *block, lfi_box box, const lfi_viewer *viewer) {
    for (unsigned y = 0; y < LFI_WIDE_ROWS; y++) {
        for (uint64_t row = lfi_wide_row(&block->met, y); row != 0; row &= row - 1)
            viewer->see(viewer->user, (lf_point){box.x0 + lfi_lowest_bit(row), box.y0 + (int32_t)y});
    }
}

/// Tiles of the wave under way count as soon as they are met: the wave before it leads to them.
static void flood_show(const lf_search *search, const lfi_viewer *viewer) {
    const lfi_flood *flood = lfi_flood_of(search);
    for (uint32_t i = 0; i < search->map->blocks.count; i++) {
        const lfi_flood_block *block = &flood->blocks[i];
        if (block->stamp != flood->stamp || lfi_wide_is_none(block->met)) continue;
        const lfi_box box = lfi_blocks_box(&search->map->blocks, i);
        if (viewer->wants(viewer->user, box)) block_show(block, box, viewer);
    }
}

/// Whether a met tile is a source: it has no neighbour that is one move nearer. (Modulo 4, a neighbour of a
/// source is at 0 or 1, and the one before it would be at 3.)
static bool walk_is_at_source(const lf_search *search, const wave_walk *walk, int distance) {
    const lf_map *map = search->map;
    const unsigned from = map->allowed[lfi_bits_around(map->open, walk->spot, map->stride)];
    for (int k = 0; k < LFI_AROUND; k++) {
        if ((from >> k & 1) == 0) continue;
        const uint32_t x = (uint32_t)(walk->point.x + lfi_move_dx(k)),
                       y = (uint32_t)(walk->point.y + lfi_move_dy(k));
        if (wave_distance(search, lfi_blocks_at(&map->blocks, x, y)) == ((distance + 3) & 3)) return false;
    }
    return true;
}

static void flood_measure(const lf_search *search, lf_tile tile, lf_route *route) {
    wave_walk walk = walk_make(search->map, tile);
    int distance = wave_distance(search, tile_place(search->map, tile));
    for (route->length = route->diagonal = 0; !walk_is_at_source(search, &walk, distance); route->length++) {
        route->diagonal += lfi_move_is_diagonal(walk_back(search, &walk, distance));
        distance = (distance + 3) & 3;
    }
    route->source = walk.tile;
}

// ---- The strategy ---------------------------------------------------------------------------------

static lf_status strategy_check_octile(const lf_search *search, const lf_query *query) {
    const bool room = search->parts[LFI_PART_OCTILE] != NULL;
    return lfi_query_is_octile(query, search->base) && !room ? LF_E_NO_OCTILE : LF_OK;
}

static void strategy_begin(lf_search *search) {
    if (lfi_search_is_octile(search))
        lfi_octile_begin(search);
    else
        lfi_flood_begin(search);
    if (search->stage != LFI_STAGE_GUARDRAIL) search->route.stats.phases = 1;
}

static lf_status strategy_step(lf_search *search, int64_t *budget) {
    return lfi_search_is_octile(search) ? lfi_octile_run(search, budget) : lfi_flood_run(search, budget);
}

static void strategy_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    if (lfi_search_is_octile(search))
        lfi_octile_trace(search, tiles, capacity);
    else
        lfi_flood_trace(search, tiles, capacity);
}

static bool strategy_has_met(const lf_search *search, lf_tile tile) {
    return lfi_search_is_octile(search) ? lfi_octile_has_met(search, tile) : lfi_flood_has_met(search, tile);
}

static void strategy_show(const lf_search *search, const lfi_viewer *viewer) {
    if (lfi_search_is_octile(search))
        lfi_octile_show(search, viewer);
    else
        flood_show(search, viewer);
}

static void strategy_measure(const lf_search *search, lf_tile tile, lf_route *route) {
    if (lfi_search_is_octile(search))
        lfi_octile_measure(search, tile, route);
    else
        flood_measure(search, tile, route);
}

const lfi_strategy lfi_flood_strategy = {
    .name = "flood",
    .exact = true,
    .octile = true,
    .gated = true,
    .first_wins = true,
    .preference = 1,
    .parts = LFI_PART_BIT(FLOOD),
    .check = strategy_check_octile,
    .begin = strategy_begin,
    .step = strategy_step,
    .trace = strategy_trace,
    .has_met = strategy_has_met,
    .show = strategy_show,
    .measure = strategy_measure,
};
