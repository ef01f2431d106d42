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

int64_t queries_check(const char *name, const lf_file_query *queries, int64_t count, const lf_map *map,
                      const lf_end_rule *rule, int64_t said) {
    int64_t bad = 0;
    for (int64_t i = 0; i < count && said + bad < QUERIES_SHOWN; i++) {
        const lf_file_query *query = &queries[i];
        bad += !check_place(name, query->line, "source", query->from, map, rule);
        bad += !check_place(name, query->line, "target", query->to, map, rule);
    }
    if (bad > 0 && said + bad >= QUERIES_SHOWN) cli_say("%s: there may be more; is it for this map?", name);
    return bad;
}

bool queries_check_size(const char *name, int32_t width, int32_t height, const lf_map *map) {
    if (width == 0 || (width == lf_map_width(map) && height == lf_map_height(map))) return true;
    cli_say("%s: is for a map of %d x %d tiles, but this one has %d x %d", name, width, height,
            lf_map_width(map), lf_map_height(map));
    return false;
}

bool queries_check_all(const char *path, const lf_query_list *queries, const lf_map *map,
                       const lf_end_rule *rule) {
    const char *name = input_name(path);
    return queries_check_size(name, queries->map_width, queries->map_height, map) &&
           (rule->skip_bad || queries_check(name, queries->items, queries->count, map, rule, 0) == 0);
}
