// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Tasks: order, turns, tickets, budgets; every answer is what lf_search_find gives.
#include "test.h"

#include "living.h"
#include "sketch.h"

/// A row of water, and tasks over some searches on it.
enum { ROW = 64, SEARCHES = 3 };

typedef struct rig {
    lf_map *map;
    lf_search *searches[SEARCHES];
    lf_tasks *tasks;
    meter meter;
} rig;

static rig rig_make(int searches, const lf_tasks_desc *more) {
    uint8_t bytes[ROW];
    rig r = {0};
    memset(bytes, 1, sizeof bytes);
    const lf_map_desc map = {.width = ROW, .height = 1, .tiles = bytes, .tiles_size = ROW};
    CHECK_EQ(lf_map_create(&map, &r.map), LF_OK);
    for (int i = 0; i < SEARCHES; i++) CHECK_EQ(lf_search_create(r.map, NULL, &r.searches[i]), LF_OK);
    lf_tasks_desc desc = more != NULL ? *more : (lf_tasks_desc){0};
    desc.searches = r.searches;
    desc.search_count = searches;
    CHECK_EQ(lf_tasks_create(&desc, &r.tasks), LF_OK);
    return r;
}

static void rig_free(rig *r) {
    lf_tasks_destroy(r->tasks);
    for (int i = 0; i < SEARCHES; i++) lf_search_destroy(r->searches[i]);
    lf_map_destroy(r->map);
}

static lf_ticket rig_add(rig *r, lf_tile from, lf_tile to, int32_t priority) {
    const lf_source source = {.tile = from, .origin = from};
    const lf_query query = {.sources = &source, .source_count = 1, .targets = &to, .target_count = 1};
    lf_ticket ticket;
    CHECK_EQ(lf_tasks_add(r->tasks, &query, priority, &ticket), LF_OK);
    CHECK(ticket != 0);
    return ticket;
}

static void in_order_of_arrival_and_priority(void) {
    rig r = rig_make(1, NULL);
    lf_task_answer answer;
    lf_tile tiles[ROW];
    const lf_ticket first = rig_add(&r, 0, 9, 0), second = rig_add(&r, 1, 9, 0),
                    urgent = rig_add(&r, 2, 9, 5), last = rig_add(&r, 3, 9, -1), third = rig_add(&r, 4, 9, 0);
    const lf_ticket order[] = {urgent, first, second, third, last};
    CHECK_EQ(lf_tasks_count(r.tasks), 5);
    CHECK_EQ(lf_tasks_next(r.tasks, tiles, ROW, &answer), LF_PAUSED); // no tick yet
    CHECK_EQ(lf_tasks_tick(r.tasks, 100000), LF_OK);
    for (int i = 0; i < 5; i++) {
        CHECK_EQ(lf_tasks_next(r.tasks, tiles, ROW, &answer), LF_OK);
        CHECK_EQ(answer.ticket, order[i]);
        CHECK_EQ(answer.status, LF_OK);
        CHECK_EQ(answer.route.length, 9 - (int64_t)answer.route.origin);
        CHECK_EQ(tiles[answer.route.length], 9);
        CHECK_EQ(lf_tasks_count(r.tasks), 4 - i);
    }
    CHECK_EQ(lf_tasks_next(r.tasks, tiles, ROW, &answer), LF_IDLE);
    CHECK_EQ(answer.ticket, 0);
    CHECK_EQ(answer.route.source, LF_NO_TILE);
    rig_free(&r);
}

/// With one search a long query holds up the short ones behind it; with two it does not.
static void searches_take_turns(void) {
    for (int searches = 1; searches <= 2; searches++) {
        rig r = rig_make(searches, &(lf_tasks_desc){.turn = 4});
        const lf_ticket far = rig_add(&r, 0, ROW - 1, 0), near = rig_add(&r, 10, 12, 0);
        lf_task_answer answer;
        CHECK_EQ(lf_tasks_tick(r.tasks, 100000), LF_OK);
        CHECK_EQ(lf_tasks_next(r.tasks, NULL, 0, &answer), LF_OK);
        CHECK_EQ(answer.ticket, searches == 1 ? far : near);
        CHECK_EQ(lf_tasks_next(r.tasks, NULL, 0, &answer), LF_OK);
        CHECK_EQ(answer.ticket, searches == 1 ? near : far);
        rig_free(&r);
    }
}

static void a_tick_spends_its_budget_and_no_more(void) {
    rig r = rig_make(1, NULL);
    lf_task_answer answer;
    rig_add(&r, 0, ROW - 1, 0);
    for (int tick = 0; tick < 6; tick++) {
        CHECK_EQ(lf_tasks_tick(r.tasks, 10), LF_OK);
        CHECK_EQ(lf_tasks_next(r.tasks, NULL, 0, &answer), LF_PAUSED);
        CHECK(lf_tasks_budget_left(r.tasks) <= 0);
    }
    CHECK_EQ(lf_tasks_tick(r.tasks, 10), LF_OK);
    CHECK_EQ(lf_tasks_next(r.tasks, NULL, 0, &answer), LF_OK);
    CHECK_EQ(lf_tasks_budget_left(r.tasks), 6); // 64 tiles
    // Tasks that need no search cost one each, so that a tick ends.
    for (int i = 0; i < 100; i++) rig_add(&r, 5, 5, 0);
    int answers = 0;
    while (lf_tasks_next(r.tasks, NULL, 0, &answer) == LF_OK) answers++;
    CHECK_EQ(answers, 6);
    rig_free(&r);
}

static void cancel_waiting_and_running(void) {
    rig r = rig_make(1, &(lf_tasks_desc){.capacity = 3});
    lf_task_answer answer;
    lf_ticket tickets[4], again;
    const lf_tile to = ROW - 1;
    const lf_query query = {.sources = &(lf_source){0}, .source_count = 1, .targets = &to, .target_count = 1};
    for (int i = 0; i < 3; i++) CHECK_EQ(lf_tasks_add(r.tasks, &query, 0, &tickets[i]), LF_OK);
    CHECK_EQ(lf_tasks_add(r.tasks, &query, 0, &tickets[3]), LF_E_TASKS_FULL);
    CHECK_EQ(tickets[3], 0);
    CHECK_EQ(lf_tasks_tick(r.tasks, 5), LF_OK);
    CHECK_EQ(lf_tasks_next(r.tasks, NULL, 0, &answer), LF_PAUSED); // the first is under way
    CHECK_EQ(lf_tasks_cancel(r.tasks, tickets[1]), LF_OK);
    CHECK_EQ(lf_tasks_cancel(r.tasks, tickets[1]), LF_E_TICKET);
    CHECK_EQ(lf_tasks_cancel(r.tasks, tickets[0]), LF_OK);
    CHECK_EQ(lf_tasks_add(r.tasks, &query, 0, &again), LF_OK); // takes the slot, not the ticket
    CHECK(again != tickets[0] && again != tickets[1]);
    CHECK_EQ(lf_tasks_cancel(r.tasks, tickets[0]), LF_E_TICKET);
    CHECK_EQ(lf_tasks_cancel(r.tasks, 0), LF_E_TICKET);
    CHECK_EQ(lf_tasks_tick(r.tasks, 1000), LF_OK);
    CHECK_EQ(lf_tasks_next(r.tasks, NULL, 0, &answer), LF_OK);
    CHECK_EQ(answer.ticket, tickets[2]);
    CHECK_EQ(answer.route.stats.expanded, ROW); // from its beginning
    CHECK_EQ(lf_tasks_next(r.tasks, NULL, 0, &answer), LF_OK);
    CHECK_EQ(answer.ticket, again);
    CHECK_EQ(lf_tasks_cancel(r.tasks, again), LF_E_TICKET); // it has its answer
    rig_free(&r);
}

/// A task is given up among less urgent ones, and the last of the heap, which takes its place, is more urgent
/// than all of these.
static void cancel_keeps_the_order_of_the_others(void) {
    static const int32_t priorities[] = {100, 10, 90, 9, 8, 80, 70, 7, 6, 5, 4, 60, 55, 50, 45};
    static const int order[] = {0, 2, 5, 6, 11, 12, 13, 14, 1, 4, 7, 8, 9, 10};
    enum { COUNT = sizeof priorities / sizeof *priorities };
    rig r = rig_make(1, NULL);
    lf_task_answer answer;
    lf_ticket tickets[COUNT];
    for (int i = 0; i < COUNT; i++) tickets[i] = rig_add(&r, 0, (lf_tile)i, priorities[i]);
    CHECK_EQ(lf_tasks_cancel(r.tasks, tickets[3]), LF_OK);
    CHECK_EQ(lf_tasks_tick(r.tasks, 100000), LF_OK);
    for (int i = 0; i < COUNT - 1; i++) {
        CHECK_EQ(lf_tasks_next(r.tasks, NULL, 0, &answer), LF_OK);
        CHECK_EQ(answer.ticket, tickets[order[i]]);
        CHECK_EQ(answer.route.target, order[i]);
    }
    CHECK_EQ(lf_tasks_next(r.tasks, NULL, 0, &answer), LF_IDLE);
    rig_free(&r);
}

/// Tasks that go give up what their searches are doing, and leave the others alone.
static void destroying_gives_up_what_is_under_way(void) {
    rig r = rig_make(2, NULL);
    lf_task_answer answer;
    rig_add(&r, 0, ROW - 1, 0);
    CHECK_EQ(lf_tasks_tick(r.tasks, 5), LF_OK);
    CHECK_EQ(lf_tasks_next(r.tasks, NULL, 0, &answer), LF_PAUSED);
    CHECK_EQ(lf_search_step(r.searches[0], 1), LF_PAUSED); // it has the task
    const lf_tile to = 9;
    const lf_query own = {.sources = &(lf_source){0}, .source_count = 1, .targets = &to, .target_count = 1};
    CHECK_EQ(lf_search_begin(r.searches[1], &own), LF_PAUSED);
    lf_tasks_destroy(r.tasks);
    r.tasks = NULL;
    CHECK_EQ(lf_search_step(r.searches[0], 1), LF_E_NOT_BEGUN);
    CHECK_EQ(lf_search_step(r.searches[1], 1000), LF_OK);
    rig_free(&r);
}

/// The options for experts are copied with the query: what the caller's say later is not what was asked.
static void options_for_experts_are_kept(void) {
    rig r = rig_make(1, NULL);
    lf_ticket tickets[2];
    lf_task_answer answer;
    lf_expert_options experts = {.entry = (lf_entry)9}; // every strategy refuses it
    const lf_tile to = 9;
    const lf_query query = {.sources = &(lf_source){0},
                            .source_count = 1,
                            .targets = &to,
                            .target_count = 1,
                            .options = {.experts = &experts}};
    CHECK_EQ(lf_tasks_add(r.tasks, &query, 0, &tickets[0]), LF_OK);
    experts.entry = LF_ENTRY_REACHED;
    CHECK_EQ(lf_tasks_add(r.tasks, &query, 0, &tickets[1]), LF_OK);
    experts.entry = (lf_entry)9;
    CHECK_EQ(lf_tasks_tick(r.tasks, 1000), LF_OK);
    CHECK_EQ(lf_tasks_next(r.tasks, NULL, 0, &answer), LF_OK);
    CHECK_EQ(answer.ticket, tickets[0]);
    CHECK_EQ(answer.status, LF_E_ENTRY);
    CHECK_EQ(lf_tasks_next(r.tasks, NULL, 0, &answer), LF_OK);
    CHECK_EQ(answer.ticket, tickets[1]);
    CHECK_EQ(answer.status, LF_OK);
    rig_free(&r);
}

static void what_is_wrong_comes_with_the_answer(void) {
    rig r = rig_make(1, NULL);
    lf_task_answer answer;
    lf_tile tiles[2];
    rig_add(&r, 0, ROW, 0);
    rig_add(&r, 0, 9, 0);
    CHECK_EQ(lf_tasks_tick(r.tasks, 100), LF_OK);
    CHECK_EQ(lf_tasks_next(r.tasks, tiles, 2, &answer), LF_OK);
    CHECK_EQ(answer.status, LF_E_TARGET_OUTSIDE);
    CHECK_EQ(answer.route.tile_count, 0);
    CHECK_EQ(lf_tasks_next(r.tasks, tiles, 2, &answer), LF_OK);
    CHECK_EQ(answer.status, LF_E_BUFFER_TOO_SMALL);
    CHECK_EQ(answer.route.tile_count, 10);
    CHECK_EQ(tiles[1], 1);
    rig_free(&r);
}

static void bad_arguments(void) {
    rig r = rig_make(1, &(lf_tasks_desc){.end_room = 1});
    lf_tasks *tasks;
    lf_ticket ticket;
    lf_task_answer answer;
    const lf_source two[2] = {{.tile = 0}, {.tile = 1}};
    const lf_tile to[2] = {3, 4};
    lf_query query = {.sources = two, .source_count = 2, .targets = to, .target_count = 1};
    CHECK_EQ(lf_tasks_add(r.tasks, &query, 0, &ticket), LF_E_END_ROOM);
    query.source_count = -1;
    CHECK_EQ(lf_tasks_add(r.tasks, &query, 0, &ticket), LF_E_COUNT);
    query.source_count = 1;
    query.target_count = 2;
    CHECK_EQ(lf_tasks_add(r.tasks, &query, 0, &ticket), LF_E_END_ROOM);
    query.target_count = -1;
    CHECK_EQ(lf_tasks_add(r.tasks, &query, 0, &ticket), LF_E_COUNT);
    query.target_count = 1;
    query.sources = NULL;
    CHECK_EQ(lf_tasks_add(r.tasks, &query, 0, &ticket), LF_E_NULL);
    query.source_count = 0; // nothing to copy; what is wrong comes with the answer
    CHECK_EQ(lf_tasks_add(r.tasks, &query, 0, &ticket), LF_OK);
    CHECK_EQ(lf_tasks_tick(r.tasks, 1), LF_OK);
    CHECK_EQ(lf_tasks_next(r.tasks, NULL, 0, &answer), LF_OK);
    CHECK_EQ(answer.status, LF_E_NO_SOURCES);
    query.sources = two;
    query.source_count = 1;
    CHECK_EQ(lf_tasks_add(r.tasks, &query, 0, NULL), LF_E_NULL);
    CHECK_EQ(lf_tasks_add(r.tasks, NULL, 0, &ticket), LF_E_NULL);
    CHECK_EQ(lf_tasks_add(NULL, &query, 0, &ticket), LF_E_NULL);
    query.targets = NULL;
    CHECK_EQ(lf_tasks_add(r.tasks, &query, 0, &ticket), LF_E_NULL);
    query.target_count = 0; // nothing to copy; what is wrong comes with the answer
    CHECK_EQ(lf_tasks_add(r.tasks, &query, 0, &ticket), LF_OK);
    CHECK_EQ(lf_tasks_tick(r.tasks, 0), LF_E_BUDGET);
    CHECK_EQ(lf_tasks_tick(NULL, 1), LF_E_NULL);
    CHECK_EQ(lf_tasks_tick(r.tasks, 1), LF_OK);
    CHECK_EQ(lf_tasks_next(r.tasks, NULL, 1, &answer), LF_E_NULL);
    CHECK_EQ(lf_tasks_next(r.tasks, NULL, -1, &answer), LF_E_COUNT);
    CHECK_EQ(lf_tasks_next(r.tasks, NULL, 0, NULL), LF_E_NULL);
    CHECK_EQ(lf_tasks_next(NULL, NULL, 0, &answer), LF_E_NULL);
    CHECK_EQ(lf_tasks_next(r.tasks, NULL, 0, &answer), LF_OK);
    CHECK_EQ(answer.status, LF_E_NO_TARGETS);
    CHECK_EQ(lf_tasks_cancel(NULL, 1), LF_E_NULL);
    CHECK_EQ(lf_tasks_count(NULL) + lf_tasks_budget_left(NULL) + (int64_t)lf_tasks_bytes(NULL), 0);
    lf_search *twice[2] = {r.searches[0], r.searches[0]}, *none = NULL;
    const lf_tasks_desc bad[] = {{.searches = r.searches},
                                 {.searches = r.searches, .search_count = 1025},
                                 {.searches = r.searches, .search_count = 1, .capacity = -1},
                                 {.searches = r.searches, .search_count = 1, .capacity = INT64_MAX},
                                 {.searches = r.searches, .search_count = 1, .end_room = -1},
                                 {.searches = r.searches, .search_count = 1, .end_room = INT64_MAX},
                                 {.searches = r.searches, .search_count = 1, .turn = -1},
                                 {.search_count = 1},
                                 {.searches = &none, .search_count = 1},
                                 {.searches = twice, .search_count = 2}};
    const lf_status expected[] = {LF_E_COUNT, LF_E_COUNT, LF_E_COUNT, LF_E_COUNT, LF_E_COUNT,
                                  LF_E_COUNT, LF_E_COUNT, LF_E_NULL,  LF_E_NULL,  LF_E_SEARCH_TWICE};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_EQ(lf_tasks_create(&bad[i], &tasks), expected[i]);
        CHECK(tasks == NULL);
    }
    CHECK_EQ(lf_tasks_create(NULL, &tasks), LF_E_NULL);
    CHECK_EQ(lf_tasks_create(&bad[0], NULL), LF_E_NULL);
    lf_tasks_destroy(NULL);
    rig_free(&r);
}

static void every_allocation_may_fail(void) {
    rig r = rig_make(1, NULL);
    lf_tasks *tasks;
    meter count = {0};
    lf_tasks_desc desc = {
        .searches = r.searches, .search_count = 2, .capacity = 5, .allocator = meter_allocator(&count)};
    CHECK_EQ(lf_tasks_create(&desc, &tasks), LF_OK);
    CHECK_EQ((int64_t)lf_tasks_bytes(tasks), count.live);
    lf_tasks_destroy(tasks);
    CHECK_EQ(count.live, 0);
    for (int64_t k = 1; k <= count.calls; k++) {
        meter m = {.fail_at = k};
        desc.allocator = meter_allocator(&m);
        CHECK_EQ(lf_tasks_create(&desc, &tasks), LF_E_NOMEM);
        CHECK(tasks == NULL && m.live == 0);
    }
    desc.allocator = (lf_allocator){.alloc = meter_alloc};
    CHECK_EQ(lf_tasks_create(&desc, &tasks), LF_E_ALLOCATOR);
    rig_free(&r);
}

// ---- Many -----------------------------------------------------------------------------------------

enum { CROWD = 200 };

/// A task with what lf_search_find says of it.
typedef struct errand {
    lf_ticket ticket;
    lf_source source;
    lf_tile target;
    lf_query query;
    lf_route expected;
    lf_status status;
    bool cancelled, answered;
} errand;

static void errand_make(errand *e, const oracle_map *plan, lf_search *search, uint64_t *random) {
    *e = (errand){.source = {.tile = oracle_random_open(plan, random)},
                  .target = oracle_random_open(plan, random)};
    e->query = (lf_query){.sources = &e->source,
                          .source_count = 1,
                          .targets = &e->target,
                          .target_count = 1,
                          .partial = oracle_below(random, 2) == 0};
    e->status = lf_search_find(search, &e->query, NULL, 0, &e->expected);
}

static void errands_take(errand *errands, int added, const lf_task_answer *answer) {
    for (int i = 0; i < added; i++) {
        errand *e = &errands[i];
        if (e->ticket != answer->ticket) continue;
        CHECK(!e->answered && !e->cancelled);
        e->answered = true;
        CHECK_EQ(answer->status, e->status);
        CHECK_EQ(answer->route.length, e->expected.length);
        CHECK_EQ(answer->route.target, e->expected.target);
        CHECK_EQ(answer->route.stats.expanded, e->expected.stats.expanded);
    }
}

/// Adds, gives up and takes answers at random; returns a hash of the order of answers.
static uint64_t crowd_run(const oracle_map *plan, lf_search *const *searches, int count, uint64_t seed,
                          lf_search *judge) {
    static errand errands[CROWD];
    uint64_t random = seed, hash = 0;
    int added = 0;
    lf_tasks *tasks;
    lf_task_answer answer;
    const lf_tasks_desc desc = {
        .searches = searches, .search_count = count, .capacity = 20, .turn = 1 + oracle_below(&random, 300)};
    CHECK_EQ(lf_tasks_create(&desc, &tasks), LF_OK);
    for (int tick = 0; added < CROWD || lf_tasks_count(tasks) > 0; tick++) {
        for (int k = oracle_below(&random, 6); k > 0 && added < CROWD; k--) {
            errand *e = &errands[added];
            errand_make(e, plan, judge, &random);
            if (lf_tasks_add(tasks, &e->query, oracle_below(&random, 3), &e->ticket) == LF_OK) added++;
            e->source.tile = e->target = 0; // the query was copied
        }
        if (added > 0 && oracle_below(&random, 4) == 0) {
            errand *e = &errands[oracle_below(&random, added)];
            const lf_status expected = e->answered || e->cancelled ? LF_E_TICKET : LF_OK;
            CHECK_EQ(lf_tasks_cancel(tasks, e->ticket), expected);
            e->cancelled = true;
        }
        CHECK_EQ(lf_tasks_tick(tasks, 1 + oracle_below(&random, 2000)), LF_OK);
        while (lf_tasks_next(tasks, NULL, 0, &answer) == LF_OK) {
            errands_take(errands, added, &answer);
            hash = hash * 31 + answer.ticket;
        }
    }
    for (int i = 0; i < CROWD; i++) CHECK(errands[i].answered || errands[i].cancelled);
    lf_tasks_destroy(tasks);
    return hash;
}

static void crowds_get_the_answers_of_find(void) {
    const uint64_t seed = test_seed();
    for (uint64_t i = 0; i < 60; i++) {
        const int64_t before = test_failures;
        oracle_map plan = oracle_random_map(seed * 13 + i, 40, (lf_moves)(i % 3));
        plan.open[0] = 1;
        lf_map *map = oracle_to_map(&plan);
        lf_search *searches[SEARCHES + 1];
        for (int k = 0; k <= SEARCHES; k++) CHECK_EQ(lf_search_create(map, NULL, &searches[k]), LF_OK);
        const int count = 1 + (int)(i % SEARCHES);
        const uint64_t hash = crowd_run(&plan, searches, count, seed + i, searches[SEARCHES]);
        CHECK(hash == crowd_run(&plan, searches, count, seed + i, searches[SEARCHES])); // the same again
        for (int k = 0; k <= SEARCHES; k++) lf_search_destroy(searches[k]);
        lf_map_destroy(map);
        free(plan.open);
        if (test_failed_on(before, seed, i)) return;
    }
}

/// A search that is turned to another state begins its task anew.
static void a_world_may_change_between_ticks(void) {
    oracle_map plan = {.width = ROW, .height = 2, .moves = LF_MOVES_KING, .open = malloc(2 * ROW)};
    memset(plan.open, 1, 2 * ROW);
    living l = living_make(plan, &(living_desc){0});
    lf_search *search;
    lf_tasks *tasks;
    lf_ticket ticket;
    lf_task_answer answer;
    CHECK_EQ(lf_world_search(l.world, NULL, &search), LF_OK);
    CHECK_EQ(lf_tasks_create(&(lf_tasks_desc){.searches = &search, .search_count = 1}, &tasks), LF_OK);
    const lf_tile to = ROW - 1;
    const lf_query query = {.sources = &(lf_source){0}, .source_count = 1, .targets = &to, .target_count = 1};
    CHECK_EQ(lf_tasks_add(tasks, &query, 0, &ticket), LF_OK);
    CHECK_EQ(lf_tasks_tick(tasks, 10), LF_OK);
    CHECK_EQ(lf_tasks_next(tasks, NULL, 0, &answer), LF_PAUSED);
    living_rect(&l, (lf_point){30, 0}, 1, 2, false);
    living_commit(&l);
    CHECK_EQ(lf_search_turn(search, NULL), LF_OK);
    CHECK_EQ(lf_tasks_tick(tasks, 1000), LF_OK);
    CHECK_EQ(lf_tasks_next(tasks, NULL, 0, &answer), LF_OK);
    CHECK_EQ(answer.ticket, ticket);
    CHECK_EQ(answer.status, LF_NO_ROUTE);
    lf_tasks_destroy(tasks);
    lf_search_destroy(search);
    living_free(&l);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(in_order_of_arrival_and_priority),
                                      TEST(searches_take_turns),
                                      TEST(a_tick_spends_its_budget_and_no_more),
                                      TEST(cancel_waiting_and_running),
                                      TEST(cancel_keeps_the_order_of_the_others),
                                      TEST(destroying_gives_up_what_is_under_way),
                                      TEST(options_for_experts_are_kept),
                                      TEST(what_is_wrong_comes_with_the_answer),
                                      TEST(bad_arguments),
                                      TEST(every_allocation_may_fail),
                                      TEST(crowds_get_the_answers_of_find),
                                      TEST(a_world_may_change_between_ticks)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
