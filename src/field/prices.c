// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What the buckets leave to do under weights, tile by tile: costs as numbers, then directions.
//
// The search has gone backwards from the targets, so that a node has the cost of the way from its tile to a target: what
// the tiles after it weigh. Here the nodes get their final form. A tile that was not met, or costs more than the
// limit, gets LFI_NO_PRICE; under uniform costs what the tile itself weighs comes off. Then a direction is the first
// move, in the written order, whose tile costs less by exactly what it weighs, times 1 or sqrt 2. Costs are one number
// each (base/metric.h), and equal costs are equal numbers.
//
// Time: O(tiles).
#include "field.h"

/// Writes what a plane has for a cost; false if that has no number.
static bool price_write(lf_field *field, uint64_t at, uint64_t cost) {
    const bool none = cost == LFI_NO_PRICE;
    uint64_t number = cost;
    if (!none && field->is_octile) {
        uint64_t straight, diagonal;
        lfi_metric_apart(&field->metric, cost, &straight, &diagonal);
        if (!lfi_field_pair_fits(straight, diagonal)) return false;
        number = lfi_field_pair_number(straight, diagonal);
    }
    if (field->bits == 16) {
        if (!none && number >= LF_NO_DISTANCE_16) return false;
        field->small[at] = (uint16_t)number;
    } else {
        if (!none && number >= LF_NO_DISTANCE) return false;
        field->large[at] = (uint32_t)number;
    }
    return true;
}

static bool price_is_met(const lf_field *field, lfi_spot spot) {
    return (field->weighted.words[spot.bit >> 6].met & lfi_spot_mask(spot)) != 0;
}

/// Settles the cost of a tile; returns it.
static uint64_t price_settle(lf_field *field, uint64_t at, lfi_spot spot) {
    lfi_weighted_node *node = &field->weighted.nodes[at];
    if (!price_is_met(field, spot)) return node->cost = LFI_NO_PRICE;
    if (!field->is_octile) node->cost -= field->weights->costs[at];
    if (node->cost > field->cost_limit) node->cost = LFI_NO_PRICE;
    return node->cost;
}

/// The bits of a row of a block.
static uint64_t row_met(const lf_field *field, lfi_field_block block, unsigned y) {
    const uint64_t spot = lfi_map_row(field->map, (int32_t)(block.y + y)) + block.x;
    return field->weighted.words[spot >> 6].met >> (spot & 63) & 0xffff;
}

static bool block_is_met(const lf_field *field, lfi_field_block block) {
    uint64_t met = 0;
    for (unsigned y = 0; y < block.rows; y++) met |= row_met(field, block, y);
    return met != 0;
}

static void prices_take(lf_field *field, lfi_field_block block) {
    uint32_t *reached = &field->reached[block.index / LFI_FIELD_PART_BLOCKS];
    if (!block_is_met(field, block)) {
        lfi_field_block_clear(field, block);
        return;
    }
    field->is_clean[block.index] = false;
    for (unsigned y = 0; y < block.rows; y++) {
        const uint64_t row = lfi_map_row(field->map, (int32_t)(block.y + y)) + block.x;
        const uint64_t at = lfi_field_at(field, block.x, block.y + y);
        for (unsigned x = 0; x < block.columns; x++) {
            const uint64_t cost = price_settle(field, at + x, (lfi_spot){row + x});
            if (field->bits != 0 && !price_write(field, at + x, cost)) *reached = LFI_FIELD_OVER;
            if (*reached != LFI_FIELD_OVER) *reached += cost != LFI_NO_PRICE;
        }
    }
    if (field->owners != NULL) lfi_field_owners_clear(field, block);
}

void lfi_field_prices_part(lf_field *field, int64_t part) {
    field->reached[part] = 0;
    lfi_field_part_run(field, part, prices_take);
}

/// The direction of a tile at `at`.
static uint8_t price_lead(const lf_field *field, uint64_t at, lfi_spot spot) {
    const lf_map *map = field->map;
    const lfi_weighted_node *nodes = field->weighted.nodes;
    const uint64_t cost = nodes[at].cost;
    if (cost == LFI_NO_PRICE) return LF_NO_DIRECTION;
    if (cost == 0) return LF_DIRECTION_HERE;
    const unsigned moves = map->allowed[lfi_bits_around(map->open, spot, map->stride)];
    for (int i = 0; i < 8; i++) {
        const int k = lfi_move_order[i];
        if ((moves >> k & 1) == 0) continue;
        const uint64_t next = at + (uint64_t)map->tile_offset[k], there = nodes[next].cost;
        if (there != LFI_NO_PRICE && there + field->weights->costs[next] * field->weighted.unit[k] == cost)
            return (uint8_t)lfi_direction_of(lfi_move_dx(k), lfi_move_dy(k));
    }
    LFI_ASSERT(false);
    return LF_NO_DIRECTION;
}

static void leads_take(lf_field *field, lfi_field_block block) {
    if (field->is_clean[block.index]) return;
    for (unsigned y = 0; y < block.rows; y++) {
        const uint64_t row = lfi_map_row(field->map, (int32_t)(block.y + y)) + block.x;
        const uint64_t at = lfi_field_at(field, block.x, block.y + y);
        for (unsigned x = 0; x < block.columns; x++)
            field->directions[at + x] = price_lead(field, at + x, (lfi_spot){row + x});
    }
}

void lfi_field_leads_part(lf_field *field, int64_t part) {
    lfi_field_part_run(field, part, leads_take);
}
