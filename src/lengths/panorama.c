// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The lists of an almanac: which headlands the tiles of a square see, as far as a shortest way needs them.
//
// An end that glances (sight/glance.h) walks along a keel and a ray to a halt. The same legs are found from the other
// side: from each headland back along the rays that halt there, and from each tile of such a ray back along its two
// keels, which are runs of bits (slants.c). So each headland counts the tiles of each square that see it, all together
// in some hundred million steps where 256 glances per square would take minutes.
//
//         . . . . . .         C halts rays from the left. Its ray leads back to the tile before the next halt or
//         a . . . . .         blocked tile. The tiles of the keels that lead to the ray, such as a, see C.
//         . \ . . . .
//         - - - - > C
//         . . . . x .
//
// **Under uniform costs most of them are not needed.** Let all tiles of a square see a headland D, and let D be joined
// with C by a leg. If D lies between each tile s of the square and C, which is |sD| + |DC| = |sC|, then D leads to C at
// the same length. For one C and D these s are a cone with its point at D, or a half-plane: convex, so the four corners of
// the square tell. On giantworldmap the tiles of a square see 126 headlands, 55 are left, and all tiles see 24 of these.
//
// **Landmarks** are looked for in all directions and from their own tile, so that the distance of every tile from every
// landmark is the least over the list of its square: the last leg to a landmark need not end at a halt.
//
// docs/exact.md has the proof. Time: O(legs of all tiles / 16). Temporary memory: 12 bytes for each headland that a
// square sees, and 6 bytes per square for each of 16 parts.
#include "../base/sort.h"
#include "almanac.h"

#include <string.h>

/// Parts that may look at the same time, and squares that a headland is expected to be seen by. More cost nothing until
/// they are written; a part that has too little room has to begin again where it was.
enum { LOOK_PARTS = 16, LOOK_GUESS = 192 };

/// So many headlands that all tiles of a square see are asked whether they lead to others: the nearest ones do.
enum { LEADERS = 64 };

/// Headlands that look back, one after the other.
typedef struct look_part {
    uint32_t begin, next, end; ///< headlands; those before `next` are done
    uint16_t *tiles;           ///< for each square: how many of its tiles see the headland
    uint32_t *met;             ///< squares with such tiles
    uint32_t met_count;
    uint32_t *found; ///< for each headland its squares, as LFI_SEEN_BY
    uint64_t count, room;
    uint64_t wanted; ///< the room that it needs to go on; 0 if it is done
} look_part;

typedef struct look_job {
    lf_almanac *almanac;
    uint16_t *open;   ///< for each square, its open tiles
    uint64_t *offset; ///< for each headland: where its squares begin in its part
    look_part parts[LOOK_PARTS];
    uint64_t *keys; ///< for each square and each headland that it sees: the distance, and LFI_SEEN_BY
    uint64_t *kept; ///< for each square, how many of them are left
    uint64_t *first;
} look_job;

// ---- Memory ---------------------------------------------------------------------------------------

static void found_array(lfi_arrays *run, look_part *part) {
    LFI_ARRAY(run, part->found, part->room);
}

/// What is needed while headlands look back.
static void look_arrays(lfi_arrays *run, look_job *job) {
    const uint64_t squares = lfi_almanac_squares(job->almanac);
    LFI_ARRAY_ZEROED(run, job->open, squares);
    LFI_ARRAY(run, job->offset, (uint64_t)job->almanac->index->count + 1);
    for (int i = 0; i < LOOK_PARTS; i++) {
        LFI_ARRAY_ZEROED(run, job->parts[i].tiles, squares);
        LFI_ARRAY(run, job->parts[i].met, squares);
        found_array(run, &job->parts[i]);
    }
}

/// What is needed afterwards, once the lists are counted.
static void lists_arrays(lfi_arrays *run, look_job *job) {
    const uint64_t squares = lfi_almanac_squares(job->almanac);
    LFI_ARRAY(run, job->keys, job->first != NULL ? job->first[squares] : 0);
    LFI_ARRAY(run, job->kept, squares);
    LFI_ARRAY(run, job->first, squares + 1);
}

/// Gives a part that has stopped the room that it needs.
static lf_status part_enlarge(const look_job *job, look_part *part) {
    look_part after = {.room = 2 * part->wanted};
    lfi_arrays run = {.allocator = &job->almanac->allocator, .mode = LFI_ARRAYS_MAKE};
    found_array(&run, &after);
    if (run.failed) return LF_E_NOMEM;
    if (part->count > 0) memcpy(after.found, part->found, (size_t)part->count * sizeof *after.found);
    run.mode = LFI_ARRAYS_FREE;
    found_array(&run, part);
    part->found = after.found;
    part->room = after.room;
    return LF_OK;
}

// ---- Looking back ---------------------------------------------------------------------------------

/// Counts tiles of a square.
static void tiles_count(look_part *part, uint64_t square, uint32_t count) {
    if (part->tiles[square] == 0) part->met[part->met_count++] = (uint32_t)square;
    part->tiles[square] = (uint16_t)(part->tiles[square] + count);
}

/// How many moves along a line stay in the square: `step` is 1 or -1.
static uint32_t moves_inside(int32_t place, int32_t step) {
    const int32_t over = place & (LFI_SQUARE - 1);
    return (uint32_t)(step > 0 ? LFI_SQUARE - 1 - over : over);
}

/// Counts the tiles of a keel back from a tile, which is not counted, square by square.
static void keel_count(const look_job *job, look_part *part, lf_point from, int dx, int dy) {
    const lf_index *index = job->almanac->index;
    uint32_t left = lfi_glance_keel(index->map, &index->stops, &index->halts, from, dx, dy);
    if (left == 0) return;
    const lf_point at = {from.x + dx, from.y + dy};
    const uint64_t across = (uint64_t)(int64_t)dx, along = (uint64_t)(dy * job->almanac->wide);
    uint64_t square = lfi_almanac_square(job->almanac, at);
    uint32_t wide = moves_inside(at.x, dx) + 1, high = moves_inside(at.y, dy) + 1; // moves until it leaves
    for (;;) {
        const uint32_t moves = wide < high ? wide : high;
        tiles_count(part, square, moves < left ? moves : left);
        if (moves >= left) return;
        left -= moves;
        square += (wide == moves ? across : 0) + (high == moves ? along : 0);
        wide = wide == moves ? LFI_SQUARE : wide - moves;
        high = high == moves ? LFI_SQUARE : high - moves;
    }
}

/// Counts the tiles that see a headland by rays of one direction: `step` is 1 or -1, along the row or the column.
static void rays_count(const look_job *job, look_part *part, lf_point at, bool row, int step, bool always) {
    const lf_index *index = job->almanac->index;
    const uint64_t *halts = row ? index->halts.rows[step > 0] : index->halts.columns[step > 0];
    uint64_t bit = row ? lfi_map_row(index->map, at.y) + (uint64_t)at.x
                       : lfi_stops_column_bit(&index->stops, at.x, at.y);
    if (!always && !lfi_bit(halts, (lfi_spot){bit})) return;
    do { // a ray from behind a halt ends there
        at.x -= row ? step : 0;
        at.y -= row ? 0 : step;
        bit -= (uint64_t)(int64_t)step;
        if (at.x < 0 || at.y < 0 || at.x >= index->map->width || at.y >= index->map->height) return;
        if (!lfi_bit(index->map->open, (lfi_spot){lfi_map_row(index->map, at.y) + (uint64_t)at.x})) return;
        tiles_count(part, lfi_almanac_square(job->almanac, at), 1);
        for (int side = -1; side <= 1; side += 2)
            keel_count(job, part, at, row ? -step : side, row ? side : -step);
    } while (!lfi_bit(halts, (lfi_spot){bit}));
}

/// Whether a headland is a landmark, or may be one: distances are rounded down.
static bool notice_is_landmark(const lfi_notice *notice) {
    bool is = false;
    for (int k = 0; k < LFI_LANDMARKS; k++) is |= notice->away[k] == 0;
    return is;
}

static void headland_look_back(const look_job *job, look_part *part, uint32_t number) {
    const lfi_notice *notice = &job->almanac->notices[number];
    const bool landmark = notice_is_landmark(notice);
    const lf_point at = notice->point;
    for (int step = -1; step <= 1; step += 2) {
        rays_count(job, part, at, true, step, landmark);
        rays_count(job, part, at, false, step, landmark);
        if (!landmark) continue;
        keel_count(job, part, at, step, 1);
        keel_count(job, part, at, step, -1);
    }
    if (landmark) tiles_count(part, lfi_almanac_square(job->almanac, at), 1);
}

/// Writes down the squares of a headland, if there is room, and forgets them.
static void part_note(const look_job *job, look_part *part) {
    const bool fits = part->count + part->met_count <= part->room;
    if (!fits) part->wanted = part->count + part->met_count;
    for (uint32_t i = 0; i < part->met_count; i++) {
        const uint32_t square = part->met[i];
        const bool all = part->tiles[square] == job->open[square];
        part->tiles[square] = 0;
        if (fits) part->found[part->count++] = LFI_SEEN_BY(square, all);
    }
    part->met_count = 0;
}

static void part_look_back(int64_t number, void *user) {
    look_job *job = user;
    look_part *part = &job->parts[number];
    part->wanted = 0;
    for (; part->next < part->end; part->next++) {
        job->offset[part->next] = part->count;
        headland_look_back(job, part, part->next);
        part_note(job, part);
        if (part->wanted > 0) return;
    }
}

/// Counts the open tiles of the squares.
static void open_count(look_job *job) {
    const lf_map *map = job->almanac->index->map;
    for (int32_t y = 0; y < map->height; y++) {
        for (int64_t i = 0; i < job->almanac->wide; i++) {
            const uint64_t bit = lfi_map_row(map, y) + (uint64_t)i * LFI_SQUARE; // rows begin at whole words
            const uint64_t open = map->open[bit >> 6] >> (bit & 63) & ((UINT64_C(1) << LFI_SQUARE) - 1);
            const uint64_t square = (uint64_t)(y >> LFI_SQUARE_SHIFT) * (uint64_t)job->almanac->wide;
            job->open[square + (uint64_t)i] =
                (uint16_t)(job->open[square + (uint64_t)i] + lfi_count_bits(open));
        }
    }
}

static lf_status all_look_back(look_job *job, const lf_workers *workers) {
    lf_status status = LF_OK;
    open_count(job);
    for (bool more = true; more && status == LF_OK;) {
        more = false;
        lfi_workers_run(workers, part_look_back, job, LOOK_PARTS);
        for (int i = 0; i < LOOK_PARTS && status == LF_OK; i++) {
            if (job->parts[i].wanted == 0) continue;
            more = true;
            status = part_enlarge(job, &job->parts[i]);
        }
    }
    return status;
}

// ---- Lists ----------------------------------------------------------------------------------------

/// How many squares a headland of a part is seen by.
static uint64_t found_count(const look_job *job, const look_part *part, uint32_t number) {
    return (number + 1 < part->end ? job->offset[number + 1] : part->count) - job->offset[number];
}

static lf_point square_middle(const lf_almanac *almanac, uint64_t square) {
    const int32_t x = (int32_t)(square % (uint64_t)almanac->wide),
                  y = (int32_t)(square / (uint64_t)almanac->wide);
    return (lf_point){x * LFI_SQUARE + LFI_SQUARE / 2, y * LFI_SQUARE + LFI_SQUARE / 2};
}

/// Counts in first[i + 1] the headlands of square i.
static void part_count_lists(const look_job *job, const look_part *part) {
    for (uint64_t i = 0; i < part->count; i++) job->first[(part->found[i] >> 1) + 1]++;
}

/// Writes the headlands of a part into the lists.
static void part_write_lists(const look_job *job, const look_part *part) {
    for (uint32_t number = part->begin; number < part->end; number++) {
        const lf_point point = job->almanac->notices[number].point;
        const uint64_t count = found_count(job, part, number);
        for (uint64_t i = 0; i < count; i++) {
            const uint32_t found = part->found[job->offset[number] + i];
            const uint64_t square = found >> 1;
            const uint64_t away = lfi_almanac_leg(square_middle(job->almanac, square), point);
            job->keys[job->first[square] + job->kept[square]++] =
                away << 32 | LFI_SEEN_BY(number, (found & 1) != 0);
        }
    }
}

/// Makes the list of each square from those of each headland.
static lf_status lists_make(look_job *job) {
    lf_almanac *almanac = job->almanac;
    const uint64_t squares = lfi_almanac_squares(almanac);
    lfi_arrays run = {.allocator = &almanac->allocator, .mode = LFI_ARRAYS_MAKE};
    job->first = lfi_arrays_run(&run, NULL, squares + 1, sizeof *job->first, true);
    if (run.failed) return LF_E_NOMEM;
    for (int i = 0; i < LOOK_PARTS; i++) part_count_lists(job, &job->parts[i]);
    for (uint64_t i = 0; i < squares; i++) job->first[i + 1] += job->first[i];
    LFI_ARRAY(&run, job->keys, job->first[squares]);
    LFI_ARRAY_ZEROED(&run, job->kept, squares);
    if (run.failed) return LF_E_NOMEM;
    for (int i = 0; i < LOOK_PARTS; i++) part_write_lists(job, &job->parts[i]);
    return LF_OK;
}

// ---- What is not needed ---------------------------------------------------------------------------

/// In which direction a headland lies from another: within 45 degrees of an axis, or just on a diagonal.
enum { TO_EAST, TO_WEST, TO_SOUTH, TO_NORTH, TO_DIAGONALS };

static int direction_of(int32_t dx, int32_t dy) {
    const uint32_t wide = lfi_gap(dx, 0), high = lfi_gap(dy, 0);
    if (wide == high) return TO_DIAGONALS + (dx < 0) + 2 * (dy < 0);
    if (wide > high) return dx > 0 ? TO_EAST : TO_WEST;
    return dy > 0 ? TO_SOUTH : TO_NORTH;
}

/// In which directions a headland leads on from all tiles of a square, at the same length, as bits: where the square lies
/// in the cone, or half-plane, on its other side.
static uint32_t directions_on(const lf_almanac *almanac, uint64_t square, lf_point at) {
    const lf_point middle = square_middle(almanac, square);
    uint32_t on = (1u << (TO_DIAGONALS + 4)) - 1;
    for (int corner = 0; corner < 4; corner++) {
        const int32_t x = middle.x - LFI_SQUARE / 2 + (corner & 1) * (LFI_SQUARE - 1),
                      y = middle.y - LFI_SQUARE / 2 + (corner >> 1) * (LFI_SQUARE - 1);
        const int64_t dx = (int64_t)at.x - x, dy = (int64_t)at.y - y;
        const int64_t falls = dx - dy, rises = dx + dy; // the signs of both tell the cone
        if (rises < 0 || falls < 0) on &= ~(1u << TO_EAST);
        if (rises > 0 || falls > 0) on &= ~(1u << TO_WEST);
        if (rises < 0 || falls > 0) on &= ~(1u << TO_SOUTH);
        if (rises > 0 || falls < 0) on &= ~(1u << TO_NORTH);
        if (rises < 0) on &= ~(1u << TO_DIAGONALS);
        if (falls > 0) on &= ~(1u << (TO_DIAGONALS + 1));
        if (falls < 0) on &= ~(1u << (TO_DIAGONALS + 2));
        if (rises > 0) on &= ~(1u << (TO_DIAGONALS + 3));
    }
    return on;
}

/// A headland that all tiles of a square see, and in which directions it leads on.
typedef struct leader {
    lf_point point;
    uint32_t on;
} leader;

/// Whether one of the leaders leads to a headland, from all tiles of the square.
static bool headland_is_behind(const lf_index *index, const leader *leaders, uint64_t count, lf_point at) {
    for (uint64_t i = 0; i < count; i++) {
        const lf_point before = leaders[i].point;
        if ((leaders[i].on >> direction_of(at.x - before.x, at.y - before.y) & 1) == 0) continue;
        if (lfi_index_walkable(index, at, before) || lfi_index_walkable(index, before, at)) return true;
    }
    return false;
}

/// Leaves out of the list of a square what it does not need. The headlands that all of its tiles see come first.
static void square_reduce(look_job *job, uint64_t square) {
    const lf_almanac *almanac = job->almanac;
    uint64_t *keys = job->keys + job->first[square], kept = 0, by_all = 0, leading = 0;
    const uint64_t count = job->first[square + 1] - job->first[square];
    leader leaders[LEADERS];
    lfi_sort(keys, count);
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t seen = (uint32_t)keys[i];
        const lf_point at = almanac->notices[seen >> 1].point;
        if (headland_is_behind(almanac->index, leaders, leading, at)) continue;
        keys[kept] = seen;
        if ((seen & 1) != 0) {
            keys[kept] = keys[by_all];
            keys[by_all++] = seen;
            if (leading < LEADERS) leaders[leading++] = (leader){at, directions_on(almanac, square, at)};
        }
        kept++;
    }
    job->kept[square] = kept;
}

static void row_reduce(int64_t row, void *user) {
    look_job *job = user;
    const uint64_t wide = (uint64_t)job->almanac->wide;
    for (uint64_t i = 0; i < wide; i++) square_reduce(job, (uint64_t)row * wide + i);
}

/// Moves what is left to the almanac.
static lf_status lists_keep(look_job *job) {
    lf_almanac *almanac = job->almanac;
    const uint64_t squares = lfi_almanac_squares(almanac);
    uint64_t count = 0;
    for (uint64_t i = 0; i < squares; i++) {
        const uint64_t from = job->first[i], kept = job->kept[i];
        memmove(job->keys + count, job->keys + from, (size_t)kept * sizeof *job->keys);
        job->first[i] = count;
        count += kept;
        if (kept > almanac->most) almanac->most = kept;
    }
    uint32_t *seen = lfi_alloc(&almanac->allocator, count, sizeof *seen);
    if (seen == NULL) return LF_E_NOMEM;
    for (uint64_t i = 0; i < count; i++) seen[i] = (uint32_t)job->keys[i];
    lfi_arrays run = {.allocator = &almanac->allocator, .mode = LFI_ARRAYS_FREE};
    LFI_ARRAY(&run, job->keys, job->first[squares]);
    job->first[squares] = count;
    almanac->seen = seen;
    almanac->first = job->first;
    job->first = NULL;
    return LF_OK;
}

// ---- All of it ------------------------------------------------------------------------------------

static void parts_cut(look_job *job) {
    const uint64_t count = job->almanac->index->count;
    for (uint64_t i = 0; i < LOOK_PARTS; i++) {
        look_part *part = &job->parts[i];
        part->begin = part->next = (uint32_t)(count * i / LOOK_PARTS);
        part->end = (uint32_t)(count * (i + 1) / LOOK_PARTS);
        part->room = (uint64_t)LOOK_GUESS * (part->end - part->begin);
    }
}

static lf_status panorama_make(look_job *job, const lf_workers *workers) {
    lfi_arrays run = {.allocator = &job->almanac->allocator, .mode = LFI_ARRAYS_MAKE};
    parts_cut(job);
    look_arrays(&run, job);
    lf_status status = run.failed ? LF_E_NOMEM : all_look_back(job, workers);
    if (status == LF_OK) status = lists_make(job);
    run.mode = LFI_ARRAYS_FREE;
    look_arrays(&run, job);
    if (status != LF_OK) return status;
    lfi_workers_run(workers, row_reduce, job, job->almanac->high);
    return lists_keep(job);
}

lf_status lfi_almanac_look(lf_almanac *almanac, const lf_workers *workers) {
    if (lfi_almanac_squares(almanac) > UINT32_MAX >> 1) return LF_E_INDEX_LIMIT;
    look_job *job = lfi_alloc(&almanac->allocator, 1, sizeof *job);
    if (job == NULL) return LF_E_NOMEM;
    *job = (look_job){.almanac = almanac};
    const lf_status status = panorama_make(job, workers);
    lists_arrays(&(lfi_arrays){.allocator = &almanac->allocator, .mode = LFI_ARRAYS_FREE}, job);
    lfi_free(&almanac->allocator, job, 1, sizeof *job);
    return status;
}
