// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The memory of searches on the command line: the library says beforehand what a search takes, so nothing has
// to be tried out.
#include "memory.h"

#include "cli.h"
#include "units.h"

#include <stdio.h>
#include <stdlib.h>

/// What is worth a line.
enum { MEMORY_MUCH = 64 << 20 };

const args_option memory_option_table[1] = {
    {"max-memory", 0, "MIB", args_read_u64, offsetof(memory_options, max_mib),
     "refuse to begin if the searches take more memory; default: no limit", NULL},
};

/// Whether so many bytes are within the limit. A limit beyond all memory is none.
static bool memory_is_allowed(const memory_options *options, int64_t bytes) {
    if (options->max_mib == 0 || options->max_mib > (uint64_t)INT64_MAX >> 20) return true;
    return bytes <= (int64_t)(options->max_mib << 20);
}

/// What a search and the buffer for its route take.
static lf_status memory_of_search(const memory_need *need, int64_t *bytes) {
    const lf_status status = need->lengths != NULL ? lf_lengths_size(need->map, need->lengths, bytes)
                                                   : lf_search_size(need->map, need->desc, bytes);
    if (!need->no_tiles) *bytes += lf_map_open_count(need->map) * (int64_t)sizeof(lf_tile);
    return status;
}

int memory_searches(const memory_options *options, const memory_need *need, int wanted) {
    int64_t each;
    if (memory_of_search(need, &each) != LF_OK) return 1;
    int count = wanted;
    while (count > 1 && !memory_is_allowed(options, each * count)) count--;
    return count;
}

bool memory_fits(const memory_options *options, const memory_need *need, int searches, bool tell) {
    char each_text[UNITS_TEXT], all_text[UNITS_TEXT], limit[UNITS_TEXT];
    int64_t each;
    const lf_status status = memory_of_search(need, &each);
    if (status != LF_OK) {
        cli_say("%s", cli_status_text(status));
        return false;
    }
    const int64_t all = each * searches;
    const bool allowed = memory_is_allowed(options, all);
    units_bytes((double)each, each_text);
    units_bytes((double)all, all_text);
    units_bytes((double)options->max_mib * (1 << 20), limit);
    if (!allowed && searches == 1)
        cli_say("--max-memory: the search takes %s, more than %s", all_text, limit);
    else if (!allowed)
        cli_say("--max-memory: %d searches of %s take %s, more than %s; fewer --threads take less", searches,
                each_text, all_text, limit);
    else if (tell && all >= MEMORY_MUCH)
        cli_note("%d search%s of %s take %s in all", searches, searches == 1 ? "" : "es", each_text,
                 all_text);
    return allowed;
}

memory_budget memory_left(const memory_options *options, const memory_need *need, int searches) {
    int64_t each;
    if (memory_is_allowed(options, INT64_MAX)) return (memory_budget){UINT64_MAX};
    if (memory_of_search(need, &each) != LF_OK) return (memory_budget){0};
    const uint64_t taken = (uint64_t)each * (uint64_t)searches, all = options->max_mib << 20;
    return (memory_budget){taken < all ? all - taken : 0};
}

static void *budget_take(size_t size, void *user) {
    memory_budget *budget = user;
    if (size > budget->bytes) return NULL;
    void *memory = malloc(size);
    if (memory != NULL) budget->bytes -= size;
    return memory;
}

static void budget_give_back(void *memory, size_t size, void *user) {
    memory_budget *budget = user;
    budget->bytes += size;
    free(memory);
}

lf_allocator memory_allocator(memory_budget *budget) {
    return (lf_allocator){.alloc = budget_take, .free = budget_give_back, .user = budget};
}
