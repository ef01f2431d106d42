// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Puzzles from the generator, written as text dungeons with a legend.
#include "generate_puzzle.h"

#include "cli.h"
#include "generate_dungeon.h"

#include <puzzle.h>
#include <stdlib.h>
#include <string.h>

static bool read_heroes(const args_option *option, const char *value, void *field) {
    return args_read_range(option, value, 1, LF_MAX_HEROES, field);
}

static bool read_gates(const args_option *option, const char *value, void *field) {
    return args_read_range(option, value, 1, 24, field);
}

static const char *part_word(int i) {
    return lf_part_name((lf_part)i);
}

/// Names with commas between them.
static bool read_parts(const args_option *option, const char *value, void *field) {
    char word[32];
    uint32_t parts = 0;
    for (const char *at = value;;) {
        const size_t length = strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s", length < sizeof word ? (int)length : (int)sizeof word - 1, at);
        const int part = args_find_choice(option->name, word, part_word);
        if (part < 0) return false;
        parts |= 1u << part;
        if (at[length] == '\0') break;
        at += length + 1;
    }
    *(uint32_t *)field = parts;
    return true;
}

#define PART_LINE(id, name, text) "\n  " name ": " text
const args_option puzzle_part_table[] = {
    {"heroes", 0, "N", read_heroes, offsetof(puzzle_parts, heroes),
     "puzzle: so many heroes, 1 to 8, who share keys; default 1", NULL},
    {"gates", 0, "N", read_gates, offsetof(puzzle_parts, gates),
     "puzzle: so many gates for each hero, 24 at most for all of them; default as many as fit", NULL},
    {"devices", 0, "LIST", read_parts, offsetof(puzzle_parts, parts),
     "puzzle: what gates are made of, with commas between; default all:" LF_PART_MAP(PART_LINE), NULL},
};
#undef PART_LINE

bool puzzle_parts_are_unused(const puzzle_parts *options, const char *kind) {
    if (options->heroes == 0 && options->gates == 0 && options->parts == 0) return true;
    cli_say("--heroes, --gates and --devices are for puzzles, not for '%s'", kind);
    return false;
}

/// The puzzle as a dungeon, which takes its devices over; false if there is no memory.
static bool dungeon_of_puzzle(lf_puzzle_scene *scene, lf_dungeon *out) {
    const size_t size = (size_t)scene->heroes * sizeof *out->starts;
    out->starts = malloc(size);
    out->exits = malloc(size);
    if (out->starts == NULL || out->exits == NULL) return false;
    memcpy(out->starts, scene->starts, size);
    memcpy(out->exits, scene->exits, size);
    out->start_count = out->exit_count = scene->heroes;
    out->is_puzzle = true;
    out->devices = scene->devices;
    out->device_count = scene->device_count;
    scene->devices = NULL;
    out->used_up = scene->used_up;
    out->together = scene->heroes > 1;
    dungeon_name_kinds(out, scene->kind_count);
    return true;
}

int generate_puzzle(const puzzle_parts *options, args_size size, uint64_t seed, const char *out,
                    lf_file_format format) {
    if (!dungeon_can_be(size, out, format)) return CLI_BAD;
    const lf_puzzle_scene_desc desc = {.width = size.width,
                                       .height = size.height,
                                       .heroes = options->heroes,
                                       .gates = options->gates,
                                       .parts = options->parts,
                                       .seed = seed};
    lf_puzzle_scene scene = {0};
    lf_dungeon dungeon = {
        .tiles = {size.width, size.height, malloc((size_t)size.width * (size_t)size.height)}};
    const char *wrong = dungeon.tiles.open != NULL ? lf_puzzle_scene_make(&desc, dungeon.tiles.open, &scene)
                                                   : "out of memory";
    int code = CLI_BAD;
    if (wrong != NULL)
        cli_say("puzzle: %s", wrong);
    else if (!dungeon_of_puzzle(&scene, &dungeon))
        code = cli_no_memory();
    else
        code = dungeon_write(&dungeon, out);
    lf_puzzle_scene_free(&scene);
    lf_dungeon_free(&dungeon);
    return code;
}
