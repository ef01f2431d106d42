// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Depth gates with an index of their own, beside the same queries without a gate by the index of the map, and
// beside the flood that they took before. Ends are the tiles nearest to those of the file that the gate leaves
// open, so that all these queries have the same ends. With harbours they are those of the file, at the coast.
#include "questions.h"

#include <stdio.h>

enum { QUERIES = 200, HARBOUR = 8, ROOM = 4096 };

/// One search with everything, and queries with both ends in deep water.
typedef struct gate_run {
    const bench_map *map;
    lf_depth *depth;
    lf_index *plain, *gate, *kept; ///< `kept` has the legs that harbours need
    lf_search *search, *harboured;
    lf_source sources[QUERIES], shores[QUERIES];
    lf_tile targets[QUERIES], other_shores[QUERIES];
    int count;
} gate_run;

static bool gates_failed(const bench_map *map, const char *what, lf_status status) {
    fprintf(stderr, "%s: %s: %s\n", map->name, what, lf_status_text(status));
    return false;
}

/// A tile at least so deep, as near to a place as there is one; LF_NO_TILE if there is none near.
static lf_tile deep_near(const gate_run *run, lf_point at, int32_t level) {
    for (int32_t r = 0; r < 64; r++) {
        for (int32_t k = -r; k <= r; k++) {
            const lf_tile tries[] = {lf_map_tile(run->map->map, at.x + k, at.y + r),
                                     lf_map_tile(run->map->map, at.x + k, at.y - r),
                                     lf_map_tile(run->map->map, at.x + r, at.y + k),
                                     lf_map_tile(run->map->map, at.x - r, at.y + k)};
            for (int i = 0; i < 4; i++) {
                if (lf_depth_at(run->depth, tries[i]) >= level) return tries[i];
            }
        }
    }
    return LF_NO_TILE;
}

static void ends_choose(gate_run *run, int32_t level) {
    run->count = 0;
    for (int i = 0; i < run->map->query_count && run->count < QUERIES; i++) {
        const lf_tile from = deep_near(run, run->map->queries[i].from, level),
                      to = deep_near(run, run->map->queries[i].to, level);
        if (from == LF_NO_TILE || to == LF_NO_TILE || lf_depth_between(run->depth, from, to) < level)
            continue;
        const lf_file_query *file = &run->map->queries[i];
        run->sources[run->count] = (lf_source){.tile = from};
        run->targets[run->count] = to;
        run->shores[run->count] = (lf_source){.tile = lf_map_tile(run->map->map, file->from.x, file->from.y)};
        run->other_shores[run->count++] = lf_map_tile(run->map->map, file->to.x, file->to.y);
    }
}

static lf_status ask(const gate_run *run, lf_search *search, int i, lf_depth_gate gate, lf_strategy strategy,
                     question_times *times) {
    const bool shore = gate.harbour != 0;
    const lf_query query = {.sources = shore ? &run->shores[i] : &run->sources[i],
                            .source_count = 1,
                            .targets = shore ? &run->other_shores[i] : &run->targets[i],
                            .target_count = 1,
                            .strategy = strategy,
                            .gate = gate};
    const uint64_t begin = bench_busy();
    const lf_status status = lf_search_find(search, &query, NULL, 0, NULL);
    question_time(times, bench_busy() - begin);
    return shore && status == LF_NO_ROUTE ? LF_OK : status; // a harbour may be too small for its shallows
}

/// All queries, by turns: without a gate, under it by its index, under it by flood.
static bool queries_ask(gate_run *run, int32_t level) {
    static question_times plain, gated, flooded, harboured, harboured_flood;
    plain.count = gated.count = flooded.count = harboured.count = harboured_flood.count = 0;
    const lf_depth_gate none = {0}, gate = {.min_depth = level},
                        with_harbour = {.min_depth = level, .harbour = HARBOUR};
    lf_status status = LF_OK;
    for (int i = -1; status == LF_OK && i < run->count;
         i++) { // the first one again: the first round warms up
        const int k = i < 0 ? 0 : i;
        if (i == 0) plain.count = gated.count = flooded.count = harboured.count = harboured_flood.count = 0;
        status = ask(run, run->search, k, none, LF_STRATEGY_HEADLAND, &plain);
        if (status == LF_OK) status = ask(run, run->search, k, gate, LF_STRATEGY_HEADLAND, &gated);
        if (status == LF_OK) status = ask(run, run->search, k, gate, LF_STRATEGY_FLOOD, &flooded);
        if (status == LF_OK)
            status = ask(run, run->harboured, k, with_harbour, LF_STRATEGY_HEADLAND, &harboured);
        if (status == LF_OK)
            status = ask(run, run->harboured, k, with_harbour, LF_STRATEGY_FLOOD, &harboured_flood);
    }
    if (status != LF_OK) return gates_failed(run->map, "gates", status);
    char what[64];
    snprintf(what, sizeof what, "gate %d by its index", (int)level);
    question_row("gates", run->map, what, &gated, "no gate, by the index", &plain);
    question_row("gates", run->map, what, &gated, "the gate by flood", &flooded);
    snprintf(what, sizeof what, "gate %d, harbour %d, by its index", (int)level, HARBOUR);
    question_row("gates", run->map, what, &harboured, "the same by flood", &harboured_flood);
    return true;
}

static bool level_run(gate_run *run, int32_t level) {
    lf_index_desc desc = {.depth = run->depth, .min_depth = level};
    lf_status status = lf_index_create(run->map->map, &desc, &run->gate);
    desc.keep_legs = true;
    if (status == LF_OK) status = lf_index_create(run->map->map, &desc, &run->kept);
    const lf_index *gate = run->gate, *kept = run->kept;
    lf_search_desc with = {
        .index = run->plain, .depth = run->depth, .gate_indexes = &gate, .gate_index_count = 1};
    if (status == LF_OK) status = lf_search_create(run->map->map, &with, &run->search);
    with.gate_indexes = &kept;
    with.harbour_room = ROOM;
    if (status == LF_OK) status = lf_search_create(run->map->map, &with, &run->harboured);
    ends_choose(run, level);
    const bool good = status == LF_OK ? queries_ask(run, level) : gates_failed(run->map, "gates", status);
    lf_search_destroy(run->search);
    lf_search_destroy(run->harboured);
    lf_index_destroy(run->gate);
    lf_index_destroy(run->kept);
    run->search = run->harboured = NULL;
    run->gate = run->kept = NULL;
    return good;
}

bool question_gates(const bench_map *map) {
    static gate_run run;
    run = (gate_run){.map = map};
    lf_status status = lf_depth_create(map->map, NULL, &run.depth);
    if (status == LF_OK) status = lf_index_create(map->map, NULL, &run.plain);
    bool good = status == LF_OK || gates_failed(map, "gates", status);
    for (int32_t level = 2; good && level <= 4; level++) good = level_run(&run, level);
    lf_index_destroy(run.plain);
    lf_depth_destroy(run.depth);
    return good;
}
