// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// flood, which moves blocks of 128 tiles, beside its plain form (tests/plain.c: tile by tile with bits and
// tables) and a textbook breadth-first search (a queue of structs, a visited array of bytes, a parent array,
// bounds and corner tests by hand). Same queries, same run; all write the route out. A query's time is its
// best of a few repeats, a row's the median of its queries.
#include "bench.h"
#include "plain.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS = 3, QUERIES = 200, GENERATED_QUERIES = 50 };

typedef struct textbook_node {
    int x, y, distance;
} textbook_node;

typedef struct textbook {
    int width, height;
    const uint8_t *open;
    uint8_t *visited;
    int64_t *parent;
    textbook_node *queue;
    int64_t expanded;
} textbook;

static bool textbook_create(const lf_plane *tiles, textbook *out) {
    const size_t size = (size_t)tiles->width * (size_t)tiles->height;
    *out = (textbook){.width = tiles->width, .height = tiles->height, .open = tiles->open};
    out->visited = malloc(size);
    out->parent = malloc(size * sizeof *out->parent);
    out->queue = malloc(size * sizeof *out->queue);
    return out->visited != NULL && out->parent != NULL && out->queue != NULL;
}

static void textbook_destroy(textbook *book) {
    free(book->visited);
    free(book->parent);
    free(book->queue);
}

static bool textbook_open(const textbook *book, int x, int y) {
    return x >= 0 && y >= 0 && x < book->width && y < book->height &&
           book->open[(int64_t)y * book->width + x];
}

/// Returns the length, or -1; writes the tiles.
static int64_t textbook_find(textbook *book, lf_point from, lf_point to, lf_tile *tiles) {
    static const int dx[8] = {0, -1, 1, 0, -1, 1, -1, 1}, dy[8] = {-1, 0, 0, 1, -1, -1, 1, 1};
    memset(book->visited, 0, (size_t)book->width * (size_t)book->height);
    int64_t head = 0, tail = 0;
    book->queue[tail++] = (textbook_node){from.x, from.y, 0};
    book->visited[(int64_t)from.y * book->width + from.x] = 1;
    book->parent[(int64_t)from.y * book->width + from.x] = -1;
    book->expanded = 0;
    while (head < tail) {
        const textbook_node node = book->queue[head++];
        book->expanded++;
        int64_t here = (int64_t)node.y * book->width + node.x;
        if (node.x == to.x && node.y == to.y) {
            for (int i = node.distance; i >= 0; i--, here = book->parent[here]) tiles[i] = (lf_tile)here;
            return node.distance;
        }
        for (int k = 0; k < 8; k++) {
            const int x = node.x + dx[k], y = node.y + dy[k];
            if (!textbook_open(book, x, y)) continue;
            if (dx[k] != 0 && dy[k] != 0 &&
                (!textbook_open(book, x, node.y) || !textbook_open(book, node.x, y)))
                continue;
            const int64_t next = (int64_t)y * book->width + x;
            if (book->visited[next]) continue;
            book->visited[next] = 1;
            book->parent[next] = here;
            book->queue[tail++] = (textbook_node){x, y, node.distance + 1};
        }
    }
    return -1;
}

typedef struct result {
    double ns;
    int64_t expanded, length;
} result;

static result run_flood(lf_search *search, const lf_map *map, const lf_file_query *query, lf_tile *tiles,
                        int64_t capacity) {
    const lf_source source = {.tile = lf_map_tile(map, query->from.x, query->from.y)};
    const lf_tile target = lf_map_tile(map, query->to.x, query->to.y);
    const lf_query q = {.sources = &source,
                        .source_count = 1,
                        .targets = &target,
                        .target_count = 1,
                        .strategy = LF_STRATEGY_FLOOD};
    lf_route route;
    const uint64_t start = bench_now(NULL);
    const lf_status status = lf_search_find(search, &q, tiles, capacity, &route);
    return (result){(double)(bench_now(NULL) - start), route.stats.expanded,
                    status == LF_OK ? route.length : -1};
}

static result run_textbook(textbook *book, const lf_file_query *query, lf_tile *tiles) {
    const uint64_t start = bench_now(NULL);
    const int64_t length = textbook_find(book, query->from, query->to, tiles);
    return (result){(double)(bench_now(NULL) - start), book->expanded, length};
}

static result run_plain(plain *search, const lf_map *map, const lf_file_query *query, lf_tile *tiles,
                        int64_t capacity) {
    const lf_source source = {.tile = lf_map_tile(map, query->from.x, query->from.y)};
    const lf_tile target = lf_map_tile(map, query->to.x, query->to.y);
    const lf_query q = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
    lf_route route;
    const uint64_t start = bench_now(NULL);
    const lf_status status = plain_find(search, &q, tiles, capacity, &route);
    return (result){(double)(bench_now(NULL) - start), route.stats.expanded,
                    status == LF_OK ? route.length : -1};
}

/// The three searches on one map, and their times for each query.
typedef struct row {
    lf_search *search;
    plain *plain;
    textbook book; ///< only under king moves: it knows no other rules
    lf_tile *tiles;
    int64_t capacity;
    double *flood_ns, *plain_ns, *book_ns;
    double flood_sum, plain_sum;
    int64_t expanded;
} row;

static bool row_create(const bench_map *map, bool with_book, row *out) {
    const size_t count = (size_t)map->query_count;
    *out = (row){.capacity = lf_map_open_count(map->map), .plain = plain_create(map->map)};
    out->tiles = malloc((size_t)out->capacity * sizeof *out->tiles);
    out->flood_ns = malloc(count * sizeof(double));
    out->plain_ns = malloc(count * sizeof(double));
    out->book_ns = malloc(count * sizeof(double));
    return out->plain != NULL && out->tiles != NULL && out->flood_ns != NULL && out->plain_ns != NULL &&
           out->book_ns != NULL && (!with_book || textbook_create(&map->grid.tiles, &out->book)) &&
           lf_search_create(map->map, NULL, &out->search) == LF_OK;
}

static void row_destroy(row *r) {
    lf_search_destroy(r->search);
    plain_destroy(r->plain);
    textbook_destroy(&r->book);
    free(r->tiles);
    free(r->flood_ns);
    free(r->plain_ns);
    free(r->book_ns);
}

/// One query; false if the searches disagree.
static bool row_query(row *r, const bench_map *map, int64_t i, bool with_book) {
    const lf_file_query *query = &map->queries[i];
    result flood = {0}, simple = {0}, book = {0};
    r->flood_ns[i] = r->plain_ns[i] = 1e30;
    for (int k = 0; k < REPEATS; k++) { // alternating, so that noise hits both
        flood = run_flood(r->search, map->map, query, r->tiles, r->capacity);
        simple = run_plain(r->plain, map->map, query, r->tiles, r->capacity);
        if (flood.ns < r->flood_ns[i]) r->flood_ns[i] = flood.ns;
        if (simple.ns < r->plain_ns[i]) r->plain_ns[i] = simple.ns;
    }
    if (with_book) book = run_textbook(&r->book, query, r->tiles);
    r->book_ns[i] = book.ns;
    r->flood_sum += r->flood_ns[i];
    r->plain_sum += r->plain_ns[i];
    r->expanded += flood.expanded;
    return flood.length == simple.length && (!with_book || flood.length == book.length);
}

static bool bench_row(const bench_map *map, const char *rules, bool with_book) {
    row r;
    bool ok = row_create(map, with_book, &r);
    for (int64_t i = 0; ok && i < map->query_count; i++) ok = row_query(&r, map, i, with_book);
    if (ok) {
        const int64_t count = map->query_count;
        const double flood = bench_quantile(r.flood_ns, count, 0.5),
                     simple = bench_quantile(r.plain_ns, count, 0.5);
        printf("%s\t%s\t%" PRId64 "\t%.3f\t%.3f\t%.3f\t%.2f\t%.2f\t%.2f\t%.0f\t%.3f\n", map->name, rules,
               count, flood / 1e6, bench_quantile(r.flood_ns, count, 0.99) / 1e6, simple / 1e6,
               bench_quantile(r.book_ns, count, 0.5) / 1e6, simple / flood, r.plain_sum / r.flood_sum,
               (double)r.expanded * 1e3 / r.flood_sum,
               (double)lf_search_bytes(r.search) /
                   ((double)lf_map_width(map->map) * lf_map_height(map->map)));
        fflush(stdout);
    } else {
        fprintf(stderr, "%s: the searches disagree, or there is no memory\n", map->name);
    }
    row_destroy(&r);
    return ok;
}

/// The other two rules on the same tiles and queries; those without a route under a rule are fast for all.
static bool bench_other_rules(bench_map *map) {
    static const struct {
        lf_moves moves;
        const char *name;
    } rules[] = {{LF_MOVES_KING_CUT, "king-cut"}, {LF_MOVES_ORTHOGONAL, "orthogonal"}};
    bool ok = true;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        lf_map_destroy(map->map);
        map->map = NULL;
        ok = lf_grid_to_map(&map->grid, rules[i].moves, &map->map) == LF_OK &&
             bench_row(map, rules[i].name, false) && ok;
    }
    return ok;
}

/// One query over a whole open map, corner to corner: the plain speed of expansion.
static void open_corners(bench_map *map) {
    map->query_count = 1;
    map->queries[0] =
        (lf_file_query){.from = {0, 0}, .to = {lf_map_width(map->map) - 1, lf_map_height(map->map) - 1}};
}

int main(void) {
    bool ok = true;
    bench_map map;
    printf("map\tmoves\tqueries\tflood_ms\tflood_p99_ms\tplain_ms\ttextbook_ms\tplain_over_flood\tof_"
           "sums\tflood_mtiles_s\t"
           "flood_bytes_a_tile\n");
    if (bench_generate(LF_SCENE_OPEN, 4096, 2048, 1, &map)) {
        open_corners(&map);
        ok = bench_row(&map, "king", true) && ok;
        bench_free(&map);
    }
    static const lf_scene generated[] = {LF_SCENE_OPEN, LF_SCENE_ARCHIPELAGO, LF_SCENE_NOISE, LF_SCENE_MAZE};
    for (size_t i = 0; i < sizeof generated / sizeof *generated; i++) {
        if (!bench_generate(generated[i], 4096, 2048, GENERATED_QUERIES, &map)) continue;
        ok = bench_row(&map, "king", true) && ok;
        bench_free(&map);
    }
    if (bench_generate_sea(QUERIES, &map)) {
        ok = bench_row(&map, "king", true) && ok;
        bench_free(&map);
    }
    static const char *const real[] = {"giantworldmap", "world", "northwestpassage", "straitofmalacca",
                                       "amazonriver"};
    for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
        if (!bench_load(real[i], "queries.csv", QUERIES, &map)) continue;
        ok = bench_row(&map, "king", true) && ok;
        if (i == 0) ok = bench_other_rules(&map) && ok;
        bench_free(&map);
    }
    return ok ? 0 : 1;
}
