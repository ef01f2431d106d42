// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The tiles of a map as bytes, and shapes that change them.

export interface Ground {
  width: number;
  height: number;
  /** One byte per tile, row by row: 1 is open, 0 blocked. */
  tiles: Uint8Array;
}

/** Tiles from (x, y), `width` across and `height` down. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Tiles within `radius` of a place. */
export interface Spot {
  x: number;
  y: number;
  radius: number;
}

/** They become open or blocked. */
export interface Disc extends Spot {
  open: boolean;
}

/** The largest map that the page opens, in tiles. */
export const MOST_TILES = 1 << 25;

export function boxOf({ x, y, radius }: Spot): Box {
  return { x: x - radius, y: y - radius, width: 2 * radius + 1, height: 2 * radius + 1 };
}

/** What of a box lies inside the map. */
export function clip(box: Box, { width, height }: { width: number; height: number }): Box {
  const [x, y] = [Math.max(0, box.x), Math.max(0, box.y)];
  return { x, y, width: Math.max(0, Math.min(width, box.x + box.width) - x), height: Math.max(0, Math.min(height, box.y + box.height) - y) };
}

/** Writes a byte to the tiles of a spot as the library does: those whose distance is at most the radius. With `only`, to open ones alone. */
export function fillSpot(bytes: Uint8Array, size: { width: number; height: number }, spot: Spot, byte: number, only?: Uint8Array): void {
  const box = clip(boxOf(spot), size);
  const square = spot.radius * spot.radius;
  for (let y = box.y; y < box.y + box.height; y++)
    for (let x = box.x; x < box.x + box.width; x++) {
      const tile = y * size.width + x;
      if ((x - spot.x) ** 2 + (y - spot.y) ** 2 <= square && only?.[tile] !== 0) bytes[tile] = byte;
    }
}

/** Opens or blocks the tiles of a disc. */
export function paintDisc(ground: Ground, disc: Disc): void {
  fillSpot(ground.tiles, ground, disc, disc.open ? 1 : 0);
}

/** Discs along a line, close enough to look like one stroke. */
export function stroke(from: { x: number; y: number }, to: { x: number; y: number }, radius: number, open: boolean): Disc[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const count = Math.max(1, Math.ceil(length / Math.max(1, radius / 2)));
  return Array.from({ length: count }, (_, i) => {
    const share = (i + 1) / count;
    return { x: Math.round(from.x + (to.x - from.x) * share), y: Math.round(from.y + (to.y - from.y) * share), radius, open };
  });
}

/** The open tile nearest to a place, as squares around it grow; undefined if none is within `reach`. */
export function nearestOpen({ width, height, tiles }: Ground, x: number, y: number, reach = 1 << 12): number | undefined {
  for (let r = 0; r <= Math.min(reach, Math.max(width, height)); r++) {
    let best: number | undefined;
    let least = Infinity;
    for (let b = y - r; b <= y + r; b++) {
      if (b < 0 || b >= height) continue;
      const step = b === y - r || b === y + r ? 1 : 2 * r || 1;
      for (let a = x - r; a <= x + r; a += step) {
        if (a < 0 || a >= width || tiles[b * width + a] === 0) continue;
        const square = (a - x) ** 2 + (b - y) ** 2;
        if (square < least) [least, best] = [square, b * width + a];
      }
    }
    if (best !== undefined) return best;
  }
  return undefined;
}

/** The open tile nearest to another one; itself if there is none. */
export function nearestWater(ground: Ground, tile: number): number {
  return nearestOpen(ground, tile % ground.width, Math.floor(tile / ground.width)) ?? tile;
}
