// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The program `landfall`: one table lists the verbs, main finds the one that was asked for and runs it.
#include "cli.h"
#include "completion.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const cli_verb verbs[] = {
    {"route", "find one route from any of several sources to any of several targets", cmd_route},
    {"batch", "answer a file of queries", cmd_batch},
    {"field", "find how far every tile is from the nearest target, and where to go", cmd_field},
    {"matrix", "find the lengths from each of many sources to each of many targets", cmd_matrix},
    {"merge", "put the shards of a batch or a matrix together", cmd_merge},
    {"compare", "answer one query with every strategy, side by side", cmd_compare},
    {"bench", "answer many queries with several strategies and compare times and lengths", cmd_bench},
    {"replay", "edit a map and find routes on it as a script says", cmd_replay},
    {"keys", "find a way through a dungeon with keys and doors", cmd_keys},
    {"index", "build the index of a map, for routes in microseconds", cmd_index},
    {"info", "say what a map file holds", cmd_info},
    {"convert", "turn a map file into another format", cmd_convert},
    {"generate", "make a map from a kind, a size and a seed, or a script for a map", cmd_generate},
    {"check", "say whether a list of tiles is a legal route", cmd_check},
};
enum { VERB_COUNT = sizeof verbs / sizeof *verbs };

static void print_help(FILE *to) {
    fputs("Landfall finds routes on huge tile maps.\n\nUsage: landfall VERB [ARGUMENT]...\n\nVerbs:\n", to);
    for (int i = 0; i < VERB_COUNT; i++) fprintf(to, "  %-10s %s\n", verbs[i].name, verbs[i].text);
    fputs(
        "\n"
        "  landfall VERB --help   what a verb takes, with examples\n"
        "  landfall --version     the version\n"
        "\n"
        "Results go to stdout, messages to stderr. Exit code: 0 found or done, 1 no route, 2 misuse or bad\n"
        "input; on misuse and bad input nothing is written.\n",
        to);
}

static void print_version(void) {
    const uint32_t version = lf_version();
    printf("landfall %u.%u.%u\n", (unsigned)(version >> 16), (unsigned)(version >> 8 & 0xff),
           (unsigned)(version & 0xff));
}

static const cli_verb *find_verb(const char *name) {
    for (int i = 0; i < VERB_COUNT; i++)
        if (strcmp(verbs[i].name, name) == 0) return &verbs[i];
    return NULL;
}

static int unknown_verb(const char *name) {
    const char *names[VERB_COUNT + 2];
    for (int i = 0; i < VERB_COUNT; i++) names[i] = verbs[i].name;
    names[VERB_COUNT] = "--help";
    names[VERB_COUNT + 1] = "--version";
    cli_say_unknown(name[0] == '-' ? "verb or option" : "verb", name, names, VERB_COUNT + 2);
    cli_say("try 'landfall --help'");
    return CLI_BAD;
}

static int run(int argc, char **argv) {
    if (argc < 2) {
        print_help(stderr);
        return CLI_BAD;
    }
    const char *first = argv[1];
    const bool wants_help =
        strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 || strcmp(first, "help") == 0;
    if (wants_help && argc > 2) {
        const cli_verb *verb = find_verb(argv[2]);
        char *arguments[] = {argv[2], (char[]){"--help"}, NULL};
        return verb != NULL ? verb->run(2, arguments) : unknown_verb(argv[2]);
    }
    if (wants_help) {
        print_help(stdout);
        return CLI_OK;
    }
    if (strcmp(first, "--version") == 0 || strcmp(first, "-V") == 0) {
        print_version();
        return CLI_OK;
    }
    // For the build, which installs what it prints; the list of verbs is for people.
    if (strcmp(first, "completion") == 0) return completion_print(verbs, VERB_COUNT, argc - 1, argv + 1);
    const cli_verb *verb = find_verb(first);
    return verb != NULL ? verb->run(argc - 1, argv + 1) : unknown_verb(first);
}

int main(int argc, char **argv) {
    enum { BUFFER = 1 << 16 };
    signal(SIGXFSZ, SIG_IGN); // a file that gets too large is an error of its write, and ends like any other
    // Help and most answers are one write then, whose error is told at the end. Of an earlier one only that it was
    // there is known by then, not what it was. The stream keeps the memory.
    char *buffer = isatty(STDOUT_FILENO) ? NULL : malloc(BUFFER);
    if (buffer != NULL) setvbuf(stdout, buffer, _IOFBF, BUFFER);
    const int code = run(argc, argv);
    // A full disk must not look like an answer, whichever verb wrote.
    return cli_flush_stdout() ? code : CLI_BAD;
}
