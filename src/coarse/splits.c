// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The split cells of a coarse map follow an edit (splicing of sorted arrays).
//
// Split cells are listed in row order, without gaps, and their other pieces are numbered in this order. So an
// edit concerns the part of the lists from the first cell of the ring to the last one:
//
//     . . S . . . S . .        S: split cells. The cells between a and b, 5 of the 9, are listed anew. Those
//     . S a - - S - . S        that lie outside the ring keep their labels and, under new numbers, their
//     . S | - - - | . .        edges. Everything listed before and after them only moves.
//     S . - S - - b . S
//
// (Making all lists anew took 60 to 300 us on a map of 8 million tiles, most of it for memory.)
//
// Time: O(split cells of the rows, and their tiles), and moving what comes after them in memory.
#include "graph.h"

#include <string.h>

// ---- Memory ---------------------------------------------------------------------------------------

/// Spare room, so that the next edit needs no memory.
static uint64_t room_with_spare(uint64_t count) {
    return count + count / 4 + 16;
}

static uint64_t room_larger(uint32_t room, uint32_t count) {
    return count <= room ? room : room_with_spare(count);
}

void lfi_splits_copy(lf_coarse *to, const lf_coarse *from) {
    const uint64_t splits = from->split_count, extras = from->extra_count;
    memcpy(to->split_cells, from->split_cells, (size_t)splits * sizeof *to->split_cells);
    memcpy(to->extra_first, from->extra_first, (size_t)(splits + 1) * sizeof *to->extra_first);
    memcpy(to->extra_cell, from->extra_cell, (size_t)extras * sizeof *to->extra_cell);
    memcpy(to->cross + to->cell_count, from->cross + from->cell_count, (size_t)extras);
    memcpy(to->edge_first, from->edge_first, (size_t)(splits + extras + 1) * sizeof *to->edge_first);
}

bool lfi_splits_reserve(lf_coarse *coarse, uint32_t splits, uint32_t extras) {
    if (splits <= coarse->split_room && extras <= coarse->extra_room) return true;
    // The lists as they are must fit too: one may shrink where the other grows.
    const uint64_t split_room = room_larger(coarse->split_room, splits),
                   extra_room = room_larger(coarse->extra_room, extras);
    if (split_room > UINT32_MAX || extra_room > UINT32_MAX) return false;
    lf_coarse larger = *coarse;
    larger.split_room = (uint32_t)split_room;
    larger.extra_room = (uint32_t)extra_room;
    lfi_arrays run = {.allocator = &coarse->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_coarse_node_arrays(&run, &larger);
    if (!run.failed) {
        lfi_splits_copy(&larger, coarse);
        memcpy(larger.cross, coarse->cross, coarse->cell_count);
        memcpy(larger.labels, coarse->labels,
               ((size_t)coarse->split_count << (2 * coarse->level)) * sizeof *larger.labels);
    }
    const lf_allocator allocator = coarse->allocator;
    lfi_arrays drop = {.allocator = &allocator, .mode = LFI_ARRAYS_FREE};
    lfi_coarse_node_arrays(&drop, run.failed ? &larger : coarse);
    if (!run.failed) *coarse = larger;
    return !run.failed;
}

bool lfi_splits_reserve_edges(lf_coarse *coarse, uint64_t edges) {
    if (edges <= coarse->edge_room) return true;
    lf_coarse larger = {.edge_room = room_with_spare(edges)};
    lfi_arrays run = {.allocator = &coarse->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_coarse_edge_array(&run, &larger);
    if (run.failed) return false;
    memcpy(larger.edges, coarse->edges, (size_t)coarse->edge_room * sizeof *larger.edges);
    run.mode = LFI_ARRAYS_FREE;
    lfi_coarse_edge_array(&run, coarse);
    coarse->edges = larger.edges;
    coarse->edge_room = larger.edge_room;
    return true;
}

/// The memory for split cells as they were.
static void split_edit_arrays(lfi_arrays *run, lfi_split_edit *edit) {
    LFI_ARRAY(run, edit->was_cells, edit->count);
    LFI_ARRAY(run, edit->was_extra, (uint64_t)edit->count + 1);
    LFI_ARRAY(run, edit->was_labels, (uint64_t)edit->count << (2 * edit->builder->coarse->level));
    LFI_ARRAY(run, edit->was_cross, edit->extras);
    LFI_ARRAY(run, edit->was_edge, (uint64_t)edit->count + edit->extras + 1);
    LFI_ARRAY(run, edit->was_edges, edit->edges);
    LFI_ARRAY(run, edit->renamed, edit->extras);
}

/// Saves the split cells that the edit concerns; false if there is no memory.
static bool split_edit_save(lfi_split_edit *edit) {
    const lf_coarse *coarse = edit->builder->coarse;
    const uint64_t nodes = (uint64_t)edit->count + edit->extras, tiles = UINT64_C(1) << (2 * coarse->level);
    lfi_arrays run = {.allocator = &coarse->allocator, .mode = LFI_ARRAYS_MAKE};
    split_edit_arrays(&run, edit);
    if (run.failed) return false;
    memcpy(edit->was_cells, coarse->split_cells + edit->first, edit->count * sizeof *edit->was_cells);
    memcpy(edit->was_extra, coarse->extra_first + edit->first,
           ((size_t)edit->count + 1) * sizeof *edit->was_extra);
    memcpy(edit->was_labels, coarse->labels + edit->first * tiles,
           (size_t)(edit->count * tiles) * sizeof *edit->was_labels);
    memcpy(edit->was_cross, coarse->cross + coarse->cell_count + edit->extra, edit->extras);
    memcpy(edit->was_edge, coarse->edge_first + edit->extra + edit->first,
           (size_t)(nodes + 1) * sizeof *edit->was_edge);
    memcpy(edit->was_edges, coarse->edges + edit->edge, (size_t)edit->edges * sizeof *edit->was_edges);
    return true;
}

void lfi_splits_end(lfi_split_edit *edit) {
    lfi_arrays run = {.allocator = &edit->builder->coarse->allocator, .mode = LFI_ARRAYS_FREE};
    split_edit_arrays(&run, edit);
}

// ---- Which split cells ----------------------------------------------------------------------------

bool lfi_splits_any(const lf_coarse *coarse, lfi_box cells) {
    for (int32_t y = cells.y0; y <= cells.y1; y++) {
        const uint64_t *row = coarse->split + (uint64_t)y * coarse->stride;
        if (lfi_bits_any(row, (uint64_t)cells.x0, (uint64_t)cells.x1)) return true;
    }
    return false;
}

void lfi_splits_begin(lfi_split_edit *edit) {
    const lf_coarse *coarse = edit->builder->coarse;
    const lfi_box ring = edit->ring;
    edit->needed = lfi_splits_any(coarse, ring);
    edit->first = lfi_coarse_split_index(coarse, ring.x0, ring.y0);
    edit->count = lfi_coarse_split_index(coarse, ring.x1, ring.y1) - edit->first +
                  lfi_coarse_bit(coarse, coarse->split, ring.x1, ring.y1);
    edit->extra = coarse->extra_first[edit->first];
    edit->extras = coarse->extra_first[edit->first + edit->count] - edit->extra;
    edit->edge = coarse->edge_first[(uint64_t)edit->extra + edit->first];
    edit->edges =
        coarse->edge_first[(uint64_t)edit->extra + edit->extras + edit->first + edit->count] - edit->edge;
}

/// The bit of a cell in a plane.
static uint64_t cell_bit(const lf_coarse *coarse, int32_t x, int32_t y) {
    return 64 * (uint64_t)y * coarse->stride + (uint64_t)x;
}

/// A walk over the split cells that an edit concerns, as they are now, in order.
typedef struct split_walk {
    const lfi_split_edit *edit;
    uint64_t word, last; ///< of the plane of split cells
    uint64_t bits;       ///< those of the word that are still to come
    uint64_t beyond;     ///< those of the last word that come after the ring
    lf_point cell;
    bool kept;    ///< whether its tiles have not changed
    uint32_t was; ///< if kept: its number among the split cells as they were
} split_walk;

static split_walk split_walk_begin(const lfi_split_edit *edit) {
    const lf_coarse *coarse = edit->builder->coarse;
    const uint64_t first = cell_bit(coarse, edit->ring.x0, edit->ring.y0),
                   last = cell_bit(coarse, edit->ring.x1, edit->ring.y1);
    return (split_walk){.edit = edit,
                        .word = first >> 6,
                        .last = last >> 6,
                        .bits = coarse->split[first >> 6] & UINT64_MAX << (first & 63),
                        .beyond = (last & 63) == 63 ? 0 : UINT64_MAX << ((last & 63) + 1)};
}

/// Goes on to the next cell; false at the end.
static bool split_walk_next(split_walk *walk) {
    const lfi_split_edit *edit = walk->edit;
    const lf_coarse *coarse = edit->builder->coarse;
    while (walk->bits == 0) {
        if (walk->word == walk->last) return false;
        walk->bits = coarse->split[++walk->word];
    }
    const uint64_t bit = walk->bits & (0 - walk->bits);
    if (walk->word == walk->last && (bit & walk->beyond) != 0) return false;
    walk->bits ^= bit;
    walk->cell = (lf_point){(int32_t)(64 * (walk->word % coarse->stride)) + lfi_lowest_bit(bit),
                            (int32_t)(walk->word / coarse->stride)};
    walk->kept = !lfi_box_has(edit->changed, walk->cell);
    const uint32_t cell = lfi_coarse_cell_at(coarse, walk->cell.x, walk->cell.y);
    while (walk->kept && edit->was_cells[walk->was] != cell) walk->was++;
    return true;
}

static uint32_t split_was_pieces(const lfi_split_edit *edit, uint32_t was) {
    return edit->was_extra[was + 1] - edit->was_extra[was] + 1;
}

// ---- Lists ----------------------------------------------------------------------------------------

/// Moves the items of an array from one index on to another index.
static void items_move(void *array, size_t size, uint64_t from, uint64_t to, uint64_t count) {
    uint8_t *bytes = array;
    if (from != to) memmove(bytes + (size_t)to * size, bytes + (size_t)from * size, (size_t)count * size);
}

/// Moves everything about split cells after those of the edit, of which there are `splits` with `extras` other
/// pieces now.
static void splits_move(const lfi_split_edit *edit, uint32_t splits, uint32_t extras) {
    lf_coarse *coarse = edit->builder->coarse;
    const uint64_t tiles = UINT64_C(1) << (2 * coarse->level);
    const uint64_t from = (uint64_t)edit->first + edit->count, to = (uint64_t)edit->first + splits;
    const uint64_t left = coarse->split_count - from;
    const uint64_t extra_from = (uint64_t)edit->extra + edit->extras,
                   extra_to = (uint64_t)edit->extra + extras;
    const uint64_t extra_left = coarse->extra_count - extra_from;
    items_move(coarse->split_cells, sizeof *coarse->split_cells, from, to, left);
    items_move(coarse->labels, (size_t)tiles * sizeof *coarse->labels, from, to, left);
    items_move(coarse->extra_first, sizeof *coarse->extra_first, from, to, left + 1);
    items_move(coarse->extra_cell, sizeof *coarse->extra_cell, extra_from, extra_to, extra_left);
    items_move(coarse->cross + coarse->cell_count, 1, extra_from, extra_to, extra_left);
    items_move(coarse->edge_first, sizeof *coarse->edge_first, from + extra_from, to + extra_to,
               left + extra_left + 1);
    coarse->split_count = (uint32_t)(to + left);
    coarse->extra_count = (uint32_t)(extra_to + extra_left);
    coarse->node_limit = coarse->cell_count + coarse->extra_count;
    for (uint64_t i = to; i <= coarse->split_count; i++)
        coarse->extra_first[i] += extras - edit->extras; // modulo 2^32
}

/// Counts the split cells before each word again.
static void splits_rank(const lfi_split_edit *edit, uint32_t splits) {
    lf_coarse *coarse = edit->builder->coarse;
    const uint64_t last = cell_bit(coarse, edit->ring.x1, edit->ring.y1) >> 6;
    uint64_t word = cell_bit(coarse, edit->ring.x0, edit->ring.y0) >> 6;
    for (; word < last; word++)
        coarse->split_rank[word + 1] =
            coarse->split_rank[word] + (uint32_t)lfi_count_bits(coarse->split[word]);
    if (splits == edit->count) return;
    for (word++; word < lfi_coarse_words(coarse); word++)
        coarse->split_rank[word] += splits - edit->count; // modulo 2^32
}

/// Copies the labels and crossings of a cell as it was; returns how many pieces it has.
static uint32_t split_keep(const lfi_split_edit *edit, uint32_t split, uint32_t was) {
    lf_coarse *coarse = edit->builder->coarse;
    const uint64_t tiles = UINT64_C(1) << (2 * coarse->level);
    const uint32_t pieces = split_was_pieces(edit, was), before = edit->was_extra[was] - edit->extra;
    const uint32_t extra = coarse->extra_first[split];
    memcpy(coarse->labels + split * tiles, edit->was_labels + was * tiles,
           (size_t)tiles * sizeof *coarse->labels);
    for (uint32_t i = 0; i + 1 < pieces; i++) {
        coarse->cross[coarse->cell_count + extra + i] = edit->was_cross[before + i];
        edit->renamed[before + i] = extra + i;
    }
    return pieces;
}

/// Lists the split cells of the edit, and labels their tiles.
static void splits_list(const lfi_split_edit *edit) {
    lf_coarse *coarse = edit->builder->coarse;
    const uint64_t tiles = UINT64_C(1) << (2 * coarse->level);
    uint32_t split = edit->first, extra = edit->extra;
    for (split_walk walk = split_walk_begin(edit); split_walk_next(&walk); split++) {
        coarse->split_cells[split] = lfi_coarse_cell_at(coarse, walk.cell.x, walk.cell.y);
        coarse->extra_first[split] = extra;
        const uint32_t pieces =
            walk.kept ? split_keep(edit, split, walk.was)
                      : lfi_split_label(edit->builder, walk.cell, coarse->labels + split * tiles);
        for (uint32_t i = 1; i < pieces; i++) coarse->extra_cell[extra++] = coarse->split_cells[split];
    }
}

bool lfi_splits_take(lfi_split_edit *edit) {
    lf_coarse *coarse = edit->builder->coarse;
    edit->needed = edit->needed || lfi_splits_any(coarse, edit->ring);
    if (!edit->needed) return true;
    if (!split_edit_save(edit)) return false;
    uint32_t splits = 0, extras = 0;
    for (split_walk walk = split_walk_begin(edit); split_walk_next(&walk); splits++) {
        extras +=
            (walk.kept ? split_was_pieces(edit, walk.was)
                       : lfi_cell_piece_count(coarse->map, coarse->level, walk.cell, edit->builder->runs)) -
            1;
    }
    if (!lfi_splits_reserve(coarse, coarse->split_count - edit->count + splits,
                            coarse->extra_count - edit->extras + extras))
        return false;
    coarse->node_count += (int64_t)extras - edit->extras;
    edit->now = splits;
    splits_move(edit, splits, extras);
    splits_rank(edit, splits);
    splits_list(edit);
    return true;
}

// ---- Edges ----------------------------------------------------------------------------------------

/// The number of a node after the edit. It is not one of a cell whose tiles have changed.
static uint32_t node_rename(const lfi_split_edit *edit, uint32_t node) {
    const lf_coarse *coarse = edit->builder->coarse;
    const uint32_t first = coarse->cell_count + edit->extra;
    if (node < first) return node;
    if (node - first < edit->extras) return coarse->cell_count + edit->renamed[node - first];
    return node + (coarse->extra_first[edit->first + edit->now] - edit->extra) - edit->extras;
}

/// Copies the edges of a cell as it was, with the new numbers of nodes; false if there is no memory.
static bool split_keep_edges(const lfi_split_edit *edit, uint32_t split, uint32_t was) {
    lfi_coarse_builder *builder = edit->builder;
    lf_coarse *coarse = builder->coarse;
    const uint32_t pieces = split_was_pieces(edit, was);
    const uint64_t *begin = edit->was_edge + (edit->was_extra[was] - edit->extra) + was;
    if (!lfi_builder_reserve(builder, begin[pieces] - begin[0])) return false;
    for (uint32_t i = 0; i < pieces; i++) {
        coarse->edge_first[(uint64_t)coarse->extra_first[split] + split + i] =
            builder->edge_begin + builder->edge_count;
        for (uint64_t at = begin[i]; at < begin[i + 1]; at++)
            builder->edges[builder->edge_count++] = node_rename(edit, edit->was_edges[at - edit->edge]);
    }
    return true;
}

/// Finds or copies the edges of the split cells of the edit; false if there is no memory.
static bool splits_find_edges(const lfi_split_edit *edit) {
    uint32_t split = edit->first;
    bool done = true;
    edit->builder->edge_begin = edit->edge;
    for (split_walk walk = split_walk_begin(edit); done && split_walk_next(&walk); split++) {
        const bool kept = !lfi_box_has(edit->ring, walk.cell);
        done = kept ? split_keep_edges(edit, split, walk.was) : lfi_split_find_edges(edit->builder, split);
    }
    return done;
}

/// Renames the nodes that some edges lead to.
static void edges_rename(const lfi_split_edit *edit, uint64_t from, uint64_t to) {
    uint32_t *edges = edit->builder->coarse->edges;
    const uint32_t first = edit->builder->coarse->cell_count + edit->extra;
    for (uint64_t i = from; i < to; i++) {
        if (edges[i] >= first) edges[i] = node_rename(edit, edges[i]);
    }
}

bool lfi_splits_connect(lfi_split_edit *edit) {
    lfi_coarse_builder *builder = edit->builder;
    lf_coarse *coarse = builder->coarse;
    if (!edit->needed) return true;
    const uint64_t before = lfi_splits_edges(coarse), from = edit->edge + edit->edges;
    if (!splits_find_edges(edit)) return false;
    const uint64_t to = edit->edge + builder->edge_count, after = to + (before - from);
    if (!lfi_splits_reserve_edges(coarse, after)) return false;
    items_move(coarse->edges, sizeof *coarse->edges, from, to, before - from);
    edges_rename(edit, 0, edit->edge);
    edges_rename(edit, to, after);
    if (builder->edge_count > 0)
        memcpy(coarse->edges + edit->edge, builder->edges,
               (size_t)builder->edge_count * sizeof *coarse->edges);
    const uint32_t end = edit->first + edit->now;
    for (uint64_t i = (uint64_t)coarse->extra_first[end] + end;
         i <= (uint64_t)coarse->split_count + coarse->extra_count; i++)
        coarse->edge_first[i] += to - from; // modulo 2^64
    return true;
}
