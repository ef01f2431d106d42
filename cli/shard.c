// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// First and last lines of shards:
//
//     #landfall-shard 1 batch 2/7 block=256 map=0f.. index=00.. queries=5e.. options=17..
//     ...
//     #end rows=1280 of=9000
//
// Whoever reads such a file by accident sees at once what it is, and a reader of CSV fails at its first line.
#include "shard.h"

#include "cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool shard_read(const args_option *option, const char *value, void *field) {
    shard *of = field;
    const char *end = value;
    int64_t number, count;
    if (args_take_int(&end, 1, SHARD_MOST, &number) && *end++ == '/' &&
        args_take_int(&end, 1, SHARD_MOST, &count) && *end == '\0' && number <= count) {
        of->number = (int32_t)number;
        of->count = (int32_t)count;
        return true;
    }
    cli_say("--%s: '%s' is not a shard, expected I/N with I from 1 to N, such as 2/7, and N at most %d",
            option->name, value, SHARD_MOST);
    return false;
}

static void write_hash(rows *to, const char *name, uint64_t hash) {
    char text[40];
    snprintf(text, sizeof text, " %s=%016" PRIx64, name, hash);
    rows_text(to, text);
}

void shard_head_write(const shard_head *head, rows *to) {
    char text[96];
    if (head->of.count == 0) return;
    snprintf(text, sizeof text, "#landfall-shard 1 %s %d/%d block=%d", head->verb, (int)head->of.number,
             (int)head->of.count, (int)head->of.block);
    rows_text(to, text);
    write_hash(to, "map", head->from.map);
    write_hash(to, "index", head->from.index);
    write_hash(to, "queries", head->from.queries);
    write_hash(to, "options", head->from.options);
    rows_text(to, "\n");
}

/// Takes a word off the front of a line.
static bool take_word(const char **line, const char *word) {
    const size_t size = strlen(word);
    if (strncmp(*line, word, size) != 0) return false;
    *line += size;
    return true;
}

/// A number as rows_int writes it.
static bool take_count(const char **line, int64_t *out) {
    const char *begin = *line;
    return begin[0] != '-' && args_take_int(line, 0, INT64_MAX, out) &&
           (begin[0] != '0' || *line == begin + 1);
}

static bool take_number(const char **line, int64_t most, int32_t *out) {
    int64_t number;
    if (!take_count(line, &number) || number < 1 || number > most) return false;
    *out = (int32_t)number;
    return true;
}

/// Sixteen digits, as write_hash writes them.
static bool take_hash(const char **line, const char *name, uint64_t *out) {
    static const char digits[] = "0123456789abcdef";
    if (!take_word(line, " ") || !take_word(line, name) || !take_word(line, "=")) return false;
    *out = 0;
    for (int i = 0; i < 16; i++, ++*line) {
        const char *digit = **line != '\0' ? strchr(digits, **line) : NULL;
        if (digit == NULL) return false;
        *out = *out << 4 | (uint64_t)(digit - digits);
    }
    return true;
}

static bool take_verb(const char **line, char verb[16]) {
    size_t size = 0;
    for (; **line >= 'a' && **line <= 'z' && size < 15; ++*line) verb[size++] = **line;
    verb[size] = '\0';
    return size > 0;
}

bool shard_head_read(const char *line, shard_head *out) {
    *out = (shard_head){0};
    return take_word(&line, "#landfall-shard 1 ") && take_verb(&line, out->verb) && take_word(&line, " ") &&
           take_number(&line, SHARD_MOST, &out->of.number) && take_word(&line, "/") &&
           take_number(&line, SHARD_MOST, &out->of.count) && take_word(&line, " block=") &&
           take_number(&line, SHARD_MOST, &out->of.block) && take_hash(&line, "map", &out->from.map) &&
           take_hash(&line, "index", &out->from.index) && take_hash(&line, "queries", &out->from.queries) &&
           take_hash(&line, "options", &out->from.options) && strcmp(line, "\n") == 0 &&
           out->of.number <= out->of.count;
}

void shard_end_write(shard of, int64_t count, int64_t whole, rows *to) {
    if (of.count == 0) return;
    rows_text(to, "#end rows=");
    rows_int(to, count);
    rows_text(to, " of=");
    rows_int(to, whole);
    rows_text(to, "\n");
}

bool shard_end_read(const char *line, int64_t *count, int64_t *whole) {
    return take_word(&line, "#end rows=") && take_count(&line, count) && take_word(&line, " of=") &&
           take_count(&line, whole) && strcmp(line, "\n") == 0;
}
