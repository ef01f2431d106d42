// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Making a failing case smaller. One step takes something away: rows, columns, ends, an option's value,
// walls, depths. It stays if the case still fails. Large bites come first. All steps are tried again until a
// whole round takes nothing away, so that what is left cannot do without any single one of its parts.
//
// A case is first made as open as can be, then as blocked as can be: one of the two is mostly much smaller. A
// single aim would either leave large halls around a corridor, or never drop a wall that holds a corridor in
// place.
#include "swarm.h"

#include <string.h>

typedef struct shrinker {
    swarm_case *best;
    swarm_case candidate;
    swarm_fails fails;
    uint8_t aim; ///< what tiles are to become: 1 open, 0 blocked
    int tried;
} shrinker;

/// Takes the candidate over if it still fails, and is another case.
static bool shrink_try(shrinker *s) {
    swarm_settle(&s->candidate);
    if (memcmp(&s->candidate, s->best, sizeof s->candidate) == 0) return false;
    s->tried++;
    if (!s->fails(&s->candidate)) return false;
    *s->best = s->candidate;
    return true;
}

/// Where a tile goes when `count` rows or columns from `at` on are cut out; -1 = it is cut out too.
static int place_after_cut(int place, int at, int count) {
    return place < at ? place : place < at + count ? -1 : place - count;
}

static void ends_cut(const swarm_case *from, bool rows, int at, int count, const lf_tile *ends, int end_count,
                     int width, lf_tile *out, int32_t *out_count) {
    *out_count = 0;
    for (int i = 0; i < end_count; i++) {
        int x = (int)ends[i] % from->width, y = (int)ends[i] / from->width;
        *(rows ? &y : &x) = place_after_cut(rows ? y : x, at, count);
        if (x >= 0 && y >= 0) out[(*out_count)++] = (lf_tile)(y * width + x);
    }
}

/// Cuts rows or columns out; false if no source or no target would be left.
static bool case_cut(const swarm_case *from, bool rows, int at, int count, swarm_case *out) {
    *out = *from;
    *(rows ? &out->height : &out->width) -= count;
    memset(out->open, 0, sizeof out->open);
    memset(out->depth, 0, sizeof out->depth);
    for (int i = 0; i < from->width * from->height; i++) {
        int x = i % from->width, y = i / from->width;
        *(rows ? &y : &x) = place_after_cut(rows ? y : x, at, count);
        if (x < 0 || y < 0) continue;
        out->open[y * out->width + x] = from->open[i];
        out->depth[y * out->width + x] = from->depth[i];
    }
    ends_cut(from, rows, at, count, from->sources, from->source_count, out->width, out->sources,
             &out->source_count);
    ends_cut(from, rows, at, count, from->targets, from->target_count, out->width, out->targets,
             &out->target_count);
    return out->source_count > 0 && out->target_count > 0;
}

static bool shrink_cuts(shrinker *s, bool rows) {
    bool any = false;
    for (int bite = SWARM_SIDE / 2 + 1; bite > 0; bite /= 2) {
        for (int at = 0;;) {
            const int side = rows ? s->best->height : s->best->width;
            if (at + bite > side || bite >= side) break;
            if (case_cut(s->best, rows, at, bite, &s->candidate) && shrink_try(s))
                any = true;
            else
                at += bite;
        }
    }
    return any;
}

static bool shrink_ends(shrinker *s, bool sources) {
    bool any = false;
    for (int bite = SWARM_ENDS / 2; bite > 0; bite /= 2) {
        for (int at = 0;;) {
            s->candidate = *s->best;
            int32_t *count = sources ? &s->candidate.source_count : &s->candidate.target_count;
            lf_tile *ends = sources ? s->candidate.sources : s->candidate.targets;
            if (at + bite > *count || bite >= *count) break;
            memmove(ends + at, ends + at + bite, (size_t)(*count - at - bite) * sizeof *ends);
            *count -= bite;
            if (shrink_try(s))
                any = true;
            else
                at += bite;
        }
    }
    return any;
}

/// The values of a number: 0, then half of it, then one less.
static bool shrink_field(shrinker *s, const swarm_field *field) {
    const int32_t now = *swarm_field_of(s->best, field);
    const int32_t simpler[] = {0, now / 2, now < 0 ? now + 1 : now - 1};
    if (now == 0) return false;
    for (int i = 0; i < 3; i++) {
        s->candidate = *s->best;
        *swarm_field_of(&s->candidate, field) = simpler[i];
        if (shrink_try(s)) return true;
    }
    return false;
}

/// `auto` becomes what it stands for, because it floods small maps whatever there is. The strategy is never
/// changed after that.
static void shrink_auto(shrinker *s) {
    for (int strategy = LF_STRATEGY_FLOOD; s->best->strategy == LF_STRATEGY_AUTO; strategy++) {
        if (strategy > LF_STRATEGY_STRIP) return;
        s->candidate = *s->best;
        s->candidate.strategy = strategy;
        shrink_try(s);
    }
}

static bool shrink_fields(shrinker *s) {
    bool any = false;
    for (int i = 0; i < swarm_field_count; i++) {
        if (strcmp(swarm_fields[i].name, "strategy") == 0) continue;
        while (shrink_field(s, &swarm_fields[i])) any = true;
    }
    return any;
}

static bool case_has_end(const swarm_case *c, lf_tile tile) {
    for (int i = 0; i < c->source_count; i++) {
        if (c->sources[i] == tile) return true;
    }
    for (int i = 0; i < c->target_count; i++) {
        if (c->targets[i] == tile) return true;
    }
    return false;
}

/// Gives a stretch of tiles one value, open or blocked, or one depth. Ends stay open.
static bool shrink_stretch(shrinker *s, bool depth, int at, int count) {
    s->candidate = *s->best;
    const int size = s->best->width * s->best->height;
    for (int i = at; i < at + count && i < size; i++) {
        if (depth)
            s->candidate.depth[i] = 0;
        else
            s->candidate.open[i] = s->aim != 0 || case_has_end(s->best, (lf_tile)i);
    }
    return shrink_try(s);
}

static bool shrink_tiles(shrinker *s, bool depth) {
    const int size = s->best->width * s->best->height;
    bool any = false;
    for (int bite = size; bite > 0; bite /= 2) {
        for (int at = 0; at < size; at += bite) any = shrink_stretch(s, depth, at, bite) || any;
    }
    return any;
}

static void shrink_to(shrinker *s, uint8_t aim) {
    s->aim = aim;
    for (bool any = true; any;) {
        any = shrink_fields(s);
        any = shrink_cuts(s, true) || any;
        any = shrink_cuts(s, false) || any;
        any = shrink_ends(s, true) || any;
        any = shrink_ends(s, false) || any;
        any = shrink_tiles(s, false) || any;
        any = shrink_tiles(s, true) || any;
    }
}

int swarm_shrink(swarm_case *c, swarm_fails fails) {
    static shrinker s;
    static swarm_case blocked;
    s = (shrinker){.best = c, .fails = fails};
    shrink_auto(&s);
    shrink_to(&s, 1);
    blocked = *c;
    s.best = &blocked;
    shrink_to(&s, 0);
    if (blocked.width * blocked.height < c->width * c->height) *c = blocked;
    return s.tried;
}
