// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What a driver of other people's path finders offers to bench_temperatures: a shared library with these functions.
// Drivers are compiled by hand, as shared objects in build/peers, against public sources outside this tree; none of
// that code is in it.
#ifndef LANDFALL_PEER_H
#define LANDFALL_PEER_H

#ifdef __cplusplus
extern "C" {
#endif

/// The name of a method, counted from 0; NULL behind the last one.
const char *peer_name(int method);
/// Reads a MovingAI map and makes whatever the method needs before a query. NULL if that fails.
void *peer_make(int method, const char *map_path);
/// The octile length of a route from one tile to another, or less than 0 without one. The route is made in full.
/// @param points  receives how many points the route is given by.
double peer_find(void *peer, int from_x, int from_y, int to_x, int to_y, int *points);
void peer_free(void *peer);

#ifdef __cplusplus
}
#endif

#endif // LANDFALL_PEER_H
