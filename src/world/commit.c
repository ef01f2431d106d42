// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Committing: the shapes on the canvas become one edit, and the edited state becomes the newest one.
//
// Everything happens on a snapshot that nobody holds. It is first brought up to the newest state. Mostly it
// has the state before the last edit, so there is only one edit to follow. The newest state stays as it was
// until the edited one is published, which cannot fail: an atomic commit without undo.
#include "world.h"

/// Makes the edited state in a claimed snapshot.
static lf_status snapshot_edit(lf_world *world, const lf_snapshot *before, lf_snapshot *after,
                               lf_edit_report *report) {
    const uint64_t start = lfi_world_now(world);
    lfi_snapshot_hide(after);
    lf_status status = lfi_parts_follow(&after->own, before);
    report->follow_ns = lfi_world_now(world) - start;
    if (status != LF_OK) return status;
    after->log = before->log;
    status = lfi_parts_edit(world, &after->own, &after->log, report);
    if (status != LF_OK) lfi_parts_destroy(&after->own);
    return status;
}

/// Makes the edited state and publishes it.
static lf_status edit_apply(lf_world *world, lf_edit_report *report) {
    lf_snapshot *after = lfi_snapshot_take(world);
    if (after == NULL) return LF_E_NOMEM;
    const lf_snapshot *before = atomic_load(&world->newest);
    const lf_status status = snapshot_edit(world, before, after, report);
    if (status != LF_OK) {
        lfi_holders_free(&after->holders);
        return status;
    }
    lfi_snapshot_show_own(after);
    report->bulk = before->chart.index != NULL && after->chart.index == NULL;
    atomic_store(&world->hopeless, NULL);
    lfi_snapshot_publish(after);
    return LF_OK;
}

static lf_status edit_commit(lf_world *world, lf_edit_report *report) {
    const lf_snapshot *newest = atomic_load(&world->newest);
    if (!lfi_draft_find(newest->chart.map, &world->canvas, &world->edit)) return LF_E_NOMEM;
    const bool any = world->edit.count > 0 || lfi_tariffs_changed(world);
    const lf_status status = any ? edit_apply(world, report) : LF_OK;
    report->version = atomic_load(&world->newest)->version;
    return status;
}

lf_status lf_world_commit(lf_world *world, lf_edit_report *report) {
    lf_edit_report done = {0};
    if (report != NULL) *report = done;
    if (world == NULL) return LF_E_NULL;
    const uint64_t start = lfi_world_now(world);
    lfi_world_lock(world);
    const lf_status status = edit_commit(world, &done);
    if (status == LF_OK) {
        lfi_canvas_clear(&world->size, &world->canvas);
        lfi_tariffs_settle(world, true);
        lfi_world_follow(world);
        lfi_pool_tidy(world);
    }
    lfi_world_unlock(world);
    done.ns = lfi_world_now(world) - start;
    if (report != NULL && status == LF_OK) *report = done;
    return status;
}
