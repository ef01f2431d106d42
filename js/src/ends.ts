// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ends of queries: checks what the caller gave, and writes it where the library reads it.
import { LandfallError, refuse, show } from './errors.js';
import type { Ends, Point, Source, Tile } from './types.js';

/** The size of a map, which is all that tiles are checked against. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What the library knows as a tile outside of every map. */
const NO_TILE = 0xffffffff;

function outside(tile: Tile, size: Size, what: string, code: string): never {
  throw new LandfallError(code, `${what}: ${show(tile)} lies outside the map of ${size.width} x ${size.height} tiles`);
}

export function isPoint(value: unknown): value is Point {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'number' && typeof value[1] === 'number';
}

/** The number of a tile. With `skip`, the library is left to skip a tile outside. */
export function tileNumber(tile: Tile, size: Size, what: string, code = 'E_TILE_OUTSIDE', skip = false): number {
  if (typeof tile === 'number') {
    if (!Number.isInteger(tile)) refuse(`${what}: ${tile} is no tile: it must be a whole number`);
    if (tile >= 0 && tile < size.width * size.height) return tile;
    return skip ? NO_TILE : outside(tile, size, what, code);
  }
  if (!isPoint(tile)) refuse(`${what} must be a tile number or [x, y], not ${show(tile)}`);
  const [x, y] = tile as Point;
  if (!Number.isInteger(x) || !Number.isInteger(y)) refuse(`${what}: ${show(tile)} is no tile: x and y must be whole numbers`);
  if (x >= 0 && x < size.width && y >= 0 && y < size.height) return y * size.width + x;
  return skip ? NO_TILE : outside(tile, size, what, code);
}

function isSource(value: unknown): value is Source<unknown> {
  return typeof value === 'object' && value !== null && 'tile' in value;
}

/** Ends as a list. */
function listOf(ends: Ends | readonly Source<unknown>[], what: string): ArrayLike<Tile | Source<unknown>> {
  if (typeof ends === 'number' || isPoint(ends)) return [ends];
  if (ends instanceof Uint32Array) return ends;
  if (!Array.isArray(ends)) refuse(`${what} must be a tile number, [x, y], a list of those places or a Uint32Array, not ${show(ends)}`);
  const list = ends as readonly (Point | Source<unknown>)[];
  if (list.some(end => typeof end === 'number'))
    refuse(`${what}: a list of tile numbers is a Uint32Array (an array of two numbers is [x, y]), not ${show(ends)}`);
  return list;
}

/** Checks ends, and gives their tiles. */
export function endTiles(ends: Ends | readonly Source<unknown>[], size: Size, what: 'from' | 'to' | 'tiles', skip = false): Uint32Array {
  const code = what === 'from' ? 'E_SOURCE_OUTSIDE' : what === 'to' ? 'E_TARGET_OUTSIDE' : 'E_TILE_OUTSIDE';
  const list = listOf(ends, what);
  const tiles = new Uint32Array(list.length);
  for (let i = 0; i < list.length; i++) {
    const end = list[i] as Tile | Source<unknown>;
    tiles[i] = tileNumber(isSource(end) ? end.tile : end, size, list.length === 1 ? what : `${what}[${i}]`, code, skip);
  }
  return tiles;
}

/** Checks ends: the number of a single tile (the usual case, without an array), or a list. */
export function endsOf(ends: Ends | readonly Source<unknown>[], size: Size, what: 'from' | 'to', skip = false): number | Uint32Array {
  if (typeof ends !== 'number' && !isPoint(ends)) return endTiles(ends, size, what, skip);
  return tileNumber(ends, size, what, what === 'from' ? 'E_SOURCE_OUTSIDE' : 'E_TARGET_OUTSIDE', skip);
}

/** How many tiles `endsOf` gave. */
export function countOf(ends: number | Uint32Array): number {
  return typeof ends === 'number' ? 1 : ends.length;
}

/** The label of source number `index`. */
export function originOf(ends: Ends | readonly Source<unknown>[], index: number): unknown {
  const source = Array.isArray(ends) ? (ends[index] as unknown) : undefined;
  return isSource(source) ? source.origin : undefined;
}
