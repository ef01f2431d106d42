// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The plain form of `flood`: a queue of tiles, one tile at a time, as the library did it before it moved
// whole blocks. It is the reference for routes on maps that are too large for the oracle, and what
// bench_flood measures the library against.
#ifndef LANDFALL_PLAIN_H
#define LANDFALL_PLAIN_H

#include <landfall.h>

typedef struct plain plain;

/// NULL if there is no memory.
plain *plain_create(const lf_map *map);
void plain_destroy(plain *search);

/// Answers a query, which must be a good one, by the rules of lf_search_find: the tiles as far as they fit,
/// and the route with its ends, length and counts. Tiles are expanded one by one, the target included, in the
/// order of a queue.
lf_status plain_find(plain *search, const lf_query *query, lf_tile *tiles, int64_t capacity, lf_route *route);

#endif // LANDFALL_PLAIN_H
