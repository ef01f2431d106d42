// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Text dungeons: both styles, the legend, every message with its place; each allocation failed in turn;
// dungeons from the generator solved and not; animations read back with giflib.
#include "test.h"

#include "failing_malloc.h"

#include <dungeon.h>
#include <gif_lib.h>
#include <landfall_io.h>

// ---------------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------------

static lf_io_status parse(const char *text, lf_dungeon *out, lf_io_error *error) {
    // In memory of exactly its size, so that a sanitizer sees a read past the end.
    const size_t size = strlen(text);
    char *bytes = malloc(size > 0 ? size : 1);
    memcpy(bytes, text, size);
    const lf_io_status status = lf_dungeon_parse("crypt.txt", bytes, size, 1000, out, error);
    free(bytes);
    return status;
}

static bool has_fixture(const lf_dungeon *d, lf_tile tile, const char *name, lf_fixture_type type) {
    for (int64_t i = 0; i < d->fixture_count; i++)
        if (d->fixtures[i].tile == tile && d->fixtures[i].type == type &&
            strcmp(d->names[d->fixtures[i].kind], name) == 0)
            return true;
    return false;
}

static void classic_style(void) {
    lf_dungeon d;
    lf_io_error error;
    CHECK_EQ(parse("#####\n#S a#\n#eA.E\n", &d, &error), LF_IO_OK);
    CHECK(!d.hero_style);
    CHECK_EQ(d.tiles.width, 5);
    CHECK_EQ(d.tiles.height, 3);
    CHECK_EQ(d.start_count, 1);
    CHECK_EQ(d.starts[0], 6);
    CHECK_EQ(d.exit_count, 1);
    CHECK_EQ(d.exits[0], 14);
    CHECK_EQ(d.fixture_count, 3);
    CHECK(has_fixture(&d, 8, "a", LF_FIXTURE_KEY));
    CHECK(has_fixture(&d, 12, "a", LF_FIXTURE_DOOR));
    CHECK(has_fixture(&d, 11, "e", LF_FIXTURE_KEY)); // a key whose door this style cannot draw
    CHECK_EQ(d.kind_count, 2);
    CHECK_STR(d.names[0], "a");
    CHECK_STR(d.note, "");
    CHECK_EQ(d.tiles.open[7], 1);
    CHECK_EQ(d.tiles.open[0], 0);
    lf_dungeon_free(&d);
    CHECK(d.tiles.open == NULL);
    lf_dungeon_free(NULL);
}

static void hero_style(void) {
    lf_dungeon d;
    lf_io_error error;
    CHECK_EQ(parse("@sS\neE>\n", &d, &error), LF_IO_OK);
    CHECK(d.hero_style);
    CHECK_EQ(d.starts[0], 0);
    CHECK_EQ(d.exits[0], 5);
    CHECK(has_fixture(&d, 2, "s", LF_FIXTURE_DOOR));
    CHECK(has_fixture(&d, 4, "e", LF_FIXTURE_DOOR));
    CHECK_EQ(d.fixture_count, 4);
    lf_dungeon_free(&d);
    CHECK_EQ(parse("@.S\n", &d, &error), LF_IO_OK); // no exit is fine: all keys need none
    CHECK_EQ(d.exit_count, 0);
    lf_dungeon_free(&d);
}

static void legend_says_more(void) {
    lf_dungeon d;
    lf_io_error error;
    CHECK_EQ(
        parse("S.1%X\n..E^_\n\nlegend:\n1 key gold\n% door gold\nX door s\n  ^  start  \n_ floor\nE door e\n"
              "\n0,1 key e\n1,1 exit\n",
              &d, &error),
        LF_IO_OK);
    CHECK_EQ(d.tiles.height, 2);
    CHECK(has_fixture(&d, 2, "gold", LF_FIXTURE_KEY));
    CHECK(has_fixture(&d, 3, "gold", LF_FIXTURE_DOOR));
    CHECK(has_fixture(&d, 4, "s", LF_FIXTURE_DOOR));
    CHECK(has_fixture(&d, 7, "e", LF_FIXTURE_DOOR));
    CHECK(has_fixture(&d, 5, "e", LF_FIXTURE_KEY));
    CHECK_EQ(d.start_count, 2);
    CHECK_EQ(d.starts[1], 8);
    CHECK_EQ(d.exit_count, 1);
    CHECK_EQ(d.exits[0], 6);
    for (int64_t i = 1; i < d.fixture_count; i++) CHECK(d.fixtures[i - 1].tile < d.fixtures[i].tile);
    lf_dungeon_free(&d);
}

static void all_64_kinds(void) {
    char text[4096] = "S";
    for (int i = 0; i < 128; i++) strcat(text, ".");
    strcat(text, "E\nlegend:\n");
    for (int i = 0; i < 64; i++)
        snprintf(text + strlen(text), 64, "%d,0 key k%d\n%d,0 door k%d\n", 1 + 2 * i, i, 2 + 2 * i, i);
    lf_dungeon d;
    lf_io_error error;
    CHECK_EQ(parse(text, &d, &error), LF_IO_OK);
    CHECK_EQ(d.kind_count, 64);
    CHECK_EQ(d.fixture_count, 128);
    lf_map *map;
    lf_fixtures *fixtures;
    CHECK_EQ(lf_dungeon_to_map(&d, LF_MOVES_KING, &map, &fixtures), LF_OK);
    lf_keys_search *search;
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
    const lf_source start = {d.starts[0], 0};
    const lf_keys_query query = {
        .sources = &start, .source_count = 1, .targets = d.exits, .target_count = 1, .goal = LF_GOAL_EXIT};
    lf_keys_route route;
    CHECK_EQ(lf_keys_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(route.length, 129);
    CHECK(route.held == UINT64_MAX);
    uint8_t *bytes;
    size_t size;
    CHECK_EQ(lf_dungeon_encode(&d, &bytes, &size, &error), LF_IO_OK);
    lf_dungeon copy;
    CHECK_EQ(lf_dungeon_parse("copy", bytes, size, 0, &copy, &error), LF_IO_OK);
    CHECK_EQ(copy.fixture_count, 128);
    lf_dungeon_free(&copy);
    lf_encoded_free(bytes);
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
    lf_dungeon_free(&d);
    strcat(text, "0,0 key one_too_many\n");
    CHECK_EQ(parse(text, &d, &error), LF_IO_E_LIMIT);
    CHECK_STR(error.message,
              "crypt.txt:131:9: 'one_too_many' is one kind of keys too many, expected at most 64");
}

/// A dungeon without start and exit, for callers that bring their own; it stays one when it is written.
static void ends_may_be_missing(void) {
    lf_dungeon d, copy;
    lf_io_error error;
    CHECK_EQ(parse(".sXb\nlegend:\nX door s\n", &d, &error), LF_IO_OK);
    CHECK(d.start_count == 0 && d.exit_count == 0 && !d.hero_style);
    uint8_t *bytes;
    size_t size;
    CHECK_EQ(lf_dungeon_encode(&d, &bytes, &size, &error), LF_IO_OK);
    CHECK_EQ(lf_dungeon_parse("copy", bytes, size, 0, &copy, &error), LF_IO_OK);
    CHECK(copy.start_count == 0 && copy.exit_count == 0 && copy.fixture_count == 3);
    CHECK(has_fixture(&copy, 1, "s", LF_FIXTURE_KEY) && has_fixture(&copy, 2, "s", LF_FIXTURE_DOOR));
    lf_encoded_free(bytes);
    lf_dungeon_free(&copy);
    lf_dungeon_free(&d);
    CHECK_EQ(parse("S.>\n", &d, &error), LF_IO_OK); // the > makes S a door
    CHECK(d.hero_style && d.start_count == 0 && has_fixture(&d, 0, "s", LF_FIXTURE_DOOR));
    lf_dungeon_free(&d);
}

static void uneven_rows_are_noted(void) {
    lf_dungeon d;
    lf_io_error error;
    CHECK_EQ(parse("S..\n\n.E\n\n\n", &d, &error), LF_IO_OK);
    CHECK_EQ(d.tiles.height, 3);
    CHECK_STR(d.note, "2 rows shorter than 3 tiles were filled up with blocked tiles");
    CHECK_EQ(d.tiles.open[3], 0);
    CHECK_EQ(d.tiles.open[8], 0);
    lf_dungeon_free(&d);
}

static void every_error_has_its_place(void) {
    static const struct {
        const char *text, *message;
    } wrong[] = {
        {"", "crypt.txt: the file has no tiles"},
        {"\n\n", "crypt.txt: the file has no tiles"},
        {"legend:\n1 key a\n", "crypt.txt: the file has no tiles"},
        {"S.E\n.?.\n",
         "crypt.txt:2:2: unknown tile '?', expected one of . # @ > space a-z A-Z, or a sign of the legend"},
        {"S.\tE\n", "crypt.txt:1:3: unknown tile byte 0x09, expected one of . # @ > space a-z A-Z, or a sign "
                    "of the legend"},
        {"S<.\n", "crypt.txt:1:2: unknown tile '<' (a legend makes one-way tiles: SIGN floor north), "
                  "expected one of . # @ > space a-z "
                  "A-Z, or a sign of the legend"},
        {"S.^\n", "crypt.txt:1:3: unknown tile '^' (a legend makes one-way tiles: SIGN floor north), "
                  "expected one of . # @ > space a-z "
                  "A-Z, or a sign of the legend"},
        {"S.E\nlegend:\n. key a\n", "crypt.txt:3:1: '.' always means the same, expected another sign"},
        {"S.E\nlegend:\n# door a\n", "crypt.txt:3:1: '#' always means the same, expected another sign"},
        {"S.E\nlegend:\n1 key a\n1 door a\n", "crypt.txt:4:1: '1' is in the legend twice"},
        {"S.E\nlegend:\n1 kee a\n", "crypt.txt:3:3: 'kee' in the legend, expected key, door, start, exit, "
                                    "wall, floor, switch, barrier, teleporter or place"},
        {"S.E\nlegend:\n1\n", "crypt.txt:3:2: nothing in the legend, expected key, door, start, exit, wall, "
                              "floor, switch, barrier, teleporter or place"},
        {"S.E\nlegend:\n1 key\n", "crypt.txt:3:6: nothing, expected the name of the kind that the key is of"},
        {"S.E\nlegend:\n1 door  \n",
         "crypt.txt:3:9: nothing, expected the name of the kind that the door is of"},
        {"S.E\nlegend:\n1 key a b\n",
         "crypt.txt:3:9: 'b' in the legend, expected the end of the line, once or a heading such as east"},
        {"S.E\nlegend:\n1 wall a\n", "crypt.txt:3:8: 'a' in the legend, expected the end of the line"},
        {"S.E\nlegend:\nused-up a abcdefghijklmnop\n",
         "crypt.txt:3:11: the name 'abcdefghijklmnop' is too long, expected at most 15 characters"},
        {"S.E\nlegend:\nneeded a 0\n", "crypt.txt:3:10: '0' as the number of keys, expected 1 to 255"},
        {"S.E\nlegend:\nheroes\n", "crypt.txt:3:7: nothing after heroes, expected together"},
        {"S.E\nlegend:\n1 place 65\n", "crypt.txt:3:9: '65' as the number of a place, expected 1 to 64"},
        {"S.E\nlegend:\n1 door a needs\n",
         "crypt.txt:3:15: nothing as the number of keys, expected 1 to 255"},
        {"S.E\nlegend:\n1 floor east west\n", "crypt.txt:3:14: 'west' in the legend, expected the end of the "
                                              "line, once or a heading such as east"},
        {"S.E\nlegend:\n1,0 floor once\n1,0 key a\n", "crypt.txt:4:1: the tile at '1,0' is not floor"},
        {"S.E\nlegend:\n1 key abcdefghijklmnop\n",
         "crypt.txt:3:7: the name 'abcdefghijklmnop' is too long, expected at most 15 characters"},
        {"S.E\nlegend:\n1 key a\x01\n", "crypt.txt:3:8: byte 0x01 in a name, expected printable ASCII"},
        {"S.E\nlegend:\n\xc3 key a\n", "crypt.txt:3:1: byte 0xC3 as a sign, expected printable ASCII"},
        {"S.E\nlegend:\n3,0 key a\n",
         "crypt.txt:3:1: '3,0' in the legend, expected one sign, or x,y inside of 3 x 1 tiles"},
        {"S.E\nlegend:\n1;0 key a\n",
         "crypt.txt:3:1: '1;0' in the legend, expected one sign, or x,y inside of 3 x 1 tiles"},
        {"S.E\nlegend:\n-1,0 key a\n",
         "crypt.txt:3:1: '-1,0' in the legend, expected one sign, or x,y inside of 3 x 1 tiles"},
        {"S.E\nlegend:\n0,0 key a\n", "crypt.txt:3:1: the tile at '0,0' is not floor"},
        {"S.#E\nlegend:\n2,0 key a\n", "crypt.txt:3:1: the tile at '2,0' is not floor"},
        {"S.E\nlegend:\n1,0 key a\n1,0 door a\n", "crypt.txt:4:1: the tile at '1,0' is not floor"},
        {"S.................................E\n..................................................\n........"
         "..........................................\n..................................................\n"
         "..................................................\n..............................................."
         "...\n"
         "..................................................\n..............................................."
         "...\n"
         "..................................................\n..............................................."
         "...\n"
         "..................................................\n..............................................."
         "...\n"
         "..................................................\n..............................................."
         "...\n"
         "..................................................\n..............................................."
         "...\n"
         "..................................................\n..............................................."
         "...\n"
         "..................................................\n..............................................."
         "...\n"
         "..................................................\n",
         "crypt.txt: a map of 50 x 21 tiles, at most 1000 tiles are allowed"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        lf_dungeon d;
        lf_io_error error;
        CHECK(parse(wrong[i].text, &d, &error) < 0);
        CHECK_STR(error.message, wrong[i].message);
        CHECK(d.tiles.open == NULL && d.fixtures == NULL && d.starts == NULL && d.kind_count == 0);
    }
    lf_dungeon d;
    lf_io_error error;
    CHECK_EQ(lf_dungeon_parse(NULL, "S", 1, 0, &d, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_dungeon_parse("x", NULL, 1, 0, &d, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_dungeon_parse("x", "S", 1, -1, &d, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_dungeon_parse("x", "S", 1, 0, NULL, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_dungeon_parse("x", "?", 1, 0, &d, NULL), LF_IO_E_CONTENT);
    CHECK_EQ(lf_dungeon_load("missing.txt", 0, &d, &error), LF_IO_E_FILE);
    lf_map *map;
    lf_fixtures *fixtures;
    CHECK_EQ(lf_dungeon_to_map(NULL, LF_MOVES_KING, &map, &fixtures), LF_E_NULL);
    uint8_t *bytes;
    size_t size;
    CHECK_EQ(lf_dungeon_encode(NULL, &bytes, &size, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_dungeon_encode(&(lf_dungeon){0}, &bytes, &size, &error), LF_IO_E_ARGUMENT);
}

// ---------------------------------------------------------------------------------------------------
// Puzzles
// ---------------------------------------------------------------------------------------------------

static bool has_device(const lf_dungeon *d, lf_device wanted) {
    for (int64_t i = 0; i < d->device_count; i++) {
        const lf_device *it = &d->devices[i];
        if (it->tile == wanted.tile && it->type == wanted.type && it->heading == wanted.heading &&
            it->kind == wanted.kind && it->need == wanted.need && it->open == wanted.open &&
            it->once == wanted.once)
            return true;
    }
    return false;
}

static const char puzzle_file[] =
    "S.a%=o12>B\n......o.#E\n"
    "legend:\nused-up a b\nneeded a 3\nheroes together\n% switch x once\n"
    "= barrier x open west\no teleporter y once\n1 place 1\n2 place 64 north\n"
    "> floor east\nB door b needs 2 once south-west\n0,1 key a\n1,1 floor once\n";

static void check_puzzle_file(const lf_dungeon *d) {
    CHECK(d->is_puzzle && d->together && !d->hero_style);
    CHECK_EQ(d->device_count, 11);
    CHECK_EQ(d->fixture_count, 3); // keys and doors
    CHECK(has_fixture(d, 2, "a", LF_FIXTURE_KEY) && has_fixture(d, 10, "a", LF_FIXTURE_KEY));
    int a = -1, b = -1, x = -1, y = -1;
    for (int k = 0; k < d->kind_count; k++) {
        if (strcmp(d->names[k], "a") == 0) a = k;
        if (strcmp(d->names[k], "b") == 0) b = k;
        if (strcmp(d->names[k], "x") == 0) x = k;
        if (strcmp(d->names[k], "y") == 0) y = k;
    }
    if (!CHECK(a >= 0 && b >= 0 && x >= 0 && y >= 0)) return;
    CHECK_EQ(d->used_up, UINT64_C(1) << a | UINT64_C(1) << b);
    CHECK_EQ(d->needed[a], 3);
    CHECK_EQ(d->needed[b], 0);
    CHECK(has_device(d, (lf_device){.tile = 2, .type = LF_DEVICE_KEY, .kind = (uint8_t)a}));
    CHECK(has_device(d, (lf_device){.tile = 3, .type = LF_DEVICE_SWITCH, .kind = (uint8_t)x, .once = true}));
    CHECK(has_device(d, (lf_device){.tile = 4,
                                    .type = LF_DEVICE_BARRIER,
                                    .kind = (uint8_t)x,
                                    .open = true,
                                    .heading = LF_HEADING_WEST}));
    CHECK(has_device(d,
                     (lf_device){.tile = 5, .type = LF_DEVICE_TELEPORTER, .kind = (uint8_t)y, .once = true}));
    CHECK(has_device(d, (lf_device){.tile = 6, .type = LF_DEVICE_PLACE, .kind = 0}));
    CHECK(has_device(
        d, (lf_device){.tile = 7, .type = LF_DEVICE_PLACE, .kind = 63, .heading = LF_HEADING_NORTH}));
    CHECK(has_device(d, (lf_device){.tile = 8, .heading = LF_HEADING_EAST}));
    CHECK(has_device(d, (lf_device){.tile = 9,
                                    .type = LF_DEVICE_DOOR,
                                    .kind = (uint8_t)b,
                                    .need = 2,
                                    .once = true,
                                    .heading = LF_HEADING_SOUTH_WEST}));
    CHECK(has_device(d, (lf_device){.tile = 11, .once = true}));
}

static void puzzles(void) {
    lf_dungeon d, again;
    lf_io_error error;
    CHECK_EQ(parse(puzzle_file, &d, &error), LF_IO_OK);
    check_puzzle_file(&d);
    uint8_t *bytes;
    size_t size;
    CHECK_EQ(lf_dungeon_encode(&d, &bytes, &size, &error), LF_IO_OK);
    CHECK_EQ(lf_dungeon_parse("again", bytes, size, 0, &again, &error), LF_IO_OK);
    again.hero_style = false; // what is written has an @
    check_puzzle_file(&again);
    lf_encoded_free(bytes);
    lf_dungeon_free(&again);
    lf_map *map;
    lf_puzzle *puzzle;
    lf_device device;
    CHECK_EQ(lf_dungeon_to_puzzle(&d, LF_MOVES_KING, &map, &puzzle), LF_OK);
    CHECK(lf_puzzle_map(puzzle) == map && lf_puzzle_at(puzzle, 9, &device) && device.need == 2);
    lf_puzzle_destroy(puzzle);
    lf_map_destroy(map);
    CHECK_EQ(lf_dungeon_to_puzzle(&d, (lf_moves)77, &map, &puzzle), LF_E_MOVES);
    CHECK(map == NULL && puzzle == NULL);
    CHECK_EQ(lf_dungeon_to_puzzle(NULL, LF_MOVES_KING, &map, &puzzle), LF_E_NULL);
    CHECK_EQ(lf_dungeon_to_puzzle(&d, LF_MOVES_KING, NULL, &puzzle), LF_E_NULL);
    CHECK_EQ(lf_dungeon_to_puzzle(&d, LF_MOVES_KING, &map, NULL), LF_E_NULL);
    d.devices[0].heading = (lf_heading)77;
    CHECK_EQ(lf_dungeon_encode(&d, &bytes, &size, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_dungeon_to_puzzle(&d, LF_MOVES_KING, &map, &puzzle), LF_E_DEVICE);
    CHECK(map == NULL && puzzle == NULL);
    lf_dungeon_free(&d);
    CHECK(d.devices == NULL);
    CHECK_EQ(parse("Sa.A\n", &d, &error), LF_IO_OK); // no puzzle, but it can be asked as one
    CHECK(!d.is_puzzle && d.devices == NULL);
    CHECK_EQ(lf_dungeon_to_puzzle(&d, LF_MOVES_KING, &map, &puzzle), LF_OK);
    CHECK(lf_puzzle_at(puzzle, 1, &device) && device.type == LF_DEVICE_KEY);
    CHECK(lf_puzzle_at(puzzle, 3, &device) && device.type == LF_DEVICE_DOOR);
    lf_puzzle_destroy(puzzle);
    lf_map_destroy(map);
    lf_dungeon_free(&d);
}

static void allocations_of_puzzles_may_fail(void) {
    int64_t failures = 0;
    for (int64_t k = 1, failed = 1; failed != 0; k++) {
        lf_dungeon d;
        alloc_calls = 0;
        alloc_fail_at = k;
        const lf_io_status status = lf_dungeon_parse("x", puzzle_file, sizeof puzzle_file - 1, 0, &d, NULL);
        failed = alloc_calls >= k;
        alloc_fail_at = 0;
        CHECK_EQ(status, failed ? LF_IO_E_NOMEM : LF_IO_OK);
        CHECK(!failed || (d.tiles.open == NULL && d.devices == NULL));
        failures += failed;
        lf_dungeon_free(&d);
    }
    CHECK(failures >= 4);
}

static void each_allocation_may_fail(void) {
    static const char text[] =
        "S.1%X\n..E^_\n....a....b.....A.....B....a...b...A...B...a...b...A...B...a..b\n"
        "legend:\n1 key gold\n% door gold\nX door s\n^ start\n_ floor\n1,1 key e\n";
    int64_t failures = 0;
    for (int64_t k = 1;; k++) {
        lf_dungeon d;
        lf_io_error error;
        alloc_calls = 0;
        alloc_fail_at = k;
        const lf_io_status status = lf_dungeon_parse("x", text, sizeof text - 1, 0, &d, &error);
        const bool failed = alloc_calls >= k;
        alloc_fail_at = 0;
        CHECK_EQ(status, failed ? LF_IO_E_NOMEM : LF_IO_OK);
        failures += failed;
        if (!failed) {
            uint8_t *bytes;
            size_t size;
            alloc_calls = 0;
            alloc_fail_at = 1;
            CHECK_EQ(lf_dungeon_encode(&d, &bytes, &size, &error), LF_IO_E_NOMEM);
            alloc_fail_at = 0;
            lf_dungeon_free(&d);
            break;
        }
        CHECK(d.tiles.open == NULL && d.fixtures == NULL);
    }
    CHECK(failures >= 4);
}

// ---------------------------------------------------------------------------------------------------
// The generator
// ---------------------------------------------------------------------------------------------------

/// Solves a generated dungeon; LF_E_KIND if it has not one start and one exit.
static lf_status solve_made(const lf_dungeon_desc *desc, const uint8_t *tiles, lf_goal goal,
                            int64_t *keys_found) {
    const int64_t count = (int64_t)desc->width * desc->height;
    lf_fixture *items = malloc((size_t)count * sizeof *items);
    int64_t fixture_count = 0, starts = 0, exits = 0;
    lf_source start = {0};
    lf_tile exit = 0;
    *keys_found = 0;
    for (int64_t i = 0; i < count; i++) {
        const uint8_t tile = tiles[i];
        if (tile == LF_DUNGEON_START) start.tile = (lf_tile)i, starts++;
        if (tile == LF_DUNGEON_EXIT) exit = (lf_tile)i, exits++;
        if (tile < LF_DUNGEON_KEY) continue;
        const bool door = tile >= LF_DUNGEON_DOOR;
        *keys_found += !door;
        items[fixture_count++] =
            (lf_fixture){(lf_tile)i, (uint8_t)(tile & 63), door ? LF_FIXTURE_DOOR : LF_FIXTURE_KEY};
    }
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    const lf_map_desc map_desc = {
        .width = desc->width, .height = desc->height, .tiles = tiles, .tiles_size = (size_t)count};
    CHECK_EQ(lf_map_create(&map_desc, &map), LF_OK);
    CHECK_EQ(lf_fixtures_create(map, &(lf_fixtures_desc){.fixtures = items, .fixture_count = fixture_count},
                                &fixtures),
             LF_OK);
    CHECK_EQ(lf_keys_search_create(fixtures, &(lf_keys_search_desc){.max_states = 3000}, &search), LF_OK);
    const lf_keys_query query = {
        .sources = &start, .source_count = 1, .targets = &exit, .target_count = 1, .goal = goal};
    const lf_status status = lf_keys_search_find(search, &query, NULL, 0, NULL);
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
    free(items);
    return starts == 1 && exits == 1 ? status : LF_E_KIND;
}

static void generated_dungeons_keep_their_word(void) {
    for (uint64_t seed = 1; seed <= 300; seed++) {
        lf_dungeon_desc desc = {.width = 20 + (int32_t)(seed * 7 % 60),
                                .height = 16 + (int32_t)(seed * 5 % 40),
                                .rooms = seed % 4 == 0 ? 0 : 2 + (int32_t)(seed % 7),
                                .keys = (int32_t)(seed % 9),
                                .seed = seed};
        if (desc.keys > 0 && seed % 3 == 0) desc.doors = desc.keys + (int32_t)(seed % 11);
        uint8_t *tiles = malloc((size_t)desc.width * (size_t)desc.height);
        int64_t keys;
        const char *wrong = lf_dungeon_make(&desc, tiles);
        CHECK(wrong == NULL);
        if (wrong != NULL) printf("  seed %d: %s\n", (int)seed, wrong);
        const lf_status status = solve_made(&desc, tiles, LF_GOAL_ALL_KEYS_EXIT, &keys);
        CHECK(status == LF_OK || status == LF_LIMIT); // a limit is hit only where reach has proven a route
        CHECK_EQ(keys, desc.keys);
        desc.unsolvable = true;
        CHECK(lf_dungeon_make(&desc, tiles) == NULL);
        CHECK_EQ(solve_made(&desc, tiles, LF_GOAL_EXIT, &keys), LF_NO_ROUTE);
        free(tiles);
    }
}

static void generator_refuses_nonsense(void) {
    uint8_t tiles[900];
    const lf_dungeon_desc wrong[] = {
        {.width = 2, .height = 9, .rooms = 1},
        {.width = 30, .height = 30, .rooms = 60},
        {.width = 30, .height = 30, .rooms = 2, .keys = 65},
        {.width = 30, .height = 30, .rooms = 2, .keys = -1},
        {.width = 30, .height = 30, .rooms = 2, .keys = 4, .doors = 3},
        {.width = 30, .height = 30, .rooms = 2, .doors = 3},
        {.width = 30, .height = 30, .rooms = -1},
        {.width = 5, .height = 5, .rooms = 1, .keys = 40},
        {.width = -5, .height = 5, .rooms = 1},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(lf_dungeon_make(&wrong[i], tiles) != NULL);
    CHECK(lf_dungeon_make(NULL, tiles) != NULL);
    CHECK(lf_dungeon_make(&wrong[0], NULL) != NULL);
}

// ---------------------------------------------------------------------------------------------------
// Animations
// ---------------------------------------------------------------------------------------------------

enum { ANIMATED_WIDTH = 13, ANIMATED_HEIGHT = 7, ANIMATED_FRAMES = 9 };

/// A few pixels change from frame to frame; frame 4 is like the one before.
static int32_t paint(int64_t frame, uint8_t *pixels, void *user) {
    if (user != NULL) ++*(int64_t *)user;
    if (frame == 4) return 10;
    for (int64_t i = 0; i < 3; i++)
        pixels[(frame * 11 + i * 14) % (ANIMATED_WIDTH * ANIMATED_HEIGHT)] = (uint8_t)((frame + i) % 5);
    return (int32_t)frame + 5;
}

static void animation_reads_back(void) {
    static const uint32_t colors[5] = {0x000000, 0xFF0000, 0x00FF00, 0x0000FF, 0x123456};
    int64_t painted = 0;
    lf_animation animation = {ANIMATED_WIDTH, ANIMATED_HEIGHT, colors, 5, ANIMATED_FRAMES, paint, &painted};
    lf_io_error error;
    CHECK_EQ(lf_animation_save("test_animation.gif", &animation, &error), LF_IO_OK);
    CHECK_EQ(painted, ANIMATED_FRAMES);
    int problem;
    GifFileType *gif = DGifOpenFileName("test_animation.gif", &problem);
    if (!CHECK(gif != NULL)) return;
    CHECK_EQ(DGifSlurp(gif), GIF_OK);
    CHECK_EQ(gif->SWidth, ANIMATED_WIDTH);
    CHECK_EQ(gif->SHeight, ANIMATED_HEIGHT);
    CHECK_EQ(gif->ImageCount, ANIMATED_FRAMES);
    CHECK_EQ(gif->SColorMap->Colors[4].Blue, 0x56);
    uint8_t expected[ANIMATED_WIDTH * ANIMATED_HEIGHT] = {0}, canvas[ANIMATED_WIDTH * ANIMATED_HEIGHT] = {0};
    for (int frame = 0; frame < gif->ImageCount; frame++) {
        const SavedImage *image = &gif->SavedImages[frame];
        const GifImageDesc *box = &image->ImageDesc;
        for (int y = 0; y < box->Height; y++)
            memcpy(canvas + (box->Top + y) * ANIMATED_WIDTH + box->Left, image->RasterBits + y * box->Width,
                   (size_t)box->Width);
        const int32_t delay = paint(frame, expected, NULL);
        CHECK_EQ(memcmp(canvas, expected, sizeof canvas), 0);
        GraphicsControlBlock control;
        CHECK_EQ(DGifSavedExtensionToGCB(gif, frame, &control), GIF_OK);
        CHECK_EQ(control.DelayTime, delay);
    }
    DGifCloseFile(gif, &problem);
    remove("test_animation.gif");
    animation.color_count = 257;
    CHECK_EQ(lf_animation_save("test_animation.gif", &animation, &error), LF_IO_E_ARGUMENT);
    animation.color_count = 5;
    animation.frame_count = 0;
    CHECK_EQ(lf_animation_save("test_animation.gif", &animation, &error), LF_IO_E_ARGUMENT);
    animation.frame_count = 1;
    animation.width = 65536;
    CHECK_EQ(lf_animation_save("test_animation.gif", &animation, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_animation_save("test_animation.gif", NULL, &error), LF_IO_E_ARGUMENT);
    animation.width = ANIMATED_WIDTH;
    CHECK_EQ(lf_animation_save("no/such/folder.gif", &animation, &error), LF_IO_E_FILE);
    CHECK(fopen("test_animation.gif", "rb") == NULL);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(classic_style),
        TEST(hero_style),
        TEST(legend_says_more),
        TEST(all_64_kinds),
        TEST(ends_may_be_missing),
        TEST(uneven_rows_are_noted),
        TEST(every_error_has_its_place),
        TEST(puzzles),
        TEST(allocations_of_puzzles_may_fail),
        TEST(each_allocation_may_fail),
        TEST(generated_dungeons_keep_their_word),
        TEST(generator_refuses_nonsense),
        TEST(animation_reads_back),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
