// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of a depth object: one byte per tile, and the tree (a max-tree) that knows how deep a route can
// stay.
#ifndef LANDFALL_DEPTH_H
#define LANDFALL_DEPTH_H

#include "../map/flips.h"
#include "../map/map.h"

/// The greatest depth.
enum { LFI_DEPTH_MOST = 255 };

/// Humps and how they merge, see tree.c.
typedef struct lfi_depth_tree {
    uint32_t *row_humps; ///< height + 1 entries: the humps of row y are row_humps[y] to row_humps[y + 1] - 1
    int32_t *begin;      ///< for each hump: the x of its first tile
    uint32_t *parent;    ///< for each hump: the one that it merged into; a root is its own parent
    uint8_t *weight;     ///< for each hump: the depth at which it merged
    uint32_t count;
} lfi_depth_tree;

/// Two humps that touch.
typedef struct lfi_tree_link {
    uint32_t a, b;
} lfi_tree_link;

typedef enum lfi_tree_stage {
    LFI_TREE_COUNT_HUMPS = 0,
    LFI_TREE_FIND_HUMPS,
    LFI_TREE_COUNT_LINKS,
    LFI_TREE_PLACE_LINKS,
    LFI_TREE_MERGE,
    LFI_TREE_ENDED,
} lfi_tree_stage;

/// A tree that is being made.
typedef struct lfi_tree_job {
    lf_depth *depth; ///< NULL: no tree
    lfi_tree_stage stage;
    bool begun;           ///< whether the stage has its memory
    int32_t y;            ///< the next row of the stage
    lfi_tree_link *links; ///< by depth, deepest first; NULL while they are counted
    uint64_t count;       ///< number of links
    uint64_t next;        ///< the next link to merge
    int level;            ///< its depth
    uint32_t *sizes;      ///< merging: at the root of each set its number of humps
    uint64_t
        place[LFI_DEPTH_MOST + 1]; ///< for each depth: its number of links; later where its next one goes
} lfi_tree_job;

struct lf_depth {
    lf_allocator allocator;
    const lf_map *map;
    const uint8_t *plane; ///< one byte per tile: `own` or the map's
    uint8_t *own;
    bool computed; ///< whether depths come from the blocked tiles, and follow the map
    bool corner;   ///< computed: whether they are sides of squares (corner.c), not distances (plane.c)
    uint8_t edge;  ///< computed: the depth of everything outside the map
    lfi_depth_tree tree;
    bool tree_pending; ///< whether depths have changed since the tree was made, so that it is not valid
};

// plane.c

/// Computes all depths of a map.
void lfi_depth_plane_compute(lf_depth *depth);

/// Updates the plane after `flips` have changed the map. Depths that are not computed stay. Returns a box
/// around the tiles that were looked at; it holds all depths that changed. It is empty (x1 < x0) if none was
/// looked at.
lfi_box lfi_depth_plane_edit(lf_depth *depth, const lfi_flips *flips);

/// Copies the depths of a box from a plane of the same size.
void lfi_depth_plane_follow(lf_depth *to, const lf_depth *from, lfi_box box);

// corner.c

/// The same as lfi_depth_plane_compute and lfi_depth_plane_edit, which call them, for corner depths.
void lfi_depth_corner_compute(lf_depth *depth);
lfi_box lfi_depth_corner_edit(lf_depth *depth, const lfi_flips *flips);

// gated.c

/// Which of the tiles of row y from column x on, up to 64, are at least `level` deep, blocked ones included.
uint64_t lfi_depth_word(const lf_depth *depth, int32_t level, int64_t y, int64_t x);
/// Makes the map of the open tiles that are at least `level` deep: without depths, its bodies not found. LF_OK
/// or LF_E_NOMEM.
lf_status lfi_depth_gated_map(const lf_depth *depth, int32_t level, const lf_allocator *allocator,
                              lf_map **out);

// depth.c

/// Copies depths, for a map with the same tiles.
lf_status lfi_depth_copy(const lf_depth *from, const lf_map *map, lf_depth **out);

/// Creates a twin: a depth object that shares the plane of another, which must outlive it, and will have its
/// own tree. For depths that readers use while their tree is pending. LF_OK or LF_E_NOMEM.
lf_status lfi_depth_twin(const lf_depth *of, lf_depth **out);
/// Moves the tree of a twin to the depths that the twin was made from, and destroys the twin.
void lfi_depth_take_twin(lf_depth *depth, lf_depth *twin);

// tree.c

/// Makes the tree, or remakes a pending one. If there is no memory, it stays pending.
lf_status lfi_depth_tree_make(lf_depth *depth);
/// The same in slices: begins, after freeing the old tree. Until the job is ended, depths must not change.
void lfi_tree_begin(lfi_tree_job *job, lf_depth *depth);
/// Goes on, and takes about the microseconds that it takes off the budget. LF_OK, LF_PAUSED or LF_E_NOMEM.
lf_status lfi_tree_step(lfi_tree_job *job, int64_t *budget);
/// Ends a job, whether its tree is made or not. Before its depths are destroyed. A job of zeros is fine.
void lfi_tree_end(lfi_tree_job *job);
/// Frees the tree: it is pending then.
void lfi_depth_tree_drop(lf_depth *depth);
/// Copies the tree of another depth object, pending or not.
lf_status lfi_depth_tree_copy(lf_depth *to, const lf_depth *from);
/// The memory of a finished or a partly made tree, to free or to count.
void lfi_depth_tree_arrays(lfi_arrays *run, lf_depth *depth);

/// The hump of an open tile.
uint32_t lfi_depth_hump(const lf_depth *depth, lf_tile tile);

#endif // LANDFALL_DEPTH_H
