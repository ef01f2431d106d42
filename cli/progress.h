// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file progress.h
/// A line on stderr that says how far long work has come, for every verb: only on a terminal, not with
/// --quiet, and not for work that is done before anyone could read it.
#ifndef LANDFALL_CLI_PROGRESS_H
#define LANDFALL_CLI_PROGRESS_H

#include <landfall.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    const char *what; ///< "index"
    const char *unit; ///< what is counted, "queries"; NULL = parts that mean nothing to anyone
    int64_t done, total;
    int64_t count; ///< how many units the whole is; 0 = as many as parts
    uint64_t begin_ns, drawn_ns;
    bool shown;   ///< whether there is a terminal that wants it
    bool painted; ///< whether there is a line to be cleared
} progress;

/// Begins work of so many parts, or units if the library counts otherwise; 0 = as many as the library says.
/// Nothing is painted yet.
void progress_begin(progress *of, const char *what, const char *unit, int64_t count);

/// So much of it is done; paints at most ten times a second. By one thread at a time.
void progress_to(progress *of, int64_t done);

/// Ends the work and clears the line.
void progress_end(progress *of);

/// Reports of a long call of the library to a progress, which begins with the first of them and has to be
/// ended. Its `what` says what the work is.
lf_progress progress_of_call(progress *of);

enum { PROGRESS_TEXT = 160 };

/// The line at a time: "index [#####     ]  50 %  1.2 k queries/s  3.0 s left". Returns `out`.
const char *progress_text(const progress *of, uint64_t now_ns, char out[PROGRESS_TEXT]);

#endif // LANDFALL_CLI_PROGRESS_H
