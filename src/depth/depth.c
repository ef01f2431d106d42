// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Depth: one byte per tile. It comes with the map, comes from the caller's plane, or is computed (plane.c: a
// distance transform; corner.c: largest squares). The tree over it (tree.c: a max-tree) knows how deep a way between two tiles can stay.
//
// Time: O(tiles). Memory: one byte per tile, unless the map's own bytes are used; and the memory of the tree.
#include "depth.h"

#include <string.h>

// ---- Creating -------------------------------------------------------------------------------------

static lf_status depth_desc_check(const lf_map *map, const lf_depth_desc *desc) {
    switch (desc->from) {
    case LF_DEPTH_COMPUTED:
    case LF_DEPTH_CORNER: return LF_OK;
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

/// All memory of a finished depth object.
static void depth_arrays(lfi_arrays *run, lf_depth *depth) {
    if (depth->own != NULL) depth_plane_array(run, depth);
    if (depth->tree.row_humps != NULL) lfi_depth_tree_arrays(run, depth);
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
            lfi_depth_plane_compute(depth);
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
    *depth = (lf_depth){.allocator = allocator,
                        .map = map,
                        .computed = desc->from == LF_DEPTH_COMPUTED || desc->from == LF_DEPTH_CORNER,
                        .corner = desc->from == LF_DEPTH_CORNER,
                        .edge = desc->edge_blocked ? 0 : LFI_DEPTH_MOST};
    status = depth_fill(depth, desc);
    if (status != LF_OK) {
        lf_depth_destroy(depth);
        return status;
    }
    *out = depth;
    return LF_OK;
}

lf_status lfi_depth_twin(const lf_depth *of, lf_depth **out) {
    *out = NULL;
    lf_depth *twin = lfi_alloc(&of->allocator, 1, sizeof *twin);
    if (twin == NULL) return LF_E_NOMEM;
    *twin = *of;
    twin->own = NULL;
    twin->tree = (lfi_depth_tree){0};
    *out = twin;
    return LF_OK;
}

void lfi_depth_take_twin(lf_depth *depth, lf_depth *twin) {
    lfi_depth_tree_arrays(&(lfi_arrays){.allocator = &depth->allocator, .mode = LFI_ARRAYS_FREE}, depth);
    depth->tree = twin->tree;
    depth->tree_pending = false;
    twin->tree = (lfi_depth_tree){0};
    lf_depth_destroy(twin);
}

void lf_depth_destroy(lf_depth *depth) {
    if (depth == NULL) return;
    const lf_allocator allocator = depth->allocator;
    depth_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, depth);
    lfi_free(&allocator, depth, 1, sizeof *depth);
}

lf_status lfi_depth_copy(const lf_depth *from, const lf_map *map, lf_depth **out) {
    *out = NULL;
    lf_depth *depth = lfi_alloc(&from->allocator, 1, sizeof *depth);
    if (depth == NULL) return LF_E_NOMEM;
    *depth = *from;
    depth->map = map;
    depth->tree = (lfi_depth_tree){0};
    lfi_arrays run = {.allocator = &depth->allocator, .mode = LFI_ARRAYS_COPY};
    const bool of_map = from->plane == from->map->depth;
    depth->own = of_map ? NULL : (uint8_t *)(uintptr_t)from->plane; // a twin has no plane of its own
    if (!of_map) depth_plane_array(&run, depth);
    depth->plane = of_map ? map->depth : depth->own;
    if (!run.failed && lfi_depth_tree_copy(depth, from) == LF_OK) {
        *out = depth;
        return LF_OK;
    }
    lf_depth_destroy(depth);
    return LF_E_NOMEM;
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
    if (depth->tree_pending) return LF_DEPTH_PENDING;
    const lfi_depth_tree *tree = &depth->tree;
    int32_t least = depth->plane[from] < depth->plane[to] ? depth->plane[from] : depth->plane[to];
    uint32_t a = lfi_depth_hump(depth, from), b = lfi_depth_hump(depth, to);
    // Weights sink on the way to a root. So the hump that merged deeper moves up first, and the two meet
    // where their sets merged. (At equal weights it does not matter which of them passes the meeting point.)
    while (a != b) {
        const bool a_ends = tree->parent[a] == a, b_ends = tree->parent[b] == b;
        if (a_ends && b_ends) return -1;
        uint32_t *up = b_ends || (!a_ends && tree->weight[a] >= tree->weight[b]) ? &a : &b;
        if (tree->weight[*up] < least) least = tree->weight[*up];
        *up = tree->parent[*up];
    }
    return least;
}
