// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall-mpi: the verbs whose work ranks can share.
#include "cli.h"
#include "ranks_mpi.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static const cli_verb verbs[] = {
    {"batch", "answer the queries of a file, as CSV or JSON lines", cmd_batch},
    {"matrix", "find the lengths from many sources to many targets", cmd_matrix},
};
enum { VERB_COUNT = sizeof verbs / sizeof *verbs };

static void print_help(FILE *to) {
    fputs("landfall-mpi does the work of some verbs of landfall on many machines.\n\n"
          "Usage: mpirun -n RANKS landfall-mpi VERB [ARGUMENT]...\n\nVerbs:\n",
          to);
    for (int i = 0; i < VERB_COUNT; i++) fprintf(to, "  %-10s %s\n", verbs[i].name, verbs[i].text);
    fputs("\n"
          "  landfall-mpi VERB --help   what a verb takes: the same as for landfall\n"
          "  landfall-mpi --version     the version\n"
          "\n"
          "The output is that of landfall, with --no-times byte for byte. All ranks write it together,\n"
          "so --out FILE is needed, and they read the queries by themselves, so a pipe will not do.\n"
          "--threads is per rank. matrix writes CSV alone. Exit code: 0 done, whether or not all have a\n"
          "route, 2 misuse, bad input, or an output that ended early, 3 --verify found another length.\n",
          to);
}

static void print_version(void) {
    const uint32_t version = lf_version();
    printf("landfall-mpi %u.%u.%u\n", (unsigned)(version >> 16), (unsigned)(version >> 8 & 0xff),
           (unsigned)(version & 0xff));
}

static int unknown_verb(const char *name) {
    const char *names[VERB_COUNT + 2];
    for (int i = 0; i < VERB_COUNT; i++) names[i] = verbs[i].name;
    names[VERB_COUNT] = "--help";
    names[VERB_COUNT + 1] = "--version";
    cli_say_unknown("verb of landfall-mpi", name, names, VERB_COUNT + 2);
    return CLI_BAD;
}

static int run(int argc, char **argv) {
    const char *first = argc > 1 ? argv[1] : NULL;
    if (first == NULL) {
        print_help(stderr);
        return CLI_BAD;
    }
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 || strcmp(first, "help") == 0) {
        print_help(stdout);
        return CLI_OK;
    }
    if (strcmp(first, "--version") == 0 || strcmp(first, "-V") == 0) {
        print_version();
        return CLI_OK;
    }
    for (int i = 0; i < VERB_COUNT; i++)
        if (strcmp(verbs[i].name, first) == 0) return verbs[i].run(argc - 1, argv + 1);
    return unknown_verb(first);
}

int main(int argc, char **argv) {
    signal(SIGXFSZ, SIG_IGN); // a file that gets too large is an error of its write, and ends like any other
    ranks_start(&argc, &argv);
    int code = run(argc, argv);
    if (!cli_flush_stdout()) code = CLI_BAD;
    return ranks_stop(code);
}
