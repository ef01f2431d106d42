// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Unpacks an LZMA stream without a header. A range decoder reads bits whose probabilities are learned on the way. The bits
// make literals, matches (length and distance back) and repeats of one of the last four distances. The parameters are
// fixed: lc = 1, lp = 0, pb = 0 (better than lc = 3 for streams).
#include "pack.h"

// A probability for each bit that can be read, in one array; these are the places.
enum {
    STATES = 12,
    IS_MATCH = 0,
    IS_REPEAT = IS_MATCH + STATES,
    IS_REPEAT_0 = IS_REPEAT + STATES,
    IS_REPEAT_1 = IS_REPEAT_0 + STATES,
    IS_REPEAT_2 = IS_REPEAT_1 + STATES,
    IS_LONG = IS_REPEAT_2 + STATES,
    SLOT = IS_LONG + STATES,
    SPECIAL = SLOT + 4 * 64,
    ALIGN = SPECIAL + 128,
    LENGTH = ALIGN + 16,
    REPEAT_LENGTH = LENGTH + 2 + 8 + 8 + 256,
    LITERAL = REPEAT_LENGTH + 2 + 8 + 8 + 256,
    LITERAL_SIZE = 768,
    ALL = LITERAL + 2 * LITERAL_SIZE
};

static uint16_t odds[ALL];
static const uint8_t *from;
static uint32_t range, code;

static void shift(void) {
    if (range >= 1u << 24) return;
    range <<= 8;
    code = code << 8 | *from++;
}

static uint32_t bit(uint32_t place) {
    const uint32_t chance = odds[place], bound = (range >> 11) * chance;
    const uint32_t value = code >= bound;
    if (value) {
        range -= bound;
        code -= bound;
        odds[place] = (uint16_t)(chance - (chance >> 5));
    } else {
        range = bound;
        odds[place] = (uint16_t)(chance + ((2048 - chance) >> 5));
    }
    shift();
    return value;
}

/// Bits that are as likely 0 as 1, highest first.
static uint32_t direct(uint32_t count) {
    uint32_t value = 0;
    for (; count > 0; count--) {
        range >>= 1;
        const uint32_t one = code >= range;
        if (one) code -= range;
        shift();
        value = value << 1 | one;
    }
    return value;
}

/// A number of so many bits, highest first.
static uint32_t tree(uint32_t place, uint32_t count) {
    uint32_t node = 1;
    for (uint32_t i = 0; i < count; i++) node = node << 1 | bit(place + node);
    return node - (1u << count);
}

/// A number of so many bits, lowest first.
static uint32_t reversed(uint32_t place, uint32_t count) {
    uint32_t node = 1, value = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t one = bit(place + node);
        node = node << 1 | one;
        value |= one << i;
    }
    return value;
}

/// A byte. After a match, the byte that would have gone on with it is a hint; 256 = there is none.
static uint32_t literal(uint32_t before, uint32_t hint) {
    const uint32_t place = LITERAL + (before >> 7) * LITERAL_SIZE;
    uint32_t node = 1;
    while (hint != 256 && node < 256) {
        const uint32_t expected = hint >> 7 & 1;
        hint = hint << 1 & 255;
        const uint32_t one = bit(place + 256 + (expected << 8) + node);
        node = node << 1 | one;
        if (one != expected) break;
    }
    while (node < 256) node = node << 1 | bit(place + node);
    return node & 255;
}

static uint32_t length_of(uint32_t place) {
    if (bit(place) == 0) return 2 + tree(place + 2, 3);
    if (bit(place + 1) == 0) return 10 + tree(place + 10, 3);
    return 18 + tree(place + 18, 8);
}

static uint32_t distance_of(uint32_t length) {
    const uint32_t slot = tree(SLOT + (length < 5 ? length - 2 : 3) * 64, 6);
    if (slot < 4) return slot;
    const uint32_t count = (slot >> 1) - 1, base = (2 | (slot & 1)) << count;
    if (slot < 14) return base + reversed(SPECIAL + base - slot, count);
    const uint32_t high = direct(count - 4) << 4;
    return base + high + reversed(ALIGN, 4);
}

/// Which of the last distances is repeated; 4 is the last one for a single byte.
static uint32_t repeat_of(uint32_t state) {
    if (bit(IS_REPEAT_0 + state) == 0) return bit(IS_LONG + state) == 0 ? 4 : 0;
    if (bit(IS_REPEAT_1 + state) == 0) return 1;
    return bit(IS_REPEAT_2 + state) == 0 ? 2 : 3;
}

/// Puts a distance in front; those before `place` move back.
static void front(uint32_t *last, uint32_t place, uint32_t distance) {
    for (; place > 0; place--) last[place] = last[place - 1];
    last[0] = distance;
}

/// The first `size` bytes of what was packed.
LFJS(void, unpack)(const uint8_t *packed, uint8_t *to, uint32_t size) {
    uint32_t last[4] = {0, 0, 0, 0}, state = 0;
    for (uint32_t i = 0; i < ALL; i++) odds[i] = 1024;
    from = packed + 1; // the first byte is 0
    range = UINT32_MAX;
    for (int i = 0; i < 4; i++) code = code << 8 | *from++;
    for (uint32_t at = 0; at < size;) {
        if (bit(IS_MATCH + state) == 0) {
            to[at] = (uint8_t)literal(at > 0 ? to[at - 1] : 0, state >= 7 ? to[at - last[0] - 1] : 256);
            at++;
            state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
            continue;
        }
        uint32_t length = 1;
        if (bit(IS_REPEAT + state) == 0) {
            length = length_of(LENGTH);
            front(last, 3, distance_of(length));
            state = state < 7 ? 7 : 10;
        } else {
            const uint32_t which = repeat_of(state);
            if (which < 4) front(last, which, last[which]);
            if (which < 4) length = length_of(REPEAT_LENGTH);
            state = which == 4 ? (state < 7 ? 9 : 11) : state < 7 ? 8 : 11;
        }
        for (; length > 0 && at < size; length--, at++) to[at] = to[at - last[0] - 1];
    }
}
