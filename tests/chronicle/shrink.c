// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Making a failing chronicle smaller: deeds, parts of the world, rows and columns at the four sides, and tiles
// that become all land or all water. Large bites come first. All steps are tried again until a whole round
// takes nothing away.
#include "chronicle.h"

#include <string.h>

typedef struct shrinker {
    chronicle *best;
    chronicle candidate;
    chronicle_fails fails;
    int tried;
} shrinker;

/// Takes the candidate over if it still fails, and is another chronicle.
static bool shrink_try(shrinker *s) {
    if (memcmp(&s->candidate, s->best, sizeof s->candidate) == 0) return false;
    s->tried++;
    if (!s->fails(&s->candidate)) return false;
    *s->best = s->candidate;
    return true;
}

static bool shrink_deeds(shrinker *s) {
    bool any = false;
    for (int bite = s->best->deed_count; bite > 0; bite /= 2) {
        for (int at = 0; at + bite <= s->best->deed_count;) {
            s->candidate = *s->best;
            chronicle *c = &s->candidate;
            memmove(c->deeds + at, c->deeds + at + bite,
                    (size_t)(c->deed_count - at - bite) * sizeof *c->deeds);
            c->deed_count -= bite;
            if (shrink_try(s))
                any = true;
            else
                at += bite;
        }
    }
    return any;
}

static bool shrink_fields(shrinker *s) {
    bool any = false;
    for (int i = 0; i < chronicle_field_count; i++) {
        s->candidate = *s->best;
        *chronicle_field_of(&s->candidate, &chronicle_fields[i]) = 0;
        any = shrink_try(s) || any;
    }
    return any;
}

/// The map without some columns and rows at its left and top, and of another size; places move along.
static void chronicle_crop(const chronicle *from, int left, int top, int width, int height, chronicle *out) {
    *out = *from;
    out->width = width;
    out->height = height;
    for (int i = 0; i < width * height; i++)
        out->open[i] = from->open[(i / width + top) * from->width + i % width + left];
    for (int i = 0; i < out->deed_count; i++) {
        for (int k = 0; k < deed_names[out->deeds[i].kind].places; k++)
            out->deeds[i].at[k] -= k % 2 == 0 ? left : top;
    }
}

static bool shrink_side(shrinker *s, int side) {
    bool any = false;
    for (int bite = CHRONICLE_SIDE / 2; bite > 0;) {
        const int width = s->best->width - (side % 2 == 0 ? bite : 0);
        const int height = s->best->height - (side % 2 == 1 ? bite : 0);
        if (width > 0 && height > 0) {
            chronicle_crop(s->best, side == 0 ? bite : 0, side == 1 ? bite : 0, width, height, &s->candidate);
            if (shrink_try(s)) {
                any = true;
                continue;
            }
        }
        bite /= 2;
    }
    return any;
}

/// Squares of tiles become all open or all blocked.
static bool shrink_tiles(shrinker *s, uint8_t aim) {
    bool any = false;
    for (int bite = 64; bite > 0; bite /= 2) {
        for (int at = 0; at < s->best->width * s->best->height; at++) {
            const int x0 = at % s->best->width, y0 = at / s->best->width;
            if (x0 % bite != 0 || y0 % bite != 0) continue;
            s->candidate = *s->best;
            for (int y = y0; y < y0 + bite && y < s->best->height; y++) {
                for (int x = x0; x < x0 + bite && x < s->best->width; x++)
                    s->candidate.open[y * s->best->width + x] = aim;
            }
            any = shrink_try(s) || any;
        }
    }
    return any;
}

int chronicle_shrink(chronicle *c, chronicle_fails fails) {
    static shrinker s;
    s = (shrinker){.best = c, .fails = fails};
    bool any = true;
    while (any) {
        any = shrink_deeds(&s);
        any = shrink_fields(&s) || any;
        for (int side = 0; side < 4; side++) any = shrink_side(&s, side) || any;
        any = shrink_tiles(&s, 1) || any;
    }
    shrink_tiles(&s, 0); // what can be land is land, for the eye
    return s.tried;
}
