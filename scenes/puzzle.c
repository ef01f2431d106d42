// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Puzzles: rooms of five by five tiles on a grid, in a chain for each hero that goes to and fro. Between some rooms and
// the next is a gate, and what opens it lies at most a few rooms before it, in the chain of any hero. If all heroes take
// everything that lies in their first i rooms before one of them goes on to the next, every gate opens: there is a way.
// Shortcuts between rooms that lie side by side are more doors of kinds that there are: a way may use them or not.
#include "puzzle.h"

#include "scenes.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROOM = 5,
    PITCH = ROOM + 1,
    GATES_MOST = 24,
    KINDS_MOST = 56,
    PLACES_MOST = 16,
    ITEM_TRIES = 64,
    BACK = 3
};

const char *lf_part_name(lf_part part) {
    static const char *const names[] = {
#define PART_NAME(id, name, text) name,
        LF_PART_MAP(PART_NAME)
#undef PART_NAME
    };
    return (unsigned)part < LF_PART_COUNT ? names[part] : NULL;
}

/// A puzzle in the making.
typedef struct maker {
    const lf_puzzle_scene_desc *desc;
    uint8_t *tiles;
    lf_puzzle_scene *out;
    int64_t room;           ///< for devices
    int32_t across, down;   ///< rooms
    int32_t places;         ///< so far
    int32_t used_up, locks; ///< the kind of keys that is used up now, -1 = none, and its doors so far
    uint8_t *taken;         ///< per tile, whether anything lies there
    lf_random random;
} maker;

/// A room: its number in the chain of a hero.
typedef struct station {
    int32_t hero, number;
} station;

static int32_t band_row(const maker *m, int32_t hero) {
    return hero * m->down / m->out->heroes;
}

static int32_t chain_length(const maker *m, int32_t hero) {
    return (band_row(m, hero + 1) - band_row(m, hero)) * m->across;
}

/// Column and row of a room; chains go to and fro.
static lf_point station_cell(const maker *m, station at) {
    const int32_t row = at.number / m->across, column = at.number % m->across;
    return (lf_point){row % 2 == 0 ? column : m->across - 1 - column, band_row(m, at.hero) + row};
}

static lf_tile maker_tile(const maker *m, int32_t x, int32_t y) {
    return (lf_tile)y * (lf_tile)m->desc->width + (lf_tile)x;
}

static void maker_open(maker *m, lf_tile tile) {
    m->tiles[tile] = 1;
    m->taken[tile] = 1;
}

/// Digs a room, with pillars that leave a way around each. What lies before a gate stays free.
static void room_dig(maker *m, int32_t column, int32_t row) {
    for (int32_t y = 0; y < ROOM; y++)
        for (int32_t x = 0; x < ROOM; x++) {
            const lf_tile tile = maker_tile(m, 1 + column * PITCH + x, 1 + row * PITCH + y);
            const bool pillar = x % 2 == 1 && y % 2 == 1 && lf_random_below(&m->random, 2) == 0;
            m->tiles[tile] = !pillar;
            const bool front =
                (x == ROOM / 2 && y % (ROOM - 1) == 0) || (y == ROOM / 2 && x % (ROOM - 1) == 0);
            m->taken[tile] = pillar || front;
        }
}

/// A bare tile of a room; the last resort is one before a gate.
static lf_tile station_spot(maker *m, station at) {
    const lf_point cell = station_cell(m, at);
    lf_tile tile = 0;
    for (int i = 0; i < ITEM_TRIES; i++) {
        const uint32_t spot = lf_random_below(&m->random, ROOM * ROOM);
        tile = maker_tile(m, 1 + cell.x * PITCH + (int32_t)spot % ROOM,
                          1 + cell.y * PITCH + (int32_t)spot / ROOM);
        if (m->taken[tile] == 0) break;
    }
    if (m->taken[tile] != 0) return LF_NO_TILE;
    m->taken[tile] = 1;
    return tile;
}

static bool device_add(maker *m, lf_device device) {
    if (device.tile == LF_NO_TILE || m->out->device_count == m->room) return false;
    m->out->devices[m->out->device_count++] = device;
    return true;
}

/// Puts something into a room at most a few before a gate, of any hero.
static bool item_add(maker *m, station gate, lf_device device) {
    for (int i = 0; i < ITEM_TRIES; i++) {
        const int32_t hero = (int32_t)lf_random_below(&m->random, (uint32_t)m->out->heroes);
        const int32_t last = gate.number < chain_length(m, hero) ? gate.number : chain_length(m, hero) - 1;
        const int32_t back = (int32_t)lf_random_below(&m->random, BACK + 1);
        device.tile = station_spot(m, (station){hero, last > back ? last - back : 0});
        if (device.tile != LF_NO_TILE) return device_add(m, device);
    }
    return false;
}

/// The tile between a room and another one beside it, and the way from the one to the other.
static lf_tile wall_between(const maker *m, lf_point from, lf_point to, lf_heading *heading) {
    const int32_t dx = to.x - from.x, dy = to.y - from.y;
    *heading = dx > 0   ? LF_HEADING_EAST
               : dx < 0 ? LF_HEADING_WEST
               : dy > 0 ? LF_HEADING_SOUTH
                        : LF_HEADING_NORTH;
    const int32_t half = ROOM / 2 + 1;
    return maker_tile(m, from.x * PITCH + half + dx * half, from.y * PITCH + half + dy * half);
}

/// A kind that has no device yet; -1 if there are too many.
static int32_t kind_new(maker *m) {
    return m->out->kind_count < KINDS_MOST ? m->out->kind_count++ : -1;
}

/// A door for `need` keys, and `count` keys before it.
static bool lock_make(maker *m, station gate, lf_tile wall, int32_t kind, int32_t need, int32_t count) {
    bool fine = kind >= 0;
    for (int32_t i = 0; fine && i < count; i++)
        fine = item_add(m, gate, (lf_device){.type = LF_DEVICE_KEY, .kind = (uint8_t)kind});
    maker_open(m, wall);
    return fine && device_add(m, (lf_device){.tile = wall,
                                             .type = LF_DEVICE_DOOR,
                                             .kind = (uint8_t)kind,
                                             .need = (uint8_t)(need > 1 ? need : 0)});
}

static bool used_up_make(maker *m, station gate, lf_tile wall) {
    enum { LOCKS = 4 }; // of a kind
    if (m->used_up < 0 || m->locks == LOCKS) {
        m->used_up = kind_new(m);
        m->locks = 0;
    }
    if (m->used_up >= 0) m->out->used_up |= UINT64_C(1) << m->used_up;
    m->locks++;
    return lock_make(m, gate, wall, m->used_up, 1, 1);
}

static bool switch_make(maker *m, station gate, lf_tile wall) {
    const int32_t kind = kind_new(m);
    maker_open(m, wall);
    return kind >= 0 && item_add(m, gate, (lf_device){.type = LF_DEVICE_SWITCH, .kind = (uint8_t)kind}) &&
           device_add(m, (lf_device){.tile = wall, .type = LF_DEVICE_BARRIER, .kind = (uint8_t)kind});
}

static bool teleporter_make(maker *m, station gate) {
    const int32_t kind = kind_new(m);
    lf_device device = {.type = LF_DEVICE_TELEPORTER, .kind = (uint8_t)kind};
    if (kind < 0) return false;
    device.tile = station_spot(m, gate);
    if (!device_add(m, device)) return false;
    device.tile = station_spot(m, (station){gate.hero, gate.number + 1});
    return device_add(m, device);
}

/// Places are numbered as gates are made, hero by hero: the order in which heroes who go on together meet them.
static bool place_make(maker *m, station gate, lf_tile wall) {
    maker_open(m, wall);
    if (m->places == PLACES_MOST) return true;
    const lf_device device = {
        .tile = station_spot(m, gate), .type = LF_DEVICE_PLACE, .kind = (uint8_t)m->places};
    m->places += device.tile != LF_NO_TILE;
    return device_add(m, device);
}

static bool gate_make(maker *m, station gate, lf_part part) {
    const station next = {gate.hero, gate.number + 1};
    lf_heading heading;
    const lf_tile wall = wall_between(m, station_cell(m, gate), station_cell(m, next), &heading);
    const int32_t need = 2 + (int32_t)lf_random_below(&m->random, 2);
    switch (part) {
    case LF_PART_KEYS: return lock_make(m, gate, wall, kind_new(m), 1, 1);
    case LF_PART_USED_UP: return used_up_make(m, gate, wall);
    case LF_PART_NUMBERS: return lock_make(m, gate, wall, kind_new(m), need, need + 1);
    case LF_PART_SWITCHES: return switch_make(m, gate, wall);
    case LF_PART_TELEPORTERS: return teleporter_make(m, gate);
    case LF_PART_PLACES: return place_make(m, gate, wall);
    default: break;
    }
    maker_open(m, wall);
    return device_add(m, (lf_device){.tile = wall,
                                     .heading = part == LF_PART_ONE_WAY ? heading : LF_HEADING_ANY,
                                     .once = part == LF_PART_ONCE});
}

/// One of the parts that are wanted.
static lf_part part_draw(maker *m) {
    const uint32_t wanted = m->desc->parts != 0 ? m->desc->parts : (1u << LF_PART_COUNT) - 1;
    for (;;) {
        const uint32_t part = lf_random_below(&m->random, LF_PART_COUNT);
        if ((wanted >> part & 1) != 0) return (lf_part)part;
    }
}

/// A door or barrier like one that there is, between a room and the one below it in the same chain.
static void shortcut_make(maker *m, int32_t hero) {
    const int32_t row = band_row(m, hero), rows = band_row(m, hero + 1) - row;
    if (rows < 2 || m->out->device_count == 0) return;
    const int32_t column = (int32_t)lf_random_below(&m->random, (uint32_t)m->across);
    const int32_t above = row + (int32_t)lf_random_below(&m->random, (uint32_t)rows - 1);
    lf_heading heading;
    lf_device device = m->out->devices[lf_random_below(&m->random, (uint32_t)m->out->device_count)];
    device.tile = wall_between(m, (lf_point){column, above}, (lf_point){column, above + 1}, &heading);
    if ((device.type != LF_DEVICE_DOOR && device.type != LF_DEVICE_BARRIER) || m->taken[device.tile] != 0)
        return;
    device.open = device.type == LF_DEVICE_BARRIER && lf_random_below(&m->random, 2) == 0;
    if (device_add(m, device)) maker_open(m, device.tile);
}

/// How many gates a chain gets: no more than there are rooms, and than the bits of a puzzle allow.
static int32_t gate_count(const maker *m) {
    const int32_t most = GATES_MOST / m->out->heroes > 0 ? GATES_MOST / m->out->heroes : 1;
    return m->desc->gates > 0 && m->desc->gates < most ? m->desc->gates : most;
}

/// All gates, room by room, so that numbers of places rise; where there is none, the rooms are one.
static bool chains_make(maker *m) {
    int32_t longest = 0;
    for (int32_t h = 0; h < m->out->heroes; h++)
        longest = chain_length(m, h) > longest ? chain_length(m, h) : longest;
    const int32_t gates = gate_count(m);
    bool fine = true;
    for (int32_t i = 0; i + 1 < longest; i++)
        for (int32_t h = 0; fine && h < m->out->heroes; h++) {
            const int32_t walls = chain_length(m, h) - 1;
            if (i >= walls) continue;
            lf_heading heading;
            const station gate = {h, i};
            const bool has = (int64_t)(i + 1) * gates / walls > (int64_t)i * gates / walls;
            if (has)
                fine = gate_make(m, gate, part_draw(m));
            else
                maker_open(m, wall_between(m, station_cell(m, gate), station_cell(m, (station){h, i + 1}),
                                           &heading));
        }
    for (int32_t i = 0; fine && i < gates; i++) shortcut_make(m, i % m->out->heroes);
    return fine;
}

static void devices_sort(lf_puzzle_scene *scene) {
    for (int64_t i = 1; i < scene->device_count; i++) {
        const lf_device device = scene->devices[i];
        int64_t at = i;
        for (; at > 0 && scene->devices[at - 1].tile > device.tile; at--)
            scene->devices[at] = scene->devices[at - 1];
        scene->devices[at] = device;
    }
}

static const char *maker_run(maker *m) {
    for (int32_t row = 0; row < m->down; row++)
        for (int32_t column = 0; column < m->across; column++) room_dig(m, column, row);
    for (int32_t h = 0; h < m->out->heroes; h++) {
        m->out->starts[h] = station_spot(m, (station){h, 0});
        m->out->exits[h] = station_spot(m, (station){h, chain_length(m, h) - 1});
    }
    if (!chains_make(m)) return "too many gates for so few rooms";
    devices_sort(m->out);
    return NULL;
}

const char *lf_puzzle_scene_make(const lf_puzzle_scene_desc *desc, uint8_t *tiles, lf_puzzle_scene *out) {
    const int64_t count = (int64_t)desc->width * desc->height;
    *out = (lf_puzzle_scene){.heroes = desc->heroes > 0 ? desc->heroes : 1};
    maker m = {.desc = desc, .tiles = tiles, .out = out, .used_up = -1, .random = lf_random_make(desc->seed)};
    m.across = (desc->width - 1) / PITCH;
    m.down = (desc->height - 1) / PITCH;
    const int32_t heroes = out->heroes;
    out->heroes = 0;
    if (heroes > LF_MAX_HEROES) return "more heroes than a puzzle can have";
    if (m.across < 2 || m.down < heroes)
        return "too small: a hero needs at least 13 x 7 tiles, and 6 rows more each";
    out->heroes = heroes;
    m.room = 8 * (int64_t)(GATES_MOST + LF_MAX_HEROES);
    m.taken = malloc((size_t)count);
    out->devices = malloc((size_t)m.room * sizeof *out->devices);
    const char *wrong = "out of memory";
    if (m.taken != NULL && out->devices != NULL) {
        memset(tiles, 0, (size_t)count);
        memset(m.taken, 0, (size_t)count);
        wrong = maker_run(&m);
    }
    free(m.taken);
    if (wrong != NULL) lf_puzzle_scene_free(out);
    return wrong;
}

void lf_puzzle_scene_free(lf_puzzle_scene *scene) {
    free(scene->devices);
    *scene = (lf_puzzle_scene){0};
}
