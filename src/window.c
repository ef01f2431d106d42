// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Breadth-first search, a block of 64 tiles at a time.
//
// When a block is made, the 10 x 10 tiles around it give a word for each direction: the tiles from which that
// move is legal. All move rules are in those eight words, so a wave needs none of them: the tiles of the wave
// are masked with the word, shifted by the move, and what was not met yet is the next wave. What is shifted
// over the edge goes to a neighbour.
//
//       wave        can move right      shifted           fresh
//     . x . . .      1 1 1 0 #          . . x . .       . . x . .
//     . x . . .  &   1 1 0 # #   ->     . . x . .  ->   . . x . .      (the rest is masked by `met`)
//
// The direction that led to each tile is kept as three bit planes, so the way back needs no distances, and a
// window that is widened and resumed leaves a way back as well. Straight directions are tried before
// diagonal ones, and blocks in the order in which they were reached; all of it depends on the map and the
// query alone.
//
// Time: some 60 instructions for each block in a wave, and 200 for each block reached. Memory: 192 bytes
// a block and some 30 for its place in the table.
#include "search.h"

#define COLUMN_FIRST UINT64_C(0x0101010101010101)
#define COLUMN_LAST  UINT64_C(0x8080808080808080)

/// Directions as in lfi_cell_dx; 7 - d is the opposite of d.
enum { UP_LEFT, UP, UP_RIGHT, LEFT, RIGHT, DOWN_LEFT, DOWN, DOWN_RIGHT };

// ---- Memory ---------------------------------------------------------------------------------------

void lfi_window_measure(lf_search *search, uint64_t cell_room, uint64_t block_room) {
    lfi_window *window = &search->window;
    window->blocks_wide = lfi_blocks_along(search->map->width);
    lfi_table_measure(&window->cells, cell_room);
    lfi_table_measure(&window->blocks, block_room);
}

lf_status lfi_window_create(lf_search *search) {
    const lf_allocator *allocator = &search->allocator;
    lfi_window *window = &search->window;
    const uint32_t block_room = window->blocks.room;
    const bool cells = lfi_table_create(&window->cells, allocator);
    const bool blocks = lfi_table_create(&window->blocks, allocator);
    window->block = lfi_alloc(allocator, block_room, sizeof *window->block);
    window->now = lfi_alloc(allocator, block_room, sizeof *window->now);
    window->next = lfi_alloc(allocator, block_room, sizeof *window->next);
    const bool lists = window->block != NULL && window->now != NULL && window->next != NULL;
    return cells && blocks && lists ? LF_OK : LF_E_NOMEM;
}

void lfi_window_destroy(lf_search *search) {
    const lf_allocator *allocator = &search->allocator;
    lfi_window *window = &search->window;
    const uint32_t room = window->blocks.room;
    lfi_free(allocator, window->block, room, sizeof *window->block);
    lfi_free(allocator, window->now, room, sizeof *window->now);
    lfi_free(allocator, window->next, room, sizeof *window->next);
    lfi_table_destroy(&window->cells, allocator);
    lfi_table_destroy(&window->blocks, allocator);
}

uint64_t lfi_window_bytes(const lf_search *search) {
    const lfi_window *window = &search->window;
    const size_t block = sizeof *window->block + sizeof *window->now + sizeof *window->next;
    return lfi_table_bytes(&window->cells) + lfi_table_bytes(&window->blocks) +
           lfi_bytes_wide(window->blocks.room, block);
}

// ---- Blocks ---------------------------------------------------------------------------------------

/// Ten bits of a row from x - 1 on; 0 for rows outside the map.
static unsigned row_ten_bits(const lf_map *map, int64_t x, int64_t y) {
    if (y < 0 || y >= map->height) return 0;
    const uint64_t bit = lfi_map_row(map, y) + (uint64_t)x - 1, word = bit >> 6, shift = bit & 63;
    return (unsigned)((map->open[word] >> shift | map->open[word + 1] << 1 << (63 - shift)) & 0x3ff);
}

/// Fills in from where each move is legal.
static void block_find_moves(const lf_map *map, lfi_block *block) {
    uint64_t open[9] = {0}; // for each tile of the block, whether the tile in direction k of moves.h is open
    for (int row = 0; row < LFI_BLOCK_SIDE + 2; row++) {
        const int64_t x = (int64_t)block->x * LFI_BLOCK_SIDE, y = (int64_t)block->y * LFI_BLOCK_SIDE;
        const unsigned bits = row_ten_bits(map, x, y + row - 1);
        for (int dy = -1; dy <= 1; dy++) {
            const int at = row - 1 - dy; // the row of the block that sees this one in direction dy
            if (at < 0 || at >= LFI_BLOCK_SIDE) continue;
            for (int dx = -1; dx <= 1; dx++) {
                open[LFI_CENTRE + dx + 3 * dy] |= (uint64_t)(bits >> (1 + dx) & 0xff) << (8 * at);
            }
        }
    }
    for (int direction = 0; direction < 8; direction++) {
        const int dx = lfi_cell_dx(direction), dy = lfi_cell_dy(direction);
        uint64_t can = open[LFI_CENTRE] & open[LFI_CENTRE + dx + 3 * dy];
        if (dx != 0 && dy != 0) {
            if (map->moves == LF_MOVES_KING) can &= open[LFI_CENTRE + dx] & open[LFI_CENTRE + 3 * dy];
            if (map->moves == LF_MOVES_ORTHOGONAL) can = 0;
        }
        block->can[direction] = can;
    }
}

static bool cell_is_open(const lfi_window *window, const lf_coarse *coarse, int32_t x, int32_t y) {
    if (x >= coarse->width || y >= coarse->height) return false;
    return lfi_table_find(&window->cells, lfi_coarse_cell_at(coarse, x, y)) != LFI_NOT_IN_TABLE;
}

/// The tiles of a block whose cells are open.
static uint64_t block_inside(const lf_search *search, int32_t x, int32_t y) {
    const lfi_window *window = &search->window;
    const lf_coarse *coarse = search->coarse;
    if (window->unrestricted) return UINT64_MAX;
    const int shift = coarse->level - LFI_BLOCK_SHIFT;
    if (shift >= 0) return cell_is_open(window, coarse, x >> shift, y >> shift) ? UINT64_MAX : 0;
    // Several cells in a block.
    const int side = 1 << coarse->level, cells = LFI_BLOCK_SIDE / side;
    const uint64_t row = (UINT64_C(1) << side) - 1;
    uint64_t square = 0, inside = 0;
    for (int i = 0; i < side; i++) square |= row << (8 * i);
    for (int j = 0; j < cells; j++) {
        for (int i = 0; i < cells; i++) {
            if (cell_is_open(window, coarse, x * cells + i, y * cells + j))
                inside |= square << (side * (8 * j + i));
        }
    }
    return inside;
}

/// Gives a block its memory.
static uint32_t block_add(lf_search *search, int32_t x, int32_t y, uint64_t inside) {
    lfi_window *window = &search->window;
    const uint32_t number = (uint32_t)y * window->blocks_wide + (uint32_t)x;
    const uint32_t index = lfi_table_add(&window->blocks, number);
    LFI_ASSERT(index != LFI_NOT_IN_TABLE); // whoever opens a window sees to its room
    lfi_block *block = &window->block[index];
    *block = (lfi_block){.inside = inside, .x = x, .y = y};
    for (int i = 0; i < 8; i++) block->around[i] = LFI_NOT_IN_TABLE;
    block_find_moves(search->map, block);
    return index;
}

/// Where a tile is in its block.
static int tile_bit(lf_point point) {
    return 8 * (point.y & 7) + (point.x & 7);
}

/// The block of a place, or NULL if it has no memory yet.
static lfi_block *block_at(const lfi_window *window, lf_point point) {
    const uint32_t x = (uint32_t)(point.x >> LFI_BLOCK_SHIFT), y = (uint32_t)(point.y >> LFI_BLOCK_SHIFT);
    const uint32_t index = lfi_table_find(&window->blocks, y * window->blocks_wide + x);
    return index == LFI_NOT_IN_TABLE ? NULL : &window->block[index];
}

/// The block of a tile, made if it is new.
static lfi_block *block_of_tile(lf_search *search, lf_tile tile, uint64_t *mask) {
    const lf_point point = lf_map_point(search->map, tile);
    *mask = UINT64_C(1) << tile_bit(point);
    lfi_block *const known = block_at(&search->window, point);
    if (known != NULL) return known;
    const int32_t x = point.x >> LFI_BLOCK_SHIFT, y = point.y >> LFI_BLOCK_SHIFT;
    return &search->window.block[block_add(search, x, y, block_inside(search, x, y))];
}

/// Finds the neighbour of a block and links the two; LFI_NO_BLOCK if the window never enters it.
static uint32_t block_link(lf_search *search, uint32_t from, int direction) {
    lfi_window *window = &search->window;
    const int32_t x = window->block[from].x + lfi_cell_dx(direction),
                  y = window->block[from].y + lfi_cell_dy(direction);
    uint32_t index = lfi_table_find(&window->blocks, (uint32_t)y * window->blocks_wide + (uint32_t)x);
    if (index == LFI_NOT_IN_TABLE) {
        const uint64_t inside = block_inside(search, x, y);
        index = inside == 0 && !window->defers ? LFI_NO_BLOCK : block_add(search, x, y, inside);
    }
    window->block[from].around[direction] = index;
    if (index != LFI_NO_BLOCK) window->block[index].around[7 - direction] = from;
    return index;
}

// ---- Setting up -----------------------------------------------------------------------------------

void lfi_window_begin(lf_search *search, bool defers) {
    lfi_window *window = &search->window;
    lfi_table_clear(&window->cells);
    lfi_table_clear(&window->blocks);
    window->now_count = window->next_count = window->now_at = 0;
    window->deferred = 0;
    window->wave = -1;
    window->wave_limit = INT64_MAX;
    window->defers = defers;
    window->unrestricted = false;
    window->hit = LF_NO_TILE;
}

void lfi_window_open_around(lf_search *search, lf_point cell, int64_t radius) {
    const lf_coarse *coarse = search->coarse;
    lfi_table *cells = &search->window.cells;
    const int64_t left = cell.x > radius ? cell.x - radius : 0, top = cell.y > radius ? cell.y - radius : 0;
    const int64_t right = cell.x + radius < coarse->width ? cell.x + radius : coarse->width - 1;
    const int64_t bottom = cell.y + radius < coarse->height ? cell.y + radius : coarse->height - 1;
    for (int64_t y = top; y <= bottom; y++) {
        for (int64_t x = left; x <= right; x++) {
            const uint32_t at = lfi_coarse_cell_at(coarse, (int32_t)x, (int32_t)y);
            if (lfi_table_find(cells, at) == LFI_NOT_IN_TABLE) lfi_table_add(cells, at);
        }
    }
}

bool lfi_window_has(const lf_search *search, lf_tile tile) {
    const uint32_t cell = lfi_coarse_cell(search->coarse, lf_map_point(search->map, tile));
    return search->window.unrestricted || lfi_table_find(&search->window.cells, cell) != LFI_NOT_IN_TABLE;
}

/// Lets tiles of a block join the next wave.
static void block_enqueue(lfi_window *window, uint32_t index, uint64_t tiles) {
    lfi_block *block = &window->block[index];
    if (tiles == 0) return;
    if (block->next == 0) window->next[window->next_count++] = index;
    block->next |= tiles;
}

void lfi_window_add_source(lf_search *search, lf_tile tile) {
    uint64_t mask;
    lfi_block *block = block_of_tile(search, tile, &mask);
    if ((block->met & mask) != 0) return;
    block->met |= mask;
    block->start |= mask;
    block_enqueue(&search->window, (uint32_t)(block - search->window.block), mask);
}

void lfi_window_add_target(lf_search *search, lf_tile tile) {
    uint64_t mask;
    lfi_block *block = block_of_tile(search, tile, &mask);
    block->wanted |= mask;
}

// ---- Waves ----------------------------------------------------------------------------------------

/// Tiles of a block that a move in some direction has led to.
static inline void block_meet(lfi_window *window, uint32_t index, uint64_t tiles, int direction) {
    lfi_block *block = &window->block[index];
    uint64_t fresh = tiles & ~block->met;
    if (!window->defers) fresh &= block->inside;
    if (fresh == 0) return;
    block->met |= fresh;
    for (int i = 0; i < 3; i++) block->trail[i] |= (direction >> i & 1) != 0 ? fresh : 0;
    if ((fresh & ~block->inside) != 0) {
        block->deferred |= fresh & ~block->inside;
        window->deferred += lfi_count_bits(fresh & ~block->inside);
    }
    block_enqueue(window, index, fresh & block->inside);
}

/// The same for tiles of the neighbour in direction `side`.
static inline void block_spill(lf_search *search, uint32_t from, int side, uint64_t tiles, int direction) {
    if (tiles == 0) return;
    uint32_t index = search->window.block[from].around[side];
    if (index == LFI_NOT_IN_TABLE) index = block_link(search, from, side);
    if (index != LFI_NO_BLOCK) block_meet(&search->window, index, tiles, direction);
}

/// Moves the tiles of a block that are in this wave one step in all directions.
static void block_expand(lf_search *search, uint32_t at) {
    lfi_window *window = &search->window;
    const lfi_block *block = &window->block[at];
    const uint64_t wave = block->now;
    const uint64_t up = wave & block->can[UP], left = wave & block->can[LEFT],
                   right = wave & block->can[RIGHT], down = wave & block->can[DOWN];
    block_meet(window, at, up >> 8, UP);
    block_spill(search, at, UP, up << 56, UP);
    block_meet(window, at, (left & ~COLUMN_FIRST) >> 1, LEFT);
    block_spill(search, at, LEFT, (left & COLUMN_FIRST) << 7, LEFT);
    block_meet(window, at, (right & ~COLUMN_LAST) << 1, RIGHT);
    block_spill(search, at, RIGHT, (right & COLUMN_LAST) >> 7, RIGHT);
    block_meet(window, at, down << 8, DOWN);
    block_spill(search, at, DOWN, down >> 56, DOWN);
    const uint64_t up_left = wave & block->can[UP_LEFT], up_right = wave & block->can[UP_RIGHT],
                   down_left = wave & block->can[DOWN_LEFT], down_right = wave & block->can[DOWN_RIGHT];
    block_meet(window, at, (up_left & ~COLUMN_FIRST) >> 9, UP_LEFT);
    block_spill(search, at, UP, (up_left & ~COLUMN_FIRST) << 55, UP_LEFT);
    block_spill(search, at, LEFT, (up_left & COLUMN_FIRST) >> 1, UP_LEFT);
    block_spill(search, at, UP_LEFT, up_left << 63, UP_LEFT);
    block_meet(window, at, (up_right & ~COLUMN_LAST) >> 7, UP_RIGHT);
    block_spill(search, at, UP, (up_right & ~COLUMN_LAST) << 57, UP_RIGHT);
    block_spill(search, at, RIGHT, (up_right & COLUMN_LAST) >> 15, UP_RIGHT);
    block_spill(search, at, UP_RIGHT, (up_right >> 7 & 1) << 56, UP_RIGHT);
    block_meet(window, at, (down_left & ~COLUMN_FIRST) << 7, DOWN_LEFT);
    block_spill(search, at, DOWN, (down_left & ~COLUMN_FIRST) >> 57, DOWN_LEFT);
    block_spill(search, at, LEFT, (down_left & COLUMN_FIRST) << 15, DOWN_LEFT);
    block_spill(search, at, DOWN_LEFT, (down_left >> 56 & 1) << 7, DOWN_LEFT);
    block_meet(window, at, (down_right & ~COLUMN_LAST) << 9, DOWN_RIGHT);
    block_spill(search, at, DOWN, (down_right & ~COLUMN_LAST) >> 55, DOWN_RIGHT);
    block_spill(search, at, RIGHT, (down_right & COLUMN_LAST) << 1, DOWN_RIGHT);
    block_spill(search, at, DOWN_RIGHT, down_right >> 63, DOWN_RIGHT);
}

static lf_point block_tile_point(const lfi_block *block, int bit) {
    return (lf_point){block->x * LFI_BLOCK_SIDE + (bit & 7), block->y * LFI_BLOCK_SIDE + (bit >> 3)};
}

uint64_t lfi_window_aim_distance(const lf_search *search, lf_tile tile) {
    const lf_point point = lf_map_point(search->map, tile), aim = search->window.aim;
    const int64_t dx = (int64_t)point.x - aim.x, dy = (int64_t)point.y - aim.y;
    const uint64_t x = (uint64_t)(dx < 0 ? -dx : dx), y = (uint64_t)(dy < 0 ? -dy : dy);
    return x > y ? x << 32 | y : y << 32 | x;
}

/// Takes the best of the targets in the wave that is about to be expanded, if there is any.
static bool wave_hits(lf_search *search) {
    lfi_window *window = &search->window;
    uint64_t best = UINT64_MAX;
    for (uint32_t i = 0; i < window->now_count; i++) {
        const lfi_block *block = &window->block[window->now[i]];
        for (uint64_t tiles = block->now & block->wanted; tiles != 0; tiles &= tiles - 1) {
            const lf_point point = block_tile_point(block, lfi_lowest_bit(tiles));
            const lf_tile tile = lf_map_tile(search->map, point.x, point.y);
            const uint64_t distance = lfi_window_aim_distance(search, tile);
            if (distance > best || (distance == best && tile > window->hit)) continue;
            best = distance;
            window->hit = tile;
        }
    }
    return window->hit != LF_NO_TILE;
}

/// The next wave becomes this one.
static void wave_begin(lf_search *search) {
    lfi_window *window = &search->window;
    uint32_t *const swap = window->now;
    window->now = window->next;
    window->next = swap;
    window->now_count = window->next_count;
    window->next_count = window->now_at = 0;
    window->wave++;
    for (uint32_t i = 0; i < window->now_count; i++) {
        lfi_block *block = &window->block[window->now[i]];
        block->now = block->next;
        block->next = 0;
        search->route.stats.enqueued += lfi_count_bits(block->now);
    }
}

lf_status lfi_window_run(lf_search *search, int64_t *budget) {
    lfi_window *window = &search->window;
    int64_t left = *budget;
    lf_status status = LF_PAUSED;
    while (left > 0) {
        if (window->now_at == window->now_count) {
            wave_begin(search);
            if (wave_hits(search)) {
                left--; // as in a queue, the target is the last tile that is taken off
                status = LF_OK;
            } else if (window->now_count == 0 || window->wave >= window->wave_limit) {
                status = LF_NO_ROUTE;
            }
            if (status != LF_PAUSED) break;
        }
        const uint32_t at = window->now[window->now_at++];
        left -= lfi_count_bits(window->block[at].now);
        block_expand(search, at);
    }
    search->route.stats.expanded += *budget - left;
    search->route.stats.deferred += window->deferred;
    window->deferred = 0;
    *budget = left;
    return status;
}

// ---- Widening -------------------------------------------------------------------------------------

/// Opens the cells around those of a block that have tiles of `visited`.
static void block_open_around(lf_search *search, const lfi_block *block, uint64_t visited, int64_t radius) {
    const int level = search->coarse->level;
    lf_point last = {-1, -1};
    for (; visited != 0; visited &= visited - 1) {
        const lf_point tile = block_tile_point(block, lfi_lowest_bit(visited));
        const lf_point cell = {tile.x >> level, tile.y >> level};
        if (cell.x != last.x || cell.y != last.y) lfi_window_open_around(search, cell, radius);
        last = cell;
        if (level >= LFI_BLOCK_SHIFT) return; // one cell holds the whole block
    }
}

/// Begins a phase: what is inside by now is looked up again, and deferred tiles there join the next wave.
static void window_resume(lf_search *search) {
    lfi_window *window = &search->window;
    for (uint32_t i = 0; i < window->blocks.count; i++) {
        lfi_block *block = &window->block[i];
        block->settled = block->met & ~block->deferred;
        block->inside = block_inside(search, block->x, block->y);
        const uint64_t ready = block->deferred & block->inside;
        block->deferred &= ~ready;
        block_enqueue(window, i, ready);
    }
    window->now_count = window->now_at = 0;
}

void lfi_window_widen(lf_search *search, int64_t radius) {
    const lfi_window *window = &search->window;
    for (uint32_t i = 0; i < window->blocks.count; i++) {
        const lfi_block *block = &window->block[i];
        block_open_around(search, block, block->met & ~block->deferred & ~block->settled, radius);
    }
    window_resume(search);
}

void lfi_window_open_all(lf_search *search) {
    search->window.unrestricted = true;
    window_resume(search);
}

// ---- Walking back ---------------------------------------------------------------------------------

/// A place in a window.
typedef struct window_place {
    const lfi_block *block;
    int bit;
} window_place;

static int place_direction(window_place place) {
    int direction = 0;
    for (int i = 0; i < 3; i++) direction |= (int)(place.block->trail[i] >> place.bit & 1) << i;
    return direction;
}

/// The place that a move in some direction came from. Its block is linked, because the move came from there.
static window_place place_before(const lfi_window *window, window_place place, int direction) {
    const int x = (place.bit & 7) - lfi_cell_dx(direction), y = (place.bit >> 3) - lfi_cell_dy(direction);
    const int dx = (x > 7) - (x < 0), dy = (y > 7) - (y < 0);
    if (dx != 0 || dy != 0) place.block = &window->block[place.block->around[lfi_direction_of(dx, dy)]];
    return (window_place){place.block, 8 * (y & 7) + (x & 7)};
}

int64_t lfi_window_walk(const lf_search *search, uint8_t *moves, int64_t room, lf_tile *source) {
    const lfi_window *window = &search->window;
    const lf_point point = lf_map_point(search->map, window->hit);
    window_place place = {block_at(window, point), tile_bit(point)};
    int64_t count = 0;
    for (; (place.block->start >> place.bit & 1) == 0; count++) {
        const int direction = place_direction(place);
        if (count < room) moves[count] = (uint8_t)direction;
        place = place_before(window, place, direction);
    }
    const lf_point first = block_tile_point(place.block, place.bit);
    *source = lf_map_tile(search->map, first.x, first.y);
    if (count <= room) lfi_bytes_reverse(moves, count);
    return count;
}

// ---- Marks ----------------------------------------------------------------------------------------

void lfi_window_mark(lf_search *search, lf_tile tile) {
    lfi_window *window = &search->window;
    const lf_point point = lf_map_point(search->map, tile);
    lfi_block *block = block_at(window, point);
    if (block == NULL) {
        const uint32_t x = (uint32_t)(point.x >> LFI_BLOCK_SHIFT), y = (uint32_t)(point.y >> LFI_BLOCK_SHIFT);
        if (window->blocks.count == window->blocks.room) lfi_table_clear(&window->blocks);
        block = &window->block[lfi_table_add(&window->blocks, y * window->blocks_wide + x)];
        block->met = block->wanted = 0;
    }
    block->met |= UINT64_C(1) << tile_bit(point);
}

void lfi_window_unmark(lf_search *search, lf_tile tile) {
    const lf_point point = lf_map_point(search->map, tile);
    lfi_block *block = block_at(&search->window, point);
    if (block != NULL) block->met &= ~(UINT64_C(1) << tile_bit(point));
}

bool lfi_window_is_marked(const lf_search *search, lf_tile tile) {
    const lf_point point = lf_map_point(search->map, tile);
    const lfi_block *block = block_at(&search->window, point);
    return block != NULL && (block->met >> tile_bit(point) & 1) != 0;
}

void lfi_window_want(lf_search *search, lf_tile tile, bool wanted) {
    const lf_point point = lf_map_point(search->map, tile);
    const uint64_t mask = UINT64_C(1) << tile_bit(point);
    lfi_block *block = block_at(&search->window, point);
    if (block != NULL) block->wanted = wanted ? block->wanted | mask : block->wanted & ~mask;
}

bool lfi_window_is_wanted(const lf_search *search, lf_tile tile) {
    const lf_point point = lf_map_point(search->map, tile);
    const lfi_block *block = block_at(&search->window, point);
    return block != NULL && (block->wanted >> tile_bit(point) & 1) != 0;
}
