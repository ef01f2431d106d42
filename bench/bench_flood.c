// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// flood beside a textbook breadth-first search: a queue of structs, a visited array of bytes, a parent array,
// bounds and corner tests by hand. Same queries, same run; both write the route out. Times are medians over
// repeats.
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS = 5, QUERIES = 24 };

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

/// Tiles a second over all queries: expanded by each, over the median time of each.
static bool bench_row(const bench_map *map) {
    const int64_t capacity = lf_map_open_count(map->map);
    lf_search *search = NULL;
    textbook book = {0};
    lf_tile *tiles = malloc((size_t)capacity * sizeof *tiles);
    bool ok = tiles != NULL && textbook_create(&map->grid.tiles, &book) &&
              lf_search_create(map->map, NULL, &search) == LF_OK;
    double flood_ns = 0, book_ns = 0;
    int64_t flood_tiles = 0, book_tiles = 0;
    for (int64_t i = 0; ok && i < map->query_count; i++) {
        double flood_times[REPEATS], book_times[REPEATS];
        result a = {0}, b = {0};
        for (int k = 0; k < REPEATS; k++) { // alternating, so that noise hits both
            a = run_flood(search, map->map, &map->queries[i], tiles, capacity);
            b = run_textbook(&book, &map->queries[i], tiles);
            flood_times[k] = a.ns;
            book_times[k] = b.ns;
        }
        ok = a.length == b.length;
        flood_ns += bench_quantile(flood_times, REPEATS, 0.5);
        book_ns += bench_quantile(book_times, REPEATS, 0.5);
        flood_tiles += a.expanded;
        book_tiles += b.expanded;
    }
    if (ok) {
        printf("%s\t%" PRId64 "\t%.2f\t%.1f\t%.2f\t%.1f\t%.2f\n", map->name, map->query_count,
               flood_ns / 1e6 / (double)map->query_count, (double)flood_tiles * 1e3 / flood_ns,
               book_ns / 1e6 / (double)map->query_count, (double)book_tiles * 1e3 / book_ns,
               book_ns / flood_ns);
    } else {
        fprintf(stderr, "%s: the two searches disagree, or there is no memory\n", map->name);
    }
    lf_search_destroy(search);
    textbook_destroy(&book);
    free(tiles);
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
    printf("map\tqueries\tflood_ms\tflood_mtiles_s\ttextbook_ms\ttextbook_mtiles_s\ttimes_faster\n");
    if (bench_generate(LF_SCENE_OPEN, 4096, 2048, 1, &map)) {
        open_corners(&map);
        ok = bench_row(&map) && ok;
        bench_free(&map);
    }
    if (bench_generate(LF_SCENE_ARCHIPELAGO, 4096, 2048, QUERIES, &map)) {
        ok = bench_row(&map) && ok;
        bench_free(&map);
    }
    static const char *const real[] = {"giantworldmap", "world", "amazonriver"};
    for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
        if (!bench_load(real[i], "queries.csv", QUERIES, &map)) continue;
        ok = bench_row(&map) && ok;
        bench_free(&map);
    }
    return ok ? 0 : 1;
}
