// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/host.h
/// What the caller may lend the library: memory, a clock, a report of progress, threads. Part of landfall.h.
#ifndef LF_HOST_H
#define LF_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Memory for the library. `{0}` means malloc and free. Both functions must be thread-safe if several threads
/// create or destroy objects that share the allocator.
typedef struct lf_allocator {
    void *(*alloc)(size_t size, void *user);             ///< size > 0; aligned for any type; NULL = no memory
    void (*free)(void *memory, size_t size, void *user); ///< gets the size that was asked for
    void *user;                                          ///< handed to both
} lf_allocator;

/// A clock for the times in lf_stats. `{0}` means none: all times are 0.
typedef struct lf_clock {
    uint64_t (*now_ns)(void *user); ///< nanoseconds since any fixed moment, never decreasing
    void *user;                     ///< handed to now_ns
} lf_clock;

/// Tells the caller how far a long call has come, and lets the caller end it. `{0}` means neither.
typedef struct lf_progress {
    /// `done` of `total` parts of the work are done; `done` never falls, and reaches `total` if all goes
    /// well; `total` stays the same during a call. Equal parts need not take equal times. Return false to end
    /// the call with LF_E_CANCELLED at the end of its current stage; there are no more reports then. Always
    /// called by the thread that made the long call, never while workers run. It must not use the objects
    /// that the call works on. The result does not depend on it.
    bool (*report)(int64_t done, int64_t total, void *user);
    void *user; ///< handed to report
} lf_progress;

/// The caller's threads for building an index; `{0}` means none. The library starts no threads: it cuts its
/// work into parts and hands them out.
typedef struct lf_workers {
    /// Calls part(i, job) for every i from 0 to count - 1, once each, in any order and from any threads at
    /// once, and returns when all are done.
    void (*run)(int64_t count, void (*part)(int64_t index, void *job), void *job, void *user);
    void *user; ///< handed to run
} lf_workers;

/// How bytes that an index or an almanac uses where they are go back to their owner. `{0}` = the caller frees them,
/// afterwards.
typedef struct lf_release {
    void (*call)(const void *bytes, size_t size,
                 void *user); ///< called once, by the thread that destroys what uses them
    void *user;               ///< passed to it
} lf_release;

#ifdef __cplusplus
}
#endif

#endif // LF_HOST_H
