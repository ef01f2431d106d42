// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The strategy `headland`: a best-first search over the headlands of an index.
#ifndef LANDFALL_HEADLAND_H
#define LANDFALL_HEADLAND_H

#include "heap.h"
#include "index.h"

/// How many targets that are no headlands a lookout watches for at once; more are done in several rounds.
enum { LFI_WANTED_MAX = 1024 };

#define LFI_BOUND_UNKNOWN UINT64_MAX
#define LFI_LANDED        UINT32_C(0x80000000)
#define LFI_FROM_SOURCE   UINT32_C(0x7fffffff)

/// What the search knows of a headland: one cache line, so that following a leg touches one place in memory.
/// The first two are the index's own; the rest is valid if the stamp is the query's.
typedef struct lfi_reach {
    int16_t away[LFI_LANDMARKS];
    lf_point point;
    uint64_t length; ///< of the best way from the sources so far
    uint64_t bound;  ///< no way from here to a target is shorter; LFI_BOUND_UNKNOWN until it is needed
    uint32_t stamp;
    uint32_t from; ///< the headland before it, or LFI_FROM_SOURCE; LFI_LANDED is added if a target sees it
} lfi_reach;

/// The leg from a headland to the nearest target that sees it.
typedef struct lfi_landing {
    uint64_t length;
    lf_tile target;
} lfi_landing;

/// Headlands seen by a lookout and not looked at yet: their memory is fetched meanwhile.
enum { LFI_SEEN_MAX = 64 };

typedef enum lfi_headland_stage {
    LFI_HEADLAND_TARGETS = 0, ///< targets look out, one after the other
    LFI_HEADLAND_SOURCES,     ///< then sources
    LFI_HEADLAND_SEARCH,      ///< then the search
} lfi_headland_stage;

typedef struct lfi_headland {
    lfi_reach *reach;     ///< for each headland
    void *reach_memory;   ///< the same before it was aligned
    lfi_landing *landing; ///< for each headland
    lf_tile *source;      ///< for each headland that was reached from a source
    lfi_heap heap;
    lfi_wanted wanted;
    uint64_t row_words, column_words; ///< of wanted.rows and wanted.columns

    uint32_t stamp;   ///< of the attempt under way; 0 is never one's
    uint32_t horizon; ///< legs of more moves are not looked for in this attempt; UINT32_MAX = all are
    lfi_headland_stage stage;
    int64_t next;      ///< the target or source to look out next
    bool first_round;  ///< whether the sources look out for the first time
    int64_t round;     ///< the targets before this one have been watched for by all sources
    lfi_metric metric; ///< of the query
    int shift;         ///< lengths in the queue are rounded down by this many bits
    uint32_t seen[LFI_SEEN_MAX];
    uint32_t seen_count;
    uint32_t group; ///< the group of the targets' headlands; UINT32_MAX if there are several
    bool group_known;
    lf_point low, high; ///< the box around the useful targets
    int16_t least[LFI_LANDMARKS],
        most[LFI_LANDMARKS]; ///< of the targets' distances from the landmarks, in units
    lf_point from;           ///< the tile that is looking out
    lf_tile from_tile;
    int32_t here_least[LFI_LANDMARKS],
        here_most[LFI_LANDMARKS]; ///< the same of the target that is looking out
    uint64_t best;                ///< length of the best route so far
    uint32_t best_last;           ///< its last headland
    lf_tile best_source, best_target;
    bool best_direct; ///< whether it is one leg from best_source to best_target
} lfi_headland;

struct lfi_strategy;
extern const struct lfi_strategy lfi_headland_strategy;

lf_status lfi_headland_create(lf_search *search);
void lfi_headland_destroy(lf_search *search);
size_t lfi_headland_bytes(const lf_search *search);
void lfi_headland_forget(lf_search *search);
bool lfi_headland_has_met(const lf_search *search, lf_tile tile);

#endif // LANDFALL_HEADLAND_H
