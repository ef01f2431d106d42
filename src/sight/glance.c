// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The glance of an end: like a lookout (lookout.c), but rays pass headlands at which a route that comes along the ray
// cannot bend (jump points have the same rule).
//
// A shortest route can be written so that diagonals come as early as possible. Then it leaves the end along a keel and
// a ray, and bends for the first time at a tile b of the ray where a tile behind b, beside the ray, is blocked and the
// one beside b is open:
//
//     . . . . .        The route comes from the left. It may go on down, or down and to the right, because x is
//     - - > b .        blocked: if x were open, the diagonal would come before the straight move.
//     . . x . .
//
// So a ray needs to stop only at such tiles, and at blocked ones. A keel passes headlands, because no route bends after
// a diagonal move. Behind a headland C that a ray has met, and behind the keel through C as far as this keel can be
// walked, nothing needs to be seen: C leads there at the same length. docs/exact.md has the proof.
//
// Which tiles of a keel see a headland is known beforehand (slants.c): only these send rays.
//
// Time: the tiles of the keels divided by 64, plus for each tile that sees a headland two rays of 64 tiles per step.
#include "glance.h"

#include <string.h>

// ---- Halts ----------------------------------------------------------------------------------------

void lfi_halts_arrays(lfi_arrays *run, const lf_map *map, const lfi_stops *stops, lfi_halts *halts) {
    for (int i = 0; i < 2; i++) {
        LFI_ARRAY(run, halts->rows[i], map->word_count);
        LFI_ARRAY(run, halts->columns[i], stops->column_words);
    }
    LFI_ARRAY_ZEROED(run, halts->fall, lfi_slants_words(map, stops));
    LFI_ARRAY_ZEROED(run, halts->rise, lfi_slants_words(map, stops));
}

void lfi_halts_begin(const lf_map *map, const lfi_stops *stops, lfi_halts *halts, int way) {
    memset(halts->rows[way], 0xff, (size_t)map->word_count * sizeof *halts->rows[way]);
    memset(halts->columns[way], 0xff, (size_t)stops->column_words * sizeof *halts->columns[way]);
}

/// The words of open tiles around a word: bit i of `left` is the tile to the left of bit i of `here`.
typedef struct open_words {
    uint64_t left, here, right;
} open_words;

static open_words words_around(const uint64_t *open) {
    return (open_words){open[0] << 1 | open[-1] >> 63, open[0], open[0] >> 1 | open[1] << 63};
}

/// The halts of 64 x 64 tiles, in a word of columns and a band of rows.
static void square_fill(const lf_map *map, const lfi_stops *stops, lfi_halts *halts, int64_t word,
                        int64_t band) {
    const int64_t x = 64 * word, begin = 64 * band;
    const int64_t end = begin + 64 < map->height ? begin + 64 : map->height;
    uint64_t up[64], down[64];
    memset(up, 0xff, sizeof up);
    memset(down, 0xff, sizeof down);
    for (int64_t y = begin; y < end; y++) {
        const uint64_t at = (lfi_map_row(map, y) >> 6) + (uint64_t)word;
        const open_words above = words_around(map->open + at - map->stride),
                         here = words_around(map->open + at),
                         below = words_around(map->open + at + map->stride);
        halts->rows[0][at] = ~here.here | (above.here & ~above.right) | (below.here & ~below.right);
        halts->rows[1][at] = ~here.here | (above.here & ~above.left) | (below.here & ~below.left);
        up[y - begin] = ~here.here | (here.left & ~below.left) | (here.right & ~below.right);
        down[y - begin] = ~here.here | (here.left & ~above.left) | (here.right & ~above.right);
    }
    lfi_square_mirror(up);
    lfi_square_mirror(down);
    for (int64_t i = 0; i < 64 && x + i < map->width; i++) {
        const uint64_t at = lfi_stops_column_bit(stops, (int32_t)(x + i), (int32_t)begin) >> 6;
        halts->columns[0][at] = up[i];
        halts->columns[1][at] = down[i];
    }
}

void lfi_halts_fill(const lf_map *map, const lfi_stops *stops, lfi_halts *halts, int64_t band) {
    for (int64_t word = 0; 64 * word < map->width; word++) square_fill(map, stops, halts, word, band);
}

// ---- Rays -----------------------------------------------------------------------------------------

/// A row or column of tiles as the rays of a glance in one direction see it.
typedef struct glance_ray {
    const lfi_lookout *lookout;
    const uint64_t *halts;
    bool row;
    int direction; ///< 1 or -1
} glance_ray;

LFI_INLINED glance_ray glance_along(const lfi_lookout *lookout, const lfi_halts *halts, bool row,
                                    int direction) {
    return (glance_ray){.lookout = lookout,
                        .halts = row ? halts->rows[direction > 0] : halts->columns[direction > 0],
                        .row = row,
                        .direction = direction};
}

/// What a ray meets. Its length is also that of a keel's limits, where NOTHING means no limit.
#define NOTHING UINT32_MAX

typedef struct glance_met {
    uint32_t length; ///< NOTHING: it meets no headland
    lfi_spot end;
} glance_met;

/// How many words a ray looks at itself before it asks for patches.
enum { RAY_WORDS = 8 };

/// The bit of the first halt after (before) a bit of `halts`: before and behind each line there is one. UINT64_MAX if it
/// is not in the first words.
LFI_INLINED uint64_t ray_bit(const uint64_t *halts, uint64_t bit, int direction) {
    const uint64_t from = bit + (uint64_t)(int64_t)direction;
    const uint64_t mask = direction > 0 ? UINT64_MAX << (from & 63) : UINT64_MAX >> (63 - (from & 63));
    uint64_t word = from >> 6, bits = halts[word] & mask;
    for (int i = 1; bits == 0; i++) {
        if (i == RAY_WORDS) return UINT64_MAX;
        word += (uint64_t)(int64_t)direction;
        bits = halts[word];
    }
    return 64 * word + (uint64_t)(direction > 0 ? lfi_lowest_bit(bits) : lfi_highest_bit(bits));
}

/// The same for a ray that goes on where ray_bit has given up. Long rays are rare.
static uint64_t ray_bit_far(const glance_ray *to, int32_t x, int32_t y) {
    const lfi_stops *stops = to->lookout->stops;
    lfi_line line =
        to->row ? lfi_stops_row(to->lookout->map, stops, y) : lfi_stops_column(to->lookout->map, stops, x);
    const int32_t place = to->row ? x : y;
    line.stops = to->halts;
    const uint32_t length = lfi_ray_far(&line, place, to->direction, INT32_MAX);
    return line.begin + (uint64_t)(place + to->direction * (int64_t)length);
}

/// The headland that a ray meets, if it lies no more than `limit` tiles away.
LFI_INLINED glance_met ray_meets(glance_ray to, int32_t x, int32_t y, uint32_t limit) {
    const lfi_stops *stops = to.lookout->stops;
    const uint64_t here = lfi_map_row(to.lookout->map, y) + (uint64_t)x;
    const uint64_t bit = to.row ? here : lfi_stops_column_bit(stops, x, y);
    uint64_t met = ray_bit(to.halts, bit, to.direction);
    if (met == UINT64_MAX) met = ray_bit_far(&to, x, y);
    const uint32_t length = (uint32_t)(to.direction > 0 ? met - bit : bit - met);
    if (length > limit) return (glance_met){NOTHING, {0}};
    const lfi_spot end = {
        to.row ? met : lfi_map_row(to.lookout->map, y + to.direction * (int64_t)length) + (uint64_t)x};
    return (glance_met){lfi_stops_is_headland(stops, end) ? length : NOTHING, end};
}

LFI_INLINED void glance_report(glance_ray to, lfi_spot end) {
    to.lookout->headland(to.lookout->user, lfi_stops_number(to.lookout->stops, end));
}

// ---- Diagonals ------------------------------------------------------------------------------------

/// The words of the diagonal through a tile that keels of one heading walk along.
LFI_INLINED const uint64_t *slant_of(const lf_map *map, const lfi_stops *stops, const lfi_halts *halts,
                                     int32_t x, int32_t y, bool falls) {
    const int64_t ring = (int64_t)lfi_slants_ring(map);
    int64_t diagonal = falls ? (int64_t)x - y : (int64_t)x + y;
    if (diagonal < 0) diagonal += ring;
    if (diagonal >= ring) diagonal -= ring;
    if (diagonal < 0 || diagonal >= ring) { // a map that is higher than wide
        diagonal %= ring;
        if (diagonal < 0) diagonal += ring;
    }
    return (falls ? halts->fall : halts->rise) + (uint64_t)diagonal * stops->column_stride * LFI_SLANT_WORDS;
}

/// A place on a diagonal: the bit of a row in its words, which are `word` and those beside it.
typedef struct slant_place {
    const uint64_t *slant, *word;
    bool down; ///< which way the keel leads
} slant_place;

LFI_INLINED slant_place slant_at(const uint64_t *slant, uint64_t bit, bool down) {
    return (slant_place){slant, slant + LFI_SLANT_WORDS * (bit >> 6), down};
}

/// The tiles of a word from which a ray along the row (side 0) or the column meets a headland.
LFI_INLINED uint64_t slant_sees(slant_place at, int side) {
    return at.word[(at.down ? LFI_SLANT_DOWN : LFI_SLANT_UP) + side];
}

/// The bit of the tile in row y: a keel that leads up counts from the row before the map.
LFI_INLINED uint64_t slant_bit_of(int32_t y, bool down) {
    return (uint64_t)y + !down;
}

/// How many moves lead from row y to the next tile of a diagonal whose rays meet a headland; 0 if there is none.
LFI_INLINED uint32_t slant_next(const uint64_t *slant, int32_t y, bool down) {
    const uint64_t here = slant_bit_of(y, down), from = down ? here + 1 : here - 1;
    slant_place at = slant_at(slant, from, down);
    uint64_t mask = down ? UINT64_MAX << (from & 63) : UINT64_MAX >> (63 - (from & 63)), bits;
    for (; (bits = (at.word[LFI_SLANT_ENDS] | slant_sees(at, 0) | slant_sees(at, 1)) & mask) == 0;
         mask = UINT64_MAX)
        at.word += down ? LFI_SLANT_WORDS : -LFI_SLANT_WORDS;
    const int bit = down ? lfi_lowest_bit(bits) : lfi_highest_bit(bits);
    if ((at.word[LFI_SLANT_ENDS] >> bit & 1) != 0) return 0;
    const uint64_t there = (uint64_t)(at.word - slant) / LFI_SLANT_WORDS * 64 + (uint64_t)bit;
    return (uint32_t)(down ? there - here : here - there);
}

uint32_t lfi_glance_keel(const lf_map *map, const lfi_stops *stops, const lfi_halts *halts, lf_point from,
                         int dx, int dy) {
    const uint64_t *slant = slant_of(map, stops, halts, from.x, from.y, dx == dy);
    const uint64_t first = (uint64_t)from.y + (dy > 0), *word = slant + LFI_SLANT_WORDS * (first >> 6);
    uint64_t mask = dy > 0 ? UINT64_MAX << (first & 63) : UINT64_MAX >> (63 - (first & 63)), bits;
    for (; (bits = word[LFI_SLANT_ENDS] & mask) == 0; mask = UINT64_MAX)
        word += dy > 0 ? LFI_SLANT_WORDS : -LFI_SLANT_WORDS;
    const uint64_t begin = (uint64_t)(word - slant) / LFI_SLANT_WORDS * 64;
    return (uint32_t)(dy > 0 ? begin + (uint64_t)lfi_lowest_bit(bits) - first
                             : first - begin - (uint64_t)lfi_highest_bit(bits));
}

/// Whether `moves` moves, at least one, can be walked from row y along a diagonal.
static bool slant_walkable(const uint64_t *slant, int64_t y, int dy, uint32_t moves, int32_t height) {
    const int64_t first = dy > 0 ? y + 1 : y + 1 - (int64_t)moves, last = dy > 0 ? y + (int64_t)moves : y;
    if (first < 0 || last > height) return false; // it leaves the map
    const uint64_t *word = slant + LFI_SLANT_WORDS * ((uint64_t)first >> 6),
                   *end = slant + LFI_SLANT_WORDS * ((uint64_t)last >> 6);
    uint64_t mask = UINT64_MAX << (first & 63);
    for (; word < end; word += LFI_SLANT_WORDS, mask = UINT64_MAX) {
        if ((word[LFI_SLANT_ENDS] & mask) != 0) return false;
    }
    return (word[LFI_SLANT_ENDS] & mask & UINT64_MAX >> (63 - (last & 63))) == 0;
}

// ---- Keels ----------------------------------------------------------------------------------------

static uint32_t limit_of(const lfi_lookout *lookout) {
    return lookout->limit < INT32_MAX ? lookout->limit : INT32_MAX;
}

/// Moves a keel to the next tile from which a ray meets a headland; false if it ends before.
static bool keel_next(const lfi_lookout *lookout, const lfi_halts *halts, lfi_keel *keel) {
    const uint64_t *slant =
        slant_of(lookout->map, lookout->stops, halts, keel->x, keel->y, keel->dx == keel->dy);
    const uint32_t moves =
        keel->dy > 0 ? slant_next(slant, keel->y, true) : slant_next(slant, keel->y, false);
    if (moves == 0 || moves >= limit_of(lookout) - keel->done) return false;
    keel->x += keel->dx * (int32_t)moves;
    keel->y += keel->dy * (int32_t)moves;
    keel->done += moves;
    return true;
}

/// Whether the keel through the headland that a side has met last goes along with this keel until here.
static bool shadow_holds(const lfi_lookout *lookout, const lfi_halts *halts, const lfi_keel *keel, int side) {
    const int32_t moves = (int32_t)(keel->done - keel->met[side]), far = (int32_t)keel->limits[side];
    const int32_t x = keel->x - keel->dx * (moves - (side == 0 ? far : 0)),
                  y = keel->y - keel->dy * (moves - (side == 0 ? 0 : far));
    const uint64_t *slant = slant_of(lookout->map, lookout->stops, halts, x, y, keel->dx == keel->dy);
    return moves == 0 || slant_walkable(slant, y, keel->dy, (uint32_t)moves, lookout->map->height);
}

/// Looks along the row (side 0) or column of the tile that a keel has reached. What lies behind the keel through the
/// headland that the side has met before is left out.
LFI_INLINED void keel_glance(const lfi_lookout *lookout, const lfi_halts *halts, lfi_keel *keel, int side) {
    const glance_ray to = glance_along(lookout, halts, side == 0, side == 0 ? keel->dx : keel->dy);
    const uint32_t limit = limit_of(lookout) - keel->done;
    const glance_met met = ray_meets(to, keel->x, keel->y, limit);
    if (met.length == NOTHING) return;
    if (met.length >= keel->limits[side] && shadow_holds(lookout, halts, keel, side)) return;
    glance_report(to, met.end);
    keel->limits[side] = met.length;
    keel->met[side] = keel->done;
}

/// Looks to the sides to which the tile that a keel has reached sees a headland.
LFI_INLINED void keel_glance_sides(const lfi_lookout *lookout, const lfi_halts *halts, lfi_keel *keel,
                                   slant_place at, int bit) {
    for (int side = 0; side < 2; side++) {
        if ((slant_sees(at, side) >> bit & 1) != 0) keel_glance(lookout, halts, keel, side);
    }
}

bool lfi_glance_advance(const lfi_lookout *lookout, const lfi_halts *halts, lfi_keel *keel) {
    if (keel->done >= limit_of(lookout)) return false;
    const bool down = keel->dy > 0;
    const uint64_t bit = slant_bit_of(keel->y, down);
    const uint64_t *slant =
        slant_of(lookout->map, lookout->stops, halts, keel->x, keel->y, keel->dx == keel->dy);
    keel_glance_sides(lookout, halts, keel, slant_at(slant, bit, down), (int)(bit & 63));
    return keel_next(lookout, halts, keel);
}

/// Looks from all tiles of a keel from which a ray meets a headland. The words of the diagonal are found once. The keel
/// is left as soon as its way, and the straight distance from there, are no less than what the goal wants to beat.
LFI_INLINED void keel_all(const lfi_lookout *lookout, const lfi_halts *halts, lfi_keel *keel, bool down,
                          const lfi_glance_goal *goal) {
    const uint64_t *slant =
        slant_of(lookout->map, lookout->stops, halts, keel->x, keel->y, keel->dx == keel->dy);
    const uint64_t here = slant_bit_of(keel->y, down), first = down ? here + 1 : here - 1;
    slant_place at = slant_at(slant, first, down);
    uint64_t mask = down ? UINT64_MAX << (first & 63) : UINT64_MAX >> (63 - (first & 63));
    for (;; at.word += down ? LFI_SLANT_WORDS : -LFI_SLANT_WORDS, mask = UINT64_MAX) {
        uint64_t bits = (at.word[LFI_SLANT_ENDS] | slant_sees(at, 0) | slant_sees(at, 1)) & mask;
        if (bits == 0) continue;
        const uint64_t begin = (uint64_t)(at.word - slant) / LFI_SLANT_WORDS * 64;
        do {
            const int bit = down ? lfi_lowest_bit(bits) : lfi_highest_bit(bits);
            if ((at.word[LFI_SLANT_ENDS] >> bit & 1) != 0) return;
            bits &= ~(UINT64_C(1) << bit);
            const int32_t y = (int32_t)(begin + (uint64_t)bit) - !down;
            const int32_t moves = down ? y - keel->y : keel->y - y;
            keel->x += keel->dx * moves;
            keel->y = y;
            keel->done += (uint32_t)moves;
            if (goal != NULL && keel->done * goal->metric.diagonal +
                                        lfi_metric_between(&goal->metric, (lf_point){keel->x, y}, goal->to) >=
                                    *goal->best)
                return;
            keel_glance_sides(lookout, halts, keel, at, bit);
        } while (bits != 0);
    }
}

static uint32_t line_glance(const lfi_lookout *lookout, const lfi_halts *halts, int32_t x, int32_t y,
                            bool row, int direction) {
    const glance_ray to = glance_along(lookout, halts, row, direction);
    const glance_met met = ray_meets(to, x, y, limit_of(lookout));
    if (met.length != NOTHING) glance_report(to, met.end);
    return met.length;
}

int lfi_glance_begin(const lfi_lookout *lookout, const lfi_halts *halts, int32_t x, int32_t y,
                     lfi_keel keels[LFI_KEELS]) {
    uint32_t across[2], along[2];
    for (int i = 0; i < 2; i++) {
        across[i] = line_glance(lookout, halts, x, y, true, 2 * i - 1);
        along[i] = line_glance(lookout, halts, x, y, false, 2 * i - 1);
    }
    int count = 0;
    for (int i = 0; i < LFI_KEELS; i++) {
        keels[count] = (lfi_keel){.x = x,
                                  .y = y,
                                  .dx = i % 2 * 2 - 1,
                                  .dy = i / 2 * 2 - 1,
                                  .limits = {across[i % 2], along[i / 2]}};
        count += keel_next(lookout, halts, &keels[count]);
    }
    return count;
}

void lfi_glance_all(const lfi_lookout *lookout, const lfi_halts *halts, int32_t x, int32_t y,
                    const lfi_glance_goal *goal) {
    uint32_t across[2], along[2];
    for (int i = 0; i < 2; i++) {
        across[i] = line_glance(lookout, halts, x, y, true, 2 * i - 1);
        along[i] = line_glance(lookout, halts, x, y, false, 2 * i - 1);
    }
    for (int i = 0; i < LFI_KEELS; i++) {
        lfi_keel keel = {.x = x,
                         .y = y,
                         .dx = i % 2 * 2 - 1,
                         .dy = i / 2 * 2 - 1,
                         .limits = {across[i % 2], along[i / 2]}};
        if (i / 2 == 0)
            keel_all(lookout, halts, &keel, false, goal);
        else
            keel_all(lookout, halts, &keel, true, goal);
    }
}

// ---- Single legs ----------------------------------------------------------------------------------

/// Whether all tiles of a row from one to another are open.
static bool row_open(const lf_map *map, int32_t y, int32_t x0, int32_t x1) {
    const uint64_t from = lfi_map_row(map, y) + (uint64_t)x0, to = lfi_map_row(map, y) + (uint64_t)x1;
    uint64_t mask = UINT64_MAX << (from & 63), word = from >> 6;
    for (; word < to >> 6; word++, mask = UINT64_MAX) {
        if ((~map->open[word] & mask) != 0) return false;
    }
    return (~map->open[word] & mask & UINT64_MAX >> (63 - (to & 63))) == 0;
}

/// Whether the `count` tiles of a column after a place are open; the last one is known to be open.
static bool column_open(const lf_map *map, const lfi_stops *stops, const lfi_halts *halts, int32_t x,
                        int32_t y, int dy, uint32_t count) {
    lfi_line line = lfi_stops_column(map, stops, x);
    line.stops = halts->columns[dy > 0];
    for (;;) {
        const uint32_t length = lfi_ray(&line, y, dy, count);
        if (length >= count) return true;
        count -= length;
        y += dy * (int32_t)length;
        if (!lfi_bit(map->open, (lfi_spot){lfi_map_row(map, y) + (uint64_t)x})) return false;
    }
}

bool lfi_glance_walkable(const lf_map *map, const lfi_stops *stops, const lfi_halts *halts, lf_point from,
                         lf_point to) {
    const uint32_t wide = lfi_gap(from.x, to.x), high = lfi_gap(from.y, to.y),
                   keel = wide < high ? wide : high;
    const int dx = to.x > from.x ? 1 : -1, dy = to.y > from.y ? 1 : -1;
    const lf_point turn = {from.x + dx * (int32_t)keel, from.y + dy * (int32_t)keel};
    if (wide > high && !row_open(map, turn.y, dx > 0 ? turn.x : to.x, dx > 0 ? to.x : turn.x)) return false;
    if (keel > 0 &&
        !slant_walkable(slant_of(map, stops, halts, from.x, from.y, dx == dy), from.y, dy, keel, map->height))
        return false;
    return wide >= high || column_open(map, stops, halts, turn.x, turn.y, dy, high - wide);
}
