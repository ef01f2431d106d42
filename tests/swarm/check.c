// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A case against the oracle: the answer, every move of its route, the same in slices, no allocation by a
// query, and all memory given back.
#include "swarm.h"

#include "../meter.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

enum { CURVE_ROOM = 1 << 18 };

const swarm_field swarm_fields[] = {
#define SWARM_ROW(name, least, most) {#name, least, most, offsetof(swarm_case, name)},
    SWARM_FIELDS(SWARM_ROW)
#undef SWARM_ROW
};
const int swarm_field_count = sizeof swarm_fields / sizeof *swarm_fields;

int32_t *swarm_field_of(swarm_case *c, const swarm_field *field) {
    return (int32_t *)(void *)((char *)c + field->offset);
}

/// Everything that one case makes, and the first thing that was wrong.
typedef struct rig {
    const swarm_case *c;
    meter meter;
    lf_map *map;
    lf_coarse *coarse;
    lf_index *index;
    lf_depth *depth;
    lf_search *search;
    lf_source sources[SWARM_ENDS];
    lf_query query;
    lf_expert_options experts; ///< of the query
    swarm_tally *tally;
    char why[200];
} rig;

/// Keeps the words of the first complaint. Always false, so that a check can end with it.
static bool rig_wrong(rig *r, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (r->why[0] == '\0') vsnprintf(r->why, sizeof r->why, format, arguments);
    va_end(arguments);
    return false;
}

static bool status_is(rig *r, const char *what, lf_status got, lf_status expected) {
    return got == expected ||
           rig_wrong(r, "%s gives %s, not %s", what, lf_status_name(got), lf_status_name(expected));
}

/// What an object says it holds is what it has allocated.
static bool bytes_are(rig *r, const char *what, size_t bytes, int64_t before) {
    return (int64_t)bytes == r->meter.live - before ||
           rig_wrong(r, "%s gives %zu, but it is %" PRId64, what, bytes, r->meter.live - before);
}

static bool strategy_guided(lf_strategy strategy) {
    return strategy >= LF_STRATEGY_CORRIDOR && strategy <= LF_STRATEGY_SPINE;
}

// ---- Options that go together -----------------------------------------------------------------------

/// The highest level that a map has, as the header says: the level below has more than one cell.
static int32_t level_highest(const swarm_case *c) {
    const int32_t longest = c->width > c->height ? c->width : c->height;
    int32_t level = 1;
    while (level < LF_MAX_LEVEL && 1 << level < longest) level++;
    return level;
}

static void settle_gate(swarm_case *c) {
    if (c->strategy == LF_STRATEGY_HEADLAND || c->strategy == LF_STRATEGY_STRIP || c->only != 0)
        c->min_depth = c->deepest = c->harbour = 0;
    if (swarm_gated(c) && c->depths == SWARM_NO_DEPTH) c->depths = SWARM_COMPUTED;
    if (c->shape != 0 && c->depths == SWARM_NO_DEPTH) c->depths = SWARM_COMPUTED;
}

void swarm_settle(swarm_case *c) {
    for (int i = 0; i < swarm_field_count; i++) {
        int32_t *value = swarm_field_of(c, &swarm_fields[i]);
        if (*value < swarm_fields[i].least || *value > swarm_fields[i].most) *value = 0;
    }
    if (c->only != 0) c->strategy = LF_STRATEGY_SPINE;
    if (c->strategy == LF_STRATEGY_STRIP) {
        c->moves = LF_MOVES_ORTHOGONAL;
        c->bodies = 0;
    }
    if (strategy_guided((lf_strategy)c->strategy) && c->moves != LF_MOVES_ORTHOGONAL)
        c->cost = LF_COST_UNIFORM;
    if (c->only != 0) c->kind = c->given = c->all = 0;
    if (c->given != 0) c->kind = LF_COARSE_CELLS;
    if (c->level > level_highest(c)) c->level = level_highest(c);
    if (c->only != 0 && c->bodies != 0) c->partial = 0;
    if (c->from_radius == 0) c->from_radius = 1;
    if (c->to_radius == 0) c->to_radius = 1;
    settle_gate(c);
}

// ---- Making what a case asks for --------------------------------------------------------------------

/// The tiles in the format that the case names. Bytes of other formats hold what must not be looked at.
static lf_map_desc tiles_make(const swarm_case *c, uint8_t *buffer) {
    const size_t width = (size_t)c->width, bits = (width + 7) / 8;
    lf_map_desc desc = {.width = c->width, .height = c->height, .tiles = buffer};
    desc.format = (lf_tile_format)c->format;
    const size_t row = c->format == LF_TILES_BITS ? bits : width;
    desc.tiles_size = row * (size_t)c->height;
    static const uint8_t shut[3] = {0x00, 0x24, 0x04};
    desc.mask = 0x24;
    desc.value = 0x20;
    memset(buffer, 0, desc.tiles_size);
    for (size_t i = 0; i < width * (size_t)c->height; i++) {
        const size_t x = i % width, y = i / width;
        const uint8_t open = c->open[i] != 0;
        if (c->format == LF_TILES_BITS)
            buffer[y * row + x / 8] |= (uint8_t)(open << x % 8);
        else if (c->format == LF_TILES_MASKED)
            buffer[i] = (uint8_t)((open != 0 ? desc.value : shut[i % 3]) | 0x81);
        else
            buffer[i] = (uint8_t)(open * (1 + i % 255));
    }
    return desc;
}

static bool map_create(rig *r) {
    static uint8_t buffer[SWARM_TILES];
    const swarm_case *c = r->c;
    lf_map_desc desc = tiles_make(c, buffer);
    desc.moves = (lf_moves)c->moves;
    desc.skip_bodies = c->bodies != 0;
    desc.depth = c->depths == SWARM_OF_MAP ? c->depth : NULL;
    desc.allocator = meter_allocator(&r->meter);
    if (!status_is(r, "lf_map_create", lf_map_create(&desc, &r->map), LF_OK)) return false;
    if (!bytes_are(r, "lf_map_bytes", lf_map_bytes(r->map), 0)) return false;
    for (lf_tile tile = 0; tile < (lf_tile)(c->width * c->height); tile++) {
        if (lf_map_is_open(r->map, tile) != (c->open[tile] != 0))
            return rig_wrong(r, "tile %u is misread", tile);
    }
    return true;
}

/// Cells from outside: open where a tile is, but for one in eight, which is wrong.
static void cells_given(const swarm_case *c, lf_coarse_desc *desc, uint8_t *cells) {
    const int32_t level = desc->level, up = c->given == 1 ? (1 << level) - 1 : 0;
    desc->width = c->width < 1 << level ? 1 : (c->width + up) >> level;
    desc->height = c->height < 1 << level ? 1 : (c->height + up) >> level;
    memset(cells, 0, (size_t)(desc->width * desc->height));
    for (int i = 0; i < c->width * c->height; i++) {
        const int x = i % c->width >> level, y = i / c->width >> level;
        if (x < desc->width && y < desc->height) cells[y * desc->width + x] |= c->open[i];
    }
    uint64_t random = (uint64_t)c->salt + 1;
    for (int i = 0; i < desc->width * desc->height; i++) cells[i] ^= oracle_below(&random, 8) == 0;
    desc->cells = cells;
}

static bool coarse_create(rig *r) {
    static uint8_t cells[SWARM_TILES];
    const swarm_case *c = r->c;
    if (!strategy_guided((lf_strategy)c->strategy) && c->all == 0) return true;
    lf_coarse_desc desc = {.level = c->level, .kind = (lf_coarse_kind)c->kind};
    desc.allocator = meter_allocator(&r->meter);
    if (c->given != 0) {
        desc.level = c->level == 0 ? 1 : c->level;
        cells_given(c, &desc, cells);
    }
    const int64_t before = r->meter.live;
    return status_is(r, "lf_coarse_create", lf_coarse_create(r->map, &desc, &r->coarse), LF_OK) &&
           bytes_are(r, "lf_coarse_bytes", lf_coarse_bytes(r->coarse), before);
}

/// Sends an index through its bytes: what is loaded saves the same bytes.
static bool index_reload(rig *r) {
    const size_t size = lf_index_save_size(r->index);
    uint8_t *bytes = malloc(2 * size);
    lf_index *loaded = NULL;
    const lf_index_desc desc = {.allocator = meter_allocator(&r->meter)};
    bool good = bytes != NULL && status_is(r, "lf_index_save", lf_index_save(r->index, bytes, size), LF_OK) &&
                status_is(r, "lf_index_load", lf_index_load(r->map, &desc, bytes, size, &loaded), LF_OK);
    if (good && (lf_index_save_size(loaded) != size || lf_index_save(loaded, bytes + size, size) != LF_OK ||
                 memcmp(bytes, bytes + size, size) != 0))
        good = rig_wrong(r, "a loaded index saves other bytes");
    free(bytes);
    lf_index_destroy(r->index);
    r->index = loaded;
    return good;
}

static bool index_create(rig *r) {
    const swarm_case *c = r->c;
    if (c->strategy != LF_STRATEGY_HEADLAND && c->all == 0) return true;
    const lf_index_desc desc = {.cost = (lf_cost)c->cost,
                                .hierarchy = (lf_hierarchy)c->hierarchy,
                                .allocator = meter_allocator(&r->meter)};
    const int64_t before = r->meter.live;
    if (!status_is(r, "lf_index_create", lf_index_create(r->map, &desc, &r->index), LF_OK)) return false;
    if (!bytes_are(r, "lf_index_bytes", lf_index_bytes(r->index), before)) return false;
    return c->saved == 0 || index_reload(r);
}

static bool depth_create(rig *r, const swarm_truth *t) {
    const swarm_case *c = r->c;
    if (c->depths == SWARM_NO_DEPTH) return true;
    lf_depth_desc desc = {.edge_blocked = c->depths == SWARM_COMPUTED_EDGE};
    desc.allocator = meter_allocator(&r->meter);
    if (c->depths == SWARM_OF_MAP) desc.from = LF_DEPTH_OF_MAP;
    if (c->depths == SWARM_PLANE) {
        desc.from = LF_DEPTH_PLANE;
        desc.plane = c->depth;
        desc.plane_size = (size_t)(c->width * c->height);
    }
    const int64_t before = r->meter.live;
    if (!status_is(r, "lf_depth_create", lf_depth_create(r->map, &desc, &r->depth), LF_OK)) return false;
    if (!bytes_are(r, "lf_depth_bytes", lf_depth_bytes(r->depth), before)) return false;
    for (lf_tile tile = 0; tile < (lf_tile)(c->width * c->height); tile++) {
        const int32_t depth = lf_depth_at(r->depth, tile);
        if (depth != (c->open[tile] != 0 ? t->depth[tile] : -1))
            return rig_wrong(r, "tile %u has depth %d", tile, (int)depth);
    }
    return true;
}

static bool search_create(rig *r) {
    const swarm_case *c = r->c;
    const lf_search_desc desc = {.coarse = r->coarse,
                                 .index = r->index,
                                 .depth = r->depth,
                                 .cost = c->only == 0 && c->all != 0 ? LF_COST_OCTILE
                                         : c->only == 0              ? (lf_cost)c->cost
                                                                     : LF_COST_UNIFORM,
                                 .only = c->only != 0 ? LF_STRATEGY_SPINE : LF_STRATEGY_AUTO,
                                 .route_room = c->route_room,
                                 .end_room = c->end_room,
                                 .allocator = meter_allocator(&r->meter)};
    const int64_t before = r->meter.live;
    return status_is(r, "lf_search_create", lf_search_create(r->map, &desc, &r->search), LF_OK) &&
           bytes_are(r, "lf_search_bytes", lf_search_bytes(r->search), before);
}

static void query_make(rig *r, const swarm_truth *t) {
    const swarm_case *c = r->c;
    for (int i = 0; i < c->source_count; i++)
        r->sources[i] = (lf_source){.tile = t->given_sources[i], .origin = 1000 + (uint64_t)i};
    r->experts = (lf_expert_options){.frontier = (lf_frontier)c->frontier,
                                     .straighten = c->straighten != 0,
                                     .portal_cap = c->portal_cap,
                                     .entry = (lf_entry)c->entry};
    r->query =
        (lf_query){.sources = r->sources,
                   .source_count = c->source_count,
                   .targets = t->given_targets,
                   .target_count = c->target_count,
                   .strategy = (lf_strategy)c->strategy,
                   .options = {.cost = (lf_cost)c->cost,
                               .radius = c->radius,
                               .widenings = c->widenings,
                               .spacing = c->spacing,
                               .keep_joints = c->keep_joints != 0,
                               .experts = &r->experts},
                   .gate = {.min_depth = c->min_depth, .deepest = c->deepest != 0, .harbour = c->harbour},
                   .source_rule = swarm_rule(c, true),
                   .target_rule = swarm_rule(c, false),
                   .partial = c->partial != 0};
}

static bool rig_make(rig *r, const swarm_truth *t) {
    query_make(r, t);
    return map_create(r) && coarse_create(r) && index_create(r) && depth_create(r, t) && search_create(r);
}

static bool rig_free(rig *r) {
    lf_search_destroy(r->search);
    lf_depth_destroy(r->depth);
    lf_index_destroy(r->index);
    lf_coarse_destroy(r->coarse);
    lf_map_destroy(r->map);
    if (r->meter.live == 0 && r->meter.blocks == 0) return true;
    return rig_wrong(r, "%" PRId64 " bytes are not given back", r->meter.live);
}

// ---- Queries before this one ------------------------------------------------------------------------

/// Queries with other ends, strategies and gates, some of them given up. Refusals are fine: only what they
/// leave behind matters.
static void search_warm(rig *r) {
    const swarm_case *c = r->c;
    const oracle_map map = {.width = c->width, .height = c->height, .open = (unsigned char *)c->open};
    uint64_t random = (uint64_t)c->salt * 977 + 5;
    for (int i = 0; i < c->warm; i++) {
        const lf_source source = {.tile = oracle_random_open(&map, &random)};
        const lf_tile target = oracle_random_open(&map, &random);
        lf_query query = r->query;
        query.sources = &source;
        query.targets = &target;
        query.source_count = query.target_count = 1;
        query.strategy = (lf_strategy)oracle_below(&random, LF_STRATEGY_STRIP + 1);
        query.options.cost = (lf_cost)oracle_below(&random, 2);
        query.gate.deepest = oracle_below(&random, 4) == 0;
        if (lf_search_begin(r->search, &query) != LF_PAUSED) continue;
        const bool given_up = oracle_below(&random, 3) == 0;
        while (lf_search_step(r->search, 1 + oracle_below(&random, 30)) == LF_PAUSED && !given_up) {
        }
    }
}

// ---- The answer -------------------------------------------------------------------------------------

static lf_tile answer_tiles[SWARM_TILES], sliced_tiles[SWARM_TILES];

/// Whether a search for spine alone may refuse: its memory is bounded.
static bool answer_refused(const rig *r, lf_status status) {
    return r->c->only != 0 && (status == LF_E_WINDOW_ROOM || status == LF_E_ROUTE_ROOM);
}

/// Every move by the library's own check, and by the oracle on the map as the gate leaves it.
static bool check_moves(rig *r, const lf_route *route, const lf_tile *tiles, const swarm_truth *t) {
    int64_t at = -1, diagonal = 0;
    if (lf_route_check(r->map, tiles, route->tile_count, &at, NULL) != LF_OK)
        return rig_wrong(r, "the route breaks at tile %" PRId64, at);
    for (int64_t i = 0; i < route->tile_count; i++) {
        const int tile = (int)tiles[i], from = (int)tiles[i > 0 ? i - 1 : 0];
        const int x = from % r->c->width, y = from / r->c->width;
        const int dx = tile % r->c->width - x, dy = tile / r->c->width - y;
        if (t->open[tile] == 0) return rig_wrong(r, "the route enters tile %d, which is closed", tile);
        if (i > 0 && !oracle_move_legal(&t->map, x, y, dx, dy))
            return rig_wrong(r, "move %" PRId64 " is not legal under the gate", i);
        diagonal += dx != 0 && dy != 0;
    }
    return diagonal == route->diagonal || rig_wrong(r, "the route counts diagonal moves wrongly");
}

/// The first place of a tile in a list; its count if it is not there.
static int berth_place(const swarm_berths *b, lf_tile tile) {
    int i = 0;
    while (i < b->count && b->tiles[i] != tile) i++;
    return i;
}

/// The end of a partial route: how far it is from which target. If the answer is exact, it is the one tile
/// that the definition allows.
static bool check_partial_end(rig *r, const lf_route *route, const swarm_truth *t) {
    const int nearest = swarm_nearest(r->c, t, route->target);
    int diagonal, best_diagonal;
    const int moves = swarm_crow(r->c, route->target, t->to.tiles[nearest], &diagonal);
    if (route->target_index != t->to.entries[nearest] || route->target_distance != moves ||
        route->target_diagonal != diagonal)
        return rig_wrong(r, "the partial route is at another distance, or from another target");
    const lf_tile best = t->tiles[t->length];
    const int best_moves = swarm_crow(r->c, best, t->to.tiles[swarm_nearest(r->c, t, best)], &best_diagonal);
    if (moves != best_moves || (r->c->cost == LF_COST_OCTILE && diagonal != best_diagonal))
        return rig_wrong(r, "tile %u is not nearest to a target, tile %u is", route->target, best);
    const bool exact = route->exact && route->length > 0;
    return !exact || route->target == best ||
           rig_wrong(r, "the partial route ends at tile %u, not %u", route->target, best);
}

static bool check_ends(rig *r, const lf_route *route, const lf_tile *tiles, const swarm_truth *t) {
    const int source = berth_place(&t->from, tiles[0]);
    const int target = berth_place(&t->to, tiles[route->tile_count - 1]);
    if (source == t->from.count || (!route->partial && target == t->to.count))
        return rig_wrong(r, "the route has other ends");
    const int entry = t->from.entries[source];
    if (route->source != tiles[0] || route->source_index != entry ||
        route->origin != r->sources[entry].origin)
        return rig_wrong(r, "the source of the answer is not that of its tiles");
    if (route->target != tiles[route->tile_count - 1] ||
        (!route->partial && route->target_index != t->to.entries[target]))
        return rig_wrong(r, "the target of the answer is not that of its tiles");
    return true;
}

/// `corridor` and `expand-optimal` are shortest within the corridor as it is at the end.
static bool check_corridor(rig *r, const lf_route *route, const swarm_truth *t) {
    static unsigned char inside[SWARM_TILES];
    if (route->strategy != LF_STRATEGY_CORRIDOR && route->strategy != LF_STRATEGY_EXPAND_OPTIMAL) return true;
    if (route->stats.guardrail || r->c->given == 2 || route->partial) return true;
    // The near flood has no corridor. Its answer is exact, and check_length compares it with the shortest of all.
    if (route->stats.phases == 0 && route->exact) return true;
    const int level = lf_coarse_level(r->coarse), width = r->c->width;
    for (int i = 0; i < width * r->c->height; i++)
        inside[i] = lf_search_cell_phase(r->search, i % width >> level, i / width >> level) > 0;
    const int best = oracle_length(&t->map, inside, &t->query);
    return route->length == best ||
           rig_wrong(r, "length %" PRId64 ", but %d inside the corridor", route->length, best);
}

static bool strategy_exact(lf_strategy strategy) {
    return strategy == LF_STRATEGY_FLOOD || strategy == LF_STRATEGY_HEADLAND || strategy == LF_STRATEGY_STRIP;
}

static bool check_length(rig *r, const lf_route *route, const swarm_truth *t) {
    const bool octile = r->c->cost == LF_COST_OCTILE && r->c->moves != LF_MOVES_ORTHOGONAL;
    if (!route->exact && (octile || strategy_exact(route->strategy)))
        return rig_wrong(r, "an exact strategy's answer is not exact");
    if (!route->exact)
        return route->length >= t->length ||
               rig_wrong(r, "length %" PRId64 ", but the shortest is %d", route->length, t->length);
    if (route->length != t->length || (octile && route->diagonal != t->diagonal))
        return rig_wrong(r, "length %" PRId64 " (%" PRId64 " diagonal), but the best is %d (%d)",
                         route->length, route->diagonal, t->length, t->diagonal);
    return true;
}

/// Every tile of a route was met, where a strategy keeps marks.
static bool check_met(rig *r, const lf_route *route) {
    if (route->strategy > LF_STRATEGY_EXPAND_OPTIMAL) return true;
    for (int64_t i = 0; i < route->tile_count; i++) {
        if (!lf_search_has_met(r->search, answer_tiles[i]))
            return rig_wrong(r, "tile %" PRId64 " of the route was not met", i);
    }
    return true;
}

/// Tiles of portals are open under the gate.
static bool check_portals(rig *r, const swarm_truth *t) {
    const int64_t cells = lf_search_spine(r->search, NULL, 0);
    for (int64_t i = 0; i < cells; i++) {
        const int64_t tiles = lf_search_portal(r->search, i, sliced_tiles, SWARM_TILES);
        for (int64_t k = 0; k < tiles; k++) {
            if (t->open[sliced_tiles[k]] == 0)
                return rig_wrong(r, "a portal has tile %u, which is closed", sliced_tiles[k]);
        }
    }
    return true;
}

/// Where bodies are known and there is no gate, a route exists exactly when a source and a target share a
/// body.
static bool check_bodies(rig *r, const swarm_truth *t) {
    const swarm_case *c = r->c;
    bool shared = false;
    if (swarm_gated(c)) return true;
    if (lf_map_body_count(r->map) == 0 && lf_map_find_bodies(r->map) != LF_OK)
        return rig_wrong(r, "no bodies");
    for (int i = 0; i < t->from.count; i++) {
        for (int k = 0; k < t->to.count; k++)
            shared = shared || lf_map_body(r->map, t->from.tiles[i]) == lf_map_body(r->map, t->to.tiles[k]);
    }
    return shared == (t->length >= 0 && !t->partial) || rig_wrong(r, "the bodies of the ends say otherwise");
}

static bool check_route(rig *r, const lf_route *route, const swarm_truth *t) {
    if (route->tile_count != route->length + 1) return rig_wrong(r, "tile_count is not length + 1");
    if (!check_moves(r, route, answer_tiles, t) || !check_ends(r, route, answer_tiles, t)) return false;
    if (!check_length(r, route, t) || (route->partial && !check_partial_end(r, route, t))) return false;
    if (route->strategy == LF_STRATEGY_FLOOD &&
        memcmp(answer_tiles, t->tiles, (size_t)route->tile_count * sizeof *answer_tiles) != 0)
        return rig_wrong(r, "flood's route is not the one of the written rule");
    if (swarm_gated(r->c)) {
        const int32_t least = lf_route_least_depth(r->depth, r->search, answer_tiles, route->tile_count);
        if (least >= 0 && least < route->gate_depth)
            return rig_wrong(r, "least depth %d under the gate", (int)least);
    }
    return check_met(r, route) && check_portals(r, t) && check_corridor(r, route, t);
}

static bool check_answer(rig *r, lf_status status, const lf_route *route, const swarm_truth *t) {
    const lf_status expected = t->status != LF_OK ? t->status
                               : t->partial       ? LF_PARTIAL
                               : t->length >= 0   ? LF_OK
                                                  : LF_NO_ROUTE;
    if (!status_is(r, "the query", status, expected)) return false;
    if (route->found != (status == LF_OK) || route->partial != (status == LF_PARTIAL))
        return rig_wrong(r, "found or partial does not fit the status");
    if (status < 0) return route->tile_count == 0 || rig_wrong(r, "a refused query has a route");
    if (route->gate_depth != t->gate_depth)
        return rig_wrong(r, "gate %d, not %d", (int)route->gate_depth, (int)t->gate_depth);
    if (r->c->strategy != LF_STRATEGY_AUTO && route->strategy != (lf_strategy)r->c->strategy)
        return rig_wrong(r, "another strategy has answered");
    for (int i = 0; r->c->only == 0 && i < r->c->width * r->c->height; i++) {
        if (lf_search_is_exempt(r->search, (lf_tile)i) != (t->exempt[i] != 0))
            return rig_wrong(r, "tile %d is exempt or not, wrongly", i);
    }
    if (status == LF_NO_ROUTE) return route->exact || rig_wrong(r, "\"no route\" is not exact");
    return check_route(r, route, t);
}

/// The best so far of a paused query: a legal route from a source. `flood` always has one.
static bool check_so_far(rig *r, const swarm_truth *t) {
    lf_route route;
    const lf_status status = lf_search_finish(r->search, sliced_tiles, SWARM_TILES, &route);
    if (status == LF_E_NOT_ENDED)
        return r->c->partial == 0 || r->c->strategy != LF_STRATEGY_FLOOD ||
               rig_wrong(r, "flood does not know its best route so far");
    if (!status_is(r, "the best so far", status, LF_PARTIAL)) return false;
    int diagonal;
    const int nearest = swarm_nearest(r->c, t, route.target);
    if (r->c->partial == 0 || route.found || !route.partial || route.exact ||
        route.tile_count != route.length + 1 || route.target_index != t->to.entries[nearest] ||
        route.target_distance != swarm_crow(r->c, route.target, t->to.tiles[nearest], &diagonal))
        return rig_wrong(r, "the best so far is not marked as it should be");
    r->tally->so_far++;
    return check_moves(r, &route, sliced_tiles, t) && check_ends(r, &route, sliced_tiles, t);
}

/// The same query in slices. Work is bounded, so that a search that never ends is a finding, not a test that
/// hangs.
static bool check_slices(rig *r, lf_status whole, const lf_route *route, const swarm_truth *t) {
    lf_route sliced;
    int64_t left = 4000 * ((int64_t)r->c->width * r->c->height + 1000), pauses = 0;
    lf_status status = lf_search_begin(r->search, &r->query);
    for (; status == LF_PAUSED && left > 0; left -= r->c->slice) {
        status = lf_search_step(r->search, r->c->slice);
        if (status != LF_PAUSED) break;
        if (lf_search_budget_left(r->search) != 0) return rig_wrong(r, "a paused search has budget left");
        // After 1, 2, 4, 8 ... steps: it looks at all that was met.
        if ((pauses & (pauses + 1)) == 0 && !check_so_far(r, t)) return false;
        pauses++;
    }
    const int64_t budget_left = lf_search_budget_left(r->search);
    if (status >= 0 && status != LF_PAUSED && (budget_left < 0 || budget_left > r->c->slice))
        return rig_wrong(r, "the last step has left %" PRId64 " of its budget", budget_left);
    if (status == LF_PAUSED) return rig_wrong(r, "the search does not end");
    status = lf_search_finish(r->search, sliced_tiles, SWARM_TILES, &sliced);
    if (!status_is(r, "the query in slices", status, whole)) return false;
    if (sliced.tile_count != route->tile_count || sliced.stats.expanded != route->stats.expanded ||
        sliced.stats.enqueued != route->stats.enqueued || sliced.stats.phases != route->stats.phases ||
        memcmp(sliced_tiles, answer_tiles, (size_t)route->tile_count * sizeof *answer_tiles) != 0)
        return rig_wrong(r, "the answer or its work is another one in slices");
    return true;
}

// ---- Shapes -----------------------------------------------------------------------------------------

/// Straight lines over legal moves from each waypoint to the next, all of it open under the gate.
static bool check_lines(rig *r, const lf_tile *waypoints, int64_t count, const swarm_truth *t) {
    static lf_tile line[2 * SWARM_TILES];
    for (int64_t i = 0; i + 1 < count; i++) {
        const int64_t tiles = lf_line_tiles(r->map, waypoints[i], waypoints[i + 1], line, 2 * SWARM_TILES);
        if (tiles == 0 || lf_route_check(r->map, line, tiles, NULL, NULL) != LF_OK)
            return rig_wrong(r, "no straight line from waypoint %" PRId64, i);
        for (int64_t k = 0; k < tiles; k++) {
            if (t->open[line[k]] == 0) return rig_wrong(r, "the line from waypoint %" PRId64 " is closed", i);
        }
    }
    return true;
}

/// The turning points have a row, a column or a diagonal of the route between them.
static bool check_turns(rig *r, const lf_route *route, lf_tile *turns) {
    const int width = r->c->width;
    int64_t count, at = 0;
    const lf_status status =
        lf_route_turns(r->map, answer_tiles, route->tile_count, turns, SWARM_TILES, &count);
    if (!status_is(r, "lf_route_turns", status, LF_OK)) return false;
    for (int64_t i = 0; i < count; i++) {
        const int from = i == 0 ? (int)turns[0] : (int)turns[i - 1], to = (int)turns[i];
        const int dx = abs(to % width - from % width), dy = abs(to / width - from / width);
        at += dx > dy ? dx : dy;
        if ((dx != 0 && dy != 0 && dx != dy) || at >= route->tile_count || answer_tiles[at] != turns[i])
            return rig_wrong(r, "turning point %" PRId64 " is not on the route", i);
    }
    return at == route->tile_count - 1 || rig_wrong(r, "the turning points end early");
}

/// The search gives the same turning points without the tiles, as many as fit.
static bool check_search_turns(rig *r, const lf_route *route, lf_status answer) {
    static lf_tile turns[SWARM_TILES], others[SWARM_TILES];
    int64_t count, other_count;
    if (lf_route_turns(r->map, answer_tiles, route->tile_count, turns, SWARM_TILES, &count) != LF_OK)
        return rig_wrong(r, "the route has no turning points");
    if (!status_is(r, "lf_search_turns", lf_search_turns(r->search, others, SWARM_TILES, &other_count),
                   answer))
        return false;
    if (other_count != count || memcmp(turns, others, (size_t)count * sizeof *turns) != 0)
        return rig_wrong(r, "the turning points of the search are others");
    if (count < 2) return true;
    others[count - 1] = LF_NO_TILE;
    return (lf_search_turns(r->search, others, count - 1, &other_count) == LF_E_BUFFER_TOO_SMALL &&
            other_count >= count && others[count - 1] == LF_NO_TILE) ||
           rig_wrong(r, "a short buffer for turning points");
}

static bool check_waypoints(rig *r, const lf_shape *shape, const lf_route *route, lf_tile *waypoints,
                            int64_t *count, const swarm_truth *t) {
    if (!check_turns(r, route, waypoints)) return false;
    const lf_status status =
        lf_route_waypoints(r->map, shape, answer_tiles, route->tile_count, waypoints, SWARM_TILES, count);
    if (!status_is(r, "lf_route_waypoints", status, LF_OK)) return false;
    if (*count > route->tile_count || waypoints[0] != route->source || waypoints[*count - 1] != route->target)
        return rig_wrong(r, "the waypoints have other ends, or are too many");
    if (lf_route_distance(r->map, waypoints, *count) >
        lf_route_distance(r->map, answer_tiles, route->tile_count) + 1)
        return rig_wrong(r, "the waypoints are longer than the route");
    return check_lines(r, waypoints, *count, t);
}

/// Only to deeper water, never farther than the drift, and never an end.
static bool check_offshore(rig *r, const lf_shape *shape, lf_tile *waypoints, int64_t count,
                           const swarm_truth *t) {
    const int drift = shape->drift == 0 ? 4 : shape->drift, width = r->c->width;
    memcpy(sliced_tiles, waypoints, (size_t)count * sizeof *waypoints);
    if (!status_is(r, "lf_route_offshore", lf_route_offshore(r->map, shape, waypoints, count), LF_OK))
        return false;
    for (int64_t i = 0; i < count; i++) {
        const int was = (int)sliced_tiles[i], is = (int)waypoints[i];
        const bool end = i == 0 || i == count - 1;
        if (was == is) continue;
        if (end || abs(is % width - was % width) > drift || abs(is / width - was / width) > drift ||
            t->depth[is] <= t->depth[was])
            return rig_wrong(r, "waypoint %" PRId64 " moves from %d to %d", i, was, is);
    }
    return check_lines(r, waypoints, count, t);
}

static bool check_curve(rig *r, const lf_shape *shape, const lf_tile *waypoints, int64_t count,
                        const swarm_truth *t) {
    static lf_curve_point points[CURVE_ROOM];
    int64_t samples;
    const lf_status status = lf_route_curve(r->map, shape, waypoints, count, points, CURVE_ROOM, &samples);
    if (!status_is(r, "lf_route_curve", status, LF_OK)) return false;
    for (int64_t i = 0; i < samples; i++) {
        const lf_tile tile = points[i].x < 0 || points[i].y < 0
                                 ? LF_NO_TILE
                                 : lf_map_tile(r->map, (int32_t)(points[i].x / LF_CURVE_ONE),
                                               (int32_t)(points[i].y / LF_CURVE_ONE));
        if (tile == LF_NO_TILE || t->open[tile] == 0)
            return rig_wrong(r, "sample %" PRId64 " of the curve is not on an open tile", i);
        const bool first = i == 0 && tile != waypoints[0],
                   last = i == samples - 1 && tile != waypoints[count - 1];
        if (first || last) return rig_wrong(r, "the curve has other ends");
    }
    const lf_tile ends[] = {waypoints[0], waypoints[count - 1]};
    return lf_curve_distance(points, samples) + samples >= lf_route_distance(r->map, ends, 2) ||
           rig_wrong(r, "the curve is shorter than the straight line between its ends");
}

static bool check_shapes(rig *r, const lf_route *route, const swarm_truth *t) {
    static lf_tile waypoints[SWARM_TILES];
    const lf_shape shape = {.search = r->search,
                            .depth = r->depth,
                            .look_ahead = r->c->look_ahead,
                            .drift = r->c->drift,
                            .interval = r->c->interval};
    int64_t count;
    return check_waypoints(r, &shape, route, waypoints, &count, t) &&
           check_curve(r, &shape, waypoints, count, t) && check_offshore(r, &shape, waypoints, count, t) &&
           check_curve(r, &shape, waypoints, count, t);
}

// ---- One case ---------------------------------------------------------------------------------------

static void tally_add(swarm_tally *tally, const swarm_case *c, const lf_route *route) {
    (route->found ? tally->found : tally->none)[route->strategy]++;
    tally->octile += c->cost == LF_COST_OCTILE && c->moves != LF_MOVES_ORTHOGONAL;
    tally->gated += swarm_gated(c);
    tally->gated_off += swarm_gated(c) && !route->found;
    tally->guardrails += route->stats.guardrail;
    tally->widened += route->stats.phases > 1;
    tally->shapes += c->shape != 0 && route->found;
    tally->sliced += c->slice > 0;
    tally->partials += route->partial;
    tally->berths += (route->found || route->partial) && c->from_kind + c->to_kind > 0;
}

/// Whether there is a route, asked for without its length.
static bool check_reach(rig *r, const swarm_truth *t) {
    const lf_status status = lf_search_reaches(r->search, &r->query);
    if (answer_refused(r, status)) return true;
    return status_is(r, "lf_search_reaches", status, t->length >= 0 && !t->partial ? LF_OK : LF_NO_ROUTE);
}

static bool check_query(rig *r, const swarm_truth *t) {
    lf_route route;
    search_warm(r);
    const int64_t allocations = r->meter.calls;
    const lf_status status = lf_search_find(r->search, &r->query, answer_tiles, SWARM_TILES, &route);
    r->tally->refused += answer_refused(r, status);
    if (answer_refused(r, status)) return true;
    if (!check_answer(r, status, &route, t)) return false;
    r->tally->bad_ends += status < 0;
    if (status < 0) return true;
    if (route.tile_count > 0 && !check_search_turns(r, &route, status)) return false;
    if (r->c->shape != 0 && route.found && !check_shapes(r, &route, t)) return false;
    if (r->c->slice > 0 && !check_slices(r, status, &route, t)) return false;
    if (!check_reach(r, t)) return false;
    tally_add(r->tally, r->c, &route);
    if (r->meter.calls != allocations) return rig_wrong(r, "a query has allocated");
    return check_bodies(r, t);
}

const char *swarm_check(const swarm_case *c, swarm_tally *tally) {
    static swarm_truth truth;
    static swarm_tally none;
    static rig r;
    r = (rig){.c = c, .tally = tally != NULL ? tally : &none};
    swarm_truth_make(c, &truth);
    if (rig_make(&r, &truth)) check_query(&r, &truth);
    rig_free(&r);
    return r.why[0] == '\0' ? NULL : r.why;
}
