// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file framing.h
/// What a picture shows of a map, and how large, on the command line.
#ifndef LANDFALL_CLI_FRAMING_H
#define LANDFALL_CLI_FRAMING_H

#include "args.h"
#include "draw.h"

/// `{0}` means that no option was given.
typedef struct framing_options {
    draw_options draw;
    bool zoom_route; ///< crop to the route
} framing_options;

/// The options of framing_options: --width, --crop, --zoom.
extern const args_option framing_option_table[3];
#define FRAMING_OPTIONS(struct_pointer) ARGS_GROUP(framing_option_table, struct_pointer)

/// Whether the options go together, and with --draw: `path` is NULL if there is none. Says what is wrong, and
/// notes what says nothing.
bool framing_options_fit(const framing_options *options, const char *path);

/// Whether a picture of a map fits the map and is not too large. Says what is wrong.
bool framing_fits_map(const framing_options *options, const lf_map *map, int32_t panels);

/// The options for drawing: with --zoom route, cropped to the routes that were added to `crop` by
/// draw_options_add_route. False, after saying so, if the picture would be too large.
bool framing_of(const framing_options *options, const draw_options *crop, const lf_map *map, int32_t panels,
                draw_options *out);

#endif // LANDFALL_CLI_FRAMING_H
