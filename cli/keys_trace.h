// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// `landfall keys --trace`: the states that a search took off its queue, in order.
#ifndef LANDFALL_CLI_KEYS_TRACE_H
#define LANDFALL_CLI_KEYS_TRACE_H

#include <jansson.h>
#include <landfall_io.h>

/// States in order. `{0}` has none.
typedef struct keys_trace {
    lf_keys_state *states;
    int64_t count, room;
    bool failed; ///< whether there was no memory for some
} keys_trace;

/// A watch that keeps all states of a query.
lf_keys_watch keys_trace_watch(keys_trace *trace);
void keys_trace_free(keys_trace *trace);

/// Prints a table: number, moves, tile, keys in binary, their names. States of another search than `of` are marked.
void keys_trace_print(const keys_trace *trace, const lf_map *map, const lf_dungeon *dungeon,
                      lf_keys_strategy of);

/// The same as an array of objects; NULL if there is no memory.
json_t *keys_trace_json(const keys_trace *trace, const lf_map *map, const lf_dungeon *dungeon);

#endif // LANDFALL_CLI_KEYS_TRACE_H
