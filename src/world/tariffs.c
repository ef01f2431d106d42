// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Weights of a world. The world keeps what they are made of, a plane and tables: a tariff. Each state has the weights
// themselves, made for its map (weights/renew.c). A query names them by the tariff's stand-in, which is the same for
// all states, and a search takes those of the state that it is turned to.
//
// There is one plane for all states. Only the thread that edits reads it, and only for the newest state: older ones
// copy weights, not bytes. What is drawn waits in a second plane, which a commit reads, and which becomes the first one
// when the commit has succeeded.
//
// Time of an edit: O(tiles of its boxes, with all tiles whose depth changed), and one number per cell.
#include "world.h"

#include <string.h>

static const lfi_box no_box = {0, 0, -1, -1};

// ---- Keeping --------------------------------------------------------------------------------------

static void tariff_arrays(lfi_arrays *run, const lf_map *map, lfi_tariff *tariff) {
    if (tariff->desc.plane != NULL) LFI_ARRAY(run, tariff->plane, map->tile_count);
}

static void drawn_array(lfi_arrays *run, const lf_map *map, lfi_tariff *tariff) {
    LFI_ARRAY(run, tariff->drawn, map->tile_count);
}

static lf_status weights_desc_check_world(const lf_world *world, const lf_weights_desc *desc) {
    if (desc->depth != NULL) return LF_E_FOREIGN_DEPTH;
    if (desc->plane == NULL && desc->depth_table == NULL) return LF_E_NULL;
    if (desc->depth_table != NULL && !world->has_depth) return LF_E_MAP_DEPTH;
    if (desc->plane != NULL && desc->plane_size < world->size.tile_count) return LF_E_WEIGHTS_SIZE;
    return lfi_weights_always_fit(desc) ? LF_OK : LF_E_WEIGHT;
}

/// Copies a table and what points to it.
static void tariff_keep_table(uint32_t *own, const uint32_t **table) {
    if (*table == NULL) return;
    memcpy(own, *table, sizeof((lfi_tariff *)0)->table);
    *table = own;
}

static lf_status tariff_create(lf_world *world, const lf_weights_desc *desc, lfi_tariff *tariff) {
    const lf_status status = weights_desc_check_world(world, desc);
    if (status != LF_OK) return status;
    tariff->desc = *desc;
    tariff->desc.allocator = world->allocator;
    lfi_arrays run = {.allocator = &world->allocator, .mode = LFI_ARRAYS_MAKE};
    tariff_arrays(&run, &world->size, tariff);
    if (run.failed) return LF_E_NOMEM;
    if (desc->plane != NULL) memcpy(tariff->plane, desc->plane, world->size.tile_count);
    tariff->desc.plane = tariff->plane;
    tariff_keep_table(tariff->table, &tariff->desc.table);
    tariff_keep_table(tariff->depth_table, &tariff->desc.depth_table);
    return LF_OK;
}

static void world_tariff_array(lfi_arrays *run, lf_world *world) {
    LFI_ARRAY_ZEROED(run, world->tariffs, (uint64_t)world->tariff_count);
}

lf_status lfi_tariffs_create(lf_world *world, const lf_world_desc *desc) {
    if (desc->weights_count < 0 || desc->weights_count > LF_WORLD_WEIGHTS_MAX) return LF_E_WEIGHTS_NUMBER;
    if (desc->weights_count == 0) return LF_OK;
    if (desc->weights == NULL) return LF_E_NULL;
    world->tariff_count = desc->weights_count;
    lfi_arrays run = {.allocator = &world->allocator, .mode = LFI_ARRAYS_MAKE};
    world_tariff_array(&run, world);
    lf_status status = run.failed ? LF_E_NOMEM : LF_OK;
    for (int32_t i = 0; status == LF_OK && i < world->tariff_count; i++)
        status = tariff_create(world, &desc->weights[i], &world->tariffs[i]);
    return status;
}

void lfi_tariffs_destroy(lf_world *world) {
    if (world->tariffs == NULL) return;
    lfi_arrays run = {.allocator = &world->allocator, .mode = LFI_ARRAYS_FREE};
    for (int32_t i = 0; i < world->tariff_count; i++) {
        lfi_tariff *tariff = &world->tariffs[i];
        if (tariff->plane != NULL) tariff_arrays(&run, &world->size, tariff);
        if (tariff->drawn != NULL) drawn_array(&run, &world->size, tariff);
    }
    world_tariff_array(&run, world);
}

const lf_weights *lf_world_weights(const lf_world *world, int32_t number) {
    return world == NULL || number < 0 || number >= world->tariff_count ? NULL
                                                                        : &world->tariffs[number].stand;
}

const lf_weights *lf_snapshot_weights(const lf_snapshot *snapshot, int32_t number) {
    return snapshot == NULL || number < 0 || number >= snapshot->world->tariff_count
               ? NULL
               : snapshot->chart.weights[number];
}

// ---- Drawing --------------------------------------------------------------------------------------

/// Makes the plane for what is drawn. LF_OK or LF_E_NOMEM.
static lf_status tariff_take_brush(lf_world *world, lfi_tariff *tariff) {
    if (tariff->drawn != NULL) return LF_OK;
    lfi_arrays run = {.allocator = &world->allocator, .mode = LFI_ARRAYS_MAKE};
    drawn_array(&run, &world->size, tariff);
    if (run.failed) return LF_E_NOMEM;
    memcpy(tariff->drawn, tariff->plane, world->size.tile_count);
    tariff->desc.plane = tariff->drawn;
    return LF_OK;
}

/// The part of a stencil that lies on the map; empty if there is none.
static lfi_box stencil_box(const lf_map *map, const lf_weights_stencil *stencil) {
    const int64_t x1 = (int64_t)stencil->corner.x + stencil->width - 1,
                  y1 = (int64_t)stencil->corner.y + stencil->height - 1;
    if (stencil->corner.x >= map->width || stencil->corner.y >= map->height || x1 < 0 || y1 < 0 ||
        stencil->width == 0 || stencil->height == 0)
        return no_box;
    return (lfi_box){
        stencil->corner.x > 0 ? stencil->corner.x : 0, stencil->corner.y > 0 ? stencil->corner.y : 0,
        x1 < map->width ? (int32_t)x1 : map->width - 1, y1 < map->height ? (int32_t)y1 : map->height - 1};
}

/// How many tiles more than each by itself the box around two boxes has.
static int64_t boxes_waste(lfi_box a, lfi_box b) {
    return lfi_box_tiles(lfi_boxes_around(a, b)) - lfi_box_tiles(a) - lfi_box_tiles(b);
}

/// Adds a box, or lets the one take it in that wastes least by it, if it wastes little or there is no room.
static void tariff_add_box(lfi_tariff *tariff, lfi_box box) {
    int32_t best = 0;
    for (int32_t i = 1; i < tariff->box_count; i++) {
        if (boxes_waste(tariff->boxes[i], box) < boxes_waste(tariff->boxes[best], box)) best = i;
    }
    if (tariff->box_count > 0 && (tariff->box_count == LFI_TARIFF_BOXES ||
                                  boxes_waste(tariff->boxes[best], box) <= lfi_box_tiles(box)))
        tariff->boxes[best] = lfi_boxes_around(tariff->boxes[best], box);
    else
        tariff->boxes[tariff->box_count++] = box;
}

static void tariff_draw(const lf_map *map, lfi_tariff *tariff, const lf_weights_stencil *stencil,
                        lfi_box box) {
    for (int32_t y = box.y0; y <= box.y1; y++) {
        const size_t row = (size_t)((int64_t)y - stencil->corner.y) * (size_t)stencil->width;
        memcpy(tariff->drawn + lfi_map_tile(map, (lf_point){box.x0, y}),
               stencil->plane + row + (size_t)((int64_t)box.x0 - stencil->corner.x), lfi_box_width(box));
    }
    tariff_add_box(tariff, box);
}

lf_status lf_world_set_weights(lf_world *world, int32_t number, const lf_weights_stencil *stencil) {
    if (world == NULL || stencil == NULL) return LF_E_NULL;
    if (number < 0 || number >= world->tariff_count || world->tariffs[number].plane == NULL)
        return LF_E_WEIGHTS_NUMBER;
    if (stencil->width < 0 || stencil->height < 0) return LF_E_SHAPE;
    const lfi_box box = stencil_box(&world->size, stencil);
    if (lfi_box_tiles(box) == 0) return LF_OK;
    if (stencil->plane == NULL) return LF_E_NULL;
    if (stencil->plane_size / (size_t)stencil->width < (size_t)stencil->height) return LF_E_WEIGHTS_SIZE;
    lfi_tariff *tariff = &world->tariffs[number];
    const lf_status status = tariff_take_brush(world, tariff);
    if (status == LF_OK) tariff_draw(&world->size, tariff, stencil, box);
    return status;
}

/// Whether a row of what was drawn is as it was.
static bool drawn_row_same(const lf_map *map, const lfi_tariff *tariff, lfi_box box, int32_t y) {
    const lf_tile first = lfi_map_tile(map, (lf_point){box.x0, y});
    return memcmp(tariff->plane + first, tariff->drawn + first, lfi_box_width(box)) == 0;
}

/// Leaves out boxes that are as they were, and rows of the others above and below; whether any is left.
static bool tariff_changed(const lf_map *map, lfi_tariff *tariff) {
    int32_t count = 0;
    for (int32_t i = 0; i < tariff->box_count; i++) {
        lfi_box box = tariff->boxes[i];
        while (box.y0 <= box.y1 && drawn_row_same(map, tariff, box, box.y0)) box.y0++;
        while (box.y0 <= box.y1 && drawn_row_same(map, tariff, box, box.y1)) box.y1--;
        if (box.y0 <= box.y1) tariff->boxes[count++] = box;
    }
    tariff->box_count = count;
    return count > 0;
}

bool lfi_tariffs_changed(lf_world *world) {
    bool changed = false;
    for (int32_t i = 0; i < world->tariff_count; i++)
        changed |= tariff_changed(&world->size, &world->tariffs[i]);
    return changed;
}

/// Copies the bytes of a box.
static void plane_copy_box(const lf_map *map, uint8_t *to, const uint8_t *from, lfi_box box) {
    for (int32_t y = box.y0; y <= box.y1; y++) {
        const lf_tile first = lfi_map_tile(map, (lf_point){box.x0, y});
        memcpy(to + first, from + first, lfi_box_width(box));
    }
}

void lfi_tariffs_settle(lf_world *world, bool commit) {
    for (int32_t i = 0; i < world->tariff_count; i++) {
        lfi_tariff *tariff = &world->tariffs[i];
        uint8_t *to = commit ? tariff->plane : tariff->drawn, *from = commit ? tariff->drawn : tariff->plane;
        for (int32_t k = 0; k < tariff->box_count; k++)
            plane_copy_box(&world->size, to, from, tariff->boxes[k]);
        tariff->box_count = 0;
    }
}

// ---- The weights of a state -----------------------------------------------------------------------

/// What makes the weights of a state.
static lf_weights_desc tariff_desc(const lfi_tariff *tariff, const lfi_parts *parts) {
    lf_weights_desc desc = tariff->desc;
    desc.depth = desc.depth_table != NULL ? parts->depth : NULL;
    return desc;
}

lf_status lfi_parts_make_weights(const lf_world *world, lfi_parts *parts) {
    lf_status status = LF_OK;
    for (int32_t i = 0; status == LF_OK && i < world->tariff_count; i++) {
        const lf_weights_desc desc = tariff_desc(&world->tariffs[i], parts);
        status = lf_weights_create(parts->map, &desc, &parts->weights[i]);
        if (status == LF_OK) parts->weights[i]->stand = &world->tariffs[i].stand;
    }
    return status;
}

lf_status lfi_parts_copy_weights(lfi_parts *parts, const lf_snapshot *state) {
    lf_status status = LF_OK;
    for (int32_t i = 0; status == LF_OK && i < state->world->tariff_count; i++) {
        lf_weights_destroy(parts->weights[i]);
        status = lfi_weights_copy(state->chart.weights[i], parts->map, &parts->weights[i]);
    }
    return status;
}

/// Takes over what one change has changed.
static lf_status weights_follow_change(lf_weights *to, const lf_weights *from, const lfi_change *change) {
    const lf_status status = lfi_weights_follow(to, from, change->box);
    return status == LF_OK ? lfi_weights_follow(to, from, change->touched) : status;
}

lf_status lfi_parts_follow_weights(lfi_parts *parts, const lf_snapshot *state) {
    const lfi_log *log = &state->log;
    lf_status status = LF_OK;
    for (uint64_t i = lfi_log_after(log, parts->version); i < log->end; i++) {
        for (int32_t k = 0; status == LF_OK && k < state->world->tariff_count; k++)
            status = weights_follow_change(parts->weights[k], state->chart.weights[k], lfi_log_at(log, i));
    }
    return status;
}

/// Weighs the tiles of a box again.
static lf_status parts_weigh_box(const lf_world *world, lfi_parts *parts, int32_t number, lfi_box box,
                                 lf_edit_report *report) {
    const lf_weights_desc desc = tariff_desc(&world->tariffs[number], parts);
    report->weighed += lfi_box_tiles(box);
    return lfi_weights_refresh(parts->weights[number], &desc, box);
}

lf_status lfi_parts_weigh(const lf_world *world, lfi_parts *parts, const lfi_change *change,
                          lf_edit_report *report) {
    lf_status status = LF_OK;
    for (int32_t i = 0; status == LF_OK && i < world->tariff_count; i++) {
        status = parts_weigh_box(world, parts, i, change->box, report);
        if (status == LF_OK && world->tariffs[i].desc.depth_table != NULL)
            status = parts_weigh_box(world, parts, i, change->touched, report);
    }
    return status;
}

/// The same for one of the weights.
static lf_status parts_weigh_tariff(const lf_world *world, lfi_parts *parts, int32_t number, lfi_log *log,
                                    lf_edit_report *report) {
    const lfi_tariff *tariff = &world->tariffs[number];
    lf_status status = LF_OK;
    for (int32_t i = 0; status == LF_OK && i < tariff->box_count; i++) {
        const lfi_change change = {.version = parts->version, .box = no_box, .touched = tariff->boxes[i]};
        status = parts_weigh_box(world, parts, number, change.touched, report);
        lfi_log_add(log, change);
    }
    lfi_weights_add_up(parts->weights[number]);
    return status;
}

lf_status lfi_parts_weigh_drawn(const lf_world *world, lfi_parts *parts, lfi_log *log,
                                lf_edit_report *report) {
    lf_status status = LF_OK;
    for (int32_t i = 0; status == LF_OK && i < world->tariff_count; i++)
        status = parts_weigh_tariff(world, parts, i, log, report);
    return status;
}
