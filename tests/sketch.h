// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A small map from a sketch, with a search, for tests of single rules: '.' is open, everything else blocked.
// Letters name tiles.
#ifndef LANDFALL_SKETCH_H
#define LANDFALL_SKETCH_H

#include "test.h"

#include <landfall.h>

enum { SKETCH_MOST = 512 };

typedef struct sketch {
    const char *text; ///< all rows one after the other
    int32_t width, height;
    lf_map *map;
    lf_depth *depth;
    lf_search *search;
    lf_tile tiles[SKETCH_MOST];
    lf_route route;
} sketch;

/// Letters in lower case are open, in upper case blocked.
static inline bool sketch_is_open(char sign) {
    return sign == '.' || (sign >= 'a' && sign <= 'z');
}

static inline sketch sketch_make(int32_t width, const char *text, const lf_map_desc *more,
                                 const lf_search_desc *desc) {
    sketch s = {.text = text, .width = width, .height = (int32_t)strlen(text) / width};
    uint8_t bytes[SKETCH_MOST];
    for (int32_t i = 0; i < width * s.height; i++) bytes[i] = sketch_is_open(text[i]);
    lf_map_desc map = more != NULL ? *more : (lf_map_desc){0};
    map.width = width;
    map.height = s.height;
    map.tiles = bytes;
    map.tiles_size = (size_t)(width * s.height);
    CHECK_EQ(lf_map_create(&map, &s.map), LF_OK);
    CHECK_EQ(lf_depth_create(s.map, NULL, &s.depth), LF_OK);
    lf_search_desc whole = desc != NULL ? *desc : (lf_search_desc){0};
    whole.depth = s.depth;
    CHECK_EQ(lf_search_create(s.map, &whole, &s.search), LF_OK);
    return s;
}

static inline void sketch_free(sketch *s) {
    lf_search_destroy(s->search);
    lf_depth_destroy(s->depth);
    lf_map_destroy(s->map);
}

/// The tile of a letter.
static inline lf_tile sketch_at(const sketch *s, char letter) {
    const char *at = strchr(s->text, letter);
    return at != NULL ? (lf_tile)(at - s->text) : LF_NO_TILE;
}

/// Asks a query from one letter to another; the query's other fields stay.
static inline lf_status sketch_ask(sketch *s, lf_query query, char from, char to) {
    const lf_source source = {.tile = sketch_at(s, from), .origin = 77};
    const lf_tile target = sketch_at(s, to);
    query.sources = &source;
    query.targets = &target;
    query.source_count = query.target_count = 1;
    return lf_search_find(s->search, &query, s->tiles, SKETCH_MOST, &s->route);
}

#endif // LANDFALL_SKETCH_H
