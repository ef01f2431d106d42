// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Building an index: find the headlands (stops.c), the legs between them (legs.c), the connected sets of
// headlands (union-find), the distances from landmarks (landmarks.c), buoys (buoys.c), and the hierarchy if
// it is wanted (hierarchy.c).
//
// Every stage (a `build_step`) is cut into parts that depend neither on each other nor on how many threads
// run them. So an index is the same bit for bit however it was built: at once or in slices, by one thread or
// by many. A builder knows its stage and the next part. Slices are counted, not timed, so they end at the
// same places everywhere.
//
// Time and memory: see the stages. Of the 8 million tiles of a world map, 39,073 are headlands.
#include "build.h"

#include "../base/pace.h"

#include <string.h>

// ---- Headlands ------------------------------------------------------------------------------------

static void index_fill_rows(int64_t band, void *job) {
    lf_index *index = job;
    lfi_stops_fill_rows(index->map, &index->stops, band);
}

static void index_fill_columns(int64_t band, void *job) {
    lf_index *index = job;
    lfi_stops_fill_columns(index->map, &index->stops, band);
}

static void index_fill_points(lf_index *index) {
    const lf_map *map = index->map;
    uint32_t i = 0;
    for (int32_t y = 0; y < map->height; y++) {
        const uint64_t first = lfi_map_row(map, y) >> 6;
        for (uint64_t word = first; word < first + map->stride; word++) {
            uint64_t bits = index->stops.heads[word].bits;
            for (; bits != 0; bits &= bits - 1) {
                index->points[i++] = (lf_point){(int32_t)((word - first) * 64) + lfi_lowest_bit(bits), y};
            }
        }
    }
}

/// Counts and places the headlands, and places the buoys. The stops must be filled.
static lf_status headlands_place(lf_index *index) {
    lfi_stops_fill_patches(index->map, &index->stops);
    const uint64_t count = lfi_stops_count(index->map, &index->stops);
    if (count >= INT32_MAX) return LF_E_INDEX_LIMIT;
    index->count = (uint32_t)count;
    index->buoys = lfi_buoys_size(index->map);
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_index_headland_arrays(&run, index);
    if (run.failed) return LF_E_NOMEM;
    index_fill_points(index);
    lfi_buoys_place(index);
    return LF_OK;
}

lf_status lfi_index_find_headlands(lf_index *index, const lf_workers *workers) {
    const lf_status status = lfi_stops_create(index->map, &index->allocator, &index->stops);
    if (status != LF_OK) return status;
    lfi_workers_run(workers, index_fill_rows, index, lfi_stops_bands(index->map));
    lfi_workers_run(workers, index_fill_columns, index, lfi_stops_bands(index->map));
    return headlands_place(index);
}

// ---- How much a hierarchy may take ----------------------------------------------------------------

/// The work of the rest of an index, in pieces of 5 ns: right within a third on sea maps, islands, cities and
/// noise, twice the real work in mazes and rooms.
enum { WORK_PER_TILE = 4, WORK_PER_HEADLAND = 300, WORK_PER_LEG = 100 };

uint64_t lfi_index_work(const lf_index *index) {
    return WORK_PER_TILE * (uint64_t)index->map->tile_count + WORK_PER_HEADLAND * (uint64_t)index->count +
           WORK_PER_LEG * (uint64_t)(index->leg_count / 2);
}

/// How many times the work of the rest a hierarchy may take, and how far arcs may grow (hierarchy.c). Under
/// octile costs all legs are kept, and most arcs that are added turn out not to be needed later: a hierarchy
/// takes more work, and saves more.
enum { UNIFORM_TIMES = 8, UNIFORM_GROWTH = 10, OCTILE_TIMES = 13, OCTILE_GROWTH = 8 };

/// How many times the work of the rest counts as little under octile costs. (With 1, as under uniform costs,
/// the game map AR0700SR of MovingAI lost a hierarchy that takes one and a half times the rest and halves the
/// time of queries. With 2 under uniform costs too, small islands got a useless one at three times the rest.)
enum { OCTILE_LITTLE = 2 };

lfi_effort lfi_index_effort(const lf_index *index, lf_hierarchy choice, uint64_t rest) {
    if (choice == LF_HIERARCHY_NO) return (lfi_effort){0};
    if (choice == LF_HIERARCHY_YES) return (lfi_effort){.limit = UINT64_MAX};
    const lfi_metric metric = lfi_metric_make(index->map->moves, index->cost);
    if (metric.straight == 1)
        return (lfi_effort){.limit = UNIFORM_TIMES * rest, .little = rest, .growth = UNIFORM_GROWTH};
    return (lfi_effort){
        .limit = OCTILE_TIMES * rest, .little = OCTILE_LITTLE * rest, .growth = OCTILE_GROWTH};
}

lf_status lfi_index_check(const lf_index_desc *desc) {
    if (lf_cost_name(desc->cost) == NULL) return LF_E_COST;
    return lf_hierarchy_name(desc->hierarchy) == NULL ? LF_E_HIERARCHY : LF_OK;
}

// ---- Stages ---------------------------------------------------------------------------------------

struct lf_index_builder {
    lf_index *index; ///< handed out when it is finished
    lf_hierarchy hierarchy;
    bool kept; ///< whether the index has all legs
    lfi_pace pace;
    int step;
    bool entered; ///< whether the stage has begun
    int64_t next; ///< part of the stage
    lf_status status;
    uint64_t rest; ///< the work of the rest, which sets the limit of a hierarchy
    lfi_effort effort;
    lfi_legs *legs;
    lfi_order *order;
    lfi_landmarks *landmarks;
};

/// The parts of a stage. `cost` is the time of one part, in pieces of about a microsecond.
typedef struct build_parts {
    void (*run)(int64_t index, void *job);
    void *job;
    int64_t count, cost;
    int64_t first; ///< of a batch
} build_parts;

/// The most reports in a stage.
enum { BUILD_REPORTS = 32 };

static void batch_part(int64_t index, void *user) {
    const build_parts *parts = user;
    parts->run(parts->first + index, parts->job);
}

/// Runs parts, starting with the next one, until the budget is used up.
static lf_status build_run(lf_index_builder *builder, build_parts parts, int64_t *budget) {
    const int64_t watched =
        builder->pace.progress.report != NULL ? parts.count / BUILD_REPORTS + 1 : parts.count;
    while (builder->next < parts.count) {
        if (*budget <= 0) return LF_PAUSED;
        const int64_t left = parts.count - builder->next, paid = (*budget - 1) / parts.cost + 1;
        int64_t batch = left < paid ? left : paid;
        if (batch > watched) batch = watched;
        parts.first = builder->next;
        lfi_workers_run(&builder->pace.inner, batch_part, &parts, batch);
        builder->next += batch;
        *budget -= batch * parts.cost;
        if (!lfi_pace_part(&builder->pace, (uint64_t)builder->next, (uint64_t)parts.count))
            return LF_E_CANCELLED;
    }
    return LF_OK;
}

/// Pays for a stage that runs in one piece; false if the budget is used up.
static bool build_pay(int64_t cost, int64_t *budget) {
    if (*budget <= 0) return false;
    *budget -= cost;
    return true;
}

enum {
    COST_TILES = 2000, ///< tiles of a pass over the map
    COST_LOOK = 320,   ///< of 64 headlands, 5 each
    COST_COPY = 10,
    COST_REDUCE = 210,
    COST_BUOY = 100,
    MEASURED = 5, ///< headlands whose distance from a landmark is found
    WORK = 200,   ///< pieces of work of a hierarchy
};

static int64_t cost_of_tiles(int64_t tiles) {
    return tiles / COST_TILES + 1;
}

/// A pass over the bands of rows of the stops.
static lf_status bands_run(lf_index_builder *builder, void (*run)(int64_t band, void *job), int64_t *budget) {
    lf_index *index = builder->index;
    const build_parts parts = {.run = run,
                               .job = index,
                               .count = lfi_stops_bands(index->map),
                               .cost = cost_of_tiles(64 * (int64_t)index->map->width)};
    return build_run(builder, parts, budget);
}

static lf_status step_rows(lf_index_builder *builder, int64_t *budget) {
    lf_index *index = builder->index;
    if (builder->next == 0) {
        const lf_status status = lfi_stops_create(index->map, &index->allocator, &index->stops);
        if (status != LF_OK) return status;
    }
    return bands_run(builder, index_fill_rows, budget);
}

static lf_status step_columns(lf_index_builder *builder, int64_t *budget) {
    return bands_run(builder, index_fill_columns, budget);
}

static lf_status step_headlands(lf_index_builder *builder, int64_t *budget) {
    lf_index *index = builder->index;
    if (!build_pay(cost_of_tiles(index->map->tile_count), budget)) return LF_PAUSED;
    const lf_status status = headlands_place(index);
    if (status != LF_OK) return status;
    builder->legs = lfi_legs_create(index);
    return builder->legs != NULL ? LF_OK : LF_E_NOMEM;
}

static lf_status step_look(lf_index_builder *builder, int64_t *budget) {
    const build_parts parts = {lfi_legs_look, builder->legs, lfi_legs_parts(builder->legs), COST_LOOK, 0};
    const lf_status status = build_run(builder, parts, budget);
    return status == LF_OK ? lfi_legs_make_room(builder->legs) : status;
}

static lf_status step_look_again(lf_index_builder *builder, int64_t *budget) {
    const build_parts parts = {lfi_legs_look, builder->legs, lfi_legs_parts(builder->legs), COST_COPY, 0};
    const lf_status status = build_run(builder, parts, budget);
    return status == LF_OK ? lfi_legs_join(builder->legs) : status;
}

static lf_status step_copy(lf_index_builder *builder, int64_t *budget) {
    const build_parts parts = {lfi_legs_copy, builder->legs, lfi_legs_parts(builder->legs), COST_COPY, 0};
    const lf_status status = build_run(builder, parts, budget);
    if (status == LF_OK) builder->rest = lfi_index_work(builder->index); // before legs go: they took work too
    return status;
}

/// Keeps a copy of all legs before some are dropped.
static lf_status index_keep_raw(lf_index *index) {
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    index->raw_count = index->leg_count;
    lfi_index_raw_arrays(&run, index);
    if (run.failed) return LF_E_NOMEM;
    memcpy(index->raw_first, index->first, ((size_t)index->count + 1) * sizeof *index->first);
    memcpy(index->raw, index->legs, (size_t)index->leg_count * sizeof *index->legs);
    return LF_OK;
}

static lf_status step_reduce(lf_index_builder *builder, int64_t *budget) {
    lf_index *index = builder->index;
    if (index->map->moves == LF_MOVES_ORTHOGONAL || index->cost != LF_COST_UNIFORM) return LF_OK;
    if (builder->next == 0 && builder->kept && index_keep_raw(index) != LF_OK) return LF_E_NOMEM;
    if (builder->next == 0 && lfi_legs_reduce_begin(builder->legs) != LF_OK) return LF_E_NOMEM;
    const build_parts parts = {lfi_legs_reduce, builder->legs, lfi_legs_parts(builder->legs), COST_REDUCE, 0};
    const lf_status status = build_run(builder, parts, budget);
    return status == LF_OK ? lfi_legs_reduce_end(builder->legs) : status;
}

static lf_status step_groups(lf_index_builder *builder, int64_t *budget) {
    lf_index *index = builder->index;
    if (!build_pay((int64_t)index->leg_count / WORK + 1, budget)) return LF_PAUSED;
    lfi_legs_destroy(builder->legs);
    builder->legs = NULL;
    lfi_index_find_groups(index);
    builder->effort = lfi_index_effort(index, builder->hierarchy, builder->rest);
    builder->landmarks = lfi_landmarks_create(index);
    return builder->landmarks != NULL ? LF_OK : LF_E_NOMEM;
}

/// The most work between two reports, so that they come often enough.
enum { SLICE_MOST = 2000 };

static int64_t slice_of(int64_t budget) {
    return budget < SLICE_MOST ? budget : SLICE_MOST;
}

static lf_status order_slice(lf_index_builder *builder, int64_t *budget) {
    const uint64_t before = lfi_order_work(builder->order);
    const lf_status status = lfi_order_step(builder->order, (uint64_t)slice_of(*budget) * WORK);
    uint64_t done, all;
    *budget -= (int64_t)((lfi_order_work(builder->order) - before) / WORK) + 1;
    lfi_order_progress(builder->order, &done, &all);
    return lfi_pace_part(&builder->pace, done, all) ? status : LF_E_CANCELLED;
}

/// Leaves out a hierarchy that is too much work, unless the caller demands one. `status` is that of finding
/// it.
static lf_status hierarchy_settle(lf_index_builder *builder, lf_status status) {
    if (status != LF_E_INDEX_LIMIT || builder->hierarchy == LF_HIERARCHY_YES) return status;
    lfi_index_drop_hierarchy(builder->index);
    return LF_OK;
}

static lf_status step_order(lf_index_builder *builder, int64_t *budget) {
    lf_status status = LF_PAUSED;
    if (builder->effort.limit == 0) return LF_OK;
    if (builder->order == NULL) builder->order = lfi_order_create(builder->index, builder->effort);
    if (builder->order == NULL) return LF_E_NOMEM;
    while (status == LF_PAUSED && *budget > 0) status = order_slice(builder, budget);
    if (status == LF_PAUSED) return status;
    lfi_order_destroy(builder->order);
    builder->order = NULL;
    return hierarchy_settle(builder, status);
}

static lf_status step_link(lf_index_builder *builder, int64_t *budget) {
    if (builder->index->up_first == NULL) return LF_OK;
    if (!build_pay((int64_t)builder->index->up_count / WORK + 1, budget)) return LF_PAUSED;
    return lfi_index_link_arcs(builder->index);
}

static lf_status step_landmarks(lf_index_builder *builder, int64_t *budget) {
    bool done = false;
    while (!done && *budget > 0) {
        const int64_t slice = slice_of(*budget);
        uint64_t part, of;
        done = lfi_landmarks_step(builder->landmarks, slice * MEASURED);
        *budget -= slice;
        lfi_landmarks_progress(builder->landmarks, &part, &of);
        if (!lfi_pace_part(&builder->pace, part, of)) return LF_E_CANCELLED;
    }
    return done ? LF_OK : LF_PAUSED;
}

static lf_status step_buoys(lf_index_builder *builder, int64_t *budget) {
    lf_index *index = builder->index;
    const build_parts parts = {lfi_buoys_measure, index, (int64_t)lfi_buoys_count(&index->buoys), COST_BUOY,
                               0};
    return build_run(builder, parts, budget);
}

typedef struct build_step {
    lf_status (*run)(lf_index_builder *builder, int64_t *budget);
    int64_t end; ///< of LFI_PACE_TOTAL, roughly by the time that the stages take on sea maps
} build_step;

static const build_step build_steps[] = {
    {step_rows, 10},        {step_columns, 20}, {step_headlands, 30},  {step_look, 240},
    {step_look_again, 245}, {step_copy, 250},   {step_reduce, 450},    {step_groups, 455},
    {step_order, 840},      {step_link, 850},   {step_landmarks, 930}, {step_buoys, LFI_PACE_TOTAL},
};
enum { STEPS = sizeof build_steps / sizeof *build_steps };

// ---- Two threads ----------------------------------------------------------------------------------

// The hierarchy and the landmarks do not need each other, and only the hierarchy allocates. When the index is
// built at once, each can have its own thread. Reports come from the caller's thread, never while workers
// run, so a caller who wants reports gets these stages one after the other.

static void finish_part(int64_t part, void *user) {
    lf_index_builder *builder = user;
    if (part == 0) {
        builder->status = lfi_index_find_hierarchy(builder->index, &builder->effort);
        return;
    }
    lfi_landmarks_find(builder->landmarks, &(lf_workers){0});
    for (uint64_t i = 0; i < lfi_buoys_count(&builder->index->buoys); i++)
        lfi_buoys_measure((int64_t)i, builder->index);
}

static lf_status build_finish_at_once(lf_index_builder *builder) {
    lfi_workers_run(&builder->pace.inner, finish_part, builder, 2);
    builder->step = STEPS;
    return hierarchy_settle(builder, builder->status);
}

static bool builder_at_once(const lf_index_builder *builder, int64_t budget) {
    return budget == INT64_MAX && build_steps[builder->step].run == step_order && builder->order == NULL &&
           builder->effort.limit > 0 && builder->pace.inner.run != NULL &&
           builder->pace.progress.report == NULL;
}

// ---- All stages -----------------------------------------------------------------------------------

/// Begins a stage, unless an earlier slice began it; false if the caller cancels.
static bool step_enter(lf_index_builder *builder) {
    if (builder->entered) return true;
    builder->entered = true;
    // A stage with nothing to do must not make the progress leap.
    const bool orders =
        build_steps[builder->step].run == step_order || build_steps[builder->step].run == step_link;
    if (orders && builder->effort.limit == 0) return true;
    return lfi_pace_stage(&builder->pace, build_steps[builder->step].end);
}

static lf_status builder_step(lf_index_builder *builder, int64_t budget) {
    const bool all = budget == INT64_MAX;
    while (builder->step < STEPS) {
        if (!all && budget <= 0) return LF_PAUSED;
        if (!step_enter(builder)) return LF_E_CANCELLED;
        if (all) budget = INT64_MAX;
        if (builder_at_once(builder, budget)) return build_finish_at_once(builder);
        const lf_status status = build_steps[builder->step].run(builder, &budget);
        if (status != LF_OK) return status;
        builder->step++;
        builder->next = 0;
        builder->entered = false;
    }
    return lfi_pace_stage(&builder->pace, LFI_PACE_TOTAL) ? LF_OK : LF_E_CANCELLED;
}

// ---- Building -------------------------------------------------------------------------------------

static lf_status builder_make(const lf_map *map, const lf_index_desc *desc, lf_index_builder **out) {
    lf_allocator allocator = desc->allocator;
    const lf_status status = lfi_allocator_resolve(&allocator);
    if (status != LF_OK) return status;
    lf_index *index = lfi_alloc(&allocator, 1, sizeof *index);
    lf_index_builder *builder = index != NULL ? lfi_alloc(&allocator, 1, sizeof *builder) : NULL;
    if (builder == NULL) {
        lfi_free(&allocator, index, 1, sizeof *index);
        return LF_E_NOMEM;
    }
    *index = (lf_index){.map = map, .allocator = allocator, .cost = desc->cost};
    *builder = (lf_index_builder){.index = index,
                                  .hierarchy = desc->hierarchy,
                                  .pace = {.inner = desc->workers, .progress = desc->progress},
                                  .status = LF_PAUSED};
    *out = builder;
    return LF_OK;
}

lf_status lf_index_begin(const lf_map *map, const lf_index_desc *desc, lf_index_builder **out) {
    if (out != NULL) *out = NULL;
    if (map == NULL || out == NULL) return LF_E_NULL;
    const lf_index_desc defaults = {0};
    if (desc == NULL) desc = &defaults;
    const lf_status status = lfi_index_check(desc);
    if (status != LF_OK) return status;
    const lfi_metric metric = lfi_metric_make(map->moves, desc->cost);
    if (!lfi_metric_fits(&metric, map->tile_count)) return LF_E_INDEX_LIMIT;
    return builder_make(map, desc, out);
}

lf_status lf_index_step(lf_index_builder *builder, int64_t budget) {
    if (builder == NULL) return LF_E_NULL;
    if (budget <= 0) return LF_E_BUDGET;
    if (builder->status == LF_PAUSED) builder->status = builder_step(builder, budget);
    return builder->status;
}

void lfi_index_builder_keep(lf_index_builder *builder) {
    builder->kept = true;
}

void lfi_index_builder_workers(lf_index_builder *builder, const lf_workers *workers) {
    builder->pace.inner = *workers;
}

void lf_index_cancel(lf_index_builder *builder) {
    if (builder == NULL) return;
    const lf_allocator allocator = builder->index->allocator;
    lfi_legs_destroy(builder->legs);
    lfi_order_destroy(builder->order);
    lfi_landmarks_destroy(builder->landmarks);
    lf_index_destroy(builder->index);
    lfi_free(&allocator, builder, 1, sizeof *builder);
}

lf_status lf_index_finish(lf_index_builder *builder, lf_index **out) {
    if (out != NULL) *out = NULL;
    if (builder == NULL || out == NULL) return LF_E_NULL;
    if (builder->status == LF_PAUSED) return LF_E_NOT_ENDED;
    if (builder->status != LF_OK) return builder->status;
    *out = builder->index;
    const lf_allocator allocator = builder->index->allocator;
    lfi_landmarks_destroy(builder->landmarks);
    lfi_free(&allocator, builder, 1, sizeof *builder);
    return LF_OK;
}

lf_status lf_index_create(const lf_map *map, const lf_index_desc *desc, lf_index **out) {
    lf_index_builder *builder;
    if (out != NULL) *out = NULL;
    if (out == NULL) return LF_E_NULL;
    lf_status status = lf_index_begin(map, desc, &builder);
    if (status == LF_OK) status = lf_index_step(builder, INT64_MAX);
    if (status == LF_OK) return lf_index_finish(builder, out);
    lf_index_cancel(builder);
    return status;
}
