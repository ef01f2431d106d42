// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file obstacles.h
/// Obstacles of queries on the command line: rectangles that are blocked or open for them alone.
#ifndef LANDFALL_CLI_OBSTACLES_H
#define LANDFALL_CLI_OBSTACLES_H

#include "args.h"

#include <landfall.h>

/// `{0}` means that no option was given.
typedef struct obstacle_options {
    lf_obstacle *items; ///< in the order of the command line
    int64_t count, capacity;
    const char *block_file, *open_file; ///< NULL, or files that were read
} obstacle_options;

/// The options of obstacle_options: --block, --open.
extern const args_option obstacle_option_table[2];
#define OBSTACLE_OPTIONS(struct_pointer) ARGS_GROUP(obstacle_option_table, struct_pointer)

void obstacle_options_free(obstacle_options *options);

/// A map under obstacles. `{0}` is one without any.
typedef struct obstructed {
    lf_obstacles obstacles;  ///< for queries
    int64_t room;            ///< that their search needs, as in lf_search_desc
    lf_map *map;             ///< NULL, or the map made with them: to judge ends, and to show it
    int64_t blocked, opened; ///< tiles that change
} obstructed;

/// Makes a map of other tiles with the size and the move rules of a map, without bodies. False if there is no memory.
/// @param bytes  one per tile; not 0: open
bool map_like(const lf_map *map, const unsigned char *bytes, size_t count, lf_map **out);

/// The obstacles on a map. False after saying why.
bool obstructed_make(obstructed *out, const obstacle_options *options, const lf_map *map);
void obstructed_free(obstructed *of);

/// Whether a tile is open, or blocked, under obstacles and not without them.
static inline bool obstructed_opens(const obstructed *of, const lf_map *map, lf_tile tile) {
    return of != NULL && of->map != NULL && lf_map_is_open(of->map, tile) && !lf_map_is_open(map, tile);
}

static inline bool obstructed_blocks(const obstructed *of, const lf_map *map, lf_tile tile) {
    return of != NULL && of->map != NULL && !lf_map_is_open(of->map, tile) && lf_map_is_open(map, tile);
}

#endif // LANDFALL_CLI_OBSTACLES_H
