// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The legend: a strip below the map with a swatch and a few words for everything that the picture shows, and
// for nothing else. It has as many rows as it needs; where it would need too many, or the picture is too
// narrow for its words, it is left out.
#include "draw_layers.h"
#include "font.h"

#include <stdio.h>

enum {
    MAX_ITEMS = 23 + DRAW_MAX_PHASE,
    WIDE_PICTURE = 1000, // pixels from which on the letters are two pixels a dot
    SWATCH = 14,         // dots
    WORD_GAP = 4,        // dots from swatch to word
    ITEM_GAP = 10,       // dots from item to item
    ROW_HEIGHT = 13,     // dots
    COLOR_INK = 0x4A4636,
};

typedef enum item_kind { ITEM_MARK, ITEM_LINE, ITEM_COLOR, ITEM_WORDS } item_kind;

typedef struct item {
    item_kind kind;
    char words[24];
    uint32_t color, other; // the swatch's left and right half
    mark_shape shape;
} item;

typedef struct item_list {
    item items[MAX_ITEMS];
    int count;
} item_list;

static item *list_add(item_list *list, item_kind kind, const char *words, uint32_t color) {
    item *added = &list->items[list->count++];
    *added = (item){.kind = kind, .color = color, .other = color};
    snprintf(added->words, sizeof added->words, "%s", words);
    return added;
}

static void list_add_phase(item_list *list, const draw_shown *shown, int32_t phase) {
    char words[24];
    snprintf(words, sizeof words, "%s",
             !shown->corridor ? "windows"
             : shown->spine   ? "first corridor, windows"
                              : "first corridor");
    const bool shared = phase == DRAW_MAX_PHASE && shown->phases > DRAW_MAX_PHASE;
    if (phase > 1) snprintf(words, sizeof words, "widening %d%s", phase - 1, shared ? "+" : "");
    item *added = list_add(list, ITEM_COLOR, words, draw_phase_color(phase, true));
    if (shown->met_in_corridor) added->other = draw_phase_color(phase, false);
}

static void list_add_field(item_list *list, const draw_shown *shown) {
    char words[24];
    if (shown->near_and_far) list_add(list, ITEM_COLOR, "near, far", DRAW_FIELD_NEAR)->other = DRAW_FIELD_FAR;
    snprintf(words, sizeof words, shown->contour_costs ? "(lines: cost %lld)" : "(lines: %lld tiles)",
             (long long)shown->contour_step);
    if (shown->contour_step > 0) list_add(list, ITEM_WORDS, words, 0);
    if (shown->owners)
        list_add(list, ITEM_COLOR, "nearest to a target", draw_territory_color(0))->other =
            draw_territory_color(1);
    if (shown->no_distance) list_add(list, ITEM_COLOR, "out of reach", DRAW_FIELD_NONE);
}

static void list_fill(item_list *list, const draw_shown *shown) {
    *list = (item_list){.count = 0};
    if (shown->sources) list_add(list, ITEM_MARK, "source", DRAW_SOURCE)->shape = MARK_DISC;
    if (shown->targets) list_add(list, ITEM_MARK, "target", DRAW_TARGET)->shape = MARK_DIAMOND;
    if (shown->route) list_add(list, ITEM_LINE, "route", DRAW_ROUTE);
    if (shown->partial) list_add(list, ITEM_LINE, "partial route", DRAW_PARTIAL);
    if (shown->waypoints) list_add(list, ITEM_MARK, "waypoint", DRAW_WAYPOINT)->shape = MARK_DISC;
    if (shown->spine) list_add(list, ITEM_LINE, "spine", DRAW_SPINE);
    if (shown->portals) list_add(list, ITEM_COLOR, "portal", DRAW_PORTAL);
    if (shown->headlands_met) list_add(list, ITEM_MARK, "headland met", DRAW_HEADLAND_MET)->shape = MARK_DOT;
    if (shown->headlands) list_add(list, ITEM_MARK, "headland", DRAW_HEADLAND)->shape = MARK_DOT;
    if (shown->met) list_add(list, ITEM_COLOR, "met", DRAW_MET);
    for (int32_t phase = 1; phase <= shown->phases && phase <= DRAW_MAX_PHASE; phase++)
        list_add_phase(list, shown, phase);
    if (shown->met_in_corridor) list_add(list, ITEM_WORDS, "(bright: met)", 0);
    if (shown->weights) list_add(list, ITEM_COLOR, "cheap, dear", DRAW_WATER)->other = DRAW_DEAR;
    if (shown->no_entry) list_add(list, ITEM_COLOR, "weight 0", DRAW_NO_ENTRY);
    if (shown->closed) list_add(list, ITEM_COLOR, "too shallow", DRAW_CLOSED);
    if (shown->obstacles) list_add(list, ITEM_COLOR, "obstacle", DRAW_OBSTACLE);
    if (shown->opened) list_add(list, ITEM_COLOR, "opened", DRAW_OPENED);
    list_add_field(list, shown);
    if (shown->guardrail) list_add(list, ITEM_COLOR, "guardrail", DRAW_GUARDRAIL);
}

static int32_t item_width(const item *of) {
    const int32_t swatch = of->kind == ITEM_WORDS ? 0 : SWATCH + WORD_GAP;
    return swatch + font_text_width(of->words) + ITEM_GAP;
}

// ---------------------------------------------------------------------------------------------------
// Painting
// ---------------------------------------------------------------------------------------------------

static void swatch_fill(draw_picture *canvas, const item *of, int32_t x, int32_t y, int32_t scale) {
    const int32_t width = SWATCH * scale, height = FONT_ASCENT * scale, half = width / 2;
    canvas_fill(canvas, x - 1, y - 1, width + 2, height + 2, COLOR_INK);
    canvas_fill(canvas, x, y, half, height, of->color);
    canvas_fill(canvas, x + half, y, width - half, height, of->other);
}

// A line as it lies on the water.
static void swatch_line(draw_picture *canvas, const item *of, int32_t x, int32_t y, int32_t scale) {
    const int32_t width = SWATCH * scale, middle = y + FONT_ASCENT * scale / 2;
    canvas_fill(canvas, x, middle - 2 * scale, width, 4 * scale + 1, COLOR_WHITE);
    canvas_fill(canvas, x, middle - scale, width, 2 * scale + 1, of->color);
}

static void swatch_mark(draw_picture *canvas, const item *of, int32_t x, int32_t y, int32_t scale) {
    const mark sample = {of->shape, of->color, 3 * scale * SUB, 3 * SUB / 4 * scale};
    mark_draw(canvas, &sample,
              (canvas_place){(x + SWATCH * scale / 2) * SUB, (2 * y + FONT_ASCENT * scale) * SUB / 2});
}

static void item_paint(draw_picture *canvas, const item *of, int32_t x, int32_t y, int32_t scale) {
    switch (of->kind) {
    case ITEM_MARK: swatch_mark(canvas, of, x, y, scale); break;
    case ITEM_LINE:
        swatch_fill(canvas, &(item){.color = DRAW_WATER, .other = DRAW_WATER}, x, y, scale);
        swatch_line(canvas, of, x, y, scale);
        break;
    case ITEM_COLOR: swatch_fill(canvas, of, x, y, scale); break;
    case ITEM_WORDS: break;
    }
    const int32_t words = of->kind == ITEM_WORDS ? 0 : (SWATCH + WORD_GAP) * scale;
    canvas_text(canvas, x + words, y, scale, of->words, COLOR_INK);
}

/// Lays the items out in rows and paints them if `paint`; returns the height of all rows, or INT32_MAX if an
/// item is wider than a row.
static int32_t list_lay_out(draw_picture *canvas, const item_list *list, int32_t left, int32_t top,
                            int32_t scale, bool paint) {
    const int32_t end = canvas->width - left;
    int32_t x = left, y = top;
    for (int i = 0; i < list->count; i++) {
        const item *next = &list->items[i];
        const int32_t width = item_width(next) * scale, gap = ITEM_GAP * scale;
        if (left + width - gap > end) return INT32_MAX;
        if (x + width - gap > end) x = left, y += ROW_HEIGHT * scale;
        if (paint) item_paint(canvas, next, x, y, scale);
        x += width;
    }
    return y - top + ROW_HEIGHT * scale;
}

int32_t legend_draw(draw_picture *canvas, const draw_shown *shown, int32_t left, int32_t top) {
    item_list list;
    list_fill(&list, shown);
    if (list.count == 0) return 0;
    for (int32_t scale = canvas->width >= WIDE_PICTURE ? 2 : 1; scale > 0; scale--) {
        if (list_lay_out(canvas, &list, left, top, scale, false) > canvas->height - top) continue;
        return list_lay_out(canvas, &list, left, top, scale, true);
    }
    return 0;
}
