// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The strategy `headland`: A* over the headlands of an index (a visibility graph).
#ifndef LANDFALL_HEADLAND_H
#define LANDFALL_HEADLAND_H

#include "../base/heap.h"
#include "../index/leg.h"
#include "../overlay/overlay.h"
#include "../query/context.h"
#include "detour.h"
#include "forward.h"
#include "mileage.h"
#include "obstructed.h"
#include "views.h"

/// How many targets that are no headlands a lookout watches for at once; more take several rounds.
enum { LFI_WANTED_MAX = 1024 };

/// How many sources, and how many targets, look out at the same time; more take several rounds.
enum { LFI_ENDS_MAX = 256 };

/// The two sides of a search: from the sources, and from the targets.
enum { LFI_FORTH = 0, LFI_BACK = 1, LFI_SIDES = 2 };

/// What the search knows of a headland: one cache line, so that following a leg touches one place in memory.
/// The first two fields and the last are from the index, copied when a query comes there for the first time: memory
/// where none comes is never touched. The others are valid if the stamp is the query's.
typedef struct lfi_known {
    uint16_t away[LFI_LANDMARKS];
    lf_point point;
    uint64_t length[LFI_SIDES]; ///< of the best way so far from the sources, or to the targets
    uint32_t stamp;             ///< 0: no query has come here
    uint8_t heading[LFI_SIDES]; ///< of the last leg of this way, as walked from the end (turns.h)
    uint8_t beside;             ///< what is blocked beside it: lfi_turns_beside
} lfi_known;

/// Under an overlay: lower bounds of the way from a headland to the targets.
typedef struct lfi_rest {
    uint64_t any;    ///< of any way
    uint64_t detour; ///< of a way that touches opened tiles; only while there is a route to beat
    bool touches;    ///< whether the best way to the headland may have touched opened tiles
} lfi_rest;

#define LFI_FROM_END UINT32_MAX

/// How each side came to a headland.
typedef struct lfi_trail {
    uint32_t from[LFI_SIDES]; ///< the headland before it, or LFI_FROM_END
    uint32_t by[LFI_SIDES];   ///< after LFI_FROM_END the source or target; else, with a hierarchy, the arc
} lfi_trail;

/// One keel of an end that looks out, or an end that has not begun to look out.
typedef struct lfi_watch {
    lfi_keel keel;
    uint64_t sum; ///< no route through anything still to be seen is shorter
    lf_tile tile; ///< the end
    bool begun;
} lfi_watch;

/// One side: its queue, and where its ends are.
typedef struct lfi_side {
    lfi_heap heap; ///< headlands, and after them watches
    lfi_watch *watches;
    lf_point low, high; ///< the box around its ends
    lfi_span span;      ///< of its ends, made ready for bounds of headlands
    int64_t count;      ///< its ends
    int64_t inside;     ///< those of them that are open on the index's map
    // Under an overlay: lower bounds of the way from its ends to each inlet, on the base alone and by any
    // way; and the inlets ordered by the second bound.
    uint64_t to_inlet[LFI_INLETS_MAX], by_inlet[LFI_INLETS_MAX];
    uint8_t inlets[LFI_INLETS_MAX];
    uint32_t inlet_count; ///< of `inlets`
    lfi_seen seen;        ///< what the last located end sees
    uint64_t steps;       ///< entries taken off
} lfi_side;

typedef enum lfi_headland_stage {
    LFI_HEADLAND_DIRECT = 0, ///< the only source sees the only target: there is nothing to do
    LFI_HEADLAND_MILEAGE,    ///< the route was looked up
    LFI_HEADLAND_TARGETS,    ///< locates the targets
    LFI_HEADLAND_SOURCES,    ///< locates the sources
    LFI_HEADLAND_ENDS,       ///< ends enter the queues
    LFI_HEADLAND_SEARCH,     ///< the search; then there may be more ends
    LFI_HEADLAND_WATCH,      ///< sources watch for targets for which there was no room
    LFI_HEADLAND_DETOUR,     ///< leads the route of the base around what was blocked
} lfi_headland_stage;

/// What the search knows of the headlands of one of its indexes.
typedef struct lfi_shelf {
    const lf_index *index; ///< NULL: it holds none
    lfi_known *known;      ///< for each headland
    lfi_known *memory;     ///< the same memory before alignment
    lfi_mileage mileage;   ///< of `index`, if it has few headlands
} lfi_shelf;

/// The index without a gate has the first shelf.
enum { LFI_SHELVES = 1 + LF_GATE_INDEXES_MAX };

/// Where an edited map has tiles that were blocked since its index was made: a bit for each cell of 1 << shift tiles each
/// way that a box of such tiles meets.
enum { LFI_REEF_CELLS = 128 };
typedef struct lfi_reefs {
    uint64_t *cells; ///< LFI_REEF_CELLS rows of them; NULL: they are not known
    int shift;
} lfi_reefs;

typedef struct lfi_headland {
    lfi_shelf shelves[LFI_SHELVES];
    const lf_index *taken;          ///< the index whose shelf `known` is
    lfi_known *known;               ///< for each headland
    const lfi_mileage *mileage;     ///< of its shelf
    lfi_sighted sighted[LFI_SIDES]; ///< what ends have in sight, where there is a mileage
    lfi_trail *trail;               ///< for each headland
    lfi_side sides[LFI_SIDES];
    lfi_wanted wanted;
    uint64_t row_words, column_words; ///< of wanted.rows and wanted.columns
    lfi_fold *folds;                  ///< room to unfold an arc; none without a hierarchy
    lf_point *hops; ///< the route: headlands from the meeting to the source, then to the target
    uint32_t hop_room, hop_count, hop_forth; ///< of hops; hop_forth of them are the first half
    bool roped;                              ///< whether some of them are ropes (route.c)

    // The current attempt. Under an overlay, the first attempt searches the index's map, the base. If that
    // proves nothing, the second one searches the map now.
    const lfi_stops *stops; ///< of the map that the attempt searches
    bool now;               ///< whether it searches a map with an overlay
    bool climbs;            ///< whether it uses the hierarchy
    bool glances;           ///< whether its ends see only where routes may bend (glance.h)
    bool from_base;         ///< whether the settled route was found on the base
    bool straight; ///< whether the base's answer is the leg between the only two ends, not located yet
    bool holds;    ///< then: whether the settled route can be walked now
    bool reshaped; ///< whether some leg of it can be walked in its other shape only
    int64_t patience_most; ///< `patience` at the beginning of the second attempt
    int64_t detour_most;   ///< how many tiles the detours of a route may meet
    int64_t patience;      ///< how many more entries it takes off before the guardrail takes over
    uint64_t base;         ///< the length of the shortest route of the base; `longest` if there is none
    uint64_t kept;         ///< its length if it is walkable now but may not be shortest; else UINT64_MAX
    bool must_touch;       ///< whether no route of the base is shorter than that
    uint8_t areas[LFI_AREAS_MAX + 1]; ///< then: the areas of the inlets that are not left out
    uint32_t area_count;
    bool inlets_reached; ///< whether the sides know their ways to inlets
    lfi_rest *rest;      ///< for each headland; valid when its `known` is
    lfi_views views;
    lfi_obstructed obstructed;
    lfi_reefs reefs;
    lfi_detour detour;
    lfi_forward forward;  ///< without memory, unless the map may be edited
    uint32_t watch_first; ///< the number of the first watch in a queue

    uint32_t stamp;   ///< of the current query; never 0
    bool many;        ///< whether there are too many ends to locate them
    uint32_t horizon; ///< the attempt looks for no leg of more moves; UINT32_MAX: no limit
    lfi_headland_stage stage;
    int64_t next;      ///< the end to look at next
    int64_t first_end; ///< the first end that looks out in this round
    int64_t watched;   ///< the targets before this one have been watched for
    lfi_metric metric; ///< of the query
    int shift;         ///< lengths in the queue are rounded down by this many bits
    lfi_seen seen;     ///< of the current lookout: headlands wait here until their memory is fetched
    int side;          ///< the side that is looking out
    lf_point from;     ///< the tile that is looking out
    lf_tile from_tile;
    uint64_t least;        ///< no route is shorter
    uint64_t longest;      ///< every route is shorter
    uint64_t best;         ///< length of the best route so far; `longest` if there is none
    uint32_t best_meeting; ///< the headland where its two sides meet
    lf_tile best_source, best_target;
    bool best_direct; ///< whether it is one leg from best_source to best_target
    bool best_late;   ///< whether this leg has its keel first as seen from the target
} lfi_headland;

/// The greatest number of headlands of an index that there is room for.
static inline uint64_t lfi_headland_room(const lf_search *search) {
    return search->rooms.headlands + search->rooms.extras;
}

static inline lfi_headland *lfi_headland_of(const lf_search *search) {
    return search->parts[LFI_PART_HEADLAND];
}

/// Copies what the index knows of a headland. Of one that came by an overlay it knows nothing.
void lfi_known_fill(const lf_search *search, uint32_t number);

#endif // LANDFALL_HEADLAND_H
