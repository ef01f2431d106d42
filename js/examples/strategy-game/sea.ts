// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A generated sea: coasts of value noise, in whole numbers only, so it is the same on every machine.

export interface Sea {
  width: number;
  height: number;
  /** One byte per tile, 1 is water. */
  tiles: Uint8Array;
}

/** A number from 0 to 65535 for a point of a lattice. */
function lattice(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) & 0xffff;
}

/** Adds noise whose lattice is `2^shift` tiles wide, interpolated along each row. */
function addOctave(sum: Int32Array, { width, height }: Sea, shift: number, seed: number): void {
  const cell = 1 << shift;
  const edges = new Int32Array((width >> shift) + 2);
  for (let y = 0; y < height; y++) {
    const [row, part] = [y >> shift, y & (cell - 1)];
    for (let i = 0; i < edges.length; i++)
      edges[i] = (lattice(i, row, seed) * (cell - part) + lattice(i, row + 1, seed) * part) >> shift;
    for (let x = 0; x < width; x++) {
      const [i, along] = [x >> shift, x & (cell - 1)];
      const at = y * width + x;
      sum[at] = sum[at]! + ((edges[i]! * (cell - along) + edges[i + 1]! * along) >> shift) * cell;
    }
  }
}

/** A sea with islands and continents; about two thirds are water. */
export function makeSea(width: number, height: number, seed: number): Sea {
  const sea: Sea = { width, height, tiles: new Uint8Array(width * height) };
  const sum = new Int32Array(width * height);
  let weights = 0;
  for (let shift = 3; shift <= 8; shift++) {
    addOctave(sum, sea, shift, seed + shift);
    weights += 1 << shift;
  }
  const level = Math.floor((65536 * weights * 57) / 100);
  for (let i = 0; i < sum.length; i++) sea.tiles[i] = sum[i]! < level ? 1 : 0;
  return sea;
}
