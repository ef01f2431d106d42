// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Shapes of routes: lines of sight against exact geometry, waypoints, offshore and curves against what each
// of them promises, checked tile by tile.
#include "ends.h"
#include "query/context.h"
#include "shape/shape.h"

enum { MAX_POINTS = 1 << 17 };

// ---- Lines ----------------------------------------------------------------------------------------

static int floor_division(int a, int b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static int side(int a) {
    return a < 0 ? -a : a;
}

/// The tile after i steps of a line, by its definition.
static lf_point slow_line_point(lf_point a, lf_point b, int i) {
    const int dx = b.x - a.x, dy = b.y - a.y, steps = side(dx) > side(dy) ? side(dx) : side(dy);
    if (steps == 0) return a;
    return (lf_point){a.x + floor_division(2 * dx * i + steps, 2 * steps),
                      a.y + floor_division(2 * dy * i + steps, 2 * steps)};
}

static bool slow_open(const oracle_map *map, int x, int y) {
    return x >= 0 && y >= 0 && x < map->width && y < map->height && map->open[y * map->width + x];
}

/// Whether all steps of a line are legal; with orthogonal moves, whether both tiles beside a diagonal step
/// are open as well.
static bool slow_clear(const oracle_map *map, lf_point a, lf_point b) {
    const int dx = b.x - a.x, dy = b.y - a.y, steps = side(dx) > side(dy) ? side(dx) : side(dy);
    oracle_map king = *map;
    if (map->moves == LF_MOVES_ORTHOGONAL) king.moves = LF_MOVES_KING;
    if (!slow_open(map, a.x, a.y)) return false;
    for (int i = 1; i <= steps; i++) {
        const lf_point from = slow_line_point(a, b, i - 1), to = slow_line_point(a, b, i);
        if (!oracle_move_legal(&king, from.x, from.y, to.x - from.x, to.y - from.y)) return false;
    }
    return true;
}

/// On which side of the line from a to b, all in half tiles, a corner lies.
static int corner_side(lf_point a, lf_point b, int x, int y) {
    const int cross = 2 * (b.x - a.x) * (y - 2 * a.y) - 2 * (b.y - a.y) * (x - 2 * a.x);
    return (cross > 0) - (cross < 0);
}

/// Whether the true line runs through the inside of a tile between its ends.
static bool line_touches(lf_point a, lf_point b, int x, int y) {
    int left = 0, right = 0;
    for (int i = 0; i < 4; i++) {
        const int s = corner_side(a, b, 2 * x + (i % 2 == 0 ? -1 : 1), 2 * y + (i / 2 == 0 ? -1 : 1));
        left += s < 0;
        right += s > 0;
    }
    return left > 0 && right > 0;
}

/// Everything that the true line touches is open.
static bool line_is_dry_nowhere(const oracle_map *map, lf_point a, lf_point b) {
    const int left = a.x < b.x ? a.x : b.x, right = a.x > b.x ? a.x : b.x;
    const int top = a.y < b.y ? a.y : b.y, bottom = a.y > b.y ? a.y : b.y;
    for (int y = top; y <= bottom; y++) {
        for (int x = left; x <= right; x++) {
            if (line_touches(a, b, x, y) && !slow_open(map, x, y)) return false;
        }
    }
    return true;
}

static void lines_are_what_geometry_says(void) {
    static lf_tile there[MAX_TILES], back[MAX_TILES];
    const uint64_t seed = test_seed();
    int64_t clear = 0, hidden = 0;
    for (uint64_t i = 0; i < 4000; i++) {
        const oracle_map small = oracle_random_map(seed + i, 70, (lf_moves)(i % 3));
        lf_map *map = oracle_to_map(&small);
        uint64_t random = seed + i;
        for (int k = 0; k < 12; k++) {
            const lf_tile from = oracle_random_open(&small, &random),
                          to = oracle_random_open(&small, &random);
            if (from == LF_NO_TILE) break;
            const lf_point a = lf_map_point(map, from), b = lf_map_point(map, to);
            const int64_t count = lf_line_tiles(map, from, to, there, MAX_TILES);
            CHECK_EQ(count > 0, slow_clear(&small, a, b));
            clear += count > 0;
            hidden += count == 0;
            CHECK_EQ(lf_line_tiles(map, to, from, back, MAX_TILES), count);
            CHECK_EQ(lf_line_tiles(map, from, to, NULL, 0), count);
            if (count == 0) continue;
            CHECK_EQ(there[0], from);
            CHECK_EQ(there[count - 1], to);
            CHECK_EQ(lf_route_check(map, there, count, NULL, NULL), LF_OK);
            if (small.moves != LF_MOVES_KING_CUT) CHECK(line_is_dry_nowhere(&small, a, b));
            for (int64_t n = 0; small.moves != LF_MOVES_ORTHOGONAL && n < count; n++) {
                CHECK_EQ(there[n], back[count - 1 - n]);
                const lf_point at = slow_line_point(a, b, (int)n);
                CHECK_EQ(there[n], lf_map_tile(map, at.x, at.y));
            }
        }
        lf_map_destroy(map);
        free(small.open);
    }
    printf("  %" PRId64 " clear, %" PRId64 " not\n", clear, hidden);
    CHECK(clear > 5000 && hidden > 5000);
}

/// The corner rule holds for every step, also for the last one, into the waypoint.
static void the_last_step_cuts_no_corner(void) {
    //      0 1 2 3
    //    0 . . # .     A diagonal step from (1, 0) to (2, 1), or from (2, 1) to (3, 0), cuts the corner of
    //    1 . . . .     (2, 0).
    static unsigned char open[2][4] = {{1, 1, 0, 1}, {1, 1, 1, 1}};
    const oracle_map small = {4, 2, LF_MOVES_KING, &open[0][0]};
    oracle_map cut = small;
    cut.moves = LF_MOVES_KING_CUT;
    lf_map *map = oracle_to_map(&small), *cutting = oracle_to_map(&cut);
    // From (1, 0) straight to (2, 1): one diagonal step, which is the last one as well.
    CHECK_EQ(lf_line_tiles(map, 1, 6, NULL, 0), 0);
    CHECK_EQ(lf_line_tiles(cutting, 1, 6, NULL, 0), 2);
    // From (0, 0) to (2, 1): (0, 0), (1, 1), (2, 1): the first step is the diagonal one, and legal.
    CHECK_EQ(lf_line_tiles(map, 0, 6, NULL, 0), 3);
    // From (0, 1) to (3, 0): (0, 1), (1, 1), (2, 0) is blocked.
    CHECK_EQ(lf_line_tiles(map, 4, 3, NULL, 0), 0);
    // From (2, 1) to (3, 0): into the last tile, around the blocked one.
    CHECK_EQ(lf_line_tiles(map, 6, 3, NULL, 0), 0);
    CHECK_EQ(lf_line_tiles(cutting, 6, 3, NULL, 0), 2);
    CHECK_EQ(lf_line_tiles(map, 5, 5, NULL, 0), 1);
    CHECK_EQ(lf_line_tiles(map, 2, 2, NULL, 0), 0); // blocked
    CHECK_EQ(lf_line_tiles(map, 0, 8, NULL, 0), 0);
    CHECK_EQ(lf_line_tiles(NULL, 0, 1, NULL, 0), 0);
    lf_map_destroy(map);
    lf_map_destroy(cutting);
}

// ---- Shapes ---------------------------------------------------------------------------------------

/// A route and all its shapes.
typedef struct shapes {
    lf_tile tiles[MAX_TILES], waypoints[MAX_TILES], offshore[MAX_TILES];
    lf_curve_point curve[MAX_POINTS];
    int64_t tile_count, waypoint_count, point_count;
} shapes;

static shapes all; // too large for a stack

/// The chain of waypoints as tiles is a legal route, also under a gate. Returns the number of tiles.
static void check_chain(const lf_map *map, const lf_tile *waypoints, int64_t count) {
    static lf_tile chain[4 * MAX_TILES];
    int64_t length = 1;
    chain[0] = waypoints[0];
    for (int64_t i = 1; i < count; i++) {
        const int64_t added =
            lf_line_tiles(map, waypoints[i - 1], waypoints[i], chain + length - 1, 4 * MAX_TILES - length);
        if (!CHECK(added > 0)) return;
        length += added - 1;
    }
    CHECK_EQ(lf_route_check(map, chain, length, NULL, NULL), LF_OK);
}

static void check_waypoints(const lf_map *map, const lf_shape *shape) {
    const int64_t ahead = shape->look_ahead == 0 ? 512 : shape->look_ahead;
    check_chain(map, all.waypoints, all.waypoint_count);
    CHECK_EQ(all.waypoints[0], all.tiles[0]);
    CHECK_EQ(all.waypoints[all.waypoint_count - 1], all.tiles[all.tile_count - 1]);
    int64_t at = 0;
    for (int64_t i = 1; i < all.waypoint_count; i++) { // in the order of the route
        const int64_t before = at;
        while (at < all.tile_count && (at == before || all.tiles[at] != all.waypoints[i])) at++;
        if (!CHECK(at < all.tile_count)) return;
        CHECK(at - before <= ahead);
    }
    CHECK(lf_route_distance(map, all.waypoints, all.waypoint_count) <=
          lf_route_distance(map, all.tiles, all.tile_count) + 1);
}

/// The depth of a tile as far as it counts.
static int32_t slow_depth(const lf_shape *shape, lf_tile tile) {
    const int32_t depth = lf_depth_at(shape->depth, tile);
    return shape->deep_enough != 0 && depth > shape->deep_enough ? shape->deep_enough : depth;
}

/// Where a waypoint goes, by trying every tile within its drift.
static lf_tile slow_offshore(const lf_map *map, const lf_shape *shape, const lf_tile *waypoint, int drift) {
    const lf_point was = lf_map_point(map, *waypoint);
    lf_tile best = *waypoint;
    int best_away = 0;
    for (int y = was.y - drift; y <= was.y + drift; y++) {
        for (int x = was.x - drift; x <= was.x + drift; x++) {
            const lf_tile tile = lf_map_tile(map, x, y);
            const int away = (x - was.x) * (x - was.x) + (y - was.y) * (y - was.y);
            if (!lf_map_is_open(map, tile)) continue;
            const int32_t here = slow_depth(shape, tile), there = slow_depth(shape, best);
            if (here < there || (here == there && away >= best_away)) continue;
            if (lf_line_tiles(map, waypoint[-1], tile, NULL, 0) == 0) continue;
            if (lf_line_tiles(map, tile, waypoint[1], NULL, 0) == 0) continue;
            best = tile;
            best_away = away;
        }
    }
    return best;
}

static int64_t check_offshore(const lf_map *map, const lf_shape *shape) {
    static lf_tile slow[MAX_TILES];
    const int drift = shape->drift == 0 ? 4 : shape->drift;
    int64_t moved = 0;
    memcpy(slow, all.waypoints, (size_t)all.waypoint_count * sizeof *slow);
    for (int64_t i = 1; i + 1 < all.waypoint_count; i++) slow[i] = slow_offshore(map, shape, &slow[i], drift);
    for (int64_t i = 0; i < all.waypoint_count; i++) {
        CHECK_EQ(all.offshore[i], slow[i]);
        moved += slow[i] != all.waypoints[i];
        if (shape->deep_enough == 0 || lf_depth_at(shape->depth, all.waypoints[i]) < shape->deep_enough)
            continue;
        CHECK_EQ(all.offshore[i], all.waypoints[i]); // deep enough where it is
    }
    check_chain(map, all.offshore, all.waypoint_count);
    return moved;
}

/// Every sample on an open tile, every waypoint passed in order, no sample far from the one before.
static void check_curve(const lf_map *map, const lf_shape *shape, const lf_tile *waypoints, int64_t count) {
    const int64_t interval = shape->interval == 0 ? 256 : shape->interval;
    int64_t passed = 0;
    for (int64_t i = 0; i < all.point_count; i++) {
        const lf_curve_point p = all.curve[i];
        const lf_tile tile = lf_map_tile(map, (int32_t)(p.x / 256), (int32_t)(p.y / 256));
        if (!CHECK(p.x >= 0 && p.y >= 0 && lf_map_is_open(map, tile))) return;
        const lf_point next = passed < count ? lf_map_point(map, waypoints[passed]) : (lf_point){-1, -1};
        if (p.x == next.x * 256 + 128 && p.y == next.y * 256 + 128) passed++;
        if (i == 0) continue;
        const int64_t dx = p.x - all.curve[i - 1].x, dy = p.y - all.curve[i - 1].y;
        CHECK(dx * dx + dy * dy <= 9 * interval * interval + 4 * 256 * 256);
    }
    CHECK_EQ(passed, count);
    CHECK(lf_curve_distance(all.curve, all.point_count) + all.point_count * 512 >=
          lf_route_distance(map, waypoints, count));
}

/// The tiles that a gate leaves open, as a map of its own.
static lf_map *map_under_gate(const oracle_map *small, const lf_depth *depth, const lf_search *search,
                              int32_t gate) {
    oracle_map under = *small;
    const int size = small->width * small->height;
    under.open = malloc((size_t)size);
    for (int i = 0; i < size; i++)
        under.open[i] = small->open[i] &&
                        (lf_depth_at(depth, (lf_tile)i) >= gate || lf_search_is_exempt(search, (lf_tile)i));
    lf_map *map = oracle_to_map(&under);
    free(under.open);
    return map;
}

typedef struct shape_tally {
    int64_t routes, compressed, moved, bent, gated;
} shape_tally;

/// Whether a curve leaves the straight lines between its waypoints.
static bool curve_is_bent(const lf_map *map, int64_t count) {
    return lf_curve_distance(all.curve, all.point_count) >
           lf_route_distance(map, all.waypoints, count) + LF_DISTANCE_ONE / 8;
}

static void check_all_shapes(const lf_map *map, const lf_map *under, const lf_shape *shape,
                             shape_tally *tally) {
    int64_t count;
    CHECK_EQ(lf_route_waypoints(map, shape, all.tiles, all.tile_count, all.waypoints, MAX_TILES,
                                &all.waypoint_count),
             LF_OK);
    check_waypoints(under, shape);
    memcpy(all.offshore, all.tiles, (size_t)all.tile_count * sizeof *all.tiles);
    CHECK_EQ(lf_route_waypoints(map, shape, all.offshore, all.tile_count, all.offshore, MAX_TILES, &count),
             LF_OK); // in place
    CHECK_EQ(count, all.waypoint_count);
    CHECK(memcmp(all.offshore, all.waypoints, (size_t)count * sizeof *all.waypoints) == 0);
    CHECK_EQ(lf_route_curve(map, shape, all.waypoints, count, all.curve, MAX_POINTS, &all.point_count),
             LF_OK);
    check_curve(under, shape, all.waypoints, count);
    tally->bent += curve_is_bent(map, count);
    CHECK_EQ(lf_route_offshore(map, shape, all.offshore, count), LF_OK);
    const int64_t moved = check_offshore(under, shape);
    CHECK_EQ(lf_route_curve(map, shape, all.offshore, count, all.curve, MAX_POINTS, &all.point_count), LF_OK);
    check_curve(under, shape, all.offshore, count);
    tally->routes++;
    tally->compressed += count < all.tile_count;
    tally->moved += moved;
    tally->gated += under != map;
}

/// One random query on a map, shaped; `wide`: with drifts of every size, and depths that are
/// enough.
static void shape_one(uint64_t seed, bool wide, shape_tally *tally) {
    const oracle_map small = oracle_random_map(seed, 70, (lf_moves)(seed % 3));
    lf_map *map = oracle_to_map(&small), *under = map;
    uint64_t random = seed;
    ends e;
    lf_depth *depth;
    lf_search *search;
    lf_route route = {0};
    CHECK_EQ(lf_depth_create(map, NULL, &depth), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.depth = depth}, &search), LF_OK);
    if (ends_pick(&small, &random, &e)) {
        const bool is_gated = oracle_below(&random, 3) == 0;
        if (is_gated) e.query.gate = (lf_depth_gate){.deepest = true, .harbour = oracle_below(&random, 4)};
        lf_search_find(search, &e.query, all.tiles, MAX_TILES, &route);
        if (is_gated && route.found) under = map_under_gate(&small, depth, search, route.gate_depth);
    }
    lf_shape shape = {.search = under == map && seed % 2 == 0 ? NULL : search,
                      .depth = depth,
                      .look_ahead = (int[]){0, 1, 3, 40}[oracle_below(&random, 4)],
                      .drift = oracle_below(&random, 6),
                      .interval = (int[]){0, 30, 256, 700}[oracle_below(&random, 4)]};
    if (wide) {
        shape.drift = 1 + oracle_below(&random, LF_MAX_DRIFT);
        shape.deep_enough = (int[]){0, 1, 2, 3, 5, 255}[oracle_below(&random, 6)];
    }
    all.tile_count = route.tile_count;
    if (route.found) check_all_shapes(map, under, &shape, tally);
    if (under != map) lf_map_destroy(under);
    lf_search_destroy(search);
    lf_depth_destroy(depth);
    lf_map_destroy(map);
    free(small.open);
}

static void shapes_keep_their_promises(void) {
    const uint64_t seed = test_seed();
    shape_tally tally = {0};
    for (uint64_t i = 0; i < 6000 && test_failures < 20; i++) shape_one(seed + i, i % 2 == 1, &tally);
    printf("  %" PRId64 " routes, %" PRId64 " compressed, %" PRId64 " waypoints moved, %" PRId64
           " curves bent, %" PRId64 " under a gate\n",
           tally.routes, tally.compressed, tally.moved, tally.bent, tally.gated);
    CHECK(tally.compressed > 1000 && tally.moved > 300 && tally.bent > 20 && tally.gated > 500);
}

/// A route around a cape: what each shape looks like, in words.
static void a_cape_rounded(void) {
    enum { WIDTH = 41, HEIGHT = 21 };
    static unsigned char open[HEIGHT][WIDTH];
    memset(open, 1, sizeof open);
    for (int y = 5; y < HEIGHT; y++) open[y][20] = 0;
    const oracle_map small = {WIDTH, HEIGHT, LF_MOVES_KING, &open[0][0]};
    lf_map *map = oracle_to_map(&small);
    lf_depth *depth;
    lf_search *search;
    lf_route route;
    CHECK_EQ(lf_depth_create(map, NULL, &depth), LF_OK);
    CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
    const lf_source from = {lf_map_tile(map, 2, 15), 0};
    const lf_tile to = lf_map_tile(map, 38, 15);
    const lf_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1};
    CHECK_EQ(lf_search_find(search, &query, all.tiles, MAX_TILES, &route), LF_OK);
    CHECK_EQ(route.length, 36);
    const lf_shape shape = {.depth = depth};
    CHECK_EQ(lf_route_waypoints(map, &shape, all.tiles, route.tile_count, all.waypoints, MAX_TILES,
                                &all.waypoint_count),
             LF_OK);
    CHECK(all.waypoint_count >= 3 && all.waypoint_count <= 5);
    const int64_t tiles_long = lf_route_distance(map, all.tiles, route.tile_count);
    const int64_t straight_long = lf_route_distance(map, all.waypoints, all.waypoint_count);
    CHECK(straight_long < tiles_long);
    memcpy(all.offshore, all.waypoints, sizeof all.waypoints);
    CHECK_EQ(lf_route_offshore(map, &shape, all.offshore, all.waypoint_count), LF_OK);
    CHECK(lf_route_least_depth(depth, NULL, all.offshore, all.waypoint_count) >
          lf_route_least_depth(depth, NULL, all.waypoints, all.waypoint_count));
    CHECK_EQ(lf_route_curve(map, &shape, all.offshore, all.waypoint_count, all.curve, MAX_POINTS,
                            &all.point_count),
             LF_OK);
    CHECK(curve_is_bent(map, all.waypoint_count));
    lf_search_destroy(search);
    lf_depth_destroy(depth);
    lf_map_destroy(map);
}

/// One waypoint in a wide bay whose depth grows to the right: how far out it goes.
static void deep_enough_stops_moving_out(void) {
    enum { WIDTH = 40, HEIGHT = 40, MIDDLE = 20 };
    static unsigned char open[HEIGHT][WIDTH];
    static uint8_t depths[HEIGHT][WIDTH];
    memset(open, 1, sizeof open);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) depths[y][x] = (uint8_t)(3 * x);
    const oracle_map small = {WIDTH, HEIGHT, LF_MOVES_KING, &open[0][0]};
    lf_map *map = oracle_to_map(&small);
    lf_depth *depth;
    CHECK_EQ(lf_depth_create(map,
                             &(lf_depth_desc){
                                 .from = LF_DEPTH_PLANE, .plane = &depths[0][0], .plane_size = sizeof depths},
                             &depth),
             LF_OK);
    const struct {
        int enough, x; ///< where the waypoint is to end up
    } cases[] = {{0, MIDDLE + 16}, {255, MIDDLE + 16}, {1, MIDDLE},      {3 * MIDDLE, MIDDLE},
                 {61, MIDDLE + 1}, {63, MIDDLE + 1},   {64, MIDDLE + 2}, {108, MIDDLE + 16}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lf_tile waypoints[3] = {lf_map_tile(map, MIDDLE, 0), lf_map_tile(map, MIDDLE, 20),
                                lf_map_tile(map, MIDDLE, 39)};
        const lf_shape shape = {.depth = depth, .drift = 16, .deep_enough = cases[i].enough};
        CHECK_EQ(lf_route_offshore(map, &shape, waypoints, 3), LF_OK);
        CHECK_EQ(waypoints[1], lf_map_tile(map, cases[i].x, 20));
    }
    lf_depth_destroy(depth);
    lf_map_destroy(map);
}

/// Where a straight line is flat enough, rounding would push samples over the edge of its tiles.
static void a_flat_line_stays_on_its_tiles(void) {
    enum { WIDTH = 6001 };
    static unsigned char open[2][WIDTH];
    static lf_curve_point points[WIDTH * 2];
    memset(open, 1, sizeof open);
    for (int x = 0; x < 2999; x++) open[1][x] = 0;
    for (int x = 3001; x < WIDTH; x++) open[0][x] = 0;
    const oracle_map small = {WIDTH, 2, LF_MOVES_KING, &open[0][0]};
    lf_map *map = oracle_to_map(&small);
    const lf_tile both[2] = {0, 2 * WIDTH - 1};
    int64_t count = 0;
    CHECK_EQ(lf_route_curve(map, NULL, both, 2, points, WIDTH * 2, &count), LF_OK);
    CHECK(count > WIDTH);
    for (int64_t i = 0; i < count; i++)
        CHECK(lf_map_is_open(map,
                             lf_map_tile(map, (int32_t)(points[i].x / 256), (int32_t)(points[i].y / 256))));
    lf_map_destroy(map);
}

/// Whether a curve leaves the straight line of 45 degrees from a tile to the tile two on and two down.
static bool curve_leaves_diagonal(const lf_curve_point *points, int64_t first, int64_t last) {
    for (int64_t i = first; i <= last; i++)
        if (points[i].x - points[first].x != points[i].y - points[first].y) return true;
    return false;
}

/// A piece that is longer than 2^15 tiles, or has such a neighbour, stays straight; at that length it does not.
static void only_long_pieces_stay_straight(void) {
    enum { LONGEST = 1 << 15, WIDTH = 2 * LONGEST + 8 };
    static unsigned char open[3][WIDTH];
    static lf_curve_point points[WIDTH + 64];
    memset(open, 1, sizeof open);
    const oracle_map small = {WIDTH, 3, LF_MOVES_KING, &open[0][0]};
    lf_map *map = oracle_to_map(&small);
    for (int32_t over = 0; over < 2; over++) {
        const int32_t far = LONGEST + over;
        int64_t count = 0;
        const lf_tile before[3] = {lf_map_tile(map, 0, 0), lf_map_tile(map, far, 0),
                                   lf_map_tile(map, far + 2, 2)};
        CHECK_EQ(lf_route_curve(map, NULL, before, 3, points, WIDTH + 64, &count), LF_OK);
        CHECK_EQ(curve_leaves_diagonal(points, count - 3, count - 1), over == 0);
        bool flat = true; // the long piece itself
        for (int64_t i = 0; i < count - 3; i++) flat &= points[i].y == points[0].y;
        CHECK_EQ(flat, over != 0);
        const lf_tile after[3] = {lf_map_tile(map, 0, 0), lf_map_tile(map, 2, 2),
                                  lf_map_tile(map, 2 + far, 2)};
        CHECK_EQ(lf_route_curve(map, NULL, after, 3, points, WIDTH + 64, &count), LF_OK);
        CHECK_EQ(curve_leaves_diagonal(points, 0, 3), over == 0);
    }
    lf_map_destroy(map);
}

/// Whether two ranges of numbers share more than their ends; one without a width counts as its place.
static bool ranges_meet(int64_t a, int64_t b, int64_t low, int64_t high) {
    return (a < b ? a : b) < high && (a > b ? a : b) > low;
}

/// Whether the straight line between two samples runs through the inside of a tile: neither the axes nor the
/// line itself keep the two apart.
static bool chord_enters(lf_curve_point a, lf_curve_point b, int64_t x, int64_t y) {
    const int64_t left = 256 * x, top = 256 * y;
    int sides[2] = {0, 0};
    if (!ranges_meet(a.x, b.x, left, left + 256) || !ranges_meet(a.y, b.y, top, top + 256)) return false;
    for (int i = 0; i < 4; i++) {
        const int64_t u = left + 256 * (i % 2) - a.x, v = top + 256 * (i / 2) - a.y;
        const int64_t cross = (b.x - a.x) * v - (b.y - a.y) * u;
        sides[0] += cross < 0;
        sides[1] += cross > 0;
    }
    return (a.x == b.x && a.y == b.y) || (sides[0] > 0 && sides[1] > 0);
}

/// Whether a chord runs over a blocked tile.
static bool chord_cuts(const oracle_map *small, lf_curve_point a, lf_curve_point b) {
    const int64_t left = (a.x < b.x ? a.x : b.x) / 256, right = (a.x > b.x ? a.x : b.x) / 256;
    const int64_t top = (a.y < b.y ? a.y : b.y) / 256, bottom = (a.y > b.y ? a.y : b.y) / 256;
    for (int64_t y = top; y <= bottom; y++) {
        for (int64_t x = left; x <= right; x++) {
            if (chord_enters(a, b, x, y) && !slow_open(small, (int)x, (int)y)) return true;
        }
    }
    return false;
}

/// Whether two samples are on one tile, or a legal move leads from the tile of one to that of the other.
static bool samples_touch(const lf_map *map, lf_curve_point a, lf_curve_point b) {
    const lf_tile both[2] = {lf_map_tile(map, (int32_t)(a.x / 256), (int32_t)(a.y / 256)),
                             lf_map_tile(map, (int32_t)(b.x / 256), (int32_t)(b.y / 256))};
    return both[0] == both[1] || lf_route_check(map, both, 2, NULL, NULL) == LF_OK;
}

typedef struct chord_tally {
    int64_t near, near_cuts, far, far_cuts; ///< interval up to a tile, and above
    int64_t touching, touching_cuts;        ///< whatever the interval
} chord_tally;

/// Counts the chords of one curve, and those over blocked tiles.
static void chords_count(const oracle_map *small, const lf_map *map, int32_t interval, chord_tally *tally) {
    for (int64_t i = 1; i < all.point_count; i++) {
        const lf_curve_point a = all.curve[i - 1], b = all.curve[i];
        const bool cuts = chord_cuts(small, a, b), touching = samples_touch(map, a, b);
        *(interval <= 256 ? &tally->near : &tally->far) += 1;
        *(interval <= 256 ? &tally->near_cuts : &tally->far_cuts) += cuts;
        tally->touching += touching;
        tally->touching_cuts += touching && cuts;
    }
}

/// The curve of one random route.
static void chords_one(uint64_t seed, chord_tally *tally) {
    const oracle_map small = oracle_random_map(seed, 70, seed % 2 == 0 ? LF_MOVES_KING : LF_MOVES_ORTHOGONAL);
    lf_map *map = oracle_to_map(&small);
    uint64_t random = seed;
    ends e;
    lf_search *search;
    lf_route route = {0};
    const int32_t interval = (int32_t[]){64, 256, 512, 1024, 4096}[oracle_below(&random, 5)];
    const lf_shape shape = {.interval = interval, .look_ahead = 1 + oracle_below(&random, 12)};
    CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
    if (ends_pick(&small, &random, &e)) lf_search_find(search, &e.query, all.tiles, MAX_TILES, &route);
    if (route.found) {
        CHECK_EQ(lf_route_waypoints(map, &shape, all.tiles, route.tile_count, all.waypoints, MAX_TILES,
                                    &all.waypoint_count),
                 LF_OK);
        CHECK_EQ(lf_route_curve(map, &shape, all.waypoints, all.waypoint_count, all.curve, MAX_POINTS,
                                &all.point_count),
                 LF_OK);
        chords_count(&small, map, interval, tally);
    }
    lf_search_destroy(search);
    lf_map_destroy(map);
    free(small.open);
}

/// What the header says of chords: never over a blocked tile between samples that touch; otherwise it
/// happens, although every sample is on an open tile.
static void chords_between_samples(void) {
    const uint64_t seed = test_seed();
    chord_tally tally = {0};
    for (uint64_t i = 0; i < 20000; i++) chords_one(seed + i, &tally);
    printf("  up to a tile: %" PRId64 " of %" PRId64 " chords over blocked tiles, above: %" PRId64
           " of %" PRId64 ", between samples that touch: %" PRId64 " of %" PRId64 "\n",
           tally.near_cuts, tally.near, tally.far_cuts, tally.far, tally.touching_cuts, tally.touching);
    CHECK(tally.touching > 50000);
    CHECK_EQ(tally.touching_cuts, 0);
}

/// One small island between a bend of a curve and the straight line below it, tried at every place nearby:
/// samples far apart leave some of them under a chord, samples a tile apart do not.
static void chords_cut_over_an_island(void) {
    enum { WIDTH = 96, HEIGHT = 40 };
    static unsigned char open[HEIGHT][WIDTH];
    chord_tally far = {0}, near = {0};
    for (int i = 0; i < 44 * 8; i++) {
        memset(open, 1, sizeof open);
        open[13 + i / 44][5 + i % 44] = 0;
        const oracle_map small = {WIDTH, HEIGHT, LF_MOVES_KING, &open[0][0]};
        lf_map *map = oracle_to_map(&small);
        const lf_tile waypoints[3] = {lf_map_tile(map, 4, 20), lf_map_tile(map, 50, 20),
                                      lf_map_tile(map, 70, 35)};
        for (int32_t interval = 256; interval <= 4096; interval *= 2) {
            const lf_shape shape = {.interval = interval};
            const lf_status status =
                lf_route_curve(map, &shape, waypoints, 3, all.curve, MAX_POINTS, &all.point_count);
            if (status != LF_OK) continue; // the island hides a waypoint
            check_curve(map, &shape, waypoints, 3);
            chords_count(&small, map, interval, interval > 256 ? &far : &near);
        }
        lf_map_destroy(map);
    }
    printf("  %" PRId64 " of %" PRId64 " chords over the island, %" PRId64 " of %" PRId64
           " with a interval of a tile\n",
           far.far_cuts, far.far, near.near_cuts, near.near);
    CHECK(far.far_cuts > 0);
    CHECK_EQ(near.near_cuts, 0);
}

// ---- Lengths and misuse ---------------------------------------------------------------------------

static void distances(void) {
    unsigned char open[100 * 4];
    memset(open, 1, sizeof open);
    const oracle_map small = {100, 4, LF_MOVES_KING, open};
    lf_map *map = oracle_to_map(&small);
    lf_tile moves[4] = {0, 101, 202, 203};
    CHECK_EQ(lf_route_distance(map, moves, 1), 0);
    CHECK_EQ(lf_route_distance(map, moves, 2), 92681);  // floor(sqrt 2 * 65536)
    CHECK_EQ(lf_route_distance(map, moves, 3), 185363); // floor(2 * sqrt 2 * 65536)
    CHECK_EQ(lf_route_distance(map, moves, 4), 185363 + 65536);
    const lf_tile knight[2] = {0, 304};
    CHECK_EQ(lf_route_distance(map, knight, 2), 5 * 65536); // 3, 4, 5
    const lf_tile outside[2] = {0, 400};
    CHECK_EQ(lf_route_distance(map, outside, 2), 0);
    CHECK_EQ(lf_route_distance(NULL, moves, 2), 0);
    CHECK_EQ(lf_route_distance(map, NULL, 2), 0);
    const lf_curve_point points[3] = {{0, 0}, {768, 1024}, {768, 1025}};
    CHECK_EQ(lf_curve_distance(points, 3), 5 * 65536 + 256);
    CHECK_EQ(lf_curve_distance(NULL, 3), 0);
    lf_map_destroy(map);
    // Very long stretches lose a few bits and nothing else.
    const int64_t most = INT32_MAX;
    const int64_t length = lfi_stretch_distance(3 * (most / 5), 4 * (most / 5), 16);
    CHECK(length <= 5 * (most / 5) * 65536 && length > 5 * (most / 5) * 65536 - 4);
    // Just short of a whole number: 2000000^2 + 2000^2 = 2000001^2 - 1. The estimate must not reach it.
    CHECK_EQ(lfi_stretch_distance(2000000, 2000, 16), INT64_C(2000001) * 65536 - 1);
    CHECK_EQ(lfi_stretch_distance(-2000, 2000000, 16), INT64_C(2000001) * 65536 - 1);
    for (uint64_t i = 0; i < 2000; i++)
        CHECK(lfi_square_root(i) * lfi_square_root(i) <= i &&
              (lfi_square_root(i) + 1) * (lfi_square_root(i) + 1) > i);
    CHECK(lfi_square_root(UINT64_MAX) == UINT32_MAX);
}

static void refusals_each_have_their_status(void) {
    unsigned char open[8 * 2];
    memset(open, 1, sizeof open);
    open[4] = 0;
    const oracle_map small = {8, 2, LF_MOVES_KING, open};
    lf_map *map = oracle_to_map(&small), *other = oracle_to_map(&small);
    lf_depth *depth, *foreign;
    lf_search *search;
    CHECK_EQ(lf_depth_create(map, NULL, &depth), LF_OK);
    CHECK_EQ(lf_depth_create(other, NULL, &foreign), LF_OK);
    CHECK_EQ(lf_search_create(other, NULL, &search), LF_OK);
    const lf_tile route[3] = {8, 9, 10}, jump[2] = {8, 11}, over[2] = {3, 5}, outside[2] = {8, 16};
    lf_tile out[8] = {0};
    lf_curve_point points[64];
    int64_t count = 7;
    CHECK_EQ(lf_route_waypoints(NULL, NULL, route, 3, out, 8, &count), LF_E_NULL);
    CHECK_EQ(count, 0);
    CHECK_EQ(lf_route_waypoints(map, NULL, NULL, 3, out, 8, &count), LF_E_NULL);
    CHECK_EQ(lf_route_waypoints(map, NULL, route, 3, out, 8, NULL), LF_E_NULL);
    CHECK_EQ(lf_route_waypoints(map, NULL, route, 3, NULL, 8, &count), LF_E_NULL);
    CHECK_EQ(lf_route_waypoints(map, NULL, route, -1, out, 8, &count), LF_E_COUNT);
    CHECK_EQ(lf_route_waypoints(map, NULL, route, 3, out, -1, &count), LF_E_COUNT);
    CHECK_EQ(lf_route_waypoints(map, NULL, route, 0, out, 8, &count), LF_BROKEN);
    CHECK_EQ(lf_route_waypoints(map, NULL, over, 2, out, 8, &count), LF_BROKEN);
    CHECK_EQ(lf_route_waypoints(map, NULL, outside, 2, out, 8, &count), LF_BROKEN);
    CHECK_EQ(lf_route_waypoints(map, NULL, &over[1], 1, out, 8, &count), LF_OK);
    CHECK_EQ(count, 1);
    CHECK_EQ(lf_route_waypoints(map, NULL, route, 3, NULL, 0, &count), LF_OK);
    CHECK_EQ(count, 2);
    CHECK_EQ(lf_route_waypoints(map, NULL, route, 3, out, 1, &count), LF_E_BUFFER_TOO_SMALL);
    CHECK_EQ(count, 2);
    CHECK_EQ(out[0], 8);
    CHECK_EQ(lf_route_waypoints(map, NULL, jump, 2, out, 8, &count), LF_OK); // they see each other
    CHECK_EQ(lf_route_waypoints(map, &(lf_shape){.look_ahead = -1}, route, 3, out, 8, &count),
             LF_E_LOOK_AHEAD);
    CHECK_EQ(lf_route_waypoints(map, &(lf_shape){.look_ahead = 32769}, route, 3, out, 8, &count),
             LF_E_LOOK_AHEAD);
    CHECK_EQ(lf_route_waypoints(map, &(lf_shape){.drift = 17}, route, 3, out, 8, &count), LF_E_DRIFT);
    for (int bad = -1; bad <= 256; bad += 257)
        CHECK_EQ(lf_route_waypoints(map, &(lf_shape){.deep_enough = bad}, route, 3, out, 8, &count),
                 LF_E_DEEP_ENOUGH);
    CHECK_EQ(lf_route_curve(map, &(lf_shape){.interval = 4097}, route, 3, points, 64, &count), LF_E_INTERVAL);
    CHECK_EQ(lf_route_waypoints(map, &(lf_shape){.search = search}, route, 3, out, 8, &count),
             LF_E_FOREIGN_MAP);
    CHECK_EQ(lf_route_waypoints(map, &(lf_shape){.depth = foreign}, route, 3, out, 8, &count),
             LF_E_FOREIGN_DEPTH);
    out[0] = 3, out[1] = 5, out[2] = 7;
    CHECK_EQ(lf_route_offshore(map, NULL, out, 3), LF_E_NULL);
    CHECK_EQ(lf_route_offshore(map, &(lf_shape){0}, out, 3), LF_E_NO_DEPTH);
    CHECK_EQ(lf_route_offshore(map, &(lf_shape){.depth = depth}, out, 3), LF_BROKEN);
    CHECK_EQ(lf_route_offshore(map, &(lf_shape){.depth = depth}, out, 0), LF_BROKEN);
    CHECK(out[0] == 3 && out[1] == 5 && out[2] == 7);
    CHECK_EQ(lf_route_curve(map, NULL, out, 3, points, 64, &count), LF_BROKEN);
    CHECK_EQ(lf_route_curve(map, NULL, route, 0, points, 64, &count), LF_BROKEN);
    CHECK_EQ(lf_route_curve(map, NULL, route, 3, points, 1, &count), LF_E_BUFFER_TOO_SMALL);
    CHECK(count > 1);
    CHECK_EQ(lf_route_curve(map, NULL, route, 3, points, 64, NULL), LF_E_NULL);
    CHECK_EQ(lf_route_curve(map, NULL, route, 1, points, 64, &count), LF_OK);
    CHECK_EQ(count, 1);
    CHECK_EQ(lf_route_least_depth(depth, NULL, route, 3), 2);
    CHECK_EQ(lf_route_least_depth(depth, NULL, over, 0), -1);
    CHECK_EQ(lf_route_least_depth(depth, NULL, outside, 2), -1);
    CHECK_EQ(lf_route_least_depth(NULL, NULL, route, 3), -1);
    lf_search_destroy(search);
    lf_depth_destroy(depth);
    lf_depth_destroy(foreign);
    lf_map_destroy(map);
    lf_map_destroy(other);
}

/// Shapes of 1,000 routes, hashed: the same on every compiler and platform.
static void golden_hash(void) {
    uint64_t hash = 14695981039346656037u;
    int64_t length = 0;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        shape_tally tally = {0};
        all.point_count = all.waypoint_count = 0;
        shape_one(seed, false, &tally);
        for (int64_t i = 0; i < all.waypoint_count; i++) hash = (hash ^ all.offshore[i]) * 1099511628211u;
        for (int64_t i = 0; i < all.point_count; i++) {
            hash = (hash ^ (uint64_t)all.curve[i].x) * 1099511628211u;
            hash = (hash ^ (uint64_t)all.curve[i].y) * 1099511628211u;
        }
        length += lf_curve_distance(all.curve, all.point_count);
    }
    printf("  hash %016" PRIx64 ", length %" PRId64 "\n", hash, length);
    CHECK(hash == UINT64_C(0xc57880fbcdf77cfc)); // change only with the shapes, and say so in the changelog
    CHECK_EQ(length, 198159384);
}

// ---- Turns ----------------------------------------------------------------------------------------

/// Fills in the tiles between turning points. Returns how many there are.
static int64_t turns_fill(const lf_map *map, const lf_tile *turns, int64_t count, lf_tile *tiles) {
    int64_t written = 0;
    tiles[written++] = turns[0];
    for (int64_t i = 1; i < count; i++) {
        lf_point at = lf_map_point(map, turns[i - 1]);
        const lf_point to = lf_map_point(map, turns[i]);
        while (at.x != to.x || at.y != to.y) {
            at.x += (to.x > at.x) - (to.x < at.x);
            at.y += (to.y > at.y) - (to.y < at.y);
            tiles[written++] = lf_map_tile(map, at.x, at.y);
        }
    }
    return written;
}

/// Turning points give back every tile, none of them can be left out, and they may be written over the tiles.
static void turns_say_all(void) {
    const uint64_t seed = test_seed();
    static lf_tile turns[MAX_TILES], again[MAX_TILES];
    int64_t routes = 0, bends = 0;
    for (uint64_t i = 0; i < 300; i++) {
        uint64_t random = seed + i;
        oracle_map small = oracle_random_map(seed + i, 40, (lf_moves)(i % 3));
        lf_map *map = oracle_to_map(&small);
        lf_search *search;
        ends e;
        CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
        for (int k = 0; k < 5 && ends_pick(&small, &random, &e); k++) {
            lf_route route;
            int64_t count, same;
            if (lf_search_find(search, &e.query, all.tiles, MAX_TILES, &route) != LF_OK) continue;
            CHECK_EQ(lf_route_turns(map, all.tiles, route.tile_count, turns, MAX_TILES, &count), LF_OK);
            CHECK_EQ(turns_fill(map, turns, count, again), route.tile_count);
            CHECK(memcmp(again, all.tiles, (size_t)route.tile_count * sizeof *again) == 0);
            for (int64_t t = 1; t + 1 < count; t++) {
                const lf_point a = lf_map_point(map, turns[t - 1]), b = lf_map_point(map, turns[t]),
                               c = lf_map_point(map, turns[t + 1]);
                CHECK((c.x > b.x) - (c.x < b.x) != (b.x > a.x) - (b.x < a.x) ||
                      (c.y > b.y) - (c.y < b.y) != (b.y > a.y) - (b.y < a.y));
            }
            CHECK_EQ(lf_route_turns(map, again, route.tile_count, again, MAX_TILES, &same), LF_OK);
            CHECK(same == count && memcmp(again, turns, (size_t)count * sizeof *again) == 0);
            routes++;
            bends += count;
        }
        lf_search_destroy(search);
        lf_map_destroy(map);
        free(small.open);
    }
    printf("  %" PRId64 " routes, %" PRId64 " turning points\n", routes, bends);
    CHECK(routes > 500 && bends > routes);
}

static void turns_are_refused(void) {
    unsigned char open[12] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const oracle_map small = {4, 3, LF_MOVES_KING, open};
    lf_map *map = oracle_to_map(&small);
    const lf_tile route[4] = {0, 1, 2, 7}, far[2] = {0, 2}, low[2] = {0, 8}, still[2] = {5, 5},
                  out[2] = {11, 12}, wrong[1] = {12};
    const lf_tile backwards[2] = {2, 0}, up[2] = {8, 0};
    lf_tile turns[4] = {9, 9, 9, 9};
    int64_t count = 5;
    CHECK_EQ(lf_route_turns(NULL, route, 4, turns, 4, &count), LF_E_NULL);
    CHECK_EQ(count, 0);
    CHECK_EQ(lf_route_turns(map, NULL, 4, turns, 4, &count), LF_E_NULL);
    CHECK_EQ(lf_route_turns(map, route, 4, turns, 4, NULL), LF_E_NULL);
    CHECK_EQ(lf_route_turns(map, route, 4, NULL, 4, &count), LF_E_NULL);
    CHECK_EQ(lf_route_turns(map, route, 4, turns, -1, &count), LF_E_COUNT);
    CHECK_EQ(lf_route_turns(map, route, -1, turns, 4, &count), LF_E_COUNT);
    CHECK_EQ(lf_route_turns(map, route, 0, turns, 4, &count), LF_BROKEN);
    CHECK_EQ(lf_route_turns(map, far, 2, turns, 4, &count), LF_BROKEN);
    CHECK_EQ(lf_route_turns(map, low, 2, turns, 4, &count), LF_BROKEN);
    CHECK_EQ(lf_route_turns(map, backwards, 2, turns, 4, &count), LF_BROKEN);
    CHECK_EQ(lf_route_turns(map, up, 2, turns, 4, &count), LF_BROKEN);
    CHECK_EQ(lf_route_turns(map, still, 2, turns, 4, &count), LF_BROKEN);
    CHECK_EQ(lf_route_turns(map, out, 2, turns, 4, &count), LF_BROKEN);
    CHECK_EQ(lf_route_turns(map, wrong, 1, turns, 4, &count), LF_BROKEN);
    CHECK(count == 0 && turns[1] == 9);
    CHECK_EQ(lf_route_turns(map, route, 4, NULL, 0, &count), LF_OK);
    CHECK_EQ(count, 3);
    CHECK_EQ(lf_route_turns(map, route, 4, turns, 2, &count), LF_E_BUFFER_TOO_SMALL);
    CHECK(count == 3 && turns[0] == 0 && turns[1] == 2 && turns[2] == 9);
    CHECK_EQ(lf_route_turns(map, route, 4, turns, 3, &count), LF_OK);
    CHECK_EQ(turns[2], 7);
    CHECK_EQ(lf_route_turns(map, route, 1, turns, 4, &count), LF_OK);
    CHECK(count == 1 && turns[0] == 0);
    lf_map_destroy(map);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(lines_are_what_geometry_says),
        TEST(the_last_step_cuts_no_corner),
        TEST(shapes_keep_their_promises),
        TEST(a_cape_rounded),
        TEST(deep_enough_stops_moving_out),
        TEST(a_flat_line_stays_on_its_tiles),
        TEST(chords_between_samples),
        TEST(chords_cut_over_an_island),
        TEST(distances),
        TEST(refusals_each_have_their_status),
        TEST(only_long_pieces_stay_straight),
        TEST(turns_say_all),
        TEST(turns_are_refused),
        TEST(golden_hash),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
