// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall generate: a map from a kind, a size and a seed, the same on every machine; or a script for a map.
#include "args.h"
#include "cli.h"
#include "generate_dungeon.h"
#include "generate_puzzle.h"
#include "generate_script.h"
#include "output.h"
#include "progress.h"

#include <scenes.h>
#include <stdlib.h>

typedef struct generate_options {
    args_size size;
    uint64_t seed;
    const char *out;
    lf_file_format format;
    dungeon_options dungeon;
    puzzle_parts puzzle;
    script_options script;
    map_options map; ///< of a script
} generate_options;

static const args_option generate_option_table[] = {
    {"size", 0, "WxH", args_read_size, offsetof(generate_options, size),
     "the size in tiles; required but for scripts", NULL},
    {"seed", 0, "N", args_read_u64, offsetof(generate_options, seed),
     "which of the maps of that kind and size, or of the scripts; default 1", NULL},
    {"out", 'o', "OUT", args_read_string, offsetof(generate_options, out),
     "the file to write: .txt, .png or .map, for a script any name;\ndefault -, stdout", NULL},
};

#define KIND_LINE(id, name, text) "  " name ": " text "\n"
static const args_spec spec = {
    .verb = "generate",
    .usage = "KIND --size WxH [OPTION]... | script --map FILE [OPTION]...",
    .about =
        "Makes a map. The same kind, size and seed give the same map on every machine. Kinds:\n" LF_SCENE_MAP(
            KIND_LINE) "  dungeon: rooms and corridors, or a maze, with keys and doors, start and exit, for "
                       "'landfall keys'\n"
                       "  puzzle: rooms with switches, teleporters, one-way tiles and other gates between "
                       "them, for 'landfall keys'\n"
                       "  script: no map, but edits and routes on the map of --map, for 'landfall replay'\n"
                       "OUT appears whole or not at all.",
    .examples = "  landfall generate maze --size 41x21\n"
                "  landfall generate archipelago --size 4096x2048 --seed 7 -o sea.png\n"
                "  landfall generate dungeon --size 60x24 --rooms 12 --keys 6 --seed 3 -o crypt.txt\n"
                "  landfall generate puzzle --size 61x25 --heroes 2 --devices used-up,switches -o vault.txt\n"
                "  landfall generate script --map sea.png --edits craters --rounds 50 -o bombs.jsonl",
    .operands = {"KIND"},
};
#undef KIND_LINE

enum { KIND_DUNGEON = LF_SCENE_COUNT, KIND_PUZZLE, KIND_SCRIPT };

static const char *kind_name(int i) {
    if (i == KIND_DUNGEON) return "dungeon";
    if (i == KIND_PUZZLE) return "puzzle";
    if (i == KIND_SCRIPT) return "script";
    return lf_scene_name((lf_scene)i);
}

/// Fills a grid with a scene. False after saying why.
static bool make_grid(lf_scene kind, const generate_options *options, lf_grid *grid) {
    const int32_t width = options->size.width, height = options->size.height;
    const uint64_t count = (uint64_t)width * (uint64_t)height;
    if (count >= LF_NO_TILE) {
        cli_say("--size: %dx%d is too large: %s", width, height, cli_status_text(LF_E_TOO_MANY_TILES));
        return false;
    }
    *grid = (lf_grid){.tiles = {.width = width, .height = height, .open = malloc((size_t)count)}};
    progress bar;
    progress_begin(&bar, "generate", "tiles", (int64_t)count);
    const bool made =
        grid->tiles.open != NULL &&
        lf_scene_make_watched(kind, width, height, options->seed, progress_of_call(&bar), grid->tiles.open);
    progress_end(&bar);
    if (made) return true;
    lf_grid_free(grid);
    cli_no_memory();
    return false;
}

/// A script needs a map and no options of dungeons.
static int make_script(const generate_options *options) {
    map_options map = options->map;
    map.size = options->size;
    if (!dungeon_options_are_unused(&options->dungeon, "script")) return args_misuse(&spec);
    if (options->script.map == NULL) {
        cli_say("generate script needs --map MAP, such as --map bay.txt");
        return args_misuse(&spec);
    }
    if (options->format != LF_FILE_AUTO) cli_note("--out-format says nothing about a script");
    return generate_script(&options->script, &map, options->seed, options->out);
}

static int make_map(lf_scene kind, const generate_options *options, const char *name) {
    if (!dungeon_options_are_unused(&options->dungeon, name)) return args_misuse(&spec);
    lf_grid grid;
    if (!make_grid(kind, options, &grid)) return CLI_BAD;
    const bool saved = output_save_grid(options->out, options->format, &grid);
    lf_grid_free(&grid);
    return saved ? CLI_OK : CLI_BAD;
}

int cmd_generate(int argc, char **argv) {
    generate_options options = {.seed = 1, .out = "-", .dungeon = dungeon_options_make()};
    const args_group groups[] = {ARGS_GROUP(generate_option_table, &options),
                                 ARGS_GROUP(dungeon_option_table, &options.dungeon),
                                 ARGS_GROUP(puzzle_part_table, &options.puzzle),
                                 ARGS_GROUP(script_option_table, &options.script),
                                 MAP_OPTIONS_BUT_SIZE(&options.map),
                                 ARGS_GROUP(grid_format_table, &options.format)};
    const char *operands[ARGS_MAX_OPERANDS];
    int code;
    if (!args_parse(&spec, groups, argc, argv, operands, &code)) return code;
    const int kind = args_find_choice("kind", operands[0], kind_name);
    if (kind < 0) return CLI_BAD;
    if (kind != KIND_PUZZLE && !puzzle_parts_are_unused(&options.puzzle, operands[0]))
        return args_misuse(&spec);
    if (kind == KIND_SCRIPT) return make_script(&options);
    if (!script_options_are_unused(&options.script, &options.map, operands[0])) return args_misuse(&spec);
    if (options.size.width == 0) {
        cli_say("generate needs --size WxH, such as --size 640x480");
        return args_misuse(&spec);
    }
    if (kind == KIND_DUNGEON)
        return generate_dungeon(&options.dungeon, options.size, options.seed, options.out, options.format);
    if (kind == KIND_PUZZLE)
        return dungeon_options_are_unused(&options.dungeon, "puzzle")
                   ? generate_puzzle(&options.puzzle, options.size, options.seed, options.out, options.format)
                   : args_misuse(&spec);
    return make_map((lf_scene)kind, &options, operands[0]);
}
