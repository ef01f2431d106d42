// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Command lines from tables. getopt_long does the walking (short and long forms, "--name=value", operands
// anywhere, "--"); this file turns our tables into its tables, and its answers into readers and messages.
#include "args.h"

#include "cli.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

enum {
    MAX_OPTIONS = 64, // of one verb, over all its groups
    LONG_BASE = 256,  // getopt_long's value of option i is LONG_BASE + i, clear of all letters
    EVERY_VERB = 2,   // options that every verb has: --quiet, --help
    HELP_COLUMN = 30, // where the texts of options begin in the help
};

/// The options that every verb has, which read_options knows by their letters.
static const args_option every_verb[EVERY_VERB] = {
    {.name = "quiet", .letter = 'q', .text = "no progress, notes or summary on stderr"},
    {.name = "help", .letter = 'h', .text = "this text"},
};

/// All options of a verb, flattened, in the form that getopt_long reads.
typedef struct option_table {
    struct option longs[MAX_OPTIONS + 3]; // two more for --quiet and --help, one for the end
    char letters[2 * MAX_OPTIONS + 5];
    const args_option *options[MAX_OPTIONS];
    void *into[MAX_OPTIONS];
    int count;
} option_table;

static void table_add(option_table *table, const args_option *option, void *into) {
    const int i = table->count++;
    table->options[i] = option;
    table->into[i] = into;
    table->longs[i] = (struct option){.name = option->name,
                                      .has_arg = option->value != NULL ? required_argument : no_argument,
                                      .val = LONG_BASE + i};
    if (option->letter == 0) return;
    const size_t end = strlen(table->letters);
    table->letters[end] = option->letter;
    if (option->value != NULL) table->letters[end + 1] = ':';
}

/// False if there are more options than the table has room for: none may get lost.
static bool table_fill(option_table *table, const args_group *groups, int group_count) {
    *table = (option_table){.letters =
                                ":hq"}; // the colon makes getopt tell a missing value from an unknown option
    for (int g = 0; g < group_count; g++) {
        if (groups[g].count > MAX_OPTIONS - table->count) return false;
        for (int i = 0; i < groups[g].count; i++) table_add(table, &groups[g].options[i], groups[g].into);
    }
    for (int i = 0; i < EVERY_VERB; i++)
        table->longs[table->count + i] =
            (struct option){.name = every_verb[i].name, .val = every_verb[i].letter};
    return true;
}

/// The index of the option that getopt_long means by `value`, or -1.
static int table_find(const option_table *table, int value) {
    if (value >= LONG_BASE) return value - LONG_BASE;
    for (int i = 0; i < table->count; i++)
        if (table->options[i]->letter != 0 && table->options[i]->letter == value) return i;
    return -1;
}

static void print_option(const args_option *option) {
    char letter[8] = "", form[96];
    if (option->letter != 0) snprintf(letter, sizeof letter, "-%c, ", option->letter);
    snprintf(form, sizeof form, "%s--%s%s%s", letter, option->name, option->value != NULL ? " " : "",
             option->value != NULL ? option->value : "");
    printf("  %-*s", HELP_COLUMN - 2, form);
    if (strlen(form) > HELP_COLUMN - 4) printf("\n%*s", HELP_COLUMN, "");
    for (const char *c = option->text; *c != '\0'; c++) {
        putchar(*c);
        if (*c == '\n') printf("%*s", HELP_COLUMN, "");
    }
    putchar('\n');
    if (option->names == NULL) return;
    printf("%*sone of", HELP_COLUMN, "");
    for (int i = 0; option->names(i) != NULL; i++) printf("%s%s", i == 0 ? " " : ", ", option->names(i));
    putchar('\n');
}

static void print_help(const args_spec *spec, const option_table *table) {
    printf("Usage: landfall %s %s\n\n%s\n\nOptions:\n", spec->verb, spec->usage, spec->about);
    for (int i = 0; i < table->count; i++) print_option(table->options[i]);
    for (int i = 0; i < EVERY_VERB; i++) print_option(&every_verb[i]);
    printf("\nExamples:\n%s\n", spec->examples);
}

int args_misuse(const args_spec *spec) {
    cli_say("try 'landfall %s --help'", spec->verb);
    return CLI_BAD;
}

/// Lists the options that begin with the first `size` letters of `word`; false if there are none.
static bool say_too_short(const option_table *table, const char *word, size_t size) {
    int meant = 0;
    for (int i = 0; i < table->count + EVERY_VERB; i++) {
        const char *name = table->longs[i].name;
        if (size <= 2 || strncmp(word, "--", 2) != 0 || strncmp(name, word + 2, size - 2) != 0) continue;
        if (meant == 0)
            fprintf(stderr, "landfall: option '%.*s' is too short to tell which of", (int)size, word);
        fprintf(stderr, "%s --%s", meant++ == 0 ? "" : ",", name);
    }
    if (meant > 0) fputs(" is meant\n", stderr);
    return meant > 0;
}

/// Explains a word that getopt_long did not take: the beginning of several options, or of none.
static void say_unknown_word(const option_table *table, const char *word) {
    const size_t size = strcspn(word, "=");
    if (say_too_short(table, word, size)) return;
    char name[128], forms[MAX_OPTIONS + EVERY_VERB][64];
    const char *names[MAX_OPTIONS + EVERY_VERB];
    snprintf(name, sizeof name, "%.*s", (int)size, word);
    for (int i = 0; i < table->count + EVERY_VERB; i++) {
        snprintf(forms[i], sizeof forms[i], "--%s", table->longs[i].name);
        names[i] = forms[i];
    }
    cli_say_unknown("option", name, names, table->count + EVERY_VERB);
}

static void say_unknown_option(const option_table *table, char **argv) {
    const int known = optopt != 0 ? table_find(table, optopt) : -1;
    const char letter[] = {'-', (char)optopt, '\0'};
    if (known >= 0 || optopt == 'h' || optopt == 'q')
        cli_say("--%s takes no value", known >= 0      ? table->options[known]->name
                                       : optopt == 'h' ? "help"
                                                       : "quiet");
    else
        say_unknown_word(table, optopt != 0 ? letter : argv[optind - 1]);
}

/// Keeps an option that was given; false after saying that there are too many.
static bool given_add(args_given *given, const args_option *option, const char *value) {
    if (given == NULL) return true;
    if (given->count == ARGS_MAX_GIVEN) {
        cli_say("more than %d options", ARGS_MAX_GIVEN);
        return false;
    }
    given->items[given->count].name = option->name;
    given->items[given->count++].value = value;
    return true;
}

/// Walks the options. False if the verb ends here, with the exit code in `code`.
static bool read_options(const args_spec *spec, const option_table *table, int argc, char **argv, int *code,
                         args_given *given) {
    opterr = 0;
    for (;;) {
        const int value = getopt_long(argc, argv, table->letters, table->longs, NULL);
        if (value == -1) return true;
        if (value == 'h') {
            print_help(spec, table);
            *code = CLI_OK;
            return false;
        }
        if (value == 'q') {
            cli_quiet = true;
            continue;
        }
        *code = CLI_BAD;
        if (value == ':') {
            const args_option *option = table->options[table_find(table, optopt)];
            cli_say("--%s needs a value: --%s %s", option->name, option->name, option->value);
            return false;
        }
        if (value == '?') {
            say_unknown_option(table, argv);
            args_misuse(spec);
            return false;
        }
        const int i = table_find(table, value);
        const args_option *option = table->options[i];
        if (!option->read(option, optarg, (char *)table->into[i] + option->field)) return false;
        if (!given_add(given, option, optarg)) return false;
    }
}

static bool read_operands(const args_spec *spec, int argc, char **argv, const char **operands, int *code) {
    int count = 0;
    while (spec->operands[count] != NULL) {
        if (optind == argc) {
            cli_say("%s needs %s: landfall %s %s", spec->verb, spec->operands[count], spec->verb,
                    spec->usage);
            *code = args_misuse(spec);
            return false;
        }
        operands[count++] = argv[optind++];
    }
    if (optind == argc || spec->repeats) return true;
    cli_say("unexpected argument '%s'%s%s", argv[optind], spec->surplus_hint != NULL ? "; " : "",
            spec->surplus_hint != NULL ? spec->surplus_hint : "");
    *code = args_misuse(spec);
    return false;
}

static args_visitor *visitor = NULL;
static void *visitor_user = NULL;

void args_visit(args_visitor *visit, void *user) {
    visitor = visit;
    visitor_user = user;
}

static void show_options(const option_table *table) {
    for (int i = 0; i < table->count; i++) visitor(table->options[i], visitor_user);
    for (int i = 0; i < EVERY_VERB; i++) visitor(&every_verb[i], visitor_user);
}

bool args_parse_given(const args_spec *spec, const args_group *groups, int group_count, int argc, char **argv,
                      const char *operands[ARGS_MAX_OPERANDS], int *code, args_given *given) {
    option_table table;
    if (given != NULL) given->count = 0;
    if (!table_fill(&table, groups, group_count)) {
        cli_say("%s has more options than the program has room for", spec->verb);
        *code = CLI_BAD;
        return false;
    }
    if (visitor != NULL) {
        show_options(&table);
        *code = CLI_OK;
        return false;
    }
    if (!read_options(spec, &table, argc, argv, code, given)) return false;
    if (given != NULL) {
        given->operands = argv + optind;
        given->operand_count = argc - optind;
    }
    return read_operands(spec, argc, argv, operands, code);
}

bool args_parse_groups(const args_spec *spec, const args_group *groups, int group_count, int argc,
                       char **argv, const char *operands[ARGS_MAX_OPERANDS], int *code) {
    return args_parse_given(spec, groups, group_count, argc, argv, operands, code, NULL);
}

// ---------------------------------------------------------------------------------------------------
// Readers
// ---------------------------------------------------------------------------------------------------

bool args_read_flag(const args_option *option, const char *value, void *field) {
    (void)option;
    (void)value;
    *(bool *)field = true;
    return true;
}

bool args_read_string(const args_option *option, const char *value, void *field) {
    if (value[0] == '\0') {
        cli_say("--%s: the value is empty", option->name);
        return false;
    }
    *(const char **)field = value;
    return true;
}

enum { MAX_NAMES = 64 };

int args_find_choice(const char *what, const char *word, args_names *names) {
    const char *all[MAX_NAMES];
    int count = 0;
    for (; count < MAX_NAMES && names(count) != NULL; count++) {
        all[count] = names(count);
        if (strcmp(word, all[count]) == 0) return count;
    }
    cli_say_unknown(what, word, all, count);
    return -1;
}

int args_find_value(const args_option *option, const char *value) {
    char what[64];
    snprintf(what, sizeof what, "--%s", option->name);
    return args_find_choice(what, value, option->names);
}

bool args_read_choice(const args_option *option, const char *value, void *field) {
    const int found = args_find_value(option, value);
    if (found >= 0) *(int *)field = found;
    return found >= 0;
}

bool args_read_choice_or_none(const args_option *option, const char *value, void *field) {
    const bool found = args_read_choice(option, value, field);
    if (found) ++*(int *)field;
    return found;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Reads digits as a number; false if there is none or it does not fit. Own code, because strtoull takes
/// blanks, signs and wraps negative numbers around.
static bool take_u64(const char **text, uint64_t *out) {
    const char *c = *text;
    if (!is_digit(*c)) return false;
    uint64_t number = 0;
    for (; is_digit(*c); c++) {
        const uint64_t digit = (uint64_t)(*c - '0');
        if (number > (UINT64_MAX - digit) / 10) return false;
        number = number * 10 + digit;
    }
    *out = number;
    *text = c;
    return true;
}

bool args_read_u64(const args_option *option, const char *value, void *field) {
    const char *end = value;
    if (take_u64(&end, field) && *end == '\0') return true;
    cli_say("--%s: '%s' is not a whole number from 0 to %llu", option->name, value,
            (unsigned long long)UINT64_MAX);
    return false;
}

bool args_take_int(const char **text, int64_t low, int64_t high, int64_t *out) {
    const bool negative = **text == '-';
    const char *end = *text + negative;
    uint64_t size;
    if (!take_u64(&end, &size) || size > INT64_MAX) return false;
    const int64_t number = negative ? -(int64_t)size : (int64_t)size;
    if (number < low || number > high) return false;
    *out = number;
    *text = end;
    return true;
}

bool args_parse_int(const char *text, int64_t low, int64_t high, int64_t *out) {
    int64_t number;
    if (!args_take_int(&text, low, high, &number) || *text != '\0') return false;
    *out = number;
    return true;
}

bool args_read_range(const args_option *option, const char *value, int32_t low, int32_t high, int32_t *out) {
    int64_t number;
    if (!args_parse_int(value, low, high, &number)) {
        cli_say("--%s: '%s' is not a whole number from %d to %d", option->name, value, low, high);
        return false;
    }
    *out = (int32_t)number;
    return true;
}

bool args_read_range_or_none(const args_option *option, const char *value, int32_t high, int32_t *out) {
    if (!args_read_range(option, value, 0, high, out)) return false;
    if (*out == 0) *out = LF_NONE;
    return true;
}

bool args_read_size(const args_option *option, const char *value, void *field) {
    args_size *size = field;
    const char *end = value;
    int64_t width, height;
    if (args_take_int(&end, 1, INT32_MAX, &width) && *end++ == 'x' &&
        args_take_int(&end, 1, INT32_MAX, &height) && *end == '\0') {
        *size = (args_size){(int32_t)width, (int32_t)height};
        return true;
    }
    cli_say("--%s: '%s' is not a size, expected WIDTHxHEIGHT in tiles, such as 640x480", option->name, value);
    return false;
}
