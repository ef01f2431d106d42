// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Checking an index whose arrays come from bytes that nobody vouches for. Nothing is written to them.
//
// Bounds come first, and always. Every number that is used as a place in an array has to be one; lists follow each
// other; the order has every headland once; arcs lead up and unfold into arcs of lower headlands, no deeper than the
// room for them; ropes lead from headland to headland on the map, by as many moves as they say (ropes.c); headlands are
// tiles of the map, and no ray and no keel leaves it (sight_check.c). After this no search leaves its memory or runs
// without end, whatever else the bytes say. It takes a pass over the bytes, in the order in which they lie there.
//
// The rest is the meaning. Headlands and sight are those of the map. Legs lead over tiles that can be walked, and are
// listed at both ends. Distances from landmarks do not differ by more than the leg in between. Groups are those of the
// legs, buoys lie where they are placed, an arc is a leg, or two arcs, and as long, and ropes are those of the arcs. Most
// of the time goes into walking along legs.
//
// Time: O(bytes) for bounds; O(tiles of all legs) for the rest, cut into parts for workers. Memory: for the rest, that of
// the headlands of an index.
#include "verify.h"

#include <string.h>

// ---- Bounds ---------------------------------------------------------------------------------------

/// Whether the lists that begin at first[i] follow each other, and end with the last of `total` elements.
static bool lists_follow(const uint32_t *first, uint32_t count, uint32_t total) {
    bool fine = first[0] == 0 && first[count] == total;
    for (uint32_t i = 0; i < count; i++) fine &= first[i] <= first[i + 1];
    return fine;
}

/// Whether all numbers are below a limit, which is at most 2^31: neither a number nor the rest up to the limit has its
/// highest bit. (No early end and no branch: compilers turn it into vector instructions.)
static bool numbers_below(const uint32_t *numbers, uint64_t count, uint32_t limit) {
    uint32_t over = 0;
    for (uint64_t i = 0; i < count; i++) over |= numbers[i] | (limit - 1 - numbers[i]);
    return over >> 31 == 0;
}

/// Whether distances are no greater than any that is stored.
static bool away_valid(const uint16_t *away, uint64_t count) {
    uint16_t over = 0;
    for (uint64_t i = 0; i < count; i++) over |= away[i] > LFI_AWAY_MAX;
    return over == 0;
}

/// Whether a place is inside the square of a buoy, and open.
static bool buoy_in_square(const lf_index *index, uint64_t number, lf_point point) {
    const lfi_buoys *buoys = &index->buoys;
    const int32_t column = (int32_t)(number % (uint32_t)buoys->wide),
                  row = (int32_t)(number / (uint32_t)buoys->wide);
    if (point.x < 0 || point.y < 0 || point.x >= index->map->width || point.y >= index->map->height)
        return false;
    if (point.x >> buoys->shift != column || point.y >> buoys->shift != row) return false;
    return lfi_bit(index->map->open, (lfi_spot){lfi_map_row(index->map, point.y) + (uint64_t)point.x});
}

static bool buoys_valid(const lf_index *index) {
    for (uint64_t i = 0; i < lfi_buoys_count(&index->buoys); i++) {
        const lfi_buoy *buoy = &index->buoys.all[i];
        if (buoy->group == LFI_NO_GROUP) continue; // nothing of it is used
        if (buoy->group >= index->group_count || !buoy_in_square(index, i, buoy->point) ||
            !away_valid(buoy->away, LFI_LANDMARKS) ||
            !numbers_below(buoy->pilot, LFI_LANDMARKS, index->count))
            return false;
    }
    return true;
}

/// Whether the rungs say what the index says, and so the order has every headland once.
static bool rungs_valid(const lf_index *index, const lfi_rung *rungs) {
    bool fine = numbers_below(index->order, index->count, index->count);
    for (uint32_t i = 0; fine && i < index->count; i++)
        fine = rungs[i].rank < index->count && index->order[rungs[i].rank] == i &&
               rungs[i].nest <= index->up_depth && rungs[i].first == index->up_first[i] &&
               rungs[i].end == index->up_first[i + 1];
    return fine;
}

/// A number, or another one if it is not below a limit.
static uint32_t number_or(uint32_t number, uint32_t limit, uint32_t other) {
    const uint32_t below = 0 - (uint32_t)(number < limit);
    return (number & below) | (other & ~below);
}

/// Whether an arc of a headland leads up, and consists of two arcs of a headland that nest less, or is a leg. (No branch
/// depends on the arc: which arcs are legs cannot be predicted.)
static bool arc_valid(const lf_index *index, const lfi_rung *rungs, uint32_t from, uint32_t k) {
    const lfi_arc *arc = &index->up[k];
    const lfi_halves *halves = &index->halves[k];
    const lfi_rung *here = &rungs[from], *to = &rungs[number_or(arc->to, index->count, from)],
                   *via = &rungs[number_or(arc->via, index->count, from)];
    const uint32_t arcs = via->end - via->first;
    const bool nests =
        (via->nest < here->nest) & (halves->low - via->first < arcs) & (halves->high - via->first < arcs);
    return (arc->length <= LFI_ARC_LONGEST) & (to->rank > here->rank) & ((arc->via == LFI_ARC_LEG) | nests);
}

static bool hierarchy_valid(const lf_index *index, const lfi_rung *rungs) {
    if (index->up_depth > index->count || !lists_follow(index->up_first, index->count, index->up_count) ||
        !rungs_valid(index, rungs))
        return false;
    bool fine = true;
    for (uint32_t i = 0; fine && i < index->count; i++) {
        for (uint32_t k = rungs[i].first; k < rungs[i].end; k++) fine &= arc_valid(index, rungs, i, k);
    }
    return fine;
}

bool lfi_verify_bounds(const lf_index *index, const lfi_rung *rungs) {
    return lfi_headlands_safe(index) && lists_follow(index->first, index->count, index->leg_count) &&
           numbers_below(index->legs, index->leg_count, index->count) && index->group_count <= index->count &&
           numbers_below(index->group, index->count, index->group_count) &&
           away_valid(index->away, (uint64_t)index->count * LFI_LANDMARKS) && buoys_valid(index) &&
           (rungs == NULL || (hierarchy_valid(index, rungs) && lfi_ropes_safe(index)));
}

// ---- The rest -------------------------------------------------------------------------------------

/// Headlands of a part.
enum { PART = 256 };

typedef struct verify_job {
    lf_index *index;
    lfi_metric metric;
    uint8_t *wrong;  ///< for each part
    uint32_t *group; ///< for each headland, by the legs
} verify_job;

static uint64_t verify_parts(const lf_index *index) {
    return ((uint64_t)index->count + PART - 1) / PART;
}

static void verify_arrays(lfi_arrays *run, verify_job *job) {
    LFI_ARRAY_ZEROED(run, job->wrong, verify_parts(job->index));
    LFI_ARRAY(run, job->group, job->index->count);
}

/// Whether the distances of two headlands from the landmarks are consistent with a leg of this length.
static bool away_fits(const lf_index *index, uint32_t a, uint32_t b, uint64_t length) {
    const uint16_t *here = index->away + (size_t)a * LFI_LANDMARKS,
                   *there = index->away + (size_t)b * LFI_LANDMARKS;
    const uint64_t most = length / index->unit + (index->unit > 1); // rounding may add one
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        const int32_t gap = here[k] < there[k] ? there[k] - here[k] : here[k] - there[k];
        if ((uint64_t)gap > most) return false;
    }
    return true;
}

/// Whether a leg can be walked both ways, and the distances of its ends are consistent. It counts at its earlier end.
static bool leg_right(const verify_job *job, uint32_t i, uint32_t to) {
    const lf_index *index = job->index;
    const lf_point a = index->points[i], b = index->points[to];
    if (!lfi_index_has_leg(index, to, i)) return false;
    if (to < i) return true;
    return lfi_leg_walkable(index->map, &index->stops, a, b) &&
           lfi_leg_walkable(index->map, &index->stops, b, a) &&
           away_fits(index, i, to, lfi_metric_between(&job->metric, a, b));
}

static bool legs_right(const verify_job *job, uint32_t i) {
    const lf_index *index = job->index;
    const uint32_t *legs = index->legs + index->first[i], count = index->first[i + 1] - index->first[i];
    for (uint32_t k = 0; k < count; k++) {
        if (legs[k] == i || (k > 0 && legs[k] <= legs[k - 1]) || !leg_right(job, i, legs[k])) return false;
    }
    return true;
}

/// Whether an arc has the length and the headings of what it consists of.
static bool arc_right(const verify_job *job, uint32_t i, uint32_t k) {
    const lf_index *index = job->index;
    const lfi_arc arc = index->up[k];
    const lfi_halves halves = index->halves[k];
    if (arc.via == LFI_ARC_LEG) {
        const lf_point a = index->points[i], b = index->points[arc.to];
        const uint32_t heading = lfi_heading(a, b);
        return lfi_index_has_leg(index, i, arc.to) && arc.length == lfi_metric_between(&job->metric, a, b) &&
               index->bends[k] == lfi_bends_make(heading, heading);
    }
    const lfi_arc low = index->up[halves.low], high = index->up[halves.high];
    const uint8_t bends = lfi_bends_make(lfi_bends_in(index->bends[halves.low]) ^ LFI_HEADING_BACK,
                                         lfi_bends_in(index->bends[halves.high]));
    return low.to == i && high.to == arc.to && arc.length == low.length + high.length &&
           index->bends[k] == bends;
}

static bool arcs_right(const verify_job *job, uint32_t i) {
    const lf_index *index = job->index;
    if (index->up_first == NULL) return true;
    for (uint32_t k = index->up_first[i]; k < index->up_first[i + 1]; k++) {
        if (!arc_right(job, i, k)) return false;
    }
    return true;
}

static void part_verify(int64_t part, void *user) {
    const verify_job *job = user;
    const uint32_t first = (uint32_t)part * PART, rest = job->index->count - first;
    for (uint32_t i = first; i < first + (rest < PART ? rest : PART); i++) {
        if (legs_right(job, i) && arcs_right(job, i)) continue;
        job->wrong[part] = 1;
        return;
    }
}

/// Whether the groups are those of the legs.
static bool groups_right(const verify_job *job) {
    lf_index found = *job->index;
    found.group = job->group;
    lfi_index_find_groups(&found);
    return found.group_count == job->index->group_count &&
           (found.count == 0 ||
            memcmp(found.group, job->index->group, (size_t)found.count * sizeof *found.group) == 0);
}

/// Whether a buoy is where it is placed, and has nothing if it is none.
static bool buoy_right(const lf_index *index, uint64_t number) {
    lfi_buoy buoy = index->buoys.all[number];
    if (buoy.group != LFI_NO_GROUP) {
        const lf_point placed = lfi_buoy_place(index, number);
        return buoy.point.x == placed.x && buoy.point.y == placed.y;
    }
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        if (buoy.away[k] != 0 || buoy.pilot[k] != 0) return false;
    }
    return true;
}

static bool all_right(verify_job *job, const lf_workers *workers) {
    const lf_index *index = job->index;
    for (uint64_t i = 0; i < lfi_buoys_count(&index->buoys); i++) {
        if (!buoy_right(index, i)) return false;
    }
    if (!groups_right(job)) return false;
    lfi_workers_run(workers, part_verify, job, (int64_t)verify_parts(index));
    for (uint64_t i = 0; i < verify_parts(index); i++) {
        if (job->wrong[i] != 0) return false;
    }
    return true;
}

lf_status lfi_verify_all(lf_index *index, const lf_workers *workers) {
    const lf_status headlands = lfi_headlands_right(index, workers);
    if (headlands != LF_OK) return headlands;
    verify_job job = {.index = index, .metric = lfi_metric_make(index->map->moves, index->cost)};
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    verify_arrays(&run, &job);
    lf_status status = run.failed ? LF_E_NOMEM : all_right(&job, workers) ? LF_OK : LF_E_INDEX_CONTENT;
    if (status == LF_OK) status = lfi_ropes_right(index);
    run.mode = LFI_ARRAYS_FREE;
    verify_arrays(&run, &job);
    return status;
}
