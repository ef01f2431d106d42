// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Land and water of a chunk in colours: two blurs of the open share tell how near the coast is, a narrow one for the coast
// line and a wide one for the shallows (as cli/draw_map.c does for pictures).
import { COLORS, dimmed, mix } from '../palette.js';
import type { Level } from './pyramid.js';

/** Pixels around a chunk that its blurs look at. */
const MARGIN = 8;
const WIDE = 3; // the radius of each of two passes

/** Colours by how shallow water is, and by how near land is to water: 256 of each, as words of an ImageData. */
interface Inks {
  water: Uint32Array;
  land: Uint32Array;
}

const OPAQUE = 0xff000000;

function ramp(from: number, to: number, dark: boolean): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, i) => {
    const color = dark ? dimmed(mix(from, to, i)) : mix(from, to, i);
    return OPAQUE | ((color & 255) << 16) | (color & 0xff00) | (color >> 16);
  });
}

/** Between two words, `share` of 255 of the second. */
function between(a: number, b: number, share: number): number {
  const part = (shift: number): number => ((((a >> shift) & 255) * (255 - share) + ((b >> shift) & 255) * share) / 255) << shift;
  return OPAQUE | part(16) | part(8) | part(0);
}

const made = new Map<boolean, Inks>();

function inksOf(dark: boolean): Inks {
  const there = made.get(dark) ?? { water: ramp(COLORS.water, COLORS.shallow, dark), land: ramp(COLORS.land, COLORS.coast, dark) };
  made.set(dark, there);
  return there;
}

/** One pass of a box blur along rows, written as columns: two calls blur both ways. */
function blurTurned(from: Uint8Array, to: Uint8Array, side: number, radius: number): void {
  const wide = 2 * radius + 1;
  const share = Math.ceil(65536 / wide); // whole numbers are faster than fractions
  for (let y = 0; y < side; y++) {
    const row = y * side;
    const last = from[row + side - 1];
    let sum = from[row] * radius;
    for (let x = 0; x < radius; x++) sum += from[row + x];
    for (let x = 0, at = y; x < side; x++, at += side) {
      sum += x + radius < side ? from[row + x + radius] : last;
      to[at] = (sum * share) >> 16;
      sum -= x >= radius ? from[row + x - radius] : from[row];
    }
  }
}

function blurred(from: Uint8Array, side: number, radius: number, passes: number): Uint8Array {
  const turned = new Uint8Array(from.length);
  const out = new Uint8Array(from.length);
  for (let i = 0; i < passes; i++) {
    blurTurned(i === 0 ? from : out, turned, side, radius);
    blurTurned(turned, out, side, radius);
  }
  return out;
}

/** The open share of a chunk and of a margin around it, 0 to 255; the map's edge goes on outside. */
function shareOf({ width, height, bytes }: Level, x0: number, y0: number, side: number): Uint8Array {
  const share = new Uint8Array(side * side);
  const [first, end] = [Math.max(0, -x0), Math.min(side, width - x0)]; // those that are inside
  for (let y = 0; y < side; y++) {
    const row = Math.min(Math.max(y0 + y, 0), height - 1) * width;
    const at = y * side;
    share.set(bytes.subarray(row + x0 + first, row + x0 + end), at + first);
    share.fill(bytes[row], at, at + first);
    share.fill(bytes[row + width - 1], at + end, at + side);
  }
  return share;
}

/** Whether all bytes are the same. */
function isEven(bytes: Uint8Array): boolean {
  for (let i = 1; i < bytes.length; i++) if (bytes[i] !== bytes[0]) return false;
  return true;
}

/** The pixels of a chunk. Bytes of a level are the open share, 0 to 255. */
export function shadeChunk(level: Level, x0: number, y0: number, across: number, down: number, dark: boolean): ImageData {
  const side = Math.max(across, down) + 2 * MARGIN;
  const open = shareOf(level, x0 - MARGIN, y0 - MARGIN, side);
  const { water, land } = inksOf(dark);
  const image = new ImageData(across, down);
  const pixels = new Uint32Array(image.data.buffer);
  if ((open[0] === 0 || open[0] === 255) && isEven(open)) { // the open sea, or the middle of a continent
    pixels.fill(open[0] === 255 ? water[0] : land[0]);
    return image;
  }
  const near = blurred(open, side, 1, 1);
  const wide = blurred(open, side, WIDE, 2);
  for (let y = 0, at = 0; y < down; y++) {
    for (let x = 0, i = (y + MARGIN) * side + MARGIN; x < across; x++, at++, i++) {
      const share = open[i];
      const shallow = Math.min(255, ((255 - wide[i]) * 5) >> 2);
      const coast = Math.min(255, Math.max(0, near[i] * 3 - share * 2));
      pixels[at] = share === 255 ? water[shallow] : share === 0 ? land[coast] : between(land[coast], water[shallow], share);
    }
  }
  return image;
}
