// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Legs on an edited map (edges of the visibility graph). A headland without a mark (overlay.h) has the legs
// of the index. A marked one looks out when a search reaches it, and the search keeps this view. The memory
// is the search's own, made with it: threads share overlays and never write them; queries do not allocate.
//
// Under uniform costs and king moves the index leaves out a leg from u to v if some w that both see replaces
// it. If u and all that it sees on the base have no mark, the legs through w still exist, and by induction
// over the length so does a way of the same length. Otherwise u gets all its legs.
//
// A view is right from the edit after which it was made until the next edit that marks the headland. A search
// may be turned back to an older state, so views younger than the overlay are not used.
//
// Time: one lookout, some 12 us on 8 million tiles, for each marked headland that is met; O(legs) for the
// others. Memory: 80 bytes per headland and a quarter of a megabyte.
#include "views.h"

#include "headland.h"

/// Room in views: this many seen headlands for each headland, and this many besides. After a hundred craters
/// a quarter of the headlands of giantworldmap have a mark, and see 40 others each. With room for 4, views
/// were dropped all the time, and slow queries (p95) took twice as long.
enum { SEEN_PER_HEADLAND = 16, SEEN_LEAST = 1 << 16 };

void lfi_views_arrays(lfi_arrays *run, lfi_views *views, uint64_t headlands) {
    views->headlands = headlands;
    views->room = SEEN_PER_HEADLAND * headlands + SEEN_LEAST;
    LFI_ARRAY_ZEROED(run, views->of, headlands);
    LFI_ARRAY(run, views->seen, views->room);
}

static void views_drop(lfi_views *views) {
    views->used = 0;
    views->round++;
    if (views->round != 0) return;
    for (uint64_t i = 0; i < views->headlands; i++) views->of[i].round = 0;
    views->round = 1;
}

static bool view_is_right(const lfi_views *views, const lfi_overlay *overlay, uint32_t number) {
    const lfi_view *view = &views->of[number];
    return view->round == views->round && view->edit >= overlay->marks[number] && view->edit <= overlay->edit;
}

static void view_add(void *user, uint32_t number) {
    lfi_views *views = user;
    LFI_ASSERT(views->used < views->room);
    views->seen[views->used++] = number;
}

/// Looks out. A headland sees each other one at most once, so room for all of them is enough.
static void view_make(lf_search *search, uint32_t number) {
    lfi_views *views = &lfi_headland_of(search)->views;
    if (views->room - views->used < views->headlands) views_drop(views);
    const lf_point point = lfi_headland_of(search)->known[number].point;
    lfi_view *view = &views->of[number];
    *view = (lfi_view){.round = views->round, .edit = search->overlay->edit, .begin = (uint32_t)views->used};
    const lfi_lookout lookout = {.map = search->map,
                                 .stops = &search->overlay->stops,
                                 .limit = UINT32_MAX,
                                 .user = views,
                                 .headland = view_add};
    lfi_lookout_scan(&lookout, point.x, point.y);
    view->count = (uint32_t)(views->used - view->begin);
}

/// Whether all headlands that a headland sees on the base have an unchanged view.
static bool legs_are_plain(const lf_index *index, const uint32_t *marks, uint32_t number) {
    uint32_t any = 0;
    for (uint32_t leg = index->raw_first[number]; leg < index->raw_first[number + 1]; leg++)
        any |= marks[index->raw[leg]];
    return any == 0;
}

const uint32_t *lfi_views_legs(lf_search *search, uint32_t number, uint32_t *count) {
    const lf_index *index = search->index;
    const lfi_overlay *overlay = search->overlay;
    lfi_views *views = &lfi_headland_of(search)->views;
    if (overlay->marks[number] == 0) {
        const bool raw = index->raw_first != NULL && !legs_are_plain(index, overlay->marks, number);
        const uint32_t *first = raw ? index->raw_first : index->first;
        *count = first[number + 1] - first[number];
        return (raw ? index->raw : index->legs) + first[number];
    }
    if (views->era != overlay->era) views_drop(views); // always so at first: no overlay has era 0
    views->era = overlay->era;
    if (!view_is_right(views, overlay, number)) view_make(search, number);
    *count = views->of[number].count;
    return views->seen + views->of[number].begin;
}
