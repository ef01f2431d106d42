// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Keys and doors of a world: after each edit they are those of a dungeon made anew, and so are the answers.
#include "test.h"

#include "dungeons.h"
#include "meter.h"

/// A world made from a dungeon, and the dungeon as it is now.
typedef struct crypt {
    dungeon first, now;
    lf_world *world;
} crypt;

/// What lies on the tiles, whether they are blocked or not.
static int64_t fixtures_list(const dungeon *d, lf_fixture *out) {
    int64_t count = 0;
    for (int i = 0; i < d->width * d->height; i++) {
        const char c = d->tiles[i];
        if (dungeon_is_key(c)) out[count++] = (lf_fixture){(lf_tile)i, (uint8_t)(c - 'a'), LF_FIXTURE_KEY};
        if (dungeon_is_door(c)) out[count++] = (lf_fixture){(lf_tile)i, (uint8_t)(c - 'A'), LF_FIXTURE_DOOR};
    }
    return count;
}

/// Makes the world. Some tiles, with what lies on them, are blocked at first.
static lf_status crypt_make(crypt *c, uint64_t *random, lf_allocator allocator, bool index) {
    uint8_t open[DUNGEON_MAX];
    lf_fixture list[DUNGEON_MAX];
    c->now = c->first;
    for (int i = 0; i < c->now.width * c->now.height; i++) {
        if (dungeon_random(random, 8) == 0) c->now.tiles[i] = '#';
        open[i] = c->now.tiles[i] != '#';
    }
    const lf_fixtures_desc fixtures = {.fixtures = list, .fixture_count = fixtures_list(&c->first, list)};
    const lf_world_desc desc = {.map = {.width = c->now.width,
                                        .height = c->now.height,
                                        .tiles = open,
                                        .tiles_size = sizeof open,
                                        .moves = c->now.moves,
                                        .allocator = allocator},
                                .index = index ? &(lf_index_desc){0} : NULL,
                                .fixtures = &fixtures};
    return lf_world_create(&desc, &c->world);
}

/// Blocks or opens a rectangle, in the world and in the dungeon.
static lf_status crypt_edit(crypt *c, uint64_t *random) {
    const lf_point corner = {(int)dungeon_random(random, (uint32_t)c->now.width),
                             (int)dungeon_random(random, (uint32_t)c->now.height)};
    const int wide = 1 + (int)dungeon_random(random, 4), high = 1 + (int)dungeon_random(random, 3);
    const bool open = dungeon_random(random, 2) == 0;
    lf_status status = lf_world_set_rect(c->world, corner, wide, high, open);
    if (status == LF_OK) status = lf_world_commit(c->world, NULL);
    if (status != LF_OK) {
        lf_world_discard(c->world);
        return status;
    }
    for (int y = corner.y; y < corner.y + high && y < c->now.height; y++) {
        for (int x = corner.x; x < corner.x + wide && x < c->now.width; x++) {
            const int i = y * c->now.width + x;
            const char there = c->first.tiles[i] == '#' ? '.' : c->first.tiles[i];
            c->now.tiles[i] = open ? there : '#';
        }
    }
    return LF_OK;
}

/// The keys and doors of a state are those that lie on open tiles.
static void check_fixtures(const dungeon *d, const lf_fixtures *fixtures) {
    lf_fixture list[DUNGEON_MAX], found;
    const int64_t count = fixtures_list(d, list);
    CHECK_EQ(lf_fixtures_key_count(fixtures) + lf_fixtures_door_count(fixtures), count);
    CHECK_EQ(lf_fixtures_key_kinds(fixtures), dungeon_keys(d));
    for (int64_t i = 0; i < count; i++) {
        if (!CHECK(lf_fixtures_at(fixtures, list[i].tile, &found))) return;
        CHECK(found.tile == list[i].tile && found.kind == list[i].kind && found.type == list[i].type);
    }
}

/// Whether all ends can be asked about: open, and no source on a door without its key.
static bool ends_are_good(const dungeon *d) {
    for (int i = 0; i < d->source_count; i++) {
        const char c = d->tiles[d->sources[i].tile];
        if (c == '#' || (dungeon_is_door(c) && (d->held >> (c - 'A') & 1) == 0)) return false;
    }
    for (int i = 0; i < d->target_count; i++) {
        if (d->tiles[d->targets[i]] == '#') return false;
    }
    return true;
}

static int64_t asked, without;

static void check_answer(const dungeon *d, const lf_fixtures *fixtures, lf_goal goal) {
    lf_keys_search *search;
    lf_keys_route route;
    lf_tile tiles[DUNGEON_MAX * 4];
    const lf_keys_query query = dungeon_query(d, goal, LF_KEYS);
    if (!CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK)) return;
    const lf_status status = lf_keys_search_find(search, &query, tiles, DUNGEON_MAX * 4, &route);
    const int64_t length = dungeon_length(d, goal);
    asked++;
    without += length < 0;
    CHECK_EQ(status, length < 0 ? LF_NO_ROUTE : LF_OK);
    if (status == LF_OK) CHECK_EQ(route.length, length);
    lf_keys_search_destroy(search);
}

static void check_state(const crypt *c, const lf_snapshot *state, lf_goal goal) {
    const lf_fixtures *fixtures = lf_snapshot_fixtures(state);
    CHECK(lf_fixtures_map(fixtures) == lf_snapshot_map(state));
    check_fixtures(&c->now, fixtures);
    if (ends_are_good(&c->now)) check_answer(&c->now, fixtures, goal);
}

static void crypt_swarm(uint64_t seed) {
    crypt c;
    uint64_t random = seed;
    if (!dungeon_make(&c.first, seed, (lf_moves)(seed % 3))) return;
    if (!CHECK_EQ(crypt_make(&c, &random, (lf_allocator){0}, seed % 2 == 0), LF_OK)) return;
    for (int i = 0; i < 8; i++) {
        const lf_snapshot *state = lf_world_acquire(c.world);
        check_state(&c, state, (lf_goal)(i % 3));
        const dungeon before = c.now;
        CHECK_EQ(crypt_edit(&c, &random), LF_OK);
        check_fixtures(&before, lf_snapshot_fixtures(state)); // a held state stays as it is
        lf_snapshot_release(state);
        if (dungeon_random(&random, 4) == 0) CHECK_EQ(lf_world_work(c.world, LF_WORK_ALL, NULL), LF_OK);
    }
    lf_world_destroy(c.world);
}

static void keys_and_doors_follow_edits(void) {
    const uint64_t seed = test_seed();
    for (uint64_t i = 0; i < 1500; i++) {
        const int64_t before = test_failures;
        crypt_swarm(seed + i);
        if (test_failed_on(before, seed, i)) return;
    }
    printf("  asked %d, without a route %d\n", (int)asked, (int)without);
    CHECK(asked > 3000 && without > 300 && without < asked - 300);
}

/// Edits that come while an index is built are replayed over it; the keys and doors are the newest ones.
static void keys_and_doors_after_a_replay(void) {
    crypt c;
    uint64_t random = 5;
    CHECK(dungeon_make_large(&c.first, 3, LF_MOVES_KING));
    CHECK_EQ(crypt_make(&c, &random, (lf_allocator){0}, true), LF_OK);
    int paused = 0;
    for (int i = 0; i < 40; i++) {
        CHECK_EQ(crypt_edit(&c, &random), LF_OK);
        paused += lf_world_work(c.world, 3, NULL) == LF_PAUSED;
        CHECK_EQ(crypt_edit(&c, &random), LF_OK);
        CHECK_EQ(lf_world_work(c.world, LF_WORK_ALL, NULL), LF_OK);
        const lf_snapshot *state = lf_world_acquire(c.world);
        CHECK(lf_snapshot_index(state) != NULL);
        check_state(&c, state, LF_GOAL_EXIT);
        lf_snapshot_release(state);
    }
    CHECK(paused > 0);
    lf_world_destroy(c.world);
}

static void bad_fixtures_are_refused(void) {
    static const uint8_t tiles[9] = {1, 1, 1, 1, 0, 1, 1, 1, 1};
    static const struct {
        lf_fixture list[2];
        lf_status status;
    } rows[] = {
        {{{0, 0, LF_FIXTURE_KEY}, {4, 0, LF_FIXTURE_DOOR}}, LF_OK}, // 4 is blocked
        {{{4, 0, LF_FIXTURE_KEY}, {4, 0, LF_FIXTURE_DOOR}}, LF_E_FIXTURE_TWICE},
        {{{4, 64, LF_FIXTURE_KEY}, {0, 0, LF_FIXTURE_DOOR}}, LF_E_KIND},
        {{{0, 0, LF_FIXTURE_KEY}, {9, 0, LF_FIXTURE_DOOR}}, LF_E_FIXTURE_OUTSIDE},
        {{{0, 0, LF_FIXTURE_KEY}, {1, 0, (lf_fixture_type)0}}, LF_E_FIXTURE_TYPE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        meter m = {0};
        lf_world *world;
        const lf_fixtures_desc fixtures = {.fixtures = rows[i].list, .fixture_count = 2};
        const lf_world_desc desc = {.map = {.width = 3,
                                            .height = 3,
                                            .tiles = tiles,
                                            .tiles_size = 9,
                                            .allocator = meter_allocator(&m)},
                                    .fixtures = &fixtures};
        CHECK_EQ(lf_world_create(&desc, &world), rows[i].status);
        if (world != NULL) CHECK_EQ(lf_world_bytes(world), m.live);
        lf_world_destroy(world);
        CHECK_EQ(m.live, 0);
    }
    CHECK(lf_snapshot_fixtures(NULL) == NULL);
}

/// Creates a world whose allocation number `fail` fails, and edits it. Returns false when no call failed.
static bool fail_once(int64_t fail) {
    crypt c = {0};
    uint64_t random = 9;
    meter m = {.fail_at = fail};
    CHECK(dungeon_make_large(&c.first, 3, LF_MOVES_KING));
    lf_status status = crypt_make(&c, &random, meter_allocator(&m), false);
    bool failed = status == LF_E_NOMEM;
    CHECK(failed || status == LF_OK);
    for (int i = 0; status == LF_OK && i < 6; i++) {
        const lf_status edit = crypt_edit(&c, &random);
        CHECK(edit == LF_OK || edit == LF_E_NOMEM);
        failed |= edit != LF_OK;
        const lf_snapshot *state = lf_world_acquire(c.world);
        check_state(&c, state, LF_GOAL_EXIT);
        lf_snapshot_release(state);
    }
    lf_world_destroy(c.world);
    CHECK_EQ(m.live, 0);
    return failed;
}

/// Nothing is lost when memory runs out, and the old state goes on.
static void every_allocation_may_fail(void) {
    int64_t fail = 1;
    while (test_failures == 0 && fail_once(fail)) fail++;
    CHECK(fail > 20);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(keys_and_doors_follow_edits), TEST(keys_and_doors_after_a_replay),
                                      TEST(bad_fixtures_are_refused), TEST(every_allocation_may_fail)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
