// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Weights on the command line. Both tables are lists of pairs: "5:20 200-255:0" for bytes, and
// "3:+3 10:0 inf:+1" for depths, where a pair holds for all depths behind the one before it, up to its own.
#include "weighing.h"

#include "cli.h"
#include "obstacles.h"

#include <inttypes.h>
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

/// Bytes that are not named weigh what they are.
static bool read_table(const args_option *option, const char *value, void *field) {
    static const char expected[] = "V:COST or V-W:COST, bytes from 0 to 255 and costs from 0 (blocked) to "
                                   "65535, such as '1:10 2-9:25 255:0'";
    weighing_options *options = field;
    options->has_table = false;
    for (uint32_t i = 0; i < WEIGHING_VALUES; i++) options->table[i] = i;
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
        for (int64_t i = low; i <= high; i++) options->table[i] = cost;
        options->has_table = true;
    }
    if (!options->has_table) cli_say("--%s: no pair in '%s', expected %s", option->name, value, expected);
    return options->has_table;
}

/// Depths behind the last pair add nothing.
static bool read_coast(const args_option *option, const char *value, void *field) {
    static const char expected[] = "DEPTH:COST with growing depths from 0 to 255 or inf and costs from 0 to "
                                   "65535, such as '3:+3 10:0 inf:+1'";
    weighing_options *options = field;
    int64_t next = 0; // the first depth that is not set
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
     "what it costs to enter each tile: a PNG of the map's size, or raw\n"
     "bytes; byte v costs v, and 0 is blocked. flood finds the cheapest route",
     NULL},
    {"weight-table", 0, "PAIRS", read_table, 0,
     "other costs for bytes of --weights: V:COST or V-W:COST, several in\none argument; costs from 0 to "
     "65535",
     NULL},
    {"coast-cost", 0, "PAIRS", read_coast, 0,
     "what to add near the coast, by depth (see --depth): '3:+3 10:0 inf:+1'\n"
     "adds 3 up to depth 3, nothing up to 10 and 1 beyond, to --weights or to 1",
     NULL},
};

bool weighing_asked(const weighing_options *options) {
    return options->file != NULL || options->has_coast;
}

bool weighing_fits(const weighing_options *options, lf_strategy strategy, bool has_index) {
    if (options->has_table && options->file == NULL) {
        cli_say("--weight-table is for the bytes of a file: expected --weights FILE too");
        return false;
    }
    if (!weighing_asked(options)) return true;
    if (strategy != LF_STRATEGY_AUTO && strategy != LF_STRATEGY_FLOOD) {
        cli_say("the strategy %s does not take weights; auto and flood do", lf_strategy_name(strategy));
        return false;
    }
    if (has_index) cli_note("--index says nothing about queries with weights");
    return true;
}

/// What a table over depths has to be without a file: the coast comes on top of 1.
static void coast_alone(const weighing_options *options, uint32_t out[WEIGHING_VALUES]) {
    for (int i = 0; i < WEIGHING_VALUES; i++) out[i] = options->by_depth[i] + 1;
}

bool weighing_make(const weighing_options *options, const chart *of, lf_weights **out) {
    uint8_t *plane = NULL;
    uint32_t alone[WEIGHING_VALUES];
    lf_io_error error = {0};
    *out = NULL;
    if (!weighing_asked(options)) return true;
    if (options->file != NULL && lf_weights_load_plane(of->map, options->file, &plane, &error) != LF_IO_OK) {
        cli_say("--weights: %s", error.message);
        return false;
    }
    coast_alone(options, alone);
    const size_t count = (size_t)lf_map_width(of->map) * (size_t)lf_map_height(of->map);
    const lf_weights_desc desc = {.plane = plane,
                                  .plane_size = count,
                                  .table = options->has_table ? options->table : NULL,
                                  .depth = options->has_coast ? of->depth : NULL,
                                  .depth_table = plane != NULL ? options->by_depth : alone};
    const lf_status status = lf_weights_create(of->map, &desc, out);
    free(plane);
    if (status == LF_E_WEIGHT)
        cli_say("--coast-cost: what the coast costs and the weight of a tile (1 without --weights) add up to "
                "more than %d",
                LF_WEIGHT_MAX);
    else if (status != LF_OK)
        cli_say("%s", cli_status_text(status));
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
