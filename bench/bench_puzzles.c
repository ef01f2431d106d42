// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Puzzles, a family for each device (scenes/puzzle.h), in four sizes, and with several heroes. A row is ten seeds;
// times are medians over them of the best of three runs, from bytes to steps: making the map and the puzzle, and the
// query with its route. At the limit of states `gap` is what is proven: at most so many percent of the route are too
// long; `routeless` counts the puzzles of which no route is known by then.
//
// Beside it, on the small ones, the states of the textbook's search, tile by tile and with everything that anybody
// could remember (tests/puzzle_judge.h, which is made to be plain, so that its time says nothing); lengths are
// compared. And where a puzzle has nothing but keys that are kept, `keys` on the same map.
#include "bench.h"

#include <inttypes.h>
#include <puzzle.h>
#include <puzzle_judge.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 10, RUNS = 3, MAX_STATES = 200000, TEXTBOOK_STATES = 1 << 19, ALL = LF_PART_COUNT };

typedef struct row {
    int32_t width, height, heroes, gates;
    int part; ///< of lf_part, or ALL
} row;

typedef struct result {
    lf_status status;
    double ns;
    lf_puzzle_route route;
    double keys_ns;          ///< 0 = not asked
    int64_t textbook_states; ///< 0 = not asked, or too many
} result;

/// A puzzle of a row.
typedef struct board {
    const row *row;
    uint8_t *tiles;
    lf_puzzle_scene scene;
} board;

static bool board_make(board *b, uint64_t seed) {
    const lf_puzzle_scene_desc desc = {.width = b->row->width,
                                       .height = b->row->height,
                                       .heroes = b->row->heroes,
                                       .gates = b->row->gates,
                                       .parts = b->row->part == ALL ? 0 : 1u << b->row->part,
                                       .seed = seed};
    return lf_puzzle_scene_make(&desc, b->tiles, &b->scene) == NULL;
}

static lf_map_desc board_map(const board *b) {
    return (lf_map_desc){.width = b->row->width,
                         .height = b->row->height,
                         .tiles = b->tiles,
                         .tiles_size = (size_t)b->row->width * (size_t)b->row->height,
                         .moves = LF_MOVES_ORTHOGONAL,
                         .skip_bodies = true};
}

static void board_sources(const board *b, lf_source sources[LF_MAX_HEROES]) {
    for (int32_t h = 0; h < b->scene.heroes; h++) sources[h] = (lf_source){.tile = b->scene.starts[h]};
}

/// One run from bytes to steps; false if anything fails.
static bool run_puzzle(const board *b, result *out) {
    const uint64_t begin = bench_now(NULL);
    const lf_map_desc map_desc = board_map(b);
    const lf_puzzle_desc desc = {
        .devices = b->scene.devices, .device_count = b->scene.device_count, .used_up = b->scene.used_up};
    const lf_puzzle_search_desc search_desc = {.max_states = MAX_STATES};
    lf_source sources[LF_MAX_HEROES];
    board_sources(b, sources);
    const lf_puzzle_query query = {.sources = sources,
                                   .source_count = b->scene.heroes,
                                   .targets = b->scene.exits,
                                   .target_count = b->scene.heroes,
                                   .together = b->scene.heroes > 1};
    lf_map *map = NULL;
    lf_puzzle *puzzle = NULL;
    lf_puzzle_search *search = NULL;
    bool ok = lf_map_create(&map_desc, &map) == LF_OK && lf_puzzle_create(map, &desc, &puzzle) == LF_OK &&
              lf_puzzle_search_create(puzzle, &search_desc, &search) == LF_OK;
    if (ok) out->status = lf_puzzle_search_find(search, &query, NULL, 0, &out->route);
    out->ns = (double)(bench_now(NULL) - begin);
    ok = ok && (out->status == LF_OK || out->status == LF_LIMIT);
    lf_puzzle_search_destroy(search);
    lf_puzzle_destroy(puzzle);
    lf_map_destroy(map);
    return ok;
}

/// The same by `keys`, for puzzles that are dungeons; the length must be the same.
static bool run_keys(const board *b, result *out) {
    const uint64_t begin = bench_now(NULL);
    const lf_map_desc map_desc = board_map(b);
    lf_fixture *fixtures = malloc((size_t)b->scene.device_count * sizeof *fixtures);
    if (fixtures == NULL) return false;
    for (int64_t i = 0; i < b->scene.device_count; i++)
        fixtures[i] = (lf_fixture){.tile = b->scene.devices[i].tile,
                                   .kind = b->scene.devices[i].kind,
                                   .type = b->scene.devices[i].type == LF_DEVICE_KEY ? LF_FIXTURE_KEY
                                                                                     : LF_FIXTURE_DOOR};
    const lf_fixtures_desc desc = {.fixtures = fixtures, .fixture_count = b->scene.device_count};
    const lf_source source = {.tile = b->scene.starts[0]};
    const lf_keys_query query = {
        .sources = &source, .source_count = 1, .targets = b->scene.exits, .target_count = 1};
    lf_map *map = NULL;
    lf_fixtures *made = NULL;
    lf_keys_search *search = NULL;
    lf_keys_route route = {0};
    const bool ok = lf_map_create(&map_desc, &map) == LF_OK &&
                    lf_fixtures_create(map, &desc, &made) == LF_OK &&
                    lf_keys_search_create(made, NULL, &search) == LF_OK &&
                    lf_keys_search_find(search, &query, NULL, 0, &route) == LF_OK;
    out->keys_ns = (double)(bench_now(NULL) - begin);
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(made);
    lf_map_destroy(map);
    free(fixtures);
    return ok && (out->status == LF_LIMIT || route.length == out->route.length);
}

/// Whether the textbook's search has room for it.
static bool board_is_small(const board *b) {
    return b->row->width * b->row->height <= RIDDLE_TILES && b->scene.device_count <= RIDDLE_DEVICES &&
           b->scene.kind_count <= RIDDLE_KINDS;
}

static riddle board_riddle(const board *b) {
    riddle r = {.width = b->row->width,
                .height = b->row->height,
                .moves = LF_MOVES_ORTHOGONAL,
                .device_count = (int)b->scene.device_count,
                .used_up = b->scene.used_up,
                .source_count = b->scene.heroes,
                .target_count = b->scene.heroes,
                .together = b->scene.heroes > 1};
    memcpy(r.open, b->tiles, (size_t)r.width * (size_t)r.height);
    memcpy(r.devices, b->scene.devices, (size_t)r.device_count * sizeof *r.devices);
    memcpy(r.targets, b->scene.exits, (size_t)r.target_count * sizeof *r.targets);
    board_sources(b, r.sources);
    return r;
}

/// Every state in the order of moves until the goal holds. False if the lengths differ.
static bool run_textbook(const board *b, result *out) {
    const riddle r = board_riddle(b);
    riddle_search search = {.room = TEXTBOOK_STATES};
    search.states = malloc(search.room * sizeof *search.states);
    search.slots = calloc(4 * (size_t)search.room, sizeof *search.slots);
    bool fine = search.states != NULL && search.slots != NULL, done = false;
    int64_t length = 0;
    uint32_t head = 0;
    if (fine) {
        const riddle_state s = riddle_first(&r, 0);
        riddle_meet(&search, &s);
    }
    for (uint32_t end = search.count; fine && head < search.count && !done; end = search.count, length++)
        for (; head < end && fine && !done; head++) {
            done = riddle_is_done(&r, &search.states[head]);
            fine = done || riddle_spread(&r, &search, head);
        }
    out->textbook_states = done ? (int64_t)head : 0;
    free(search.states);
    free(search.slots);
    return !done || out->status != LF_OK || length - 1 == out->route.length;
}

static bool run_board(const board *b, result *out) {
    for (int i = 0; i < RUNS; i++) {
        result once = {0};
        if (!run_puzzle(b, &once)) return false;
        if (i == 0 || once.ns < out->ns) *out = once;
        if (once.ns > 3e8) break; // the slow ones need no repeats
    }
    if (b->row->part == LF_PART_KEYS && b->row->heroes == 1 && !run_keys(b, out)) return false;
    return !board_is_small(b) || run_textbook(b, out);
}

static double result_gap(const result *r) {
    return r->route.found ? 100.0 * (double)(r->route.length - r->route.lower_bound) / (double)r->route.length
                          : 0;
}

static double median_of(const result *results, double (*value)(const result *)) {
    double values[SEEDS];
    for (int i = 0; i < SEEDS; i++) values[i] = value(&results[i]);
    return bench_quantile(values, SEEDS, 0.5);
}

static double most_of(const result *results, double (*value)(const result *)) {
    double most = 0;
    for (int i = 0; i < SEEDS; i++) most = value(&results[i]) > most ? value(&results[i]) : most;
    return most;
}

static double result_ms(const result *r) {
    return r->ns / 1e6;
}

static double result_states(const result *r) {
    return (double)r->route.stats.states;
}

static double result_points(const result *r) {
    return (double)r->route.stats.points;
}

static double result_bits(const result *r) {
    return (double)r->route.stats.bits;
}

static double result_mbytes(const result *r) {
    return (double)r->route.stats.bytes / 1e6;
}

static double result_keys(const result *r) {
    return r->keys_ns / 1e6;
}

static double result_textbook(const result *r) {
    return (double)r->textbook_states;
}

static void row_print(const row *r, const result *results) {
    int limits = 0, routeless = 0, textbooks = 0;
    for (int i = 0; i < SEEDS; i++) {
        limits += results[i].status == LF_LIMIT;
        routeless += !results[i].route.found;
        textbooks += results[i].textbook_states > 0;
    }
    printf("%s\t%dx%d\t%d\t%d\t%.3f\t%.3f\t", r->part == ALL ? "all" : lf_part_name((lf_part)r->part),
           r->width, r->height, r->heroes, r->gates, median_of(results, result_ms),
           most_of(results, result_ms));
    printf("%.0f\t%.0f\t%.0f\t%.0f\t%.1f\t%d\t%d\t%.1f\t", median_of(results, result_states),
           most_of(results, result_states), median_of(results, result_points),
           median_of(results, result_bits), most_of(results, result_mbytes), limits, routeless,
           most_of(results, result_gap));
    if (results[0].keys_ns > 0)
        printf("%.3f\t", median_of(results, result_keys));
    else
        printf("-\t");
    if (textbooks == SEEDS)
        printf("%.0f\n", median_of(results, result_textbook));
    else
        printf("-\n");
    fflush(stdout);
}

static bool bench_row(const row *r) {
    board b = {.row = r, .tiles = malloc((size_t)r->width * (size_t)r->height)};
    result results[SEEDS] = {0};
    bool ok = b.tiles != NULL;
    for (int i = 0; ok && i < SEEDS; i++) {
        ok = board_make(&b, (uint64_t)i + 1) && run_board(&b, &results[i]);
        lf_puzzle_scene_free(&b.scene);
    }
    if (ok)
        row_print(r, results);
    else
        fprintf(stderr, "%s, %d x %d: searches disagree, or there is no memory\n",
                r->part == ALL ? "all" : lf_part_name((lf_part)r->part), r->width, r->height);
    free(b.tiles);
    return ok;
}

/// All rows, or those whose family begins with the argument.
int main(int argc, char **argv) {
    // The second has a gate at every wall: what a puzzle asks for lies closest there.
    static const row sizes[] = {
        {19, 13, 1, 3, 0}, {31, 19, 1, 14, 0}, {61, 31, 1, 12, 0}, {241, 121, 1, 24, 0}};
    static const row teams[] = {
        {19, 13, 2, 2, ALL}, {61, 31, 2, 4, ALL}, {61, 31, 4, 2, ALL}, {61, 31, 4, 4, ALL}};
    const char *only = argc > 1 ? argv[1] : "";
    bool ok = true;
    printf("family\tsize\theroes\tgates\tms\tslowest_ms\tstates\tmost_states\tpoints\tbits\tmost_"
           "mbytes\tlimits_of_10\t"
           "routeless\tmost_gap\tkeys_ms\ttextbook_states\n");
    for (int part = 0; part <= LF_PART_COUNT; part++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            row r = sizes[i];
            r.part = part;
            const char *name = part == ALL ? "all" : lf_part_name((lf_part)part);
            if (strncmp(name, only, strlen(only)) == 0) ok = bench_row(&r) && ok;
        }
    for (size_t i = 0; i < sizeof teams / sizeof *teams; i++)
        if (strncmp("all", only, strlen(only)) == 0) ok = bench_row(&teams[i]) && ok;
    return ok ? 0 : 1;
}
