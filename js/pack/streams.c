// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A WebAssembly module taken apart, so that it packs better: instructions in one stream, each kind of number that they take
// in another. Numbers of locals become ranks, the one used last first (move to front): most are used again soon. The sizes
// of functions are left out, as their ends tell. LZMA makes 9 % less of the streams than of the module.
//
// The same walk takes a module apart (with -DSPLIT, for js/build.mjs) and puts it together (for landfall/sync): it copies
// bytes from a module to streams or back, and goes by the bytes that it has just copied.
#include "pack.h"

enum { REST, CODE, DECLARED, LOCAL, OFFSET, CALL, I32, I64, STREAMS };
enum { LOCALS_MOST = 1 << 14, SIZE_ROOM = 5 };

static uint8_t *streams[STREAMS], *module;
static uint16_t ranks[LOCALS_MOST]; // the number of the local at each rank
static uint32_t rank_count;

static uint32_t number_read(uint8_t **at) {
    uint32_t value = 0, shift = 0;
    for (uint8_t byte = 128; byte >= 128; shift += 7) value |= ((byte = *(*at)++) & 127u) << shift;
    return value;
}

static void number_write(uint8_t **at, uint32_t value) {
    for (; value >= 128; value >>= 7) *(*at)++ = (uint8_t)(value | 128);
    *(*at)++ = (uint8_t)value;
}

/// Puts the local at a rank in front, and gives its number. Locals that were never used are in their order.
static uint32_t rank_use(uint32_t rank) {
    for (; rank_count <= rank; rank_count++) ranks[rank_count] = (uint16_t)rank_count;
    const uint16_t local = ranks[rank];
    for (; rank > 0; rank--) ranks[rank] = ranks[rank - 1];
    return ranks[0] = local;
}

#ifdef SPLIT
static uint32_t byte_copy(int stream) {
    return *streams[stream]++ = *module++;
}

static void local_copy(void) {
    const uint32_t local = number_read(&module);
    uint32_t rank = 0;
    while (rank < rank_count && ranks[rank] != local) rank++;
    if (rank == rank_count) rank = local;
    rank_use(rank);
    number_write(&streams[LOCAL], rank);
}

static uint8_t *body_begin(void) {
    number_read(&module);
    return module;
}

static void body_end(uint8_t *began) {
    (void)began;
}
#else
static uint32_t byte_copy(int stream) {
    return *module++ = *streams[stream]++;
}

static void local_copy(void) {
    number_write(&module, rank_use(number_read(&streams[LOCAL])));
}

static uint8_t *body_begin(void) {
    module += SIZE_ROOM;
    return module;
}

/// Writes the size of a function in front of it.
static void body_end(uint8_t *began) {
    const uint32_t size = (uint32_t)(module - began);
    module = began - SIZE_ROOM;
    number_write(&module, size);
    for (uint32_t i = 0; i < size; i++) *module++ = *began++;
}
#endif

static void bytes_copy(int stream, uint32_t count) {
    for (; count > 0; count--) byte_copy(stream);
}

/// Copies a number, seven bits in each byte, and gives it.
static uint32_t number_copy(int stream) {
    uint32_t value = 0, byte = 128;
    for (uint32_t shift = 0; byte >= 128; shift += 7)
        value |= ((byte = byte_copy(stream)) & 127) << (shift & 31);
    return value;
}

static void place_copy(void) {
    number_copy(CODE);
    number_copy(OFFSET);
}

static void vector_copy(void) {
    const uint32_t code = number_copy(CODE);
    if (code <= 11 || (code >= 84 && code <= 93)) place_copy();
    if (code == 12 || code == 13) bytes_copy(CODE, 16);
    if ((code >= 21 && code <= 34) || (code >= 84 && code <= 91)) byte_copy(CODE);
}

/// Copies what an instruction takes.
static void operands_copy(uint32_t code) {
    if (code >= 0x28 && code <= 0x3e) {
        place_copy();
        return;
    }
    switch (code) {
    case 0x20:
    case 0x21:
    case 0x22: local_copy(); break;
    case 0x41: number_copy(I32); break;
    case 0x42: number_copy(I64); break;
    case 0x44: bytes_copy(CODE, 8); break;
    case 0x11: number_copy(CALL); // and as a call
    case 0x10: number_copy(CALL); break;
    case 0x0e:
        for (uint32_t left = number_copy(CODE) + 1; left > 0; left--) number_copy(CODE);
        break;
    case 0xfc:
        code = number_copy(CODE);
        if (code == 10 || code == 11) bytes_copy(CODE, 12 - code);
        break;
    case 0xfd: vector_copy(); break;
    case 0x02:
    case 0x03:
    case 0x04:
    case 0x0c:
    case 0x0d:
    case 0x23:
    case 0x24:
    case 0x3f:
    case 0x40: number_copy(CODE); break;
    default: break;
    }
}

static void body_copy(void) {
    uint8_t *began = body_begin();
    for (uint32_t left = number_copy(DECLARED); left > 0; left--) {
        number_copy(DECLARED);
        byte_copy(DECLARED);
    }
    rank_count = 0;
    for (uint32_t depth = 1; depth > 0;) {
        const uint32_t code = byte_copy(CODE);
        if (code >= 2 && code <= 4) depth++;
        if (code == 0x0b) depth--;
        operands_copy(code);
    }
    body_end(began);
}

/// Copies a module of `size` bytes from its streams, or to them. `places` has the place of each stream, and then the
/// place of its end.
LFJS(void, copy)(uint8_t **places, uint8_t *at, uint32_t size) {
    for (int i = 0; i < STREAMS; i++) streams[i] = places[i];
    module = at;
    bytes_copy(REST, 8);
    while (module < at + size) {
        const uint32_t section = byte_copy(REST), bytes = number_copy(REST);
        if (section != 10) bytes_copy(REST, bytes);
        if (section == 10)
            for (uint32_t left = number_copy(REST); left > 0; left--) body_copy();
    }
    for (int i = 0; i < STREAMS; i++) places[i] = streams[i];
}

extern uint8_t __heap_base;

/// Where memory is free.
LFJS(uint8_t *, free_from)(void) {
    return &__heap_base;
}
