// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

#include "keys_trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/// Room for a set in binary, and for a tile.
enum { BITS_TEXT = 65, TILE_TEXT = 24 };

static void trace_add(const lf_keys_state *state, void *user) {
    keys_trace *trace = user;
    if (trace->failed) return;
    if (trace->count == trace->room) {
        const int64_t room = trace->room == 0 ? 64 : 2 * trace->room;
        lf_keys_state *states = realloc(trace->states, (size_t)room * sizeof *states);
        trace->failed = states == NULL;
        if (trace->failed) return;
        trace->states = states;
        trace->room = room;
    }
    trace->states[trace->count++] = *state;
}

lf_keys_watch keys_trace_watch(keys_trace *trace) {
    return (lf_keys_watch){trace_add, trace};
}

void keys_trace_free(keys_trace *trace) {
    free(trace->states);
    *trace = (keys_trace){0};
}

/// A set as zeros and ones, the first kind at the right end.
static const char *bits_text(uint64_t set, int32_t kinds, char *text) {
    for (int32_t k = 0; k < kinds; k++) text[k] = (set >> (kinds - 1 - k) & 1) != 0 ? '1' : '0';
    text[kinds] = '\0';
    return text;
}

static const char *tile_text(const lf_map *map, lf_tile tile, char *text) {
    const lf_point at = lf_map_point(map, tile);
    snprintf(text, TILE_TEXT, tile == LF_NO_TILE ? "any" : "%d,%d", at.x, at.y);
    return text;
}

void keys_trace_print(const keys_trace *trace, const lf_map *map, const lf_dungeon *dungeon,
                      lf_keys_strategy of) {
    printf("%7s  %5s  %-9s  keys\n", "state", "moves", "at");
    for (int64_t i = 0; i < trace->count; i++) {
        const lf_keys_state *state = &trace->states[i];
        char bits[BITS_TEXT], tile[TILE_TEXT];
        printf("%7" PRId64 "  %5" PRId64 "  %-9s  %s", i + 1, state->length,
               tile_text(map, state->tile, tile), bits_text(state->held, dungeon->kind_count, bits));
        for (int32_t k = 0; k < dungeon->kind_count; k++)
            if ((state->held >> k & 1) != 0) printf(" %s", dungeon->names[k]);
        puts(state->strategy == of ? "" : state->strategy == LF_KEYS ? "  (keys)" : "  (keys-plain)");
    }
}

static json_t *state_json(const lf_keys_state *state, const lf_map *map, const lf_dungeon *dungeon) {
    char bits[BITS_TEXT];
    const lf_point at = lf_map_point(map, state->tile);
    json_t *names = json_array();
    for (int32_t k = 0; k < dungeon->kind_count; k++)
        if ((state->held >> k & 1) != 0) json_array_append_new(names, json_string(dungeon->names[k]));
    json_t *tile = state->tile == LF_NO_TILE ? json_null() : json_pack("[i, i]", (int)at.x, (int)at.y);
    return json_pack("{s:o, s:I, s:o, s:s, s:s}", "tile", tile, "length", (json_int_t)state->length, "keys",
                     names, "bits", bits_text(state->held, dungeon->kind_count, bits), "strategy",
                     lf_keys_strategy_name(state->strategy));
}

json_t *keys_trace_json(const keys_trace *trace, const lf_map *map, const lf_dungeon *dungeon) {
    json_t *list = json_array();
    for (int64_t i = 0; i < trace->count; i++) {
        if (json_array_append_new(list, state_json(&trace->states[i], map, dungeon)) == 0) continue;
        json_decref(list);
        return NULL;
    }
    return list;
}
