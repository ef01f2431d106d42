// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file dungeon_draw.h
/// Dungeons with a route: as a picture, as an animation, as frames of text.
#ifndef LANDFALL_CLI_DUNGEON_DRAW_H
#define LANDFALL_CLI_DUNGEON_DRAW_H

#include "draw.h"

#include <landfall_io.h>
#include <stdbool.h>

/// What to show. Starts and exits are the query's, which may differ from the file's.
typedef struct dungeon_scene {
    const lf_map *map;
    const lf_dungeon *dungeon;
    const lf_source *starts;
    int64_t start_count;
    const lf_tile *exits;
    int64_t exit_count;
    const lf_tile *tiles;        ///< the route
    int64_t tile_count;          ///< 0 = none
    const lf_keys_event *events; ///< keys taken and doors passed on it, in order
    int64_t event_count;
    uint64_t held; ///< kinds that are held from the beginning
} dungeon_scene;

/// Writes a PNG: the map, the route, a disc with its letter for each key, a square for each door, and a
/// number at each key that is taken: first, second, third. False after saying why.
bool dungeon_draw(const char *path, const dungeon_scene *scene);

/// Writes the walk as GIF or, if the name ends in .txt, as frames of text. False after saying why.
bool dungeon_animate(const char *path, const dungeon_scene *scene);

/// The dungeon as rows of signs with their line ends, when `upto` tiles of the route have been walked:
/// keys that were taken and doors that were passed are gone, the hero stands on the last of them. To be
/// freed; NULL if there is no memory.
/// @param trail  whether tiles that were walked are marked.
char *dungeon_text(const dungeon_scene *scene, int64_t upto, bool trail);

/// The colour of a kind.
uint32_t dungeon_color(int kind);

/// Paints a disc or a square with a sign on a tile.
void dungeon_mark(draw_picture *canvas, const draw_view *view, lf_point tile, bool disc, uint32_t color,
                  char sign);

/// The sign of a key or door.
char dungeon_sign(const lf_dungeon *dungeon, const lf_fixture *fixture);

#endif // LANDFALL_CLI_DUNGEON_DRAW_H
