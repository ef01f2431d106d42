// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The overlay (overlay/overlay.h, a dynamic visibility graph) of one query.
//
// It is what an edited world has, and now.c uses it in the same way: the index answers for its own map, and
// the answer is proven or not. But a world makes its overlay once per edit, and this one is made per query,
// so it is made in two parts:
//
//     lay    boxes of blocked tiles and inlets: all that the proof needs. Most queries end there. A leg that comes
//            near a box of blocked tiles is walked tile by tile, because the stops are not up to date. A grid of
//            cells says for most legs that none is near: comparing each leg with each of 100 boxes took 13 us.
//     see    stops, numbers of new headlands, and sweeps for the headlands that see obstacles: for the second
//            attempt, if obstacles cut the index's route, or open a way that may be shorter
//
// Boxes near each other are joined before they are swept: a sweep costs about 100 us in an ocean, however few
// tiles it begins at. All stops are updated before the first sweep. Then each sweep by itself is right: if a
// headland sees something else, take the nearest marked tile, of whatever box, that lies between. The
// parallelogram up to it has no other marked tile, so the sweep of this box finds the headland.
//
// If there is an edited world below, its bounds, numbers and marks are copied first (37 KB of inlets, 4 bytes
// per headland), and the stops when the search is turned to another state.
//
// Harbours of a depth gate are opened in the same way: there the index is one for the gate, its map has the tiles
// that are deep enough, and the map now has those of the harbours besides.
//
// All memory is made with the search, and the allocator of the overlay refuses. Where the room is too small,
// or the index lacks legs (lf_index_desc.keep_legs; views.c says why all are needed), or so many headlands see
// obstacles that looking out costs more than a flood, the guardrail answers.
//
// Time: lay O(boxes), and for boxes that open tiles a lookout per stretch of shore; see: sweeps, and
// O(headlands). Memory: 9 bits per tile of the map, 4 bytes per headland, and per tile of the room 45 bytes and
// room for 4 new headlands.
#include "obstructed.h"

#include "../index/index.h"

#include <string.h>

/// With more boxes than this, sweeps and lookouts take longer than a flood.
enum { SEE_BOXES = 512 };

/// Shares as in a world (world/parts.c): with more headlands than that to look out from, a flood is faster.
enum { CROWD_SHARE = 2, CROWD_LEAST = 64 };

/// An edit that opens tiles in a larger box gets no inlets.
enum { SHORE_TILES = 1 << 16 };

// ---- Memory ---------------------------------------------------------------------------------------

static void *room_refuse(size_t size, void *user) {
    (void)size;
    (void)user;
    return NULL;
}

static void room_keep(void *memory, size_t size, void *user) {
    (void)memory;
    (void)size;
    (void)user;
}

/// How many tiles the boxes that open tiles may have, with the tiles around them.
static uint64_t shore_room(const lf_search *search) {
    enum { SQUARE = 66 * 66, AROUND_ONE = 9 };
    const int64_t most =
        search->obstacle_room > search->harbour_room ? search->obstacle_room : search->harbour_room;
    const uint64_t asked = (uint64_t)most;
    const uint64_t room = asked < SHORE_TILES ? AROUND_ONE * asked : AROUND_ONE * SHORE_TILES;
    return room > SQUARE ? room : SQUARE;
}

void lfi_obstructed_arrays(lf_search *search, lfi_obstructed *obstructed, lfi_arrays *run) {
    lfi_overlay none = {0};
    if (search->obstacle_room == 0 && search->harbour_room == 0) return;
    if (run->mode != LFI_ARRAYS_FREE) LFI_ARRAY_ZEROED(run, obstructed->overlay, 1);
    LFI_ARRAY(run, obstructed->flips, search->base->word_count);
    LFI_ARRAY(run, obstructed->cells, LFI_OBSTRUCTED_CELLS * LFI_OBSTRUCTED_WORDS);
    lfi_overlay_room(run, obstructed->overlay != NULL ? obstructed->overlay : &none, search->base,
                     search->rooms.headlands + search->rooms.extras, search->rooms.extras,
                     shore_room(search));
    if (run->mode == LFI_ARRAYS_FREE) LFI_ARRAY(run, obstructed->overlay, 1);
}

/// The smallest cells with which a map has no more than there is room for.
static int cells_shift(const lf_map *map) {
    const int32_t side = map->width > map->height ? map->width : map->height;
    int shift = 0;
    while ((side - 1) >> shift >= LFI_OBSTRUCTED_CELLS) shift++;
    return shift;
}

void lfi_obstructed_turned(const lf_search *search, lfi_obstructed *obstructed) {
    lfi_overlay *overlay = obstructed->overlay;
    if (overlay == NULL) return;
    const lf_index *index = search->index;
    overlay->index = index;
    overlay->allocator = (lf_allocator){.alloc = room_refuse, .free = room_keep};
    overlay->scratch.store = (lfi_store){.allocator = overlay->allocator, .max_bytes = UINT64_MAX};
    overlay->metric = lfi_metric_make(index->map->moves, index->cost);
    overlay->extras.map = index->map;
    overlay->extras.heads = index->stops.heads;
    overlay->extras.first = index->count;
    overlay->stops.extras = &overlay->extras;
    lfi_table_clear(&overlay->extras.table);
    obstructed->cell_shift = cells_shift(index->map);
    obstructed->laid = obstructed->seen = 0;
    obstructed->synced = false;
    obstructed->group_count = 0;
}

// ---- What differs ----------------------------------------------------------------------------------

/// Where the map now differs from the map of the index, or from its edited state.
typedef struct query_changes {
    const lf_map *before;
    const lfi_box *boxes; ///< they hold all tiles that differ
    uint32_t box_count;
    bool opens; ///< whether some tiles are opened
    uint64_t serial;
} query_changes;

static query_changes changes_of(const lf_search *search, const lfi_obstructed *obstructed) {
    const lfi_obstacles *obstacles = lfi_obstacles_of(search);
    if (search->harboured)
        return (query_changes){.before = search->index->map,
                               .boxes = obstructed->harbours,
                               .box_count = obstructed->harbour_count,
                               .opens = true,
                               .serial = UINT64_C(1) << 62 | obstructed->harbour_serial};
    return (query_changes){.before = search->base,
                           .boxes = obstacles->boxes,
                           .box_count = obstacles->box_count,
                           .opens = search->opens,
                           .serial = obstacles->serial};
}

/// Adds the box of the tiles that the harbour of an end opens.
static void harbour_add(const lf_search *search, lfi_obstructed *obstructed, lf_tile end) {
    const lf_map *map = search->now;
    const lf_point at = lfi_map_point(map, end);
    const lfi_box box =
        lfi_box_grow((lfi_box){at.x, at.y, at.x, at.y}, lfi_option_value(search->query.gate.harbour, 0),
                     map->width, map->height);
    if (lfi_maps_differ(map, search->index->map, box, &obstructed->harbours[obstructed->harbour_count]))
        obstructed->harbour_count++;
}

/// The targets of the query itself: a query for a partial route has other ones.
static void harbours_list(const lf_search *search, lfi_obstructed *obstructed) {
    const lf_query *query = &search->query;
    const lf_tile *targets = query->partial ? search->partial.targets : query->targets;
    const int64_t count = query->partial ? search->partial.target_count : query->target_count;
    obstructed->harbour_serial++;
    obstructed->harbour_count = 0;
    for (int64_t i = 0; i < query->source_count; i++) harbour_add(search, obstructed, query->sources[i].tile);
    for (int64_t i = 0; i < count; i++) harbour_add(search, obstructed, targets[i]);
}

// ---- Flips ----------------------------------------------------------------------------------------

/// The tiles of a box that differ.
static lfi_flips flips_between(const lf_search *search, const query_changes *changes, lfi_box box,
                               uint64_t *bits) {
    lfi_flips flips = {.box = box,
                       .word = (uint64_t)box.x0 / 64,
                       .words = (uint64_t)(box.x1 / 64 - box.x0 / 64) + 1,
                       .bits = bits,
                       .others = changes->box_count - 1};
    for (int32_t y = box.y0; y <= box.y1; y++) {
        const uint64_t row = lfi_map_row(changes->before, y) >> 6;
        for (int64_t word = box.x0 >> 6; word <= box.x1 >> 6; word++) {
            const uint64_t now = search->now->open[row + (uint64_t)word];
            const uint64_t differ =
                (now ^ changes->before->open[row + (uint64_t)word]) & lfi_columns_mask(word, box.x0, box.x1);
            flips.opened += lfi_count_bits(differ & now);
            flips.blocked += lfi_count_bits(differ & ~now);
            *bits++ = differ;
        }
    }
    return flips;
}

// ---- Cells ----------------------------------------------------------------------------------------

/// Marks the cells of a box and of the tiles beside it.
static void cells_mark(lfi_obstructed *obstructed, const lf_map *map, lfi_box box) {
    const lfi_box around = lfi_box_grow(box, 1, map->width, map->height);
    const int shift = obstructed->cell_shift;
    for (int32_t row = around.y0 >> shift; row <= around.y1 >> shift; row++) {
        uint64_t *words = obstructed->cells + (size_t)row * LFI_OBSTRUCTED_WORDS;
        for (int32_t word = around.x0 >> shift >> 6; word <= around.x1 >> shift >> 6; word++)
            words[word] |= lfi_columns_mask(word, around.x0 >> shift, around.x1 >> shift);
    }
}

static void cells_fill(lfi_obstructed *obstructed, const lf_map *map) {
    const lfi_overlay *overlay = obstructed->overlay;
    memset(obstructed->cells, 0, sizeof *obstructed->cells * LFI_OBSTRUCTED_CELLS * LFI_OBSTRUCTED_WORDS);
    for (uint32_t i = 0; i < overlay->blocked_count; i++) cells_mark(obstructed, map, overlay->blocked[i]);
}

/// Whether a cell of a row between two columns is marked.
static bool cells_any(const lfi_obstructed *obstructed, int32_t row, int32_t from, int32_t to) {
    const uint64_t *words = obstructed->cells + (size_t)row * LFI_OBSTRUCTED_WORDS;
    const int32_t low = from < to ? from : to, high = from < to ? to : from;
    for (int32_t word = low >> 6; word <= high >> 6; word++) {
        if ((words[word] & lfi_columns_mask(word, low, high)) != 0) return true;
    }
    return false;
}

bool lfi_obstructed_between(const lfi_obstructed *obstructed, lf_point a, lf_point b) {
    const int shift = obstructed->cell_shift;
    const int32_t low = (a.y < b.y ? a.y : b.y) >> shift, high = (a.y < b.y ? b.y : a.y) >> shift;
    for (int32_t row = low; row <= high; row++) {
        if (cells_any(obstructed, row, a.x >> shift, b.x >> shift)) return true;
    }
    return false;
}

/// Row of cells by row of cells: the moves inside one go over cells between two columns.
bool lfi_obstructed_near(const lfi_obstructed *obstructed, lf_point at, int dx, int dy, uint32_t moves) {
    const int shift = obstructed->cell_shift;
    const int32_t inside = (1 << shift) - 1;
    for (int32_t left = (int32_t)moves;;) {
        const int32_t room = dy == 0 ? left : dy > 0 ? inside - (at.y & inside) : at.y & inside;
        const int32_t here = room < left ? room : left;
        if (cells_any(obstructed, at.y >> shift, at.x >> shift, (at.x + dx * here) >> shift)) return true;
        if (here == left) return false;
        left -= here + 1;
        at = (lf_point){at.x + dx * (here + 1), at.y + dy * (here + 1)};
    }
}

// ---- Laying ---------------------------------------------------------------------------------------

/// Obstacles that only block need no inlets, and their boxes are good as they are.
static void bounds_of_blocked(const query_changes *changes, lfi_overlay *overlay) {
    for (uint32_t i = 0; i < changes->box_count; i++)
        overlay->blocked[overlay->blocked_count++] = changes->boxes[i];
}

/// One box for all blocked tiles, and no inlets.
static void bounds_of_many(const query_changes *changes, lfi_overlay *overlay) {
    lfi_box all = changes->boxes[0];
    for (uint32_t i = 1; i < changes->box_count; i++) all = lfi_boxes_around(all, changes->boxes[i]);
    for (uint32_t i = 0; i < overlay->blocked_count; i++) all = lfi_boxes_around(all, overlay->blocked[i]);
    overlay->blocked[0] = all;
    overlay->blocked_count = 1;
    if (changes->opens) overlay->inlets.given_up = true;
}

static void bounds_of_each(const lf_search *search, const query_changes *changes,
                           lfi_obstructed *obstructed) {
    lfi_overlay *overlay = obstructed->overlay;
    for (uint32_t i = 0; i < changes->box_count; i++) {
        const lfi_flips flips = flips_between(search, changes, changes->boxes[i], obstructed->flips);
        if (lfi_overlay_bound(overlay, search->now, &flips) != LF_OK) overlay->inlets.given_up = true;
    }
}

void lfi_obstructed_lay(lf_search *search, lfi_obstructed *obstructed) {
    lfi_overlay *overlay = obstructed->overlay;
    if (overlay->index != search->index) lfi_obstructed_turned(search, obstructed);
    if (search->harboured) harbours_list(search, obstructed);
    const query_changes changes = changes_of(search, obstructed);
    search->overlay = overlay;
    if (obstructed->laid == changes.serial) return;
    obstructed->laid = changes.serial;
    overlay->era = UINT64_C(1) << 63 | changes.serial; // no view of another query is right
    overlay->edit = search->edits != NULL ? search->edits->edit + 1 : 1;
    lfi_overlay_take_bounds(overlay, search->edits);
    if (changes.box_count > LFI_BLOCKED_MAX)
        bounds_of_many(&changes, overlay);
    else if (!search->opens && !search->harboured &&
             changes.box_count + overlay->blocked_count <= LFI_BLOCKED_MAX)
        bounds_of_blocked(&changes, overlay);
    else
        bounds_of_each(search, &changes, obstructed);
    cells_fill(obstructed, search->now);
}

// ---- Seeing ---------------------------------------------------------------------------------------

static const lfi_stops *stops_without(const lf_search *search) {
    return search->edits != NULL ? &search->edits->stops : &search->index->stops;
}

/// Makes the stops those of the search's map again.
static void stops_reset(const lf_search *search, lfi_obstructed *obstructed) {
    lfi_stops *stops = &obstructed->overlay->stops;
    if (!obstructed->synced) lfi_stops_take(search->base, stops, stops_without(search));
    for (uint32_t i = 0; obstructed->synced && i < obstructed->group_count; i++)
        lfi_stops_follow(search->base, stops, stops_without(search), obstructed->groups[i]);
    obstructed->synced = true;
    obstructed->group_count = 0;
}

/// What the sweep of a box costs, in tiles: the box, and so many tiles around it.
static uint64_t group_price(lfi_box box) {
    enum { MARGIN = 32 };
    return ((uint64_t)lfi_gap(box.x0, box.x1) + 2 * MARGIN) *
           ((uint64_t)lfi_gap(box.y0, box.y1) + 2 * MARGIN);
}

/// What joining a box to a group costs beyond the two by themselves.
static int64_t group_loss(lfi_box group, lfi_box box) {
    return (int64_t)group_price(lfi_boxes_around(group, box)) -
           (int64_t)(group_price(group) + group_price(box));
}

/// Puts a box into the group that loses least by it, or into a group of its own.
static void group_add(lfi_obstructed *obstructed, lfi_box box) {
    uint32_t best = 0;
    int64_t least = INT64_MAX;
    for (uint32_t i = 0; i < obstructed->group_count; i++) {
        const int64_t loss = group_loss(obstructed->groups[i], box);
        if (loss >= least) continue;
        least = loss;
        best = i;
    }
    if (least > 0 && obstructed->group_count < LFI_OBSTRUCTED_GROUPS)
        obstructed->groups[obstructed->group_count++] = box;
    else
        obstructed->groups[best] = lfi_boxes_around(obstructed->groups[best], box);
}

/// Updates all stops, and then the marks, group by group. False if there is no room.
static bool groups_see(const lf_search *search, const query_changes *changes, lfi_obstructed *obstructed) {
    lfi_overlay *overlay = obstructed->overlay;
    for (uint32_t i = 0; i < obstructed->group_count; i++)
        lfi_stops_edit(search->now, &overlay->stops, obstructed->groups[i]);
    for (uint32_t i = 0; i < obstructed->group_count; i++) {
        const lfi_flips flips = flips_between(search, changes, obstructed->groups[i], obstructed->flips);
        if (lfi_overlay_mark(overlay, search->now, stops_without(search), &flips) != LF_OK) return false;
    }
    return overlay->dirty <= search->index->count / CROWD_SHARE + CROWD_LEAST;
}

bool lfi_obstructed_see(const lf_search *search, lfi_obstructed *obstructed) {
    const query_changes changes = changes_of(search, obstructed);
    if (obstructed->seen == changes.serial) return obstructed->sees;
    obstructed->seen = changes.serial;
    obstructed->sees = false;
    if (changes.box_count > SEE_BOXES) return false;
    if (lfi_index_reduces(search->index) && search->index->raw_first == NULL) return false;
    if (lfi_overlay_take_numbers(obstructed->overlay, search->edits) != LF_OK) return false;
    stops_reset(search, obstructed);
    for (uint32_t i = 0; i < changes.box_count; i++) group_add(obstructed, changes.boxes[i]);
    obstructed->sees = groups_see(search, &changes, obstructed);
    return obstructed->sees;
}
