// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file replay_check.h
/// Answers of a world compared with what an ordinary map gives: a plane that follows the edits, a map made
/// anew from it, and a flood.
#ifndef LANDFALL_CLI_REPLAY_CHECK_H
#define LANDFALL_CLI_REPLAY_CHECK_H

#include "edits.h"

/// `{0}` checks nothing.
typedef struct replay_check {
    lf_plane plane; ///< the tiles as they are now
    lf_moves moves;
    lf_cost cost;
    lf_map *map; ///< made from them; NULL = to be made
    lf_search *search;
    lf_weights_desc desc; ///< what weights are made of; its plane is `bytes`
    bool weighs;          ///< whether queries have weights
    lf_plane bytes;       ///< as they are now
    lf_depth *depth;      ///< of the map, if the coast costs
    lf_weights *weights;
} replay_check;

/// Begins with the tiles of a map; false if there is no memory. Free it in either case.
bool replay_check_begin(replay_check *out, const lf_plane *plane, lf_moves moves, lf_cost cost);
/// The same for weights that queries have. What the description points to must stay.
bool replay_check_weigh(replay_check *out, const lf_weights_desc *desc);

void replay_check_free(replay_check *of);

/// Follows one shape of an edit.
void replay_check_edit(replay_check *of, const edit_shape *shape);

/// The first tile in which a map differs from the plane; LF_NO_TILE if it has the same tiles.
lf_tile replay_check_map(const replay_check *of, const lf_map *map);

/// Floods. A negative status if that cannot be done.
lf_status replay_check_flood(replay_check *of, const lf_query *query, lf_route *out);

/// What is wrong with an answer, of which the map made anew and its flood are known; NULL if nothing is.
const char *replay_check_answer(const replay_check *of, const lf_query *query, const lf_route *answer,
                                const lf_tile *tiles, const lf_route *flood);

#endif // LANDFALL_CLI_REPLAY_CHECK_H
