// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What the oracle says of a case. A gate is found by trying gates on maps of their own, halving what is left:
// a greater gate never leaves more tiles open.
#include "swarm.h"

#include <stdlib.h>
#include <string.h>

static int size_of(const swarm_case *c) {
    return c->width * c->height;
}

bool swarm_gated(const swarm_case *c) {
    return c->deepest != 0 || c->min_depth > 0;
}

/// Moves of a king from the nearest blocked tile, over everything: the oracle's distances on a map that is
/// open everywhere and has a frame around it.
static void depth_computed(const swarm_case *c, bool edge, uint8_t *out) {
    enum { FRAMED = (SWARM_SIDE + 2) * (SWARM_SIDE + 2) };
    static unsigned char open[FRAMED];
    static lf_source blocked[FRAMED];
    static int away[FRAMED];
    const int width = c->width + 2, height = c->height + 2;
    int64_t count = 0;
    memset(open, 1, sizeof open);
    for (int i = 0; i < width * height; i++) {
        const int x = i % width - 1, y = i / width - 1;
        const bool outside = x < 0 || y < 0 || x == c->width || y == c->height;
        if (outside ? edge : c->open[y * c->width + x] == 0) blocked[count++].tile = (lf_tile)i;
    }
    const oracle_map all = {.width = width, .height = height, .moves = LF_MOVES_KING_CUT, .open = open};
    oracle_distances(&all, NULL, blocked, count, away);
    for (int i = 0; i < size_of(c); i++) {
        const int depth = away[(i / c->width + 1) * width + i % c->width + 1];
        out[i] = (uint8_t)(depth < 0 || depth > 255 ? 255 : depth);
    }
}

/// What the harbours exempt: distances on the map without the gate, from all ends.
static void exempt_make(const swarm_case *c, const swarm_truth *t, uint8_t *out) {
    static lf_source ends[2 * SWARM_BERTHS];
    static int distances[SWARM_TILES];
    memset(out, 0, (size_t)size_of(c));
    if (c->harbour == 0 || !swarm_gated(c)) return;
    for (int i = 0; i < t->from.count; i++) ends[i].tile = t->from.tiles[i];
    for (int i = 0; i < t->to.count; i++) ends[t->from.count + i].tile = t->to.tiles[i];
    oracle_distances(&t->map, NULL, ends, t->from.count + t->to.count, distances);
    const int radius = c->harbour == LF_NONE ? 0 : c->harbour;
    for (int i = 0; i < size_of(c); i++) out[i] = distances[i] >= 0 && distances[i] <= radius;
}

/// The map and the ends as a gate leaves them.
static void gate_apply(const swarm_case *c, int32_t gate, swarm_truth *t) {
    for (int i = 0; i < size_of(c); i++)
        t->open[i] = c->open[i] != 0 && (t->depth[i] >= gate || t->exempt[i] != 0);
    t->map =
        (oracle_map){.width = c->width, .height = c->height, .moves = (lf_moves)c->moves, .open = t->open};
    t->query = (lf_query){.sources = t->sources, .targets = t->targets};
    for (int i = 0; i < t->from.count; i++) {
        if (t->open[t->from.tiles[i]] != 0) t->sources[t->query.source_count++].tile = t->from.tiles[i];
    }
    for (int i = 0; i < t->to.count; i++) {
        if (t->open[t->to.tiles[i]] != 0) t->targets[t->query.target_count++] = t->to.tiles[i];
    }
}

static bool gate_leaves_route(const swarm_case *c, int32_t gate, swarm_truth *t) {
    gate_apply(c, gate, t);
    return oracle_length(&t->map, NULL, &t->query) >= 0;
}

/// The greatest gate that leaves a route; -1 if none does.
static int32_t gate_deepest(const swarm_case *c, swarm_truth *t) {
    int32_t good = -1, bad = 256;
    while (bad - good > 1) {
        const int32_t middle = (good + bad) / 2;
        *(gate_leaves_route(c, middle, t) ? &good : &bad) = middle;
    }
    return good;
}

/// The gate in force: 0 if there is none, 256 if none leaves a route.
static int32_t gate_find(const swarm_case *c, swarm_truth *t) {
    if (!swarm_gated(c)) return 0;
    if (c->deepest == 0) return c->min_depth;
    const int32_t deepest = gate_deepest(c, t);
    return deepest < c->min_depth ? 256 : deepest;
}

static void truth_route(const swarm_case *c, swarm_truth *t) {
    const bool octile = c->cost == LF_COST_OCTILE && c->moves != LF_MOVES_ORTHOGONAL;
    t->diagonal = 0;
    t->length = octile ? oracle_octile_route(&t->map, &t->query, t->tiles, &t->diagonal)
                       : oracle_route(&t->map, &t->query, t->tiles);
    t->length--; // of tiles, 0 for none
}

// ---- Partial routes ---------------------------------------------------------------------------------

int swarm_crow(const swarm_case *c, lf_tile from, lf_tile to, int *diagonal) {
    const int dx = abs((int)from % c->width - (int)to % c->width);
    const int dy = abs((int)from / c->width - (int)to / c->width);
    *diagonal = c->moves == LF_MOVES_ORTHOGONAL ? 0 : dx < dy ? dx : dy;
    return dx + dy - *diagonal;
}

/// The cost of these moves. Two costs that differ, differ by far more than the rounding of a double.
static double crow_cost(const swarm_case *c, lf_tile from, lf_tile to) {
    int diagonal;
    const int moves = swarm_crow(c, from, to, &diagonal);
    return c->cost == LF_COST_OCTILE ? moves + diagonal * 0.4142135623730951 : moves;
}

int swarm_nearest(const swarm_case *c, const swarm_truth *t, lf_tile tile) {
    int best = 0;
    for (int i = 1; i < t->to.count; i++) {
        if (crow_cost(c, tile, t->to.tiles[i]) < crow_cost(c, tile, t->to.tiles[best]) - 1e-6) best = i;
    }
    return best;
}

/// The definition: of all tiles that can be reached, those nearest to a target as the crow flies; the oracle
/// takes the nearest of them by way, and of equals the first in the list, which is the lowest.
static void truth_partial(const swarm_case *c, swarm_truth *t) {
    static int reach[SWARM_TILES];
    gate_apply(c, swarm_gated(c) ? c->min_depth : 0, t);
    oracle_distances(&t->map, NULL, t->sources, t->query.source_count, reach);
    double best = 1e9;
    t->query.target_count = 0;
    for (int i = 0; i < size_of(c); i++) {
        if (reach[i] < 0) continue;
        const double cost = crow_cost(c, (lf_tile)i, t->to.tiles[swarm_nearest(c, t, (lf_tile)i)]);
        if (cost > best + 1e-6) continue;
        if (cost < best - 1e-6) t->query.target_count = 0;
        best = cost < best ? cost : best;
        t->targets[t->query.target_count++] = (lf_tile)i;
    }
    truth_route(c, t);
    t->partial = t->length >= 0;
    if (t->partial && swarm_gated(c)) t->gate_depth = c->min_depth;
}

void swarm_truth_make(const swarm_case *c, swarm_truth *t) {
    memset(t->depth, 255, (size_t)size_of(c));
    if (c->depths == SWARM_OF_MAP || c->depths == SWARM_PLANE)
        memcpy(t->depth, c->depth, (size_t)size_of(c));
    else if (c->depths != SWARM_NO_DEPTH)
        depth_computed(c, c->depths == SWARM_COMPUTED_EDGE, t->depth);
    memset(t->exempt, 0, sizeof t->exempt);
    t->partial = false;
    swarm_berths_make(c, t);
    if (t->status != LF_OK) return;
    gate_apply(c, 0, t); // the whole map
    exempt_make(c, t, t->exempt);
    const int32_t gate = gate_find(c, t);
    gate_apply(c, gate, t);
    truth_route(c, t);
    t->gate_depth = swarm_gated(c) && t->length >= 0 ? gate : -1;
    if (t->length < 0 && c->partial != 0) truth_partial(c, t);
}
