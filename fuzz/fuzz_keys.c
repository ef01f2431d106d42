// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Small dungeons from bytes, asked one question by one strategy, against the judge of the tests: a textbook
// search that shares nothing with the library. The length, every tile of the route, and every word of the
// explanation when there is none. One question a run and at most 54 tiles keep it fast; fuzz_dungeon has the
// reader, and larger dungeons.
//
// An input is seven bytes and rows of tiles, one after the other: rules, goal and strategy; width and height;
// keys in hand; two sources; two targets. A tile that is one of #, ., a to h, A to H is taken as it is, so
// that inputs can be read; any other byte becomes one of them.

#include "../src/keys/keys.h"
#include "../tests/dungeon_judge.h"
#include "fuzz.h"

enum { HEAD_SIZE = 7, KINDS = 6 };

static char tile_of(uint8_t byte) {
    static const char table[] = "####.......abcdefABCDEFABCDEFABC";
    const char c = (char)byte;
    if (c == '#' || c == '.' || dungeon_is_key(c) || dungeon_is_door(c)) return c;
    return table[byte % (sizeof table - 1)];
}

/// An end on an open tile: walls are opened, and so are doors under a source that has no key for them.
static lf_tile end_at(dungeon *d, uint8_t byte, bool source) {
    const lf_tile tile = byte % (uint32_t)(d->width * d->height);
    const char c = d->tiles[tile];
    const bool shut = dungeon_is_door(c) && (d->held >> (c - 'A') & 1) == 0;
    if (c == '#' || (source && shut)) d->tiles[tile] = '.';
    return tile;
}

static void dungeon_of(const uint8_t *data, size_t size, dungeon *d) {
    *d = (dungeon){.moves = (lf_moves)(data[0] % 3), .width = 1 + data[1] % 9, .height = 1 + data[1] / 9 % 6};
    d->held = data[2] >= 0x80 ? data[2] & ((1u << KINDS) - 1) : 0;
    for (size_t i = 0; i < (size_t)(d->width * d->height); i++)
        d->tiles[i] = i + HEAD_SIZE < size ? tile_of(data[i + HEAD_SIZE]) : '#';
    d->sources[d->source_count++] = (lf_source){end_at(d, data[3], true), 0};
    if (data[4] < 0x80) d->sources[d->source_count++] = (lf_source){end_at(d, data[4], true), 1};
    d->targets[d->target_count++] = end_at(d, data[5], false);
    if (data[6] < 0x80) d->targets[d->target_count++] = end_at(d, data[6], false);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < HEAD_SIZE) return 0;
    dungeon d;
    dungeon_of(data, size, &d);
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    FUZZ_CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    FUZZ_CHECK(lf_keys_search_create(fixtures, NULL, &search) == LF_OK);
    const int how =
        data[0] / 9 % 4; // one in four asks the plain search, the others points, over bends or tiles
    search->plain_below = 0;
    search->dense_above = how == 1 ? DUNGEON_MAX : 0;
    const char *fault =
        judge_ask(&d, fixtures, search, (lf_goal)(data[0] / 3 % 3), how == 3 ? LF_KEYS_PLAIN : LF_KEYS);
    bool ended;
    if (fault == NULL) // once more in slices, and stopped after some
        fault = judge_ask_stopped(&d, fixtures, search, (lf_goal)(data[0] / 3 % 3),
                                  how == 3 ? LF_KEYS_PLAIN : LF_KEYS, data[3] % 32, &ended);
    if (fault != NULL) fprintf(stderr, "%s\n", fault);
    FUZZ_CHECK(fault == NULL);
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
    return 0;
}
