// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file completion.h
/// landfall completion bash|zsh: what a shell needs to complete verbs, options and their values, made from
/// the tables that the program itself reads, so that it cannot go stale.
#ifndef LANDFALL_CLI_COMPLETION_H
#define LANDFALL_CLI_COMPLETION_H

#include "cli.h"

/// Prints the completion for a shell. Returns the exit code.
int completion_print(const cli_verb *verbs, int verb_count, int argc, char **argv);

#endif // LANDFALL_CLI_COMPLETION_H
