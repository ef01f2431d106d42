// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The upper layers: the spine with its portals, the route, and marks on sources and targets.
//
// The route layer keeps for each pixel the square of the distance to the nearest stretch of the route, so
// that stretches that overlap, and a casing around all of them, need no thought; one pass then paints casing
// and core with smooth edges. All lengths in it are in 1/16 of a pixel.
#include "draw_layers.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------
// Route layer
// ---------------------------------------------------------------------------------------------------

// Lines and marks are finer in the panels of a sheet than in a picture of its own.
static bool view_is_small(const draw_view *view) {
    return view->width < 900 && view->height < 600;
}

// A line over tiles, or through the points of a shape.
typedef struct line {
    const lf_tile *tiles;
    const lf_curve_point *points; // NULL for tiles
    int64_t count;
    uint32_t color;
    int32_t core, casing; // half widths; the casing is white
} line;

// For each pixel the square of the distance to the line, as far as it is below that of the casing.
typedef struct trail {
    const draw_picture *canvas;
    uint32_t *nearest;
    const line *of;
} trail;

static int64_t length_square(int64_t x, int64_t y) {
    return x * x + y * y;
}

// The square of the distance from p to the stretch from a to b.
static int64_t stretch_square(lf_point p, lf_point a, lf_point b) {
    const int64_t along_x = b.x - a.x, along_y = b.y - a.y, to_x = p.x - a.x, to_y = p.y - a.y;
    const int64_t along = length_square(along_x, along_y), at = to_x * along_x + to_y * along_y;
    if (at <= 0) return length_square(to_x, to_y);
    if (at >= along) return length_square(p.x - b.x, p.y - b.y);
    const int64_t across = to_x * along_y - to_y * along_x;
    return across * across / along;
}

static void trail_stretch(trail *t, lf_point a, lf_point b) {
    const int32_t reach = t->of->casing + SUB;
    const int32_t x_begin = range_clamp(((a.x < b.x ? a.x : b.x) - reach) / SUB, 0, t->canvas->width);
    const int32_t y_begin = range_clamp(((a.y < b.y ? a.y : b.y) - reach) / SUB, 0, t->canvas->height);
    const int32_t x_end = range_clamp(((a.x > b.x ? a.x : b.x) + reach) / SUB + 1, 0, t->canvas->width);
    const int32_t y_end = range_clamp(((a.y > b.y ? a.y : b.y) + reach) / SUB + 1, 0, t->canvas->height);
    for (int32_t y = y_begin; y < y_end; y++)
        for (int32_t x = x_begin; x < x_end; x++) {
            const lf_point center = {x * SUB + SUB / 2, y * SUB + SUB / 2};
            const int64_t square = stretch_square(center, a, b);
            uint32_t *nearest = &t->nearest[(int64_t)y * t->canvas->width + x];
            if (square < *nearest) *nearest = (uint32_t)square;
        }
}

// Whether this is the first time that the route comes to the pixel of a place. The pen's own pixel is always
// nearer than half a pixel's diagonal, so the field itself remembers where it has been.
static bool trail_is_new(const trail *t, lf_point place) {
    const int64_t i = (int64_t)(place.y / SUB) * t->canvas->width + place.x / SUB;
    return t->nearest[i] > 2 * (SUB / 2) * (SUB / 2);
}

// Tiles that are less than 3/4 of a pixel from the last one taken are passed over, and so are short steps
// into pixels already drawn: the line is wide enough to close such gaps, and the effort stays within the
// picture. The last tile is always taken.
static void trail_follow(trail *t, const lf_map *map, const draw_view *view) {
    const int64_t least = 3 * SUB / 4, most = 2 * SUB;
    lf_point last = {0};
    bool begun = false;
    for (int64_t i = 0; i < t->of->count; i++) {
        if (t->of->points == NULL && lf_map_point(map, t->of->tiles[i]).x < 0) continue;
        const lf_point place = t->of->points != NULL ? view_curve_place(view, t->of->points[i])
                                                     : view_place(view, lf_map_point(map, t->of->tiles[i]));
        const int64_t step = begun ? length_square(place.x - last.x, place.y - last.y) : INT64_MAX;
        if (step < least * least && i + 1 < t->of->count) continue;
        if (step > most * most || trail_is_new(t, place)) trail_stretch(t, begun ? last : place, place);
        last = place;
        begun = true;
    }
}

static void trail_paint(const trail *t, draw_picture *canvas) {
    const int64_t reach = t->of->casing + SUB;
    for (int32_t y = 0; y < canvas->height; y++)
        for (int32_t x = 0; x < canvas->width; x++) {
            const uint32_t square = t->nearest[(int64_t)y * canvas->width + x];
            if (square > reach * reach) continue;
            const int32_t distance = (int32_t)length_root(square);
            canvas_blend(canvas, x, y, COLOR_WHITE, edge_share(t->of->casing - distance));
            canvas_blend(canvas, x, y, t->of->color, edge_share(t->of->core - distance));
        }
}

static bool line_draw(draw_picture *canvas, const lf_map *map, const draw_view *view, const line *of) {
    if (of->count == 0) return true;
    const size_t count = (size_t)canvas->width * (size_t)canvas->height;
    trail t = {canvas, malloc(count * sizeof *t.nearest), of};
    if (t.nearest == NULL) return false;
    memset(t.nearest, 0xFF, count * sizeof *t.nearest);
    trail_follow(&t, map, view);
    trail_paint(&t, canvas);
    free(t.nearest);
    return true;
}

static line route_line(const draw_scene *scene, const draw_view *view) {
    const int32_t core = range_clamp(view_tile(view) / 9, view_is_small(view) ? SUB : 7 * SUB / 4, 8 * SUB);
    const int32_t casing = core + range_clamp(core / 2, view_is_small(view) ? SUB : 3 * SUB / 2, 3 * SUB);
    const bool shaped = scene->points != NULL;
    return (line){scene->tiles, scene->points, shaped ? scene->point_count : scene->tile_count,
                  DRAW_ROUTE,   core,          casing};
}

bool route_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
    const line route = route_line(scene, view);
    return line_draw(canvas, scene->map, view, &route);
}

// ---------------------------------------------------------------------------------------------------
// Spine
// ---------------------------------------------------------------------------------------------------

// The tile in the middle of a cell, as far as the map reaches.
static lf_tile cell_middle(const draw_scene *scene, lf_spine_cell cell) {
    const int32_t side = 1 << lf_coarse_level(scene->coarse);
    const int32_t x = cell.x * side + side / 2, y = cell.y * side + side / 2;
    const int32_t right = lf_map_width(scene->map) - 1, bottom = lf_map_height(scene->map) - 1;
    return lf_map_tile(scene->map, x < right ? x : right, y < bottom ? y : bottom);
}

// The tiles of a portal, each at least a few pixels large.
static void portal_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view, int64_t index) {
    lf_tile tiles[1 << LF_MAX_LEVEL];
    const int64_t count = lf_search_portal(scene->search, index, tiles, 1 << LF_MAX_LEVEL);
    const int32_t side = range_clamp(view_tile(view) / SUB * 3 / 5, view_is_small(view) ? 2 : 3, 40);
    for (int64_t i = 0; i < count; i++) {
        const lf_point place = view_place(view, lf_map_point(scene->map, tiles[i]));
        canvas_fill(canvas, place.x / SUB - side / 2, place.y / SUB - side / 2, side, side, DRAW_PORTAL);
    }
}

void portals_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
    const int64_t count = lf_search_spine(scene->search, NULL, 0);
    for (int64_t i = 1; i < count; i++) portal_draw(canvas, scene, view, i);
}

bool spine_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
    const int64_t count = scene->coarse != NULL ? lf_search_spine(scene->search, NULL, 0) : 0;
    if (count == 0) return true;
    lf_spine_cell *cells = malloc((size_t)count * sizeof *cells);
    lf_tile *tiles = malloc((size_t)count * sizeof *tiles);
    bool ok = cells != NULL && tiles != NULL;
    if (ok) {
        lf_search_spine(scene->search, cells, count);
        for (int64_t i = 0; i < count; i++) tiles[i] = cell_middle(scene, cells[i]);
        // Where the route lies on it, the spine looks out on both sides.
        const int32_t core = route_line(scene, view).casing + SUB;
        const line spine = {tiles, NULL, count, DRAW_SPINE, core, core};
        ok = line_draw(canvas, scene->map, view, &spine);
    }
    free(cells);
    free(tiles);
    return ok;
}

// ---------------------------------------------------------------------------------------------------
// Marks
// ---------------------------------------------------------------------------------------------------

// How far inside the coloured part a point is that lies (x, y) from the centre.
static int32_t mark_inside(const mark *m, int32_t x, int32_t y) {
    if (m->shape == MARK_DISC) return m->radius - (int32_t)length_root((uint64_t)length_square(x, y));
    // A diamond looks smaller than a disc of its radius; a quarter more makes up for it. 181/256 = sin 45.
    return (m->radius * 5 / 4 - abs(x) - abs(y)) * 181 / 256;
}

void mark_draw(draw_picture *canvas, const mark *m, lf_point place) {
    const int32_t shadow = SUB, reach = (m->radius * 5 / 4 + (m->ring + shadow) * 3 / 2) / SUB + 2;
    const int32_t center_x = place.x / SUB, center_y = place.y / SUB;
    for (int32_t y = center_y - reach; y <= center_y + reach; y++)
        for (int32_t x = center_x - reach; x <= center_x + reach; x++) {
            if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height) continue;
            const int32_t inside = mark_inside(m, x * SUB + SUB / 2 - place.x, y * SUB + SUB / 2 - place.y);
            if (inside < -(m->ring + shadow + SUB)) continue;
            canvas_blend(canvas, x, y, COLOR_SHADOW, edge_share(inside + m->ring + shadow) * 2 / 5);
            canvas_blend(canvas, x, y, COLOR_WHITE, edge_share(inside + m->ring));
            canvas_blend(canvas, x, y, m->color, edge_share(inside));
        }
}

// Marks of many sources share pixels; only the first in a pixel is drawn. `taken` has a byte a pixel.
static void mark_draw_once(draw_picture *canvas, const mark *m, lf_point place, uint8_t *taken) {
    uint8_t *pixel = taken + (int64_t)(place.y / SUB) * canvas->width + place.x / SUB;
    if (*pixel & 1 << m->shape) return;
    *pixel |= (uint8_t)(1 << m->shape);
    mark_draw(canvas, m, place);
}

// The mark of one of `count` losers: crowds get small ones.
static mark mark_loser(mark_shape shape, uint32_t color, const draw_view *view, int64_t count) {
    const int32_t least = count <= 50 ? 4 * SUB : count <= 1000 ? 5 * SUB / 2 : 3 * SUB / 2;
    const int32_t ring = count <= 50 ? 3 * SUB / 2 : count <= 1000 ? SUB : SUB / 2;
    return (mark){shape, color, range_clamp(view_tile(view) / 6, least, 14 * SUB), ring};
}

static mark mark_winner(mark_shape shape, uint32_t color, const draw_view *view) {
    const int32_t least = view_is_small(view) ? 5 * SUB : 8 * SUB;
    const int32_t ring = view_is_small(view) ? 3 * SUB / 2 : 5 * SUB / 2;
    return (mark){shape, color, range_clamp(view_tile(view) / 4, least, 24 * SUB), ring};
}

bool losers_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
    if (scene->source_count == 0 && scene->target_count == 0) return true;
    uint8_t *taken = calloc((size_t)canvas->width * (size_t)canvas->height, 1);
    if (taken == NULL) return false;
    const mark target = mark_loser(MARK_DIAMOND, DRAW_TARGET, view, scene->target_count);
    for (int64_t i = 0; i < scene->target_count; i++) {
        const lf_point tile = lf_map_point(scene->map, scene->targets[i]);
        if (tile.x >= 0) mark_draw_once(canvas, &target, view_place(view, tile), taken);
    }
    const mark source = mark_loser(MARK_DISC, DRAW_SOURCE, view, scene->source_count);
    for (int64_t i = 0; i < scene->source_count; i++) {
        const lf_point tile = lf_map_point(scene->map, scene->sources[i].tile);
        if (tile.x >= 0) mark_draw_once(canvas, &source, view_place(view, tile), taken);
    }
    free(taken);
    return true;
}

// The waypoints between the ends, as dots.
void waypoints_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
    const line route = route_line(scene, view);
    const mark dot = {MARK_DISC, DRAW_WAYPOINT, route.core + SUB / 2, SUB};
    for (int64_t i = 1; i + 1 < scene->waypoint_count; i++) {
        const lf_point tile = lf_map_point(scene->map, scene->waypoints[i]);
        if (tile.x >= 0) mark_draw(canvas, &dot, view_place(view, tile));
    }
}

// The source on top: where both are one tile, the corners of the diamond still show behind the disc.
void winners_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
    if (scene->tile_count == 0) return;
    const lf_tile first = scene->tiles[0], last = scene->tiles[scene->tile_count - 1];
    const lf_point source = lf_map_point(scene->map, first), target = lf_map_point(scene->map, last);
    mark source_mark = mark_winner(MARK_DISC, DRAW_SOURCE, view);
    const mark target_mark = mark_winner(MARK_DIAMOND, DRAW_TARGET, view);
    if (first == last) source_mark.radius = source_mark.radius * 2 / 5;
    if (target.x >= 0) mark_draw(canvas, &target_mark, view_place(view, target));
    if (source.x >= 0) mark_draw(canvas, &source_mark, view_place(view, source));
}
