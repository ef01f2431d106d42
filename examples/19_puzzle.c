// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Puzzles: a key that is used up, a switch, a one-way tile; and two heroes who open doors for each other.
#include <landfall_io.h>
#include <stdio.h>
#include <string.h>

static void ask(const char *story, const char *rows, lf_goal goal) {
    lf_dungeon dungeon;
    lf_map *map;
    lf_puzzle *puzzle;
    lf_puzzle_search *search;
    if (lf_dungeon_parse("rows", rows, strlen(rows), 0, &dungeon, NULL) != LF_IO_OK) return;
    if (lf_dungeon_to_puzzle(&dungeon, LF_MOVES_ORTHOGONAL, &map, &puzzle) != LF_OK) return;
    if (lf_puzzle_search_create(puzzle, NULL, &search) != LF_OK) return;

    lf_source starts[LF_MAX_HEROES] = {{0, 0}};
    for (int64_t i = 0; i < dungeon.start_count; i++) starts[i].tile = dungeon.starts[i];
    const lf_puzzle_query query = {.sources = starts,
                                   .source_count = dungeon.start_count,
                                   .targets = dungeon.exits,
                                   .target_count = dungeon.exit_count,
                                   .goal = goal,
                                   .together = dungeon.together,
                                   .needed = dungeon.needed};
    lf_puzzle_route route;
    lf_puzzle_step steps[64];
    lf_puzzle_event events[16];
    if (lf_puzzle_search_find(search, &query, steps, 64, &route) == LF_OK)
        printf("%s: %d moves", story, (int)route.length);
    const int64_t count = lf_puzzle_search_events(search, events, 16);
    for (int64_t i = 0; i < count; i++)
        printf(", hero %d %s %s", steps[events[i].at].hero + 1, lf_puzzle_event_type_name(events[i].type),
               dungeon.names[events[i].device.kind]);
    printf("\n");
    lf_puzzle_search_destroy(search);
    lf_puzzle_destroy(puzzle);
    lf_map_destroy(map);
    lf_dungeon_free(&dungeon);
}

int main(void) {
    ask("one key, two doors",
        "S.a.A..#\n"
        "....#.%=E\n"
        "a<..A..#\n"
        "legend:\n"
        "used-up a\n"
        "% switch lever\n"
        "= barrier lever\n"
        "< floor west\n",
        LF_GOAL_EXIT);
    ask("two heroes",
        "@.A.b#\n"
        "######\n"
        "@.a.B.c\n"
        "legend:\n"
        "heroes together\n",
        LF_GOAL_ALL_KEYS);
    return 0;
}

// Output:
// one key, two doors: 9 moves, hero 1 took a, hero 1 unlocked a, hero 1 pressed lever, hero 1 passed lever
// two heroes: 10 moves, hero 2 took a, hero 1 passed a, hero 1 took b, hero 2 passed b, hero 2 took c
