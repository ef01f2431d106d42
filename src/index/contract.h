// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The graph of headlands and legs while headlands are taken out of it (node contraction).
#ifndef LANDFALL_CONTRACT_H
#define LANDFALL_CONTRACT_H

#include "../base/heap.h"
#include "former.h"

/// An arc of a headland that is left, to another one, and the headings of its first and last leg (turns.h).
typedef struct lfi_track {
    uint64_t length;
    uint32_t to, via; ///< as in lfi_arc
    uint32_t place; ///< in a copy of a list: where it is in the list; in the list of a headland that has been
                    ///< thinned: how many of the arcs that stay it may be joined with
    uint8_t out, in;
    uint8_t kept; ///< in the list of a headland that has been thinned: whether the arc stays
} lfi_track;

/// The arcs of one headland: pool[first] to pool[first + count - 1].
typedef struct lfi_arc_list {
    uint64_t first;
    uint32_t count, room;
} lfi_arc_list;

/// Gaps in the pool are kept by classes: those of class k have room for 2^k arcs, and for less than twice.
enum { LFI_GAP_CLASSES = 34 };

/// What a worker needs to guess and to thin.
typedef struct lfi_thinner {
    lfi_track *own; ///< a copy of the arcs of the headland being taken out
    lf_point *aims; ///< where those of them lead that may not be needed
    uint32_t own_room;
    uint32_t *mark;      ///< for each headland: its place + 1 in the list being read; 0 at rest
    lfi_heap heap;       ///< of the search for other ways; empty at rest
    uint64_t *distances; ///< for each headland: its distance in this search; UINT64_MAX at rest
    uint8_t *headings;   ///< for each headland that has one: the heading by which the way comes there
    uint32_t *reached;   ///< the headlands that have a distance
    uint32_t reached_count;
    uint64_t work_count, added_count; ///< work, and arcs added, since they were collected
    uint8_t apart[64]; ///< threads write to two thinners at the same time: not to one cache line
} lfi_thinner;

/// The most that work at once.
enum { LFI_THINNERS = 4 };

/// A headland has left, and what became of its arc to another one.
typedef struct lfi_news {
    uint32_t from;
    uint32_t arc;  ///< its place in the list of that headland, or LFI_NEWS_GONE
    uint32_t next; ///< for the same one: its number + 1; 0 = this is the last
} lfi_news;
#define LFI_NEWS_GONE UINT32_MAX

/// The news for a headland, and how many arcs it may get by them at most.
typedef struct lfi_arounds {
    uint32_t news; ///< the number of the first + 1; 0 = there are none
    uint32_t wants;
} lfi_arounds;

typedef struct lfi_contraction {
    const lf_index *index;
    lfi_metric metric;
    lfi_arc_list *lists; ///< a headland that is left: all its arcs; one taken out: the arcs it kept
    lfi_track *pool;     ///< of all lists, with gaps
    uint64_t used, room; ///< of the pool
    uint64_t gaps[LFI_GAP_CLASSES]; ///< of each class, where its first gap begins
    uint32_t filled;                ///< headlands that have their legs
    uint8_t *leaving;               ///< for each headland: whether it is taken out together with others
    uint32_t *around;               ///< the neighbours of those that have left, which are not told yet
    lfi_arounds *arounds;           ///< for each headland: what concerns it as one of these
    lfi_news *news;                 ///< who has left
    uint32_t around_count, news_count, news_room;
    uint64_t pair_count; ///< of arcs that may be joined, counted at both
    uint8_t apart[64];
    lfi_thinner thinners[LFI_THINNERS];
    uint32_t thinner_count;
    uint64_t arc_count;              ///< legs, and all arcs ever added
    uint64_t left_count;             ///< arcs among the headlands that are left
    uint64_t work_count, work_limit; ///< pieces of some 5 ns: about one per arc read; the most allowed
} lfi_contraction;

/// Starts with the headlands of an index, which get their legs by lfi_contraction_fill. Destroy it whatever
/// this returns.
/// @param thinners  how many may work at once, 1 to LFI_THINNERS.
lf_status lfi_contraction_begin(const lf_index *index, uint64_t work, uint32_t thinners,
                                lfi_contraction *out);
/// Gives headlands their legs, until there are this many arcs more; true once all have theirs.
bool lfi_contraction_fill(lfi_contraction *graph, const lf_workers *workers, uint64_t arcs);
void lfi_contraction_destroy(lfi_contraction *graph);

/// The arcs of a headland; valid until the next headland is taken out.
static inline lfi_track *lfi_contraction_arcs(const lfi_contraction *graph, uint32_t i) {
    return graph->pool + graph->lists[i].first;
}

/// A guess of how many arcs taking a headland out would add.
uint64_t lfi_contraction_try(const lfi_contraction *graph, lfi_thinner *by, uint32_t i);

// Several headlands that are no neighbours of each other can be taken out together: mark all of them as leaving; make
// room for their arcs; thin each, by any thinner and thread; let them leave; then tell each headland around them, by any
// thinner and thread. The lists are as if one after the other had been taken out, in ascending order.

/// Lets all thinners have room for lists of so many arcs.
lf_status lfi_contraction_reserve(lfi_contraction *graph, uint32_t count);
/// Finds out which arcs of a headland a shortest way may use. There must be room.
void lfi_contraction_thin(const lfi_contraction *graph, lfi_thinner *by, uint32_t i);
/// Adds what the thinners have worked, and the arcs that they have added, to those of the graph.
void lfi_contraction_collect(lfi_contraction *graph);
/// Lets some headlands leave that have been thinned, in ascending order. They keep the arcs that stay. Lists who is
/// `around`, with room for what they will be told.
/// @return as lfi_contraction_take.
lf_status lfi_contraction_leave(lfi_contraction *graph, const uint32_t *leavers, uint32_t count);
/// Tells a headland around them who has left: it gets arcs to those with whom they joined it. Returns how many of them
/// have kept an arc to it: they are in by->reached, ascending.
uint32_t lfi_contraction_tell(lfi_contraction *graph, lfi_thinner *by, uint32_t i);
/// All around have been told, and what the thinners did is collected.
/// @return LF_OK, or LF_E_INDEX_LIMIT if there are too many arcs.
lf_status lfi_contraction_told(lfi_contraction *graph);

/// Takes a headland out. Its neighbours forget it, and get arcs over it where they need them. Its own list
/// keeps the arcs that a shortest way may use.
/// @return LF_OK, LF_E_NOMEM, or LF_E_INDEX_LIMIT if there are too many arcs or too much work.
lf_status lfi_contraction_take(lfi_contraction *graph, uint32_t i);

/// The same without a search: the headland keeps the arcs that it kept in the hierarchy of an index before.
/// It must have had the same arcs there when it was taken out.
/// @param done  receives whether this was possible; otherwise nothing has changed.
lf_status lfi_contraction_repeat(lfi_contraction *graph, const lfi_former *former, uint32_t i, bool *done);
/// Whether the headland taken out last, which the index before has too, kept the arcs that it kept there.
bool lfi_contraction_kept(lfi_contraction *graph, const lfi_former *former, uint32_t i);

#endif // LANDFALL_CONTRACT_H
