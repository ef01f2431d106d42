// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// An image of a map: its arrays one after the other in memory that processes share.
//
//     header | open | blocks | depths | rows' runs | runs | sizes of bodies      each at a multiple of PART_ALIGNED
//
// A map is made of places in this memory and of a few numbers that follow from its size (map_init in map.c), so that every
// process has a small map of its own and all tiles are there once. The header is compared in full: it begins with a number
// that says which version of the library made it, with which sizes of its structs, and has the sizes of all parts.
//
// Time: O(bytes) to write, O(1) to view.
#include "map.h"

#include <string.h>

enum { PART_ALIGNED = 64, IMAGE_ALIGNED = 16 };

typedef struct image_header {
    uint64_t magic, made_by, size;
    int64_t open_count;
    int32_t width, height;
    uint32_t moves, has_depth, has_bodies;
    uint32_t run_count, body_count, lowest_free;
} image_header;

/// "LFIMAGE", lowest byte first: a machine that reads its numbers otherwise sees another one.
static const uint64_t image_magic = UINT64_C(0x004547414d49464c);

/// Changes with the version, and with whatever has another layout.
static uint64_t image_maker(void) {
    return (uint64_t)lf_version() << 32 |
           (sizeof(lfi_run) << 16 | sizeof(lfi_wide) << 8 | sizeof(image_header));
}

/// The parts of an image, one after the other: adds up where they begin, and sets the arrays of a map to them.
typedef struct image_run {
    char *memory; ///< NULL: only the size is wanted
    uint64_t size;
} image_run;

static void *image_part(image_run *run, uint64_t count, size_t size) {
    const uint64_t begin = run->size;
    run->size += (count * size + PART_ALIGNED - 1) / PART_ALIGNED * PART_ALIGNED;
    return run->memory != NULL ? run->memory + begin : NULL;
}

/// Lays out the parts of a map whose sizes are known.
static void image_lay(image_run *run, lf_map *map, const image_header *header) {
    image_part(run, 1, sizeof *header);
    map->open = image_part(run, map->word_count, sizeof *map->open);
    map->blocks.frame = image_part(run, lfi_blocks_in_all(map), sizeof *map->blocks.frame);
    map->depth = header->has_depth != 0 ? image_part(run, map->tile_count, 1) : NULL;
    map->bodies = (lfi_bodies){0};
    if (header->has_bodies == 0) return;
    map->bodies = (lfi_bodies){.run_count = header->run_count,
                               .run_room = header->run_count,
                               .body_count = header->body_count,
                               .body_room = header->body_count,
                               .lowest_free = header->lowest_free};
    map->bodies.row_runs = image_part(run, (uint64_t)map->height + 1, sizeof *map->bodies.row_runs);
    map->bodies.runs = image_part(run, header->run_count, sizeof *map->bodies.runs);
    map->bodies.sizes = image_part(run, header->body_count, sizeof *map->bodies.sizes);
}

static image_header header_of(const lf_map *map) {
    const lfi_bodies *bodies = &map->bodies;
    image_header header;
    memset(&header, 0, sizeof header); // padding, too
    header.magic = image_magic;
    header.made_by = image_maker();
    header.open_count = map->open_count;
    header.width = map->width;
    header.height = map->height;
    header.moves = (uint32_t)map->moves;
    header.has_depth = map->depth != NULL;
    header.has_bodies = bodies->row_runs != NULL;
    header.run_count = bodies->run_count;
    header.body_count = bodies->body_count;
    header.lowest_free = bodies->lowest_free;
    lf_map sizes = *map;
    image_run run = {0};
    image_lay(&run, &sizes, &header);
    header.size = run.size;
    return header;
}

static bool memory_is_aligned(const void *memory) {
    return (uintptr_t)memory % IMAGE_ALIGNED == 0;
}

size_t lf_map_image_size(const lf_map *map) {
    return map == NULL ? 0 : (size_t)header_of(map).size;
}

static void image_copy(void *to, const void *from, uint64_t count, size_t size) {
    if (count > 0) memcpy(to, from, lfi_bytes(count, size));
}

lf_status lf_map_image(const lf_map *map, void *memory, size_t capacity) {
    if (map == NULL || memory == NULL) return LF_E_NULL;
    if (!memory_is_aligned(memory)) return LF_E_MAP_IMAGE;
    const image_header header = header_of(map);
    if (header.size > capacity) return LF_E_BUFFER_TOO_SMALL;
    lf_map there = *map;
    image_run run = {memory, 0};
    image_lay(&run, &there, &header);
    memcpy(memory, &header, sizeof header);
    image_copy(there.open, map->open, map->word_count, sizeof *map->open);
    image_copy(there.blocks.frame, map->blocks.frame, lfi_blocks_in_all(map), sizeof *map->blocks.frame);
    if (header.has_depth != 0) image_copy(there.depth, map->depth, map->tile_count, 1);
    if (header.has_bodies == 0) return LF_OK;
    const lfi_bodies *from = &map->bodies, *to = &there.bodies;
    image_copy(to->row_runs, from->row_runs, (uint64_t)map->height + 1, sizeof *to->row_runs);
    image_copy(to->runs, from->runs, from->run_count, sizeof *to->runs);
    image_copy(to->sizes, from->sizes, from->body_count, sizeof *to->sizes);
    return LF_OK;
}

/// Whether a header says what a map can be, so that its sizes can be asked for.
static bool header_is_sound(const image_header *header) {
    return header->magic == image_magic && header->made_by == image_maker() && header->width >= 1 &&
           header->height >= 1 && (uint64_t)header->width * (uint64_t)header->height < UINT32_MAX &&
           lfi_moves_valid((lf_moves)header->moves);
}

/// Makes a map of an image; false if its parts do not have the size that its header says.
static bool image_take(lf_map *map, const image_header *header, char *memory) {
    image_run run = {memory, 0};
    lfi_map_set_size(map, header->width, header->height, (lf_moves)header->moves);
    map->open_count = header->open_count;
    image_lay(&run, map, header);
    lfi_blocks_place(&map->blocks, map->blocks.frame);
    map->lent = true;
    map->lent_bodies = header->has_bodies != 0;
    return run.size == header->size;
}

lf_status lf_map_view(const void *memory, size_t size, const lf_allocator *allocator, lf_map **out) {
    if (out != NULL) *out = NULL;
    if (memory == NULL || out == NULL) return LF_E_NULL;
    image_header header;
    if (!memory_is_aligned(memory) || size < sizeof header) return LF_E_MAP_IMAGE;
    memcpy(&header, memory, sizeof header);
    if (!header_is_sound(&header) || header.size > size) return LF_E_MAP_IMAGE;
    lf_allocator own = allocator != NULL ? *allocator : (lf_allocator){0};
    const lf_status status = lfi_allocator_resolve(&own);
    if (status != LF_OK) return status;
    lf_map *map = lfi_alloc(&own, 1, sizeof *map);
    if (map == NULL) return LF_E_NOMEM;
    *map = (lf_map){.allocator = own};
    if (!image_take(map, &header, (char *)(uintptr_t)memory)) { // nobody writes to the tiles of a map
        lf_map_destroy(map);
        return LF_E_MAP_IMAGE;
    }
    *out = map;
    return LF_OK;
}
