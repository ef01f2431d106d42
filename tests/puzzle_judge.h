// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// An independent judge of puzzles: the rules of landfall/puzzle.h once more, from their wording, and the
// textbook's search over them, tile by tile and state by state. It shares nothing with the library: no
// points, no bits that are left out or settled, no bound. A state is a string of bytes with everything that
// anybody could remember.
#ifndef LANDFALL_PUZZLE_JUDGE_H
#define LANDFALL_PUZZLE_JUDGE_H

#include <landfall.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RIDDLE_TILES = 400, RIDDLE_DEVICES = 40, RIDDLE_KINDS = 8, RIDDLE_ENDS = 8 };

/// A puzzle and a query.
typedef struct riddle {
    int width, height;
    lf_moves moves;
    uint8_t open[RIDDLE_TILES];
    lf_device devices[RIDDLE_DEVICES];
    int device_count;
    uint64_t used_up;
    lf_source sources[RIDDLE_ENDS];
    lf_tile targets[RIDDLE_ENDS];
    int source_count, target_count;
    lf_goal goal;
    bool together;
    uint8_t held[LF_MAX_KINDS], needed[LF_MAX_KINDS];
} riddle;

/// Everything that can change.
typedef struct riddle_state {
    uint16_t at[LF_MAX_HEROES];
    uint8_t used[RIDDLE_DEVICES], gone[RIDDLE_DEVICES];
    uint8_t turned[RIDDLE_KINDS], visited[RIDDLE_KINDS];
} riddle_state;

static inline int riddle_heroes(const riddle *r) {
    return r->together ? r->source_count : 1;
}

static inline lf_puzzle_query riddle_query(const riddle *r) {
    return (lf_puzzle_query){.sources = r->sources,
                             .source_count = r->source_count,
                             .targets = r->targets,
                             .target_count = r->target_count,
                             .goal = r->goal,
                             .together = r->together,
                             .held = r->held,
                             .needed = r->needed};
}

/// Builds map and puzzle; false if that fails.
static inline bool riddle_build(const riddle *r, const lf_allocator *allocator, lf_map **map,
                                lf_puzzle **puzzle) {
    const lf_map_desc map_desc = {.width = r->width,
                                  .height = r->height,
                                  .tiles = r->open,
                                  .tiles_size = (size_t)(r->width * r->height),
                                  .moves = r->moves};
    lf_puzzle_desc desc = {.devices = r->devices, .device_count = r->device_count, .used_up = r->used_up};
    if (allocator != NULL) desc.allocator = *allocator;
    *puzzle = NULL;
    if (lf_map_create(&map_desc, map) != LF_OK) return false;
    return lf_puzzle_create(*map, &desc, puzzle) == LF_OK;
}

/// The device on a tile, or -1.
static inline int riddle_device(const riddle *r, int tile) {
    for (int i = 0; i < r->device_count; i++)
        if ((int)r->devices[i].tile == tile) return i;
    return -1;
}

/// Keys of a kind that were taken, or were held from the beginning.
static inline int riddle_taken(const riddle *r, const riddle_state *s, int kind) {
    int count = r->held[kind];
    for (int i = 0; i < r->device_count; i++)
        count += r->devices[i].type == LF_DEVICE_KEY && r->devices[i].kind == kind && s->used[i];
    return count;
}

static inline int riddle_need(const lf_device *d) {
    return d->need > 0 ? d->need : 1;
}

/// Keys of a kind that doors have used up.
static inline int riddle_spent(const riddle *r, const riddle_state *s, int kind) {
    int count = 0;
    for (int i = 0; i < r->device_count; i++)
        if (r->devices[i].type == LF_DEVICE_DOOR && r->devices[i].kind == kind && s->used[i])
            count += riddle_need(&r->devices[i]);
    return count;
}

static inline bool riddle_uses_up(const riddle *r, const lf_device *d) {
    return d->type == LF_DEVICE_DOOR && (r->used_up >> d->kind & 1) != 0;
}

/// Whether a tile counts as open.
static inline bool riddle_is_open(const riddle *r, const riddle_state *s, int x, int y) {
    if (x < 0 || y < 0 || x >= r->width || y >= r->height || !r->open[y * r->width + x]) return false;
    const int i = riddle_device(r, y * r->width + x);
    if (i < 0) return true;
    const lf_device *d = &r->devices[i];
    if (s->gone[i]) return false;
    if (riddle_uses_up(r, d)) return s->used[i];
    if (d->type == LF_DEVICE_DOOR) return riddle_taken(r, s, d->kind) >= riddle_need(d);
    if (d->type == LF_DEVICE_BARRIER) return d->open ? !s->turned[d->kind] : s->turned[d->kind];
    return true;
}

/// Whether a hero may enter a tile, as far as the tile itself is concerned.
static inline bool riddle_lets_in(const riddle *r, const riddle_state *s, int x, int y) {
    if (riddle_is_open(r, s, x, y)) return true;
    if (x < 0 || y < 0 || x >= r->width || y >= r->height || !r->open[y * r->width + x]) return false;
    const int i = riddle_device(r, y * r->width + x);
    return i >= 0 && riddle_uses_up(r, &r->devices[i]) && !s->gone[i] &&
           riddle_taken(r, s, r->devices[i].kind) - riddle_spent(r, s, r->devices[i].kind) >=
               riddle_need(&r->devices[i]);
}

static inline void riddle_direction(lf_heading heading, int *dx, int *dy) {
    *dx = *dy = 0;
    if (heading == LF_HEADING_NORTH || heading == LF_HEADING_NORTH_EAST || heading == LF_HEADING_NORTH_WEST)
        *dy = -1;
    if (heading == LF_HEADING_SOUTH || heading == LF_HEADING_SOUTH_EAST || heading == LF_HEADING_SOUTH_WEST)
        *dy = 1;
    if (heading == LF_HEADING_EAST || heading == LF_HEADING_NORTH_EAST || heading == LF_HEADING_SOUTH_EAST)
        *dx = 1;
    if (heading == LF_HEADING_WEST || heading == LF_HEADING_NORTH_WEST || heading == LF_HEADING_SOUTH_WEST)
        *dx = -1;
}

/// Whether a hero on one tile may go to another in one move.
static inline bool riddle_may_go(const riddle *r, const riddle_state *s, int from, int to) {
    const int a = riddle_device(r, from), b = riddle_device(r, to);
    const int x = from % r->width, y = from / r->width;
    const int dx = to % r->width - x, dy = to / r->width - y;
    int hx, hy;
    if (from == to || !riddle_lets_in(r, s, x + dx, y + dy)) return false;
    if (a >= 0 && b >= 0 && r->devices[a].type == LF_DEVICE_TELEPORTER &&
        r->devices[b].type == LF_DEVICE_TELEPORTER && r->devices[a].kind == r->devices[b].kind)
        return true;
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1) return false;
    if (a >= 0 && r->devices[a].heading != LF_HEADING_ANY) {
        riddle_direction(r->devices[a].heading, &hx, &hy);
        if (hx != dx || hy != dy) return false;
    }
    if (b >= 0 && r->devices[b].heading != LF_HEADING_ANY) {
        riddle_direction(r->devices[b].heading, &hx, &hy);
        if (hx * dx + hy * dy < 0) return false;
    }
    if (dx == 0 || dy == 0 || r->moves == LF_MOVES_KING_CUT) return true;
    return r->moves == LF_MOVES_KING && riddle_is_open(r, s, x + dx, y) && riddle_is_open(r, s, x, y + dy);
}

/// A hero comes to a tile.
static inline void riddle_enter(const riddle *r, riddle_state *s, int tile) {
    const int i = riddle_device(r, tile);
    if (i < 0) return;
    const lf_device *d = &r->devices[i];
    if (d->type == LF_DEVICE_KEY || riddle_uses_up(r, d)) s->used[i] = 1;
    if (d->type == LF_DEVICE_SWITCH) s->turned[d->kind] ^= 1;
    if (d->type != LF_DEVICE_PLACE) return;
    for (int j = 0; j < r->device_count; j++)
        if (r->devices[j].type == LF_DEVICE_PLACE && r->devices[j].kind < d->kind &&
            !s->visited[r->devices[j].kind])
            return;
    s->visited[d->kind] = 1;
}

/// A hero goes to a tile.
static inline void riddle_go(const riddle *r, riddle_state *s, int hero, int to) {
    const int left = riddle_device(r, s->at[hero]);
    if (left >= 0 && r->devices[left].once) s->gone[left] = 1;
    s->at[hero] = (uint16_t)to;
    riddle_enter(r, s, to);
}

static inline bool riddle_is_done(const riddle *r, const riddle_state *s) {
    for (int i = 0; i < r->device_count; i++) {
        const lf_device *d = &r->devices[i];
        if (d->type == LF_DEVICE_PLACE && !s->visited[d->kind]) return false;
        if (d->type == LF_DEVICE_KEY && r->goal != LF_GOAL_EXIT && riddle_taken(r, s, d->kind) == 0)
            return false;
    }
    for (int k = 0; k < RIDDLE_KINDS; k++)
        if (riddle_taken(r, s, k) < r->needed[k]) return false;
    for (int h = 0; r->goal != LF_GOAL_ALL_KEYS && h < riddle_heroes(r); h++) {
        bool there = false;
        for (int i = 0; i < r->target_count; i++) there = there || r->targets[i] == s->at[h];
        if (!there) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------
// The textbook's search
// ---------------------------------------------------------------------------------------------------

/// States in the order in which they are met, and a table to find them in.
typedef struct riddle_search {
    riddle_state *states;
    uint32_t *slots; ///< number of a state + 1, or 0
    uint32_t count, room;
    uint64_t taken; ///< kinds of which some state has taken a key
} riddle_search;

enum { RIDDLE_GAVE_UP = -2 };

static inline uint64_t riddle_hash(const riddle_state *s) {
    const uint8_t *bytes = (const uint8_t *)s;
    uint64_t hash = 1469598103934665603u;
    for (size_t i = 0; i < sizeof *s; i++) hash = (hash ^ bytes[i]) * 1099511628211u;
    return hash ^ hash >> 29;
}

/// Adds a state if it is new; false if there is no more room.
static inline bool riddle_meet(riddle_search *search, const riddle_state *s) {
    const uint32_t mask = 4 * search->room - 1;
    uint32_t slot = (uint32_t)riddle_hash(s) & mask;
    for (; search->slots[slot] != 0; slot = (slot + 1) & mask)
        if (memcmp(&search->states[search->slots[slot] - 1], s, sizeof *s) == 0) return true;
    if (search->count == search->room) return false;
    search->states[search->count++] = *s;
    search->slots[slot] = search->count;
    return true;
}

static inline riddle_state riddle_first(const riddle *r, int source) {
    riddle_state s;
    memset(&s, 0, sizeof s);
    for (int h = 0; h < riddle_heroes(r); h++) {
        s.at[h] = (uint16_t)r->sources[source + h].tile;
        riddle_enter(r, &s, s.at[h]);
    }
    return s;
}

/// Meets every state that one move leads to.
static inline bool riddle_spread(const riddle *r, riddle_search *search, uint32_t at) {
    for (int h = 0; h < riddle_heroes(r); h++) {
        for (int to = 0; to < r->width * r->height; to++) {
            riddle_state s = search->states[at];
            const int dx = to % r->width - s.at[h] % r->width, dy = to / r->width - s.at[h] / r->width;
            const bool beside = dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1;
            if ((!beside && riddle_device(r, to) < 0) || !riddle_may_go(r, &s, s.at[h], to)) continue;
            riddle_go(r, &s, h, to);
            if (!riddle_meet(search, &s)) return false;
        }
    }
    return true;
}

/// The length of a shortest route, -1 if there is none, RIDDLE_GAVE_UP if there are too many states.
static inline int64_t riddle_length(const riddle *r, uint32_t room, uint64_t *taken) {
    riddle_search search = {.room = room};
    search.states = malloc(room * sizeof *search.states);
    search.slots = calloc(4 * (size_t)room, sizeof *search.slots);
    int64_t length = 0, result = -1;
    const int begins = r->together ? 1 : r->source_count;
    for (int i = 0; i < begins; i++) {
        const riddle_state s = riddle_first(r, i);
        riddle_meet(&search, &s);
    }
    for (uint32_t head = 0; head < search.count && result == -1; length++) {
        for (const uint32_t end = search.count; head < end && result == -1; head++) {
            if (riddle_is_done(r, &search.states[head]))
                result = length;
            else if (!riddle_spread(r, &search, head))
                result = RIDDLE_GAVE_UP;
        }
    }
    *taken = 0;
    for (uint32_t i = 0; i < search.count; i++)
        for (int k = 0; k < RIDDLE_KINDS; k++)
            if (riddle_taken(r, &search.states[i], k) > 0) *taken |= UINT64_C(1) << k;
    free(search.states);
    free(search.slots);
    return result;
}

/// The same puzzle with nothing that is ever shut.
static inline riddle riddle_opened(const riddle *r) {
    riddle open = *r;
    for (int i = 0; i < open.device_count; i++) {
        lf_device *d = &open.devices[i];
        d->once = false;
        if (d->type == LF_DEVICE_DOOR || d->type == LF_DEVICE_BARRIER) d->type = LF_DEVICE_FLOOR;
    }
    return open;
}

/// Walks steps by the rules: how many are legal; *done says whether the goal holds after them.
static inline int64_t riddle_walk(const riddle *r, const lf_puzzle_step *steps, int64_t count, bool *done) {
    riddle_state s;
    memset(&s, 0, sizeof s);
    *done = false;
    const int tiles = r->width * r->height, heroes = riddle_heroes(r);
    for (int64_t i = 0; i < count; i++) {
        const int hero = steps[i].hero;
        if (hero < 0 || hero >= heroes || (i < heroes && hero != i) || steps[i].tile >= (lf_tile)tiles)
            return i;
        const int to = (int)steps[i].tile;
        if (i < heroes) {
            if (!riddle_is_open(r, &s, to % r->width, to / r->width)) return i;
            s.at[hero] = (uint16_t)to;
            for (int h = 0; i + 1 == heroes && h < heroes; h++) riddle_enter(r, &s, s.at[h]);
            continue;
        }
        if (!riddle_may_go(r, &s, s.at[hero], to)) return i;
        riddle_go(r, &s, hero, to);
    }
    *done = count >= heroes && riddle_is_done(r, &s);
    return count;
}

// ---------------------------------------------------------------------------------------------------
// Answers
// ---------------------------------------------------------------------------------------------------

enum { RIDDLE_STEPS = 20000 };

typedef struct riddle_answer {
    lf_status status;
    lf_puzzle_route route;
    lf_puzzle_step steps[RIDDLE_STEPS];
} riddle_answer;

/// NULL, or what is wrong with the steps of an answer.
static inline const char *riddle_check_steps(const riddle *r, const lf_puzzle *puzzle,
                                             const riddle_answer *a) {
    bool done;
    const lf_puzzle_query query = riddle_query(r);
    lf_puzzle_walk walk;
    if (a->route.step_count != a->route.length + riddle_heroes(r))
        return "length and number of steps do not fit";
    if (a->route.step_count > RIDDLE_STEPS) return "the route is too long for the test";
    if (riddle_walk(r, a->steps, a->route.step_count, &done) != a->route.step_count)
        return "the route is not legal";
    if (!done) return "the route does not reach the goal";
    if (lf_puzzle_check(puzzle, &query, a->steps, a->route.step_count, NULL, 0, &walk) != LF_OK || !walk.done)
        return "lf_puzzle_check does not agree that the route is right";
    if (walk.event_count != a->route.event_count) return "the number of events does not fit";
    if (r->together) return NULL;
    const int64_t from = a->route.source_index;
    if (from < 0 || r->sources[from].tile != a->steps[0].tile || a->route.origin != r->sources[from].origin)
        return "the source is another one";
    return NULL;
}

/// NULL, or what is wrong with an answer that was proven, where `length` is right (-1: no route).
static inline const char *riddle_check_proven(const riddle *r, const lf_puzzle *puzzle,
                                              const riddle_answer *a, int64_t length, uint64_t taken) {
    uint64_t ignored;
    if (length < 0) {
        if (a->status != LF_NO_ROUTE || a->route.found) return "there is no route, and that is not told";
        if ((a->route.reached & ~taken) != 0) return "a key that cannot be taken is told to be reached";
        if ((a->route.reached & a->route.unreached) != 0) return "a kind is reached and unreached";
        const riddle open = riddle_opened(r);
        if (a->route.walled && riddle_length(&open, 1 << 16, &ignored) >= 0)
            return "the goal is not walled off";
        return NULL;
    }
    if (a->status != LF_OK || !a->route.found) return "there is a route, and it is not found";
    if (a->route.length != length) return "the route is not as short as it can be";
    if (a->route.lower_bound != length) return "the bound is not the length";
    return riddle_check_steps(r, puzzle, a);
}

/// NULL, or what is wrong with an answer that may be one at a limit.
static inline const char *riddle_check_limited(const riddle *r, const lf_puzzle *puzzle,
                                               const riddle_answer *a, int64_t length, uint64_t taken) {
    if (a->status != LF_LIMIT) return riddle_check_proven(r, puzzle, a, length, taken);
    if (length >= 0 && a->route.lower_bound > length) return "the bound at the limit is too great";
    if (!a->route.found)
        return a->route.step_count == 0 && a->route.length == 0 ? NULL : "no route has steps";
    if (length < 0) return "a route is found at the limit where there is none";
    if (a->route.length < length) return "the route at the limit is too short";
    if (a->route.length <= a->route.lower_bound)
        return "the route at the limit is proven, and not told to be";
    return riddle_check_steps(r, puzzle, a);
}

#endif // LANDFALL_PUZZLE_JUDGE_H
