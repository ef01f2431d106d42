// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Obstacles that move: the map of one query.
//
// The search has a second set of the map's bits, in rows and in blocks. Placing obstacles changes the words
// that they touch; lifting them copies these words back from the map. A copy of the map's struct with these
// bits takes the place of the search's map meanwhile, so strategies that read tiles from there see obstacles
// without knowing of them, as they do under a depth gate. What was made of the whole map beforehand knows
// nothing of obstacles: bodies (lfi_bodies_count), the coarse map (lfi_query_closes), the tree of depths
// (gate.c), the index (headland/obstructed.c).
//
// Boxes say where the differences are. A rectangle is one box; a plane gives one for each square of 64 x 64
// tiles in which it has a bit. (Rejected: to compare with the map word by word at the end of a query. This
// reads a megabyte for eight million tiles, where the boxes of a hundred ships are 1.6 KB.)
//
// Time: O(words touched), twice; for a plane O(words of the map) besides. The first query after a search was
// made or turned copies the map. Memory: 2 bits per tile of the map, 16 bytes per box.
#include "context.h"

#include "../weights/weights.h"

#include <string.h>

enum { BOXES_MOST = 4096, EXTRAS_MOST = 1 << 16, PLANE_SQUARE = 64 };

// ---- Memory ---------------------------------------------------------------------------------------

static bool obstacles_wanted(const lf_search *search) {
    return search->obstacle_room > 0;
}

static uint32_t obstacles_box_room(const lf_search *search) {
    return search->obstacle_room < BOXES_MOST ? (uint32_t)search->obstacle_room : BOXES_MOST;
}

static void obstacles_arrays(lf_search *search, lfi_arrays *run) {
    lfi_obstacles *obstacles = lfi_obstacles_of(search);
    LFI_ARRAY_ZEROED(run, obstacles->bits, search->base->word_count); // the frame stays blocked
    LFI_ARRAY_ZEROED(run, obstacles->frame, lfi_blocks_in_all(search->base));
    LFI_ARRAY(run, obstacles->map, 1);
    LFI_ARRAY(run, obstacles->boxes, obstacles_box_room(search));
}

static void obstacles_turned(lf_search *search) {
    lfi_obstacles *obstacles = lfi_obstacles_of(search);
    obstacles->filled = false;
    obstacles->box_count = 0;
    *obstacles->map = *search->base;
    obstacles->map->open = obstacles->bits;
    obstacles->map->bodies = (lfi_bodies){0};
    lfi_blocks_place(&obstacles->map->blocks, obstacles->frame);
}

const lfi_part lfi_obstacles_part = {.size = sizeof(lfi_obstacles),
                                     .wanted = obstacles_wanted,
                                     .arrays = obstacles_arrays,
                                     .turned = obstacles_turned};

// A tile that is blocked makes at most four headlands, under the usual rules; one that is opened unmakes more
// than it makes.
uint64_t lfi_obstacles_extras(const lf_search *search) {
    enum { PER_TILE = 4, SPARE = 64, HARBOUR_SHARE = 16 };
    const bool none = search->plain_index == NULL && search->gate_index_count == 0;
    // Harbours take tiles along whole coasts, where few of them are corners.
    const uint64_t room = (uint64_t)search->obstacle_room + (uint64_t)search->harbour_room / HARBOUR_SHARE;
    if (room == 0 || none) return 0;
    return room < EXTRAS_MOST / PER_TILE ? PER_TILE * room + SPARE : EXTRAS_MOST + SPARE;
}

// ---- Planes ---------------------------------------------------------------------------------------

static uint64_t plane_row_bytes(const lf_map *map) {
    return ((uint64_t)map->width + 7) / 8;
}

/// The bits of a plane for the tiles of row y from column x on, up to 64 of them; x is a multiple of 64.
static uint64_t plane_word(const lf_map *map, const uint8_t *plane, int64_t y, int64_t x) {
    const int64_t left = map->width - x;
    const int count = left < 64 ? (int)left : 64;
    const uint8_t *bytes = plane + (size_t)y * (size_t)plane_row_bytes(map) + (size_t)(x / 8);
    uint64_t word = 0;
    for (int i = 0; i < count; i += 8) word |= (uint64_t)bytes[i / 8] << i;
    return count == 64 ? word : word & ((UINT64_C(1) << count) - 1);
}

static int64_t plane_count(const lf_map *map, const uint8_t *plane) {
    int64_t count = 0;
    for (int64_t y = 0; plane != NULL && y < map->height; y++) {
        for (int64_t x = 0; x < map->width; x += 64) count += lfi_count_bits(plane_word(map, plane, y, x));
    }
    return count;
}

// ---- The query ------------------------------------------------------------------------------------

bool lfi_obstacles_asked(const lf_query *query) {
    const lf_obstacles *asked = query->obstacles;
    return asked != NULL && (asked->count != 0 || asked->blocked_plane != NULL || asked->open_plane != NULL);
}

/// The part of an obstacle that lies on the map; false if there is none.
static bool obstacle_box(const lf_map *map, const lf_obstacle *obstacle, lfi_box *out) {
    const int64_t x1 = (int64_t)obstacle->x + obstacle->width, y1 = (int64_t)obstacle->y + obstacle->height;
    if (x1 <= 0 || y1 <= 0 || obstacle->x >= map->width || obstacle->y >= map->height) return false;
    *out = (lfi_box){obstacle->x > 0 ? obstacle->x : 0, obstacle->y > 0 ? obstacle->y : 0,
                     x1 < map->width ? (int32_t)x1 - 1 : map->width - 1,
                     y1 < map->height ? (int32_t)y1 - 1 : map->height - 1};
    return true;
}

static lf_status obstacles_check_list(const lf_map *map, const lf_obstacles *asked, int64_t room) {
    if (asked->count < 0) return LF_E_COUNT;
    if (asked->count > 0 && asked->list == NULL) return LF_E_NULL;
    for (int64_t i = 0; i < asked->count; i++) {
        lfi_box box;
        if (asked->list[i].width < 1 || asked->list[i].height < 1) return LF_E_OBSTACLE;
        if (obstacle_box(map, &asked->list[i], &box)) room -= lfi_box_tiles(box);
        if (room < 0) return LF_E_OBSTACLE_ROOM;
    }
    return LF_OK;
}

lf_status lfi_obstacles_check(const lf_search *search, const lf_query *query) {
    const lf_obstacles *asked = query->obstacles;
    const lf_map *map = search->base;
    if (!lfi_obstacles_asked(query)) return LF_OK;
    if (search->obstacle_room == 0) return LF_E_OBSTACLE_ROOM;
    const bool planes = asked->blocked_plane != NULL || asked->open_plane != NULL;
    if (planes && asked->plane_size / plane_row_bytes(map) < (uint64_t)map->height)
        return LF_E_OBSTACLE_PLANE;
    const int64_t covered = plane_count(map, asked->blocked_plane) + plane_count(map, asked->open_plane);
    if (covered > search->obstacle_room) return LF_E_OBSTACLE_ROOM;
    return obstacles_check_list(map, asked, search->obstacle_room - covered);
}

// ---- Placing --------------------------------------------------------------------------------------

static void box_add(lf_search *search, lfi_box box) {
    lfi_obstacles *obstacles = lfi_obstacles_of(search);
    if (obstacles->box_count < obstacles_box_room(search)) {
        obstacles->boxes[obstacles->box_count++] = box;
        return;
    }
    lfi_box *last = &obstacles->boxes[obstacles->box_count - 1];
    *last = lfi_boxes_around(*last, box);
}

/// Opens or blocks the tiles of a word that a mask has.
static void word_place(lf_search *search, uint64_t word, uint64_t mask, bool open) {
    lfi_obstacles *obstacles = lfi_obstacles_of(search);
    // What weighs nothing stays blocked.
    if (open && search->query.weights != NULL) mask = lfi_weights_passable(search->query.weights, word, mask);
    const uint64_t before = obstacles->bits[word], after = open ? before | mask : before & ~mask;
    if (before == after) return;
    obstacles->bits[word] = after;
    lfi_blocks_take_word(obstacles->map, word);
    if (!open && obstacles->opened == 0) { // then all open tiles are those of the map: it need not be read
        obstacles->blocked += lfi_count_bits(before & mask);
        return;
    }
    const uint64_t without = search->ground->open[word];
    obstacles->opened += lfi_count_bits(after & ~without) - lfi_count_bits(before & ~without);
    obstacles->blocked += lfi_count_bits(~after & without) - lfi_count_bits(~before & without);
}

static void obstacle_place(lf_search *search, const lf_obstacle *obstacle) {
    lfi_box box;
    if (!obstacle_box(search->base, obstacle, &box)) return;
    box_add(search, box);
    for (int32_t y = box.y0; y <= box.y1; y++) {
        const uint64_t row = lfi_map_row(search->base, y) >> 6;
        for (int64_t word = box.x0 >> 6; word <= box.x1 >> 6; word++)
            word_place(search, row + (uint64_t)word, lfi_columns_mask(word, box.x0, box.x1), obstacle->open);
    }
}

/// Places the tiles that a plane has in a square of 64 x 64.
static void square_place(lf_search *search, const uint8_t *plane, lf_point corner, bool open) {
    const lf_map *map = search->base;
    const int32_t end = corner.y < map->height - PLANE_SQUARE ? corner.y + PLANE_SQUARE : map->height;
    int32_t first = end, last = corner.y;
    uint64_t any = 0;
    for (int32_t y = corner.y; y < end; y++) {
        const uint64_t bits = plane_word(map, plane, y, corner.x);
        if (bits == 0) continue;
        word_place(search, (lfi_map_row(map, y) + (uint64_t)corner.x) >> 6, bits, open);
        first = any == 0 ? y : first;
        last = y;
        any |= bits;
    }
    if (any != 0)
        box_add(search,
                (lfi_box){corner.x + lfi_lowest_bit(any), first, corner.x + lfi_highest_bit(any), last});
}

static void plane_place(lf_search *search, const uint8_t *plane, bool open) {
    const lf_map *map = search->base;
    for (int64_t y = 0; plane != NULL && y < map->height; y += PLANE_SQUARE) {
        for (int64_t x = 0; x < map->width; x += PLANE_SQUARE)
            square_place(search, plane, (lf_point){(int32_t)x, (int32_t)y}, open);
    }
}

/// Copies the ground, unless the bits are the ground's already.
static void obstacles_fill(lf_search *search) {
    lfi_obstacles *obstacles = lfi_obstacles_of(search);
    const lf_map *ground = search->ground;
    if (obstacles->filled) return;
    obstacles->filled = true;
    memcpy(obstacles->bits, ground->open, lfi_bytes(ground->word_count, sizeof *ground->open));
    memcpy(obstacles->frame, ground->blocks.frame,
           lfi_bytes(lfi_blocks_in_all(ground), sizeof *obstacles->frame));
}

/// Fetches what placing an obstacle will touch first. (A hundred tiles all over a sea took 9.7 us without,
/// and 4.6 with.)
/// Inlined, because gcc leaves out the call of a function that does nothing but this.
LFI_INLINED void obstacle_prefetch(const lf_search *search, const lf_obstacle *obstacle) {
    const lfi_obstacles *obstacles = lfi_obstacles_of(search);
    const lf_map *base = search->base;
    lfi_box box;
    if (!obstacle_box(base, obstacle, &box)) return;
    const uint64_t word = (lfi_map_row(base, box.y0) + (uint64_t)box.x0) >> 6;
    const lfi_place place = lfi_blocks_at(&base->blocks, (uint32_t)(box.x0 & ~63), (uint32_t)box.y0);
    lfi_prefetch(&obstacles->bits[word]);
    if (obstacle->open) lfi_prefetch(&base->open[word]);
    lfi_prefetch(&obstacles->map->blocks.open[place.block]);
}

static void obstacles_place_list(lf_search *search, const lf_obstacles *asked) {
    enum { AHEAD = 12 };
    for (int64_t i = 0; i < AHEAD && i < asked->count; i++) obstacle_prefetch(search, &asked->list[i]);
    for (int64_t i = 0; i < asked->count; i++) {
        if (i + AHEAD < asked->count) obstacle_prefetch(search, &asked->list[i + AHEAD]);
        obstacle_place(search, &asked->list[i]);
    }
}

void lfi_obstacles_place(lf_search *search) {
    lfi_obstacles *obstacles = lfi_obstacles_of(search);
    const lf_obstacles *asked = search->query.obstacles;
    obstacles_fill(search);
    obstacles->serial++;
    obstacles->box_count = 0;
    obstacles->opened = obstacles->blocked = 0;
    plane_place(search, asked->blocked_plane, false);
    plane_place(search, asked->open_plane, true);
    obstacles_place_list(search, asked);
    obstacles->map->open_count = search->ground->open_count + obstacles->opened - obstacles->blocked;
    search->query.obstacles = NULL; // the caller need not keep them
    search->now = search->map = obstacles->map;
    search->opens = obstacles->opened > 0;
    for (uint32_t i = 0; i < obstacles->box_count; i++) lfi_depth_gate_refill(search, obstacles->boxes[i]);
}

void lfi_obstacles_lift(lf_search *search) {
    const lfi_obstacles *obstacles = lfi_obstacles_of(search);
    search->now = search->map = search->ground;
    search->overlay = search->edits;
    search->opens = false;
    for (uint32_t i = 0; i < obstacles->box_count; i++) {
        lfi_map_follow(obstacles->map, search->ground, obstacles->boxes[i]);
        lfi_depth_gate_refill(search, obstacles->boxes[i]);
    }
}
