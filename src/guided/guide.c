// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The guided strategies (hierarchical pathfinding): a coarse plan, a corridor around it, a search inside, and
// repair where the corridor was too tight.
//
//     near       several ends, some of them near each other: a small flood first (nearby.c)
//     plan       A* over the coarse map (plan.c)
//     refine     phase 1: search inside the cells within `radius` of the plan
//                dry? open the ring of eight cells around each cell visited in that phase; phase 2, and so on
//     guardrail  after `widenings` attempts: an unrestricted flood
//
// The three strategies differ in what happens at a widening:
//  - corridor starts over;
//  - expand continues: met tiles stay met, and tiles that were met outside the corridor (deferred, with the
//    move that led to them) join the queue when their cell opens;
//  - expand-optimal continues too, but takes tiles in order of distance and corrects distances that a newly
//    opened cell shortens (optimal.c).
//
// A deferred tile lies next to a tile visited in the same phase, so the next widening reaches it; only
// sources outside the first corridor may have to wait longer. If nothing is deferred when the queue is dry,
// everything reachable has been seen, which proves that there is no route. An honest plan always holds a
// route, so with it the first phase is the only one.
//
// Time: O(nodes planned + tiles met + cells opened); nothing depends on the size of the map.
#include "guide.h"

#include "plan.h"
#include "tiles.h"
#include "window.h"

#include <string.h>

enum { GUIDE_DEFAULT_RADIUS = 1, GUIDE_DEFAULT_WIDENINGS = 5, GUIDE_LONGEST_SIGHT = 64 };

// ---- Memory ---------------------------------------------------------------------------------------

bool lfi_guide_wanted(const lf_search *search) {
    return search->coarse != NULL;
}

static void guide_arrays(lf_search *search, lfi_arrays *run) {
    const uint64_t cells = search->coarse->cell_count, tiles = search->base->tile_count;
    lfi_guide *guide = lfi_guide_of(search);
    LFI_ARRAY(run, guide->cell_stamp, cells);
    LFI_ARRAY(run, guide->cell_phase, cells);
    LFI_ARRAY(run, guide->cells, cells);
    LFI_ARRAY(run, guide->visit_stamp, cells);
    LFI_ARRAY(run, guide->visited, cells);
    LFI_ARRAY(run, guide->lists, cells);
    LFI_ARRAY(run, guide->next, tiles);
    LFI_ARRAY_ZEROED(run, guide->chosen, tiles / 64 + 1);
    LFI_ARRAY(run, guide->deferred, tiles);
    LFI_ARRAY(run, guide->distance, tiles);
    LFI_ARRAY(run, guide->bucket_first, search->rooms.open_tiles + 1);
}

static void guide_forget(lf_search *search) {
    const lfi_guide *guide = lfi_guide_of(search);
    memset(guide->cell_stamp, 0, search->coarse->cell_count * sizeof *guide->cell_stamp);
    memset(guide->lists, 0, search->coarse->cell_count * sizeof *guide->lists);
}

const lfi_part lfi_guide_part = {
    .size = sizeof(lfi_guide), .wanted = lfi_guide_wanted, .arrays = guide_arrays, .forget = guide_forget};

// ---- Corridor -------------------------------------------------------------------------------------

/// Marks the tiles of a cell as inside the corridor.
static void cell_mark_inside(lf_search *search, uint32_t cell) {
    const lf_map *map = search->map;
    lfi_tiles *tiles = lfi_tiles_of(search);
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
            lfi_word_freshen(tiles, bit >> 6);
            tiles->marks[bit >> 6].inside |= mask << (bit & 63);
        }
    }
}

/// Notes the phase in which a cell joins the corridor; false if it has joined already.
static bool cell_note(lf_search *search, uint32_t cell, int32_t phase) {
    lfi_guide *guide = lfi_guide_of(search);
    if (guide->cell_stamp[cell] == search->stamp) return false;
    guide->cell_stamp[cell] = search->stamp;
    guide->cell_phase[cell] = (uint16_t)(phase < UINT16_MAX ? phase : UINT16_MAX);
    return true;
}

void lfi_guide_note_cells(lf_search *search, const uint32_t *cells, uint32_t count, int32_t phase) {
    if (lfi_guide_of(search) == NULL) return;
    for (uint32_t i = 0; i < count; i++) cell_note(search, cells[i], phase);
}

static void cell_open(lf_search *search, uint32_t cell) {
    lfi_guide *guide = lfi_guide_of(search);
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

/// Walks the straight line of cells between two places (Bresenham). With `open` it opens the cells around
/// each; otherwise it tells whether each of them has an open tile.
static bool line_walk(lf_search *search, lf_point a, lf_point b, bool open) {
    lfi_line_walk line = lfi_line_begin(a, b);
    do {
        if (open)
            cells_open_around(search, line.at.x, line.at.y, lfi_guide_of(search)->radius);
        else if (lf_coarse_pieces(search->coarse, line.at.x, line.at.y) == 0)
            return false;
    } while (lfi_line_next(&line));
    return true;
}

/// Opens the corridor along straight lines of cells with open tiles between nodes of the plan.
static void corridor_open_straight(lf_search *search) {
    const lfi_tier *plan = &lfi_plan_of(search)->tiers[0];
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
    const bool straighten = search->experts.straighten;
    if (straighten) corridor_open_straight(search);
    if (straighten && search->coarse->kind == LF_COARSE_CELLS) return;
    const lfi_tier *plan = &lfi_plan_of(search)->tiers[0];
    for (uint32_t node = plan->goal; node != LFI_NO_NODE; node = plan->nodes[node].parent) {
        const lf_point point = plan_point(search, node);
        cells_open_around(search, point.x, point.y, straighten ? 0 : lfi_guide_of(search)->radius);
    }
}

// ---- Deferred tiles -------------------------------------------------------------------------------

static bool keeps_list(const lf_search *search) {
    return lfi_guide_of(search)->refinement->may_list && search->experts.frontier == LF_FRONTIER_LIST;
}

void lfi_guide_defer(lf_search *search, lf_tile tile, lfi_spot spot, unsigned trail) {
    lfi_guide *guide = lfi_guide_of(search);
    lfi_tiles_marks(lfi_tiles_of(search), spot)->deferred |= lfi_spot_mask(spot);
    lfi_tiles_of(search)->trail[tile] = (uint8_t)trail;
    search->route.stats.deferred++;
    guide->deferred_count++;
    if (guide->refinement->restarts) return; // counting is enough
    guide->deferred[guide->entry_count++] = tile;
}

/// Whether the cell of a deferred tile is open by now.
static bool tile_is_inside(const lf_search *search, lf_tile tile) {
    const lfi_spot spot = lfi_map_spot(search->map, tile);
    return (lfi_tiles_marks(lfi_tiles_of(search), spot)->inside & lfi_spot_mask(spot)) != 0;
}

/// Puts a deferred tile into the queue, with the move that led to it.
static void tile_activate(lf_search *search, lf_tile tile) {
    const lfi_spot spot = lfi_map_spot(search->map, tile);
    lfi_tiles_push(lfi_tiles_of(search), tile, spot, lfi_tiles_of(search)->trail[tile]);
}

/// One list: looks at every deferred tile; the tiles whose cell is open now leave the list.
static void list_activate(lf_search *search) {
    lfi_guide *guide = lfi_guide_of(search);
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
    lfi_guide_of(search)->deferred_count--;
    lfi_guide_of(search)->refinement->activate(search, entry);
}

/// Puts an entry into the list of its cell.
static void entry_list(lf_search *search, uint32_t entry) {
    lfi_guide *guide = lfi_guide_of(search);
    const lf_point point = lfi_map_point(search->map, guide->deferred[entry]);
    lfi_cell_list *list = &guide->lists[lfi_coarse_cell(search->coarse, point)];
    if (list->stamp != search->stamp) *list = (lfi_cell_list){search->stamp, LFI_NO_ENTRY};
    guide->next[entry] = list->first;
    list->first = entry;
    guide->listed_count++;
}

/// Activates the lists of the cells just opened. One bit per entry sorts the entries into the order in which
/// they were deferred.
static void lists_activate(lf_search *search, uint32_t first_cell) {
    lfi_guide *guide = lfi_guide_of(search);
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

/// One list per cell: the first widening after a tile was deferred looks at it, and then nothing does until
/// its cell opens. The first look is enough for all but sources far from the corridor, because the ring
/// around the cells visited last holds every tile deferred in that phase. So hardly any tile ever enters a
/// list. Tiles join the queue in the order in which they were deferred, which is nearly the order of their
/// distance; when they joined cell by cell, routes were up to 9 % longer.
static void region_activate(lf_search *search, uint32_t first_cell) {
    lfi_guide *guide = lfi_guide_of(search);
    if (guide->listed_count > 0) lists_activate(search, first_cell);
    for (; guide->seen_count < guide->entry_count; guide->seen_count++) {
        if (tile_is_inside(search, guide->deferred[guide->seen_count]))
            entry_activate(search, guide->seen_count);
        else
            entry_list(search, guide->seen_count);
    }
}

/// Activates the deferred tiles of the cells from `first_cell` on; returns how many.
static int64_t deferred_activate(lf_search *search, uint32_t first_cell) {
    const int64_t waiting = lfi_guide_of(search)->deferred_count, tail = lfi_tiles_of(search)->tail;
    if (keeps_list(search))
        list_activate(search);
    else
        region_activate(search, first_cell);
    search->route.stats.enqueued += lfi_tiles_of(search)->tail - tail;
    return waiting - lfi_guide_of(search)->deferred_count;
}

// ---- Widening -------------------------------------------------------------------------------------

void lfi_guide_visit(const lf_search *search, lfi_guide *guide, lf_tile tile) {
    const uint32_t cell = lfi_coarse_cell(search->coarse, lfi_map_point(search->map, tile));
    if (guide->visit_stamp[cell] == guide->visit) return;
    guide->visit_stamp[cell] = guide->visit;
    guide->visited[guide->visited_count++] = cell;
}

/// Opens the rings around all cells visited in the last phase. A refinement whose queue is a ring has kept
/// these cells; for the others they are read from the queue now.
static void corridor_widen(lf_search *search) {
    lfi_guide *guide = lfi_guide_of(search);
    if (!guide->refinement->visits) {
        for (int64_t i = guide->phase_begin; i < lfi_tiles_of(search)->tail; i++)
            lfi_guide_visit(search, guide, lfi_tiles_of(search)->queue[i]);
    }
    for (uint32_t i = 0; i < guide->visited_count; i++) {
        const lf_point point = lfi_coarse_point(search->coarse, guide->visited[i]);
        cells_open_around(search, point.x, point.y, 1);
    }
}

/// Numbers a new phase, counted over all queries. When the numbers start over, the marks are cleared.
static void visit_new(lf_search *search) {
    lfi_guide *guide = lfi_guide_of(search);
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
    lfi_tiles *tiles = lfi_tiles_of(search);
    const lfi_refinement *refinement = lfi_guide_of(search)->refinement;
    for (int64_t i = 0; i < search->query.source_count; i++) {
        const lf_tile tile = search->query.sources[i].tile;
        const lfi_spot spot = lfi_map_spot(search->map, tile);
        if (!lfi_search_source_useful(search, tile) || lfi_tiles_has_met(search, tile)) continue;
        lfi_halo_freshen(tiles, spot.bit >> 6);
        const lfi_marks *marks = lfi_tiles_marks(tiles, spot);
        if ((marks->deferred & lfi_spot_mask(spot)) != 0) continue;
        if ((marks->inside & lfi_spot_mask(spot)) == 0) {
            lfi_guide_of(search)->distance[tile] = 0;
            lfi_guide_defer(search, tile, spot, refinement->source_trail);
        } else {
            refinement->meet_source(search, tile, spot);
        }
    }
    tiles->level_end = tiles->tail;
}

lf_status lfi_guide_no_plan(lf_search *search) {
    // An honest coarse map is at least as connected as the map itself, under a depth gate too. An optimistic
    // or given coarse map proves nothing here.
    return search->coarse->kind == LF_COARSE_HONEST ? LF_NO_ROUTE : lfi_search_give_up(search);
}

static void phase_begin(lf_search *search) {
    lfi_guide_of(search)->phase_begin = lfi_tiles_of(search)->tail;
    search->route.stats.phases++;
    visit_new(search);
}

/// Opens the first corridor and begins phase 1.
static void refine_begin(lf_search *search) {
    lfi_guide *guide = lfi_guide_of(search);
    search->stage = LFI_STAGE_REFINE;
    guide->phase = 1;
    lfi_tiles_reset(search);
    corridor_open(search);
    search->route.stats.first_cells = guide->cell_count;
    phase_begin(search);
    if (guide->refinement->begin != NULL) guide->refinement->begin(search);
    sources_push(search);
}

void lfi_guide_begin(lf_search *search) {
    const lf_options *options = &search->query.options;
    lfi_guide *guide = lfi_guide_of(search);
    guide->refinement = search->strategy->own;
    guide->cell_count = 0;
    guide->deferred_count = 0;
    guide->entry_count = guide->seen_count = guide->listed_count = 0;
    guide->phase = 0;
    guide->radius = lfi_option_value(options->radius, GUIDE_DEFAULT_RADIUS);
    guide->widenings = lfi_option_value(options->widenings, GUIDE_DEFAULT_WIDENINGS);
    lfi_nearby_begin(search);
}

/// The queue is dry: widens and continues, or gives up, or finds that there is no route.
static lf_status refine_widen(lf_search *search) {
    lfi_guide *guide = lfi_guide_of(search);
    if (guide->deferred_count == 0) return LF_NO_ROUTE;
    if (guide->phase > guide->widenings) return lfi_search_give_up(search);
    const uint32_t first_cell = guide->cell_count;
    guide->phase++;
    corridor_widen(search);
    search->route.stats.opened_cells += guide->cell_count - first_cell;
    if (guide->cell_count == first_cell) return lfi_search_give_up(search);
    if (guide->refinement->restarts) {
        lfi_tiles_reset(search);
        for (uint32_t i = 0; i < guide->cell_count; i++) cell_mark_inside(search, guide->cells[i]);
        guide->deferred_count = 0;
        phase_begin(search);
        sources_push(search);
    } else {
        phase_begin(search);
        // Only sources far from the corridor are left: no widening will ever reach them.
        if (deferred_activate(search, first_cell) == 0) return lfi_search_give_up(search);
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
    if (lfi_nearby_looks(search)) return lfi_nearby_step(search, budget);
    if (search->stage == LFI_STAGE_PLAN) {
        status = lfi_plan_step(search, budget);
        return status == LF_PAUSED ? status : plan_end(search, status);
    }
    status = lfi_guide_of(search)->refinement->run(search, budget);
    return status == LF_NO_ROUTE ? refine_widen(search) : status;
}

static void guide_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    if (lfi_nearby_found(search))
        lfi_window_trace(search, tiles, capacity);
    else
        lfi_guide_of(search)->refinement->trace(search, tiles, capacity);
}

static bool guide_has_met(const lf_search *search, lf_tile tile) {
    if (lfi_nearby_looks(search) || lfi_nearby_found(search)) return lfi_window_is_marked(search, tile);
    return lfi_guide_of(search)->phase > 0 && lfi_tiles_has_met(search, tile);
}

int32_t lf_search_cell_phase(const lf_search *search, int32_t x, int32_t y) {
    if (search == NULL || lfi_guide_of(search) == NULL || search->state == LFI_IDLE) return 0;
    if (x < 0 || y < 0 || x >= search->coarse->width || y >= search->coarse->height) return 0;
    const uint32_t cell = (uint32_t)y * (uint32_t)search->coarse->width + (uint32_t)x;
    return lfi_guide_of(search)->cell_stamp[cell] == search->stamp ? lfi_guide_of(search)->cell_phase[cell]
                                                                   : 0;
}

/// Whether the query has a plan on the coarse map: it is guided, and its planning has ended with one. (Under weights
/// the plan may be on the map above.)
static bool guide_has_plan(const lf_search *search) {
    if (search == NULL || search->state == LFI_IDLE || !search->begun || lfi_plan_of(search) == NULL)
        return false;
    const bool guided = (search->strategy->parts & LFI_PART_BIT(PLAN)) != 0;
    return guided && search->query.weights == NULL && search->stage != LFI_STAGE_PLAN &&
           lfi_plan_of(search)->tiers[0].goal != LFI_NO_NODE;
}

int64_t lf_search_plan(const lf_search *search, lf_point *cells, int64_t capacity) {
    const lf_status status = lfi_buffer_check(cells, capacity);
    if (status != LF_OK || !guide_has_plan(search)) return status;
    const lfi_tier *plan = &lfi_plan_of(search)->tiers[0];
    int64_t count = 0;
    for (uint32_t node = plan->goal; node != LFI_NO_NODE; node = plan->nodes[node].parent, count++) {
        if (count < capacity) cells[count] = plan_point(search, node);
    }
    return count;
}

int64_t lf_search_deferred(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    const lf_status status = lfi_buffer_check(tiles, capacity);
    if (status != LF_OK || !guide_has_plan(search) || search->runner->trace != guide_trace) return status;
    const lfi_guide *guide = lfi_guide_of(search);
    int64_t count = 0;
    for (uint32_t i = 0; i < guide->entry_count; i++) { // the cells of some have opened since
        if (tile_is_inside(search, guide->deferred[i])) continue;
        if (count < capacity) tiles[count] = guide->deferred[i];
        count++;
    }
    return count;
}

// ---- Refinements ----------------------------------------------------------------------------------

/// Puts a source into the queue. Its trail is a distance of 0, or "no move".
static void source_push_distance(lf_search *search, lf_tile tile, lfi_spot spot) {
    lfi_tiles_push(lfi_tiles_of(search), tile, spot, 0);
    search->route.stats.enqueued++;
}

static void source_push_move(lf_search *search, lf_tile tile, lfi_spot spot) {
    lfi_tiles_push(lfi_tiles_of(search), tile, spot, LFI_CENTRE);
    search->route.stats.enqueued++;
}

static void expand_activate(lf_search *search, uint32_t entry) {
    tile_activate(search, lfi_guide_of(search)->deferred[entry]);
}

static const lfi_refinement corridor_refinement = {.restarts = true,
                                                   .source_trail = 0,
                                                   .meet_source = source_push_distance,
                                                   .run = lfi_tiles_run_distances,
                                                   .trace = lfi_tiles_trace};
static const lfi_refinement expand_refinement = {.may_list = true,
                                                 .source_trail = LFI_CENTRE,
                                                 .meet_source = source_push_move,
                                                 .activate = expand_activate,
                                                 .run = lfi_tiles_run_moves,
                                                 .trace = lfi_tiles_trace_moves};
static const lfi_refinement optimal_refinement = {.visits = true,
                                                  .source_trail = LFI_CENTRE,
                                                  .begin = lfi_optimal_begin,
                                                  .meet_source = lfi_optimal_meet_source,
                                                  .activate = lfi_optimal_activate,
                                                  .run = lfi_optimal_run,
                                                  .trace = lfi_tiles_trace_moves};

lf_status lfi_guide_check(const lf_search *search, const lf_query *query) {
    const lf_options *options = &query->options;
    (void)search;
    if (options->radius < LF_NONE) return LF_E_RADIUS;
    if (options->widenings < LF_NONE) return LF_E_WIDENINGS;
    if (options->spacing < LF_NONE) return LF_E_SPACING;
    return lfi_query_experts(query).portal_cap < 0 ? LF_E_PORTAL_CAP : LF_OK;
}

#define GUIDED(title, refinement)                                                                       \
    {                                                                                                   \
        .name = (title), .gated = true, .missing = LF_E_NO_COARSE, .check = lfi_guide_check,            \
        .parts = LFI_PART_BIT(TILES) | LFI_PART_BIT(PLAN) | LFI_PART_BIT(WINDOW) | LFI_PART_BIT(GUIDE), \
        .own = &(refinement), .begin = lfi_guide_begin, .step = guide_step, .trace = guide_trace,       \
        .has_met = guide_has_met                                                                        \
    }
const lfi_strategy lfi_corridor_strategy = GUIDED("corridor", corridor_refinement);
const lfi_strategy lfi_expand_strategy = GUIDED("expand", expand_refinement);
const lfi_strategy lfi_expand_optimal_strategy = GUIDED("expand-optimal", optimal_refinement);
