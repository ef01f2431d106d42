// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Scripts, line by line. Every line is checked on a plane that follows the edits of the lines before, so that
// a source that an edit will block is told of before anything was done.
#include "script.h"

#include "cli.h"
#include "costs.h"
#include "places.h"
#include "weighing.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *script_kind_name(int i) {
    static const char *const names[SCRIPT_KINDS] = {"edit", "route", "work"};
    return i < SCRIPT_KINDS ? names[i] : NULL;
}

/// A script under the eyes of its reader.
typedef struct script_reader {
    const char *name; ///< of the file, as messages show it
    int64_t line;
    const lf_map *map; ///< as it is before the first line
    lf_plane plane;    ///< as the lines so far leave it
    const query_options *query;
    bool weighted, weighs; ///< whether routes have weights, and whether these are made of bytes
} script_reader;

/// Says what is wrong with the line; false, so that a reader can end with it.
__attribute__((format(printf, 2, 3))) static bool reader_refuse(const script_reader *reader,
                                                                const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (char *sign = text; *sign != '\0'; sign++) // a script from elsewhere must not steer a terminal
        if ((unsigned char)*sign < 0x20 || *sign == 0x7F) *sign = '?';
    cli_say("%s:%" PRId64 ": %s", reader->name, reader->line, text);
    return false;
}

static bool reader_no_memory(void) {
    cli_no_memory();
    return false;
}

/// Whether an object has no other keys than these; says which one is unknown.
static bool keys_are_known(const script_reader *reader, json_t *object, const char *what,
                           const char *const *keys, int count) {
    const char *key;
    json_t *value;
    char list[120] = "";
    for (int i = 0; i < count; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s",
                 i == 0          ? ""
                 : i + 1 < count ? ", "
                                 : " and ",
                 keys[i]);
    }
    json_object_foreach(object, key, value) {
        int i = 0;
        while (i < count && strcmp(key, keys[i]) != 0) i++;
        if (i == count)
            return reader_refuse(reader, "%s: unknown key '%.40s', the keys are %s", what, key, list);
    }
    return true;
}

/// Reads an array of exactly so many whole numbers of 32 bits.
static bool numbers_read(const json_t *array, int count, int32_t *out) {
    if (!json_is_array(array) || json_array_size(array) != (size_t)count) return false;
    for (int i = 0; i < count; i++) {
        const json_t *number = json_array_get(array, (size_t)i);
        const json_int_t value = json_integer_value(number);
        if (!json_is_integer(number) || value < INT32_MIN || value > INT32_MAX) return false;
        out[i] = (int32_t)value;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Edits
// ---------------------------------------------------------------------------------------------------

/// Reads one [x,y] of a list called `what`: a tile of the map.
static bool tile_read(const script_reader *reader, const json_t *pair, const char *what, size_t i,
                      lf_tile *out) {
    int32_t at[2];
    if (!numbers_read(pair, 2, at))
        return reader_refuse(reader, "%s: number %zu of the list is not a pair of whole numbers [x,y]", what,
                             i + 1);
    *out = lf_map_tile(reader->map, at[0], at[1]);
    if (*out != LF_NO_TILE) return true;
    return reader_refuse(reader, "%s: %d,%d is outside the map (width %d, height %d)", what, at[0], at[1],
                         lf_map_width(reader->map), lf_map_height(reader->map));
}

static bool tiles_read(const script_reader *reader, const json_t *list, edit_shape *out) {
    if (!json_is_array(list)) return reader_refuse(reader, "tiles: not a list, expected [[x,y],...]");
    const size_t count = json_array_size(list);
    out->tiles = malloc((count + 1) * sizeof *out->tiles);
    if (out->tiles == NULL) return reader_no_memory();
    for (size_t i = 0; i < count; i++)
        if (!tile_read(reader, json_array_get(list, i), "tiles", i, &out->tiles[i])) return false;
    out->tile_count = (int64_t)count;
    return true;
}

static bool disc_read(const script_reader *reader, const json_t *value, edit_shape *out) {
    int32_t numbers[3];
    if (!numbers_read(value, 3, numbers) || numbers[2] < 0)
        return reader_refuse(reader, "disc: expected [x,y,radius], three whole numbers of 32 bits, the "
                                     "radius from 0");
    out->at = (lf_point){numbers[0], numbers[1]};
    out->radius = numbers[2];
    return true;
}

static bool rect_read(const script_reader *reader, const json_t *value, edit_shape *out) {
    int32_t numbers[4];
    if (!numbers_read(value, 4, numbers) || numbers[2] < 0 || numbers[3] < 0)
        return reader_refuse(reader,
                             "rect: expected [x,y,width,height], four whole numbers of 32 bits, width "
                             "and height from 0");
    out->at = (lf_point){numbers[0], numbers[1]};
    out->width = numbers[2];
    out->height = numbers[3];
    return true;
}

static const struct shape_reader {
    const char *key;
    bool (*read)(const script_reader *reader, const json_t *value, edit_shape *out);
} shape_readers[] = {[EDIT_DISC] = {"disc", disc_read},
                     [EDIT_RECT] = {"rect", rect_read},
                     [EDIT_TILES] = {"tiles", tiles_read}};
enum { SHAPE_READERS = sizeof shape_readers / sizeof *shape_readers };

/// Reads what becomes of the tiles of a shape: `open`, or `byte`.
static bool value_read(const script_reader *reader, const json_t *object, edit_shape *out) {
    const json_t *open = json_object_get(object, "open"), *byte = json_object_get(object, "byte");
    out->weighs = byte != NULL;
    if (byte != NULL && !reader->weighs)
        return reader_refuse(reader,
                             "edit: a byte is for weights made of bytes: expected --weights, or a table for "
                             "the bytes of MAP");
    if (byte != NULL && open == NULL && json_is_integer(byte) && json_integer_value(byte) >= 0 &&
        json_integer_value(byte) <= UINT8_MAX) {
        out->value = (uint8_t)json_integer_value(byte);
        return true;
    }
    if (byte != NULL)
        return reader_refuse(reader,
                             "edit: expected \"byte\": and a whole number from 0 to 255, without \"open\"");
    if (!json_is_boolean(open))
        return reader_refuse(reader, "edit: a shape says whether it opens tiles: expected \"open\":true or "
                                     "\"open\":false");
    out->value = json_is_true(open);
    return true;
}

/// Reads one shape: an object with its form and with what becomes of its tiles.
static bool shape_read(const script_reader *reader, json_t *object, edit_shape *out) {
    static const char *const keys[] = {"disc", "rect", "tiles", "open", "byte"};
    if (!json_is_object(object))
        return reader_refuse(reader,
                             "edit: a shape is an object, such as {\"disc\":[12,40,5],\"open\":true}");
    if (!keys_are_known(reader, object, "edit", keys, sizeof keys / sizeof *keys)) return false;
    int forms = 0;
    for (int i = 0; i < SHAPE_READERS; i++) {
        if (json_object_get(object, shape_readers[i].key) == NULL) continue;
        out->form = (edit_form)i;
        forms++;
    }
    if (forms != 1)
        return reader_refuse(reader, "edit: a shape has %s of disc, rect and tiles, expected one",
                             forms == 0 ? "none" : "several");
    if (!value_read(reader, object, out)) return false;
    const struct shape_reader *form = &shape_readers[out->form];
    return form->read(reader, json_object_get(object, form->key), out);
}

/// Reads the shapes of an edit, and edits the plane.
static bool edit_read(script_reader *reader, json_t *value, script_step *out) {
    if (!json_is_array(value))
        return reader_refuse(reader, "edit: not a list of shapes, expected [{\"disc\":[x,y,radius],"
                                     "\"open\":true},...]");
    const size_t count = json_array_size(value);
    out->shapes = calloc(count + 1, sizeof *out->shapes);
    if (out->shapes == NULL) return reader_no_memory();
    out->shape_count = (int64_t)count;
    for (size_t i = 0; i < count; i++) {
        if (!shape_read(reader, json_array_get(value, i), &out->shapes[i])) return false;
        if (!out->shapes[i].weighs) edit_paint(&reader->plane, &out->shapes[i], NULL, NULL);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Routes
// ---------------------------------------------------------------------------------------------------

/// Says that a source or target is blocked, and which tile near it is open at this point of the script.
static bool refuse_blocked(const script_reader *reader, const char *what, lf_tile tile) {
    const lf_point at = lf_map_point(reader->map, tile);
    char hint[PLACE_HINT_SIZE] = "";
    lf_map *now;
    if (input_make_map(reader->name, &(lf_grid){.tiles = reader->plane}, lf_map_moves(reader->map), &now))
        place_hint(now, at, hint);
    lf_map_destroy(now);
    return reader_refuse(reader, "%s: %d,%d is blocked here%s", what, at.x, at.y, hint);
}

/// Reads one end of a route: a tile that is open at this point of the script.
static bool end_read(const script_reader *reader, const json_t *list, const char *what, size_t i,
                     lf_tile *out) {
    if (!tile_read(reader, json_array_get(list, i), what, i, out)) return false;
    return reader->plane.open[*out] != 0 || refuse_blocked(reader, what, *out);
}

static bool ends_are_listed(const script_reader *reader, const json_t *list, const char *what) {
    if (json_is_array(list) && json_array_size(list) > 0) return true;
    return reader_refuse(reader, "route: expected \"%s\":[[x,y],...] with at least one tile", what);
}

static bool sources_read(const script_reader *reader, const json_t *list, script_step *out) {
    if (!ends_are_listed(reader, list, "from")) return false;
    out->source_count = (int64_t)json_array_size(list);
    out->sources = calloc((size_t)out->source_count, sizeof *out->sources);
    if (out->sources == NULL) return reader_no_memory();
    for (size_t i = 0; i < (size_t)out->source_count; i++)
        if (!end_read(reader, list, "from", i, &out->sources[i].tile)) return false;
    return true;
}

static bool targets_read(const script_reader *reader, const json_t *list, script_step *out) {
    if (!ends_are_listed(reader, list, "to")) return false;
    out->target_count = (int64_t)json_array_size(list);
    out->targets = calloc((size_t)out->target_count, sizeof *out->targets);
    if (out->targets == NULL) return reader_no_memory();
    for (size_t i = 0; i < (size_t)out->target_count; i++)
        if (!end_read(reader, list, "to", i, &out->targets[i])) return false;
    return true;
}

/// Reads the strategy of a route, if it has one.
static bool strategy_read(const script_reader *reader, const json_t *value, script_step *out) {
    query_options query = *reader->query;
    if (value == NULL) return true;
    const char *word = json_is_string(value) ? json_string_value(value) : "";
    if (lf_strategy_parse(word, &query.strategy) != LF_OK)
        return reader_refuse(reader,
                             "strategy: '%.40s' is no known one, expected a name such as \"auto\"; "
                             "'landfall replay --help' lists them",
                             word);
    const char *name = lf_strategy_name(query.strategy);
    if (query.strategy == LF_STRATEGY_STRIP && query.moves != LF_MOVES_ORTHOGONAL)
        return reader_refuse(reader, "strategy: strip is for --moves orthogonal");
    if (!cost_is_taken(&query))
        return reader_refuse(reader, "strategy: %s does not take --cost %s, auto does", name,
                             cost_name((int)query.cost));
    if (reader->weighted && !weighing_takes(query.strategy))
        return reader_refuse(reader, "strategy: %s does not take weights, auto does", name);
    if (!reader->weighted && query.strategy == LF_STRATEGY_CELLS)
        return reader_refuse(reader,
                             "strategy: cells is for weights: expected --weights FILE or --coast-cost");
    out->strategy = query.strategy;
    return true;
}

static bool route_read(script_reader *reader, json_t *value, script_step *out) {
    static const char *const keys[] = {"from", "to", "strategy"};
    if (!json_is_object(value))
        return reader_refuse(reader, "route: not an object, expected {\"from\":[[x,y]],\"to\":[[x,y]]}");
    out->strategy = reader->query->strategy;
    return keys_are_known(reader, value, "route", keys, sizeof keys / sizeof *keys) &&
           sources_read(reader, json_object_get(value, "from"), out) &&
           targets_read(reader, json_object_get(value, "to"), out) &&
           strategy_read(reader, json_object_get(value, "strategy"), out);
}

// ---------------------------------------------------------------------------------------------------
// Lines
// ---------------------------------------------------------------------------------------------------

static bool work_read(script_reader *reader, json_t *value, script_step *out) {
    const char *word = json_string_value(value);
    const bool all = word != NULL && strcmp(word, "all") == 0;
    if (!all && (!json_is_integer(value) || json_integer_value(value) < 1))
        return reader_refuse(reader, "work: expected \"all\", or a whole number of microseconds from 1");
    out->budget = all ? LF_WORK_ALL : json_integer_value(value);
    return true;
}

/// Reads the object of a line, which has one key: what the line does.
static bool step_read(script_reader *reader, json_t *object, script_step *out) {
    static bool (*const readers[SCRIPT_KINDS])(script_reader *, json_t *,
                                               script_step *) = {edit_read, route_read, work_read};
    for (int i = 0; i < SCRIPT_KINDS; i++) {
        json_t *value = json_object_get(object, script_kind_name(i));
        if (value == NULL || json_object_size(object) != 1) continue;
        out->kind = (script_kind)i;
        return readers[i](reader, value, out);
    }
    return reader_refuse(reader, "expected an object with one key: edit, route or work");
}

static bool line_read(script_reader *reader, const char *text, size_t size, script_step *out) {
    json_error_t error;
    json_t *object = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (object == NULL)
        return reader_refuse(reader, "column %d: %s; expected one JSON object a line", error.column,
                             error.text);
    out->line = reader->line;
    const bool fine = step_read(reader, object, out);
    json_decref(object);
    return fine;
}

static bool line_is_blank(const char *text, size_t size) {
    size_t i = 0;
    while (i < size && strchr(" \t\r", text[i]) != NULL && text[i] != '\0') i++;
    return i == size;
}

/// Makes room for one more step; NULL if there is no memory.
static script_step *script_add(script *of) {
    const bool full = (of->count & (of->count - 1)) == 0; // 0, 1, 2, 4, 8: as many as there is room for
    const size_t room = of->count == 0 ? 1 : 2 * (size_t)of->count;
    script_step *steps = full ? realloc(of->steps, room * sizeof *steps) : of->steps;
    if (steps == NULL) return NULL;
    of->steps = steps;
    steps[of->count] = (script_step){0};
    return &steps[of->count++];
}

static bool script_read(script_reader *reader, const char *text, size_t size, script *out) {
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        const size_t length = end != NULL ? (size_t)(end - text) - at : size - at;
        reader->line++;
        if (!line_is_blank(text + at, length)) {
            script_step *step = script_add(out);
            if (step == NULL) return reader_no_memory();
            if (!line_read(reader, text + at, length, step)) return false;
        }
        at += length + 1;
    }
    if (out->count == 0) cli_say("%s: has no lines, expected at least one", reader->name);
    return out->count > 0;
}

bool script_parse(script *out, const char *name, const char *text, size_t size,
                  const script_setting *setting) {
    static const char mark[] = "\xEF\xBB\xBF"; // a byte order mark
    const size_t skipped = size >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
    script_reader reader = {.name = name,
                            .map = setting->map,
                            .query = setting->query,
                            .weighted = setting->weighted,
                            .weighs = setting->weighs};
    const bool fine = edit_plane_copy(setting->plane, &reader.plane)
                          ? script_read(&reader, text + skipped, size - skipped, out)
                          : reader_no_memory();
    edit_plane_free(&reader.plane);
    return fine;
}

bool script_load(script *out, const char *path, const script_setting *setting) {
    size_t size;
    char *text = input_read_all(path, &size);
    if (text == NULL) return false;
    const bool fine = script_parse(out, input_name(path), text, size, setting);
    free(text);
    return fine;
}

void script_free(script *of) {
    for (int64_t i = 0; i < of->count; i++) {
        script_step *step = &of->steps[i];
        for (int64_t k = 0; k < step->shape_count; k++) free(step->shapes[k].tiles);
        free(step->shapes);
        free(step->sources);
        free(step->targets);
    }
    free(of->steps);
    *of = (script){0};
}
