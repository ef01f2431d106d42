// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Turns that no shortest route makes.
//
// A leg has one or two kinds of moves. No stop lies between its ends, so it can be walked keel first or ray first:
// either kind can come last, and either first (docs/exact.md). So if *some* last move of one leg and *some* first move
// of the next can be replaced by something strictly shorter, no shortest route has the two legs in a row:
//
//     more than 90 degrees        the two moves lead to a tile beside the first one, which is one move
//     90 degrees, straight        a diagonal is shorter, where it is legal: if the tile x is open, or always where
//                                 corners may be cut
//     90 degrees, diagonal        two straight moves are shorter under octile costs, where x is open; it is, unless
//                                 corners may be cut
//     orthogonal moves            only going back is longer than needed
//
//         > b          \ .          The route comes to b and turns to the right. The tile x lies beside b, a move
//         x v          x b          back and a half turn to the side: it is direction m + 3 from b if m is the last
//                      . /          move, and m + 5 if the route turns to the left.
//
// What is only as short is not ruled out. That is why one way to each headland is enough: let d be the length of the
// way that a search keeps, the shortest. If a shortest route goes on from there by a leg, then so does the way that was
// kept, whatever heading it came by: the two together are shortest, so the turn is not ruled out.
//
// A leg that was only walked, keel first (lfi_leg_walkable), may have a stop in between. It has one last move, not two:
// lfi_turns.walked.
#include "turns.h"

/// A bit for each direction in which a leg has moves.
static uint32_t heading_moves(uint32_t heading, bool orthogonal) {
    const uint32_t d = heading / 2;
    if (!orthogonal) return 1U << d | 1U << ((d + (heading & 1)) & 7);
    const uint32_t before = heading / 4 * 2;
    return heading % 4 == 0 ? 1U << d : 1U << before | 1U << ((before + 2) & 7);
}

/// Whether one move may follow another. `beside`: what is blocked.
static bool move_may_follow(lf_moves moves, lf_cost cost, uint32_t beside, uint32_t last, uint32_t next) {
    const uint32_t by = (next - last) & 7, turn = by < 8 - by ? by : 8 - by;
    if (turn != 2) return turn < 2;
    if (moves == LF_MOVES_ORTHOGONAL) return true;
    const uint32_t x = (last + (by == 2 ? 3 : 5)) & 7;
    const bool blocked = (beside >> x / 2 & 1) != 0;
    if ((last & 1) == 0) return moves == LF_MOVES_KING && blocked;
    return cost == LF_COST_UNIFORM || (moves == LF_MOVES_KING_CUT && blocked);
}

/// A bit for each move that may follow every one of some moves.
static uint32_t moves_after(lf_moves moves, lf_cost cost, uint32_t beside, uint32_t lasts) {
    uint32_t after = 0xFF;
    for (uint32_t last = 0; last < 8; last++) {
        if ((lasts >> last & 1) == 0) continue;
        for (uint32_t next = 0; next < 8; next++) {
            if (!move_may_follow(moves, cost, beside, last, next)) after &= ~(1U << next);
        }
    }
    return after;
}

/// A bit for each heading all of whose moves are among some moves.
static uint16_t headings_among(uint32_t moves, bool orthogonal) {
    uint32_t headings = 0;
    for (uint32_t heading = 0; heading < LFI_HEADINGS; heading++)
        headings |= (uint32_t)((heading_moves(heading, orthogonal) & ~moves) == 0) << heading;
    return (uint16_t)headings;
}

/// The heading of the last move of a leg that is walked keel first.
static uint8_t heading_walked(uint32_t heading, bool orthogonal) {
    if (orthogonal)
        return (uint8_t)(heading % 8 == 0 ? heading : heading < 8 ? 4 : 12); // vertical moves come last
    if ((heading & 1) == 0) return (uint8_t)heading;
    return (uint8_t)((heading / 2 & 1) == 0 ? heading - 1 : (heading + 1) & 15); // straight ones do
}

lfi_turns lfi_turns_make(lf_moves moves, lf_cost cost) {
    const bool orthogonal = moves == LF_MOVES_ORTHOGONAL;
    lfi_turns turns = {.moves = moves};
    for (uint32_t beside = 0; beside < 16; beside++) {
        for (uint32_t last = 0; last < LFI_HEADINGS; last++) {
            const uint32_t after = moves_after(moves, cost, beside, heading_moves(last, orthogonal));
            turns.may[beside][last] = headings_among(after, orthogonal);
        }
        turns.may[beside][LFI_HEADING_ANY] = UINT16_MAX;
    }
    for (uint32_t heading = 0; heading < LFI_HEADINGS; heading++)
        turns.walked[heading] = heading_walked(heading, orthogonal);
    return turns;
}

uint32_t lfi_turns_beside(const lfi_turns *turns, const lf_map *map, lf_point point) {
    // Bit i is direction 2 i, or 2 i + 1 for diagonal neighbours (numbers of moves.h).
    static const uint8_t straight[4] = {5, 7, 3, 1}, diagonal[4] = {8, 6, 0, 2};
    const uint8_t *tiles = turns->moves == LF_MOVES_KING_CUT ? straight : diagonal;
    const lfi_spot spot = {lfi_map_row(map, point.y) + (uint64_t)point.x};
    const unsigned open = lfi_bits_around(map->open, spot, map->stride);
    uint32_t beside = 0;
    for (uint32_t i = 0; i < 4; i++) beside |= (~open >> tiles[i] & 1U) << i;
    return beside;
}
