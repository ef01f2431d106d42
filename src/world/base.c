// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Bases: parts that nobody writes to, and an index of them. Snapshots show a base, and overlays lie over its
// index; both are counted (reference counting). When the last of them goes, the index is freed and the parts
// become spare memory for the next edit. A base has no overlay itself: otherwise each base would keep the one
// before it for ever.
#include "world.h"

lfi_base *lfi_base_create(lf_world *world) {
    lfi_base *base = lfi_alloc(&world->allocator, 1, sizeof *base);
    if (base == NULL) return NULL;
    *base = (lfi_base){.world = world, .era = ++world->eras};
    return base;
}

/// Joins the depths with a tree and those without into one set of depths again.
static void base_join_depths(lfi_base *base) {
    if (base->depth_before == NULL) return;
    lfi_depth_take_twin(base->depth_before, base->parts.depth);
    base->parts.depth = base->depth_before;
}

void lfi_base_drop(lfi_base *base, lfi_parts *spare) {
    if (base == NULL || --base->users > 0) return;
    base_join_depths(base);
    lf_index_destroy(base->index);
    lfi_parts parts = base->parts;
    lfi_free(&base->world->allocator, base, 1, sizeof *base);
    if (spare != NULL && spare->map == NULL)
        *spare = parts;
    else
        lfi_parts_destroy(&parts);
}

lfi_cover *lfi_cover_create(lfi_base *indexed) {
    lfi_cover *cover = lfi_alloc(&indexed->world->allocator, 1, sizeof *cover);
    if (cover != NULL) *cover = (lfi_cover){.users = 1, .indexed = lfi_base_use(indexed)};
    return cover;
}

void lfi_cover_drop(lfi_cover *cover) {
    if (cover == NULL || --cover->users > 0) return;
    const lf_allocator allocator = cover->indexed->world->allocator;
    lfi_overlay_destroy(cover->overlay);
    lfi_base_drop(cover->indexed, NULL);
    lfi_free(&allocator, cover, 1, sizeof *cover);
}
