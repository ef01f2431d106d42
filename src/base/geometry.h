// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Places and lines in whole numbers: the straight line (Bresenham's algorithm), and how far one sees
// (exponential search).
#ifndef LANDFALL_GEOMETRY_H
#define LANDFALL_GEOMETRY_H

#include "core.h"

/// A rectangle of tiles.
typedef struct lfi_box {
    int32_t x0, y0, x1, y1; ///< the first and the last column and row, all included
} lfi_box;

/// How far apart two places of a row or column are.
static inline uint32_t lfi_gap(int32_t a, int32_t b) {
    return a < b ? (uint32_t)b - (uint32_t)a : (uint32_t)a - (uint32_t)b;
}

/// The direction in which one number lies from another: -1, 0 or 1.
static inline int lfi_towards(int32_t from, int32_t to) {
    return (to > from) - (to < from);
}

/// How far a place lies outside a range.
static inline uint32_t lfi_gap_outside(int32_t place, int32_t low, int32_t high) {
    return place < low ? lfi_gap(place, low) : place > high ? lfi_gap(place, high) : 0;
}

/// The greatest whole number whose square is at most `value`.
static inline uint64_t lfi_whole_root(uint64_t value) {
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit > 0; bit >>= 1) {
        if ((root + bit) * (root + bit) <= value) root += bit;
    }
    return root;
}

// ---- Boxes ----------------------------------------------------------------------------------------

static inline bool lfi_box_has(lfi_box box, lf_point point) {
    return point.x >= box.x0 && point.x <= box.x1 && point.y >= box.y0 && point.y <= box.y1;
}

/// The number of tiles of a box; 0 if it is empty (x1 < x0).
static inline int64_t lfi_box_tiles(lfi_box box) {
    return box.x0 > box.x1 ? 0 : (int64_t)(box.x1 - box.x0 + 1) * (box.y1 - box.y0 + 1);
}

/// The number of tiles in a row of a box that is not empty.
static inline size_t lfi_box_width(lfi_box box) {
    return (size_t)lfi_gap(box.x0, box.x1) + 1;
}

/// The tiles of a word that lie between two columns.
static inline uint64_t lfi_columns_mask(int64_t word, int32_t x0, int32_t x1) {
    uint64_t mask = UINT64_MAX;
    if (word == x0 >> 6) mask &= UINT64_MAX << (x0 & 63);
    if (word == x1 >> 6) mask &= UINT64_MAX >> (63 - (x1 & 63));
    return mask;
}

static inline bool lfi_boxes_meet(lfi_box a, lfi_box b) {
    return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

/// The box around two boxes.
static inline lfi_box lfi_boxes_around(lfi_box a, lfi_box b) {
    return (lfi_box){a.x0 < b.x0 ? a.x0 : b.x0, a.y0 < b.y0 ? a.y0 : b.y0, a.x1 > b.x1 ? a.x1 : b.x1,
                     a.y1 > b.y1 ? a.y1 : b.y1};
}

/// The box around two places.
static inline lfi_box lfi_box_between(lf_point a, lf_point b) {
    return lfi_boxes_around((lfi_box){a.x, a.y, a.x, a.y}, (lfi_box){b.x, b.y, b.x, b.y});
}

/// A box grown to all sides, clipped to a grid of this size.
static inline lfi_box lfi_box_grow(lfi_box box, int32_t by, int32_t width, int32_t height) {
    return (lfi_box){box.x0 > by ? box.x0 - by : 0, box.y0 > by ? box.y0 - by : 0,
                     box.x1 < width - 1 - by ? box.x1 + by : width - 1,
                     box.y1 < height - 1 - by ? box.y1 + by : height - 1};
}

// ---- The straight line ----------------------------------------------------------------------------
//
//     a . . . . .      The longer side takes one place with each move. The shorter side goes along where the
//     . o o . . .      line is nearer to the next row than to this one, halves towards higher numbers, so
//     . . . o o .      that the line from b to a has the same places.
//     . . . . . b

/// A walk along the straight line from one place to another, one neighbour at a time. For tiles and cells.
typedef struct lfi_line_walk {
    lf_point at;
    int64_t left;  ///< moves to go
    int sx, sy;    ///< direction of each axis
    bool x_leads;  ///< whether x changes with every move
    int64_t lead;  ///< the longer side
    int64_t error; ///< where the line is between two places of the shorter side, in 1/(2 lead) of one
    int64_t turn;  ///< what a move adds to `error`: twice the shorter side, with its sign
} lfi_line_walk;

static inline lfi_line_walk lfi_line_begin(lf_point from, lf_point to) {
    const int64_t dx = (int64_t)to.x - from.x, dy = (int64_t)to.y - from.y;
    const int64_t wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy;
    const bool x_leads = wide >= high;
    const int64_t lead = x_leads ? wide : high;
    return (lfi_line_walk){.at = from,
                           .left = lead,
                           .sx = (dx > 0) - (dx < 0),
                           .sy = (dy > 0) - (dy < 0),
                           .x_leads = x_leads,
                           .lead = lead,
                           .error = lead,
                           .turn = 2 * (x_leads ? dy : dx)};
}

/// Goes on to the next place. False at the end.
static inline bool lfi_line_next(lfi_line_walk *line) {
    if (line->left == 0) return false;
    bool aside = false;
    line->left--;
    // The place on the shorter side is floor((turn i + lead) / (2 lead)).
    line->error += line->turn;
    if (line->error >= 2 * line->lead) {
        line->error -= 2 * line->lead;
        aside = true;
    } else if (line->error < 0) {
        line->error += 2 * line->lead;
        aside = true;
    }
    if (line->x_leads || aside) line->at.x += line->sx;
    if (!line->x_leads || aside) line->at.y += line->sy;
    return true;
}

// ---- How far one sees -----------------------------------------------------------------------------

/// Whether something is seen at a distance.
typedef bool lfi_sees(const void *job, int64_t distance);

/// What to look for, and where.
typedef struct lfi_sight {
    lfi_sees *sees;
    const void *job;
    int64_t known; ///< a distance at which it is certainly seen, or 0
    int64_t most;  ///< looks no farther than this
    bool try_most; ///< when twice as far is beyond `most`: looks at `most` before it halves
} lfi_sight;

/// An edge of sight between a distance at which something is seen and a greater one at which it is not, by
/// halving.
static inline int64_t lfi_sight_edge(const lfi_sight *sight, int64_t seen, int64_t hidden) {
    while (hidden - seen > 1) {
        const int64_t middle = seen + (hidden - seen) / 2;
        if (sight->sees(sight->job, middle))
            seen = middle;
        else
            hidden = middle;
    }
    return seen;
}

/// How far something is seen: tries 1, 2, 4, 8 ... while it is seen, then halves between the last distance at
/// which it was seen and the first at which it was not. Sight comes and goes, so this is one edge of sight,
/// not always the farthest. Takes O(log most) looks.
static inline int64_t lfi_sight_farthest(const lfi_sight *sight) {
    int64_t seen = sight->known;
    while (seen < sight->most) {
        int64_t next = seen == 0 ? 1 : 2 * seen;
        if (next > sight->most) {
            if (!sight->try_most) return lfi_sight_edge(sight, seen, sight->most + 1);
            next = sight->most;
        }
        if (!sight->sees(sight->job, next)) return lfi_sight_edge(sight, seen, next);
        seen = next;
    }
    return seen;
}

#endif // LANDFALL_GEOMETRY_H
