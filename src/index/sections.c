// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Checksums and sections of things as bytes.
//
// Time: O(bytes), as fast as memory can be read.
#include "sections.h"

// ---- Hashes ---------------------------------------------------------------------------------------

/// One step of the hash: every bit of the number reaches every bit of the sum.
static uint64_t hash_mix(uint64_t sum, uint64_t number) {
    sum = (sum ^ number) * UINT64_C(0x9E3779B97F4A7C15);
    return sum ^ sum >> 29;
}

/// Eight bytes as a number. Compilers see that this is one read.
static uint64_t bytes_word(const uint8_t *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return lfi_machine_is_low_first() ? word : lfi_bytes_get(&at, 8);
}

/// The checksum has many sums side by side, so that compilers turn them into vectors, as fast as memory can be read: word
/// k of each 256 bytes goes into sum k. (Hence shifts instead of a multiplication: the step is one to one all the same, so
/// that no two sums become one.) The words that are left, and at last the rest as one number, go into the first sum, and
/// then the other sums.
enum { HASH_SUMS = 32 };

uint64_t lfi_bytes_hash(const uint8_t *bytes, size_t size) {
    uint64_t sums[HASH_SUMS];
    for (unsigned k = 0; k < HASH_SUMS; k++) sums[k] = hash_mix(UINT64_C(0x6C616E6466616C6C) + k, size);
    for (; size >= 8 * HASH_SUMS; size -= 8 * HASH_SUMS, bytes += 8 * HASH_SUMS) {
        for (size_t k = 0; k < HASH_SUMS; k++) {
            uint64_t sum = sums[k] ^ bytes_word(bytes + 8 * k);
            sum += sum << 9;
            sums[k] = sum ^ sum >> 29;
        }
    }
    for (; size >= 8; size -= 8) sums[0] = hash_mix(sums[0], lfi_bytes_get(&bytes, 8));
    sums[0] = hash_mix(sums[0], lfi_bytes_get(&bytes, (int)size));
    for (int k = 1; k < HASH_SUMS; k++) sums[0] = hash_mix(sums[0], sums[k]);
    return sums[0];
}

/// The words of all rows, with the blocked
/// ones between them, go into eight sums side by side, because one would wait for its own multiplications.
enum { MAP_SUMS = 8 };

uint64_t lfi_bytes_hash_map(const lf_map *map) {
    uint64_t sums[MAP_SUMS];
    for (unsigned k = 0; k < MAP_SUMS; k++)
        sums[k] = hash_mix((uint64_t)map->width << 32 | (uint32_t)map->height, (uint64_t)map->moves + k);
    uint64_t i = 0;
    for (; i + MAP_SUMS <= map->word_count; i += MAP_SUMS) {
        for (unsigned k = 0; k < MAP_SUMS; k++) sums[k] = hash_mix(sums[k], map->open[i + k]);
    }
    for (; i < map->word_count; i++) sums[0] = hash_mix(sums[0], map->open[i]);
    for (int k = 1; k < MAP_SUMS; k++) sums[0] = hash_mix(sums[0], sums[k]);
    return sums[0];
}

void lfi_bytes_seal(uint8_t *bytes, size_t size) {
    uint8_t *at = bytes + size - LFI_BYTES_TRAILER;
    lfi_bytes_put(&at, lfi_bytes_hash(bytes, size - LFI_BYTES_TRAILER), 8);
}

bool lfi_bytes_are_sealed(const uint8_t *bytes, size_t size) {
    const uint8_t *at = bytes + size - LFI_BYTES_TRAILER;
    return lfi_bytes_get(&at, 8) == lfi_bytes_hash(bytes, size - LFI_BYTES_TRAILER);
}

// ---- Sections -------------------------------------------------------------------------------------

static void number_turn(uint8_t *at, uint8_t size) {
    for (uint8_t i = 0; i < size / 2; i++) {
        const uint8_t byte = at[i];
        at[i] = at[size - 1 - i];
        at[size - 1 - i] = byte;
    }
}

/// Turns the numbers of an element. Returns where the next one begins.
static uint8_t *element_turn(uint8_t *at, const lfi_section_field *field) {
    for (; field->size != 0; field++) {
        for (uint8_t i = 0; i < field->count; i++, at += field->size) number_turn(at, field->size);
    }
    return at;
}

void *lfi_section_run(lfi_sections *run, void *array, uint64_t count, size_t size,
                      const lfi_section_field *fields) {
    const uint64_t bytes = count * size, first = run->size;
    run->size += lfi_section_room(bytes);
    if (run->mode == LFI_SECTIONS_SIZE) return array;
    uint8_t *at = run->bytes + first;
    if (run->mode == LFI_SECTIONS_VIEW) return at;
    if (run->mode == LFI_SECTIONS_SAVE) {
        memset(at, 0, (size_t)(run->size - first));
        if (bytes > 0 && array != NULL) memcpy(at, array, (size_t)bytes);
        return array;
    }
    for (uint64_t i = 0; i < count; i++) at = element_turn(at, fields);
    return array;
}
