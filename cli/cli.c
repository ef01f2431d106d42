// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Messages and the clock. Results go to stdout, everything else comes through here to stderr.
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

bool cli_quiet = false;

__attribute__((format(printf, 2, 0))) static void say(const char *before, const char *format,
                                                      va_list arguments) {
    fputs(before, stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void cli_say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say("landfall: ", format, arguments);
    va_end(arguments);
}

void cli_note(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (!cli_quiet) say("landfall: note: ", format, arguments);
    va_end(arguments);
}

int cli_no_memory(void) {
    cli_say("out of memory");
    return CLI_BAD;
}

const char *cli_status_text(lf_status status) {
    switch (status) {
    case LF_E_NO_GATE_INDEX:
        return "the strategy headland needs an index for the depth that the gate asks for: make it with "
               "'landfall index MAP --min-depth D' and give it with --index; the strategy auto does without, "
               "and "
               "says which depth --deepest finds";
    case LF_E_END_ROOM:
        return "the ends stand for more tiles than there is room for: give fewer ends, or a smaller R in "
               "--ends near=R";
    case LF_E_WEIGHTS_RANGE:
        return "--cost octile: the weights of all open tiles add up to 1311738121 or more; give smaller ones";
    case LF_E_DISTANCE_RANGE: return "a distance is too large for the numbers of the field: give a --limit";
    default: return lf_status_text(status);
    }
}

static int min_int(int a, int b) {
    return a < b ? a : b;
}

enum { WORD_MAX = 32 };

/// Number of letters to insert, remove, replace or swap with their neighbour to get from one word to the
/// other. Long words are never close: a name of ours is short.
static int edit_distance(const char *a, const char *b) {
    const size_t a_size = strlen(a), b_size = strlen(b);
    if (a_size > WORD_MAX || b_size > WORD_MAX) return WORD_MAX;
    int table[WORD_MAX + 1][WORD_MAX + 1];
    for (size_t i = 0; i <= a_size; i++) table[i][0] = (int)i;
    for (size_t j = 0; j <= b_size; j++) table[0][j] = (int)j;
    for (size_t i = 1; i <= a_size; i++) {
        for (size_t j = 1; j <= b_size; j++) {
            int best = min_int(table[i - 1][j], table[i][j - 1]) + 1;
            best = min_int(best, table[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = min_int(best, table[i - 2][j - 2] + 1);
            table[i][j] = best;
        }
    }
    return table[a_size][b_size];
}

/// The name that is closest to a mistyped word, or NULL if none is close: a third of it may be wrong.
static const char *nearest_name(const char *word, const char *const *names, int count) {
    const char *best = NULL;
    int best_distance = strlen(word) < 6 ? 1 : (int)(strlen(word) / 3);
    for (int i = 0; i < count; i++) {
        const int distance = edit_distance(word, names[i]);
        if (distance > best_distance || (best != NULL && distance == best_distance)) continue;
        best = names[i];
        best_distance = distance;
    }
    return best;
}

void cli_say_unknown(const char *what, const char *word, const char *const *names, int count) {
    enum { MOST_LISTED = 12 }; // next to a guess; a longer list hides it
    const char *nearest = nearest_name(word, names, count);
    fprintf(stderr, "landfall: unknown %s '%s'", what, word);
    if (nearest != NULL) fprintf(stderr, ", did you mean '%s'?", nearest);
    if (nearest != NULL && count > MOST_LISTED) {
        fputc('\n', stderr);
        return;
    }
    fputs(nearest != NULL ? " (one of " : ", expected one of ", stderr);
    for (int i = 0; i < count; i++) fprintf(stderr, "%s%s", i == 0 ? "" : ", ", names[i]);
    fputs(nearest != NULL ? ")\n" : "\n", stderr);
}

bool cli_say_stdout_fails(void) {
    cli_say("standard output: cannot be written: %s", errno != 0 ? strerror(errno) : "write error");
    clearerr(stdout); // it has been said
    return false;
}

bool cli_flush_stdout(void) {
    errno = 0;
    const bool flushed = fflush(stdout) == 0;
    return (flushed && !ferror(stdout)) || cli_say_stdout_fails();
}

uint64_t cli_now_ns(void *user) {
    (void)user;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
