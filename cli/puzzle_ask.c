// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall keys, for puzzles: the question from the file and the options, the answer as text, JSON and pictures.
#include "puzzle_ask.h"

#include "cli.h"
#include "dungeon_notes.h"
#include "progress.h"
#include "puzzle_draw.h"
#include "units.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Everything that one run holds.
typedef struct puzzle_run {
    const char *name;
    const lf_dungeon *dungeon;
    const puzzle_options *options;
    lf_map *map;
    lf_puzzle *puzzle;
    lf_puzzle_search *search;
    lf_source *sources;
    lf_tile *targets;
    uint8_t held[LF_MAX_KINDS];
    lf_puzzle_query query;
    lf_puzzle_route route;
    lf_puzzle_step *steps;
    lf_puzzle_event *events;
    lf_status status;
} puzzle_run;

static void puzzle_run_free(puzzle_run *run) {
    lf_puzzle_search_destroy(run->search);
    lf_puzzle_destroy(run->puzzle);
    lf_map_destroy(run->map);
    free(run->sources);
    free(run->targets);
    free(run->steps);
    free(run->events);
}

// ---------------------------------------------------------------------------------------------------
// The question
// ---------------------------------------------------------------------------------------------------

/// The kinds of --held, each as often as it is named; false after saying which name is unknown.
static bool held_read(puzzle_run *run, const char *names) {
    while (names != NULL && *names != '\0') {
        const size_t size = strcspn(names, ",");
        int32_t kind = -1;
        for (int32_t k = 0; k < run->dungeon->kind_count; k++)
            if (strlen(run->dungeon->names[k]) == size && strncmp(run->dungeon->names[k], names, size) == 0)
                kind = k;
        if (kind < 0 || run->held[kind] == UINT8_MAX) {
            cli_say(kind < 0 ? "--held: there is neither a key nor a door '%.*s' in %s"
                             : "--held: '%.*s' is held more than 255 times in %s",
                    (int)size, names, run->name);
            return false;
        }
        run->held[kind]++;
        names += size + (names[size] == ',');
    }
    return true;
}

static bool ends_make(puzzle_run *run) {
    const place_list *from = run->options->from, *to = run->options->to;
    const int64_t sources = from->count > 0 ? from->count : run->dungeon->start_count;
    const int64_t targets = to->count > 0 ? to->count : run->dungeon->exit_count;
    run->sources = malloc(((size_t)sources + 1) * sizeof *run->sources);
    run->targets = malloc(((size_t)targets + 1) * sizeof *run->targets);
    if (run->sources == NULL || run->targets == NULL) return cli_no_memory() == CLI_OK;
    for (int64_t i = 0; i < sources; i++)
        run->sources[i] = from->count > 0
                              ? (lf_source){lf_map_tile(run->map, from->items[i].at.x, from->items[i].at.y),
                                            from->items[i].origin}
                              : (lf_source){run->dungeon->starts[i], 0};
    for (int64_t i = 0; i < targets; i++)
        run->targets[i] = to->count > 0 ? lf_map_tile(run->map, to->items[i].at.x, to->items[i].at.y)
                                        : run->dungeon->exits[i];
    run->query.sources = run->sources;
    run->query.source_count = sources;
    run->query.targets = run->targets;
    run->query.target_count = targets;
    return true;
}

/// Whether there is a start, and an exit if the goal needs one; says what is lacking.
static bool ends_are_there(const puzzle_run *run) {
    const bool no_exit = run->query.goal != LF_GOAL_ALL_KEYS && run->query.target_count == 0;
    if (run->query.source_count == 0)
        cli_say("%s: there is no start, expected an S or an @, or --from TILES", run->name);
    if (no_exit)
        cli_say("%s: there is no exit, which the goal %s needs, expected an E or a >, or --to TILES",
                run->name, lf_goal_name(run->query.goal));
    return run->query.source_count > 0 && !no_exit;
}

static bool question_make(puzzle_run *run) {
    const lf_status status = lf_dungeon_to_puzzle(run->dungeon, run->options->moves, &run->map, &run->puzzle);
    if (status != LF_OK) {
        cli_say("%s: %s", run->name, cli_status_text(status));
        return false;
    }
    run->query = (lf_puzzle_query){.goal = run->options->goal,
                                   .together = run->dungeon->together,
                                   .held = run->held,
                                   .needed = run->dungeon->needed};
    if (!held_read(run, run->options->held)) return false;
    const bool from_fine = places_check(run->options->from, run->map, "source", &(lf_end_rule){0});
    if (!places_check(run->options->to, run->map, "target", &(lf_end_rule){0}) || !from_fine) return false;
    if (!ends_make(run) || !ends_are_there(run)) return false;
    dungeon_say_puzzle_notes(run->name, run->dungeon, run->held);
    return true;
}

// ---------------------------------------------------------------------------------------------------
// The answer
// ---------------------------------------------------------------------------------------------------

static void puzzle_find(puzzle_run *run) {
    const lf_puzzle_search_desc desc = {.clock = {cli_now_ns, NULL},
                                        .max_states = run->options->max_states,
                                        .max_bytes = run->options->max_bytes};
    progress bar;
    progress_begin(&bar, "keys", NULL, 0);
    run->query.progress = progress_of_call(&bar);
    run->status = lf_puzzle_search_create(run->puzzle, &desc, &run->search);
    if (run->status == LF_OK)
        run->status = lf_puzzle_search_find(run->search, &run->query, NULL, 0, &run->route);
    progress_end(&bar);
}

static bool puzzle_solve(puzzle_run *run) {
    puzzle_find(run);
    if (run->status == LF_E_SOURCE_LOCKED)
        cli_say("%s: a start lies on a door or a barrier that is shut at the beginning", run->name);
    else if (run->status < 0)
        cli_say("%s", cli_status_text(run->status));
    if (run->status < 0) return false;
    run->steps = malloc(((size_t)run->route.step_count + 1) * sizeof *run->steps);
    run->events = malloc(((size_t)run->route.event_count + 1) * sizeof *run->events);
    if (run->steps == NULL || run->events == NULL) return cli_no_memory() == CLI_OK;
    lf_puzzle_search_steps(run->search, run->steps, run->route.step_count);
    lf_puzzle_search_events(run->search, run->events, run->route.event_count);
    return true;
}

static int hero_count(const puzzle_run *run) {
    return run->query.together ? (int)run->query.source_count : 1;
}

static puzzle_scene puzzle_scene_of(const puzzle_run *run) {
    return (puzzle_scene){.map = run->map,
                          .dungeon = run->dungeon,
                          .starts = run->sources,
                          .start_count = run->query.source_count,
                          .exits = run->targets,
                          .exit_count = run->query.goal == LF_GOAL_ALL_KEYS ? 0 : run->query.target_count,
                          .heroes = hero_count(run),
                          .steps = run->steps,
                          .step_count = run->route.step_count,
                          .events = run->events,
                          .event_count = run->route.event_count,
                          .held = run->held};
}

static bool pictures_write(const puzzle_run *run) {
    const puzzle_scene scene = puzzle_scene_of(run);
    if (run->options->draw != NULL && !puzzle_draw(run->options->draw, &scene)) return false;
    if (run->options->animate == NULL) return true;
    if (run->route.found) return puzzle_animate(run->options->animate, &scene);
    cli_note("%s is not written: there is no route to show", run->options->animate);
    return true;
}

/// What a device is called: the name of its kind, or the number of a place.
static void device_name(const puzzle_run *run, const lf_device *device, char text[LF_DUNGEON_NAME_SIZE]) {
    if (device->type == LF_DEVICE_PLACE)
        snprintf(text, LF_DUNGEON_NAME_SIZE, "%d", device->kind + 1);
    else
        snprintf(text, LF_DUNGEON_NAME_SIZE, "%s",
                 device->type == LF_DEVICE_FLOOR ? "floor" : run->dungeon->names[device->kind]);
}

// ---------------------------------------------------------------------------------------------------
// JSON
// ---------------------------------------------------------------------------------------------------

static json_t *steps_json(const puzzle_run *run) {
    json_t *list = json_array();
    for (int64_t i = 0; i < run->route.step_count; i++) {
        const lf_point at = lf_map_point(run->map, run->steps[i].tile);
        if (json_array_append_new(list,
                                  json_pack("[i, i, i]", (int)run->steps[i].hero, (int)at.x, (int)at.y)) == 0)
            continue;
        json_decref(list);
        return NULL;
    }
    return list;
}

static json_t *events_json(const puzzle_run *run) {
    json_t *list = json_array();
    for (int64_t i = 0; i < run->route.event_count; i++) {
        const lf_puzzle_event *event = &run->events[i];
        const lf_point at = lf_map_point(run->map, event->device.tile);
        char name[LF_DUNGEON_NAME_SIZE];
        device_name(run, &event->device, name);
        json_t *object =
            json_pack("{s:I, s:s, s:s, s:s, s:[i, i]}", "step", (json_int_t)event->at, "what",
                      lf_puzzle_event_type_name(event->type), "device",
                      lf_device_type_name(event->device.type), "name", name, "tile", (int)at.x, (int)at.y);
        if (json_array_append_new(list, object) == 0) continue;
        json_decref(list);
        return NULL;
    }
    return list;
}

static json_t *kinds_json(const puzzle_run *run, uint64_t kinds) {
    json_t *list = json_array();
    for (int32_t k = 0; k < run->dungeon->kind_count; k++)
        if ((kinds >> k & 1) != 0) json_array_append_new(list, json_string(run->dungeon->names[k]));
    return list;
}

static bool puzzle_print_json(const puzzle_run *run) {
    const lf_puzzle_route *route = &run->route;
    json_t *object = json_object();
    int bad = json_object_set_new(object, "found", json_boolean(route->found));
    bad |= json_object_set_new(object, "strategy", json_string("puzzle"));
    bad |= json_object_set_new(object, "goal", json_string(lf_goal_name(run->query.goal)));
    bad |= json_object_set_new(object, "exact", json_boolean(run->status != LF_LIMIT));
    bad |= json_object_set_new(object, "heroes", json_integer(hero_count(run)));
    bad |= json_object_set_new(object, "length", route->found ? json_integer(route->length) : json_null());
    bad |= json_object_set_new(object, "lower_bound",
                               run->status == LF_NO_ROUTE ? json_null() : json_integer(route->lower_bound));
    bad |= json_object_set_new(object, "gap",
                               route->found ? json_integer(route->length - route->lower_bound) : json_null());
    bad |= json_object_set_new(object, "steps", steps_json(run));
    bad |= json_object_set_new(object, "events", events_json(run));
    if (run->status == LF_NO_ROUTE)
        bad |= json_object_set_new(object, "why",
                                   json_pack("{s:b, s:o}", "walled", (int)route->walled, "unreachable_keys",
                                             kinds_json(run, route->unreached)));
    bad |= json_object_set_new(object, "states", json_integer(route->stats.states));
    bad |= json_object_set_new(object, "generated", json_integer(route->stats.generated));
    bad |= json_object_set_new(object, "points", json_integer(route->stats.points));
    bad |= json_object_set_new(object, "bits", json_integer(route->stats.bits));
    bad |= json_object_set_new(object, "bytes", json_integer(route->stats.bytes));
    bad |= json_object_set_new(object, "total_us", json_real((double)route->stats.total_ns / 1000.0));
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

/// What happened, in order: "took a, unlocked a, pressed x".
static void print_events(const puzzle_run *run) {
    enum { LINE = 90 };
    int column = printf("events    ");
    for (int64_t i = 0; i < run->route.event_count; i++) {
        char name[LF_DUNGEON_NAME_SIZE];
        device_name(run, &run->events[i].device, name);
        if (column > LINE)
            column = printf("\n%-10s", "") - 1;
        else if (i > 0)
            putchar(' ');
        column += printf("%s %s%s", lf_puzzle_event_type_name(run->events[i].type), name,
                         i + 1 < run->route.event_count ? "," : "");
    }
    puts(run->route.event_count == 0 ? "none" : "");
}

static void print_reason(const puzzle_run *run) {
    if (run->route.walled)
        puts("why       the goal is out of reach even if nothing were ever shut");
    else
        printf("why       all %" PRId64 " states that can be reached were tried\n",
               run->route.stats.generated);
    if (run->route.unreached == 0) return;
    printf("%-9s keys out of reach:", "");
    for (int32_t k = 0; k < run->dungeon->kind_count; k++)
        if ((run->route.unreached >> k & 1) != 0) printf(" %s", run->dungeon->names[k]);
    putchar('\n');
}

static void print_steps(const puzzle_run *run) {
    for (int h = 0; h < hero_count(run); h++) {
        int column = 0;
        if (hero_count(run) > 1) printf("hero %d\n", h + 1);
        for (int64_t i = 0; i < run->route.step_count; i++) {
            if (run->steps[i].hero != h) continue;
            const lf_point at = lf_map_point(run->map, run->steps[i].tile);
            printf("%s%d,%d", column == 0 ? "" : column % 12 == 0 ? "\n" : " ", at.x, at.y);
            column++;
        }
        putchar('\n');
    }
}

static void print_answer(const puzzle_run *run) {
    const lf_puzzle_route *route = &run->route;
    printf("found     %s\n", route->found ? "yes" : run->status == LF_LIMIT ? "not yet" : "no");
    printf("strategy  puzzle (%s)\n", run->status == LF_LIMIT ? "stopped by a limit"
                                      : route->found          ? "proven shortest"
                                                              : "proven: there is none");
    printf("goal      %s\n", lf_goal_name(run->query.goal));
    if (run->status == LF_LIMIT) {
        printf("bound     at least %" PRId64 " moves", route->lower_bound);
        const int64_t gap = route->length - route->lower_bound;
        if (route->found)
            printf(", so the route is at most %" PRId64 " (%.1f %%) too long", gap,
                   100.0 * (double)gap / (double)route->length);
        putchar('\n');
    }
    if (route->found) {
        printf("length    %" PRId64 " move%s", route->length, route->length == 1 ? "" : "s");
        if (hero_count(run) > 1) printf(" of %d heroes", hero_count(run));
        putchar('\n');
        print_events(run);
    }
    if (run->status == LF_NO_ROUTE) print_reason(run);
    printf("work      %" PRId64 " state%s, %" PRId64 " point%s, %" PRId64 " bit%s\n", route->stats.states,
           route->stats.states == 1 ? "" : "s", route->stats.points, route->stats.points == 1 ? "" : "s",
           route->stats.bits, route->stats.bits == 1 ? "" : "s");
    char time[UNITS_TEXT];
    printf("time      %s\n", units_time((double)route->stats.total_ns, time));
}

static bool puzzle_print_text(const puzzle_run *run) {
    print_answer(run);
    if (run->options->tiles && run->route.found) {
        putchar('\n');
        print_steps(run);
    }
    if (run->options->no_picture || lf_map_width(run->map) > 100 || lf_map_height(run->map) > 50) return true;
    const puzzle_scene scene = puzzle_scene_of(run);
    char *text = puzzle_text(&scene, run->route.step_count, true);
    if (text == NULL) return false;
    printf("\n%s", text);
    free(text);
    puts("\n" PUZZLE_SIGNS);
    return true;
}

static int puzzle_run_all(puzzle_run *run) {
    if (!question_make(run) || !puzzle_solve(run) || !pictures_write(run)) return CLI_BAD;
    if (!(run->options->json ? puzzle_print_json(run) : puzzle_print_text(run))) return cli_no_memory();
    if (run->status == LF_LIMIT)
        cli_say("%s; --max-states and --max-memory raise it", cli_status_text(LF_LIMIT));
    return run->status == LF_LIMIT ? CLI_LIMIT : run->route.found ? CLI_OK : CLI_NO;
}

int puzzle_ask(const char *name, const lf_dungeon *dungeon, const puzzle_options *options) {
    puzzle_run run = {.name = name, .dungeon = dungeon, .options = options};
    const int code = puzzle_run_all(&run);
    puzzle_run_free(&run);
    return code;
}
