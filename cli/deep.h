// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file deep.h
/// Depths and depth gates on the command line: where depths come from, and what a query asks of them.
#ifndef LANDFALL_CLI_DEEP_H
#define LANDFALL_CLI_DEEP_H

#include "args.h"

#include <landfall_io.h>

/// `{0}` means that no option was given.
typedef struct deep_options {
    const char *from;  ///< "compute", "corner", "map", or a file
    bool edge_blocked; ///< computed: whether the map's edge counts as blocked
    int32_t min_depth;
    bool deepest;
    int32_t harbour; ///< as in lf_depth_gate: LF_NONE for a radius of 0
    bool needed;     ///< whether the verb needs depths for something else
} deep_options;

/// The options of deep_options: --depth, --edge-blocked, --min-depth, --deepest, --harbour.
extern const args_option deep_option_table[5];
#define DEEP_OPTIONS(struct_pointer) ARGS_GROUP(deep_option_table, struct_pointer)
/// The first of them, for depths that weights are made of.
#define DEEP_FROM_OPTION(struct_pointer) \
    { deep_option_table, 1, (struct_pointer) }
/// The first three of them, for an index.
#define DEEP_INDEX_OPTIONS(struct_pointer) \
    { deep_option_table, 3, (struct_pointer) }

/// Notes on stderr the options that say nothing without others.
void deep_note_unused(const deep_options *options);

/// The file that --depth names; NULL if it names none.
const char *deep_file(const deep_options *options);

/// The gate that the options ask for.
lf_depth_gate deep_gate(const deep_options *options);

/// The room that harbours of queries with so many ends need, to lay them over an index for the gate. Where it
/// would be very large, less: then they are flooded.
int64_t deep_harbour_room(int32_t harbour, int64_t ends);

/// Gives the grid the depths of the file that --depth names, if it names one. False after saying why.
bool deep_load_plane(const deep_options *options, lf_grid *grid);

/// Makes the depths of a map, if they are needed: those of its file, or computed. False after saying why.
bool deep_make(const deep_options *options, const lf_map *map, const char *path, lf_depth **out);

#endif // LANDFALL_CLI_DEEP_H
