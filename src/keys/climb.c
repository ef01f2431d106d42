// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Distances over ways made once: climbs of the hierarchy of the shut map (index/ladder.c).
//
// A point, all sources together or all targets together are seeds. They look out and climb at once, as one end
// that has a leg of some length to every headland that any of them sees. What is left of the climb is a label: the
// rungs that a shortest way to anywhere may have as its highest one, with their lengths. The distance of two ends
// is the least sum of two lengths at one rung, or that of a leg if they see each other. The labels of all points
// are kept, so a query climbs from its own ends alone.
//
// Time: a lookout per seed and a climb per row, and the labels of all points once. Memory: 8 bytes per headland.
#include "../base/sort.h"
#include "keys.h"

#include <string.h>

bool lfi_climber_begin(lfi_climber *climber, const lf_keys_ways *ways, lfi_store *store) {
    const uint64_t rungs = (uint64_t)ways->ladder.count + 1, words = ways->ladder.word_count;
    if (climber->best.items == NULL || climber->marks.items == NULL || climber->stalled.items == NULL)
        climber->ready = false;
    climber->ways = ways;
    climber->store = store;
    climber->tracing = climber->watches_targets = false;
    climber->arcs = 0;
    if (!lfi_pool_reserve(store, &climber->best, rungs, sizeof(uint64_t)) ||
        !lfi_pool_reserve(store, &climber->marks, words, sizeof(uint64_t)) ||
        !lfi_pool_reserve(store, &climber->stalled, words, sizeof(uint64_t)) ||
        !lfi_pool_reserve(store, &climber->row, ways->count, sizeof(uint32_t)) ||
        !lfi_pool_reserve(store, &climber->target_row, ways->count, sizeof(uint32_t)) ||
        !lfi_pool_reserve(store, &climber->folds, lfi_index_folds(ways->index), sizeof(lfi_fold)))
        return false;
    climber->ladder = ways->ladder;
    climber->ladder.best = LFI_ITEMS(uint64_t, climber->best);
    climber->ladder.marks = LFI_ITEMS(uint64_t, climber->marks);
    climber->ladder.stalled = LFI_ITEMS(uint64_t, climber->stalled);
    if (!climber->ready)
        lfi_ladder_clear(&climber->ladder); // later on, climbs clear up after themselves,
    else if (climber->stands != LFI_NONE)
        lfi_ladder_forget(&climber->ladder); // but for the last one of a trace
    climber->ready = true;
    climber->stands = LFI_NONE;
    return true;
}

void lfi_climber_free(lfi_climber *climber) {
    lfi_pool *const pools[] = {&climber->best,    &climber->marks,      &climber->stalled,
                               &climber->settled, &climber->rungs,      &climber->lengths,
                               &climber->row,     &climber->target_row, &climber->folds};
    for (size_t i = 0; i < sizeof pools / sizeof *pools; i++) lfi_pool_free(climber->store, pools[i]);
}

// ---------------------------------------------------------------------------------------------------
// Looking out
// ---------------------------------------------------------------------------------------------------

static void climb_lower(lfi_climber *climber, uint32_t point, uint64_t length) {
    uint32_t *best = &LFI_ITEMS(uint32_t, climber->row)[point];
    if (length < *best) *best = (uint32_t)length;
}

/// The seed sees a tile that is watched for, or stands on it.
static void look_met(lfi_climber *climber, lf_tile tile, uint64_t length) {
    const lf_keys_ways *ways = climber->ways;
    if (climber->watches_targets) {
        if (length < climber->direct) climber->direct = (uint32_t)length;
        return;
    }
    const uint64_t *posts = LFI_ITEMS(uint64_t, ways->posts);
    for (uint64_t i = lfi_tag_find(posts, ways->post_count, tile);
         i < ways->post_count && posts[i] >> 32 == tile; i++)
        climb_lower(climber, (uint32_t)posts[i] >> 1, length + (posts[i] & 1));
}

static void climb_look_target(void *user, int32_t x, int32_t y) {
    lfi_climber *climber = user;
    const lf_point at = {x, y};
    const uint64_t length = lfi_kept_between(climber->ways, climber->from, at) + climber->from_cost;
    look_met(climber, lfi_map_tile(climber->ways->fixtures->map, at), length);
}

/// Notes a headland for a trace. False if there is no memory.
static bool glimpse_add(lfi_climber *climber, uint32_t rung, uint64_t length) {
    if (!lfi_pool_reserve(climber->store, &climber->seen, climber->seen_count + 1, sizeof(lfi_glimpse)))
        return false;
    LFI_ITEMS(lfi_glimpse, climber->seen)
    [climber->seen_count++] = (lfi_glimpse){.length = length, .rung = rung, .tile = climber->from_tile};
    return true;
}

static void climb_look_headland(void *user, uint32_t number) {
    lfi_climber *climber = user;
    const lfi_perch perch = climber->ladder.perch[number];
    const uint64_t length = lfi_kept_between(climber->ways, climber->from, perch.point) + climber->from_cost;
    if (climber->tracing && !glimpse_add(climber, perch.rung, length)) climber->failed = true;
    lfi_ladder_reach(&climber->ladder, perch.rung, length);
}

/// Lets a seed look out for headlands and, unless it is NULL, for what is wanted.
static void climber_look(lfi_climber *climber, lfi_seed seed, const lfi_wanted *wanted) {
    const lf_map *shut = &climber->ways->fixtures->shut;
    const lfi_stops *stops = &climber->ways->index->stops;
    const lfi_spot spot = lfi_map_spot(shut, seed.tile);
    climber->from_tile = seed.tile;
    climber->from = lfi_map_point(shut, seed.tile);
    climber->from_cost = seed.cost;
    if (lfi_stops_is_headland(stops, spot)) {
        climb_look_headland(climber, lfi_stops_number(stops, spot));
        return;
    }
    const lfi_lookout lookout = {.map = shut,
                                 .stops = stops,
                                 .wanted = wanted != NULL && wanted->count > 0 ? wanted : NULL,
                                 .limit = UINT32_MAX,
                                 .user = climber,
                                 .headland = climb_look_headland,
                                 .target = climb_look_target};
    lfi_lookout_scan(&lookout, climber->from.x, climber->from.y);
}

// ---------------------------------------------------------------------------------------------------
// Labels
// ---------------------------------------------------------------------------------------------------

/// The most entries that the label of the climb can have.
static uint64_t climber_marked(const lfi_climber *climber) {
    uint64_t count = 0;
    for (uint64_t i = 0; i < climber->ladder.word_count; i++)
        count += (uint64_t)lfi_count_bits(climber->ladder.marks[i]);
    return count;
}

/// Climbs from what the seeds have seen.
static bool climber_settle(lfi_climber *climber) {
    int64_t budget = 0;
    climber->arcs += (uint64_t)lfi_ladder_climb(&climber->ladder);
    const uint64_t most = climber_marked(climber);
    if (!lfi_pool_reserve(climber->store, &climber->rungs, most, sizeof(uint32_t)) ||
        !lfi_pool_reserve(climber->store, &climber->lengths, most, sizeof(uint32_t)) ||
        !lfi_pool_reserve(climber->store, &climber->settled, most, sizeof(uint64_t))) {
        lfi_ladder_forget(&climber->ladder);
        return false;
    }
    uint64_t *settled = LFI_ITEMS(uint64_t, climber->settled);
    climber->label_count =
        lfi_ladder_settle(&climber->ladder, LFI_ITEMS(uint32_t, climber->rungs), settled, &budget);
    for (uint32_t i = 0; i < climber->label_count; i++)
        LFI_ITEMS(uint32_t, climber->lengths)[i] = (uint32_t)settled[i];
    return true;
}

bool lfi_climber_label(lfi_climber *climber, const lfi_seed *seeds, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) climber_look(climber, seeds[i], NULL);
    return climber_settle(climber);
}

/// Puts the label that was settled last where any rung finds its length, and takes it away again.
static void label_spread(lfi_climber *climber, bool spread) {
    const uint32_t *rungs = LFI_ITEMS(uint32_t, climber->rungs),
                   *lengths = LFI_ITEMS(uint32_t, climber->lengths);
    for (uint32_t i = 0; i < climber->label_count; i++)
        climber->ladder.best[rungs[i]] = spread ? lengths[i] : climber->ladder.longest;
}

/// Lowers the distance to each point by its label.
static void climb_join(lfi_climber *climber) {
    const lf_keys_ways *ways = climber->ways;
    const uint64_t *first = LFI_ITEMS(uint64_t, ways->label_first);
    const uint32_t *rungs = LFI_ITEMS(uint32_t, ways->rungs), *lengths = LFI_ITEMS(uint32_t, ways->lengths);
    label_spread(climber, true);
    for (uint32_t point = LFI_FIRST_DOOR; point < ways->count; point++) {
        uint64_t best = ways->ladder.longest;
        for (uint64_t i = first[point]; i < first[point + 1]; i++) {
            const uint64_t sum = climber->ladder.best[rungs[i]] + lengths[i];
            if (sum < best) best = sum;
        }
        if (best < ways->ladder.longest) climb_lower(climber, point, best);
    }
    label_spread(climber, false);
}

bool lfi_climber_row(lfi_climber *climber, const lfi_seed *seeds, uint64_t count) {
    memset(climber->row.items, 0xff, (size_t)climber->ways->count * sizeof(uint32_t)); // LFI_FAR
    for (uint64_t i = 0; i < count; i++) {
        look_met(climber, seeds[i].tile, seeds[i].cost);
        climber_look(climber, seeds[i], &climber->ways->wanted);
    }
    if (!climber_settle(climber)) return false;
    climb_join(climber);
    return true;
}

// ---------------------------------------------------------------------------------------------------
// The ends of a query
// ---------------------------------------------------------------------------------------------------

/// Keeps the label that was settled last as that of the targets.
static bool targets_label(lfi_climber *climber) {
    const uint32_t count = climber->label_count;
    if (!lfi_pool_reserve(climber->store, &climber->target_rungs, count, sizeof(uint32_t)) ||
        !lfi_pool_reserve(climber->store, &climber->target_lengths, count, sizeof(uint32_t)))
        return false;
    memcpy(climber->target_rungs.items, climber->rungs.items, count * sizeof(uint32_t));
    memcpy(climber->target_lengths.items, climber->lengths.items, count * sizeof(uint32_t));
    climber->target_label_count = count;
    return true;
}

bool lfi_climber_targets(lfi_climber *climber, const lfi_seed *seeds, uint64_t count) {
    if (!lfi_climber_row(climber, seeds, count) || !targets_label(climber) ||
        !lfi_pool_reserve(climber->store, &climber->targets, count, sizeof(uint64_t)))
        return false;
    memcpy(climber->target_row.items, climber->row.items, (size_t)climber->ways->count * sizeof(uint32_t));
    uint64_t *targets = LFI_ITEMS(uint64_t, climber->targets);
    for (uint64_t i = 0; i < count; i++) targets[i] = (uint64_t)seeds[i].tile << 32;
    if (count > 0) lfi_sort(targets, count);
    climber->target_count = count;
    return lfi_wanted_make(climber->ways, climber->store, targets, count, &climber->wanted,
                           climber->wanted_pools);
}

/// The least sum of the label that was settled last and that of the targets.
static uint32_t targets_join(lfi_climber *climber) {
    const uint32_t *rungs = LFI_ITEMS(uint32_t, climber->target_rungs),
                   *lengths = LFI_ITEMS(uint32_t, climber->target_lengths);
    uint64_t best = climber->ladder.longest;
    label_spread(climber, true);
    for (uint32_t i = 0; i < climber->target_label_count; i++) {
        const uint64_t sum = climber->ladder.best[rungs[i]] + lengths[i];
        if (sum < best) best = sum;
    }
    label_spread(climber, false);
    return best < climber->ladder.longest ? (uint32_t)best : LFI_FAR;
}

uint32_t lfi_climber_across(lfi_climber *climber, const lfi_seed *seeds, uint64_t count) {
    const uint64_t *targets = LFI_ITEMS(uint64_t, climber->targets);
    climber->direct = targets_join(climber);
    climber->watches_targets = true;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t at = lfi_tag_find(targets, climber->target_count, seeds[i].tile);
        if (at < climber->target_count && targets[at] >> 32 == seeds[i].tile) climber->direct = 0;
        climber_look(climber, seeds[i], &climber->wanted);
    }
    climber->watches_targets = false;
    lfi_ladder_forget(&climber->ladder); // only what is in sight was asked for
    return climber->direct;
}

// ---------------------------------------------------------------------------------------------------
// Tracing back
// ---------------------------------------------------------------------------------------------------

/// Ends the climb of a trace.
static void climber_leave(lfi_climber *climber) {
    if (climber->stands != LFI_NONE) lfi_ladder_forget(&climber->ladder);
    climber->stands = LFI_NONE;
}

bool lfi_climber_up(lfi_climber *climber, const lfi_kept_end *end) {
    if (climber->stands == end->point) return true;
    climber_leave(climber);
    climber->tracing = true;
    climber->failed = false;
    climber->seen_count = 0;
    climber->stands = end->point;
    for (uint64_t i = 0; i < end->seed_count; i++) climber_look(climber, end->seeds[i], NULL);
    climber->tracing = false;
    if (!climber->failed)
        climber->arcs += (uint64_t)lfi_ladder_climb(&climber->ladder);
    else
        climber_leave(climber);
    return !climber->failed;
}

/// Whether a rung has a way up that was followed.
static bool rung_is_up(const lfi_ladder *ladder, uint32_t rung) {
    return ((ladder->marks[rung >> 6] & ~ladder->stalled[rung >> 6]) >> (rung & 63) & 1) != 0;
}

uint32_t lfi_climber_meet(const lfi_climber *climber, const lfi_kept_end *end, uint64_t length) {
    for (uint64_t i = 0; i < end->label_count; i++)
        if (rung_is_up(&climber->ladder, end->rungs[i]) &&
            climber->ladder.best[end->rungs[i]] + end->lengths[i] == length)
            return end->rungs[i];
    return LFI_NONE;
}

/// The arc by which a lower rung leads to this one on a best way; LFI_NONE if there is none.
static uint32_t rung_arc_to(const lfi_ladder *ladder, uint32_t low, uint32_t rung) {
    for (uint32_t arc = ladder->first[low]; arc < ladder->first[low + 1]; arc++)
        if (ladder->to[arc] == rung && ladder->best[low] + ladder->by[arc] == ladder->best[rung]) return arc;
    return LFI_NONE;
}

/// The next step of a best way from a rung down to its seed.
static lfi_rise rung_rise(const lfi_ladder *ladder, uint32_t rung) {
    uint64_t below = (UINT64_C(1) << (rung & 63)) - 1;
    for (uint64_t word = rung >> 6; word != UINT64_MAX; word--, below = UINT64_MAX) {
        for (uint64_t left = ladder->marks[word] & ~ladder->stalled[word] & below; left != 0;) {
            const int bit = lfi_highest_bit(left);
            const uint32_t low = (uint32_t)(64 * word) + (uint32_t)bit, arc = rung_arc_to(ladder, low, rung);
            if (arc != LFI_NONE) return (lfi_rise){arc, low};
            left ^= UINT64_C(1) << bit;
        }
    }
    return (lfi_rise){LFI_NONE, LFI_NONE};
}

/// The seed that sees a rung at the length of its best way; LF_NO_TILE if none does.
static lf_tile rung_seed(const lfi_climber *climber, uint32_t rung) {
    const lfi_glimpse *seen = LFI_ITEMS(lfi_glimpse, climber->seen);
    for (uint64_t i = 0; i < climber->seen_count; i++)
        if (seen[i].rung == rung && seen[i].length == climber->ladder.best[rung]) return seen[i].tile;
    return LF_NO_TILE;
}

bool lfi_climber_down(lfi_climber *climber, uint32_t rung, lf_tile *seed) {
    climber->rise_count = 0;
    while ((*seed = rung_seed(climber, rung)) == LF_NO_TILE) {
        const lfi_rise rise = rung_rise(&climber->ladder, rung);
        if (rise.arc == LFI_NONE) return lfi_store_fail(climber->store, LF_E_INTERNAL);
        if (!lfi_pool_reserve(climber->store, &climber->rises, climber->rise_count + 1, sizeof rise))
            return false;
        LFI_ITEMS(lfi_rise, climber->rises)[climber->rise_count++] = rise;
        rung = rise.low;
    }
    return true;
}
