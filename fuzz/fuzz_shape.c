// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The promises of shapes, on routes made of bytes: waypoints and waypoints moved offshore have straight lines
// of legal moves between them, all of it open under the gate, and no curve leaves open tiles. One route a
// run; the guided strategies make longer ones than `flood`. swarm_bytes.h has the layout; a byte a tile.

#include "swarm_bytes.h"

static const char *const names[] = {"strategy", "moves", "depths",     "min_depth", "deepest",
                                    "harbour",  "level", "look_ahead", "window",    "curve"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static swarm_case c;
    fuzz_reader in = {data, size};
    c = (swarm_case){.shape = 1};
    fuzz_size(&in, &c);
    fuzz_fields(&in, &c, names, sizeof names / sizeof *names);
    c.min_depth %= 16;
    fuzz_ends(&in, &c);
    fuzz_tiles(&in, &c, true);
    fuzz_case_run(&c);
    return 0;
}
