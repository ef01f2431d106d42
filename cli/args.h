// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file args.h
/// Command lines, described by tables. An option says how it is called, what reads its value and into which
/// field; options come in groups that several verbs share (how to read a map, which strategy to use); a verb
/// lists its groups. Parsing, the help text and the messages about misuse all come from the same tables.
#ifndef LANDFALL_CLI_ARGS_H
#define LANDFALL_CLI_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct args_option args_option;

/// Reads the value of an option into its field. On a bad value it says why, beginning with the name of the
/// option, and returns false. `value` is NULL for an option that takes none.
typedef bool args_reader(const args_option *option, const char *value, void *field);

/// The i-th name that an option takes, from 0; NULL behind the last one.
typedef const char *args_names(int i);

struct args_option {
    const char *name;  ///< without the dashes
    char letter;       ///< the short form, or 0
    const char *value; ///< what the help calls the value; NULL = the option takes none
    args_reader *read;
    size_t field;      ///< offset in the struct that the group fills
    const char *text;  ///< for the help; may have several lines
    args_names *names; ///< NULL, or the names that args_read_choice takes; the help lists them
};

typedef struct args_group {
    const args_option *options;
    int count;
    void *into; ///< the struct that the options fill
} args_group;

/// A group from a table and the struct that it fills.
#define ARGS_GROUP(table, struct_pointer) \
    { (table), (int)(sizeof(table) / sizeof *(table)), (struct_pointer) }

enum { ARGS_MAX_OPERANDS = 2 };

/// What a verb takes.
typedef struct args_spec {
    const char *verb;
    const char *usage; ///< what follows "landfall VERB "
    const char *about; ///< paragraphs for the help
    const char *examples;
    const char *operands[ARGS_MAX_OPERANDS + 1]; ///< names of the operands, all required; ends with NULL
    const char *surplus_hint;                    ///< NULL, or what one operand too many may be about
    bool repeats;                                ///< the last operand may be given several times (args_given)
} args_spec;

/// Parses a command line: fills the structs of the groups and `operands`, in the order of the spec.
/// @param code  receives the exit code if the verb is to end here: help was printed, or misuse was explained.
/// @return whether the verb should go on.
bool args_parse_groups(const args_spec *spec, const args_group *groups, int group_count, int argc,
                       char **argv, const char *operands[ARGS_MAX_OPERANDS], int *code);

/// The options and operands of a command line as they were given, in this order; without --quiet.
enum { ARGS_MAX_GIVEN = 256 };
typedef struct args_given {
    struct {
        const char *name, *value; ///< of the table, not an abbreviation; NULL for an option that takes none
    } items[ARGS_MAX_GIVEN];
    int count;
    char **operands; ///< all of them
    int operand_count;
} args_given;

/// The same, and tells which options were given. More than ARGS_MAX_GIVEN are misuse.
bool args_parse_given(const args_spec *spec, const args_group *groups, int group_count, int argc, char **argv,
                      const char *operands[ARGS_MAX_OPERANDS], int *code, args_given *given);

/// The same for an array of groups, whose count comes from the compiler: a count written by hand once lost
/// the last group of four verbs. (A pointer instead of an array is a warning of the compiler.)
#define args_parse(spec, groups, argc, argv, operands, code) \
    args_parse_groups(spec, groups, (int)(sizeof(groups) / sizeof *(groups)), argc, argv, operands, code)

/// Told of every option of a verb, one after the other, --quiet and --help included.
typedef void args_visitor(const args_option *option, void *user);

/// From now on args_parse parses nothing: it shows the options to `visit` and lets the verb end. For what is
/// made from the tables of all verbs: completion in shells. NULL ends that.
void args_visit(args_visitor *visit, void *user);

/// Says "try 'landfall VERB --help'"; returns CLI_BAD.
int args_misuse(const args_spec *spec);

// ---------------------------------------------------------------------------------------------------
// Readers
// ---------------------------------------------------------------------------------------------------

args_reader args_read_flag;           ///< bool: true if the option is given
args_reader args_read_string;         ///< const char *: not empty
args_reader args_read_u64;            ///< uint64_t: 0 to 2^64 - 1
args_reader args_read_choice;         ///< an enum whose values are the indexes of the option's names
args_reader args_read_choice_or_none; ///< an int: the index and 1, so that 0 means that it was not given

/// A size in tiles, "640x480".
typedef struct args_size {
    int32_t width, height; ///< 0 = not given
} args_size;

args_reader args_read_size; ///< args_size

/// The index of a name in a list of names; -1 after saying that `word` is no known `what`.
int args_find_choice(const char *what, const char *word, args_names *names);

/// The same for the value of an option, whose names are its own.
int args_find_value(const args_option *option, const char *value);

/// Reads a decimal number from the front of `*text` and moves on behind it: digits with an optional minus,
/// nothing else. False, with nothing moved, if there is none or it is not from `low` to `high`.
bool args_take_int(const char **text, int64_t low, int64_t high, int64_t *out);

/// The value of an option that is a whole number from `low` to `high`; false after saying so.
bool args_read_range(const args_option *option, const char *value, int32_t low, int32_t high, int32_t *out);

/// The same from 0 on, for a number whose 0 means none, while the library's 0 means something else.
bool args_read_range_or_none(const args_option *option, const char *value, int32_t high, int32_t *out);

/// A whole text that is one number.
bool args_parse_int(const char *text, int64_t low, int64_t high, int64_t *out);

#endif // LANDFALL_CLI_ARGS_H
