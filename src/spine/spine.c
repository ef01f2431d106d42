// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// spine: hierarchical path finding. A search on the coarse map finds the way; the searches over tiles are
// short, from portal to portal.
//
//     near      several ends, some of them near each other: a small flood first (nearby.c)
//     plan      A* over the coarse map (plan.c), straightened: the spine, a row of neighbouring cells
//     knots     cells of the spine: both ends, its turns, and every Nth cell
//     portal    of a knot: the tiles of its cell that a move from the spine's cell before it leads to
//     segment   from knot to knot: a search from the tile reached last to the nearest tile of the next
//               portal, in a window around the spine's cells between the two (window.c)
//     stitch    appends the segments; a search over each joint takes kinks out (stitch.c)
//
//         +-----+-----+-----+-----+-----+      s t  a source, a target
//         |     |     |  .--|-----|P-.  |      Q P  tiles of portals, where segments end
//         | s---|-----|Q-'  |     |   t |      the cells are the spine's; a window has
//         +-----+-----+-----+-----+-----+      those around them too
//
// A window that holds no way is widened and resumed, independently of the others: `widenings` times by a ring
// of cells around the visited ones, once by many cells, then without a limit. If that fails as well, the plan
// was wrong, and the guardrail answers the query.
//
// On an honest coarse map none of this happens. A knot's portal consists of tiles of its own piece; the
// pieces between two knots are in the window, each is connected, and each has a move to the next. So every
// segment is found, windows never grow, and their greatest size is known before the query begins. That is
// why a search made for `spine` alone needs only a few hundred kilobytes.
//
// Time: O(nodes planned + tiles of the windows). Memory: see lf_search_desc.
#include "spine.h"

#include "../guided/guide.h"
#include "../guided/plan.h"
#include "../guided/window.h"
#include "straight.h"

#include <string.h>

enum {
    SPINE_DEFAULT_RADIUS = LFI_WINDOW_RADIUS,
    SPINE_DEFAULT_WIDENINGS = 3,
    SPINE_DEFAULT_SPACING = LFI_WINDOW_SPACING,
    SPINE_GREAT_RADIUS = 8,   ///< of the one great widening
    SPINE_LONGEST_SIGHT = 64, ///< the most cells that a straight line of the spine may bridge
    SPINE_LEAST_LEVEL = 3,
    SPINE_MOST_CELLS =
        1 << 20, ///< a level with more cells takes longer to plan on than windows take to search
};

// ---- Memory ---------------------------------------------------------------------------------------

static int32_t radius_of(const lf_options *options) {
    return lfi_option_value(options->radius, SPINE_DEFAULT_RADIUS);
}

static int32_t spacing_of(const lf_options *options) {
    return lfi_option_value(options->spacing, SPINE_DEFAULT_SPACING);
}

/// How many moves before a joint, and after it, are searched again: half a segment each.
static int64_t joint_moves(const lf_coarse *coarse, int32_t spacing) {
    const int64_t cells = spacing == 0 ? SPINE_DEFAULT_SPACING : spacing;
    return (cells << coarse->level) / 2;
}

/// How many moves a stitched route may have: twice the open tiles, because it may still have loops. The
/// guardrail takes over beyond that. A search for spine alone has less room, to stay small.
static int64_t stitch_room(const lf_search *search, int64_t open_tiles) {
    const int64_t most = 2 * open_tiles;
    if (search->only == NULL) return most;
    const int64_t around = 8 * ((int64_t)search->base->width + search->base->height) + 4096;
    const int64_t room = search->route_room == 0 ? around : search->route_room;
    return room < most ? room : most;
}

static void spine_arrays(lf_search *search, lfi_arrays *run) {
    lfi_spine *spine = lfi_spine_of(search);
    LFI_ARRAY(run, spine->nodes, search->rooms.nodes);
    LFI_ARRAY(run, spine->marks, search->rooms.nodes);
    LFI_ARRAY(run, spine->stitch.moves, (uint64_t)stitch_room(search, (int64_t)search->rooms.open_tiles));
}

static void spine_turned(lf_search *search) {
    lfi_spine_of(search)->stitch.room = stitch_room(search, search->base->open_count);
}

const lfi_part lfi_spine_part = {
    .size = sizeof(lfi_spine), .wanted = lfi_guide_wanted, .arrays = spine_arrays, .turned = spine_turned};

/// Whether the windows that the options ask for fit into the room of the search.
static bool spine_fits(const lf_search *search, const lf_options *options) {
    const uint64_t spacing = (uint64_t)spacing_of(options);
    return lfi_window_fits(search, (uint64_t)radius_of(options),
                           spacing == 0 ? search->coarse->node_limit : spacing);
}

// ---- The spine ------------------------------------------------------------------------------------

static lf_point spine_point(const lf_search *search, uint32_t index) {
    return lfi_coarse_point(search->coarse,
                            lfi_coarse_node_cell(search->coarse, lfi_spine_of(search)->nodes[index]));
}

/// The direction from a cell to its neighbour.
static int cell_direction(lf_point from, lf_point to) {
    return lfi_direction_of(to.x - from.x, to.y - from.y);
}

/// Copies the plan, from the source on.
static void spine_collect(lf_search *search) {
    const lfi_tier *plan = &lfi_plan_of(search)->tiers[0];
    lfi_spine *spine = lfi_spine_of(search);
    spine->count = plan->nodes[plan->goal].cost + 1;
    uint32_t index = spine->count;
    for (uint32_t node = plan->goal; node != LFI_NO_NODE; node = plan->nodes[node].parent)
        spine->nodes[--index] = node;
    LFI_ASSERT(index == 0);
}

/// Walks the straight line of cells from one node to another, along edges of the coarse map and over cells of
/// one piece only. Returns the number of moves, 0 if there is no such line; writes the nodes after the first
/// one if `out` is not NULL.
static uint32_t line_walk_nodes(const lf_search *search, uint32_t from, uint32_t to, uint32_t *out) {
    const lf_coarse *coarse = search->coarse;
    const lf_point a = lfi_coarse_point(coarse, lfi_coarse_node_cell(coarse, from)),
                   b = lfi_coarse_point(coarse, lfi_coarse_node_cell(coarse, to));
    lfi_line_walk line = lfi_line_begin(a, b);
    uint32_t node = from, steps = 0;
    for (lf_point at = a; lfi_line_next(&line); at = line.at) {
        if ((coarse->cross[node] >> cell_direction(at, line.at) & 1) == 0) return 0;
        if (lfi_coarse_bit(coarse, coarse->split, line.at.x, line.at.y)) return 0;
        if (!lfi_depth_gate_leaves(search, coarse, line.at)) return 0;
        node = lfi_coarse_cell_at(coarse, line.at.x, line.at.y);
        if (out != NULL) out[steps] = node;
        steps++;
    }
    return node == to ? steps : 0;
}

/// A node of the spine from which to look along it.
typedef struct spine_view {
    const lf_search *search;
    const uint32_t *from;
} spine_view;

static bool spine_sees(const void *job, int64_t distance) {
    const spine_view *view = job;
    return line_walk_nodes(view->search, view->from[0], view->from[distance], NULL) > 0;
}

/// The farthest node of the spine that a straight line leads to, at least the next one. Unlike waypoints,
/// this does not try the last node first: on generated maps of 600 x 600 tiles that changed 23 of 2,100
/// routes, together from 7,877 to 7,875 tiles.
static uint32_t spine_farthest(const lf_search *search, uint32_t index) {
    const lfi_spine *spine = lfi_spine_of(search);
    const spine_view view = {search, spine->nodes + index};
    const int64_t left = (int64_t)spine->count - 1 - index;
    const int64_t most = left < SPINE_LONGEST_SIGHT ? left : SPINE_LONGEST_SIGHT;
    const lfi_sight sight = {.sees = spine_sees, .job = &view, .known = 1, .most = most};
    return index + (uint32_t)lfi_sight_farthest(&sight);
}

/// Replaces stretches of the spine by straight lines, and marks their ends. A line is never longer than its
/// stretch, so it overwrites the stretch.
static void spine_straighten(lf_search *search) {
    lfi_spine *spine = lfi_spine_of(search);
    uint32_t kept = 0;
    spine->marks[0] = 1;
    for (uint32_t i = 0; i + 1 < spine->count;) {
        const uint32_t far = spine_farthest(search, i), end = spine->nodes[far];
        uint32_t moves =
            far - i == 1 ? 0 : line_walk_nodes(search, spine->nodes[kept], end, spine->nodes + kept + 1);
        if (moves == 0) spine->nodes[kept + ++moves] = end;
        memset(spine->marks + kept + 1, 0, moves);
        kept += moves;
        spine->marks[kept] = 1;
        i = far;
    }
    spine->count = kept + 1;
}

/// Both ends and all turns are marked already. Marks every Nth cell between them as a knot, too.
static void spine_mark_knots(lf_search *search) {
    lfi_spine *spine = lfi_spine_of(search);
    uint32_t since = 0;
    for (uint32_t i = 1; i < spine->count; i++) {
        since++;
        if (spine->spacing > 0 && since >= (uint32_t)spine->spacing) spine->marks[i] = 1;
        if (spine->marks[i] != 0) since = 0;
    }
}

// ---- Portals --------------------------------------------------------------------------------------

typedef struct portal_builder {
    const lf_coarse *coarse;
    const lf_map *map; ///< the map that the search sees
    uint32_t from, to; ///< nodes
    lf_tile *tiles;
    uint32_t count;
} portal_builder;

static bool portal_found(int direction, lf_tile from, lf_tile to, void *user) {
    (void)direction;
    portal_builder *portal = user;
    if (lfi_coarse_node(portal->coarse, from) != portal->from ||
        lfi_coarse_node(portal->coarse, to) != portal->to || !lf_map_is_open(portal->map, to))
        return false;
    for (uint32_t i = portal->count; i-- > 0 && i + 3 >= portal->count;) {
        if (portal->tiles[i] == to) return false; // diagonal moves may lead to the same tile
    }
    portal->tiles[portal->count++] = to;
    return false;
}

/// Keeps `cap` tiles, evenly spread and including both ends; if `cap` is 1, the middle one.
static uint32_t portal_sample(lf_tile *tiles, uint32_t count, uint32_t cap) {
    if (count <= cap) return count;
    if (cap == 1) tiles[0] = tiles[count / 2];
    for (uint32_t i = 1; i < cap; i++) tiles[i] = tiles[(uint64_t)i * (count - 1) / (cap - 1)];
    return cap;
}

uint32_t lfi_spine_portal(const lf_search *search, uint32_t index, int32_t cap, lf_tile *tiles) {
    const lfi_spine *spine = lfi_spine_of(search);
    const lf_point before = spine_point(search, index - 1), here = spine_point(search, index);
    portal_builder portal = {search->coarse,      search->map, spine->nodes[index - 1],
                             spine->nodes[index], tiles,       0};
    lfi_border_scan(search->coarse, before, cell_direction(before, here), portal_found, &portal);
    return cap == 0 ? portal.count : portal_sample(tiles, portal.count, (uint32_t)cap);
}

// ---- Segments -------------------------------------------------------------------------------------

/// Whether the coarse map's promise holds: pieces are connected, and so are neighbours. A depth gate breaks
/// this promise.
static bool is_honest(const lf_search *search) {
    return search->coarse->kind == LF_COARSE_HONEST && !lfi_query_closes(search);
}

static bool segment_is_last(const lfi_spine *spine) {
    return spine->to + 1 == spine->count;
}

/// Adds the sources and targets of the segment that lie inside its window.
static void segment_add_ends(lf_search *search) {
    const lfi_spine *spine = lfi_spine_of(search);
    const lf_query *query = &search->query;
    if (spine->from > 0) {
        for (uint32_t i = 0; i < spine->entry_count; i++) lfi_window_add_source(search, spine->entry[i]);
    } else {
        for (int64_t i = 0; i < query->source_count; i++) {
            const lf_tile tile = query->sources[i].tile;
            if (lfi_window_has(search, tile) && lfi_search_source_useful(search, tile))
                lfi_window_add_source(search, tile);
        }
    }
    if (!segment_is_last(spine)) {
        for (uint32_t i = 0; i < spine->exit_count; i++) lfi_window_add_target(search, spine->exit[i]);
    } else {
        for (int64_t i = 0; i < query->target_count; i++)
            if (lfi_window_has(search, query->targets[i])) lfi_window_add_target(search, query->targets[i]);
    }
}

/// The middle of a cell of the spine, in tiles.
static lf_point spine_middle(const lf_search *search, uint32_t index) {
    const lf_point cell = spine_point(search, index);
    const int level = search->coarse->level;
    return (lf_point){cell.x * (1 << level) + (1 << level) / 2, cell.y * (1 << level) + (1 << level) / 2};
}

/// Finds the next knot that has a portal, or the last knot. (An optimistic spine may cross a border that no
/// move crosses.)
static void segment_find_exit(lf_search *search) {
    lfi_spine *spine = lfi_spine_of(search);
    spine->exit_count = 0;
    spine->to = spine->from;
    while (spine->to + 1 < spine->count && spine->exit_count == 0) {
        spine->to++;
        if (spine->marks[spine->to] != 0 && !segment_is_last(spine))
            spine->exit_count = lfi_spine_portal(search, spine->to, spine->portal_cap, spine->exit);
    }
}

/// Where the route should head after a knot: to the next one.
static lf_point segment_aim(const lf_search *search) {
    const lfi_spine *spine = lfi_spine_of(search);
    uint32_t next = spine->to + 1 < spine->count ? spine->to + 1 : spine->to;
    while (next + 1 < spine->count && spine->marks[next] == 0) next++;
    return spine_middle(search, next);
}

static void window_note_cells(lf_search *search) {
    lfi_guide_note_cells(search, lfi_window_of(search)->cells.items, lfi_window_of(search)->cells.count,
                         lfi_spine_of(search)->phase);
}

/// The exit that a search over open water would reach first; among several, the one nearest to the aim.
static lf_tile exit_nearest(const lf_search *search, lf_tile from) {
    const lfi_spine *spine = lfi_spine_of(search);
    const lf_tile *exits = segment_is_last(spine) ? search->query.targets : spine->exit;
    const int64_t count = segment_is_last(spine) ? search->query.target_count : spine->exit_count;
    lf_tile nearest = LF_NO_TILE;
    int64_t least = INT64_MAX;
    for (int64_t i = 0; i < count; i++) {
        const int64_t apart = lfi_map_apart(search->map, from, exits[i]);
        const bool better = apart == least && lfi_window_aim_distance(search, exits[i]) <
                                                  lfi_window_aim_distance(search, nearest);
        if (apart > least || (apart == least && !better)) continue;
        nearest = exits[i];
        least = apart;
    }
    return nearest;
}

/// Appends the segment if it has one tile to begin at and a straight way leads from there to its nearest
/// exit. No way can be shorter, so no window is needed.
static bool segment_by_straight(lf_search *search) {
    lfi_spine *spine = lfi_spine_of(search);
    const bool one_source = spine->from > 0 ? spine->entry_count == 1 : search->query.source_count == 1;
    if (!one_source) return false;
    const lf_tile from = spine->from > 0 ? spine->entry[0] : search->query.sources[0].tile;
    spine->joint = spine->stitch.count;
    return lfi_stitch_append_straight(search, from, exit_nearest(search, from));
}

static void segment_open_window(lf_search *search) {
    lfi_spine *spine = lfi_spine_of(search);
    lfi_window_begin(search, !is_honest(search));
    for (uint32_t i = spine->from; i <= spine->to; i++)
        lfi_window_open_around(search, spine_point(search, i), spine->radius);
    segment_add_ends(search);
    spine->task = LFI_TASK_SEGMENT;
    spine->phase = 1;
    search->route.stats.phases++;
    search->route.stats.first_cells += lfi_window_of(search)->cells.count;
    window_note_cells(search);
}

/// Begins a search from the tile reached last to the tile where the segment began.
static void join_begin(lf_search *search) {
    lfi_spine *spine = lfi_spine_of(search);
    spine->task = LFI_TASK_JOIN;
    spine->phase = 1;
    lfi_window_begin(search, !is_honest(search));
    lfi_window_open_around(search, spine_point(search, spine->from), spine->radius);
    search->route.stats.phases++;
    lfi_window_add_source(search, spine->reached);
    lfi_window_add_target(search, spine->begin);
}

/// Opens more of a window that ran dry, little by little. False if even the whole map is not enough.
static bool window_grow(lf_search *search) {
    lfi_spine *spine = lfi_spine_of(search);
    lf_stats *stats = &search->route.stats;
    LFI_ASSERT(!is_honest(search));
    do {
        const uint32_t cells = lfi_window_of(search)->cells.count;
        if (lfi_window_of(search)->unrestricted) return false;
        spine->phase++;
        stats->phases++;
        if (spine->phase <= spine->widenings + 1)
            lfi_window_widen(search, 1);
        else if (spine->phase == spine->widenings + 2)
            lfi_window_widen(search, SPINE_GREAT_RADIUS);
        else
            lfi_window_open_all(search);
        stats->opened_cells += lfi_window_of(search)->cells.count - cells;
        if (spine->task == LFI_TASK_SEGMENT) segment_add_ends(search);
        window_note_cells(search);
    } while (lfi_window_is_dry(lfi_window_of(search)));
    return true;
}

// ---- Stages ---------------------------------------------------------------------------------------

static void spine_begin(lf_search *search) {
    const lf_options *options = &search->query.options;
    lfi_spine *spine = lfi_spine_of(search);
    spine->radius = radius_of(options);
    spine->widenings = lfi_option_value(options->widenings, SPINE_DEFAULT_WIDENINGS);
    spine->spacing = spacing_of(options);
    spine->portal_cap = search->experts.portal_cap;
    spine->count = 0;
    lfi_nearby_begin(search);
}

static lf_status plan_ended(lf_search *search, lf_status status) {
    if (status != LF_OK) return lfi_guide_no_plan(search);
    search->stage = LFI_STAGE_REFINE;
    spine_collect(search);
    spine_straighten(search);
    spine_mark_knots(search);
    lfi_stitch_begin(search);
    lfi_spine_of(search)->from = 0;
    lfi_spine_of(search)->task = LFI_TASK_BEGIN;
    return LF_PAUSED;
}

/// Finishes the route, which is complete.
static lf_status route_ended(lf_search *search) {
    lfi_stitch_trim(search);
    LFI_ASSERT(lfi_stitch_is_legal(search));
    search->route.length = lfi_spine_of(search)->stitch.count;
    search->route.diagonal = lfi_stitch_diagonals(search);
    search->route.source = lfi_spine_of(search)->stitch.first;
    search->route.target = lfi_spine_of(search)->stitch.last;
    return LF_OK;
}

/// Goes on to the next segment.
static lf_status segment_next(lf_search *search) {
    lfi_spine *spine = lfi_spine_of(search);
    if (segment_is_last(spine)) return route_ended(search);
    spine->from = spine->to;
    spine->reached = spine->stitch.last;
    spine->entry_count = 1;
    spine->entry[0] = spine->reached;
    if (search->experts.entry == LF_ENTRY_PORTAL) {
        spine->entry_count = spine->exit_count;
        memcpy(spine->entry, spine->exit, spine->exit_count * sizeof *spine->entry);
    }
    spine->task = LFI_TASK_BEGIN;
    return LF_PAUSED;
}

/// Looks at the joint before a segment. The segment and its joining part are in the route already.
static lf_status joint_improve(lf_search *search) {
    lfi_spine *spine = lfi_spine_of(search);
    const bool wanted = spine->from > 0 && !search->query.options.keep_joints;
    const int64_t moves = joint_moves(search->coarse, spine->spacing);
    if (!wanted || !lfi_stitch_improve(search, spine->joint, moves, spine->radius))
        return segment_next(search);
    spine->task = LFI_TASK_IMPROVE;
    return LF_PAUSED;
}

static lf_status segment_begin(lf_search *search, int64_t *budget) {
    const int64_t before = search->route.stats.expanded;
    segment_find_exit(search);
    lfi_window_of(search)->aim = segment_aim(search);
    search->route.stats.segments++;
    const bool straight = segment_by_straight(search);
    *budget -= 1 + search->route.stats.expanded - before;
    if (straight) return joint_improve(search);
    segment_open_window(search);
    return LF_PAUSED;
}

static lf_status task_found(lf_search *search) {
    lfi_spine *spine = lfi_spine_of(search);
    switch (spine->task) {
    case LFI_TASK_SEGMENT:
        spine->joint = spine->stitch.count;
        if (!lfi_stitch_append(search)) return lfi_search_give_up(search);
        if (spine->from == 0 || spine->begin == spine->reached) return joint_improve(search);
        join_begin(search);
        return LF_PAUSED;
    case LFI_TASK_JOIN:
        if (!lfi_stitch_insert(search, spine->joint)) return lfi_search_give_up(search);
        return joint_improve(search);
    default: lfi_stitch_replace(search); return segment_next(search);
    }
}

static lf_status task_dry(lf_search *search) {
    const lfi_spine *spine = lfi_spine_of(search);
    if (spine->task == LFI_TASK_IMPROVE) return segment_next(search);
    if (window_grow(search)) return LF_PAUSED;
    // The search has seen everything that the sources can reach, and no target was there.
    if (spine->task == LFI_TASK_SEGMENT && spine->from == 0 && segment_is_last(spine)) return LF_NO_ROUTE;
    return lfi_search_give_up(search);
}

static lf_status spine_step(lf_search *search, int64_t *budget) {
    lf_status status;
    if (lfi_nearby_looks(search)) return lfi_nearby_step(search, budget);
    if (search->stage == LFI_STAGE_PLAN) {
        status = lfi_plan_step(search, budget);
        return status == LF_PAUSED ? status : plan_ended(search, status);
    }
    if (lfi_spine_of(search)->task == LFI_TASK_BEGIN) return segment_begin(search, budget);
    status = lfi_window_run(search, budget);
    if (status == LF_PAUSED) return status;
    return status == LF_OK ? task_found(search) : task_dry(search);
}

static void spine_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    if (lfi_nearby_found(search))
        lfi_window_trace(search, tiles, capacity);
    else
        lfi_stitch_trace(search, tiles, capacity);
}

// ---- For pictures ---------------------------------------------------------------------------------

extern const lfi_strategy lfi_spine_strategy;

static bool has_spine(const lf_search *search) {
    return search != NULL && search->state != LFI_IDLE && search->begun &&
           search->strategy == &lfi_spine_strategy;
}

int64_t lf_search_spine(const lf_search *search, lf_spine_cell *cells, int64_t capacity) {
    const lf_status status = lfi_buffer_check(cells, capacity);
    if (status != LF_OK || !has_spine(search)) return status;
    const lfi_spine *spine = lfi_spine_of(search);
    for (uint32_t i = 0; i < spine->count && i < capacity; i++) {
        const lf_point point = spine_point(search, i);
        cells[i] = (lf_spine_cell){point.x, point.y, spine->marks[i] != 0};
    }
    return spine->count;
}

int64_t lf_search_portal(const lf_search *search, int64_t index, lf_tile *tiles, int64_t capacity) {
    lf_tile all[LFI_PORTAL_ROOM];
    const lf_status status = lfi_buffer_check(tiles, capacity);
    if (status != LF_OK) return status;
    if (!has_spine(search) || index < 1 || index >= (int64_t)lfi_spine_of(search)->count - 1) return 0;
    if (lfi_spine_of(search)->marks[index] == 0) return 0;
    const int64_t count = lfi_spine_portal(search, (uint32_t)index, lfi_spine_of(search)->portal_cap, all);
    for (int64_t i = 0; i < count && i < capacity; i++) tiles[i] = all[i];
    return count;
}

int32_t lf_spine_level(const lf_map *map) {
    if (map == NULL) return 0;
    int32_t level = SPINE_LEAST_LEVEL;
    while (level < LF_MAX_LEVEL && (int64_t)map->tile_count >> (2 * level) > SPINE_MOST_CELLS) level++;
    while (level > lfi_level_highest(map)) level--;
    return level;
}

// ---- The strategy ---------------------------------------------------------------------------------

static lf_status spine_check(const lf_search *search, const lf_query *query) {
    const lf_status status = lfi_guide_check(search, query);
    if (status != LF_OK || search->only == NULL) return status;
    return spine_fits(search, &query->options) ? LF_OK : LF_E_WINDOW_ROOM;
}

/// Only an honest coarse map guarantees that windows stay small and that no guardrail is needed.
static lf_status spine_alone(const lf_search_desc *desc) {
    if (desc->coarse == NULL) return LF_E_NO_COARSE;
    if (desc->cost == LF_COST_OCTILE) return LF_E_COST_STRATEGY;
    return desc->coarse->kind == LF_COARSE_HONEST ? LF_OK : LF_E_COARSE_KIND;
}

const lfi_strategy lfi_spine_strategy = {
    .name = "spine",
    .gated = true,
    .parts = LFI_PART_BIT(PLAN) | LFI_PART_BIT(WINDOW) | LFI_PART_BIT(SPINE),
    .missing = LF_E_NO_COARSE,
    .check = spine_check,
    .alone = spine_alone,
    .begin = spine_begin,
    .step = spine_step,
    .trace = spine_trace,
};
