// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Numbers as people read them, and the line that says how far work has come.
#include "cli.h"
#include "progress.h"
#include "test.h"
#include "units.h"

static void numbers_have_units(void) {
    char text[UNITS_TEXT];
    CHECK_STR(units_bytes(0, text), "0 B");
    CHECK_STR(units_bytes(999, text), "999 B");
    CHECK_STR(units_bytes(1000, text), "1.0 kB");
    CHECK_STR(units_bytes(13345678, text), "13.3 MB");
    CHECK_STR(units_bytes(999949, text), "999.9 kB");
    CHECK_STR(units_bytes(999951, text), "1.0 MB"); // never "1000.0 kB"
    CHECK_STR(units_bytes(5e15, text), "5000.0 TB");
    CHECK_STR(units_count(8002384, text), "8.0 M");
    CHECK_STR(units_count(12, text), "12");
    CHECK_STR(units_count(56.54, text), "56.5");
    CHECK_STR(units_time(0, text), "0.0 us");
    CHECK_STR(units_time(1234, text), "1.2 us");
    CHECK_STR(units_time(999949, text), "999.9 us");
    CHECK_STR(units_time(999951, text), "1.0 ms");
    CHECK_STR(units_time(1.25e9, text), "1.2 s");
    CHECK_STR(units_time(99.94e9, text), "99.9 s");
    CHECK_STR(units_time(125e9, text), "2 min 5 s");
    CHECK_STR(units_time(3599.6e9, text), "1 h 0 min");
    CHECK_STR(units_time(12000e9, text), "3 h 20 min");
}

static void lines_say_how_far(void) {
    char text[PROGRESS_TEXT];
    progress bar = {.what = "batch", .unit = "queries", .total = 4000, .begin_ns = 1000};
    CHECK_STR(progress_text(&bar, 1000, text), "batch [                              ]   0 %");
    bar.done = 1000;
    CHECK_STR(progress_text(&bar, 2000001000, text),
              "batch [#######                       ]  25 %  500 queries/s  6.0 s left");
    bar.done = 3999;
    CHECK_STR(progress_text(&bar, 2000001000, text),
              "batch [############################# ]  99 %  2.0 k queries/s  under 1 s left");
    bar.done = 4000;
    CHECK_STR(progress_text(&bar, 2000001000, text),
              "batch [##############################] 100 %  2.0 k queries/s  under 1 s left");
    bar.unit = NULL;
    bar.done = 2000;
    CHECK_STR(progress_text(&bar, 200000001000, text),
              "batch [###############               ]  50 %  3 min 20 s left");
}

/// Tests have no terminal, or do not want one: nothing is painted, and the library is not asked for reports.
static void quiet_work_has_no_line(void) {
    cli_quiet = true;
    progress bar;
    progress_begin(&bar, "index", NULL, 10);
    CHECK(!bar.shown && progress_of_call(&bar).report == NULL);
    progress_to(&bar, 5);
    CHECK(bar.done == 5 && !bar.painted);
    progress_end(&bar);
    bar.shown = true; // as on a terminal
    CHECK(progress_of_call(&bar).report != NULL);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(numbers_have_units),
        TEST(lines_say_how_far),
        TEST(quiet_work_has_no_line),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
