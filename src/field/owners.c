// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Which target owns a tile: the one that its directions lead to. So owners agree with every route that
// lf_field_route gives, and each tile belongs to a nearest target.
//
// Tile by tile in row order: most directions lead to a tile whose owner is known already. From any other tile a
// walk follows the directions until it meets a tile that has an owner, and a second walk over the same tiles
// gives it to all of them. No tile is walked over more than twice. The walks may be cut anywhere, so a slice
// keeps to its budget.
//
// Rejected: the lowest number among all nearest targets. It needs the owners of all nearer neighbours, tile by
// tile in the order of distances, and a unit that follows the directions would often end at another target.
// Also rejected: parts for threads. A walk leaves every part at once; to cut it at the edges and to join the
// pieces takes two more passes over the plane. And a sweep forwards and one backwards before the walks, so that
// fewer are long: 15 to 30 % slower.
//
// Time: O(tiles).
#include "field.h"

#include <string.h>

void lfi_field_owners_clear(lf_field *field, lfi_field_block block) {
    for (unsigned y = 0; y < block.rows; y++)
        memset(field->owners + lfi_field_at(field, block.x, block.y + y), 0xff,
               block.columns * sizeof *field->owners);
}

/// Targets own themselves: of duplicates the first, which is written last.
static void owners_begin(lf_field *field) {
    const lf_field_query *query = &field->query;
    for (int64_t i = query->target_count - 1; i >= 0; i--) field->owners[query->targets[i]] = (uint32_t)i;
    field->walk = (lfi_owner_walk){.begun = true, .owner = LF_NO_OWNER};
}

/// Walks on from walk.at over tiles without an owner, for at most *budget steps, and gives them walk.owner if it
/// is known. True at a tile with an owner.
static bool walk_on(lf_field *field, int64_t *budget) {
    const uint8_t *directions = field->directions;
    uint32_t *owners = field->owners;
    const uint32_t owner = field->walk.owner;
    lf_tile at = field->walk.at;
    for (; owners[at] == LF_NO_OWNER && *budget > 0; (*budget)--) {
        owners[at] = owner; // changes nothing while the owner is unknown
        at = lfi_tile_after(field->base, at, directions[at]);
    }
    field->walk.at = at;
    return owners[at] != LF_NO_OWNER;
}

/// Finds the owner of walk.from, and of all tiles on its way; false if the budget ran out.
static bool walk_both(lf_field *field, int64_t *budget) {
    lfi_owner_walk *walk = &field->walk;
    if (walk->owner == LF_NO_OWNER) {
        if (!walk_on(field, budget)) return false;
        walk->owner = field->owners[walk->at];
        walk->at = walk->from;
    }
    if (!walk_on(field, budget)) return false;
    walk->owner = LF_NO_OWNER;
    return true;
}

/// Gives a tile the owner of the tile that its direction leads to. True if the tile has an owner or wants none.
static inline bool tile_own(lf_field *field, lf_tile tile) {
    if (field->directions[tile] >= LF_DIRECTION_HERE || field->owners[tile] != LF_NO_OWNER) return true;
    field->owners[tile] = field->owners[lfi_tile_after(field->base, tile, field->directions[tile])];
    return field->owners[tile] != LF_NO_OWNER;
}

bool lfi_field_own(lf_field *field, int64_t *budget) {
    lfi_owner_walk *walk = &field->walk;
    if (!walk->begun) owners_begin(field);
    for (; walk->from < field->base->tile_count; walk->at = ++walk->from, (*budget)--) {
        if (*budget <= 0) return false;
        if (walk->owner == LF_NO_OWNER && tile_own(field, walk->from)) continue;
        if (!walk_both(field, budget)) return false;
    }
    return true;
}
