// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Octile costs on paper. A cost is two whole numbers, so its decimals are found with whole numbers too: the
// millionths of d sqrt 2 are first estimated from 18 digits of the root and then corrected by comparing
// squares, which is exact.
#include "costs.h"

#include "cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *cost_name(int i) {
    return lf_cost_name((lf_cost)i);
}

// ---------------------------------------------------------------------------------------------------
// Decimals
// ---------------------------------------------------------------------------------------------------

enum { MILLION = 1000000 };

/// A number of 128 bits.
typedef struct wide_number {
    uint64_t high, low;
} wide_number;

static wide_number square(uint64_t x) {
    const uint64_t a = x >> 32, b = x & UINT32_MAX, middle = a * b;
    const uint64_t low = b * b, sum = low + (middle << 33);
    return (wide_number){a * a + (middle >> 31) + (sum < low), sum};
}

/// Whether x < y sqrt 2, for numbers below 2^62.
static bool below_root(uint64_t x, uint64_t y) {
    const wide_number a = square(x), b = square(y);
    const wide_number twice = {b.high << 1 | b.low >> 63, b.low << 1};
    return a.high != twice.high ? a.high < twice.high : a.low < twice.low;
}

/// d * sqrt 2 in millionths, to the nearest. sqrt 2 = 1.414213 562373095 048801688...
static uint64_t root_millionths(uint64_t d) {
    const uint64_t billion = UINT64_C(1000000000);
    uint64_t millionths = d * 1414213 + (d * 562373095 + d * 48801688 / billion) / billion;
    // Half a millionth more or less than the wanted number, doubled to stay whole; no number lies in the
    // middle.
    while (below_root(2 * millionths + 1, 2 * MILLION * d)) millionths++;
    while (millionths > 0 && !below_root(2 * millionths - 1, 2 * MILLION * d)) millionths--;
    return millionths;
}

void cost_write(int64_t straight, int64_t diagonal, char out[COST_TEXT_SIZE]) {
    const uint64_t millionths = root_millionths((uint64_t)diagonal);
    snprintf(out, COST_TEXT_SIZE, "%" PRIu64 ".%06" PRIu64, (uint64_t)straight + millionths / MILLION,
             millionths % MILLION);
}

// ---------------------------------------------------------------------------------------------------
// Which strategies take it
// ---------------------------------------------------------------------------------------------------

/// Asks the library on a map of one tile, so that a new strategy need not be listed here.
static bool strategy_takes_cost(lf_strategy strategy, lf_moves moves, lf_cost cost) {
    const uint8_t tile = 1;
    const lf_source source = {0, 0};
    const lf_tile target = 0;
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .strategy = strategy,
                            .options.cost = cost};
    const lf_map_desc desc = {.width = 1, .height = 1, .tiles = &tile, .tiles_size = 1, .moves = moves};
    lf_map *map;
    lf_search *search = NULL;
    lf_status status = lf_map_create(&desc, &map);
    if (status == LF_OK) status = lf_search_create(map, &(lf_search_desc){.cost = LF_COST_OCTILE}, &search);
    if (status == LF_OK) status = lf_search_begin(search, &query);
    lf_search_destroy(search);
    lf_map_destroy(map);
    return status != LF_E_COST_STRATEGY;
}

bool cost_is_taken(const query_options *options) {
    return strategy_takes_cost(options->strategy, options->moves, options->cost);
}

bool cost_check_strategy(const query_options *options) {
    if (options->strategy == LF_STRATEGY_STRIP && options->moves != LF_MOVES_ORTHOGONAL) {
        cli_say("the strategy strip is for --moves orthogonal");
        return false;
    }
    if (cost_is_taken(options)) return true;
    char list[256] = "";
    for (int i = 0; lf_strategy_name((lf_strategy)i) != NULL; i++) {
        const size_t used = strlen(list);
        if (!strategy_takes_cost((lf_strategy)i, options->moves, options->cost)) continue;
        if (i == LF_STRATEGY_CELLS) continue;                                          // for weights only
        if (i == LF_STRATEGY_STRIP && options->moves != LF_MOVES_ORTHOGONAL) continue; // it serves no others
        snprintf(list + used, sizeof list - used, "%s%s", used == 0 ? "" : ", ",
                 lf_strategy_name((lf_strategy)i));
    }
    cli_say("--cost %s: the strategy %s does not take it; these do: %s", cost_name((int)options->cost),
            lf_strategy_name(options->strategy), list);
    return false;
}
