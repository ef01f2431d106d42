// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Keys and doors: the shortest way for a hero who has to fetch keys, and why there is none. Queries are in slices, so that a hard
// dungeon can be left alone, and end at a limit with the best so far.
import { type DungeonEvent, type DungeonReason, type Dungeon, type Dungeons, type Fixture, LandfallError } from 'landfall/dungeons';
import type { Ground } from '../ground.js';
import { timed } from './clock.js';

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

/** A query that takes so many milliseconds is not repeated to tell the time. */
const LONG = 15;
const NONE = { events: [], states: 0, proven: true, gap: 0 };

export class KeysSolver {
  #signal = { aborted: false };

  /** The question under way is no longer asked. */
  stop(): void {
    this.#signal.aborted = true;
  }

  /** The answer; undefined if it was stopped. Keys and doors are those on open tiles: what a wall covers is not there. */
  async solve(dungeons: Dungeons, { ground, fixtures, from, to, limit }: KeysQuestion): Promise<KeysAnswer | undefined> {
    this.stop();
    const signal = (this.#signal = { aborted: false });
    const dungeon = dungeons.dungeon({ ...ground, fixtures: fixtures.filter(({ tile }) => ground.tiles[tile as number] !== 0) });
    try {
      return await this.#ask(dungeon, { from, to, limit, signal });
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof LandfallError && error.code === 'LIMIT') return { ...NONE, tiles: new Uint32Array(0), proven: false, micros: limit, reason: undefined };
      throw error;
    } finally {
      dungeon.dispose();
    }
  }

  async #ask(dungeon: Dungeon, query: { from: number; to: number; limit: number; signal: { aborted: boolean } }): Promise<KeysAnswer> {
    const began = performance.now();
    const route = await dungeon.routeAsync(query);
    const reason = route ? undefined : dungeon.explain();
    const took = performance.now() - began;
    const micros = took < LONG && (route?.proven ?? true) ? timed(() => dungeon.route({ from: query.from, to: query.to }), 0.5).micros : 1000 * took;
    const { tiles, events, states, proven, gap } = route ?? { ...NONE, tiles: new Uint32Array(0) };
    return { tiles, events, states, proven, gap, micros, reason };
  }
}
