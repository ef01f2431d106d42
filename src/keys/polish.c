// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Local search over the order of keys: makes a route of the beams shorter.
//
// A route is a list of keys. Its length follows from the list by hops (hops.c): each key is gone to by the cheapest
// hop whose doors are open by then, and a key that lies on such a hop is taken as well. A change of the list is tried
// by walking it again from where it differs: a few nanoseconds per key. Changes are: a few keys go to another place,
// a part is turned round, a key is left out, put in, or taken from another copy. When none of them helps, a few random
// changes are made to the best list, and it begins anew. A shorter list stays. The random numbers are the same in every
// run.
//
// A short route is worth much to a long search: nothing is followed that cannot be shorter.
//
// Time: given by the caller, in walks. Memory: some lists of at most 64 keys.
#include "keys.h"

#include <string.h>

enum {
    POLISH_PART = 3,    // keys that go to another place together
    POLISH_KICKS = 3,   // random changes before it begins anew
    POLISH_PATIENCE = 8 // walks without a gain, by what all changes of a list come to
};

/// Where a walk over a list stands.
typedef struct polish_walk {
    uint64_t set, cost;
    uint32_t row;
} polish_walk;

static uint64_t polish_bit(const lf_keys_search *search, uint32_t column) {
    const uint32_t point = LFI_ITEMS(uint32_t, search->hops.keys)[column];
    return lfi_kind_bit(LFI_ITEMS(lfi_poi, search->points.items)[point].kind);
}

/// Goes to a key, unless its kind is held. False if there is no way.
static bool walk_to(const lf_keys_search *search, polish_walk *walk, uint32_t column) {
    const uint64_t bit = column < search->hops.key_count ? polish_bit(search, column) : 0;
    if ((walk->set & bit) != 0) return true;
    const lfi_hop *hop = lfi_hops_find(search, walk->row, column, walk->set);
    if (hop == NULL) return false;
    walk->set |= hop->pass | bit;
    walk->cost += hop->cost;
    walk->row = column + 1;
    return true;
}

/// The length of a list, from where a walk stands; UINT64_MAX if it is no route or not shorter than `below`.
static uint64_t walk_extend(const lf_keys_search *search, polish_walk walk, const uint8_t *list,
                            uint32_t count, uint64_t below) {
    for (uint32_t i = 0; i < count; i++)
        if (!walk_to(search, &walk, list[i]) || walk.cost >= below) return UINT64_MAX;
    if ((lfi_keys_asked(search) & ~(search->query.held | walk.set)) != 0) return UINT64_MAX;
    if (lfi_keys_goal_has_target(search) && !walk_to(search, &walk, search->hops.key_count))
        return UINT64_MAX;
    return walk.cost < below ? walk.cost : UINT64_MAX;
}

static polish_walk walk_before(const lf_keys_search *search, const uint8_t *list, uint32_t count) {
    polish_walk walk = {0};
    for (uint32_t i = 0; i < count; i++) walk_to(search, &walk, list[i]);
    return walk;
}

// ---------------------------------------------------------------------------------------------------
// Changes
// ---------------------------------------------------------------------------------------------------

/// Tries a changed list, whose first `same` keys are those of the list. True if it is shorter, and is the list now.
static bool polish_try(lf_keys_search *search, const lfi_polish_list *changed, uint32_t same,
                       const polish_walk *walk) {
    lfi_polish *polish = &search->polish;
    polish->walks_left--;
    search->work += LFI_WORK_WALK;
    const uint64_t cost =
        walk_extend(search, *walk, changed->keys + same, changed->count - same, polish->now.cost);
    if (cost == UINT64_MAX) return false;
    polish->now = *changed;
    polish->now.cost = cost;
    return true;
}

/// The list without some keys from a place on.
static lfi_polish_list list_without(const lfi_polish_list *list, uint32_t at, uint32_t count) {
    lfi_polish_list rest = *list;
    rest.count -= count;
    memmove(rest.keys + at, list->keys + at + count, rest.count - at);
    return rest;
}

/// The list with keys put in at a place.
static lfi_polish_list list_with(const lfi_polish_list *list, uint32_t at, const uint8_t *keys,
                                 uint32_t count) {
    lfi_polish_list more = *list;
    more.count += count;
    memmove(more.keys + at + count, list->keys + at, list->count - at);
    memcpy(more.keys + at, keys, count);
    return more;
}

/// Moves some keys from a place to any other, also the other way round; or leaves them out.
static bool polish_move(lf_keys_search *search, uint32_t from, uint32_t count) {
    const lfi_polish_list list = search->polish.now, rest = list_without(&list, from, count);
    uint8_t part[POLISH_PART], turned[POLISH_PART];
    memcpy(part, list.keys + from, count);
    for (uint32_t i = 0; i < count; i++) turned[i] = part[count - 1 - i];
    polish_walk walk = {0};
    for (uint32_t to = 0; to <= rest.count; to++) {
        const uint32_t same = to < from ? to : from;
        lfi_polish_list changed = list_with(&rest, to, part, count);
        if (to != from && polish_try(search, &changed, same, &walk)) return true;
        changed = list_with(&rest, to, turned, count);
        if (count > 1 && polish_try(search, &changed, same, &walk)) return true;
        if (to < from) walk_to(search, &walk, list.keys[to]);
    }
    return count == 1 && polish_try(search, &rest, from, &walk);
}

/// Turns a part of the list round, from a place on.
static bool polish_turn(lf_keys_search *search, uint32_t from) {
    lfi_polish_list changed = search->polish.now;
    const polish_walk walk = walk_before(search, changed.keys, from);
    for (uint32_t end = from + 2; end <= changed.count; end++) {
        memmove(changed.keys + from + 1, changed.keys + from, end - 1 - from);
        changed.keys[from] = search->polish.now.keys[end - 1];
        if (end > from + POLISH_PART && polish_try(search, &changed, from, &walk)) return true;
    }
    return false;
}

/// Puts a key in at a place: a new one, or a copy of one that comes later or came before.
static bool polish_put(lf_keys_search *search, uint32_t at) {
    const lfi_polish_list list = search->polish.now;
    const polish_walk walk = walk_before(search, list.keys, at);
    if (list.count == LF_MAX_KINDS) return false;
    for (uint32_t c = 0; c < search->hops.key_count; c++) {
        const uint8_t key = (uint8_t)c;
        const uint64_t bit = polish_bit(search, c);
        if ((walk.set & bit) != 0) continue;
        lfi_polish_list changed = list_with(&list, at, &key, 1);
        if (polish_try(search, &changed, at, &walk)) return true;
        for (uint32_t i = at + 1; i < changed.count; i++) { // instead of the one that comes later
            if (polish_bit(search, changed.keys[i]) != bit) continue;
            changed = list_without(&changed, i, 1);
            break;
        }
        if (at < list.count) { // and instead of the one at this place
            changed = list_without(&list, at, 1);
            changed = list_with(&changed, at, &key, 1);
            if (polish_try(search, &changed, at, &walk)) return true;
        }
    }
    return false;
}

// ---------------------------------------------------------------------------------------------------
// The search
// ---------------------------------------------------------------------------------------------------

static uint32_t polish_random(lfi_polish *polish, uint32_t below) {
    polish->random = lfi_set_hash(polish->random + 1);
    return (uint32_t)(polish->random >> 32) % below;
}

/// Leaves out keys that are held when their turn comes.
static void list_tidy(const lf_keys_search *search, lfi_polish_list *list) {
    polish_walk walk = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const uint8_t key = list->keys[i];
        if ((walk.set & polish_bit(search, key)) != 0) continue;
        walk_to(search, &walk, key);
        list->keys[count++] = key;
    }
    list->count = count;
}

/// A few random changes of the best list that leave it a route.
static void polish_kick(lf_keys_search *search) {
    lfi_polish *polish = &search->polish;
    polish->now = polish->best;
    for (int i = 0; i < POLISH_KICKS && polish->now.count > 1; i++) {
        const lfi_polish_list list = polish->now;
        const uint32_t most = list.count < POLISH_PART ? list.count : POLISH_PART,
                       count = 1 + polish_random(polish, most),
                       from = polish_random(polish, list.count - count + 1);
        const lfi_polish_list rest = list_without(&list, from, count);
        lfi_polish_list changed =
            list_with(&rest, polish_random(polish, rest.count + 1), list.keys + from, count);
        polish->walks_left--;
        changed.cost = walk_extend(search, (polish_walk){0}, changed.keys, changed.count, UINT64_MAX);
        if (changed.cost != UINT64_MAX) polish->now = changed;
    }
}

/// All changes at one place.
static bool polish_at(lf_keys_search *search, uint32_t at) {
    for (uint32_t count = 1; count <= POLISH_PART; count++)
        if (at + count <= search->polish.now.count && polish_move(search, at, count)) return true;
    return polish_turn(search, at) || polish_put(search, at);
}

/// The list is the best so far: says by when there must be a better one. Few keys have few orders.
static void polish_wait(lf_keys_search *search) {
    lfi_polish *polish = &search->polish;
    const int64_t count = polish->best.count + 1, keys = (int64_t)search->hops.key_count + 1,
                  left = polish->walks_left - POLISH_PATIENCE * count * count * keys;
    polish->walks_stop = left > 0 ? left : 0;
}

/// Notes the list if it is the best.
static void polish_keep(lf_keys_search *search) {
    lfi_polish *polish = &search->polish;
    list_tidy(search, &polish->now);
    if (polish->now.cost < polish->best.cost) {
        polish->best = polish->now;
        polish_wait(search);
    }
}

bool lfi_polish_step(lf_keys_search *search) {
    lfi_polish *polish = &search->polish;
    if (polish->walks_left <= polish->walks_stop) return false;
    if (polish->place > polish->now.count) polish->place = 0;
    if (polish_at(search, polish->place)) {
        polish->idle = 0;
        list_tidy(search, &polish->now);
    } else {
        polish->idle++;
        polish->place++;
    }
    if (polish->idle <= polish->now.count) return true;
    polish_keep(search); // no change at any place helps
    polish_kick(search);
    polish->idle = 0;
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Routes and lists
// ---------------------------------------------------------------------------------------------------

bool lfi_polish_begin(lf_keys_search *search, int64_t walks) {
    lfi_polish *polish = &search->polish;
    const lfi_anytime *any = &search->anytime;
    if (!search->hops.ready || any->best_cost == UINT64_MAX || search->hops.key_count > UINT8_MAX ||
        any->best_count > LF_MAX_KINDS)
        return false;
    *polish = (lfi_polish){.walks_left = walks};
    for (uint64_t i = any->best_count - 1; i-- > 0;) {
        const uint32_t point = LFI_ITEMS(uint32_t, any->best)[i];
        if (point == LFI_TARGET) continue;
        const uint32_t row = LFI_ITEMS(uint32_t, search->hops.row_at)[1 + point - search->points.first_key];
        polish->now.keys[polish->now.count++] = (uint8_t)(row - 1);
    }
    polish->now.cost = walk_extend(search, (polish_walk){0}, polish->now.keys, polish->now.count, UINT64_MAX);
    polish->best = polish->now;
    polish_wait(search);
    return polish->now.count > 1 && polish->now.cost != UINT64_MAX;
}

/// The first new key that lies on the way to another one; `column` if there is none.
static uint32_t walk_first(const lf_keys_search *search, const polish_walk *walk, uint32_t column) {
    const lfi_hop *hop = lfi_hops_find(search, walk->row, column, walk->set);
    for (uint32_t c = 0; c < search->hops.key_count; c++) {
        const uint64_t bit = polish_bit(search, c);
        if ((hop->pass & bit & ~walk->set) == 0) continue;
        const lfi_hop *there = lfi_hops_find(search, walk->row, c, walk->set),
                      *on = lfi_hops_find(search, c + 1, column, walk->set | bit);
        if (there != NULL && on != NULL && (there->pass & ~walk->set) == 0 &&
            there->cost + on->cost == hop->cost)
            return c;
    }
    return column;
}

bool lfi_polish_end(lf_keys_search *search) {
    lfi_polish *polish = &search->polish;
    lfi_anytime *any = &search->anytime;
    const uint32_t *keys = LFI_ITEMS(uint32_t, search->hops.keys);
    uint32_t points[LF_MAX_KINDS + 2], count = 0;
    polish_walk walk = {0};
    polish_keep(search);
    if (polish->best.cost >= any->best_cost) return true;
    if (lfi_keys_goal_has_target(search))
        polish->best.keys[polish->best.count++] = (uint8_t)search->hops.key_count;
    points[count++] = LFI_START;
    for (uint32_t i = 0; i < polish->best.count && count < LF_MAX_KINDS + 2;) {
        const uint32_t column = polish->best.keys[i];
        if (column < search->hops.key_count && (walk.set & polish_bit(search, column)) != 0) {
            i++; // taken on the way
            continue;
        }
        const uint32_t first = walk_first(search, &walk, column);
        walk_to(search, &walk, first);
        points[count++] = keys[first];
        i += first == column;
    }
    if (!lfi_pool_reserve(&search->store, &any->best, count, sizeof(uint32_t))) return false;
    for (uint32_t i = 0; i < count; i++) LFI_ITEMS(uint32_t, any->best)[i] = points[count - 1 - i];
    any->best_count = count;
    any->best_cost = walk.cost;
    return true;
}
