// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// An index as bytes, and back (serialization).
//
//      0  "LFINDEX" and the byte 26          (all numbers: lowest byte first)
//      8  version, move rules, cost, landmarks, width, height       32 bits each
//     32  hash of the map                                           64 bits
//     40  headlands, legs                                           32 bits each
//     48  unit                                                      64 bits
//     56  flags: bit 0 says whether there is a hierarchy,            32 bits
//         bits 8 to 15 are the least depth of its gate, 0 if it has none
//     60  arcs, squares for buoys                                   32 bits each
//     68  with a gate: hash of the gated map                        64 bits
//         for each headland: how many of its legs lead to a later one    32 bits each
//         the later headlands of all legs                                32 bits each
//         for each headland: its distances from 16 landmarks             16 bits each
//         for each square, row by row: the group of its buoy             32 bits
//             its distances from 16 landmarks                            16 bits each
//             the first headlands on the ways there                      32 bits each
//         with a hierarchy: all headlands, lowest first                  32 bits each
//             for each headland: how many arcs it has                    32 bits each
//             for each arc: where it leads, and over what                32 bits each
//    end  hash of everything before                                 64 bits
//
// Stops and the places of headlands and buoys follow from the map. They are not stored but found again, which
// takes milliseconds. So is everything that follows from the legs (their other ends, the groups) or from the
// arcs (their lengths and halves).
//
// Loading trusts nothing. It first checks the frame: magic, version, the exact size that the counts imply,
// checksum, map, gate. Then it checks the content, because a checksum stops accidents but not malice. Legs must
// lead to later headlands, in order, over tiles that can really be walked. Distances from landmarks must not
// differ by more than the leg in between. Arcs must lead up and unfold into legs. So whatever the bytes, no
// search on a loaded index leaves its memory or gives an illegal route.
//
// Time: O(bytes + tiles / 64 + tiles of all legs). Memory: that of the index.
#include "build.h"

#include <string.h>

enum { BYTES_VERSION = 3, BYTES_HEADER = 68, BYTES_GATE = 8, BYTES_TRAILER = 8 };
enum { BYTES_HIERARCHY = 1, BYTES_DEPTH_SHIFT = 8, BYTES_DEPTH_MOST = 255 };
enum { BYTES_BUOY = 4 + 2 * LFI_LANDMARKS + 4 * LFI_LANDMARKS };

static const uint8_t bytes_magic[8] = {'L', 'F', 'I', 'N', 'D', 'E', 'X', 26};

// ---- Numbers and hashes ---------------------------------------------------------------------------

static void bytes_put(uint8_t **at, uint64_t number, int size) {
    for (int i = 0; i < size; i++) *(*at)++ = (uint8_t)(number >> 8 * i);
}

static uint64_t bytes_get(const uint8_t **at, int size) {
    uint64_t number = 0;
    for (int i = 0; i < size; i++) number |= (uint64_t) * (*at)++ << 8 * i;
    return number;
}

/// One step of the hash: every bit of the number reaches every bit of the sum.
static uint64_t hash_mix(uint64_t sum, uint64_t number) {
    sum = (sum ^ number) * UINT64_C(0x9E3779B97F4A7C15);
    return sum ^ sum >> 29;
}

static uint64_t hash_bytes(const uint8_t *bytes, size_t size) {
    uint64_t sum = hash_mix(UINT64_C(0x6C616E6466616C6C), size);
    for (; size >= 8; size -= 8) sum = hash_mix(sum, bytes_get(&bytes, 8));
    return hash_mix(sum, bytes_get(&bytes, (int)size));
}

/// A hash of everything that an index depends on: size, move rules and open tiles.
static uint64_t hash_map(const lf_map *map) {
    uint64_t sum = hash_mix((uint64_t)map->width << 32 | (uint32_t)map->height, (uint64_t)map->moves);
    for (int32_t y = 0; y < map->height; y++) {
        const uint64_t *row = map->open + (lfi_map_row(map, y) >> 6);
        for (uint64_t i = 0; i < map->stride; i++) sum = hash_mix(sum, row[i]);
    }
    return sum;
}

// ---- Saving ---------------------------------------------------------------------------------------

/// The counts that determine how many bytes there are.
typedef struct bytes_counts {
    uint64_t headlands, later, buoys, arcs;
    bool hierarchy, gate;
} bytes_counts;

/// The bytes before the headlands.
static uint64_t bytes_front(bool gate) {
    return BYTES_HEADER + (gate ? BYTES_GATE : 0);
}

static uint64_t bytes_size(bytes_counts counts) {
    return bytes_front(counts.gate) + 4 * counts.headlands + 4 * counts.later +
           2 * counts.headlands * LFI_LANDMARKS + BYTES_BUOY * counts.buoys +
           (counts.hierarchy ? 8 * counts.headlands + 8 * counts.arcs : 0) + BYTES_TRAILER;
}

size_t lf_index_save_size(const lf_index *index) {
    if (index == NULL) return 0;
    return (size_t)bytes_size((bytes_counts){.headlands = index->count,
                                             .later = index->leg_count / 2,
                                             .buoys = lfi_buoys_count(&index->buoys),
                                             .arcs = index->up_count,
                                             .hierarchy = lf_index_has_hierarchy(index),
                                             .gate = index->gated != NULL});
}

static uint32_t flags_of(const lf_index *index) {
    return (lf_index_has_hierarchy(index) ? BYTES_HIERARCHY : 0) | (uint32_t)index->min_depth
                                                                       << BYTES_DEPTH_SHIFT;
}

static void header_put(const lf_index *index, uint8_t **at) {
    memcpy(*at, bytes_magic, sizeof bytes_magic);
    *at += sizeof bytes_magic;
    bytes_put(at, BYTES_VERSION, 4);
    bytes_put(at, (uint64_t)index->map->moves, 4);
    bytes_put(at, (uint64_t)index->cost, 4);
    bytes_put(at, LFI_LANDMARKS, 4);
    bytes_put(at, (uint64_t)index->map->width, 4);
    bytes_put(at, (uint64_t)index->map->height, 4);
    bytes_put(at, hash_map(index->given), 8);
    bytes_put(at, index->count, 4);
    bytes_put(at, index->leg_count / 2, 4);
    bytes_put(at, index->unit, 8);
    bytes_put(at, flags_of(index), 4);
    bytes_put(at, index->up_count, 4);
    bytes_put(at, lfi_buoys_count(&index->buoys), 4);
    if (index->gated != NULL) bytes_put(at, hash_map(index->gated), 8);
}

static void buoys_put(const lfi_buoys *buoys, uint8_t **at) {
    for (uint64_t i = 0; i < lfi_buoys_count(buoys); i++) {
        const lfi_buoy *buoy = &buoys->all[i];
        bytes_put(at, buoy->group, 4);
        for (int k = 0; k < LFI_LANDMARKS; k++) bytes_put(at, (uint16_t)buoy->away[k], 2);
        for (int k = 0; k < LFI_LANDMARKS; k++) bytes_put(at, buoy->pilot[k], 4);
    }
}

static void hierarchy_put(const lf_index *index, uint8_t **at) {
    for (uint32_t i = 0; i < index->count; i++) bytes_put(at, index->order[i], 4);
    for (uint32_t i = 0; i < index->count; i++) bytes_put(at, index->up_first[i + 1] - index->up_first[i], 4);
    for (uint32_t i = 0; i < index->up_count; i++) {
        bytes_put(at, index->up[i].to, 4);
        bytes_put(at, index->up[i].via, 4);
    }
}

lf_status lf_index_save(const lf_index *index, void *bytes, size_t capacity) {
    if (index == NULL || bytes == NULL) return LF_E_NULL;
    if (capacity < lf_index_save_size(index)) return LF_E_BUFFER_TOO_SMALL;
    uint8_t *at = bytes;
    header_put(index, &at);
    for (uint32_t i = 0; i < index->count; i++)
        bytes_put(&at, index->first[i + 1] - lfi_index_leg_number(index, i, i), 4);
    for (uint32_t i = 0; i < index->count; i++) {
        for (uint32_t leg = lfi_index_leg_number(index, i, i); leg < index->first[i + 1]; leg++)
            bytes_put(&at, index->legs[leg], 4);
    }
    for (size_t i = 0; i < (size_t)index->count * LFI_LANDMARKS; i++)
        bytes_put(&at, (uint16_t)index->away[i], 2);
    buoys_put(&index->buoys, &at);
    if (lf_index_has_hierarchy(index)) hierarchy_put(index, &at);
    bytes_put(&at, hash_bytes(bytes, (size_t)(at - (uint8_t *)bytes)), 8);
    return LF_OK;
}

// ---- Loading: the frame ---------------------------------------------------------------------------

typedef struct bytes_header {
    uint32_t version, moves, cost, landmarks, width, height;
    uint64_t map_hash;
    uint32_t count, later;
    uint64_t unit;
    uint32_t flags, arcs, buoys;
    int32_t min_depth; ///< from the flags
} bytes_header;

static bytes_header header_get(const uint8_t *at) {
    bytes_header header;
    at += sizeof bytes_magic;
    header.version = (uint32_t)bytes_get(&at, 4);
    header.moves = (uint32_t)bytes_get(&at, 4);
    header.cost = (uint32_t)bytes_get(&at, 4);
    header.landmarks = (uint32_t)bytes_get(&at, 4);
    header.width = (uint32_t)bytes_get(&at, 4);
    header.height = (uint32_t)bytes_get(&at, 4);
    header.map_hash = bytes_get(&at, 8);
    header.count = (uint32_t)bytes_get(&at, 4);
    header.later = (uint32_t)bytes_get(&at, 4);
    header.unit = bytes_get(&at, 8);
    header.flags = (uint32_t)bytes_get(&at, 4);
    header.arcs = (uint32_t)bytes_get(&at, 4);
    header.buoys = (uint32_t)bytes_get(&at, 4);
    header.min_depth = (int32_t)(header.flags >> BYTES_DEPTH_SHIFT & BYTES_DEPTH_MOST);
    return header;
}

static bytes_counts header_counts(const bytes_header *header) {
    return (bytes_counts){.headlands = header->count,
                          .later = header->later,
                          .buoys = header->buoys,
                          .arcs = header->arcs,
                          .hierarchy = (header->flags & BYTES_HIERARCHY) != 0,
                          .gate = header->min_depth != 0};
}

/// Checks that the bytes are a whole index: not an index at all, another version, cut short, altered.
static lf_status bytes_check_whole(const uint8_t *bytes, size_t size, bytes_header *header) {
    const size_t known = size < sizeof bytes_magic ? size : sizeof bytes_magic;
    if (size == 0 || memcmp(bytes, bytes_magic, known) != 0) return LF_E_INDEX_FORMAT;
    if (size < sizeof bytes_magic + 4) return LF_E_INDEX_TRUNCATED;
    const uint8_t *at = bytes + sizeof bytes_magic;
    if (bytes_get(&at, 4) != BYTES_VERSION) return LF_E_INDEX_VERSION;
    if (size < BYTES_HEADER + BYTES_TRAILER) return LF_E_INDEX_TRUNCATED;
    *header = header_get(bytes);
    if (bytes_size(header_counts(header)) != size) return LF_E_INDEX_TRUNCATED;
    const uint8_t *trailer = bytes + size - BYTES_TRAILER;
    return bytes_get(&trailer, 8) == hash_bytes(bytes, size - BYTES_TRAILER) ? LF_OK : LF_E_INDEX_CHECKSUM;
}

/// Checks that the index has the gate that a description asks for. One without a least depth takes any.
static lf_status header_check_gate(const lf_map *map, const lf_index_desc *desc, const bytes_header *header) {
    if (desc->min_depth != 0 && desc->min_depth != header->min_depth) return LF_E_INDEX_GATE;
    if (header->min_depth == 0) return LF_OK;
    if (desc->depth == NULL) return LF_E_INDEX_GATE;
    return desc->depth->map == map ? LF_OK : LF_E_FOREIGN_DEPTH;
}

static lf_status header_check(const lf_map *map, const lf_index_desc *desc, const bytes_header *header) {
    const uint32_t flags = BYTES_HIERARCHY | BYTES_DEPTH_MOST << BYTES_DEPTH_SHIFT;
    if (header->width != (uint32_t)map->width || header->height != (uint32_t)map->height ||
        header->moves != (uint32_t)map->moves || header->map_hash != hash_map(map))
        return LF_E_INDEX_MAP;
    if ((header->cost != LF_COST_UNIFORM && header->cost != LF_COST_OCTILE) ||
        header->landmarks != LFI_LANDMARKS || (header->flags & ~flags) != 0 ||
        ((header->flags & BYTES_HIERARCHY) == 0 && header->arcs != 0))
        return LF_E_INDEX_CONTENT;
    const lfi_metric metric = lfi_metric_make(map->moves, (lf_cost)header->cost);
    if (!lfi_metric_fits(&metric, map->tile_count)) return LF_E_INDEX_LIMIT;
    const bool fits =
        header->unit >= lfi_index_least_unit(&metric) && header->unit < UINT64_MAX / 2 / LFI_AWAY_MAX;
    return fits ? header_check_gate(map, desc, header) : LF_E_INDEX_CONTENT;
}

/// Checks the frame, in the order that tells a user most: not whole, for another map, for another gate.
static lf_status bytes_check(const lf_map *map, const lf_index_desc *desc, const uint8_t *bytes, size_t size,
                             bytes_header *header) {
    const lf_status status = bytes_check_whole(bytes, size, header);
    return status == LF_OK ? header_check(map, desc, header) : status;
}

// ---- Loading: the content -------------------------------------------------------------------------

/// Whether the distances of two headlands from the landmarks are consistent with a leg of this length.
static bool away_fits(const lf_index *index, uint32_t a, uint32_t b, uint64_t length) {
    const int16_t *here = index->away + (size_t)a * LFI_LANDMARKS,
                  *there = index->away + (size_t)b * LFI_LANDMARKS;
    const uint64_t most = length / index->unit + (index->unit > 1); // rounding may add one
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        const int32_t gap = here[k] < there[k] ? there[k] - here[k] : here[k] - there[k];
        if ((uint64_t)gap > most) return false;
    }
    return true;
}

/// Counts the legs at both of their ends: first[i + 1] receives the legs of headland i.
static lf_status legs_count(lf_index *index, const uint8_t *counts, const uint8_t *legs, uint32_t later) {
    uint32_t done = 0;
    for (uint32_t i = 0; i < index->count; i++) {
        const uint32_t count = (uint32_t)bytes_get(&counts, 4);
        if (count > later - done) return LF_E_INDEX_CONTENT;
        done += count;
        index->first[i + 1] += count;
        for (uint32_t before = i, k = 0; k < count; k++) {
            const uint32_t to = (uint32_t)bytes_get(&legs, 4);
            if (to <= before || to >= index->count) return LF_E_INDEX_CONTENT;
            index->first[to + 1]++;
            before = to;
        }
    }
    return done == later ? LF_OK : LF_E_INDEX_CONTENT;
}

/// Writes the legs at both ends. Headlands come in order, so every list is ascending.
static lf_status legs_fill(lf_index *index, const uint8_t *counts, const uint8_t *legs, uint32_t *next) {
    const lfi_metric metric = lfi_metric_make(index->map->moves, index->cost);
    for (uint32_t i = 0; i < index->count; i++) next[i] = index->first[i];
    for (uint32_t i = 0; i < index->count; i++) {
        for (uint32_t count = (uint32_t)bytes_get(&counts, 4); count > 0; count--) {
            const uint32_t to = (uint32_t)bytes_get(&legs, 4);
            const lf_point a = index->points[i], b = index->points[to];
            if (!lfi_leg_walkable(index->map, &index->stops, a, b) ||
                !lfi_leg_walkable(index->map, &index->stops, b, a) ||
                !away_fits(index, i, to, lfi_metric_between(&metric, a, b)))
                return LF_E_INDEX_CONTENT;
            index->legs[next[to]++] = i; // earlier ones first: i only grows
            index->legs[next[i]++] = to;
        }
    }
    return LF_OK;
}

static lf_status away_get(lf_index *index, const uint8_t *at) {
    for (size_t i = 0; i < (size_t)index->count * LFI_LANDMARKS; i++) {
        const uint64_t away = bytes_get(&at, 2);
        if (away > LFI_AWAY_MAX) return LF_E_INDEX_CONTENT;
        index->away[i] = (int16_t)away;
    }
    return LF_OK;
}

static lf_status legs_get(lf_index *index, const uint8_t *counts, const uint8_t *legs, uint32_t later) {
    if (later > UINT32_MAX / 2) return LF_E_INDEX_LIMIT;
    memset(index->first, 0, ((size_t)index->count + 1) * sizeof *index->first);
    const lf_status status = legs_count(index, counts, legs, later);
    if (status != LF_OK) return status;
    for (uint32_t i = 0; i < index->count; i++) index->first[i + 1] += index->first[i];
    index->leg_count = 2 * later;
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_index_leg_arrays(&run, index);
    // The groups are numbered later. Until then their memory holds the next place to write of each headland.
    return run.failed ? LF_E_NOMEM : legs_fill(index, counts, legs, index->group);
}

/// The places of buoys follow from the map. The rest must at least be valid for this index.
static lf_status buoys_get(lf_index *index, const uint8_t *at) {
    for (uint64_t i = 0; i < lfi_buoys_count(&index->buoys); i++) {
        lfi_buoy *buoy = &index->buoys.all[i];
        buoy->group = (uint32_t)bytes_get(&at, 4);
        const bool none = buoy->group == LFI_NO_GROUP;
        if (!none && (buoy->point.x < 0 || buoy->group >= index->group_count)) return LF_E_INDEX_CONTENT;
        for (int k = 0; k < LFI_LANDMARKS; k++) {
            const uint64_t away = bytes_get(&at, 2);
            if (away > (none ? 0 : LFI_AWAY_MAX)) return LF_E_INDEX_CONTENT;
            buoy->away[k] = (int16_t)away;
        }
        for (int k = 0; k < LFI_LANDMARKS; k++) {
            buoy->pilot[k] = (uint32_t)bytes_get(&at, 4);
            if (none ? buoy->pilot[k] != 0 : buoy->pilot[k] >= index->count) return LF_E_INDEX_CONTENT;
        }
    }
    return LF_OK;
}

/// Reads the order and checks that it has every headland once. `seen` has one bit per headland, all clear.
static lf_status order_read(lf_index *index, const uint8_t *at, uint64_t *seen) {
    for (uint32_t i = 0; i < index->count; i++) {
        const uint32_t number = (uint32_t)bytes_get(&at, 4);
        index->order[i] = number;
        if (number >= index->count || (seen[number >> 6] >> (number & 63) & 1) != 0)
            return LF_E_INDEX_CONTENT;
        seen[number >> 6] |= UINT64_C(1) << (number & 63);
    }
    return LF_OK;
}

static void seen_arrays(lfi_arrays *run, uint64_t **seen, uint32_t count) {
    LFI_ARRAY_ZEROED(run, *seen, ((uint64_t)count + 63) / 64);
}

static lf_status order_get(lf_index *index, const uint8_t *at) {
    uint64_t *seen = NULL;
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_index_order_arrays(&run, index);
    seen_arrays(&run, &seen, index->count);
    const lf_status status = run.failed ? LF_E_NOMEM : order_read(index, at, seen);
    run.mode = LFI_ARRAYS_FREE;
    seen_arrays(&run, &seen, index->count);
    return status;
}

static lf_status hierarchy_get(lf_index *index, const uint8_t *at, uint32_t arcs) {
    const lf_status status = order_get(index, at);
    if (status != LF_OK) return status;
    at += 4 * (size_t)index->count;
    index->up_count = arcs;
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_index_arc_arrays(&run, index);
    if (run.failed) return LF_E_NOMEM;
    uint32_t done = 0;
    for (uint32_t i = 0; i < index->count; i++) {
        const uint32_t count = (uint32_t)bytes_get(&at, 4);
        if (count > arcs - done) return LF_E_INDEX_CONTENT;
        index->up_first[i] = done;
        done += count;
    }
    index->up_first[index->count] = done;
    if (done != arcs) return LF_E_INDEX_CONTENT;
    for (uint32_t i = 0; i < arcs; i++) {
        lfi_arc *arc = &index->up[i];
        arc->to = (uint32_t)bytes_get(&at, 4);
        arc->via = (uint32_t)bytes_get(&at, 4);
        if (arc->to >= index->count || (arc->via >= index->count && arc->via != LFI_ARC_LEG))
            return LF_E_INDEX_CONTENT;
    }
    return lfi_index_link_arcs(index);
}

/// Makes the gated map, which must be the one that the index was made of.
static lf_status gate_get(lf_index *index, const uint8_t *at) {
    if (index->min_depth == 0) return LF_OK;
    const lf_status status = lfi_index_gate(index);
    if (status != LF_OK) return status;
    return bytes_get(&at, BYTES_GATE) == hash_map(index->gated) ? LF_OK : LF_E_INDEX_DEPTH;
}

static lf_status index_get(lf_index *index, const bytes_header *header, const uint8_t *bytes,
                           const lf_workers *workers) {
    lf_status status = gate_get(index, bytes + BYTES_HEADER);
    if (status == LF_OK) status = lfi_index_find_headlands(index, workers);
    if (status != LF_OK) return status;
    if (index->count != header->count || lfi_buoys_count(&index->buoys) != header->buoys)
        return LF_E_INDEX_CONTENT;
    index->unit = header->unit;
    const uint8_t *counts = bytes + bytes_front(index->gated != NULL),
                  *legs = counts + 4 * (size_t)header->count;
    const uint8_t *away = legs + 4 * (size_t)header->later;
    status = away_get(index, away);
    if (status == LF_OK) status = legs_get(index, counts, legs, header->later);
    if (status != LF_OK) return status;
    lfi_index_find_groups(index);
    const uint8_t *buoys = away + 2 * (size_t)header->count * LFI_LANDMARKS;
    status = buoys_get(index, buoys);
    if (status != LF_OK || (header->flags & BYTES_HIERARCHY) == 0) return status;
    return hierarchy_get(index, buoys + BYTES_BUOY * (size_t)lfi_buoys_count(&index->buoys), header->arcs);
}

lf_status lf_index_load(const lf_map *map, const lf_index_desc *desc, const void *bytes, size_t size,
                        lf_index **out) {
    if (out != NULL) *out = NULL;
    if (map == NULL || bytes == NULL || out == NULL) return LF_E_NULL;
    const lf_index_desc defaults = {0};
    if (desc == NULL) desc = &defaults;
    lf_allocator allocator = desc->allocator;
    lf_status status = lfi_index_check(desc);
    if (status == LF_OK) status = lfi_allocator_resolve(&allocator);
    if (status != LF_OK) return status;
    bytes_header header;
    status = bytes_check(map, desc, bytes, size, &header);
    if (status != LF_OK) return status;
    lf_index *index = lfi_alloc(&allocator, 1, sizeof *index);
    if (index == NULL) return LF_E_NOMEM;
    *index = (lf_index){.map = map,
                        .given = map,
                        .depth = header.min_depth != 0 ? desc->depth : NULL,
                        .min_depth = header.min_depth,
                        .allocator = allocator,
                        .cost = (lf_cost)header.cost,
                        .turns = lfi_turns_make(map->moves, (lf_cost)header.cost)};
    status = index_get(index, &header, bytes, &desc->workers);
    if (status != LF_OK) {
        lf_index_destroy(index);
        return status;
    }
    *out = index;
    return LF_OK;
}
