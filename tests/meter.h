// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// An allocator that counts, and fails when told to. It also fills what it hands out, so that nobody finds
// zeros there by luck, and sees by a few bytes behind each block whether somebody wrote past its end. A
// sanitizer sees both by itself, and better: there memory is handed out as it is.
#ifndef LANDFALL_METER_H
#define LANDFALL_METER_H

#include "slow.h"

#include <landfall.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct meter {
    int64_t calls;   ///< allocations asked for
    int64_t fail_at; ///< the allocation that fails, from 1; 0 = none
    int64_t live;    ///< bytes allocated and not freed: sizes given to free must match
    int64_t blocks;  ///< allocations not freed
    int64_t most;    ///< the greatest number of live bytes so far
} meter;

#ifdef TEST_HAS_SANITIZER
enum { METER_FENCE = 0 };
#else
enum { METER_FENCE = 32 };
#endif
enum { METER_FILL = 0xa5, METER_FENCE_FILL = 0x5a };

static inline void *meter_alloc(size_t size, void *user) {
    meter *m = user;
    if (++m->calls == m->fail_at) return NULL;
    unsigned char *memory = malloc(size + METER_FENCE);
    if (memory == NULL) return NULL;
    if (METER_FENCE > 0) memset(memory, METER_FILL, size);
    memset(memory + size, METER_FENCE_FILL, METER_FENCE);
    m->live += (int64_t)size;
    if (m->live > m->most) m->most = m->live;
    m->blocks++;
    return memory;
}

static inline void meter_free(void *memory, size_t size, void *user) {
    meter *m = user;
    const unsigned char *fence = (unsigned char *)memory + size;
    for (int i = 0; i < METER_FENCE; i++) {
        if (fence[i] == METER_FENCE_FILL) continue;
        fprintf(stderr,
                "%s:%d: failed: a block of %zu bytes was written past its end, at byte %d behind it\n",
                __FILE__, __LINE__, size, i);
        abort(); // whatever else was written over, nothing is to be believed from here on
    }
    m->live -= (int64_t)size;
    m->blocks--;
    free(memory);
}

static inline lf_allocator meter_allocator(meter *m) {
    return (lf_allocator){.alloc = meter_alloc, .free = meter_free, .user = m};
}

#endif // LANDFALL_METER_H
