// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The search over states: where the heroes stand, and bits.
//
// States are taken in the order of length and bound (A*). A state is followed again if a shorter way to it
// turns up, so bounds need not agree with each other. Every fourth state is the one that lacks least instead,
// until a route is known: so there mostly is one at a limit. A route that is known cuts off what cannot be
// shorter, and if nothing is left it is the shortest.
//
// Not all states are followed:
//
//  - Dominance, for a single hero: a state is left out if one of the last 16 at the same point is as short,
//    and better or equal in each bit: keys and visits that it lacks, tiles that have shut. Locks and barriers
//    must be the same, because a key may be worth more than a door, and a barrier may be wanted either way.
//    Whatever is possible after the one is possible after the other, move by move, because nothing in the
//    rules asks for the lack of a key.
//  - Turns, for several heroes, where nothing shuts: a hero who has begun to move goes on until he changes a
//    bit or stands on a target. What he walks before another hero changes something can be walked after that
//    just as well, as open stays open. Where something shuts it may be too late then, and heroes may move in
//    any order.
//
// Time: O(log states) per state and edge. Memory: 24 bytes per state for itself, 32 in two queues, 12 in the
// table, and 4 per hero and per 32 bits.
#include "puzzle.h"

#include <string.h>

enum { GREEDY_TURN = 4, DOMINANCE_LOOK = 16, LACKING_SHIFT = 40 };

#define QUEST_NO_STATE UINT32_MAX

/// A state outside of the table.
typedef struct quest_view {
    uint32_t at[LF_MAX_HEROES]; ///< points
    uint32_t turn;              ///< the hero who has to go on; their number for any
    lfi_bits bits;
} quest_view;

static lfi_quest_state *quest_state(const lf_puzzle_search *search, uint32_t state) {
    return &LFI_ITEMS(lfi_quest_state, search->states)[state];
}

static uint32_t *packed_of(const lf_puzzle_search *search, uint32_t state) {
    return &LFI_ITEMS(uint32_t, search->packed)[(uint64_t)state * search->packed_words];
}

/// Heroes take turns only if there are several, and nothing shuts.
static bool quest_has_turns(const lf_puzzle_search *search) {
    return search->heroes > 1 && !search->rules.shuts;
}

static void view_pack(const lf_puzzle_search *search, const quest_view *view, uint32_t *packed) {
    for (int h = 0; h < search->heroes; h++) *packed++ = view->at[h];
    if (quest_has_turns(search)) *packed++ = view->turn;
    for (int i = 0; i < search->rules.word_count; i++) *packed++ = view->bits.words[i];
}

static void view_unpack(const lf_puzzle_search *search, uint32_t state, quest_view *view) {
    const uint32_t *packed = packed_of(search, state);
    *view = (quest_view){.turn = (uint32_t)search->heroes};
    for (int h = 0; h < search->heroes; h++) view->at[h] = *packed++;
    if (quest_has_turns(search)) view->turn = *packed++;
    for (int i = 0; i < search->rules.word_count; i++) view->bits.words[i] = *packed++;
}

static uint64_t packed_hash(const uint32_t *packed, uint32_t count) {
    uint64_t hash = 0;
    for (uint32_t i = 0; i < count; i++) {
        hash = (hash ^ packed[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    return hash;
}

// ---------------------------------------------------------------------------------------------------
// Meeting states
// ---------------------------------------------------------------------------------------------------

/// Whether the first bits are as good as the others for whatever may follow.
static bool bits_dominate(const lf_puzzle_search *search, const uint32_t *a, const uint32_t *b) {
    const lfi_rules *rules = &search->rules;
    for (int i = 0; i < rules->word_count; i++) {
        const uint32_t good = rules->good.words[i], bad = rules->bad.words[i];
        if (((a[i] ^ b[i]) & ~(good | bad)) != 0 || (b[i] & ~a[i] & good) != 0 || (a[i] & ~b[i] & bad) != 0)
            return false;
    }
    return true;
}

/// Whether a state at the same point makes this one useless.
static bool view_is_dominated(const lf_puzzle_search *search, const quest_view *view, uint64_t length) {
    if (search->heroes > 1) return false;
    uint32_t state = LFI_ITEMS(uint32_t, search->last_here)[view->at[0]];
    for (int i = 0; i < DOMINANCE_LOOK && state != QUEST_NO_STATE;
         i++, state = quest_state(search, state)->here)
        if (quest_state(search, state)->length <= length &&
            bits_dominate(search, packed_of(search, state) + 1, view->bits.words))
            return true;
    return false;
}

/// The state in the table; QUEST_NO_STATE if it is not there.
static uint32_t quest_find(const lf_puzzle_search *search, const uint32_t *packed, uint64_t hash) {
    uint32_t i = lfi_chains_first(&search->table, hash);
    while (i != LFI_CHAIN_END &&
           memcmp(packed_of(search, i), packed, search->packed_words * sizeof *packed) != 0)
        i = lfi_chains_next(&search->table, i);
    return i;
}

/// Adds a state to the table. False if there is no memory, or too many states.
static bool quest_add(lf_puzzle_search *search, const uint32_t *packed, uint64_t hash,
                      const quest_view *view) {
    const uint32_t state = search->state_count;
    if ((int64_t)state >= search->max_states) return lfi_store_fail(&search->store, LF_LIMIT);
    const uint64_t words = ((uint64_t)state + 1) * search->packed_words;
    if (!lfi_pool_reserve(&search->store, &search->states, (uint64_t)state + 1, sizeof(lfi_quest_state)) ||
        !lfi_pool_reserve(&search->store, &search->packed, words, sizeof *packed) ||
        !lfi_chains_add(&search->store, &search->table, hash))
        return false;
    search->state_count++;
    memcpy(packed_of(search, state), packed, search->packed_words * sizeof *packed);
    *quest_state(search, state) = (lfi_quest_state){.length = UINT64_MAX, .here = QUEST_NO_STATE};
    for (int i = 0; i < search->rules.word_count; i++) search->ever.words[i] |= view->bits.words[i];
    if (search->heroes > 1) return true;
    uint32_t *last = &LFI_ITEMS(uint32_t, search->last_here)[view->at[0]];
    quest_state(search, state)->here = *last;
    *last = state;
    return true;
}

/// Whether the goal holds in a state.
static bool view_is_goal(const lf_puzzle_search *search, const quest_view *view) {
    for (int h = 0; search->has_exit && h < search->heroes; h++)
        if (!lfi_mesh_point_at(search, view->at[h])->is_target) return false;
    return lfi_rules_goal_holds(search, &view->bits);
}

/// Puts a state into the queues: by length and bound, and by what is still lacking and bound.
static bool quest_push(lf_puzzle_search *search, uint32_t state, const lfi_bits *bits, uint64_t length,
                       uint64_t rest) {
    if (!lfi_queue_push(&search->store, &search->open, length + rest, state)) return false;
    if (search->best != QUEST_NO_STATE) return true;
    uint64_t lacking = (uint64_t)(search->rules.place_count - lfi_rules_visited(search, bits));
    for (uint64_t kinds = search->rules.live_kinds; kinds != 0; kinds &= kinds - 1)
        lacking += (uint64_t)lfi_rules_lacking(search, bits, lfi_lowest_bit(kinds));
    return lfi_queue_push(&search->store, &search->greedy, lacking << LACKING_SHIFT | rest, state);
}

/// Meets a state by a move or a way of a hero. False if there is no memory.
static bool quest_meet(lf_puzzle_search *search, const quest_view *view, lfi_quest_state how) {
    uint32_t packed[LF_MAX_HEROES + 1 + LFI_BIT_WORDS] = {0};
    if (how.length >= search->best_length) return true;
    view_pack(search, view, packed);
    const uint64_t hash = packed_hash(packed, search->packed_words);
    uint32_t state = quest_find(search, packed, hash);
    if (state != QUEST_NO_STATE && quest_state(search, state)->length <= how.length) return true;
    if (state == QUEST_NO_STATE && view_is_dominated(search, view, how.length)) return true;
    const bool is_goal = view_is_goal(search, view);
    const uint64_t rest = is_goal ? 0 : lfi_reckon(search, view->at, &view->bits);
    if (rest == UINT64_MAX || how.length + rest >= search->best_length) return true;
    if (state == QUEST_NO_STATE) {
        if (!quest_add(search, packed, hash, view)) return false;
        state = search->state_count - 1;
    }
    how.here = quest_state(search, state)->here;
    *quest_state(search, state) = how;
    if (!is_goal) return quest_push(search, state, &view->bits, how.length, rest);
    search->best = state;
    search->best_length = how.length;
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Following states
// ---------------------------------------------------------------------------------------------------

/// A state that is followed.
typedef struct quest_from {
    lf_puzzle_search *search;
    uint32_t state;
    uint64_t length;
    quest_view view;
    int hero;        ///< who moves
    uint32_t device; ///< where he stands
    lfi_bits left;   ///< the bits when he has left it
    bool failed;     ///< there is no memory
} quest_from;

static const lfi_bits *from_bits(const quest_from *from) {
    return &from->view.bits;
}

/// The hero has come to a point.
static void from_arrive(quest_from *from, uint32_t point, uint64_t moves) {
    lf_puzzle_search *search = from->search;
    const lfi_mesh_point *there = lfi_mesh_point_at(search, point);
    quest_view next = from->view;
    next.at[from->hero] = point;
    next.bits = from->left;
    if (there->device != LFI_NO_DEVICE) lfi_rules_enter(search, &next.bits, there->device);
    lfi_rules_settle(search, &next.bits);
    const bool changed = memcmp(&next.bits, from_bits(from), sizeof next.bits) != 0;
    next.turn = (uint32_t)(changed || there->is_target ? search->heroes : from->hero);
    const lfi_quest_state how = {.length = from->length + moves,
                                 .parent = from->state,
                                 .hero = (uint8_t)from->hero,
                                 .by_way = moves > 1};
    if (!quest_meet(search, &next, how)) from->failed = true;
}

/// Ways over bare floor: he leaves where he stands before he comes anywhere.
static void from_try_ways(quest_from *from, uint32_t point) {
    lf_puzzle_search *search = from->search;
    if (!lfi_mesh_ways(search, point)) {
        from->failed = true;
        return;
    }
    const lfi_mesh_point *here = lfi_mesh_point_at(search, point);
    for (uint32_t i = 0; i < here->way_count && !from->failed; i++) {
        const lfi_mesh_way way = LFI_ITEMS(lfi_mesh_way, search->ways)[here->ways + i];
        const uint32_t device = lfi_mesh_point_at(search, way.to)->device;
        if (device == LFI_NO_DEVICE || lfi_rules_lets_in(search, &from->left, device))
            from_arrive(from, way.to, way.length);
    }
    search->work += (uint64_t)here->way_count * LFI_UNIT_EDGE;
}

/// The open tiles around a point, without those that are shut.
static unsigned from_around(const quest_from *from, const lfi_mesh_point *here) {
    const lf_map *map = from->search->map;
    unsigned around = lfi_bits_around(map->open, lfi_map_spot(map, here->tile), map->stride);
    for (int k = 0; here->is_beset && k < LFI_AROUND; k++) {
        if (here->beside[k] == LFI_NO_POINT) continue;
        const uint32_t device = lfi_mesh_point_at(from->search, here->beside[k])->device;
        if (device != LFI_NO_DEVICE && lfi_rules_is_shut(from->search, from_bits(from), device))
            around &= ~(1u << k);
    }
    return around;
}

/// Single moves to points beside this one. A locked door opens for him, but not for the corner rule.
static void from_try_moves(quest_from *from, const lfi_mesh_point *here) {
    const lf_puzzle_search *search = from->search;
    const unsigned around = from_around(from, here);
    for (int k = 0; k < LFI_AROUND && !from->failed; k++) {
        const uint32_t to = here->beside[k];
        if (to == LFI_NO_POINT) continue;
        const uint32_t device = lfi_mesh_point_at(search, to)->device;
        if ((search->map->allowed[around | 1u << k] >> k & 1) == 0 ||
            !lfi_mesh_heads(search, from->device, device, k))
            continue;
        if (device == LFI_NO_DEVICE || lfi_rules_lets_in(search, from_bits(from), device))
            from_arrive(from, to, 1);
    }
}

static void from_try_rings(quest_from *from, uint32_t point) {
    const lf_puzzle_search *search = from->search;
    uint32_t to = lfi_mesh_point_at(search, point)->ring;
    for (; to != LFI_NO_POINT && to != point && !from->failed; to = lfi_mesh_point_at(search, to)->ring)
        if (lfi_rules_lets_in(search, from_bits(from), lfi_mesh_point_at(search, to)->device))
            from_arrive(from, to, 1);
}

/// Follows a state: every move of every hero who may move. False if there is no memory.
static bool quest_follow(lf_puzzle_search *search, uint32_t state) {
    quest_from from = {.search = search, .state = state, .length = quest_state(search, state)->length};
    view_unpack(search, state, &from.view);
    const uint32_t turn = from.view.turn;
    for (int h = 0; h < search->heroes && !from.failed; h++) {
        if (turn != (uint32_t)search->heroes && turn != (uint32_t)h) continue;
        const uint32_t point = from.view.at[h];
        from.hero = h;
        from.device = lfi_mesh_point_at(search, point)->device;
        from.left = from.view.bits;
        if (from.device != LFI_NO_DEVICE) lfi_rules_leave(search, &from.left, from.device);
        from_try_moves(&from, lfi_mesh_point_at(search, point));
        from_try_rings(&from, point);
        if (!from.failed) from_try_ways(&from, point);
    }
    search->work += LFI_UNIT_STATE;
    return !from.failed;
}

/// Takes the next state off a queue; QUEST_NO_STATE if it was followed already.
static uint32_t quest_take(lf_puzzle_search *search, lfi_queue *queue) {
    const lfi_heap_entry entry = lfi_queue_pop(queue);
    lfi_quest_state *state = quest_state(search, entry.node);
    if (state->is_done) return QUEST_NO_STATE;
    state->is_done = true;
    return entry.node;
}

lf_status lfi_quest_step(lf_puzzle_search *search) {
    const uint64_t least =
        search->open.count > 0 ? LFI_ITEMS(lfi_heap_entry, search->open.entries)[0].priority : UINT64_MAX;
    if (least >= search->best_length) {
        search->bound = search->best_length;
        return search->best != QUEST_NO_STATE ? LF_OK : LF_NO_ROUTE;
    }
    if (least > search->bound) search->bound = least;
    // Until a route is known both queues get the same states, and `open` loses more of them.
    const bool greedy = search->best == QUEST_NO_STATE && search->turn % GREEDY_TURN == 0;
    search->turn++;
    const uint32_t state = quest_take(search, greedy ? &search->greedy : &search->open);
    if (state == QUEST_NO_STATE) return LF_PAUSED;
    search->route.stats.states++;
    return quest_follow(search, state) ? LF_PAUSED : search->store.failure;
}

// ---------------------------------------------------------------------------------------------------
// Ends
// ---------------------------------------------------------------------------------------------------

/// Heroes on these sources, in this order, as they begin.
static bool quest_meet_first(lf_puzzle_search *search, const lf_source *sources) {
    quest_view view = {.turn = (uint32_t)search->heroes};
    for (int h = 0; h < search->heroes; h++) {
        view.at[h] = lfi_mesh_find(search, sources[h].tile);
        const uint32_t device = lfi_mesh_point_at(search, view.at[h])->device;
        if (device != LFI_NO_DEVICE) lfi_rules_enter(search, &view.bits, device);
    }
    lfi_rules_settle(search, &view.bits);
    return quest_meet(search, &view, (lfi_quest_state){.length = 0, .parent = QUEST_NO_STATE});
}

bool lfi_quest_begin(lf_puzzle_search *search) {
    search->packed_words =
        (uint32_t)(search->heroes + (quest_has_turns(search) ? 1 : 0) + search->rules.word_count);
    search->state_count = 0;
    search->open.count = search->greedy.count = 0;
    search->best = QUEST_NO_STATE;
    search->best_length = UINT64_MAX;
    search->bound = search->turn = 0;
    memset(&search->ever, 0, sizeof search->ever);
    if (!lfi_pool_reserve(&search->store, &search->last_here, search->point_count, sizeof(uint32_t)) ||
        !lfi_chains_clear(&search->store, &search->table))
        return false;
    memset(search->last_here.items, 0xff, (size_t)search->point_count * sizeof(uint32_t));
    const int64_t begins = search->query.together ? 1 : search->query.source_count;
    for (int64_t i = 0; i < begins; i++)
        if (!quest_meet_first(search, &search->query.sources[i])) return false;
    return true;
}

/// The states from the first to the best. False if there is no memory.
static bool chain_make(lf_puzzle_search *search, uint64_t *count) {
    *count = 0;
    for (uint32_t state = search->best; state != QUEST_NO_STATE; state = quest_state(search, state)->parent) {
        if (!lfi_pool_reserve(&search->store, &search->chain, *count + 1, sizeof(uint32_t))) return false;
        LFI_ITEMS(uint32_t, search->chain)[(*count)++] = state;
    }
    return true;
}

bool lfi_quest_trace(lf_puzzle_search *search) {
    uint64_t count;
    search->route.step_count = 0;
    if (!chain_make(search, &count)) return false;
    quest_view view;
    view_unpack(search, LFI_ITEMS(uint32_t, search->chain)[count - 1], &view);
    for (int h = 0; h < search->heroes; h++)
        if (!lfi_puzzle_add_step(search, h, lfi_mesh_point_at(search, view.at[h])->tile)) return false;
    for (uint64_t i = count - 1; i-- > 0;) {
        const uint32_t state = LFI_ITEMS(uint32_t, search->chain)[i];
        const lfi_quest_state *how = quest_state(search, state);
        const uint32_t from = view.at[how->hero], to = packed_of(search, state)[how->hero];
        const bool added = how->by_way
                               ? lfi_mesh_trace(search, from, to, how->hero)
                               : lfi_puzzle_add_step(search, how->hero, lfi_mesh_point_at(search, to)->tile);
        if (!added) return false;
        view.at[how->hero] = to;
    }
    return true;
}
