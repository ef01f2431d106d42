// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The log of a state: where the last edits before it were (a ring buffer). Each snapshot has its own copy, so
// readers look at nothing that changes. A door may open and shut for ever, so old changes fall out. Whoever
// needs them looks at the whole map instead.
#include "world.h"

void lfi_log_add(lfi_log *log, lfi_change change) {
    lfi_change *place = &log->changes[log->end % LFI_LOG_ROOM];
    if (log->end >= LFI_LOG_ROOM) log->since = place->version;
    *place = change;
    log->end++;
}

uint64_t lfi_log_after(const lfi_log *log, uint64_t version) {
    uint64_t number = log->end;
    const uint64_t first = number > LFI_LOG_ROOM ? number - LFI_LOG_ROOM : 0;
    while (number > first && lfi_log_at(log, number - 1)->version > version) number--;
    return number;
}
