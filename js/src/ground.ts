// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Checks what maps and dungeons are made from: size and tiles.
import { LandfallError, refuse, show, whole } from './errors.js';
import type { MapOptions } from './types.js';

const MOST_TILES = 2 ** 32 - 2;

/** What the tiles of a map, or of a dungeon, are. */
export type Ground = Pick<MapOptions, 'width' | 'height' | 'tiles' | 'open' | 'moves'>;

export function sideOf(ground: Ground, name: 'width' | 'height'): number {
  return whole(ground[name], 1, 2 ** 31 - 1, name);
}

function bytesOfTiles(tiles: MapOptions['tiles']): Uint8Array {
  if (tiles instanceof Uint8Array) return tiles;
  if (tiles instanceof Uint8ClampedArray) return new Uint8Array(tiles.buffer, tiles.byteOffset, tiles.length);
  if (tiles instanceof ArrayBuffer) return new Uint8Array(tiles);
  if (Array.isArray(tiles)) return Uint8Array.from(tiles, Boolean as unknown as (one: unknown) => number);
  return refuse(`tiles must be a Uint8Array, an ArrayBuffer or an array, not ${show(tiles)}`);
}

export function checkedTiles({ width, height, tiles }: Ground): Uint8Array {
  const count = width * height;
  if (count > MOST_TILES) throw new LandfallError('E_TOO_MANY_TILES', `a map has at most ${MOST_TILES} tiles, not ${count}`);
  const bytes = bytesOfTiles(tiles);
  if (bytes.length !== count) throw new LandfallError('E_TILES_SIZE', `${width} x ${height} tiles are ${count} bytes, not ${bytes.length}`);
  return bytes;
}

/** Which bytes are open: format, mask, value. */
export function openWords(open: Ground['open']): [format: number, mask: number, value: number] {
  return open ? [2, whole(open.mask, 0, 255, 'open.mask'), whole(open.value, 0, 255, 'open.value')] : [0, 0, 0];
}
