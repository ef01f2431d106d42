// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The obstacles of one query: checked, and as rectangles and planes of bits.
import { endTiles, type Size } from './ends.js';
import { LandfallError, refuse, show, whole } from './errors.js';
import type { Obstacle } from './types.js';

export interface ObstacleWords {
  /** Five words for each rectangle: x, y, width, height, open. */
  readonly list: Int32Array;
  /** The plane of tiles that are blocked, and that of those that are open, as bits. */
  readonly planes: readonly Uint8Array[];
  /** Which of them there are: 1 = the first, 2 = the second. */
  readonly which: number;
}

/** Bytes as bits, lowest bit first; each row begins with a new byte. */
export function bitsOf(bytes: Uint8Array, width: number, height: number): Uint8Array {
  const stride = Math.ceil(width / 8);
  const bits = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (bytes[y * width + x] !== 0) (bits[y * stride + (x >> 3)] as number) |= 1 << (x & 7);
  return bits;
}

/** Whole numbers of a shape; the last ones must not be negative. */
export function numbersOf(values: readonly number[], names: readonly string[], what: string): number[] {
  if (!Array.isArray(values) || values.length !== names.length) refuse(`${what} must be [${names.join(', ')}], not ${show(values)}`);
  return values.map((value, i) => whole(value, i < 2 ? -(2 ** 31) : 0, 2 ** 31 - 1, `${what}: ${names[i]}`));
}

/** A disc as rectangles, row by row; what lies above or below the map is left out. */
function discRows([x, y, radius]: [number, number, number], height: number, open: number): number[] {
  const words: number[] = [];
  for (let row = Math.max(0, y - radius); row <= Math.min(height - 1, y + radius); row++) {
    let reach = Math.floor(Math.sqrt(radius * radius - (row - y) ** 2));
    while ((reach + 1) ** 2 + (row - y) ** 2 <= radius * radius) reach++; // a root may be rounded down
    words.push(Math.max(x - reach, -(2 ** 31)), row, Math.min(2 * reach + 1, 2 ** 31 - 1), 1, open);
  }
  return words;
}

/** The rectangles of an obstacle that is no plane. */
function rectangles(obstacle: Exclude<Obstacle, { plane: unknown }>, size: Size, open: number, what: string): number[] {
  if ('rect' in obstacle) {
    const rect = numbersOf(obstacle.rect, ['x', 'y', 'width', 'height'], `${what}, rect`) as [number, number, number, number];
    return rect[2] > 0 && rect[3] > 0 ? [...rect, open] : [];
  }
  if ('disc' in obstacle) return discRows(numbersOf(obstacle.disc, ['x', 'y', 'radius'], `${what}, disc`) as [number, number, number], size.height, open);
  if (!('tiles' in obstacle)) refuse(`${what} must be a disc, a rect, tiles or a plane`);
  return [...endTiles(obstacle.tiles, size, 'tiles')].flatMap(tile => [tile % size.width, Math.floor(tile / size.width), 1, 1, open]);
}

/** Checks obstacles. Undefined if there are none. */
export function obstacleWords(obstacles: Obstacle | readonly Obstacle[], size: Size): ObstacleWords | undefined {
  const all = Array.isArray(obstacles) ? (obstacles as readonly Obstacle[]) : [obstacles as Obstacle];
  const words: number[] = [];
  const planes: [Uint8Array?, Uint8Array?] = [];
  all.forEach((obstacle, i) => {
    const what = `obstacles[${i}]`;
    if (typeof obstacle !== 'object' || obstacle === null || typeof obstacle.open !== 'boolean') refuse(`${what} must have open: true or false`);
    const open = obstacle.open ? 1 : 0;
    if (!('plane' in obstacle)) {
      for (const word of rectangles(obstacle, size, open, what)) words.push(word);
      return;
    }
    if (!(obstacle.plane instanceof Uint8Array)) refuse(`${what}: plane must be a Uint8Array, not ${show(obstacle.plane)}`);
    if (obstacle.plane.length !== size.width * size.height)
      throw new LandfallError('E_OBSTACLE_PLANE', `${what}: ${size.width} x ${size.height} tiles are ${size.width * size.height} bytes, not ${obstacle.plane.length}`);
    if (planes[open]) refuse(`${what}: there may be one plane with open: ${obstacle.open}`);
    planes[open] = bitsOf(obstacle.plane, size.width, size.height);
  });
  if (words.length === 0 && !planes[0] && !planes[1]) return undefined;
  return { list: Int32Array.from(words), planes: planes.filter(plane => plane !== undefined), which: (planes[0] ? 1 : 0) + (planes[1] ? 2 : 0) };
}
