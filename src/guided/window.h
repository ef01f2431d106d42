// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A window: a search over tiles whose memory grows with the tiles it looks at, not with the map.
//
// A chunk is 8 x 8 tiles, one bit per tile in a word. It gets its memory when the search reaches it. A table
// finds it by its number, and neighbours that have met are linked.
//
//     bit 8 * row + column of a word is one tile:     0  1  2 ..  7
//                                                     8  9 10 .. 15
//                                                     ...
//                                                    56 57 58 .. 63
#ifndef LANDFALL_WINDOW_H
#define LANDFALL_WINDOW_H

#include "../base/table.h"
#include "../query/context.h"

enum { LFI_CHUNK_SHIFT = 3, LFI_CHUNK_SIDE = 8 };

/// The defaults of spine: how many cells a window reaches around its segment, and how many cells a segment has
/// at most. A search for spine alone has room for such windows.
enum { LFI_WINDOW_RADIUS = 1, LFI_WINDOW_SPACING = 8 };

/// The number of chunks along a row or column of this many tiles.
static inline uint32_t lfi_chunks_along(int32_t tiles) {
    return (uint32_t)(((int64_t)tiles + LFI_CHUNK_SIDE - 1) / LFI_CHUNK_SIDE);
}

/// What a window knows of 8 x 8 tiles. All words have one bit per tile. Directions are those of
/// lfi_direction_dx.
typedef struct lfi_chunk {
    uint64_t can[8];    ///< for each direction: tiles from which the move is legal
    uint64_t inside;    ///< tiles whose cell the window has open
    uint64_t met;       ///< tiles reached, deferred ones included
    uint64_t settled;   ///< tiles reached before the current phase, without deferred ones
    uint64_t now, next; ///< reached in the wave that is being expanded, and in the one after it
    uint64_t deferred;  ///< reached outside the window, waiting for their cells to open
    uint64_t wanted;    ///< targets
    uint64_t start;     ///< sources: no move led to them
    uint64_t trail[3];  ///< the direction of the move that led to a tile, one bit in each word
    uint32_t around[8]; ///< the neighbours: an index, LFI_NOT_IN_TABLE (not met yet) or LFI_NO_CHUNK
    int32_t x, y;       ///< place, in chunks
} lfi_chunk;

/// A neighbour that the window never enters.
#define LFI_NO_CHUNK (UINT32_MAX - 1)

typedef struct lfi_window {
    lfi_table cells;  ///< open cells of the coarse map
    lfi_table chunks; ///< by number; `chunk` holds their data
    lfi_chunk *chunk;
    uint32_t chunks_wide;
    uint32_t *now, *next; ///< chunks with tiles in this wave and in the next
    uint32_t now_count, next_count;
    uint32_t now_at;      ///< the chunk that is expanded next
    int64_t wave;         ///< moves from the sources, as long as no tile was deferred
    int64_t wave_limit;   ///< the search gives up after this wave
    int64_t deferred;     ///< how many tiles were met outside the window in this run
    bool defers;          ///< whether tiles outside are kept, because the window may be widened
    bool unrestricted;    ///< whether every cell counts as open
    uint32_t chunk_limit; ///< the search gives up when it has met more chunks
    lf_point aim;         ///< of several targets reached at once, the one nearest to this place is taken
    lf_tile hit;          ///< the target that was reached
} lfi_window;

static inline lfi_window *lfi_window_of(const lf_search *search) {
    return search->parts[LFI_PART_WINDOW];
}

/// The room of windows: all cells and chunks of the map, or what default options need for spine alone.
void lfi_window_room(const lf_search *search, uint64_t *cells, uint64_t *chunks);
/// Whether a window around so many cells, which is not widened, fits into that room.
bool lfi_window_fits(const lf_search *search, uint64_t radius, uint64_t spacing);

/// Empties the window: no cell open, no tile met. With `defers` it keeps tiles outside, to be widened.
void lfi_window_begin(lf_search *search, bool defers);
/// Empties the window and opens every cell. False if there may be no room for so many ends.
bool lfi_window_begin_anywhere(lf_search *search, int64_t ends);
/// Forgets the sources and all that was met. The targets stay. The search gives up after `wave_limit` waves.
void lfi_window_rewind(lf_search *search, int64_t wave_limit);
/// Opens the cells within `radius` of a cell, as far as they exist.
void lfi_window_open_around(lf_search *search, lf_point cell, int64_t radius);
/// Whether the cell of a tile is open.
bool lfi_window_has(const lf_search *search, lf_tile tile);
/// Ranks targets by their distance from the aim, the place where the route goes on: by the longer side of the
/// distance first, then by the shorter one. Less is better.
uint64_t lfi_window_aim_distance(const lf_search *search, lf_tile tile);
/// Makes a tile a source or a target. The cell of a target must be open.
void lfi_window_add_source(lf_search *search, lf_tile tile);
void lfi_window_add_target(lf_search *search, lf_tile tile);

/// Whether there may be a target within `distance` columns and rows of a tile: false if there is none, and true
/// also if one is up to seven tiles farther.
bool lfi_window_wants_within(const lf_search *search, lf_tile tile, int64_t distance);

/// Goes on. LF_OK with `hit` set, LF_NO_ROUTE if the search is dry or beyond its limit, or LF_PAUSED. It
/// expands whole chunks, so it may overrun the budget by up to 63 tiles.
lf_status lfi_window_run(lf_search *search, int64_t *budget);

/// Opens the cells within `radius` of all cells visited in the last phase and begins another phase. Deferred
/// tiles that are inside now join the next wave. The caller has to add sources and targets again.
void lfi_window_widen(lf_search *search, int64_t radius);
/// The same with every cell of the map.
void lfi_window_open_all(lf_search *search);
/// Whether the last run has ended because there was nothing left to meet.
static inline bool lfi_window_is_spent(const lfi_window *window) {
    return window->now_count == 0;
}
/// Whether the next wave has any tile.
static inline bool lfi_window_is_dry(const lfi_window *window) {
    return window->next_count == 0;
}

/// The moves from a source to `hit`, as directions. Writes them if they fit into `room`, and returns their
/// number in any case.
int64_t lfi_window_walk(const lf_search *search, uint8_t *moves, int64_t room, lf_tile *source);

/// Sets the ends and lengths of a route to `hit`.
void lfi_window_measure(const lf_search *search, lf_route *route);
/// Writes as many of its tiles as fit, from the source on.
void lfi_window_trace(const lf_search *search, lf_tile *tiles, int64_t capacity);

// Marks without a search: which tiles a route has visited, and which of them are wanted.

/// Marks a tile; if there is no room for its chunk, all marks are forgotten first.
void lfi_window_mark(lf_search *search, lf_tile tile);
void lfi_window_unmark(lf_search *search, lf_tile tile);
bool lfi_window_is_marked(const lf_search *search, lf_tile tile);
/// Sets whether a tile is wanted, if its chunk has a mark.
void lfi_window_want(lf_search *search, lf_tile tile, bool wanted);
bool lfi_window_is_wanted(const lf_search *search, lf_tile tile);

#endif // LANDFALL_WINDOW_H
