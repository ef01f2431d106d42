// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A ship, a harbour, and the shortest route between them, by any strategy.
import type { Strategy } from 'landfall';
import type { App } from '../app.js';
import { byId, whenQuiet } from '../dom.js';
import type { Answer, Question } from '../engine/sea.js';
import { StrategyTable } from '../panel/strategies.js';
import { WatchPanel } from '../panel/watch.js';
import { drawRoute } from '../stage/lines.js';
import type { Painting } from '../stage/stage.js';
import { RouteMode } from './route.js';

export class SeaMode extends RouteMode {
  readonly id = 'sea';
  readonly lead = 'Shortest routes on huge maps, in microseconds. Drag the ship, the harbour or the map.';
  #table: StrategyTable;
  #watch: WatchPanel;
  #strategy: Strategy = 'auto';

  constructor(app: App) {
    super(app);
    this.#table = new StrategyTable(byId('strategies'), app.engine, strategy => {
      this.#strategy = strategy;
      this.ask();
    });
    this.#watch = new WatchPanel(app, () => {
      const ends = app.mode === this ? this.realEnds() : undefined;
      const strategy = this.#strategy === 'auto' ? this.answer?.strategy ?? 'flood' : this.#strategy;
      return ends && { from: ends[0], to: ends[1], strategy };
    });
  }

  protected find(): Promise<Answer> {
    return this.app.engine.call('route', this.#question(), 0.3);
  }

  #question(): Question {
    return { ...this.app.ends, strategy: this.#strategy };
  }

  /** All strategies are asked once the pointer rests. */
  protected override answered = whenQuiet(140, () => {
    if (this.app.mode !== this) return;
    void this.#table.fill(this.#resolved());
    this.#watch.follow();
  });

  override leave(): void {
    super.leave();
    this.#watch.stop();
  }

  override paint: Painting = (context, view, dense) => {
    this.#watch.paint(context, view, dense);
    const { route } = this.#watch;
    if (route) drawRoute(context, view, route, dense);
    else this.paintRoute(context, view, dense);
  };

  watchState(): ReturnType<WatchPanel['state']> {
    return this.#watch.state();
  }

  override describe(tile: number): string {
    return this.#watch.describe(tile);
  }

  /** The question with the tiles that the route really has as its ends: the same for all strategies. */
  #resolved(): Question | undefined {
    const ends = this.realEnds();
    return ends && { ...this.#question(), from: ends[0], to: ends[1] };
  }
}
