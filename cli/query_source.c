// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Queries of a batch in constant memory. A file is read twice: once to count and check all queries, so that
// nothing is answered if one is bad, and once to answer them. A pipe can be read only once: its first queries
// are kept and checked beforehand, the others when they come.
#include "query_source.h"

#include "cli.h"
#include "identity.h"
#include "input.h"
#include "queries.h"
#include "ranks.h"

#include <stdlib.h>
#include <string.h>

bool query_source_open(query_source *of, const char *path, const lf_query_options *options) {
    lf_io_error error = {0};
    *of = (query_source){.name = input_name(path)};
    if (lf_query_stream_open(path, options, &of->stream, &error) == LF_IO_OK) return true;
    cli_say("%s", error.message);
    return false;
}

void query_source_close(query_source *of) {
    lf_query_stream_close(of->stream);
    free(of->ahead);
    free(of->marks);
    *of = (query_source){0};
}

/// Reads queries from the stream itself.
static int64_t stream_read(query_source *of, lf_file_query *queries, int64_t capacity) {
    lf_io_error error = {0};
    int64_t count;
    if (lf_query_stream_read(of->stream, queries, capacity, &count, &error) != LF_IO_OK && count == 0) {
        cli_say("%s", error.message);
        of->failed = true;
    }
    if (of->sized || count == 0) return count;
    int32_t width, height;
    lf_query_stream_map_size(of->stream, &width, &height);
    of->sized = true;
    of->failed = of->failed || !queries_check_size(of->name, width, height, of->map);
    return of->failed ? 0 : count;
}

/// What counts of a query for what was asked.
static uint64_t queries_hash(uint64_t hash, const lf_file_query *queries, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        const int32_t ends[4] = {queries[i].from.x, queries[i].from.y, queries[i].to.x, queries[i].to.y};
        uint8_t bytes[sizeof ends + sizeof queries[i].known_length];
        memcpy(bytes, ends, sizeof ends);
        memcpy(bytes + sizeof ends, &queries[i].known_length, sizeof queries[i].known_length);
        hash = identity_add(hash, bytes, sizeof bytes);
    }
    return hash;
}

/// Looks at some queries; false once too many are bad.
static bool survey_some(query_source *of, const lf_file_query *queries, int64_t count, int64_t *bad) {
    if (!of->rule->skip_bad) *bad += queries_check(of->name, queries, count, of->map, of->rule, *bad);
    of->surveyed += count;
    of->hash = queries_hash(of->hash, queries, count);
    return *bad < QUERIES_SHOWN;
}

// Ranks read the queries of their own pieces alone: they go from one to the next by places in the file, that rank 0 notes
// when it looks through it. There are at most MARKS_MOST of them: beyond that every other one goes.
enum { MARKS_MOST = 65536, MARK_GAP = 1024 };

/// Notes where the next query begins. Without memory for them there are no marks, and all queries are read.
static void source_note(query_source *of) {
    if (of->marks == NULL || of->surveyed < of->marks[of->mark_count - 1].row + of->mark_gap) return;
    source_mark mark = {.row = of->surveyed};
    if (!lf_query_stream_tell(of->stream, &mark.at)) return;
    if (of->mark_count == MARKS_MOST) {
        for (int64_t i = 0; i < MARKS_MOST / 2; i++) of->marks[i] = of->marks[2 * i];
        of->mark_count /= 2;
        of->mark_gap *= 2;
    }
    of->marks[of->mark_count++] = mark;
}

/// Begins to note places. The first one is that of no query, and nobody goes there.
static void source_note_begin(query_source *of) {
    of->marks = calloc(MARKS_MOST, sizeof *of->marks);
    of->mark_count = of->marks != NULL ? 1 : 0;
    of->mark_gap = MARK_GAP;
}

bool query_source_seek(query_source *of, int64_t number) {
    if (lf_query_stream_seek(of->stream, &of->marks[number].at)) return true;
    cli_say("%s: cannot be read again", of->name);
    of->failed = true;
    return false;
}

static bool survey_file(query_source *of) {
    enum { SOME = 256 };
    lf_file_query queries[SOME];
    int64_t bad = 0, count = 1;
    if (ranks_are_used()) source_note_begin(of);
    while (count > 0) {
        count = stream_read(of, queries, SOME);
        if (!survey_some(of, queries, count, &bad)) break;
        source_note(of);
    }
    of->complete = true;
    of->failed = of->failed || bad > 0;
    return !of->failed && lf_query_stream_rewind(of->stream);
}

static bool survey_pipe(query_source *of) {
    int64_t bad = 0, count = 1;
    of->ahead = malloc(SOURCE_AHEAD * sizeof *of->ahead);
    if (of->ahead == NULL) {
        cli_no_memory();
        return false;
    }
    while (count > 0 && of->ahead_count < SOURCE_AHEAD) {
        count = stream_read(of, of->ahead + of->ahead_count, SOURCE_AHEAD - of->ahead_count);
        if (!survey_some(of, of->ahead + of->ahead_count, count, &bad)) break;
        of->ahead_count += count;
    }
    of->complete = count == 0;
    of->failed = of->failed || bad > 0;
    return !of->failed;
}

/// Gives every rank the marks of rank 0.
static bool marks_share(query_source *of, int64_t count) {
    if (!ranks_lead() && count > 0) of->marks = calloc((size_t)count, sizeof *of->marks);
    of->mark_count = of->marks != NULL ? count : 0;
    if (count > 0 && of->marks == NULL) return cli_no_memory(), false;
    return count == 0 || ranks_tell(of->marks, (size_t)count * sizeof *of->marks);
}

/// Rank 0 looks through a file for all ranks.
static bool survey_shared(query_source *of, bool file) {
    if (!file) cli_say("%s: ranks read the queries by themselves, expected a file and no pipe", of->name);
    if (!file || (ranks_lead() && !survey_file(of))) return false;
    struct {
        int64_t surveyed, marks;
        uint64_t hash;
    } found = {of->surveyed, of->mark_count, of->hash};
    if (!ranks_tell(&found, sizeof found)) return false;
    of->surveyed = found.surveyed;
    of->hash = found.hash;
    of->complete = true;
    return marks_share(of, found.marks);
}

bool query_source_survey(query_source *of, const lf_map *map, const lf_end_rule *rule) {
    of->map = map;
    of->rule = rule;
    const bool file = lf_query_stream_rewind(of->stream);
    if (ranks_are_used()) return survey_shared(of, file);
    return file ? survey_file(of) : survey_pipe(of);
}

int64_t query_source_read(query_source *of, lf_file_query *queries, int64_t capacity) {
    if (of->failed) return 0;
    if (of->ahead_next < of->ahead_count) {
        const int64_t left = of->ahead_count - of->ahead_next, count = left < capacity ? left : capacity;
        memcpy(queries, of->ahead + of->ahead_next, (size_t)count * sizeof *queries);
        of->ahead_next += count;
        return count;
    }
    if (of->complete && of->ahead != NULL) return 0;
    const int64_t count = stream_read(of, queries, capacity);
    if (of->complete || of->rule->skip_bad) return count; // all have been checked, or need not be
    for (int64_t i = 0; i < count; i++) {
        if (queries_check(of->name, queries + i, 1, of->map, of->rule, 0) == 0) continue;
        of->failed = true;
        return i;
    }
    return count;
}
