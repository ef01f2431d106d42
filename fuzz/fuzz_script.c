// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Scripts of 'landfall replay' from bytes, for a map of 12 x 9 tiles: the first byte says which moves, which
// cost, and whether there is an index, and weights; the rest is the script. Checked: no crash, no leak; whatever is
// accepted can be done in a world, whose map then has the tiles that plain painting gives, and whose routes
// are those of a flood on a map made anew.

#define _GNU_SOURCE // getopt_long

#include "fuzz.h"

#include <stdio.h>

// Messages go nowhere.
static FILE *nowhere;
#undef stderr
#define stderr nowhere
#include "../cli/args.c"
#include "../cli/cli.c"
#undef stderr
#include "../cli/replay_check.h"
#include "../cli/script.h"

enum { ACROSS = 12, DOWN = 9, TILES = ACROSS * DOWN };

static const char picture[TILES + 1] = "............"
                                       ".##########."
                                       ".#........#."
                                       ".#.####.#.#."
                                       ".#.#..#...#."
                                       ".#.#.##.###."
                                       "...#....#..."
                                       "##.####.#.##"
                                       "............";

typedef struct stage {
    bool weighted;
    uint8_t bytes[TILES];
    lf_plane painted; ///< the bytes of weights as they are now
    lf_world *world;
    lf_search *search;
    replay_check check;
    query_options query;
} stage;

static void stage_edit(stage *s, const script_step *step) {
    for (int64_t i = 0; i < step->shape_count; i++) {
        const edit_shape *shape = &step->shapes[i];
        const bool open = shape->value != 0;
        const lf_status status =
            shape->weighs              ? edit_weigh(s->world, &s->painted, shape)
            : shape->form == EDIT_DISC ? lf_world_set_disc(s->world, shape->at, shape->radius, open)
            : shape->form == EDIT_RECT
                ? lf_world_set_rect(s->world, shape->at, shape->width, shape->height, open)
                : lf_world_set_tiles(s->world, shape->tiles, shape->tile_count, open);
        FUZZ_CHECK(status == LF_OK);
        replay_check_edit(&s->check, shape);
    }
    FUZZ_CHECK(lf_world_commit(s->world, NULL) == LF_OK);
    FUZZ_CHECK(lf_search_turn(s->search, NULL) == LF_OK);
    const lf_snapshot *snapshot = lf_world_acquire(s->world);
    FUZZ_CHECK(replay_check_map(&s->check, lf_snapshot_map(snapshot)) == LF_NO_TILE);
    lf_snapshot_release(snapshot);
}

/// Guided strategies need a coarse map, which this world has not, and `headland` an index that is still there.
static void stage_route(stage *s, const script_step *step) {
    const lf_query query = {.sources = step->sources,
                            .source_count = step->source_count,
                            .targets = step->targets,
                            .target_count = step->target_count,
                            .strategy = step->strategy,
                            .weights = lf_world_weights(s->world, 0),
                            .options.cost = s->query.cost};
    lf_tile tiles[TILES];
    lf_route route, flood;
    const lf_status status = lf_search_find(s->search, &query, tiles, TILES, &route);
    if (status == LF_E_NO_COARSE || status == LF_E_NO_INDEX) return;
    if (s->weighted && (status == LF_E_SOURCE_BLOCKED || status == LF_E_TARGET_BLOCKED)) return; // byte 0
    FUZZ_CHECK(status >= 0);
    FUZZ_CHECK(replay_check_flood(&s->check, &query, &flood) >= 0);
    FUZZ_CHECK(replay_check_answer(&s->check, &query, &route, tiles, &flood) == NULL);
}

static void stage_play(stage *s, const script *of) {
    for (int64_t i = 0; i < of->count; i++) {
        const script_step *step = &of->steps[i];
        if (step->kind == SCRIPT_EDIT) stage_edit(s, step);
        if (step->kind == SCRIPT_ROUTE) stage_route(s, step);
        if (step->kind != SCRIPT_WORK) continue;
        FUZZ_CHECK(lf_world_work(s->world, step->budget, NULL) >= 0);
        FUZZ_CHECK(lf_search_turn(s->search, NULL) == LF_OK);
    }
}

static void stage_make(stage *s, const lf_plane *plane, bool indexed) {
    static const uint32_t coast[256] = {0, 3, 1};
    const lf_index_desc index = {.cost = s->query.cost};
    const lf_depth_desc depth = {0};
    for (int i = 0; i < TILES; i++) s->bytes[i] = (uint8_t)(1 + i % 7);
    s->painted = (lf_plane){ACROSS, DOWN, s->bytes};
    const lf_weights_desc weights = {.plane = s->bytes, .plane_size = TILES, .depth_table = coast};
    const lf_world_desc desc = {.map = {.width = ACROSS,
                                        .height = DOWN,
                                        .tiles = plane->open,
                                        .tiles_size = TILES,
                                        .moves = s->query.moves},
                                .index = indexed ? &index : NULL,
                                .depth = &depth,
                                .weights = &weights,
                                .weights_count = s->weighted};
    FUZZ_CHECK(lf_world_create(&desc, &s->world) == LF_OK);
    const lf_search_desc search = {.cost = s->query.cost, .weighted = s->weighted};
    FUZZ_CHECK(lf_world_search(s->world, &search, &s->search) == LF_OK);
    FUZZ_CHECK(replay_check_begin(&s->check, plane, s->query.moves, s->query.cost));
    if (s->weighted) FUZZ_CHECK(replay_check_weigh(&s->check, &weights));
}

static void stage_free(stage *s) {
    lf_search_destroy(s->search);
    lf_world_destroy(s->world);
    replay_check_free(&s->check);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (nowhere == NULL) nowhere = fopen("/dev/null", "w");
    if (nowhere == NULL || size < 1 || size > 4096) return 0;
    uint8_t tiles[TILES];
    for (int i = 0; i < TILES; i++) tiles[i] = picture[i] == '.';
    const lf_plane plane = {ACROSS, DOWN, tiles};
    stage s = {.weighted = data[0] / 12 % 2 == 1,
               .query = {.moves = (lf_moves)(data[0] % 3), .cost = (lf_cost)(data[0] / 3 % 2)}};
    lf_map *map;
    FUZZ_CHECK(lf_grid_to_map(&(lf_grid){.tiles = plane}, s.query.moves, &map) == LF_OK);
    script read = {0};
    const script_setting setting = {
        .map = map, .plane = &plane, .query = &s.query, .weighted = s.weighted, .weighs = s.weighted};
    if (script_parse(&read, "input", (const char *)data + 1, size - 1, &setting)) {
        FUZZ_CHECK(read.count > 0);
        stage_make(&s, &plane, data[0] / 6 % 2 == 1);
        stage_play(&s, &read);
        stage_free(&s);
    }
    script_free(&read);
    lf_map_destroy(map);
    return 0;
}
