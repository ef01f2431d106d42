// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Lists of tiles as the user writes them.
#include "places.h"

#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void places_free(place_list *list) {
    free(list->items);
    *list = (place_list){0};
}

static bool list_add(place_list *list, place item) {
    if (list->count == list->capacity) {
        const int64_t capacity = list->capacity == 0 ? 16 : list->capacity * 2;
        place *items = realloc(list->items, (size_t)capacity * sizeof *items);
        if (items == NULL) return false;
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = item;
    return true;
}

static const char blanks[] = " \t\r\n";

static bool is_word_end(char c) {
    return c == '\0' || strchr(blanks, c) != NULL;
}

/// Reads one place from the front of `*text` and moves on behind it.
static bool take_place(const char **text, bool with_origins, place *out) {
    const char *c = *text;
    int64_t x, y, origin = 0;
    if (!args_take_int(&c, INT32_MIN, INT32_MAX, &x) || *c++ != ',') return false;
    if (!args_take_int(&c, INT32_MIN, INT32_MAX, &y)) return false;
    if (with_origins && *c == '=') {
        c++;
        if (!args_take_int(&c, 0, INT64_MAX, &origin)) return false;
    }
    if (!is_word_end(*c)) return false;
    *out = (place){{(int32_t)x, (int32_t)y}, (uint64_t)origin};
    *text = c;
    return true;
}

bool places_parse(const char *text, bool with_origins, place_list *list, const char **bad) {
    for (;;) {
        text += strspn(text, blanks);
        if (*text == '\0') return true;
        place item;
        *bad = text;
        if (!take_place(&text, with_origins, &item)) return false;
        *bad = NULL;
        if (!list_add(list, item)) return false;
    }
}

static bool read_places(const args_option *option, const char *value, bool with_origins, place_list *list) {
    const int64_t before = list->count;
    const char *bad;
    if (!places_parse(value, with_origins, list, &bad)) {
        if (bad == NULL)
            cli_no_memory();
        else
            cli_say("--%s: '%.*s' is not a tile, expected %s", option->name, (int)strcspn(bad, blanks), bad,
                    with_origins ? "X,Y or X,Y=ORIGIN, such as 12,40 or 12,40=7" : "X,Y, such as 12,40");
        return false;
    }
    if (list->count == before)
        cli_say("--%s: no tile in '%s', expected X,Y, such as 12,40", option->name, value);
    return list->count > before;
}

bool places_read_sources(const args_option *option, const char *value, void *field) {
    return read_places(option, value, true, field);
}

bool places_read_targets(const args_option *option, const char *value, void *field) {
    return read_places(option, value, false, field);
}

/// The best place of a ring search so far.
typedef struct nearest_place {
    lf_point at;
    int64_t distance; ///< squared, by the straight line; -1 = none yet
} nearest_place;

static void nearest_look(nearest_place *best, const lf_map *map, lf_point from, int64_t x, int64_t y) {
    const lf_tile tile = lf_map_tile(map, (int32_t)x, (int32_t)y);
    if (tile == LF_NO_TILE || !lf_map_is_open(map, tile)) return;
    const int64_t across = x - from.x, down = y - from.y, distance = across * across + down * down;
    if (best->distance >= 0 && best->distance <= distance) return;
    *best = (nearest_place){{(int32_t)x, (int32_t)y}, distance};
}

/// Looks at the tiles that are `ring` moves of a king away.
static void nearest_look_around(nearest_place *best, const lf_map *map, lf_point from, int64_t ring) {
    for (int64_t i = -ring; i <= ring; i++) {
        nearest_look(best, map, from, from.x + i, from.y - ring);
        nearest_look(best, map, from, from.x + i, from.y + ring);
        nearest_look(best, map, from, from.x - ring, from.y + i);
        nearest_look(best, map, from, from.x + ring, from.y + i);
    }
}

const char *place_hint(const lf_map *map, lf_point at, char out[PLACE_HINT_SIZE]) {
    enum { FARTHEST = 1000 }; // who is farther off meant something else
    nearest_place best = {.distance = -1};
    out[0] = '\0';
    if (lf_map_open_count(map) == 0) snprintf(out, PLACE_HINT_SIZE, "; the map has no open tile");
    for (int64_t ring = 1; lf_map_open_count(map) > 0 && ring <= FARTHEST && best.distance < 0; ring++)
        nearest_look_around(&best, map, at, ring);
    if (best.distance >= 0)
        snprintf(out, PLACE_HINT_SIZE, "; the nearest open tile is %d,%d", best.at.x, best.at.y);
    return out;
}

/// Whether an open tile is within `reach` moves of a king.
static bool place_is_near(const lf_map *map, lf_point at, int64_t reach) {
    const int64_t longest = (int64_t)lf_map_width(map) + lf_map_height(map);
    nearest_place best = {.distance = -1};
    for (int64_t ring = 1; ring <= reach && ring <= longest && best.distance < 0; ring++)
        nearest_look_around(&best, map, at, ring);
    return best.distance >= 0;
}

place_fault place_find_fault(const lf_map *map, lf_point at, const lf_end_rule *rule) {
    const lf_tile tile = lf_map_tile(map, at.x, at.y);
    if (tile == LF_NO_TILE) return PLACE_OUTSIDE;
    if (lf_map_is_open(map, tile)) return PLACE_FINE;
    if (rule->kind == LF_END_GIVEN) return PLACE_BLOCKED;
    return place_is_near(map, at, rule->kind == LF_END_NEAR ? rule->radius : 1) ? PLACE_FINE : PLACE_FAR;
}

const char *place_rule_hint(const lf_end_rule *rule, char out[PLACE_HINT_SIZE]) {
    if (rule->kind == LF_END_NEAR)
        snprintf(out, PLACE_HINT_SIZE, ", and no open tile is within %d tile%s", rule->radius,
                 rule->radius == 1 ? "" : "s");
    else
        snprintf(out, PLACE_HINT_SIZE, ", and no open tile touches it");
    return out;
}

bool places_check(const place_list *list, const lf_map *map, const char *role, const lf_end_rule *rule) {
    bool fine = true;
    for (int64_t i = 0; i < list->count; i++) {
        const lf_point at = list->items[i].at;
        const place_fault fault = place_find_fault(map, at, rule);
        char hint[PLACE_HINT_SIZE], not_found[PLACE_HINT_SIZE] = "";
        if (fault == PLACE_FINE) continue;
        fine = false;
        if (fault == PLACE_FAR) place_rule_hint(rule, not_found);
        if (rule->skip_bad)
            cli_note("%s %d,%d is left out: it lies %s%s", role, at.x, at.y,
                     fault == PLACE_OUTSIDE ? "outside the map" : "on a blocked tile", not_found);
        else if (fault != PLACE_OUTSIDE)
            cli_say("%s %d,%d lies on a blocked tile%s%s", role, at.x, at.y, not_found,
                    place_hint(map, at, hint));
        else
            cli_say("%s %d,%d lies outside the map (width %d, height %d)", role, at.x, at.y,
                    lf_map_width(map), lf_map_height(map));
    }
    return fine || rule->skip_bad;
}
