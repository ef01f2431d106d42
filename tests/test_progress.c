// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Numbers as people read them, the line that says how far work has come, and the reports of the library, of
// the readers and writers of maps, and of the generators that it is made from. Each kind of work is done
// unwatched, watched, and ended at each of its reports: the result is the same, or none, and nothing is left
// behind.
#include "base/pace.h"
#include "cli.h"
#include "meter.h"
#include "progress.h"
#include "test.h"
#include "units.h"
#include "watch.h"

#include <dungeon.h>
#include <landfall_io.h>
#include <scenes.h>

static void numbers_have_units(void) {
    char text[UNITS_TEXT];
    CHECK_STR(units_bytes(0, text), "0 B");
    CHECK_STR(units_bytes(999, text), "999 B");
    CHECK_STR(units_bytes(1000, text), "1.0 kB");
    CHECK_STR(units_bytes(13345678, text), "13.3 MB");
    CHECK_STR(units_bytes(999949, text), "999.9 kB");
    CHECK_STR(units_bytes(999951, text), "1.0 MB"); // never "1000.0 kB"
    CHECK_STR(units_bytes(5e15, text), "5000.0 TB");
    CHECK_STR(units_count(8002384, text), "8.0 M");
    CHECK_STR(units_count(12, text), "12");
    CHECK_STR(units_count(56.54, text), "56.5");
    CHECK_STR(units_time(0, text), "0.0 us");
    CHECK_STR(units_time(1234, text), "1.2 us");
    CHECK_STR(units_time(999949, text), "999.9 us");
    CHECK_STR(units_time(999951, text), "1.0 ms");
    CHECK_STR(units_time(1.25e9, text), "1.2 s");
    CHECK_STR(units_time(99.94e9, text), "99.9 s");
    CHECK_STR(units_time(125e9, text), "2 min 5 s");
    CHECK_STR(units_time(3599.6e9, text), "1 h 0 min");
    CHECK_STR(units_time(12000e9, text), "3 h 20 min");
}

static void lines_say_how_far(void) {
    char text[PROGRESS_TEXT];
    progress bar = {.what = "batch", .unit = "queries", .total = 4000, .begin_ns = 1000};
    CHECK_STR(progress_text(&bar, 1000, text), "batch [                              ]   0 %");
    bar.done = 1000;
    CHECK_STR(progress_text(&bar, 2000001000, text),
              "batch [#######                       ]  25 %  500 queries/s  6.0 s left");
    bar.done = 3999;
    CHECK_STR(progress_text(&bar, 2000001000, text),
              "batch [############################# ]  99 %  2.0 k queries/s  under 1 s left");
    bar.done = 4000;
    CHECK_STR(progress_text(&bar, 2000001000, text),
              "batch [##############################] 100 %  2.0 k queries/s  under 1 s left");
    bar.unit = NULL;
    bar.done = 2000;
    CHECK_STR(progress_text(&bar, 200000001000, text),
              "batch [###############               ]  50 %  3 min 20 s left");
}

/// Tests have no terminal, or do not want one: nothing is painted, and the library is not asked for reports.
static void quiet_work_has_no_line(void) {
    cli_quiet = true;
    progress bar;
    progress_begin(&bar, "index", NULL, 10);
    CHECK(!bar.shown && progress_of_call(&bar).report == NULL);
    progress_to(&bar, 5);
    CHECK(bar.done == 5 && !bar.painted);
    progress_end(&bar);
    bar.shown = true; // as on a terminal
    CHECK(progress_of_call(&bar).report != NULL);
}

/// What the library counts need not be what people count.
static void rates_are_of_units(void) {
    char text[PROGRESS_TEXT];
    progress bar = {.what = "generate", .unit = "tiles", .total = 10, .count = 4000000, .done = 5};
    CHECK_STR(progress_text(&bar, 2000000000, text),
              "generate [###############               ]  50 %  1.0 M tiles/s  2.0 s left");
    bar.count = 0;
    CHECK_STR(progress_text(&bar, 2000000000, text),
              "generate [###############               ]  50 %  2.5 tiles/s  2.0 s left");
}

// ---- Steps and parts ------------------------------------------------------------------------------

static void parts_of_stages_are_reported(void) {
    watch_log log = {0};
    lfi_pace pace = {.progress = watch_of(&log)};
    CHECK(lfi_pace_stage(&pace, 200) && log.last == 0);
    CHECK(lfi_pace_part(&pace, 1, 4) && log.last == 50);
    CHECK(lfi_pace_part(&pace, 1, 8) && log.last == 50); // less, so that it stays, but it can be ended there
    CHECK_EQ(log.calls, 3);
    CHECK(lfi_pace_part(&pace, 9, 8) && log.last == 200); // more than all
    CHECK(lfi_pace_stage(&pace, 1000) && log.last == 200);
    CHECK(lfi_pace_part(&pace, UINT64_MAX / 2, UINT64_MAX) && log.last >= 599 && log.last <= 600);
    CHECK(lfi_pace_part(&pace, 0, UINT64_MAX) && log.last >= 599 && !log.odd);
    log.stop_at = log.calls + 1;
    CHECK(!lfi_pace_part(&pace, 3, 4) && log.last == 800);
    CHECK(!lfi_pace_part(&pace, 4, 4) && !lfi_pace_stage(&pace, 1000) && log.last == 800);
    CHECK_EQ(log.calls, log.stop_at);
    lfi_pace unwatched = {.end = 10};
    CHECK(lfi_pace_stage(&unwatched, 20) && lfi_pace_part(&unwatched, 1, 2));
}

// ---- Keys -----------------------------------------------------------------------------------------

/// A dungeon and a question about it.
typedef struct vault {
    lf_map *map;
    lf_fixtures *fixtures;
    lf_source start;
    lf_tile exit;
    lf_keys_query query;
} vault;

static vault vault_make(int32_t width, int32_t height, int32_t rooms, int32_t keys, lf_goal goal,
                        lf_keys_strategy strategy) {
    vault v = {0};
    const size_t count = (size_t)width * (size_t)height;
    uint8_t *tiles = malloc(count);
    lf_fixture *fixtures = malloc(count * sizeof *fixtures);
    const lf_dungeon_desc desc = {
        .width = width, .height = height, .rooms = rooms, .keys = keys, .doors = 2 * keys, .seed = 5};
    int64_t fixture_count = 0;
    CHECK(tiles != NULL && fixtures != NULL && lf_dungeon_make(&desc, tiles) == NULL);
    for (size_t i = 0; i < count; i++) {
        const lf_fixture_type type = tiles[i] >= LF_DUNGEON_DOOR ? LF_FIXTURE_DOOR : LF_FIXTURE_KEY;
        if (tiles[i] == LF_DUNGEON_START) v.start.tile = (lf_tile)i;
        if (tiles[i] == LF_DUNGEON_EXIT) v.exit = (lf_tile)i;
        if (tiles[i] >= LF_DUNGEON_KEY)
            fixtures[fixture_count++] =
                (lf_fixture){.tile = (lf_tile)i, .kind = tiles[i] % LF_DUNGEON_KEY, .type = type};
    }
    CHECK_EQ(
        lf_map_create(&(lf_map_desc){.width = width, .height = height, .tiles = tiles, .tiles_size = count},
                      &v.map),
        LF_OK);
    CHECK_EQ(lf_fixtures_create(v.map,
                                &(lf_fixtures_desc){.fixtures = fixtures, .fixture_count = fixture_count},
                                &v.fixtures),
             LF_OK);
    v.query = (lf_keys_query){.source_count = 1, .target_count = 1, .goal = goal, .strategy = strategy};
    free(tiles);
    free(fixtures);
    return v;
}

static lf_status vault_ask(vault *v, lf_keys_search *search, watch_log *log, lf_tile *tiles, int64_t capacity,
                           lf_keys_route *route) {
    v->query.sources = &v->start;
    v->query.targets = &v->exit;
    v->query.progress = log != NULL ? watch_of(log) : (lf_progress){0};
    return lf_keys_search_find(search, &v->query, tiles, capacity, route);
}

enum { WAY_MOST = 20000 };

/// Ends the query at its `stop`-th report, and asks once more: the answer is as if nothing had happened.
static void check_cut(vault *v, lf_keys_search *search, int64_t stop, const lf_tile *way, int64_t way_count) {
    static lf_tile tiles[WAY_MOST];
    lf_keys_route route;
    lf_keys_why why;
    watch_log cut = {.stop_at = stop};
    CHECK_EQ(vault_ask(v, search, &cut, tiles, WAY_MOST, &route), LF_E_CANCELLED);
    CHECK_EQ(cut.calls, stop); // who said stop is not asked again
    CHECK(!route.found && route.tile_count == 0 && route.event_count == 0 && route.source == LF_NO_TILE);
    CHECK(lf_keys_search_tiles(search, NULL, 0) == 0 && lf_keys_search_events(search, NULL, 0) == 0);
    CHECK(lf_keys_search_explain(search, &why, NULL, 0) == LF_OK && why.lock_count == 0 && !why.walled);
    if (stop % 7 != 1) return;
    CHECK_EQ(vault_ask(v, search, NULL, tiles, WAY_MOST, &route), LF_OK);
    CHECK(route.tile_count == way_count && memcmp(tiles, way, (size_t)way_count * sizeof *way) == 0);
}

static void check_keys(vault v, int64_t least_calls) {
    static lf_tile way[WAY_MOST], tiles[WAY_MOST];
    meter m = {0};
    lf_keys_search *search;
    lf_keys_route plain, watched;
    watch_log log = {0};
    CHECK_EQ(lf_keys_search_create(
                 v.fixtures, &(lf_keys_search_desc){.allocator = meter_allocator(&m), .max_states = 2000},
                 &search),
             LF_OK);
    CHECK_EQ(vault_ask(&v, search, NULL, way, WAY_MOST, &plain), LF_OK);
    CHECK_EQ(vault_ask(&v, search, &log, tiles, WAY_MOST, &watched), LF_OK);
    CHECK(watch_ended_well(&log));
    CHECK(log.calls >= least_calls);
    CHECK(plain.tile_count == watched.tile_count && plain.stats.states == watched.stats.states);
    CHECK(memcmp(way, tiles, (size_t)plain.tile_count * sizeof *way) == 0);
    for (int64_t stop = 1; stop <= log.calls; stop++) check_cut(&v, search, stop, way, plain.tile_count);
    lf_keys_search_destroy(search);
    CHECK(m.live == 0 && m.blocks == 0);
    lf_fixtures_destroy(v.fixtures);
    lf_map_destroy(v.map);
}

static void keys_are_watched(void) {
    check_keys(vault_make(120, 80, 40, 8, LF_GOAL_ALL_KEYS_EXIT, LF_KEYS), 20);
    // With more than 64 states it is ended in the hunt, too.
    check_keys(vault_make(120, 80, 40, 15, LF_GOAL_ALL_KEYS_EXIT, LF_KEYS), 20);
    check_keys(vault_make(120, 80, 40, 10, LF_GOAL_ALL_KEYS, LF_KEYS_PLAIN), 4);
    check_keys(vault_make(20, 20, 2, 2, LF_GOAL_EXIT, LF_KEYS), 2); // tiny: by the plain search
}

/// A question that is ended, and one for which there is no memory, from the first on.
static void watched_keys_run_out_of_memory(void) {
    vault v = vault_make(120, 80, 40, 4, LF_GOAL_EXIT, LF_KEYS);
    int64_t failed = 0;
    for (int64_t fail_at = 2; fail_at < 200; fail_at++) { // the first is the search itself
        meter m = {.fail_at = fail_at};
        watch_log log = {.stop_at = 25};
        lf_keys_search *search;
        lf_keys_route route;
        CHECK_EQ(lf_keys_search_create(v.fixtures, &(lf_keys_search_desc){.allocator = meter_allocator(&m)},
                                       &search),
                 LF_OK);
        const lf_status status = vault_ask(&v, search, &log, NULL, 0, &route);
        CHECK_EQ(status, m.calls >= fail_at ? LF_E_NOMEM : LF_E_CANCELLED);
        failed += status == LF_E_NOMEM;
        m.fail_at = 0;
        CHECK_EQ(vault_ask(&v, search, NULL, NULL, 0, &route), LF_OK);
        lf_keys_search_destroy(search);
        CHECK(m.live == 0 && m.blocks == 0);
    }
    CHECK(failed > 20 && failed < 198);
    lf_fixtures_destroy(v.fixtures);
    lf_map_destroy(v.map);
}

// ---- Indexes --------------------------------------------------------------------------------------

/// The hierarchy is reported as it grows, and not as one leap.
static void hierarchies_have_stages(void) {
    enum { SIDE = 500 };
    static uint8_t tiles[SIDE * SIDE];
    lf_map *map;
    CHECK(lf_scene_make(LF_SCENE_ARCHIPELAGO, SIDE, SIDE, 3, tiles));
    CHECK_EQ(
        lf_map_create(
            &(lf_map_desc){.width = SIDE, .height = SIDE, .tiles = tiles, .tiles_size = sizeof tiles}, &map),
        LF_OK);
    watch_log log = {0};
    lf_index *index;
    const lf_index_desc desc = {.hierarchy = LF_HIERARCHY_YES, .progress = watch_of(&log)};
    CHECK_EQ(lf_index_create(map, &desc, &index), LF_OK);
    CHECK(lf_index_has_hierarchy(index));
    CHECK(watch_ended_well(&log));
    CHECK(log.leap < 150);
    lf_index_destroy(index);
    lf_map_destroy(map);
}

// ---- Maps in and out ------------------------------------------------------------------------------

enum { GRID_WIDTH = 300, GRID_HEIGHT = 500, GRID_TILES = GRID_WIDTH * GRID_HEIGHT };
static uint8_t grid_tiles[GRID_TILES];
static const lf_grid grid = {.tiles = {GRID_WIDTH, GRID_HEIGHT, grid_tiles}};

/// Reads a file of the grid, however it is written.
typedef lf_io_status grid_reader(const void *bytes, size_t size, const lf_load_options *options, lf_grid *out,
                                 lf_io_error *error);

static lf_io_status read_one_file(const void *bytes, size_t size, const lf_load_options *options,
                                  lf_grid *out, lf_io_error *error) {
    return lf_grid_parse("grid", bytes, size, options, out, error);
}

static lf_io_status read_ros(const void *bytes, size_t size, const lf_load_options *options, lf_grid *out,
                             lf_io_error *error) {
    static const char yaml[] = "image: grid.pgm\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\n"
                               "occupied_thresh: 0.6\nfree_thresh: 0.2\n";
    return lf_grid_parse_ros("grid", yaml, sizeof yaml - 1, bytes, size, options, out, error);
}

static lf_io_status read_openfront(const void *bytes, size_t size, const lf_load_options *options,
                                   lf_grid *out, lf_io_error *error) {
    static const char manifest[] = "{\"map\": {\"width\": 300, \"height\": 500}}";
    const void *const planes[3] = {bytes, NULL, NULL};
    const size_t sizes[3] = {size, 0, 0};
    return lf_grid_parse_openfront("grid", manifest, sizeof manifest - 1, planes, sizes, options, out, error);
}

/// Reads watched, and ended at each report.
static void check_read(grid_reader *read, lf_file_format format, const void *bytes, size_t size) {
    lf_load_options options = {.format = format, .width = GRID_WIDTH, .height = GRID_HEIGHT};
    watch_log log = {0};
    lf_grid copy;
    lf_io_error error;
    options.progress = watch_of(&log);
    CHECK_EQ(read(bytes, size, &options, &copy, &error), LF_IO_OK);
    CHECK(watch_ended_well(&log) && log.calls >= 3);
    CHECK_EQ(log.total, GRID_TILES);
    CHECK(copy.tiles.open != NULL && memcmp(copy.tiles.open, grid_tiles, GRID_TILES) == 0);
    lf_grid_free(&copy);
    for (int64_t stop = 1; stop <= log.calls; stop++) {
        watch_log cut = {.stop_at = stop};
        options.progress = watch_of(&cut);
        CHECK_EQ(read(bytes, size, &options, &copy, &error), LF_IO_E_CANCELLED);
        CHECK_EQ(cut.calls, stop);
        CHECK(copy.tiles.open == NULL && copy.depth == NULL);
        CHECK(strstr(error.message, ": was cancelled") != NULL);
    }
}

/// Writes watched, and ended at each report; reads what was written.
static void check_written(lf_file_format format) {
    watch_log log = {0};
    lf_save_options options = {.format = format};
    uint8_t *plain, *bytes;
    size_t plain_size, size;
    CHECK_EQ(lf_grid_encode(&options, &grid, &plain, &plain_size, NULL), LF_IO_OK);
    options.progress = watch_of(&log);
    CHECK_EQ(lf_grid_encode(&options, &grid, &bytes, &size, NULL), LF_IO_OK);
    CHECK(size == plain_size && memcmp(plain, bytes, size) == 0);
    CHECK(watch_ended_well(&log) && log.calls >= 3 && log.total == GRID_TILES);
    lf_encoded_free(plain);
    check_read(read_one_file, format, bytes, size);
    lf_encoded_free(bytes);
    for (int64_t stop = 1; stop <= log.calls; stop++) {
        watch_log cut = {.stop_at = stop};
        options.progress = watch_of(&cut);
        CHECK_EQ(lf_grid_encode(&options, &grid, &bytes, &size, NULL), LF_IO_E_CANCELLED);
        CHECK(bytes == NULL && size == 0 && cut.calls == stop);
    }
}

/// A PGM of the grid, with decimal numbers or bytes; returns its size.
static size_t pgm_write(bool plain, char *out, size_t capacity) {
    int size = snprintf(out, capacity, "P%d\n%d %d\n1\n", plain ? 2 : 5, GRID_WIDTH, GRID_HEIGHT);
    for (int i = 0; i < GRID_TILES; i++) {
        out[size++] = (char)(grid_tiles[i] + (plain ? '0' : 0));
        if (plain) out[size++] = '\n';
    }
    return (size_t)size;
}

static void maps_are_watched(void) {
    static char text[2 * GRID_TILES + 64];
    CHECK(lf_scene_make(LF_SCENE_NOISE, GRID_WIDTH, GRID_HEIGHT, 7, grid_tiles));
    check_written(LF_FILE_TEXT);
    check_written(LF_FILE_MOVINGAI);
    check_written(LF_FILE_PNG);
    check_read(read_one_file, LF_FILE_RAW, grid_tiles, GRID_TILES);
    check_read(read_ros, LF_FILE_AUTO, text, pgm_write(true, text, sizeof text));
    check_read(read_ros, LF_FILE_AUTO, text, pgm_write(false, text, sizeof text));
    for (int i = 0; i < GRID_TILES; i++) text[i] = (char)(grid_tiles[i] ? 3 : 0x80);
    check_read(read_openfront, LF_FILE_AUTO, text, GRID_TILES);
}

/// A file whose writing is ended does not appear, and an old one stays.
static void ended_files_are_not_written(void) {
    static const char path[] = "test_progress.map";
    watch_log cut = {.stop_at = 2}, log = {0};
    lf_save_options options = {.progress = watch_of(&cut)};
    lf_io_error error;
    lf_grid copy;
    remove(path);
    CHECK_EQ(lf_grid_save(path, &options, &grid, &error), LF_IO_E_CANCELLED);
    CHECK_STR(error.message, "test_progress.map: was cancelled");
    CHECK_EQ(lf_grid_load(path, NULL, &copy, &error), LF_IO_E_FILE);
    options.progress = watch_of(&log);
    CHECK_EQ(lf_grid_save(path, &options, &grid, &error), LF_IO_OK);
    CHECK(watch_ended_well(&log));
    cut.calls = cut.last = 0;
    options.progress = watch_of(&cut);
    const lf_grid other = {.tiles = {1000, 100, grid_tiles}};
    CHECK_EQ(lf_grid_save(path, &options, &other, &error), LF_IO_E_CANCELLED);
    CHECK_EQ(lf_grid_load(path, NULL, &copy, &error), LF_IO_OK);
    CHECK(copy.tiles.width == GRID_WIDTH && memcmp(copy.tiles.open, grid_tiles, GRID_TILES) == 0);
    lf_grid_free(&copy);
    remove(path);
}

// ---- Generators -----------------------------------------------------------------------------------

static void scenes_are_watched(void) {
    static uint8_t plain[GRID_TILES], watched[GRID_TILES];
    static const int32_t sizes[][2] = {{GRID_WIDTH, GRID_HEIGHT}, {GRID_TILES, 1}, {1, GRID_TILES}, {1, 1}};
    for (int kind = 0; kind < LF_SCENE_COUNT; kind++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            const int32_t width = sizes[i][0], height = sizes[i][1];
            watch_log log = {0};
            CHECK(lf_scene_make((lf_scene)kind, width, height, 9, plain));
            CHECK(lf_scene_make_watched((lf_scene)kind, width, height, 9, watch_of(&log), watched));
            CHECK(memcmp(plain, watched, (size_t)width * (size_t)height) == 0);
            CHECK(watch_ended_well(&log));
            for (int64_t stop = 1; stop <= log.calls && stop <= 20; stop++) {
                watch_log cut = {.stop_at = stop};
                CHECK(!lf_scene_make_watched((lf_scene)kind, width, height, 9, watch_of(&cut), watched));
                CHECK_EQ(cut.calls, stop);
            }
        }
    }
}

static void dungeons_are_watched(void) {
    enum { SIDE = 601 };
    static uint8_t plain[SIDE * SIDE], watched[SIDE * SIDE];
    for (int kind = 0; kind < 4; kind++) {
        lf_dungeon_desc desc = {.width = SIDE, .height = SIDE, .rooms = kind % 2 == 0 ? 0 : 500, .keys = 5};
        desc.unsolvable = kind / 2 != 0;
        CHECK(lf_dungeon_make(&desc, plain) == NULL);
        watch_log log = {0};
        desc.progress = watch_of(&log);
        CHECK(lf_dungeon_make(&desc, watched) == NULL);
        CHECK(memcmp(plain, watched, sizeof plain) == 0);
        CHECK(watch_ended_well(&log) && log.calls > 3);
        for (int64_t stop = 1; stop <= log.calls; stop++) {
            watch_log cut = {.stop_at = stop};
            desc.progress = watch_of(&cut);
            CHECK_STR(lf_dungeon_make(&desc, watched), "cancelled");
            CHECK_EQ(cut.calls, stop);
        }
    }
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(numbers_have_units),
        TEST(lines_say_how_far),
        TEST(quiet_work_has_no_line),
        TEST(rates_are_of_units),
        TEST(parts_of_stages_are_reported),
        TEST(keys_are_watched),
        TEST(watched_keys_run_out_of_memory),
        TEST(hierarchies_have_stages),
        TEST(maps_are_watched),
        TEST(ended_files_are_not_written),
        TEST(scenes_are_watched),
        TEST(dungeons_are_watched),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
