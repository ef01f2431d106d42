// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A chronicle lived through, beside its model. Everything goes through the public functions, so that the
// inside of worlds may change.
#include "../living.h"

#include "chronicle.h"

enum { FAN = 6, STRATEGIES = LF_STRATEGY_STRIP + 1 };

/// A state that is held, and the tiles that it had then.
typedef struct held {
    const lf_snapshot *snapshot; ///< NULL: the slot is free
    oracle_map map;
    uint8_t open[CHRONICLE_TILES];
} held;

/// A route that is stored.
typedef struct stored {
    lf_voyage voyage; ///< count 0: the slot is free
    lf_tile tiles[CHRONICLE_TILES];
} stored;

/// What a map made anew has.
typedef struct anew {
    lf_map *map;
    lf_coarse *coarse;
    lf_depth *depth;
    lf_search *search;
} anew;

typedef struct life {
    const chronicle *c;
    chronicle_tally *tally;
    meter memory, asking; ///< of the first world, and of the searches
    living worlds[2];     ///< the second one, if there is one, is the twin
    int world_count;
    lf_search *searches[2], *old;
    held held[CHRONICLE_SLOTS];
    stored stored[CHRONICLE_SLOTS];
    uint8_t past[CHRONICLE_PAST][CHRONICLE_TILES];
    int64_t commits;
    bool indexed;  ///< whether the newest state has an index of its own
    int64_t fault; ///< which allocation of the next commit or work fails; 0 = none
    uint8_t plane[CHRONICLE_TILES];
    anew anew; ///< of the newest state; made when it is asked for
} life;

/// A question and what is true of it.
typedef struct question {
    const oracle_map *map;
    ends ends;
    uint64_t salt;
    lf_cost cost;
    bool newest; ///< whether it goes to the newest state
    truth distances[CHRONICLE_TILES];
} question;

static lf_tile answer_tiles[CHRONICLE_TILES], other_tiles[CHRONICLE_TILES];

static size_t life_size(const life *f) {
    return (size_t)f->c->width * (size_t)f->c->height;
}

// ---- Maps made anew ---------------------------------------------------------------------------------

static void anew_drop(anew *a) {
    lf_search_destroy(a->search);
    lf_depth_destroy(a->depth);
    lf_coarse_destroy(a->coarse);
    lf_map_destroy(a->map);
    *a = (anew){0};
}

static void anew_make_map(life *f) {
    const living *l = &f->worlds[0];
    const lf_map_desc desc = {.width = l->now.width,
                              .height = l->now.height,
                              .tiles = l->now.open,
                              .tiles_size = life_size(f),
                              .moves = l->now.moves,
                              .skip_bodies = f->c->bodies_later != 0,
                              .depth = f->c->depth == 4 ? f->plane : NULL};
    CHECK_EQ(lf_map_create(&desc, &f->anew.map), LF_OK);
}

/// Everything that the world has, made of the model's tiles.
static anew *anew_make(life *f) {
    anew *a = &f->anew;
    if (a->map != NULL) return a;
    anew_make_map(f);
    if (f->c->coarse > 0) CHECK_EQ(lf_coarse_create(a->map, &f->worlds[0].coarse, &a->coarse), LF_OK);
    if (f->c->depth > 0) CHECK_EQ(lf_depth_create(a->map, &f->worlds[0].depth, &a->depth), LF_OK);
    const lf_search_desc desc = {.coarse = a->coarse, .depth = a->depth};
    CHECK_EQ(lf_search_create(a->map, &desc, &a->search), LF_OK);
    return a;
}

/// The tree of depths is there when nothing is left to do.
static void check_depth_tree(const lf_depth *depth, const lf_depth *made, lf_tile count, uint64_t *random) {
    for (int i = 0; i < 20; i++) {
        const lf_tile a = (lf_tile)oracle_below(random, (int)count);
        const lf_tile b = (lf_tile)oracle_below(random, (int)count);
        CHECK_EQ(lf_depth_between(depth, a, b), lf_depth_between(made, a, b));
    }
}

/// The index is one made anew, except for its hierarchy.
static void check_index_anew(const life *f, const lf_index *index, const lf_map *map) {
    lf_index *made;
    CHECK_EQ(lf_index_create(map, &f->worlds[0].index, &made), LF_OK);
    check_index_same(index, made);
    if (f->worlds[0].index.hierarchy != LF_HIERARCHY_AUTO)
        CHECK_EQ(lf_index_has_hierarchy(index), lf_index_has_hierarchy(made));
    lf_index_destroy(made);
}

/// The newest state against a map made anew.
static void check_state(life *f, uint64_t salt) {
    const living *l = &f->worlds[0];
    const lf_snapshot *state = lf_world_acquire(l->world);
    const anew *a = anew_make(f);
    CHECK_EQ(lf_snapshot_version(state), l->version);
    check_map_tiles(lf_snapshot_map(state), a->map);
    check_map_bodies(lf_snapshot_map(state), a->map);
    CHECK_EQ(lf_snapshot_coarse(state) != NULL, a->coarse != NULL);
    if (a->coarse != NULL) check_coarse_same(lf_snapshot_coarse(state), a->coarse);
    CHECK_EQ(lf_snapshot_depth(state) != NULL, a->depth != NULL);
    if (a->depth != NULL) check_depth_same(lf_snapshot_depth(state), a->depth, (lf_tile)life_size(f), &salt);
    lf_snapshot_release(state);
}

/// What holds when nothing is left to do.
static void check_finished(life *f, uint64_t salt) {
    const lf_snapshot *state = lf_world_acquire(f->worlds[0].world);
    const anew *a = anew_make(f);
    CHECK(!lf_world_has_work(f->worlds[0].world));
    CHECK_EQ(lf_snapshot_index(state) != NULL, f->c->index > 0);
    if (a->depth != NULL) check_depth_tree(lf_snapshot_depth(state), a->depth, (lf_tile)life_size(f), &salt);
    if (f->c->index > 0 && salt % 4 == 0) check_index_anew(f, lf_snapshot_index(state), a->map);
    lf_snapshot_release(state);
}

// ---- Answers ----------------------------------------------------------------------------------------

/// The best distance of a query's targets.
static truth question_best(const question *q, const lf_query *query) {
    truth best = {-1, 0};
    for (int64_t i = 0; i < query->target_count; i++) {
        if (truth_less(q->distances[query->targets[i]], best)) best = q->distances[query->targets[i]];
    }
    return best;
}

/// A route, move by move by the words of the rules.
static void check_moves(const oracle_map *map, const lf_tile *tiles, int64_t count) {
    int64_t illegal = 0;
    for (int64_t i = 1; i < count; i++) {
        const int from = (int)tiles[i - 1], to = (int)tiles[i];
        const int x = from % map->width, y = from / map->width;
        illegal += !oracle_move_legal(map, x, y, to % map->width - x, to / map->width - y);
    }
    CHECK_EQ(illegal, 0);
}

static void check_answer(const question *q, const lf_map *map, const lf_query *query, lf_status status,
                         const lf_route *route) {
    const truth best = question_best(q, query);
    if (!CHECK_EQ(status, best.straight >= 0 ? LF_OK : LF_NO_ROUTE)) return;
    CHECK(route->exact);
    CHECK_EQ(route->found, best.straight >= 0);
    if (status != LF_OK) return;
    check_route(map, query, route, answer_tiles);
    check_moves(q->map, answer_tiles, route->tile_count);
    CHECK_EQ(route->length, best.straight + best.diagonal);
    if (q->cost == LF_COST_OCTILE && q->map->moves != LF_MOVES_ORTHOGONAL)
        CHECK_EQ(route->diagonal, best.diagonal);
}

/// The same question to the twin gives the same tiles.
static void ask_twin(life *f, const lf_query *query, lf_status status, const lf_route *route) {
    lf_route other;
    CHECK_EQ(lf_search_find(f->searches[1], query, other_tiles, CHRONICLE_TILES, &other), status);
    CHECK_EQ(other.tile_count, route->tile_count);
    CHECK_EQ(other.strategy, route->strategy);
    CHECK(memcmp(other_tiles, answer_tiles, (size_t)route->tile_count * sizeof *answer_tiles) == 0);
    f->tally->twins++;
}

static lf_status ask_sliced(lf_search *search, const lf_query *query, lf_route *route, uint64_t salt) {
    lf_status status = lf_search_begin(search, query);
    while (status == LF_PAUSED) status = lf_search_step(search, 1 + oracle_below(&salt, 20));
    return status < 0 ? status : lf_search_finish(search, answer_tiles, CHRONICLE_TILES, route);
}

static bool is_refusal(lf_status status) {
    return status == LF_E_NO_INDEX || status == LF_E_INDEX_COST || status == LF_E_STRIP;
}

static void tally_answer(life *f, const question *q, const lf_query *query, const lf_route *route) {
    chronicle_tally *t = f->tally;
    t->queries++;
    t->none += !route->found;
    t->answered[route->strategy]++;
    t->octile += q->cost == LF_COST_OCTILE;
    t->many += query->source_count > 1 || query->target_count > 1;
    t->old += !q->newest;
    t->pending += q->newest && lf_world_has_work(f->worlds[0].world);
    t->overlaid += q->newest && !f->indexed && route->strategy == LF_STRATEGY_HEADLAND;
}

/// Asks an exact strategy. No query allocates.
static void ask_exact(life *f, question *q, lf_search *search, lf_query query, lf_strategy strategy) {
    lf_route route;
    const int64_t calls = f->memory.calls + f->asking.calls;
    const bool sliced = q->salt % 8 == 3;
    query.strategy = strategy;
    query.options.cost = q->cost;
    const lf_status status = sliced ? ask_sliced(search, &query, &route, q->salt)
                                    : lf_search_find(search, &query, answer_tiles, CHRONICLE_TILES, &route);
    CHECK_EQ(f->memory.calls + f->asking.calls, calls);
    if (is_refusal(status) && strategy > LF_STRATEGY_FLOOD) return;
    check_answer(q, lf_search_map(search), &query, status, &route);
    if (status < 0) return;
    f->tally->sliced += sliced;
    tally_answer(f, q, &query, &route);
    if (q->newest && f->world_count > 1 && q->salt % 2 == 0) ask_twin(f, &query, status, &route);
}

/// Many single targets around the map, from the same sources.
static void ask_fan(life *f, question *q, lf_search *search) {
    uint64_t random = q->salt;
    for (int i = 0; i < FAN; i++) {
        const lf_tile target = oracle_random_open(q->map, &random);
        lf_query query = q->ends.query;
        query.targets = &target;
        query.target_count = 1;
        ask_exact(f, q, search, query, i % 2 == 0 ? LF_STRATEGY_AUTO : LF_STRATEGY_HEADLAND);
    }
}

/// Strategies that are not exact, and gates: as on a map made anew.
static void ask_as_anew(life *f, const question *q, lf_query query) {
    lf_route here, there;
    const anew *a = anew_make(f);
    const lf_status status = lf_search_find(f->searches[0], &query, answer_tiles, CHRONICLE_TILES, &here);
    CHECK_EQ(status, lf_search_find(a->search, &query, other_tiles, CHRONICLE_TILES, &there));
    if (status < 0) return;
    CHECK_EQ(here.length, there.length);
    CHECK_EQ(here.gate_depth, there.gate_depth);
    CHECK(memcmp(answer_tiles, other_tiles, (size_t)here.tile_count * sizeof *answer_tiles) == 0);
    check_moves(q->map, answer_tiles, here.tile_count);
    f->tally->queries++;
    f->tally->none += !here.found;
    f->tally->answered[query.strategy]++;
}

static void ask_guided(life *f, const question *q) {
    lf_query query = q->ends.query;
    query.strategy = (lf_strategy)(LF_STRATEGY_CORRIDOR + q->salt / 8 % 4);
    ask_as_anew(f, q, query);
}

static void ask_gated(life *f, const question *q) {
    lf_query query = q->ends.query;
    query.gate = (lf_depth_gate){.deepest = q->salt / 8 % 2 == 0,
                                 .min_depth = (int32_t)(q->salt / 16 % 4),
                                 .harbour = (int32_t)(q->salt / 64 % 4) - 1};
    query.strategy = LF_STRATEGY_FLOOD;
    ask_as_anew(f, q, query);
    f->tally->gated++;
}

/// The world's own search gives what any other gives.
static void ask_world(life *f, const question *q) {
    lf_route here, there;
    lf_query query = q->ends.query;
    query.options.cost = q->cost;
    const lf_status status = lf_search_find(f->searches[0], &query, answer_tiles, CHRONICLE_TILES, &here);
    CHECK_EQ(lf_world_find(f->worlds[0].world, &query, other_tiles, CHRONICLE_TILES, &there), status);
    CHECK_EQ(here.tile_count, there.tile_count);
    CHECK(memcmp(answer_tiles, other_tiles, (size_t)here.tile_count * sizeof *answer_tiles) == 0);
}

/// The first open tile from a place on, row by row; LF_NO_TILE if all are blocked.
static lf_tile open_from(const oracle_map *map, int32_t x, int32_t y) {
    const int size = map->width * map->height;
    const int first =
        (int)((uint32_t)y % (uint32_t)map->height) * map->width + (int)((uint32_t)x % (uint32_t)map->width);
    for (int i = 0; i < size; i++) {
        if (map->open[(first + i) % size] != 0) return (lf_tile)((first + i) % size);
    }
    return LF_NO_TILE;
}

/// One source and one target, or, one time in four, many.
static bool question_ends(question *q, const int32_t *at) {
    ends *e = &q->ends;
    uint64_t random = q->salt;
    if (!ends_pick(q->map, &random, e)) return false;
    e->sources[0].tile = open_from(q->map, at[0], at[1]);
    e->targets[0] = open_from(q->map, at[2], at[3]);
    e->query.strategy = LF_STRATEGY_AUTO;
    if (q->salt % 4 != 0) e->query.source_count = e->query.target_count = 1;
    return true;
}

static void ask(life *f, question *q, lf_search *search, const int32_t *at) {
    if (!question_ends(q, at)) return;
    const lf_query query = q->ends.query;
    q->cost = q->salt / 16 % 4 == 0 ? LF_COST_UNIFORM : (lf_cost)f->c->cost;
    truth_find(q->map, q->cost, query.sources, query.source_count, q->distances);
    ask_exact(f, q, search, query, LF_STRATEGY_AUTO);
    ask_exact(f, q, search, query, LF_STRATEGY_HEADLAND);
    ask_exact(f, q, search, query, LF_STRATEGY_STRIP);
    if (q->salt % 3 == 0) ask_exact(f, q, search, query, LF_STRATEGY_FLOOD);
    ask_fan(f, q, search);
    if (!q->newest) return;
    if (f->c->coarse > 0) ask_guided(f, q);
    if (f->c->depth > 0) ask_gated(f, q);
    if (q->salt % 5 == 0) ask_world(f, q);
}

// ---- Stored routes ----------------------------------------------------------------------------------

static void deed_store(life *f, const deed *d) {
    stored *s = &f->stored[d->at[4]];
    const living *l = &f->worlds[0];
    lf_route route;
    const lf_source source = {.tile = open_from(&l->now, d->at[0], d->at[1])};
    const lf_tile target = open_from(&l->now, d->at[2], d->at[3]);
    s->voyage.count = 0;
    if (source.tile == LF_NO_TILE) return;
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .options.cost = (lf_cost)f->c->cost};
    if (lf_search_find(f->searches[0], &query, s->tiles, CHRONICLE_TILES, &route) != LF_OK) return;
    const int64_t sailed = d->at[5] % route.tile_count;
    s->voyage = (lf_voyage){.tiles = s->tiles + sailed,
                            .count = route.tile_count - sailed,
                            .version = l->version,
                            .cost = (lf_cost)f->c->cost};
}

static truth voyage_truth(const oracle_map *map, const lf_voyage *voyage) {
    static truth distances[CHRONICLE_TILES];
    const lf_source source = {.tile = voyage->tiles[0]};
    truth_find(map, voyage->cost, &source, 1, distances);
    return distances[voyage->tiles[voyage->count - 1]];
}

static int64_t voyage_diagonals(const oracle_map *map, const lf_voyage *voyage) {
    int64_t diagonals = 0;
    for (int64_t i = 1; i < voyage->count; i++) {
        const int a = (int)voyage->tiles[i - 1], b = (int)voyage->tiles[i];
        diagonals += a % map->width != b % map->width && a / map->width != b / map->width;
    }
    return diagonals;
}

/// Broken exactly where it is; never called shortest if it is not, nor beaten if it is.
static void check_still(life *f, const oracle_map *now, const lf_map *map, const lf_voyage *voyage) {
    int64_t at;
    const lf_status legal = lf_route_check(map, voyage->tiles, voyage->count, &at, NULL);
    CHECK_EQ(voyage->still == LF_STILL_BROKEN, legal == LF_BROKEN);
    CHECK_EQ(voyage->broken_at, at);
    f->tally->still[voyage->still]++;
    if (voyage->still == LF_STILL_LEGAL || legal != LF_OK) return;
    const truth best = voyage_truth(now, voyage);
    const bool shortest = best.straight + best.diagonal == voyage->count - 1 &&
                          (voyage->cost == LF_COST_UNIFORM || best.diagonal == voyage_diagonals(now, voyage));
    CHECK_EQ(shortest, voyage->still == LF_STILL_SHORTEST);
}

/// All stored routes at once.
static void check_stored(life *f, const oracle_map *now, lf_search *search) {
    lf_voyage voyages[CHRONICLE_SLOTS];
    int count = 0;
    for (int i = 0; i < CHRONICLE_SLOTS; i++) {
        if (f->stored[i].voyage.count > 0) voyages[count++] = f->stored[i].voyage;
    }
    CHECK_EQ(lf_route_still(search, voyages, count), LF_OK);
    for (int i = 0; i < count; i++) check_still(f, now, lf_search_map(search), &voyages[i]);
}

// ---- Edits and work ---------------------------------------------------------------------------------

static void draw_scatter(living *l, const deed *d) {
    uint64_t random = (uint64_t)d->at[2] + 1;
    lf_tile tiles[64];
    int count = 0;
    for (int i = 0; i < d->at[3]; i++) {
        const int x = d->at[0] + oracle_below(&random, 9) - 4, y = d->at[1] + oracle_below(&random, 9) - 4;
        if (x < 0 || y < 0 || x >= l->now.width || y >= l->now.height) continue;
        tiles[count++] = (lf_tile)(y * l->now.width + x);
        model_set(l, x, y, d->at[4] != 0);
    }
    CHECK_EQ(lf_world_set_tiles(l->world, tiles, count, d->at[4] != 0), LF_OK);
}

/// All tiles as they were some commits ago, as one stencil.
static void draw_undo(life *f, living *l, const deed *d) {
    static uint8_t bits[CHRONICLE_SIDE * (CHRONICLE_SIDE / 8 + 1)];
    if (f->commits < d->at[0]) return;
    const uint8_t *then = f->past[(f->commits - d->at[0]) % CHRONICLE_PAST];
    const int width = l->now.width, height = l->now.height, stride = (width + 7) / 8;
    memset(bits, 0, sizeof bits);
    for (int i = 0; i < width * height; i++) {
        if (then[i] != 0) bits[i / width * stride + i % width / 8] |= (uint8_t)(1 << i % width % 8);
    }
    const lf_stencil all = {.width = width, .height = height, .bits = bits, .size = sizeof bits};
    CHECK_EQ(lf_world_set_stencil(l->world, &all), LF_OK);
    memcpy(l->drawn.open, then, life_size(f));
    f->tally->undone++;
}

static void draw(life *f, living *l, const deed *d) {
    const lf_point place = {d->at[0], d->at[1]};
    uint64_t random = (uint64_t)d->at[0] + 1;
    if (d->kind == DEED_disc) living_disc(l, place, d->at[2], d->at[3] != 0);
    if (d->kind == DEED_rect) living_rect(l, place, d->at[2], d->at[3], d->at[4] != 0);
    if (d->kind == DEED_scatter) draw_scatter(l, d);
    if (d->kind == DEED_stencil) living_stencil(l, &random, d->at[1] != 0);
    if (d->kind == DEED_undo) draw_undo(f, l, d);
    if (d->kind != DEED_discard) return;
    lf_world_discard(l->world);
    memcpy(l->drawn.open, l->now.open, living_size(l));
}

/// Commits while an allocation fails, if there is one that should. It may hurt nobody: true if the edit is done.
/// Otherwise the state before goes on, and the shapes stay.
static bool commit_despite_fault(life *f, const living *l, lf_edit_report *report) {
    if (f->fault == 0 || f->world_count > 1) return false;
    f->memory.fail_at = f->memory.calls + f->fault;
    f->fault = 0;
    const lf_status status = lf_world_commit(l->world, report);
    const bool failed = f->memory.calls >= f->memory.fail_at;
    f->memory.fail_at = 0;
    if (status == LF_OK) return true;
    CHECK_EQ(status, LF_E_NOMEM);
    CHECK(failed);
    f->tally->faults++;
    check_state(f, 1);
    return false;
}

static void count_changes(const living *l, int64_t *opened, int64_t *blocked) {
    *opened = *blocked = 0;
    for (size_t i = 0; i < living_size(l); i++) {
        *opened += l->drawn.open[i] > l->now.open[i];
        *blocked += l->drawn.open[i] < l->now.open[i];
    }
}

/// Commits one world, and compares the report with the model.
static void commit_one(life *f, living *l) {
    int64_t opened, blocked;
    lf_edit_report report;
    count_changes(l, &opened, &blocked);
    if (!commit_despite_fault(f, l, &report)) CHECK_EQ(lf_world_commit(l->world, &report), LF_OK);
    l->version += opened + blocked > 0;
    memcpy(l->now.open, l->drawn.open, living_size(l));
    CHECK_EQ(report.opened, opened);
    CHECK_EQ(report.blocked, blocked);
    CHECK_EQ(report.version, l->version);
    if (l != &f->worlds[0]) return;
    f->tally->opened += opened;
    f->tally->blocked += blocked;
    f->tally->bulk += report.bulk;
    *(opened + blocked > 0 ? &f->tally->edits : &f->tally->unchanged) += 1;
}

static void turn_all(life *f) {
    for (int i = 0; i < f->world_count; i++) CHECK_EQ(lf_search_turn(f->searches[i], NULL), LF_OK);
    const lf_snapshot *newest = lf_world_acquire(f->worlds[0].world);
    f->indexed = lf_snapshot_index(newest) != NULL;
    lf_snapshot_release(newest);
}

static void deed_commit(life *f) {
    for (int i = 0; i < f->world_count; i++) commit_one(f, &f->worlds[i]);
    anew_drop(&f->anew);
    f->commits++;
    memcpy(f->past[f->commits % CHRONICLE_PAST], f->worlds[0].now.open, life_size(f));
    turn_all(f);
    check_state(f, (uint64_t)f->commits);
    check_stored(f, &f->worlds[0].now, f->searches[0]);
}

/// Work in which an allocation fails loses nothing.
static void work_fails(life *f, int64_t budget) {
    if (f->fault == 0 || f->world_count > 1) return;
    f->memory.fail_at = f->memory.calls + f->fault;
    f->fault = 0;
    const lf_status status = lf_world_work(f->worlds[0].world, budget, NULL);
    f->memory.fail_at = 0;
    CHECK(status == LF_OK || status == LF_PAUSED || status == LF_E_NOMEM);
    f->tally->faults += status == LF_E_NOMEM;
}

static void deed_work(life *f, const deed *d) {
    const int64_t budget = d->at[0] == 0 ? LF_WORK_ALL : d->at[0];
    work_fails(f, budget);
    lf_status status = LF_OK;
    for (int i = 0; i < f->world_count; i++) {
        const lf_status one = lf_world_work(f->worlds[i].world, budget, NULL);
        CHECK(one == LF_OK || one == LF_PAUSED);
        if (i > 0) CHECK_EQ(one, status);
        status = one;
    }
    turn_all(f);
    f->tally->work++;
    if (status != LF_OK) return;
    f->tally->finished++;
    check_finished(f, (uint64_t)f->tally->finished);
}

// ---- States that are held ---------------------------------------------------------------------------

static void held_release(held *h) {
    lf_snapshot_release(h->snapshot);
    h->snapshot = NULL;
}

static void deed_hold(life *f, const deed *d) {
    held *h = &f->held[d->at[0]];
    const living *l = &f->worlds[0];
    held_release(h);
    h->snapshot = lf_world_acquire(l->world);
    h->map = l->now;
    h->map.open = h->open;
    memcpy(h->open, l->now.open, life_size(f));
}

static void deed_ask(life *f, const deed *d) {
    static question q;
    q.map = &f->worlds[0].now;
    q.salt = (uint64_t)d->at[4];
    q.newest = true;
    ask(f, &q, f->searches[0], d->at);
}

/// An older state answers for its own map.
static void deed_old(life *f, const deed *d) {
    static question q;
    const held *h = &f->held[d->at[4]];
    if (h->snapshot == NULL) return;
    q.map = &h->map;
    q.salt = (uint64_t)d->at[5];
    q.newest = false;
    CHECK_EQ(lf_search_turn(f->old, h->snapshot), LF_OK);
    ask(f, &q, f->old, d->at);
    check_stored(f, q.map, f->old);
    if (q.salt % 2 == 0) CHECK_EQ(lf_search_turn(f->old, NULL), LF_OK);
}

// ---- A life -----------------------------------------------------------------------------------------

static void deed_do(life *f, const deed *d) {
    switch (d->kind) {
    case DEED_commit: deed_commit(f); break;
    case DEED_work: deed_work(f, d); break;
    case DEED_fault: f->fault = d->at[0]; break;
    case DEED_hold: deed_hold(f, d); break;
    case DEED_release: held_release(&f->held[d->at[0]]); break;
    case DEED_old: deed_old(f, d); break;
    case DEED_store: deed_store(f, d); break;
    case DEED_ask: deed_ask(f, d); break;
    default:
        for (int i = 0; i < f->world_count; i++) draw(f, &f->worlds[i], d);
        break;
    }
}

static oracle_map map_of_chronicle(const chronicle *c) {
    const size_t size = (size_t)(c->width * c->height);
    oracle_map map = {.width = c->width, .height = c->height, .moves = (lf_moves)c->moves};
    map.open = malloc(size);
    memcpy(map.open, c->open, size);
    return map;
}

static void depth_describe(const life *f, living *l, lf_world_desc *desc) {
    const int kind = f->c->depth;
    l->depth.edge_blocked = kind == 2;
    if (kind == 3) {
        l->depth.from = LF_DEPTH_PLANE;
        l->depth.plane = f->plane;
        l->depth.plane_size = life_size(f);
    }
    if (kind == 4) {
        l->depth.from = LF_DEPTH_OF_MAP;
        desc->map.depth = f->plane;
    }
}

static void life_make_world(life *f, living *l, lf_allocator allocator) {
    const chronicle *c = f->c;
    const living_desc desc = {.index = c->index > 0,
                              .index_later = c->index > 1,
                              .coarse = c->coarse > 0,
                              .depth = c->depth > 0,
                              .skip_bodies = c->bodies_later != 0,
                              .cost = (lf_cost)c->cost,
                              .hierarchy = (lf_hierarchy)c->hierarchy,
                              .kind = c->coarse == 2 ? LF_COARSE_CELLS : LF_COARSE_HONEST,
                              .allocator = allocator};
    *l = (living){.now = map_of_chronicle(c), .drawn = map_of_chronicle(c), .cost = desc.cost};
    lf_world_desc world = living_world_desc(l, &desc);
    depth_describe(f, l, &world);
    l->coarse.level = c->level;
    lf_status status = lf_world_create(&world, &l->world);
    if (status == LF_E_LEVEL) { // the map is too small for the level
        l->coarse.level = 0;
        status = lf_world_create(&world, &l->world);
    }
    CHECK_EQ(status, LF_OK);
}

static void life_begin(life *f) {
    uint64_t random = (uint64_t)f->c->width * 7 + (uint64_t)f->c->height;
    for (size_t i = 0; i < life_size(f); i++) f->plane[i] = (uint8_t)oracle_below(&random, 9);
    f->world_count = 1 + f->c->twin;
    life_make_world(f, &f->worlds[0], meter_allocator(&f->memory));
    if (f->c->twin != 0) life_make_world(f, &f->worlds[1], (lf_allocator){0});
    const lf_search_desc desc = {.cost = (lf_cost)f->c->cost, .allocator = meter_allocator(&f->asking)};
    CHECK_EQ(lf_world_search(f->worlds[0].world, &desc, &f->old), LF_OK);
    for (int i = 0; i < f->world_count; i++)
        CHECK_EQ(lf_world_search(f->worlds[i].world, &desc, &f->searches[i]), LF_OK);
    memcpy(f->past[0], f->c->open, life_size(f));
    turn_all(f);
    check_state(f, 0);
}

static void life_end(life *f) {
    anew_drop(&f->anew);
    for (int i = 0; i < CHRONICLE_SLOTS; i++) held_release(&f->held[i]);
    lf_search_destroy(f->old);
    for (int i = 0; i < f->world_count; i++) {
        lf_search_destroy(f->searches[i]);
        if (i == 0) CHECK_EQ(lf_world_bytes(f->worlds[i].world), f->memory.live);
        living_free(&f->worlds[i]);
    }
    CHECK_EQ(f->memory.live, 0);
    CHECK_EQ(f->asking.live, 0);
}

int64_t chronicle_live(const chronicle *c, chronicle_tally *tally) {
    static life f;
    const int64_t before = test_failures;
    memset(&f, 0, sizeof f);
    f.c = c;
    f.tally = tally;
    life_begin(&f);
    for (int i = 0; i < c->deed_count && test_failures == before; i++) {
        deed_do(&f, &c->deeds[i]);
        if (test_failures != before) printf("  at deed %d: %s\n", i, deed_names[c->deeds[i].kind].name);
    }
    if (test_failures == before) life_end(&f);
    return test_failures - before;
}
