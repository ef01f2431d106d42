// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Runs a fuzz target over files, without libFuzzer: every argument is a file, or a folder whose files are
// taken in order of their names. This is how ctest runs the corpus with any compiler. Each input is in memory
// of exactly its size, so that AddressSanitizer sees a read past the end.

#define _POSIX_C_SOURCE 200809L // scandir

#include "fuzz.h"

#include <dirent.h>

// Gives the number of inputs run; -1 if the file cannot be read.
static int replay_file(const char *path) {
    FILE *stream = fopen(path, "rb");
    if (stream == NULL || fseek(stream, 0, SEEK_END) != 0) return -1;
    const long size = ftell(stream);
    rewind(stream);
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
    const bool whole = data != NULL && size >= 0 && fread(data, 1, (size_t)size, stream) == (size_t)size;
    fclose(stream);
    if (whole) LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
    return whole ? 1 : -1;
}

static int replay_folder(const char *folder, struct dirent **entries, int count) {
    int runs = 0;
    for (int i = 0; i < count; i++) {
        char path[4096];
        if (entries[i]->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (replay_file(path) < 0) {
            fprintf(stderr, "%s: cannot be read\n", path);
            return -1;
        }
        runs++;
    }
    return runs;
}

static int replay_path(const char *path) {
    struct dirent **entries;
    const int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0) return replay_file(path);
    const int runs = replay_folder(path, entries, count);
    for (int i = 0; i < count; i++) free(entries[i]);
    free(entries);
    return runs;
}

int main(int argc, char **argv) {
    int total = 0;
    for (int i = 1; i < argc; i++) {
        const int runs = replay_path(argv[i]);
        if (runs <= 0) {
            fprintf(stderr, "%s: no input\n", argv[i]);
            return 1;
        }
        total += runs;
    }
    printf("%d inputs\n", total);
    return total == 0;
}
