// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A hero, two keys and two doors: the shortest way to the exit, what was taken on it, and what a lost key
// means.
#include <landfall_io.h>
#include <stdio.h>
#include <string.h>

static void ask(const char *story, const char *rows) {
    lf_dungeon dungeon;
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    if (lf_dungeon_parse("rows", rows, strlen(rows), 0, &dungeon, NULL) != LF_IO_OK) return;
    if (lf_dungeon_to_map(&dungeon, LF_MOVES_KING, &map, &fixtures) != LF_OK) return;
    if (lf_keys_search_create(fixtures, NULL, &search) != LF_OK) return;

    const lf_source hero = {.tile = dungeon.starts[0]};
    const lf_keys_query query = {
        .sources = &hero, .source_count = 1, .targets = dungeon.exits, .target_count = dungeon.exit_count};
    lf_keys_route route;
    lf_keys_event events[8];
    const lf_status status = lf_keys_search_find(search, &query, NULL, 0, &route);
    printf("%s:", story);
    if (status == LF_OK) printf(" %d moves,", (int)route.length);
    for (int64_t i = 0; i < lf_keys_search_events(search, events, 8); i++)
        printf(" %s %s", events[i].fixture.type == LF_FIXTURE_KEY ? "key" : "door",
               dungeon.names[events[i].fixture.kind]);
    lf_keys_why why;
    lf_fixture lock;
    lf_keys_search_explain(search, &why, &lock, 1); // all zero if there is a route
    if (why.lock_count > 0) printf(" no way, door %s stays shut", dungeon.names[lock.kind]);
    printf("\n");
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
    lf_dungeon_free(&dungeon);
}

int main(void) {
    ask("both keys", "..b#....\n"
                     ".###.##.\n"
                     "......A.\n"
                     ".#a#.##B\n"
                     "@....#.>\n");
    ask("key b lost", "...#....\n"
                      ".###.##.\n"
                      "......A.\n"
                      ".#a#.##B\n"
                      "@....#.>\n");
    return 0;
}

// Output:
// both keys: 21 moves, key b key a door a door b
// key b lost: no way, door b stays shut
