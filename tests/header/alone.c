// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The header compiles alone, as C17 and (the same file, copied to .cpp by the build) as C++17.
#include <landfall.h>

lf_query header_test_query(void);
lf_query header_test_query(void) {
    static lf_query query; // all zero: the defaults
    return query;
}
