// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// How deep a route between two tiles can stay (the widest or bottleneck path): a merge tree over humps, a
// max-tree of rows instead of tiles.
//
// A hump is a stretch of a row over which depth rises and then falls:
//
//     depth   1 2 4 4 3 | 5 6 2 2 | 3 1 # 2 2 1      Inside a hump one gets from any tile to the peak
//     hump    a a a a a   b b b b   c c   d d d      without meeting anything less deep than the tile.
//
// So it is enough to know how deep routes between humps can stay. Between two tiles, the answer is the least
// of their own depths and of the answer for the peaks of their humps. Two humps touch, in a row or from row
// to row, at the deepest of the moves between them (a link). Humps are joined over links, deepest link first:
// Kruskal's algorithm for a maximum spanning tree, with a union-find. It shows at which depth two humps
// become connected. The merged sets form a forest: the root of the smaller set becomes a child of the root of
// the larger one, and keeps the depth of the merge. There is no path compression. So no way to a root is
// longer than log2(humps), the depths on it only sink, and the two ways up hold the answer for two humps.
//
// With king moves that cut no corners, a diagonal move needs both tiles beside it, and tiles that the gate
// closes count as blocked. So straight moves alone connect humps, as they do bodies. Where corners may be
// cut, diagonal moves link humps as well.
//
// A world map of 8.0 million tiles has some 43,000 humps and a tree of 0.4 MB. Time: O(tiles + humps log
// humps). Memory: 9 bytes per hump; while the tree is made, also 8 bytes per link (about three links per
// hump) and 4 bytes per hump.
#include "depth.h"

#include <string.h>

enum { TREE_LEVELS = LFI_DEPTH_MOST + 1 };

/// Two humps that touch.
typedef struct tree_link {
    uint32_t a, b;
} tree_link;

/// The links of a map, sorted by depth (a counting sort): first counted, then put in their places.
typedef struct link_list {
    tree_link *links; ///< NULL while they are counted
    uint64_t count;
    uint64_t place[TREE_LEVELS]; ///< for each depth: its number of links; later the place of its next link
} link_list;

// ---- Humps ----------------------------------------------------------------------------------------

static const uint8_t *depth_row(const lf_depth *depth, int32_t y) {
    return depth->plane + (size_t)y * (size_t)depth->map->width;
}

/// The first run of open tiles in a row, from x on; begin = end = width if there is none.
static void row_next_run(const lf_map *map, int32_t y, int32_t x, int32_t *begin, int32_t *end) {
    const uint64_t row = lfi_map_row(map, y), row_end = row + (uint64_t)map->width;
    *begin = *end = map->width;
    if (x >= map->width) return;
    const uint64_t first = lfi_run_edge(map->open, row + (uint64_t)x, 0, row_end);
    if (first >= row_end) return;
    *begin = (int32_t)(first - row);
    *end = (int32_t)(lfi_run_edge(map->open, first, UINT64_MAX, row_end) - row);
}

/// Counts the humps of a row, and writes where they begin unless `out` is NULL.
static uint32_t row_find_humps(const lf_depth *depth, int32_t y, int32_t *out) {
    const uint8_t *row = depth_row(depth, y);
    uint32_t count = 0;
    int32_t begin, end = 0;
    for (row_next_run(depth->map, y, 0, &begin, &end); begin < end;
         row_next_run(depth->map, y, end, &begin, &end)) {
        bool falls = false;
        if (out != NULL) out[count] = begin;
        count++;
        for (int32_t x = begin + 1; x < end; x++) {
            if (row[x] < row[x - 1]) falls = true;
            if (row[x] <= row[x - 1] || !falls) continue;
            if (out != NULL) out[count] = x;
            count++;
            falls = false;
        }
    }
    return count;
}

static void tree_row_array(lfi_arrays *run, lf_depth *depth) {
    LFI_ARRAY(run, depth->tree.row_humps, (uint64_t)depth->map->height + 1);
}

static void tree_hump_arrays(lfi_arrays *run, lfi_depth_tree *tree) {
    LFI_ARRAY(run, tree->begin, tree->count);
    LFI_ARRAY(run, tree->parent, tree->count);
    LFI_ARRAY_ZEROED(run, tree->weight, tree->count);
}

void lfi_depth_tree_arrays(lfi_arrays *run, lf_depth *depth) {
    tree_row_array(run, depth);
    tree_hump_arrays(run, &depth->tree);
}

static void humps_count(lf_depth *depth) {
    lfi_depth_tree *tree = &depth->tree;
    for (int32_t y = 0; y < depth->map->height; y++) {
        tree->row_humps[y] = tree->count;
        tree->count += row_find_humps(depth, y, NULL);
    }
    tree->row_humps[depth->map->height] = tree->count;
}

static bool humps_find(lf_depth *depth) {
    lfi_depth_tree *tree = &depth->tree;
    lfi_arrays run = {.allocator = &depth->allocator, .mode = LFI_ARRAYS_MAKE};
    tree_row_array(&run, depth);
    if (!run.failed) humps_count(depth);
    tree_hump_arrays(&run, tree);
    if (run.failed) return false;
    for (int32_t y = 0; y < depth->map->height; y++)
        row_find_humps(depth, y, tree->begin + tree->row_humps[y]);
    for (uint32_t i = 0; i < tree->count; i++) tree->parent[i] = i;
    return true;
}

uint32_t lfi_depth_hump(const lf_depth *depth, lf_tile tile) {
    const lfi_depth_tree *tree = &depth->tree;
    const lf_point point = lf_map_point(depth->map, tile);
    uint32_t low = tree->row_humps[point.y], high = tree->row_humps[point.y + 1] - 1;
    while (low < high) { // the last hump that begins at or before x
        const uint32_t middle = high - (high - low) / 2;
        if (tree->begin[middle] <= point.x)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

// ---- Links ----------------------------------------------------------------------------------------

static void link_add(link_list *list, uint32_t a, uint32_t b, uint8_t depth) {
    if (list->links == NULL) {
        list->count++;
        list->place[depth]++;
    } else {
        list->links[list->place[depth]++] = (tree_link){a, b};
    }
}

/// Links the humps of a row with each other.
static void row_link(const lf_depth *depth, int32_t y, link_list *list) {
    const lfi_depth_tree *tree = &depth->tree;
    const uint8_t *row = depth_row(depth, y);
    const uint64_t first = lfi_map_row(depth->map, y);
    for (uint32_t i = tree->row_humps[y] + 1; i < tree->row_humps[y + 1]; i++) {
        const int32_t before = tree->begin[i] - 1; // the valley between the two, or a blocked tile
        if (lfi_bit(depth->map->open, (lfi_spot){first + (uint64_t)before}))
            link_add(list, i - 1, i, row[before]);
    }
}

/// The depth of the deepest move from (x, y) to (x + shift, y - 1), for x from begin to end - 1.
static uint8_t stretch_deepest(const uint8_t *here, const uint8_t *above, int32_t shift, int32_t begin,
                               int32_t end) {
    uint8_t most = 0;
    for (int32_t x = begin; x < end; x++) {
        const uint8_t least = here[x] < above[x + shift] ? here[x] : above[x + shift];
        if (least > most) most = least;
    }
    return most;
}

/// Where the next hump of the row begins; INT32_MAX after the last hump.
static int32_t hump_next_begin(const lfi_depth_tree *tree, uint32_t hump, uint32_t row_end) {
    return hump + 1 < row_end ? tree->begin[hump + 1] : INT32_MAX;
}

/// Two humps, one in a row and one in the row above it.
typedef struct hump_pair {
    uint32_t here, above;
} hump_pair;

/// Links humps of row y with humps of the row above, over the legal moves from x = begin to end - 1.
static void stretch_link(const lf_depth *depth, int32_t y, int32_t shift, int32_t begin, int32_t end,
                         hump_pair *at, link_list *list) {
    const lfi_depth_tree *tree = &depth->tree;
    const uint8_t *here = depth_row(depth, y), *above = depth_row(depth, y - 1);
    while (begin < end) {
        int32_t here_end, above_end;
        while ((here_end = hump_next_begin(tree, at->here, tree->row_humps[y + 1])) <= begin) at->here++;
        while ((above_end = hump_next_begin(tree, at->above, tree->row_humps[y])) <= begin + shift)
            at->above++;
        int32_t stop = here_end < end ? here_end : end;
        if (above_end != INT32_MAX && above_end - shift < stop) stop = above_end - shift;
        link_add(list, at->above, at->here, stretch_deepest(here, above, shift, begin, stop));
        begin = stop;
    }
}

/// Links a row with the row above it, over moves that go up and `shift` tiles to the right.
static void rows_link(const lf_depth *depth, int32_t y, int32_t shift, link_list *list) {
    const lf_map *map = depth->map;
    hump_pair at = {depth->tree.row_humps[y], depth->tree.row_humps[y - 1]};
    int32_t begin, end = 0, above_begin, above_end;
    for (row_next_run(map, y, 0, &begin, &end); begin < end; row_next_run(map, y, end, &begin, &end)) {
        const int32_t from = begin + shift > 0 ? begin + shift : 0;
        row_next_run(map, y - 1, from, &above_begin, &above_end);
        for (; above_begin < above_end && above_begin - shift < end;
             row_next_run(map, y - 1, above_end, &above_begin, &above_end)) {
            const int32_t stop = above_end - shift < end ? above_end - shift : end;
            stretch_link(depth, y, shift, above_begin - shift, stop, &at, list);
        }
    }
}

static void links_find(const lf_depth *depth, link_list *list) {
    const int32_t reach = depth->map->moves == LF_MOVES_KING_CUT ? 1 : 0;
    for (int32_t y = 0; y < depth->map->height; y++) {
        row_link(depth, y, list);
        for (int32_t shift = -reach; y > 0 && shift <= reach; shift++) rows_link(depth, y, shift, list);
    }
}

/// Turns the number of links of each depth into the place of its first link, deepest first.
static void places_begin(link_list *list) {
    uint64_t place = 0;
    for (int depth = LFI_DEPTH_MOST; depth >= 0; depth--) {
        const uint64_t count = list->place[depth];
        list->place[depth] = place;
        place += count;
    }
}

// ---- Merging --------------------------------------------------------------------------------------

static uint32_t tree_root(const lfi_depth_tree *tree, uint32_t hump) {
    while (tree->parent[hump] != hump) hump = tree->parent[hump];
    return hump;
}

/// Joins humps over all links; afterwards place[d] is where the links of depth d end.
static void links_merge(lfi_depth_tree *tree, const link_list *list, uint32_t *sizes) {
    int depth = LFI_DEPTH_MOST;
    for (uint32_t i = 0; i < tree->count; i++) sizes[i] = 1;
    for (uint64_t i = 0; i < list->count; i++) {
        while (i >= list->place[depth]) depth--;
        uint32_t large = tree_root(tree, list->links[i].a), small = tree_root(tree, list->links[i].b);
        if (large == small) continue;
        if (sizes[large] < sizes[small]) {
            const uint32_t swap = large;
            large = small;
            small = swap;
        }
        tree->parent[small] = large;
        tree->weight[small] = (uint8_t)depth;
        sizes[large] += sizes[small];
    }
}

/// The temporary memory of merging.
typedef struct merge_job {
    tree_link *links;
    uint32_t *sizes; ///< at the root of each set: its number of humps
} merge_job;

static void merge_arrays(lfi_arrays *run, merge_job *job, uint64_t links, uint64_t humps) {
    LFI_ARRAY(run, job->links, links);
    LFI_ARRAY(run, job->sizes, humps);
}

static lf_status tree_merge(lf_depth *depth, link_list *list) {
    merge_job job = {0};
    lfi_arrays run = {.allocator = &depth->allocator, .mode = LFI_ARRAYS_MAKE};
    links_find(depth, list);
    merge_arrays(&run, &job, list->count, depth->tree.count);
    if (!run.failed) {
        places_begin(list);
        list->links = job.links;
        links_find(depth, list);
        links_merge(&depth->tree, list, job.sizes);
    }
    const lf_status status = run.failed ? LF_E_NOMEM : LF_OK;
    run.mode = LFI_ARRAYS_FREE;
    merge_arrays(&run, &job, list->count, depth->tree.count);
    return status;
}

void lfi_depth_tree_drop(lf_depth *depth) {
    lfi_depth_tree_arrays(&(lfi_arrays){.allocator = &depth->allocator, .mode = LFI_ARRAYS_FREE}, depth);
    depth->tree = (lfi_depth_tree){0};
    depth->tree_pending = true;
}

lf_status lfi_depth_tree_make(lf_depth *depth) {
    link_list list = {0};
    lfi_depth_tree_drop(depth);
    const lf_status status = humps_find(depth) ? tree_merge(depth, &list) : LF_E_NOMEM;
    depth->tree_pending = status != LF_OK;
    return status;
}

lf_status lfi_depth_tree_copy(lf_depth *to, const lf_depth *from) {
    lfi_depth_tree_drop(to);
    if (from->tree_pending) return LF_OK;
    lfi_arrays run = {.allocator = &to->allocator, .mode = LFI_ARRAYS_COPY};
    to->tree = from->tree;
    lfi_depth_tree_arrays(&run, to);
    to->tree_pending = run.failed;
    if (run.failed) lfi_depth_tree_drop(to);
    return run.failed ? LF_E_NOMEM : LF_OK;
}
