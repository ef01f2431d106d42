// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// strip: exact routes of orthogonal moves without an index (A* over runs instead of tiles).
//
// The map has lists of its open runs, row by row, because its bodies need them. The search treats a run as a
// whole: only the tile where it entered the run (apex) and the length of the way there matter. Where the run
// overlaps a run of the next row, the way goes to the tile of the overlap nearest to the apex, and from there
// into the next row:
//
//     row 4     # . . a - - - - . . #      a is the apex of the run in row 4
//     row 5     # # # # # # # b - - .      the two runs overlap from b on, which becomes the apex of the
//                                          run in row 5
//
// Nothing is lost: a way that leaves at another tile q of the overlap passes the nearest tile first. It can
// change rows there and go on to q in the next row, at the same length. An apex is dropped when another apex
// of its run reaches it at no greater length. Apexes are taken in the order of A*, by length plus distance to
// the box around the targets.
//
// There is room for two apexes per run, made with the search. A query that needs more, or has very many
// targets, goes to the guardrail, which is flood.
//
// Time: O(apexes * (overlaps + apexes of a run)). Memory: 12 bytes per run, 44 bytes per apex.
#include "strip.h"

#include <string.h>

#define NO_APEX UINT32_MAX

// ---- Memory ---------------------------------------------------------------------------------------

static bool strip_wanted(const lf_search *search) {
    const lf_map *map = search->base;
    if (map->moves != LF_MOVES_ORTHOGONAL || map->bodies.runs == NULL) return false;
    return map->tile_count <= INT32_MAX; // a priority holds two lengths of 32 bits
}

static uint32_t strip_capacity(uint64_t runs) {
    const uint64_t room = 2 * runs + 1024;
    return room < NO_APEX ? (uint32_t)room : NO_APEX;
}

static void strip_arrays(lf_search *search, lfi_arrays *run) {
    lfi_strip *strip = lfi_strip_of(search);
    const uint32_t capacity = strip_capacity(search->rooms.runs);
    LFI_ARRAY(run, strip->runs, search->rooms.runs);
    LFI_ARRAY(run, strip->apexes, capacity);
    LFI_ARRAY(run, strip->targets, LFI_STRIP_TARGETS);
    LFI_ARRAY(run, strip->target_next, LFI_STRIP_TARGETS);
    lfi_heap_arrays(run, &strip->heap, capacity);
}

static void strip_turned(lf_search *search) {
    lfi_strip_of(search)->capacity = strip_capacity(search->base->bodies.run_count);
}

static void strip_forget(lf_search *search) {
    lfi_strip_run *runs = lfi_strip_of(search)->runs;
    for (uint64_t i = 0; i < search->rooms.runs; i++) runs[i].stamp = 0;
}

const lfi_part lfi_strip_part = {.size = sizeof(lfi_strip),
                                 .wanted = strip_wanted,
                                 .arrays = strip_arrays,
                                 .turned = strip_turned,
                                 .forget = strip_forget};

static lfi_strip_run *run_freshen(lf_search *search, uint32_t run) {
    lfi_strip_run *at = &lfi_strip_of(search)->runs[run];
    if (at->stamp != search->stamp) *at = (lfi_strip_run){search->stamp, NO_APEX, NO_APEX};
    return at;
}

static bool strip_has_met(const lf_search *search, lf_tile tile) {
    if (!lf_map_is_open(search->map, tile)) return false;
    const lfi_strip_run *run =
        &lfi_strip_of(search)->runs[lfi_bodies_run(search->map, lfi_map_point(search->map, tile))];
    return run->stamp == search->stamp && run->apexes != NO_APEX;
}

// ---- Apexes ---------------------------------------------------------------------------------------

static uint64_t strip_bound(const lfi_strip *strip, int32_t x, int32_t y) {
    return (uint64_t)lfi_gap_outside(x, strip->low.x, strip->high.x) +
           lfi_gap_outside(y, strip->low.y, strip->high.y);
}

static bool apex_is_dominated(const lfi_strip *strip, uint32_t first, int32_t x, uint32_t length) {
    for (uint32_t i = first; i != NO_APEX; i = strip->apexes[i].next) {
        if ((uint64_t)strip->apexes[i].length + lfi_gap(strip->apexes[i].x, x) <= length) return true;
    }
    return false;
}

/// Takes the way from an apex to a target of its run, if that is the best route so far.
static void apex_land(lfi_strip *strip, uint32_t number, uint32_t first_target) {
    const lfi_apex *apex = &strip->apexes[number];
    for (uint32_t i = first_target; i != NO_APEX; i = strip->target_next[i]) {
        const uint64_t length = (uint64_t)apex->length + lfi_gap(apex->x, strip->targets[i].x);
        if (length >= strip->best) continue;
        strip->best = length;
        strip->best_apex = number;
        strip->best_target = strip->targets[i];
    }
}

/// Enters a run; false if there is no room.
static bool strip_enter(lf_search *search, uint32_t run, int32_t x, int32_t y, uint32_t length,
                        uint32_t from) {
    lfi_strip *strip = lfi_strip_of(search);
    lfi_strip_run *at = run_freshen(search, run);
    const uint64_t whole = length + strip_bound(strip, x, y);
    if (whole >= strip->best || apex_is_dominated(strip, at->apexes, x, length)) return true;
    if (strip->count == strip->capacity) return false;
    const uint32_t number = strip->count++;
    strip->apexes[number] = (lfi_apex){run, x, y, length, from, at->apexes};
    at->apexes = number;
    lfi_heap_push(&strip->heap, number, whole << 32 | (UINT32_MAX - length));
    search->route.stats.enqueued++;
    apex_land(strip, number, at->targets);
    return true;
}

/// Enters the runs of a neighbouring row that overlap the run of an apex.
static bool strip_cross(lf_search *search, uint32_t number, int32_t y) {
    const lf_map *map = search->map;
    const lfi_apex apex = lfi_strip_of(search)->apexes[number];
    if (y < 0 || y >= map->height) return true;
    const lfi_run here = map->bodies.runs[apex.run];
    const uint32_t end = map->bodies.row_runs[y + 1];
    for (uint32_t run = lfi_bodies_run(map, (lf_point){here.begin, y}); run < end; run++) {
        const lfi_run there = map->bodies.runs[run];
        if (there.begin >= here.end) break;
        if (there.end <= here.begin) continue; // the first of these runs may end before `here` begins
        const int32_t low = here.begin > there.begin ? here.begin : there.begin;
        const int32_t high = (here.end < there.end ? here.end : there.end) - 1;
        const int32_t x = apex.x < low ? low : apex.x > high ? high : apex.x;
        if (!strip_enter(search, run, x, y, apex.length + lfi_gap(apex.x, x) + 1, number)) return false;
    }
    return true;
}

// ---- Steps ----------------------------------------------------------------------------------------

static void strip_add_targets(lf_search *search) {
    lfi_strip *strip = lfi_strip_of(search);
    for (int64_t i = 0; i < search->query.target_count; i++) {
        const lf_point point = lfi_map_point(search->map, search->query.targets[i]);
        lfi_strip_run *run = run_freshen(search, lfi_bodies_run(search->map, point));
        strip->targets[strip->target_count] = point;
        strip->target_next[strip->target_count] = run->targets;
        run->targets = strip->target_count++;
        if (point.x < strip->low.x) strip->low.x = point.x;
        if (point.y < strip->low.y) strip->low.y = point.y;
        if (point.x > strip->high.x) strip->high.x = point.x;
        if (point.y > strip->high.y) strip->high.y = point.y;
    }
}

static void strip_begin(lf_search *search) {
    lfi_strip *strip = lfi_strip_of(search);
    lfi_heap_clear(&strip->heap);
    strip->count = strip->target_count = 0;
    strip->low = (lf_point){INT32_MAX, INT32_MAX};
    strip->high = (lf_point){INT32_MIN, INT32_MIN};
    strip->best = UINT64_MAX;
    search->route.stats.phases = 1;
    bool room = search->query.target_count <= LFI_STRIP_TARGETS;
    if (room) strip_add_targets(search);
    for (int64_t i = 0; room && i < search->query.source_count; i++) {
        const lf_tile tile = search->query.sources[i].tile;
        const lf_point point = lfi_map_point(search->map, tile);
        if (!lfi_search_source_useful(search, tile)) continue;
        room = strip_enter(search, lfi_bodies_run(search->map, point), point.x, point.y, 0, NO_APEX);
    }
    if (!room) lfi_search_give_up(search);
}

static void strip_settle(lf_search *search) {
    const lfi_strip *strip = lfi_strip_of(search);
    lf_route *route = &search->route;
    route->length = (int64_t)strip->best;
    route->diagonal = 0;
    route->target = lf_map_tile(search->map, strip->best_target.x, strip->best_target.y);
    uint32_t apex = strip->best_apex;
    while (strip->apexes[apex].from != NO_APEX) apex = strip->apexes[apex].from;
    route->source = lf_map_tile(search->map, strip->apexes[apex].x, strip->apexes[apex].y);
}

static lf_status strip_step(lf_search *search, int64_t *budget) {
    lfi_strip *strip = lfi_strip_of(search);
    for (; *budget > 0; --*budget) {
        if (strip->heap.count == 0 || strip->heap.entries[0].priority >> 32 >= strip->best) {
            if (strip->best == UINT64_MAX) return LF_NO_ROUTE;
            strip_settle(search);
            return LF_OK;
        }
        const uint32_t number = lfi_heap_pop(&strip->heap).node;
        const int32_t y = strip->apexes[number].y;
        search->route.stats.expanded++;
        if (strip_cross(search, number, y - 1) && strip_cross(search, number, y + 1)) continue;
        return lfi_search_give_up(search);
    }
    return LF_PAUSED;
}

// ---- Writing the tiles ----------------------------------------------------------------------------

static void strip_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    const lfi_strip *strip = lfi_strip_of(search);
    int64_t at = search->route.length;
    lf_point here = strip->best_target;
    for (uint32_t apex = strip->best_apex;; apex = strip->apexes[apex].from) {
        // Along the row back to its apex: first from the target, later from above or below the last apex.
        const lf_point to = {strip->apexes[apex].x, strip->apexes[apex].y};
        for (here.y = to.y;; here.x += here.x < to.x ? 1 : -1, at--) {
            if (at < capacity) tiles[at] = lf_map_tile(search->map, here.x, here.y);
            if (here.x == to.x) break;
        }
        at--; // the move into the previous row
        if (strip->apexes[apex].from == NO_APEX) return;
    }
}

const lfi_strategy lfi_strip_strategy = {
    .name = "strip",
    .exact = true,
    .octile = true, // under orthogonal moves both costs are the same
    .preference = 2,
    .parts = LFI_PART_BIT(STRIP),
    .missing = LF_E_STRIP,
    .begin = strip_begin,
    .step = strip_step,
    .trace = strip_trace,
    .has_met = strip_has_met,
};
