// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The depth gate: tiles less deep than the gate are blocked for a query, in every respect.
//
// The gate depth. `min_depth` gives it. With `deepest` it is the greatest depth that leaves a route (widest
// path, or bottleneck path). The merge tree of the depths (depth/tree.c) gives it without any search. Every
// source rises from its hump to the root, and every hump on the way remembers the greatest depth that a
// source can keep on its way there. The targets rise in the same way. A source and a target meet at each hump
// that both come to, and the best meeting is the answer:
//
//           root        a, b, p, q and the root are humps;
//         1 /  \        1, 2, 5, 6 are the depths at which they merged
//          q   ...      source s, of depth 9: 9 at a, 6 at p, 2 at q, 1 at the root
//       2 /             target t, of depth 7: 7 at b, 5 at p, 2 at q, 1 at the root
//        p              both come to p, q and the root; the best meeting is at p: min(6, 5) = 5
//     6 / \ 5
//      a   b            A way up has at most log2(humps) links, and it ends where a deeper one of the same
//      s   t            kind has been before, so many sources and many targets cost little more than
//                       reading them.
//
// The same walk tells whether `min_depth` leaves a route at all. With harbours, their mouths rise instead of
// the sources and targets (harbour.c).
//
// What strategies see. There is one bit per tile, in rows and in blocks, filled by comparing depths with the
// gate, eight at a time (depth/gated.c). The bits stay filled after a query, so a series of queries with the same gate fills
// them once. Harbours are added and removed for each query. During the query, a copy of the map with these
// bits replaces the search's map, so a strategy works under a gate without knowing about it. What it knows
// about the whole map (bodies, coarse maps) still rules routes out, but no longer promises any. The planner
// skips cells without any open tile, so plans keep to deep water as far as cells tell.
//
// An index for the gate (lf_search_desc.gate_indexes) has a map of its own with these tiles. If the query is
// for `headland` or `auto`, this map and this index take the place of the search's, and no bit is filled.
// Harbours are then an overlay of tiles opened for this query (headland/obstructed.c).
//
// An edited map may have no tree yet. Then binary search finds `deepest`: the guardrail searches the map
// under one gate after another, eight times at most.
//
// Time: O((sources + targets) log humps), plus the harbours; a new gate takes O(tiles), at some 4 tiles per
// nanosecond. Without the tree: eight searches.
#include "context.h"

#include "../coarse/coarse.h"
#include "../index/index.h"

#include <string.h>

// ---- Memory ---------------------------------------------------------------------------------------

static bool gate_wanted(const lf_search *search) {
    return search->depth != NULL;
}

static void gate_arrays(lf_search *search, lfi_arrays *run) {
    lfi_depth_gate *gate = lfi_gate_of(search);
    LFI_ARRAY(run, gate->marks, search->rooms.humps);
    LFI_ARRAY_ZEROED(run, gate->bits, search->base->word_count); // the frame stays blocked
    LFI_ARRAY(run, gate->map, 1);
    LFI_ARRAY_ZEROED(run, gate->frame, lfi_blocks_in_all(search->base));
    lfi_harbours_arrays(search, run);
}

static void gate_turned(lf_search *search) {
    lfi_depth_gate *gate = lfi_gate_of(search);
    gate->filled = -1;
    *gate->map = *search->base;
    gate->map->open = gate->bits;
    lfi_blocks_place(&gate->map->blocks, gate->frame);
}

static void gate_forget(lf_search *search) {
    memset(lfi_gate_of(search)->marks, 0, lfi_bytes(search->rooms.humps, sizeof(lfi_hump_mark)));
}

const lfi_part lfi_gate_part = {.size = sizeof(lfi_depth_gate),
                                .wanted = gate_wanted,
                                .arrays = gate_arrays,
                                .turned = gate_turned,
                                .forget = gate_forget};

// ---- The query ------------------------------------------------------------------------------------

bool lfi_depth_gate_asked(const lf_query *query) {
    return query->gate.deepest || query->gate.min_depth != 0;
}

lf_status lfi_depth_gate_check(const lf_search *search, const lf_query *query) {
    const lf_depth_gate *gate = &query->gate;
    if (gate->min_depth < 0 || gate->min_depth > LFI_DEPTH_MOST) return LF_E_MIN_DEPTH;
    if (gate->harbour < LF_NONE) return LF_E_HARBOUR;
    return lfi_depth_gate_asked(query) && search->depth == NULL ? LF_E_NO_DEPTH : LF_OK;
}

// ---- How deep a route can stay --------------------------------------------------------------------

static lfi_hump_mark *mark_of(lf_search *search, uint32_t hump) {
    lfi_hump_mark *mark = &lfi_gate_of(search)->marks[hump];
    if (mark->stamp != search->stamp) *mark = (lfi_hump_mark){.stamp = search->stamp};
    return mark;
}

/// Lets a tile where a route may begin rise in the tree.
static void source_rise(lf_search *search, lf_tile tile) {
    const lf_depth *depth = search->depth;
    const lfi_depth_tree *tree = &depth->tree;
    uint8_t least = depth->plane[tile];
    for (uint32_t hump = lfi_depth_hump(depth, tile);;) {
        lfi_hump_mark *mark = mark_of(search, hump);
        if (mark->has_source && mark->source >= least) return;
        mark->has_source = true;
        mark->source = least;
        if (tree->parent[hump] == hump) return;
        if (tree->weight[hump] < least) least = tree->weight[hump];
        hump = tree->parent[hump];
    }
}

/// Lets a tile where a route may end rise in the tree. Returns the best meeting with a source, -1 if there is
/// none.
static int32_t target_rise(lf_search *search, lf_tile tile) {
    const lf_depth *depth = search->depth;
    const lfi_depth_tree *tree = &depth->tree;
    uint8_t least = depth->plane[tile];
    int32_t best = -1;
    for (uint32_t hump = lfi_depth_hump(depth, tile);;) {
        lfi_hump_mark *mark = mark_of(search, hump);
        if (mark->has_target && mark->target >= least) return best;
        mark->has_target = true;
        mark->target = least;
        const int32_t meeting = mark->source < least ? mark->source : least;
        if (mark->has_source && meeting > best) best = meeting;
        if (tree->parent[hump] == hump) return best;
        if (tree->weight[hump] < least) least = tree->weight[hump];
        hump = tree->parent[hump];
    }
}

static int32_t gate_best_plain(lf_search *search) {
    const lf_query *query = &search->query;
    int32_t best = -1;
    for (int64_t i = 0; i < query->source_count; i++) source_rise(search, query->sources[i].tile);
    for (int64_t i = 0; i < query->target_count; i++) {
        const int32_t meeting = target_rise(search, query->targets[i]);
        if (meeting > best) best = meeting;
    }
    return best;
}

static void mouth_rise(lf_search *search, lf_tile tile, bool of_source) {
    if (of_source) {
        source_rise(search, tile);
    } else {
        const int32_t meeting = target_rise(search, tile);
        if (meeting > search->gate_depth) search->gate_depth = meeting;
    }
}

/// lfi_harbours_mouths calls for the mouths of sources first, so that the mouths of targets can meet them.
static int32_t gate_best_from_harbours(lf_search *search) {
    if (lfi_harbours_split(search)) return LFI_DEPTH_MOST;
    search->gate_depth = -1;
    lfi_harbours_mouths(search, mouth_rise);
    return search->gate_depth;
}

// ---- Bits -----------------------------------------------------------------------------------------

/// Fills a word of row y, from column x on.
static void word_fill(lf_search *search, int64_t y, int64_t x) {
    lfi_depth_gate *gate = lfi_gate_of(search);
    const lf_map *map = search->now;
    const uint64_t word = (lfi_map_row(map, y) + (uint64_t)x) >> 6;
    uint64_t open = map->open[word];
    // A tile that obstacles open has depth 0, whatever its byte is.
    if (lfi_obstacles_on(search) && gate->filled > 0) open &= search->base->open[word];
    gate->bits[word] = open == 0 ? 0 : open & lfi_depth_word(search->depth, gate->filled, y, x);
    lfi_blocks_take_word(gate->map, word);
}

static void bits_fill(lf_search *search, int32_t level) {
    const lf_map *map = search->depth->map;
    if (lfi_gate_of(search)->filled == level) return;
    lfi_gate_of(search)->filled = level;
    for (int64_t y = 0; y < map->height; y++) {
        for (int64_t x = 0; x < map->width; x += 64) word_fill(search, y, x);
    }
}

void lfi_depth_gate_refill(lf_search *search, lfi_box box) {
    if (lfi_gate_of(search) == NULL || lfi_gate_of(search)->filled < 0) return;
    for (int64_t y = box.y0; y <= box.y1; y++) {
        for (int64_t x = box.x0 & ~INT64_C(63); x <= box.x1; x += 64) word_fill(search, y, x);
    }
}

/// Removes the harbours of the previous query from the bits.
static void harbours_remove(lf_search *search) {
    lfi_depth_gate *gate = lfi_gate_of(search);
    const lf_map *map = search->depth->map;
    const lfi_word_list *touched = &gate->harbours.touched;
    for (uint32_t i = 0; gate->filled >= 0 && i < touched->count; i++) {
        const uint64_t at = touched->words[i] - 1;
        word_fill(search, (int64_t)(at / map->stride) - 1, (int64_t)(64 * (at % map->stride)));
    }
    lfi_harbours_clear(&gate->harbours);
}

static void harbours_add(lfi_depth_gate *gate) {
    const lfi_harbours *harbours = &gate->harbours;
    for (uint32_t i = 0; i < harbours->touched.count; i++) {
        const uint32_t word = harbours->touched.words[i];
        gate->bits[word] |= harbours->inside[word];
        lfi_blocks_take_word(gate->map, word);
    }
}

const lf_index *lfi_gate_index(const lf_search *search, const lf_query *query, int32_t level) {
    for (uint32_t i = 0; i < search->gate_index_count; i++) {
        const lf_index *index = search->gate_indexes[i];
        const bool serves = index->cost == query->options.cost || search->base->moves == LF_MOVES_ORTHOGONAL;
        if (index->min_depth == level && serves) return index;
    }
    return NULL;
}

/// Whether there is room to lay harbours over an index, for this query: for the squares around its ends, and for
/// the guardrail to take over where an index does not get by (headland/obstructed.c).
static bool harbours_fit(const lf_search *search, const lf_index *index) {
    const lf_query *query = &search->query;
    const int64_t ends = query->source_count + query->target_count;
    const int64_t side = 2 * (int64_t)lfi_option_value(query->gate.harbour, 0) + 1;
    const bool legs = !lfi_index_reduces(index) || index->raw_first != NULL;
    if (!legs || ends > LFI_HARBOURS_MAX || side > INT32_MAX / side) return false;
    return side * side <= search->harbour_room / ends && search->guardrail->check(search, query) == LF_OK;
}

/// The index for a gate if the strategy of the current query is one that uses it.
static const lf_index *gate_index_to_use(const lf_search *search, int32_t level) {
    const lf_query *query = &search->query;
    const bool uses = query->strategy == LF_STRATEGY_AUTO || query->strategy == LF_STRATEGY_HEADLAND;
    const bool plain = !lfi_obstacles_on(search) && query->weights == NULL;
    const lf_index *index = uses && plain ? lfi_gate_index(search, query, level) : NULL;
    const bool fits = index != NULL && (query->gate.harbour == 0 || harbours_fit(search, index));
    return fits ? index : NULL;
}

/// Puts a gate in force. An index for the gate has its map already, apart from harbours.
static void gate_set(lf_search *search, int32_t level) {
    const lf_index *index = gate_index_to_use(search, level);
    search->gate_depth = level;
    if (index != NULL) search->index = index;
    if (index != NULL && search->query.gate.harbour == 0) {
        search->map = index->map;
        return;
    }
    bits_fill(search, level);
    harbours_add(lfi_gate_of(search));
    search->map = lfi_gate_of(search)->map;
    search->harboured = index != NULL;
    if (search->harboured) search->now = search->map;
}

/// Removes the gate again, harbours included.
static void gate_unset(lf_search *search) {
    lfi_gate_of(search)->filled = -1;
    search->gate_depth = -1;
    search->index = search->plain_index;
    search->map = search->now;
}

// ---- Without the tree -----------------------------------------------------------------------------

/// Tests by a search whether a gate leaves a route. Any route will do, so neither the cost of moves nor weights
/// matter.
static bool level_leaves_route(lf_search *search, int32_t level) {
    const lf_route route = search->route;
    const lf_cost cost = search->query.options.cost;
    const lf_weights *weights = search->query.weights;
    int64_t budget = INT64_MAX;
    lf_status status = LF_PAUSED;
    gate_set(search, level);
    search->query.options.cost = LF_COST_UNIFORM;
    search->query.weights = NULL;
    search->guardrail->begin(search);
    while (status == LF_PAUSED) status = search->guardrail->step(search, &budget);
    search->query.options.cost = cost;
    search->query.weights = weights;
    search->route = route;
    gate_unset(search);
    return status == LF_OK;
}

/// The greatest gate, at least `least`, that leaves a route, by binary search; -1 if there is none.
static int32_t gate_best_tried(lf_search *search, int32_t least) {
    int32_t passes = least - 1, fails = LFI_DEPTH_MOST + 1;
    while (fails - passes > 1) {
        const int32_t middle = passes + (fails - passes) / 2;
        if (level_leaves_route(search, middle))
            passes = middle;
        else
            fails = middle;
    }
    return passes >= least ? passes : -1;
}

/// The greatest gate that leaves a route; -1 if there is none. If the gate is given and the tree is pending,
/// or knows nothing of the query's map, a value that lets the search itself find out.
static int32_t gate_best(lf_search *search) {
    const lf_depth_gate *asked = &search->query.gate;
    if (search->depth->tree_pending || lfi_query_altered(search)) {
        if (asked->harbour != 0 && lfi_harbours_split(search)) return LFI_DEPTH_MOST;
        return asked->deepest ? gate_best_tried(search, asked->min_depth) : LFI_DEPTH_MOST;
    }
    return asked->harbour != 0 ? gate_best_from_harbours(search) : gate_best_plain(search);
}

// ---- The gate of a query --------------------------------------------------------------------------

bool lfi_depth_gate_apply(lf_search *search) {
    const lf_depth_gate *asked = &search->query.gate;
    if (lfi_gate_of(search) == NULL) return true;
    search->gate_depth = -1;
    harbours_remove(search);
    if (!lfi_depth_gate_asked(&search->query)) return true;
    // With a harbour of LF_NONE only the sources and targets are exempt.
    if (asked->harbour != 0) lfi_harbours_find(search, lfi_option_value(asked->harbour, 0));
    const int32_t best = gate_best(search);
    search->gate_depth = -1;
    const bool leaves_route = best >= asked->min_depth;
    if (leaves_route || search->query.partial)
        gate_set(search, leaves_route && asked->deepest ? best : asked->min_depth);
    return leaves_route;
}

bool lfi_depth_gate_leaves(const lf_search *search, const lf_coarse *coarse, lf_point cell) {
    const lf_map *map = search->map;
    if (!lfi_query_closes(search)) return true;
    const int64_t side = INT64_C(1) << coarse->level, x = cell.x * side, y = cell.y * side;
    const int64_t x_end = x + side < map->width ? x + side : map->width;
    const int64_t y_end = y + side < map->height ? y + side : map->height;
    for (int64_t row = y; row < y_end; row++) {
        const uint64_t begin = lfi_map_row(map, row) + (uint64_t)x;
        const uint64_t end = lfi_map_row(map, row) + (uint64_t)x_end;
        if (lfi_run_edge(map->open, begin, 0, end) < end) return true;
    }
    return false;
}

bool lf_search_is_exempt(const lf_search *search, lf_tile tile) {
    if (search == NULL || search->state == LFI_IDLE || tile >= search->map->tile_count) return false;
    if (lfi_gate_of(search) == NULL) return false;
    const lfi_harbours *harbours = &lfi_gate_of(search)->harbours;
    return harbours->any && lfi_bit(harbours->inside, lfi_map_spot(search->map, tile));
}

/// Counts a tile in a least depth, unless it is exempt; false if it has no depth.
static bool least_take(const lf_depth *depth, const lf_search *search, lf_tile tile, int32_t *least) {
    int32_t here = lf_depth_at(depth, tile);
    if (here < 0 && search != NULL && search->opens && lf_map_is_open(search->now, tile)) here = 0;
    if (here >= 0 && !lf_search_is_exempt(search, tile) && (*least < 0 || here < *least)) *least = here;
    return here >= 0;
}

/// The same for the two tiles that a diagonal move passes between, if it needs them open: a gate above their
/// depth would close the move.
static bool least_take_corners(const lf_depth *depth, const lf_search *search, lf_tile from, lf_tile to,
                               int32_t *least) {
    const lf_map *map = depth->map;
    if (map->moves != LF_MOVES_KING) return true;
    const lf_point a = lf_map_point(map, from), b = lf_map_point(map, to);
    const int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    if (dx * dx != 1 || dy * dy != 1) return true;
    return least_take(depth, search, lf_map_tile(map, b.x, a.y), least) &&
           least_take(depth, search, lf_map_tile(map, a.x, b.y), least);
}

int32_t lf_route_least_depth(const lf_depth *depth, const lf_search *search, const lf_tile *tiles,
                             int64_t count) {
    int32_t least = -1;
    if (depth == NULL || tiles == NULL) return -1;
    for (int64_t i = 0; i < count; i++) {
        if (!least_take(depth, search, tiles[i], &least)) return -1;
        if (i > 0 && !least_take_corners(depth, search, tiles[i - 1], tiles[i], &least)) return -1;
    }
    return least;
}
