// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Two searches by turns: over points (hunt.c) and over tiles, where both fit.
//
// Which of the two is faster cannot be told from the size of a dungeon. The search over points pays for every
// pair of doors before it looks at the first state; a map full of doors can take it a thousand times as long as the
// plain search. A search over tiles pays for every tile with every key set that it meets, and nobody knows how many
// these are. So both count their work, in units that take about the same time, and the search over tiles catches up
// whenever the search over points reports what it has done. Who ends first has the answer. Together they take about
// twice the work of the faster one at most. Seven things make it less:
//
//  - The search over tiles takes aim (aimed.c), and looks at a small part of what the plain search looks at. The floods
//    for it may cost more than the whole plain search takes. So it begins as the plain search, and takes aim after as
//    much work as the floods are, unless there are so few states that they are not worth it.
//  - It begins only when the other one has done as much as clearing the marks of its states and its floods take.
//    So dungeons that take the search over points a fraction of a millisecond take what they took.
//  - Whatever the search over points does, it has to look at every key and door. So the search over tiles goes first, for
//    that long: tiny dungeons are answered before points have looked at them.
//  - And whatever the search over tiles does, it looks at a part of the map once more for each kind of key. Where that is
//    longer, points go first for as long as that: rooms with a few keys are answered before it begins.
//  - When points begin with their states, they know how long a route is at least, and so how many levels of the search over
//    tiles are left. The one that has less left goes first, for as long as the other one needs.
//  - By what the first ones took, the ways of all points are known beforehand: once some are found, it gets ahead
//    by three quarters of what the others will take. It is cautious because ahead of the faster one is a waste.
//  - If one of them hits a limit, the other one goes on alone, if it fits.
//
// Work is counted and not timed, so the answer is the same on every run and machine.
#include "keys.h"

enum {
    RIVAL_STATES_CLEARED = 4, // states whose marks are cleared in one unit of work on fresh memory;
    RIVAL_SMALL_CLEARED = 16, // and if there are few
    RIVAL_SLICE = 64,         // states: it does not take less at a time
    RIVAL_SMALL = 1 << 18,    // states fit into the caches of a processor, and are looked at in half the time
    RIVAL_BLIND = 40000,      // it does at least so much before it takes aim
    RIVAL_SAMPLES = 64,       // tiles that say how many moves a state has in the mean
    RIVAL_WAYS = 8,           // points whose ways say what those of others take
    RIVAL_MOST = 1 << 12,     // keys, doors and points that are counted at most
    // What the search over points does not do in less.
    RIVAL_PAIR = 20,    // per pair of keys and doors at a region,
    RIVAL_FIND = 800,   // per key and door, until it has found out which of them matter,
    RIVAL_POINT = 1000, // per point, until it has its ways and bounds,
    RIVAL_KEY = 500,    // per key that it needs, once these are there
    // What the search over tiles does not do in less: per kind so many sixteenths of the open tiles.
    RIVAL_LEAST = 10
};

static uint64_t rival_at_most(int64_t count) {
    return count < RIVAL_MOST ? (uint64_t)count : RIVAL_MOST;
}

void lfi_rival_begin(lf_keys_search *search, bool tiny) {
    const int64_t bytes = lf_keys_plain_bytes(search->fixtures, search->query.held);
    search->work = 0;
    search->rival = (lfi_rival){.tiny = tiny};
    if (search->plain_below == 0 || bytes > (int64_t)search->store.max_bytes) return;
    const int kinds = lfi_count_bits(search->fixtures->key_kinds & ~search->query.held);
    const uint64_t states = (uint64_t)search->map->tile_count << kinds;
    search->rival.fits = search->rival.beside = true;
    search->rival.blind = true;
    search->rival.start = search->rival.clearing =
        states / (states > RIVAL_SMALL ? RIVAL_STATES_CLEARED : RIVAL_SMALL_CLEARED) + search->rival_above;
    search->rival.take_work = states > RIVAL_SMALL ? LFI_WORK_TAKE : LFI_WORK_TAKE_SMALL;
    search->rival.move_work = states > RIVAL_SMALL ? LFI_WORK_MOVE : LFI_WORK_MOVE_SMALL;
}

/// What the plain search has done so far.
static uint64_t rival_plain_done(const lf_keys_search *search) {
    const lfi_plain_run *run = &search->plain.run;
    return run->head * search->rival.take_work + run->moves * search->rival.move_work;
}

/// What states of it take in the mean, by some tiles of the map.
static uint64_t rival_plain_mean(const lf_keys_search *search) {
    const lf_map *map = &search->fixtures->shut;
    uint64_t tiles = 0, moves = 0;
    for (uint64_t i = 0; i < RIVAL_SAMPLES; i++) {
        const lfi_spot spot =
            lfi_map_spot(map, (lf_tile)(map->tile_count * (2 * i + 1) / (2 * RIVAL_SAMPLES)));
        if (!lfi_bit(map->open, spot)) continue;
        tiles++;
        moves += (uint64_t)lfi_count_bits(map->allowed[lfi_bits_around(map->open, spot, map->stride)]);
    }
    return search->rival.take_work + (tiles > 0 ? search->rival.move_work * moves / tiles : 0);
}

/// What a state of it takes, if there are no walls.
static uint64_t rival_plain_state(const lf_keys_search *search) {
    const uint32_t moves = search->map->moves == LF_MOVES_ORTHOGONAL ? 4 : 8;
    return search->rival.take_work + moves * search->rival.move_work;
}

/// The work after which the plain search takes aim.
static uint64_t rival_blind(const lf_keys_search *search) {
    if (!LFI_HAS_AIM || search->rival.tiny) return UINT64_MAX;
    if (search->aim_above == 0) return 0;
    const uint64_t floods = lfi_aimed_work(search), all = search->plain.run.room * rival_plain_state(search);
    if (all / search->aim_above < floods) return UINT64_MAX;
    return floods > RIVAL_BLIND ? floods : RIVAL_BLIND;
}

/// Begins the plain search if there is memory for it. False if the allocator has none.
static bool rival_start(lf_keys_search *search) {
    const lf_status status = lfi_plain_begin(search);
    search->rival.begun = status == LF_OK;
    search->rival.beside = status == LF_OK; // if there is no room now, there may be when it is alone
    search->rival.work = search->rival.clearing;
    if (status == LF_E_NOMEM) return false;
    search->store.failure = LF_OK;
    if (status != LF_OK) return true;
    search->rival.most = rival_blind(search);
    if (search->rival.tiny) return true;
    search->plain.run.beating = (UINT64_C(1) << lfi_count_bits(search->plain.run.found_kinds)) - 1;
    return true;
}

/// The plain search has taken more than floods would have: begins anew, with an aim.
static lf_status rival_take_aim(lf_keys_search *search) {
    const uint64_t before = rival_plain_done(search);
    const lf_status status = lfi_aimed_begin(search);
    search->rival.blind = false;
    search->aimed.flooded = before;
    if (status == LF_E_MEMORY_LIMIT) return LF_LIMIT;
    return status == LF_OK ? LF_PAUSED : status;
}

/// What a state of it takes, at most.
static uint64_t rival_state(const lf_keys_search *search) {
    return search->rival.blind ? rival_plain_state(search) : LFI_WORK_AIMED;
}

/// Lets the plain search do so much work, or what is left until it takes aim.
static lf_status rival_work_plain(lf_keys_search *search, uint64_t work, uint64_t *done) {
    const uint64_t before = rival_plain_done(search), state = rival_plain_state(search),
                   most = search->rival.most, left = most > before ? most - before : 0,
                   end = before + (work < left ? work : left);
    lf_status status = LF_PAUSED;
    for (uint64_t now = before; status == LF_PAUSED && now < end; now = rival_plain_done(search))
        status = lfi_plain_step(search, (end - now) / state + 1);
    *done = rival_plain_done(search) - before;
    return LFI_HAS_AIM && status == LF_PAUSED && work >= left ? rival_take_aim(search) : status;
}

/// Lets it do some work, and says how much it was.
static lf_status rival_work(lf_keys_search *search, uint64_t work, uint64_t *done) {
    const bool aimed = LFI_HAS_AIM && !search->rival.blind;
    return aimed ? lfi_aimed_step(search, work, done) : rival_work_plain(search, work, done);
}

/// Lets the search over tiles do some work. False if it has ended. If there is no memory for it, the other one goes on.
static bool rival_step(lf_keys_search *search, uint64_t work) {
    lfi_rival *rival = &search->rival;
    // The limit is looked at after each step.
    const uint64_t most = (uint64_t)search->max_states * rival_state(search);
    uint64_t done;
    rival->status = rival_work(search, work < most ? work : most, &done);
    rival->work += done;
    if (rival->status == LF_LIMIT) {
        search->store.failure = LF_OK;
        rival->fits = false;
        return true;
    }
    rival->won = rival->status != LF_PAUSED;
    if (!rival->won) rival->fits = (int64_t)search->plain.run.tail <= search->max_states;
    return !rival->won;
}

bool lfi_rival_catch_up(lf_keys_search *search, uint64_t least) {
    lfi_rival *rival = &search->rival;
    const uint64_t goal = search->work > least ? search->work : least;
    if (!rival->fits || !rival->beside || goal < rival->start) return true;
    if (!rival->begun && !rival_start(search)) return false;
    if (!rival->begun || goal < rival->work + (uint64_t)RIVAL_SLICE * rival_state(search)) return true;
    if (rival_step(search, goal - rival->work)) return true;
    return lfi_store_fail(&search->store, rival->status);
}

/// What the plain search will take, cautiously: each kind makes it look at a part of the map again. Some four of five
/// small rooms and mazes take more.
static uint64_t rival_least(const lf_keys_search *search) {
    const uint64_t kinds = (uint64_t)lfi_count_bits(search->fixtures->key_kinds & ~search->query.held);
    return (uint64_t)search->map->open_count * kinds * RIVAL_LEAST / 16 * rival_plain_mean(search);
}

/// Pairs of keys and doors that lie at one region: a way is looked for between any two.
static uint64_t rival_pairs(const lf_fixtures *fixtures) {
    uint64_t pairs = 0;
    for (int64_t i = 0, first = 0; i < fixtures->region_item_count; i++) {
        if (fixtures->region_items[i] >> 32 != fixtures->region_items[first] >> 32) first = i;
        pairs += (uint64_t)(i - first);
    }
    return pairs;
}

void lfi_rival_foresee(lf_keys_search *search) {
    const lf_fixtures *fixtures = search->fixtures;
    const uint64_t find = rival_at_most(fixtures->count) * RIVAL_FIND;
    search->rival.ahead = search->work + find + rival_pairs(fixtures) * RIVAL_PAIR;
    if (search->rival.tiny) search->rival.ahead = UINT64_MAX / 2; // it is the faster one
    const uint64_t least = rival_least(search);
    if (!search->rival.begun && least > search->rival.ahead && least > search->rival.start)
        search->rival.start = least; // it is the slower one for so long
}

void lfi_rival_foresee_points(lf_keys_search *search) {
    const uint64_t ahead = search->work + rival_at_most(search->points.live_count) * RIVAL_POINT;
    if (ahead > search->rival.ahead) search->rival.ahead = ahead;
}

/// The first ways cost more, because legs are looked for: the later half of those that are found says what the others
/// will take. It is asked for at 8 points, at 16 and so on.
void lfi_rival_foresee_ways(lf_keys_search *search) {
    lfi_points *points = &search->points;
    const uint64_t found = (uint64_t)points->found, left = (uint64_t)(points->live_count - points->found);
    if ((found & (found - 1)) != 0) return;
    const uint64_t recent = search->work - points->half_work;
    points->half_work = search->work;
    const bool even = search->ways.by_tiles; // no legs are looked for
    if (found < (even ? 2 : RIVAL_WAYS)) return;
    const uint64_t ahead = search->work + left * (recent / (found / 2)) / 4 * 3;
    if (ahead > search->rival.ahead) search->rival.ahead = ahead;
}

/// The plain search, level by level, has `least` levels to look at, each about as wide as the one now: that is less than
/// what points will take, and then it goes first, or more, and then it waits for so long.
bool lfi_rival_foresee_states(lf_keys_search *search) {
    lfi_rival *rival = &search->rival;
    const lfi_plain_run *run = &search->plain.run;
    if (!rival->fits || !rival->beside || !rival->begun || !rival->blind || run->level == 0) return true;
    if (search->hunt.queue.count == 0) return true;
    const uint64_t least = LFI_ITEMS(lfi_heap_entry, search->hunt.queue.entries)[0].priority >> 32;
    const uint64_t levels = least > run->level ? least - run->level : 1;
    const uint64_t left = levels * (run->tail - run->head) * (rival_plain_done(search) / run->head);
    const uint64_t points = ((uint64_t)lfi_count_bits(search->relevance.needed) + 1) * RIVAL_KEY;
    if (left < points) return lfi_rival_catch_up(search, rival->work + left / 2 * 3);
    if (rival->work + left > rival->start) rival->start = rival->work + left;
    return true;
}

bool lfi_rival_ahead(lf_keys_search *search, bool *done) {
    const lfi_rival *rival = &search->rival;
    const uint64_t now = rival->begun ? rival->work : rival->start,
                   next = now + (uint64_t)LFI_PLAIN_SLICE * LFI_WORK_AIMED;
    *done = next >= rival->ahead || !rival->fits || !rival->beside;
    return lfi_rival_catch_up(search, *done ? rival->ahead : next);
}

lf_status lfi_rival_alone(lf_keys_search *search) {
    lfi_rival *rival = &search->rival;
    if (!rival->fits) return LF_LIMIT;
    search->store.failure = LF_OK;
    if (!rival->begun) {
        lfi_ways_free(search); // the search over points has failed, and its memory is of no more use
        lfi_store_free(&search->store);
        lfi_anytime_clear(search);
        search->hunt.ready = false;
        if (!rival_start(search)) return search->store.failure;
    }
    if (!rival->begun) return LF_LIMIT;
    if (!rival_step(search, (uint64_t)LFI_PLAIN_SLICE * LFI_WORK_AIMED)) return rival->status;
    if (!lfi_keys_part(search, search->plain.run.head, search->plain.run.room)) return LF_E_CANCELLED;
    return rival->fits ? LF_PAUSED : LF_LIMIT;
}
