// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Tests of coarse maps: pieces and crossings against slow counting, refusals, memory.
#include "test.h"

#include "coarse/coarse.h"
#include "meter.h"
#include "oracle.h"

static bool tile_is_open(const oracle_map *map, int x, int y) {
    return x < map->width && y < map->height && map->open[y * map->width + x] != 0;
}

/// Numbers the pieces of a cell by spreading inside it, in row order; returns how many.
static int cell_pieces_slow(const oracle_map *map, int level, int cx, int cy, int *labels) {
    const int side = 1 << level, left = cx << level, top = cy << level;
    int count = 0;
    for (int i = 0; i < side * side; i++) labels[i] = -1;
    for (int i = 0; i < side * side; i++) {
        if (labels[i] >= 0 || !tile_is_open(map, left + i % side, top + i / side)) continue;
        labels[i] = count;
        for (bool changed = true; changed;) {
            changed = false;
            for (int j = 0; j < side * side; j++) {
                if (labels[j] != count) continue;
                for (int k = 0; k < 9; k++) {
                    const int x = j % side + k % 3 - 1, y = j / side + k / 3 - 1;
                    if (x < 0 || y < 0 || x >= side || y >= side || labels[y * side + x] >= 0) continue;
                    if (!oracle_move_legal(map, left + j % side, top + j / side, k % 3 - 1, k / 3 - 1))
                        continue;
                    labels[y * side + x] = count;
                    changed = true;
                }
            }
        }
        count++;
    }
    return count;
}

static void pieces_match_spreading(void) {
    const uint64_t seed = test_seed();
    static int labels[64 * 64];
    for (uint64_t round = 0; round < 900; round++) {
        const oracle_map small = oracle_random_map(seed + round, 66, (lf_moves)(round % 3));
        lf_map *map = oracle_to_map(&small);
        lf_coarse *coarse;
        const int longest = small.width > small.height ? small.width : small.height;
        const int level = 1 + (int)(round % 5);
        const lf_status status = lf_coarse_create(map, &(lf_coarse_desc){.level = level}, &coarse);
        CHECK_EQ(status, level > 1 && 1 << (level - 1) >= longest ? LF_E_LEVEL : LF_OK);
        int64_t nodes = 0;
        for (int y = 0; status == LF_OK && y < coarse->height; y++) {
            for (int x = 0; x < coarse->width; x++) {
                const int count = cell_pieces_slow(&small, level, x, y, labels);
                CHECK_EQ(lf_coarse_pieces(coarse, x, y), count);
                nodes += count;
            }
        }
        CHECK_EQ(lf_coarse_node_count(coarse), nodes);
        lf_coarse_destroy(coarse);
        lf_map_destroy(map);
        free(small.open);
    }
}

/// Whether the planner would find an edge between two nodes, by the same structure that it reads.
static bool coarse_has_edge(const lf_coarse *coarse, uint32_t from, uint32_t to) {
    const lf_point a = lfi_coarse_point(coarse, lfi_coarse_node_cell(coarse, from));
    const lf_point b = lfi_coarse_point(coarse, lfi_coarse_node_cell(coarse, to));
    for (int direction = 0; direction < 8; direction++) {
        if (a.x + lfi_direction_dx(direction) != b.x || a.y + lfi_direction_dy(direction) != b.y) continue;
        if ((coarse->cross[from] >> direction & 1) == 0) return false;
        if (!lfi_coarse_bit(coarse, coarse->split, b.x, b.y)) return true;
        const uint32_t split = lfi_coarse_split_index(coarse, b.x, b.y);
        for (uint32_t piece = 0; piece < lfi_coarse_split_pieces(coarse, split); piece++) {
            uint64_t i, end;
            lfi_coarse_edges(coarse, split, piece, &i, &end);
            for (; i < end; i++) {
                if (coarse->edges[i] == from && lfi_coarse_piece(coarse, split, piece) == to) return true;
            }
        }
    }
    return false;
}

/// Marks in a matrix which nodes are joined by a move across a border.
static void crossings_slow(const oracle_map *small, const lf_coarse *coarse, bool *joined) {
    for (int y = 0; y < small->height; y++) {
        for (int x = 0; x < small->width; x++) {
            for (int k = 0; k < 9; k++) {
                const int dx = k % 3 - 1, dy = k / 3 - 1;
                if (!oracle_move_legal(small, x, y, dx, dy)) continue;
                const uint32_t a = lfi_coarse_node(coarse, (lf_tile)(y * small->width + x));
                const uint32_t b = lfi_coarse_node(coarse, (lf_tile)((y + dy) * small->width + x + dx));
                joined[a * coarse->node_limit + b] = true;
            }
        }
    }
}

static void crossings_match_moves(void) {
    const uint64_t seed = test_seed();
    int64_t edges = 0;
    for (uint64_t round = 0; round < 900; round++) {
        const oracle_map small = oracle_random_map(seed + round, 24, (lf_moves)(round % 3));
        lf_map *map = oracle_to_map(&small);
        lf_coarse *coarse = NULL;
        if (lf_coarse_create(map, &(lf_coarse_desc){.level = 1 + (int)(round % 4)}, &coarse) == LF_OK) {
            bool *joined = calloc((size_t)coarse->node_limit * coarse->node_limit, sizeof *joined);
            crossings_slow(&small, coarse, joined);
            for (uint32_t a = 0; a < coarse->node_limit; a++) {
                for (uint32_t b = 0; b < coarse->node_limit; b++) {
                    if (lfi_coarse_node_cell(coarse, a) == lfi_coarse_node_cell(coarse, b)) continue;
                    const bool expected = joined[a * coarse->node_limit + b];
                    edges += expected;
                    if (coarse_has_edge(coarse, a, b) != expected) CHECK_EQ(round, -1);
                }
            }
            free(joined);
        }
        lf_coarse_destroy(coarse);
        lf_map_destroy(map);
        free(small.open);
    }
    CHECK(edges > 10000);
}

static lf_map *open_map(int32_t width, int32_t height) {
    uint8_t *tiles = malloc((size_t)width * (size_t)height);
    memset(tiles, 1, (size_t)width * (size_t)height);
    lf_map *map = NULL;
    const lf_map_desc desc = {
        .width = width, .height = height, .tiles = tiles, .tiles_size = (size_t)width * (size_t)height};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    free(tiles);
    return map;
}

static lf_status coarse_status(const lf_map *map, lf_coarse_desc desc) {
    lf_coarse *coarse = (lf_coarse *)&desc; // anything but NULL: an error must clear it
    const lf_status status = lf_coarse_create(map, &desc, &coarse);
    CHECK_EQ(status == LF_OK, coarse != NULL);
    lf_coarse_destroy(coarse);
    return status;
}

static void bad_descriptions_are_refused(void) {
    lf_map *map = open_map(10, 7), *single = open_map(1, 1);
    static const uint8_t cells[35] = {1};
    CHECK_EQ(coarse_status(map, (lf_coarse_desc){0}), LF_OK);
    CHECK_EQ(coarse_status(map, (lf_coarse_desc){.level = 4}),
             LF_OK); // 16 >= 10: one cell, and the level below has two
    CHECK_EQ(coarse_status(map, (lf_coarse_desc){.level = 5}), LF_E_LEVEL);
    CHECK_EQ(coarse_status(map, (lf_coarse_desc){.level = 9}), LF_E_LEVEL);
    CHECK_EQ(coarse_status(map, (lf_coarse_desc){.level = -1}), LF_E_LEVEL);
    CHECK_EQ(coarse_status(single, (lf_coarse_desc){.level = 1}), LF_OK);
    CHECK_EQ(coarse_status(single, (lf_coarse_desc){.level = 2}), LF_E_LEVEL);
    CHECK_EQ(coarse_status(map, (lf_coarse_desc){.kind = (lf_coarse_kind)7}), LF_E_COARSE_KIND);
    lf_coarse_desc given = {.level = 1, .cells = cells, .width = 5, .height = 4};
    CHECK_EQ(coarse_status(map, given), LF_E_COARSE_KIND); // honest cannot be given
    given.kind = LF_COARSE_CELLS;
    CHECK_EQ(coarse_status(map, given), LF_OK);
    given.height = 3; // rounded down
    CHECK_EQ(coarse_status(map, given), LF_OK);
    given.height = 5;
    CHECK_EQ(coarse_status(map, given), LF_E_COARSE_SIZE);
    given.height = 3, given.width = 4;
    CHECK_EQ(coarse_status(map, given), LF_E_COARSE_SIZE);
    CHECK_EQ(coarse_status(map, (lf_coarse_desc){.allocator = {.alloc = meter_alloc}}), LF_E_ALLOCATOR);
    lf_coarse *coarse;
    CHECK_EQ(lf_coarse_create(NULL, NULL, &coarse), LF_E_NULL);
    CHECK(coarse == NULL);
    CHECK_EQ(lf_coarse_create(map, NULL, NULL), LF_E_NULL);
    lf_map_destroy(map), lf_map_destroy(single);
}

static void lookups_and_null(void) {
    lf_map *map = open_map(100, 50);
    lf_coarse *coarse;
    CHECK_EQ(lf_coarse_create(map, &(lf_coarse_desc){.level = 3}, &coarse), LF_OK);
    CHECK_EQ(lf_coarse_level(coarse), 3);
    CHECK_EQ(lf_coarse_kind_of(coarse), LF_COARSE_HONEST);
    CHECK_EQ(lf_coarse_width(coarse), 13);
    CHECK_EQ(lf_coarse_height(coarse), 7);
    CHECK_EQ(lf_coarse_node_count(coarse), 91);
    CHECK_EQ(lf_coarse_edge_count(coarse), 2 * (12 * 7 + 13 * 6 + 2 * 12 * 6));
    CHECK_EQ(lf_coarse_pieces(coarse, 12, 6), 1);
    CHECK_EQ(lf_coarse_pieces(coarse, 13, 6), 0);
    CHECK_EQ(lf_coarse_pieces(coarse, -1, 0), 0);
    CHECK_EQ(lf_coarse_pieces(coarse, 0, 7), 0);
    CHECK(coarse->above != NULL && coarse->above->level == 5);
    lf_coarse_destroy(coarse);
    lf_coarse_destroy(NULL);
    CHECK_EQ(lf_coarse_level(NULL) + lf_coarse_width(NULL) + lf_coarse_height(NULL), 0);
    CHECK_EQ(lf_coarse_kind_of(NULL), LF_COARSE_HONEST);
    CHECK_EQ(lf_coarse_node_count(NULL) + lf_coarse_edge_count(NULL), 0);
    CHECK_EQ(lf_coarse_pieces(NULL, 0, 0), 0);
    CHECK_EQ(lf_coarse_bytes(NULL), 0);
    lf_map_destroy(map);
}

static void given_cells_are_taken(void) {
    lf_map *map = open_map(5, 3);
    static const uint8_t cells[2] = {
        0, 9}; // 2 x 1, rounded down: the third column and the second row are missing
    lf_coarse *coarse;
    const lf_coarse_desc desc = {
        .level = 1, .kind = LF_COARSE_CELLS, .cells = cells, .width = 2, .height = 1};
    CHECK_EQ(lf_coarse_create(map, &desc, &coarse), LF_OK);
    CHECK_EQ(lf_coarse_width(coarse), 3);
    CHECK_EQ(lf_coarse_node_count(coarse), 1);
    CHECK_EQ(lf_coarse_pieces(coarse, 0, 0), 0);
    CHECK_EQ(lf_coarse_pieces(coarse, 1, 0), 1);
    CHECK_EQ(lf_coarse_pieces(coarse, 2, 0), 0);
    CHECK_EQ(lfi_coarse_node(coarse, 0), LFI_NO_NODE);
    lf_coarse_destroy(coarse);
    lf_map_destroy(map);
}

static void every_allocation_failed(void) {
    oracle_map small = {.width = 40, .height = 40, .moves = LF_MOVES_KING, .open = malloc(1600)};
    uint64_t random = 3;
    for (int i = 0; i < 1600; i++) small.open[i] = oracle_below(&random, 100) < 60;
    lf_map *map = oracle_to_map(&small);
    for (int kind = 0; kind < 2; kind++) {
        meter all = {0};
        lf_coarse_desc desc = {.level = 2, .kind = (lf_coarse_kind)kind, .allocator = meter_allocator(&all)};
        lf_coarse *coarse;
        CHECK_EQ(lf_coarse_create(map, &desc, &coarse), LF_OK);
        CHECK_EQ(all.live, lf_coarse_bytes(coarse));
        lf_coarse_destroy(coarse);
        CHECK_EQ(all.live, 0);
        CHECK(all.calls > 10);
        for (int64_t k = 1; k <= all.calls; k++) {
            meter m = {.fail_at = k};
            desc.allocator = meter_allocator(&m);
            CHECK_EQ(lf_coarse_create(map, &desc, &coarse), LF_E_NOMEM);
            CHECK(coarse == NULL);
            CHECK_EQ(m.live, 0);
            CHECK_EQ(m.blocks, 0);
        }
    }
    lf_map_destroy(map);
    free(small.open);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(pieces_match_spreading),       TEST(crossings_match_moves), TEST(lookups_and_null),
        TEST(bad_descriptions_are_refused), TEST(given_cells_are_taken), TEST(every_allocation_failed),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
