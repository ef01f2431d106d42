// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Things as bytes: numbers with the lowest byte first, checksums, and arrays that lie in the bytes as they do in memory
// (sections), so that they can be used where they are: in a file that is mapped, for instance.
#ifndef LANDFALL_SECTIONS_H
#define LANDFALL_SECTIONS_H

#include "../map/map.h"

#include <string.h>

/// The room of a header; what a section begins at a multiple of; the checksum at the end.
enum { LFI_BYTES_HEADER = 128, LFI_BYTES_SECTION = 64, LFI_BYTES_TRAILER = 8 };

static inline void lfi_bytes_put(uint8_t **at, uint64_t number, int size) {
    for (int i = 0; i < size; i++) *(*at)++ = (uint8_t)(number >> 8 * i);
}

static inline uint64_t lfi_bytes_get(const uint8_t **at, int size) {
    uint64_t number = 0;
    for (int i = 0; i < size; i++) number |= (uint64_t) * (*at)++ << 8 * i;
    return number;
}

/// Whether this machine has the lowest byte of a number first. (Compilers know the answer.)
static inline bool lfi_machine_is_low_first(void) {
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/// Whether bytes cannot be used where they are.
static inline bool lfi_bytes_need_copy(const void *bytes) {
    return !lfi_machine_is_low_first() || (uintptr_t)bytes % sizeof(uint64_t) != 0;
}

uint64_t lfi_bytes_hash(const uint8_t *bytes, size_t size);
/// A hash of everything that an index depends on: size, move rules and open tiles.
uint64_t lfi_bytes_hash_map(const lf_map *map);
/// Writes the hash at the end, or compares it.
void lfi_bytes_seal(uint8_t *bytes, size_t size);
bool lfi_bytes_are_sealed(const uint8_t *bytes, size_t size);

typedef enum lfi_sections_mode {
    LFI_SECTIONS_SIZE, ///< adds up
    LFI_SECTIONS_SAVE, ///< copies each array into its section
    LFI_SECTIONS_TURN, ///< turns the numbers of each section from or to those of a machine with the highest byte first
    LFI_SECTIONS_VIEW, ///< lets the array be its section
} lfi_sections_mode;

/// A run over the sections, as lfi_arrays is one over arrays.
typedef struct lfi_sections {
    lfi_sections_mode mode;
    uint8_t *bytes; ///< of all sections; not needed for adding up
    uint64_t size;  ///< so far
} lfi_sections;

/// Numbers that follow each other in an element: how many, of which size. The last one has size 0.
typedef struct lfi_section_field {
    uint8_t size, count;
} lfi_section_field;

/// The room of a section of so many bytes.
static inline uint64_t lfi_section_room(uint64_t bytes) {
    return (bytes + LFI_BYTES_SECTION - 1) / LFI_BYTES_SECTION * LFI_BYTES_SECTION;
}

/// One section. Returns where the array is then.
void *lfi_section_run(lfi_sections *run, void *array, uint64_t count, size_t size,
                      const lfi_section_field *fields);

#define LFI_SECTION(run, array, count, fields) \
    ((array) = lfi_section_run((run), (array), (count), sizeof *(array), (fields)))

#endif // LANDFALL_SECTIONS_H
