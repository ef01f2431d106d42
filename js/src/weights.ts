// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

import { bytesOf, ownedBy, type Core } from './core.js';
import { tileNumber, type Size } from './ends.js';
import { LandfallError, refuse, show, whole } from './errors.js';
import type { Tile } from './types.js';

/** 256 weights from 0 to 65535, or a function that gives them. 0 is blocked. */
export type WeightTable = ArrayLike<number> | ((value: number) => number);

/** What it costs to enter tiles: by a plane of bytes, by depth, or by both together (then it is the sum). */
export interface WeightsOptions {
  /** One byte per tile, row by row. */
  plane?: Uint8Array;
  /** What the bytes of `plane` weigh. Default: byte v weighs v. */
  table?: WeightTable;
  /** What depths weigh. The map must have `depth`. */
  byDepth?: WeightTable;
}

/** Where a query of that map finds weights; 0 if there are none. */
export function weightsPlace(weights: Weights | undefined, map: Size): number {
  if (weights === undefined) return 0;
  return weights instanceof Weights ? weights.placeIn(map) : refuse(`weights must come from map.weights, not ${show(weights)}`);
}

const VALUES = 256;
const MOST = 65535;

function tableOf(table: WeightTable | undefined, what: string): Uint32Array {
  if (table === undefined) return new Uint32Array(0);
  const list = typeof table === 'function' ? Array.from({ length: VALUES }, (_, i) => table(i)) : table;
  if (typeof list !== 'object' || list === null || list.length !== VALUES) refuse(`${what} must be a function or a list of 256 weights, not ${show(table)}`);
  return Uint32Array.from(list, (weight, i) => whole(weight, 0, MOST, `${what}, ${i}`));
}

/** Options that were checked, as the core takes them: a plane, its table, and one over depths. */
function checked(map: Size & { readonly hasDepth: boolean }, { plane, table, byDepth }: WeightsOptions): (Uint8Array | undefined)[] {
  const count = map.width * map.height;
  if (plane === undefined && byDepth === undefined) refuse('weights need a plane, or byDepth');
  if (plane === undefined && table !== undefined) refuse('table is for the bytes of plane');
  if (plane !== undefined && !(plane instanceof Uint8Array)) refuse(`plane must be a Uint8Array, not ${show(plane)}`);
  if (plane !== undefined && plane.length !== count)
    throw new LandfallError('E_WEIGHTS_SIZE', `${map.width} x ${map.height} tiles are ${count} bytes, not ${plane.length}`);
  if (byDepth !== undefined && !map.hasDepth) throw new LandfallError('E_NO_DEPTH', 'the map has no depths: give depth to landfall.map');
  return [plane, table && bytesOf(tableOf(table, 'table')), byDepth && bytesOf(tableOf(byDepth, 'byDepth'))];
}

/** Puts lists into the memory for the time of a call; 0 where there is none. */
function withAll<T>(core: Core, lists: (Uint8Array | undefined)[], call: (places: number[]) => T, places: number[] = []): T {
  if (places.length === lists.length) return call(places);
  const list = lists[places.length];
  return list ? core.withBytes(list, at => withAll(core, lists, call, [...places, at])) : withAll(core, lists, call, [...places, 0]);
}

/** @internal Makes weights of a plain map. */
export function makeWeights(core: Core, map: Size & { readonly hasDepth: boolean }, options: WeightsOptions): Weights {
  withAll(core, checked(map, options), ([at, table, byDepth]) =>
    core.check(core.calls.lfjs_weights_create(at as number, table as number, byDepth as number)),
  );
  const weights = new Weights(core, map, core.answer[0] as number);
  ownedBy(weights, core, weights.placeIn(map), 'lfjs_weights_destroy');
  return weights;
}

/** @internal Tells the core which weights an editable map is to have, and makes it. */
export function withWeights(core: Core, map: Size & { readonly hasDepth: boolean }, list: readonly WeightsOptions[], open: () => void): void {
  if (!Array.isArray(list)) refuse(`weights must be a list, not ${show(list)}`);
  const [first, ...others] = list as WeightsOptions[];
  if (first === undefined) return open();
  const size = map.width * map.height;
  withAll(core, checked(map, first), ([at, table, byDepth]) => {
    core.check(core.calls.lfjs_world_weigh(at as number, size, table as number, byDepth as number));
    withWeights(core, map, others, open);
  });
}

/**
 * What it costs to enter each tile of a map: `map.route({ from, to, weights })` is then the cheapest route. A map may have
 * several, one for each kind of unit. Those of an editable map follow its edits; others never change, and memory that
 * nobody needs any more is freed with the object.
 */
export class Weights {
  #core: Core;
  #map: Size;
  #at: number;
  /** @internal Of an editable map: which of them; else -1. */
  readonly number: number;

  /** @internal Use `map.weights`. */
  constructor(core: Core, map: Size, at: number, number = -1) {
    this.#core = core;
    this.#map = map;
    this.#at = at;
    this.number = number;
  }

  /** What it costs to enter a tile; 0 if it is blocked. Of an editable map: now. */
  at(tile: Tile): number {
    this.#core.alive();
    const { calls } = this.#core;
    const at = tileNumber(tile, this.#map, 'tile');
    return this.number < 0 ? calls.lfjs_weights_at(this.#at, at) : calls.lfjs_world_weights_at(this.number, at);
  }

  /** @internal Where a query of that map finds them. */
  placeIn(map: Size): number {
    if (map !== this.#map) throw new LandfallError('E_FOREIGN_WEIGHTS', 'the weights were made for another map');
    return this.#at;
  }
}
