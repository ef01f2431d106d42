// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The rules of a puzzle over bits. What a device remembers is one bit:
//
//     key                of a kind that is kept, and of which one is enough: a bit for all keys of the kind
//                        of any other kind: a bit of its own, taken or not
//     door               of a kind that is used up: unlocked or not; of a kept kind: nothing
//     switch, barrier    a bit per kind that has both: turned over or not
//     place              a bit per kind, set in the order of the kinds
//     tile for once      shut or not
//
// How many keys there are is the number of bits of a kind, and what was spent is the sum over its unlocked
// doors: no counter has to agree with a bit. Devices that can make no difference get no bit at all.
//
// Two states are the same if all that can still happen is. So when the keys of a kind are enough for whatever
// may ask for them, all of its bits are set, whichever of its keys lie where.
#include "puzzle.h"

#include <string.h>

static const lf_device *device_of(const lf_puzzle_search *search, uint32_t device) {
    return &search->puzzle->devices[device];
}

static uint32_t device_count_of(const lf_puzzle_search *search) {
    return (uint32_t)search->puzzle->device_count;
}

// ---------------------------------------------------------------------------------------------------
// Which bit is what
// ---------------------------------------------------------------------------------------------------

/// What is asked of each kind, and by whom.
static void kinds_survey(lf_puzzle_search *search) {
    const lf_puzzle_query *query = &search->query;
    lfi_kind *kinds = search->rules.kinds;
    for (int k = 0; k < LF_MAX_KINDS; k++) {
        kinds[k].used_up = (search->puzzle->used_up >> k & 1) != 0;
        kinds[k].held = query->held != NULL ? query->held[k] : 0;
        kinds[k].required = query->needed != NULL ? query->needed[k] : 0;
    }
    for (uint32_t i = 0; i < device_count_of(search); i++) {
        const lf_device *device = device_of(search, i);
        lfi_kind *kind = &kinds[device->kind];
        if (device->type == LF_DEVICE_KEY) kind->there++;
        if (device->type == LF_DEVICE_KEY && query->goal != LF_GOAL_EXIT && kind->required == 0)
            kind->required = 1;
        if (device->type != LF_DEVICE_DOOR) continue;
        if (kind->used_up)
            kind->door_count++;
        else if (lfi_device_need(device) > kind->most)
            kind->most = lfi_device_need(device);
    }
    for (int k = 0; k < LF_MAX_KINDS; k++) {
        lfi_kind *kind = &kinds[k];
        if (kind->required > kind->most) kind->most = kind->required;
        kind->counted = kind->used_up || kind->most > 1;
        kind->alive =
            kind->used_up ? kind->door_count > 0 || kind->required > kind->held : kind->most > kind->held;
        if (kind->alive) search->rules.live_kinds |= UINT64_C(1) << k;
        if (kind->held + kind->there < kind->required) search->rules.hopeless = true;
    }
}

/// The doors of kinds that are used up, kind by kind.
static bool kinds_list_doors(lf_puzzle_search *search) {
    lfi_kind *kinds = search->rules.kinds;
    uint32_t total = 0;
    for (int k = 0; k < LF_MAX_KINDS; k++) total += kinds[k].door_count;
    if (!lfi_pool_reserve(&search->store, &search->kind_doors, (uint64_t)total + 1, sizeof(uint32_t)))
        return false;
    uint32_t *doors = LFI_ITEMS(uint32_t, search->kind_doors);
    for (int k = 0; k < LF_MAX_KINDS; k++) {
        kinds[k].doors = doors;
        doors += kinds[k].door_count;
        kinds[k].door_count = 0;
    }
    for (uint32_t i = 0; i < device_count_of(search); i++) {
        lfi_kind *kind = &kinds[device_of(search, i)->kind];
        if (device_of(search, i)->type == LF_DEVICE_DOOR && kind->used_up)
            kind->doors[kind->door_count++] = i;
    }
    return true;
}

/// The next bit; LFI_NO_BIT if there are too many, which the count then tells.
static uint32_t bit_new(lfi_rules *rules) {
    rules->bit_count++;
    return rules->bit_count <= LF_MAX_PUZZLE_BITS ? (uint32_t)rules->bit_count - 1 : 0;
}

/// Bits of keys, locks and tiles that are for once: one device at a time.
static void bits_of_devices(lf_puzzle_search *search) {
    lfi_rules *rules = &search->rules;
    for (int k = 0; k < LF_MAX_KINDS; k++) {
        lfi_kind *kind = &rules->kinds[k];
        if (!kind->alive || kind->counted) continue;
        kind->bit = bit_new(rules);
        lfi_bits_set(&kind->keys, kind->bit);
        lfi_bits_set(&rules->good, kind->bit);
    }
    for (uint32_t i = 0; i < device_count_of(search); i++) {
        const lf_device *device = device_of(search, i);
        lfi_kind *kind = &rules->kinds[device->kind];
        rules->bit[i] = rules->gone[i] = LFI_NO_BIT;
        if (device->type == LF_DEVICE_KEY && kind->alive) {
            const uint32_t bit = kind->counted ? bit_new(rules) : kind->bit;
            rules->bit[i] = (uint16_t)bit;
            lfi_bits_set(&kind->keys, bit);
            lfi_bits_set(&rules->good, bit);
        }
        if (device->type == LF_DEVICE_DOOR && kind->used_up) rules->bit[i] = (uint16_t)bit_new(rules);
        if (!device->once) continue;
        rules->gone[i] = (uint16_t)bit_new(rules);
        lfi_bits_set(&rules->bad, rules->gone[i]);
        rules->shuts = true;
    }
}

/// Which kinds have a device of that type.
static uint64_t kinds_with(const lf_puzzle_search *search, lf_device_type type) {
    uint64_t kinds = 0;
    for (uint32_t i = 0; i < device_count_of(search); i++)
        if (device_of(search, i)->type == type) kinds |= UINT64_C(1) << device_of(search, i)->kind;
    return kinds;
}

/// Bits of barriers and places: one kind at a time.
static void bits_of_kinds(lf_puzzle_search *search) {
    lfi_rules *rules = &search->rules;
    const uint64_t turning = kinds_with(search, LF_DEVICE_SWITCH) & kinds_with(search, LF_DEVICE_BARRIER);
    const uint64_t places = kinds_with(search, LF_DEVICE_PLACE);
    uint32_t turned[LF_MAX_KINDS] = {0}, visited[LF_MAX_KINDS] = {0};
    for (int k = 0; k < LF_MAX_KINDS; k++)
        if ((turning >> k & 1) != 0) turned[k] = bit_new(rules);
    rules->place_bit = (uint32_t)rules->bit_count;
    for (int k = 0; k < LF_MAX_KINDS; k++) {
        if ((places >> k & 1) == 0) continue;
        visited[k] = bit_new(rules);
        lfi_bits_set(&rules->good, visited[k]);
        rules->place_kind[rules->place_count++] = (uint8_t)k;
    }
    rules->shuts = rules->shuts || turning != 0;
    for (uint32_t i = 0; i < device_count_of(search); i++) {
        const lf_device *device = device_of(search, i);
        const bool turns = device->type == LF_DEVICE_SWITCH || device->type == LF_DEVICE_BARRIER;
        if (turns && (turning >> device->kind & 1) != 0) rules->bit[i] = (uint16_t)turned[device->kind];
        if (device->type == LF_DEVICE_PLACE) rules->bit[i] = (uint16_t)visited[device->kind];
    }
}

lf_status lfi_rules_make(lf_puzzle_search *search) {
    const uint64_t devices = (uint64_t)device_count_of(search) + 1;
    lfi_rules *rules = &search->rules;
    memset(rules, 0, sizeof *rules);
    kinds_survey(search);
    if (!lfi_pool_reserve(&search->store, &search->device_bits, devices, sizeof(uint16_t)) ||
        !lfi_pool_reserve(&search->store, &search->device_gone, devices, sizeof(uint16_t)) ||
        !kinds_list_doors(search))
        return search->store.failure;
    rules->bit = LFI_ITEMS(uint16_t, search->device_bits);
    rules->gone = LFI_ITEMS(uint16_t, search->device_gone);
    bits_of_devices(search);
    bits_of_kinds(search);
    rules->word_count = (rules->bit_count + 31) / 32;
    return rules->bit_count <= LF_MAX_PUZZLE_BITS ? LF_OK : LF_E_PUZZLE_BITS;
}

// ---------------------------------------------------------------------------------------------------
// What is open
// ---------------------------------------------------------------------------------------------------

/// Keys of a kind that were taken or held: of a kind that is not counted, never more than matter.
static int keys_had(const lf_puzzle_search *search, const lfi_bits *bits, const lfi_kind *kind) {
    return kind->held + lfi_bits_count(bits, &kind->keys, search->rules.word_count);
}

/// What the doors of a kind have taken, or (`locked`) will take at most.
static int keys_of_doors(const lf_puzzle_search *search, const lfi_bits *bits, const lfi_kind *kind,
                         bool locked) {
    int sum = 0;
    for (uint32_t i = 0; i < kind->door_count; i++)
        if (lfi_bits_has(bits, search->rules.bit[kind->doors[i]]) != locked)
            sum += lfi_device_need(device_of(search, kind->doors[i]));
    return sum;
}

bool lfi_rules_may_shut(const lf_puzzle_search *search, uint32_t device) {
    const lf_device *it = device_of(search, device);
    const lfi_kind *kind = &search->rules.kinds[it->kind];
    if (it->once) return true;
    if (it->type == LF_DEVICE_BARRIER) return !it->open || search->rules.bit[device] != LFI_NO_BIT;
    return it->type == LF_DEVICE_DOOR && (kind->used_up || lfi_device_need(it) > kind->held);
}

bool lfi_rules_is_shut(const lf_puzzle_search *search, const lfi_bits *bits, uint32_t device) {
    const lf_device *it = device_of(search, device);
    const lfi_rules *rules = &search->rules;
    const lfi_kind *kind = &rules->kinds[it->kind];
    const uint32_t bit = rules->bit[device];
    if (rules->gone[device] != LFI_NO_BIT && lfi_bits_has(bits, rules->gone[device])) return true;
    if (it->type == LF_DEVICE_BARRIER)
        return bit == LFI_NO_BIT ? !it->open : it->open == lfi_bits_has(bits, bit);
    if (it->type != LF_DEVICE_DOOR) return false;
    return kind->used_up ? !lfi_bits_has(bits, bit) : keys_had(search, bits, kind) < lfi_device_need(it);
}

bool lfi_rules_lets_in(const lf_puzzle_search *search, const lfi_bits *bits, uint32_t device) {
    if (!lfi_rules_is_shut(search, bits, device)) return true;
    const lf_device *it = device_of(search, device);
    const lfi_rules *rules = &search->rules;
    const lfi_kind *kind = &rules->kinds[it->kind];
    if (it->type != LF_DEVICE_DOOR || !kind->used_up) return false;
    if (rules->gone[device] != LFI_NO_BIT && lfi_bits_has(bits, rules->gone[device])) return false;
    return keys_had(search, bits, kind) - keys_of_doors(search, bits, kind, false) >= lfi_device_need(it);
}

// ---------------------------------------------------------------------------------------------------
// What changes
// ---------------------------------------------------------------------------------------------------

void lfi_rules_enter(const lf_puzzle_search *search, lfi_bits *bits, uint32_t device) {
    const lfi_rules *rules = &search->rules;
    const uint32_t bit = rules->bit[device];
    if (bit == LFI_NO_BIT) return;
    switch (device_of(search, device)->type) {
    case LF_DEVICE_KEY:
    case LF_DEVICE_DOOR: lfi_bits_set(bits, bit); return;
    case LF_DEVICE_SWITCH: bits->words[bit / 32] ^= UINT32_C(1) << bit % 32; return;
    case LF_DEVICE_PLACE:
        if (bit == rules->place_bit || lfi_bits_has(bits, bit - 1)) lfi_bits_set(bits, bit);
        return;
    default: return;
    }
}

void lfi_rules_leave(const lf_puzzle_search *search, lfi_bits *bits, uint32_t device) {
    if (search->rules.gone[device] != LFI_NO_BIT) lfi_bits_set(bits, search->rules.gone[device]);
}

void lfi_rules_settle(const lf_puzzle_search *search, lfi_bits *bits) {
    for (uint64_t kinds = search->rules.live_kinds; kinds != 0; kinds &= kinds - 1) {
        const lfi_kind *kind = &search->rules.kinds[lfi_lowest_bit(kinds)];
        if (!kind->counted) continue;
        const int had = keys_had(search, bits, kind);
        const bool enough = kind->used_up
                                ? had >= kind->required && had - keys_of_doors(search, bits, kind, false) >=
                                                               keys_of_doors(search, bits, kind, true)
                                : had >= kind->most;
        for (int i = 0; enough && i < search->rules.word_count; i++) bits->words[i] |= kind->keys.words[i];
    }
}

// ---------------------------------------------------------------------------------------------------
// The goal
// ---------------------------------------------------------------------------------------------------

int lfi_rules_lacking(const lf_puzzle_search *search, const lfi_bits *bits, int kind) {
    const lfi_kind *it = &search->rules.kinds[kind];
    const int had = keys_had(search, bits, it);
    return had < it->required ? it->required - had : 0;
}

int lfi_rules_visited(const lf_puzzle_search *search, const lfi_bits *bits) {
    int count = 0;
    while (count < search->rules.place_count && lfi_bits_has(bits, search->rules.place_bit + (uint32_t)count))
        count++;
    return count;
}

bool lfi_rules_goal_holds(const lf_puzzle_search *search, const lfi_bits *bits) {
    for (uint64_t kinds = search->rules.live_kinds; kinds != 0; kinds &= kinds - 1)
        if (lfi_rules_lacking(search, bits, lfi_lowest_bit(kinds)) > 0) return false;
    return lfi_rules_visited(search, bits) == search->rules.place_count;
}
