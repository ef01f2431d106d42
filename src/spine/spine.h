// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Spine & Portals, hierarchical path finding: a coarse path, then searches from portal to portal along it,
// each in a window of its own.
#ifndef LANDFALL_SPINE_H
#define LANDFALL_SPINE_H

#include "../coarse/coarse.h"
#include "../query/context.h"

/// The most tiles that a portal may have: the side of the largest cell.
enum { LFI_PORTAL_ROOM = 1 << LF_MAX_LEVEL };

/// What the window is being used for.
typedef enum lfi_spine_task {
    LFI_TASK_BEGIN,   ///< for nothing yet: the next segment is about to begin
    LFI_TASK_SEGMENT, ///< from the entry portal to the exit portal
    LFI_TASK_JOIN,    ///< from the tile reached last to the tile of its portal where the segment began
    LFI_TASK_IMPROVE, ///< over a joint, for a shorter way
} lfi_spine_task;

/// The route so far, as moves from its first tile.
typedef struct lfi_stitch {
    uint8_t *moves; ///< directions of lfi_direction_dx
    int64_t room, count;
    lf_tile first, last;
    int64_t stretch_begin, stretch_end; ///< moves that the current improvement may replace
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
    lf_tile begin;   ///< the tile of the entry portal where the segment began
    int64_t joint;   ///< the moves before it belong to earlier segments
    lfi_stitch stitch;
} lfi_spine;

static inline lfi_spine *lfi_spine_of(const lf_search *search) {
    return search->parts[LFI_PART_SPINE];
}

/// Finds the portal of a spine's cell: the tiles of its node that a move from the node before it leads to.
/// If `cap` is not 0, finds at most `cap` of them.
uint32_t lfi_spine_portal(const lf_search *search, uint32_t index, int32_t cap, lf_tile *tiles);

// stitch.c

/// Begins a new route, which has no tile yet.
void lfi_stitch_begin(lf_search *search);
/// Appends the way that the window has found. False if there is no room.
bool lfi_stitch_append(lf_search *search);
/// Appends a straight way between two tiles, if there is one and it fits.
bool lfi_stitch_append_straight(lf_search *search, lf_tile from, lf_tile to);
/// Inserts the way that the window has found before move `at`. False if there is no room.
bool lfi_stitch_insert(lf_search *search, int64_t at);
/// Sets up the window to find a shorter way over a joint; false if the way is as short as can be.
bool lfi_stitch_improve(lf_search *search, int64_t joint, int64_t moves, int64_t radius);
/// Replaces the stretch by the shorter way that the window has found.
void lfi_stitch_replace(lf_search *search);
/// Cuts out loops, and all moves before the last source or after the first target on the way.
void lfi_stitch_trim(lf_search *search);
/// Whether every move of the route is legal and the route ends where it should: for assertions.
bool lfi_stitch_is_legal(const lf_search *search);
/// The number of diagonal moves of the route.
int64_t lfi_stitch_diagonals(const lf_search *search);
void lfi_stitch_trace(const lf_search *search, lf_tile *tiles, int64_t capacity);

#endif // LANDFALL_SPINE_H
