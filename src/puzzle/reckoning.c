// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A lower bound for what is left of a route, from distances on the map with everything open: headings and
// teleporters count, doors, barriers and tiles that have shut do not. So no such distance is greater than the
// moves that a hero needs.
//
// Anchors are the keys that the goal asks for, the places, and all targets together. A flood backwards from
// each of them gives its distance from every point. Of a state, then:
//
//  - a hero must come to a target;
//  - a kind that lacks n keys: the hero comes to the n-th nearest of its keys or a farther one, and from
//    there to a target. If only one hero can come there it is his, and sums over heroes count, because no
//    move is made by two. Else the nearest key of the nearest hero counts, for all heroes together;
//  - a single hero goes to the next place, from there to the one after it, and so on to a target.
//
// The greatest of these that concern a hero is his share; the shares are added.
//
// Time: O(tiles) per anchor, before the search; O(heroes * anchors) per state. Memory: 4 bytes per anchor and
// point.
#include "puzzle.h"

enum { ANCHORS_MOST = 255, ANCHORS_SHARE = 8 };

static uint32_t *row_of(const lf_puzzle_search *search, uint32_t row) {
    return &LFI_ITEMS(uint32_t, search->distances)[(uint64_t)row * search->point_count];
}

/// The distance from a point to an anchor; row 0 is the targets', anchor i has row i + 1.
static uint32_t distance_of(const lf_puzzle_search *search, uint32_t row, uint32_t point) {
    return row_of(search, row)[point];
}

// ---------------------------------------------------------------------------------------------------
// Making it
// ---------------------------------------------------------------------------------------------------

/// Adds the devices of a type and kind as anchors: all of them, or none if they are too many. False if there
/// is no memory.
static bool anchors_add(lf_puzzle_search *search, lf_device_type type, int kind, uint32_t *first,
                        uint32_t *count) {
    const uint64_t most =
        search->store.max_bytes / ANCHORS_SHARE / sizeof(uint32_t) / (search->point_count + 1u);
    const uint32_t before = search->anchor_count;
    *first = before;
    *count = 0;
    for (uint32_t i = 0; i < (uint32_t)search->puzzle->device_count; i++) {
        const lf_device *device = &search->puzzle->devices[i];
        if (device->type != type || device->kind != kind) continue;
        if (search->anchor_count == ANCHORS_MOST || search->anchor_count + 2u > most) {
            search->anchor_count = before;
            *count = 0;
            return true;
        }
        if (!lfi_pool_reserve(&search->store, &search->anchors, search->anchor_count + UINT64_C(1),
                              sizeof(lfi_anchor)))
            return false;
        LFI_ITEMS(lfi_anchor, search->anchors)
        [search->anchor_count++] = (lfi_anchor){.point = lfi_mesh_find(search, device->tile), .device = i};
        ++*count;
    }
    return true;
}

bool lfi_reckon_begin(lf_puzzle_search *search) {
    lfi_rules *rules = &search->rules;
    search->anchor_count = search->anchors_made = 0;
    for (uint64_t kinds = rules->live_kinds; kinds != 0; kinds &= kinds - 1) {
        lfi_kind *kind = &rules->kinds[lfi_lowest_bit(kinds)];
        if (kind->required > kind->held &&
            !anchors_add(search, LF_DEVICE_KEY, lfi_lowest_bit(kinds), &kind->anchor, &kind->anchor_count))
            return false;
    }
    for (int i = 0; i < rules->place_count; i++)
        if (!anchors_add(search, LF_DEVICE_PLACE, rules->place_kind[i], &search->place_anchor[i],
                         &search->place_anchor_count[i]))
            return false;
    const uint64_t rows = (uint64_t)search->anchor_count + 1;
    return lfi_pool_reserve(&search->store, &search->distances, rows * search->point_count, sizeof(uint32_t));
}

/// A flood backwards.
typedef struct reckon_flood {
    lf_puzzle_search *search;
    uint64_t tail; ///< of the queue
} reckon_flood;

static void reckon_meet(reckon_flood *flood, lf_tile tile) {
    uint8_t *from = &LFI_ITEMS(uint8_t, flood->search->from)[tile];
    if (*from != 0) return;
    *from = 1;
    LFI_ITEMS(lf_tile, flood->search->queue)[flood->tail++] = tile;
}

/// Meets the tiles from which one move leads to this one. Moves of an open map can be taken back, except for
/// headings.
static void reckon_spread(reckon_flood *flood, lf_tile tile) {
    const lf_puzzle_search *search = flood->search;
    const lf_map *map = search->map;
    const uint32_t here = lfi_mesh_find(search, tile);
    const uint32_t to = here != LFI_NO_POINT ? lfi_mesh_point_at(search, here)->device : LFI_NO_DEVICE;
    unsigned moves = map->allowed[lfi_bits_around(map->open, lfi_map_spot(map, tile), map->stride)];
    for (; moves != 0; moves &= moves - 1) {
        const int back = lfi_lowest_bit(moves);
        const lf_tile before = (lf_tile)(tile + map->tile_offset[back]);
        const uint32_t point = lfi_mesh_find(search, before);
        const uint32_t from =
            point != LFI_NO_POINT ? lfi_mesh_point_at(search, point)->device : LFI_NO_DEVICE;
        if (lfi_mesh_heads(search, from, to, LFI_AROUND - 1 - back)) reckon_meet(flood, before);
    }
    if (here == LFI_NO_POINT) return;
    for (uint32_t ring = lfi_mesh_point_at(search, here)->ring; ring != LFI_NO_POINT && ring != here;
         ring = lfi_mesh_point_at(search, ring)->ring)
        reckon_meet(flood, lfi_mesh_point_at(search, ring)->tile);
}

/// Fills a row of distances from the tiles that are in the queue.
static void reckon_run(reckon_flood *flood, uint32_t row) {
    lf_puzzle_search *search = flood->search;
    const lf_tile *queue = LFI_ITEMS(lf_tile, search->queue);
    uint32_t *distances = row_of(search, row), length = 0;
    for (uint32_t i = 0; i < search->point_count; i++) distances[i] = LFI_UNREACHED;
    for (uint64_t head = 0; head < flood->tail; length++) {
        for (const uint64_t end = flood->tail; head < end; head++) {
            const uint32_t point = lfi_mesh_find(search, queue[head]);
            if (point != LFI_NO_POINT) distances[point] = length;
            reckon_spread(flood, queue[head]);
        }
    }
    for (uint64_t i = 0; i < flood->tail; i++) LFI_ITEMS(uint8_t, search->from)[queue[i]] = 0;
    search->work += flood->tail * LFI_UNIT_TILE;
}

/// What follows a place: the nearest way over the places after it, and to a target.
static void anchor_set_rest(const lf_puzzle_search *search, lfi_anchor *anchor, int next) {
    const lfi_anchor *anchors = LFI_ITEMS(lfi_anchor, search->anchors);
    anchor->rest = 0;
    if (search->heroes > 1) return;
    if (next == search->rules.place_count) {
        if (search->has_exit) anchor->rest = distance_of(search, 0, anchor->point);
        return;
    }
    const uint32_t first = search->place_anchor[next];
    anchor->rest = LFI_UNREACHED;
    for (uint32_t i = first; i < first + search->place_anchor_count[next]; i++) {
        const uint32_t distance = distance_of(search, i + 1, anchor->point);
        if (distance == LFI_UNREACHED || anchors[i].rest >= LFI_UNREACHED) continue;
        if (distance + anchors[i].rest < anchor->rest) anchor->rest = distance + anchors[i].rest;
    }
    if (search->place_anchor_count[next] == 0) anchor->rest = 0; // too many for the bound
}

static void anchors_set_rests(lf_puzzle_search *search) {
    for (int place = search->rules.place_count - 1; place >= 0; place--) {
        const uint32_t first = search->place_anchor[place];
        for (uint32_t i = first; i < first + search->place_anchor_count[place]; i++)
            anchor_set_rest(search, &LFI_ITEMS(lfi_anchor, search->anchors)[i], place + 1);
    }
}

lf_status lfi_reckon_step(lf_puzzle_search *search) {
    const uint32_t row = search->anchors_made++;
    reckon_flood flood = {.search = search};
    if (row > 0) {
        const uint32_t point = LFI_ITEMS(lfi_anchor, search->anchors)[row - 1].point;
        reckon_meet(&flood, lfi_mesh_point_at(search, point)->tile);
    }
    for (int64_t i = 0; row == 0 && search->has_exit && i < search->query.target_count; i++)
        reckon_meet(&flood, search->query.targets[i]);
    reckon_run(&flood, row);
    if (row < search->anchor_count) return LF_PAUSED;
    anchors_set_rests(search);
    return LF_OK;
}

// ---------------------------------------------------------------------------------------------------
// Using it
// ---------------------------------------------------------------------------------------------------

/// From a point over an anchor and on; UINT64_MAX if there is no way.
static uint64_t way_over(const lf_puzzle_search *search, uint32_t anchor, uint32_t point, uint64_t rest) {
    const uint32_t distance = distance_of(search, anchor + 1, point);
    return distance == LFI_UNREACHED || rest >= LFI_UNREACHED ? UINT64_MAX : distance + rest;
}

/// The `nth` smallest number, from 1; UINT64_MAX if there are fewer. Changes their order.
static uint64_t numbers_pick(uint64_t *numbers, int count, int nth) {
    if (nth > count) return UINT64_MAX;
    for (int i = 0; i < nth; i++) {
        int least = i;
        for (int j = i + 1; j < count; j++)
            if (numbers[j] < numbers[least]) least = j;
        const uint64_t swapped = numbers[i];
        numbers[i] = numbers[least];
        numbers[least] = swapped;
    }
    return numbers[nth - 1];
}

/// The ways of a hero over the keys of a kind that were not taken: how far the `nth` is.
static uint64_t kind_way(const lf_puzzle_search *search, const lfi_kind *kind, uint32_t point,
                         const lfi_bits *bits, int nth) {
    uint64_t ways[ANCHORS_MOST];
    int count = 0;
    for (uint32_t i = kind->anchor; i < kind->anchor + kind->anchor_count; i++) {
        const lfi_anchor *anchor = &LFI_ITEMS(lfi_anchor, search->anchors)[i];
        if (lfi_bits_has(bits, search->rules.bit[anchor->device])) continue;
        const uint64_t way =
            way_over(search, i, point, search->has_exit ? distance_of(search, 0, anchor->point) : 0);
        if (way != UINT64_MAX) ways[count++] = way;
    }
    return numbers_pick(ways, count, nth);
}

/// What heroes must do at least: each by himself, and all together.
typedef struct reckon_shares {
    uint64_t own[LF_MAX_HEROES], all;
} reckon_shares;

static void shares_raise(uint64_t *share, uint64_t to) {
    if (to > *share) *share = to;
}

/// A kind that lacks keys.
static void shares_add_kind(const lf_puzzle_search *search, reckon_shares *shares, const uint32_t *at,
                            const lfi_bits *bits, const lfi_kind *kind, int lacking) {
    uint64_t nearest = UINT64_MAX;
    int who = 0, able = 0;
    for (int h = 0; h < search->heroes; h++) {
        const uint64_t way = kind_way(search, kind, at[h], bits, 1);
        if (way == UINT64_MAX) continue;
        who = h;
        able++;
        if (way < nearest) nearest = way;
    }
    if (able == 1)
        shares_raise(&shares->own[who], kind_way(search, kind, at[who], bits, lacking));
    else
        shares_raise(&shares->all, nearest);
}

/// The next place.
static void shares_add_place(const lf_puzzle_search *search, reckon_shares *shares, const uint32_t *at,
                             const lfi_bits *bits) {
    const int next = lfi_rules_visited(search, bits);
    if (next == search->rules.place_count || search->place_anchor_count[next] == 0) return;
    uint64_t nearest = UINT64_MAX;
    const uint32_t first = search->place_anchor[next];
    for (uint32_t i = first; i < first + search->place_anchor_count[next]; i++) {
        const uint64_t rest = LFI_ITEMS(lfi_anchor, search->anchors)[i].rest;
        for (int h = 0; h < search->heroes; h++) {
            const uint64_t way = way_over(search, i, at[h], rest);
            if (way < nearest) nearest = way;
        }
    }
    shares_raise(search->heroes == 1 ? &shares->own[0] : &shares->all, nearest);
}

uint64_t lfi_reckon(const lf_puzzle_search *search, const uint32_t *at, const lfi_bits *bits) {
    reckon_shares shares = {0};
    if (search->rules.hopeless) return UINT64_MAX;
    for (int h = 0; search->has_exit && h < search->heroes; h++) {
        const uint32_t distance = distance_of(search, 0, at[h]);
        if (distance == LFI_UNREACHED) return UINT64_MAX;
        shares.own[h] = distance;
    }
    for (uint64_t kinds = search->rules.live_kinds; kinds != 0; kinds &= kinds - 1) {
        const lfi_kind *kind = &search->rules.kinds[lfi_lowest_bit(kinds)];
        const int lacking =
            kind->anchor_count > 0 ? lfi_rules_lacking(search, bits, lfi_lowest_bit(kinds)) : 0;
        if (lacking > 0) shares_add_kind(search, &shares, at, bits, kind, lacking);
    }
    shares_add_place(search, &shares, at, bits);
    uint64_t sum = 0;
    for (int h = 0; h < search->heroes; h++) {
        if (shares.own[h] == UINT64_MAX) return UINT64_MAX;
        sum += shares.own[h];
    }
    return sum > shares.all ? sum : shares.all;
}
