// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What is on the screen as a C program.
import { PLAIN, isSoft } from '../terrain.js';
import type { Scene } from './scene.js';

const tile = (scene: Scene, number: number): string => `lf_map_tile(map, ${number % scene.width}, ${Math.floor(number / scene.width)})`;

const HEAD = `#include <landfall_io.h>
#include <stdio.h>
`;

/** Reads the picture that the page saves. */
const READ = `    lf_grid grid; // the map as the page saves it: Map, Save as PNG
    lf_io_error error;
    lf_map *map;
    if (lf_grid_load("map.png", NULL, &grid, &error) != LF_IO_OK) return puts(error.message), 1;
    if (lf_grid_to_map(&grid, LF_MOVES_KING, &map) != LF_OK) return 1;
    lf_grid_free(&grid);
`;

function routeBody(scene: Scene): string {
  const big = scene.mode === 'size';
  const indexed = !big && ['auto', 'headland'].includes(scene.strategy);
  const guided = ['corridor', 'expand', 'expand-optimal', 'spine'].includes(scene.strategy) && !big;
  const gate = scene.deepest ? '.deepest = true' : `.min_depth = ${scene.radius + 1}`;
  const part = big ? '    lf_depth *depth;\n    if (lf_depth_create(map, NULL, &depth) != LF_OK) return 1;\n'
    : indexed ? '    lf_index *index;\n    if (lf_index_create(map, NULL, &index) != LF_OK) return 1;\n'
    : guided ? '    lf_coarse *coarse;\n    if (lf_coarse_create(map, NULL, &coarse) != LF_OK) return 1;\n' : '';
  const has = big ? '.depth = depth' : indexed ? '.index = index' : guided ? '.coarse = coarse' : '0';
  const more = big ? `,\n                            .gate = {${gate}, .harbour = ${scene.harbour}}`
    : indexed ? '' : `,\n                            .strategy = LF_STRATEGY_${scene.strategy.toUpperCase().replaceAll('-', '_')}`;
  return `${part}    lf_search *search;
    if (lf_search_create(map, &(lf_search_desc){${has}}, &search) != LF_OK) return 1;
    const lf_source from = {.tile = ${tile(scene, scene.from)}};
    const lf_tile to = ${tile(scene, scene.to)};
    const lf_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1${more}};
    lf_route route;
    if (lf_search_find(search, &query, NULL, 0, &route) == LF_OK)
        printf("%d moves, %d tiles looked at\\n", (int)route.length, (int)route.stats.expanded);
    lf_search_destroy(search);
${big ? '    lf_depth_destroy(depth);\n' : indexed ? '    lf_index_destroy(index);\n' : guided ? '    lf_coarse_destroy(coarse);\n' : ''}`;
}

function terrainBody(scene: Scene): string {
  const { reach, extra, painted } = scene.terrain ?? { reach: 0, extra: 0 };
  const base = painted ? 0 : PLAIN;
  const coast = isSoft({ reach, extra }) ? `depth <= ${reach} ? ${extra + base} : ${base}` : String(base);
  return `    lf_depth *depths;
    lf_weights *weights;
    lf_search *search;
    uint32_t coast[256]; // what a move costs by how far off the coast it ends
    for (int depth = 0; depth < 256; depth++) coast[depth] = ${coast};
    if (lf_depth_create(map, NULL, &depths) != LF_OK) return 1;
${painted ? `    uint8_t *plane; // what tiles cost, as the page saves it: Save costs
    if (lf_weights_load_plane(map, "weights.png", &plane, &error) != LF_IO_OK) return puts(error.message), 1;
` : ''}    const lf_weights_desc costs = {${painted ? `.plane = plane, .plane_size = ${scene.width} * ${scene.height}, ` : ''}.depth = depths, .depth_table = coast};
    if (lf_weights_create(map, &costs, &weights) != LF_OK) return 1;
    if (lf_search_create(map, &(lf_search_desc){.weighted = true}, &search) != LF_OK) return 1;
    const lf_source from = {.tile = ${tile(scene, scene.from)}};
    const lf_tile to = ${tile(scene, scene.to)};
    const lf_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1, .weights = weights};
    lf_route route;
    if (lf_search_find(search, &query, NULL, 0, &route) == LF_OK)
        printf("cost %d, %d moves\\n", (int)(route.straight_cost + route.diagonal_cost), (int)route.length);
    lf_search_destroy(search);
    lf_weights_destroy(weights);
    lf_depth_destroy(depths);
${painted ? '    free(plane);\n' : ''}`;
}

function fieldBody(scene: Scene): string {
  return `    lf_field *field;
    if (lf_field_create(map, &(lf_field_desc){.directions = true}, &field) != LF_OK) return 1;
    const lf_tile goal = ${tile(scene, scene.to)};
    lf_field_planes planes;
    if (lf_field_fill(field, &(lf_field_query){.targets = &goal, .target_count = 1}, &planes) != LF_OK) return 1;
    lf_tile unit = ${tile(scene, scene.from)};
    while (lf_field_distance(field, unit) != 0 && lf_map_is_open(map, lf_field_next(field, unit)))
        unit = lf_field_next(field, unit); // one tile nearer
    printf("%s\\n", unit == goal ? "there" : "no way");
    lf_field_destroy(field);
`;
}

function fleetBody(scene: Scene): string {
  const list = (tiles: readonly number[]): string => tiles.join(', ');
  const [ships, ports] = [scene.ships ?? [], scene.ports ?? []];
  return `    const lf_tile ships[] = {${list(ships)}};
    const lf_tile ports[] = {${list(ports)}};
    static lf_nearest nearest[${Math.max(1, ships.length)}];
    lf_index *index;
    lf_matrix *matrix;
    if (lf_index_create(map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_YES}, &index) != LF_OK) return 1;
    if (lf_matrix_create(map, &(lf_matrix_desc){.index = index}, &matrix) != LF_OK) return 1;
    const lf_matrix_query query = {ships, ${ships.length}, ports, ${ports.length}, false};
    if (lf_matrix_nearest(matrix, &query, 1, nearest, ${ships.length}) != LF_OK) return 1;
    for (int i = 0; i < ${ships.length}; i++)
        printf("ship %d: port %d, %u moves\\n", i, (int)nearest[i].target, nearest[i].length.straight);
    lf_matrix_destroy(matrix);
    lf_index_destroy(index);
`;
}

const KEYS = `${HEAD}
int main(void) {
    lf_dungeon dungeon; // as the page saves it: Map, Save as text
    lf_io_error error;
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    if (lf_dungeon_load("map.txt", 0, &dungeon, &error) != LF_IO_OK) return puts(error.message), 1;
    if (lf_dungeon_to_map(&dungeon, LF_MOVES_KING, &map, &fixtures) != LF_OK) return 1;
    if (lf_keys_search_create(fixtures, NULL, &search) != LF_OK) return 1;
    const lf_source hero = {.tile = dungeon.starts[0]};
    const lf_keys_query query = {
        .sources = &hero, .source_count = 1, .targets = dungeon.exits, .target_count = dungeon.exit_count};
    lf_keys_route route;
    if (lf_keys_search_find(search, &query, NULL, 0, &route) == LF_OK)
        printf("%d moves, %d keys and doors\\n", (int)route.length, (int)route.event_count);
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
    lf_dungeon_free(&dungeon);
    return 0;
}
`;

const puzzleProgram = ({ puzzle }: Scene): string => `${HEAD}
int main(void) {
    lf_dungeon dungeon; // as the page saves it: Map, Save as text
    lf_io_error error;
    lf_map *map;
    lf_puzzle *puzzle;
    lf_puzzle_search *search;
    if (lf_dungeon_load("map.txt", 0, &dungeon, &error) != LF_IO_OK) return puts(error.message), 1;
    if (lf_dungeon_to_puzzle(&dungeon, LF_MOVES_${puzzle!.moves.toUpperCase()}, &map, &puzzle) != LF_OK) return 1;
    if (lf_puzzle_search_create(puzzle, NULL, &search) != LF_OK) return 1;
    lf_source heroes[LF_MAX_HEROES] = {0};
    for (int i = 0; i < dungeon.start_count && i < LF_MAX_HEROES; i++) heroes[i].tile = dungeon.starts[i];
    const lf_puzzle_query query = {.sources = heroes,
                                   .source_count = dungeon.start_count,
                                   .targets = dungeon.exits,
                                   .target_count = dungeon.exit_count,
                                   .goal = LF_GOAL_${puzzle!.goal.toUpperCase().replaceAll('-', '_')},
                                   .together = dungeon.together,
                                   .needed = dungeon.needed};
    lf_puzzle_route route;
    if (lf_puzzle_search_find(search, &query, NULL, 0, &route) == LF_OK)
        printf("%d moves, %d events\\n", (int)route.length, (int)route.event_count);
    lf_puzzle_search_destroy(search);
    lf_puzzle_destroy(puzzle);
    lf_map_destroy(map);
    lf_dungeon_free(&dungeon);
    return 0;
}
`;

export function cCode(scene: Scene): string {
  if (scene.mode === 'keys') return KEYS;
  if (scene.mode === 'puzzle') return puzzleProgram(scene);
  const body = scene.mode === 'terrain' ? terrainBody(scene) : scene.mode === 'horde' ? fieldBody(scene) : scene.mode === 'fleet' ? fleetBody(scene) : routeBody(scene);
  return `${HEAD}${scene.terrain?.painted ? '#include <stdlib.h>\n' : ''}
int main(void) {
${READ}${body}    lf_map_destroy(map);
    return 0;
}
`;
}
