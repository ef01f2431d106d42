// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Edits of a world, work between them, and routes under way.
#include "shim.h"

LFJS(int32_t, lfjs_set_disc)(int32_t x, int32_t y, int32_t radius, int32_t open) {
    return lf_world_set_disc(lfjs_here.world, (lf_point){x, y}, radius, open != 0);
}

LFJS(int32_t, lfjs_set_rect)(int32_t x, int32_t y, int32_t width, int32_t height, int32_t open) {
    return lf_world_set_rect(lfjs_here.world, (lf_point){x, y}, width, height, open != 0);
}

LFJS(int32_t, lfjs_set_tiles)(const lf_tile *tiles, uint32_t count, int32_t open) {
    return lf_world_set_tiles(lfjs_here.world, tiles, count, open != 0);
}

/// Words: x, y, width, height. The bits and the mask (NULL = all tiles) have the layout of lf_stencil.
LFJS(int32_t, lfjs_set_stencil)(const uint8_t *bits, const uint8_t *mask, size_t size) {
    const int32_t *w = lfjs_words;
    const lf_stencil stencil = {
        .corner = {w[0], w[1]}, .width = w[2], .height = w[3], .bits = bits, .mask = mask, .size = size};
    return lf_world_set_stencil(lfjs_here.world, &stencil);
}

LFJS(void, lfjs_discard)(void) {
    lf_world_discard(lfjs_here.world);
}

/// Answers: version, tiles opened, tiles blocked, bodies joined, parts that came off bodies, whether the
/// index was given up.
LFJS(int32_t, lfjs_commit)(void) {
    lf_edit_report report;
    const lf_status status = lf_world_commit(lfjs_here.world, &report);
    const bool given_up = lfjs_loaded_follow();
    const double fields[] = {(double)report.version,      (double)report.opened,
                             (double)report.blocked,      (double)report.bodies_joined,
                             (double)report.bodies_split, report.bulk || given_up};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) lfjs_answer[i] = fields[i];
    return status;
}

LFJS(int32_t, lfjs_has_work)(void) {
    return lf_world_has_work(lfjs_here.world);
}

LFJS(int32_t, lfjs_work)(double budget) {
    return lf_world_work(lfjs_here.world, lfjs_number(budget), NULL);
}

/// What is known about a stored route on the state that the seat is turned to. Answers: lf_still, and the
/// index of the first tile that cannot be reached, or -1.
LFJS(int32_t, lfjs_still)
(lfjs_seat *seat, const lf_tile *tiles, uint32_t count, double version, int32_t cost) {
    lf_voyage voyage = {.tiles = tiles, .count = count, .version = (uint64_t)version, .cost = (lf_cost)cost};
    const lf_status status = lf_route_still(seat->search, &voyage, 1);
    lfjs_answer[0] = voyage.still;
    lfjs_answer[1] = (double)voyage.broken_at;
    return status;
}
