// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A value that an enum does not have is refused, with a status of its own, wherever the public headers take
// one: one row for each. repository.sh compares the types in here with the headers.
//
// Types that are only ever given out, and so have no row: lf_status, lf_fault, lf_still, lf_puzzle_event_type,
// lf_io_status.
#include "test.h"

#include <landfall_io.h>
#include <limits.h>

/// A small sea with everything that can be made of it.
typedef struct rig {
    lf_map *map;
    lf_coarse *coarse;
    lf_index *index;
    lf_fixtures *fixtures;
    lf_keys_search *keys_search;
    lf_search *search;
    uint8_t *bytes; ///< the index saved
    size_t size;
} rig;

enum { SIDE = 16 };
static uint8_t tiles[SIDE * SIDE], depths[SIDE * SIDE];

static lf_map_desc map_desc(void) {
    return (lf_map_desc){.width = SIDE, .height = SIDE, .tiles = tiles, .tiles_size = sizeof tiles};
}

static rig rig_make(void) {
    rig r = {0};
    memset(tiles, 1, sizeof tiles);
    memset(depths, 1, sizeof depths);
    const lf_map_desc desc = map_desc();
    CHECK_EQ(lf_map_create(&desc, &r.map), LF_OK);
    CHECK_EQ(lf_coarse_create(r.map, NULL, &r.coarse), LF_OK);
    CHECK_EQ(lf_index_create(r.map, NULL, &r.index), LF_OK);
    CHECK_EQ(lf_fixtures_create(r.map, NULL, &r.fixtures), LF_OK);
    CHECK_EQ(lf_keys_search_create(r.fixtures, NULL, &r.keys_search), LF_OK);
    CHECK_EQ(lf_search_create(r.map, &(lf_search_desc){.coarse = r.coarse, .index = r.index}, &r.search),
             LF_OK);
    r.size = lf_index_save_size(r.index);
    r.bytes = malloc(r.size);
    CHECK_EQ(lf_index_save(r.index, r.bytes, r.size), LF_OK);
    return r;
}

static void rig_free(rig *r) {
    free(r->bytes);
    lf_search_destroy(r->search);
    lf_keys_search_destroy(r->keys_search);
    lf_fixtures_destroy(r->fixtures);
    lf_index_destroy(r->index);
    lf_coarse_destroy(r->coarse);
    lf_map_destroy(r->map);
}

// ---- One call for each field ----------------------------------------------------------------------

static int try_map(lf_map_desc desc) {
    lf_map *map;
    const lf_status status = lf_map_create(&desc, &map);
    lf_map_destroy(map);
    return status;
}

static int try_map_format(const rig *r, int value) {
    (void)r;
    lf_map_desc desc = map_desc();
    desc.format = (lf_tile_format)value;
    return try_map(desc);
}

static int try_map_moves(const rig *r, int value) {
    (void)r;
    lf_map_desc desc = map_desc();
    desc.moves = (lf_moves)value;
    return try_map(desc);
}

static int try_coarse_kind(const rig *r, int value) {
    lf_coarse *coarse;
    const lf_status status =
        lf_coarse_create(r->map, &(lf_coarse_desc){.kind = (lf_coarse_kind)value}, &coarse);
    lf_coarse_destroy(coarse);
    return status;
}

static int try_index(const rig *r, lf_index_desc desc) {
    lf_index *index;
    const lf_status status = lf_index_create(r->map, &desc, &index);
    lf_index_destroy(index);
    return status;
}

static int try_index_cost(const rig *r, int value) {
    return try_index(r, (lf_index_desc){.cost = (lf_cost)value});
}

static int try_index_hierarchy(const rig *r, int value) {
    return try_index(r, (lf_index_desc){.hierarchy = (lf_hierarchy)value});
}

static int try_load(const rig *r, lf_index_desc desc) {
    lf_index *index;
    const lf_status status = lf_index_load(r->map, &desc, r->bytes, r->size, &index);
    lf_index_destroy(index);
    return status;
}

static int try_load_cost(const rig *r, int value) {
    return try_load(r, (lf_index_desc){.cost = (lf_cost)value});
}

static int try_load_hierarchy(const rig *r, int value) {
    return try_load(r, (lf_index_desc){.hierarchy = (lf_hierarchy)value});
}

static int try_depth_from(const rig *r, int value) {
    lf_depth *depth;
    const lf_depth_desc desc = {.from = (lf_depth_from)value, .plane = depths, .plane_size = sizeof depths};
    const lf_status status = lf_depth_create(r->map, &desc, &depth);
    lf_depth_destroy(depth);
    return status;
}

static int try_field(const rig *r, lf_field_desc desc) {
    lf_field *field;
    const lf_status status = lf_field_create(r->map, &desc, &field);
    lf_field_destroy(field);
    return status;
}

static int try_distances(const rig *r, int value) {
    return try_field(r, (lf_field_desc){.distances = (lf_distances)value});
}

static int try_field_cost(const rig *r, int value) {
    return try_field(r, (lf_field_desc){.cost = (lf_cost)value});
}

static int try_matrix_cost(const rig *r, int value) {
    lf_matrix *matrix;
    const lf_status status = lf_matrix_create(r->map, &(lf_matrix_desc){.cost = (lf_cost)value}, &matrix);
    lf_matrix_destroy(matrix);
    return status;
}

static int try_matrix_size(const rig *r, int value) {
    int64_t bytes;
    return lf_matrix_size(r->map, &(lf_matrix_desc){.cost = (lf_cost)value}, &bytes);
}

static int try_search_cost(const rig *r, int value) {
    lf_search *search;
    const lf_status status = lf_search_create(r->map, &(lf_search_desc){.cost = (lf_cost)value}, &search);
    lf_search_destroy(search);
    return status;
}

static int try_search_only(const rig *r, int value) {
    lf_search *search;
    const lf_search_desc desc = {.coarse = r->coarse, .only = (lf_strategy)value};
    const lf_status status = lf_search_create(r->map, &desc, &search);
    lf_search_destroy(search);
    return status;
}

static int try_size_only(const rig *r, int value) {
    int64_t bytes;
    return lf_search_size(r->map, &(lf_search_desc){.coarse = r->coarse, .only = (lf_strategy)value}, &bytes);
}

static int try_query(const rig *r, lf_query query) {
    const lf_source from = {0, 0};
    const lf_tile to = SIDE * SIDE - 1;
    query.sources = &from;
    query.targets = &to;
    query.source_count = query.target_count = 1;
    return lf_search_find(r->search, &query, NULL, 0, NULL);
}

static int try_strategy(const rig *r, int value) {
    return try_query(r, (lf_query){.strategy = (lf_strategy)value});
}

static int try_cost(const rig *r, int value) {
    return try_query(r, (lf_query){.options.cost = (lf_cost)value});
}

static int try_frontier(const rig *r, int value) {
    return try_query(r, (lf_query){.strategy = LF_STRATEGY_EXPAND,
                                   .options.experts = &(lf_expert_options){.frontier = (lf_frontier)value}});
}

/// Options that a strategy does not look at are looked at all the same.
static int try_frontier_of_flood(const rig *r, int value) {
    return try_query(r, (lf_query){.strategy = LF_STRATEGY_FLOOD,
                                   .options.experts = &(lf_expert_options){.frontier = (lf_frontier)value}});
}

static int try_entry(const rig *r, int value) {
    return try_query(r, (lf_query){.strategy = LF_STRATEGY_SPINE,
                                   .options.experts = &(lf_expert_options){.entry = (lf_entry)value}});
}

static int try_entry_of_headland(const rig *r, int value) {
    return try_query(r, (lf_query){.strategy = LF_STRATEGY_HEADLAND,
                                   .options.experts = &(lf_expert_options){.entry = (lf_entry)value}});
}

static int try_source_rule(const rig *r, int value) {
    return try_query(r, (lf_query){.source_rule = {.kind = (lf_end_kind)value, .radius = 1}});
}

static int try_target_rule(const rig *r, int value) {
    return try_query(r, (lf_query){.target_rule = {.kind = (lf_end_kind)value, .radius = 1}});
}

static int try_fixture_type(const rig *r, int value) {
    lf_fixtures *fixtures;
    const lf_fixture fixture = {.tile = 3, .type = (lf_fixture_type)value};
    const lf_status status =
        lf_fixtures_create(r->map, &(lf_fixtures_desc){.fixtures = &fixture, .fixture_count = 1}, &fixtures);
    lf_fixtures_destroy(fixtures);
    return status;
}

static int try_keys(const rig *r, lf_keys_query query) {
    const lf_source from = {0, 0};
    const lf_tile to = SIDE * SIDE - 1;
    query.sources = &from;
    query.targets = &to;
    query.source_count = query.target_count = 1;
    return lf_keys_search_find(r->keys_search, &query, NULL, 0, NULL);
}

static int try_goal(const rig *r, int value) {
    return try_keys(r, (lf_keys_query){.goal = (lf_goal)value});
}

static int try_keys_strategy(const rig *r, int value) {
    return try_keys(r, (lf_keys_query){.strategy = (lf_keys_strategy)value});
}

// ---- Puzzles --------------------------------------------------------------------------------------

static int try_device(const rig *r, lf_device device) {
    lf_puzzle *puzzle;
    device.tile = 3;
    const lf_status status =
        lf_puzzle_create(r->map, &(lf_puzzle_desc){.devices = &device, .device_count = 1}, &puzzle);
    lf_puzzle_destroy(puzzle);
    return status;
}

static int try_device_type(const rig *r, int value) {
    return try_device(r, (lf_device){.type = (lf_device_type)value});
}

static int try_heading(const rig *r, int value) {
    return try_device(r, (lf_device){.heading = (lf_heading)value});
}

static int try_puzzle(const rig *r, int goal, bool check) {
    const lf_source from = {0, 0};
    const lf_tile to = SIDE * SIDE - 1;
    const lf_puzzle_query query = {
        .sources = &from, .source_count = 1, .targets = &to, .target_count = 1, .goal = (lf_goal)goal};
    const lf_puzzle_step step = {0, 0};
    lf_puzzle *puzzle = NULL;
    lf_puzzle_search *search = NULL;
    CHECK_EQ(lf_puzzle_create(r->map, NULL, &puzzle), LF_OK);
    CHECK_EQ(lf_puzzle_search_create(puzzle, NULL, &search), LF_OK);
    const lf_status status = check ? lf_puzzle_check(puzzle, &query, &step, 1, NULL, 0, NULL)
                                   : lf_puzzle_search_find(search, &query, NULL, 0, NULL);
    lf_puzzle_search_destroy(search);
    lf_puzzle_destroy(puzzle);
    return status;
}

static int try_puzzle_goal(const rig *r, int value) {
    return try_puzzle(r, value, false);
}

static int try_check_goal(const rig *r, int value) {
    return try_puzzle(r, value, true);
}

// ---- Worlds ---------------------------------------------------------------------------------------

static int try_voyage_cost(const rig *r, int value) {
    (void)r;
    lf_world *world;
    lf_search *search;
    CHECK_EQ(lf_world_create(&(lf_world_desc){.map = map_desc()}, &world), LF_OK);
    CHECK_EQ(lf_world_search(world, NULL, &search), LF_OK);
    lf_voyage voyage = {.tiles = (const lf_tile[]){0}, .count = 1, .cost = (lf_cost)value};
    const lf_status status = lf_route_still(search, &voyage, 1);
    lf_search_destroy(search);
    lf_world_destroy(world);
    return status;
}

// ---- Files ----------------------------------------------------------------------------------------

static int try_parse_format(const rig *r, int value) {
    (void)r;
    lf_grid grid;
    const lf_load_options options = {.format = (lf_file_format)value, .width = 2, .height = 1};
    const lf_io_status status = lf_grid_parse("map", "..\n", 3, &options, &grid, NULL);
    lf_grid_free(&grid);
    return status;
}

static int try_load_format(const rig *r, int value) {
    (void)r;
    lf_grid grid;
    const lf_load_options options = {.format = (lf_file_format)value, .width = 2, .height = 1};
    const lf_io_status status = lf_grid_load("there_is_no_such_file.txt", &options, &grid, NULL);
    lf_grid_free(&grid);
    return status;
}

static int try_query_format(const rig *r, int value) {
    (void)r;
    lf_query_list list;
    const lf_query_options options = {.format = (lf_query_format)value};
    const lf_io_status status = lf_queries_parse("queries", "", 0, &options, &list, NULL);
    lf_queries_free(&list);
    return status;
}

static int try_stream_format(const rig *r, int value) {
    (void)r;
    lf_query_stream *stream;
    const lf_query_options options = {.format = (lf_query_format)value};
    const lf_io_status status = lf_query_stream_open("there_is_no_such_file.csv", &options, &stream, NULL);
    lf_query_stream_close(stream);
    return status;
}

static const lf_grid a_grid = {.tiles = {SIDE, SIDE, tiles}};

static int try_encode_format(const rig *r, int value) {
    (void)r;
    uint8_t *bytes;
    size_t size;
    const lf_io_status status =
        lf_grid_encode(&(lf_save_options){.format = (lf_file_format)value}, &a_grid, &bytes, &size, NULL);
    lf_encoded_free(bytes);
    return status;
}

static int try_save_format(const rig *r, int value) {
    (void)r;
    return lf_grid_save("no_such_folder/map.txt", &(lf_save_options){.format = (lf_file_format)value},
                        &a_grid, NULL);
}

static int try_grid_moves(const rig *r, int value) {
    (void)r;
    lf_map *map;
    const lf_status status = lf_grid_to_map(&a_grid, (lf_moves)value, &map);
    lf_map_destroy(map);
    return status;
}

static int try_dungeon_moves(const rig *r, int value) {
    (void)r;
    lf_dungeon dungeon;
    lf_map *map;
    lf_fixtures *fixtures;
    CHECK_EQ(lf_dungeon_parse("crypt", "@.>\n", 4, 0, &dungeon, NULL), LF_IO_OK);
    const lf_status status = lf_dungeon_to_map(&dungeon, (lf_moves)value, &map, &fixtures);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
    lf_dungeon_free(&dungeon);
    return status;
}

static int try_puzzle_moves(const rig *r, int value) {
    lf_dungeon dungeon = {.tiles = {.width = SIDE, .height = SIDE, .open = tiles}};
    lf_map *map;
    lf_puzzle *puzzle;
    (void)r;
    const lf_status status = lf_dungeon_to_puzzle(&dungeon, (lf_moves)value, &map, &puzzle);
    lf_puzzle_destroy(puzzle);
    lf_map_destroy(map);
    return status;
}

static int try_dungeon_fixture(const rig *r, int value) {
    (void)r;
    lf_dungeon dungeon;
    uint8_t *bytes;
    size_t size;
    CHECK_EQ(lf_dungeon_parse("crypt", "@a>\n", 4, 0, &dungeon, NULL), LF_IO_OK);
    dungeon.fixtures[0].type = (lf_fixture_type)value;
    const lf_io_status status = lf_dungeon_encode(&dungeon, &bytes, &size, NULL);
    lf_encoded_free(bytes);
    lf_dungeon_free(&dungeon);
    return status;
}

// ---- The table ------------------------------------------------------------------------------------

static const struct row {
    const char *type, *where;
    int (*attempt)(const rig *r, int value);
    int count;   ///< of the values that the type has, from row_first on; all of them are taken, at least by
                 ///< this check
    int refused; ///< the status of any other value
} rows[] = {
    {"lf_tile_format", "lf_map_desc.format", try_map_format, 3, LF_E_FORMAT},
    {"lf_moves", "lf_map_desc.moves", try_map_moves, 3, LF_E_MOVES},
    {"lf_coarse_kind", "lf_coarse_desc.kind", try_coarse_kind, 2, LF_E_COARSE_KIND},
    {"lf_cost", "lf_index_desc.cost", try_index_cost, 2, LF_E_COST},
    {"lf_hierarchy", "lf_index_desc.hierarchy", try_index_hierarchy, 3, LF_E_HIERARCHY},
    {"lf_cost", "lf_index_load: desc.cost", try_load_cost, 2, LF_E_COST},
    {"lf_hierarchy", "lf_index_load: desc.hierarchy", try_load_hierarchy, 3, LF_E_HIERARCHY},
    {"lf_depth_from", "lf_depth_desc.from", try_depth_from, 4, LF_E_DEPTH_FROM},
    {"lf_end_kind", "lf_query.source_rule", try_source_rule, 3, LF_E_END_RULE},
    {"lf_end_kind", "lf_query.target_rule", try_target_rule, 3, LF_E_END_RULE},
    {"lf_distances", "lf_field_desc.distances", try_distances, 3, LF_E_DISTANCES},
    {"lf_cost", "lf_field_desc.cost", try_field_cost, 2, LF_E_COST},
    {"lf_cost", "lf_matrix_desc.cost", try_matrix_cost, 2, LF_E_COST},
    {"lf_cost", "lf_matrix_size: desc.cost", try_matrix_size, 2, LF_E_COST},
    {"lf_cost", "lf_search_desc.cost", try_search_cost, 2, LF_E_COST},
    {"lf_cost", "lf_voyage.cost", try_voyage_cost, 2, LF_E_COST},
    {"lf_strategy", "lf_search_desc.only", try_search_only, 1, LF_E_STRATEGY},
    {"lf_strategy", "lf_search_size: desc.only", try_size_only, 1, LF_E_STRATEGY},
    {"lf_strategy", "lf_query.strategy", try_strategy, 9, LF_E_STRATEGY},
    {"lf_cost", "lf_options.cost", try_cost, 2, LF_E_COST},
    {"lf_frontier", "lf_expert_options.frontier of expand", try_frontier, 2, LF_E_FRONTIER},
    {"lf_frontier", "lf_expert_options.frontier of flood", try_frontier_of_flood, 2, LF_E_FRONTIER},
    {"lf_entry", "lf_expert_options.entry of spine", try_entry, 2, LF_E_ENTRY},
    {"lf_entry", "lf_expert_options.entry of headland", try_entry_of_headland, 2, LF_E_ENTRY},
    {"lf_fixture_type", "lf_fixture.type", try_fixture_type, 3, LF_E_FIXTURE_TYPE},
    {"lf_goal", "lf_keys_query.goal", try_goal, 3, LF_E_GOAL},
    {"lf_keys_strategy", "lf_keys_query.strategy", try_keys_strategy, 2, LF_E_STRATEGY},
    {"lf_device_type", "lf_device.type", try_device_type, 7, LF_E_DEVICE},
    {"lf_heading", "lf_device.heading", try_heading, 9, LF_E_DEVICE},
    {"lf_goal", "lf_puzzle_query.goal", try_puzzle_goal, 3, LF_E_GOAL},
    {"lf_goal", "lf_puzzle_check: query.goal", try_check_goal, 3, LF_E_GOAL},
    {"lf_file_format", "lf_load_options.format of lf_grid_parse", try_parse_format, 7, LF_IO_E_ARGUMENT},
    {"lf_file_format", "lf_load_options.format of lf_grid_load", try_load_format, 7, LF_IO_E_ARGUMENT},
    {"lf_file_format", "lf_grid_encode", try_encode_format, 7, LF_IO_E_ARGUMENT},
    {"lf_file_format", "lf_grid_save", try_save_format, 7, LF_IO_E_ARGUMENT},
    {"lf_query_format", "lf_query_options.format of lf_queries_parse", try_query_format, 5, LF_IO_E_ARGUMENT},
    {"lf_query_format", "lf_query_options.format of lf_query_stream_open", try_stream_format, 5,
     LF_IO_E_ARGUMENT},
    {"lf_moves", "lf_grid_to_map", try_grid_moves, 3, LF_E_MOVES},
    {"lf_moves", "lf_dungeon_to_map", try_dungeon_moves, 3, LF_E_MOVES},
    {"lf_moves", "lf_dungeon_to_puzzle", try_puzzle_moves, 3, LF_E_MOVES},
    {"lf_fixture_type", "lf_dungeon.fixtures of lf_dungeon_encode", try_dungeon_fixture, 3, LF_IO_E_ARGUMENT},
};

/// A format that is known may still be refused there: a folder cannot be parsed from bytes, a ROS map not
/// written.
static bool known_is_taken(const struct row *row) {
    return strcmp(row->type, "lf_file_format") != 0;
}

/// A fixture has to say what it is: 0 is refused.
static int row_first(const struct row *row) {
    return strcmp(row->type, "lf_fixture_type") == 0 ? 1 : 0;
}

static void unknown_values_are_refused(void) {
    rig r = rig_make();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *row = &rows[i];
        const int unknown[] = {row_first(row) - 1, row->count, 99, INT_MAX, INT_MIN};
        for (size_t k = 0; k < sizeof unknown / sizeof *unknown; k++) {
            if (!CHECK_EQ(row->attempt(&r, unknown[k]), row->refused))
                printf("  %s = %d\n", row->where, unknown[k]);
        }
        for (int known = row_first(row); known_is_taken(row) && known < row->count; known++) {
            if (!CHECK(row->attempt(&r, known) != row->refused)) printf("  %s = %d\n", row->where, known);
        }
    }
    rig_free(&r);
}

/// The functions that give out words take any number.
static void words_for_unknown_values(void) {
    static const int unknown[] = {-1, 99, INT_MAX, INT_MIN};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        CHECK(lf_strategy_name((lf_strategy)unknown[i]) == NULL);
        CHECK(lf_goal_name((lf_goal)unknown[i]) == NULL);
        CHECK(lf_keys_strategy_name((lf_keys_strategy)unknown[i]) == NULL);
        CHECK(lf_file_format_name((lf_file_format)unknown[i]) == NULL);
        CHECK(lf_query_format_name((lf_query_format)unknown[i]) == NULL);
        CHECK(lf_fault_text((lf_fault)unknown[i]) != NULL);
        if (unknown[i] != -1) CHECK_STR(lf_status_text((lf_status)unknown[i]), "unknown status");
    }
}

// ---- Names ----------------------------------------------------------------------------------------

#define NAMER(type)                                          \
    static const char *type##_name_of(int value) {           \
        return type##_name((type)value);                     \
    }                                                        \
    static int type##_parse_to(const char *name, int *out) { \
        type value = (type)77;                               \
        const lf_status status = type##_parse(name, &value); \
        *out = (int)value;                                   \
        return status;                                       \
    }                                                        \
    static int type##_parse_nowhere(const char *name) {      \
        return type##_parse(name, NULL);                     \
    }
NAMER(lf_strategy)
NAMER(lf_moves)
NAMER(lf_cost)
NAMER(lf_end_kind)
NAMER(lf_frontier)
NAMER(lf_entry)
NAMER(lf_coarse_kind)
NAMER(lf_hierarchy)
NAMER(lf_goal)
NAMER(lf_keys_strategy)
NAMER(lf_device_type)
NAMER(lf_heading)
NAMER(lf_puzzle_event_type)

#define NAMED(type, last, status, text) \
    { #type, type##_name_of, type##_parse_to, type##_parse_nowhere, last, status, text }
static const struct named {
    const char *type;
    const char *(*name)(int value);
    int (*parse)(const char *name, int *out), (*parse_nowhere)(const char *name);
    int last, unknown;
    const char *last_name;
} named[] = {
    NAMED(lf_strategy, LF_STRATEGY_CELLS, LF_E_STRATEGY, "cells"),
    NAMED(lf_moves, LF_MOVES_ORTHOGONAL, LF_E_MOVES, "orthogonal"),
    NAMED(lf_cost, LF_COST_OCTILE, LF_E_COST, "octile"),
    NAMED(lf_end_kind, LF_END_NEAR, LF_E_END_RULE, "near"),
    NAMED(lf_frontier, LF_FRONTIER_LIST, LF_E_FRONTIER, "list"),
    NAMED(lf_entry, LF_ENTRY_PORTAL, LF_E_ENTRY, "portal"),
    NAMED(lf_coarse_kind, LF_COARSE_CELLS, LF_E_COARSE_KIND, "cells"),
    NAMED(lf_hierarchy, LF_HIERARCHY_YES, LF_E_HIERARCHY, "yes"),
    NAMED(lf_goal, LF_GOAL_ALL_KEYS_EXIT, LF_E_GOAL, "all-keys-exit"),
    NAMED(lf_keys_strategy, LF_KEYS_PLAIN, LF_E_STRATEGY, "keys-plain"),
    NAMED(lf_device_type, LF_DEVICE_PLACE, LF_E_DEVICE, "place"),
    NAMED(lf_heading, LF_HEADING_NORTH_WEST, LF_E_DEVICE, "north-west"),
    NAMED(lf_puzzle_event_type, LF_PUZZLE_SHUT, LF_E_DEVICE, "shut"),
};

static void check_unknown_names(const struct named *type) {
    static const char *const unknown[] = {"", "77", "King", "king ", "nothing"};
    int value;
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        CHECK_EQ(type->parse(unknown[i], &value), type->unknown);
        CHECK_EQ(value, 0);
    }
    CHECK_EQ(type->parse(NULL, &value), LF_E_NULL);
    CHECK_EQ(value, 0);
    CHECK_EQ(type->parse_nowhere(type->last_name), LF_E_NULL);
    CHECK(type->name(-1) == NULL && type->name(type->last + 1) == NULL && type->name(INT_MIN) == NULL);
}

static void every_name_is_read_back(void) {
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        const struct named *type = &named[i];
        const int64_t before = test_failures;
        for (int value = 0; value <= type->last; value++) {
            int back = -1;
            CHECK_EQ(type->parse(type->name(value), &back), LF_OK);
            CHECK_EQ(back, value);
        }
        CHECK_STR(type->name(type->last), type->last_name);
        check_unknown_names(type);
        if (test_failures != before) printf("  %s\n", type->type);
    }
}

/// Answers count up from 0, errors down from -1, in the order of the list.
static void status_numbers_have_no_gaps(void) {
    int answers = 0, errors = 0;
#define STATUS_NUMBER(name, number, text) CHECK_EQ(number, (number) >= 0 ? answers++ : --errors);
    LF_STATUS_MAP(STATUS_NUMBER)
#undef STATUS_NUMBER
    CHECK(answers > 3 && errors < -60);
}

/// More keys and doors than can be counted is not a want of memory.
static void too_many_fixtures_are_told(void) {
    rig r = rig_make();
    lf_fixtures *fixtures;
    const lf_fixture fixture = {.tile = 3, .type = LF_FIXTURE_KEY};
    const lf_fixtures_desc desc = {.fixtures = &fixture, .fixture_count = (int64_t)LF_MAX_FIXTURES + 1};
    CHECK_EQ(lf_fixtures_create(r.map, &desc, &fixtures), LF_E_TOO_MANY_FIXTURES);
    CHECK(fixtures == NULL);
    rig_free(&r);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(unknown_values_are_refused), TEST(words_for_unknown_values),
                                      TEST(every_name_is_read_back), TEST(status_numbers_have_no_gaps),
                                      TEST(too_many_fixtures_are_told)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
