// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The tiles of a way made once.
//
// Labels say how long a way is and over which rung it leads, but not by which arcs. So both ends climb once more,
// unless they did so for the way before, and the way is traced back from the rung: to a lower rung that leads there at
// the right length, and so on, to a headland that a seed sees. Arcs are unfolded into legs (index/leg.h).
//
// Time: a climb per point, a lookout per seed, and O(legs + tiles). Memory: 8 bytes per arc of the way.
#include "keys.h"

/// Goes a leg from the last tile of the route.
static bool retrace_leg(lf_keys_search *search, lf_point *at, lf_point end, bool late) {
    const lfi_metric metric = lfi_metric_make(search->map->moves, LF_COST_UNIFORM);
    int64_t diagonal = 0;
    const int64_t count = search->route.tile_count + lfi_leg_moves(&metric, *at, end, &diagonal);
    if (!lfi_pool_reserve(&search->store, &search->tiles, (uint64_t)count, sizeof(lf_tile))) return false;
    const lfi_leg_writer to = {search->map, metric, LFI_ITEMS(lf_tile, search->tiles), count};
    lfi_leg_write(&to, *at, end, late, count - 1);
    search->route.tile_count = count;
    *at = end;
    return true;
}

/// Goes along an arc, up from its lower rung or down to it.
static bool retrace_arc(lf_keys_search *search, lf_point *at, lfi_rise rise, bool up) {
    const lfi_ladder *ladder = &search->climber.ladder;
    const lf_index *index = ladder->index;
    const uint32_t low = index->order[rise.low], high = index->order[ladder->to[rise.arc]];
    lfi_fold *folds = LFI_ITEMS(lfi_fold, search->climber.folds);
    uint32_t count = 0;
    const uint32_t arc = index->up_first[low] + (rise.arc - ladder->first[rise.low]);
    lfi_folds_push(index, folds, &count, arc, up ? high : low, up);
    while (count > 0) {
        const uint32_t number = lfi_folds_leg(index, folds, &count);
        if (!retrace_leg(search, at, index->points[number], false)) return false;
    }
    return true;
}

static lf_point rung_point(const lf_keys_search *search, uint32_t rung) {
    const lf_index *index = search->climber.ladder.index;
    return index->points[index->order[rung]];
}

/// Writes the way from a seed, by which the climb has come, up to a rung.
static bool retrace_up(lf_keys_search *search, uint32_t rung, bool with_seed) {
    const lfi_climber *climber = &search->climber;
    lf_tile seed;
    if (!lfi_climber_down(&search->climber, rung, &seed)) return false;
    const lfi_rise *rises = LFI_ITEMS(lfi_rise, climber->rises);
    const uint32_t lowest = climber->rise_count > 0 ? rises[climber->rise_count - 1].low : rung;
    lf_point at = lfi_map_point(search->map, seed);
    if ((with_seed && !lfi_keys_add_tile(search, seed)) ||
        !retrace_leg(search, &at, rung_point(search, lowest), false))
        return false;
    for (uint64_t i = climber->rise_count; i-- > 0;)
        if (!retrace_arc(search, &at, rises[i], true)) return false;
    return true;
}

/// Writes the way from a rung down to a seed, by which the climb has come.
static bool retrace_down(lf_keys_search *search, uint32_t rung) {
    const lfi_climber *climber = &search->climber;
    lf_tile seed;
    if (!lfi_climber_down(&search->climber, rung, &seed)) return false;
    lf_point at = rung_point(search, rung);
    for (uint64_t i = 0; i < climber->rise_count; i++)
        if (!retrace_arc(search, &at, LFI_ITEMS(lfi_rise, climber->rises)[i], false)) return false;
    // The keel comes first as seen from the seed, which has looked out.
    return retrace_leg(search, &at, lfi_map_point(search->map, seed), true);
}

/// Two seeds that are joined by one leg of the right length; false if there are none.
static bool retrace_direct(const lf_keys_search *search, const lfi_kept_end *from, const lfi_kept_end *to,
                           uint32_t length, lf_tile *a, lf_tile *b) {
    const lf_keys_ways *ways = search->climber.ways;
    for (uint64_t i = 0; i < from->seed_count; i++) {
        const lf_point p = lfi_map_point(search->map, from->seeds[i].tile);
        for (uint64_t k = 0; k < to->seed_count; k++) {
            const lf_point q = lfi_map_point(search->map, to->seeds[k].tile);
            const uint64_t moves = lfi_kept_between(ways, p, q);
            if (moves + from->seeds[i].cost + to->seeds[k].cost != length) continue;
            if (moves > 0 && !lfi_leg_walkable(&ways->fixtures->shut, &ways->index->stops, p, q)) continue;
            *a = from->seeds[i].tile;
            *b = to->seeds[k].tile;
            return true;
        }
    }
    return false;
}

bool lfi_retrace(lf_keys_search *search, const lfi_kept_end *from, const lfi_kept_end *to, uint32_t length,
                 bool with_seed) {
    lfi_climber *climber = &search->climber;
    lf_tile a, b;
    if (retrace_direct(search, from, to, length, &a, &b)) {
        lf_point at = lfi_map_point(search->map, a);
        return (!with_seed || lfi_keys_add_tile(search, a)) &&
               retrace_leg(search, &at, lfi_map_point(search->map, b), false);
    }
    if (!lfi_climber_up(climber, from)) return false;
    const uint32_t rung = lfi_climber_meet(climber, to, length);
    if (rung == LFI_NONE) return lfi_store_fail(&search->store, LF_E_INTERNAL);
    return retrace_up(search, rung, with_seed) && lfi_climber_up(climber, to) && retrace_down(search, rung);
}
