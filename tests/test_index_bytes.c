// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// An index as bytes: the same after a round trip, refused with its own status when cut short, altered, of
// another version or of another map, and harmless when forged with a right checksum.
#include "test.h"

#include "ends.h"
#include "forge.h"
#include "index/build.h"
#include "meter.h"
#include "slow.h"

typedef struct saved {
    oracle_map small;
    lf_map *map;
    lf_index *index;
    uint8_t *bytes;
    size_t size;
} saved;

static saved saved_make(uint64_t seed, lf_cost cost, bool hierarchy) {
    saved out = {.small = oracle_random_map(seed, 70, (lf_moves)(seed % 3))};
    out.map = oracle_to_map(&out.small);
    const lf_index_desc desc = {.cost = cost, .hierarchy = hierarchy ? LF_HIERARCHY_YES : LF_HIERARCHY_NO};
    CHECK_EQ(lf_index_create(out.map, &desc, &out.index), LF_OK);
    out.size = lf_index_save_size(out.index);
    out.bytes = malloc(out.size);
    CHECK_EQ(lf_index_save(out.index, out.bytes, out.size), LF_OK);
    return out;
}

static void saved_free(saved *s) {
    free(s->bytes);
    lf_index_destroy(s->index);
    lf_map_destroy(s->map);
    free(s->small.open);
}

/// A small map with legs to forge.
static saved saved_rich(bool hierarchy) {
    for (uint64_t seed = 3;; seed += 3) {
        saved s = saved_make(seed, LF_COST_UNIFORM, hierarchy);
        if (s.index->leg_count > 40 && s.index->count < 120) return s;
        saved_free(&s);
    }
}

static lf_status load(const lf_map *map, const uint8_t *bytes, size_t size) {
    // An exact copy in memory of its own, so that sanitizers see every byte read too many.
    uint8_t *copy = malloc(size != 0 ? size : 1);
    memcpy(copy, bytes, size);
    lf_index *index;
    const lf_status status = lf_index_load(map, NULL, copy, size, &index);
    CHECK_EQ(status == LF_OK, index != NULL);
    lf_index_destroy(index);
    free(copy);
    return status;
}

static void round_trips_are_exact(void) {
    for (uint64_t seed = 1; seed <= 400; seed++) {
        saved s = saved_make(seed, (lf_cost)(seed / 3 % 2), seed % 2 == 0);
        lf_index *back;
        CHECK_EQ(lf_index_load(s.map, NULL, s.bytes, s.size, &back), LF_OK);
        CHECK(lf_index_bytes(back) > s.size); // it has a copy of its own
        CHECK_EQ(lf_index_cost(back), lf_index_cost(s.index));
        CHECK(back->count == s.index->count && back->leg_count == s.index->leg_count &&
              back->unit == s.index->unit);
        CHECK_EQ(memcmp(back->first, s.index->first, (back->count + 1) * sizeof *back->first), 0);
        CHECK_EQ(memcmp(back->legs, s.index->legs, back->leg_count * sizeof *back->legs), 0);
        CHECK_EQ(memcmp(back->points, s.index->points, back->count * sizeof *back->points), 0);
        CHECK_EQ(memcmp(back->group, s.index->group, back->count * sizeof *back->group), 0);
        CHECK_EQ(memcmp(back->buoys.all, s.index->buoys.all,
                        lfi_bytes(lfi_buoys_count(&back->buoys), sizeof *back->buoys.all)),
                 0);
        CHECK_EQ(memcmp(back->away, s.index->away, (size_t)back->count * LFI_LANDMARKS * sizeof *back->away),
                 0);
        uint8_t *again = malloc(s.size);
        CHECK_EQ(lf_index_save(back, again, s.size), LF_OK);
        CHECK_EQ(memcmp(again, s.bytes, s.size), 0);
        free(again);
        lf_index_destroy(back);
        saved_free(&s);
    }
}

static void every_cut_is_refused(void) {
    saved s = saved_rich(true);
    CHECK_EQ(load(s.map, s.bytes, 0), LF_E_INDEX_FORMAT);
    for (size_t size = 1; size < s.size; size++) CHECK_EQ(load(s.map, s.bytes, size), LF_E_INDEX_TRUNCATED);
    uint8_t *longer = calloc(1, s.size + 8);
    memcpy(longer, s.bytes, s.size);
    for (size_t more = 1; more <= 8; more++)
        CHECK_EQ(load(s.map, longer, s.size + more), LF_E_INDEX_TRUNCATED);
    free(longer);
    saved_free(&s);
}

static void every_altered_bit_is_refused(void) {
    saved s = saved_rich(true);
    for (size_t i = 0; i < s.size; i++) {
        for (int bit = 0; bit < 8; bit++) {
            s.bytes[i] ^= (uint8_t)(1 << bit);
            const lf_status status = load(s.map, s.bytes, s.size);
            if (i < FORGE_VERSION)
                CHECK_EQ(status, LF_E_INDEX_FORMAT);
            else if (i < FORGE_VERSION + 4)
                CHECK_EQ(status, LF_E_INDEX_VERSION);
            else
                CHECK(status == LF_E_INDEX_CHECKSUM || (status == LF_E_INDEX_TRUNCATED && i < FORGE_HEADER));
            s.bytes[i] ^= (uint8_t)(1 << bit);
        }
    }
    CHECK_EQ(load(s.map, s.bytes, s.size), LF_OK);
    saved_free(&s);
}

/// One tile, the size or the rules are enough to make it another map.
static void other_maps_are_refused(void) {
    saved s = saved_rich(true);
    for (int i = 0; i < s.small.width * s.small.height; i += 5) {
        s.small.open[i] ^= 1;
        lf_map *other = oracle_to_map(&s.small);
        CHECK_EQ(load(other, s.bytes, s.size), LF_E_INDEX_MAP);
        lf_map_destroy(other);
        s.small.open[i] ^= 1;
    }
    s.small.moves = s.small.moves == LF_MOVES_KING ? LF_MOVES_KING_CUT : LF_MOVES_KING;
    lf_map *other = oracle_to_map(&s.small);
    CHECK_EQ(load(other, s.bytes, s.size), LF_E_INDEX_MAP);
    lf_map_destroy(other);
    saved_free(&s);
}

// ---- Forging --------------------------------------------------------------------------------------

static void forged_field(saved *s, size_t at, uint32_t number, lf_status expected) {
    const uint32_t before = get32(s->bytes + at);
    put32(s->bytes + at, number);
    forge(s->bytes, s->size);
    CHECK_EQ(load(s->map, s->bytes, s->size), expected);
    put32(s->bytes + at, before);
    forge(s->bytes, s->size);
}

static void forged_fields_are_refused(void) {
    saved s = saved_rich(true);
    const uint8_t *b = s.bytes;
    const uint32_t count = s.index->count;
    const size_t first = forge_at(b, FORGE_FIRST), legs = forge_at(b, FORGE_LEGS),
                 away = forge_at(b, FORGE_AWAY), buoys = forge_at(b, FORGE_BUOYS),
                 rungs = forge_at(b, FORGE_RUNGS);
    size_t buoy = buoys; // of a square that has one
    while (get32(b + buoy + 104) == UINT32_MAX) buoy += 108;
    forge(s.bytes, s.size);
    CHECK_EQ(load(s.map, s.bytes, s.size), LF_OK);          // forging itself works
    forged_field(&s, FORGE_VERSION, 6, LF_E_INDEX_VERSION); // the format before
    forged_field(&s, FORGE_COST, 2, LF_E_INDEX_CONTENT);
    forged_field(&s, FORGE_LANDMARKS, 15, LF_E_INDEX_CONTENT);
    forged_field(&s, FORGE_UNIT, 0, LF_E_INDEX_CONTENT);
    forged_field(&s, FORGE_UNIT + 4, UINT32_MAX, LF_E_INDEX_CONTENT);
    forged_field(&s, FORGE_FLAGS, 4 | get32(b + FORGE_FLAGS), LF_E_INDEX_CONTENT);
    forged_field(&s, FORGE_GROUP_COUNT, 1 + get32(b + FORGE_GROUP_COUNT), LF_E_INDEX_CONTENT);
    forged_field(&s, FORGE_NESTS, count + 1, LF_E_INDEX_CONTENT);
    forged_field(&s, FORGE_SQUARES, 1 + get32(b + FORGE_SQUARES), LF_E_INDEX_TRUNCATED);
    for (int section = FORGE_ROWS; section <= FORGE_RISE; section++) { // sight that the map does not have
        for (size_t at = forge_at(b, section); at + 64 < forge_at(b, section + 1); at += 4)
            forged_field(&s, at, get32(b + at) ^ 1, LF_E_INDEX_CONTENT);
    }
    forged_field(&s, first, 1, LF_E_INDEX_CONTENT);
    forged_field(&s, first + 4, UINT32_MAX, LF_E_INDEX_CONTENT);
    forged_field(&s, first + 4 * (size_t)count, 0, LF_E_INDEX_CONTENT);
    forged_field(&s, legs, count, LF_E_INDEX_CONTENT);
    forged_field(&s, legs, UINT32_MAX, LF_E_INDEX_CONTENT);
    forged_field(&s, forge_at(b, FORGE_GROUP), s.index->group_count, LF_E_INDEX_CONTENT);
    forged_field(&s, away, 0x8000, LF_E_INDEX_CONTENT);
    forged_field(&s, away, LFI_AWAY_MAX + 1, LF_E_INDEX_CONTENT);
    forged_field(&s, buoy, LFI_AWAY_MAX + 1, LF_E_INDEX_CONTENT);
    forged_field(&s, buoy + 32, count, LF_E_INDEX_CONTENT);
    forged_field(&s, buoy + 96, get32(b + buoy + 96) + 1, LF_E_INDEX_CONTENT);
    forged_field(&s, buoy + 96, UINT32_MAX, LF_E_INDEX_CONTENT);
    forged_field(&s, buoy + 104, s.index->group_count, LF_E_INDEX_CONTENT);
    const size_t lowest = rungs + 16 * (size_t)s.index->order[0];
    forged_field(&s, lowest, 1, LF_E_INDEX_CONTENT);
    forged_field(&s, lowest, count, LF_E_INDEX_CONTENT);
    forged_field(&s, lowest + 4, s.index->up_depth + 1, LF_E_INDEX_CONTENT);
    forged_field(&s, lowest + 8, get32(b + lowest + 8) ^ 1, LF_E_INDEX_CONTENT);
    forged_field(&s, lowest + 12, get32(b + lowest + 12) ^ 1, LF_E_INDEX_CONTENT);
    saved_free(&s);
    s = saved_rich(false);
    forged_field(&s, FORGE_ARCS, 1, LF_E_INDEX_CONTENT); // arcs without a hierarchy
    saved_free(&s);
}

/// A unit so large that twice the farthest distance would not fit into 64 bits is refused, and no other.
static void units_have_a_limit(void) {
    const uint64_t most = UINT64_MAX / 2 / LFI_AWAY_MAX;
    unsigned char open[4] = {1, 1, 1, 1};
    const oracle_map small = {2, 2, LF_MOVES_KING, open};
    lf_map *map = oracle_to_map(&small);
    lf_index *index;
    static uint8_t bytes[1 << 16];
    CHECK_EQ(lf_index_create(map, NULL, &index), LF_OK);
    const size_t size = lf_index_save_size(index);
    CHECK_EQ(lf_index_save(index, bytes, sizeof bytes), LF_OK);
    for (uint64_t unit = most - 1; unit <= most; unit++) {
        put32(bytes + FORGE_UNIT, (uint32_t)unit);
        put32(bytes + FORGE_UNIT + 4, (uint32_t)(unit >> 32));
        forge(bytes, size);
        CHECK_EQ(load(map, bytes, size), unit < most ? LF_OK : LF_E_INDEX_CONTENT);
    }
    lf_index_destroy(index);
    lf_map_destroy(map);
}

#ifdef TEST_IS_SLOW
enum { FORGED = 4000 };
#else
enum { FORGED = 20000 };
#endif

typedef struct forger {
    saved s;
    uint8_t *bytes;
    uint64_t random;
    lf_index_desc desc;
    int accepted, illegal;
} forger;

/// Alters up to three bytes of the content; without a mark behind the sight, which no alteration survives.
static void forger_alter(forger *f) {
    memcpy(f->bytes, f->s.bytes, f->s.size);
    const size_t begin = forge_at(f->bytes, f->desc.believe_mark ? FORGE_ROWS : FORGE_FIRST);
    for (int changes = 1 + oracle_below(&f->random, 3); changes > 0; changes--) {
        const size_t at = begin + (size_t)oracle_below(&f->random, (int)(f->s.size - begin) - 8);
        f->bytes[at] =
            (uint8_t)(oracle_below(&f->random, 2) ? oracle_below(&f->random, 8) : f->bytes[at] + 1);
    }
    forge(f->bytes, f->s.size);
}

/// Routes by an index of altered bytes.
static void forger_ask(forger *f, const lf_index *index) {
    static lf_tile tiles[MAX_TILES];
    lf_search *search;
    CHECK_EQ(lf_search_create(f->s.map, &(lf_search_desc){.index = index}, &search), LF_OK);
    for (int i = 0; i < 3; i++) {
        lf_route route;
        ends e;
        CHECK(ends_pick(&f->s.small, &f->random, &e));
        e.query.strategy = LF_STRATEGY_HEADLAND;
        e.query.options.cost = lf_index_cost(index);
        if (lf_search_find(search, &e.query, tiles, MAX_TILES, &route) != LF_OK) continue;
        f->illegal += lf_route_check(f->s.map, tiles, route.tile_count, NULL, NULL) != LF_OK;
    }
    lf_search_destroy(search);
}

/// Lengths from one tile to some others.
static void forger_compare(forger *f, const lf_index *index) {
    lf_lengths *lengths;
    const lf_lengths_desc desc = {.index = index, .cost = lf_index_cost(index)};
    if (lf_lengths_create(f->s.map, &desc, &lengths) != LF_OK) return; // no hierarchy
    const lf_tile from = oracle_random_open(&f->s.small, &f->random);
    for (int i = 0; i < 3; i++) {
        lf_length length;
        lf_lengths_between(lengths, from, oracle_random_open(&f->s.small, &f->random), &length);
    }
    lf_lengths_destroy(lengths);
}

/// What is accepted must give legal routes; and if a mark was believed, at least stay in its memory, and end.
static void forged_bytes_do_no_harm_to(bool hierarchy, bool believed) {
    forger f = {.s = saved_rich(hierarchy), .random = test_seed(), .desc = {.believe_mark = believed}};
    if (believed) CHECK_EQ(lf_index_mark(f.s.bytes, f.s.size), LF_OK);
    f.bytes = malloc(f.s.size);
    for (int i = 0; i < FORGED; i++) {
        lf_index *index;
        forger_alter(&f);
        const lf_status status = lf_index_view(f.s.map, &f.desc, f.bytes, f.s.size, &index);
        CHECK(status == LF_OK || status == LF_E_INDEX_CONTENT);
        if (status != LF_OK) continue;
        f.accepted++;
        forger_ask(&f, index);
        lf_index_destroy(index);
    }
    printf("  %d of %d accepted, %d routes illegal\n", f.accepted, FORGED, f.illegal);
    CHECK(f.accepted > 100);
    if (!believed) CHECK_EQ(f.illegal, 0);
    free(f.bytes);
    saved_free(&f.s);
}

static void forged_bytes_do_no_harm(void) {
    for (int i = 0; i < 4; i++) forged_bytes_do_no_harm_to(i % 2 != 0, i / 2 != 0);
}

// ---- Forging by the rules -------------------------------------------------------------------------

static void words_random(uint64_t *words, uint64_t count, uint64_t *random) {
    for (uint64_t i = 0; i < count; i++) words[i] = oracle_random(random) & oracle_random(random);
}

/// Any bits, but lines of `size` bits end with set ones.
static void lines_random(uint64_t *words, uint64_t total, uint64_t stride, int32_t count, int32_t size,
                         uint64_t *random) {
    words_random(words, total, random);
    for (int64_t i = 0; i <= count; i++) words[(uint64_t)(i + 1) * stride] |= UINT64_MAX << (size & 63);
}

static void slant_end(uint64_t *slants, uint64_t words, uint64_t diagonal, uint64_t y) {
    slants[diagonal * words + LFI_SLANT_WORDS * (y >> 6) + LFI_SLANT_ENDS] |= UINT64_C(1) << (y & 63);
}

/// Any bits, but diagonals end where they leave the map.
static void slants_random(const lf_index *index, uint64_t *slants, int sign, uint64_t *random) {
    const int64_t ring = (int64_t)lfi_slants_ring(index->map), height = index->map->height;
    const uint64_t words = index->stops.column_stride * LFI_SLANT_WORDS;
    words_random(slants, lfi_slants_words(index->map, &index->stops), random);
    for (int64_t i = 0; i < ring; i++) {
        slant_end(slants, words, (uint64_t)i, 0);
        slant_end(slants, words, (uint64_t)i, (uint64_t)height);
    }
    for (int64_t y = 0; y < height; y++) {
        const int64_t frame = ((index->map->width + sign * y) % ring + ring) % ring;
        slant_end(slants, words, (uint64_t)frame, (uint64_t)y);
        slant_end(slants, words, (uint64_t)frame, (uint64_t)y + 1);
    }
}

static void heads_random(lf_index *index, uint64_t *random) {
    for (uint64_t i = 0; i < index->map->word_count; i++) {
        lfi_heads *heads = &index->stops.heads[i];
        heads->bits &= oracle_random(random);
        if (oracle_below(random, 2)) heads->bits = oracle_random(random) & oracle_random(random);
        const uint32_t bits = (uint32_t)lfi_count_bits(heads->bits);
        if (bits > index->count) heads->bits = 0;
        heads->before =
            bits > index->count ? UINT32_MAX : (uint32_t)oracle_below(random, (int)(index->count - bits + 1));
    }
}

/// Gives a loaded index any sight that the bounds leave room for.
static void sight_random(lf_index *index, uint64_t *random) {
    const lf_map *map = index->map;
    lfi_stops *stops = &index->stops;
    lines_random(stops->rows, map->word_count, map->stride, map->height, map->width, random);
    lines_random(stops->columns, stops->column_words, stops->column_stride, map->width, map->height, random);
    heads_random(index, random);
    words_random(stops->row_patches, lfi_stops_row_patch_words(map, stops), random);
    words_random(stops->column_patches, lfi_stops_column_patch_words(map, stops), random);
    for (uint32_t i = 0; i < index->count; i++) {
        index->points[i] = (lf_point){oracle_below(random, map->width), oracle_below(random, map->height)};
        index->beside[i] = (uint8_t)oracle_below(random, LFI_BESIDE);
    }
    if (!lfi_index_glances(index)) return;
    for (int i = 0; i < 2; i++) {
        lines_random(index->halts.rows[i], map->word_count, map->stride, map->height, map->width, random);
        lines_random(index->halts.columns[i], stops->column_words, stops->column_stride, map->width,
                     map->height, random);
    }
    slants_random(index, index->halts.fall, -1, random);
    slants_random(index, index->halts.rise, 1, random);
}

/// Whatever a file with a mark says of what can be seen from where: searches stay in their memory, and end.
static void forged_sight_does_no_harm(void) {
    int illegal = 0;
    for (int i = 0; i < FORGED / 20; i++) {
        forger f = {.s = saved_make((uint64_t)i + 1, (lf_cost)(i / 3 % 2), i / 6 % 2 == 0),
                    .random = (uint64_t)i};
        lf_index *index;
        CHECK_EQ(lf_index_load(f.s.map, NULL, f.s.bytes, f.s.size, &index), LF_OK);
        sight_random(index, &f.random);
        CHECK(lfi_headlands_safe(index));
        if (oracle_random_open(&f.s.small, &f.random) != LF_NO_TILE) {
            forger_ask(&f, index);
            forger_compare(&f, index);
        }
        illegal += f.illegal;
        lf_index_destroy(index);
        saved_free(&f.s);
    }
    printf("  %d routes illegal\n", illegal);
    CHECK(illegal > 0); // it does matter what is forged
}

// ---- In place -------------------------------------------------------------------------------------

static int released;

static void release_count(const void *bytes, size_t size, void *user) {
    const saved *s = user;
    CHECK(size == s->size && memcmp(bytes, s->bytes, size) == 0);
    released++;
}

/// An index that uses bytes where they are says the same as its copy, needs less memory, and gives them back.
static void bytes_are_used_where_they_are(void) {
    saved s = saved_rich(true);
    uint64_t *room = malloc(s.size + 8);
    lf_index *copied;
    CHECK_EQ(lf_index_load(s.map, NULL, s.bytes, s.size, &copied), LF_OK);
    for (size_t shift = 0; shift < 8; shift++) { // where numbers do not lie as they should, a copy is made
        uint8_t *bytes = (uint8_t *)room + shift, *again = malloc(s.size);
        lf_index *index;
        memcpy(bytes, s.bytes, s.size);
        released = 0;
        const lf_index_desc desc = {.release = {release_count, &s}};
        CHECK_EQ(lf_index_view(s.map, &desc, bytes, s.size, &index), LF_OK);
        CHECK_EQ(lf_index_save(index, again, s.size), LF_OK);
        CHECK_EQ(memcmp(again, s.bytes, s.size), 0);
        CHECK(shift != 0 || lf_index_bytes(index) <= lf_index_bytes(copied));
        CHECK_EQ(released, 0);
        lf_index_destroy(index);
        CHECK_EQ(released, 1);
        bytes[s.size / 2] ^= 1;
        CHECK_EQ(lf_index_view(s.map, &desc, bytes, s.size, &index), LF_E_INDEX_CHECKSUM);
        CHECK(index == NULL && released == 1); // an error leaves them to the caller
        free(again);
    }
    lf_index_destroy(copied);
    CHECK_EQ(lf_index_view(s.map, NULL, NULL, s.size, &copied), LF_E_NULL);
    free(room);
    saved_free(&s);
}

/// A leg over blocked tiles is refused, unless bytes with a mark are believed. Numbers out of bounds always are.
static void a_mark_is_believed_on_demand(void) {
    saved s = saved_rich(true);
    const lf_index_desc believe = {.believe_mark = true};
    lf_index *index;
    const size_t length = forge_at(s.bytes, FORGE_UP);
    put32(s.bytes + length, get32(s.bytes + length) + 1);
    forge(s.bytes, s.size);
    CHECK_EQ(lf_index_view(s.map, &believe, s.bytes, s.size, &index), LF_E_INDEX_CONTENT); // no mark
    CHECK_EQ(lf_index_mark(s.bytes, s.size), LF_OK);
    CHECK_EQ(lf_index_view(s.map, NULL, s.bytes, s.size, &index), LF_E_INDEX_CONTENT);
    CHECK_EQ(lf_index_view(s.map, &believe, s.bytes, s.size, &index), LF_OK);
    lf_index_destroy(index);
    forged_field(&s, length + 8, s.index->count, LF_E_INDEX_CONTENT);
    put32(s.bytes + length + 8, s.index->count);
    forge(s.bytes, s.size);
    CHECK_EQ(lf_index_view(s.map, &believe, s.bytes, s.size, &index), LF_E_INDEX_CONTENT);
    s.bytes[s.size - 1] ^= 1;
    CHECK_EQ(lf_index_mark(s.bytes, s.size), LF_E_INDEX_CHECKSUM);
    CHECK_EQ(lf_index_mark(s.bytes, s.size - 1), LF_E_INDEX_TRUNCATED);
    CHECK_EQ(lf_index_mark(NULL, s.size), LF_E_NULL);
    saved_free(&s);
}

static void misuse_and_memory(void) {
    saved s = saved_rich(true);
    lf_index *index;
    CHECK_EQ(lf_index_save(NULL, s.bytes, s.size), LF_E_NULL);
    CHECK_EQ(lf_index_save(s.index, NULL, s.size), LF_E_NULL);
    CHECK_EQ(lf_index_save(s.index, s.bytes, s.size - 1), LF_E_BUFFER_TOO_SMALL);
    CHECK_EQ(lf_index_save_size(NULL), 0);
    CHECK_EQ(lf_index_load(NULL, NULL, s.bytes, s.size, &index), LF_E_NULL);
    CHECK_EQ(lf_index_load(s.map, NULL, NULL, s.size, &index), LF_E_NULL);
    CHECK_EQ(lf_index_load(s.map, NULL, s.bytes, s.size, NULL), LF_E_NULL);
    CHECK_EQ(lf_index_load(s.map, &(lf_index_desc){.allocator.alloc = meter_alloc}, s.bytes, s.size, &index),
             LF_E_ALLOCATOR);
    meter all = {0};
    CHECK_EQ(
        lf_index_load(s.map, &(lf_index_desc){.allocator = meter_allocator(&all)}, s.bytes, s.size, &index),
        LF_OK);
    lf_index_destroy(index);
    CHECK(all.live == 0 && all.blocks == 0);
    for (int64_t k = 1; k <= all.calls; k++) {
        meter m = {.fail_at = k};
        CHECK_EQ(
            lf_index_load(s.map, &(lf_index_desc){.allocator = meter_allocator(&m)}, s.bytes, s.size, &index),
            LF_E_NOMEM);
        CHECK(index == NULL && m.live == 0 && m.blocks == 0);
    }
    saved_free(&s);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(round_trips_are_exact),        TEST(every_cut_is_refused),
        TEST(every_altered_bit_is_refused), TEST(other_maps_are_refused),
        TEST(forged_fields_are_refused),    TEST(forged_bytes_do_no_harm),
        TEST(forged_sight_does_no_harm),    TEST(misuse_and_memory),
        TEST(units_have_a_limit),           TEST(bytes_are_used_where_they_are),
        TEST(a_mark_is_believed_on_demand),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
