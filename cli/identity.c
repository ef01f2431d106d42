// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Identities by XXH3. They guard against mistakes, not against people: 64 bits are enough.
#include "identity.h"

#include "cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

uint64_t identity_add(uint64_t hash, const void *bytes, size_t size) {
    return XXH3_64bits_withSeed(bytes, size, hash);
}

// ---------------------------------------------------------------------------------------------------
// The chart
// ---------------------------------------------------------------------------------------------------

enum { PACKED = 4096 }; // bytes that are hashed at a time

/// Hashes what `byte_at` says of each tile.
static uint64_t tiles_hash(const chart *of, int64_t count, uint64_t hash,
                           uint8_t (*byte_at)(const chart *of, lf_tile tile)) {
    uint8_t bytes[PACKED];
    for (int64_t done = 0; done < count; done += PACKED) {
        const int64_t size = count - done < PACKED ? count - done : PACKED;
        for (int64_t i = 0; i < size; i++) bytes[i] = byte_at(of, (lf_tile)(done + i));
        hash = identity_add(hash, bytes, (size_t)size);
    }
    return hash;
}

static uint8_t open_at(const chart *of, lf_tile tile) {
    return lf_map_is_open(of->map, tile);
}

/// Depths beyond a byte are not; blocked tiles have -1.
static uint8_t depth_at(const chart *of, lf_tile tile) {
    return (uint8_t)lf_depth_at(of->depth, tile);
}

uint64_t identity_of_chart(const chart *of) {
    const int32_t head[3] = {lf_map_width(of->map), lf_map_height(of->map), (int32_t)lf_map_moves(of->map)};
    const int64_t count = (int64_t)head[0] * head[1];
    uint64_t hash = identity_add(0, head, sizeof head);
    hash = tiles_hash(of, count, hash, open_at);
    if (of->depth != NULL) hash = tiles_hash(of, count, hash, depth_at);
    if (of->terrain != NULL) hash = identity_add(hash, of->terrain, (size_t)count);
    return hash;
}

// ---------------------------------------------------------------------------------------------------
// Files and options
// ---------------------------------------------------------------------------------------------------

static bool file_hash(const char *path, uint64_t *hash) {
    uint8_t bytes[1 << 16];
    FILE *file = fopen(path, "rb");
    size_t size = 0;
    while (file != NULL && (size = fread(bytes, 1, sizeof bytes, file)) > 0)
        *hash = identity_add(*hash, bytes, size);
    const bool read = file != NULL && !ferror(file);
    if (!read) cli_say("%s: cannot be read: %s", path, strerror(errno));
    if (file != NULL) fclose(file);
    return read;
}

bool identity_of_files(const char *const *paths, int count, uint64_t *out) {
    *out = 0;
    for (int i = 0; i < count; i++)
        if (!file_hash(paths[i], out)) return false;
    return true;
}

static bool is_file(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static bool option_counts(const char *name) {
    static const char *const others[] = {"threads",      "out",   "resume", "max-memory",
                                         "query-format", "shard", "index",  "almanac"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, others[i]) == 0) return false;
    return true;
}

/// How often an option of this name was given before.
static uint64_t given_before(const args_given *given, int at) {
    uint64_t before = 0;
    for (int i = 0; i < at; i++) before += strcmp(given->items[i].name, given->items[at].name) == 0;
    return before;
}

bool identity_of_options(const args_given *given, uint64_t *out) {
    *out = 0;
    for (int i = 0; i < given->count; i++) {
        const char *name = given->items[i].name, *value = given->items[i].value;
        if (!option_counts(name)) continue;
        uint64_t hash = identity_add(given_before(given, i), name, strlen(name));
        if (value != NULL && is_file(value)) {
            if (!file_hash(value, &hash)) return false;
        } else if (value != NULL) {
            hash = identity_add(hash, value, strlen(value));
        }
        *out += hash; // options may stand in any order
    }
    return true;
}

const char *identity_text(const identity *of, char out[IDENTITY_TEXT]) {
    const uint64_t parts[] = {of->map, of->index, of->queries, of->options};
    snprintf(out, IDENTITY_TEXT, "%016" PRIx64, identity_add(0, parts, sizeof parts));
    return out;
}
