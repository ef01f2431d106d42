// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Queries as words: checks the options, and writes them where js/shim/seat.c reads them.
import { choice, refuse, show, whole } from './errors.js';
import { obstacleWords, type ObstacleWords } from './obstacles.js';
import { EXACT, GUIDED, SPINE, type Kind } from './seats.js';
import { type Weights, weightsPlace } from './weights.js';
import type { Size } from './ends.js';
import type { Cost, EndRule, Query, QueryOptions, ShapeKind, ShapeOptions, Strategy } from './types.js';

export const STRATEGIES: readonly Strategy[] =
  ['auto', 'flood', 'corridor', 'expand', 'expand-optimal', 'spine', 'headland', 'strip', 'cells'];
export const MOVES = ['king', 'king-cut', 'orthogonal'] as const;
export const COSTS: readonly Cost[] = ['uniform', 'octile'];
const SHAPES: readonly string[] = ['', 'waypoints', 'offshore', 'curve', 'offshore-curve'];

const MANY = 0x7fffffff;

/** 0 means "not given" in C, and -1 means 0. */
function given(value: number | undefined, most: number, what: string): number {
  if (value === undefined) return 0;
  return whole(value, 0, most, what) === 0 ? -1 : value;
}

/** A number that cannot be 0, or 0 if it is not given. */
function positive(value: number | undefined, most: number, what: string): number {
  return value === undefined ? 0 : whole(value, 1, most, what);
}

export function flag(value: boolean | undefined, what: string): number {
  if (value !== undefined && typeof value !== 'boolean') refuse(`${what} must be true or false, not ${show(value)}`);
  return value ? 1 : 0;
}

/** A query that was checked: the words that the library reads, and the kind of seat that it needs. */
export interface Words {
  readonly kind: Kind;
  readonly words: Int32Array;
  readonly cost: Cost;
  readonly shaped: boolean;
  readonly partial: boolean;
  /** Whether sources, and targets, that are bad are left out. */
  readonly skipFrom: boolean;
  readonly skipTo: boolean;
  readonly obstacles: ObstacleWords | undefined;
  /** Kept here so that they live as long as the query. */
  readonly weights: Weights | undefined;
}

/** Where the words of a shape begin. */
const SHAPE_AT = 17;

const RULES = ['given', 'beside'];

/** The words of a rule for ends: its kind, and the radius. */
function ruleWords(rule: EndRule | undefined): [kind: number, radius: number] {
  if (typeof rule === 'object' && rule !== null && 'near' in rule) return [2, whole(rule.near, 1, MANY, 'ends: near')];
  if (rule === undefined) return [0, 0];
  if (typeof rule !== 'string' || !RULES.includes(rule)) refuse(`ends must be given, beside or { near: radius }, not ${show(rule)}`);
  return [RULES.indexOf(rule as string), 0];
}

/** What holds for sources and for targets: one value for both, or one for each. */
function sides<T>(value: T | { from?: T; to?: T } | undefined): [from: T | undefined, to: T | undefined] {
  if (typeof value === 'object' && value !== null && ('from' in value || 'to' in value)) return [value.from, value.to];
  return [value as T | undefined, value as T | undefined];
}

/** The words of a shape. */
export function shapeWords(shape: ShapeKind | ShapeOptions): number[] {
  const options = typeof shape === 'string' ? { kind: shape } : shape;
  const interval = options.interval;
  if (interval !== undefined && !(interval >= 1 / 256 && interval <= 16))
    refuse(`interval must be from 1/256 to 16 tiles, not ${show(interval)}`);
  return [
    choice(options.kind, SHAPES.slice(1), 'shape') + 1,
    positive(options.lookAhead, 32768, 'lookAhead'),
    positive(options.drift, 16, 'drift'),
    positive(options.deepEnough, 255, 'deepEnough'),
    interval === undefined ? 0 : Math.round(interval * 256),
  ];
}

/** Whether a query has nothing but ends, as most have. */
export function isUsual(query: Query<unknown>): boolean {
  return (
    query.strategy === undefined && query.cost === undefined && query.shape === undefined && query.minDepth === undefined &&
    query.deepest === undefined && query.harbour === undefined && query.radius === undefined &&
    query.widenings === undefined && query.spacing === undefined && query.ends === undefined &&
    query.skipBadEnds === undefined && query.partial === undefined && query.obstacles === undefined &&
    query.weights === undefined
  );
}

/** A search for spine alone knows neither gates nor obstacles nor weights. */
function kindOf(strategy: number, gated: boolean): Kind {
  if (strategy === STRATEGIES.indexOf('spine')) return gated ? GUIDED : SPINE;
  return strategy >= 2 && strategy <= 4 ? GUIDED : EXACT;
}

/** Checks the options of a query on a map. */
export function queryWords(options: QueryOptions, map: Size & { readonly cost: Cost }, shape?: ShapeKind | ShapeOptions): Words {
  const strategy = options.strategy === undefined ? 0 : choice(options.strategy, STRATEGIES, 'strategy');
  const cost = options.cost ?? map.cost;
  const obstacles = options.obstacles === undefined ? undefined : obstacleWords(options.obstacles, map);
  const [fromRule, toRule] = sides<EndRule>(options.ends);
  const [skipFrom, skipTo] = sides<boolean>(options.skipBadEnds).map(skip => flag(skip, 'skipBadEnds')) as [number, number];
  const partial = flag(options.partial, 'partial');
  const words = [
    strategy,
    choice(cost, COSTS, 'cost'),
    given(options.radius, MANY, 'radius'),
    given(options.widenings, MANY, 'widenings'),
    given(options.spacing, MANY, 'spacing'),
    0,
    options.minDepth === undefined ? 0 : whole(options.minDepth, 0, 255, 'minDepth'),
    flag(options.deepest, 'deepest'),
    given(options.harbour, MANY, 'harbour'),
    ...ruleWords(fromRule),
    ...ruleWords(toRule),
    skipFrom + 2 * skipTo,
    partial,
    obstacles ? 1 : 0,
    weightsPlace(options.weights, map),
    ...(shape === undefined ? [0] : shapeWords(shape)),
  ];
  const gated = (words[6] as number) > 0 || words[7] === 1;
  return {
    kind: kindOf(strategy, gated || obstacles !== undefined || options.weights !== undefined),
    words: Int32Array.from(words),
    cost,
    shaped: words[SHAPE_AT] !== 0,
    partial: partial === 1,
    skipFrom: skipFrom === 1,
    skipTo: skipTo === 1,
    obstacles,
    weights: options.weights,
  };
}
