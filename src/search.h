// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of a search: the scratch memory that strategies share, and what a strategy is.
#ifndef LANDFALL_SEARCH_H
#define LANDFALL_SEARCH_H

#include "map.h"

typedef enum lfi_state {
    LFI_IDLE = 0, ///< no query, or the last one was refused
    LFI_RUNNING,  ///< begun, no answer yet
    LFI_ENDED,    ///< answered
} lfi_state;

/// A strategy: how a query is begun, moved on, and turned into tiles. None of them allocates.
typedef struct lfi_strategy {
    const char *name;
    bool exact; ///< whether its answers are proven best
    /// Sets the search up; sources in bodies without a target are to be left out (lfi_search_source_useful).
    void (*begin)(lf_search *search);
    /// At most `budget` expansions. LF_PAUSED, LF_NO_ROUTE, or LF_OK with route.length, source and target
    /// set.
    lf_status (*step)(lf_search *search, int64_t budget);
    /// Writes as many of the route's tiles as fit, from the source on.
    void (*trace)(const lf_search *search, lf_tile *tiles, int64_t capacity);
} lfi_strategy;

/// Breadth-first search over tiles: a queue, and marks a tile.
///
/// Marks are bits, 64 tiles a word in the layout of the map, and are never cleared between queries: a word is
/// fresh if its stamp is the query's. A tile's neighbours lie in its own word and the eight around it (the
/// halo); all nine are freshened when the first tile of a word is met, so that expanding a tile checks no
/// stamp at all.
typedef struct lfi_flood {
    lf_tile *queue;       ///< open_count entries: every tile enters at most once
    uint8_t *distance;    ///< distance of a met tile from the sources, modulo 4: enough to walk back
    uint64_t *met;        ///< bits: in the queue now or earlier
    uint64_t *wanted;     ///< bits: targets
    uint32_t *word_stamp; ///< the query for which a word of both is fresh
    uint32_t *halo_stamp; ///< the query for which the words around a word are fresh too
    int64_t head, tail;   ///< queue[head] is next
    int64_t level_end;    ///< the tiles before this one have the distance `level`, those from it on one more
    int64_t level;
} lfi_flood;

struct lf_search {
    const lf_map *map;
    lf_allocator allocator;
    lf_clock clock;
    uint32_t stamp;       ///< number of the query; 0 is never a query's
    uint32_t *body_stamp; ///< for each body, the query that has a target in it; NULL if bodies are unknown
    uint32_t body_count;
    lfi_flood flood;

    lfi_state state;
    lf_query query;
    const lfi_strategy *strategy;
    lf_status answer; ///< LF_OK or LF_NO_ROUTE once ended
    lf_route route;
};

extern const lfi_strategy lfi_flood_strategy;

lf_status lfi_flood_create(lf_search *search);
void lfi_flood_destroy(lf_search *search);
size_t lfi_flood_bytes(const lf_search *search);
/// Makes all marks stale; for the wrap-around of the stamp.
void lfi_flood_forget(lf_search *search);
bool lfi_flood_has_met(const lf_search *search, lf_tile tile);

/// Whether a source may lead to a target at all: whether its body, if bodies are known, holds one.
bool lfi_search_source_useful(const lf_search *search, lf_tile source);

#endif // LANDFALL_SEARCH_H
