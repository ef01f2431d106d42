// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The order of a contraction hierarchy, and the search for its arcs.
//
// Headlands are taken out in rounds. In each round go those that come before all their neighbours: that add the fewest
// arcs for those that they remove, and not soon after their neighbours, so that all parts of the map rise evenly (the
// depth of a headland is one more than that of the neighbours taken out before). Such headlands are no neighbours of
// each other, so they are taken out together (contract.c): by as many threads as there are, in the order of their
// numbers, which are near each other on the map and in memory. If a neighbour was taken out since, the priority of a
// headland that is about to go is computed again first, and it may stay. Ties are broken by number. So the order is the
// same everywhere.
//
// Before, headlands were taken out one by one, the first of all in a queue. There were 4 % fewer arcs. But on
// large maps every step read memory that was in no cache, and no second thread could help.
//
// After edits there is an earlier order (former.h), and most of it is still good. Headlands are taken out in
// this order first, without guessing, as long as what they have to be taken out of is as it was: their legs
// are the same, and so are the tiles beside them that decide about turns, and no arc leads to a headland that
// has been passed over or that is new. Then they have the arcs that they had, unless a neighbour has kept
// others than before, and they keep the same ones, mostly without a search (contract.c). All others are left
// to the rounds. These are the headlands near an edit, and those above them in the hierarchy: a third after a
// hundred craters on giantworldmap, a tenth after one. The
// arcs are as many as with an order of its own, and searches relax as many of them. Rejected: the earlier
// order for all headlands, the new ones before the others. Where craters are blocked in the open sea,
// everything sees their rims, and taking these out first makes eight times the arcs in a hundred times the
// time (1.5 million and 42 s).
//
// Time: that of contract.c for all headlands, and about three guesses for each. Memory: temporarily that of
// contract.c and 32 bytes per headland.
#include "build.h"

#include "contract.h"

#include <stdatomic.h>

// ---- The order ------------------------------------------------------------------------------------

/// One level of depth weighs as much as eight arcs added for each one removed. With less weight on depth,
/// searches grow: going up from a headland of giantworldmap relaxes 1,600 arcs, with half the weight 2,100,
/// with a quarter 3,300. With more weight, there are more arcs.
enum { FILL_WEIGHT = 64, DEPTH_WEIGHT = 512 };

/// For each neighbour that is taken out, a headland counts as if 1/STALE_SHARE fewer arcs were added, until it is
/// guessed anew. So it comes up soon, and neighbours wait for it. Without this rounds are larger and fewer (250 instead
/// of 480 on giantworldmap), but there are 3 % more arcs, and searches expand 24.4 headlands instead of 22.7. With 4
/// there are no fewer arcs, and 660 rounds.
enum { STALE_SHARE = 8 };

/// What decides how early a headland is taken out.
typedef struct order_rank {
    uint32_t fill;  ///< arcs added for those removed, in units
    uint32_t depth; ///< one more than that of any neighbour taken out so far
    bool stale;     ///< whether a neighbour was taken out since `fill` was computed
    bool taken;     ///< whether it was taken out in the earlier order
    bool touched;   ///< whether a neighbour was, and kept other arcs than before
} order_rank;

/// Before the first round all priorities are computed. In a round headlands are chosen, if need be after a second look,
/// they are thinned, and what is around them is joined.
typedef enum order_phase {
    ROUND_BEGIN = 0,
    ROUND_CHOOSE,
    ROUND_RECHOOSE,
    ROUND_THIN,
    ROUND_JOIN
} order_phase;

struct lfi_order {
    lf_index *index;
    lfi_effort effort;
    lfi_contraction graph;
    order_rank *ranks;
    uint64_t *keys; ///< for each headland: its priority, and its number; UINT64_MAX: it was taken out
    uint32_t
        *blocker; ///< for each: a neighbour that came first when it was last compared; itself: none is known
    const lfi_former *former; ///< NULL, or an index with an earlier order
    uint32_t *place;          ///< for each headland: its place + 1 in the earlier order; 0: it is new
    uint32_t repeated;        ///< headlands of the earlier order looked at so far
    bool listed;              ///< whether `left` has been made
    uint32_t *left;           ///< the headlands that are left, ascending
    uint32_t left_count;
    uint32_t begin, end; ///< of `left`: the headlands of the district
    uint32_t past;       ///< where the next district begins: those between have left
    uint32_t before;     ///< how many are left in the districts before it
    uint32_t *chosen;    ///< those of this round, in the order of `left`
    uint32_t chosen_count;
    order_phase phase;
    uint32_t next;                 ///< of `left` or `chosen`, in this phase
    uint32_t bounds[LFI_THINNERS]; ///< of each thinner's range: the headlands from one bound to the next
    uint32_t done;                 ///< headlands taken out so far
    uint32_t written;              ///< headlands whose arcs were copied into the index
    uint32_t between;              ///< those whose arcs are being copied end before this one
};

static uint64_t rank_key(const order_rank *rank, uint32_t i) {
    const uint64_t priority = rank->fill + (uint64_t)DEPTH_WEIGHT * rank->depth;
    return (priority < UINT32_MAX ? priority : UINT32_MAX) << 32 | i;
}

/// Tells a headland that its neighbour i was taken out.
static void rank_raise(lfi_order *job, uint32_t to, uint32_t i) {
    order_rank *rank = &job->ranks[to];
    rank->stale = true;
    if (rank->depth <= job->ranks[i].depth) rank->depth = job->ranks[i].depth + 1;
    rank->fill -= rank->fill / STALE_SHARE;
    job->keys[to] = rank_key(rank, to);
}

/// Tells the neighbours of a headland that it was taken out.
static void order_raise(lfi_order *job, uint32_t i) {
    const lfi_track *arcs = lfi_contraction_arcs(&job->graph, i);
    for (uint32_t k = 0; k < job->graph.lists[i].count; k++) rank_raise(job, arcs[k].to, i);
}

// ---- Giving up ------------------------------------------------------------------------------------
//
// Most of the work comes last, when few headlands with many arcs are left. Giving up only at the limit would
// waste all of it. So after every 1/64 of the headlands, the work expected from the arcs that are left is
// compared with the limit. Both rules use counts, so they decide alike on every machine.

/// The limit is checked after every 1/LOOKS of the headlands, and not before 1/LOOK_FIRST of them are gone,
/// because in noise the first arcs fall away quickly.
enum { LOOKS = 64, LOOK_FIRST = 8 };

static uint32_t order_look_step(const lfi_order *job) {
    return job->index->count / LOOKS + 1;
}

/// A guess of the work that is left. Suppose the number of arcs stays L while headlands are taken out, until
/// the rest is a complete graph. A headland has 2 L / r arcs while r are left; the squares of this add up to
/// 2.8 L sqrt L over all r. Where headlands have many arcs, most of them turn out not to be needed on the
/// way, and the work is half of that; where they have few, it is more. Measured with half of the headlands
/// gone, in units of L sqrt L: 0.7 to 2.1 in cities and archipelagos, 1.2 to 2.5 on sea maps and in caves,
/// 2.4 to 4.1 in noise.
static uint64_t order_work_left(const lfi_order *job) {
    const uint64_t count = job->index->count, legs = job->index->leg_count / 2, left = job->graph.left_count;
    const uint64_t sparse = 16 * count / (legs + 1), halves = sparse < 3 ? 3 : sparse > 7 ? 7 : sparse;
    return halves * (left * lfi_whole_root(left)) / 2;
}

/// Whether there are too many arcs for the number of headlands gone. Where blocked tiles are small and everywhere,
/// ways around them never merge. The number of arcs then does not fall, and grows in the end. Arcs left over legs
/// with a quarter of the headlands gone: 0.67 to 0.89 in cities, caves, rooms, archipelagos, mazes and noise of 15 %
/// and more; 0.94 to 0.98 in noise of 10 %, 1.04 in noise of 5 %. Under octile costs arcs among small islands fall
/// as elsewhere at first, but more slowly: 0.72 with 5 / 16 gone, where cities and archipelagos with so many legs
/// have 0.61 to 0.68. Once half of the headlands are gone, only the limit counts: in a city of narrow lanes arcs grow
/// again when two thirds are gone (0.95), and all of it takes a tenth of a second.
static bool order_outgrown(const lfi_order *job, uint32_t done) {
    const uint64_t count = job->index->count, legs = job->index->leg_count / 2, left = job->graph.left_count;
    if (32 * (uint64_t)done < 7 * count || 2 * (uint64_t)done > count) return false;
    if (!job->effort.strict) return left > legs;
    return 16 * left > 15 * legs ||
           (16 * (uint64_t)done >= 5 * count && legs >= 8 * count && 10 * left > 7 * legs);
}

static bool order_is_hopeless(const lfi_order *job, uint32_t done) {
    const uint32_t count = job->index->count;
    if (job->effort.limit == UINT64_MAX || done % order_look_step(job) != 0) return false;
    const uint64_t expected = job->graph.work_count + order_work_left(job);
    if (expected <= job->effort.little) return false;
    return order_outgrown(job, done) || (done >= count / LOOK_FIRST && expected > job->effort.limit);
}

// ---- The stages -----------------------------------------------------------------------------------

/// Times in pieces of about a nanosecond: of an arc that is made or copied, and of two pieces of work that take
/// headlands out; of a headland of an earlier order, and of its arcs; of one that is looked at in a round, and of one
/// that is guessed or thinned, about.
enum {
    FILL_ARC = 10,
    WRITE_ARC = 10,
    TAKE_TWO = 5,
    REPEAT = 300,
    REPEAT_ARC = 60,
    VISIT = 10,
    VISIT_WORK = 2000,
};

/// At most so many headlands leave at once, so that slices end. How those around them are told (order_sweep), and so many
/// news and pairs are worth a second thread.
enum { LEAVE_MOST = 4096, TELL_ROW = 64, TELL_LEAST = 256 };

/// Gives all headlands their legs; false if the budget is used up.
static bool order_fill(lfi_order *job, const lf_workers *workers, int64_t *budget) {
    if (job->graph.filled == job->index->count) return true;
    const uint64_t before = job->graph.used;
    const bool done = lfi_contraction_fill(&job->graph, workers, (uint64_t)*budget / FILL_ARC + 1);
    *budget -= FILL_ARC * (int64_t)(job->graph.used - before);
    return done;
}

/// Notes that a headland is taken out.
static void order_note(lfi_order *job, uint32_t i) {
    job->index->order[job->done++] = i;
    job->keys[i] = UINT64_MAX;
}

/// The same in the earlier order; pays for the work since `before`.
static void order_note_again(lfi_order *job, uint32_t i, uint64_t before, int64_t *budget) {
    order_note(job, i);
    order_raise(job, i);
    *budget -= 1 + TAKE_TWO * (int64_t)(job->graph.work_count - before) / 2;
}

/// Whether a headland can be taken out at its place in the earlier order: whether nothing is left that was
/// gone there.
static bool order_keeps(const lfi_order *job, uint32_t i) {
    if (!lfi_former_has_legs(job->former, job->index, i)) return false;
    const lfi_track *arcs = lfi_contraction_arcs(&job->graph, i);
    for (uint32_t k = 0; k < job->graph.lists[i].count; k++) {
        if (job->place[arcs[k].to] < job->place[i]) return false;
    }
    return true;
}

/// A headland kept other arcs than before: its neighbours, now and then, have other arcs too.
static void order_touch(lfi_order *job, uint32_t i) {
    const lf_index *before = job->former->index;
    const uint32_t number = job->former->number[i];
    const lfi_track *arcs = lfi_contraction_arcs(&job->graph, i);
    for (uint32_t k = 0; k < job->graph.lists[i].count; k++) job->ranks[arcs[k].to].touched = true;
    for (uint32_t k = before->up_first[number]; k < before->up_first[number + 1]; k++) {
        const uint32_t to = job->former->now[before->up[k].to];
        if (to != LFI_FORMER_NONE) job->ranks[to].touched = true;
    }
}

/// Takes a headland out at its place in the earlier order: with the arcs that it kept there, if the arcs that
/// it has are the same.
static lf_status order_again(lfi_order *job, uint32_t i, int64_t *budget) {
    const uint64_t before = job->graph.work_count;
    bool done = false;
    lf_status status = LF_OK;
    if (!job->ranks[i].touched) status = lfi_contraction_repeat(&job->graph, job->former, i, &done);
    if (status == LF_OK && !done) {
        status = lfi_contraction_take(&job->graph, i);
        if (status == LF_OK && !lfi_contraction_kept(&job->graph, job->former, i)) order_touch(job, i);
    }
    job->ranks[i].taken = true;
    if (status == LF_OK) order_note_again(job, i, before, budget);
    return status;
}

/// Takes headlands out in the earlier order.
static lf_status order_repeat(lfi_order *job, int64_t *budget) {
    const lf_index *before = job->former == NULL ? NULL : job->former->index;
    lf_status status = LF_OK;
    for (; before != NULL && status == LF_OK && job->repeated < before->count; job->repeated++) {
        if (*budget <= 0) return LF_PAUSED;
        const uint32_t i = job->former->now[before->order[job->repeated]];
        *budget -= REPEAT;
        if (i == LFI_FORMER_NONE) continue;
        *budget -= REPEAT_ARC * (int64_t)job->graph.lists[i].count;
        if (order_keeps(job, i)) status = order_again(job, i, budget);
    }
    return status;
}

// ---- Rounds ---------------------------------------------------------------------------------------

// On a large map what a round reads is in no cache. So a district, headlands that follow each other on the map, goes
// through its rounds until nothing more can leave it; then the next one has its turn. That a headland leaves depends on
// its neighbours alone, so a round may be one of any part of the map. (Noise of 30 % on 4 million tiles, uniform costs,
// one thread: 6.0 instead of 7.8 s, arcs and expanded headlands within 2 %. Districts of 4,096 to 32,768: within 5 %. In
// squares of the map instead of rows: no better, because memory lies in rows.) The first round is one of the whole map.

/// An index of more headlands than this has districts, of so many headlands each.
enum { DISTRICTS_FROM = 1 << 16, DISTRICT = 8192 };

/// Lists the other headlands.
static void order_list(lfi_order *job) {
    if (job->listed) return;
    job->listed = true;
    for (uint32_t i = 0; i < job->index->count; i++) {
        job->blocker[i] = i;
        if (!job->ranks[i].taken) job->left[job->left_count++] = i;
    }
    job->end = job->past = job->left_count;
}

/// Computes the priority of a headland.
static void order_rank_one(lfi_order *job, lfi_thinner *by, uint32_t i) {
    order_rank *rank = &job->ranks[i];
    const uint64_t removed = job->graph.lists[i].count, added = lfi_contraction_try(&job->graph, by, i);
    const uint64_t fill = FILL_WEIGHT * added / (removed + 1);
    rank->fill = (uint32_t)(fill < UINT32_MAX ? fill : UINT32_MAX);
    rank->stale = false;
    job->keys[i] = rank_key(rank, i);
}

/// Chooses a headland if it comes before all its neighbours. (Most wait: nothing is written for them.)
static void order_choose_one(lfi_order *job, lfi_thinner *by, uint32_t i) {
    (void)by;
    const uint64_t key = job->keys[i];
    if (job->keys[job->blocker[i]] < key || key == UINT64_MAX) return; // it waits, or was taken out
    const lfi_track *arcs = lfi_contraction_arcs(&job->graph, i);
    for (uint32_t k = 0; k < job->graph.lists[i].count; k++) {
        if (job->keys[arcs[k].to] > key) continue;
        job->blocker[i] = arcs[k].to;
        return;
    }
    job->graph.leaving[i] = true;
}

/// Chooses a chosen headland again if its priority may have changed. The keys of its neighbours stay as they are
/// meanwhile: none of them is chosen.
static void order_rechoose_one(lfi_order *job, lfi_thinner *by, uint32_t i) {
    if (!job->ranks[i].stale) return;
    order_rank_one(job, by, i);
    job->graph.leaving[i] = false;
    order_choose_one(job, by, i);
}

static void order_thin_one(lfi_order *job, lfi_thinner *by, uint32_t i) {
    lfi_contraction_thin(&job->graph, by, i);
}

/// Headlands that one thinner begins with, and from which others take when they have none left.
typedef struct sweep_range {
    atomic_uint_least32_t next;
    uint32_t end;
    uint8_t apart[64]; ///< from the one beside it
} sweep_range;

/// Some headlands, and what is to be done with each. The items are about in the order of the map, and each thinner begins
/// with those of its range: what is near on the map stays in the cache of one processor from phase to phase.
typedef struct order_sweep {
    lfi_order *job;
    void (*visit)(lfi_order *job, lfi_thinner *by, uint32_t i);
    const uint32_t *items;
    uint32_t row; ///< thinners take at most so many headlands in a row
    sweep_range ranges[LFI_THINNERS];
} order_sweep;

/// Thinners take this share of what is left of a range, or less: so at the end nobody waits long.
enum { SWEEP_SHARE = 4 };

/// Takes some headlands in a row, from number `begin` on. Returns how many.
static uint32_t range_take(sweep_range *range, uint32_t row, uint32_t *begin) {
    uint32_t next = atomic_load(&range->next), count;
    do {
        if (next >= range->end) return 0;
        count = (range->end - next - 1) / SWEEP_SHARE + 1;
        if (count > row) count = row;
    } while (!atomic_compare_exchange_weak(&range->next, &next, next + count));
    *begin = next;
    return count;
}

/// Two threads begin with a half each.
static void sweep_part(int64_t number, void *user) {
    static const uint8_t turns[LFI_THINNERS] = {0, 1, 3, 2}, firsts[LFI_THINNERS] = {0, 2, 1, 3};
    order_sweep *sweep = user;
    lfi_thinner *by = &sweep->job->graph.thinners[number];
    for (uint32_t turn = 0; turn < LFI_THINNERS; turn++) {
        sweep_range *range = &sweep->ranges[firsts[number] ^ turns[turn]];
        for (uint32_t begin, count; (count = range_take(range, sweep->row, &begin)) > 0;) {
            for (uint32_t k = begin; k < begin + count; k++) sweep->visit(sweep->job, by, sweep->items[k]);
        }
    }
}

/// The first of some items that lies beyond a bound. (Any place will do: items that are not in order come later.)
static uint32_t sweep_place(const uint32_t *items, uint32_t low, uint32_t high, uint32_t bound) {
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (items[middle] < bound)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// Visits the items from `begin` to `end` - 1, by one thread if it is not worth a second one.
static void sweep_run(order_sweep *sweep, const lf_workers *workers, uint32_t begin, uint32_t end) {
    lfi_contraction *graph = &sweep->job->graph;
    uint32_t at = begin;
    for (uint32_t t = 0; t < LFI_THINNERS; t++) {
        const uint32_t past = sweep_place(sweep->items, at, end, sweep->job->bounds[t]);
        atomic_init(&sweep->ranges[t].next, at);
        sweep->ranges[t].end = at = t + 1 < LFI_THINNERS ? past : end;
    }
    lfi_workers_run(workers, sweep_part, sweep, lfi_workers_any(workers) ? graph->thinner_count : 1);
    lfi_contraction_collect(graph);
}

/// A phase in which every headland that is left, or every chosen one, is visited.
typedef struct phase_sweep {
    void (*visit)(lfi_order *job, lfi_thinner *by, uint32_t i);
    int64_t cost;
    uint32_t row;   ///< see order_sweep
    uint32_t least; ///< fewer headlands are not worth a second thread
    bool chosen;
} phase_sweep;

/// Goes on with a sweep over all items; false if the budget is used up.
static bool order_sweep_run(lfi_order *job, const phase_sweep *phase, const lf_workers *workers,
                            int64_t *budget) {
    const uint32_t count = phase->chosen ? job->chosen_count : job->end - job->begin;
    while (job->next < count) {
        if (*budget <= 0) return false;
        const uint64_t paid = (uint64_t)*budget / (uint64_t)phase->cost + 1, before = job->graph.work_count;
        const uint32_t end = count - job->next < paid ? count : job->next + (uint32_t)paid;
        const lf_workers alone = {0};
        order_sweep sweep = {.job = job,
                             .visit = phase->visit,
                             .items = phase->chosen ? job->chosen : job->left + job->begin,
                             .row = phase->row};
        sweep_run(&sweep, end - job->next < phase->least ? &alone : workers, job->next, end);
        *budget -=
            VISIT * (int64_t)(end - job->next) + TAKE_TWO * (int64_t)(job->graph.work_count - before) / 2;
        job->next = end;
    }
    job->next = 0;
    return true;
}

/// Lists the chosen headlands of the district, and forgets those that were taken out in the round before.
static void order_list_chosen(lfi_order *job) {
    uint32_t left = job->begin;
    job->chosen_count = 0;
    for (uint32_t k = job->begin; k < job->end; k++) {
        const uint32_t i = job->left[k];
        if (job->keys[i] == UINT64_MAX) continue;
        job->left[left++] = i;
        if (job->graph.leaving[i]) job->chosen[job->chosen_count++] = i;
    }
    job->end = left;
}

/// Forgets headlands that are no longer chosen, and makes room for the arcs of the others.
static lf_status order_settle(lfi_order *job) {
    uint32_t chosen = 0, most = 0;
    for (uint32_t k = 0; k < job->chosen_count; k++) {
        const uint32_t i = job->chosen[k], count = job->graph.lists[i].count;
        if (!job->graph.leaving[i]) continue;
        job->chosen[chosen++] = i;
        most = count > most ? count : most;
    }
    job->chosen_count = chosen;
    return lfi_contraction_reserve(&job->graph, most);
}

/// Tells a headland which of its neighbours have left, and it rises.
static void order_tell_one(lfi_order *job, lfi_thinner *by, uint32_t i) {
    const uint32_t kept = lfi_contraction_tell(&job->graph, by, i);
    for (uint32_t k = 0; k < kept; k++) rank_raise(job, i, by->reached[k]);
}

/// Takes some of the chosen headlands out.
static lf_status order_leave(lfi_order *job, const lf_workers *workers, uint32_t count) {
    const uint32_t *leavers = job->chosen + job->next;
    const lf_status status = lfi_contraction_leave(&job->graph, leavers, count);
    if (status != LF_OK) return status;
    const lf_workers alone = {0};
    order_sweep sweep = {.job = job, .visit = order_tell_one, .items = job->graph.around, .row = TELL_ROW};
    sweep_run(&sweep, job->graph.pair_count + job->graph.news_count < TELL_LEAST ? &alone : workers, 0,
              job->graph.around_count);
    for (uint32_t k = 0; k < count; k++) order_note(job, leavers[k]);
    return lfi_contraction_told(&job->graph);
}

/// How many of the chosen headlands are taken out at once: at most LEAVE_MOST, and no more than until the next look.
static uint32_t order_leave_count(const lfi_order *job) {
    const uint32_t left = job->chosen_count - job->next, step = order_look_step(job),
                   look = step - job->done % step;
    const uint32_t most = look < LEAVE_MOST ? look : LEAVE_MOST;
    return left < most ? left : most;
}

/// Takes the chosen headlands out, and joins what is around them.
static lf_status order_join(lfi_order *job, const lf_workers *workers, int64_t *budget) {
    while (job->next < job->chosen_count) {
        if (*budget <= 0) return LF_PAUSED;
        if (order_is_hopeless(job, job->done)) return LF_E_INDEX_LIMIT;
        const uint64_t before = job->graph.work_count;
        const uint32_t count = order_leave_count(job);
        const lf_status status = order_leave(job, workers, count);
        if (status != LF_OK) return status;
        job->next += count;
        *budget -= count + TAKE_TWO * (int64_t)(job->graph.work_count - before) / 2;
    }
    job->next = 0;
    return LF_OK;
}

static bool order_sweep_phase(lfi_order *job, const lf_workers *workers, int64_t *budget) {
    static const phase_sweep sweeps[] = {{order_rank_one, VISIT_WORK, 256, 32, false},
                                         {order_choose_one, VISIT, 2048, 1024, false},
                                         {order_rechoose_one, VISIT_WORK, 32, 16, true},
                                         {order_thin_one, VISIT_WORK, 32, 2, true}};
    return order_sweep_run(job, &sweeps[job->phase], workers, budget);
}

/// Goes on with a phase of a round.
static lf_status order_phase_run(lfi_order *job, const lf_workers *workers, int64_t *budget) {
    if (job->phase == ROUND_JOIN) return order_join(job, workers, budget);
    if (!order_sweep_phase(job, workers, budget)) return LF_PAUSED;
    if (job->phase == ROUND_CHOOSE) order_list_chosen(job);
    return job->phase == ROUND_RECHOOSE ? order_settle(job) : LF_OK;
}

/// After a round: goes on to the next district if nothing left this one, and after the last one to the first.
static void district_next(lfi_order *job) {
    if (job->chosen_count > 0 && job->past - job->begin < job->left_count) return;
    for (uint32_t k = job->begin; k < job->end; k++) job->left[job->before++] = job->left[k];
    job->begin = job->past;
    if (job->begin == job->left_count) {
        job->left_count = job->before;
        job->begin = job->before = 0;
    }
    const uint32_t rest = job->left_count - job->begin;
    const bool cut = job->index->count > DISTRICTS_FROM && rest > DISTRICT;
    job->end = job->past = job->begin + (cut ? DISTRICT : rest);
}

/// Takes the headlands out that are left.
static lf_status order_rounds(lfi_order *job, const lf_workers *workers, int64_t *budget) {
    lf_status status = LF_OK;
    order_list(job);
    while (status == LF_OK && job->done < job->index->count) {
        status = order_phase_run(job, workers, budget);
        if (status != LF_OK) break;
        if (job->phase == ROUND_JOIN) district_next(job);
        job->phase = job->phase == ROUND_JOIN ? ROUND_CHOOSE : (order_phase)(job->phase + 1);
    }
    return status;
}

// ---- All of it ------------------------------------------------------------------------------------

/// Makes room in the index for the arcs that the headlands have kept.
static lf_status arcs_make(lf_index *index, const lfi_contraction *graph) {
    uint64_t total = 0;
    for (uint32_t i = 0; i < index->count; i++) total += graph->lists[i].count;
    index->up_count = (uint32_t)total; // no more than were ever added
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_index_arc_arrays(&run, index);
    if (run.failed) return LF_E_NOMEM;
    uint32_t *first = index->up_first;
    first[0] = 0;
    for (uint32_t i = 0; i < index->count; i++) first[i + 1] = first[i] + graph->lists[i].count;
    return LF_OK;
}

static void headland_write(const lfi_order *job, uint32_t i) {
    lf_index *index = job->index;
    const lfi_track *arcs = lfi_contraction_arcs(&job->graph, i);
    for (uint32_t k = index->up_first[i]; k < index->up_first[i + 1]; k++, arcs++) {
        index->up[k] = (lfi_arc){arcs->length, arcs->to, arcs->via};
        index->bends[k] = lfi_bends_make(arcs->out, arcs->in);
    }
}

enum { WRITE_PART = 256 };

static void part_write(int64_t part, void *user) {
    const lfi_order *job = user;
    const uint32_t begin = job->written + (uint32_t)part * WRITE_PART;
    for (uint32_t i = begin; i < job->between && i < begin + WRITE_PART; i++) headland_write(job, i);
}

/// Copies the arcs of all headlands into the index.
static lf_status order_write(lfi_order *job, const lf_workers *workers, int64_t *budget) {
    lf_index *index = job->index;
    if (index->up_first == NULL && arcs_make(index, &job->graph) != LF_OK) return LF_E_NOMEM;
    const uint32_t *first = index->up_first;
    while (job->written < index->count) {
        if (*budget <= 0) return LF_PAUSED;
        const uint32_t begin = job->written;
        uint32_t end = begin + 1;
        while (end < index->count && WRITE_ARC * (int64_t)(first[end] - first[begin]) < *budget) end++;
        job->between = end;
        lfi_workers_run(workers, part_write, job, ((int64_t)end - begin + WRITE_PART - 1) / WRITE_PART);
        *budget -= WRITE_ARC * (int64_t)(first[end] - first[begin]);
        job->written = end;
    }
    return LF_OK;
}

lf_status lfi_order_step(lfi_order *job, const lf_workers *workers, int64_t *budget) {
    if (!order_fill(job, workers, budget)) return LF_PAUSED;
    lf_status status = order_repeat(job, budget);
    if (status == LF_OK) status = order_rounds(job, workers, budget);
    return status == LF_OK ? order_write(job, workers, budget) : status;
}

/// A count of headlands would say little, as the last ones take longest. The work left is a guess, and the
/// same on every machine.
void lfi_order_progress(const lfi_order *job, uint64_t *done, uint64_t *all) {
    *done = job->graph.work_count;
    *all = *done + order_work_left(job) + 1;
}

uint64_t lfi_order_work(const lfi_order *job) {
    return job->graph.work_count;
}

// ---- Memory ---------------------------------------------------------------------------------------

static void order_arrays(lfi_arrays *run, lfi_order *job) {
    LFI_ARRAY_ZEROED(run, job->ranks, job->index->count);
    LFI_ARRAY(run, job->keys, job->index->count);
    LFI_ARRAY(run, job->blocker, job->index->count);
    LFI_ARRAY(run, job->left, job->index->count);
    LFI_ARRAY(run, job->chosen, job->index->count);
    if (job->former != NULL) LFI_ARRAY_ZEROED(run, job->place, job->index->count);
}

static void places_fill(lfi_order *job) {
    const lf_index *before = job->former->index;
    for (uint32_t n = 0; n < before->count; n++) {
        const uint32_t i = job->former->now[before->order[n]];
        if (i != LFI_FORMER_NONE) job->place[i] = n + 1;
    }
}

lfi_order *lfi_order_create(lf_index *index, lfi_effort effort, const lfi_former *former,
                            const lf_workers *workers) {
    lfi_order *job = lfi_alloc(&index->allocator, 1, sizeof *job);
    if (job == NULL) return NULL;
    const bool ordered = former != NULL && former->index->up_first != NULL;
    *job = (lfi_order){.index = index, .effort = effort, .former = ordered ? former : NULL};
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_index_order_arrays(&run, index);
    order_arrays(&run, job);
    const uint32_t thinners = lfi_workers_any(workers) ? LFI_THINNERS : 1;
    if (lfi_contraction_begin(index, effort.limit, thinners, &job->graph) != LF_OK || run.failed) {
        lfi_order_destroy(job);
        return NULL;
    }
    if (ordered) places_fill(job);
    for (uint32_t t = 0; t < LFI_THINNERS; t++)
        job->bounds[t] = (uint32_t)((uint64_t)index->count * (t + 1) / LFI_THINNERS);
    return job;
}

void lfi_order_destroy(lfi_order *job) {
    if (job == NULL) return;
    const lf_allocator *allocator = &job->index->allocator;
    order_arrays(&(lfi_arrays){.allocator = allocator, .mode = LFI_ARRAYS_FREE}, job);
    lfi_contraction_destroy(&job->graph);
    lfi_free(allocator, job, 1, sizeof *job);
}
