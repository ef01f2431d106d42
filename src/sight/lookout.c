// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The lookout: scans the legs of a tile, that is its edges in a visibility graph.
//
// A leg goes along one line (the keel: diagonal under king moves, horizontal under orthogonal ones) and then
// straight (a ray). From the tile, the scan walks along each of the four (two) keels. From each tile of a
// keel it sends the two rays that a leg may end with:
//
//     o──────        king: keels to the four corners, a horizontal       orthogonal:  o──┬──┬──┬
//     │╲─────              and a vertical ray from each tile                          │  │  │  │
//     ││╲────
//
// A ray ends at the first stop, and so does a keel. Tiles behind a headland C need not be seen: from C, one
// or more legs of the same heading lead there at the same length. The same holds for tiles behind the line
// through C parallel to the keel. So the rays of one side only get shorter: after a stop at distance m, later
// rays of that side look m - 1 tiles far. If the stop is a blocked tile instead, the next ray either ends
// within that distance or meets the headland at the end of the obstacle. docs/exact.md has the proof. Ways
// between keys need the legs past a stop all the same: with lfi_lookout.every, rays are not shortened.
//
// Time: the tiles of the keels, plus the tiles of their rays divided by 64.
#include "lookout.h"

#include "../base/metric.h"

// ---- Wanted tiles ---------------------------------------------------------------------------------

static bool line_has_wanted(const uint64_t *bits, int32_t line) {
    return (bits[line >> 6] >> (line & 63) & 1) != 0;
}

/// The first entry that is not less than a code.
static uint32_t wanted_first(const uint64_t *codes, uint32_t count, uint64_t code) {
    uint32_t low = 0, high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (codes[middle] < code)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// Reports the wanted tiles of a line from place `from` to `to`, both included.
static void line_report(const lfi_lookout *lookout, const uint64_t *codes, int32_t line, int64_t from,
                        int64_t to, bool by_row) {
    const uint32_t count = lookout->wanted->count;
    const uint64_t base = (uint64_t)line << 32;
    for (uint32_t i = wanted_first(codes, count, base | (uint64_t)from);
         i < count && codes[i] <= (base | (uint64_t)to); i++) {
        const int32_t place = (int32_t)(codes[i] & UINT32_MAX);
        lookout->target(lookout->user, by_row ? place : line, by_row ? line : place);
    }
}

// ---- Rays -----------------------------------------------------------------------------------------

/// A tile where rays begin, or the difference between two such tiles.
typedef struct ray_tile {
    int32_t x, y;
    lfi_spot spot;   ///< its bit in the rows of stops
    uint64_t column; ///< its bit in the columns of stops
} ray_tile;

static inline ray_tile ray_tile_at(const lfi_lookout *lookout, int32_t x, int32_t y) {
    return (ray_tile){
        x, y, {lfi_map_row(lookout->map, y) + (uint64_t)x}, lfi_stops_column_bit(lookout->stops, x, y)};
}

/// The direction of a ray.
typedef struct ray_heading {
    bool row;      ///< whether along the row, not the column
    int direction; ///< 1 or -1
    uint64_t step; ///< from spot to spot
} ray_heading;

LFI_INLINED ray_heading heading_of(const lf_map *map, bool row, int direction) {
    return (ray_heading){row, direction, (uint64_t)map->spot_offset[LFI_CENTRE + (row ? 1 : 3) * direction]};
}

/// The bit of a tile on the line of a ray.
LFI_INLINED uint64_t heading_bit(ray_heading to, ray_tile from) {
    return to.row ? from.spot.bit : from.column;
}

/// Whether a ray along the row (or column) of a tile may meet a wanted tile.
static inline bool ray_has_wanted(const lfi_wanted *wanted, ray_tile from, bool row) {
    return row ? line_has_wanted(wanted->rows, from.y) : line_has_wanted(wanted->columns, from.x);
}

/// Reports the wanted tiles among the first `length` tiles of a ray.
static void ray_report(const lfi_lookout *lookout, ray_tile from, ray_heading to, uint32_t length) {
    if (length == 0) return;
    const int32_t line = to.row ? from.y : from.x, place = to.row ? from.x : from.y;
    const int64_t near = (int64_t)place + to.direction, far = place + (int64_t)to.direction * length;
    line_report(lookout, to.row ? lookout->wanted->by_row : lookout->wanted->by_column, line,
                near < far ? near : far, near < far ? far : near, to.row);
}

/// Reports the stop that a ray has met, if it is a headland.
static inline void ray_meet(const lfi_lookout *lookout, ray_tile from, ray_heading to, uint32_t length) {
    const lfi_spot spot = {from.spot.bit + to.step * length};
    if (lfi_stops_is_headland(lookout->stops, spot))
        lookout->headland(lookout->user, lfi_stops_number(lookout->stops, spot));
}

LFI_INLINED uint32_t ray_far(const lfi_lookout *lookout, ray_tile from, ray_heading to, uint32_t limit) {
    const lfi_line line = to.row ? lfi_stops_row(lookout->map, lookout->stops, from.y)
                                 : lfi_stops_column(lookout->map, lookout->stops, from.x);
    return lfi_ray_far(&line, to.row ? from.x : from.y, to.direction, limit);
}

/// Looks along the row or column of a tile, at most `limit` tiles far; returns the limit of the next ray of
/// that side. `watch`: whether there are wanted tiles. Inlined for rows and columns. (The line is made only
/// if the first word is not enough: making it for every ray took a tenth of an index build.)
LFI_INLINED uint32_t ray_send(const lfi_lookout *lookout, ray_tile from, ray_heading to, uint32_t limit,
                              bool watch) {
    if (limit == 0) return 0;
    const uint64_t *stops = to.row ? lookout->stops->rows : lookout->stops->columns;
    uint32_t length = lfi_ray_near(stops, heading_bit(to, from), to.direction, limit);
    if (length == 0) length = ray_far(lookout, from, to, limit);
    const uint32_t next = length > limit ? limit : length - 1;
    if (watch && ray_has_wanted(lookout->wanted, from, to.row)) ray_report(lookout, from, to, next);
    if (length <= limit) ray_meet(lookout, from, to, length);
    return next;
}

/// Looks at a tile of a keel; returns whether the keel goes on from here.
LFI_INLINED bool keel_look(const lfi_lookout *lookout, ray_tile at, bool watch) {
    if (watch && ray_has_wanted(lookout->wanted, at, true))
        line_report(lookout, lookout->wanted->by_row, at.y, at.x, at.x, true);
    if (!lfi_stops_is_headland(lookout->stops, at.spot)) return true;
    lookout->headland(lookout->user, lfi_stops_number(lookout->stops, at.spot));
    return false;
}

// ---- Keels ----------------------------------------------------------------------------------------

// In the open sea, most tiles of a keel see nothing except at the far end of each ray. Where the patches
// (stops.h) show that the next 16 tiles of a keel and all but the last 64 tiles of their rays are clear, only
// these 64 are looked at: one word per ray, instead of a walk along it. This makes a lookout from the middle
// of an ocean affordable.
enum { RAY_END = 64 };

/// The 64 bits that end at a bit, and those that begin there.
static inline uint64_t bits_to(const uint64_t *words, uint64_t bit) {
    return words[bit >> 6] << (63 - (bit & 63)) | words[(bit >> 6) - 1] >> 1 >> (bit & 63);
}

static inline uint64_t bits_from(const uint64_t *words, uint64_t bit) {
    return words[bit >> 6] >> (bit & 63) | words[(bit >> 6) + 1] << 1 << (63 - (bit & 63));
}

/// Like ray_send, for a ray that is clear except for its last RAY_END tiles. They are looked at from the end.
LFI_INLINED uint32_t ray_send_end(const lfi_lookout *lookout, ray_tile from, ray_heading to, uint32_t limit) {
    if (limit == 0) return 0;
    const uint64_t *stops = to.row ? lookout->stops->rows : lookout->stops->columns;
    const uint64_t bit = heading_bit(to, from);
    const uint32_t short_by = limit < RAY_END ? RAY_END - limit : 0; // tiles before the ray
    uint32_t length;
    if (to.direction > 0) {
        const uint64_t bits = bits_to(stops, bit + limit) >> short_by;
        if (bits == 0) return limit;
        length = limit - (RAY_END - 1 - short_by) + (uint32_t)lfi_lowest_bit(bits);
    } else {
        const uint64_t bits = bits_from(stops, bit - limit) << short_by;
        if (bits == 0) return limit;
        length = limit - (uint32_t)lfi_highest_bit(bits) + short_by;
    }
    ray_meet(lookout, from, to, length);
    return length - 1;
}

static inline int32_t clamp_to(int64_t value, int32_t size) {
    return value < 0 ? 0 : value >= size ? size - 1 : (int32_t)value;
}

/// The last place that must be clear on a ray from `place` with a limit.
static inline int32_t ray_known_end(int32_t place, int direction, uint32_t limit, int32_t size) {
    const int64_t known = limit > RAY_END ? (int64_t)limit - RAY_END : 0;
    return clamp_to(place + direction * known, size);
}

static inline uint32_t limit_cut(uint32_t limit, uint32_t most) {
    return limit < most ? limit : most;
}

/// Tiles from `place` to the map's edge in a direction.
static inline uint32_t edge_distance(int32_t place, int direction, int32_t size) {
    return (uint32_t)(direction > 0 ? size - 1 - place : place);
}

static inline bool lines_wanted(const uint64_t *bits, int32_t a, int32_t b) {
    return lfi_bits_any(bits, (uint64_t)(a < b ? a : b), (uint64_t)(a < b ? b : a));
}

/// Whether the next LFI_PATCH tiles of a diagonal keel and their rays, except for the ends of the rays, are
/// clear, and no wanted tile is near.
static inline bool diagonal_clear(const lfi_lookout *lookout, int32_t x, int32_t y, int dx, int dy,
                                  uint32_t row_limit, uint32_t column_limit) {
    const int32_t width = lookout->map->width, height = lookout->map->height;
    if (edge_distance(x, dx, width) < LFI_PATCH || edge_distance(y, dy, height) < LFI_PATCH) return false;
    const int32_t x_end = x + dx * LFI_PATCH, y_end = y + dy * LFI_PATCH;
    const int32_t x_far = ray_known_end(x_end, dx, row_limit, width);
    const int32_t y_far = ray_known_end(y_end, dy, column_limit, height);
    if (!lfi_stops_rows_clear(lookout->stops, dx > 0 ? x : x_far, dx > 0 ? x_far : x, dy > 0 ? y : y_end,
                              dy > 0 ? y_end : y) ||
        !lfi_stops_columns_clear(lookout->stops, dx > 0 ? x : x_end, dx > 0 ? x_end : x, dy > 0 ? y : y_far,
                                 dy > 0 ? y_far : y))
        return false;
    return lookout->wanted == NULL || (!lines_wanted(lookout->wanted->rows, y + dy, y_end) &&
                                       !lines_wanted(lookout->wanted->columns, x + dx, x_end));
}

/// The same for a horizontal keel.
static inline bool horizontal_clear(const lfi_lookout *lookout, int32_t x, int32_t y, int dx,
                                    uint32_t up_limit, uint32_t down_limit) {
    if (edge_distance(x, dx, lookout->map->width) < LFI_PATCH) return false;
    const int32_t x_end = x + dx * LFI_PATCH, height = lookout->map->height;
    if (!lfi_stops_columns_clear(lookout->stops, dx > 0 ? x : x_end, dx > 0 ? x_end : x,
                                 ray_known_end(y, -1, up_limit, height),
                                 ray_known_end(y, 1, down_limit, height)))
        return false;
    return lookout->wanted == NULL || (!lines_wanted(lookout->wanted->columns, x + dx, x_end) &&
                                       !lines_wanted(lookout->wanted->rows, y, y));
}

LFI_INLINED bool keel_clear(const lfi_lookout *lookout, const lfi_keel *keel, ray_tile at, bool slants) {
    return slants ? diagonal_clear(lookout, at.x, at.y, keel->dx, keel->dy, keel->limits[0], keel->limits[1])
                  : horizontal_clear(lookout, at.x, at.y, keel->dx, keel->limits[0], keel->limits[1]);
}

LFI_INLINED ray_tile tile_offset(ray_tile at, ray_tile step) {
    return (ray_tile){at.x + step.x, at.y + step.y, {at.spot.bit + step.spot.bit}, at.column + step.column};
}

/// The difference between two successive tiles of a keel.
LFI_INLINED ray_tile keel_step(const lfi_lookout *lookout, const lfi_keel *keel, int move) {
    return (ray_tile){keel->dx,
                      keel->dy,
                      {(uint64_t)lookout->map->spot_offset[move]},
                      64 * lookout->stops->column_stride * (uint64_t)keel->dx + (uint64_t)keel->dy};
}

/// Sends the rays of the next LFI_PATCH tiles of a keel, which are clear; returns the last of these tiles.
LFI_INLINED ray_tile keel_skip(const lfi_lookout *lookout, lfi_keel *keel, const ray_heading to[2],
                               ray_tile at, ray_tile step) {
    for (int i = 0; i < LFI_PATCH; i++) {
        at = tile_offset(at, step);
        keel->limits[0] = ray_send_end(lookout, at, to[0], keel->limits[0]);
        keel->limits[1] = ray_send_end(lookout, at, to[1], keel->limits[1]);
    }
    keel->done += LFI_PATCH;
    return at;
}

/// Whether a move of a keel is legal. (A horizontal move is legal if it leads to an open tile.)
LFI_INLINED bool keel_may_move(const lf_map *map, lfi_spot spot, int move, bool slants) {
    if (!slants) return lfi_bit(map->open, (lfi_spot){spot.bit + (uint64_t)map->spot_offset[move]});
    return (map->allowed[lfi_bits_around(map->open, spot, map->stride)] >> move & 1) != 0;
}

/// Goes on along a keel. Inlined for diagonal and horizontal keels, with `every` and without. With `every`,
/// no stop limits later rays, and no clear patches are looked for: rooms have few.
LFI_INLINED bool keel_walk(const lfi_lookout *lookout, lfi_keel *out, uint32_t tiles, bool slants,
                           bool every) {
    const lf_map *map = lookout->map;
    lfi_keel keel = *out;
    if (!slants) keel.dy = 0; // it is 0 already; this tells the compiler
    const int move = LFI_CENTRE + 3 * keel.dy + keel.dx;
    const ray_tile step = keel_step(lookout, &keel, move);
    const ray_heading to[2] = {heading_of(map, slants, slants ? keel.dx : -1),
                               heading_of(map, false, slants ? keel.dy : 1)};
    const uint32_t end = limit_cut(lookout->limit, keel.done + limit_cut(tiles, INT32_MAX));
    const bool watch = !every && lookout->wanted != NULL;
    ray_tile at = ray_tile_at(lookout, keel.x, keel.y);
    // After a patch that is not clear, some tiles are walked before the next check.
    for (; keel.done < end; keel.wait -= !every && keel.wait != 0) {
        const uint32_t left = lookout->limit - keel.done;
        keel.limits[0] = every ? UINT32_MAX : limit_cut(keel.limits[0], left);
        keel.limits[1] = every ? UINT32_MAX : limit_cut(keel.limits[1], left);
        if (!every && keel.wait == 0 && left >= LFI_PATCH && keel_clear(lookout, &keel, at, slants)) {
            at = keel_skip(lookout, &keel, to, at, step);
            continue;
        }
        if (!every && keel.wait == 0) keel.wait = LFI_PATCH / 2;
        keel.done++;
        if (!keel_may_move(map, at.spot, move, slants)) return false;
        at = tile_offset(at, step);
        if (!keel_look(lookout, at, watch)) return false;
        keel.limits[0] = ray_send(lookout, at, to[0], keel.limits[0], watch);
        keel.limits[1] = ray_send(lookout, at, to[1], keel.limits[1], watch);
    }
    keel.x = at.x;
    keel.y = at.y;
    *out = keel;
    return keel.done < lookout->limit;
}

bool lfi_keel_advance(const lfi_lookout *lookout, lfi_keel *keel, uint32_t tiles) {
    if (lookout->every)
        return keel->dy == 0 ? keel_walk(lookout, keel, tiles, false, true)
                             : keel_walk(lookout, keel, tiles, true, true);
    return keel->dy == 0 ? keel_walk(lookout, keel, tiles, false, false)
                         : keel_walk(lookout, keel, tiles, true, false);
}

int lfi_lookout_begin(const lfi_lookout *lookout, int32_t x, int32_t y, lfi_keel keels[LFI_KEELS]) {
    LFI_ASSERT(!lookout->every || lookout->wanted == NULL);
    const uint32_t limit = limit_cut(lookout->limit, INT32_MAX);
    const ray_tile from = ray_tile_at(lookout, x, y);
    const bool watch = lookout->wanted != NULL;
    const uint32_t above = lookout->later ? 0 : limit;
    const uint32_t up = ray_send(lookout, from, heading_of(lookout->map, false, -1), above, watch);
    const uint32_t down = ray_send(lookout, from, heading_of(lookout->map, false, 1), limit, watch);
    if (lookout->map->moves == LF_MOVES_ORTHOGONAL) {
        for (int i = 0; i < 2; i++)
            keels[i] = (lfi_keel){.x = x, .y = y, .dx = 2 * i - 1, .limits = {up, down}};
        return 2;
    }
    const uint32_t left = ray_send(lookout, from, heading_of(lookout->map, true, -1), limit, watch);
    const uint32_t right = ray_send(lookout, from, heading_of(lookout->map, true, 1), limit, watch);
    int count = 0;
    for (int i = lookout->later ? 2 : 0; i < LFI_KEELS; i++) {
        const int dx = i % 2 == 0 ? -1 : 1, dy = i < 2 ? -1 : 1;
        keels[count++] = (lfi_keel){
            .x = x, .y = y, .dx = dx, .dy = dy, .limits = {dx < 0 ? left : right, dy < 0 ? up : down}};
    }
    return count;
}

void lfi_lookout_scan(const lfi_lookout *lookout, int32_t x, int32_t y) {
    lfi_keel keels[LFI_KEELS];
    const int count = lfi_lookout_begin(lookout, x, y, keels);
    for (int i = 0; i < count; i++) lfi_keel_advance(lookout, &keels[i], UINT32_MAX);
}

// ---- Single legs ----------------------------------------------------------------------------------

/// Whether the `count` tiles of a row (or column) after a place are open; the last one is known to be open.
static bool line_open(const lf_map *map, const lfi_stops *stops, bool row, int32_t number, int32_t place,
                      int direction, uint32_t count) {
    const lfi_line line = row ? lfi_stops_row(map, stops, number) : lfi_stops_column(map, stops, number);
    for (;;) {
        const uint32_t length = lfi_ray(&line, place, direction, count);
        if (length >= count) return true;
        count -= length;
        place += direction * (int32_t)length;
        const lfi_spot spot = {lfi_map_row(map, row ? number : place) + (uint64_t)(row ? place : number)};
        if (!lfi_stops_is_headland(stops, spot)) return false; // a headland is open: look on behind it
    }
}

/// How many of the next `most` diagonal moves stay inside the patch of the tile; 0 if the patch is not clear.
static uint32_t patch_moves(const lfi_stops *stops, int32_t x, int32_t y, int dx, int dy, uint32_t most) {
    const uint64_t patch_x = (uint64_t)x >> LFI_PATCH_SHIFT, patch_y = (uint64_t)y >> LFI_PATCH_SHIFT;
    const uint64_t *patches = stops->row_patches + patch_y * stops->row_patch_stride;
    if ((patches[patch_x >> 6] >> (patch_x & 63) & 1) != 0) return 0;
    const int32_t over_x = x & (LFI_PATCH - 1), over_y = y & (LFI_PATCH - 1);
    const uint32_t wide = (uint32_t)(dx > 0 ? LFI_PATCH - 1 - over_x : over_x);
    const uint32_t high = (uint32_t)(dy > 0 ? LFI_PATCH - 1 - over_y : over_y);
    return limit_cut(limit_cut(wide, high), most);
}

/// Checks the straight line first: this takes 64 tiles at a time, and most legs that cannot be walked fail
/// near the headland that they lead to.
bool lfi_leg_walkable(const lf_map *map, const lfi_stops *stops, lf_point from, lf_point to) {
    const uint32_t wide = lfi_gap(from.x, to.x), high = lfi_gap(from.y, to.y);
    const int dx = to.x > from.x ? 1 : -1, dy = to.y > from.y ? 1 : -1;
    const bool orthogonal = map->moves == LF_MOVES_ORTHOGONAL;
    const uint32_t keel = orthogonal ? wide : limit_cut(wide, high);
    const lf_point turn = {from.x + dx * (int32_t)keel, orthogonal ? from.y : from.y + dy * (int32_t)keel};
    if (!lfi_bit(map->open, (lfi_spot){lfi_map_row(map, turn.y) + (uint64_t)turn.x})) return false;
    const uint32_t across = lfi_gap(turn.x, to.x), along = lfi_gap(turn.y, to.y);
    if (across > 0 && !line_open(map, stops, true, turn.y, turn.x, dx, across)) return false;
    if (along > 0 && !line_open(map, stops, false, turn.x, turn.y, dy, along)) return false;
    if (orthogonal) return wide == 0 || line_open(map, stops, true, from.y, from.x, dx, wide);
    const uint64_t across_step = (uint64_t)map->spot_offset[LFI_CENTRE + dx],
                   along_step = (uint64_t)map->spot_offset[LFI_CENTRE + 3 * dy];
    const bool cuts = map->moves == LF_MOVES_KING_CUT;
    int32_t x = from.x, y = from.y;
    for (uint32_t left = keel, moves; left > 0; left -= moves) {
        moves = patch_moves(stops, x, y, dx, dy, left);
        if (moves == 0) {
            const uint64_t spot = lfi_map_row(map, y) + (uint64_t)x;
            if (!lfi_bit(map->open, (lfi_spot){spot + across_step + along_step})) return false;
            if (!cuts && (!lfi_bit(map->open, (lfi_spot){spot + across_step}) ||
                          !lfi_bit(map->open, (lfi_spot){spot + along_step})))
                return false;
            moves = 1;
        }
        x += dx * (int32_t)moves;
        y += dy * (int32_t)moves;
    }
    return true;
}
