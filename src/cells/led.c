// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// `expand` and `spine` under weights: a plan over the coarse map, by what cells cost about, a corridor around it,
// and the search of `cells` inside, under true costs.
//
//     plan       A* over the coarse map, or the one above it (guided/plan.c)
//     refine     all cells of 16 x 16 tiles within `radius` cells of the coarse map of the plan; the cheapest route inside
//     widen      none inside? Again, with a corridor three times as wide
//     guardrail  after `widenings` attempts: an unrestricted flood
//
// The two differ in their radius alone. The route is the cheapest one in its corridor. An honest plan always holds a
// route, so with it the first corridor is the only one, unless a gate or obstacles close tiles.
//
// Rejected: waves of tiles inside windows, as without weights. With weights there are no waves, and no straight way is
// known to be best; and the tables that make `cells` fast are exactly what is wanted between portals.
//
// Time: O(nodes planned + cells of the corridor). Memory: that of `cells`, and of the plan.
#include "cells.h"

#ifndef LF_NO_CELLS // absent.c
#include "../guided/guide.h"
#include "../guided/plan.h"

enum { LED_WIDENINGS = 3, LED_MOST_RADIUS = 1 << 20 };

/// What differs between the strategies.
typedef struct led_kind {
    int32_t radius; ///< unless the query has one
} led_kind;

static lf_status led_check(const lf_search *search, const lf_query *query) {
    if (lfi_cells_of(search) == NULL) return LF_E_NO_WEIGHTS;
    const lf_status status = lfi_guide_check(search, query);
    return status == LF_OK ? lfi_cells_check(search, query) : status;
}

static void led_begin(lf_search *search) {
    const lf_options *options = &search->query.options;
    const led_kind *kind = search->strategy->own;
    lfi_cells *cells = lfi_cells_of(search);
    cells->radius = lfi_option_value(options->radius, kind->radius);
    cells->widenings = lfi_option_value(options->widenings, LED_WIDENINGS);
    search->stage = LFI_STAGE_PLAN;
    lfi_plan_begin(search);
}

/// Opens the cells around one of the plan. How many were not open.
static int64_t led_open_around(lf_search *search, const lf_coarse *plan, lf_point at) {
    const int64_t side = INT64_C(1) << plan->level;
    const int64_t more = (int64_t)lfi_cells_of(search)->radius << search->coarse->level;
    const int64_t x0 = at.x * side - more, y0 = at.y * side - more, x1 = at.x * side + side - 1 + more,
                  y1 = at.y * side + side - 1 + more;
    const int64_t right = search->base->width - 1, bottom = search->base->height - 1;
    return lfi_cells_open(search, (lfi_box){(int32_t)(x0 > 0 ? x0 : 0), (int32_t)(y0 > 0 ? y0 : 0),
                                            (int32_t)(x1 < right ? x1 : right),
                                            (int32_t)(y1 < bottom ? y1 : bottom)});
}

/// A wider corridor holds all cells of the one before.
static void led_count(lf_stats *stats, int64_t open) {
    if (stats->phases == 1)
        stats->first_cells = open;
    else
        stats->opened_cells = open - stats->first_cells;
}

/// Begins the search inside the corridor.
static void led_refine(lf_search *search) {
    const lfi_plan *plan = lfi_plan_of(search);
    const lfi_tier *tier = &plan->tiers[plan->tier];
    search->stage = LFI_STAGE_REFINE;
    search->route.stats.phases++;
    int64_t open = 0;
    lfi_cells_start(search, true);
    for (uint32_t node = tier->goal; node != LFI_NO_NODE; node = tier->nodes[node].parent) {
        const uint32_t cell = lfi_coarse_node_cell(tier->coarse, node);
        open += led_open_around(search, tier->coarse, lfi_coarse_point(tier->coarse, cell));
    }
    led_count(&search->route.stats, open);
    lfi_cells_add_ends(search);
}

/// There is no route in the corridor.
static lf_status led_widen(lf_search *search) {
    lfi_cells *cells = lfi_cells_of(search);
    if (cells->widenings == 0) return lfi_search_give_up(search);
    cells->widenings--;
    cells->radius = cells->radius < LED_MOST_RADIUS ? 3 * cells->radius + 1 : cells->radius;
    led_refine(search);
    return LF_PAUSED;
}

static lf_status led_step(lf_search *search, int64_t *budget) {
    if (search->stage == LFI_STAGE_PLAN) {
        const lf_status status = lfi_plan_step(search, budget);
        if (status == LF_PAUSED) return LF_PAUSED;
        if (status != LF_OK) return lfi_guide_no_plan(search);
        led_refine(search);
        return LF_PAUSED;
    }
    const lf_status status = lfi_cells_step(search, budget);
    return status == LF_NO_ROUTE ? led_widen(search) : status;
}

static const led_kind led_expand = {.radius = 3}, led_spine = {.radius = 1};

#define LED(title, kind)                                                                             \
    {                                                                                                \
        .name = (title), .octile = true, .gated = true, .weighted = true, .missing = LF_E_NO_COARSE, \
        .parts = LFI_PART_BIT(PLAN), .check = led_check, .own = &(kind), .begin = led_begin,         \
        .step = led_step, .trace = lfi_cells_trace, .has_met = lfi_cells_have_met                    \
    }
const lfi_strategy lfi_expand_weighed_strategy = LED("expand", led_expand);
const lfi_strategy lfi_spine_weighed_strategy = LED("spine", led_spine);
#endif // LF_NO_CELLS
