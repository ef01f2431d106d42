// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file dungeon_notes.h
/// What is odd about a dungeon: legal, but maybe not what its author meant.
#ifndef LANDFALL_CLI_DUNGEON_NOTES_H
#define LANDFALL_CLI_DUNGEON_NOTES_H

#include <landfall_io.h>

/// Says on stderr: doors without a key, keys without a door (if an exit is all that is asked for), and signs
/// that look like arrows but are not.
/// @param name  of the file.
void dungeon_say_notes(const char *name, const lf_dungeon *dungeon, const lf_keys_query *query);

/// The same for a puzzle: what nothing opens, turns or leads to, and rules about keys that are not there.
/// @param held  how many keys of each kind are held from the beginning.
void dungeon_say_puzzle_notes(const char *name, const lf_dungeon *dungeon, const uint8_t *held);

#endif // LANDFALL_CLI_DUNGEON_NOTES_H
