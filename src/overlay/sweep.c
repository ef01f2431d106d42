// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Sweeps over the lines of a map, 64 tiles at a time, from marked tiles outwards (bit-parallel visibility).
//
// A tile sees another one if no stop lies in the parallelogram between them (docs/exact.md). Starting at the
// line of a mark, line by line, a sweep keeps the tiles that the mark sees in one octant:
//
//     S . . .      S: straight on from a mark. K: along its keel. o: a tile whose parallelogram is clear: it
//     S K . .      is no stop, and both tiles before it are seen, the one straight back and the one back
//     S o K .      along the keel.
//     S o o K
//
// So the next line is (seen and seen shifted by one) or straight or keel, without stops. The stops removed
// from it are those that the marks see. Under orthogonal moves the parallelograms are upright rectangles: the
// next line spreads sideways from the straight ray, over tiles whose tile on the line before is seen.
//
// Marks of several lines and columns share their bits. This can only add seen tiles: a clear tile of one mark
// beside a clear tile of another may make a third tile look clear. A headland that is marked without need
// looks out once for nothing.
//
// Octants go word by word over up to 64 lines before they go on to the next word: what is seen stays in a
// register, and the bits that move on to the next word, one per line, are a word themselves (loop tiling). A
// word that is seen as a whole stays so over a square without stops, which the patches know: no memory is read
// in the middle of a sea. (Line by line, the words of a line were read again just after they were written, and
// each line had its cost however short it was: 240 instead of 100 us for one tile in an ocean.)
//
// Time: eight octants (four quadrants), each the words of the lines that some mark sees: at worst nearly all
// words of the map.
#include "sweep.h"

uint64_t lfi_sweep_words(const lf_map *map, const lfi_stops *stops) {
    const uint64_t line = map->stride > stops->column_stride ? map->stride : stops->column_stride;
    return line + 2 * LFI_SWEEP_MARGIN;
}

/// The words of a line from `low` to `high`; none if high < low.
typedef struct word_range {
    int64_t low, high;
} word_range;

/// A sweep in one octant or quadrant.
typedef struct swath {
    const lfi_sweep *sweep;
    const lfi_marked *marks;
    const uint64_t *stops; ///< of the first line
    int64_t words;         ///< of a line
    int32_t lines, places; ///< of the map: lines, and tiles of a line
    int step, side;        ///< from line to line, and from place to place
    bool by_row;
    uint64_t *seen, *keel; ///< bits of the current line
    uint64_t *straight;    ///< the same, only in the words of the marks
    uint64_t *next, *over; ///< in quadrants: bits of the next line, and what they spread over
    /// The words that may have bits. In quadrants, the word just beyond each end is 0; others are invalid.
    word_range range;
} swath;

static void range_clear(uint64_t *words, int64_t low, int64_t high) {
    for (int64_t k = low; k <= high; k++) words[k] = 0;
}

/// Widens a range to contain another one. New words are 0.
static void range_widen(uint64_t *words, word_range *range, word_range by) {
    if (range->low > range->high) *range = (word_range){by.low, by.low - 1};
    while (range->low > by.low) words[--range->low] = 0;
    while (range->high < by.high) words[++range->high] = 0;
}

/// Drops words that are 0 from both ends, and sets the word beyond each end to 0.
static void range_trim(uint64_t *words, word_range *range) {
    while (range->low <= range->high && words[range->low] == 0) range->low++;
    while (range->low <= range->high && words[range->high] == 0) range->high--;
    words[range->low - 1] = words[range->high + 1] = 0;
}

static const uint64_t *swath_stops(const swath *s, int32_t line) {
    return s->stops + (int64_t)line * s->words;
}

// ---- What is hit ----------------------------------------------------------------------------------

static void column_hit(const swath *s, uint64_t hits, int64_t word, int32_t x) {
    const lfi_sweep *sweep = s->sweep;
    for (; hits != 0; hits &= hits - 1) {
        const int64_t y = 64 * word + lfi_lowest_bit(hits);
        if (y >= sweep->map->height) return;
        const lfi_spot spot = {lfi_map_row(sweep->map, y) + (uint64_t)x};
        if (lfi_stops_is_headland(sweep->stops, spot)) sweep->headland(sweep->user, spot);
    }
}

static void row_hit(const swath *s, uint64_t hits, int64_t word, int32_t y) {
    const lfi_sweep *sweep = s->sweep;
    const uint64_t first = lfi_map_row(sweep->map, y) + 64 * (uint64_t)word;
    for (hits &= sweep->stops->heads[first >> 6].bits; hits != 0; hits &= hits - 1)
        sweep->headland(sweep->user, (lfi_spot){first + (uint64_t)lfi_lowest_bit(hits)});
}

/// Reports the stops that were reached in a word of a line, except marked tiles, which are known already.
LFI_RARE static void swath_report(const swath *s, int32_t line, int64_t word, uint64_t hits) {
    const uint64_t others = hits & ~lfi_marked_word(s->marks, line, word);
    if (s->by_row)
        row_hit(s, others, word, line);
    else
        column_hit(s, others, word, line);
}

// ---- Octants --------------------------------------------------------------------------------------

/// Some lines between two multiples of 64, in the order of the sweep.
typedef struct line_block {
    int32_t first, count;
    bool marked; ///< whether they have marks
} line_block;

static line_block block_at(const swath *s, int32_t line) {
    const int32_t last = s->step < 0 ? line & ~63 : (line | 63) < s->lines ? line | 63 : s->lines - 1;
    const int32_t low = line < last ? line : last, high = line < last ? last : line;
    return (line_block){line, high - low + 1, low <= s->marks->last && high >= s->marks->first};
}

/// What moves on from word to word: for each line of a block, whether the bit next to the word is set on the
/// line before.
typedef struct word_carry {
    uint64_t seen, keel;
} word_carry;

/// A word on the next line, moved by one bit. `carry` moves in.
static inline uint64_t word_move(uint64_t word, uint64_t carry, int side) {
    return side > 0 ? word << 1 | carry : word >> 1 | carry << 63;
}

/// The bit of a word that moves out.
static inline uint64_t word_moves_out(uint64_t word, int side) {
    return side > 0 ? word >> 63 : word & 1;
}

/// Whether no stop lies in a word on any line of a block, nor on the other lines up to multiples of 64.
static bool square_is_clear(const swath *s, line_block block, int64_t k) {
    const lfi_stops *stops = s->sweep->stops;
    if (64 * (k + 1) > s->places) return false; // stops beyond the map are not in patches
    const uint64_t *patches = s->by_row ? stops->row_patches : stops->column_patches;
    const uint64_t stride = s->by_row ? stops->row_patch_stride : stops->column_patch_stride;
    const int64_t first = (block.first & ~63) >> LFI_PATCH_SHIFT, end = first + 64 / LFI_PATCH;
    const int64_t all = lfi_patches(s->lines);
    const uint64_t place = (uint64_t)k * (64 / LFI_PATCH);
    uint64_t any = 0;
    for (int64_t i = first; i < end && i < all; i++)
        any |= patches[(uint64_t)i * stride + (place >> 6)] >> (place & 63);
    return (any & 0xf) == 0;
}

/// Advances a word over the lines of a block, without keels, straight rays and marks. Returns what moves out.
static inline uint64_t word_advance(const swath *s, line_block block, int64_t k, uint64_t carry, int side) {
    const uint64_t *stops = swath_stops(s, block.first) + k;
    uint64_t seen = s->seen[k], out = 0;
    for (int32_t i = 0; i < block.count && seen != 0; i++, stops += s->step * s->words) {
        out |= word_moves_out(seen, side) << i;
        const uint64_t both = word_move(seen, carry >> i & 1, side) & seen, hits = both & *stops;
        seen = both ^ hits;
        if (hits != 0) swath_report(s, block.first + s->step * i, k, hits);
    }
    s->seen[k] = seen;
    return out;
}

/// The same for a word with keels, straight rays or marks.
static inline word_carry word_advance_all(const swath *s, line_block block, int64_t k, word_carry carry,
                                          int side) {
    const bool near = k >= s->marks->low && k <= s->marks->high;
    uint64_t seen = s->seen[k], keel = s->keel[k], straight = near ? s->straight[k] : 0;
    const bool clear = square_is_clear(s, block, k); // then memory need not be read
    word_carry out = {0, 0};
    for (int32_t i = 0; i < block.count; i++) {
        const int32_t line = block.first + s->step * i;
        const uint64_t stops = clear ? 0 : swath_stops(s, line)[k];
        out.seen |= word_moves_out(seen, side) << i;
        out.keel |= word_moves_out(keel, side) << i;
        keel = word_move(keel, carry.keel >> i & 1, side);
        seen = (word_move(seen, carry.seen >> i & 1, side) & seen) | keel | straight;
        const uint64_t marks = block.marked && near ? lfi_marked_word(s->marks, line, k) : 0;
        if ((seen & stops & ~marks) != 0) swath_report(s, line, k, seen & stops & ~marks);
        seen = (seen & ~stops) | marks;
        keel = (keel & ~stops) | marks;
        straight = (straight & ~stops) | marks;
    }
    s->seen[k] = seen;
    s->keel[k] = keel;
    if (near) s->straight[k] = straight;
    return out;
}

/// Advances one word over the lines of a block. Returns what moves on to the next word.
static word_carry octant_word(const swath *s, line_block block, int64_t k, word_carry carry) {
    const uint64_t whole = UINT64_MAX >> (64 - block.count);
    const bool near = k >= s->marks->low && k <= s->marks->high;
    if (s->keel[k] != 0 || carry.keel != 0 || (near && (block.marked || s->straight[k] != 0)))
        return s->side > 0 ? word_advance_all(s, block, k, carry, 1)
                           : word_advance_all(s, block, k, carry, -1);
    if (s->seen[k] == 0) return (word_carry){0, 0};
    if (s->seen[k] == UINT64_MAX && carry.seen == whole && square_is_clear(s, block, k))
        return (word_carry){whole, 0}; // the middle of a sea
    return (word_carry){s->side > 0 ? word_advance(s, block, k, carry.seen, 1)
                                    : word_advance(s, block, k, carry.seen, -1),
                        0};
}

/// Widens the range of the sweep to contain a word. New words are 0.
static void octant_widen(swath *s, int64_t k) {
    if (s->range.low > s->range.high) s->range = (word_range){k, k - 1};
    for (; s->range.low > k; s->range.low--) s->seen[s->range.low - 1] = s->keel[s->range.low - 1] = 0;
    for (; s->range.high < k; s->range.high++) s->seen[s->range.high + 1] = s->keel[s->range.high + 1] = 0;
}

/// Drops words that are 0 from both ends of the range.
static void octant_trim(swath *s) {
    word_range *range = &s->range;
    while (range->low <= range->high && (s->seen[range->low] | s->keel[range->low]) == 0) range->low++;
    while (range->low <= range->high && (s->seen[range->high] | s->keel[range->high]) == 0) range->high--;
}

/// Advances the sweep over the lines of a block, word by word in the direction in which bits move.
static void octant_step(swath *s, line_block block) {
    if (block.marked) {
        octant_widen(s, s->marks->low);
        octant_widen(s, s->marks->high);
    }
    word_carry carry = {0, 0};
    int64_t k = s->side > 0 ? s->range.low : s->range.high;
    for (; k >= s->range.low && k <= s->range.high; k += s->side) {
        carry = octant_word(s, block, k, carry);
        const int64_t next = k + s->side;
        if (carry.keel != 0 && next >= 0)
            octant_widen(s, next); // a line ends with stops: none moves out there
    }
    octant_trim(s);
}

// ---- Quadrants ------------------------------------------------------------------------------------

/// Spreads the seeds of a word over neighbouring bits of `over`, towards a side. Seeds are bits of `over`.
static uint64_t word_spread(uint64_t seeds, uint64_t over, int side) {
    for (int shift = 1; shift < 64; shift *= 2) {
        seeds |= over & (side > 0 ? seeds << shift : seeds >> shift);
        over &= side > 0 ? over << shift : over >> shift;
    }
    return seeds;
}

/// Spreads seeds over the bits of `over` in a range of words, towards a side, in place.
static void line_fill(uint64_t *seeds, const uint64_t *over, word_range range, int side) {
    const int64_t begin = side > 0 ? range.low : range.high, count = range.high - range.low + 1;
    uint64_t carry = 0; // the bit that the word before spreads to
    for (int64_t i = 0; i < count; i++) {
        const int64_t k = begin + side * i;
        seeds[k] = word_spread(seeds[k] | (carry & over[k]), over[k], side);
        carry = side > 0 ? seeds[k] >> 63 : seeds[k] << 63;
    }
}

/// Reports the stops at the border of what is seen on a line. `below` has the tiles seen on the line before;
/// NULL on the line where rectangles begin.
static void quadrant_report(const swath *s, int32_t line, word_range range, const uint64_t *below) {
    const uint64_t *stops = swath_stops(s, line);
    for (int64_t k = range.low; k <= range.high; k++) {
        const uint64_t beside =
            s->side > 0 ? s->next[k] << 1 | s->next[k - 1] >> 63 : s->next[k] >> 1 | s->next[k + 1] << 63;
        const uint64_t hits = stops[k] & (below == NULL ? beside : below[k] & (beside | s->keel[k]));
        if (hits != 0) swath_report(s, line, k, hits);
    }
}

/// Continues the rectangles that began on earlier lines.
static void quadrant_go_on(swath *s, int32_t line) {
    const uint64_t *stops = swath_stops(s, line);
    const word_range range = s->range;
    for (int64_t k = range.low; k <= range.high; k++) {
        s->keel[k] = k >= s->marks->low && k <= s->marks->high ? s->straight[k] : 0;
        s->over[k] = s->seen[k] & ~stops[k];
        s->next[k] = s->keel[k] & s->over[k];
    }
    line_fill(s->next, s->over, range, s->side);
    s->next[range.low - 1] = s->next[range.high + 1] = 0;
    quadrant_report(s, line, range, s->seen);
    for (int64_t k = s->marks->low; k <= s->marks->high; k++) s->straight[k] &= ~stops[k];
}

/// Begins rectangles on a line: its marks, and the tiles that they see along it. Fills all words of `next`.
static void quadrant_begin(swath *s, int32_t line) {
    const uint64_t *stops = swath_stops(s, line);
    const word_range all = {0, s->words - 1};
    for (int64_t k = 0; k < s->words; k++) {
        s->next[k] = lfi_marked_word(s->marks, line, k);
        s->over[k] = ~stops[k] | s->next[k];
    }
    line_fill(s->next, s->over, all, s->side);
    s->next[-1] = s->next[s->words] = 0;
    quadrant_report(s, line, all, NULL);
    for (int64_t k = s->marks->low; k <= s->marks->high; k++)
        s->straight[k] |= *lfi_marked_at(s->marks, line, k);
}

static void quadrant_step(swath *s, int32_t line) {
    quadrant_go_on(s, line);
    uint64_t *swap = s->seen;
    s->seen = s->next;
    s->next = swap;
    if (line >= s->marks->first && line <= s->marks->last) {
        const word_range all = {0, s->words - 1};
        quadrant_begin(s, line);
        range_widen(s->seen, &s->range, all);
        for (int64_t k = 0; k < s->words; k++) s->seen[k] |= s->next[k];
    }
    range_trim(s->seen, &s->range);
}

// ---- All directions -------------------------------------------------------------------------------

static swath swath_make(const lfi_sweep *sweep, bool by_row, int step, int side) {
    const lfi_stops *stops = sweep->stops;
    const uint64_t stride = by_row ? sweep->map->stride : stops->column_stride;
    uint64_t *buffers[LFI_SWEEP_BUFFERS];
    for (int i = 0; i < LFI_SWEEP_BUFFERS; i++) buffers[i] = sweep->buffers[i] + LFI_SWEEP_MARGIN;
    swath s = {.sweep = sweep,
               .marks = by_row ? &sweep->rows : &sweep->columns,
               .stops = (by_row ? stops->rows : stops->columns) + 1 + stride,
               .words = (int64_t)stride,
               .lines = by_row ? sweep->map->height : sweep->map->width,
               .places = by_row ? sweep->map->width : sweep->map->height,
               .step = step,
               .side = side,
               .by_row = by_row,
               .seen = buffers[0],
               .keel = buffers[1],
               .straight = buffers[2],
               .next = buffers[3],
               .over = buffers[4]};
    s.range = (word_range){s.marks->low, s.marks->low - 1};
    range_clear(s.seen, s.marks->low - 1, s.marks->low);
    range_clear(s.straight, s.marks->low, s.marks->high);
    return s;
}

/// Runs one sweep from the first line of the marks until no tile is seen any more.
static void swath_run(swath s) {
    const bool orthogonal = s.sweep->map->moves == LF_MOVES_ORTHOGONAL;
    const int32_t last = s.step > 0 ? s.marks->last : s.marks->first;
    for (int32_t line = s.step > 0 ? s.marks->first : s.marks->last; line >= 0 && line < s.lines;) {
        const line_block block = orthogonal ? (line_block){line, 1, false} : block_at(&s, line);
        if (orthogonal)
            quadrant_step(&s, line);
        else
            octant_step(&s, block);
        line += s.step * block.count;
        const bool past = s.step > 0 ? line > last : line < last;
        if (past && s.range.low > s.range.high) break;
    }
}

void lfi_sweep_run(const lfi_sweep *sweep) {
    for (int step = -1; step <= 1; step += 2) {
        for (int side = -1; side <= 1; side += 2) {
            swath_run(swath_make(sweep, true, step, side));
            if (sweep->map->moves != LF_MOVES_ORTHOGONAL) swath_run(swath_make(sweep, false, step, side));
        }
    }
}
