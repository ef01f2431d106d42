// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Applying edits to an overlay (a dynamic visibility graph).
//
// An edit marks the tiles that flipped, their straight neighbours (a diagonal move depends on them), and the
// tiles that became or ceased to be headlands. If a headland now sees something else, some marked tile lies
// in a parallelogram between it and something that it sees, on the map before or after the edit. Take the
// nearest such tile: fewest diagonal moves first, then fewest straight ones. The parallelogram up to this
// tile has no other marked tile, and its tiles are the same on both maps. So if marked tiles count as stops,
// the headland sees this tile on both maps: one sweep (sweep.h) over the map now finds all such headlands.
//
// When an edit leaves no tile that differs from the base, everything is forgotten: a door that was opened and
// shut leaves nothing behind.
//
// Time: O(words of the box) and the sweep. Memory: 4 bytes per headland, that of stops, 37 KB for inlets.
#include "overlay.h"

#include <string.h>

// ---- Memory ---------------------------------------------------------------------------------------

/// Spare room for numbers of new headlands.
enum { MARKS_SPARE = 256 };

static void overlay_mark_array(lfi_arrays *run, lfi_overlay *overlay) {
    LFI_ARRAY_ZEROED(run, overlay->marks, overlay->mark_room);
}

static void overlay_arrays(lfi_arrays *run, lfi_overlay *overlay) {
    const uint64_t words = lfi_sweep_words(overlay->index->map, &overlay->index->stops);
    lfi_stops_arrays(run, overlay->index->map, &overlay->stops);
    lfi_extras_arrays(run, &overlay->extras);
    overlay_mark_array(run, overlay);
    for (int i = 0; i < LFI_SWEEP_BUFFERS; i++) LFI_ARRAY(run, overlay->scratch.buffers[i], words);
}

/// Resets everything to the base, except the stops.
static void overlay_forget(lfi_overlay *overlay) {
    memset(overlay->marks, 0, (size_t)overlay->mark_room * sizeof *overlay->marks);
    overlay->dirty = 0;
    overlay->blocked_count = 0;
    lfi_inlets_clear(&overlay->inlets);
    lfi_table_clear(&overlay->extras.table);
}

static lf_status overlay_make(lfi_overlay *overlay) {
    const lf_index *index = overlay->index;
    const uint64_t words = lfi_sweep_words(index->map, &index->stops);
    lf_status status = lfi_stops_copy(index->map, &overlay->allocator, &index->stops, &overlay->stops);
    overlay->stops.extras = &overlay->extras;
    if (status == LF_OK)
        status =
            lfi_extras_create(&overlay->extras, index->map, &index->stops, index->count, &overlay->allocator);
    lfi_arrays run = {.allocator = &overlay->allocator, .mode = LFI_ARRAYS_MAKE};
    overlay_mark_array(&run, overlay);
    for (int i = 0; i < LFI_SWEEP_BUFFERS; i++) LFI_ARRAY(&run, overlay->scratch.buffers[i], words);
    if (status != LF_OK || run.failed) return LF_E_NOMEM;
    overlay_forget(overlay);
    return LF_OK;
}

lf_status lfi_overlay_create(const lf_index *index, uint64_t era, const lf_allocator *allocator,
                             lfi_overlay **out) {
    LFI_ASSERT(era != 0);
    *out = NULL;
    lfi_overlay *overlay = lfi_alloc(allocator, 1, sizeof *overlay);
    if (overlay == NULL) return LF_E_NOMEM;
    memset(overlay, 0, sizeof *overlay);
    overlay->index = index;
    overlay->allocator = *allocator;
    overlay->metric = lfi_metric_make(index->map->moves, index->cost);
    overlay->era = era;
    overlay->mark_room = index->count + MARKS_SPARE;
    overlay->scratch.store = (lfi_store){.allocator = *allocator, .max_bytes = UINT64_MAX};
    if (overlay_make(overlay) != LF_OK) {
        lfi_overlay_destroy(overlay);
        return LF_E_NOMEM;
    }
    *out = overlay;
    return LF_OK;
}

void lfi_overlay_destroy(lfi_overlay *overlay) {
    if (overlay == NULL) return;
    const lf_allocator allocator = overlay->allocator;
    lfi_arrays run = {.allocator = &allocator, .mode = LFI_ARRAYS_FREE};
    overlay_arrays(&run, overlay);
    lfi_store_free(&overlay->scratch.store);
    lfi_free(&allocator, overlay, 1, sizeof *overlay);
}

uint64_t lfi_overlay_bytes(const lfi_overlay *overlay) {
    lfi_overlay copy = *overlay;
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT, .bytes = sizeof copy};
    overlay_arrays(&run, &copy);
    return run.bytes + overlay->scratch.store.bytes;
}

/// Makes room for the marks of this many numbers, and keeps the marks that are there.
static lf_status marks_reserve(lfi_overlay *overlay, uint32_t numbers) {
    if (numbers <= overlay->mark_room) return LF_OK;
    lfi_overlay after = {.mark_room = numbers + numbers / 4 + MARKS_SPARE};
    lfi_arrays run = {.allocator = &overlay->allocator, .mode = LFI_ARRAYS_MAKE};
    overlay_mark_array(&run, &after);
    if (run.failed) return LF_E_NOMEM;
    memcpy(after.marks, overlay->marks, (size_t)overlay->mark_room * sizeof *overlay->marks);
    run.mode = LFI_ARRAYS_FREE;
    overlay_mark_array(&run, overlay);
    overlay->marks = after.marks;
    overlay->mark_room = after.mark_room;
    return LF_OK;
}

// ---- Copying --------------------------------------------------------------------------------------

/// Copies numbers and marks.
static lf_status overlay_copy_numbers(lfi_overlay *to, const lfi_overlay *from) {
    const uint32_t numbers = lfi_extras_numbers(&from->extras);
    if (marks_reserve(to, numbers) != LF_OK ||
        lfi_extras_copy(&to->extras, &from->extras, &to->allocator) != LF_OK)
        return LF_E_NOMEM;
    memcpy(to->marks, from->marks, (size_t)numbers * sizeof *to->marks);
    memset(to->marks + numbers, 0, (size_t)(to->mark_room - numbers) * sizeof *to->marks);
    to->dirty = from->dirty;
    return LF_OK;
}

/// Copies everything but the stops.
static lf_status overlay_copy_rest(lfi_overlay *to, const lfi_overlay *from) {
    if (overlay_copy_numbers(to, from) != LF_OK) return LF_E_NOMEM;
    memcpy(to->blocked, from->blocked, from->blocked_count * sizeof *to->blocked);
    to->blocked_count = from->blocked_count;
    to->inlets = from->inlets;
    to->edit = from->edit;
    to->differing = from->differing;
    return LF_OK;
}

lf_status lfi_overlay_copy(lfi_overlay *to, const lfi_overlay *from) {
    const lf_map *map = from->index->map;
    const lfi_box all = {0, 0, map->width - 1, map->height - 1};
    return lfi_overlay_follow(to, from, &all, 1);
}

lf_status lfi_overlay_follow(lfi_overlay *to, const lfi_overlay *from, const lfi_box *boxes, int64_t count) {
    for (int64_t i = 0; i < count; i++)
        lfi_stops_follow(from->index->map, &to->stops, &from->stops, boxes[i]);
    return overlay_copy_rest(to, from);
}

// ---- Marks ----------------------------------------------------------------------------------------

/// An edit under way.
typedef struct overlay_job {
    lfi_overlay *overlay;
    const lf_map *now;
    const lfi_flips *flips;
    lfi_box around;         ///< tiles that may have become or ceased to be headlands
    const uint64_t *before; ///< which of them were headlands (lfi_stops_save), unless `stops` says it
    const lfi_stops *stops; ///< NULL, or the stops before the edit
    lfi_marked rows, columns;
    lfi_overlay_change *change;
} overlay_job;

static void number_mark(lfi_overlay *overlay, uint32_t number) {
    overlay->dirty += overlay->marks[number] == 0;
    overlay->marks[number] = overlay->edit;
}

static void sweep_marks(void *user, lfi_spot spot) {
    const overlay_job *job = user;
    const uint32_t number = lfi_extras_number(&job->overlay->extras, spot);
    if (number == LFI_NOT_IN_TABLE) return; // new in another of several edits, which will mark it
    job->change->headlands_dirty += job->overlay->marks[number] != job->overlay->edit;
    number_mark(job->overlay, number);
}

/// Makes the memory for marks over the lines and places of a box.
static bool marks_make(overlay_job *job, lfi_pool *pool, lfi_marked *marks) {
    const uint64_t size = lfi_marked_size(marks);
    if (!lfi_pool_reserve(&job->overlay->scratch.store, pool, size, sizeof *marks->bits)) return false;
    marks->bits = pool->items;
    memset(marks->bits, 0, (size_t)size * sizeof *marks->bits);
    return true;
}

static lf_status job_make_marks(overlay_job *job) {
    const lfi_box box = job->around;
    lfi_overlay_scratch *scratch = &job->overlay->scratch;
    job->rows = (lfi_marked){.first = box.y0, .last = box.y1, .low = box.x0 >> 6, .high = box.x1 >> 6};
    job->columns = (lfi_marked){.first = box.x0, .last = box.x1, .low = box.y0 >> 6, .high = box.y1 >> 6};
    const bool made =
        marks_make(job, &scratch->rows, &job->rows) && marks_make(job, &scratch->columns, &job->columns);
    return made ? LF_OK : LF_E_NOMEM;
}

/// The tiles of a word that flipped, and their straight neighbours.
static uint64_t word_cross(const lfi_flips *flips, int32_t y, uint64_t word) {
    const uint64_t here = lfi_flips_word(flips, y, word);
    const uint64_t left = word > 0 ? lfi_flips_word(flips, y, word - 1) : 0;
    return here | here << 1 | here >> 1 | left >> 63 | lfi_flips_word(flips, y, word + 1) << 63 |
           lfi_flips_word(flips, y - 1, word) | lfi_flips_word(flips, y + 1, word);
}

/// Gives a new headland its number.
static lf_status headland_new(overlay_job *job, lfi_spot spot) {
    lfi_overlay *overlay = job->overlay;
    if (!lfi_extras_has(&overlay->extras, spot) &&
        lfi_extras_add(&overlay->extras, &overlay->allocator, spot) != LF_OK)
        return LF_E_NOMEM;
    return marks_reserve(overlay, lfi_extras_numbers(&overlay->extras));
}

/// Marks the tiles of a word, and the headlands among them. `was` has the headlands before the edit.
static lf_status word_mark(overlay_job *job, int32_t y, int64_t word, uint64_t was) {
    lfi_overlay *overlay = job->overlay;
    const uint64_t first = lfi_map_row(job->now, y) + 64 * (uint64_t)word;
    const uint64_t is = overlay->stops.heads[first >> 6].bits;
    const uint64_t tiles = (word_cross(job->flips, y, (uint64_t)word) | (was ^ is)) &
                           lfi_columns_mask(word, job->around.x0, job->around.x1);
    *lfi_marked_at(&job->rows, y, word) = tiles;
    for (uint64_t bits = is & ~was; bits != 0; bits &= bits - 1) {
        if (headland_new(job, (lfi_spot){first + (uint64_t)lfi_lowest_bit(bits)}) != LF_OK) return LF_E_NOMEM;
    }
    for (uint64_t bits = tiles & (is | was); bits != 0; bits &= bits - 1)
        number_mark(overlay,
                    lfi_extras_number(&overlay->extras, (lfi_spot){first + (uint64_t)lfi_lowest_bit(bits)}));
    for (uint64_t bits = tiles; bits != 0; bits &= bits - 1) {
        const int32_t x = (int32_t)(64 * word) + lfi_lowest_bit(bits);
        *lfi_marked_at(&job->columns, x, y >> 6) |= UINT64_C(1) << (y & 63);
    }
    return LF_OK;
}

static lf_status job_mark(overlay_job *job) {
    const uint64_t *was = job->before;
    for (int32_t y = job->around.y0; y <= job->around.y1; y++) {
        for (int64_t word = job->rows.low; word <= job->rows.high; word++) {
            const uint64_t at = (lfi_map_row(job->now, y) >> 6) + (uint64_t)word;
            const uint64_t heads = job->stops != NULL ? job->stops->heads[at].bits : *was++;
            if (word_mark(job, y, word, heads) != LF_OK) return LF_E_NOMEM;
        }
    }
    return LF_OK;
}

static void job_sweep(overlay_job *job) {
    lfi_sweep sweep = {.map = job->now,
                       .stops = &job->overlay->stops,
                       .rows = job->rows,
                       .columns = job->columns,
                       .user = job,
                       .headland = sweep_marks};
    memcpy(sweep.buffers, job->overlay->scratch.buffers, sizeof sweep.buffers);
    lfi_sweep_run(&sweep);
}

// ---- What differs from the base -------------------------------------------------------------------

static void job_count(overlay_job *job) {
    const lf_map *now = job->now, *base = job->overlay->index->map;
    for (int32_t y = job->flips->box.y0; y <= job->flips->box.y1; y++) {
        const uint64_t first = (lfi_map_row(now, y) >> 6) + job->flips->word,
                       *bits = lfi_flips_row(job->flips, y);
        for (uint64_t i = 0; i < job->flips->words; i++) {
            const uint64_t differ = now->open[first + i] ^ base->open[first + i];
            job->overlay->differing += 2 * lfi_count_bits(bits[i] & differ) - lfi_count_bits(bits[i]);
        }
    }
}

/// Adds a box of blocked tiles. If there is no room, the box that grows least by it takes it in.
static void blocked_add(lfi_overlay *overlay, lfi_box box) {
    if (overlay->blocked_count < LFI_BLOCKED_MAX) {
        overlay->blocked[overlay->blocked_count++] = box;
        return;
    }
    uint32_t best = 0;
    int64_t least = INT64_MAX;
    for (uint32_t i = 0; i < overlay->blocked_count; i++) {
        const lfi_box one = overlay->blocked[i];
        const int64_t more = lfi_box_tiles(lfi_boxes_around(one, box)) - lfi_box_tiles(one);
        if (more >= least) continue;
        least = more;
        best = i;
    }
    overlay->blocked[best] = lfi_boxes_around(overlay->blocked[best], box);
}

/// Shrinks the boxes of blocked tiles where the edit may have opened some of these tiles.
static void blocked_prune(lfi_overlay *overlay, const lf_map *now, lfi_box box) {
    for (uint32_t i = overlay->blocked_count; i-- > 0;) {
        if (!lfi_boxes_meet(overlay->blocked[i], box)) continue;
        if (!lfi_maps_differ(overlay->index->map, now, overlay->blocked[i], &overlay->blocked[i]))
            overlay->blocked[i] = overlay->blocked[--overlay->blocked_count];
    }
}

static lf_status job_bound(const overlay_job *job) {
    lfi_overlay *overlay = job->overlay;
    const lfi_box box = job->flips->box;
    const lfi_inlets_job inlets = {.index = overlay->index,
                                   .metric = overlay->metric,
                                   .now = job->now,
                                   .store = &overlay->scratch.store,
                                   .shore = &overlay->scratch.shore,
                                   .queue = &overlay->scratch.queue};
    lfi_box blocked;
    if (job->flips->opened > 0) blocked_prune(overlay, job->now, box);
    if (job->flips->blocked > 0) lfi_inlets_prune(&overlay->inlets, &inlets, box);
    if (job->flips->blocked > 0 && lfi_maps_differ(overlay->index->map, job->now, box, &blocked))
        blocked_add(overlay, blocked);
    return job->flips->opened > 0 ? lfi_inlets_add(&overlay->inlets, &inlets, job->flips) : LF_OK;
}

// ---- All of it ------------------------------------------------------------------------------------

static void job_compare(const overlay_job *job) {
    const uint64_t *was = job->before;
    for (int32_t y = job->around.y0; y <= job->around.y1; y++) {
        const uint64_t row = lfi_map_row(job->now, y) >> 6;
        for (int64_t word = job->around.x0 >> 6; word <= job->around.x1 >> 6; word++, was++) {
            const uint64_t is = job->overlay->stops.heads[row + (uint64_t)word].bits;
            job->change->headlands_new += lfi_count_bits(is & ~*was);
            job->change->headlands_gone += lfi_count_bits(*was & ~is);
        }
    }
}

/// Updates the stops, after saving which tiles were headlands.
static lf_status job_stops(overlay_job *job) {
    lfi_overlay *overlay = job->overlay;
    const uint64_t words = lfi_stops_row_words(job->around) * (uint64_t)(job->around.y1 - job->around.y0 + 1);
    lfi_pool *heads = &overlay->scratch.heads;
    if (!lfi_pool_reserve(&overlay->scratch.store, heads, words, sizeof(uint64_t))) return LF_E_NOMEM;
    lfi_stops_save(job->now, &overlay->stops, job->around, heads->items);
    lfi_stops_edit(job->now, &overlay->stops, job->flips->box);
    job->before = heads->items;
    return LF_OK;
}

lf_status lfi_overlay_edit(lfi_overlay *overlay, const lf_map *now, const lfi_flips *flips,
                           lfi_overlay_change *change) {
    overlay_job job = {.overlay = overlay,
                       .now = now,
                       .flips = flips,
                       .around = lfi_stops_around(now, flips->box),
                       .change = change};
    overlay->edit++;
    lf_status status = job_stops(&job);
    if (status != LF_OK) return status;
    job_compare(&job);
    job_count(&job);
    if (overlay->differing == 0) {
        overlay_forget(overlay);
        return LF_OK;
    }
    status = job_make_marks(&job);
    if (status == LF_OK) status = job_mark(&job);
    if (status != LF_OK) return status;
    job_sweep(&job);
    return job_bound(&job);
}

// ---- An overlay of one query ----------------------------------------------------------------------

void lfi_overlay_take_bounds(lfi_overlay *to, const lfi_overlay *from) {
    to->blocked_count = 0;
    lfi_inlets_clear(&to->inlets);
    if (from == NULL) return;
    memcpy(to->blocked, from->blocked, from->blocked_count * sizeof *to->blocked);
    to->blocked_count = from->blocked_count;
    to->inlets = from->inlets;
}

lf_status lfi_overlay_bound(lfi_overlay *overlay, const lf_map *now, const lfi_flips *flips) {
    const overlay_job job = {.overlay = overlay, .now = now, .flips = flips};
    return job_bound(&job);
}

lf_status lfi_overlay_take_numbers(lfi_overlay *to, const lfi_overlay *from) {
    if (from != NULL) return overlay_copy_numbers(to, from);
    memset(to->marks, 0, (size_t)to->mark_room * sizeof *to->marks);
    to->dirty = 0;
    lfi_table_clear(&to->extras.table);
    return LF_OK;
}

lf_status lfi_overlay_mark(lfi_overlay *overlay, const lf_map *now, const lfi_stops *before,
                           const lfi_flips *flips) {
    lfi_overlay_change change = {0};
    overlay_job job = {.overlay = overlay,
                       .now = now,
                       .flips = flips,
                       .around = lfi_stops_around(now, flips->box),
                       .stops = before,
                       .change = &change};
    lf_status status = job_make_marks(&job);
    if (status == LF_OK) status = job_mark(&job);
    if (status == LF_OK) job_sweep(&job);
    return status;
}

/// Memory for a pool that never grows.
static void scratch_pool(lfi_arrays *run, lfi_pool *pool, uint64_t count, size_t size) {
    pool->items = lfi_arrays_run(run, pool->items, count, size, false);
    pool->capacity = count;
    pool->size = size;
}

void lfi_overlay_room(lfi_arrays *run, lfi_overlay *overlay, const lf_map *map, uint64_t numbers,
                      uint64_t extras, uint64_t tiles) {
    lfi_stops_size(map, &overlay->stops);
    lfi_stops_arrays(run, map, &overlay->stops);
    lfi_table_arrays(run, &overlay->extras.table, extras);
    overlay->mark_room = (uint32_t)numbers;
    overlay_mark_array(run, overlay);
    for (int i = 0; i < LFI_SWEEP_BUFFERS; i++)
        LFI_ARRAY(run, overlay->scratch.buffers[i], lfi_sweep_words(map, &overlay->stops));
    scratch_pool(run, &overlay->scratch.rows, map->word_count, sizeof(uint64_t));
    scratch_pool(run, &overlay->scratch.columns, overlay->stops.column_words, sizeof(uint64_t));
    scratch_pool(run, &overlay->scratch.shore, tiles, sizeof(uint8_t));
    scratch_pool(run, &overlay->scratch.queue, tiles, sizeof(uint32_t));
}
