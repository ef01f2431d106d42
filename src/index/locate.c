// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Locating a tile: its distances from the landmarks (ALT), as a span.
//
// Where land is near, buoys are out of sight or tell little, and a full lookout is quick. So a tile looks out
// if it sees fewer than CLOSE_TILES tiles in the four straight directions together, or if the buoys leave
// more than LOOSE_MOVES moves open in the mean distance from a landmark.
//
// An end that glances (sight/glance.h) sees all that it needs at so little cost that under octile costs a full lookout for
// a better bound does not pay: it asks the nearest buoys, and looks out only if it sees none.
#include "index.h"

enum { CLOSE_TILES = 160, LOOSE_MOVES = 4 };

/// A tile that is looking out.
typedef struct locate_job {
    const lf_index *index;
    const lfi_metric *metric;
    lfi_sighting sight;
    lfi_seen *seen;
} locate_job;

/// Narrows the distances of the tile by those of a headland that it sees.
static void locate_learns(void *user, uint32_t number) {
    locate_job *job = user;
    lfi_sighting_add(job->index, job->metric, &job->sight, number);
    if (job->seen->count < LFI_SEEN_MAX)
        job->seen->numbers[job->seen->count++] = number;
    else
        job->seen->count = LFI_SEEN_UNKNOWN;
}

static bool span_is_loose(const lf_index *index, const lfi_metric *metric, const lfi_span *span) {
    int32_t open = 0;
    for (int k = 0; k < LFI_LANDMARKS; k++) open += span->most[k] - span->least[k];
    return (uint64_t)open * index->unit > LFI_LANDMARKS * LOOSE_MOVES * metric->straight;
}

/// Whether land is near a tile on all sides.
static bool tile_is_close(const lf_index *index, lf_point from) {
    const lfi_line row = lfi_stops_row(index->map, &index->stops, from.y),
                   column = lfi_stops_column(index->map, &index->stops, from.x);
    return lfi_ray(&row, from.x, 1, CLOSE_TILES) + lfi_ray(&row, from.x, -1, CLOSE_TILES) +
               lfi_ray(&column, from.y, 1, CLOSE_TILES) + lfi_ray(&column, from.y, -1, CLOSE_TILES) <
           CLOSE_TILES;
}

/// Looks out and keeps what the tile sees. A headland needs no look: its distances are stored.
static void locate_look(locate_job *job, lf_point point, lfi_spot spot, bool is_headland) {
    const lf_index *index = job->index;
    lfi_sighting_begin(&job->sight, point);
    job->seen->count = 0;
    if (is_headland) {
        locate_learns(job, lfi_stops_number(&index->stops, spot));
        return;
    }
    const lfi_lookout lookout = {.map = index->map,
                                 .stops = &index->stops,
                                 .limit = UINT32_MAX,
                                 .user = job,
                                 .headland = locate_learns};
    lfi_lookout_scan(&lookout, point.x, point.y);
}

/// The span that follows from the headlands that a tile sees.
static lfi_span span_of_sight(const lfi_sighting *sight, uint64_t unit) {
    lfi_span span = lfi_span_unknown();
    if (sight->group == LFI_NO_GROUP) return span;
    span.group = sight->group;
    for (int k = 0; k < LFI_LANDMARKS; k++) span.least[k] = sight->away[k];
    lfi_span_spread(&span, unit);
    return span;
}

lfi_span lfi_index_locate_near(const lf_index *index, const lfi_metric *metric, lf_point point,
                               lfi_seen *seen) {
    const lfi_spot spot = {lfi_map_row(index->map, point.y) + (uint64_t)point.x};
    if (lfi_stops_is_headland(&index->stops, spot)) return lfi_index_locate(index, metric, point, seen);
    lfi_span span = lfi_span_unknown();
    lfi_buoys_ask(index, metric, point, LFI_BUOYS_NEAR, &span);
    if (span.group != LFI_NO_GROUP) return span;
    lfi_buoys_ask(index, metric, point, LFI_BUOYS_WIDE, &span);
    return span.group != LFI_NO_GROUP ? span : lfi_index_locate(index, metric, point, seen);
}

lfi_span lfi_index_locate(const lf_index *index, const lfi_metric *metric, lf_point point, lfi_seen *seen) {
    const lfi_spot spot = {lfi_map_row(index->map, point.y) + (uint64_t)point.x};
    const bool is_headland = lfi_stops_is_headland(&index->stops, spot);
    if (!is_headland && !tile_is_close(index, point)) {
        lfi_span span = lfi_span_unknown();
        // The nearest buoys tell enough for most tiles.
        lfi_buoys_ask(index, metric, point, LFI_BUOYS_NEAR, &span);
        if (!span_is_loose(index, metric, &span)) return span;
        lfi_buoys_ask(index, metric, point, LFI_BUOYS_WIDE, &span);
        if (!span_is_loose(index, metric, &span)) return span;
    }
    locate_job job = {.index = index, .metric = metric, .seen = seen};
    locate_look(&job, point, spot, is_headland);
    return span_of_sight(&job.sight, index->unit);
}
