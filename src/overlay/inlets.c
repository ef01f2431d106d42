// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Finding inlets, and the ways between them (all-pairs shortest paths, Floyd-Warshall).
//
// The shore is all tiles open on the base along the tiles that an edit opens. It is cut into stretches: a
// first tile and all tiles within `depth` moves of the base from it, along the shore. The first tile is
// located (index/locate.c), and the others cannot be farther from it than these moves.
//
// A way from inlet to inlet leads over tiles of the base, bounded by spans. If both inlets lead to the same
// area, it may lead over opened tiles, bounded as the crow flies. Areas are told apart by boxes: where boxes
// touch, the areas count as one. This is never wrong, only weaker. So is folding: if there are more than
// LFI_INLETS_MAX inlets, the two whose common box is smallest become one.
//
// (Bounds that use only the inlet nearest to each end let ways between inlets cost nothing: after 30 craters
// queries took 2.2 ms in the mean, with the ways between inlets 0.9.)
//
// Time: a lookout or a few buoys per inlet, and O(inlets^2) for its ways; O(inlets^3) when some are dropped.
#include "inlets.h"

#include <string.h>

// ---- Maps that differ -----------------------------------------------------------------------------

static void tiles_include(lfi_box *box, bool *any, int32_t x, int32_t y) {
    const lfi_box tile = {x, y, x, y};
    *box = *any ? lfi_boxes_around(*box, tile) : tile;
    *any = true;
}

bool lfi_maps_differ(const lf_map *open, const lf_map *blocked, lfi_box box, lfi_box *out) {
    bool any = false;
    for (int32_t y = box.y0; y <= box.y1; y++) {
        const uint64_t row = lfi_map_row(open, y) >> 6;
        for (int64_t word = box.x0 >> 6; word <= box.x1 >> 6; word++) {
            const uint64_t bits = open->open[row + (uint64_t)word] & ~blocked->open[row + (uint64_t)word] &
                                  lfi_columns_mask(word, box.x0, box.x1);
            if (bits == 0) continue;
            const int32_t x = (int32_t)(64 * word);
            tiles_include(out, &any, x + lfi_lowest_bit(bits), y);
            tiles_include(out, &any, x + lfi_highest_bit(bits), y);
        }
    }
    return any;
}

// ---- Ways between inlets --------------------------------------------------------------------------

/// A lower bound of the way from one inlet to another that touches no third inlet.
static uint64_t inlets_stretch(const lfi_inlets_job *job, const lfi_inlet *a, const lfi_inlet *b) {
    if (a->area == b->area) return lfi_boxes_apart(&job->metric, a->box, b->box);
    const lfi_locus from = lfi_locus_make(a->box, &a->span), to = lfi_locus_make(b->box, &b->span);
    return lfi_loci_bound(&job->metric, job->index->unit, &from, &to);
}

/// Shortens ways that are shorter over inlet k.
static void ways_over(lfi_inlets *inlets, uint32_t k) {
    for (uint32_t i = 0; i < inlets->count; i++) {
        uint64_t *row = inlets->apart[i];
        const uint64_t *over = inlets->apart[k], first = row[k];
        for (uint32_t j = 0; j < inlets->count; j++)
            row[j] = first + over[j] < row[j] ? first + over[j] : row[j];
    }
}

/// Finds the ways of inlet k. The ways between the inlets before it are known.
static void ways_insert(lfi_inlets *inlets, const lfi_inlets_job *job, uint32_t k) {
    uint64_t stretch[LFI_INLETS_MAX + 1];
    for (uint32_t i = 0; i < k; i++) stretch[i] = inlets_stretch(job, &inlets->all[k], &inlets->all[i]);
    inlets->apart[k][k] = 0;
    for (uint32_t j = 0; j < k; j++) {
        uint64_t best = stretch[j];
        for (uint32_t i = 0; i < k; i++) {
            const uint64_t over = stretch[i] + inlets->apart[i][j];
            best = over < best ? over : best;
        }
        inlets->apart[k][j] = inlets->apart[j][k] = best < LFI_NO_WAY ? best : LFI_NO_WAY;
    }
    ways_over(inlets, k);
}

static void ways_anew(lfi_inlets *inlets, const lfi_inlets_job *job) {
    const uint32_t count = inlets->count;
    for (inlets->count = 0; inlets->count < count;) {
        inlets->count++;
        ways_insert(inlets, job, inlets->count - 1);
    }
}

/// Removes an inlet. The last one takes its place.
static void inlets_remove(lfi_inlets *inlets, uint32_t k) {
    const uint32_t last = --inlets->count;
    inlets->all[k] = inlets->all[last];
    for (uint32_t i = 0; i < last; i++) inlets->apart[k][i] = inlets->apart[i][k] = inlets->apart[last][i];
    inlets->apart[k][k] = 0;
}

// ---- Areas ----------------------------------------------------------------------------------------

// Areas keep their numbers, so a number stays valid while other areas come and go.

static bool area_is_free(const lfi_inlets *inlets, uint32_t area) {
    return inlets->areas[area].x0 > inlets->areas[area].x1;
}

static void area_free(lfi_inlets *inlets, uint32_t area) {
    inlets->areas[area] = (lfi_box){1, 1, 0, 0};
}

/// Finds the ways between the inlets of an area again, since they may have become shorter.
static void area_join_ways(lfi_inlets *inlets, const lfi_inlets_job *job, uint32_t area) {
    for (uint32_t i = 0; i < inlets->count; i++) {
        if (inlets->all[i].area != area) continue;
        for (uint32_t j = 0; j < i; j++) {
            if (inlets->all[j].area != area) continue;
            const uint64_t stretch = inlets_stretch(job, &inlets->all[i], &inlets->all[j]);
            if (stretch < inlets->apart[i][j]) inlets->apart[i][j] = inlets->apart[j][i] = stretch;
        }
    }
    for (uint32_t k = 0; k < inlets->count; k++) {
        if (inlets->all[k].area == area) ways_over(inlets, k);
    }
}

/// Makes an area part of another one.
static void area_join(lfi_inlets *inlets, uint32_t to, uint32_t area) {
    inlets->areas[to] = lfi_boxes_around(inlets->areas[to], inlets->areas[area]);
    for (uint32_t i = 0; i < inlets->count; i++) {
        if (inlets->all[i].area == area) inlets->all[i].area = to;
    }
    area_free(inlets, area);
}

static uint64_t box_extent(lfi_box box) {
    return (uint64_t)lfi_gap(box.x0, box.x1) + lfi_gap(box.y0, box.y1);
}

/// Joins an area with the area whose common box with it is smallest. No number is free.
static void area_join_nearest(lfi_inlets *inlets, uint32_t area) {
    uint32_t nearest = area;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < inlets->area_limit; i++) {
        if (i == area) continue;
        const uint64_t extent = box_extent(lfi_boxes_around(inlets->areas[i], inlets->areas[area]));
        if (extent >= least) continue;
        least = extent;
        nearest = i;
    }
    area_join(inlets, area, nearest);
}

/// Joins an area with one that it touches; false if there is none.
static bool area_join_touching(lfi_inlets *inlets, const lf_map *map, uint32_t area) {
    const lfi_box around = lfi_box_grow(inlets->areas[area], 1, map->width, map->height);
    for (uint32_t i = 0; i < inlets->area_limit; i++) {
        if (i == area || area_is_free(inlets, i) || !lfi_boxes_meet(around, inlets->areas[i])) continue;
        area_join(inlets, area, i);
        return true;
    }
    return false;
}

/// Adds an area, joins it with the areas that it touches, and returns its number. One place is always free.
static uint32_t area_add(lfi_inlets *inlets, const lfi_inlets_job *job, lfi_box box) {
    uint32_t area = 0, used = 0;
    while (area < inlets->area_limit && !area_is_free(inlets, area)) area++;
    if (area == inlets->area_limit) inlets->area_limit++;
    inlets->areas[area] = box;
    bool joined = false;
    while (area_join_touching(inlets, job->now, area)) joined = true;
    for (uint32_t i = 0; i < inlets->area_limit; i++) used += !area_is_free(inlets, i);
    if (used > LFI_AREAS_MAX) {
        area_join_nearest(inlets, area);
        joined = true;
    }
    if (joined) area_join_ways(inlets, job, area);
    return area;
}

// ---- Folding --------------------------------------------------------------------------------------

/// Makes two inlets one, in place of the first.
static void inlets_fold(lfi_inlets *inlets, uint32_t a, uint32_t b) {
    if (inlets->all[a].area != inlets->all[b].area)
        area_join(inlets, inlets->all[a].area, inlets->all[b].area);
    inlets->apart[a][b] = inlets->apart[b][a] = 0;
    ways_over(inlets, a);
    ways_over(inlets, b);
    inlets->all[a].box = lfi_boxes_around(inlets->all[a].box, inlets->all[b].box);
    const lfi_span other = inlets->all[b].span;
    lfi_span_join(&inlets->all[a].span, &other, false);
    inlets_remove(inlets, b);
}

/// What folding two inlets loses. Folding inlets of different groups leaves only boxes, and folding inlets of
/// different areas joins the areas: both only if there is no other choice.
static uint64_t fold_loss(const lfi_inlet *a, const lfi_inlet *b) {
    enum { OTHER_AREA = 40, OTHER_GROUP = 41 };
    return box_extent(lfi_boxes_around(a->box, b->box)) | (uint64_t)(a->area != b->area) << OTHER_AREA |
           (uint64_t)(a->span.group != b->span.group) << OTHER_GROUP;
}

/// Folds the two inlets that lose least by it. Returns the number of `area` afterwards.
static uint32_t inlets_fold_best(lfi_inlets *inlets, uint32_t area) {
    uint32_t a = 0, b = 1;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < inlets->count; i++) {
        for (uint32_t j = i + 1; j < inlets->count; j++) {
            const uint64_t loss = fold_loss(&inlets->all[i], &inlets->all[j]);
            if (loss >= least) continue;
            least = loss;
            a = i;
            b = j;
        }
    }
    const uint32_t kept = inlets->all[a].area, gone = inlets->all[b].area;
    inlets_fold(inlets, a, b);
    return area == gone ? kept : area;
}

/// Folds the last inlet with one that has the same box: the same stretch again, after a door was shut and
/// reopened. No other stretch can have this box: two connected sets of tiles that touch all four sides of a
/// box meet. If the other one was folded from several groups, nothing but its box was known, so nothing is
/// lost.
static void inlets_fold_same(lfi_inlets *inlets) {
    const uint32_t last = inlets->count - 1;
    for (uint32_t i = 0; i < last; i++) {
        const lfi_inlet *a = &inlets->all[i], *b = &inlets->all[last];
        if (box_extent(lfi_boxes_around(a->box, b->box)) != box_extent(a->box) ||
            box_extent(a->box) != box_extent(b->box) || a->area != b->area)
            continue;
        inlets_fold(inlets, i, last);
        return;
    }
}

// ---- The shore ------------------------------------------------------------------------------------

/// The most moves along the shore from the first tile of a stretch: DEPTH_LEAST, or 1/SHORE_PER_DEPTH of the
/// shore if that is more, so that there are few stretches. With many flips in one edit, stretches are so long
/// that all inlets together are about LFI_INLETS_MAX. (Folding those that are too many took 5 ms of the 12 ms of
/// 40 craters in one edit, and left no tighter bounds.)
enum { DEPTH_LEAST = 8, SHORE_PER_DEPTH = 32 };

static uint32_t shore_depth(uint32_t tiles, uint64_t others) {
    // A stretch reaches its depth to both sides of its first tile.
    const uint64_t crowd = tiles * (others + 1) / (2 * LFI_INLETS_MAX), cut = tiles / SHORE_PER_DEPTH;
    const uint64_t depth = crowd > cut ? crowd : cut;
    return (uint32_t)(depth < DEPTH_LEAST ? DEPTH_LEAST : depth < tiles ? depth : tiles);
}

/// The most inlets that one edit may have; with more, inlets are given up.
enum { EDIT_INLETS_MAX = 4 * LFI_INLETS_MAX };

/// The surroundings of an edit: whether each tile is shore, and a queue (breadth-first search).
typedef struct shore {
    const lf_map *base;
    lfi_box box;
    int32_t wide;
    uint8_t *tiles;
    uint32_t *queue;
    uint32_t count; ///< tiles of the shore
} shore;

enum { SHORE_NONE = 0, SHORE_FREE, SHORE_TAKEN };

static uint32_t shore_at(const shore *s, lf_point point) {
    return (uint32_t)(point.y - s->box.y0) * (uint32_t)s->wide + (uint32_t)(point.x - s->box.x0);
}

static lf_point shore_point(const shore *s, uint32_t at) {
    return (lf_point){s->box.x0 + (int32_t)(at % (uint32_t)s->wide),
                      s->box.y0 + (int32_t)(at / (uint32_t)s->wide)};
}

/// The tiles of a word that an edit opened and that are blocked on the base.
static uint64_t word_opened(const lfi_inlets_job *job, const lfi_flips *flips, int32_t y, int64_t word) {
    if (y < 0 || y >= job->now->height || word < 0) return 0;
    const uint64_t at = (lfi_map_row(job->now, y) >> 6) + (uint64_t)word;
    return lfi_flips_word(flips, y, (uint64_t)word) & job->now->open[at] & ~job->index->map->open[at];
}

/// The same with their neighbours to the left and right.
static uint64_t word_opened_wide(const lfi_inlets_job *job, const lfi_flips *flips, int32_t y, int64_t word) {
    const uint64_t here = word_opened(job, flips, y, word);
    return here | here << 1 | here >> 1 | word_opened(job, flips, y, word - 1) >> 63 |
           word_opened(job, flips, y, word + 1) << 63;
}

/// Marks the tiles next to opened ones that are open on the base.
static void shore_fill(shore *s, const lfi_inlets_job *job, const lfi_flips *flips) {
    for (int32_t y = s->box.y0; y <= s->box.y1; y++) {
        const uint64_t row = lfi_map_row(s->base, y) >> 6;
        for (int64_t word = s->box.x0 >> 6; word <= s->box.x1 >> 6; word++) {
            uint64_t bits = word_opened_wide(job, flips, y - 1, word) |
                            word_opened_wide(job, flips, y, word) | word_opened_wide(job, flips, y + 1, word);
            bits &= s->base->open[row + (uint64_t)word];
            for (; bits != 0; bits &= bits - 1, s->count++) {
                const lf_point point = {(int32_t)(64 * word) + lfi_lowest_bit(bits), y};
                s->tiles[shore_at(s, point)] = SHORE_FREE;
            }
        }
    }
}

/// Adds the free neighbours of a shore tile to the queue. Returns the queue's new end.
static uint32_t shore_spread(const shore *s, lf_point from, uint32_t end) {
    const lf_map *base = s->base;
    const lfi_spot spot = {lfi_map_row(base, from.y) + (uint64_t)from.x};
    const unsigned allowed = base->allowed[lfi_bits_around(base->open, spot, base->stride)];
    for (int move = 0; move < LFI_AROUND; move++) {
        if (move == LFI_CENTRE || (allowed >> move & 1) == 0) continue;
        const lf_point to = {from.x + lfi_move_dx(move), from.y + lfi_move_dy(move)};
        if (to.x < s->box.x0 || to.x > s->box.x1 || to.y < s->box.y0 || to.y > s->box.y1) continue;
        const uint32_t at = shore_at(s, to);
        if (s->tiles[at] != SHORE_FREE) continue;
        s->tiles[at] = SHORE_TAKEN;
        s->queue[end++] = at;
    }
    return end;
}

/// Takes the stretch of the shore that starts at a tile. Returns its box, and how many moves it reaches.
static lfi_box shore_take(const shore *s, uint32_t at, uint32_t depth, uint32_t *moves) {
    const lf_point first = shore_point(s, at);
    lfi_box box = {first.x, first.y, first.x, first.y};
    bool any = true;
    uint32_t begin = 0, end = 1;
    s->queue[0] = at;
    s->tiles[at] = SHORE_TAKEN;
    for (*moves = 0; *moves < depth; ++*moves) {
        const uint32_t ring = end;
        for (; begin < ring; begin++) end = shore_spread(s, shore_point(s, s->queue[begin]), end);
        if (end == ring) break;
    }
    for (uint32_t i = 0; i < end; i++) {
        const lf_point point = shore_point(s, s->queue[i]);
        tiles_include(&box, &any, point.x, point.y);
    }
    return box;
}

static uint16_t units_clamp(int64_t units) {
    return (uint16_t)(units > UINT16_MAX ? UINT16_MAX : units < 0 ? 0 : units);
}

/// The span of all tiles within some moves of a tile of the base.
static lfi_span span_around(const lfi_inlets_job *job, lf_point point, uint32_t moves) {
    const lf_index *index = job->index;
    lfi_seen seen;
    lfi_span span = lfi_index_locate(index, &job->metric, point, &seen);
    if (span.group == LFI_NO_GROUP) return span;
    const int64_t units = (int64_t)((moves * job->metric.diagonal + index->unit - 1) / index->unit);
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        span.least[k] = units_clamp(span.least[k] - units);
        span.most[k] = units_clamp(span.most[k] + units);
    }
    lfi_span_lower(&span, lfi_headland_slack(index->unit));
    return span;
}

// ---- Adding and dropping --------------------------------------------------------------------------

/// The box around the tiles that an edit opened and that are blocked on the base; false if there are none.
static bool flips_opened(const lfi_inlets_job *job, const lfi_flips *flips, lfi_box *out) {
    bool any = false;
    for (int32_t y = flips->box.y0; y <= flips->box.y1; y++) {
        for (int64_t word = flips->box.x0 >> 6; word <= flips->box.x1 >> 6; word++) {
            const uint64_t bits = word_opened(job, flips, y, word);
            if (bits == 0) continue;
            tiles_include(out, &any, (int32_t)(64 * word) + lfi_lowest_bit(bits), y);
            tiles_include(out, &any, (int32_t)(64 * word) + lfi_highest_bit(bits), y);
        }
    }
    return any;
}

/// Adds an inlet. Returns the number of its area afterwards.
static uint32_t inlets_put(lfi_inlets *inlets, const lfi_inlets_job *job, lfi_inlet inlet) {
    inlets->all[inlets->count] = inlet; // there is room for one more than may stay
    ways_insert(inlets, job, inlets->count++);
    inlets_fold_same(inlets);
    return inlets->count <= LFI_INLETS_MAX ? inlet.area : inlets_fold_best(inlets, inlet.area);
}

static void shore_to_inlets(const shore *s, lfi_inlets *inlets, const lfi_inlets_job *job, uint32_t area,
                            uint32_t depth) {
    const uint32_t size = (uint32_t)s->wide * (uint32_t)(s->box.y1 - s->box.y0 + 1);
    uint32_t made = 0;
    for (uint32_t at = 0; at < size && !inlets->given_up; at++) {
        if (s->tiles[at] != SHORE_FREE) continue;
        uint32_t moves;
        lfi_inlet inlet = {.box = shore_take(s, at, depth, &moves), .area = area};
        inlet.span = span_around(job, shore_point(s, at), moves);
        area = inlets_put(inlets, job, inlet);
        inlets->given_up = ++made > EDIT_INLETS_MAX;
    }
}

lf_status lfi_inlets_add(lfi_inlets *inlets, const lfi_inlets_job *job, const lfi_flips *flips) {
    lfi_box opened;
    if (inlets->given_up || !flips_opened(job, flips, &opened)) return LF_OK;
    shore s = {.base = job->index->map, .box = lfi_box_grow(opened, 1, job->now->width, job->now->height)};
    s.wide = s.box.x1 - s.box.x0 + 1;
    const uint64_t size = (uint64_t)s.wide * (uint64_t)(s.box.y1 - s.box.y0 + 1);
    if (!lfi_pool_reserve(job->store, job->shore, size, sizeof *s.tiles) ||
        !lfi_pool_reserve(job->store, job->queue, size, sizeof *s.queue))
        return LF_E_NOMEM;
    s.tiles = job->shore->items;
    s.queue = job->queue->items;
    memset(s.tiles, SHORE_NONE, (size_t)size);
    shore_fill(&s, job, flips);
    shore_to_inlets(&s, inlets, job, area_add(inlets, job, opened), shore_depth(s.count, flips->others));
    return LF_OK;
}

/// Shrinks the boxes of areas that meet a box to the opened tiles that are left.
static void areas_prune(lfi_inlets *inlets, const lfi_inlets_job *job, lfi_box box) {
    lfi_box opened;
    for (uint32_t i = 0; i < inlets->area_limit; i++) {
        if (area_is_free(inlets, i) || !lfi_boxes_meet(inlets->areas[i], box)) continue;
        if (lfi_maps_differ(job->now, job->index->map, inlets->areas[i], &opened))
            inlets->areas[i] = opened;
        else
            area_free(inlets, i);
    }
}

void lfi_inlets_prune(lfi_inlets *inlets, const lfi_inlets_job *job, lfi_box box) {
    const uint32_t before = inlets->count;
    areas_prune(inlets, job, box);
    for (uint32_t i = inlets->count; i-- > 0;) {
        const lfi_box around = lfi_box_grow(inlets->all[i].box, 1, job->now->width, job->now->height);
        lfi_box opened;
        if (area_is_free(inlets, inlets->all[i].area) ||
            (lfi_boxes_meet(around, box) && !lfi_maps_differ(job->now, job->index->map, around, &opened)))
            inlets_remove(inlets, i);
    }
    if (inlets->count < before) ways_anew(inlets, job);
}

void lfi_inlets_clear(lfi_inlets *inlets) {
    inlets->count = 0;
    inlets->given_up = false;
    inlets->area_limit = 0;
}

/// Lists the inlets that may come first on a way to another one: by no other inlet is the bound to them as low. Of the way
/// to the others, the bound is no higher by that inlet (triangle inequality). These are a few of 64.
static uint32_t inlets_first(const lfi_inlets *inlets, const uint64_t *to_inlet, uint8_t *first) {
    uint32_t count = 0, nearest = 0;
    for (uint32_t i = 1; i < inlets->count; i++) nearest = to_inlet[i] < to_inlet[nearest] ? i : nearest;
    if (inlets->count > 0) first[count++] = (uint8_t)nearest;
    for (uint32_t i = 0; i < inlets->count; i++) {
        uint32_t k = 0;
        while (k < count && to_inlet[first[k]] + inlets->apart[first[k]][i] > to_inlet[i]) k++;
        if (k == count) first[count++] = (uint8_t)i;
    }
    return count;
}

void lfi_inlets_reach(const lfi_inlets *inlets, const lfi_metric *metric, uint64_t unit,
                      const lfi_locus *tiles, uint64_t to_inlet[LFI_INLETS_MAX],
                      uint64_t by_inlet[LFI_INLETS_MAX]) {
    for (uint32_t i = 0; i < inlets->count; i++) {
        const lfi_locus inlet = lfi_locus_make(inlets->all[i].box, &inlets->all[i].span);
        to_inlet[i] = lfi_loci_bound(metric, unit, tiles, &inlet);
    }
    uint8_t first[LFI_INLETS_MAX];
    const uint32_t firsts = inlets_first(inlets, to_inlet, first);
    for (uint32_t i = 0; i < inlets->count; i++) {
        by_inlet[i] = LFI_NO_WAY;
        for (uint32_t k = 0; k < firsts; k++) {
            const uint64_t by = inlets->apart[first[k]][i] + to_inlet[first[k]];
            by_inlet[i] = by < by_inlet[i] ? by : by_inlet[i];
        }
    }
}
