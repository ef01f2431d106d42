// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Finds bodies by runs instead of tiles (connected-component labelling).
//
// The scan finds the maximal runs of open tiles in a row, 64 tiles at a time. Two runs of neighbouring rows
// are connected if a move leads from one to the other, that is, if their columns overlap; with corner cutting
// also if they only touch at a corner. (Without cutting, a diagonal needs both orthogonal tiles open, so it
// connects nothing that straight moves do not, and king and orthogonal moves have the same bodies.) A
// union-find over the runs, whose root is always the lowest run, then numbers the bodies by their first tile
// in row order.
//
// A coast map has few runs (about one for every 150 tiles of a world map), so this costs a small part of a
// flood and needs 12 bytes per run instead of 4 per tile. A binary search among the runs of its row finds the
// body of a tile.
//
// Time: O(words + runs), nearly. Memory: 12 bytes per run, 4 per row, 8 per body.
#include "bodies.h"
#include "map.h"

uint64_t lfi_run_edge(const uint64_t *words, uint64_t bit, uint64_t flip, uint64_t end) {
    uint64_t word = (words[bit >> 6] ^ flip) >> (bit & 63);
    if (word != 0) return bit + (uint64_t)lfi_lowest_bit(word);
    for (bit = (bit | 63) + 1; bit < end; bit += 64) {
        word = words[bit >> 6] ^ flip;
        if (word != 0) return bit + (uint64_t)lfi_lowest_bit(word);
    }
    return end;
}

lfi_run *lfi_runs_scan(const uint64_t *words, int32_t x0, int32_t x1, lfi_run *out) {
    const uint64_t end = (uint64_t)x1;
    for (uint64_t bit = (uint64_t)x0; bit < end;) {
        const uint64_t first = lfi_run_edge(words, bit, 0, end);
        if (first >= end) break;
        bit = lfi_run_edge(words, first, UINT64_MAX, end);
        *out++ = (lfi_run){(int32_t)first, bit < end ? (int32_t)bit : x1, 0};
    }
    return out;
}

static uint32_t row_count_runs(const lf_map *map, int32_t y) {
    const uint64_t *words = map->open + (lfi_map_row(map, y) >> 6);
    uint64_t before = 0;
    uint32_t count = 0;
    for (uint64_t i = 0; i < map->stride; i++) count += (uint32_t)lfi_runs_begin(words[i], &before);
    return count;
}

static uint32_t root_find(lfi_run *runs, uint32_t i) {
    while (runs[i].body != i) i = runs[i].body = runs[runs[i].body].body;
    return i;
}

static void root_join(lfi_run *runs, uint32_t a, uint32_t b) {
    a = root_find(runs, a);
    b = root_find(runs, b);
    if (a < b)
        runs[b].body = a;
    else
        runs[a].body = b;
}

void lfi_runs_connect(lfi_run *runs, const uint32_t *row_runs, int32_t rows, int32_t reach) {
    for (int32_t y = 0; y < rows; y++) {
        for (uint32_t i = row_runs[y]; i < row_runs[y + 1]; i++) runs[i].body = i;
        if (y == 0) continue;
        lfi_run_pair pair = {row_runs[y - 1], row_runs[y], row_runs[y], row_runs[y + 1]};
        uint32_t above, here;
        while (lfi_run_pair_next(runs, &pair, reach, &above, &here)) root_join(runs, above, here);
    }
    // A parent comes before its child and is a root by now.
    for (uint32_t i = 0; i < row_runs[rows]; i++) runs[i].body = runs[runs[i].body].body;
}

/// Replaces roots by numbers in order of first appearance; returns how many bodies there are.
static uint32_t roots_number(lfi_run *runs, uint32_t run_count) {
    uint32_t bodies = 0;
    for (uint32_t i = 0; i < run_count; i++) {
        // The root comes before the run and has its number by now.
        runs[i].body = runs[i].body == i ? bodies++ : runs[runs[i].body].body;
    }
    return bodies;
}

// The lengths of the arrays become known one after the other, so the arrays are made one by one.

static void bodies_row_array(lfi_arrays *run, const lf_map *map, lfi_bodies *bodies) {
    LFI_ARRAY(run, bodies->row_runs, (uint64_t)map->height + 1);
}

static void bodies_run_array(lfi_arrays *run, lfi_bodies *bodies) {
    LFI_ARRAY(run, bodies->runs, bodies->run_room);
}

static void bodies_size_array(lfi_arrays *run, lfi_bodies *bodies) {
    LFI_ARRAY_ZEROED(run, bodies->sizes, bodies->body_room);
}

void lfi_bodies_arrays(lfi_arrays *run, const lf_map *map, lfi_bodies *bodies) {
    bodies_row_array(run, map, bodies);
    bodies_run_array(run, bodies);
    bodies_size_array(run, bodies);
    if (bodies->heirs != NULL) LFI_ARRAY(run, bodies->heirs, bodies->body_room);
}

static void bodies_count_runs(const lf_map *map, lfi_bodies *bodies) {
    for (int32_t y = 0; y < map->height; y++) {
        bodies->row_runs[y] = bodies->run_count;
        bodies->run_count += row_count_runs(map, y);
    }
    bodies->row_runs[map->height] = bodies->run_room = bodies->run_count;
}

static void bodies_fill_runs(const lf_map *map, lfi_bodies *bodies) {
    lfi_run *out = bodies->runs;
    for (int32_t y = 0; y < map->height; y++)
        out = lfi_runs_scan(map->open + (lfi_map_row(map, y) >> 6), 0, map->width, out);
    lfi_runs_connect(bodies->runs, bodies->row_runs, map->height, lfi_runs_reach(map->moves));
    bodies->body_count = roots_number(bodies->runs, bodies->run_count);
    bodies->body_room = bodies->lowest_free = bodies->body_count;
}

static void bodies_fill_sizes(lfi_bodies *bodies) {
    for (uint32_t i = 0; i < bodies->run_count; i++)
        bodies->sizes[bodies->runs[i].body] += bodies->runs[i].end - bodies->runs[i].begin;
}

lf_status lfi_bodies_find(const lf_map *map, lfi_bodies *out) {
    lfi_bodies bodies = {0};
    lfi_arrays run = {.allocator = &map->allocator, .mode = LFI_ARRAYS_MAKE};
    bodies_row_array(&run, map, &bodies);
    if (!run.failed) bodies_count_runs(map, &bodies);
    bodies_run_array(&run, &bodies);
    if (!run.failed) bodies_fill_runs(map, &bodies);
    bodies_size_array(&run, &bodies);
    if (!run.failed) {
        bodies_fill_sizes(&bodies);
        *out = bodies;
        return LF_OK;
    }
    lfi_bodies_arrays(&(lfi_arrays){.allocator = &map->allocator, .mode = LFI_ARRAYS_FREE}, map, &bodies);
    return LF_E_NOMEM;
}

lf_status lf_map_find_bodies(lf_map *map) {
    if (map == NULL) return LF_E_NULL;
    return map->bodies.row_runs != NULL ? LF_OK : lfi_bodies_find(map, &map->bodies);
}

uint32_t lf_map_body_count(const lf_map *map) {
    return map == NULL ? 0 : map->bodies.body_count;
}

uint32_t lfi_bodies_run(const lf_map *map, lf_point point) {
    const lfi_run *runs = map->bodies.runs;
    const uint32_t first = map->bodies.row_runs[point.y], end = map->bodies.row_runs[point.y + 1];
    uint32_t low = first, high = end > first ? end - 1 : first;
    while (low < high) {
        const uint32_t middle = high - (high - low) / 2;
        if (runs[middle].begin <= point.x)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

uint32_t lf_map_body(const lf_map *map, lf_tile tile) {
    if (!lf_map_is_open(map, tile) || map->bodies.runs == NULL) return LF_NO_BODY;
    return map->bodies.runs[lfi_bodies_run(map, lf_map_point(map, tile))].body;
}

/// Whether a body is one of `count`.
static bool bodies_hold(const uint32_t *bodies, int64_t count, uint32_t body) {
    for (int64_t i = 0; i < count; i++) {
        if (bodies[i] == body) return true;
    }
    return false;
}

/// The bodies of an open tile or of the tiles around a blocked one. At most four: two that are neighbours on
/// the ring of eight touch, and are one body.
static int64_t bodies_around(const lf_map *map, lf_tile tile, uint32_t out[LFI_AROUND]) {
    const lf_point at = lf_map_point(map, tile);
    const bool open = lf_map_is_open(map, tile);
    int64_t count = 0;
    for (int k = 0; k < LFI_AROUND; k++) {
        if (open != (k == LFI_CENTRE)) continue;
        const uint32_t body =
            lf_map_body(map, lf_map_tile(map, at.x + lfi_move_dx(k), at.y + lfi_move_dy(k)));
        if (body != LF_NO_BODY && !bodies_hold(out, count, body)) out[count++] = body;
    }
    return count;
}

int64_t lf_map_bodies_beside(const lf_map *map, lf_tile tile, uint32_t *bodies, int64_t capacity) {
    const lf_status status = lfi_buffer_check(bodies, capacity);
    if (status != LF_OK) return status;
    if (map == NULL || tile >= map->tile_count) return 0;
    uint32_t found[LFI_AROUND];
    const int64_t count = bodies_around(map, tile, found);
    for (int64_t i = 0; i < count && i < capacity; i++) bodies[i] = found[i];
    return count;
}

int64_t lf_map_body_size(const lf_map *map, uint32_t body) {
    return map == NULL || body >= map->bodies.body_count ? 0 : map->bodies.sizes[body];
}
