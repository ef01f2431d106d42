// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The bytes of an index. The first byte says how the input is made: bits 0 and 1 the move rules, bit 2 the
// cost, bit 3 whether a recipe begins with a hierarchy, bit 4 whether with a depth gate, bit 5 whether a
// mark is believed, bit 6 whether the checksum is made right afterwards,
// bit 7 whether the rest is a recipe (patches of three bytes, a 16-bit place and a value, on the saved index
// of a small map) or the bytes themselves. The bytes are used where they are, and a copy of them must be accepted or
// refused alike. Whatever comes out: it is refused with a status of its own, or searches with it end, in their own
// memory, and unless a mark was believed every route is legal.

#include "../tests/forge.h"
#include "fuzz.h"

enum { WIDTH = 19, HEIGHT = 11, MOST_TILES = WIDTH * HEIGHT };

static const char small_map[] = "..................."
                                "..####......##....."
                                "..#..........#..#.."
                                ".....#..##......#.."
                                "...###..##...####.."
                                "....#.............."
                                ".#.....####..#.#.#."
                                ".#.....#..#..#.#.#."
                                ".####..#.....#...#."
                                ".......##.##.#####."
                                "...................";

static lf_map *map_make(lf_moves moves) {
    uint8_t tiles[MOST_TILES];
    for (int i = 0; i < MOST_TILES; i++) tiles[i] = small_map[i] == '.';
    const lf_map_desc desc = {
        .width = WIDTH, .height = HEIGHT, .tiles = tiles, .tiles_size = sizeof tiles, .moves = moves};
    lf_map *map;
    FUZZ_CHECK(lf_map_create(&desc, &map) == LF_OK);
    return map;
}

/// A saved index that recipes begin with. There are a dozen, made once each.
static const fuzz_saved *saved_make(const lf_map *map, const lf_depth *depth, uint8_t how) {
    static fuzz_saved all[3][2][2][2];
    const int cost = how >> 2 & 1, hierarchy = how >> 3 & 1, gate = how >> 4 & 1;
    fuzz_saved *saved = &all[lf_map_moves(map)][cost][hierarchy][gate];
    if (saved->bytes != NULL) return saved;
    const lf_index_desc desc = {.cost = (lf_cost)cost,
                                .hierarchy = hierarchy != 0 ? LF_HIERARCHY_YES : LF_HIERARCHY_NO,
                                .depth = depth,
                                .min_depth = gate};
    *saved = fuzz_save_index(map, &desc);
    return saved;
}

/// The bytes to load, to be freed.
static uint8_t *bytes_make(const lf_map *map, const lf_depth *depth, const uint8_t *data, size_t size,
                           size_t *out_size) {
    uint8_t *bytes;
    const uint8_t how = data[0];
    data++;
    size--;
    if ((how & 128) != 0) {
        const fuzz_saved *saved = saved_make(map, depth, how);
        *out_size = saved->size;
        bytes = malloc(saved->size);
        if (bytes != NULL) memcpy(bytes, saved->bytes, saved->size);
        for (; bytes != NULL && size >= 3; data += 3, size -= 3)
            bytes[(size_t)(data[0] | data[1] << 8) % *out_size] = data[2];
    } else {
        *out_size = size;
        bytes = malloc(size + 1);
        if (bytes != NULL && size > 0) memcpy(bytes, data, size);
    }
    if (bytes != NULL && (how & 64) != 0 && *out_size >= 8) forge(bytes, *out_size);
    if (bytes != NULL && (how & 32) != 0) lf_index_mark(bytes, *out_size); // what it refuses stays as it is
    return bytes;
}

/// Routes between many pairs of tiles.
static void index_use(const lf_map *map, const lf_depth *depth, const lf_index *index, bool believed) {
    lf_search *search;
    const int32_t gate = lf_index_min_depth(index);
    const lf_search_desc desc = {.index = gate == 0 ? index : NULL,
                                 .depth = depth,
                                 .gate_indexes = &index,
                                 .gate_index_count = gate != 0};
    FUZZ_CHECK(lf_search_create(map, &desc, &search) == LF_OK);
    for (lf_tile from = 0; from < MOST_TILES; from += 23) {
        for (lf_tile to = MOST_TILES; to-- > 0; to -= to % 29) {
            lf_tile tiles[MOST_TILES];
            const lf_source source = {.tile = from};
            const lf_query query = {.sources = &source,
                                    .source_count = 1,
                                    .targets = &to,
                                    .target_count = 1,
                                    .strategy = LF_STRATEGY_HEADLAND,
                                    .options.cost = lf_index_cost(index),
                                    .gate.min_depth = gate};
            lf_route route;
            if (lf_search_find(search, &query, tiles, MOST_TILES, &route) != LF_OK) continue;
            if (believed) continue;
            FUZZ_CHECK(lf_route_check(map, tiles, route.tile_count, NULL, NULL) == LF_OK);
            FUZZ_CHECK(lf_route_least_depth(depth, search, tiles, route.tile_count) >= gate);
        }
    }
    lf_search_destroy(search);
}

static bool bytes_are_loaded(const lf_map *map, const lf_index_desc *desc, const uint8_t *bytes,
                             size_t size) {
    lf_index *index;
    const lf_status status = lf_index_load(map, desc, bytes, size, &index);
    lf_index_destroy(index);
    return status == LF_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1) return 0;
    lf_map *map = map_make((lf_moves)((data[0] & 3) % 3));
    lf_depth *depth;
    FUZZ_CHECK(lf_depth_create(map, &(lf_depth_desc){.from = LF_DEPTH_CORNER}, &depth) == LF_OK);
    size_t bytes_size;
    uint8_t *bytes = bytes_make(map, depth, data, size, &bytes_size);
    lf_index *index = NULL;
    const bool believed = (data[0] & 32) != 0;
    if (bytes != NULL) {
        const lf_index_desc desc = {.depth = depth, .believe_mark = believed};
        const lf_status status = lf_index_view(map, &desc, bytes, bytes_size, &index);
        FUZZ_CHECK((status == LF_OK) == (index != NULL));
        FUZZ_CHECK((status == LF_OK) == bytes_are_loaded(map, &desc, bytes, bytes_size));
        FUZZ_CHECK(status == LF_OK || status == LF_E_INDEX_DEPTH ||
                   (status <= LF_E_INDEX_LIMIT && status >= LF_E_INDEX_CONTENT));
    }
    if (index != NULL) {
        FUZZ_CHECK(lf_index_save_size(index) == bytes_size); // longer by an order if there is a hierarchy
        index_use(map, depth, index, believed);
    }
    lf_index_destroy(index);
    free(bytes); // it was in use until now
    lf_depth_destroy(depth);
    lf_map_destroy(map);
    return 0;
}
