// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A third lower bound, for long searches in mazes: how often a route must cross from one side of a cut to the other.
//
// Let every tile have its distance from the sources, with all doors open that can be opened. For each distance i, the
// tiles that are farther than i fall into pieces. The moves from distance i into one piece are a cut. A move changes the
// distance by one at most, so it belongs to one cut at most, and the crossings of all cuts may be added up. How often
// must a route cross one of them? Take everything on this side that can be had, cross, take everything there, and so
// on: more keys never hurt, so no route crosses less often. The kinds that must come before a kind are known
// (relevance.before); all else is free.
//
// In a perfect maze each tile of a corridor is a cut, and the sum is close to the length: 8,540 of 8,678 moves where
// trees see 4,528. In rooms with many ways it is weak. It is used if it is the best bound at the start.
//
// Cuts with the same keys behind them have the same crossings: there is one for each set of keys, with the number of
// levels that it stands for. Pieces only grow as i falls, so there are at most two such sets per key.
//
// Time: a flood over tiles; O(cuts * kinds) per key set. Memory: 12 bytes per tile; 4 bytes per cut and key set.
#include "keys.h"

#include <string.h>

enum {
    CUTS_MAX_KEYS = 64 * LFI_CUT_WORDS, // maps with more keys do without
    CUTS_MAX_TARGETS = 256              // or more targets
};

/// The pieces of tiles that are farther than some distance (union-find), while they grow.
typedef struct cuts_pieces {
    uint32_t *parent; ///< per tile; LFI_NONE = not farther
    lf_tile *order;   ///< all tiles that can be reached, nearest first
    uint32_t *far;    ///< their distances, in the same order
    uint32_t count;
    lf_tile roots[CUTS_MAX_KEYS + CUTS_MAX_TARGETS];    ///< pieces that have members
    uint32_t current[CUTS_MAX_KEYS + CUTS_MAX_TARGETS]; ///< the cut of each of them
    uint32_t root_count;
} cuts_pieces;

static lfi_cut *cuts_list(const lf_keys_search *search) {
    return LFI_ITEMS(lfi_cut, search->cuts.list);
}

// ---------------------------------------------------------------------------------------------------
// Levels
// ---------------------------------------------------------------------------------------------------

static bool pieces_make(lf_keys_search *search, cuts_pieces *pieces) {
    lfi_cuts *cuts = &search->cuts;
    const uint64_t tiles = search->map->tile_count;
    *pieces = (cuts_pieces){0};
    if (!lfi_pool_reserve(&search->store, &cuts->parent, tiles, sizeof(uint32_t)) ||
        !lfi_pool_reserve(&search->store, &cuts->order, tiles, sizeof(lf_tile)) ||
        !lfi_pool_reserve(&search->store, &cuts->far, tiles, sizeof(uint32_t)))
        return false;
    pieces->parent = LFI_ITEMS(uint32_t, cuts->parent);
    pieces->order = LFI_ITEMS(lf_tile, cuts->order);
    pieces->far = LFI_ITEMS(uint32_t, cuts->far);
    memset(pieces->parent, 0xff, (size_t)tiles * sizeof(uint32_t)); // LFI_NONE
    return true;
}

static void pieces_enter(cuts_pieces *pieces, lf_tile tile, uint32_t far) {
    if (pieces->parent[tile] != LFI_NONE) return;
    pieces->parent[tile] = 0;
    pieces->order[pieces->count] = tile;
    pieces->far[pieces->count++] = far;
}

/// Finds the distances of all tiles.
static void pieces_flood(lf_keys_search *search, cuts_pieces *pieces) {
    const uint64_t held = search->query.held | search->relevance.obtainable;
    for (int64_t i = 0; i < search->query.source_count; i++)
        pieces_enter(pieces, search->query.sources[i].tile, 0);
    for (uint32_t i = 0; i < pieces->count; i++) {
        const lf_tile tile = pieces->order[i];
        for (unsigned moves = search->map->allowed[lfi_plain_around(search->fixtures, tile, held)];
             moves != 0; moves &= moves - 1)
            pieces_enter(pieces, (lf_tile)(tile + search->map->tile_offset[lfi_lowest_bit(moves)]),
                         pieces->far[i] + 1);
    }
    for (uint32_t i = 0; i < pieces->count; i++) pieces->parent[pieces->order[i]] = LFI_NONE;
    search->work += (uint64_t)pieces->count * LFI_WORK_TILE * 6; // a flood, a way back, and levels
}

static lf_tile cuts_root(const cuts_pieces *pieces, lf_tile tile) {
    while (pieces->parent[tile] != tile) {
        pieces->parent[tile] = pieces->parent[pieces->parent[tile]];
        tile = pieces->parent[tile];
    }
    return tile;
}

// ---------------------------------------------------------------------------------------------------
// Cuts
// ---------------------------------------------------------------------------------------------------

/// The number of the key on a tile, or LFI_NONE.
static uint32_t member_at(const lf_keys_search *search, lf_tile tile) {
    const lfi_spot spot = lfi_map_spot(search->map, tile);
    if (!lfi_bit(search->fixtures->key_bits, spot)) return LFI_NONE;
    uint32_t low = search->points.first_key, high = search->points.first_side;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (LFI_ITEMS(lfi_poi, search->points.items)[middle].tile <= tile)
            low = middle;
        else
            high = middle;
    }
    return low - search->points.first_key;
}

static bool tile_is_goal(const lf_keys_search *search, lf_tile tile) {
    for (int64_t i = 0; lfi_keys_goal_has_target(search) && i < search->query.target_count; i++)
        if (search->query.targets[i] == tile) return true;
    return false;
}

/// Adds a cut with the members of up to two others. LFI_NONE if there is no memory.
static uint32_t cut_add(lf_keys_search *search, uint32_t a, uint32_t b) {
    lfi_cuts *cuts = &search->cuts;
    if (!lfi_pool_reserve(&search->store, &cuts->list, (uint64_t)cuts->count + 1, sizeof(lfi_cut)))
        return LFI_NONE;
    lfi_cut *list = cuts_list(search), *cut = &list[cuts->count];
    memset(cut, 0, sizeof *cut);
    for (int i = 0; i < LFI_CUT_WORDS; i++)
        cut->behind[i] = (a == LFI_NONE ? 0 : list[a].behind[i]) | (b == LFI_NONE ? 0 : list[b].behind[i]);
    cut->targets = (a == LFI_NONE ? 0 : list[a].targets) + (b == LFI_NONE ? 0 : list[b].targets);
    return cuts->count++;
}

/// The place of a piece among those that have members, or root_count.
static uint32_t pieces_place(const cuts_pieces *pieces, lf_tile root) {
    uint32_t place = 0;
    while (place < pieces->root_count && pieces->roots[place] != root) place++;
    return place;
}

/// Joins two pieces.
static bool cuts_join(lf_keys_search *search, cuts_pieces *pieces, lf_tile a, lf_tile b) {
    a = cuts_root(pieces, a);
    b = cuts_root(pieces, b);
    if (a == b) return true;
    const uint32_t at_a = pieces_place(pieces, a), at_b = pieces_place(pieces, b);
    pieces->parent[b] = a;
    if (at_b == pieces->root_count) return true;
    if (at_a == pieces->root_count) {
        pieces->roots[at_b] = a;
        return true;
    }
    const uint32_t cut = cut_add(search, pieces->current[at_a], pieces->current[at_b]);
    pieces->current[at_a] = cut;
    pieces->root_count--;
    pieces->roots[at_b] = pieces->roots[pieces->root_count];
    pieces->current[at_b] = pieces->current[pieces->root_count];
    return cut != LFI_NONE;
}

/// Makes a tile a piece of its own, with a cut if it has a member.
static bool pieces_begin(lf_keys_search *search, cuts_pieces *pieces, lf_tile tile) {
    const uint32_t member = member_at(search, tile);
    const bool target = tile_is_goal(search, tile);
    pieces->parent[tile] = tile;
    if (member == LFI_NONE && !target) return true;
    const uint32_t cut = cut_add(search, LFI_NONE, LFI_NONE);
    if (cut == LFI_NONE) return false;
    if (member != LFI_NONE) cuts_list(search)[cut].behind[member / 64] |= UINT64_C(1) << member % 64;
    cuts_list(search)[cut].targets = target;
    pieces->roots[pieces->root_count] = tile;
    pieces->current[pieces->root_count++] = cut;
    return true;
}

/// Adds a tile to the pieces of the tiles around it.
static bool pieces_add(lf_keys_search *search, cuts_pieces *pieces, lf_tile tile) {
    const uint64_t held = search->query.held | search->relevance.obtainable;
    if (!pieces_begin(search, pieces, tile)) return false;
    for (unsigned moves = search->map->allowed[lfi_plain_around(search->fixtures, tile, held)]; moves != 0;
         moves &= moves - 1) {
        const lf_tile to = (lf_tile)(tile + search->map->tile_offset[lfi_lowest_bit(moves)]);
        if (pieces->parent[to] != LFI_NONE && !cuts_join(search, pieces, tile, to)) return false;
    }
    return true;
}

/// Counts the tiles that are targets and can be reached.
static uint32_t cuts_count_targets(const lf_keys_search *search, const cuts_pieces *pieces) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < pieces->count; i++) count += tile_is_goal(search, pieces->order[i]);
    return count;
}

/// Goes from the farthest level to the nearest. Each level is one more for the cuts of its pieces.
static bool cuts_collect(lf_keys_search *search, cuts_pieces *pieces) {
    for (uint32_t i = pieces->count; i > 0;) {
        const uint32_t far = pieces->far[i - 1];
        if (far == 0) break;
        while (i > 0 && pieces->far[i - 1] == far)
            if (!pieces_add(search, pieces, pieces->order[--i])) return false;
        for (uint32_t k = 0; k < pieces->root_count; k++) cuts_list(search)[pieces->current[k]].levels++;
    }
    return true;
}

/// Which kinds lie on which side of each cut, and leaves out cuts that no level has.
static void cuts_finish(lf_keys_search *search) {
    lfi_cuts *cuts = &search->cuts;
    lfi_cut *list = cuts_list(search);
    uint32_t count = 0;
    for (uint32_t c = 0; c < cuts->count; c++) {
        if (list[c].levels == 0) continue;
        lfi_cut cut = list[c];
        for (uint32_t p = search->points.first_key; p < search->points.first_side; p++) {
            const lfi_poi *item = &LFI_ITEMS(lfi_poi, search->points.items)[p];
            const uint32_t member = p - search->points.first_key;
            const bool behind = (cut.behind[member / 64] >> member % 64 & 1) != 0;
            if (item->live) cut.kinds[behind] |= lfi_kind_bit(item->kind) & search->relevance.kinds;
        }
        list[count++] = cut;
    }
    cuts->count = count;
}

// ---------------------------------------------------------------------------------------------------
// Crossings
// ---------------------------------------------------------------------------------------------------

/// Takes everything on a side that can be had: one pass is enough, because `before` has what comes before that, too.
static uint64_t side_take(const lf_keys_search *search, uint64_t kinds, uint64_t held) {
    const uint64_t known = held | kinds;
    uint64_t taken = held;
    for (uint64_t left = kinds & ~held; left != 0; left &= left - 1)
        if ((search->relevance.before[lfi_lowest_bit(left)] & ~known) == 0) taken |= left & (0 - left);
    return taken;
}

static bool side_has_end(const lf_keys_search *search, const lfi_cut *cut, bool behind) {
    if (!lfi_keys_goal_has_target(search)) return true;
    return behind ? cut->targets > 0 : cut->targets < search->cuts.target_count;
}

/// The fewest crossings of a cut, from one of its sides on. `asked` are the kinds that a route must have in the end,
/// with all that must come before them: a side that has what is missing of these can do without the other one.
static uint32_t cut_crossings(const lf_keys_search *search, const lfi_cut *cut, bool behind, uint64_t asked,
                              uint64_t held) {
    uint32_t crossings = 0;
    for (int idle = 0; idle < 3; crossings++, behind = !behind) {
        if ((asked & ~held & ~cut->kinds[behind]) == 0 && side_has_end(search, cut, behind)) return crossings;
        const uint64_t before = held;
        held = side_take(search, cut->kinds[behind], held);
        idle = held == before ? idle + 1 : 0;
    }
    return 0; // no end: nothing is claimed
}

static uint32_t cuts_set_find(const lfi_cuts *cuts, uint64_t set) {
    uint32_t i = lfi_chains_first(&cuts->chains, lfi_set_hash(set));
    while (i != LFI_CHAIN_END && LFI_ITEMS(uint64_t, cuts->sets)[i] != set)
        i = lfi_chains_next(&cuts->chains, i);
    return i;
}

/// Makes room for the crossings of all cuts, from both sides, with a set of keys.
static bool cuts_set_add(lf_keys_search *search, uint64_t set) {
    lfi_cuts *cuts = &search->cuts;
    const uint64_t number = cuts->chains.count, first = number * 2 * cuts->count;
    if (!lfi_pool_reserve(&search->store, &cuts->sets, number + 1, sizeof(uint64_t)) ||
        !lfi_pool_reserve(&search->store, &cuts->crossings, first + 2 * (uint64_t)cuts->count,
                          sizeof(uint16_t)))
        return false;
    LFI_ITEMS(uint64_t, cuts->sets)[number] = set;
    memset(LFI_ITEMS(uint16_t, cuts->crossings) + first, 0xff, 2 * (size_t)cuts->count * sizeof(uint16_t));
    return lfi_chains_add(&search->store, &cuts->chains, lfi_set_hash(set));
}

bool lfi_cuts_of(lf_keys_search *search, uint32_t point, uint64_t set, uint32_t *least) {
    lfi_cuts *cuts = &search->cuts;
    uint32_t at = cuts_set_find(cuts, set);
    if (at == LFI_CHAIN_END) {
        at = cuts->chains.count;
        if (!cuts_set_add(search, set)) return false;
    }
    uint16_t *crossings = LFI_ITEMS(uint16_t, cuts->crossings) + (uint64_t)at * 2 * cuts->count;
    const lfi_cut *list = cuts_list(search);
    const uint64_t asked = lfi_keys_asked(search) | search->relevance.needed;
    const uint32_t member = point == LFI_START ? 0 : point - search->points.first_key;
    uint64_t sum = 0;
    for (uint32_t c = 0; c < cuts->count; c++) {
        const bool behind = point != LFI_START && (list[c].behind[member / 64] >> member % 64 & 1) != 0;
        uint16_t *known = &crossings[2 * c + behind];
        if (*known == UINT16_MAX) { // not asked before
            *known = (uint16_t)cut_crossings(search, &list[c], behind, asked, set);
            search->work += LFI_WORK_CUT;
        }
        sum += (uint64_t)list[c].levels * *known;
    }
    *least = sum < LFI_FAR ? (uint32_t)sum : 0;
    return true;
}

bool lfi_cuts_begin(lf_keys_search *search) {
    lfi_cuts *cuts = &search->cuts;
    cuts_pieces pieces;
    cuts->ready = false;
    cuts->count = 0;
    if (search->map->tile_count > search->cuts_below || search->fixtures->key_count > CUTS_MAX_KEYS ||
        search->query.target_count > CUTS_MAX_TARGETS)
        return true;
    if (!pieces_make(search, &pieces)) return false;
    pieces_flood(search, &pieces);
    cuts->target_count = cuts_count_targets(search, &pieces);
    if (!cuts_collect(search, &pieces) || !lfi_chains_clear(&search->store, &cuts->chains)) return false;
    cuts_finish(search);
    cuts->ready = lfi_cuts_of(search, LFI_START, 0, &cuts->root);
    return cuts->ready;
}
