// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Dungeons that can be solved because they are made in the order in which they are solved.
//
// First the floor: rooms in an uneven grid, joined to a tree by corridors one tile wide, and one in eight of
// the other pairs of neighbours joined as well; or a perfect maze. Then places for doors are drawn: ends of
// corridors, or tiles between two junctions of the maze. Then the dungeon is played: flood from the start up
// to the doors, choose one of them, give it a kind whose key has been laid down already, or lay down the key
// of a new kind somewhere in what has been reached; open it, flood on, until every door is open. The exit
// goes to what was reached last.
//
// An unsolvable one is a solvable one whose key of some kind was moved to where it cannot be taken without
// itself; where no single key decides over the exit, the exit is walled in.
//
// Time: linear, the unsolvable ones once more for each kind tried. Memory: 9 bytes a tile.
#include "dungeon.h"

#include <stdlib.h>
#include <string.h>

#include "generators.h"
#include "scenes.h"

enum {
    DUNGEON_CELL_MIN = 5,  // of the grid of rooms: 2 tiles of room, 3 of rock
    DUNGEON_LOOP_IN = 8,   // one in so many of the pairs that the tree does not join
    DUNGEON_TRIES = 64,    // for a good place
    DUNGEON_PENDING = 255, // a door without a kind yet
};

typedef struct dungeon_room {
    int32_t x, y, width, height;
} dungeon_room;

/// A dungeon under way.
typedef struct dungeon {
    const lf_dungeon_desc *desc;
    lfi_ground ground;
    lf_random random;
    dungeon_room *rooms;
    int32_t columns, rows;
    uint32_t *reached; ///< tiles in the order the flood met them
    uint8_t *met;
    uint32_t *waiting; ///< doors that the flood stands before
    uint32_t *places;  ///< tiles that a door may be on
    int64_t head, reached_count, waiting_count, place_count, tile_count;
    int64_t stage, stage_end; ///< where the current stage begins and ends, of STAGE_TOTAL
    bool cancelled;
} dungeon;

/// Stages, about as they take time; for an unsolvable one each kind that is tried may take as long as
/// playing.
enum { STAGE_DUG = 300, STAGE_PLAYED = 600, STAGE_TOTAL = 1000 };

enum { FLOOD_REPORTS = 1 << 16 }; // tiles between two reports of progress

static void dungeon_begin_stage(dungeon *d, int64_t end) {
    d->stage = d->stage_end;
    d->stage_end = end;
}

/// So much of the stage is done; false if the caller wants it ended.
static bool dungeon_report(dungeon *d, int64_t done, int64_t total) {
    if (d->cancelled || d->desc->progress.report == NULL) return !d->cancelled;
    const int64_t parts = d->stage + (d->stage_end - d->stage) * done / total;
    d->cancelled = !d->desc->progress.report(parts, STAGE_TOTAL, d->desc->progress.user);
    return !d->cancelled;
}

static bool dungeon_hear_maze(int64_t done, int64_t total, void *user) {
    return dungeon_report(user, done, total);
}

static uint32_t dungeon_below(dungeon *d, int64_t bound) {
    return lf_random_below(&d->random, (uint32_t)bound);
}

static uint8_t *dungeon_tile(const dungeon *d, int64_t x, int64_t y) {
    return lfi_ground_at(&d->ground, x, y);
}

static void dungeon_place(dungeon *d, int64_t x, int64_t y) {
    d->places[d->place_count++] = (uint32_t)(y * d->ground.width + x);
}

// ---------------------------------------------------------------------------------------------------
// Rooms and corridors
// ---------------------------------------------------------------------------------------------------

/// A room somewhere in its cell of the grid, with rock around it.
static dungeon_room room_make(dungeon *d, int32_t column, int32_t row) {
    const int64_t left = (int64_t)column * d->ground.width / d->columns;
    const int64_t top = (int64_t)row * d->ground.height / d->rows;
    const int64_t across = (int64_t)(column + 1) * d->ground.width / d->columns - left - 3;
    const int64_t down = (int64_t)(row + 1) * d->ground.height / d->rows - top - 3;
    dungeon_room room;
    room.width = (int32_t)(across - dungeon_below(d, across / 2 + 1));
    room.height = (int32_t)(down - dungeon_below(d, down / 2 + 1));
    room.x = (int32_t)(left + 1 + dungeon_below(d, across - room.width + 1));
    room.y = (int32_t)(top + 1 + dungeon_below(d, down - room.height + 1));
    for (int32_t y = 0; y < room.height; y++)
        lfi_ground_span(&d->ground, room.y + y, room.x, (int64_t)room.x + room.width, LF_DUNGEON_FLOOR);
    return room;
}

static void dungeon_dig(dungeon *d, int64_t x0, int64_t y0, int64_t x1, int64_t y1) {
    const int64_t dx = (x1 > x0) - (x1 < x0), dy = (y1 > y0) - (y1 < y0);
    for (;; x0 += dx, y0 += dy) {
        *dungeon_tile(d, x0, y0) = LF_DUNGEON_FLOOR;
        if (x0 == x1 && y0 == y1) return;
    }
}

/// A corridor from a room to its neighbour on the right: out, up or down halfway, in.
static void dungeon_join_right(dungeon *d, dungeon_room a, dungeon_room b) {
    const int64_t y0 = a.y + (int64_t)dungeon_below(d, a.height),
                  y1 = b.y + (int64_t)dungeon_below(d, b.height);
    const int64_t out = (int64_t)a.x + a.width, turn = out + 1 + dungeon_below(d, b.x - out - 2);
    dungeon_dig(d, out, y0, turn, y0);
    dungeon_dig(d, turn, y0, turn, y1);
    dungeon_dig(d, turn, y1, b.x - 1, y1);
    dungeon_place(d, out, y0);
}

static void dungeon_join_below(dungeon *d, dungeon_room a, dungeon_room b) {
    const int64_t x0 = a.x + (int64_t)dungeon_below(d, a.width),
                  x1 = b.x + (int64_t)dungeon_below(d, b.width);
    const int64_t out = (int64_t)a.y + a.height, turn = out + 1 + dungeon_below(d, b.y - out - 2);
    dungeon_dig(d, x0, out, x0, turn);
    dungeon_dig(d, x0, turn, x1, turn);
    dungeon_dig(d, x1, turn, x1, b.y - 1);
    dungeon_place(d, x0, out);
}

static int32_t dungeon_root(int32_t *parents, int32_t i) {
    while (parents[i] != i) i = parents[i] = parents[parents[i]];
    return i;
}

/// Joins neighbours in random order: all that are not joined yet, and a few that are.
static bool dungeon_join_rooms(dungeon *d, int32_t count) {
    int32_t *parents = malloc((size_t)count * sizeof *parents);
    uint32_t *pairs = malloc(2 * (size_t)count * sizeof *pairs);
    int64_t pair_count = 0;
    for (int32_t i = 0; parents != NULL && pairs != NULL && i < count; i++) {
        parents[i] = i;
        if ((i + 1) % d->columns != 0 && i + 1 < count) pairs[pair_count++] = (uint32_t)i * 2;
        if (i + d->columns < count) pairs[pair_count++] = (uint32_t)i * 2 + 1;
    }
    const bool made = parents != NULL && pairs != NULL;
    for (int64_t i = 0; made && i < pair_count; i++) {
        const int64_t pick = i + dungeon_below(d, pair_count - i);
        const uint32_t pair = pairs[pick];
        pairs[pick] = pairs[i];
        const int32_t a = (int32_t)(pair / 2), b = pair % 2 == 0 ? a + 1 : a + d->columns;
        const int32_t root_a = dungeon_root(parents, a), root_b = dungeon_root(parents, b);
        if (root_a == root_b && dungeon_below(d, DUNGEON_LOOP_IN) != 0) continue;
        parents[root_a] = root_b;
        if (pair % 2 == 0)
            dungeon_join_right(d, d->rooms[a], d->rooms[b]);
        else
            dungeon_join_below(d, d->rooms[a], d->rooms[b]);
    }
    free(parents);
    free(pairs);
    return made;
}

/// The grid that suits the number of rooms and the shape of the dungeon.
static void dungeon_choose_grid(dungeon *d) {
    const int64_t rooms = d->desc->rooms;
    d->columns = 1;
    while ((int64_t)d->columns * d->columns * d->desc->height < rooms * d->desc->width) d->columns++;
    if (d->columns > rooms) d->columns = (int32_t)rooms;
    d->rows = (int32_t)((rooms + d->columns - 1) / d->columns);
}

static bool dungeon_dig_rooms(dungeon *d) {
    memset(d->ground.tiles, LF_DUNGEON_WALL, (size_t)d->tile_count);
    d->rooms = malloc((size_t)d->desc->rooms * sizeof *d->rooms);
    if (d->rooms == NULL) return false;
    for (int32_t i = 0; i < d->desc->rooms; i++) {
        d->rooms[i] = room_make(d, i % d->columns, i / d->columns);
        if (i % d->columns == 0 && !dungeon_report(d, i, d->desc->rooms)) return false;
    }
    return dungeon_join_rooms(d, d->desc->rooms);
}

/// A maze has room for a door wherever two junctions are joined.
static bool dungeon_dig_maze(dungeon *d) {
    lfi_ground ground = d->ground;
    ground.progress = (lf_progress){dungeon_hear_maze, d};
    if (!lfi_maze_fill(&ground)) return false;
    for (int32_t y = 0; y < d->ground.height; y++)
        for (int32_t x = 0; x < d->ground.width; x++)
            if ((x + y) % 2 == 1 && *dungeon_tile(d, x, y) == LF_DUNGEON_FLOOR) dungeon_place(d, x, y);
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Playing it
// ---------------------------------------------------------------------------------------------------

static void dungeon_meet(dungeon *d, uint32_t tile) {
    const uint8_t what = d->ground.tiles[tile];
    if (what == LF_DUNGEON_WALL || d->met[tile]) return;
    d->met[tile] = 1;
    if (what >= LF_DUNGEON_DOOR)
        d->waiting[d->waiting_count++] = tile;
    else
        d->reached[d->reached_count++] = tile;
}

/// Ends early if the caller wants it ended.
static void dungeon_flood(dungeon *d) {
    const uint32_t width = (uint32_t)d->ground.width;
    while (d->head < d->reached_count) {
        if (d->head % FLOOD_REPORTS == FLOOD_REPORTS - 1 && !dungeon_report(d, d->head, d->tile_count))
            return;
        const uint32_t tile = d->reached[d->head++], x = tile % width;
        if (x > 0) dungeon_meet(d, tile - 1);
        if (x + 1 < width) dungeon_meet(d, tile + 1);
        if (tile >= width) dungeon_meet(d, tile - width);
        if ((int64_t)tile + width < d->tile_count) dungeon_meet(d, tile + width);
    }
}

static void dungeon_flood_from(dungeon *d, uint32_t tile) {
    memset(d->met, 0, (size_t)d->tile_count);
    d->head = d->reached_count = d->waiting_count = 0;
    dungeon_meet(d, tile);
    dungeon_flood(d);
}

static int32_t dungeon_open_around(const dungeon *d, uint32_t tile, bool diagonals) {
    const int64_t x = tile % (uint32_t)d->ground.width, y = tile / (uint32_t)d->ground.width;
    int32_t open = 0;
    for (int64_t dy = -1; dy <= 1; dy++) {
        for (int64_t dx = -1; dx <= 1; dx++) {
            if ((dx == 0 && dy == 0) || (dx != 0 && dy != 0 && !diagonals)) continue;
            if (x + dx < 0 || y + dy < 0 || x + dx >= d->ground.width || y + dy >= d->ground.height) continue;
            open += *dungeon_tile(d, x + dx, y + dy) != LF_DUNGEON_WALL;
        }
    }
    return open;
}

/// A place for a key or the exit: inside a room, or at a dead end of a maze; anywhere if luck fails.
static uint32_t dungeon_find_spot(dungeon *d, int64_t from) {
    uint32_t spot = UINT32_MAX;
    for (int i = 0; i < DUNGEON_TRIES; i++) {
        const uint32_t tile = d->reached[from + dungeon_below(d, d->reached_count - from)];
        if (d->ground.tiles[tile] != LF_DUNGEON_FLOOR) continue;
        spot = tile;
        if (d->desc->rooms > 0 ? dungeon_open_around(d, tile, true) == 8
                               : dungeon_open_around(d, tile, false) == 1)
            return tile;
    }
    for (int64_t i = from; spot == UINT32_MAX && i < d->reached_count; i++)
        if (d->ground.tiles[d->reached[i]] == LF_DUNGEON_FLOOR) spot = d->reached[i];
    return spot;
}

/// Lays a thing down somewhere from `from` on in what was reached, or anywhere in it; false if it is full.
static bool dungeon_lay(dungeon *d, int64_t from, uint8_t what) {
    uint32_t spot = from < d->reached_count ? dungeon_find_spot(d, from) : UINT32_MAX;
    if (spot == UINT32_MAX && from > 0) spot = dungeon_find_spot(d, 0);
    if (spot != UINT32_MAX) d->ground.tiles[spot] = what;
    return spot != UINT32_MAX;
}

/// Draws tiles for doors. A door where another one is next to it would be no door at all.
static int64_t dungeon_draw_doors(dungeon *d, int64_t wanted) {
    int64_t drawn = 0;
    for (int64_t i = 0; i < d->place_count && drawn < wanted; i++) {
        const int64_t pick = i + dungeon_below(d, d->place_count - i);
        const uint32_t tile = d->places[pick];
        d->places[pick] = d->places[i];
        if (d->ground.tiles[tile] != LF_DUNGEON_FLOOR) continue;
        d->ground.tiles[tile] = DUNGEON_PENDING;
        drawn++;
    }
    return drawn;
}

/// Opens all doors one after the other; the kinds are new at even distances, and not in the order of their
/// letters.
static bool dungeon_play(dungeon *d, int64_t doors, int64_t *last) {
    uint8_t names[LF_DUNGEON_MAX_KINDS];
    for (int32_t k = 0; k < d->desc->keys; k++) {
        const uint32_t pick = dungeon_below(d, k + 1);
        names[k] = names[pick];
        names[pick] = (uint8_t)k;
    }
    int32_t used = 0;
    for (int64_t opened = 0; d->waiting_count > 0; opened++) {
        const uint32_t pick = dungeon_below(d, d->waiting_count), door = d->waiting[pick];
        d->waiting[pick] = d->waiting[--d->waiting_count];
        const bool fresh = used < d->desc->keys && opened * d->desc->keys / doors >= used;
        const int64_t from =
            dungeon_below(d, 2) == 0 ? *last : 0; // a new key often lies behind the door before
        if (fresh && dungeon_lay(d, from, (uint8_t)(LF_DUNGEON_KEY + names[used]))) {
            d->ground.tiles[door] = (uint8_t)(LF_DUNGEON_DOOR + names[used++]);
        } else if (used > 0) {
            d->ground.tiles[door] = (uint8_t)(LF_DUNGEON_DOOR + names[dungeon_below(d, used)]);
        } else {
            d->ground.tiles[door] = LF_DUNGEON_FLOOR; // there was no room for its key
        }
        const int64_t before = d->reached_count;
        d->reached[d->reached_count++] = door;
        dungeon_flood(d);
        if (d->reached_count > before + 1) *last = before;
    }
    while (used < d->desc->keys) // doors ran out
        if (!dungeon_lay(d, 0, (uint8_t)(LF_DUNGEON_KEY + names[used++]))) return false;
    return true;
}

static uint32_t dungeon_choose_start(dungeon *d) {
    if (d->desc->rooms > 0) {
        const dungeon_room room = d->rooms[dungeon_below(d, d->desc->rooms)];
        return (uint32_t)((room.y + room.height / 2) * (int64_t)d->ground.width + room.x + room.width / 2);
    }
    const int64_t x = d->ground.width / 2 / 2 * 2, y = d->ground.height / 2 / 2 * 2; // a junction
    return (uint32_t)(y * d->ground.width + x);
}

// ---------------------------------------------------------------------------------------------------
// Spoiling it
// ---------------------------------------------------------------------------------------------------

/// Plays with all keys but one kind's, which stays where it is; marks what can be reached.
static void dungeon_play_without(dungeon *d, uint32_t start, int32_t without) {
    uint64_t held = 0;
    dungeon_flood_from(d, start);
    for (int64_t looked = 0, opened = 1; opened > 0;) {
        for (; looked < d->reached_count; looked++) {
            const uint8_t what = d->ground.tiles[d->reached[looked]];
            if (what >= LF_DUNGEON_KEY && what < LF_DUNGEON_DOOR && what - LF_DUNGEON_KEY != without)
                held |= UINT64_C(1) << (what - LF_DUNGEON_KEY);
        }
        opened = 0;
        for (int64_t i = 0; i < d->waiting_count;) {
            const uint32_t door = d->waiting[i];
            if ((held >> (d->ground.tiles[door] - LF_DUNGEON_DOOR) & 1) == 0) {
                i++;
                continue;
            }
            d->waiting[i] = d->waiting[--d->waiting_count];
            d->reached[d->reached_count++] = door;
            opened++;
        }
        dungeon_flood(d);
    }
}

/// Moves the key of a kind to where it cannot be reached without itself.
static void dungeon_hide_key(dungeon *d, int32_t kind, uint32_t exit) {
    uint32_t hidden = UINT32_MAX;
    for (int64_t i = 0; i < d->tile_count; i++) {
        if (d->ground.tiles[i] == LF_DUNGEON_KEY + kind) d->ground.tiles[i] = LF_DUNGEON_FLOOR;
        if (d->ground.tiles[i] == LF_DUNGEON_FLOOR && !d->met[i]) hidden = (uint32_t)i;
    }
    if (hidden != UINT32_MAX && hidden != exit) d->ground.tiles[hidden] = (uint8_t)(LF_DUNGEON_KEY + kind);
}

/// Whether two tiles are the same or touch.
static bool dungeon_touches(const dungeon *d, uint32_t a, uint32_t b) {
    const int64_t width = d->ground.width;
    const int64_t dx = a % width - b % width, dy = a / width - b / width;
    return dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1;
}

/// Puts walls around the exit, which is moved away from the start first if it touches it; false if there is
/// no room.
static bool dungeon_wall_in(dungeon *d, uint32_t start, uint32_t exit) {
    if (dungeon_touches(d, start, exit)) {
        d->ground.tiles[exit] = LF_DUNGEON_FLOOR;
        for (uint32_t i = 0; i < d->tile_count; i++)
            if (d->ground.tiles[i] == LF_DUNGEON_FLOOR && !dungeon_touches(d, start, i)) exit = i;
        if (dungeon_touches(d, start, exit)) return false;
        d->ground.tiles[exit] = LF_DUNGEON_EXIT;
    }
    for (uint32_t i = 0; i < d->tile_count; i++)
        if (i != exit && dungeon_touches(d, exit, i)) d->ground.tiles[i] = LF_DUNGEON_WALL;
    return true;
}

static bool dungeon_spoil(dungeon *d, uint32_t start, uint32_t exit) {
    for (int32_t i = 0, first = (int32_t)dungeon_below(d, d->desc->keys + 1); i < d->desc->keys; i++) {
        const int32_t kind = (first + i) % d->desc->keys;
        dungeon_begin_stage(d, STAGE_PLAYED + (STAGE_TOTAL - STAGE_PLAYED) * (i + 1) / d->desc->keys);
        dungeon_play_without(d, start, kind);
        if (d->cancelled) return false;
        if (d->met[exit]) continue;
        dungeon_hide_key(d, kind, exit);
        return true;
    }
    return dungeon_wall_in(d, start, exit);
}

// ---------------------------------------------------------------------------------------------------
// All of it
// ---------------------------------------------------------------------------------------------------

static const char *dungeon_check(const dungeon *d) {
    const lf_dungeon_desc *desc = d->desc;
    if (desc->width < 3 || desc->height < 3) return "a dungeon is at least 3 x 3 tiles";
    if (d->tile_count > UINT32_MAX - 1) return "a dungeon has at most 4294967294 tiles";
    if (desc->keys < 0 || desc->keys > LF_DUNGEON_MAX_KINDS) return "a dungeon has from 0 to 64 keys";
    if (desc->doors != 0 && desc->doors < desc->keys) return "there must be at least as many doors as keys";
    if (desc->doors > 0 && desc->keys == 0) return "doors need at least one key";
    if (desc->rooms < 0) return "the number of rooms is negative";
    if (desc->rooms > 0 &&
        (desc->width / d->columns < DUNGEON_CELL_MIN || desc->height / d->rows < DUNGEON_CELL_MIN))
        return "too many rooms for the size: each needs at least 5 x 5 tiles";
    return NULL;
}

static const char *dungeon_fill(dungeon *d) {
    dungeon_begin_stage(d, STAGE_DUG);
    const bool dug = d->desc->rooms > 0 ? dungeon_dig_rooms(d) : dungeon_dig_maze(d);
    if (d->cancelled) return "cancelled";
    if (!dug) return "out of memory";
    dungeon_begin_stage(d, d->desc->unsolvable ? STAGE_PLAYED : STAGE_TOTAL);
    const uint32_t start = dungeon_choose_start(d);
    d->ground.tiles[start] = LF_DUNGEON_START;
    const int64_t doors = dungeon_draw_doors(d, d->desc->doors > 0 ? d->desc->doors : d->desc->keys);
    int64_t last = 0;
    dungeon_flood_from(d, start);
    const bool played =
        dungeon_play(d, doors > 0 ? doors : 1, &last) && dungeon_lay(d, last, LF_DUNGEON_EXIT);
    if (d->cancelled) return "cancelled";
    if (!played) return "the dungeon is too small for so many keys";
    if (!d->desc->unsolvable) return dungeon_report(d, 1, 1) ? NULL : "cancelled";
    const uint8_t *exit = memchr(d->ground.tiles, LF_DUNGEON_EXIT, (size_t)d->tile_count);
    const bool spoilt = dungeon_spoil(d, start, (uint32_t)(exit - d->ground.tiles));
    dungeon_begin_stage(d, STAGE_TOTAL);
    if (!dungeon_report(d, 1, 1)) return "cancelled";
    return spoilt ? NULL : "the dungeon is too small";
}

const char *lf_dungeon_make(const lf_dungeon_desc *desc, uint8_t *tiles) {
    if (desc == NULL || tiles == NULL) return "a required pointer is NULL";
    dungeon d = {.desc = desc,
                 .ground = {.width = desc->width,
                            .height = desc->height,
                            .seed = lfi_random_mix(desc->seed ^ UINT64_C(0xD00D) << 48),
                            .tiles = tiles},
                 .tile_count = (int64_t)desc->width * desc->height};
    d.random = lf_random_make(d.ground.seed);
    if (desc->rooms > 0 && desc->width > 0 && desc->height > 0) dungeon_choose_grid(&d);
    const char *wrong = dungeon_check(&d);
    if (wrong != NULL) return wrong;
    d.reached = malloc((size_t)d.tile_count * sizeof *d.reached);
    d.met = malloc((size_t)d.tile_count);
    d.waiting = malloc((size_t)d.tile_count * sizeof *d.waiting);
    d.places = malloc((size_t)d.tile_count * sizeof *d.places);
    wrong = d.reached != NULL && d.met != NULL && d.waiting != NULL && d.places != NULL ? dungeon_fill(&d)
                                                                                        : "out of memory";
    free(d.rooms);
    free(d.reached);
    free(d.met);
    free(d.waiting);
    free(d.places);
    return wrong;
}
