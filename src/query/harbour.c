// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Harbours: the tiles within R moves of a source or target, which a depth gate never closes. Coasts are
// shallow, and ships begin and end there; without harbours the deepest route between two shores is as deep as
// the shore.
//
// A bit-parallel breadth-first search over words of 64 tiles finds them: all tiles of a wave in a word move
// at once.
//
//     wave     0 0 1 0 0 1 0     shifted left, right, and taken to the words above and below; a diagonal
//     open     1 1 1 1 0 1 1     move squeezes through what is open beside it, so the wave is masked with
//     next     0 1 . 1 0 . 1     both rows before and after the shift
//
// The same search finds which harbours belong to sources: `of_source` holds the tiles that sources reach
// without leaving the harbours. If no target is among them, each connected part of the harbours has only
// sources or only targets, and a route goes from a part with sources to a part with targets. It need not
// touch a third part on the way, because it could begin or end there. So only the mouths matter: the tiles
// just outside.
//
// Time: O(words touched by all waves). Memory: 44 bytes per 64 tiles, touched only where harbours are.
#include "context.h"

#include <string.h>

// ---- Memory ---------------------------------------------------------------------------------------

void lfi_harbours_arrays(lf_search *search, lfi_arrays *run) {
    lfi_harbours *harbours = &lfi_gate_of(search)->harbours;
    const uint64_t words = search->base->word_count;
    LFI_ARRAY_ZEROED(run, harbours->inside, words);
    LFI_ARRAY_ZEROED(run, harbours->of_source, words);
    LFI_ARRAY_ZEROED(run, harbours->now, words);
    LFI_ARRAY_ZEROED(run, harbours->next, words);
    LFI_ARRAY(run, harbours->touched.words, words);
    LFI_ARRAY(run, harbours->now_words.words, words);
    LFI_ARRAY(run, harbours->next_words.words, words);
}

void lfi_harbours_clear(lfi_harbours *harbours) {
    for (uint32_t i = 0; i < harbours->touched.count; i++)
        harbours->inside[harbours->touched.words[i]] = harbours->of_source[harbours->touched.words[i]] = 0;
    harbours->touched.count = 0;
    harbours->any = false;
}

// ---- Waves ----------------------------------------------------------------------------------------

/// A search over words: the tiles that it may enter and the tiles that it has met.
typedef struct spread {
    lfi_harbours *harbours;
    const uint64_t *open;
    uint64_t *met;
    uint64_t stride;
    lf_moves moves;
} spread;

/// Adds tiles of a word to the next wave, if they are open and not met.
static void spread_reach(const spread *s, uint64_t word, uint64_t tiles) {
    lfi_harbours *harbours = s->harbours;
    const uint64_t fresh = tiles & s->open[word] & ~s->met[word];
    if (fresh == 0) return;
    if (s->met == harbours->inside && s->met[word] == 0)
        harbours->touched.words[harbours->touched.count++] = (uint32_t)word;
    if (harbours->next[word] == 0) harbours->next_words.words[harbours->next_words.count++] = (uint32_t)word;
    harbours->next[word] |= fresh;
    s->met[word] |= fresh;
}

/// Moves tiles of a word one column to both sides, into the word `to`. `beside`, if not NULL, must be open at
/// the same columns in the row of `word`.
static void spread_sideways(const spread *s, const uint64_t *beside, uint64_t word, uint64_t to,
                            uint64_t tiles) {
    const uint64_t left = tiles >> 1, right = tiles << 1, first = tiles << 63, last = tiles >> 63;
    spread_reach(s, to, beside == NULL ? left | right : (left | right) & beside[word]);
    if (first != 0) spread_reach(s, to - 1, beside == NULL ? first : first & beside[word - 1]);
    if (last != 0) spread_reach(s, to + 1, beside == NULL ? last : last & beside[word + 1]);
}

static void spread_word(const spread *s, uint64_t word, uint64_t tiles) {
    const uint64_t up = word - s->stride, down = word + s->stride;
    spread_reach(s, up, tiles);
    spread_reach(s, down, tiles);
    spread_sideways(s, NULL, word, word, tiles);
    if (s->moves == LF_MOVES_ORTHOGONAL) return;
    if (s->moves == LF_MOVES_KING_CUT) {
        spread_sideways(s, NULL, word, up, tiles);
        spread_sideways(s, NULL, word, down, tiles);
    } else {
        spread_sideways(s, s->open, word, up, tiles & s->open[up]);
        spread_sideways(s, s->open, word, down, tiles & s->open[down]);
    }
}

/// Runs waves until one is empty or `limit` waves were expanded; the wave after those is only cleared.
static void spread_run(const spread *s, int64_t limit) {
    lfi_harbours *harbours = s->harbours;
    for (int64_t wave = 0; harbours->next_words.count > 0; wave++) {
        const lfi_word_list words = harbours->next_words;
        uint64_t *const plane = harbours->next;
        harbours->next_words = harbours->now_words;
        harbours->next_words.count = 0;
        harbours->now_words = words;
        harbours->next = harbours->now;
        harbours->now = plane;
        for (uint32_t i = 0; i < words.count; i++) {
            const uint64_t tiles = plane[words.words[i]];
            plane[words.words[i]] = 0;
            if (wave < limit) spread_word(s, words.words[i], tiles);
        }
    }
}

static void spread_begin_at(const spread *s, const lf_map *map, lf_tile tile) {
    const lfi_spot spot = lfi_map_spot(map, tile);
    spread_reach(s, spot.bit >> 6, lfi_spot_mask(spot));
}

void lfi_harbours_find(lf_search *search, int32_t radius) {
    const lf_map *map = search->map;
    const lf_query *query = &search->query;
    lfi_harbours *harbours = &lfi_gate_of(search)->harbours;
    const spread s = {harbours, map->open, harbours->inside, map->stride, map->moves};
    harbours->any = true;
    for (int64_t i = 0; i < query->source_count; i++) spread_begin_at(&s, map, query->sources[i].tile);
    for (int64_t i = 0; i < query->target_count; i++) spread_begin_at(&s, map, query->targets[i]);
    spread_run(&s, radius);
}

bool lfi_harbours_split(lf_search *search) {
    const lf_map *map = search->map;
    const lf_query *query = &search->query;
    lfi_harbours *harbours = &lfi_gate_of(search)->harbours;
    const spread s = {harbours, harbours->inside, harbours->of_source, map->stride, map->moves};
    for (int64_t i = 0; i < query->source_count; i++) spread_begin_at(&s, map, query->sources[i].tile);
    spread_run(&s, INT64_MAX);
    for (int64_t i = 0; i < query->target_count; i++) {
        if (lfi_bit(harbours->of_source, lfi_map_spot(map, query->targets[i]))) return true;
    }
    return false;
}

// ---- Mouths ----------------------------------------------------------------------------------------

typedef struct mouth_finder {
    lf_search *search;
    lfi_harbour_mouth *mouth;
    bool of_source;
} mouth_finder;

static void word_mouths(const mouth_finder *find, uint64_t word, uint64_t tiles) {
    const lf_map *map = find->search->map;
    tiles &= map->open[word] & ~lfi_gate_of(find->search)->harbours.inside[word];
    if (tiles == 0) return;
    const uint64_t row = (word - 1) / map->stride, column = (word - 1) % map->stride;
    for (; tiles != 0; tiles &= tiles - 1) {
        const uint64_t x = 64 * column + (uint64_t)lfi_lowest_bit(tiles);
        find->mouth(find->search, (lf_tile)((row - 1) * (uint64_t)map->width + x), find->of_source);
    }
}

/// The same for the tiles one column to the left and to the right.
static void word_mouths_beside(const mouth_finder *find, uint64_t word, uint64_t tiles) {
    word_mouths(find, word, tiles >> 1 | tiles << 1);
    word_mouths(find, word - 1, tiles << 63);
    word_mouths(find, word + 1, tiles >> 63);
}

/// A route leaves a harbour by the moves that connect tiles: straight ones, and diagonals where corners may
/// be cut.
static void word_mouths_around(const mouth_finder *find, uint64_t word, uint64_t tiles) {
    const lf_map *map = find->search->map;
    const uint64_t up = word - map->stride, down = word + map->stride;
    if (tiles == 0) return;
    word_mouths(find, up, tiles);
    word_mouths(find, down, tiles);
    word_mouths_beside(find, word, tiles);
    if (map->moves != LF_MOVES_KING_CUT) return;
    word_mouths_beside(find, up, tiles);
    word_mouths_beside(find, down, tiles);
}

void lfi_harbours_mouths(lf_search *search, lfi_harbour_mouth *mouth) {
    const lfi_harbours *harbours = &lfi_gate_of(search)->harbours;
    for (int side = 0; side < 2; side++) {
        const mouth_finder find = {search, mouth, side == 0};
        for (uint32_t i = 0; i < harbours->touched.count; i++) {
            const uint64_t word = harbours->touched.words[i], mine = harbours->of_source[word];
            word_mouths_around(&find, word, find.of_source ? mine : harbours->inside[word] & ~mine);
        }
    }
}
