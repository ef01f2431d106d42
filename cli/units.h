// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file units.h
/// Bytes, times and counts as people read them: "13.3 MB", "1.2 s", "8.0 M". JSON and CSV have plain numbers.
#ifndef LANDFALL_CLI_UNITS_H
#define LANDFALL_CLI_UNITS_H

enum { UNITS_TEXT = 32 };

/// Each writes into `out` and returns it.
const char *units_bytes(double bytes, char out[UNITS_TEXT]); ///< B, kB, MB, GB, TB, of 1000 each
const char *units_time(double ns, char out[UNITS_TEXT]);     ///< us, ms, s; "2 min 5 s", "3 h 20 min"
const char *units_count(double count, char out[UNITS_TEXT]); ///< a number, or k, M, G, T of them

#endif // LANDFALL_CLI_UNITS_H
