// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The hierarchy of an index, on thousands of seeded small maps under each move rule and both costs: arcs lead
// up and come apart into legs of the same length; going up from both ends gives the distance that plain
// Dijkstra gives; no arc is left that others replace; saved and loaded it is the same arc by arc; orders that
// are none are refused.
#include "test.h"

#include "ends.h"
#include "forge.h"
#include "index/contract.h"
#include "index/index.h"
#include "meter.h"
#include "slow.h"

#ifdef TEST_IS_SLOW
enum { MAPS = 600, LARGE_MAPS = 6 };
#else
enum { MAPS = 6000, LARGE_MAPS = 60 };
#endif
enum { MAX_HEADLANDS = 8192, PAIRS = 12 };

typedef struct fixture {
    oracle_map small;
    lf_map *map;
    lf_index *index;
} fixture;

static fixture fixture_make(uint64_t seed, int side) {
    fixture f = {.small = oracle_random_map(seed, side, (lf_moves)(seed % 3))};
    f.map = oracle_to_map(&f.small);
    const lf_index_desc desc = {.cost = (lf_cost)(seed / 3 % 2), .hierarchy = LF_HIERARCHY_YES};
    CHECK_EQ(lf_index_create(f.map, &desc, &f.index), LF_OK);
    CHECK(lf_index_has_hierarchy(f.index));
    CHECK(f.index->count <= MAX_HEADLANDS);
    return f;
}

static void fixture_free(fixture *f) {
    lf_index_destroy(f->index);
    lf_map_destroy(f->map);
    free(f->small.open);
}

/// A map with some hundred headlands in several groups, with arcs over arcs.
static fixture fixture_rich(void) {
    for (uint64_t seed = 1;; seed++) {
        fixture f = fixture_make(seed, 70);
        if (f.index->up_depth >= 3 && f.index->count > 60 && f.index->count < 200) return f;
        fixture_free(&f);
    }
}

// ---- Arcs -----------------------------------------------------------------------------------------

static bool leg_is_there(const lf_index *index, uint32_t a, uint32_t b) {
    for (uint32_t leg = index->first[a]; leg < index->first[a + 1]; leg++) {
        if (index->legs[leg] == b) return true;
    }
    return false;
}

static const lfi_arc *arc_find(const lf_index *index, uint32_t from, uint32_t to) {
    for (uint32_t k = index->up_first[from]; k < index->up_first[from + 1]; k++) {
        if (index->up[k].to == to) return &index->up[k];
    }
    return NULL;
}

/// The length of the legs that an arc comes apart into, and how deep it nests. Its first and last leg are the ones that
/// its headings say.
static uint64_t arc_unpack(const lf_index *index, const uint32_t *rank, uint32_t from, const lfi_arc *arc,
                           uint32_t *depth) {
    const uint8_t bends = index->bends[arc - index->up];
    *depth = 0;
    if (arc->via == LFI_ARC_LEG) {
        CHECK(leg_is_there(index, from, arc->to));
        CHECK_EQ(lfi_bends_out(bends), lfi_heading(index->points[from], index->points[arc->to]));
        CHECK_EQ(lfi_bends_in(bends), lfi_bends_out(bends));
        const lfi_metric metric = lfi_metric_make(index->map->moves, index->cost);
        return lfi_metric_between(&metric, index->points[from], index->points[arc->to]);
    }
    if (!CHECK(arc->via < index->count && rank[arc->via] < rank[from])) return 0;
    const lfi_arc *a = arc_find(index, arc->via, from), *b = arc_find(index, arc->via, arc->to);
    if (!CHECK(a != NULL && b != NULL)) return 0;
    CHECK(a->length + b->length == arc->length);
    CHECK_EQ(lfi_bends_out(bends), lfi_bends_in(index->bends[a - index->up]) ^ LFI_HEADING_BACK);
    CHECK_EQ(lfi_bends_in(bends), lfi_bends_in(index->bends[b - index->up]));
    uint32_t left, right;
    const uint64_t length =
        arc_unpack(index, rank, arc->via, a, &left) + arc_unpack(index, rank, arc->via, b, &right);
    *depth = 1 + (left < right ? right : left);
    return length;
}

static void ranks_fill(const lf_index *index, uint32_t *rank) {
    for (uint32_t i = 0; i < index->count; i++) rank[i] = UINT32_MAX;
    for (uint32_t i = 0; i < index->count; i++) {
        CHECK(index->order[i] < index->count && rank[index->order[i]] == UINT32_MAX);
        rank[index->order[i]] = i;
    }
}

/// How deep the arcs of a headland nest at most: one deeper than those of any headland that they lead over.
static uint32_t nest_of(const lf_index *index, uint32_t i, uint32_t *nest) {
    if (nest[i] != UINT32_MAX) return nest[i];
    uint32_t deepest = 0;
    for (uint32_t k = index->up_first[i]; k < index->up_first[i + 1]; k++) {
        if (index->up[k].via == LFI_ARC_LEG) continue;
        const uint32_t below = nest_of(index, index->up[k].via, nest);
        if (below >= deepest) deepest = below + 1;
    }
    nest[i] = deepest;
    return deepest;
}

static void check_nests(const lf_index *index, uint32_t deepest_arc) {
    uint32_t *nest = malloc((index->count + 1) * sizeof *nest), deepest = 0;
    memset(nest, 0xff, (index->count + 1) * sizeof *nest);
    for (uint32_t i = 0; i < index->count; i++) {
        if (nest_of(index, i, nest) > deepest) deepest = nest[i];
    }
    CHECK_EQ(index->up_depth, deepest);
    CHECK(deepest_arc <= deepest);
    free(nest);
}

static void check_arcs(const lf_index *index, const uint32_t *rank) {
    uint32_t deepest = 0;
    CHECK_EQ(index->up_first[0], 0);
    CHECK_EQ(index->up_first[index->count], index->up_count);
    for (uint32_t i = 0; i < index->count; i++) {
        for (uint32_t k = index->up_first[i]; k < index->up_first[i + 1]; k++) {
            const lfi_arc *arc = &index->up[k];
            uint32_t depth;
            CHECK(arc->to < index->count && rank[arc->to] > rank[i]);
            CHECK(arc_find(index, i, arc->to) == arc); // once only
            CHECK(arc_unpack(index, rank, i, arc, &depth) == arc->length);
            if (depth > deepest) deepest = depth;
        }
    }
    check_nests(index, deepest);
}

// ---- Distances ------------------------------------------------------------------------------------

/// The open headland with the least distance, or UINT32_MAX.
static uint32_t least_open(const uint64_t *distance, const bool *closed, uint32_t count) {
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        if (closed[i] || distance[i] == UINT64_MAX) continue;
        if (least == UINT32_MAX || distance[i] < distance[least]) least = i;
    }
    return least;
}

/// Distances over legs, or up the arcs, without any tricks.
static void distances_fill(const lf_index *index, uint32_t from, bool up, uint64_t *distance) {
    static bool closed[MAX_HEADLANDS];
    const lfi_metric metric = lfi_metric_make(index->map->moves, index->cost);
    for (uint32_t i = 0; i < index->count; i++) {
        closed[i] = false;
        distance[i] = UINT64_MAX;
    }
    distance[from] = 0;
    for (uint32_t i; (i = least_open(distance, closed, index->count)) != UINT32_MAX;) {
        closed[i] = true;
        const uint32_t *first = up ? index->up_first : index->first;
        for (uint32_t k = first[i]; k < first[i + 1]; k++) {
            const uint32_t to = up ? index->up[k].to : index->legs[k];
            const uint64_t length =
                up ? index->up[k].length : lfi_metric_between(&metric, index->points[i], index->points[to]);
            if (distance[i] + length < distance[to]) distance[to] = distance[i] + length;
        }
    }
}

/// Every arc of a headland is as short as the way over legs: the search that thins gives up on large maps
/// only.
static void check_lengths(const lf_index *index, uint32_t i) {
    static uint64_t plain[MAX_HEADLANDS];
    distances_fill(index, i, false, plain);
    for (uint32_t k = index->up_first[i]; k < index->up_first[i + 1]; k++)
        CHECK(index->up[k].length == plain[index->up[k].to]);
}

static void check_distances(const lf_index *index, uint64_t *random, int pairs) {
    static uint64_t plain[MAX_HEADLANDS], from[MAX_HEADLANDS], to[MAX_HEADLANDS];
    for (int n = 0; index->count > 0 && n < pairs; n++) {
        const uint32_t a = (uint32_t)oracle_below(random, (int)index->count);
        distances_fill(index, a, false, plain);
        distances_fill(index, a, true, from);
        check_lengths(index, a);
        for (int k = 0; k < pairs; k++) {
            const uint32_t b = (uint32_t)oracle_below(random, (int)index->count);
            distances_fill(index, b, true, to);
            uint64_t best = UINT64_MAX;
            for (uint32_t i = 0; i < index->count; i++) {
                if (from[i] != UINT64_MAX && to[i] != UINT64_MAX && from[i] + to[i] < best)
                    best = from[i] + to[i];
            }
            CHECK(best == plain[b]);
        }
    }
}

// ---- Saving ---------------------------------------------------------------------------------------

static void check_equal(const lf_index *a, const lf_index *b) {
    CHECK(lf_index_has_hierarchy(a) && lf_index_has_hierarchy(b));
    if (!CHECK(a->count == b->count && a->up_count == b->up_count && a->up_depth == b->up_depth)) return;
    CHECK_EQ(memcmp(a->order, b->order, a->count * sizeof *a->order), 0);
    CHECK_EQ(memcmp(a->up_first, b->up_first, (a->count + 1) * sizeof *a->up_first), 0);
    for (uint32_t k = 0; k < a->up_count; k++) {
        CHECK(a->up[k].length == b->up[k].length && a->up[k].to == b->up[k].to &&
              a->up[k].via == b->up[k].via);
        CHECK(a->halves[k].low == b->halves[k].low && a->halves[k].high == b->halves[k].high);
        CHECK(a->bends[k] == b->bends[k]);
    }
}

static uint8_t *save(const lf_index *index, size_t *size) {
    *size = lf_index_save_size(index);
    uint8_t *bytes = malloc(*size);
    CHECK_EQ(lf_index_save(index, bytes, *size), LF_OK);
    return bytes;
}

static void check_round_trip(const fixture *f) {
    size_t size;
    uint8_t *bytes = save(f->index, &size);
    lf_index *back;
    if (CHECK_EQ(lf_index_load(f->map, NULL, bytes, size, &back), LF_OK)) check_equal(f->index, back);
    lf_index_destroy(back);
    free(bytes);
}

static void maps_of_side(uint64_t maps, int side, int pairs) {
    static uint32_t rank[MAX_HEADLANDS];
    const uint64_t seed = test_seed();
    uint64_t random = seed, arcs = 0, over = 0;
    for (uint64_t i = 0; i < maps; i++) {
        const int64_t before = test_failures;
        fixture f = fixture_make(seed + i, side);
        ranks_fill(f.index, rank);
        check_arcs(f.index, rank);
        check_distances(f.index, &random, pairs);
        check_round_trip(&f);
        arcs += f.index->up_count;
        for (uint32_t k = 0; k < f.index->up_count; k++) over += f.index->up[k].via != LFI_ARC_LEG;
        fixture_free(&f);
        if (test_failed_on(before, seed, i)) return;
    }
    printf("  %" PRIu64 " arcs, %" PRIu64 " of them over lower headlands\n", arcs, over);
    CHECK(over > arcs / 100);
}

static void small_maps(void) {
    maps_of_side(MAPS, 40, 3);
}

static void large_maps(void) {
    maps_of_side(LARGE_MAPS, 70, PAIRS);
}

// ---- Orders that are none -------------------------------------------------------------------------

static lf_status load_forged(const fixture *f, uint8_t *bytes, size_t size, lf_index **out) {
    forge(bytes, size);
    return lf_index_load(f->map, NULL, bytes, size, out);
}

static void refused_with(const fixture *f, uint8_t *bytes, size_t size, size_t at, uint32_t number) {
    const uint32_t before = get32(bytes + at);
    lf_index *index;
    if (before == number) return;
    put32(bytes + at, number);
    CHECK_EQ(load_forged(f, bytes, size, &index), LF_E_INDEX_CONTENT);
    CHECK(index == NULL);
    put32(bytes + at, before);
}

static bool arc_is_there(const lf_index *index, uint32_t from, uint32_t to) {
    for (uint32_t k = index->up_first[from]; k < index->up_first[from + 1]; k++)
        if (index->up[k].to == to) return true;
    return false;
}

/// Every arc is led over every lower headland that lacks one half of it, or both.
static void arcs_over_the_wrong_headland_are_refused(void) {
    fixture f = fixture_rich();
    size_t size;
    uint8_t *bytes = save(f.index, &size);
    const size_t arcs = forge_at(bytes, FORGE_UP);
    int64_t lacking[4] = {0};
    for (uint32_t n = 0; n < f.index->count; n++) {
        const uint32_t i = f.index->order[n];
        for (uint32_t k = f.index->up_first[i]; k < f.index->up_first[i + 1]; k++) {
            for (uint32_t lower = 0; lower < n; lower++) {
                const uint32_t via = f.index->order[lower];
                const bool low = arc_is_there(f.index, via, i),
                           high = arc_is_there(f.index, via, f.index->up[k].to);
                if (lacking[2 * low + high]++ >= 50 || (low && high)) continue;
                refused_with(&f, bytes, size, arcs + 16 * (size_t)k + 12, via);
            }
        }
    }
    CHECK(lacking[0] > 0 && lacking[1] > 0 && lacking[2] > 0);
    free(bytes);
    fixture_free(&f);
}

static void broken_hierarchies_are_refused(void) {
    fixture f = fixture_rich();
    size_t size;
    uint8_t *bytes = save(f.index, &size);
    const size_t order = forge_at(bytes, FORGE_ORDER), firsts = forge_at(bytes, FORGE_UP_FIRST),
                 arcs = forge_at(bytes, FORGE_UP);
    const uint32_t count = f.index->count;
    for (uint32_t i = 1; i < count; i++) {
        refused_with(&f, bytes, size, order + 4 * (size_t)i, count);
        refused_with(&f, bytes, size, order + 4 * (size_t)i, UINT32_MAX);
        refused_with(&f, bytes, size, order + 4 * (size_t)i, f.index->order[0]);
        refused_with(&f, bytes, size, firsts + 4 * (size_t)i, f.index->up_count + 1);
        refused_with(&f, bytes, size, firsts + 4 * (size_t)i, get32(bytes + firsts + 4 * i) + 1);
    }
    static uint32_t rank[MAX_HEADLANDS];
    ranks_fill(f.index, rank);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = f.index->up_first[i]; k < f.index->up_first[i + 1]; k++) {
            const size_t to = arcs + 16 * (size_t)k + 8, via = to + 4;
            refused_with(&f, bytes, size, to, count);
            refused_with(&f, bytes, size, to, i);                 // not up
            refused_with(&f, bytes, size, to, f.index->order[0]); // the lowest of all
            refused_with(&f, bytes, size, via, count);
            refused_with(&f, bytes, size, via, i);
            refused_with(&f, bytes, size, via, f.index->order[count - 1]); // the highest
            if (f.index->up[k].via == LFI_ARC_LEG || leg_is_there(f.index, i, f.index->up[k].to)) continue;
            refused_with(&f, bytes, size, via, LFI_ARC_LEG); // there is no such leg
        }
    }
    lf_index *index;
    CHECK_EQ(load_forged(&f, bytes, size, &index), LF_OK);
    check_equal(f.index, index);
    lf_index_destroy(index);
    for (size_t cut = 1; cut <= size - order; cut++)
        CHECK_EQ(lf_index_load(f.map, NULL, bytes, size - cut, &index), LF_E_INDEX_TRUNCATED);
    // Without the flag, the hierarchy is something that follows.
    bytes[FORGE_FLAGS] = 0;
    CHECK_EQ(load_forged(&f, bytes, size, &index), LF_E_INDEX_TRUNCATED);
    free(bytes);
    fixture_free(&f);
}

/// The graph of headlands and legs, before any headland is taken out. Work beyond the limit is refused.
static lfi_contraction graph_make(const lf_index *index, uint64_t limit) {
    lfi_contraction graph;
    CHECK_EQ(lfi_contraction_begin(index, limit, 1, &graph), LF_OK);
    CHECK(lfi_contraction_fill(&graph, &(lf_workers){0}, UINT64_MAX));
    return graph;
}

/// Gives an index without a hierarchy the arcs that come about when headlands go in an order.
static void order_follow(lf_index *index, const uint32_t *order) {
    lfi_contraction graph = graph_make(index, UINT64_MAX);
    for (uint32_t i = 0; i < index->count; i++) CHECK_EQ(lfi_contraction_take(&graph, order[i]), LF_OK);
    for (uint32_t i = 0; i < index->count; i++) index->up_count += graph.lists[i].count;
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_index_hierarchy_arrays(&run, index);
    CHECK(!run.failed);
    memcpy(index->order, order, index->count * sizeof *order);
    uint32_t next = 0;
    for (uint32_t i = 0; i < index->count; i++) {
        index->up_first[i] = next;
        for (uint32_t k = 0; k < graph.lists[i].count; k++) {
            const lfi_track arc = lfi_contraction_arcs(&graph, i)[k];
            index->bends[next] = lfi_bends_make(arc.out, arc.in);
            index->up[next++] = (lfi_arc){arc.length, arc.to, arc.via};
        }
    }
    index->up_first[index->count] = next;
    lfi_contraction_destroy(&graph);
    CHECK_EQ(lfi_index_link_arcs(index), LF_OK);
}

/// Any permutation will do: it makes more arcs, and the same distances.
static void any_order_is_exact(void) {
    static uint32_t rank[MAX_HEADLANDS], order[MAX_HEADLANDS];
    uint64_t random = test_seed();
    for (uint64_t seed = 1; seed <= MAPS / 10; seed++) {
        fixture f = fixture_make(seed, 40);
        memcpy(order, f.index->order, f.index->count * sizeof *order);
        for (uint32_t i = f.index->count; i > 1; i--) {
            const uint32_t k = (uint32_t)oracle_below(&random, (int)i), swap = order[k];
            order[k] = order[i - 1];
            order[i - 1] = swap;
        }
        lfi_index_drop_hierarchy(f.index);
        CHECK(!lf_index_has_hierarchy(f.index));
        order_follow(f.index, order);
        ranks_fill(f.index, rank);
        check_arcs(f.index, rank);
        check_distances(f.index, &random, 2);
        fixture_free(&f);
    }
}

/// Threads change nothing.
static void run_backwards(int64_t count, void (*part)(int64_t index, void *job), void *job, void *user) {
    (void)user;
    while (count-- > 0) part(count, job);
}

static void workers_change_nothing(void) {
    fixture f = fixture_rich();
    lf_index *other;
    const lf_index_desc desc = {
        .cost = f.index->cost, .hierarchy = LF_HIERARCHY_YES, .workers.run = run_backwards};
    CHECK_EQ(lf_index_create(f.map, &desc, &other), LF_OK);
    check_equal(f.index, other);
    lf_index_destroy(other);
    fixture_free(&f);
}

/// Order and arcs of many maps: the same on every compiler and platform. To be renewed when the priorities
/// change, which needs no new version of the format.
static void golden_hash(void) {
    uint64_t hash = 14695981039346656037u;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        fixture f = fixture_make(seed, 70);
        for (uint32_t i = 0; i < f.index->count; i++) hash = (hash ^ f.index->order[i]) * 1099511628211u;
        for (uint32_t k = 0; k < f.index->up_count; k++) {
            const lfi_arc *arc = &f.index->up[k];
            hash = (hash ^ arc->length) * 1099511628211u;
            hash = (hash ^ arc->to) * 1099511628211u;
            hash = (hash ^ arc->via) * 1099511628211u;
        }
        fixture_free(&f);
    }
    printf("  hash %" PRIx64 "\n", hash);
    CHECK(hash == UINT64_C(0x1ec50db5f5608d35));
}

/// Too much work is given up, at any moment, and leaves an index without a hierarchy that is as good as new.
static void too_much_work_is_given_up(void) {
    fixture f = fixture_rich();
    lf_index *other;
    const lf_index_desc desc = {.cost = f.index->cost, .hierarchy = LF_HIERARCHY_NO};
    CHECK_EQ(lf_index_create(f.map, &desc, &other), LF_OK);
    uint64_t work = 1;
    lf_status status = LF_E_INDEX_LIMIT;
    for (int tries = 0; status == LF_E_INDEX_LIMIT && tries < 60; tries++, work *= 2) {
        lfi_effort effort = {.limit = work};
        status = lfi_index_find_hierarchy(other, &effort);
        if (status != LF_E_INDEX_LIMIT) break;
        lfi_index_drop_hierarchy(other);
        CHECK(!lf_index_has_hierarchy(other));
    }
    CHECK_EQ(status, LF_OK);
    CHECK(work > f.index->count);
    check_equal(f.index, other);
    lf_index_destroy(other);
    fixture_free(&f);
}

/// Takes headlands out until one is refused; the work that was counted by then, 0 if none was refused.
static uint64_t work_until_refused(const lf_index *index, uint64_t limit, uint32_t *taken) {
    lfi_contraction graph = graph_make(index, limit);
    lf_status status = LF_OK;
    for (*taken = 0; status == LF_OK && *taken < index->count; ++*taken)
        status = lfi_contraction_take(&graph, *taken);
    CHECK(status == LF_OK || status == LF_E_INDEX_LIMIT);
    const uint64_t work = status == LF_OK ? 0 : graph.work_count;
    lfi_contraction_destroy(&graph);
    return work;
}

/// Work up to the limit is allowed: what was refused with less is not with exactly so much.
static void work_may_reach_its_limit(void) {
    fixture f = fixture_rich();
    uint32_t taken, farther;
    uint64_t work = work_until_refused(f.index, 0, &taken);
    CHECK(work > 0);
    for (int tries = 0; work != 0 && tries < 200; tries++, taken = farther) {
        work = work_until_refused(f.index, work, &farther);
        if (!CHECK(farther > taken || work == 0)) break;
    }
    CHECK_EQ(work, 0);
    fixture_free(&f);
}

// ---- Taking headlands out -------------------------------------------------------------------------

static bool lists_equal(const lfi_contraction *a, const lfi_contraction *b) {
    for (uint32_t i = 0; i < a->index->count; i++) {
        const lfi_track *one = lfi_contraction_arcs(a, i), *other = lfi_contraction_arcs(b, i);
        if (a->lists[i].count != b->lists[i].count) return false;
        for (uint32_t k = 0; k < a->lists[i].count; k++) {
            if (one[k].length != other[k].length || one[k].to != other[k].to || one[k].via != other[k].via ||
                one[k].out != other[k].out || one[k].in != other[k].in)
                return false;
        }
    }
    return true;
}

/// A pool that is full whenever a list needs room is copied all the time, also while lists are empty, and
/// gives the same arcs.
static void a_full_pool_changes_nothing(void) {
    int64_t copies = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        const int64_t before = test_failures;
        fixture f = fixture_make(seed, 50);
        lfi_contraction roomy = graph_make(f.index, UINT64_MAX), full = graph_make(f.index, UINT64_MAX);
        for (uint32_t i = 0; i < f.index->count && test_failures == before; i++) {
            const lfi_track *pool = full.pool;
            full.used = full.room;
            CHECK_EQ(lfi_contraction_take(&roomy, i), LF_OK);
            CHECK_EQ(lfi_contraction_take(&full, i), LF_OK);
            CHECK(lists_equal(&roomy, &full));
            copies += full.pool != pool;
        }
        lfi_contraction_destroy(&roomy);
        lfi_contraction_destroy(&full);
        fixture_free(&f);
        if (test_failed_on(before, 1, seed - 1)) return;
    }
    CHECK(copies > 100);
}

/// A strait between two walls, from one side of a sea with many rocks to the other:
///
///      .   .  .     .   .       v and w lie beside rocks. The ways from v to w through the strait and over
///     #  ###########  #         the sea are equally long: a ship that goes straight on may swerve for free.
///      v a ------- b w
///     .  ###########  .
///       .    .   .   .
typedef struct strait {
    oracle_map sea;
    lf_map *map;
    lf_index *index;
    lf_point v, a, b, w;
} strait;

static strait strait_make(int length) {
    const int width = length + 4, height = length + 5, middle = height / 2;
    strait s = {.sea = {.width = width, .height = height, .open = malloc((size_t)(width * height))},
                .v = {1, middle},
                .a = {5, middle},
                .b = {width - 6, middle},
                .w = {width - 2, middle}};
    uint64_t random = 11;
    for (int i = 0; i < width * height; i++) {
        const int x = i % width, y = i / width, away = abs(y - middle);
        s.sea.open[i] = away <= 3 || x < 2 || x > width - 3 || oracle_below(&random, 25) != 0;
        if (away == 1 && x > 5 && x < width - 6) s.sea.open[i] = 0;
    }
    s.sea.open[(middle - 1) * width] = s.sea.open[middle * width - 1] = 0;
    s.map = oracle_to_map(&s.sea);
    CHECK_EQ(lf_index_create(s.map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_NO}, &s.index), LF_OK);
    return s;
}

static void strait_free(strait *s) {
    lf_index_destroy(s->index);
    lf_map_destroy(s->map);
    free(s->sea.open);
}

static uint32_t headland_at(const lf_index *index, lf_point place) {
    uint32_t i = 0;
    while (i + 1 < index->count && (index->points[i].x != place.x || index->points[i].y != place.y)) i++;
    CHECK(index->points[i].x == place.x && index->points[i].y == place.y);
    return i;
}

/// The way from v to w when the strait is shut.
static int64_t strait_detour(const strait *s) {
    oracle_map shut = s->sea;
    shut.open[s->v.y * shut.width + shut.width / 2] = 0;
    lf_map *map = oracle_to_map(&shut);
    lf_search *search;
    CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
    const int64_t tiles = lf_search_between(search, lf_map_tile(map, s->v.x, s->v.y),
                                            lf_map_tile(map, s->w.x, s->w.y), NULL, 0);
    lf_search_destroy(search);
    lf_map_destroy(map);
    shut.open[s->v.y * shut.width + shut.width / 2] = 1;
    return tiles - 1;
}

/// Once the ends of the strait are taken out, v has an arc to w. Its search for another way finds one over
/// the sea, and the arc goes, unless it has to pass too many headlands: then the arc stays, and is right.
static void the_search_for_other_ways_gives_up(void) {
    for (int length = 40; length <= 160; length += 120) {
        strait s = strait_make(length);
        lfi_contraction graph = graph_make(s.index, UINT64_MAX);
        const uint32_t v = headland_at(s.index, s.v), w = headland_at(s.index, s.w);
        const uint64_t straight = (uint64_t)(s.w.x - s.v.x);
        CHECK_EQ(lfi_contraction_take(&graph, headland_at(s.index, s.a)), LF_OK);
        CHECK_EQ(lfi_contraction_take(&graph, headland_at(s.index, s.b)), LF_OK);
        CHECK_EQ(strait_detour(&s), straight);
        for (int taken = 0; taken < 2; taken++) {
            const lfi_track *found = NULL;
            for (uint32_t k = 0; k < graph.lists[v].count; k++) {
                if (lfi_contraction_arcs(&graph, v)[k].to == w) found = &lfi_contraction_arcs(&graph, v)[k];
            }
            CHECK_EQ(found != NULL, taken == 0 || length > 100);
            if (found != NULL) CHECK_EQ(found->length, straight);
            if (taken == 0) CHECK_EQ(lfi_contraction_take(&graph, v), LF_OK);
        }
        lfi_contraction_destroy(&graph);
        strait_free(&s);
    }
}

// ---- The rest -------------------------------------------------------------------------------------

static void without_one(void) {
    fixture f = fixture_rich();
    lf_index *plain;
    CHECK_EQ(
        lf_index_create(f.map, &(lf_index_desc){.cost = f.index->cost, .hierarchy = LF_HIERARCHY_NO}, &plain),
        LF_OK);
    CHECK(!lf_index_has_hierarchy(plain) && !lf_index_has_hierarchy(NULL));
    CHECK(plain->up == NULL && plain->up_first == NULL && plain->order == NULL && plain->up_count == 0);
    const size_t more =
        4 * (size_t)(2 * f.index->count + 1) + (sizeof(lfi_arc) + sizeof(lfi_halves) + 1) * f.index->up_count;
    CHECK_EQ(lf_index_bytes(f.index), lf_index_bytes(plain) + more);
    size_t size;
    uint8_t *bytes = save(f.index, &size);
    CHECK_EQ(lf_index_save_size(plain), forge_at(bytes, FORGE_ORDER) + 8);
    CHECK_EQ(size, forge_at(bytes, FORGE_RUNGS + 1) + 8);
    free(bytes);
    lf_index_destroy(plain);
    fixture_free(&f);
}

/// No headland, one, and two that do not see each other.
static void few_headlands(void) {
    static const char *const maps[] = {".........", "....#....", ".#.....#.", "#########"};
    for (int i = 0; i < 4; i++) {
        for (int rules = 0; rules < 3; rules++) {
            uint8_t open[9];
            for (int k = 0; k < 9; k++) open[k] = maps[i][k] == '.';
            fixture f = {.small = {.width = 3, .height = 3, .moves = (lf_moves)rules, .open = open}};
            f.map = oracle_to_map(&f.small);
            CHECK_EQ(lf_index_create(f.map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_YES}, &f.index),
                     LF_OK);
            CHECK(lf_index_has_hierarchy(f.index));
            uint32_t rank[9];
            ranks_fill(f.index, rank);
            check_arcs(f.index, rank);
            check_round_trip(&f);
            lf_index_destroy(f.index);
            lf_map_destroy(f.map);
        }
    }
}

static void each_allocation_may_fail(void) {
    fixture f = fixture_rich();
    size_t size;
    uint8_t *bytes = save(f.index, &size);
    for (int kind = 0; kind < 3; kind++) { // made, made by two workers, loaded
        lf_status status = LF_E_NOMEM;
        int64_t k = 0;
        while (status == LF_E_NOMEM && k < 10000) {
            meter m = {.fail_at = ++k};
            const lf_index_desc desc = {.cost = f.index->cost,
                                        .hierarchy = LF_HIERARCHY_YES,
                                        .workers.run = kind == 1 ? run_backwards : NULL,
                                        .allocator = meter_allocator(&m)};
            lf_index *index;
            status = kind == 2 ? lf_index_load(f.map, &desc, bytes, size, &index)
                               : lf_index_create(f.map, &desc, &index);
            CHECK_EQ(status == LF_OK, index != NULL);
            CHECK_EQ(status == LF_OK, m.calls < k); // no failure goes unnoticed
            if (index != NULL) check_equal(f.index, index);
            lf_index_destroy(index);
            CHECK(m.live == 0 && m.blocks == 0);
        }
        CHECK_EQ(status, LF_OK);
        CHECK(k > (kind == 2 ? 8 : 15)); // a loaded one is mostly one block
    }
    free(bytes);
    fixture_free(&f);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(small_maps),
        TEST(large_maps),
        TEST(broken_hierarchies_are_refused),
        TEST(arcs_over_the_wrong_headland_are_refused),
        TEST(any_order_is_exact),
        TEST(workers_change_nothing),
        TEST(golden_hash),
        TEST(too_much_work_is_given_up),
        TEST(work_may_reach_its_limit),
        TEST(a_full_pool_changes_nothing),
        TEST(the_search_for_other_ways_gives_up),
        TEST(without_one),
        TEST(few_headlands),
        TEST(each_allocation_may_fail),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
