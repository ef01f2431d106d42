// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Files of queries: loading them, and what is wrong with them on a given map.
#include "queries.h"

#include "cli.h"
#include "input.h"
#include "places.h"

#include <inttypes.h>

bool queries_load(const char *path, lf_query_list *out) {
    lf_io_error error = {0};
    if (lf_queries_load(path, out, &error) == LF_IO_OK) return true;
    cli_say("%s", error.message);
    return false;
}

static bool check_place(const char *path, int64_t line, const char *role, lf_point at, const lf_map *map,
                        const lf_end_rule *rule) {
    const place_fault fault = place_find_fault(map, at, rule);
    char hint[PLACE_HINT_SIZE], not_found[PLACE_HINT_SIZE] = "";
    if (fault == PLACE_FAR) place_rule_hint(rule, not_found);
    if (fault == PLACE_BLOCKED || fault == PLACE_FAR)
        cli_say("%s:%" PRId64 ": %s %d,%d is blocked%s%s", path, line, role, at.x, at.y, not_found,
                place_hint(map, at, hint));
    if (fault == PLACE_OUTSIDE)
        cli_say("%s:%" PRId64 ": %s %d,%d is outside the map (width %d, height %d)", path, line, role, at.x,
                at.y, lf_map_width(map), lf_map_height(map));
    return fault == PLACE_FINE;
}

/// Checks all queries and says what is wrong with the first few bad ones: the rest is mostly the same
/// mistake.
static bool check_queries(const char *path, const lf_query_list *queries, const lf_map *map,
                          const lf_end_rule *rule) {
    enum { SHOWN = 10 };
    int64_t bad = 0;
    for (int64_t i = 0; i < queries->count && bad < SHOWN; i++) {
        const lf_file_query *query = &queries->items[i];
        bad += !check_place(path, query->line, "source", query->from, map, rule);
        bad += !check_place(path, query->line, "target", query->to, map, rule);
    }
    if (bad >= SHOWN) cli_say("%s: there may be more; is it for this map?", path);
    return bad == 0;
}

/// A scenario says how large its map is; on a map of another size its queries mean nothing.
static bool check_size(const char *path, const lf_query_list *queries, const lf_map *map) {
    const int32_t width = queries->map_width, height = queries->map_height;
    if (width == 0 || (width == lf_map_width(map) && height == lf_map_height(map))) return true;
    cli_say("%s: is for a map of %d x %d tiles, but this one has %d x %d", path, width, height,
            lf_map_width(map), lf_map_height(map));
    return false;
}

bool queries_check(const char *path, const lf_query_list *queries, const lf_map *map,
                   const lf_end_rule *rule) {
    const char *name = input_name(path);
    return check_size(name, queries, map) && (rule->skip_bad || check_queries(name, queries, map, rule));
}
