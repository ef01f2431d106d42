// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Outputs of the verbs: stdout, or a file that the library writes whole or not at all. Where it has a name
// before it is whole, a signal that ends the program removes that name.
#include "output.h"

#include "cli.h"
#include "progress.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

// ---------------------------------------------------------------------------------------------------
// Signals
// ---------------------------------------------------------------------------------------------------

static const int ending_signals[] = {SIGHUP, SIGINT, SIGTERM, SIGPIPE};
enum { SIGNAL_COUNT = sizeof ending_signals / sizeof *ending_signals };

/// The file to remove when a signal ends the program, if it has a name already. A handler can reach nothing
/// but globals.
static const char *volatile file_under_way;

/// What is said when a signal ends the program while rows are being written, which stay.
static char keeping_text[256];

static void remove_and_end(int signal_number) {
    if (file_under_way != NULL) unlink(file_under_way);
    const size_t size = strlen(keeping_text);
    if (size > 0 && write(STDERR_FILENO, keeping_text, size) < 0) _exit(CLI_BAD);
    raise(signal_number); // the handler was reset when it was entered: this ends the program as it should
}

static void watch_signals(const char *file) {
    file_under_way = file;
    const bool watches = file != NULL || keeping_text[0] != '\0';
    struct sigaction action = {.sa_handler = watches ? remove_and_end : SIG_DFL,
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

static bool is_stdout(const char *path) {
    return path == NULL || strcmp(path, "-") == 0;
}

bool output_open(output *out, const char *path) {
    lf_io_error error = {0};
    *out = (output){.stream = stdout};
    if (is_stdout(path)) return true;
    if (lf_output_open(path, &out->file, &error) != LF_IO_OK) {
        cli_say("%s", error.message);
        return false;
    }
    out->stream = lf_output_stream(out->file);
    if (lf_output_temporary(out->file) != NULL) watch_signals(lf_output_temporary(out->file));
    return true;
}

bool output_open_kept(output *out, const char *path, const char *tag) {
    lf_io_error error = {0};
    *out = (output){.stream = stdout};
    if (is_stdout(path)) return true;
    if (lf_output_open_kept(path, tag, &out->file, &error) != LF_IO_OK) {
        cli_say("%s", error.message);
        return false;
    }
    out->stream = lf_output_stream(out->file);
    out->kept = lf_output_temporary(out->file);
    if (out->kept == NULL) return true;
    snprintf(
        keeping_text, sizeof keeping_text,
        "landfall: ended by a signal; the rows so far stay, and the same command with --resume goes on\n");
    watch_signals(NULL);
    return true;
}

bool output_cut(output *out, int64_t size) {
    if (lf_output_cut(out->file, size)) return true;
    cli_say("%s: cannot be written: %s", out->kept, strerror(errno));
    return false;
}

void output_lend(output *out) {
    lf_output_keep(out->file);
    *out = (output){0};
}

void output_keep(output *out) {
    keeping_text[0] = '\0';
    lf_output_keep(out->file);
    watch_signals(NULL);
    *out = (output){0};
}

bool output_put(output *out, const void *bytes, size_t size) {
    if (out->file != NULL) return lf_output_write(out->file, bytes, size);
    return size == 0 || fwrite(bytes, 1, size, stdout) == size || output_fails(out);
}

bool output_fails(output *out) {
    out->fault = errno;
    return false;
}

/// Flushes stdout, unless it has refused bytes before.
static bool commit_stdout(const output *out) {
    errno = out->fault;
    return out->fault == 0 ? cli_flush_stdout() : cli_say_stdout_fails();
}

bool output_commit(output *out) {
    lf_io_error error = {0};
    if (out->file == NULL) return commit_stdout(out);
    const bool written = lf_output_commit(out->file, &error) == LF_IO_OK;
    keeping_text[0] = '\0';
    watch_signals(NULL);
    if (!written) cli_say("%s", error.message);
    *out = (output){0};
    return written;
}

void output_discard(output *out) {
    keeping_text[0] = '\0';
    lf_output_discard(out->file);
    watch_signals(NULL);
    *out = (output){0};
}

bool output_write(const char *path, const uint8_t *bytes, size_t size) {
    output out;
    if (!output_open(&out, path)) return false;
    output_put(&out, bytes, size); // output_commit knows whether it worked
    return output_commit(&out);
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
    const int found = args_find_value(option, value);
    if (found >= 0) *(lf_file_format *)field = grid_formats[found];
    return found >= 0;
}

const args_option grid_format_table[] = {
    {"out-format", 0, "NAME", read_grid_format, 0,
     "what to write; default auto: by the name of OUT; text for -", grid_format_name},
};

/// Writes a grid to an output whose name says nothing about the format.
static bool stream_grid(const char *path, lf_save_options save, const lf_grid *grid, progress *bar) {
    lf_io_error error = {0};
    uint8_t *bytes;
    size_t size;
    if (save.format == LF_FILE_AUTO) save.format = LF_FILE_TEXT;
    const lf_io_status status = lf_grid_encode(&save, grid, &bytes, &size, &error);
    progress_end(bar);
    if (status != LF_IO_OK) {
        cli_say("%s", error.message);
        return false;
    }
    const bool written = output_write(path, bytes, size);
    lf_encoded_free(bytes);
    return written;
}

bool output_save_grid(const char *path, lf_file_format format, const lf_grid *grid) {
    progress bar;
    progress_begin(&bar, "writing", "tiles", 0);
    const lf_save_options save = {.format = format, .progress = progress_of_call(&bar)};
    if (lf_path_is_stream(path)) return stream_grid(path, save, grid, &bar);
    lf_io_error error = {0};
    const lf_io_status status = lf_grid_save(path, &save, grid, &error);
    progress_end(&bar);
    if (status != LF_IO_OK) cli_say("%s", error.message);
    return status == LF_IO_OK;
}
