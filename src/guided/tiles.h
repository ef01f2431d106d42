// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Breadth-first search over tiles, one by one: a queue, and marks for each tile. Guided strategies share it.
#ifndef LANDFALL_TILES_H
#define LANDFALL_TILES_H

#include "../query/context.h"

/// Marks are bits, 64 tiles per word in the layout of the map. They are never cleared between queries: a word
/// is fresh if its stamp is the current one. A tile's neighbours lie in its own word and the eight around it
/// (the halo). All nine are freshened when the first tile of a word is met, so expanding a tile checks no
/// stamp at all. All marks of a word lie together; with one array per mark, `expand` was a sixth slower.
typedef struct lfi_marks {
    uint64_t met;        ///< bits: in the queue now or earlier
    uint64_t wanted;     ///< bits: targets
    uint64_t inside;     ///< bits: tiles of the corridor
    uint64_t deferred;   ///< bits: met outside the corridor
    uint32_t word_stamp; ///< the run for which this word is fresh
    uint32_t halo_stamp; ///< the run for which the words around it are fresh too
} lfi_marks;

typedef struct lfi_tiles {
    lf_tile *queue;  ///< `room` entries: every tile enters at most once
    int64_t room;    ///< the map's open tiles
    uint64_t stride; ///< the map's: words from row to row
    /// Of a met tile: its distance modulo 4 (corridor) or the move that led to it (expand).
    uint8_t *trail;
    lfi_marks *marks;   ///< for each word of the map
    uint32_t stamp;     ///< number of the current run, never 0
    int64_t head, tail; ///< queue[head] is next
    int64_t level_end;  ///< tiles before this place have the distance `level`, tiles from it on level + 1
    int64_t level;
} lfi_tiles;

static inline lfi_tiles *lfi_tiles_of(const lf_search *search) {
    return search->parts[LFI_PART_TILES];
}

bool lfi_tiles_has_met(const lf_search *search, lf_tile tile);

/// Begins a new run: empties the queue, makes all marks stale, and marks the query's targets as wanted.
void lfi_tiles_reset(lf_search *search);

/// Continues from the head of the queue, stays inside the corridor, and defers the tiles that it meets
/// outside. Returns LF_OK with the route's ends and length set, LF_NO_ROUTE if the queue is dry, LF_PAUSED.
/// The trail holds distances, or moves for a resumed search, where distances need not be consistent.
lf_status lfi_tiles_run_distances(lf_search *search, int64_t *budget);
lf_status lfi_tiles_run_moves(lf_search *search, int64_t *budget);

/// Writes the route's tiles by a trail of distances, or by a trail of moves.
void lfi_tiles_trace(const lf_search *search, lf_tile *tiles, int64_t capacity);
void lfi_tiles_trace_moves(const lf_search *search, lf_tile *tiles, int64_t capacity);
/// Sets source and length of a route to `target` by a trail of moves.
void lfi_tiles_settle_moves(lf_search *search, lf_tile target);

static inline void lfi_word_freshen(lfi_tiles *tiles, uint64_t word) {
    lfi_marks *marks = &tiles->marks[word];
    if (marks->word_stamp == tiles->stamp) return;
    marks->word_stamp = tiles->stamp;
    marks->met = marks->wanted = marks->inside = marks->deferred = 0;
}

/// Freshens a word and the eight around it.
static inline void lfi_halo_freshen(lfi_tiles *tiles, uint64_t word) {
    if (tiles->marks[word].halo_stamp == tiles->stamp) return;
    tiles->marks[word].halo_stamp = tiles->stamp;
    for (uint64_t row = word - tiles->stride; row <= word + tiles->stride; row += tiles->stride) {
        for (uint64_t i = row - 1; i <= row + 1; i++) lfi_word_freshen(tiles, i);
    }
}

static inline lfi_marks *lfi_tiles_marks(const lfi_tiles *tiles, lfi_spot spot) {
    return &tiles->marks[spot.bit >> 6];
}

/// Nine bits around a spot, of the mark whose first word is given, for example &marks[0].met.
static inline unsigned lfi_marks_around(const uint64_t *first, lfi_spot spot, uint64_t stride) {
    return lfi_bits_nine(first, spot, stride, sizeof(lfi_marks) / sizeof(uint64_t));
}

/// Marks a tile as met and puts it into the queue.
static inline void lfi_tiles_push(lfi_tiles *tiles, lf_tile tile, lfi_spot spot, unsigned trail) {
    lfi_halo_freshen(tiles, spot.bit >> 6);
    lfi_tiles_marks(tiles, spot)->met |= lfi_spot_mask(spot);
    tiles->trail[tile] = (uint8_t)trail;
    tiles->queue[tiles->tail++] = tile;
}

#endif // LANDFALL_TILES_H
