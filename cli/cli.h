// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file cli.h
/// What every verb of the program shares: exit codes, messages, the clock and the list of verbs.
#ifndef LANDFALL_CLI_H
#define LANDFALL_CLI_H

#include <landfall.h>
#include <stdbool.h>
#include <stdint.h>

/// The exit codes of the program, the same for every verb.
enum {
    CLI_OK = 0,    ///< done; for routes: found
    CLI_NO = 1,    ///< a valid question with the answer "no": no route, or not a legal route
    CLI_BAD = 2,   ///< misuse, bad input, or an output that cannot be written
    CLI_LIMIT = 3, ///< a limit was hit: what was found is not proven to be the best (keys)
    CLI_WRONG = 3, ///< an answer that another search contradicts: the program is wrong
};

/// Prints "landfall: ", the text and a line end on stderr.
__attribute__((format(printf, 1, 2))) void cli_say(const char *format, ...);

/// The same with "note: " before the text, for what the user may want to know and need not; nothing with
/// --quiet.
__attribute__((format(printf, 1, 2))) void cli_note(const char *format, ...);

/// Whether --quiet was given: no notes, no progress, no summary. args_parse reads it for every verb.
extern bool cli_quiet;

/// Says that memory ran out; returns CLI_BAD, so that a verb can end with it.
int cli_no_memory(void);

/// What a status means: lf_status_text, or for statuses whose text names a part of the library, what a user of
/// the program can do.
const char *cli_status_text(lf_status status);

/// Says that `word` is no known `what` ("strategy"), and which one is meant if one is close; lists all unless
/// they are many and one is close.
void cli_say_unknown(const char *what, const char *word, const char *const *names, int count);

/// Flushes stdout. False if anything could not be written; the reason has been said.
bool cli_flush_stdout(void);

/// Says that stdout cannot be written, with errno as the reason; returns false.
bool cli_say_stdout_fails(void);

/// A monotonic clock in nanoseconds, in the shape that lf_clock wants. `user` is not used.
uint64_t cli_now_ns(void *user);

/// A verb of the program. `run` gets the arguments from the verb's own name on and returns the exit code.
typedef struct cli_verb {
    const char *name;
    const char *text; ///< what it does, in one line
    int (*run)(int argc, char **argv);
} cli_verb;

int cmd_batch(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_convert(int argc, char **argv);
int cmd_field(int argc, char **argv);
int cmd_generate(int argc, char **argv);
int cmd_index(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_keys(int argc, char **argv);
int cmd_matrix(int argc, char **argv);
int cmd_merge(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_route(int argc, char **argv);

#endif // LANDFALL_CLI_H
