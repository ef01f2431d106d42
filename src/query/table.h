// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The table: every part of a search and every strategy, by name. The search runs over these lists and knows
// nothing else about parts and strategies. docs/architecture.md, "Adding a strategy", says what a row needs.
#ifndef LANDFALL_QUERY_TABLE_H
#define LANDFALL_QUERY_TABLE_H

/// Parts, in the order in which they are made: X(NAME, name) stands for LFI_PART_NAME and lfi_name_part.
#define LFI_PARTS(X)        \
    X(GATE, gate)           \
    X(OBSTACLES, obstacles) \
    X(FLOOD, flood)         \
    X(OCTILE, octile)       \
    X(WEIGHTED, weighted)   \
    X(CELLS, cells)         \
    X(HEADLAND, headland)   \
    X(STRIP, strip)         \
    X(TILES, tiles)         \
    X(PLAN, plan)           \
    X(WINDOW, window)       \
    X(SPINE, spine)         \
    X(GUIDE, guide)         \
    LFI_MORE_PARTS(X)

/// Strategies, in the order of lf_strategy, where 0 is auto: X(NAME, name) stands for LF_STRATEGY_NAME and
/// lfi_name_strategy.
#define LFI_STRATEGIES(X)             \
    X(FLOOD, flood)                   \
    X(CORRIDOR, corridor)             \
    X(EXPAND, expand)                 \
    X(EXPAND_OPTIMAL, expand_optimal) \
    X(SPINE, spine)                   \
    X(HEADLAND, headland)             \
    X(STRIP, strip)                   \
    X(CELLS, cells)

/// Strategies with another row under weights: X(NAME, name) stands for LF_STRATEGY_NAME and
/// lfi_name_weighed_strategy.
#define LFI_WEIGHED_STRATEGIES(X) \
    X(EXPAND, expand)             \
    X(SPINE, spine)

/// More rows, given on the compiler's command line: this is how tests add a strategy.
#ifndef LFI_MORE_PARTS
#define LFI_MORE_PARTS(X)
#endif
#ifndef LFI_MORE_STRATEGIES
#define LFI_MORE_STRATEGIES(X)
#endif

#define LFI_PART_NUMBER(NAME, name) LFI_PART_##NAME,
enum { LFI_PARTS(LFI_PART_NUMBER) LFI_PART_COUNT };

/// A set of parts has one bit for each part.
#define LFI_PART_BIT(NAME) (UINT32_C(1) << LFI_PART_##NAME)

#endif // LANDFALL_QUERY_TABLE_H
