// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Puzzles, in the module of keys and doors. Numbers of keys by kind cross the border as 64 bytes.
#include "words.h"

/// The instance's puzzle. One instance serves one.
typedef struct lfjs_puzzle {
    lf_map *map;
    lf_puzzle *puzzle;
    lf_puzzle_search *search;
} lfjs_puzzle;

static lfjs_puzzle current;
static lfjs_room starts_room, ends_room, steps_room, happenings_room;
static uint8_t held_and_needed[2 * LF_MAX_KINDS];

// The words of lfjs_puzzle_open.
enum {
    PUZZLE_WIDTH,
    PUZZLE_HEIGHT,
    PUZZLE_FORMAT,
    PUZZLE_MASK,
    PUZZLE_VALUE,
    PUZZLE_MOVES,
    PUZZLE_DEVICES, // where they are, four words each: tile, type, heading, and kind, need, open, once in a byte each
    PUZZLE_DEVICE_COUNT,
    PUZZLE_USED_UP_LOW,
    PUZZLE_USED_UP_HIGH,
};

static lf_device device_read(const uint32_t *words) {
    return (lf_device){.tile = words[0],
                       .type = (lf_device_type)words[1],
                       .heading = (lf_heading)words[2],
                       .kind = (uint8_t)words[3],
                       .need = (uint8_t)(words[3] >> 8),
                       .open = (words[3] >> 16 & 1) != 0,
                       .once = (words[3] >> 24 & 1) != 0};
}

/// Turns the words of devices into those of the library, in place.
static lf_puzzle_desc devices_read(void) {
    uint32_t *words = (uint32_t *)(uintptr_t)(uint32_t)lfjs_words[PUZZLE_DEVICES];
    const uint32_t count = (uint32_t)lfjs_words[PUZZLE_DEVICE_COUNT];
    lf_device *devices = (lf_device *)(void *)words;
    for (uint32_t i = 0; i < count; i++) devices[i] = device_read(words + 4 * i);
    return (lf_puzzle_desc){.devices = devices,
                            .device_count = count,
                            .used_up = (uint64_t)(uint32_t)lfjs_words[PUZZLE_USED_UP_HIGH] << 32 |
                                       (uint32_t)lfjs_words[PUZZLE_USED_UP_LOW]};
}
_Static_assert(sizeof(lf_device) == 4 * sizeof(uint32_t), "devices are rewritten in place");

/// Makes the puzzle.
LFJS(int32_t, lfjs_puzzle_open)(const void *tiles, size_t size, double max_states, double max_bytes) {
    const int32_t *w = lfjs_words;
    const lf_map_desc desc = {.width = w[PUZZLE_WIDTH],
                              .height = w[PUZZLE_HEIGHT],
                              .tiles = tiles,
                              .tiles_size = size,
                              .format = (lf_tile_format)w[PUZZLE_FORMAT],
                              .mask = (uint8_t)w[PUZZLE_MASK],
                              .value = (uint8_t)w[PUZZLE_VALUE],
                              .moves = (lf_moves)w[PUZZLE_MOVES]};
    const lf_puzzle_desc devices = devices_read();
    const lf_puzzle_search_desc search = {.max_states = lfjs_number(max_states),
                                          .max_bytes = lfjs_number(max_bytes)};
    lf_status status = lf_map_create(&desc, &current.map);
    if (status == LF_OK) status = lf_puzzle_create(current.map, &devices, &current.puzzle);
    if (status == LF_OK) status = lf_puzzle_search_create(current.puzzle, &search, &current.search);
    return status;
}

LFJS(lf_source *, lfjs_puzzle_sources)(uint32_t count) {
    return lfjs_room_for(&starts_room, count * (double)sizeof(lf_source)) ? starts_room.at : NULL;
}

LFJS(lf_tile *, lfjs_puzzle_targets)(uint32_t count) {
    return lfjs_room_for(&ends_room, count * (double)sizeof(lf_tile)) ? ends_room.at : NULL;
}

/// Where 64 numbers of keys that are held and 64 of keys that are needed are written.
LFJS(uint8_t *, lfjs_puzzle_numbers)(void) {
    return held_and_needed;
}

/// Words: goal, together. The ends stay where they are until the query has ended.
LFJS(int32_t, lfjs_puzzle_begin)(uint32_t source_count, uint32_t target_count) {
    const lf_puzzle_query query = {.sources = starts_room.at,
                                   .source_count = source_count,
                                   .targets = ends_room.at,
                                   .target_count = target_count,
                                   .goal = (lf_goal)lfjs_words[0],
                                   .together = lfjs_words[1] != 0,
                                   .held = held_and_needed,
                                   .needed = held_and_needed + LF_MAX_KINDS};
    return lf_puzzle_search_begin(current.search, &query);
}

LFJS(int32_t, lfjs_puzzle_step)(double budget) {
    return lf_puzzle_search_step(current.search, lfjs_number(budget));
}

/// An event is five words: index of the step, tile, type of the device, kind, type of the event.
static lf_status puzzle_events(int64_t count) {
    if (!lfjs_room_for(&happenings_room, (double)count * (double)sizeof(lf_puzzle_event))) return LF_E_NOMEM;
    lf_puzzle_event *events = happenings_room.at;
    lf_puzzle_search_events(current.search, events, count);
    uint32_t *words = happenings_room.at;
    for (int64_t i = 0; i < count; i++) {
        const lf_puzzle_event event = events[i];
        words[5 * i] = (uint32_t)event.at;
        words[5 * i + 1] = event.device.tile;
        words[5 * i + 2] = event.device.type;
        words[5 * i + 3] = event.device.kind;
        words[5 * i + 4] = event.type;
    }
    return LF_OK;
}
_Static_assert(sizeof(lf_puzzle_event) >= 5 * sizeof(uint32_t),
               "events are rewritten in place, front to back");

static lf_status puzzle_steps(int64_t count) {
    if (!lfjs_room_for(&steps_room, (double)count * (double)sizeof(lf_puzzle_step))) return LF_E_NOMEM;
    lf_puzzle_search_steps(current.search, steps_room.at, count);
    return LF_OK;
}
_Static_assert(sizeof(lf_puzzle_step) == 2 * sizeof(uint32_t), "a step is two words: hero and tile");

static void answer_puzzle(const lf_puzzle_route *route) {
    const double fields[] = {(double)(uintptr_t)steps_room.at,
                             (double)route->step_count,
                             (double)route->source_index,
                             (double)(uintptr_t)happenings_room.at,
                             (double)route->event_count,
                             (double)route->length,
                             (double)route->lower_bound,
                             (double)route->stats.states,
                             route->found,
                             route->walled,
                             (double)(uint32_t)route->reached,
                             (double)(uint32_t)(route->reached >> 32),
                             (double)(uint32_t)route->unreached,
                             (double)(uint32_t)(route->unreached >> 32)};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) lfjs_answer[i] = fields[i];
}

/// The answer; of a query that is paused the best so far. With LF_LIMIT there may be a route nevertheless.
LFJS(int32_t, lfjs_puzzle_finish)(void) {
    lf_puzzle_route route;
    const lf_status status = lf_puzzle_search_finish(current.search, NULL, 0, &route);
    if (status < 0) return status;
    lf_status copied = puzzle_steps(route.step_count);
    if (copied == LF_OK) copied = puzzle_events(route.event_count);
    if (copied == LF_OK) answer_puzzle(&route);
    return copied == LF_OK ? status : copied;
}
