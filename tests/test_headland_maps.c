// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// headland on real maps, where the shared data is at hand: every query of the water maps has the length that
// its file gives, and every query of every MovingAI scenario the octile length to its printed precision, none
// skipped (with sanitizers, one query in ten). Every route is checked move by move.
#include "test.h"

#include <landfall_io.h>
#include <math.h>

#ifdef __SANITIZE_ADDRESS__
enum { STEP = 10 };
#else
enum { STEP = 1 };
#endif

typedef struct world {
    lf_grid grid;
    lf_map *map;
    lf_index *index;
    lf_search *search;
    lf_tile *tiles;
    lf_query_list queries;
} world;

static const char *shared_data(void) {
    const char *shared = getenv("LF_SHARED_DATA");
    return shared != NULL ? shared : "../shared";
}

static bool world_load(const char *map, const char *queries, lf_cost cost, world *out) {
    *out = (world){0};
    if (lf_grid_load(map, NULL, &out->grid, NULL) != LF_IO_OK) return false;
    CHECK_EQ(lf_queries_load(queries, &out->queries, NULL), LF_IO_OK);
    CHECK_EQ(lf_grid_to_map(&out->grid, LF_MOVES_KING, &out->map), LF_OK);
    CHECK_EQ(lf_index_create(out->map, &(lf_index_desc){.cost = cost}, &out->index), LF_OK);
    CHECK_EQ(lf_search_create(out->map, &(lf_search_desc){.index = out->index}, &out->search), LF_OK);
    out->tiles = malloc((size_t)lf_map_open_count(out->map) * sizeof *out->tiles);
    return out->tiles != NULL;
}

static void world_free(world *of) {
    lf_search_destroy(of->search);
    lf_index_destroy(of->index);
    lf_map_destroy(of->map);
    lf_queries_free(&of->queries);
    lf_grid_free(&of->grid);
    free(of->tiles);
}

/// Answers a query by the default strategy, which must have become headland, and checks the route.
static lf_route world_ask(const world *on, const lf_file_query *ends, lf_cost cost) {
    const lf_source source = {.tile = lf_map_tile(on->map, ends->from.x, ends->from.y)};
    const lf_tile target = lf_map_tile(on->map, ends->to.x, ends->to.y);
    const lf_query query = {
        .sources = &source, .source_count = 1, .targets = &target, .target_count = 1, .options.cost = cost};
    lf_route route;
    CHECK_EQ(lf_search_find(on->search, &query, on->tiles, lf_map_open_count(on->map), &route), LF_OK);
    CHECK_EQ(route.strategy, LF_STRATEGY_HEADLAND);
    CHECK(route.exact);
    CHECK_EQ(lf_route_check(on->map, on->tiles, route.tile_count, NULL, NULL), LF_OK);
    CHECK_EQ(on->tiles[0], source.tile);
    CHECK_EQ(on->tiles[route.tile_count - 1], target);
    return route;
}

/// The last column of a line of the file.
static int64_t next_length(FILE *file) {
    char line[256];
    if (fgets(line, sizeof line, file) == NULL) return -1;
    const char *comma = strrchr(line, ',');
    return comma == NULL ? -1 : strtoll(comma + 1, NULL, 10);
}

/// The queries of one file on a map that is loaded.
static void check_lengths(world *on, const char *path) {
    lf_queries_free(&on->queries);
    CHECK_EQ(lf_queries_load(path, &on->queries, NULL), LF_IO_OK);
    FILE *file = fopen(path, "r");
    if (!CHECK(file != NULL)) return;
    next_length(file); // the header
    for (int64_t i = 0; i < on->queries.count; i++) {
        const int64_t length = next_length(file);
        if (i % STEP == 0) CHECK_EQ(world_ask(on, &on->queries.items[i], LF_COST_UNIFORM).length, length);
    }
    fclose(file);
    printf("  %s: %" PRId64 " queries\n", strstr(path, "maps/"), on->queries.count);
}

static bool check_water(const char *name) {
    char folder[512], path[1024];
    snprintf(folder, sizeof folder, "%s/maps/%s", shared_data(), name);
    snprintf(path, sizeof path, "%s/queries.csv", folder);
    world on;
    if (!world_load(folder, path, LF_COST_UNIFORM, &on)) return false;
    check_lengths(&on, path);
    snprintf(path, sizeof path, "%s/queries_shore.csv", folder);
    check_lengths(&on, path);
    world_free(&on);
    return true;
}

static void every_query_of_the_water_maps(void) {
    static const char *const names[] = {"giantworldmap",   "world",       "northwestpassage",
                                        "straitofmalacca", "amazonriver", "achiran"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!check_water(names[i])) SKIP("the shared maps are not here");
    }
}

static bool check_scenario(const char *name) {
    char map[512], path[1024];
    snprintf(map, sizeof map, "%s/movingai/%s.map", shared_data(), name);
    snprintf(path, sizeof path, "%s.scen", map);
    world on;
    if (!world_load(map, path, LF_COST_OCTILE, &on)) return false;
    // A file with two decimals everywhere is held to half a hundredth, all others to the relative tolerance
    // of 1e-5.
    bool coarse = true;
    for (int64_t i = 0; i < on.queries.count; i++) {
        const double hundredths = on.queries.items[i].known_length * 100;
        coarse = coarse && fabs(hundredths - round(hundredths)) < 1e-6;
    }
    for (int64_t i = 0; i < on.queries.count; i += STEP) {
        const double printed = on.queries.items[i].known_length;
        const lf_route route = world_ask(&on, &on.queries.items[i], LF_COST_OCTILE);
        const double length = (double)route.straight + (double)route.diagonal * sqrt(2);
        CHECK(fabs(length - printed) <= (coarse ? 0.0050001 : 1e-5 * length));
    }
    printf("  %s: %" PRId64 " queries%s\n", name, on.queries.count,
           coarse ? ", printed with two decimals" : "");
    world_free(&on);
    return true;
}

static void every_query_of_the_scenarios(void) {
    static const char *const names[] = {"arena2",         "brc202d",       "BigGameHunters",
                                        "Aurora",         "maze512-32-0",  "16room_000",
                                        "random512-10-0", "Berlin_0_1024", "AR0700SR"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!check_scenario(names[i])) SKIP("the shared scenarios are not here");
    }
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(every_query_of_the_water_maps),
                                      TEST(every_query_of_the_scenarios)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
