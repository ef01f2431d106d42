// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors
// `using puzzle = ...` needs the types of Symbol.dispose, whatever library the user compiles with.
/// <reference lib="esnext.disposable" preserve="true" />

import { Core, LIMIT, NO_ROUTE, bytesOf, type CommonCalls } from './core.js';
import { endTiles, originOf, tileNumber, type Size } from './ends.js';
import { LandfallError, choice, refuse, show, whole } from './errors.js';
import { checkedTiles, openWords, sideOf, type Ground } from './ground.js';
import { MOVES, flag } from './query.js';
import { GOALS, KINDS, Turns, kindWords, kindsOf, limitsOf, sitDown, type Quest } from './quest.js';
import type { DungeonLimits, DungeonSliceOptions, Ends, Moves, Source, Tile } from './types.js';

/** What a tile of a puzzle holds. */
export type DeviceType = 'floor' | 'key' | 'door' | 'switch' | 'barrier' | 'teleporter' | 'place';

/** A direction; north is up. */
export type Heading = 'north' | 'north-east' | 'east' | 'south-east' | 'south' | 'south-west' | 'west' | 'north-west';

/** A device on an open tile. */
export interface Device {
  tile: Tile;
  /** Default: `floor`, which may have a heading or be for once. */
  type?: DeviceType;
  /** 0 to 63. Keys open doors of their kind, switches turn barriers over, teleporters lead to teleporters; of places: the order. */
  kind?: number;
  /** Of a door: how many keys. Default: 1. */
  need?: number;
  /** Of a barrier: whether it is open at first. */
  open?: boolean;
  /** Whether the tile shuts behind the first who leaves it. */
  once?: boolean;
  /** The tile is left in this direction only, and not entered against it. Not for teleporters. */
  heading?: Heading;
}

export interface PuzzleContents extends DungeonLimits {
  devices: readonly Device[];
  /** Kinds of keys that are used up: each door takes its keys. All others are kept. */
  usedUp?: readonly number[];
}

export type PuzzleOptions = PuzzleContents & Ground;

/** Numbers of keys by kind: `{ 0: 3 }` is three keys of kind 0. */
export type KeyNumbers = Readonly<Record<number, number>>;

export interface PuzzleQuery<O = undefined> {
  from: Ends | readonly Source<O>[];
  /** Where heroes may end; not for the goal `all-keys`. */
  to?: Ends;
  /** Default: `exit`. All places must be visited in any case. */
  goal?: 'exit' | 'all-keys' | 'all-keys-exit';
  /** Whether each source is a hero, at most 8. Default: one hero, who begins at any of them. */
  together?: boolean;
  /** Keys held from the beginning. */
  held?: KeyNumbers;
  /** Keys to be taken at least. */
  needed?: KeyNumbers;
}

/** What happens on a route. */
export interface PuzzleEvent {
  /** Index of the step. */
  at: number;
  what: 'took' | 'unlocked' | 'passed' | 'pressed' | 'jumped' | 'visited' | 'shut';
  tile: number;
  type: DeviceType;
  kind: number;
}

export interface PuzzleRoute<O = undefined> {
  /** The heroes' first tiles, in their order, then a step per move. */
  steps: { hero: number; tile: number }[];
  /** Number of moves, of all heroes together. */
  length: number;
  /** Whether no route is shorter. False if a limit was hit before that was known: then it is the best so far. */
  proven: boolean;
  /** No route is shorter than this: `length` if it is proven. */
  bound: number;
  /** `length - bound` */
  gap: number;
  /** Of a single hero; -1 with `together`. */
  sourceIndex: number;
  origin: O | undefined;
  events: PuzzleEvent[];
  /** States that the search looked at. */
  states: number;
}

/** Why there is no route. */
export interface PuzzleReason {
  /** The goal is out of reach even if nothing were ever shut. */
  walled: boolean;
  /** Kinds of keys that can be taken or are held. */
  reached: number[];
  /** Kinds with a key that matters, and that nobody can take on the way to the goal. */
  unreached: number[];
  /** At a limit before any route was known (`LIMIT`): no route is shorter than this. */
  bound: number;
  /** States that the search looked at. */
  states: number;
}

const TYPES = ['floor', 'key', 'door', 'switch', 'barrier', 'teleporter', 'place'] as const;
const HEADINGS = ['any', 'north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const;
const EVENTS = ['took', 'unlocked', 'passed', 'pressed', 'jumped', 'visited', 'shut'] as const;
const MOST = 255;

interface PuzzleCalls extends CommonCalls {
  lfjs_puzzle_open(tiles: number, size: number, maxStates: number, maxBytes: number): number;
  lfjs_puzzle_sources(count: number): number;
  lfjs_puzzle_targets(count: number): number;
  lfjs_puzzle_numbers(): number;
  lfjs_puzzle_begin(sources: number, targets: number): number;
  lfjs_puzzle_step(budget: number): number;
  lfjs_puzzle_finish(): number;
}

/** A query that was checked. */
interface Question {
  words: number[];
  numbers: Uint32Array;
  sources: Uint32Array;
  targets: Uint32Array;
}

function deviceWords(devices: readonly Device[], size: Size): Uint32Array {
  if (!Array.isArray(devices)) refuse(`devices must be a list, not ${show(devices)}`);
  const words = new Uint32Array(4 * devices.length);
  (devices as readonly Device[]).forEach((device, i) => {
    const what = `devices[${i}]`;
    if (typeof device !== 'object' || device === null) refuse(`${what} must be an object, not ${show(device)}`);
    const kind = whole(device.kind ?? 0, 0, KINDS - 1, `${what}: kind`);
    const need = whole(device.need ?? 1, 1, MOST, `${what}: need`);
    const flags = (flag(device.open, `${what}: open`) << 16) | (flag(device.once, `${what}: once`) << 24);
    words.set([
      tileNumber(device.tile, size, what, 'E_FIXTURE_OUTSIDE'),
      choice(device.type ?? 'floor', TYPES, `${what}: type`),
      choice(device.heading ?? 'any', HEADINGS, `${what}: heading`),
      kind | (need << 8) | flags,
    ], 4 * i);
  });
  return words;
}

/** Writes numbers by kind into 64 bytes. */
function putNumbers(bytes: Uint8Array, numbers: KeyNumbers | undefined, what: string): void {
  if (numbers !== undefined && (typeof numbers !== 'object' || numbers === null)) refuse(`${what} must be an object such as { 0: 3 }, not ${show(numbers)}`);
  for (const [kind, number] of Object.entries(numbers ?? {}))
    bytes[whole(Number(kind), 0, KINDS - 1, `${what}: kind`)] = whole(number, 0, MOST, `${what}[${kind}]`);
}

/** Dungeons that ask for more than keys and doors: used-up keys, switches, teleporters, one-way tiles, several heroes. */
export class Puzzle {
  readonly width: number;
  readonly height: number;
  readonly moves: Moves;
  #core: Core<PuzzleCalls>;
  #reason: PuzzleReason = { walled: false, reached: [], unreached: [], bound: 0, states: 0 };
  #turns: Turns;

  /** @internal Use `dungeons.puzzle`. */
  constructor(module: WebAssembly.Module, options: PuzzleOptions) {
    this.width = sideOf(options, 'width');
    this.height = sideOf(options, 'height');
    this.moves = options.moves ?? 'king';
    const devices = deviceWords(options.devices, this);
    const limits = limitsOf(options);
    const tiles = checkedTiles(options);
    const words = [...openWords(options.open), choice(this.moves, MOVES, 'moves')];
    const usedUp = kindWords(options.usedUp ?? [], 'usedUp');
    const core = (this.#core = new Core<PuzzleCalls>(module));
    this.#turns = new Turns(core);
    core.withBytes(tiles, (at, size) =>
      core.withBytes(bytesOf(devices), devicesAt => {
        core.put([this.width, this.height, ...words, devicesAt, devices.length / 4, ...usedUp]);
        core.check(core.calls.lfjs_puzzle_open(at, size, ...limits));
      }),
    );
  }

  /** The shortest way; null if there is none (then `explain` says why). If a limit is hit first, the best so far. */
  route<O = undefined>(query: PuzzleQuery<O>): PuzzleRoute<O> | null {
    return this.#turns.answer(this.#quest(query));
  }

  /** The same in slices. One query at a time: others wait until it has ended. */
  async routeAsync<O = undefined>(query: PuzzleQuery<O> & DungeonSliceOptions): Promise<PuzzleRoute<O> | null> {
    return this.#turns.answerLater(this.#quest(query), query);
  }

  #quest<O>(query: PuzzleQuery<O>): Quest<PuzzleRoute<O> | null> {
    const question = this.#checked(query);
    return { begin: () => this.#begin(question), step: budget => this.#core.calls.lfjs_puzzle_step(budget), finish: () => this.#finish(query) };
  }

  /** Checks a query before anything is done. */
  #checked(query: PuzzleQuery<unknown>): Question {
    this.#core.alive();
    const bytes = new Uint8Array(2 * KINDS);
    putNumbers(bytes.subarray(0, KINDS), query.held, 'held');
    putNumbers(bytes.subarray(KINDS), query.needed, 'needed');
    return {
      words: [choice(query.goal ?? 'exit', GOALS, 'goal'), flag(query.together, 'together')],
      numbers: new Uint32Array(bytes.buffer),
      sources: endTiles(query.from, this, 'from'),
      targets: query.to === undefined ? new Uint32Array(0) : endTiles(query.to, this, 'to'),
    };
  }

  #begin({ words, numbers, sources, targets }: Question): number {
    const core = this.#core;
    sitDown(core, { sources: core.calls.lfjs_puzzle_sources, targets: core.calls.lfjs_puzzle_targets }, sources, targets);
    core.numbers.set(numbers, core.place(core.calls.lfjs_puzzle_numbers()) >>> 2);
    core.put(words);
    return core.check(core.calls.lfjs_puzzle_begin(sources.length, targets.length));
  }

  #finish<O>(query: PuzzleQuery<O>): PuzzleRoute<O> | null {
    const core = this.#core;
    const status = core.check(core.calls.lfjs_puzzle_finish());
    const [stepsAt, stepCount, sourceIndex, eventsAt, eventCount, length, bound, states, found, walled, ...kinds] =
      core.answer as unknown as [number, number, number, number, number, number, number, number, number, number, ...number[]];
    const kindsAt = (i: number): number[] => kindsOf(kinds[i] as number, kinds[i + 1] as number);
    this.#reason = { walled: walled === 1, reached: kindsAt(0), unreached: kindsAt(2), bound, states };
    if (status === NO_ROUTE) return null;
    if (found === 0) throw new LandfallError('LIMIT', 'a limit was hit before any route was known');
    const steps = core.tiles(stepsAt, 2 * stepCount);
    const events = core.tiles(eventsAt, 5 * eventCount);
    return {
      steps: Array.from({ length: stepCount }, (_, i) => ({ hero: steps[2 * i] as number, tile: steps[2 * i + 1] as number })),
      length,
      proven: status !== LIMIT,
      bound,
      gap: length - bound,
      sourceIndex,
      origin: sourceIndex < 0 ? undefined : (originOf(query.from, sourceIndex) as O),
      events: Array.from({ length: eventCount }, (_, i) => eventOf(events.subarray(5 * i))),
      states,
    };
  }

  /** Why the last answer was null, or was not known at a limit. */
  explain(): PuzzleReason {
    this.#core.alive();
    return this.#reason;
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

function eventOf(words: Uint32Array): PuzzleEvent {
  const [at, tile, type, kind, what] = words as unknown as [number, number, number, number, number];
  return { at, what: EVENTS[what] as PuzzleEvent['what'], tile, type: TYPES[type] as DeviceType, kind };
}
