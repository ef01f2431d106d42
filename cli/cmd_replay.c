// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall replay: a map that is edited while routes are asked for, as a script says.
#include "args.h"
#include "chart.h"
#include "cli.h"
#include "costs.h"
#include "files.h"
#include "input.h"
#include "output.h"
#include "progress.h"
#include "replay_animate.h"
#include "replay_check.h"
#include "report.h"
#include "script.h"
#include "times.h"
#include "units.h"
#include "weighing.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

typedef enum replay_index { INDEX_NO, INDEX_YES, INDEX_LATER } replay_index;

static const char *replay_index_name(int i) {
    static const char *const names[] = {[INDEX_NO] = "no", [INDEX_YES] = "yes", [INDEX_LATER] = "later"};
    return i < (int)(sizeof names / sizeof *names) ? names[i] : NULL;
}

typedef struct replay_options {
    map_options map;
    query_options query;
    weighing_options weighing;
    replay_index index;
    bool tiles, check;
    const char *animate, *out;
} replay_options;

static const args_option replay_option_table[] = {
    {"index", 0, "WHEN", args_read_choice, offsetof(replay_options, index),
     "yes builds an index before the first line, later leaves it to work;\ndefault no, or yes if a route is "
     "to be found by headland",
     replay_index_name},
    {"tiles", 0, NULL, args_read_flag, offsetof(replay_options, tiles), "print the tiles of routes, too",
     NULL},
    {"check", 0, NULL, args_read_flag, offsetof(replay_options, check),
     "compare every map and answer with a map made anew and its flood;\nexit code 3 if one differs", NULL},
    {"animate", 0, "OUT.gif", args_read_string, offsetof(replay_options, animate),
     "show edits and routes as they happen, a frame a line", NULL},
    {"out", 'o', "FILE", args_read_string, offsetof(replay_options, out),
     "where to write; default stdout. FILE appears whole or not at all", NULL},
};

static const args_spec spec = {
    .verb = "replay",
    .usage = "MAP SCRIPT [OPTION]...",
    .about =
        "Edits a map and finds routes on it, line by line. SCRIPT is a file of JSON lines, - is stdin:\n"
        "  {\"edit\":[{\"disc\":[x,y,radius],\"open\":true},{\"rect\":[x,y,width,height],\"open\":false},\n"
        "           {\"tiles\":[[x,y],...],\"open\":true},{\"disc\":[x,y,radius],\"byte\":9}]}\n"
        "  {\"route\":{\"from\":[[x,y],...],\"to\":[[x,y],...],\"strategy\":\"auto\"}}\n"
        "  {\"work\":\"all\"} or {\"work\":MICROSECONDS}\n"
        "The shapes of an edit are one edit; where they overlap, the later one counts; what lies outside "
        "the\n"
        "map is cut off. A byte is what --weights has for a tile. A route without a strategy has that of\n"
        "--strategy. Work renews the index.\n"
        "The whole script is checked before its first line is done. Prints a JSON line for each: line, kind\n"
        "and version, then for an edit the tiles that changed and the times of its parts, for a route the\n"
        "keys of 'landfall route --json'.\n"
        "Exit code: 0 all routes found, 1 some route was not, 2 misuse or bad input, 3 --check found a\n"
        "wrong answer.",
    .examples = "  landfall generate script --map world --rounds 50 -o bombs.jsonl\n"
                "  landfall replay world bombs.jsonl --index yes --check\n"
                "  landfall replay bay.txt bombs.jsonl --animate bombs.gif\n"
                "  landfall replay world bombs.jsonl --coast-cost '3:+3 10:0 inf:+1' --check",
    .operands = {"MAP", "SCRIPT"},
};

/// Everything that one run of the verb holds. `{0}` holds nothing.
typedef struct replay_run {
    const replay_options *options;
    const char *name; ///< of the script, as messages show it
    lf_grid grid;
    chart chart; ///< the map before the first line: for places and sizes
    script script;
    weighing_stuff stuff; ///< what weights are made of
    lf_plane bytes;       ///< the bytes of weights as they are now; NULL if they have none
    lf_world *world;
    lf_search *search;
    lf_tile *tiles; ///< room for a route over all tiles
    int64_t capacity;
    replay_check check;
    replay_shot *shots; ///< NULL without --animate
    output out;
    int64_t *edit_ns, *route_ns; ///< of each edit and route
    int64_t edits, routes, found, wrong;
} replay_run;

static void replay_run_free(replay_run *run) {
    lf_search_destroy(run->search);
    lf_world_destroy(run->world);
    replay_check_free(&run->check);
    weighing_stuff_free(&run->stuff);
    edit_plane_free(&run->bytes);
    for (int64_t i = 0; run->shots != NULL && i < run->script.count; i++) free(run->shots[i].tiles);
    free(run->shots);
    free(run->edit_ns);
    free(run->route_ns);
    free(run->tiles);
    script_free(&run->script);
    chart_free(&run->chart);
    lf_grid_free(&run->grid);
}

// ---------------------------------------------------------------------------------------------------
// Preparing
// ---------------------------------------------------------------------------------------------------

/// What can be refused before any work.
static bool replay_check_files(const char *map, const char *path, const replay_options *options) {
    const verb_files files = {.map = {"MAP", map},
                              .map_format = options->map.load.format,
                              .inputs = {{"SCRIPT", path}, {"--weights", options->weighing.file}},
                              .outputs = {{"--out", options->out}, {"--animate", options->animate}},
                              .answers = options->out == NULL};
    return !input_both_stdin(map, path) && files_are_apart(&files) &&
           replay_animate_takes(options->animate) && cost_check_strategy(&options->query) &&
           weighing_fits(&options->weighing, options->query.strategy, false);
}

/// Prepares weights, and a copy of their bytes that edits change.
static bool replay_weigh(replay_run *run) {
    const weighing_options *weighing = &run->options->weighing;
    if (!weighing_asked(weighing)) return true;
    if (!weighing_prepare(weighing, run->chart.map, run->grid.terrain, &run->stuff)) return false;
    if (run->stuff.desc.plane == NULL) return true;
    const lf_plane bytes = {run->grid.tiles.width, run->grid.tiles.height,
                            (uint8_t *)(uintptr_t)run->stuff.desc.plane}; // only read
    if (edit_plane_copy(&bytes, &run->bytes)) return true;
    cli_no_memory();
    return false;
}

static bool replay_load(replay_run *run, const char *map, const char *path) {
    const replay_options *options = run->options;
    if (!input_load_grid(map, &options->map, &run->grid) ||
        !input_make_map(map, &run->grid, options->query.moves, &run->chart.map) || !replay_weigh(run))
        return false;
    const script_setting setting = {.map = run->chart.map,
                                    .plane = &run->grid.tiles,
                                    .query = &options->query,
                                    .weighted = weighing_asked(&options->weighing),
                                    .weighs = run->bytes.open != NULL};
    return script_load(&run->script, path, &setting);
}

/// Which parts the routes of a script need.
typedef struct replay_needs {
    bool index;  ///< by headland
    bool coarse; ///< by a guided strategy
    bool spine;  ///< by this one, and
    bool others; ///< by another guided one
} replay_needs;

static replay_needs script_needs(const script *of) {
    replay_needs needs = {0};
    bool seen[32] = {0};
    for (int64_t i = 0; i < of->count; i++)
        if (of->steps[i].kind == SCRIPT_ROUTE) seen[(int)of->steps[i].strategy & 31] = true;
    needs.index = seen[LF_STRATEGY_HEADLAND];
    needs.spine = seen[LF_STRATEGY_SPINE];
    for (int i = 0; lf_strategy_name((lf_strategy)i) != NULL; i++)
        if (seen[i & 31] && i != LF_STRATEGY_SPINE) needs.others |= strategy_is_guided((lf_strategy)i);
    needs.coarse = needs.spine || needs.others;
    return needs;
}

/// Makes the world. Its index may take a while.
static bool make_world(replay_run *run) {
    const replay_options *options = run->options;
    const lf_plane *plane = &run->grid.tiles;
    const replay_needs needs = script_needs(&run->script);
    progress bar;
    progress_begin(&bar, "index", NULL, 0);
    const lf_index_desc index = {.cost = options->query.cost, .progress = progress_of_call(&bar)};
    const lf_coarse_desc coarse = {.level = needs.others ? 0 : lf_spine_level(run->chart.map)};
    const bool indexed = options->index != INDEX_NO || needs.index;
    const bool weighs = weighing_asked(&options->weighing);
    const lf_depth_desc depth = {0};
    const lf_world_desc desc = {.map = {.width = plane->width,
                                        .height = plane->height,
                                        .tiles = plane->open,
                                        .tiles_size = (size_t)run->capacity,
                                        .moves = options->query.moves},
                                .index = indexed ? &index : NULL,
                                .index_later = options->index == INDEX_LATER,
                                .coarse = needs.coarse ? &coarse : NULL,
                                .depth = options->weighing.has_coast ? &depth : NULL,
                                .weights = &run->stuff.desc,
                                .weights_count = weighs ? 1 : 0,
                                .clock = {cli_now_ns, NULL}};
    lf_status status = lf_world_create(&desc, &run->world);
    progress_end(&bar);
    const lf_search_desc search = {
        .cost = options->query.cost, .weighted = weighs, .clock = {cli_now_ns, NULL}};
    if (status == LF_OK) status = lf_world_search(run->world, &search, &run->search);
    if (status != LF_OK) weighing_say(status);
    return status == LF_OK;
}

/// All memory that the lines need.
static bool make_room(replay_run *run) {
    const replay_options *options = run->options;
    const size_t lines = (size_t)run->script.count;
    run->capacity = (int64_t)run->grid.tiles.width * run->grid.tiles.height;
    run->tiles = malloc((size_t)run->capacity * sizeof *run->tiles);
    run->edit_ns = calloc(lines, sizeof *run->edit_ns);
    run->route_ns = calloc(lines, sizeof *run->route_ns);
    if (options->animate != NULL) run->shots = calloc(lines, sizeof *run->shots);
    bool checks = !options->check || replay_check_begin(&run->check, &run->grid.tiles, options->query.moves,
                                                        options->query.cost);
    if (options->check && checks && weighing_asked(&options->weighing))
        checks = replay_check_weigh(&run->check, &run->stuff.desc);
    if (checks && run->tiles != NULL && run->edit_ns != NULL && run->route_ns != NULL &&
        (options->animate == NULL || run->shots != NULL))
        return true;
    cli_no_memory();
    return false;
}

// ---------------------------------------------------------------------------------------------------
// Lines
// ---------------------------------------------------------------------------------------------------

/// Says why a line could not be done.
static bool step_fails(const replay_run *run, const script_step *step, lf_status status) {
    if (status == LF_E_NO_INDEX)
        cli_say("%s:%" PRId64 ": the strategy headland needs an index, and this state has none; expected "
                "{\"work\":\"all\"} before it, or the strategy auto",
                run->name, step->line);
    else
        cli_say("%s:%" PRId64 ": %s", run->name, step->line, cli_status_text(status));
    return false;
}

/// An answer is wrong: says so and goes on.
static void step_is_wrong(replay_run *run, const script_step *step, const char *why) {
    run->wrong++;
    cli_say("%s:%" PRId64 ": wrong answer: %s", run->name, step->line, why);
}

/// Prints an object, unless something is missing in it, and frees it. False after saying that there is no memory; what the output does not take
/// is left to output_commit.
static bool put_object(replay_run *run, json_t *object, int bad) {
    char *text = NULL;
    if (bad == 0) text = json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(15));
    json_decref(object);
    if (text == NULL) {
        cli_no_memory();
        return false;
    }
    output_put(&run->out, text, strlen(text));
    output_put(&run->out, "\n", 1);
    free(text);
    return true;
}

static double report_us(uint64_t ns) {
    return (double)ns / 1000.0;
}

/// Begins the object of a line; the keys that every kind has.
static json_t *json_step(const script_step *step, uint64_t version) {
    return json_pack("{s:I, s:s, s:I}", "line", (json_int_t)step->line, "kind",
                     script_kind_name((int)step->kind), "version", (json_int_t)version);
}

static bool put_edit(replay_run *run, const script_step *step, const lf_edit_report *did) {
    const struct {
        const char *key;
        int64_t count;
    } counts[] = {{"opened", did->opened},
                  {"blocked", did->blocked},
                  {"headlands_new", did->headlands_new},
                  {"headlands_gone", did->headlands_gone},
                  {"headlands_dirty", did->headlands_dirty},
                  {"bodies_joined", did->bodies_joined},
                  {"bodies_split", did->bodies_split},
                  {"cells", did->cells},
                  {"depths", did->depths},
                  {"weighed", did->weighed}};
    const struct {
        const char *key;
        uint64_t ns;
    } times[] = {{"follow_us", did->follow_ns},   {"map_us", did->map_ns},     {"bodies_us", did->bodies_ns},
                 {"coarse_us", did->coarse_ns},   {"depth_us", did->depth_ns}, {"index_us", did->index_ns},
                 {"weights_us", did->weights_ns}, {"total_us", did->ns}};
    json_t *object = json_step(step, did->version);
    int bad = 0;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        bad |= json_object_set_new(object, counts[i].key, json_integer(counts[i].count));
    bad |= json_object_set_new(object, "bulk", json_boolean(did->bulk));
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        bad |= json_object_set_new(object, times[i].key, json_real(report_us(times[i].ns)));
    return put_object(run, object, bad);
}

static lf_status shape_set(replay_run *run, const edit_shape *shape) {
    const bool open = shape->value != 0;
    if (shape->weighs) return edit_weigh(run->world, &run->bytes, shape);
    switch (shape->form) {
    case EDIT_DISC: return lf_world_set_disc(run->world, shape->at, shape->radius, open);
    case EDIT_RECT: return lf_world_set_rect(run->world, shape->at, shape->width, shape->height, open);
    case EDIT_TILES: return lf_world_set_tiles(run->world, shape->tiles, shape->tile_count, open);
    }
    return LF_E_SHAPE;
}

/// Compares the tiles of the world with those of the script.
static void compare_map(replay_run *run, const script_step *step) {
    const lf_snapshot *snapshot = lf_world_acquire(run->world);
    const lf_tile tile = replay_check_map(&run->check, lf_snapshot_map(snapshot));
    lf_snapshot_release(snapshot);
    if (tile == LF_NO_TILE) return;
    char why[80];
    const lf_point at = lf_map_point(run->chart.map, tile);
    snprintf(why, sizeof why, "tile %d,%d is not as the edits leave it", at.x, at.y);
    step_is_wrong(run, step, why);
}

static bool do_edit(replay_run *run, const script_step *step, replay_shot *shot) {
    lf_edit_report did = {0};
    lf_status status = LF_OK;
    for (int64_t i = 0; i < step->shape_count && status == LF_OK; i++)
        status = shape_set(run, &step->shapes[i]);
    if (status == LF_OK) status = lf_world_commit(run->world, &did);
    if (status == LF_OK) status = lf_search_turn(run->search, NULL);
    if (status != LF_OK) return step_fails(run, step, status);
    run->edit_ns[run->edits++] = (int64_t)did.ns;
    *shot = (replay_shot){.version = did.version, .opened = did.opened, .blocked = did.blocked};
    for (int64_t i = 0; run->options->check && i < step->shape_count; i++)
        replay_check_edit(&run->check, &step->shapes[i]);
    if (run->options->check) compare_map(run, step);
    return put_edit(run, step, &did);
}

/// Compares an answer with a flood. False if that cannot be done.
static bool compare_route(replay_run *run, const script_step *step, const lf_query *query,
                          const lf_route *route, report_state *state) {
    lf_route flood;
    const lf_status status = replay_check_flood(&run->check, query, &flood);
    if (status < 0) return step_fails(run, step, status);
    const char *why = replay_check_answer(&run->check, query, route, run->tiles, &flood);
    if (why != NULL) step_is_wrong(run, step, why);
    state->checked = true;
    state->agrees = why == NULL;
    state->length = flood.found ? flood.length : -1;
    return true;
}

static bool put_route(replay_run *run, const lf_route *route, const report_state *state) {
    const report answer = {.chart = &run->chart,
                           .route = route,
                           .tiles = run->tiles,
                           .search = run->search,
                           .cost = run->options->query.cost,
                           .weighted = weighing_asked(&run->options->weighing),
                           .state = state,
                           .no_tiles = !run->options->tiles};
    char *line = report_json(&answer, -1);
    if (line == NULL) {
        cli_no_memory();
        return false;
    }
    output_put(&run->out, line, strlen(line));
    free(line);
    return true;
}

/// Keeps the tiles of a route for the film.
static bool keep_tiles(const replay_run *run, const lf_route *route, replay_shot *shot) {
    if (run->shots == NULL || !route->found) return true;
    shot->tiles = malloc((size_t)route->tile_count * sizeof *shot->tiles);
    if (shot->tiles == NULL) {
        cli_no_memory();
        return false;
    }
    memcpy(shot->tiles, run->tiles, (size_t)route->tile_count * sizeof *shot->tiles);
    shot->tile_count = route->tile_count;
    return true;
}

static uint64_t world_version(lf_world *world) {
    const lf_snapshot *snapshot = lf_world_acquire(world);
    const uint64_t version = lf_snapshot_version(snapshot);
    lf_snapshot_release(snapshot);
    return version;
}

static bool do_route(replay_run *run, const script_step *step, replay_shot *shot) {
    const lf_query query = {.sources = step->sources,
                            .source_count = step->source_count,
                            .targets = step->targets,
                            .target_count = step->target_count,
                            .strategy = step->strategy,
                            .weights = lf_world_weights(run->world, 0),
                            .options.cost = run->options->query.cost};
    lf_route route;
    const lf_status status = lf_search_find(run->search, &query, run->tiles, run->capacity, &route);
    if (status < 0) return step_fails(run, step, status);
    run->route_ns[run->routes++] = route.stats.total_ns;
    run->found += route.found;
    report_state state = {.line = step->line, .version = world_version(run->world)};
    *shot = (replay_shot){
        .version = state.version, .found = route.found, .length = route.length, .strategy = route.strategy};
    return (!run->options->check || compare_route(run, step, &query, &route, &state)) &&
           keep_tiles(run, &route, shot) && put_route(run, &route, &state);
}

static bool do_work(replay_run *run, const script_step *step, replay_shot *shot) {
    const uint64_t begin = cli_now_ns(NULL);
    lf_status status = lf_world_work(run->world, step->budget, NULL);
    const uint64_t ns = cli_now_ns(NULL) - begin;
    const bool done = status == LF_OK;
    if (status >= 0) status = lf_search_turn(run->search, NULL);
    if (status < 0) return step_fails(run, step, status);
    *shot = (replay_shot){.version = world_version(run->world), .done = done};
    json_t *object = json_step(step, shot->version);
    const int bad = json_object_set_new(object, "done", json_boolean(done)) |
                    json_object_set_new(object, "total_us", json_real(report_us(ns)));
    return put_object(run, object, bad);
}

static bool do_lines(replay_run *run) {
    static bool (*const doers[SCRIPT_KINDS])(replay_run *, const script_step *,
                                             replay_shot *) = {do_edit, do_route, do_work};
    progress bar;
    bool done = true;
    progress_begin(&bar, "replay", "lines", run->script.count);
    for (int64_t i = 0; i < run->script.count && done; i++) {
        replay_shot shot = {0};
        const script_step *step = &run->script.steps[i];
        done = doers[step->kind](run, step, run->shots != NULL ? &run->shots[i] : &shot);
        progress_to(&bar, i + 1);
    }
    progress_end(&bar);
    return done;
}

// ---------------------------------------------------------------------------------------------------
// The verb
// ---------------------------------------------------------------------------------------------------

/// "3 edits (median 0.1 ms, max 0.2 ms)".
static void say_times(const char *what, int64_t *times, int64_t count, const char *behind) {
    char median[UNITS_TEXT], most[UNITS_TEXT];
    if (count == 0) return;
    times_sort(times, count);
    cli_say("%" PRId64 " %s%s%s; median %s, max %s", count, what, count == 1 ? "" : "s", behind,
            units_time(1e3 * times_percentile_us(times, count, 50), median),
            units_time(1e3 * times_percentile_us(times, count, 100), most));
}

static void say_summary(replay_run *run) {
    char found[64];
    snprintf(found, sizeof found, ", %" PRId64 " found%s", run->found,
             run->options->check ? run->wrong > 0 ? "" : ", all checked" : "");
    say_times("edit", run->edit_ns, run->edits, "");
    say_times("route", run->route_ns, run->routes, found);
}

static bool replay_film_save(const replay_run *run) {
    const replay_film film = {.plane = &run->grid.tiles, .script = &run->script, .shots = run->shots};
    return run->options->animate == NULL || replay_animate(run->options->animate, &film);
}

static int replay_run_all(replay_run *run, const char *map, const char *path) {
    if (!replay_check_files(map, path, run->options) || !replay_load(run, map, path) || !make_room(run) ||
        !make_world(run) || !output_open(&run->out, run->options->out))
        return CLI_BAD;
    const bool done = do_lines(run) && replay_film_save(run);
    if (!done) output_discard(&run->out);
    if (!done || !output_commit(&run->out)) return CLI_BAD;
    if (!cli_quiet) say_summary(run);
    if (run->wrong > 0) return CLI_WRONG;
    return run->found == run->routes ? CLI_OK : CLI_NO;
}

int cmd_replay(int argc, char **argv) {
    replay_options options = {0};
    const args_group groups[] = {ARGS_GROUP(replay_option_table, &options), QUERY_OPTIONS(&options.query),
                                 WEIGHING_OPTIONS(&options.weighing), MAP_OPTIONS(&options.map)};
    const char *operands[ARGS_MAX_OPERANDS];
    int code;
    if (!args_parse(&spec, groups, argc, argv, operands, &code)) return code;
    if (!weighing_begin(&options.weighing, operands[0], &options.map)) return CLI_BAD;
    replay_run run = {.options = &options, .name = input_name(operands[1])};
    code = replay_run_all(&run, operands[0], operands[1]);
    replay_run_free(&run);
    return code;
}
