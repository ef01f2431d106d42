// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors
// `using map = ...` needs the types of Symbol.dispose, whatever library the user compiles with.
/// <reference lib="esnext.disposable" preserve="true" />

import { Core, LIMIT, NO_ROUTE, bytesOf, type CommonCalls } from './core.js';
import { endTiles, originOf, tileNumber, type Size } from './ends.js';
import { LandfallError, choice, refuse, show, whole } from './errors.js';
import { checkedTiles, openWords, sideOf, type Ground } from './ground.js';
import { MOVES, flag } from './query.js';
import { GOALS, KINDS, Turns, kindWords, kindsOf, limitsOf, sitDown, type Quest } from './quest.js';
import type { DungeonLimits, DungeonSliceOptions, Ends, Moves, Source, Tile } from './types.js';

/** A key or a door on an open tile. Door k can be entered only with key k in hand; keys are never used up. */
export type Fixture = { tile: Tile; key: number; door?: undefined } | { tile: Tile; door: number; key?: undefined };

export interface DungeonQuery<O = undefined> {
  from: Ends | readonly Source<O>[];
  /** Where the route may end; not for the goal `all-keys`. */
  to?: Ends;
  /** Default: `exit`, to stand on any target. */
  goal?: 'exit' | 'all-keys' | 'all-keys-exit';
  /** Kinds of keys held from the beginning. */
  held?: readonly number[];
  /** Default: `keys`. `keys-plain` is the textbook search, for small maps. */
  strategy?: 'keys' | 'keys-plain';
}

/** A key taken, or a door entered. */
export interface DungeonEvent {
  /** Index of the tile in the route. */
  at: number;
  tile: number;
  key?: number;
  door?: number;
}

export interface DungeonRoute<O = undefined> {
  /** From source to end; a tile may occur more than once. */
  tiles: Uint32Array;
  /** Number of moves. */
  length: number;
  /** Whether no route is shorter. False if a limit was hit before that was known: then it is the best so far. */
  proven: boolean;
  /** No route is shorter than this: `length` if it is proven. */
  bound: number;
  /** How much longer than the shortest it may be: `length - bound`. */
  gap: number;
  sourceIndex: number;
  /** -1 if the query had no targets. */
  targetIndex: number;
  origin: O;
  events: DungeonEvent[];
  /** Kinds of keys held at the end. */
  held: number[];
  /** States that the search looked at. */
  states: number;
}

/** A map whose tiles a dungeon has: a `TileMap` of `landfall`. */
export interface DungeonMap {
  readonly width: number;
  readonly height: number;
  readonly moves: Moves;
  readonly editable: boolean;
  /** Another number after each edit. */
  readonly version: number;
  openTiles(): Uint8Array;
}

export interface DungeonContents extends DungeonLimits {
  fixtures: readonly Fixture[];
  /**
   * Whether the ways between keys and doors are found once, when the dungeon is made, and not by each query: for large
   * dungeons that are asked often. (After an edit of its map they are found anew.)
   */
  keepWays?: boolean;
}

/** Tiles of its own, or those of a map, whose edits it follows: then a key or a door on a blocked tile is not there. */
export type DungeonOptions = DungeonContents & (Ground | { map: DungeonMap });

/** Why there is no route. */
export interface DungeonReason {
  /** The goal is out of reach even with every door open. */
  walled: boolean;
  /** Kinds that some source can get. */
  reached: number[];
  /** Kinds with a key on the map that no source can get. */
  unreachable: number[];
  /** Kinds of locked doors without any key on the map. */
  missing: number[];
  /** Doors that a source can walk up to, but whose key it cannot get. */
  locked: { tile: number; door: number }[];
}

const STRATEGIES = ['keys', 'keys-plain'];
const KEY = 1;
const DOOR = 2;

interface DungeonCalls extends CommonCalls {
  lfjs_dungeon_open(tiles: number, size: number, maxStates: number, maxBytes: number): number;
  lfjs_dungeon_sources(count: number): number;
  lfjs_dungeon_targets(count: number): number;
  lfjs_dungeon_begin(sources: number, targets: number): number;
  lfjs_dungeon_step(budget: number): number;
  lfjs_dungeon_finish(): number;
  lfjs_dungeon_explain(): number;
}

/** A query that was checked. */
interface Question {
  words: number[];
  sources: Uint32Array;
  targets: Uint32Array;
}

type FixtureWords = [tile: number, kind: number, type: number];

/** Checks keys and doors. */
function checkedFixtures(fixtures: readonly Fixture[], size: Size): FixtureWords[] {
  if (!Array.isArray(fixtures)) refuse(`fixtures must be a list, not ${show(fixtures)}`);
  const seen = new Set<number>();
  return (fixtures as readonly Fixture[]).map((fixture, i) => {
    const what = `fixtures[${i}]`;
    if (typeof fixture !== 'object' || fixture === null || (fixture.key === undefined) === (fixture.door === undefined))
      refuse(`${what} must have either key or door`);
    const tile = tileNumber(fixture.tile, size, what, 'E_FIXTURE_OUTSIDE');
    if (seen.has(tile)) throw new LandfallError('E_FIXTURE_TWICE', `${what}: its tile has a key or a door already`);
    seen.add(tile);
    return [tile, whole(fixture.key ?? fixture.door, 0, KINDS - 1, `${what}: kind`), fixture.key !== undefined ? KEY : DOOR];
  });
}

function groundOf(map: DungeonMap): Ground {
  return { width: map.width, height: map.height, moves: map.moves, tiles: map.openTiles() };
}

/** Keys and doors, and the map they are on. One dungeon is one WebAssembly instance. */
export class Dungeon {
  readonly width: number;
  readonly height: number;
  readonly moves: Moves;
  #core: Core<DungeonCalls>;
  #map: DungeonMap | undefined;
  /** The version of the map that it was last made for. */
  #version = 0;
  #fixtures: FixtureWords[];
  #limits: [states: number, bytes: number];
  #keepsWays: number;
  #turns: Turns;

  /** @internal Use `dungeons.dungeon`. */
  constructor(module: WebAssembly.Module, options: DungeonOptions) {
    const ground: Ground = 'map' in options ? groundOf(options.map) : options;
    this.width = sideOf(ground, 'width');
    this.height = sideOf(ground, 'height');
    this.moves = ground.moves ?? 'king';
    this.#map = 'map' in options && options.map.editable ? options.map : undefined;
    this.#version = this.#map?.version ?? 0;
    this.#fixtures = checkedFixtures(options.fixtures, this);
    this.#limits = limitsOf(options);
    this.#keepsWays = flag(options.keepWays, 'keepWays');
    const tiles = checkedTiles(ground);
    const words = openWords(ground.open);
    choice(this.moves, MOVES, 'moves');
    this.#core = new Core<DungeonCalls>(module);
    this.#turns = new Turns(this.#core);
    this.#open(tiles, words);
  }

  #open(tiles: Uint8Array, words: [format: number, mask: number, value: number]): void {
    const core = this.#core;
    const there = this.#map ? this.#fixtures.filter(([tile]) => tiles[tile] === 1) : this.#fixtures;
    core.withBytes(tiles, (at, size) =>
      core.withBytes(bytesOf(Uint32Array.from(there.flat())), fixturesAt => {
        core.put([this.width, this.height, ...words, MOVES.indexOf(this.moves), fixturesAt, there.length, this.#keepsWays]);
        core.check(core.calls.lfjs_dungeon_open(at, size, ...this.#limits));
      }),
    );
  }

  /** Every query begins here: the dungeon is alive, and has the tiles that its map has now. */
  #ready(): void {
    this.#core.alive();
    const map = this.#map;
    if (!map || map.version === this.#version) return;
    const version = map.version;
    this.#open(map.openTiles(), [0, 0, 0]);
    this.#version = version;
  }

  /**
   * The shortest way; null if there is none (then `explain` says why). If a limit is hit first, the best so far, with
   * what is proven about it: `proven`, `bound`, `gap`.
   */
  route<O = undefined>(query: DungeonQuery<O>): DungeonRoute<O> | null {
    return this.#turns.answer(this.#quest(query));
  }

  /** The same in slices. One query at a time: others wait until it has ended. */
  async routeAsync<O = undefined>(query: DungeonQuery<O> & DungeonSliceOptions): Promise<DungeonRoute<O> | null> {
    return this.#turns.answerLater(this.#quest(query), query);
  }

  #quest<O>(query: DungeonQuery<O>): Quest<DungeonRoute<O> | null> {
    const question = this.#checked(query);
    return { begin: () => this.#begin(question), step: budget => this.#core.calls.lfjs_dungeon_step(budget), finish: () => this.#finish(query) };
  }

  /** Checks a query before anything is done. */
  #checked(query: DungeonQuery<unknown>): Question {
    this.#core.alive();
    const words = [choice(query.goal ?? 'exit', GOALS, 'goal'), choice(query.strategy ?? 'keys', STRATEGIES, 'strategy'), ...kindWords(query.held ?? [], 'held')];
    return {
      words,
      sources: endTiles(query.from, this, 'from'),
      targets: query.to === undefined ? new Uint32Array(0) : endTiles(query.to, this, 'to'),
    };
  }

  #begin({ words, sources, targets }: Question): number {
    const core = this.#core;
    this.#ready();
    sitDown(core, { sources: core.calls.lfjs_dungeon_sources, targets: core.calls.lfjs_dungeon_targets }, sources, targets);
    core.put(words);
    return core.check(core.calls.lfjs_dungeon_begin(sources.length, targets.length));
  }

  #finish<O>(query: DungeonQuery<O>): DungeonRoute<O> | null {
    const core = this.#core;
    const status = core.check(core.calls.lfjs_dungeon_finish());
    if (status === LIMIT && core.answer[8] === 0) throw new LandfallError('LIMIT', 'a limit was hit before any route was known');
    return status === NO_ROUTE ? null : this.#answer(query, status !== LIMIT);
  }

  #answer<O>(query: DungeonQuery<O>, proven: boolean): DungeonRoute<O> {
    const core = this.#core;
    const [tilesAt, tileCount, sourceIndex, targetIndex, eventsAt, eventCount, bound, states, , low, high] =
      core.answer as unknown as number[] as [number, number, number, number, number, number, number, number, number, number, number];
    const words = core.tiles(eventsAt, 4 * eventCount);
    return {
      tiles: core.tiles(tilesAt, tileCount),
      length: tileCount - 1,
      proven,
      bound,
      gap: tileCount - 1 - bound,
      sourceIndex,
      targetIndex,
      origin: originOf(query.from, sourceIndex) as O,
      events: Array.from({ length: eventCount }, (_, i) => eventOf(words.subarray(4 * i))),
      held: kindsOf(low, high),
      states,
    };
  }

  /** Why the last answer was null. All empty if it was a route. */
  explain(): DungeonReason {
    const core = this.#core;
    core.alive();
    core.check(core.calls.lfjs_dungeon_explain());
    const [walled, count, at, ...kinds] = core.answer as unknown as [number, number, number, ...number[]];
    const words = core.tiles(at, 3 * count);
    const kindsAt = (i: number): number[] => kindsOf(kinds[i] as number, kinds[i + 1] as number);
    return {
      walled: walled === 1,
      reached: kindsAt(0),
      unreachable: kindsAt(2),
      missing: kindsAt(4),
      locked: Array.from({ length: count }, (_, i) => ({ tile: words[3 * i] as number, door: words[3 * i + 1] as number })),
    };
  }

  /** Bytes of its WebAssembly memory. */
  get byteLength(): number {
    return this.#core.isClosed ? 0 : this.#core.byteLength;
  }

  /** Frees its memory now instead of when it is garbage. */
  dispose(): void {
    this.#core.close();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

function eventOf(words: Uint32Array): DungeonEvent {
  const [at, tile, kind, type] = words as unknown as [number, number, number, number];
  return type === KEY ? { at, tile, key: kind } : { at, tile, door: kind };
}
