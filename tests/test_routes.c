// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A thousand routes, tile by tile, over all strategies, move rules and costs, with several ends and with depth
// gates. golden/routes.txt holds them, with their maps, for other languages to repeat: js/test does. A game
// that replays inputs on many machines needs every one of them to be the same, so the file has the version
// that such games compare.
//
//     test_routes FILE             compares
//     UPDATE=1 test_routes FILE    writes the file anew; refused if routes changed and LF_ROUTES_VERSION did not
//
// The file has a line with the version; then for each map a line `map SIZE MOVES COST` and its rows, `.` open
// and `#` blocked, and for each query a line
//
//     STRATEGY SOURCE,...>TARGET,... MIN_DEPTH DEEPEST HARBOUR = STRATEGY EXACT FIRST_TILE MOVES
//
// or `= none`. A move is a digit: 0 to the right, then clockwise. `-` stands for no moves. Depths are computed,
// and every map has an index. A harbour of -1 is none.
#include <landfall.h>
#include <scenes.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAPS = 20, QUERIES = 50, MOST_TILES = 100 * 60, MOST_ENDS = 3, TEXT_ROOM = 1 << 20 };

static char text[TEXT_ROOM], golden[TEXT_ROOM];
static size_t text_size;

static void text_add(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_size += (size_t)vsnprintf(text + text_size, TEXT_ROOM - text_size, format, arguments);
    va_end(arguments);
    if (text_size >= TEXT_ROOM) exit(2);
}

/// A map, and searches as the JavaScript package has them: coarse maps only for those that need one.
typedef struct board {
    int32_t width, height;
    lf_moves moves;
    lf_cost cost;
    uint8_t tiles[MOST_TILES];
    lf_map *map;
    lf_depth *depth;
    lf_coarse *coarse, *spine_coarse;
    lf_index *index;
    lf_search *exact, *guided, *spine;
} board;

static void demand(lf_status status) {
    if (status >= 0) return;
    printf("%s: %s\n", lf_status_name(status), lf_status_text(status));
    exit(1);
}

static void board_parts(board *b) {
    const lf_map_desc desc = {.width = b->width,
                              .height = b->height,
                              .tiles = b->tiles,
                              .tiles_size = sizeof b->tiles,
                              .moves = b->moves};
    demand(lf_map_create(&desc, &b->map));
    demand(lf_depth_create(b->map, NULL, &b->depth));
    demand(lf_coarse_create(b->map, NULL, &b->coarse));
    demand(lf_coarse_create(b->map, &(lf_coarse_desc){.level = lf_spine_level(b->map)}, &b->spine_coarse));
    demand(lf_index_create(b->map, &(lf_index_desc){.cost = b->cost}, &b->index));
}

static void board_searches(board *b) {
    const lf_search_desc exact = {.index = b->index, .depth = b->depth, .cost = b->cost};
    const lf_search_desc guided = {.coarse = b->coarse, .depth = b->depth};
    const lf_search_desc spine = {.coarse = b->spine_coarse, .only = LF_STRATEGY_SPINE};
    demand(lf_search_create(b->map, &exact, &b->exact));
    demand(lf_search_create(b->map, &guided, &b->guided));
    demand(lf_search_create(b->map, &spine, &b->spine));
}

static void board_make(board *b, int number, lf_random *random) {
    memset(b, 0, sizeof *b);
    b->width = 30 + (int32_t)lf_random_below(random, 60);
    b->height = 20 + (int32_t)lf_random_below(random, 35);
    b->moves = (lf_moves)(number % 3);
    b->cost = number / 3 % 2 == 0 ? LF_COST_UNIFORM : LF_COST_OCTILE;
    const lf_scene scene = (lf_scene)(1 + number % (LF_SCENE_COUNT - 1));
    if (!lf_scene_make(scene, b->width, b->height, (uint64_t)number, b->tiles)) exit(1);
    board_parts(b);
    board_searches(b);
}

static void board_free(board *b) {
    lf_search_destroy(b->exact);
    lf_search_destroy(b->guided);
    lf_search_destroy(b->spine);
    lf_index_destroy(b->index);
    lf_coarse_destroy(b->coarse);
    lf_coarse_destroy(b->spine_coarse);
    lf_depth_destroy(b->depth);
    lf_map_destroy(b->map);
}

static void board_write(const board *b) {
    text_add("map %dx%d %s %s\n", b->width, b->height, lf_moves_name(b->moves), lf_cost_name(b->cost));
    for (int32_t y = 0; y < b->height; y++) {
        for (int32_t x = 0; x < b->width; x++) text_add(b->tiles[y * b->width + x] ? "." : "#");
        text_add("\n");
    }
}

static lf_tile board_tile(const board *b, lf_random *random) {
    for (;;) {
        const lf_tile tile = lf_random_below(random, (uint32_t)(b->width * b->height));
        if (b->tiles[tile]) return tile;
    }
}

/// The strategies that answer on a board, in turn.
static lf_strategy board_strategy(const board *b, int number) {
    static const lf_strategy octile[] = {LF_STRATEGY_AUTO, LF_STRATEGY_FLOOD, LF_STRATEGY_HEADLAND};
    if (b->moves == LF_MOVES_ORTHOGONAL) return (lf_strategy)(number % 8);
    return b->cost == LF_COST_OCTILE ? octile[number % 3] : (lf_strategy)(number % 7);
}

/// A gate for every third query of the strategies that take one.
static lf_depth_gate gate_make(lf_strategy strategy, int number, lf_random *random) {
    lf_depth_gate gate = {.harbour = (int32_t)lf_random_below(random, 8) - 1};
    const uint32_t depth = lf_random_below(random, 4);
    const bool deepest = lf_random_below(random, 2) == 0;
    const bool refused = strategy == LF_STRATEGY_HEADLAND || strategy == LF_STRATEGY_STRIP;
    if (refused || number % 3 != 2) return (lf_depth_gate){0};
    gate.deepest = deepest;
    gate.min_depth = (int32_t)depth;
    return gate;
}

static lf_search *board_search(const board *b, lf_strategy strategy, const lf_depth_gate *gate) {
    const bool gated = gate->min_depth > 0 || gate->deepest;
    if (strategy == LF_STRATEGY_SPINE) return gated ? b->guided : b->spine;
    const bool guided = strategy >= LF_STRATEGY_CORRIDOR && strategy <= LF_STRATEGY_EXPAND_OPTIMAL;
    return guided ? b->guided : b->exact;
}

static char move_digit(const board *b, lf_tile from, lf_tile to) {
    static const char digits[] = "567"
                                 "4-0"
                                 "321";
    const int32_t width = b->width;
    const int32_t dx = (int32_t)to % width - (int32_t)from % width;
    const int32_t dy = (int32_t)to / width - (int32_t)from / width;
    return digits[(dy + 1) * 3 + dx + 1];
}

static void query_write(const lf_query *query) {
    text_add("%s ", lf_strategy_name(query->strategy));
    for (int64_t i = 0; i < query->source_count; i++)
        text_add("%s%" PRIu32, i == 0 ? "" : ",", query->sources[i].tile);
    for (int64_t i = 0; i < query->target_count; i++)
        text_add("%s%" PRIu32, i == 0 ? ">" : ",", query->targets[i]);
    const lf_depth_gate *gate = &query->gate;
    const int32_t harbour = gate->harbour == 0 ? -1 : gate->harbour == LF_NONE ? 0 : gate->harbour;
    text_add(" %d %d %d =", gate->min_depth, gate->deepest, harbour);
}

static void route_write(const board *b, const lf_route *route, const lf_tile *tiles) {
    if (!route->found) {
        text_add(" none\n");
        return;
    }
    text_add(" %s %d %" PRIu32 " ", lf_strategy_name(route->strategy), route->exact, tiles[0]);
    for (int64_t i = 1; i < route->tile_count; i++) text_add("%c", move_digit(b, tiles[i - 1], tiles[i]));
    text_add("%s\n", route->tile_count == 1 ? "-" : "");
}

static void board_ask(const board *b, int number, lf_random *random) {
    lf_source sources[MOST_ENDS];
    lf_tile targets[MOST_ENDS];
    static lf_tile tiles[MOST_TILES];
    const lf_strategy strategy = board_strategy(b, number);
    const uint32_t source_count = 1 + lf_random_below(random, MOST_ENDS);
    const uint32_t target_count = 1 + lf_random_below(random, MOST_ENDS);
    for (uint32_t i = 0; i < source_count; i++) sources[i] = (lf_source){.tile = board_tile(b, random)};
    for (uint32_t i = 0; i < target_count; i++) targets[i] = board_tile(b, random);
    const lf_query query = {.sources = sources,
                            .source_count = source_count,
                            .targets = targets,
                            .target_count = target_count,
                            .strategy = strategy,
                            .options = {.cost = b->cost},
                            .gate = gate_make(strategy, number, random)};
    lf_route route;
    demand(lf_search_find(board_search(b, strategy, &query.gate), &query, tiles, MOST_TILES, &route));
    query_write(&query);
    route_write(b, &route, tiles);
}

static void routes_make(void) {
    static board b;
    lf_random random = lf_random_make(16);
    text_add("routes %d\n", LF_ROUTES_VERSION);
    for (int number = 0; number < MAPS; number++) {
        board_make(&b, number, &random);
        board_write(&b);
        for (int i = 0; i < QUERIES; i++) board_ask(&b, i, &random);
        board_free(&b);
    }
}

static bool golden_read(const char *path) {
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) return false;
    golden[fread(golden, 1, TEXT_ROOM - 1, stream)] = '\0';
    fclose(stream);
    return true;
}

/// The first line that differs, as it was and as it is.
static void golden_explain(void) {
    const char *was = golden, *is = text;
    for (int line = 1;; line++) {
        const size_t a = strcspn(was, "\n"), b = strcspn(is, "\n");
        if (a != b || memcmp(was, is, a) != 0) {
            printf("line %d\n  was: %.*s\n  is:  %.*s\n", line, (int)a, was, (int)b, is);
            return;
        }
        was += a + 1;
        is += b + 1;
    }
}

static int golden_write(const char *path, bool was_there) {
    const size_t first = strcspn(golden, "\n");
    if (was_there && strcmp(golden, text) != 0 && strncmp(golden, text, first) == 0) {
        golden_explain();
        printf("routes have changed: raise LF_ROUTES_VERSION, then UPDATE=1\n");
        return 1;
    }
    FILE *stream = fopen(path, "wb");
    if (stream == NULL) return 1;
    fwrite(text, 1, text_size, stream);
    printf("%s: written anew, %d routes\n", path, MAPS * QUERIES);
    return fclose(stream) != 0;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        printf("usage: test_routes FILE\n");
        return 2;
    }
    routes_make();
    const bool there = golden_read(argv[1]);
    const char *update = getenv("UPDATE");
    if (update != NULL && strcmp(update, "1") == 0) return golden_write(argv[1], there);
    if (!there) {
        printf("%s: cannot be read; UPDATE=1 writes it\n", argv[1]);
        return 1;
    }
    if (strcmp(golden, text) != 0) {
        golden_explain();
        printf("routes are not the ones of version %d\n", LF_ROUTES_VERSION);
        return 1;
    }
    printf("%d routes are those of version %d\n", MAPS * QUERIES, LF_ROUTES_VERSION);
    return 0;
}
