// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Berths: the rules for ends (lf_end_rule), before any strategy sees the query.
//
// `near` walks over rings: the tiles at distance 1, 2, 3 ... from the end, in moves of a king, each ring from
// its upper row to its lower one. So the first tile of a body that it meets is the nearest, and the lowest
// among equals, and nothing has to be sorted or compared:
//
//     a - - - -      a ring of distance 2 around o; the upper row from left to right, then the two tiles of
//     |       |      each row between, then the lower row. A tile whose neighbour on the ring, above it or to
//     |   o   |      its left, is open belongs to that neighbour's body, and is not looked at.
//     |       |
//     - - - - -
//
// A body that the end has met bears a stamp of its own, so there is no list to search.
//
// Time: O(ends) for given and beside; for near O(radius^2 / 64 + radius^2 bits of columns) and a binary
// search per run of a ring. Memory: 40 bytes per berth, made with the search.
#include "search.h"

void lfi_berths_arrays(lf_search *search, lfi_arrays *run) {
    lfi_berths *berths = &search->berths;
    const uint64_t room = (uint64_t)berths->room;
    LFI_ARRAY(run, berths->sources, room);
    LFI_ARRAY(run, berths->targets, room);
    LFI_ARRAY(run, berths->source_entries, room);
    LFI_ARRAY(run, berths->target_entries, room);
    LFI_ARRAY(run, berths->nearest, room);
}

// ---- A list of berths -----------------------------------------------------------------------------

/// A list of berths while it is made.
typedef struct berth_list {
    lf_search *search;
    const lf_map *map;
    const lf_query *query; ///< as given
    bool of_sources;
    int64_t entry; ///< the end under way
    int64_t first; ///< its first berth
    int64_t count; ///< berths so far
    bool full;     ///< whether there was no room for a berth
} berth_list;

static int64_t list_entries(const berth_list *list) {
    return list->of_sources ? list->query->source_count : list->query->target_count;
}

static lf_tile list_tile(const berth_list *list) {
    return list->of_sources ? list->query->sources[list->entry].tile : list->query->targets[list->entry];
}

static void berth_add(berth_list *list, lf_tile tile) {
    lfi_berths *berths = &list->search->berths;
    const int64_t at = list->count;
    list->full |= at == berths->room;
    if (list->full) return;
    if (list->of_sources) {
        berths->sources[at] = (lf_source){tile, list->query->sources[list->entry].origin};
        berths->source_entries[at] = list->entry;
    } else {
        berths->targets[at] = tile;
        berths->target_entries[at] = list->entry;
    }
    list->count++;
}

// ---- Beside and near ------------------------------------------------------------------------------

static void berths_add_beside(berth_list *list, lf_point end) {
    for (int k = 0; k < LFI_AROUND; k++) {
        const lf_tile tile = lf_map_tile(list->map, end.x + lfi_move_dx(k), end.y + lfi_move_dy(k));
        if (k != LFI_CENTRE && lf_map_is_open(list->map, tile)) berth_add(list, tile);
    }
}

/// Whether nothing is left to look for: without bodies the first tile is the only berth.
static bool ring_is_enough(const berth_list *list) {
    return list->full || (!lfi_bodies_count(list->search) && list->count > list->first);
}

/// Takes an open tile of a ring, unless a tile of its body was taken.
static void ring_take(berth_list *list, lf_point point) {
    lf_search *search = list->search;
    const lf_tile tile = lfi_map_tile(list->map, point);
    if (ring_is_enough(list)) return;
    if (lfi_bodies_count(search)) {
        uint32_t *mark = &search->body_stamp[lf_map_body(search->base, tile)];
        if (*mark == search->stamp) return;
        *mark = search->stamp;
    }
    berth_add(list, tile);
}

/// The upper or lower row of a ring: the first tile of each run.
static void ring_row(berth_list *list, lf_point end, int64_t y, int64_t ring) {
    const lf_map *map = list->map;
    const int64_t x0 = end.x > ring ? end.x - ring : 0;
    const int64_t x1 = end.x + ring < map->width ? end.x + ring + 1 : map->width;
    if (y < 0 || y >= map->height) return;
    const uint64_t row = lfi_map_row(map, y), stop = row + (uint64_t)x1;
    for (uint64_t bit = row + (uint64_t)x0; bit < stop;) {
        const uint64_t first = lfi_run_edge(map->open, bit, 0, stop);
        if (first >= stop) return;
        ring_take(list, (lf_point){(int32_t)(first - row), (int32_t)y});
        bit = lfi_run_edge(map->open, first, UINT64_MAX, stop);
    }
}

/// One tile of a left or right column.
static void ring_side(berth_list *list, int64_t x, int64_t y) {
    const lf_map *map = list->map;
    if (x < 0 || x >= map->width) return;
    const uint64_t bit = lfi_map_row(map, y) + (uint64_t)x;
    if (!lfi_bit(map->open, (lfi_spot){bit}) || lfi_bit(map->open, (lfi_spot){bit - 64 * map->stride}))
        return;
    ring_take(list, (lf_point){(int32_t)x, (int32_t)y});
}

/// Coordinates have 64 bits here: on a map of 2^31 columns a ring may leave 32.
static void ring_look(berth_list *list, lf_point end, int64_t ring) {
    const int64_t top = end.y - ring, bottom = end.y + ring, height = list->map->height;
    ring_row(list, end, top, ring);
    for (int64_t y = top < 0 ? 0 : top + 1; y < bottom && y < height; y++) {
        ring_side(list, end.x - ring, y);
        ring_side(list, end.x + ring, y);
    }
    ring_row(list, end, bottom, ring);
}

static void berths_add_near(berth_list *list, lf_point end, int32_t radius) {
    const lf_map *map = list->map;
    const int32_t longest = map->width > map->height ? map->width : map->height;
    lfi_search_new_stamp(list->search);
    for (int32_t ring = 1; ring <= radius && ring < longest && !ring_is_enough(list); ring++)
        ring_look(list, end, ring);
}

// ---- Lists ----------------------------------------------------------------------------------------

/// Adds the berths of one end. Returns what is wrong with the end; LF_OK if nothing is.
static lf_status list_add_end(berth_list *list, const lf_end_rule *rule) {
    const lf_tile tile = list_tile(list);
    list->first = list->count;
    if (tile >= list->map->tile_count) return list->of_sources ? LF_E_SOURCE_OUTSIDE : LF_E_TARGET_OUTSIDE;
    if (lf_map_is_open(list->map, tile))
        berth_add(list, tile);
    else if (rule->kind == LF_END_BESIDE)
        berths_add_beside(list, lfi_map_point(list->map, tile));
    else if (rule->kind == LF_END_NEAR)
        berths_add_near(list, lfi_map_point(list->map, tile), rule->radius);
    if (list->full) return LF_E_END_ROOM;
    if (list->count > list->first) return LF_OK;
    if (rule->kind == LF_END_GIVEN) return list->of_sources ? LF_E_SOURCE_BLOCKED : LF_E_TARGET_BLOCKED;
    return list->of_sources ? LF_E_SOURCE_FAR : LF_E_TARGET_FAR;
}

static lf_status list_make(berth_list *list, const lf_end_rule *rule) {
    for (list->entry = 0; list->entry < list_entries(list); list->entry++) {
        const lf_status status = list_add_end(list, rule);
        if (status == LF_E_END_ROOM || (status != LF_OK && !rule->skip_bad)) return status;
    }
    if (list->count > 0) return LF_OK;
    return list->of_sources ? LF_E_SOURCES_SKIPPED : LF_E_TARGETS_SKIPPED;
}

lf_status lfi_berths_find(lf_search *search) {
    const lf_query given = search->query;
    lfi_berths *berths = &search->berths;
    berth_list list = {.search = search, .map = search->now, .query = &given, .of_sources = true};
    if (lfi_rule_asked(&given.source_rule)) {
        const lf_status status = list_make(&list, &given.source_rule);
        if (status != LF_OK) return status;
        berths->sources_made = true;
        search->query.sources = berths->sources;
        search->query.source_count = list.count;
    }
    list.of_sources = list.full = false;
    list.count = 0;
    if (!lfi_rule_asked(&given.target_rule)) return LF_OK;
    const lf_status status = list_make(&list, &given.target_rule);
    berths->targets_made = true;
    search->query.targets = berths->targets;
    search->query.target_count = list.count;
    return status;
}
