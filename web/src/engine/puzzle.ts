// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Puzzles: the shortest way for heroes who press switches, use keys up and jump, or why there is none. In slices, as keys are.
import type { Dungeons, PuzzleEvent, PuzzleQuery, PuzzleReason } from 'landfall/dungeons';
import type { Ground } from '../ground.js';
import { type PuzzleBoard, thingsOn } from '../puzzle.js';
import { Patient, timedQuery } from './patient.js';

export interface PuzzleQuestion {
  ground: Ground;
  board: PuzzleBoard;
  /** The most work, in microseconds, counted and not timed. */
  limit: number;
}

export interface PuzzleAnswer {
  /** The heroes' first tiles, then a step per move. */
  steps: { hero: number; tile: number }[];
  events: PuzzleEvent[];
  length: number;
  states: number;
  proven: boolean;
  bound: number;
  gap: number;
  micros: number;
  /** Why there is no way; undefined if there is one, or none was found within the limit. */
  reason: PuzzleReason | undefined;
}

const NONE = { steps: [], events: [], length: 0, states: 0, proven: true, bound: 0, gap: 0, reason: undefined };

function queryOf({ heroes, exits, together, goal, needed }: PuzzleBoard): PuzzleQuery {
  return { from: Uint32Array.from(heroes), ...(goal === 'all-keys' ? {} : { to: Uint32Array.from(exits) }), goal, together, needed };
}

export class PuzzleSolver extends Patient {
  async solve(dungeons: Dungeons, { ground, board, limit }: PuzzleQuestion): Promise<PuzzleAnswer | undefined> {
    const puzzle = dungeons.puzzle({ ...ground, moves: board.moves, devices: thingsOn(ground.tiles, board), usedUp: board.usedUp });
    const query = queryOf(board);
    return this.ask(puzzle, async (place, signal): Promise<PuzzleAnswer> => {
      const { route, micros } = await timedQuery(() => place.routeAsync({ ...query, limit, signal }), () => place.route(query));
      if (!route) return { ...NONE, states: place.explain().states, micros, reason: place.explain() };
      const { steps, events, length, states, proven, bound, gap } = route;
      return { steps, events, length, states, proven, bound, gap, micros, reason: undefined };
    }, place => ({ ...NONE, proven: false, bound: place.explain().bound, states: place.explain().states, micros: limit }));
  }
}
