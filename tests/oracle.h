// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A slow, obviously correct search that shares nothing with src/, and small random maps to try both on.
#ifndef LANDFALL_ORACLE_H
#define LANDFALL_ORACLE_H

#include <landfall.h>

/// A map as plain bytes, as the oracle sees it: 1 open, 0 blocked.
typedef struct oracle_map {
    int width, height;
    lf_moves moves;
    unsigned char *open; ///< width * height
} oracle_map;

/// Whether one move leads from (x, y) to (x + dx, y + dy), read from the rules' words.
bool oracle_move_legal(const oracle_map *map, int x, int y, int dx, int dy);

/// Distances from the nearest source to every tile, by relaxing all moves until nothing changes; -1 =
/// unreachable. With `inside`, one byte per tile, only tiles where it is not 0 may be entered; corners are still
/// judged by the map.
void oracle_distances(const oracle_map *map, const unsigned char *inside, const lf_source *sources,
                      int64_t source_count, int *distances);

/// The length of a shortest route of a query inside `inside` (NULL = everywhere), or -1.
int oracle_length(const oracle_map *map, const unsigned char *inside, const lf_query *query);

/// The one route that the written tie rule of lf_search_find allows, as tiles; returns their number, 0 = no
/// route.
int oracle_route(const oracle_map *map, const lf_query *query, lf_tile *tiles);

/// The same under octile costs, whatever the query says. The number of diagonal moves goes to *diagonal.
int oracle_octile_route(const oracle_map *map, const lf_query *query, lf_tile *tiles, int *diagonal);

/// What the oracle says of a tile of a field: the cost of its way to the nearest source, and where it goes.
typedef struct oracle_way {
    int straight, diagonal; ///< straight < 0: there is no way. Uniform costs count every move as straight
    lf_tile next; ///< by the written tie rule; a source itself for a source, LF_NO_TILE without a way
} oracle_way;

/// The ways from all tiles to the nearest of the query's sources, by uniform or octile costs.
void oracle_field(const oracle_map *map, const lf_query *query, bool octile, oracle_way *ways);

/// A random small map: sizes from 1 x 1 on, shares of open tiles from none to all, in several styles. The
/// bytes are the caller's to free.
oracle_map oracle_random_map(uint64_t seed, int max_side, lf_moves moves);

/// A random open tile, or LF_NO_TILE if there is none.
lf_tile oracle_random_open(const oracle_map *map, uint64_t *random);

/// The next number of a random sequence, and one below a bound.
uint64_t oracle_random(uint64_t *state);
int oracle_below(uint64_t *state, int bound);

/// The library's map of an oracle map; NULL and a printed line if that fails.
lf_map *oracle_to_map(const oracle_map *map);

#endif // LANDFALL_ORACLE_H
