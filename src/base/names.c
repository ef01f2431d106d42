// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The names of enum values, as the program reads and writes them: one list for each type, in the order of its
// values, makes lf_<type>_name and lf_<type>_parse.
#include "core.h"

#include <string.h>

typedef struct name_list {
    const char *const *names;
    int count;
    lf_status unknown; ///< the status for a word that is none of the names
} name_list;

static const char *name_at(name_list list, int value) {
    return value >= 0 && value < list.count ? list.names[value] : NULL;
}

/// Writes the value to `value`. LF_E_NULL if `value` is NULL.
static lf_status name_find(name_list list, const char *name, int *value) {
    if (name == NULL || value == NULL) return LF_E_NULL;
    for (int i = 0; i < list.count; i++) {
        if (strcmp(name, list.names[i]) != 0) continue;
        *value = i;
        return LF_OK;
    }
    return list.unknown;
}

#define NAMES(type, error, ...)                                                               \
    static name_list type##_list(void) {                                                      \
        static const char *const names[] = {__VA_ARGS__};                                     \
        return (name_list){names, (int)(sizeof names / sizeof *names), error};                \
    }                                                                                         \
    const char *type##_name(type value) {                                                     \
        return name_at(type##_list(), (int)value);                                            \
    }                                                                                         \
    lf_status type##_parse(const char *name, type *out) {                                     \
        int value = 0;                                                                        \
        const lf_status status = name_find(type##_list(), name, out != NULL ? &value : NULL); \
        if (out != NULL) *out = (type)value;                                                  \
        return status;                                                                        \
    }

NAMES(lf_moves, LF_E_MOVES, "king", "king-cut", "orthogonal")
NAMES(lf_cost, LF_E_COST, "uniform", "octile")
NAMES(lf_end_kind, LF_E_END_RULE, "given", "beside", "near")
NAMES(lf_frontier, LF_E_FRONTIER, "region", "list")
NAMES(lf_entry, LF_E_ENTRY, "reached", "portal")
NAMES(lf_coarse_kind, LF_E_COARSE_KIND, "honest", "cells")
NAMES(lf_hierarchy, LF_E_HIERARCHY, "auto", "no", "yes")
NAMES(lf_goal, LF_E_GOAL, "exit", "all-keys", "all-keys-exit")
NAMES(lf_keys_strategy, LF_E_STRATEGY, "keys", "keys-plain")
NAMES(lf_device_type, LF_E_DEVICE, "floor", "key", "door", "switch", "barrier", "teleporter", "place")
NAMES(lf_heading, LF_E_DEVICE, "any", "north", "north-east", "east", "south-east", "south", "south-west",
      "west", "north-west")
NAMES(lf_puzzle_event_type, LF_E_DEVICE, "took", "unlocked", "passed", "pressed", "jumped", "visited", "shut")
