// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A puzzle after some moves: where the heroes are, and what has happened to the devices.
import type { PuzzleAnswer } from '../engine/puzzle.js';
import type { PuzzleBoard, Thing } from '../puzzle.js';

export interface Moment {
  /** The tile of each hero. */
  heroes: number[];
  /** Keys taken and used, by kind. */
  taken: Map<number, number>;
  spent: Map<number, number>;
  /** Tiles of keys that are gone and of locks that are open. */
  used: Set<number>;
  /** Kinds of barriers that are turned over. */
  turned: Set<number>;
  visited: number[];
  /** Tiles that have shut. */
  shut: Set<number>;
}

/** After so many moves. */
export function momentAt({ things }: PuzzleBoard, { steps, events, length }: PuzzleAnswer, moves: number): Moment {
  const moment: Moment = { heroes: [], taken: new Map(), spent: new Map(), used: new Set(), turned: new Set(), visited: [], shut: new Set() };
  const last = steps.length - 1 - length + moves; // the first steps are where heroes begin
  for (let i = 0; i <= last; i++) moment.heroes[steps[i].hero] = steps[i].tile;
  const add = (to: Map<number, number>, kind: number, number = 1): Map<number, number> => to.set(kind, (to.get(kind) ?? 0) + number);
  for (const { at, what, kind, tile } of events) {
    if (at > last) break;
    if (what === 'took') add(moment.taken, kind);
    if (what === 'unlocked') add(moment.spent, kind, things.find(thing => thing.tile === tile)?.need);
    if (what === 'took' || what === 'unlocked') moment.used.add(tile);
    if (what === 'pressed' && !moment.turned.delete(kind)) moment.turned.add(kind);
    if (what === 'visited') moment.visited.push(kind);
    if (what === 'shut') moment.shut.add(tile);
  }
  return moment;
}

/** Whether a door or a barrier can be entered now. */
export function isOpen({ type, kind, open, need = 1, tile }: Thing, { usedUp }: PuzzleBoard, moment: Moment): boolean {
  if (type === 'barrier') return (open === true) !== moment.turned.has(kind);
  return usedUp.includes(kind) ? moment.used.has(tile) : (moment.taken.get(kind) ?? 0) >= need;
}
