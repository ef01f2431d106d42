// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Edits of maps: after each edit of a swarm, the map's rows, blocks and runs and its stops equal those of a map
// made anew, byte by byte, and every tile has the body number that the written rule (src/map/flips.h) gives it,
// worked out here tile by tile.
#include "map/flips.h"
#include "meter.h"
#include "oracle.h"
#include "sight/stops.h"
#include "test.h"

#ifdef TEST_IS_SLOW
enum { MAPS = 400 };
#else
enum { MAPS = 3000 };
#endif
enum { EDITS = 14 };

/// A map under edits, beside what it should be.
typedef struct patient {
    oracle_map plan;     ///< the tiles as bytes
    uint8_t *before;     ///< the tiles before the last edit
    uint32_t *ids;       ///< the expected body of each tile
    uint32_t body_count; ///< one more than the greatest number
    lf_map *map;
    lfi_stops stops;
    lfi_flips flips; ///< the last edit
    uint64_t random;
} patient;

static int plan_size(const oracle_map *plan) {
    return plan->width * plan->height;
}

static void stops_make(const lf_map *map, lfi_stops *stops) {
    *stops = (lfi_stops){0};
    CHECK_EQ(lfi_stops_create(map, &map->allocator, stops), LF_OK);
    for (int64_t band = 0; band < lfi_stops_bands(map); band++) lfi_stops_fill_rows(map, stops, band);
    for (int64_t band = 0; band < lfi_stops_bands(map); band++) lfi_stops_fill_columns(map, stops, band);
    lfi_stops_fill_patches(map, stops);
    lfi_stops_count(map, stops);
}

static void stops_free(const lf_map *map, lfi_stops *stops) {
    lfi_stops_arrays(&(lfi_arrays){.allocator = &map->allocator, .mode = LFI_ARRAYS_FREE}, map, stops);
}

// ---- Flips ----------------------------------------------------------------------------------------

static void box_add(lfi_box *box, int x, int y) {
    if (x < box->x0) box->x0 = x;
    if (x > box->x1) box->x1 = x;
    if (y < box->y0) box->y0 = y;
    if (y > box->y1) box->y1 = y;
}

/// What differs between two states of a plan; false if nothing does.
static bool flips_make(const oracle_map *plan, const uint8_t *before, lfi_flips *flips) {
    *flips = (lfi_flips){.box = {INT32_MAX, INT32_MAX, -1, -1}};
    for (int i = 0; i < plan_size(plan); i++) {
        if (before[i] != plan->open[i]) box_add(&flips->box, i % plan->width, i / plan->width);
    }
    if (flips->box.x1 < 0) return false;
    flips->word = (uint64_t)flips->box.x0 / 64;
    flips->words = (uint64_t)flips->box.x1 / 64 - flips->word + 1;
    flips->bits =
        calloc((size_t)(flips->box.y1 - flips->box.y0 + 1) * (size_t)flips->words, sizeof(uint64_t));
    for (int i = 0; i < plan_size(plan); i++) {
        if (before[i] == plan->open[i]) continue;
        const int x = i % plan->width, y = i / plan->width;
        flips->bits[(uint64_t)(y - flips->box.y0) * flips->words + (uint64_t)x / 64 - flips->word] |=
            UINT64_C(1) << (x & 63);
        flips->opened += plan->open[i];
        flips->blocked += before[i];
    }
    return true;
}

// ---- Bodies, tile by tile -------------------------------------------------------------------------

/// Marks what is connected with a tile in `open`; returns how many tiles.
static int64_t tiles_connect(const oracle_map *plan, const uint8_t *open, int tile, uint32_t mark,
                             uint32_t *marks, int *queue) {
    const int reach = plan->moves == LF_MOVES_KING_CUT ? 2 : 1;
    int count = 0;
    queue[count++] = tile;
    marks[tile] = mark;
    for (int at = 0; at < count; at++) {
        for (int k = 0; k < 9; k++) {
            const int dx = k % 3 - 1, dy = k / 3 - 1, x = queue[at] % plan->width + dx,
                      y = queue[at] / plan->width + dy, to = y * plan->width + x;
            if (abs(dx) + abs(dy) > reach || x < 0 || y < 0 || x >= plan->width || y >= plan->height)
                continue;
            if (!open[to] || marks[to] != LF_NO_BODY) continue;
            marks[to] = mark;
            queue[count++] = to;
        }
    }
    return count;
}

/// Finds what is connected, in row order; returns how many sets.
static uint32_t tiles_sets(const oracle_map *plan, const uint8_t *open, uint32_t *sets, int64_t *sizes) {
    int *queue = malloc((size_t)plan_size(plan) * sizeof *queue);
    uint32_t count = 0;
    for (int i = 0; i < plan_size(plan); i++) sets[i] = LF_NO_BODY;
    for (int i = 0; i < plan_size(plan); i++) {
        if (!open[i] || sets[i] != LF_NO_BODY) continue;
        sizes[count] = tiles_connect(plan, open, i, count, sets, queue);
        count++;
    }
    free(queue);
    return count;
}

/// The rule's three steps, with arrays that have an entry for each tile or more.
typedef struct rule {
    uint8_t *left;               ///< tiles that were open and are
    uint32_t *parts, *bodies;    ///< of each tile: what is connected without the opened tiles, and with them
    int64_t *part_sizes, *sizes; ///< tiles
    uint32_t *part_ids, *body_ids; ///< numbers
    uint32_t part_count, count;
} rule;

static rule rule_make(const patient *p) {
    const size_t size = (size_t)plan_size(&p->plan);
    rule r = {.left = malloc(size),
              .parts = malloc(4 * size),
              .bodies = malloc(4 * size),
              .part_sizes = malloc(8 * size),
              .sizes = malloc(8 * size),
              .part_ids = malloc(4 * size),
              .body_ids = malloc(4 * size)};
    for (size_t i = 0; i < size; i++) {
        r.left[i] = p->before[i] && p->plan.open[i];
        r.part_ids[i] = r.body_ids[i] = LF_NO_BODY;
    }
    r.part_count = tiles_sets(&p->plan, r.left, r.parts, r.part_sizes);
    r.count = tiles_sets(&p->plan, p->plan.open, r.bodies, r.sizes);
    return r;
}

static void rule_free(rule *r) {
    free(r->left);
    free(r->parts);
    free(r->bodies);
    free(r->part_sizes);
    free(r->sizes);
    free(r->part_ids);
    free(r->body_ids);
}

/// Step 1: the largest part of each body has its number.
static void rule_block(const patient *p, const rule *r) {
    uint32_t *best = malloc(4 * ((size_t)p->body_count + 1));
    for (uint32_t id = 0; id < p->body_count; id++) best[id] = LF_NO_BODY;
    for (int i = 0; i < plan_size(&p->plan); i++) {
        if (!r->left[i]) continue;
        uint32_t *at = &best[p->ids[i]];
        if (*at == LF_NO_BODY || r->part_sizes[r->parts[i]] > r->part_sizes[*at]) *at = r->parts[i];
    }
    for (uint32_t id = 0; id < p->body_count; id++) {
        if (best[id] != LF_NO_BODY) r->part_ids[best[id]] = id;
    }
    free(best);
}

/// Step 2: what is connected has the lowest number of its parts.
static void rule_open(const patient *p, const rule *r) {
    for (int i = 0; i < plan_size(&p->plan); i++) {
        if (!r->left[i]) continue;
        uint32_t *id = &r->body_ids[r->bodies[i]];
        if (r->part_ids[r->parts[i]] < *id) *id = r->part_ids[r->parts[i]];
    }
}

/// Gives a body the lowest number that none has; `used` says of each number whether one has it.
static void rule_take_lowest(const rule *r, uint32_t body, uint8_t *used) {
    uint32_t id = 0;
    while (used[id]) id++;
    used[id] = 1;
    r->body_ids[body] = id;
}

/// Step 3: parts that came off, in row order of the parts, then new water, in row order.
static void rule_number(const patient *p, const rule *r) {
    uint8_t *used = calloc((size_t)p->body_count + r->count + 1, 1);
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->body_ids[i] != LF_NO_BODY) used[r->body_ids[i]] = 1;
    }
    for (int i = 0; i < plan_size(&p->plan); i++) {
        if (r->left[i] && r->body_ids[r->bodies[i]] == LF_NO_BODY) rule_take_lowest(r, r->bodies[i], used);
    }
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->body_ids[i] == LF_NO_BODY) rule_take_lowest(r, i, used);
    }
    free(used);
}

/// The body of each tile after the edit.
static void patient_expect(patient *p) {
    rule r = rule_make(p);
    rule_block(p, &r);
    rule_open(p, &r);
    rule_number(p, &r);
    p->body_count = 0;
    for (int i = 0; i < plan_size(&p->plan); i++) {
        p->ids[i] = p->plan.open[i] ? r.body_ids[r.bodies[i]] : LF_NO_BODY;
        if (p->plan.open[i] && p->ids[i] >= p->body_count) p->body_count = p->ids[i] + 1;
    }
    rule_free(&r);
}

// ---- Comparing ------------------------------------------------------------------------------------

static bool rows_equal(const lf_map *a, const lf_map *b) {
    return memcmp(a->open, b->open, (size_t)a->word_count * 8) == 0 && a->open_count == b->open_count &&
           memcmp(a->blocks.frame, b->blocks.frame, (size_t)lfi_blocks_in_all(a) * sizeof(lfi_wide)) == 0;
}

/// The runs, without their bodies.
static bool runs_equal(const lfi_bodies *a, const lfi_bodies *b, int32_t height) {
    if (a->run_count != b->run_count) return false;
    if (memcmp(a->row_runs, b->row_runs, ((size_t)height + 1) * sizeof *a->row_runs) != 0) return false;
    for (uint32_t i = 0; i < a->run_count; i++) {
        if (a->runs[i].begin != b->runs[i].begin || a->runs[i].end != b->runs[i].end) return false;
    }
    return true;
}

/// Everything but heads[].before.
static bool stops_equal(const lf_map *map, const lfi_stops *a, const lfi_stops *b) {
    for (uint64_t i = 0; i < map->word_count; i++) {
        if (a->heads[i].bits != b->heads[i].bits) return false;
    }
    const size_t rows = (size_t)lfi_patches(map->height) * (size_t)a->row_patch_stride,
                 columns = (size_t)lfi_patches(map->width) * (size_t)a->column_patch_stride;
    return memcmp(a->rows, b->rows, (size_t)map->word_count * 8) == 0 &&
           memcmp(a->columns, b->columns, (size_t)a->column_words * 8) == 0 &&
           memcmp(a->row_patches, b->row_patches, rows * 8) == 0 &&
           memcmp(a->column_patches, b->column_patches, columns * 8) == 0;
}

/// Numbers and sizes are those of the rule; what is beyond them is as a later edit needs it.
static bool bodies_right(const patient *p, const lf_map *map) {
    const lfi_bodies *bodies = &map->bodies;
    bool right = lf_map_body_count(map) == p->body_count && bodies->run_count <= bodies->run_room;
    int64_t *sizes = calloc((size_t)bodies->body_room + p->body_count + 1, sizeof *sizes);
    for (int i = 0; i < plan_size(&p->plan); i++) {
        right = right && lf_map_body(map, (lf_tile)i) == p->ids[i];
        if (p->plan.open[i]) sizes[p->ids[i]]++;
    }
    right = right && memcmp(sizes, bodies->sizes, bodies->body_room * sizeof *sizes) == 0;
    for (uint32_t i = 0; bodies->heirs != NULL && i < bodies->body_room; i++)
        right = right && bodies->heirs[i] == i;
    for (uint32_t i = 0; i < bodies->lowest_free; i++) right = right && sizes[i] != 0;
    free(sizes);
    return right;
}

/// The whole map, against one made anew.
static void map_check(const patient *p, const lf_map *map) {
    lf_map *anew = oracle_to_map(&p->plan);
    CHECK(rows_equal(map, anew));
    CHECK(runs_equal(&map->bodies, &anew->bodies, map->height));
    CHECK(bodies_right(p, map));
    CHECK_EQ(map->moves, anew->moves);
    lf_map_destroy(anew);
}

static void stops_check(const lf_map *map, const lfi_stops *stops) {
    lfi_stops anew;
    stops_make(map, &anew);
    CHECK(stops_equal(map, stops, &anew));
    stops_free(map, &anew);
}

// ---- A map under edits ----------------------------------------------------------------------------

static patient patient_make(oracle_map plan, uint64_t seed) {
    const size_t size = (size_t)plan_size(&plan);
    patient p = {.plan = plan, .before = malloc(size), .ids = malloc(4 * size), .random = seed};
    p.map = oracle_to_map(&plan);
    stops_make(p.map, &p.stops);
    p.body_count = lf_map_body_count(p.map);
    for (size_t i = 0; i < size; i++) p.ids[i] = lf_map_body(p.map, (lf_tile)i);
    return p;
}

static void patient_free(patient *p) {
    stops_free(p->map, &p->stops);
    lf_map_destroy(p->map);
    free(p->plan.open);
    free(p->before);
    free(p->ids);
}

/// Which headlands there were and are, from the words saved before the edit and the stops after it.
static void heads_check(const patient *p, lfi_box around, const uint64_t *saved) {
    lfi_stops old;
    oracle_map plan = p->plan;
    plan.open = p->before;
    lf_map *was = oracle_to_map(&plan);
    stops_make(was, &old);
    bool right = true;
    for (int32_t y = around.y0; y <= around.y1; y++) {
        for (uint64_t i = 0; i < lfi_stops_row_words(around); i++)
            right = right &&
                    *saved++ == old.heads[(lfi_map_row(was, y) >> 6) + (uint64_t)around.x0 / 64 + i].bits;
    }
    CHECK(right);
    stops_free(was, &old);
    lf_map_destroy(was);
}

static void patient_edit_stops(patient *p) {
    const lfi_box around = lfi_stops_around(p->map, p->flips.box);
    uint64_t *saved =
        malloc((size_t)(around.y1 - around.y0 + 1) * (size_t)lfi_stops_row_words(around) * sizeof *saved);
    lfi_stops_save(p->map, &p->stops, around, saved);
    lfi_stops_edit(p->map, &p->stops, p->flips.box);
    heads_check(p, around, saved);
    free(saved);
}

/// Bodies before and after, counted by tiles: joined and split must explain the difference.
static void change_check(const patient *p, int64_t joined, int64_t split) {
    rule r = rule_make(p);
    if (p->flips.blocked == 0) CHECK_EQ(split, 0);
    if (p->flips.opened == 0) CHECK_EQ(joined, 0);
    int64_t bodies = 0, fresh = 0;
    uint8_t *seen = calloc((size_t)p->body_count + 1, 1), *old = calloc((size_t)r.count + 1, 1);
    for (int i = 0; i < plan_size(&p->plan); i++) {
        if (!r.left[i]) continue;
        bodies +=
            !seen[p->ids[i]]; // bodies of which something is left; the numbers are still those of before
        seen[p->ids[i]] = 1;
        old[r.bodies[i]] = 1;
    }
    for (uint32_t i = 0; i < r.count; i++) fresh += !old[i];
    CHECK_EQ(split, (int64_t)r.part_count - bodies);
    CHECK_EQ(joined, (int64_t)r.part_count - ((int64_t)r.count - fresh));
    free(seen);
    free(old);
    rule_free(&r);
}

/// Takes the difference between `before` and the plan over; false if there is none. The flips are to be freed.
static bool patient_follow(patient *p) {
    if (!flips_make(&p->plan, p->before, &p->flips)) return false;
    int64_t joined, split;
    lfi_map_flip(p->map, &p->flips);
    CHECK_EQ(lfi_bodies_edit(p->map, &p->flips, &joined, &split), LF_OK);
    change_check(p, joined, split);
    patient_edit_stops(p);
    patient_expect(p);
    map_check(p, p->map);
    stops_check(p->map, &p->stops);
    return true;
}

static void plan_set(const oracle_map *plan, int x, int y, int value) {
    if (x >= 0 && y >= 0 && x < plan->width && y < plan->height)
        plan->open[y * plan->width + x] = (uint8_t)value;
}

static void plan_disc(const oracle_map *plan, int x, int y, int radius, int value) {
    for (int dy = -radius; dy <= radius; dy++) {
        for (int dx = -radius; dx <= radius; dx++) {
            if (dx * dx + dy * dy <= radius * radius) plan_set(plan, x + dx, y + dy, value);
        }
    }
}

static void plan_rect(const oracle_map *plan, int x, int y, int width, int height, int value) {
    for (int i = 0; i < width * height; i++) plan_set(plan, x + i % width, y + i / width, value);
}

/// Tiles of a rectangle, some of them turned: an edit that opens and blocks at once.
static void plan_scatter(const oracle_map *plan, int x, int y, int side, uint64_t *random) {
    const int share = 1 + oracle_below(random, 9);
    for (int i = 0; i < side * side; i++) {
        const int tx = x + i % side, ty = y + i / side;
        if (tx >= plan->width || ty >= plan->height || oracle_below(random, 10) >= share) continue;
        plan->open[ty * plan->width + tx] ^= 1;
    }
}

static void plan_draw(const oracle_map *plan, uint64_t *random) {
    const int x = oracle_below(random, plan->width), y = oracle_below(random, plan->height),
              value = oracle_below(random, 2);
    switch (oracle_below(random, 9)) {
    case 0: plan_set(plan, x, y, !plan->open[y * plan->width + x]); break;
    case 1: plan_disc(plan, x, y, oracle_below(random, 12), value); break;
    case 2: plan_disc(plan, x, y, 1 + oracle_below(random, 40), value); break;
    case 3:
        plan_rect(plan, x, 0, 1 + oracle_below(random, 2), plan->height, value);
        break; // a wall or a canal
    case 4: plan_rect(plan, 0, y, plan->width, 1 + oracle_below(random, 2), value); break;
    case 5:
        plan_rect(plan, x - 5, y - 3, 1 + oracle_below(random, 80), 1 + oracle_below(random, 60), value);
        break;
    case 6: plan_scatter(plan, x, y, 1 + oracle_below(random, 30), random); break;
    case 7: plan_scatter(plan, 0, 0, plan->width > plan->height ? plan->width : plan->height, random); break;
    default:
        if (oracle_below(random, 6) == 0) plan_rect(plan, 0, 0, plan->width, plan->height, value);
        plan_disc(plan, 0, y, oracle_below(random, 9), value); // at the border
        plan_disc(plan, plan->width - 1, y, oracle_below(random, 9), !value);
    }
}

/// A drawn edit, or the last one undone, and the same once more on a copy of the map, as a world catches up.
static void patient_edit(patient *p) {
    const size_t size = (size_t)plan_size(&p->plan);
    uint8_t *last = malloc(size);
    memcpy(last, p->before, size);
    memcpy(p->before, p->plan.open, size);
    if (oracle_below(&p->random, 5) == 0)
        memcpy(p->plan.open, last, size);
    else
        plan_draw(&p->plan, &p->random);
    free(last);
    if (patient_follow(p)) free(p->flips.bits);
}

static int swarm_side(uint64_t *random) {
    static const int edges[] = {1, 2, 15, 16, 17, 63, 64, 65, 127, 128, 129, 130};
    if (oracle_below(random, 3) == 0) return 1 + oracle_below(random, 40);
    return edges[oracle_below(random, (int)(sizeof edges / sizeof *edges))];
}

/// One in four maps is cut out of a random one with sides around multiples of words; the rest is small.
static oracle_map swarm_plan(uint64_t seed, uint64_t *random) {
    const lf_moves moves = (lf_moves)(seed % 3);
    if (seed % 4 != 0) return oracle_random_map(seed, 40, moves);
    oracle_map plan = {.width = swarm_side(random), .height = swarm_side(random), .moves = moves};
    const int share = oracle_below(random, 11);
    plan.open = malloc((size_t)plan_size(&plan));
    for (int i = 0; i < plan_size(&plan); i++) plan.open[i] = oracle_below(random, 10) < share;
    return plan;
}

static void every_edit_equals_a_map_made_anew(void) {
    const uint64_t seed = test_seed();
    for (uint64_t map = 0; map < MAPS; map++) {
        const int64_t failures = test_failures;
        uint64_t random = (seed + map) * 2654435761u + 1;
        const oracle_map plan = swarm_plan(seed + map, &random);
        patient p = patient_make(plan, random);
        memcpy(p.before, plan.open, (size_t)plan_size(&plan));
        for (int i = 0; i < EDITS && test_failures == failures; i++) patient_edit(&p);
        patient_free(&p);
        if (test_failed_on(failures, seed, map)) return;
    }
}

/// A channel that winds through the whole map, row by row, 2 tiles wide, between walls of 2.
static oracle_map winding_plan(int width, int height, lf_moves moves) {
    oracle_map plan = {.width = width, .height = height, .moves = moves};
    plan.open = calloc((size_t)(width * height), 1);
    for (int y = 0; y < height; y += 4) {
        plan_rect(&plan, 0, y, width, 2, 1);
        plan_rect(&plan, y % 8 == 0 ? width - 2 : 0, y, 2, 6, 1);
    }
    return plan;
}

/// A channel around a long island, with bays as wide as it, longer than the library looks around an edit.
static oracle_map ring_plan(bool upright, lf_moves moves) {
    const int length = 1200, breadth = 11;
    oracle_map plan = {
        .width = upright ? breadth : length, .height = upright ? length : breadth, .moves = moves};
    plan.open = malloc((size_t)plan_size(&plan));
    for (int i = 0; i < length * breadth; i++) {
        const int along = i % length, across = i / length;
        const bool island = along > 20 && along < length - 20 && across >= 4 && across <= 6;
        plan.open[upright ? along * breadth + across : i] = !island || along % 300 == 150;
    }
    return plan;
}

static oracle_map far_plan(uint64_t kind, uint64_t *random) {
    const lf_moves moves = (lf_moves)(kind % 3);
    if (kind % 4 < 2) return ring_plan(kind % 2 == 0, moves);
    return winding_plan(200 + oracle_below(random, 60), 100 + oracle_below(random, 99), moves);
}

/// What comes apart here, and whether it does, cannot be seen near the edit.
static void far_connections_are_seen(void) {
    const uint64_t seed = test_seed();
    for (uint64_t map = 0; map < 48; map++) {
        const int64_t failures = test_failures;
        uint64_t random = seed + map;
        const oracle_map plan = far_plan(map, &random);
        patient p = patient_make(plan, random);
        for (int i = 0; i < 2 * EDITS && test_failures == failures; i++) {
            memcpy(p.before, plan.open, (size_t)plan_size(&plan));
            const int x = oracle_below(&p.random, plan.width), y = oracle_below(&p.random, plan.height);
            plan_disc(&plan, x, y, 1 + oracle_below(&p.random, 5), i % 3 == 2);
            if (patient_follow(&p)) free(p.flips.bits);
        }
        patient_free(&p);
        if (test_failed_on(failures, seed, map)) return;
    }
}

/// A lake that is shut off and is larger than the long channel that it was part of: the number is the lake's, and
/// the channel's changes far away from the edit.
static void the_larger_part_is_near(void) {
    for (int lake = 3; lake <= 9; lake++) { // 3 x 200 tiles are fewer than the channel has, 4 x 200 are more
        oracle_map plan = {.width = 900, .height = 9};
        plan.open = calloc(900 * 9, 1);
        plan_rect(&plan, 0, 0, 200, lake, 1);
        plan_rect(&plan, 200, 0, 700, 1, 1);
        patient p = patient_make(plan, 1);
        memcpy(p.before, plan.open, (size_t)plan_size(&plan));
        plan_set(&plan, 200, 0, 0);
        CHECK(patient_follow(&p));
        CHECK_EQ(lf_map_body(p.map, 0), lake * 200 >= 699 ? 0 : 1);
        CHECK_EQ(lf_map_body(p.map, 899), lake * 200 >= 699 ? 1 : 0);
        free(p.flips.bits);
        patient_free(&p);
    }
}

/// Of equal parts the one with the first tile in row order keeps the number, near the edit or far from it.
static void equal_parts(void) {
    for (int near_first = 0; near_first < 2; near_first++) {
        oracle_map plan = {.width = 1000, .height = 6};
        plan.open = calloc(1000 * 6, 1);
        const int near = near_first != 0 ? 0 : 4, far = near_first != 0 ? 5 : 0;
        plan_rect(&plan, 150, near, 150, 2, 1); // 300 tiles that can be seen from the edit ...
        plan_rect(&plan, 300, 0, 1, 6, 1);
        plan_rect(&plan, 301, far, 300, 1, 1); // ... and 300 that cannot
        patient p = patient_make(plan, 1);
        memcpy(p.before, plan.open, (size_t)plan_size(&plan));
        plan_rect(&plan, 300, 0, 1, 6, 0);
        CHECK(patient_follow(&p));
        CHECK_EQ(lf_map_body(p.map, (lf_tile)(near * 1000 + 150)), near_first != 0 ? 0 : 1);
        CHECK_EQ(lf_map_body(p.map, (lf_tile)(far * 1000 + 600)), near_first != 0 ? 1 : 0);
        free(p.flips.bits);
        patient_free(&p);
    }
}

// ---- Written cases --------------------------------------------------------------------------------

static patient patient_parse(const char *rows, int width) {
    oracle_map plan = {.width = width, .height = (int)strlen(rows) / width};
    plan.open = malloc(strlen(rows));
    for (int i = 0; i < plan_size(&plan); i++) plan.open[i] = rows[i] == '.';
    return patient_make(plan, 1);
}

/// Turns some tiles of a row to what the text says, and compares the numbers of the bodies of row 0.
static void patient_say(patient *p, const char *rows, const char *ids) {
    memcpy(p->before, p->plan.open, (size_t)plan_size(&p->plan));
    for (int i = 0; i < plan_size(&p->plan); i++) p->plan.open[i] = rows[i] == '.';
    CHECK(patient_follow(p));
    free(p->flips.bits);
    char text[64] = {0};
    for (int x = 0; x < p->plan.width; x++) {
        const uint32_t id = lf_map_body(p->map, (lf_tile)x);
        text[x] = (char)(id == LF_NO_BODY ? '#' : '0' + id);
    }
    CHECK_STR(text, ids);
}

static void numbers_keep_their_meaning(void) {
    patient p = patient_parse(".#..#...#.", 10); // 0 11 222 3
    patient_say(&p, ".....#..#.", "00000#22#3"); // 0 and 1 join: the lower number stays, 1 is free
    patient_say(&p, "..#..#..#.", "00#11#22#3"); // equal parts: the first keeps 0, the other takes 1
    patient_say(&p, ".....#..#.", "00000#22#3"); // the door opens ...
    patient_say(&p, ".#...#..#.", "1#000#22#3"); // ... and shuts elsewhere: the larger part keeps 0
    patient_say(&p, "##...#..#.", "##000#22#3"); // 1 has no tile left
    patient_say(&p, "##...####.", "##000####3"); // 1 and 2 are free, 3 is not: there are numbers up to 3
    CHECK_EQ(lf_map_body_count(p.map), 4);
    CHECK_EQ(lf_map_body_size(p.map, 1), 0);
    CHECK_EQ(lf_map_body_size(p.map, 2), 0);
    patient_say(&p, ".#.#.#.#.#", "2#0#1#3#4#"); // 3 is gone; what came off 0 takes 1, new water 2 3 4
    patient_say(&p, "##########", "##########");
    CHECK_EQ(lf_map_body_count(p.map), 0);
    patient_say(&p, "..........", "0000000000");
    patient_free(&p);
}

/// A body that an edit both cuts and mends keeps its number, though a lower one is free.
static void cut_and_mended_at_once(void) {
    patient p = patient_parse("..#....."
                              "###.##.#"
                              "###....#",
                              8);
    patient_say(&p,
                "##......"
                "###.##.#"
                "###....#",
                "##111111");
    patient_say(&p,
                "##...#.."
                "###.##.#"
                "###....#",
                "##111#11");
    patient_say(&p,
                "##.....#"
                "###.#..#"
                "###.#..#",
                "##11111#");
    patient_free(&p);
}

// ---- Copies and following -------------------------------------------------------------------------

static patient sample_make(void) {
    return patient_make(oracle_random_map(77, 90, LF_MOVES_KING), 5);
}

/// A map that is three edits behind catches up box by box, its stops too.
static void maps_and_stops_catch_up(void) {
    const uint64_t seed = test_seed();
    for (uint64_t map = 0; map < MAPS / 10; map++) {
        const int64_t failures = test_failures;
        uint64_t random = seed + map;
        patient p = patient_make(swarm_plan(4 * (seed + map), &random), random);
        lf_map *late;
        lfi_stops late_stops;
        CHECK_EQ(lfi_map_copy(p.map, &late), LF_OK);
        CHECK_EQ(lfi_stops_copy(p.map, &p.map->allocator, &p.stops, &late_stops), LF_OK);
        CHECK_EQ(lf_map_bytes(late), lf_map_bytes(p.map));
        map_check(&p, late);
        for (int i = 0; i < 3; i++) {
            memcpy(p.before, p.plan.open, (size_t)plan_size(&p.plan));
            plan_draw(&p.plan, &p.random);
            if (!patient_follow(&p)) continue;
            lfi_map_follow(late, p.map, p.flips.box);
            lfi_stops_follow(late, &late_stops, &p.stops, p.flips.box);
            CHECK_EQ(lfi_bodies_follow(late, p.map), LF_OK);
            free(p.flips.bits);
            map_check(&p, late);
            CHECK(stops_equal(late, &late_stops, &p.stops));
        }
        stops_free(late, &late_stops);
        lf_map_destroy(late);
        patient_free(&p);
        if (test_failed_on(failures, seed, map)) return;
    }
}

/// Following a box leaves the tiles beside it alone, in the same words too.
static void following_ends_at_the_box(void) {
    oracle_map plan = {.width = 200, .height = 3};
    plan.open = calloc(600, 1);
    lf_map *to = oracle_to_map(&plan);
    memset(plan.open, 1, 600);
    lf_map *from = oracle_to_map(&plan);
    lfi_map_follow(to, from, (lfi_box){10, 1, 140, 1});
    CHECK_EQ(lf_map_open_count(to), 131);
    for (int x = 0; x < 200; x++) CHECK_EQ(lf_map_is_open(to, (lf_tile)(200 + x)), x >= 10 && x <= 140);
    lfi_map_follow(to, from, (lfi_box){0, 0, 199, 2});
    CHECK(rows_equal(to, from));
    lf_map_destroy(to);
    lf_map_destroy(from);
    free(plan.open);
}

/// A copy is a map of its own: edits of one are not seen in the other. Depths come along.
static void a_copy_stands_alone(void) {
    patient p = sample_make();
    lf_map *copy;
    CHECK_EQ(lfi_map_copy(p.map, &copy), LF_OK);
    memcpy(p.before, p.plan.open, (size_t)plan_size(&p.plan));
    patient old = p; // its bytes are still those of the copy
    old.plan.open = p.before;
    old.ids = malloc(4 * (size_t)plan_size(&p.plan));
    memcpy(old.ids, p.ids, 4 * (size_t)plan_size(&p.plan));
    plan_disc(&p.plan, p.plan.width / 2, p.plan.height / 2, 9, 1);
    CHECK(patient_follow(&p));
    map_check(&old, copy);
    lf_map_destroy(copy);
    free(p.flips.bits);
    free(old.ids);
    patient_free(&p);

    const uint8_t tiles[] = {1, 1, 0, 1}, depth[] = {5, 6, 7, 8};
    lf_map *deep;
    CHECK_EQ(lf_map_create(&(lf_map_desc){.width = 4,
                                          .height = 1,
                                          .tiles = tiles,
                                          .tiles_size = 4,
                                          .depth = depth,
                                          .skip_bodies = true},
                           &deep),
             LF_OK);
    CHECK_EQ(lfi_map_copy(deep, &copy), LF_OK);
    CHECK_EQ(lf_map_depth(copy, 3), 8);
    CHECK_EQ(lf_map_body(copy, 3), LF_NO_BODY);
    lf_map_destroy(deep);
    lf_map_destroy(copy);
}

/// Without bodies an edit leaves it at that, and following takes them away.
static void maps_without_bodies(void) {
    const uint8_t tiles[] = {1, 1, 0, 1};
    lf_map *plain, *other;
    lf_map_desc desc = {.width = 4, .height = 1, .tiles = tiles, .tiles_size = 4, .skip_bodies = true};
    CHECK_EQ(lf_map_create(&desc, &plain), LF_OK);
    desc.skip_bodies = false;
    CHECK_EQ(lf_map_create(&desc, &other), LF_OK);
    uint64_t bits = 4;
    const lfi_flips flips = {.box = {2, 0, 2, 0}, .words = 1, .bits = &bits, .opened = 1};
    int64_t joined = -1, split = -1;
    lfi_map_flip(plain, &flips);
    CHECK_EQ(lfi_bodies_edit(plain, &flips, &joined, &split), LF_OK);
    CHECK(joined == 0 && split == 0 && lf_map_body(plain, 0) == LF_NO_BODY);
    CHECK_EQ(lf_map_open_count(plain), 4);
    CHECK_EQ(lfi_bodies_follow(other, plain), LF_OK);
    CHECK_EQ(lf_map_body_count(other), 0);
    CHECK_EQ(lf_map_body(other, 0), LF_NO_BODY);
    lf_map_destroy(plain);
    lf_map_destroy(other);
}

/// A map without bodies that follows one with bodies gets them, be it that there is none.
static void bodies_come_by_following(void) {
    for (int open = 0; open < 2; open++) {
        const uint8_t tiles[] = {(uint8_t)open, 0, 0, (uint8_t)open};
        lf_map *plain, *other;
        lf_map_desc desc = {.width = 4, .height = 1, .tiles = tiles, .tiles_size = 4, .skip_bodies = true};
        CHECK_EQ(lf_map_create(&desc, &plain), LF_OK);
        desc.skip_bodies = false;
        CHECK_EQ(lf_map_create(&desc, &other), LF_OK);
        CHECK(plain->bodies.row_runs == NULL);
        CHECK_EQ(lfi_bodies_follow(plain, other), LF_OK);
        CHECK(plain->bodies.row_runs != NULL && plain->bodies.row_runs != other->bodies.row_runs);
        CHECK(runs_equal(&plain->bodies, &other->bodies, 1));
        CHECK_EQ(lf_map_body_count(plain), 2 * open);
        CHECK_EQ(lf_map_body(plain, 3), open != 0 ? 1 : LF_NO_BODY);
        CHECK_EQ(lf_map_body_size(plain, 1), open);
        CHECK_EQ(lf_map_bytes(plain), lf_map_bytes(other));
        lf_map_destroy(plain);
        lf_map_destroy(other);
    }
}

/// One pond after the other, until there is no number without a body left in the room for them: then there is
/// more room. The first edit makes room for 64 numbers more than it needs.
static void numbers_fill_their_room(void) {
    enum { PONDS = 80 };
    oracle_map plan = {.width = 2 * PONDS, .height = 1};
    plan.open = calloc(2 * PONDS, 1);
    plan.open[0] = 1;
    patient p = patient_make(plan, 1);
    int full = 0;
    for (int i = 1; i < PONDS; i++) {
        memcpy(p.before, plan.open, (size_t)plan_size(&plan));
        plan_set(&plan, 2 * i, 0, 1);
        CHECK(patient_follow(&p));
        free(p.flips.bits);
        CHECK_EQ(lf_map_body(p.map, (lf_tile)(2 * i)), i);
        full += p.map->bodies.body_count == p.map->bodies.body_room;
    }
    CHECK_EQ(full, 1);
    patient_free(&p);
}

// ---- Memory ---------------------------------------------------------------------------------------

static lf_map *meter_map(const oracle_map *plan, meter *m) {
    lf_map *map;
    CHECK_EQ(lf_map_create(&(lf_map_desc){.width = plan->width,
                                          .height = plan->height,
                                          .tiles = plan->open,
                                          .tiles_size = (size_t)plan_size(plan),
                                          .moves = plan->moves,
                                          .depth = plan->open,
                                          .allocator = meter_allocator(m)},
                           &map),
             LF_OK);
    return map;
}

/// Each allocation fails in turn; nothing is lost, and the copy is made when memory is back.
static void copies_without_memory(void) {
    patient p = sample_make();
    meter m = {0};
    lf_map *map = meter_map(&p.plan, &m), *copy;
    lfi_stops stops;
    const int64_t live = m.live;
    int64_t k = 0;
    do {
        m = (meter){.live = live, .fail_at = ++k};
        const lf_status status = lfi_map_copy(map, &copy);
        CHECK_EQ(status, m.calls < k ? LF_OK : LF_E_NOMEM);
        CHECK_EQ(copy == NULL, m.calls >= k);
        lf_map_destroy(copy);
        CHECK_EQ(m.live, live);
    } while (m.calls >= k);
    CHECK_EQ(k - 1, 7); // the map, rows, blocks, depths, and three arrays of its bodies
    for (k = 0;;) {
        m = (meter){.live = live, .fail_at = ++k};
        const lf_status status = lfi_stops_copy(map, &map->allocator, &p.stops, &stops);
        CHECK_EQ(status, m.calls < k ? LF_OK : LF_E_NOMEM);
        if (status == LF_OK) CHECK(stops_equal(map, &stops, &p.stops));
        stops_free(map, &stops);
        CHECK_EQ(m.live, live);
        if (m.calls < k) break;
    }
    m = (meter){.live = live};
    lf_map_destroy(map);
    CHECK_EQ(m.live, 0);
    patient_free(&p);
}

/// An edit of a copy under a meter, its k-th allocation failing; true if it was done.
static bool edit_failing(const patient *p, const lf_map *start, meter *m, int64_t k) {
    lf_map *map;
    CHECK_EQ(lfi_map_copy(start, &map), LF_OK);
    m->calls = 0;
    m->fail_at = k;
    int64_t joined, split;
    lfi_map_flip(map, &p->flips);
    const lf_status status = lfi_bodies_edit(map, &p->flips, &joined, &split);
    const bool done = m->calls < k;
    CHECK_EQ(status, done ? LF_OK : LF_E_NOMEM);
    if (done) map_check(p, map);
    m->calls = 0;
    m->fail_at = 1;
    lf_status followed = lfi_bodies_follow(map, p->map);
    if (followed == LF_E_NOMEM) {
        m->fail_at = 0;
        followed = lfi_bodies_follow(map, p->map);
    }
    CHECK_EQ(followed, LF_OK);
    m->fail_at = 0;
    map_check(p, map);
    lf_map_destroy(map);
    return done;
}

/// A quay with a dock at every other tile: without the quay each dock is a body.
static oracle_map docks_plan(void) {
    oracle_map plan = {.width = 230, .height = 2};
    plan.open = malloc((size_t)plan_size(&plan));
    for (int i = 0; i < plan_size(&plan); i++) plan.open[i] = i >= 230 || i % 2 == 0;
    return plan;
}

/// What an edit without memory does to a map.
typedef enum hardship {
    SPLIT_WIDE,  ///< what comes apart goes on far beyond the edit,
    SPLIT_HIGH,  ///< and over many rows,
    SPLIT_OFTEN, ///< or it comes apart into more parts than there is room for
    OPENED,
    BOTH,
    HARDSHIPS
} hardship;

static oracle_map hardship_plan(hardship kind) {
    if (kind == SPLIT_OFTEN) return docks_plan();
    return kind <= SPLIT_HIGH ? ring_plan(kind == SPLIT_HIGH, LF_MOVES_KING)
                              : winding_plan(230, 120, LF_MOVES_KING);
}

static void hardship_draw(hardship kind, const oracle_map *plan) {
    if (kind == SPLIT_WIDE) plan_rect(plan, 600, 0, 3, 11, 0);
    if (kind == SPLIT_HIGH) plan_rect(plan, 0, 600, 11, 3, 0);
    if (kind == SPLIT_OFTEN) plan_rect(plan, 0, 1, 230, 1, 0);
    if (kind == BOTH) plan_rect(plan, 100, 0, 3, 70, 0);
    if (kind < OPENED) return;
    plan_rect(plan, 120, 10, 3, 100, 1);
    for (int x = 0; x < 230; x += 2) plan_set(plan, x, 3, 1);
}

/// Each allocation of an edit fails in turn. The map can still be freed, and made to follow another one.
static void edits_without_memory(void) {
    for (hardship kind = SPLIT_WIDE; kind < HARDSHIPS; kind++) {
        patient p = patient_make(hardship_plan(kind), 1);
        meter m = {0};
        lf_map *start = meter_map(&p.plan, &m);
        memcpy(p.before, p.plan.open, (size_t)plan_size(&p.plan));
        hardship_draw(kind, &p.plan);
        CHECK(patient_follow(&p));
        const int64_t live = m.live;
        int64_t k = 1;
        while (!edit_failing(&p, start, &m, k)) {
            CHECK_EQ(m.live, live);
            k++;
        }
        CHECK(k > 3);
        CHECK_EQ(m.live, live);
        lf_map_destroy(start);
        CHECK_EQ(m.live, 0);
        free(p.flips.bits);
        patient_free(&p);
    }
}

/// A door that opens and shuts for long: memory and numbers stay where they are after the first time.
static void doors_do_not_wear_out(void) {
    patient p = patient_parse("....#..."
                              "###.####"
                              "........",
                              8);
    size_t bytes = 0;
    for (int i = 0; i < 2000; i++) {
        memcpy(p.before, p.plan.open, (size_t)plan_size(&p.plan));
        p.plan.open[4] ^= 1;
        CHECK(patient_follow(&p));
        free(p.flips.bits);
        if (i == 1) bytes = lf_map_bytes(p.map);
        if (i > 1) CHECK_EQ(lf_map_bytes(p.map), bytes);
    }
    patient_free(&p);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(every_edit_equals_a_map_made_anew),
        TEST(far_connections_are_seen),
        TEST(the_larger_part_is_near),
        TEST(equal_parts),
        TEST(numbers_keep_their_meaning),
        TEST(cut_and_mended_at_once),
        TEST(maps_and_stops_catch_up),
        TEST(following_ends_at_the_box),
        TEST(a_copy_stands_alone),
        TEST(maps_without_bodies),
        TEST(bodies_come_by_following),
        TEST(numbers_fill_their_room),
        TEST(copies_without_memory),
        TEST(edits_without_memory),
        TEST(doors_do_not_wear_out),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
