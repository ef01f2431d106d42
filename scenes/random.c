// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The random numbers of all scenes: splitmix64, a counter that walks in steps of the golden ratio and a mixer
// that makes each value of it look random. The mixer alone is the hash for generators that need the same
// number again at the same place without remembering it.
#include "generators.h"
#include "scenes.h"

uint64_t lfi_random_mix(uint64_t value) {
    value += 0x9E3779B97F4A7C15u;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

lf_random lf_random_make(uint64_t seed) {
    return (lf_random){seed};
}

uint64_t lf_random_next(lf_random *random) {
    const uint64_t value = lfi_random_mix(random->state);
    random->state += 0x9E3779B97F4A7C15u;
    return value;
}

// The high half of number * bound is the answer; the few numbers that would make some answers likelier than
// others are thrown away, so that every bound is fair.
uint32_t lf_random_below(lf_random *random, uint32_t bound) {
    const uint32_t unfair = (0u - bound) % bound;
    for (;;) {
        const uint64_t product = (lf_random_next(random) >> 32) * bound;
        if ((uint32_t)product >= unfair) return (uint32_t)(product >> 32);
    }
}

uint32_t lfi_root(uint64_t value) {
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit != 0; bit >>= 1)
        if ((root | bit) * (root | bit) <= value) root |= bit;
    return (uint32_t)root;
}
