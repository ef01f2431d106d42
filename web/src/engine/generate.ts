// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Maps made by the generators of the program (web/shim/generate.c): the same tiles as `landfall generate` makes.
import type { Ground } from '../ground.js';
import { type Memory, instance, room, textAt } from './module.js';

export type SceneName = 'archipelago' | 'islands' | 'river-into-ocean' | 'rooms' | 'maze' | 'noise' | 'open';

export interface SceneOrder {
  scene: SceneName;
  width: number;
  height: number;
  seed: number;
}

export interface DungeonOrder {
  width: number;
  height: number;
  rooms: number;
  keys: number;
  doors: number;
  seed: number;
}

interface Exports extends Memory {
  lfjs_words_at(): number;
  page_scene_name(scene: number): number;
  page_scene(scene: number, width: number, height: number, seed: number, tiles: number): number;
  page_dungeon(seed: number, tiles: number): number;
}

export function generateScene(module: WebAssembly.Module, { scene, width, height, seed }: SceneOrder): Ground {
  const calls = instance<Exports>(module);
  let kind = 0;
  for (let at; (at = calls.page_scene_name(kind)) !== 0 && textAt(calls.memory, at) !== scene; ) kind++;
  const tiles = room(calls, width * height);
  if (calls.page_scene(kind, width, height, seed, tiles) === 0) throw new Error(`a map "${scene}" of ${width} x ${height} tiles could not be made`);
  return { width, height, tiles: new Uint8Array(calls.memory.buffer, tiles, width * height).slice() };
}

/** Bytes as in scenes/dungeon.h: walls, floors, start, exit, keys and doors. */
export function generateDungeon(module: WebAssembly.Module, order: DungeonOrder): Ground {
  const { width, height, rooms, keys, doors, seed } = order;
  const calls = instance<Exports>(module);
  const tiles = room(calls, width * height);
  new Int32Array(calls.memory.buffer, calls.lfjs_words_at(), 5).set([width, height, rooms, keys, doors]);
  const wrong = calls.page_dungeon(seed, tiles);
  if (wrong !== 0) throw new Error(`the dungeon could not be made: ${textAt(calls.memory, wrong)}`);
  return { width, height, tiles: new Uint8Array(calls.memory.buffer, tiles, width * height).slice() };
}
