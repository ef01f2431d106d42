// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What each door keeps apart, found for all doors in one walk, against a flood over places for each door.
#include "test.h"

#include "dungeons.h"
#include "keys/keys.h"

#include <stdlib.h>
#include <string.h>

enum { DUNGEONS = 6000, MOST_PLACES = 4096 };

/// Places that a flood has met: regions, then doors.
typedef struct flood {
    const lf_keys_search *search;
    uint32_t skip; ///< a door that is taken out, or LFI_NONE
    bool met[MOST_PLACES];
    uint32_t stack[MOST_PLACES], depth;
} flood;

static uint32_t place_of(const lf_fixtures *fixtures, lf_tile tile) {
    const lf_fixture *fixture = lfi_fixtures_find(fixtures, tile);
    return fixture != NULL && fixture->type == LF_FIXTURE_DOOR
               ? fixtures->shut.bodies.body_count + lfi_fixtures_door(fixtures, tile)
               : lfi_fixtures_region(fixtures, tile);
}

static void meet(flood *f, uint32_t place) {
    const uint32_t regions = f->search->fixtures->shut.bodies.body_count;
    if (f->met[place] || (f->skip != LFI_NONE && place == regions + f->skip)) return;
    f->met[place] = true;
    f->stack[f->depth++] = place;
}

static bool is_terminal(const lf_keys_search *search, lf_tile tile) {
    for (uint64_t i = 0; i < search->relevance.terminal_count; i++)
        if (LFI_ITEMS(lf_tile, search->reach.terminals)[i] == tile) return true;
    return false;
}

/// Whether a flood may go through a door.
static bool is_open(const lf_keys_search *search, uint32_t door) {
    const lfi_door *at = &search->fixtures->doors[door];
    return (search->relevance.obtainable >> at->kind & 1) != 0 || is_terminal(search, at->tile);
}

/// Meets everything that one move joins to a place.
static void spread(flood *f, uint32_t place) {
    const lf_fixtures *fixtures = f->search->fixtures;
    const uint32_t regions = fixtures->shut.bodies.body_count;
    for (uint32_t i = 0; i < fixtures->door_count; i++) {
        const lfi_door *door = &fixtures->doors[i];
        for (uint32_t k = door->port; is_open(f->search, i) && k < door->port + (uint32_t)door->port_count;
             k++) {
            if (fixtures->ports[k].region == place) meet(f, regions + i);
            if (regions + i == place) meet(f, fixtures->ports[k].region);
        }
    }
    for (int64_t i = 0; i < fixtures->sidestep_count; i++) {
        const lfi_sidestep *step = &fixtures->sidesteps[i];
        if ((step->need & ~f->search->relevance.obtainable) != 0) continue;
        const uint32_t a = place_of(fixtures, step->a), b = place_of(fixtures, step->b);
        if (a == place) meet(f, b);
        if (b == place) meet(f, a);
    }
}

static void flood_run(flood *f, const lf_keys_search *search, uint32_t skip) {
    f->search = search;
    f->skip = skip;
    f->depth = 0;
    memset(f->met, 0, sizeof f->met);
    for (uint64_t i = 0; i < search->relevance.terminal_count; i++)
        meet(f, place_of(search->fixtures, LFI_ITEMS(lf_tile, search->reach.terminals)[i]));
    while (f->depth > 0) spread(f, f->stack[--f->depth]);
}

/// How much was compared.
typedef struct tally {
    int64_t doors, behind, ports, shut_ports;
} tally;

/// Compares the last round of a search that has found out what matters.
static void compare(const lf_keys_search *search, flood *f, tally *t) {
    const lf_fixtures *fixtures = search->fixtures;
    const uint32_t doors = (uint32_t)fixtures->door_count, regions = fixtures->shut.bodies.body_count;
    bool *behind = calloc(doors + 1, sizeof *behind);
    CHECK(behind != NULL && regions + doors < MOST_PLACES);
    flood_run(f, search, LFI_NONE);
    for (uint32_t y = 0; y < doors; y++) behind[y] = !f->met[regions + y];
    for (uint32_t x = 0; x < doors; x++) {
        if (!is_open(search, x)) continue;
        flood_run(f, search, x);
        for (uint32_t y = 0; y < doors; y++) behind[y] = behind[y] || (y != x && !f->met[regions + y]);
        for (uint32_t k = fixtures->doors[x].port;
             k < fixtures->doors[x].port + (uint32_t)fixtures->doors[x].port_count; k++) {
            CHECK_EQ(lfi_apart_has_port(search, k), f->met[fixtures->ports[k].region]);
            t->ports++;
            t->shut_ports += !lfi_apart_has_port(search, k);
        }
    }
    for (uint32_t y = 0; y < doors; y++) {
        CHECK_EQ(lfi_apart_is_behind(search, y), behind[y]);
        t->doors++;
        t->behind += behind[y];
    }
    free(behind);
}

static void doors_keep_apart_what_floods_miss(void) {
    static flood f;
    static const lf_goal goals[] = {LF_GOAL_EXIT, LF_GOAL_ALL_KEYS, LF_GOAL_ALL_KEYS_EXIT};
    tally t = {0};
    const uint64_t seed = test_seed();
    for (uint64_t i = 0; i < DUNGEONS; i++) {
        dungeon d;
        lf_map *map;
        lf_fixtures *fixtures;
        lf_keys_search *search;
        const lf_moves moves = (lf_moves)(i % 3);
        if (!(i % 2 == 0 ? dungeon_make_large(&d, seed + i, moves) : dungeon_make(&d, seed + i, moves)))
            continue;
        CHECK(dungeon_build(&d, NULL, &map, &fixtures));
        CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
        search->plain_below = 0;
        const lf_keys_query query = dungeon_query(&d, goals[i / 3 % 3], LF_KEYS);
        lf_status status = lf_keys_search_begin(search, &query);
        while (status == LF_PAUSED && search->hunt.stage <= LFI_HUNT_RELEVANCE)
            status = lfi_hunt_step(search);
        if (status == LF_PAUSED) compare(search, &f, &t);
        lf_keys_search_destroy(search);
        lf_fixtures_destroy(fixtures);
        lf_map_destroy(map);
    }
    printf("  %d doors, %d behind others; %d ports, %d of them behind their doors\n", (int)t.doors,
           (int)t.behind, (int)t.ports, (int)t.shut_ports);
    CHECK(t.doors > 10000 && t.behind > 1000 && t.shut_ports > 1000 && t.shut_ports < t.ports / 2);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(doors_keep_apart_what_floods_miss)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
