// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The painter's worker: owns a copy of the map and of every layer that has a colour per tile, and paints chunks of them when
// the page asks. The page only draws bitmaps, so it never waits for pixels.
import { type Box, type Disc, type Ground, type Spot, boxOf, clip, fillSpot, paintDisc } from '../ground.js';
import { serve } from '../rpc.js';
import { CHUNK, detailOf } from './detail.js';
import { MARK, PATTERNS } from './patterns.js';
import { Pyramid } from './pyramid.js';
import { shadeChunk } from './shade.js';

/** A layer with a colour per tile, or per cell of 2^shift tiles. */
export interface Plane {
  width: number;
  height: number;
  /** A byte per tile or cell; 0 shows nothing. */
  bytes: Uint8Array;
  /** The colours of bytes 0 to 255: red, green, blue, alpha. */
  inks: Uint8Array;
  /** The patterns of bytes 0 to 255 (patterns.ts), for layers that are told by more than their colour. */
  patterns?: Uint8Array;
}

/** A plane at every size. */
interface Sheet extends Pick<Plane, 'inks' | 'patterns'> {
  pyramid: Pyramid;
}

let ground: Ground = { width: 1, height: 1, tiles: new Uint8Array(1) };
let shares = new Pyramid({ width: 1, height: 1, bytes: new Uint8Array(1) }, 'mean', CHUNK);
const planes = new Map<string, Sheet>();

/** Copies tiles into the base of the pyramid: 255 for open ones. */
function copyShares(box: Box): void {
  const { bytes, width } = shares.levels[0];
  const detail = detailOf(ground);
  for (let y = box.y * detail; y < (box.y + box.height) * detail; y++) {
    const row = Math.floor(y / detail) * ground.width;
    for (let x = box.x * detail; x < (box.x + box.width) * detail; x++) bytes[y * width + x] = ground.tiles[row + Math.floor(x / detail)] === 0 ? 0 : 255;
  }
}

function makeShares(): void {
  const detail = detailOf(ground);
  const [width, height] = [ground.width * detail, ground.height * detail];
  shares = new Pyramid({ width, height, bytes: new Uint8Array(width * height) }, 'mean', CHUNK);
  copyShares({ x: 0, y: 0, width: ground.width, height: ground.height });
  shares.renew(0, 0, width, height);
}

function inkChunk({ pyramid, inks, patterns }: Sheet, level: number, x0: number, y0: number): ImageData | undefined {
  const from = pyramid.levels[level];
  const [across, down] = [Math.min(CHUNK, from.width - x0), Math.min(CHUNK, from.height - y0)];
  const image = new ImageData(across, down);
  const [to, colors] = [new Uint32Array(image.data.buffer), new Uint32Array(inks.buffer, inks.byteOffset, 256)];
  let any = 0;
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const byte = from.bytes[(y0 + y) * from.width + x0 + x];
      const isMarked = patterns !== undefined && patterns[byte] > 0 && PATTERNS[patterns[byte] - 1](x, y);
      any |= to[y * across + x] = isMarked ? MARK : colors[byte];
    }
  return any === 0 ? undefined : image;
}

const handlers = {
  /** Another map: all layers are forgotten. */
  ground(given: Ground): void {
    ground = given;
    planes.clear();
    makeShares();
  },

  edit(discs: Disc[]): void {
    for (const disc of discs) {
      paintDisc(ground, disc);
      const box = clip(boxOf(disc), ground);
      if (box.width === 0 || box.height === 0) continue;
      copyShares(box);
      const detail = detailOf(ground);
      shares.renew(box.x * detail, box.y * detail, box.width * detail, box.height * detail);
    }
  },

  plane(name: string, plane: Plane | undefined): void {
    if (plane) planes.set(name, { ...plane, pyramid: new Pyramid(plane, 'most', CHUNK) });
    else planes.delete(name);
  },

  /** Some tiles of a layer get another byte: all of them, or the open ones. */
  dab(name: string, spots: Spot[], byte: number, onlyOpen: boolean): void {
    const pyramid = planes.get(name)?.pyramid;
    if (!pyramid) return;
    for (const spot of spots) {
      fillSpot(pyramid.levels[0].bytes, ground, spot, byte, onlyOpen ? ground.tiles : undefined);
      const box = clip(boxOf(spot), ground);
      if (box.width > 0 && box.height > 0) pyramid.renew(box.x, box.y, box.width, box.height);
    }
  },

  /** The bitmap of a chunk; undefined if there is nothing to see in it. */
  async chunk(name: string, level: number, cx: number, cy: number, dark: boolean): Promise<ImageBitmap | undefined> {
    const pyramid = name === 'ground' ? shares : planes.get(name)?.pyramid;
    const size = pyramid?.levels[level];
    const [x0, y0] = [cx * CHUNK, cy * CHUNK];
    if (!size || x0 >= size.width || y0 >= size.height) return undefined;
    const image =
      name === 'ground'
        ? shadeChunk(size, x0, y0, Math.min(CHUNK, size.width - x0), Math.min(CHUNK, size.height - y0), dark)
        : inkChunk(planes.get(name)!, level, x0, y0);
    return image && createImageBitmap(image);
  },
};

export type PainterCalls = typeof handlers;

serve(self as never, handlers);
