// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The route of a spine, one byte per move. Segments are appended to it; then it is made shorter.
//
//     joint      where two segments meet, the route may have a kink, because the first one ended at the
//                tile of the portal that was nearest to it. A search from some moves before the joint to
//                some moves after it, in a window around this stretch, finds the short cut.
//     loop       windows overlap, so a segment may cross another one. The first visit of a tile then
//                continues with the moves after its last visit.
//     ends       with several sources and targets the route may pass over another one of them. It then
//                begins at the last source on it and ends at the first target after that source.
//
// Time: O(moves) for loops and for ends; a joint costs the search of its window.
#include "../coarse/coarse.h"
#include "../guided/window.h"
#include "spine.h"
#include "straight.h"

#include <string.h>

void lfi_stitch_begin(lf_search *search) {
    lfi_stitch *stitch = &lfi_spine_of(search)->stitch;
    stitch->count = 0;
    stitch->first = stitch->last = LF_NO_TILE;
}

bool lfi_stitch_append(lf_search *search) {
    lfi_stitch *stitch = &lfi_spine_of(search)->stitch;
    const int64_t room = stitch->room - stitch->count;
    lf_tile begin;
    const int64_t count = lfi_window_walk(search, stitch->moves + stitch->count, room, &begin);
    if (count > room) return false;
    if (stitch->first == LF_NO_TILE) stitch->first = begin;
    lfi_spine_of(search)->begin = begin;
    stitch->count += count;
    stitch->last = lfi_window_of(search)->hit;
    return true;
}

bool lfi_stitch_append_straight(lf_search *search, lf_tile from, lf_tile to) {
    lfi_stitch *stitch = &lfi_spine_of(search)->stitch;
    const int64_t count = lfi_map_apart(search->map, from, to);
    int64_t looked = 0;
    if (count > stitch->room - stitch->count) return false;
    const bool found = lfi_straight_find(search->map, from, to, stitch->moves + stitch->count, &looked);
    search->route.stats.expanded += looked;
    if (!found) return false;
    if (stitch->first == LF_NO_TILE) stitch->first = from;
    stitch->count += count;
    stitch->last = to;
    return true;
}

bool lfi_stitch_insert(lf_search *search, int64_t at) {
    lfi_stitch *stitch = &lfi_spine_of(search)->stitch;
    const int64_t room = stitch->room - stitch->count, after = stitch->count - at;
    lf_tile begin;
    const int64_t count = lfi_window_walk(search, stitch->moves + stitch->count, room, &begin);
    if (count > room) return false;
    stitch->count += count;
    // Three reversals swap two neighbouring parts.
    lfi_bytes_reverse(stitch->moves + at, after);
    lfi_bytes_reverse(stitch->moves + at + after, count);
    lfi_bytes_reverse(stitch->moves + at, after + count);
    return true;
}

// ---- Joints ---------------------------------------------------------------------------------------

/// Replaces the stretch by the first `count` moves in it, which were written over it.
static void stretch_shorten(lfi_stitch *stitch, int64_t count) {
    const int64_t length = stitch->stretch_end - stitch->stretch_begin;
    LFI_ASSERT(count < length);
    memmove(stitch->moves + stitch->stretch_begin + count, stitch->moves + stitch->stretch_end,
            (size_t)(stitch->count - stitch->stretch_end));
    stitch->count -= length - count;
}

/// Opens the window around the stretch, which begins at `tile`.
static void stretch_open_window(lf_search *search, lf_tile tile, int64_t radius) {
    const lfi_stitch *stitch = &lfi_spine_of(search)->stitch;
    lf_point last = {-1, -1};
    for (int64_t i = stitch->stretch_begin; i <= stitch->stretch_end; i++) {
        const lf_point point = lfi_map_point(search->map, tile);
        const lf_point cell = {point.x >> search->coarse->level, point.y >> search->coarse->level};
        if (cell.x != last.x || cell.y != last.y) lfi_window_open_around(search, cell, radius);
        last = cell;
        if (i < stitch->stretch_end) tile = lfi_tile_after(search->map, tile, stitch->moves[i]);
    }
}

bool lfi_stitch_improve(lf_search *search, int64_t joint, int64_t moves, int64_t radius) {
    lfi_stitch *stitch = &lfi_spine_of(search)->stitch;
    const lf_map *map = search->map;
    const int64_t begin = joint > moves ? joint - moves : 0;
    const int64_t end = stitch->count - joint > moves ? joint + moves : stitch->count;
    lf_tile to = stitch->last;
    for (int64_t i = stitch->count; i > end; i--) to = lfi_tile_before(map, to, stitch->moves[i - 1]);
    lf_tile from = to;
    for (int64_t i = end; i > begin; i--) from = lfi_tile_before(map, from, stitch->moves[i - 1]);
    if (lfi_map_apart(map, from, to) >= end - begin) return false;

    stitch->stretch_begin = begin;
    stitch->stretch_end = end;
    lfi_window_begin(search, false);
    lfi_window_of(search)->wave_limit = end - begin - 1;
    stretch_open_window(search, from, radius);
    lfi_window_add_source(search, from);
    lfi_window_add_target(search, to);
    return true;
}

void lfi_stitch_replace(lf_search *search) {
    lfi_stitch *stitch = &lfi_spine_of(search)->stitch;
    lf_tile begin;
    stretch_shorten(stitch, lfi_window_walk(search, stitch->moves + stitch->stretch_begin,
                                            stitch->stretch_end - stitch->stretch_begin, &begin));
}

// ---- The whole route ------------------------------------------------------------------------------

/// Cuts out every stretch that comes back to a tile. The window's marks say where the route has been. If they
/// do not fit, they are forgotten, and a very large loop stays.
static void loops_cut(lf_search *search) {
    lfi_stitch *stitch = &lfi_spine_of(search)->stitch;
    const lf_map *map = search->map;
    lf_tile tile = stitch->first;
    int64_t kept = 0;
    lfi_window_begin(search, false);
    lfi_window_mark(search, tile);
    for (int64_t i = 0; i < stitch->count; i++) {
        const uint8_t move = stitch->moves[i];
        const lf_tile next = lfi_tile_after(map, tile, move);
        if (lfi_window_is_marked(search, next)) {
            for (; tile != next; kept--) {
                lfi_window_unmark(search, tile);
                tile = lfi_tile_before(map, tile, stitch->moves[kept - 1]);
            }
            continue;
        }
        stitch->moves[kept++] = move;
        tile = next;
        lfi_window_mark(search, tile);
    }
    stitch->count = kept;
    LFI_ASSERT(tile == stitch->last);
}

static void begin_at_last_source(lf_search *search) {
    lfi_stitch *stitch = &lfi_spine_of(search)->stitch;
    for (int64_t i = 0; i < search->query.source_count; i++)
        lfi_window_want(search, search->query.sources[i].tile, true);
    lf_tile tile = stitch->last;
    int64_t at = stitch->count;
    for (; at > 0 && !lfi_window_is_wanted(search, tile); at--)
        tile = lfi_tile_before(search->map, tile, stitch->moves[at - 1]);
    for (int64_t i = 0; i < search->query.source_count; i++)
        lfi_window_want(search, search->query.sources[i].tile, false);
    stitch->first = tile;
    stitch->count -= at;
    memmove(stitch->moves, stitch->moves + at, (size_t)stitch->count);
}

static void end_at_first_target(lf_search *search) {
    lfi_stitch *stitch = &lfi_spine_of(search)->stitch;
    for (int64_t i = 0; i < search->query.target_count; i++)
        lfi_window_want(search, search->query.targets[i], true);
    lf_tile tile = stitch->first;
    int64_t at = 0;
    for (; at < stitch->count && !lfi_window_is_wanted(search, tile); at++)
        tile = lfi_tile_after(search->map, tile, stitch->moves[at]);
    stitch->last = tile;
    stitch->count = at;
}

void lfi_stitch_trim(lf_search *search) {
    loops_cut(search);
    if (search->query.source_count > 1) begin_at_last_source(search);
    if (search->query.target_count > 1) end_at_first_target(search);
}

bool lfi_stitch_is_legal(const lf_search *search) {
    const lfi_stitch *stitch = &lfi_spine_of(search)->stitch;
    const lf_map *map = search->map;
    lf_tile tile = stitch->first;
    for (int64_t i = 0; i < stitch->count; i++) {
        const lf_tile step[] = {tile, lfi_tile_after(map, tile, stitch->moves[i])};
        if (lf_route_check(map, step, 2, NULL, NULL) != LF_OK) return false;
        tile = step[1];
    }
    return tile == stitch->last;
}

int64_t lfi_stitch_diagonals(const lf_search *search) {
    const lfi_stitch *stitch = &lfi_spine_of(search)->stitch;
    int64_t diagonals = 0;
    for (int64_t i = 0; i < stitch->count; i++)
        diagonals += lfi_move_is_diagonal(lfi_direction_move(stitch->moves[i]));
    return diagonals;
}

void lfi_stitch_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    const lfi_stitch *stitch = &lfi_spine_of(search)->stitch;
    lf_tile tile = stitch->first;
    for (int64_t i = 0; i <= stitch->count && i < capacity; i++) {
        tiles[i] = tile;
        if (i < stitch->count) tile = lfi_tile_after(search->map, tile, stitch->moves[i]);
    }
}
