// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Unit tests of the map: the three tile formats, sizes and refusals, lookups, bodies against a slow flood
// fill; and of the places and lines that everything above it is measured with.
#include "test.h"

#include "map/map.h"
#include "meter.h"
#include "oracle.h"

static lf_map *map_from_text(int32_t width, int32_t height, const char *text, lf_moves moves) {
    uint8_t bytes[256];
    for (int32_t i = 0; i < width * height; i++) bytes[i] = text[i] == '.';
    lf_map *map = NULL;
    const lf_map_desc desc = {.width = width,
                              .height = height,
                              .tiles = bytes,
                              .tiles_size = (size_t)(width * height),
                              .moves = moves};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    return map;
}

static void lookups(void) {
    lf_map *map = map_from_text(3, 2,
                                ".#."
                                "..#",
                                LF_MOVES_KING);
    CHECK_EQ(lf_map_width(map), 3);
    CHECK_EQ(lf_map_height(map), 2);
    CHECK_EQ(lf_map_open_count(map), 4);
    CHECK_EQ(lf_map_tile(map, 2, 1), 5);
    CHECK_EQ(lf_map_tile(map, 3, 0), LF_NO_TILE);
    CHECK_EQ(lf_map_tile(map, 0, -1), LF_NO_TILE);
    CHECK_EQ(lf_map_tile(map, -1, 0), LF_NO_TILE);
    CHECK_EQ(lf_map_tile(map, 0, 2), LF_NO_TILE);
    CHECK_EQ(lf_map_point(map, 5).x, 2);
    CHECK_EQ(lf_map_point(map, 5).y, 1);
    CHECK_EQ(lf_map_point(map, 6).x, -1);
    CHECK(lf_map_is_open(map, 0) && !lf_map_is_open(map, 1) && lf_map_is_open(map, 2) &&
          !lf_map_is_open(map, 5));
    CHECK(!lf_map_is_open(map, 6) && !lf_map_is_open(map, LF_NO_TILE));
    CHECK(!lf_map_has_depth(map));
    CHECK_EQ(lf_map_depth(map, 0), 0);
    CHECK(lf_map_bytes(map) > 0);
    lf_map_destroy(map);
}

static void null_is_harmless(void) {
    lf_map_destroy(NULL);
    CHECK_EQ(lf_map_width(NULL) + lf_map_height(NULL) + lf_map_open_count(NULL), 0);
    CHECK_EQ(lf_map_moves(NULL), LF_MOVES_KING);
    CHECK_EQ(lf_map_bytes(NULL), 0);
    CHECK_EQ(lf_map_tile(NULL, 0, 0), LF_NO_TILE);
    CHECK_EQ(lf_map_point(NULL, 0).y, -1);
    CHECK(!lf_map_is_open(NULL, 0) && !lf_map_has_depth(NULL));
    CHECK_EQ(lf_map_depth(NULL, 0), 0);
    CHECK_EQ(lf_map_find_bodies(NULL), LF_E_NULL);
    CHECK_EQ(lf_map_body_count(NULL), 0);
    CHECK_EQ(lf_map_body(NULL, 0), LF_NO_BODY);
    CHECK_EQ(lf_map_body_size(NULL, 0), 0);
}

static lf_status create_status(lf_map_desc desc) {
    lf_map *map = (lf_map *)&desc; // anything but NULL: an error must clear it
    const lf_status status = lf_map_create(&desc, &map);
    CHECK_EQ(status == LF_OK, map != NULL);
    lf_map_destroy(map);
    return status;
}

static void bad_descriptions_are_refused(void) {
    static const uint8_t bytes[64] = {1};
    const lf_map_desc good = {.width = 4, .height = 4, .tiles = bytes, .tiles_size = 16};
    lf_map_desc desc = good;
    CHECK_EQ(create_status(desc), LF_OK);
    desc.width = 0;
    CHECK_EQ(create_status(desc), LF_E_SIZE);
    desc.width = -3;
    CHECK_EQ(create_status(desc), LF_E_SIZE);
    desc = good, desc.height = 0;
    CHECK_EQ(create_status(desc), LF_E_SIZE);
    desc = good, desc.width = desc.height = 65536; // 2^32 tiles
    CHECK_EQ(create_status(desc), LF_E_TOO_MANY_TILES);
    desc.height = 65535; // 2^32 - 2^16: allowed, but the buffer is small
    CHECK_EQ(create_status(desc), LF_E_TILES_SIZE);
    desc.width = desc.height = INT32_MAX;
    CHECK_EQ(create_status(desc), LF_E_TOO_MANY_TILES);
    desc = good, desc.tiles = NULL;
    CHECK_EQ(create_status(desc), LF_E_NULL);
    desc = good, desc.tiles_size = 15;
    CHECK_EQ(create_status(desc), LF_E_TILES_SIZE);
    desc = good, desc.tiles_size = 3;
    CHECK_EQ(create_status(desc), LF_E_TILES_SIZE);
    desc = good, desc.row_stride = 3;
    CHECK_EQ(create_status(desc), LF_E_ROW_STRIDE);
    desc = good, desc.row_stride = 5;
    CHECK_EQ(create_status(desc), LF_E_TILES_SIZE);
    desc.tiles_size = 19; // three strides and a last row without its gap
    CHECK_EQ(create_status(desc), LF_OK);
    desc.row_stride = SIZE_MAX;
    CHECK_EQ(create_status(desc), LF_E_TILES_SIZE);
    desc = good, desc.format = (lf_tile_format)9;
    CHECK_EQ(create_status(desc), LF_E_FORMAT);
    desc = good, desc.moves = (lf_moves)3;
    CHECK_EQ(create_status(desc), LF_E_MOVES);
    desc = good, desc.allocator.alloc = meter_alloc;
    CHECK_EQ(create_status(desc), LF_E_ALLOCATOR);
    lf_map *map;
    CHECK_EQ(lf_map_create(NULL, &map), LF_E_NULL);
    CHECK(map == NULL);
    CHECK_EQ(lf_map_create(&good, NULL), LF_E_NULL);
}

/// The three formats and a stride describe the same map; sides around the word width.
static void formats_agree(void) {
    uint64_t random = test_seed();
    for (int round = 0; round < 400; round++) {
        const int width = 1 + oracle_below(&random, 140), height = 1 + oracle_below(&random, 6);
        const size_t stride = (size_t)(width + oracle_below(&random, 9)),
                     bit_stride = (size_t)(width + 7) / 8;
        uint8_t *bytes = malloc(stride * (size_t)height), *masked = malloc(stride * (size_t)height);
        uint8_t *bits = calloc(bit_stride, (size_t)height);
        for (size_t i = 0; i < stride * (size_t)height; i++) {
            bytes[i] = (uint8_t)(oracle_below(&random, 3) * 100);
            masked[i] = (uint8_t)(oracle_below(&random, 256) & 0x7d) | (bytes[i] != 0 ? 0x02 : 0x80);
        }
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                const unsigned open = bytes[(size_t)y * stride + (size_t)x] != 0;
                bits[(size_t)y * bit_stride + (size_t)(x / 8)] |= (uint8_t)(open << (x % 8));
            }
            // Bits after the end of a row are nobody's and must be ignored.
            if (width % 8 != 0) bits[(size_t)(y + 1) * bit_stride - 1] |= (uint8_t)(0xff << (width % 8));
        }
        lf_map_desc desc = {
            .width = width, .height = height, .row_stride = stride, .tiles_size = stride * (size_t)height};
        lf_map *a, *b, *c;
        desc.tiles = bytes;
        CHECK_EQ(lf_map_create(&desc, &a), LF_OK);
        desc.tiles = masked, desc.format = LF_TILES_MASKED, desc.mask = 0x82, desc.value = 0x02;
        CHECK_EQ(lf_map_create(&desc, &b), LF_OK);
        desc = (lf_map_desc){.width = width,
                             .height = height,
                             .tiles = bits,
                             .tiles_size = bit_stride * (size_t)height,
                             .format = LF_TILES_BITS};
        CHECK_EQ(lf_map_create(&desc, &c), LF_OK);
        int64_t open = 0;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                const lf_tile tile = lf_map_tile(a, x, y);
                const bool expected = bytes[(size_t)y * stride + (size_t)x] != 0;
                open += expected;
                CHECK_EQ(lf_map_is_open(a, tile), expected);
                CHECK_EQ(lf_map_is_open(b, tile), expected);
                CHECK_EQ(lf_map_is_open(c, tile), expected);
            }
        }
        CHECK_EQ(lf_map_open_count(a), open);
        CHECK_EQ(memcmp(a->open, b->open, (size_t)a->word_count * 8), 0); // padding included
        CHECK_EQ(memcmp(a->open, c->open, (size_t)a->word_count * 8), 0);
        lf_map_destroy(a), lf_map_destroy(b), lf_map_destroy(c);
        free(bytes), free(masked), free(bits);
    }
}

static void depth_is_kept(void) {
    const uint8_t tiles[6] = {1, 1, 0, 1, 1, 1}, depth[6] = {3, 1, 4, 1, 5, 255};
    lf_map *map;
    const lf_map_desc desc = {.width = 2, .height = 3, .tiles = tiles, .tiles_size = 6, .depth = depth};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    CHECK(lf_map_has_depth(map));
    for (lf_tile tile = 0; tile < 6; tile++) CHECK_EQ(lf_map_depth(map, tile), depth[tile]);
    CHECK_EQ(lf_map_depth(map, 6), 0);
    lf_map_destroy(map);
}

static void bodies_follow_the_rules(void) {
    static const char text[] = ".#.."
                               "#.#."
                               "..#.";
    lf_map *king = map_from_text(4, 3, text, LF_MOVES_KING);
    lf_map *cut = map_from_text(4, 3, text, LF_MOVES_KING_CUT);
    lf_map *orthogonal = map_from_text(4, 3, text, LF_MOVES_ORTHOGONAL);
    CHECK_EQ(lf_map_body_count(king), 3);
    CHECK_EQ(lf_map_body_count(orthogonal), 3);
    CHECK_EQ(lf_map_body_count(cut), 1);
    CHECK_EQ(lf_map_body(king, 0), 0);
    CHECK_EQ(lf_map_body(king, 2), 1);
    CHECK_EQ(lf_map_body(king, 5), 2);
    CHECK_EQ(lf_map_body(king, 8), 2);
    CHECK_EQ(lf_map_body(king, 1), LF_NO_BODY);
    CHECK_EQ(lf_map_body(king, 12), LF_NO_BODY);
    CHECK_EQ(lf_map_body_size(king, 0), 1);
    CHECK_EQ(lf_map_body_size(king, 1), 4);
    CHECK_EQ(lf_map_body_size(king, 2), 3);
    CHECK_EQ(lf_map_body_size(king, 3), 0);
    CHECK_EQ(lf_map_body_size(cut, 0), 8);
    lf_map_destroy(king), lf_map_destroy(cut), lf_map_destroy(orthogonal);
}

static void bodies_on_request(void) {
    const uint8_t tiles[5] = {1, 1, 0, 1, 0};
    lf_map *map;
    const lf_map_desc desc = {.width = 5, .height = 1, .tiles = tiles, .tiles_size = 5, .skip_bodies = true};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    CHECK_EQ(lf_map_body_count(map), 0);
    CHECK_EQ(lf_map_body(map, 0), LF_NO_BODY);
    const size_t before = lf_map_bytes(map);
    CHECK_EQ(lf_map_find_bodies(map), LF_OK);
    CHECK_EQ(lf_map_find_bodies(map), LF_OK);
    CHECK_EQ(lf_map_body_count(map), 2);
    CHECK_EQ(lf_map_body(map, 3), 1);
    CHECK(lf_map_bytes(map) > before);
    lf_map_destroy(map);
}

/// Numbers the bodies of an oracle map by repeated spreading, in row order.
static uint32_t oracle_bodies(const oracle_map *map, uint32_t *bodies) {
    const int size = map->width * map->height;
    int *distances = malloc(sizeof *distances * (size_t)size);
    uint32_t count = 0;
    for (int i = 0; i < size; i++) bodies[i] = LF_NO_BODY;
    for (int i = 0; i < size; i++) {
        if (map->open[i] == 0 || bodies[i] != LF_NO_BODY) continue;
        oracle_distances(map, NULL, &(lf_source){.tile = (lf_tile)i}, 1, distances);
        for (int j = 0; j < size; j++) {
            if (distances[j] >= 0) bodies[j] = count;
        }
        count++;
    }
    free(distances);
    return count;
}

/// A body beside a blocked tile is told once, however many of the eight tiles around it has it. At the corner
/// of a map there are three.
static void bodies_beside_a_tile_are_told_once(void) {
    static const char text[] = "#..."
                               ".##."
                               "..#."
                               "####";
    lf_map *map = map_from_text(4, 4, text, LF_MOVES_ORTHOGONAL);
    uint32_t bodies[9] = {7, 7, 7};
    CHECK_EQ(lf_map_bodies_beside(map, 5, bodies, 9),
             2); // five tiles of two bodies, in the order of the rows
    CHECK_EQ(bodies[0], lf_map_body(map, 1));
    CHECK_EQ(bodies[1], lf_map_body(map, 4));
    CHECK_EQ(bodies[2], 7);
    CHECK_EQ(lf_map_bodies_beside(map, 0, bodies, 9), 2);
    CHECK_EQ(lf_map_bodies_beside(map, 15, bodies, 9), 1);
    CHECK_EQ(bodies[0], lf_map_body(map, 11));
    lf_map_destroy(map);
}

static void bodies_match_the_oracle(void) {
    const uint64_t seed = test_seed();
    uint32_t *bodies = malloc(sizeof *bodies * 70 * 70);
    for (uint64_t round = 0; round < 3000; round++) {
        const oracle_map small = oracle_random_map(seed + round, 70, (lf_moves)(round % 3));
        lf_map *map = oracle_to_map(&small);
        const uint32_t count = oracle_bodies(&small, bodies);
        CHECK_EQ(lf_map_body_count(map), count);
        int64_t total = 0;
        for (uint32_t body = 0; body < count; body++) total += lf_map_body_size(map, body);
        CHECK_EQ(total, lf_map_open_count(map));
        for (int i = 0; i < small.width * small.height; i++) {
            if (lf_map_body(map, (lf_tile)i) != bodies[i]) {
                CHECK_EQ(lf_map_body(map, (lf_tile)i), bodies[i]);
                printf("  round %" PRIu64 ", tile %d\n", round, i);
                break;
            }
        }
        lf_map_destroy(map);
        free(small.open);
    }
    free(bodies);
}

static void every_allocation_failed(void) {
    uint8_t tiles[300], depth[300];
    memset(tiles, 1, sizeof tiles);
    memset(depth, 9, sizeof depth);
    meter all = {0};
    lf_map_desc desc = {.width = 100, .height = 3, .tiles = tiles, .tiles_size = 300, .depth = depth};
    desc.allocator = meter_allocator(&all);
    lf_map *map;
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    CHECK_EQ(all.live, lf_map_bytes(map));
    lf_map_destroy(map);
    CHECK_EQ(all.live, 0);
    CHECK(all.calls >= 5);
    for (int64_t k = 1; k <= all.calls; k++) {
        meter m = {.fail_at = k};
        desc.allocator = meter_allocator(&m);
        CHECK_EQ(lf_map_create(&desc, &map), LF_E_NOMEM);
        CHECK(map == NULL);
        CHECK_EQ(m.live, 0);
        CHECK_EQ(m.blocks, 0);
    }
    desc.skip_bodies = true;
    for (int64_t k = 1; k <= 3; k++) { // the three arrays of the bodies
        meter m = {0};
        desc.allocator = meter_allocator(&m);
        CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
        const int64_t live = m.live;
        m.fail_at = m.calls + k;
        CHECK_EQ(lf_map_find_bodies(map), LF_E_NOMEM);
        CHECK_EQ(m.live, live);
        CHECK_EQ(lf_map_body_count(map), 0);
        CHECK_EQ(lf_map_find_bodies(map), LF_OK);
        CHECK_EQ(lf_map_body_count(map), 1);
        lf_map_destroy(map);
        CHECK_EQ(m.live, 0);
    }
}

static void bytes_are_what_was_allocated(void) {
    for (int open = 0; open < 2; open++) {
        uint8_t tiles[12];
        memset(tiles, open, sizeof tiles);
        meter m = {0};
        lf_map *map;
        const lf_map_desc desc = {
            .width = 4, .height = 3, .tiles = tiles, .tiles_size = 12, .allocator = meter_allocator(&m)};
        CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
        CHECK_EQ(lf_map_bytes(map), m.live);
        CHECK_EQ(lf_map_body_count(map), open);
        lf_search *search;
        const int64_t before = m.live;
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.allocator = meter_allocator(&m)}, &search), LF_OK);
        CHECK_EQ(lf_search_bytes(search), m.live - before);
        lf_search_destroy(search);
        lf_map_destroy(map);
        CHECK_EQ(m.live, 0);
    }
}

/// Blocks of 16 x 8 tiles cover the map, with one more in each row, and no more.
static void blocks_cover_the_map(void) {
    uint8_t tiles[40 * 40];
    memset(tiles, 1, sizeof tiles);
    for (int32_t width = 1; width <= 40; width++) {
        for (int32_t height = 1; height <= 40; height++) {
            lf_map *map;
            const lf_map_desc desc = {
                .width = width, .height = height, .tiles = tiles, .tiles_size = (size_t)(width * height)};
            CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
            CHECK_EQ(map->blocks.stride, (width + 15) / 16 + 1);
            CHECK_EQ(map->blocks.count, ((width + 15) / 16 + 1) * ((height + 7) / 8));
            // With a row above and one below, and the spare block before the first.
            CHECK_EQ(lfi_blocks_in_all(map), ((width + 15) / 16 + 1) * ((height + 7) / 8 + 2) + 1);
            lf_map_destroy(map);
        }
    }
}

/// The nine tiles around each tile, against looking at them one by one; over the borders of words, too.
static void nine_bits_around_each_tile(void) {
    uint64_t random = test_seed();
    for (int32_t width = 1; width <= 200; width += 7) {
        uint8_t tiles[200 * 5];
        const int32_t height = 5;
        for (int32_t i = 0; i < width * height; i++) tiles[i] = (uint8_t)oracle_below(&random, 2);
        lf_map *map;
        const lf_map_desc desc = {
            .width = width, .height = height, .tiles = tiles, .tiles_size = (size_t)(width * height)};
        CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
        for (int32_t i = 0; i < width * height; i++) {
            unsigned around = 0;
            for (int k = 0; k < 9; k++) {
                const int32_t x = i % width + k % 3 - 1, y = i / width + k / 3 - 1;
                if (x < 0 || y < 0 || x >= width || y >= height) continue;
                around |= (unsigned)tiles[y * width + x] << k;
            }
            CHECK_EQ(lfi_bits_around(map->open, lfi_map_spot(map, (lf_tile)i), map->stride), around);
        }
        lf_map_destroy(map);
    }
}

static void directions_lead_to_tiles(void) {
    lf_map *map = map_from_text(3, 3, ".........", LF_MOVES_KING);
    for (int direction = 0; direction < 8; direction++) {
        const int x = 1 + lfi_direction_dx(direction), y = 1 + lfi_direction_dy(direction);
        CHECK_EQ(lfi_tile_after(map, 4, direction), 3 * y + x);
        CHECK_EQ(lfi_tile_before(map, (lf_tile)(3 * y + x), direction), 4);
        CHECK_EQ(lfi_map_tile(map, (lf_point){x, y}), 3 * y + x);
    }
    lf_map_destroy(map);
}

static void extreme_shapes(void) {
    const int32_t long_side = 1 << 20;
    uint8_t *tiles = malloc((size_t)long_side);
    memset(tiles, 1, (size_t)long_side);
    for (int turn = 0; turn < 2; turn++) {
        lf_map *map;
        const lf_map_desc desc = {.width = turn ? 1 : long_side,
                                  .height = turn ? long_side : 1,
                                  .tiles = tiles,
                                  .tiles_size = (size_t)long_side};
        CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
        CHECK_EQ(lf_map_open_count(map), long_side);
        CHECK_EQ(lf_map_body_count(map), 1);
        CHECK_EQ(lf_map_body(map, (lf_tile)long_side - 1), 0);
        lf_map_destroy(map);
    }
    free(tiles);
}

/// Every stretch of a few words with one bit set, and with none.
static void bits_are_found_over_words(void) {
    for (uint64_t set = 0; set <= 256; set += 13) {
        uint64_t words[4] = {0};
        if (set < 256) words[set / 64] = UINT64_C(1) << set % 64;
        for (uint64_t from = 0; from < 256; from++) {
            for (uint64_t to = from; to < 256; to++) {
                if (lfi_bits_any(words, from, to) != (from <= set && set <= to)) CHECK_EQ(set, -1);
            }
        }
    }
}

static void gaps_between_places(void) {
    for (int32_t place = -5; place <= 8; place++)
        CHECK_EQ(lfi_gap_outside(place, -1, 3), place < -1 ? -1 - place : place > 3 ? place - 3 : 0);
    CHECK_EQ(lfi_gap(INT32_MIN, INT32_MAX), UINT32_MAX);
}

/// The place after `i` of `steps` steps, on one axis: the definition, which the walk must meet by adding.
static int64_t line_place(int32_t a, int32_t b, int64_t i, int64_t steps) {
    const int64_t top = 2 * ((int64_t)b - a) * i + steps, bottom = 2 * steps;
    return a + top / bottom - (top % bottom < 0);
}

static void line_check(lf_point a, lf_point b, int64_t steps) {
    lfi_line_walk line = lfi_line_begin(a, b);
    CHECK_EQ(line.left, steps);
    for (int64_t i = 1; i <= steps && i < 100; i++) {
        CHECK(lfi_line_next(&line));
        CHECK_EQ(line.at.x, line_place(a.x, b.x, i, steps));
        CHECK_EQ(line.at.y, line_place(a.y, b.y, i, steps));
        CHECK_EQ(line.left, steps - i);
    }
    if (steps >= 100) return;
    CHECK(!lfi_line_next(&line));
    CHECK(line.at.x == b.x && line.at.y == b.y);
}

/// Every line of a few steps, and the longest ones there are.
static void lines_are_walked_by_their_definition(void) {
    for (int32_t y = -12; y <= 12; y++) {
        for (int32_t x = -12; x <= 12; x++) {
            const int32_t wide = x < 0 ? -x : x, high = y < 0 ? -y : y;
            line_check((lf_point){3, -2}, (lf_point){3 + x, y - 2}, wide > high ? wide : high);
        }
    }
    const lf_point ends[] = {{0, 0}, {INT32_MAX, 0}, {INT32_MAX, INT32_MAX - 1}, {1, INT32_MAX}};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 4; k++) {
            const int64_t wide = lfi_gap(ends[i].x, ends[k].x), high = lfi_gap(ends[i].y, ends[k].y);
            line_check(ends[i], ends[k], wide > high ? wide : high);
        }
    }
}

/// Distances at which something is seen, and where it was looked for: 1 digit a look.
typedef struct looks {
    const char *seen;
    char *next;
} looks;

static bool looks_see(const void *job, int64_t distance) {
    looks *at = *(looks *const *)job;
    *at->next++ = (char)('0' + distance);
    return strchr(at->seen, '0' + (char)distance) != NULL;
}

static void sight_check(const char *seen, int64_t known, int64_t most, bool try_most, int64_t farthest,
                        const char *looked) {
    char done[16] = {0};
    looks at = {seen, done};
    looks *job = &at;
    const lfi_sight sight = {looks_see, &job, known, most, try_most};
    CHECK_EQ(lfi_sight_farthest(&sight), farthest);
    CHECK(strcmp(done, looked) == 0);
}

/// Twice as far while it is seen, then halves. The last distance is looked at first only on request.
static void the_farthest_that_is_seen(void) {
    sight_check("", 0, 0, true, 0, "");
    sight_check("", 0, 5, true, 0, "1");
    sight_check("1", 0, 1, true, 1, "1");
    sight_check("12345", 0, 5, true, 5, "1245");
    sight_check("1234", 0, 8, true, 4, "124865");
    sight_check("123456", 0, 8, true, 6, "124867");
    sight_check("12457", 0, 7, true, 7, "1247"); // a gap at 3 and one at 6 that are never looked at
    sight_check("1245", 0, 7, true, 5, "124756");
    sight_check("", 1, 1, false, 1, ""); // known to be seen
    sight_check("2", 1, 2, false, 2, "2");
    sight_check("", 1, 7, false, 1, "2");
    sight_check("23", 1, 3, false, 3, "23");
    sight_check("2457", 1, 7, false, 5, "2465"); // 7 is behind the gap
    sight_check("24567", 1, 7, false, 7, "2467");
    sight_check("2457", 1, 7, true, 7, "247");
    sight_check("245", 1, 9, false, 5, "24865");
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(lookups),
        TEST(null_is_harmless),
        TEST(bad_descriptions_are_refused),
        TEST(formats_agree),
        TEST(depth_is_kept),
        TEST(bodies_follow_the_rules),
        TEST(bodies_on_request),
        TEST(bodies_beside_a_tile_are_told_once),
        TEST(bodies_match_the_oracle),
        TEST(every_allocation_failed),
        TEST(blocks_cover_the_map),
        TEST(directions_lead_to_tiles),
        TEST(nine_bits_around_each_tile),
        TEST(extreme_shapes),
        TEST(bytes_are_what_was_allocated),
        TEST(bits_are_found_over_words),
        TEST(gaps_between_places),
        TEST(lines_are_walked_by_their_definition),
        TEST(the_farthest_that_is_seen),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
