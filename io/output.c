// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Files out: the one way to write, for the library and the program.
//
// Nothing half may ever stand under the name that was asked for, and nothing may be left beside it. So the
// bytes go to a file that has no name at all (O_TMPFILE), which the system drops by itself if the program
// ends: by an error, by a signal, by SIGKILL. When it is whole and on the disk (fsync), it gets its name:
//
//     nothing there      link NAME                           one step
//     a file there       link NAME.part0, rename to NAME     rename replaces the old file in one step
//
// So at any moment there is the old file or the new one. A kill between link and rename, two system calls
// apart and with signals held back, is the only way to leave NAME.part0 behind. Where the system has no
// nameless files (other than Linux, some network file systems, no /proc), the bytes go to NAME.part0 from the
// beginning; it is created exclusively, so that it can never be a file or a link that was there before. A
// caller that handles signals can remove it: lf_output_temporary.
//
// A link stays a link: the file that it leads to is replaced, or made. The new file gets the permissions of
// the old one, and its owner if the system lets us. A file without permission to write stays as it is,
// although a rename would get around that: whoever made it read-only meant it. Access lists and other
// attributes are not kept. Pipes, devices and descriptors (/dev/stdout) are written directly; taking over
// their name would replace them, and opening /dev/stdout anew would overwrite the beginning of a file that
// the shell appends to.

#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE // O_TMPFILE, where there is one
#endif

#include "lfio.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MAX_LINKS = 40,  // from one link to the next, as Linux has it
    MAX_OTHERS = 100 // temporary files of other writers: more are a sign that something is wrong
};

struct lf_output {
    FILE *stream;
    int descriptor;  // of `stream`
    int fault;       // why bytes were not taken, as errno has it; 0 = unknown, or they were
    char *name;      // as it was given, for messages
    char *target;    // where the file is to appear; NULL = `stream` already writes to its place
    char *folder;    // of `target`
    char *temporary; // where it is until then; NULL = it has no name yet
    bool kept;       // `temporary` stays until the file is whole
};

// ---------------------------------------------------------------------------------------------------
// Places
// ---------------------------------------------------------------------------------------------------

// Sets errno where there is no memory for a path.
static char *path_made(char *path) {
    if (path == NULL) errno = ENOMEM;
    return path;
}

// The folder that a path is in; free it. NULL = no memory.
static char *path_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = path_made(lfio_path_copy(slash == NULL ? "." : path));
    if (folder != NULL && slash != NULL) folder[slash == path ? 1 : slash - path] = '\0';
    return folder;
}

// The number of an open file that a path stands for, or -1.
static int path_descriptor(const char *path) {
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    if (strcmp(path, "/dev/stdout") == 0) return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0) return STDERR_FILENO;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const size_t length = strlen(folders[i]);
        int64_t number;
        if (strncmp(path, folders[i], length) != 0) continue;
        if (lfio_integer_parse(path + length, strlen(path + length), 0, INT32_MAX, &number))
            return (int)number;
    }
    return -1;
}

// The path that a link leads to, or NULL if it is none; free it.
static char *link_target(const char *path) {
    char target[4096];
    const ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0) return NULL;
    target[length] = '\0';
    return path_made(lfio_path_beside(path, target));
}

// The path without links at its end, whether there is a file or not; free it. NULL with errno set.
static char *path_follow(const char *path) {
    char *at = path_made(lfio_path_copy(path));
    for (int links = 0; at != NULL && path_descriptor(at) < 0; links++) {
        errno = 0;
        char *next = link_target(at);
        if (next == NULL && (errno == EINVAL || errno == ENOENT || errno == ENOTDIR)) return at;
        const int reason = links == MAX_LINKS ? ELOOP : next == NULL ? errno : 0;
        free(at);
        at = next;
        if (reason == 0) continue;
        free(at);
        errno = reason;
        return NULL;
    }
    return at;
}

bool lf_path_is_stream(const char *path) {
    struct stat info;
    if (path == NULL) return false;
    if (lfio_path_is_stdin(path)) return true;
    char *end = path_follow(path);
    const bool direct =
        end != NULL && (path_descriptor(end) >= 0 ||
                        (stat(end, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)));
    free(end);
    return direct;
}

static bool path_stat(const char *path, struct stat *info) {
    return (lfio_path_is_stdin(path) ? fstat(STDIN_FILENO, info) : stat(path, info)) == 0;
}

// Whether two files that do not exist yet would be one: the same name in the same folder.
static bool path_would_be_same(const char *a, const char *b) {
    char *ends[2] = {path_follow(a), path_follow(b)}, *folders[2] = {NULL, NULL}, *real[2] = {NULL, NULL};
    const char *leaves[2] = {"", ""};
    for (int i = 0; i < 2 && ends[i] != NULL; i++) {
        const char *slash = strrchr(ends[i], '/');
        leaves[i] = slash != NULL ? slash + 1 : ends[i];
        folders[i] = path_folder(ends[i]);
        if (folders[i] != NULL) real[i] = realpath(folders[i], NULL);
    }
    const bool same = real[0] != NULL && real[1] != NULL && strcmp(real[0], real[1]) == 0 &&
                      strcmp(leaves[0], leaves[1]) == 0;
    for (int i = 0; i < 2; i++) {
        free(ends[i]);
        free(folders[i]);
        free(real[i]);
    }
    return same;
}

bool lf_path_is_same(const char *a, const char *b) {
    struct stat of_a, of_b;
    if (a == NULL || b == NULL) return false;
    const bool has_a = path_stat(a, &of_a), has_b = path_stat(b, &of_b);
    if (!has_a && !has_b) return path_would_be_same(a, b);
    if (!has_a || !has_b || !S_ISREG(of_a.st_mode)) return false;
    return of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

// ---------------------------------------------------------------------------------------------------
// Opening
// ---------------------------------------------------------------------------------------------------

static lf_io_status output_fail(const lfio_input *in, int reason) {
    if (reason == ENOMEM) return lfio_fail_memory(in);
    return lfio_fail(in, LF_IO_E_FILE, lfio_nowhere(), "cannot be written: %s",
                     reason == EISDIR        ? "it is a folder"
                     : reason == EWOULDBLOCK ? "another run is writing it"
                                             : strerror(reason));
}

// What keeps a file from being made is mostly that its folder is not there.
static lf_io_status output_fail_open(const lfio_input *in, const char *target, int reason) {
    char *folder = reason == ENOENT ? path_folder(target) : NULL;
    const bool missing = folder != NULL && !lfio_path_exists(folder);
    const lf_io_status status = missing
                                    ? lfio_fail(in, LF_IO_E_FILE, lfio_nowhere(),
                                                "cannot be written: the folder '%s' does not exist", folder)
                                    : output_fail(in, reason);
    free(folder);
    return status;
}

enum { DESCRIPTOR_PATH = 32 };

// The path under which the system knows an open file.
static const char *descriptor_path(int descriptor, char out[DESCRIPTOR_PATH]) {
    snprintf(out, DESCRIPTOR_PATH, "/proc/self/fd/%d", descriptor);
    return out;
}

// A file without a name in a folder, or -1.
static int open_nameless(const char *folder) {
    int descriptor = -1;
#ifdef O_TMPFILE
    char path[DESCRIPTOR_PATH];
    descriptor = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    // It will get its name through that path.
    if (descriptor >= 0 && access(descriptor_path(descriptor, path), F_OK) != 0) {
        close(descriptor);
        descriptor = -1;
    }
#else
    (void)folder;
#endif
    return descriptor;
}

// Tries "TARGET.part0", "TARGET.part1" and so on until `make` takes one, which is then output->temporary.
// Other writers, and what is left of ones that were killed, occupy names.
static int temporary_make(lf_output *output, int (*make)(const char *path, int user), int user) {
    const size_t size = strlen(output->target) + 16;
    char *path = path_made(malloc(size));
    int result = -1;
    for (int attempt = 0; path != NULL && attempt < MAX_OTHERS; attempt++) {
        snprintf(path, size, "%s.part%d", output->target, attempt);
        result = make(path, user);
        if (result >= 0 || errno != EEXIST) break;
    }
    if (result >= 0)
        output->temporary = path;
    else
        free(path);
    return result;
}

static int open_exclusive(const char *path, int user) {
    (void)user;
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

// Gives the new file what the old one has. Who may not give a file away keeps it, without the permission to
// act in the name of an owner that is now another.
static bool file_take_over(int descriptor, const struct stat *old) {
    struct stat now;
    if (fstat(descriptor, &now) != 0) return false;
    const bool same = (old->st_uid == now.st_uid && old->st_gid == now.st_gid) ||
                      fchown(descriptor, old->st_uid, old->st_gid) == 0;
    return fchmod(descriptor, old->st_mode & (same ? 07777 : 0777)) == 0;
}

// Opens the file that will become output->target. The descriptor, or -1 with errno set.
static int open_beside(lf_output *output, const struct stat *old) {
    if (old != NULL && access(output->target, W_OK) != 0) return -1;
    int descriptor = open_nameless(output->folder);
    if (descriptor < 0) descriptor = temporary_make(output, open_exclusive, 0);
    if (descriptor < 0 || old == NULL || file_take_over(descriptor, old)) return descriptor;
    const int reason = errno;
    close(descriptor);
    if (output->temporary != NULL) unlink(output->temporary);
    errno = reason;
    return -1;
}

// Opens the file that keeps its lines, by its name output->temporary. The descriptor, or -1 with errno set.
static int open_kept(lf_output *output, const struct stat *old) {
    struct stat info;
    if (old != NULL && access(output->target, W_OK) != 0) return -1;
    const int descriptor = open(output->temporary, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor < 0) return -1;
    // flock and not fcntl: its lock does not end when the same file is closed that was opened to look into it.
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 && fstat(descriptor, &info) == 0 &&
        (S_ISREG(info.st_mode) || (errno = EEXIST) == 0) &&
        (old == NULL || file_take_over(descriptor, old)) && lseek(descriptor, 0, SEEK_END) >= 0)
        return descriptor;
    const int reason = errno;
    if (reason != EWOULDBLOCK && lseek(descriptor, 0, SEEK_END) == 0) unlink(output->temporary);
    close(descriptor);
    errno = reason;
    return -1;
}

// Opens what the bytes go to. A target that is written directly is not kept.
static int open_target(lf_output *output) {
    struct stat info;
    int descriptor = path_descriptor(output->target);
    const bool exists = descriptor < 0 && stat(output->target, &info) == 0;
    if (exists && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    if (descriptor < 0 && (!exists || S_ISREG(info.st_mode)))
        return (output->kept ? open_kept : open_beside)(output, exists ? &info : NULL);
    free(output->temporary);
    output->temporary = NULL;
    output->kept = false;
    descriptor = descriptor >= 0 ? dup(descriptor) : open(output->target, O_WRONLY | O_CLOEXEC);
    const int reason = errno;
    free(output->target);
    output->target = NULL;
    errno = reason;
    return descriptor;
}

static void output_free(lf_output *output) {
    free(output->name);
    free(output->target);
    free(output->folder);
    free(output->temporary);
    free(output);
}

// The name of a file that keeps its lines; NULL with errno set.
static char *kept_path(const char *target, const char *tag) {
    const size_t size = strlen(target) + strlen(tag) + 8;
    char *path = path_made(malloc(size));
    if (path != NULL) snprintf(path, size, "%s.%s.part", target, tag);
    return path;
}

// Opens `target` under the name `name`; with a tag, to keep its lines. NULL with errno set.
static lf_output *output_make(const char *name, const char *target, const char *tag) {
    lf_output *output = calloc(1, sizeof *output);
    if (output == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    output->name = lfio_path_copy(name);
    output->target = lfio_path_copy(target);
    output->folder = path_folder(target);
    output->kept = tag != NULL;
    if (output->kept) output->temporary = kept_path(target, tag);
    const bool ready = output->name != NULL && output->target != NULL && output->folder != NULL &&
                       (output->temporary != NULL || !output->kept);
    output->descriptor = ready ? open_target(output) : -1;
    if (output->descriptor >= 0) output->stream = fdopen(output->descriptor, "wb");
    if (output->stream != NULL) {
        if (output->kept) setvbuf(output->stream, NULL, _IONBF, 0);
        return output;
    }
    const int reason = ready ? errno : ENOMEM;
    const bool empty = output->descriptor >= 0 && lseek(output->descriptor, 0, SEEK_END) == 0;
    if (output->descriptor >= 0) close(output->descriptor);
    if (empty && output->temporary != NULL) unlink(output->temporary);
    output_free(output);
    errno = reason;
    return NULL;
}

static lf_io_status output_open(const char *path, const char *tag, lf_output **out, lf_io_error *error) {
    if (out != NULL) *out = NULL;
    lfio_error_clear(error);
    const lfio_input in = {.name = path != NULL ? path : "?", .error = error};
    if (out == NULL) return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    lf_io_status status = lfio_path_check_saved(&in, path);
    if (status != LF_IO_OK) return status;
    char *target = path_follow(path);
    if (target == NULL) return output_fail(&in, errno);
    *out = output_make(path, target, tag);
    if (*out == NULL) status = output_fail_open(&in, target, errno);
    free(target);
    return status;
}

lf_io_status lf_output_open(const char *path, lf_output **out, lf_io_error *error) {
    return output_open(path, NULL, out, error);
}

lf_io_status lf_output_open_kept(const char *path, const char *tag, lf_output **out, lf_io_error *error) {
    if (tag != NULL) return output_open(path, tag, out, error);
    if (out != NULL) *out = NULL;
    const lfio_input in = {.name = path != NULL ? path : "?", .error = error};
    return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
}

bool lf_output_cut(lf_output *output, int64_t size) {
    return output != NULL && output->kept && size >= 0 && ftruncate(output->descriptor, (off_t)size) == 0 &&
           lseek(output->descriptor, 0, SEEK_END) == (off_t)size;
}

FILE *lf_output_stream(const lf_output *output) {
    return output != NULL ? output->stream : NULL;
}

bool lf_output_write(lf_output *output, const void *bytes, size_t size) {
    if (output == NULL || (bytes == NULL && size > 0)) return false;
    if (size == 0 || fwrite(bytes, 1, size, output->stream) == size) return true;
    if (output->fault == 0) output->fault = errno;
    return false;
}

const char *lf_output_temporary(const lf_output *output) {
    return output != NULL ? output->temporary : NULL;
}

// ---------------------------------------------------------------------------------------------------
// Committing
// ---------------------------------------------------------------------------------------------------

static int link_descriptor(const char *path, int descriptor) {
    char from[DESCRIPTOR_PATH];
    return linkat(AT_FDCWD, descriptor_path(descriptor, from), AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

// Gives a nameless file its name: the target's if nothing is there, which `placed` tells, or a temporary one.
static bool output_give_name(lf_output *output, bool *placed) {
    if (output->temporary != NULL) return true;
    *placed = link_descriptor(output->target, output->descriptor) == 0;
    if (*placed) return true;
    return errno == EEXIST && temporary_make(output, link_descriptor, output->descriptor) >= 0;
}

// After a crash of the machine, too, the folder has the new name. Not every file system can do that, and the
// file is whole in any case, so that nothing depends on it.
static void folder_sync(const char *folder) {
    const int descriptor = open(folder, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    fsync(descriptor);
    close(descriptor);
}

// Closes the stream; false with errno set if anything was not written.
static bool output_close(lf_output *output, bool whole) {
    const int reason = errno;
    const bool closed = fclose(output->stream) == 0;
    if (!whole) errno = reason;
    return whole && closed;
}

// Whether all bytes have been taken. The reason of an earlier failure is known if it was lf_output_write's.
static bool output_flush(lf_output *output) {
    errno = 0;
    if (fflush(output->stream) == 0 && !ferror(output->stream)) return true;
    if (output->fault != 0) errno = output->fault;
    if (errno == 0) errno = EIO;
    return false;
}

// The end of the last whole line of a file; 0 if there is none, or it cannot be read.
static off_t lines_end(int descriptor) {
    char part[4096];
    off_t end = lseek(descriptor, 0, SEEK_END);
    while (end > 0) {
        const off_t begin = end > (off_t)sizeof part ? end - (off_t)sizeof part : 0;
        const ssize_t got = pread(descriptor, part, (size_t)(end - begin), begin);
        for (ssize_t i = got; i > 0; i--)
            if (part[i - 1] == '\n') return begin + (off_t)i;
        end = got <= 0 ? 0 : begin;
    }
    return 0;
}

// Leaves the whole lines of a kept file, or no file.
static void output_leave_lines(const lf_output *output) {
    const off_t end = lines_end(output->descriptor);
    if (end == 0 || ftruncate(output->descriptor, end) != 0) {
        if (end == 0) unlink(output->temporary);
        return;
    }
    fsync(output->descriptor);
}

// Closes a file and, if it is whole, puts it into its place; false with errno set, and nothing left behind.
static bool output_place(lf_output *output, bool whole) {
    bool placed = false;
    bool done = whole && output_give_name(output, &placed);
    if (!done && output->kept) {
        const int fault = errno;
        output_leave_lines(output);
        errno = fault;
    }
    done = output_close(output, done);
    if (done && !placed) done = rename(output->temporary, output->target) == 0;
    if (done) {
        folder_sync(output->folder);
        return true;
    }
    const int reason = errno;
    if (placed) unlink(output->target);
    if (output->temporary != NULL && !output->kept) unlink(output->temporary);
    errno = reason;
    return false;
}

// Holds back all signals of this thread. (sigprocmask and not pthread_sigmask, which older systems have in
// another library; on all systems that we know it is about the thread too.)
static bool signals_hold(sigset_t *before) {
    sigset_t all;
    sigfillset(&all);
    return sigprocmask(SIG_SETMASK, &all, before) == 0;
}

static void signals_release(const sigset_t *before) {
    sigprocmask(SIG_SETMASK, before, NULL);
}

// Signals wait until the file is in its place, so that none leaves a temporary name behind.
static bool output_place_undisturbed(lf_output *output, bool whole) {
    const int fault = errno;
    sigset_t before;
    const bool held = signals_hold(&before);
    errno = fault;
    const bool done = output_place(output, whole);
    const int reason = errno;
    if (held) signals_release(&before);
    errno = reason;
    return done;
}

lf_io_status lf_output_commit(lf_output *output, lf_io_error *error) {
    lfio_error_clear(error);
    lfio_input in = {.name = "?", .error = error};
    if (output == NULL) return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    in.name = output->name;
    bool done = output_flush(output);
    if (output->target == NULL)
        done = output_close(output, done);
    else
        done = output_place_undisturbed(output, done && fsync(output->descriptor) == 0);
    const lf_io_status status = done ? LF_IO_OK : output_fail(&in, errno);
    output_free(output);
    return status;
}

void lf_output_keep(lf_output *output) {
    if (output == NULL) return;
    fflush(output->stream);
    if (output->kept) output_leave_lines(output);
    fclose(output->stream);
    output_free(output);
}

void lf_output_discard(lf_output *output) {
    if (output == NULL) return;
    fclose(output->stream);
    if (output->temporary != NULL) unlink(output->temporary);
    output_free(output);
}

// ---------------------------------------------------------------------------------------------------
// Whole files
// ---------------------------------------------------------------------------------------------------

// A path that can be written to. Standard output cannot appear whole or not at all, so "-" is not one.
lf_io_status lfio_path_check_saved(const lfio_input *in, const char *path) {
    if (path == NULL) return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    if (lfio_path_is_stdin(path))
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(),
                         "cannot save to standard output, expected a file");
    return LF_IO_OK;
}

lf_io_status lfio_file_write(const lfio_input *in, const char *path, lfio_bytes bytes) {
    lf_output *output;
    lf_io_status status = lf_output_open(path, &output, in->error);
    if (status != LF_IO_OK) return status;
    // A file that has a name from the beginning would be left behind: then signals wait until it is written,
    // which does not take long, as the bytes are there.
    sigset_t before;
    const bool held = output->temporary != NULL && signals_hold(&before);
    lf_output_write(output, bytes.data, bytes.size); // lf_output_commit knows whether it worked
    status = lf_output_commit(output, in->error);
    if (held) signals_release(&before);
    return status;
}
