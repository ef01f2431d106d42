// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Swarms of worlds (chronicle/chronicle.h), through the public functions alone.
//
//     test_world_swarm                          LF_CASES worlds from LF_SEED on
//     LF_SEED=7 LF_CASES=1 test_world_swarm     the world of seed 7
//     test_world_swarm FILE...                  chronicles as text
//
// The worlds live in a process of their own, so that a crash is a finding as any other: its chronicle is made
// smaller and printed.
#define _DEFAULT_SOURCE
#include "apart.h"

#include "chronicle/chronicle.h"
#include "slow.h"

#include <inttypes.h>

#ifdef TEST_IS_SLOW
enum { CASES = 40 };
#else
enum { CASES = 400 };
#endif

/// What the process that lives tells the one that waits for it.
typedef struct report {
    uint64_t seed; ///< of the world that lives now
    chronicle_tally tally;
} report;

static report *shared;

/// Waits for a process; true if it came to a good end. What failed has been printed by then; how it ended has
/// not.
static bool child_succeeds(pid_t child, bool quiet) {
    char why[80] = "";
    const bool fine = apart_succeeds(child, why, sizeof why);
    if (!fine && !quiet) printf("  %s\n", why);
    return fine;
}

/// Whether a chronicle fails, in a process of its own.
static bool chronicle_run(const chronicle *c, bool quiet) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        if (quiet && !apart_be_quiet()) _exit(1);
        const bool failed = chronicle_live(c, &shared->tally) != 0;
        fflush(stdout);
        _exit(failed);
    }
    return !child_succeeds(child, quiet);
}

static bool fails_quietly(const chronicle *c) {
    return chronicle_run(c, true);
}

static void chronicle_report(chronicle *c, const char *program) {
    const int tried = chronicle_shrink(c, fails_quietly);
    printf("  made smaller by %d tries; what is left fails too. Run it with: %s FILE\n\n", tried, program);
    chronicle_write(stdout, c);
    printf("\n");
    chronicle_run(c, false);
}

static void seeds_run(uint64_t first, uint64_t count) {
    static chronicle c;
    for (uint64_t i = 0; i < count; i++) {
        shared->seed = first + i;
        chronicle_make(first + i, &c);
        if (chronicle_live(&c, &shared->tally) != 0) {
            fflush(stdout);
            _exit(1);
        }
    }
}

/// Says what was tried. False if something hardly occurs in many worlds.
static bool tally_print(const chronicle_tally *t, uint64_t worlds) {
    printf("  %" PRIu64 " worlds, %" PRId64 " edits, %" PRId64 " queries, %" PRId64
           " of them without a route, 0 wrong\n",
           worlds, t->edits, t->queries, t->none);
    printf("  tiles opened %" PRId64 ", blocked %" PRId64 "; undone %" PRId64
           "; commits that change nothing %" PRId64 "\n",
           t->opened, t->blocked, t->undone, t->unchanged);
    printf("  index given up %" PRId64 " times; answers of an older state's index %" PRId64 "\n", t->bulk,
           t->overlaid);
    printf("  answered by");
    for (int i = LF_STRATEGY_FLOOD; i <= LF_STRATEGY_STRIP; i++)
        printf(" %s %" PRId64, lf_strategy_name((lf_strategy)i), t->answered[i]);
    printf("\n  octile %" PRId64 ", many ends %" PRId64 ", in slices %" PRId64 ", gated %" PRId64
           ", of older states %" PRId64 ", of twins %" PRId64 ", with work left %" PRId64 "\n",
           t->octile, t->many, t->sliced, t->gated, t->old, t->twins, t->pending);
    printf("  work %" PRId64 " times, to its end %" PRId64 "; failed allocations %" PRId64
           "; stored routes: shortest %" PRId64 ", legal %" PRId64 ", broken %" PRId64 ", beaten %" PRId64
           "\n",
           t->work, t->finished, t->faults, t->still[0], t->still[1], t->still[2], t->still[3]);
    int64_t rarest = INT64_MAX;
    const int64_t all[] = {t->edits,    t->opened,   t->blocked,  t->undone,   t->unchanged, t->octile,
                           t->many,     t->sliced,   t->gated,    t->old,      t->twins,     t->pending,
                           t->work,     t->finished, t->faults,   t->still[0], t->still[1],  t->still[2],
                           t->still[3], t->none,     t->overlaid, t->bulk};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) rarest = all[i] < rarest ? all[i] : rarest;
    for (int i = LF_STRATEGY_FLOOD; i <= LF_STRATEGY_STRIP; i++)
        rarest = t->answered[i] < rarest ? t->answered[i] : rarest;
    return rarest >= (int64_t)(worlds / 20);
}

static int swarm_run(const char *program) {
    static chronicle c;
    const uint64_t first = apart_number("LF_SEED", 20261116), count = apart_number("LF_CASES", CASES);
    printf("%" PRIu64 " worlds from seed %" PRIu64 " on (LF_CASES, LF_SEED)\n", count, first);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        seeds_run(first, count);
        _exit(0);
    }
    if (child_succeeds(child, false)) {
        const bool enough = tally_print(&shared->tally, count);
        printf("%s\n", enough ? "passed" : "failed: something was hardly tried");
        return !enough;
    }
    printf("  again with: LF_SEED=%" PRIu64 " LF_CASES=1 %s\n", shared->seed, program);
    chronicle_make(shared->seed, &c);
    chronicle_report(&c, program);
    return 1;
}

static int file_run(const char *program, const char *path) {
    static chronicle c;
    FILE *stream = fopen(path, "r");
    const bool read = stream != NULL && chronicle_read(stream, &c);
    if (stream != NULL) fclose(stream);
    printf("%s%s\n", path, read ? "" : stream == NULL ? ": cannot be opened" : ": is no chronicle");
    if (!read) return 1;
    if (!chronicle_run(&c, false)) return 0;
    chronicle_report(&c, program);
    return 1;
}

int main(int argc, char **argv) {
    shared = apart_share(sizeof *shared);
    if (shared == NULL) return 1;
    return argc == 1 ? swarm_run(argv[0]) : apart_run_files(argc, argv, file_run);
}
