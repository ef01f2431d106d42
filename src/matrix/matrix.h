// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Room `matrix`: lengths from each of many ends to each of many others. With a hierarchy by a ladder
// (index/ladder.c) and buckets (buckets.c), or one sweep for the nearest (joint.c), whose routes trace.c
// writes; else by fields (fields.c). May use: base, map, weights, sight, index; fields and worlds by their
// public functions.
//
// Move rules are symmetric, so a length does not depend on which end it begins at. One of the two lists is
// *held*: worked on first, in rounds of so many ends. The ends of the other list are *asking*: each of them in
// turn gets its lengths to all ends that are held.
#ifndef LANDFALL_MATRIX_H
#define LANDFALL_MATRIX_H

#include "../index/ladder.h"
#include "../index/leg.h"
#include "../weights/weights.h"

/// The ends that are held, and the buckets of what they reach.
typedef struct lfi_round {
    uint64_t end_room;    ///< the most ends of a round
    uint64_t entry_room;  ///< the most entries of a round
    int64_t first, count; ///< of the held ends: which ones
    uint64_t
        *places; ///< those that are not bad, in one number each, ascending: the tile, the place in the round
    uint32_t place_count;
    lfi_wanted wanted; ///< their tiles, except for headlands
    // What they reach, in the order of the ends. Later, what the asking end reaches.
    uint32_t *rungs;
    uint64_t *lengths;
    uint32_t *starts; ///< one more than ends: the entries of end i are starts[i] to starts[i + 1] - 1
    uint64_t used;    ///< entries
    // The same by rungs.
    uint32_t *bucket; ///< one more than there are rungs: entries bucket[i] to bucket[i + 1] - 1 are of rung i
    uint32_t *bucket_ends;
    uint64_t *bucket_lengths;
    uint64_t *row; ///< the lengths from the asking end to the ends of the round
    // Joint alone, for each rung.
    uint32_t *owners; ///< which end its best way leads to
    uint32_t *whence; ///< the arc that this way came by, or LFI_WHENCE_END
    lfi_fold *folds;  ///< room to unfold an arc
} lfi_round;

/// A way that came from an end, by no arc.
#define LFI_WHENCE_END UINT32_MAX

typedef enum lfi_matrix_stage {
    LFI_MATRIX_IDLE = 0,
    LFI_MATRIX_HOLD,   ///< hierarchy: ends of a round climb
    LFI_MATRIX_GATHER, ///< hierarchy: buckets are made, or lengths are swept down
    LFI_MATRIX_ASK,    ///< hierarchy: the other ends ask
    LFI_MATRIX_FIELD,  ///< fields: one from each held end
    LFI_MATRIX_JOINT,  ///< fields, nearest alone: from all targets
    LFI_MATRIX_TELL,   ///< fields, nearest alone: which target it was
    LFI_MATRIX_ENDED,
} lfi_matrix_stage;

struct lf_matrix {
    lf_allocator allocator;
    const lf_map *map;
    const lf_weights
        *weights; ///< NULL = moves cost the same everywhere; otherwise lengths are costs, by fields
    lf_cost cost;
    lfi_metric metric;
    int64_t max_bytes;
    lf_field *field; ///< NULL unless lengths come, or came, from fields
    lfi_ladder ladder;
    lfi_round round;

    lf_matrix_query query;
    lf_length *lengths;  ///< the caller's; NULL for the nearest
    lf_nearest *nearest; ///< the caller's; NULL for all lengths, and for routes
    int64_t nearest_count;
    lf_nearest_route *routes; ///< the caller's; NULL without routes
    lf_tile *tiles;           ///< the caller's
    int64_t tile_room;        ///< of tiles
    int64_t tile_count;       ///< tiles of the routes that have their place
    int64_t *tile_told;       ///< the caller's; NULL = nobody wants to know
    bool tracing;             ///< joint: whether the asking ends get their routes in this pass
    bool holds_sources;       ///< whether the sources are held, not the targets
    bool joint;               ///< whether the held ends of a round climb together: see joint.c
    bool single;              ///< joint: whether a round has one end
    lfi_matrix_stage stage;
    int64_t next; ///< the end, or rung, to work on next
    bool field_begun;
    // The end that looks out.
    lf_point from;
    uint64_t near;      ///< joint: the length to the nearest target so far
    uint32_t near_end;  ///< joint: which one; UINT32_MAX = none
    uint32_t near_rung; ///< joint: the rung that the way leads over; UINT32_MAX = the end is in sight
};

/// The map with the tiles that can be entered.
static inline const lf_map *lfi_matrix_ground(const lf_matrix *matrix) {
    return matrix->weights != NULL ? matrix->weights->map : matrix->map;
}

static inline bool lfi_matrix_is_bad(const lf_matrix *matrix, lf_tile tile) {
    return !lf_map_is_open(lfi_matrix_ground(matrix), tile);
}

static inline int64_t lfi_matrix_held_count(const lf_matrix *matrix) {
    return matrix->holds_sources ? matrix->query.source_count : matrix->query.target_count;
}

static inline lf_tile lfi_matrix_held(const lf_matrix *matrix, int64_t i) {
    return (matrix->holds_sources ? matrix->query.sources : matrix->query.targets)[i];
}

static inline int64_t lfi_matrix_asking_count(const lf_matrix *matrix) {
    return matrix->holds_sources ? matrix->query.target_count : matrix->query.source_count;
}

static inline lf_tile lfi_matrix_asking(const lf_matrix *matrix, int64_t i) {
    return (matrix->holds_sources ? matrix->query.targets : matrix->query.sources)[i];
}

/// The nearest targets of a source.
static inline lf_nearest *lfi_matrix_nearest(const lf_matrix *matrix, int64_t source) {
    return matrix->routes != NULL ? &matrix->routes[source].nearest
                                  : matrix->nearest + source * matrix->nearest_count;
}

// answers.c

/// No length.
#define LFI_NO_LENGTH ((lf_length){LF_NO_LENGTH, LF_NO_LENGTH})

/// A length of the metric as numbers of moves.
lf_length lfi_length_of(const lfi_metric *metric, uint64_t length);
/// The other way round; UINT64_MAX for no length.
uint64_t lfi_length_number(const lfi_metric *metric, lf_length length);
/// Writes that a way between two ends has this length, at least `none` if there is none. For the nearest, the
/// targets of a source must come in ascending order.
void lfi_matrix_answer(lf_matrix *matrix, int64_t held, int64_t asking, uint64_t length, uint64_t none);
/// Gives the route of a source its place among the tiles, once its length is known, unless it has one; and the routes
/// of all sources.
void lfi_route_place(lf_matrix *matrix, int64_t source);
void lfi_routes_place(lf_matrix *matrix);

// buckets.c: the steps with a hierarchy. joint.c has what is different for one nearest target.

void lfi_round_arrays(lfi_arrays *run, lfi_round *round, const lfi_ladder *ladder);
/// Sets the sizes.
void lfi_round_init(lfi_round *round, const lfi_ladder *ladder, const lfi_metric *metric);
/// Begins a round with a held end.
void lfi_buckets_begin(lf_matrix *matrix, int64_t first);
/// Goes on, up to the end of a stage.
void lfi_buckets_step(lf_matrix *matrix, int64_t *budget);

/// Calls `sees` with each headland that an end sees, or with itself if it is one, and `meets` with the place of
/// each held end that it sees directly; NULL = nobody is looked for. Returns the work done.
int64_t lfi_round_look(lf_matrix *matrix, lf_tile tile, void (*sees)(void *matrix, uint32_t number),
                       void (*meets)(void *matrix, uint32_t place));

/// A held end marks what it sees.
void lfi_joint_hold(lf_matrix *matrix, lf_tile tile, int64_t *budget);
/// All of them climb at once.
void lfi_joint_climb(lf_matrix *matrix, int64_t *budget);
/// The way down to all rungs; false if the budget ran out.
bool lfi_joint_gather(lf_matrix *matrix, int64_t *budget);
void lfi_joint_ask(lf_matrix *matrix, int64_t asking, int64_t *budget);

// trace.c

/// Writes the route of a source that has found the nearest end of the round, if that is its nearest of all.
void lfi_joint_trace(lf_matrix *matrix, int64_t source, int64_t *budget);

// fields.c: the steps without a hierarchy.

void lfi_fields_begin(lf_matrix *matrix);
/// Goes on, up to the end of a field.
void lfi_fields_step(lf_matrix *matrix, int64_t *budget);

#endif // LANDFALL_MATRIX_H
