// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ways in the shut map between the tiles that points are on, over bends instead of tiles.
//
// A shortest way turns at headlands only (stops.c); here they are called bends, with the tiles of points and
// sources, at which ways begin and end. A leg begins with moves of one kind, diagonal (horizontal for
// orthogonal moves), and goes on with moves of another, straight (vertical), so all legs of a bend are found
// by walking its four diagonals and looking along both straight lines from each tile of them:
//
//     u - - - - -        from u, one of the four diagonals, and from u and each tile of the diagonal the
//     | \ - - - -        lines to the right and down, up to the first bend (v, off the wall's corner) or
//     | | \ - v .        wall. 64 tiles of a line are looked at in one step, which for vertical lines takes
//     | | | \ - #        a copy of the map with rows and columns swapped.
//
// A line ends at the first bend: what lies behind is that bend's own leg. Tiles of points and sources count
// as bends. Legs are looked for when a bend is first passed, and kept for the rest of the query.
//
// Where bends are so dense that legs are hardly longer than moves (noise, caves), ways are found by a plain
// breadth-first search over tiles instead.
//
// Time: O(rows of a room) words a bend, once; O(legs log bends) a flood. Memory: 0.5 bytes a tile, 32 bytes a
// bend, 8 bytes a leg.
#include "../sight/stops.h"
#include "keys.h"

#include <string.h>

enum { MOVE_SEED = 10 }; // in ways.moves: no move led here

static lfi_bend *ways_bends(const lfi_ways *ways) {
    return LFI_ITEMS(lfi_bend, ways->bends);
}

static bool ways_is_open(const lf_keys *keys, int64_t x, int64_t y) {
    return lfi_bit(keys->gates->shut.open, (lfi_spot){lfi_map_row(keys->map, y) + (uint64_t)x});
}

static lf_tile ways_tile(const lf_keys *keys, lf_point at) {
    return (lf_tile)((uint32_t)at.y * (uint32_t)keys->map->width + (uint32_t)at.x);
}

// ---------------------------------------------------------------------------------------------------
// Planes
// ---------------------------------------------------------------------------------------------------

static void plane_mark(const lf_keys *keys, uint64_t *plane, lf_tile tile) {
    const lfi_spot spot = lfi_map_spot(keys->map, tile);
    plane[spot.bit >> 6] |= lfi_spot_mask(spot);
}

static bool planes_reserve(lf_keys *keys) {
    lfi_ways *ways = &keys->ways;
    const uint64_t words = keys->map->word_count;
    ways->column_stride = ((uint64_t)keys->map->height + 2 + 63) / 64;
    const uint64_t columns = ((uint64_t)keys->map->width + 63) / 64 * 64;
    return lfi_pool_reserve(&keys->store, &ways->marks, words, sizeof(uint64_t)) &&
           lfi_pool_reserve(&keys->store, &ways->stops, words, sizeof(uint64_t)) &&
           lfi_pool_reserve(&keys->store, &ways->ranks, words, sizeof(uint32_t)) &&
           lfi_pool_reserve(&keys->store, &ways->columns, columns * ways->column_stride, sizeof(uint64_t));
}

/// Marks the bends of this query: those of the shut map, the tiles of tags, and the sources.
static void marks_fill(lf_keys *keys) {
    uint64_t *marks = LFI_ITEMS(uint64_t, keys->ways.marks);
    memcpy(marks, keys->gates->bends, (size_t)keys->map->word_count * sizeof *marks);
    for (uint64_t i = 0; i < keys->points.tag_count; i++)
        plane_mark(keys, marks, (lf_tile)(LFI_ITEMS(uint64_t, keys->points.tags)[i] >> 32));
    for (int64_t i = 0; i < keys->query.source_count; i++) {
        const lf_tile tile = keys->query.sources[i].tile;
        if (lf_map_is_open(&keys->gates->shut, tile)) plane_mark(keys, marks, tile);
    }
}

static uint32_t ranks_fill(lf_keys *keys) {
    const uint64_t *marks = LFI_ITEMS(uint64_t, keys->ways.marks);
    uint32_t *ranks = LFI_ITEMS(uint32_t, keys->ways.ranks), count = 0;
    for (uint64_t i = 0; i < keys->map->word_count; i++) {
        ranks[i] = count;
        count += (uint32_t)lfi_count_bits(marks[i]);
    }
    return count;
}

static void stops_fill(lf_keys *keys) {
    const uint64_t *marks = LFI_ITEMS(uint64_t, keys->ways.marks), *open = keys->gates->shut.open;
    uint64_t *stops = LFI_ITEMS(uint64_t, keys->ways.stops);
    for (uint64_t i = 0; i < keys->map->word_count; i++) stops[i] = ~open[i] | marks[i];
}

/// Bit y + 1 of column x is the stop at (x, y); the rows -1 and `height` are stops.
static void columns_fill(lf_keys *keys) {
    const lfi_ways *ways = &keys->ways;
    const lf_map *map = keys->map;
    const uint64_t *stops = LFI_ITEMS(uint64_t, ways->stops);
    uint64_t *columns = LFI_ITEMS(uint64_t, ways->columns);
    const uint64_t row0 = lfi_map_row(map, -1) >> 6, blocks = ((uint64_t)map->width + 63) / 64;
    for (uint64_t down = 0; down < ways->column_stride; down++) {
        for (uint64_t across = 0; across < blocks; across++) {
            uint64_t block[64];
            for (uint64_t i = 0; i < 64; i++) {
                const uint64_t row = 64 * down + i;
                block[i] =
                    row <= (uint64_t)map->height + 1 ? stops[row0 + row * map->stride + across] : UINT64_MAX;
            }
            lfi_square_mirror(block);
            for (uint64_t i = 0; i < 64; i++)
                columns[(64 * across + i) * ways->column_stride + down] = block[i];
        }
    }
}

// ---------------------------------------------------------------------------------------------------
// Bends
// ---------------------------------------------------------------------------------------------------

static uint32_t bend_at(const lf_keys *keys, int64_t x, int64_t y) {
    const uint64_t bit = lfi_map_row(keys->map, y) + (uint64_t)x, word = bit >> 6;
    const uint64_t below = (UINT64_C(1) << (bit & 63)) - 1;
    return LFI_ITEMS(uint32_t, keys->ways.ranks)[word] +
           (uint32_t)lfi_count_bits(LFI_ITEMS(uint64_t, keys->ways.marks)[word] & below);
}

static bool is_bend(const lf_keys *keys, int64_t x, int64_t y) {
    return lfi_bit(LFI_ITEMS(uint64_t, keys->ways.marks),
                   (lfi_spot){lfi_map_row(keys->map, y) + (uint64_t)x});
}

static void bends_list(lf_keys *keys) {
    const lf_map *map = keys->map;
    const uint64_t *marks = LFI_ITEMS(uint64_t, keys->ways.marks);
    lfi_bend *bend = ways_bends(&keys->ways);
    for (int32_t y = 0; y < map->height; y++) {
        const uint64_t first = lfi_map_row(map, y) >> 6;
        for (uint64_t i = 0; i < map->stride; i++) {
            for (uint64_t word = marks[first + i]; word != 0; word &= word - 1)
                *bend++ = (lfi_bend){
                    .at = {(int32_t)(64 * i) + lfi_lowest_bit(word), y}, .leg = LFI_NONE, .tag = LFI_NONE};
        }
    }
}

static void bends_tag(lf_keys *keys) {
    const uint64_t *tags = LFI_ITEMS(uint64_t, keys->points.tags);
    for (uint64_t i = keys->points.tag_count; i-- > 0;) {
        const lf_point at = lf_map_point(keys->map, (lf_tile)(tags[i] >> 32));
        ways_bends(&keys->ways)[bend_at(keys, at.x, at.y)].tag = (uint32_t)i;
    }
}

static bool bends_begin(lf_keys *keys) {
    lfi_ways *ways = &keys->ways;
    const uint64_t count = ways->bend_count;
    if (!lfi_pool_reserve(&keys->store, &ways->bends, count, sizeof(lfi_bend)) ||
        !lfi_pool_reserve(&keys->store, &ways->costs, count, sizeof(uint32_t)) ||
        !lfi_pool_reserve(&keys->store, &ways->stamps, count, sizeof(uint32_t)) ||
        !lfi_pool_reserve(&keys->store, &ways->parents, count, sizeof(uint32_t)))
        return false;
    memset(ways->stamps.items, 0, (size_t)count * sizeof(uint32_t));
    ways->stamp = 0;
    ways->leg_count = 0;
    bends_list(keys);
    bends_tag(keys);
    stops_fill(keys);
    columns_fill(keys);
    return true;
}

static bool tiles_begin(lf_keys *keys) {
    lfi_pool *moves = &keys->ways.moves;
    const uint64_t before = moves->capacity;
    if (!lfi_pool_reserve(&keys->store, moves, keys->map->tile_count, 1)) return false;
    if (before == 0) memset(moves->items, 0, (size_t)moves->capacity); // floods leave it clean behind them
    return lfi_pool_reserve(&keys->store, &keys->ways.queue, (uint64_t)keys->map->open_count,
                            sizeof(lf_tile));
}

bool lfi_ways_begin(lf_keys *keys) {
    lfi_ways *ways = &keys->ways;
    if (!planes_reserve(keys)) return false;
    marks_fill(keys);
    ways->bend_count = ranks_fill(keys);
    ways->by_tiles = (int64_t)ways->bend_count * keys->dense_above > keys->map->open_count;
    keys->route.stats.bends = ways->bend_count;
    return ways->by_tiles ? tiles_begin(keys) : bends_begin(keys);
}

// ---------------------------------------------------------------------------------------------------
// Legs
// ---------------------------------------------------------------------------------------------------

static inline int highest_bit(uint64_t word) {
#ifdef __GNUC__
    return 63 - __builtin_clzll(word);
#else
    int bit = 0;
    while (word >>= 1) bit++;
    return bit;
#endif
}

/// The first set bit after `bit`, and the last one before it. There is one: frames are stops.
static uint64_t bit_after(const uint64_t *words, uint64_t bit) {
    bit++;
    uint64_t at = bit >> 6, word = words[at] >> (bit & 63) << (bit & 63);
    while (word == 0) word = words[++at];
    return 64 * at + (uint64_t)lfi_lowest_bit(word);
}

static uint64_t bit_before(const uint64_t *words, uint64_t bit) {
    bit--;
    uint64_t at = bit >> 6, word = words[at] << (63 - (bit & 63)) >> (63 - (bit & 63));
    while (word == 0) word = words[--at];
    return 64 * at + (uint64_t)highest_bit(word);
}

static bool leg_add(lf_keys *keys, int64_t x, int64_t y, uint64_t cost) {
    lfi_ways *ways = &keys->ways;
    if (!lfi_pool_reserve(&keys->store, &ways->legs, ways->leg_count + 1, sizeof(lfi_leg))) return false;
    LFI_ITEMS(lfi_leg, ways->legs)[ways->leg_count++] = (lfi_leg){bend_at(keys, x, y), (uint32_t)cost};
    return true;
}

/// Looks along a row or a column from (x, y); a bend at the end of the line makes a leg.
static bool line_add(lf_keys *keys, int64_t x, int64_t y, int dx, int dy, uint64_t cost) {
    if (dx != 0) {
        const uint64_t *stops = LFI_ITEMS(uint64_t, keys->ways.stops);
        const uint64_t row = lfi_map_row(keys->map, y), bit = row + (uint64_t)x;
        const uint64_t stop = dx > 0 ? bit_after(stops, bit) : bit_before(stops, bit);
        const int64_t end = (int64_t)(stop - row); // -1 at the left edge
        if (!lfi_bit(LFI_ITEMS(uint64_t, keys->ways.marks), (lfi_spot){stop})) return true;
        return leg_add(keys, end, y, cost + (uint64_t)(dx > 0 ? end - x : x - end));
    }
    const uint64_t *column = LFI_ITEMS(uint64_t, keys->ways.columns) + (uint64_t)x * keys->ways.column_stride;
    const uint64_t bit = (uint64_t)y + 1;
    const int64_t end = (int64_t)(dy > 0 ? bit_after(column, bit) : bit_before(column, bit)) - 1;
    if (!is_bend(keys, x, end)) return true;
    return leg_add(keys, x, end, cost + (uint64_t)(dy > 0 ? end - y : y - end));
}

/// Whether a diagonal move from (x, y) is legal in the shut map.
static bool diagonal_is_legal(const lf_keys *keys, int64_t x, int64_t y, int dx, int dy) {
    if (!ways_is_open(keys, x + dx, y + dy)) return false;
    return keys->map->moves == LF_MOVES_KING_CUT ||
           (ways_is_open(keys, x + dx, y) && ways_is_open(keys, x, y + dy));
}

static bool diagonal_add(lf_keys *keys, lf_point at, int dx, int dy) {
    int64_t x = at.x, y = at.y;
    for (uint64_t cost = 1; diagonal_is_legal(keys, x, y, dx, dy); cost++) {
        x += dx;
        y += dy;
        if (is_bend(keys, x, y)) return leg_add(keys, x, y, cost);
        if (!line_add(keys, x, y, dx, 0, cost) || !line_add(keys, x, y, 0, dy, cost)) return false;
    }
    return true;
}

static bool horizontal_add(lf_keys *keys, lf_point at, int dx) {
    int64_t x = at.x;
    for (uint64_t cost = 1; ways_is_open(keys, x + dx, at.y); cost++) {
        x += dx;
        if (is_bend(keys, x, at.y)) return leg_add(keys, x, at.y, cost);
        if (!line_add(keys, x, at.y, 0, -1, cost) || !line_add(keys, x, at.y, 0, 1, cost)) return false;
    }
    return true;
}

static bool bend_find_legs(lf_keys *keys, uint32_t bend) {
    const lf_point at = ways_bends(&keys->ways)[bend].at;
    const uint64_t first = keys->ways.leg_count;
    bool done = line_add(keys, at.x, at.y, 0, -1, 0) && line_add(keys, at.x, at.y, 0, 1, 0);
    if (keys->map->moves == LF_MOVES_ORTHOGONAL) {
        done = done && horizontal_add(keys, at, -1) && horizontal_add(keys, at, 1);
    } else {
        done = done && line_add(keys, at.x, at.y, -1, 0, 0) && line_add(keys, at.x, at.y, 1, 0, 0);
        for (int k = 0; k < 4; k++) done = done && diagonal_add(keys, at, k % 2 * 2 - 1, k / 2 * 2 - 1);
    }
    if (!done) return false;
    if (keys->ways.leg_count >= LFI_NONE) return lfi_store_fail(&keys->store, LF_LIMIT);
    ways_bends(&keys->ways)[bend].leg = (uint32_t)first;
    ways_bends(&keys->ways)[bend].leg_count = (uint32_t)(keys->ways.leg_count - first);
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Floods
// ---------------------------------------------------------------------------------------------------

/// Tells the points about a tile that was met. *go_on becomes false when they have what they want; *key when
/// the tile holds a key that matters, at which ways end.
static bool tags_meet(lf_keys *keys, uint64_t tag, uint32_t cost, bool *go_on, bool *key) {
    const uint64_t *tags = LFI_ITEMS(uint64_t, keys->points.tags);
    const uint64_t tile = tags[tag] >> 32;
    for (; *go_on && tag < keys->points.tag_count && tags[tag] >> 32 == tile; tag++) {
        const uint32_t point = (uint32_t)tags[tag] >> 1;
        if (LFI_ITEMS(lfi_poi, keys->points.items)[point].type == LFI_POINT_KEY) *key = true;
        if (!lfi_points_meet(keys, point, cost + (uint32_t)(tags[tag] & 1), go_on)) return false;
    }
    return true;
}

static bool bend_push(lf_keys *keys, uint32_t bend, uint64_t cost, uint32_t parent) {
    lfi_ways *ways = &keys->ways;
    uint32_t *stamp = &LFI_ITEMS(uint32_t, ways->stamps)[bend],
             *best = &LFI_ITEMS(uint32_t, ways->costs)[bend];
    if (*stamp == ways->stamp && *best <= cost) return true;
    if (!lfi_pool_reserve(&keys->store, &ways->heap, ways->heap_count + 1, sizeof(uint64_t))) return false;
    *stamp = ways->stamp;
    *best = (uint32_t)cost;
    LFI_ITEMS(uint32_t, ways->parents)[bend] = parent;
    lfi_heap_push(LFI_ITEMS(uint64_t, ways->heap), &ways->heap_count, cost << 32 | bend);
    return true;
}

static bool bend_expand(lf_keys *keys, uint32_t bend, uint64_t cost) {
    if (ways_bends(&keys->ways)[bend].leg == LFI_NONE && !bend_find_legs(keys, bend)) return false;
    const lfi_bend here = ways_bends(&keys->ways)[bend];
    for (uint32_t i = 0; i < here.leg_count; i++) {
        const lfi_leg leg = LFI_ITEMS(lfi_leg, keys->ways.legs)[here.leg + i];
        if (!bend_push(keys, leg.to, cost + leg.cost, bend)) return false;
    }
    return true;
}

/// The way to a bend, from it back to the seed.
static bool bend_trail(lf_keys *keys, uint32_t bend) {
    lfi_ways *ways = &keys->ways;
    for (; bend != LFI_NONE; bend = LFI_ITEMS(uint32_t, ways->parents)[bend]) {
        if (!lfi_pool_reserve(&keys->store, &ways->trail, ways->trail_count + 1, sizeof(uint32_t)))
            return false;
        LFI_ITEMS(uint32_t, ways->trail)[ways->trail_count++] = bend;
    }
    return true;
}

static bool bends_run(lf_keys *keys, bool leave) {
    lfi_ways *ways = &keys->ways;
    ways->stamp++;
    ways->heap_count = 0;
    for (uint64_t i = 0; i < keys->points.seed_count; i++) {
        const lfi_seed seed = LFI_ITEMS(lfi_seed, keys->points.seeds)[i];
        const lf_point at = lf_map_point(keys->map, seed.tile);
        if (!bend_push(keys, bend_at(keys, at.x, at.y), seed.cost, LFI_NONE)) return false;
    }
    bool go_on = true;
    while (go_on && ways->heap_count > 0) {
        const uint64_t top = lfi_heap_pop(LFI_ITEMS(uint64_t, ways->heap), &ways->heap_count);
        const uint32_t bend = (uint32_t)top, cost = (uint32_t)(top >> 32);
        if (LFI_ITEMS(uint32_t, ways->costs)[bend] != cost) continue;
        bool key = false;
        const uint32_t tag = ways_bends(ways)[bend].tag;
        if (tag != LFI_NONE && !tags_meet(keys, tag, cost, &go_on, &key)) return false;
        if (!go_on) return bend_trail(keys, bend);
        if ((!key || (leave && cost == 0)) && !bend_expand(keys, bend, cost)) return false;
    }
    return true;
}

/// The first tag of a tile that has one.
static uint64_t tag_find(const lf_keys *keys, lf_tile tile) {
    const uint64_t *tags = LFI_ITEMS(uint64_t, keys->points.tags);
    uint64_t low = 0, high = keys->points.tag_count;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (tags[middle] >> 32 < tile)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void tile_push(lfi_ways *ways, lf_tile tile, uint8_t how) {
    uint8_t *move = &LFI_ITEMS(uint8_t, ways->moves)[tile];
    if (*move != 0) return;
    *move = how;
    LFI_ITEMS(lf_tile, ways->queue)[ways->queue_count++] = tile;
}

static void ways_tile_expand(lf_keys *keys, lf_tile tile) {
    const lf_map *shut = &keys->gates->shut;
    const unsigned around = lfi_bits_around(shut->open, lfi_map_spot(shut, tile), shut->stride);
    for (unsigned moves = shut->allowed[around]; moves != 0; moves &= moves - 1) {
        const int k = lfi_lowest_bit(moves);
        tile_push(&keys->ways, (lf_tile)(tile + shut->tile_step[k]), (uint8_t)(k + 1));
    }
}

/// The way to a tile as tiles, from it back to the seed.
static bool tile_trail(lf_keys *keys, lf_tile tile) {
    lfi_ways *ways = &keys->ways;
    for (;;) {
        if (!lfi_pool_reserve(&keys->store, &ways->trail, ways->trail_count + 1, sizeof(uint32_t)))
            return false;
        LFI_ITEMS(uint32_t, ways->trail)[ways->trail_count++] = tile;
        const uint8_t move = LFI_ITEMS(uint8_t, ways->moves)[tile];
        if (move == MOVE_SEED) return true;
        tile = (lf_tile)(tile - keys->map->tile_step[move - 1]);
    }
}

static bool tiles_flood(lf_keys *keys, bool leave) {
    lfi_ways *ways = &keys->ways;
    const uint64_t *marks = LFI_ITEMS(uint64_t, ways->marks);
    // All seeds of a point have the same cost, so one count of the levels is enough.
    uint32_t cost = keys->points.seed_count > 0 ? LFI_ITEMS(lfi_seed, keys->points.seeds)[0].cost : 0;
    bool go_on = true;
    for (uint64_t head = 0, level = ways->queue_count; head < ways->queue_count; head++) {
        if (head == level) {
            cost++;
            level = ways->queue_count;
        }
        const lf_tile tile = LFI_ITEMS(lf_tile, ways->queue)[head];
        bool key = false;
        if (lfi_bit(marks, lfi_map_spot(keys->map, tile))) {
            const uint64_t tag = tag_find(keys, tile), *tags = LFI_ITEMS(uint64_t, keys->points.tags);
            const bool tagged = tag < keys->points.tag_count && tags[tag] >> 32 == tile;
            if (tagged && !tags_meet(keys, tag, cost, &go_on, &key)) return false;
        }
        if (!go_on) return tile_trail(keys, tile);
        if (!key || (leave && cost == 0)) ways_tile_expand(keys, tile);
    }
    return true;
}

static bool tiles_run(lf_keys *keys, bool leave) {
    lfi_ways *ways = &keys->ways;
    ways->queue_count = 0;
    for (uint64_t i = 0; i < keys->points.seed_count; i++)
        tile_push(ways, LFI_ITEMS(lfi_seed, keys->points.seeds)[i].tile, MOVE_SEED);
    const bool done = tiles_flood(keys, leave);
    for (uint64_t i = 0; i < ways->queue_count; i++)
        LFI_ITEMS(uint8_t, ways->moves)[LFI_ITEMS(lf_tile, ways->queue)[i]] = 0;
    return done;
}

bool lfi_ways_run(lf_keys *keys, bool leave) {
    keys->ways.trail_count = 0;
    return keys->ways.by_tiles ? tiles_run(keys, leave) : bends_run(keys, leave);
}

// ---------------------------------------------------------------------------------------------------
// Tiles of a way
// ---------------------------------------------------------------------------------------------------

static int32_t step_towards(int32_t from, int32_t to) {
    return (to > from) - (to < from);
}

/// The tiles of a leg behind its first: diagonals first, or horizontals first.
static bool leg_append(lf_keys *keys, lf_point at, lf_point to) {
    const bool orthogonal = keys->map->moves == LF_MOVES_ORTHOGONAL;
    while (at.x != to.x || at.y != to.y) {
        const int32_t dx = step_towards(at.x, to.x), dy = step_towards(at.y, to.y);
        at.x += dx;
        if (!orthogonal || dx == 0) at.y += dy;
        if (!lfi_keys_add_tile(keys, ways_tile(keys, at))) return false;
    }
    return true;
}

bool lfi_ways_append(lf_keys *keys, bool with_seed) {
    const lfi_ways *ways = &keys->ways;
    const uint32_t *trail = LFI_ITEMS(uint32_t, ways->trail);
    if (ways->trail_count == 0)
        return lfi_store_fail(&keys->store, LF_E_INTERNAL); // the way was there before
    for (uint64_t i = ways->trail_count; i-- > 0;) {
        const bool seed = i + 1 == ways->trail_count;
        if (seed && !with_seed) continue;
        if (ways->by_tiles || seed) {
            const lf_tile tile = ways->by_tiles ? trail[i] : ways_tile(keys, ways_bends(ways)[trail[i]].at);
            if (!lfi_keys_add_tile(keys, tile)) return false;
        } else if (!leg_append(keys, ways_bends(ways)[trail[i + 1]].at, ways_bends(ways)[trail[i]].at)) {
            return false;
        }
    }
    return true;
}
