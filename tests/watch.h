// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What reports of progress say, and an answer of no to one of them.
#ifndef LANDFALL_WATCH_H
#define LANDFALL_WATCH_H

#include <landfall.h>

typedef struct watch_log {
    int64_t calls, last, total;
    int64_t stop_at; ///< the call that is answered with false, from 1; 0 = none
    int64_t leap;    ///< the most that was done between two reports, in thousandths of the total
    bool odd;        ///< a report said less than the one before, or more than all, or of another total
} watch_log;

static inline bool watch_report(int64_t done, int64_t total, void *user) {
    watch_log *log = user;
    log->odd = log->odd || total <= 0 || done < log->last || done > total;
    log->odd = log->odd || (log->calls > 0 && total != log->total);
    const int64_t leap = total > 0 ? (done - log->last) * 1000 / total : 0;
    if (leap > log->leap) log->leap = leap;
    log->last = done;
    log->total = total;
    return ++log->calls != log->stop_at;
}

static inline lf_progress watch_of(watch_log *log) {
    return (lf_progress){watch_report, log};
}

/// Whether all reports were fine, and the last one said that all is done.
static inline bool watch_ended_well(const watch_log *log) {
    return log->calls > 0 && !log->odd && log->last == log->total;
}

#endif // LANDFALL_WATCH_H
