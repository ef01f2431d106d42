// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The points of a query and the ways between them: the map, contracted to a graph of what matters.
//
// Points are the start (all sources in one), the target (all targets in one), every live door, every key that
// matters, and the floor tiles at the ends of sidesteps. An edge is a way of the shut map that meets no key
// in between, a sidestep, or no move at all (a source or target that lies on a door). Ways end at keys,
// because a way over a key is the way to it and the way from it. So edges are few and no way passes a key
// unseen. Edges into a door need its key. One flood from all tiles of a point finds its edges; the tiles of a
// door are its ports, one move away.
//
// Dijkstra's algorithm finds a way over several points with the keys held at the moment. To write the way
// out, each of its edges is searched again, this time with its tiles.
//
// Time: one flood over bends per point. Memory: 64 bytes per point, 24 bytes per edge.
#include "../base/sort.h"
#include "keys.h"

#include <string.h>

enum { POINTS_FEW = 40 }; // a heap of them is flat

static lfi_poi *points_items(const lf_keys_search *search) {
    return LFI_ITEMS(lfi_poi, search->points.items);
}

// ---------------------------------------------------------------------------------------------------
// Points
// ---------------------------------------------------------------------------------------------------

static bool point_is_door(const lf_keys_search *search, lf_tile tile) {
    return lfi_bit(search->fixtures->door_bits, lfi_map_spot(search->map, tile));
}

static bool points_reserve(lf_keys_search *search, uint64_t count) {
    lfi_points *points = &search->points;
    return lfi_pool_reserve(&search->store, &points->items, count, sizeof(lfi_poi)) &&
           lfi_pool_reserve(&search->store, &points->seen, count, sizeof(uint32_t)) &&
           lfi_pool_reserve(&search->store, &points->costs, count, sizeof(uint32_t)) &&
           lfi_pool_reserve(&search->store, &points->stamps, count, sizeof(uint32_t)) &&
           lfi_pool_reserve(&search->store, &points->from_edges, count, sizeof(uint32_t)) &&
           lfi_pool_reserve(&search->store, &points->from_points, count, sizeof(uint32_t)) &&
           lfi_heap_reserve(&search->store, &points->heap, points->heap_pools, count);
}

static void points_fill(lf_keys_search *search, uint64_t side_count) {
    const lf_fixtures *fixtures = search->fixtures;
    const bool kept = search->kept != NULL; // kept edges may lead over keys that do not matter
    lfi_poi *item = points_items(search);
    for (int i = 0; i < LFI_FIRST_DOOR; i++)
        *item++ = (lfi_poi){.tile = LF_NO_TILE, .type = LFI_POINT_END, .live = true, .sidestep = LFI_NONE};
    for (int64_t i = 0; i < fixtures->door_count; i++)
        *item++ = (lfi_poi){.tile = fixtures->doors[i].tile,
                            .type = LFI_POINT_DOOR,
                            .kind = fixtures->doors[i].kind,
                            .live = (LFI_ITEMS(uint8_t, search->relevance.live_doors)[i] & 1) != 0,
                            .sidestep = LFI_NONE};
    for (int64_t i = 0; i < fixtures->count; i++) {
        if (fixtures->items[i].type != LF_FIXTURE_KEY) continue;
        *item++ = (lfi_poi){.tile = fixtures->items[i].tile,
                            .type = LFI_POINT_KEY,
                            .kind = fixtures->items[i].kind,
                            .live = kept || (search->relevance.kinds >> fixtures->items[i].kind & 1) != 0,
                            .sidestep = LFI_NONE};
    }
    for (uint64_t i = 0; i < side_count; i++)
        *item++ = (lfi_poi){.tile = (lf_tile)LFI_ITEMS(uint64_t, search->points.sides)[i],
                            .type = LFI_POINT_SIDE,
                            .live = true,
                            .sidestep = LFI_NONE};
    search->points.live_count = LFI_FIRST_DOOR;
    for (uint32_t i = LFI_FIRST_DOOR; i < search->points.count; i++) {
        lfi_poi *point = &points_items(search)[i];
        point->live = point->live && lfi_reach_any_tile(search, point->tile);
        search->points.live_count += point->live;
    }
}

/// The point at the end of a sidestep: a door, or a floor tile.
static uint32_t side_point(const lf_keys_search *search, lf_tile tile) {
    if (point_is_door(search, tile)) return LFI_FIRST_DOOR + lfi_fixtures_door(search->fixtures, tile);
    const uint64_t *sides = LFI_ITEMS(uint64_t, search->points.sides);
    uint32_t low = 0, high = search->points.count - search->points.first_side - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (sides[middle] < tile)
            low = middle + 1;
        else
            high = middle;
    }
    return search->points.first_side + low;
}

/// Chains the sidesteps of each point: entry 2 * i stands for the first end of sidestep i, 2 * i + 1 for the
/// second.
static bool sidesteps_chain(lf_keys_search *search) {
    const lf_fixtures *fixtures = search->fixtures;
    lfi_points *points = &search->points;
    if (!lfi_pool_reserve(&search->store, &points->side_next, 2 * (uint64_t)fixtures->sidestep_count,
                          sizeof(uint32_t)))
        return false;
    for (uint32_t i = 0; i < 2 * (uint64_t)fixtures->sidestep_count; i++) {
        const lfi_sidestep *step = &fixtures->sidesteps[i / 2];
        lfi_poi *point = &points_items(search)[side_point(search, i % 2 == 0 ? step->a : step->b)];
        LFI_ITEMS(uint32_t, points->side_next)[i] = point->sidestep;
        point->sidestep = i;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Tags
// ---------------------------------------------------------------------------------------------------

static bool tag_add(lf_keys_search *search, lf_tile tile, uint32_t point, uint32_t cost) {
    lfi_points *points = &search->points;
    if (!lfi_pool_reserve(&search->store, &points->tags, points->tag_count + 1, sizeof(uint64_t)))
        return false;
    LFI_ITEMS(uint64_t, points->tags)
    [points->tag_count++] = (uint64_t)tile << 32 | (uint64_t)point << 1 | cost;
    return true;
}

static bool point_add_tags(lf_keys_search *search, uint32_t point) {
    const lfi_poi *item = &points_items(search)[point];
    if (!item->live) return true;
    if (item->type != LFI_POINT_DOOR) return tag_add(search, item->tile, point, 0);
    const lfi_door *door = &search->fixtures->doors[point - LFI_FIRST_DOOR];
    for (uint32_t i = 0; i < door->port_count; i++)
        if (!tag_add(search, search->fixtures->ports[door->port + i].tile, point, 1)) return false;
    return true;
}

/// Lists which point can be met on which tile, and at what cost from there. If a port lies on a key, the way
/// to the door is listed as well: it takes the key without knowing, which is legal and never better.
static bool tags_collect(lf_keys_search *search) {
    search->points.tag_count = 0;
    for (uint32_t i = LFI_FIRST_DOOR; i < search->points.count; i++)
        if (!point_add_tags(search, i)) return false;
    for (int64_t i = 0; lfi_keys_goal_has_target(search) && i < search->query.target_count; i++)
        if (!point_is_door(search, search->query.targets[i]) &&
            !tag_add(search, search->query.targets[i], LFI_TARGET, 0))
            return false;
    if (search->points.tag_count > 0)
        lfi_sort(LFI_ITEMS(uint64_t, search->points.tags), search->points.tag_count);
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Edges
// ---------------------------------------------------------------------------------------------------

static bool edge_add(lf_keys_search *search, lfi_edge edge) {
    lfi_points *points = &search->points;
    if (points->edge_count >= LFI_NONE) return lfi_store_fail(&search->store, LF_LIMIT);
    if (!lfi_pool_reserve(&search->store, &points->edges, points->edge_count + 1, sizeof edge)) return false;
    const lfi_poi *to = &points_items(search)[edge.to];
    if (to->type == LFI_POINT_DOOR) edge.need |= lfi_kind_bit(to->kind);
    LFI_ITEMS(lfi_edge, points->edges)[points->edge_count++] = edge;
    return true;
}

bool lfi_points_meet(lf_keys_search *search, uint32_t point, uint32_t cost, bool *go_on) {
    lfi_points *points = &search->points;
    if (points->want != LFI_NONE) {
        *go_on = point != points->want;
        return true;
    }
    uint32_t *seen = &LFI_ITEMS(uint32_t, points->seen)[point];
    if (*seen == points->row || point == points->row) return true;
    *seen = points->row;
    return edge_add(search, (lfi_edge){.to = point, .cost = cost, .walk = true});
}

static bool seed_add(lf_keys_search *search, lfi_pool *pool, uint64_t *count, lfi_seed seed) {
    if (!lfi_pool_reserve(&search->store, pool, *count + 1, sizeof seed)) return false;
    LFI_ITEMS(lfi_seed, *pool)[(*count)++] = seed;
    return true;
}

/// The tiles where ways from a point begin, or where they end: all of them that are not doors.
static bool point_list_seeds(lf_keys_search *search, uint32_t point, lfi_pool *pool, uint64_t *count) {
    const lf_keys_query *query = &search->query;
    const lfi_poi *item = &points_items(search)[point];
    *count = 0;
    if (item->type == LFI_POINT_END) {
        const int64_t ends = point == LFI_START ? query->source_count : query->target_count;
        for (int64_t i = 0; i < ends; i++) {
            const lf_tile tile = point == LFI_START ? query->sources[i].tile : query->targets[i];
            if (!point_is_door(search, tile) && !seed_add(search, pool, count, (lfi_seed){tile, 0}))
                return false;
        }
        return true;
    }
    if (item->type != LFI_POINT_DOOR) return seed_add(search, pool, count, (lfi_seed){item->tile, 0});
    const lfi_door *door = &search->fixtures->doors[point - LFI_FIRST_DOOR];
    for (uint32_t i = 0; i < door->port_count; i++)
        if (!seed_add(search, pool, count, (lfi_seed){search->fixtures->ports[door->port + i].tile, 1}))
            return false;
    return true;
}

static bool point_add_seeds(lf_keys_search *search, uint32_t point) {
    return point_list_seeds(search, point, &search->points.seeds, &search->points.seed_count);
}

static bool point_add_sidesteps(lf_keys_search *search, uint32_t point) {
    for (uint32_t i = points_items(search)[point].sidestep; i != LFI_NONE;
         i = LFI_ITEMS(uint32_t, search->points.side_next)[i]) {
        const lfi_sidestep *step = &search->fixtures->sidesteps[i / 2];
        const uint32_t to = side_point(search, i % 2 == 0 ? step->b : step->a);
        if (points_items(search)[to].live &&
            !edge_add(search, (lfi_edge){.need = step->need, .to = to, .cost = 1}))
            return false;
    }
    return true;
}

/// Sources and targets that lie on doors. A source holds the key of its door, and ends are live.
static bool point_add_ends(lf_keys_search *search, uint32_t point) {
    for (int64_t i = 0; point == LFI_START && i < search->query.source_count; i++) {
        const lf_tile tile = search->query.sources[i].tile;
        if (!point_is_door(search, tile)) continue;
        const uint32_t door = LFI_FIRST_DOOR + lfi_fixtures_door(search->fixtures, tile);
        if (!edge_add(search, (lfi_edge){.to = door})) return false;
    }
    if (points_items(search)[point].type != LFI_POINT_DOOR || !lfi_keys_goal_has_target(search)) return true;
    for (int64_t i = 0; i < search->query.target_count; i++)
        if (search->query.targets[i] == points_items(search)[point].tile)
            return edge_add(search, (lfi_edge){.to = LFI_TARGET});
    return true;
}

static bool point_leaves_key(const lf_keys_search *search, uint32_t point) {
    const lfi_point_type type = points_items(search)[point].type;
    return type == LFI_POINT_KEY || type == LFI_POINT_SIDE;
}

/// The edges by ways that end at the first key, found now.
static bool point_find_ways(lf_keys_search *search, uint32_t point) {
    search->points.row = point;
    search->points.want = LFI_NONE;
    return point_add_seeds(search, point) && lfi_ways_run(search, point_leaves_key(search, point));
}

/// Adds a way to a point that is live.
static bool point_add_way(lf_keys_search *search, uint32_t to, uint32_t cost) {
    if (cost == LFI_FAR || !points_items(search)[to].live) return true;
    return edge_add(search, (lfi_edge){.to = to, .cost = cost, .walk = true});
}

/// The edges by kept ways. Those from the start are found now; the targets have climbed before.
static bool point_take_ways(lf_keys_search *search, uint32_t point) {
    const lf_keys_ways *kept = search->kept;
    lfi_climber *climber = &search->climber;
    const lfi_points *points = &search->points;
    const bool to_target = lfi_keys_goal_has_target(search);
    if (point != LFI_START) {
        const uint64_t *first = LFI_ITEMS(uint64_t, kept->edge_first);
        const lfi_kept_edge *edges = LFI_ITEMS(lfi_kept_edge, kept->edges);
        for (uint64_t i = first[point]; i < first[point + 1]; i++)
            if (!point_add_way(search, edges[i].to, edges[i].cost)) return false;
        return !to_target ||
               point_add_way(search, LFI_TARGET, LFI_ITEMS(uint32_t, climber->target_row)[point]);
    }
    const lfi_seed *seeds;
    if (!point_add_seeds(search, LFI_START)) return false;
    seeds = LFI_ITEMS(lfi_seed, points->seeds);
    if (!lfi_climber_row(climber, seeds, points->seed_count)) return false;
    search->work += climber->arcs * LFI_WORK_ARC;
    for (uint32_t to = LFI_FIRST_DOOR; to < points->count; to++)
        if (!point_add_way(search, to, LFI_ITEMS(uint32_t, climber->row)[to])) return false;
    return !to_target ||
           point_add_way(search, LFI_TARGET, lfi_climber_across(climber, seeds, points->seed_count));
}

static bool point_find_edges(lf_keys_search *search, uint32_t point) {
    lfi_points *points = &search->points;
    const uint64_t first = points->edge_count;
    if (!point_add_sidesteps(search, point) || !point_add_ends(search, point) ||
        !(search->kept != NULL ? point_take_ways(search, point) : point_find_ways(search, point)))
        return false;
    points_items(search)[point].edge = (uint32_t)first;
    points_items(search)[point].edge_count = (uint32_t)(points->edge_count - first);
    return true;
}

/// Gets ready to find ways, or to take those that are kept.
static bool points_begin_ways(lf_keys_search *search) {
    if (search->kept == NULL) return tags_collect(search) && lfi_ways_begin(search);
    lfi_points *points = &search->points;
    search->route.stats.bends = search->kept->ladder.count;
    if (!lfi_climber_begin(&search->climber, search->kept, &search->store)) return false;
    if (!lfi_keys_goal_has_target(search)) return true;
    return point_list_seeds(search, LFI_TARGET, &points->ends, &points->end_count) &&
           lfi_climber_targets(&search->climber, LFI_ITEMS(lfi_seed, points->ends), points->end_count);
}

bool lfi_points_begin(lf_keys_search *search) {
    lfi_points *points = &search->points;
    uint64_t side_count;
    bool met;
    if (!lfi_reach_goal(search, 0, &met) ||
        !lfi_sides_collect(search->fixtures, &search->store, &points->sides, &side_count))
        return false;
    points->first_key = LFI_FIRST_DOOR + (uint32_t)search->fixtures->door_count;
    points->first_side = points->first_key + (uint32_t)search->fixtures->key_count;
    points->count = points->first_side + (uint32_t)side_count;
    if (!points_reserve(search, points->count)) return false;
    memset(points->stamps.items, 0, (size_t)points->count * sizeof(uint32_t));
    memset(points->seen.items, 0xff, (size_t)points->count * sizeof(uint32_t));
    points->stamp = 0;
    points->edge_count = 0;
    points_fill(search, side_count);
    points->next = 0;
    points->found = 0;
    return sidesteps_chain(search) && points_begin_ways(search);
}

bool lfi_points_step(lf_keys_search *search, bool *done) {
    lfi_points *points = &search->points;
    while (points->next < points->count &&
           (points->next == LFI_TARGET || !points_items(search)[points->next].live))
        points->next++;
    *done = points->next == points->count;
    if (*done) {
        search->route.stats.points = points->live_count;
        return true;
    }
    const uint32_t point = points->next++;
    if (!lfi_keys_turn(search, point, points->count) || !point_find_edges(search, point)) return false;
    points->found++;
    lfi_rival_foresee_ways(search);
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Floods over points
// ---------------------------------------------------------------------------------------------------

static void point_push(lfi_points *points, uint32_t point, uint64_t cost, uint32_t from, uint32_t edge) {
    uint32_t *stamp = &LFI_ITEMS(uint32_t, points->stamps)[point];
    uint32_t *best = &LFI_ITEMS(uint32_t, points->costs)[point];
    if (*stamp == points->stamp && *best <= cost) return;
    *stamp = points->stamp;
    *best = (uint32_t)cost;
    LFI_ITEMS(uint32_t, points->from_points)[point] = from;
    LFI_ITEMS(uint32_t, points->from_edges)[point] = edge;
    lfi_heap_push(&points->heap, point, cost << 32 | point);
}

void lfi_points_flood(lf_keys_search *search, uint32_t from, uint64_t held, uint64_t fresh, uint32_t stop) {
    const uint64_t work = search->points.count < POINTS_FEW ? LFI_WORK_POINT_FEW : LFI_WORK_POINT;
    lfi_points *points = &search->points;
    const lfi_edge *edges = LFI_ITEMS(lfi_edge, points->edges);
    points->stamp++;
    lfi_heap_clear(&points->heap);
    point_push(points, from, 0, LFI_NONE, LFI_NONE);
    while (points->heap.count > 0) {
        const lfi_heap_entry top = lfi_heap_pop(&points->heap);
        const uint32_t point = top.node;
        if (point == stop) return;
        const lfi_poi *item = &points_items(search)[point];
        if (point == LFI_TARGET) continue;
        if (point != from && item->type == LFI_POINT_KEY && (fresh >> item->kind & 1) != 0) continue;
        search->work += work + (uint64_t)item->edge_count * LFI_WORK_EDGE;
        for (uint32_t i = item->edge; i < item->edge + item->edge_count; i++)
            if ((edges[i].need & ~held) == 0)
                point_push(points, edges[i].to, (top.priority >> 32) + edges[i].cost, point, i);
    }
}

/// Appends the tiles of a way that was found now.
static bool way_append(lf_keys_search *search, uint32_t from, uint32_t to, bool with_seed) {
    search->points.row = from;
    search->points.want = to;
    return point_add_seeds(search, from) && lfi_ways_run(search, point_leaves_key(search, from)) &&
           lfi_ways_append(search, with_seed);
}

/// Appends the tiles of a kept way.
static bool way_append_kept(lf_keys_search *search, uint32_t from, const lfi_edge *edge, bool with_seed) {
    const lf_keys_ways *kept = search->kept;
    lfi_points *points = &search->points;
    const lfi_climber *climber = &search->climber;
    if (!point_add_seeds(search, from) ||
        !point_list_seeds(search, edge->to, &points->ends, &points->end_count))
        return false;
    const uint64_t *first = LFI_ITEMS(uint64_t, kept->label_first) + edge->to;
    const lfi_kept_end begin = {
        .point = from, .seeds = LFI_ITEMS(lfi_seed, points->seeds), .seed_count = points->seed_count};
    lfi_kept_end end = {.point = edge->to,
                        .seeds = LFI_ITEMS(lfi_seed, points->ends),
                        .seed_count = points->end_count,
                        .rungs = LFI_ITEMS(uint32_t, kept->rungs) + first[0],
                        .lengths = LFI_ITEMS(uint32_t, kept->lengths) + first[0],
                        .label_count = first[1] - first[0]};
    if (edge->to == LFI_TARGET) {
        end.rungs = LFI_ITEMS(uint32_t, climber->target_rungs);
        end.lengths = LFI_ITEMS(uint32_t, climber->target_lengths);
        end.label_count = climber->target_label_count;
    }
    return lfi_retrace(search, &begin, &end, edge->cost, with_seed);
}

/// Appends the tiles of one edge after its first point.
static bool edge_append(lf_keys_search *search, uint32_t from, const lfi_edge *edge) {
    const lfi_poi *to = &points_items(search)[edge->to];
    if (edge->walk) {
        const bool with_seed = from == LFI_START || points_items(search)[from].type == LFI_POINT_DOOR;
        const bool done = search->kept != NULL ? way_append_kept(search, from, edge, with_seed)
                                               : way_append(search, from, edge->to, with_seed);
        if (!done) return false;
        if (to->type != LFI_POINT_DOOR) return true;
    }
    return edge->to == LFI_TARGET || lfi_keys_add_tile(search, to->tile);
}

bool lfi_points_append(lf_keys_search *search, uint32_t from, uint32_t to) {
    lfi_points *points = &search->points;
    uint64_t count = 0;
    if (lfi_points_cost(search, to) == LFI_FAR) return lfi_store_fail(&search->store, LF_E_INTERNAL);
    for (uint32_t at = to; at != from; at = LFI_ITEMS(uint32_t, points->from_points)[at]) {
        if (!lfi_pool_reserve(&search->store, &points->chain, 2 * (count + 1), sizeof(uint32_t)))
            return false;
        LFI_ITEMS(uint32_t, points->chain)[2 * count] = LFI_ITEMS(uint32_t, points->from_points)[at];
        LFI_ITEMS(uint32_t, points->chain)[2 * count + 1] = LFI_ITEMS(uint32_t, points->from_edges)[at];
        count++;
    }
    while (count-- > 0) {
        const uint32_t *link = LFI_ITEMS(uint32_t, points->chain) + 2 * count;
        const lfi_edge edge = LFI_ITEMS(lfi_edge, points->edges)[link[1]];
        if (!edge_append(search, link[0], &edge)) return false;
    }
    return true;
}
