// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// One process: nothing to share. What is about work is never called; a verb asks ranks_are_used first.
#include "ranks.h"

#include <string.h>

bool ranks_are_used(void) {
    return false;
}

int ranks_count(void) {
    return 1;
}

bool ranks_lead(void) {
    return true;
}

bool ranks_tell(void *bytes, size_t size) {
    (void)bytes, (void)size;
    return true;
}

bool ranks_share_grid(lf_grid *grid) {
    (void)grid;
    return true;
}

bool ranks_share_map(lf_map **map) {
    (void)map;
    return true;
}

bool ranks_begin(const ranks_work *work) {
    (void)work;
    return false;
}

int64_t ranks_take(void) {
    return -1;
}

bool ranks_put(int64_t piece, const void *bytes, size_t size) {
    (void)piece, (void)bytes, (void)size;
    return false;
}

void ranks_fail(void) {
}

bool ranks_end(int64_t *end) {
    *end = 0;
    return false;
}

void ranks_gather(const void *bytes, size_t size, void *all) {
    memcpy(all, bytes, size);
}
