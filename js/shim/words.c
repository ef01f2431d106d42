// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What every module has: words, answers, memory, and the names of statuses.
#include "words.h"

#include <stdlib.h>
#include <string.h>

int32_t lfjs_words[LFJS_WORDS];
double lfjs_answer[LFJS_ANSWERS];

LFJS(int32_t *, lfjs_words_at)(void) {
    return lfjs_words;
}

LFJS(double *, lfjs_answer_at)(void) {
    return lfjs_answer;
}

LFJS(void *, lfjs_alloc)(size_t size) {
    return malloc(size);
}

LFJS(void, lfjs_free)(void *memory) {
    free(memory);
}

LFJS(const char *, lfjs_status_text)(int32_t status) {
    return lf_status_text((lf_status)status);
}

LFJS(const char *, lfjs_status_name)(int32_t status) {
    return lf_status_name((lf_status)status);
}

LFJS(uint32_t, lfjs_version)(void) {
    return lf_version();
}

bool lfjs_room_for(lfjs_room *room, double bytes) {
    if (bytes <= (double)room->size) return true;
    const double wanted = bytes > 2.0 * (double)room->size ? bytes : 2.0 * (double)room->size;
    if (wanted > (double)(SIZE_MAX / 2) && bytes > (double)(SIZE_MAX / 2)) return false;
    const size_t size = (size_t)(wanted > (double)(SIZE_MAX / 2) ? bytes : wanted);
    void *at = malloc(size);
    if (at == NULL) return false;
    if (room->size > 0) memcpy(at, room->at, room->size);
    free(room->at);
    *room = (lfjs_room){at, size};
    return true;
}

void lfjs_room_free(lfjs_room *room) {
    free(room->at);
    *room = (lfjs_room){0};
}

int64_t lfjs_number(double value) {
    return value >= 9.2e18 ? INT64_MAX : (int64_t)value;
}
