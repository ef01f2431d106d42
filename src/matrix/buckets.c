// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// All lengths between two lists of ends with a hierarchy (buckets over a contraction hierarchy).
//
//     hold     each held end looks out, and climbs the ladder; what it reaches goes to a list of entries
//     gather   the entries are put together by rungs: the bucket of a rung has all held ends that reach it
//     ask      each asking end looks out, and climbs too. For each rung that it reaches it goes through the
//              bucket: its own length plus that of the entry is the length of a way to the held end. The least
//              is the shortest, unless the two see each other with no headland between
//
// A round ends when there is no room for the entries of another end, and the asking ends ask once per round.
// The shorter list is held, so there is one round unless both are longer than end_room.
//
// An end that is a headland stands on its rung and does not look out. Otherwise it looks out as in ends.c, and
// an asking end watches for the held ends that are not headlands.
//
// Time: per end a lookout and a climb, per pair the rungs that both reach. Memory: 24 bytes per entry.
#include "matrix.h"

#include "../base/sort.h"

#include <string.h>

/// The work of a lookout, in arcs.
enum { LOOK_WORK = 4000 };

/// Entries that an end may be expected to have at sea: uniform costs 160 to 170, octile costs 500.
enum { ENTRIES_UNIFORM = 192, ENTRIES_OCTILE = 512 };

void lfi_round_init(lfi_round *round, const lfi_ladder *ladder, const lfi_metric *metric) {
    const uint64_t per_end = metric->straight > 1 ? ENTRIES_OCTILE : ENTRIES_UNIFORM, most = ladder->count;
    round->entry_room = round->end_room * (per_end < most ? per_end : most) + most; // an end may reach all
}

void lfi_round_arrays(lfi_arrays *run, lfi_round *round, const lfi_ladder *ladder) {
    const lf_map *map = ladder->index->map;
    const uint64_t ends = round->end_room;
    LFI_ARRAY(run, round->places, ends);
    LFI_ARRAY(run, round->wanted.rows, (uint64_t)map->height / 64 + 1);
    LFI_ARRAY(run, round->wanted.columns, (uint64_t)map->width / 64 + 1);
    LFI_ARRAY(run, round->wanted.by_row, ends);
    LFI_ARRAY(run, round->wanted.by_column, ends);
    LFI_ARRAY(run, round->rungs, round->entry_room);
    LFI_ARRAY(run, round->lengths, round->entry_room);
    LFI_ARRAY(run, round->starts, ends + 1);
    LFI_ARRAY(run, round->bucket, (uint64_t)ladder->count + 1);
    LFI_ARRAY(run, round->bucket_ends, round->entry_room);
    LFI_ARRAY(run, round->bucket_lengths, round->entry_room);
    LFI_ARRAY(run, round->row, ends);
    LFI_ARRAY(run, round->owners, ladder->count);
    LFI_ARRAY(run, round->whence, ladder->count);
    LFI_ARRAY(run, round->folds, lfi_index_folds(ladder->index));
}

// ---- Looking out ----------------------------------------------------------------------------------

/// What an end that looks out tells, and to whom.
typedef struct round_look {
    lf_matrix *matrix;
    void (*sees)(void *matrix, uint32_t number);
    void (*meets)(void *matrix, uint32_t place);
} round_look;

/// The first place of a tile, or of a later one.
static uint32_t places_first(const lfi_round *round, lf_tile tile) {
    const uint64_t code = (uint64_t)tile << 32;
    uint32_t low = 0, high = round->place_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (round->places[middle] < code)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// Tells of all held ends on a tile.
static void look_meets(const round_look *look, lf_tile tile) {
    const lfi_round *round = &look->matrix->round;
    for (uint32_t i = places_first(round, tile); i < round->place_count && round->places[i] >> 32 == tile;
         i++)
        look->meets(look->matrix, (uint32_t)round->places[i]);
}

static void look_target(void *user, int32_t x, int32_t y) {
    const round_look *look = user;
    look_meets(look, lfi_map_tile(look->matrix->map, (lf_point){x, y}));
}

static void look_headland(void *user, uint32_t number) {
    const round_look *look = user;
    look->sees(look->matrix, number);
}

int64_t lfi_round_look(lf_matrix *matrix, lf_tile tile, void (*sees)(void *matrix, uint32_t number),
                       void (*meets)(void *matrix, uint32_t place)) {
    const lfi_stops *stops = &matrix->ladder.index->stops;
    const lfi_spot spot = lfi_map_spot(matrix->map, tile);
    round_look look = {matrix, sees, meets};
    matrix->from = lfi_map_point(matrix->map, tile);
    if (lfi_stops_is_headland(stops, spot)) {
        sees(matrix, lfi_stops_number(stops, spot));
        return 0;
    }
    const bool watch = meets != NULL && matrix->round.wanted.count > 0;
    if (watch) look_meets(&look, tile);
    const lfi_lookout lookout = {.map = matrix->map,
                                 .stops = stops,
                                 .wanted = watch ? &matrix->round.wanted : NULL,
                                 .limit = UINT32_MAX,
                                 .user = &look,
                                 .headland = look_headland,
                                 .target = look_target};
    lfi_lookout_scan(&lookout, matrix->from.x, matrix->from.y);
    return LOOK_WORK;
}

/// Reaches a headland that the end sees.
static void end_reaches(void *user, uint32_t number) {
    lf_matrix *matrix = user;
    const lfi_perch perch = matrix->ladder.perch[number];
    lfi_ladder_reach(&matrix->ladder, perch.rung,
                     lfi_metric_between(&matrix->metric, matrix->from, perch.point));
}

/// The length to a held end that the asking end sees. No way is shorter than the straight one.
static void end_meets(void *user, uint32_t place) {
    lf_matrix *matrix = user;
    const lf_tile tile = lfi_matrix_held(matrix, matrix->round.first + place);
    matrix->round.row[place] =
        lfi_metric_between(&matrix->metric, matrix->from, lfi_map_point(matrix->map, tile));
}

// ---- Holding --------------------------------------------------------------------------------------

void lfi_buckets_begin(lf_matrix *matrix, int64_t first) {
    lfi_round *round = &matrix->round;
    round->first = first;
    round->count = 0;
    round->used = round->starts[0] = 0;
    round->place_count = 0;
    matrix->stage = LFI_MATRIX_HOLD;
    matrix->next = first;
    lfi_ladder_clear(&matrix->ladder); // a query that was given up may have left something
}

/// Whether there is room for another end.
static bool hold_has_room(const lf_matrix *matrix) {
    const lfi_round *round = &matrix->round;
    const uint64_t most = matrix->single ? 1 : round->end_room;
    if (matrix->next == lfi_matrix_held_count(matrix) || (uint64_t)round->count == most) return false;
    return matrix->joint || round->entry_room - round->used >= matrix->ladder.count;
}

static void hold_climb(lf_matrix *matrix, lf_tile tile, int64_t *budget) {
    lfi_round *round = &matrix->round;
    *budget -= lfi_round_look(matrix, tile, end_reaches, NULL);
    *budget -= lfi_ladder_climb(&matrix->ladder);
    round->used +=
        lfi_ladder_settle(&matrix->ladder, round->rungs + round->used, round->lengths + round->used, budget);
}

/// Makes the next end one of the held ones.
static void hold_take(lf_matrix *matrix, int64_t *budget) {
    lfi_round *round = &matrix->round;
    const lf_tile tile = lfi_matrix_held(matrix, matrix->next);
    if (!lfi_matrix_is_bad(matrix, tile)) {
        round->places[round->place_count++] = (uint64_t)tile << 32 | (uint64_t)round->count;
        if (matrix->joint)
            lfi_joint_hold(matrix, tile, budget);
        else
            hold_climb(matrix, tile, budget);
    }
    --*budget;
    round->starts[++round->count] = (uint32_t)round->used;
    matrix->next++;
}

// ---- Gathering ------------------------------------------------------------------------------------

/// Makes the held tiles that are no headlands known to lookouts. Several ends on a tile are one tile there.
static void gather_wanted(lf_matrix *matrix) {
    const lf_map *map = matrix->map;
    lfi_round *round = &matrix->round;
    lfi_wanted *wanted = &round->wanted;
    memset(wanted->rows, 0, ((size_t)map->height / 64 + 1) * sizeof(uint64_t));
    memset(wanted->columns, 0, ((size_t)map->width / 64 + 1) * sizeof(uint64_t));
    wanted->count = 0;
    lfi_sort(round->places, round->place_count);
    for (uint32_t i = 0; i < round->place_count; i++) {
        const lf_tile tile = (lf_tile)(round->places[i] >> 32);
        const lf_point point = lfi_map_point(map, tile);
        if (i > 0 && round->places[i - 1] >> 32 == tile) continue;
        if (lfi_stops_is_headland(&matrix->ladder.index->stops, lfi_map_spot(map, tile))) continue;
        wanted->rows[point.y >> 6] |= UINT64_C(1) << (point.y & 63);
        wanted->columns[point.x >> 6] |= UINT64_C(1) << (point.x & 63);
        wanted->by_row[wanted->count] = (uint64_t)point.y << 32 | (uint32_t)point.x;
        wanted->by_column[wanted->count++] = (uint64_t)point.x << 32 | (uint32_t)point.y;
    }
    lfi_sort(wanted->by_row, wanted->count);
    lfi_sort(wanted->by_column, wanted->count);
}

/// Puts the entries together by rungs (counting sort). Entries of a rung stay in the order of their ends.
static void gather_entries(lf_matrix *matrix) {
    lfi_round *round = &matrix->round;
    const uint32_t rungs = matrix->ladder.count;
    memset(round->bucket, 0, ((size_t)rungs + 1) * sizeof *round->bucket);
    for (uint64_t i = 0; i < round->used; i++) round->bucket[round->rungs[i]]++;
    uint32_t end = 0;
    for (uint32_t rung = 0; rung <= rungs; rung++) round->bucket[rung] = end += round->bucket[rung];
    for (int64_t held = round->count; held-- > 0;) {
        for (uint32_t i = round->starts[held]; i < round->starts[held + 1]; i++) {
            const uint32_t at = --round->bucket[round->rungs[i]];
            round->bucket_ends[at] = (uint32_t)held;
            round->bucket_lengths[at] = round->lengths[i];
        }
    }
}

static void gather_step(lf_matrix *matrix, int64_t *budget) {
    if (matrix->joint) {
        if (!lfi_joint_gather(matrix, budget)) return;
    } else {
        gather_entries(matrix);
        *budget -= (int64_t)(matrix->round.used + matrix->ladder.count);
    }
    matrix->stage = LFI_MATRIX_ASK;
    matrix->next = 0;
}

// ---- Asking ---------------------------------------------------------------------------------------

/// The lengths from an end to all that are held.
static void ask_find(lf_matrix *matrix, lf_tile tile, int64_t *budget) {
    lfi_round *round = &matrix->round;
    *budget -= lfi_round_look(matrix, tile, end_reaches, end_meets);
    *budget -= lfi_ladder_climb(&matrix->ladder);
    // The entries are in the buckets now, so their list is free.
    const uint32_t count = lfi_ladder_settle(&matrix->ladder, round->rungs, round->lengths, budget);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t rung = round->rungs[i], end = round->bucket[rung + 1];
        const uint64_t length = round->lengths[i];
        *budget -= end - round->bucket[rung];
        for (uint32_t k = round->bucket[rung]; k < end; k++) {
            uint64_t *best = &round->row[round->bucket_ends[k]];
            const uint64_t sum = length + round->bucket_lengths[k];
            if (sum < *best) *best = sum;
        }
    }
}

static void ask_row(lf_matrix *matrix, int64_t asking, int64_t *budget) {
    lfi_round *round = &matrix->round;
    const lf_tile tile = lfi_matrix_asking(matrix, asking);
    const uint64_t none = matrix->ladder.longest;
    for (int64_t i = 0; i < round->count; i++) round->row[i] = none;
    if (!lfi_matrix_is_bad(matrix, tile)) ask_find(matrix, tile, budget);
    for (int64_t i = 0; i < round->count; i++)
        lfi_matrix_answer(matrix, round->first + i, asking, round->row[i], none);
    *budget -= 1 + round->count;
}

// ---- Steps ----------------------------------------------------------------------------------------

/// The next round; all rounds once more, for the routes; or the end.
static void hold_end(lf_matrix *matrix) {
    const int64_t next = matrix->round.first + matrix->round.count;
    if (next < lfi_matrix_held_count(matrix)) {
        lfi_buckets_begin(matrix, next);
    } else if (matrix->routes != NULL && !matrix->tracing) {
        lfi_routes_place(matrix);
        matrix->tracing = true;
        lfi_buckets_begin(matrix, 0);
    } else {
        matrix->stage = LFI_MATRIX_ENDED;
    }
}

/// Holds as many ends as there is room for.
static void hold_step(lf_matrix *matrix, int64_t *budget) {
    for (; hold_has_room(matrix); hold_take(matrix, budget)) {
        if (*budget <= 0) return;
    }
    gather_wanted(matrix);
    if (matrix->joint) lfi_joint_climb(matrix, budget);
    matrix->stage = LFI_MATRIX_GATHER;
    matrix->next = 0;
}

static void ask_step(lf_matrix *matrix, int64_t *budget) {
    for (; matrix->next < lfi_matrix_asking_count(matrix); matrix->next++) {
        if (*budget <= 0) return;
        if (matrix->joint)
            lfi_joint_ask(matrix, matrix->next, budget);
        else
            ask_row(matrix, matrix->next, budget);
    }
    hold_end(matrix);
}

void lfi_buckets_step(lf_matrix *matrix, int64_t *budget) {
    switch (matrix->stage) {
    case LFI_MATRIX_HOLD: hold_step(matrix, budget); break;
    case LFI_MATRIX_GATHER: gather_step(matrix, budget); break;
    default: ask_step(matrix, budget); break;
    }
}
