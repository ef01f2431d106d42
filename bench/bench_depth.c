// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The deepest route, then the shortest, by four methods over one and the same plain search (bytes, a queue):
//
//     restart   the gate from the deepest tile of the map down, step by step, a new search for each
//     resume    the same, but what was visited stays: tiles met below the gate wait by their depth; when the
//               target is reached, the gate is known, and a last search finds the shortest route under it
//     tree      the gate from the merge tree of the depths, and the one search under it
//     library   the query as the library answers it, with flood and with the guided strategies
//
// All of them with harbours around both ends, which no gate closes. Then what the depths take to make, and a
// look-up. Every answer of every method is compared.
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUERIES = 15, HARBOUR = 32, LOOKUPS = 200000, BUILDS = 5 };

// ---- A plain search -------------------------------------------------------------------------------

typedef struct plain {
    int32_t width, height;
    const uint8_t *open;
    uint8_t *depth;  // 0 where blocked
    uint8_t *passes; // the depth, or 255 in a harbour
    uint32_t *stamp; // the run that has met a tile
    int32_t *moves;  // from the source
    lf_tile *queue;
    lf_tile *waiting; // resume: lists of tiles by their depth
    lf_tile *next;
    uint32_t run;
    int64_t expanded;
    int deepest;
} plain;

static bool plain_make(const bench_map *map, const lf_depth *depth, plain *out) {
    const size_t tiles = (size_t)map->grid.tiles.width * (size_t)map->grid.tiles.height;
    *out = (plain){
        .width = map->grid.tiles.width, .height = map->grid.tiles.height, .open = map->grid.tiles.open};
    out->depth = malloc(tiles);
    out->passes = malloc(tiles);
    out->stamp = calloc(tiles, sizeof *out->stamp);
    out->moves = malloc(tiles * sizeof *out->moves);
    out->queue = malloc(tiles * sizeof *out->queue);
    out->waiting = malloc(256 * sizeof *out->waiting);
    out->next = malloc(tiles * sizeof *out->next);
    if (out->depth == NULL || out->passes == NULL || out->stamp == NULL || out->moves == NULL ||
        out->queue == NULL || out->waiting == NULL || out->next == NULL)
        return false;
    for (size_t i = 0; i < tiles; i++) {
        const int32_t at = lf_depth_at(depth, (lf_tile)i);
        out->depth[i] = (uint8_t)(at < 0 ? 0 : at);
        if (at > out->deepest) out->deepest = at;
    }
    return true;
}

static void plain_free(plain *p) {
    free(p->depth);
    free(p->passes);
    free(p->stamp);
    free(p->moves);
    free(p->queue);
    free(p->waiting);
    free(p->next);
}

static bool plain_passes(const plain *p, int32_t x, int32_t y, int gate) {
    return x >= 0 && y >= 0 && x < p->width && y < p->height && p->passes[(int64_t)y * p->width + x] >= gate;
}

/// The number of moves under a gate, -1 if there is no way; ends at `most` moves.
static int32_t plain_find(plain *p, lf_tile from, lf_tile to, int gate, int32_t most) {
    static const int dx[8] = {0, -1, 1, 0, -1, 1, -1, 1}, dy[8] = {-1, 0, 0, 1, -1, -1, 1, 1};
    int64_t head = 0, tail = 0;
    p->run++;
    p->queue[tail++] = from;
    p->stamp[from] = p->run;
    p->moves[from] = 0;
    while (head < tail) {
        const lf_tile tile = p->queue[head++];
        const int32_t x = (int32_t)tile % p->width, y = (int32_t)tile / p->width, moves = p->moves[tile];
        p->expanded++;
        if (tile == to) return moves;
        if (moves == most) continue;
        for (int k = 0; k < 8; k++) {
            if (!plain_passes(p, x + dx[k], y + dy[k], gate)) continue;
            if (k >= 4 && (!plain_passes(p, x + dx[k], y, gate) || !plain_passes(p, x, y + dy[k], gate)))
                continue;
            const lf_tile there = (lf_tile)((y + dy[k]) * p->width + x + dx[k]);
            if (p->stamp[there] == p->run) continue;
            p->stamp[there] = p->run;
            p->moves[there] = moves + 1;
            p->queue[tail++] = there;
        }
    }
    return -1;
}

/// Sets up the harbours of a query; not timed, all plain methods need it.
static void plain_begin(plain *p, lf_tile from, lf_tile to) {
    const size_t tiles = (size_t)p->width * (size_t)p->height;
    memcpy(p->passes, p->depth, tiles);
    plain_find(p, from, LF_NO_TILE, 1, HARBOUR);
    const uint32_t first = p->run;
    plain_find(p, to, LF_NO_TILE, 1, HARBOUR);
    for (size_t i = 0; i < tiles; i++) {
        if (p->stamp[i] == p->run || p->stamp[i] == first) p->passes[i] = 255;
    }
}

typedef struct answer {
    int gate;
    int64_t length;
    double us;
    int64_t expanded;
} answer;

static answer answer_restart(plain *p, lf_tile from, lf_tile to) {
    const uint64_t start = bench_now(NULL);
    p->expanded = 0;
    // 255 is for harbours that meet; below that it begins with what the map has.
    for (int gate = 255; gate >= 1; gate = gate == 255 && p->deepest < 254 ? p->deepest : gate - 1) {
        const int32_t length = plain_find(p, from, to, gate, INT32_MAX);
        if (length < 0) continue;
        return (answer){gate, length, (double)(bench_now(NULL) - start) / 1e3, p->expanded};
    }
    return (answer){-1, -1, (double)(bench_now(NULL) - start) / 1e3, p->expanded};
}

/// The greatest gate: tiles are visited over straight moves, which decide what is connected.
static int resume_gate(plain *p, lf_tile from, lf_tile to) {
    static const int dx[4] = {0, -1, 1, 0}, dy[4] = {-1, 0, 0, 1};
    for (int i = 0; i < 256; i++) p->waiting[i] = LF_NO_TILE;
    p->run++;
    p->stamp[from] = p->run;
    p->next[from] = LF_NO_TILE;
    p->waiting[p->passes[from]] = from;
    for (int gate = 255; gate >= 1; gate--) {
        while (p->waiting[gate] != LF_NO_TILE) {
            const lf_tile tile = p->waiting[gate];
            const int32_t x = (int32_t)tile % p->width, y = (int32_t)tile / p->width;
            p->waiting[gate] = p->next[tile];
            p->expanded++;
            if (tile == to) return gate;
            for (int k = 0; k < 4; k++) {
                if (!plain_passes(p, x + dx[k], y + dy[k], 1)) continue;
                const lf_tile there = (lf_tile)((y + dy[k]) * p->width + x + dx[k]);
                if (p->stamp[there] == p->run) continue;
                const int level = p->passes[there] < gate ? p->passes[there] : gate;
                p->stamp[there] = p->run;
                p->next[there] = p->waiting[level];
                p->waiting[level] = there;
            }
        }
    }
    return -1;
}

static answer answer_resume(plain *p, lf_tile from, lf_tile to) {
    const uint64_t start = bench_now(NULL);
    p->expanded = 0;
    const int gate = resume_gate(p, from, to);
    const int32_t length = gate < 0 ? -1 : plain_find(p, from, to, gate, INT32_MAX);
    return (answer){gate, length, (double)(bench_now(NULL) - start) / 1e3, p->expanded};
}

static answer answer_library(lf_search *search, const lf_query *query, lf_tile *tiles, int64_t capacity) {
    const uint64_t start = bench_now(NULL);
    lf_route route;
    lf_search_find(search, query, tiles, capacity, &route);
    return (answer){route.gate_depth, route.found ? route.length : -1,
                    (double)(bench_now(NULL) - start) / 1e3, route.stats.expanded};
}

/// The gate by the tree, timed alone (lf_search_begin does no search, but fills the bits), then the plain
/// one.
static answer answer_tree(plain *p, lf_search *search, const lf_query *query, double *gate_us) {
    const uint64_t start = bench_now(NULL);
    p->expanded = 0;
    lf_search_begin(search, query);
    *gate_us = (double)(bench_now(NULL) - start) / 1e3;
    lf_route route;
    while (lf_search_step(search, INT64_MAX) == LF_PAUSED) {
    }
    lf_search_finish(search, NULL, 0, &route);
    const uint64_t again = bench_now(NULL);
    const int32_t length = route.gate_depth < 0 ? -1
                                                : plain_find(p, query->sources->tile, *query->targets,
                                                             route.gate_depth, INT32_MAX);
    return (answer){route.gate_depth, length, *gate_us + (double)(bench_now(NULL) - again) / 1e3,
                    p->expanded};
}

// ---- Tables ---------------------------------------------------------------------------------------

enum { RESTART, RESUME, TREE, FLOOD, EXPAND, SPINE, GATE_ONLY, UNGATED, METHODS };

static const char *const method_names[METHODS] = {"restart",       "resume",         "tree",
                                                  "library-flood", "library-expand", "library-spine",
                                                  "gate-only",     "flood-no-gate"};

typedef struct samples {
    double us[METHODS][QUERIES];
    double expanded[METHODS];
    double gates, lengths[METHODS];
    int64_t count;
} samples;

static void sample(samples *all, int method, answer a) {
    all->us[method][all->count] = a.us;
    all->expanded[method] += (double)a.expanded;
    all->lengths[method] += (double)a.length;
}

static bool agree(const char *map, int64_t i, const char *method, answer a, answer b, bool exact) {
    if (a.gate == b.gate && (exact ? a.length == b.length : a.length <= b.length)) return true;
    fprintf(stderr, "%s, query %" PRId64 ": %s gives gate %d, length %" PRId64 ", expected %d, %" PRId64 "\n",
            map, i, method, b.gate, b.length, a.gate, a.length);
    return false;
}

typedef struct tools {
    lf_depth *depth;
    lf_coarse *coarse, *spine_coarse;
    lf_search *search, *spine;
    plain plain;
    lf_tile *tiles;
    int64_t capacity;
} tools;

static bool tools_make(const bench_map *map, tools *t) {
    *t = (tools){.capacity = lf_map_open_count(map->map)};
    t->tiles = malloc((size_t)t->capacity * sizeof *t->tiles);
    return t->tiles != NULL && lf_depth_create(map->map, NULL, &t->depth) == LF_OK &&
           lf_coarse_create(map->map, NULL, &t->coarse) == LF_OK &&
           lf_coarse_create(map->map, &(lf_coarse_desc){.level = lf_spine_level(map->map)},
                            &t->spine_coarse) == LF_OK &&
           lf_search_create(map->map, &(lf_search_desc){.coarse = t->coarse, .depth = t->depth},
                            &t->search) == LF_OK &&
           lf_search_create(map->map, &(lf_search_desc){.coarse = t->spine_coarse, .depth = t->depth},
                            &t->spine) == LF_OK &&
           plain_make(map, t->depth, &t->plain);
}

static void tools_free(tools *t) {
    lf_search_destroy(t->search);
    lf_search_destroy(t->spine);
    lf_coarse_destroy(t->coarse);
    lf_coarse_destroy(t->spine_coarse);
    lf_depth_destroy(t->depth);
    plain_free(&t->plain);
    free(t->tiles);
}

/// One query by all methods.
static bool query_run(const bench_map *map, tools *t, int64_t i, samples *all) {
    const lf_file_query *asked = &map->queries[i];
    const lf_source from = {lf_map_tile(map->map, asked->from.x, asked->from.y), 0};
    const lf_tile to = lf_map_tile(map->map, asked->to.x, asked->to.y);
    lf_query query = {.sources = &from,
                      .source_count = 1,
                      .targets = &to,
                      .target_count = 1,
                      .strategy = LF_STRATEGY_FLOOD,
                      .gate = {.deepest = true, .harbour = HARBOUR}};
    double gate_us;
    if (lf_map_body(map->map, from.tile) != lf_map_body(map->map, to)) return true;
    plain_begin(&t->plain, from.tile, to);
    const answer restart = answer_restart(&t->plain, from.tile, to);
    const answer resume = answer_resume(&t->plain, from.tile, to);
    const answer tree = answer_tree(&t->plain, t->search, &query, &gate_us);
    const answer flood = answer_library(t->search, &query, t->tiles, t->capacity);
    query.strategy = LF_STRATEGY_EXPAND;
    const answer expand = answer_library(t->search, &query, t->tiles, t->capacity);
    query.strategy = LF_STRATEGY_SPINE;
    const answer spine = answer_library(t->spine, &query, t->tiles, t->capacity);
    query.strategy = LF_STRATEGY_FLOOD;
    query.gate = (lf_depth_gate){0};
    const answer ungated = answer_library(t->search, &query, t->tiles, t->capacity);
    sample(all, RESTART, restart);
    sample(all, RESUME, resume);
    sample(all, TREE, tree);
    sample(all, FLOOD, flood);
    sample(all, EXPAND, expand);
    sample(all, SPINE, spine);
    sample(all, GATE_ONLY, (answer){.us = gate_us});
    sample(all, UNGATED, ungated);
    all->gates += restart.gate;
    all->count++;
    return agree(map->name, i, "resume", restart, resume, true) &&
           agree(map->name, i, "tree", restart, tree, true) &&
           agree(map->name, i, "flood", restart, flood, true) &&
           agree(map->name, i, "expand", restart, expand, false) &&
           agree(map->name, i, "spine", restart, spine, false);
}

static bool deepest_table(const bench_map *map) {
    static samples all;
    tools t;
    all = (samples){0};
    bool fine = tools_make(map, &t);
    for (int64_t i = 0; fine && i < map->query_count; i++) fine = query_run(map, &t, i, &all);
    for (int method = 0; fine && method < METHODS; method++) {
        double us[QUERIES];
        memcpy(us, all.us[method], sizeof us);
        const double count = (double)all.count, median = bench_quantile(us, all.count, 0.5),
                     p99 = bench_quantile(us, all.count, 0.99),
                     base = bench_quantile(all.us[TREE], all.count, 0.5);
        printf("%s\t%s\t%d\t%" PRId64 "\t%.1f\t%.1f\t%.1f\t%.1f\t%.0f\t%.2f\n", map->name,
               method_names[method], HARBOUR, all.count, method == UNGATED ? -1 : all.gates / count,
               method == GATE_ONLY ? 0 : all.lengths[method] / count, median, p99,
               all.expanded[method] / count, median / base);
    }
    tools_free(&t);
    return fine;
}

/// What depths take to make, and what a look-up takes.
static bool build_table(const bench_map *map) {
    double computed[BUILDS], tree[BUILDS];
    lf_depth *depth = NULL;
    uint8_t *plane = malloc((size_t)map->grid.tiles.width * (size_t)map->grid.tiles.height);
    const size_t tiles = (size_t)map->grid.tiles.width * (size_t)map->grid.tiles.height;
    if (plane == NULL) return false;
    for (int i = 0; i < BUILDS; i++) {
        uint64_t start = bench_now(NULL);
        if (lf_depth_create(map->map, NULL, &depth) != LF_OK) return false;
        computed[i] = (double)(bench_now(NULL) - start) / 1e6;
        for (size_t k = 0; i == 0 && k < tiles; k++)
            plane[k] = (uint8_t)(lf_depth_at(depth, (lf_tile)k) < 0 ? 0 : lf_depth_at(depth, (lf_tile)k));
        lf_depth_destroy(depth);
        start = bench_now(NULL);
        const lf_depth_desc desc = {.from = LF_DEPTH_PLANE, .plane = plane, .plane_size = tiles};
        if (lf_depth_create(map->map, &desc, &depth) != LF_OK) return false;
        tree[i] = (double)(bench_now(NULL) - start) / 1e6;
        if (i + 1 < BUILDS) lf_depth_destroy(depth);
    }
    lf_random random = lf_random_make(3);
    lf_tile *pairs = malloc(2 * LOOKUPS * sizeof *pairs);
    if (pairs == NULL) return false;
    for (int i = 0; i < LOOKUPS; i++) {
        const lf_file_query query = bench_random_query(map->map, &random);
        pairs[2 * i] = lf_map_tile(map->map, query.from.x, query.from.y);
        pairs[2 * i + 1] = lf_map_tile(map->map, query.to.x, query.to.y);
    }
    int64_t sum = 0;
    const uint64_t start = bench_now(NULL);
    for (int i = 0; i < LOOKUPS; i++) sum += lf_depth_between(depth, pairs[2 * i], pairs[2 * i + 1]);
    const double ns = (double)(bench_now(NULL) - start) / LOOKUPS;
    const double tree_ms = bench_quantile(tree, BUILDS, 0.5), all_ms = bench_quantile(computed, BUILDS, 0.5);
    printf("# %s: %.1f M tiles; depths computed and tree %.1f ms, tree from a plane %.1f ms; %.2f MB beside "
           "the plane; look-up %.0f "
           "ns (mean answer %.1f)\n",
           map->name, (double)tiles / 1e6, all_ms, tree_ms, (double)(lf_depth_bytes(depth) - tiles) / 1e6, ns,
           (double)sum / LOOKUPS);
    free(pairs);
    free(plane);
    lf_depth_destroy(depth);
    return true;
}

int main(void) {
    static const char *const names[] = {"giantworldmap", "world", "northwestpassage"};
    bool fine = true;
    bench_map map;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    printf("map\tmethod\tharbour\tqueries\tmean_gate\tmean_length\tmedian_us\tp99_us\ttiles\ttimes_tree\n");
    for (size_t i = 0; fine && i < sizeof names / sizeof *names; i++) {
        if (!bench_load(names[i], "queries.csv", QUERIES, &map)) continue;
        fine = build_table(&map) && deepest_table(&map);
        bench_free(&map);
    }
    if (fine && bench_generate(LF_SCENE_ARCHIPELAGO, 2048, 1024, QUERIES, &map)) {
        fine = build_table(&map) && deepest_table(&map);
        bench_free(&map);
    }
    return fine ? 0 : 1;
}
