// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The depth gate of a search: which tiles a query closes, and the map that strategies then see.
#ifndef LANDFALL_GATE_H
#define LANDFALL_GATE_H

#include "../depth/depth.h"

/// The most ends with harbours that an index for a gate is used for.
enum { LFI_HARBOURS_MAX = 64 };

/// For a hump of the depth tree: the least depth of the deepest way to it from a source, or from a target.
typedef struct lfi_hump_mark {
    uint32_t stamp; ///< the query for which the rest is valid
    uint8_t source, target;
    bool has_source, has_target;
} lfi_hump_mark;

/// Words of the map's layout, by number.
typedef struct lfi_word_list {
    uint32_t *words;
    uint32_t count;
} lfi_word_list;

/// Tiles near sources and targets, which no gate closes. All planes are bits in the layout of the map.
/// Between two queries all words are 0 except those in `touched`.
typedef struct lfi_harbours {
    uint64_t *inside;      ///< the exempt tiles
    uint64_t *of_source;   ///< the exempt tiles that are connected with a source inside the harbours
    uint64_t *now, *next;  ///< waves of the search that finds them
    lfi_word_list touched; ///< words of `inside` that are not 0
    lfi_word_list now_words, next_words;
    bool any; ///< whether the current query has harbours
} lfi_harbours;

typedef struct lfi_depth_gate {
    lfi_hump_mark *marks; ///< for each hump
    uint64_t *bits;       ///< tiles that are open under the gate, in the layout of the map
    int32_t filled;       ///< the gate depth that the bits are filled for, -1 if none
    lfi_harbours harbours;
    lfi_wide *frame; ///< the same bits in blocks, frame included
    lf_map *map;     ///< the search's map with these bits: what strategies see
} lfi_depth_gate;

/// Whether a query has a gate.
bool lfi_depth_gate_asked(const lf_query *query);
/// Whether the gate of a query makes sense.
lf_status lfi_depth_gate_check(const lf_search *search, const lf_query *query);

/// The index of a search for a gate depth that serves the cost of a query; NULL if there is none.
const lf_index *lfi_gate_index(const lf_search *search, const lf_query *query, int32_t level);

/// Puts the gate of the query, if it has one, in force: the search's map then has only the tiles that the
/// gate leaves open. False if the gate leaves no route, as far as that is known before any search; it is then
/// in force only for a partial route.
bool lfi_depth_gate_apply(lf_search *search);

/// Whether the gate, if there is one, leaves some tile of a cell open.
bool lfi_depth_gate_leaves(const lf_search *search, const lf_coarse *coarse, lf_point cell);

/// Brings the bits of a box up to date, after search->now has changed there.
void lfi_depth_gate_refill(lf_search *search, lfi_box box);

// harbour.c
struct lfi_arrays;
void lfi_harbours_arrays(lf_search *search, struct lfi_arrays *run);
/// Forgets the harbours of the previous query.
void lfi_harbours_clear(lfi_harbours *harbours);
/// Finds the tiles within `radius` moves of the query's sources and targets.
void lfi_harbours_find(lf_search *search, int32_t radius);
/// Finds `of_source`. True if a target is among its tiles: then a route need not leave the harbours.
bool lfi_harbours_split(lf_search *search);

/// Called for a tile just outside a harbour.
typedef void lfi_harbour_mouth(lf_search *search, lf_tile tile, bool of_source);
/// Calls `mouth` for every open tile next to a harbour, perhaps several times.
void lfi_harbours_mouths(lf_search *search, lfi_harbour_mouth *mouth);

#endif // LANDFALL_GATE_H
