// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The way back over open ground of one weight, a cell or an expanse: no tile's cost is asked for.
//
//     . . . . . . t      A cheapest way to a tile t comes from lanes whose cost and distance make up the cost of t
//     . . . . . . |      exactly. Those are kept as a list. A move back is right if it comes nearer to one of them, and
//     . . . . . . |      it leaves those that it came nearer to: so the list gets shorter, and is never made again.
//     . . . . / /
//     - - L - - - -      By the written rule straight moves come before diagonals, up before left before right before
//                        down. A lane above, farther up than across, is for a move up until it is as far across: so a
//                        run of moves is as long as for the lane that is for it the longest, and needs one look.
//
// Runs end at the tiles along the sides: there ways come from outside, too, and back.c looks at each move.
#ifndef LF_NO_CELLS // absent.c
#include "lanes.h"

#include "../map/moves.h"

/// How far a lane is from a place.
static inline int32_t ground_apart(bool orthogonal, int32_t dx, int32_t dy) {
    const int32_t across = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy;
    if (orthogonal) return across + high;
    return across > high ? across : high;
}

void lfi_ground_enter(lfi_ground *ground, const uint32_t *costs, int32_t side, uint16_t weight, lf_point at,
                      uint64_t cost) {
    ground->count = 0;
    for (int32_t edge = 0; edge < 4; edge++) {
        const int32_t far = edge % 2 * (side - 1);
        for (int32_t i = 0; i < side; i++, costs++) {
            const int32_t x = edge < 2 ? i : far, y = edge < 2 ? far : i;
            const int32_t apart = ground_apart(ground->orthogonal, x - at.x, y - at.y);
            if (*costs + (uint64_t)weight * (uint64_t)apart != cost) continue;
            ground->lanes[ground->count++] = (lfi_ground_lane){(int8_t)x, (int8_t)y};
        }
    }
}

/// Whether a move comes nearer to a lane.
static inline bool lane_nears(const lfi_ground *ground, int i, lf_point at, int k) {
    const int32_t dx = ground->lanes[i].x - at.x, dy = ground->lanes[i].y - at.y;
    return ground_apart(ground->orthogonal, dx - lfi_move_dx(k), dy - lfi_move_dy(k)) <
           ground_apart(ground->orthogonal, dx, dy);
}

bool lfi_ground_leads(const lfi_ground *ground, lf_point at, int k) {
    for (int i = 0; i < ground->count; i++) {
        if (lane_nears(ground, i, at, k)) return true;
    }
    return false;
}

void lfi_ground_keep(lfi_ground *ground, lf_point at, int k) {
    int kept = 0;
    for (int i = 0; i < ground->count; i++) {
        if (lane_nears(ground, i, at, k)) ground->lanes[kept++] = ground->lanes[i];
    }
    ground->count = kept;
}

/// The first move that comes nearer to a lane, as its place in the order of moves, and for how many moves it is that.
typedef struct ground_run {
    int32_t rank, length;
} ground_run;

static inline ground_run lane_run(bool orthogonal, int32_t dx, int32_t dy) {
    const int32_t across = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy;
    if (orthogonal) {
        if (dy < 0) return (ground_run){0, high};
        return dx != 0 ? (ground_run){dx < 0 ? 1 : 2, across} : (ground_run){3, high};
    }
    if (high > across) return (ground_run){dy < 0 ? 0 : 3, high - across};
    if (across > high) return (ground_run){dx < 0 ? 1 : 2, across - high};
    return (ground_run){4 + 2 * (dy > 0) + (dx > 0), high};
}

/// How many moves lead to the first tile along a side.
static int32_t ground_room(int32_t side, lf_point at, int k) {
    const int dx = lfi_move_dx(k), dy = lfi_move_dy(k);
    const int32_t across = dx < 0 ? at.x : dx > 0 ? side - 1 - at.x : side;
    const int32_t high = dy < 0 ? at.y : dy > 0 ? side - 1 - at.y : side;
    return across < high ? across : high;
}

int lfi_ground_run(lfi_ground *ground, int32_t side, lf_point at, int32_t *length) {
    ground_run best = {8, 0};
    for (int i = 0; i < ground->count; i++) {
        const ground_run run =
            lane_run(ground->orthogonal, ground->lanes[i].x - at.x, ground->lanes[i].y - at.y);
        if (run.rank < best.rank || (run.rank == best.rank && run.length > best.length)) best = run;
    }
    LFI_ASSERT(best.rank < 8);
    const int k = lfi_move_order[best.rank];
    const int32_t room = ground_room(side, at, k);
    int kept = 0;
    *length = best.length < room ? best.length : room;
    for (int i = 0; i < ground->count; i++) {
        const lfi_ground_lane lane = ground->lanes[i];
        const ground_run run = lane_run(ground->orthogonal, lane.x - at.x, lane.y - at.y);
        if (run.rank == best.rank && run.length >= *length) ground->lanes[kept++] = lane;
    }
    ground->count = kept;
    return k;
}
#endif // LF_NO_CELLS
