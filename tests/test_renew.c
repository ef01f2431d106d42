// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Indexes that take over what edits have left of the index before: legs, landmarks and buoys are those of an
// index made anew, byte by byte; the hierarchy may have another order, and its distances are right between
// all headlands. Worlds are edited and renewed again and again, so that each index takes over from one that
// took over.
//
// LF_CASES=N tries N worlds, LF_SEED begins elsewhere.
#include "test.h"

#include "index/build.h"
#include "index/contract.h"
#include "living.h"
#include "slow.h"
#include "world/world.h"

enum { ROUNDS = 4, ALL_PAIRS = 150, SOURCES = 12 };
#ifdef TEST_IS_SLOW
enum { CASES = 60 };
#else
enum { CASES = 300 };
#endif

typedef struct tally {
    int64_t renewed, hierarchies, orders, headlands, kept, pairs, slices;
} tally;

// ---- Building -------------------------------------------------------------------------------------

/// Begins an index of the newest state that takes over from the one before.
static lf_index_builder *renewal_begin(const lf_snapshot *state, const lf_index_desc *desc) {
    lf_index_builder *builder;
    CHECK_EQ(lf_index_begin(state->chart.map, desc, &builder), LF_OK);
    lfi_index_builder_keep(builder);
    lfi_index_builder_renew(builder, state->chart.index, state->chart.overlay->marks);
    return builder;
}

static lf_index *builder_finish(lf_index_builder *builder, lf_status status) {
    lf_index *index = NULL;
    CHECK_EQ(status, LF_OK);
    CHECK_EQ(lf_index_finish(builder, &index), LF_OK);
    return index;
}

static lf_index *renew_at_once(const lf_snapshot *state, const lf_index_desc *desc) {
    lf_index_builder *builder = renewal_begin(state, desc);
    return builder_finish(builder, lf_index_step(builder, INT64_MAX));
}

static lf_index *renew_in_slices(const lf_snapshot *state, const lf_index_desc *desc, uint64_t *random,
                                 tally *t) {
    lf_index_builder *builder = renewal_begin(state, desc);
    lf_status status = LF_PAUSED;
    const int most = oracle_below(random, 3) == 0 ? 1 : 100;
    for (; status == LF_PAUSED; t->slices++) {
        int64_t budget = 1 + oracle_below(random, most), before = budget;
        status = lfi_index_builder_step(builder, &budget);
        CHECK(budget >= 0 && budget < before);
        CHECK(status != LF_PAUSED || budget == 0); // nothing is left of a budget while there is work
    }
    return builder_finish(builder, status);
}

static lf_index *make_anew(const lf_snapshot *state, const lf_index_desc *desc) {
    lf_index_builder *builder;
    CHECK_EQ(lf_index_begin(state->chart.map, desc, &builder), LF_OK);
    lfi_index_builder_keep(builder);
    return builder_finish(builder, lf_index_step(builder, INT64_MAX));
}

// ---- What holds -----------------------------------------------------------------------------------

static void check_all_legs(const lf_index *index, const lf_index *anew) {
    CHECK_EQ(index->raw_first != NULL, anew->raw_first != NULL);
    if (anew->raw_first == NULL || !CHECK_EQ(index->raw_count, anew->raw_count)) return;
    CHECK(memcmp(index->raw_first, anew->raw_first, (anew->count + 1) * sizeof *anew->raw_first) == 0);
    CHECK(memcmp(index->raw, anew->raw, anew->raw_count * sizeof *anew->raw) == 0);
}

static bool bytes_same(const lf_index *a, const lf_index *b) {
    size_t size, other_size;
    uint8_t *bytes = index_bytes(a, &size), *other = index_bytes(b, &other_size);
    const bool same = size == other_size && memcmp(bytes, other, size) == 0;
    free(bytes);
    free(other);
    return same;
}

/// Distances from a headland up the hierarchy.
static void distances_up(const lf_index *index, uint32_t from, uint64_t *out) {
    for (uint32_t i = 0; i < index->count; i++) out[i] = UINT64_MAX;
    out[from] = 0;
    for (uint32_t n = 0; n < index->count; n++) { // arcs lead up, so lower headlands are done first
        const uint32_t i = index->order[n];
        for (uint32_t k = index->up_first[i]; out[i] != UINT64_MAX && k < index->up_first[i + 1]; k++) {
            const uint64_t length = out[i] + index->up[k].length;
            if (length < out[index->up[k].to]) out[index->up[k].to] = length;
        }
    }
}

/// Distances from a headland over legs, by going over all of them until nothing changes.
static void distances_by_legs(const lf_index *index, uint32_t from, uint64_t *out) {
    const lfi_metric metric = lfi_metric_make(index->map->moves, index->cost);
    for (uint32_t i = 0; i < index->count; i++) out[i] = UINT64_MAX;
    out[from] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < index->count; i++) {
            for (uint32_t k = index->first[i]; out[i] != UINT64_MAX && k < index->first[i + 1]; k++) {
                const uint32_t to = index->legs[k];
                const uint64_t length =
                    out[i] + lfi_metric_between(&metric, index->points[i], index->points[to]);
                if (length >= out[to]) continue;
                out[to] = length;
                changed = true;
            }
        }
    }
}

static uint64_t meeting(const uint64_t *a, const uint64_t *b, uint32_t count) {
    uint64_t best = UINT64_MAX;
    for (uint32_t i = 0; i < count; i++) {
        if (a[i] != UINT64_MAX && b[i] != UINT64_MAX && a[i] + b[i] < best) best = a[i] + b[i];
    }
    return best;
}

/// The hierarchy has the distances of the legs of an index made anew: between all headlands, or between some
/// and all if there are many.
static void check_distances(const lf_index *index, const lf_index *anew, uint64_t *random, tally *t) {
    const uint32_t count = index->count, sources = count <= ALL_PAIRS ? count : SOURCES;
    uint64_t *up = malloc((size_t)(count + 1) * count * sizeof *up),
             *right = malloc((count + 1) * sizeof *right);
    for (uint32_t i = 0; i < count; i++) distances_up(index, i, up + (size_t)i * count);
    int64_t wrong = 0;
    for (uint32_t n = 0; n < sources; n++) {
        const uint32_t from = sources == count ? n : (uint32_t)oracle_below(random, (int)count);
        distances_by_legs(anew, from, right);
        for (uint32_t to = 0; to < count; to++)
            wrong += meeting(up + (size_t)from * count, up + (size_t)to * count, count) != right[to];
        t->pairs += count;
    }
    CHECK_EQ(wrong, 0);
    free(up);
    free(right);
}

static void check_renewal(const lf_snapshot *state, const lf_index_desc *desc, uint64_t *random, tally *t) {
    lf_index *renewed = renew_at_once(state, desc), *sliced = renew_in_slices(state, desc, random, t),
             *anew = make_anew(state, desc);
    CHECK(bytes_same(renewed, sliced));
    CHECK_EQ(lf_index_bytes(renewed), lf_index_bytes(sliced));
    check_all_legs(renewed, anew);
    check_index_same(renewed, anew);
    if (desc->hierarchy != LF_HIERARCHY_AUTO)
        CHECK_EQ(lf_index_has_hierarchy(renewed), lf_index_has_hierarchy(anew));
    if (lf_index_has_hierarchy(renewed)) check_distances(renewed, anew, random, t);
    t->renewed++;
    t->hierarchies += lf_index_has_hierarchy(renewed);
    t->orders += !bytes_same(renewed, anew);
    lf_index_destroy(renewed);
    lf_index_destroy(sliced);
    lf_index_destroy(anew);
}

// ---- Worlds ---------------------------------------------------------------------------------------

/// A few tiles, so that most of the index stays; or whatever living_draw likes.
static void world_edit(living *l, uint64_t *random) {
    if (oracle_below(random, 3) == 0) {
        living_draw(l, random);
    } else {
        const lf_point place = {oracle_below(random, l->now.width), oracle_below(random, l->now.height)};
        living_disc(l, place, oracle_below(random, 3), oracle_below(random, 2) == 0);
    }
    living_commit(l);
}

static void world_renew(living *l, uint64_t *random, tally *t) {
    for (int i = 1 + oracle_below(random, 4); i > 0; i--) world_edit(l, random);
    const lf_snapshot *state = lf_world_acquire(l->world);
    if (state->chart.overlay != NULL) check_renewal(state, &l->index, random, t);
    lf_snapshot_release(state);
    CHECK_EQ(lf_world_work(l->world, LF_WORK_ALL, NULL), LF_OK);
}

static void renewed_indexes_are_exact(void) {
    uint64_t random = test_seed();
    tally t = {0};
    for (int i = 0; i < (int)test_case_count(CASES); i++) {
        static const lf_hierarchy hierarchies[] = {LF_HIERARCHY_YES, LF_HIERARCHY_YES, LF_HIERARCHY_AUTO,
                                                   LF_HIERARCHY_NO};
        const living_desc desc = {
            .index = true, .cost = (lf_cost)(i / 3 % 2), .hierarchy = hierarchies[i / 6 % 4]};
        living l = living_make(
            oracle_random_map(oracle_random(&random), i % 5 == 0 ? 90 : 40, (lf_moves)(i % 3)), &desc);
        for (int round = 0; round < ROUNDS; round++) world_renew(&l, &random, &t);
        living_free(&l);
    }
    printf("  %" PRId64 " renewed, %" PRId64 " with a hierarchy, %" PRId64
           " in an order of their own, %" PRId64 " pairs, %" PRId64 " slices\n",
           t.renewed, t.hierarchies, t.orders, t.pairs, t.slices);
    CHECK(t.renewed > (int)test_case_count(CASES) && t.hierarchies > (int)test_case_count(CASES) / 2 &&
          t.orders > (int)test_case_count(CASES) / 10);
}

/// A sea of rocks, a share of all tiles in percent.
static oracle_map rocks_make(int side, int share, uint64_t *random) {
    oracle_map map = {.width = side, .height = side, .moves = LF_MOVES_KING};
    map.open = malloc((size_t)(side * side));
    for (int i = 0; i < side * side; i++) map.open[i] = oracle_below(random, 100) >= share;
    return map;
}

/// A sea of rocks, and how it is edited: small rocks are added, or added and taken away side by side.
typedef struct rocky {
    uint64_t seed;
    int side, share;
    lf_cost cost;
    bool both;
} rocky;

static void rocky_edit(living *l, const rocky *sea, uint64_t *random) {
    for (int edits = 1 + oracle_below(random, 3); edits > 0; edits--) {
        const int x = oracle_below(random, sea->side), y = oracle_below(random, sea->side),
                  width = 1 + oracle_below(random, 3), height = 1 + oracle_below(random, 3);
        const bool open = sea->both && oracle_below(random, 2) != 0;
        living_rect(l, (lf_point){x, y}, width, height, open);
        if (!sea->both) continue;
        const int dx = oracle_below(random, 9) - 4, dy = oracle_below(random, 9) - 4;
        living_rect(l, (lf_point){x + dx, y + dy}, 1, 1, !open);
    }
    living_commit(l);
}

/// Somewhere a way is shut that made an arc needless, or one is opened that does: so a headland keeps more
/// arcs than before, or fewer, though all its legs are the same. Its neighbours must not then take over the
/// arcs that they kept. The seeds are such that this happens: to the first seas more arcs, to the last ones
/// fewer too.
static void neighbours_of_a_changed_headland_are_asked_again(void) {
    static const rocky seas[] = {{9, 60, 10, LF_COST_UNIFORM, false},
                                 {126, 60, 10, LF_COST_UNIFORM, false},
                                 {33, 60, 10, LF_COST_OCTILE, false},
                                 {3013, 45, 25, LF_COST_UNIFORM, true},
                                 {3226, 45, 25, LF_COST_UNIFORM, true}};
    enum { SEAS = sizeof seas / sizeof *seas };
    tally t = {0};
    for (int i = 0; i < SEAS; i++) {
        uint64_t random = seas[i].seed * 77777 + 5;
        living l =
            living_make(rocks_make(seas[i].side, seas[i].share, &random),
                        &(living_desc){.index = true, .hierarchy = LF_HIERARCHY_YES, .cost = seas[i].cost});
        rocky_edit(&l, &seas[i], &random);
        const lf_snapshot *state = lf_world_acquire(l.world);
        check_renewal(state, &l.index, &random, &t);
        lf_snapshot_release(state);
        living_free(&l);
    }
    CHECK_EQ(t.hierarchies, SEAS);
}

/// An index without a hierarchy has no order to take over: the hierarchy is that of an index made anew.
static void a_first_hierarchy_has_its_own_order(void) {
    uint64_t random = 4;
    tally t = {0};
    living l = living_make(oracle_random_map(8, 60, LF_MOVES_KING),
                           &(living_desc){.index = true, .hierarchy = LF_HIERARCHY_NO});
    living_disc(&l, (lf_point){l.now.width / 2, l.now.height / 2}, 2, false);
    living_commit(&l);
    const lf_snapshot *state = lf_world_acquire(l.world);
    CHECK(!lf_index_has_hierarchy(state->chart.index));
    l.index.hierarchy = LF_HIERARCHY_YES;
    check_renewal(state, &l.index, &random, &t);
    CHECK_EQ(t.hierarchies, 1);
    CHECK_EQ(t.orders, 0);
    lf_snapshot_release(state);
    living_free(&l);
}

/// How many headlands of the newest state have a mark.
static uint32_t newest_marks(const living *l) {
    const lf_snapshot *state = lf_world_acquire(l->world);
    const uint32_t marks = state->chart.overlay == NULL ? 0 : state->chart.overlay->dirty;
    lf_snapshot_release(state);
    return marks;
}

/// The version of the state for which an index is being made.
static uint64_t renewed_version(const living *l) {
    CHECK(l->world->rebuild.builder != NULL);
    return l->world->rebuild.from->version;
}

/// Adds small rocks here and there, until so many headlands have a mark; after each a tick of work. The index
/// that was begun must go on meanwhile.
static void rocks_until(living *l, uint32_t marks, uint64_t *random) {
    const uint64_t begun = renewed_version(l);
    while (newest_marks(l) < marks) {
        living_rect(l, (lf_point){oracle_below(random, l->now.width), oracle_below(random, l->now.height)}, 1,
                    1, false);
        living_commit(l);
        CHECK_EQ(lf_world_work(l->world, 1, NULL), LF_PAUSED);
        CHECK_EQ(renewed_version(l), begun);
    }
}

/// A tick without an edit; whether the index that is being made was begun anew.
static bool pause_begins_anew(const living *l) {
    const uint64_t begun = renewed_version(l);
    CHECK_EQ(lf_world_work(l->world, 1, NULL), LF_PAUSED);
    if (renewed_version(l) == begun) return false;
    CHECK_EQ(renewed_version(l), l->version);
    return true;
}

/// An index is begun anew when edits pause: once if some more headlands have a mark by then, and again if eight times as
/// many have one.
static void overtaken_indexes_are_begun_anew(void) {
    enum { TIMES = 8 };
    uint64_t random = 8;
    living l = living_make(rocks_make(160, 12, &random),
                           &(living_desc){.index = true, .hierarchy = LF_HIERARCHY_YES});
    living_rect(&l, (lf_point){80, 80}, 1, 1, false);
    living_commit(&l);
    const uint32_t marks = newest_marks(&l);
    CHECK(marks > 0);
    CHECK_EQ(lf_world_work(l.world, 1, NULL), LF_PAUSED);
    CHECK(!pause_begins_anew(&l)); // nothing has come
    rocks_until(&l, marks + marks / 8, &random);
    CHECK(pause_begins_anew(&l));
    CHECK(!pause_begins_anew(&l));
    const uint32_t begun = newest_marks(&l);
    rocks_until(&l, TIMES * begun / 2, &random);
    CHECK(newest_marks(&l) < TIMES * begun);
    CHECK(!pause_begins_anew(&l)); // too few for a second time
    rocks_until(&l, TIMES * begun, &random);
    CHECK(pause_begins_anew(&l));
    CHECK(!pause_begins_anew(&l)); // and this one goes on
    CHECK_EQ(lf_world_work(l.world, LF_WORK_ALL, NULL), LF_OK);
    CHECK_EQ(newest_marks(&l), 0);
    living_free(&l);
}

/// Renews the hierarchy of an index with a limit to the work; the work done when it was given up, 0 if it was
/// not.
static uint64_t work_until_given_up(lf_index *index, const lfi_former *former, uint64_t limit) {
    lfi_effort effort = {.limit = limit, .little = UINT64_MAX};
    const lf_status status = lfi_index_renew_hierarchy(index, &effort, former);
    CHECK(status == LF_OK || status == LF_E_INDEX_LIMIT);
    lfi_index_drop_hierarchy(index);
    return status == LF_OK ? 0 : effort.spent;
}

/// Too much work is given up at any headland, also at those that are taken out in the earlier order.
static void too_much_work_is_given_up(void) {
    uint64_t random = 9 * 77777 + 5, work = 1;
    living l = living_make(rocks_make(40, 10, &random),
                           &(living_desc){.index = true, .hierarchy = LF_HIERARCHY_YES});
    living_rect(&l, (lf_point){20, 20}, 2, 2, false);
    living_commit(&l);
    const lf_snapshot *state = lf_world_acquire(l.world);
    lf_index_desc desc = l.index;
    desc.hierarchy = LF_HIERARCHY_NO;
    lf_index *index = make_anew(state, &desc);
    lfi_former former = {
        .index = state->chart.index, .marks = state->chart.overlay->marks, .count = index->count};
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_former_arrays(&run, &former);
    CHECK(!run.failed);
    lfi_former_match(&former, index);
    int64_t tries = 0;
    for (uint64_t before = 0; work != 0 && tries < 100000; tries++) {
        before = work;
        work = work_until_given_up(index, &former, before);
        if (!CHECK(work == 0 || work > before)) break; // with this much more it gets farther
    }
    printf("  given up %" PRId64 " times\n", tries - 1);
    CHECK(tries > 100);
    run.mode = LFI_ARRAYS_FREE;
    lfi_former_arrays(&run, &former);
    lf_index_destroy(index);
    lf_snapshot_release(state);
    living_free(&l);
}

/// A headland that kept the arcs of the index before is told from one that did not: because the headland at
/// the other end is gone, or the arc is of another length or bends otherwise, or there is one arc less or more.
static void kept_arcs_are_compared(void) {
    uint64_t random = 12;
    living l = living_make(rocks_make(40, 10, &random),
                           &(living_desc){.index = true, .hierarchy = LF_HIERARCHY_YES});
    const lf_snapshot *state = lf_world_acquire(l.world);
    lf_index *now = make_anew(state, &l.index), *before = make_anew(state, &l.index);
    uint32_t *marks = calloc(before->count, sizeof *marks);
    lfi_former former = {.index = before, .marks = marks, .count = now->count};
    lfi_arrays run = {.allocator = &now->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_former_arrays(&run, &former);
    CHECK(!run.failed);
    lfi_former_match(&former, now);
    lfi_contraction graph;
    CHECK_EQ(lfi_contraction_begin(now, UINT64_MAX, 1, &graph), LF_OK);
    CHECK(lfi_contraction_fill(&graph, &(lf_workers){0}, UINT64_MAX));
    int64_t arcs = 0;
    for (uint32_t n = 0; n < now->count; n++) {
        const uint32_t i = now->order[n], first = before->up_first[i];
        CHECK_EQ(lfi_contraction_take(&graph, i), LF_OK);
        CHECK(lfi_contraction_kept(&graph, &former, i));
        if (first == before->up_first[i + 1]) continue;
        lfi_arc *arc = &before->up[first];
        former.now[arc->to] = LFI_FORMER_NONE;
        CHECK(!lfi_contraction_kept(&graph, &former, i));
        former.now[arc->to] = arc->to;
        arc->length++;
        CHECK(!lfi_contraction_kept(&graph, &former, i));
        arc->length--;
        before->bends[first] ^= 1;
        CHECK(!lfi_contraction_kept(&graph, &former, i));
        before->bends[first] ^= 1;
        before->up_first[i]++;
        CHECK(!lfi_contraction_kept(&graph, &former, i));
        before->up_first[i]--;
        graph.lists[i].count--;
        CHECK(!lfi_contraction_kept(&graph, &former, i));
        graph.lists[i].count++;
        CHECK(lfi_contraction_kept(&graph, &former, i)); // nothing of this has left a trace
        arcs++;
    }
    CHECK(arcs > 100);
    lfi_contraction_destroy(&graph);
    run.mode = LFI_ARRAYS_FREE;
    lfi_former_arrays(&run, &former);
    free(marks);
    lf_index_destroy(now);
    lf_index_destroy(before);
    lf_snapshot_release(state);
    living_free(&l);
}

// ---- Tiles that were blocked ----------------------------------------------------------------------

/// Whether a tile of a box is blocked now and was open; the box may be grown.
static bool box_has_lost(const lf_map *before, const lf_map *now, lfi_box box, int32_t by) {
    const lfi_box around = lfi_box_grow(box, by, now->width, now->height);
    for (int32_t y = around.y0; y <= around.y1; y++) {
        for (int32_t x = around.x0; x <= around.x1; x++) {
            const lf_tile tile = lf_map_tile(now, x, y);
            if (lf_map_is_open(before, tile) && !lf_map_is_open(now, tile)) return true;
        }
    }
    return false;
}

/// A box with a tile that was blocked is known as one; a box that has none within the side of a square is
/// not.
static void blocked_tiles_are_known_by_boxes(void) {
    uint64_t random = test_seed();
    int64_t known = 0, far = 0;
    for (int i = 0; i < 60; i++) {
        living l = living_make(oracle_random_map(oracle_random(&random), 120, LF_MOVES_KING),
                               &(living_desc){.index = true, .hierarchy = LF_HIERARCHY_NO});
        for (int k = 0; k < 2; k++) {
            living_disc(&l,
                        (lf_point){oracle_below(&random, l.now.width), oracle_below(&random, l.now.height)},
                        1, k == 0);
            living_commit(&l);
        }
        const lf_snapshot *state = lf_world_acquire(l.world);
        lf_index *anew = make_anew(state, &l.index);
        lfi_former former = {.index = state->chart.index, .count = anew->count};
        uint32_t *marks = calloc(former.index->count + 1, sizeof *marks);
        former.marks = marks;
        lfi_arrays run = {.allocator = &anew->allocator, .mode = LFI_ARRAYS_MAKE};
        lfi_former_arrays(&run, &former);
        lfi_former_match(&former, anew);
        for (int k = 0; k < 200; k++) {
            const lf_point a = {oracle_below(&random, l.now.width), oracle_below(&random, l.now.height)};
            lfi_box box = {a.x, a.y, a.x + oracle_below(&random, 20), a.y + oracle_below(&random, 20)};
            if (k == 0) box = (lfi_box){0, 0, INT32_MAX, INT32_MAX};
            const bool lost = lfi_former_lost(&former, box);
            box.x1 = box.x1 < l.now.width ? box.x1 : l.now.width - 1;
            box.y1 = box.y1 < l.now.height ? box.y1 : l.now.height - 1;
            if (box_has_lost(former.index->map, state->chart.map, box, 0)) known += CHECK(lost);
            if (!box_has_lost(former.index->map, state->chart.map, box, 15)) far += CHECK(!lost);
        }
        run.mode = LFI_ARRAYS_FREE;
        lfi_former_arrays(&run, &former);
        free(marks);
        lf_index_destroy(anew);
        lf_snapshot_release(state);
        living_free(&l);
    }
    CHECK(known > 200 && far > 200);
}

// ---- Memory ---------------------------------------------------------------------------------------

/// Each allocation of a renewal fails in turn.
static void renewals_survive_without_memory(void) {
    uint64_t random = 3;
    living l = living_make(oracle_random_map(8, 60, LF_MOVES_KING),
                           &(living_desc){.index = true, .hierarchy = LF_HIERARCHY_YES});
    living_disc(&l, (lf_point){l.now.width / 2, l.now.height / 2}, 2, false);
    living_commit(&l);
    const lf_snapshot *state = lf_world_acquire(l.world);
    CHECK(state->chart.overlay != NULL);
    lf_status status = LF_E_NOMEM;
    int64_t fail = 0;
    while (status != LF_OK && fail < 10000) {
        meter m = {.fail_at = ++fail};
        lf_index_desc desc = l.index;
        lf_index_builder *builder = NULL;
        desc.allocator = meter_allocator(&m);
        status = lf_index_begin(state->chart.map, &desc, &builder);
        if (status == LF_OK) {
            lfi_index_builder_keep(builder);
            lfi_index_builder_renew(builder, state->chart.index, state->chart.overlay->marks);
            for (status = LF_PAUSED; status == LF_PAUSED;)
                status = lf_index_step(builder, 1 + oracle_below(&random, 50));
        }
        CHECK(status == LF_OK || status == LF_E_NOMEM);
        lf_index_cancel(builder);
        CHECK(m.live == 0 && m.blocks == 0);
    }
    printf("  %" PRId64 " allocations failed in turn\n", fail - 1);
    CHECK(fail > 30);
    lf_snapshot_release(state);
    living_free(&l);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(renewed_indexes_are_exact),           TEST(neighbours_of_a_changed_headland_are_asked_again),
        TEST(a_first_hierarchy_has_its_own_order), TEST(too_much_work_is_given_up),
        TEST(overtaken_indexes_are_begun_anew),    TEST(kept_arcs_are_compared),
        TEST(blocked_tiles_are_known_by_boxes),    TEST(renewals_survive_without_memory)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
