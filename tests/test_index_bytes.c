// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// An index as bytes: the same after a round trip, refused with its own status when cut short, altered, of
// another version or of another map, and harmless when forged with a right checksum.
#include "test.h"

#include "ends.h"
#include "forge.h"
#include "index/index.h"
#include "meter.h"
#include "slow.h"

enum {
    HEADER = 68,
    AT_VERSION = 8,
    AT_COST = 16,
    AT_LANDMARKS = 20,
    AT_WIDTH = 24,
    AT_COUNT = 40,
    AT_LATER = 44,
    AT_UNIT = 48,
    AT_FLAGS = 56,
    AT_ARCS = 60,
    AT_BUOYS = 64
};

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
        CHECK_EQ(lf_index_bytes(back), lf_index_bytes(s.index));
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
            if (i < 8)
                CHECK_EQ(status, LF_E_INDEX_FORMAT);
            else if (i < 12)
                CHECK_EQ(status, LF_E_INDEX_VERSION);
            else if ((i >= AT_COUNT && i < AT_UNIT) || (i == AT_FLAGS && bit == 0) || i == AT_FLAGS + 1 ||
                     (i >= AT_ARCS && i < HEADER && (i >= AT_BUOYS || lf_index_has_hierarchy(s.index))))
                CHECK_EQ(status, LF_E_INDEX_TRUNCATED);
            else
                CHECK_EQ(status, LF_E_INDEX_CHECKSUM);
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
    const size_t legs = HEADER + 4 * (size_t)s.index->count,
                 away = legs + 4 * (size_t)(s.index->leg_count / 2),
                 buoys = away + 32 * (size_t)s.index->count;
    forge(s.bytes, s.size);
    CHECK_EQ(load(s.map, s.bytes, s.size), LF_OK);       // forging itself works
    forged_field(&s, AT_VERSION, 2, LF_E_INDEX_VERSION); // other arcs: other routes of equal length
    forged_field(&s, AT_COST, 2, LF_E_INDEX_CONTENT);
    forged_field(&s, AT_LANDMARKS, 15, LF_E_INDEX_CONTENT);
    forged_field(&s, AT_WIDTH, 7, LF_E_INDEX_MAP);
    forged_field(&s, AT_UNIT, 0, LF_E_INDEX_CONTENT);
    forged_field(&s, AT_UNIT + 4, UINT32_MAX, LF_E_INDEX_CONTENT);
    forged_field(&s, AT_FLAGS, 2 | get32(s.bytes + AT_FLAGS), LF_E_INDEX_CONTENT);
    forged_field(&s, AT_BUOYS, 1 + get32(s.bytes + AT_BUOYS), LF_E_INDEX_TRUNCATED);
    forged_field(&s, buoys, s.index->group_count, LF_E_INDEX_CONTENT);
    forged_field(&s, buoys + 4, LFI_AWAY_MAX + 1, LF_E_INDEX_CONTENT);
    forged_field(&s, buoys + 4 + 2 * LFI_LANDMARKS, s.index->count, LF_E_INDEX_CONTENT);
    forged_field(&s, HEADER, UINT32_MAX, LF_E_INDEX_CONTENT);
    forged_field(&s, HEADER, get32(s.bytes + HEADER) + 1, LF_E_INDEX_CONTENT);
    forged_field(&s, legs, s.index->count, LF_E_INDEX_CONTENT);
    forged_field(&s, legs, 0, LF_E_INDEX_CONTENT);
    forged_field(&s, away, 0x8000, LF_E_INDEX_CONTENT);
    forged_field(&s, away, 30000, LF_E_INDEX_CONTENT);
    // The same number of bytes with other counts: one headland more and eleven legs fewer.
    const uint32_t count = get32(s.bytes + AT_COUNT), later = get32(s.bytes + AT_LATER);
    put32(s.bytes + AT_COUNT, count + 1);
    forged_field(&s, AT_LATER, later - 11, LF_E_INDEX_CONTENT);
    put32(s.bytes + AT_COUNT, count);
    saved_free(&s);
    s = saved_rich(false);
    forged_field(&s, AT_ARCS, 1, LF_E_INDEX_CONTENT); // arcs without a hierarchy
    saved_free(&s);
}

/// A unit so large that twice the farthest distance would not fit into 64 bits is refused, and no other.
static void units_have_a_limit(void) {
    const uint64_t most = UINT64_MAX / 2 / LFI_AWAY_MAX;
    unsigned char open[4] = {1, 1, 1, 1};
    const oracle_map small = {2, 2, LF_MOVES_KING, open};
    lf_map *map = oracle_to_map(&small);
    lf_index *index;
    uint8_t bytes[4096];
    CHECK_EQ(lf_index_create(map, NULL, &index), LF_OK);
    const size_t size = lf_index_save_size(index);
    CHECK_EQ(lf_index_save(index, bytes, sizeof bytes), LF_OK);
    for (uint64_t unit = most - 1; unit <= most; unit++) {
        put32(bytes + AT_UNIT, (uint32_t)unit);
        put32(bytes + AT_UNIT + 4, (uint32_t)(unit >> 32));
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

/// Forged bytes that are accepted must still give legal routes.
static void forged_bytes_do_no_harm_to(bool hierarchy) {
    uint64_t random = test_seed();
    saved s = saved_rich(hierarchy);
    uint8_t *bytes = malloc(s.size);
    static lf_tile tiles[MAX_TILES];
    int accepted = 0;
    for (int i = 0; i < FORGED; i++) {
        memcpy(bytes, s.bytes, s.size);
        for (int changes = 1 + oracle_below(&random, 3); changes > 0; changes--) {
            const size_t at = HEADER + (size_t)oracle_below(&random, (int)s.size - HEADER - 8);
            bytes[at] = (uint8_t)(oracle_below(&random, 2) ? oracle_below(&random, 8) : bytes[at] + 1);
        }
        forge(bytes, s.size);
        lf_index *index;
        const lf_status status = lf_index_load(s.map, NULL, bytes, s.size, &index);
        CHECK(status == LF_OK || status == LF_E_INDEX_CONTENT);
        if (status != LF_OK) continue;
        accepted++;
        lf_search *search;
        lf_route route;
        ends e;
        CHECK_EQ(lf_search_create(s.map, &(lf_search_desc){.index = index}, &search), LF_OK);
        CHECK(ends_pick(&s.small, &random, &e));
        e.query.strategy = LF_STRATEGY_HEADLAND;
        if (lf_search_find(search, &e.query, tiles, MAX_TILES, &route) == LF_OK)
            CHECK_EQ(lf_route_check(s.map, tiles, route.tile_count, NULL, NULL), LF_OK);
        lf_search_destroy(search);
        lf_index_destroy(index);
    }
    printf("  %d of 20000 accepted\n", accepted);
    CHECK(accepted > 100);
    free(bytes);
    saved_free(&s);
}

static void forged_bytes_do_no_harm(void) {
    forged_bytes_do_no_harm_to(false);
    forged_bytes_do_no_harm_to(true);
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
        TEST(round_trips_are_exact),  TEST(every_cut_is_refused),      TEST(every_altered_bit_is_refused),
        TEST(other_maps_are_refused), TEST(forged_fields_are_refused), TEST(forged_bytes_do_no_harm),
        TEST(misuse_and_memory),      TEST(units_have_a_limit),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
