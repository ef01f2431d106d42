// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What the fuzz targets share: the promises of the readers, checked after every input. A broken promise
// aborts, which both libFuzzer and the replay program report with the input that did it.
#ifndef LANDFALL_FUZZ_H
#define LANDFALL_FUZZ_H

#include "landfall_io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FUZZ_MAX_TILES = 1 << 20 }; // small, so that inputs stay fast

#define FUZZ_CHECK(condition)                                                               \
    do {                                                                                    \
        if (!(condition)) {                                                                 \
            fprintf(stderr, "%s:%d: broken promise: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                        \
        }                                                                                   \
    } while (0)

// On success there is no message; on an error there is one, it ends, and it holds no control characters.
static inline void fuzz_check_error(lf_io_status status, const lf_io_error *error) {
    FUZZ_CHECK(error->status == status);
    const char *end = memchr(error->message, '\0', sizeof error->message);
    FUZZ_CHECK(end != NULL);
    FUZZ_CHECK((status == LF_IO_OK) == (end == error->message));
    FUZZ_CHECK(error->line >= 0 && error->column >= 0 && error->offset >= -1);
    for (const char *at = error->message; at < end; at++)
        FUZZ_CHECK((unsigned char)*at >= 0x20 && *at != 0x7F);
}

static inline void fuzz_check_plane(const lf_plane *plane) {
    FUZZ_CHECK(plane->width > 0 && plane->height > 0 && plane->open != NULL);
    const int64_t tiles = (int64_t)plane->width * plane->height;
    FUZZ_CHECK(tiles <= FUZZ_MAX_TILES);
    for (int64_t i = 0; i < tiles; i++) FUZZ_CHECK(plane->open[i] <= 1);
}

/// The bytes of an index, kept for all inputs: building one for each was most of the time.
typedef struct fuzz_saved {
    uint8_t *bytes;
    size_t size;
} fuzz_saved;

static inline fuzz_saved fuzz_save_index(const lf_map *map, const lf_index_desc *desc) {
    lf_index *index;
    FUZZ_CHECK(lf_index_create(map, desc, &index) == LF_OK);
    fuzz_saved saved = {.size = lf_index_save_size(index)};
    saved.bytes = malloc(saved.size);
    FUZZ_CHECK(saved.bytes != NULL && lf_index_save(index, saved.bytes, saved.size) == LF_OK);
    lf_index_destroy(index);
    return saved;
}

// All that lf_grid_load and its kin promise of a grid.
static inline void fuzz_check_grid(lf_io_status status, const lf_grid *grid, const lf_io_error *error) {
    fuzz_check_error(status, error);
    if (status != LF_IO_OK) {
        static const lf_grid empty;
        FUZZ_CHECK(memcmp(grid, &empty, sizeof empty) == 0);
        return;
    }
    fuzz_check_plane(&grid->tiles);
    FUZZ_CHECK(grid->coarse_count >= 0 && grid->coarse_count <= LF_GRID_MAX_COARSE);
    for (int32_t level = 0; level < grid->coarse_count; level++) fuzz_check_plane(&grid->coarse[level]);
    FUZZ_CHECK(memchr(grid->note, '\0', sizeof grid->note) != NULL);
}

// What bytes weigh where terrain is asked for: some block, some have no weight.
static inline const uint32_t *fuzz_table(void) {
    static uint32_t table[256];
    for (uint32_t i = 0; i < 256; i++) table[i] = i % 61 == 60 ? UINT32_MAX : i % 5;
    return table;
}

// All that is promised of a grid with terrain: the tiles that weigh something are open, but for land.
static inline void fuzz_check_terrain(lf_io_status status, const lf_grid *grid, const lf_io_error *error) {
    fuzz_check_grid(status, grid, error);
    if (status != LF_IO_OK) return;
    const int64_t tiles = (int64_t)grid->tiles.width * grid->tiles.height;
    FUZZ_CHECK(grid->terrain != NULL);
    for (int64_t i = 0; i < tiles; i++) {
        const uint32_t weight = fuzz_table()[grid->terrain[i]];
        if (grid->tiles.open[i]) FUZZ_CHECK(weight > 0 && weight <= LF_WEIGHT_MAX);
        if (grid->format != LF_FILE_OPENFRONT) FUZZ_CHECK(grid->tiles.open[i] == (weight > 0));
    }
}

// What is written reads back as the same tiles.
static inline void fuzz_check_round_trip(const lf_grid *grid, lf_file_format format) {
    uint8_t *bytes;
    size_t size;
    lf_io_error error;
    FUZZ_CHECK(lf_grid_encode(&(lf_save_options){.format = format}, grid, &bytes, &size, &error) == LF_IO_OK);
    lf_grid copy;
    const lf_load_options options = {.format = format, .max_tiles = FUZZ_MAX_TILES};
    FUZZ_CHECK(lf_grid_parse("copy", bytes, size, &options, &copy, &error) == LF_IO_OK);
    FUZZ_CHECK(copy.tiles.width == grid->tiles.width && copy.tiles.height == grid->tiles.height);
    const size_t tiles = (size_t)copy.tiles.width * (size_t)copy.tiles.height;
    FUZZ_CHECK(memcmp(copy.tiles.open, grid->tiles.open, tiles) == 0);
    FUZZ_CHECK(copy.note[0] == '\0');
    lf_grid_free(&copy);
    lf_encoded_free(bytes);
}

// All that the query readers promise. The scenario's tiles lie on its map.
static inline void fuzz_check_queries(lf_io_status status, const lf_query_list *list,
                                      const lf_io_error *error) {
    fuzz_check_error(status, error);
    if (status != LF_IO_OK) {
        FUZZ_CHECK(list->items == NULL && list->count == 0 && list->map_width == 0 && list->map_height == 0);
        return;
    }
    int64_t line = 0;
    for (int64_t i = 0; i < list->count; i++) {
        const lf_file_query *query = &list->items[i];
        FUZZ_CHECK(query->line > line);
        line = query->line;
        FUZZ_CHECK(query->from.x >= 0 && query->from.y >= 0 && query->to.x >= 0 && query->to.y >= 0);
        if (list->map_width == 0) continue;
        FUZZ_CHECK(query->from.x < list->map_width && query->from.y < list->map_height);
        FUZZ_CHECK(query->to.x < list->map_width && query->to.y < list->map_height);
        FUZZ_CHECK(query->known_length >= 0);
    }
}

// Takes a 16-bit count off the front of the input, and as many bytes as it says, or all that are left.
static inline size_t fuzz_take_part(const uint8_t **data, size_t *size, const uint8_t **part) {
    size_t count = 0;
    if (*size >= 2) {
        count = (size_t)(*data)[0] | (size_t)(*data)[1] << 8;
        *data += 2;
        *size -= 2;
    }
    if (count > *size) count = *size;
    *part = *data;
    *data += count;
    *size -= count;
    return count;
}

#endif // LANDFALL_FUZZ_H
