// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Depths and coarse maps follow edits of their map: after each they equal those of a map made anew.
#include "coarse/coarse.h"
#include "depth/depth.h"
#include "edits.h"
#include "meter.h"
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

static void array_compare(const void *a, const void *b, uint64_t count, size_t size) {
    CHECK(count == 0 || memcmp(a, b, (size_t)count * size) == 0);
}

/// Labels of the open tiles; those of blocked ones mean nothing.
static void labels_compare(const lf_coarse *a, const lf_coarse *b) {
    const lf_map *map = b->map;
    for (lf_tile tile = 0; tile < map->tile_count; tile++) {
        if (lf_map_is_open(map, tile) && !CHECK_EQ(lfi_coarse_node(a, tile), lfi_coarse_node(b, tile)))
            return;
    }
}

static void coarse_compare(const lf_coarse *a, const lf_coarse *b) {
    const uint64_t words = a->stride * (uint64_t)a->height,
                   split_nodes = (uint64_t)b->split_count + b->extra_count;
    CHECK_EQ(a->node_limit, b->node_limit);
    CHECK_EQ(a->node_count, b->node_count);
    CHECK_EQ(a->edge_count, b->edge_count);
    CHECK_EQ(a->split_count, b->split_count);
    CHECK_EQ(a->extra_count, b->extra_count);
    CHECK(lf_coarse_bytes(a) >= lf_coarse_bytes(b)); // edits leave room to spare
    if (test_failures > 0) return;
    array_compare(a->open, b->open, words, sizeof *a->open);
    array_compare(a->split, b->split, words, sizeof *a->split);
    array_compare(a->split_rank, b->split_rank, words, sizeof *a->split_rank);
    array_compare(a->cross, b->cross, b->node_limit, sizeof *a->cross);
    array_compare(a->split_cells, b->split_cells, b->split_count, sizeof *a->split_cells);
    array_compare(a->extra_first, b->extra_first, b->split_count + UINT64_C(1), sizeof *a->extra_first);
    array_compare(a->extra_cell, b->extra_cell, b->extra_count, sizeof *a->extra_cell);
    array_compare(a->edge_first, b->edge_first, split_nodes + 1, sizeof *a->edge_first);
    array_compare(a->edges, b->edges, b->edge_first[split_nodes], sizeof *a->edges);
    labels_compare(a, b);
    CHECK((a->above == NULL) == (b->above == NULL));
    if (a->above != NULL) coarse_compare(a->above, b->above);
}

/// A map, and the next one after a random edit, with the flips between them.
typedef struct step {
    oracle_map small;
    lf_map *map;
    lfi_flips flips;
} step;

static step step_first(oracle_map small) {
    return (step){.small = small, .map = oracle_to_map(&small)};
}

/// Edits the map; false if nothing changed.
static bool step_next(step *s, uint64_t *random) {
    oracle_map next = edits_copy(&s->small);
    edits_draw(&next, random);
    free(s->flips.bits);
    s->flips.bits = NULL;
    const bool changed = edits_flips(&s->small, &next, &s->flips);
    free(s->small.open);
    s->small = next;
    return changed;
}

/// The map after the edit. The one before it is destroyed.
static const lf_map *step_map(step *s) {
    lf_map_destroy(s->map);
    return s->map = oracle_to_map(&s->small);
}

static void step_free(step *s) {
    lf_map_destroy(s->map);
    free(s->small.open);
    free(s->flips.bits);
}

/// One map under a row of edits. A second plane catches up by boxes.
static void plane_follows(oracle_map small, uint64_t *random, int edits) {
    step s = step_first(small);
    lf_depth *depth, *second;
    const lf_depth_desc desc = {.edge_blocked = oracle_below(random, 2) != 0};
    CHECK_EQ(lf_depth_create(s.map, &desc, &depth), LF_OK);
    CHECK_EQ(lfi_depth_copy(depth, s.map, &second), LF_OK);
    for (int i = 0; i < edits; i++) {
        if (!step_next(&s, random)) continue;
        depth->map = second->map = step_map(&s);
        const lfi_box box = lfi_depth_plane_edit(depth, &s.flips);
        plane_compare(depth, s.map);
        lfi_depth_plane_follow(second, depth, box);
        CHECK(memcmp(depth->plane, second->plane, s.map->tile_count) == 0);
    }
    lf_depth_destroy(depth);
    lf_depth_destroy(second);
    step_free(&s);
}

static void coarse_moved(lf_coarse *coarse, const lf_map *map) {
    coarse->map = map;
    if (coarse->above != NULL) coarse->above->map = map;
}

/// The edits that a second coarse map has not followed yet.
typedef struct delay {
    lfi_box boxes[8];
    int64_t count;
} delay;

/// A second coarse map follows one to four edits at once.
static void second_follows(lf_coarse *second, const lf_coarse *coarse, const lf_coarse *anew,
                           uint64_t *random, delay *d, lfi_box box) {
    d->boxes[d->count++] = box;
    if (d->count < 4 && oracle_below(random, 2) == 0) return;
    CHECK_EQ(lfi_coarse_follow(second, coarse, d->boxes, d->count), LF_OK);
    coarse_compare(second, anew);
    d->count = 0;
}

static void coarse_follows(oracle_map small, uint64_t *random, int edits) {
    step s = step_first(small);
    lf_coarse *coarse, *anew, *copy, *second;
    delay late = {0};
    const lf_coarse_desc desc = {.level = 1 + oracle_below(random, lfi_level_highest(s.map)),
                                 .kind = oracle_below(random, 8) == 0 ? LF_COARSE_CELLS : LF_COARSE_HONEST};
    CHECK_EQ(lf_coarse_create(s.map, &desc, &coarse), LF_OK);
    CHECK_EQ(lfi_coarse_copy(coarse, s.map, &second), LF_OK);
    for (int i = 0; i < edits && test_failures == 0; i++) {
        int64_t cells = 0;
        if (!step_next(&s, random)) continue;
        coarse_moved(coarse, step_map(&s));
        coarse_moved(second, s.map);
        CHECK_EQ(lfi_coarse_edit(coarse, s.flips.box, &cells), LF_OK);
        CHECK(cells > 0);
        CHECK_EQ(lf_coarse_create(s.map, &desc, &anew), LF_OK);
        coarse_compare(coarse, anew);
        CHECK_EQ(lfi_coarse_copy(coarse, s.map, &copy), LF_OK);
        coarse_compare(copy, anew);
        CHECK_EQ(lf_coarse_bytes(copy), lf_coarse_bytes(anew));
        second_follows(second, coarse, anew, random, &late, s.flips.box);
        lf_coarse_destroy(copy);
        lf_coarse_destroy(anew);
    }
    lf_coarse_destroy(coarse);
    lf_coarse_destroy(second);
    step_free(&s);
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

static void coarse_maps_follow_edits(void) {
    uint64_t random = test_seed();
    for (int i = 0; i < 1500; i++)
        coarse_follows(oracle_random_map(oracle_random(&random), i % 10 == 0 ? 140 : 40, (lf_moves)(i % 3)),
                       &random, 8);
}

/// Every allocation of an edit and of a copy fails in turn. What is left can be destroyed, and nothing is lost.
static void without_memory_nothing_leaks(void) {
    uint64_t random = test_seed();
    for (int64_t fail = 0; fail < 60; fail++) {
        meter m = {0};
        const lf_allocator allocator = meter_allocator(&m);
        step s = step_first(oracle_random_map(oracle_random(&random), 60, LF_MOVES_KING));
        lf_coarse *coarse, *coarse_twin;
        lf_depth *depth, *depth_twin;
        int64_t cells = 0;
        CHECK_EQ(lf_coarse_create(s.map, &(lf_coarse_desc){.allocator = allocator}, &coarse), LF_OK);
        CHECK_EQ(lf_depth_create(s.map, &(lf_depth_desc){.allocator = allocator}, &depth), LF_OK);
        m.fail_at = m.calls + 1 + fail % 30;
        if (fail < 30) {
            while (!step_next(&s, &random)) continue;
            depth->map = step_map(&s);
            coarse_moved(coarse, s.map);
            const lf_status status = lfi_coarse_edit(coarse, s.flips.box, &cells);
            CHECK(status == LF_OK || status == LF_E_NOMEM);
        } else {
            if (lfi_coarse_copy(coarse, s.map, &coarse_twin) == LF_OK) lf_coarse_destroy(coarse_twin);
            if (lfi_depth_copy(depth, s.map, &depth_twin) == LF_OK) lf_depth_destroy(depth_twin);
            if (lfi_depth_tree_make(depth) != LF_OK) CHECK(depth->tree_pending);
        }
        lf_coarse_destroy(coarse);
        lf_depth_destroy(depth);
        CHECK(m.live == 0 && m.blocks == 0);
        step_free(&s);
    }
}

/// A coarse map before an edit, after it, and as it should be. All are of the map after it.
typedef struct coarse_edit {
    const step *step;
    lf_coarse *before, *after, *anew;
    meter meter;
} coarse_edit;

/// Edits a copy of the coarse map, or lets it follow; the k-th allocation fails. Whether it was done.
static bool change_failing(coarse_edit *e, bool follow, int64_t k) {
    lf_coarse *copy;
    int64_t cells = 0;
    CHECK_EQ(lfi_coarse_copy(e->before, e->step->map, &copy), LF_OK);
    const lfi_box box = e->step->flips.box;
    e->meter.calls = 0;
    e->meter.fail_at = k;
    const lf_status status =
        follow ? lfi_coarse_follow(copy, e->after, &box, 1) : lfi_coarse_edit(copy, box, &cells);
    const bool done = e->meter.calls < k;
    e->meter.fail_at = 0;
    CHECK_EQ(status, done ? LF_OK : LF_E_NOMEM);
    if (done) coarse_compare(copy, e->anew);
    lf_coarse_destroy(copy);
    return done;
}

/// Each allocation of an edit, and of following it, fails in turn: no failure goes unnoticed, nothing is
/// lost.
static void every_allocation_of_a_change_fails(void) {
    uint64_t random = test_seed();
    int64_t failed[2] = {0};
    for (int i = 0; i < 150 && test_failures == 0; i++) {
        step s = step_first(oracle_random_map(oracle_random(&random), 60, (lf_moves)(i % 3)));
        coarse_edit e = {.step = &s};
        const lf_coarse_desc desc = {.level = 1 + oracle_below(&random, lfi_level_highest(s.map)),
                                     .allocator = meter_allocator(&e.meter)};
        int64_t cells = 0;
        CHECK_EQ(lf_coarse_create(s.map, &desc, &e.before), LF_OK);
        for (int tries = 0; tries < 50 && !step_next(&s, &random);) tries++;
        if (s.flips.bits != NULL) {
            coarse_moved(e.before, step_map(&s));
            CHECK_EQ(lfi_coarse_copy(e.before, s.map, &e.after), LF_OK);
            CHECK_EQ(lfi_coarse_edit(e.after, s.flips.box, &cells), LF_OK);
            CHECK_EQ(lf_coarse_create(s.map, &desc, &e.anew), LF_OK);
            const int64_t live = e.meter.live;
            for (int follow = 0; follow < 2; follow++) {
                for (int64_t k = 1; !change_failing(&e, follow != 0, k); k++) failed[follow]++;
                CHECK_EQ(e.meter.live, live);
            }
        }
        lf_coarse_destroy(e.before);
        lf_coarse_destroy(e.after);
        lf_coarse_destroy(e.anew);
        CHECK(e.meter.live == 0 && e.meter.blocks == 0);
        step_free(&s);
    }
    printf("  %" PRId64 " allocations of edits failed in turn, %" PRId64 " of following\n", failed[0],
           failed[1]);
    CHECK(failed[0] > 300 && failed[1] > 100);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(computed_depths_follow_edits), TEST(coarse_maps_follow_edits),
                                      TEST(without_memory_nothing_leaks),
                                      TEST(every_allocation_of_a_change_fails)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
