// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The promises of depths and depth gates, on maps and queries made of bytes: the depth of every tile, the
// greatest gate that leaves a route, what harbours exempt, and a route under that gate, all as the oracle has
// them. One strategy a run. swarm_bytes.h has the layout; a byte a tile.

#include "swarm_bytes.h"

static const char *const names[] = {"strategy", "moves", "depths", "min_depth", "deepest",
                                    "harbour",  "level", "kind",   "radius",    "slice",
                                    "warm",     "salt",  "bodies", "cost"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static swarm_case c;
    fuzz_reader in = {data, size};
    c = (swarm_case){0};
    fuzz_size(&in, &c);
    fuzz_fields(&in, &c, names, sizeof names / sizeof *names);
    // Depths are from 0 to 63 here. Headland and strip take no gate, and are fuzz_route's.
    c.min_depth %= 66;
    if (c.strategy >= LF_STRATEGY_HEADLAND) c.strategy = LF_STRATEGY_FLOOD;
    fuzz_ends(&in, &c);
    fuzz_tiles(&in, &c, true);
    fuzz_case_run(&c);
    return 0;
}
