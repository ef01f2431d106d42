// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What an edit of a world costs, and what queries cost after it.
//
// First table: single edits, discs of four radii that block open tiles or open blocked ones at a shore. Each is
// committed and asked one question, whose answer is the first on the new state; then the edit is undone, so that
// the next one meets the map as it was. Each edit is made twice: once the question has random ends, once it
// begins near the edit (within 2 * radius + 20 tiles), and every second one ends there, too. `rest` is what a
// commit takes beside the parts that have columns of their own.
//
// Second table, in rows that say what was measured: craters that are kept, one in each tick, with work of two
// milliseconds in each tick; forty craters in one commit; and making the world from nothing.
//
// Worlds have an index alone, or an index, a coarse map and depths. Times are processor time of one thread.
// One answer in twenty is compared with `flood`, after it was timed.
//
//   bench_edits            all maps
//   bench_edits NAME       those whose name begins so
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EDITS = 150,
    ENDS = 4000,
    CRATERS = 100,
    PER_TICK = 3,
    ASKED = 300,
    MOST_TICKS = 5000,
    ASKED_TICKS = 100
};
enum { TICK_US = 2000, KEPT_RADIUS = 30, BARRAGE = 40, BARRAGES = 9 };
static const int radii[] = {1, 5, 20, 50};

/// Times in microseconds.
typedef struct times {
    double us[20000];
    int64_t count;
} times;

static void times_add(times *t, double us) {
    if (t->count < (int64_t)(sizeof t->us / sizeof *t->us)) t->us[t->count++] = us;
}

static double times_over(const times *t, double limit_us) {
    int64_t over = 0;
    for (int64_t i = 0; i < t->count; i++) over += t->us[i] > limit_us;
    return t->count == 0 ? 0 : 100.0 * (double)over / (double)t->count;
}

/// A world, what it is asked with, and where.
typedef struct stage {
    const bench_map *map;
    lf_cost cost;
    bool whole; ///< whether it has a coarse map and depths, too
    lf_world *world;
    lf_search *search;
    lf_tile *tiles;
    int64_t tile_room;
    lf_point ends[ENDS]; ///< random tiles of the largest body
    int next_end;
    int64_t asked;
    lf_random random;
} stage;

static uint64_t clock_busy(void *user) {
    (void)user;
    return bench_busy();
}

static int below(stage *s, int bound) {
    return (int)lf_random_below(&s->random, (uint32_t)bound);
}

static bool failed(const stage *s, const char *what) {
    fprintf(stderr, "%s: %s\n", s->map->name, what);
    return false;
}

// ---- Making ---------------------------------------------------------------------------------------

static bool world_make(stage *s) {
    const lf_plane *tiles = &s->map->grid.tiles;
    const lf_world_desc desc = {
        .map = {.width = tiles->width,
                .height = tiles->height,
                .tiles = tiles->open,
                .tiles_size = (size_t)tiles->width * (size_t)tiles->height},
        .index = &(lf_index_desc){.cost = s->cost},
        .coarse = s->whole ? &(lf_coarse_desc){0} : NULL,
        .depth = s->whole ? &(lf_depth_desc){0} : NULL,
        .clock = {.now_ns = clock_busy},
    };
    return lf_world_create(&desc, &s->world) == LF_OK || failed(s, "no world");
}

static bool stage_make(stage *s) {
    s->random = lf_random_make(11);
    s->tile_room = (int64_t)s->map->grid.tiles.width * s->map->grid.tiles.height;
    s->tiles = malloc((size_t)s->tile_room * sizeof *s->tiles);
    for (int i = 0; i < ENDS; i += 2) {
        const lf_file_query query = bench_random_query(s->map->map, &s->random);
        s->ends[i] = query.from;
        s->ends[i + 1] = query.to;
    }
    if (s->tiles == NULL || !world_make(s)) return false;
    return lf_world_search(s->world, &(lf_search_desc){.cost = s->cost}, &s->search) == LF_OK ||
           failed(s, "no search");
}

static void stage_free(stage *s) {
    lf_search_destroy(s->search);
    lf_world_destroy(s->world);
    free(s->tiles);
}

// ---- Places ---------------------------------------------------------------------------------------

static bool open_first(const stage *s, int x, int y) { // before all edits
    return lf_map_is_open(s->map->map, lf_map_tile(s->map->map, x, y));
}

static bool disc_has_open(const stage *s, lf_point centre, int radius) {
    for (int y = -radius; y <= radius; y++) {
        for (int x = -radius; x <= radius; x++) {
            if (x * x + y * y <= radius * radius && open_first(s, centre.x + x, centre.y + y)) return true;
        }
    }
    return false;
}

/// The middle of an edit that changes something: an open tile, or a blocked one with a shore within reach.
static lf_point place_draw(stage *s, int radius, bool opening) {
    for (;;) {
        const lf_point place = {below(s, s->map->grid.tiles.width), below(s, s->map->grid.tiles.height)};
        if (open_first(s, place.x, place.y) == opening) continue;
        if (!opening || disc_has_open(s, place, radius + 1)) return place;
    }
}

static lf_tile open_now(const lf_map *map, lf_point place) {
    const lf_tile tile = lf_map_tile(map, place.x, place.y);
    return lf_map_is_open(map, tile) ? tile : LF_NO_TILE;
}

static lf_tile end_random(stage *s, const lf_map *map) {
    lf_tile tile = LF_NO_TILE;
    while (tile == LF_NO_TILE) tile = open_now(map, s->ends[s->next_end++ % ENDS]);
    return tile;
}

/// An open tile near an edit; a random one if there is hardly any.
static lf_tile end_near(stage *s, const lf_map *map, lf_point centre, int reach) {
    for (int i = 0; i < 1000; i++) {
        const lf_point place = {centre.x + below(s, 2 * reach + 1) - reach,
                                centre.y + below(s, 2 * reach + 1) - reach};
        const lf_tile tile = open_now(map, place);
        if (tile != LF_NO_TILE) return tile;
    }
    return end_random(s, map);
}

// ---- Asking ---------------------------------------------------------------------------------------

static lf_status stage_find(stage *s, lf_tile from, lf_tile to, lf_strategy strategy, lf_route *route) {
    const lf_source source = {.tile = from};
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &to,
                            .target_count = 1,
                            .strategy = strategy,
                            .options.cost = s->cost};
    return lf_search_find(s->search, &query, s->tiles, s->tile_room, route);
}

/// Compares one answer in twenty with `flood`.
static bool answer_right(stage *s, lf_tile from, lf_tile to, const lf_route *route) {
    lf_route plain;
    if (s->asked++ % 20 != 0) return true;
    if (stage_find(s, from, to, LF_STRATEGY_FLOOD, &plain) >= 0 && plain.found == route->found &&
        plain.straight + plain.diagonal == route->straight + route->diagonal &&
        (s->cost == LF_COST_UNIFORM || plain.diagonal == route->diagonal))
        return true;
    fprintf(stderr, "from %" PRIu32 " to %" PRIu32 ": %" PRId64 " moves, flood %" PRId64 "\n", from, to,
            route->length, plain.length);
    return failed(s, "a wrong answer");
}

/// Turns to the newest state and asks; the time of both.
static bool stage_ask(stage *s, lf_tile from, lf_tile to, double *us) {
    lf_route route;
    const uint64_t begin = bench_busy();
    if (lf_search_turn(s->search, NULL) != LF_OK) return failed(s, "no turn");
    if (stage_find(s, from, to, LF_STRATEGY_AUTO, &route) < 0) return failed(s, "no answer");
    *us = (double)(bench_busy() - begin) / 1e3;
    return answer_right(s, from, to, &route);
}

/// Random ends of one body, if two are found soon: craters cut mazes into many.
static void ends_random(stage *s, lf_tile *from, lf_tile *to) {
    const lf_snapshot *state = lf_world_acquire(s->world);
    const lf_map *map = lf_snapshot_map(state);
    for (int i = 0; i < 50; i++) {
        *from = end_random(s, map);
        *to = end_random(s, map);
        if (lf_map_body(map, *from) == lf_map_body(map, *to)) break;
    }
    lf_snapshot_release(state);
}

/// Random questions to the newest state.
static bool ask_random(stage *s, int count, times *out) {
    for (int i = 0; i < count; i++) {
        double us;
        lf_tile from, to;
        ends_random(s, &from, &to);
        if (!stage_ask(s, from, to, &us)) return false;
        times_add(out, us);
    }
    return true;
}

static bool commit(stage *s, lf_edit_report *report, double *us) {
    const uint64_t begin = bench_busy();
    if (lf_world_commit(s->world, report) != LF_OK) return failed(s, "no commit");
    *us = (double)(bench_busy() - begin) / 1e3;
    return true;
}

// ---- Single edits ---------------------------------------------------------------------------------

/// What the edits of one radius and kind came to; first and total by the ends: random, near.
typedef struct cell {
    int radius;
    bool opening;
    times commits, first[2], total[2];
    lf_edit_report sum;
    int64_t bulk, tiles;
} cell;

static void sum_add(cell *c, const lf_edit_report *report) {
    c->tiles += report->opened + report->blocked;
    c->bulk += report->bulk;
    c->sum.ns += report->ns;
    c->sum.follow_ns += report->follow_ns;
    c->sum.map_ns += report->map_ns;
    c->sum.bodies_ns += report->bodies_ns;
    c->sum.coarse_ns += report->coarse_ns;
    c->sum.depth_ns += report->depth_ns;
    c->sum.index_ns += report->index_ns;
}

/// A disc as it was before all edits, by a stencil.
static bool edit_undo(stage *s, lf_point centre, int radius) {
    static uint8_t bits[101 * 13], mask[101 * 13];
    const int side = 2 * radius + 1, stride = (side + 7) / 8;
    memset(bits, 0, sizeof bits);
    memset(mask, 0, sizeof mask);
    for (int i = 0; i < side * side; i++) {
        const int x = i % side, y = i / side, dx = x - radius, dy = y - radius;
        if (dx * dx + dy * dy > radius * radius) continue;
        mask[y * stride + x / 8] |= (uint8_t)(1 << x % 8);
        if (open_first(s, centre.x + dx, centre.y + dy)) bits[y * stride + x / 8] |= (uint8_t)(1 << x % 8);
    }
    const lf_stencil stencil = {.corner = {centre.x - radius, centre.y - radius},
                                .width = side,
                                .height = side,
                                .bits = bits,
                                .mask = mask,
                                .size = sizeof bits};
    return lf_world_set_stencil(s->world, &stencil) == LF_OK && lf_world_commit(s->world, NULL) == LF_OK;
}

/// An index that was given up does not come back by undoing the edit.
static bool index_renew(stage *s, const lf_edit_report *report) {
    return !report->bulk || lf_world_work(s->world, LF_WORK_ALL, NULL) == LF_OK || failed(s, "no work");
}

/// The ends of a question after an edit: from near it or from anywhere; every second one near ends there, too.
static void ends_draw(stage *s, const cell *c, lf_point centre, bool near, lf_tile *from, lf_tile *to) {
    const lf_snapshot *state = lf_world_acquire(s->world);
    const lf_map *map = lf_snapshot_map(state);
    const int reach = 2 * c->radius + 20;
    *from = near ? end_near(s, map, centre, reach) : end_random(s, map);
    *to = near && below(s, 2) == 0 ? end_near(s, map, centre, reach) : end_random(s, map);
    lf_snapshot_release(state);
}

static bool edit_once(stage *s, cell *c, lf_point centre, bool near) {
    lf_edit_report report;
    lf_tile from, to;
    double commit_us, first_us;
    if (lf_world_set_disc(s->world, centre, c->radius, c->opening) != LF_OK) return failed(s, "no disc");
    if (!commit(s, &report, &commit_us)) return false;
    ends_draw(s, c, centre, near, &from, &to);
    if (!stage_ask(s, from, to, &first_us)) return false;
    times_add(&c->commits, commit_us);
    times_add(&c->first[near], first_us);
    times_add(&c->total[near], commit_us + first_us);
    sum_add(c, &report);
    return (edit_undo(s, centre, c->radius) || failed(s, "no undo")) && index_renew(s, &report);
}

static void quantiles_print(times *t) {
    printf("\t%.0f\t%.0f\t%.0f\t%.0f", bench_quantile(t->us, t->count, 0.5),
           bench_quantile(t->us, t->count, 0.95), bench_quantile(t->us, t->count, 0.99),
           bench_quantile(t->us, t->count, 1));
}

static void cell_print(const stage *s, cell *c) {
    const double n = (double)c->commits.count * 1e3;
    const lf_edit_report *sum = &c->sum;
    const uint64_t known =
        sum->follow_ns + sum->map_ns + sum->bodies_ns + sum->coarse_ns + sum->depth_ns + sum->index_ns;
    printf("%s\t%s\t%s\t%s\t%d\t%" PRId64 "\t%.0f\t%" PRId64, s->map->name, lf_cost_name(s->cost),
           s->whole ? "all" : "index", c->opening ? "open" : "block", c->radius, c->commits.count,
           (double)c->tiles / (double)c->commits.count, c->bulk);
    printf("\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f", (double)sum->follow_ns / n, (double)sum->map_ns / n,
           (double)sum->bodies_ns / n, (double)sum->coarse_ns / n, (double)sum->depth_ns / n,
           (double)sum->index_ns / n, (double)(sum->ns - known) / n);
    quantiles_print(&c->commits);
    for (int near = 0; near < 2; near++) {
        quantiles_print(&c->first[near]);
        quantiles_print(&c->total[near]);
        printf("\t%.1f", times_over(&c->total[near], 1000));
    }
    printf("\n");
    fflush(stdout);
}

static bool cells_run(stage *s) {
    static cell c;
    for (int i = 0; i < 8; i++) {
        c = (cell){.radius = radii[i % 4], .opening = i >= 4};
        for (int k = 0; k < EDITS; k++) {
            const lf_point centre = place_draw(s, c.radius, c.opening);
            if (!edit_once(s, &c, centre, false) || !edit_once(s, &c, centre, true)) return false;
        }
        cell_print(s, &c);
    }
    return true;
}

// ---- Craters that are kept, and barrages ----------------------------------------------------------

/// A row of the second table.
static void what_print(const stage *s, const char *what, times *t) {
    printf("%s\t%s\t%s\t%s\t%" PRId64, s->map->name, lf_cost_name(s->cost), s->whole ? "all" : "index", what,
           t->count);
    quantiles_print(t);
    printf("\n");
    fflush(stdout);
}

static bool work_tick(stage *s, times *out, bool *done) {
    const uint64_t begin = bench_busy();
    const lf_status status = lf_world_work(s->world, TICK_US, NULL);
    times_add(out, (double)(bench_busy() - begin) / 1e3);
    *done = status == LF_OK;
    return status >= 0 || failed(s, "no work");
}

typedef struct kept {
    times before, commits, during, after, work, catching, back;
} kept;

/// A crater in each tick; the last one, too, is followed by its tick of work.
static bool kept_craters(stage *s, kept *k, bool opening) {
    for (int i = 0; i < CRATERS; i++) {
        double us;
        lf_edit_report report;
        bool done;
        const lf_point centre = place_draw(s, KEPT_RADIUS, opening);
        if (lf_world_set_disc(s->world, centre, KEPT_RADIUS, opening) != LF_OK || !commit(s, &report, &us) ||
            !work_tick(s, &k->work, &done) || !ask_random(s, PER_TICK, &k->during))
            return false;
        times_add(&k->commits, us);
    }
    return ask_random(s, ASKED, &k->after);
}

/// Ticks until nothing is left to do; one number. Questions only in the first of them: the benchmark has to end.
static bool kept_back(stage *s, kept *k) {
    bool done = false;
    int ticks = 0;
    for (; !done && ticks < MOST_TICKS; ticks++) {
        if (!work_tick(s, &k->work, &done)) return false;
        if (ticks < ASKED_TICKS && !ask_random(s, 1, &k->catching)) return false;
    }
    if (!done) fprintf(stderr, "%s: work is left after %d ticks\n", s->map->name, ticks);
    printf("%s\t%s\t%s\tthen ticks until all work is done\t1\t%d\t%d\t%d\t%d\n", s->map->name,
           lf_cost_name(s->cost), s->whole ? "all" : "index", ticks, ticks, ticks, ticks);
    return lf_world_work(s->world, LF_WORK_ALL, NULL) == LF_OK && ask_random(s, ASKED, &k->back);
}

static bool kept_run(stage *s, bool opening) {
    static kept k;
    char what[80];
    k = (kept){0};
    if (!ask_random(s, ASKED, &k.before) || !kept_craters(s, &k, opening)) return false;
    const struct {
        const char *text;
        times *t;
    } rows[] = {{"query before", &k.before},
                {"commit", &k.commits},
                {"query while craters fall", &k.during},
                {"query after the last", &k.after}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(what, sizeof what, "%d %s craters: %s", CRATERS, opening ? "opening" : "blocking",
                 rows[i].text);
        what_print(s, what, rows[i].t);
    }
    if (!kept_back(s, &k)) return false;
    what_print(s, "then query while work goes on", &k.catching);
    what_print(s, "then query when all work is done", &k.back);
    what_print(s, "all work of a tick", &k.work);
    return true;
}

/// Forty craters in one commit, undone in another one.
static bool barrage_once(stage *s, times *commits, times *first, times *total) {
    lf_point centres[BARRAGE];
    lf_edit_report report;
    double us;
    for (int i = 0; i < BARRAGE; i++) {
        centres[i] = place_draw(s, KEPT_RADIUS, true);
        if (lf_world_set_disc(s->world, centres[i], KEPT_RADIUS, true) != LF_OK) return false;
    }
    if (!commit(s, &report, &us)) return false;
    times_add(commits, us);
    times one = {0};
    if (!ask_random(s, 1, &one)) return false;
    times_add(first, one.us[0]);
    times_add(total, us + one.us[0]);
    for (int i = 0; i < BARRAGE; i++) {
        if (!edit_undo(s, centres[i], KEPT_RADIUS)) return false;
    }
    return index_renew(s, &report);
}

static bool barrage_run(stage *s) {
    static times commits, first, total;
    commits = first = total = (times){0};
    for (int i = 0; i < BARRAGES; i++) {
        if (!barrage_once(s, &commits, &first, &total)) return failed(s, "no barrage");
    }
    what_print(s, "40 craters in one commit: commit", &commits);
    what_print(s, "40 craters in one commit: first query", &first);
    what_print(s, "40 craters in one commit: both", &total);
    return true;
}

/// The world from nothing, with a first query.
static bool rebuild_run(stage *s) {
    static times made;
    made = (times){0};
    for (int i = 0; i < 3; i++) {
        lf_world *mine = s->world;
        const uint64_t begin = bench_busy();
        if (!world_make(s)) return false;
        times_add(&made, (double)(bench_busy() - begin) / 1e3);
        lf_world_destroy(s->world);
        s->world = mine;
    }
    what_print(s, "the whole world from nothing", &made);
    return true;
}

// ---- Maps -----------------------------------------------------------------------------------------

typedef struct entry {
    const char *name;
    bool scenario; ///< of the MovingAI maps, with octile costs; otherwise a water map, uniform
    bool made;     ///< generated
} entry;

static const entry entries[] = {{"archipelago", false, true},
                                {"giantworldmap", false, false},
                                {"world", false, false},
                                {"Berlin_0_1024", true, false},
                                {"maze512-32-0", true, false}};

static bool entry_load(const entry *e, bench_map *map) {
    if (e->made) return bench_generate_sea(1, map);
    return e->scenario ? bench_load_scenario(e->name, map) : bench_load(e->name, "queries.csv", 1, map);
}

static const char *const heads[] = {
    "map\tcost\tparts\tkind\tradius\tedits\ttiles\tbulk\t"
    "follow_us\tmap_us\tbodies_us\tcoarse_us\tdepth_us\tindex_us\trest_us\t"
    "commit_p50_us\tcommit_p95_us\tcommit_p99_us\tcommit_max_us\t"
    "random_first_p50_us\trandom_first_p95_us\trandom_first_p99_us\trandom_first_max_us\t"
    "random_both_p50_us\trandom_both_p95_us\trandom_both_p99_us\trandom_both_max_us\trandom_over_1ms_"
    "percent\t"
    "near_first_p50_us\tnear_first_p95_us\tnear_first_p99_us\tnear_first_max_us\t"
    "near_both_p50_us\tnear_both_p95_us\tnear_both_p99_us\tnear_both_max_us\tnear_over_1ms_percent",
    "map\tcost\tparts\twhat\tcount\tp50_us\tp95_us\tp99_us\tmax_us"};

typedef bool act(stage *s);

static bool act_once(stage *s) {
    return rebuild_run(s) && barrage_run(s);
}

static bool act_opening(stage *s) {
    return kept_run(s, true);
}

static bool act_blocking(stage *s) {
    return kept_run(s, false);
}

/// The acts of each table, each in a world of its own.
static act *const acts[2][3] = {{cells_run}, {act_once, act_opening, act_blocking}};

/// A table of one map with an index alone, or with everything.
static bool stage_run(const bench_map *map, lf_cost cost, bool whole, int table) {
    static stage s;
    bool fine = true;
    for (int i = 0; fine && i < 3 && acts[table][i] != NULL; i++) {
        s = (stage){.map = map, .cost = cost, .whole = whole};
        fine = stage_make(&s) && acts[table][i](&s);
        stage_free(&s);
    }
    return fine;
}

static bool table_run(int table, const char *only) {
    printf("%s\n", heads[table]);
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        bench_map map;
        const lf_cost cost = entries[i].scenario ? LF_COST_OCTILE : LF_COST_UNIFORM;
        if (strncmp(entries[i].name, only, strlen(only)) != 0 || !entry_load(&entries[i], &map)) continue;
        const bool fine = stage_run(&map, cost, false, table) && stage_run(&map, cost, true, table);
        bench_free(&map);
        if (!fine) return false;
    }
    return true;
}

int main(int argc, char **argv) {
    const char *only = argc > 1 ? argv[1] : "";
    return table_run(0, only) && table_run(1, only) ? 0 : 1;
}
