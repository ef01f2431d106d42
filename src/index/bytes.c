// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// An index as bytes, and back (serialization). The arrays are laid out as they are in memory, so that an index can use
// them where they are: in a file that is mapped, for instance.
//
//      0  "LFINDEX" and the byte 26          (all numbers: lowest byte first)
//      8  version, move rules, cost, landmarks, width, height       32 bits each
//     32  hash of the map; of the gated map, 0 without a gate; unit 64 bits each
//     56  flags: bit 0 says whether there is a hierarchy,            32 bits
//         bit 1 whether the content was checked (lf_index_mark),
//         bits 8 to 15 are the least depth of its gate, 0 if it has none
//     60  headlands, ends of legs, groups, squares for buoys, arcs,
//         how deep arcs nest, ropes, strokes                        32 bits each
//     92  zeros, up to 128
//    128  the sections, in the order of index_sections; each begins at a multiple of 64, after zeros
//    end  hash of everything before                                 64 bits
//
// Stops, halts, diagonals and the places of headlands follow from the map, and are stored all the same: to check what
// memory needs of them takes less than to make them, and needs no memory of its own.
//
// Loading trusts nothing. It first checks the frame: magic, version, the exact size that the counts imply,
// checksum, map, gate. Then verify.c checks the content, because a checksum stops accidents but not malice.
//
// Time: O(bytes), and that of verify.c. Memory: the bytes, if they are not used where they are.
#include "sections.h"
#include "verify.h"

enum { BYTES_VERSION = 7 };
enum { BYTES_HIERARCHY = 1, BYTES_MARK = 2, BYTES_DEPTH_SHIFT = 8, BYTES_DEPTH_MOST = 255 };
enum { BYTES_AT_VERSION = 8, BYTES_AT_FLAGS = 56 };

static const uint8_t bytes_magic[8] = {'L', 'F', 'I', 'N', 'D', 'E', 'X', 26};

// ---- Sections -------------------------------------------------------------------------------------

static const lfi_section_field field_byte[] = {{1, 1}, {0, 0}}, field_16[] = {{2, 1}, {0, 0}},
                               field_32[] = {{4, 1}, {0, 0}}, field_64[] = {{8, 1}, {0, 0}},
                               field_heads[] = {{8, 1}, {4, 2}, {0, 0}}, field_pair[] = {{4, 2}, {0, 0}},
                               field_rung[] = {{4, 4}, {0, 0}}, field_rope[] = {{4, 6}, {0, 0}},
                               field_arc[] = {{8, 1}, {4, 2}, {0, 0}},
                               field_buoy[] = {{2, LFI_LANDMARKS}, {4, LFI_LANDMARKS + 3}, {0, 0}};
_Static_assert(sizeof(lfi_heads) == 16 && sizeof(lfi_arc) == 16 && sizeof(lfi_halves) == 8 &&
                   sizeof(lfi_rung) == 16 && sizeof(lfi_rope) == 24 && sizeof(lf_point) == 8 &&
                   sizeof(lfi_buoy) == 6 * LFI_LANDMARKS + 12,
               "elements of sections have no gaps");

/// What ends that glance need.
static void halts_sections(lfi_sections *run, lf_index *index) {
    const uint64_t slants = lfi_slants_words(index->map, &index->stops);
    for (int i = 0; i < 2; i++) {
        LFI_SECTION(run, index->halts.rows[i], index->map->word_count, field_64);
        LFI_SECTION(run, index->halts.columns[i], index->stops.column_words, field_64);
    }
    LFI_SECTION(run, index->halts.fall, slants, field_64);
    LFI_SECTION(run, index->halts.rise, slants, field_64);
}

static void ropes_sections(lfi_sections *run, lf_index *index) {
    lfi_ropes *ropes = &index->ropes;
    LFI_SECTION(run, ropes->heads, lfi_ropes_words(ropes, index->up_count), field_heads);
    LFI_SECTION(run, ropes->all, ropes->count, field_rope);
    LFI_SECTION(run, ropes->strokes, ropes->stroke_count, field_byte);
}

/// All sections, given the counts of the index. The rungs are for verify.c alone.
static void index_sections(lfi_sections *run, lf_index *index, lfi_rung **rungs, bool hierarchy) {
    const uint64_t count = index->count, words = index->map->word_count;
    LFI_SECTION(run, index->stops.rows, words, field_64);
    LFI_SECTION(run, index->stops.columns, index->stops.column_words, field_64);
    LFI_SECTION(run, index->stops.heads, words, field_heads);
    LFI_SECTION(run, index->stops.row_patches, lfi_stops_row_patch_words(index->map, &index->stops),
                field_64);
    LFI_SECTION(run, index->stops.column_patches, lfi_stops_column_patch_words(index->map, &index->stops),
                field_64);
    LFI_SECTION(run, index->points, count, field_pair);
    LFI_SECTION(run, index->beside, count, field_byte);
    if (lfi_index_glances(index)) halts_sections(run, index);
    LFI_SECTION(run, index->first, count + 1, field_32);
    LFI_SECTION(run, index->legs, index->leg_count, field_32);
    LFI_SECTION(run, index->group, count, field_32);
    LFI_SECTION(run, index->away, count * LFI_LANDMARKS, field_16);
    LFI_SECTION(run, index->buoys.all, lfi_buoys_count(&index->buoys), field_buoy);
    if (!hierarchy) return;
    LFI_SECTION(run, index->order, count, field_32);
    LFI_SECTION(run, index->up_first, count + 1, field_32);
    LFI_SECTION(run, index->up, index->up_count, field_arc);
    LFI_SECTION(run, index->halves, index->up_count, field_pair);
    LFI_SECTION(run, index->bends, index->up_count, field_byte);
    ropes_sections(run, index);
    LFI_SECTION(run, *rungs, count, field_rung);
}

// ---- Saving ---------------------------------------------------------------------------------------

/// The bytes of an index with these counts.
static uint64_t bytes_size(const lf_index *index, bool hierarchy) {
    lf_index copy = *index;
    lfi_rung *rungs = NULL;
    lfi_sections run = {.mode = LFI_SECTIONS_SIZE};
    index_sections(&run, &copy, &rungs, hierarchy);
    return LFI_BYTES_HEADER + run.size + LFI_BYTES_TRAILER;
}

size_t lf_index_save_size(const lf_index *index) {
    return index == NULL ? 0 : (size_t)bytes_size(index, lf_index_has_hierarchy(index));
}

static void header_put(const lf_index *index, uint32_t nests, uint8_t *at) {
    const uint32_t hierarchy = lf_index_has_hierarchy(index) ? BYTES_HIERARCHY : 0;
    memset(at, 0, LFI_BYTES_HEADER);
    memcpy(at, bytes_magic, sizeof bytes_magic);
    at += sizeof bytes_magic;
    lfi_bytes_put(&at, BYTES_VERSION, 4);
    lfi_bytes_put(&at, (uint64_t)index->map->moves, 4);
    lfi_bytes_put(&at, (uint64_t)index->cost, 4);
    lfi_bytes_put(&at, LFI_LANDMARKS, 4);
    lfi_bytes_put(&at, (uint64_t)index->map->width, 4);
    lfi_bytes_put(&at, (uint64_t)index->map->height, 4);
    lfi_bytes_put(&at, lfi_bytes_hash_map(index->given), 8);
    lfi_bytes_put(&at, index->gated != NULL ? lfi_bytes_hash_map(index->gated) : 0, 8);
    lfi_bytes_put(&at, index->unit, 8);
    lfi_bytes_put(&at, hierarchy | (uint32_t)index->min_depth << BYTES_DEPTH_SHIFT, 4);
    lfi_bytes_put(&at, index->count, 4);
    lfi_bytes_put(&at, index->leg_count, 4);
    lfi_bytes_put(&at, index->group_count, 4);
    lfi_bytes_put(&at, lfi_buoys_count(&index->buoys), 4);
    lfi_bytes_put(&at, index->up_count, 4);
    lfi_bytes_put(&at, nests, 4);
    lfi_bytes_put(&at, index->ropes.count, 4);
    lfi_bytes_put(&at, index->ropes.stroke_count, 4);
}

/// Where a rung says how deep arcs nest.
static uint8_t *rung_nest(uint8_t *rungs, uint32_t i) {
    return rungs + sizeof(lfi_rung) * (size_t)i + 4;
}

/// Writes the rungs. The arcs of a headland nest one deeper than those of the headlands that they lead over. Returns how
/// deep they nest at most.
static uint32_t rungs_put(const lf_index *index, uint8_t *rungs) {
    uint32_t most = 0;
    for (uint32_t n = 0; n < index->count; n++) {
        const uint32_t i = index->order[n];
        uint32_t deep = 0;
        for (uint32_t k = index->up_first[i]; k < index->up_first[i + 1]; k++) {
            if (index->up[k].via == LFI_ARC_LEG) continue;
            const uint8_t *via = rung_nest(rungs, index->up[k].via);
            const uint32_t below = (uint32_t)lfi_bytes_get(&via, 4);
            if (deep <= below) deep = below + 1;
        }
        uint8_t *at = rung_nest(rungs, i) - 4;
        lfi_bytes_put(&at, n, 4);
        lfi_bytes_put(&at, deep, 4);
        lfi_bytes_put(&at, index->up_first[i], 4);
        lfi_bytes_put(&at, index->up_first[i + 1], 4);
        if (most < deep) most = deep;
    }
    return most;
}

static void sections_save(const lf_index *index, uint8_t *bytes) {
    lf_index copy = *index;
    const bool hierarchy = lf_index_has_hierarchy(index);
    lfi_rung *rungs = NULL;
    lfi_sections save = {.mode = LFI_SECTIONS_SAVE, .bytes = bytes},
                 turn = {.mode = LFI_SECTIONS_TURN, .bytes = bytes};
    index_sections(&save, &copy, &rungs, hierarchy);
    if (!lfi_machine_is_low_first()) index_sections(&turn, &copy, &rungs, hierarchy);
}

lf_status lf_index_save(const lf_index *index, void *bytes, size_t capacity) {
    const size_t size = lf_index_save_size(index);
    if (index == NULL || bytes == NULL) return LF_E_NULL;
    if (capacity < size) return LF_E_BUFFER_TOO_SMALL;
    // The rungs are the last section.
    uint8_t *at = bytes,
            *rungs = at + size - LFI_BYTES_TRAILER - lfi_section_room(index->count * sizeof(lfi_rung));
    sections_save(index, at + LFI_BYTES_HEADER);
    header_put(index, lf_index_has_hierarchy(index) ? rungs_put(index, rungs) : 0, at);
    lfi_bytes_seal(at, size);
    return LF_OK;
}

// ---- Loading: the frame ---------------------------------------------------------------------------

typedef struct bytes_header {
    uint32_t moves, cost, landmarks, width, height;
    uint64_t map_hash, gate_hash, unit;
    uint32_t flags, count, leg_count, group_count, buoys, arcs, nests, ropes, strokes;
    int32_t min_depth; ///< from the flags
} bytes_header;

static bytes_header header_get(const uint8_t *at) {
    bytes_header header;
    at += BYTES_AT_VERSION + 4;
    header.moves = (uint32_t)lfi_bytes_get(&at, 4);
    header.cost = (uint32_t)lfi_bytes_get(&at, 4);
    header.landmarks = (uint32_t)lfi_bytes_get(&at, 4);
    header.width = (uint32_t)lfi_bytes_get(&at, 4);
    header.height = (uint32_t)lfi_bytes_get(&at, 4);
    header.map_hash = lfi_bytes_get(&at, 8);
    header.gate_hash = lfi_bytes_get(&at, 8);
    header.unit = lfi_bytes_get(&at, 8);
    header.flags = (uint32_t)lfi_bytes_get(&at, 4);
    header.count = (uint32_t)lfi_bytes_get(&at, 4);
    header.leg_count = (uint32_t)lfi_bytes_get(&at, 4);
    header.group_count = (uint32_t)lfi_bytes_get(&at, 4);
    header.buoys = (uint32_t)lfi_bytes_get(&at, 4);
    header.arcs = (uint32_t)lfi_bytes_get(&at, 4);
    header.nests = (uint32_t)lfi_bytes_get(&at, 4);
    header.ropes = (uint32_t)lfi_bytes_get(&at, 4);
    header.strokes = (uint32_t)lfi_bytes_get(&at, 4);
    header.min_depth = (int32_t)(header.flags >> BYTES_DEPTH_SHIFT & BYTES_DEPTH_MOST);
    return header;
}

/// Whether the size is the one that the counts imply.
static bool header_fits(const bytes_header *header, size_t size) {
    lf_map shape = {.width = (int32_t)(header->width & INT32_MAX),
                    .height = (int32_t)(header->height & INT32_MAX),
                    .moves = (lf_moves)header->moves};
    lfi_map_size(&shape);
    lf_index counts = {.map = &shape,
                       .count = header->count,
                       .leg_count = header->leg_count,
                       .up_count = header->arcs,
                       .ropes = {.count = header->ropes, .stroke_count = header->strokes},
                       .buoys = {.wide = 1, .high = (int32_t)(header->buoys & INT32_MAX)}};
    lfi_stops_size(&shape, &counts.stops);
    return bytes_size(&counts, (header->flags & BYTES_HIERARCHY) != 0) == size;
}

/// Checks that the bytes are a whole index: not an index at all, another version, cut short, altered.
static lf_status bytes_check_whole(const uint8_t *bytes, size_t size, bytes_header *header) {
    const size_t known = size < sizeof bytes_magic ? size : sizeof bytes_magic;
    if (size == 0 || memcmp(bytes, bytes_magic, known) != 0) return LF_E_INDEX_FORMAT;
    if (size < BYTES_AT_VERSION + 4) return LF_E_INDEX_TRUNCATED;
    const uint8_t *at = bytes + BYTES_AT_VERSION;
    if (lfi_bytes_get(&at, 4) != BYTES_VERSION) return LF_E_INDEX_VERSION;
    if (size < LFI_BYTES_HEADER + LFI_BYTES_TRAILER) return LF_E_INDEX_TRUNCATED;
    *header = header_get(bytes);
    if (!header_fits(header, size)) return LF_E_INDEX_TRUNCATED;
    return lfi_bytes_are_sealed(bytes, size) ? LF_OK : LF_E_INDEX_CHECKSUM;
}

/// Checks that the index has the gate that a description asks for. One without a least depth takes any.
static lf_status header_check_gate(const lf_map *map, const lf_index_desc *desc, const bytes_header *header) {
    if (desc->min_depth != 0 && desc->min_depth != header->min_depth) return LF_E_INDEX_GATE;
    if (header->min_depth == 0) return LF_OK;
    if (desc->depth == NULL) return LF_E_INDEX_GATE;
    return desc->depth->map == map ? LF_OK : LF_E_FOREIGN_DEPTH;
}

static lf_status header_check(const lf_map *map, const lf_index_desc *desc, const bytes_header *header) {
    const uint32_t flags = BYTES_HIERARCHY | BYTES_MARK | BYTES_DEPTH_MOST << BYTES_DEPTH_SHIFT;
    if (header->width != (uint32_t)map->width || header->height != (uint32_t)map->height ||
        header->moves != (uint32_t)map->moves || header->map_hash != lfi_bytes_hash_map(map))
        return LF_E_INDEX_MAP;
    if ((header->cost != LF_COST_UNIFORM && header->cost != LF_COST_OCTILE) ||
        header->landmarks != LFI_LANDMARKS || (header->flags & ~flags) != 0 ||
        ((header->flags & BYTES_HIERARCHY) == 0 && (header->arcs | header->nests | header->ropes) != 0) ||
        (header->ropes == 0 && header->strokes != 0))
        return LF_E_INDEX_CONTENT;
    const lfi_metric metric = lfi_metric_make(map->moves, (lf_cost)header->cost);
    if (!lfi_metric_fits(&metric, map->tile_count)) return LF_E_INDEX_LIMIT;
    const bool fits =
        header->unit >= lfi_index_least_unit(&metric) && header->unit < UINT64_MAX / 2 / LFI_AWAY_MAX;
    return fits ? header_check_gate(map, desc, header) : LF_E_INDEX_CONTENT;
}

lf_status lf_index_mark(void *bytes, size_t size) {
    if (bytes == NULL) return LF_E_NULL;
    bytes_header header;
    const lf_status status = bytes_check_whole(bytes, size, &header);
    if (status != LF_OK) return status;
    uint8_t *at = (uint8_t *)bytes + BYTES_AT_FLAGS;
    lfi_bytes_put(&at, header.flags | BYTES_MARK, 4);
    lfi_bytes_seal(bytes, size);
    return LF_OK;
}

// ---- Loading: the content -------------------------------------------------------------------------

/// Makes the gated map, which must be the one that the index was made of.
static lf_status gate_get(lf_index *index, const bytes_header *header) {
    if (index->min_depth == 0) return LF_OK;
    const lf_status status = lfi_index_gate(index);
    if (status != LF_OK) return status;
    return header->gate_hash == lfi_bytes_hash_map(index->gated) ? LF_OK : LF_E_INDEX_DEPTH;
}

/// Makes the index's own copy of the bytes.
static lf_status copy_make(lf_index *index, bool hierarchy) {
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    LFI_ARRAY(&run, index->copy, lfi_index_copy_words(index));
    if (run.failed) return LF_E_NOMEM;
    memcpy(index->copy, index->bytes, index->size);
    index->bytes = index->copy;
    if (lfi_machine_is_low_first()) return LF_OK;
    lf_index turned = *index;
    lfi_rung *rungs = NULL;
    lfi_sections turn = {.mode = LFI_SECTIONS_TURN, .bytes = (uint8_t *)index->copy + LFI_BYTES_HEADER};
    index_sections(&turn, &turned, &rungs, hierarchy);
    return LF_OK;
}

/// Lets the arrays of an index be the sections of its bytes, or of a copy.
static lf_status index_view(lf_index *index, const bytes_header *header, bool copy, lfi_rung **rungs) {
    const bool hierarchy = (header->flags & BYTES_HIERARCHY) != 0;
    index->buoys = lfi_buoys_size(index->map);
    if (header->count >= INT32_MAX || lfi_buoys_count(&index->buoys) != header->buoys)
        return LF_E_INDEX_CONTENT;
    lfi_stops_size(index->map, &index->stops);
    index->count = header->count;
    index->unit = header->unit;
    index->leg_count = header->leg_count;
    index->group_count = header->group_count;
    index->up_count = header->arcs;
    index->up_depth = header->nests;
    index->ropes.count = header->ropes;
    index->ropes.stroke_count = header->strokes;
    if (copy && copy_make(index, hierarchy) != LF_OK) return LF_E_NOMEM;
    // Nobody writes to a finished index.
    lfi_sections view = {.mode = LFI_SECTIONS_VIEW,
                         .bytes = (uint8_t *)(uintptr_t)index->bytes + LFI_BYTES_HEADER};
    index_sections(&view, index, rungs, hierarchy);
    return LF_OK;
}

static lf_status index_get(lf_index *index, const bytes_header *header, const lf_index_desc *desc,
                           bool copy) {
    lf_status status = gate_get(index, header);
    lfi_rung *rungs = NULL;
    if (status == LF_OK) status = index_view(index, header, copy, &rungs);
    if (status == LF_OK && !lfi_verify_bounds(index, rungs)) status = LF_E_INDEX_CONTENT;
    const bool believed = desc->believe_mark && (header->flags & BYTES_MARK) != 0;
    return status == LF_OK && !believed ? lfi_verify_all(index, &desc->workers) : status;
}

static lf_status bytes_open(const lf_map *map, const lf_index_desc *desc, const void *bytes, size_t size,
                            bool copy, lf_index **out) {
    lf_allocator allocator = desc->allocator;
    lf_status status = lfi_index_check(desc);
    if (status == LF_OK) status = lfi_allocator_resolve(&allocator);
    if (status != LF_OK) return status;
    bytes_header header;
    status = bytes_check_whole(bytes, size, &header);
    if (status == LF_OK) status = header_check(map, desc, &header);
    if (status != LF_OK) return status;
    lf_index *index = lfi_alloc(&allocator, 1, sizeof *index);
    if (index == NULL) return LF_E_NOMEM;
    *index = (lf_index){.map = map,
                        .given = map,
                        .depth = header.min_depth != 0 ? desc->depth : NULL,
                        .min_depth = header.min_depth,
                        .allocator = allocator,
                        .bytes = bytes,
                        .size = size,
                        .cost = (lf_cost)header.cost,
                        .turns = lfi_turns_make(map->moves, (lf_cost)header.cost)};
    status = index_get(index, &header, desc, copy);
    if (status == LF_OK)
        *out = index;
    else
        lf_index_destroy(index);
    return status;
}

/// Both ways of loading. LF_OK or an error; `out` has been set.
static lf_status bytes_take(const lf_map *map, const lf_index_desc *desc, const void *bytes, size_t size,
                            bool keep, lf_index **out) {
    if (out != NULL) *out = NULL;
    if (map == NULL || bytes == NULL || out == NULL) return LF_E_NULL;
    const lf_index_desc defaults = {0};
    if (desc == NULL) desc = &defaults;
    const lf_status status = bytes_open(map, desc, bytes, size, !keep || lfi_bytes_need_copy(bytes), out);
    if (status == LF_OK && keep) (*out)->release = desc->release;
    if (status == LF_OK && keep) (*out)->lent = bytes;
    return status;
}

lf_status lf_index_load(const lf_map *map, const lf_index_desc *desc, const void *bytes, size_t size,
                        lf_index **out) {
    return bytes_take(map, desc, bytes, size, false, out);
}

lf_status lf_index_view(const lf_map *map, const lf_index_desc *desc, const void *bytes, size_t size,
                        lf_index **out) {
    return bytes_take(map, desc, bytes, size, true, out);
}
