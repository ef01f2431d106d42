// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Terrain that costs: the cheapest route, and what the shortest one would cost. Weights are for maps that are not edited, so this
// has a map of its own, made anew when land or water was painted.
import { LandfallError, type Route, type Strategy, type TileMap, type Weights } from 'landfall';
import { type Ground, type Spot, fillSpot, nearestWater } from '../ground.js';
import { type Coast, PLAIN, isSoft } from '../terrain.js';
import type { Atlas } from './atlas.js';
import { timed, timedOnce } from './clock.js';
import { depthsOf } from './depths.js';
import { type Answer, NEAR, answerOf } from './sea.js';

export interface TerrainQuestion {
  from: number;
  to: number;
  coast: Coast;
}

export interface TerrainAnswer extends Answer {
  cost: number;
  /** The shortest route between the same tiles, whatever it costs; undefined if there is none. */
  shortest: { turns: Uint32Array; length: number; cost: number } | undefined;
  /** To make the weights of all tiles; 0 if they were there. */
  makingMicros: number;
}

/** Ways to answer, side by side. */
export const WAYS = ['cells', 'flood', 'shortest'] as const;
export type Way = (typeof WAYS)[number];

export interface WayRow {
  way: Way;
  micros: number;
  length: number;
  cost: number;
  looked: number;
  problem?: string;
}

/** Weights are freed when they are garbage, whenever that is; when so many bytes of them may be left, the map goes with them. */
const MOST_BYTES = 1 << 28;
const BYTES_PER_TILE = 2.6;

const WARM = 12;
const WARM_MILLISECONDS = 250;

export class Grounds {
  readonly #atlas: Atlas;
  #map: TileMap | undefined;
  /** What the map was made of: the tiles, and how often they had changed. */
  #of: { ground: Ground; version: number } | undefined;
  #plane: Uint8Array = new Uint8Array(0);
  #weights: Weights | undefined;
  /** What the weights were made for. */
  #coast = '';
  #made = 0;

  constructor(atlas: Atlas) {
    this.#atlas = atlas;
  }

  /** What each tile costs; undefined for plain water everywhere. */
  set(plane: Uint8Array | undefined): void {
    this.#plane = plane ?? new Uint8Array(this.#atlas.ground.tiles.length).fill(PLAIN);
    this.#weights = undefined;
  }

  dab(spots: Spot[], cost: number): void {
    const { ground } = this.#atlas;
    for (const spot of spots) fillSpot(this.#plane, ground, spot, cost, cost === PLAIN ? undefined : ground.tiles);
    this.#weights = undefined;
  }

  /** The map as it is painted now. */
  #current(): TileMap {
    const { ground, landfall, map: { version } } = this.#atlas;
    const isFull = this.#made * BYTES_PER_TILE * ground.tiles.length > MOST_BYTES;
    if (this.#map && this.#of?.ground === ground && this.#of.version === version && !isFull) return this.#map;
    this.close();
    this.#of = { ground, version };
    if (this.#plane.length !== ground.tiles.length) this.set(undefined);
    return (this.#map = landfall.map({ ...ground, depth: true }));
  }

  /** The weights of the map as it is painted now, and how long it took to make them. */
  #weigh(map: TileMap, coast: Coast): { weights: Weights; micros: number } {
    const key = JSON.stringify(coast);
    if (this.#weights && this.#coast === key) return { weights: this.#weights, micros: 0 };
    const byDepth = (depth: number): number => (depth <= coast.reach ? coast.extra : 0);
    const { value, micros } = timedOnce(() => map.weights({ plane: this.#plane, ...(isSoft(coast) ? { byDepth } : {}) }));
    [this.#weights, this.#coast] = [value, key];
    this.#made++;
    return { weights: value, micros };
  }

  #find(map: TileMap, weights: Weights, from: number, to: number): { route: Route | null; micros: number; runs: number } {
    const query = { from, to, ends: { near: NEAR }, weights, strategy: 'auto' as const }; // cells, where the module has them
    const { value, micros, runs } = timed(() => map.route(query), 0.3);
    return { route: value ?? map.route({ ...query, strategy: 'flood', partial: true }), micros, runs };
  }

  /** The cheapest route, or the way as near as it goes. Ends on land stand for the water near them. */
  answer({ from, to, coast }: TerrainQuestion): TerrainAnswer {
    const map = this.#current();
    const { weights, micros: makingMicros } = this.#weigh(map, coast);
    const { route, micros, runs } = this.#withEnds(from, to, (a, b) => this.#find(map, weights, a, b));
    const whole = route && !route.partial ? map.route({ from: route.source, to: route.target, strategy: 'flood' }) : null;
    const shortest = whole ? { turns: whole.turns, length: whole.length, cost: costOf(whole.tiles, weights) } : undefined;
    return { ...answerOf(route, route && !route.partial ? route.strategy : 'cells', micros, runs), cost: route?.cost ?? 0, shortest, makingMicros };
  }

  #withEnds<T>(from: number, to: number, ask: (from: number, to: number) => T): T {
    const { ground } = this.#atlas;
    try {
      return ask(from, to);
    } catch (error) {
      if (!(error instanceof LandfallError) || !/BLOCKED|NEAR|END/.test(error.code)) throw error;
      return ask(nearestWater(ground, from), nearestWater(ground, to));
    }
  }

  /** One way to answer, between exactly these tiles. */
  row(way: Way, { from, to, coast }: TerrainQuestion): WayRow {
    const map = this.#current();
    const { weights } = this.#weigh(map, coast);
    const strategy: Strategy = way === 'cells' ? 'cells' : 'flood';
    const empty = { way, length: 0, cost: 0, looked: 0 };
    try {
      const ask = (): Route | null => map.route({ from, to, strategy, ...(way === 'shortest' ? {} : { weights }) });
      if (way === 'cells') this.#warm(ask);
      const { value, micros } = timed(ask, 1);
      if (!value) return { ...empty, micros, problem: 'there is no way' };
      return { way, micros, length: value.length, cost: costOf(value.tiles, weights), looked: value.stats.expanded };
    } catch (error) {
      return { ...empty, micros: 0, problem: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Cells make their tables over the first dozen queries: what the others take is shown, if that does not take too long. */
  #warm(ask: () => unknown): void {
    const began = performance.now();
    for (let i = 0; i < WARM && performance.now() - began < WARM_MILLISECONDS; i++) ask();
  }

  /** 1 for water that is at most so far off the coast. */
  coast(reach: number): Uint8Array {
    const { ground } = this.#atlas;
    const depths = depthsOf({ map: this.#current(), ground });
    return depths.map((depth, i) => (ground.tiles[i] !== 0 && depth <= reach ? 1 : 0));
  }

  /** Frees the map. */
  close(): void {
    this.#map?.dispose();
    this.#map = this.#of = this.#weights = undefined;
    this.#made = 0;
  }
}

/** What a way costs: every tile but the first is entered. */
function costOf(tiles: Uint32Array, weights: Weights): number {
  let cost = 0;
  for (let i = 1; i < tiles.length; i++) cost += weights.at(tiles[i]);
  return cost;
}
