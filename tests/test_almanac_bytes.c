// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// An almanac as bytes: loaded, and used where they are, it says what the one that was saved says; it is refused when
// cut short, altered, or of another index; forged with a right checksum it is harmless when believed, and refused when
// not; memory. LF_CASES forged almanacs from LF_SEED on.
#include "forge.h"
#include "lengths/lengths.h"
#include "meter.h"
#include "oracle.h"
#include "slow.h"
#include "test.h"

#include <string.h>

#ifdef TEST_IS_SLOW
enum { FORGED = 300 };
#else
enum { FORGED = 6000 };
#endif
enum { WIDE = 61, HIGH = 43, AT_LABELS = 32, AT_SEEN = 40 };

/// A map with its almanac as bytes.
typedef struct saved {
    oracle_map plan;
    lf_map *map;
    lf_index *index;
    lf_almanac *almanac;
    uint8_t *bytes;
    size_t size;
} saved;

static lf_almanac *almanac_of(const lf_index *index) {
    lf_almanac *almanac;
    CHECK_EQ(lf_almanac_create(index, NULL, &almanac), LF_OK);
    return almanac;
}

static lf_index *index_of(const lf_map *map) {
    lf_index *index;
    CHECK_EQ(lf_index_create(map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_YES}, &index), LF_OK);
    return index;
}

static saved saved_make(uint64_t seed) {
    saved s = {.plan = {.width = WIDE, .height = HIGH, .open = malloc((size_t)WIDE * HIGH)}};
    uint64_t random = seed * 7 + 5;
    for (int i = 0; i < WIDE * HIGH; i++) s.plan.open[i] = oracle_below(&random, 14) != 0;
    s.map = oracle_to_map(&s.plan);
    s.index = index_of(s.map);
    s.almanac = almanac_of(s.index);
    s.size = lf_almanac_save_size(s.almanac);
    s.bytes = malloc(s.size);
    CHECK_EQ(lf_almanac_save(s.almanac, s.bytes, s.size), LF_OK);
    return s;
}

static void saved_free(saved *s) {
    free(s->bytes);
    lf_almanac_destroy(s->almanac);
    lf_index_destroy(s->index);
    lf_map_destroy(s->map);
    free(s->plan.open);
}

static lf_lengths *lengths_of(const saved *s, const lf_almanac *almanac) {
    lf_lengths *lengths;
    CHECK_EQ(lf_lengths_create(s->map, &(lf_lengths_desc){.index = s->index, .almanac = almanac}, &lengths),
             LF_OK);
    return lengths;
}

/// Asks for many pairs. Whether all answers are those of the almanac that was saved.
static bool answers_agree(const saved *s, const lf_almanac *almanac) {
    lf_lengths *one = lengths_of(s, s->almanac), *other = lengths_of(s, almanac);
    bool same = true;
    for (lf_tile from = 0; from < WIDE * HIGH; from += 89) {
        for (lf_tile to = from % 7; to < WIDE * HIGH; to += 53) {
            lf_length a, b;
            const lf_status status = lf_lengths_between(one, from, to, &a);
            same &= lf_lengths_between(other, from, to, &b) == status && a.straight == b.straight;
        }
    }
    lf_lengths_destroy(one);
    lf_lengths_destroy(other);
    return same;
}

static void count_release(const void *bytes, size_t size, void *user) {
    (void)bytes;
    CHECK(size > 0);
    ++*(int *)user;
}

static void loaded_almanacs_say_the_same(void) {
    saved s = saved_make(test_seed());
    for (int how = 0; how < 4; how++) {
        meter m = {0};
        int released = 0;
        lf_almanac *almanac;
        const bool view = (how & 1) != 0;
        const lf_almanac_desc desc = {.allocator = meter_allocator(&m),
                                      .believe = (how & 2) != 0,
                                      .release = {count_release, &released}};
        CHECK_EQ(view ? lf_almanac_view(s.index, &desc, s.bytes, s.size, &almanac)
                      : lf_almanac_load(s.index, &desc, s.bytes, s.size, &almanac),
                 LF_OK);
        CHECK_EQ(lf_almanac_bytes(almanac), m.live);
        CHECK(!view || m.live < 1000);
        CHECK(answers_agree(&s, almanac));
        uint8_t *again = malloc(s.size);
        CHECK_EQ(lf_almanac_save_size(almanac), s.size);
        CHECK_EQ(lf_almanac_save(almanac, again, s.size), LF_OK);
        CHECK(memcmp(again, s.bytes, s.size) == 0);
        free(again);
        lf_almanac_destroy(almanac);
        CHECK_EQ(m.live, 0);
        CHECK_EQ(released, view);
    }
    saved_free(&s);
}

/// Bytes that do not begin at a multiple of 8 are copied.
static void bytes_may_lie_anywhere(void) {
    saved s = saved_make(test_seed() + 1);
    uint8_t *moved = malloc(s.size + 1);
    memcpy(moved + 1, s.bytes, s.size);
    lf_almanac *almanac;
    CHECK_EQ(lf_almanac_view(s.index, NULL, moved + 1, s.size, &almanac), LF_OK);
    free(moved);
    CHECK(answers_agree(&s, almanac));
    lf_almanac_destroy(almanac);
    saved_free(&s);
}

static lf_status bytes_status(const saved *s, bool believe, const uint8_t *bytes, size_t size) {
    lf_almanac *almanac;
    const lf_status status =
        lf_almanac_load(s->index, &(lf_almanac_desc){.believe = believe}, bytes, size, &almanac);
    CHECK_EQ(almanac == NULL, status != LF_OK);
    lf_almanac_destroy(almanac);
    return status;
}

static void every_cut_and_altered_byte_is_refused(void) {
    saved s = saved_make(test_seed() + 2);
    for (size_t size = 0; size < s.size; size += size < 200 ? 1 : 997) {
        const lf_status status = bytes_status(&s, true, s.bytes, size);
        CHECK(status == (size < 136 ? LF_E_ALMANAC_FORMAT : LF_E_ALMANAC_CONTENT));
    }
    for (size_t i = 0; i < s.size; i += i < 200 ? 1 : 61) {
        s.bytes[i] ^= 32;
        const lf_status status = bytes_status(&s, true, s.bytes, s.size);
        CHECK(status == LF_E_ALMANAC_FORMAT || status == LF_E_ALMANAC_CONTENT ||
              status == LF_E_FOREIGN_ALMANAC);
        s.bytes[i] ^= 32;
    }
    CHECK_EQ(bytes_status(&s, true, s.bytes, s.size), LF_OK);
    saved_free(&s);
}

/// Numbers of 64 bits that would wrap, with a right checksum.
static void counts_that_wrap_are_refused(void) {
    saved s = saved_make(test_seed() + 3);
    static const int places[] = {AT_LABELS, AT_SEEN};
    for (int i = 0; i < 2; i++) {
        uint8_t before[8];
        memcpy(before, s.bytes + places[i], sizeof before);
        put32(s.bytes + places[i] + 4, UINT32_C(1) << 30); // eight or four times that is nothing again
        forge(s.bytes, s.size);
        CHECK_EQ(bytes_status(&s, true, s.bytes, s.size), LF_E_ALMANAC_CONTENT);
        memcpy(s.bytes + places[i], before, sizeof before);
    }
    saved_free(&s);
}

/// Bytes that were forged, checksum and all: what is believed stays in its memory and ends; what is not is refused unless
/// it says the same.
static void forged_almanacs_are_harmless(void) {
    saved s = saved_make(test_seed() + 4);
    uint8_t *forged = malloc(s.size);
    const uint64_t count = test_case_count(FORGED);
    uint64_t random = test_seed() + 4, taken = 0;
    for (uint64_t n = 0; n < count; n++) {
        memcpy(forged, s.bytes, s.size);
        const int places = 1 + oracle_below(&random, 6);
        for (int i = 0; i < places; i++)
            forged[24 + oracle_below(&random, (int)s.size - 24)] = (uint8_t)oracle_below(&random, 256);
        forge(forged, s.size);
        lf_almanac *almanac;
        if (lf_almanac_view(s.index, &(lf_almanac_desc){.believe = true}, forged, s.size, &almanac) != LF_OK)
            continue;
        taken++;
        answers_agree(&s, almanac);
        lf_almanac_destroy(almanac);
        if (n % 16 != 0 || lf_almanac_view(s.index, NULL, forged, s.size, &almanac) != LF_OK) continue;
        CHECK(answers_agree(&s, almanac));
        lf_almanac_destroy(almanac);
    }
    CHECK(taken > count / 10);
    free(forged);
    saved_free(&s);
}

static void other_indexes_are_refused(void) {
    saved s = saved_make(test_seed() + 5), other = saved_make(test_seed() + 6);
    CHECK_EQ(bytes_status(&s, true, other.bytes, other.size), LF_E_FOREIGN_ALMANAC);
    lf_index *flat;
    lf_almanac *almanac;
    CHECK_EQ(lf_index_create(s.map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_NO}, &flat), LF_OK);
    CHECK_EQ(lf_almanac_load(flat, NULL, s.bytes, s.size, &almanac), LF_E_ALMANAC);
    lf_index_destroy(flat);
    CHECK_EQ(lf_almanac_load(NULL, NULL, s.bytes, s.size, &almanac), LF_E_NULL);
    CHECK_EQ(lf_almanac_load(s.index, NULL, NULL, s.size, &almanac), LF_E_NULL);
    CHECK_EQ(lf_almanac_view(s.index, NULL, s.bytes, s.size, NULL), LF_E_NULL);
    CHECK_EQ(lf_almanac_save(NULL, s.bytes, s.size), LF_E_NULL);
    CHECK_EQ(lf_almanac_save(s.almanac, NULL, s.size), LF_E_NULL);
    CHECK_EQ(lf_almanac_save(s.almanac, s.bytes, s.size - 1), LF_E_BUFFER_TOO_SMALL);
    CHECK_EQ(lf_almanac_save_size(NULL), 0);
    saved_free(&s);
    saved_free(&other);
}

static void every_allocation_may_fail(void) {
    saved s = saved_make(test_seed() + 7);
    lf_status status = LF_E_NOMEM;
    for (int64_t fail_at = 1; status == LF_E_NOMEM; fail_at++) {
        meter m = {.fail_at = fail_at};
        lf_almanac *almanac;
        const lf_almanac_desc desc = {.allocator = meter_allocator(&m)};
        status = lf_almanac_load(s.index, &desc, s.bytes, s.size, &almanac);
        CHECK_EQ(almanac == NULL, status != LF_OK);
        lf_almanac_destroy(almanac);
        CHECK_EQ(m.live, 0);
    }
    CHECK_EQ(status, LF_OK);
    saved_free(&s);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(loaded_almanacs_say_the_same),
                                      TEST(bytes_may_lie_anywhere),
                                      TEST(every_cut_and_altered_byte_is_refused),
                                      TEST(counts_that_wrap_are_refused),
                                      TEST(other_indexes_are_refused),
                                      TEST(every_allocation_may_fail),
                                      TEST(forged_almanacs_are_harmless)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
