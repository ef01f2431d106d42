// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

import type { Cost, Point, Stats, Strategy } from './types.js';

/** What a route is made of; also what `Route.from` takes, for routes that were posted to another thread. */
export interface RouteFields<O> {
  /** Of the map, in tiles. */
  readonly width: number;
  /** From source to target, both included. Its own copy. */
  readonly tiles: Uint32Array;
  readonly straight: number;
  readonly diagonal: number;
  /** What the tiles weigh that straight moves enter, and diagonal ones; without weights the numbers of moves. */
  readonly straightCost?: number;
  readonly diagonalCost?: number;
  /** What the query went by. */
  readonly costs: Cost;
  readonly sourceIndex: number;
  readonly targetIndex: number;
  /** The label of the source, if it had one. */
  readonly origin: O;
  /** Whether no route is better: proven. */
  readonly exact: boolean;
  readonly strategy: Strategy;
  /** The depth that the gate asked for; undefined if there was no gate. */
  readonly gateDepth: number | undefined;
  /** Whether the route ends near a target instead of at one. Only for queries with `partial`. */
  readonly partial: boolean;
  /**
   * Whether the search was ended before it had an answer: then the route is the best so far, to the tile nearest to any
   * target among those that it had reached.
   */
  readonly soFar: boolean;
  /** Of a partial route: moves from its last tile to the nearest target as the crow flies, over anything. Else 0. */
  readonly targetDistance: number;
  /** How many of these moves are diagonal. */
  readonly targetDiagonal: number;
  /** Of the map that the route was found on (see `map.version`). */
  readonly version: number;
  readonly stats: Stats;
  /** If the query asked for a shape: tiles that straight lines join. */
  readonly waypoints: Uint32Array | undefined;
  /** If the query asked for a curve: x, y, x, y ... in tiles; the middle of tile (3, 4) is (3.5, 4.5). */
  readonly curve: Float64Array | undefined;
}

/** A route. It is independent of its map, and goes through `postMessage` (then `Route.from` makes it whole). */
export class Route<O = undefined> implements RouteFields<O> {
  readonly width!: number;
  readonly tiles!: Uint32Array;
  readonly straight!: number;
  readonly diagonal!: number;
  readonly straightCost!: number;
  readonly diagonalCost!: number;
  readonly costs!: Cost;
  readonly sourceIndex!: number;
  readonly targetIndex!: number;
  readonly origin!: O;
  readonly exact!: boolean;
  readonly strategy!: Strategy;
  readonly gateDepth: number | undefined;
  readonly partial!: boolean;
  readonly soFar!: boolean;
  readonly targetDistance!: number;
  readonly targetDiagonal!: number;
  readonly version!: number;
  readonly stats!: Stats;
  readonly waypoints: Uint32Array | undefined;
  readonly curve: Float64Array | undefined;

  /** @internal */
  constructor(fields: RouteFields<O>) {
    this.width = fields.width;
    this.tiles = fields.tiles;
    this.straight = fields.straight;
    this.diagonal = fields.diagonal;
    this.straightCost = fields.straightCost ?? fields.straight;
    this.diagonalCost = fields.diagonalCost ?? fields.diagonal;
    this.costs = fields.costs;
    this.sourceIndex = fields.sourceIndex;
    this.targetIndex = fields.targetIndex;
    this.origin = fields.origin;
    this.exact = fields.exact;
    this.strategy = fields.strategy;
    this.gateDepth = fields.gateDepth;
    this.partial = fields.partial;
    this.soFar = fields.soFar;
    this.targetDistance = fields.targetDistance;
    this.targetDiagonal = fields.targetDiagonal;
    this.version = fields.version;
    this.stats = fields.stats;
    this.waypoints = fields.waypoints;
    this.curve = fields.curve;
  }

  /** A route from the plain object that `postMessage` made of one. */
  static from<O>(fields: RouteFields<O>): Route<O> {
    return new Route(fields);
  }

  /** The number of moves, one less than tiles. */
  get length(): number {
    return this.straight + this.diagonal;
  }

  /** The length, or what the tiles entered weigh; under octile costs diagonal moves count sqrt 2 times. */
  get cost(): number {
    return this.straightCost + this.diagonalCost * (this.costs === 'octile' ? Math.SQRT2 : 1);
  }

  /** The first tile. */
  get source(): number {
    return this.tiles[0] as number;
  }

  /** The last tile. */
  get target(): number {
    return this.tiles[this.tiles.length - 1] as number;
  }

  /** The tiles where the route turns, and its ends. From one to the next it is a row, a column or a diagonal of tiles. */
  get turns(): Uint32Array {
    const { tiles, width } = this;
    return tiles.filter((tile, i) => {
      const before = tiles[i - 1];
      const after = tiles[i + 1];
      if (before === undefined || after === undefined) return true;
      return after - tile !== tile - before || (after % width) - (tile % width) !== (tile % width) - (before % width);
    });
  }

  /** The place of tile `i` of the route. */
  point(i: number): Point | undefined {
    const tile = this.tiles[i];
    return tile === undefined ? undefined : [tile % this.width, Math.floor(tile / this.width)];
  }

  /** The places of all tiles, one after the other. */
  *[Symbol.iterator](): IterableIterator<Point> {
    for (const tile of this.tiles) yield [tile % this.width, Math.floor(tile / this.width)];
  }
}

/** The routes of `map.routes(pairs)`, packed. */
export class RouteList {
  /** The tiles of all routes, one route after the other. */
  readonly tiles: Uint32Array;
  /** Route `i` is `tiles` from `ends[i - 1]` (or 0) to before `ends[i]`. */
  readonly ends: Uint32Array;
  /** Whether every answer is proven best. */
  readonly exact: boolean;
  /** For queries with `partial`: a byte per pair, 1 for a partial route. Otherwise empty. */
  readonly partial: Uint8Array;

  /** @internal */
  constructor(tiles: Uint32Array, ends: Uint32Array, exact: boolean, partial: Uint8Array) {
    this.tiles = tiles;
    this.ends = ends;
    this.exact = exact;
    this.partial = partial;
  }

  /** The number of pairs. */
  get count(): number {
    return this.ends.length;
  }

  #begin(i: number): number {
    return i === 0 ? 0 : (this.ends[i - 1] as number);
  }

  /** The number of moves for pair `i`; -1 if it has no route. */
  length(i: number): number {
    return (this.ends[i] as number) - this.#begin(i) - 1;
  }

  /** The tiles for pair `i` (a view, no copy); null if it has no route, undefined if there is no such pair. */
  at(i: number): Uint32Array | null | undefined {
    const end = this.ends[i];
    if (end === undefined) return undefined;
    return end === this.#begin(i) ? null : this.tiles.subarray(this.#begin(i), end);
  }

  *[Symbol.iterator](): IterableIterator<Uint32Array | null> {
    for (let i = 0; i < this.count; i++) yield this.at(i) as Uint32Array | null;
  }
}
