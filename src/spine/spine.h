// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Spine & Portals: a coarse path, and searches from portal to portal along it, each in a window of its own.
#ifndef LANDFALL_SPINE_H
#define LANDFALL_SPINE_H

#include "../coarse/coarse.h"
#include "../query/context.h"

/// Most tiles of a portal: the side of the largest cell.
enum { LFI_PORTAL_ROOM = 1 << LF_MAX_LEVEL };

/// What the window is being used for.
typedef enum lfi_spine_task {
    LFI_TASK_BEGIN,   ///< for nothing yet: the next segment is to begin
    LFI_TASK_SEGMENT, ///< from the entry portal to the exit portal
    LFI_TASK_JOIN,    ///< from the tile reached last to the tile of its portal where the segment began
    LFI_TASK_IMPROVE, ///< over a joint, whether there is a shorter way
} lfi_spine_task;

/// The route so far, as moves from its first tile.
typedef struct lfi_stitch {
    uint8_t *moves; ///< directions of lfi_direction_dx
    int64_t room, count;
    lf_tile first, last;
    int64_t stretch_begin, stretch_end; ///< moves that the improvement under way wants to replace
} lfi_stitch;

typedef struct lfi_spine {
    uint32_t *nodes; ///< the spine from the source's node to the target's: node_limit entries
    uint8_t *marks;  ///< for each of them, whether it is a knot
    uint32_t count;

    int32_t radius, widenings, spacing, portal_cap; ///< the options with their defaults filled in

    lfi_spine_task task;
    int32_t phase;                                         ///< of the task's window
    uint32_t from, to;                                     ///< knots of the segment: indexes of the spine
    lf_tile entry[LFI_PORTAL_ROOM], exit[LFI_PORTAL_ROOM]; ///< the segment's portals
    uint32_t entry_count, exit_count;
    lf_tile reached; ///< the tile of the entry portal that the route has come to
    lf_tile begin;   ///< the one that the segment began at
    int64_t joint;   ///< the moves before it belong to the segments before
    lfi_stitch stitch;
} lfi_spine;

static inline lfi_spine *lfi_spine_of(const lf_search *search) {
    return search->parts[LFI_PART_SPINE];
}

/// Room of the windows: all cells and chunks of the map, or for spine alone what default options need.
void lfi_spine_window_room(const lf_search *search, uint64_t *cells, uint64_t *chunks);

/// Finds the portal of a spine's cell: the tiles of its node that a move from the node before it leads to,
/// at most `cap` of them if that is not 0.
uint32_t lfi_spine_portal(const lf_search *search, uint32_t index, int32_t cap, lf_tile *tiles);

// stitch.c

/// A new route without a tile.
void lfi_stitch_begin(lf_search *search);
/// Appends the way that the window has found. False if there is no room.
bool lfi_stitch_append(lf_search *search);
/// Appends a straight way between two tiles, if there is one and it has room.
bool lfi_stitch_append_straight(lf_search *search, lf_tile from, lf_tile to);
/// Puts the way that the window has found in before the move `at`. False if there is no room.
bool lfi_stitch_insert(lf_search *search, int64_t at);
/// Sets up the window for a shorter way over a joint; false if the way over it is as short as can be.
bool lfi_stitch_improve(lf_search *search, int64_t joint, int64_t moves, int64_t radius);
/// Takes over the shorter way that the window has found.
void lfi_stitch_replace(lf_search *search);
/// Cuts out loops, and what lies before the last source and behind the first target on the way.
void lfi_stitch_trim(lf_search *search);
/// Whether every move of the route is legal and it ends where it should: for assertions.
bool lfi_stitch_is_legal(const lf_search *search);
/// The number of diagonal moves of the route.
int64_t lfi_stitch_diagonals(const lf_search *search);
void lfi_stitch_trace(const lf_search *search, lf_tile *tiles, int64_t capacity);

#endif // LANDFALL_SPINE_H
