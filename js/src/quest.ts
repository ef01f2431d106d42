// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What dungeons and puzzles share: sets of kinds as bits, limits, ends, and queries that are answered at once or in slices.
import { PAUSED, type CommonCalls, type Core } from './core.js';
import { LandfallError, whole } from './errors.js';
import { flag } from './query.js';
import { budgetOf, giveWay, throwIfAborted } from './slices.js';
import type { DungeonLimits, DungeonSliceOptions } from './types.js';

export const GOALS = ['exit', 'all-keys', 'all-keys-exit'];
export const KINDS = 64;

/** The kinds of a set as two words. */
export function kindsOf(low: number, high: number): number[] {
  return Array.from({ length: KINDS }, (_, k) => k).filter(k => ((k < 32 ? low : high) >>> (k & 31)) & 1);
}

export function kindWords(kinds: readonly number[], what: string): [low: number, high: number] {
  const words: [number, number] = [0, 0];
  for (const kind of kinds) words[whole(kind, 0, KINDS - 1, what) >> 5 as 0 | 1] |= 1 << (kind & 31);
  return words;
}

export function limitsOf(options: DungeonLimits): [maxStates: number, maxBytes: number] {
  return (['maxStates', 'maxBytes'] as const).map(name =>
    options[name] === undefined ? 0 : whole(options[name], 1, Number.MAX_SAFE_INTEGER, name),
  ) as [number, number];
}

/** Where the ends of a query are written: a source takes four numbers, a target one. */
export interface Seats {
  sources(count: number): number;
  targets(count: number): number;
}

/** Writes the ends of a query. */
export function sitDown(core: Core<CommonCalls>, seats: Seats, sources: Uint32Array, targets: Uint32Array): void {
  const from = core.place(seats.sources(sources.length || 1)) >>> 2;
  const to = core.place(seats.targets(targets.length || 1)) >>> 2;
  for (let i = 0; i < sources.length; i++) core.numbers[from + 4 * i] = sources[i] as number;
  core.numbers.set(targets, to);
}

/** A query that was checked: how it is begun, gone on with, and what its answer is. */
export interface Quest<R> {
  begin(): number;
  step(budget: number): number;
  finish(): R;
}

/** Queries on one instance: one at a time. */
export class Turns {
  #core: Core<CommonCalls>;
  /** The last query in slices: the next one waits for it. */
  #last: Promise<unknown> = Promise.resolve();
  #isBusy = false;

  constructor(core: Core<CommonCalls>) {
    this.#core = core;
  }

  /** The answer, at once. */
  answer<R>(quest: Quest<R>): R {
    if (this.#isBusy) throw new LandfallError('E_BUSY', 'a query in slices is under way: await it first');
    if (quest.begin() === PAUSED) this.#core.check(quest.step(Infinity));
    return quest.finish();
  }

  /** The answer in slices, after all queries that came before. */
  async answerLater<R>(quest: Quest<R>, options: DungeonSliceOptions): Promise<R> {
    const limit = options.limit === undefined ? Infinity : whole(options.limit, 1, Number.MAX_SAFE_INTEGER, 'limit');
    const budget = Math.min(budgetOf(options.budget, 4000), limit);
    flag(options.bestSoFar, 'bestSoFar');
    throwIfAborted(options.signal);
    const run = this.#last.then(() => this.#run(quest, options, budget, limit));
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #run<R>(quest: Quest<R>, { signal, bestSoFar }: DungeonSliceOptions, budget: number, limit: number): Promise<R> {
    const core = this.#core;
    throwIfAborted(signal);
    core.alive();
    this.#isBusy = true;
    try {
      let status = quest.begin();
      for (let left = limit; status === PAUSED && left > 0; left -= budget) {
        status = core.check(quest.step(Math.min(budget, left)));
        if (status !== PAUSED) break;
        await giveWay();
        core.alive();
        if (signal?.aborted && bestSoFar) break;
        throwIfAborted(signal);
      }
      return quest.finish();
    } finally {
      this.#isBusy = false;
    }
  }
}
