// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Changes the tiles of a map that nobody reads meanwhile, one word of 64 tiles at a time.
//
// Time: O(words of the box).
#include "flips.h"

#include "map.h"

static void word_flip(lf_map *map, uint64_t word, uint64_t bits) {
    if (bits == 0) return;
    map->open_count += 2 * lfi_count_bits(bits & ~map->open[word]) - lfi_count_bits(bits);
    map->open[word] ^= bits;
    lfi_blocks_take_word(map, word);
}

void lfi_map_flip(lf_map *map, const lfi_flips *flips) {
    for (int32_t y = flips->box.y0; y <= flips->box.y1; y++) {
        const uint64_t first = (lfi_map_row(map, y) >> 6) + flips->word, *bits = lfi_flips_row(flips, y);
        for (uint64_t i = 0; i < flips->words; i++) word_flip(map, first + i, bits[i]);
    }
}

void lfi_map_follow(lf_map *to, const lf_map *from, lfi_box box) {
    for (int32_t y = box.y0; y <= box.y1; y++) {
        const uint64_t begin = lfi_map_row(to, y), last = (begin + (uint64_t)box.x1) >> 6;
        uint64_t inside = UINT64_MAX << (box.x0 & 63);
        for (uint64_t word = (begin + (uint64_t)box.x0) >> 6; word <= last; word++, inside = UINT64_MAX) {
            if (word == last) inside &= UINT64_MAX >> (63 - (box.x1 & 63));
            word_flip(to, word, (to->open[word] ^ from->open[word]) & inside);
        }
    }
}
