// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Lengths from each of many to each of many, and who is nearest to whom.
import { PAUSED, type Core } from './core.js';
import { endTiles, type Size } from './ends.js';
import { LandfallError, choice, whole } from './errors.js';
import { COSTS, flag } from './query.js';
import type { RouteList } from './route.js';
import { budgetOf, giveWay, throwIfAborted } from './slices.js';
import type { Cost, Ends, SliceOptions } from './types.js';
import { type Weights, weightsPlace } from './weights.js';

export interface MatrixQuery {
  /** Open tiles; a tile may occur more than once. May be empty. */
  from: Ends;
  /** Likewise. */
  to: Ends;
  /** Default: the map's. */
  cost?: Cost;
  /** Ends that are blocked or outside the map have no ways, instead of being refused. */
  skipBadEnds?: boolean;
  /** What it costs to enter tiles (`map.weights`): lengths are costs of the cheapest ways, by a field for each target. */
  weights?: Weights;
}

export interface NearestQuery extends MatrixQuery {
  /** How many targets for each source, nearest first. Default: 1. */
  count?: number;
}

/** In `straight` and `diagonal`: there is no way. */
export const NO_LENGTH = 0xffffffff;

function costOf(straight: number, diagonal: number): number {
  return straight === NO_LENGTH ? Infinity : straight + diagonal * Math.SQRT2;
}

/** The lengths of the shortest ways from each source to each target, all exact. Goes through `postMessage` as plain data. */
export class Matrix {
  /** How many sources there are. */
  readonly sources: number;
  /** How many targets there are. */
  readonly targets: number;
  /** Straight moves, all targets of source 0 first; under uniform costs, all moves. NO_LENGTH if there is no way. */
  readonly straight: Uint32Array;
  /** Diagonal moves, in the same order; under uniform costs 0. NO_LENGTH if there is no way. */
  readonly diagonal: Uint32Array;
  /** Of the map that the lengths are for (see `map.version`). */
  readonly version: number;

  /** @internal Use `map.matrix`. */
  constructor(sources: number, targets: number, words: Uint32Array, version: number) {
    this.sources = sources;
    this.targets = targets;
    this.straight = Uint32Array.from({ length: words.length / 2 }, (_, i) => words[2 * i] as number);
    this.diagonal = Uint32Array.from({ length: words.length / 2 }, (_, i) => words[2 * i + 1] as number);
    this.version = version;
  }

  /** What the way from source `i` to target `j` costs: moves, or under octile costs straight + diagonal * sqrt 2. Infinity if there is none. */
  cost(i: number, j: number): number {
    whole(i, 0, this.sources - 1, 'source');
    whole(j, 0, this.targets - 1, 'target');
    const at = i * this.targets + j;
    return costOf(this.straight[at] as number, this.diagonal[at] as number);
  }
}

/** One of the nearest targets of a source. */
export interface Near {
  /** Index in `to`. */
  target: number;
  /** Of the shortest way there. */
  cost: number;
  straight: number;
  diagonal: number;
}

/** The nearest targets of each source. Of equally near ones, the one that comes first in `to`. */
export class Nearest {
  /** How many sources there are. */
  readonly sources: number;
  /** How many targets each was to get. */
  readonly count: number;
  /** `count` indexes in `to` for each source, nearest first; -1 where no other target can be reached. */
  readonly targets: Int32Array;
  /** Moves of the ways, in the same order, as in `Matrix`. */
  readonly straight: Uint32Array;
  readonly diagonal: Uint32Array;
  /** Of the map that the answer is for (see `map.version`). */
  readonly version: number;
  /** If they were asked for: for each source the route to its nearest target. */
  readonly routes: RouteList | undefined;

  /** @internal Use `map.nearest`. */
  constructor(sources: number, count: number, words: Uint32Array, version: number, route?: (targets: Int32Array) => RouteList) {
    const column = (first: number): ((_: unknown, i: number) => number) => (_, i) => words[4 * i + first] as number;
    const length = words.length / 4;
    this.sources = sources;
    this.count = count;
    this.targets = Int32Array.from({ length }, column(0));
    this.straight = Uint32Array.from({ length }, column(2));
    this.diagonal = Uint32Array.from({ length }, column(3));
    this.version = version;
    this.routes = route?.(this.targets);
  }

  /** The nearest targets of source `i` that can be reached, nearest first. */
  of(i: number): Near[] {
    whole(i, 0, this.sources - 1, 'source');
    const near: Near[] = [];
    for (let at = i * this.count; at < (i + 1) * this.count && (this.targets[at] as number) >= 0; at++) {
      const [straight, diagonal] = [this.straight[at] as number, this.diagonal[at] as number];
      near.push({ target: this.targets[at] as number, cost: costOf(straight, diagonal), straight, diagonal });
    }
    return near;
  }
}

/** A question that was checked. @internal */
export interface MatrixWords {
  readonly sources: Uint32Array;
  readonly targets: Uint32Array;
  readonly cost: Cost;
  readonly weights: Weights | undefined;
  /** Where they are; 0 = there are none. */
  readonly place: number;
  readonly skip: number;
  /** 0 = lengths to all targets. */
  readonly nearest: number;
}

/** Checks a question before anything is done. @internal */
export function matrixWords(query: NearestQuery, size: Size, usual: Cost, isNearest: boolean): MatrixWords {
  const cost = query.cost ?? usual;
  choice(cost, COSTS, 'cost');
  const place = weightsPlace(query.weights, size);
  const skip = flag(query.skipBadEnds, 'skipBadEnds');
  const nearest = isNearest ? whole(query.count ?? 1, 1, 2 ** 31 - 1, 'count') : 0;
  return { sources: endTiles(query.from, size, 'from', skip === 1), targets: endTiles(query.to, size, 'to', skip === 1), cost, weights: query.weights, place, skip, nearest };
}

interface Held {
  readonly at: number;
  readonly cost: Cost;
  /** With weights it is of no use for the next question: they may be others, or have changed. */
  readonly weights: Weights | undefined;
}

/** An answer as words, and the version of the map that it is for. @internal */
export type MatrixAnswer = [words: Uint32Array, version: number];

/** The memory of a map for matrices: kept from one question to the next. @internal */
export class Matrices {
  #core: Core;
  #idle: Held | undefined;
  /** Changes with the index: what was made before it goes when its question is answered. */
  #era = 0;

  constructor(core: Core) {
    this.#core = core;
  }

  #make({ cost, weights, place }: MatrixWords): Held {
    const core = this.#core;
    core.check(core.calls.lfjs_matrix_create(COSTS.indexOf(cost), place, weights?.number ?? -1));
    return { at: core.answer[0] as number, cost, weights };
  }

  #take(words: MatrixWords): Held {
    const core = this.#core;
    core.alive();
    if (words.weights) return this.#make(words);
    const { cost } = words;
    const idle = this.#idle;
    this.#idle = undefined;
    if (idle?.cost === cost) {
      core.check(core.calls.lfjs_matrix_turn(idle.at));
      return idle;
    }
    if (idle) core.calls.lfjs_matrix_destroy(idle.at);
    return this.#make(words);
  }

  #give(held: Held, era: number): void {
    if (this.#core.isClosed) return;
    if (era === this.#era && !this.#idle && !held.weights) this.#idle = held;
    else this.#core.calls.lfjs_matrix_destroy(held.at);
  }

  /** The map has another index, or was edited: nothing is kept for the old one. */
  renew(): void {
    this.#era++;
    if (this.#idle) this.#core.calls.lfjs_matrix_destroy(this.#idle.at);
    this.#idle = undefined;
  }

  #begin(held: Held, { sources, targets, skip, nearest }: MatrixWords): [at: number, version: number] {
    const core = this.#core;
    [sources, targets].forEach((tiles, i) => {
      const at = core.place(core.calls.lfjs_matrix_ends(held.at, tiles.length || 1, i)) >>> 2;
      core.numbers.set(tiles, at);
    });
    core.check(core.calls.lfjs_matrix_begin(held.at, sources.length, targets.length, nearest, skip));
    return [core.answer[0] as number, core.answer[1] as number];
  }

  #read({ sources, targets, nearest }: MatrixWords, at: number): Uint32Array {
    return this.#core.tiles(at, nearest > 0 ? 4 * sources.length * nearest : 2 * sources.length * targets.length);
  }

  /** Answers a question at once. */
  now(words: MatrixWords): MatrixAnswer {
    const held = this.#take(words);
    const era = this.#era;
    try {
      const [at, version] = this.#begin(held, words);
      this.#core.check(this.#core.calls.lfjs_matrix_step(held.at, Infinity));
      return [this.#read(words, at), version];
    } finally {
      this.#give(held, era);
    }
  }

  /** Answers a question in slices. */
  async later(words: MatrixWords, options: SliceOptions): Promise<MatrixAnswer> {
    const budget = budgetOf(options.budget, 1_000_000);
    throwIfAborted(options.signal);
    const core = this.#core;
    const held = this.#take(words);
    const era = this.#era;
    try {
      const [at, version] = this.#begin(held, words);
      while (core.check(core.calls.lfjs_matrix_step(held.at, budget)) === PAUSED) {
        await giveWay();
        core.alive();
        throwIfAborted(options.signal);
      }
      return [this.#read(words, at), version];
    } finally {
      this.#give(held, era);
    }
  }
}

/** Refuses a list that is too long for one answer. @internal */
export function checkSize(words: MatrixWords): void {
  const bytes = 8 * words.sources.length * (words.nearest > 0 ? 2 * words.nearest : words.targets.length);
  if (bytes >= 2 ** 32) throw new LandfallError('E_NOMEM', `an answer of ${bytes} bytes does not fit into 4 GiB: ask in parts`);
}
