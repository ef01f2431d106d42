// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Lines of a dungeon's legend:
//
//     WHAT wall|start|exit                       WHAT is a sign or x,y
//     WHAT floor          [once] [HEADING]
//     WHAT key NAME       [once] [HEADING]
//     WHAT door NAME      [needs N] [once] [HEADING]
//     WHAT switch NAME    [once] [HEADING]
//     WHAT barrier NAME   [open] [once] [HEADING]
//     WHAT teleporter NAME [once]
//     WHAT place N        [once] [HEADING]
//     used-up NAME...     needed NAME N     heroes together
//
// Whatever is more than the first line, keys and doors makes a puzzle of the dungeon.

#include "lfio.h"

#include <string.h>

static lfio_sign_type word_type(lfio_slice word) {
    static const struct {
        const char *word;
        lfio_sign_type type;
    } words[] = {
        {"key", LFIO_SIGN_KEY},       {"door", LFIO_SIGN_DOOR},       {"start", LFIO_SIGN_START},
        {"exit", LFIO_SIGN_EXIT},     {"wall", LFIO_SIGN_WALL},       {"floor", LFIO_SIGN_FLOOR},
        {"switch", LFIO_SIGN_SWITCH}, {"barrier", LFIO_SIGN_BARRIER}, {"teleporter", LFIO_SIGN_TELEPORTER},
        {"place", LFIO_SIGN_PLACE}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (lfio_slice_is(word, words[i].word)) return words[i].type;
    return LFIO_SIGN_UNKNOWN;
}

static lfio_sign_type word_rule(lfio_slice word) {
    return lfio_slice_is(word, "used-up")  ? LFIO_RULE_USED_UP
           : lfio_slice_is(word, "needed") ? LFIO_RULE_NEEDED
           : lfio_slice_is(word, "heroes") ? LFIO_RULE_HEROES
                                           : LFIO_SIGN_UNKNOWN;
}

static lf_heading word_heading(lfio_slice word) {
    for (int i = LF_HEADING_NORTH; i <= LF_HEADING_NORTH_WEST; i++)
        if (lfio_slice_is(word, lf_heading_name((lf_heading)i))) return (lf_heading)i;
    return LF_HEADING_ANY;
}

// The next word as a number from 1 to `most`.
static lf_io_status number_read(const lfio_input *in, lfio_slice *line, int64_t most, const char *what,
                                int64_t *out) {
    lfio_slice word;
    char quote[LFIO_QUOTE_SIZE];
    lfio_word_next(line, &word);
    if (lfio_integer_parse(word.text, word.length, 1, most, out)) return LF_IO_OK;
    return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(word.line, word.column), "%s as %s, expected 1 to %d",
                     lfio_quote(quote, word.text, word.length), what, (int)most);
}

static lf_io_status line_end(const lfio_input *in, lfio_slice line) {
    lfio_slice rest;
    char quote[LFIO_QUOTE_SIZE];
    if (!lfio_word_next(&line, &rest)) return LF_IO_OK;
    return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(rest.line, rest.column),
                     "%s in the legend, expected the end of the line",
                     lfio_quote(quote, rest.text, rest.length));
}

static lf_io_status name_read(const lfio_input *in, lfio_slice *line, const char *owner, lfio_slice *out) {
    if (lfio_word_next(line, out)) return LF_IO_OK;
    return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(out->line, out->column),
                     "nothing, expected the name of the kind that the %s is %s", owner,
                     strcmp(owner, "rule") == 0 ? "about" : "of");
}

static lf_io_status rule_read(const lfio_input *in, lfio_slice line, lfio_legend_entry *out) {
    lfio_slice word;
    char quote[LFIO_QUOTE_SIZE];
    out->is_puzzle = true;
    if (out->type == LFIO_RULE_HEROES) {
        lfio_word_next(&line, &word);
        if (lfio_slice_is(word, "together")) return line_end(in, line);
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(word.line, word.column),
                         "%s after heroes, expected together", lfio_quote(quote, word.text, word.length));
    }
    lf_io_status status = name_read(in, &line, "rule", &out->name);
    out->rest = line;
    if (status != LF_IO_OK || out->type == LFIO_RULE_USED_UP) return status;
    status = number_read(in, &line, UINT8_MAX, "the number of keys", &out->number);
    return status == LF_IO_OK ? line_end(in, line) : status;
}

// One of the words that may follow.
static lf_io_status property_read(const lfio_input *in, lfio_slice word, lfio_slice *line,
                                  lfio_legend_entry *out) {
    const lfio_place at = lfio_at_line(word.line, word.column);
    const lf_heading heading = word_heading(word);
    char quote[LFIO_QUOTE_SIZE];
    int64_t number = 0;
    out->is_puzzle = true;
    if (lfio_slice_is(word, "once") && !out->once) {
        out->once = true;
        return LF_IO_OK;
    }
    if (lfio_slice_is(word, "open") && out->type == LFIO_SIGN_BARRIER && !out->open) {
        out->open = true;
        return LF_IO_OK;
    }
    if (lfio_slice_is(word, "needs") && out->type == LFIO_SIGN_DOOR && out->need == 0) {
        const lf_io_status status = number_read(in, line, UINT8_MAX, "the number of keys", &number);
        out->need = (uint8_t)number;
        return status;
    }
    if (heading != LF_HEADING_ANY && out->type != LFIO_SIGN_TELEPORTER && out->heading == LF_HEADING_ANY) {
        out->heading = heading;
        return LF_IO_OK;
    }
    return lfio_fail(in, LF_IO_E_CONTENT, at, "%s in the legend, expected the end of the line%s",
                     lfio_quote(quote, word.text, word.length),
                     out->type == LFIO_SIGN_DOOR         ? ", needs, once or a heading such as east"
                     : out->type == LFIO_SIGN_BARRIER    ? ", open, once or a heading such as east"
                     : out->type == LFIO_SIGN_TELEPORTER ? " or once"
                                                         : ", once or a heading such as east");
}

static lf_io_status thing_read(const lfio_input *in, lfio_slice line, lfio_legend_entry *out,
                               const char *type) {
    lf_io_status status = LF_IO_OK;
    lfio_slice word;
    if (out->type == LFIO_SIGN_PLACE)
        status = number_read(in, &line, LF_MAX_KINDS, "the number of a place", &out->number);
    else if (out->type != LFIO_SIGN_FLOOR)
        status = name_read(in, &line, type, &out->name);
    out->is_puzzle =
        out->type != LFIO_SIGN_FLOOR && out->type != LFIO_SIGN_KEY && out->type != LFIO_SIGN_DOOR;
    while (status == LF_IO_OK && lfio_word_next(&line, &word)) status = property_read(in, word, &line, out);
    return status;
}

lf_io_status lfio_legend_split(const lfio_input *in, lfio_slice line, lfio_legend_entry *out) {
    lfio_slice word;
    char quote[LFIO_QUOTE_SIZE], type[16] = "";
    *out = (lfio_legend_entry){0};
    lfio_word_next(&line, &out->what);
    out->type = word_rule(out->what);
    if (out->type != LFIO_SIGN_UNKNOWN) return rule_read(in, line, out);
    lfio_word_next(&line, &word);
    out->type = word_type(word);
    if (out->type == LFIO_SIGN_UNKNOWN)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(word.line, word.column),
                         "%s in the legend, expected key, door, start, exit, wall, floor, switch, barrier, "
                         "teleporter or place",
                         lfio_quote(quote, word.text, word.length));
    const bool plain =
        out->type == LFIO_SIGN_START || out->type == LFIO_SIGN_EXIT || out->type == LFIO_SIGN_WALL;
    if (plain) return line_end(in, line);
    memcpy(type, word.text, word.length); // one of the words above
    return thing_read(in, line, out, type);
}
