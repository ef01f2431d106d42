// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Files that appear whole or not at all. They are written under another name in the same folder, so that the
// rename at the end happens in one step; a signal that ends the program removes that name too.
#include "output.h"

#include "cli.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---------------------------------------------------------------------------------------------------
// Signals
// ---------------------------------------------------------------------------------------------------

static const int ending_signals[] = {SIGHUP, SIGINT, SIGTERM, SIGPIPE};
enum { SIGNAL_COUNT = sizeof ending_signals / sizeof *ending_signals };

/// The file to remove when a signal ends the program. A handler can reach nothing but globals.
static const char *volatile file_under_way;

static void remove_and_end(int signal_number) {
    if (file_under_way != NULL) unlink(file_under_way);
    raise(signal_number); // the handler was reset when it was entered: this ends the program as it should
}

static void watch_signals(const char *file) {
    file_under_way = file;
    struct sigaction action = {.sa_handler = file != NULL ? remove_and_end : SIG_DFL,
                               .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        struct sigaction before;
        // A signal that the caller wants ignored (nohup) stays ignored.
        if (sigaction(ending_signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(ending_signals[i], &action, NULL);
    }
}

// ---------------------------------------------------------------------------------------------------
// Files
// ---------------------------------------------------------------------------------------------------

static bool open_direct(output *out, FILE *stream) {
    out->stream = stream;
    if (stream == NULL) cli_say("%s: cannot be written: %s", out->name, strerror(errno));
    return stream != NULL;
}

/// Opens a file that did not exist, beside `path`, as out->temporary; false with errno set. Other writers,
/// and what is left of ones that were killed, occupy names; a hundred of them are a sign that something is
/// wrong.
static bool open_beside(output *out, const char *path) {
    const size_t size = strlen(path) + 16;
    out->temporary = malloc(size);
    for (int attempt = 0; out->temporary != NULL && attempt < 100; attempt++) {
        snprintf(out->temporary, size, "%s.part%d", path, attempt);
        out->stream = fopen(out->temporary, "wbx");
        if (out->stream != NULL || errno != EEXIST) break;
    }
    return out->stream != NULL;
}

/// Opens the temporary file for out->path, with the permissions of the file that it will replace, if any.
static bool open_temporary(output *out, const struct stat *existing) {
    if (!open_beside(out, out->path)) return false;
    watch_signals(out->temporary);
    if (existing == NULL || fchmod(fileno(out->stream), existing->st_mode & 07777) == 0) return true;
    const int reason = errno;
    fclose(out->stream);
    unlink(out->temporary);
    watch_signals(NULL);
    errno = reason;
    return false;
}

static void output_free(output *out) {
    free(out->path);
    free(out->temporary);
    *out = (output){0};
}

bool output_open(output *out, const char *path) {
    *out = (output){.name = path};
    if (path == NULL || strcmp(path, "-") == 0) {
        out->name = "standard output";
        return open_direct(out, stdout);
    }
    struct stat existing;
    const bool exists = stat(path, &existing) == 0;
    if (exists && S_ISDIR(existing.st_mode)) {
        cli_say("%s: cannot be written: it is a folder", path);
        return false;
    }
    if (exists && !S_ISREG(existing.st_mode)) return open_direct(out, fopen(path, "wb"));
    out->path = exists ? realpath(path, NULL) : strdup(path); // a link stays a link
    if (out->path != NULL && open_temporary(out, exists ? &existing : NULL)) return true;
    cli_say("%s: cannot be written: %s", path, strerror(errno));
    output_free(out);
    return false;
}

/// Closes the stream; false with errno set if anything was not written.
static bool output_close(output *out) {
    errno = 0;
    const bool flushed = fflush(out->stream) == 0 && !ferror(out->stream);
    const int reason = errno != 0 ? errno : EIO; // an earlier write may have failed, its reason is lost
    if (out->stream == stdout)
        clearerr(stdout); // it is said here; main need not say it again
    else if (fclose(out->stream) != 0 && flushed)
        return false;
    errno = reason;
    return flushed;
}

bool output_commit(output *out) {
    bool written = output_close(out);
    if (written && out->path != NULL) written = rename(out->temporary, out->path) == 0;
    if (!written) {
        cli_say("%s: cannot be written: %s", out->name, strerror(errno));
        if (out->path != NULL) unlink(out->temporary);
    }
    if (out->path != NULL) watch_signals(NULL);
    output_free(out);
    return written;
}

void output_discard(output *out) {
    if (out->stream == NULL) return;
    if (out->stream != stdout) fclose(out->stream);
    if (out->path != NULL) {
        unlink(out->temporary);
        watch_signals(NULL);
    }
    output_free(out);
}

// ---------------------------------------------------------------------------------------------------
// Grids
// ---------------------------------------------------------------------------------------------------

static const lf_file_format grid_formats[] = {LF_FILE_AUTO, LF_FILE_MOVINGAI, LF_FILE_PNG, LF_FILE_TEXT};
enum { GRID_FORMAT_COUNT = sizeof grid_formats / sizeof *grid_formats };

/// The formats that can be written, which are fewer than those that can be read.
static const char *grid_format_name(int i) {
    if (i >= GRID_FORMAT_COUNT) return NULL;
    return i == 0 ? "auto" : lf_file_format_name(grid_formats[i]);
}

static bool read_grid_format(const args_option *option, const char *value, void *field) {
    const int found = args_find_choice(option->name, value, option->names);
    if (found >= 0) *(lf_file_format *)field = grid_formats[found];
    return found >= 0;
}

const args_option grid_format_table[] = {
    {"out-format", 0, "NAME", read_grid_format, 0,
     "what to write; default auto: by the name of OUT; text for -", grid_format_name},
};

/// Writes a grid to an output that cannot be replaced by a new file: stdout, a device, a pipe.
static bool stream_grid(const char *path, lf_file_format format, const lf_grid *grid) {
    lf_io_error error = {0};
    uint8_t *bytes;
    size_t size;
    if (lf_grid_encode(format, grid, &bytes, &size, &error) != LF_IO_OK) {
        cli_say("%s", error.message);
        return false;
    }
    output out;
    bool written = output_open(&out, path);
    if (written) {
        fwrite(bytes, 1, size, out.stream);
        written = output_commit(&out);
    }
    lf_encoded_free(bytes);
    return written;
}

bool output_is_stream(const char *path) {
    struct stat existing;
    if (strcmp(path, "-") == 0) return true;
    return stat(path, &existing) == 0 && !S_ISREG(existing.st_mode) && !S_ISDIR(existing.st_mode);
}

bool output_can_hold_picture(const char *path) {
    if (!output_is_stream(path)) return true;
    cli_say("--draw: %s is not a file that a picture can replace, expected a name such as route.png", path);
    return false;
}

bool output_save_grid(const char *path, lf_file_format format, const lf_grid *grid) {
    if (output_is_stream(path))
        return stream_grid(path, format != LF_FILE_AUTO ? format : LF_FILE_TEXT, grid);
    lf_io_error error = {0};
    if (lf_grid_save(path, format, grid, &error) == LF_IO_OK) return true;
    cli_say("%s", error.message);
    return false;
}
