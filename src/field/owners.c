// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Which target owns a tile: the one that its directions lead to. So owners agree with every route that
// lf_field_route gives, and each tile belongs to a nearest target.
//
// From each tile without an owner a walk follows the directions until it meets a tile that has one, and a
// second walk over the same tiles gives it to all of them. No tile is walked over more than twice. The walks
// may be cut anywhere, so a slice keeps to its budget.
//
// Rejected: the lowest number among all nearest targets. It needs the owners of all nearer neighbours, tile by
// tile in the order of distances, and a unit that follows the directions would often end at another target.
// Also rejected: parts for threads. A walk leaves every part at once; to cut it at the edges and to join the
// pieces takes two more passes over the plane.
//
// Time: O(tiles).
#include "field.h"

#include <string.h>

void lfi_field_owners_clear(lf_field *field, lfi_field_block block) {
    for (unsigned y = 0; y < block.rows; y++)
        memset(field->owners + lfi_field_at(field, block.x, block.y + y), 0xff,
               block.columns * sizeof *field->owners);
}

static bool owner_is_missing(const lf_field *field, lf_tile tile) {
    return field->owners[tile] == LF_NO_OWNER && field->directions[tile] < LF_DIRECTION_HERE;
}

/// Targets own themselves: of duplicates the first, which is written last.
static void owners_begin(lf_field *field) {
    const lf_field_query *query = &field->query;
    for (int64_t i = query->target_count - 1; i >= 0; i--) field->owners[query->targets[i]] = (uint32_t)i;
    field->walk = (lfi_owner_walk){.begun = true, .owner = LF_NO_OWNER};
}

/// Takes one step of the walk from walk.from; false at its end.
static bool walk_step(lf_field *field) {
    lfi_owner_walk *walk = &field->walk;
    if (!owner_is_missing(field, walk->at)) {
        if (walk->owner != LF_NO_OWNER) return false;
        walk->owner = field->owners[walk->at];
        walk->at = walk->from; // once more, and write
        return true;
    }
    if (walk->owner != LF_NO_OWNER) field->owners[walk->at] = walk->owner;
    walk->at = lfi_tile_after(field->base, walk->at, field->directions[walk->at]);
    return true;
}

bool lfi_field_own(lf_field *field, int64_t *budget) {
    lfi_owner_walk *walk = &field->walk;
    if (!walk->begun) owners_begin(field);
    for (; walk->from < field->base->tile_count; (*budget)--) {
        if (*budget <= 0) return false;
        const bool walking = walk->owner != LF_NO_OWNER || owner_is_missing(field, walk->from);
        if (walking && walk_step(field)) continue;
        walk->owner = LF_NO_OWNER;
        walk->at = ++walk->from;
    }
    return true;
}
