// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A world that lives for a long time: craters, doors and walls, ships under way, work in small slices, readers
// that hold old states. Memory stays flat, and answers do not drift.
//
//     soak SECONDS      days until that much time has passed
//     soak --days N     so many days
//
// A day is a list of ticks that follows from a seed. At its end the map is as it was at its beginning, and all
// work is done. Every second day is the same one; the other days are each a new one. What the world holds at
// the end of a day may grow while it meets larger days than before, and must stop growing.
//
// On the first days a second world lives through the same ticks, somewhere else in memory: all its answers,
// tile by tile, must be those of the first (lockstep). They need not be those of the same day before, because a
// renewed hierarchy may prefer another of several equal routes.
#define _POSIX_C_SOURCE 200809L
#include "chronicle/chronicle.h"
#include "meter.h"
#include "test.h"

#include <scenes.h>
#include <time.h>

enum {
    WIDTH = 300,
    HEIGHT = 200,
    TILES = WIDTH * HEIGHT,
    SHIPS = 24,
    SCARS = 40,
    DOORS = 6,
    ENOUGH_DAYS = 16
};
#ifdef TEST_IS_SLOW
enum { TICKS = 40 };
#else
enum { TICKS = 200 };
#endif

/// A ship, and the route that it is on.
typedef struct ship {
    lf_tile tiles[TILES];
    lf_voyage voyage; ///< count 0: it has none
} ship;

/// A place that was edited, and will be as it was.
typedef struct scar {
    lf_point place;
    int32_t reach; ///< 0: there is none
} scar;

typedef struct soak {
    uint8_t first[TILES], now[TILES]; ///< the tiles as they were at first, and the model of what they are
    meter memory, asking;
    lf_world *world;
    lf_search *search;
    ship ships[SHIPS];
    scar scars[SCARS];
    uint64_t random, hash;
    const lf_snapshot *slow;   ///< what a slow reader holds
    uint8_t slow_tiles[TILES]; ///< and what it should see
    int64_t days, edits, queries, checked, kept, planned;
    uint64_t commit_ns, query_ns; ///< since the last row
    int64_t row_edits, row_queries;
} soak;

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static int below(soak *s, int bound) {
    return oracle_below(&s->random, bound);
}

static void hash_tiles(soak *s, const lf_tile *tiles, int64_t count) {
    s->hash = (s->hash ^ (uint64_t)count) * UINT64_C(1099511628211);
    for (int64_t i = 0; i < count; i++) s->hash = (s->hash ^ tiles[i]) * UINT64_C(1099511628211);
}

static oracle_map model_of(soak *s) {
    return (oracle_map){.width = WIDTH, .height = HEIGHT, .moves = LF_MOVES_KING, .open = s->now};
}

static lf_tile open_tile(soak *s) {
    const oracle_map map = model_of(s);
    return oracle_random_open(&map, &s->random);
}

// ---- Edits ------------------------------------------------------------------------------------------

static void edit_disc(soak *s, lf_point place, int32_t reach, bool open) {
    CHECK_EQ(lf_world_set_disc(s->world, place, reach, open), LF_OK);
    for (int i = 0; i < TILES; i++) {
        const int dx = i % WIDTH - place.x, dy = i / WIDTH - place.y;
        if (dx * dx + dy * dy <= reach * reach) s->now[i] = open;
    }
}

/// A square as it was at first, by a stencil.
static void edit_restore(soak *s, scar *one) {
    uint8_t bits[16 * 64] = {0};
    const int side = 2 * one->reach + 1;
    const lf_point corner = {one->place.x - one->reach, one->place.y - one->reach};
    for (int i = 0; i < side * side; i++) {
        const int x = corner.x + i % side, y = corner.y + i / side;
        if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT) continue;
        s->now[y * WIDTH + x] = s->first[y * WIDTH + x];
        if (s->now[y * WIDTH + x] != 0)
            bits[i / side * ((side + 7) / 8) + i % side / 8] |= (uint8_t)(1 << i % side % 8);
    }
    const lf_stencil stencil = {
        .corner = corner, .width = side, .height = side, .bits = bits, .size = sizeof bits};
    CHECK_EQ(lf_world_set_stencil(s->world, &stencil), LF_OK);
    one->reach = 0;
}

/// A new scar; the one that had its slot heals first.
static void edit_scar(soak *s) {
    scar *one = &s->scars[below(s, SCARS)];
    if (one->reach > 0) edit_restore(s, one);
    one->place = (lf_point){below(s, WIDTH), below(s, HEIGHT)};
    one->reach = 1 + below(s, below(s, 4) == 0 ? 20 : 4);
    edit_disc(s, one->place, one->reach, below(s, 2) == 0);
}

/// Doors are where they always are: a tile in a wall of its own.
static void edit_door(soak *s) {
    const int door = below(s, DOORS);
    const lf_point place = {20 + 40 * door, 30 + 20 * door};
    edit_disc(s, place, 0, below(s, 2) == 0);
}

static void commit(soak *s) {
    lf_edit_report report;
    const uint64_t start = now_ns();
    CHECK_EQ(lf_world_commit(s->world, &report), LF_OK);
    s->commit_ns += now_ns() - start;
    s->edits += report.opened + report.blocked > 0;
    s->row_edits++;
    CHECK_EQ(lf_search_turn(s->search, NULL), LF_OK);
}

static void edit(soak *s) {
    for (int i = below(s, 3); i >= 0; i--) {
        if (below(s, 3) == 0)
            edit_door(s);
        else
            edit_scar(s);
    }
    commit(s);
}

// ---- Ships ------------------------------------------------------------------------------------------

/// A route by `auto`; its number of tiles. No query allocates.
static int64_t find(soak *s, lf_tile from, lf_tile to, lf_tile *tiles) {
    const int64_t calls = s->memory.calls + s->asking.calls;
    const uint64_t start = now_ns();
    const int64_t count = lf_search_between(s->search, from, to, tiles, TILES);
    s->query_ns += now_ns() - start;
    s->queries++;
    s->row_queries++;
    CHECK(count >= 0);
    CHECK_EQ(s->memory.calls + s->asking.calls, calls);
    hash_tiles(s, tiles, count);
    return count;
}

static void ship_plan(soak *s, ship *one, lf_tile from) {
    one->voyage = (lf_voyage){.tiles = one->tiles};
    if (from == LF_NO_TILE || s->now[from] == 0) from = open_tile(s);
    one->voyage.count = find(s, from, open_tile(s), one->tiles);
    const lf_snapshot *newest = lf_world_acquire(s->world);
    one->voyage.version = lf_snapshot_version(newest);
    lf_snapshot_release(newest);
    s->planned++;
}

/// A few tiles along its route.
static void ship_sail(soak *s, ship *one) {
    const int64_t step = 1 + below(s, 3);
    if (one->voyage.count <= step) {
        ship_plan(s, one, one->voyage.count > 0 ? one->voyage.tiles[0] : LF_NO_TILE);
        return;
    }
    one->voyage.tiles += step;
    one->voyage.count -= step;
}

/// Those whose routes broke, and some whose routes may no longer be shortest, plan again.
static void fleet_tell(soak *s) {
    lf_voyage all[SHIPS];
    int count = 0, of[SHIPS];
    for (int i = 0; i < SHIPS; i++) {
        if (s->ships[i].voyage.count == 0) continue;
        of[count] = i;
        all[count++] = s->ships[i].voyage;
    }
    CHECK_EQ(lf_route_still(s->search, all, count), LF_OK);
    for (int i = 0; i < count; i++) {
        ship *one = &s->ships[of[i]];
        if (all[i].still == LF_STILL_BROKEN || all[i].still == LF_STILL_BEATEN ||
            (all[i].still == LF_STILL_LEGAL && below(s, 4) == 0))
            ship_plan(s, one, one->voyage.tiles[0]);
        else
            s->kept++;
    }
}

// ---- Looking closely --------------------------------------------------------------------------------

/// One ship's route against a search of the model's tiles: legal, and as long as it should be if it was found
/// just now or is called shortest.
static void check_ship(soak *s, ship *one) {
    static truth distances[TILES];
    if (one->voyage.count == 0) return;
    const oracle_map map = model_of(s);
    lf_voyage asked = one->voyage;
    CHECK_EQ(lf_route_still(s->search, &asked, 1), LF_OK);
    CHECK(asked.still != LF_STILL_BROKEN);
    const lf_source source = {.tile = asked.tiles[0]};
    truth_find(&map, LF_COST_UNIFORM, &source, 1, distances);
    if (asked.still == LF_STILL_SHORTEST)
        CHECK_EQ(asked.count - 1, distances[asked.tiles[asked.count - 1]].straight);
    if (asked.still == LF_STILL_BEATEN)
        CHECK(asked.count - 1 > distances[asked.tiles[asked.count - 1]].straight);
    const lf_tile to = open_tile(s);
    static lf_tile tiles[TILES];
    CHECK_EQ(find(s, source.tile, to, tiles), distances[to].straight + 1);
    s->checked++;
}

/// The tiles of a state against what they should be.
static void check_tiles(const lf_map *map, const uint8_t *tiles) {
    int64_t wrong = 0;
    for (int i = 0; i < TILES; i++) wrong += lf_map_is_open(map, (lf_tile)i) != (tiles[i] != 0);
    CHECK_EQ(wrong, 0);
}

/// A reader that takes its time: what it sees does not change.
static void slow_reader(soak *s) {
    if (s->slow != NULL) check_tiles(lf_snapshot_map(s->slow), s->slow_tiles);
    lf_snapshot_release(s->slow);
    s->slow = lf_world_acquire(s->world);
    memcpy(s->slow_tiles, s->now, TILES);
}

// ---- Days -------------------------------------------------------------------------------------------

static void tick(soak *s, int number) {
    edit(s);
    const lf_status status = lf_world_work(s->world, 500, NULL);
    CHECK(status == LF_OK || status == LF_PAUSED);
    CHECK_EQ(lf_search_turn(s->search, NULL), LF_OK);
    fleet_tell(s);
    for (int i = 0; i < SHIPS; i++) ship_sail(s, &s->ships[i]);
    if (number % 8 == 0) check_ship(s, &s->ships[below(s, SHIPS)]);
    if (number % 16 == 0) slow_reader(s);
}

/// Everything heals, nobody holds anything, and nothing is left to do.
static void day_end(soak *s) {
    for (int i = 0; i < SCARS; i++) {
        if (s->scars[i].reach > 0) edit_restore(s, &s->scars[i]);
    }
    for (int i = 0; i < DOORS; i++) edit_restore(s, &(scar){.place = {20 + 40 * i, 30 + 20 * i}, .reach = 1});
    commit(s);
    for (int i = 0; i < SHIPS; i++) s->ships[i].voyage.count = 0;
    lf_snapshot_release(s->slow);
    s->slow = NULL;
    CHECK_EQ(lf_world_work(s->world, LF_WORK_ALL, NULL), LF_OK);
    CHECK_EQ(lf_search_turn(s->search, NULL), LF_OK);
    CHECK(memcmp(s->now, s->first, TILES) == 0);
    check_tiles(lf_search_map(s->search), s->first);
    CHECK_EQ(lf_world_bytes(s->world), s->memory.live);
    CHECK_EQ(lf_search_bytes(s->search), s->asking.live);
}

/// One day; returns the hash of all its answers.
static uint64_t day(soak *s, uint64_t seed) {
    s->random = seed;
    s->hash = UINT64_C(14695981039346656037);
    for (int i = 0; i < TICKS; i++) tick(s, i);
    day_end(s);
    s->days++;
    return s->hash;
}

static void row(soak *s) {
    printf("%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64
           "\t%" PRId64 "\t%" PRId64 "\t%.1f\t%.1f\n",
           s->days, s->edits, s->queries, s->checked, s->kept, s->planned, s->memory.live, s->memory.most,
           s->asking.live, (double)s->commit_ns / 1e3 / (double)s->row_edits,
           (double)s->query_ns / 1e3 / (double)s->row_queries);
    fflush(stdout);
    s->commit_ns = s->query_ns = 0;
    s->row_edits = s->row_queries = 0;
}

static bool soak_begin(soak *s) {
    if (!lf_scene_make(LF_SCENE_ARCHIPELAGO, WIDTH, HEIGHT, 5, s->first)) return false;
    memcpy(s->now, s->first, TILES);
    const lf_world_desc desc = {.map = {.width = WIDTH,
                                        .height = HEIGHT,
                                        .tiles = s->first,
                                        .tiles_size = TILES,
                                        .allocator = meter_allocator(&s->memory)},
                                .index = &(lf_index_desc){0},
                                .coarse = &(lf_coarse_desc){0},
                                .depth = &(lf_depth_desc){0}};
    const lf_search_desc asking = {.allocator = meter_allocator(&s->asking)};
    return lf_world_create(&desc, &s->world) == LF_OK &&
           lf_world_search(s->world, &asking, &s->search) == LF_OK;
}

static void soak_end(soak *s) {
    lf_search_destroy(s->search);
    lf_world_destroy(s->world);
    CHECK_EQ(s->memory.live, 0);
    CHECK_EQ(s->asking.live, 0);
}

/// What the world held at the ends of days.
typedef struct held {
    int64_t *bytes;
    int64_t count, room;
} held;

static void held_add(held *h, int64_t bytes) {
    if (h->count == h->room) {
        h->room = h->room * 2 + 64;
        h->bytes = realloc(h->bytes, (size_t)h->room * sizeof *h->bytes);
    }
    h->bytes[h->count++] = bytes;
}

static int compare_bytes(const void *a, const void *b) {
    const int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    return (one > other) - (one < other);
}

/// With the spare sets of parts that happen to be there the amount goes up and down. What leaks lifts the whole second
/// half of the days: its least, its quarters and its most. One of them, at least, has to stay, but for two percent.
static void check_flat(const held *h) {
    enum { QUARTERS = 4 };
    const int64_t days = h->count / 2;
    int64_t *first = h->bytes, *second = h->bytes + h->count - days;
    bool stays = false;
    if (days == 0) return;
    qsort(first, (size_t)days, sizeof *first, compare_bytes);
    qsort(second, (size_t)days, sizeof *second, compare_bytes);
    printf("bytes at the ends of days, least, quarters and most of both halves:\n");
    for (int i = 0; i <= QUARTERS; i++) {
        const int64_t at = (days - 1) * i / QUARTERS;
        printf("%" PRId64 "\t%" PRId64 "\n", first[at], second[at]);
        stays = stays || second[at] <= first[at] + first[at] / 50;
    }
    if (h->count >= ENOUGH_DAYS) CHECK(stays);
}

/// The days on which a second world lives along.
enum { LOCKSTEP_DAYS = 6 };

/// One day, the same for the first world and, on the first days, for the second.
static void day_live(soak *s, soak *twin) {
    const uint64_t seed = s->days % 2 == 0 ? 77 : 1000 + (uint64_t)s->days;
    const uint64_t of_day = day(s, seed);
    if (twin->days < LOCKSTEP_DAYS) CHECK(day(twin, seed) == of_day);
}

static void soak_run(soak *s, soak *twin, double seconds, int64_t days) {
    const uint64_t start = now_ns();
    const double row_s = seconds / 30;
    double next = row_s;
    held bytes = {0};
    printf("day\tedits\tqueries\tchecked\troutes_kept\troutes_planned\tbytes\tmost_bytes\tsearch_"
           "bytes\tcommit_us\t"
           "query_us\n");
    for (;;) {
        day_live(s, twin);
        held_add(&bytes, s->memory.live);
        const double passed = (double)(now_ns() - start) / 1e9;
        const bool over = test_failures > 0 || (days > 0 ? s->days >= days : passed >= seconds);
        if (days > 0 || over || passed >= next) row(s);
        while (next <= passed && row_s > 0) next += row_s;
        if (over) break;
    }
    if (test_failures == 0) check_flat(&bytes);
    free(bytes.bytes);
}

static int usage(void) {
    fprintf(stderr, "soak SECONDS, or soak --days N: both whole numbers above 0\n");
    return 2;
}

int main(int argc, char **argv) {
    static soak s, twin;
    const bool counted = argc == 3 && strcmp(argv[1], "--days") == 0;
    if (argc != 2 && !counted) return usage();
    char *end;
    const long long number = strtoll(argv[argc - 1], &end, 10);
    if (*end != '\0' || number <= 0) return usage();
    if (!CHECK(soak_begin(&s)) || !CHECK(soak_begin(&twin))) return 1;
    soak_run(&s, &twin, counted ? 0 : (double)number, counted ? number : 0);
    if (test_failures == 0) soak_end(&s);
    if (test_failures == 0) soak_end(&twin);
    printf("%s: %" PRId64 " days, %" PRId64 " edits, %" PRId64 " queries, %" PRId64
           " of them checked closely\n",
           test_failures == 0 ? "passed" : "failed", s.days, s.edits, s.queries, s.checked);
    return test_failures != 0;
}
