// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Snapshots and their pool.
//
// A snapshot is never freed before the world. So a reader may count itself as a holder of a snapshot that is
// no longer the newest, notice this, and leave (base/holders.h; lock-free reference counting). The pool is a
// list that only grows, to as many snapshots as are held at once: one that nobody holds is used again.
//
// Two threads use the pool, one at a time (lfi_world_lock): the one that edits and the one that works.
// Readers use neither the pool nor the lock.
#include "world.h"

enum { POOL_SPARES = 2 };

// ---- What a snapshot shows ------------------------------------------------------------------------

lfi_base *lfi_snapshot_indexed(const lf_snapshot *state) {
    if (state->cover != NULL) return state->cover->indexed;
    return state->chart.index != NULL ? state->base : NULL;
}

void lfi_snapshot_hide(lf_snapshot *snapshot) {
    lfi_cover_drop(snapshot->cover);
    lfi_base_drop(snapshot->base, &snapshot->own);
    snapshot->cover = NULL;
    snapshot->base = NULL;
    snapshot->chart = (lfi_chart){0};
    snapshot->fixtures = NULL;
}

static void snapshot_show(lf_snapshot *snapshot, const lfi_parts *parts, const lf_index *index) {
    snapshot->chart =
        (lfi_chart){.map = parts->map, .coarse = parts->coarse, .depth = parts->depth, .index = index};
    for (int i = 0; i < LF_WORLD_WEIGHTS_MAX; i++) snapshot->chart.weights[i] = parts->weights[i];
    if (snapshot->cover != NULL) {
        const lfi_overlay *overlay = snapshot->cover->overlay;
        const bool weighed = snapshot->world->tariff_count > 0 && overlay->edit == 0; // no tile has changed
        snapshot->chart.index = snapshot->cover->indexed->index;
        snapshot->chart.overlay = weighed ? NULL : overlay;
    }
    snapshot->fixtures = parts->fixtures;
    snapshot->version = parts->version;
}

void lfi_snapshot_show_base(lf_snapshot *snapshot, lfi_base *base, lfi_cover *cover) {
    lfi_base_use(base); // first: the snapshot may show them already
    lfi_cover_use(cover);
    lfi_snapshot_hide(snapshot);
    snapshot->base = base;
    snapshot->cover = cover;
    snapshot_show(snapshot, &base->parts, base->index);
}

void lfi_snapshot_show_own(lf_snapshot *snapshot) {
    lfi_snapshot_hide(snapshot);
    snapshot->cover = lfi_cover_use(snapshot->own.cover);
    snapshot_show(snapshot, &snapshot->own, NULL);
}

lfi_base *lfi_snapshot_settle(lf_snapshot *snapshot) {
    if (snapshot->base != NULL) return snapshot->base;
    lfi_base *base = lfi_base_create(snapshot->world);
    if (base == NULL) return NULL;
    lfi_cover_drop(snapshot->own.cover); // the snapshot still shows it, as snapshot->cover
    snapshot->own.cover = NULL;
    base->parts = snapshot->own;
    snapshot->own = (lfi_parts){0};
    snapshot->base = lfi_base_use(base);
    return base;
}

// ---- The pool -------------------------------------------------------------------------------------

static lf_snapshot *snapshot_create(lf_world *world) {
    lf_snapshot *snapshot = lfi_alloc(&world->allocator, 1, sizeof *snapshot);
    if (snapshot == NULL) return NULL;
    *snapshot = (lf_snapshot){.world = world};
    atomic_init(&snapshot->holders.count, LFI_HOLDERS_OWNED);
    snapshot->next = world->pool;
    world->pool = snapshot;
    return snapshot;
}

lf_snapshot *lfi_snapshot_take(lf_world *world) {
    for (lf_snapshot *s = world->pool; s != NULL; s = s->next) {
        if (lfi_holders_claim(&s->holders)) return s;
    }
    return snapshot_create(world);
}

void lfi_snapshot_publish(lf_snapshot *snapshot) {
    lfi_holders_keep(&snapshot->holders);
    lf_snapshot *before = atomic_exchange(&snapshot->world->newest, snapshot);
    if (before != NULL) lfi_holders_leave(&before->holders);
}

void lfi_pool_tidy(lf_world *world) {
    int spares = 0;
    for (lf_snapshot *s = world->pool; s != NULL; s = s->next) {
        if (!lfi_holders_claim(&s->holders)) continue;
        lfi_snapshot_hide(s);
        if (s->own.map != NULL && ++spares > POOL_SPARES) lfi_parts_destroy(&s->own);
        lfi_holders_free(&s->holders);
    }
}

void lfi_pool_destroy(lf_world *world) {
    for (lf_snapshot *s = world->pool, *next; s != NULL; s = next) {
        next = s->next;
        lfi_snapshot_hide(s);
        lfi_parts_destroy(&s->own);
        lfi_free(&world->allocator, s, 1, sizeof *s);
    }
}

// ---- Readers --------------------------------------------------------------------------------------

lf_snapshot *lfi_world_hold(lf_world *world) {
    for (;;) {
        lf_snapshot *snapshot = atomic_load(&world->newest);
        lfi_holders_enter(&snapshot->holders);
        if (atomic_load(&world->newest) == snapshot) return snapshot;
        lfi_holders_leave(&snapshot->holders);
    }
}

const lf_snapshot *lf_world_acquire(lf_world *world) {
    return world == NULL ? NULL : lfi_world_hold(world);
}

void lf_snapshot_release(const lf_snapshot *snapshot) {
    // A snapshot is const to its holders; the count of its holders is not.
    if (snapshot != NULL) lfi_holders_leave(&((lf_snapshot *)(uintptr_t)snapshot)->holders);
}

uint64_t lf_snapshot_version(const lf_snapshot *snapshot) {
    return snapshot == NULL ? 0 : snapshot->version;
}

const lf_map *lf_snapshot_map(const lf_snapshot *snapshot) {
    return snapshot == NULL ? NULL : snapshot->chart.map;
}

const lf_coarse *lf_snapshot_coarse(const lf_snapshot *snapshot) {
    return snapshot == NULL ? NULL : snapshot->chart.coarse;
}

const lf_depth *lf_snapshot_depth(const lf_snapshot *snapshot) {
    return snapshot == NULL ? NULL : snapshot->chart.depth;
}

const lf_index *lf_snapshot_index(const lf_snapshot *snapshot) {
    return snapshot == NULL || snapshot->cover != NULL ? NULL : snapshot->chart.index;
}

const lf_fixtures *lf_snapshot_fixtures(const lf_snapshot *snapshot) {
    return snapshot == NULL ? NULL : snapshot->fixtures;
}
