// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/weights.h
/// Terrain that costs: what it costs to enter each tile. Part of landfall.h: include that one.
///
/// **The rule.** A move costs the weight of the tile that it enters; under octile costs a diagonal move costs
/// sqrt 2 times that. The tile where a route begins costs nothing. So costs have a direction: there and back
/// may differ, by the weights of the two ends. Weights are whole numbers, and so are all sums
/// (lf_route.straight_cost and diagonal_cost): no route is rounded. A tile of weight 0 counts as blocked in
/// every respect; under LF_MOVES_KING it also forbids the diagonal moves beside it.
///
/// **Who takes them.** `flood`, `cells` and `auto`, with everything that a query may have: many ends, rules for
/// ends, depth gates, obstacles, partial routes, slices. `cells` gives the very tiles of `flood`, in a fraction
/// of its time; `auto` takes it under uniform costs where no 16 x 16 tiles weigh more than 65,534 together. `spine` and
/// `expand` plan on the coarse map by what cells cost about, and search as `cells` does in a corridor around the plan:
/// no proof, but a third to four fifths of the time. All other strategies and searches for spine alone refuse
/// weights. A world (landfall/world.h) has its own, which follow
/// edits. Fields
/// (lf_field_desc.weights) and matrices (lf_matrix_desc.weights) take them; keys have none.
///
///     const uint32_t soft[256] = {0, 5, 5, 5, 1, 1, ...};   // by depth: dear within three tiles of the coast
///     lf_weights_create(map, &(lf_weights_desc){.depth = depth, .depth_table = soft}, &weights);
///     lf_search_create(map, &(lf_search_desc){.weighted = true}, &search);
///     query.weights = weights;
#ifndef LF_WEIGHTS_H
#define LF_WEIGHTS_H

#include "../landfall.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The greatest weight of a tile.
#define LF_WEIGHT_MAX 65535

/// Everything that makes weights. Required: `plane`, or `depth` with `depth_table`, or all of them. Nothing of
/// it is kept.
///
/// With a plane alone, a tile weighs what the table has for its byte. With depths alone, it weighs what the
/// depth table has for its depth. With both it weighs the sum, but a tile whose byte weighs 0 is blocked
/// whatever its depth. A blocked tile has depth 0 here: what it weighs counts where obstacles open it.
typedef struct lf_weights_desc {
    const uint8_t *plane;        ///< NULL, or one byte per tile, row by row
    size_t plane_size;           ///< readable bytes of `plane`: at least one per tile
    const uint32_t *table;       ///< for the plane: 256 weights up to LF_WEIGHT_MAX; NULL = byte v weighs v
    const lf_depth *depth;       ///< NULL, or depths of the same map
    const uint32_t *depth_table; ///< for the depths: 256 weights up to LF_WEIGHT_MAX
    lf_allocator allocator;      ///< `{0}` = malloc and free
} lf_weights_desc;

/// One weight per tile. Opaque; shared by any number of threads, changed by lf_weights_edit alone. A map may have several, one for
/// each kind of unit; a query picks one of them (lf_query.weights). They belong to one map, which must outlive
/// them. Memory: 2.6 bytes per tile, and two bits more if a weight of 0 closes an open tile. Time to make:
/// O(tiles).
typedef struct lf_weights lf_weights;

/// Creates weights for a map.
/// @param out  receives the weights, or NULL on error. Destroy them with lf_weights_destroy.
/// @return LF_OK, LF_E_NULL (also: neither plane nor depths, or depths without a table), LF_E_WEIGHTS_SIZE,
///         LF_E_WEIGHT (an entry of a table, or the sum for a tile, is above LF_WEIGHT_MAX),
///         LF_E_FOREIGN_DEPTH, LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_weights_create(const lf_map *map, const lf_weights_desc *desc, lf_weights **out);

/// Replaces the weights of a window of the map, for example what a robot has just seen: `plane` has the bytes of the
/// window, row by row, and `depth` is as in lf_weights_create. Tables of `cells` for tiles that stay as they are stay
/// in use. No other thread may use the weights meanwhile, and no query with them may be under way. A survey is kept
/// unless a tile becomes cheaper.
/// @param desc  as in lf_weights_create; its allocator is not used.
/// @return LF_OK, the errors of lf_weights_create, or LF_E_WEIGHTS_WINDOW (the window is empty, or not inside the
///         map). After an error the weights are as they were.
LF_API lf_status lf_weights_edit(lf_weights *weights, const lf_weights_desc *desc, int32_t x, int32_t y,
                                 int32_t width, int32_t height);

/// Measures the map from eight landmarks, so that `cells` is led better: queries are up to three times as fast under
/// uniform costs. Not needed for anything. Takes about as long as ten floods, in the memory of a search, whose
/// query is given up, and makes its tables too. 4.3 bytes per tile. What was surveyed before is replaced. No other
/// thread may use the weights meanwhile.
/// @return LF_OK (also where sums are too large for it, and nothing was surveyed), LF_E_NULL,
///         LF_E_FOREIGN_WEIGHTS, LF_E_NO_WEIGHTS (the search is not made for weights), LF_E_WEIGHTS_WORLD or
///         LF_E_NOMEM.
LF_API lf_status lf_weights_survey(lf_weights *weights, lf_search *search);

/// Destroys weights. NULL is fine. No query with them may be under way, and no answer of one may be asked for
/// afterwards.
LF_API void lf_weights_destroy(lf_weights *weights);

/// What it costs to enter a tile; 0 if it cannot be entered: it is blocked, has weight 0 or lies outside the
/// map; 0 for NULL.
LF_API int32_t lf_weights_at(const lf_weights *weights, lf_tile tile);

/// The map that the weights were made for; NULL for NULL.
LF_API const lf_map *lf_weights_map(const lf_weights *weights);

/// Bytes that the weights hold; 0 for NULL.
LF_API size_t lf_weights_bytes(const lf_weights *weights);

#ifdef __cplusplus
}
#endif

#endif // LF_WEIGHTS_H
