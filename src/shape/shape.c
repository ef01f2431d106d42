// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The shape of a route (path smoothing, string pulling): fewer points, farther from the coast. The tile route
// stays the authority. Every stretch of a shape is a line of sight (line.c), so its moves are legal too.
//
// Waypoints. The next waypoint is the farthest tile of the route that the last one sees, or close to it: the
// search takes O(log) lines instead of one per tile (lfi_sight_farthest). All waypoints are tiles of the
// route in their order, so no shape is longer than the route.
//
// Offshore. Each waypoint between the ends moves to the deepest tile within its drift that sees both its
// neighbours; the one before it has moved already. So the chain is whole after each waypoint, and nothing
// has to be undone.
//
//     route            waypoints        offshore
//     . . . . . .      . . . . . .      . . . . . .
//     s o o o . .      s - - w . .      s - - - - w
//     # # # o . .      # # # | . .      # # # . / .
//     # # # t . .      # # # t . .      # # # t . .
//
// Time: waypoints O(tiles log look_ahead). Offshore, for each waypoint: O(drift^2) to read the tiles within
// its drift, then O(log drift) and two lines of sight for each place tried, best first.
#include "shape.h"

#include "../base/sort.h"
#include "../query/context.h"

enum { SHAPE_LOOK_AHEAD = 512, SHAPE_DRIFT = 4 };

// The square root of 2, times 2^32, rounded down.
#define ROOT_OF_TWO UINT64_C(6074000999)

// ---- Checks ---------------------------------------------------------------------------------------

/// Checks the arguments that all shapes share. `out` receives the map that the shape has to keep to.
static lf_status shape_check(const lf_map *map, const lf_shape *shape, const lf_tile *tiles, int64_t count,
                             const lf_map **out) {
    if (map == NULL || (tiles == NULL && count > 0)) return LF_E_NULL;
    if (count < 0) return LF_E_COUNT;
    *out = map;
    if (shape == NULL) return LF_OK;
    if (shape->look_ahead < 0 || shape->look_ahead > LF_MAX_LOOK_AHEAD) return LF_E_LOOK_AHEAD;
    if (shape->drift < 0 || shape->drift > LF_MAX_DRIFT) return LF_E_DRIFT;
    if (shape->deep_enough < 0 || shape->deep_enough > LFI_DEPTH_MOST) return LF_E_DEEP_ENOUGH;
    if (shape->interval < 0 || shape->interval > LF_MAX_INTERVAL) return LF_E_INTERVAL;
    if (shape->depth != NULL && shape->depth->map != map) return LF_E_FOREIGN_DEPTH;
    if (shape->search == NULL) return LF_OK;
    if (shape->search->base != map) return LF_E_FOREIGN_MAP;
    *out = shape->search->map;
    return LF_OK;
}

lf_status lfi_shape_check(const lf_map *map, const lf_shape *shape, const lf_tile *tiles, int64_t count,
                          const lf_map **out) {
    const lf_status status = shape_check(map, shape, tiles, count, out);
    for (int64_t i = 0; status == LF_OK && i < count; i++) {
        if (tiles[i] >= map->tile_count) return LF_BROKEN;
    }
    return status;
}

bool lfi_shape_sees(const lf_map *map, lf_tile from, lf_tile to) {
    return lfi_line_clear(map, lf_map_point(map, from), lf_map_point(map, to));
}

/// Whether every waypoint sees the next one.
static bool chain_is_whole(const lf_map *map, const lf_tile *waypoints, int64_t count) {
    if (count == 0 || !lf_map_is_open(map, waypoints[0])) return false;
    for (int64_t i = 1; i < count; i++) {
        if (!lfi_shape_sees(map, waypoints[i - 1], waypoints[i])) return false;
    }
    return true;
}

// ---- Turns ----------------------------------------------------------------------------------------

/// The move from a tile of the map to a neighbour; false if it is none.
static bool move_between(const lf_map *map, lf_tile from, lf_tile to, lf_point *move) {
    if (to >= map->tile_count || from == to) return false;
    const lf_point a = lfi_map_point(map, from), b = lfi_map_point(map, to);
    *move = (lf_point){b.x - a.x, b.y - a.y};
    return move->x >= -1 && move->x <= 1 && move->y >= -1 && move->y <= 1;
}

/// Writes the turning points as far as they fit, and returns how many there are, -1 if the route is broken. `tiles` and
/// `turns` may be the same array: no tile is overwritten before it is read.
static int64_t turns_write(const lf_map *map, const lf_tile *tiles, int64_t count, lf_tile *turns,
                           int64_t capacity) {
    int64_t written = 0;
    lf_point before = {0, 0};
    lf_tile here = tiles[0];
    if (here >= map->tile_count) return -1;
    for (int64_t i = 1; i < count; i++) {
        const lf_tile next = tiles[i];
        lf_point move;
        if (!move_between(map, here, next, &move)) return -1;
        if (move.x != before.x || move.y != before.y) { // the first move is no turn, but its tile is an end
            if (written < capacity) turns[written] = here;
            written++;
        }
        before = move;
        here = next;
    }
    if (written < capacity) turns[written] = here;
    return written + 1;
}

lf_status lf_route_turns(const lf_map *map, const lf_tile *tiles, int64_t count, lf_tile *turns,
                         int64_t capacity, int64_t *turn_count) {
    if (turn_count != NULL) *turn_count = 0;
    if (map == NULL || tiles == NULL || turn_count == NULL) return LF_E_NULL;
    const lf_status status = lfi_buffer_check(turns, capacity);
    if (status != LF_OK) return status;
    if (count < 0) return LF_E_COUNT;
    if (count == 0) return LF_BROKEN;
    const int64_t written = turns_write(map, tiles, count, turns, capacity);
    if (written < 0) return LF_BROKEN;
    *turn_count = written;
    return lfi_buffer_answer(turns, capacity, written);
}

// ---- Waypoints ------------------------------------------------------------------------------------

/// A tile of a route from which to look along it.
typedef struct route_view {
    const lf_map *map;
    const lf_tile *from;
} route_view;

static bool route_sees(const void *job, int64_t distance) {
    const route_view *view = job;
    return lfi_shape_sees(view->map, view->from[0], view->from[distance]);
}

/// How many tiles ahead, at most `most`, the next waypoint lies on the route; 0 if not even the next tile is
/// in sight.
static int64_t waypoint_step(const lf_map *map, const lf_tile *from, int64_t most) {
    const route_view view = {map, from};
    const lfi_sight sight = {.sees = route_sees, .job = &view, .most = most, .try_most = true};
    return lfi_sight_farthest(&sight);
}

/// Writes the waypoints of a route that begins on an open tile, as far as they fit. Returns how many there
/// are, -1 if the route is broken. `tiles` and `waypoints` may be the same array: no tile is overwritten
/// before it is read.
static int64_t waypoints_write(const lf_map *map, const lf_tile *tiles, int64_t count, int64_t ahead,
                               lf_tile *waypoints, int64_t capacity) {
    int64_t written = 0;
    for (int64_t at = 0; at < count; written++) {
        const lf_tile waypoint = tiles[at];
        const int64_t left = count - 1 - at;
        const int64_t step = left == 0 ? 1 : waypoint_step(map, tiles + at, left < ahead ? left : ahead);
        if (step == 0) return -1;
        if (written < capacity) waypoints[written] = waypoint;
        at += step;
    }
    return written;
}

lf_status lf_route_waypoints(const lf_map *map, const lf_shape *shape, const lf_tile *tiles, int64_t count,
                             lf_tile *waypoints, int64_t capacity, int64_t *waypoint_count) {
    const lf_map *under;
    if (waypoint_count != NULL) *waypoint_count = 0;
    if (waypoint_count == NULL) return LF_E_NULL;
    lf_status status = lfi_buffer_check(waypoints, capacity);
    if (status == LF_OK) status = lfi_shape_check(map, shape, tiles, count, &under);
    if (status != LF_OK) return status;
    if (count == 0 || !lf_map_is_open(under, tiles[0])) return LF_BROKEN;
    const int64_t ahead = shape == NULL || shape->look_ahead == 0 ? SHAPE_LOOK_AHEAD : shape->look_ahead;
    const int64_t written = waypoints_write(under, tiles, count, ahead, waypoints, capacity);
    if (written < 0) return LF_BROKEN;
    *waypoint_count = written;
    return lfi_buffer_answer(waypoints, capacity, written);
}

// ---- Offshore -------------------------------------------------------------------------------------

enum { DRIFT_MOST_SIDE = 2 * LF_MAX_DRIFT + 1, DRIFT_MOST_PLACES = DRIFT_MOST_SIDE * DRIFT_MOST_SIDE };

/// The arguments of lf_route_offshore, with their defaults filled in.
typedef struct offshore {
    const lf_map *map;
    const uint8_t *depths; ///< one byte per tile
    int32_t drift;         ///< how far a waypoint may move, to each side
    uint8_t enough;        ///< beyond this depth, more depth is no better
} offshore;

/// How good a place is for a waypoint: deeper is better, then nearer to where the waypoint was, then a
/// lower tile index.
static uint64_t place_rank(uint8_t depth, int64_t dx, int64_t dy, lf_tile tile) {
    const uint64_t away = (uint64_t)(dx * dx + dy * dy);
    return (uint64_t)depth << 48 | (UINT64_C(0xffff) - away) << 32 | (uint64_t)(UINT32_MAX - tile);
}

static uint8_t depth_that_counts(const offshore *o, lf_tile tile) {
    return o->depths[tile] < o->enough ? o->depths[tile] : o->enough;
}

/// Collects the ranks of open places within the drift that are better than the waypoint. Returns how many.
static uint64_t drift_collect(const offshore *o, lf_tile waypoint, uint64_t *ranks) {
    const lf_map *map = o->map;
    const lf_point was = lf_map_point(map, waypoint);
    const uint8_t own = depth_that_counts(o, waypoint);
    const int64_t left = was.x > o->drift ? was.x - o->drift : 0,
                  top = was.y > o->drift ? was.y - o->drift : 0;
    uint64_t count = 0;
    for (int64_t y = top; y < map->height && y - was.y <= o->drift; y++) {
        for (int64_t x = left; x < map->width && x - was.x <= o->drift; x++) {
            const lf_tile tile = (lf_tile)(y * map->width + x);
            const uint8_t depth = depth_that_counts(o, tile);
            if (depth > own && lf_map_is_open(map, tile))
                ranks[count++] = place_rank(depth, x - was.x, y - was.y, tile);
        }
    }
    return count;
}

/// Where a waypoint goes. Reads all places within its drift once, then takes them off a heap until one sees
/// both neighbours: the rest is never sorted.
static lf_tile waypoint_offshore(const offshore *o, const lf_tile *waypoint) {
    uint64_t ranks[DRIFT_MOST_PLACES];
    uint64_t count = drift_collect(o, *waypoint, ranks);
    lfi_sort_heap(ranks, count);
    while (count > 0) {
        const lf_tile tile = UINT32_MAX - (lf_tile)(lfi_sort_take(ranks, &count) & UINT32_MAX);
        if (lfi_shape_sees(o->map, waypoint[-1], tile) && lfi_shape_sees(o->map, tile, waypoint[1]))
            return tile;
    }
    return *waypoint;
}

lf_status lf_route_offshore(const lf_map *map, const lf_shape *shape, lf_tile *waypoints, int64_t count) {
    const lf_map *under;
    if (shape == NULL) return LF_E_NULL;
    const lf_status status = lfi_shape_check(map, shape, waypoints, count, &under);
    if (status != LF_OK) return status;
    if (shape->depth == NULL) return LF_E_NO_DEPTH;
    if (!chain_is_whole(under, waypoints, count)) return LF_BROKEN;
    const offshore o = {.map = under,
                        .depths = shape->depth->plane,
                        .drift = shape->drift == 0 ? SHAPE_DRIFT : shape->drift,
                        .enough = shape->deep_enough == 0 ? LFI_DEPTH_MOST : (uint8_t)shape->deep_enough};
    for (int64_t i = 1; i + 1 < count; i++) waypoints[i] = waypoint_offshore(&o, &waypoints[i]);
    return LF_OK;
}

// ---- Length ---------------------------------------------------------------------------------------

int64_t lfi_stretch_distance(int64_t dx, int64_t dy, int shift) {
    const uint64_t x = (uint64_t)(dx < 0 ? -dx : dx), y = (uint64_t)(dy < 0 ? -dy : dy);
    int lost = 0;
    while ((x | y) >> lost > INT32_MAX) lost++;
    const uint64_t a = x >> lost, b = y >> lost, square = a * a + b * b, root = lfi_square_root(square);
    // Either the fraction fits under the root, or the root is so large that linear interpolation to the next
    // root gives the fraction: never too much, and too little by less than 1 / (2 root).
    const uint64_t fine = square << (2 * shift);
    const uint64_t length = fine >> (2 * shift) == square
                                ? lfi_square_root(fine)
                                : (root << shift) + ((square - root * root) << shift) / (2 * root + 1);
    return (int64_t)(length << lost);
}

int64_t lf_route_distance(const lf_map *map, const lf_tile *tiles, int64_t count) {
    if (map == NULL || tiles == NULL) return 0;
    int64_t distance = 0, straight = 0, diagonal = 0;
    for (int64_t i = 1; i < count; i++) {
        if (tiles[i - 1] >= map->tile_count || tiles[i] >= map->tile_count) return 0;
        const lf_point a = lf_map_point(map, tiles[i - 1]), b = lf_map_point(map, tiles[i]);
        const int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
        // Counts the moves first, so that their roots are rounded only once.
        if (dx == 0 || dy == 0)
            straight += dx + dy < 0 ? -(dx + dy) : dx + dy;
        else if (dx * dx == dy * dy)
            diagonal += dx < 0 ? -dx : dx;
        else
            distance += lfi_stretch_distance(dx, dy, 16);
    }
    return distance + straight * LF_DISTANCE_ONE + (int64_t)((uint64_t)diagonal * ROOT_OF_TWO >> 16);
}
