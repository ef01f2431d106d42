// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Two ships are under way when a bomb opens a canal. Only the ship whose route may have become too long plans
// again; then a wall falls into the water, and only the ship whose way is blocked does.
#include <landfall.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 60, HEIGHT = 20, SHIPS = 2, ROOM = 200 };

typedef struct ship {
    const char *name;
    lf_tile route[ROOM], target;
    lf_voyage voyage;
} ship;

/// Plans on the state that the search is turned to.
static void ship_plan(ship *s, lf_search *search, uint64_t version) {
    const int64_t count = lf_search_between(search, s->route[0], s->target, s->route, ROOM);
    s->voyage = (lf_voyage){.tiles = s->route, .count = count, .version = version};
    printf("  %s plans: %d moves\n", s->name, (int)count - 1);
}

/// What a game does after an edit: asks of all routes at once, and plans those again that need it.
static void fleet_look(ship *ships, lf_world *world, lf_search *search) {
    static const char *const words[] = {"still shortest", "legal, perhaps too long", "broken",
                                        "legal, too long"};
    const lf_snapshot *now = lf_world_acquire(world);
    lf_voyage voyages[SHIPS];
    for (int i = 0; i < SHIPS; i++) voyages[i] = ships[i].voyage;
    if (lf_search_turn(search, now) == LF_OK && lf_route_still(search, voyages, SHIPS) == LF_OK) {
        for (int i = 0; i < SHIPS; i++) {
            printf("  %s: %s\n", ships[i].name, words[voyages[i].still]);
            if (voyages[i].still != LF_STILL_SHORTEST) ship_plan(&ships[i], search, lf_snapshot_version(now));
        }
    }
    lf_snapshot_release(now);
}

static void edit(lf_world *world, const char *what) {
    lf_edit_report report;
    if (lf_world_commit(world, &report) != LF_OK) return;
    printf("%s: version %d, %d tiles opened, %d blocked\n", what, (int)report.version, (int)report.opened,
           (int)report.blocked);
}

int main(void) {
    static uint8_t tiles[WIDTH * HEIGHT]; // an island of 40 x 12 tiles in the sea
    memset(tiles, 1, sizeof tiles);
    for (int y = 4; y < 16; y++) memset(tiles + y * WIDTH + 10, 0, 40);
    const lf_map_desc map = {.width = WIDTH, .height = HEIGHT, .tiles = tiles, .tiles_size = sizeof tiles};
    lf_world *world;
    lf_search *search;
    if (lf_world_create(&(lf_world_desc){.map = map, .index = &(lf_index_desc){0}}, &world) != LF_OK)
        return 1;
    if (lf_world_search(world, NULL, &search) != LF_OK) return 1;

    ship ships[SHIPS] = {{.name = "Anna", .route = {2 * WIDTH + 30}, .target = 17 * WIDTH + 30},
                         {.name = "Bela", .route = {3 * WIDTH + 52}, .target = 18 * WIDTH + 56}};
    for (int i = 0; i < SHIPS; i++) ship_plan(&ships[i], search, 0);

    lf_world_set_rect(world, (lf_point){29, 4}, 3, 12, true);
    edit(world, "A bomb opens a canal");
    fleet_look(ships, world, search);
    lf_world_set_disc(world, (lf_point){30, 10}, 2, false);
    edit(world, "Rocks fall into the canal");
    fleet_look(ships, world, search);
    while (lf_world_has_work(world)) lf_world_work(world, 2000, NULL); // in quiet moments, on any thread
    lf_search_destroy(search);
    lf_world_destroy(world);
    return 0;
}

// Output:
//   Anna plans: 53 moves
//   Bela plans: 15 moves
// A bomb opens a canal: version 1, 36 tiles opened, 0 blocked
//   Anna: legal, too long
//   Anna plans: 15 moves
//   Bela: still shortest
// Rocks fall into the canal: version 2, 0 tiles opened, 11 blocked
//   Anna: broken
//   Anna plans: 53 moves
//   Bela: still shortest
