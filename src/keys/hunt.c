// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// keys: A* over (key point, key set).
//
// A state is the point where a key was just taken (or the start) and the set of keys found so far. Its
// successors are the keys that can be taken next. A flood over the points finds them: it passes the doors
// that the set opens and stops at every new key. Doors are passed inside such a flood and make no states of
// their own. States leave the queue in order of cost plus bound (bound.c), so the first one at the goal is a
// shortest route.
//
// A state is dropped when the same point was reached with the same keys at no greater cost (a hash table), or
// with more keys at no greater cost (dominance). Dominance compares a state only with the last few states of
// its point, because a full list costs more than it saves.
//
// A search that has not ended after some states gets a sharper bound (lfi_bound_sharpen). States that are in
// the queue by then are estimated again when they leave it, and go back if their estimate has grown. So short
// searches take the states, the time and the routes that they would take without it.
//
// When a limit is hit, the lowest cost plus bound in the queue is a proven lower bound.
//
// Time: one flood over points per state. Memory: 40 bytes per state.
#include "keys.h"

enum { HUNT_RECENT = 16 }; // states of a point that dominance compares with

/// What a round of help may take, and when it comes: after so many times hop_above states, and work that comes to so
/// many.
typedef struct hunt_round {
    int64_t beams;     // states of beams
    int64_t walks;     // walks of local search after that
    uint64_t patterns; // see lfi_patterns_begin
    int64_t after;     // 0: at once, if the one before it has made a pattern
} hunt_round;

/// A round that comes at once finds better routes, because the bound is better. In the last two there are tours, in the
/// last one with larger memories; they come after so many states (advance_above).
static const hunt_round hunt_rounds[] = {
    {200, 3000, 300000, 2},      {200, 3000, 0, 0},   {600, 15000, 3000000, 4},     {600, 15000, 0, 0},
    {2000, 60000, 24000000, 20}, {2000, 60000, 0, 0}, {20000, 600000, 200000000, 0}};

enum { HUNT_TOURS = 5, HUNT_MEMORIES = 6 }; // rounds

enum {
    HUNT_STATE_WORK = 1000,  // units of work that a state counts at least, before there is help
    HUNT_MEMORIES_AFTER = 3, // times the states after which tours come
    HUNT_HOPS_AGAIN = 8,     // of the work of the states: after so much more of it they go on
    HUNT_CUTS_WORK = 80,     // per open tile: what the floods for cuts take
    HUNT_CUTS_LEAST = 1 << 20,
    HUNT_BEAMS_SHARE = 8 // of the states: what beams may take without hops
};

enum { HUNT_FEW = 256 };    // states fit into the caches of a processor
enum { HUNT_REPORTS = 64 }; // states between two reports of progress

/// Stages of progress, of LFI_PACE_TOTAL. The ways take longer the larger the map is, and the search does
/// not: the ways took 97 % of the time with 9 million tiles, 20 keys and 200 doors, and less than 1 % with
/// 40,000 tiles and 64 keys. How long the search takes is unknown beforehand: it counts states of max_states.
enum { PACE_RELEVANT = 50, PACE_SHARED = 850, PACE_BOUND = 50, PACE_EVEN_TILES = 1 << 20 };

static int64_t pace_ways_end(const lf_keys_search *search) {
    const int64_t tiles = search->map->tile_count;
    return PACE_RELEVANT + PACE_SHARED * tiles / (tiles + PACE_EVEN_TILES);
}

static lfi_hunt_state *hunt_states(const lf_keys_search *search) {
    return LFI_ITEMS(lfi_hunt_state, search->hunt.states);
}

// ---------------------------------------------------------------------------------------------------
// States
// ---------------------------------------------------------------------------------------------------

static bool state_make(lf_keys_search *search, lfi_hunt_state state, uint32_t *out) {
    lfi_hunt *hunt = &search->hunt;
    const uint32_t number = hunt->chains.count;
    if ((int64_t)number >= search->max_states || number >= LFI_NONE - 1)
        return lfi_store_fail(&search->store, LF_LIMIT);
    if (!lfi_pool_reserve(&search->store, &hunt->states, (uint64_t)number + 1, sizeof state)) return false;
    hunt_states(search)[number] = state;
    *out = number;
    return lfi_chains_add(&search->store, &hunt->chains, lfi_state_hash(state.point, state.set));
}

/// Adds a state, or lowers its cost, unless the goal is out of reach from it.
static bool state_add(lf_keys_search *search, uint32_t point, uint64_t set, uint64_t cost, uint32_t parent) {
    if (point != LFI_TARGET && lfi_bound_is_hopeless(search, point, set, cost)) return true;
    uint32_t at = lfi_state_find(&search->hunt.chains, hunt_states(search), point, set), bound = 0;
    if (at != LFI_NONE && hunt_states(search)[at].cost <= cost) return true;
    if (point != LFI_TARGET && !lfi_bound_of(search, point, set, &bound)) return false;
    if (bound == LFI_FAR || cost + bound >= LFI_FAR || cost + bound >= search->anytime.best_cost) return true;
    const lfi_hunt_state state = {.set = set, .point = point, .cost = (uint32_t)cost, .parent = parent};
    if (at == LFI_NONE && !state_make(search, state, &at)) return false;
    hunt_states(search)[at].cost = state.cost;
    hunt_states(search)[at].parent = parent;
    return lfi_queue_push(&search->store, &search->hunt.queue, (cost + bound) << 32 | (uint32_t)~cost, at);
}

/// Whether one of the last states of this point has at least the same keys at no greater cost. If not, the
/// state is noted as one of the last.
static bool state_is_dominated(lf_keys_search *search, const lfi_hunt_state *state) {
    uint32_t *count = &LFI_ITEMS(uint32_t, search->hunt.recent_counts)[state->point];
    lfi_hunt_recent *recent =
        LFI_ITEMS(lfi_hunt_recent, search->hunt.recent) + (uint64_t)state->point * HUNT_RECENT;
    const uint32_t have = *count < HUNT_RECENT ? *count : HUNT_RECENT;
    for (uint32_t i = 0; i < have; i++)
        if ((state->set & ~recent[i].set) == 0 && recent[i].cost <= state->cost) return true;
    recent[(*count)++ % HUNT_RECENT] = (lfi_hunt_recent){state->set, state->cost};
    return false;
}

// ---------------------------------------------------------------------------------------------------
// The search
// ---------------------------------------------------------------------------------------------------

static bool hunt_begin(lf_keys_search *search) {
    lfi_hunt *hunt = &search->hunt;
    const uint64_t points = search->points.count;
    hunt->queue.count = 0;
    hunt->blunt = 0;
    if (!lfi_chains_clear(&search->store, &hunt->chains) ||
        !lfi_pool_reserve(&search->store, &hunt->recent, points * HUNT_RECENT, sizeof(lfi_hunt_recent)) ||
        !lfi_pool_reserve(&search->store, &hunt->recent_counts, points, sizeof(uint32_t)))
        return false;
    for (uint64_t i = 0; i < points; i++) LFI_ITEMS(uint32_t, hunt->recent_counts)[i] = 0;
    return state_add(search, LFI_START, 0, 0, LFI_NONE);
}

/// Points and bounds are made: begins the search.
static bool hunt_start(lf_keys_search *search) {
    search->hunt.ready = true;
    return hunt_begin(search) && lfi_rival_foresee_states(search);
}

static bool state_is_done(const lf_keys_search *search, const lfi_hunt_state *state) {
    if (lfi_keys_goal_has_target(search)) return state->point == LFI_TARGET;
    return (lfi_keys_asked(search) & ~(search->query.held | state->set)) == 0;
}

static bool state_expand(lf_keys_search *search, uint32_t at) {
    const lfi_hunt_state state = hunt_states(search)[at];
    const bool has_all = (lfi_keys_asked(search) & ~(search->query.held | state.set)) == 0,
               to_target = lfi_keys_goal_has_target(search) && has_all;
    search->work += search->hunt.chains.count < HUNT_FEW ? LFI_WORK_KEYS_FEW : LFI_WORK_KEYS;
    if (!lfi_steps_find(search, state.point, state.set) || !lfi_bound_leave(search, state.set)) return false;
    for (uint32_t i = 0; i < search->step_count; i++) {
        const lfi_step step = LFI_ITEMS(lfi_step, search->steps)[i];
        const lfi_poi *item = &LFI_ITEMS(lfi_poi, search->points.items)[step.point];
        if (step.point == LFI_TARGET && !to_target) continue;
        if (lfi_bound_is_detour(search, step.point, (uint64_t)state.cost + step.cost)) continue;
        const uint64_t set = state.set | (step.point == LFI_TARGET ? 0 : lfi_kind_bit(item->kind));
        if (!state_add(search, step.point, set, (uint64_t)state.cost + step.cost, at)) return false;
    }
    return true;
}

/// Sharpens the bound once the search has gone on for long.
static bool hunt_sharpen(lf_keys_search *search) {
    lfi_hunt *hunt = &search->hunt;
    if (hunt->sharpened || (int64_t)hunt->chains.count <= search->sharp_above) return true;
    hunt->sharpened = true;
    hunt->blunt = hunt->chains.count;
    return lfi_bound_sharpen(search);
}

/// Estimates a state again that is older than the sharp bound. *stays becomes false if the state was put back, or
/// if the goal is out of reach from it.
static bool state_estimate_again(lf_keys_search *search, lfi_heap_entry entry, bool *stays) {
    const lfi_hunt_state state = hunt_states(search)[entry.node];
    uint32_t bound;
    *stays = true;
    if (entry.node >= search->hunt.blunt || state.point == LFI_TARGET) return true;
    if (!lfi_bound_of(search, state.point, state.set, &bound)) return false;
    const uint64_t estimate = (uint64_t)state.cost + bound;
    if (estimate <= entry.priority >> 32) return true;
    *stays = false;
    if (bound == LFI_FAR || estimate >= search->anytime.best_cost) return true;
    return lfi_queue_push(&search->store, &search->hunt.queue, estimate << 32 | (uint32_t)~state.cost,
                          entry.node);
}

/// Shows a state that was just taken off.
static void state_show(const lf_keys_search *search, const lfi_hunt_state *state) {
    const lf_keys_query *query = &search->query;
    lf_tile tile = LFI_ITEMS(lfi_poi, search->points.items)[state->point].tile;
    if (state->point == LFI_START && query->source_count == 1) tile = query->sources[0].tile;
    if (state->point == LFI_TARGET && query->target_count == 1) tile = query->targets[0];
    const lf_keys_state shown = {
        .tile = tile, .held = query->held | state->set, .length = state->cost, .strategy = LF_KEYS};
    query->watch.state(&shown, query->watch.user);
}

/// Takes a state off the queue. Its number is in *end if it is at the goal, else LFI_NONE.
static bool hunt_take(lf_keys_search *search, uint32_t *end) {
    lfi_hunt *hunt = &search->hunt;
    const lfi_heap_entry entry = lfi_queue_pop(&hunt->queue);
    const lfi_hunt_state *state = &hunt_states(search)[entry.node];
    *end = LFI_NONE;
    if (entry.priority >> 32 >= search->anytime.best_cost) {
        hunt->queue.count = 0; // nothing that is left is better than the route of the beams
        return true;
    }
    if ((uint32_t)~entry.priority != state->cost) return true; // reached at a lower cost since then
    bool stays;
    if (!hunt_sharpen(search) || !state_estimate_again(search, entry, &stays)) return false;
    if (!stays) return true;
    const uint32_t estimate = (uint32_t)(entry.priority >> 32);
    if (estimate > hunt->bound) hunt->bound = estimate;
    if (++search->route.stats.states % HUNT_REPORTS == 0 &&
        !lfi_keys_part(search, hunt->chains.count, (uint64_t)search->max_states))
        return false;
    if (search->query.watch.state != NULL) state_show(search, state);
    if (!lfi_rival_catch_up(search, 0)) return false;
    if (state_is_done(search, state)) *end = entry.node;
    if (*end != LFI_NONE || state_is_dominated(search, state)) return true;
    return state_expand(search, entry.node);
}

/// Writes the tiles of the route to a state.
static bool hunt_trace(lf_keys_search *search, uint32_t end) {
    uint64_t count = 0;
    for (uint32_t at = end; at != LFI_NONE; at = hunt_states(search)[at].parent) {
        if (!lfi_pool_reserve(&search->store, &search->hunt.chain, count + 1, sizeof(uint32_t))) return false;
        LFI_ITEMS(uint32_t, search->hunt.chain)[count++] = at;
    }
    if (count == 1) return lfi_keys_add_tile(search, search->query.sources[0].tile); // nothing to do
    for (uint64_t i = count - 1; i > 0; i--) {
        const lfi_hunt_state from = hunt_states(search)[LFI_ITEMS(uint32_t, search->hunt.chain)[i]];
        const lfi_hunt_state to = hunt_states(search)[LFI_ITEMS(uint32_t, search->hunt.chain)[i - 1]];
        lfi_points_flood(search, from.point, search->query.held | from.set,
                         search->relevance.kinds & ~from.set, to.point);
        if (!lfi_points_append(search, from.point, to.point)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Stages
// ---------------------------------------------------------------------------------------------------

void lfi_hunt_begin(lf_keys_search *search) {
    search->hunt.bound = 0;
    search->hunt.ready = false;
    search->hunt.round = -1;
    search->hunt.sharpened = false;
    search->hunt.spent = search->hunt.hops_at = search->hunt.paid_work = search->hunt.paid_spent = 0;
    search->patterns.ready = false;
    search->patterns.root = 0;
    search->hops.ready = search->hops.hopeless = false;
    search->tours.ready = search->cuts.ready = false;
    search->hunt.root = search->tours.root = search->cuts.root = 0;
    search->cuts.count = 0;
    lfi_anytime_clear(search);
    search->hunt.stage = LFI_HUNT_REACH;
}

/// Proves that there is a route. LF_NO_ROUTE if there is none.
static lf_status hunt_reach(lf_keys_search *search) {
    bool met;
    if (!lfi_keys_stage(search, PACE_RELEVANT) || !lfi_reach_begin(search)) return search->store.failure;
    search->reach.turns = true;
    const bool done = lfi_reach_goal(search, 0, &met);
    search->reach.turns = false;
    if (!done) return search->store.failure;
    if (!met) return LF_NO_ROUTE;
    lfi_rival_foresee(search);
    search->hunt.stage = LFI_HUNT_AHEAD;
    return LF_PAUSED;
}

static bool hunt_step_ahead(lf_keys_search *search) {
    bool done;
    if (!lfi_rival_ahead(search, &done)) return false;
    if (!done) return true;
    search->hunt.stage = LFI_HUNT_RELEVANCE;
    return lfi_relevance_begin(search);
}

static bool hunt_step_relevance(lf_keys_search *search) {
    bool done;
    if (!lfi_relevance_step(search, &done)) return false;
    if (!done) return true;
    search->hunt.stage = LFI_HUNT_POINTS;
    if (!lfi_keys_stage(search, pace_ways_end(search)) || !lfi_points_begin(search)) return false;
    if (search->kept == NULL) lfi_rival_foresee_points(search);
    return true;
}

static bool hunt_step_points(lf_keys_search *search) {
    bool done;
    if (!lfi_rival_ahead(search, &done)) return false;
    if (!done) return true;
    if (!lfi_points_step(search, &done)) return false;
    if (!done) return true;
    search->hunt.stage = LFI_HUNT_BOUND;
    return lfi_keys_stage(search, pace_ways_end(search) + PACE_BOUND) && lfi_bound_begin(search);
}

static bool hunt_step_bound(lf_keys_search *search) {
    bool done;
    if (!lfi_bound_step(search, &done)) return false;
    if (!done) return true;
    search->hunt.stage = LFI_HUNT_STATES;
    return lfi_keys_stage(search, LFI_PACE_TOTAL) && hunt_start(search);
}

/// LF_PAUSED, unless something has failed.
static lf_status hunt_status(const lf_keys_search *search) {
    return search->store.failure == LF_OK ? LF_PAUSED : search->store.failure;
}

/// A bound that is weak at the start costs more per state than it saves.
static bool hunt_is_weak(uint32_t root, uint32_t best) {
    return (uint64_t)root * 10 < (uint64_t)best * 9;
}

static void hunt_choose_bounds(lf_keys_search *search) {
    uint32_t best = search->hunt.root;
    if (search->tours.ready && search->tours.root > best) best = search->tours.root;
    if (search->cuts.ready && search->cuts.root > best) best = search->cuts.root;
    if (hunt_is_weak(search->tours.root, best)) search->tours.ready = false;
    if (hunt_is_weak(search->cuts.root, best)) search->cuts.ready = false;
    search->bound.weak = search->tours.ready && hunt_is_weak(search->hunt.root, best);
}

/// Looks for a route, or for a shorter one.
static lf_status hunt_begin_beams(lf_keys_search *search) {
    const int64_t share = (int64_t)search->hunt.chains.count / HUNT_BEAMS_SHARE,
                  most = hunt_rounds[search->hunt.round].beams;
    const int64_t states = search->hops.ready || most < share ? most : share;
    search->hunt.stage = lfi_beams_begin(search, states) ? LFI_HUNT_BEAMS : LFI_HUNT_STATES;
    return hunt_status(search);
}

/// The states are estimated again. Without memory for tours the search goes on without them.
static bool hunt_end_tours(lf_keys_search *search) {
    if (search->store.failure == LF_LIMIT) search->store.failure = LF_OK;
    hunt_choose_bounds(search);
    search->hunt.blunt = search->hunt.chains.count;
    return search->store.failure == LF_OK && hunt_begin_beams(search) == LF_PAUSED;
}

/// Makes cuts, unless the floods for them take more than the states have taken, as on large maps.
static bool hunt_make_cuts(lf_keys_search *search) {
    const uint64_t floods = (uint64_t)search->map->open_count * HUNT_CUTS_WORK;
    return search->cuts.count > 0 || floods > search->hunt.spent + HUNT_CUTS_LEAST || lfi_cuts_begin(search);
}

/// Makes cuts and, unless these are much better than trees, begins with tours.
static bool hunt_begin_bounds(lf_keys_search *search) {
    uint32_t root;
    if (search->hunt.round >= HUNT_MEMORIES)
        return hunt_make_cuts(search) && (search->tours.root <= search->hunt.root || lfi_tours_grow(search));
    if (!lfi_bound_of(search, LFI_START, 0, &root)) return false;
    search->hunt.root = root;
    if (!hunt_make_cuts(search)) return false;
    search->tours.stage = LFI_TOURS_ENDED;
    return (uint64_t)search->cuts.root * 10 > (uint64_t)root * 11 || lfi_tours_begin(search);
}

static uint64_t hunt_now(const lf_keys_search *search) {
    return search->clock.now_ns != NULL ? search->clock.now_ns(search->clock.user) : 0;
}

/// Many states were taken, and no end is in sight: looks for a route, in later rounds with tours and cuts as bounds.
static lf_status hunt_begin_round(lf_keys_search *search, int round) {
    search->hunt.round = round;
    if (round >= HUNT_TOURS || hunt_rounds[round].after > 0) {
        search->hunt.paid_work = search->work;
        search->hunt.paid_spent = search->hunt.spent;
    }
    if (round < HUNT_TOURS) return hunt_begin_beams(search);
    const uint64_t begin = hunt_now(search);
    search->hunt.stage = LFI_HUNT_TOURS;
    if (!hunt_begin_bounds(search)) hunt_end_tours(search);
    search->route.stats.bounds_ns += (int64_t)(hunt_now(search) - begin);
    return hunt_status(search);
}

/// No state is left that is better than the route of the beams.
static lf_status hunt_take_beams(lf_keys_search *search) {
    if (search->anytime.best_cost == UINT64_MAX)
        return LF_E_INTERNAL; // the flood over regions found a route, so one of the two is wrong
    return lfi_beams_trace(search) ? LF_OK : search->store.failure;
}

/// Back to the states, with hops, or with as much of them as there is. Without memory for hops they go on with floods.
static bool hunt_end_hops(lf_keys_search *search) {
    lfi_hunt *hunt = &search->hunt;
    if (search->store.failure != LF_OK) search->hops.hopeless = true;
    if (search->store.failure == LF_LIMIT) search->store.failure = LF_OK;
    hunt->stage = LFI_HUNT_STATES;
    hunt->hops_at = search->hops.ready || search->hops.hopeless ? UINT64_MAX
                                                                : hunt->spent + hunt->spent / HUNT_HOPS_AGAIN;
    if (search->hops.ready && hunt->round < HUNT_TOURS) { // all help is worth more now
        hunt->round = -1;
        hunt->paid_work = search->work;
        hunt->paid_spent = hunt->spent;
    }
    return search->store.failure == LF_OK;
}

static lf_status hunt_begin_hops(lf_keys_search *search) {
    const bool first = search->hunt.hops_at == 0;
    search->hunt.stage = LFI_HUNT_HOPS;
    if (first && !lfi_hops_begin(search)) hunt_end_hops(search);
    return hunt_status(search);
}

/// Hops take what the states have taken, at most.
static bool hunt_step_hops(lf_keys_search *search) {
    const uint64_t spent = search->hunt.spent, most = spent > search->hops_least ? spent : search->hops_least;
    bool done;
    if (!lfi_hops_step(search, most, &done) || done) return hunt_end_hops(search);
    return lfi_rival_catch_up(search, 0);
}

/// Whether so many states were taken, or work that comes to so many, whichever is less.
static bool hunt_is_past(const lf_keys_search *search, int64_t after) {
    const lfi_hunt *hunt = &search->hunt;
    const int64_t states = (int64_t)hunt->chains.count, work = (int64_t)(hunt->spent / HUNT_STATE_WORK);
    return (states < work ? states : work) / after > search->hop_above;
}

/// Whether the states since the last round of help have taken as much as it has: so help takes as much as they do, and
/// the next round, at most.
static bool hunt_has_paid(const lf_keys_search *search) {
    const uint64_t states = search->hunt.spent - search->hunt.paid_spent;
    return 2 * states >= search->work - search->hunt.paid_work;
}

/// Whether it is time for a round.
static bool hunt_wants_round(const lf_keys_search *search, int round) {
    const int64_t states = (int64_t)search->hunt.chains.count;
    if (round == HUNT_TOURS) return states > search->advance_above;
    if (round == HUNT_MEMORIES) return states / HUNT_MEMORIES_AFTER > search->advance_above;
    if (round > HUNT_MEMORIES) return false;
    return hunt_rounds[round].after == 0 ||
           (hunt_has_paid(search) && hunt_is_past(search, hunt_rounds[round].after));
}

/// Begins what a search that has come so far is worth.
static lf_status hunt_help(lf_keys_search *search) {
    lfi_hunt *hunt = &search->hunt;
    if (hunt->spent >= hunt->hops_at && hunt_is_past(search, hunt_rounds[0].after))
        return hunt_begin_hops(search);
    int round = hunt->round + 1;
    if (round < HUNT_TOURS && hunt_rounds[round].after == 0 && !search->patterns.ready) round++;
    if (round < HUNT_TOURS && hunt_wants_round(search, HUNT_TOURS)) round = HUNT_TOURS;
    return hunt_wants_round(search, round) ? hunt_begin_round(search, round) : LF_PAUSED;
}

static lf_status hunt_step_states(lf_keys_search *search) {
    lfi_hunt *hunt = &search->hunt;
    uint32_t end = LFI_NONE;
    if (hunt->queue.count == 0) return hunt_take_beams(search);
    const uint64_t before = search->work;
    const bool done = hunt_take(search, &end);
    hunt->spent += search->work - before;
    search->route.stats.generated = (int64_t)hunt->chains.count;
    if (!done) return search->store.failure;
    if (end != LFI_NONE) return hunt_trace(search, end) ? LF_OK : search->store.failure;
    return hunt_help(search);
}

static bool hunt_step_beams(lf_keys_search *search) {
    const int64_t walks = hunt_rounds[search->hunt.round].walks;
    if (lfi_beams_step(search)) return lfi_rival_catch_up(search, 0);
    if (search->store.failure == LF_LIMIT) search->store.failure = LF_OK; // what they have found is of use
    search->hunt.stage = lfi_polish_begin(search, walks) ? LFI_HUNT_POLISH : LFI_HUNT_STATES;
    return search->store.failure == LF_OK;
}

/// Back to the states, which are estimated again. Without memory for patterns they go on without.
static bool hunt_end_patterns(lf_keys_search *search) {
    if (search->store.failure == LF_LIMIT) search->store.failure = LF_OK;
    search->hunt.stage = LFI_HUNT_STATES;
    search->hunt.blunt = search->hunt.chains.count;
    return search->store.failure == LF_OK;
}

static bool hunt_begin_patterns(lf_keys_search *search) {
    const uint64_t most = hunt_rounds[search->hunt.round].patterns;
    const bool makes = LFI_HAS_PATTERNS && most > 0;
    search->hunt.stage = makes ? LFI_HUNT_PATTERNS : LFI_HUNT_STATES;
    return !makes || lfi_patterns_begin(search, most) || hunt_end_patterns(search);
}

static bool hunt_step_patterns(lf_keys_search *search) {
    bool done;
    if (!lfi_patterns_step(search, &done) || done) return hunt_end_patterns(search);
    return lfi_rival_catch_up(search, 0);
}

static bool hunt_step_polish(lf_keys_search *search) {
    if (lfi_polish_step(search)) return lfi_rival_catch_up(search, 0);
    if (!lfi_polish_end(search) && search->store.failure == LF_LIMIT) search->store.failure = LF_OK;
    return search->store.failure == LF_OK && hunt_begin_patterns(search);
}

static bool hunt_step_tours(lf_keys_search *search) {
    bool done;
    if (!lfi_tours_step(search, &done)) return hunt_end_tours(search);
    if (!done) return lfi_rival_catch_up(search, 0);
    return hunt_end_tours(search);
}

static bool hunt_step_stage(lf_keys_search *search, lfi_hunt_stage stage) {
    if (stage == LFI_HUNT_RELEVANCE) return hunt_step_relevance(search);
    if (stage == LFI_HUNT_BOUND) return hunt_step_bound(search);
    if (stage == LFI_HUNT_HOPS) return hunt_step_hops(search);
    if (stage == LFI_HUNT_BEAMS) return hunt_step_beams(search);
    if (stage == LFI_HUNT_POLISH) return hunt_step_polish(search);
    if (stage == LFI_HUNT_TOURS) return hunt_step_tours(search);
    if (LFI_HAS_PATTERNS && stage == LFI_HUNT_PATTERNS) return hunt_step_patterns(search);
    return hunt_step_points(search);
}

/// A piece of a stage that prepares the search. Doors and ways are timed together, and so is what looks for bounds.
static bool hunt_prepare(lf_keys_search *search) {
    const lfi_hunt_stage stage = search->hunt.stage;
    if (stage == LFI_HUNT_AHEAD) return hunt_step_ahead(search);
    const bool ways = stage == LFI_HUNT_RELEVANCE || stage == LFI_HUNT_POINTS;
    const uint64_t begin = hunt_now(search);
    const bool done = hunt_step_stage(search, stage);
    *(ways ? &search->route.stats.ways_ns : &search->route.stats.bounds_ns) +=
        (int64_t)(hunt_now(search) - begin);
    return done;
}

lf_status lfi_hunt_step(lf_keys_search *search) {
    if (search->hunt.stage == LFI_HUNT_REACH) return hunt_reach(search);
    if (search->hunt.stage == LFI_HUNT_STATES) return hunt_step_states(search);
    return hunt_prepare(search) ? LF_PAUSED : search->store.failure;
}
