// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Tests of levels: every cell against slow counting, the bits behind the last cell of a row, memory.
#include "test.h"

#include "coarse/levels.h"
#include "meter.h"
#include "oracle.h"

static bool tile_is_open(const oracle_map *map, int x, int y) {
    return x < map->width && y < map->height && map->open[y * map->width + x] != 0;
}

static int cell_open_tiles(const oracle_map *map, int level, int cx, int cy) {
    int count = 0;
    for (int y = cy << level; y < (cy + 1) << level; y++) {
        for (int x = cx << level; x < (cx + 1) << level; x++) count += tile_is_open(map, x, y);
    }
    return count;
}

static bool level_bit(const lfi_level *level, const uint64_t *bits, int x, int y) {
    return (bits[(uint64_t)y * level->stride + ((uint64_t)x >> 6)] >> (x & 63) & 1) != 0;
}

/// A row ends in a word that may have more bits than the row has cells. Nothing is open there: coarse.c reads
/// whole words.
static void check_row(const oracle_map *small, int level, const lfi_level *cells, int y) {
    for (int x = 0; x < (int)cells->stride * 64; x++) {
        const int count = x < cells->width ? cell_open_tiles(small, level, x, y) : 0;
        CHECK_EQ(level_bit(cells, cells->any, x, y), count > 0);
        CHECK_EQ(level_bit(cells, cells->full, x, y), count == 1 << (2 * level));
    }
}

static void check_levels(const oracle_map *small, const lf_allocator *allocator) {
    lf_map *map = oracle_to_map(small);
    for (int level = 1; level <= LF_MAX_LEVEL; level++) {
        lfi_level cells;
        CHECK(lfi_level_make(map, level, allocator, &cells));
        CHECK_EQ(cells.width, (small->width + (1 << level) - 1) >> level);
        CHECK_EQ(cells.height, (small->height + (1 << level) - 1) >> level);
        CHECK_EQ(cells.stride, (cells.width + 63) / 64);
        for (int y = 0; y < cells.height; y++) check_row(small, level, &cells, y);
        lfi_level_free(allocator, &cells);
    }
    lf_map_destroy(map);
}

static void levels_match_counting(void) {
    const uint64_t seed = test_seed();
    meter m = {0};
    const lf_allocator allocator = meter_allocator(&m);
    for (uint64_t round = 0; round < 600; round++) {
        const oracle_map small = oracle_random_map(seed + round, 140, LF_MOVES_KING);
        const int64_t before = test_failures;
        check_levels(&small, &allocator);
        free(small.open);
        if (test_failed_on(before, seed, round)) break;
    }
    CHECK(m.calls > 0);
    CHECK_EQ(m.live, 0);
    CHECK_EQ(m.blocks, 0);
}

/// Widths at which a row fills its words, and those beside them: all tiles open, so a bit too many shows.
static void rows_end_where_words_do(void) {
    static const int widths[] = {1,   2,   63,  64,  65,  126, 127, 128, 129,
                                 130, 191, 192, 193, 255, 256, 257, 300};
    static const int heights[] = {1, 2, 3, 5};
    meter m = {0};
    const lf_allocator allocator = meter_allocator(&m);
    uint8_t open[300 * 5];
    memset(open, 1, sizeof open);
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        for (size_t k = 0; k < sizeof heights / sizeof *heights; k++) {
            const oracle_map small = {.width = widths[i], .height = heights[k], .open = open};
            check_levels(&small, &allocator);
        }
    }
    CHECK_EQ(m.live, 0);
}

/// Rows of several words whose words all differ.
static void wide_maps_match_counting(void) {
    meter m = {0};
    const lf_allocator allocator = meter_allocator(&m);
    uint64_t random = test_seed();
    uint8_t open[700 * 6];
    for (int round = 0; round < 20; round++) {
        const int percent = round % 2 == 0 ? 20 : 95; // few tiles try `any`, many try `full`
        for (size_t i = 0; i < sizeof open; i++) open[i] = oracle_below(&random, 100) < percent;
        const oracle_map small = {
            .width = 700 - oracle_below(&random, 150), .height = 1 + oracle_below(&random, 6), .open = open};
        check_levels(&small, &allocator);
    }
    CHECK_EQ(m.live, 0);
}

static void every_allocation_failed(void) {
    const oracle_map small = oracle_random_map(7, 140, LF_MOVES_KING);
    lf_map *map = oracle_to_map(&small);
    lfi_level cells;
    bool done = false;
    int64_t calls = 0;
    while (!done) {
        meter m = {.fail_at = ++calls};
        const lf_allocator allocator = meter_allocator(&m);
        done = lfi_level_make(map, 3, &allocator, &cells);
        if (done) lfi_level_free(&allocator, &cells);
        CHECK_EQ(m.live, 0);
        CHECK_EQ(m.blocks, 0);
    }
    CHECK_EQ(calls, 3 * 2 + 1); // two a level
    CHECK(cells.any == NULL && cells.full == NULL);
    lf_map_destroy(map);
    free(small.open);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(levels_match_counting), TEST(rows_end_where_words_do),
                                      TEST(wide_maps_match_counting), TEST(every_allocation_failed)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
