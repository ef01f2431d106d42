// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file queries.h
/// Files of queries, as the verbs with many queries take them.
#ifndef LANDFALL_CLI_QUERIES_H
#define LANDFALL_CLI_QUERIES_H

#include <landfall.h>
#include <landfall_io.h>

/// Loads a file of queries. False after saying why.
bool queries_load(const char *path, lf_query_list *out);

/// So many bad ends are shown: the rest is mostly the same mistake.
enum { QUERIES_SHOWN = 10 };

/// Says which ends of some queries are bad on a map, as long as fewer than QUERIES_SHOWN have been said, `said` of them
/// before. Returns how many were said now.
int64_t queries_check(const char *name, const lf_file_query *queries, int64_t count, const lf_map *map,
                      const lf_end_rule *rule, int64_t said);

/// A file may say how large its map is (0 x 0 if not); on a map of another size its queries mean nothing. False after
/// saying so.
bool queries_check_size(const char *name, int32_t width, int32_t height, const lf_map *map);

/// Whether all queries of a list are good on a map; says what is wrong with the first bad ones.
bool queries_check_all(const char *path, const lf_query_list *queries, const lf_map *map,
                       const lf_end_rule *rule);

#endif // LANDFALL_CLI_QUERIES_H
