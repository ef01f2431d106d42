// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors
/// <reference lib="esnext.disposable" preserve="true" />

import { NO_ROUTE, PAUSED, type Core, ownedBy } from './core.js';
import { endTiles, tileNumber, type Size } from './ends.js';
import { LandfallError, choice, refuse, show, whole } from './errors.js';
import { COSTS, flag } from './query.js';
import { Route } from './route.js';
import { budgetOf, giveWay, throwIfAborted } from './slices.js';
import type { Cost, Ends, Moves, SliceOptions, Tile } from './types.js';
import { type Weights, weightsPlace } from './weights.js';

/** What a field is filled with. */
export interface FieldQuery {
  /** Where the ways lead to: open tiles. */
  to: Ends;
  /** The greatest distance, in straight moves, or the greatest cost: farther tiles have none. Default: no limit. */
  limit?: number;
}

export interface FieldOptions extends FieldQuery {
  /** Default: the map's. */
  cost?: Cost;
  /** Bits of a distance: 32 (default), 16 (up to 65,534 moves, not for octile costs), or 0 for none. */
  distances?: 32 | 16 | 0;
  /** Whether to have directions, for `next`, `advance` and `route`. Default: true. */
  directions?: boolean;
  /** Whether to know of each tile which target is its nearest. Default: false. */
  owners?: boolean;
  /** What it costs to enter tiles (`map.weights`): distances are what the cheapest way from a tile to a target costs. */
  weights?: Weights;
}

/** In `field.distances` of 32 bits: a tile without a distance (blocked, out of reach, beyond the limit). */
export const NO_DISTANCE = 0xffffffff;
/** The same in 16 bits. */
export const NO_DISTANCE_16 = 0xffff;
/** In `field.directions`: a target. Others are 0 to 7, row by row: up left, up, up right, left, right, ... */
export const DIRECTION_HERE = 8;
/** In `field.directions`: a tile without a distance. */
export const NO_DIRECTION = 255;
/** In `field.owners`: a tile without a distance. */
export const NO_OWNER = 0xffffffff;

/** Distances under octile costs are in this part of a straight move. */
const OCTILE_UNIT = 1024;
const NO_STATS = {
  expanded: 0, enqueued: 0, phases: 0, planned: 0, firstCells: 0, openedCells: 0, deferred: 0, segments: 0, guardrail: false,
};
const BITS: readonly unknown[] = [32, 16, 0];

/** Where the planes are, after a fill; 0 for those that there are not. */
interface Planes {
  readonly distances: number;
  readonly directions: number;
  readonly owners: number;
  readonly reached: number;
  readonly version: number;
}

/**
 * For every tile of a map how far the nearest target is, where to go, and which target that is (a flow field).
 *
 *     const field = map.field({ to: castle });
 *     field.advance(units); // a Uint32Array of tiles: each moves one tile nearer
 *
 * It stays as it was filled, whatever is edited: `field.version` is that of its map. `fill` fills it anew, in the same
 * memory.
 */
export class Field {
  readonly width: number;
  readonly height: number;
  /** What moves cost. */
  readonly cost: Cost;
  /** What `distances` counts in: 1 per move; under octile costs 1024 per straight move, rounded down. */
  readonly unit: number;
  #core: Core;
  #at: number;
  #free: () => void;
  #bits: 32 | 16 | 0;
  #steps: Int32Array;
  #planes: Planes | undefined;
  #isBusy = false;
  /** Kept so that they live as long as the field. */
  #weights: Weights | undefined;
  #distances: Uint32Array | Uint16Array | undefined;
  #directions: Uint8Array | undefined;
  #owners: Uint32Array | undefined;

  /** @internal Use `map.field`. */
  constructor(core: Core, map: Size & { readonly cost: Cost; readonly moves: Moves }, options: FieldOptions) {
    this.#core = core;
    this.width = map.width;
    this.height = map.height;
    this.cost = options.cost ?? map.cost;
    this.unit = this.cost === 'octile' && map.moves !== 'orthogonal' ? OCTILE_UNIT : 1;
    this.#bits = options.distances ?? 32;
    if (!BITS.includes(this.#bits)) refuse(`distances must be 32, 16 or 0 bits, not ${show(this.#bits)}`);
    const directions = options.directions === undefined ? 1 : flag(options.directions, 'directions');
    const owners = flag(options.owners, 'owners');
    const w = map.width;
    this.#steps = Int32Array.of(-w - 1, -w, -w + 1, -1, 1, w - 1, w, w + 1, 0);
    this.#weights = options.weights;
    core.put([choice(this.cost, COSTS, 'cost'), BITS.indexOf(this.#bits), directions, owners, weightsPlace(options.weights, map), options.weights?.number ?? 0]);
    core.check(core.calls.lfjs_field_create());
    this.#at = core.answer[0] as number;
    this.#free = ownedBy(this, core, this.#at, 'lfjs_field_destroy');
  }

  // ---- Filling -----------------------------------------------------------------------------------------------------

  #alive(): void {
    this.#core.alive();
    if (this.#at === 0) throw new LandfallError('E_DISPOSED', 'the field was disposed');
  }

  /** Checks the targets, and begins. */
  #begin(query: FieldQuery): void {
    this.#alive();
    if (this.#isBusy) throw new LandfallError('E_BUSY', 'the field is being filled');
    const core = this.#core;
    const limit = query.limit === undefined ? 0 : whole(query.limit, 1, Number.MAX_SAFE_INTEGER, 'limit');
    const targets = endTiles(query.to, this, 'to');
    const at = core.place(core.calls.lfjs_field_targets(this.#at, targets.length || 1)) >>> 2;
    core.numbers.set(targets, at);
    core.check(core.calls.lfjs_field_begin(this.#at, targets.length, limit));
    this.#planes = undefined;
  }

  /** One slice: whether the field is filled. */
  #step(budget: number): boolean {
    const core = this.#core;
    if (core.check(core.calls.lfjs_field_step(this.#at, budget)) === PAUSED) return false;
    core.check(core.calls.lfjs_field_finish(this.#at));
    const [distances, directions, owners, reached, version] = core.answer as unknown as [number, number, number, number, number];
    this.#planes = { distances, directions, owners, reached, version };
    this.#distances = this.#directions = this.#owners = undefined;
    return true;
  }

  /** Fills the field anew, with the map as it is now. If the targets are refused, the field stays as it was. */
  fill(query: FieldQuery): void {
    this.#begin(query);
    this.#step(Infinity);
  }

  /** The same, in slices that give way to everything else. Until it is done, the field cannot be read. */
  async fillAsync(query: FieldQuery & SliceOptions): Promise<void> {
    const budget = budgetOf(query.budget, 200_000);
    throwIfAborted(query.signal);
    this.#begin(query);
    this.#isBusy = true;
    try {
      while (!this.#step(budget)) {
        await giveWay();
        this.#alive();
        throwIfAborted(query.signal);
      }
    } finally {
      this.#isBusy = false;
    }
  }

  // ---- Reading -----------------------------------------------------------------------------------------------------

  #filled(): Planes {
    this.#alive();
    if (!this.#planes) throw new LandfallError('E_NOT_ENDED', 'the field is not filled');
    return this.#planes;
  }

  #plane(at: number, option: string): number {
    if (at === 0) throw new LandfallError('E_PLANE', `the field was made without ${option}`);
    return at;
  }

  /**
   * One number per tile, row by row: moves to the nearest target (see `unit`), or NO_DISTANCE. A view of the map's own
   * memory: not to be written, and to be taken anew after each call of the map. `slice()` makes a copy.
   */
  get distances(): Uint32Array | Uint16Array {
    const at = this.#plane(this.#filled().distances, 'distances');
    if (this.#distances?.buffer === this.#core.buffer) return this.#distances;
    const Numbers = this.#bits === 16 ? Uint16Array : Uint32Array;
    return (this.#distances = new Numbers(this.#core.buffer, at, this.width * this.height));
  }

  /** One byte per tile: the move that leads nearer, 0 to 7, DIRECTION_HERE or NO_DIRECTION. A view, as `distances`. */
  get directions(): Uint8Array {
    const at = this.#plane(this.#filled().directions, 'directions');
    if (this.#directions?.buffer === this.#core.buffer) return this.#directions;
    return (this.#directions = new Uint8Array(this.#core.buffer, at, this.width * this.height));
  }

  /** One number per tile: the index in `to` of the target that the directions lead to, or NO_OWNER. A view. */
  get owners(): Uint32Array {
    const at = this.#plane(this.#filled().owners, 'owners');
    if (this.#owners?.buffer === this.#core.buffer) return this.#owners;
    return (this.#owners = new Uint32Array(this.#core.buffer, at, this.width * this.height));
  }

  /** How many tiles have a distance, the targets included. */
  get reached(): number {
    return this.#filled().reached;
  }

  /** Of the map that it was filled with (see `map.version`). */
  get version(): number {
    return this.#filled().version;
  }

  /** Whether it can be read: not while `fillAsync` is at work, nor after it was ended. */
  get isFilled(): boolean {
    return this.#planes !== undefined && !this.#core.isClosed && this.#at !== 0;
  }

  /** The exact cost of the way from a tile, in straight moves; undefined for a tile without a distance. */
  distance(tile: Tile): number | undefined {
    const core = this.#core;
    this.#filled();
    const number = tileNumber(tile, this, 'tile');
    if (this.unit === 1 && this.#bits !== 0) {
      const distance = this.distances[number] as number;
      return distance === (this.#bits === 16 ? NO_DISTANCE_16 : NO_DISTANCE) ? undefined : distance;
    }
    if (core.check(core.calls.lfjs_field_cost(this.#at, number)) === NO_ROUTE) return undefined;
    return (core.answer[0] as number) + (core.answer[1] as number) * Math.SQRT2;
  }

  /** The index in `to` of the target that is nearest to a tile; undefined for a tile without a distance. */
  owner(tile: Tile): number | undefined {
    const owner = this.owners[tileNumber(tile, this, 'tile')] as number;
    return owner === NO_OWNER ? undefined : owner;
  }

  /** The tile to go to from a tile; a target itself for a target; undefined for a tile without a way. */
  next(tile: Tile): number | undefined {
    const number = tileNumber(tile, this, 'tile');
    const step = this.#steps[this.directions[number] as number];
    return step === undefined ? undefined : number + step;
  }

  /** Moves each unit of a list of tiles one tile nearer, in place. Those without a way stay. How many have moved. */
  advance(units: Uint32Array): number {
    if (!(units instanceof Uint32Array)) refuse(`units must be a Uint32Array of tiles, not ${show(units)}`);
    const directions = this.directions;
    const steps = this.#steps;
    let moved = 0;
    for (let i = 0; i < units.length; i++) {
      const direction = directions[units[i] as number] as number; // undefined for a tile outside
      if (!(direction < DIRECTION_HERE)) continue;
      (units[i] as number) += steps[direction] as number;
      moved++;
    }
    return moved;
  }

  /** The route from a tile to its nearest target: the one that `flood` finds. Null if there is none. */
  route(from: Tile): Route | null {
    const { version } = this.#filled();
    const directions = this.directions;
    let tile = tileNumber(from, this, 'from', 'E_SOURCE_OUTSIDE');
    if (directions[tile] === NO_DIRECTION) return null;
    const tiles = [tile];
    let diagonal = 0;
    for (let way; (way = directions[tile] as number) !== DIRECTION_HERE; tiles.push((tile += this.#steps[way] as number)))
      if (way === 0 || way === 2 || way === 5 || way === 7) diagonal++;
    const costs = this.#routeCosts(tiles);
    return new Route({
      width: this.width,
      tiles: Uint32Array.from(tiles),
      straight: tiles.length - 1 - diagonal,
      diagonal,
      ...costs,
      costs: this.cost,
      sourceIndex: 0,
      targetIndex: this.#planes?.owners ? (this.owner(tile) as number) : -1,
      origin: undefined,
      exact: true,
      strategy: 'flood',
      gateDepth: undefined,
      partial: false,
      soFar: false,
      targetDistance: 0,
      targetDiagonal: 0,
      version,
      stats: { ...NO_STATS },
      waypoints: undefined,
      curve: undefined,
    });
  }

  /** What the tiles entered weigh; nothing without weights. */
  #routeCosts(tiles: readonly number[]): { straightCost: number; diagonalCost: number } | undefined {
    if (!this.#weights) return undefined;
    const costs = { straightCost: 0, diagonalCost: 0 };
    for (let i = 1; i < tiles.length; i++) {
      const step = Math.abs((tiles[i] as number) - (tiles[i - 1] as number));
      costs[step === 1 || step === this.width ? 'straightCost' : 'diagonalCost'] += this.#weights.at(tiles[i] as number);
    }
    return costs;
  }

  /** Frees its memory now instead of when it is garbage. */
  dispose(): void {
    this.#free();
    this.#at = 0;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

/**
 * Clearance (`map.clearance`) as depths of a map, `landfall.map({ depth })`: a gate with `minDepth: r + 1` then lets round
 * units of radius r pass.
 */
export function clearanceDepths(squares: Uint32Array): Uint8Array {
  if (!(squares instanceof Uint32Array)) refuse(`squares must be a Uint32Array, not ${show(squares)}`);
  return Uint8Array.from(squares, square => Math.min(255, Math.ceil(Math.sqrt(square))));
}
