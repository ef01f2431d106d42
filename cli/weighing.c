// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Weights on the command line. Tables are lists of pairs: "5:20 200-255:0" for bytes, "G:1 W:3" for letters, and
// "3:+3 10:0 inf:+1" for depths, where a pair holds for all depths behind the one before it, up to its own.
//
// Bytes come from a file of their own, or are those of the map's file. Then the table also says which of its tiles are
// open.
#include "weighing.h"

#include "cli.h"
#include "obstacles.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char weighing_blanks[] = " \t\r\n,";

/// Says what the word at `bad` should be.
static bool say_pair(const args_option *option, const char *bad, const char *expected) {
    cli_say("--%s: '%.*s' is not a pair, expected %s", option->name, (int)strcspn(bad, weighing_blanks), bad,
            expected);
    return false;
}

/// Reads ":COST" from the front of *text, up to the end of the word; a plus sign may stand before the cost.
static bool take_cost(const char **text, bool sign, uint32_t *out) {
    const char *c = *text;
    int64_t cost;
    if (*c++ != ':') return false;
    if (sign && *c == '+') c++;
    if (*c == '-' || !args_take_int(&c, 0, LF_WEIGHT_MAX, &cost)) return false;
    if (*c != '\0' && strchr(weighing_blanks, *c) == NULL) return false;
    *out = (uint32_t)cost;
    *text = c;
    return true;
}

/// Notes what a byte weighs.
static void name_bytes(weighing_options *options, int64_t low, int64_t high, uint32_t cost) {
    for (int64_t i = low; i <= high; i++) {
        options->is_named[i] = true;
        options->named[i] = cost;
    }
}

/// Bytes that are not named weigh what they are, or what the preset says.
static bool read_table(const args_option *option, const char *value, void *field) {
    static const char expected[] = "V:COST or V-W:COST, bytes from 0 to 255 and costs from 0 (blocked) to "
                                   "65535, such as '1:10 2-9:25 255:0'";
    weighing_options *options = field;
    options->has_pairs = false;
    for (const char *c = value;;) {
        int64_t low, high;
        uint32_t cost;
        c += strspn(c, weighing_blanks);
        if (*c == '\0') break;
        const char *word = c;
        if (!args_take_int(&c, 0, WEIGHING_VALUES - 1, &low)) return say_pair(option, word, expected);
        high = low;
        if (*c == '-' && (c++, !args_take_int(&c, low, WEIGHING_VALUES - 1, &high)))
            return say_pair(option, word, expected);
        if (!take_cost(&c, false, &cost)) return say_pair(option, word, expected);
        name_bytes(options, low, high, cost);
        options->has_pairs = true;
    }
    if (!options->has_pairs) cli_say("--%s: no pair in '%s', expected %s", option->name, value, expected);
    return options->has_pairs;
}

/// Letters of a MovingAI map. Those of the format that are not named weigh 1 or are blocked, as without a table.
static bool read_letters(const args_option *option, const char *value, void *field) {
    static const char expected[] =
        "LETTER:COST, with costs from 0 (blocked) to 65535, such as 'G:1 S:5 W:3 T:0'";
    weighing_options *options = field;
    options->has_letters = false;
    for (const char *c = value;;) {
        uint32_t cost;
        c += strspn(c, weighing_blanks);
        if (*c == '\0') break;
        const char *word = c++;
        if (*word <= ' ' || *word > '~' || !take_cost(&c, false, &cost))
            return say_pair(option, word, expected);
        name_bytes(options, *word, *word, cost);
        options->has_letters = true;
    }
    if (!options->has_letters) cli_say("--%s: no pair in '%s', expected %s", option->name, value, expected);
    return options->has_letters;
}

static const char *preset_name(int i) {
    return lf_weights_preset_name(i);
}

/// What the game whose maps OpenFront's are adds to a move: within two tiles of the coast, near it, far from it.
static const char coast_preset[] = "openfront", coast_openfront[] = "2:+3 10:0 inf:+1";

/// Depths behind the last pair add nothing.
static bool read_coast(const args_option *option, const char *value, void *field) {
    static const char expected[] = "DEPTH:COST with growing depths from 0 to 255 or inf and costs from 0 to "
                                   "65535, such as '3:+3 10:0 inf:+1', or the name openfront";
    weighing_options *options = field;
    int64_t next = 0; // the first depth that is not set
    if (strcmp(value, coast_preset) == 0) value = coast_openfront;
    memset(options->by_depth, 0, sizeof options->by_depth);
    for (const char *c = value;;) {
        int64_t last = WEIGHING_VALUES - 1;
        uint32_t cost;
        c += strspn(c, weighing_blanks);
        if (*c == '\0') break;
        const char *word = c;
        if (strncmp(c, "inf:", 4) == 0 && next < WEIGHING_VALUES)
            c += 3;
        else if (!args_take_int(&c, next, WEIGHING_VALUES - 1, &last))
            return say_pair(option, word, expected);
        if (!take_cost(&c, true, &cost)) return say_pair(option, word, expected);
        while (next <= last) options->by_depth[next++] = cost;
        options->has_coast = true;
    }
    if (!options->has_coast) cli_say("--%s: no pair in '%s', expected %s", option->name, value, expected);
    return options->has_coast;
}

const args_option weighing_option_table[] = {
    {"weights", 0, "FILE", args_read_string, offsetof(weighing_options, file),
     "what it costs to enter each tile: a PNG or raw bytes (byte v costs v,\n"
     "0 is blocked); with a table a ROS .yaml, a .map or an OpenFront folder",
     NULL},
    {"weight-table", 0, "PAIRS", read_table, 0,
     "other costs for bytes of --weights, or of MAP itself: V:COST or\n"
     "V-W:COST, several in one argument; costs from 0 to 65535",
     NULL},
    {"weight-preset", 0, "NAME", args_read_choice_or_none, offsetof(weighing_options, preset),
     "a table with a name; --weight-table may change entries", preset_name},
    {"terrain-table", 0, "PAIRS", read_letters, 0, "the same for letters of a MovingAI map: LETTER:COST",
     NULL},
    {"coast-cost", 0, "PAIRS", read_coast, 0,
     "what to add near the coast, by depth (see --depth): '3:+3 10:0 inf:+1'\n"
     "adds 3 up to depth 3, nothing up to 10 and 1 beyond, to --weights or to 1;\n"
     "or the name openfront",
     NULL},
};

// ---------------------------------------------------------------------------------------------------
// What goes together
// ---------------------------------------------------------------------------------------------------

/// The option that gives a table for bytes; NULL if none was given.
static const char *table_option(const weighing_options *options) {
    if (options->has_pairs) return "--weight-table";
    if (options->preset != 0) return "--weight-preset";
    return options->has_letters ? "--terrain-table" : NULL;
}

/// Whether the bytes of a file of that format are costs as they are.
static bool bytes_are_costs(lf_file_format format) {
    return format != LF_FILE_MOVINGAI && format != LF_FILE_ROS && format != LF_FILE_OPENFRONT;
}

/// Whether the file of the bytes, `path`, goes with the tables that were given.
static bool table_fits_file(const weighing_options *options, const char *path, lf_file_format format) {
    const char *table = table_option(options), *name = lf_file_format_name(format);
    const bool letters = format == LF_FILE_MOVINGAI;
    if (options->has_letters && (options->has_pairs || options->preset != 0))
        cli_say("--terrain-table and %s exclude each other: a file has letters or bytes", table);
    else if (options->has_letters && !letters)
        cli_say("--terrain-table is for the letters of a MovingAI map, and %s is of format %s", path,
                format == LF_FILE_AUTO ? lf_file_format_name(LF_FILE_RAW) : name);
    else if (letters && !options->has_letters)
        cli_say("%s has letters, which are no costs: expected --terrain-table, such as 'G:1 S:5 W:3'", path);
    else if (table == NULL && !bytes_are_costs(format))
        cli_say("%s: a %s is 0 where a tile %s: expected --weight-preset %s, or --weight-table", path,
                format == LF_FILE_ROS ? "costmap" : "magnitude",
                format == LF_FILE_ROS ? "is free" : "lies at the coast",
                format == LF_FILE_ROS ? "nav2" : "openfront");
    else
        return true;
    return false;
}

/// Completes the table: pairs stand above a preset, that above what bytes weigh without any.
static void table_make(weighing_options *options) {
    for (uint32_t i = 0; i < WEIGHING_VALUES; i++) options->table[i] = options->has_letters ? UINT32_MAX : i;
    if (options->preset != 0) lf_weights_preset(preset_name(options->preset - 1), options->table);
    for (const char *c = "@OTW"; options->has_letters && *c != '\0'; c++) options->table[(int)*c] = 0;
    for (const char *c = ".GS"; options->has_letters && *c != '\0'; c++) options->table[(int)*c] = 1;
    for (int i = 0; i < WEIGHING_VALUES; i++) {
        if (options->is_named[i]) options->table[i] = options->named[i];
    }
}

bool weighing_begin(weighing_options *options, const char *path, map_options *map) {
    const char *table = table_option(options);
    options->own = options->file == NULL && table != NULL;
    table_make(options);
    if (options->file != NULL)
        return table_fits_file(options, options->file, lf_file_format_of(options->file));
    if (!options->own) return true;
    const lf_file_format format =
        map->load.format != LF_FILE_AUTO ? map->load.format : lf_file_format_of(path);
    if (format == LF_FILE_TEXT && !options->has_letters) {
        cli_say("%s is for the bytes of a file: expected --weights FILE too", table);
        return false;
    }
    map->load.terrain = options->table;
    return table_fits_file(options, path, format);
}

bool weighing_asked(const weighing_options *options) {
    return options->file != NULL || options->own || options->has_coast;
}

/// Asks the library on a map of one tile, so that a new strategy need not be listed here.
bool weighing_takes(lf_strategy strategy) {
    const uint8_t tile = 1;
    const lf_source source = {0, 0};
    const lf_tile target = 0;
    lf_map *map;
    lf_weights *weights = NULL;
    lf_search *search = NULL;
    lf_status status =
        lf_map_create(&(lf_map_desc){.width = 1, .height = 1, .tiles = &tile, .tiles_size = 1}, &map);
    if (status == LF_OK)
        status = lf_weights_create(map, &(lf_weights_desc){.plane = &tile, .plane_size = 1}, &weights);
    if (status == LF_OK) status = lf_search_create(map, &(lf_search_desc){.weighted = true}, &search);
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .strategy = strategy,
                            .weights = weights};
    if (status == LF_OK) status = lf_search_begin(search, &query);
    lf_search_destroy(search);
    lf_weights_destroy(weights);
    lf_map_destroy(map);
    return status != LF_E_WEIGHTS_STRATEGY;
}

/// The names of the strategies that take weights, with blanks and "and" between them.
static void takers_write(char *out, size_t size) {
    const char *last = NULL;
    out[0] = '\0';
    for (int i = 0; lf_strategy_name((lf_strategy)i) != NULL; i++) {
        if (!weighing_takes((lf_strategy)i)) continue;
        const size_t used = strlen(out);
        if (last != NULL) snprintf(out + used, size - used, "%s%s", used > 0 ? ", " : "", last);
        last = lf_strategy_name((lf_strategy)i);
    }
    const size_t used = strlen(out);
    snprintf(out + used, size - used, "%s%s", used > 0 ? " and " : "", last);
}

bool weighing_fits(const weighing_options *options, lf_strategy strategy, bool has_index) {
    if (!weighing_asked(options) && strategy == LF_STRATEGY_CELLS) {
        cli_say("the strategy cells is for weights: expected --weights FILE or --coast-cost too");
        return false;
    }
    if (!weighing_asked(options)) return true;
    if (!weighing_takes(strategy)) {
        char takers[160];
        takers_write(takers, sizeof takers);
        cli_say("the strategy %s does not take weights; %s do", lf_strategy_name(strategy), takers);
        return false;
    }
    if (has_index) cli_note("--index says nothing about queries with weights");
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Making them
// ---------------------------------------------------------------------------------------------------

/// What a table over depths has to be without a file: the coast comes on top of 1.
static void coast_alone(const weighing_options *options, uint32_t out[WEIGHING_VALUES]) {
    for (int i = 0; i < WEIGHING_VALUES; i++) out[i] = options->by_depth[i] + 1;
}

/// Whether all letters of a file have a cost; false after saying which one has none.
static bool letters_are_known(const weighing_options *options, const lf_map *map, const uint8_t *plane) {
    const size_t count = (size_t)lf_map_width(map) * (size_t)lf_map_height(map);
    for (size_t i = 0; plane != NULL && i < count; i++) {
        const lf_point at = lf_map_point(map, (lf_tile)i);
        if (options->table[plane[i]] <= LF_WEIGHT_MAX) continue;
        cli_say("--weights: %s: the letter '%c' of tile %d,%d has no cost: expected it in --terrain-table",
                options->file, plane[i] > ' ' && plane[i] <= '~' ? plane[i] : '?', at.x, at.y);
        return false;
    }
    return true;
}

bool weighing_prepare(const weighing_options *options, const lf_map *map, const uint8_t *terrain,
                      weighing_stuff *out) {
    lf_io_error error = {0};
    if (options->file != NULL && lf_weights_load_plane(map, options->file, &out->plane, &error) != LF_IO_OK) {
        cli_say("--weights: %s", error.message);
        return false;
    }
    if (!letters_are_known(options, map, out->plane)) return false;
    const uint8_t *bytes = options->own ? terrain : out->plane;
    if (bytes != NULL)
        memcpy(out->by_depth, options->by_depth, sizeof out->by_depth);
    else
        coast_alone(options, out->by_depth);
    for (int i = 0; i < WEIGHING_VALUES; i++) // letters that no tile has
        out->table[i] = options->table[i] <= LF_WEIGHT_MAX ? options->table[i] : 0;
    out->desc = (lf_weights_desc){.plane = bytes,
                                  .plane_size = (size_t)lf_map_width(map) * (size_t)lf_map_height(map),
                                  .table = out->table,
                                  .depth_table = options->has_coast ? out->by_depth : NULL};
    return true;
}

void weighing_stuff_free(weighing_stuff *of) {
    free(of->plane);
    of->plane = NULL;
}

void weighing_say(lf_status status) {
    if (status == LF_E_WEIGHT)
        cli_say("--coast-cost: what the coast costs and the weight of a tile (1 without --weights) add up to "
                "more than %d",
                LF_WEIGHT_MAX);
    else
        cli_say("%s", cli_status_text(status));
}

bool weighing_make(const weighing_options *options, const chart *of, lf_weights **out) {
    weighing_stuff stuff = {0};
    *out = NULL;
    if (!weighing_asked(options)) return true;
    lf_status status = LF_E_NULL;
    const bool prepared = weighing_prepare(options, of->map, of->terrain, &stuff);
    if (prepared) {
        stuff.desc.depth = options->has_coast ? of->depth : NULL;
        status = lf_weights_create(of->map, &stuff.desc, out);
        if (status != LF_OK) weighing_say(status);
    }
    weighing_stuff_free(&stuff);
    return status == LF_OK;
}

/// Whether a tile is open on a map, but of weight 0. Weights know nothing of tiles that obstacles open.
static bool tile_weighs_nothing(const lf_weights *weights, lf_tile tile) {
    return lf_map_is_open(lf_weights_map(weights), tile) && lf_weights_at(weights, tile) == 0;
}

bool weighing_judge(const lf_weights *weights, const lf_map *map, lf_map **out) {
    const size_t count = (size_t)lf_map_width(map) * (size_t)lf_map_height(map);
    bool any = false;
    *out = NULL;
    for (size_t i = 0; weights != NULL && !any && i < count; i++)
        any = tile_weighs_nothing(weights, (lf_tile)i);
    if (!any) return true;
    uint8_t *bytes = malloc(count);
    for (size_t i = 0; bytes != NULL && i < count; i++)
        bytes[i] = lf_map_is_open(map, (lf_tile)i) && !tile_weighs_nothing(weights, (lf_tile)i);
    const bool made = bytes != NULL && map_like(map, bytes, count, out);
    free(bytes);
    if (!made) cli_no_memory();
    return made;
}
