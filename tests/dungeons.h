// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Small dungeons for the tests of keys and doors: drawn as text or made at random, and a search of their own
// that shares nothing with the library: it moves on characters, one layer of states after the other.
#ifndef LANDFALL_DUNGEONS_H
#define LANDFALL_DUNGEONS_H

#include <landfall.h>
#include <stdlib.h>
#include <string.h>

enum { DUNGEON_MAX = 1200, DUNGEON_KINDS = 8, DUNGEON_ENDS = 4 };

/// '#' blocked, '.' floor, 'a' to 'h' keys, 'A' to 'H' doors.
typedef struct dungeon {
    int width, height;
    char tiles[DUNGEON_MAX];
    lf_moves moves;
    lf_source sources[DUNGEON_ENDS];
    lf_tile targets[DUNGEON_ENDS];
    int source_count, target_count;
    uint64_t held;
} dungeon;

static inline bool dungeon_is_key(char c) {
    return c >= 'a' && c < 'a' + DUNGEON_KINDS;
}

static inline bool dungeon_is_door(char c) {
    return c >= 'A' && c < 'A' + DUNGEON_KINDS;
}

/// Builds map and fixtures; false if that fails.
static inline bool dungeon_build(const dungeon *d, const lf_allocator *allocator, lf_map **map,
                                 lf_fixtures **fixtures) {
    uint8_t open[DUNGEON_MAX];
    lf_fixture items[DUNGEON_MAX];
    int count = 0;
    const int tiles = d->width * d->height;
    for (int i = 0; i < tiles; i++) {
        const char c = d->tiles[i];
        open[i] = c != '#';
        if (dungeon_is_key(c)) items[count++] = (lf_fixture){(lf_tile)i, (uint8_t)(c - 'a'), LF_FIXTURE_KEY};
        if (dungeon_is_door(c))
            items[count++] = (lf_fixture){(lf_tile)i, (uint8_t)(c - 'A'), LF_FIXTURE_DOOR};
    }
    *fixtures = NULL;
    lf_map_desc map_desc = {.width = d->width,
                            .height = d->height,
                            .tiles = open,
                            .tiles_size = (size_t)tiles,
                            .moves = d->moves};
    lf_fixtures_desc desc = {.fixtures = items, .fixture_count = count};
    if (allocator != NULL) desc.allocator = map_desc.allocator = *allocator;
    if (lf_map_create(&map_desc, map) != LF_OK) return false;
    return lf_fixtures_create(*map, &desc, fixtures) == LF_OK;
}

static inline lf_keys_query dungeon_query(const dungeon *d, lf_goal goal, lf_keys_strategy strategy) {
    return (lf_keys_query){.sources = d->sources,
                           .source_count = d->source_count,
                           .targets = d->targets,
                           .target_count = d->target_count,
                           .goal = goal,
                           .strategy = strategy,
                           .held = d->held};
}

/// A dungeon from rows; 'S' and 'E' are start and exit, '/' ends a row.
static inline dungeon dungeon_drawn(const char *text, lf_moves moves) {
    dungeon d = {.moves = moves, .width = (int)strcspn(text, "/")};
    for (; *text != '\0'; text++) {
        if (*text == '/') continue;
        const int tile = (int)strlen(d.tiles);
        if (*text == 'S') d.sources[d.source_count++] = (lf_source){(lf_tile)tile, 0};
        if (*text == 'E') d.targets[d.target_count++] = (lf_tile)tile;
        d.tiles[tile] = *text == 'S' || *text == 'E' ? '.' : *text;
    }
    d.height = (int)strlen(d.tiles) / d.width;
    return d;
}

/// Four kinds, in a small room that asks for most of what a search can do: for tests of memory.
static inline dungeon dungeon_busy(void) {
    return dungeon_drawn("Sa..B..c/"
                         "..AA...#/"
                         ".#b..#C./"
                         "....D#../"
                         "d..A..BE",
                         LF_MOVES_KING);
}

/// All keys that lie there.
static inline uint64_t dungeon_keys(const dungeon *d) {
    uint64_t kinds = 0;
    for (int i = 0; i < d->width * d->height; i++)
        if (dungeon_is_key(d->tiles[i])) kinds |= UINT64_C(1) << (d->tiles[i] - 'a');
    return kinds;
}

static inline char dungeon_at(const dungeon *d, int x, int y) {
    return x < 0 || y < 0 || x >= d->width || y >= d->height ? '#' : d->tiles[y * d->width + x];
}

static inline bool dungeon_may_stand(const dungeon *d, int x, int y, unsigned set) {
    const char c = dungeon_at(d, x, y);
    return c != '#' && (!dungeon_is_door(c) || (set >> (c - 'A') & 1) != 0);
}

static inline bool dungeon_may_step(const dungeon *d, int x, int y, int dx, int dy, unsigned set) {
    if ((dx == 0 && dy == 0) || !dungeon_may_stand(d, x + dx, y + dy, set)) return false;
    if (dx == 0 || dy == 0 || d->moves == LF_MOVES_KING_CUT) return true;
    if (d->moves == LF_MOVES_ORTHOGONAL) return false;
    return dungeon_may_stand(d, x + dx, y, set) && dungeon_may_stand(d, x, y + dy, set);
}

static inline bool dungeon_is_done(const dungeon *d, int tile, unsigned set, lf_goal goal) {
    const unsigned asked = goal == LF_GOAL_EXIT ? 0 : (unsigned)dungeon_keys(d);
    if ((asked & ~set) != 0) return false;
    if (goal == LF_GOAL_ALL_KEYS) return true;
    for (int i = 0; i < d->target_count; i++)
        if (d->targets[i] == (lf_tile)tile) return true;
    return false;
}

static inline unsigned dungeon_take(const dungeon *d, int tile, unsigned set) {
    return dungeon_is_key(d->tiles[tile]) ? set | 1u << (d->tiles[tile] - 'a') : set;
}

/// The length of a shortest route, or -1: marks whole layers of states, looking at every state in every
/// layer.
static inline int64_t dungeon_length(const dungeon *d, lf_goal goal) {
    const int tiles = d->width * d->height, sets = 1 << DUNGEON_KINDS;
    uint8_t *layer = calloc((size_t)(tiles * sets), 1); // 0 unseen, 1 seen, 2 this layer, 3 next layer
    int64_t result = -1;
    for (int i = 0; i < d->source_count; i++) {
        const int tile = (int)d->sources[i].tile;
        layer[(int)dungeon_take(d, tile, (unsigned)d->held) * tiles + tile] = 2;
    }
    bool alive = true;
    for (int64_t length = 0; alive && result < 0; length++) {
        alive = false;
        for (int s = 0; s < tiles * sets; s++) {
            if (layer[s] != 2) continue;
            const int tile = s % tiles, x = tile % d->width, y = tile / d->width;
            const unsigned set = (unsigned)(s / tiles);
            if (dungeon_is_done(d, tile, set, goal)) result = length;
            for (int k = 0; k < 9; k++) {
                const int dx = k % 3 - 1, dy = k / 3 - 1;
                if (!dungeon_may_step(d, x, y, dx, dy, set)) continue;
                const int to = (y + dy) * d->width + x + dx;
                uint8_t *mark = &layer[(int)dungeon_take(d, to, set) * tiles + to];
                if (*mark == 0) *mark = 3;
                alive = true;
            }
        }
        for (int s = 0; s < tiles * sets; s++) layer[s] = layer[s] == 3 ? 2 : layer[s] != 0;
    }
    free(layer);
    return result;
}

// ---------------------------------------------------------------------------------------------------
// Random dungeons
// ---------------------------------------------------------------------------------------------------

static inline uint32_t dungeon_random(uint64_t *random, uint32_t below) {
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*random >> 33) % below);
}

static inline char dungeon_random_fixture(uint64_t *random, int kinds) {
    const char kind = (char)dungeon_random(random, (uint32_t)kinds);
    return (char)((dungeon_random(random, 2) == 0 ? 'a' : 'A') + kind);
}

/// Rooms with walls one tile thick, gaps and doors in them.
static inline void dungeon_draw_rooms(dungeon *d, uint64_t *random, int kinds) {
    const int step = 3 + (int)dungeon_random(random, 3);
    for (int y = 0; y < d->height; y++) {
        for (int x = 0; x < d->width; x++) {
            const bool wall = x % step == step - 1 || y % step == step - 1;
            const uint32_t roll = dungeon_random(random, 100);
            char c = wall ? '#' : '.';
            if (wall && roll < 12 && kinds > 0) c = (char)('A' + dungeon_random(random, (uint32_t)kinds));
            if (wall && roll >= 12 && roll < 18) c = '.';
            if (!wall && roll < 6 && kinds > 0) c = dungeon_random_fixture(random, kinds);
            if (!wall && roll >= 6 && roll < 9) c = '#';
            d->tiles[y * d->width + x] = c;
        }
    }
}

static inline void dungeon_draw_noise(dungeon *d, uint64_t *random, int kinds) {
    const uint32_t walls = dungeon_random(random, 50), fixtures = dungeon_random(random, 30);
    for (int i = 0; i < d->width * d->height; i++) {
        char c = dungeon_random(random, 100) < walls ? '#' : '.';
        if (kinds > 0 && dungeon_random(random, 100) < fixtures) c = dungeon_random_fixture(random, kinds);
        d->tiles[i] = c;
    }
}

static inline bool dungeon_pick(const dungeon *d, uint64_t *random, lf_tile *out) {
    for (int tries = 0; tries < 100; tries++) {
        const uint32_t tile = dungeon_random(random, (uint32_t)(d->width * d->height));
        if (d->tiles[tile] == '#') continue;
        *out = tile;
        return true;
    }
    return false;
}

/// Starts, exits and keys in hand; false if there is no open tile.
static inline bool dungeon_make_ends(dungeon *d, uint64_t *random, int kinds) {
    if (kinds > 0 && dungeon_random(random, 5) == 0)
        d->held = UINT64_C(1) << dungeon_random(random, (uint32_t)kinds);
    const int sources = 1 + (int)dungeon_random(random, 100) / 60;
    const int targets = 1 + (int)dungeon_random(random, 3);
    for (int i = 0; i < sources; i++) {
        lf_tile tile;
        if (!dungeon_pick(d, random, &tile)) return false;
        const char c = d->tiles[tile];
        if (dungeon_is_door(c) && (d->held >> (c - 'A') & 1) == 0) d->tiles[tile] = '.';
        d->sources[d->source_count++] = (lf_source){tile, 100 + (uint64_t)i};
    }
    for (int i = 0; i < targets; i++)
        if (!dungeon_pick(d, random, &d->targets[d->target_count++])) return false;
    return true;
}

/// A larger one, with rooms in which ways turn at few bends; 0 to 5 kinds.
static inline bool dungeon_make_large(dungeon *d, uint64_t seed, lf_moves moves) {
    uint64_t random = seed * 40503u + 7;
    for (int i = 0; i < 4; i++) dungeon_random(&random, 2);
    *d = (dungeon){.moves = moves};
    d->width = 20 + (int)dungeon_random(&random, 21);
    d->height = 15 + (int)dungeon_random(&random, 15);
    const int kinds = (int)dungeon_random(&random, 6), step = 6 + (int)dungeon_random(&random, 6);
    for (int y = 0; y < d->height; y++) {
        for (int x = 0; x < d->width; x++) {
            const bool wall = x % step == step - 1 || y % step == step - 1;
            const uint32_t roll = dungeon_random(&random, 1000);
            char c = wall ? '#' : '.';
            if (wall && roll < 60)
                c = kinds > 0 ? (char)('A' + dungeon_random(&random, (uint32_t)kinds)) : '.';
            if (wall && roll >= 60 && roll < 90) c = '.';
            if (!wall && roll < 15 && kinds > 0) c = dungeon_random_fixture(&random, kinds);
            if (!wall && roll >= 15 && roll < 45) c = '#';
            d->tiles[y * d->width + x] = c;
        }
    }
    return dungeon_make_ends(d, &random, kinds);
}

/// A dungeon of any shape with 0 to 8 kinds, several sources and targets, some on keys and doors; false if it
/// has no open tile.
static inline bool dungeon_make(dungeon *d, uint64_t seed, lf_moves moves) {
    uint64_t random = seed * 2654435761u + 99;
    for (int i = 0; i < 4; i++) dungeon_random(&random, 2);
    *d = (dungeon){.moves = moves};
    d->width = 1 + (int)dungeon_random(&random, 13);
    d->height = 1 + (int)dungeon_random(&random, 10);
    const int kinds = (int)dungeon_random(&random, DUNGEON_KINDS + 1);
    if (dungeon_random(&random, 2) == 0)
        dungeon_draw_rooms(d, &random, kinds);
    else
        dungeon_draw_noise(d, &random, kinds);
    return dungeon_make_ends(d, &random, kinds);
}

#endif // LANDFALL_DUNGEONS_H
