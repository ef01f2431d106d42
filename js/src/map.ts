// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors
// `using map = ...` needs the types of Symbol.dispose, whatever library the user compiles with.
/// <reference lib="esnext.disposable" preserve="true" />

import { BROKEN, Core, NOT_ENDED, NO_ROUTE, PARTIAL, PAUSED, bytesOf } from './core.js';
import { countOf, endTiles, endsOf, originOf, tileNumber } from './ends.js';
import { LandfallError, choice, refuse, show, whole } from './errors.js';
import { Field, type FieldOptions } from './field.js';
import { Matrices, Matrix, Nearest, checkSize, matrixWords, type MatrixQuery, type MatrixWords, type NearestQuery } from './matrix.js';
import { bitsOf, numbersOf } from './obstacles.js';
import { COSTS, MOVES, STRATEGIES, flag, isUsual, queryWords, shapeWords, type Words } from './query.js';
import { Route, RouteList } from './route.js';
import { EXACT, Seats, type Kind, type Seat } from './seats.js';
import { budgetOf, giveWay, throwIfAborted } from './slices.js';
import type {
  Cost, EditReport, IndexOptions, MapOptions, Moves, Point, Query, QueryOptions, SearchOptions, Shape, ShapeKind, ShapeOptions, SliceOptions,
  Stencil, StillReport, Strategy, Tile, WeightsStencil,
} from './types.js';
import { checkedTiles, openWords, sideOf } from './ground.js';
import { Tasks, type TasksOptions } from './tasks.js';
import { Walker, type WalkerOptions } from './walker.js';
import { Weights, makeWeights, weightsPlace, withWeights, type WeightsOptions } from './weights.js';

const HIERARCHIES = ['auto', 'no', 'yes'];
const STILL = ['shortest', 'legal', 'broken', 'beaten'] as const;

/** What `still` needs of a route. */
export interface Underway {
  /** From where the unit is now to its target. */
  tiles: Uint32Array;
  /** `route.version`: of the map that it was found on. */
  version: number;
  /** What it is shortest by. Default: the map's. */
  costs?: Cost;
}

export interface BuildOptions extends IndexOptions {
  /**
   * Whether to keep what only queries with `obstacles` need: where obstacles cut the index's route, they go on by the
   * index instead of a flood. More memory; it is not saved. (An editable map always keeps it.)
   */
  forObstacles?: boolean;
}

/** What is wrong with a list of tiles. */
export interface Fault {
  /** The index of the first wrong tile. */
  at: number;
  text: string;
}

/**
 * A map of tiles and everything that is made for it. One map is one WebAssembly instance: it is freed by the garbage
 * collector. `dispose` frees it now.
 */
export class TileMap {
  readonly width: number;
  readonly height: number;
  readonly moves: Moves;
  /** What its queries go by, unless they say otherwise. */
  readonly cost: Cost;
  readonly editable: boolean;
  readonly hasDepth: boolean;
  #core: Core;
  #seats: Seats;
  #matrices: Matrices;
  #building = false;
  #indexed = false;
  /** The depths of the gates that have an index. */
  #gates = new Set<number>();
  /** Of an editable map. */
  #weights: Weights[] = [];
  /** The words of a query without options. */
  #usual: Words | undefined;

  /** @internal Use `landfall.map`. */
  constructor(module: WebAssembly.Module, options: MapOptions) {
    this.width = sideOf(options, 'width');
    this.height = sideOf(options, 'height');
    this.moves = options.moves ?? 'king';
    this.cost = options.cost ?? 'uniform';
    this.editable = options.editable ?? false;
    this.hasDepth = options.depth !== undefined;
    const tiles = this.#checkedTiles(options);
    const words = this.#words(options);
    this.#core = new Core(module);
    this.#seats = new Seats(this.#core);
    this.#matrices = new Matrices(this.#core);
    this.#open(words, tiles, options);
  }

  /** @internal For what looks inside: the playground. */
  get core(): Core {
    return this.#core;
  }

  // ---- Making ------------------------------------------------------------------------------------------------------

  #checkedTiles(options: MapOptions): Uint8Array {
    const tiles = checkedTiles(options);
    const count = tiles.length;
    const depth = options.depth;
    if (depth !== undefined && depth !== true && depth !== 'corner' && !(depth instanceof Uint8Array))
      refuse(`depth must be true, corner or a Uint8Array, not ${show(depth)}`);
    if (depth instanceof Uint8Array && depth.length !== count)
      throw new LandfallError('E_DEPTH_SIZE', `${count} tiles need ${count} bytes of depth, not ${depth.length}`);
    return tiles;
  }

  /** The words of lfjs_open. */
  #words(options: MapOptions): number[] {
    const { open, depth, coarse } = options;
    if (coarse !== undefined && !this.editable)
      refuse('coarse is for editable maps: other maps make their coarse maps when a strategy first needs one');
    if (options.weights !== undefined && !this.editable) refuse('weights of landfall.map are for editable maps: use map.weights');
    return [
      this.width,
      this.height,
      ...openWords(open),
      choice(this.moves, MOVES, 'moves'),
      choice(this.cost, COSTS, 'cost'),
      choice(options.hierarchy ?? 'auto', HIERARCHIES, 'hierarchy'),
      this.editable ? 1 : 0,
      depth === undefined ? 0 : depth === true ? 1 : depth === 'corner' ? 3 : 2,
      options.edgeBlocked ? 1 : 0,
      !coarse ? -1 : coarse === true ? 0 : whole(coarse.level, 1, 8, 'coarse.level'),
    ];
  }

  #open(words: number[], tiles: Uint8Array, { depth, weights = [] }: MapOptions): void {
    const core = this.#core;
    const plane = depth instanceof Uint8Array ? depth : new Uint8Array(0);
    core.withBytes(tiles, (at, size) =>
      core.withBytes(plane, (planeAt, planeSize) =>
        withWeights(core, this, weights, () => {
          core.put(words);
          core.check(core.calls.lfjs_open(at, size, planeAt, planeSize));
        }),
      ),
    );
    this.#weights = weights.map((_, i) => new Weights(core, this, core.calls.lfjs_world_weights(i), i));
  }

  // ---- Asking ------------------------------------------------------------------------------------------------------

  /** Checks a query before anything is done. */
  #checked(query: Query<unknown>): Words {
    this.#core.alive();
    return isUsual(query) ? (this.#usual ??= queryWords({}, this)) : queryWords(query, this, query.shape);
  }

  /** The answer of a call of lfjs_find or lfjs_finish. */
  #answer<O>(status: number, query: Query<O>, words: Words, soFar = false): Route<O> | null {
    const core = this.#core;
    if (core.check(status) === NO_ROUTE) return null;
    const a = core.answer;
    const number = (i: number): number => a[i] as number;
    return new Route<O>({
      width: this.width,
      tiles: core.tiles(number(0), number(1)),
      straight: number(4),
      diagonal: number(5),
      straightCost: number(26),
      diagonalCost: number(27),
      costs: words.cost,
      sourceIndex: number(2),
      targetIndex: number(3),
      origin: originOf(query.from, number(2)) as O,
      exact: number(6) === 1,
      strategy: STRATEGIES[number(7)] as Strategy,
      gateDepth: number(8) < 0 ? undefined : number(8),
      partial: status === PARTIAL,
      soFar,
      targetDistance: number(24),
      targetDiagonal: number(25),
      version: number(9),
      stats: {
        expanded: number(10), enqueued: number(11), phases: number(12), planned: number(13), firstCells: number(14),
        openedCells: number(15), deferred: number(16), segments: number(17), guardrail: number(18) === 1,
      },
      waypoints: words.shaped ? core.tiles(number(20), number(21)) : undefined,
      curve: words.shaped && number(23) > 0 ? core.doubles(number(22), 2 * number(23)) : undefined,
    });
  }

  /** The shortest route from any source to any target, or null if there is none. */
  route<O = undefined>(query: Query<O>): Route<O> | null {
    const words = this.#checked(query as Query<unknown>);
    const sources = endsOf(query.from, this, 'from', words.skipFrom);
    const targets = endsOf(query.to, this, 'to', words.skipTo);
    const core = this.#core;
    const seat = this.#turned(words.kind);
    this.#seats.sit(seat, sources, targets, words.obstacles);
    core.put(words.words);
    return this.#answer(core.calls.lfjs_find(seat.at, countOf(sources), countOf(targets)), query, words);
  }

  /** Whether there is a route from any source to any target, without the route: mostly without a search. */
  reaches(query: Query<unknown>): boolean {
    const words = this.#checked(query);
    const sources = endsOf(query.from, this, 'from', words.skipFrom);
    const targets = endsOf(query.to, this, 'to', words.skipTo);
    const core = this.#core;
    const seat = this.#turned(words.kind);
    this.#seats.sit(seat, sources, targets, words.obstacles);
    core.put(words.words);
    return core.check(core.calls.lfjs_reaches(seat.at, countOf(sources), countOf(targets))) !== NO_ROUTE;
  }

  /**
   * The same, in slices that give way to everything else. Any number may be under way at once. The route is for the map
   * as it was when the query began, whatever is edited meanwhile. With `partial`, a query that is ended early (`limit`,
   * `bestSoFar`) has a way to begin with: `route.soFar`.
   */
  async routeAsync<O = undefined>(query: Query<O> & SearchOptions): Promise<Route<O> | null> {
    const words = this.#checked(query as Query<unknown>);
    if (query.limit !== undefined) whole(query.limit, 1, Number.MAX_SAFE_INTEGER, 'limit');
    flag(query.bestSoFar, 'bestSoFar');
    if (!words.partial && (query.limit !== undefined || query.bestSoFar)) refuse('limit and bestSoFar are for queries with partial: true');
    const ends = [endsOf(query.from, this, 'from', words.skipFrom), endsOf(query.to, this, 'to', words.skipTo)] as const;
    const budget = budgetOf(query.budget, 100_000);
    throwIfAborted(query.signal);
    const seat = await this.#seats.take(words.kind);
    try {
      throwIfAborted(query.signal);
      return await this.#run(seat, query, words, ends, budget);
    } finally {
      this.#seats.give(seat);
    }
  }

  async #run<O>(
    seat: Seat, query: Query<O> & SearchOptions, words: Words, [sources, targets]: readonly [number | Uint32Array, number | Uint32Array], budget: number,
  ): Promise<Route<O> | null> {
    const core = this.#core;
    core.alive();
    core.check(core.calls.lfjs_seat_turn(seat.at));
    this.#seats.sit(seat, sources, targets, words.obstacles);
    core.put(words.words);
    let status = core.check(core.calls.lfjs_begin(seat.at, countOf(sources), countOf(targets)));
    for (let left = query.limit ?? Infinity; status === PAUSED; left -= budget) {
      if (left <= 0) return this.#soFar(seat, query, words);
      status = core.check(core.calls.lfjs_step(seat.at, Math.min(budget, left)));
      if (status !== PAUSED) break;
      await giveWay();
      core.alive();
      const best = query.bestSoFar && query.signal?.aborted ? this.#soFar(seat, query, words) : null;
      if (best) return best;
      throwIfAborted(query.signal);
    }
    core.put(words.words); // other queries have used them since; the shape is read from them
    return this.#answer(core.calls.lfjs_finish(seat.at), query, words);
  }

  /** The best so far of a query that is under way; null if its strategy cannot tell yet. */
  #soFar<O>(seat: Seat, query: Query<O>, words: Words): Route<O> | null {
    const core = this.#core;
    core.put(words.words);
    const status = core.calls.lfjs_finish(seat.at);
    return status === NOT_ENDED ? null : this.#answer(status, query, words, true);
  }

  /**
   * Many routes in one call: from pairs[0] to pairs[1], from pairs[2] to pairs[3] and so on, or a list of pairs. If an
   * end of one is blocked, the error has its `index`, and there is no answer at all; with `skipBadEnds` that pair has no
   * route.
   */
  routes(pairs: Uint32Array | readonly (readonly [from: Tile, to: Tile])[], options: QueryOptions = {}): RouteList {
    const core = this.#core;
    core.alive();
    const words = queryWords(options, this);
    const tiles = this.#pairTiles(pairs, words);
    const count = tiles.length / 2;
    const seat = this.#turned(words.kind);
    const ends = new Uint8Array(4 * count);
    return core.withBytes(bytesOf(tiles), at =>
      core.withBytes(ends, endsAt => {
        if (words.obstacles) this.#seats.block(seat, words.obstacles);
        core.put(words.words);
        const status = core.calls.lfjs_routes(seat.at, at, count, endsAt);
        const [tilesAt, answered, exact] = core.answer as unknown as [number, number, number];
        core.check(status, answered);
        const found = core.tiles(endsAt, count);
        const statuses = words.partial ? core.tiles(at, 2 * count) : new Uint32Array(0);
        const partial = Uint8Array.from({ length: statuses.length / 2 }, (_, i) => (statuses[2 * i] === PARTIAL ? 1 : 0));
        return new RouteList(core.tiles(tilesAt, count === 0 ? 0 : (found[count - 1] as number)), found, exact === 1, partial);
      }),
    );
  }

  #pairTiles(pairs: Uint32Array | readonly (readonly [Tile, Tile])[], words: Words): Uint32Array {
    if (!(pairs instanceof Uint32Array) && !Array.isArray(pairs)) refuse(`pairs must be a Uint32Array or a list of [from, to], not ${show(pairs)}`);
    if (pairs instanceof Uint32Array && pairs.length % 2 !== 0) refuse(`pairs must have two tiles for each route, not ${pairs.length} in all`);
    const count = pairs instanceof Uint32Array ? pairs.length / 2 : pairs.length;
    const tiles = new Uint32Array(2 * count);
    for (let i = 0; i < count; i++) {
      const pair = pairs instanceof Uint32Array ? [pairs[2 * i], pairs[2 * i + 1]] : pairs[i];
      if (!Array.isArray(pair) || pair.length !== 2) refuse(`pair ${i} must be [from, to], not ${show(pair)}`);
      tiles[2 * i] = tileNumber((pair as Tile[])[0] as Tile, this, `pair ${i}, from`, 'E_SOURCE_OUTSIDE', words.skipFrom);
      tiles[2 * i + 1] = tileNumber((pair as Tile[])[1] as Tile, this, `pair ${i}, to`, 'E_TARGET_OUTSIDE', words.skipTo);
    }
    return tiles;
  }

  /** Turns tiles of a legal route into a course. A route with a depth gate is shaped by its query: `shape`. */
  shape(tiles: Uint32Array, shape: ShapeKind | ShapeOptions): { waypoints: Uint32Array; curve: Float64Array | undefined } {
    const core = this.#core;
    core.alive();
    const words = shapeWords(shape);
    this.#tileList(tiles);
    const seat = this.#turned();
    return core.withBytes(bytesOf(tiles), at => {
      core.put(words);
      const status = core.check(core.calls.lfjs_shape(seat.at, at, tiles.length));
      if (status === BROKEN) throw new LandfallError('E_BROKEN', 'tiles are not a legal route of this map');
      const [waypointsAt, waypoints, curveAt, points] = core.answer.subarray(20) as unknown as [number, number, number, number];
      const curve = points > 0 ? core.doubles(curveAt, 2 * points) : undefined;
      return { waypoints: core.tiles(waypointsAt, waypoints), curve };
    });
  }

  #tileList(tiles: Uint32Array): void {
    if (!(tiles instanceof Uint32Array) || tiles.length === 0) refuse(`tiles must be a Uint32Array with at least one tile, not ${show(tiles)}`);
  }

  /** An idle seat at the newest state. */
  #turned(kind: Kind = EXACT): Seat {
    const seat = this.#seats.now(kind);
    if (this.editable) this.#core.check(this.#core.calls.lfjs_seat_turn(seat.at));
    return seat;
  }

  /** What is wrong with a list of tiles as a route of this map, or null if it is legal. */
  fault(tiles: Uint32Array): Fault | null {
    const core = this.#core;
    core.alive();
    if (!(tiles instanceof Uint32Array)) refuse(`tiles must be a Uint32Array, not ${show(tiles)}`);
    return core.withBytes(bytesOf(tiles), at => {
      if (core.check(core.calls.lfjs_check(at, tiles.length)) !== BROKEN) return null;
      const [where, fault] = core.answer as unknown as [number, number];
      return { at: where, text: core.text(core.calls.lfjs_fault_text(fault)) };
    });
  }

  /**
   * What it costs to enter each tile: swamps and roads, or a coast that ships keep off. For `weights` of a query. Those of an
   * editable map are given to `landfall.map`, because they follow its edits: here their number, from 0 on, stands for them.
   */
  weights(options: WeightsOptions | number): Weights {
    this.#core.alive();
    if (typeof options === 'number') return this.#weights[options] ?? refuse(`the map has no weights of number ${options}: give weights to landfall.map`);
    if (this.editable) throw new LandfallError('E_EDITABLE', 'an editable map has the weights that were given to landfall.map');
    return makeWeights(this.#core, this, options);
  }

  /** Follows a route tick by tick, and plans again when the unit or the map has moved. */
  walker<O = undefined>(query: Query<O> & WalkerOptions): Walker<O> {
    this.#core.alive();
    return new Walker<O>(this, query);
  }

  /** A queue of queries that are answered within a budget per tick, in an order that is the same on every machine. */
  tasks(options: TasksOptions = {}): Tasks {
    this.#core.alive();
    const check = (query: Query<unknown>): Words => this.#checked(query);
    const answer = { of: this.#answer.bind(this), soFar: this.#soFar.bind(this) };
    return new Tasks(this.#core, this.#seats, this, check, answer, options);
  }

  // ---- An answer for each -------------------------------------------------------------------------------------------

  #matrixWords(query: NearestQuery, isNearest: boolean): MatrixWords {
    this.#core.alive();
    const words = matrixWords(query, this, this.cost, isNearest);
    checkSize(words);
    return words;
  }

  /** The lengths of the shortest ways from each of many tiles to each of many. Fast with an index that has a hierarchy. */
  matrix(query: MatrixQuery): Matrix {
    const words = this.#matrixWords(query, false);
    return new Matrix(words.sources.length, words.targets.length, ...this.#matrices.now(words));
  }

  /** The same, in slices that give way to everything else, for the map as it was when it was asked. */
  async matrixAsync(query: MatrixQuery & SliceOptions): Promise<Matrix> {
    const words = this.#matrixWords(query, false);
    return new Matrix(words.sources.length, words.targets.length, ...(await this.#matrices.later(words, query)));
  }

  /**
   * For each of many tiles the nearest of many others: each ship's nearest port; with the ports as `from`, each port's
   * nearest ships. With `routes: true`, each source's route to its nearest target, too.
   */
  nearest(query: NearestQuery & { routes?: boolean }): Nearest {
    const wantsRoutes = flag(query.routes, 'routes') === 1;
    const words = this.#matrixWords(query, true);
    const answer = this.#matrices.now(words);
    const route = (targets: Int32Array): RouteList => this.#routesTo(words, targets);
    return new Nearest(words.sources.length, words.nearest, ...answer, wantsRoutes ? route : undefined);
  }

  /** The same, in slices, without routes. */
  async nearestAsync(query: NearestQuery & SliceOptions): Promise<Nearest> {
    const words = this.#matrixWords(query, true);
    return new Nearest(words.sources.length, words.nearest, ...(await this.#matrices.later(words, query)));
  }

  /** The route of each source to its nearest target. A source without one has no route. */
  #routesTo({ sources, targets, cost, weights, nearest }: MatrixWords, indexes: Int32Array): RouteList {
    const pairs: number[] = [];
    sources.forEach((source, i) => {
      const target = targets[indexes[i * nearest] as number];
      if (target !== undefined) pairs.push(source, target);
    });
    const list = this.routes(Uint32Array.from(pairs), { cost, ...(weights && { weights }) });
    let at = 0;
    const ends = Uint32Array.from(sources, (_, i) => {
      if ((indexes[i * nearest] as number) >= 0) at++;
      return at === 0 ? 0 : (list.ends[at - 1] as number);
    });
    return new RouteList(list.tiles, ends, list.exact, list.partial);
  }

  // ---- Fields ------------------------------------------------------------------------------------------------------

  /** For every tile how far the nearest target is, where to go, and which target that is: for hordes, areas, and ranges. */
  field(options: FieldOptions): Field {
    this.#core.alive();
    const field = new Field(this.#core, this, options);
    field.fill(options);
    return field;
  }

  /** The same, in slices that give way to everything else. */
  async fieldAsync(options: FieldOptions & SliceOptions): Promise<Field> {
    this.#core.alive();
    const field = new Field(this.#core, this, options);
    await field.fillAsync(options);
    return field;
  }

  /**
   * How much room a round unit has around each tile: the square of the distance to the nearest blocked tile, from middle
   * to middle; 0 for a blocked tile, 2^32 - 1 if there is none. A unit of radius r fits where it is greater than r * r.
   */
  clearance(options: { edgeBlocked?: boolean } = {}): Uint32Array {
    const core = this.#core;
    core.alive();
    const edge = flag(options.edgeBlocked, 'edgeBlocked');
    const count = this.width * this.height;
    return core.withRoom(4 * count, at => {
      core.check(core.calls.lfjs_clearance(at, count, edge));
      return core.tiles(at, count);
    });
  }

  // ---- Tiles -------------------------------------------------------------------------------------------------------

  /** The number of a tile. */
  tile(x: number, y: number): number {
    return tileNumber([x, y], this, 'tile');
  }

  /** The place of a tile. */
  point(tile: number): Point {
    const number = tileNumber(tile, this, 'tile');
    return [number % this.width, Math.floor(number / this.width)];
  }

  /** One byte for each tile, row by row: 1 if it is open now. */
  openTiles(): Uint8Array {
    const core = this.#core;
    core.alive();
    const count = this.width * this.height;
    return core.withRoom(count, at => {
      core.calls.lfjs_open_tiles(at);
      return core.bytes(at, count);
    });
  }

  isOpen(tile: Tile): boolean {
    this.#core.alive();
    return this.#core.calls.lfjs_is_open(tileNumber(tile, this, 'tile')) === 1;
  }

  /** How many tiles are open. */
  get openCount(): number {
    this.#core.alive();
    return this.#core.calls.lfjs_open_count();
  }

  /** The body (connected part) of an open tile; undefined for a blocked one. Tiles of one body can reach each other. */
  body(tile: Tile): number | undefined {
    this.#core.alive();
    const body = this.#core.calls.lfjs_body(tileNumber(tile, this, 'tile'));
    return body < 0 ? undefined : body;
  }

  /** How many tiles a body has; 0 if there is no such body. */
  bodySize(body: number): number {
    this.#core.alive();
    return this.#core.calls.lfjs_body_size(whole(body, 0, 2 ** 32 - 1, 'body'));
  }

  #needsDepth(): void {
    this.#core.alive();
    if (!this.hasDepth) throw new LandfallError('E_NO_DEPTH', 'the map has no depths: give depth to landfall.map');
  }

  /** The depth of an open tile; undefined for a blocked one. */
  depth(tile: Tile): number | undefined {
    this.#needsDepth();
    const depth = this.#core.calls.lfjs_depth_at(tileNumber(tile, this, 'tile'));
    return depth < 0 ? undefined : depth;
  }

  /**
   * How deep a route between two tiles can stay. Undefined if there is no route, and on an edited map until `work` is
   * done.
   */
  depthBetween(from: Tile, to: Tile): number | undefined {
    this.#needsDepth();
    const depth = this.#core.calls.lfjs_depth_between(tileNumber(from, this, 'from'), tileNumber(to, this, 'to'));
    return depth < 0 ? undefined : depth;
  }

  // ---- Index -------------------------------------------------------------------------------------------------------

  /** The gate of an index; 0 for none. */
  #gateOf(options: IndexOptions): number {
    this.#core.alive();
    if (options.minDepth === undefined) return 0;
    if (this.editable) throw new LandfallError('E_EDITABLE', 'an editable map has no indexes for gates');
    this.#needsDepth();
    return whole(options.minDepth, 1, 255, 'minDepth');
  }

  /** Checks, and begins. */
  #beginIndex(options: BuildOptions): number {
    const gate = this.#gateOf(options);
    const keepLegs = flag(options.forObstacles, 'forObstacles');
    if (this.#building) throw new LandfallError('E_BUSY', 'an index is being built');
    if (!this.editable) this.#core.check(this.#core.calls.lfjs_index_begin(gate, keepLegs));
    return gate;
  }

  /** One slice: whether the index is done. */
  #stepIndex(budget: number, gate = 0): boolean {
    const { calls } = this.#core;
    const status = this.#core.check(this.editable ? calls.lfjs_work(budget) : calls.lfjs_index_step(budget));
    if (status !== PAUSED) this.#hasIndex(gate);
    return status !== PAUSED;
  }

  #hasIndex(gate: number): void {
    if (gate > 0) this.#gates.add(gate);
    else this.#indexed = true;
    if (this.editable) this.#seats.follow();
    else this.#seats.renew();
    this.#matrices.renew();
  }

  /**
   * Builds the index: afterwards queries take microseconds. Blocks, about 0.1 s for each million tiles at sea. With
   * `minDepth`, the index for queries with this gate: up to 16 of them, beside the one without.
   */
  buildIndex(options: BuildOptions = {}): void {
    const gate = this.#beginIndex(options);
    this.#stepIndex(Infinity, gate);
  }

  /**
   * The same, in slices that give way to everything else. Queries are answered meanwhile, without the index.
   * `onProgress` gets numbers from 0 to 1; on an editable map only the last one.
   */
  async buildIndexAsync(options: BuildOptions & SliceOptions & { onProgress?: (done: number) => void } = {}): Promise<void> {
    const budget = budgetOf(options.budget, 4000);
    throwIfAborted(options.signal);
    const gate = this.#beginIndex(options);
    this.#building = true;
    try {
      await this.#buildSlices(budget, gate, options);
    } finally {
      this.#building = false;
    }
    options.onProgress?.(1);
  }

  async #buildSlices(budget: number, gate: number, options: SliceOptions & { onProgress?: (done: number) => void }): Promise<void> {
    const core = this.#core;
    while (!this.#stepIndex(budget, gate)) {
      const [done, total] = core.answer as unknown as [number, number];
      if (!this.editable && total > 0) options.onProgress?.(done / total);
      await giveWay();
      core.alive();
      if (options.signal?.aborted && !this.editable) core.calls.lfjs_index_cancel();
      throwIfAborted(options.signal);
    }
  }

  /** Whether an index was built or loaded. */
  get hasIndex(): boolean {
    return this.#indexed;
  }

  /** The depths of the gates that have an index, least first. */
  get gateIndexes(): number[] {
    return [...this.#gates].sort((a, b) => a - b);
  }

  /** The index as bytes, for `loadIndex` on a map with the same tiles, on any machine. Post them to a worker, or store them. */
  saveIndex(options: IndexOptions = {}): Uint8Array {
    const core = this.#core;
    const gate = this.#gateOf(options);
    const size = core.calls.lfjs_index_save_size(gate);
    if (size === 0) throw new LandfallError('E_NO_INDEX', 'there is no index of the map as it is now: build it first');
    return core.withRoom(size, at => {
      core.check(core.calls.lfjs_index_save(gate, at, size));
      return core.bytes(at, size);
    });
  }

  /**
   * Takes an index from the bytes of `saveIndex`, of a map with the same tiles (for a gate: and the same depths). On an editable map it serves until the
   * next edit; then queries go without one until `work` has built one that follows edits.
   */
  loadIndex(bytes: Uint8Array): void {
    const core = this.#core;
    core.alive();
    if (!(bytes instanceof Uint8Array)) refuse(`an index is a Uint8Array, not ${show(bytes)}`);
    core.withBytes(bytes, (at, size) => core.check(core.calls.lfjs_index_load(at, size)));
    const gate = core.answer[0] as number;
    if (gate > 0) this.#gates.add(gate);
    else this.#indexed = true;
    this.#seats.renew();
    this.#matrices.renew();
  }

  // ---- Edits -------------------------------------------------------------------------------------------------------

  #needsEditable(): void {
    this.#core.alive();
    if (!this.editable) throw new LandfallError('E_EDITABLE', 'the map is not editable: give editable: true to landfall.map');
  }

  /** The number of the map's state: 0 as created, one more with each edit that changes a tile. */
  get version(): number {
    this.#core.alive();
    return this.#core.calls.lfjs_map_version();
  }

  /**
   * Opens or blocks tiles. All shapes together are one edit; where they overlap, the later one counts. Answers are exact
   * for the new map at once; `work` brings speed back.
   */
  edit(shapes: Shape | readonly Shape[]): EditReport {
    this.#needsEditable();
    const core = this.#core;
    const list = Array.isArray(shapes) ? (shapes as readonly Shape[]) : [shapes as Shape];
    try {
      list.forEach((shape, i) => this.#collect(shape, i));
      core.check(core.calls.lfjs_commit());
    } catch (error) {
      if (!core.isClosed) core.calls.lfjs_discard();
      throw error;
    }
    const [version, opened, blocked, bodiesJoined, bodiesSplit, bulk] = core.answer as unknown as [number, number, number, number, number, number];
    this.#seats.follow();
    this.#matrices.renew();
    return { version, opened, blocked, bodiesJoined, bodiesSplit, indexGivenUp: bulk === 1 };
  }

  #collect(shape: Shape, i: number): void {
    const core = this.#core;
    if (typeof shape === 'object' && shape !== null && 'bytes' in shape) return this.#weigh(shape, i);
    if (typeof shape === 'object' && shape !== null && 'stencil' in shape) return this.#stencil(shape, i);
    if (typeof shape !== 'object' || shape === null || typeof shape.open !== 'boolean')
      refuse(`shape ${i} must have open: true or false`);
    const open = shape.open ? 1 : 0;
    if ('disc' in shape) {
      const [x, y, radius] = numbersOf(shape.disc, ['x', 'y', 'radius'], `shape ${i}, disc`);
      core.check(core.calls.lfjs_set_disc(x as number, y as number, radius as number, open));
    } else if ('rect' in shape) {
      const [x, y, width, height] = numbersOf(shape.rect, ['x', 'y', 'width', 'height'], `shape ${i}, rect`);
      core.check(core.calls.lfjs_set_rect(x as number, y as number, width as number, height as number, open));
    } else if ('tiles' in shape) {
      const tiles = endTiles(shape.tiles, this, 'tiles');
      core.withBytes(bytesOf(tiles), at => core.check(core.calls.lfjs_set_tiles(at, tiles.length, open)));
    } else refuse(`shape ${i} must be a disc, a rect, tiles or a stencil`);
  }

  #weigh({ weights, rect, bytes }: WeightsStencil, i: number): void {
    const core = this.#core;
    const box = numbersOf(rect, ['x', 'y', 'width', 'height'], `shape ${i}, rect`);
    if (!(bytes instanceof Uint8Array)) refuse(`shape ${i}: bytes must be a Uint8Array, not ${show(bytes)}`);
    weightsPlace(weights, this);
    core.withBytes(bytes, (at, size) => {
      core.put([weights.number, ...box]);
      core.check(core.calls.lfjs_set_weights(at, size));
    });
  }

  #stencil(shape: Stencil, i: number): void {
    const core = this.#core;
    const box = numbersOf(shape.stencil, ['x', 'y', 'width', 'height'], `shape ${i}, stencil`) as [number, number, number, number];
    const planes = (shape.mask === undefined ? [shape.tiles] : [shape.tiles, shape.mask]).map(plane => {
      if (!(plane instanceof Uint8Array)) refuse(`shape ${i}, stencil: tiles and mask must be a Uint8Array, not ${show(plane)}`);
      const count = box[2] * box[3];
      if (plane.length !== count) throw new LandfallError('E_TILES_SIZE', `shape ${i}: ${box[2]} x ${box[3]} tiles are ${count} bytes, not ${plane.length}`);
      return bitsOf(plane, box[2], box[3]);
    });
    const [bits, mask] = planes as [Uint8Array, Uint8Array?];
    core.withBytes(bits, at =>
      core.withBytes(mask ?? new Uint8Array(0), maskAt => {
        core.put(box);
        core.check(core.calls.lfjs_set_stencil(at, mask ? maskAt : 0, bits.length));
      }),
    );
  }

  /** Whether there is work for `work`. */
  get hasWork(): boolean {
    this.#needsEditable();
    return this.#core.calls.lfjs_has_work() === 1;
  }

  /**
   * Builds the index, or renews it after edits, for about `budget` microseconds (counted, not timed: the same on every
   * machine). Returns whether work is left.
   */
  work(budget = 2000): boolean {
    this.#needsEditable();
    if (this.#building) throw new LandfallError('E_BUSY', 'an index is being built');
    return !this.#stepIndex(budget === Infinity ? Infinity : budgetOf(budget, 2000));
  }

  /** What is known about a route under way on the map as it is now, without a search. */
  still(route: Underway): StillReport {
    this.#needsEditable();
    const core = this.#core;
    this.#tileList(route.tiles);
    whole(route.version, 0, Number.MAX_SAFE_INTEGER, 'version');
    const cost = choice(route.costs ?? this.cost, COSTS, 'costs');
    const seat = this.#turned();
    return core.withBytes(bytesOf(route.tiles), at => {
      core.check(core.calls.lfjs_still(seat.at, at, route.tiles.length, route.version, cost));
      const [still, brokenAt] = core.answer as unknown as [number, number];
      return { still: STILL[still] as StillReport['still'], brokenAt };
    });
  }

  // ---- Memory ------------------------------------------------------------------------------------------------------

  /** Bytes of WebAssembly memory that the map has, all in all. */
  get byteLength(): number {
    this.#core.alive();
    return this.#core.byteLength;
  }

  get isDisposed(): boolean {
    return this.#core.isClosed;
  }

  /** Frees the map now instead of when it is garbage. Routes stay as they are. */
  dispose(): void {
    this.#core.close();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
