// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// native TILES WIDTH HEIGHT PAIRS: what js/bench/native.ts measures in JavaScript, measured in C. TILES has a byte per
// tile, 0 = blocked; PAIRS has two 32-bit tile numbers per query. Prints a name and a number per line: CPU time in
// microseconds, and bytes (the most that were held at once, from one step to the next).
#include <landfall.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static size_t held, most;

static void *count_alloc(size_t size, void *user) {
    (void)user;
    held += size;
    if (held > most) most = held;
    return malloc(size);
}

static void count_free(void *memory, size_t size, void *user) {
    (void)user;
    held -= size;
    free(memory);
}

static const lf_allocator counting = {.alloc = count_alloc, .free = count_free};

static double cpu(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static void *file_read(const char *name, size_t *size) {
    FILE *file = fopen(name, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) exit(2);
    *size = (size_t)ftell(file);
    void *bytes = malloc(*size);
    rewind(file);
    if (bytes == NULL || fread(bytes, 1, *size, file) != *size) exit(2);
    fclose(file);
    return bytes;
}

static lf_tile route_tiles[1 << 20];

/// All queries several times, and the least time. native.ts does the same.
static void measure(const char *name, lf_search *search, lf_strategy strategy, const lf_tile *pairs,
                    size_t count) {
    enum { PASSES = 8 };
    double least = 1e18;
    long long moves = 0;
    for (int pass = 0; pass < PASSES; pass++) {
        const double began = cpu();
        for (size_t i = 0; i < count; i++) {
            const lf_source source = {.tile = pairs[2 * i]};
            const lf_query query = {.sources = &source,
                                    .source_count = 1,
                                    .targets = pairs + 2 * i + 1,
                                    .target_count = 1,
                                    .strategy = strategy};
            lf_route route;
            if (lf_search_find(search, &query, route_tiles, 1 << 20, &route) != LF_OK) exit(3);
            moves += route.length;
        }
        if (cpu() - began < least) least = cpu() - began;
    }
    printf("%s %.0f\n%s.moves %lld\n%s.memory %zu\n", name, least, name, moves / PASSES, name, most);
}

static lf_search *search_make(const lf_map *map, lf_search_desc desc) {
    lf_search *search;
    desc.allocator = counting;
    if (lf_search_create(map, &desc, &search) != LF_OK) exit(3);
    return search;
}

static lf_index *index_time(const lf_map *map, const char *name) {
    lf_index *index;
    const double began = cpu();
    if (lf_index_create(map, &(lf_index_desc){.allocator = counting}, &index) != LF_OK) exit(3);
    printf("%s %.0f\n", name, cpu() - began);
    return index;
}

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    size_t size, pair_bytes;
    const uint8_t *tiles = file_read(argv[1], &size);
    const lf_tile *pairs = file_read(argv[4], &pair_bytes);
    const size_t count = pair_bytes / sizeof *pairs / 2;
    lf_map *map;
    lf_coarse *coarse, *spine_coarse;
    held = most = size; // the caller's tiles, which JavaScript copies into the memory too
    const double began = cpu();
    const lf_map_desc desc = {.width = atoi(argv[2]),
                              .height = atoi(argv[3]),
                              .tiles = tiles,
                              .tiles_size = size,
                              .allocator = counting};
    if (lf_map_create(&desc, &map) != LF_OK) return 3;
    printf("map %.0f\nmap.memory %zu\n", cpu() - began, most);
    held -= size;
    lf_search *plain = search_make(map, (lf_search_desc){0});
    measure("flood", plain, LF_STRATEGY_FLOOD, pairs, count);
    if (lf_coarse_create(map, &(lf_coarse_desc){.level = lf_spine_level(map), .allocator = counting},
                         &spine_coarse) != LF_OK)
        return 3;
    lf_search *spine = search_make(map, (lf_search_desc){.coarse = spine_coarse, .only = LF_STRATEGY_SPINE});
    measure("spine", spine, LF_STRATEGY_SPINE, pairs, count);
    // The old index is held until the new one is there, as it is in JavaScript; so are all searches.
    lf_index *old = index_time(map, "index"), *index = index_time(map, "index, again");
    lf_index_destroy(old);
    lf_search_destroy(plain);
    lf_search *indexed = search_make(map, (lf_search_desc){.index = index});
    measure("headland", indexed, LF_STRATEGY_HEADLAND, pairs, count);
    if (lf_coarse_create(map, &(lf_coarse_desc){.allocator = counting}, &coarse) != LF_OK) return 3;
    lf_search *guided = search_make(map, (lf_search_desc){.coarse = coarse});
    measure("expand", guided, LF_STRATEGY_EXPAND, pairs, count);
    return 0;
}
