// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Answers on paper. Times are nanoseconds inside and microseconds, with their three decimals, outside.
#include "report.h"

#include "units.h"

#include "costs.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------
// JSON
// ---------------------------------------------------------------------------------------------------
//
// Jansson's setters take over the value they get, even when they fail, and fail on a value that is NULL. So
// objects are built without looking, and one flag says at the end whether there was memory for all of it.

static int put(json_t *object, const char *key, json_t *value) {
    return json_object_set_new(object, key, value);
}

static json_t *json_point(const lf_map *map, lf_tile tile) {
    const lf_point at = lf_map_point(map, tile);
    json_t *pair = json_array();
    if (json_array_append_new(pair, json_integer(at.x)) == 0 &&
        json_array_append_new(pair, json_integer(at.y)) == 0)
        return pair;
    json_decref(pair);
    return NULL;
}

static json_t *json_tile_list(const lf_map *map, const lf_tile *tiles, int64_t count) {
    json_t *list = json_array();
    for (int64_t i = 0; i < count; i++) {
        if (json_array_append_new(list, json_point(map, tiles[i])) == 0) continue;
        json_decref(list);
        return NULL;
    }
    return list;
}

static json_t *json_us(int64_t ns) {
    return json_real((double)ns / 1000.0);
}

static json_t *json_stats(const lf_stats *stats, bool no_times) {
    json_t *object = json_object();
    int bad = put(object, "expanded", json_integer(stats->expanded));
    bad |= put(object, "enqueued", json_integer(stats->enqueued));
    bad |= put(object, "phases", json_integer(stats->phases));
    bad |= put(object, "opened_cells", json_integer(stats->opened_cells));
    bad |= put(object, "guardrail", json_boolean(stats->guardrail));
    if (!no_times) {
        bad |= put(object, "plan_us", json_us(stats->plan_ns));
        bad |= put(object, "refine_us", json_us(stats->refine_ns));
        bad |= put(object, "guardrail_us", json_us(stats->guardrail_ns));
        bad |= put(object, "total_us", json_us(stats->total_ns));
    }
    bad |= put(object, "planned", json_integer(stats->planned));
    bad |= put(object, "first_cells", json_integer(stats->first_cells));
    bad |= put(object, "deferred", json_integer(stats->deferred));
    bad |= put(object, "segments", json_integer(stats->segments));
    if (bad == 0) return object;
    json_decref(object);
    return NULL;
}

/// Depth counts for tiles that no harbour exempts; null if there is none, or no route.
static int32_t least_depth(const report *answer) {
    return lf_route_least_depth(answer->chart->depth, answer->search, answer->tiles,
                                answer->route->tile_count);
}

/// Whether there is a route to show, to a target or near one.
static bool has_tiles(const report *answer) {
    return answer->route->found || answer->route->partial;
}

/// Whether the cost of a route is anything but its length.
static bool has_cost(const report *answer) {
    return answer->weighted || answer->cost == LF_COST_OCTILE;
}

/// Under uniform costs it is a whole number. (Without weights, the costs are the numbers of moves.)
static void write_cost(const report *answer, char out[COST_TEXT_SIZE]) {
    const lf_route *route = answer->route;
    if (answer->cost == LF_COST_OCTILE)
        cost_write(route->straight_cost, route->diagonal_cost, out);
    else
        snprintf(out, COST_TEXT_SIZE, "%" PRId64, route->straight_cost + route->diagonal_cost);
}

static json_t *json_natural(int64_t number) {
    return number >= 0 ? json_integer(number) : json_null();
}

static int put_depth(json_t *object, const report *answer) {
    if (answer->chart->depth == NULL) return 0;
    int bad = put(object, "gate_depth", json_natural(answer->route->gate_depth));
    if (answer->too_deep > 0) bad |= put(object, "deepest_gate_depth", json_natural(answer->deepest));
    return bad | put(object, "least_depth", json_natural(least_depth(answer)));
}

static json_t *json_distances(const shaped *shape) {
    json_t *object = json_object();
    int bad = 0;
    for (int form = 0; form <= (int)shape->form; form++)
        bad |= put(object, shape_name(form), json_real(shape->distance[form]));
    if (bad == 0) return object;
    json_decref(object);
    return NULL;
}

/// A place of a curve in tiles, counted from the corner of the map: the middle of tile 0,0 is 0.5,0.5.
static json_t *json_place(lf_curve_point place) {
    json_t *pair = json_array();
    if (json_array_append_new(pair, json_real((double)place.x / LF_CURVE_ONE)) == 0 &&
        json_array_append_new(pair, json_real((double)place.y / LF_CURVE_ONE)) == 0)
        return pair;
    json_decref(pair);
    return NULL;
}

static json_t *json_curve(const shaped *shape) {
    json_t *list = json_array();
    for (int64_t i = 0; i < shape->point_count; i++) {
        if (json_array_append_new(list, json_place(shape->points[i])) == 0) continue;
        json_decref(list);
        return NULL;
    }
    return list;
}

static int put_shape(json_t *object, const report *answer) {
    const shaped *shape = answer->shape;
    if (shape == NULL || !has_tiles(answer)) return 0;
    int bad = put(object, "shape", json_string(shape_name((int)shape->form)));
    bad |= put(object, "distance", json_distances(shape));
    if (shape->deep_enough != 0 && shape->form >= SHAPE_OFFSHORE)
        bad |= put(object, "deep_enough", json_integer(shape->deep_enough));
    if (shape->form >= SHAPE_WAYPOINTS)
        bad |= put(object, "waypoints",
                   json_tile_list(answer->chart->map, shape->waypoints, shape->waypoint_count));
    if (shape->form == SHAPE_CURVE) bad |= put(object, "curve", json_curve(shape));
    return bad;
}

static int put_state(json_t *object, const report_state *state) {
    if (state == NULL) return 0;
    return put(object, "line", json_integer(state->line)) | put(object, "kind", json_string("route")) |
           put(object, "version", json_integer((json_int_t)state->version));
}

static int put_check(json_t *object, const report_state *state) {
    if (state == NULL || !state->checked) return 0;
    return put(object, "agrees", json_boolean(state->agrees)) |
           put(object, "flood_length", json_natural(state->length));
}

/// How near a partial route comes; null if the route is none.
static int put_partial(json_t *object, const report *answer) {
    const lf_route *route = answer->route;
    if (answer->asked == NULL || !answer->asked->partial) return 0;
    int bad = put(object, "partial", json_boolean(route->partial));
    bad |= put(object, "target_distance", json_natural(route->partial ? route->target_distance : -1));
    if (answer->cost == LF_COST_OCTILE)
        bad |= put(object, "target_diagonal", json_natural(route->partial ? route->target_diagonal : -1));
    return bad;
}

/// The ends as they were given, under a rule.
static int put_given(json_t *object, const report *answer) {
    const lf_query *asked = answer->asked;
    const lf_route *route = answer->route;
    const lf_map *map = answer->chart->map;
    if (asked == NULL || asked->source_rule.kind == LF_END_GIVEN) return 0;
    if (!has_tiles(answer))
        return put(object, "given_source", json_null()) | put(object, "given_target", json_null());
    return put(object, "given_source", json_point(map, asked->sources[route->source_index].tile)) |
           put(object, "given_target", json_point(map, asked->targets[route->target_index]));
}

/// How many tiles the obstacles of the query change.
static int put_obstacles(json_t *object, const report *answer) {
    if (answer->obstructed == NULL) return 0;
    return put(object, "obstacles_blocked", json_integer(answer->obstructed->blocked)) |
           put(object, "obstacles_opened", json_integer(answer->obstructed->opened));
}

static json_t *json_route(const report *answer, int64_t id) {
    const lf_route *route = answer->route;
    const bool found = has_tiles(answer);
    json_t *object = json_object();
    int bad = id >= 0 ? put(object, "id", json_integer(id)) : 0;
    bad |= put_state(object, answer->state);
    bad |= put(object, "found", json_boolean(route->found));
    bad |= put(object, "strategy", json_string(lf_strategy_name(route->strategy)));
    bad |= put(object, "exact", json_boolean(route->exact));
    bad |= put(object, "length", found ? json_integer(route->length) : json_null());
    if (has_cost(answer)) bad |= put(object, "cost", found ? json_integer(0) : json_null());
    bad |= put(object, "source", found ? json_point(answer->chart->map, route->source) : json_null());
    bad |= put(object, "origin", found ? json_integer((json_int_t)route->origin) : json_null());
    bad |= put(object, "target", found ? json_point(answer->chart->map, route->target) : json_null());
    bad |= put_partial(object, answer);
    bad |= put_given(object, answer);
    bad |= put_obstacles(object, answer);
    bad |= put_depth(object, answer);
    if (answer->turns != NULL)
        bad |= put(object, "turns", json_tile_list(answer->chart->map, answer->turns, answer->turn_count));
    else if (!answer->no_tiles)
        bad |= put(object, "tiles", json_tile_list(answer->chart->map, answer->tiles, route->tile_count));
    bad |= put_shape(object, answer);
    bad |= put(object, "stats", json_stats(&route->stats, answer->no_times));
    bad |= put_check(object, answer->state);
    if (answer->agrees != 0) bad |= put(object, "agrees", json_boolean(answer->agrees > 0));
    if (bad == 0) return object;
    json_decref(object);
    return NULL;
}

/// Makes a text longer: `more` goes in at `at`, in place of `less` signs. Frees the text; NULL if there is no
/// memory.
static char *text_splice(char *text, size_t at, size_t less, const char *more) {
    const size_t size = strlen(text), added = strlen(more);
    char *longer = malloc(size + added + 1);
    if (longer != NULL) {
        memcpy(longer, text, at);
        memcpy(longer + at, more, added);
        memcpy(longer + at + added, text + at + less, size - at - less + 1);
    }
    free(text);
    return longer;
}

/// Puts the cost with all its decimals where json_route left a 0: a double could not hold them exactly.
static char *with_cost(char *text, const report *answer) {
    static const char key[] = "\"cost\":";
    if (text == NULL || !has_cost(answer) || !has_tiles(answer)) return text;
    char cost[COST_TEXT_SIZE];
    write_cost(answer, cost);
    const size_t at = (size_t)(strstr(text, key) - text) + strlen(key);
    return text_splice(text, at, 1, cost);
}

char *report_json(const report *answer, int64_t id) {
    json_t *object = json_route(answer, id);
    if (object == NULL) return NULL;
    // 15 digits show every nanosecond of a week and no noise of binary fractions.
    char *text = json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(15));
    json_decref(object);
    text = with_cost(text, answer);
    return text == NULL ? NULL : text_splice(text, strlen(text), 0, "\n");
}

// ---------------------------------------------------------------------------------------------------
// CSV
// ---------------------------------------------------------------------------------------------------

void report_csv_header(const report_columns *columns, rows *to) {
    const bool octile = columns->cost == LF_COST_OCTILE;
    rows_text(to, "id,found,length");
    if (columns->weighted || octile) rows_text(to, ",cost");
    if (columns->partial)
        rows_text(to, octile ? ",partial,target_distance,target_diagonal" : ",partial,target_distance");
    if (!columns->lengths) rows_text(to, ",expanded,guardrail");
    if (!columns->lengths && !columns->no_times) rows_text(to, ",us");
    rows_text(to, columns->agrees ? ",agrees\n" : "\n");
}

/// The columns about partial routes, with a comma before each; none if they were not asked for.
static void csv_partial(const report *answer, rows *to) {
    const lf_route *route = answer->route;
    const bool octile = answer->cost == LF_COST_OCTILE;
    if (answer->asked == NULL || !answer->asked->partial) return;
    rows_text(to, route->partial ? ",1," : ",0,");
    if (route->partial) rows_int(to, route->target_distance);
    if (octile) rows_text(to, ",");
    if (octile && route->partial) rows_int(to, route->target_diagonal);
}

/// The columns about the search, with a comma before each.
static void csv_search(const report *answer, rows *to) {
    const lf_stats *stats = &answer->route->stats;
    rows_text(to, ",");
    rows_int(to, stats->expanded);
    rows_text(to, stats->guardrail ? ",1" : ",0");
    if (answer->no_times) return;
    rows_text(to, ",");
    rows_thousandths(to, stats->total_ns);
}

void report_csv(const report *answer, int64_t id, rows *to) {
    const lf_route *route = answer->route;
    rows_int(to, id);
    rows_text(to, route->found ? ",1," : ",0,");
    if (has_tiles(answer)) rows_int(to, route->length);
    if (has_cost(answer)) {
        char cost[COST_TEXT_SIZE] = "";
        if (has_tiles(answer)) write_cost(answer, cost);
        rows_text(to, ",");
        rows_text(to, cost);
    }
    csv_partial(answer, to);
    if (!answer->lengths) csv_search(answer, to);
    if (answer->agrees != 0) rows_text(to, answer->agrees > 0 ? ",1" : ",0");
    rows_text(to, "\n");
}

// ---------------------------------------------------------------------------------------------------
// Text
// ---------------------------------------------------------------------------------------------------

static const char *plural(int64_t count) {
    return count == 1 ? "" : "s";
}

static void print_place(const char *label, const lf_map *map, lf_tile tile) {
    const lf_point at = lf_map_point(map, tile);
    printf("%-9s %d,%d", label, at.x, at.y);
}

/// Ends a line about an end, with the tile that was given if it is another one.
static void print_given(const report *answer, lf_tile given, lf_tile tile) {
    const lf_point at = lf_map_point(answer->chart->map, given);
    if (at.x >= 0 && given != tile) printf(" for %d,%d", at.x, at.y);
    putchar('\n');
}

/// How far a partial route ends from where.
static void print_distance(const report *answer) {
    const lf_route *route = answer->route;
    print_place("nearest", answer->chart->map, answer->asked->targets[route->target_index]);
    printf(" is %" PRId64 " move%s from there in a straight line", route->target_distance,
           plural(route->target_distance));
    if (answer->cost == LF_COST_OCTILE)
        printf(" (%" PRId64 " straight, %" PRId64 " diagonal)",
               route->target_distance - route->target_diagonal, route->target_diagonal);
    putchar('\n');
}

static void print_found(const report *answer) {
    const lf_route *route = answer->route;
    printf("%-9s %" PRId64 " move%s, %" PRId64 " tile%s\n", "length", route->length, plural(route->length),
           route->tile_count, plural(route->tile_count));
    if (has_cost(answer)) {
        char cost[COST_TEXT_SIZE];
        write_cost(answer, cost);
        printf("%-9s %s (%" PRId64 " straight, %" PRId64 " diagonal)\n", "cost", cost, route->straight_cost,
               route->diagonal_cost);
    }
    print_place("source", answer->chart->map, route->source);
    printf(" (origin %" PRIu64 ")", route->origin);
    print_given(answer, answer->asked != NULL ? answer->asked->sources[route->source_index].tile : LF_NO_TILE,
                route->source);
    print_place(route->partial ? "end" : "target", answer->chart->map, route->target);
    print_given(answer,
                answer->asked != NULL && route->found ? answer->asked->targets[route->target_index]
                                                      : LF_NO_TILE,
                route->target);
    if (route->partial) print_distance(answer);
}

static void print_depth(const report *answer) {
    const int32_t least = least_depth(answer);
    printf("%-9s ", "depth");
    if (least >= 0)
        printf("%d at least", least);
    else
        printf("only harbours");
    if (answer->route->gate_depth >= 0) printf(" (gate %d)", answer->route->gate_depth);
    putchar('\n');
}

/// No route under a gate: which gate has one.
static void print_too_deep(const report *answer) {
    printf("%-9s no route keeps to a depth of %d; ", "depth", answer->too_deep);
    if (answer->deepest > 0)
        printf("--min-depth %d has one\n", answer->deepest);
    else
        printf("%s\n",
               answer->deepest == 0 ? "without --min-depth there is one" : "there is none at any depth");
}

static void print_distances(const shaped *shape) {
    printf("%-9s ", "distance");
    for (int form = 0; form <= (int)shape->form; form++)
        printf("%s%s %.2f", form > 0 ? ", " : "", shape_name(form), shape->distance[form]);
    if (shape->form >= SHAPE_WAYPOINTS)
        printf(" (%" PRId64 " waypoint%s)", shape->waypoint_count, plural(shape->waypoint_count));
    putchar('\n');
}

static void print_time(const char *before, int64_t ns) {
    char text[UNITS_TEXT];
    printf("%s %s", before, units_time((double)ns, text));
}

static void print_coarse(const chart *loaded) {
    const int64_t nodes = lf_coarse_node_count(loaded->coarse);
    printf("%-9s %s, level %d: %d x %d cells, %" PRId64 " node%s,", "coarse", chart_source_name(loaded),
           lf_coarse_level(loaded->coarse), lf_coarse_width(loaded->coarse), lf_coarse_height(loaded->coarse),
           nodes, plural(nodes));
    print_time(" built in", loaded->build_ns);
    putchar('\n');
}

/// What the plan led to: the corridor and how it grew.
static void print_corridor(const lf_stats *stats) {
    printf("%-9s %" PRId64 " node%s planned\n", "plan", stats->planned, plural(stats->planned));
    if (stats->segments > 0)
        printf("%-9s %" PRId64 " segment%s\n", "spine", stats->segments, plural(stats->segments));
    printf("%-9s %" PRId64 " cell%s at first, %" PRId64 " opened later, %" PRId64 " phase%s",
           stats->segments > 0 ? "windows" : "corridor", stats->first_cells, plural(stats->first_cells),
           stats->opened_cells, stats->phases, plural(stats->phases));
    printf("%s\n", stats->guardrail ? ", then the guardrail" : "");
}

/// What a strategy expands.
static const char *expanded_unit(const lf_route *route) {
    if (route->stats.guardrail) return "tile";
    return route->strategy == LF_STRATEGY_HEADLAND ? "headland"
           : route->strategy == LF_STRATEGY_STRIP  ? "run"
           : route->strategy == LF_STRATEGY_CELLS  ? "border tile"
                                                   : "tile";
}

static void print_work(const lf_route *route, bool guided) {
    const lf_stats *stats = &route->stats;
    printf("%-9s %" PRId64 " %s%s expanded, %" PRId64 " enqueued", "work", stats->expanded,
           expanded_unit(route), plural(stats->expanded), stats->enqueued);
    if (guided) printf(", %" PRId64 " deferred", stats->deferred);
    putchar('\n');
}

static void print_times(const lf_stats *stats, bool guided) {
    print_time("time     ", stats->total_ns);
    if (guided) {
        print_time(" (plan", stats->plan_ns);
        print_time(", search", stats->refine_ns);
        if (stats->guardrail) print_time(", guardrail", stats->guardrail_ns);
        putchar(')');
    }
    putchar('\n');
}

void report_print(const report *answer) {
    const lf_route *route = answer->route;
    const bool found = has_tiles(answer);
    const char *best = route->partial     ? (answer->weighted ? "proven nearest, then cheapest"
                                                              : "proven nearest, then shortest")
                       : answer->weighted ? "proven cheapest"
                                          : "proven shortest";
    const char *guess = answer->weighted ? "perhaps not the cheapest" : "perhaps not the shortest";
    const char *proof =
        found ? (route->exact ? best : guess) : (route->exact ? "proven: there is none" : "not proven");
    printf("%-9s %s\n", "found", route->found ? "yes" : route->partial ? "no; partial route" : "no");
    printf("%-9s %s (%s)\n", "strategy", lf_strategy_name(route->strategy), proof);
    if (found) print_found(answer);
    if (found && answer->chart->depth != NULL) print_depth(answer);
    if (answer->too_deep > 0) print_too_deep(answer);
    if (found && answer->shape != NULL) print_distances(answer->shape);
    const bool guided = answer->chart->coarse != NULL;
    if (guided) print_coarse(answer->chart);
    if (guided) print_corridor(&route->stats);
    print_work(route, guided);
    print_times(&route->stats, guided);
}

void report_print_tiles(const lf_map *map, const lf_tile *tiles, int64_t count) {
    enum { LINE_WIDTH = 100 };
    int column = 0;
    for (int64_t i = 0; i < count; i++) {
        const lf_point at = lf_map_point(map, tiles[i]);
        char text[32];
        const int size = snprintf(text, sizeof text, "%d,%d", at.x, at.y);
        const bool breaks = column > 0 && column + 1 + size > LINE_WIDTH;
        printf("%s%s", breaks ? "\n" : column > 0 ? " " : "", text);
        column = breaks || column == 0 ? size : column + 1 + size;
    }
    if (column > 0) putchar('\n');
}

// ---------------------------------------------------------------------------------------------------
// Picture
// ---------------------------------------------------------------------------------------------------

bool report_fits_picture(const lf_map *map) {
    return lf_map_width(map) <= 100 && lf_map_height(map) <= 50;
}

/// Puts a sign on a tile that the route may begin at, and a different one where it may also end.
static void mark_ends(char *signs, size_t tiles, const lf_query *query) {
    for (int64_t i = 0; i < query->source_count; i++) {
        if (query->sources[i].tile < tiles) signs[query->sources[i].tile] = 's';
    }
    for (int64_t i = 0; i < query->target_count; i++) {
        if (query->targets[i] < tiles) signs[query->targets[i]] = 't';
    }
}

/// A partial route has signs of its own.
static void mark_route(char *signs, const report *answer) {
    const lf_route *route = answer->route;
    for (int64_t i = 0; i < route->tile_count; i++) {
        char *sign = &signs[answer->tiles[i]];
        if (*sign == '.' || *sign == ':') *sign = route->partial ? '+' : '*';
    }
    signs[route->target] = route->partial ? 'E' : 'T';
    signs[route->source] = route->source == route->target && route->found ? 'X' : 'S';
}

/// Tiles that the obstacles of the query change have signs of their own.
static void mark_obstacles(char *signs, size_t tiles, const report *answer) {
    for (size_t i = 0; answer->obstructed != NULL && i < tiles; i++) {
        if (obstructed_blocks(answer->obstructed, answer->chart->map, (lf_tile)i)) signs[i] = '%';
        if (obstructed_opens(answer->obstructed, answer->chart->map, (lf_tile)i)) signs[i] = ':';
    }
}

/// What the signs mean.
static const char *picture_key(const lf_route *route) {
    if (route->partial)
        return route->length == 0 ? "\nS source, which is the end of the partial route; s t as given"
                                  : "\nS source, E end of the partial route, + its tiles; s t as given";
    if (!route->found) return "\ns source, t target";
    return route->length == 0 ? "\nX source and target; s t others that were given"
                              : "\nS source, T target, * route; s t others that were given";
}

bool report_print_picture(const report *answer, const lf_query *query) {
    const int32_t width = lf_map_width(answer->chart->map), height = lf_map_height(answer->chart->map);
    const size_t count = (size_t)width * (size_t)height;
    char *signs = malloc(count);
    if (signs == NULL) return false;
    for (size_t i = 0; i < count; i++) signs[i] = lf_map_is_open(answer->chart->map, (lf_tile)i) ? '.' : '#';
    mark_obstacles(signs, count, answer);
    mark_ends(signs, count, query);
    if (has_tiles(answer)) mark_route(signs, answer);
    putchar('\n');
    for (int32_t y = 0; y < height; y++) printf("%.*s\n", width, signs + (size_t)y * (size_t)width);
    free(signs);
    puts(picture_key(answer->route));
    if (answer->obstructed != NULL) puts("% blocked for this query, : opened for it");
    return true;
}
