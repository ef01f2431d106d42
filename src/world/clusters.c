// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// From a canvas to an edit: finds the tiles that really change, as flips that lie apart from each other
// (greedy clustering of dirty rectangles).
//
// The cost of an edit grows with its box, so forty craters all over the map become forty small boxes and not
// one box around them all. On the other hand each box has a cost of its own: a crater over the corner of four
// squares must not become four boxes. So squares of 64 x 64 tiles that change are joined, one after the
// other, wherever one box costs no more than two. A box costs its tiles and the tiles up to MARGIN around it.
//
// Time: O(words drawn + squares * clusters). More than SQUARES_MOST squares become one box.
#include "canvas.h"

#include <string.h>

enum { SQUARE_ROWS = 64, MARGIN = 16, SQUARES_MOST = 1024 };

/// A square that changes.
typedef struct square {
    lfi_box box;      ///< around the tiles that change in it
    uint64_t column;  ///< the index of its word in a row
    uint64_t row;     ///< its first row
    uint64_t cluster; ///< the cluster that it ended up in
} square;

/// Squares that share one box. `joined` is the number of the cluster that it was joined to, or its own
/// (parents as in union-find).
typedef struct cluster {
    lfi_box box;
    uint64_t joined;
} cluster;

/// The bits of a word that change.
static uint64_t word_flips(const lf_map *map, const lfi_canvas *canvas, uint64_t y, uint64_t column) {
    const uint64_t word = y * map->stride + column;
    const uint64_t now = map->open[(lfi_map_row(map, (int64_t)y) >> 6) + column];
    const uint64_t drawn = canvas->drawn != NULL ? canvas->drawn[word] : UINT64_MAX;
    return drawn & (canvas->open[word] ^ now);
}

static uint64_t square_rows_end(const lf_map *map, const square *s) {
    const uint64_t end = s->row + SQUARE_ROWS;
    return end < (uint64_t)map->height ? end : (uint64_t)map->height;
}

/// Finds the box around the tiles that change in a square; false if none does.
static bool square_measure(const lf_map *map, const lfi_canvas *canvas, square *s) {
    uint64_t all = 0;
    for (uint64_t y = s->row; y < square_rows_end(map, s); y++) {
        const uint64_t flips = word_flips(map, canvas, y, s->column);
        if (flips == 0) continue;
        if (all == 0) s->box.y0 = (int32_t)y;
        s->box.y1 = (int32_t)y;
        all |= flips;
    }
    if (all == 0) return false;
    s->box.x0 = (int32_t)(64 * s->column) + lfi_lowest_bit(all);
    s->box.x1 = (int32_t)(64 * s->column) + lfi_highest_bit(all);
    return true;
}

/// Lists the squares that change; their number goes to *count.
static bool edit_list_squares(const lf_map *map, const lfi_canvas *canvas, lfi_draft *edit, uint64_t *count) {
    *count = 0;
    const uint64_t rows = ((uint64_t)map->height + SQUARE_ROWS - 1) / SQUARE_ROWS;
    for (uint64_t i = 0; i < map->stride * rows; i++) {
        if (canvas->squares != NULL && canvas->squares[i] == 0) continue;
        square s = {.column = i % map->stride, .row = i / map->stride * SQUARE_ROWS};
        if (!square_measure(map, canvas, &s)) continue;
        if (!lfi_pool_reserve(&edit->store, &edit->squares_pool, *count + 1, sizeof s)) return false;
        LFI_ITEMS(square, edit->squares_pool)[(*count)++] = s;
    }
    return true;
}

// ---- Clusters -------------------------------------------------------------------------------------

static uint64_t box_price(lfi_box box) {
    return ((uint64_t)lfi_gap(box.x0, box.x1) + 1 + 2 * MARGIN) *
           ((uint64_t)lfi_gap(box.y0, box.y1) + 1 + 2 * MARGIN);
}

static bool box_worth_joining(lfi_box a, lfi_box b) {
    return box_price(lfi_boxes_around(a, b)) <= box_price(a) + box_price(b);
}

/// Joins other clusters to a cluster as long as it pays; a larger box may pay where a smaller one did not.
static void cluster_grow(cluster *clusters, uint64_t number, bool always) {
    for (uint64_t i = 0; i < number; i++) {
        if (clusters[i].joined != i) continue;
        if (!always && !box_worth_joining(clusters[i].box, clusters[number].box)) continue;
        clusters[number].box = lfi_boxes_around(clusters[i].box, clusters[number].box);
        clusters[i].joined = number;
        i = UINT64_MAX; // start again at the first one
    }
}

static uint64_t cluster_of(const cluster *clusters, uint64_t number) {
    while (clusters[number].joined != number) number = clusters[number].joined;
    return number;
}

static bool edit_find_clusters(lfi_draft *edit, uint64_t count) {
    if (!lfi_pool_reserve(&edit->store, &edit->clusters_pool, count, sizeof(cluster))) return false;
    cluster *clusters = LFI_ITEMS(cluster, edit->clusters_pool);
    square *squares = LFI_ITEMS(square, edit->squares_pool);
    for (uint64_t i = 0; i < count; i++) {
        clusters[i] = (cluster){.box = squares[i].box, .joined = i};
        cluster_grow(clusters, i, count > SQUARES_MOST);
    }
    for (uint64_t i = 0; i < count; i++) squares[i].cluster = cluster_of(clusters, i);
    return true;
}

// ---- Flips ----------------------------------------------------------------------------------------

static lfi_flips flips_of(lfi_box box) {
    return (lfi_flips){.box = box,
                       .word = (uint64_t)box.x0 / 64,
                       .words = (uint64_t)box.x1 / 64 - (uint64_t)box.x0 / 64 + 1};
}

static uint64_t flips_size(const lfi_flips *flips) {
    return flips->words * ((uint64_t)lfi_gap(flips->box.y0, flips->box.y1) + 1);
}

/// Makes flips, with all bits 0, for the clusters that were joined to no other. In `joined` of such a
/// cluster, the number of its flips replaces its own number.
static bool edit_make_flips(lfi_draft *edit, uint64_t count) {
    cluster *clusters = LFI_ITEMS(cluster, edit->clusters_pool);
    if (!lfi_pool_reserve(&edit->store, &edit->flips_pool, count, sizeof(lfi_flips))) return false;
    lfi_flips *flips = LFI_ITEMS(lfi_flips, edit->flips_pool);
    uint64_t made = 0, words = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (clusters[i].joined != i) continue;
        flips[made] = flips_of(clusters[i].box);
        words += flips_size(&flips[made]);
        clusters[i].joined = made++;
    }
    if (!lfi_pool_reserve(&edit->store, &edit->words_pool, words, sizeof(uint64_t))) return false;
    uint64_t *bits = LFI_ITEMS(uint64_t, edit->words_pool);
    memset(bits, 0, (size_t)words * sizeof *bits);
    for (uint64_t i = 0; i < made; i++) {
        flips[i].bits = bits;
        flips[i].others = made - 1;
        bits += flips_size(&flips[i]);
    }
    edit->count = made;
    return true;
}

static void flips_take_square(const lf_map *map, const lfi_canvas *canvas, const square *s,
                              lfi_flips *flips) {
    for (int32_t y = s->box.y0; y <= s->box.y1; y++) {
        const uint64_t bits = word_flips(map, canvas, (uint64_t)y, s->column);
        const uint64_t open = map->open[(lfi_map_row(map, y) >> 6) + s->column];
        flips->bits[(uint64_t)(y - flips->box.y0) * flips->words + s->column - flips->word] |= bits;
        flips->opened += lfi_count_bits(bits & ~open);
        flips->blocked += lfi_count_bits(bits & open);
    }
}

bool lfi_draft_find(const lf_map *map, const lfi_canvas *canvas, lfi_draft *edit) {
    uint64_t count;
    edit->count = 0;
    if (canvas->open == NULL) return true;
    if (!edit_list_squares(map, canvas, edit, &count)) return false;
    if (count == 0) return true;
    if (!edit_find_clusters(edit, count) || !edit_make_flips(edit, count)) return false;
    const square *squares = LFI_ITEMS(square, edit->squares_pool);
    const cluster *clusters = LFI_ITEMS(cluster, edit->clusters_pool);
    lfi_flips *flips = LFI_ITEMS(lfi_flips, edit->flips_pool);
    for (uint64_t i = 0; i < count; i++)
        flips_take_square(map, canvas, &squares[i], &flips[clusters[squares[i].cluster].joined]);
    return true;
}
