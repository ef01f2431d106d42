// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Building an index: find the headlands (stops.c), the legs between them (legs.c), the connected sets of
// headlands, the distances from landmarks (landmarks.c), buoys (buoys.c), and the hierarchy if it is asked
// for (hierarchy.c).
//
// Every step that takes time is cut into parts that do not depend on each other or on how many threads run
// them, so an index is the same bit for bit however it was built.
//
// Time and memory: see the steps. Of the 8 million tiles of a world map 39,073 are headlands.
#include "index.h"

#include "../base/pace.h"
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

/// What is known of each headland, once they are counted, and the buoys.
static void index_headland_arrays(lfi_arrays *run, lf_index *index) {
    const uint64_t count = index->count;
    LFI_ARRAY(run, index->points, count);
    LFI_ARRAY(run, index->first, count + 1);
    LFI_ARRAY(run, index->group, count);
    LFI_ARRAY(run, index->away, count * LFI_LANDMARKS);
    lfi_buoys_arrays(run, &index->buoys);
}

/// All memory of an index that is made.
static void index_arrays(lfi_arrays *run, lf_index *index) {
    lfi_stops_arrays(run, index->map, &index->stops);
    index_headland_arrays(run, index);
    lfi_index_leg_arrays(run, index);
    if (index->up_first != NULL) lfi_index_hierarchy_arrays(run, index);
}

lf_status lfi_index_find_headlands(lf_index *index, const lf_workers *workers) {
    const lf_status status = lfi_stops_create(index->map, &index->allocator, &index->stops);
    if (status != LF_OK) return status;
    lfi_workers_run(workers, index_fill_rows, index, lfi_stops_bands(index->map));
    lfi_workers_run(workers, index_fill_columns, index, lfi_stops_bands(index->map));
    lfi_stops_fill_patches(index->map, &index->stops);
    const uint64_t count = lfi_stops_count(index->map, &index->stops);
    if (count >= INT32_MAX) return LF_E_INDEX_LIMIT;
    index->count = (uint32_t)count;
    index->buoys = lfi_buoys_size(index->map);
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    index_headland_arrays(&run, index);
    if (run.failed) return LF_E_NOMEM;
    index_fill_points(index);
    lfi_buoys_place(index);
    return LF_OK;
}

// ---- Creating and destroying ----------------------------------------------------------------------

/// The last steps: landmarks and buoys, and the hierarchy. Neither needs the other, and only the hierarchy
/// allocates.
typedef struct finish_job {
    lf_index *index;
    lfi_landmarks *landmarks;
    lfi_effort effort; ///< that the hierarchy may take
    lf_status status;  ///< of the hierarchy
} finish_job;

static void finish_landmarks(const finish_job *job, const lf_workers *workers) {
    lfi_landmarks_find(job->landmarks, workers);
    lfi_buoys_measure(job->index, workers);
}

static void finish_part(int64_t part, void *user) {
    finish_job *job = user;
    if (part == 0)
        job->status = lfi_index_find_hierarchy(job->index, &job->effort);
    else
        finish_landmarks(job, &(lf_workers){0});
}

/// Where the steps end, of LFI_PACE_TOTAL, about as they take time on sea maps.
enum { PACE_HEADLANDS = 30, PACE_LEGS = 250, PACE_REDUCED = 450, PACE_ORDERED = 850 };

/// One after the other, because reports come from the caller's thread, and not while workers run.
static void finish_in_steps(finish_job *job, lfi_pace *pace, const lf_workers *workers) {
    if (job->effort.limit > 0) {
        pace->end = PACE_ORDERED;
        job->effort.pace = pace;
        job->status = lfi_index_find_hierarchy(job->index, &job->effort);
    }
    const bool wanted = job->status == LF_OK || job->status == LF_E_INDEX_LIMIT;
    if (wanted && lfi_pace_step(pace, LFI_PACE_TOTAL)) finish_landmarks(job, workers);
    if (pace->cancelled) job->status = LF_E_CANCELLED;
}

static lf_status index_finish(lf_index *index, lfi_pace *pace, const lf_workers *workers, lfi_effort effort) {
    finish_job job = {.index = index, .landmarks = lfi_landmarks_create(index), .effort = effort};
    job.status = LF_OK;
    if (job.landmarks == NULL) return LF_E_NOMEM;
    if (effort.limit > 0 && pace->progress.report == NULL)
        lfi_workers_run(workers, finish_part, &job, 2);
    else
        finish_in_steps(&job, pace, workers);
    lfi_landmarks_destroy(job.landmarks);
    return job.status;
}

// ---- How much a hierarchy may take ----------------------------------------------------------------

/// What the rest of an index takes, in pieces of work of 5 ns: right to a third on sea maps, islands, cities
/// and noise, twice as much as it is in mazes and rooms.
enum { WORK_PER_TILE = 4, WORK_PER_HEADLAND = 300, WORK_PER_LEG = 100 };

uint64_t lfi_index_work(const lf_index *index) {
    return WORK_PER_TILE * (uint64_t)index->map->tile_count + WORK_PER_HEADLAND * (uint64_t)index->count +
           WORK_PER_LEG * (uint64_t)(index->leg_count / 2);
}

/// How often the work of the rest a hierarchy may take, and how far arcs may grow (hierarchy.c). Under octile
/// costs all legs are kept, and most arcs that come about are not needed later: it takes more, and saves
/// more.
enum { UNIFORM_TIMES = 8, UNIFORM_GROWTH = 10, OCTILE_TIMES = 13, OCTILE_GROWTH = 8 };

/// What is little under octile costs, in the work of the rest. (With 1 as under uniform costs, a map of a
/// game had no hierarchy that takes one and a half times the rest and halves the time of queries: AR0700SR of
/// MovingAI. With 2 under uniform costs, too, small islands got one at three times the rest for nothing.)
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

/// The steps up to the legs; *rest is what a hierarchy is measured by.
static lf_status index_build_legs(lf_index *index, lfi_pace *pace, const lf_workers *workers,
                                  uint64_t *rest) {
    if (!lfi_pace_step(pace, PACE_HEADLANDS)) return LF_E_CANCELLED;
    lf_status status = lfi_index_find_headlands(index, workers);
    if (status == LF_OK && !lfi_pace_step(pace, PACE_LEGS)) return LF_E_CANCELLED;
    if (status == LF_OK) status = lfi_index_find_legs(index, workers);
    *rest = lfi_index_work(index); // before legs go: finding them took work too
    if (status == LF_OK && !lfi_pace_step(pace, PACE_REDUCED)) return LF_E_CANCELLED;
    const bool king = index->map->moves != LF_MOVES_ORTHOGONAL;
    if (status == LF_OK && king && index->cost == LF_COST_UNIFORM)
        status = lfi_index_reduce_legs(index, workers);
    if (status == LF_OK && !lfi_pace_step(pace, LFI_PACE_TOTAL)) return LF_E_CANCELLED;
    return status;
}

static lf_status index_build(lf_index *index, const lf_index_desc *desc) {
    lfi_pace pace = {.inner = desc->workers, .progress = desc->progress};
    const lf_workers workers = lfi_pace_workers(&pace);
    uint64_t rest = 0;
    lf_status status = index_build_legs(index, &pace, &workers, &rest);
    if (status != LF_OK) return status;
    lfi_index_find_groups(index);
    status = index_finish(index, &pace, &workers, lfi_index_effort(index, desc->hierarchy, rest));
    if (status == LF_E_INDEX_LIMIT && desc->hierarchy != LF_HIERARCHY_YES) {
        lfi_index_drop_hierarchy(index);
        status = LF_OK;
    }
    if (status == LF_OK && !lfi_pace_step(&pace, LFI_PACE_TOTAL)) return LF_E_CANCELLED;
    return status;
}

lf_status lfi_index_check(const lf_index_desc *desc) {
    if (lf_cost_name(desc->cost) == NULL) return LF_E_COST;
    return lf_hierarchy_name(desc->hierarchy) == NULL ? LF_E_HIERARCHY : LF_OK;
}

lf_status lf_index_create(const lf_map *map, const lf_index_desc *desc, lf_index **out) {
    if (out != NULL) *out = NULL;
    if (map == NULL || out == NULL) return LF_E_NULL;
    const lf_index_desc defaults = {0};
    if (desc == NULL) desc = &defaults;
    lf_status status = lfi_index_check(desc);
    if (status != LF_OK) return status;
    const lfi_metric metric = lfi_metric_make(map->moves, desc->cost);
    if (!lfi_metric_fits(&metric, map->tile_count)) return LF_E_INDEX_LIMIT;
    lf_allocator allocator = desc->allocator;
    status = lfi_allocator_resolve(&allocator);
    if (status != LF_OK) return status;
    lf_index *index = lfi_alloc(&allocator, 1, sizeof *index);
    if (index == NULL) return LF_E_NOMEM;
    *index = (lf_index){.map = map, .allocator = allocator, .cost = desc->cost};
    status = index_build(index, desc);
    if (status != LF_OK) {
        lf_index_destroy(index);
        return status;
    }
    *out = index;
    return LF_OK;
}

void lf_index_destroy(lf_index *index) {
    if (index == NULL) return;
    const lf_allocator allocator = index->allocator;
    lfi_index_drop_hierarchy(index);
    index_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, index);
    lfi_free(&allocator, index, 1, sizeof *index);
}

// ---- Asking ---------------------------------------------------------------------------------------

const lf_map *lf_index_map(const lf_index *index) {
    return index == NULL ? NULL : index->map;
}

lf_cost lf_index_cost(const lf_index *index) {
    return index == NULL ? LF_COST_UNIFORM : index->cost;
}

int64_t lf_index_headland_count(const lf_index *index) {
    return index == NULL ? 0 : index->count;
}

int64_t lf_index_headlands(const lf_index *index, lf_tile *tiles, int64_t capacity) {
    const lf_status status = lfi_buffer_check(tiles, capacity);
    if (status != LF_OK || index == NULL) return status;
    for (int64_t i = 0; i < capacity && i < index->count; i++)
        tiles[i] = lf_map_tile(index->map, index->points[i].x, index->points[i].y);
    return index->count;
}

int64_t lf_index_leg_count(const lf_index *index) {
    return index == NULL ? 0 : index->leg_count / 2;
}

bool lf_index_has_hierarchy(const lf_index *index) {
    return index != NULL && index->up_first != NULL;
}

size_t lf_index_bytes(const lf_index *index) {
    if (index == NULL) return 0;
    lf_index copy = *index;
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT, .bytes = sizeof copy};
    index_arrays(&run, &copy);
    return (size_t)run.bytes;
}
