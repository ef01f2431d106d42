// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Bit-parallel breadth-first search, one chunk of 64 tiles at a time.
//
// When a chunk is made, the 10 x 10 tiles around it give one word per direction: the tiles from which this
// move is legal. These eight words hold all move rules, so a wave checks none. It masks its tiles with the
// word and shifts them by the move; the tiles not met yet are the next wave. Tiles shifted over the edge go
// to a neighbour.
//
//       wave        can move right      shifted           fresh
//     . x . . .      1 1 1 0 #          . . x . .       . . x . .
//     . x . . .  &   1 1 0 # #   ->     . . x . .  ->   . . x . .      (the rest is masked by `met`)
//
// Three bit planes keep the direction that led to each tile. So the way back needs no distances, and exists
// in a window that was widened and resumed as well. Straight directions are tried before diagonal ones, and
// chunks in the order in which they were reached; all of this depends on the map and the query alone.
//
// Time: some 60 instructions for each chunk in a wave, and 200 for each chunk reached. Memory: 192 bytes per
// chunk and some 30 for its place in the table.
#include "window.h"

#include "../coarse/coarse.h"
#include "guide.h"

#define COLUMN_FIRST UINT64_C(0x0101010101010101)
#define COLUMN_LAST  UINT64_C(0x8080808080808080)

enum {
    WINDOW_MOST_RADIUS = 1 << 16, ///< a larger one would cover more cells than there can be
    WINDOW_MORE_CHUNKS = 8,       ///< that expanding a chunk may add
    WINDOW_LEAST_CHUNKS = 1024,   ///< room of a search for spine alone: finds large loops, too
};

/// Directions as in lfi_direction_dx; 7 - d is the opposite of d.
enum { UP_LEFT, UP, UP_RIGHT, LEFT, RIGHT, DOWN_LEFT, DOWN, DOWN_RIGHT };

// ---- Memory ---------------------------------------------------------------------------------------

/// The most cells of a window that is not widened. Within a cell's side and two moves a way enters at most
/// three new cells (around a corner of cells; the next corner is a side away). So a stretch of a segment's
/// length enters 3 * spacing cells and those around its first corner. Each opens at most 4 r + 1 others.
static uint64_t window_most_cells(uint64_t radius, uint64_t spacing) {
    if (radius > WINDOW_MOST_RADIUS) radius = WINDOW_MOST_RADIUS;
    return (2 * radius + 1) * (2 * radius + 1) + (3 * spacing + 4) * (4 * radius + 1);
}

static uint64_t chunks_of_cells(const lf_coarse *coarse, uint64_t cells) {
    return coarse->level <= LFI_CHUNK_SHIFT ? cells : cells << (2 * (coarse->level - LFI_CHUNK_SHIFT));
}

static uint64_t map_chunks(const lf_map *map) {
    return (uint64_t)lfi_chunks_along(map->width) * lfi_chunks_along(map->height);
}

void lfi_window_room(const lf_search *search, uint64_t *cells, uint64_t *chunks) {
    const lf_coarse *coarse = search->coarse;
    *cells = coarse->cell_count;
    *chunks = map_chunks(search->base);
    if (search->only == NULL) return;
    const uint64_t most = window_most_cells(LFI_WINDOW_RADIUS, LFI_WINDOW_SPACING);
    const uint64_t need = chunks_of_cells(coarse, most);
    if (*cells > most) *cells = most;
    if (*chunks > need && *chunks > WINDOW_LEAST_CHUNKS)
        *chunks = need > WINDOW_LEAST_CHUNKS ? need : WINDOW_LEAST_CHUNKS;
}

bool lfi_window_fits(const lf_search *search, uint64_t radius, uint64_t spacing) {
    const lfi_window *window = lfi_window_of(search);
    uint64_t cells = window_most_cells(radius, spacing);
    if (cells > search->coarse->cell_count) cells = search->coarse->cell_count;
    uint64_t chunks = chunks_of_cells(search->coarse, cells);
    if (chunks > map_chunks(search->map)) chunks = map_chunks(search->map);
    return cells <= window->cells.room && chunks <= window->chunks.room;
}

static void window_arrays(lf_search *search, lfi_arrays *run) {
    lfi_window *window = lfi_window_of(search);
    uint64_t cells, chunks;
    lfi_window_room(search, &cells, &chunks);
    lfi_table_arrays(run, &window->cells, cells);
    lfi_table_arrays(run, &window->chunks, chunks);
    LFI_ARRAY(run, window->chunk, chunks);
    LFI_ARRAY(run, window->now, chunks);
    LFI_ARRAY(run, window->next, chunks);
}

static void window_ready(lf_search *search) {
    lfi_window_of(search)->chunks_wide = lfi_chunks_along(search->base->width);
}

const lfi_part lfi_window_part = {
    .size = sizeof(lfi_window), .wanted = lfi_guide_wanted, .arrays = window_arrays, .ready = window_ready};

// ---- Chunks ---------------------------------------------------------------------------------------

/// Ten bits of a row from x - 1 on; 0 for rows outside the map.
static unsigned row_ten_bits(const lf_map *map, int64_t x, int64_t y) {
    if (y < 0 || y >= map->height) return 0;
    const uint64_t bit = lfi_map_row(map, y) + (uint64_t)x - 1, word = bit >> 6, shift = bit & 63;
    return (unsigned)((map->open[word] >> shift | map->open[word + 1] << 1 << (63 - shift)) & 0x3ff);
}

/// Fills in the tiles from which each move is legal.
static void chunk_find_moves(const lf_map *map, lfi_chunk *chunk) {
    uint64_t open[9] = {0}; // for each tile of the chunk, whether the tile in direction k of moves.h is open
    for (int row = 0; row < LFI_CHUNK_SIDE + 2; row++) {
        const int64_t x = (int64_t)chunk->x * LFI_CHUNK_SIDE, y = (int64_t)chunk->y * LFI_CHUNK_SIDE;
        const unsigned bits = row_ten_bits(map, x, y + row - 1);
        for (int dy = -1; dy <= 1; dy++) {
            const int at = row - 1 - dy; // the row of the chunk that sees this one in direction dy
            if (at < 0 || at >= LFI_CHUNK_SIDE) continue;
            for (int dx = -1; dx <= 1; dx++) {
                open[LFI_CENTRE + dx + 3 * dy] |= (uint64_t)(bits >> (1 + dx) & 0xff) << (8 * at);
            }
        }
    }
    for (int direction = 0; direction < 8; direction++) {
        const int dx = lfi_direction_dx(direction), dy = lfi_direction_dy(direction);
        uint64_t can = open[LFI_CENTRE] & open[LFI_CENTRE + dx + 3 * dy];
        if (dx != 0 && dy != 0) {
            if (map->moves == LF_MOVES_KING) can &= open[LFI_CENTRE + dx] & open[LFI_CENTRE + 3 * dy];
            if (map->moves == LF_MOVES_ORTHOGONAL) can = 0;
        }
        chunk->can[direction] = can;
    }
}

static bool cell_is_open(const lfi_window *window, const lf_coarse *coarse, int32_t x, int32_t y) {
    if (x >= coarse->width || y >= coarse->height) return false;
    return lfi_table_find(&window->cells, lfi_coarse_cell_at(coarse, x, y)) != LFI_NOT_IN_TABLE;
}

/// The tiles of a chunk whose cells are open.
static uint64_t chunk_inside(const lf_search *search, int32_t x, int32_t y) {
    const lfi_window *window = lfi_window_of(search);
    const lf_coarse *coarse = search->coarse;
    if (window->unrestricted) return UINT64_MAX;
    const int shift = coarse->level - LFI_CHUNK_SHIFT;
    if (shift >= 0) return cell_is_open(window, coarse, x >> shift, y >> shift) ? UINT64_MAX : 0;
    // The chunk holds several cells.
    const int side = 1 << coarse->level, cells = LFI_CHUNK_SIDE / side;
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

/// Gives a chunk its memory.
static uint32_t chunk_add(lf_search *search, int32_t x, int32_t y, uint64_t inside) {
    lfi_window *window = lfi_window_of(search);
    const uint32_t number = (uint32_t)y * window->chunks_wide + (uint32_t)x;
    const uint32_t index = lfi_table_add(&window->chunks, number);
    LFI_ASSERT(index != LFI_NOT_IN_TABLE); // whoever opens a window makes sure of its room
    lfi_chunk *chunk = &window->chunk[index];
    *chunk = (lfi_chunk){.inside = inside, .x = x, .y = y};
    for (int i = 0; i < 8; i++) chunk->around[i] = LFI_NOT_IN_TABLE;
    chunk_find_moves(search->map, chunk);
    return index;
}

/// Where a tile is in its chunk.
static int tile_bit(lf_point point) {
    return 8 * (point.y & 7) + (point.x & 7);
}

/// The chunk of a place, or NULL if it has no memory yet.
static lfi_chunk *chunk_at(const lfi_window *window, lf_point point) {
    const uint32_t x = (uint32_t)(point.x >> LFI_CHUNK_SHIFT), y = (uint32_t)(point.y >> LFI_CHUNK_SHIFT);
    const uint32_t index = lfi_table_find(&window->chunks, y * window->chunks_wide + x);
    return index == LFI_NOT_IN_TABLE ? NULL : &window->chunk[index];
}

/// The chunk of a tile, made if it is new.
static lfi_chunk *chunk_of_tile(lf_search *search, lf_tile tile, uint64_t *mask) {
    const lf_point point = lfi_map_point(search->map, tile);
    *mask = UINT64_C(1) << tile_bit(point);
    lfi_chunk *const known = chunk_at(lfi_window_of(search), point);
    if (known != NULL) return known;
    const int32_t x = point.x >> LFI_CHUNK_SHIFT, y = point.y >> LFI_CHUNK_SHIFT;
    return &lfi_window_of(search)->chunk[chunk_add(search, x, y, chunk_inside(search, x, y))];
}

/// Finds the neighbour of a chunk and links the two; LFI_NO_CHUNK if the window never enters it.
static uint32_t chunk_link(lf_search *search, uint32_t from, int direction) {
    lfi_window *window = lfi_window_of(search);
    const int32_t x = window->chunk[from].x + lfi_direction_dx(direction),
                  y = window->chunk[from].y + lfi_direction_dy(direction);
    uint32_t index = lfi_table_find(&window->chunks, (uint32_t)y * window->chunks_wide + (uint32_t)x);
    if (index == LFI_NOT_IN_TABLE) {
        const uint64_t inside = chunk_inside(search, x, y);
        index = inside == 0 && !window->defers ? LFI_NO_CHUNK : chunk_add(search, x, y, inside);
    }
    window->chunk[from].around[direction] = index;
    if (index != LFI_NO_CHUNK) window->chunk[index].around[7 - direction] = from;
    return index;
}

// ---- Setting up -----------------------------------------------------------------------------------

void lfi_window_begin(lf_search *search, bool defers) {
    lfi_window *window = lfi_window_of(search);
    lfi_table_clear(&window->cells);
    lfi_table_clear(&window->chunks);
    window->now_count = window->next_count = window->now_at = 0;
    window->deferred = 0;
    window->wave = -1;
    window->wave_limit = INT64_MAX;
    window->defers = defers;
    window->unrestricted = false;
    window->chunk_limit = UINT32_MAX;
    window->hit = LF_NO_TILE;
}

bool lfi_window_begin_anywhere(lf_search *search, int64_t ends) {
    lfi_window *window = lfi_window_of(search);
    const bool has_all = window->chunks.room >= map_chunks(search->base);
    if (!has_all && ends > window->chunks.room / 2) return false;
    lfi_window_begin(search, false);
    window->unrestricted = true;
    window->aim = (lf_point){0, 0};
    if (!has_all) window->chunk_limit = window->chunks.room - (uint32_t)ends - WINDOW_MORE_CHUNKS;
    return true;
}

void lfi_window_rewind(lf_search *search, int64_t wave_limit) {
    lfi_window *window = lfi_window_of(search);
    for (uint32_t i = 0; i < window->chunks.count; i++) {
        lfi_chunk *chunk = &window->chunk[i];
        chunk->met = chunk->now = chunk->next = chunk->start = 0;
        for (int k = 0; k < 3; k++) chunk->trail[k] = 0;
    }
    window->now_count = window->next_count = window->now_at = 0;
    window->wave = -1;
    window->wave_limit = wave_limit;
}

void lfi_window_open_around(lf_search *search, lf_point cell, int64_t radius) {
    const lf_coarse *coarse = search->coarse;
    lfi_table *cells = &lfi_window_of(search)->cells;
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
    const uint32_t cell = lfi_coarse_cell(search->coarse, lfi_map_point(search->map, tile));
    return lfi_window_of(search)->unrestricted ||
           lfi_table_find(&lfi_window_of(search)->cells, cell) != LFI_NOT_IN_TABLE;
}

/// Adds tiles of a chunk to the next wave.
static void chunk_enqueue(lfi_window *window, uint32_t index, uint64_t tiles) {
    lfi_chunk *chunk = &window->chunk[index];
    if (tiles == 0) return;
    if (chunk->next == 0) window->next[window->next_count++] = index;
    chunk->next |= tiles;
}

void lfi_window_add_source(lf_search *search, lf_tile tile) {
    uint64_t mask;
    lfi_chunk *chunk = chunk_of_tile(search, tile, &mask);
    if ((chunk->met & mask) != 0) return;
    chunk->met |= mask;
    chunk->start |= mask;
    chunk_enqueue(lfi_window_of(search), (uint32_t)(chunk - lfi_window_of(search)->chunk), mask);
}

void lfi_window_add_target(lf_search *search, lf_tile tile) {
    uint64_t mask;
    lfi_chunk *chunk = chunk_of_tile(search, tile, &mask);
    chunk->wanted |= mask;
}

/// The greatest number of a chunk along a side that is at most `chunk`.
static int64_t chunk_within(int64_t chunk, uint32_t count) {
    return chunk < count ? chunk : (int64_t)count - 1;
}

bool lfi_window_wants_within(const lf_search *search, lf_tile tile, int64_t distance) {
    const lfi_window *window = lfi_window_of(search);
    const lf_point point = lfi_map_point(search->map, tile);
    const int64_t left = point.x > distance ? point.x - distance : 0,
                  top = point.y > distance ? point.y - distance : 0;
    const int64_t right = chunk_within((point.x + distance) >> LFI_CHUNK_SHIFT, window->chunks_wide),
                  bottom = chunk_within((point.y + distance) >> LFI_CHUNK_SHIFT,
                                        lfi_chunks_along(search->map->height));
    for (int64_t y = top >> LFI_CHUNK_SHIFT; y <= bottom; y++) {
        for (int64_t x = left >> LFI_CHUNK_SHIFT; x <= right; x++) {
            const uint32_t index = lfi_table_find(&window->chunks, (uint32_t)(y * window->chunks_wide + x));
            if (index != LFI_NOT_IN_TABLE && window->chunk[index].wanted != 0) return true;
        }
    }
    return false;
}

// ---- Waves ----------------------------------------------------------------------------------------

/// Notes the tiles of a chunk that a move in some direction leads to.
static inline void chunk_meet(lfi_window *window, uint32_t index, uint64_t tiles, int direction) {
    lfi_chunk *chunk = &window->chunk[index];
    uint64_t fresh = tiles & ~chunk->met;
    if (!window->defers) fresh &= chunk->inside;
    if (fresh == 0) return;
    chunk->met |= fresh;
    for (int i = 0; i < 3; i++) chunk->trail[i] |= (direction >> i & 1) != 0 ? fresh : 0;
    if ((fresh & ~chunk->inside) != 0) {
        chunk->deferred |= fresh & ~chunk->inside;
        window->deferred += lfi_count_bits(fresh & ~chunk->inside);
    }
    chunk_enqueue(window, index, fresh & chunk->inside);
}

/// The same for tiles of the neighbour in direction `side`.
static inline void chunk_spill(lf_search *search, uint32_t from, int side, uint64_t tiles, int direction) {
    if (tiles == 0) return;
    uint32_t index = lfi_window_of(search)->chunk[from].around[side];
    if (index == LFI_NOT_IN_TABLE) index = chunk_link(search, from, side);
    if (index != LFI_NO_CHUNK) chunk_meet(lfi_window_of(search), index, tiles, direction);
}

/// Moves those tiles of a chunk that are in this wave in all directions.
static void chunk_expand(lf_search *search, uint32_t at) {
    lfi_window *window = lfi_window_of(search);
    const lfi_chunk *chunk = &window->chunk[at];
    const uint64_t wave = chunk->now;
    const uint64_t up = wave & chunk->can[UP], left = wave & chunk->can[LEFT],
                   right = wave & chunk->can[RIGHT], down = wave & chunk->can[DOWN];
    chunk_meet(window, at, up >> 8, UP);
    chunk_spill(search, at, UP, up << 56, UP);
    chunk_meet(window, at, (left & ~COLUMN_FIRST) >> 1, LEFT);
    chunk_spill(search, at, LEFT, (left & COLUMN_FIRST) << 7, LEFT);
    chunk_meet(window, at, (right & ~COLUMN_LAST) << 1, RIGHT);
    chunk_spill(search, at, RIGHT, (right & COLUMN_LAST) >> 7, RIGHT);
    chunk_meet(window, at, down << 8, DOWN);
    chunk_spill(search, at, DOWN, down >> 56, DOWN);
    const uint64_t up_left = wave & chunk->can[UP_LEFT], up_right = wave & chunk->can[UP_RIGHT],
                   down_left = wave & chunk->can[DOWN_LEFT], down_right = wave & chunk->can[DOWN_RIGHT];
    chunk_meet(window, at, (up_left & ~COLUMN_FIRST) >> 9, UP_LEFT);
    chunk_spill(search, at, UP, (up_left & ~COLUMN_FIRST) << 55, UP_LEFT);
    chunk_spill(search, at, LEFT, (up_left & COLUMN_FIRST) >> 1, UP_LEFT);
    chunk_spill(search, at, UP_LEFT, up_left << 63, UP_LEFT);
    chunk_meet(window, at, (up_right & ~COLUMN_LAST) >> 7, UP_RIGHT);
    chunk_spill(search, at, UP, (up_right & ~COLUMN_LAST) << 57, UP_RIGHT);
    chunk_spill(search, at, RIGHT, (up_right & COLUMN_LAST) >> 15, UP_RIGHT);
    chunk_spill(search, at, UP_RIGHT, (up_right >> 7 & 1) << 56, UP_RIGHT);
    chunk_meet(window, at, (down_left & ~COLUMN_FIRST) << 7, DOWN_LEFT);
    chunk_spill(search, at, DOWN, (down_left & ~COLUMN_FIRST) >> 57, DOWN_LEFT);
    chunk_spill(search, at, LEFT, (down_left & COLUMN_FIRST) << 15, DOWN_LEFT);
    chunk_spill(search, at, DOWN_LEFT, (down_left >> 56 & 1) << 7, DOWN_LEFT);
    chunk_meet(window, at, (down_right & ~COLUMN_LAST) << 9, DOWN_RIGHT);
    chunk_spill(search, at, DOWN, (down_right & ~COLUMN_LAST) >> 55, DOWN_RIGHT);
    chunk_spill(search, at, RIGHT, (down_right & COLUMN_LAST) << 1, DOWN_RIGHT);
    chunk_spill(search, at, DOWN_RIGHT, down_right >> 63, DOWN_RIGHT);
}

static lf_point chunk_tile_point(const lfi_chunk *chunk, int bit) {
    return (lf_point){chunk->x * LFI_CHUNK_SIDE + (bit & 7), chunk->y * LFI_CHUNK_SIDE + (bit >> 3)};
}

uint64_t lfi_window_aim_distance(const lf_search *search, lf_tile tile) {
    const lf_point point = lfi_map_point(search->map, tile), aim = lfi_window_of(search)->aim;
    const int64_t dx = (int64_t)point.x - aim.x, dy = (int64_t)point.y - aim.y;
    const uint64_t x = (uint64_t)(dx < 0 ? -dx : dx), y = (uint64_t)(dy < 0 ? -dy : dy);
    return x > y ? x << 32 | y : y << 32 | x;
}

/// Takes the best of the targets in the wave that is about to be expanded, if there is any.
static bool wave_hits(lf_search *search) {
    lfi_window *window = lfi_window_of(search);
    uint64_t best = UINT64_MAX;
    for (uint32_t i = 0; i < window->now_count; i++) {
        const lfi_chunk *chunk = &window->chunk[window->now[i]];
        for (uint64_t tiles = chunk->now & chunk->wanted; tiles != 0; tiles &= tiles - 1) {
            const lf_point point = chunk_tile_point(chunk, lfi_lowest_bit(tiles));
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
    lfi_window *window = lfi_window_of(search);
    uint32_t *const swap = window->now;
    window->now = window->next;
    window->next = swap;
    window->now_count = window->next_count;
    window->next_count = window->now_at = 0;
    window->wave++;
    for (uint32_t i = 0; i < window->now_count; i++) {
        lfi_chunk *chunk = &window->chunk[window->now[i]];
        chunk->now = chunk->next;
        chunk->next = 0;
        search->route.stats.enqueued += lfi_count_bits(chunk->now);
    }
}

lf_status lfi_window_run(lf_search *search, int64_t *budget) {
    lfi_window *window = lfi_window_of(search);
    int64_t left = *budget;
    lf_status status = LF_PAUSED;
    while (left > 0) {
        if (window->now_at == window->now_count) {
            wave_begin(search);
            if (wave_hits(search)) {
                left--; // as with a queue, the target is the last tile taken off
                status = LF_OK;
            } else if (window->now_count == 0 || window->wave >= window->wave_limit) {
                status = LF_NO_ROUTE;
            }
            if (status != LF_PAUSED) break;
        }
        if (window->chunks.count > window->chunk_limit) {
            status = LF_NO_ROUTE;
            break;
        }
        const uint32_t at = window->now[window->now_at++];
        left -= lfi_count_bits(window->chunk[at].now);
        chunk_expand(search, at);
    }
    search->route.stats.expanded += *budget - left;
    search->route.stats.deferred += window->deferred;
    window->deferred = 0;
    *budget = left;
    return status;
}

// ---- Widening -------------------------------------------------------------------------------------

/// Opens the cells around each cell of a chunk that has tiles of `visited`.
static void chunk_open_around(lf_search *search, const lfi_chunk *chunk, uint64_t visited, int64_t radius) {
    const int level = search->coarse->level;
    lf_point last = {-1, -1};
    for (; visited != 0; visited &= visited - 1) {
        const lf_point tile = chunk_tile_point(chunk, lfi_lowest_bit(visited));
        const lf_point cell = {tile.x >> level, tile.y >> level};
        if (cell.x != last.x || cell.y != last.y) lfi_window_open_around(search, cell, radius);
        last = cell;
        if (level >= LFI_CHUNK_SHIFT) return; // one cell holds the whole chunk
    }
}

/// Begins a phase: looks up again which tiles are inside; deferred tiles among them join the next wave.
static void window_resume(lf_search *search) {
    lfi_window *window = lfi_window_of(search);
    for (uint32_t i = 0; i < window->chunks.count; i++) {
        lfi_chunk *chunk = &window->chunk[i];
        chunk->settled = chunk->met & ~chunk->deferred;
        chunk->inside = chunk_inside(search, chunk->x, chunk->y);
        const uint64_t ready = chunk->deferred & chunk->inside;
        chunk->deferred &= ~ready;
        chunk_enqueue(window, i, ready);
    }
    window->now_count = window->now_at = 0;
}

void lfi_window_widen(lf_search *search, int64_t radius) {
    const lfi_window *window = lfi_window_of(search);
    for (uint32_t i = 0; i < window->chunks.count; i++) {
        const lfi_chunk *chunk = &window->chunk[i];
        chunk_open_around(search, chunk, chunk->met & ~chunk->deferred & ~chunk->settled, radius);
    }
    window_resume(search);
}

void lfi_window_open_all(lf_search *search) {
    lfi_window_of(search)->unrestricted = true;
    window_resume(search);
}

// ---- Walking back ---------------------------------------------------------------------------------

/// A place in a window.
typedef struct window_place {
    const lfi_chunk *chunk;
    int bit;
} window_place;

static int place_direction(window_place place) {
    int direction = 0;
    for (int i = 0; i < 3; i++) direction |= (int)(place.chunk->trail[i] >> place.bit & 1) << i;
    return direction;
}

/// The place that a move in some direction came from. Its chunk is linked, because the move left it.
static window_place place_before(const lfi_window *window, window_place place, int direction) {
    const int x = (place.bit & 7) - lfi_direction_dx(direction),
              y = (place.bit >> 3) - lfi_direction_dy(direction);
    const int dx = (x > 7) - (x < 0), dy = (y > 7) - (y < 0);
    if (dx != 0 || dy != 0) place.chunk = &window->chunk[place.chunk->around[lfi_direction_of(dx, dy)]];
    return (window_place){place.chunk, 8 * (y & 7) + (x & 7)};
}

int64_t lfi_window_walk(const lf_search *search, uint8_t *moves, int64_t room, lf_tile *source) {
    const lfi_window *window = lfi_window_of(search);
    const lf_point point = lfi_map_point(search->map, window->hit);
    window_place place = {chunk_at(window, point), tile_bit(point)};
    int64_t count = 0;
    for (; (place.chunk->start >> place.bit & 1) == 0; count++) {
        const int direction = place_direction(place);
        if (count < room) moves[count] = (uint8_t)direction;
        place = place_before(window, place, direction);
    }
    const lf_point first = chunk_tile_point(place.chunk, place.bit);
    *source = lf_map_tile(search->map, first.x, first.y);
    if (count <= room) lfi_bytes_reverse(moves, count);
    return count;
}

void lfi_window_measure(const lf_search *search, lf_route *route) {
    const lfi_window *window = lfi_window_of(search);
    const lf_point end = lfi_map_point(search->map, window->hit);
    window_place place = {chunk_at(window, end), tile_bit(end)};
    route->target = window->hit;
    for (route->length = 0; (place.chunk->start >> place.bit & 1) == 0; route->length++) {
        const int direction = place_direction(place);
        route->diagonal += lfi_direction_dx(direction) != 0 && lfi_direction_dy(direction) != 0;
        place = place_before(window, place, direction);
    }
    const lf_point first = chunk_tile_point(place.chunk, place.bit);
    route->source = lf_map_tile(search->map, first.x, first.y);
}

void lfi_window_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    const lfi_window *window = lfi_window_of(search);
    const lf_point end = lfi_map_point(search->map, window->hit);
    window_place place = {chunk_at(window, end), tile_bit(end)};
    for (int64_t i = search->route.length; i >= 0; i--) {
        const lf_point point = chunk_tile_point(place.chunk, place.bit);
        if (i < capacity) tiles[i] = lf_map_tile(search->map, point.x, point.y);
        if (i > 0) place = place_before(window, place, place_direction(place));
    }
}

// ---- Marks ----------------------------------------------------------------------------------------

void lfi_window_mark(lf_search *search, lf_tile tile) {
    lfi_window *window = lfi_window_of(search);
    const lf_point point = lfi_map_point(search->map, tile);
    lfi_chunk *chunk = chunk_at(window, point);
    if (chunk == NULL) {
        const uint32_t x = (uint32_t)(point.x >> LFI_CHUNK_SHIFT), y = (uint32_t)(point.y >> LFI_CHUNK_SHIFT);
        if (window->chunks.count == window->chunks.room) lfi_table_clear(&window->chunks);
        chunk = &window->chunk[lfi_table_add(&window->chunks, y * window->chunks_wide + x)];
        chunk->met = chunk->wanted = 0;
    }
    chunk->met |= UINT64_C(1) << tile_bit(point);
}

void lfi_window_unmark(lf_search *search, lf_tile tile) {
    const lf_point point = lfi_map_point(search->map, tile);
    lfi_chunk *chunk = chunk_at(lfi_window_of(search), point);
    if (chunk != NULL) chunk->met &= ~(UINT64_C(1) << tile_bit(point));
}

bool lfi_window_is_marked(const lf_search *search, lf_tile tile) {
    const lf_point point = lfi_map_point(search->map, tile);
    const lfi_chunk *chunk = chunk_at(lfi_window_of(search), point);
    return chunk != NULL && (chunk->met >> tile_bit(point) & 1) != 0;
}

void lfi_window_want(lf_search *search, lf_tile tile, bool wanted) {
    const lf_point point = lfi_map_point(search->map, tile);
    const uint64_t mask = UINT64_C(1) << tile_bit(point);
    lfi_chunk *chunk = chunk_at(lfi_window_of(search), point);
    if (chunk != NULL) chunk->wanted = wanted ? chunk->wanted | mask : chunk->wanted & ~mask;
}

bool lfi_window_is_wanted(const lf_search *search, lf_tile tile) {
    const lf_point point = lfi_map_point(search->map, tile);
    const lfi_chunk *chunk = chunk_at(lfi_window_of(search), point);
    return chunk != NULL && (chunk->wanted >> tile_bit(point) & 1) != 0;
}
