// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Two searches by turns: over points (hunt.c) and over tiles (plain.c), where both fit.
//
// Which of the two is faster cannot be told from the size of a dungeon. The search over points pays for every
// door before it looks at the first state; a map full of doors can take it a thousand times as long as the
// plain search. The plain search pays for every tile with every key set that occurs before the goal, and nobody
// knows how many these are. So both count their work, in units that take about the same time, and the plain
// search catches up whenever the search over points reports what it has done. Who ends first has the answer.
// Together they take about twice the work of the faster one at most. Four things make it less:
//
//  - The plain search begins only when the other one has done as much as clearing the marks of its states takes,
//    and some more. So dungeons that take the search over points a fraction of a millisecond take what they took.
//  - What the search over points will have to do for every door is known beforehand, and the plain search gets
//    this much ahead: maps full of doors are answered before the first door is looked at.
//  - So are, by what the first ones took, the ways of all points: once some are found, the plain search gets ahead
//    by three quarters of what the others will take. It is cautious because ahead of the faster one is a waste.
//  - If one of them hits a limit, the other one goes on alone, if it fits.
//
// Work is counted and not timed, so the answer is the same on every run and machine.
#include "keys.h"

enum {
    RIVAL_STATES_CLEARED = 4, // states whose marks are cleared in one unit of work
    RIVAL_SHARE = 8,          // of the memory: what the plain search may take beside the other search
    RIVAL_SLICE = 256,        // states: it does not take less at a time
    RIVAL_BLIND = 3,          // times the work of floods after which it takes aim
    RIVAL_WAYS = 8,           // points whose ways say what those of others take
    RIVAL_MOST = 1 << 12 // of each: how many things a door is compared with at most, when work is estimated
};

void lfi_rival_begin(lf_keys_search *search) {
    const int64_t bytes = lf_keys_plain_bytes(search->fixtures, search->query.held);
    search->work = 0;
    search->rival = (lfi_rival){0};
    if (search->plain_below == 0 || bytes > (int64_t)search->store.max_bytes) return;
    const int kinds = lfi_count_bits(search->fixtures->key_kinds & ~search->query.held);
    const uint64_t states = (uint64_t)search->map->tile_count << kinds;
    search->rival.fits = true;
    search->rival.beside = bytes <= (int64_t)(search->store.max_bytes / RIVAL_SHARE);
    search->rival.blind = states < search->aimed_above;
    search->rival.start = states / RIVAL_STATES_CLEARED + search->rival_above;
    if (!search->rival.blind) search->rival.start += lfi_aimed_work(search);
}

/// Begins the plain search if there is memory for it. False if the allocator has none.
static bool rival_start(lf_keys_search *search) {
    const lf_status status = search->rival.blind ? lfi_plain_begin(search) : lfi_aimed_begin(search);
    search->rival.begun = status == LF_OK;
    search->rival.beside = status == LF_OK; // if there is no room now, there may be when it is alone
    search->rival.work = search->rival.start;
    if (status == LF_E_NOMEM) return false;
    search->store.failure = LF_OK;
    return true;
}

/// The plain search has taken more than floods would have: begins anew, with an aim. There are few tiles, so all floods
/// come at once.
static lf_status rival_take_aim(lf_keys_search *search) {
    const uint64_t before = search->plain.run.head * LFI_WORK_STATE;
    lf_status status = lfi_aimed_begin(search);
    uint64_t done;
    search->rival.blind = false;
    search->aimed.flooded = before;
    if (status == LF_E_MEMORY_LIMIT) return LF_LIMIT;
    if (status == LF_OK) status = LF_PAUSED;
    while (status == LF_PAUSED && search->aimed.next_column < search->aimed.columns)
        status = lfi_aimed_step(search, 0, &done);
    return status;
}

/// Lets it do some work, and says how much it was.
static lf_status rival_work(lf_keys_search *search, uint64_t work, uint64_t *done) {
    if (!search->rival.blind) return lfi_aimed_step(search, work, done);
    const uint64_t before = search->plain.run.head,
                   most = RIVAL_BLIND * lfi_aimed_work(search) / LFI_WORK_STATE;
    const uint64_t wanted = work / LFI_WORK_STATE + 1, left = most > before ? most - before : 0;
    const lf_status status = lfi_plain_step(search, wanted < left ? wanted : left);
    *done = (search->plain.run.head - before) * LFI_WORK_STATE;
    return status == LF_PAUSED && wanted >= left ? rival_take_aim(search) : status;
}

/// Lets the search over tiles do some work. False if it has ended. If there is no memory for it, the other one goes on.
static bool rival_step(lf_keys_search *search, uint64_t work) {
    lfi_rival *rival = &search->rival;
    const uint64_t most =
        (uint64_t)search->max_states * LFI_WORK_STATE; // the limit is looked at after each step
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
    if (!rival->begun || goal < rival->work + (uint64_t)RIVAL_SLICE * LFI_WORK_AIMED) return true;
    if (rival_step(search, goal - rival->work)) return true;
    return lfi_store_fail(&search->store, rival->status);
}

static uint64_t rival_at_most(int64_t count) {
    return count < RIVAL_MOST ? (uint64_t)count : RIVAL_MOST;
}

void lfi_rival_foresee(lf_keys_search *search) {
    const lf_fixtures *fixtures = search->fixtures;
    uint64_t doors = 0;
    for (int64_t i = 0; i < fixtures->door_count; i++)
        doors += search->reach.any_held >> fixtures->doors[i].kind & 1;
    const uint64_t flood = rival_at_most(fixtures->door_count) * LFI_WORK_DOOR +
                           rival_at_most(fixtures->region_item_count) * LFI_WORK_ITEM +
                           rival_at_most(fixtures->sidestep_count) * LFI_WORK_SIDESTEP;
    search->rival.ahead = doors * flood;
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
    if (found < (even ? 2 : RIVAL_WAYS) || points->live_count <= points->found) return;
    const uint64_t ahead = search->work + left * (recent / (found / 2)) / 4 * 3;
    if (ahead > search->rival.ahead) search->rival.ahead = ahead;
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
