// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Whether a stored route is still legal, without a search.
//
// Only tiles in boxes where something was blocked since then are checked, and, because of corners,
// tiles next to such a box. From a tile d moves away from the nearest such box, d - 1 tiles can be skipped:
// both ends of a diagonal move past a corner are next to it, so the second one is at least d moves on.
//
//     o o o o o o o o o o o         a box, and a route past it; checked are the first tile,
//           +-----+                 the first one that may be next to the box, and so on
//           |     |
//
// Time: O(changes since then) for most routes; O(tiles * changes) for a route along boxes; and the proofs of
// proof.c.
#include "still.h"

// ---- Legal ----------------------------------------------------------------------------------------

/// The distance of a place from the nearest box with blocked tiles, in moves of a king.
static uint32_t judge_blocked_gap(const lfi_judge *j, lf_point place) {
    uint32_t least = UINT32_MAX;
    for (uint64_t i = j->first; i < j->log->end; i++) {
        const lfi_change *change = lfi_log_at(j->log, i);
        if (!change->blocked) continue;
        const uint32_t dx = lfi_gap_outside(place.x, change->box.x0, change->box.x1);
        const uint32_t dy = lfi_gap_outside(place.y, change->box.y0, change->box.y1);
        const uint32_t gap = dx > dy ? dx : dy;
        if (gap < least) least = gap;
    }
    return least;
}

/// Checks a tile and the move to it; -1, or the index of the first tile that cannot be reached.
static int64_t voyage_break_at(const lf_map *map, const lf_voyage *voyage, int64_t i) {
    const int64_t first = i > 0 ? i - 1 : i;
    int64_t at;
    lf_route_check(map, voyage->tiles + first, i - first + 1, &at, NULL);
    return at < 0 ? -1 : first + at;
}

/// The first tile that cannot be reached; -1 if all can.
static int64_t judge_break(const lfi_judge *j) {
    const lf_voyage *voyage = j->voyage;
    int64_t at = -1;
    if (!j->known) {
        lf_route_check(j->chart->map, voyage->tiles, voyage->count, &at, NULL);
        return at;
    }
    for (int64_t i = 0; i < voyage->count && at < 0;) {
        if (voyage->tiles[i] >= j->chart->map->tile_count) return i;
        const uint32_t gap = judge_blocked_gap(j, lfi_map_point(j->chart->map, voyage->tiles[i]));
        if (gap < 2) at = voyage_break_at(j->chart->map, voyage, i);
        i += gap < 2 ? 1 : (int64_t)gap;
    }
    return at;
}

// ---- Asking ---------------------------------------------------------------------------------------

static lf_status voyage_check(const lf_voyage *voyage) {
    if (voyage->count < 1) return LF_E_COUNT;
    if (voyage->tiles == NULL) return LF_E_NULL;
    return lf_cost_name(voyage->cost) == NULL ? LF_E_COST : LF_OK;
}

static void voyage_judge(const lf_snapshot *snapshot, lf_voyage *voyage) {
    const lfi_log *log = &snapshot->log;
    const lfi_judge j = {.chart = &snapshot->chart,
                         .log = log,
                         .first = lfi_log_after(log, voyage->version),
                         .known = voyage->version >= log->since && voyage->version <= snapshot->version,
                         .voyage = voyage};
    voyage->broken_at = judge_break(&j);
    voyage->still = voyage->broken_at >= 0 ? LF_STILL_BROKEN : lfi_judge_length(&j);
}

lf_status lf_route_still(const lf_search *search, lf_voyage *voyages, int64_t count) {
    if (search == NULL) return LF_E_NULL;
    lf_status status = lfi_buffer_check(voyages, count);
    if (status == LF_OK && search->held == NULL) status = LF_E_FOREIGN_WORLD;
    for (int64_t i = 0; status == LF_OK && i < count; i++) status = voyage_check(&voyages[i]);
    for (int64_t i = 0; status == LF_OK && i < count; i++)
        voyage_judge(lfi_search_snapshot(search), &voyages[i]);
    return status;
}
