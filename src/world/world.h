// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Room `world`: a map that may be edited, all that is derived from it, and the snapshots that answer for it.
//
//     base       map, coarse map, depths and index that belong together and are never written again
//     snapshot   one state: a chart for searches, of a base's parts or of its own
//     pool       all snapshots; one that nobody holds is brought up to date, edited and published
//
// Three kinds of threads meet here. One edits. One works. Any number read: they acquire the newest snapshot,
// look at its chart, version and log, and at nothing else. Bases, the pool and what snapshots own are for the
// first two, one at a time: an edit takes the lock, and work tries to and comes again if it cannot. Work has it
// for moments only.
#ifndef LANDFALL_INNER_WORLD_H
#define LANDFALL_INNER_WORLD_H

#include "../base/store.h"
#include "../coarse/coarse.h"
#include "../depth/depth.h"
#include "../index/build.h"
#include "../map/flips.h"
#include "../overlay/overlay.h"
#include "../search/search.h"
#include "canvas.h"

/// One box of an edit.
typedef struct lfi_change {
    uint64_t version; ///< of the state that the edit made
    lfi_box box;
    lfi_box depths;       ///< around all tiles whose depth changed; empty if x1 < x0
    bool opened, blocked; ///< whether tiles of the box were opened, and blocked
} lfi_change;

enum { LFI_LOG_ROOM = 256 };

/// The last changes before a state, as a ring.
typedef struct lfi_log {
    uint64_t since; ///< all changes after this version are there
    uint64_t end;   ///< changes so far; number k stands at k % LFI_LOG_ROOM
    lfi_change changes[LFI_LOG_ROOM];
} lfi_log;

typedef struct lfi_base lfi_base;

/// An overlay and the base of its index. Parts have one to edit, and snapshots one to show, perhaps the same.
typedef struct lfi_cover {
    uint32_t users;
    lfi_overlay *overlay;
    lfi_base *indexed;
} lfi_cover;

/// What is derived from tiles, except an index.
typedef struct lfi_parts {
    uint64_t version;  ///< of the state that they are of
    lf_map *map;       ///< NULL: there are no parts
    lf_coarse *coarse; ///< NULL if the world has none
    lf_depth *depth;   ///< NULL if the world has none
    lfi_cover *cover;  ///< NULL if there is no index; those of a base have none
} lfi_parts;

/// Parts that are never written again, and their index. It goes when nothing refers to it any more.
struct lfi_base {
    lf_world *world;
    uint32_t users; ///< snapshots that show it, and covers
    lfi_parts parts;
    lf_depth
        *depth_before; ///< NULL, or depths without a tree, which older snapshots show; the plane is theirs
    lf_index *index;   ///< NULL until it is built
    uint64_t era;      ///< another number for each index
};

struct lf_snapshot {
    lfi_holders holders; // first: a search knows its snapshot by this address
    lf_world *world;
    lf_snapshot *next; ///< of the pool

    // For readers.
    uint64_t version;
    lfi_chart chart;
    lfi_log log;

    // Under the lock.
    lfi_base *base;   ///< NULL, or whose parts it shows instead of its own
    lfi_cover *cover; ///< NULL, or what it shows over the index of another base
    lfi_parts own;    ///< what it may be edited in
};

/// What is being made for a state.
typedef struct lfi_rebuild {
    lf_snapshot *from;         ///< NULL, or the state, held
    lf_depth *depth;           ///< NULL, or its depths with their tree
    lf_index *index;           ///< NULL, or its index
    lf_index_builder *builder; ///< NULL, or what is building the index
    lf_snapshot *copy;         ///< NULL, or a claimed one in which edits are replayed
    lfi_draft edit;            ///< its memory is kept
} lfi_rebuild;

struct lf_world {
    lf_allocator outer;     ///< the caller's
    lf_allocator allocator; ///< the same, counted
    atomic_size_t bytes;
    _Atomic(lf_snapshot *) newest;         // its own hold on the snapshot is one of the holders
    atomic_flag busy;                      ///< the lock
    _Atomic(const lf_snapshot *) hopeless; ///< NULL, or a state that has more than an index can hold
    lf_snapshot *pool;                     // under the lock
    uint64_t eras;                         ///< indexes so far; under the lock
    bool has_coarse, has_depth, has_index;
    lf_coarse_desc coarse; ///< for the first state; others are copied from one before
    lf_depth_desc depth;   ///< the same
    lf_index_desc index;
    lf_clock clock;

    lf_map size; ///< what all states have in common: a map without tiles

    // For the thread that works.
    lfi_rebuild rebuild;
    bool tree_next; ///< whether the tree of depths is to be made before another index

    // For the thread that edits.
    lfi_canvas canvas;
    lfi_draft edit;
    lf_search *asker; ///< NULL, or the search behind lf_world_find
};

/// The snapshot that a search of a world is turned to; NULL for another search.
static inline lf_snapshot *lfi_search_snapshot(const lf_search *search) {
    return (lf_snapshot *)(void *)search->held;
}

static inline uint64_t lfi_world_now(const lf_world *world) {
    return world->clock.now_ns == NULL ? 0 : world->clock.now_ns(world->clock.user);
}

/// Takes the lock. For edits: it is never held for long by others.
static inline void lfi_world_lock(lf_world *world) {
    while (atomic_flag_test_and_set(&world->busy)) {
    }
}

static inline void lfi_world_unlock(lf_world *world) {
    atomic_flag_clear(&world->busy);
}

// parts.c

/// Derives the rest from a map that is made.
lf_status lfi_parts_derive(const lf_world *world, lfi_parts *parts);
/// Makes parts those of a state: by the log of the state, or else by copying all of it. On failure there are no
/// parts any more.
lf_status lfi_parts_follow(lfi_parts *parts, const lf_snapshot *state);
/// Copies the parts of a state, and lays a new overlay over the index of parts->cover, which must be of this
/// state. On failure they are good for nothing but lfi_parts_destroy.
lf_status lfi_parts_begin(lfi_parts *parts, const lf_snapshot *state);
/// Takes over from a state whatever is different. Same failure.
lf_status lfi_parts_replay(const lf_world *world, lfi_parts *parts, const lf_snapshot *state,
                           lfi_draft *edit);
/// Takes over an edit, and adds what it changed to a log. Same failure.
lf_status lfi_parts_edit(const lf_world *world, lfi_parts *parts, lfi_log *log, lf_edit_report *report);
void lfi_parts_destroy(lfi_parts *parts);

// base.c: under the lock

lfi_base *lfi_base_create(lf_world *world); ///< without a user; NULL: no memory
/// Refers to a base.
static inline lfi_base *lfi_base_use(lfi_base *base) {
    base->users++;
    return base;
}
/// Ends a reference; NULL is fine. Parts that nobody looks at any more go to `spare`, if it is not NULL and has
/// none.
void lfi_base_drop(lfi_base *base, lfi_parts *spare);

/// A cover without an overlay, with one user; NULL: no memory.
lfi_cover *lfi_cover_create(lfi_base *indexed);
static inline lfi_cover *lfi_cover_use(lfi_cover *cover) {
    if (cover != NULL) cover->users++;
    return cover;
}
void lfi_cover_drop(lfi_cover *cover); ///< NULL is fine

// snapshot.c

/// The base whose index a state goes by; NULL if it has no index.
lfi_base *lfi_snapshot_indexed(const lf_snapshot *state);
/// The newest state, held. Any thread; the rest of snapshot.c is under the lock.
lf_snapshot *lfi_world_hold(lf_world *world);
/// A snapshot that nobody holds, claimed for the caller, with any contents; NULL if there is no memory.
lf_snapshot *lfi_snapshot_take(lf_world *world);
/// Makes a snapshot that the caller has claimed the newest one.
void lfi_snapshot_publish(lf_snapshot *snapshot);
/// Lets a snapshot show a base's parts, and a cover, or with NULL the base's index. The caller has claimed it.
void lfi_snapshot_show_base(lf_snapshot *snapshot, lfi_base *base, lfi_cover *cover);
/// Lets a snapshot show nothing. The caller has claimed it.
void lfi_snapshot_hide(lf_snapshot *snapshot);
/// Lets a snapshot show its own parts. The caller has claimed it.
void lfi_snapshot_show_own(lf_snapshot *snapshot);
/// The base of the parts that a snapshot shows. If they are its own it gives them up, so that nobody will write
/// to them again. The snapshot is held. NULL if there is no memory.
lfi_base *lfi_snapshot_settle(lf_snapshot *snapshot);
/// Gives back what spare snapshots keep from old bases, and the parts of all but a few.
void lfi_pool_tidy(lf_world *world);
/// Destroys all snapshots.
void lfi_pool_destroy(lf_world *world);

// work.c

/// Gives up what is being made.
void lfi_rebuild_drop(lfi_rebuild *rebuild);

// ask.c

/// Lets the world's own search follow to the newest state, so that it does not keep an old one.
void lfi_world_follow(lf_world *world);

// log.c

/// The number of the first change after a version.
uint64_t lfi_log_after(const lfi_log *log, uint64_t version);
void lfi_log_add(lfi_log *log, lfi_change change);
static inline const lfi_change *lfi_log_at(const lfi_log *log, uint64_t number) {
    return &log->changes[number % LFI_LOG_ROOM];
}

#endif // LANDFALL_INNER_WORLD_H
