// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Placing, measuring and asking buoys.
//
// A lower bound from landmarks (ALT) needs the distances of both ends from the landmarks. Headlands have
// theirs stored. Those of any other tile follow exactly from the headlands that it sees, but a lookout for
// all of them takes as long as the rest of a query. Buoys answer at once. If a tile sees a buoy, their
// distances from a landmark differ by no more than the way between them. Since a distance mostly grows or
// falls by one per tile, buoys on two opposite sides leave nothing open. On six maps of the world, 16 buoys
// in squares of 32 x 32 tiles give the exact distance for 78 to 89 of 100 pairs of a tile and a landmark.
// They make the bound of the whole query equal to the length of its route for 68 to 94 of 100 random queries.
//
// Time: one lookout per buoy, some 30 us in the open sea. Memory: 108 bytes per buoy, at most 8,192 buoys for
// maps up to 33 million tiles.
#include "index.h"

#include <string.h>

/// At most BUOYS_MOST buoys, or twice as many in squares with sides of 2^SHIFT_LARGE, unless that needs longer sides than
/// 2^SHIFT_MOST. (256 million tiles, a median query: 89 us with sides of 64, 70 with 128, 256 with 256.)
enum { BUOYS_MOST = 8192, SHIFT_LEAST = 3, SHIFT_LARGE = 6, SHIFT_MOST = 7 };

/// Whether squares with sides of 2^shift are too many.
static bool squares_many(const lf_map *map, int shift) {
    return map->tile_count >> 2 * shift > (shift < SHIFT_LARGE ? BUOYS_MOST : 2 * BUOYS_MOST);
}

lfi_buoys lfi_buoys_size(const lf_map *map) {
    lfi_buoys buoys = {.shift = SHIFT_LEAST};
    while (buoys.shift < SHIFT_MOST && squares_many(map, buoys.shift)) buoys.shift++;
    buoys.wide = ((map->width - 1) >> buoys.shift) + 1;
    buoys.high = ((map->height - 1) >> buoys.shift) + 1;
    return buoys;
}

// ---- Placing --------------------------------------------------------------------------------------

/// The open tile of a square nearest to its middle, the first in row order if several are; false if there is
/// none.
static bool square_nearest(const lf_map *map, lf_point from, int32_t side, lf_point *out) {
    const lf_point end = {map->width - from.x < side ? map->width : from.x + side,
                          map->height - from.y < side ? map->height : from.y + side};
    const lf_point middle = {from.x + (end.x - from.x) / 2, from.y + (end.y - from.y) / 2};
    if (lfi_bit(map->open, (lfi_spot){lfi_map_row(map, middle.y) + (uint64_t)middle.x})) {
        *out = middle;
        return true;
    }
    uint32_t nearest = UINT32_MAX;
    for (int32_t y = from.y; y < end.y; y++) {
        for (int32_t x = from.x; x < end.x; x++) {
            if (!lfi_bit(map->open, (lfi_spot){lfi_map_row(map, y) + (uint64_t)x})) continue;
            const uint32_t dx = lfi_gap(x, middle.x), dy = lfi_gap(y, middle.y), far = dx > dy ? dx : dy;
            if (far >= nearest) continue;
            nearest = far;
            *out = (lf_point){x, y};
        }
    }
    return nearest != UINT32_MAX;
}

lf_point lfi_buoy_place(const lf_index *index, uint64_t number) {
    const lfi_buoys *buoys = &index->buoys;
    const int32_t side = INT32_C(1) << buoys->shift, wide = buoys->wide;
    const int32_t column = (int32_t)(number % (uint32_t)wide), row = (int32_t)(number / (uint32_t)wide);
    lf_point place = {-1, -1};
    square_nearest(index->map, (lf_point){column * side, row * side}, side, &place);
    return place;
}

void lfi_buoys_place(int64_t row, void *user) {
    const lf_index *index = user;
    const lfi_buoys *buoys = &index->buoys;
    const uint64_t wide = (uint64_t)buoys->wide, first = (uint64_t)row * wide;
    for (uint64_t i = first; i < first + wide; i++)
        buoys->all[i] = (lfi_buoy){.point = lfi_buoy_place(index, i), .group = LFI_NO_GROUP};
}

// ---- Measuring ------------------------------------------------------------------------------------

void lfi_sighting_begin(lfi_sighting *sight, lf_point from) {
    sight->from = from;
    sight->group = LFI_NO_GROUP;
    for (int k = 0; k < LFI_LANDMARKS; k++) sight->away[k] = UINT16_MAX;
}

void lfi_sighting_add(const lf_index *index, const lfi_metric *metric, lfi_sighting *sight, uint32_t number) {
    const uint16_t near =
        lfi_length_units(index->unit, lfi_metric_between(metric, sight->from, index->points[number]));
    const uint32_t nearer = lfi_span_nearer(sight->away, index->away + (size_t)number * LFI_LANDMARKS, near);
    for (uint32_t left = nearer; left != 0; left &= left - 1) sight->pilot[lfi_lowest_bit(left)] = number;
    sight->group = index->group[number];
}

// A shortest way from a buoy to a landmark bends for the first time at a headland that the buoy glances (sight/glance.h),
// or is a leg. So where ends glance, buoys do: they see a tenth of the headlands, and try the landmarks themselves.

/// Notes the landmarks of all groups: no other headland is 0 from itself. (Where a unit is more than a move, others may
/// be. Buoys then look out.)
static void landmarks_note(const lf_index *index, uint32_t *landmarks) {
    for (uint32_t i = 0; i < index->count; i++) {
        for (uint32_t k = 0; k < LFI_LANDMARKS; k++) {
            if (index->away[(size_t)i * LFI_LANDMARKS + k] == 0)
                landmarks[(size_t)index->group[i] * LFI_LANDMARKS + k] = i;
        }
    }
}

/// Whether buoys glance.
static bool buoys_glance(const lf_index *index) {
    return lfi_index_glances(index) && index->unit == 1;
}

void lfi_buoys_job_arrays(lfi_arrays *run, lfi_buoys_job *job) {
    const lf_index *index = job->index;
    LFI_ARRAY(run, job->work, lfi_buoys_count(&index->buoys));
    if (buoys_glance(index)) LFI_ARRAY(run, job->landmarks, (uint64_t)index->group_count * LFI_LANDMARKS);
}

lf_status lfi_buoys_begin(lfi_buoys_job *job) {
    lfi_arrays run = {.allocator = &job->index->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_buoys_job_arrays(&run, job);
    if (run.failed) return LF_E_NOMEM;
    if (buoys_glance(job->index)) landmarks_note(job->index, job->landmarks);
    return LF_OK;
}

/// A buoy that is looking out.
typedef struct buoy_view {
    const lf_index *index;
    lfi_metric metric;
    lfi_sighting sight;
    uint32_t work; ///< in pieces of about a nanosecond
} buoy_view;

/// Times in pieces of about a nanosecond: of a square, of a buoy that looks out or glances, and of each headland that it
/// sees.
enum { BUOY_NONE = 20, BUOY_LOOK = 800, BUOY_SEEN = 75 };

static void buoy_sees(void *user, uint32_t number) {
    buoy_view *view = user;
    lfi_sighting_add(view->index, &view->metric, &view->sight, number);
    view->work += BUOY_SEEN;
}

/// Adds the landmarks that the buoy sees, and that are nearer than by what it has glanced.
static void view_try_landmarks(buoy_view *view, const uint32_t *landmarks) {
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        const lf_point there = view->index->points[landmarks[k]];
        if (lfi_metric_between(&view->metric, view->sight.from, there) < view->sight.away[k] &&
            lfi_index_walkable(view->index, view->sight.from, there))
            buoy_sees(view, landmarks[k]);
    }
}

/// False if the buoy glances nothing, which does not tell its group.
static bool view_glance(buoy_view *view, const lfi_lookout *lookout, const uint32_t *landmarks) {
    const lf_point from = view->sight.from;
    lfi_glance_all(lookout, &view->index->halts, from.x, from.y, NULL);
    if (view->sight.group == LFI_NO_GROUP) return false;
    view_try_landmarks(view, landmarks + (size_t)view->sight.group * LFI_LANDMARKS);
    return true;
}

/// Finds the distances of a buoy from the landmarks. Returns how long it took.
static uint32_t buoy_look(const lfi_buoys_job *job, lf_point point, lfi_sighting *out) {
    const lf_index *index = job->index;
    buoy_view view = {
        .index = index, .metric = lfi_metric_make(index->map->moves, index->cost), .work = BUOY_LOOK};
    lfi_sighting_begin(&view.sight, point);
    const lfi_lookout lookout = {
        .map = index->map, .stops = &index->stops, .limit = UINT32_MAX, .user = &view, .headland = buoy_sees};
    const lfi_spot spot = {lfi_map_row(index->map, point.y) + (uint64_t)point.x};
    if (lfi_stops_is_headland(&index->stops, spot)) buoy_sees(&view, lfi_stops_number(&index->stops, spot));
    if (job->landmarks == NULL || !view_glance(&view, &lookout, job->landmarks))
        lfi_lookout_scan(&lookout, point.x, point.y);
    *out = view.sight;
    return view.work;
}

/// Returns how long it took.
static uint32_t buoy_measure(const lfi_buoys_job *job, lfi_buoy *buoy) {
    lfi_sighting sight;
    const uint32_t work = buoy_look(job, buoy->point, &sight);
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        if (sight.away[k] > LFI_AWAY_MAX) return work; // it sees no headland, or is too far from everything
    }
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        buoy->away[k] = sight.away[k];
        buoy->pilot[k] = sight.pilot[k];
    }
    buoy->group = sight.group;
    return work;
}

void lfi_buoys_measure(int64_t number, void *user) {
    const lfi_buoys_job *job = user;
    lfi_buoy *buoy = &job->index->buoys.all[number];
    job->work[number] = buoy->point.x < 0 ? BUOY_NONE : buoy_measure(job, buoy);
}

int64_t lfi_buoys_work(int64_t number, const void *user) {
    const lfi_buoys_job *job = user;
    return job->work[number];
}

// ---- Asking ---------------------------------------------------------------------------------------

/// Squares from first to last, clipped to the map.
typedef struct buoy_range {
    int32_t first, last;
} buoy_range;

static buoy_range range_around(int32_t place, int shift, int squares, int32_t count) {
    const int32_t nearest = (place - (INT32_C(1) << (shift - 1))) >> shift; // the place is beyond its middle
    const int32_t first = nearest - squares + 1, last = nearest + squares;
    return (buoy_range){first < 0 ? 0 : first, last >= count ? count - 1 : last};
}

int lfi_buoys_around(const lf_index *index, lf_point point, int squares,
                     const lfi_buoy *out[LFI_BUOYS_MOST]) {
    const lfi_buoys *buoys = &index->buoys;
    const buoy_range across = range_around(point.x, buoys->shift, squares, buoys->wide);
    const buoy_range along = range_around(point.y, buoys->shift, squares, buoys->high);
    int count = 0;
    for (int32_t j = along.first; j <= along.last; j++) {
        for (int32_t i = across.first; i <= across.last; i++) {
            const lfi_buoy *buoy = &buoys->all[(size_t)j * (size_t)buoys->wide + (size_t)i];
            if (buoy->group != LFI_NO_GROUP) out[count++] = buoy;
        }
    }
    return count;
}

/// The last place of a square, on a map of this size.
static int32_t square_end(int32_t square, int shift, int32_t size) {
    const int64_t end = ((int64_t)square + 1) << shift;
    return end < size ? (int32_t)end - 1 : size - 1;
}

/// Whether the squares around a place have no stop: then everything in them is in sight.
static bool squares_clear(const lf_index *index, lf_point point, int squares) {
    const lfi_buoys *buoys = &index->buoys;
    const buoy_range across = range_around(point.x, buoys->shift, squares, buoys->wide);
    const buoy_range along = range_around(point.y, buoys->shift, squares, buoys->high);
    const lfi_box box = {across.first << buoys->shift, along.first << buoys->shift,
                         square_end(across.last, buoys->shift, index->map->width),
                         square_end(along.last, buoys->shift, index->map->height)};
    return lfi_stops_box_clear(&index->stops, box);
}

bool lfi_buoy_narrow(const lf_index *index, const lfi_buoy *buoy, uint64_t length, lfi_span *span) {
    const uint64_t near = index->unit == 1 ? length : (length + index->unit - 1) / index->unit; // rounded up
    if (near > LFI_NEAR_MAX) return false;
    lfi_span_narrow(span, buoy->away, lfi_buoy_slack(index->unit), (int32_t)near);
    span->group = buoy->group;
    return true;
}

int lfi_buoys_ask(const lf_index *index, const lfi_metric *metric, lf_point point, int squares,
                  lfi_span *span) {
    const lfi_buoy *around[LFI_BUOYS_MOST];
    const int count = lfi_buoys_around(index, point, squares, around);
    const bool clear = squares_clear(index, point, squares);
    int seen = 0;
    for (int i = 0; i < count; i++) {
        const lfi_buoy *buoy = around[i];
        if (!clear && !lfi_index_walkable(index, point, buoy->point)) continue;
        seen += lfi_buoy_narrow(index, buoy, lfi_metric_between(metric, point, buoy->point), span);
    }
    return seen;
}
