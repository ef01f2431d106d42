// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of a search through a puzzle.
//
// A state is where the heroes stand, and a few bits: everything that devices remember is one bit each, and
// numbers are sums over bits, so nothing has to be kept in step. Bits that can make no difference any more
// are set, so that states which differ in nothing else are one.
//
//     rules.c      which bit is what; what is open in a state, and what a hero changes by entering and
//     leaving
//     mesh.c       points and the ways between them
//     reckoning.c  a lower bound for what is left
//     quest.c      the search over states
//     puzzle.c     queries: checks, slices, answers
#ifndef LANDFALL_PUZZLE_H
#define LANDFALL_PUZZLE_H

#include "../base/chains.h"
#include "../base/heap.h"
#include "../base/pace.h"
#include "devices.h"

enum {
    LFI_BIT_WORDS = LF_MAX_PUZZLE_BITS / 32,
    LFI_NO_BIT = 0xFFFF, ///< a device that remembers nothing that matters
    LFI_UNIT_TILE = 20,  ///< work per tile of a flood, in about nanoseconds,
    LFI_UNIT_EDGE = 40,  ///< per edge that is tried,
    LFI_UNIT_STATE = 400 ///< and per state
};

#define LFI_NO_POINT  UINT32_MAX
#define LFI_UNREACHED UINT32_MAX ///< a distance: there is no way

/// The bits of a state.
typedef struct lfi_bits {
    uint32_t words[LFI_BIT_WORDS];
} lfi_bits;

static inline bool lfi_bits_has(const lfi_bits *bits, uint32_t bit) {
    return (bits->words[bit / 32] >> bit % 32 & 1) != 0;
}

static inline void lfi_bits_set(lfi_bits *bits, uint32_t bit) {
    bits->words[bit / 32] |= UINT32_C(1) << bit % 32;
}

/// How many bits of a set are set.
static inline int lfi_bits_count(const lfi_bits *bits, const lfi_bits *of, int words) {
    int count = 0;
    for (int i = 0; i < words; i++) count += lfi_count_bits(bits->words[i] & of->words[i]);
    return count;
}

/// What is known of a kind of keys in a query.
typedef struct lfi_kind {
    int held;        ///< at the beginning
    int required;    ///< keys to be taken at least, those held counted
    int there;       ///< on the map
    int most;        ///< of a kept kind: more keys than that make no difference
    bool used_up;    ///< each door takes its keys
    bool counted;    ///< a bit per key; else one bit for all
    bool alive;      ///< whether its keys make any difference
    uint32_t bit;    ///< of a kind that is not counted
    lfi_bits keys;   ///< the bits of its keys
    uint32_t *doors; ///< of a kind that is used up: its doors
    uint32_t door_count;
    uint32_t anchor, anchor_count; ///< its keys as anchors of the bound; 0 = they are none
} lfi_kind;

/// What the bits of a query mean.
typedef struct lfi_rules {
    lfi_kind kinds[LF_MAX_KINDS];
    uint16_t *bit;  ///< per device: of its key, its lock, its barriers or its visit; or LFI_NO_BIT
    uint16_t *gone; ///< per device: whether its tile has shut behind somebody; or LFI_NO_BIT
    int bit_count, word_count;
    uint8_t place_kind[LF_MAX_KINDS]; ///< kinds of places, in their order
    int place_count;                  ///< of them; they have consecutive bits
    uint32_t place_bit;               ///< the first of them
    lfi_bits good, bad;  ///< bits that never do harm, and bits that never do good; all others may do both
    bool shuts;          ///< whether anything that is open may shut
    bool hopeless;       ///< more keys are required than lie on the map
    uint64_t live_kinds; ///< kinds that are alive
} lfi_rules;

/// A tile that the search knows.
typedef struct lfi_mesh_point {
    lf_tile tile;
    uint32_t device;             ///< or LFI_NO_DEVICE
    uint32_t beside[LFI_AROUND]; ///< points beside it, by move; or LFI_NO_POINT
    uint32_t ring; ///< of a teleporter: the next point of its kind, in a ring; else LFI_NO_POINT
    uint64_t ways; ///< its first way
    uint32_t way_count;
    bool is_made;   ///< whether its ways are
    bool is_target; ///< of the query
    bool is_beset;  ///< whether a tile beside it may be shut
} lfi_mesh_point;

/// A way over bare floor, of two moves or more.
typedef struct lfi_mesh_way {
    uint32_t to, length;
} lfi_mesh_way;

/// A state as the search keeps it. Where the heroes stand and its bits are in an array of their own.
typedef struct lfi_quest_state {
    uint64_t length;
    uint32_t parent;
    uint32_t here; ///< the state before it at the same point
    uint8_t hero;  ///< who moved
    bool by_way;   ///< whether over a way; else by one move
    bool is_done;  ///< followed since it was last improved
} lfi_quest_state;

/// Something that every route must come by: a key or a place.
typedef struct lfi_anchor {
    uint32_t point;
    uint32_t device;
    uint64_t
        rest; ///< of a place: moves from here over the places that follow, and to the target; or LFI_UNREACHED
} lfi_anchor;

typedef enum lfi_puzzle_phase {
    LFI_PUZZLE_IDLE = 0,
    LFI_PUZZLE_RECKON, ///< making the bound
    LFI_PUZZLE_QUEST,
    LFI_PUZZLE_ENDED,
} lfi_puzzle_phase;

struct lf_puzzle_search {
    const lf_puzzle *puzzle;
    const lf_map *map;
    lfi_store store;
    lf_clock clock;
    int64_t max_states;
    lf_puzzle_query query;
    lfi_pace pace;
    lfi_puzzle_phase phase;
    lf_status status;
    lf_puzzle_route route;
    uint64_t work; ///< of this query, in about nanoseconds
    int heroes;

    // rules.c
    lfi_rules rules;
    lfi_pool device_bits, device_gone, kind_doors;

    // mesh.c
    lfi_pool points, point_of, from, queue,
        ways; ///< per point; per tile: point, move of a flood; tiles; ways
    uint32_t point_count;
    uint64_t way_count;

    // reckoning.c
    lfi_pool anchors, distances; ///< lfi_anchor; uint32_t per anchor and point, the target's first
    uint32_t anchor_count, anchors_made;
    uint32_t place_anchor[LF_MAX_KINDS], place_anchor_count[LF_MAX_KINDS]; ///< of the places, in their order
    bool has_exit;

    // quest.c
    lfi_pool states, packed, last_here; ///< lfi_quest_state; uint32_t, `packed_words` per state; per point
    uint32_t state_count, packed_words;
    lfi_chains table;
    lfi_queue open, greedy;
    uint64_t best_length; ///< of the best route so far; UINT64_MAX = none
    uint32_t best;        ///< its last state
    uint64_t bound;       ///< no route is shorter
    uint64_t turn;        ///< states taken off
    lfi_bits ever;        ///< bits that any state has
    lfi_pool chain;       ///< states from the first to the best

    // the answer
    lfi_pool steps, events, marks;
};

// rules.c

/// Finds out which bits the query needs. LF_OK, LF_E_PUZZLE_BITS, or why there is no memory.
lf_status lfi_rules_make(lf_puzzle_search *search);

/// Whether a device may ever be shut.
bool lfi_rules_may_shut(const lf_puzzle_search *search, uint32_t device);

/// Whether a device is shut in a state.
bool lfi_rules_is_shut(const lf_puzzle_search *search, const lfi_bits *bits, uint32_t device);

/// Whether a hero may enter it, with a key perhaps.
bool lfi_rules_lets_in(const lf_puzzle_search *search, const lfi_bits *bits, uint32_t device);

/// What changes when a hero enters a device, or leaves it.
void lfi_rules_enter(const lf_puzzle_search *search, lfi_bits *bits, uint32_t device);
void lfi_rules_leave(const lf_puzzle_search *search, lfi_bits *bits, uint32_t device);

/// Sets the bits that can make no difference any more.
void lfi_rules_settle(const lf_puzzle_search *search, lfi_bits *bits);

/// How many keys of a kind are still required.
int lfi_rules_lacking(const lf_puzzle_search *search, const lfi_bits *bits, int kind);

/// How many places were visited.
int lfi_rules_visited(const lf_puzzle_search *search, const lfi_bits *bits);

/// Whether keys and places are as the goal asks.
bool lfi_rules_goal_holds(const lf_puzzle_search *search, const lfi_bits *bits);

// mesh.c

/// Finds the points of the query. LF_OK, or why there is no memory.
lf_status lfi_mesh_make(lf_puzzle_search *search);

/// Makes the ways of a point, if they are not made. False if there is no memory.
bool lfi_mesh_ways(lf_puzzle_search *search, uint32_t point);

/// Whether headings allow a move from a device (or LFI_NO_DEVICE) to another.
bool lfi_mesh_heads(const lf_puzzle_search *search, uint32_t from, uint32_t to, int move);

/// Appends the tiles of the way from a point to another, without the first. False if there is no memory.
bool lfi_mesh_trace(lf_puzzle_search *search, uint32_t from, uint32_t to, int hero);

/// Appends a step. False if there is no memory.
bool lfi_puzzle_add_step(lf_puzzle_search *search, int hero, lf_tile tile);

static inline lfi_mesh_point *lfi_mesh_point_at(const lf_puzzle_search *search, uint32_t point) {
    return &LFI_ITEMS(lfi_mesh_point, search->points)[point];
}

static inline uint32_t lfi_mesh_find(const lf_puzzle_search *search, lf_tile tile) {
    return LFI_ITEMS(uint32_t, search->point_of)[tile];
}

// reckoning.c

/// Picks what bounds are made of. False if there is no memory.
bool lfi_reckon_begin(lf_puzzle_search *search);

/// One piece of the work: LF_PAUSED, LF_OK (all done), or why there is no memory.
lf_status lfi_reckon_step(lf_puzzle_search *search);

/// No route is shorter than this from a state on; UINT64_MAX if there is none.
uint64_t lfi_reckon(const lf_puzzle_search *search, const uint32_t *at, const lfi_bits *bits);

// quest.c

/// Puts the first states into the queues. False if there is no memory.
bool lfi_quest_begin(lf_puzzle_search *search);

/// Follows one state: LF_PAUSED; LF_OK, LF_NO_ROUTE; LF_LIMIT or another failure.
lf_status lfi_quest_step(lf_puzzle_search *search);

/// Writes the steps of the best route. False if there is no memory.
bool lfi_quest_trace(lf_puzzle_search *search);

#endif // LANDFALL_PUZZLE_H
