// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Room `lengths`: the lengths of many single pairs of ends. Ends that come again are kept at moorings (moorings.c);
// all other pairs are looked up in an almanac (bearings.c) or searched, by the public functions of a search.
#ifndef LANDFALL_LENGTHS_H
#define LANDFALL_LENGTHS_H

#include "almanac.h"

/// What is kept of an end: its ways up the ladder (a hub label).
typedef struct lfi_mooring {
    lf_tile tile;   ///< LF_NO_TILE: nobody
    uint32_t count; ///< its ways; if they are not kept: how often it was asked for
    uint64_t at;    ///< the place of its first way among all that were ever written; LFI_NOT_KEPT
} lfi_mooring;

#define LFI_NOT_KEPT UINT64_MAX

/// The moorings that an end may have: those of its pier, one cache line.
enum { LFI_PIER = 4 };

/// Kept ends.
typedef struct lfi_moorings {
    lfi_ladder ladder;
    lfi_metric metric;
    uint64_t mooring_count; ///< a power of two, at least LFI_PIER
    lfi_mooring *all;       ///< pier by pier
    // The ways of all that are kept, one after the other, the highest rung first. Places are taken in a circle.
    uint64_t way_room;
    uint32_t *rungs;
    uint64_t *lengths;
    uint64_t written;      ///< how many places were ever taken
    uint32_t *fresh_rungs; ///< the ways of the end that climbs: as many as there are rungs
    uint64_t *fresh_lengths;
    int64_t kept; ///< how often an end was kept
} lfi_moorings;

/// Sets the sizes for an index with a hierarchy, and about so many ends.
void lfi_moorings_init(lfi_moorings *moorings, const lf_index *index, const lfi_metric *metric,
                       uint64_t ends);
void lfi_moorings_arrays(lfi_arrays *run, lfi_moorings *moorings);
/// Begins without ends, once there is memory.
void lfi_moorings_ready(lfi_moorings *moorings);

/// The length between two open tiles by what is kept of both; UINT64_MAX if there is no way. False if one of them is not
/// kept.
bool lfi_moorings_between(lfi_moorings *moorings, lf_tile from, lf_tile to, uint64_t *length);

#endif // LANDFALL_LENGTHS_H
