// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Forging the bytes of an index: numbers in them, and the checksum that then fits, as the layout in
// docs/formats.md says.
#ifndef LANDFALL_TESTS_FORGE_H
#define LANDFALL_TESTS_FORGE_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t forge_mix(uint64_t sum, uint64_t number) {
    sum = (sum ^ number) * UINT64_C(0x9E3779B97F4A7C15);
    return sum ^ sum >> 29;
}

static inline uint64_t forge_word(const uint8_t *at, size_t size) {
    uint64_t number = 0;
    for (size_t k = 0; k < size; k++) number |= (uint64_t)at[k] << 8 * k;
    return number;
}

/// Puts a right checksum at the end, as the layout in docs/formats.md says.
static inline void forge(uint8_t *bytes, size_t size) {
    const size_t body = size - 8, blocks = body / 256 * 256, words = body / 8 * 8;
    uint64_t sums[32];
    for (uint64_t k = 0; k < 32; k++) sums[k] = forge_mix(UINT64_C(0x6C616E6466616C6C) + k, body);
    for (size_t i = 0; i < blocks; i += 8) {
        uint64_t *sum = &sums[i / 8 % 32];
        *sum ^= forge_word(bytes + i, 8);
        *sum *= 513;
        *sum ^= *sum >> 29;
    }
    for (size_t i = blocks; i < words; i += 8) sums[0] = forge_mix(sums[0], forge_word(bytes + i, 8));
    sums[0] = forge_mix(sums[0], forge_word(bytes + words, body - words));
    for (int k = 1; k < 32; k++) sums[0] = forge_mix(sums[0], sums[k]);
    for (int k = 0; k < 8; k++) bytes[body + (size_t)k] = (uint8_t)(sums[0] >> 8 * k);
}

static inline void put32(uint8_t *at, uint32_t number) {
    for (int k = 0; k < 4; k++) at[k] = (uint8_t)(number >> 8 * k);
}

static inline uint32_t get32(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/// Places in the header.
enum {
    FORGE_VERSION = 8,
    FORGE_MOVES = 12,
    FORGE_COST = 16,
    FORGE_LANDMARKS = 20,
    FORGE_WIDTH = 24,
    FORGE_HEIGHT = 28,
    FORGE_GATE_HASH = 40,
    FORGE_UNIT = 48,
    FORGE_FLAGS = 56,
    FORGE_COUNT = 60,
    FORGE_LEG_ENDS = 64,
    FORGE_GROUP_COUNT = 68,
    FORGE_SQUARES = 72,
    FORGE_ARCS = 76,
    FORGE_NESTS = 80,
    FORGE_ROPES = 84,
    FORGE_STROKES = 88,
    FORGE_ZEROS = 92,
    FORGE_HEADER = 128
};

/// The sections, in their order. Halts and diagonals are empty but for king moves.
enum {
    FORGE_ROWS,
    FORGE_COLUMNS,
    FORGE_HEADS,
    FORGE_ROW_PATCHES,
    FORGE_COLUMN_PATCHES,
    FORGE_POINTS,
    FORGE_BESIDE,
    FORGE_ROW_HALTS,
    FORGE_COLUMN_HALTS,
    FORGE_ROW_HALTS_AFTER,
    FORGE_COLUMN_HALTS_AFTER,
    FORGE_FALL,
    FORGE_RISE,
    FORGE_FIRST,
    FORGE_LEGS,
    FORGE_GROUP,
    FORGE_AWAY,
    FORGE_BUOYS,
    FORGE_ORDER,
    FORGE_UP_FIRST,
    FORGE_UP,
    FORGE_HALVES,
    FORGE_BENDS,
    FORGE_ROPE_HEADS,
    FORGE_ROPES_ALL,
    FORGE_STROKES_ALL,
    FORGE_RUNGS
};

/// Where a section begins, by the counts in the header. One after the last of an index without a hierarchy: its end.
static inline size_t forge_at(const uint8_t *bytes, int section) {
    const size_t wide = get32(bytes + FORGE_WIDTH), high = get32(bytes + FORGE_HEIGHT),
                 count = get32(bytes + FORGE_COUNT), legs = get32(bytes + FORGE_LEG_ENDS),
                 squares = get32(bytes + FORGE_SQUARES), arcs = get32(bytes + FORGE_ARCS),
                 ropes = get32(bytes + FORGE_ROPES), strokes = get32(bytes + FORGE_STROKES);
    const size_t rows = (high + 2) * (wide / 64 + 1) + 2, columns = (wide + 2) * (high / 64 + 1) + 2;
    const size_t patches_wide = (wide + 15) / 16, patches_high = (high + 15) / 16;
    const size_t row_patches = patches_high * (patches_wide / 64 + 1),
                 column_patches = patches_wide * (patches_high / 64 + 1);
    const size_t king = get32(bytes + FORGE_MOVES) == 0, slants = king * 40 * (wide + 1) * (high / 64 + 1);
    const size_t sizes[] = {8 * rows,
                            8 * columns,
                            16 * rows,
                            8 * row_patches,
                            8 * column_patches,
                            8 * count,
                            count,
                            king * 8 * rows,
                            king * 8 * columns,
                            king * 8 * rows,
                            king * 8 * columns,
                            slants,
                            slants,
                            4 * (count + 1),
                            4 * legs,
                            4 * count,
                            32 * count,
                            108 * squares,
                            4 * count,
                            4 * (count + 1),
                            16 * arcs,
                            8 * arcs,
                            arcs,
                            ropes > 0 ? 16 * (arcs / 64 + 1) : 0,
                            24 * ropes,
                            strokes,
                            16 * count};
    size_t at = FORGE_HEADER;
    for (int i = 0; i < section; i++) at += (sizes[i] + 63) / 64 * 64;
    return at;
}

#endif // LANDFALL_TESTS_FORGE_H
