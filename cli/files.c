// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Files that a run reads and writes. Paths are compared by the files that they lead to, so that a link or
// another spelling of an input is found out.
#include "files.h"

#include "cli.h"
#include "input.h"

#include <string.h>

static bool say_overwrites(file_role output, const char *part, file_role of) {
    cli_say("%s %s would overwrite %s%s %s; nothing is written", output.role, output.path, part, of.role,
            input_name(of.path));
    return false;
}

static bool is_apart_from_map(file_role output, const verb_files *files) {
    const file_role map = files->map;
    if (map.path == NULL || !lf_grid_reads_file(map.path, files->map_format, output.path)) return true;
    return say_overwrites(output, lf_path_is_same(map.path, output.path) ? "" : "a part of ", map);
}

static bool is_apart_from(file_role output, const file_role *others, int count) {
    for (int i = 0; i < count; i++) {
        if (others[i].path != NULL && lf_path_is_same(others[i].path, output.path))
            return say_overwrites(output, "", others[i]);
    }
    return true;
}

/// Weights may be several files, too.
static bool is_apart_from_parts(file_role output, const verb_files *files) {
    for (int i = 0; i < FILES_INPUTS; i++) {
        const file_role input = files->inputs[i];
        if (input.path != NULL && lf_grid_reads_file(input.path, LF_FILE_AUTO, output.path))
            return say_overwrites(output, "a part of ", input);
    }
    return true;
}

/// Standard output by one of its names, or the file that it was redirected to.
static bool is_standard_output(const char *path) {
    static const char *const names[] = {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(path, names[i]) == 0) return true;
    return lf_path_is_same(path, names[0]);
}

static bool is_apart_from_answer(file_role output, const verb_files *files) {
    if (!files->answers || !is_standard_output(output.path)) return true;
    cli_say("%s %s is standard output, where the answer goes, expected another file", output.role,
            output.path);
    return false;
}

bool files_are_apart(const verb_files *files) {
    for (int i = 0; i < FILES_OUTPUTS; i++) {
        const file_role output = files->outputs[i];
        if (output.path == NULL || strcmp(output.path, "-") == 0) continue;
        if (!is_apart_from_map(output, files) || !is_apart_from(output, files->inputs, FILES_INPUTS) ||
            !is_apart_from_parts(output, files) || !is_apart_from(output, files->outputs, i) ||
            !is_apart_from_answer(output, files))
            return false;
    }
    return true;
}
