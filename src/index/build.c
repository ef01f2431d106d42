// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Building an index: find the headlands (headlands.c), the legs between them (legs.c), the connected sets of
// headlands (union-find), the distances from landmarks (landmarks.c), buoys (buoys.c), and the hierarchy if
// it is wanted (order.c, hierarchy.c).
//
// After edits, parts of the former index are taken over (former.h). The headlands, their legs, landmarks and
// buoys are then those of an index made anew. The order of the hierarchy may be another one.
//
// Every stage (a `build_step`) is cut into parts that depend neither on each other nor on how many threads
// run them. So an index is the same bit for bit however it was built: at once or in slices, by one thread or
// by many. A builder knows its stage and the next part. Slices are counted, not timed, so they end at the
// same places everywhere. What is counted are the pieces that take the time: headlands seen, legs followed.
// The time of each was measured on giantworldmap, in nanoseconds; a slice for 2,000 microseconds took between
// 1,300 and 3,000 there in all stages.
//
// Time and memory: see the stages. Of the 8 million tiles of a world map, 39,073 are headlands.
#include "build.h"

#include "../base/pace.h"

#include <string.h>

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
    lfi_former former; ///< its index is NULL if there is none
    lfi_legs *legs;
    lfi_order *order;
    lfi_link *link;
    lfi_landmarks *landmarks;
    lfi_buoys_job buoys;
};

/// Pieces of work, of about a nanosecond each, in a unit of a budget.
enum { UNIT_WORK = 1000 };

/// The parts of a stage. Times are in pieces of work.
typedef struct build_parts {
    void (*run)(int64_t index, void *job);
    void *job;
    int64_t count;
    int64_t cost;                                 ///< the time of one part, about
    int64_t (*work)(int64_t index, const void *); ///< NULL, or tells the time of a part that was run
    int64_t first;                                ///< of a batch
} build_parts;

/// The most reports in a stage.
enum { BUILD_REPORTS = 32 };

static void batch_part(int64_t index, void *user) {
    const build_parts *parts = user;
    parts->run(parts->first + index, parts->job);
}

/// How many parts to run next. If the time of a part is known only afterwards, half the budget is left for
/// those that take longer.
static int64_t batch_size(const build_parts *parts, int64_t left, int64_t budget) {
    const int64_t cost = parts->work != NULL ? 2 * parts->cost : parts->cost;
    const int64_t paid = (budget - 1) / cost + 1;
    return left < paid ? left : paid;
}

static int64_t batch_work(const build_parts *parts, int64_t batch) {
    if (parts->work == NULL) return batch * parts->cost;
    int64_t work = 0;
    for (int64_t i = 0; i < batch; i++) work += parts->work(parts->first + i, parts->job);
    return work;
}

/// Runs parts, starting with the next one, until the budget is used up.
static lf_status build_run(lf_index_builder *builder, build_parts parts, int64_t *budget) {
    const int64_t watched =
        builder->pace.progress.report != NULL ? parts.count / BUILD_REPORTS + 1 : parts.count;
    while (builder->next < parts.count) {
        if (*budget <= 0) return LF_PAUSED;
        int64_t batch = batch_size(&parts, parts.count - builder->next, *budget);
        if (batch > watched) batch = watched;
        parts.first = builder->next;
        lfi_workers_run(&builder->pace.inner, batch_part, &parts, batch);
        builder->next += batch;
        *budget -= batch_work(&parts, batch);
        if (!lfi_pace_part(&builder->pace, (uint64_t)builder->next, (uint64_t)parts.count))
            return LF_E_CANCELLED;
    }
    return LF_OK;
}

/// Times of passes over the map, in pieces for 64 tiles; and for a headland and a leg in stages that run in
/// one piece.
enum {
    TILES_ROWS = 8,
    TILES_COLUMNS = 6,
    TILES_COUNT = 24,
    TILES_PLACE = 18,
    TILES_SLANT = 80,
    TILES_BUOYS = 15,
    PASS_HEADLAND = 35,
    PASS_LEG = 3,
};

/// A pass over the bands of rows of the stops.
static lf_status bands_run(lf_index_builder *builder, void (*run)(int64_t band, void *job), int64_t cost,
                           int64_t *budget) {
    lf_index *index = builder->index;
    const build_parts parts = {.run = run,
                               .job = index,
                               .count = lfi_stops_bands(index->map),
                               .cost = cost * (index->map->width + 1)};
    return build_run(builder, parts, budget);
}

static lf_status step_rows(lf_index_builder *builder, int64_t *budget) {
    lf_index *index = builder->index;
    if (builder->next == 0) {
        lf_status status = lfi_index_gate(index);
        if (status == LF_OK) status = lfi_stops_create(index->map, &index->allocator, &index->stops);
        if (status != LF_OK) return status;
    }
    return bands_run(builder, lfi_headlands_fill_rows, TILES_ROWS, budget);
}

static lf_status step_columns(lf_index_builder *builder, int64_t *budget) {
    return bands_run(builder, lfi_headlands_fill_columns, TILES_COLUMNS, budget);
}

static lf_status step_count(lf_index_builder *builder, int64_t *budget) {
    *budget -= TILES_COUNT * ((int64_t)builder->index->map->tile_count / 64 + 1);
    return lfi_headlands_count(builder->index, &builder->pace.inner);
}

static lf_status step_place(lf_index_builder *builder, int64_t *budget) {
    return bands_run(builder, lfi_headlands_place, TILES_PLACE, budget);
}

static lf_status step_slant(lf_index_builder *builder, int64_t *budget) {
    lf_index *index = builder->index;
    const build_parts parts = {.run = lfi_headlands_slant,
                               .job = index,
                               .count = lfi_headlands_slant_bands(index),
                               .cost = TILES_SLANT * (index->map->width + 1)};
    return build_run(builder, parts, budget);
}

static lf_status step_place_buoys(lf_index_builder *builder, int64_t *budget) {
    lf_index *index = builder->index;
    const int64_t tiles = (int64_t)index->map->width << index->buoys.shift;
    const build_parts parts = {.run = lfi_buoys_place,
                               .job = index,
                               .count = index->buoys.high,
                               .cost = TILES_BUOYS * (tiles / 64 + 1)};
    return build_run(builder, parts, budget);
}

/// The former index, with the headlands matched; NULL if there is none.
static const lfi_former *builder_former(const lf_index_builder *builder) {
    return builder->former.index != NULL ? &builder->former : NULL;
}

static lf_status former_match(lf_index_builder *builder) {
    if (builder->former.index == NULL) return LF_OK;
    lfi_arrays run = {.allocator = &builder->index->allocator, .mode = LFI_ARRAYS_MAKE};
    builder->former.count = builder->index->count;
    lfi_former_arrays(&run, &builder->former);
    if (run.failed) return LF_E_NOMEM;
    lfi_former_match(&builder->former, builder->index);
    return LF_OK;
}

static lf_status step_match(lf_index_builder *builder, int64_t *budget) {
    *budget -= PASS_HEADLAND * ((int64_t)builder->index->count + 1);
    if (former_match(builder) != LF_OK) return LF_E_NOMEM;
    builder->legs = lfi_legs_create(builder->index, builder_former(builder));
    return builder->legs != NULL ? LF_OK : LF_E_NOMEM;
}

/// The times of a part of the legs, about: looking out, and passing over the legs found.
enum { LEGS_LOOK = 70000, LEGS_REDUCE = 50000, LEGS_PASS = 6000 };

/// Runs a stage over the parts of the legs.
static lf_status legs_run(lf_index_builder *builder, void (*run)(int64_t part, void *job), int64_t cost,
                          int64_t *budget) {
    const build_parts parts = {.run = run,
                               .job = builder->legs,
                               .count = lfi_legs_parts(builder->legs),
                               .cost = cost,
                               .work = lfi_legs_work};
    return build_run(builder, parts, budget);
}

/// Whether some legs will be dropped.
static bool builder_reduces(const lf_index_builder *builder) {
    return lfi_index_reduces(builder->index);
}

static lf_status step_look(lf_index_builder *builder, int64_t *budget) {
    for (bool again = true; again; builder->next = 0) {
        lf_status status = legs_run(builder, lfi_legs_look, LEGS_LOOK, budget);
        if (status == LF_OK) status = lfi_legs_make_room(builder->legs, &again);
        if (status != LF_OK) return status;
    }
    return lfi_legs_join(builder->legs, builder->kept && builder_reduces(builder));
}

static lf_status step_mirror(lf_index_builder *builder, int64_t *budget) {
    if (!lfi_legs_mirror(builder->legs, &builder->pace.inner, budget)) return LF_PAUSED;
    builder->rest = lfi_index_work(builder->index); // before legs go: they took work too
    return LF_OK;
}

static lf_status step_keep(lf_index_builder *builder, int64_t *budget) {
    return legs_run(builder, lfi_legs_keep, LEGS_PASS, budget);
}

static lf_status step_compare(lf_index_builder *builder, int64_t *budget) {
    return builder_reduces(builder) ? legs_run(builder, lfi_legs_compare, LEGS_PASS, budget) : LF_OK;
}

static lf_status step_reduce(lf_index_builder *builder, int64_t *budget) {
    if (!builder_reduces(builder)) return LF_OK;
    return legs_run(builder, lfi_legs_reduce, LEGS_REDUCE, budget);
}

static lf_status step_count_legs(lf_index_builder *builder, int64_t *budget) {
    if (!builder_reduces(builder)) return LF_OK;
    const lf_status status = legs_run(builder, lfi_legs_count, LEGS_PASS, budget);
    return status == LF_OK ? lfi_legs_pack_begin(builder->legs) : status;
}

static lf_status step_pack(lf_index_builder *builder, int64_t *budget) {
    if (!builder_reduces(builder)) return LF_OK;
    const lf_status status = legs_run(builder, lfi_legs_pack, LEGS_PASS, budget);
    if (status == LF_OK) lfi_legs_pack_end(builder->legs);
    return status;
}

static lf_status step_groups(lf_index_builder *builder, int64_t *budget) {
    lf_index *index = builder->index;
    *budget -= PASS_LEG * (int64_t)index->leg_count + 1;
    lfi_legs_destroy(builder->legs);
    builder->legs = NULL;
    lfi_index_find_groups(index);
    builder->effort = lfi_index_effort(index, builder->hierarchy, builder->rest);
    return LF_OK;
}

/// The most work between two reports, so that they come often enough.
enum { SLICE_MOST = 500 * UNIT_WORK };

static int64_t slice_of(int64_t budget) {
    return budget < SLICE_MOST ? budget : SLICE_MOST;
}

static lf_status order_slice(lf_index_builder *builder, int64_t *budget) {
    const int64_t slice = builder->pace.progress.report != NULL ? slice_of(*budget) : *budget; // for reports
    int64_t left = slice;
    const lf_status status = lfi_order_step(builder->order, &builder->pace.inner, &left);
    uint64_t done, all;
    *budget -= slice - left;
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
    if (builder->order == NULL)
        builder->order =
            lfi_order_create(builder->index, builder->effort, builder_former(builder), &builder->pace.inner);
    if (builder->order == NULL) return LF_E_NOMEM;
    while (status == LF_PAUSED && *budget > 0) status = order_slice(builder, budget);
    if (status == LF_PAUSED) return status;
    lfi_order_destroy(builder->order);
    builder->order = NULL;
    return hierarchy_settle(builder, status);
}

/// Whether all can be done at once: the caller's thread is not asked to report, nor to pause.
static bool builder_at_once(const lf_index_builder *builder, int64_t budget) {
    return budget == INT64_MAX && builder->pace.progress.report == NULL;
}

static lf_status link_end(lf_index_builder *builder) {
    lfi_link *link = builder->link;
    builder->link = NULL;
    return lfi_link_end(link);
}

/// Linking cannot be cut well, and neither can the first landmarks: two threads do one each.
static lf_status step_link(lf_index_builder *builder, int64_t *budget) {
    if (builder->index->up_first == NULL) return LF_OK;
    if (builder->link == NULL) builder->link = lfi_link_create(builder->index);
    if (builder->link == NULL) return LF_E_NOMEM;
    if (builder_at_once(builder, *budget) && lfi_workers_any(&builder->pace.inner))
        return LF_OK; // with the landmarks
    if (!lfi_link_step(builder->link, &builder->pace.inner, budget)) return LF_PAUSED;
    return link_end(builder);
}

/// Links all arcs, while other threads may be about something else.
static void link_beside(void *user) {
    int64_t budget = INT64_MAX;
    lfi_link_step(user, &(lf_workers){0}, &budget);
}

static lf_status landmarks_slices(lf_index_builder *builder, int64_t *budget) {
    bool done = false;
    while (!done && *budget > 0) {
        const int64_t slice = slice_of(*budget);
        int64_t left = slice;
        uint64_t part, of;
        done = lfi_landmarks_step(builder->landmarks, &left);
        *budget -= slice - left;
        lfi_landmarks_progress(builder->landmarks, &part, &of);
        if (!lfi_pace_part(&builder->pace, part, of)) return LF_E_CANCELLED;
    }
    return done ? LF_OK : LF_PAUSED;
}

static lf_status step_landmarks(lf_index_builder *builder, int64_t *budget) {
    const bool begins = builder->landmarks == NULL;
    if (begins) builder->landmarks = lfi_landmarks_create(builder->index, &builder->pace.inner);
    if (builder->landmarks == NULL) return LF_E_NOMEM;
    if (!begins || !builder_at_once(builder, *budget)) return landmarks_slices(builder, budget);
    const bool links = lfi_workers_any(&builder->pace.inner) && builder->link != NULL;
    lfi_landmarks_find(builder->landmarks, &builder->pace.inner, links ? link_beside : NULL, builder->link);
    return link_end(builder);
}

/// The time of a buoy in the open sea.
enum { BUOY_COST = 10000 };

static lf_status step_buoys(lf_index_builder *builder, int64_t *budget) {
    builder->buoys.index = builder->index;
    if (builder->buoys.work == NULL && lfi_buoys_begin(&builder->buoys) != LF_OK) return LF_E_NOMEM;
    const build_parts parts = {.run = lfi_buoys_measure,
                               .job = &builder->buoys,
                               .count = (int64_t)lfi_buoys_count(&builder->index->buoys),
                               .cost = BUOY_COST,
                               .work = lfi_buoys_work};
    return build_run(builder, parts, budget);
}

typedef struct build_step {
    lf_status (*run)(lf_index_builder *builder, int64_t *budget); ///< some of the budget is left
    int64_t end; ///< of LFI_PACE_TOTAL, roughly by the time that the stages take on sea maps
} build_step;

enum { ORDER_END = 760 };

static const build_step build_steps[] = {
    {step_rows, 5},
    {step_columns, 15},
    {step_count, 18},
    {step_place, 20},
    {step_slant, 23},
    {step_place_buoys, 25},
    {step_match, 30},
    {step_look, 200},
    {step_mirror, 215},
    {step_keep, 220},
    {step_compare, 230},
    {step_reduce, 330},
    {step_count_legs, 333},
    {step_pack, 336},
    {step_groups, 340},
    {step_order, ORDER_END},
    {step_link, 780},
    {step_landmarks, 810},
    {step_buoys, LFI_PACE_TOTAL},
};
enum { STEPS = sizeof build_steps / sizeof *build_steps };

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

/// Goes on until the budget is used up, in pieces of work; INT64_MAX is never used up.
static lf_status builder_step(lf_index_builder *builder, int64_t *budget) {
    const bool all = *budget == INT64_MAX;
    while (builder->step < STEPS) {
        if (*budget <= 0) return LF_PAUSED;
        if (!step_enter(builder)) return LF_E_CANCELLED;
        const lf_status status = build_steps[builder->step].run(builder, budget);
        if (status != LF_OK) return status;
        builder->step++;
        builder->next = 0;
        builder->entered = false;
        if (all) *budget = INT64_MAX;
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
    *index = (lf_index){.map = map,
                        .given = map,
                        .depth = desc->min_depth != 0 ? desc->depth : NULL,
                        .min_depth = desc->min_depth,
                        .allocator = allocator,
                        .cost = desc->cost,
                        .turns = lfi_turns_make(map->moves, desc->cost)};
    *builder = (lf_index_builder){.index = index,
                                  .hierarchy = desc->hierarchy,
                                  .kept = desc->keep_legs,
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
    lf_status status = lfi_index_check(desc);
    if (status == LF_OK) status = lfi_index_check_gate(map, desc);
    if (status != LF_OK) return status;
    const lfi_metric metric = lfi_metric_make(map->moves, desc->cost);
    if (!lfi_metric_fits(&metric, map->tile_count)) return LF_E_INDEX_LIMIT;
    return builder_make(map, desc, out);
}

lf_status lfi_index_builder_step(lf_index_builder *builder, int64_t *budget) {
    if (builder->status != LF_PAUSED) return builder->status;
    int64_t work = *budget > INT64_MAX / UNIT_WORK ? INT64_MAX : *budget * UNIT_WORK;
    builder->status = builder_step(builder, &work);
    if (work != INT64_MAX) *budget = work <= 0 ? 0 : work / UNIT_WORK;
    return builder->status;
}

lf_status lf_index_step(lf_index_builder *builder, int64_t budget) {
    if (builder == NULL) return LF_E_NULL;
    if (budget <= 0) return LF_E_BUDGET;
    return lfi_index_builder_step(builder, &budget);
}

void lfi_index_builder_keep(lf_index_builder *builder) {
    builder->kept = true;
}

void lfi_index_builder_renew(lf_index_builder *builder, const lf_index *former, const uint32_t *marks) {
    builder->former = (lfi_former){.index = former, .marks = marks};
}

bool lfi_index_builder_is_early(const lf_index_builder *builder) {
    return builder->step < STEPS && build_steps[builder->step].end <= ORDER_END;
}

void lfi_index_builder_workers(lf_index_builder *builder, const lf_workers *workers) {
    builder->pace.inner = *workers;
}

/// Frees a builder, but not its index.
static void builder_free(lf_index_builder *builder) {
    const lf_allocator allocator = builder->index->allocator;
    lfi_arrays run = {.allocator = &allocator, .mode = LFI_ARRAYS_FREE};
    lfi_legs_destroy(builder->legs);
    lfi_order_destroy(builder->order);
    lfi_link_destroy(builder->link);
    lfi_landmarks_destroy(builder->landmarks);
    if (builder->buoys.index != NULL) lfi_buoys_job_arrays(&run, &builder->buoys);
    if (builder->former.index != NULL) lfi_former_arrays(&run, &builder->former);
    lfi_free(&allocator, builder, 1, sizeof *builder);
}

void lf_index_cancel(lf_index_builder *builder) {
    if (builder == NULL) return;
    lf_index *index = builder->index;
    builder_free(builder);
    lf_index_destroy(index);
}

lf_status lf_index_finish(lf_index_builder *builder, lf_index **out) {
    if (out != NULL) *out = NULL;
    if (builder == NULL || out == NULL) return LF_E_NULL;
    if (builder->status == LF_PAUSED) return LF_E_NOT_ENDED;
    if (builder->status != LF_OK) return builder->status;
    *out = builder->index;
    builder_free(builder);
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
