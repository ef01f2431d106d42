// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ropes: the arcs that are ropes are those of many legs and their halves, and their strokes are the legs that they come
// apart into, up and down. Routes along them are tile by tile those of the same index without ropes: mazes, rooms and
// noise, all move rules, both costs, one end and many, short buffers, turning points. They are the same built in slices
// and by workers, saved and used in place; forged ones are refused, or keep to the map and to their memory. Worlds that
// are edited answer as a flood does.
#include "test.h"

#include "ends.h"
#include "forge.h"
#include "index/strands.h"
#include "meter.h"
#include "scenes.h"
#include "slow.h"

#ifdef TEST_IS_SLOW
enum { SEEDS = 1, ASKED = 15, FORGED = 1500 };
#else
enum { SEEDS = 3, ASKED = 60, FORGED = 12000 };
#endif
enum { SIDE = 141, ROOM = SIDE * SIDE, MANY_LEGS = 64 };

typedef struct fixture {
    oracle_map plan;
    lf_map *map;
    lf_index *index;
} fixture;

static const lf_scene scenes[] = {LF_SCENE_MAZE, LF_SCENE_NOISE, LF_SCENE_ROOMS};
enum { SCENES = sizeof scenes / sizeof *scenes };

static lf_map *plan_make(oracle_map *plan, lf_scene scene, lf_moves moves, uint64_t seed) {
    *plan = (oracle_map){.width = SIDE, .height = SIDE, .moves = moves, .open = malloc(ROOM)};
    CHECK(lf_scene_make(scene, SIDE, SIDE, seed, plan->open));
    return oracle_to_map(plan);
}

static fixture fixture_make(lf_scene scene, lf_moves moves, lf_cost cost, uint64_t seed) {
    fixture f;
    f.map = plan_make(&f.plan, scene, moves, seed);
    const lf_index_desc desc = {.cost = cost, .hierarchy = LF_HIERARCHY_YES};
    CHECK_EQ(lf_index_create(f.map, &desc, &f.index), LF_OK);
    return f;
}

static fixture fixture_maze(void) {
    fixture f = fixture_make(LF_SCENE_MAZE, LF_MOVES_KING_CUT, LF_COST_UNIFORM, 5);
    CHECK(f.index->ropes.count > 20);
    return f;
}

static void fixture_free(fixture *f) {
    lf_index_destroy(f->index);
    lf_map_destroy(f->map);
    free(f->plan.open);
}

static void for_all_grounds(void (*run)(const fixture *f, void *user), void *user) {
    for (int i = 0; i < SCENES * 6; i++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            fixture f = fixture_make(scenes[i / 6], (lf_moves)(i % 3), (lf_cost)(i / 3 % 2), seed);
            run(&f, user);
            fixture_free(&f);
        }
    }
}

// ---- What they are --------------------------------------------------------------------------------

/// The headlands that an arc leads over, from its lower end or towards it, without the first. They are added to a list.
static void arc_list(const lf_index *index, uint32_t arc, uint32_t low, bool up, uint32_t *list,
                     uint32_t *count) {
    const lfi_arc *a = &index->up[arc];
    if (a->via == LFI_ARC_LEG) {
        list[(*count)++] = up ? a->to : low;
        return;
    }
    const lfi_halves halves = index->halves[arc];
    arc_list(index, up ? halves.low : halves.high, a->via, false, list, count);
    arc_list(index, up ? halves.high : halves.low, a->via, true, list, count);
}

/// Strokes as single moves.
typedef struct walker {
    lfi_strokes strokes;
    int direction;
    uint32_t left; ///< moves in this direction
} walker;

/// Whether the next move is this one.
static bool walker_goes(walker *w, int32_t dx, int32_t dy) {
    if (w->left == 0) {
        if (w->strokes.moves <= 0) return false;
        const uint32_t stroke = lfi_strokes_take(&w->strokes);
        w->left = lfi_stroke_moves(stroke);
        w->direction = lfi_stroke_direction(stroke);
    }
    w->left--;
    return lfi_direction_dx(w->direction) == dx && lfi_direction_dy(w->direction) == dy;
}

/// Whether the next moves are those of a leg, its keel first.
static bool walker_goes_to(walker *w, lf_point at, lf_point end, bool orthogonal) {
    while (at.x != end.x || at.y != end.y) {
        const int32_t dx = (end.x > at.x) - (end.x < at.x),
                      dy = orthogonal && dx != 0 ? 0 : (end.y > at.y) - (end.y < at.y);
        if (!walker_goes(w, dx, dy)) return false;
        at = (lf_point){at.x + dx, at.y + dy};
    }
    return true;
}

/// Whether a rope leads from headland `from` to those of the list, one after the other.
static bool rope_leads_over(const lf_index *index, uint32_t rope, bool up, uint32_t from,
                            const uint32_t *list, uint32_t count) {
    static lfi_fold waits[ROOM];
    lfi_strands strands = {.ropes = &index->ropes, .waits = waits, .next = rope, .up = up};
    walker w = {.left = 0};
    for (uint32_t i = 0; i < count; from = list[i++]) {
        if (w.left == 0 && w.strokes.moves == 0) w.strokes = lfi_strands_take(&strands);
        if (!walker_goes_to(&w, index->points[from], index->points[list[i]],
                            index->map->moves == LF_MOVES_ORTHOGONAL))
            return false;
    }
    return w.left == 0 && w.strokes.moves == 0 && strands.done;
}

typedef struct tally {
    int64_t maps, ropes, strands, two; ///< `two`: strands with other strokes for walking down
} tally;

static void arc_check(const lf_index *index, uint32_t i, uint32_t k, uint8_t *halves, tally *to) {
    static uint32_t up[ROOM], down[ROOM];
    uint32_t legs = 0, same = 0;
    const uint32_t rope = lfi_rope_of(&index->ropes, k);
    arc_list(index, k, i, true, up, &legs);
    arc_list(index, k, i, false, down, &same);
    CHECK_EQ(legs, same);
    if (legs > MANY_LEGS) {
        CHECK(rope != LFI_NO_ROPE);
        halves[index->halves[k].low] = halves[index->halves[k].high] = 1;
    }
    if (rope == LFI_NO_ROPE) return;
    to->ropes++;
    const lfi_rope *r = &index->ropes.all[rope];
    CHECK_EQ(lfi_rope_is_strand(r), legs <= MANY_LEGS);
    to->strands += lfi_rope_is_strand(r);
    to->two += lfi_rope_is_strand(r) && r->low != r->high;
    CHECK(rope_leads_over(index, rope, true, i, up, legs));
    CHECK(rope_leads_over(index, rope, false, index->up[k].to, down, legs));
}

static void ropes_check(const fixture *f, void *user) {
    const lf_index *index = f->index;
    uint8_t *halves = calloc(index->up_count + 1, 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < index->count; i++) {
        for (uint32_t k = index->up_first[i]; k < index->up_first[i + 1]; k++) {
            arc_check(index, i, k, halves, user);
            count += lfi_rope_of(&index->ropes, k) != LFI_NO_ROPE;
        }
    }
    CHECK_EQ(count, index->ropes.count);
    for (uint32_t k = 0; k < index->up_count && index->ropes.count > 0; k++) {
        const uint32_t rope = lfi_rope_of(&index->ropes, k);
        CHECK(halves[k] == 0 || rope != LFI_NO_ROPE);
        CHECK(rope == LFI_NO_ROPE || !lfi_rope_is_strand(&index->ropes.all[rope]) || halves[k] != 0);
    }
    ((tally *)user)->maps += index->ropes.count > 0;
    free(halves);
}

static void ropes_are_what_their_arcs_come_apart_into(void) {
    tally t = {0};
    for_all_grounds(ropes_check, &t);
    printf("  %" PRId64 " maps with ropes, %" PRId64 " ropes, %" PRId64 " strands, %" PRId64
           " with two lists\n",
           t.maps, t.ropes, t.strands, t.two);
    CHECK(t.maps >= 11 * SEEDS && t.ropes > 600 * SEEDS && t.two > 80 * SEEDS &&
          t.strands - t.two > 200 * SEEDS);
}

/// Where legs are long, and where routes have few, there are none, and there is nothing of them.
static void few_legs_have_none(void) {
    for (int i = 0; i < 2; i++) {
        oracle_map plan;
        lf_map *map = plan_make(&plan, i == 0 ? LF_SCENE_ISLANDS : LF_SCENE_OPEN, LF_MOVES_KING, 1);
        lf_index *index;
        CHECK_EQ(lf_index_create(map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_YES}, &index), LF_OK);
        CHECK(index->ropes.count == 0 && index->ropes.stroke_count == 0 && index->ropes.heads == NULL);
        lf_index_destroy(index);
        lf_map_destroy(map);
        free(plan.open);
    }
}

// ---- Routes ---------------------------------------------------------------------------------------

typedef struct pair {
    lf_search *with, *without;
    uint64_t random;
    int64_t found, longest;
} pair;

static lf_tile tiles_with[ROOM], tiles_without[ROOM];

/// As many of the first tiles as there is room for, and none behind.
static void pair_ask_short(const pair *p, const lf_query *query, int64_t room) {
    lf_route a, b;
    memset(tiles_with, 0xff, sizeof tiles_with);
    memset(tiles_without, 0xff, sizeof tiles_without);
    CHECK_EQ(lf_search_find(p->with, query, tiles_with, room, &a),
             lf_search_find(p->without, query, tiles_without, room, &b));
    CHECK_EQ(memcmp(tiles_with, tiles_without, sizeof tiles_with), 0);
    CHECK(memcmp(&a.length, &b.length, sizeof a.length) == 0 && a.diagonal == b.diagonal);
}

static void pair_ask(pair *p, const lf_map *map, const lf_query *query) {
    lf_route a, b;
    const lf_status status = lf_search_find(p->with, query, tiles_with, ROOM, &a);
    CHECK_EQ(lf_search_find(p->without, query, tiles_without, ROOM, &b), status);
    if (status != LF_OK) return;
    p->found++;
    if (a.length > p->longest) p->longest = a.length;
    check_route(map, query, &a, tiles_with);
    CHECK(a.length == b.length && a.diagonal == b.diagonal && a.source == b.source && a.target == b.target);
    CHECK_EQ(memcmp(tiles_with, tiles_without, (size_t)(a.length + 1) * sizeof *tiles_with), 0);
    int64_t turns = 0, turns_without = 0;
    static lf_tile turned[ROOM];
    CHECK_EQ(lf_route_turns(map, tiles_with, a.length + 1, turned, ROOM, &turns), LF_OK);
    CHECK_EQ(lf_search_turns(p->with, tiles_with, ROOM, &turns_without), LF_OK);
    CHECK_EQ(turns, turns_without);
    CHECK_EQ(memcmp(tiles_with, turned, (size_t)turns * sizeof *turned), 0);
    const int64_t rooms[] = {0, 1, 40, a.length / 3, a.length - 1, a.length};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        pair_ask_short(p, query, rooms[i] < 0 ? 0 : rooms[i]);
}

static void routes_compare(const fixture *f, void *user) {
    pair *p = user;
    const lf_cost cost = lf_index_cost(f->index);
    lf_index plain = *f->index; // the same index without ropes
    plain.ropes = (lfi_ropes){0};
    CHECK_EQ(lf_search_create(f->map, &(lf_search_desc){.index = f->index, .cost = cost}, &p->with), LF_OK);
    CHECK_EQ(lf_search_create(f->map, &(lf_search_desc){.index = &plain, .cost = cost}, &p->without), LF_OK);
    for (int i = 0; i < ASKED; i++) {
        ends e;
        CHECK(ends_pick(&f->plan, &p->random, &e));
        e.query.strategy = LF_STRATEGY_HEADLAND;
        e.query.options.cost = cost;
        if (i % 3 != 0) e.query.source_count = e.query.target_count = 1;
        pair_ask(p, f->map, &e.query);
        const lf_tile turned = e.sources[0].tile; // and back
        e.sources[0].tile = e.targets[0];
        e.targets[0] = turned;
        pair_ask(p, f->map, &e.query);
    }
    lf_search_destroy(p->with);
    lf_search_destroy(p->without);
}

static void routes_are_those_without_ropes(void) {
    pair p = {.random = test_seed()};
    for_all_grounds(routes_compare, &p);
    printf("  %" PRId64 " routes, up to %" PRId64 " moves\n", p.found, p.longest);
    CHECK(p.found > SCENES * 6 * SEEDS * ASKED && p.longest > 1000);
}

// ---- However they are made ------------------------------------------------------------------------

typedef struct saved {
    uint8_t *bytes;
    size_t size;
} saved;

static saved saved_make(const lf_index *index) {
    saved s = {.size = lf_index_save_size(index)};
    s.bytes = malloc(s.size);
    CHECK_EQ(lf_index_save(index, s.bytes, s.size), LF_OK);
    return s;
}

static void run_backwards(int64_t count, void (*part)(int64_t index, void *job), void *job, void *user) {
    (void)user;
    while (count > 0) part(--count, job);
}

static void slices_and_workers_make_the_same(void) {
    fixture f = fixture_maze();
    const saved whole = saved_make(f.index);
    for (int i = 0; i < 6; i++) {
        lf_index_desc desc = {.hierarchy = LF_HIERARCHY_YES};
        if (i % 2 == 0) desc.workers = (lf_workers){run_backwards, NULL};
        lf_index_builder *builder;
        lf_index *index;
        int64_t slices = 0;
        CHECK_EQ(lf_index_begin(f.map, &desc, &builder), LF_OK);
        const int64_t budgets[] = {INT64_MAX, 1, 7};
        for (lf_status status = LF_PAUSED; status == LF_PAUSED; slices++)
            status = lf_index_step(builder, budgets[i / 2]);
        CHECK_EQ(lf_index_finish(builder, &index), LF_OK);
        CHECK(i < 2 || slices > 500);
        const saved sliced = saved_make(index);
        CHECK(sliced.size == whole.size && memcmp(sliced.bytes, whole.bytes, whole.size) == 0);
        CHECK_EQ(lf_index_bytes(index), lf_index_bytes(f.index));
        free(sliced.bytes);
        lf_index_destroy(index);
    }
    free(whole.bytes);
    fixture_free(&f);
}

/// Each allocation fails in turn, for an index that is built and for one that is loaded and checked.
static void memory_may_run_out(void) {
    fixture f = fixture_maze();
    const saved s = saved_make(f.index);
    for (int loads = 0; loads < 2; loads++) {
        lf_status status = LF_E_NOMEM;
        int64_t fail = 0;
        while (status != LF_OK && fail < 10000) {
            meter m = {.fail_at = ++fail};
            lf_index *index;
            const lf_index_desc desc = {.allocator = meter_allocator(&m), .hierarchy = LF_HIERARCHY_YES};
            status = loads ? lf_index_load(f.map, &desc, s.bytes, s.size, &index)
                           : lf_index_create(f.map, &desc, &index);
            CHECK_EQ(status, m.calls < fail ? LF_OK : LF_E_NOMEM);
            CHECK_EQ(index != NULL, status == LF_OK);
            lf_index_destroy(index);
            CHECK(m.live == 0 && m.blocks == 0);
        }
        CHECK(fail > 5);
    }
    free(s.bytes);
    fixture_free(&f);
}

// ---- From a file ----------------------------------------------------------------------------------

typedef struct forger {
    fixture f;
    saved s;
    uint8_t *bytes;
    uint64_t random;
    lf_index_desc desc;
    int accepted, illegal;
} forger;

static forger forger_make(bool believed) {
    forger f = {.f = fixture_maze(), .random = test_seed(), .desc = {.believe_mark = believed}};
    f.s = saved_make(f.f.index);
    if (believed) CHECK_EQ(lf_index_mark(f.s.bytes, f.s.size), LF_OK);
    f.bytes = malloc(f.s.size);
    memcpy(f.bytes, f.s.bytes, f.s.size);
    return f;
}

static void forger_free(forger *f) {
    free(f->bytes);
    free(f->s.bytes);
    fixture_free(&f->f);
}

/// Whatever is accepted keeps to the map and to the memory for the route.
static void forger_ask(forger *f, const lf_index *index) {
    lf_search *search;
    CHECK_EQ(lf_search_create(f->f.map, &(lf_search_desc){.index = index}, &search), LF_OK);
    for (int i = 0; i < 4; i++) {
        const lf_source source = {.tile = oracle_random_open(&f->f.plan, &f->random)};
        const lf_tile target = oracle_random_open(&f->f.plan, &f->random);
        const lf_query query = {.sources = &source,
                                .source_count = 1,
                                .targets = &target,
                                .target_count = 1,
                                .strategy = LF_STRATEGY_HEADLAND};
        lf_route route;
        if (lf_search_find(search, &query, NULL, 0, &route) != LF_OK) continue;
        lf_tile *tiles = malloc((size_t)(route.length + 1) * sizeof *tiles); // no larger, for sanitizers
        CHECK_EQ(lf_search_find(search, &query, tiles, route.length + 1, &route), LF_OK);
        for (int64_t k = 0; k <= route.length; k++) CHECK(tiles[k] < ROOM);
        f->illegal += lf_route_check(f->f.map, tiles, route.tile_count, NULL, NULL) != LF_OK;
        int64_t turns;
        CHECK_EQ(lf_search_turns(search, tiles, route.length + 1, &turns), LF_OK);
        for (int64_t k = 0; k < turns; k++) CHECK(tiles[k] < ROOM);
        free(tiles);
    }
    lf_search_destroy(search);
}

static void forger_try(forger *f) {
    lf_index *index;
    forge(f->bytes, f->s.size);
    const lf_status status = lf_index_view(f->f.map, &f->desc, f->bytes, f->s.size, &index);
    CHECK(status == LF_OK || status == LF_E_INDEX_CONTENT);
    if (status != LF_OK) return;
    f->accepted++;
    forger_ask(f, index);
    lf_index_destroy(index);
}

/// Alters up to three bytes of the ropes, or exchanges two strokes.
static void forger_alter(forger *f) {
    memcpy(f->bytes, f->s.bytes, f->s.size);
    const size_t begin = forge_at(f->bytes, FORGE_ROPE_HEADS), end = forge_at(f->bytes, FORGE_RUNGS),
                 strokes = forge_at(f->bytes, FORGE_STROKES_ALL);
    if (oracle_below(&f->random, 2)) {
        const size_t at = strokes + (size_t)oracle_below(&f->random, (int)f->f.index->ropes.stroke_count - 1);
        const uint8_t first = f->bytes[at];
        f->bytes[at] = f->bytes[at + 1];
        f->bytes[at + 1] = first;
        return;
    }
    for (int changes = 1 + oracle_below(&f->random, 3); changes > 0; changes--) {
        const size_t at = begin + (size_t)oracle_below(&f->random, (int)(end - begin));
        f->bytes[at] = (uint8_t)(oracle_below(&f->random, 2) ? oracle_random(&f->random) : f->bytes[at] + 1U);
    }
}

static void forged_ropes_do_no_harm(void) {
    for (int believed = 0; believed < 2; believed++) {
        forger f = forger_make(believed != 0);
        forger_try(&f);
        CHECK_EQ(f.accepted, 1);
        for (int i = 0; i < (believed ? FORGED : FORGED / 10); i++) {
            forger_alter(&f);
            forger_try(&f);
        }
        printf("  %d accepted, %d routes illegal\n", f.accepted, f.illegal);
        if (believed) CHECK(f.accepted > FORGED / 10); // moves in another order, spare bytes
        CHECK_EQ(f.illegal > 0, believed);
        forger_free(&f);
    }
}

/// Bytes of the header, and each number of each rope, are refused if they are wrong.
static void wrong_numbers_are_refused(void) {
    forger f = forger_make(true);
    const lfi_ropes *ropes = &f.f.index->ropes;
    const size_t all = forge_at(f.bytes, FORGE_ROPES_ALL), heads = forge_at(f.bytes, FORGE_ROPE_HEADS);
    for (size_t at = all; at < all + ropes->count * sizeof(lfi_rope); at += 4) {
        const uint32_t before = get32(f.bytes + at);
        for (int more = -1; more <= 1; more += 2) {
            put32(f.bytes + at, before + (uint32_t)more);
            forger_try(&f);
            put32(f.bytes + at, before);
        }
        if (at > all + 200 * sizeof(lfi_rope)) break;
    }
    CHECK_EQ(f.accepted, 0);
    for (size_t at = heads; at < heads + 16 * 8; at += 4) { // bits and counts; what is spare does not matter
        if ((at - heads) % 16 == 12) continue;
        put32(f.bytes + at, get32(f.bytes + at) ^ 16);
        forger_try(&f);
        put32(f.bytes + at, get32(f.bytes + at) ^ 16);
    }
    CHECK_EQ(f.accepted, 0);
    forger_try(&f);
    CHECK_EQ(f.accepted, 1);
    forger_free(&f);
}

/// A file without ropes is as good: routes are the same.
static void a_file_may_have_none(void) {
    fixture f = fixture_maze();
    lf_index plain = *f.index;
    plain.ropes = (lfi_ropes){0};
    const saved s = saved_make(&plain);
    lf_index *index;
    CHECK_EQ(lf_index_load(f.map, NULL, s.bytes, s.size, &index), LF_OK);
    CHECK_EQ(index->ropes.count, 0);
    lf_index_destroy(index);
    free(s.bytes);
    fixture_free(&f);
}

// ---- Worlds ---------------------------------------------------------------------------------------

static int64_t length_by(lf_search *search, const lf_query *asked, lf_strategy strategy) {
    lf_query query = *asked;
    lf_route route;
    query.strategy = strategy;
    return lf_search_find(search, &query, tiles_with, ROOM, &route) == LF_OK ? route.length : -1;
}

static void world_compare(lf_world *world, const oracle_map *plan, uint64_t *random) {
    lf_search *search;
    const lf_snapshot *snapshot = lf_world_acquire(world);
    CHECK_EQ(lf_world_search(world, NULL, &search), LF_OK);
    for (int i = 0; i < 12; i++) {
        ends e;
        CHECK(ends_pick(plan, random, &e));
        e.query.source_count = e.query.target_count = 1;
        const int64_t length = length_by(search, &e.query, LF_STRATEGY_FLOOD);
        CHECK_EQ(length_by(search, &e.query, LF_STRATEGY_HEADLAND), length);
        if (length >= 0)
            CHECK_EQ(lf_route_check(lf_snapshot_map(snapshot), tiles_with, length + 1, NULL, NULL), LF_OK);
    }
    lf_search_destroy(search);
    lf_snapshot_release(snapshot);
}

/// A world renews its index in slices. The new one has ropes of its own.
static void edited_worlds_answer(void) {
    oracle_map plan;
    lf_map_destroy(plan_make(&plan, LF_SCENE_MAZE, LF_MOVES_KING, 7));
    const lf_index_desc index = {.hierarchy = LF_HIERARCHY_YES};
    const lf_world_desc desc = {
        .map = {.width = SIDE, .height = SIDE, .tiles = plan.open, .tiles_size = ROOM}, .index = &index};
    lf_world *world;
    uint64_t random = test_seed();
    CHECK_EQ(lf_world_create(&desc, &world), LF_OK);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 6; i++) {
            const lf_tile tile = (lf_tile)oracle_below(&random, ROOM);
            plan.open[tile] = round % 2 == 0;
            CHECK_EQ(lf_world_set_tiles(world, &tile, 1, round % 2 == 0), LF_OK);
        }
        CHECK_EQ(lf_world_commit(world, NULL), LF_OK);
        world_compare(world, &plan, &random);
        while (lf_world_has_work(world)) CHECK(lf_world_work(world, 50, NULL) >= 0);
        CHECK_EQ(lf_world_commit(world, NULL), LF_OK);
        const lf_snapshot *snapshot = lf_world_acquire(world);
        CHECK(lf_snapshot_index(snapshot)->ropes.count > 0);
        lf_snapshot_release(snapshot);
        world_compare(world, &plan, &random);
    }
    lf_world_destroy(world);
    free(plan.open);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(ropes_are_what_their_arcs_come_apart_into),
        TEST(few_legs_have_none),
        TEST(routes_are_those_without_ropes),
        TEST(slices_and_workers_make_the_same),
        TEST(memory_may_run_out),
        TEST(forged_ropes_do_no_harm),
        TEST(wrong_numbers_are_refused),
        TEST(a_file_may_have_none),
        TEST(edited_worlds_answer),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
