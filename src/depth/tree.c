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
// A tree is made in passes over the rows, so that it can be made in slices: humps are counted, then found;
// links are counted, then put in their places (a counting sort by depth), and at last merged.
//
// A world map of 8.0 million tiles has some 43,000 humps and a tree of 0.4 MB. Time: O(tiles + humps log
// humps). Memory: 9 bytes per hump; while the tree is made, also 8 bytes per link (about three links per
// hump) and 4 bytes per hump.
#include "depth.h"

#include <string.h>

/// How much takes about a microsecond: tiles of a pass over rows, and links that are merged.
enum { PASS_TILES = 1024, MERGE_LINKS = 64 };

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

/// Pass: counts the humps of a row.
static void pass_count_humps(lfi_tree_job *job, int32_t y) {
    lfi_depth_tree *tree = &job->depth->tree;
    tree->row_humps[y] = tree->count;
    tree->count += row_find_humps(job->depth, y, NULL);
    tree->row_humps[y + 1] = tree->count;
}

/// Pass: finds the humps of a row, each a tree of its own.
static void pass_find_humps(lfi_tree_job *job, int32_t y) {
    lfi_depth_tree *tree = &job->depth->tree;
    row_find_humps(job->depth, y, tree->begin + tree->row_humps[y]);
    for (uint32_t i = tree->row_humps[y]; i < tree->row_humps[y + 1]; i++) tree->parent[i] = i;
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

static void link_add(lfi_tree_job *job, uint32_t a, uint32_t b, uint8_t depth) {
    if (job->links == NULL) {
        job->count++;
        job->place[depth]++;
    } else {
        job->links[job->place[depth]++] = (lfi_tree_link){a, b};
    }
}

/// Links the humps of a row with each other.
static void row_link(const lf_depth *depth, int32_t y, lfi_tree_job *job) {
    const lfi_depth_tree *tree = &depth->tree;
    const uint8_t *row = depth_row(depth, y);
    const uint64_t first = lfi_map_row(depth->map, y);
    for (uint32_t i = tree->row_humps[y] + 1; i < tree->row_humps[y + 1]; i++) {
        const int32_t before = tree->begin[i] - 1; // the valley between the two, or a blocked tile
        if (lfi_bit(depth->map->open, (lfi_spot){first + (uint64_t)before}))
            link_add(job, i - 1, i, row[before]);
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
                         hump_pair *at, lfi_tree_job *job) {
    const lfi_depth_tree *tree = &depth->tree;
    const uint8_t *here = depth_row(depth, y), *above = depth_row(depth, y - 1);
    while (begin < end) {
        int32_t here_end, above_end;
        while ((here_end = hump_next_begin(tree, at->here, tree->row_humps[y + 1])) <= begin) at->here++;
        while ((above_end = hump_next_begin(tree, at->above, tree->row_humps[y])) <= begin + shift)
            at->above++;
        int32_t stop = here_end < end ? here_end : end;
        if (above_end != INT32_MAX && above_end - shift < stop) stop = above_end - shift;
        link_add(job, at->above, at->here, stretch_deepest(here, above, shift, begin, stop));
        begin = stop;
    }
}

/// Links a row with the row above it, over moves that go up and `shift` tiles to the right.
static void rows_link(const lf_depth *depth, int32_t y, int32_t shift, lfi_tree_job *job) {
    const lf_map *map = depth->map;
    hump_pair at = {depth->tree.row_humps[y], depth->tree.row_humps[y - 1]};
    int32_t begin, end = 0, above_begin, above_end;
    for (row_next_run(map, y, 0, &begin, &end); begin < end; row_next_run(map, y, end, &begin, &end)) {
        const int32_t from = begin + shift > 0 ? begin + shift : 0;
        row_next_run(map, y - 1, from, &above_begin, &above_end);
        for (; above_begin < above_end && above_begin - shift < end;
             row_next_run(map, y - 1, above_end, &above_begin, &above_end)) {
            const int32_t stop = above_end - shift < end ? above_end - shift : end;
            stretch_link(depth, y, shift, above_begin - shift, stop, &at, job);
        }
    }
}

/// Pass: counts the links of a row, or puts them in their places.
static void pass_link(lfi_tree_job *job, int32_t y) {
    const int32_t reach = job->depth->map->moves == LF_MOVES_KING_CUT ? 1 : 0;
    row_link(job->depth, y, job);
    for (int32_t shift = -reach; y > 0 && shift <= reach; shift++) rows_link(job->depth, y, shift, job);
}

/// Turns the number of links of each depth into the place of its first link, deepest first.
static void places_begin(lfi_tree_job *job) {
    uint64_t place = 0;
    for (int depth = LFI_DEPTH_MOST; depth >= 0; depth--) {
        const uint64_t count = job->place[depth];
        job->place[depth] = place;
        place += count;
    }
}

// ---- Merging --------------------------------------------------------------------------------------

static uint32_t tree_root(const lfi_depth_tree *tree, uint32_t hump) {
    while (tree->parent[hump] != hump) hump = tree->parent[hump];
    return hump;
}

/// Joins the sets of the next link's humps.
static void link_merge(lfi_tree_job *job) {
    lfi_depth_tree *tree = &job->depth->tree;
    const lfi_tree_link link = job->links[job->next];
    while (job->next >= job->place[job->level]) job->level--; // place[d] is where the links of depth d end
    job->next++;
    uint32_t large = tree_root(tree, link.a), small = tree_root(tree, link.b);
    if (large == small) return;
    if (job->sizes[large] < job->sizes[small]) {
        const uint32_t swap = large;
        large = small;
        small = swap;
    }
    tree->parent[small] = large;
    tree->weight[small] = (uint8_t)job->level;
    job->sizes[large] += job->sizes[small];
}

/// Joins humps over links, as many as the budget allows.
static bool links_merge(lfi_tree_job *job, int64_t *budget) {
    const uint64_t begin = job->next, left = job->count - begin, most = (uint64_t)*budget;
    const uint64_t end = most < left / MERGE_LINKS ? begin + most * MERGE_LINKS : job->count;
    while (job->next < end) link_merge(job);
    *budget -= (int64_t)((end - begin) / MERGE_LINKS) + 1;
    return end == job->count;
}

// ---- In slices ------------------------------------------------------------------------------------

/// Runs a pass over rows, as many as the budget allows.
static bool rows_pass(lfi_tree_job *job, void (*pass)(lfi_tree_job *job, int32_t y), int64_t *budget) {
    const lf_map *map = job->depth->map;
    const uint64_t begin = (uint64_t)job->y;
    const uint64_t left = (uint64_t)map->height - begin, most = (uint64_t)*budget;
    const uint64_t rows =
        most < map->tile_count / PASS_TILES ? most * PASS_TILES / (uint64_t)map->width + 1 : left;
    const uint64_t end = begin + (rows < left ? rows : left);
    while ((uint64_t)job->y < end) pass(job, job->y++);
    *budget -= (int64_t)((end - begin) * (uint64_t)map->width / PASS_TILES) + 1;
    if (job->y < map->height) return false;
    job->y = 0;
    return true;
}

static void merge_arrays(lfi_arrays *run, lfi_tree_job *job) {
    LFI_ARRAY(run, job->links, job->count);
    LFI_ARRAY(run, job->sizes, job->depth->tree.count);
}

/// Allocates what the stage that begins needs.
static bool stage_begin(lfi_tree_job *job) {
    lfi_arrays run = {.allocator = &job->depth->allocator, .mode = LFI_ARRAYS_MAKE};
    if (job->stage == LFI_TREE_COUNT_HUMPS) tree_row_array(&run, job->depth);
    if (job->stage == LFI_TREE_FIND_HUMPS) tree_hump_arrays(&run, &job->depth->tree);
    if (job->stage == LFI_TREE_PLACE_LINKS) {
        merge_arrays(&run, job);
        places_begin(job);
    }
    for (uint32_t i = 0; job->stage == LFI_TREE_MERGE && i < job->depth->tree.count; i++) job->sizes[i] = 1;
    job->begun = true;
    return !run.failed;
}

/// Goes on with a stage, and says whether it has ended.
static bool stage_run(lfi_tree_job *job, int64_t *budget) {
    switch (job->stage) {
    case LFI_TREE_COUNT_HUMPS: return rows_pass(job, pass_count_humps, budget);
    case LFI_TREE_FIND_HUMPS: return rows_pass(job, pass_find_humps, budget);
    case LFI_TREE_MERGE: return links_merge(job, budget);
    default: return rows_pass(job, pass_link, budget);
    }
}

void lfi_tree_begin(lfi_tree_job *job, lf_depth *depth) {
    lfi_depth_tree_drop(depth);
    *job = (lfi_tree_job){.depth = depth, .level = LFI_DEPTH_MOST};
}

lf_status lfi_tree_step(lfi_tree_job *job, int64_t *budget) {
    while (job->stage < LFI_TREE_ENDED) {
        if (*budget <= 0) return LF_PAUSED;
        if (!job->begun && !stage_begin(job)) return LF_E_NOMEM;
        if (!stage_run(job, budget)) continue;
        job->stage++;
        job->begun = false;
    }
    job->depth->tree_pending = false;
    return LF_OK;
}

void lfi_tree_end(lfi_tree_job *job) {
    if (job->depth == NULL) return;
    merge_arrays(&(lfi_arrays){.allocator = &job->depth->allocator, .mode = LFI_ARRAYS_FREE}, job);
    *job = (lfi_tree_job){0};
}

void lfi_depth_tree_drop(lf_depth *depth) {
    lfi_depth_tree_arrays(&(lfi_arrays){.allocator = &depth->allocator, .mode = LFI_ARRAYS_FREE}, depth);
    depth->tree = (lfi_depth_tree){0};
    depth->tree_pending = true;
}

lf_status lfi_depth_tree_make(lf_depth *depth) {
    lfi_tree_job job;
    int64_t budget = INT64_MAX;
    lfi_tree_begin(&job, depth);
    const lf_status status = lfi_tree_step(&job, &budget);
    lfi_tree_end(&job);
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
