// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Scripts from a seed. A round is an edit and a route between tiles that are open then; now and then the
// route gets other ends, and there is some work. The tiles follow the edits on a plane, so that doors stand in narrow places and storms leave the map
// as they found it.
#include "generate_script.h"

#include "cli.h"
#include "edits.h"
#include "files.h"
#include "output.h"

#include <inttypes.h>
#include <scenes.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFAULT_ROUNDS = 20,
    TRIES = 200,        // of finding a random tile of some kind before the next best one is taken
    MOST_DOORS = 8,     // doors and buildings that are remembered
    STORM_DISCS = 4,    // that a storm is made of
    SAIL_ROUNDS = 4,    // rounds for which a route has the same ends, and from work to work
    SAIL_TRIES = 8,     // targets of which the farthest one is taken
    WORK_BUDGET = 2000, // microseconds
};

static bool read_rounds(const args_option *option, const char *value, void *field) {
    return args_read_range(option, value, 1, 1000000, field);
}

static const char *script_edits_name(int i) {
    static const char *const names[] = {"mixed", "craters", "doors", "buildings", "storms"};
    return i < (int)(sizeof names / sizeof *names) ? names[i] : NULL;
}

const args_option script_option_table[] = {
    {"map", 0, "MAP", args_read_string, offsetof(script_options, map),
     "script: the map that it is for; required. --size is that of a raw one", NULL},
    {"edits", 0, "KIND", args_read_choice_or_none, offsetof(script_options, edits),
     "script: craters open land, doors shut and open, buildings block\nand are torn down, storms wander; "
     "default mixed",
     script_edits_name},
    {"rounds", 0, "N", read_rounds, offsetof(script_options, rounds),
     "script: so many edits with a route each, 1 to 1000000; default 20", NULL},
};

bool script_options_are_unused(const script_options *options, const map_options *map, const char *kind) {
    const bool read = map->load.format != LF_FILE_AUTO || map->load.threshold != 0 || map->load.by_color;
    if (options->map == NULL && options->edits == 0 && options->rounds == 0 && !read) return true;
    cli_say(
        "--map, --edits, --rounds, --map-format, --threshold and --open-color are for scripts, not for '%s'",
        kind);
    return false;
}

/// A rectangle of tiles; a door is one tile.
typedef struct site {
    int32_t x, y, width, height;
    bool open; ///< as it is now
} site;

/// A script in the making.
typedef struct author {
    lf_random random;
    lf_plane plane; ///< the tiles as the lines so far leave them
    const lf_map *map;
    site doors[MOST_DOORS], buildings[MOST_DOORS];
    int door_count, building_count;
    lf_point from, to; ///< the ends of the routes
    lf_point storm;    ///< where it is, if there is one
    lf_tile *soaked;   ///< tiles that the storm has blocked; room for all that its discs can have
    int64_t soaked_count;
    int32_t reach; ///< the largest radius of anything
    output *out;
} author;

// ---------------------------------------------------------------------------------------------------
// Tiles
// ---------------------------------------------------------------------------------------------------

static int32_t author_below(author *a, int32_t bound) {
    return (int32_t)lf_random_below(&a->random, (uint32_t)bound);
}

static int32_t author_between(author *a, int32_t low, int32_t high) {
    return low + author_below(a, high - low + 1);
}

static bool author_open(const author *a, int32_t x, int32_t y) {
    if (x < 0 || y < 0 || x >= a->plane.width || y >= a->plane.height) return false;
    return a->plane.open[(size_t)y * (size_t)a->plane.width + (size_t)x] != 0;
}

static lf_point author_anywhere(author *a) {
    const int32_t x = author_below(a, a->plane.width);
    return (lf_point){x, author_below(a, a->plane.height)};
}

/// A random tile that is open, or blocked, if chance finds one.
static lf_point author_find(author *a, bool open) {
    lf_point at = author_anywhere(a);
    for (int i = 0; i < TRIES && author_open(a, at.x, at.y) != open; i++) at = author_anywhere(a);
    return at;
}

/// A place for an edit, on open or blocked tiles: every other time near the line between the ends, where it
/// may matter to the route.
static lf_point author_choose(author *a, bool open) {
    if (author_below(a, 2) == 0) return author_find(a, open);
    const int32_t part = author_between(a, 1, 7);
    const int64_t dx = (int64_t)a->to.x - a->from.x, dy = (int64_t)a->to.y - a->from.y;
    return (lf_point){(int32_t)(a->from.x + dx * part / 8) + author_between(a, -a->reach, a->reach),
                      (int32_t)(a->from.y + dy * part / 8) + author_between(a, -a->reach, a->reach)};
}

/// Whether a tile is open between two blocked ones: a door shuts it.
static bool place_is_narrow(const author *a, lf_point at) {
    if (!author_open(a, at.x, at.y)) return false;
    const bool across = !author_open(a, at.x - 1, at.y) && !author_open(a, at.x + 1, at.y);
    const bool down = !author_open(a, at.x, at.y - 1) && !author_open(a, at.x, at.y + 1);
    return across != down; // not a dead pool of one tile
}

// ---------------------------------------------------------------------------------------------------
// Lines
// ---------------------------------------------------------------------------------------------------

static void put(author *a, const char *text) {
    output_put(a->out, text, strlen(text));
}

static void put_tiles(author *a, const lf_tile *tiles, int64_t count) {
    char text[64];
    for (int64_t i = 0; i < count; i++) {
        const lf_point at = lf_map_point(a->map, tiles[i]);
        snprintf(text, sizeof text, "%s[%d,%d]", i == 0 ? "" : ",", at.x, at.y);
        put(a, text);
    }
}

/// Writes a shape of an edit, and edits the plane.
static void put_shape(author *a, const edit_shape *shape, edit_watcher *watch) {
    char text[120];
    if (shape->form == EDIT_DISC) {
        snprintf(text, sizeof text, "{\"disc\":[%d,%d,%d]", shape->at.x, shape->at.y, shape->radius);
        put(a, text);
    } else if (shape->form == EDIT_RECT) {
        snprintf(text, sizeof text, "{\"rect\":[%d,%d,%d,%d]", shape->at.x, shape->at.y, shape->width,
                 shape->height);
        put(a, text);
    } else {
        put(a, "{\"tiles\":[");
        put_tiles(a, shape->tiles, shape->tile_count);
        put(a, "]");
    }
    put(a, shape->value != 0 ? ",\"open\":true}" : ",\"open\":false}");
    edit_paint(&a->plane, shape, watch, a);
}

static void put_site(author *a, site *at) {
    at->open = !at->open;
    const edit_shape shape = {
        .form = EDIT_RECT, .value = at->open, .at = {at->x, at->y}, .width = at->width, .height = at->height};
    put_shape(a, &shape, NULL);
}

/// One to three bombs, on land where there is some.
static void put_craters(author *a) {
    for (int i = author_below(a, 3); i >= 0; i--) {
        const edit_shape shape = {.form = EDIT_DISC,
                                  .value = true,
                                  .at = author_choose(a, false),
                                  .radius = author_between(a, 1, a->reach)};
        put_shape(a, &shape, NULL);
        if (i > 0) put(a, ",");
    }
}

/// Shuts or opens a door, which may be a new one.
static void put_door(author *a) {
    if (a->door_count < MOST_DOORS && author_below(a, 2) == 0) {
        lf_point at = author_find(a, true);
        for (int i = 0; i < TRIES && !place_is_narrow(a, at); i++) at = author_find(a, true);
        a->doors[a->door_count++] = (site){at.x, at.y, 1, 1, true};
    }
    if (a->door_count == 0)
        a->doors[a->door_count++] = (site){a->plane.width / 2, a->plane.height / 2, 1, 1, true};
    put_site(a, &a->doors[author_below(a, a->door_count)]);
}

/// Builds something on open tiles, or tears an old building down when there are many.
static void put_building(author *a) {
    const int old = a->building_count == MOST_DOORS ? author_below(a, MOST_DOORS) : a->building_count;
    site *at = &a->buildings[old];
    if (old < a->building_count && !at->open) {
        put_site(a, at);
        return;
    }
    const lf_point middle = author_choose(a, true);
    const int32_t width = author_between(a, 1, 2 * a->reach), height = author_between(a, 1, 2 * a->reach);
    *at = (site){middle.x - width / 2, middle.y - height / 2, width, height, true};
    if (old == a->building_count) a->building_count++;
    put_site(a, at);
}

static void author_soak(lf_tile tile, bool open, void *user) {
    author *a = user;
    if (!open) a->soaked[a->soaked_count++] = tile;
}

/// The storm moves on: what it has blocked opens again, and its discs block what lies below them now.
static void put_storm(author *a) {
    const edit_shape past = {
        .form = EDIT_TILES, .value = true, .tiles = a->soaked, .tile_count = a->soaked_count};
    if (a->soaked_count > 0) {
        put_shape(a, &past, NULL);
        put(a, ",");
        a->storm.x += author_between(a, -a->reach, 2 * a->reach); // mostly to the east
        a->storm.y += author_between(a, -a->reach, a->reach);
    }
    if (a->soaked_count == 0 || !author_open(a, a->storm.x, a->storm.y)) a->storm = author_choose(a, true);
    a->soaked_count = 0;
    for (int i = 0; i < STORM_DISCS; i++) {
        const edit_shape shape = {.form = EDIT_DISC,
                                  .at = {a->storm.x + author_between(a, -a->reach, a->reach),
                                         a->storm.y + author_between(a, -a->reach, a->reach)},
                                  .radius = author_between(a, 1, a->reach / 2 + 1)};
        put_shape(a, &shape, author_soak);
        if (i + 1 < STORM_DISCS) put(a, ",");
    }
}

static void put_edit(author *a, script_edits kind) {
    static void (*const edits[])(author *) = {[EDITS_CRATERS] = put_craters,
                                              [EDITS_DOORS] = put_door,
                                              [EDITS_BUILDINGS] = put_building,
                                              [EDITS_STORMS] = put_storm};
    if (kind == EDITS_MIXED) kind = (script_edits)author_between(a, EDITS_CRATERS, EDITS_STORMS);
    put(a, "{\"edit\":[");
    edits[kind](a);
    put(a, "]}\n");
}

/// Chooses ends for the routes to come: open tiles, far apart, of one body of the map as it was where chance
/// finds such.
static void choose_ends(author *a) {
    a->from = a->to = author_find(a, true);
    const uint32_t body = lf_map_body(a->map, lf_map_tile(a->map, a->from.x, a->from.y));
    int64_t farthest = 0;
    for (int i = 0, found = 0; i < TRIES && found < SAIL_TRIES; i++) {
        const lf_point at = author_find(a, true);
        if (lf_map_body(a->map, lf_map_tile(a->map, at.x, at.y)) != body) continue;
        const int64_t dx = (int64_t)at.x - a->from.x, dy = (int64_t)at.y - a->from.y;
        found++;
        if (dx * dx + dy * dy <= farthest) continue;
        farthest = dx * dx + dy * dy;
        a->to = at;
    }
}

static bool ends_are_open(const author *a) {
    return author_open(a, a->from.x, a->from.y) && author_open(a, a->to.x, a->to.y);
}

/// The route between the ends. If an edit has blocked one of them, they are chosen anew; no line if nothing
/// seems to be open.
static void put_route(author *a) {
    char text[160];
    if (!ends_are_open(a)) choose_ends(a);
    if (!ends_are_open(a)) return;
    snprintf(text, sizeof text, "{\"route\":{\"from\":[[%d,%d]],\"to\":[[%d,%d]]}}\n", a->from.x, a->from.y,
             a->to.x, a->to.y);
    put(a, text);
}

static void put_rounds(author *a, script_edits kind, int32_t rounds) {
    char work[40];
    snprintf(work, sizeof work, "{\"work\":%d}\n", (int)WORK_BUDGET);
    for (int32_t i = 0; i < rounds; i++) {
        if (i % SAIL_ROUNDS == 0) {
            if (i > 0) put(a, work);
            choose_ends(a);
            put_route(a);
        }
        put_edit(a, kind);
        put_route(a);
    }
    put(a, "{\"work\":\"all\"}\n");
    put_route(a);
}

// ---------------------------------------------------------------------------------------------------
// The script
// ---------------------------------------------------------------------------------------------------

static int script_write(author *a, const script_options *options, const char *path) {
    output out;
    if (!output_open(&out, path)) return CLI_BAD;
    a->out = &out;
    put_rounds(a, options->edits > 0 ? (script_edits)(options->edits - 1) : EDITS_MIXED,
               options->rounds > 0 ? options->rounds : DEFAULT_ROUNDS);
    return output_commit(&out) ? CLI_OK : CLI_BAD;
}

static int32_t author_reach(const lf_plane *plane) {
    const int32_t shorter = plane->width < plane->height ? plane->width : plane->height;
    return shorter < 60 ? 2 : shorter > 1200 ? 40 : shorter / 30;
}

static int script_make(const lf_grid *grid, const lf_map *map, const script_options *options, uint64_t seed,
                       const char *out) {
    author a = {.random = lf_random_make(seed), .map = map, .reach = author_reach(&grid->tiles)};
    const size_t side = 2 * (size_t)a.reach + 1;
    a.soaked = malloc(STORM_DISCS * side * side * sizeof *a.soaked);
    const bool room = a.soaked != NULL && edit_plane_copy(&grid->tiles, &a.plane);
    const int code = room ? script_write(&a, options, out) : cli_no_memory();
    edit_plane_free(&a.plane);
    free(a.soaked);
    return code;
}

int generate_script(const script_options *options, const map_options *map, uint64_t seed, const char *out) {
    const verb_files files = {
        .map = {"--map", options->map}, .map_format = map->load.format, .outputs = {{"--out", out}}};
    lf_grid grid = {0};
    lf_map *made = NULL;
    int code = CLI_BAD;
    if (files_are_apart(&files) && input_load_grid(options->map, map, &grid) &&
        input_make_map(options->map, &grid, LF_MOVES_KING, &made))
        code = script_make(&grid, made, options, seed, out);
    lf_map_destroy(made);
    lf_grid_free(&grid);
    return code;
}
