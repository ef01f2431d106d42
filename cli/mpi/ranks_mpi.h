// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file ranks_mpi.h
/// Ranks by MPI: begin and end of the program.
#ifndef LANDFALL_CLI_MPI_RANKS_MPI_H
#define LANDFALL_CLI_MPI_RANKS_MPI_H

#include "../ranks.h"

/// Begins MPI. Ends the program if it does not go with threads.
void ranks_start(int *argc, char ***argv);

/// Ends MPI, after a verb that ended with a code. Returns what the program ends with: that code for rank 0, and 0 for all
/// others, so that it is said once. "No" is an answer, and 0 as well: whoever starts ranks takes all else for a failure.
int ranks_stop(int code);

#endif // LANDFALL_CLI_MPI_RANKS_MPI_H
