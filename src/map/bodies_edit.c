// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Updates the bodies after an edit (dynamic connectivity). An edit has two halves, the tiles that are blocked
// and the tiles that are opened; most edits have only one of them.
//
// Rows. In each row of the box, the runs that touch the box are read from the bits again. The runs behind the
// box move in memory. (Room in every row would save the move, but cost every reader of runs one more array.)
//
// Blocked. A run that is left lies in one old run and keeps its body. bodies_split.c finds what came apart.
//
// Opened. A run may cover runs of several bodies, and touch others above and below. A union-find over the
// numbers (`heirs`), whose root is the lowest number, joins these bodies. New water gets a temporary number
// behind all others. Finally one pass over the runs gives each its number. It looks only as far from the box
// as the bodies that lost their numbers can reach: no more rows than they have tiles.
//
// Time: O(runs behind the edit) for moving them. Memory during the edit: 12 bytes per run of the rows.
#include "bodies_edit.h"

#include <string.h>

static const uint64_t *row_words(const lf_map *map, int32_t y) {
    return map->open + (lfi_map_row(map, y) >> 6);
}

const uint64_t *lfi_edit_line(const lfi_edit *edit, lfi_edit_state state, int32_t y, int32_t x0, int32_t x1) {
    const lfi_flips *flips = edit->flips;
    const uint64_t *open = row_words(edit->map, y);
    // Most rows of a clip need no copy; copying them as well took a tenth more time.
    if (state == LFI_EDIT_NOW || y < flips->box.y0 || y > flips->box.y1) return open;
    uint64_t *line = edit->line.items;
    for (uint64_t word = (uint64_t)x0 / 64; word <= (uint64_t)(x1 - 1) / 64; word++) line[word] = open[word];
    const uint64_t *bits = lfi_flips_row(flips, y);
    for (uint64_t i = 0; i < flips->words; i++) {
        const uint64_t now = open[flips->word + i];
        line[flips->word + i] = state == LFI_EDIT_BEFORE ? now ^ bits[i] : now & ~bits[i];
    }
    return line;
}

uint32_t lfi_edit_more_runs(const lfi_edit *edit, lfi_edit_state state) {
    const lfi_flips *flips = edit->flips;
    uint32_t count = 0;
    for (int32_t y = flips->box.y0; y <= flips->box.y1; y++) {
        const uint64_t *open = row_words(edit->map, y) + flips->word, *bits = lfi_flips_row(flips, y);
        uint64_t before = 0;
        for (uint64_t i = 0; i < flips->words; i++)
            count +=
                (uint32_t)lfi_runs_begin(bits[i] & (state == LFI_EDIT_NOW ? open[i] : ~open[i]), &before);
    }
    return count;
}

// ---- Room -----------------------------------------------------------------------------------------

/// A little more than needed, so that an edit seldom has to allocate.
static uint64_t room_for(uint64_t count) {
    return count + count / 8 + 64;
}

static bool runs_reserve(lfi_edit *edit, uint64_t count) {
    lfi_bodies *bodies = edit->bodies;
    const lf_allocator *allocator = &edit->map->allocator;
    if (count <= bodies->run_room) return true;
    lfi_run *runs = lfi_alloc(allocator, room_for(count), sizeof *runs);
    if (runs == NULL) return lfi_store_fail(&edit->store, LF_E_NOMEM);
    memcpy(runs, bodies->runs, bodies->run_count * sizeof *runs);
    lfi_free(allocator, bodies->runs, bodies->run_room, sizeof *runs);
    bodies->runs = runs;
    bodies->run_room = (uint32_t)room_for(count);
    return true;
}

static void ids_take_room(lfi_bodies *bodies, int64_t *sizes, uint32_t *heirs, uint32_t room) {
    const uint32_t kept = bodies->body_room;
    memcpy(sizes, bodies->sizes, kept * sizeof *sizes);
    memset(sizes + kept, 0, (room - kept) * sizeof *sizes);
    for (uint32_t i = 0; i < room; i++) heirs[i] = bodies->heirs != NULL && i < kept ? bodies->heirs[i] : i;
}

bool lfi_edit_reserve_ids(lfi_edit *edit, uint64_t count) {
    lfi_bodies *bodies = edit->bodies;
    if (bodies->heirs != NULL && count <= bodies->body_room) return true;
    const lf_allocator *allocator = &edit->map->allocator;
    const uint32_t room = (uint32_t)room_for(count > bodies->body_room ? count : bodies->body_room);
    lfi_bodies more = {0};
    lfi_arrays run = {.allocator = allocator, .mode = LFI_ARRAYS_MAKE};
    LFI_ARRAY(&run, more.sizes, room);
    LFI_ARRAY(&run, more.heirs, room);
    if (!run.failed) {
        ids_take_room(bodies, more.sizes, more.heirs, room);
        lfi_free(allocator, bodies->heirs, bodies->body_room, sizeof *bodies->heirs);
        lfi_free(allocator, bodies->sizes, bodies->body_room, sizeof *bodies->sizes);
        bodies->sizes = more.sizes;
        bodies->heirs = more.heirs;
        bodies->body_room = room;
        return true;
    }
    lfi_free(allocator, more.sizes, room, sizeof *more.sizes);
    return lfi_store_fail(&edit->store, LF_E_NOMEM);
}

// ---- Numbers --------------------------------------------------------------------------------------

static uint32_t id_find(uint32_t *heirs, uint32_t id) {
    while (heirs[id] != id) id = heirs[id] = heirs[heirs[id]];
    return id;
}

/// Joins two bodies; returns the number of both.
static uint32_t id_join(lfi_edit *edit, uint32_t a, uint32_t b) {
    lfi_bodies *bodies = edit->bodies;
    a = id_find(bodies->heirs, a);
    b = id_find(bodies->heirs, b);
    if (a == b) return a;
    const uint32_t low = a < b ? a : b, high = a < b ? b : a;
    if (high < edit->born) {
        edit->joined++;
        if (bodies->sizes[high] > edit->rows_beyond) edit->rows_beyond = bodies->sizes[high];
    }
    bodies->heirs[high] = low;
    bodies->sizes[low] += bodies->sizes[high];
    bodies->sizes[high] = 0;
    if (high < bodies->lowest_free) bodies->lowest_free = high;
    LFI_ITEMS(uint32_t, edit->absorbed)[edit->absorbed_count++] = high;
    return low;
}

// ---- Rows -----------------------------------------------------------------------------------------

/// The first of the runs low to high - 1 of a row whose last tile is at x - 1 or later; high if none is.
static uint32_t runs_from(const lfi_run *runs, uint32_t low, uint32_t high, int32_t x) {
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (runs[middle].end < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// Some runs of a row.
typedef struct run_range {
    uint32_t first, end;
} run_range;

/// Those runs of a row that touch the columns of the box, or a tile beside them.
static run_range runs_touching(const lfi_edit *edit, uint32_t first, uint32_t end) {
    const lfi_run *runs = edit->bodies->runs;
    const lfi_box box = edit->flips->box;
    run_range range = {.first = runs_from(runs, first, end, box.x0)};
    for (range.end = range.first; range.end < end && runs[range.end].begin <= (int64_t)box.x1 + 1;)
        range.end++;
    return range;
}

/// Gives new runs of a row the bodies of the runs that they cover; new water gets a new number.
static void runs_inherit(lfi_edit *edit, lfi_run *now, const lfi_run *now_end, const lfi_run *old,
                         const lfi_run *old_end) {
    uint32_t *heirs = edit->bodies->heirs;
    for (; now < now_end; now++) {
        while (old < old_end && old->end <= now->begin) old++;
        const bool covers = old < old_end && old->begin < now->end;
        now->body = covers ? id_find(heirs, old->body) : edit->next++;
        if (!covers) continue;
        for (const lfi_run *at = old + 1; at < old_end && at->begin < now->end; at++)
            now->body = id_join(edit, now->body, at->body);
    }
}

/// Subtracts the old runs of a row from the sizes of their bodies, or adds the new ones.
static void runs_count_tiles(lfi_edit *edit, const lfi_run *run, const lfi_run *end, int sign) {
    lfi_bodies *bodies = edit->bodies;
    for (; run < end; run++)
        bodies->sizes[id_find(bodies->heirs, run->body)] += sign * (run->end - run->begin);
}

/// Frees the numbers of bodies that have no tiles left.
static void runs_free_ids(lfi_edit *edit, const lfi_run *run, const lfi_run *end) {
    lfi_bodies *bodies = edit->bodies;
    for (; run < end; run++) {
        if (bodies->sizes[run->body] == 0 && run->body < bodies->lowest_free) bodies->lowest_free = run->body;
    }
}

static lfi_run *runs_append(lfi_run *out, const lfi_run *runs, uint32_t count) {
    memcpy(out, runs, count * sizeof *runs);
    return out + count;
}

/// Writes the runs of a row as they are in a state. Returns where the next row goes.
static lfi_run *row_rewrite(lfi_edit *edit, lfi_edit_state state, int32_t y, run_range row, lfi_run *out) {
    const lfi_run *runs = edit->bodies->runs;
    const run_range old = runs_touching(edit, row.first, row.end);
    int32_t x0 = edit->flips->box.x0, x1 = edit->flips->box.x1 + 1;
    if (old.first < old.end) {
        if (runs[old.first].begin < x0) x0 = runs[old.first].begin;
        if (runs[old.end - 1].end > x1) x1 = runs[old.end - 1].end;
    }
    out = runs_append(out, runs + row.first, old.first - row.first);
    lfi_run *end = lfi_runs_scan(lfi_edit_line(edit, state, y, x0, x1), x0, x1, out);
    runs_count_tiles(edit, runs + old.first, runs + old.end, -1);
    runs_inherit(edit, out, end, runs + old.first, runs + old.end);
    runs_count_tiles(edit, out, end, 1);
    runs_free_ids(edit, runs + old.first, runs + old.end);
    return runs_append(end, runs + old.end, row.end - old.end);
}

/// Replaces the old runs by the rewritten rows, which have `count` runs.
static void rows_splice(lfi_edit *edit, run_range old, uint32_t count) {
    lfi_bodies *bodies = edit->bodies;
    const uint32_t more = count - (old.end - old.first); // modulo 2^32: there may be fewer runs
    lfi_run *at = bodies->runs + old.first;
    if (more != 0) memmove(at + count, bodies->runs + old.end, (bodies->run_count - old.end) * sizeof *at);
    memcpy(at, edit->rows.items, count * sizeof *at);
    bodies->run_count += more;
    for (int64_t y = (int64_t)edit->flips->box.y1 + 2; y <= edit->map->height; y++)
        bodies->row_runs[y] += more;
}

/// Rewrites the rows of the box as they are in a state. False if there is no memory.
static bool rows_rewrite(lfi_edit *edit, lfi_edit_state state) {
    lfi_bodies *bodies = edit->bodies;
    const lfi_box box = edit->flips->box;
    const uint32_t more = lfi_edit_more_runs(edit, state);
    const run_range all = {bodies->row_runs[box.y0], bodies->row_runs[box.y1 + 1]};
    if (!lfi_pool_reserve(&edit->store, &edit->rows, (uint64_t)all.end - all.first + more, sizeof(lfi_run)) ||
        !runs_reserve(edit, (uint64_t)bodies->run_count + more) ||
        !lfi_edit_reserve_ids(edit, (uint64_t)edit->next + more))
        return false;
    lfi_run *const begin = edit->rows.items, *out = begin;
    run_range row = {.first = all.first};
    for (int32_t y = box.y0; y <= box.y1; y++, row.first = row.end) {
        row.end = bodies->row_runs[y + 1];
        out = row_rewrite(edit, state, y, row, out);
        bodies->row_runs[y + 1] = all.first + (uint32_t)(out - begin);
    }
    rows_splice(edit, all, (uint32_t)(out - begin));
    return true;
}

// ---- Opened tiles ---------------------------------------------------------------------------------

/// Joins the bodies of connected runs in row y and the row above it, near the box.
static void row_join(lfi_edit *edit, int32_t y) {
    const lfi_bodies *bodies = edit->bodies;
    const run_range above = runs_touching(edit, bodies->row_runs[y - 1], bodies->row_runs[y]);
    const run_range here = runs_touching(edit, bodies->row_runs[y], bodies->row_runs[y + 1]);
    lfi_run_pair pair = {above.first, above.end, here.first, here.end};
    uint32_t a, b;
    while (lfi_run_pair_next(bodies->runs, &pair, lfi_runs_reach(edit->map->moves), &a, &b))
        id_join(edit, bodies->runs[a].body, bodies->runs[b].body);
}

static bool edit_open(lfi_edit *edit) {
    const lfi_box box = edit->flips->box;
    const int32_t first = box.y0 > 0 ? box.y0 - 1 : 0,
                  last = box.y1 < edit->map->height - 1 ? box.y1 + 1 : box.y1;
    const uint32_t *row_runs = edit->bodies->row_runs;
    // Each run near the box brings at most one number, and each number is absorbed once.
    const uint64_t most =
        row_runs[last + 1] - row_runs[first] + (uint64_t)lfi_edit_more_runs(edit, LFI_EDIT_NOW);
    if (!lfi_pool_reserve(&edit->store, &edit->absorbed, most, sizeof(uint32_t))) return false;
    edit->born = edit->next;
    if (!rows_rewrite(edit, LFI_EDIT_NOW)) return false;
    for (int32_t y = first + 1; y <= last; y++) row_join(edit, y);
    return true;
}

static bool edit_block(lfi_edit *edit) {
    return rows_rewrite(edit, LFI_EDIT_LEFT) && lfi_bodies_split(edit);
}

// ---- Final numbers --------------------------------------------------------------------------------

static uint32_t ids_lowest_free(lfi_bodies *bodies) {
    while (bodies->lowest_free < bodies->body_room && bodies->sizes[bodies->lowest_free] != 0)
        bodies->lowest_free++;
    return bodies->lowest_free;
}

/// Gives parts that came off, and new bodies, their final numbers.
static void ids_settle_new(lfi_edit *edit) {
    lfi_bodies *bodies = edit->bodies;
    for (uint32_t id = bodies->body_count; id < edit->next; id++) {
        const uint32_t lowest = bodies->sizes[id] == 0 ? id : ids_lowest_free(bodies);
        if (lowest >= id) continue;
        bodies->sizes[lowest] = bodies->sizes[id];
        bodies->sizes[id] = 0;
        bodies->heirs[id] = lowest;
    }
}

/// Makes `heirs` lead from each number directly to its final one: an absorbed number may be in use again.
static void ids_settle(lfi_edit *edit) {
    lfi_bodies *bodies = edit->bodies;
    const uint32_t *absorbed = edit->absorbed.items;
    for (uint32_t i = 0; i < edit->absorbed_count; i++)
        bodies->heirs[absorbed[i]] = id_find(bodies->heirs, absorbed[i]);
    ids_settle_new(edit);
    for (uint32_t i = 0; i < edit->absorbed_count; i++) {
        uint32_t *heir = &bodies->heirs[absorbed[i]];
        if (*heir >= bodies->body_count) *heir = bodies->heirs[*heir];
    }
}

/// Gives the runs their final numbers, in all rows where a number may have changed.
static void runs_rename(lfi_edit *edit) {
    lfi_bodies *bodies = edit->bodies;
    const int64_t first = edit->flips->box.y0 - 1 - edit->rows_beyond,
                  last = edit->flips->box.y1 + 1 + edit->rows_beyond, height = edit->map->height;
    const uint32_t begin = bodies->row_runs[first < 0 ? 0 : first],
                   end = bodies->row_runs[last < height ? last + 1 : height];
    for (uint32_t i = begin; i < end; i++) bodies->runs[i].body = bodies->heirs[bodies->runs[i].body];
}

static void edit_finish(lfi_edit *edit) {
    lfi_bodies *bodies = edit->bodies;
    ids_settle(edit);
    if (edit->absorbed_count > 0 || edit->next > bodies->body_count) runs_rename(edit);
    for (uint32_t i = 0; i < edit->absorbed_count; i++) {
        const uint32_t id = LFI_ITEMS(uint32_t, edit->absorbed)[i];
        bodies->heirs[id] = id;
    }
    for (uint32_t id = bodies->body_count; id < edit->next; id++) bodies->heirs[id] = id;
    bodies->body_count = edit->next;
    while (bodies->body_count > 0 && bodies->sizes[bodies->body_count - 1] == 0) bodies->body_count--;
}

static bool edit_run(lfi_edit *edit) {
    if (!lfi_pool_reserve(&edit->store, &edit->line, edit->map->stride, sizeof(uint64_t))) return false;
    if (edit->flips->blocked > 0 && !edit_block(edit)) return false;
    if (edit->flips->opened > 0 && !edit_open(edit)) return false;
    edit_finish(edit);
    return true;
}

lf_status lfi_bodies_edit(lf_map *map, const lfi_flips *flips, int64_t *joined, int64_t *split) {
    *joined = *split = 0;
    if (map->bodies.row_runs == NULL) return LF_OK;
    lfi_edit edit = {.map = map,
                     .bodies = &map->bodies,
                     .flips = flips,
                     .store = {.allocator = map->allocator, .max_bytes = UINT64_MAX},
                     .next = map->bodies.body_count};
    const bool done = edit_run(&edit);
    lfi_store_free(&edit.store);
    *joined = edit.joined;
    *split = edit.split;
    return done ? LF_OK : LF_E_NOMEM;
}

// ---- Following another map ------------------------------------------------------------------------

static void bodies_take(lf_map *to, const lf_map *from) {
    const lfi_bodies *source = &from->bodies;
    lfi_bodies *bodies = &to->bodies;
    memcpy(bodies->runs, source->runs, source->run_count * sizeof *source->runs);
    memcpy(bodies->row_runs, source->row_runs, ((size_t)from->height + 1) * sizeof *source->row_runs);
    memcpy(bodies->sizes, source->sizes, source->body_count * sizeof *source->sizes);
    memset(bodies->sizes + source->body_count, 0,
           (bodies->body_room - source->body_count) * sizeof *bodies->sizes);
    for (uint32_t i = 0; bodies->heirs != NULL && i < bodies->body_room; i++) bodies->heirs[i] = i;
    bodies->run_count = source->run_count;
    bodies->body_count = source->body_count;
    bodies->lowest_free = source->lowest_free;
}

lf_status lfi_bodies_follow(lf_map *to, const lf_map *from) {
    if (to->bodies.row_runs != NULL && to->bodies.run_room >= from->bodies.run_count &&
        to->bodies.body_room >= from->bodies.body_count && from->bodies.row_runs != NULL) {
        bodies_take(to, from);
        return LF_OK;
    }
    lfi_bodies copy = from->bodies;
    lfi_arrays run = {.allocator = &to->allocator, .mode = LFI_ARRAYS_COPY};
    if (copy.row_runs != NULL) lfi_bodies_arrays(&run, from, &copy);
    lfi_bodies *old = run.failed ? &copy : &to->bodies;
    lfi_bodies_arrays(&(lfi_arrays){.allocator = &to->allocator, .mode = LFI_ARRAYS_FREE}, to, old);
    if (run.failed) return LF_E_NOMEM;
    to->bodies = copy;
    return LF_OK;
}
