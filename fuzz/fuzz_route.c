// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The promise of every strategy, on maps and queries made of bytes: a route exactly when the oracle finds
// one, legal, as good as `exact` says, the same in slices, without an allocation, after other queries too.
// One strategy a run. swarm_bytes.h has the layout; a bit a tile.

#include "swarm_bytes.h"

static const char *const names[] = {
    "strategy", "moves",      "cost",      "bodies",     "format",  "level",      "kind",  "given",
    "radius",   "widenings",  "frontier",  "straighten", "spacing", "portal_cap", "entry", "keep_joints",
    "only",     "route_room", "hierarchy", "saved",      "slice",   "warm",       "salt",  "all"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static swarm_case c;
    fuzz_reader in = {data, size};
    c = (swarm_case){0};
    fuzz_size(&in, &c);
    fuzz_fields(&in, &c, names, sizeof names / sizeof *names);
    fuzz_ends(&in, &c);
    fuzz_tiles(&in, &c, false);
    fuzz_case_run(&c);
    return 0;
}
