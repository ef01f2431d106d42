// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A query step by step: each step is a picture of what the search knows.
import type { Strategy } from 'landfall';
import type { Atlas } from './atlas.js';
import { Inside, type Moment } from './inside.js';

const STRATEGIES: readonly Strategy[] = ['auto', 'flood', 'corridor', 'expand', 'expand-optimal', 'spine', 'headland', 'strip'];
const NONE = -1; // LF_NONE: a radius of 0

export interface WatchOrder {
  strategy: Strategy;
  from: number;
  to: number;
  /** A corridor of the plan's own cells, on a coarse map that does not know walls inside cells: it has to be widened. */
  narrow: boolean;
}

/** What a search knows at one moment. */
export interface Shot extends Moment {
  /** How many tiles were met so far. (Some searches count what they looked at only when they are done.) */
  metCount: number;
  /** A byte per tile: when it was met, 1 first and 255 last; 0 not yet. */
  met: Uint8Array;
  /** A byte per cell: in which phase it joined. */
  cells: Uint8Array;
  /** x, y of each cell of the plan, from the target's on. */
  plan: Uint32Array;
  deferred: Uint32Array;
  /** x, y, knot of each cell. */
  spine: Uint32Array;
  portals: Uint32Array;
  /** Tiles, once there is a route. */
  route: Uint32Array;
}

/** What an index holds, as tiles. */
export interface IndexShot {
  headlands: Uint32Array;
  landmarks: Uint32Array;
  buoys: Uint32Array;
  /** Headlands, the lowest of the hierarchy first. */
  order: Uint32Array;
  /** Pairs of tiles. */
  legs: Uint32Array;
}

export class Watch {
  #atlas: Atlas;
  #inside: Inside | undefined;
  #order: WatchOrder | undefined;
  #times = new Uint8Array(0);
  #metCount = 0;
  /** Tiles that the whole query meets, and that it looks at. */
  #most = 1;
  #total = 1;

  constructor(atlas: Atlas) {
    this.#atlas = atlas;
  }

  #start(order: WatchOrder): Inside {
    const { map } = this.#atlas;
    if (this.#inside?.map !== map) this.#inside = new Inside(map);
    this.#inside.begin(STRATEGIES.indexOf(order.strategy), order.from, order.to, order.narrow ? NONE : 0, order.narrow);
    return this.#inside;
  }

  /** Begins: runs the query once, to know how long it is, and stops before its first step. */
  begin(order: WatchOrder): Shot {
    this.#order = order;
    const whole = this.#start(order);
    while (whole.moment().running) whole.step(Infinity);
    this.#total = Math.max(1, whole.moment().looked);
    this.#most = Math.max(1, whole.plane('page_watch_marks').reduce((sum, mark) => sum + mark, 0));
    this.#start(order);
    this.#times = new Uint8Array(this.#atlas.ground.tiles.length);
    return this.#shot();
  }

  /** One step: so much work, or less if a phase ends before. */
  step(budget: number): Shot {
    if (!this.#inside || !this.#order) throw new Error('no query is watched');
    if (this.#inside.map !== this.#atlas.map) return this.begin(this.#order);
    if (this.#inside.moment().running) this.#go(this.#inside, budget);
    return this.#shot();
  }

  /** Goes on; to the next phase in small steps, so that tiles are seen to be met one after the other. */
  #go(inside: Inside, budget: number): void {
    if (budget !== Infinity) return inside.step(budget);
    const slices = this.#times.length > 2_000_000 ? 8 : 48;
    const slice = Math.max(1, Math.ceil(this.#total / slices));
    const isSame = (a: Moment, b: Moment): boolean => a.running === b.running && a.planning === b.planning && a.phases === b.phases && a.segments === b.segments && a.guardrail === b.guardrail;
    for (let before = inside.moment(), now = before; isSame(before, now); now = inside.moment()) {
      inside.step(slice);
      if (!now.planning) this.#note(inside.plane('page_watch_marks'));
    }
  }

  #shot(): Shot {
    const inside = this.#inside!;
    const moment = inside.moment();
    this.#note(inside.plane('page_watch_marks'));
    return {
      ...moment,
      metCount: this.#metCount,
      met: this.#times.slice(),
      cells: inside.plane('page_watch_cells'),
      plan: inside.list('page_watch_plan'),
      deferred: inside.list('page_watch_deferred'),
      spine: inside.list('page_watch_spine'),
      portals: inside.list('page_watch_portals'),
      route: inside.list('page_watch_route'),
    };
  }

  /** Notes when tiles were met. A search that begins again forgets them. */
  #note(marks: Uint8Array): void {
    const times = this.#times;
    let met = 0;
    for (let i = 0; i < marks.length; i++) met += marks[i];
    const now = 1 + Math.min(254, Math.floor((254 * met) / this.#most));
    for (let i = 0; i < marks.length; i++) {
      if (marks[i] === 0) times[i] = 0;
      else if (times[i] === 0) times[i] = now;
    }
    this.#metCount = met;
  }

  /** What the index holds. */
  index(): IndexShot {
    const inside = new Inside(this.#atlas.map);
    const [headlands, landmarks, buoys, order] = [0, 1, 2, 3].map(which => inside.indexTiles(which));
    return { headlands, landmarks, buoys, order, legs: inside.list('page_index_legs') };
  }

  end(): void {
    this.#inside?.end();
    this.#inside = this.#order = undefined;
  }
}
