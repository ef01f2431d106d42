// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The map generators: the same tiles everywhere, every size, and each kind is what its name says.
#include "scenes.h"
#include "test.h"

typedef struct plan {
    int32_t width, height;
    uint8_t *tiles;
} plan;

static plan plan_make(lf_scene scene, int32_t width, int32_t height, uint64_t seed) {
    plan p = {width, height, malloc((size_t)width * (size_t)height)};
    if (p.tiles == NULL) abort();
    memset(p.tiles, 0xAA, (size_t)width * (size_t)height);
    CHECK(lf_scene_make(scene, width, height, seed, p.tiles));
    return p;
}

static int64_t plan_count(const plan *p) {
    return (int64_t)p->width * p->height;
}

static int64_t plan_open(const plan *p) {
    int64_t open = 0;
    for (int64_t i = 0; i < plan_count(p); i++) open += p->tiles[i] == 1;
    return open;
}

static uint64_t plan_hash(const plan *p) {
    uint64_t hash = 0xCBF29CE484222325u;
    for (int64_t i = 0; i < plan_count(p); i++) hash = (hash ^ p->tiles[i]) * 0x100000001B3u;
    return hash;
}

// Marks all that hangs together with `start` under orthogonal moves with 2, and counts it.
static int64_t plan_flood(plan *p, int64_t start, int64_t *stack) {
    int64_t filled = 1, count = 0;
    stack[0] = start;
    p->tiles[start] = 2;
    while (filled > 0) {
        const int64_t at = stack[--filled], x = at % p->width, y = at / p->width;
        count++;
        const int64_t next[4] = {x > 0 ? at - 1 : -1, x + 1 < p->width ? at + 1 : -1,
                                 y > 0 ? at - p->width : -1, y + 1 < p->height ? at + p->width : -1};
        for (int k = 0; k < 4; k++) {
            if (next[k] < 0 || p->tiles[next[k]] != 1) continue;
            p->tiles[next[k]] = 2;
            stack[filled++] = next[k];
        }
    }
    return count;
}

// The size of the largest body under orthogonal moves; spoils the tiles.
static int64_t plan_largest_body(plan *p) {
    int64_t *stack = malloc((size_t)plan_count(p) * sizeof *stack), largest = 0;
    if (stack == NULL) abort();
    for (int64_t i = 0; i < plan_count(p); i++) {
        if (p->tiles[i] != 1) continue;
        const int64_t size = plan_flood(p, i, stack);
        if (size > largest) largest = size;
    }
    free(stack);
    return largest;
}

static void names_round_trip(void) {
    for (int i = 0; i < LF_SCENE_COUNT; i++) {
        lf_scene scene = LF_SCENE_COUNT;
        CHECK(lf_scene_parse(lf_scene_name((lf_scene)i), &scene));
        CHECK_EQ(scene, i);
        CHECK(lf_scene_text((lf_scene)i) != NULL);
    }
    CHECK_STR(lf_scene_name(LF_SCENE_RIVER), "river-into-ocean");
    CHECK(lf_scene_name(LF_SCENE_COUNT) == NULL);
    CHECK(lf_scene_text((lf_scene)99) == NULL);
}

static void bad_arguments_are_refused(void) {
    lf_scene scene = LF_SCENE_MAZE;
    uint8_t tile = 7;
    CHECK(!lf_scene_parse("Open", &scene));
    CHECK(!lf_scene_parse("", &scene));
    CHECK(!lf_scene_parse(NULL, &scene));
    CHECK(!lf_scene_parse("open", NULL));
    CHECK_EQ(scene, LF_SCENE_MAZE);
    CHECK(!lf_scene_make(LF_SCENE_COUNT, 1, 1, 1, &tile));
    CHECK(!lf_scene_make(LF_SCENE_OPEN, 0, 1, 1, &tile));
    CHECK(!lf_scene_make(LF_SCENE_OPEN, 1, -1, 1, &tile));
    CHECK(!lf_scene_make(LF_SCENE_OPEN, 1, 1, 1, NULL));
    CHECK_EQ(tile, 7);
}

static void random_numbers_are_fair(void) {
    // The first numbers of splitmix64 for the seed 0, as its author published them.
    lf_random random = lf_random_make(0);
    CHECK_EQ(lf_random_next(&random), 0xE220A8397B1DCDAFu);
    CHECK_EQ(lf_random_next(&random), 0x6E789E6AA1B965F4u);
    int32_t seen[7] = {0};
    for (int i = 0; i < 70000; i++) seen[lf_random_below(&random, 7)]++;
    for (int i = 0; i < 7; i++) CHECK(seen[i] > 9500 && seen[i] < 10500);
    for (int i = 0; i < 100; i++) CHECK_EQ(lf_random_below(&random, 1), 0);
}

static void every_size_works(void) {
    static const int32_t sizes[][2] = {{1, 1},    {1, 7},   {7, 1},    {2, 2},     {3, 3},    {5, 2},
                                       {12, 12},  {63, 65}, {64, 64},  {129, 3},   {3, 129},  {1, 5000},
                                       {5000, 1}, {37, 41}, {300, 17}, {2049, 20}, {20, 2049}};
    for (int scene = 0; scene < LF_SCENE_COUNT; scene++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            for (uint64_t seed = 0; seed < 8; seed++) {
                plan p = plan_make((lf_scene)scene, sizes[i][0], sizes[i][1], seed);
                int64_t strange = 0;
                for (int64_t k = 0; k < plan_count(&p); k++) strange += p.tiles[k] > 1;
                CHECK_EQ(strange, 0);
                CHECK(plan_open(&p) >= 1);
                free(p.tiles);
            }
        }
    }
}

static void seeds_matter(void) {
    for (int scene = LF_SCENE_OPEN + 1; scene < LF_SCENE_COUNT; scene++) {
        plan a = plan_make((lf_scene)scene, 200, 150, 1), b = plan_make((lf_scene)scene, 200, 150, 2);
        CHECK(plan_hash(&a) != plan_hash(&b));
        free(a.tiles);
        free(b.tiles);
    }
}

// If one of these moves, every committed measurement on that scene is about another map.
static void tiles_are_the_same_everywhere(void) {
    static const struct {
        lf_scene scene;
        uint64_t small, large; // 61 x 47 with seed 7; 2500 x 300 with seed 20261115
    } golden[] = {
        {LF_SCENE_OPEN, 0xF253575C293C30D2, 0x544C689E12CCD695},
        {LF_SCENE_NOISE, 0x73D5C8412C500364, 0x68E42964395C1E42},
        {LF_SCENE_ROOMS, 0x6163013645E65695, 0xB63459F59639DDE2},
        {LF_SCENE_MAZE, 0x859F37B80EC561FE, 0x1FCBE310700BEF8A},
        {LF_SCENE_ISLANDS, 0x872D429A68A3C55D, 0xFC83A3E9128D06D3},
        {LF_SCENE_RIVER, 0x6D73E234DBCD6565, 0xBB8C943BEAD2FCA5},
        {LF_SCENE_ARCHIPELAGO, 0x6E8DE85F5816F1FF, 0x6014233DB4CC250A},
    };
    CHECK_EQ(sizeof golden / sizeof *golden, LF_SCENE_COUNT);
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        plan small = plan_make(golden[i].scene, 61, 47, 7);
        plan large = plan_make(golden[i].scene, 2500, 300, 20261115);
        if (!CHECK(plan_hash(&small) == golden[i].small && plan_hash(&large) == golden[i].large))
            printf("  %s: 0x%016" PRIX64 " 0x%016" PRIX64 "\n", lf_scene_name(golden[i].scene),
                   plan_hash(&small), plan_hash(&large));
        free(small.tiles);
        free(large.tiles);
    }
}

static void shares_are_sane(void) {
    static const struct {
        lf_scene scene;
        int32_t least, most; // open tiles in 1000
    } shares[] = {{LF_SCENE_OPEN, 1000, 1000},     {LF_SCENE_NOISE, 640, 660},   {LF_SCENE_ROOMS, 850, 920},
                  {LF_SCENE_MAZE, 490, 510},       {LF_SCENE_ISLANDS, 600, 900}, {LF_SCENE_RIVER, 350, 650},
                  {LF_SCENE_ARCHIPELAGO, 640, 660}};
    const uint64_t first = test_seed();
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        for (uint64_t seed = first; seed < first + 10; seed++) {
            plan p = plan_make(shares[i].scene, 512, 384, seed);
            const int64_t share = plan_open(&p) * 1000 / plan_count(&p);
            if (!CHECK(share >= shares[i].least && share <= shares[i].most))
                printf("  %s, seed %" PRIu64 ": %" PRId64 " in 1000\n", lf_scene_name(shares[i].scene), seed,
                       share);
            free(p.tiles);
        }
    }
}

static void most_open_tiles_are_one_body(void) {
    static const struct {
        lf_scene scene;
        int32_t least; // largest body, in 1000 of the open tiles
    } bodies[] = {{LF_SCENE_OPEN, 1000},   {LF_SCENE_ROOMS, 950},  {LF_SCENE_MAZE, 1000},
                  {LF_SCENE_ISLANDS, 950}, {LF_SCENE_RIVER, 1000}, {LF_SCENE_ARCHIPELAGO, 600}};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        for (uint64_t seed = 1; seed <= 10; seed++) {
            plan p = plan_make(bodies[i].scene, 512, 512, seed);
            const int64_t open = plan_open(&p), share = plan_largest_body(&p) * 1000 / open;
            if (!CHECK(share >= bodies[i].least))
                printf("  %s, seed %" PRIu64 ": %" PRId64 " in 1000\n", lf_scene_name(bodies[i].scene), seed,
                       share);
            free(p.tiles);
        }
    }
}

// A tree: in one piece, and one link between neighbours fewer than there are tiles.
static void mazes_are_perfect(void) {
    static const int32_t sizes[][2] = {{1, 1}, {2, 2}, {1, 9}, {9, 1}, {31, 57}, {64, 64}, {301, 255}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        plan p = plan_make(LF_SCENE_MAZE, sizes[i][0], sizes[i][1], i);
        int64_t links = 0;
        for (int64_t k = 0; k < plan_count(&p); k++) {
            if (p.tiles[k] == 0) continue;
            links += k % p.width + 1 < p.width && p.tiles[k + 1] == 1;
            links += k / p.width + 1 < p.height && p.tiles[k + p.width] == 1;
        }
        const int64_t open = plan_open(&p);
        CHECK_EQ(links, open - 1);
        CHECK_EQ(plan_largest_body(&p), open);
        // Every junction is part of it.
        CHECK_EQ(open, 2 * (int64_t)((p.width + 1) / 2) * ((p.height + 1) / 2) - 1);
        free(p.tiles);
    }
}

// From its spring at the left edge the river reaches the last column, and nothing lies apart.
static void rivers_reach_the_ocean(void) {
    for (uint64_t seed = 0; seed < 40; seed++) {
        const int32_t width = 40 + (int32_t)seed * 23, height = 700 - (int32_t)seed * 16;
        plan p = plan_make(LF_SCENE_RIVER, width, height, seed);
        int64_t spring = -1;
        for (int64_t y = 0; y < height / 2 && spring < 0; y++)
            if (p.tiles[y * width] == 1) spring = y * width;
        if (CHECK(spring >= 0)) {
            int64_t *stack = malloc((size_t)plan_count(&p) * sizeof *stack);
            if (stack == NULL) abort();
            const int64_t open = plan_open(&p);
            CHECK_EQ(plan_flood(&p, spring, stack), open);
            for (int64_t y = 0; y < height; y++) CHECK_EQ(p.tiles[(y + 1) * width - 1], 2);
            free(stack);
        }
        free(p.tiles);
    }
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(names_round_trip),
        TEST(bad_arguments_are_refused),
        TEST(random_numbers_are_fair),
        TEST(every_size_works),
        TEST(seeds_matter),
        TEST(tiles_are_the_same_everywhere),
        TEST(shares_are_sane),
        TEST(most_open_tiles_are_one_body),
        TEST(mazes_are_perfect),
        TEST(rivers_reach_the_ocean),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
