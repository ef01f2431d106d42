// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Keys and doors: the shortest way for a hero who has to fetch keys, and why there is none.
import type { DungeonEvent, DungeonReason, Dungeons, Fixture } from 'landfall/dungeons';
import type { Ground } from '../ground.js';
import { timed } from './clock.js';

export interface KeysQuestion {
  ground: Ground;
  fixtures: Fixture[];
  from: number;
  to: number;
}

export interface KeysAnswer {
  tiles: Uint32Array;
  events: DungeonEvent[];
  /** States that the search looked at. */
  states: number;
  proven: boolean;
  micros: number;
  /** Why there is no way; undefined if there is one. */
  reason: DungeonReason | undefined;
}

/** Keys and doors are those on open tiles: what a wall covers is not there. */
export function solveKeys(dungeons: Dungeons, { ground, fixtures, from, to }: KeysQuestion): KeysAnswer {
  const dungeon = dungeons.dungeon({ ...ground, fixtures: fixtures.filter(({ tile }) => ground.tiles[tile as number] !== 0) });
  try {
    const { value, micros } = timed(() => dungeon.route({ from, to }), 0.5);
    const none = { tiles: new Uint32Array(0), events: [], states: 0, proven: true };
    const { tiles, events, states, proven } = value ?? none;
    return { tiles, events, states, proven, micros, reason: value ? undefined : dungeon.explain() };
  } finally {
    dungeon.dispose();
  }
}
