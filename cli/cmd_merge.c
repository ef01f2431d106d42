// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall merge: shards back into the output that one run would have written.
//
// Rows are numbered, and it is known which shard has which row, so one line of each shard in memory is enough: the
// next row is the next line of its shard, or several lines, for a source of a matrix. Everything is checked on the way,
// and the output appears whole or not at all.
#include "args.h"
#include "cli.h"
#include "files.h"
#include "output.h"
#include "shard.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct merge_options {
    const char *out;
} merge_options;

static const args_option merge_option_table[] = {
    {"out", 'o', "FILE", args_read_string, offsetof(merge_options, out),
     "where to write; default stdout. FILE appears whole or not at all", NULL},
};

static const args_spec spec = {
    .verb = "merge",
    .usage = "SHARD... [-o FILE]",
    .about =
        "Puts shards together, which 'landfall batch' or 'landfall matrix' wrote with --shard I/N: byte for\n"
        "byte what one run writes. All N must be given, in any order. Each says in its first line what it\n"
        "was made from: shards of another map, index, queries or options are refused, and so are shards\n"
        "that are not complete. Exit code: 0 done, 2 misuse or bad input.",
    .examples = "  landfall batch world queries.csv --no-times --shard 1/2 -o part1\n"
                "  landfall batch world queries.csv --no-times --shard 2/2 -o part2\n"
                "  landfall merge part1 part2 -o lengths.csv",
    .operands = {"SHARD"},
    .repeats = true,
};

/// A shard that is being read.
typedef struct merge_part {
    const char *path;
    FILE *file;
    shard_head head;
    char *line; ///< the next one; NULL = none was read yet
    size_t room;
    int64_t number;       ///< of that line, from 1
    int64_t count, whole; ///< from its end; -1 = not there yet
    int64_t rows;         ///< that were taken
} merge_part;

typedef struct merge_run {
    merge_part *parts; ///< in the order of the shards, once they are sorted
    int count;
    output out;
    bool refused; ///< it took no more
} merge_run;

// ---------------------------------------------------------------------------------------------------
// Lines
// ---------------------------------------------------------------------------------------------------

/// Reads the next line; false after saying why there is none that is whole.
static bool part_next(merge_part *of) {
    errno = 0;
    const ssize_t size = getline(&of->line, &of->room, of->file);
    of->number++;
    if (size > 0 && of->line[size - 1] == '\n' && strlen(of->line) == (size_t)size) return true;
    if (size < 0 && ferror(of->file))
        cli_say("%s: cannot be read: %s", of->path, strerror(errno));
    else if (size > 0 && strlen(of->line) != (size_t)size)
        cli_say("%s:%" PRId64 ": a byte that is 0, expected text", of->path, of->number);
    else
        cli_say(
            "%s: ends before its last line '#end', it is not complete; the same command that made it goes on "
            "with --resume",
            of->path);
    return false;
}

/// The row that a line is of; -1 = it is of none.
static int64_t line_row(const char *line) {
    const char *at = line;
    int64_t row;
    if (strncmp(at, "{\"id\":", 6) == 0) at += 6;
    return args_take_int(&at, 0, INT64_MAX, &row) && *at == ',' ? row : -1;
}

static bool part_ended(merge_part *of) {
    return shard_end_read(of->line, &of->count, &of->whole);
}

static bool say_row(const merge_part *of, int64_t row) {
    cli_say("%s:%" PRId64 ": expected row %" PRId64 " of the whole", of->path, of->number, row);
    return false;
}

/// Writes a line; output_commit says why it was not taken.
static bool line_copy(merge_run *run, const char *line) {
    run->refused = !output_put(&run->out, line, strlen(line));
    return !run->refused;
}

/// Writes all lines of a row.
static bool row_copy(merge_run *run, merge_part *of, int64_t row) {
    if (line_row(of->line) != row) return say_row(of, row);
    while (line_row(of->line) == row) {
        if (!line_copy(run, of->line) || !part_next(of)) return false;
    }
    of->rows++;
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Shards
// ---------------------------------------------------------------------------------------------------

/// Opens a shard and reads its first line, and the one after it.
static bool part_open(merge_part *of, const char *path) {
    *of = (merge_part){.path = path, .count = -1, .whole = -1};
    of->file = fopen(path, "rb");
    if (of->file == NULL) {
        cli_say("%s: cannot be opened: %s", path, strerror(errno));
        return false;
    }
    if (!part_next(of)) return false;
    if (shard_head_read(of->line, &of->head)) return part_next(of);
    cli_say("%s:1: not a shard, expected the output of batch or matrix with --shard", path);
    return false;
}

/// What two shards do not have in common; NULL if they belong together.
static const char *head_difference(const shard_head *a, const shard_head *b) {
    if (strcmp(a->verb, b->verb) != 0) return "verb";
    if (a->of.count != b->of.count || a->of.block != b->of.block) return "number of shards";
    if (a->from.map != b->from.map) return "map";
    if (a->from.index != b->from.index) return "index";
    if (a->from.queries != b->from.queries) return "list of queries";
    return a->from.options != b->from.options ? "set of options" : NULL;
}

static int part_compare(const void *a, const void *b) {
    const merge_part *x = a, *y = b;
    return (x->head.of.number > y->head.of.number) - (x->head.of.number < y->head.of.number);
}

/// Whether all shards are there, once each, and belong together; sorts them.
static bool parts_check(merge_run *run) {
    merge_part *parts = run->parts;
    for (int i = 1; i < run->count; i++) {
        const char *difference = head_difference(&parts[0].head, &parts[i].head);
        if (difference == NULL) continue;
        cli_say("%s and %s do not belong together: another %s", parts[0].path, parts[i].path, difference);
        return false;
    }
    qsort(parts, (size_t)run->count, sizeof *parts, part_compare);
    for (int i = 0; i < run->count; i++) {
        const int number = parts[i].head.of.number;
        if (i > 0 && number == parts[i - 1].head.of.number) {
            cli_say("%s and %s are both shard %d", parts[i - 1].path, parts[i].path, number);
            return false;
        }
        if (number == i + 1) continue;
        cli_say("shard %d of %d is missing", i + 1, parts[i].head.of.count);
        return false;
    }
    if (run->count == parts[0].head.of.count) return true;
    cli_say("shard %d of %d is missing", run->count + 1, parts[0].head.of.count);
    return false;
}

/// The columns, which every shard names, are written once.
static bool heads_copy(merge_run *run) {
    const merge_part *first = &run->parts[0];
    const bool json = first->line[0] == '{' || first->line[0] == '#';
    for (int i = 1; i < run->count; i++) {
        const char *line = run->parts[i].line;
        const bool also_json = line[0] == '{' || line[0] == '#';
        if (also_json != json || (!json && strcmp(line, first->line) != 0)) {
            cli_say("%s and %s do not belong together: other columns", first->path, run->parts[i].path);
            return false;
        }
    }
    if (json) return true;
    bool copied = line_copy(run, first->line);
    for (int i = 0; copied && i < run->count; i++) copied = part_next(&run->parts[i]);
    return copied;
}

/// Whether a shard that has no more rows has said so, and is as long as it says.
static bool part_check_end(merge_part *of, int64_t whole) {
    if (of->count == of->rows && of->whole == whole && getc(of->file) == EOF) return true;
    cli_say("%s:%" PRId64 ": not the end that was expected: %" PRId64 " rows of %" PRId64, of->path,
            of->number, of->rows, whole);
    return false;
}

static bool rows_copy(merge_run *run) {
    int64_t row = 0;
    const int32_t block = run->parts[0].head.of.block;
    for (;; row++) {
        merge_part *of = &run->parts[row / block % run->count];
        if (part_ended(of)) break;
        if (!row_copy(run, of, row)) return false;
    }
    for (int i = 0; i < run->count; i++) {
        merge_part *of = &run->parts[i];
        if (!part_ended(of)) return say_row(of, row); // it has rows behind the last one of another
        if (!part_check_end(of, row)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------
// The verb
// ---------------------------------------------------------------------------------------------------

static bool check_files(const args_given *given, const merge_options *options) {
    for (int i = 0; i < given->operand_count; i++) {
        const verb_files files = {.inputs = {{"SHARD", given->operands[i]}},
                                  .outputs = {{"--out", options->out}}};
        if (!files_are_apart(&files)) return false;
    }
    return true;
}

static int merge_all(merge_run *run, const args_given *given, const merge_options *options) {
    run->parts = given->operand_count > 0 ? calloc((size_t)given->operand_count, sizeof *run->parts) : NULL;
    if (run->parts == NULL) return cli_no_memory(); // there is an operand at least
    for (; run->count < given->operand_count; run->count++)
        if (!part_open(&run->parts[run->count], given->operands[run->count])) {
            run->count++;
            return CLI_BAD;
        }
    if (!parts_check(run) || !output_open(&run->out, options->out)) return CLI_BAD;
    const bool copied = heads_copy(run) && rows_copy(run);
    if (copied || run->refused) return output_commit(&run->out) && copied ? CLI_OK : CLI_BAD;
    output_discard(&run->out);
    return CLI_BAD;
}

int cmd_merge(int argc, char **argv) {
    merge_options options = {0};
    const args_group groups[] = {ARGS_GROUP(merge_option_table, &options)};
    const char *operands[ARGS_MAX_OPERANDS];
    args_given given;
    int code;
    if (!args_parse_given(&spec, groups, 1, argc, argv, operands, &code, &given)) return code;
    if (!check_files(&given, &options)) return CLI_BAD;
    merge_run run = {0};
    code = merge_all(&run, &given, &options);
    for (int i = 0; i < run.count; i++) {
        if (run.parts[i].file != NULL) fclose(run.parts[i].file);
        free(run.parts[i].line);
    }
    free(run.parts);
    return code;
}
