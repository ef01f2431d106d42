// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Many ships ask for routes, and a game spends a fixed number of expansions a tick on all of them. Two
// searches take turns, so that the long query does not hold up the short ones behind it.
#include <landfall.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 256, SHIPS = 6, BUDGET_PER_TICK = 20000 };

int main(void) {
    uint8_t *tiles = malloc(SIDE * SIDE);
    if (tiles == NULL) return 1;
    memset(tiles, 1, SIDE * SIDE);
    for (int y = 0; y < SIDE; y++) tiles[y * SIDE + 128] = 0; // a wall from the top to the bottom
    lf_map *map;
    lf_search *searches[2];
    lf_tasks *tasks;
    const lf_map_desc desc = {.width = SIDE, .height = SIDE, .tiles = tiles, .tiles_size = SIDE * SIDE};
    if (lf_map_create(&desc, &map) != LF_OK) return 1;
    free(tiles);
    for (int i = 0; i < 2; i++)
        if (lf_search_create(map, NULL, &searches[i]) != LF_OK) return 1;
    if (lf_tasks_create(&(lf_tasks_desc){.searches = searches, .search_count = 2}, &tasks) != LF_OK) return 1;

    lf_ticket tickets[SHIPS];
    for (int i = 0; i < SHIPS; i++) { // the first one wants to go far, the last one beyond the wall
        const lf_source from = {.tile = lf_map_tile(map, 4, 4), .origin = (uint64_t)i};
        const lf_tile to = lf_map_tile(map, i == 0 ? 120 : i == SHIPS - 1 ? 200 : 10 + i, i == 0 ? 250 : 10);
        const lf_query query = {
            .sources = &from, .source_count = 1, .targets = &to, .target_count = 1, .partial = true};
        if (lf_tasks_add(tasks, &query, i == 3 ? 1 : 0, &tickets[i]) != LF_OK) return 1; // ship 3 is urgent
    }
    lf_tasks_cancel(tasks, tickets[4]); // ship 4 was sunk

    for (int tick = 1; lf_tasks_count(tasks) > 0; tick++) {
        lf_task_answer answer;
        lf_tasks_tick(tasks, BUDGET_PER_TICK);
        while (lf_tasks_next(tasks, NULL, 0, &answer) == LF_OK)
            printf("tick %d: ship %d, %s, %d moves\n", tick, (int)answer.route.origin,
                   lf_status_name(answer.status), (int)answer.route.length);
    }
    lf_tasks_destroy(tasks);
    for (int i = 0; i < 2; i++) lf_search_destroy(searches[i]);
    lf_map_destroy(map);
    return 0;
}

// Output:
// tick 1: ship 3, LF_OK, 9 moves
// tick 1: ship 1, LF_OK, 7 moves
// tick 1: ship 2, LF_OK, 8 moves
// tick 3: ship 5, LF_PARTIAL, 123 moves
// tick 3: ship 0, LF_OK, 246 moves
