// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Land and water of a chunk in colours: two blurs of the open share tell how near the coast is, a narrow one for the coast
// line and a wide one for the shallows (as cli/draw_map.c does for pictures).
import { COLORS, dimmed, mix } from '../palette.js';
import type { Level } from './pyramid.js';

/** Pixels around a chunk that its blurs look at. */
const MARGIN = 8;
const WIDE = 3; // the radius of each of two passes

/** Colours by how shallow water is, and by how near land is to water: 256 of each, as red, green and blue. */
interface Inks {
  water: Uint8Array;
  land: Uint8Array;
}

function ramp(from: number, to: number, dark: boolean): Uint8Array {
  const bytes = new Uint8Array(3 * 256);
  for (let i = 0; i < 256; i++) {
    const color = dark ? dimmed(mix(from, to, i)) : mix(from, to, i);
    bytes.set([color >> 16, (color >> 8) & 255, color & 255], 3 * i);
  }
  return bytes;
}

const made = new Map<boolean, Inks>();

function inksOf(dark: boolean): Inks {
  const there = made.get(dark) ?? { water: ramp(COLORS.water, COLORS.shallow, dark), land: ramp(COLORS.land, COLORS.coast, dark) };
  made.set(dark, there);
  return there;
}

/** One pass of a box blur along rows, written as columns: two calls blur both ways. */
function blurTurned(from: Uint8Array, to: Uint8Array, side: number, radius: number): void {
  const share = 1 / (2 * radius + 1);
  for (let y = 0; y < side; y++) {
    const row = y * side;
    let sum = from[row] * radius;
    for (let x = 0; x < radius; x++) sum += from[row + x];
    for (let x = 0; x < side; x++) {
      sum += from[row + Math.min(x + radius, side - 1)];
      to[x * side + y] = sum * share;
      sum -= from[row + Math.max(x - radius, 0)];
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
  for (let y = 0; y < side; y++) {
    const row = Math.min(Math.max(y0 + y, 0), height - 1) * width;
    for (let x = 0; x < side; x++) share[y * side + x] = bytes[row + Math.min(Math.max(x0 + x, 0), width - 1)];
  }
  return share;
}

/** The pixels of a chunk. Bytes of a level are the open share, 0 to 255. */
export function shadeChunk(level: Level, x0: number, y0: number, across: number, down: number, dark: boolean): ImageData {
  const side = Math.max(across, down) + 2 * MARGIN;
  const open = shareOf(level, x0 - MARGIN, y0 - MARGIN, side);
  const near = blurred(open, side, 1, 1);
  const wide = blurred(open, side, WIDE, 2);
  const { water, land } = inksOf(dark);
  const image = new ImageData(across, down);
  const pixels = image.data;
  for (let y = 0, at = 0; y < down; y++) {
    for (let x = 0; x < across; x++, at += 4) {
      const i = (y + MARGIN) * side + x + MARGIN;
      const share = open[i];
      const shallow = 3 * Math.min(255, ((255 - wide[i]) * 5) >> 2);
      const coast = 3 * Math.min(255, Math.max(0, near[i] * 3 - share * 2));
      for (let c = 0; c < 3; c++) pixels[at + c] = (land[coast + c] * (255 - share) + water[shallow + c] * share) / 255;
      pixels[at + 3] = 255;
    }
  }
  return image;
}
