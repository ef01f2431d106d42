// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A map at every size: level 0 has a byte per tile, each further level a byte for four of the one before.

export interface Level {
  width: number;
  height: number;
  bytes: Uint8Array;
}

/** How four bytes become one: their mean, or the greatest. */
export type Fold = 'mean' | 'most';

/** Levels become smaller until one chunk holds all. */
export function levelCount(width: number, height: number, chunk: number): number {
  return 1 + Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / chunk)));
}

function foldBox(from: Level, to: Level, fold: Fold, x0: number, y0: number, x1: number, y1: number): void {
  for (let y = y0; y < y1; y++) {
    const top = 2 * y * from.width;
    const bottom = Math.min(2 * y + 1, from.height - 1) * from.width;
    for (let x = x0; x < x1; x++) {
      const left = 2 * x;
      const right = Math.min(left + 1, from.width - 1);
      const [a, b, c, d] = [from.bytes[top + left], from.bytes[top + right], from.bytes[bottom + left], from.bytes[bottom + right]];
      to.bytes[y * to.width + x] = fold === 'mean' ? (a + b + c + d + 2) >> 2 : Math.max(a, b, c, d);
    }
  }
}

export class Pyramid {
  readonly levels: Level[];
  readonly #fold: Fold;

  constructor(base: Level, fold: Fold, chunk: number) {
    this.levels = [base];
    this.#fold = fold;
    for (let i = 1; i < levelCount(base.width, base.height, chunk); i++) {
      const from = this.levels[i - 1];
      const [width, height] = [Math.ceil(from.width / 2), Math.ceil(from.height / 2)];
      const to = { width, height, bytes: new Uint8Array(width * height) };
      foldBox(from, to, fold, 0, 0, width, height);
      this.levels.push(to);
    }
  }

  /** Tiles of the base have changed. */
  renew(x: number, y: number, width: number, height: number): void {
    let [x0, y0, x1, y1] = [x, y, x + width, y + height];
    for (let i = 1; i < this.levels.length; i++) {
      const to = this.levels[i];
      [x0, y0] = [x0 >> 1, y0 >> 1];
      [x1, y1] = [Math.min(to.width, (x1 >> 1) + 1), Math.min(to.height, (y1 >> 1) + 1)];
      foldBox(this.levels[i - 1], to, this.#fold, x0, y0, x1, y1);
    }
  }
}
