// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Swarms of worlds. A chronicle is a map, what a world is made of, and a list of deeds: shapes, commits, work,
// states that are held, routes that are stored, questions. It is made from one seed, with the weights of all
// features drawn anew for each chronicle, so that some worlds have nothing but doors, and some are never
// worked on. It is lived through by the public functions alone, beside a plain model: after each commit
// everything is compared with a map made anew, and every answer with an independent search. A chronicle that
// fails is made smaller for as long as it still fails, and written as text that can be run again.
//
//     make.c    a chronicle from a seed
//     live.c    a chronicle against the model
//     truth.c   the independent search
//     shrink.c  a smaller chronicle that still fails
//     text.c    a chronicle as text, and back
#ifndef LANDFALL_CHRONICLE_H
#define LANDFALL_CHRONICLE_H

#include "../oracle.h"

#include <stdio.h>

enum {
    CHRONICLE_SIDE = 130,
    CHRONICLE_TILES = CHRONICLE_SIDE * CHRONICLE_SIDE,
    CHRONICLE_DEEDS = 800,
    CHRONICLE_SLOTS = 6, ///< for states that are held, and for routes that are stored
    CHRONICLE_PAST = 8,  ///< states of the model that an edit may go back to
};

/// What a world is made of: X(name, most). 0 is the simplest value of each.
///   index      0 = none, 1 = at once, 2 = later
///   hierarchy  as lf_hierarchy
///   coarse     0 = none, 1 = honest, 2 = cells
///   depth      0 = none, 1 = computed, 2 = computed with a blocked edge, 3 = given, 4 = the map's own
///   twin       whether a second world has the same edits and the same work, and must have the same routes
#define CHRONICLE_FIELDS(X) \
    X(moves, 2)             \
    X(bodies_later, 1)      \
    X(index, 2)             \
    X(hierarchy, 2)         \
    X(cost, 1)              \
    X(coarse, 2)            \
    X(level, 4)             \
    X(depth, 4)             \
    X(twin, 1)

/// Kinds of deeds: X(name, how many numbers, how many of them, from the first on, are places).
///   disc x y radius open         shapes, collected
///   rect x y width height open
///   scatter x y salt count open  single tiles around a place
///   stencil salt masked
///   undo n                       all tiles as they were n commits ago
///   discard
///   commit                       then everything is compared
///   work budget                  0 = all of it
///   fault n                      the n-th allocation from here on fails, if there is no twin
///   hold slot                    the newest state
///   release slot
///   old x y x y slot salt        questions to a state that is held
///   store x y x y slot salt      a route of the newest state
///   ask x y x y salt             questions to the newest state
#define CHRONICLE_KINDS(X) \
    X(disc, 4, 2)          \
    X(rect, 5, 2)          \
    X(scatter, 5, 2)       \
    X(stencil, 2, 0)       \
    X(undo, 1, 0)          \
    X(discard, 0, 0)       \
    X(commit, 0, 0)        \
    X(work, 1, 0)          \
    X(fault, 1, 0)         \
    X(hold, 1, 0)          \
    X(release, 1, 0)       \
    X(old, 6, 4)           \
    X(store, 6, 4)         \
    X(ask, 5, 4)

typedef enum deed_kind {
#define CHRONICLE_KIND(name, numbers, places) DEED_##name,
    CHRONICLE_KINDS(CHRONICLE_KIND)
#undef CHRONICLE_KIND
        DEED_KINDS
} deed_kind;

typedef struct deed {
    deed_kind kind;
    int32_t at[6];
} deed;

typedef struct deed_name {
    const char *name;
    int numbers, places;
} deed_name;

extern const deed_name deed_names[DEED_KINDS];

typedef struct chronicle {
    int32_t width, height;
#define CHRONICLE_MEMBER(name, most) int32_t name;
    CHRONICLE_FIELDS(CHRONICLE_MEMBER)
#undef CHRONICLE_MEMBER
    int32_t deed_count;
    deed deeds[CHRONICLE_DEEDS];
    uint8_t open[CHRONICLE_TILES]; ///< one byte per tile, row by row
} chronicle;

/// A number of a chronicle by its name.
typedef struct chronicle_field {
    const char *name;
    int32_t most;
    size_t offset;
} chronicle_field;

extern const chronicle_field chronicle_fields[];
extern const int chronicle_field_count;

int32_t *chronicle_field_of(chronicle *c, const chronicle_field *field);

/// The chronicle of a seed.
void chronicle_make(uint64_t seed, chronicle *out);

/// What was tried, so that nobody passes by trying nothing.
typedef struct chronicle_tally {
    int64_t edits, opened, blocked,
        unchanged;                           ///< commits that changed tiles, and tiles; commits that did not
    int64_t queries, none;                   ///< compared with a search of its own; of these without a route
    int64_t answered[LF_STRATEGY_STRIP + 1]; ///< by strategy
    int64_t pending;                         ///< queries while something was left to lf_world_work
    int64_t overlaid; ///< answers of `headland` on a state whose index is of an older one
    int64_t bulk;     ///< commits that gave the index up
    int64_t octile, many, sliced, gated, old, twins, undone;
    int64_t work, finished; ///< calls of lf_world_work; of these until nothing was left
    int64_t faults;         ///< allocations that failed
    int64_t still[4];       ///< what was said of stored routes
} chronicle_tally;

/// Lives a chronicle through. Failed checks are printed and counted, as test.h does; returns how many failed.
int64_t chronicle_live(const chronicle *c, chronicle_tally *tally);

/// Whether a chronicle fails.
typedef bool (*chronicle_fails)(const chronicle *c);

/// Makes a failing chronicle smaller for as long as it fails; returns how many were tried.
int chronicle_shrink(chronicle *c, chronicle_fails fails);

/// A chronicle as text, and back; false if the text is none.
void chronicle_write(FILE *stream, const chronicle *c);
bool chronicle_read(FILE *stream, chronicle *out);

// ---- truth.c ----------------------------------------------------------------------------------------

/// A distance in straight and diagonal moves; straight < 0: there is no way.
typedef struct truth {
    int32_t straight, diagonal;
} truth;

/// The distances of all tiles from the nearest source: a queue under uniform costs (all moves count as
/// straight), a heap under octile ones. It shares nothing with src/ and, but for the rule of one move, nothing
/// with the oracle, which would be too slow for a million queries.
void truth_find(const oracle_map *map, lf_cost cost, const lf_source *sources, int64_t count, truth *out);

/// Whether one distance is less than another; none is the greatest.
bool truth_less(truth a, truth b);

#endif // LANDFALL_CHRONICLE_H
