// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Keys and doors: the shortest way for a hero who has to fetch keys, and why there is none. Queries are in slices, so that a hard
// dungeon can be left alone, and end at a limit with the best so far.
import type { DungeonEvent, DungeonReason, Dungeons, Fixture } from 'landfall/dungeons';
import type { Ground } from '../ground.js';
import { Patient, timedQuery } from './patient.js';

export interface KeysQuestion {
  ground: Ground;
  fixtures: Fixture[];
  from: number;
  to: number;
  /** The most work, in microseconds, counted and not timed. */
  limit: number;
}

export interface KeysAnswer {
  tiles: Uint32Array;
  events: DungeonEvent[];
  /** States that the search looked at. */
  states: number;
  proven: boolean;
  /** How much longer than the shortest it may be; 0 if it is proven. */
  gap: number;
  micros: number;
  /** Why there is no way; undefined if there is one, or none was found within the limit. */
  reason: DungeonReason | undefined;
}

const NONE = { events: [], states: 0, proven: true, gap: 0, reason: undefined };

export class KeysSolver extends Patient {
  /** The answer; undefined if it was stopped. Keys and doors are those on open tiles: what a wall covers is not there. */
  async solve(dungeons: Dungeons, { ground, fixtures, from, to, limit }: KeysQuestion): Promise<KeysAnswer | undefined> {
    const dungeon = dungeons.dungeon({ ...ground, fixtures: fixtures.filter(({ tile }) => ground.tiles[tile as number] !== 0) });
    return this.ask(dungeon, async (place, signal): Promise<KeysAnswer> => {
      const { route, micros } = await timedQuery(() => place.routeAsync({ from, to, limit, signal }), () => place.route({ from, to }));
      if (!route) return { ...NONE, tiles: new Uint32Array(0), micros, reason: place.explain() };
      const { tiles, events, states, proven, gap } = route;
      return { tiles, events, states, proven, gap, micros, reason: undefined };
    }, () => ({ ...NONE, tiles: new Uint32Array(0), proven: false, micros: limit }));
  }
}
