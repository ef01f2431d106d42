// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Dungeons from the generator, written as text dungeons: letters for the first 26 kinds, the legend for the
// rest.
#include "generate_dungeon.h"

#include "cli.h"
#include "output.h"
#include "progress.h"

#include <dungeon.h>
#include <stdlib.h>
#include <string.h>

enum { NOT_GIVEN = -1 };

static bool read_rooms(const args_option *option, const char *value, void *field) {
    return args_read_range(option, value, 1, 10000000, field);
}

static bool read_kinds(const args_option *option, const char *value, void *field) {
    return args_read_range(option, value, 0, LF_MAX_KINDS, field);
}

static bool read_doors(const args_option *option, const char *value, void *field) {
    return args_read_range(option, value, 0, 10000000, field);
}

const args_option dungeon_option_table[] = {
    {"rooms", 0, "N", read_rooms, offsetof(dungeon_options, rooms),
     "dungeon: so many rooms; default one for every 150 tiles", NULL},
    {"maze", 0, NULL, args_read_flag, offsetof(dungeon_options, maze), "dungeon: a maze instead of rooms",
     NULL},
    {"keys", 0, "K", read_kinds, offsetof(dungeon_options, keys), "dungeon: so many keys, 0 to 64; default 4",
     NULL},
    {"doors", 0, "N", read_doors, offsetof(dungeon_options, doors),
     "dungeon: so many doors; default as many as keys", NULL},
    {"unsolvable", 0, NULL, args_read_flag, offsetof(dungeon_options, unsolvable),
     "dungeon: the exit cannot be reached", NULL},
};

dungeon_options dungeon_options_make(void) {
    return (dungeon_options){.rooms = NOT_GIVEN, .keys = NOT_GIVEN, .doors = NOT_GIVEN};
}

bool dungeon_options_are_unused(const dungeon_options *options, const char *kind) {
    if (options->rooms == NOT_GIVEN && options->keys == NOT_GIVEN && options->doors == NOT_GIVEN &&
        !options->maze && !options->unsolvable)
        return true;
    cli_say("--rooms, --maze, --keys, --doors and --unsolvable are for dungeons, not for '%s'", kind);
    return false;
}

/// A room for every 150 tiles, but no more than fit.
static int32_t default_rooms(args_size size) {
    const int64_t wanted = (int64_t)size.width * size.height / 150;
    const int64_t most = (int64_t)(size.width / 8 + 1) * (size.height / 8 + 1);
    const int64_t rooms = wanted < most ? wanted : most;
    return rooms < 1 ? 1 : rooms > 10000000 ? 10000000 : (int32_t)rooms;
}

/// Lists what lies on the tiles; false if there is no memory.
static bool dungeon_collect(const uint8_t *tiles, int64_t count, lf_dungeon *out) {
    int64_t fixtures = 0;
    for (int64_t i = 0; i < count; i++) fixtures += tiles[i] >= LF_DUNGEON_KEY;
    out->fixtures = malloc(((size_t)fixtures + 1) * sizeof *out->fixtures);
    out->starts = malloc(sizeof *out->starts);
    out->exits = malloc(sizeof *out->exits);
    if (out->fixtures == NULL || out->starts == NULL || out->exits == NULL) return false;
    for (int64_t i = 0; i < count; i++) {
        const uint8_t tile = tiles[i];
        out->tiles.open[i] = tile != LF_DUNGEON_WALL;
        if (tile == LF_DUNGEON_START) out->starts[out->start_count++] = (lf_tile)i;
        if (tile == LF_DUNGEON_EXIT) out->exits[out->exit_count++] = (lf_tile)i;
        if (tile < LF_DUNGEON_KEY) continue;
        const bool door = tile >= LF_DUNGEON_DOOR;
        out->fixtures[out->fixture_count++] =
            (lf_fixture){.tile = (lf_tile)i,
                         .kind = (uint8_t)(tile - (door ? LF_DUNGEON_DOOR : LF_DUNGEON_KEY)),
                         .type = door ? LF_FIXTURE_DOOR : LF_FIXTURE_KEY};
    }
    return true;
}

void dungeon_name_kinds(lf_dungeon *out, int32_t keys) {
    out->kind_count = keys;
    for (int32_t k = 0; k < keys; k++) {
        char *name = out->names[k];
        if (k < 26)
            name[0] = (char)('a' + k);
        else
            snprintf(name, LF_DUNGEON_NAME_SIZE, "kind%d", (int)k);
    }
}

int dungeon_write(const lf_dungeon *dungeon, const char *path) {
    uint8_t *bytes;
    size_t size;
    lf_io_error error = {0};
    if (lf_dungeon_encode(dungeon, &bytes, &size, &error) != LF_IO_OK) {
        cli_say("%s", error.message);
        return CLI_BAD;
    }
    const bool written = output_write(path, bytes, size);
    lf_encoded_free(bytes);
    return written ? CLI_OK : CLI_BAD;
}

static bool path_is_text(const char *path) {
    const size_t size = strlen(path);
    return lf_path_is_stream(path) || (size >= 4 && strcmp(path + size - 4, ".txt") == 0);
}

bool dungeon_can_be(args_size size, const char *out, lf_file_format format) {
    if (format != LF_FILE_TEXT && (format != LF_FILE_AUTO || !path_is_text(out))) {
        cli_say("a dungeon is written as text: expected a name that ends in .txt, or --out-format text");
        return false;
    }
    if ((int64_t)size.width * size.height < LF_NO_TILE) return true;
    cli_say("--size: %dx%d is too large: %s", size.width, size.height, cli_status_text(LF_E_TOO_MANY_TILES));
    return false;
}

int generate_dungeon(const dungeon_options *options, args_size size, uint64_t seed, const char *out,
                     lf_file_format format) {
    if (!dungeon_can_be(size, out, format)) return CLI_BAD;
    const int64_t count = (int64_t)size.width * size.height;
    progress bar;
    progress_begin(&bar, "generate", "tiles", count);
    const lf_dungeon_desc desc = {.width = size.width,
                                  .height = size.height,
                                  .rooms = options->maze        ? 0
                                           : options->rooms > 0 ? options->rooms
                                                                : default_rooms(size),
                                  .keys = options->keys >= 0 ? options->keys : 4,
                                  .doors = options->doors > 0 ? options->doors : 0,
                                  .seed = seed,
                                  .unsolvable = options->unsolvable,
                                  .progress = progress_of_call(&bar)};
    uint8_t *tiles = malloc((size_t)count);
    lf_dungeon dungeon = {.tiles = {size.width, size.height, malloc((size_t)count)}};
    int code = CLI_BAD;
    const char *wrong =
        tiles != NULL && dungeon.tiles.open != NULL ? lf_dungeon_make(&desc, tiles) : "out of memory";
    progress_end(&bar);
    if (wrong != NULL) {
        cli_say("dungeon: %s", wrong);
    } else if (!dungeon_collect(tiles, count, &dungeon)) {
        code = cli_no_memory();
    } else {
        dungeon_name_kinds(&dungeon, desc.keys);
        code = dungeon_write(&dungeon, out);
    }
    lf_dungeon_free(&dungeon);
    free(tiles);
    return code;
}
