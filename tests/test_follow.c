// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Depths follow edits of their map: after each they equal those of a map made anew.
#include "depth/depth.h"
#include "edits.h"
#include "test.h"

#include <stddef.h>

/// A map with much deep water: a few rectangles of land on an open sea, wide enough for the greatest depth.
static oracle_map sea_random(uint64_t *random, bool large) {
    const int most = large ? 700 : 90;
    oracle_map map = {.width = 1 + oracle_below(random, most), .height = 1 + oracle_below(random, most)};
    const int islands = oracle_below(random, 9);
    map.open = malloc((size_t)(map.width * map.height));
    memset(map.open, 1, (size_t)(map.width * map.height));
    for (int i = 0; i < islands; i++) {
        const int x0 = oracle_below(random, map.width), y0 = oracle_below(random, map.height),
                  side = 1 + oracle_below(random, 12);
        for (int y = y0; y < y0 + side && y < map.height; y++)
            for (int x = x0; x < x0 + side && x < map.width; x++) map.open[y * map.width + x] = 0;
    }
    return map;
}

static void plane_compare(const lf_depth *depth, const lf_map *map) {
    lf_depth *anew;
    CHECK_EQ(lf_depth_create(map, &(lf_depth_desc){.edge_blocked = depth->edge == 0}, &anew), LF_OK);
    CHECK(memcmp(depth->plane, anew->plane, map->tile_count) == 0);
    lf_depth_destroy(anew);
}

/// One map under a row of edits, some of them undone again. A second plane catches up by boxes.
static void plane_follows(oracle_map small, uint64_t *random, int edits) {
    lf_map *map = oracle_to_map(&small);
    lf_depth *depth, *second;
    CHECK_EQ(lf_depth_create(map, &(lf_depth_desc){.edge_blocked = oracle_below(random, 2) != 0}, &depth),
             LF_OK);
    CHECK_EQ(lfi_depth_copy(depth, map, &second), LF_OK);
    for (int i = 0; i < edits; i++) {
        oracle_map next = edits_copy(&small);
        lfi_flips flips;
        edits_draw(&next, random);
        if (!edits_flips(&small, &next, &flips)) {
            free(next.open);
            continue;
        }
        lf_map *now = oracle_to_map(&next);
        depth->map = second->map = now;
        const lfi_box box = lfi_depth_plane_edit(depth, &flips);
        plane_compare(depth, now);
        lfi_depth_plane_follow(second, depth, box);
        CHECK(memcmp(depth->plane, second->plane, now->tile_count) == 0);
        lf_map_destroy(map);
        map = now;
        free(flips.bits);
        free(small.open);
        small = next;
    }
    lf_depth_destroy(depth);
    lf_depth_destroy(second);
    lf_map_destroy(map);
    free(small.open);
}

static void computed_depths_follow_edits(void) {
    uint64_t random = test_seed();
    for (int i = 0; i < 400; i++) {
        const lf_moves moves = (lf_moves)(i % 3);
        plane_follows(i % 2 == 0 ? oracle_random_map(oracle_random(&random), 70, moves)
                                 : sea_random(&random, false),
                      &random, 12);
    }
    for (int i = 0; i < 12; i++) plane_follows(sea_random(&random, true), &random, 6);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(computed_depths_follow_edits)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
