// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Unit tests of the small things: statuses, version, bit tricks, division, move table, allocation, pace.
#include "meter.h"
#include "test.h"

#include "base/chains.h"
#include "base/heap.h"
#include "base/pace.h"
#include "base/sort.h"
#include "map/map.h"

static void status_texts_are_distinct(void) {
    static const lf_status all[] = {
#define LISTED(name, number, text) LF_##name,
        LF_STATUS_MAP(LISTED)
#undef LISTED
    };
    const int count = (int)(sizeof all / sizeof *all);
    for (int i = 0; i < count; i++) {
        CHECK(strlen(lf_status_text(all[i])) > 3);
        CHECK(strncmp(lf_status_name(all[i]), "LF_", 3) == 0);
        CHECK_EQ(all[i] < 0, strncmp(lf_status_name(all[i]), "LF_E_", 5) == 0);
        for (int j = 0; j < i; j++) {
            CHECK(all[i] != all[j]);
            CHECK(strcmp(lf_status_text(all[i]), lf_status_text(all[j])) != 0);
        }
    }
    CHECK_STR(lf_status_text((lf_status)1077), "unknown status");
    CHECK_STR(lf_status_name((lf_status)-1077), "unknown status");
    CHECK_STR(lf_status_name(LF_E_SOURCE_BLOCKED), "LF_E_SOURCE_BLOCKED");
}

static void version_is_the_file(void) {
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", LF_VERSION_MAJOR, LF_VERSION_MINOR, LF_VERSION_PATCH);
    CHECK_STR(text, LANDFALL_VERSION_TEXT); // from the file VERSION, by the build
    CHECK_EQ(lf_version(), LF_VERSION_HEX);
    CHECK_EQ(lf_routes_version(), LF_ROUTES_VERSION);
}

static void strategy_names_round_trip(void) {
    lf_strategy strategy;
    int count = 0;
    for (; lf_strategy_name((lf_strategy)count) != NULL; count++) {
        CHECK_EQ(lf_strategy_parse(lf_strategy_name((lf_strategy)count), &strategy), LF_OK);
        CHECK_EQ(strategy, count);
    }
    CHECK(count >= 2);
    CHECK(lf_strategy_name((lf_strategy)-1) == NULL);
    CHECK_EQ(lf_strategy_parse("swim", &strategy), LF_E_STRATEGY);
    CHECK_EQ(strategy, LF_STRATEGY_AUTO);
    CHECK_EQ(lf_strategy_parse(NULL, &strategy), LF_E_NULL);
    CHECK_EQ(lf_strategy_parse("flood", NULL), LF_E_NULL);
}

static void lowest_bit_and_count(void) {
    for (int i = 0; i < 64; i++) {
        CHECK_EQ(lfi_lowest_bit(UINT64_C(1) << i), i);
        CHECK_EQ(lfi_lowest_bit(UINT64_MAX << i), i);
        CHECK_EQ(lfi_count_bits(UINT64_MAX << i), 64 - i);
    }
    CHECK_EQ(lfi_count_bits(0), 0);
}

static void bytes_are_reversed(void) {
    for (uint8_t count = 0; count <= 9; count++) {
        uint8_t bytes[12];
        for (uint8_t i = 0; i < 12; i++) bytes[i] = i;
        lfi_bytes_reverse(bytes + 1, count);
        for (uint8_t i = 0; i < 12; i++) CHECK_EQ(bytes[i], i >= 1 && i <= count ? count + 1 - i : i);
    }
}

static void division_is_exact(void) {
    static const uint32_t divisors[] = {1, 2, 3, 5, 7, 64, 641, 4108, 65535, 65536, 65537, 2147483647};
    for (size_t d = 0; d < sizeof divisors / sizeof *divisors; d++) {
        const uint32_t divisor = divisors[d];
        const lfi_divider by = lfi_divider_make(divisor);
        for (uint64_t multiple = 0; multiple <= UINT32_MAX;
             multiple += (uint64_t)divisor * (1 + UINT32_MAX / divisor / 1000)) {
            for (int64_t off = -1; off <= 1; off++) {
                const int64_t number = (int64_t)multiple + off;
                if (number < 0 || number > UINT32_MAX) continue;
                if (lfi_divide(by, (uint32_t)number) != (uint32_t)number / divisor) CHECK_EQ(number, -1);
            }
        }
        CHECK_EQ(lfi_divide(by, UINT32_MAX), UINT32_MAX / divisor);
    }
}

static void moves_are_symmetric(void) {
    // Between two open tiles, a move is legal exactly if its reverse is.
    for (int rules = 0; rules < 3; rules++) {
        uint16_t allowed[LFI_AROUND_SETS];
        lfi_moves_fill((lf_moves)rules, allowed);
        for (unsigned open = 0; open < LFI_AROUND_SETS; open++) {
            if ((open >> LFI_CENTRE & 1) == 0) continue;
            for (int k = 0; k < LFI_AROUND; k++) {
                if (k == LFI_CENTRE || (open >> k & 1) == 0) continue;
                // What the target of the move sees of the same nine tiles; the rest stays blocked.
                unsigned seen = 0;
                for (int i = 0; i < LFI_AROUND; i++) {
                    const int x = lfi_move_dx(i) - lfi_move_dx(k), y = lfi_move_dy(i) - lfi_move_dy(k);
                    if ((open >> i & 1) != 0 && x >= -1 && x <= 1 && y >= -1 && y <= 1)
                        seen |= 1u << (4 + x + 3 * y);
                }
                CHECK_EQ(allowed[open] >> k & 1, allowed[seen] >> (8 - k) & 1);
            }
        }
    }
}

static void move_table_counts(void) {
    uint16_t allowed[LFI_AROUND_SETS];
    lfi_moves_fill(LF_MOVES_KING, allowed);
    CHECK_EQ(lfi_count_bits(allowed[0x1ff]), 8);
    CHECK_EQ(allowed[0x1ff & ~0x20],
             0x1ff & ~(0x10 | 0x20 | 0x04 | 0x100)); // right blocked: no right diagonals
    lfi_moves_fill(LF_MOVES_KING_CUT, allowed);
    CHECK_EQ(allowed[0x1ff & ~0x20], 0x1ff & ~(0x10 | 0x20));
    lfi_moves_fill(LF_MOVES_ORTHOGONAL, allowed);
    CHECK_EQ(allowed[0x1ff], 0xaa);
    CHECK(!lfi_moves_valid((lf_moves)3));
    CHECK(!lfi_moves_valid((lf_moves)-1));
}

/// What arrays would take adds up, and stops at the largest number instead of beginning again.
static void sizes_of_arrays_do_not_wrap(void) {
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT};
    CHECK(lfi_arrays_run(&run, NULL, 10, 4, false) == NULL);
    CHECK(lfi_arrays_run(&run, NULL, 0, 8, false) == NULL); // an array of nothing takes one item
    CHECK(run.bytes == 48);
    lfi_arrays_run(&run, NULL, (UINT64_MAX - 48) / 8, 8, false);
    CHECK(run.bytes == UINT64_MAX - 48 - (UINT64_MAX - 48) % 8 + 48);
    lfi_arrays_run(&run, NULL, 1, 8, false);
    CHECK(run.bytes == UINT64_MAX);
    lfi_arrays_run(&run, NULL, UINT64_MAX, 8, false);
    CHECK(run.bytes == UINT64_MAX && !run.failed);
}

static void huge_allocations_are_refused(void) {
    lf_allocator allocator = {0};
    CHECK_EQ(lfi_allocator_resolve(&allocator), LF_OK);
    CHECK(lfi_alloc(&allocator, UINT64_MAX, 2) == NULL);
    CHECK(lfi_alloc(&allocator, SIZE_MAX / 8 + 1, 8) == NULL);
    void *nothing = lfi_alloc(&allocator, 0, 8);
    CHECK(nothing != NULL);
    lfi_free(&allocator, nothing, 0, 8);
    lfi_free(&allocator, NULL, 1, 8);
    allocator.free = NULL;
    CHECK_EQ(lfi_allocator_resolve(&allocator), LF_E_ALLOCATOR);
}

static int number_compare(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void numbers_are_sorted_and_taken_in_order(void) {
    enum { MOST = 40 };
    uint64_t random = 1;
    for (uint64_t count = 0; count <= MOST; count++) {
        uint64_t numbers[MOST + 1], wanted[MOST + 1], heap[MOST + 1], left = count;
        for (uint64_t i = 0; i < count; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            numbers[i] = wanted[i] = heap[i] =
                random >> (count % 3 == 0 ? 60 : 1); // with equal ones, or without
        }
        qsort(wanted, (size_t)count, sizeof *wanted, number_compare);
        lfi_sort(numbers, count);
        CHECK(memcmp(numbers, wanted, (size_t)count * sizeof *numbers) == 0);
        lfi_sort_heap(heap, count);
        for (uint64_t i = count; i-- > 0;) CHECK(lfi_sort_take(heap, &left) == wanted[i]);
        CHECK(left == 0);
    }
}

typedef struct listed {
    uint64_t *words;
    uint8_t *bytes, *none;
} listed;

static void listed_arrays(lfi_arrays *run, listed *l) {
    LFI_ARRAY_ZEROED(run, l->words, 5);
    LFI_ARRAY(run, l->bytes, 3);
    LFI_ARRAY(run, l->none, 0);
}

static void a_list_makes_counts_and_frees(void) {
    for (int64_t fail_at = 0; fail_at <= 3; fail_at++) {
        meter m = {.fail_at = fail_at};
        const lf_allocator allocator = meter_allocator(&m);
        listed l = {0};
        lfi_arrays make = {.allocator = &allocator, .mode = LFI_ARRAYS_MAKE}, count = {0};
        listed_arrays(&count, &l);
        CHECK_EQ(count.bytes, 5 * 8 + 3 + 1); // no items take the room of one
        CHECK(l.words == NULL && m.calls == 0);
        listed_arrays(&make, &l);
        CHECK_EQ(make.failed, fail_at != 0);
        CHECK_EQ(m.calls, fail_at == 0 ? 3 : fail_at); // after a failure nothing more is asked for
        if (fail_at == 0) CHECK_EQ((uint64_t)m.live, count.bytes);
        for (int i = 0; fail_at != 1 && i < 5; i++) CHECK_EQ(l.words[i], 0);
        listed_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, &l);
        CHECK(l.words == NULL && l.bytes == NULL && l.none == NULL && m.live == 0 && m.blocks == 0);
    }
}

static void a_store_counts_and_refuses(void) {
    meter m = {0};
    lfi_store store = {.allocator = meter_allocator(&m), .max_bytes = 4096};
    const lf_allocator inner = lfi_store_allocator(&store);
    lfi_pool a = {0}, b = {0};
    CHECK(lfi_pool_reserve(&store, &a, 10, 8) && lfi_pool_reserve(&store, &b, 1, 4));
    for (uint64_t i = 0; i < 10; i++) LFI_ITEMS(uint64_t, a)[i] = i;
    const int64_t calls = m.calls;
    void *const items = a.items;
    CHECK(lfi_pool_reserve(&store, &a, 10, 8) && lfi_pool_reserve(&store, &a, 1, 8)); // there is room already
    CHECK(a.items == items && m.calls == calls);
    CHECK(lfi_pool_reserve(&store, &a, 200, 8)); // grows, and keeps what is in it
    for (uint64_t i = 0; i < 10; i++) CHECK_EQ(LFI_ITEMS(uint64_t, a)[i], i);
    CHECK_EQ(store.bytes, (uint64_t)m.live);
    const uint64_t before = store.bytes;
    void *array = lfi_alloc(&inner, 100, 3);
    CHECK(array != NULL && store.bytes == before + 300 && store.failure == LF_OK);
    CHECK_EQ(store.bytes, (uint64_t)m.live);
    CHECK(lfi_alloc(&inner, 4096 - store.bytes + 1, 1) == NULL && store.failure == LF_LIMIT);
    store.failure = LF_OK;
    CHECK(!lfi_pool_reserve(&store, &b, 4096, 1) && store.failure == LF_LIMIT && b.items != NULL);
    m.fail_at = m.calls + 1;
    CHECK(lfi_alloc(&inner, 1, 1) == NULL && store.failure == LF_E_NOMEM);
    lfi_free(&inner, array, 100, 3);
    CHECK_EQ(store.bytes, before);
    lfi_store_free(&store);
    CHECK(a.items == NULL && b.items == NULL && a.capacity == 0 && store.pools == NULL);
    CHECK(store.bytes == 0 && m.live == 0 && m.blocks == 0);
}

/// Two pools that grow item by item until the account is full: what is copied meanwhile is a few times what
/// they hold, and they hold a good part of what they may. Growing by single items near the limit copies all of
/// a pool for each of them.
static void pools_near_the_limit_copy_little(void) {
    enum { LIMIT = 1 << 18, FIRST_SIZE = 8, SECOND_SIZE = 24 };
    for (uint64_t limit = LIMIT; limit < LIMIT + LIMIT / 2; limit += LIMIT / 16) {
        meter m = {0};
        lfi_store store = {.allocator = meter_allocator(&m), .max_bytes = limit};
        lfi_pool pools[2] = {0};
        uint64_t copied = 0, counts[2] = {0};
        for (int full = 0; full < 2;) {
            full = 0;
            for (int i = 0; i < 2; i++) {
                const uint64_t had = pools[i].capacity, size = i == 0 ? FIRST_SIZE : SECOND_SIZE;
                if (lfi_pool_reserve(&store, &pools[i], counts[i] + 1, (size_t)size)) {
                    counts[i]++;
                    copied += pools[i].capacity != had ? had * size : 0;
                } else {
                    full++;
                }
            }
        }
        CHECK_EQ(store.failure, LF_LIMIT);
        CHECK(copied <= 9 * (counts[0] * FIRST_SIZE + counts[1] * SECOND_SIZE));
        CHECK(store.bytes > limit / 2 && store.bytes <= limit);
        CHECK_EQ(store.bytes, (uint64_t)m.live);
        CHECK(lfi_pool_reserve(&store, &pools[0], counts[0], FIRST_SIZE)); // as it was
        lfi_store_free(&store);
        CHECK_EQ(m.live, 0);
    }
}

/// The hash of the n-th item: many share one, and many share only the bits that choose a chain.
static uint64_t chained_hash(uint32_t n) {
    return (uint64_t)(n / 3 % 500) * UINT64_C(0x100000401) << (n % 2 * 11);
}

static void chains_find_what_was_added(void) {
    enum { ITEMS = 5000 };
    meter m = {0};
    lfi_store store = {.allocator = meter_allocator(&m), .max_bytes = UINT64_MAX};
    lfi_chains chains = {0};
    for (int round = 0; round < 2; round++) {
        CHECK(lfi_chains_clear(&store, &chains));
        for (uint32_t n = 0; n < ITEMS; n++) {
            for (uint32_t i = lfi_chains_first(&chains, chained_hash(n)); i != LFI_CHAIN_END;
                 i = lfi_chains_next(&chains, i))
                CHECK(i < n); // what was taken out stays out
            CHECK(lfi_chains_add(&store, &chains, chained_hash(n)));
            CHECK(chains.count == n + 1 && chains.mask + 1 > chains.count);
            if (round == 0 && n >= 1024)
                CHECK(chains.mask / 2 < chains.count); // doubled no sooner than needed
            if (round == 0 && n < 1023) CHECK_EQ(chains.mask, 1023);
        }
        for (uint32_t n = 0; n < ITEMS; n++) {
            uint32_t i = lfi_chains_first(&chains, chained_hash(n)), met = 0;
            for (; i != LFI_CHAIN_END && i != n && met <= ITEMS; met++) i = lfi_chains_next(&chains, i);
            CHECK_EQ(i, n);
        }
    }
    lfi_store_free(&store);
    CHECK(m.live == 0);
}

/// Adds that many items; false, and why in the store, as soon as one cannot be added.
static bool chains_fill(lfi_store *store, lfi_chains *chains, uint32_t count) {
    if (!lfi_chains_clear(store, chains)) return false;
    for (uint32_t n = 0; n < count; n++) {
        if (!lfi_chains_add(store, chains, chained_hash(n))) return false;
    }
    return true;
}

/// The room for items grows, and that for the heads of chains: each of these may fail, and be tried again.
static void chains_tell_of_missing_memory(void) {
    enum { ITEMS = 5000 };
    int64_t failures = 0;
    for (bool filled = false; !filled; failures += !filled) {
        meter m = {.fail_at = failures + 1};
        lfi_store store = {.allocator = meter_allocator(&m), .max_bytes = UINT64_MAX};
        lfi_chains chains = {0};
        filled = chains_fill(&store, &chains, ITEMS);
        CHECK_EQ(store.failure, filled ? LF_OK : LF_E_NOMEM);
        CHECK(chains_fill(&store, &chains, ITEMS) && chains.mask + 1 >= ITEMS);
        lfi_store_free(&store);
        CHECK(m.live == 0 && m.blocks == 0);
    }
    CHECK(failures >= 6); // heads of 1024, 2048, 4096 and 8192 chains, and links
}

static void heap_and_queue_pop_in_order(void) {
    enum { NODES = 300 };
    meter m = {0};
    lfi_store store = {.allocator = meter_allocator(&m), .max_bytes = UINT64_MAX};
    lfi_pool pools[2] = {0};
    lfi_heap heap = {0};
    lfi_queue queue = {0};
    uint64_t priorities[NODES], random = test_seed(), sum = 0;
    for (int round = 0; round < 20; round++) {
        CHECK(lfi_heap_reserve(&store, &heap, pools, NODES));
        for (uint32_t n = 0; n < NODES; n++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
            priorities[n] = 1000 + (random >> 58);
            lfi_heap_push(&heap, n, priorities[n]);
            CHECK(lfi_queue_push(&store, &queue, priorities[n] - 1000, n));
        }
        for (uint32_t n = 0; n < NODES; n += 3) lfi_heap_push(&heap, n, priorities[n] -= 500); // lowered
        lfi_heap_entry before = {0};
        for (uint32_t n = 0; n < NODES; n++) {
            const lfi_heap_entry top = lfi_heap_pop(&heap);
            CHECK(top.priority >= before.priority && top.priority == priorities[top.node] &&
                  heap.place[top.node] == 0);
            priorities[top.node] = 0; // each comes once
            before = top;
        }
        CHECK_EQ(heap.count, 0);
        before = lfi_queue_pop(&queue);
        for (uint32_t n = 1; n < NODES; n++, sum += before.node) {
            const lfi_heap_entry top = lfi_queue_pop(&queue);
            CHECK(top.priority > before.priority ||
                  (top.priority == before.priority && top.node > before.node));
            before = top;
        }
        CHECK_EQ(queue.count, 0);
    }
    CHECK(sum > 0);
    lfi_store_free(&store);
    CHECK(m.live == 0);
}

// ---- Pace -----------------------------------------------------------------------------------------

enum { PACE_PARTS = 70, PACE_REPORTS = 200 };

typedef struct pace_log {
    int64_t parts[PACE_PARTS]; ///< how often each part ran
    int64_t inner_runs, inner_parts;
    int64_t told[PACE_REPORTS]; ///< what was reported, in order
    int64_t count, stop_at;     ///< reports so far; the one that is answered with no, from 1
} pace_log;

static void pace_log_part(int64_t index, void *job) {
    ((pace_log *)job)->parts[index]++;
}

static bool pace_log_report(int64_t done, int64_t total, void *user) {
    pace_log *log = user;
    CHECK_EQ(total, 1000);
    if (log->count < PACE_REPORTS) log->told[log->count] = done;
    return ++log->count != log->stop_at;
}

static void pace_log_run(int64_t count, void (*part)(int64_t index, void *job), void *job, void *user) {
    pace_log *log = user;
    log->inner_runs++;
    log->inner_parts += count;
    for (int64_t i = count; i-- > 0;) part(i, job);
}

/// Whether every part ran that often.
static bool pace_all_ran(const pace_log *log, int64_t times) {
    for (int i = 0; i < PACE_PARTS; i++)
        if (log->parts[i] != times) return false;
    return true;
}

static void pace_reports_between_batches(void) {
    for (int threads = 0; threads < 2; threads++) {
        pace_log log = {0};
        lfi_pace pace = {.progress = {pace_log_report, &log}};
        if (threads != 0) pace.inner = (lf_workers){pace_log_run, &log};
        const lf_workers workers = lfi_pace_workers(&pace);
        CHECK(lfi_pace_stage(&pace, 100));
        CHECK(log.count == 1 && log.told[0] == 0);
        workers.run(PACE_PARTS, pace_log_part, &log,
                    workers.user); // 24 batches, of 3 parts each and one of 1
        CHECK(pace_all_ran(&log, 1));
        CHECK_EQ(log.count, 25);
        for (int i = 1; i <= 24; i++) CHECK_EQ(log.told[i], 75 * (i < 24 ? 3 * i : PACE_PARTS) / PACE_PARTS);
        workers.run(PACE_PARTS, pace_log_part, &log, workers.user); // three quarters of the 25 that are left
        CHECK_EQ(log.told[48], 75 + 18);
        workers.run(2, pace_log_part, &log, workers.user); // fewer parts than batches
        CHECK_EQ(log.told[50], 93 + 5);
        CHECK_EQ(log.count, 51);
        CHECK(lfi_pace_stage(&pace, 1000));
        CHECK_EQ(log.told[51], 100);
        CHECK_EQ(log.inner_runs, threads != 0 ? 50 : 0);
        CHECK_EQ(log.inner_parts, threads != 0 ? 2 * PACE_PARTS + 2 : 0);
    }
}

static void pace_never_falls_and_hears_a_no(void) {
    pace_log log = {0};
    lfi_pace pace = {.progress = {pace_log_report, &log}};
    const lf_workers workers = lfi_pace_workers(&pace);
    CHECK(lfi_pace_stage(&pace, 500) && lfi_pace_stage(&pace, 300)); // an end that lies behind is not told
    CHECK_EQ(log.told[1], 500);
    workers.run(PACE_PARTS, pace_log_part, &log, workers.user);
    CHECK(log.count == 2 && pace_all_ran(&log, 1));
    pace_log cut = {.stop_at = 3};
    pace = (lfi_pace){.progress = {pace_log_report, &cut}};
    CHECK(lfi_pace_stage(&pace, 600));
    workers.run(PACE_PARTS, pace_log_part, &cut, workers.user);
    CHECK(pace_all_ran(&cut, 1)); // the stage comes to its end
    CHECK_EQ(cut.count, 3);       // but nobody is asked again
    CHECK(!lfi_pace_stage(&pace, 1000));
    CHECK_EQ(cut.count, 3);
}

static void pace_without_a_listener_is_the_callers_workers(void) {
    pace_log log = {0};
    lfi_pace pace = {.inner = {pace_log_run, &log}};
    const lf_workers workers = lfi_pace_workers(&pace);
    CHECK(workers.run == pace_log_run && workers.user == &log);
    CHECK(lfi_pace_stage(&pace, 10) && lfi_pace_stage(&pace, 20));
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(status_texts_are_distinct),
        TEST(version_is_the_file),
        TEST(strategy_names_round_trip),
        TEST(lowest_bit_and_count),
        TEST(bytes_are_reversed),
        TEST(division_is_exact),
        TEST(moves_are_symmetric),
        TEST(move_table_counts),
        TEST(numbers_are_sorted_and_taken_in_order),
        TEST(sizes_of_arrays_do_not_wrap),
        TEST(huge_allocations_are_refused),
        TEST(a_list_makes_counts_and_frees),
        TEST(a_store_counts_and_refuses),
        TEST(pools_near_the_limit_copy_little),
        TEST(chains_find_what_was_added),
        TEST(chains_tell_of_missing_memory),
        TEST(heap_and_queue_pop_in_order),
        TEST(pace_reports_between_batches),
        TEST(pace_never_falls_and_hears_a_no),
        TEST(pace_without_a_listener_is_the_callers_workers),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
