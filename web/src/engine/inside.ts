// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The calls of web/shim/inspect.c: what a query and an index show of themselves.
import type { TileMap } from 'landfall';

interface Core {
  calls: Record<string, (budget?: number) => number>;
  readonly answer: Float64Array;
  put(words: ArrayLike<number>): void;
  check(status: number): number;
  bytes(at: number, size: number): Uint8Array;
  tiles(at: number, count: number): Uint32Array;
}

function coreOf(map: TileMap): Core {
  return (map as unknown as { core: Core }).core;
}

/** Where a watched query stands. */
export interface Moment {
  running: boolean;
  planning: boolean;
  guardrail: boolean;
  looked: number;
  phases: number;
  segments: number;
  /** Tiles deferred so far. */
  deferredSoFar: number;
  /** Of the coarse map: cells have 2^level tiles to a side. */
  level: number;
  across: number;
  down: number;
}

export type ListName = 'page_watch_plan' | 'page_watch_deferred' | 'page_watch_spine' | 'page_watch_portals' | 'page_watch_route' | 'page_index_legs';
export type PlaneName = 'page_watch_marks' | 'page_watch_cells';

/** The query that is watched, on one map. */
export class Inside {
  readonly map: TileMap;
  #core: Core;

  constructor(map: TileMap) {
    this.map = map;
    this.#core = coreOf(map);
  }

  begin(strategy: number, from: number, to: number, radius: number, optimistic: boolean): void {
    this.#core.put(Int32Array.of(strategy, from, to, radius, optimistic ? 1 : 0));
    this.#core.check(this.#core.calls.page_watch_begin());
  }

  /** Goes on for so much work, or to the next phase. */
  step(budget: number): void {
    this.#core.check(this.#core.calls.page_watch_step(budget));
  }

  moment(): Moment {
    this.#core.check(this.#core.calls.page_watch_moment());
    const [running, planning, guardrail, looked, phases, segments, deferredSoFar, level, across, down] = this.#core.answer;
    return { running: running === 1, planning: planning === 1, guardrail: guardrail === 1, looked, phases, segments, deferredSoFar, level, across, down };
  }

  /** A list of numbers: tiles, or words of cells. */
  list(name: ListName): Uint32Array {
    this.#core.check(this.#core.calls[name]());
    const [at, count] = this.#core.answer;
    return this.#core.tiles(at, count).slice();
  }

  /** A byte per tile, or per cell. */
  plane(name: PlaneName): Uint8Array {
    this.#core.check(this.#core.calls[name]());
    const [at, count] = this.#core.answer;
    return this.#core.bytes(at, count);
  }

  /** Tiles of the index: 0 headlands, 1 landmarks, 2 buoys, 3 headlands in the order of the hierarchy. */
  indexTiles(which: number): Uint32Array {
    this.#core.check(this.#core.calls.page_index_tiles(which));
    const [at, count] = this.#core.answer;
    return this.#core.tiles(at, count).slice();
  }

  end(): void {
    if (!this.map.isDisposed) this.#core.calls.page_watch_end();
  }
}
