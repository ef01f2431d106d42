// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The types of the public API. They need no library of types but ES2022: neither DOM nor Node.
import type { Weights, WeightsOptions } from './weights.js';

/** Which of the eight neighbours a route may step to. */
export type Moves = 'king' | 'king-cut' | 'orthogonal';
/** What a move costs: 1 each, or 1 and sqrt 2. */
export type Cost = 'uniform' | 'octile';
/** How a query is answered. `auto` is the right choice unless you know better. */
export type Strategy = 'auto' | 'flood' | 'corridor' | 'expand' | 'expand-optimal' | 'spine' | 'headland' | 'strip' | 'cells';

/** The place of a tile: x grows to the right, y downwards, both from 0. */
export type Point = readonly [x: number, y: number];
/** A tile: its number `y * width + x`, or its place. */
export type Tile = number | Point;
/** One tile or several. Two numbers are a place `[x, y]`; a list of tile numbers is a `Uint32Array`. */
export type Ends = Tile | readonly Point[] | Uint32Array;
/** A source with a label of yours (the ship, the unit), which comes back as `route.origin`. */
export interface Source<O> {
  tile: Tile;
  origin: O;
}

export interface MapOptions {
  width: number;
  height: number;
  /** One byte per tile, row by row from the top: 0 is blocked. With `open`, any bytes. Copied. */
  tiles: Uint8Array | Uint8ClampedArray | ArrayBuffer | ArrayLike<boolean>;
  /** Reads bytes of your own format: open where `(byte & mask) === value`. */
  open?: { mask: number; value: number };
  /** Default: `king`, eight directions without corner cutting. */
  moves?: Moves;
  /** What its queries, its index and its walkers go by. Default: `uniform`. A map for octile costs answers both. */
  cost?: Cost;
  /**
   * Depths for gates and for shapes: one byte per tile; `true` for the distance to the nearest blocked tile; `corner` for
   * the side of the largest open square whose upper left tile it is: units of n x n tiles fit where it is n or more.
   */
  depth?: Uint8Array | true | 'corner';
  /** For `depth: true`: whether everything outside the map counts as blocked. */
  edgeBlocked?: boolean;
  /** Whether tiles may change: `edit`, `work`, `still`. */
  editable?: boolean;
  /** For an editable map that uses `expand`, `corridor` or `spine`: a coarse map, or its level (1 to 8). */
  coarse?: boolean | { level: number };
  /** Of an editable map: up to 8 weights, one for each kind of unit. They follow edits; `map.weights(0)` is the first. */
  weights?: readonly WeightsOptions[];
  /** Whether an index gets a hierarchy: faster queries, slower to build. Default: as it pays. */
  hierarchy?: 'auto' | 'no' | 'yes';
}

/** What turns tiles into a course. */
export type ShapeKind = 'waypoints' | 'offshore' | 'curve' | 'offshore-curve';
export interface ShapeOptions {
  kind: ShapeKind;
  /** The most tiles of the route from one waypoint to the next; default 512. */
  lookAhead?: number;
  /** Offshore: how far a waypoint may move, in tiles to each side, 1 to 16; default 4. */
  drift?: number;
  /** Offshore: the depth above which deeper is no better, 1 to 255. */
  deepEnough?: number;
  /** Curve: distance between samples in tiles, up to 16; default 1. */
  interval?: number;
}

/**
 * What an end on a blocked tile stands for: nothing (`given`, the default: it is refused), the open tiles among the eight
 * around it (`beside`: a port on land), or the nearest tile of each body within a radius (`near`: a click on the map).
 * An open end always stands for itself alone.
 */
export type EndRule = 'given' | 'beside' | { near: number };

export interface QueryOptions {
  /** Default: `auto`, always a shortest route. */
  strategy?: Strategy;
  /** Default: the map's. */
  cost?: Cost;
  /** Tiles that are shallower count as blocked. The map must have `depth`. */
  minDepth?: number;
  /** The route stays as deep as any can, and is the shortest of those. */
  deepest?: boolean;
  /** Tiles within this many moves of an end are exempt from the gate; 0 = the ends alone. Default: none are. */
  harbour?: number;
  /** Guided strategies: the corridor reaches this many cells around the plan; default 1. */
  radius?: number;
  /** Guided strategies: how often to widen before the unrestricted search runs; default 5 (`spine`: 3). */
  widenings?: number;
  /** `spine`: at most this many cells from knot to knot, 0 = only at turns; default 8. */
  spacing?: number;
  /** What ends on blocked tiles stand for. The way from the end to that tile is no part of the route. */
  ends?: EndRule | { from?: EndRule; to?: EndRule };
  /** Leaves out ends that stand for nothing, also those outside the map, instead of refusing the query. */
  skipBadEnds?: boolean | { from?: boolean; to?: boolean };
  /** If no target can be reached: the route to the tile nearest to any as the crow flies (`route.partial`). */
  partial?: boolean;
  /**
   * Tiles that are blocked, or open, for this query alone: other units, doors, bridges. Where they overlap, the later one
   * counts; planes come before all others, the blocked one first. Not for `strip`.
   */
  obstacles?: Obstacle | readonly Obstacle[];
  /** What it costs to enter tiles (`map.weights`): the route is the cheapest one. For `auto`, `flood` and `cells`. */
  weights?: Weights;
}

/** Tiles that differ from the map in one query. What lies outside the map is left out. */
export type Obstacle =
  | { disc: readonly [x: number, y: number, radius: number]; open: boolean }
  | { rect: readonly [x: number, y: number, width: number, height: number]; open: boolean }
  | { tiles: Ends; open: boolean }
  /** One byte per tile: where it is not 0, the tile is open, or blocked. */
  | { plane: Uint8Array; open: boolean };

/** One question: the shortest route from any source to any target. */
export interface Query<O = undefined> extends QueryOptions {
  from: Ends | readonly Source<O>[];
  to: Ends;
  /** Also turn the route into a course: `route.waypoints`, `route.curve`. */
  shape?: ShapeKind | ShapeOptions;
}

/** The part of an `AbortSignal` that is needed. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
}

export interface SliceOptions {
  /** Ends the work between two slices; the promise is rejected with its reason. */
  signal?: Signal;
  /** Work per slice: tiles looked at, or for an index microseconds, counted and not timed. */
  budget?: number;
}

/** For `routeAsync`. */
export interface SearchOptions extends SliceOptions {
  /** The most work in all, in tiles looked at. Then the answer is the best so far, or null. Only with `partial`. */
  limit?: number;
  /** Whether a query that the signal ends gives the best so far, if there is any, instead of being rejected. Only with `partial`. */
  bestSoFar?: boolean;
}

/** Which index to build, or to save. */
export interface IndexOptions {
  /** An index for queries with this `minDepth`, 1 to 255, beside the one without a gate. Not for editable maps. */
  minDepth?: number;
}

/** What a query cost, in counts that are the same on every machine. */
export interface Stats {
  expanded: number;
  enqueued: number;
  phases: number;
  planned: number;
  firstCells: number;
  openedCells: number;
  deferred: number;
  segments: number;
  guardrail: boolean;
}

/** A change of tiles. The place of a disc or a rectangle may reach beyond the map. */
export type Shape =
  | { disc: readonly [x: number, y: number, radius: number]; open: boolean }
  | { rect: readonly [x: number, y: number, width: number, height: number]; open: boolean }
  | { tiles: Ends; open: boolean }
  | Stencil
  | WeightsStencil;

/** A rectangle of tiles, one byte per tile, row by row: 0 becomes blocked, anything else open. */
export interface Stencil {
  stencil: readonly [x: number, y: number, width: number, height: number];
  tiles: Uint8Array;
  /** One byte per tile: where it is 0, the tile stays as it is. */
  mask?: Uint8Array;
}

/** A rectangle of bytes that weights of the map are made of (`plane`), row by row, on open and on blocked tiles alike. */
export interface WeightsStencil {
  weights: Weights;
  rect: readonly [x: number, y: number, width: number, height: number];
  bytes: Uint8Array;
}

/** What an edit did. */
export interface EditReport {
  /** Of the map now: one more with each edit that changes a tile. */
  version: number;
  opened: number;
  blocked: number;
  bodiesJoined: number;
  bodiesSplit: number;
  /** Whether so much changed that the index was given up until `work` has made it anew. */
  indexGivenUp: boolean;
}

/** What is known about a stored route after edits. */
export interface StillReport {
  /** `legal`: a shorter one may have opened; `beaten`: one has. */
  still: 'shortest' | 'legal' | 'broken' | 'beaten';
  /** The index of the first tile that cannot be reached any more, or -1. */
  brokenAt: number;
}

/** For `routeAsync` of a dungeon or a puzzle. */
export interface DungeonSliceOptions extends SliceOptions {
  /** The most work in all, in microseconds, counted and not timed. Then the answer is the best so far. */
  limit?: number;
  /** Whether a query that the signal ends gives the best so far instead of being rejected. */
  bestSoFar?: boolean;
}

/** Where a search with keys stops. */
export interface DungeonLimits {
  /** States that a query may put into its queue. Default: 4,000,000. */
  maxStates?: number;
  /** Memory that the search may hold. Default: 1 GiB. */
  maxBytes?: number;
}
