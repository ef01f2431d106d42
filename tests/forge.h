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

/// Puts a right checksum at the end, as the layout in docs/formats.md says.
static inline void forge(uint8_t *bytes, size_t size) {
    const size_t body = size - 8;
    uint64_t sum = forge_mix(UINT64_C(0x6C616E6466616C6C), body);
    for (size_t i = 0; i <= body / 8 * 8; i += 8) {
        uint64_t number = 0;
        for (size_t k = 0; k < 8 && i + k < body; k++) number |= (uint64_t)bytes[i + k] << 8 * k;
        sum = forge_mix(sum, number);
    }
    for (int k = 0; k < 8; k++) bytes[body + (size_t)k] = (uint8_t)(sum >> 8 * k);
}

static inline void put32(uint8_t *at, uint32_t number) {
    for (int k = 0; k < 4; k++) at[k] = (uint8_t)(number >> 8 * k);
}

static inline uint32_t get32(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

#endif // LANDFALL_TESTS_FORGE_H
