// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Leads a route of the base around what was blocked: see detour.c.
#ifndef LANDFALL_DETOUR_H
#define LANDFALL_DETOUR_H

#include "../map/map.h"

#ifdef LF_NO_DETOURS // for those who count every byte of code: routes that edits have broken are searched
enum { LFI_HAS_DETOURS = false };
#else
enum { LFI_HAS_DETOURS = true };
#endif

/// A place on a route: so many moves behind one of its points.
typedef struct lfi_detour_place {
    uint32_t point, moves;
} lfi_detour_place;

/// A route that is being mended.
typedef struct lfi_detour {
    lf_search *search;
    lf_point *points; ///< from source to target
    uint32_t count, room;
    bool rows;              ///< which runs places may lie on: those that go over rows, or columns,
    int step;               ///< in this direction; 0: any
    lfi_detour_place place; ///< so far it can be walked
    bool floods;            ///< whether waves are under way:
    bool far;               ///< the second time,
    lfi_detour_place from, to;
    lf_point end;   ///< `to` on the map
    uint64_t limit; ///< no way is looked for that is longer
    int64_t tiles;  ///< that may still be met
} lfi_detour;

/// Begins with the settled route of the base. False if there is no room.
bool lfi_detour_begin(lf_search *search);
/// Goes on. LF_OK: the settled route can be walked now, and `best` is its length, which may be greater than before.
/// LF_NO_ROUTE: it was given up. LF_PAUSED.
lf_status lfi_detour_run(lf_search *search, int64_t *budget);

#endif // LANDFALL_DETOUR_H
