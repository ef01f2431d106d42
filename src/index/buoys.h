// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Buoys: tiles spread over the map, one per square, with known distances from the landmarks (ALT).
#ifndef LANDFALL_BUOYS_H
#define LANDFALL_BUOYS_H

#include "../base/arrays.h"
#include "../base/metric.h"
#include "span.h"

typedef struct lfi_buoy {
    uint16_t away[LFI_LANDMARKS];  ///< in units, rounded down
    uint32_t pilot[LFI_LANDMARKS]; ///< the first headland on a shortest way to each landmark
    lf_point point;
    uint32_t group; ///< the group of these landmarks; LFI_NO_GROUP: no buoy in this square
} lfi_buoy;

typedef struct lfi_buoys {
    lfi_buoy *all;      ///< row by row
    int shift;          ///< squares have sides of 2^shift tiles
    int32_t wide, high; ///< squares in a row, and rows of squares
} lfi_buoys;

/// How many rows and columns of squares to each side of a place are asked for their buoys.
enum { LFI_BUOYS_NEAR = 1, LFI_BUOYS_WIDE = 2, LFI_BUOYS_MOST = 4 * LFI_BUOYS_WIDE * LFI_BUOYS_WIDE };

/// Chooses the squares.
lfi_buoys lfi_buoys_size(const lf_map *map);

/// The number of squares: the room for buoys.
static inline uint64_t lfi_buoys_count(const lfi_buoys *buoys) {
    return (uint64_t)buoys->wide * (uint64_t)buoys->high;
}

/// The buoy of the square that a place is in.
static inline const lfi_buoy *lfi_buoys_own(const lfi_buoys *buoys, lf_point point) {
    return &buoys->all[(size_t)(point.y >> buoys->shift) * (size_t)buoys->wide +
                       (size_t)(point.x >> buoys->shift)];
}

static inline void lfi_buoys_arrays(lfi_arrays *run, lfi_buoys *buoys) {
    LFI_ARRAY(run, buoys->all, lfi_buoys_count(buoys));
}

/// Where the buoy of a square is: at the open tile nearest to its middle; {-1, -1} if there is none.
lf_point lfi_buoy_place(const lf_index *index, uint64_t number);
/// Places the buoys of a row of squares: in each square the open tile nearest to its middle. `user` is the
/// index.
void lfi_buoys_place(int64_t row, void *user);

/// The measuring of buoys.
typedef struct lfi_buoys_job {
    lf_index *index;
    uint32_t *work;      ///< for each square: receives how long it took, in pieces of about a nanosecond
    uint32_t *landmarks; ///< NULL: buoys look out; or for each group its landmarks: they glance
} lfi_buoys_job;

/// The memory of a job whose index has its landmarks; its making.
void lfi_buoys_job_arrays(lfi_arrays *run, lfi_buoys_job *job);
lf_status lfi_buoys_begin(lfi_buoys_job *job); ///< LF_OK or LF_E_NOMEM

/// Measures the distances of one buoy from those of the headlands that it sees. `number` is below
/// lfi_buoys_count; `user` is an lfi_buoys_job.
void lfi_buoys_measure(int64_t number, void *user);
int64_t lfi_buoys_work(int64_t number, const void *user);

/// By how much a distance may exceed the stored one.
static inline int lfi_headland_slack(uint64_t unit) {
    return unit > 1 ? 1 : 0;
}

static inline int lfi_buoy_slack(uint64_t unit) {
    return unit > 1 ? 2 : 0;
}

/// A length in units, rounded down; UINT16_MAX: that, or more.
static inline uint16_t lfi_length_units(uint64_t unit, uint64_t length) {
    const uint64_t units = unit == 1 ? length : length / unit;
    return (uint16_t)(units < UINT16_MAX ? units : UINT16_MAX);
}

/// The most that distances may be whose least, rounded down, are those of a span.
static inline void lfi_span_spread(lfi_span *span, uint64_t unit) {
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        const int32_t most = span->least[k] + lfi_buoy_slack(unit);
        span->most[k] = (uint16_t)(most < UINT16_MAX ? most : UINT16_MAX);
    }
}

/// What a tile knows of its distances from the landmarks, from the headlands seen so far.
typedef struct lfi_sighting {
    lf_point from;
    uint16_t away[LFI_LANDMARKS];  ///< the least so far, in units, rounded down; UINT16_MAX: that, or more
    uint32_t pilot[LFI_LANDMARKS]; ///< the headland that gave this least
    uint32_t group;                ///< LFI_NO_GROUP: nothing was seen
} lfi_sighting;

void lfi_sighting_begin(lfi_sighting *sight, lf_point from);
void lfi_sighting_add(const lf_index *index, const lfi_metric *metric, lfi_sighting *sight, uint32_t number);

/// The buoys in the `squares` rows and columns of squares to each side of a place. Returns their number.
int lfi_buoys_around(const lf_index *index, lf_point point, int squares, const lfi_buoy *out[LFI_BUOYS_MOST]);

/// Narrows the span of tiles by a buoy to which ways of at most this length lead; false if it is too far away.
bool lfi_buoy_narrow(const lf_index *index, const lfi_buoy *buoy, uint64_t length, lfi_span *span);

/// Narrows the span of an open tile by the buoys that it sees in the `squares` rows and columns of squares to
/// each side. Returns how many it sees.
int lfi_buoys_ask(const lf_index *index, const lfi_metric *metric, lf_point point, int squares,
                  lfi_span *span);

/// The most seen headlands that are kept. LFI_SEEN_UNKNOWN is the count of a tile that has not looked out, or
/// saw too many.
enum { LFI_SEEN_MAX = 64, LFI_SEEN_UNKNOWN = LFI_SEEN_MAX + 1 };

/// Headlands that a tile sees.
typedef struct lfi_seen {
    uint32_t numbers[LFI_SEEN_MAX];
    uint32_t count;
} lfi_seen;

/// The span of an open tile: from buoys if they are in sight and tell enough, otherwise from its own lookout.
/// @param seen  receives the headlands that the tile sees if it had to look out; otherwise unchanged.
lfi_span lfi_index_locate(const lf_index *index, const lfi_metric *metric, lf_point point, lfi_seen *seen);

/// The same for the end of a query that glances: from the buoys that are in sight, however much they leave open.
lfi_span lfi_index_locate_near(const lf_index *index, const lfi_metric *metric, lf_point point,
                               lfi_seen *seen);

#endif // LANDFALL_BUOYS_H
