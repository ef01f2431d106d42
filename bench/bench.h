// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What the benchmarks share: a clock, medians, maps from generators and files, and queries on them.
#ifndef LANDFALL_BENCH_H
#define LANDFALL_BENCH_H

#include <grounds.h>
#include <landfall.h>
#include <landfall_io.h>
#include <scenes.h>

/// Nanoseconds from a fixed moment. (Processor time would not see what others do on the machine, but asking
/// for it takes a microsecond, and short queries ask several times.)
uint64_t bench_now(void *user);

/// Nanoseconds that this process has kept a processor busy: what is left of a time when others use the
/// machine too. Asking takes a microsecond: for whole builds and whole lists of queries.
uint64_t bench_busy(void);

/// Sorts the numbers and returns the one at `share` (0.5 = median, 0.99 = p99) of them; 0 if there are none.
double bench_quantile(double *numbers, int64_t count, double share);

/// One map with queries.
typedef struct bench_map {
    char name[64];
    lf_grid grid; ///< the same tiles as plain bytes, for textbook searches
    lf_map *map;
    lf_file_query *queries;
    int64_t query_count;
} bench_map;

/// A generated map with `query_count` random queries between open tiles of its largest body.
bool bench_generate(lf_scene scene, int32_t width, int32_t height, int64_t query_count, bench_map *out);

/// The map that anyone can make: an archipelago as large as giantworldmap, the largest of the real maps (4108
/// x 1948), with random queries. Its rows stand beside those of the real maps.
bool bench_generate_sea(int64_t query_count, bench_map *out);
/// A class of square maps.
typedef struct bench_ground {
    const char *name;
    lf_square_fill *fill;
    int32_t side, grain;
} bench_ground;

/// A map of a class, likewise.
bool bench_make(const bench_ground *ground, int64_t query_count, bench_map *out);

/// A river into an ocean, of that side; the first query goes from the spring at the left edge to the far
/// corner of the ocean.
bool bench_generate_river(int32_t side, int64_t query_count, bench_map *out);

/// The same from tiles made elsewhere. It takes `tiles.open` (from malloc) over, whether or not it succeeds.
bool bench_adopt(const char *name, lf_plane tiles, int64_t query_count, bench_map *out);

/// A query between two random tiles of the largest body.
lf_file_query bench_random_query(const lf_map *map, lf_random *random);

/// A map of the shared data (LF_SHARED_DATA, or ../shared beside the project) with its file of queries;
/// false, with a line on stderr, where it is absent. At most `query_count` queries are kept, spread over the
/// file. Where the map is there and `queries.csv` is not, random queries take its place, with a line on
/// stderr: the maps are published, the files of queries are not.
bool bench_load(const char *name, const char *queries, int64_t query_count, bench_map *out);

/// A MovingAI map of the shared data with all queries of its scenario; likewise.
bool bench_load_scenario(const char *name, bench_map *out);

void bench_free(bench_map *map);

#endif // LANDFALL_BENCH_H
