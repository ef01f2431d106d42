// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of a depth object: one byte per tile, and the tree that knows how deep a route can stay.
#ifndef LANDFALL_DEPTH_H
#define LANDFALL_DEPTH_H

#include "../map/flips.h"
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
    const uint8_t *plane; ///< one byte per tile: `own` or the map's
    uint8_t *own;
    bool computed; ///< whether depths are distances from blocked tiles, and follow the map
    uint8_t edge;  ///< computed: the depth of everything outside the map
    lfi_depth_tree tree;
    bool tree_pending; ///< whether depths have changed since the tree was made: it says nothing then
};

// plane.c

/// Computes all depths of a map.
void lfi_depth_plane_compute(lf_depth *depth);

/// Makes the plane that of the map again, in which `flips` has just changed. Depths that are not computed stay.
/// Returns the box of the tiles that were looked at: all that changed lie in it. Empty (x1 < x0) if none was.
lfi_box lfi_depth_plane_edit(lf_depth *depth, const lfi_flips *flips);

/// Takes the depths of a box over from a plane of the same size.
void lfi_depth_plane_follow(lf_depth *to, const lf_depth *from, lfi_box box);

// depth.c

/// Copies depths, for a map with the same tiles.
lf_status lfi_depth_copy(const lf_depth *from, const lf_map *map, lf_depth **out);

/// Depths with the plane of others, which must outlive them, and a tree of their own. For depths that readers
/// use while their tree is pending. LF_OK or LF_E_NOMEM.
lf_status lfi_depth_twin(const lf_depth *of, lf_depth **out);
/// Gives the tree of a twin to the depths that it was made of, and destroys the twin.
void lfi_depth_take_twin(lf_depth *depth, lf_depth *twin);

// tree.c

/// Makes the tree, or makes it anew if it is pending. If there is no memory, it stays pending.
lf_status lfi_depth_tree_make(lf_depth *depth);
/// Makes the tree a copy of another one's, pending or not.
lf_status lfi_depth_tree_copy(lf_depth *to, const lf_depth *from);
/// The memory of a tree that is made, or of what there is of one, to free or to count.
void lfi_depth_tree_arrays(lfi_arrays *run, lf_depth *depth);

/// The hump of an open tile.
uint32_t lfi_depth_hump(const lf_depth *depth, lf_tile tile);

#endif // LANDFALL_DEPTH_H
