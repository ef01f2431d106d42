// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file tile_list.h
/// Files that list tiles: text or JSON.
#ifndef LANDFALL_CLI_TILE_LIST_H
#define LANDFALL_CLI_TILE_LIST_H

#include "places.h"

/// Reads a file ("-" is standard input) of X,Y pairs with blanks or line ends between them, a JSON array of [x,y]
/// pairs, or a JSON object with such an array under the key 'tiles'. False after saying what is wrong, and where.
bool tile_list_read(const char *path, place_list *list);

#endif // LANDFALL_CLI_TILE_LIST_H
