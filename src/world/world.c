// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Creating a world. Everything is made once, as the first base, and the first snapshot shows this base: a
// world that is never edited takes no more memory than its parts alone.
//
// All memory goes through a counting allocator, so the size of a world is known at any moment, whatever its
// threads are doing.
#include "world.h"

#include <string.h>

// ---- Memory ---------------------------------------------------------------------------------------

static void *world_alloc(size_t size, void *user) {
    lf_world *world = user;
    void *memory = world->outer.alloc(size, world->outer.user);
    if (memory != NULL) atomic_fetch_add(&world->bytes, size);
    return memory;
}

static void world_free(void *memory, size_t size, void *user) {
    lf_world *world = user;
    world->outer.free(memory, size, world->outer.user);
    atomic_fetch_sub(&world->bytes, size);
}

/// The world's own list of keys and doors, of which `world->fixtures` has a view.
static void world_fixture_array(lfi_arrays *run, lf_world *world) {
    LFI_ARRAY(run, world->fixture_list, (uint64_t)world->fixtures.fixture_count);
}

// ---- Creating -------------------------------------------------------------------------------------

/// Copies a description. Only lf_world_create uses its buffers: edits and work do not need them any more.
static void world_take_desc(lf_world *world, const lf_world_desc *desc) {
    world->clock = desc->clock;
    world->has_coarse = desc->coarse != NULL;
    world->has_depth = desc->depth != NULL || desc->map.depth != NULL;
    world->has_index = desc->index != NULL;
    if (world->has_coarse) world->coarse = *desc->coarse;
    if (world->has_depth) world->depth.from = LF_DEPTH_OF_MAP;
    if (desc->depth != NULL) world->depth = *desc->depth;
    world->has_fixtures = desc->fixtures != NULL;
    if (world->has_index) world->index = *desc->index;
    if (world->has_fixtures) world->fixtures = *desc->fixtures;
    world->coarse.allocator = world->depth.allocator = world->index.allocator = world->allocator;
    world->fixtures.allocator = world->allocator;
}

/// Keeps the list of keys and doors: edits need it.
static lf_status world_keep_fixtures(lf_world *world) {
    const size_t size = (size_t)world->fixtures.fixture_count * sizeof *world->fixture_list;
    lfi_arrays run = {.allocator = &world->allocator, .mode = LFI_ARRAYS_MAKE};
    world_fixture_array(&run, world);
    if (run.failed) return LF_E_NOMEM;
    if (size > 0) memcpy(world->fixture_list, world->fixtures.fixtures, size);
    world->fixtures.fixtures = world->fixture_list;
    return LF_OK;
}

/// The properties that all states share.
static lf_map map_size_of(const lf_map *map) {
    lf_map size = *map;
    size.open = NULL;
    size.blocks.frame = size.blocks.open = NULL;
    size.depth = NULL;
    size.bodies = (lfi_bodies){0};
    size.lent = size.lent_bodies = false;
    return size;
}

/// Builds an index that is kept under edits, in one go.
static lf_status index_build_kept(const lf_map *map, const lf_index_desc *desc, lf_index **out) {
    lf_index_builder *builder;
    lf_status status = lf_index_begin(map, desc, &builder);
    if (status != LF_OK) return status;
    lfi_index_builder_keep(builder);
    status = lf_index_step(builder, INT64_MAX);
    if (status == LF_OK)
        status = lf_index_finish(builder, out);
    else
        lf_index_cancel(builder);
    return status;
}

/// Fills the first base: its parts and, unless desc->index_later, the index.
static lf_status base_fill(lf_world *world, const lf_world_desc *desc, lfi_base *base) {
    lf_map_desc map = desc->map;
    map.allocator = world->allocator;
    lf_status status = lf_map_create(&map, &base->parts.map);
    if (status == LF_OK) world->size = map_size_of(base->parts.map);
    if (status == LF_OK) status = lfi_tariffs_create(world, desc);
    if (status == LF_OK) status = lfi_parts_derive(world, &base->parts);
    if (status == LF_OK) status = world_keep_fixtures(world);
    if (status == LF_OK && world->has_index) status = lfi_index_check(&world->index);
    if (status == LF_OK && world->has_index && !desc->index_later)
        status = index_build_kept(base->parts.map, &world->index, &base->index);
    return status;
}

static lf_status world_fill(lf_world *world, const lf_world_desc *desc) {
    lf_snapshot *snapshot = lfi_snapshot_take(world);
    lfi_base *base = snapshot == NULL ? NULL : lfi_snapshot_settle(snapshot);
    if (base == NULL) return LF_E_NOMEM;
    lf_status status = base_fill(world, desc, base);
    if (status != LF_OK) return status;
    lfi_snapshot_show_base(snapshot, base, NULL);
    lfi_snapshot_publish(snapshot);
    return LF_OK;
}

lf_status lf_world_create(const lf_world_desc *desc, lf_world **out) {
    if (out != NULL) *out = NULL;
    if (desc == NULL || out == NULL) return LF_E_NULL;
    if (desc->index != NULL && desc->index->min_depth != 0) return LF_E_INDEX_GATE;
    lf_allocator allocator = desc->map.allocator;
    lf_status status = lfi_allocator_resolve(&allocator);
    if (status != LF_OK) return status;
    lf_world *world = lfi_alloc(&allocator, 1, sizeof *world);
    if (world == NULL) return LF_E_NOMEM;
    memset(world, 0, sizeof *world);
    world->outer = allocator;
    world->allocator = (lf_allocator){.alloc = world_alloc, .free = world_free, .user = world};
    world->edit.store = (lfi_store){.allocator = world->allocator, .max_bytes = UINT64_MAX};
    world->rebuild.edit.store = world->edit.store;
    atomic_init(&world->bytes, sizeof *world);
    atomic_flag_clear(&world->busy);
    world_take_desc(world, desc);
    status = world_fill(world, desc);
    if (status != LF_OK) {
        lf_world_destroy(world);
        return status;
    }
    *out = world;
    return LF_OK;
}

void lf_world_destroy(lf_world *world) {
    if (world == NULL) return;
    const lf_allocator allocator = world->outer;
    lf_search_destroy(world->asker);
    lfi_rebuild_drop(&world->rebuild);
    lfi_pool_destroy(world);
    lfi_canvas_arrays(&(lfi_arrays){.allocator = &world->allocator, .mode = LFI_ARRAYS_FREE}, &world->size,
                      &world->canvas);
    world_fixture_array(&(lfi_arrays){.allocator = &world->allocator, .mode = LFI_ARRAYS_FREE}, world);
    lfi_tariffs_destroy(world);
    lfi_store_free(&world->edit.store);
    lfi_store_free(&world->rebuild.edit.store);
    lfi_free(&allocator, world, 1, sizeof *world);
}

size_t lf_world_bytes(const lf_world *world) {
    return world == NULL ? 0 : atomic_load(&world->bytes);
}
