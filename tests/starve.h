// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Searches that are made while memory runs out.
#ifndef LANDFALL_STARVE_H
#define LANDFALL_STARVE_H

#include "meter.h"
#include "test.h"

/// Makes a search of so many allocations again and again, each time with another one of them failing. It must be
/// refused, and nothing may be left.
static inline void search_starve(const lf_map *map, lf_search_desc desc, int64_t allocations) {
    CHECK(allocations > 0);
    for (int64_t k = 1; k <= allocations; k++) {
        meter m = {.fail_at = k};
        lf_search *search = (lf_search *)&m; // anything but NULL
        desc.allocator = meter_allocator(&m);
        CHECK_EQ(lf_search_create(map, &desc, &search), LF_E_NOMEM);
        CHECK(search == NULL);
        CHECK_EQ(m.live, 0);
        CHECK_EQ(m.blocks, 0);
    }
}

#endif // LANDFALL_STARVE_H
