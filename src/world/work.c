// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Work between edits: a new base with an index and its hierarchy, and the tree of depths.
//
// Either is made in the background for a state that is held; edits go on meanwhile. When it is done, the
// parts of this state become a base that nobody writes to again. If no edit came in between, a snapshot that
// shows the base is published, and nothing is copied. Otherwise the edits are replayed on a copy of the
// state, box by box, with an overlay over the new index, until the copy is the newest state. Only the last of
// the replay is under the lock. (A tree is dropped instead: it fits its own state only.)
#include "world.h"

/// The number of tiles for which making a tree takes about a microsecond.
enum { TREE_TILES = 256 };

void lfi_rebuild_drop(lfi_rebuild *rebuild) {
    lf_index_cancel(rebuild->builder);
    lf_index_destroy(rebuild->index);
    lf_depth_destroy(rebuild->depth);
    lf_snapshot_release(rebuild->from);
    rebuild->builder = NULL;
    rebuild->index = NULL;
    rebuild->depth = NULL;
    rebuild->from = NULL;
}

static bool state_lacks_tree(const lf_snapshot *state) {
    return state->chart.depth != NULL && state->chart.depth->tree_pending;
}

static bool state_lacks_index(const lf_snapshot *state) {
    if (!state->world->has_index || atomic_load(&state->world->hopeless) == state) return false;
    return state->chart.index == NULL || state->chart.overlay != NULL;
}

/// The newest state, held, if it lacks something; otherwise NULL.
static lf_snapshot *world_find_work(lf_world *world) {
    lf_snapshot *newest = lfi_world_hold(world);
    if (state_lacks_tree(newest) || state_lacks_index(newest)) return newest;
    lf_snapshot_release(newest);
    return NULL;
}

bool lf_world_has_work(const lf_world *world) {
    if (world == NULL) return false;
    // A world is const to the caller; holding a state for a moment is no change.
    const lf_snapshot *state = world_find_work((lf_world *)(uintptr_t)world);
    lf_snapshot_release(state);
    return state != NULL;
}

static lf_status rebuild_begin_index(lfi_rebuild *rebuild) {
    lf_index_desc desc = rebuild->from->world->index;
    desc.progress = (lf_progress){0};
    const lfi_chart *chart = &rebuild->from->chart;
    const lf_status status = lf_index_begin(chart->map, &desc, &rebuild->builder);
    if (status != LF_OK) return status;
    lfi_index_builder_keep(rebuild->builder);
    if (chart->overlay != NULL)
        lfi_index_builder_renew(rebuild->builder, chart->index, chart->overlay->marks);
    return LF_OK;
}

/// Goes on with the index. Where there is one of an earlier state, what did not change is taken from it: the
/// state is held, and with it the earlier index.
static lf_status rebuild_index(lfi_rebuild *rebuild, const lf_workers *workers, int64_t *budget) {
    static const lf_workers none = {0};
    lf_status status = rebuild->builder == NULL ? rebuild_begin_index(rebuild) : LF_OK;
    if (status == LF_OK) {
        lfi_index_builder_workers(rebuild->builder, workers != NULL ? workers : &none);
        status = lfi_index_builder_step(rebuild->builder, budget);
    }
    if (status == LF_OK) {
        status = lf_index_finish(rebuild->builder, &rebuild->index);
        rebuild->builder = NULL;
    }
    if (status == LF_E_INDEX_LIMIT) atomic_store(&rebuild->from->world->hopeless, rebuild->from);
    return status;
}

/// Makes the index or the tree, and takes its cost off the budget. LF_OK, LF_PAUSED or an error. The index
/// comes first, and a tree after each index: edits that go on must not keep either from being made.
static lf_status rebuild_make(lfi_rebuild *rebuild, const lf_workers *workers, int64_t *budget) {
    const lf_snapshot *from = rebuild->from;
    const bool index = rebuild->builder != NULL || !state_lacks_tree(from) ||
                       (state_lacks_index(from) && !from->world->tree_next);
    if (index) return rebuild_index(rebuild, workers, budget);
    *budget -= from->chart.map->tile_count / TREE_TILES + 1;
    return lfi_depth_twin(from->chart.depth, &rebuild->depth);
}

// ---- Publishing -----------------------------------------------------------------------------------

/// Puts the new tree or index into the base of its state. NULL if there is no memory. Under the lock.
static lfi_base *rebuild_settle(lfi_rebuild *rebuild) {
    lfi_base *base = lfi_snapshot_settle(rebuild->from);
    if (base == NULL) return NULL;
    if (rebuild->depth != NULL) {
        base->depth_before = base->parts.depth;
        base->parts.depth = rebuild->depth;
    }
    if (rebuild->index != NULL) base->index = rebuild->index;
    rebuild->depth = NULL;
    rebuild->index = NULL;
    return base;
}

/// The state is still the newest: publishes a snapshot that shows its base. Under the lock.
static lf_status rebuild_show(lf_world *world) {
    const bool tree = world->rebuild.depth != NULL;
    lf_snapshot *snapshot = lfi_snapshot_take(world);
    lfi_base *base = snapshot == NULL ? NULL : rebuild_settle(&world->rebuild);
    if (base == NULL) {
        if (snapshot != NULL) lfi_holders_free(&snapshot->holders);
        return LF_E_NOMEM;
    }
    snapshot->log = world->rebuild.from->log;
    lfi_snapshot_show_base(snapshot, base, tree ? world->rebuild.from->cover : NULL);
    lfi_snapshot_publish(snapshot);
    return LF_OK;
}

/// Edits have come: begins a copy of the state that uses the new index. Under the lock.
static lf_status replay_begin(lf_world *world) {
    lf_snapshot *copy = lfi_snapshot_take(world);
    if (copy == NULL) return LF_E_NOMEM;
    lfi_base *base = rebuild_settle(&world->rebuild);
    lfi_snapshot_hide(copy);
    lfi_parts_destroy(&copy->own);
    copy->own.cover = base == NULL ? NULL : lfi_cover_create(base);
    if (copy->own.cover != NULL)
        world->rebuild.copy = copy;
    else
        lfi_holders_free(&copy->holders);
    return copy->own.cover != NULL ? LF_OK : LF_E_NOMEM;
}

enum { REPLAY_ROUNDS = 4 };

/// Brings the copy up to the newest state, except for edits that come at this moment.
static lf_status replay_run(lf_world *world) {
    lfi_rebuild *rebuild = &world->rebuild;
    lfi_parts *parts = &rebuild->copy->own;
    lf_status status = lfi_parts_begin(parts, rebuild->from);
    for (int i = 0; status == LF_OK && i < REPLAY_ROUNDS; i++) {
        lf_snapshot *newest = lfi_world_hold(world);
        const bool behind = parts->version < newest->version;
        if (behind) status = lfi_parts_replay(world, parts, newest, &rebuild->edit);
        lf_snapshot_release(newest);
        if (!behind) break;
    }
    return status;
}

/// Replays the last edits and publishes the copy, or drops it after a failure. Under the lock.
static lf_status replay_end(lf_world *world, lf_status status) {
    lf_snapshot *copy = world->rebuild.copy;
    const lf_snapshot *newest = atomic_load(&world->newest);
    world->rebuild.copy = NULL;
    if (status == LF_OK && copy->own.version < newest->version)
        status = lfi_parts_replay(world, &copy->own, newest, &world->rebuild.edit);
    if (status != LF_OK) {
        lfi_parts_destroy(&copy->own);
        lfi_holders_free(&copy->holders);
        return status;
    }
    copy->log = newest->log;
    lfi_snapshot_show_own(copy);
    lfi_snapshot_publish(copy);
    return LF_OK;
}

/// Publishes the new tree or index. LF_OK, LF_PAUSED (a tree came too late) or LF_E_NOMEM.
static lf_status rebuild_publish(lf_world *world) {
    lfi_world_lock(world);
    const bool newest = atomic_load(&world->newest) == world->rebuild.from;
    const bool tree = world->rebuild.depth != NULL;
    lf_status status = newest ? rebuild_show(world) : tree ? LF_PAUSED : replay_begin(world);
    lfi_world_unlock(world);
    if (!newest && !tree && status == LF_OK) {
        status = replay_run(world);
        lfi_world_lock(world);
        status = replay_end(world, status);
        lfi_world_unlock(world);
    }
    if (status == LF_OK) world->tree_next = !tree;
    return status;
}

/// One piece of work. LF_OK, LF_PAUSED (the budget is used up, or an edit came in between) or an error.
static lf_status rebuild_step(lf_world *world, const lf_workers *workers, int64_t *budget) {
    lf_status status = rebuild_make(&world->rebuild, workers, budget);
    if (status == LF_PAUSED) return status;
    if (status == LF_OK) status = rebuild_publish(world);
    lfi_world_lock(world);
    lfi_rebuild_drop(&world->rebuild);
    lfi_pool_tidy(world);
    lfi_world_unlock(world);
    return status;
}

lf_status lf_world_work(lf_world *world, int64_t budget, const lf_workers *workers) {
    if (world == NULL) return LF_E_NULL;
    if (budget <= 0) return LF_E_BUDGET;
    while (budget > 0) {
        if (world->rebuild.from == NULL) world->rebuild.from = world_find_work(world);
        if (world->rebuild.from == NULL) return LF_OK;
        const lf_status status = rebuild_step(world, workers, &budget);
        if (status != LF_OK) return status;
    }
    return lf_world_has_work(world) ? LF_PAUSED : LF_OK;
}
