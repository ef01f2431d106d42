// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The parts of a state: a map, and everything derived from it. They are made once. From then on their owners
// copy them, bring them up to date, and edit them in place.
//
// Bringing parts up to date copies the tiles, depths and cells of each box that has changed since. Bodies are
// copied whole, because their numbers depend on all earlier edits (12 bytes per run). Keys and doors are made
// anew after each edit: whether a door opens a way depends on the whole map.
//
// Time of an edit, and of following one: O(tiles of its boxes), and the bodies. Time of a copy: O(tiles).
#include "world.h"

void lfi_parts_destroy(lfi_parts *parts) {
    lfi_cover_drop(parts->cover);
    lf_fixtures_destroy(parts->fixtures);
    for (int i = 0; i < LF_WORLD_WEIGHTS_MAX; i++) lf_weights_destroy(parts->weights[i]);
    lf_depth_destroy(parts->depth);
    lf_coarse_destroy(parts->coarse);
    lf_map_destroy(parts->map);
    *parts = (lfi_parts){0};
}

/// Makes the keys and doors of a map anew.
static lf_status parts_make_fixtures(const lf_world *world, lfi_parts *parts) {
    lf_fixtures_destroy(parts->fixtures);
    parts->fixtures = NULL;
    if (!world->has_fixtures) return LF_OK;
    return lfi_fixtures_make(parts->map, &world->fixtures, true, &parts->fixtures);
}

lf_status lfi_parts_derive(const lf_world *world, lfi_parts *parts) {
    lf_status status = LF_OK;
    if (world->has_coarse) status = lf_coarse_create(parts->map, &world->coarse, &parts->coarse);
    if (status == LF_OK && world->has_depth)
        status = lf_depth_create(parts->map, &world->depth, &parts->depth);
    if (status == LF_OK) status = lfi_parts_make_weights(world, parts);
    return status == LF_OK ? parts_make_fixtures(world, parts) : status;
}

// ---- Following ------------------------------------------------------------------------------------

/// Copies the parts of a state, except the cover.
static lf_status parts_copy(const lf_snapshot *state, lfi_parts *out) {
    const lfi_chart *chart = &state->chart;
    out->version = state->version;
    lf_status status = lfi_map_copy(chart->map, &out->map);
    if (status == LF_OK && chart->coarse != NULL)
        status = lfi_coarse_copy(chart->coarse, out->map, &out->coarse);
    if (status == LF_OK && chart->depth != NULL) status = lfi_depth_copy(chart->depth, out->map, &out->depth);
    return status == LF_OK ? lfi_parts_copy_weights(out, state) : status;
}

/// Where tiles of a state differ from an earlier version, which its log must know; returns the number of boxes.
static int64_t state_boxes_since(const lf_snapshot *state, uint64_t version, lfi_box boxes[LFI_LOG_ROOM]) {
    int64_t count = 0;
    for (uint64_t i = lfi_log_after(&state->log, version); i < state->log.end; i++) {
        if (lfi_box_tiles(lfi_log_at(&state->log, i)->box) > 0)
            boxes[count++] = lfi_log_at(&state->log, i)->box;
    }
    return count;
}

/// Copies the tiles, depths and weights of all changes since the version of the parts, and the bodies.
static lf_status parts_catch_up(lfi_parts *parts, const lf_snapshot *state, const lfi_box *boxes,
                                int64_t count) {
    const lfi_log *log = &state->log;
    const lfi_chart *from = &state->chart;
    lf_status status = LF_OK;
    for (uint64_t i = lfi_log_after(log, parts->version); i < log->end; i++) {
        lfi_map_follow(parts->map, from->map, lfi_log_at(log, i)->box);
        if (parts->depth != NULL)
            lfi_depth_plane_follow(parts->depth, from->depth, lfi_log_at(log, i)->touched);
    }
    if (parts->depth != NULL && count > 0) lfi_depth_tree_drop(parts->depth);
    if (parts->coarse != NULL) status = lfi_coarse_follow(parts->coarse, from->coarse, boxes, count);
    if (status == LF_OK && count > 0 && parts->map->bodies.runs != NULL)
        status = lfi_bodies_follow(parts->map, from->map);
    return status == LF_OK ? lfi_parts_follow_weights(parts, state) : status;
}

// ---- The overlay ----------------------------------------------------------------------------------

static void parts_drop_cover(lfi_parts *parts) {
    lfi_cover_drop(parts->cover);
    parts->cover = NULL;
}

/// Lays an overlay over the index of the cover.
static lf_status cover_begin(lfi_cover *cover) {
    const lfi_base *base = cover->indexed;
    const lf_status status =
        lfi_overlay_create(base->index, base->era, &base->world->allocator, &cover->overlay);
    if (status == LF_OK) cover->overlay->since = base->parts.version;
    return status;
}

/// Makes a new cover for a state: a copy of the state's own, or an empty one if the state uses its own index.
static lf_status cover_anew(lfi_parts *parts, const lf_snapshot *state) {
    lfi_base *base = lfi_snapshot_indexed(state);
    parts_drop_cover(parts);
    if (base == NULL) return LF_OK;
    parts->cover = lfi_cover_create(base);
    lf_status status = parts->cover == NULL ? LF_E_NOMEM : cover_begin(parts->cover);
    if (status == LF_OK && state->cover != NULL)
        status = lfi_overlay_copy(parts->cover->overlay, state->cover->overlay);
    return status;
}

/// Brings the cover up to a state.
/// @param boxes  where the state differs from that of the parts before; NULL if this is not known.
static lf_status cover_catch_up(lfi_parts *parts, const lf_snapshot *state, const lfi_box *boxes,
                                int64_t count) {
    const lfi_cover *from = state->cover;
    const bool own = parts->cover != NULL && parts->cover->users == 1; // readers may see another one
    if (boxes == NULL || !own || from == NULL || parts->cover->indexed != from->indexed)
        return cover_anew(parts, state);
    return lfi_overlay_follow(parts->cover->overlay, from->overlay, boxes, count);
}

lf_status lfi_parts_follow(lfi_parts *parts, const lf_snapshot *state) {
    lfi_box boxes[LFI_LOG_ROOM] = {0};
    const bool known = parts->map != NULL && parts->version >= state->log.since;
    const int64_t count = known ? state_boxes_since(state, parts->version, boxes) : 0;
    if (!known) lfi_parts_destroy(parts);
    lf_status status = known ? parts_catch_up(parts, state, boxes, count) : parts_copy(state, parts);
    if (status == LF_OK) status = cover_catch_up(parts, state, known ? boxes : NULL, count);
    parts->version = state->version;
    if (status != LF_OK) lfi_parts_destroy(parts);
    return status;
}

// ---- Editing --------------------------------------------------------------------------------------

/// Adds the time since *start to *spent, and sets *start to now.
static void time_book(const lf_world *world, uint64_t *start, uint64_t *spent) {
    const uint64_t now = lfi_world_now(world);
    *spent += now - *start;
    *start = now;
}

static lf_status parts_flip(const lf_world *world, lfi_parts *parts, const lfi_flips *flips,
                            lfi_change *change, lf_edit_report *report) {
    uint64_t start = lfi_world_now(world);
    lfi_map_flip(parts->map, flips);
    time_book(world, &start, &report->map_ns);
    int64_t joined = 0, split = 0;
    lf_status status = lfi_bodies_edit(parts->map, flips, &joined, &split);
    report->bodies_joined += joined;
    report->bodies_split += split;
    time_book(world, &start, &report->bodies_ns);
    if (status == LF_OK && parts->coarse != NULL)
        status = lfi_coarse_edit(parts->coarse, flips->box, &report->cells);
    time_book(world, &start, &report->coarse_ns);
    if (parts->depth != NULL) {
        change->touched = lfi_depth_plane_edit(parts->depth, flips);
        parts->depth->tree_pending = true;
        report->depths += lfi_box_tiles(change->touched);
    }
    time_book(world, &start, &report->depth_ns);
    if (status == LF_OK && parts->cover != NULL) {
        lfi_overlay_change marked = {0};
        status = lfi_overlay_edit(parts->cover->overlay, parts->map, flips, &marked);
        report->headlands_new += marked.headlands_new;
        report->headlands_gone += marked.headlands_gone;
        report->headlands_dirty += marked.headlands_dirty;
    }
    time_book(world, &start, &report->index_ns);
    return status;
}

static lf_status parts_weigh_timed(const lf_world *world, lfi_parts *parts, const lfi_change *change,
                                   lf_edit_report *report) {
    uint64_t start = lfi_world_now(world);
    const lf_status status = lfi_parts_weigh(world, parts, change, report);
    time_book(world, &start, &report->weights_ns);
    return status;
}

/// If more than 1 / BULK_SHARE of the headlands of an index, plus BULK_LEAST, may see something else, a
/// search without the index is no slower: one lookout takes as long as some thousand tiles of a flood.
enum { BULK_SHARE = 2, BULK_LEAST = 64 };

static bool parts_outgrow_index(const lfi_parts *parts) {
    const lfi_cover *cover = parts->cover;
    return cover != NULL && cover->overlay->dirty > cover->indexed->index->count / BULK_SHARE + BULK_LEAST;
}

lf_status lfi_parts_edit(const lf_world *world, lfi_parts *parts, lfi_log *log, lf_edit_report *report) {
    lf_status status = LF_OK;
    parts->version++;
    for (uint64_t i = 0; status == LF_OK && i < world->edit.count; i++) {
        const lfi_flips *flips = &lfi_draft_flips(&world->edit)[i];
        lfi_change change = {.version = parts->version,
                             .box = flips->box,
                             .touched = {0, 0, -1, -1},
                             .opened = flips->opened > 0,
                             .blocked = flips->blocked > 0};
        status = parts_flip(world, parts, flips, &change, report);
        if (status == LF_OK) status = parts_weigh_timed(world, parts, &change, report);
        lfi_log_add(log, change);
        report->opened += flips->opened;
        report->blocked += flips->blocked;
    }
    if (status == LF_OK && parts_outgrow_index(parts)) parts_drop_cover(parts);
    uint64_t start = lfi_world_now(world);
    if (status == LF_OK) status = lfi_parts_weigh_drawn(world, parts, log, report);
    time_book(world, &start, &report->weights_ns);
    if (status == LF_OK) status = parts_make_fixtures(world, parts);
    time_book(world, &start, &report->fixtures_ns);
    return status;
}

// ---- Replaying ------------------------------------------------------------------------------------

/// Copies the bodies and the tree of depths, which are copied whole.
static lf_status parts_follow_rest(lfi_parts *parts, const lfi_chart *from) {
    lf_status status = LF_OK;
    if (parts->map->bodies.runs != NULL) status = lfi_bodies_follow(parts->map, from->map);
    if (status == LF_OK && parts->depth != NULL) status = lfi_depth_tree_copy(parts->depth, from->depth);
    return status;
}

lf_status lfi_parts_begin(lfi_parts *parts, const lf_snapshot *state) {
    const lf_status status = parts_copy(state, parts);
    return status == LF_OK ? cover_begin(parts->cover) : status;
}

lf_status lfi_parts_compare(const lfi_parts *parts, const lf_snapshot *state, lfi_draft *edit) {
    const lf_map *goal = state->chart.map;
    const lfi_canvas canvas = {.open = goal->open + (lfi_map_row(goal, 0) >> 6)};
    return lfi_draft_find(parts->map, &canvas, edit) ? LF_OK : LF_E_NOMEM;
}

lf_status lfi_parts_replay_one(const lf_world *world, lfi_parts *parts, const lfi_flips *flips) {
    lf_edit_report report = {0};
    lfi_change change;
    return parts_flip(world, parts, flips, &change, &report);
}

lf_status lfi_parts_replay_end(const lf_world *world, lfi_parts *parts, const lf_snapshot *state) {
    const bool known = parts->version >= state->log.since;
    lf_status status = parts_follow_rest(parts, &state->chart);
    if (status == LF_OK)
        status = known ? lfi_parts_follow_weights(parts, state) : lfi_parts_copy_weights(parts, state);
    parts->version = state->version;
    return status == LF_OK ? parts_make_fixtures(world, parts) : status;
}

lf_status lfi_parts_replay(const lf_world *world, lfi_parts *parts, const lf_snapshot *state,
                           lfi_draft *edit) {
    lf_status status = lfi_parts_compare(parts, state, edit);
    for (uint64_t i = 0; status == LF_OK && i < edit->count; i++)
        status = lfi_parts_replay_one(world, parts, &lfi_draft_flips(edit)[i]);
    return status == LF_OK ? lfi_parts_replay_end(world, parts, state) : status;
}
