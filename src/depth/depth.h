// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of a depth object: a byte a tile, and the tree that knows how deep a route can stay.
#ifndef LANDFALL_DEPTH_H
#define LANDFALL_DEPTH_H

#include "../map/map.h"

/// The greatest depth.
enum { LFI_DEPTH_MOST = 255 };

/// Humps and how they merge, see tree.c.
typedef struct lfi_depth_tree {
    uint32_t *row_humps; ///< height + 1 entries: the humps of row y are row_humps[y] to row_humps[y + 1] - 1
    int32_t *begin;      ///< for each hump the x of its first tile
    uint32_t *parent;    ///< the hump that it merged into; itself for a root
    uint8_t *weight;     ///< the depth at which it did
    uint32_t count;
} lfi_depth_tree;

struct lf_depth {
    lf_allocator allocator;
    const lf_map *map;
    const uint8_t *plane; ///< a byte a tile: `own` or the map's
    uint8_t *own;
    lfi_depth_tree tree;
};

// tree.c
lf_status lfi_depth_tree_make(lf_depth *depth);
void lfi_depth_tree_free(lf_depth *depth);
size_t lfi_depth_tree_bytes(const lf_depth *depth);

/// The hump of an open tile.
uint32_t lfi_depth_hump(const lf_depth *depth, lf_tile tile);

#endif // LANDFALL_DEPTH_H
