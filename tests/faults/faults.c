// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Faults on demand, loaded into a program with LD_PRELOAD. It stands between the program and the calls that
// write files, counts them, and lets one of them fail, or ends the program at one of them:
//
//     LF_FAULT=OP:K:ERRNO    the K-th call of OP fails with that number
//     LF_FAULT=any:K:-SIG    just before the K-th call of all, the program gets the signal SIG
//     LF_FAULT_NAMED=1       there are no files without a name: O_TMPFILE always fails
//     LF_FAULT_MARK=FILE     this file is made when the fault happens, so that a test knows when it is
//                            through
//
// OP is open, access, fstat, fchmod, dup, fdopen, write, fsync, linkat, close, rename or unlink. What stdio
// writes does not pass through the function `write`, so fdopen gives a stream of our own that does.

#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int calls;

static void mark(void) {
    const char *path = getenv("LF_FAULT_MARK");
    if (path == NULL) return;
    const long descriptor = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (descriptor >= 0) syscall(SYS_close, descriptor);
}

// Whether this call is to fail, with errno set; ends the program if that is asked for.
static bool fault(const char *op) {
    const char *wish = getenv("LF_FAULT");
    char name[16];
    int at, number;
    if (wish == NULL || sscanf(wish, "%15[a-z]:%d:%d", name, &at, &number) != 3) return false;
    if (strcmp(name, "any") != 0 && strcmp(name, op) != 0) return false;
    if (++calls != at) return false;
    mark();
    if (number < 0) raise(-number);
    errno = number;
    return number >= 0;
}

// The function that this file stands in front of.
static void *next_of(const char *name) {
    void *next = dlsym(RTLD_NEXT, name);
    if (next == NULL) abort();
    return next;
}

// ISO C has no cast from an object pointer to a function pointer.
#define NEXT(name, type) \
    union {              \
        void *pointer;   \
        type *call;      \
    } name##_next = {.pointer = next_of(#name)}

typedef int open_type(const char *, int, ...);
typedef int access_type(const char *, int);
typedef int fstat_type(int, struct stat *);
typedef int fchmod_type(int, mode_t);
typedef int one_type(int);
typedef int linkat_type(int, const char *, int, const char *, int);
typedef int rename_type(const char *, const char *);
typedef int unlink_type(const char *);

int open(const char *path, int flags, ...) {
    NEXT(open, open_type);
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if (fault("open")) return -1;
    if ((flags & __O_TMPFILE) != 0 && getenv("LF_FAULT_NAMED") != NULL) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return open_next.call(path, flags, mode);
}

int access(const char *path, int how) {
    NEXT(access, access_type);
    return fault("access") ? -1 : access_next.call(path, how);
}

int fstat(int descriptor, struct stat *out) {
    NEXT(fstat, fstat_type);
    return fault("fstat") ? -1 : fstat_next.call(descriptor, out);
}

int fchmod(int descriptor, mode_t mode) {
    NEXT(fchmod, fchmod_type);
    return fault("fchmod") ? -1 : fchmod_next.call(descriptor, mode);
}

int dup(int descriptor) {
    NEXT(dup, one_type);
    return fault("dup") ? -1 : dup_next.call(descriptor);
}

int fsync(int descriptor) {
    NEXT(fsync, one_type);
    return fault("fsync") ? -1 : fsync_next.call(descriptor);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    NEXT(linkat, linkat_type);
    return fault("linkat") ? -1 : linkat_next.call(from_folder, from, to_folder, to, flags);
}

int rename(const char *from, const char *to) {
    NEXT(rename, rename_type);
    return fault("rename") ? -1 : rename_next.call(from, to);
}

int unlink(const char *path) {
    NEXT(unlink, unlink_type);
    return fault("unlink") ? -1 : unlink_next.call(path);
}

// ---------------------------------------------------------------------------------------------------
// Streams
// ---------------------------------------------------------------------------------------------------

static ssize_t stream_write(void *cookie, const char *bytes, size_t size) {
    const size_t half = size > 1 ? size / 2 : size; // in two pieces, so that there is a moment in the middle
    if (fault("write")) return 0;
    const ssize_t first = write((int)(intptr_t)cookie, bytes, half);
    if (first != (ssize_t)half || half == size) return first < 0 ? 0 : first;
    if (fault("write")) return 0;
    const ssize_t second = write((int)(intptr_t)cookie, bytes + half, size - half);
    return second < 0 ? 0 : first + second;
}

// As the system does it: the descriptor is gone, whatever close says.
static int stream_close(void *cookie) {
    const bool failed = fault("close");
    const int reason = errno;
    const int closed = close((int)(intptr_t)cookie);
    if (failed) errno = reason;
    return failed ? -1 : closed;
}

FILE *fdopen(int descriptor, const char *mode) {
    const cookie_io_functions_t functions = {.write = stream_write, .close = stream_close};
    return fault("fdopen") ? NULL : fopencookie((void *)(intptr_t)descriptor, mode, functions);
}
