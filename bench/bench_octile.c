// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// flood under octile costs on the MovingAI scenarios of the shared data, all of their queries, beside a
// textbook Dijkstra search (binary heap, floating point, eight neighbours by hand) on every twentieth. Both
// write the route out. Every cost is compared with the optimal length that the scenario prints; the program
// fails if one is off.
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <glob.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXTBOOK_STEP = 20 };

// ---- The textbook search --------------------------------------------------------------------------

typedef struct heap_entry {
    double cost;
    uint32_t tile;
} heap_entry;

typedef struct textbook {
    int width, height;
    const uint8_t *open;
    double *cost;
    uint32_t *parent;
    heap_entry *heap; ///< stale entries stay in it
    size_t count;
} textbook;

static bool textbook_create(const lf_plane *tiles, textbook *out) {
    const size_t size = (size_t)tiles->width * (size_t)tiles->height;
    *out = (textbook){.width = tiles->width, .height = tiles->height, .open = tiles->open};
    out->cost = malloc(size * sizeof *out->cost);
    out->parent = malloc(size * sizeof *out->parent);
    out->heap = malloc((8 * size + 1) * sizeof *out->heap);
    return out->cost != NULL && out->parent != NULL && out->heap != NULL;
}

static void textbook_destroy(textbook *book) {
    free(book->cost);
    free(book->parent);
    free(book->heap);
}

static void heap_push(textbook *book, heap_entry entry) {
    size_t i = book->count++;
    for (; i > 0 && book->heap[(i - 1) / 2].cost > entry.cost; i = (i - 1) / 2)
        book->heap[i] = book->heap[(i - 1) / 2];
    book->heap[i] = entry;
}

static heap_entry heap_pop(textbook *book) {
    const heap_entry first = book->heap[0], last = book->heap[--book->count];
    size_t i = 0;
    for (size_t child = 1; child < book->count; child = 2 * i + 1) {
        if (child + 1 < book->count && book->heap[child + 1].cost < book->heap[child].cost) child++;
        if (book->heap[child].cost >= last.cost) break;
        book->heap[i] = book->heap[child];
        i = child;
    }
    book->heap[i] = last;
    return first;
}

static bool textbook_open(const textbook *book, int x, int y) {
    return x >= 0 && y >= 0 && x < book->width && y < book->height &&
           book->open[(int64_t)y * book->width + x];
}

/// Returns the cost, or -1; writes the tiles from the target back.
static double textbook_find(textbook *book, lf_point from, lf_point to, lf_tile *tiles) {
    static const int dx[8] = {0, -1, 1, 0, -1, 1, -1, 1}, dy[8] = {-1, 0, 0, 1, -1, -1, 1, 1};
    const size_t size = (size_t)book->width * (size_t)book->height;
    for (size_t i = 0; i < size; i++) book->cost[i] = HUGE_VAL;
    const uint32_t start = (uint32_t)(from.y * book->width + from.x),
                   goal = (uint32_t)(to.y * book->width + to.x);
    book->count = 0;
    book->cost[start] = 0;
    book->parent[start] = start;
    heap_push(book, (heap_entry){0, start});
    while (book->count > 0) {
        const heap_entry entry = heap_pop(book);
        if (entry.cost > book->cost[entry.tile]) continue;
        if (entry.tile == goal) {
            uint32_t tile = goal;
            for (int64_t i = 0; tile != start; i++, tile = book->parent[tile]) tiles[i] = tile;
            return entry.cost;
        }
        const int x = (int)(entry.tile % (uint32_t)book->width),
                  y = (int)(entry.tile / (uint32_t)book->width);
        for (int k = 0; k < 8; k++) {
            const bool diagonal = k >= 4;
            if (!textbook_open(book, x + dx[k], y + dy[k])) continue;
            if (diagonal && (!textbook_open(book, x + dx[k], y) || !textbook_open(book, x, y + dy[k])))
                continue;
            const uint32_t next = (uint32_t)((y + dy[k]) * book->width + x + dx[k]);
            const double cost = entry.cost + (diagonal ? 1.4142135623730951 : 1);
            if (cost >= book->cost[next]) continue;
            book->cost[next] = cost;
            book->parent[next] = entry.tile;
            heap_push(book, (heap_entry){cost, next});
        }
    }
    return -1;
}

// ---- Rows -----------------------------------------------------------------------------------------

/// Whether a cost is the length that a scenario prints: some print two decimals, some summed up in single
/// precision.
static bool is_as_printed(double cost, double printed) {
    const double hundredths = printed * 100;
    const double half_a_digit = fabs(hundredths - round(hundredths)) < 1e-7 ? 0.005001 : 0.000001;
    return fabs(cost - printed) <= fmax(half_a_digit, 1e-5 * printed);
}

typedef struct scenario {
    lf_grid grid;
    lf_map *map;
    lf_query_list queries;
    lf_search *search;
    textbook book;
    lf_tile *tiles;
    double *times_ns, *book_ns;
} scenario;

static bool scenario_load(const char *map_path, const char *scen_path, scenario *out) {
    lf_io_error error;
    *out = (scenario){0};
    if (lf_grid_load(map_path, NULL, &out->grid, &error) != LF_IO_OK ||
        lf_grid_to_map(&out->grid, LF_MOVES_KING, &out->map) != LF_OK ||
        lf_queries_load(scen_path, &out->queries, &error) != LF_IO_OK)
        return false;
    out->tiles = malloc((size_t)lf_map_open_count(out->map) * sizeof *out->tiles);
    out->times_ns = malloc((size_t)(out->queries.count + 1) * sizeof(double));
    out->book_ns = malloc((size_t)(out->queries.count + 1) * sizeof(double));
    return out->tiles != NULL && out->times_ns != NULL && out->book_ns != NULL &&
           textbook_create(&out->grid.tiles, &out->book) &&
           lf_search_create(out->map, &(lf_search_desc){.cost = LF_COST_OCTILE}, &out->search) == LF_OK;
}

static void scenario_free(scenario *of) {
    lf_search_destroy(of->search);
    textbook_destroy(&of->book);
    lf_queries_free(&of->queries);
    lf_map_destroy(of->map);
    lf_grid_free(&of->grid);
    free(of->tiles);
    free(of->times_ns);
    free(of->book_ns);
}

static lf_route scenario_find(scenario *of, const lf_file_query *asked, double *ns) {
    const lf_source source = {.tile = lf_map_tile(of->map, asked->from.x, asked->from.y)};
    const lf_tile target = lf_map_tile(of->map, asked->to.x, asked->to.y);
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .strategy = LF_STRATEGY_FLOOD,
                            .options.cost = LF_COST_OCTILE};
    lf_route route = {0};
    const uint64_t start = bench_now(NULL);
    lf_search_find(of->search, &query, of->tiles, lf_map_open_count(of->map), &route);
    *ns = (double)(bench_now(NULL) - start);
    return route;
}

static bool scenario_run(scenario *of, const char *name) {
    int64_t wrong = 0, expanded = 0, compared = 0;
    double sum = 0, compared_ns = 0, book_sum = 0;
    for (int64_t i = 0; i < of->queries.count; i++) {
        const lf_file_query *asked = &of->queries.items[i];
        const lf_route route = scenario_find(of, asked, &of->times_ns[i]);
        const double cost = (double)route.straight + (double)route.diagonal * 1.4142135623730951;
        wrong += !route.found || !is_as_printed(cost, asked->known_length);
        expanded += route.stats.expanded;
        sum += of->times_ns[i];
        if (i % TEXTBOOK_STEP != 0) continue;
        const uint64_t start = bench_now(NULL);
        const double expected = textbook_find(&of->book, asked->from, asked->to, of->tiles);
        of->book_ns[compared] = (double)(bench_now(NULL) - start);
        wrong += fabs(expected - cost) > 1e-6;
        book_sum += of->book_ns[compared++];
        compared_ns += of->times_ns[i];
    }
    const double tiles = (double)lf_map_width(of->map) * lf_map_height(of->map);
    printf("%s\t%" PRId64 "\t%" PRId64 "\t%.3f\t%.3f\t%.1f\t%.3f\t%.2f\t%.2f\n", name, of->queries.count,
           wrong, bench_quantile(of->times_ns, of->queries.count, 0.5) / 1e6,
           bench_quantile(of->times_ns, of->queries.count, 0.99) / 1e6, (double)expanded * 1e3 / sum,
           bench_quantile(of->book_ns, compared, 0.5) / 1e6, book_sum / compared_ns,
           (double)lf_search_bytes(of->search) / tiles);
    fflush(stdout);
    return wrong == 0;
}

int main(void) {
    const char *shared = getenv("LF_SHARED_DATA");
    char pattern[1024];
    snprintf(pattern, sizeof pattern, "%s/movingai/*.map", shared != NULL ? shared : "../shared");
    glob_t found;
    if (glob(pattern, 0, NULL, &found) != 0) {
        fprintf(stderr, "left out: no maps like %s\n", pattern);
        return 0;
    }
    bool ok = true;
    printf(
        "scenario\tqueries\twrong\tflood_ms\tflood_p99_ms\tflood_mtiles_s\ttextbook_ms\ttextbook_over_flood\t"
        "flood_bytes_a_tile\n");
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char scen[1100];
        snprintf(scen, sizeof scen, "%s.scen", found.gl_pathv[i]);
        scenario of;
        if (scenario_load(found.gl_pathv[i], scen, &of))
            ok = scenario_run(&of, strrchr(found.gl_pathv[i], '/') + 1) && ok;
        else
            fprintf(stderr, "left out: %s\n", scen);
        scenario_free(&of);
    }
    globfree(&found);
    return ok ? 0 : 1;
}
