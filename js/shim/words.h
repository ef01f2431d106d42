// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What crosses the border between JavaScript and C: 32-bit numbers and doubles. Structs are filled here, from
// `lfjs_words` (what JavaScript asks) and into `lfjs_answer` (what it gets). js/src/core.ts is the other side:
// the places of words and answers are written in both, in the same order.
//
// A new function of the library becomes a new LFJS function here, a line in js/src/core.ts and a method.
#ifndef LFJS_WORDS_H
#define LFJS_WORDS_H

#include <landfall.h>

/// A function that JavaScript calls: exported, and hidden from other C files.
#define LFJS(type, name) __attribute__((export_name(#name))) type name

enum { LFJS_WORDS = 32, LFJS_ANSWERS = 32 };

extern int32_t lfjs_words[LFJS_WORDS];
extern double lfjs_answer[LFJS_ANSWERS];

/// An array that grows and is used again.
typedef struct lfjs_room {
    void *at;
    size_t size; ///< in bytes
} lfjs_room;

/// Makes room for this many bytes; what was in the room is kept. False: no memory, and nothing has changed.
bool lfjs_room_for(lfjs_room *room, double bytes);
void lfjs_room_free(lfjs_room *room);

/// A budget or a limit from JavaScript; Infinity is the largest number.
int64_t lfjs_number(double value);

#endif // LFJS_WORDS_H
