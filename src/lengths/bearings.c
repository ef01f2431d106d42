// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The length between two tiles by an almanac, for ends that nobody has asked for before. Nothing looks out:
//
//     1. If one leg joins the ends, that is the length.
//     2. Each end takes the list of its square. The headlands that all tiles of the square see tell its distances from
//        the landmarks; another one is asked for, whether the end sees it, only where it would tell more.
//     3. A way over a headland of the list is at least as long as the leg there and the bound from there on (ALT). A few
//        headlands of each end over which a way may be as short as the bound of the whole way give their labels. Where
//        the best way over these is as short as the bound, it is the length: so it is for two of three pairs.
//     4. Otherwise all headlands over which a shorter way may lead give their labels; and each of the first end's is
//        tried for a leg to the other end.
//
// Whether an end sees a headland is asked when it matters, so some ten times per pair on giantworldmap.
//
// Step 4 is exact: docs/exact.md has the proof. Time: O(lists + labels of those that may win). Memory: 4 bytes per
// headland, 18 for each of the longest list.
#include "almanac.h"

/// How many headlands of each end are tried first.
enum { FIRST_CHOSEN = 4 };

// ---- Memory ---------------------------------------------------------------------------------------

void lfi_bearings_arrays(lfi_arrays *run, lfi_bearings *bearings) {
    const uint64_t most = bearings->almanac->most;
    for (int i = 0; i < 2; i++) {
        LFI_ARRAY(run, bearings->ends[i].length, most);
        LFI_ARRAY(run, bearings->ends[i].sight, most);
        LFI_ARRAY(run, bearings->ends[i].chosen, most);
    }
    LFI_ARRAY(run, bearings->meet, bearings->almanac->index->count);
}

void lfi_bearings_ready(lfi_bearings *bearings) {
    for (uint32_t i = 0; i < bearings->almanac->index->count; i++) bearings->meet[i] = LFI_ALMANAC_FAR;
}

// ---- Taking a bearing -----------------------------------------------------------------------------

static const lfi_notice *bearing_notice(const lf_almanac *almanac, const lfi_bearing *end, uint32_t place) {
    return &almanac->notices[end->seen[place] >> 1];
}

/// Whether an end sees a headland of its list.
static bool bearing_sees(const lf_almanac *almanac, lfi_bearing *end, uint32_t place) {
    if (end->sight[place] == LFI_SIGHT_UNKNOWN) {
        const lf_point there = bearing_notice(almanac, end, place)->point;
        const bool sees = lfi_index_walkable(almanac->index, end->point, there);
        end->sight[place] = sees ? LFI_SIGHT_YES : LFI_SIGHT_NO;
    }
    return end->sight[place] == LFI_SIGHT_YES;
}

/// The group of the headlands that an end sees; LFI_NO_GROUP if it sees none.
static uint32_t bearing_group(const lf_almanac *almanac, lfi_bearing *end) {
    for (uint32_t i = 0; i < end->count; i++) {
        if (bearing_sees(almanac, end, i)) return bearing_notice(almanac, end, i)->group;
    }
    return LFI_NO_GROUP;
}

/// Makes the least distances a span. They are exact but for rounding, of which the bounds of headlands have a part.
static void bearing_spread(const lf_index *index, lfi_span *span) {
    const int less = lfi_headland_slack(index->unit);
    lfi_span_spread(span, index->unit);
    if (less > 0) lfi_span_lower(span, less);
}

/// Finds the legs to the headlands of the list.
static void bearing_measure(const lf_almanac *almanac, lfi_bearing *end) {
    for (uint32_t i = 0; i < end->count; i++) lfi_prefetch(bearing_notice(almanac, end, i));
    for (uint32_t i = 0; i < end->count; i++) {
        end->sight[i] = (end->seen[i] & 1) != 0 ? LFI_SIGHT_YES : LFI_SIGHT_UNKNOWN;
        end->length[i] = lfi_almanac_leg(end->point, bearing_notice(almanac, end, i)->point);
    }
}

/// Finds the distances from the landmarks over the headlands that the end sees. Those that all see come first; of the
/// others it is asked only if a distance would be less.
static void bearing_locate(const lf_almanac *almanac, lfi_bearing *end) {
    uint16_t *away = end->span.least;
    uint32_t i = 0;
    for (int k = 0; k < LFI_LANDMARKS; k++) away[k] = UINT16_MAX;
    for (; i < end->count && (end->seen[i] & 1) != 0; i++)
        lfi_span_nearer(away, bearing_notice(almanac, end, i)->away,
                        lfi_length_units(almanac->index->unit, end->length[i]));
    for (; i < end->count; i++) {
        const lfi_notice *notice = bearing_notice(almanac, end, i);
        const uint16_t near = lfi_length_units(almanac->index->unit, end->length[i]);
        if (lfi_span_is_nearer(away, notice->away, near) && bearing_sees(almanac, end, i))
            lfi_span_nearer(away, notice->away, near);
    }
    end->span.group = bearing_group(almanac, end);
    bearing_spread(almanac->index, &end->span);
}

static void bearing_take(const lf_almanac *almanac, lfi_bearing *end, lf_point point) {
    const uint64_t square = lfi_almanac_square(almanac, point);
    end->point = point;
    end->seen = almanac->seen + almanac->first[square];
    end->count = (uint32_t)(almanac->first[square + 1] - almanac->first[square]);
    bearing_measure(almanac, end);
    bearing_locate(almanac, end);
}

// ---- Choosing -------------------------------------------------------------------------------------

/// No way between the ends is shorter, as far as landmarks know.
static uint32_t ends_bound(const lf_almanac *almanac, const lfi_bearing *one, const lfi_bearing *other) {
    const uint64_t around =
        (uint64_t)lfi_span_gap(one->span.least, one->span.most, other->span.least, other->span.most) *
        almanac->index->unit;
    const uint32_t straight = lfi_almanac_leg(one->point, other->point);
    return around > straight ? (uint32_t)around : straight;
}

/// Whether a way over a headland of the list may be no longer than `limit`, as far as landmarks know.
static bool bearing_may(const lf_almanac *almanac, const lfi_bearing *end, const lfi_bearing *other,
                        uint32_t place, uint32_t limit) {
    const lfi_notice *notice = bearing_notice(almanac, end, place);
    if (end->length[place] > limit) return false;
    const uint32_t rest = limit - end->length[place];
    if (lfi_almanac_leg(notice->point, other->point) > rest) return false;
    return !lfi_span_exceeds(notice->away, other->span.least, other->span.most,
                             lfi_length_units(almanac->index->unit, rest));
}

/// Chooses at most `most` headlands that the end sees and that may lead to the other end in no more than `limit`.
static void bearing_choose(const lf_almanac *almanac, lfi_bearing *end, const lfi_bearing *other,
                           uint32_t limit, uint32_t most) {
    end->chosen_count = 0;
    for (uint32_t i = 0; i < end->count && end->chosen_count < most; i++) {
        if (bearing_may(almanac, end, other, i, limit) && bearing_sees(almanac, end, i))
            end->chosen[end->chosen_count++] = i;
    }
}

// ---- Meeting --------------------------------------------------------------------------------------

/// The label of a headland that an end has chosen.
typedef struct chosen_label {
    const lfi_label_rung *first, *end;
    uint32_t length; ///< of the leg to the headland
} chosen_label;

static chosen_label label_of(const lf_almanac *almanac, const lfi_bearing *end, uint32_t number) {
    const lfi_notice *notice = bearing_notice(almanac, end, end->chosen[number]);
    const lfi_label_rung *first = almanac->labels + notice->first;
    return (chosen_label){first, first + notice->count, end->length[end->chosen[number]]};
}

/// The least way over headlands that both ends have chosen, or `best` if that is less.
static uint32_t chosen_meet(lfi_bearings *bearings, uint32_t best) {
    const lf_almanac *almanac = bearings->almanac;
    const lfi_bearing *one = &bearings->ends[0], *other = &bearings->ends[1];
    uint32_t *meet = bearings->meet;
    for (uint32_t i = 0; i < other->chosen_count; i++) {
        const chosen_label label = label_of(almanac, other, i);
        for (const lfi_label_rung *reach = label.first; reach < label.end; reach++) {
            const uint32_t length = label.length + reach->length, before = meet[reach->rung];
            meet[reach->rung] = length < before ? length : before; // no branch: nobody could foresee it
        }
    }
    for (uint32_t i = 0; i < one->chosen_count; i++) {
        const chosen_label label = label_of(almanac, one, i);
        for (const lfi_label_rung *reach = label.first; reach < label.end; reach++) {
            const uint32_t length = label.length + reach->length + meet[reach->rung];
            best = length < best ? length : best;
        }
    }
    for (uint32_t i = 0; i < other->chosen_count; i++) {
        const chosen_label label = label_of(almanac, other, i);
        for (const lfi_label_rung *reach = label.first; reach < label.end; reach++)
            meet[reach->rung] = LFI_ALMANAC_FAR;
    }
    return best;
}

/// Tries a leg from each headland of the first end to the other end. The proof needs those that can be walked keel first
/// from there.
static uint32_t legs_try(lfi_bearings *bearings, uint32_t best) {
    const lf_almanac *almanac = bearings->almanac;
    lfi_bearing *end = &bearings->ends[0];
    const lf_point to = bearings->ends[1].point;
    for (uint32_t i = 0; i < end->count; i++) {
        const lf_point there = bearing_notice(almanac, end, i)->point;
        const uint32_t length = end->length[i] + lfi_almanac_leg(there, to);
        if (length < best && bearing_may(almanac, end, &bearings->ends[1], i, length) &&
            bearing_sees(almanac, end, i) && lfi_index_walkable(almanac->index, to, there))
            best = length;
    }
    return best;
}

/// A way over the first headlands of both ends that may be as short as `bound`, or nearly so. Both see some. (Thirty-two
/// times `more` are enough for every length; bytes that were forged must not go on for ever.)
static uint32_t meet_first(lfi_bearings *bearings, uint32_t bound) {
    lfi_bearing *one = &bearings->ends[0], *other = &bearings->ends[1];
    one->chosen_count = other->chosen_count = 0;
    for (uint32_t limit = bound, more = 1 + bound / 64; other->chosen_count == 0 && more != 0;
         limit += more, more *= 2) {
        bearing_choose(bearings->almanac, one, other, limit, FIRST_CHOSEN);
        if (one->chosen_count > 0) bearing_choose(bearings->almanac, other, one, limit, FIRST_CHOSEN);
    }
    return chosen_meet(bearings, LFI_ALMANAC_FAR);
}

uint32_t lfi_bearings_between(lfi_bearings *bearings, lf_point from, lf_point to) {
    const lf_almanac *almanac = bearings->almanac;
    lfi_bearing *one = &bearings->ends[0], *other = &bearings->ends[1];
    if (lfi_index_walkable(almanac->index, from, to) || lfi_index_walkable(almanac->index, to, from))
        return lfi_almanac_leg(from, to);
    bearing_take(almanac, one, from);
    bearing_take(almanac, other, to);
    // Headlands of one group are connected, and those of two are not. An end that sees none is met by a leg alone.
    if (one->span.group == LFI_NO_GROUP || one->span.group != other->span.group) return LFI_ALMANAC_FAR;
    const uint32_t bound = ends_bound(almanac, one, other);
    uint32_t best = meet_first(bearings, bound);
    if (best <= bound) return best;
    best = legs_try(bearings, best);
    bearing_choose(almanac, one, other, best - 1, UINT32_MAX);
    bearing_choose(almanac, other, one, best - 1, UINT32_MAX);
    return chosen_meet(bearings, best);
}
