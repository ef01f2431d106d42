// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What the waves leave to do under uniform costs, block by block: tiles that were not met, and directions.
//
// The waves keep distances modulo 4. That is enough for directions: tiles that a legal move joins differ by
// at most one in their distance, so "one nearer" can be read from two bits. For each of the eight moves, in
// the written order, the words of the block are compared with the words of the tiles that the move leads to,
// 128 tiles at once:
//
//     low, high      the two bits of the distance of a tile, low', high' those of the tile that a move leads
//                    to
//     one nearer     low' differs from low, and high' from high exactly where low is 0
//
// A diagonal move of a king also needs the two tiles beside it open. If it leads nearer, both tiles are
// neighbours of the nearer tile, so they are met if they are open; the words need not look at the map.
//
// Each of the three bits of a direction is collected in a word. Distances come as words, too: six bits of each,
// and the least distance of the block (waves.c). Words are spread into bytes, eight tiles at a time.
//
// Tile by tile, as `flood` walks back, directions took 7 times the instructions.
//
// Blocks do not depend on each other, so parts of them may run on any threads.
//
// Time: O(tiles).
#include "field.h"

#include <string.h>

/// What the waves know of a block's tiles, or of those one move away from them.
typedef struct wave_tiles {
    lfi_wide met, low, high;
} wave_tiles;

static wave_tiles tiles_load(const lf_field *field, int64_t index) {
    const lfi_wide none = lfi_wide_none();
    const lfi_waves *waves = &field->waves;
    if (index < 0 || index >= (int64_t)field->base->blocks.count ||
        waves->blocks[index].stamp != waves->stamp)
        return (wave_tiles){none, none, none};
    const lfi_waves_block *block = &waves->blocks[index];
    return (wave_tiles){block->met, block->low, block->high};
}

// ---- Shifts ---------------------------------------------------------------------------------------

// Each tile gets what lies one move away, which may be in the block on that side.

LFI_INLINED wave_tiles tiles_above(wave_tiles here, wave_tiles above) {
#define ABOVE(word) lfi_wide_or(lfi_wide_down(here.word), lfi_wide_of_top(lfi_wide_bottom(above.word)))
    return (wave_tiles){ABOVE(met), ABOVE(low), ABOVE(high)};
#undef ABOVE
}

LFI_INLINED wave_tiles tiles_below(wave_tiles here, wave_tiles below) {
#define BELOW(word) lfi_wide_or(lfi_wide_up(here.word), lfi_wide_of_bottom(lfi_wide_top(below.word)))
    return (wave_tiles){BELOW(met), BELOW(low), BELOW(high)};
#undef BELOW
}

LFI_INLINED wave_tiles tiles_left(wave_tiles here, wave_tiles left) {
#define LEFT(word) lfi_wide_or(lfi_wide_right(here.word), lfi_wide_last_to_first(left.word))
    return (wave_tiles){LEFT(met), LEFT(low), LEFT(high)};
#undef LEFT
}

LFI_INLINED wave_tiles tiles_right(wave_tiles here, wave_tiles right) {
#define RIGHT(word) lfi_wide_or(lfi_wide_left(here.word), lfi_wide_first_to_last(right.word))
    return (wave_tiles){RIGHT(met), RIGHT(low), RIGHT(high)};
#undef RIGHT
}

/// The tiles of a block, and for each of the nine moves of moves.h the tiles that it leads to.
static void tiles_around(const lf_field *field, int64_t index, wave_tiles out[LFI_AROUND]) {
    const int64_t stride = field->base->blocks.stride;
    wave_tiles column[3][3]; // left, middle, right; up, stay, down
    for (int i = 0; i < 3; i++) {
        const wave_tiles here = tiles_load(field, index + i - 1);
        column[i][0] = tiles_above(here, tiles_load(field, index + i - 1 - stride));
        column[i][1] = here;
        column[i][2] = tiles_below(here, tiles_load(field, index + i - 1 + stride));
    }
    for (int i = 0; i < 3; i++) {
        out[3 * i] = tiles_left(column[1][i], column[0][i]);
        out[3 * i + 1] = column[1][i];
        out[3 * i + 2] = tiles_right(column[1][i], column[2][i]);
    }
}

// ---- Directions -----------------------------------------------------------------------------------

/// Directions of a block's tiles, as the bits of their numbers.
typedef struct direction_bits {
    lfi_wide bit[3]; ///< of the direction
    lfi_wide here;   ///< targets
    lfi_wide none;   ///< tiles that were not met
} direction_bits;

/// The tiles that a move leads nearer, as far as the tiles it leads to say.
static inline lfi_wide wave_nearer(const wave_tiles *here, const wave_tiles *there) {
    const lfi_wide low = lfi_wide_xor(here->low, there->low), high = lfi_wide_xor(here->high, there->high);
    return lfi_wide_and(there->met, lfi_wide_and(low, lfi_wide_xor(high, here->low)));
}

static void bits_take(direction_bits *bits, int k, lfi_wide tiles) {
    const int direction = lfi_direction_of(lfi_move_dx(k), lfi_move_dy(k));
    for (int i = 0; i < 3; i++) {
        if ((direction >> i & 1) != 0) bits->bit[i] = lfi_wide_or(bits->bit[i], tiles);
    }
}

static direction_bits bits_make(const wave_tiles around[LFI_AROUND], lf_moves moves) {
    const lfi_wide none = lfi_wide_none();
    const wave_tiles *here = &around[LFI_CENTRE];
    direction_bits bits = {.bit = {none, none, none}, .none = lfi_wide_without(lfi_wide_full(), here->met)};
    lfi_wide left = here->met; // tiles without a direction so far
    const int count = moves == LF_MOVES_ORTHOGONAL ? 4 : 8;
    for (int i = 0; i < count; i++) {
        const int k = lfi_move_order[i];
        lfi_wide tiles = lfi_wide_and(left, wave_nearer(here, &around[k]));
        if (i >= 4 && moves == LF_MOVES_KING) {
            const wave_tiles *beside = &around[LFI_CENTRE + lfi_move_dx(k)];
            const wave_tiles *above = &around[LFI_CENTRE + 3 * lfi_move_dy(k)];
            tiles = lfi_wide_and(tiles, lfi_wide_and(beside->met, above->met));
        }
        bits_take(&bits, k, tiles);
        left = lfi_wide_without(left, tiles);
    }
    bits.here = left;
    return bits;
}

// ---- Words into bytes -----------------------------------------------------------------------------

#define BYTES_OF_ONE UINT64_C(0x0101010101010101)

/// Eight bits of row y, from column x on, as bit `place` of eight bytes, the first in the highest byte. The
/// factor puts copies of the bits nine places apart, so that copy i has bit 7 - i at the end of byte i.
static inline uint64_t bits_spread(const lfi_wide *word, unsigned x, unsigned y, int place) {
    const uint64_t bits = lfi_wide_row(word, y) >> x & 0xff;
    return bits * UINT64_C(0x8040201008040201) >> (7 - place) & BYTES_OF_ONE << place;
}

/// Writes eight bytes, the highest first, whatever the byte order of the machine.
static inline void bytes_store(uint8_t *to, uint64_t bytes) {
    for (int i = 0; i < 8; i++) to[i] = (uint8_t)(bytes >> (56 - 8 * i));
}

/// The directions of eight tiles.
static inline uint64_t bits_bytes(const direction_bits *bits, unsigned x, unsigned y) {
    uint64_t bytes = bits_spread(&bits->none, x, y, 0) * LF_NO_DIRECTION | bits_spread(&bits->here, x, y, 3);
    for (int i = 0; i < 3; i++) bytes |= bits_spread(&bits->bit[i], x, y, i);
    return bytes;
}

static void row_store(uint8_t *to, const direction_bits *bits, unsigned y, unsigned columns) {
    uint8_t row[LFI_WIDE_COLUMNS];
    uint8_t *whole = columns == LFI_WIDE_COLUMNS ? to : row;
    bytes_store(whole, bits_bytes(bits, 0, y));
    bytes_store(whole + 8, bits_bytes(bits, 8, y));
    if (whole != to) memcpy(to, row, columns);
}

static void directions_make(lf_field *field, lfi_field_block block) {
    wave_tiles around[LFI_AROUND];
    tiles_around(field, block.index, around);
    const direction_bits bits = bits_make(around, field->base->moves);
    for (unsigned y = 0; y < block.rows; y++)
        row_store(field->directions + lfi_field_at(field, block.x, block.y + y), &bits, y, block.columns);
}

// ---- Distances ------------------------------------------------------------------------------------

/// A byte per tile of a block: how much farther than the first it is, and whether it was not met. They lie in
/// memory between two loops, so that compilers turn bytes into numbers many at a time.
typedef struct distance_bytes {
    uint8_t behind[LFI_WIDE_TILES], missing[LFI_WIDE_TILES];
} distance_bytes;

/// A log has distances modulo 64.
static void bytes_make(const lfi_waves_block *block, const lfi_wave_log *log, distance_bytes *out) {
    const lfi_wide missing = lfi_wide_without(lfi_wide_full(), block->met);
    const uint64_t back = (LFI_LOG_WAVES - log->first % LFI_LOG_WAVES) * BYTES_OF_ONE;
    for (unsigned i = 0; i < LFI_WIDE_TILES; i += 8) {
        const unsigned x = i % LFI_WIDE_COLUMNS, y = i / LFI_WIDE_COLUMNS;
        uint64_t bytes = bits_spread(&block->low, x, y, 0) | bits_spread(&block->high, x, y, 1);
        for (int k = 0; k < 4; k++) bytes |= bits_spread(&log->bits[k], x, y, k + 2);
        bytes_store(out->behind + i, (bytes + back) & (LFI_LOG_WAVES - 1) * BYTES_OF_ONE);
        bytes_store(out->missing + i, bits_spread(&missing, x, y, 0));
    }
}

/// The distances of a row. A tile that was not met has all bits set, in 16 bits as in 32.
static void row_distances(const distance_bytes *bytes, uint32_t first, unsigned y,
                          uint32_t out[LFI_WIDE_COLUMNS]) {
    const uint8_t *behind = bytes->behind + (size_t)y * LFI_WIDE_COLUMNS;
    const uint8_t *missing = bytes->missing + (size_t)y * LFI_WIDE_COLUMNS;
    for (int x = 0; x < LFI_WIDE_COLUMNS; x++) out[x] = (first + behind[x]) | (0 - (uint32_t)missing[x]);
}

/// Writes numbers into a row of the plane, except those of late tiles, which the waves have written.
static void row_write(lf_field *field, uint64_t at, unsigned columns, const uint32_t *numbers,
                      unsigned late) {
    for (unsigned x = 0; x < columns; x++) {
        if ((late >> x & 1) != 0) continue;
        if (field->bits == 16)
            field->small[at + x] = (uint16_t)numbers[x];
        else
            field->large[at + x] = numbers[x];
    }
}

/// The same for a whole row without late tiles.
static void row_write_whole(lf_field *field, uint64_t at, const uint32_t numbers[LFI_WIDE_COLUMNS]) {
    if (field->bits == 32) {
        memcpy(field->large + at, numbers, LFI_WIDE_COLUMNS * sizeof *numbers);
        return;
    }
    for (int x = 0; x < LFI_WIDE_COLUMNS; x++) field->small[at + (uint64_t)x] = (uint16_t)numbers[x];
}

static void distances_make(lf_field *field, lfi_field_block block) {
    const lfi_waves_block *of = &field->waves.blocks[block.index];
    const lfi_wave_log *log = &field->sink.logs[block.index];
    distance_bytes bytes;
    bytes_make(of, log, &bytes);
    for (unsigned y = 0; y < block.rows; y++) {
        const uint64_t at = lfi_field_at(field, block.x, block.y + y);
        const unsigned late = lfi_wide_row(&log->late, y);
        uint32_t numbers[LFI_WIDE_COLUMNS];
        row_distances(&bytes, log->first, y, numbers);
        if (block.columns == LFI_WIDE_COLUMNS && late == 0)
            row_write_whole(field, at, numbers);
        else
            row_write(field, at, block.columns, numbers, late);
    }
}

// ---- Blocks ---------------------------------------------------------------------------------------

static void planes_take(lf_field *field, lfi_field_block block) {
    const lfi_wide met = tiles_load(field, block.index).met;
    if (lfi_wide_is_none(met)) {
        lfi_field_block_clear(field, block);
        return;
    }
    field->is_clean[block.index] = false;
    if (field->bits != 0) distances_make(field, block);
    if (field->directions != NULL) directions_make(field, block);
    if (field->owners != NULL) lfi_field_owners_clear(field, block);
    field->reached[block.index / LFI_FIELD_PART_BLOCKS] += (uint32_t)lfi_wide_count(met);
}

void lfi_field_planes_part(lf_field *field, int64_t part) {
    field->reached[part] = 0;
    lfi_field_part_run(field, part, planes_take);
}
