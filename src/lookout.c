// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The lookout: scans the legs of a tile.
//
// A leg goes along one line (the keel: diagonal under king moves, horizontal under orthogonal ones) and then
// straight (a ray). From the tile the scan walks along each of the four (two) keels, and from each tile of a
// keel sends the two rays that a leg may end with:
//
//     o──────        king: keels to the four corners, a horizontal       orthogonal:  o──┬──┬──┬
//     │╲─────              and a vertical ray from each tile                          │  │  │  │
//     │││╲───
//
// A ray ends at the first stop, and so does a keel. What lies behind a headland C need not be seen: from C, a
// leg (or several) of the same heading leads there at the same length. The same holds for what lies behind
// the line through C parallel to the keel. So the rays of one side only get shorter: after a stop at distance
// m, later rays of that side look m - 1 tiles far. If the stop is a blocked tile instead, the next ray either
// ends within that distance or meets the headland at the end of the obstacle. docs/decisions/0005 has the
// proof.
//
// Time: the tiles of the keels, plus the tiles of their rays divided by 64.
#include "lookout.h"

// ---- Wanted tiles ---------------------------------------------------------------------------------

static bool line_has_wanted(const uint64_t *bits, int32_t line) {
    return (bits[line >> 6] >> (line & 63) & 1) != 0;
}

/// The first entry that is not below a key.
static uint32_t wanted_first(const uint64_t *keys, uint32_t count, uint64_t key) {
    uint32_t low = 0, high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// Reports the wanted tiles of a line from place `from` to `to`, both included.
static void line_report(const lfi_lookout *lookout, const uint64_t *keys, int32_t line, int64_t from,
                        int64_t to, bool by_row) {
    const uint32_t count = lookout->wanted->count;
    const uint64_t base = (uint64_t)line << 32;
    for (uint32_t i = wanted_first(keys, count, base | (uint64_t)from);
         i < count && keys[i] <= (base | (uint64_t)to); i++) {
        const int32_t place = (int32_t)(keys[i] & UINT32_MAX);
        lookout->target(lookout->user, by_row ? place : line, by_row ? line : place);
    }
}

static void ray_report(const lfi_lookout *lookout, const uint64_t *keys, int32_t line, int32_t place,
                       int direction, uint32_t length, bool by_row) {
    if (length == 0) return;
    const int64_t near = (int64_t)place + direction, far = place + (int64_t)direction * length;
    line_report(lookout, keys, line, near < far ? near : far, near < far ? far : near, by_row);
}

// ---- Rays -----------------------------------------------------------------------------------------

static void headland_report(const lfi_lookout *lookout, int32_t x, int32_t y) {
    const lfi_spot spot = {lfi_map_row(lookout->map, y) + (uint64_t)x};
    if (!lfi_bit(lookout->map->open, spot)) return; // a blocked tile
    lookout->headland(lookout->user, lfi_stops_number(lookout->map, lookout->stops, spot), x, y);
}

/// Looks along the row from (x, y), at most `limit` tiles; returns the limit of the next ray of that side.
static inline uint32_t row_ray(const lfi_lookout *lookout, int32_t x, int32_t y, int direction,
                               uint32_t limit) {
    if (limit == 0) return 0;
    const uint64_t bit = lfi_map_row(lookout->map, y) + (uint64_t)x;
    const uint32_t length = lfi_ray(lookout->stops->rows, bit, direction, limit);
    const uint32_t next = length > limit ? limit : length - 1;
    if (lookout->wanted != NULL && line_has_wanted(lookout->wanted->rows, y))
        ray_report(lookout, lookout->wanted->by_row, y, x, direction, next, true);
    if (length <= limit) headland_report(lookout, (int32_t)(x + direction * (int64_t)length), y);
    return next;
}

static inline uint32_t column_ray(const lfi_lookout *lookout, int32_t x, int32_t y, int direction,
                                  uint32_t limit) {
    if (limit == 0) return 0;
    const uint64_t bit = lfi_stops_column_bit(lookout->stops, x, y);
    const uint32_t length = lfi_ray(lookout->stops->columns, bit, direction, limit);
    const uint32_t next = length > limit ? limit : length - 1;
    if (lookout->wanted != NULL && line_has_wanted(lookout->wanted->columns, x))
        ray_report(lookout, lookout->wanted->by_column, x, y, direction, next, false);
    if (length <= limit) headland_report(lookout, x, (int32_t)(y + direction * (int64_t)length));
    return next;
}

/// A tile of a keel: whether the keel goes on from here.
static inline bool keel_look(const lfi_lookout *lookout, lfi_spot spot, int32_t x, int32_t y) {
    if (lookout->wanted != NULL && line_has_wanted(lookout->wanted->rows, y))
        line_report(lookout, lookout->wanted->by_row, y, x, x, true);
    if (!lfi_stops_is_headland(lookout->map, lookout->stops, spot)) return true;
    lookout->headland(lookout->user, lfi_stops_number(lookout->map, lookout->stops, spot), x, y);
    return false;
}

// ---- Keels ----------------------------------------------------------------------------------------

static void keel_diagonal(const lfi_lookout *lookout, int32_t x, int32_t y, int dx, int dy,
                          uint32_t row_limit, uint32_t column_limit) {
    const lf_map *map = lookout->map;
    const int move = LFI_CENTRE + 3 * dy + dx;
    lfi_spot spot = {lfi_map_row(map, y) + (uint64_t)x};
    while ((map->allowed[lfi_bits_around(map->open, spot, map->stride)] >> move & 1) != 0) {
        spot.bit += (uint64_t)map->spot_step[move];
        x += dx;
        y += dy;
        if (!keel_look(lookout, spot, x, y)) return;
        row_limit = row_ray(lookout, x, y, dx, row_limit);
        column_limit = column_ray(lookout, x, y, dy, column_limit);
    }
}

static void keel_horizontal(const lfi_lookout *lookout, int32_t x, int32_t y, int dx, uint32_t up_limit,
                            uint32_t down_limit) {
    const lf_map *map = lookout->map;
    lfi_spot spot = {lfi_map_row(map, y) + (uint64_t)x};
    for (;;) {
        spot.bit += (uint64_t)(int64_t)dx;
        x += dx;
        if (!lfi_bit(map->open, spot) || !keel_look(lookout, spot, x, y)) return;
        up_limit = column_ray(lookout, x, y, -1, up_limit);
        down_limit = column_ray(lookout, x, y, 1, down_limit);
    }
}

void lfi_lookout_scan(const lfi_lookout *lookout, int32_t x, int32_t y) {
    const uint32_t up = column_ray(lookout, x, y, -1, INT32_MAX),
                   down = column_ray(lookout, x, y, 1, INT32_MAX);
    if (lookout->map->moves == LF_MOVES_ORTHOGONAL) {
        keel_horizontal(lookout, x, y, -1, up, down);
        keel_horizontal(lookout, x, y, 1, up, down);
        return;
    }
    const uint32_t left = row_ray(lookout, x, y, -1, INT32_MAX), right = row_ray(lookout, x, y, 1, INT32_MAX);
    keel_diagonal(lookout, x, y, -1, -1, left, up);
    keel_diagonal(lookout, x, y, 1, -1, right, up);
    keel_diagonal(lookout, x, y, -1, 1, left, down);
    keel_diagonal(lookout, x, y, 1, 1, right, down);
}
