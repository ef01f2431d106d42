// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The length of a leg as one whole number, for either cost.
//
// Uniform: a move is 1. Octile: a straight move is Q and a diagonal one P, where P / Q is a convergent of the
// continued fraction of sqrt 2. The sum a Q + b P then orders pairs (a, b) exactly as a + b sqrt 2 does:
//
//     The difference of two costs is a + b sqrt 2 with whole a, b. Its sign can differ from that of
//     a Q + b P only if the fraction -a / b lies between P / Q and sqrt 2, or equals P / Q. A convergent is
//     a best approximation, and in lowest terms: no fraction with a denominator below Q does either. So the
//     two agree, and are 0 only together, whenever |b| < Q = 1311738121.
//
// A shortest route has at most one diagonal move in any square of 2 x 2 tiles (two would meet), so it has
// fewer diagonal moves than the map has tiles. Hence Q limits the size of maps for octile lengths, and the
// sum of two lengths stays below 2^63.
#ifndef LANDFALL_METRIC_H
#define LANDFALL_METRIC_H

#include "geometry.h"

#define LFI_METRIC_Q UINT64_C(1311738121)
#define LFI_METRIC_P UINT64_C(1855077841)

typedef struct lfi_metric {
    uint64_t straight, diagonal; ///< length of a move
    bool orthogonal;             ///< whether there are no diagonal moves
} lfi_metric;

static inline lfi_metric lfi_metric_make(lf_moves moves, lf_cost cost) {
    const bool orthogonal = moves == LF_MOVES_ORTHOGONAL;
    if (cost == LF_COST_OCTILE && !orthogonal) return (lfi_metric){LFI_METRIC_Q, LFI_METRIC_P, false};
    return (lfi_metric){1, 1, orthogonal};
}

/// Whether the lengths of all routes on a map are in exact order.
static inline bool lfi_metric_fits(const lfi_metric *metric, uint32_t tile_count) {
    return metric->straight == 1 || tile_count < LFI_METRIC_Q;
}

/// The number of diagonal moves of a leg over dx, dy tiles.
static inline uint32_t lfi_metric_diagonals(const lfi_metric *metric, uint32_t dx, uint32_t dy) {
    return metric->orthogonal ? 0 : dx < dy ? dx : dy;
}

/// The length of a leg over dx, dy tiles.
static inline uint64_t lfi_metric_length(const lfi_metric *metric, uint32_t dx, uint32_t dy) {
    if (metric->orthogonal) return (uint64_t)dx + dy;
    const uint32_t less = dx < dy ? dx : dy, more = dx < dy ? dy : dx;
    return (more - less) * metric->straight + less * metric->diagonal;
}

static inline uint64_t lfi_metric_between(const lfi_metric *metric, lf_point a, lf_point b) {
    return lfi_metric_length(metric, lfi_gap(a.x, b.x), lfi_gap(a.y, b.y));
}

/// What P has to be multiplied with to be 1 modulo Q.
#define LFI_METRIC_INVERSE UINT64_C(768398401)

/// Takes a number apart into straight and diagonal moves. Modulo Q it is diagonal * P, so the diagonal moves are this
/// times the inverse of P; no way has Q of them, so there is only one such number. Under uniform costs all moves are
/// straight.
static inline void lfi_metric_apart(const lfi_metric *metric, uint64_t number, uint64_t *straight,
                                    uint64_t *diagonal) {
    if (metric->straight == 1) {
        *straight = number;
        *diagonal = 0;
        return;
    }
    *diagonal = number % LFI_METRIC_Q * LFI_METRIC_INVERSE % LFI_METRIC_Q;
    *straight = (number - *diagonal * LFI_METRIC_P) / LFI_METRIC_Q;
}

#endif // LANDFALL_METRIC_H
