// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The whole test framework. A test program lists its tests and calls test_main:
//
//     static void adds_up(void) { CHECK_EQ(1 + 1, 2); }
//     int main(int argc, char **argv) {
//         static const test_case cases[] = {TEST(adds_up)};
//         return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
//     }
//
// A failed check prints file and line and the test goes on. An argument runs only the tests whose name
// contains it. LF_SEED in the environment replaces the seed of randomised tests (test_seed), which is always
// printed.
#ifndef LANDFALL_TEST_H
#define LANDFALL_TEST_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct test_case {
    const char *name;
    void (*run)(void);
} test_case;

#define TEST(function) \
    { #function, function }

static int64_t test_failures;
static bool test_skipped;

#define CHECK(condition) test_check((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQ(a, b)   test_check_eq((int64_t)(a), (int64_t)(b), #a " == " #b, __FILE__, __LINE__)
#define CHECK_STR(a, b)  test_check_str((a), (b), #a, __FILE__, __LINE__)
/// Leaves the test, saying why; it counts as skipped, not as passed.
#define SKIP(why)                         \
    do {                                  \
        printf("  skipped: %s\n", (why)); \
        test_skipped = true;              \
        return;                           \
    } while (0)

static inline bool test_check(bool ok, const char *text, const char *file, int line) {
    if (ok) return true;
    test_failures++;
    printf("%s:%d: failed: %s\n", file, line, text);
    return false;
}

static inline bool test_check_eq(int64_t a, int64_t b, const char *text, const char *file, int line) {
    if (a == b) return true;
    test_failures++;
    printf("%s:%d: failed: %s (%" PRId64 " and %" PRId64 ")\n", file, line, text, a, b);
    return false;
}

static inline bool test_check_str(const char *a, const char *b, const char *text, const char *file,
                                  int line) {
    if (a != NULL && b != NULL && strcmp(a, b) == 0) return true;
    test_failures++;
    printf("%s:%d: failed: %s\n     got: %s\nexpected: %s\n", file, line, text, a ? a : "NULL",
           b ? b : "NULL");
    return false;
}

/// The seed of randomised tests: fixed, unless LF_SEED says otherwise.
static inline uint64_t test_seed(void) {
    const char *text = getenv("LF_SEED");
    const uint64_t seed = text != NULL ? strtoull(text, NULL, 10) : 20261115;
    printf("  seed %" PRIu64 " (set LF_SEED to change)\n", seed);
    return seed;
}

/// How many random cases to try: as many as LF_CASES says, otherwise `usual`.
static inline uint64_t test_case_count(uint64_t usual) {
    const char *text = getenv("LF_CASES");
    return text != NULL ? strtoull(text, NULL, 10) : usual;
}

/// Whether a check has failed since there were `before` failures; if so, says on which of a seed's maps.
static inline bool test_failed_on(int64_t before, uint64_t seed, uint64_t map) {
    if (test_failures == before) return false;
    printf("  first failing map: LF_SEED=%" PRIu64 ", map %" PRIu64 "\n", seed, map);
    return true;
}

static inline int test_main(int argc, char **argv, const test_case *cases, size_t count) {
    int passed = 0, failed = 0, skipped = 0;
    for (size_t i = 0; i < count; i++) {
        if (argc > 1 && strstr(cases[i].name, argv[1]) == NULL) continue;
        printf("%s\n", cases[i].name);
        fflush(stdout);
        const int64_t before = test_failures;
        test_skipped = false;
        cases[i].run();
        if (test_failures != before)
            failed++;
        else if (test_skipped)
            skipped++;
        else
            passed++;
    }
    printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
    return failed != 0 || passed + skipped == 0;
}

#endif // LANDFALL_TEST_H
