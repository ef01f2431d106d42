// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The lower layers: land, water and met tiles, the corridor of a guided strategy, and lines between large
// tiles.
//
// First come the share of open and of met tiles in each pixel. The unit of length is chosen so that a tile is
// `view.width` units wide and a pixel `view.across`: both the edges of tiles and those of pixels are then
// whole numbers, and one exact average serves for enlarged and reduced maps. Two blurs of the open share tell
// how near the coast is: a narrow one for the coast line, a wide one for the shallows.
//
// The corridor consists of cells, and each has the phase in which it joined. Open tiles take the tint of that
// phase, bright where they were met and dim where not; land only a breath of it, so that the band is seen to
// go on. Lines run around the first corridor, and around all of it.
#include "draw_layers.h"

#include <stdlib.h>
#include <string.h>

enum {
    GRID_TILE = 12, // pixels of a tile from which on grid lines help
    COLOR_COAST = 0x97895F,
    COLOR_SHALLOW = 0x78A3C6,
    COLOR_MET_SHALLOW = 0xA6D8D1,
    COLOR_GUARDRAIL_SHALLOW = 0xB9C3CC,
};

// ---------------------------------------------------------------------------------------------------
// Shares
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
    const uint64_t area = (uint64_t)view->across * (uint64_t)view->down;
    uint8_t *pixels = s->pixels + (int64_t)y * view->width;
    for (int32_t i = 0; i < view->width; i++) pixels[i] = (uint8_t)((s->sums[i] * FULL + area / 2) / area);
    memset(s->sums, 0, (size_t)view->width * sizeof *s->sums);
}

// Adds the run of equal tiles from x_begin up to x_end to the row: whole pixels inside, parts at its ends.
static void shares_run(shares *s, const draw_view *view, int64_t x_begin, int64_t x_end) {
    const int64_t unit = view->across, begin = x_begin * view->width, end = x_end * view->width;
    const int64_t first = begin / unit, last = (end - 1) / unit;
    if (first == last) {
        s->row[first] += (uint32_t)(end - begin);
        return;
    }
    s->row[first] += (uint32_t)((first + 1) * unit - begin);
    for (int64_t i = first + 1; i < last; i++) s->row[i] = (uint32_t)unit;
    s->row[last] += (uint32_t)(end - last * unit);
}

bool tile_is_met(const draw_scene *scene, lf_tile tile) {
    return lf_search_has_met(scene->search, tile);
}

bool tile_is_obstacle(const draw_scene *scene, lf_tile tile) {
    return obstructed_blocks(scene->obstructed, scene->map, tile);
}

bool tile_is_opened(const draw_scene *scene, lf_tile tile) {
    return obstructed_opens(scene->obstructed, scene->map, tile);
}

bool tile_is_no_entry(const draw_scene *scene, lf_tile tile) {
    return scene->weights != NULL && lf_map_is_open(scene->map, tile) &&
           lf_weights_at(scene->weights, tile) == 0;
}

static bool tile_is_open(const draw_scene *scene, lf_tile tile) {
    return lf_map_is_open(scene->map, tile) || tile_is_opened(scene, tile);
}

// Depths are -1 on blocked tiles, which are land.
bool tile_is_closed(const draw_scene *scene, lf_tile tile) {
    const int32_t depth = lf_depth_at(scene->depth, tile);
    return depth >= 0 && depth < scene->least_depth && !lf_search_is_exempt(scene->search, tile);
}

// Sums up one row of tiles for which `holds` is true.
static void shares_row(shares *s, const draw_scene *scene, const draw_view *view, int64_t y,
                       bool (*holds)(const draw_scene *, lf_tile)) {
    memset(s->row, 0, (size_t)view->width * sizeof *s->row);
    const lf_tile first = lf_map_tile(scene->map, view->x, view->y + (int32_t)y);
    int64_t begin = -1;
    for (int32_t x = 0; x < view->across; x++) {
        const bool yes = holds(scene, first + (lf_tile)x);
        if (yes && begin < 0) begin = x;
        if (yes || begin < 0) continue;
        shares_run(s, view, begin, x);
        begin = -1;
    }
    if (begin >= 0) shares_run(s, view, begin, view->across);
}

// The share of tiles in each pixel for which `holds` is true.
static void shares_take(shares *s, const draw_scene *scene, const draw_view *view,
                        bool (*holds)(const draw_scene *, lf_tile)) {
    int64_t room = view->down; // units left of the pixel row y
    int32_t y = 0;
    for (int64_t tile_y = 0; tile_y < view->down; tile_y++) {
        shares_row(s, scene, view, tile_y, holds);
        for (int64_t rest = view->height; rest > 0;) {
            const int64_t part = rest < room ? rest : room;
            shares_add(s, view, (uint64_t)part);
            rest -= part;
            room -= part;
            if (room > 0) continue;
            shares_flush(s, view, y++);
            room = view->down;
        }
    }
}

// Averages a line of `count` shares, `step` apart, over `radius` neighbours to each side.
static void blur_line(const uint8_t *from, uint8_t *to, int32_t count, int64_t step, int32_t radius) {
    int32_t sum = 0;
    for (int32_t i = -radius; i < count; i++) {
        const int32_t first = i > radius ? i - radius : 0, last = i + radius < count ? i + radius : count - 1;
        if (i + radius < count) sum += from[last * step];
        if (first > 0) sum -= from[(first - 1) * step];
        if (i >= 0) to[i * step] = (uint8_t)(sum / (last - first + 1));
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

// ---------------------------------------------------------------------------------------------------
// Corridor
// ---------------------------------------------------------------------------------------------------

// The first corridor and the widenings after it, each darker than the one before, so that the order shows
// even without the hues. Later widenings share the last tint.
static const uint32_t phase_tints[DRAW_MAX_PHASE] = {0xE6F5FA, 0xFFE45C, 0xFFB03B,
                                                     0xF2789A, 0xC04BB5, 0x7B3FA8};

enum {
    DIM_SHARE = FULL * 9 / 20,    // of the tint on open tiles that were not met
    BRIGHT_SHARE = FULL * 9 / 10, // on met ones
    LAND_SHARE = FULL / 5,
};

uint32_t draw_phase_color(int32_t phase, bool met) {
    const uint32_t tint = phase_tints[range_clamp(phase, 1, DRAW_MAX_PHASE) - 1];
    return color_mix(DRAW_WATER, tint, met ? BRIGHT_SHARE : DIM_SHARE);
}

// The tile under the centre of the i-th of `pixels` pixels.
static int32_t tile_under(int32_t i, int32_t pixels, int32_t tiles) {
    return (int32_t)((2 * (int64_t)i + 1) * tiles / (2 * (int64_t)pixels));
}

// The phase of the cell under each pixel, at most DRAW_MAX_PHASE; 0 outside the corridor.
static void phases_take(uint8_t *phases, const draw_scene *scene, const draw_view *view) {
    const int32_t level = lf_coarse_level(scene->coarse);
    for (int32_t y = 0; y < view->height; y++) {
        const int32_t cell_y = (view->y + tile_under(y, view->height, view->down)) >> level;
        for (int32_t x = 0; x < view->width; x++) {
            const int32_t cell_x = (view->x + tile_under(x, view->width, view->across)) >> level;
            const int32_t phase = lf_search_cell_phase(scene->search, cell_x, cell_y);
            phases[(int64_t)y * view->width + x] = (uint8_t)range_clamp(phase, 0, DRAW_MAX_PHASE);
        }
    }
}

// The lines tell outside, first corridor and widened apart.
static int phase_class(uint8_t phase) {
    return phase < 2 ? phase : 2;
}

// How strong the lines are around cells of `level`: where cells are hardly larger than the lines, they would
// hide what they surround.
static int32_t outline_share(const draw_view *view, int32_t level) {
    const int64_t cell = ((int64_t)view_tile(view) << level) / SUB;
    return FULL * 3 / 5 * (cell < 6 ? (int32_t)cell : 6) / 6;
}

static void outline_draw(draw_picture *canvas, const draw_view *view, const uint8_t *phases, int32_t share) {
    const int32_t line = view_tile(view) >= 2 * GRID_TILE * SUB ? 3 : 1;
    for (int32_t y = 0; y + line < view->height; y++)
        for (int32_t x = 0; x + line < view->width; x++) {
            const uint8_t *here = phases + (int64_t)y * view->width + x;
            const int a = phase_class(here[0]), right = phase_class(here[line]),
                      below = phase_class(here[(int64_t)line * view->width]);
            if (a == right && a == below) continue;
            const bool first = a == 1 || right == 1 || below == 1;
            canvas_blend(canvas, view->left + x + line / 2, view->top + y + line / 2, COLOR_SHADOW,
                         first ? share : share * 2 / 3);
        }
}

// ---------------------------------------------------------------------------------------------------
// Weights
// ---------------------------------------------------------------------------------------------------

// How dark the dearest tile is.
enum { DEAR_SHARE = FULL * 3 / 5 };

// The least and the greatest weight of the tiles that can be entered.
static void weights_range(const draw_scene *scene, int32_t *least, int32_t *most) {
    const lf_tile count = (lf_tile)lf_map_width(scene->map) * (lf_tile)lf_map_height(scene->map);
    *least = LF_WEIGHT_MAX;
    *most = 0;
    for (lf_tile i = 0; i < count; i++) {
        const int32_t weight = lf_weights_at(scene->weights, i);
        if (weight != 0 && weight < *least) *least = weight;
        if (weight > *most) *most = weight;
    }
}

// The shade of the tile under each pixel, from the least weight to the greatest.
static void shades_take(uint8_t *shades, const draw_scene *scene, const draw_view *view) {
    int32_t least, most;
    weights_range(scene, &least, &most);
    for (int32_t y = 0; y < view->height; y++) {
        const int32_t tile_y = view->y + tile_under(y, view->height, view->down);
        for (int32_t x = 0; x < view->width; x++) {
            const int32_t tile_x = view->x + tile_under(x, view->width, view->across);
            const int32_t weight = lf_weights_at(scene->weights, lf_map_tile(scene->map, tile_x, tile_y));
            const int64_t shade =
                weight > least ? (int64_t)(weight - least) * DEAR_SHARE / (most - least) : 0;
            shades[(int64_t)y * view->width + x] = (uint8_t)(shade < FULL ? shade : FULL - 1);
        }
    }
}

// ---------------------------------------------------------------------------------------------------
// Colours
// ---------------------------------------------------------------------------------------------------

// What is known of the pixels of a view: shares of open and met tiles, of open ones in the near and wide
// surroundings, and the phases of the cells (NULL without a corridor).
typedef struct map_pixels {
    const uint8_t *open, *met, *closed, *obstacle, *opened, *no_entry, *near, *wide, *phases;
    const uint8_t *shades; // of weights; NULL without
    bool reduced, guardrail;
    bool bright; // the whole corridor: nothing is known of what was met in it
} map_pixels;

// Water, or what has been met of it: plain, or in the tint of its phase.
static uint32_t water_color(const map_pixels *of, int64_t i, int32_t shallow, bool met) {
    uint32_t deep = DRAW_WATER, shore = COLOR_SHALLOW;
    if (met) deep = DRAW_MET, shore = COLOR_MET_SHALLOW;
    if (met && of->guardrail) deep = DRAW_GUARDRAIL, shore = COLOR_GUARDRAIL_SHALLOW;
    const int32_t phase = of->phases != NULL ? of->phases[i] : 0;
    if (phase == 0) return color_mix(deep, shore, shallow);
    return color_mix(draw_phase_color(phase, met || of->bright), shore, shallow / 4);
}

static uint32_t map_color(const map_pixels *of, int64_t i) {
    const int32_t open = of->open[i], shallow = share_clamp((FULL - of->wide[i]) * 5 / 4);
    // The coast line belongs to the land beside the water: in pixels that are both it would dull the water.
    uint32_t land = color_mix(DRAW_LAND, COLOR_COAST, share_clamp(of->near[i] * 3 - open * 2));
    if (of->phases != NULL && of->phases[i] > 0)
        land = color_mix(land, phase_tints[of->phases[i] - 1], LAND_SHARE);
    if (open == 0) return land;
    uint32_t wet = color_mix(water_color(of, i, shallow, false), water_color(of, i, shallow, true),
                             share_clamp(of->met[i] * FULL / open));
    if (of->shades != NULL) wet = color_mix(wet, DRAW_DEAR, of->shades[i]);
    wet = color_mix(wet, DRAW_NO_ENTRY, share_clamp(of->no_entry[i] * FULL / open));
    wet = color_mix(wet, DRAW_CLOSED, share_clamp(of->closed[i] * FULL / open));
    wet = color_mix(wet, DRAW_OBSTACLE, share_clamp(of->obstacle[i] * FULL / open));
    wet = color_mix(wet, DRAW_OPENED, share_clamp(of->opened[i] * FULL / open));
    return color_mix(land, wet, share_shown(open, of->reduced));
}

static void map_paint(draw_picture *canvas, const draw_view *view, const map_pixels *of) {
    for (int32_t y = 0; y < view->height; y++)
        for (int32_t x = 0; x < view->width; x++)
            canvas_set(canvas, view->left + x, view->top + y, map_color(of, (int64_t)y * view->width + x));
}

// ---------------------------------------------------------------------------------------------------
// Layers
// ---------------------------------------------------------------------------------------------------

// Both blurs stay well inside a tile where tiles are large, so that its centre has its plain colour.
bool map_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
    shares open = {0}, met = {0}, closed = {0}, obstacle = {0}, opened = {0}, no_entry = {0};
    const int32_t tile = view_tile(view) / SUB;
    const size_t count = (size_t)view_pixels(view);
    uint8_t *near = malloc(count), *wide = malloc(count), *phases = malloc(count), *shades = malloc(count);
    bool ok = near != NULL && wide != NULL && phases != NULL && shades != NULL && shares_make(&open, view) &&
              shares_make(&met, view) && shares_make(&closed, view) && shares_make(&obstacle, view) &&
              shares_make(&opened, view) && shares_make(&no_entry, view);
    if (ok) {
        shares_take(&open, scene, view, tile_is_open);
        // What headland has met are headlands, which have a layer of their own.
        if (scene->search != NULL && scene->index == NULL) shares_take(&met, scene, view, tile_is_met);
        if (scene->depth != NULL) shares_take(&closed, scene, view, tile_is_closed);
        if (scene->obstructed != NULL) {
            shares_take(&obstacle, scene, view, tile_is_obstacle);
            shares_take(&opened, scene, view, tile_is_opened);
        }
        if (scene->weights != NULL) {
            shares_take(&no_entry, scene, view, tile_is_no_entry);
            shades_take(shades, scene, view);
        }
        if (scene->coarse != NULL) phases_take(phases, scene, view);
        ok = blur_take(view, open.pixels, range_clamp(tile / 24, 1, 3), near) &&
             blur_take(view, open.pixels, range_clamp(tile / 4, 5, 12), wide);
    }
    const map_pixels pixels = {
        open.pixels, met.pixels, closed.pixels, obstacle.pixels, opened.pixels, no_entry.pixels, near, wide,
        scene->coarse != NULL ? phases : NULL, scene->weights != NULL ? shades : NULL, view_tile(view) < SUB,
        scene->guardrail,
        // What the phases met is forgotten when the guardrail runs, and windows do not keep it.
        scene->guardrail || lf_search_spine(scene->search, NULL, 0) > 0};
    if (ok) map_paint(canvas, view, &pixels);
    if (ok && scene->coarse != NULL)
        outline_draw(canvas, view, phases, outline_share(view, lf_coarse_level(scene->coarse)));
    shares_free(&open);
    shares_free(&met);
    shares_free(&closed);
    shares_free(&obstacle);
    shares_free(&opened);
    shares_free(&no_entry);
    free(near);
    free(wide);
    free(phases);
    free(shades);
    return ok;
}

// Faint lines between tiles that are large enough to be counted.
void grid_draw(draw_picture *canvas, const draw_view *view) {
    if (view_tile(view) < GRID_TILE * SUB) return;
    for (int64_t i = 1; i < view->across; i++)
        for (int32_t y = 0; y < view->height; y++)
            canvas_blend(canvas, view->left + (int32_t)(i * view->width / view->across), view->top + y,
                         COLOR_SHADOW, FULL / 10);
    for (int64_t i = 1; i < view->down; i++)
        for (int32_t x = 0; x < view->width; x++)
            canvas_blend(canvas, view->left + x, view->top + (int32_t)(i * view->height / view->down),
                         COLOR_SHADOW, FULL / 10);
}
