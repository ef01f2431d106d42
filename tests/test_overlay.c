// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Edits over an index that stays: swarms of maps that are edited again and again. After every edit the stops
// equal those of a map made anew, every headland without a mark sees what the index says, and every answer of
// headland, on the newest state and on an older one, equals a flood. Bounds never exceed the true distance.
//
// LF_CASES=N tries N maps of each kind, LF_SEED begins elsewhere.
#include "test.h"

#include "headland/headland.h"
#include "headland/now.h"
#include "index/build.h"
#include "map/flips.h"
#include "meter.h"
#include "oracle.h"
#include "overlay/overlay.h"
#include "slow.h"

enum { SIDE_MAX = 72, LONG_SIDE = 560, TILES_MAX = LONG_SIDE * LONG_SIDE }; // of swarms, and of single maps
enum { EDITS = 12, QUERIES = 12, ENDS_MAX = 9, CROWD = 40, EXTRA_ROOM = 8000 };
#ifdef TEST_IS_SLOW
enum { CASES = 40 };
#else
enum { CASES = 160 };
#endif

// ---- States ---------------------------------------------------------------------------------------

/// A map after some edits, and its overlay.
typedef struct state {
    oracle_map plan;
    lf_map *map;
    lfi_overlay *overlay;
} state;

/// What the cases of one map share.
typedef struct arena {
    uint64_t random;
    lf_cost cost;
    lfi_metric metric;
    lf_map *base;
    lf_index *index;
    lf_search *search; ///< for all states
    uint64_t bodies;   ///< that the search has room for
    meter meter;       ///< of the overlays
    state now, older;
    unsigned char before[TILES_MAX]; ///< the tiles before the last edit
    int door_x, door_y, door_size;
} arena;

typedef struct tally {
    int64_t maps, edits, queries, none, by_base, kept, beaten, inlets, given_up, bounds, tight, clean, folded;
    int64_t marked, needless;
} tally;

static oracle_map plan_copy(const oracle_map *from) {
    oracle_map copy = *from;
    const size_t size = (size_t)(from->width * from->height);
    copy.open = malloc(size);
    memcpy(copy.open, from->open, size);
    return copy;
}

enum { LATTICE_SEED = 3, LATTICE_SIDE = 80 };

/// Open tiles that are far apart, each a body of its own.
static oracle_map plan_lattice(lf_moves moves) {
    oracle_map plan = {.width = LATTICE_SIDE, .height = LATTICE_SIDE, .moves = moves};
    plan.open = calloc(LATTICE_SIDE, LATTICE_SIDE);
    for (int i = 0; i < LATTICE_SIDE; i += 4) {
        for (int k = 0; k < LATTICE_SIDE; k += 4) plan.open[i * LATTICE_SIDE + k] = 1;
    }
    return plan;
}

/// A map of a width around that of one or two words.
static oracle_map plan_make(uint64_t seed, lf_moves moves) {
    if (seed == LATTICE_SEED) return plan_lattice(moves);
    if (seed % 3 != 0) return oracle_random_map(seed, SIDE_MAX, moves);
    uint64_t random = seed;
    static const int widths[] = {63, 64, 65, 127, 128, 129, 191};
    oracle_map plan = {.width = widths[oracle_below(&random, 7)], .height = 1 + oracle_below(&random, 39)};
    plan.moves = moves;
    if (oracle_below(&random, 3) == 0) {
        const int swap = plan.width;
        plan.width = plan.height;
        plan.height = swap;
    }
    plan.open = malloc((size_t)(plan.width * plan.height));
    const int share = 40 + oracle_below(&random, 61);
    for (int i = 0; i < plan.width * plan.height; i++) plan.open[i] = oracle_below(&random, 100) < share;
    return plan;
}

extern const lfi_part lfi_headland_part;

/// Gives a search room for headlands that the index does not have.
static void search_widen(lf_search *search, uint32_t extra) {
    lfi_arrays run = {.allocator = &search->allocator, .mode = LFI_ARRAYS_FREE};
    lfi_headland_part.arrays(search, &run);
    search->rooms.extras = extra;
    run.mode = LFI_ARRAYS_MAKE;
    lfi_headland_part.arrays(search, &run);
    CHECK(!run.failed);
    lfi_headland_part.ready(search);
    lfi_headland_part.turned(search);
}

/// Turns a search to a state.
static void search_turn(arena *a, const state *to) {
    lf_search *search = a->search;
    lfi_free(&search->allocator, search->body_stamp, a->bodies, sizeof *search->body_stamp);
    search->base = search->ground = search->now = search->map = to->map;
    search->overlay = search->edits = to->overlay;
    a->bodies = search->rooms.bodies = to->map->bodies.body_count;
    search->body_stamp = lfi_alloc(&search->allocator, a->bodies, sizeof *search->body_stamp);
    memset(search->body_stamp, 0, lfi_bytes(a->bodies, sizeof *search->body_stamp));
    lfi_headland_part.turned(search);
}

static void state_make(arena *a, const oracle_map *plan, state *out) {
    const lf_allocator allocator = meter_allocator(&a->meter);
    out->plan = plan_copy(plan);
    out->map = oracle_to_map(plan);
    CHECK_EQ(lfi_overlay_create(a->index, 7, &allocator, &out->overlay), LF_OK);
}

static void state_free(state *s) {
    lfi_overlay_destroy(s->overlay);
    lf_map_destroy(s->map);
    free(s->plan.open);
}

/// An index that is going to be kept under edits.
static lf_index *index_make(const lf_map *map, const lf_index_desc *desc) {
    lf_index_builder *builder;
    lf_index *index;
    CHECK_EQ(lf_index_begin(map, desc, &builder), LF_OK);
    lfi_index_builder_keep(builder);
    CHECK_EQ(lf_index_step(builder, INT64_MAX), LF_OK);
    CHECK_EQ(lf_index_finish(builder, &index), LF_OK);
    return index;
}

/// An arena on a plan, which it takes over.
static void arena_make_on(arena *a, uint64_t seed, oracle_map plan, lf_cost cost) {
    *a = (arena){.random = seed, .cost = cost, .metric = lfi_metric_make(plan.moves, cost)};
    const lf_index_desc desc = {.cost = cost,
                                .hierarchy = seed % 2 == 0 ? LF_HIERARCHY_NO : LF_HIERARCHY_YES};
    a->base = oracle_to_map(&plan);
    a->index = index_make(a->base, &desc);
    CHECK_EQ(lf_search_create(a->base, &(lf_search_desc){.index = a->index, .cost = cost}, &a->search),
             LF_OK);
    a->bodies = a->base->bodies.body_count;
    search_widen(a->search, EXTRA_ROOM);
    lfi_views *views = &lfi_headland_of(a->search)->views; // sometimes few fit, and are dropped all the time
    if (seed % 5 == 0) views->room = views->headlands + 40;
    state_make(a, &plan, &a->now);
    state_make(a, &plan, &a->older);
    a->door_x = oracle_below(&a->random, plan.width);
    a->door_y = oracle_below(&a->random, plan.height);
    a->door_size = 1 + oracle_below(&a->random, 3);
    free(plan.open);
}

static void arena_make(arena *a, uint64_t seed, lf_moves moves, lf_cost cost) {
    arena_make_on(a, seed, plan_make(seed, moves), cost);
}

static void arena_free(arena *a) {
    search_turn(a, &a->now);
    search_widen(a->search, 0);
    lf_search_destroy(a->search);
    state_free(&a->now);
    state_free(&a->older);
    lf_index_destroy(a->index);
    lf_map_destroy(a->base);
    CHECK_EQ(a->meter.live, 0);
    CHECK_EQ(a->meter.blocks, 0);
}

// ---- Edits ----------------------------------------------------------------------------------------

static void plan_rect(oracle_map *plan, int x, int y, int wide, int high, bool open) {
    for (int j = y < 0 ? 0 : y; j < y + high && j < plan->height; j++) {
        for (int i = x < 0 ? 0 : x; i < x + wide && i < plan->width; i++)
            plan->open[j * plan->width + i] = open;
    }
}

static void plan_disc(oracle_map *plan, int x, int y, int radius, bool open) {
    for (int j = -radius; j <= radius; j++) {
        for (int i = -radius; i <= radius; i++) {
            if (i * i + j * j <= radius * radius) plan_rect(plan, x + i, y + j, 1, 1, open);
        }
    }
}

static void plan_noise(oracle_map *plan, uint64_t *random, int x, int y, int size) {
    for (int j = y; j < y + size; j++) {
        for (int i = x; i < x + size; i++) plan_rect(plan, i, j, 1, 1, oracle_below(random, 2) == 0);
    }
}

/// Single tiles all over the map.
static void plan_dots(oracle_map *plan, uint64_t *random, bool open) {
    for (int i = 0; i < plan->width * plan->height; i++) {
        if (oracle_below(random, 8) == 0) plan->open[i] = open;
    }
}

/// A random edit of the tiles.
static void plan_edit(arena *a, oracle_map *plan) {
    const int x = oracle_below(&a->random, plan->width + 2) - 1,
              y = oracle_below(&a->random, plan->height + 2) - 1;
    const bool open = oracle_below(&a->random, 2) == 0;
    const int size = oracle_below(&a->random, 8);
    switch (oracle_below(&a->random, 12)) {
    case 0:
    case 1:
    case 2: plan_disc(plan, x, y, size, open); return;
    case 3: plan_rect(plan, x, y, 1 + size, 1 + oracle_below(&a->random, 8), open); return;
    case 4: plan_rect(plan, x, y, 1, 1, open); return;
    case 5: plan_rect(plan, 0, y, plan->width, 1, open); return; // a wall or a canal across the map
    case 6: plan_noise(plan, &a->random, x, y, 2 + size); return;
    case 7: memcpy(plan->open, a->before, (size_t)(plan->width * plan->height)); return; // undo
    case 8: // back to the base, all or in part
        for (int i = 0; i < plan->width * plan->height; i++) {
            if (size > 3 || i / plan->width > y) plan->open[i] = lf_map_is_open(a->base, (lf_tile)i);
        }
        return;
    case 9: // all water or all land; many small changes
        if (size == 0) plan_rect(plan, 0, 0, plan->width, plan->height, open);
        if (size == 1)
            plan_noise(plan, &a->random, 0, 0, plan->width > plan->height ? plan->width : plan->height);
        if (size == 2) plan_dots(plan, &a->random, open);
        return;
    default: // a door
        plan_rect(plan, a->door_x, a->door_y, a->door_size, a->door_size,
                  !plan->open[a->door_y * plan->width + a->door_x]);
        return;
    }
}

/// What differs between two plans as flips; false if nothing does.
static bool flips_make(const oracle_map *from, const oracle_map *to, lfi_flips *out) {
    static uint64_t bits[TILES_MAX];
    *out = (lfi_flips){.box = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN}, .bits = bits};
    for (int i = 0; i < from->width * from->height; i++) {
        if (from->open[i] == to->open[i]) continue;
        const int x = i % from->width, y = i / from->width;
        out->box = out->opened + out->blocked == 0 ? (lfi_box){x, y, x, y}
                                                   : lfi_boxes_around(out->box, (lfi_box){x, y, x, y});
        out->opened += to->open[i];
        out->blocked += from->open[i];
    }
    if (out->opened + out->blocked == 0) return false;
    out->word = (uint64_t)out->box.x0 / 64;
    out->words = (uint64_t)out->box.x1 / 64 - out->word + 1;
    memset(bits, 0, (size_t)out->words * (size_t)(out->box.y1 - out->box.y0 + 1) * sizeof *bits);
    for (int i = 0; i < from->width * from->height; i++) {
        if (from->open[i] == to->open[i]) continue;
        const int x = i % from->width, y = i / from->width;
        bits[(uint64_t)(y - out->box.y0) * out->words + (uint64_t)x / 64 - out->word] |= UINT64_C(1)
                                                                                         << (x & 63);
    }
    return true;
}

/// Makes the state what a plan says, as one of several pieces of an edit; false if it was that. The plan is
/// taken over.
static bool state_edit_piece(state *s, oracle_map plan, uint64_t others, lfi_box *box) {
    lfi_flips flips;
    lfi_overlay_change change = {0};
    const bool changed = flips_make(&s->plan, &plan, &flips);
    flips.others = others;
    if (changed) {
        lf_map_destroy(s->map);
        s->map = oracle_to_map(&plan);
        CHECK_EQ(lfi_overlay_edit(s->overlay, s->map, &flips, &change), LF_OK);
        *box = flips.box;
    }
    free(s->plan.open);
    s->plan = plan;
    return changed;
}

static bool state_edit(state *s, oracle_map plan, lfi_box *box) {
    return state_edit_piece(s, plan, 0, box);
}

// ---- What holds after an edit ---------------------------------------------------------------------

static void check_stops(const state *s) {
    const lf_map *map = s->map;
    const lfi_stops *got = &s->overlay->stops;
    lfi_stops anew;
    CHECK_EQ(lfi_stops_create(map, &map->allocator, &anew), LF_OK);
    for (int64_t i = 0; i < lfi_stops_bands(map); i++) lfi_stops_fill_rows(map, &anew, i);
    for (int64_t i = 0; i < lfi_stops_bands(map); i++) lfi_stops_fill_columns(map, &anew, i);
    CHECK_EQ(memcmp(got->rows, anew.rows, (size_t)map->word_count * sizeof(uint64_t)), 0);
    CHECK_EQ(memcmp(got->columns, anew.columns, (size_t)anew.column_words * sizeof(uint64_t)), 0);
    for (uint64_t i = 0; i < map->word_count; i++) CHECK(got->heads[i].bits == anew.heads[i].bits);
    lfi_stops_arrays(&(lfi_arrays){.allocator = &map->allocator, .mode = LFI_ARRAYS_FREE}, map, &anew);
}

typedef struct view {
    uint32_t numbers[TILES_MAX];
    uint32_t count;
} view;

static void view_add(void *user, uint32_t number) {
    view *v = user;
    v->numbers[v->count++] = number;
}

static int number_order(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/// A headland without a mark sees what the index says.
static void check_clean(const arena *a, const state *s, lf_point point, uint32_t number) {
    static view v;
    v.count = 0;
    const lf_index *index = a->index;
    const lfi_lookout lookout = {
        .map = s->map, .stops = &s->overlay->stops, .limit = UINT32_MAX, .user = &v, .headland = view_add};
    lfi_lookout_scan(&lookout, point.x, point.y);
    qsort(v.numbers, v.count, sizeof *v.numbers, number_order);
    const uint32_t *first = index->raw_first != NULL ? index->raw_first : index->first;
    const uint32_t *legs = index->raw_first != NULL ? index->raw : index->legs;
    if (!CHECK_EQ(v.count, first[number + 1] - first[number])) return;
    CHECK_EQ(memcmp(v.numbers, legs + first[number], v.count * sizeof *v.numbers), 0);
}

static void check_headlands(const arena *a, const state *s, tally *t) {
    uint32_t dirty = 0;
    for (uint32_t i = 0; i < lfi_extras_numbers(&s->overlay->extras); i++) dirty += s->overlay->marks[i] != 0;
    CHECK_EQ(dirty, s->overlay->dirty);
    for (int i = 0; i < s->plan.width * s->plan.height; i++) {
        const lf_point point = {i % s->plan.width, i / s->plan.width};
        const lfi_spot spot = lfi_map_spot(s->map, (lf_tile)i);
        if (!lfi_stops_is_headland(&s->overlay->stops, spot)) continue;
        const uint32_t number = lfi_stops_number(&s->overlay->stops, spot);
        if (!CHECK(number < lfi_extras_numbers(&s->overlay->extras))) return;
        if (s->overlay->marks[number] != 0) continue;
        t->clean++;
        if (!CHECK(number < a->index->count)) return;
        check_clean(a, s, point, number);
    }
}

/// What is remembered of differences to the base is there as long as they are, and no longer.
static void check_differences(const arena *a, const state *s) {
    int64_t differing = 0;
    for (int i = 0; i < s->plan.width * s->plan.height; i++) {
        const bool was = lf_map_is_open(a->base, (lf_tile)i), is = s->plan.open[i] != 0;
        const int x = i % s->plan.width, y = i / s->plan.width;
        differing += was != is;
        if (was && !is) CHECK(!lfi_overlay_leaves(s->overlay, (lf_point){x, y}, (lf_point){x, y}));
    }
    CHECK_EQ(differing, s->overlay->differing);
    if (differing > 0) return;
    CHECK_EQ(s->overlay->dirty, 0);
    CHECK_EQ(s->overlay->inlets.count, 0);
    CHECK_EQ(s->overlay->blocked_count, 0);
    CHECK_EQ(lfi_overlay_extras(s->overlay), 0);
}

static bool box_is(lfi_box a, lfi_box b) {
    return a.x0 == b.x0 && a.y0 == b.y0 && a.x1 == b.x1 && a.y1 == b.y1;
}

/// Boxes fit what they are around, so that what was undone does not stand in the way of proofs.
static void check_tight(const arena *a, const state *s) {
    const lfi_inlets *inlets = &s->overlay->inlets;
    lfi_box box;
    for (uint32_t i = 0; i < s->overlay->blocked_count; i++) {
        if (!CHECK(lfi_maps_differ(a->base, s->map, s->overlay->blocked[i], &box))) return;
        CHECK(box_is(box, s->overlay->blocked[i]));
    }
    for (uint32_t i = 0; i < inlets->area_limit && !inlets->given_up; i++) {
        if (inlets->areas[i].x0 > inlets->areas[i].x1) continue;
        if (!CHECK(lfi_maps_differ(s->map, a->base, inlets->areas[i], &box))) return;
        CHECK(box_is(box, inlets->areas[i]));
    }
    for (uint32_t i = 0; i < inlets->count && !inlets->given_up; i++) {
        const lfi_box around = lfi_box_grow(inlets->all[i].box, 1, s->map->width, s->map->height);
        CHECK(lfi_maps_differ(s->map, a->base, around, &box));
    }
}

/// Whether a tile lies in the box of an area.
static bool areas_hold(const lfi_inlets *inlets, lf_point p) {
    bool held = false;
    for (uint32_t i = 0; i < inlets->area_limit; i++)
        held |= lfi_boxes_meet(inlets->areas[i], (lfi_box){p.x, p.y, p.x, p.y});
    return held;
}

/// Every tile beside one that was opened lies in the box of an inlet of its area.
static void check_shores(const arena *a, const state *s) {
    const lfi_inlets *inlets = &s->overlay->inlets;
    for (int i = 0; i < s->plan.width * s->plan.height && !inlets->given_up; i++) {
        if (!s->plan.open[i] || lf_map_is_open(a->base, (lf_tile)i)) continue;
        const lf_point p = {i % s->plan.width, i / s->plan.width};
        CHECK(areas_hold(inlets, p));
        for (int k = 0; k < 9; k++) {
            const int x = p.x + k % 3 - 1, y = p.y + k / 3 - 1;
            const lf_tile tile = lf_map_tile(a->base, x, y);
            if (tile == LF_NO_TILE || !lf_map_is_open(a->base, tile)) continue;
            bool found = false;
            for (uint32_t n = 0; n < inlets->count; n++)
                found |= lfi_boxes_meet(inlets->all[n].box, (lfi_box){x, y, x, y});
            if (!CHECK(found)) return;
        }
    }
}

/// How many headlands are marked, and how many of them see what the index says all the same.
static void check_marks(const arena *a, const state *s, int64_t *marked, int64_t *needless) {
    static view v;
    const lf_index *index = a->index;
    const uint32_t *first = index->raw_first != NULL ? index->raw_first : index->first;
    const uint32_t *legs = index->raw_first != NULL ? index->raw : index->legs;
    for (uint32_t i = 0; i < index->count; i++) {
        const lf_point p = index->points[i];
        const lfi_spot spot = {lfi_map_row(s->map, p.y) + (uint64_t)p.x};
        if (s->overlay->marks[i] == 0 || !lfi_stops_is_headland(&s->overlay->stops, spot)) continue;
        v.count = 0;
        const lfi_lookout lookout = {.map = s->map,
                                     .stops = &s->overlay->stops,
                                     .limit = UINT32_MAX,
                                     .user = &v,
                                     .headland = view_add};
        lfi_lookout_scan(&lookout, p.x, p.y);
        qsort(v.numbers, v.count, sizeof *v.numbers, number_order);
        ++*marked;
        *needless += v.count == first[i + 1] - first[i] &&
                     memcmp(v.numbers, legs + first[i], v.count * sizeof *v.numbers) == 0;
    }
}

// ---- Answers --------------------------------------------------------------------------------------

typedef struct query_ends {
    lf_source sources[CROWD];
    lf_tile targets[CROWD];
    lf_query query;
} query_ends;

static void ends_draw(arena *a, const state *s, query_ends *e) {
    const int kind = oracle_below(&a->random, 10);
    const int most = kind < 6 ? 1 : kind < 8 ? 4 : ENDS_MAX;
    const int sources = 1 + oracle_below(&a->random, most), targets = 1 + oracle_below(&a->random, most);
    for (int i = 0; i < sources; i++)
        e->sources[i] = (lf_source){.tile = oracle_random_open(&s->plan, &a->random), .origin = (uint64_t)i};
    for (int i = 0; i < targets; i++) e->targets[i] = oracle_random_open(&s->plan, &a->random);
    e->query = (lf_query){.sources = e->sources,
                          .source_count = sources,
                          .targets = e->targets,
                          .target_count = targets,
                          .options = {.cost = a->cost}};
}

static uint64_t route_length(const arena *a, const lf_route *route) {
    return (uint64_t)route->straight * a->metric.straight + (uint64_t)route->diagonal * a->metric.diagonal;
}

static void check_route(const state *s, const query_ends *e, const lf_route *route, const lf_tile *tiles) {
    CHECK_EQ(lf_route_check(s->map, tiles, route->tile_count, NULL, NULL), LF_OK);
    CHECK_EQ(route->tile_count, route->length + 1);
    CHECK_EQ(tiles[0], route->source);
    CHECK_EQ(tiles[route->length], route->target);
    CHECK_EQ(e->sources[route->source_index].tile, route->source);
    CHECK_EQ(e->targets[route->target_index], route->target);
    int64_t diagonal = 0;
    for (int64_t i = 0; i < route->length; i++) {
        const lf_point p = lf_map_point(s->map, tiles[i]), q = lf_map_point(s->map, tiles[i + 1]);
        diagonal += p.x != q.x && p.y != q.y;
    }
    CHECK_EQ(diagonal, route->diagonal);
}

/// Whether a move of the map now is one of the base.
static bool move_is_old(const arena *a, int from, int to) {
    const lf_tile tiles[2] = {(lf_tile)from, (lf_tile)to};
    return lf_route_check(a->base, tiles, 2, NULL, NULL) == LF_OK;
}

/// One tile of distances_fill: the least by way of its neighbours. With `touched`, the true distances, first
/// moves that are none of the base lead there.
static bool distance_improve(const arena *a, const oracle_map *plan, int at, const uint64_t *touched,
                             uint64_t *distances) {
    bool changed = false;
    for (int k = 0; k < 9; k++) {
        const int dx = k % 3 - 1, dy = k / 3 - 1, to = at + dy * plan->width + dx;
        if (!oracle_move_legal(plan, at % plan->width, at / plan->width, dx, dy)) continue;
        const bool leaves = touched != NULL && !move_is_old(a, at, to);
        const uint64_t by = (leaves ? touched[to] : distances[to]) +
                            (dx != 0 && dy != 0 ? a->metric.diagonal : a->metric.straight);
        if (by >= distances[at]) continue;
        distances[at] = by;
        changed = true;
    }
    return changed;
}

/// True distances of all tiles to the targets, or, `back`, to the sources, by relaxing moves until nothing changes; with
/// `touched`, of ways that make a move which is none of the base.
static void distances_fill(const arena *a, const state *s, const query_ends *e, bool back,
                           const uint64_t *touched, uint64_t *distances) {
    const int size = s->plan.width * s->plan.height;
    for (int i = 0; i < size; i++) distances[i] = LFI_NO_WAY;
    for (int64_t i = 0; touched == NULL && i < (back ? e->query.source_count : e->query.target_count); i++)
        distances[back ? e->query.sources[i].tile : e->targets[i]] = 0;
    for (bool changed = true, down = true; changed; down = !down) {
        changed = false;
        for (int i = 0; i < size; i++) {
            const int at = down ? i : size - 1 - i;
            if (s->plan.open[at] != 0 && distance_improve(a, &s->plan, at, touched, distances))
                changed = true;
        }
    }
}

/// No bound of any headland exceeds its true distance, nor does that of any tile, if a route over it by way of opened tiles
/// beats the one that is known. (Inlets that are on no such route are left out.)
static void check_bounds(arena *a, const state *s, const query_ends *e, tally *t) {
    static uint64_t distances[TILES_MAX], detours[TILES_MAX], origins[TILES_MAX];
    const lfi_headland *headland = lfi_headland_of(a->search);
    if (!headland->now) return;
    const bool must = headland->must_touch;
    distances_fill(a, s, e, false, NULL, distances);
    distances_fill(a, s, e, true, NULL, origins);
    if (must) distances_fill(a, s, e, false, distances, detours);
    for (int i = 0; i < s->plan.width * s->plan.height; i++) {
        if (s->plan.open[i] == 0) continue;
        const lf_point point = {i % s->plan.width, i / s->plan.width};
        const uint64_t most = lfi_now_touches(a->search, point, point) ? distances[i] : detours[i];
        if (!must || origins[i] + most < headland->kept)
            CHECK(lfi_now_tile_bound(a->search, &headland->sides[LFI_BACK], point, point) <= most);
        const lfi_spot spot = lfi_map_spot(s->map, (lf_tile)i);
        if (!lfi_stops_is_headland(&s->overlay->stops, spot)) continue;
        const uint32_t number = lfi_stops_number(&s->overlay->stops, spot);
        lfi_now_known(a->search, number);
        if (must && origins[i] + detours[i] < headland->kept)
            CHECK(headland->rest[number].detour <= detours[i]);
        if (must && origins[i] + distances[i] >= headland->kept) continue;
        CHECK(headland->rest[number].any <= distances[i]);
        t->bounds++;
        t->tight += headland->rest[number].any == distances[i];
    }
}

static void answer_count(const lf_search *search, const lf_route *route, tally *t) {
    const lfi_headland *headland = lfi_headland_of(search);
    t->queries++;
    t->none += !route->found;
    if (!route->found || search->overlay == NULL) return;
    t->by_base += !headland->now;
    t->kept += headland->now && headland->from_base;
    t->beaten += headland->now && !headland->from_base && headland->kept != UINT64_MAX;
}

static void ask_ends(arena *a, const state *s, lf_search *flood, query_ends *e, tally *t) {
    static lf_tile tiles[TILES_MAX];
    lf_route want, got;
    e->query.strategy = LF_STRATEGY_FLOOD;
    const lf_status expected = lf_search_find(flood, &e->query, NULL, 0, &want);
    e->query.strategy = LF_STRATEGY_HEADLAND;
    lfi_headland_of(a->search)->patience_most = INT64_MAX; // test_fence tries what comes after it
    lf_status status = lf_search_begin(a->search, &e->query);
    const int64_t slice = oracle_below(&a->random, 4) == 0 ? 1 + oracle_below(&a->random, 9) : INT64_MAX;
    while (status == LF_PAUSED) status = lf_search_step(a->search, slice);
    CHECK_EQ(status, expected);
    status = lf_search_finish(a->search, tiles, TILES_MAX, &got);
    answer_count(a->search, &got, t);
    if (!CHECK_EQ(status, expected) || status != LF_OK) return;
    CHECK(got.exact);
    CHECK(route_length(a, &got) == route_length(a, &want));
    check_route(s, e, &got, tiles);
    if (oracle_below(&a->random, 24) == 0) check_bounds(a, s, e, t);
}

/// Turns the search to a state, and makes one that floods it.
static lf_search *flood_make(arena *a, const state *s) {
    lf_search *flood;
    CHECK_EQ(lf_search_create(s->map, &(lf_search_desc){.cost = a->cost}, &flood), LF_OK);
    search_turn(a, s);
    return flood;
}

static void ask_all(arena *a, const state *s, int count, tally *t) {
    uint64_t random = a->random;
    if (oracle_random_open(&s->plan, &random) == LF_NO_TILE) return;
    lf_search *flood = flood_make(a, s);
    for (int i = 0; i < count; i++) {
        query_ends e;
        ends_draw(a, s, &e);
        ask_ends(a, s, flood, &e, t);
    }
    lf_search_destroy(flood);
}

/// Asks for routes between tiles that are open on both maps.
static void ask_old(arena *a, const state *s, int sources, int targets, int count, tally *t) {
    oracle_map both = plan_copy(&s->plan);
    for (int i = 0; i < both.width * both.height; i++) both.open[i] &= lf_map_is_open(a->base, (lf_tile)i);
    uint64_t random = a->random;
    if (oracle_random_open(&both, &random) == LF_NO_TILE) count = 0;
    lf_search *flood = flood_make(a, s);
    for (int k = 0; k < count; k++) {
        query_ends e;
        for (int i = 0; i < sources; i++)
            e.sources[i] = (lf_source){.tile = oracle_random_open(&both, &a->random), .origin = (uint64_t)i};
        for (int i = 0; i < targets; i++) e.targets[i] = oracle_random_open(&both, &a->random);
        e.query = (lf_query){.sources = e.sources,
                             .source_count = sources,
                             .targets = e.targets,
                             .target_count = targets,
                             .options = {.cost = a->cost}};
        ask_ends(a, s, flood, &e, t);
    }
    lf_search_destroy(flood);
    free(both.open);
}

// ---- The swarm ------------------------------------------------------------------------------------

static void check_equal(const lfi_overlay *a, const lfi_overlay *b) {
    const lf_map *map = a->index->map;
    CHECK_EQ(memcmp(a->stops.rows, b->stops.rows, (size_t)map->word_count * sizeof(uint64_t)), 0);
    CHECK_EQ(memcmp(a->stops.columns, b->stops.columns, (size_t)a->stops.column_words * sizeof(uint64_t)), 0);
    CHECK_EQ(a->edit, b->edit);
    CHECK_EQ(a->differing, b->differing);
    CHECK_EQ(a->dirty, b->dirty);
    CHECK_EQ(a->blocked_count, b->blocked_count);
    CHECK_EQ(a->inlets.count, b->inlets.count);
    const uint32_t numbers = lfi_extras_numbers(&a->extras);
    CHECK_EQ(numbers, lfi_extras_numbers(&b->extras));
    CHECK_EQ(memcmp(a->marks, b->marks, numbers * sizeof *a->marks), 0);
    for (uint32_t i = 0; i < a->extras.table.count; i++)
        CHECK_EQ(lfi_table_find(&b->extras.table, a->extras.table.items[i]), i);
}

/// Lets the older state catch up, with the boxes of the edits that it has missed, or all at once.
static void older_catch_up(arena *a, const lfi_box *boxes, int64_t count) {
    const bool whole = oracle_below(&a->random, 4) == 0;
    CHECK_EQ(whole ? lfi_overlay_copy(a->older.overlay, a->now.overlay)
                   : lfi_overlay_follow(a->older.overlay, a->now.overlay, boxes, count),
             LF_OK);
    check_equal(a->older.overlay, a->now.overlay);
    lf_map_destroy(a->older.map);
    free(a->older.plan.open);
    a->older.plan = plan_copy(&a->now.plan);
    a->older.map = oracle_to_map(&a->now.plan);
}

static void arena_run(arena *a, tally *t) {
    lfi_box missed[EDITS];
    int64_t missed_count = 0;
    memcpy(a->before, a->now.plan.open, (size_t)(a->now.plan.width * a->now.plan.height));
    for (int i = 0; i < EDITS; i++) {
        oracle_map plan = plan_copy(&a->now.plan);
        plan_edit(a, &plan);
        memcpy(a->before, a->now.plan.open, (size_t)(plan.width * plan.height));
        if (!state_edit(&a->now, plan, &missed[missed_count])) continue;
        missed_count++;
        t->edits++;
        t->inlets += a->now.overlay->inlets.count;
        t->given_up += a->now.overlay->inlets.given_up;
        t->folded += a->now.overlay->inlets.count == LFI_INLETS_MAX;
        check_stops(&a->now);
        check_headlands(a, &a->now, t);
        check_differences(a, &a->now);
        check_tight(a, &a->now);
        check_shores(a, &a->now);
        if (a->now.overlay->edit == 1) check_marks(a, &a->now, &t->marked, &t->needless);
        ask_all(a, &a->now, QUERIES, t);
        ask_all(a, &a->older, 2, t);
        if (oracle_below(&a->random, 3) != 0) continue;
        older_catch_up(a, missed, missed_count);
        missed_count = 0;
    }
}

static void tally_print(const tally *t) {
    printf("  %" PRId64 " maps, %" PRId64 " edits, %" PRId64 " queries: %" PRId64 " without a route, %" PRId64
           " proven by the base, %" PRId64 " kept, %" PRId64 " beaten\n",
           t->maps, t->edits, t->queries, t->none, t->by_base, t->kept, t->beaten);
    printf("  %" PRId64 " clean headlands looked out, %" PRId64 " bounds, %" PRId64
           " of them exact; inlets %" PRId64 ", full %" PRId64 ", given up %" PRId64 "\n",
           t->clean, t->bounds, t->tight, t->inlets, t->folded, t->given_up);
    printf("  %" PRId64 " headlands with a mark looked out, %" PRId64 " of them for nothing\n", t->marked,
           t->needless);
}

static void swarm_run(lf_moves moves, lf_cost cost) {
    const uint64_t seed = test_seed();
    tally t = {0};
    static arena a;
    for (int64_t i = 0; i < (int64_t)test_case_count(CASES); i++) {
        const int64_t before = test_failures;
        arena_make(&a, seed + (uint64_t)i, moves, cost);
        arena_run(&a, &t);
        arena_free(&a);
        t.maps++;
        if (test_failed_on(before, seed, (uint64_t)i)) break;
    }
    tally_print(&t);
    CHECK(t.needless < t.marked / 2); // a sweep marks more than it must, but not much
}

// ---- Memory ---------------------------------------------------------------------------------------

/// An edit whose n-th allocation fails, for each n: the overlay can be copied over and goes on.
static void edit_fails(arena *a, oracle_map plan, int64_t *failures) {
    lf_status status = LF_E_NOMEM;
    for (int64_t n = 1; status == LF_E_NOMEM; n++) {
        lfi_flips flips;
        lfi_overlay_change change = {0};
        if (!flips_make(&a->now.plan, &plan, &flips)) break;
        lf_map *after = oracle_to_map(&plan);
        a->meter.fail_at = a->meter.calls + n;
        status = lfi_overlay_edit(a->now.overlay, after, &flips, &change);
        a->meter.fail_at = 0;
        lf_map_destroy(after);
        if (status != LF_E_NOMEM) break;
        ++*failures;
        a->meter.fail_at = a->meter.calls + 1; // copying may fail too, and be tried again
        const lf_status copied = lfi_overlay_copy(a->now.overlay, a->older.overlay);
        a->meter.fail_at = 0;
        if (copied != LF_OK) CHECK_EQ(lfi_overlay_copy(a->now.overlay, a->older.overlay), LF_OK);
        check_equal(a->now.overlay, a->older.overlay);
    }
    free(plan.open);
}

static void memory_runs_out_in_edits(void) {
    int64_t failures = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        static arena a;
        arena_make(&a, seed, (lf_moves)(seed % 3), LF_COST_UNIFORM);
        for (int i = 0; i < 3; i++) {
            oracle_map plan = plan_copy(&a.now.plan);
            plan_edit(&a, &plan);
            memcpy(a.before, a.now.plan.open, (size_t)(plan.width * plan.height));
            edit_fails(&a, plan_copy(&plan), &failures);
            lfi_box box;
            CHECK_EQ(lfi_overlay_copy(a.now.overlay, a.older.overlay), LF_OK);
            if (state_edit(&a.now, plan, &box)) older_catch_up(&a, &box, 1);
            check_stops(&a.now);
        }
        arena_free(&a);
    }
    printf("  %" PRId64 " edits failed\n", failures);
    CHECK(failures > 100);
}

static void memory_runs_out_in_create(void) {
    static arena a;
    arena_make(&a, 5, LF_MOVES_KING, LF_COST_UNIFORM);
    lf_status status = LF_E_NOMEM;
    for (int64_t n = 1; status == LF_E_NOMEM; n++) {
        meter m = {.fail_at = n};
        const lf_allocator allocator = meter_allocator(&m);
        lfi_overlay *overlay;
        status = lfi_overlay_create(a.index, 1, &allocator, &overlay);
        CHECK((overlay != NULL) == (status == LF_OK));
        if (status == LF_OK) CHECK_EQ(m.live, lfi_overlay_bytes(overlay));
        lfi_overlay_destroy(overlay);
        CHECK_EQ(m.live, 0);
    }
    CHECK_EQ(status, LF_OK);
    arena_free(&a);
}

static oracle_map plan_sea(int width, int height, lf_moves moves) {
    oracle_map plan = {.width = width, .height = height, .moves = moves};
    plan.open = malloc((size_t)(width * height));
    memset(plan.open, 1, (size_t)(width * height));
    return plan;
}

/// A copy that has to grow, each allocation failed in turn: trying again succeeds.
static void memory_runs_out_in_copies(void) {
    static arena a;
    lfi_box box;
    tally t = {0};
    arena_make_on(&a, 1, plan_sea(60, 60, LF_MOVES_KING), LF_COST_UNIFORM);
    oracle_map plan = plan_copy(&a.now.plan);
    for (int i = 0; i < 400; i++) plan_rect(&plan, 1 + 3 * (i % 20), 1 + 3 * (i / 20), 1, 1, false);
    CHECK(state_edit(&a.now, plan, &box));
    CHECK(lfi_extras_numbers(&a.now.overlay->extras) > a.older.overlay->mark_room);
    int64_t failures = 0;
    lf_status status = LF_E_NOMEM;
    for (int64_t n = 1; status == LF_E_NOMEM && n < 100; n++) {
        state_free(&a.older); // each time one that has never grown
        oracle_map base = plan_sea(60, 60, LF_MOVES_KING);
        state_make(&a, &base, &a.older);
        free(base.open);
        a.meter.fail_at = a.meter.calls + n;
        status = lfi_overlay_copy(a.older.overlay, a.now.overlay);
        a.meter.fail_at = 0;
        failures += status == LF_E_NOMEM;
        CHECK_EQ(lfi_overlay_copy(a.older.overlay, a.now.overlay), LF_OK);
        check_equal(a.older.overlay, a.now.overlay);
    }
    CHECK_EQ(status, LF_OK);
    CHECK(failures >= 2); // marks, and numbers
    older_catch_up(&a, &box, 1);
    ask_all(&a, &a.older, 20, &t);
    arena_free(&a);
}

// ---- More than there is room for ------------------------------------------------------------------

/// More inlets than are told apart, in one edit: answers are still right, and nothing is left when it is undone.
static void too_many_inlets(void) {
    static arena a;
    lfi_box box;
    tally t = {0};
    arena_make(&a, LATTICE_SEED, LF_MOVES_KING, LF_COST_UNIFORM);
    oracle_map before = plan_copy(&a.now.plan), after = plan_copy(&a.now.plan);
    plan_rect(&after, 0, 0, LATTICE_SIDE, LATTICE_SIDE, true);
    plan_rect(&after, 0, 30, LATTICE_SIDE - 1, 1, false);
    CHECK(state_edit(&a.now, after, &box));
    CHECK(a.now.overlay->inlets.given_up);
    ask_all(&a, &a.now, 40, &t);
    ask_old(&a, &a.now, 1, 1, 40, &t); // the base knows these ends, and no way between them
    oracle_map more = plan_copy(&a.now.plan);
    plan_rect(&more, 0, 30, LATTICE_SIDE - 1, 1, true);
    CHECK(state_edit(&a.now, more, &box));
    CHECK(a.now.overlay->inlets.given_up);
    ask_old(&a, &a.now, 1, 1, 40, &t);
    CHECK_EQ(t.by_base, 0);
    CHECK(state_edit(&a.now, before, &box));
    CHECK(!a.now.overlay->inlets.given_up);
    check_differences(&a, &a.now);
    ask_all(&a, &a.now, 40, &t);
    arena_free(&a);
}

/// More areas than are told apart, one edit each.
static void too_many_areas(void) {
    for (int moves = 0; moves < 3; moves++) {
        static arena a;
        lfi_box box;
        tally t = {0};
        arena_make(&a, LATTICE_SEED, (lf_moves)moves, LF_COST_UNIFORM);
        for (int i = 0; i < 100; i++) {
            oracle_map plan = plan_copy(&a.now.plan);
            const int x = 4 * oracle_below(&a.random, 20), y = 4 * oracle_below(&a.random, 20);
            plan_rect(&plan, x, y, i < 90 ? 2 : 9, 1, i % 9 != 8);
            if (!state_edit(&a.now, plan, &box)) continue;
            check_differences(&a, &a.now);
            check_shores(&a, &a.now);
            if (i > 60) ask_all(&a, &a.now, 10, &t);
        }
        CHECK_EQ(a.now.overlay->inlets.area_limit, LFI_AREAS_MAX + 1);
        arena_free(&a);
    }
}

/// A sea and a lake, each with islands of one tile that lie apart.
static oracle_map plan_sea_and_lake(lf_moves moves) {
    oracle_map plan = plan_sea(80, 60, moves);
    plan_rect(&plan, 60, 0, 4, 60, false);
    for (int i = 0; i < 81; i++) plan_rect(&plan, 4 + 6 * (i % 9), 4 + 6 * (i / 9), 1, 1, false);
    for (int i = 0; i < 4; i++) plan_rect(&plan, 70, 8 + 12 * i, 1, 1, false);
    return plan;
}

static uint32_t inlets_in(const lfi_inlets *inlets, lfi_box box) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < inlets->count; i++) count += lfi_boxes_meet(inlets->all[i].box, box);
    return count;
}

/// Every area has an inlet that leads to it. (Here, where all opened tiles lie in water.)
static void check_areas(const lfi_inlets *inlets) {
    for (uint32_t i = 0; i < inlets->area_limit; i++) {
        bool led_to = inlets->areas[i].x0 > inlets->areas[i].x1;
        for (uint32_t k = 0; k < inlets->count; k++) led_to |= inlets->all[k].area == i;
        CHECK(led_to);
    }
}

/// As many inlets of the sea as are told apart, each of an area of its own, and then one of a lake: two of
/// the sea become one, and their areas too, since sea and lake know nothing of each other.
static void inlets_of_two_seas(void) {
    for (int moves = 0; moves < 3; moves++) {
        static arena a;
        lfi_box box;
        tally t = {0};
        const lfi_box sea = {0, 0, 59, 59}, lake = {64, 0, 79, 59};
        arena_make_on(&a, (uint64_t)moves, plan_sea_and_lake((lf_moves)moves), LF_COST_UNIFORM);
        const lfi_inlets *inlets = &a.now.overlay->inlets;
        for (int i = 0; i < LFI_INLETS_MAX + 3; i++) {
            oracle_map plan = plan_copy(&a.now.plan);
            const int n = i - LFI_INLETS_MAX;
            plan_rect(&plan, n < 0 ? 4 + 6 * (i % 9) : 70, n < 0 ? 4 + 6 * (i / 9) : 8 + 12 * n, 1, 1, true);
            CHECK(state_edit(&a.now, plan, &box));
            CHECK_EQ(inlets_in(inlets, lake), n < 0 ? 0 : n + 1);
            CHECK_EQ(inlets_in(inlets, sea), n < 0 ? i + 1 : LFI_INLETS_MAX - n - 1);
            check_differences(&a, &a.now);
            check_tight(&a, &a.now);
            check_shores(&a, &a.now);
            check_areas(inlets);
            if (n >= -1) ask_all(&a, &a.now, 30, &t);
        }
        for (uint32_t i = 0; i < inlets->count; i++) CHECK(inlets->all[i].span.group != LFI_NO_GROUP);
        arena_free(&a);
    }
}

/// A piece of an edit of very many pieces is one inlet, however long its shore; by itself it is several.
static void pieces_of_many_have_one_inlet(void) {
    for (int round = 0; round < 6; round++) {
        static arena a;
        lfi_box box;
        tally t = {0};
        oracle_map plan = plan_sea(70, 30, (lf_moves)(round % 3));
        plan_rect(&plan, 5, 10, 56, 1, false);
        plan_rect(&plan, 30, 20, 5, 5, false); // stays, so that there is something to see
        arena_make_on(&a, (uint64_t)round, plan, LF_COST_UNIFORM);
        oracle_map open = plan_copy(&a.now.plan);
        plan_rect(&open, 5, 10, 56, 1, true);
        CHECK(state_edit_piece(&a.now, open, round < 3 ? 0 : 2 * LFI_INLETS_MAX, &box));
        if (round < 3)
            CHECK(a.now.overlay->inlets.count > 4);
        else
            CHECK_EQ(a.now.overlay->inlets.count, 1);
        check_shores(&a, &a.now);
        ask_all(&a, &a.now, 40, &t);
        arena_free(&a);
    }
}

/// Arms of land from left to right, joined at their ends by turns: one island with a shore of many thousand
/// moves, in a sea where nothing is far from anything.
static void plan_snake(oracle_map *plan, bool open) {
    for (int y = 2, turn = 0; y + 6 < plan->height; y += 4, turn = !turn) {
        plan_rect(plan, 2, y, plan->width - 4, 1, open);
        plan_rect(plan, turn ? 2 : plan->width - 3, y, 1, 5, open);
    }
}

/// A stretch of shore that is longer than distances can be: its span says that it may be anywhere, and
/// answers are right.
static void a_shore_longer_than_distances(void) {
    static arena a;
    lfi_box box;
    tally t = {0};
    oracle_map plan = plan_sea(LONG_SIDE, LONG_SIDE - 30, LF_MOVES_KING);
    plan_snake(&plan, false);
    arena_make_on(&a, 2, plan, LF_COST_UNIFORM);
    oracle_map open = plan_copy(&a.now.plan);
    plan_snake(&open, true);
    plan_rect(&open, 200, 0, 1, 150, false); // something is left to go around
    CHECK(state_edit_piece(&a.now, open, 2 * LFI_INLETS_MAX, &box));
    const lfi_inlets *inlets = &a.now.overlay->inlets;
    CHECK(!inlets->given_up && inlets->count > 0);
    int64_t anywhere = 0;
    for (uint32_t i = 0; i < inlets->count; i++) anywhere += inlets->all[i].span.most[0] == UINT16_MAX;
    CHECK(anywhere > 0);
    ask_old(&a, &a.now, 1, 1, 40, &t);
    CHECK(t.none == 0 && t.by_base < 40);
    arena_free(&a);
}

/// Whether some box of blocked tiles has just these corners.
static bool blocked_has(const lfi_overlay *overlay, lfi_box box) {
    bool found = false;
    for (uint32_t i = 0; i < overlay->blocked_count; i++) found |= box_is(overlay->blocked[i], box);
    return found;
}

/// More boxes of blocked tiles than are kept apart: a new one joins the box that grows least, tile for tile.
/// (That of its neighbour, not that of a tile of the same row far away.)
static void too_many_blocked_boxes(void) {
    static arena a;
    lfi_box box;
    tally t = {0};
    arena_make_on(&a, 4, plan_sea(SIDE_MAX, SIDE_MAX, LF_MOVES_KING), LF_COST_UNIFORM);
    const lfi_overlay *overlay = a.now.overlay;
    for (int i = 0; i < LFI_BLOCKED_MAX + 1; i++) {
        oracle_map plan = plan_copy(&a.now.plan);
        const bool last = i == LFI_BLOCKED_MAX;
        plan_rect(&plan, last ? 31 : 5 * (i % 14), last ? 16 : i % 14 + 5 * (i / 14), 1, 1, false);
        CHECK(state_edit(&a.now, plan, &box));
        CHECK_EQ(overlay->blocked_count, last ? LFI_BLOCKED_MAX : i + 1);
    }
    CHECK(a.now.plan.open[16 * SIDE_MAX + 30] == 0 && blocked_has(overlay, (lfi_box){30, 16, 31, 16}));
    for (int i = 0; i < 40; i++) {
        oracle_map plan = plan_copy(&a.now.plan);
        plan_disc(&plan, oracle_below(&a.random, SIDE_MAX), oracle_below(&a.random, SIDE_MAX), 1, i % 4 == 3);
        if (!state_edit(&a.now, plan, &box)) continue;
        check_differences(&a, &a.now);
        check_tight(&a, &a.now);
        ask_all(&a, &a.now, 4, &t);
    }
    CHECK_EQ(overlay->blocked_count, LFI_BLOCKED_MAX);
    arena_free(&a);
}

/// More pairs of ends than are looked at before the base is asked.
static void too_many_pairs_of_ends(void) {
    tally t = {0};
    for (uint64_t seed = 0; seed < 12; seed++) {
        static arena a;
        lfi_box box;
        arena_make(&a, 30 + seed, (lf_moves)(seed % 3), LF_COST_UNIFORM);
        for (int i = 0; i < 3; i++) {
            oracle_map plan = plan_copy(&a.now.plan);
            plan_edit(&a, &plan);
            if (!state_edit(&a.now, plan, &box)) continue;
            ask_old(&a, &a.now, CROWD, CROWD, 1, &t);
            ask_old(&a, &a.now, 1, 1, 4, &t);
        }
        arena_free(&a);
    }
    CHECK(t.queries > 100 && t.none > 0 && t.none < t.queries);
}

// ---- Numbers that wrap around ---------------------------------------------------------------------

/// The number of rounds of views, and the stamp between two attempts of one query, begin again at 1: views
/// and lengths of long ago are not taken for new ones.
static void rounds_and_stamps_wrap_around(void) {
    enum { FEW = 10000 }; // rounds and stamps of one map: a greater one has not begun again since it was set
    int64_t rounds = 0, stamps = 0;
    for (uint64_t seed = 0; seed < 100; seed += 5) { // these have room for few views
        static arena a;
        lfi_box box;
        tally t = {0};
        arena_make(&a, seed, (lf_moves)(seed % 3), LF_COST_UNIFORM);
        lfi_headland *headland = lfi_headland_of(a.search);
        for (int i = 0; i < 6; i++) {
            oracle_map plan = plan_copy(&a.now.plan);
            plan_edit(&a, &plan);
            if (!state_edit(&a.now, plan, &box)) continue;
            ask_all(&a, &a.now, 10, &t);
            const bool used = headland->views.round > 0 && headland->views.round < FEW;
            if (used) headland->views.round = UINT32_MAX - 1;
            for (int k = 0; k < 10; k++) {
                const bool last = headland->stamp < FEW;
                if (last) headland->stamp = UINT32_MAX - 1; // the second attempt begins again
                ask_all(&a, &a.now, 1, &t);
                stamps += last && headland->stamp < FEW;
            }
            if (!used || headland->views.round >= FEW) continue;
            rounds++;
            for (uint64_t n = 0; n < headland->views.headlands; n++)
                CHECK(headland->views.of[n].round <= headland->views.round);
        }
        arena_free(&a);
    }
    printf("  %" PRId64 " rounds and %" PRId64 " stamps began again\n", rounds, stamps);
    CHECK(rounds > 5 && stamps > 10);
}

// ---- Large maps -----------------------------------------------------------------------------------

/// Edits in a sea so wide that whole squares of 64 x 64 tiles are seen at once.
static void a_wide_sea(void) {
    for (int round = 0; round < 6; round++) {
        static arena a;
        lfi_box box;
        tally t = {0};
        uint64_t random = (uint64_t)round + 1;
        oracle_map plan = plan_sea(330, 300, (lf_moves)(round % 3));
        for (int i = 0; i < 12; i++)
            plan_disc(&plan, oracle_below(&random, 330), oracle_below(&random, 300), i % 4, false);
        arena_make_on(&a, (uint64_t)round, plan, (lf_cost)(round / 3));
        for (int i = 0; i < 8; i++) {
            oracle_map edited = plan_copy(&a.now.plan);
            plan_disc(&edited, oracle_below(&random, 330), oracle_below(&random, 300), i % 3, i % 5 == 4);
            if (!state_edit(&a.now, edited, &box)) continue;
            check_stops(&a.now);
            check_headlands(&a, &a.now, &t);
            ask_all(&a, &a.now, 4, &t);
        }
        CHECK(t.queries > 10);
        arena_free(&a);
    }
}

/// Doors that open and shut again and again leave nothing behind: no memory, no marks, no bounds that decay.
static void doors_leave_nothing(void) {
    static arena a;
    lfi_box box;
    arena_make(&a, 20261116, LF_MOVES_KING, LF_COST_UNIFORM);
    oracle_map shut = plan_copy(&a.now.plan), open = plan_copy(&a.now.plan);
    plan_rect(&open, 3, 3, 4, 4, true);
    plan_rect(&open, 9, 9, 3, 1, false);
    plan_disc(&shut, 20, 15, 4, true); // stays: the door is not all that differs
    plan_disc(&open, 20, 15, 4, true);
    CHECK(state_edit(&a.now, plan_copy(&shut), &box));
    int64_t live[2] = {0};
    uint32_t inlets[2] = {0}, blocked[2] = {0}, numbers[2] = {0}, dirty[2] = {0};
    for (int i = 0; i < 4000; i++) {
        const int k = i % 2;
        CHECK(state_edit(&a.now, plan_copy(k == 0 ? &open : &shut), &box));
        const lfi_overlay *overlay = a.now.overlay;
        if (i < 4) {
            live[k] = a.meter.live;
            inlets[k] = overlay->inlets.count;
            blocked[k] = overlay->blocked_count;
            numbers[k] = lfi_extras_numbers(&overlay->extras);
            dirty[k] = overlay->dirty;
        }
        const bool same = live[k] == a.meter.live && inlets[k] == overlay->inlets.count &&
                          blocked[k] == overlay->blocked_count && dirty[k] == overlay->dirty &&
                          numbers[k] == lfi_extras_numbers(&overlay->extras);
        if (!CHECK(same)) break;
    }
    check_headlands(&a, &a.now, &(tally){0});
    free(shut.open);
    free(open.open);
    arena_free(&a);
}

static void king_uniform(void) {
    swarm_run(LF_MOVES_KING, LF_COST_UNIFORM);
}

static void king_octile(void) {
    swarm_run(LF_MOVES_KING, LF_COST_OCTILE);
}

static void king_cut_uniform(void) {
    swarm_run(LF_MOVES_KING_CUT, LF_COST_UNIFORM);
}

static void king_cut_octile(void) {
    swarm_run(LF_MOVES_KING_CUT, LF_COST_OCTILE);
}

static void orthogonal_uniform(void) {
    swarm_run(LF_MOVES_ORTHOGONAL, LF_COST_UNIFORM);
}

static void orthogonal_octile(void) {
    swarm_run(LF_MOVES_ORTHOGONAL, LF_COST_OCTILE);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(king_uniform),
                                      TEST(king_octile),
                                      TEST(king_cut_uniform),
                                      TEST(king_cut_octile),
                                      TEST(orthogonal_uniform),
                                      TEST(orthogonal_octile),
                                      TEST(memory_runs_out_in_edits),
                                      TEST(memory_runs_out_in_create),
                                      TEST(memory_runs_out_in_copies),
                                      TEST(too_many_inlets),
                                      TEST(too_many_areas),
                                      TEST(inlets_of_two_seas),
                                      TEST(pieces_of_many_have_one_inlet),
                                      TEST(a_shore_longer_than_distances),
                                      TEST(too_many_blocked_boxes),
                                      TEST(too_many_pairs_of_ends),
                                      TEST(rounds_and_stamps_wrap_around),
                                      TEST(a_wide_sea),
                                      TEST(doors_leave_nothing)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
