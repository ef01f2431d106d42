// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Slants: the diagonals of a map as bits, so that a glance finds the next tile of a keel that matters by one look at 64
// tiles (jump points have tables of distances for this).
//
// The tiles of a diagonal lie behind each other, one bit per row of the map. A diagonal that leaves the map at one side
// goes on at the other, after one tile of frame, so that there are width + 1 diagonals of `height` tiles:
//
//     x - y modulo 5, on a map of width 4         0 1 2 3 #
//     (# is the frame):                           # 0 1 2 3    (of row 1 the first tile belongs to diagonal 4)
//
// A band of 64 rows is made in squares of 64 x 64 tiles. Each row of a square is moved by its number, which makes a
// diagonal a column, and the two halves of what results are transposed.
//
// Whether a ray meets a headland before a blocked tile is a carry: from each tile to the next along the row, by additions
// or by shifts, and from row to row along the column. What lies beyond the square is asked by rays.
//
// Time: some 30 instructions per tile, more than half of them for turning squares. Memory: 10 bits per tile.
#include "glance.h"

int64_t lfi_slants_bands(const lf_map *map) {
    return (int64_t)map->height / 64 + 1;
}

// ---- What is known of a square, by rows -----------------------------------------------------------

/// 64 columns and a band of rows: row -1 is the last one before the band.
enum { SQUARE = 64, ROWS = SQUARE + 1 };

typedef struct slant_square {
    const lf_map *map;
    const lfi_stops *stops;
    const lfi_halts *halts;
    int64_t band, word; ///< the square is in this band and in this word of each row
    int64_t rows;       ///< of the map that are in it, row -1 included
    uint64_t first;     ///< the word of row -1
    uint64_t inside;    ///< a bit for each column of the map, and for the one after the last
} slant_square;

static slant_square square_at(const lf_map *map, const lfi_stops *stops, const lfi_halts *halts, int64_t band,
                              int64_t word) {
    const int64_t rows = map->height - 64 * band + 1, columns = map->width - 64 * word;
    return (slant_square){.map = map,
                          .stops = stops,
                          .halts = halts,
                          .band = band,
                          .word = word,
                          .rows = rows < ROWS ? rows : ROWS,
                          .first = (lfi_map_row(map, 64 * band - 1) >> 6) + (uint64_t)word,
                          .inside = columns < 63 ? (UINT64_C(2) << columns) - 1 : UINT64_MAX};
}

/// Which tiles of a row send a ray to the left that meets a headland before a blocked tile. `carry`: whether a ray that
/// comes to the first tile of the word does; receives the same for the next word.
static uint64_t word_sees_left(uint64_t halts, uint64_t open, uint64_t *carry) {
    const uint64_t made = halts & open, either = made | ~halts, sum = either + made + *carry;
    const uint64_t sees = sum ^ either ^ made;
    *carry = (made | (~halts & sees)) >> 63;
    return sees;
}

/// The same to the right. `carry` is for a ray that comes to the first tile of the next word.
static uint64_t word_sees_right(uint64_t halts, uint64_t open, uint64_t carry) {
    uint64_t made = halts & open, passed = ~halts;
    for (int shift = 1; shift < 64; shift *= 2) {
        made |= passed & made >> shift;
        passed &= passed >> shift | ~(UINT64_MAX >> shift);
    }
    return (made | (carry != 0 ? passed : 0)) >> 1 | carry << 63;
}

/// Whether a ray from an open tile along its column meets a headland.
static bool column_sees(const slant_square *at, int32_t x, int32_t y, int dy) {
    lfi_line line = lfi_stops_column(at->map, at->stops, x);
    line.stops = at->halts->columns[dy > 0];
    const int64_t end = y + dy * (int64_t)lfi_ray(&line, y, dy, INT32_MAX);
    return lfi_bit(at->map->open, (lfi_spot){lfi_map_row(at->map, end) + (uint64_t)x});
}

/// The same for all open tiles of a row of the square.
static uint64_t columns_see(const slant_square *at, int64_t row, int dy) {
    uint64_t sees = 0;
    for (uint64_t open = at->map->open[at->first + (uint64_t)row * at->map->stride]; open != 0;
         open &= open - 1) {
        const int bit = lfi_lowest_bit(open);
        const int32_t x = (int32_t)(64 * at->word + bit), y = (int32_t)(64 * at->band - 1 + row);
        if (column_sees(at, x, y, dy)) sees |= UINT64_C(1) << bit;
    }
    return sees;
}

/// Which tiles of a row halt rays that come down (dy 1) or up a column, blocked ones included.
static uint64_t row_halts(const slant_square *at, int64_t row, int dy) {
    const uint64_t *here = at->map->open + at->first + (uint64_t)row * at->map->stride;
    const uint64_t *behind = dy > 0 ? here - at->map->stride : here + at->map->stride;
    const uint64_t left = here[0] << 1 | here[-1] >> 63, right = here[0] >> 1 | here[1] << 63;
    return ~here[0] | (left & ~(behind[0] << 1 | behind[-1] >> 63)) |
           (right & ~(behind[0] >> 1 | behind[1] << 63));
}

/// Which tiles send a ray down (dy 1) or up that meets a headland: sees[0 .. rows - 1]. The rows are those
/// from which keels go that way: without row -1 down, without the last one up.
static void square_see_columns(const slant_square *at, int dy, uint64_t sees[SQUARE]) {
    const int64_t count = at->rows - 1, begin = dy > 0 ? count : 0;
    if (count == 0) return;
    const bool edge = dy < 0 && at->band == 0; // row -1 is the frame
    uint64_t rays = edge ? 0 : columns_see(at, begin, dy);
    for (int64_t i = 0; i < count; i++) {
        const int64_t row = begin - dy * i; // from the last row up, or from row -1 down
        if (i > 0) {
            const uint64_t halts = row_halts(at, row + dy, dy),
                           open = at->map->open[at->first + (uint64_t)(row + dy) * at->map->stride];
            rays = (halts & open) | (~halts & rays);
        }
        sees[dy > 0 ? row - 1 : row] = rays;
    }
}

/// Where diagonal moves from row `row` of the square to the next one are illegal: from the left down, or from the right
/// down (dx -1), by the tile that they begin at.
static uint64_t row_ends(const slant_square *at, int64_t row, int dx) {
    const uint64_t *from = at->map->open + at->first + (uint64_t)row * at->map->stride,
                   *to = from + at->map->stride;
    const uint64_t here = from[0] & to[0];
    const uint64_t beside =
        dx > 0 ? here >> 1 | (from[1] & to[1]) << 63 : here << 1 | (from[-1] & to[-1]) >> 63;
    return ~(here & beside);
}

// ---- From rows to diagonals -----------------------------------------------------------------------

static uint64_t slant_ring_place(const lf_map *map, int64_t place) {
    const int64_t ring = (int64_t)map->width + 1, over = place % ring;
    return (uint64_t)(over < 0 ? over + ring : over);
}

/// Puts 64 diagonals of a square into a word of each, from diagonal `place` on.
static void square_put(const slant_square *at, const uint64_t square[SQUARE], int64_t place,
                       uint64_t *words) {
    const uint64_t ring = (uint64_t)at->map->width + 1, step = LFI_SLANT_WORDS * at->stops->column_stride;
    uint64_t diagonal = slant_ring_place(at->map, place);
    for (int i = 0; i < SQUARE; i++) {
        words[diagonal * step] |= square[i];
        if (++diagonal == ring) diagonal = 0;
    }
}

/// The diagonals of a square whose bits are all set: two triangles, which need no turning.
static void square_slant_full(const slant_square *at, bool falls, int64_t place, uint64_t *words) {
    uint64_t low[SQUARE], high[SQUARE];
    for (int i = 0; i < SQUARE; i++) {
        low[i] = falls ? UINT64_MAX << (63 - i) : UINT64_MAX >> (63 - i);
        high[i] = falls ? UINT64_MAX >> 1 >> i : UINT64_MAX << 1 << i;
    }
    square_put(at, low, place, words);
    square_put(at, high, place + 64, words);
}

/// Puts the rows of a square into diagonals: row i begins at place + i on a rising diagonal, at place + 63 - i on a
/// falling one.
static void square_slant(const slant_square *at, const uint64_t rows[SQUARE], bool falls, int64_t place,
                         int kind) {
    uint64_t *words = (falls ? at->halts->fall : at->halts->rise) + LFI_SLANT_WORDS * at->band + kind;
    uint64_t low[SQUARE], high[SQUARE], any = 0, all = UINT64_MAX;
    for (int i = 0; i < SQUARE; i++) {
        any |= rows[i];
        all &= rows[i];
    }
    if (any == 0) return;
    if (all == UINT64_MAX) {
        square_slant_full(at, falls, place, words);
        return;
    }
    for (int i = 0; i < SQUARE; i++) {
        const int shift = falls ? 63 - i : i;
        low[i] = rows[i] << shift;
        high[i] = rows[i] >> 1 >> (63 - shift);
    }
    lfi_square_mirror(low);
    lfi_square_mirror(high);
    square_put(at, low, place, words);
    square_put(at, high, place + 64, words);
}

/// Fills what keels need that lead to a side and down or up: `rays` has what the rays along the rows meet, `columns` those
/// along the columns.
static void square_fill_sees(const slant_square *at, const uint64_t rays[ROWS],
                             const uint64_t columns[SQUARE], int dx, int dy) {
    const bool falls = dx == dy;
    uint64_t along[SQUARE] = {0}, across[SQUARE] = {0};
    for (int64_t i = 0; i < at->rows - 1; i++) {
        const int64_t row = dy > 0 ? i + 1 : i;
        const uint64_t open = at->map->open[at->first + (uint64_t)row * at->map->stride];
        along[i] = rays[row] & open;
        across[i] = columns[i] & open;
    }
    const int64_t x = 64 * at->word, y = 64 * at->band - (dy < 0), place = falls ? x - y - 63 : x + y;
    square_slant(at, along, falls, place, dy > 0 ? LFI_SLANT_DOWN : LFI_SLANT_UP);
    square_slant(at, across, falls, place, dy > 0 ? LFI_SLANT_DOWN_COLUMN : LFI_SLANT_UP_COLUMN);
}

static void square_fill_ends(const slant_square *at, int dx) {
    uint64_t ends[SQUARE] = {0};
    for (int64_t i = 0; i < at->rows && i < SQUARE; i++) ends[i] = row_ends(at, i, dx) & at->inside;
    const int64_t x = 64 * at->word, y = 64 * at->band - 1;
    square_slant(at, ends, dx > 0, dx > 0 ? x - y - 63 : x + y, LFI_SLANT_ENDS);
}

/// Whether a ray to the right that comes to the first tile of the next word of a row meets a headland.
static uint64_t row_carry(const slant_square *at, int64_t row) {
    const uint64_t *halts = at->halts->rows[1], *open = at->map->open;
    const uint64_t end = at->first - (uint64_t)at->word + (uint64_t)row * at->map->stride + at->map->stride;
    for (uint64_t word = at->first + (uint64_t)row * at->map->stride + 1; word < end; word++) {
        if (halts[word] != 0) return (open[word] & halts[word] & (0 - halts[word])) != 0;
    }
    return 0; // the frame
}

/// Fills a square. `carries` is for the rays to the left, one for each row.
static void square_fill_slants(const slant_square *at, uint64_t carries[ROWS]) {
    uint64_t left[ROWS] = {0}, right[ROWS] = {0}, down[SQUARE] = {0}, up[SQUARE] = {0};
    for (int64_t row = 0; row < at->rows; row++) {
        const uint64_t word = at->first + (uint64_t)row * at->map->stride, open = at->map->open[word];
        left[row] = word_sees_left(at->halts->rows[0][word], open, &carries[row]);
        right[row] = open == 0 ? 0 : word_sees_right(at->halts->rows[1][word], open, row_carry(at, row));
    }
    square_see_columns(at, 1, down);
    square_see_columns(at, -1, up);
    square_fill_sees(at, left, down, -1, 1);
    square_fill_sees(at, right, down, 1, 1);
    square_fill_sees(at, left, up, -1, -1);
    square_fill_sees(at, right, up, 1, -1);
    square_fill_ends(at, -1);
    square_fill_ends(at, 1);
}

void lfi_slants_fill(const lf_map *map, const lfi_stops *stops, lfi_halts *halts, int64_t band) {
    uint64_t carries[ROWS] = {0};
    for (int64_t word = 0; word < (int64_t)map->stride; word++) {
        const slant_square at = square_at(map, stops, halts, band, word);
        square_fill_slants(&at, carries);
    }
}
