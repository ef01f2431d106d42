// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The ropes in the bytes of an index (src/index/ropes.c), of which the map of fuzz_index has none. The first byte says
// how the input is made: bits 0 and 1 the move rules, bit 2 the cost, bit 5 whether a mark is believed. Then come
// patches of three bytes, a 16-bit place among the bytes of the ropes (or in the header, among their counts) and a value;
// the checksum is right. Whatever is accepted: routes keep to the map and to their memory, and unless a mark was believed
// they are legal.
#include "../tests/forge.h"
#include "fuzz.h"

/// A corridor that winds: rows of open tiles, joined by turns at the left side and at the right.
enum { WIDTH = 6, HEIGHT = 601, MOST_TILES = WIDTH * HEIGHT };

/// Places below this are in the header: the numbers of ropes and strokes.
enum { HEADER_PLACES = 8 };

static lf_map *map_make(lf_moves moves) {
    uint8_t tiles[MOST_TILES];
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++)
            tiles[y * WIDTH + x] = y % 2 == 0 || x == (y % 4 == 1 ? WIDTH - 1 : 0);
    }
    const lf_map_desc desc = {
        .width = WIDTH, .height = HEIGHT, .tiles = tiles, .tiles_size = sizeof tiles, .moves = moves};
    lf_map *map;
    FUZZ_CHECK(lf_map_create(&desc, &map) == LF_OK);
    return map;
}

/// The bytes of an index with ropes, made once for each kind.
static const fuzz_saved *saved_make(const lf_map *map, lf_cost cost, bool marked) {
    static fuzz_saved all[3][2][2];
    fuzz_saved *saved = &all[lf_map_moves(map)][cost][marked];
    if (saved->bytes != NULL) return saved;
    *saved = fuzz_save_index(map, &(lf_index_desc){.cost = cost, .hierarchy = LF_HIERARCHY_YES});
    FUZZ_CHECK(get32(saved->bytes + FORGE_ROPES) > 0);
    if (marked) FUZZ_CHECK(lf_index_mark(saved->bytes, saved->size) == LF_OK);
    return saved;
}

static void bytes_patch(uint8_t *bytes, const fuzz_saved *saved, const uint8_t *data, size_t size) {
    const size_t begin = forge_at(saved->bytes, FORGE_ROPE_HEADS),
                 count = forge_at(saved->bytes, FORGE_RUNGS) - begin;
    for (; size >= 3; data += 3, size -= 3) {
        const size_t place = (size_t)(data[0] | data[1] << 8) % (count + HEADER_PLACES);
        bytes[place < HEADER_PLACES ? FORGE_ROPES + place : begin + place - HEADER_PLACES] = data[2];
    }
    forge(bytes, saved->size);
}

/// One route, into memory of so many tiles.
static void route_use(const lf_map *map, lf_search *search, const lf_query *query, int64_t room,
                      bool believed) {
    lf_route route;
    int64_t turns;
    lf_tile *tiles = malloc((size_t)room * sizeof *tiles); // no larger, for sanitizers
    FUZZ_CHECK(tiles != NULL);
    const lf_status status = lf_search_find(search, query, tiles, room, &route);
    FUZZ_CHECK(status == (room > route.length ? LF_OK : LF_E_BUFFER_TOO_SMALL));
    for (int64_t k = 0; k < room; k++) FUZZ_CHECK(tiles[k] < MOST_TILES);
    if (status == LF_OK && !believed)
        FUZZ_CHECK(lf_route_check(map, tiles, route.tile_count, NULL, NULL) == LF_OK);
    if (status == LF_OK) FUZZ_CHECK(lf_search_turns(search, tiles, room, &turns) == LF_OK && turns > 0);
    free(tiles);
}

static void index_use(const lf_map *map, const lf_index *index, bool believed) {
    static const lf_tile ends[] = {0, WIDTH * 20 + 3, WIDTH * 300, WIDTH * 444 + 1, MOST_TILES - 1};
    enum { ENDS = sizeof ends / sizeof *ends };
    lf_search *search;
    FUZZ_CHECK(lf_search_create(map, &(lf_search_desc){.index = index}, &search) == LF_OK);
    for (int i = 0; i < ENDS; i++) {
        for (int k = 0; k < ENDS; k++) {
            const lf_source source = {.tile = ends[i]};
            const lf_query query = {.sources = &source,
                                    .source_count = 1,
                                    .targets = &ends[k],
                                    .target_count = 1,
                                    .strategy = LF_STRATEGY_HEADLAND,
                                    .options.cost = lf_index_cost(index)};
            lf_route route;
            if (lf_search_find(search, &query, NULL, 0, &route) != LF_OK) continue;
            route_use(map, search, &query, route.length + 1, believed);
            route_use(map, search, &query, route.length / 2 + 1, believed);
        }
    }
    lf_search_destroy(search);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1) return 0;
    const bool believed = (data[0] & 32) != 0;
    lf_map *map = map_make((lf_moves)((data[0] & 3) % 3));
    const fuzz_saved *saved = saved_make(map, (lf_cost)(data[0] >> 2 & 1), believed);
    uint8_t *bytes = malloc(saved->size);
    FUZZ_CHECK(bytes != NULL);
    memcpy(bytes, saved->bytes, saved->size);
    bytes_patch(bytes, saved, data + 1, size - 1);
    lf_index *index;
    const lf_status status =
        lf_index_view(map, &(lf_index_desc){.believe_mark = believed}, bytes, saved->size, &index);
    FUZZ_CHECK((status == LF_OK) == (index != NULL));
    FUZZ_CHECK(status == LF_OK || (status <= LF_E_INDEX_LIMIT && status >= LF_E_INDEX_CONTENT));
    if (index != NULL) index_use(map, index, believed);
    lf_index_destroy(index);
    free(bytes); // it was in use until now
    lf_map_destroy(map);
    return 0;
}
