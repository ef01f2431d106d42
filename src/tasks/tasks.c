// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Tasks: a queue of queries over a few searches, and a budget a tick.
//
//     waiting   a heap, the highest priority first, then the lowest ticket. Tickets grow, so this is the
//               order of arrival, and no two tasks are equal.
//     lanes     one for each search, with the task that it works on. They take turns. A lane whose turn it is
//               and that has no task takes the first one of the heap.
//
// A slot holds a task from lf_tasks_add until its answer is handed out. A ticket is the count of all tasks
// so far times the number of slots, plus the slot, so that the slot of a ticket is known at once, and a
// ticket of the past is told from the task that has its slot now.
//
// Answers are written straight into the caller's buffer when they are there (lf_tasks_next). Rejected: to
// keep routes until they are asked for. It needs room for as many routes as there are tasks, and nobody knows
// how long they are.
//
// Time: O(log tasks) per task beside its query. Memory: one list, made at creation.
#include "../base/arrays.h"

#include <string.h>

enum { TASKS_CAPACITY = 256, TASKS_ENDS = 8, TASKS_TURN = 4096, LANES_MOST = 1024 };
#define TASKS_MOST (INT64_C(1) << 30)
#define NO_SLOT    UINT32_MAX

typedef struct task_slot {
    lf_ticket ticket; ///< 0: the slot is free
    int32_t priority;
    uint32_t place; ///< waiting: where in the heap; under way: NO_SLOT; free: the next free slot
    lf_query query;
    lf_expert_options experts; ///< of the query
} task_slot;

typedef struct task_lane {
    lf_search *search;
    uint32_t slot; ///< of the task under way; NO_SLOT: none
    bool begun;    ///< whether the search has begun with it
} task_lane;

struct lf_tasks {
    lf_allocator allocator;
    uint64_t capacity, ends, lane_count;
    int64_t turn;
    task_slot *slots;
    lf_source *sources; ///< `ends` for each slot
    lf_tile *targets;   ///< the same
    uint32_t *heap;     ///< slots that wait
    task_lane *lanes;
    uint32_t waiting;        ///< entries of the heap
    uint32_t count;          ///< tasks without an answer
    uint32_t free_slot;      ///< the first free slot, or NO_SLOT
    uint32_t lane;           ///< whose turn it is
    int64_t turn_left, left; ///< of the turn, and of the tick
    uint64_t serial;         ///< tasks added so far
};

// ---- Memory ---------------------------------------------------------------------------------------

static void tasks_arrays(lf_tasks *tasks, lfi_arrays *run) {
    LFI_ARRAY_ZEROED(run, tasks->slots, tasks->capacity);
    LFI_ARRAY(run, tasks->sources, tasks->capacity * tasks->ends);
    LFI_ARRAY(run, tasks->targets, tasks->capacity * tasks->ends);
    LFI_ARRAY(run, tasks->heap, tasks->capacity);
    LFI_ARRAY(run, tasks->lanes, tasks->lane_count);
}

static lf_status tasks_check_searches(const lf_tasks_desc *desc) {
    for (int64_t i = 0; i < desc->search_count; i++) {
        if (desc->searches[i] == NULL) return LF_E_NULL;
        for (int64_t k = 0; k < i; k++) {
            if (desc->searches[k] == desc->searches[i]) return LF_E_SEARCH_TWICE;
        }
    }
    return LF_OK;
}

static lf_status tasks_check(const lf_tasks_desc *desc) {
    if (desc->search_count < 1 || desc->search_count > LANES_MOST || desc->turn < 0) return LF_E_COUNT;
    if (desc->capacity < 0 || desc->capacity > TASKS_MOST) return LF_E_COUNT;
    if (desc->end_room < 0 || desc->end_room > TASKS_MOST) return LF_E_COUNT;
    return desc->searches == NULL ? LF_E_NULL : tasks_check_searches(desc);
}

static int64_t tasks_or_default(int64_t given, int64_t otherwise) {
    return given != 0 ? given : otherwise;
}

/// Tasks without their memory.
static lf_tasks tasks_plain(const lf_tasks_desc *desc) {
    return (lf_tasks){.allocator = desc->allocator,
                      .capacity = (uint64_t)tasks_or_default(desc->capacity, TASKS_CAPACITY),
                      .ends = (uint64_t)tasks_or_default(desc->end_room, TASKS_ENDS),
                      .lane_count = (uint64_t)desc->search_count,
                      .turn = tasks_or_default(desc->turn, TASKS_TURN)};
}

/// First values, once the arrays are made.
static void tasks_ready(lf_tasks *tasks, lf_search *const *searches) {
    for (uint32_t i = 0; i < tasks->capacity; i++) tasks->slots[i].place = i + 1;
    tasks->slots[tasks->capacity - 1].place = NO_SLOT;
    for (uint32_t i = 0; i < tasks->lane_count; i++)
        tasks->lanes[i] = (task_lane){searches[i], NO_SLOT, false};
    tasks->turn_left = tasks->turn;
}

lf_status lf_tasks_create(const lf_tasks_desc *desc, lf_tasks **out) {
    if (out != NULL) *out = NULL;
    if (desc == NULL || out == NULL) return LF_E_NULL;
    lf_status status = tasks_check(desc);
    if (status != LF_OK) return status;
    lf_tasks plain = tasks_plain(desc);
    status = lfi_allocator_resolve(&plain.allocator);
    if (status != LF_OK) return status;
    lf_tasks *tasks = lfi_alloc(&plain.allocator, 1, sizeof *tasks);
    if (tasks == NULL) return LF_E_NOMEM;
    *tasks = plain;
    lfi_arrays run = {.allocator = &tasks->allocator, .mode = LFI_ARRAYS_MAKE};
    tasks_arrays(tasks, &run);
    if (run.failed) {
        lf_tasks_destroy(tasks);
        return LF_E_NOMEM;
    }
    tasks_ready(tasks, desc->searches);
    *out = tasks;
    return LF_OK;
}

void lf_tasks_destroy(lf_tasks *tasks) {
    if (tasks == NULL) return;
    const lf_allocator allocator = tasks->allocator;
    for (uint32_t i = 0; tasks->lanes != NULL && i < tasks->lane_count; i++) {
        if (tasks->count > 0 && tasks->lanes[i].slot != NO_SLOT) lf_search_cancel(tasks->lanes[i].search);
    }
    lfi_arrays run = {.allocator = &allocator, .mode = LFI_ARRAYS_FREE};
    tasks_arrays(tasks, &run);
    lfi_free(&allocator, tasks, 1, sizeof *tasks);
}

size_t lf_tasks_bytes(const lf_tasks *tasks) {
    if (tasks == NULL) return 0;
    lf_tasks copy = *tasks;
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT, .bytes = sizeof copy};
    tasks_arrays(&copy, &run);
    return (size_t)run.bytes;
}

// ---- The heap of waiting tasks --------------------------------------------------------------------

static bool task_before(const lf_tasks *tasks, uint32_t a, uint32_t b) {
    const task_slot *one = &tasks->slots[a], *other = &tasks->slots[b];
    return one->priority != other->priority ? one->priority > other->priority : one->ticket < other->ticket;
}

static void waiting_set(lf_tasks *tasks, uint32_t place, uint32_t slot) {
    tasks->heap[place] = slot;
    tasks->slots[slot].place = place;
}

/// Puts a task at a place of the heap, or above it.
static void waiting_lift(lf_tasks *tasks, uint32_t place, uint32_t slot) {
    for (; place > 0 && task_before(tasks, slot, tasks->heap[(place - 1) / 2]); place = (place - 1) / 2)
        waiting_set(tasks, place, tasks->heap[(place - 1) / 2]);
    waiting_set(tasks, place, slot);
}

/// Puts a task at a place of the heap, or below it.
static void waiting_sink(lf_tasks *tasks, uint32_t place, uint32_t slot) {
    for (uint32_t child; (child = 2 * place + 1) < tasks->waiting; place = child) {
        if (child + 1 < tasks->waiting && task_before(tasks, tasks->heap[child + 1], tasks->heap[child]))
            child++;
        if (!task_before(tasks, tasks->heap[child], slot)) break;
        waiting_set(tasks, place, tasks->heap[child]);
    }
    waiting_set(tasks, place, slot);
}

/// Takes a task off the heap: the last one takes its place, and rises or sinks from there.
static void waiting_remove(lf_tasks *tasks, uint32_t slot) {
    const uint32_t place = tasks->slots[slot].place, last = tasks->heap[--tasks->waiting];
    tasks->slots[slot].place = NO_SLOT;
    if (last == slot) return;
    if (place > 0 && task_before(tasks, last, tasks->heap[(place - 1) / 2]))
        waiting_lift(tasks, place, last);
    else
        waiting_sink(tasks, place, last);
}

// ---- Adding and giving up -------------------------------------------------------------------------

static lf_status task_check(const lf_tasks *tasks, const lf_query *query) {
    if (query->source_count < 0 || query->target_count < 0) return LF_E_COUNT;
    if (query->sources == NULL && query->source_count > 0) return LF_E_NULL;
    if (query->targets == NULL && query->target_count > 0) return LF_E_NULL;
    if ((uint64_t)query->source_count > tasks->ends || (uint64_t)query->target_count > tasks->ends)
        return LF_E_END_ROOM;
    return tasks->free_slot == NO_SLOT ? LF_E_TASKS_FULL : LF_OK;
}

/// Copies a query with all that it points at.
static void task_keep(lf_tasks *tasks, uint32_t slot, const lf_query *query) {
    task_slot *task = &tasks->slots[slot];
    lf_source *sources = tasks->sources + slot * tasks->ends;
    lf_tile *targets = tasks->targets + slot * tasks->ends;
    for (int64_t i = 0; i < query->source_count; i++) sources[i] = query->sources[i];
    for (int64_t i = 0; i < query->target_count; i++) targets[i] = query->targets[i];
    task->query = *query;
    task->query.sources = sources;
    task->query.targets = targets;
    if (query->options.experts == NULL) return;
    task->experts = *query->options.experts;
    task->query.options.experts = &task->experts;
}

lf_status lf_tasks_add(lf_tasks *tasks, const lf_query *query, int32_t priority, lf_ticket *ticket) {
    if (ticket != NULL) *ticket = 0;
    if (tasks == NULL || query == NULL || ticket == NULL) return LF_E_NULL;
    const lf_status status = task_check(tasks, query);
    if (status != LF_OK) return status;
    const uint32_t slot = tasks->free_slot;
    task_slot *task = &tasks->slots[slot];
    tasks->free_slot = task->place;
    task->ticket = ++tasks->serial * tasks->capacity + slot;
    task->priority = priority;
    task_keep(tasks, slot, query);
    waiting_lift(tasks, tasks->waiting++, slot);
    tasks->count++;
    *ticket = task->ticket;
    return LF_OK;
}

/// A task has its answer, or was given up.
static void task_free(lf_tasks *tasks, uint32_t slot) {
    tasks->slots[slot].ticket = 0;
    tasks->slots[slot].place = tasks->free_slot;
    tasks->free_slot = slot;
    tasks->count--;
}

/// Gives up what the lane of a task is doing.
static void tasks_lane_leave(lf_tasks *tasks, uint32_t slot) {
    for (uint32_t i = 0; i < tasks->lane_count; i++) {
        task_lane *lane = &tasks->lanes[i];
        if (lane->slot != slot) continue;
        lf_search_cancel(lane->search);
        lane->slot = NO_SLOT;
    }
}

lf_status lf_tasks_cancel(lf_tasks *tasks, lf_ticket ticket) {
    if (tasks == NULL) return LF_E_NULL;
    const uint32_t slot = (uint32_t)(ticket % tasks->capacity);
    if (ticket == 0 || tasks->slots[slot].ticket != ticket) return LF_E_TICKET;
    if (tasks->slots[slot].place != NO_SLOT)
        waiting_remove(tasks, slot);
    else
        tasks_lane_leave(tasks, slot);
    task_free(tasks, slot);
    return LF_OK;
}

int64_t lf_tasks_count(const lf_tasks *tasks) {
    return tasks == NULL ? 0 : tasks->count;
}

// ---- Ticks ----------------------------------------------------------------------------------------

lf_status lf_tasks_tick(lf_tasks *tasks, int64_t budget) {
    if (tasks == NULL) return LF_E_NULL;
    if (budget <= 0) return LF_E_BUDGET;
    tasks->left = budget;
    return LF_OK;
}

int64_t lf_tasks_budget_left(const lf_tasks *tasks) {
    return tasks == NULL ? 0 : tasks->left;
}

/// Begins the query of a lane, if it is not under way.
static lf_status tasks_lane_begin(lf_tasks *tasks, task_lane *lane) {
    const lf_status status =
        lane->begun ? LF_PAUSED : lf_search_begin(lane->search, &tasks->slots[lane->slot].query);
    lane->begun = status == LF_PAUSED;
    return status;
}

/// Begins the query if need be, and goes on with it; `left` receives what is left of the budget.
static lf_status tasks_lane_run(lf_tasks *tasks, task_lane *lane, int64_t budget, int64_t *left) {
    *left = budget;
    lf_status status = tasks_lane_begin(tasks, lane);
    if (status != LF_PAUSED) return status;
    status = lf_search_step(lane->search, budget);
    *left = status < 0 ? 0 : lf_search_budget_left(lane->search);
    return status;
}

/// A step of a lane within its turn and the tick, which costs at least one expansion.
static lf_status tasks_lane_step(lf_tasks *tasks, task_lane *lane) {
    const int64_t budget = tasks->turn_left < tasks->left ? tasks->turn_left : tasks->left;
    int64_t left;
    lf_status status = tasks_lane_run(tasks, lane, budget, &left);
    if (status == LF_E_NOT_BEGUN) { // the search was turned, and has forgotten the query
        lane->begun = false;
        status = tasks_lane_run(tasks, lane, budget, &left);
    }
    const int64_t used = left < budget ? budget - left : 1;
    tasks->left -= used;
    tasks->turn_left -= used;
    return status;
}

static void tasks_lane_next(lf_tasks *tasks) {
    tasks->lane = (uint32_t)((tasks->lane + 1) % tasks->lane_count);
    tasks->turn_left = tasks->turn;
}

/// Hands out the answer of a lane's task. The lane is then free.
static void tasks_lane_hand_out(lf_tasks *tasks, task_lane *lane, lf_status status, lf_tile *tiles,
                                int64_t capacity, lf_task_answer *answer) {
    answer->ticket = tasks->slots[lane->slot].ticket;
    answer->status = status < 0 ? status : lf_search_finish(lane->search, tiles, capacity, &answer->route);
    lf_search_cancel(lane->search);
    task_free(tasks, lane->slot);
    lane->slot = NO_SLOT;
    tasks_lane_next(tasks);
}

/// Gives a lane without a task the first one that waits; false if none does.
static bool tasks_lane_fill(lf_tasks *tasks, task_lane *lane) {
    if (lane->slot != NO_SLOT) return true;
    if (tasks->waiting == 0) return false;
    lane->slot = tasks->heap[0];
    lane->begun = false;
    waiting_remove(tasks, lane->slot);
    return true;
}

lf_status lf_tasks_next(lf_tasks *tasks, lf_tile *tiles, int64_t capacity, lf_task_answer *answer) {
    if (answer != NULL) {
        *answer = (lf_task_answer){0};
        lf_search_finish(NULL, NULL, 0, &answer->route); // clears it
    }
    if (tasks == NULL || answer == NULL) return LF_E_NULL;
    const lf_status buffer = lfi_buffer_check(tiles, capacity);
    if (buffer != LF_OK) return buffer;
    while (tasks->count > 0 && tasks->left > 0) {
        task_lane *lane = &tasks->lanes[tasks->lane];
        const lf_status status = tasks_lane_fill(tasks, lane) ? tasks_lane_step(tasks, lane) : LF_PAUSED;
        if (status != LF_PAUSED) {
            tasks_lane_hand_out(tasks, lane, status, tiles, capacity, answer);
            return LF_OK;
        }
        if (lane->slot == NO_SLOT || tasks->turn_left <= 0) tasks_lane_next(tasks);
    }
    return tasks->count > 0 ? LF_PAUSED : LF_IDLE;
}
