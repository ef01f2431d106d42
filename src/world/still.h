// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Judging stored routes.
#ifndef LANDFALL_STILL_H
#define LANDFALL_STILL_H

#include "world.h"

/// A voyage, and the state and log to judge it by.
typedef struct lfi_judge {
    const lfi_chart *chart;
    const lfi_log *log;
    uint64_t first; ///< number of the first change after the voyage's version
    bool known;     ///< whether all changes are in the log
    const lf_voyage *voyage;
} lfi_judge;

// proof.c

/// Whether a legal voyage is still shortest: LF_STILL_SHORTEST, LF_STILL_BEATEN or LF_STILL_LEGAL.
lf_still lfi_judge_length(const lfi_judge *judge);

#endif // LANDFALL_STILL_H
