// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Swarms of random cases against the oracle, on the library as users have it: without its inner assertions.
//
//     test_swarm                          LF_CASES cases from LF_SEED on
//     LF_SEED=7 LF_CASES=1 test_swarm     the case of seed 7
//     test_swarm FILE...                  cases as text
//
// The cases run in a process of their own, so that a crash is a finding as any other: its case is made
// smaller and printed.
#define _DEFAULT_SOURCE // MAP_ANONYMOUS

#include "slow.h"
#include "swarm/swarm.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

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

static uint64_t number_from(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}

/// Runs a case here; false and the reason in `shared` if it fails.
static bool case_run(const swarm_case *c) {
    const char *why = swarm_check(c, &shared->tally);
    if (why != NULL) snprintf(shared->why, sizeof shared->why, "%s", why);
    return why == NULL;
}

/// Waits for a process; true if it came to a good end. Otherwise shared->why has the reason.
static bool child_succeeds(pid_t child) {
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        snprintf(shared->why, sizeof shared->why, "no process can be started");
        return false;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    if (shared->why[0] == '\0')
        snprintf(shared->why, sizeof shared->why, "the process ends with %s %d",
                 WIFSIGNALED(status) ? "signal" : "status",
                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return false;
}

/// Whether a case fails, in a process that says nothing.
static bool case_fails(const swarm_case *c) {
    fflush(stdout);
    shared->why[0] = '\0';
    const pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stderr) == NULL) _exit(1);
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
        swarm_make(first + i, &c);
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
    const int64_t others[] = {t->octile,  t->gated,  t->gated_off, t->guardrails,
                              t->widened, t->shapes, t->sliced};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (others[i] < rarest) rarest = others[i];
    }
    printf("  refused %" PRId64 ", octile %" PRId64 ", gated %" PRId64 " (%" PRId64
           " without a route), guardrails %" PRId64 ", widened %" PRId64 ", shapes %" PRId64
           ", in slices %" PRId64 "\n",
           t->refused, t->octile, t->gated, t->gated_off, t->guardrails, t->widened, t->shapes, t->sliced);
    return rarest >= (int64_t)(count / 2000);
}

static int swarm_run(const char *program) {
    static swarm_case c;
    const uint64_t first = number_from("LF_SEED", 20261116), count = number_from("LF_CASES", CASES);
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
    printf("  again with: LF_SEED=%" PRIu64 " LF_CASES=1 %s\n", shared->seed, program);
    swarm_make(shared->seed, &c);
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
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return 1;
    if (argc == 1) return swarm_run(argv[0]);
    int failed = 0;
    for (int i = 1; i < argc; i++) failed += file_run(argv[0], argv[i]);
    printf("%d of %d cases failed\n", failed, argc - 1);
    return failed != 0;
}
