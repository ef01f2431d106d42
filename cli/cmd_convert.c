// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall convert: a map file in, its open and blocked tiles out in another format.
#include "args.h"
#include "cli.h"
#include "files.h"
#include "input.h"
#include "output.h"

typedef struct convert_options {
    map_options map;
    lf_file_format format;
} convert_options;

static const args_spec spec = {
    .verb = "convert",
    .usage = "IN OUT [OPTION]...",
    .about =
        "Reads a map in any format and writes its tiles as text (.txt), picture (.png, open is white) or\n"
        "MovingAI map (.map). OUT is - for stdout. Only what is open and what is blocked is kept. OUT\n"
        "appears whole or not at all.",
    .examples = "  landfall convert world world.png\n"
                "  landfall convert chart.png chart.map --open-color 0040ff\n"
                "  landfall convert maze.map -",
    .operands = {"IN", "OUT"},
};

int cmd_convert(int argc, char **argv) {
    convert_options options = {0};
    const args_group groups[] = {ARGS_GROUP(grid_format_table, &options.format), MAP_OPTIONS(&options.map)};
    const char *operands[ARGS_MAX_OPERANDS];
    int code;
    if (!args_parse(&spec, groups, argc, argv, operands, &code)) return code;
    const verb_files files = {
        .map = {"IN", operands[0]}, .map_format = options.map.load.format, .outputs = {{"OUT", operands[1]}}};
    if (!files_are_apart(&files)) return CLI_BAD;
    lf_grid grid;
    if (!input_load_grid(operands[0], &options.map, &grid)) return CLI_BAD;
    const bool saved = output_save_grid(operands[1], options.format, &grid);
    lf_grid_free(&grid);
    return saved ? CLI_OK : CLI_BAD;
}
