// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The bytes of an almanac. The first byte says how the input is made: bit 0 whether the bytes are believed, bit 1 whether
// the checksum is made right afterwards, bit 2 whether the rest is a recipe (patches of three bytes, a 16-bit place and a
// value, on the saved almanac of a small map) or the bytes themselves. The bytes are used where they are, and a copy of
// them must be accepted or refused alike. Whatever comes out: it is refused with a status of its own, or questions end, in
// their own memory, and are answered as without it unless the bytes were believed.

#include "../tests/forge.h"
#include "fuzz.h"

enum { WIDTH = 37, HEIGHT = 19, MOST_TILES = WIDTH * HEIGHT };

/// What all inputs share.
static struct {
    lf_map *map;
    lf_index *index;
    lf_lengths *searched; ///< lengths without an almanac
    uint8_t *bytes;
    size_t size;
} here;

static void here_make(void) {
    uint8_t tiles[MOST_TILES];
    for (uint32_t i = 0; i < MOST_TILES; i++) tiles[i] = (i * UINT32_C(2654435761) >> 7) % 9 != 0;
    const lf_map_desc desc = {.width = WIDTH, .height = HEIGHT, .tiles = tiles, .tiles_size = sizeof tiles};
    const lf_index_desc with = {.hierarchy = LF_HIERARCHY_YES};
    lf_almanac *almanac;
    FUZZ_CHECK(lf_map_create(&desc, &here.map) == LF_OK);
    FUZZ_CHECK(lf_index_create(here.map, &with, &here.index) == LF_OK);
    FUZZ_CHECK(lf_almanac_create(here.index, NULL, &almanac) == LF_OK);
    FUZZ_CHECK(lf_lengths_create(here.map, &(lf_lengths_desc){.index = here.index}, &here.searched) == LF_OK);
    here.size = lf_almanac_save_size(almanac);
    here.bytes = malloc(here.size);
    FUZZ_CHECK(here.bytes != NULL && lf_almanac_save(almanac, here.bytes, here.size) == LF_OK);
    lf_almanac_destroy(almanac);
}

/// The bytes to load, to be freed.
static uint8_t *bytes_make(const uint8_t *data, size_t size, size_t *out_size) {
    const uint8_t how = *data++;
    const bool recipe = (how & 4) != 0;
    size--;
    *out_size = recipe ? here.size : size;
    uint8_t *bytes = malloc(*out_size + 1);
    FUZZ_CHECK(bytes != NULL);
    if (*out_size > 0) memcpy(bytes, recipe ? here.bytes : data, *out_size);
    for (; recipe && size >= 3; data += 3, size -= 3)
        bytes[(size_t)(data[0] | data[1] << 8) % *out_size] = data[2];
    if ((how & 2) != 0 && *out_size >= 8) forge(bytes, *out_size);
    return bytes;
}

static void almanac_use(const lf_almanac *almanac, bool believed) {
    lf_lengths *lengths;
    const lf_lengths_desc desc = {.index = here.index, .almanac = almanac};
    FUZZ_CHECK(lf_lengths_create(here.map, &desc, &lengths) == LF_OK);
    for (lf_tile from = 0; from < MOST_TILES; from += 61) {
        for (lf_tile to = from % 5; to < MOST_TILES; to += 47) {
            lf_length found, right;
            const lf_status status = lf_lengths_between(lengths, from, to, &found);
            if (believed) continue;
            FUZZ_CHECK(lf_lengths_between(here.searched, from, to, &right) == status);
            FUZZ_CHECK(found.straight == right.straight);
        }
    }
    lf_lengths_destroy(lengths);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    if (here.map == NULL) here_make();
    const bool believed = (data[0] & 1) != 0;
    const lf_almanac_desc desc = {.believe = believed};
    lf_almanac *viewed, *loaded;
    size_t bytes_size;
    uint8_t *bytes = bytes_make(data, size, &bytes_size);
    const lf_status status = lf_almanac_view(here.index, &desc, bytes, bytes_size, &viewed);
    FUZZ_CHECK(lf_almanac_load(here.index, &desc, bytes, bytes_size, &loaded) == status);
    if (status == LF_OK) almanac_use(viewed, believed);
    lf_almanac_destroy(loaded);
    lf_almanac_destroy(viewed);
    free(bytes);
    return 0;
}
