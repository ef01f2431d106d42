// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Counted work: what queries of every strategy cost on generated maps, in numbers that are the same on every
// machine, beside the lengths they find. golden/work.csv holds them. A change of an algorithm shows there,
// line by line, where a review sees it; times would hide it.
//
//     test_work FILE             compares, and prints what differs
//     UPDATE=1 test_work FILE    writes the file anew
//
// Indexes are made with a hierarchy or without, never `auto`: when one is built is not what is counted here.
#include <landfall.h>
#include <scenes.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 400, MOST_LINES = 200, MOST_TILES = 200 * 200 };

/// A generated map, and the numbers that go with it.
typedef struct scene {
    lf_scene kind;
    int32_t width, height;
    uint64_t seed;
    lf_moves moves;
} scene;

/// How a query on it is asked.
typedef struct ask {
    const char *name;
    lf_strategy strategy;
    lf_cost cost;
    lf_hierarchy hierarchy; ///< for headland
    lf_coarse_kind kind;
    int ends; ///< sources, and targets
    lf_options options;
    lf_depth_gate gate;
} ask;

static const scene scenes[] = {
    {LF_SCENE_ISLANDS, 200, 150, 1, LF_MOVES_KING},   {LF_SCENE_ROOMS, 150, 150, 2, LF_MOVES_KING_CUT},
    {LF_SCENE_MAZE, 101, 101, 3, LF_MOVES_KING},      {LF_SCENE_ARCHIPELAGO, 200, 200, 4, LF_MOVES_KING},
    {LF_SCENE_NOISE, 120, 120, 5, LF_MOVES_KING_CUT}, {LF_SCENE_RIVER, 200, 100, 6, LF_MOVES_ORTHOGONAL},
};

static const lf_expert_options by_list = {.frontier = LF_FRONTIER_LIST},
                               any_entry = {.entry = LF_ENTRY_PORTAL};

static const ask asks[] = {
    {.name = "flood", .strategy = LF_STRATEGY_FLOOD, .ends = 1},
    {.name = "flood-octile", .strategy = LF_STRATEGY_FLOOD, .cost = LF_COST_OCTILE, .ends = 1},
    {.name = "flood-many-ends", .strategy = LF_STRATEGY_FLOOD, .ends = 5},
    {.name = "flood-deepest",
     .strategy = LF_STRATEGY_FLOOD,
     .ends = 1,
     .gate = {.deepest = true, .harbour = 6}},
    {.name = "corridor", .strategy = LF_STRATEGY_CORRIDOR, .ends = 1, .kind = LF_COARSE_CELLS},
    {.name = "expand", .strategy = LF_STRATEGY_EXPAND, .ends = 1, .kind = LF_COARSE_CELLS},
    {.name = "expand-list", .strategy = LF_STRATEGY_EXPAND, .ends = 3, .options.experts = &by_list},
    {.name = "expand-optimal", .strategy = LF_STRATEGY_EXPAND_OPTIMAL, .ends = 1, .kind = LF_COARSE_CELLS},
    {.name = "spine", .strategy = LF_STRATEGY_SPINE, .ends = 1},
    {.name = "spine-portal",
     .strategy = LF_STRATEGY_SPINE,
     .ends = 3,
     .options = {.experts = &any_entry, .spacing = 3}},
    {.name = "headland", .strategy = LF_STRATEGY_HEADLAND, .ends = 1, .hierarchy = LF_HIERARCHY_NO},
    {.name = "headland-hierarchy",
     .strategy = LF_STRATEGY_HEADLAND,
     .ends = 1,
     .hierarchy = LF_HIERARCHY_YES},
    {.name = "headland-many-ends",
     .strategy = LF_STRATEGY_HEADLAND,
     .ends = 5,
     .hierarchy = LF_HIERARCHY_YES},
    {.name = "strip", .strategy = LF_STRATEGY_STRIP, .ends = 1},
};

static const char header[] =
    "scene,query,length,diagonal,exact,gate_depth,expanded,enqueued,phases,planned,first_cells,"
    "opened_cells,deferred,segments,guardrail,tiles";

/// Everything that one scene's searches share.
typedef struct place {
    lf_map *map;
    lf_depth *depth;
    lf_tile ends[16]; ///< open tiles of its largest body, far from each other in the order of the map
} place;

static void must(lf_status status, const char *what) {
    if (status >= 0) return;
    printf("%s: %s\n", what, lf_status_text(status));
    exit(1);
}

/// Ends in the largest body, at even distances in the order of its tiles.
static void ends_pick(place *p) {
    const lf_tile count = (lf_tile)(lf_map_width(p->map) * lf_map_height(p->map));
    uint32_t largest = 0;
    for (uint32_t body = 1; body < lf_map_body_count(p->map); body++) {
        if (lf_map_body_size(p->map, body) > lf_map_body_size(p->map, largest)) largest = body;
    }
    const int64_t size = lf_map_body_size(p->map, largest);
    int64_t at = 0;
    for (lf_tile tile = 0; tile < count; tile++) {
        if (lf_map_body(p->map, tile) != largest) continue;
        for (int i = 0; i < 16; i++) {
            if (at == (size - 1) * i / 15) p->ends[i] = tile;
        }
        at++;
    }
}

static void place_make(const scene *s, place *p) {
    static uint8_t tiles[MOST_TILES];
    if (!lf_scene_make(s->kind, s->width, s->height, s->seed, tiles)) must(LF_E_NOMEM, "lf_scene_make");
    const lf_map_desc desc = {.width = s->width,
                              .height = s->height,
                              .tiles = tiles,
                              .tiles_size = sizeof tiles,
                              .moves = s->moves};
    must(lf_map_create(&desc, &p->map), "lf_map_create");
    must(lf_depth_create(p->map, NULL, &p->depth), "lf_depth_create");
    ends_pick(p);
}

static lf_status place_ask(const place *p, const ask *a, lf_tile *tiles, lf_route *route) {
    lf_coarse *coarse;
    lf_index *index;
    lf_search *search;
    lf_source sources[5];
    lf_tile targets[5];
    for (int i = 0; i < a->ends; i++) {
        sources[i] = (lf_source){.tile = p->ends[i]};
        targets[i] = p->ends[15 - i];
    }
    must(lf_coarse_create(p->map, &(lf_coarse_desc){.kind = a->kind}, &coarse), "lf_coarse_create");
    const lf_index_desc desc = {
        .cost = a->cost, .hierarchy = a->strategy == LF_STRATEGY_HEADLAND ? a->hierarchy : LF_HIERARCHY_NO};
    must(lf_index_create(p->map, &desc, &index), "lf_index_create");
    const lf_search_desc with = {.coarse = coarse, .index = index, .depth = p->depth, .cost = LF_COST_OCTILE};
    must(lf_search_create(p->map, &with, &search), "lf_search_create");
    lf_query query = {
        .sources = sources, .source_count = a->ends, .targets = targets, .target_count = a->ends};
    query.strategy = a->strategy;
    query.options = a->options;
    query.options.cost = a->cost;
    query.gate = a->gate;
    const lf_status status = lf_search_find(search, &query, tiles, MOST_TILES, route);
    lf_search_destroy(search);
    lf_index_destroy(index);
    lf_coarse_destroy(coarse);
    return status;
}

/// A hash of the tiles (FNV-1a), so that another route of the same length shows too.
static uint32_t tiles_hash(const lf_tile *tiles, int64_t count) {
    uint32_t hash = 2166136261u;
    for (int64_t i = 0; i < count; i++) hash = (hash ^ tiles[i]) * 16777619u;
    return hash;
}

static void line_write(char *line, const scene *s, const ask *a, const lf_route *r, const lf_tile *tiles) {
    const lf_stats *t = &r->stats;
    snprintf(line, LINE,
             "%s,%s,%" PRId64 ",%" PRId64 ",%d,%d,%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64
             ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%d,%08x",
             lf_scene_name(s->kind), a->name, r->length, r->diagonal, r->exact, (int)r->gate_depth,
             t->expanded, t->enqueued, t->phases, t->planned, t->first_cells, t->opened_cells, t->deferred,
             t->segments, t->guardrail, tiles_hash(tiles, r->tile_count));
}

/// Asks everything of every scene; what a move rule does not take (strip, but for orthogonal moves) is left
/// out. Returns the number of lines.
static int work_make(char lines[][LINE]) {
    static lf_tile tiles[MOST_TILES];
    int count = 0;
    snprintf(lines[count++], LINE, "%s", header);
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        place p;
        place_make(&scenes[i], &p);
        for (size_t k = 0; k < sizeof asks / sizeof *asks; k++) {
            lf_route route;
            const lf_status status = place_ask(&p, &asks[k], tiles, &route);
            if (status == LF_E_STRIP) continue;
            must(status, asks[k].name);
            line_write(lines[count++], &scenes[i], &asks[k], &route, tiles);
        }
        lf_depth_destroy(p.depth);
        lf_map_destroy(p.map);
    }
    return count;
}

static int work_update(const char *path, char lines[][LINE], int count) {
    FILE *stream = fopen(path, "w");
    if (stream == NULL) {
        printf("%s: cannot be written\n", path);
        return 1;
    }
    for (int i = 0; i < count; i++) fprintf(stream, "%s\n", lines[i]);
    printf("%s: written anew, %d queries\n", path, count - 1);
    return fclose(stream) != 0;
}

// ---- Comparing --------------------------------------------------------------------------------------

/// The field that begins at *at, and moves it past; false at the end.
static bool field_next(const char **at, char *field) {
    if (**at == '\0') return false;
    const size_t length = strcspn(*at, ",");
    snprintf(field, LINE, "%.*s", (int)length, *at);
    *at += length + ((*at)[length] == ',');
    return true;
}

/// Says which numbers of a query differ, by the names in the header.
static void line_explain(const char *is, const char *was) {
    const char *names = header;
    char name[LINE], new[LINE], old[LINE];
    for (int i = 0; field_next(&names, name) && field_next(&is, new) && field_next(&was, old); i++) {
        if (i < 2) printf(i == 0 ? "  %s" : " %s:", new);
        if (i >= 2 && strcmp(new, old) != 0) printf(" %s %s, was %s;", name, new, old);
    }
    printf("\n");
}

/// Whether two lines are of the same query.
static bool line_same_query(const char *a, const char *b) {
    const char *comma = strchr(a, ',');
    const size_t length = comma == NULL ? strlen(a) : (size_t)(comma - a) + 1 + strcspn(comma + 1, ",") + 1;
    return strncmp(a, b, length) == 0;
}

static int lines_compare(char is[][LINE], int is_count, char was[][LINE], int was_count) {
    int different = 0;
    for (int i = 0; i < is_count || i < was_count; i++) {
        if (i < is_count && i < was_count && strcmp(is[i], was[i]) == 0) continue;
        different++;
        if (i < is_count && i < was_count && line_same_query(is[i], was[i])) {
            line_explain(is[i], was[i]);
            continue;
        }
        if (i < was_count) printf("  was: %s\n", was[i]);
        if (i < is_count) printf("  is:  %s\n", is[i]);
    }
    return different;
}

static int work_compare(const char *path, char lines[][LINE], int count) {
    static char golden[MOST_LINES][LINE];
    int golden_count = 0;
    FILE *stream = fopen(path, "r");
    if (stream == NULL) {
        printf("%s: cannot be read; UPDATE=1 writes it\n", path);
        return 1;
    }
    while (golden_count < MOST_LINES && fgets(golden[golden_count], LINE, stream) != NULL) {
        golden[golden_count][strcspn(golden[golden_count], "\r\n")] = '\0';
        golden_count++;
    }
    fclose(stream);
    const int different = lines_compare(lines, count, golden, golden_count);
    if (different > 0)
        printf("%d of %d lines differ. If that is meant: UPDATE=1 ctest -R work\n", different, count);
    return different > 0;
}

int main(int argc, char **argv) {
    static char lines[MOST_LINES][LINE];
    if (argc != 2) {
        printf("usage: test_work FILE\n");
        return 2;
    }
    const int count = work_make(lines);
    const char *update = getenv("UPDATE");
    if (update != NULL && strcmp(update, "1") == 0) return work_update(argv[1], lines, count);
    const int status = work_compare(argv[1], lines, count);
    if (status == 0) printf("%d queries cost what they did\n", count - 1);
    return status;
}
