// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Room `world`: a map that may be edited, everything derived from it, and the snapshots that searches read
// (multiversion concurrency control).
//
//     base       map, coarse map, depths and index that belong together and are never written again
//     snapshot   one state: a chart for searches, made of a base's parts or of its own
//     pool       all snapshots; one that nobody holds is brought up to date, edited and published
//
// Three kinds of threads meet here. One edits. One works. Any number read: they acquire the newest snapshot
// and look only at its chart, version and log. Bases, the pool and the parts that snapshots own belong to the
// first two threads, one at a time: both take the lock. Work holds it for moments only.
#ifndef LANDFALL_INNER_WORLD_H
#define LANDFALL_INNER_WORLD_H

#include "../base/store.h"
#include "../coarse/coarse.h"
#include "../depth/depth.h"
#include "../index/build.h"
#include "../keys/fixtures.h"
#include "../map/flips.h"
#include "../overlay/overlay.h"
#include "../search/search.h"
#include "../weights/weights.h"
#include "canvas.h"

/// One box of an edit.
typedef struct lfi_change {
    uint64_t version;     ///< of the state that the edit made
    lfi_box box;          ///< of tiles; empty if x1 < x0
    lfi_box touched;      ///< around all tiles whose depth changed, or whose byte for weights; the same
    bool opened, blocked; ///< whether tiles of the box were opened, and blocked
} lfi_change;

enum { LFI_LOG_ROOM = 256 };

/// The last changes before a state, as a ring.
typedef struct lfi_log {
    uint64_t since; ///< the log has all changes after this version
    uint64_t end;   ///< the number of changes so far; change k is at k % LFI_LOG_ROOM
    lfi_change changes[LFI_LOG_ROOM];
} lfi_log;

typedef struct lfi_base lfi_base;

/// An overlay and the base of its index. Parts have one to edit, and snapshots have one to show; it may be
/// the same one.
typedef struct lfi_cover {
    uint32_t users;
    lfi_overlay *overlay;
    lfi_base *indexed;
} lfi_cover;

/// The map of a state and everything derived from it, except an index.
typedef struct lfi_parts {
    uint64_t version;      ///< of their state
    lf_map *map;           ///< NULL: there are no parts
    lf_coarse *coarse;     ///< NULL if the world has none
    lf_depth *depth;       ///< NULL if the world has none
    lf_fixtures *fixtures; ///< NULL if the world has none, and until the map is up to date
    lf_weights *weights[LF_WORLD_WEIGHTS_MAX]; ///< NULL beyond those that the world has
    lfi_cover *cover;                          ///< NULL if there is no index, and in the parts of a base
} lfi_parts;

/// Parts that are never written again, and their index. A base is freed when nothing refers to it any more.
struct lfi_base {
    lf_world *world;
    uint32_t users; ///< snapshots that show it, and covers (a reference count)
    lfi_parts parts;
    lf_depth
        *depth_before; ///< NULL, or the depths without a tree that older snapshots show; it owns the plane
    lf_index *index;   ///< NULL until it is built
    uint64_t era;      ///< a different number for each index
};

struct lf_snapshot {
    lfi_holders holders; // first: a search knows its snapshot by this address
    lf_world *world;
    lf_snapshot *next; ///< of the pool

    // For readers.
    uint64_t version;
    lfi_chart chart;
    const lf_fixtures *fixtures; ///< NULL if the world has none
    lfi_log log;

    // Under the lock.
    lfi_base *base;   ///< NULL, or the base whose parts it shows instead of its own
    lfi_cover *cover; ///< NULL, or the cover that it shows over the index of another base
    lfi_parts own;    ///< the parts that edits write to
};

/// The most boxes of bytes that are kept apart.
enum { LFI_TARIFF_BOXES = 8 };

/// What makes one of the world's weights: the world keeps planes and tables.
typedef struct lfi_tariff {
    lf_weights stand;     ///< what queries name the weights of all states by
    lf_weights_desc desc; ///< its plane is `drawn`, or else `plane`; `depth` is that of a state
    uint32_t table[256], depth_table[256];
    uint8_t *plane; ///< NULL, or the bytes of the newest state
    uint8_t *drawn; ///< NULL until the first edit, then the same with all that is not yet committed
    lfi_box boxes[LFI_TARIFF_BOXES]; ///< where the two may differ
    int32_t box_count;
} lfi_tariff;

/// The tree of depths or the index that is being made for a state.
typedef struct lfi_rebuild {
    lf_snapshot *from;         ///< NULL, or the state, held
    lf_depth *depth;           ///< NULL, or its depths with their tree, made or being made
    lfi_tree_job tree;         ///< the job that makes it
    lf_index *index;           ///< NULL, or its index
    lf_index_builder *builder; ///< NULL, or the builder of the index
    lf_snapshot *copy;         ///< NULL, or a claimed snapshot in which edits are replayed
    lf_snapshot *goal;         ///< NULL, or the state that the copy is brought up to, held
    lfi_draft edit;            ///< the edits that lead there; its memory is used again
    uint64_t next;             ///< of these edits
    int rounds;                ///< states that the copy was brought up to
} lfi_rebuild;

struct lf_world {
    lf_allocator outer;     ///< the caller's
    lf_allocator allocator; ///< the same, counted
    atomic_size_t bytes;
    _Atomic(lf_snapshot *) newest;         // the world itself is one of its holders
    atomic_flag busy;                      ///< the lock
    _Atomic(const lf_snapshot *) hopeless; ///< NULL, or a state that is too large for an index
    lf_snapshot *pool;                     // under the lock
    uint64_t eras;                         ///< the number of bases so far; under the lock
    bool has_coarse, has_depth, has_index, has_fixtures;
    lfi_tariff *tariffs; ///< NULL, or one for each of the weights
    int32_t tariff_count;
    lf_coarse_desc coarse; ///< for the first state; later states copy an earlier one
    lf_depth_desc depth;   ///< the same
    lf_index_desc index;
    lf_fixtures_desc fixtures; ///< keys and doors of all states
    lf_fixture *fixture_list;  ///< NULL, or the list in it
    lf_clock clock;

    lf_map size; ///< the properties that all states share: a map without tiles

    // For the thread that works.
    lfi_rebuild rebuild;
    uint64_t worked; ///< the newest version at the last call
    bool begun_anew; ///< whether an index was given up for one with more edits, and none was finished since
    bool tree_next;  ///< whether the tree of depths comes before the next index
    bool tree_late;  ///< whether an edit came before the last tree was made

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

/// Takes the lock (a spin lock). Work never holds it for long; an edit holds it for a whole commit.
static inline void lfi_world_lock(lf_world *world) {
    while (atomic_flag_test_and_set(&world->busy)) {
    }
}

static inline void lfi_world_unlock(lf_world *world) {
    atomic_flag_clear(&world->busy);
}

// parts.c

/// Derives all other parts from parts->map.
lf_status lfi_parts_derive(const lf_world *world, lfi_parts *parts);
/// Brings parts up to a state that is about to be edited: by the log of the state, or else by copying the
/// whole state. The tree of depths may be left out, because an edit makes it pending. On failure there are no
/// parts any more.
lf_status lfi_parts_follow(lfi_parts *parts, const lf_snapshot *state);
/// Copies the parts of a state, and lays a new overlay over the index of parts->cover, which must be of this
/// state. On failure the parts are good for nothing but lfi_parts_destroy.
lf_status lfi_parts_begin(lfi_parts *parts, const lf_snapshot *state);
/// Finds the edits that lead from parts to a state, by comparing the two maps. LF_OK or LF_E_NOMEM.
lf_status lfi_parts_compare(const lfi_parts *parts, const lf_snapshot *state, lfi_draft *edit);
/// Applies one of these edits; and brings the rest of the parts up to the state, once all are applied. Both
/// fail as lfi_parts_begin does.
lf_status lfi_parts_replay_one(const lf_world *world, lfi_parts *parts, const lfi_flips *flips);
lf_status lfi_parts_replay_end(const lf_world *world, lfi_parts *parts, const lf_snapshot *state);
/// All three at once.
lf_status lfi_parts_replay(const lf_world *world, lfi_parts *parts, const lf_snapshot *state,
                           lfi_draft *edit);
/// Applies world->edit to parts, and adds its changes to a log. Fails as lfi_parts_begin does.
lf_status lfi_parts_edit(const lf_world *world, lfi_parts *parts, lfi_log *log, lf_edit_report *report);
void lfi_parts_destroy(lfi_parts *parts);

// tariffs.c

/// Checks the descriptions of weights, and keeps them for all states. LF_OK, or what is wrong.
lf_status lfi_tariffs_create(lf_world *world, const lf_world_desc *desc);
void lfi_tariffs_destroy(lf_world *world);
/// Whether bytes were drawn that differ from those of the newest state.
bool lfi_tariffs_changed(lf_world *world);
/// Makes what was drawn the bytes of the newest state, after a commit; or else forgets it.
void lfi_tariffs_settle(lf_world *world, bool commit);

/// Makes the weights of parts whose depths are there.
lf_status lfi_parts_make_weights(const lf_world *world, lfi_parts *parts);
/// Copies the weights of a state for a copy of its map.
lf_status lfi_parts_copy_weights(lfi_parts *parts, const lf_snapshot *state);
/// Takes over all changes of a state since the version of the parts, which its log must know. The tiles are up to
/// date. On failure the parts are good for nothing but lfi_parts_destroy; so with the next one.
lf_status lfi_parts_follow_weights(lfi_parts *parts, const lf_snapshot *state);
/// Weighs again what one change of an edit has changed. The tiles and depths of its boxes are up to date.
lf_status lfi_parts_weigh(const lf_world *world, lfi_parts *parts, const lfi_change *change,
                          lf_edit_report *report);
/// Weighs the bytes that were drawn, and adds them to the log: the last of an edit.
lf_status lfi_parts_weigh_drawn(const lf_world *world, lfi_parts *parts, lfi_log *log,
                                lf_edit_report *report);

// base.c: under the lock

lfi_base *lfi_base_create(lf_world *world); ///< without a user; NULL: no memory
/// Refers to a base.
static inline lfi_base *lfi_base_use(lfi_base *base) {
    base->users++;
    return base;
}
/// Ends a reference; NULL is fine. The last one frees the base. Its parts move to `spare` if that is not NULL
/// and has no parts; otherwise they are destroyed.
void lfi_base_drop(lfi_base *base, lfi_parts *spare);

/// A cover without an overlay, with one user; NULL: no memory.
lfi_cover *lfi_cover_create(lfi_base *indexed);
static inline lfi_cover *lfi_cover_use(lfi_cover *cover) {
    if (cover != NULL) cover->users++;
    return cover;
}
void lfi_cover_drop(lfi_cover *cover); ///< NULL is fine

// snapshot.c

/// The base whose index a state uses; NULL if it has no index.
lfi_base *lfi_snapshot_indexed(const lf_snapshot *state);
/// The newest state, held. Any thread may call it; the rest of snapshot.c is under the lock.
lf_snapshot *lfi_world_hold(lf_world *world);
/// A snapshot that nobody holds, claimed for the caller, with any contents; NULL if there is no memory.
lf_snapshot *lfi_snapshot_take(lf_world *world);
/// Makes a claimed snapshot the newest one.
void lfi_snapshot_publish(lf_snapshot *snapshot);
/// Makes a claimed snapshot show a base's parts and a cover, or, if the cover is NULL, the base's index.
void lfi_snapshot_show_base(lf_snapshot *snapshot, lfi_base *base, lfi_cover *cover);
/// Makes a claimed snapshot show nothing.
void lfi_snapshot_hide(lf_snapshot *snapshot);
/// Makes a claimed snapshot show its own parts.
void lfi_snapshot_show_own(lf_snapshot *snapshot);
/// The base of the parts that a snapshot shows. If they are its own, it gives them to a new base, so that
/// nobody writes to them again. The caller holds the snapshot. NULL if there is no memory.
lfi_base *lfi_snapshot_settle(lf_snapshot *snapshot);
/// Makes snapshots that nobody holds let go of their bases, and frees the parts of all but a few of them.
void lfi_pool_tidy(lf_world *world);
/// Destroys all snapshots.
void lfi_pool_destroy(lf_world *world);

// work.c

/// Drops the tree or the index that is being made.
void lfi_rebuild_drop(lfi_rebuild *rebuild);

// ask.c

/// Turns the world's own search to the newest state, so that it does not hold an old one.
void lfi_world_follow(lf_world *world);

// log.c

/// The number of the first change after a version.
uint64_t lfi_log_after(const lfi_log *log, uint64_t version);
void lfi_log_add(lfi_log *log, lfi_change change);
static inline const lfi_change *lfi_log_at(const lfi_log *log, uint64_t number) {
    return &log->changes[number % LFI_LOG_ROOM];
}

#endif // LANDFALL_INNER_WORLD_H
