// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ways on which every move gains, line by line: all tiles of a row that are reached are moved to the next row at once, 64
// of them with a few operations (bit-parallel). Where a route at sea leads over more columns than rows, columns are the
// lines; they are mirrored, a square of 64 x 64 tiles at a time.
//
//     a . . . . .      The tiles that are reached from a, from left to right. The last column has b, so there is a way
//     \ . . # . .      from a to b of five moves, as long as the straight distance: all ways of that length are
//     . \ # # . .      looked at.
//     . . \ . . b
//
// Time: O(lines * words). Memory: 8 bytes per line and word.
#include "forward.h"

#include "../sight/stops.h"

#include <string.h>

/// Words for each row and column of the map, together.
enum { WORDS_PER_LINE = 4 };

void lfi_forward_arrays(lfi_arrays *run, lfi_forward *forward, const lf_map *map) {
    forward->room = WORDS_PER_LINE * ((uint64_t)map->width + (uint64_t)map->height);
    LFI_ARRAY(run, forward->reached, forward->room);
    LFI_ARRAY(run, forward->mirror, 64 * LFI_FORWARD_WIDE);
}

// ---- Lines ----------------------------------------------------------------------------------------

static int32_t point_along(const lfi_forward *f, lf_point point) {
    return f->rows ? point.y : point.x;
}

static int32_t point_aside(const lfi_forward *f, lf_point point) {
    return f->rows ? point.x : point.y;
}

static int32_t clamped(int32_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : value;
}

/// Some words, counted from the first that is looked at.
typedef struct forward_words {
    int32_t first, last;
} forward_words;

/// The words of some lines in which a way may lie, or a tile beside it: no move leads aside by more than one tile.
static forward_words lines_words(const lfi_forward *f, int32_t from, int32_t to) {
    const int32_t a = point_aside(f, f->from), b = point_aside(f, f->to);
    const int32_t lowest = clamped((f->count + a - b) / 2, from, to),
                  highest = clamped((f->count + b - a) / 2, from, to);
    const int32_t low_a = a - lowest, low_b = b - (f->count - lowest);
    const int32_t high_a = a + highest, high_b = b + (f->count - highest);
    const int32_t low = (low_a > low_b ? low_a : low_b) - 1, high = (high_a < high_b ? high_a : high_b) + 1;
    return (forward_words){clamped((low >> 6) - f->word, 0, f->words - 1),
                           clamped((high >> 6) - f->word, 0, f->words - 1)};
}

/// Reads 64 x 64 tiles, from blocks, because these lie together.
static void square_read(const lfi_forward *f, int32_t square, int32_t word, uint64_t bits[64]) {
    const lfi_blocks *blocks = &f->map->blocks;
    const int32_t rows = f->map->height - 64 * word, columns = (int32_t)blocks->stride - 4 * square;
    memset(bits, 0, 64 * sizeof *bits);
    for (int32_t y = 0; y < 64 && y < rows; y += LFI_WIDE_ROWS) {
        const lfi_wide *block =
            blocks->open + (size_t)(8 * word + y / LFI_WIDE_ROWS) * blocks->stride + (size_t)(4 * square);
        for (int32_t k = 0; k < 4 && k < columns; k++, block++) {
            for (unsigned i = 0; i < LFI_WIDE_ROWS; i++)
                bits[y + (int32_t)i] |= (uint64_t)lfi_wide_row(block, i) << (LFI_WIDE_COLUMNS * k);
        }
    }
}

/// Whether all tiles of a square are open, as mostly at sea.
static bool square_is_open(const uint64_t bits[64]) {
    uint64_t all = UINT64_MAX;
    for (int32_t i = 0; i < 64; i++) all &= bits[i];
    return all == UINT64_MAX;
}

/// Mirrors the columns of a square, from the one of a line on, as far as ways may lie there. What lies beside that counts
/// as blocked.
static void columns_mirror(lfi_forward *f, int32_t square, int32_t line) {
    uint64_t bits[64];
    const forward_words words = lines_words(f, line, line + 63 < f->count ? line + 63 : f->count);
    f->square = square;
    memset(f->mirror, 0, 64 * (size_t)f->words * sizeof *f->mirror);
    for (int32_t w = words.first; w <= words.last; w++) {
        square_read(f, square, f->word + w, bits);
        if (!square_is_open(bits)) lfi_square_mirror(bits);
        for (int32_t i = 0; i < 64; i++) f->mirror[i * f->words + w] = bits[i];
    }
}

/// The open tiles of a line.
static const uint64_t *line_open_tiles(lfi_forward *f, int32_t line) {
    const int32_t at = point_along(f, f->from) + f->step * line;
    if (f->rows) return f->map->open + (lfi_map_row(f->map, at) >> 6) + f->word;
    if (at >> 6 != f->square) columns_mirror(f, at >> 6, line);
    return f->mirror + (size_t)(at & 63) * (size_t)f->words;
}

/// Moves tiles to the next line. `here`, `there`: the open tiles of both.
static bool tiles_advance(const lfi_forward *f, forward_words words, const uint64_t *tiles,
                          const uint64_t *here, const uint64_t *there, uint64_t *next) {
    const bool cut = f->map->moves == LF_MOVES_KING_CUT;
    uint64_t any = 0;
    memset(next, 0, (size_t)f->words * sizeof *next);
    for (int32_t w = words.first; w <= words.last; w++) {
        const bool first = w == 0, last = w + 1 == f->words;
        uint64_t up = tiles[w] << 1 | (first ? 0 : tiles[w - 1] >> 63);
        uint64_t down = tiles[w] >> 1 | (last ? 0 : tiles[w + 1] << 63);
        if (!cut) { // the tiles on both sides of a diagonal are open
            up &= here[w] & (there[w] << 1 | (first ? 0 : there[w - 1] >> 63));
            down &= here[w] & (there[w] >> 1 | (last ? 0 : there[w + 1] << 63));
        }
        next[w] = (tiles[w] | up | down) & there[w];
        any |= next[w];
    }
    return any != 0;
}

// ---- Finding --------------------------------------------------------------------------------------

/// Chooses the words that are looked at: those that a way may come to, around both ends if these are too many.
static bool words_choose(lfi_forward *f, lf_point to) {
    const int32_t a = point_aside(f, f->from), b = point_aside(f, to);
    const int32_t size = f->rows ? f->map->width : f->map->height;
    const int32_t low = a < b ? a : b, high = a < b ? b : a, free = (f->count - (high - low)) / 2;
    const uint64_t lines = (uint64_t)f->count + 1;
    const uint64_t fit = f->room / lines < LFI_FORWARD_WIDE ? f->room / lines : LFI_FORWARD_WIDE;
    if (free < 0) return false;
    int32_t first = (low > free ? low - free : 0) >> 6,
            last = (high + free < size ? high + free : size - 1) >> 6;
    while ((uint64_t)(last - first) + 1 > fit && (first < low >> 6 || last > high >> 6)) {
        if (first < low >> 6) first++;
        if (last > high >> 6 && (uint64_t)(last - first) + 1 > fit) last--;
    }
    f->word = first;
    f->words = last - first + 1;
    return (uint64_t)f->words <= fit;
}

bool lfi_forward_find(lfi_forward *f, const lf_map *map, lf_point from, lf_point to, bool rows) {
    uint64_t here[LFI_FORWARD_WIDE];
    f->map = map;
    f->from = from;
    f->to = to;
    f->rows = rows;
    f->square = -1;
    f->step = point_along(f, to) > point_along(f, from) ? 1 : -1;
    f->count = (int32_t)lfi_gap(point_along(f, from), point_along(f, to));
    if (!words_choose(f, to)) return false;
    const size_t size = (size_t)f->words * sizeof *here;
    uint64_t *tiles = f->reached;
    memset(tiles, 0, size);
    tiles[(point_aside(f, from) >> 6) - f->word] |= UINT64_C(1) << (point_aside(f, from) & 63);
    for (int32_t line = 0; line < f->count; line++, tiles += f->words) {
        memcpy(here, line_open_tiles(f, line), size); // the mirror may change with the next line
        if (!tiles_advance(f, lines_words(f, line + 1, line + 1), tiles, here, line_open_tiles(f, line + 1),
                           tiles + f->words))
            return false;
    }
    return (tiles[(point_aside(f, to) >> 6) - f->word] >> (point_aside(f, to) & 63) & 1) != 0;
}

// ---- The way back ---------------------------------------------------------------------------------

static lf_point line_point(const lfi_forward *f, int32_t line, int32_t aside) {
    const int32_t along = point_along(f, f->from) + f->step * line;
    return f->rows ? (lf_point){aside, along} : (lf_point){along, aside};
}

static bool line_is_open(const lfi_forward *f, int32_t line, int32_t aside) {
    const lf_point point = line_point(f, line, aside);
    return lfi_bit(f->map->open, (lfi_spot){lfi_map_row(f->map, point.y) + (uint64_t)point.x});
}

/// Whether a way leads to a tile of a line from a tile of the line before, which lies aside.
static bool line_leads(const lfi_forward *f, int32_t line, int32_t to, int32_t from) {
    const int32_t word = (from >> 6) - f->word;
    if (from < 0 || word < 0 || word >= f->words ||
        (f->reached[(size_t)(line - 1) * (size_t)f->words + (size_t)word] >> (from & 63) & 1) == 0)
        return false;
    return from == to || f->map->moves == LF_MOVES_KING_CUT ||
           (line_is_open(f, line - 1, to) && line_is_open(f, line, from));
}

lf_point lfi_forward_back(const lfi_forward *f, lf_point at, int32_t line, int *aside) {
    const int tried[] = {*aside, 0, -1, 1};
    const int32_t to = point_aside(f, at);
    int i = 0;
    while (i < 3 && !line_leads(f, line, to, to + tried[i])) i++;
    LFI_ASSERT(line_leads(f, line, to, to + tried[i]));
    *aside = tried[i];
    return line_point(f, line - 1, to + *aside);
}
