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

/// Whether all queries are good on a map; says what is wrong with the first bad ones.
bool queries_check(const char *path, const lf_query_list *queries, const lf_map *map,
                   const lf_end_rule *rule);

#endif // LANDFALL_CLI_QUERIES_H
