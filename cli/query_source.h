// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file query_source.h
/// Queries for a batch: from a file, which is looked through before the first answer, or from a pipe.
#ifndef LANDFALL_CLI_QUERY_SOURCE_H
#define LANDFALL_CLI_QUERY_SOURCE_H

#include <landfall.h>
#include <landfall_io.h>

/// Queries of a pipe that are looked at before the first answer.
enum { SOURCE_AHEAD = 5000 };

/// A place in a file of queries.
typedef struct source_mark {
    int64_t row; ///< the number of the query that begins there
    lf_query_mark at;
} source_mark;

/// `{0}` holds nothing.
typedef struct query_source {
    const char *name; ///< for messages
    lf_query_stream *stream;
    const lf_map *map; ///< what queries have to be good on
    const lf_end_rule *rule;
    lf_file_query *ahead; ///< NULL, or the first ones of a pipe
    int64_t ahead_count, ahead_next;
    int64_t surveyed;             ///< how many were looked at: all of a file
    bool complete;                ///< whether these are all
    bool sized;                   ///< whether the size of the map has been compared
    bool failed;                  ///< something is wrong, and has been said
    uint64_t hash;                ///< of those that were looked at
    source_mark *marks;           ///< ranks: places in the file, ascending; NULL = none
    int64_t mark_count, mark_gap; ///< at least so many queries from one to the next
} query_source;

/// Opens the queries. False after saying why not.
bool query_source_open(query_source *of, const char *path, const lf_query_options *options);

/// Looks through a file, or through the first queries of a pipe: counts and checks them. False after saying what is
/// wrong.
bool query_source_survey(query_source *of, const lf_map *map, const lf_end_rule *rule);

/// Ranks: goes on at the mark with a number, from 0; false after saying why not.
bool query_source_seek(query_source *of, int64_t number);

/// The next queries, all of them good; 0 at the end, or after saying what is wrong (of->failed).
int64_t query_source_read(query_source *of, lf_file_query *queries, int64_t capacity);

void query_source_close(query_source *of);

#endif // LANDFALL_CLI_QUERY_SOURCE_H
