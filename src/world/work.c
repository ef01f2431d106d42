// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Work between edits: a new base with an index and its hierarchy, and the tree of depths.
//
// Either is made in the background for a state that is held; edits go on meanwhile. When it is done, the
// parts of this state become a base that nobody writes to again. If no edit came in between, a snapshot that
// shows the base is published, and nothing is copied. Otherwise the edits are replayed on a copy of the
// state, box by box, with an overlay over the new index, until the copy is the newest state. This is done in
// slices too. Only the last of the replay is under the lock. (A tree is dropped instead: it fits its own
// state only.)
#include "world.h"

/// How many tiles take about a microsecond: of a map that is copied with everything else, of one over which
/// an edit is swept, and of the box of an edit.
enum { COPY_TILES = 4000, SWEEP_TILES = 32000, BOX_TILES = 200 };

void lfi_rebuild_drop(lfi_rebuild *rebuild) {
    lf_index_cancel(rebuild->builder);
    lf_index_destroy(rebuild->index);
    lfi_tree_end(&rebuild->tree);
    lf_depth_destroy(rebuild->depth);
    lf_snapshot_release(rebuild->from);
    lf_snapshot_release(rebuild->goal);
    if (rebuild->copy != NULL) {
        lfi_parts_destroy(&rebuild->copy->own);
        lfi_holders_free(&rebuild->copy->holders);
    }
    rebuild->builder = NULL;
    rebuild->index = NULL;
    rebuild->depth = NULL;
    rebuild->from = rebuild->goal = rebuild->copy = NULL;
    rebuild->rounds = 0;
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
        rebuild->from->world->begun_anew = false;
    }
    if (status == LF_E_INDEX_LIMIT) atomic_store(&rebuild->from->world->hopeless, rebuild->from);
    return status;
}

/// Goes on with the tree of depths. A tree fits its own state only, so where edits keep coming, a tree in
/// slices would always be late: the next one is then made in one piece.
static lf_status rebuild_tree(lfi_rebuild *rebuild, int64_t *budget) {
    int64_t whole = INT64_MAX;
    const bool late = rebuild->from->world->tree_late;
    lf_status status = LF_OK;
    if (rebuild->depth == NULL) {
        status = lfi_depth_twin(rebuild->from->chart.depth, &rebuild->depth);
        if (status == LF_OK) lfi_tree_begin(&rebuild->tree, rebuild->depth);
    }
    if (status == LF_OK) status = lfi_tree_step(&rebuild->tree, late ? &whole : budget);
    if (late) *budget -= INT64_MAX - whole;
    if (status == LF_OK) lfi_tree_end(&rebuild->tree);
    return status;
}

/// Makes the index or the tree, and takes its cost off the budget. LF_OK, LF_PAUSED or an error. The index
/// comes first, and a tree after each index: edits that go on must not keep either from being made.
static lf_status rebuild_make(lfi_rebuild *rebuild, const lf_workers *workers, int64_t *budget) {
    const lf_snapshot *from = rebuild->from;
    const bool index = rebuild->builder != NULL || !state_lacks_tree(from) ||
                       (state_lacks_index(from) && !from->world->tree_next);
    if (index) return rebuild_index(rebuild, workers, budget);
    return rebuild_tree(rebuild, budget);
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

/// Edits have come: copies the state.
static lf_status replay_copy(lf_world *world, int64_t *budget) {
    lfi_world_lock(world);
    lf_status status = replay_begin(world);
    lfi_world_unlock(world);
    if (status == LF_OK) status = lfi_parts_begin(&world->rebuild.copy->own, world->rebuild.from);
    *budget -= world->size.tile_count / COPY_TILES + 1;
    return status;
}

/// The most states that the copy is brought up to outside of the lock.
enum { REPLAY_ROUNDS = 6 };

/// Chooses the newest state as the goal of the copy; false if the copy is there, or has been led on for too
/// long.
static bool replay_aim(lf_world *world) {
    lfi_rebuild *rebuild = &world->rebuild;
    lf_snapshot *newest = lfi_world_hold(world);
    rebuild->next = 0;
    if (rebuild->copy->own.version < newest->version && rebuild->rounds++ < REPLAY_ROUNDS)
        rebuild->goal = newest;
    else
        lf_snapshot_release(newest);
    return rebuild->goal != NULL;
}

/// Replays the edits up to the goal. LF_OK, LF_PAUSED or LF_E_NOMEM.
static lf_status replay_round(lf_world *world, int64_t *budget) {
    lfi_rebuild *rebuild = &world->rebuild;
    lfi_parts *parts = &rebuild->copy->own;
    lf_status status = rebuild->next == 0 ? lfi_parts_compare(parts, rebuild->goal, &rebuild->edit) : LF_OK;
    while (status == LF_OK && rebuild->next < rebuild->edit.count) {
        if (*budget <= 0) return LF_PAUSED;
        const lfi_flips *flips = &lfi_draft_flips(&rebuild->edit)[rebuild->next++];
        *budget -= world->size.tile_count / SWEEP_TILES + lfi_box_tiles(flips->box) / BOX_TILES + 1;
        status = lfi_parts_replay_one(world, parts, flips);
    }
    if (status == LF_OK) status = lfi_parts_replay_end(world, parts, rebuild->goal);
    lf_snapshot_release(rebuild->goal);
    rebuild->goal = NULL;
    return status;
}

/// Brings the copy up to the newest state, except for edits that come at this moment.
static lf_status replay_run(lf_world *world, int64_t *budget) {
    lf_status status = LF_OK;
    while (status == LF_OK && (world->rebuild.goal != NULL || replay_aim(world)))
        status = replay_round(world, budget);
    return status;
}

/// Replays the last edits and publishes the copy. Under the lock.
static lf_status replay_end(lf_world *world) {
    lf_snapshot *copy = world->rebuild.copy;
    const lf_snapshot *newest = atomic_load(&world->newest);
    lf_status status = LF_OK;
    if (copy->own.version < newest->version)
        status = lfi_parts_replay(world, &copy->own, newest, &world->rebuild.edit);
    if (status != LF_OK) return status;
    world->rebuild.copy = NULL;
    copy->log = newest->log;
    lfi_snapshot_show_own(copy);
    lfi_snapshot_publish(copy);
    return LF_OK;
}

/// The new tree or index is there: publishes it if no edit has come. LF_OK, LF_E_NOMEM, or LF_PAUSED: edits
/// have come.
static lf_status rebuild_publish(lf_world *world) {
    lfi_world_lock(world);
    const bool newest = atomic_load(&world->newest) == world->rebuild.from;
    const bool tree = world->rebuild.depth != NULL;
    const lf_status status = newest ? rebuild_show(world) : LF_PAUSED;
    lfi_world_unlock(world);
    if (status == LF_OK) world->tree_next = !tree;
    if (tree) world->tree_late = status == LF_PAUSED;
    return status;
}

/// Replays the edits that have come, and publishes. LF_OK, LF_PAUSED or LF_E_NOMEM.
static lf_status rebuild_replay(lf_world *world, int64_t *budget) {
    lf_status status = world->rebuild.copy == NULL ? replay_copy(world, budget) : LF_OK;
    if (status == LF_OK) status = replay_run(world, budget);
    if (status != LF_OK) return status;
    lfi_world_lock(world);
    status = replay_end(world);
    lfi_world_unlock(world);
    if (status == LF_OK) world->tree_next = true;
    return status;
}

static void rebuild_end(lf_world *world) {
    lfi_world_lock(world);
    lfi_rebuild_drop(&world->rebuild);
    lfi_pool_tidy(world);
    lfi_world_unlock(world);
}

/// Goes on with a piece of work. LF_OK, LF_PAUSED or an error.
static lf_status rebuild_go_on(lf_world *world, const lf_workers *workers, int64_t *budget) {
    lfi_rebuild *rebuild = &world->rebuild;
    if (rebuild->copy != NULL) return rebuild_replay(world, budget);
    lf_status status = rebuild_make(rebuild, workers, budget);
    if (status != LF_OK) return status;
    status = rebuild_publish(world);
    if (status != LF_PAUSED) return status;
    if (rebuild->index != NULL) return rebuild_replay(world, budget);
    rebuild_end(world); // a tree that came too late
    return LF_PAUSED;
}

/// One piece of work. LF_OK, LF_PAUSED (the budget is used up, or an edit came in between) or an error.
static lf_status rebuild_step(lf_world *world, const lf_workers *workers, int64_t *budget) {
    const lf_status status = rebuild_go_on(world, workers, budget);
    if (status != LF_PAUSED) rebuild_end(world);
    return status;
}

/// Gives up a tree for a state that is no longer the newest.
static void rebuild_drop_late(lf_world *world) {
    if (world->rebuild.depth == NULL || atomic_load(&world->newest) == world->rebuild.from) return;
    world->tree_late = true;
    rebuild_end(world);
}

/// An index is begun anew if this many times as many headlands have a mark by now; or, once between two indexes that are
/// finished, if its order is not found yet and 1 / MORE_SHARE more have one.
enum { OVERTAKEN = 8, MORE_SHARE = 32 };

/// Whether an index that is being made will hardly help: most of what the edits have changed came after it was
/// begun. Then another index has to follow, which takes as long as one that has all edits. Even after few edits the next
/// one takes half as long, so that it pays to begin anew as long as half of the work is to come.
static bool rebuild_is_overtaken(const lfi_rebuild *rebuild, const lf_snapshot *newest) {
    const lfi_overlay *before = rebuild->from->chart.overlay, *now = newest->chart.overlay;
    if (before == NULL || now == NULL) return false;
    LFI_ASSERT(before->index == now->index); // only an index that is finished replaces another
    if (now->dirty <= before->dirty) return false;
    if (now->dirty / OVERTAKEN >= before->dirty) return true;
    return !rebuild->from->world->begun_anew && lfi_index_builder_is_early(rebuild->builder) &&
           now->dirty - before->dirty > before->dirty / MORE_SHARE;
}

/// Gives up an index that edits have overtaken, once they pause: if none came since the last call. While they
/// keep coming, whatever is begun would be overtaken, too.
static void rebuild_drop_overtaken(lf_world *world) {
    lf_snapshot *newest = lfi_world_hold(world);
    const bool pause = newest->version == world->worked;
    world->worked = newest->version;
    if (pause && world->rebuild.builder != NULL && rebuild_is_overtaken(&world->rebuild, newest)) {
        world->begun_anew = true;
        rebuild_end(world);
    }
    lf_snapshot_release(newest);
}

lf_status lf_world_work(lf_world *world, int64_t budget, const lf_workers *workers) {
    if (world == NULL) return LF_E_NULL;
    if (budget <= 0) return LF_E_BUDGET;
    rebuild_drop_late(world);
    rebuild_drop_overtaken(world);
    while (budget > 0) {
        if (world->rebuild.from == NULL) world->rebuild.from = world_find_work(world);
        if (world->rebuild.from == NULL) return LF_OK;
        const lf_status status = rebuild_step(world, workers, &budget);
        if (status != LF_OK) return status;
    }
    return lf_world_has_work(world) ? LF_PAUSED : LF_OK;
}
