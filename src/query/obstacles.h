// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The obstacles of a query: tiles that are blocked or open for it alone, and the map that strategies then see.
#ifndef LANDFALL_OBSTACLES_H
#define LANDFALL_OBSTACLES_H

#include "../map/map.h"

typedef struct lfi_obstacles {
    uint64_t *bits;          ///< open tiles under the obstacles, in the layout of the map
    lfi_wide *frame;         ///< the same bits in blocks, frame included
    lf_map *map;             ///< the search's map with these bits, and without bodies
    bool filled;             ///< whether the bits are those of the map, apart from the boxes
    lfi_box *boxes;          ///< they hold all tiles that the obstacles change
    uint32_t box_count;      ///< at most lfi_obstacles_boxes; what there was no room for is in the last one
    int64_t opened, blocked; ///< tiles that differ from the search's map
    uint64_t serial;         ///< number of the placement
} lfi_obstacles;

/// Whether a query has obstacles.
bool lfi_obstacles_asked(const lf_query *query);
/// Whether the obstacles of a query make sense, and whether there is room for them.
lf_status lfi_obstacles_check(const lf_search *search, const lf_query *query);
/// Puts the obstacles of the search's query, which were checked, in force: `now` and `map` of the search have
/// them from then on.
void lfi_obstacles_place(lf_search *search);
/// Removes them again. They must be in force.
void lfi_obstacles_lift(lf_search *search);

/// How many headlands there must be room for that neither an index nor its overlay has. A query that needs
/// more is flooded.
uint64_t lfi_obstacles_extras(const lf_search *search);

#endif // LANDFALL_OBSTACLES_H
