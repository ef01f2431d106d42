// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The glance of an end by itself, on random maps: its diagonals bit by bit, what it sees against a slow reading of its
// definition, tile by tile, and the theorem that it is for: every shortest route is one leg, or leads over a headland
// that the glance sees.
#include "test.h"

#include "index/index.h"
#include "oracle.h"
#include "slow.h"

#ifdef TEST_IS_SLOW
enum { BIT_MAPS = 60, VIEW_MAPS = 150, ROUTE_MAPS = 40 };
#else
enum { BIT_MAPS = 400, VIEW_MAPS = 4000, ROUTE_MAPS = 400 };
#endif
enum { BIT_SIDE = 200, VIEW_SIDE = 150, ROUTE_SIDE = 32, VIEWS = 12, SEEN_MOST = 4096 };
enum { ROUTE_TILES = 2 * ROUTE_SIDE * ROUTE_SIDE };

typedef struct scene {
    oracle_map plan;
    lf_map *map;
    lf_index *index;
} scene;

/// Noise, from a few rocks on, or a grid of walls with gaps: larger than the maps of the oracle. One of three is narrow
/// and high, so that diagonals go round it several times.
static oracle_map large_map(uint64_t seed, int side) {
    uint64_t random = seed * 7919 + 5;
    const int rocks = (int[]){0, 1, 3, 20, 80, 300}[oracle_below(&random, 6)],
              pitch = 5 + oracle_below(&random, 30);
    const bool walls = oracle_below(&random, 2) == 0, narrow = oracle_below(&random, 3) == 0;
    oracle_map map = {.width = 1 + oracle_below(&random, narrow ? 20 : side),
                      .height = 1 + oracle_below(&random, narrow ? 2 * side : side),
                      .moves = LF_MOVES_KING};
    map.open = malloc((size_t)(map.width * map.height));
    for (int i = 0; i < map.width * map.height; i++) {
        const int x = i % map.width, y = i / map.width;
        const bool wall = walls && (x % pitch == 0 || y % pitch == 0) && oracle_below(&random, 10) > 1;
        map.open[i] = !wall && oracle_below(&random, 1000) >= rocks;
    }
    return map;
}

static scene scene_make(uint64_t seed, int side, lf_cost cost) {
    scene s = {.plan = seed % 2 == 0 ? large_map(seed, side) : oracle_random_map(seed, side, LF_MOVES_KING)};
    s.map = oracle_to_map(&s.plan);
    const lf_index_desc desc = {.cost = cost, .hierarchy = LF_HIERARCHY_NO};
    CHECK_EQ(lf_index_create(s.map, &desc, &s.index), LF_OK);
    return s;
}

static void scene_free(scene *s) {
    lf_index_destroy(s->index);
    lf_map_destroy(s->map);
    free(s->plan.open);
}

static bool is_open(const scene *s, int x, int y) {
    return x >= 0 && y >= 0 && x < s->plan.width && y < s->plan.height &&
           s->plan.open[y * s->plan.width + x] != 0;
}

// ---- Read slowly ----------------------------------------------------------------------------------

/// Whether a route that comes to a tile by a straight move may bend there: a tile behind it, beside the ray, is blocked,
/// and the one beside it is open.
static bool may_bend(const scene *s, int x, int y, int dx, int dy) {
    for (int side = -1; side <= 1; side += 2) {
        const int beside_x = x + side * dy, beside_y = y + side * dx;
        if (is_open(s, beside_x, beside_y) && !is_open(s, beside_x - dx, beside_y - dy)) return true;
    }
    return false;
}

/// How far the tile lies where a ray may bend, at most `limit` tiles away; 0 if a blocked tile comes before it.
static int slow_ray(const scene *s, int x, int y, int dx, int dy, int limit) {
    for (int moves = 1; moves <= limit; moves++) {
        x += dx;
        y += dy;
        if (!is_open(s, x, y)) return 0;
        if (may_bend(s, x, y, dx, dy)) return moves;
    }
    return 0;
}

static bool slow_diagonal(const scene *s, int x, int y, int dx, int dy) {
    return is_open(s, x, y) && oracle_move_legal(&s->plan, x, y, dx, dy);
}

/// What was seen, in order.
typedef struct view {
    uint32_t seen[SEEN_MOST];
    int count;
} view;

static void view_add(void *user, uint32_t number) {
    view *v = user;
    if (v->count < SEEN_MOST) v->seen[v->count++] = number;
}

static void view_add_tile(const scene *s, view *v, int x, int y) {
    const lfi_spot spot = lfi_map_spot(s->map, lf_map_tile(s->map, x, y));
    CHECK(lfi_stops_is_headland(&s->index->stops, spot));
    view_add(v, lfi_stops_number(&s->index->stops, spot));
}

/// Sends a ray that looks no farther than the keel through the headland that its side has met before, `shadow` tiles
/// away (0: none). Returns how far that is for the next ray.
static int slow_look(const scene *s, view *v, int x, int y, int dx, int dy, int shadow, int limit) {
    const int far = slow_ray(s, x, y, dx, dy, shadow > 0 && shadow <= limit ? shadow - 1 : limit);
    if (far == 0) return shadow;
    view_add_tile(s, v, x + far * dx, y + far * dy);
    return far;
}

static void slow_keel(const scene *s, view *v, int x, int y, int dx, int dy, int across, int along,
                      int limit) {
    for (int left = limit - 1; left > 0; left--) {
        if (!slow_diagonal(s, x, y, dx, dy)) return;
        if (across > 0 && !slow_diagonal(s, x + across * dx, y, dx, dy)) across = 0;
        if (along > 0 && !slow_diagonal(s, x, y + along * dy, dx, dy)) along = 0;
        x += dx;
        y += dy;
        across = slow_look(s, v, x, y, dx, 0, across, left);
        along = slow_look(s, v, x, y, 0, dy, along, left);
    }
}

static void slow_glance(const scene *s, view *v, int x, int y, int limit) {
    int across[2], along[2];
    v->count = 0;
    for (int i = 0; i < 2; i++) {
        across[i] = slow_look(s, v, x, y, 2 * i - 1, 0, 0, limit);
        along[i] = slow_look(s, v, x, y, 0, 2 * i - 1, 0, limit);
    }
    for (int i = 0; i < LFI_KEELS; i++)
        slow_keel(s, v, x, y, i % 2 * 2 - 1, i / 2 * 2 - 1, across[i % 2], along[i / 2], limit);
}

/// All at once, without a limit and without a goal.
static void glance_whole(const scene *s, view *v, int x, int y) {
    const lfi_lookout lookout = {
        .map = s->map, .stops = &s->index->stops, .limit = UINT32_MAX, .user = v, .headland = view_add};
    v->count = 0;
    lfi_glance_all(&lookout, &s->index->halts, x, y, NULL);
}

static void glance(const scene *s, view *v, int x, int y, uint32_t limit) {
    const lfi_lookout lookout = {
        .map = s->map, .stops = &s->index->stops, .limit = limit, .user = v, .headland = view_add};
    lfi_keel keels[LFI_KEELS];
    v->count = 0;
    const int count = lfi_glance_begin(&lookout, &s->index->halts, x, y, keels);
    for (int i = 0; i < count; i++) {
        while (lfi_glance_advance(&lookout, &s->index->halts, &keels[i])) {
        }
    }
}

// ---- Diagonals ------------------------------------------------------------------------------------

static bool slant_bit(const scene *s, const uint64_t *slants, int diagonal, int kind, int bit) {
    const int ring = (int)lfi_slants_ring(s->map);
    const uint64_t line = (uint64_t)((diagonal % ring + ring) % ring) * s->index->stops.column_stride;
    return (slants[(line + (uint64_t)bit / 64) * LFI_SLANT_WORDS + (uint64_t)kind] >> (bit % 64) & 1) != 0;
}

/// What the diagonals say of a tile and a heading.
static void check_heading(const scene *s, int x, int y, int dx, int dy, int64_t *sights) {
    const uint64_t *slants = dx == dy ? s->index->halts.fall : s->index->halts.rise;
    const int diagonal = dx == dy ? x - y : x + y, most = s->plan.width + s->plan.height;
    CHECK_EQ(slant_bit(s, slants, diagonal, LFI_SLANT_ENDS, y + (dy > 0)), !slow_diagonal(s, x, y, dx, dy));
    // No keel that leads up comes to the last row from below, nor one that leads down to the first from above.
    if (dy > 0 ? y == 0 : y == s->plan.height - 1) return;
    const int kind = dy > 0 ? LFI_SLANT_DOWN : LFI_SLANT_UP, bit = y + (dy < 0);
    for (int side = 0; side < 2; side++) {
        const bool sees = slow_ray(s, x, y, side == 0 ? dx : 0, side == 0 ? 0 : dy, most) > 0;
        CHECK_EQ(slant_bit(s, slants, diagonal, kind + side, bit), sees);
        *sights += sees;
    }
}

static void diagonals_say_what_rays_meet(void) {
    const uint64_t seed = test_seed(), maps = test_case_count(BIT_MAPS);
    int64_t sights = 0;
    for (uint64_t i = 0; i < maps; i++) {
        const int64_t before = test_failures;
        scene s = scene_make(seed + i, BIT_SIDE, LF_COST_OCTILE);
        for (int tile = 0; tile < s.plan.width * s.plan.height && test_failures == before; tile++) {
            if (s.plan.open[tile] == 0) continue;
            for (int k = 0; k < LFI_KEELS; k++)
                check_heading(&s, tile % s.plan.width, tile / s.plan.width, k % 2 * 2 - 1, k / 2 * 2 - 1,
                              &sights);
        }
        scene_free(&s);
        if (test_failed_on(before, seed, i)) return;
    }
    CHECK(sights > (int64_t)maps);
}

// ---- What a glance sees ---------------------------------------------------------------------------

static void check_view(const scene *s, int x, int y, uint64_t *random, int64_t *seen) {
    static view fast, slow;
    const bool all = oracle_below(random, 2) == 0;
    const int limit = all ? s->plan.width + s->plan.height : oracle_below(random, 40);
    glance(s, &fast, x, y, all ? UINT32_MAX : (uint32_t)limit);
    slow_glance(s, &slow, x, y, limit);
    CHECK_EQ(fast.count, slow.count);
    CHECK(fast.count < SEEN_MOST &&
          memcmp(fast.seen, slow.seen, (size_t)fast.count * sizeof *fast.seen) == 0);
    *seen += fast.count;
    if (!all) return;
    glance_whole(s, &fast, x, y);
    CHECK_EQ(fast.count, slow.count);
    CHECK(memcmp(fast.seen, slow.seen, (size_t)slow.count * sizeof *slow.seen) == 0);
}

static void a_glance_sees_what_is_defined(void) {
    const uint64_t seed = test_seed(), maps = test_case_count(VIEW_MAPS);
    int64_t seen = 0;
    for (uint64_t i = 0; i < maps; i++) {
        const int64_t before = test_failures;
        uint64_t random = seed + i;
        scene s = scene_make(seed + i, VIEW_SIDE, LF_COST_OCTILE);
        for (int n = 0; n < VIEWS; n++) {
            const lf_tile tile = oracle_random_open(&s.plan, &random);
            if (tile == LF_NO_TILE) break;
            check_view(&s, (int)tile % s.plan.width, (int)tile / s.plan.width, &random, &seen);
        }
        scene_free(&s);
        if (test_failed_on(before, seed, i)) return;
    }
    CHECK(seen > (int64_t)maps);
}

/// A long map, one way or the other, with a few rocks: rays pass many words without a halt.
static scene scene_long(uint64_t seed) {
    uint64_t random = seed * 104729 + 3;
    const bool high = oracle_below(&random, 2) == 0;
    const int longer = 900 + oracle_below(&random, 1200), other = 3 + oracle_below(&random, 9);
    scene s = {
        .plan = {.width = high ? other : longer, .height = high ? longer : other, .moves = LF_MOVES_KING}};
    s.plan.open = malloc((size_t)(s.plan.width * s.plan.height));
    memset(s.plan.open, 1, (size_t)(s.plan.width * s.plan.height));
    for (int i = 1 + oracle_below(&random, 6); i > 0; i--)
        s.plan.open[oracle_below(&random, s.plan.width * s.plan.height)] = 0;
    s.map = oracle_to_map(&s.plan);
    CHECK_EQ(lf_index_create(s.map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_NO}, &s.index), LF_OK);
    return s;
}

static void rays_over_many_words_see_what_is_defined(void) {
    const uint64_t seed = test_seed(), maps = test_case_count(VIEW_MAPS) / 10;
    int64_t seen = 0;
    for (uint64_t i = 0; i < maps; i++) {
        const int64_t before = test_failures;
        uint64_t random = seed + i;
        scene s = scene_long(seed + i);
        for (int n = 0; n < VIEWS; n++) {
            const lf_tile tile = oracle_random_open(&s.plan, &random);
            check_view(&s, (int)tile % s.plan.width, (int)tile / s.plan.width, &random, &seen);
        }
        scene_free(&s);
        if (test_failed_on(before, seed, i)) return;
    }
    CHECK(seen > (int64_t)maps);
}

// ---- With a goal ----------------------------------------------------------------------------------

/// A glance that knows where it leads: what it sees may lower what is to be beaten.
typedef struct hunt {
    view v;
    const scene *s;
    lf_point from;
    lfi_glance_goal goal;
    uint64_t best;
    bool falls;
} hunt;

/// As short as a way over a headland can be.
static uint64_t hunt_over(const hunt *h, uint32_t number) {
    const lf_point there = h->s->index->points[number];
    return lfi_metric_between(&h->goal.metric, h->from, there) +
           lfi_metric_between(&h->goal.metric, there, h->goal.to);
}

static void hunt_add(void *user, uint32_t number) {
    hunt *h = user;
    view_add(&h->v, number);
    const uint64_t over = hunt_over(h, number);
    if (h->falls && over < h->best) h->best = over;
}

/// What is seen with a goal is seen without, in the same order, and nothing is missing that could beat the length.
static void check_hunt(const scene *s, hunt *h, int64_t *left) {
    static view whole;
    const lfi_lookout lookout = {
        .map = s->map, .stops = &s->index->stops, .limit = UINT32_MAX, .user = h, .headland = hunt_add};
    glance_whole(s, &whole, h->from.x, h->from.y);
    lfi_glance_all(&lookout, &s->index->halts, h->from.x, h->from.y, &h->goal);
    int next = 0;
    for (int i = 0; i < whole.count; i++) {
        const bool seen = next < h->v.count && h->v.seen[next] == whole.seen[i];
        next += seen;
        *left += !seen;
        CHECK(seen || hunt_over(h, whole.seen[i]) >= h->best);
    }
    CHECK_EQ(next, h->v.count);
}

static void a_goal_leaves_out_only_what_cannot_win(void) {
    const uint64_t seed = test_seed(), maps = test_case_count(VIEW_MAPS) / 2;
    static hunt h;
    int64_t left = 0;
    for (uint64_t i = 0; i < maps; i++) {
        const int64_t before = test_failures;
        uint64_t random = seed + i;
        const lf_cost cost = i / 2 % 2 == 0 ? LF_COST_OCTILE : LF_COST_UNIFORM;
        scene s = scene_make(seed + i, VIEW_SIDE, cost);
        for (int n = 0; n < VIEWS; n++) {
            const lf_tile from = oracle_random_open(&s.plan, &random),
                          to = oracle_random_open(&s.plan, &random);
            if (from == LF_NO_TILE) break;
            h = (hunt){.s = &s, .from = lf_map_point(s.map, from), .falls = oracle_below(&random, 2) == 0};
            h.goal =
                (lfi_glance_goal){lfi_metric_make(LF_MOVES_KING, cost), lf_map_point(s.map, to), &h.best};
            h.best = lfi_metric_between(&h.goal.metric, h.from, h.goal.to) +
                     (uint64_t)oracle_below(&random, 40) * h.goal.metric.straight;
            check_hunt(&s, &h, &left);
        }
        scene_free(&s);
        if (test_failed_on(before, seed, i)) return;
    }
    CHECK(left > (int64_t)maps);
}

// ---- What it is for -------------------------------------------------------------------------------

static const uint64_t no_way = UINT64_MAX;

static void lengths_from(const scene *s, lf_tile from, uint64_t *lengths) {
    static oracle_way ways[ROUTE_TILES];
    const lfi_metric metric = lfi_metric_make(LF_MOVES_KING, s->index->cost);
    const lf_source source = {.tile = from};
    oracle_field(&s->plan, &(lf_query){.sources = &source, .source_count = 1},
                 s->index->cost == LF_COST_OCTILE, ways);
    for (int i = 0; i < s->plan.width * s->plan.height; i++) {
        lengths[i] = ways[i].straight < 0 ? no_way
                                          : (uint64_t)ways[i].straight * metric.straight +
                                                (uint64_t)ways[i].diagonal * metric.diagonal;
    }
}

/// Whether one leg leads from a tile to another, its diagonal moves first, move by move.
static bool slow_leg(const scene *s, lf_point at, lf_point to) {
    while (at.x != to.x || at.y != to.y) {
        const int dx = (to.x > at.x) - (to.x < at.x), dy = (to.y > at.y) - (to.y < at.y);
        if (!oracle_move_legal(&s->plan, at.x, at.y, dx, dy)) return false;
        at = (lf_point){at.x + dx, at.y + dy};
    }
    return true;
}

/// Every tile is as far away as the leg to it, or as the nearest way over a headland that is seen.
static void check_ways(const scene *s, lf_tile from, int64_t *over) {
    static uint64_t away[ROUTE_TILES], best[ROUTE_TILES], there[ROUTE_TILES];
    static view v;
    const lfi_metric metric = lfi_metric_make(LF_MOVES_KING, s->index->cost);
    const lf_point point = lf_map_point(s->map, from);
    const int tiles = s->plan.width * s->plan.height;
    lengths_from(s, from, away);
    for (int i = 0; i < tiles; i++) {
        const lf_point to = {i % s->plan.width, i / s->plan.width};
        best[i] = is_open(s, to.x, to.y) && slow_leg(s, point, to) ? lfi_metric_between(&metric, point, to)
                                                                   : no_way;
    }
    glance(s, &v, point.x, point.y, UINT32_MAX);
    for (int k = 0; k < v.count; k++) {
        const lf_point head = s->index->points[v.seen[k]];
        const uint64_t length = lfi_metric_between(&metric, point, head);
        CHECK(slow_leg(s, point, head));
        lengths_from(s, lfi_map_tile(s->map, head), there);
        for (int i = 0; i < tiles; i++) {
            if (there[i] == no_way || length + there[i] >= best[i]) continue;
            best[i] = length + there[i];
            ++*over;
        }
    }
    for (int i = 0; i < tiles; i++) CHECK(best[i] == away[i]);
}

static void every_route_is_a_leg_or_leads_over_what_is_seen(void) {
    const uint64_t seed = test_seed(), maps = test_case_count(ROUTE_MAPS);
    int64_t over = 0;
    for (uint64_t i = 0; i < maps; i++) {
        const int64_t before = test_failures;
        uint64_t random = seed + i;
        scene s = scene_make(seed + i, ROUTE_SIDE, i / 2 % 2 == 0 ? LF_COST_OCTILE : LF_COST_UNIFORM);
        const lf_tile from = oracle_random_open(&s.plan, &random);
        if (from != LF_NO_TILE) check_ways(&s, from, &over);
        scene_free(&s);
        if (test_failed_on(before, seed, i)) return;
    }
    CHECK(over > (int64_t)maps);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(diagonals_say_what_rays_meet), TEST(a_glance_sees_what_is_defined),
                                      TEST(rays_over_many_words_see_what_is_defined),
                                      TEST(a_goal_leaves_out_only_what_cannot_win),
                                      TEST(every_route_is_a_leg_or_leads_over_what_is_seen)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
