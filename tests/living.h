// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A world beside a plain model of it: every shape is drawn on both, and what the world then knows is compared
// with a map made anew from the model's bytes.
#ifndef LANDFALL_LIVING_H
#define LANDFALL_LIVING_H

#include "ends.h"
#include "forge.h"
#include "meter.h"

typedef struct living {
    lf_world *world;
    oracle_map now;   ///< as committed
    oracle_map drawn; ///< with the shapes that are not
    lf_cost cost;     ///< of the index, and of queries
    lf_coarse_desc coarse;
    lf_depth_desc depth;
    lf_index_desc index;
    lf_weights_desc weights;
    uint64_t version;
    bool has_coarse, has_depth;
} living;

static inline size_t living_size(const living *l) {
    return (size_t)l->now.width * (size_t)l->now.height;
}

/// What a living world is made with; each part is there or not.
typedef struct living_desc {
    bool index, index_later, coarse, depth, skip_bodies;
    lf_cost cost;
    lf_hierarchy hierarchy;
    lf_coarse_kind kind;
    const uint32_t *soft; ///< NULL, or what tiles weigh by depth
    lf_allocator allocator;
} living_desc;

static inline lf_world_desc living_world_desc(living *l, const living_desc *desc) {
    l->index = (lf_index_desc){.cost = desc->cost, .hierarchy = desc->hierarchy};
    l->coarse = (lf_coarse_desc){.kind = desc->kind};
    l->weights = (lf_weights_desc){.depth_table = desc->soft};
    return (lf_world_desc){.map = {.width = l->now.width,
                                   .height = l->now.height,
                                   .tiles = l->now.open,
                                   .tiles_size = living_size(l),
                                   .moves = l->now.moves,
                                   .skip_bodies = desc->skip_bodies,
                                   .allocator = desc->allocator},
                           .index = desc->index ? &l->index : NULL,
                           .index_later = desc->index_later,
                           .coarse = desc->coarse ? &l->coarse : NULL,
                           .depth = desc->depth ? &l->depth : NULL,
                           .weights = &l->weights,
                           .weights_count = desc->soft != NULL ? 1 : 0};
}

/// A living world of a map, which it takes over.
static inline living living_make(oracle_map map, const living_desc *desc) {
    living l = {
        .now = map, .drawn = map, .cost = desc->cost, .has_coarse = desc->coarse, .has_depth = desc->depth};
    l.drawn.open = malloc(living_size(&l));
    memcpy(l.drawn.open, map.open, living_size(&l));
    const lf_world_desc world = living_world_desc(&l, desc);
    CHECK_EQ(lf_world_create(&world, &l.world), LF_OK);
    return l;
}

static inline void living_free(living *l) {
    lf_world_destroy(l->world);
    free(l->now.open);
    free(l->drawn.open);
}

// ---- Shapes ---------------------------------------------------------------------------------------

static inline void model_set(living *l, int64_t x, int64_t y, bool open) {
    if (x >= 0 && y >= 0 && x < l->now.width && y < l->now.height) l->drawn.open[y * l->now.width + x] = open;
}

static inline void living_disc(living *l, lf_point centre, int32_t radius, bool open) {
    CHECK_EQ(lf_world_set_disc(l->world, centre, radius, open), LF_OK);
    for (int y = 0; y < l->now.height; y++) {
        for (int x = 0; x < l->now.width; x++) {
            const int64_t dx = llabs((int64_t)x - centre.x), dy = llabs((int64_t)y - centre.y);
            if (dx <= radius && dy <= radius && dx * dx + dy * dy <= (int64_t)radius * radius)
                model_set(l, x, y, open);
        }
    }
}

static inline void living_rect(living *l, lf_point corner, int32_t width, int32_t height, bool open) {
    CHECK_EQ(lf_world_set_rect(l->world, corner, width, height, open), LF_OK);
    for (int y = 0; y < l->now.height; y++) {
        for (int x = 0; x < l->now.width; x++) {
            if (x >= corner.x && y >= corner.y && (int64_t)x - corner.x < width &&
                (int64_t)y - corner.y < height)
                model_set(l, x, y, open);
        }
    }
}

static inline void living_tiles(living *l, uint64_t *random, int count, bool open) {
    lf_tile tiles[64];
    for (int i = 0; i < count; i++) {
        tiles[i] = (lf_tile)oracle_below(random, l->now.width * l->now.height);
        l->drawn.open[tiles[i]] = open;
    }
    CHECK_EQ(lf_world_set_tiles(l->world, tiles, count, open), LF_OK);
}

static inline void living_stencil(living *l, uint64_t *random, bool masked) {
    uint8_t bits[3 * 20], mask[3 * 20];
    for (size_t i = 0; i < sizeof bits; i++) bits[i] = (uint8_t)oracle_random(random);
    for (size_t i = 0; i < sizeof mask; i++) mask[i] = (uint8_t)oracle_random(random);
    const lf_stencil stencil = {.corner = {oracle_below(random, l->now.width + 20) - 20,
                                           oracle_below(random, l->now.height + 20) - 20},
                                .width = 17 + oracle_below(random, 8),
                                .height = oracle_below(random, 21),
                                .bits = bits,
                                .mask = masked ? mask : NULL,
                                .size = sizeof bits};
    CHECK_EQ(lf_world_set_stencil(l->world, &stencil), LF_OK);
    for (int y = 0; y < stencil.height; y++) {
        for (int x = 0; x < stencil.width; x++) {
            const int byte = y * 3 + x / 8;
            if (masked && (mask[byte] >> x % 8 & 1) == 0) continue;
            model_set(l, stencil.corner.x + x, stencil.corner.y + y, (bits[byte] >> x % 8 & 1) != 0);
        }
    }
}

/// Draws a random shape: most are small, some reach beyond the map or cover all of it.
static inline void living_draw(living *l, uint64_t *random) {
    const lf_point place = {oracle_below(random, l->now.width + 6) - 3,
                            oracle_below(random, l->now.height + 6) - 3};
    const bool open = oracle_below(random, 2) == 0;
    switch (oracle_below(random, 12)) {
    case 0: living_stencil(l, random, true); break;
    case 1: living_stencil(l, random, false); break;
    case 2: living_tiles(l, random, oracle_below(random, 64), open); break;
    case 3: living_tiles(l, random, 1, open); break;
    case 4: living_rect(l, place, l->now.width, 1 + oracle_below(random, 2), open); break;
    case 5: living_rect(l, place, 1 + oracle_below(random, 2), l->now.height, open); break;
    case 6: living_rect(l, place, oracle_below(random, 9), oracle_below(random, 9), open); break;
    case 7: living_disc(l, place, oracle_below(random, 40), open); break;
    default: living_disc(l, place, oracle_below(random, 6), open); break;
    }
}

/// Commits, and compares the report with the model.
static inline void living_commit(living *l) {
    int64_t opened = 0, blocked = 0;
    for (size_t i = 0; i < living_size(l); i++) {
        opened += l->drawn.open[i] > l->now.open[i];
        blocked += l->drawn.open[i] < l->now.open[i];
    }
    lf_edit_report report;
    CHECK_EQ(lf_world_commit(l->world, &report), LF_OK);
    CHECK_EQ(report.opened, opened);
    CHECK_EQ(report.blocked, blocked);
    l->version += opened + blocked > 0;
    CHECK_EQ(report.version, l->version);
    memcpy(l->now.open, l->drawn.open, living_size(l));
}

// ---- Comparing ------------------------------------------------------------------------------------

static inline lf_map *living_anew(const living *l) {
    lf_map *map = oracle_to_map(&l->now);
    CHECK(map != NULL);
    return map;
}

static inline void check_map_tiles(const lf_map *map, const lf_map *anew) {
    const lf_tile count = (lf_tile)(lf_map_width(anew) * lf_map_height(anew));
    CHECK_EQ(lf_map_width(map), lf_map_width(anew));
    CHECK_EQ(lf_map_height(map), lf_map_height(anew));
    CHECK_EQ(lf_map_moves(map), lf_map_moves(anew));
    CHECK_EQ(lf_map_open_count(map), lf_map_open_count(anew));
    int64_t wrong = 0;
    for (lf_tile i = 0; i < count; i++) wrong += lf_map_is_open(map, i) != lf_map_is_open(anew, i);
    CHECK_EQ(wrong, 0);
}

/// The same bodies, whatever their numbers are: each number of one map goes with one of the other.
static inline void check_map_bodies(const lf_map *map, const lf_map *anew) {
    const lf_tile count = (lf_tile)(lf_map_width(anew) * lf_map_height(anew));
    uint32_t *other = malloc((lf_map_body_count(anew) + 1) * sizeof *other);
    for (uint32_t i = 0; i < lf_map_body_count(anew); i++) other[i] = LF_NO_BODY;
    int64_t wrong = 0, pairs = 0;
    for (lf_tile i = 0; i < count; i++) {
        const uint32_t a = lf_map_body(map, i), b = lf_map_body(anew, i);
        wrong += (a == LF_NO_BODY) != (b == LF_NO_BODY);
        if (a == LF_NO_BODY || b == LF_NO_BODY) continue;
        if (other[b] == LF_NO_BODY) {
            other[b] = a;
            pairs++;
            wrong += lf_map_body_size(map, a) != lf_map_body_size(anew, b);
        }
        wrong += other[b] != a;
    }
    CHECK_EQ(wrong, 0);
    // As many numbers are in use as there are bodies: no number stands for two.
    int64_t used = 0;
    for (uint32_t i = 0; i < lf_map_body_count(map); i++) used += lf_map_body_size(map, i) > 0;
    CHECK_EQ(used, pairs);
    free(other);
}

/// The bytes of an index. Free them.
static inline uint8_t *index_bytes(const lf_index *index, size_t *size) {
    *size = lf_index_save_size(index);
    uint8_t *bytes = malloc(*size);
    CHECK_EQ(lf_index_save(index, bytes, *size), LF_OK);
    return bytes;
}

/// An index has the bytes of one made anew, up to its hierarchy: another order may have been kept. What it
/// has can be loaded, which checks it.
static inline void check_index_same(const lf_index *index, const lf_index *anew) {
    size_t size, anew_size;
    uint8_t *bytes = index_bytes(index, &size), *anew_bytes = index_bytes(anew, &anew_size);
    const size_t plain = forge_at(anew_bytes, FORGE_ORDER);
    lf_index *loaded;
    if (CHECK_EQ(forge_at(bytes, FORGE_ORDER), plain)) {
        CHECK(memcmp(bytes, anew_bytes, FORGE_FLAGS) == 0);
        CHECK(memcmp(bytes + FORGE_COUNT, anew_bytes + FORGE_COUNT, FORGE_ARCS - FORGE_COUNT) == 0);
        CHECK(memcmp(bytes + FORGE_ZEROS, anew_bytes + FORGE_ZEROS, plain - FORGE_ZEROS) == 0);
    }
    CHECK_EQ(lf_index_load(lf_index_map(index), &(lf_index_desc){.cost = lf_index_cost(index)}, bytes, size,
                           &loaded),
             LF_OK);
    lf_index_destroy(loaded);
    free(bytes);
    free(anew_bytes);
}

static inline void check_coarse_same(const lf_coarse *coarse, const lf_coarse *anew) {
    CHECK_EQ(lf_coarse_node_count(coarse), lf_coarse_node_count(anew));
    CHECK_EQ(lf_coarse_edge_count(coarse), lf_coarse_edge_count(anew));
    int64_t wrong = 0;
    for (int32_t y = 0; y < lf_coarse_height(anew); y++) {
        for (int32_t x = 0; x < lf_coarse_width(anew); x++)
            wrong += lf_coarse_pieces(coarse, x, y) != lf_coarse_pieces(anew, x, y);
    }
    CHECK_EQ(wrong, 0);
}

static inline void check_depth_same(const lf_depth *depth, const lf_depth *anew, lf_tile count,
                                    uint64_t *random) {
    int64_t wrong = 0;
    for (lf_tile i = 0; i < count; i++) {
        const lf_tile other = (lf_tile)oracle_below(random, (int)count);
        wrong += lf_depth_at(depth, i) != lf_depth_at(anew, i);
        const int32_t between = lf_depth_between(depth, i, other);
        wrong += between != lf_depth_between(anew, i, other) && between != LF_DEPTH_PENDING;
    }
    CHECK_EQ(wrong, 0);
}

/// Compares all parts of a snapshot with those of a map made anew.
static inline void check_parts(const living *l, const lf_snapshot *snapshot, uint64_t *random) {
    lf_map *anew = living_anew(l);
    const lf_map *map = lf_snapshot_map(snapshot);
    check_map_tiles(map, anew);
    if (lf_map_body_count(map) > 0) check_map_bodies(map, anew);
    CHECK_EQ(lf_snapshot_coarse(snapshot) != NULL, l->has_coarse);
    CHECK_EQ(lf_snapshot_depth(snapshot) != NULL, l->has_depth);
    if (lf_snapshot_coarse(snapshot) != NULL) {
        lf_coarse *coarse;
        CHECK_EQ(lf_coarse_create(anew, &l->coarse, &coarse), LF_OK);
        check_coarse_same(lf_snapshot_coarse(snapshot), coarse);
        lf_coarse_destroy(coarse);
    }
    if (lf_snapshot_depth(snapshot) != NULL) {
        lf_depth *depth;
        CHECK_EQ(lf_depth_create(anew, &l->depth, &depth), LF_OK);
        check_depth_same(lf_snapshot_depth(snapshot), depth, (lf_tile)living_size(l), random);
        lf_depth_destroy(depth);
    }
    lf_map_destroy(anew);
}

/// The length of a shortest route by the oracle, in moves that are straight and diagonal; false if none.
static inline bool oracle_answer(const oracle_map *map, const lf_query *query, int64_t *straight,
                                 int64_t *diagonal) {
    if (query->options.cost == LF_COST_UNIFORM || map->moves == LF_MOVES_ORTHOGONAL) {
        const int length = oracle_length(map, NULL, query);
        *straight = length;
        *diagonal = 0;
        return length >= 0;
    }
    lf_tile *tiles = malloc((size_t)map->width * (size_t)map->height * sizeof *tiles);
    int diagonals;
    const int count = oracle_octile_route(map, query, tiles, &diagonals);
    free(tiles);
    *straight = count - 1 - diagonals;
    *diagonal = diagonals;
    return count > 0;
}

/// Compares the answer of an exact strategy with the oracle.
static inline void check_exact(const oracle_map *now, const lf_map *map, const lf_query *query,
                               lf_status status, const lf_route *route, const lf_tile *tiles) {
    int64_t straight, diagonal;
    const bool found = oracle_answer(now, query, &straight, &diagonal);
    CHECK_EQ(status, found ? LF_OK : LF_NO_ROUTE);
    CHECK(route->exact);
    if (!found || status != LF_OK) return;
    check_route(map, query, route, tiles);
    if (query->options.cost == LF_COST_OCTILE && now->moves != LF_MOVES_ORTHOGONAL) {
        CHECK_EQ(route->straight, straight);
        CHECK_EQ(route->diagonal, diagonal);
    } else {
        CHECK_EQ(route->length, straight);
    }
}

#endif // LANDFALL_LIVING_H
