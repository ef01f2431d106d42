// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ways in the shut map between the tiles that points are on, over bends instead of tiles (a visibility
// graph).
//
// A shortest way turns only at headlands (stops.c). Bends are the headlands and the tiles of points and
// sources, where ways begin and end. A bend finds its legs by the lookout of the index (lookout.c) when a
// flood first passes it, and keeps them for the rest of the query.
//
// A lookout for an index leaves out a leg past a stop, because two legs over the stop are as long. Here every
// leg is kept. Without these legs lengths are the same, but a way past a key becomes a way over it, and other
// routes are chosen among equals (docs/decisions/0006-keys-and-doors.md).
//
// Where bends are so dense that legs are hardly longer than moves (noise, caves), a plain breadth-first
// search over tiles finds the ways instead.
//
// Time: O(rows of a room) words per bend, once; O(legs log bends) per flood (Dijkstra). Memory: 0.5 bytes per
// tile, 32 bytes per bend, 8 bytes per leg.
#include "keys.h"

#include <string.h>

enum { MOVE_SEED = 10 }; // in ways.moves: no move led here

static lfi_bend *ways_bends(const lfi_ways *ways) {
    return LFI_ITEMS(lfi_bend, ways->bends);
}

// ---------------------------------------------------------------------------------------------------
// Bends
// ---------------------------------------------------------------------------------------------------

static void ways_stop_arrays(lfi_arrays *run, lf_keys_search *search) {
    lfi_stops_arrays(run, &search->fixtures->shut, &search->ways.stops);
}

void lfi_ways_free(lf_keys_search *search) {
    const lf_allocator allocator = lfi_store_allocator(&search->store);
    ways_stop_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, search);
}

/// Makes the stops, unless an earlier query did.
static bool stops_begin(lf_keys_search *search) {
    if (search->ways.stops.rows != NULL) return true;
    const lf_allocator allocator = lfi_store_allocator(&search->store);
    if (lfi_stops_create(&search->fixtures->shut, &allocator, &search->ways.stops) == LF_OK) return true;
    lfi_ways_free(search);
    return false;
}

/// Finds the bends of this query: the headlands of the shut map, the tiles of tags, and the sources.
static void stops_fill(lf_keys_search *search) {
    const lf_map *shut = &search->fixtures->shut;
    lfi_stops *stops = &search->ways.stops;
    for (int64_t band = 0; band < lfi_stops_bands(shut); band++) lfi_stops_fill_rows(shut, stops, band);
    for (uint64_t i = 0; i < search->points.tag_count; i++) {
        const lf_tile tile = (lf_tile)(LFI_ITEMS(uint64_t, search->points.tags)[i] >> 32);
        lfi_stops_add(stops, lfi_map_spot(shut, tile));
    }
    for (int64_t i = 0; i < search->query.source_count; i++) {
        const lf_tile tile = search->query.sources[i].tile;
        if (lf_map_is_open(shut, tile)) lfi_stops_add(stops, lfi_map_spot(shut, tile));
    }
}

static uint32_t bend_at(const lf_keys_search *search, lf_tile tile) {
    return lfi_stops_number(&search->ways.stops, lfi_map_spot(search->map, tile));
}

static void bends_list(lf_keys_search *search) {
    const lf_map *map = search->map;
    const lfi_heads *heads = search->ways.stops.heads;
    lfi_bend *bend = ways_bends(&search->ways);
    for (int32_t y = 0; y < map->height; y++) {
        const uint64_t first = lfi_map_row(map, y) >> 6;
        for (uint64_t i = 0; i < map->stride; i++) {
            for (uint64_t word = heads[first + i].bits; word != 0; word &= word - 1)
                *bend++ = (lfi_bend){
                    .at = {(int32_t)(64 * i) + lfi_lowest_bit(word), y}, .leg = LFI_NONE, .tag = LFI_NONE};
        }
    }
}

static void bends_tag(lf_keys_search *search) {
    const uint64_t *tags = LFI_ITEMS(uint64_t, search->points.tags);
    for (uint64_t i = search->points.tag_count; i-- > 0;)
        ways_bends(&search->ways)[bend_at(search, (lf_tile)(tags[i] >> 32))].tag = (uint32_t)i;
}

static bool bends_begin(lf_keys_search *search) {
    lfi_ways *ways = &search->ways;
    const uint64_t count = ways->bend_count;
    if (!lfi_pool_reserve(&search->store, &ways->bends, count, sizeof(lfi_bend)) ||
        !lfi_pool_reserve(&search->store, &ways->costs, count, sizeof(uint32_t)) ||
        !lfi_pool_reserve(&search->store, &ways->stamps, count, sizeof(uint32_t)) ||
        !lfi_pool_reserve(&search->store, &ways->parents, count, sizeof(uint32_t)) ||
        !lfi_heap_reserve(&search->store, &ways->heap, ways->heap_pools, count))
        return false;
    memset(ways->stamps.items, 0, (size_t)count * sizeof(uint32_t));
    ways->stamp = 0;
    ways->leg_count = 0;
    ways->metric = lfi_metric_make(search->map->moves, LF_COST_UNIFORM);
    bends_list(search);
    bends_tag(search);
    const lf_map *shut = &search->fixtures->shut;
    for (int64_t band = 0; band < lfi_stops_bands(shut); band++)
        lfi_stops_fill_columns(shut, &ways->stops, band);
    lfi_stops_fill_patches(shut, &ways->stops);
    return true;
}

static bool tiles_begin(lf_keys_search *search) {
    lfi_pool *moves = &search->ways.moves;
    const uint64_t before = moves->capacity;
    if (!lfi_pool_reserve(&search->store, moves, search->map->tile_count, 1)) return false;
    if (before == 0) memset(moves->items, 0, (size_t)moves->capacity); // floods clear it when they end
    return lfi_pool_reserve(&search->store, &search->ways.tiles, (uint64_t)search->map->open_count,
                            sizeof(lf_tile));
}

bool lfi_ways_begin(lf_keys_search *search) {
    lfi_ways *ways = &search->ways;
    if (!stops_begin(search)) return false;
    stops_fill(search);
    ways->bend_count = (uint32_t)lfi_stops_count(&search->fixtures->shut, &ways->stops);
    ways->by_tiles = (int64_t)ways->bend_count * search->dense_above > search->map->open_count;
    search->route.stats.bends = ways->bend_count;
    return ways->by_tiles ? tiles_begin(search) : bends_begin(search);
}

// ---------------------------------------------------------------------------------------------------
// Legs
// ---------------------------------------------------------------------------------------------------

/// A bend that looks out.
typedef struct bend_view {
    lf_keys_search *search;
    lf_point from;
    bool failed; ///< whether there was no memory for a leg
} bend_view;

/// Adds a leg to a bend in sight.
static void leg_add(void *user, uint32_t to) {
    bend_view *view = user;
    lf_keys_search *search = view->search;
    lfi_ways *ways = &search->ways;
    if (!lfi_pool_reserve(&search->store, &ways->legs, ways->leg_count + 1, sizeof(lfi_leg))) {
        view->failed = true;
        return;
    }
    const lf_point at = ways_bends(ways)[to].at;
    LFI_ITEMS(lfi_leg, ways->legs)
    [ways->leg_count++] = (lfi_leg){to, (uint32_t)lfi_metric_between(&ways->metric, view->from, at)};
}

static bool bend_find_legs(lf_keys_search *search, uint32_t bend) {
    lfi_ways *ways = &search->ways;
    const uint64_t first = ways->leg_count;
    bend_view view = {.search = search, .from = ways_bends(ways)[bend].at};
    const lfi_lookout lookout = {.map = &search->fixtures->shut,
                                 .stops = &ways->stops,
                                 .limit = UINT32_MAX,
                                 .every = true,
                                 .user = &view,
                                 .headland = leg_add};
    search->work += LFI_WORK_LOOKOUT;
    lfi_lookout_scan(&lookout, view.from.x, view.from.y);
    if (view.failed) return false;
    if (ways->leg_count >= LFI_NONE) return lfi_store_fail(&search->store, LF_LIMIT);
    ways_bends(ways)[bend].leg = (uint32_t)first;
    ways_bends(ways)[bend].leg_count = (uint32_t)(ways->leg_count - first);
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Floods
// ---------------------------------------------------------------------------------------------------

/// Reports a tile that was met to its points. *go_on becomes false when the wanted point was met; *key
/// becomes true when the tile holds a key that matters, where ways end.
static bool tags_meet(lf_keys_search *search, uint64_t tag, uint32_t cost, bool *go_on, bool *key) {
    const uint64_t *tags = LFI_ITEMS(uint64_t, search->points.tags);
    const uint64_t tile = tags[tag] >> 32;
    for (; *go_on && tag < search->points.tag_count && tags[tag] >> 32 == tile; tag++) {
        const uint32_t point = (uint32_t)tags[tag] >> 1;
        if (LFI_ITEMS(lfi_poi, search->points.items)[point].type == LFI_POINT_KEY) *key = true;
        if (!lfi_points_meet(search, point, cost + (uint32_t)(tags[tag] & 1), go_on)) return false;
    }
    return true;
}

// Inlined: one call per leg took 4 % of a query on rooms under king moves that may cut corners.
LFI_INLINED void bend_push(lfi_ways *ways, uint32_t bend, uint64_t cost, uint32_t parent) {
    uint32_t *stamp = &LFI_ITEMS(uint32_t, ways->stamps)[bend],
             *best = &LFI_ITEMS(uint32_t, ways->costs)[bend];
    if (*stamp == ways->stamp && *best <= cost) return;
    *stamp = ways->stamp;
    *best = (uint32_t)cost;
    LFI_ITEMS(uint32_t, ways->parents)[bend] = parent;
    lfi_heap_push(&ways->heap, bend, cost << 32 | bend);
}

static bool bend_expand(lf_keys_search *search, uint32_t bend, uint64_t cost) {
    lfi_ways *ways = &search->ways;
    if (ways_bends(ways)[bend].leg == LFI_NONE && !bend_find_legs(search, bend)) return false;
    const lfi_bend here = ways_bends(ways)[bend];
    const lfi_leg *legs = LFI_ITEMS(lfi_leg, ways->legs) + here.leg;
    search->work +=
        lfi_heap_levels(ways->heap.count) * LFI_WORK_BEND + (uint64_t)here.leg_count * LFI_WORK_LEG;
    for (uint32_t i = 0; i < here.leg_count; i++) bend_push(ways, legs[i].to, cost + legs[i].cost, bend);
    return true;
}

/// Writes the way to a bend, from the bend back to the seed.
static bool bend_trail(lf_keys_search *search, uint32_t bend) {
    lfi_ways *ways = &search->ways;
    for (; bend != LFI_NONE; bend = LFI_ITEMS(uint32_t, ways->parents)[bend]) {
        if (!lfi_pool_reserve(&search->store, &ways->trail, ways->trail_count + 1, sizeof(uint32_t)))
            return false;
        LFI_ITEMS(uint32_t, ways->trail)[ways->trail_count++] = bend;
    }
    return true;
}

static bool bends_run(lf_keys_search *search, bool leave) {
    lfi_ways *ways = &search->ways;
    ways->stamp++;
    lfi_heap_clear(&ways->heap);
    for (uint64_t i = 0; i < search->points.seed_count; i++) {
        const lfi_seed seed = LFI_ITEMS(lfi_seed, search->points.seeds)[i];
        bend_push(ways, bend_at(search, seed.tile), seed.cost, LFI_NONE);
    }
    bool go_on = true;
    while (go_on && ways->heap.count > 0) {
        const lfi_heap_entry top = lfi_heap_pop(&ways->heap);
        const uint32_t bend = top.node, cost = (uint32_t)(top.priority >> 32);
        bool key = false;
        const uint32_t tag = ways_bends(ways)[bend].tag;
        if (tag != LFI_NONE && !tags_meet(search, tag, cost, &go_on, &key)) return false;
        if (!go_on) return bend_trail(search, bend);
        if ((!key || (leave && cost == 0)) && !bend_expand(search, bend, cost)) return false;
    }
    return true;
}

static void tile_push(lfi_ways *ways, lf_tile tile, uint8_t how) {
    uint8_t *move = &LFI_ITEMS(uint8_t, ways->moves)[tile];
    if (*move != 0) return;
    *move = how;
    LFI_ITEMS(lf_tile, ways->tiles)[ways->tile_count++] = tile;
}

static void ways_tile_expand(lf_keys_search *search, lf_tile tile) {
    const lf_map *shut = &search->fixtures->shut;
    const unsigned around = lfi_bits_around(shut->open, lfi_map_spot(shut, tile), shut->stride);
    for (unsigned moves = shut->allowed[around]; moves != 0; moves &= moves - 1) {
        const int k = lfi_lowest_bit(moves);
        tile_push(&search->ways, (lf_tile)(tile + shut->tile_offset[k]), (uint8_t)(k + 1));
    }
}

/// Writes the way to a tile as tiles, from the tile back to the seed.
static bool tile_trail(lf_keys_search *search, lf_tile tile) {
    lfi_ways *ways = &search->ways;
    for (;;) {
        if (!lfi_pool_reserve(&search->store, &ways->trail, ways->trail_count + 1, sizeof(uint32_t)))
            return false;
        LFI_ITEMS(uint32_t, ways->trail)[ways->trail_count++] = tile;
        const uint8_t move = LFI_ITEMS(uint8_t, ways->moves)[tile];
        if (move == MOVE_SEED) return true;
        tile = (lf_tile)(tile - search->map->tile_offset[move - 1]);
    }
}

static bool tiles_flood(lf_keys_search *search, bool leave) {
    lfi_ways *ways = &search->ways;
    // All seeds of a point have the same cost, so counting the levels is enough.
    uint32_t cost = search->points.seed_count > 0 ? LFI_ITEMS(lfi_seed, search->points.seeds)[0].cost : 0;
    bool go_on = true;
    for (uint64_t head = 0, level = ways->tile_count; head < ways->tile_count; head++) {
        if (head == level) {
            cost++;
            level = ways->tile_count;
        }
        const lf_tile tile = LFI_ITEMS(lf_tile, ways->tiles)[head];
        bool key = false;
        if (lfi_stops_is_headland(&ways->stops, lfi_map_spot(search->map, tile))) {
            const uint64_t *tags = LFI_ITEMS(uint64_t, search->points.tags);
            const uint64_t tag = lfi_tag_find(tags, search->points.tag_count, tile);
            const bool tagged = tag < search->points.tag_count && tags[tag] >> 32 == tile;
            if (tagged && !tags_meet(search, tag, cost, &go_on, &key)) return false;
        }
        if (!go_on) return tile_trail(search, tile);
        if (!key || (leave && cost == 0)) ways_tile_expand(search, tile);
    }
    return true;
}

static bool tiles_run(lf_keys_search *search, bool leave) {
    lfi_ways *ways = &search->ways;
    ways->tile_count = 0;
    for (uint64_t i = 0; i < search->points.seed_count; i++)
        tile_push(ways, LFI_ITEMS(lfi_seed, search->points.seeds)[i].tile, MOVE_SEED);
    const bool done = tiles_flood(search, leave);
    search->work += ways->tile_count * LFI_WORK_TILE;
    for (uint64_t i = 0; i < ways->tile_count; i++)
        LFI_ITEMS(uint8_t, ways->moves)[LFI_ITEMS(lf_tile, ways->tiles)[i]] = 0;
    return done;
}

bool lfi_ways_run(lf_keys_search *search, bool leave) {
    search->ways.trail_count = 0;
    return search->ways.by_tiles ? tiles_run(search, leave) : bends_run(search, leave);
}

// ---------------------------------------------------------------------------------------------------
// Tiles of a way
// ---------------------------------------------------------------------------------------------------

/// Appends the tiles of a leg after its first: diagonal moves first (orthogonal moves: horizontal ones).
static bool leg_append(lf_keys_search *search, lf_point at, lf_point to) {
    const bool orthogonal = search->map->moves == LF_MOVES_ORTHOGONAL;
    while (at.x != to.x || at.y != to.y) {
        const int32_t dx = lfi_towards(at.x, to.x), dy = lfi_towards(at.y, to.y);
        at.x += dx;
        if (!orthogonal || dx == 0) at.y += dy;
        if (!lfi_keys_add_tile(search, lfi_map_tile(search->map, at))) return false;
    }
    return true;
}

bool lfi_ways_append(lf_keys_search *search, bool with_seed) {
    const lfi_ways *ways = &search->ways;
    const uint32_t *trail = LFI_ITEMS(uint32_t, ways->trail);
    if (ways->trail_count == 0)
        return lfi_store_fail(&search->store, LF_E_INTERNAL); // the flood found this way before
    for (uint64_t i = ways->trail_count; i-- > 0;) {
        const bool seed = i + 1 == ways->trail_count;
        if (seed && !with_seed) continue;
        if (ways->by_tiles || seed) {
            const lf_tile tile =
                ways->by_tiles ? trail[i] : lfi_map_tile(search->map, ways_bends(ways)[trail[i]].at);
            if (!lfi_keys_add_tile(search, tile)) return false;
        } else if (!leg_append(search, ways_bends(ways)[trail[i + 1]].at, ways_bends(ways)[trail[i]].at)) {
            return false;
        }
    }
    return true;
}
