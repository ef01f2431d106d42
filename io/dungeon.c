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

typedef enum sign_type {
    SIGN_UNKNOWN = 0,
    SIGN_WALL,
    SIGN_FLOOR,
    SIGN_START,
    SIGN_EXIT,
    SIGN_KEY,
    SIGN_DOOR,
} sign_type;

typedef struct sign_meaning {
    sign_type type;
    uint8_t kind;
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
    int64_t fixture_room, start_room, exit_room;
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
static sign_type sign_default(char sign, bool hero_style) {
    if (sign == '#') return SIGN_WALL;
    if (sign == '.' || sign == ' ') return SIGN_FLOOR;
    if (sign == '@' || (sign == 'S' && !hero_style)) return SIGN_START;
    if (sign == '>' || (sign == 'E' && !hero_style)) return SIGN_EXIT;
    if (sign >= 'a' && sign <= 'z') return SIGN_KEY;
    return sign >= 'A' && sign <= 'Z' ? SIGN_DOOR : SIGN_UNKNOWN;
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
            const bool fixture = sign->type == SIGN_KEY || sign->type == SIGN_DOOR;
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

// A line of the legend.
typedef struct legend_entry {
    lfio_slice what; // a sign or a place
    sign_type type;
    lfio_slice name; // of a key or door
} legend_entry;

static sign_type legend_type(lfio_slice word) {
    static const struct {
        const char *word;
        sign_type type;
    } words[] = {{"key", SIGN_KEY},   {"door", SIGN_DOOR}, {"start", SIGN_START},
                 {"exit", SIGN_EXIT}, {"wall", SIGN_WALL}, {"floor", SIGN_FLOOR}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (lfio_slice_is(word, words[i].word)) return words[i].type;
    return SIGN_UNKNOWN;
}

static lf_io_status legend_split(const lfio_input *in, lfio_slice line, legend_entry *out) {
    lfio_slice word, rest;
    char quote[LFIO_QUOTE_SIZE];
    lfio_word_next(&line, &out->what);
    lfio_word_next(&line, &word);
    out->type = legend_type(word);
    if (out->type == SIGN_UNKNOWN)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(word.line, word.column),
                         "%s in the legend, expected key, door, start, exit, wall or floor",
                         lfio_quote(quote, word.text, word.length));
    const bool fixture = out->type == SIGN_KEY || out->type == SIGN_DOOR;
    if (!lfio_word_next(&line, &out->name) && fixture)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(out->name.line, out->name.column),
                         "nothing, expected the name of the kind that the %s is of",
                         out->type == SIGN_KEY ? "key" : "door");
    if (fixture ? lfio_word_next(&line, &rest) : out->name.length > 0) {
        if (!fixture) rest = out->name;
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(rest.line, rest.column),
                         "%s in the legend, expected the end of the line",
                         lfio_quote(quote, rest.text, rest.length));
    }
    return LF_IO_OK;
}

static lf_io_status legend_list_sign(dungeon_reader *reader, const legend_entry *entry) {
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
        legend_entry entry;
        lf_io_status status = legend_split(reader->in, line, &entry);
        if (status == LF_IO_OK && entry.what.length == 1) status = legend_list_sign(reader, &entry);
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
    out->fixtures[out->fixture_count++] = (lf_fixture){
        .tile = tile, .kind = sign.kind, .type = sign.type == SIGN_KEY ? LF_FIXTURE_KEY : LF_FIXTURE_DOOR};
    return true;
}

static bool tile_append(lf_tile **list, int64_t *count, int64_t *room, lf_tile tile) {
    void *items = *list;
    if (!array_grow(&items, *count, room, sizeof **list)) return false;
    *list = items;
    (*list)[(*count)++] = tile;
    return true;
}

static bool sign_put(dungeon_reader *reader, lf_tile tile, sign_meaning sign) {
    lf_dungeon *out = reader->out;
    const bool bare = sign.type == SIGN_WALL || sign.type == SIGN_FLOOR;
    out->tiles.open[tile] = bare ? sign.type == SIGN_FLOOR : TILE_TAKEN;
    switch (sign.type) {
    case SIGN_START: return tile_append(&out->starts, &out->start_count, &reader->start_room, tile);
    case SIGN_EXIT: return tile_append(&out->exits, &out->exit_count, &reader->exit_room, tile);
    case SIGN_KEY:
    case SIGN_DOOR: return fixture_append(reader, tile, sign);
    default: return true;
    }
}

static lf_io_status row_read(dungeon_reader *reader, lfio_slice row, int64_t y) {
    for (size_t x = 0; x < row.length; x++) {
        const sign_meaning sign = reader->signs[(unsigned char)row.text[x]];
        if (sign.type == SIGN_UNKNOWN) {
            char quote[LFIO_QUOTE_SIZE];
            const bool arrow = row.text[x] == '<' || row.text[x] == '^';
            return lfio_fail(
                reader->in, LF_IO_E_CONTENT, lfio_at_line(row.line, (int64_t)x + 1),
                "unknown tile %s%s, expected one of . # @ > space a-z A-Z, or a sign of the legend",
                lfio_quote(quote, row.text + x, 1), arrow ? " (there are no one-way tiles)" : "");
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

// One line of the legend, in the second pass: `places` says which of the two forms is looked at.
static lf_io_status legend_apply(dungeon_reader *reader, const legend_entry *entry, bool places) {
    const bool fixture = entry->type == SIGN_KEY || entry->type == SIGN_DOOR;
    if (places == (entry->what.length == 1)) return LF_IO_OK;
    sign_meaning sign = {.type = entry->type};
    lf_io_status status = fixture ? kind_find(reader, entry->name, &sign.kind) : LF_IO_OK;
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
        legend_entry entry;
        lf_io_status status = legend_split(reader->in, line, &entry);
        if (status == LF_IO_OK) status = legend_apply(reader, &entry, places);
        if (status != LF_IO_OK) return status;
    }
    return LF_IO_OK;
}

static int fixture_compare(const void *a, const void *b) {
    const lf_tile x = ((const lf_fixture *)a)->tile, y = ((const lf_fixture *)b)->tile;
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

static void picture_draw(const lf_dungeon *dungeon, char *text) {
    const int64_t width = dungeon->tiles.width;
    for (int64_t y = 0, i = 0; y < dungeon->tiles.height; y++) {
        for (int64_t x = 0; x < width; x++, i++)
            text[y * (width + 1) + x] = dungeon->tiles.open[i] ? '.' : '#';
        text[y * (width + 1) + width] = '\n';
    }
    // A newline a row shifts every tile by its row.
    for (int64_t i = 0; i < dungeon->fixture_count; i++) {
        const lf_fixture *fixture = &dungeon->fixtures[i];
        const char letter = kind_letter(dungeon, fixture->kind);
        const char sign = (char)(fixture->type == LF_FIXTURE_KEY ? letter : letter - 'a' + 'A');
        if (letter != 0) text[fixture->tile + fixture->tile / (uint32_t)width] = sign;
    }
    for (int64_t i = 0; i < dungeon->start_count; i++)
        text[dungeon->starts[i] + dungeon->starts[i] / (uint32_t)width] = '@';
    for (int64_t i = 0; i < dungeon->exit_count; i++)
        text[dungeon->exits[i] + dungeon->exits[i] / (uint32_t)width] = '>';
}

static int64_t legend_write(const lf_dungeon *dungeon, char *text) {
    int64_t size = 0;
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

static lf_io_status dungeon_check_saved(const lfio_input *in, const lf_dungeon *dungeon) {
    if (dungeon == NULL || dungeon->tiles.open == NULL)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "there is no dungeon to save");
    const int64_t tiles = (int64_t)dungeon->tiles.width * dungeon->tiles.height;
    bool fine = dungeon->kind_count >= 0 && dungeon->kind_count <= LF_MAX_KINDS;
    for (int64_t i = 0; fine && i < dungeon->fixture_count; i++)
        fine =
            dungeon->fixtures[i].tile < tiles && fixture_is_known(&dungeon->fixtures[i], dungeon->kind_count);
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
