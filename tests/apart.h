// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Cases in processes of their own, so that a crash is a finding as any other. Include it first, with
// _DEFAULT_SOURCE defined: MAP_ANONYMOUS is no POSIX.
#ifndef LANDFALL_APART_H
#define LANDFALL_APART_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/// A number from the environment.
static inline uint64_t apart_number(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}

/// Memory that is shared with processes started later; NULL if there is none.
static inline void *apart_share(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/// Waits for a process; true if it came to a good end. Otherwise `why` has the reason, unless it has one already.
static inline bool apart_succeeds(pid_t child, char *why, size_t room) {
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        snprintf(why, room, "no process can be started");
        return false;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    if (why[0] == '\0')
        snprintf(why, room, "the process ends with %s %d", WIFSIGNALED(status) ? "signal" : "status",
                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return false;
}

/// Lets a process say nothing from here on.
static inline bool apart_be_quiet(void) {
    return freopen("/dev/null", "w", stdout) != NULL && freopen("/dev/null", "w", stderr) != NULL;
}

/// Runs files with cases; the exit code.
static inline int apart_run_files(int argc, char **argv, int (*run)(const char *program, const char *path)) {
    int failed = 0;
    for (int i = 1; i < argc; i++) failed += run(argv[0], argv[i]);
    printf("%d of %d cases failed\n", failed, argc - 1);
    return failed != 0;
}

#endif // LANDFALL_APART_H
