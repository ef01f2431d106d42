// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What is odd about a dungeon or a puzzle: legal, but maybe not what its author meant. Small letters are keys, all of
// them, so a v drawn as an arrow is a key; a > is an exit, and makes doors of S and E.
#include "dungeon_notes.h"

#include "cli.h"

#include <stdio.h>
#include <string.h>

enum { NAMES_SHOWN = 8 };

static uint64_t kinds_of(const lf_dungeon *dungeon, lf_fixture_type type) {
    uint64_t kinds = 0;
    for (int64_t i = 0; i < dungeon->fixture_count; i++)
        if (dungeon->fixtures[i].type == type) kinds |= UINT64_C(1) << dungeon->fixtures[i].kind;
    return kinds;
}

/// The kind with a name, as a bit; 0 if there is none.
static uint64_t kind_named(const lf_dungeon *dungeon, const char *name) {
    for (int32_t k = 0; k < dungeon->kind_count; k++)
        if (strcmp(dungeon->names[k], name) == 0) return UINT64_C(1) << k;
    return 0;
}

static void note_kinds(const char *name, const lf_dungeon *dungeon, uint64_t kinds, const char *one,
                       const char *many) {
    char list[NAMES_SHOWN * (LF_DUNGEON_NAME_SIZE + 2)] = "";
    int count = 0;
    size_t size = 0;
    for (int32_t k = 0; k < dungeon->kind_count; k++) {
        if ((kinds >> k & 1) == 0 || count++ >= NAMES_SHOWN) continue;
        size += (size_t)snprintf(list + size, sizeof list - size, "%s%s", count == 1 ? "" : ", ",
                                 dungeon->names[k]);
    }
    if (count > NAMES_SHOWN)
        cli_note("%s: %s: %s and %d more", name, many, list, count - NAMES_SHOWN);
    else if (count > 0)
        cli_note("%s: %s: %s", name, count == 1 ? one : many, list);
}

/// Whether two exits stand side by side, as arrows in a row would.
static bool exits_are_in_a_row(const lf_dungeon *dungeon) {
    for (int64_t i = 1; i < dungeon->exit_count; i++)
        if (dungeon->exits[i] == dungeon->exits[i - 1] + 1 &&
            dungeon->exits[i] % (uint32_t)dungeon->tiles.width != 0)
            return true;
    return false;
}

void dungeon_say_notes(const char *name, const lf_dungeon *dungeon, const lf_keys_query *query) {
    const uint64_t keys = kinds_of(dungeon, LF_FIXTURE_KEY), doors = kinds_of(dungeon, LF_FIXTURE_DOOR);
    if (query->goal == LF_GOAL_EXIT)
        note_kinds(name, dungeon, keys & ~doors, "a key that opens no door", "keys that open no door");
    note_kinds(name, dungeon, doors & ~keys & ~query->held, "a door without a key", "doors without a key");
    if ((keys & ~doors) != 0 && (keys & ~doors) == kind_named(dungeon, "v"))
        cli_note("%s: v is a key, as every small letter is, and not an arrow", name);
    if (dungeon->hero_style && exits_are_in_a_row(dungeon))
        cli_note("%s: each > is an exit, and not an arrow", name);
    const uint64_t ends = kind_named(dungeon, "s") | kind_named(dungeon, "e");
    if (dungeon->hero_style && dungeon->start_count == 0 && (ends & doors) != 0)
        cli_note("%s: a > is the exit, which makes doors of S and E", name);
}

/// The kinds of which a puzzle has a device of a type; `twice`: of which it has two of them at least.
static uint64_t devices_of(const lf_dungeon *dungeon, lf_device_type type, bool twice) {
    uint64_t once = 0, again = 0;
    for (int64_t i = 0; i < dungeon->device_count; i++) {
        if (dungeon->devices[i].type != type) continue;
        const uint64_t kind = UINT64_C(1) << dungeon->devices[i].kind;
        again |= once & kind;
        once |= kind;
    }
    return twice ? again : once;
}

static uint64_t kinds_above_0(const uint8_t *numbers) {
    uint64_t kinds = 0;
    for (int k = 0; k < LF_MAX_KINDS; k++)
        if (numbers[k] > 0) kinds |= UINT64_C(1) << k;
    return kinds;
}

void dungeon_say_puzzle_notes(const char *name, const lf_dungeon *dungeon, const uint8_t *held) {
    const uint64_t keys = devices_of(dungeon, LF_DEVICE_KEY, false) | kinds_above_0(held);
    const uint64_t doors = devices_of(dungeon, LF_DEVICE_DOOR, false);
    const uint64_t barriers = devices_of(dungeon, LF_DEVICE_BARRIER, false);
    const uint64_t switches = devices_of(dungeon, LF_DEVICE_SWITCH, false);
    const uint64_t lonely =
        devices_of(dungeon, LF_DEVICE_TELEPORTER, false) & ~devices_of(dungeon, LF_DEVICE_TELEPORTER, true);
    note_kinds(name, dungeon, doors & ~keys, "a door without a key", "doors without a key");
    note_kinds(name, dungeon, barriers & ~switches, "a barrier without a switch",
               "barriers without a switch");
    note_kinds(name, dungeon, switches & ~barriers, "a switch without a barrier",
               "switches without a barrier");
    note_kinds(name, dungeon, lonely, "a teleporter that leads nowhere", "teleporters that lead nowhere");
    note_kinds(name, dungeon, dungeon->used_up & ~doors & ~keys, "used up, but neither a key nor a door",
               "used up, but neither keys nor doors");
    note_kinds(name, dungeon, kinds_above_0(dungeon->needed) & ~keys, "needed, but no key",
               "needed, but no keys");
}
