// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// An allocator that counts, and fails when told to.
#ifndef LANDFALL_METER_H
#define LANDFALL_METER_H

#include <landfall.h>
#include <stdlib.h>

typedef struct meter {
    int64_t calls;   ///< allocations asked for
    int64_t fail_at; ///< the allocation that fails, from 1; 0 = none
    int64_t live;    ///< bytes allocated and not freed: sizes given to free must match
    int64_t blocks;  ///< allocations not freed
    int64_t most;    ///< the greatest number of live bytes so far
} meter;

static inline void *meter_alloc(size_t size, void *user) {
    meter *m = user;
    if (++m->calls == m->fail_at) return NULL;
    void *memory = malloc(size);
    if (memory == NULL) return NULL;
    m->live += (int64_t)size;
    if (m->live > m->most) m->most = m->live;
    m->blocks++;
    return memory;
}

static inline void meter_free(void *memory, size_t size, void *user) {
    meter *m = user;
    m->live -= (int64_t)size;
    m->blocks--;
    free(memory);
}

static inline lf_allocator meter_allocator(meter *m) {
    return (lf_allocator){.alloc = meter_alloc, .free = meter_free, .user = m};
}

#endif // LANDFALL_METER_H
