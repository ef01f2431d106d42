// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/field.h
/// Fields (flow fields, distance maps, Voronoi areas): for every tile how far the nearest target is, where to
/// go, and which target that is. And how much room a round unit has around each tile. Part of landfall.h:
/// include that one.
///
///     lf_field_create(map, &(lf_field_desc){.directions = true}, &field);
///     lf_field_fill(field, &(lf_field_query){.targets = ports, .target_count = 8}, &planes);
///     for (int i = 0; i < 10000; i++) unit[i] = lf_field_next(field, unit[i]);
#ifndef LF_FIELD_H
#define LF_FIELD_H

#include "../landfall.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lf_weights; // landfall/weights.h

/// The numbers of a field's distances.
typedef enum lf_distances {
    LF_DISTANCES_32 = 0,   ///< 32 bits per tile
    LF_DISTANCES_16 = 1,   ///< 16 bits per tile: distances up to 65,534. Not for octile costs
    LF_DISTANCES_NONE = 2, ///< no distances, for directions or owners alone
} lf_distances;

/// A tile without a distance: blocked, out of reach, or beyond the limit.
#define LF_NO_DISTANCE UINT32_MAX
/// The same in 16 bits.
#define LF_NO_DISTANCE_16 UINT16_MAX

/// Distances under octile costs are in units of 1/1024 of a straight move, rounded down: 5 straight moves and
/// 3 diagonal ones are 5 + 3 * sqrt 2, or 9464. Of two tiles with different distances the one with the
/// greater number is farther away; equal numbers may stand for costs that differ by less than 1/1024.
/// lf_field_cost gives the exact cost. Under weights as well: in 1/1024 of what a straight move into a tile of
/// weight 1 costs.
#define LF_OCTILE_UNIT 1024

/// What a target has instead of a direction. Directions are numbered row by row, from 0 to 7:
///
///     0 1 2
///     3   4
///     5 6 7
#define LF_DIRECTION_HERE 8
/// What a tile without a distance has instead of a direction.
#define LF_NO_DIRECTION UINT8_MAX

/// A tile that no target owns, because it has no distance.
#define LF_NO_OWNER UINT32_MAX

/// How a field is made. `{0}` is distances of 32 bits under uniform costs, and nothing else.
typedef struct lf_field_desc {
    lf_cost cost;           ///< what moves cost; 0 = uniform
    lf_distances distances; ///< 0 = 32 bits
    bool directions;        ///< whether to have directions; owners have them too
    bool owners;            ///< whether to have owners
    const struct lf_weights
        *weights;           ///< NULL, or weights of the map (landfall/weights.h): distances are what the
                            ///< way from a tile to its target costs. They must outlive the field
    lf_workers workers;     ///< `{0}` = all work on the caller's thread; the field is the same either way
    lf_allocator allocator; ///< `{0}` = malloc and free
} lf_field_desc;

/// Distances, directions and owners for every tile of a map. Opaque. One thread at a time may use a field
/// that is being filled; any number of threads may read one that is filled. All memory is allocated at
/// creation, and it may be filled any number of times.
///
/// Memory: 1 byte per tile for the search (octile costs: 12.5, weights: 16.6 under both costs), and for each plane that is asked for 4 or 2
/// bytes per tile (distances), 1 (directions), 4 (owners).
typedef struct lf_field lf_field;

/// Creates a field for a map. It has no distances until it is filled. The map must outlive it.
/// @param desc  NULL for the defaults.
/// @param out   receives the field, or NULL on error. Destroy it with lf_field_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_COST, LF_E_DISTANCES (unknown, or 16 bits under octile costs),
///         LF_E_FOREIGN_WEIGHTS, LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_field_create(const lf_map *map, const lf_field_desc *desc, lf_field **out);

/// Destroys a field. NULL is fine.
LF_API void lf_field_destroy(lf_field *field);

/// Bytes that the field holds; 0 for NULL.
LF_API size_t lf_field_bytes(const lf_field *field);

/// What to fill a field with. Required: targets. The array must stay as it is until the field is filled.
typedef struct lf_field_query {
    const lf_tile *targets; ///< open tiles
    int64_t target_count;   ///< at least 1, at most 2^32 - 2; duplicates are fine
    int64_t limit; ///< the greatest distance, in straight moves (under weights: the greatest cost); farther
                   ///< tiles have none; 0 = no limit
    const lf_map *map; ///< NULL = the field's own; or a map with the same size and move rules, such as a
                       ///< later state of a world. It must live until the field is filled. Not under weights,
                       ///< which belong to one map
} lf_field_query;

/// The planes of a filled field, row by row, one entry per tile. They belong to the field and stay as they are
/// until the next lf_field_begin, lf_field_fill or lf_field_destroy. A plane that was not asked for is NULL.
typedef struct lf_field_planes {
    const uint32_t *distances;   ///< moves to the nearest target, or costs; under octile costs 1/1024 of that
    const uint16_t *distances16; ///< the same, for LF_DISTANCES_16
    const uint8_t *directions;   ///< the move that leads nearer; legal under the move rules
    const uint32_t *owners;      ///< the index of the target that the directions lead to
    int64_t tile_count;          ///< entries of each plane: width * height
    int64_t reached;             ///< how many tiles have a distance, the targets included
} lf_field_planes;

/// Fills a field: lf_field_begin, lf_field_step until done, lf_field_finish.
///
/// Distances are exact. A direction is the first move, in the order up, left, right, down, then the diagonals
/// 0, 2, 5, 7, that brings the unit nearer by exactly what the move costs. Following directions from any tile
/// gives a shortest route to a nearest target: the one that lf_search_find gives by `flood` from the targets
/// to the tile, walked backwards. The owner of a tile is the target where the directions end: always a
/// nearest one, and of duplicates the first.
///
/// Under weights the distance of a tile is what the cheapest way from there to a target costs: the tiles that it
/// enters, the target too, but not the tile itself. A tile of weight 0 has no distance. A direction is the first move,
/// in the same order, to a tile whose cost is less by exactly what this move costs. Following directions gives a
/// cheapest route, which `flood` from the tile finds at the same cost; of several it may find another one.
/// @param planes  receives the planes; may be NULL.
/// @return LF_OK, or the errors of lf_field_begin and lf_field_step.
LF_API lf_status lf_field_fill(lf_field *field, const lf_field_query *query, lf_field_planes *planes);

/// Begins to fill a field, and gives up what it had before. Searches nothing yet.
/// @return LF_PAUSED (call lf_field_step), LF_E_NULL, LF_E_FOREIGN_MAP, LF_E_COUNT, LF_E_NO_TARGETS,
///         LF_E_TOO_MANY_TILES (more than 2^32 - 2 targets), LF_E_TARGET_OUTSIDE, LF_E_TARGET_BLOCKED,
///         LF_E_LIMIT, and under weights LF_E_FOREIGN_WEIGHTS (another map) or LF_E_WEIGHTS_RANGE (octile costs:
///         all open tiles weigh 1,311,738,121 or more together). After an error the field is as it was.
LF_API lf_status lf_field_begin(lf_field *field, const lf_field_query *query);

/// Continues. The field does not depend on how its filling was sliced.
/// @param budget  the most tiles to work on; each tile is worked on two or three times, four with owners. A
///                slice may go over it by some thousand tiles.
/// @return LF_PAUSED, LF_OK (filled), LF_E_NULL, LF_E_BUDGET, LF_E_NOT_BEGUN, or LF_E_DISTANCE_RANGE (a
///         distance has no number: above 65,534 of 16 bits, 4,194,303 moves or more under octile costs, or under
///         weights above 2^32 - 2; the field is then empty). Called again after the end, it returns the same
///         status.
LF_API lf_status lf_field_step(lf_field *field, int64_t budget);

/// Gives the planes. May be called any number of times until the next lf_field_begin.
/// @param planes  receives the planes; may be NULL.
/// @return LF_OK, LF_E_NULL, LF_E_NOT_BEGUN, LF_E_NOT_ENDED or LF_E_DISTANCE_RANGE.
LF_API lf_status lf_field_finish(const lf_field *field, lf_field_planes *planes);

/// The distance of a tile, as in the planes; -1 for a tile without one, a tile outside, a field that has no
/// distances or is not filled, and NULL.
LF_API int64_t lf_field_distance(const lf_field *field, lf_tile tile);

/// The exact cost of a tile's way to its target.
/// @param straight, diagonal  receive the numbers of moves: the cost is straight + diagonal * sqrt 2. Under
///                            uniform costs `straight` receives all moves, and `diagonal` 0. Under weights they
///                            receive what the tiles weigh that such moves enter.
/// @return LF_OK, LF_NO_ROUTE (a tile without a distance), LF_E_NULL, LF_E_TILE_OUTSIDE, LF_E_PLANE (no
///         distances, uniform costs without weights), or the errors of lf_field_finish.
LF_API lf_status lf_field_cost(const lf_field *field, lf_tile tile, int64_t *straight, int64_t *diagonal);

/// The tile that the direction of a tile leads to; a target itself for a target; LF_NO_TILE for a tile
/// without a direction, a tile outside, a field that has no directions or is not filled, and NULL.
LF_API lf_tile lf_field_next(const lf_field *field, lf_tile tile);

/// The step of a direction; (0, 0) for LF_DIRECTION_HERE, LF_NO_DIRECTION and any other number.
LF_API lf_point lf_direction_step(uint8_t direction);

/// The route from a tile to its target, by the directions. Reads the field alone.
/// @param from      where the route begins.
/// @param tiles     receives the tiles, both ends included; may be NULL if capacity is 0.
/// @param capacity  how many tiles fit.
/// @param route     receives the answer; may be NULL. It is the route of `flood`, without stats. target_index
///                  is the owner, or -1 if the field has no owners; source_index is 0.
/// @return LF_OK, LF_NO_ROUTE, LF_E_NULL, LF_E_COUNT, LF_E_SOURCE_OUTSIDE, LF_E_PLANE (no directions),
///         LF_E_BUFFER_TOO_SMALL, or the errors of lf_field_finish.
LF_API lf_status lf_field_route(const lf_field *field, lf_tile from, lf_tile *tiles, int64_t capacity,
                                lf_route *route);

// ---- Clearance -------------------------------------------------------------------------------------

/// How clearance is found. `{0}` is the default for every field.
typedef struct lf_clearance_desc {
    bool edge_blocked;      ///< whether everything outside the map counts as blocked
    lf_workers workers;     ///< `{0}` = all work on the caller's thread; the result is the same either way
    lf_allocator allocator; ///< `{0}` = malloc and free
} lf_clearance_desc;

/// No tile is blocked, or the nearest is so far away that the square has more than 32 bits.
#define LF_NO_CLEARANCE UINT32_MAX

/// The clearance of every tile for round units (Euclidean distance transform): the square of the distance to
/// the nearest blocked tile, from middle to middle. 0 for a blocked tile, 1 beside one, 2 at a corner. A unit
/// that covers all tiles up to r tiles from its middle fits where the square is greater than r * r; r need
/// not be a whole number. (For square units there is lf_depth.) Exact. Time: O(tiles). Allocates 12 bytes per
/// column of the map and thread part, and frees them.
/// @param desc      NULL for the defaults.
/// @param squares   receives one number per tile, row by row.
/// @param capacity  how many numbers fit: at least width * height, or nothing is written.
/// @return LF_OK, LF_E_NULL, LF_E_COUNT, LF_E_BUFFER_TOO_SMALL, LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_map_clearance(const lf_map *map, const lf_clearance_desc *desc, uint32_t *squares,
                                  int64_t capacity);

/// Clearance as a depth, for lf_depth_desc.plane: the least whole radius that does not fit, from 0 for a
/// blocked tile to 255. With it a depth gate lets round units of radius r pass: min_depth = r + 1.
LF_API uint8_t lf_clearance_depth(uint32_t square);

#ifdef __cplusplus
}
#endif

#endif // LF_FIELD_H
