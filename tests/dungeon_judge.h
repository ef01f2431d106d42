// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// An independent judge of answers with keys and doors: a textbook search over (tile, key set) that moves on
// the characters of a dungeon, and what follows from the states that it meets. It shares nothing with the
// library: no shut map, no ports, no closure over regions. What an explanation says is checked against these
// states:
//
//  - a door stays shut for a start if no state of that start stands on it, and some state stands beside it in
//    such a way that the door's own key alone would let it in;
//  - a kind is out of reach if no state of any start holds it;
//  - the goal is walled off if no start meets it holding every key from the beginning.
//
// Time: O(tiles * 2^kinds) a start. Memory: on the stack, for dungeons of up to JUDGE_TILES tiles.
#ifndef LANDFALL_DUNGEON_JUDGE_H
#define LANDFALL_DUNGEON_JUDGE_H

#include "dungeons.h"

enum { JUDGE_TILES = 64, JUDGE_SETS = 1 << DUNGEON_KINDS, JUDGE_ROUTE = JUDGE_TILES * JUDGE_SETS };

/// Everything that can be done from some of the starts.
typedef struct judge_walk {
    const dungeon *d;
    int64_t length;            ///< of a shortest way to the goal; -1: none
    unsigned kinds;            ///< that are held in any state
    bool stood[JUDGE_TILES];   ///< tiles that any state stands on
    bool knocked[JUDGE_TILES]; ///< doors that a state stands before with every key but the door's own
    uint8_t seen[JUDGE_ROUTE]; ///< by set * tiles + tile
    uint16_t queue[JUDGE_ROUTE];
    int tail;
} judge_walk;

static inline void judge_enter(judge_walk *w, int tile, unsigned set) {
    const int tiles = w->d->width * w->d->height;
    set = dungeon_take(w->d, tile, set);
    const int state = (int)set * tiles + tile;
    if (w->seen[state]) return;
    w->seen[state] = 1;
    w->stood[tile] = true;
    w->kinds |= set;
    w->queue[w->tail++] = (uint16_t)state;
}

static inline void judge_expand(judge_walk *w, int tile, unsigned set) {
    const dungeon *d = w->d;
    const int x = tile % d->width, y = tile / d->width;
    for (int k = 0; k < 9; k++) {
        const int dx = k % 3 - 1, dy = k / 3 - 1, to = tile + dy * d->width + dx;
        const char c = dungeon_at(d, x + dx, y + dy);
        if (c == '#') continue;
        if (dungeon_may_step(d, x, y, dx, dy, set))
            judge_enter(w, to, set);
        else if (dungeon_is_door(c) && dungeon_may_step(d, x, y, dx, dy, set | 1u << (c - 'A')))
            w->knocked[to] = true;
    }
}

/// Clears the walk, but of the marks of states only those that this dungeon can have: most dungeons have few
/// kinds, and clearing all marks took longer than walking.
static inline void judge_begin(judge_walk *w, const dungeon *d, unsigned held) {
    unsigned kinds = (unsigned)dungeon_keys(d) | held;
    size_t sets = 1;
    for (; kinds != 0; kinds >>= 1) sets *= 2;
    w->d = d;
    w->length = -1;
    w->kinds = 0;
    w->tail = 0;
    memset(w->stood, 0, sizeof w->stood);
    memset(w->knocked, 0, sizeof w->knocked);
    memset(w->seen, 0, sets * (size_t)(d->width * d->height));
}

/// Walks from sources[first] to sources[end - 1] at once, level by level; on to the goal, or on to the end of
/// everything if there is no way to it.
static inline void judge_run(judge_walk *w, const dungeon *d, int first, int end, unsigned held,
                             lf_goal goal) {
    const int tiles = d->width * d->height;
    judge_begin(w, d, held);
    for (int i = first; i < end; i++) judge_enter(w, (int)d->sources[i].tile, held);
    int64_t length = 0;
    for (int head = 0, level = w->tail; head < w->tail; head++) {
        if (head == level) {
            level = w->tail;
            length++;
        }
        const int tile = w->queue[head] % tiles;
        const unsigned set = w->queue[head] / (unsigned)tiles;
        if (dungeon_is_done(d, tile, set, goal)) {
            w->length = length;
            return;
        }
        judge_expand(w, tile, set);
    }
}

/// What the explanation of "no route" has to be.
typedef struct judge_why {
    unsigned reached;
    bool walled, locked[JUDGE_TILES];
} judge_why;

static inline void judge_explain(const dungeon *d, lf_goal goal, judge_why *why) {
    judge_walk w;
    *why = (judge_why){.walled = true, .reached = (unsigned)d->held};
    for (int i = 0; i < d->source_count; i++) {
        judge_run(&w, d, i, i + 1, (unsigned)d->held, goal);
        why->reached |= w.kinds;
        for (int t = 0; t < d->width * d->height; t++)
            why->locked[t] = why->locked[t] || (w.knocked[t] && !w.stood[t]);
    }
    // With every door open the keys on the floor still have to be fetched: doors become floor.
    dungeon open = *d;
    for (int t = 0; t < d->width * d->height; t++)
        if (dungeon_is_door(open.tiles[t])) open.tiles[t] = '.';
    for (int i = 0; why->walled && i < d->source_count; i++) {
        judge_run(&w, &open, i, i + 1, (unsigned)d->held, goal);
        why->walled = w.length < 0;
    }
}

/// NULL, or what is false in the library's explanation of "no route".
static inline const char *judge_check_why(const dungeon *d, lf_goal goal, const lf_keys_search *search) {
    judge_why truth;
    judge_explain(d, goal, &truth);
    lf_keys_why why;
    lf_fixture locks[JUDGE_TILES];
    if (lf_keys_search_explain(search, &why, locks, JUDGE_TILES) != LF_OK) return "there is no explanation";
    if (why.walled != truth.walled) return "walled is false";
    if (why.reached != truth.reached) return "a key said to be within reach is not, or the other way round";
    const uint64_t lying = dungeon_keys(d);
    if (why.unreachable != (lying & ~(uint64_t)truth.reached)) return "the keys out of reach are wrong";
    uint64_t missing = 0;
    for (int64_t i = 0; i < why.lock_count; i++) {
        if (!truth.locked[locks[i].tile]) return "a door said to stay shut is not one that does";
        if (locks[i].kind != d->tiles[locks[i].tile] - 'A') return "the kind of a locked door is wrong";
        truth.locked[locks[i].tile] = false;
        missing |= (UINT64_C(1) << locks[i].kind) & ~lying;
    }
    for (int t = 0; t < JUDGE_TILES; t++)
        if (truth.locked[t]) return "a door that stays shut is not told";
    return why.missing == missing ? NULL : "the keys that do not exist are wrong";
}

/// NULL, or why the tiles are no route to the goal: replayed here, and once more by lf_keys_check.
static inline const char *judge_check_tiles(const dungeon *d, const lf_fixtures *fixtures, lf_goal goal,
                                            const lf_tile *tiles, int64_t count) {
    bool begins = false;
    for (int i = 0; i < d->source_count; i++) begins = begins || d->sources[i].tile == tiles[0];
    if (!begins) return "the route does not begin at a source";
    unsigned set = dungeon_take(d, (int)tiles[0], (unsigned)d->held);
    for (int64_t i = 1; i < count; i++) {
        const int from = (int)tiles[i - 1], to = (int)tiles[i], w = d->width;
        const int dx = to % w - from % w, dy = to / w - from / w;
        if (dx < -1 || dx > 1 || dy < -1 || dy > 1 || !dungeon_may_step(d, from % w, from / w, dx, dy, set))
            return "the route has an illegal move";
        set = dungeon_take(d, to, set);
    }
    if (!dungeon_is_done(d, (int)tiles[count - 1], set, goal)) return "the route does not end at the goal";
    lf_keys_walk walk;
    if (lf_keys_check(fixtures, tiles, count, d->held, &walk) != LF_OK) return "lf_keys_check finds a fault";
    return walk.held == set ? NULL : "lf_keys_check has other keys at the end";
}

/// An answer and its tiles.
typedef struct judge_answer {
    lf_status status;
    lf_keys_route route;
    lf_tile tiles[JUDGE_ROUTE];
} judge_answer;

static inline void judge_find(const dungeon *d, lf_keys_search *search, lf_goal goal,
                              lf_keys_strategy strategy, judge_answer *a) {
    const lf_keys_query query = dungeon_query(d, goal, strategy);
    a->status = lf_keys_search_find(search, &query, a->tiles, JUDGE_ROUTE, &a->route);
}

/// NULL, or what is wrong with an answer to one goal that is said to be proven.
static inline const char *judge_proven(const dungeon *d, const lf_fixtures *fixtures,
                                       const lf_keys_search *search, lf_goal goal, const judge_answer *a) {
    judge_walk w;
    judge_run(&w, d, 0, d->source_count, (unsigned)d->held, goal);
    if (a->status != LF_OK && a->status != LF_NO_ROUTE) return lf_status_text(a->status);
    if (a->status == LF_OK && w.length < 0) return "a route is found where there is none";
    if (a->status == LF_NO_ROUTE && w.length >= 0) return "\"no route\" is proven where there is one";
    if (a->status == LF_NO_ROUTE) return judge_check_why(d, goal, search);
    if (a->route.length != w.length) return "the route is not the shortest";
    if (a->route.tile_count != a->route.length + 1) return "length and number of tiles do not fit";
    return judge_check_tiles(d, fixtures, goal, a->tiles, a->route.tile_count);
}

/// NULL, or what is wrong with the answer of a strategy to one goal.
static inline const char *judge_ask(const dungeon *d, const lf_fixtures *fixtures, lf_keys_search *search,
                                    lf_goal goal, lf_keys_strategy strategy) {
    judge_answer a;
    judge_find(d, search, goal, strategy, &a);
    return judge_proven(d, fixtures, search, goal, &a);
}

/// NULL, or what is wrong with the answer of a search that may hit its limits: then there may be a route, which is
/// legal, and the length of a shortest one lies between the bound and its length.
static inline const char *judge_ask_limited(const dungeon *d, const lf_fixtures *fixtures,
                                            lf_keys_search *search, lf_goal goal, bool must_find) {
    judge_walk w;
    judge_answer a;
    judge_find(d, search, goal, LF_KEYS, &a);
    if (a.status != LF_LIMIT) return judge_proven(d, fixtures, search, goal, &a);
    const lf_keys_route route = a.route;
    judge_run(&w, d, 0, d->source_count, (unsigned)d->held, goal);
    if (!route.found && must_find) return "there is no route at the limit";
    if (w.length >= 0 && route.lower_bound > w.length) return "the bound at the limit is too great";
    if (!route.found) return route.tile_count == 0 && route.length == 0 ? NULL : "no route has a length";
    if (w.length < 0) return "a route is found at the limit where there is none";
    if (route.length < w.length) return "the route at the limit is too short";
    if (route.length <= route.lower_bound) return "the route at the limit is proven, and not told to be";
    if (route.tile_count != route.length + 1) return "length and number of tiles do not fit";
    return judge_check_tiles(d, fixtures, goal, a.tiles, route.tile_count);
}

/// NULL, or what is wrong with the answer of a query that is stopped after so many of the smallest slices. *ended says
/// whether the query had ended by itself before.
static inline const char *judge_ask_stopped(const dungeon *d, const lf_fixtures *fixtures,
                                            lf_keys_search *search, lf_goal goal, lf_keys_strategy strategy,
                                            int64_t slices, bool *ended) {
    judge_walk w;
    judge_answer a;
    const lf_keys_query query = dungeon_query(d, goal, strategy);
    lf_status status = lf_keys_search_begin(search, &query);
    for (int64_t i = 0; i < slices && status == LF_PAUSED; i++) status = lf_keys_search_step(search, 1);
    *ended = status != LF_PAUSED;
    a.status = lf_keys_search_finish(search, a.tiles, JUDGE_ROUTE, &a.route);
    if (a.status != LF_LIMIT) return judge_proven(d, fixtures, search, goal, &a);
    judge_run(&w, d, 0, d->source_count, (unsigned)d->held, goal);
    if (w.length < 0) return "there is no route, and that is not told";
    if (!a.route.found) return "there is no route at a stop";
    if (a.route.lower_bound > w.length) return "the bound at a stop is too great";
    if (a.route.length < w.length) return "the route at a stop is too short";
    if (a.route.lower_bound >= a.route.length) return "the route at a stop is proven, and not told to be";
    if (a.route.tile_count != a.route.length + 1) return "length and number of tiles do not fit";
    return judge_check_tiles(d, fixtures, goal, a.tiles, a.route.tile_count);
}

#endif // LANDFALL_DUNGEON_JUDGE_H
