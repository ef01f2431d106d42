// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Hops: what it costs to go from one key to another, by the doors that the walk needs, found once for all states.
//
// A state asks which keys can be taken next, and what that costs with the doors of the moment. A flood over the points
// finds out, and a search that goes on for long repeats nearly the same floods thousands of times. But from one key to
// another there are only a few walks that matter: those that no other walk beats with a subset of its doors. A hop is
// such a walk: its cost, the kinds that it needs, and the kinds of the keys that it passes. The first one, in order of
// cost, whose kinds are all held is what the flood would find.
//
// If it passes a key that is new, the flood would have ended there. Then this hop is no step at all: going to that key
// first, and on from there, costs the same and has more. For the same reason a walk that is beaten by one that passes
// a key is left out for good.
//
// Walks are found by Dijkstra's algorithm with labels (cost, kinds needed), from each key to all points. In a dungeon
// full of doors there can be very many of them; then there are no hops, and states go on with floods. Nobody knows that
// beforehand, so hops are found little by little: a row may take its share of what the states have taken so far. What is
// left waits until they have taken more, so hops that never come have cost a part of a row.
//
// Time: about one flood over points per key; a few nanoseconds per key and state after that. Memory: 24 bytes per hop.
#include "keys.h"

#include <string.h>

enum {
    HOPS_AHEAD = 2,     // rows: what has been found may have taken so many rows' share more than its own
    HOPS_MOST = 1 << 19 // hops in all, and pairs of keys
};

static const lfi_poi *hops_item(const lf_keys_search *search, uint32_t point) {
    return &LFI_ITEMS(lfi_poi, search->points.items)[point];
}

/// Whether a state may be at this key.
static bool hops_wants(const lf_keys_search *search, uint32_t point) {
    const lfi_poi *item = hops_item(search, point);
    return item->live && (search->relevance.kinds >> item->kind & 1) != 0;
}

static uint64_t hops_columns(const lfi_hops *hops) {
    return (uint64_t)hops->key_count + 1; // the last one is the target
}

static lfi_hops_label *hops_labels(const lfi_hops *hops) {
    return LFI_ITEMS(lfi_hops_label, hops->labels);
}

// ---------------------------------------------------------------------------------------------------
// A row
// ---------------------------------------------------------------------------------------------------

/// Whether a walk that was found before needs no more kinds. It costs no more.
static bool label_is_beaten(lfi_hops *hops, uint32_t point, uint64_t need) {
    uint32_t at = LFI_ITEMS(uint32_t, hops->newest)[point];
    for (; at != LFI_NONE && (hops_labels(hops)[at].need & ~need) != 0; hops->work += LFI_WORK_LOOK)
        at = hops_labels(hops)[at].next;
    return at != LFI_NONE;
}

static bool label_push(lf_keys_search *search, lfi_hops_label label) {
    lfi_hops *hops = &search->hops;
    const uint32_t at = hops->label_count;
    if (label_is_beaten(hops, label.point, label.need)) return true;
    if (!lfi_pool_reserve(&search->store, &hops->labels, (uint64_t)at + 1, sizeof label)) return false;
    hops_labels(hops)[at] = label;
    hops->label_count++;
    hops->work += LFI_WORK_LABEL;
    return lfi_queue_push(&search->store, &hops->queue, label.cost, at);
}

/// Goes on from a walk to all points next to its end.
static bool label_expand(lf_keys_search *search, uint32_t from, lfi_hops_label label) {
    const lfi_poi *item = hops_item(search, label.point);
    const lfi_edge *edges = LFI_ITEMS(lfi_edge, search->points.edges);
    if (label.point == LFI_TARGET) return true;
    search->hops.work += (uint64_t)item->edge_count * LFI_WORK_EDGE;
    if (label.point != from && item->type == LFI_POINT_KEY)
        label.pass |= lfi_kind_bit(item->kind) & search->relevance.kinds;
    for (uint32_t i = item->edge; i < item->edge + item->edge_count; i++) {
        const uint64_t need = label.need | (edges[i].need & ~search->query.held);
        const uint64_t cost = (uint64_t)label.cost + edges[i].cost;
        if ((need & ~search->relevance.kinds) != 0 || cost >= LFI_FAR) continue;
        const lfi_hops_label next = {
            .need = need, .pass = label.pass, .cost = (uint32_t)cost, .point = edges[i].to};
        if (!label_push(search, next)) return false;
    }
    return true;
}

static uint32_t hops_row_point(const lfi_hops *hops) {
    return hops->next == 0 ? LFI_START : LFI_ITEMS(uint32_t, hops->keys)[hops->next - 1];
}

/// Begins with the walks from the point of a row.
static bool hop_row_begin(lf_keys_search *search) {
    lfi_hops *hops = &search->hops;
    memset(hops->newest.items, 0xff, (size_t)search->points.count * sizeof(uint32_t)); // LFI_NONE
    hops->label_count = 0;
    hops->queue.count = 0;
    hops->begun = true;
    return label_push(search, (lfi_hops_label){.point = hops_row_point(hops)});
}

/// Goes on with the walks that matter, until all are there or so much work is done.
static bool hop_row_find(lf_keys_search *search, uint64_t most) {
    lfi_hops *hops = &search->hops;
    const uint32_t from = hops_row_point(hops);
    while (hops->queue.count > 0 && hops->work <= most) {
        const uint32_t at = lfi_queue_pop(&hops->queue).node;
        const lfi_hops_label label = hops_labels(hops)[at];
        if (label_is_beaten(hops, label.point, label.need)) continue;
        uint32_t *newest = &LFI_ITEMS(uint32_t, hops->newest)[label.point];
        hops_labels(hops)[at].next = *newest;
        *newest = at;
        if (!label_expand(search, from, label)) return false;
    }
    return true;
}

/// Keeps the walks to a point, cheapest first: they are chained the other way round.
static bool row_keep(lf_keys_search *search, uint32_t point) {
    lfi_hops *hops = &search->hops;
    uint32_t count = 0, at;
    for (at = LFI_ITEMS(uint32_t, hops->newest)[point]; at != LFI_NONE; at = hops_labels(hops)[at].next)
        count++;
    if (!lfi_pool_reserve(&search->store, &hops->list, (uint64_t)hops->count + count, sizeof(lfi_hop)))
        return false;
    lfi_hop *hop = LFI_ITEMS(lfi_hop, hops->list) + hops->count + count;
    for (at = LFI_ITEMS(uint32_t, hops->newest)[point]; at != LFI_NONE; at = hops_labels(hops)[at].next) {
        const lfi_hops_label *label = &hops_labels(hops)[at];
        *--hop = (lfi_hop){.need = label->need, .pass = label->pass, .cost = label->cost};
    }
    hops->count += count;
    return true;
}

// ---------------------------------------------------------------------------------------------------
// All rows
// ---------------------------------------------------------------------------------------------------

bool lfi_hops_begin(lf_keys_search *search) {
    lfi_hops *hops = &search->hops;
    const uint64_t keys = (uint64_t)search->fixtures->key_count;
    hops->ready = false;
    hops->count = hops->key_count = hops->next = 0;
    hops->work = 0;
    hops->begun = false;
    if (!lfi_pool_reserve(&search->store, &hops->keys, keys + 1, sizeof(uint32_t)) ||
        !lfi_pool_reserve(&search->store, &hops->row_at, keys + 1, sizeof(uint32_t)))
        return false;
    LFI_ITEMS(uint32_t, hops->row_at)[0] = 0; // the start
    for (uint32_t p = search->points.first_key; p < search->points.first_side; p++) {
        if (!hops_wants(search, p)) continue;
        LFI_ITEMS(uint32_t, hops->keys)[hops->key_count++] = p;
        LFI_ITEMS(uint32_t, hops->row_at)[1 + p - search->points.first_key] = hops->key_count;
    }
    const uint64_t columns = hops_columns(hops);
    LFI_ITEMS(uint32_t, hops->keys)[hops->key_count] = LFI_TARGET;
    hops->hopeless = columns * columns > HOPS_MOST;
    return hops->hopeless ||
           (lfi_pool_reserve(&search->store, &hops->first, columns * columns + 1, sizeof(uint32_t)) &&
            lfi_pool_reserve(&search->store, &hops->newest, search->points.count, sizeof(uint32_t)));
}

/// A row is complete: keeps what leads to keys and to the target.
static bool hops_keep_row(lf_keys_search *search) {
    lfi_hops *hops = &search->hops;
    const uint64_t columns = hops_columns(hops);
    uint32_t *first = LFI_ITEMS(uint32_t, hops->first) + hops->next * columns;
    for (uint64_t c = 0; c < columns; c++) {
        first[c] = hops->count;
        if (!row_keep(search, LFI_ITEMS(uint32_t, hops->keys)[c])) return false;
    }
    first[columns] = hops->count;
    hops->begun = false;
    hops->next++;
    hops->hopeless = hops->count > HOPS_MOST;
    hops->ready = !hops->hopeless && hops->next == columns;
    return true;
}

bool lfi_hops_step(lf_keys_search *search, uint64_t most, bool *done) {
    lfi_hops *hops = &search->hops;
    const uint64_t allowed = most / hops_columns(hops) * (hops->next + HOPS_AHEAD), before = hops->work;
    *done = hops->ready || hops->hopeless || before > allowed;
    if (*done) return true;
    if ((!hops->begun && !hop_row_begin(search)) || !hop_row_find(search, allowed)) return false;
    search->work += hops->work - before;
    return hops->queue.count > 0 || hops_keep_row(search);
}

// ---------------------------------------------------------------------------------------------------
// Steps
// ---------------------------------------------------------------------------------------------------

const lfi_hop *lfi_hops_find(const lf_keys_search *search, uint32_t row, uint32_t column, uint64_t held) {
    const lfi_hops *hops = &search->hops;
    const uint32_t *first = LFI_ITEMS(uint32_t, hops->first) + row * hops_columns(hops) + column;
    const lfi_hop *hop = LFI_ITEMS(lfi_hop, hops->list) + first[0],
                  *end = LFI_ITEMS(lfi_hop, hops->list) + first[1];
    while (hop < end && (hop->need & ~held) != 0) hop++;
    return hop < end ? hop : NULL;
}

/// The steps from a point, by hops.
static void steps_hop(lf_keys_search *search, uint32_t point, uint64_t set) {
    const lfi_hops *hops = &search->hops;
    const uint64_t fresh = search->relevance.kinds & ~set;
    const uint32_t row =
        LFI_ITEMS(uint32_t, hops->row_at)[point == LFI_START ? 0 : 1 + point - search->points.first_key];
    lfi_step *step = LFI_ITEMS(lfi_step, search->steps);
    for (uint32_t c = 0; c <= hops->key_count; c++) {
        const uint32_t to = LFI_ITEMS(uint32_t, hops->keys)[c];
        if (to != LFI_TARGET && (fresh >> hops_item(search, to)->kind & 1) == 0) continue;
        const lfi_hop *hop = lfi_hops_find(search, row, c, set);
        if (hop != NULL && (hop->pass & fresh) == 0) *step++ = (lfi_step){to, hop->cost};
    }
    search->step_count = (uint32_t)(step - LFI_ITEMS(lfi_step, search->steps));
    search->work += (uint64_t)hops->key_count * LFI_WORK_EDGE;
}

/// The same by a flood.
static void steps_flood(lf_keys_search *search, uint32_t point, uint64_t set) {
    const uint64_t fresh = search->relevance.kinds & ~set;
    lfi_step *step = LFI_ITEMS(lfi_step, search->steps);
    lfi_points_flood(search, point, search->query.held | set, fresh, LFI_NONE);
    for (uint32_t p = search->points.first_key; p < search->points.first_side; p++) {
        const uint32_t cost = lfi_points_cost(search, p);
        if (cost != LFI_FAR && (fresh >> hops_item(search, p)->kind & 1) != 0) *step++ = (lfi_step){p, cost};
    }
    const uint32_t cost = lfi_points_cost(search, LFI_TARGET);
    if (cost != LFI_FAR) *step++ = (lfi_step){LFI_TARGET, cost};
    search->step_count = (uint32_t)(step - LFI_ITEMS(lfi_step, search->steps));
}

bool lfi_steps_find(lf_keys_search *search, uint32_t point, uint64_t set) {
    if (!lfi_pool_reserve(&search->store, &search->steps, (uint64_t)search->fixtures->key_count + 1,
                          sizeof(lfi_step)))
        return false;
    if (search->hops.ready)
        steps_hop(search, point, set);
    else
        steps_flood(search, point, set);
    return true;
}
