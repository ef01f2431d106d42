// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A chronicle from a seed. The tiles are those of the other swarm's cases, or a small archipelago; the deeds
// follow weights that are drawn for each chronicle.
#include "../swarm/swarm.h"

#include "chronicle.h"

#include <scenes.h>
#include <stddef.h>
#include <string.h>

const chronicle_field chronicle_fields[] = {
#define CHRONICLE_ROW(name, most) {#name, most, offsetof(chronicle, name)},
    CHRONICLE_FIELDS(CHRONICLE_ROW)
#undef CHRONICLE_ROW
};
const int chronicle_field_count = sizeof chronicle_fields / sizeof *chronicle_fields;

const deed_name deed_names[DEED_KINDS] = {
#define CHRONICLE_ROW(name, numbers, places) {#name, numbers, places},
    CHRONICLE_KINDS(CHRONICLE_ROW)
#undef CHRONICLE_ROW
};

int32_t *chronicle_field_of(chronicle *c, const chronicle_field *field) {
    return (int32_t *)(void *)((char *)c + field->offset);
}

enum { PLACES = 5, DOORS = 3, MOST_KINDS = 8 };

typedef struct weights {
    int each[MOST_KINDS], count, sum;
} weights;

typedef struct maker {
    uint64_t random;
    chronicle *c;
    weights shapes, places, reaches, chores;
    int opening;             ///< of 100 shapes, how many open
    int shapes_each, asks;   ///< most shapes of a commit, most questions after it
    int stores;              ///< most routes that are stored before a commit
    int32_t x, y;            ///< of the last shape
    int32_t doors[DOORS][4]; ///< corner, width, height
} maker;

static int below(maker *m, int bound) {
    return oracle_below(&m->random, bound);
}

/// Each weight is nothing, little or much, so that some things do not occur and others hardly stop.
static weights weights_draw(maker *m, int count) {
    static const int amounts[] = {0, 1, 1, 5, 20};
    weights w = {.count = count};
    for (int i = 0; i < count; i++) w.sum += w.each[i] = amounts[below(m, 5)];
    if (w.sum == 0) w.sum = w.each[below(m, count)] = 1;
    return w;
}

static int weights_pick(maker *m, const weights *w) {
    int left = below(m, w->sum), i = 0;
    while (left >= w->each[i]) left -= w->each[i++];
    return i;
}

static void add(maker *m, deed d) {
    if (m->c->deed_count < CHRONICLE_DEEDS) m->c->deeds[m->c->deed_count++] = d;
}

// ---- Shapes -----------------------------------------------------------------------------------------

/// Anywhere, at a border, in a corner, at the side of a word, or near the last shape.
static void place_draw(maker *m) {
    const int width = m->c->width, height = m->c->height;
    const int32_t near_x = m->x + below(m, 13) - 6, near_y = m->y + below(m, 13) - 6;
    m->x = below(m, width);
    m->y = below(m, height);
    switch (weights_pick(m, &m->places)) {
    case 0: break;
    case 1:
        *(below(m, 2) == 0 ? &m->x : &m->y) = below(m, 2) * (below(m, 2) == 0 ? width - 1 : height - 1);
        break;
    case 2:
        m->x = below(m, 2) * (width - 1);
        m->y = below(m, 2) * (height - 1);
        break;
    case 3: m->x = 64 * (1 + below(m, 2)) - 2 + below(m, 4); break;
    default:
        m->x = near_x;
        m->y = near_y;
        break;
    }
}

static int32_t reach_draw(maker *m) {
    static const int most[] = {1, 3, 6, 12, 30};
    return below(m, most[weights_pick(m, &m->reaches)]);
}

static void shape_draw(maker *m) {
    const bool open = below(m, 100) < m->opening;
    place_draw(m);
    const int32_t *door = m->doors[below(m, DOORS)];
    const int32_t x = m->x, y = m->y;
    switch (weights_pick(m, &m->shapes)) {
    case 0: add(m, (deed){DEED_disc, {x, y, reach_draw(m), open}}); break;
    case 1: add(m, (deed){DEED_rect, {x, y, reach_draw(m), reach_draw(m), open}}); break;
    case 2: add(m, (deed){DEED_scatter, {x, y, below(m, 1000), 1 + below(m, 30), open}}); break;
    case 3: add(m, (deed){DEED_stencil, {below(m, 1000), below(m, 2)}}); break;
    case 4: add(m, (deed){DEED_rect, {door[0], door[1], door[2], door[3], open}}); break;
    case 5: add(m, (deed){DEED_undo, {1 + below(m, CHRONICLE_PAST - 1)}}); break;
    case 6: // a wall or a canal from side to side
        if (below(m, 2) == 0)
            add(m, (deed){DEED_rect, {0, y, m->c->width, 1 + below(m, 2), open}});
        else
            add(m, (deed){DEED_rect, {x, 0, 1 + below(m, 2), m->c->height, open}});
        break;
    default: // everything, or nothing
        if (below(m, 20) == 0)
            add(m, (deed){DEED_rect, {0, 0, m->c->width, m->c->height, open}});
        else if (below(m, 4) == 0)
            add(m, (deed){DEED_discard, {0}});
        else
            add(m, (deed){DEED_disc, {x, y, 0, open}});
        break;
    }
}

// ---- What comes between commits ---------------------------------------------------------------------

/// One end of a question: near the last shape, or anywhere.
static void end_draw(maker *m, int32_t *at) {
    const bool near = below(m, 3) == 0;
    at[0] = near ? m->x + below(m, 15) - 7 : below(m, m->c->width);
    at[1] = near ? m->y + below(m, 15) - 7 : below(m, m->c->height);
    for (int i = 0; i < 2; i++) at[i] = at[i] < 0 ? 0 : at[i];
}

static void ends_draw(maker *m, deed d, int salt_at) {
    end_draw(m, d.at);
    end_draw(m, d.at + 2);
    d.at[salt_at] = below(m, 100000);
    add(m, d);
}

static void chore_draw(maker *m) {
    static const int budgets[] = {1, 3, 10, 30, 100, 300, 1000, 0};
    const int slot = below(m, CHRONICLE_SLOTS);
    switch (weights_pick(m, &m->chores)) {
    case 0: break;
    case 1: add(m, (deed){DEED_work, {budgets[below(m, 8)]}}); break;
    case 2: add(m, (deed){DEED_work, {1 + below(m, 40)}}); break;
    case 3: add(m, (deed){DEED_work, {0}}); break;
    case 4: add(m, (deed){DEED_hold, {slot}}); break;
    case 5: ends_draw(m, (deed){DEED_old, {0, 0, 0, 0, slot}}, 5); break;
    case 6: ends_draw(m, (deed){DEED_store, {0, 0, 0, 0, slot}}, 5); break;
    default:
        add(m, below(m, 2) == 0 ? (deed){DEED_fault, {1 + below(m, 12)}} : (deed){DEED_release, {slot}});
        break;
    }
}

static void round_draw(maker *m) {
    for (int i = below(m, m->stores + 1); i > 0; i--)
        ends_draw(m, (deed){DEED_store, {0, 0, 0, 0, below(m, CHRONICLE_SLOTS)}}, 5);
    for (int i = below(m, m->shapes_each); i >= 0; i--) shape_draw(m);
    for (int i = below(m, 2); i > 0; i--) chore_draw(m);
    add(m, (deed){DEED_commit, {0}});
    for (int i = below(m, 3); i > 0; i--) chore_draw(m);
    for (int i = below(m, m->asks + 1); i >= 0; i--) ends_draw(m, (deed){DEED_ask, {0}}, 4);
}

// ---- Maps -------------------------------------------------------------------------------------------

/// Sides around those of words.
static int side_draw(maker *m) {
    static const int around[][2] = {{20, 40}, {31, 34}, {60, 68}, {63, 65}, {100, 130}, {126, 130}};
    const int *range = around[below(m, 6)];
    return range[0] + below(m, range[1] - range[0] + 1);
}

static void sea_draw(maker *m) {
    static const lf_scene scenes[] = {LF_SCENE_ARCHIPELAGO, LF_SCENE_ISLANDS, LF_SCENE_ROOMS, LF_SCENE_MAZE,
                                      LF_SCENE_OPEN};
    chronicle *c = m->c;
    c->width = side_draw(m);
    c->height = side_draw(m);
    if (!lf_scene_make(scenes[below(m, 5)], c->width, c->height, oracle_random(&m->random), c->open))
        memset(c->open, 1, sizeof c->open);
}

static void tiles_draw(maker *m, uint64_t seed) {
    static swarm_case other;
    if (below(m, 2) == 0) {
        sea_draw(m);
        return;
    }
    swarm_make(seed, &other);
    m->c->width = other.width;
    m->c->height = other.height;
    memcpy(m->c->open, other.open, sizeof other.open);
}

static void fields_draw(maker *m) {
    chronicle *c = m->c;
    c->moves = below(m, 3);
    c->bodies_later = below(m, 6) == 0;
    c->index = below(m, 4) == 0 ? 0 : 1 + (below(m, 4) == 0);
    c->hierarchy = below(m, 3);
    c->cost = below(m, 2);
    c->coarse = below(m, 3);
    c->level = below(m, 3) == 0 ? 1 + below(m, 4) : 0;
    c->depth = below(m, 2) == 0 ? 0 : 1 + below(m, 4);
    c->twin = below(m, 3) == 0;
}

void chronicle_make(uint64_t seed, chronicle *out) {
    memset(out, 0, sizeof *out);
    maker m = {.random = seed * UINT64_C(0x9E3779B97F4A7C15) + 3, .c = out};
    tiles_draw(&m, seed);
    fields_draw(&m);
    m.shapes = weights_draw(&m, 8);
    m.places = weights_draw(&m, PLACES);
    m.reaches = weights_draw(&m, 5);
    m.chores = weights_draw(&m, 8);
    m.opening = (int[]){5, 30, 50, 50, 50, 70, 95}[below(&m, 7)];
    m.shapes_each = 1 + below(&m, 5);
    m.asks = below(&m, 3);
    m.stores = (int[]){0, 0, 2, 6}[below(&m, 4)];
    for (int i = 0; i < DOORS; i++) {
        const int32_t door[4] = {below(&m, out->width), below(&m, out->height), 1 + below(&m, 4),
                                 1 + below(&m, 4)};
        memcpy(m.doors[i], door, sizeof door);
    }
    const int rounds = 4 + below(&m, 40);
    for (int i = 0; i < rounds; i++) round_draw(&m);
}
