// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Cases of a swarm (tests/swarm/swarm.h) from bytes: what fuzz_route, fuzz_depth and fuzz_shape share. One
// case is one query of one strategy on a small map; only what it needs is made.
//
// Layout: width and height, a byte for each number that the target names, the counts of sources and targets
// (four bits each), a byte for each end, then the tiles, which are repeated until the map is full. A byte
// that is missing is 0.
#ifndef LANDFALL_SWARM_BYTES_H
#define LANDFALL_SWARM_BYTES_H

#include "../tests/swarm/swarm.h"
#include "fuzz.h"

/// Small, so that thousands run in a second, but wide enough for two words and a seam between two blocks.
enum { FUZZ_CASE_SIDE = 72, FUZZ_CASE_TILES = 400, FUZZ_CASE_ENDS = 6 };

typedef struct fuzz_reader {
    const uint8_t *data;
    size_t size;
} fuzz_reader;

static inline int fuzz_byte(fuzz_reader *in) {
    if (in->size == 0) return 0;
    in->size--;
    return *in->data++;
}

static inline void fuzz_size(fuzz_reader *in, swarm_case *c) {
    c->width = 1 + fuzz_byte(in) % FUZZ_CASE_SIDE;
    c->height = 1 + fuzz_byte(in) % FUZZ_CASE_SIDE;
    if (c->width * c->height > FUZZ_CASE_TILES) c->height = FUZZ_CASE_TILES / c->width;
}

/// Reads the numbers that are named, each into its own range.
static inline void fuzz_fields(fuzz_reader *in, swarm_case *c, const char *const *names, int count) {
    for (int i = 0; i < count; i++) {
        const int byte = fuzz_byte(in);
        for (int k = 0; k < swarm_field_count; k++) {
            const swarm_field *field = &swarm_fields[k];
            if (strcmp(field->name, names[i]) != 0) continue;
            const int span = field->most - field->least + 1;
            *swarm_field_of(c, field) = field->least + (span > 256 ? byte * (span / 256) : byte % span);
        }
    }
}

/// The first open tile from a place on. There is one.
static inline lf_tile fuzz_open_from(const swarm_case *c, int place) {
    const int tiles = c->width * c->height;
    int tile = place * tiles / 256;
    while (c->open[tile] == 0) tile = (tile + 1) % tiles;
    return (lf_tile)tile;
}

/// The ends, which stand before the tiles, as bytes to be placed when the tiles are known.
static inline void fuzz_ends(fuzz_reader *in, swarm_case *c) {
    const int counts = fuzz_byte(in);
    c->source_count = 1 + counts % 16 % FUZZ_CASE_ENDS;
    c->target_count = 1 + counts / 16 % FUZZ_CASE_ENDS;
    for (int i = 0; i < c->source_count; i++) c->sources[i] = (lf_tile)fuzz_byte(in);
    for (int i = 0; i < c->target_count; i++) c->targets[i] = (lf_tile)fuzz_byte(in);
}

/// A bit a tile, lowest first; with depths a byte a tile: blocked if its low two bits are 0, the others are
/// the depth.
static inline void fuzz_tiles(fuzz_reader *in, swarm_case *c, bool depths) {
    bool any = false;
    for (size_t i = 0; i < (size_t)(c->width * c->height); i++) {
        const int byte = in->size == 0 ? 255 : in->data[(depths ? i : i / 8) % in->size];
        c->open[i] = depths ? (byte & 3) != 0 : (byte >> i % 8 & 1) != 0;
        c->depth[i] = (uint8_t)(byte >> 2);
        any = any || c->open[i] != 0;
    }
    if (!any) c->open[0] = 1;
    for (int i = 0; i < c->source_count; i++) c->sources[i] = fuzz_open_from(c, (int)c->sources[i]);
    for (int i = 0; i < c->target_count; i++) c->targets[i] = fuzz_open_from(c, (int)c->targets[i]);
}

/// Runs a case. A wrong answer is printed as text that test_swarm makes smaller, and aborts.
static inline void fuzz_case_run(swarm_case *c) {
    swarm_settle(c);
    const char *why = swarm_check(c, NULL);
    if (why == NULL) return;
    fprintf(stderr, "broken promise: %s\n", why);
    swarm_write(stderr, c);
    abort();
}

#endif // LANDFALL_SWARM_BYTES_H
