// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Rows of text. A matrix of 3,000 x 3,000 has nine million: snprintf for each would take as long as the
// lengths themselves.
#include "rows.h"

#include <stdlib.h>
#include <string.h>

static bool rows_have_room(rows *to, size_t size) {
    if (to->failed) return false;
    if (size <= to->capacity - to->size) return true;
    size_t capacity = to->capacity > 0 ? to->capacity : 4096;
    while (capacity - to->size < size && capacity <= SIZE_MAX / 2) capacity *= 2;
    char *larger = capacity - to->size >= size ? realloc(to->bytes, capacity) : NULL;
    to->failed = larger == NULL;
    if (to->failed) return false;
    to->bytes = larger;
    to->capacity = capacity;
    return true;
}

void rows_put(rows *to, const char *bytes, size_t size) {
    if (size == 0 || !rows_have_room(to, size)) return;
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
}

void rows_text(rows *to, const char *text) {
    rows_put(to, text, strlen(text));
}

void rows_int(rows *to, int64_t number) {
    char digits[24];
    size_t at = sizeof digits;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (number < 0) digits[--at] = '-';
    rows_put(to, digits + at, sizeof digits - at);
}

void rows_thousandths(rows *to, int64_t number) {
    const char decimals[4] = {'.', (char)('0' + number / 100 % 10), (char)('0' + number / 10 % 10),
                              (char)('0' + number % 10)};
    rows_int(to, number / 1000);
    rows_put(to, decimals, sizeof decimals);
}

void rows_clear(rows *of) {
    of->size = 0;
    of->failed = false;
}

void rows_free(rows *of) {
    free(of->bytes);
    *of = (rows){0};
}
