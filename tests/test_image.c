// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Images of maps: a map that uses one is as good as the map that the image was made of, takes next to no memory and leaves
// the image as it is; what is no image, or not a whole one, is refused; memory.
#include "map/map.h"
#include "meter.h"
#include "oracle.h"
#include "test.h"

#include <string.h>

enum { MAPS = 60, PADDING = 64, QUERIES = 12, HEADER_BYTES = 64 };

/// A map, its image, and the map that uses it.
typedef struct imaged {
    oracle_map plan;
    uint8_t *depth;
    lf_map *map, *view;
    char *memory, *image;
    size_t size;
} imaged;

static oracle_map plan_make(uint64_t *random, int32_t width, int32_t height) {
    oracle_map plan = {.width = width, .height = height, .open = malloc((size_t)width * (size_t)height)};
    const int dense = 2 + oracle_below(random, 6);
    for (int i = 0; i < width * height; i++) plan.open[i] = oracle_below(random, dense) != 0;
    return plan;
}

static imaged imaged_make(uint64_t seed, bool deep, bool bodies) {
    uint64_t random = seed;
    imaged s = {0};
    const int32_t width = 1 + (int32_t)oracle_below(&random, 150);
    s.plan = plan_make(&random, width, 1 + (int32_t)oracle_below(&random, 60));
    const size_t tiles = (size_t)s.plan.width * (size_t)s.plan.height;
    s.depth = malloc(tiles);
    for (size_t i = 0; i < tiles; i++) s.depth[i] = (uint8_t)oracle_below(&random, 256);
    const lf_map_desc desc = {.width = s.plan.width,
                              .height = s.plan.height,
                              .tiles = s.plan.open,
                              .tiles_size = tiles,
                              .moves = (lf_moves)oracle_below(&random, 3),
                              .skip_bodies = !bodies,
                              .depth = deep ? s.depth : NULL};
    CHECK_EQ(lf_map_create(&desc, &s.map), LF_OK);
    s.size = lf_map_image_size(s.map);
    s.memory = malloc(s.size + PADDING);
    s.image = s.memory + (16 - (uintptr_t)s.memory % 16);
    CHECK_EQ(lf_map_image(s.map, s.image, s.size), LF_OK);
    CHECK_EQ(lf_map_view(s.image, s.size, NULL, &s.view), LF_OK);
    return s;
}

static void imaged_free(imaged *s) {
    lf_map_destroy(s->view);
    lf_map_destroy(s->map);
    free(s->memory);
    free(s->depth);
    free(s->plan.open);
}

static lf_tile tile_any(const lf_map *map, uint64_t *random) {
    return (lf_tile)oracle_below(random, lf_map_width(map) * lf_map_height(map));
}

static void maps_compare(const lf_map *a, const lf_map *b) {
    CHECK_EQ(lf_map_width(a), lf_map_width(b));
    CHECK_EQ(lf_map_height(a), lf_map_height(b));
    CHECK_EQ(lf_map_moves(a), lf_map_moves(b));
    CHECK_EQ(lf_map_open_count(a), lf_map_open_count(b));
    CHECK_EQ(lf_map_body_count(a), lf_map_body_count(b));
    CHECK_EQ(lf_map_has_depth(a), lf_map_has_depth(b));
    for (lf_tile tile = 0; tile < a->tile_count; tile++) {
        CHECK_EQ(lf_map_is_open(a, tile), lf_map_is_open(b, tile));
        CHECK_EQ(lf_map_body(a, tile), lf_map_body(b, tile));
        CHECK_EQ(lf_map_depth(a, tile), lf_map_depth(b, tile));
    }
}

static int64_t length_of(lf_search *search, lf_source source, lf_tile target) {
    const lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
    lf_route route = {0};
    const lf_status status = lf_search_find(search, &query, NULL, 0, &route);
    return status < 0 && status != LF_E_BUFFER_TOO_SMALL ? (int64_t)status : route.found ? route.length : -1;
}

static lf_search *search_make(const lf_map *map, bool indexed, lf_index **index) {
    lf_search *search;
    *index = NULL;
    if (indexed) CHECK_EQ(lf_index_create(map, NULL, index), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = *index}, &search), LF_OK);
    return search;
}

static void searches_compare(const imaged *s, bool indexed, uint64_t seed) {
    lf_index *index, *index_view;
    lf_search *search = search_make(s->map, indexed, &index),
              *search_view = search_make(s->view, indexed, &index_view);
    for (int i = 0; i < QUERIES; i++) {
        const lf_source source = {tile_any(s->map, &seed), 0};
        const lf_tile target = tile_any(s->map, &seed);
        CHECK_EQ(length_of(search_view, source, target), length_of(search, source, target));
    }
    lf_search_destroy(search);
    lf_search_destroy(search_view);
    lf_index_destroy(index);
    lf_index_destroy(index_view);
}

static void views_are_as_good(void) {
    for (uint64_t seed = 1; seed <= MAPS; seed++) {
        imaged s = imaged_make(seed, seed % 3 == 0, seed % 4 != 0);
        char *before = malloc(s.size);
        memcpy(before, s.image, s.size);
        maps_compare(s.map, s.view);
        CHECK(lf_map_bytes(s.view) < 2048);
        searches_compare(&s, seed % 2 == 0, seed);
        CHECK_EQ(lf_map_find_bodies(s.view), LF_OK); // its own, if the image has none
        CHECK_EQ(lf_map_find_bodies(s.map), LF_OK);
        maps_compare(s.map, s.view);
        CHECK(memcmp(before, s.image, s.size) == 0);
        free(before);
        imaged_free(&s);
    }
}

/// What is edited is a copy, with everything of its own.
static void copies_are_their_own(void) {
    for (uint64_t seed = 1; seed <= MAPS; seed++) {
        imaged s = imaged_make(seed, seed % 2 == 0, seed % 3 != 0);
        lf_map *copy, *blank;
        CHECK_EQ(lfi_map_copy(s.view, &copy), LF_OK);
        CHECK_EQ(lfi_map_blank(s.view, &s.view->allocator, &blank), LF_OK);
        CHECK_EQ(lf_map_bytes(copy), lf_map_bytes(s.map));
        CHECK_EQ(lf_map_open_count(blank), 0);
        memset(s.image, 0x55, s.size);
        maps_compare(s.map, copy);
        lf_map_destroy(copy);
        lf_map_destroy(blank);
        imaged_free(&s);
    }
}

static lf_status view_status(const void *memory, size_t size) {
    lf_map *map = NULL;
    const lf_status status = lf_map_view(memory, size, NULL, &map);
    CHECK_EQ(map != NULL, status == LF_OK);
    lf_map_destroy(map);
    return status;
}

static void others_are_refused(void) {
    imaged s = imaged_make(3, true, true);
    lf_map *map = s.map;
    CHECK_EQ(lf_map_image_size(NULL), 0u);
    CHECK_EQ(lf_map_image(NULL, s.image, s.size), LF_E_NULL);
    CHECK_EQ(lf_map_image(s.map, NULL, s.size), LF_E_NULL);
    CHECK_EQ(lf_map_image(s.map, s.image, s.size - 1), LF_E_BUFFER_TOO_SMALL);
    CHECK_EQ(lf_map_image(s.map, s.image + 8, s.size), LF_E_MAP_IMAGE);
    CHECK_EQ(lf_map_view(NULL, s.size, NULL, &map), LF_E_NULL);
    CHECK(map == NULL);
    CHECK_EQ(lf_map_view(s.image, s.size, NULL, NULL), LF_E_NULL);
    CHECK_EQ(lf_map_view(s.image, s.size, &(lf_allocator){.alloc = meter_alloc}, &map), LF_E_ALLOCATOR);
    CHECK_EQ(view_status(s.image + 8, s.size - 8), LF_E_MAP_IMAGE);
    for (size_t size = 0; size < s.size; size += size < 80 ? 1 : 61)
        CHECK_EQ(view_status(s.image, size), LF_E_MAP_IMAGE);
    for (int byte = 0; byte < HEADER_BYTES;
         byte++) { // the first ones say what it is, who made it, and its size
        for (int bit = 0; bit < 8; bit++) {
            s.image[byte] = (char)(s.image[byte] ^ 1 << bit);
            const lf_status status = view_status(s.image, s.size);
            s.image[byte] = (char)(s.image[byte] ^ 1 << bit);
            if (byte < 24) CHECK_EQ(status, LF_E_MAP_IMAGE);
        }
    }
    CHECK_EQ(view_status(s.image, s.size), LF_OK);
    imaged_free(&s);
}

static void memory_may_be_short(void) {
    imaged s = imaged_make(5, false, true);
    meter m = {.fail_at = 1};
    const lf_allocator allocator = meter_allocator(&m);
    lf_map *map;
    CHECK_EQ(lf_map_view(s.image, s.size, &allocator, &map), LF_E_NOMEM);
    CHECK(map == NULL);
    m = (meter){0};
    CHECK_EQ(lf_map_view(s.image, s.size, &allocator, &map), LF_OK);
    lf_map_destroy(map);
    CHECK_EQ(m.live, 0);
    imaged_free(&s);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(views_are_as_good), TEST(copies_are_their_own),
                                      TEST(others_are_refused), TEST(memory_may_be_short)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
