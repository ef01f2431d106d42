// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Checks a list of steps through a puzzle. It walks step by step, straight from the wording of the rules in
// landfall/puzzle.h, and uses no bit, point or table of the search, so that a mistake there cannot hide
// itself. All it remembers is whether each device was used (a key taken, a door unlocked) and whether its
// tile has shut.
//
// Time: O(steps log devices).
#include "devices.h"

#include <string.h>

enum { PLAY_USED = 1, PLAY_GONE = 2 };

/// A walk under way.
typedef struct play {
    const lf_puzzle *puzzle;
    const lf_puzzle_query *query;
    int heroes;
    lf_tile at[LF_MAX_HEROES];
    uint8_t *marks;               ///< PLAY_USED and PLAY_GONE, per device
    int64_t taken[LF_MAX_KINDS];  ///< with those held from the beginning
    int64_t spent[LF_MAX_KINDS];  ///< keys used up
    bool turned[LF_MAX_KINDS];    ///< whether the barriers of a kind are the other way round
    bool visited[LF_MAX_KINDS];   ///< places
    bool has_place[LF_MAX_KINDS]; ///< on the map
    lf_puzzle_event *events;
    int64_t capacity;
    lf_puzzle_walk walk;
} play;

static void play_note(play *p, int64_t at, const lf_device *device, lf_puzzle_event_type type) {
    if (p->walk.event_count++ >= p->capacity) return;
    lf_puzzle_event *event = &p->events[p->walk.event_count - 1];
    memset(event, 0, sizeof *event); // padding too
    event->at = at;
    memcpy(&event->device, device, sizeof *device);
    event->type = type;
}

static bool play_uses_up(const play *p, const lf_device *device) {
    return device->type == LF_DEVICE_DOOR && (p->puzzle->used_up >> device->kind & 1) != 0;
}

/// Whether a tile is shut now.
static bool play_is_shut(const play *p, lf_tile tile) {
    const uint32_t i = lfi_device_find(p->puzzle, tile);
    if (i == LFI_NO_DEVICE) return false;
    const lf_device *device = &p->puzzle->devices[i];
    if ((p->marks[i] & PLAY_GONE) != 0) return true;
    if (play_uses_up(p, device)) return (p->marks[i] & PLAY_USED) == 0;
    if (device->type == LF_DEVICE_DOOR) return p->taken[device->kind] < lfi_device_need(device);
    return device->type == LF_DEVICE_BARRIER && device->open == p->turned[device->kind];
}

/// Whether a tile that is shut opens for a hero who enters it.
static bool play_unlocks(const play *p, lf_tile tile) {
    const uint32_t i = lfi_device_find(p->puzzle, tile);
    const lf_device *device = &p->puzzle->devices[i];
    return play_uses_up(p, device) && (p->marks[i] & PLAY_GONE) == 0 &&
           p->taken[device->kind] - p->spent[device->kind] >= lfi_device_need(device);
}

static lf_fault play_tile_fault(const play *p, lf_tile tile, bool may_unlock) {
    if (tile >= p->puzzle->map->tile_count) return LF_FAULT_OUTSIDE;
    if (!lf_map_is_open(p->puzzle->map, tile)) return LF_FAULT_BLOCKED;
    if (!play_is_shut(p, tile) || (may_unlock && play_unlocks(p, tile))) return LF_FAULT_NONE;
    return LF_FAULT_LOCKED;
}

static bool play_teleports(const play *p, lf_tile from, lf_tile to) {
    lf_device a, b;
    return lf_puzzle_at(p->puzzle, from, &a) && lf_puzzle_at(p->puzzle, to, &b) && from != to &&
           a.type == LF_DEVICE_TELEPORTER && b.type == LF_DEVICE_TELEPORTER && a.kind == b.kind;
}

/// The direction of a heading.
static void play_direction(lf_heading heading, int64_t *dx, int64_t *dy) {
    static const int16_t across[] = {0, 0, 1, 1, 1, 0, -1, -1, -1}, down[] = {0, -1, -1, 0, 1, 1, 1, 0, -1};
    *dx = across[heading];
    *dy = down[heading];
}

/// Whether headings forbid a move by dx, dy.
static bool play_is_against(const play *p, lf_tile from, lf_tile to, int64_t dx, int64_t dy) {
    lf_device device;
    int64_t x, y;
    if (lf_puzzle_at(p->puzzle, from, &device) && device.heading != LF_HEADING_ANY) {
        play_direction(device.heading, &x, &y);
        if (x != dx || y != dy) return true;
    }
    if (!lf_puzzle_at(p->puzzle, to, &device)) return false;
    play_direction(device.heading, &x, &y);
    return x * dx + y * dy < 0;
}

static bool play_is_clear(const play *p, int64_t x, int64_t y) {
    const lf_tile tile = lf_map_tile(p->puzzle->map, (int32_t)x, (int32_t)y);
    return lf_map_is_open(p->puzzle->map, tile) && !play_is_shut(p, tile);
}

static lf_fault play_move_fault(const play *p, lf_tile from, lf_tile to) {
    const lf_map *map = p->puzzle->map;
    const lf_point a = lf_map_point(map, from), b = lf_map_point(map, to);
    const int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    const bool step = dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && (dx != 0 || dy != 0);
    if (play_teleports(p, from, to)) return LF_FAULT_NONE;
    if (!step || play_is_against(p, from, to, dx, dy)) return LF_FAULT_JUMP;
    if (dx == 0 || dy == 0 || map->moves == LF_MOVES_KING_CUT) return LF_FAULT_NONE;
    if (map->moves == LF_MOVES_ORTHOGONAL) return LF_FAULT_JUMP;
    return play_is_clear(p, a.x, b.y) && play_is_clear(p, b.x, a.y) ? LF_FAULT_NONE : LF_FAULT_CORNER;
}

/// Whether a visit to a place counts now.
static bool play_visit_counts(const play *p, int kind) {
    for (int k = 0; k < kind; k++)
        if (p->has_place[k] && !p->visited[k]) return false;
    return !p->visited[kind];
}

/// A hero has come to a tile.
static void play_enter(play *p, int64_t at, lf_tile tile) {
    const uint32_t i = lfi_device_find(p->puzzle, tile);
    if (i == LFI_NO_DEVICE) return;
    const lf_device *device = &p->puzzle->devices[i];
    const bool used = (p->marks[i] & PLAY_USED) != 0;
    switch (device->type) {
    case LF_DEVICE_KEY:
        if (used) return;
        p->marks[i] |= PLAY_USED;
        p->taken[device->kind]++;
        play_note(p, at, device, LF_PUZZLE_TOOK);
        return;
    case LF_DEVICE_DOOR:
        if (!play_uses_up(p, device) || used) {
            play_note(p, at, device, LF_PUZZLE_PASSED);
            return;
        }
        p->marks[i] |= PLAY_USED;
        p->spent[device->kind] += lfi_device_need(device);
        play_note(p, at, device, LF_PUZZLE_UNLOCKED);
        return;
    case LF_DEVICE_SWITCH:
        p->turned[device->kind] = !p->turned[device->kind];
        play_note(p, at, device, LF_PUZZLE_PRESSED);
        return;
    case LF_DEVICE_BARRIER: play_note(p, at, device, LF_PUZZLE_PASSED); return;
    case LF_DEVICE_PLACE:
        if (!play_visit_counts(p, device->kind)) return;
        p->visited[device->kind] = true;
        play_note(p, at, device, LF_PUZZLE_VISITED);
        return;
    default: return;
    }
}

static void play_leave(play *p, int64_t at, lf_tile tile) {
    const uint32_t i = lfi_device_find(p->puzzle, tile);
    if (i == LFI_NO_DEVICE || !p->puzzle->devices[i].once || (p->marks[i] & PLAY_GONE) != 0) return;
    p->marks[i] |= PLAY_GONE;
    play_note(p, at, &p->puzzle->devices[i], LF_PUZZLE_SHUT);
}

/// A hero's first tile. Nobody has entered anything yet.
static lf_fault play_place(play *p, int64_t i, lf_puzzle_step step) {
    if (step.hero != i) return LF_FAULT_JUMP;
    p->at[step.hero] = step.tile;
    return play_tile_fault(p, step.tile, false);
}

/// A move.
static lf_fault play_step(play *p, int64_t i, lf_puzzle_step step) {
    if (step.hero < 0 || step.hero >= p->heroes) return LF_FAULT_JUMP;
    const lf_tile from = p->at[step.hero];
    lf_fault fault = play_tile_fault(p, step.tile, true);
    if (fault == LF_FAULT_NONE) fault = play_move_fault(p, from, step.tile);
    if (fault != LF_FAULT_NONE) return fault;
    const bool jumped = play_teleports(p, from, step.tile);
    play_leave(p, i, from);
    if (jumped) play_note(p, i, &p->puzzle->devices[lfi_device_find(p->puzzle, step.tile)], LF_PUZZLE_JUMPED);
    p->at[step.hero] = step.tile;
    play_enter(p, i, step.tile);
    return LF_FAULT_NONE;
}

static bool play_is_target(const play *p, lf_tile tile) {
    for (int64_t i = 0; i < p->query->target_count; i++)
        if (p->query->targets[i] == tile) return true;
    return false;
}

/// Whether the goal of the query holds.
static bool play_is_done(const play *p) {
    const lf_goal goal = p->query->goal;
    for (int k = 0; k < LF_MAX_KINDS; k++) {
        if (p->has_place[k] && !p->visited[k]) return false;
        if (p->query->needed != NULL && p->taken[k] < p->query->needed[k]) return false;
    }
    for (int64_t i = 0; goal != LF_GOAL_EXIT && i < p->puzzle->device_count; i++) {
        const lf_device *device = &p->puzzle->devices[i];
        if (device->type == LF_DEVICE_KEY && p->taken[device->kind] == 0) return false;
    }
    for (int h = 0; goal != LF_GOAL_ALL_KEYS && h < p->heroes; h++)
        if (!play_is_target(p, p->at[h])) return false;
    return true;
}

static void play_all(play *p, const lf_puzzle_step *steps, int64_t count) {
    for (int64_t i = 0; i < p->puzzle->device_count; i++)
        if (p->puzzle->devices[i].type == LF_DEVICE_PLACE) p->has_place[p->puzzle->devices[i].kind] = true;
    for (int k = 0; p->query->held != NULL && k < LF_MAX_KINDS; k++) p->taken[k] = p->query->held[k];
    for (int64_t i = 0; i < count && p->walk.fault == LF_FAULT_NONE; i++) {
        p->walk.fault = i < p->heroes ? play_place(p, i, steps[i]) : play_step(p, i, steps[i]);
        if (p->walk.fault != LF_FAULT_NONE) p->walk.at = i;
        for (int h = 0; p->walk.fault == LF_FAULT_NONE && i + 1 == p->heroes && h < p->heroes; h++)
            play_enter(p, h, p->at[h]);
    }
    if (p->walk.fault == LF_FAULT_NONE && count < p->heroes) {
        p->walk.fault = LF_FAULT_EMPTY;
        p->walk.at = count;
    }
    p->walk.done = p->walk.fault == LF_FAULT_NONE && play_is_done(p);
}

static lf_status play_check_query(const lf_puzzle_query *query) {
    if (lf_goal_name(query->goal) == NULL) return LF_E_GOAL;
    if (query->target_count < 0 || query->source_count < 0) return LF_E_COUNT;
    if (query->targets == NULL && query->target_count > 0) return LF_E_NULL;
    const bool fits = query->source_count >= 1 && query->source_count <= LF_MAX_HEROES;
    return query->together && !fits ? LF_E_HEROES : LF_OK;
}

lf_status lfi_puzzle_walk(const lf_puzzle *puzzle, const lf_puzzle_query *query, const lf_puzzle_step *steps,
                          int64_t count, uint8_t *marks, lf_puzzle_event *events, int64_t capacity,
                          lf_puzzle_walk *walk) {
    play p = {.puzzle = puzzle,
              .query = query,
              .heroes = query->together ? (int)query->source_count : 1,
              .marks = marks,
              .events = events,
              .capacity = capacity,
              .walk = {.at = -1}};
    memset(marks, 0, lfi_bytes((uint64_t)puzzle->device_count, 1));
    play_all(&p, steps, count);
    *walk = p.walk;
    return p.walk.fault == LF_FAULT_NONE ? LF_OK : LF_BROKEN;
}

lf_status lf_puzzle_check(const lf_puzzle *puzzle, const lf_puzzle_query *query, const lf_puzzle_step *steps,
                          int64_t count, lf_puzzle_event *events, int64_t capacity, lf_puzzle_walk *walk) {
    lf_puzzle_walk result = {.at = -1};
    if (walk != NULL) *walk = result;
    if (count < 0) return LF_E_COUNT;
    lf_status status = lfi_buffer_check(events, capacity);
    if (status != LF_OK) return status;
    if (puzzle == NULL || query == NULL || (steps == NULL && count > 0)) return LF_E_NULL;
    status = play_check_query(query);
    if (status != LF_OK) return status;
    const uint64_t devices = (uint64_t)puzzle->device_count;
    uint8_t *marks = lfi_alloc(&puzzle->allocator, devices, 1);
    if (marks == NULL) return LF_E_NOMEM;
    status = lfi_puzzle_walk(puzzle, query, steps, count, marks, events, capacity, &result);
    lfi_free(&puzzle->allocator, marks, devices, 1);
    if (walk != NULL) *walk = result;
    return status != LF_OK ? status : lfi_buffer_answer(events, capacity, result.event_count);
}
