// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A case from a seed. Each case draws its own weights for everything that it chooses between, and half of
// them are 0: a case that has every feature a little finds less than one that has two of them a lot.
#include "swarm.h"

#include <string.h>

typedef struct maker {
    swarm_case *c;
    uint64_t random;
} maker;

static int below(maker *m, int bound) {
    return oracle_below(&m->random, bound);
}

static int between(maker *m, int least, int most) {
    return least + below(m, most - least + 1);
}

static bool chance(maker *m, int percent) {
    return below(m, 100) < percent;
}

enum { WEIGHTS = 16 };

typedef struct weights {
    int count, sum, each[WEIGHTS];
} weights;

static weights weights_draw(maker *m, int count) {
    weights w = {.count = count};
    for (int i = 0; i < count; i++) {
        w.each[i] = chance(m, 50) ? 0 : between(m, 1, 9);
        w.sum += w.each[i];
    }
    if (w.sum > 0) return w;
    w.each[below(m, count)] = w.sum = 1;
    return w;
}

static int weights_pick(maker *m, const weights *w) {
    int left = below(m, w->sum), i = 0;
    while (left >= w->each[i]) left -= w->each[i++];
    return i;
}

// ---- Sizes ------------------------------------------------------------------------------------------

/// Around the sides of words, blocks and cells, because that is where searches over bits break.
static int side_draw(maker *m, const weights *w) {
    static const int around[][2] = {{1, 1},   {2, 6},   {7, 9},   {10, 14}, {15, 17},
                                    {18, 30}, {31, 33}, {40, 62}, {63, 65}, {127, 129}};
    const int kind = weights_pick(m, w);
    return between(m, around[kind][0], around[kind][1]);
}

static void size_draw(maker *m) {
    static const int most[] = {200, 200, 600, 600, 600, 2000, 2000, 4000, 4000, SWARM_TILES};
    const weights w = weights_draw(m, 10);
    const int cap = most[below(m, 10)];
    swarm_case *c = m->c;
    c->width = side_draw(m, &w);
    c->height = side_draw(m, &w);
    // The oracle is slow, so most maps are small: the other side gives way.
    if (c->width * c->height > cap) *(chance(m, 50) ? &c->width : &c->height) = between(m, 1, 9);
    if (c->width * c->height > cap) *(c->width > c->height ? &c->width : &c->height) = between(m, 1, 24);
}

// ---- Tiles ------------------------------------------------------------------------------------------

typedef struct area {
    int x, y, width, height;
} area;

static area area_draw(maker *m) {
    area a = {.width = m->c->width, .height = m->c->height};
    if (chance(m, 50)) return a;
    a.x = below(m, m->c->width);
    a.y = below(m, m->c->height);
    a.width = between(m, 1, m->c->width - a.x);
    a.height = between(m, 1, m->c->height - a.y);
    return a;
}

static void tile_set(maker *m, int x, int y, bool open) {
    if (x >= 0 && y >= 0 && x < m->c->width && y < m->c->height) m->c->open[y * m->c->width + x] = open;
}

static void area_fill(maker *m, area a, bool open) {
    for (int y = a.y; y < a.y + a.height; y++) {
        for (int x = a.x; x < a.x + a.width; x++) tile_set(m, x, y, open);
    }
}

static void draw_noise(maker *m) {
    static const int percents[] = {1, 3, 10, 20, 35, 45, 60, 80};
    const area a = area_draw(m);
    const int percent = percents[below(m, 8)];
    const bool open = chance(m, 30);
    for (int i = 0; i < a.width * a.height; i++) {
        if (chance(m, percent)) tile_set(m, a.x + i % a.width, a.y + i / a.width, open);
    }
}

/// Straight lines from side to side of an area, with gaps.
static void draw_corridors(maker *m) {
    const area a = area_draw(m);
    const bool open = chance(m, 50), across = chance(m, 50);
    const int step = between(m, 2, 9), thick = between(m, 1, 2), gap = chance(m, 50) ? 0 : between(m, 1, 20);
    const int lines = across ? a.height : a.width, length = across ? a.width : a.height;
    for (int line = 0; line < lines; line++) {
        if (line % step >= thick) continue;
        for (int i = 0; i < length; i++) {
            if (gap > 0 && below(m, gap + 4) == 0) continue;
            tile_set(m, a.x + (across ? i : line), a.y + (across ? line : i), open);
        }
    }
}

/// Walls in both directions, with a door in each stretch, or none.
static void draw_rooms(maker *m) {
    const area a = area_draw(m);
    const int w = between(m, 2, 12), h = between(m, 2, 12), doors = between(m, 40, 100);
    for (int y = 0; y < a.height; y++) {
        for (int x = 0; x < a.width; x++) tile_set(m, a.x + x, a.y + y, x % w != 0 && y % h != 0);
    }
    for (int y = 0; y < a.height; y += h) {
        for (int x = 0; x < a.width; x += w) {
            if (chance(m, doors)) tile_set(m, a.x + x, a.y + y + between(m, 0, h - 1), true);
            if (chance(m, doors)) tile_set(m, a.x + x + between(m, 0, w - 1), a.y + y, true);
        }
    }
}

/// Round ones, and rings of them with water inside.
static void draw_islands(maker *m) {
    const int count = between(m, 1, 8);
    for (int i = 0; i < count; i++) {
        const int x = below(m, m->c->width), y = below(m, m->c->height), radius = between(m, 0, 9);
        const int inner = chance(m, 30) ? radius - 2 : -1;
        for (int dy = -radius; dy <= radius; dy++) {
            for (int dx = -radius; dx <= radius; dx++) {
                const int away = dx * dx + dy * dy;
                if (away > radius * radius || (inner >= 0 && away < inner * inner)) continue;
                tile_set(m, x + dx, y + dy, false);
            }
        }
    }
}

/// Lines of tiles that touch at their corners only, or at their sides: what tells the move rules apart.
static void draw_diagonals(maker *m) {
    const int count = between(m, 1, 6);
    for (int i = 0; i < count; i++) {
        int x = below(m, m->c->width), y = below(m, m->c->height);
        const int dx = chance(m, 50) ? 1 : -1, dy = chance(m, 50) ? 1 : -1, length = between(m, 2, 40);
        const bool thick = chance(m, 40), open = chance(m, 40);
        for (int k = 0; k < length; k++, x += dx, y += dy) {
            if (k % 9 == 8 && chance(m, 20)) continue;
            tile_set(m, x, y, open);
            if (thick) tile_set(m, x + dx, y, open);
        }
    }
}

static void draw_checkerboard(maker *m) {
    const area a = area_draw(m);
    const int period = between(m, 1, 3), spare = chance(m, 50) ? 100 : between(m, 80, 99);
    for (int i = 0; i < a.width * a.height; i++) {
        const int x = i % a.width, y = i / a.width;
        if (chance(m, spare)) tile_set(m, a.x + x, a.y + y, (x / period + y / period) % 2 == 0);
    }
}

/// Teeth from one side, and from the other: long ways back and forth.
static void draw_comb(maker *m) {
    const area a = area_draw(m);
    const int step = between(m, 2, 5);
    const bool across = chance(m, 50), both = chance(m, 60);
    const int lines = across ? a.height : a.width, length = across ? a.width : a.height;
    area_fill(m, a, true);
    for (int line = 1; line < lines; line += step) {
        const int skip = both && line / step % 2 == 1 ? length - 1 : 0;
        for (int i = 0; i < length; i++) {
            if (i != skip) tile_set(m, a.x + (across ? i : line), a.y + (across ? line : i), false);
        }
    }
}

/// A drunken walk that opens or blocks what it passes.
static void draw_walk(maker *m) {
    const bool open = chance(m, 60);
    int x = below(m, m->c->width), y = below(m, m->c->height);
    const int steps = between(m, 10, 2 * m->c->width * m->c->height + 10), straight = between(m, 0, 80);
    int dx = 1, dy = 0;
    for (int i = 0; i < steps; i++) {
        tile_set(m, x, y, open);
        if (!chance(m, straight)) {
            dx = between(m, -1, 1);
            dy = between(m, -1, 1);
        }
        x = (x + dx + m->c->width) % m->c->width;
        y = (y + dy + m->c->height) % m->c->height;
    }
}

/// Walls right across, each with one gap: far detours, which no coarse map of cells sees.
static void draw_detours(maker *m) {
    const bool across = chance(m, 50);
    const int w = m->c->width, h = m->c->height, lines = across ? h : w, length = across ? w : h;
    for (int line = between(m, 0, 6); line < lines; line += between(m, 3, 12)) {
        const int gap = below(m, length), slant = between(m, -1, 1);
        for (int i = 0; i < length; i++) {
            const int at = line + slant * (i / 4);
            if (i != gap && i != gap + 1) tile_set(m, across ? i : at, across ? at : i, false);
        }
    }
}

static void draw_border(maker *m) {
    const bool open = chance(m, 50);
    const int w = m->c->width, h = m->c->height;
    for (int i = 0; i < w * h; i++) {
        const int x = i % w, y = i / w;
        if (x == 0 || y == 0 || x == w - 1 || y == h - 1) tile_set(m, x, y, open);
    }
}

/// Single tiles at the borders of words, blocks and cells.
static void draw_seams(maker *m) {
    const int step = 1 << between(m, 1, 6), count = between(m, 1, 30);
    const bool open = chance(m, 40);
    for (int i = 0; i < count; i++) {
        const int x = below(m, m->c->width) / step * step - below(m, 2);
        const int y = below(m, m->c->height) / step * step - below(m, 2);
        tile_set(m, x, chance(m, 50) ? y : below(m, m->c->height), open);
    }
}

/// One half of the map becomes the image of the other, mirrored or turned.
static void draw_mirror(maker *m) {
    const bool flip_x = chance(m, 60), flip_y = !flip_x || chance(m, 50);
    const int w = m->c->width, h = m->c->height;
    for (int i = 0; i < w * h / 2; i++) {
        const int x = flip_x ? w - 1 - i % w : i % w, y = flip_y ? h - 1 - i / w : i / w;
        m->c->open[y * w + x] = m->c->open[i];
    }
}

/// The same pattern again and again, shifted.
static void draw_repeat(maker *m) {
    const int w = m->c->width, h = m->c->height, shift_x = between(m, 1, 16), shift_y = between(m, 0, 16);
    for (int i = 0; i < w * h; i++) {
        const int x = i % w, y = i / w;
        if (x >= shift_x && y >= shift_y) m->c->open[i] = m->c->open[(y - shift_y) * w + x - shift_x];
    }
}

static void tiles_draw(maker *m) {
    static void (*const features[])(maker *) = {
        draw_noise, draw_corridors, draw_rooms,  draw_islands, draw_diagonals, draw_checkerboard, draw_comb,
        draw_walk,  draw_detours,   draw_border, draw_seams,   draw_mirror,    draw_repeat};
    const weights w = weights_draw(m, sizeof features / sizeof *features);
    const int size = m->c->width * m->c->height, strokes = below(m, 7);
    memset(m->c->open, chance(m, 75), sizeof m->c->open);
    for (int i = 0; i < strokes; i++) features[weights_pick(m, &w)](m);
    while (memchr(m->c->open, 1, (size_t)size) == NULL) draw_walk(m);
    m->c->open[below(m, size)] = 1;
}

// ---- Depths -----------------------------------------------------------------------------------------

static void depth_draw(maker *m) {
    swarm_case *c = m->c;
    const int kind = below(m, 4), levels = between(m, 1, 5), slope = between(m, 0, 9);
    for (int i = 0; i < c->width * c->height; i++) {
        const int x = i % c->width, y = i / c->width;
        const int depth = kind == 0   ? below(m, levels)
                          : kind == 1 ? below(m, 256)
                          : kind == 2 ? 100 + slope * (x > y ? x - y : y - x) + below(m, 5)
                                      : (x / 5 + y / 3) % levels * 60;
        c->depth[i] = (uint8_t)(depth > 255 ? 255 : depth);
    }
}

static void gate_draw(maker *m) {
    static const int32_t harbours[] = {0, 0, LF_NONE, 1, 2, 5, 12};
    swarm_case *c = m->c;
    c->depths = between(m, SWARM_COMPUTED, SWARM_PLANE);
    c->harbour = harbours[below(m, 7)];
    c->deepest = chance(m, 60);
    if (c->deepest != 0 && chance(m, 60)) return;
    // Near a depth that is there: computed ones are small numbers.
    const int near =
        c->depths <= SWARM_COMPUTED_EDGE ? between(m, 0, 4) : c->depth[below(m, c->width * c->height)];
    c->min_depth = near + between(m, 0, 2) - 1;
    if (c->min_depth < 0 || c->min_depth > 255) c->min_depth = near;
}

// ---- Ends -------------------------------------------------------------------------------------------

static bool tile_open(const maker *m, int x, int y) {
    return x >= 0 && y >= 0 && x < m->c->width && y < m->c->height && m->c->open[y * m->c->width + x] != 0;
}

static bool tile_at_corner(const maker *m, int x, int y) {
    for (int d = 0; d < 4; d++) {
        const int dx = d % 2 * 2 - 1, dy = d / 2 * 2 - 1;
        if (tile_open(m, x + dx, y) && tile_open(m, x, y + dy) && !tile_open(m, x + dx, y + dy)) return true;
    }
    return false;
}

static bool tile_alone(const maker *m, int x, int y) {
    return !tile_open(m, x - 1, y) && !tile_open(m, x + 1, y) && !tile_open(m, x, y - 1) &&
           !tile_open(m, x, y + 1);
}

/// What an end is to be.
enum {
    END_ANY,
    END_AGAIN,
    END_OTHER_SIDE,
    END_BESIDE,
    END_HEADLAND,
    END_BORDER,
    END_ALONE,
    END_SEAM,
    END_KINDS
};

static bool tile_suits(const maker *m, int kind, int x, int y) {
    if (!tile_open(m, x, y)) return false;
    if (kind == END_HEADLAND) return tile_at_corner(m, x, y);
    if (kind == END_BORDER) return x == 0 || y == 0 || x == m->c->width - 1 || y == m->c->height - 1;
    if (kind == END_ALONE) return tile_alone(m, x, y);
    if (kind == END_SEAM) return x % 16 % 15 == 0 || y % 8 % 7 == 0;
    return true;
}

/// The first tile that suits from a random place on; any open one if none does.
static lf_tile end_search(maker *m, int kind) {
    const int size = m->c->width * m->c->height, start = below(m, size);
    for (int pass = 0; pass < 2; pass++, kind = END_ANY) {
        for (int i = 0; i < size; i++) {
            const int tile = (start + i) % size;
            if (tile_suits(m, kind, tile % m->c->width, tile / m->c->width)) return (lf_tile)tile;
        }
    }
    return LF_NO_TILE;
}

static lf_tile end_beside(maker *m, lf_tile other) {
    const int x = (int)other % m->c->width, y = (int)other / m->c->width;
    const int nx = x + between(m, -2, 2), ny = y + between(m, -2, 2);
    return tile_open(m, nx, ny) ? (lf_tile)(ny * m->c->width + nx) : end_search(m, END_ANY);
}

/// An end, made from the ones before it on its own side and on the other.
static lf_tile end_draw(maker *m, int kind, const lf_tile *own, int own_count, const lf_tile *other,
                        int other_count) {
    if (kind == END_AGAIN && own_count > 0) return own[below(m, own_count)];
    if (kind == END_OTHER_SIDE && other_count > 0) return other[below(m, other_count)];
    if (kind == END_BESIDE && own_count > 0) return end_beside(m, own[below(m, own_count)]);
    if (kind == END_BESIDE && other_count > 0) return end_beside(m, other[below(m, other_count)]);
    return end_search(m, kind);
}

static int end_count_draw(maker *m) {
    const int kind = below(m, 10);
    return kind < 5   ? 1
           : kind < 8 ? between(m, 2, 3)
           : kind < 9 ? between(m, 4, 9)
                      : between(m, 10, SWARM_ENDS);
}

static void ends_draw(maker *m) {
    swarm_case *c = m->c;
    const weights w = weights_draw(m, END_KINDS);
    const int sources = end_count_draw(m), targets = end_count_draw(m);
    for (; c->source_count < sources; c->source_count++)
        c->sources[c->source_count] = end_draw(m, weights_pick(m, &w), c->sources, c->source_count, NULL, 0);
    for (; c->target_count < targets; c->target_count++)
        c->targets[c->target_count] =
            end_draw(m, weights_pick(m, &w), c->targets, c->target_count, c->sources, sources);
}

// ---- Options ----------------------------------------------------------------------------------------

/// Coarse maps that lie, and corridors so narrow that they have to be widened: an honest one never is.
static void coarse_draw(maker *m) {
    m->c->level = chance(m, 20) ? 0 : chance(m, 70) ? between(m, 1, 2) : between(m, 3, 6);
    m->c->kind = chance(m, 60);
    m->c->given = m->c->kind != 0 && chance(m, 30) ? between(m, 1, 2) : 0;
    if (chance(m, 50)) m->c->radius = LF_NONE;
}

/// A guided search that has to widen again and again before it gives up.
static void patience_draw(maker *m) {
    m->c->strategy = between(m, LF_STRATEGY_CORRIDOR, LF_STRATEGY_EXPAND_OPTIMAL);
    m->c->kind = LF_COARSE_CELLS;
    m->c->given = 0;
    m->c->level = between(m, 1, 3);
    m->c->radius = chance(m, 70) ? LF_NONE : 1;
    m->c->widenings = between(m, 3, 6);
}

/// Each option anywhere in its range, with a chance of its own case; the rest stay simple.
static void options_draw(maker *m) {
    const int percent = (int[]){0, 10, 30, 60, 90}[below(m, 5)];
    const weights strategies = weights_draw(m, LF_STRATEGY_STRIP + 1);
    for (int i = 0; i < swarm_field_count; i++) {
        if (chance(m, percent))
            *swarm_field_of(m->c, &swarm_fields[i]) = between(m, swarm_fields[i].least, swarm_fields[i].most);
    }
    m->c->strategy = weights_pick(m, &strategies);
    m->c->moves = below(m, 3);
    m->c->cost = chance(m, 40);
    coarse_draw(m);
    if (chance(m, 12)) patience_draw(m);
    m->c->only = chance(m, 5);
    m->c->route_room = chance(m, 10) ? m->c->route_room : 0;
    m->c->all = chance(m, 30);
    m->c->shape = chance(m, 15);
    if (chance(m, 50)) m->c->slice = chance(m, 40) ? 1 : between(m, 1, 200);
    m->c->deepest = m->c->min_depth = m->c->harbour = 0;
}

/// Rules for ends and partial routes, on ends that have drifted mostly.
static void rules_draw(maker *m) {
    swarm_case *c = m->c;
    const bool rules = chance(m, 30);
    c->adrift = rules && chance(m, 90) ? between(m, 1, 255) : 0;
    c->from_kind = rules ? between(m, 0, 2) : 0;
    c->to_kind = rules ? between(m, 0, 2) : 0;
    c->from_radius = between(m, 1, 9);
    c->to_radius = between(m, 1, 9);
    c->from_skip = rules && chance(m, 60);
    c->to_skip = rules && chance(m, 60);
    c->partial = chance(m, 40);
    c->end_room = chance(m, 20) ? between(m, 1, 40) : 0;
}

/// Whether an end lies in a row, or in a column.
static bool line_has_end(const swarm_case *c, bool row, int line, const lf_tile *ends, int count) {
    for (int i = 0; i < count; i++) {
        if ((row ? (int)ends[i] / c->width : (int)ends[i] % c->width) == line) return true;
    }
    return false;
}

/// A wall from side to side where no end lies, so that many targets cannot be reached.
static void wall_draw(maker *m) {
    swarm_case *c = m->c;
    const bool row = chance(m, 50);
    const int line = below(m, row ? c->height : c->width), length = row ? c->width : c->height;
    if (line_has_end(c, row, line, c->sources, c->source_count)) return;
    if (line_has_end(c, row, line, c->targets, c->target_count)) return;
    for (int i = 0; i < length; i++) tile_set(m, row ? i : line, row ? line : i, false);
}

void swarm_make_ends(uint64_t seed, swarm_case *out) {
    swarm_make(seed, out);
    maker m = {.c = out, .random = seed * UINT64_C(0x9E3779B97F4A7C15) + 2};
    for (int i = 0; i < 4; i++) oracle_random(&m.random);
    out->adrift = between(&m, 1, 255);
    out->from_kind = between(&m, 0, 2);
    out->to_kind = between(&m, 0, 2);
    out->from_skip = chance(&m, 80);
    out->to_skip = chance(&m, 80);
    out->partial = chance(&m, 90);
    for (int i = between(&m, 0, 9); i > 0; i--) wall_draw(&m);
    swarm_settle(out);
}

void swarm_make(uint64_t seed, swarm_case *out) {
    maker m = {.c = out, .random = seed * UINT64_C(0x9E3779B97F4A7C15) + 1};
    memset(out, 0, sizeof *out);
    for (int i = 0; i < 4; i++) oracle_random(&m.random);
    size_draw(&m);
    tiles_draw(&m);
    depth_draw(&m);
    options_draw(&m);
    if (chance(&m, 35)) gate_draw(&m);
    ends_draw(&m);
    rules_draw(&m);
    swarm_settle(out);
}
