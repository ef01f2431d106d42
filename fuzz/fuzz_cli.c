// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Arguments of the program: bytes become a command line, which the parser of a verb takes apart into its
// options.
//
//     route\0--from\01,2 3,4=5\0--to\0...      words with a 0 between them; the first one is the verb
//
// The verbs are the program's own, from main.c's table on, but they stop behind args_parse: nothing is read,
// written or searched. So the sources that this needs are included here with that one function replaced, and
// with messages going nowhere. Checked: no crash, no leak; the parser says whether to go on or gives an exit
// code; if it says to go on, all operands are there; the same words give the same verdict again.

#define _GNU_SOURCE // getopt_long

#include "fuzz.h"

#include <getopt.h>
#include <stdio.h>

int program_main(int argc, char **argv);

static FILE *nowhere;
#undef stderr
#undef stdout
#define stderr            nowhere
#define stdout            nowhere
#define printf(...)       fprintf(nowhere, __VA_ARGS__)
#define puts(text)        fprintf(nowhere, "%s\n", text)
#define putchar(sign)     fputc(sign, nowhere)

#define main              program_main
#define run               program_run
#define print_help        program_print_help
#define args_parse_groups args_parse_whole
#include "../cli/main.c"
#undef print_help
#undef run
#undef main
#include "../cli/args.c"
#undef args_parse_groups
#include "../cli/cli.c"
#undef stderr
#undef stdout

bool args_parse_groups(const args_spec *spec, const args_group *groups, int group_count, int argc,
                       char **argv, const char *operands[ARGS_MAX_OPERANDS], int *code);

// What the verbs call: they are told to end as soon as their options are known.
static int verdict; // of the last command line: -1 = it was taken, otherwise the exit code

bool args_parse_groups(const args_spec *spec, const args_group *groups, int group_count, int argc,
                       char **argv, const char *operands[ARGS_MAX_OPERANDS], int *code) {
    *code = -2;
    const bool taken = args_parse_whole(spec, groups, group_count, argc, argv, operands, code);
    for (int i = 0; taken && spec->operands[i] != NULL; i++) FUZZ_CHECK(operands[i] != NULL);
    FUZZ_CHECK(taken || *code == CLI_OK || *code == CLI_BAD);
    verdict = taken ? -1 : *code;
    if (taken) *code = CLI_OK;
    return false;
}

enum { MAX_WORDS = 64 };

// Splits a copy of the bytes into words; argv ends with NULL.
static int words_split(char *text, size_t size, char *argv[MAX_WORDS + 2]) {
    static char name[] = "landfall";
    int count = 0;
    argv[count++] = name;
    for (size_t at = 0; at < size && count <= MAX_WORDS; at += strlen(text + at) + 1)
        argv[count++] = text + at;
    argv[count] = NULL;
    return count;
}

static int words_run(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1), *argv[MAX_WORDS + 2];
    if (text == NULL) return CLI_BAD;
    memcpy(text, data, size);
    text[size] = '\0';
    verdict = -2;
    optind = 0; // getopt begins anew
    const int code = program_run(words_split(text, size, argv), argv);
    FUZZ_CHECK(code == CLI_OK || code == CLI_BAD);
    free(text);
    return verdict == -1 ? verdict : code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (nowhere == NULL) nowhere = fopen("/dev/null", "w");
    if (nowhere == NULL || size > 4096) return 0;
    const int first = words_run(data, size);
    FUZZ_CHECK(words_run(data, size) == first);
    return 0;
}
