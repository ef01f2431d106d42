// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ends anywhere, on land and outside the map, under every rule; partial routes, and the best so far of
// searches that are paused; gates and harbours too. The answer is the one of the definition, by exhaustive
// search. One strategy a run. swarm_bytes.h has the layout; a byte a tile, with its depth.

#include "swarm_bytes.h"

static const char *const names[] = {"strategy",  "moves",       "cost",      "bodies",  "adrift",
                                    "from_kind", "from_radius", "from_skip", "to_kind", "to_radius",
                                    "to_skip",   "end_room",    "partial",   "slice",   "depths",
                                    "min_depth", "deepest",     "harbour",   "level",   "kind",
                                    "hierarchy", "only",        "warm",      "salt",    "all"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static swarm_case c;
    fuzz_reader in = {data, size};
    c = (swarm_case){0};
    fuzz_size(&in, &c);
    fuzz_fields(&in, &c, names, sizeof names / sizeof *names);
    fuzz_ends(&in, &c);
    fuzz_tiles(&in, &c, true);
    fuzz_case_run(&c);
    return 0;
}
