// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// How far long work has come. The time that is left is what the work has taken so far, in proportion: nothing
// better is known of any of it.
#include "progress.h"

#include "cli.h"
#include "units.h"

#include <stdio.h>
#include <unistd.h>

enum {
    BAR_WIDTH = 30,
    INTERVAL_NS = 100000000, // between two paintings
};

void progress_begin(progress *of, const char *what, const char *unit, int64_t count) {
    const uint64_t now = cli_now_ns(NULL);
    *of = (progress){.what = what,
                     .unit = unit,
                     .total = count,
                     .count = count,
                     .begin_ns = now,
                     .drawn_ns = now,
                     .shown = !cli_quiet && isatty(STDERR_FILENO)};
}

const char *progress_text(const progress *of, uint64_t now_ns, char out[PROGRESS_TEXT]) {
    const double share = of->total > 0 ? (double)of->done / (double)of->total : 0;
    const double taken_ns = (double)(now_ns - of->begin_ns);
    char bar[BAR_WIDTH + 1], rate[2 * UNITS_TEXT] = "", left[UNITS_TEXT + 8] = "", text[UNITS_TEXT];
    for (int i = 0; i < BAR_WIDTH; i++) bar[i] = i < (int)(share * BAR_WIDTH) ? '#' : ' ';
    bar[BAR_WIDTH] = '\0';
    const double count = (double)(of->count > 0 ? of->count : of->total);
    if (of->unit != NULL && taken_ns > 0)
        snprintf(rate, sizeof rate, "  %s %s/s", units_count(share * count * 1e9 / taken_ns, text), of->unit);
    const double left_ns = of->done > 0 ? taken_ns * (1 - share) / share : 0;
    if (of->done > 0)
        snprintf(left, sizeof left, "  %s left", left_ns < 1e9 ? "under 1 s" : units_time(left_ns, text));
    snprintf(out, PROGRESS_TEXT, "%s [%s] %3d %%%s%s", of->what, bar, (int)(share * 100), rate, left);
    return out;
}

void progress_to(progress *of, int64_t done) {
    of->done = done;
    if (!of->shown) return;
    const uint64_t now = cli_now_ns(NULL);
    if (now - of->drawn_ns < INTERVAL_NS) return;
    of->drawn_ns = now;
    of->painted = true;
    char text[PROGRESS_TEXT];
    fprintf(stderr, "\r%s\033[K", progress_text(of, now, text));
    fflush(stderr);
}

void progress_end(progress *of) {
    if (of->painted) fputs("\r\033[K", stderr);
    of->shown = of->painted = false;
}

static bool call_report(int64_t done, int64_t total, void *user) {
    progress *of = user;
    of->total = total;
    progress_to(of, done);
    return true;
}

lf_progress progress_of_call(progress *of) {
    return of->shown ? (lf_progress){call_report, of} : (lf_progress){0};
}
