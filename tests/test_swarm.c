// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Swarms of random cases against the oracle, on the library as users have it: without its inner assertions.
//
//     test_swarm                          LF_CASES cases from LF_SEED on
//     LF_SEED=7 LF_CASES=1 test_swarm     the case of seed 7
//     LF_MAKER=ends test_swarm            cases with rules for ends, and partial routes
//     test_swarm FILE...                  cases as text
//
// The cases run in a process of their own, so that a crash is a finding as any other: its case is made
// smaller and printed.
#define _DEFAULT_SOURCE
#include "apart.h"

#include "slow.h"
#include "swarm/swarm.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#ifdef TEST_IS_SLOW
enum { CASES = 20000 };
#else
enum { CASES = 60000 };
#endif

/// What the process that runs the cases tells the one that waits for it.
typedef struct report {
    uint64_t seed; ///< of the case that runs now
    swarm_tally tally;
    char why[240];
} report;

static report *shared;

/// What makes the cases.
static bool maker_is_ends(void) {
    const char *maker = getenv("LF_MAKER");
    return maker != NULL && strcmp(maker, "ends") == 0;
}

static void case_make(uint64_t seed, swarm_case *out) {
    if (maker_is_ends())
        swarm_make_ends(seed, out);
    else
        swarm_make(seed, out);
}

/// Runs a case here; false and the reason in `shared` if it fails.
static bool case_run(const swarm_case *c) {
    const char *why = swarm_check(c, &shared->tally);
    if (why != NULL) snprintf(shared->why, sizeof shared->why, "%s", why);
    return why == NULL;
}

/// Waits for a process; true if it came to a good end. Otherwise shared->why has the reason.
static bool child_succeeds(pid_t child) {
    return apart_succeeds(child, shared->why, sizeof shared->why);
}

/// Whether a case fails, in a process that says nothing.
static bool case_fails(const swarm_case *c) {
    fflush(stdout);
    shared->why[0] = '\0';
    const pid_t child = fork();
    if (child == 0) {
        if (!apart_be_quiet()) _exit(1);
        _exit(!case_run(c));
    }
    return !child_succeeds(child);
}

static void case_report(swarm_case *c, const char *program) {
    printf("  failed: %s\n", shared->why);
    const int tried = swarm_shrink(c, case_fails);
    case_fails(c); // for its reason
    printf("  made smaller by %d tries; what is left fails too. Run it with: %s FILE\n\n", tried, program);
    printf("// %s\n", shared->why);
    swarm_write(stdout, c);
    printf("\n");
}

static void seeds_run(uint64_t first, uint64_t count) {
    static swarm_case c;
    for (uint64_t i = 0; i < count; i++) {
        shared->seed = first + i;
        case_make(first + i, &c);
        if (!case_run(&c)) _exit(1);
    }
}

/// Says what was tried. False if some feature hardly occurs in many cases.
static bool tally_print(const swarm_tally *t, uint64_t count) {
    int64_t rarest = INT64_MAX;
    for (int i = LF_STRATEGY_FLOOD; i <= LF_STRATEGY_STRIP; i++) {
        printf("  %-15s %7" PRId64 " routes, %6" PRId64 " times none\n", lf_strategy_name((lf_strategy)i),
               t->found[i], t->none[i]);
        if (t->found[i] < rarest) rarest = t->found[i];
        if (t->none[i] < rarest) rarest = t->none[i];
    }
    const int64_t others[] = {t->octile, t->gated,  t->gated_off, t->guardrails, t->widened, t->shapes,
                              t->sliced, t->berths, t->bad_ends,  t->partials,   t->so_far};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (others[i] < rarest) rarest = others[i];
    }
    printf("  refused %" PRId64 ", octile %" PRId64 ", gated %" PRId64 " (%" PRId64
           " without a route), guardrails %" PRId64 ", widened %" PRId64 ", shapes %" PRId64
           ", in slices %" PRId64 "\n",
           t->refused, t->octile, t->gated, t->gated_off, t->guardrails, t->widened, t->shapes, t->sliced);
    printf("  ends under a rule %" PRId64 ", bad ends %" PRId64 ", partial routes %" PRId64
           ", best so far %" PRId64 "\n",
           t->berths, t->bad_ends, t->partials, t->so_far);
    return rarest >= (int64_t)(count / 2000);
}

static int swarm_run(const char *program) {
    static swarm_case c;
    const uint64_t first = apart_number("LF_SEED", 20261116), count = apart_number("LF_CASES", CASES);
    printf("%" PRIu64 " cases from seed %" PRIu64 " on (LF_CASES, LF_SEED)\n", count, first);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        seeds_run(first, count);
        _exit(0);
    }
    if (child_succeeds(child)) {
        const bool enough = tally_print(&shared->tally, count);
        printf("%s\n", enough ? "passed" : "failed: something was hardly tried");
        return !enough;
    }
    printf("  again with: %sLF_SEED=%" PRIu64 " LF_CASES=1 %s\n", maker_is_ends() ? "LF_MAKER=ends " : "",
           shared->seed, program);
    case_make(shared->seed, &c);
    case_report(&c, program);
    return 1;
}

static int file_run(const char *program, const char *path) {
    static swarm_case c;
    FILE *stream = fopen(path, "r");
    if (stream == NULL || !swarm_read(stream, &c)) {
        printf("%s: %s\n", path, stream == NULL ? "cannot be opened" : "is not a case");
        if (stream != NULL) fclose(stream);
        return 1;
    }
    fclose(stream);
    printf("%s\n", path);
    if (!case_fails(&c)) return 0;
    case_report(&c, program);
    return 1;
}

int main(int argc, char **argv) {
    shared = apart_share(sizeof *shared);
    if (shared == NULL) return 1;
    return argc == 1 ? swarm_run(argv[0]) : apart_run_files(argc, argv, file_run);
}
