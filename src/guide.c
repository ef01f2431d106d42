// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The guided strategies: a coarse plan, a corridor around it, a search inside, and repair where the corridor
// was too tight.
//
//     plan       A* over the coarse map (plan.c)
//     refine     phase 1: search inside the cells within `radius` of the plan
//                dry? open the ring of eight cells around each cell visited in that phase; phase 2, and so on
//     guardrail  after `widenings` attempts: an unrestricted flood
//
// The three strategies differ in what happens at a widening:
//  - corridor starts over;
//  - expand goes on: met tiles stay met, and tiles that were met outside the corridor (deferred, with the
//    move that led to them) join the queue when their cell opens;
//  - expand-optimal goes on too, but takes tiles in order of distance and corrects distances that a newly
//    opened cell shortens (optimal.c).
//
// A deferred tile lies next to a tile visited in the same phase, so the next widening reaches it; only
// sources outside the first corridor may have to wait longer. If nothing is deferred when the queue is dry,
// everything reachable has been seen and there is no route, proven. An honest plan always holds a route, so
// there the first phase is the only one.
//
// Time: O(nodes planned + tiles met + cells opened); nothing depends on the size of the map.
#include "search.h"

#include <string.h>

enum { GUIDE_DEFAULT_RADIUS = 1, GUIDE_DEFAULT_WIDENINGS = 5, GUIDE_LONGEST_SIGHT = 64 };

// ---- Memory ---------------------------------------------------------------------------------------

static bool guide_is_complete(const lfi_guide *guide) {
    return guide->cell_stamp != NULL && guide->cell_phase != NULL && guide->cells != NULL &&
           guide->visit_stamp != NULL && guide->visited != NULL && guide->lists != NULL &&
           guide->next != NULL && guide->chosen != NULL && guide->deferred != NULL &&
           guide->distance != NULL && guide->bucket_first != NULL;
}

lf_status lfi_guide_create(lf_search *search) {
    const lf_allocator *allocator = &search->allocator;
    const uint32_t cells = search->coarse->cell_count, tiles = search->map->tile_count;
    lfi_guide *guide = &search->guide;
    guide->cell_stamp = lfi_alloc(allocator, cells, sizeof *guide->cell_stamp);
    guide->cell_phase = lfi_alloc(allocator, cells, sizeof *guide->cell_phase);
    guide->cells = lfi_alloc(allocator, cells, sizeof *guide->cells);
    guide->visit_stamp = lfi_alloc(allocator, cells, sizeof *guide->visit_stamp);
    guide->visited = lfi_alloc(allocator, cells, sizeof *guide->visited);
    guide->lists = lfi_alloc(allocator, cells, sizeof *guide->lists);
    guide->next = lfi_alloc(allocator, tiles, sizeof *guide->next);
    guide->chosen = lfi_alloc(allocator, tiles / 64 + 1, sizeof *guide->chosen);
    guide->deferred = lfi_alloc(allocator, tiles, sizeof *guide->deferred);
    guide->distance = lfi_alloc(allocator, tiles, sizeof *guide->distance);
    guide->bucket_first =
        lfi_alloc(allocator, (uint64_t)search->map->open_count + 1, sizeof *guide->bucket_first);
    if (!guide_is_complete(guide)) return LF_E_NOMEM;
    memset(guide->chosen, 0, lfi_bytes(tiles / 64 + 1, sizeof *guide->chosen));
    lfi_guide_forget(search);
    return LF_OK;
}

void lfi_guide_destroy(lf_search *search) {
    const lf_allocator *allocator = &search->allocator;
    const uint32_t cells = search->coarse->cell_count, tiles = search->map->tile_count;
    lfi_guide *guide = &search->guide;
    lfi_free(allocator, guide->cell_stamp, cells, sizeof *guide->cell_stamp);
    lfi_free(allocator, guide->cell_phase, cells, sizeof *guide->cell_phase);
    lfi_free(allocator, guide->cells, cells, sizeof *guide->cells);
    lfi_free(allocator, guide->visit_stamp, cells, sizeof *guide->visit_stamp);
    lfi_free(allocator, guide->visited, cells, sizeof *guide->visited);
    lfi_free(allocator, guide->lists, cells, sizeof *guide->lists);
    lfi_free(allocator, guide->next, tiles, sizeof *guide->next);
    lfi_free(allocator, guide->chosen, tiles / 64 + 1, sizeof *guide->chosen);
    lfi_free(allocator, guide->deferred, tiles, sizeof *guide->deferred);
    lfi_free(allocator, guide->distance, tiles, sizeof *guide->distance);
    lfi_free(allocator, guide->bucket_first, (uint64_t)search->map->open_count + 1,
             sizeof *guide->bucket_first);
}

uint64_t lfi_guide_bytes(const lf_search *search) {
    const lfi_guide *guide = &search->guide;
    const size_t cell = sizeof *guide->cell_stamp + sizeof *guide->cell_phase + sizeof *guide->cells +
                        sizeof *guide->visit_stamp + sizeof *guide->visited + sizeof *guide->lists;
    const size_t tile = sizeof *guide->deferred + sizeof *guide->next + sizeof *guide->distance;
    return lfi_bytes_wide(search->coarse->cell_count, cell) + lfi_bytes_wide(search->map->tile_count, tile) +
           lfi_bytes_wide(search->map->tile_count / 64 + 1, sizeof *guide->chosen) +
           lfi_bytes_wide((uint64_t)search->map->open_count + 1, sizeof *guide->bucket_first);
}

void lfi_guide_forget(lf_search *search) {
    const lfi_guide *guide = &search->guide;
    memset(guide->cell_stamp, 0, search->coarse->cell_count * sizeof *guide->cell_stamp);
    memset(guide->lists, 0, search->coarse->cell_count * sizeof *guide->lists);
}

// ---- Corridor -------------------------------------------------------------------------------------

/// Marks the tiles of a cell as inside the corridor.
static void cell_mark_inside(lf_search *search, uint32_t cell) {
    const lf_map *map = search->map;
    lfi_flood *flood = &search->flood;
    const lf_point point = lfi_coarse_point(search->coarse, cell);
    const int64_t side = INT64_C(1) << search->coarse->level;
    const int64_t x = point.x * side, x_end = x + side < map->width ? x + side : map->width;
    const int64_t y = point.y * side, y_end = y + side < map->height ? y + side : map->height;
    for (int64_t row = y; row < y_end; row++) {
        const uint64_t begin = lfi_map_row(map, row) + (uint64_t)x,
                       end = lfi_map_row(map, row) + (uint64_t)x_end;
        for (uint64_t bit = begin; bit < end; bit = (bit | 63) + 1) {
            const uint64_t count = end - bit;
            const uint64_t mask = count >= 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
            lfi_word_freshen(flood, bit >> 6);
            flood->marks[bit >> 6].inside |= mask << (bit & 63);
        }
    }
}

/// Notes the phase in which a cell joins the corridor; false if it is in it.
static bool cell_note(lf_search *search, uint32_t cell, int32_t phase) {
    lfi_guide *guide = &search->guide;
    if (guide->cell_stamp[cell] == search->stamp) return false;
    guide->cell_stamp[cell] = search->stamp;
    guide->cell_phase[cell] = (uint16_t)(phase < UINT16_MAX ? phase : UINT16_MAX);
    return true;
}

void lfi_guide_note_cells(lf_search *search, const uint32_t *cells, uint32_t count, int32_t phase) {
    if (search->guide.cell_stamp == NULL) return;
    for (uint32_t i = 0; i < count; i++) cell_note(search, cells[i], phase);
}

static void cell_open(lf_search *search, uint32_t cell) {
    lfi_guide *guide = &search->guide;
    if (!cell_note(search, cell, guide->phase)) return;
    guide->cells[guide->cell_count++] = cell;
    cell_mark_inside(search, cell);
}

/// Opens the cells within `radius` of a place, as far as they exist.
static void cells_open_around(lf_search *search, int64_t x, int64_t y, int64_t radius) {
    const lf_coarse *coarse = search->coarse;
    const int64_t left = x > radius ? x - radius : 0, top = y > radius ? y - radius : 0;
    const int64_t right = x + radius < coarse->width ? x + radius : coarse->width - 1;
    const int64_t bottom = y + radius < coarse->height ? y + radius : coarse->height - 1;
    for (int64_t j = top; j <= bottom; j++) {
        for (int64_t i = left; i <= right; i++) cell_open(search, (uint32_t)(j * coarse->width + i));
    }
}

static lf_point plan_point(const lf_search *search, uint32_t node) {
    return lfi_coarse_point(search->coarse, lfi_coarse_node_cell(search->coarse, node));
}

/// Walks the straight line of cells between two places; `open`: opens the cells around each; otherwise says
/// whether all of them have an open tile.
static bool line_walk(lf_search *search, lf_point a, lf_point b, bool open) {
    const int64_t steps = lfi_line_steps(a, b);
    for (int64_t i = 0; i <= steps; i++) {
        const lf_point at = lfi_line_point(a, b, i, steps);
        if (open)
            cells_open_around(search, at.x, at.y, search->guide.radius);
        else if (lf_coarse_pieces(search->coarse, at.x, at.y) == 0)
            return false;
    }
    return true;
}

/// Opens the corridor along straight lines between nodes of the plan that see each other.
static void corridor_open_straight(lf_search *search) {
    const lfi_tier *plan = &search->plan.tiers[0];
    const lfi_plan_node *nodes = plan->nodes;
    lf_point anchor = plan_point(search, plan->goal), seen = anchor;
    int sight = 0;
    for (uint32_t node = plan->goal; node != LFI_NO_NODE; node = nodes[node].parent) {
        const lf_point here = plan_point(search, node);
        if (sight++ < GUIDE_LONGEST_SIGHT && line_walk(search, anchor, here, false)) {
            seen = here;
            continue;
        }
        line_walk(search, anchor, seen, true);
        anchor = seen;
        seen = here;
        sight = 1;
    }
    line_walk(search, anchor, seen, true);
}

/// The first corridor. A straightened one keeps the plan's own cells, because an honest plan's cells hold a
/// route.
static void corridor_open(lf_search *search) {
    const bool straighten = search->query.options.straighten;
    if (straighten) corridor_open_straight(search);
    if (straighten && search->coarse->kind == LF_COARSE_CELLS) return;
    const lfi_tier *plan = &search->plan.tiers[0];
    for (uint32_t node = plan->goal; node != LFI_NO_NODE; node = plan->nodes[node].parent) {
        const lf_point point = plan_point(search, node);
        cells_open_around(search, point.x, point.y, straighten ? 0 : search->guide.radius);
    }
}

// ---- Deferred tiles -------------------------------------------------------------------------------

static bool keeps_list(const lf_search *search) {
    return search->strategy == &lfi_expand_strategy && search->query.options.frontier == LF_FRONTIER_LIST;
}

void lfi_guide_defer(lf_search *search, lf_tile tile, lfi_spot spot, unsigned trail) {
    lfi_guide *guide = &search->guide;
    lfi_flood_marks(&search->flood, spot)->deferred |= lfi_spot_mask(spot);
    search->flood.trail[tile] = (uint8_t)trail;
    search->route.stats.deferred++;
    guide->deferred_count++;
    if (search->strategy == &lfi_corridor_strategy) return; // it starts over, so counting is enough
    guide->deferred[guide->entry_count++] = tile;
}

/// Whether the cell of a deferred tile is open by now.
static bool tile_is_inside(const lf_search *search, lf_tile tile) {
    const lfi_spot spot = lfi_map_spot(search->map, tile);
    return (lfi_flood_marks(&search->flood, spot)->inside & lfi_spot_mask(spot)) != 0;
}

static void tile_activate(lf_search *search, lf_tile tile) {
    const lfi_spot spot = lfi_map_spot(search->map, tile);
    lfi_flood_push(&search->flood, search->map->stride, tile, spot, search->flood.trail[tile]);
}

/// One list: every deferred tile is looked at, and those whose cell is open now leave it.
static void list_activate(lf_search *search) {
    lfi_guide *guide = &search->guide;
    const uint32_t count = guide->entry_count;
    guide->entry_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lf_tile tile = guide->deferred[i];
        if (tile_is_inside(search, tile))
            tile_activate(search, tile);
        else
            guide->deferred[guide->entry_count++] = tile;
    }
    guide->deferred_count = guide->entry_count;
}

static void entry_activate(lf_search *search, uint32_t entry) {
    search->guide.deferred_count--;
    if (search->strategy == &lfi_expand_optimal_strategy)
        lfi_optimal_activate(search, entry);
    else
        tile_activate(search, search->guide.deferred[entry]);
}

/// Puts an entry into the list of its cell.
static void entry_list(lf_search *search, uint32_t entry) {
    lfi_guide *guide = &search->guide;
    const lf_point point = lf_map_point(search->map, guide->deferred[entry]);
    lfi_cell_list *list = &guide->lists[lfi_coarse_cell(search->coarse, point)];
    if (list->stamp != search->stamp) *list = (lfi_cell_list){search->stamp, LFI_NO_ENTRY};
    guide->next[entry] = list->first;
    list->first = entry;
    guide->listed_count++;
}

/// Takes the lists of the cells just opened. A bit an entry puts them in the order in which they were
/// deferred.
static void lists_activate(lf_search *search, uint32_t first_cell) {
    lfi_guide *guide = &search->guide;
    uint32_t low = UINT32_MAX, high = 0;
    for (uint32_t i = first_cell; i < guide->cell_count; i++) {
        const lfi_cell_list *list = &guide->lists[guide->cells[i]];
        if (list->stamp != search->stamp) continue;
        for (uint32_t entry = list->first; entry != LFI_NO_ENTRY; entry = guide->next[entry]) {
            guide->chosen[entry >> 6] |= UINT64_C(1) << (entry & 63);
            if (entry < low) low = entry;
            if (entry > high) high = entry;
            guide->listed_count--;
        }
    }
    for (uint64_t word = low >> 6; low <= high && word <= high >> 6; word++) {
        for (; guide->chosen[word] != 0; guide->chosen[word] &= guide->chosen[word] - 1) {
            entry_activate(search, (uint32_t)(64 * word) + (uint32_t)lfi_lowest_bit(guide->chosen[word]));
        }
    }
}

/// A list for each cell: a tile is looked at when the widening after it was deferred comes, and then again
/// only when its cell opens. The first look is enough for all but sources far from the corridor, because the
/// ring around the cells visited last holds every tile deferred in that phase; so hardly any tile ever enters
/// a list. Tiles join the queue in the order in which they were deferred, nearly that of their distance: cell
/// by cell, routes were up to 9 % longer.
static void region_activate(lf_search *search, uint32_t first_cell) {
    lfi_guide *guide = &search->guide;
    if (guide->listed_count > 0) lists_activate(search, first_cell);
    for (; guide->seen_count < guide->entry_count; guide->seen_count++) {
        if (tile_is_inside(search, guide->deferred[guide->seen_count]))
            entry_activate(search, guide->seen_count);
        else
            entry_list(search, guide->seen_count);
    }
}

/// Hands over the deferred tiles of the cells from `first_cell` on; returns how many.
static int64_t deferred_activate(lf_search *search, uint32_t first_cell) {
    const int64_t waiting = search->guide.deferred_count, tail = search->flood.tail;
    if (keeps_list(search))
        list_activate(search);
    else
        region_activate(search, first_cell);
    search->route.stats.enqueued += search->flood.tail - tail;
    return waiting - search->guide.deferred_count;
}

// ---- Widening -------------------------------------------------------------------------------------

void lfi_guide_visit(lf_search *search, lf_tile tile) {
    lfi_guide *guide = &search->guide;
    const uint32_t cell = lfi_coarse_cell(search->coarse, lf_map_point(search->map, tile));
    if (guide->visit_stamp[cell] == guide->visit) return;
    guide->visit_stamp[cell] = guide->visit;
    guide->visited[guide->visited_count++] = cell;
}

/// Opens the rings around all cells visited in the last phase. expand-optimal has kept them, because its
/// queue is a ring; the others read them off the queue now, when they are needed.
static void corridor_widen(lf_search *search) {
    lfi_guide *guide = &search->guide;
    if (search->strategy != &lfi_expand_optimal_strategy) {
        for (int64_t i = guide->phase_begin; i < search->flood.tail; i++)
            lfi_guide_visit(search, search->flood.queue[i]);
    }
    for (uint32_t i = 0; i < guide->visited_count; i++) {
        const lf_point point = lfi_coarse_point(search->coarse, guide->visited[i]);
        cells_open_around(search, point.x, point.y, 1);
    }
}

/// The number of a phase over all queries. Wrapping around clears, as for queries.
static void visit_new(lf_search *search) {
    lfi_guide *guide = &search->guide;
    if (guide->visit == UINT32_MAX || guide->visit == 0) {
        memset(guide->visit_stamp, 0, search->coarse->cell_count * sizeof *guide->visit_stamp);
        guide->visit = 0;
    }
    guide->visit++;
    guide->visited_count = 0;
}

// ---- Stages ---------------------------------------------------------------------------------------

/// Puts the useful sources into the queue, or defers those outside the corridor.
static void sources_push(lf_search *search) {
    lfi_flood *flood = &search->flood;
    const bool is_optimal = search->strategy == &lfi_expand_optimal_strategy;
    const unsigned trail =
        search->strategy == &lfi_corridor_strategy ? 0 : LFI_CENTRE; // a distance, or "no move"
    for (int64_t i = 0; i < search->query.source_count; i++) {
        const lf_tile tile = search->query.sources[i].tile;
        const lfi_spot spot = lfi_map_spot(search->map, tile);
        if (!lfi_search_source_useful(search, tile) || lfi_flood_has_met(search, tile)) continue;
        lfi_halo_freshen(flood, spot.bit >> 6, search->map->stride);
        const lfi_marks *marks = lfi_flood_marks(flood, spot);
        if ((marks->deferred & lfi_spot_mask(spot)) != 0) continue;
        if ((marks->inside & lfi_spot_mask(spot)) == 0) {
            search->guide.distance[tile] = 0;
            lfi_guide_defer(search, tile, spot, trail);
        } else if (is_optimal) {
            lfi_optimal_meet_source(search, tile, spot);
        } else {
            lfi_flood_push(flood, search->map->stride, tile, spot, trail);
            search->route.stats.enqueued++;
        }
    }
    flood->level_end = flood->tail;
}

lf_status lfi_guide_guardrail(lf_search *search) {
    search->stage = LFI_STAGE_GUARDRAIL;
    search->route.stats.guardrail = true;
    lfi_wave_begin(search);
    return LF_PAUSED;
}

lf_status lfi_guide_no_plan(lf_search *search) {
    // An honest coarse map is at least as connected as the map itself, under a depth gate too; an optimistic
    // or given one proves nothing here.
    return search->coarse->kind == LF_COARSE_HONEST ? LF_NO_ROUTE : lfi_guide_guardrail(search);
}

static void phase_begin(lf_search *search) {
    search->guide.phase_begin = search->flood.tail;
    search->route.stats.phases++;
    visit_new(search);
}

/// Opens the first corridor and begins phase 1.
static void refine_begin(lf_search *search) {
    lfi_guide *guide = &search->guide;
    search->stage = LFI_STAGE_REFINE;
    guide->phase = 1;
    lfi_flood_reset(search);
    corridor_open(search);
    search->route.stats.first_cells = guide->cell_count;
    phase_begin(search);
    if (search->strategy == &lfi_expand_optimal_strategy) lfi_optimal_begin(search);
    sources_push(search);
}

void lfi_guide_begin(lf_search *search) {
    const lf_options *options = &search->query.options;
    lfi_guide *guide = &search->guide;
    search->stage = LFI_STAGE_PLAN;
    guide->cell_count = 0;
    guide->deferred_count = 0;
    guide->entry_count = guide->seen_count = guide->listed_count = 0;
    guide->phase = 0;
    guide->radius = lfi_option_value(options->radius, GUIDE_DEFAULT_RADIUS);
    guide->widenings = lfi_option_value(options->widenings, GUIDE_DEFAULT_WIDENINGS);
    lfi_plan_begin(search);
}

/// The queue is dry: widens and goes on, or gives up, or knows that there is no route.
static lf_status refine_widen(lf_search *search) {
    lfi_guide *guide = &search->guide;
    if (guide->deferred_count == 0) return LF_NO_ROUTE;
    if (guide->phase > guide->widenings) return lfi_guide_guardrail(search);
    const uint32_t first_cell = guide->cell_count;
    guide->phase++;
    corridor_widen(search);
    search->route.stats.opened_cells += guide->cell_count - first_cell;
    if (guide->cell_count == first_cell) {
        lfi_guide_guardrail(search);
    } else if (search->strategy == &lfi_corridor_strategy) {
        lfi_flood_reset(search);
        for (uint32_t i = 0; i < guide->cell_count; i++) cell_mark_inside(search, guide->cells[i]);
        guide->deferred_count = 0;
        phase_begin(search);
        sources_push(search);
    } else {
        phase_begin(search);
        // Only sources far from the corridor are left: no widening will ever reach them.
        if (deferred_activate(search, first_cell) == 0) lfi_guide_guardrail(search);
    }
    return LF_PAUSED;
}

static lf_status plan_end(lf_search *search, lf_status status) {
    if (status == LF_OK) {
        refine_begin(search);
        return LF_PAUSED;
    }
    return lfi_guide_no_plan(search);
}

static lf_status guide_step(lf_search *search, int64_t *budget) {
    lf_status status;
    switch (search->stage) {
    case LFI_STAGE_PLAN:
        status = lfi_plan_step(search, budget);
        return status == LF_PAUSED ? status : plan_end(search, status);
    case LFI_STAGE_GUARDRAIL: return lfi_wave_run(search, budget);
    default: break;
    }
    if (search->strategy == &lfi_corridor_strategy)
        status = lfi_flood_run(search, budget, LFI_RUN_CORRIDOR);
    else if (search->strategy == &lfi_expand_strategy)
        status = lfi_flood_run(search, budget, LFI_RUN_EXPAND);
    else
        status = lfi_optimal_run(search, budget);
    return status == LF_NO_ROUTE ? refine_widen(search) : status;
}

static void guide_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    if (search->stage == LFI_STAGE_GUARDRAIL)
        lfi_wave_trace(search, tiles, capacity);
    else if (search->strategy == &lfi_corridor_strategy)
        lfi_flood_trace(search, tiles, capacity);
    else
        lfi_flood_trace_moves(search, tiles, capacity);
}

int32_t lf_search_cell_phase(const lf_search *search, int32_t x, int32_t y) {
    if (search == NULL || search->guide.cell_stamp == NULL || search->state == LFI_IDLE) return 0;
    if (x < 0 || y < 0 || x >= search->coarse->width || y >= search->coarse->height) return 0;
    const uint32_t cell = (uint32_t)y * (uint32_t)search->coarse->width + (uint32_t)x;
    return search->guide.cell_stamp[cell] == search->stamp ? search->guide.cell_phase[cell] : 0;
}

const lfi_strategy lfi_corridor_strategy = {
    .name = "corridor", .guided = true, .begin = lfi_guide_begin, .step = guide_step, .trace = guide_trace};
const lfi_strategy lfi_expand_strategy = {
    .name = "expand", .guided = true, .begin = lfi_guide_begin, .step = guide_step, .trace = guide_trace};
const lfi_strategy lfi_expand_optimal_strategy = {.name = "expand-optimal",
                                                  .guided = true,
                                                  .begin = lfi_guide_begin,
                                                  .step = guide_step,
                                                  .trace = guide_trace};
