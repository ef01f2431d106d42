// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/tasks.h
/// Tasks: many queries, answered within a budget a tick (a cooperative scheduler). Part of landfall.h:
/// include that one.
///
///     lf_tasks_create(&(lf_tasks_desc){.searches = &search, .search_count = 1}, &tasks);
///     lf_tasks_add(tasks, &query, 0, &ship->ticket);               // at any time
///
///     lf_tasks_tick(tasks, 50000);                                 // once per tick of the game
///     while (lf_tasks_next(tasks, tiles, 1000, &answer) == LF_OK)
///         ship_take_route(answer.ticket, tiles, &answer.route);
///
/// Tasks are begun by priority, the highest first, and among equals in the order of arrival. Each search
/// works on one task at a time until it has the answer. With several searches, the tasks that are under way
/// take turns, so that a long query does not hold up the short ones behind it. The same calls with the same
/// budgets give the same answers in the same order.
///
/// One thread at a time may use tasks and their searches.
#ifndef LF_TASKS_H
#define LF_TASKS_H

#include "../landfall.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The number of a task: never 0, and never used again.
typedef uint64_t lf_ticket;

/// How tasks are made. Required: searches and search_count.
typedef struct lf_tasks_desc {
    lf_search *const *searches; ///< they must outlive the tasks, which use them alone; the list is copied.
                                ///< A search of a world may be turned between calls: its task begins anew
    int64_t search_count;       ///< 1 to 1024: how many tasks may be under way at once
    int64_t capacity;           ///< the most tasks that wait or are under way; 0 = 256; at most 2^30
    int64_t end_room;           ///< the most sources, and the most targets, of a task; 0 = 8; at most 2^30
    int64_t turn;               ///< expansions before the next search has its turn; 0 = 4096
    lf_allocator allocator;     ///< `{0}` = malloc and free
} lf_tasks_desc;

/// Queries that wait for their answers. Opaque. Everything is allocated at creation: about 350 bytes per
/// task, and 20 more for each end above 8.
typedef struct lf_tasks lf_tasks;

/// Creates tasks.
/// @param out  receives the tasks, or NULL on error. Destroy them with lf_tasks_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_COUNT, LF_E_SEARCH_TWICE, LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_tasks_create(const lf_tasks_desc *desc, lf_tasks **out);

/// Destroys tasks, and gives up the queries that are under way. NULL is fine. Its searches go on existing.
LF_API void lf_tasks_destroy(lf_tasks *tasks);

/// Bytes that the tasks hold; 0 for NULL.
LF_API size_t lf_tasks_bytes(const lf_tasks *tasks);

/// Adds a task. The query is copied, with its ends and expert options; the caller need not keep them. What is
/// wrong with it is told with its answer.
/// @param priority  the higher, the earlier; 0 is as good as any.
/// @param ticket    receives the number of the task, or 0 on error.
/// @return LF_OK, LF_E_NULL, LF_E_COUNT, LF_E_END_ROOM or LF_E_TASKS_FULL.
LF_API lf_status lf_tasks_add(lf_tasks *tasks, const lf_query *query, int32_t priority, lf_ticket *ticket);

/// Gives up a task that has no answer yet, whether it waits or is under way.
/// @return LF_OK, LF_E_NULL or LF_E_TICKET.
LF_API lf_status lf_tasks_cancel(lf_tasks *tasks, lf_ticket ticket);

/// Number of tasks without an answer; 0 for NULL.
LF_API int64_t lf_tasks_count(const lf_tasks *tasks);

/// Begins a tick with this budget, in expansions as for lf_search_step. What the last tick left is forgotten.
/// @return LF_OK, LF_E_NULL or LF_E_BUDGET.
LF_API lf_status lf_tasks_tick(lf_tasks *tasks, int64_t budget);

/// What is left of the tick's budget; 0 for NULL.
LF_API int64_t lf_tasks_budget_left(const lf_tasks *tasks);

/// The answer of a task.
typedef struct lf_task_answer {
    lf_ticket ticket; ///< of the task; 0 if there is no answer
    lf_status status; ///< as lf_search_find returns it; LF_E_BUFFER_TOO_SMALL: the rest of the tiles is lost
    lf_route route;   ///< as lf_search_find gives it
} lf_task_answer;

/// Works until a task has its answer, and hands it out. Each step of a search costs at least one expansion of
/// the budget, so that a tick ends whatever is asked.
/// @param tiles     receives the tiles of the route; may be NULL if capacity is 0.
/// @param capacity  how many tiles fit; answer->route.tile_count has the full number.
/// @param answer    receives the answer; cleared if there is none.
/// @return LF_OK (an answer), LF_PAUSED (the tick's budget is used up), LF_IDLE (no task is left), LF_E_NULL
///         or LF_E_COUNT.
LF_API lf_status lf_tasks_next(lf_tasks *tasks, lf_tile *tiles, int64_t capacity, lf_task_answer *answer);

#ifdef __cplusplus
}
#endif

#endif // LF_TASKS_H
