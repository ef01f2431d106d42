// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Room `field`: planes of distances, directions and owners, made by the waves of `flood`. May use: base, map,
// weights, query (by the header of octile costs), flood.
#ifndef LANDFALL_FIELD_H
#define LANDFALL_FIELD_H

#include "../base/metric.h"
#include "../base/workers.h"
#include "../flood/octile.h"
#include "../flood/waves.h"
#include "../flood/weighted.h"
#include "../weights/weights.h"

/// Filling a field has stages, in this order.
typedef enum lfi_field_stage {
    LFI_FIELD_IDLE = 0,   ///< never begun
    LFI_FIELD_SPREAD,     ///< waves, or buckets under octile costs and weights
    LFI_FIELD_PLANES,     ///< tiles that were not met; uniform: directions
    LFI_FIELD_DIRECTIONS, ///< octile, weights: directions, which need the planes of their neighbours
    LFI_FIELD_OWNERS,
    LFI_FIELD_ENDED,
} lfi_field_stage;

/// Finding owners, see owners.c.
typedef struct lfi_owner_walk {
    bool begun;
    uint32_t from;  ///< the tile whose owner is looked for; all before it have theirs
    lf_tile at;     ///< how far the walk has come
    uint32_t owner; ///< LF_NO_OWNER while it is unknown, then what is written along the walk
} lfi_owner_walk;

struct lf_field {
    lf_allocator allocator;
    lf_workers workers;
    const lf_map *base; ///< the map that the field was created for
    const lf_map *map;  ///< of the current fill
    bool is_octile;     ///< whether diagonals cost more: never under orthogonal moves
    bool has_directions, has_owners;
    int bits;                  ///< of a distance: 0, 16 or 32
    const lf_weights *weights; ///< NULL = moves cost the same everywhere
    lfi_metric metric;         ///< weights: of their costs
    lfi_waves waves;
    lfi_octile octile;
    lfi_weighted weighted;
    uint16_t *small; ///< distances of 16 bits
    uint32_t *large; ///< distances of 32 bits
    uint8_t *directions;
    uint32_t *owners;
    bool *is_clean;     ///< for each block, whether its tiles have nothing in any plane
    uint32_t *reached;  ///< for each part, how many tiles have a distance; LFI_FIELD_OVER if one is too large
    lfi_wave_sink sink; ///< uniform costs with distances

    lfi_field_stage stage;
    lf_status answer; ///< LF_OK or LF_E_DISTANCE_RANGE once ended
    lf_field_query query;
    int64_t limit;       ///< the greatest distance; INT64_MAX if there is no limit
    uint64_t cost_limit; ///< weights: the same as a number of `metric`
    int64_t part;        ///< parts of the current stage that are done
    int64_t reached_in_all;
    lfi_owner_walk walk;
};

/// Bytes that lf_field_create asks the allocator for, with the same arguments, which are valid.
uint64_t lfi_field_size(const lf_map *map, const lf_field_desc *desc);
/// Turns a field to another map with the same size and move rules. It has to be filled anew.
void lfi_field_turn(lf_field *field, const lf_map *map);

/// Blocks of a part, so that a part has up to 8,192 tiles.
enum { LFI_FIELD_PART_BLOCKS = 64, LFI_FIELD_PART_TILES = LFI_FIELD_PART_BLOCKS * LFI_WIDE_TILES };

#define LFI_FIELD_OVER UINT32_MAX

/// A block of the map: its number, its first tile, and as many of its columns and rows as the map has.
typedef struct lfi_field_block {
    uint32_t index;
    uint32_t x, y;
    unsigned columns, rows;
} lfi_field_block;

/// Calls `take` for each block of a part.
void lfi_field_part_run(lf_field *field, int64_t part, void (*take)(lf_field *, lfi_field_block));

/// Leaves nothing in the planes of a block without a tile that was met.
void lfi_field_block_clear(lf_field *field, lfi_field_block block);

/// The number of a tile in the planes.
static inline uint64_t lfi_field_at(const lf_field *field, uint32_t x, uint32_t y) {
    return (uint64_t)y * (uint64_t)field->base->width + x;
}

// planes.c: uniform costs. What is left to do of a part once all waves have run.
void lfi_field_planes_part(lf_field *field, int64_t part);

// pairs.c: octile costs. The same in two stages.
void lfi_field_pairs_part(lf_field *field, int64_t part);
void lfi_field_turns_part(lf_field *field, int64_t part);

/// Whether a cost has a number of 32 bits under octile costs; and this number.
bool lfi_field_pair_fits(uint64_t straight, uint64_t diagonal);
uint32_t lfi_field_pair_number(uint64_t straight, uint64_t diagonal);

// prices.c: weights. The same in two stages.
void lfi_field_prices_part(lf_field *field, int64_t part);
void lfi_field_leads_part(lf_field *field, int64_t part);

/// The cost of a tile that was not met, in its node.
#define LFI_NO_PRICE UINT64_MAX

/// No cost: a tile that was not met.
#define LFI_NO_PAIR ((lfi_octile_cost){UINT32_MAX, UINT32_MAX})

// owners.c

/// Gives the tiles of a block no owner.
void lfi_field_owners_clear(lf_field *field, lfi_field_block block);
/// Continues to find owners; false if the budget ran out.
bool lfi_field_own(lf_field *field, int64_t *budget);

#endif // LANDFALL_FIELD_H
