// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What the ends of a case stand for, from the words of lf_end_rule: every tile of the map is looked at for
// every end, and bodies are found by painting tiles one by one.
#include "swarm.h"

#include <stdlib.h>
#include <string.h>

enum { UNPAINTED = -1 };

/// Paints the bodies of a case, or all open tiles alike if its map does not know its bodies.
static void bodies_paint(const swarm_case *c, int *paint) {
    static lf_tile stack[SWARM_TILES];
    const oracle_map map = {c->width, c->height, (lf_moves)c->moves, (unsigned char *)c->open};
    int paints = 0;
    for (int i = 0; i < c->width * c->height; i++)
        paint[i] = c->bodies != 0 && c->open[i] != 0 ? 0 : UNPAINTED;
    for (int i = 0; i < c->width * c->height; i++) {
        if (c->open[i] == 0 || paint[i] != UNPAINTED) continue;
        int count = 0;
        stack[count++] = (lf_tile)i;
        for (paint[i] = paints++; count > 0;) {
            const int at = (int)stack[--count], x = at % c->width, y = at / c->width;
            for (int k = 0; k < 9; k++) {
                const int next = at + (k / 3 - 1) * c->width + k % 3 - 1;
                if (!oracle_move_legal(&map, x, y, k % 3 - 1, k / 3 - 1) || paint[next] != UNPAINTED)
                    continue;
                paint[next] = paint[i];
                stack[count++] = (lf_tile)next;
            }
        }
    }
}

static int chebyshev(const swarm_case *c, lf_tile a, lf_tile b) {
    const int dx = abs((int)a % c->width - (int)b % c->width),
              dy = abs((int)a / c->width - (int)b / c->width);
    return dx > dy ? dx : dy;
}

static void berth_put(swarm_berths *b, lf_tile tile, int entry) {
    if (b->count < SWARM_BERTHS) {
        b->tiles[b->count] = tile;
        b->entries[b->count] = entry;
    }
    b->count++;
}

/// The nearest tile of each body within a radius, by distance and then by number.
static void berths_near(const swarm_case *c, const int *paint, lf_tile end, int radius, int entry,
                        swarm_berths *b) {
    static bool met[SWARM_TILES];
    memset(met, 0, sizeof met);
    for (int distance = 1; distance <= radius; distance++) {
        for (int i = 0; i < c->width * c->height; i++) {
            if (c->open[i] == 0 || chebyshev(c, end, (lf_tile)i) != distance || met[paint[i]]) continue;
            met[paint[i]] = true;
            berth_put(b, (lf_tile)i, entry);
        }
    }
}

static void berths_of_end(const swarm_case *c, const int *paint, lf_tile end, const lf_end_rule *rule,
                          int entry, swarm_berths *b) {
    if (end == LF_NO_TILE) return;
    if (c->open[end] != 0) berth_put(b, end, entry);
    if (c->open[end] != 0 || rule->kind == LF_END_GIVEN) return;
    if (rule->kind == LF_END_NEAR) {
        berths_near(c, paint, end, rule->radius, entry, b);
        return;
    }
    for (int i = 0; i < c->width * c->height; i++) {
        if (c->open[i] != 0 && chebyshev(c, end, (lf_tile)i) == 1) berth_put(b, (lf_tile)i, entry);
    }
}

static lf_status end_fault(const lf_end_rule *rule, lf_tile end, bool source) {
    if (end == LF_NO_TILE) return source ? LF_E_SOURCE_OUTSIDE : LF_E_TARGET_OUTSIDE;
    if (rule->kind == LF_END_GIVEN) return source ? LF_E_SOURCE_BLOCKED : LF_E_TARGET_BLOCKED;
    return source ? LF_E_SOURCE_FAR : LF_E_TARGET_FAR;
}

/// One list; its status is what is wrong with it.
static lf_status berths_make(const swarm_case *c, const int *paint, const lf_tile *ends, int count,
                             const lf_end_rule *rule, bool source, swarm_berths *b) {
    const bool asked = rule->kind != LF_END_GIVEN || rule->skip_bad;
    const int room = c->end_room != 0 ? c->end_room : 256;
    b->count = 0;
    for (int i = 0; i < count; i++) {
        const int before = b->count;
        berths_of_end(c, paint, ends[i], rule, i, b);
        if (asked && b->count > room) return LF_E_END_ROOM;
        if (b->count == before && !rule->skip_bad) return end_fault(rule, ends[i], source);
    }
    if (b->count > 0) return LF_OK;
    return source ? LF_E_SOURCES_SKIPPED : LF_E_TARGETS_SKIPPED;
}

// ---- The ends as they are given ---------------------------------------------------------------------

lf_end_rule swarm_rule(const swarm_case *c, bool source) {
    return source ? (lf_end_rule){(lf_end_kind)c->from_kind, c->from_radius, c->from_skip != 0}
                  : (lf_end_rule){(lf_end_kind)c->to_kind, c->to_radius, c->to_skip != 0};
}

/// Ends that have drifted from where the case has them: onto land, and now and then off the map.
static void ends_drift(const swarm_case *c, const lf_tile *ends, int count, uint64_t random, lf_tile *out) {
    for (int i = 0; i < count; i++) {
        const int far = 1 + c->adrift % 8, lost = oracle_below(&random, 3 * SWARM_ENDS);
        const int x = (int)ends[i] % c->width + oracle_below(&random, 2 * far + 1) - far;
        const int y = (int)ends[i] / c->width + oracle_below(&random, 2 * far + 1) - far;
        const bool inside = x >= 0 && y >= 0 && x < c->width && y < c->height;
        out[i] = c->adrift == 0 ? ends[i]
                 : lost == 0    ? LF_NO_TILE
                 : inside       ? (lf_tile)(y * c->width + x)
                                : ends[i];
    }
}

void swarm_berths_make(const swarm_case *c, swarm_truth *t) {
    static int paint[SWARM_TILES];
    const lf_end_rule from = swarm_rule(c, true), to = swarm_rule(c, false);
    const bool from_asked = from.kind != LF_END_GIVEN || from.skip_bad;
    ends_drift(c, c->sources, c->source_count, (uint64_t)c->adrift * 7919, t->given_sources);
    ends_drift(c, c->targets, c->target_count, (uint64_t)c->adrift * 104729, t->given_targets);
    bodies_paint(c, paint);
    const lf_status sources = berths_make(c, paint, t->given_sources, c->source_count, &from, true, &t->from);
    const lf_status targets = berths_make(c, paint, t->given_targets, c->target_count, &to, false, &t->to);
    // Ends without a rule are looked at before those with one.
    const bool plain_first = from_asked && to.kind == LF_END_GIVEN && !to.skip_bad;
    t->status = plain_first && targets != LF_OK ? targets : sources != LF_OK ? sources : targets;
}
