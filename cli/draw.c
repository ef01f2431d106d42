// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A picture is painted in layers, each in a function of its own, from the ground up:
//
//     paper -> map (land, water, met tiles) -> grid -> losing marks -> route -> winning marks
//
// The map layer first takes the share of open and of met tiles in each pixel. The unit of length is chosen
// so that a tile is `view.width` units wide and a pixel `view.map_width`: both the edges of tiles and those
// of pixels are then whole numbers, and one exact average serves for enlarged and reduced maps. Two blurs of
// the open share tell how near the coast is: a narrow one for the coast line, a wide one for the shallows.
//
// The route layer keeps for each pixel the square of the distance to the nearest stretch of the route, so
// that stretches that overlap, and a casing around all of them, need no thought; one pass then paints casing
// and core with smooth edges. All lengths in it are in 1/16 of a pixel.
//
// Time: a look at each tile of the map and the route, and a constant effort a pixel however often the route
// passes it. Memory: about 12 bytes a pixel of the picture.
#include "draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRAME = 14,     // pixels around the map: room for marks at its edge
    MIN_SIDE = 40,  // pixels of the shorter side, at least
    MAX_TILE = 96,  // pixels of a tile, at most
    GRID_TILE = 12, // pixels of a tile from which on grid lines help
    SUB = 16,       // parts of a pixel
    FULL = 255,     // a share of 1
    COLOR_PAPER = 0xFAF7F0,
    COLOR_BORDER = 0x8C8468,
    COLOR_COAST = 0x97895F,
    COLOR_SHALLOW = 0x78A3C6,
    COLOR_MET_SHALLOW = 0xA6D8D1,
    COLOR_WHITE = 0xFFFFFF,
    COLOR_SHADOW = 0x1D2733,
};

// ---------------------------------------------------------------------------------------------------
// View
// ---------------------------------------------------------------------------------------------------

static int32_t view_fit(int64_t size, int64_t other, int64_t most, int64_t other_most) {
    // The side that fills its space first decides; the other follows in proportion.
    const int64_t fit = size * other_most >= other * most ? most : size * other_most / other;
    return (int32_t)(fit > MIN_SIDE ? fit : MIN_SIDE);
}

draw_view draw_view_make(int32_t map_width, int32_t map_height) {
    const int64_t most_x = DRAW_MAX_WIDTH - 2 * FRAME, most_y = DRAW_MAX_HEIGHT - 2 * FRAME;
    draw_view view = {map_width, map_height, FRAME, FRAME, 0, 0};
    int64_t factor = most_x / map_width < most_y / map_height ? most_x / map_width : most_y / map_height;
    if (factor > MAX_TILE) factor = MAX_TILE;
    if (factor >= 1) {
        view.width = (int32_t)(map_width * factor);
        view.height = (int32_t)(map_height * factor);
        if (view.width < MIN_SIDE) view.width = MIN_SIDE;
        if (view.height < MIN_SIDE) view.height = MIN_SIDE;
    } else {
        view.width = view_fit(map_width, map_height, most_x, most_y);
        view.height = view_fit(map_height, map_width, most_y, most_x);
    }
    return view;
}

// The centre of a tile in 1/16 of a pixel of the picture.
static lf_point view_place(const draw_view *view, lf_point tile) {
    return (lf_point){
        view->left * SUB +
            (int32_t)((2 * (int64_t)tile.x + 1) * view->width * SUB / (2 * (int64_t)view->map_width)),
        view->top * SUB +
            (int32_t)((2 * (int64_t)tile.y + 1) * view->height * SUB / (2 * (int64_t)view->map_height)),
    };
}

lf_point draw_view_center(const draw_view *view, lf_point tile) {
    const lf_point place = view_place(view, tile);
    return (lf_point){place.x / SUB, place.y / SUB};
}

// The shorter side of a tile in 1/16 of a pixel.
static int32_t view_tile(const draw_view *view) {
    const int64_t x = (int64_t)view->width * SUB / view->map_width;
    const int64_t y = (int64_t)view->height * SUB / view->map_height;
    return (int32_t)(x < y ? x : y);
}

static int64_t view_pixels(const draw_view *view) {
    return (int64_t)view->width * view->height;
}

// ---------------------------------------------------------------------------------------------------
// Canvas
// ---------------------------------------------------------------------------------------------------

static int32_t share_clamp(int32_t share) {
    return share < 0 ? 0 : share > FULL ? FULL : share;
}

static int32_t range_clamp(int32_t value, int32_t least, int32_t most) {
    return value < least ? least : value > most ? most : value;
}

// A colour `share` of the way from one to another.
static uint32_t color_mix(uint32_t from, uint32_t to, int32_t share) {
    uint32_t mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        const uint32_t a = from >> shift & 0xFF, b = to >> shift & 0xFF;
        mixed |= (a * (uint32_t)(FULL - share) + b * (uint32_t)share + FULL / 2) / FULL << shift;
    }
    return mixed;
}

static void canvas_set(draw_picture *canvas, int32_t x, int32_t y, uint32_t color) {
    uint8_t *rgb = canvas->rgb + 3 * ((int64_t)y * canvas->width + x);
    rgb[0] = (uint8_t)(color >> 16);
    rgb[1] = (uint8_t)(color >> 8);
    rgb[2] = (uint8_t)color;
}

// Lays a colour over a pixel.
static void canvas_blend(draw_picture *canvas, int32_t x, int32_t y, uint32_t color, int32_t share) {
    const uint8_t *rgb = canvas->rgb + 3 * ((int64_t)y * canvas->width + x);
    const uint32_t below = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
    canvas_set(canvas, x, y, color_mix(below, color, share));
}

// The picture of a view: paper, and a thin border around where the map will be.
static bool canvas_make(draw_picture *canvas, const draw_view *view) {
    canvas->width = view->width + 2 * view->left;
    canvas->height = view->height + 2 * view->top;
    canvas->rgb = malloc((size_t)canvas->width * (size_t)canvas->height * 3);
    if (canvas->rgb == NULL) return false;
    for (int32_t y = 0; y < canvas->height; y++)
        for (int32_t x = 0; x < canvas->width; x++) {
            const bool inside = x >= view->left - 1 && x <= view->left + view->width && y >= view->top - 1 &&
                                y <= view->top + view->height;
            canvas_set(canvas, x, y, inside ? COLOR_BORDER : COLOR_PAPER);
        }
    return true;
}

static uint32_t length_root(uint64_t square) {
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 20; bit != 0; bit >>= 1)
        if ((root | bit) * (root | bit) <= square) root |= bit;
    return (uint32_t)root;
}

// How much of a pixel is covered by a shape whose edge is `inside` away from its centre, in 1/16 of a pixel.
static int32_t edge_share(int32_t inside) {
    return share_clamp((inside + SUB / 2) * FULL / SUB);
}

// ---------------------------------------------------------------------------------------------------
// Map layer
// ---------------------------------------------------------------------------------------------------

// One share for each pixel of a view, and one sum for each pixel of a row to get it from.
typedef struct shares {
    uint8_t *pixels;
    uint32_t *row;  // of the current row of tiles, in units across
    uint64_t *sums; // of the current row of pixels, in square units
} shares;

static bool shares_make(shares *s, const draw_view *view) {
    s->pixels = calloc((size_t)view_pixels(view), 1);
    s->row = calloc((size_t)view->width, sizeof *s->row);
    s->sums = calloc((size_t)view->width, sizeof *s->sums);
    return s->pixels != NULL && s->row != NULL && s->sums != NULL;
}

static void shares_free(shares *s) {
    free(s->pixels);
    free(s->row);
    free(s->sums);
}

// Takes part of the current row of tiles into the current row of pixels.
static void shares_add(shares *s, const draw_view *view, uint64_t part) {
    for (int32_t i = 0; i < view->width; i++) s->sums[i] += s->row[i] * part;
}

// Ends a row of pixels.
static void shares_flush(shares *s, const draw_view *view, int32_t y) {
    const uint64_t area = (uint64_t)view->map_width * (uint64_t)view->map_height;
    uint8_t *pixels = s->pixels + (int64_t)y * view->width;
    for (int32_t i = 0; i < view->width; i++) pixels[i] = (uint8_t)((s->sums[i] * FULL + area / 2) / area);
    memset(s->sums, 0, (size_t)view->width * sizeof *s->sums);
}

// Adds the run of equal tiles from x_begin up to x_end to the row: whole pixels inside, parts at its ends.
static void shares_run(shares *s, const draw_view *view, int64_t x_begin, int64_t x_end) {
    const int64_t unit = view->map_width, begin = x_begin * view->width, end = x_end * view->width;
    const int64_t first = begin / unit, last = (end - 1) / unit;
    if (first == last) {
        s->row[first] += (uint32_t)(end - begin);
        return;
    }
    s->row[first] += (uint32_t)((first + 1) * unit - begin);
    for (int64_t i = first + 1; i < last; i++) s->row[i] = (uint32_t)unit;
    s->row[last] += (uint32_t)(end - last * unit);
}

static bool tile_is_met(const draw_scene *scene, lf_tile tile) {
    return lf_search_has_met(scene->search, tile);
}

static bool tile_is_open(const draw_scene *scene, lf_tile tile) {
    return lf_map_is_open(scene->map, tile);
}

// Sums up one row of tiles for which `holds` is true.
static void shares_row(shares *s, const draw_scene *scene, const draw_view *view, int64_t y,
                       bool (*holds)(const draw_scene *, lf_tile)) {
    memset(s->row, 0, (size_t)view->width * sizeof *s->row);
    const lf_tile first = (lf_tile)(y * view->map_width);
    int64_t begin = -1;
    for (int32_t x = 0; x < view->map_width; x++) {
        const bool yes = holds(scene, first + (lf_tile)x);
        if (yes && begin < 0) begin = x;
        if (yes || begin < 0) continue;
        shares_run(s, view, begin, x);
        begin = -1;
    }
    if (begin >= 0) shares_run(s, view, begin, view->map_width);
}

// The share of tiles in each pixel for which `holds` is true.
static void shares_take(shares *s, const draw_scene *scene, const draw_view *view,
                        bool (*holds)(const draw_scene *, lf_tile)) {
    int64_t room = view->map_height; // units left of the pixel row y
    int32_t y = 0;
    for (int64_t tile_y = 0; tile_y < view->map_height; tile_y++) {
        shares_row(s, scene, view, tile_y, holds);
        for (int64_t rest = view->height; rest > 0;) {
            const int64_t part = rest < room ? rest : room;
            shares_add(s, view, (uint64_t)part);
            rest -= part;
            room -= part;
            if (room > 0) continue;
            shares_flush(s, view, y++);
            room = view->map_height;
        }
    }
}

// Averages a line of `count` shares, `step` apart, over `radius` neighbours to each side.
static void blur_line(const uint8_t *from, uint8_t *to, int32_t count, int64_t step, int32_t radius) {
    int32_t sum = 0, taken = 0;
    for (int32_t i = -radius; i < count; i++) {
        if (i + radius < count) sum += from[(i + radius) * step], taken++;
        if (i - radius - 1 >= 0) sum -= from[(i - radius - 1) * step], taken--;
        if (i >= 0) to[i * step] = (uint8_t)(sum / taken);
    }
}

static bool blur_take(const draw_view *view, const uint8_t *from, int32_t radius, uint8_t *to) {
    uint8_t *middle = malloc((size_t)view_pixels(view));
    if (middle == NULL) return false;
    for (int32_t y = 0; y < view->height; y++)
        blur_line(from + (int64_t)y * view->width, middle + (int64_t)y * view->width, view->width, 1, radius);
    for (int32_t x = 0; x < view->width; x++)
        blur_line(middle + x, to + x, view->height, view->width, radius);
    free(middle);
    return true;
}

// The open share as it is shown: on reduced maps narrow channels get more than they measure, or they would
// fade away.
static int32_t share_shown(int32_t open, bool reduced) {
    return reduced ? open + open * (FULL - open) / FULL : open;
}

// The colour of a pixel from its shares, and those of its near and wide surroundings.
static uint32_t map_color(int32_t open, int32_t met, int32_t near, int32_t wide, bool reduced) {
    const int32_t shallow = share_clamp((FULL - wide) * 5 / 4);
    // The coast line belongs to the land beside the water: in pixels that are both it would dull the water.
    const uint32_t land = color_mix(DRAW_LAND, COLOR_COAST, share_clamp(near * 3 - open * 2));
    const uint32_t water = color_mix(DRAW_WATER, COLOR_SHALLOW, shallow);
    const uint32_t trace = color_mix(DRAW_MET, COLOR_MET_SHALLOW, shallow);
    if (open == 0) return land;
    const uint32_t wet = color_mix(water, trace, share_clamp(met * FULL / open));
    return color_mix(land, wet, share_shown(open, reduced));
}

static void map_paint(draw_picture *canvas, const draw_view *view, const uint8_t *open, const uint8_t *met,
                      const uint8_t *near, const uint8_t *wide) {
    const bool reduced = view_tile(view) < SUB;
    for (int32_t y = 0; y < view->height; y++)
        for (int32_t x = 0; x < view->width; x++) {
            const int64_t i = (int64_t)y * view->width + x;
            const uint32_t color = map_color(open[i], met[i], near[i], wide[i], reduced);
            canvas_set(canvas, view->left + x, view->top + y, color);
        }
}

// Both blurs stay well inside a tile where tiles are large, so that its centre has its plain colour.
static bool map_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
    shares open = {0}, met = {0};
    const int32_t tile = view_tile(view) / SUB;
    uint8_t *near = malloc((size_t)view_pixels(view)), *wide = malloc((size_t)view_pixels(view));
    bool ok = near != NULL && wide != NULL && shares_make(&open, view) && shares_make(&met, view);
    if (ok) {
        shares_take(&open, scene, view, tile_is_open);
        if (scene->search != NULL) shares_take(&met, scene, view, tile_is_met);
        ok = blur_take(view, open.pixels, range_clamp(tile / 24, 1, 3), near) &&
             blur_take(view, open.pixels, range_clamp(tile / 4, 5, 12), wide);
    }
    if (ok) map_paint(canvas, view, open.pixels, met.pixels, near, wide);
    shares_free(&open);
    shares_free(&met);
    free(near);
    free(wide);
    return ok;
}

// Faint lines between tiles that are large enough to be counted.
static void grid_draw(draw_picture *canvas, const draw_view *view) {
    if (view_tile(view) < GRID_TILE * SUB) return;
    const int32_t tile_x = view->width / view->map_width, tile_y = view->height / view->map_height;
    for (int32_t y = 0; y < view->height; y++)
        for (int32_t x = 0; x < view->width; x++)
            if ((x % tile_x == 0 && x > 0) || (y % tile_y == 0 && y > 0))
                canvas_blend(canvas, view->left + x, view->top + y, COLOR_SHADOW, FULL / 10);
}

// ---------------------------------------------------------------------------------------------------
// Route layer
// ---------------------------------------------------------------------------------------------------

// For each pixel the square of the distance to the route, as far as it is below that of the casing.
typedef struct trail {
    const draw_picture *canvas;
    uint32_t *nearest;
    int32_t core, casing; // half widths
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
    const int32_t reach = t->casing + SUB;
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
static void trail_follow(trail *t, const draw_scene *scene, const draw_view *view) {
    const int64_t least = 3 * SUB / 4, most = 2 * SUB;
    lf_point last = {0};
    bool begun = false;
    for (int64_t i = 0; i < scene->tile_count; i++) {
        const lf_point tile = lf_map_point(scene->map, scene->tiles[i]);
        if (tile.x < 0) continue;
        const lf_point place = view_place(view, tile);
        const int64_t step = begun ? length_square(place.x - last.x, place.y - last.y) : INT64_MAX;
        if (step < least * least && i + 1 < scene->tile_count) continue;
        if (step > most * most || trail_is_new(t, place)) trail_stretch(t, begun ? last : place, place);
        last = place;
        begun = true;
    }
}

static void trail_paint(const trail *t, draw_picture *canvas) {
    const int64_t reach = t->casing + SUB;
    for (int32_t y = 0; y < canvas->height; y++)
        for (int32_t x = 0; x < canvas->width; x++) {
            const uint32_t square = t->nearest[(int64_t)y * canvas->width + x];
            if (square > reach * reach) continue;
            const int32_t distance = (int32_t)length_root(square);
            canvas_blend(canvas, x, y, COLOR_WHITE, edge_share(t->casing - distance));
            canvas_blend(canvas, x, y, DRAW_ROUTE, edge_share(t->core - distance));
        }
}

static bool route_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
    if (scene->tile_count == 0) return true;
    const size_t count = (size_t)canvas->width * (size_t)canvas->height;
    const int32_t core = range_clamp(view_tile(view) / 9, 7 * SUB / 4, 8 * SUB);
    trail t = {canvas, malloc(count * sizeof *t.nearest), core,
               core + range_clamp(core / 2, 3 * SUB / 2, 3 * SUB)};
    if (t.nearest == NULL) return false;
    memset(t.nearest, 0xFF, count * sizeof *t.nearest);
    trail_follow(&t, scene, view);
    trail_paint(&t, canvas);
    free(t.nearest);
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Marks
// ---------------------------------------------------------------------------------------------------

// Sources and targets differ in shape as well as in colour.
typedef enum mark_shape { MARK_DISC, MARK_DIAMOND } mark_shape;

typedef struct mark {
    mark_shape shape;
    uint32_t color;
    int32_t radius, ring; // of the coloured part, and the width of the white ring around it
} mark;

// How far inside the coloured part a point is that lies (x, y) from the centre.
static int32_t mark_inside(const mark *m, int32_t x, int32_t y) {
    if (m->shape == MARK_DISC) return m->radius - (int32_t)length_root((uint64_t)length_square(x, y));
    // A diamond looks smaller than a disc of its radius; a quarter more makes up for it. 181/256 = sin 45.
    return (m->radius * 5 / 4 - abs(x) - abs(y)) * 181 / 256;
}

static void mark_draw(draw_picture *canvas, const mark *m, lf_point place) {
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
    return (mark){shape, color, range_clamp(view_tile(view) / 4, 8 * SUB, 24 * SUB), 5 * SUB / 2};
}

static bool losers_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
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

// The source on top: where both are one tile, the corners of the diamond still show behind the disc.
static void winners_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
    if (scene->tile_count == 0) return;
    const lf_tile first = scene->tiles[0], last = scene->tiles[scene->tile_count - 1];
    const lf_point source = lf_map_point(scene->map, first), target = lf_map_point(scene->map, last);
    mark source_mark = mark_winner(MARK_DISC, DRAW_SOURCE, view);
    const mark target_mark = mark_winner(MARK_DIAMOND, DRAW_TARGET, view);
    if (first == last) source_mark.radius = source_mark.radius * 2 / 5;
    if (target.x >= 0) mark_draw(canvas, &target_mark, view_place(view, target));
    if (source.x >= 0) mark_draw(canvas, &source_mark, view_place(view, source));
}

// ---------------------------------------------------------------------------------------------------
// Scene
// ---------------------------------------------------------------------------------------------------

static bool scene_is_valid(const draw_scene *scene) {
    return scene != NULL && scene->map != NULL && scene->tile_count >= 0 && scene->source_count >= 0 &&
           scene->target_count >= 0 && (scene->tiles != NULL || scene->tile_count == 0) &&
           (scene->sources != NULL || scene->source_count == 0) &&
           (scene->targets != NULL || scene->target_count == 0);
}

lf_io_status draw_render(const draw_scene *scene, draw_picture *out) {
    if (out == NULL) return LF_IO_E_ARGUMENT;
    *out = (draw_picture){0};
    if (!scene_is_valid(scene)) return LF_IO_E_ARGUMENT;
    const draw_view view = draw_view_make(lf_map_width(scene->map), lf_map_height(scene->map));
    if (canvas_make(out, &view) && map_draw(out, scene, &view)) {
        grid_draw(out, &view);
        if (losers_draw(out, scene, &view) && route_draw(out, scene, &view)) {
            winners_draw(out, scene, &view);
            return LF_IO_OK;
        }
    }
    draw_picture_free(out);
    return LF_IO_E_NOMEM;
}

void draw_picture_free(draw_picture *picture) {
    free(picture->rgb);
    *picture = (draw_picture){0};
}

static lf_io_status draw_refuse(const char *path, lf_io_status status, lf_io_error *error) {
    if (error == NULL) return status;
    *error = (lf_io_error){.status = status, .offset = -1};
    snprintf(error->message, sizeof error->message, "%s: %s", path != NULL ? path : "picture",
             status == LF_IO_E_NOMEM ? "no memory for the picture"
                                     : "nothing to draw: an argument is missing");
    return status;
}

lf_io_status draw_save(const char *path, const draw_scene *scene, lf_io_error *error) {
    draw_picture picture;
    lf_io_status status = path != NULL ? draw_render(scene, &picture) : LF_IO_E_ARGUMENT;
    if (status != LF_IO_OK) return draw_refuse(path, status, error);
    status = lf_picture_save(path, picture.width, picture.height, picture.rgb, error);
    draw_picture_free(&picture);
    return status;
}
