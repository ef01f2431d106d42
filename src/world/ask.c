// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Searches of a world. A search is turned to a state and holds it; meanwhile no edit writes to the data that
// the search reads. The world has a search of its own for callers with one thread.
#include "world.h"

// ---- Searches of the caller -----------------------------------------------------------------------

lf_status lf_world_search(lf_world *world, const lf_search_desc *desc, lf_search **out) {
    if (out != NULL) *out = NULL;
    if (world == NULL || out == NULL) return LF_E_NULL;
    if (desc != NULL && desc->coarse != NULL) return LF_E_FOREIGN_COARSE;
    if (desc != NULL && (desc->index != NULL || desc->gate_index_count != 0)) return LF_E_FOREIGN_INDEX;
    if (desc != NULL && desc->depth != NULL) return LF_E_FOREIGN_DEPTH;
    lf_snapshot *snapshot = lfi_world_hold(world);
    lf_search_desc whole = desc != NULL ? *desc : (lf_search_desc){0};
    whole.coarse = snapshot->chart.coarse; // a search for spine alone needs it
    const lf_status status = lfi_search_make(&snapshot->chart, &whole, &snapshot->holders, out);
    if (status != LF_OK) lf_snapshot_release(snapshot);
    return status;
}

/// Turns a search to a state that the caller holds, and takes over this hold.
static lf_status search_turn_held(lf_search *search, lf_snapshot *snapshot) {
    const lf_status status = lfi_search_turn(search, &snapshot->chart, &snapshot->holders);
    if (status != LF_OK) lf_snapshot_release(snapshot);
    return status;
}

lf_status lf_search_turn(lf_search *search, const lf_snapshot *snapshot) {
    if (search == NULL) return LF_E_NULL;
    if (search->held == NULL) return LF_E_FOREIGN_WORLD;
    lf_world *world = lfi_search_snapshot(search)->world;
    if (snapshot == NULL) return search_turn_held(search, lfi_world_hold(world));
    if (snapshot->world != world) return LF_E_FOREIGN_WORLD;
    lf_snapshot *held = (lf_snapshot *)(uintptr_t)snapshot; // const except for its holders
    lfi_holders_enter(&held->holders);
    return search_turn_held(search, held);
}

// ---- The world's own search -----------------------------------------------------------------------

void lfi_world_follow(lf_world *world) {
    // If there is no memory, the search stays at its state, and the next question tries again.
    if (world->asker != NULL) (void)lf_search_turn(world->asker, NULL);
}

/// Makes the world's own search ready: at the newest state, with memory for a cost, and for weights. It keeps what it
/// had memory for before.
static lf_status asker_ready(lf_world *world, bool octile, bool weighted) {
    if (world->asker != NULL) {
        octile |= world->asker->octile;
        weighted |= world->asker->weighted;
        if (octile == world->asker->octile && weighted == world->asker->weighted)
            return lf_search_turn(world->asker, NULL);
        lf_search_destroy(world->asker);
        world->asker = NULL;
    }
    const lf_search_desc desc = {.cost = octile ? LF_COST_OCTILE : LF_COST_UNIFORM,
                                 .weighted = weighted,
                                 .allocator = world->allocator,
                                 .clock = world->clock};
    return lf_world_search(world, &desc, &world->asker);
}

lf_status lf_world_find(lf_world *world, const lf_query *query, lf_tile *tiles, int64_t capacity,
                        lf_route *route) {
    lf_status status =
        world == NULL || query == NULL
            ? LF_E_NULL
            : asker_ready(world, query->options.cost == LF_COST_OCTILE, query->weights != NULL);
    if (status == LF_OK) return lf_search_find(world->asker, query, tiles, capacity, route);
    lf_search_find(NULL, query, NULL, 0, route); // clears the answer
    return status;
}

int64_t lf_world_between(lf_world *world, lf_tile from, lf_tile to, lf_tile *tiles, int64_t capacity) {
    const lf_status status = world == NULL ? LF_E_NULL : asker_ready(world, false, false);
    return status != LF_OK ? status : lf_search_between(world->asker, from, to, tiles, capacity);
}
