// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall keys: a way through a dungeon with keys and doors, as text, JSON, picture or animation.
#include "args.h"
#include "cli.h"
#include "dungeon_draw.h"
#include "dungeon_notes.h"
#include "files.h"
#include "input.h"
#include "keys_trace.h"
#include "picture_format.h"
#include "places.h"
#include "progress.h"
#include "puzzle_ask.h"
#include "units.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct keys_options {
    lf_goal goal;
    lf_keys_strategy strategy;
    query_options query;
    place_list from, to;
    const char *held;
    uint64_t max_states, max_memory;
    bool json, tiles, trace, no_picture, ways;
    const char *draw, *animate;
} keys_options;

static const char *goal_name(int i) {
    return lf_goal_name((lf_goal)i);
}

static const char *keys_strategy_name(int i) {
    return lf_keys_strategy_name((lf_keys_strategy)i);
}

static const args_option keys_option_table[] = {
    {"goal", 'g', "GOAL", args_read_choice, offsetof(keys_options, goal),
     "exit (default): stand on an exit. all-keys: hold a key of every\nkind that lies there. all-keys-exit: "
     "both, in this order",
     goal_name},
    {"strategy", 0, "NAME", args_read_choice, offsetof(keys_options, strategy),
     "keys (default): over points of interest; keys-plain: over\n(tile, key set), the slow reference. Both "
     "are exact",
     keys_strategy_name},
    {"from", 'f', "TILES", places_read_sources, offsetof(keys_options, from),
     "begin at these tiles, X,Y or X,Y=ORIGIN, instead of the file's starts", NULL},
    {"to", 't', "TILES", places_read_targets, offsetof(keys_options, to),
     "reach any of these tiles instead of the file's exits", NULL},
    {"held", 0, "NAMES", args_read_string, offsetof(keys_options, held),
     "keys that are held from the beginning, with commas between them", NULL},
    {"json", 0, NULL, args_read_flag, offsetof(keys_options, json), "print one JSON object on one line",
     NULL},
    {"tiles", 0, NULL, args_read_flag, offsetof(keys_options, tiles), "print all tiles of the route as X,Y",
     NULL},
    {"trace", 0, NULL, args_read_flag, offsetof(keys_options, trace),
     "print the states that were looked at, in order", NULL},
    {"no-picture", 0, NULL, args_read_flag, offsetof(keys_options, no_picture),
     "do not print small dungeons with the route", NULL},
    {"draw", 0, "OUT.png", args_read_string, offsetof(keys_options, draw), "draw the dungeon and the route",
     NULL},
    {"animate", 0, "OUT.gif|OUT.txt", args_read_string, offsetof(keys_options, animate),
     "show the walk, move by move; up to 400 x 400 tiles", NULL},
    {"ways", 0, NULL, args_read_flag, offsetof(keys_options, ways),
     "make the ways between keys and doors first, as a game that asks\noften would: the answer takes far "
     "less "
     "time on large dungeons",
     NULL},
    {"max-states", 0, "N", args_read_u64, offsetof(keys_options, max_states),
     "give up after so many states; default 4000000", NULL},
    {"max-memory", 0, "MIB", args_read_u64, offsetof(keys_options, max_memory),
     "give up beyond so much memory; default 1024", NULL},
};

static const args_spec spec = {
    .verb = "keys",
    .usage = "DUNGEON [OPTION]...",
    .about =
        "Finds the shortest way through a dungeon with keys and doors. DUNGEON is a text file, or - for\n"
        "stdin: # wall, . or space floor, a-z keys, A-Z the doors they open, S start, E exit; in a file "
        "with\n"
        "an @ or a > these are start and exit, and S and E are doors. A legend can say more (see the "
        "manual):\n"
        "keys that are used up, switches, teleporters, one-way tiles, places to visit, several heroes.\n"
        "If there is no way, it says which doors stay shut, and why. If a limit is hit, it shows the best "
        "way so\n"
        "far and how much shorter another one might be. Exit code: 0 found, 1 no route, 2 misuse or bad "
        "input, 3 a\n"
        "limit was hit before the answer was proven.",
    .examples = "  landfall keys crypt.txt\n"
                "  landfall keys crypt.txt --goal all-keys --moves orthogonal --json\n"
                "  landfall keys crypt.txt --draw crypt.png --animate crypt.gif\n"
                "  landfall generate dungeon --size 60x24 --rooms 12 --keys 6 | landfall keys -",
    .operands = {"DUNGEON"},
};

/// Everything that one run of the verb holds. `{0}` holds nothing.
typedef struct keys_run {
    const char *path;
    lf_dungeon dungeon;
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_ways *ways; ///< NULL without --ways
    uint64_t ways_ns;   ///< how long they took to make
    lf_keys_search *search;
    lf_source *sources;
    lf_tile *targets, *tiles;
    lf_keys_event *events;
    lf_fixture *locks;
    keys_trace trace;
    lf_keys_query query;
    lf_keys_route route;
    lf_keys_why why;
    lf_status status;
} keys_run;

static void keys_run_free(keys_run *run) {
    lf_keys_search_destroy(run->search);
    lf_keys_ways_destroy(run->ways);
    lf_fixtures_destroy(run->fixtures);
    lf_map_destroy(run->map);
    lf_dungeon_free(&run->dungeon);
    free(run->sources);
    free(run->targets);
    free(run->tiles);
    free(run->events);
    free(run->locks);
    keys_trace_free(&run->trace);
}

// ---------------------------------------------------------------------------------------------------
// The question
// ---------------------------------------------------------------------------------------------------

static bool dungeon_open(keys_run *run, const keys_options *options) {
    lf_io_error error = {0};
    if (lf_dungeon_load(run->path, 0, &run->dungeon, &error) != LF_IO_OK) {
        cli_say("%s", error.message);
        return false;
    }
    if (run->dungeon.note[0] != '\0') cli_note("%s: %s", input_name(run->path), run->dungeon.note);
    const lf_status status =
        lf_dungeon_to_map(&run->dungeon, options->query.moves, &run->map, &run->fixtures);
    if (status != LF_OK) cli_say("%s: %s", input_name(run->path), cli_status_text(status));
    return status == LF_OK;
}

/// The kinds of --held; false after saying which name is unknown.
static bool read_held(keys_run *run, const char *names) {
    while (names != NULL && *names != '\0') {
        const size_t size = strcspn(names, ",");
        int32_t kind = -1;
        for (int32_t k = 0; k < run->dungeon.kind_count; k++)
            if (strlen(run->dungeon.names[k]) == size && strncmp(run->dungeon.names[k], names, size) == 0)
                kind = k;
        if (kind < 0) {
            cli_say("--held: there is neither a key nor a door '%.*s' in %s", (int)size, names,
                    input_name(run->path));
            return false;
        }
        run->query.held |= UINT64_C(1) << kind;
        names += size + (names[size] == ',');
    }
    return true;
}

static bool make_sources(keys_run *run, const place_list *from) {
    const int64_t count = from->count > 0 ? from->count : run->dungeon.start_count;
    run->sources = malloc(((size_t)count + 1) * sizeof *run->sources);
    if (run->sources == NULL) return false;
    for (int64_t i = 0; i < count; i++)
        run->sources[i] = from->count > 0
                              ? (lf_source){lf_map_tile(run->map, from->items[i].at.x, from->items[i].at.y),
                                            from->items[i].origin}
                              : (lf_source){run->dungeon.starts[i], 0};
    run->query.sources = run->sources;
    run->query.source_count = count;
    return true;
}

static bool make_targets(keys_run *run, const place_list *to) {
    const int64_t count = to->count > 0 ? to->count : run->dungeon.exit_count;
    run->targets = malloc(((size_t)count + 1) * sizeof *run->targets);
    if (run->targets == NULL) return false;
    for (int64_t i = 0; i < count; i++)
        run->targets[i] = to->count > 0 ? lf_map_tile(run->map, to->items[i].at.x, to->items[i].at.y)
                                        : run->dungeon.exits[i];
    run->query.targets = run->targets;
    run->query.target_count = count;
    return true;
}

/// Whether there is a start, and an exit if the goal needs one; says what is lacking.
static bool has_ends(const keys_run *run) {
    const bool hero = run->dungeon.hero_style;
    const bool no_exit = run->query.goal != LF_GOAL_ALL_KEYS && run->query.target_count == 0;
    if (run->query.source_count == 0)
        cli_say("%s: there is no start, expected %s, or --from TILES", input_name(run->path),
                hero ? "an @ (the file has a >, so S is a door)" : "an S or an @");
    if (no_exit)
        cli_say("%s: there is no exit, which the goal %s needs, expected %s, or --to TILES",
                input_name(run->path), lf_goal_name(run->query.goal), hero ? "a >" : "an E or a >");
    return run->query.source_count > 0 && !no_exit;
}

static bool make_query(keys_run *run, const keys_options *options) {
    run->query = (lf_keys_query){.goal = options->goal, .strategy = options->strategy};
    if (!read_held(run, options->held)) return false;
    const bool from_fine = places_check(&options->from, run->map, "source", &(lf_end_rule){0});
    if (!places_check(&options->to, run->map, "target", &(lf_end_rule){0}) || !from_fine) return false;
    if (!make_sources(run, &options->from) || !make_targets(run, &options->to)) {
        cli_no_memory();
        return false;
    }
    return has_ends(run);
}

// ---------------------------------------------------------------------------------------------------
// The answer
// ---------------------------------------------------------------------------------------------------

/// A limit of so many times `unit`; what is more than a number can say is as good as no limit.
static int64_t limit_of(uint64_t asked, int64_t unit) {
    return asked > (uint64_t)(INT64_MAX / unit) ? INT64_MAX : (int64_t)asked * unit;
}

/// Makes the ways that --ways asks for.
static lf_status keys_make_ways(keys_run *run, const keys_options *options) {
    progress bar;
    progress_begin(&bar, "ways", NULL, 0);
    const lf_keys_ways_desc desc = {.max_bytes = limit_of(options->max_memory, 1 << 20),
                                    .progress = progress_of_call(&bar)};
    const uint64_t begin = cli_now_ns(NULL);
    const lf_status status = lf_keys_ways_create(run->fixtures, &desc, &run->ways);
    run->ways_ns = cli_now_ns(NULL) - begin;
    progress_end(&bar);
    return status;
}

static void keys_find(keys_run *run, const keys_options *options) {
    if (options->ways) run->status = keys_make_ways(run, options);
    if (run->status != LF_OK) return;
    const lf_keys_search_desc desc = {.clock = {cli_now_ns, NULL},
                                      .ways = run->ways,
                                      .max_states = limit_of(options->max_states, 1),
                                      .max_bytes = limit_of(options->max_memory, 1 << 20)};
    progress bar;
    progress_begin(&bar, "keys", NULL, 0);
    run->query.progress = progress_of_call(&bar);
    if (options->trace) run->query.watch = keys_trace_watch(&run->trace);
    run->status = lf_keys_search_create(run->fixtures, &desc, &run->search);
    if (run->status == LF_OK)
        run->status = lf_keys_search_find(run->search, &run->query, NULL, 0, &run->route);
    progress_end(&bar);
}

static int compare_fixtures(const void *a, const void *b) {
    const lf_tile of_a = ((const lf_fixture *)a)->tile, of_b = ((const lf_fixture *)b)->tile;
    return (of_a > of_b) - (of_a < of_b);
}

/// Names the first source that stands in a shut door.
static void say_locked_source(const keys_run *run) {
    const lf_dungeon *dungeon = &run->dungeon;
    for (int64_t i = 0; i < run->query.source_count; i++) {
        const lf_fixture here = {.tile = run->sources[i].tile};
        const lf_fixture *fixture =
            bsearch(&here, dungeon->fixtures, (size_t)dungeon->fixture_count, sizeof here, compare_fixtures);
        const bool shut = fixture != NULL && fixture->type == LF_FIXTURE_DOOR &&
                          (run->query.held >> fixture->kind & 1) == 0;
        if (!shut) continue;
        const lf_point at = lf_map_point(run->map, here.tile);
        cli_say("source %d,%d lies on a door whose key is not held; --held %s gives it", at.x, at.y,
                dungeon->names[fixture->kind]);
        return;
    }
}

static void say_keys_error(const keys_run *run, const keys_options *options) {
    if (run->status == LF_E_SOURCE_LOCKED)
        say_locked_source(run);
    else
        cli_say("%s", cli_status_text(run->status));
    if (run->status == LF_E_MEMORY_LIMIT && options->ways && run->ways == NULL)
        cli_say("--ways needs more than --max-memory");
    else if (run->status == LF_E_MEMORY_LIMIT &&
             lf_keys_plain_bytes(run->fixtures, run->query.held) != INT64_MAX)
        cli_say("keys-plain needs %" PRId64 " MiB here",
                lf_keys_plain_bytes(run->fixtures, run->query.held) / (1 << 20) + 1);
}

static bool keys_search(keys_run *run, const keys_options *options) {
    keys_find(run, options);
    if (run->status < 0) {
        say_keys_error(run, options);
        return false;
    }
    lf_keys_search_explain(run->search, &run->why, NULL, 0);
    run->tiles = malloc(((size_t)run->route.tile_count + 1) * sizeof *run->tiles);
    run->events = malloc(((size_t)run->route.event_count + 1) * sizeof *run->events);
    run->locks = malloc(((size_t)run->why.lock_count + 1) * sizeof *run->locks);
    if (run->tiles == NULL || run->events == NULL || run->locks == NULL || run->trace.failed) {
        cli_no_memory();
        return false;
    }
    lf_keys_search_tiles(run->search, run->tiles, run->route.tile_count);
    lf_keys_search_events(run->search, run->events, run->route.event_count);
    lf_keys_search_explain(run->search, &run->why, run->locks, run->why.lock_count);
    return true;
}

static dungeon_scene scene_of(const keys_run *run) {
    return (dungeon_scene){.map = run->map,
                           .dungeon = &run->dungeon,
                           .starts = run->sources,
                           .start_count = run->query.source_count,
                           .exits = run->targets,
                           .exit_count = run->query.target_count,
                           .tiles = run->tiles,
                           .tile_count = run->route.tile_count,
                           .events = run->events,
                           .event_count = run->route.event_count,
                           .held = run->query.held};
}

static bool write_pictures(const keys_run *run, const keys_options *options) {
    const dungeon_scene scene = scene_of(run);
    if (options->draw != NULL && !dungeon_draw(options->draw, &scene)) return false;
    if (options->animate == NULL) return true;
    if (run->route.found) return dungeon_animate(options->animate, &scene);
    cli_note("%s is not written: there is no route to show", options->animate);
    return true;
}

// ---------------------------------------------------------------------------------------------------
// JSON
// ---------------------------------------------------------------------------------------------------

static json_t *keys_point(const lf_map *map, lf_tile tile) {
    const lf_point at = lf_map_point(map, tile);
    return json_pack("[i, i]", (int)at.x, (int)at.y);
}

/// Appends a value that is taken over; false if there is no memory.
static bool append(json_t *list, json_t *value) {
    return json_array_append_new(list, value) == 0;
}

static json_t *keys_tiles_json(const keys_run *run) {
    json_t *list = json_array();
    bool fine = true;
    for (int64_t i = 0; fine && i < run->route.tile_count; i++)
        fine = append(list, keys_point(run->map, run->tiles[i]));
    if (fine) return list;
    json_decref(list);
    return NULL;
}

/// The names of the keys taken, or of the doors passed, in order.
static json_t *keys_events_json(const keys_run *run, lf_fixture_type type) {
    json_t *list = json_array();
    for (int64_t i = 0; i < run->route.event_count; i++)
        if (run->events[i].fixture.type == type &&
            !append(list, json_string(run->dungeon.names[run->events[i].fixture.kind]))) {
            json_decref(list);
            return NULL;
        }
    return list;
}

static json_t *keys_set_json(const keys_run *run, uint64_t kinds) {
    json_t *list = json_array();
    for (int32_t k = 0; k < run->dungeon.kind_count; k++)
        if ((kinds >> k & 1) != 0 && !append(list, json_string(run->dungeon.names[k]))) {
            json_decref(list);
            return NULL;
        }
    return list;
}

static json_t *keys_why_json(const keys_run *run) {
    json_t *locks = json_array();
    for (int64_t i = 0; i < run->why.lock_count; i++)
        append(locks, json_pack("{s:s, s:o}", "key", run->dungeon.names[run->locks[i].kind], "door",
                                keys_point(run->map, run->locks[i].tile)));
    return json_pack("{s:b, s:o, s:o, s:o}", "walled", (int)run->why.walled, "locked_doors", locks,
                     "unreachable_keys", keys_set_json(run, run->why.unreachable), "keys_not_on_map",
                     keys_set_json(run, run->why.missing));
}

static bool print_json(const keys_run *run, const keys_options *options) {
    const lf_keys_route *route = &run->route;
    json_t *object = json_object();
    int bad = json_object_set_new(object, "found", json_boolean(route->found));
    bad |= json_object_set_new(object, "strategy", json_string(lf_keys_strategy_name(route->strategy)));
    bad |= json_object_set_new(object, "goal", json_string(lf_goal_name(run->query.goal)));
    bad |= json_object_set_new(object, "exact", json_boolean(run->status != LF_LIMIT));
    bad |= json_object_set_new(object, "length", route->found ? json_integer(route->length) : json_null());
    bad |= json_object_set_new(object, "lower_bound",
                               run->status == LF_NO_ROUTE ? json_null() : json_integer(route->lower_bound));
    bad |= json_object_set_new(object, "gap",
                               route->found ? json_integer(route->length - route->lower_bound) : json_null());
    bad |= json_object_set_new(object, "source",
                               route->found ? keys_point(run->map, route->source) : json_null());
    bad |= json_object_set_new(object, "origin",
                               route->found ? json_integer((json_int_t)route->origin) : json_null());
    bad |= json_object_set_new(object, "target",
                               route->found ? keys_point(run->map, route->target) : json_null());
    bad |= json_object_set_new(object, "tiles", keys_tiles_json(run));
    bad |= json_object_set_new(object, "keys_taken", keys_events_json(run, LF_FIXTURE_KEY));
    bad |= json_object_set_new(object, "doors_passed", keys_events_json(run, LF_FIXTURE_DOOR));
    bad |= json_object_set_new(object, "keys_at_end", keys_set_json(run, route->held));
    if (run->status == LF_NO_ROUTE) bad |= json_object_set_new(object, "why", keys_why_json(run));
    bad |= json_object_set_new(object, "states", json_integer(route->stats.states));
    bad |= json_object_set_new(object, "generated", json_integer(route->stats.generated));
    bad |= json_object_set_new(object, "points", json_integer(route->stats.points));
    bad |= json_object_set_new(object, "bends", json_integer(route->stats.bends));
    bad |= json_object_set_new(object, "bytes", json_integer(route->stats.bytes));
    bad |= json_object_set_new(object, "ways_us", json_real((double)route->stats.ways_ns / 1000.0));
    bad |= json_object_set_new(object, "bounds_us", json_real((double)route->stats.bounds_ns / 1000.0));
    if (run->ways != NULL) {
        bad |= json_object_set_new(object, "ways_made_us", json_real((double)run->ways_ns / 1000.0));
        bad |= json_object_set_new(object, "ways_bytes",
                                   json_integer((json_int_t)lf_keys_ways_bytes(run->ways)));
    }
    bad |= json_object_set_new(object, "total_us", json_real((double)route->stats.total_ns / 1000.0));
    if (options->trace)
        bad |= json_object_set_new(object, "trace", keys_trace_json(&run->trace, run->map, &run->dungeon));
    char *text =
        bad == 0 ? json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(15)) : NULL;
    json_decref(object);
    if (text != NULL) puts(text);
    const bool done = text != NULL;
    free(text);
    return done;
}

// ---------------------------------------------------------------------------------------------------
// Text
// ---------------------------------------------------------------------------------------------------

static void print_names(const char *label, const keys_run *run, lf_fixture_type type) {
    printf("%-9s", label);
    int count = 0;
    for (int64_t i = 0; i < run->route.event_count; i++)
        if (run->events[i].fixture.type == type)
            count += printf(" %s", run->dungeon.names[run->events[i].fixture.kind]);
    puts(count == 0 ? " none" : "");
}

static void print_why(const keys_run *run) {
    enum { LOCKS_SHOWN = 20 };
    if (run->why.walled) puts("why       the goal is walled off: there is no way even with every door open");
    for (int64_t i = 0; i < run->why.lock_count && i < LOCKS_SHOWN; i++) {
        const lf_fixture *lock = &run->locks[i];
        const lf_point at = lf_map_point(run->map, lock->tile);
        const uint64_t bit = UINT64_C(1) << lock->kind;
        const bool elsewhere = (run->why.reached & bit) != 0; // another start has the key, and maybe the door
        printf("%-9s the door at %d,%d stays shut%s: its key %s %s\n",
               i == 0 && !run->why.walled ? "why" : "", at.x, at.y, elsewhere ? " for one of the starts" : "",
               run->dungeon.names[lock->kind],
               elsewhere                       ? "can be reached from another start only"
               : (run->why.missing & bit) != 0 ? "does not exist"
                                               : "cannot be reached");
    }
    if (run->why.lock_count > LOCKS_SHOWN)
        printf("%-9s and %" PRId64 " more doors\n", "", run->why.lock_count - LOCKS_SHOWN);
    if (run->why.unreachable == 0) return;
    printf("%-9s keys out of reach:", "");
    for (int32_t k = 0; k < run->dungeon.kind_count; k++)
        if ((run->why.unreachable >> k & 1) != 0) printf(" %s", run->dungeon.names[k]);
    putchar('\n');
}

static void print_route(const keys_run *run) {
    const lf_keys_route *route = &run->route;
    const lf_point from = lf_map_point(run->map, route->source), to = lf_map_point(run->map, route->target);
    printf("length    %" PRId64 " move%s, %" PRId64 " tile%s\n", route->length, route->length == 1 ? "" : "s",
           route->tile_count, route->tile_count == 1 ? "" : "s");
    printf("from, to  %d,%d (origin %" PRIu64 ") to %d,%d\n", from.x, from.y, route->origin, to.x, to.y);
    print_names("keys", run, LF_FIXTURE_KEY);
    print_names("doors", run, LF_FIXTURE_DOOR);
}

static void print_tiles(const keys_run *run) {
    for (int64_t i = 0; i < run->route.tile_count; i++) {
        const lf_point at = lf_map_point(run->map, run->tiles[i]);
        printf("%d,%d%c", at.x, at.y, i % 12 == 11 || i + 1 == run->route.tile_count ? '\n' : ' ');
    }
}

static bool print_small(const keys_run *run) {
    const dungeon_scene scene = scene_of(run);
    char *text = dungeon_text(&scene, run->route.tile_count, true);
    if (text == NULL) return false;
    printf("\n%s", text);
    free(text);
    puts("\n@ start, > exit, * route");
    return true;
}

/// What is proven at a limit, and by how much the route misses it.
static void print_bound(const lf_keys_route *route) {
    printf("bound     at least %" PRId64 " move%s", route->lower_bound, route->lower_bound == 1 ? "" : "s");
    const int64_t gap = route->length - route->lower_bound;
    if (route->found)
        printf(", so the route is at most %" PRId64 " (%.1f %%) too long", gap,
               100.0 * (double)gap / (double)route->length);
    putchar('\n');
}

static bool print_text(const keys_run *run, const keys_options *options) {
    const lf_keys_route *route = &run->route;
    printf("found     %s\n", route->found ? "yes" : run->status == LF_LIMIT ? "not yet" : "no");
    printf("strategy  %s (%s)\n", lf_keys_strategy_name(route->strategy),
           run->status == LF_LIMIT ? "stopped by a limit"
           : route->found          ? "proven shortest"
                                   : "proven: there is none");
    printf("goal      %s\n", lf_goal_name(run->query.goal));
    if (run->status == LF_LIMIT) print_bound(route);
    if (route->found) print_route(run);
    if (run->status == LF_NO_ROUTE) print_why(run);
    printf("work      %" PRId64 " state%s, %" PRId64 " point%s\n", route->stats.states,
           route->stats.states == 1 ? "" : "s", route->stats.points, route->stats.points == 1 ? "" : "s");
    char time[UNITS_TEXT];
    if (run->ways != NULL)
        printf("ways      made in %s, %.1f MB\n", units_time((double)run->ways_ns, time),
               (double)lf_keys_ways_bytes(run->ways) / 1e6);
    printf("time      %s\n", units_time((double)route->stats.total_ns, time));
    if (options->trace) {
        putchar('\n');
        keys_trace_print(&run->trace, run->map, &run->dungeon, route->strategy);
    }
    if (options->tiles && route->found) {
        putchar('\n');
        print_tiles(run);
    }
    if (options->no_picture || lf_map_width(run->map) > 100 || lf_map_height(run->map) > 50) return true;
    return print_small(run);
}

/// What can be refused before any work.
static bool keys_check_files(const keys_run *run, const keys_options *options) {
    const verb_files files = {.map = {"DUNGEON", run->path},
                              .map_format = LF_FILE_TEXT,
                              .outputs = {{"--draw", options->draw}, {"--animate", options->animate}},
                              .answers = true};
    if (options->draw != NULL && picture_is_vector(options->draw)) {
        cli_say("--draw: %s: pictures of dungeons are PNGs, expected a name such as crypt.png",
                options->draw);
        return false;
    }
    if (options->animate != NULL && strcmp(options->animate, "-") == 0) {
        cli_say("--animate: a walk cannot go to standard output, where the answer goes, expected a file");
        return false;
    }
    return files_are_apart(&files) && picture_path_is_fine(options->draw);
}

/// Dungeons that ask for more than keys and doors have a search of their own, and fewer options.
static int keys_ask_puzzle(const keys_run *run, const keys_options *options) {
    const char *refused = options->strategy != LF_KEYS ? "--strategy keys-plain"
                          : options->trace             ? "--trace"
                          : options->ways              ? "--ways"
                                                       : NULL;
    if (refused != NULL) {
        cli_say("%s is for keys and doors alone, and the legend of %s asks for more", refused,
                input_name(run->path));
        return CLI_BAD;
    }
    const puzzle_options puzzle = {.goal = options->goal,
                                   .moves = options->query.moves,
                                   .from = &options->from,
                                   .to = &options->to,
                                   .held = options->held,
                                   .max_states = limit_of(options->max_states, 1),
                                   .max_bytes = limit_of(options->max_memory, 1 << 20),
                                   .json = options->json,
                                   .tiles = options->tiles,
                                   .no_picture = options->no_picture,
                                   .draw = options->draw,
                                   .animate = options->animate};
    return puzzle_ask(input_name(run->path), &run->dungeon, &puzzle);
}

static int keys_run_all(keys_run *run, const keys_options *options) {
    if (!keys_check_files(run, options) || !dungeon_open(run, options)) return CLI_BAD;
    if (run->dungeon.is_puzzle) return keys_ask_puzzle(run, options);
    if (!make_query(run, options)) return CLI_BAD;
    dungeon_say_notes(input_name(run->path), &run->dungeon, &run->query);
    if (!keys_search(run, options) || !write_pictures(run, options)) return CLI_BAD;
    if (!(options->json ? print_json(run, options) : print_text(run, options))) return cli_no_memory();
    if (run->status == LF_LIMIT)
        cli_say("%s; --max-states and --max-memory raise it", cli_status_text(LF_LIMIT));
    return run->status == LF_LIMIT ? CLI_LIMIT : run->route.found ? CLI_OK : CLI_NO;
}

int cmd_keys(int argc, char **argv) {
    keys_options options = {0};
    const args_group groups[] = {ARGS_GROUP(keys_option_table, &options), MOVES_OPTION(&options.query)};
    const char *operands[ARGS_MAX_OPERANDS];
    int code;
    if (args_parse(&spec, groups, argc, argv, operands, &code)) {
        keys_run run = {.path = operands[0]};
        code = keys_run_all(&run, &options);
        keys_run_free(&run);
    }
    places_free(&options.from);
    places_free(&options.to);
    return code;
}
