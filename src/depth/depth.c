// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Depth: a byte a tile. It comes with the map, from a plane of the caller's, or is computed as the distance
// to the nearest blocked tile, in moves of a king over blocked tiles and open ones alike (Chebyshev).
//
//     # . . . .      0 1 2 2 2      Two sweeps are enough for that metric: down, where each tile looks at the
//     . . . . .      1 1 1 1 1      four neighbours before it in row order, and up, where it looks at the
//     . . . # .  ->  2 2 1 0 1      other four. A tile's nearest blocked tile lies behind one of the eight,
//     . . . . .      3 2 1 1 1      one step nearer, and one of the two sweeps came from there.
//
// A square ship that reaches r tiles to each side of its middle fits where depth > r, so the plane is
// clearance as well. Outside the map nothing is blocked, unless the caller says so.
//
// Time: O(tiles). Memory: a byte a tile, unless the map's own bytes are used.
#include "depth.h"

#include <string.h>

// ---- Computing ------------------------------------------------------------------------------------

static uint8_t byte_least(uint8_t a, uint8_t b) {
    return a < b ? a : b;
}

static uint8_t byte_next(uint8_t a) {
    return (uint8_t)(a + (a < LFI_DEPTH_MOST));
}

/// The row as it is before any sweep: 0 where blocked, otherwise as deep as can be.
static void row_begin(const lf_map *map, int32_t y, uint8_t *row) {
    const uint64_t *words = map->open + (lfi_map_row(map, y) >> 6);
    for (int32_t x = 0; x < map->width; x++)
        row[x] = (words[x >> 6] >> (x & 63) & 1) != 0 ? LFI_DEPTH_MOST : 0;
}

/// Lowers a row by the row before it, NULL if there is none; `edge` is the depth outside the map.
static void row_lower(uint8_t *row, const uint8_t *before, int32_t width, uint8_t edge) {
    if (before == NULL) {
        for (int32_t x = 0; x < width; x++) row[x] = byte_least(row[x], byte_next(edge));
        return;
    }
    for (int32_t x = 1; x + 1 < width; x++) {
        const uint8_t least = byte_least(byte_least(before[x - 1], before[x]), before[x + 1]);
        row[x] = byte_least(row[x], byte_next(least));
    }
    const uint8_t left = byte_least(before[0], width > 1 ? before[1] : edge);
    const uint8_t right = byte_least(before[width - 1], width > 1 ? before[width - 2] : edge);
    row[0] = byte_least(row[0], byte_next(byte_least(left, edge)));
    row[width - 1] = byte_least(row[width - 1], byte_next(byte_least(right, edge)));
}

static void row_sweep_right(uint8_t *row, int32_t width, uint8_t edge) {
    for (int32_t x = 0; x < width; x++) {
        row[x] = byte_least(row[x], byte_next(edge));
        edge = row[x];
    }
}

static void row_sweep_left(uint8_t *row, int32_t width, uint8_t edge) {
    for (int32_t x = width - 1; x >= 0; x--) {
        row[x] = byte_least(row[x], byte_next(edge));
        edge = row[x];
    }
}

static void plane_compute(const lf_map *map, bool edge_blocked, uint8_t *plane) {
    const uint8_t edge = edge_blocked ? 0 : LFI_DEPTH_MOST;
    const size_t width = (size_t)map->width;
    for (int32_t y = 0; y < map->height; y++) {
        uint8_t *row = plane + (size_t)y * width;
        row_begin(map, y, row);
        row_lower(row, y > 0 ? row - width : NULL, map->width, edge);
        row_sweep_right(row, map->width, edge);
    }
    for (int32_t y = map->height - 1; y >= 0; y--) {
        uint8_t *row = plane + (size_t)y * width;
        row_lower(row, y + 1 < map->height ? row + width : NULL, map->width, edge);
        row_sweep_left(row, map->width, edge);
    }
}

// ---- Creating -------------------------------------------------------------------------------------

static lf_status depth_desc_check(const lf_map *map, const lf_depth_desc *desc) {
    switch (desc->from) {
    case LF_DEPTH_COMPUTED: return LF_OK;
    case LF_DEPTH_OF_MAP: return map->depth != NULL ? LF_OK : LF_E_MAP_DEPTH;
    case LF_DEPTH_PLANE:
        if (desc->plane == NULL) return LF_E_NULL;
        return desc->plane_size >= map->tile_count ? LF_OK : LF_E_DEPTH_SIZE;
    }
    return LF_E_DEPTH_FROM;
}

static void depth_plane_array(lfi_arrays *run, lf_depth *depth) {
    LFI_ARRAY(run, depth->own, depth->map->tile_count);
}

/// All memory of a depth object that is made.
static void depth_arrays(lfi_arrays *run, lf_depth *depth) {
    if (depth->own != NULL) depth_plane_array(run, depth);
    lfi_depth_tree_arrays(run, depth);
}

static lf_status depth_fill(lf_depth *depth, const lf_depth_desc *desc) {
    const lf_map *map = depth->map;
    if (desc->from == LF_DEPTH_OF_MAP) {
        depth->plane = map->depth;
    } else {
        lfi_arrays run = {.allocator = &depth->allocator, .mode = LFI_ARRAYS_MAKE};
        depth_plane_array(&run, depth);
        if (run.failed) return LF_E_NOMEM;
        depth->plane = depth->own;
        if (desc->from == LF_DEPTH_PLANE)
            memcpy(depth->own, desc->plane, map->tile_count);
        else
            plane_compute(map, desc->edge_blocked, depth->own);
    }
    return lfi_depth_tree_make(depth);
}

lf_status lf_depth_create(const lf_map *map, const lf_depth_desc *desc, lf_depth **out) {
    if (out != NULL) *out = NULL;
    if (map == NULL || out == NULL) return LF_E_NULL;
    const lf_depth_desc defaults = {0};
    if (desc == NULL) desc = &defaults;
    lf_allocator allocator = desc->allocator;
    lf_status status = depth_desc_check(map, desc);
    if (status == LF_OK) status = lfi_allocator_resolve(&allocator);
    if (status != LF_OK) return status;
    lf_depth *depth = lfi_alloc(&allocator, 1, sizeof *depth);
    if (depth == NULL) return LF_E_NOMEM;
    *depth = (lf_depth){.allocator = allocator, .map = map};
    status = depth_fill(depth, desc);
    if (status != LF_OK) {
        lf_depth_destroy(depth);
        return status;
    }
    *out = depth;
    return LF_OK;
}

void lf_depth_destroy(lf_depth *depth) {
    if (depth == NULL) return;
    const lf_allocator allocator = depth->allocator;
    depth_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, depth);
    lfi_free(&allocator, depth, 1, sizeof *depth);
}

// ---- Asking ---------------------------------------------------------------------------------------

size_t lf_depth_bytes(const lf_depth *depth) {
    if (depth == NULL) return 0;
    lf_depth copy = *depth;
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT, .bytes = sizeof copy};
    depth_arrays(&run, &copy);
    return (size_t)run.bytes;
}

int32_t lf_depth_at(const lf_depth *depth, lf_tile tile) {
    return depth != NULL && lf_map_is_open(depth->map, tile) ? depth->plane[tile] : -1;
}

int32_t lf_depth_between(const lf_depth *depth, lf_tile from, lf_tile to) {
    if (lf_depth_at(depth, from) < 0 || lf_depth_at(depth, to) < 0) return -1;
    const lfi_depth_tree *tree = &depth->tree;
    int32_t least = byte_least(depth->plane[from], depth->plane[to]);
    uint32_t a = lfi_depth_hump(depth, from), b = lfi_depth_hump(depth, to);
    // Weights sink on the way to a root, so the hump that merged deeper goes on first, and the two meet where
    // they became one. (At equal weights it does not matter which of them passes the meeting point.)
    while (a != b) {
        const bool a_ends = tree->parent[a] == a, b_ends = tree->parent[b] == b;
        if (a_ends && b_ends) return -1;
        uint32_t *up = b_ends || (!a_ends && tree->weight[a] >= tree->weight[b]) ? &a : &b;
        if (tree->weight[*up] < least) least = tree->weight[*up];
        *up = tree->parent[*up];
    }
    return least;
}
