// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The ends of a query of `headland`: where they are, and how they look out.
#ifndef LANDFALL_ENDS_H
#define LANDFALL_ENDS_H

#include "../map/map.h"

/// Locates the ends of a side, from headland.next on; true when all of them are located.
bool lfi_ends_locate(lf_search *search, int side, int64_t *budget);

/// Puts end i into the queue of its side: an end that is a headland as itself, an end that has looked out as
/// the headlands that it sees, any other end as a watch.
void lfi_ends_enter(lf_search *search, int side, int64_t i);

/// Advances a watch that was taken off the queue: the end begins to look out, or goes on along a keel.
void lfi_watch_advance(lf_search *search, int side, uint32_t slot);

/// Prepares the next targets that are no headlands, from headland.watched on: sources watch for them.
void lfi_wanted_fill(lf_search *search);

/// Keeps the leg from the single source to the single target, if they see each other.
void lfi_ends_try_pair(lf_search *search);

/// Lets a source look out for the wanted targets alone.
void lfi_ends_watch(lf_search *search, lf_tile tile);

#endif // LANDFALL_ENDS_H
