// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The independent search of the swarm of worlds: textbook breadth-first search, and textbook Dijkstra search.
#include "chronicle.h"

#include <stdlib.h>

/// On maps of this size two different costs differ by more than 1e-5.
static double truth_value(truth t) {
    return t.straight + t.diagonal * 1.4142135623730951;
}

bool truth_less(truth a, truth b) {
    if (a.straight < 0 || b.straight < 0) return a.straight >= 0 && b.straight < 0;
    return truth_value(a) < truth_value(b) - 1e-6;
}

// ---- Uniform ----------------------------------------------------------------------------------------

/// Gives the neighbours of a tile that have no distance yet one, and puts them into the queue.
static int queue_expand(const oracle_map *map, int tile, truth *out, int *queue, int end) {
    const int x = tile % map->width, y = tile / map->width;
    for (int way = 0; way < 9; way++) {
        const int dx = way % 3 - 1, dy = way / 3 - 1, next = tile + dy * map->width + dx;
        if (!oracle_move_legal(map, x, y, dx, dy) || out[next].straight >= 0) continue;
        out[next] = (truth){out[tile].straight + 1, 0};
        queue[end++] = next;
    }
    return end;
}

static void truth_uniform(const oracle_map *map, const lf_source *sources, int64_t count, truth *out) {
    int *queue = malloc(sizeof *queue * (size_t)(map->width * map->height)), end = 0;
    for (int64_t i = 0; i < count; i++) {
        if (out[sources[i].tile].straight < 0) queue[end++] = (int)sources[i].tile;
        out[sources[i].tile] = (truth){0, 0};
    }
    for (int begin = 0; begin < end; begin++) end = queue_expand(map, queue[begin], out, queue, end);
    free(queue);
}

// ---- Octile -----------------------------------------------------------------------------------------

typedef struct entry {
    double value;
    truth way;
    int tile;
} entry;

/// A heap whose least entry is the first; what was improved since is still in it, and skipped.
typedef struct heap {
    entry *entries;
    int count;
} heap;

static void entry_swap(entry *a, entry *b) {
    const entry kept = *a;
    *a = *b;
    *b = kept;
}

static void heap_add(heap *h, int tile, truth way) {
    int at = h->count++;
    h->entries[at] = (entry){truth_value(way), way, tile};
    for (; at > 0 && h->entries[at].value < h->entries[(at - 1) / 2].value; at = (at - 1) / 2)
        entry_swap(&h->entries[at], &h->entries[(at - 1) / 2]);
}

static entry heap_take(heap *h) {
    const entry least = h->entries[0];
    h->entries[0] = h->entries[--h->count];
    for (int at = 0, down;; at = down) {
        down = 2 * at + 1;
        if (down + 1 < h->count && h->entries[down + 1].value < h->entries[down].value) down++;
        if (down >= h->count || h->entries[at].value <= h->entries[down].value) return least;
        entry_swap(&h->entries[at], &h->entries[down]);
    }
}

static void heap_expand(heap *h, const oracle_map *map, int tile, truth *out) {
    const int x = tile % map->width, y = tile / map->width;
    for (int way = 0; way < 9; way++) {
        const int dx = way % 3 - 1, dy = way / 3 - 1, next = tile + dy * map->width + dx;
        if (!oracle_move_legal(map, x, y, dx, dy)) continue;
        const int diagonal = dx != 0 && dy != 0;
        const truth there = {out[tile].straight + !diagonal, out[tile].diagonal + diagonal};
        if (!truth_less(there, out[next])) continue;
        out[next] = there;
        heap_add(h, next, there);
    }
}

static void truth_octile(const oracle_map *map, const lf_source *sources, int64_t count, truth *out) {
    const size_t tiles = (size_t)(map->width * map->height);
    heap h = {.entries = malloc((8 * tiles + (size_t)count) * sizeof *h.entries)};
    for (int64_t i = 0; i < count; i++) {
        out[sources[i].tile] = (truth){0, 0};
        heap_add(&h, (int)sources[i].tile, (truth){0, 0});
    }
    while (h.count > 0) {
        const entry least = heap_take(&h);
        if (!truth_less(out[least.tile], least.way)) heap_expand(&h, map, least.tile, out);
    }
    free(h.entries);
}

void truth_find(const oracle_map *map, lf_cost cost, const lf_source *sources, int64_t count, truth *out) {
    for (int i = 0; i < map->width * map->height; i++) out[i] = (truth){-1, 0};
    if (cost == LF_COST_OCTILE && map->moves != LF_MOVES_ORTHOGONAL)
        truth_octile(map, sources, count, out);
    else
        truth_uniform(map, sources, count, out);
}
