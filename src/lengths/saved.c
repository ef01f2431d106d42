// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// An almanac as bytes, and back. As with an index (index/bytes.c), arrays are laid out as they are in memory, so that they
// can be used where they are.
//
//      0  "LFALMAN" and the byte 26          (all numbers: lowest byte first)
//      8  version, landmarks, moves of a square as a power of 2, headlands    32 bits each
//     24  hash of the map and of the order of its index                       64 bits
//     32  places of labels, headlands in the lists of squares                 64 bits each
//     48  zeros, up to 128
//    128  the sections, in the order of almanac_sections; each begins at a multiple of 64, after zeros
//    end  hash of everything before                                           64 bits
//
// Bytes of their own, and not a part of the index: whoever asks for routes would read them too, because the checksum of an
// index is over all of it. On giantworldmap that is 20 MB beside 24, and two milliseconds of five.
//
// Loading checks the frame, and every number that is a place in an array: whatever the bytes, no question leaves its
// memory or runs without end. What follows from the index (places, groups and distances of headlands) is compared with
// it. Whether labels and lists are right takes as long to check as to make them: so they are made, and compared.
//
// Time: O(bytes), and that of making one unless the bytes are believed. Memory: the bytes, if they are not used where
// they are.
#include "../index/sections.h"
#include "almanac.h"

#include <string.h>

enum { SAVED_VERSION = 1, SAVED_AT_VERSION = 8 };

static const uint8_t saved_magic[8] = {'L', 'F', 'A', 'L', 'M', 'A', 'N', 26};

typedef struct saved_header {
    uint32_t version, landmarks, shift, count;
    uint64_t index_hash, label_room, seen_count;
} saved_header;

/// What the almanac depends on: the map, and the order of the headlands in the hierarchy.
static uint64_t index_hash(const lf_index *index) {
    uint64_t hash = lfi_bytes_hash_map(index->map);
    for (uint32_t i = 0; i < index->count; i++) {
        hash = (hash ^ index->order[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return hash;
}

static const lfi_section_field field_notice[] = {{2, LFI_LANDMARKS}, {4, 2}, {8, 1}, {4, 2}, {8, 1}, {0, 0}},
                               field_label[] = {{4, 2}, {0, 0}}, field_first[] = {{8, 1}, {0, 0}},
                               field_seen[] = {{4, 1}, {0, 0}};
_Static_assert(sizeof(lfi_notice) == LFI_BYTES_SECTION && sizeof(lfi_label_rung) == 8,
               "elements of sections have no gaps");

static void almanac_sections(lfi_sections *run, lf_almanac *almanac, uint64_t seen_count) {
    LFI_SECTION(run, almanac->notices, almanac->index->count, field_notice);
    LFI_SECTION(run, almanac->labels, almanac->label_room, field_label);
    LFI_SECTION(run, almanac->first, lfi_almanac_squares(almanac) + 1, field_first);
    LFI_SECTION(run, almanac->seen, seen_count, field_seen);
}

/// The bytes of an almanac with these counts.
static uint64_t saved_size(const lf_almanac *almanac, uint64_t seen_count) {
    lf_almanac copy = *almanac;
    lfi_sections run = {.mode = LFI_SECTIONS_SIZE};
    almanac_sections(&run, &copy, seen_count);
    return LFI_BYTES_HEADER + run.size + LFI_BYTES_TRAILER;
}

static uint64_t almanac_seen_count(const lf_almanac *almanac) {
    return almanac->first[lfi_almanac_squares(almanac)];
}

// ---- Saving ---------------------------------------------------------------------------------------

size_t lf_almanac_save_size(const lf_almanac *almanac) {
    return almanac == NULL ? 0 : (size_t)saved_size(almanac, almanac_seen_count(almanac));
}

static void saved_header_put(const lf_almanac *almanac, uint8_t *at) {
    memset(at, 0, LFI_BYTES_HEADER);
    memcpy(at, saved_magic, sizeof saved_magic);
    at += sizeof saved_magic;
    lfi_bytes_put(&at, SAVED_VERSION, 4);
    lfi_bytes_put(&at, LFI_LANDMARKS, 4);
    lfi_bytes_put(&at, LFI_SQUARE_SHIFT, 4);
    lfi_bytes_put(&at, almanac->index->count, 4);
    lfi_bytes_put(&at, index_hash(almanac->index), 8);
    lfi_bytes_put(&at, almanac->label_room, 8);
    lfi_bytes_put(&at, almanac_seen_count(almanac), 8);
}

lf_status lf_almanac_save(const lf_almanac *almanac, void *bytes, size_t capacity) {
    const size_t size = lf_almanac_save_size(almanac);
    if (almanac == NULL || bytes == NULL) return LF_E_NULL;
    if (capacity < size) return LF_E_BUFFER_TOO_SMALL;
    lf_almanac copy = *almanac;
    uint8_t *at = bytes;
    lfi_sections save = {.mode = LFI_SECTIONS_SAVE, .bytes = at + LFI_BYTES_HEADER};
    lfi_sections turn = {.mode = LFI_SECTIONS_TURN, .bytes = at + LFI_BYTES_HEADER};
    almanac_sections(&save, &copy, almanac_seen_count(almanac));
    if (!lfi_machine_is_low_first()) almanac_sections(&turn, &copy, almanac_seen_count(almanac));
    saved_header_put(almanac, at);
    lfi_bytes_seal(at, size);
    return LF_OK;
}

// ---- Loading: the frame ---------------------------------------------------------------------------

static saved_header saved_header_get(const uint8_t *at) {
    saved_header header;
    at += SAVED_AT_VERSION;
    header.version = (uint32_t)lfi_bytes_get(&at, 4);
    header.landmarks = (uint32_t)lfi_bytes_get(&at, 4);
    header.shift = (uint32_t)lfi_bytes_get(&at, 4);
    header.count = (uint32_t)lfi_bytes_get(&at, 4);
    header.index_hash = lfi_bytes_get(&at, 8);
    header.label_room = lfi_bytes_get(&at, 8);
    header.seen_count = lfi_bytes_get(&at, 8);
    return header;
}

/// Whether the counts imply a size. (A count as large as the size is too large, and would wrap.)
static bool saved_fits(const lf_almanac *almanac, const saved_header *header, size_t size) {
    return header->label_room < size && header->seen_count < size &&
           saved_size(almanac, header->seen_count) == size;
}

/// Checks that the bytes are a whole almanac of the index, and sets the counts.
static lf_status saved_check(lf_almanac *almanac, const uint8_t *bytes, size_t size, saved_header *header) {
    if (size < LFI_BYTES_HEADER + LFI_BYTES_TRAILER || memcmp(bytes, saved_magic, sizeof saved_magic) != 0)
        return LF_E_ALMANAC_FORMAT;
    *header = saved_header_get(bytes);
    if (header->version != SAVED_VERSION || header->landmarks != LFI_LANDMARKS ||
        header->shift != LFI_SQUARE_SHIFT)
        return LF_E_ALMANAC_FORMAT;
    if (header->count != almanac->index->count || header->index_hash != index_hash(almanac->index))
        return LF_E_FOREIGN_ALMANAC;
    almanac->label_room = header->label_room;
    if (!saved_fits(almanac, header, size) || !lfi_bytes_are_sealed(bytes, size)) return LF_E_ALMANAC_CONTENT;
    return LF_OK;
}

// ---- Loading: the content -------------------------------------------------------------------------

/// Whether what the notices say of headlands is what the index says, and their labels are places.
static bool notices_right(const lf_almanac *almanac) {
    const lf_index *index = almanac->index;
    bool fine = true;
    for (uint32_t i = 0; i < index->count; i++) {
        const lfi_notice *notice = &almanac->notices[i];
        fine &= (notice->point.x == index->points[i].x) & (notice->point.y == index->points[i].y) &
                (notice->group == index->group[i]) & (notice->count <= almanac->label_room) &
                (notice->first <= almanac->label_room - notice->count);
        fine &= memcmp(notice->away, index->away + (size_t)i * LFI_LANDMARKS, sizeof notice->away) == 0;
    }
    return fine;
}

static bool labels_valid(const lf_almanac *almanac) {
    const uint32_t count = almanac->index->count;
    uint32_t over = 0;
    for (uint64_t i = 0; i < almanac->label_room; i++)
        over |= (uint32_t)(almanac->labels[i].rung >= count) |
                (uint32_t)(almanac->labels[i].length >= LFI_ALMANAC_FAR);
    return over == 0;
}

/// Whether the lists follow each other, and have headlands. Finds the longest.
static bool squares_valid(lf_almanac *almanac, uint64_t seen_count) {
    const uint64_t squares = lfi_almanac_squares(almanac), *first = almanac->first;
    const uint32_t count = almanac->index->count;
    bool fine = first[0] == 0 && first[squares] == seen_count;
    for (uint64_t i = 0; i < squares && fine; i++) {
        fine = first[i] <= first[i + 1];
        if (first[i + 1] - first[i] > almanac->most) almanac->most = first[i + 1] - first[i];
    }
    uint32_t over = 0;
    for (uint64_t i = 0; i < seen_count; i++) over |= (uint32_t)(almanac->seen[i] >> 1 >= count);
    return fine && over == 0;
}

/// Whether an almanac is the same as one that is made now.
static lf_status saved_compare(const lf_almanac *almanac, const lf_almanac_desc *desc) {
    lf_almanac *made;
    const lf_status status = lf_almanac_create(almanac->index, desc, &made);
    if (status != LF_OK) return status;
    const uint64_t squares = lfi_almanac_squares(made), seen = almanac_seen_count(made);
    const bool same =
        made->label_room == almanac->label_room && seen == almanac_seen_count(almanac) &&
        memcmp(made->notices, almanac->notices, made->index->count * sizeof *made->notices) == 0 &&
        memcmp(made->labels, almanac->labels, (size_t)made->label_room * sizeof *made->labels) == 0 &&
        memcmp(made->first, almanac->first, (size_t)(squares + 1) * sizeof *made->first) == 0 &&
        memcmp(made->seen, almanac->seen, (size_t)seen * sizeof *made->seen) == 0;
    lf_almanac_destroy(made);
    return same ? LF_OK : LF_E_ALMANAC_CONTENT;
}

/// Makes the almanac's own copy of the bytes.
static lf_status saved_copy(lf_almanac *almanac, uint64_t seen_count) {
    almanac->memory_room = (uint64_t)almanac->size / sizeof *almanac->memory + 2;
    almanac->memory = lfi_alloc(&almanac->allocator, almanac->memory_room, sizeof *almanac->memory);
    if (almanac->memory == NULL) return LF_E_NOMEM;
    uint8_t *own = lfi_lined_up(almanac->memory, sizeof *almanac->memory);
    memcpy(own, almanac->bytes, almanac->size);
    almanac->bytes = own;
    lf_almanac turned = *almanac;
    lfi_sections turn = {.mode = LFI_SECTIONS_TURN, .bytes = own + LFI_BYTES_HEADER};
    if (!lfi_machine_is_low_first()) almanac_sections(&turn, &turned, seen_count);
    return LF_OK;
}

static lf_status saved_get(lf_almanac *almanac, const lf_almanac_desc *desc, uint64_t seen_count, bool copy) {
    if (copy && saved_copy(almanac, seen_count) != LF_OK) return LF_E_NOMEM;
    // Nobody writes to a finished almanac.
    lfi_sections view = {.mode = LFI_SECTIONS_VIEW,
                         .bytes = (uint8_t *)(uintptr_t)almanac->bytes + LFI_BYTES_HEADER};
    almanac_sections(&view, almanac, seen_count);
    if (!notices_right(almanac) || !labels_valid(almanac) || !squares_valid(almanac, seen_count))
        return LF_E_ALMANAC_CONTENT;
    return desc->believe ? LF_OK : saved_compare(almanac, desc);
}

static lf_status saved_open(const lf_index *index, const lf_almanac_desc *desc, const void *bytes,
                            size_t size, bool copy, lf_almanac **out) {
    lf_almanac plain = lfi_almanac_plain(index, &desc->allocator);
    saved_header header;
    plain.bytes = bytes;
    plain.size = size;
    lf_status status = saved_check(&plain, bytes, size, &header);
    if (status != LF_OK) return status;
    lf_almanac *almanac = lfi_alloc(&desc->allocator, 1, sizeof *almanac);
    if (almanac == NULL) return LF_E_NOMEM;
    *almanac = plain;
    status = saved_get(almanac, desc, header.seen_count, copy);
    if (status == LF_OK)
        *out = almanac;
    else
        lf_almanac_destroy(almanac);
    return status;
}

/// Both ways of loading. LF_OK or an error; `out` has been set.
static lf_status saved_take(const lf_index *index, const lf_almanac_desc *desc, const void *bytes,
                            size_t size, bool keep, lf_almanac **out) {
    lf_almanac_desc given = desc != NULL ? *desc : (lf_almanac_desc){0};
    if (out != NULL) *out = NULL;
    if (bytes == NULL) return LF_E_NULL;
    lf_status status = lfi_almanac_check(index, &given, out);
    if (status != LF_OK) return status;
    status = saved_open(index, &given, bytes, size, !keep || lfi_bytes_need_copy(bytes), out);
    if (status == LF_OK && keep) (*out)->release = given.release;
    if (status == LF_OK && keep) (*out)->lent = bytes;
    return status;
}

lf_status lf_almanac_load(const lf_index *index, const lf_almanac_desc *desc, const void *bytes, size_t size,
                          lf_almanac **out) {
    return saved_take(index, desc, bytes, size, false, out);
}

lf_status lf_almanac_view(const lf_index *index, const lf_almanac_desc *desc, const void *bytes, size_t size,
                          lf_almanac **out) {
    return saved_take(index, desc, bytes, size, true, out);
}
