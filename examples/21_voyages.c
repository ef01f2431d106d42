// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A study of sea traffic: 100,000 voyages between 60 ports, one after the other. After two voyages each, the ports are
// kept, and a length takes about a microsecond.
#include <landfall.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 256, PORTS = 60, VOYAGES = 100000 };

/// The same numbers on every machine.
static uint32_t next_number(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

int main(void) {
    uint8_t *tiles = malloc(SIDE * SIDE);
    uint32_t state = 1;
    if (tiles == NULL) return 1;
    memset(tiles, 1, SIDE * SIDE);
    for (int i = 0; i < 300; i++) { // islands
        const uint32_t x = next_number(&state) % (SIDE - 20), y = next_number(&state) % (SIDE - 9);
        for (uint32_t k = 0; k < 9; k++) memset(tiles + (y + k) * SIDE + x, 0, 20 - 2 * k);
    }
    lf_map *map;
    lf_index *index;
    lf_lengths *lengths;
    const lf_map_desc desc = {.width = SIDE, .height = SIDE, .tiles = tiles, .tiles_size = SIDE * SIDE};
    if (lf_map_create(&desc, &map) != LF_OK) return 1;
    free(tiles);
    if (lf_index_create(map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_YES}, &index) != LF_OK) return 1;
    if (lf_lengths_create(map, &(lf_lengths_desc){.index = index}, &lengths) != LF_OK) return 1;

    lf_tile ports[PORTS];
    for (int i = 0; i < PORTS;) {
        ports[i] = next_number(&state) % (SIDE * SIDE);
        if (lf_map_is_open(map, ports[i])) i++;
    }
    long long moves = 0, apart = 0;
    for (int i = 0; i < VOYAGES; i++) {
        lf_length length;
        const lf_tile from = ports[next_number(&state) % PORTS], to = ports[next_number(&state) % PORTS];
        if (lf_lengths_between(lengths, from, to, &length) == LF_OK)
            moves += length.straight;
        else
            apart++; // no water leads from one to the other
    }
    const lf_lengths_stats stats = lf_lengths_report(lengths);
    printf("%lld voyages, %lld between ports that are apart, %lld moves\n", (long long)stats.asked, apart,
           moves);
    printf("%lld ports kept, %lld voyages searched\n", (long long)stats.kept, (long long)stats.searched);
    lf_lengths_destroy(lengths);
    lf_index_destroy(index);
    lf_map_destroy(map);
    return 0;
}

// Output:
// 100000 voyages, 3246 between ports that are apart, 21860511 moves
// 60 ports kept, 86 voyages searched
