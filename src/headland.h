// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The strategy `headland`: a best-first search over the headlands of an index.
#ifndef LANDFALL_HEADLAND_H
#define LANDFALL_HEADLAND_H

#include "heap.h"
#include "index.h"

/// How many targets that are no headlands a lookout watches for at once; more are done in several rounds.
enum { LFI_WANTED_MAX = 1024 };

/// What the search knows of a headland, valid if the stamp is the query's.
typedef struct lfi_reach {
    uint64_t length; ///< of the best way from the sources so far
    uint64_t bound;  ///< no way from here to a target is shorter
    uint32_t stamp;
    uint32_t from; ///< the headland before it, or the source's tile
    bool from_source;
} lfi_reach;

/// The leg from a headland to the nearest target that sees it, valid if the stamp is the query's.
typedef struct lfi_landing {
    uint64_t length;
    uint32_t stamp;
    lf_tile target;
} lfi_landing;

typedef enum lfi_headland_stage {
    LFI_HEADLAND_TARGETS = 0, ///< targets look out, one after the other
    LFI_HEADLAND_SOURCES,     ///< then sources
    LFI_HEADLAND_SEARCH,      ///< then the search
} lfi_headland_stage;

typedef struct lfi_headland {
    lfi_reach *reach;     ///< for each headland
    lfi_landing *landing; ///< for each headland
    lfi_heap heap;
    lfi_wanted wanted;
    uint64_t row_words, column_words; ///< of wanted.rows and wanted.columns

    lfi_headland_stage stage;
    int64_t next;            ///< the target or source to look out next
    bool first_round;      ///< whether the sources look out for the first time
    int64_t round;           ///< the targets before this one have been watched for by all sources
    lfi_metric metric;       ///< of the query
    lfi_metric index_metric; ///< of the distances from landmarks
    uint32_t group;          ///< the group of the targets' headlands; UINT32_MAX if there are several
    bool group_known;
    lf_point low, high; ///< the box around the useful targets
    int16_t least[LFI_LANDMARKS],
        most[LFI_LANDMARKS]; ///< of the targets' distances from the landmarks, in units
    lf_point from;           ///< the tile that is looking out
    lf_tile from_tile;
    int64_t here_least[LFI_LANDMARKS],
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
