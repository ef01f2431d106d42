// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Searching over tiles, one by one: a queue, and marks a tile. What the guided strategies share.
#ifndef LANDFALL_FLOOD_H
#define LANDFALL_FLOOD_H

#include "map.h"

/// Marks are bits, 64 tiles a word in the layout of the map, and are never cleared between queries: a word is
/// fresh if its stamp is the current one. A tile's neighbours lie in its own word and the eight around it
/// (the halo); all nine are freshened when the first tile of a word is met, so that expanding a tile checks
/// no stamp at all. All marks of a word lie together: apart, in an array each, `expand` was a sixth slower.
typedef struct lfi_marks {
    uint64_t met;        ///< bits: in the queue now or earlier
    uint64_t wanted;     ///< bits: targets
    uint64_t inside;     ///< bits: tiles of the corridor
    uint64_t deferred;   ///< bits: met outside the corridor
    uint32_t word_stamp; ///< the run for which these are fresh
    uint32_t halo_stamp; ///< the run for which the words around are fresh too
} lfi_marks;

typedef struct lfi_flood {
    lf_tile *queue; ///< open_count entries: every tile enters at most once
    /// Of a met tile: its distance modulo 4 (corridor) or the move that led to it (expand).
    uint8_t *trail;
    lfi_marks *marks;   ///< for each word of the map
    uint32_t stamp;     ///< the current run; 0 is never a run's
    int64_t head, tail; ///< queue[head] is next
    int64_t level_end;  ///< the tiles before this one have the distance `level`, those from it on one more
    int64_t level;
} lfi_flood;

lf_status lfi_flood_create(lf_search *search);
void lfi_flood_destroy(lf_search *search);
uint64_t lfi_flood_bytes(const lf_search *search);
bool lfi_flood_has_met(const lf_search *search, lf_tile tile);

/// A new run: empties the queue, makes all marks stale, and marks the query's targets as wanted.
void lfi_flood_reset(lf_search *search);

/// What a run over tiles does at the corridor's edge, and what it leaves as trail.
typedef enum lfi_flood_mode {
    LFI_RUN_CORRIDOR, ///< stays inside, defers what it meets outside; distances
    LFI_RUN_EXPAND,   ///< the same; moves, because distances of a resumed search need not fit together
} lfi_flood_mode;

/// Goes on from the head of the queue. LF_OK with the route's ends and length set, LF_NO_ROUTE if the queue
/// is dry, LF_PAUSED.
lf_status lfi_flood_run(lf_search *search, int64_t *budget, lfi_flood_mode mode);

/// Writes the route's tiles by a trail of distances, or by a trail of moves.
void lfi_flood_trace(const lf_search *search, lf_tile *tiles, int64_t capacity);
void lfi_flood_trace_moves(const lf_search *search, lf_tile *tiles, int64_t capacity);
/// Sets source and length of a route to `target` by a trail of moves.
void lfi_flood_settle_moves(lf_search *search, lf_tile target);

static inline void lfi_word_freshen(lfi_flood *flood, uint64_t word) {
    lfi_marks *marks = &flood->marks[word];
    if (marks->word_stamp == flood->stamp) return;
    marks->word_stamp = flood->stamp;
    marks->met = marks->wanted = marks->inside = marks->deferred = 0;
}

/// Freshens a word and the eight around it.
static inline void lfi_halo_freshen(lfi_flood *flood, uint64_t word, uint64_t stride) {
    if (flood->marks[word].halo_stamp == flood->stamp) return;
    flood->marks[word].halo_stamp = flood->stamp;
    for (uint64_t row = word - stride; row <= word + stride; row += stride) {
        for (uint64_t i = row - 1; i <= row + 1; i++) lfi_word_freshen(flood, i);
    }
}

static inline lfi_marks *lfi_flood_marks(const lfi_flood *flood, lfi_spot spot) {
    return &flood->marks[spot.bit >> 6];
}

/// Nine bits around a spot, of the mark whose first word is given: &marks[0].met, say.
static inline unsigned lfi_marks_around(const uint64_t *first, lfi_spot spot, uint64_t stride) {
    return lfi_bits_nine(first, spot, stride, sizeof(lfi_marks) / sizeof(uint64_t));
}

/// Marks a tile as met and puts it into the queue.
static inline void lfi_flood_push(lfi_flood *flood, uint64_t stride, lf_tile tile, lfi_spot spot,
                                  unsigned trail) {
    lfi_halo_freshen(flood, spot.bit >> 6, stride);
    lfi_flood_marks(flood, spot)->met |= lfi_spot_mask(spot);
    flood->trail[tile] = (uint8_t)trail;
    flood->queue[flood->tail++] = tile;
}

#endif // LANDFALL_FLOOD_H
