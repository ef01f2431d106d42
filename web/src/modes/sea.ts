// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A ship, a harbour, and the shortest route between them, by any strategy.
import type { Strategy } from 'landfall';
import type { App } from '../app.js';
import { byId, whenQuiet } from '../dom.js';
import type { Question } from '../engine/sea.js';
import { StrategyTable } from '../panel/strategies.js';
import { RouteMode } from './route.js';

export class SeaMode extends RouteMode {
  readonly id = 'sea';
  readonly lead = 'Shortest routes on huge maps, in microseconds. Drag the ship, the harbour or the map.';
  #table: StrategyTable;
  #strategy: Strategy = 'auto';

  constructor(app: App) {
    super(app);
    this.#table = new StrategyTable(byId('strategies'), app.engine, strategy => {
      this.#strategy = strategy;
      this.ask();
    });
  }

  protected question(): Question {
    return { ...this.app.ends, strategy: this.#strategy };
  }

  /** All strategies are asked once the pointer rests. */
  protected override answered = whenQuiet(140, () => void this.#table.fill(this.#resolved()));

  /** The question with the tiles that the route really has as its ends: the same for all strategies. */
  #resolved(): Question | undefined {
    const ends = this.realEnds();
    return ends && { ...this.question(), from: ends[0], to: ends[1] };
  }
}
