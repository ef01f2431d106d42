// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The map that the page shows, as the library has it: editable, with an index that follows edits whenever there is time.
import type { Landfall, TileMap } from 'landfall';
import { type Disc, type Ground, nearestOpen, paintDisc } from '../ground.js';
import { timedOnce } from './clock.js';

export interface Needs {
  /** Depths, for units of a size. */
  depth?: boolean;
}

export interface IndexNews {
  ready: boolean;
  /** Milliseconds of work since the last edit, or since the map was made. */
  took: number;
  bytes: number;
}

const SLICE = 4000; // microseconds of work, counted, between two looks at what the page wants

/** Milliseconds after an edit in which another one is likely: what is renewed meanwhile would be renewed again. */
const STROKE = 80;

/** Lets messages in. */
function breathe(milliseconds = 0): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}

export class Atlas {
  readonly landfall: Landfall;
  ground: Ground = { width: 1, height: 1, tiles: Uint8Array.of(1) };
  map: TileMap;
  ready = false;
  readonly #news: (news: IndexNews) => void;
  #needs: Needs = {};
  #took = 0;
  #tending = false;
  #editedAt = -Infinity;

  constructor(landfall: Landfall, news: (news: IndexNews) => void) {
    this.landfall = landfall;
    this.#news = news;
    this.map = landfall.map({ ...this.ground, editable: true });
  }

  open(ground: Ground, needs: Needs = {}): void {
    const map = this.landfall.map({
      ...ground,
      editable: true,
      coarse: true,
      ...(needs.depth ? { depth: true as const } : {}),
    });
    this.map.dispose();
    this.map = map;
    this.ground = ground;
    this.#needs = needs;
    this.#took = 0;
    this.ready = false;
  }

  /** The same tiles with other parts. */
  reopen(needs: Needs): void {
    if ((needs.depth ?? false) === (this.#needs.depth ?? false)) return;
    this.open(this.ground, needs);
  }

  edit(discs: Disc[]): { micros: number; opened: number; blocked: number; version: number; indexGivenUp: boolean } {
    const { map } = this;
    const shapes = discs.map(({ x, y, radius, open }) => ({ disc: [x, y, radius] as const, open }));
    const { value, micros } = timedOnce(() => map.edit(shapes));
    for (const disc of discs) paintDisc(this.ground, disc);
    this.#took = 0;
    this.#editedAt = performance.now();
    if (value.opened + value.blocked > 0) this.ready = false;
    return { micros, opened: value.opened, blocked: value.blocked, version: value.version, indexGivenUp: value.indexGivenUp };
  }

  /** Builds and renews the index, a slice at a time, until there is nothing left to do. */
  async tend(): Promise<void> {
    if (this.#tending) return;
    this.#tending = true;
    while (!this.map.isDisposed && (this.map.hasWork || !this.ready)) {
      const { map } = this;
      for (let wait; (wait = this.#editedAt + STROKE - performance.now()) > 0; ) await breathe(wait);
      if (map.isDisposed) continue;
      const { value: left, micros } = timedOnce(() => map.hasWork && map.work(SLICE));
      this.#took += micros / 1000;
      if (!left) {
        this.ready = true;
        this.#news({ ready: true, took: this.#took, bytes: map.byteLength });
      }
      await breathe();
    }
    this.#tending = false;
  }

  /** Two places far apart in the largest water, for a first route. */
  suggestEnds(): [from: number, to: number] {
    const { width, height } = this.ground;
    const ocean = this.#largestBody();
    const near = (x: number, y: number): number => this.#nearestOf(ocean, Math.floor(x * (width - 1)), Math.floor(y * (height - 1)));
    return [near(0.38, 0.84), near(0.95, 0.12)];
  }

  #samples(): number[] {
    const { width, height } = this.ground;
    const steps = 40;
    return Array.from({ length: steps * steps }, (_, i) => {
      const [x, y] = [Math.floor(((i % steps) + 0.5) * (width / steps)), Math.floor((Math.floor(i / steps) + 0.5) * (height / steps))];
      return Math.min(y, height - 1) * width + Math.min(x, width - 1);
    });
  }

  #largestBody(): number | undefined {
    let best: number | undefined;
    for (const tile of this.#samples()) {
      const body = this.map.body(tile);
      if (body !== undefined && (best === undefined || this.map.bodySize(body) > this.map.bodySize(best))) best = body;
    }
    return best;
  }

  #nearestOf(body: number | undefined, x: number, y: number): number {
    const { width } = this.ground;
    const far = (tile: number): number => (Math.floor(tile / width) - y) ** 2 + ((tile % width) - x) ** 2;
    const inBody = this.#samples().filter(tile => this.map.body(tile) === body);
    const open = inBody.length > 0 ? inBody.reduce((a, b) => (far(b) < far(a) ? b : a)) : nearestOpen(this.ground, x, y);
    return open ?? 0;
  }
}
