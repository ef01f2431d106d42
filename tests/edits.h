// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Random edits of small maps for tests: shapes that land on a map's tiles, and the flips they make.
#ifndef LANDFALL_TESTS_EDITS_H
#define LANDFALL_TESTS_EDITS_H

#include "map/flips.h"
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

/// The flips that lead from one map to another of the same size; false if there are none. Free `bits`.
static inline bool edits_flips(const oracle_map *before, const oracle_map *after, lfi_flips *out) {
    lfi_box box = {INT32_MAX, INT32_MAX, -1, -1};
    for (int i = 0; i < before->width * before->height; i++) {
        const int x = i % before->width, y = i / before->width;
        if (before->open[i] == after->open[i]) continue;
        box = (lfi_box){x < box.x0 ? x : box.x0, y < box.y0 ? y : box.y0, x > box.x1 ? x : box.x1,
                        y > box.y1 ? y : box.y1};
    }
    if (box.x1 < 0) return false;
    *out = (lfi_flips){.box = box, .word = (uint64_t)box.x0 / 64};
    out->words = (uint64_t)box.x1 / 64 - out->word + 1;
    out->bits = calloc((size_t)(box.y1 - box.y0 + 1) * (size_t)out->words, sizeof *out->bits);
    for (int y = box.y0; y <= box.y1; y++) {
        for (int x = box.x0; x <= box.x1; x++) {
            const int tile = y * before->width + x;
            if (before->open[tile] == after->open[tile]) continue;
            out->bits[(uint64_t)(y - box.y0) * out->words + (uint64_t)x / 64 - out->word] |= UINT64_C(1)
                                                                                             << (x & 63);
            *(after->open[tile] ? &out->opened : &out->blocked) += 1;
        }
    }
    return true;
}

/// A copy of a map with tiles of its own.
static inline oracle_map edits_copy(const oracle_map *map) {
    oracle_map copy = *map;
    copy.open = malloc((size_t)(map->width * map->height));
    memcpy(copy.open, map->open, (size_t)(map->width * map->height));
    return copy;
}

/// A random tile; half of the time one whose state differs from `open`, if there is any behind a random place.
static inline int edits_place(const oracle_map *map, bool open, uint64_t *random) {
    const int count = map->width * map->height, first = oracle_below(random, count);
    int tile = first;
    if (oracle_below(random, 2) == 0) return first;
    while (tile < count && (map->open[tile] != 0) == open) tile++;
    return tile < count ? tile : first;
}

/// Draws a random shape: single tiles, discs, rectangles, both kinds at once, whole maps. Many lie over the
/// edge.
static inline void edits_draw(oracle_map *map, uint64_t *random) {
    const bool open = oracle_below(random, 2) != 0;
    const int place = edits_place(map, open, random), x = place % map->width, y = place / map->width;
    const int most = oracle_below(random, 4) == 0 ? 24 : 5;
    const int kind = oracle_below(random, 8), reach = oracle_below(random, most),
              wide = oracle_below(random, most);
    for (int ty = 0; ty < map->height; ty++) {
        for (int tx = 0; tx < map->width; tx++) {
            const int dx = tx - x, dy = ty - y;
            unsigned char *tile = &map->open[ty * map->width + tx];
            if (kind == 0 && dx == 0 && dy == 0) *tile = open;
            if (kind >= 1 && kind <= 3 && dx * dx + dy * dy <= reach * reach) *tile = open;
            if (kind >= 4 && kind <= 5 && dx >= 0 && dx <= wide && dy >= 0 && dy <= reach) *tile = open;
            if (kind == 6 && dx * dx + dy * dy <= reach * reach) *tile = oracle_below(random, 3) != 0;
            if (kind == 7 && oracle_below(random, 64) == 0) *tile = !*tile;
        }
    }
    if (oracle_below(random, 200) == 0) memset(map->open, open, (size_t)(map->width * map->height));
}

#endif // LANDFALL_TESTS_EDITS_H
