// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Differential tests in swarms. A case is a map, the ends of a query and all its options, as plain numbers.
// It is made from one seed, with the weights of all features drawn anew for each case, so that some cases
// have nothing but diagonals, and some ask nothing but `spine` for many ends. Its answer is compared with the
// oracle. A case that fails is made smaller for as long as it still fails, and written as text that can be
// run again.
//
//     make.c    a case from a seed
//     check.c   a case against the oracle
//     truth.c   what the oracle says
//     berths.c  what the ends stand for
//     shrink.c  a smaller case that still fails
//     text.c    a case as text, and back
//
// The fuzz targets make cases of bytes and use the same check.
#ifndef LANDFALL_SWARM_H
#define LANDFALL_SWARM_H

#include "../oracle.h"

#include <stdio.h>

enum {
    SWARM_SIDE = 129,
    SWARM_TILES = SWARM_SIDE * SWARM_SIDE,
    SWARM_ENDS = 48,
    SWARM_BERTHS = 4096,
};

/// Where a case has its depths from.
enum { SWARM_NO_DEPTH, SWARM_COMPUTED, SWARM_COMPUTED_EDGE, SWARM_OF_MAP, SWARM_PLANE };

/// All numbers of a case but sizes and ends: X(name, least, most). 0 is the simplest value of each.
#define SWARM_FIELDS(X)  \
    X(moves, 0, 2)       \
    X(format, 0, 2)      \
    X(bodies, 0, 1)      \
    X(strategy, 0, 7)    \
    X(cost, 0, 1)        \
    X(all, 0, 1)         \
    X(warm, 0, 4)        \
    X(salt, 0, 255)      \
    X(slice, 0, 200)     \
    X(level, 0, 8)       \
    X(kind, 0, 1)        \
    X(given, 0, 2)       \
    X(radius, -1, 3)     \
    X(widenings, -1, 6)  \
    X(frontier, 0, 1)    \
    X(straighten, 0, 1)  \
    X(spacing, -1, 6)    \
    X(portal_cap, 0, 4)  \
    X(entry, 0, 1)       \
    X(keep_joints, 0, 1) \
    X(only, 0, 1)        \
    X(route_room, 0, 99) \
    X(hierarchy, 0, 2)   \
    X(saved, 0, 1)       \
    X(depths, 0, 4)      \
    X(min_depth, 0, 255) \
    X(deepest, 0, 1)     \
    X(harbour, -1, 12)   \
    X(shape, 0, 1)       \
    X(look_ahead, 0, 40) \
    X(drift, 0, 6)       \
    X(interval, 0, 4096) \
    X(adrift, 0, 255)    \
    X(from_kind, 0, 2)   \
    X(from_radius, 0, 9) \
    X(from_skip, 0, 1)   \
    X(to_kind, 0, 2)     \
    X(to_radius, 0, 9)   \
    X(to_skip, 0, 1)     \
    X(end_room, 0, 40)   \
    X(partial, 0, 1)

/// One case. `format` is lf_tile_format; `all` gives the search a coarse map, an index and room for octile
/// costs whether the strategy needs them or not; `warm` is how many queries the search has answered or given
/// up before; `salt` is what those, and the cells of a given coarse map, are made from; `slice` is the budget
/// of a second run (0 = none); `given` makes the cells of a coarse map from outside, some of them wrong (1 =
/// as many as there are, 2 = rounded down); `only` makes a search for spine alone; `saved` sends the index
/// through its bytes; `shape` looks at the route's shapes too, with `interval` for the curve; `adrift` moves
/// the ends of the query away from those of the case, onto land too, and `from_kind` to `to_skip` are the
/// rules for them.
typedef struct swarm_case {
    int32_t width, height;
#define SWARM_MEMBER(name, least, most) int32_t name;
    SWARM_FIELDS(SWARM_MEMBER)
#undef SWARM_MEMBER
    int32_t source_count, target_count;
    lf_tile sources[SWARM_ENDS], targets[SWARM_ENDS];
    uint8_t open[SWARM_TILES], depth[SWARM_TILES]; ///< one byte per tile each, row by row
} swarm_case;

/// A number of a case by its name.
typedef struct swarm_field {
    const char *name;
    int32_t least, most;
    size_t offset;
} swarm_field;

extern const swarm_field swarm_fields[];
extern const int swarm_field_count;

int32_t *swarm_field_of(swarm_case *c, const swarm_field *field);

/// Makes a case one that the library has to answer: options that do not go together are made to.
void swarm_settle(swarm_case *c);

/// The case of a seed.
void swarm_make(uint64_t seed, swarm_case *out);
/// The same with a rule for its ends, partial routes, and walls that make them necessary.
void swarm_make_ends(uint64_t seed, swarm_case *out);

/// What was tried, so that nobody passes by trying nothing.
typedef struct swarm_tally {
    int64_t found[LF_STRATEGY_STRIP + 1], none[LF_STRATEGY_STRIP + 1]; ///< by the strategy that answered
    int64_t refused, octile, gated, gated_off, guardrails, widened, shapes, sliced;
    int64_t berths, bad_ends, partials,
        so_far; ///< routes under a rule, refusals, partial routes, best so far
} swarm_tally;

/// Runs a case and compares its answer with the oracle. NULL if all is well, otherwise what is wrong.
/// @param tally  is added to; may be NULL.
const char *swarm_check(const swarm_case *c, swarm_tally *tally);

/// Whether a case fails.
typedef bool (*swarm_fails)(const swarm_case *c);

/// Makes a failing case smaller for as long as it fails; returns how many cases were tried.
int swarm_shrink(swarm_case *c, swarm_fails fails);

/// A case as text, and back; false if the text is no case.
void swarm_write(FILE *stream, const swarm_case *c);
bool swarm_read(FILE *stream, swarm_case *out);

// ---- What check.c and truth.c share -----------------------------------------------------------------

/// What a list of ends stands for.
typedef struct swarm_berths {
    int count;
    lf_tile tiles[SWARM_BERTHS];
    int entries[SWARM_BERTHS]; ///< the end that each tile came from
} swarm_berths;

/// What the oracle says of a case.
typedef struct swarm_truth {
    lf_status status; ///< LF_OK, or what the query is refused with because of its ends
    lf_tile given_sources[SWARM_ENDS], given_targets[SWARM_ENDS];
    swarm_berths from, to;
    oracle_map map; ///< as the gate leaves it
    lf_source sources[SWARM_BERTHS];
    lf_tile targets[SWARM_TILES];
    bool partial;               ///< whether the best route is a partial one
    lf_query query;             ///< the ends that the gate leaves
    int32_t gate_depth;         ///< as lf_route has it
    int length, diagonal;       ///< of a best route under the case's cost; length is -1 if there is none
    lf_tile tiles[SWARM_TILES]; ///< the one that the written rule of `flood` allows
    uint8_t open[SWARM_TILES], depth[SWARM_TILES], exempt[SWARM_TILES];
} swarm_truth;

bool swarm_gated(const swarm_case *c);
void swarm_truth_make(const swarm_case *c, swarm_truth *out);
/// The ends as given, what they stand for, and the status.
void swarm_berths_make(const swarm_case *c, swarm_truth *out);
lf_end_rule swarm_rule(const swarm_case *c, bool source);
/// Moves from a tile to another as the crow flies, under the rules of a case; and how many are diagonal.
int swarm_crow(const swarm_case *c, lf_tile from, lf_tile to, int *diagonal);
/// The first target that a tile is nearest to as the crow flies, as a place in `to`.
int swarm_nearest(const swarm_case *c, const swarm_truth *t, lf_tile tile);

#endif // LANDFALL_SWARM_H
