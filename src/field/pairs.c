// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What the buckets leave to do under octile costs, tile by tile: costs as numbers, then directions.
//
// The search keeps the exact cost of each tile that it has met, as a pair. A tile that it has not met, or
// whose cost is above the limit, gets the pair LFI_NO_PAIR. Then the pairs of all tiles are valid, and a
// direction is the first move, in the written order, to a tile whose pair is less by exactly this move. Equal
// costs are equal pairs (cost.h), so no other comparison is needed.
//
// Distances are floor(1024 * (straight + diagonal * sqrt 2)). That is 1024 * straight plus the root of
// 2 * (1024 * diagonal)^2, rounded down, which a product with 1024 * sqrt 2 gives up to one; a comparison of
// squares decides. The function rises with the cost, so it never turns the order of two tiles round. All in
// whole numbers: up to 4,194,303 moves no product exceeds 64 bits.
//
// A limit is a whole number of moves. The search stops when it comes to the bucket of that number. The costs
// in this bucket are final then, and only those without a diagonal are within the limit: cost <= limit is
// compared exactly.
//
// Time: O(tiles).
#include "field.h"

#include "../base/cost.h"

/// The first whole part of a cost that has no number of 32 bits: 4194303 * 1024 + 1023 would be
/// LF_NO_DISTANCE.
enum { PAIR_WHOLE_END = (int)(UINT32_MAX / LF_OCTILE_UNIT) };

/// floor(1024 * sqrt 2 * 2^30)
#define PAIR_ROOT UINT64_C(1554944255987)

/// floor(1024 * diagonal * sqrt 2), for costs below PAIR_WHOLE_END.
static uint64_t pair_root(uint64_t diagonal) {
    const uint64_t scaled = diagonal * LF_OCTILE_UNIT, low = diagonal * PAIR_ROOT >> 30;
    return low + lfi_cost_root_exceeds(low + 1, scaled);
}

bool lfi_field_pair_fits(uint64_t straight, uint64_t diagonal) {
    return lfi_cost_sign((int64_t)straight - PAIR_WHOLE_END, (int64_t)diagonal) < 0;
}

uint32_t lfi_field_pair_number(uint64_t straight, uint64_t diagonal) {
    return (uint32_t)(straight * LF_OCTILE_UNIT + pair_root(diagonal));
}

/// Whether a tile has a cost within the limit.
static bool pair_within(const lf_field *field, lfi_octile_cost cost) {
    if (field->limit > UINT32_MAX) return true;
    return lfi_cost_sign((int64_t)cost.straight - field->limit, cost.diagonal) <= 0;
}

static bool block_has_met(const lf_field *field, lfi_field_block block) {
    return field->octile.blocks[block.index].stamp == field->octile.stamp;
}

/// Settles the cost and the distance of a tile; false if the distance has no number.
static bool pair_settle(lf_field *field, uint64_t at, bool met) {
    lfi_octile_cost *cost = &field->octile.costs[at];
    if (!met || !pair_within(field, *cost)) *cost = LFI_NO_PAIR;
    const bool none = cost->straight == UINT32_MAX;
    if (field->large == NULL) return true;
    if (!none && !lfi_field_pair_fits(cost->straight, cost->diagonal)) return false;
    field->large[at] = none ? LF_NO_DISTANCE : lfi_field_pair_number(cost->straight, cost->diagonal);
    return true;
}

static void pairs_take(lf_field *field, lfi_field_block block) {
    uint32_t *reached = &field->reached[block.index / LFI_FIELD_PART_BLOCKS];
    if (!block_has_met(field, block)) {
        lfi_field_block_clear(field, block);
        return;
    }
    field->is_clean[block.index] = false;
    for (unsigned y = 0; y < block.rows; y++) {
        for (unsigned x = 0; x < block.columns; x++) {
            const uint64_t at = lfi_field_at(field, block.x + x, block.y + y);
            const bool fits =
                pair_settle(field, at, lfi_octile_knows(&field->octile, (lfi_place){block.index, x, y}));
            if (!fits) *reached = LFI_FIELD_OVER;
            if (*reached != LFI_FIELD_OVER) *reached += field->octile.costs[at].straight != UINT32_MAX;
        }
    }
    if (field->owners != NULL) lfi_field_owners_clear(field, block);
}

void lfi_field_pairs_part(lf_field *field, int64_t part) {
    field->reached[part] = 0;
    lfi_field_part_run(field, part, pairs_take);
}

/// The direction of a tile at `at`.
static uint8_t pair_turn(const lf_field *field, uint64_t at, lfi_spot spot) {
    const lf_map *map = field->map;
    const lfi_octile_cost *costs = field->octile.costs, cost = costs[at];
    if (cost.straight == UINT32_MAX) return LF_NO_DIRECTION;
    if (cost.straight == 0 && cost.diagonal == 0) return LF_DIRECTION_HERE;
    const unsigned moves = map->allowed[lfi_bits_around(map->open, spot, map->stride)];
    for (int i = 0; i < 8; i++) {
        const int k = lfi_move_order[i];
        if ((moves >> k & 1) == 0) continue;
        const uint32_t diagonal = lfi_move_is_diagonal(k);
        const lfi_octile_cost there = costs[at + (uint64_t)map->tile_offset[k]];
        if (there.straight + !diagonal == cost.straight && there.diagonal + diagonal == cost.diagonal)
            return (uint8_t)lfi_direction_of(lfi_move_dx(k), lfi_move_dy(k));
    }
    LFI_ASSERT(false);
    return LF_NO_DIRECTION;
}

static void turns_take(lf_field *field, lfi_field_block block) {
    if (field->is_clean[block.index]) return;
    for (unsigned y = 0; y < block.rows; y++) {
        const uint64_t row = lfi_map_row(field->map, block.y + y) + block.x;
        const uint64_t at = lfi_field_at(field, block.x, block.y + y);
        for (unsigned x = 0; x < block.columns; x++)
            field->directions[at + x] = pair_turn(field, at + x, (lfi_spot){row + x});
    }
}

void lfi_field_turns_part(lf_field *field, int64_t part) {
    lfi_field_part_run(field, part, turns_take);
}
