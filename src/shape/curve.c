// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A smooth curve through waypoints: a centripetal Catmull-Rom spline, in whole numbers.
//
// Between two waypoints the curve is a cubic. Their neighbours decide the directions in which it leaves the
// first and enters the second. Plain Catmull-Rom takes the direction from neighbour to neighbour and
// overshoots where a short stretch follows a long one. The centripetal form weighs both sides by the root of
// their lengths and has no loops or cusps. Each end gets a made-up neighbour, straight on.
//
// A curve leaves the line of sight, so each piece is cut into parts of at most a quarter of a tile. Every
// part must stay on its tile or be a legal move to the next. If one is not, the piece is tried with its
// directions half as strong, then a quarter as strong; failing that, it becomes the straight line, which is
// legal. So the whole curve is legal, and it passes through every waypoint.
//
// Places are in 1/256 of a tile; the parameter and its powers have 30 fractional bits. There is no floating
// point, so every machine gives the same samples.
//
// Time: O(length of the curve). Nothing is kept.
#include "shape.h"

enum {
    CURVE_INTERVAL = LF_CURVE_ONE,
    CURVE_CHECKED = LF_CURVE_ONE / 4,         ///< how finely a piece is checked
    CURVE_STRENGTHS = 3,                      ///< full, half, a quarter
    CURVE_ONE_BITS = 30,                      ///< fractional bits of the parameter
    CURVE_LONGEST = (1 << 15) * LF_CURVE_ONE, ///< longer pieces stay straight: products would overflow
    CURVE_MOST_SAMPLES = 1 << 22,             ///< of a piece, for the same reason
};

/// A vector in 1/256 of a tile.
typedef struct vector {
    int64_t x, y;
} vector;

/// One piece: from p, leaving in direction `leave`, to q, entering in direction `enter`.
typedef struct piece {
    lf_curve_point p, q;
    vector leave, enter;
    bool straight;
    lfi_line_walk line; ///< from p's tile to q's, as far as samples have needed it
} piece;

static lf_curve_point tile_middle(const lf_map *map, lf_tile tile) {
    const lf_point at = lf_map_point(map, tile);
    return (lf_curve_point){(int64_t)at.x * LF_CURVE_ONE + LF_CURVE_ONE / 2,
                            (int64_t)at.y * LF_CURVE_ONE + LF_CURVE_ONE / 2};
}

static vector vector_between(lf_curve_point a, lf_curve_point b) {
    return (vector){b.x - a.x, b.y - a.y};
}

static int64_t vector_length(vector v) {
    return lfi_stretch_distance(v.x, v.y, 0);
}

// ---- Directions -----------------------------------------------------------------------------------

/// The root of a length, with 8 fractional bits; never 0.
static int64_t length_weight(vector v) {
    const int64_t weight = (int64_t)lfi_square_root((uint64_t)vector_length(v) << 16);
    return weight > 0 ? weight : 1;
}

/// One axis of the direction at a waypoint between `before` of weight b and `after` of weight a, for a piece
/// of weight `own`.
static int64_t direction_axis(int64_t before, int64_t after, int64_t b, int64_t a, int64_t own) {
    return own * before / b - own * (before + after) / (b + a) + own * after / a;
}

/// The direction at a waypoint, for the piece after it if `leaves`, else for the piece before it.
static vector waypoint_direction(vector before, vector after, bool leaves) {
    const int64_t b = length_weight(before), a = length_weight(after), own = leaves ? a : b;
    return (vector){direction_axis(before.x, after.x, b, a, own),
                    direction_axis(before.y, after.y, b, a, own)};
}

/// The piece from waypoint i to the next one.
static piece piece_make(const lf_map *map, const lf_tile *waypoints, int64_t count, int64_t i) {
    piece made = {.p = tile_middle(map, waypoints[i]),
                  .q = tile_middle(map, waypoints[i + 1]),
                  .line =
                      lfi_line_begin(lf_map_point(map, waypoints[i]), lf_map_point(map, waypoints[i + 1]))};
    const vector along = vector_between(made.p, made.q);
    const vector before = i > 0 ? vector_between(tile_middle(map, waypoints[i - 1]), made.p) : along;
    const vector after = i + 2 < count ? vector_between(made.q, tile_middle(map, waypoints[i + 2])) : along;
    made.straight = vector_length(along) > CURVE_LONGEST || vector_length(before) > CURVE_LONGEST ||
                    vector_length(after) > CURVE_LONGEST;
    if (made.straight) return made;
    made.leave = waypoint_direction(before, along, true);
    made.enter = waypoint_direction(along, after, false);
    return made;
}

// ---- Samples --------------------------------------------------------------------------------------

/// a / b rounded to the nearest whole number, halves upwards; b > 0 and even.
static int64_t halves_up(int64_t a, int64_t b) {
    return (a + b / 2) / b - ((a + b / 2) % b < 0);
}

/// The place after `i` of `n` equal parts of a piece.
static lf_curve_point piece_at(const piece *of, int64_t i, int64_t n) {
    const vector along = vector_between(of->p, of->q);
    if (of->straight)
        return (lf_curve_point){of->p.x + halves_up(2 * along.x * i, 2 * n),
                                of->p.y + halves_up(2 * along.y * i, 2 * n)};
    const int64_t one = INT64_C(1) << CURVE_ONE_BITS;
    const int64_t t = (i << CURVE_ONE_BITS) / n, tt = t * t >> CURVE_ONE_BITS, ttt = tt * t >> CURVE_ONE_BITS;
    const int64_t to = 3 * tt - 2 * ttt, leave = ttt - 2 * tt + t, enter = ttt - tt;
    return (lf_curve_point){
        of->p.x + halves_up(to * along.x + leave * of->leave.x + enter * of->enter.x, one),
        of->p.y + halves_up(to * along.y + leave * of->leave.y + enter * of->enter.y, one)};
}

/// The tile of a place; x = -1 if it is outside the map.
static lf_point place_tile(const lf_map *map, lf_curve_point place) {
    const lf_point none = {-1, -1};
    if (place.x < 0 || place.y < 0) return none;
    const int64_t x = place.x / LF_CURVE_ONE, y = place.y / LF_CURVE_ONE;
    return x < map->width && y < map->height ? (lf_point){(int32_t)x, (int32_t)y} : none;
}

static int64_t clamp_to_tile(int64_t place, int64_t tile) {
    const int64_t least = tile * LF_CURVE_ONE, most = least + LF_CURVE_ONE - 1;
    return place < least ? least : place > most ? most : place;
}

/// The tile of a piece's line after `i` of `n` samples; i must not decrease from call to call.
static lf_point piece_line_tile(piece *of, int64_t i, int64_t n) {
    const int64_t ahead = halves_up(2 * of->line.lead * i, 2 * n);
    while (of->line.lead - of->line.left < ahead) lfi_line_next(&of->line);
    return of->line.at;
}

/// A sample of a piece; callers ask for samples in order. A straight piece runs over open tiles, but where it
/// cuts corners it clips blocked ones, and where it is very flat, rounding may push a sample over an edge.
/// Such a sample stays on the line's tile.
static lf_curve_point piece_sample(const lf_map *map, piece *of, int64_t i, int64_t n) {
    const lf_curve_point place = piece_at(of, i, n);
    const lf_point at = place_tile(map, place);
    if (at.x >= 0 && lf_map_is_open(map, lf_map_tile(map, at.x, at.y))) return place;
    const lf_point tile = piece_line_tile(of, i, n);
    return (lf_curve_point){clamp_to_tile(place.x, tile.x), clamp_to_tile(place.y, tile.y)};
}

/// Whether two tiles are the same, or a legal move leads from one to the other.
static bool tiles_meet(const lf_map *map, lf_point a, lf_point b) {
    if (b.x < 0) return false;
    const int32_t dx = b.x - a.x, dy = b.y - a.y;
    if (dx == 0 && dy == 0) return true;
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1) return false;
    return lfi_move_clear(map, a, b);
}

/// Whether a piece, cut into `count` parts, makes legal moves only.
static bool piece_is_legal(const lf_map *map, const piece *of, int64_t count) {
    lf_point tile = place_tile(map, of->p);
    for (int64_t i = 1; i <= count; i++) {
        const lf_point next = place_tile(map, piece_at(of, i, count));
        if (!tiles_meet(map, tile, next)) return false;
        tile = next;
    }
    return true;
}

/// The number of samples after the first one of a piece. The curve may be longer than the straight line, so
/// the directions count as well.
static int64_t piece_samples(const piece *of, int64_t interval) {
    const int64_t chord = vector_length(vector_between(of->p, of->q));
    const int64_t bends = of->straight ? 0 : (vector_length(of->leave) + vector_length(of->enter)) / 2;
    const int64_t length = chord > bends ? chord : bends;
    const int64_t samples = length / interval + 1;
    return samples < CURVE_MOST_SAMPLES ? samples : CURVE_MOST_SAMPLES;
}

/// Weakens a piece until it is legal.
static void piece_settle(const lf_map *map, piece *of, int64_t samples, int64_t interval) {
    const int64_t finer = interval / CURVE_CHECKED + 1;
    for (int strength = 0; !of->straight && strength < CURVE_STRENGTHS; strength++) {
        if (piece_is_legal(map, of, 2 * samples * finer)) return;
        of->leave = (vector){of->leave.x / 2, of->leave.y / 2};
        of->enter = (vector){of->enter.x / 2, of->enter.y / 2};
    }
    of->straight = true;
}

lf_status lf_route_curve(const lf_map *map, const lf_shape *shape, const lf_tile *waypoints, int64_t count,
                         lf_curve_point *points, int64_t capacity, int64_t *point_count) {
    const lf_map *under;
    if (point_count != NULL) *point_count = 0;
    if (point_count == NULL) return LF_E_NULL;
    lf_status status = lfi_buffer_check(points, capacity);
    if (status == LF_OK) status = lfi_shape_check(map, shape, waypoints, count, &under);
    if (status != LF_OK) return status;
    if (count == 0 || !lf_map_is_open(under, waypoints[0])) return LF_BROKEN;
    const int64_t interval = shape == NULL || shape->interval == 0 ? CURVE_INTERVAL : shape->interval;
    int64_t written = 1;
    if (capacity > 0) points[0] = tile_middle(map, waypoints[0]);
    for (int64_t i = 0; i + 1 < count; i++) {
        if (!lfi_shape_sees(under, waypoints[i], waypoints[i + 1])) return LF_BROKEN;
        piece of = piece_make(map, waypoints, count, i);
        const int64_t samples = piece_samples(&of, interval);
        piece_settle(under, &of, samples, interval);
        for (int64_t k = 1; k <= samples; k++, written++) {
            if (written < capacity) points[written] = piece_sample(under, &of, k, samples);
        }
    }
    *point_count = written;
    return lfi_buffer_answer(points, capacity, written);
}

int64_t lf_curve_distance(const lf_curve_point *points, int64_t count) {
    int64_t distance = 0;
    if (points == NULL) return 0;
    for (int64_t i = 1; i < count; i++)
        distance += lfi_stretch_distance(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y, 8);
    return distance;
}
