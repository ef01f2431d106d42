// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The upper layers: the spine with its portals, the route, and marks on sources and targets.
//
// The route layer keeps for each pixel the square of the distance to the nearest stretch of the route, so
// that stretches that overlap, and a casing around all of them, need no thought; one pass then paints casing
// and core with smooth edges. All lengths in it are in 1/16 of a pixel.
#include "draw_layers.h"
#include "svg.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------
// Route layer
// ---------------------------------------------------------------------------------------------------

// The least size of a line or mark, in 1/SUB of a pixel, on a picture whose shorter side is so many pixels:
// on a small panel or a long river they must leave something of the water to be seen.
static int32_t least_size(const draw_view *view, int32_t share, int32_t least, int32_t most) {
    return range_clamp(view_shorter(view) * SUB / share, least, most);
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
    uint32_t *nearest; // NULL for an SVG
    const line *of;
    view_box clip;
} trail;

static void trail_stretch(trail *t, canvas_place a, canvas_place b) {
    const int32_t reach = t->of->casing + SUB;
    const view_box *clip = &t->clip;
    const int32_t x_begin =
        range_clamp((int32_t)(((a.x < b.x ? a.x : b.x) - reach) / SUB), clip->left, clip->right);
    const int32_t y_begin =
        range_clamp((int32_t)(((a.y < b.y ? a.y : b.y) - reach) / SUB), clip->top, clip->bottom);
    const int32_t x_end =
        range_clamp((int32_t)(((a.x > b.x ? a.x : b.x) + reach) / SUB) + 1, clip->left, clip->right);
    const int32_t y_end =
        range_clamp((int32_t)(((a.y > b.y ? a.y : b.y) + reach) / SUB) + 1, clip->top, clip->bottom);
    for (int32_t y = y_begin; y < y_end; y++)
        for (int32_t x = x_begin; x < x_end; x++) {
            const canvas_place center = {x * SUB + SUB / 2, y * SUB + SUB / 2};
            const int64_t square = stretch_square(center, a, b);
            uint32_t *nearest = &t->nearest[(int64_t)y * t->canvas->width + x];
            if (square < *nearest) *nearest = (uint32_t)square;
        }
}

// Whether this is the first time that the route comes to the pixel of a place. The pen's own pixel is always
// nearer than half a pixel's diagonal, so the field itself remembers where it has been.
static bool trail_is_new(const trail *t, canvas_place at) {
    const int64_t x = at.x / SUB, y = at.y / SUB;
    if (x < t->clip.left || y < t->clip.top || x >= t->clip.right || y >= t->clip.bottom) return true;
    return t->nearest[y * t->canvas->width + x] > 2 * (SUB / 2) * (SUB / 2);
}

// Adds a stretch; a short one into a pixel already drawn is passed over.
static void trail_add(trail *t, const draw_view *view, canvas_place from, canvas_place to) {
    const int64_t step = length_square(to.x - from.x, to.y - from.y), most = 2 * SUB;
    canvas_place a = from, b = to;
    if (!view_cut(view, &a, &b)) return;
    if (t->nearest == NULL)
        svg_line_stretch(t->canvas->lines, a, b);
    else if (step > most * most || trail_is_new(t, to))
        trail_stretch(t, a, b);
}

// Tiles that are less than 3/4 of a pixel from the last one taken are passed over: the line is wide enough to
// close such gaps, and the effort stays within the picture. The last tile is always taken.
static void trail_follow(trail *t, const lf_map *map, const draw_view *view) {
    const int64_t least = 3 * SUB / 4;
    canvas_place last = {0};
    bool begun = false;
    for (int64_t i = 0; i < t->of->count; i++) {
        if (t->of->points == NULL && lf_map_point(map, t->of->tiles[i]).x < 0) continue;
        const canvas_place at = t->of->points != NULL ? view_curve_place(view, t->of->points[i])
                                                      : view_place(view, lf_map_point(map, t->of->tiles[i]));
        const bool near = begun && length_square(at.x - last.x, at.y - last.y) < least * least;
        if (near && i + 1 < t->of->count) continue;
        trail_add(t, view, begun ? last : at, at);
        last = at;
        begun = true;
    }
}

static void trail_paint(const trail *t, draw_picture *canvas) {
    const int64_t reach = t->of->casing + SUB;
    for (int32_t y = t->clip.top; y < t->clip.bottom; y++)
        for (int32_t x = t->clip.left; x < t->clip.right; x++) {
            const uint32_t square = t->nearest[(int64_t)y * canvas->width + x];
            if (square > reach * reach) continue;
            const int32_t distance = (int32_t)length_root(square);
            canvas_blend(canvas, x, y, COLOR_WHITE, edge_share(t->of->casing - distance));
            canvas_blend(canvas, x, y, t->of->color, edge_share(t->of->core - distance));
        }
}

// Lines of a whole map need no clip, and their casing may reach into the frame.
static void line_write(trail *t, const lf_map *map, const draw_view *view) {
    svg *to = t->canvas->lines;
    const view_box *clip = &t->clip;
    svg_clip_begin(to, clip->left, clip->top, clip->right - clip->left, clip->bottom - clip->top);
    svg_line_begin(to);
    trail_follow(t, map, view);
    svg_line_end(to, t->of->color, t->of->core, t->of->casing);
    svg_clip_end(to);
}

static bool line_draw(draw_picture *canvas, const lf_map *map, const draw_view *view, const line *of) {
    if (of->count == 0) return true;
    const size_t count = (size_t)canvas->width * (size_t)canvas->height;
    trail t = {canvas, NULL, of, view_clip(view)};
    if (canvas->lines != NULL) {
        line_write(&t, map, view);
        return true;
    }
    t.nearest = malloc(count * sizeof *t.nearest);
    if (t.nearest == NULL) return false;
    memset(t.nearest, 0xFF, count * sizeof *t.nearest);
    trail_follow(&t, map, view);
    trail_paint(&t, canvas);
    free(t.nearest);
    return true;
}

static line route_line(const draw_scene *scene, const draw_view *view) {
    const int32_t core =
        range_clamp(view_tile(view) / 9, least_size(view, 240, SUB * 3 / 4, SUB * 7 / 4), 8 * SUB);
    const int32_t casing = core + range_clamp(core / 2, SUB * 3 / 4, 3 * SUB);
    const bool shaped = scene->points != NULL;
    const uint32_t color = scene->partial ? DRAW_PARTIAL : DRAW_ROUTE;
    return (line){scene->tiles, scene->points, shaped ? scene->point_count : scene->tile_count,
                  color,        core,          casing};
}

// How far a partial route is from its target: a thin line as the crow flies.
static bool crow_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
    if (!scene->partial || scene->tile_count == 0) return true;
    const lf_tile ends[2] = {scene->tiles[scene->tile_count - 1], scene->toward};
    const int32_t core = route_line(scene, view).core / 3 + 1;
    const line crow = {ends, NULL, 2, DRAW_PARTIAL, core, core};
    return line_draw(canvas, scene->map, view, &crow);
}

bool route_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
    const line route = route_line(scene, view);
    return crow_draw(canvas, scene, view) && line_draw(canvas, scene->map, view, &route);
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
    const int32_t side =
        range_clamp(view_tile(view) / SUB * 3 / 5, least_size(view, 200, 2 * SUB, 3 * SUB) / SUB, 40);
    for (int64_t i = 0; i < count; i++) {
        if (!view_shows(view, lf_map_point(scene->map, tiles[i]))) continue;
        const lf_point at = draw_view_center(view, lf_map_point(scene->map, tiles[i]));
        canvas_fill(canvas, at.x - side / 2, at.y - side / 2, side, side, DRAW_PORTAL);
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

// Dots lie in crowds, so they have a thin dark edge instead of a white ring.
static uint32_t mark_ring_color(const mark *m) {
    return m->shape == MARK_DOT ? COLOR_SHADOW : COLOR_WHITE;
}

// How far inside the coloured part a point is that lies (x, y) from the centre.
static int32_t mark_inside(const mark *m, int32_t x, int32_t y) {
    if (m->shape != MARK_DIAMOND) return m->radius - (int32_t)length_root((uint64_t)length_square(x, y));
    // A diamond looks smaller than a disc of its radius; a quarter more makes up for it. 181/256 = sin 45.
    return (m->radius * 5 / 4 - abs(x) - abs(y)) * 181 / 256;
}

static void mark_shape_write(svg *to, const mark *m, canvas_place at, int32_t more, uint32_t color,
                             int32_t percent) {
    // The edge of a diamond lies as far out as that of a disc: 362/256 = 1 / sin 45.
    if (m->shape == MARK_DIAMOND)
        svg_diamond(to, at, m->radius * 5 / 4 + more * 362 / 256, color, percent);
    else
        svg_disc(to, at, m->radius + more, color, percent);
}

static void mark_write(svg *to, const mark *m, canvas_place at) {
    mark_shape_write(to, m, at, m->ring + SUB, COLOR_SHADOW, 40);
    mark_shape_write(to, m, at, m->ring, mark_ring_color(m), 100);
    mark_shape_write(to, m, at, 0, m->color, 100);
}

void mark_draw(draw_picture *canvas, const mark *m, canvas_place at) {
    if (canvas->lines != NULL) {
        mark_write(canvas->lines, m, at);
        return;
    }
    const int32_t shadow = SUB, reach = (m->radius * 5 / 4 + (m->ring + shadow) * 3 / 2) / SUB + 2;
    const int32_t center_x = (int32_t)(at.x / SUB), center_y = (int32_t)(at.y / SUB);
    for (int32_t y = center_y - reach; y <= center_y + reach; y++)
        for (int32_t x = center_x - reach; x <= center_x + reach; x++) {
            if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height) continue;
            const int32_t inside =
                mark_inside(m, (int32_t)(x * SUB + SUB / 2 - at.x), (int32_t)(y * SUB + SUB / 2 - at.y));
            if (inside < -(m->ring + shadow + SUB)) continue;
            canvas_blend(canvas, x, y, COLOR_SHADOW, edge_share(inside + m->ring + shadow) * 2 / 5);
            canvas_blend(canvas, x, y, mark_ring_color(m), edge_share(inside + m->ring));
            canvas_blend(canvas, x, y, m->color, edge_share(inside));
        }
}

// Marks of many sources share pixels; only the first in a pixel is drawn. `taken` has a byte a pixel.
static void mark_draw_once(draw_picture *canvas, const mark *m, const draw_view *view, lf_point tile,
                           uint8_t *taken) {
    if (!view_shows(view, tile)) return;
    const canvas_place at = view_place(view, tile);
    uint8_t *pixel = taken + at.y / SUB * canvas->width + at.x / SUB;
    if (*pixel & 1 << m->shape) return;
    *pixel |= (uint8_t)(1 << m->shape);
    mark_draw(canvas, m, at);
}

// The mark of one of `count` losers: crowds get small ones.
static mark mark_loser(mark_shape shape, uint32_t color, const draw_view *view, int64_t count) {
    const int32_t least = count <= 50 ? 4 * SUB : count <= 1000 ? 5 * SUB / 2 : 3 * SUB / 2;
    const int32_t ring = count <= 50 ? 3 * SUB / 2 : count <= 1000 ? SUB : SUB / 2;
    return (mark){shape, color, range_clamp(view_tile(view) / 6, least, 14 * SUB), ring};
}

static mark mark_winner(mark_shape shape, uint32_t color, const draw_view *view) {
    const int32_t least = least_size(view, 50, 4 * SUB, 8 * SUB), ring = least * 5 / 16;
    return (mark){shape, color, range_clamp(view_tile(view) / 4, least, 24 * SUB), ring};
}

bool losers_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
    if (scene->source_count == 0 && scene->target_count == 0) return true;
    uint8_t *taken = calloc((size_t)canvas->width * (size_t)canvas->height, 1);
    if (taken == NULL) return false;
    const mark target = mark_loser(MARK_DIAMOND, DRAW_TARGET, view, scene->target_count);
    for (int64_t i = 0; i < scene->target_count; i++) {
        mark_draw_once(canvas, &target, view, lf_map_point(scene->map, scene->targets[i]), taken);
    }
    const mark source = mark_loser(MARK_DISC, DRAW_SOURCE, view, scene->source_count);
    for (int64_t i = 0; i < scene->source_count; i++) {
        mark_draw_once(canvas, &source, view, lf_map_point(scene->map, scene->sources[i].tile), taken);
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
        if (view_shows(view, tile)) mark_draw(canvas, &dot, view_place(view, tile));
    }
}

// The source on top: where both are one tile, the corners of the diamond still show behind the disc. The
// target of a partial route lies beyond its end.
void winners_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
    if (scene->tile_count == 0) return;
    const lf_tile first = scene->tiles[0];
    const lf_tile last = scene->partial ? scene->toward : scene->tiles[scene->tile_count - 1];
    const lf_point source = lf_map_point(scene->map, first), target = lf_map_point(scene->map, last);
    mark source_mark = mark_winner(MARK_DISC, DRAW_SOURCE, view);
    const mark target_mark = mark_winner(MARK_DIAMOND, DRAW_TARGET, view);
    if (first == last) source_mark.radius = source_mark.radius * 2 / 5;
    if (view_shows(view, target)) mark_draw(canvas, &target_mark, view_place(view, target));
    if (view_shows(view, source)) mark_draw(canvas, &source_mark, view_place(view, source));
}
