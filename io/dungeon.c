// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Text dungeons: rows of tiles, and a legend for what letters cannot say.
//
//     #######      #           wall          a to z   keys
//     #S.a#E#      .  space    floor         A to Z   doors, each opened by the key of its small letter
//     #...A.#      S E         start, exit, unless the file has an @ or a >:
//     #######      @ >         start, exit, and then S and E are doors like the others
//
//     legend:            everything below this line gives signs a meaning of its own,
//     S door silver      by the sign,
//     1 key silver
//     3,2 key gold       or puts a key or a door on one tile, at x,y from 0, as there can be more kinds
//                        than signs
//     used-up a          or is a rule. What else a legend can say makes a puzzle of the dungeon (legend.c)
//
// Kinds go by their names; the name of a letter's kind is the small letter. Rows need not be equally long, as
// in text.c. The file is read twice: once to measure it and to see which letters are used, once for the
// tiles.
//
// Time: linear in the file and the map. Memory: a byte a tile, 12 bytes a key or door.

#include "lfio.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sign_meaning {
    lfio_sign_type type;
    uint8_t kind;
    uint8_t need;
    lf_heading heading;
    bool open, once;
} sign_meaning;

// In the plane while a file is read: floor with something on it is told from bare floor.
enum { TILE_FLOOR = 1, TILE_TAKEN = 2 };

// A file under way.
typedef struct dungeon_reader {
    const lfio_input *in;
    lf_dungeon *out;
    lfio_lines rows, legend; // `legend` begins behind its first line; empty if there is none
    int64_t width, height;
    sign_meaning signs[256];
    bool used[256], listed[256]; // in the rows; in the legend
    int64_t fixture_room, device_room, start_room, exit_room;
} dungeon_reader;

// ---------------------------------------------------------------------------------------------------
// Measuring
// ---------------------------------------------------------------------------------------------------

static void reader_measure(dungeon_reader *reader) {
    lfio_lines lines = reader->rows;
    lfio_slice row;
    while (lfio_lines_next(&lines, &row)) {
        if (lfio_slice_is(row, "legend:")) {
            reader->legend = lines;
            return;
        }
        if ((int64_t)row.length > reader->width) reader->width = (int64_t)row.length;
        if (row.length > 0) reader->height = row.line;
        for (size_t i = 0; i < row.length; i++) reader->used[(unsigned char)row.text[i]] = true;
    }
    reader->legend = lines;
}

// ---------------------------------------------------------------------------------------------------
// Kinds
// ---------------------------------------------------------------------------------------------------

// The kind of that name, which is added if it is new.
static lf_io_status kind_find(dungeon_reader *reader, lfio_slice name, uint8_t *kind) {
    lf_dungeon *out = reader->out;
    char quote[LFIO_QUOTE_SIZE];
    if (name.length >= LF_DUNGEON_NAME_SIZE)
        return lfio_fail(reader->in, LF_IO_E_CONTENT, lfio_at_line(name.line, name.column),
                         "the name %s is too long, expected at most %d characters",
                         lfio_quote(quote, name.text, name.length), LF_DUNGEON_NAME_SIZE - 1);
    for (size_t i = 0; i < name.length; i++) {
        if (name.text[i] > 0x20 && name.text[i] < 0x7F) continue;
        return lfio_fail(reader->in, LF_IO_E_CONTENT, lfio_at_line(name.line, name.column + (int64_t)i),
                         "%s in a name, expected printable ASCII", lfio_quote(quote, name.text + i, 1));
    }
    for (int32_t i = 0; i < out->kind_count; i++) {
        if (!lfio_slice_is(name, out->names[i])) continue;
        *kind = (uint8_t)i;
        return LF_IO_OK;
    }
    if (out->kind_count == LF_MAX_KINDS)
        return lfio_fail(reader->in, LF_IO_E_LIMIT, lfio_at_line(name.line, name.column),
                         "%s is one kind of keys too many, expected at most %d",
                         lfio_quote(quote, name.text, name.length), LF_MAX_KINDS);
    memcpy(out->names[out->kind_count], name.text, name.length);
    *kind = (uint8_t)out->kind_count++;
    return LF_IO_OK;
}

// What a sign means that the legend does not list.
static lfio_sign_type sign_default(char sign, bool hero_style) {
    if (sign == '#') return LFIO_SIGN_WALL;
    if (sign == '.' || sign == ' ') return LFIO_SIGN_FLOOR;
    if (sign == '@' || (sign == 'S' && !hero_style)) return LFIO_SIGN_START;
    if (sign == '>' || (sign == 'E' && !hero_style)) return LFIO_SIGN_EXIT;
    if (sign >= 'a' && sign <= 'z') return LFIO_SIGN_KEY;
    return sign >= 'A' && sign <= 'Z' ? LFIO_SIGN_DOOR : LFIO_SIGN_UNKNOWN;
}

// Gives the signs that the legend leaves alone their meaning; letters get their kinds in the order of the
// alphabet.
static lf_io_status signs_fill(dungeon_reader *reader) {
    reader->out->hero_style =
        (reader->used['@'] && !reader->listed['@']) || (reader->used['>'] && !reader->listed['>']);
    for (int i = 0; i < 256; i++)
        if (!reader->listed[i]) reader->signs[i].type = sign_default((char)i, reader->out->hero_style);
    for (int letter = 'a'; letter <= 'z'; letter++) {
        const int pair[2] = {letter, letter - 'a' + 'A'};
        for (int i = 0; i < 2; i++) {
            sign_meaning *sign = &reader->signs[pair[i]];
            const bool fixture = sign->type == LFIO_SIGN_KEY || sign->type == LFIO_SIGN_DOOR;
            if (!fixture || !reader->used[pair[i]] || reader->listed[pair[i]]) continue;
            const char name = (char)letter;
            const lf_io_status status = kind_find(reader, (lfio_slice){&name, 1, 0, 0}, &sign->kind);
            if (status != LF_IO_OK) return status;
        }
    }
    return LF_IO_OK;
}

// ---------------------------------------------------------------------------------------------------
// Legend
// ---------------------------------------------------------------------------------------------------

static bool entry_is_rule(const lfio_legend_entry *entry) {
    return entry->type >= LFIO_RULE_USED_UP;
}

static lf_io_status legend_list_sign(dungeon_reader *reader, const lfio_legend_entry *entry) {
    const unsigned char sign = (unsigned char)entry->what.text[0];
    const lfio_place place = lfio_at_line(entry->what.line, entry->what.column);
    char quote[LFIO_QUOTE_SIZE];
    lfio_quote(quote, entry->what.text, 1);
    if (sign <= 0x20 || sign >= 0x7F)
        return lfio_fail(reader->in, LF_IO_E_CONTENT, place, "%s as a sign, expected printable ASCII", quote);
    if (sign == '#' || sign == '.')
        return lfio_fail(reader->in, LF_IO_E_CONTENT, place,
                         "%s always means the same, expected another sign", quote);
    if (reader->listed[sign])
        return lfio_fail(reader->in, LF_IO_E_CONTENT, place, "%s is in the legend twice", quote);
    reader->listed[sign] = true;
    reader->signs[sign].type = entry->type;
    return LF_IO_OK;
}

// First pass: which signs are listed.
static lf_io_status legend_list(dungeon_reader *reader) {
    lfio_lines lines = reader->legend;
    lfio_slice line;
    while (lfio_lines_next(&lines, &line)) {
        if (lfio_slice_is_blank(line)) continue;
        lfio_legend_entry entry;
        lf_io_status status = lfio_legend_split(reader->in, line, &entry);
        if (status == LF_IO_OK && entry.what.length == 1) status = legend_list_sign(reader, &entry);
        reader->out->is_puzzle = reader->out->is_puzzle || entry.is_puzzle;
        if (status != LF_IO_OK) return status;
    }
    return LF_IO_OK;
}

// ---------------------------------------------------------------------------------------------------
// Tiles
// ---------------------------------------------------------------------------------------------------

// Room for one more item in an array; false if there is no memory.
static bool array_grow(void **items, int64_t count, int64_t *room, size_t size) {
    if (count < *room) return true;
    const int64_t more = *room > 0 ? 2 * *room : 16;
    void *grown = (uint64_t)more > SIZE_MAX / size ? NULL : realloc(*items, (size_t)more * size);
    if (grown == NULL) return false;
    *items = grown;
    *room = more;
    return true;
}

static bool fixture_append(dungeon_reader *reader, lf_tile tile, sign_meaning sign) {
    lf_dungeon *out = reader->out;
    void *items = out->fixtures;
    if (!array_grow(&items, out->fixture_count, &reader->fixture_room, sizeof *out->fixtures)) return false;
    out->fixtures = items;
    out->fixtures[out->fixture_count++] =
        (lf_fixture){.tile = tile,
                     .kind = sign.kind,
                     .type = sign.type == LFIO_SIGN_KEY ? LF_FIXTURE_KEY : LF_FIXTURE_DOOR};
    return true;
}

static bool tile_append(lf_tile **list, int64_t *count, int64_t *room, lf_tile tile) {
    void *items = *list;
    if (!array_grow(&items, *count, room, sizeof **list)) return false;
    *list = items;
    (*list)[(*count)++] = tile;
    return true;
}

// The type of the device that a sign stands for; floor for what is none.
static lf_device_type device_type(lfio_sign_type type) {
    switch (type) {
    case LFIO_SIGN_KEY: return LF_DEVICE_KEY;
    case LFIO_SIGN_DOOR: return LF_DEVICE_DOOR;
    case LFIO_SIGN_SWITCH: return LF_DEVICE_SWITCH;
    case LFIO_SIGN_BARRIER: return LF_DEVICE_BARRIER;
    case LFIO_SIGN_TELEPORTER: return LF_DEVICE_TELEPORTER;
    case LFIO_SIGN_PLACE: return LF_DEVICE_PLACE;
    default: return LF_DEVICE_FLOOR;
    }
}

static bool sign_is_bare(sign_meaning sign) {
    return device_type(sign.type) == LF_DEVICE_FLOOR && sign.heading == LF_HEADING_ANY && !sign.once;
}

// In a puzzle every device is listed, keys and doors too.
static bool device_append(dungeon_reader *reader, lf_tile tile, sign_meaning sign) {
    lf_dungeon *out = reader->out;
    void *items = out->devices;
    if (!out->is_puzzle || sign_is_bare(sign)) return true;
    if (!array_grow(&items, out->device_count, &reader->device_room, sizeof *out->devices)) return false;
    out->devices = items;
    out->devices[out->device_count++] = (lf_device){.tile = tile,
                                                    .type = device_type(sign.type),
                                                    .heading = sign.heading,
                                                    .kind = sign.kind,
                                                    .need = sign.need,
                                                    .open = sign.open,
                                                    .once = sign.once};
    return true;
}

static bool sign_put(dungeon_reader *reader, lf_tile tile, sign_meaning sign) {
    lf_dungeon *out = reader->out;
    const bool bare = sign.type == LFIO_SIGN_WALL || (sign.type == LFIO_SIGN_FLOOR && sign_is_bare(sign));
    out->tiles.open[tile] = bare ? sign.type == LFIO_SIGN_FLOOR : TILE_TAKEN;
    if (!device_append(reader, tile, sign)) return false;
    switch (sign.type) {
    case LFIO_SIGN_START: return tile_append(&out->starts, &out->start_count, &reader->start_room, tile);
    case LFIO_SIGN_EXIT: return tile_append(&out->exits, &out->exit_count, &reader->exit_room, tile);
    case LFIO_SIGN_KEY:
    case LFIO_SIGN_DOOR: return fixture_append(reader, tile, sign);
    default: return true;
    }
}

static lf_io_status row_read(dungeon_reader *reader, lfio_slice row, int64_t y) {
    for (size_t x = 0; x < row.length; x++) {
        const sign_meaning sign = reader->signs[(unsigned char)row.text[x]];
        if (sign.type == LFIO_SIGN_UNKNOWN) {
            char quote[LFIO_QUOTE_SIZE];
            const bool arrow = row.text[x] == '<' || row.text[x] == '^';
            return lfio_fail(
                reader->in, LF_IO_E_CONTENT, lfio_at_line(row.line, (int64_t)x + 1),
                "unknown tile %s%s, expected one of . # @ > space a-z A-Z, or a sign of the legend",
                lfio_quote(quote, row.text + x, 1),
                arrow ? " (a legend makes one-way tiles: SIGN floor north)" : "");
        }
        if (!sign_put(reader, (lf_tile)(y * reader->width + (int64_t)x), sign))
            return lfio_fail_memory(reader->in);
    }
    return LF_IO_OK;
}

static lf_io_status rows_read(dungeon_reader *reader) {
    lfio_lines lines = reader->rows;
    int64_t padded = 0;
    for (int64_t y = 0; y < reader->height; y++) {
        lfio_slice row;
        lfio_lines_next(&lines, &row);
        padded += (int64_t)row.length < reader->width;
        const lf_io_status status = row_read(reader, row, y);
        if (status != LF_IO_OK) return status;
    }
    lfio_note_padding(reader->out->note, sizeof reader->out->note, padded, reader->width);
    return LF_IO_OK;
}

// "X,Y" in the legend: the tile, which must be floor.
static lf_io_status place_read(const dungeon_reader *reader, lfio_slice what, lf_tile *tile) {
    const char *comma = memchr(what.text, ',', what.length);
    const size_t split = comma != NULL ? (size_t)(comma - what.text) : what.length;
    const lfio_place place = lfio_at_line(what.line, what.column);
    int64_t x, y;
    char quote[LFIO_QUOTE_SIZE];
    lfio_quote(quote, what.text, what.length);
    if (comma == NULL || !lfio_integer_parse(what.text, split, 0, reader->width - 1, &x) ||
        !lfio_integer_parse(comma + 1, what.length - split - 1, 0, reader->height - 1, &y))
        return lfio_fail(reader->in, LF_IO_E_CONTENT, place,
                         "%s in the legend, expected one sign, or x,y inside of %" PRId64 " x %" PRId64
                         " tiles",
                         quote, reader->width, reader->height);
    *tile = (lf_tile)(y * reader->width + x);
    if (reader->out->tiles.open[*tile] != TILE_FLOOR)
        return lfio_fail(reader->in, LF_IO_E_CONTENT, place, "the tile at %s is not floor", quote);
    return LF_IO_OK;
}

// Names of a rule: kinds that are used up, or of which so many keys are needed.
static lf_io_status rule_apply(dungeon_reader *reader, const lfio_legend_entry *entry) {
    lf_dungeon *out = reader->out;
    uint8_t kind = 0;
    if (entry->type == LFIO_RULE_HEROES) {
        out->together = true;
        return LF_IO_OK;
    }
    lfio_slice name = entry->name, rest = entry->rest;
    lf_io_status status = kind_find(reader, name, &kind);
    if (entry->type == LFIO_RULE_NEEDED) {
        if (status == LF_IO_OK) out->needed[kind] = (uint8_t)entry->number;
        return status;
    }
    if (status == LF_IO_OK) out->used_up |= UINT64_C(1) << kind;
    while (status == LF_IO_OK && lfio_word_next(&rest, &name)) {
        status = kind_find(reader, name, &kind);
        if (status == LF_IO_OK) out->used_up |= UINT64_C(1) << kind;
    }
    return status;
}

// One line of the legend, in the second pass: `places` says which of the two forms is looked at.
static lf_io_status legend_apply(dungeon_reader *reader, const lfio_legend_entry *entry, bool places) {
    if (entry_is_rule(entry)) return places ? LF_IO_OK : rule_apply(reader, entry);
    if (places == (entry->what.length == 1)) return LF_IO_OK;
    sign_meaning sign = {.type = entry->type,
                         .need = entry->need,
                         .heading = entry->heading,
                         .open = entry->open,
                         .once = entry->once};
    lf_io_status status = entry->name.length > 0 ? kind_find(reader, entry->name, &sign.kind) : LF_IO_OK;
    if (entry->type == LFIO_SIGN_PLACE) sign.kind = (uint8_t)(entry->number - 1);
    if (status != LF_IO_OK) return status;
    if (!places) {
        reader->signs[(unsigned char)entry->what.text[0]] = sign;
        return LF_IO_OK;
    }
    lf_tile tile = 0;
    status = place_read(reader, entry->what, &tile);
    if (status == LF_IO_OK && !sign_put(reader, tile, sign)) status = lfio_fail_memory(reader->in);
    return status;
}

static lf_io_status legend_read(dungeon_reader *reader, bool places) {
    lfio_lines lines = reader->legend;
    lfio_slice line;
    while (lfio_lines_next(&lines, &line)) {
        if (lfio_slice_is_blank(line)) continue;
        lfio_legend_entry entry;
        lf_io_status status = lfio_legend_split(reader->in, line, &entry);
        if (status == LF_IO_OK) status = legend_apply(reader, &entry, places);
        if (status != LF_IO_OK) return status;
    }
    return LF_IO_OK;
}

static int fixture_compare(const void *a, const void *b) {
    const lf_tile x = ((const lf_fixture *)a)->tile, y = ((const lf_fixture *)b)->tile;
    return (x > y) - (x < y);
}

static int device_compare(const void *a, const void *b) {
    const lf_tile x = ((const lf_device *)a)->tile, y = ((const lf_device *)b)->tile;
    return (x > y) - (x < y);
}

static int tile_compare(const void *a, const void *b) {
    const lf_tile x = *(const lf_tile *)a, y = *(const lf_tile *)b;
    return (x > y) - (x < y);
}

static void dungeon_finish(lf_dungeon *out) {
    const int64_t tiles = (int64_t)out->tiles.width * out->tiles.height;
    for (int64_t i = 0; i < tiles; i++) out->tiles.open[i] = out->tiles.open[i] != 0;
    if (out->fixture_count > 0)
        qsort(out->fixtures, (size_t)out->fixture_count, sizeof *out->fixtures, fixture_compare);
    if (out->device_count > 0)
        qsort(out->devices, (size_t)out->device_count, sizeof *out->devices, device_compare);
    if (out->start_count > 0) qsort(out->starts, (size_t)out->start_count, sizeof *out->starts, tile_compare);
    if (out->exit_count > 0) qsort(out->exits, (size_t)out->exit_count, sizeof *out->exits, tile_compare);
}

static lf_io_status dungeon_read(const lfio_input *in, lf_dungeon *out) {
    dungeon_reader reader = {.in = in, .out = out, .rows = lfio_lines_of(in)};
    reader_measure(&reader);
    if (reader.height == 0) return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(), "the file has no tiles");
    lf_io_status status = lfio_size_check(in, lfio_nowhere(), reader.width, reader.height);
    if (status == LF_IO_OK) status = legend_list(&reader);
    if (status == LF_IO_OK) status = signs_fill(&reader);
    if (status == LF_IO_OK) status = legend_read(&reader, false);
    if (status == LF_IO_OK) status = lfio_plane_create(in, reader.width, reader.height, &out->tiles);
    if (status == LF_IO_OK) status = rows_read(&reader);
    if (status == LF_IO_OK) status = legend_read(&reader, true);
    if (status == LF_IO_OK) dungeon_finish(out);
    return status;
}

// ---------------------------------------------------------------------------------------------------
// The calls
// ---------------------------------------------------------------------------------------------------

static lf_io_status dungeon_begin(const char *name, int64_t max_tiles, lf_dungeon *out, lf_io_error *error,
                                  lfio_input *in) {
    if (out != NULL) *out = (lf_dungeon){0};
    lfio_error_clear(error);
    *in = (lfio_input){.name = name != NULL ? name : "?", .error = error};
    in->max_tiles = max_tiles > 0 && max_tiles < LFIO_MAX_TILES ? max_tiles : LFIO_MAX_TILES;
    if (name == NULL || out == NULL)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    if (max_tiles < 0)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(),
                         "a limit of %" PRId64 " tiles, expected 1 or more, or 0 for the default", max_tiles);
    return LF_IO_OK;
}

static lf_io_status dungeon_end(lf_io_status status, lf_dungeon *out) {
    if (status != LF_IO_OK) lf_dungeon_free(out);
    return status;
}

lf_io_status lf_dungeon_parse(const char *name, const void *bytes, size_t size, int64_t max_tiles,
                              lf_dungeon *out, lf_io_error *error) {
    lfio_input in;
    const lf_io_status status = dungeon_begin(name, max_tiles, out, error, &in);
    if (status != LF_IO_OK) return status;
    if (bytes == NULL && size > 0)
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    in.bytes = bytes;
    in.size = size;
    return dungeon_end(dungeon_read(&in, out), out);
}

lf_io_status lf_dungeon_load(const char *path, int64_t max_tiles, lf_dungeon *out, lf_io_error *error) {
    lfio_input in;
    lf_io_status status = dungeon_begin(path, max_tiles, out, error, &in);
    if (status != LF_IO_OK) return status;
    const bool from_stdin = lfio_path_is_stdin(path);
    if (from_stdin) in.name = "standard input";
    lfio_bytes bytes;
    status = lfio_file_read(&in, path, from_stdin, lfio_text_limit(in.max_tiles), &bytes);
    if (status != LF_IO_OK) return status;
    in.bytes = bytes.data;
    in.size = bytes.size;
    status = dungeon_end(dungeon_read(&in, out), out);
    free(bytes.data);
    return status;
}

void lf_dungeon_free(lf_dungeon *dungeon) {
    if (dungeon == NULL) return;
    free(dungeon->tiles.open);
    free(dungeon->fixtures);
    free(dungeon->devices);
    free(dungeon->starts);
    free(dungeon->exits);
    *dungeon = (lf_dungeon){0};
}

lf_status lf_dungeon_to_map(const lf_dungeon *dungeon, lf_moves moves, lf_map **map, lf_fixtures **fixtures) {
    if (map != NULL) *map = NULL;
    if (fixtures != NULL) *fixtures = NULL;
    if (dungeon == NULL || map == NULL || fixtures == NULL) return LF_E_NULL;
    const lf_grid grid = {.tiles = dungeon->tiles};
    lf_status status = lf_grid_to_map(&grid, moves, map);
    if (status != LF_OK) return status;
    status = lf_fixtures_create(
        *map, &(lf_fixtures_desc){.fixtures = dungeon->fixtures, .fixture_count = dungeon->fixture_count},
        fixtures);
    if (status != LF_OK) {
        lf_map_destroy(*map);
        *map = NULL;
    }
    return status;
}

lf_status lf_dungeon_to_puzzle(const lf_dungeon *dungeon, lf_moves moves, lf_map **map, lf_puzzle **puzzle) {
    if (map != NULL) *map = NULL;
    if (puzzle != NULL) *puzzle = NULL;
    if (dungeon == NULL || map == NULL || puzzle == NULL) return LF_E_NULL;
    const lf_grid grid = {.tiles = dungeon->tiles};
    const int64_t fixtures = dungeon->is_puzzle ? 0 : dungeon->fixture_count;
    lf_device *devices = fixtures > 0 ? calloc((size_t)fixtures, sizeof *devices) : NULL;
    if (fixtures > 0 && devices == NULL) return LF_E_NOMEM;
    for (int64_t i = 0; i < fixtures; i++)
        devices[i] =
            (lf_device){.tile = dungeon->fixtures[i].tile,
                        .kind = dungeon->fixtures[i].kind,
                        .type = dungeon->fixtures[i].type == LF_FIXTURE_KEY ? LF_DEVICE_KEY : LF_DEVICE_DOOR};
    const lf_puzzle_desc desc = {.devices = dungeon->is_puzzle ? dungeon->devices : devices,
                                 .device_count = dungeon->is_puzzle ? dungeon->device_count : fixtures,
                                 .used_up = dungeon->used_up};
    lf_status status = lf_grid_to_map(&grid, moves, map);
    if (status == LF_OK) status = lf_puzzle_create(*map, &desc, puzzle);
    if (status != LF_OK) {
        lf_map_destroy(*map);
        *map = NULL;
    }
    free(devices);
    return status;
}

// ---------------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------------

// The letter of a kind, 0 if its name is not one. A file without an @ may have S and E read as start and
// exit, so without a start these kinds go to the legend.
static char kind_letter(const lf_dungeon *dungeon, uint8_t kind) {
    const char *name = dungeon->names[kind];
    if (dungeon->start_count == 0 && (name[0] == 's' || name[0] == 'e')) return 0;
    return name[0] >= 'a' && name[0] <= 'z' && name[1] == '\0' ? name[0] : 0;
}

// The sign of a puzzle's key or door that a letter says everything about, 0 for any other device.
static char device_sign(const lf_dungeon *dungeon, const lf_device *device) {
    const bool plain = device->heading == LF_HEADING_ANY && !device->once && device->need <= 1;
    if (!plain || (device->type != LF_DEVICE_KEY && device->type != LF_DEVICE_DOOR)) return 0;
    const char letter = kind_letter(dungeon, device->kind);
    return (char)(letter == 0 || device->type == LF_DEVICE_KEY ? letter : letter - 'a' + 'A');
}

static void picture_draw(const lf_dungeon *dungeon, char *text) {
    const int64_t width = dungeon->tiles.width;
    for (int64_t y = 0, i = 0; y < dungeon->tiles.height; y++) {
        for (int64_t x = 0; x < width; x++, i++)
            text[y * (width + 1) + x] = dungeon->tiles.open[i] ? '.' : '#';
        text[y * (width + 1) + width] = '\n';
    }
    // A newline a row shifts every tile by its row.
    for (int64_t i = 0; !dungeon->is_puzzle && i < dungeon->fixture_count; i++) {
        const lf_fixture *fixture = &dungeon->fixtures[i];
        const char letter = kind_letter(dungeon, fixture->kind);
        const char sign = (char)(fixture->type == LF_FIXTURE_KEY ? letter : letter - 'a' + 'A');
        if (letter != 0) text[fixture->tile + fixture->tile / (uint32_t)width] = sign;
    }
    for (int64_t i = 0; dungeon->is_puzzle && i < dungeon->device_count; i++) {
        const lf_device *device = &dungeon->devices[i];
        const char sign = device_sign(dungeon, device);
        if (sign != 0) text[device->tile + device->tile / (uint32_t)width] = sign;
    }
    for (int64_t i = 0; i < dungeon->start_count; i++)
        text[dungeon->starts[i] + dungeon->starts[i] / (uint32_t)width] = '@';
    for (int64_t i = 0; i < dungeon->exit_count; i++)
        text[dungeon->exits[i] + dungeon->exits[i] / (uint32_t)width] = '>';
}

// Appends a line to a text, which may be NULL to count alone.
static void line_append(char *text, int64_t *size, const char *line) {
    const size_t length = strlen(line);
    if (text != NULL) memcpy(text + *size, line, length);
    *size += (int64_t)length;
}

enum { LEGEND_LINE = 128 };

static void rules_write(const lf_dungeon *dungeon, char *text, int64_t *size) {
    char line[LEGEND_LINE];
    line_append(text, size, "legend:\n");
    if (dungeon->together) line_append(text, size, "heroes together\n");
    for (int k = 0; k < dungeon->kind_count; k++) {
        if ((dungeon->used_up >> k & 1) != 0) {
            snprintf(line, sizeof line, "used-up %s\n", dungeon->names[k]);
            line_append(text, size, line);
        }
        if (dungeon->needed[k] > 0) {
            snprintf(line, sizeof line, "needed %s %d\n", dungeon->names[k], dungeon->needed[k]);
            line_append(text, size, line);
        }
    }
}

static void device_write(const lf_dungeon *dungeon, const lf_device *device, char *text, int64_t *size) {
    char line[LEGEND_LINE];
    const uint32_t width = (uint32_t)dungeon->tiles.width;
    int length = snprintf(line, sizeof line, "%" PRIu32 ",%" PRIu32 " %s", device->tile % width,
                          device->tile / width, lf_device_type_name(device->type));
#define LINE_MORE(...) length += snprintf(line + length, sizeof line - (size_t)length, __VA_ARGS__)
    if (device->type == LF_DEVICE_PLACE)
        LINE_MORE(" %d", device->kind + 1);
    else if (device->type != LF_DEVICE_FLOOR)
        LINE_MORE(" %s", dungeon->names[device->kind]);
    if (device->type == LF_DEVICE_DOOR && device->need > 0) LINE_MORE(" needs %d", device->need);
    if (device->type == LF_DEVICE_BARRIER && device->open) LINE_MORE(" open");
    if (device->once) LINE_MORE(" once");
    if (device->heading != LF_HEADING_ANY) LINE_MORE(" %s", lf_heading_name(device->heading));
    LINE_MORE("\n");
#undef LINE_MORE
    line_append(text, size, line);
}

static int64_t legend_write(const lf_dungeon *dungeon, char *text) {
    int64_t size = 0;
    if (dungeon->is_puzzle) {
        rules_write(dungeon, text, &size);
        for (int64_t i = 0; i < dungeon->device_count; i++)
            if (device_sign(dungeon, &dungeon->devices[i]) == 0)
                device_write(dungeon, &dungeon->devices[i], text, &size);
        return size;
    }
    for (int64_t i = 0; i < dungeon->fixture_count; i++) {
        const lf_fixture *fixture = &dungeon->fixtures[i];
        if (kind_letter(dungeon, fixture->kind) != 0) continue;
        char line[96];
        const uint32_t width = (uint32_t)dungeon->tiles.width;
        const int length =
            snprintf(line, sizeof line, "%s%" PRIu32 ",%" PRIu32 " %s %s\n", size == 0 ? "legend:\n" : "",
                     fixture->tile % width, fixture->tile / width,
                     fixture->type == LF_FIXTURE_KEY ? "key" : "door", dungeon->names[fixture->kind]);
        if (text != NULL) memcpy(text + size, line, (size_t)length);
        size += length;
    }
    return size;
}

static bool fixture_is_known(const lf_fixture *fixture, int32_t kind_count) {
    return fixture->kind < kind_count &&
           (fixture->type == LF_FIXTURE_KEY || fixture->type == LF_FIXTURE_DOOR);
}

static bool device_is_known(const lf_device *device, int32_t kind_count) {
    const bool named = device->type != LF_DEVICE_FLOOR && device->type != LF_DEVICE_PLACE;
    return lf_device_type_name(device->type) != NULL && lf_heading_name(device->heading) != NULL &&
           device->kind < LF_MAX_KINDS && (!named || device->kind < kind_count);
}

static lf_io_status dungeon_check_saved(const lfio_input *in, const lf_dungeon *dungeon) {
    if (dungeon == NULL || dungeon->tiles.open == NULL)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "there is no dungeon to save");
    const int64_t tiles = (int64_t)dungeon->tiles.width * dungeon->tiles.height;
    bool fine = dungeon->kind_count >= 0 && dungeon->kind_count <= LF_MAX_KINDS;
    for (int64_t i = 0; fine && i < dungeon->fixture_count; i++)
        fine =
            dungeon->fixtures[i].tile < tiles && fixture_is_known(&dungeon->fixtures[i], dungeon->kind_count);
    for (int64_t i = 0; fine && dungeon->is_puzzle && i < dungeon->device_count; i++)
        fine = device_is_known(&dungeon->devices[i], dungeon->kind_count) && dungeon->devices[i].tile < tiles;
    for (int64_t i = 0; fine && i < dungeon->start_count; i++) fine = dungeon->starts[i] < tiles;
    for (int64_t i = 0; fine && i < dungeon->exit_count; i++) fine = dungeon->exits[i] < tiles;
    if (!fine)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(),
                         "the dungeon has tiles, kinds or types of fixtures that are not there");
    return lfio_size_check(in, lfio_nowhere(), dungeon->tiles.width, dungeon->tiles.height);
}

lf_io_status lf_dungeon_encode(const lf_dungeon *dungeon, uint8_t **bytes, size_t *size, lf_io_error *error) {
    if (bytes != NULL) *bytes = NULL;
    if (size != NULL) *size = 0;
    lfio_error_clear(error);
    const lfio_input in = {.name = "dungeon", .max_tiles = LFIO_MAX_TILES, .error = error};
    if (bytes == NULL || size == NULL)
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    const lf_io_status status = dungeon_check_saved(&in, dungeon);
    if (status != LF_IO_OK) return status;
    const int64_t picture = ((int64_t)dungeon->tiles.width + 1) * dungeon->tiles.height;
    const int64_t all = picture + legend_write(dungeon, NULL);
    char *text = lfio_alloc(all);
    if (text == NULL) return lfio_fail_memory(&in);
    picture_draw(dungeon, text);
    legend_write(dungeon, text + picture);
    *bytes = (uint8_t *)text;
    *size = (size_t)all;
    return LF_IO_OK;
}
