// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// First and last lines of shards from bytes: what is read writes itself, byte for byte.

#define _POSIX_C_SOURCE 200809L // clock_gettime
#define _XOPEN_SOURCE   700

#include "fuzz.h"

#include "../cli/args.c"
#include "../cli/cli.c"

#include "../cli/shard.h"

/// Reads a line as a first line, and as a last one.
static void check_line(const char *line) {
    shard_head head;
    int64_t count, whole;
    rows text = {0};
    if (shard_head_read(line, &head)) {
        FUZZ_CHECK(head.of.number >= 1 && head.of.number <= head.of.count && head.of.block >= 1);
        shard_head_write(&head, &text);
        FUZZ_CHECK(text.size == strlen(line) && memcmp(text.bytes, line, text.size) == 0);
        for (int64_t n = 0; n < 3; n++) FUZZ_CHECK(shard_has(head.of, shard_row(head.of, n)));
    }
    rows_clear(&text);
    if (shard_end_read(line, &count, &whole)) {
        shard_end_write((shard){1, 1, 1}, count, whole, &text);
        FUZZ_CHECK(text.size == strlen(line) && memcmp(text.bytes, line, text.size) == 0);
    }
    rows_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *line = malloc(size + 1);
    if (line == NULL) return 0;
    memcpy(line, data, size);
    line[size] = '\0';
    check_line(line);
    free(line);
    return 0;
}
