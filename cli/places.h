// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file places.h
/// Tiles as the user writes them: "X,Y", several of them separated by blanks, sources with "=LABEL".
#ifndef LANDFALL_CLI_PLACES_H
#define LANDFALL_CLI_PLACES_H

#include "args.h"

#include <landfall.h>

typedef struct place {
    lf_point at;
    uint64_t origin; ///< the label behind "=", 0 if none
} place;

/// A list that grows. `{0}` is the empty one; empty it with places_free.
typedef struct place_list {
    place *items;
    int64_t count, capacity;
} place_list;

void places_free(place_list *list);

/// Adds the places of an option's value to a place_list: "X,Y" or "X,Y=LABEL".
args_reader places_read_sources;
/// The same without labels.
args_reader places_read_targets;

/// Adds all places of a text to a list, with blanks and line ends between them. On a bad one it returns false
/// and points `bad` to it; `bad` is NULL if memory ran out.
bool places_parse(const char *text, bool with_origins, place_list *list, const char **bad);

/// What keeps a place from being a source or target. Far: it is blocked, and its rule finds no open tile.
typedef enum place_fault { PLACE_FINE, PLACE_OUTSIDE, PLACE_BLOCKED, PLACE_FAR } place_fault;

place_fault place_find_fault(const lf_map *map, lf_point at, const lf_end_rule *rule);

/// What helps with a blocked place, to be put behind a message: "; the nearest open tile is 12,40". Returns
/// `out`.
enum { PLACE_HINT_SIZE = 64 };
const char *place_hint(const lf_map *map, lf_point at, char out[PLACE_HINT_SIZE]);

/// Says what is wrong with the places of a list, which are `role` ("source"), under a rule; true if they are
/// all fine, or bad ones are left out.
bool places_check(const place_list *list, const lf_map *map, const char *role, const lf_end_rule *rule);

/// Puts what a rule does not find behind a message: ", and no open tile touches it". Returns `out`.
const char *place_rule_hint(const lf_end_rule *rule, char out[PLACE_HINT_SIZE]);

#endif // LANDFALL_CLI_PLACES_H
