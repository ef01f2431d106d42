// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The depth gate of a search: which tiles a query closes, and the map that strategies see then.
#ifndef LANDFALL_DEPTH_GATE_H
#define LANDFALL_DEPTH_GATE_H

#include "depth.h"

/// For a hump of the depth tree: how deep the deepest way from a source, or from a target, to it stays.
typedef struct lfi_hump_mark {
    uint32_t stamp; ///< the query for which the rest is valid
    uint8_t source, target;
    bool has_source, has_target;
} lfi_hump_mark;

/// Words of the map's layout, by their number.
typedef struct lfi_word_list {
    uint32_t *words;
    uint32_t count;
} lfi_word_list;

/// Tiles near sources and targets, which no gate closes. All planes are bits in the layout of the map and
/// are 0 between two queries except where `touched` says.
typedef struct lfi_harbours {
    uint64_t *inside;      ///< the exempt tiles
    uint64_t *of_source;   ///< those of them that are connected with a source inside the harbours
    uint64_t *now, *next;  ///< waves of the search that finds them
    lfi_word_list touched; ///< words of `inside` that are not 0
    lfi_word_list now_words, next_words;
    bool any; ///< whether the current query has harbours
} lfi_harbours;

typedef struct lfi_depth_gate {
    const lf_depth *depth; ///< NULL: the search knows no depths
    lfi_hump_mark *marks;  ///< for each hump
    uint64_t *bits;        ///< tiles that are open under the gate, in the layout of the map
    int32_t filled;        ///< the gate that the bits are filled for, -1 if for none
    int32_t level;         ///< the gate of the current query, -1 if it has none
    lfi_harbours harbours;
    lf_map *map; ///< the search's map with these bits: what strategies see
} lfi_depth_gate;

/// Room for gates, if the search is given depths and has strategies that take a gate.
/// Says what gates are for: NULL for none.
void lfi_depth_gate_measure(lf_search *search, const lf_depth *depth);
lf_status lfi_depth_gate_create(lf_search *search);
void lfi_depth_gate_destroy(lf_search *search);
uint64_t lfi_depth_gate_bytes(const lf_search *search);
/// Makes all marks stale, when the numbers of queries begin again.
void lfi_depth_gate_forget(lf_search *search);

/// Whether a query has a gate.
bool lfi_depth_gate_asked(const lf_query *query);
/// Whether the gate of a query makes sense.
lf_status lfi_depth_gate_check(const lf_search *search, const lf_query *query);

/// Puts the gate of the query, if it has one, in force: the search's map then has only the tiles that it
/// leaves open. False if it leaves no route: that is known before any search.
bool lfi_depth_gate_apply(lf_search *search);

/// Whether the gate, if there is one, leaves some tile of a cell open.
bool lfi_depth_gate_leaves(const lf_search *search, const lf_coarse *coarse, lf_point cell);

/// Whether the current query has a gate.
static inline bool lfi_depth_gate_on(const lfi_depth_gate *gate) {
    return gate->level >= 0;
}

// harbour.c
lf_status lfi_harbours_create(lf_search *search);
void lfi_harbours_destroy(lf_search *search);
uint64_t lfi_harbours_bytes(const lf_search *search);
/// Forgets the harbours of the query before.
void lfi_harbours_clear(lfi_harbours *harbours);
/// Finds the tiles within `radius` moves of the query's sources and targets.
void lfi_harbours_find(lf_search *search, int32_t radius);
/// Finds `of_source`. True if a target is among them: a route need not leave the harbours.
bool lfi_harbours_split(lf_search *search);

/// Told of a tile at the edge of a harbour.
typedef void lfi_harbour_port(lf_search *search, lf_tile tile, bool of_source);
/// Calls `port` for every open tile next to a harbour, perhaps several times.
void lfi_harbours_ports(lf_search *search, lfi_harbour_port *port);

#endif // LANDFALL_DEPTH_GATE_H
