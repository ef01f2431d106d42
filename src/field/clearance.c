// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Clearance for round units: the square of the distance to the nearest blocked tile (an exact Euclidean
// distance transform, in two passes as Meijster and others do it).
//
// Columns first: how far each tile is from the nearest blocked tile of its own column, g. Then rows. The
// square at x is the least of (x - u)^2 + g(u)^2 over all columns u: the lower envelope of parabolas that all
// have the same shape, so that two of them cross once.
//
//     \   |  /    A stack holds the parabolas of the envelope from left to right, each with the first x where
//      \ _| /     it is the lowest. A new one removes those from the end that it is below of from their
//       \ |/      first x on. Read from right to left, the stack gives the row.
//        u
//
// The first x of a parabola u after i is where (x - u)^2 + g(u)^2 < (x - i)^2 + g(i)^2 for the first time, the
// whole number after (u^2 - i^2 + g(u)^2 - g(i)^2) / (2 (u - i)): a division of whole numbers, so the result
// is exact. A map has fewer than 2^32 tiles, so all sums stay below 2^63.
//
// Columns that are blocked nowhere have no parabola. With `edge_blocked` there is a parabola on each side of
// the map as well, and the rows above and below are blocked.
//
// Time: O(tiles). Memory: a stack of 12 bytes per column for each part.
#include "../base/arrays.h"
#include "../base/workers.h"
#include "../map/map.h"

/// Columns are cut into stretches of this many tiles, rows are dealt out to this many parts.
enum { CLEARANCE_STRETCH = 1024, CLEARANCE_HANDS = 16 };

/// A parabola: its column, its height, and the first x where it is the lowest.
typedef struct parabola {
    int32_t column, first;
    uint32_t height; ///< g
} parabola;

typedef struct clearance_job {
    const lf_map *map;
    bool edge;
    int64_t hands;
    parabola *stacks; ///< for each hand, columns + 2
    uint32_t *squares;
} clearance_job;

// ---- Columns --------------------------------------------------------------------------------------

/// The distances of a row from the row before it in a sweep, whose distances are `before`; NULL: there is no
/// row.
static void columns_row(const clearance_job *job, int64_t x0, int64_t x1, int64_t y, const uint32_t *before) {
    const lf_map *map = job->map;
    const uint64_t *open = map->open + (lfi_map_row(map, y) >> 6);
    uint32_t *row = job->squares + y * map->width;
    for (int64_t x = x0; x < x1; x++) {
        const uint32_t near = before != NULL ? before[x] : job->edge ? 0 : LF_NO_CLEARANCE;
        const uint32_t next = near == LF_NO_CLEARANCE ? near : near + 1;
        if ((open[x >> 6] >> (x & 63) & 1) == 0)
            row[x] = 0;
        else if (next < row[x])
            row[x] = next;
    }
}

static void columns_part(int64_t index, void *user) {
    const clearance_job *job = user;
    const int64_t width = job->map->width, height = job->map->height, x0 = index * CLEARANCE_STRETCH;
    const int64_t x1 = x0 + CLEARANCE_STRETCH < width ? x0 + CLEARANCE_STRETCH : width;
    for (int64_t y = 0; y < height; y++) {
        uint32_t *row = job->squares + y * width;
        for (int64_t x = x0; x < x1; x++) row[x] = LF_NO_CLEARANCE;
        columns_row(job, x0, x1, y, y > 0 ? row - width : NULL);
    }
    for (int64_t y = height - 1; y >= 0; y--)
        columns_row(job, x0, x1, y, y + 1 < height ? job->squares + (y + 1) * width : NULL);
}

// ---- Rows -----------------------------------------------------------------------------------------

static int64_t whole_square(int64_t a) {
    return a * a;
}

static int64_t parabola_at(const parabola *p, int64_t x) {
    return whole_square(x - p->column) + whole_square(p->height);
}

/// The first x where a parabola farther right is below another one; may be outside the map. It is behind the
/// first x of the other one, which the stack has made sure of, so the quotient is not negative.
static int64_t parabola_crossing(const parabola *left, int32_t column, uint32_t height) {
    const int64_t rise =
        whole_square(column) - whole_square(left->column) + whole_square(height) - whole_square(left->height);
    const int64_t width = 2 * ((int64_t)column - left->column);
    LFI_ASSERT(rise >= 0);
    return rise / width + 1;
}

/// Puts a parabola on the stack of a row; returns the new number of parabolas.
static int64_t stack_push(parabola *stack, int64_t count, int32_t column, uint32_t height, int32_t width) {
    if (height == LF_NO_CLEARANCE) return count;
    const parabola next = {.column = column, .height = height};
    while (count > 0 && parabola_at(&stack[count - 1], stack[count - 1].first) >
                            parabola_at(&next, stack[count - 1].first))
        count--;
    const int64_t first = count > 0 ? parabola_crossing(&stack[count - 1], column, height) : 0;
    if (first >= width) return count;
    stack[count] = (parabola){column, (int32_t)first, height};
    return count + 1;
}

static void squares_write(uint32_t *row, const parabola *stack, int64_t count, int32_t width) {
    for (int32_t x = width - 1; x >= 0; x--) {
        while (count > 1 && stack[count - 1].first > x) count--;
        const int64_t square = count > 0 ? parabola_at(&stack[count - 1], x) : LF_NO_CLEARANCE;
        row[x] = square < LF_NO_CLEARANCE ? (uint32_t)square : LF_NO_CLEARANCE;
    }
}

static void rows_part(int64_t hand, void *user) {
    const clearance_job *job = user;
    const int32_t width = job->map->width;
    parabola *stack = job->stacks + hand * ((int64_t)width + 2);
    for (int64_t y = hand; y < job->map->height; y += job->hands) {
        uint32_t *row = job->squares + y * width;
        int64_t count = job->edge ? stack_push(stack, 0, -1, 0, width) : 0;
        for (int32_t x = 0; x < width; x++) count = stack_push(stack, count, x, row[x], width);
        if (job->edge) count = stack_push(stack, count, width, 0, width);
        squares_write(row, stack, count, width);
    }
}

// ---- The call -------------------------------------------------------------------------------------

static lf_status clearance_find(clearance_job *job, const lf_clearance_desc *desc,
                                const lf_allocator *allocator) {
    const int64_t width = job->map->width;
    job->hands = lfi_workers_any(&desc->workers) ? CLEARANCE_HANDS : 1;
    const uint64_t count = (uint64_t)job->hands * ((uint64_t)width + 2);
    job->stacks = lfi_alloc(allocator, count, sizeof *job->stacks);
    if (job->stacks == NULL) return LF_E_NOMEM;
    lfi_workers_run(&desc->workers, columns_part, job, (width - 1) / CLEARANCE_STRETCH + 1);
    lfi_workers_run(&desc->workers, rows_part, job, job->hands);
    lfi_free(allocator, job->stacks, count, sizeof *job->stacks);
    return LF_OK;
}

lf_status lf_map_clearance(const lf_map *map, const lf_clearance_desc *desc, uint32_t *squares,
                           int64_t capacity) {
    const lf_clearance_desc defaults = {0};
    if (map == NULL || squares == NULL) return LF_E_NULL;
    if (capacity < 0) return LF_E_COUNT;
    if (capacity < map->tile_count) return LF_E_BUFFER_TOO_SMALL;
    if (desc == NULL) desc = &defaults;
    lf_allocator allocator = desc->allocator;
    const lf_status status = lfi_allocator_resolve(&allocator);
    if (status != LF_OK) return status;
    clearance_job job = {.map = map, .edge = desc->edge_blocked, .squares = squares};
    return clearance_find(&job, desc, &allocator);
}

uint8_t lf_clearance_depth(uint32_t square) {
    uint32_t depth = 0;
    while (depth < UINT8_MAX && depth * depth < square) depth++;
    return (uint8_t)depth;
}
