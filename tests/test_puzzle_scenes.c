// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The generator of puzzles: whatever it makes can be solved, with every move rule, and is the same everywhere.
#include "test.h"

#include <landfall.h>
#include <puzzle.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TILES = 64 * 64 };
#define EXPECTED_HASH UINT64_C(1573231844897032138)

static uint64_t bytes_hash(uint64_t hash, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) hash = (hash ^ ((const uint8_t *)bytes)[i]) * UINT64_C(1099511628211);
    return hash;
}

/// How a query of a puzzle ends; every device must be one that the library takes.
static lf_status scene_solve(const lf_puzzle_scene_desc *desc, const uint8_t *tiles,
                             const lf_puzzle_scene *scene, lf_moves moves, lf_puzzle_route *route) {
    const lf_map_desc map_desc = {.width = desc->width,
                                  .height = desc->height,
                                  .tiles = tiles,
                                  .tiles_size = (size_t)desc->width * (size_t)desc->height,
                                  .moves = moves};
    const lf_puzzle_desc puzzle_desc = {
        .devices = scene->devices, .device_count = scene->device_count, .used_up = scene->used_up};
    lf_source sources[LF_MAX_HEROES] = {{0, 0}};
    for (int32_t h = 0; h < scene->heroes; h++) sources[h].tile = scene->starts[h];
    const lf_puzzle_query query = {.sources = sources,
                                   .source_count = scene->heroes,
                                   .targets = scene->exits,
                                   .target_count = scene->heroes,
                                   .together = scene->heroes > 1};
    lf_map *map = NULL;
    lf_puzzle *puzzle = NULL;
    lf_puzzle_search *search = NULL;
    lf_status status = lf_map_create(&map_desc, &map);
    if (status == LF_OK) status = lf_puzzle_create(map, &puzzle_desc, &puzzle);
    if (status == LF_OK)
        status = lf_puzzle_search_create(puzzle, &(lf_puzzle_search_desc){.max_states = 20000}, &search);
    if (status == LF_OK) status = lf_puzzle_search_find(search, &query, NULL, 0, route);
    lf_puzzle_search_destroy(search);
    lf_puzzle_destroy(puzzle);
    lf_map_destroy(map);
    return status;
}

/// A limit says nothing; "no route" would be a fault of the generator or the search.
static void every_puzzle_can_be_solved(void) {
    static const lf_moves moves[] = {LF_MOVES_KING, LF_MOVES_KING_CUT, LF_MOVES_ORTHOGONAL};
    static const struct {
        int32_t width, height, heroes, gates;
    } sizes[] = {{13, 7, 1, 1}, {25, 13, 1, 5}, {40, 20, 1, 0}, {31, 19, 2, 3}, {37, 25, 4, 1}};
    static uint8_t tiles[MOST_TILES];
    int solved = 0, limits = 0;
    const uint64_t seeds = 6;
    for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++)
        for (uint64_t seed = 1; seed <= seeds; seed++)
            for (int part = 0; part <= LF_PART_COUNT; part++) {
                const lf_puzzle_scene_desc desc = {.width = sizes[size].width,
                                                   .height = sizes[size].height,
                                                   .heroes = sizes[size].heroes,
                                                   .gates = sizes[size].gates,
                                                   .parts = part < LF_PART_COUNT ? 1u << part : 0,
                                                   .seed = seed};
                lf_puzzle_scene scene;
                lf_puzzle_route route;
                if (!CHECK(lf_puzzle_scene_make(&desc, tiles, &scene) == NULL)) continue;
                const lf_status status = scene_solve(&desc, tiles, &scene, moves[seed % 3], &route);
                CHECK(status == LF_OK || status == LF_LIMIT);
                solved += status == LF_OK;
                limits += status == LF_LIMIT;
                lf_puzzle_scene_free(&scene);
            }
    CHECK(solved > 9 * limits);
}

/// Each part makes devices of its own, and none but these.
static void parts_make_their_devices(void) {
    static const lf_device_type types[LF_PART_COUNT] = {
        LF_DEVICE_DOOR,  LF_DEVICE_DOOR,    LF_DEVICE_DOOR,       LF_DEVICE_FLOOR,
        LF_DEVICE_FLOOR, LF_DEVICE_BARRIER, LF_DEVICE_TELEPORTER, LF_DEVICE_PLACE};
    static uint8_t tiles[MOST_TILES];
    for (int part = 0; part < LF_PART_COUNT; part++) {
        const lf_puzzle_scene_desc desc = {
            .width = 49, .height = 31, .gates = 9, .parts = 1u << part, .seed = 3};
        lf_puzzle_scene scene;
        if (!CHECK(lf_puzzle_scene_make(&desc, tiles, &scene) == NULL)) continue;
        int gates = 0;
        for (int64_t i = 0; i < scene.device_count; i++) {
            const lf_device *device = &scene.devices[i];
            CHECK(i == 0 || scene.devices[i - 1].tile < device->tile);
            CHECK_EQ(tiles[device->tile], 1);
            CHECK(device->type == types[part] || device->type == LF_DEVICE_KEY ||
                  device->type == LF_DEVICE_SWITCH);
            CHECK(part != LF_PART_NUMBERS || device->type != LF_DEVICE_DOOR || device->need >= 2);
            CHECK((device->heading != LF_HEADING_ANY) == (part == LF_PART_ONE_WAY));
            CHECK(device->once == (part == LF_PART_ONCE));
            gates += device->type == types[part];
        }
        CHECK(gates >= 9);
        CHECK((scene.used_up != 0) == (part == LF_PART_USED_UP));
        CHECK_EQ(scene.heroes, 1);
        lf_puzzle_scene_free(&scene);
    }
}

static void puzzles_are_the_same_everywhere(void) {
    static uint8_t tiles[MOST_TILES];
    uint64_t hash = UINT64_C(1469598103934665603), first = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        const lf_puzzle_scene_desc desc = {
            .width = 43, .height = 26, .heroes = (int32_t)(seed % 3) + 1, .seed = seed};
        lf_puzzle_scene scene;
        if (!CHECK(lf_puzzle_scene_make(&desc, tiles, &scene) == NULL)) continue;
        hash = bytes_hash(hash, tiles, (size_t)desc.width * (size_t)desc.height);
        for (int64_t i = 0; i < scene.device_count; i++) {
            const lf_device *d = &scene.devices[i];
            const uint8_t bytes[] = {(uint8_t)d->tile, (uint8_t)(d->tile >> 8),
                                     (uint8_t)d->type, (uint8_t)d->heading,
                                     d->kind,          d->need,
                                     d->open,          d->once};
            hash = bytes_hash(hash, bytes, sizeof bytes);
        }
        if (seed == 1) first = hash;
        lf_puzzle_scene_free(&scene);
    }
    CHECK(first != hash);
    CHECK_EQ(hash, EXPECTED_HASH);
}

static void bad_numbers_are_refused(void) {
    static uint8_t tiles[MOST_TILES];
    lf_puzzle_scene scene;
    CHECK(lf_puzzle_scene_make(&(lf_puzzle_scene_desc){.width = 12, .height = 7}, tiles, &scene) != NULL);
    CHECK(lf_puzzle_scene_make(&(lf_puzzle_scene_desc){.width = 13, .height = 6}, tiles, &scene) != NULL);
    CHECK(lf_puzzle_scene_make(&(lf_puzzle_scene_desc){.width = 30, .height = 18, .heroes = 3}, tiles,
                               &scene) != NULL);
    CHECK(lf_puzzle_scene_make(&(lf_puzzle_scene_desc){.width = 60, .height = 60, .heroes = 9}, tiles,
                               &scene) != NULL);
    CHECK(scene.devices == NULL && scene.heroes == 0);
    CHECK(lf_part_name(LF_PART_COUNT) == NULL);
    CHECK(strcmp(lf_part_name(LF_PART_ONCE), "once") == 0);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(every_puzzle_can_be_solved),
        TEST(parts_make_their_devices),
        TEST(puzzles_are_the_same_everywhere),
        TEST(bad_numbers_are_refused),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
