// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A layer as bitmaps of 256 x 256 pixels at several sizes, made by the painter's worker when they are first needed. Until a
// chunk is there, a coarser one stands in for it; an edited one is shown as it was until it is made anew.
import type { Box } from '../ground.js';
import { CHUNK } from '../painter/detail.js';
import type { PainterCalls } from '../painter/painter.js';
import type { Remote } from '../rpc.js';
import type { View } from './view.js';

interface Chunk {
  /** Undefined if there is nothing to see, or nothing yet. */
  bitmap: ImageBitmap | undefined;
  /** Whether it was ever painted. */
  painted: boolean;
  stale: boolean;
  used: number;
}

const MOST = 240; // chunks that are kept, 64 KB to 256 KB each
const UNDER_WAY = 6; // orders at a time: the nearest chunks come first, and a pan makes others nearer
const AHEAD = 2; // of chunks around the screen: there when a pan comes to them

export class ChunkLayer {
  readonly name: string;
  readonly #painter: Remote<PainterCalls>;
  readonly #changed: () => void;
  #size = { width: 1, height: 1, shift: 0 };
  #chunks = new Map<string, Chunk>();
  #ordered = new Set<string>();
  /** Chunks around the screen, the nearest first, and those of them that are under way. */
  #around: [level: number, cx: number, cy: number][] = [];
  #ahead = new Set<string>();
  #era = 0;
  #frame = 0;
  dark = false;
  alpha = 1;

  constructor(name: string, painter: Remote<PainterCalls>, changed: () => void) {
    this.name = name;
    this.#painter = painter;
    this.#changed = changed;
  }

  /** Another map or layer: `width` x `height` cells of 2^shift tiles (of a part of a tile, if it is negative). Forgets all chunks, or shows them until there are others. */
  reset(width: number, height: number, shift = 0, keep = false): void {
    const same = keep && width === this.#size.width && height === this.#size.height;
    this.#size = { width, height, shift };
    if (same) this.spoil();
    else this.clear();
  }

  clear(): void {
    this.#era++;
    for (const { bitmap } of this.#chunks.values()) bitmap?.close();
    this.#chunks.clear();
    this.#ordered.clear();
    this.#ahead.clear();
    this.#around = [];
    this.#changed();
  }

  /** Everything is to be painted anew, and shown as it is until then. */
  spoil(): void {
    for (const chunk of this.#chunks.values()) chunk.stale = true;
    this.#changed();
  }

  /** Tiles in a box have changed. */
  spoilBox(box: Box): void {
    for (const [key, chunk] of this.#chunks) {
      const [level, cx, cy] = key.split('/').map(Number);
      const side = this.#side(level);
      const reach = (8 * side) / CHUNK; // the shallows
      const [x0, y0] = [cx * side, cy * side];
      if (box.x - reach < x0 + side && box.x + box.width + reach > x0 && box.y - reach < y0 + side && box.y + box.height + reach > y0)
        chunk.stale = true;
    }
    this.#changed();
  }

  get #levels(): number {
    return 1 + Math.max(0, Math.ceil(Math.log2(Math.max(this.#size.width, this.#size.height) / CHUNK)));
  }

  draw(context: CanvasRenderingContext2D, view: View): void {
    this.#frame++;
    const cell = view.scale * 2 ** this.#size.shift; // pixels of a cell
    const level = Math.min(Math.max(Math.floor(Math.log2(1 / cell)), 0), this.#levels - 1);
    context.globalAlpha = this.alpha;
    const missing = this.#drawVisible(context, view, level);
    context.globalAlpha = 1;
    this.#order(missing, view, level);
    this.#forget();
  }

  /** Tiles of a chunk, across. */
  #side(level: number): number {
    return CHUNK * 2 ** (level + this.#size.shift);
  }

  #drawVisible(context: CanvasRenderingContext2D, view: View, level: number): [cx: number, cy: number][] {
    const side = this.#side(level);
    const missing: [number, number][] = [];
    const first = view.place(0, 0);
    const last = view.place(view.canvas.width, view.canvas.height);
    const columns = Math.ceil(this.#size.width / 2 ** level / CHUNK);
    const rows = Math.ceil(this.#size.height / 2 ** level / CHUNK);
    const [left, top] = [Math.max(0, Math.floor(first.x / side)), Math.max(0, Math.floor(first.y / side))];
    const [right, bottom] = [Math.min(columns, Math.ceil(last.x / side)), Math.min(rows, Math.ceil(last.y / side))];
    this.#around = [];
    for (let cy = Math.max(0, top - 1); cy < Math.min(rows, bottom + 1); cy++)
      for (let cx = Math.max(0, left - 1); cx < Math.min(columns, right + 1); cx++) {
        const chunk = this.#chunks.get(`${level}/${cx}/${cy}`);
        const isSeen = cx >= left && cx < right && cy >= top && cy < bottom;
        if (!isSeen) {
          if (!chunk || chunk.stale) this.#around.push([level, cx, cy]);
          continue;
        }
        if (chunk) chunk.used = this.#frame;
        if (!chunk || chunk.stale) missing.push([cx, cy]);
        if (chunk?.painted) this.#drawChunk(context, view, chunk, level, cx, cy);
        else this.#drawStandIn(context, view, level, cx, cy);
      }
    return missing;
  }

  #drawChunk(context: CanvasRenderingContext2D, view: View, chunk: Chunk, level: number, cx: number, cy: number): void {
    chunk.used = this.#frame;
    if (!chunk.bitmap) return;
    const cell = 2 ** (level + this.#size.shift);
    const [x, y] = [cx * CHUNK * cell, cy * CHUNK * cell];
    const from = view.pixel(x, y);
    const to = view.pixel(x + chunk.bitmap.width * cell, y + chunk.bitmap.height * cell);
    const [left, top] = [Math.round(from.x), Math.round(from.y)];
    context.imageSmoothingEnabled = view.scale * cell < 2;
    context.drawImage(chunk.bitmap, left, top, Math.round(to.x) - left, Math.round(to.y) - top);
  }

  /** The part of a coarser chunk that covers one that is not there yet. */
  #drawStandIn(context: CanvasRenderingContext2D, view: View, level: number, cx: number, cy: number): void {
    for (let up = 1; level + up < this.#levels; up++) {
      const chunk = this.#chunks.get(`${level + up}/${cx >> up}/${cy >> up}`);
      if (!chunk?.painted) continue;
      chunk.used = this.#frame;
      if (!chunk.bitmap) return;
      const part = CHUNK >> up;
      const [sx, sy] = [(cx % (1 << up)) * part, (cy % (1 << up)) * part];
      const [sw, sh] = [Math.min(part, chunk.bitmap.width - sx), Math.min(part, chunk.bitmap.height - sy)];
      if (sw <= 0 || sh <= 0) return;
      const side = this.#side(level);
      const from = view.pixel(cx * side, cy * side);
      const to = view.pixel(cx * side + (sw * side) / part, cy * side + (sh * side) / part);
      context.imageSmoothingEnabled = true;
      context.drawImage(chunk.bitmap, sx, sy, sw, sh, Math.round(from.x), Math.round(from.y), Math.round(to.x) - Math.round(from.x), Math.round(to.y) - Math.round(from.y));
      return;
    }
  }

  #order(missing: [number, number][], view: View, level: number): void {
    const side = this.#side(level);
    const far = ([cx, cy]: [number, number]): number => Math.hypot((cx + 0.5) * side - view.x, (cy + 0.5) * side - view.y);
    const coarsest = this.#levels - 1;
    const wanted: [number, number, number][] = missing.sort((a, b) => far(a) - far(b)).map(([cx, cy]) => [level, cx, cy]);
    if (!this.#chunks.has(`${coarsest}/0/0`)) wanted.unshift([coarsest, 0, 0]); // stands in for all others
    for (const [l, cx, cy] of wanted) {
      if (this.#ordered.size >= UNDER_WAY) return;
      void this.#fetch(l, cx, cy);
    }
    this.#around.sort(([, ax, ay], [, bx, by]) => far([ax, ay]) - far([bx, by]));
    if (wanted.length === 0) this.#goAhead();
  }

  /** Orders chunks that are not seen yet, while there is nothing else to do. */
  #goAhead(): void {
    while (this.#ordered.size < AHEAD && this.#around.length > 0) {
      const [level, cx, cy] = this.#around.shift()!;
      void this.#fetch(level, cx, cy, true);
    }
  }

  async #fetch(level: number, cx: number, cy: number, isAhead = false): Promise<void> {
    const key = `${level}/${cx}/${cy}`;
    if (this.#ordered.has(key)) return;
    this.#ordered.add(key);
    if (isAhead) this.#ahead.add(key);
    const era = this.#era;
    const chunk = this.#chunks.get(key) ?? { bitmap: undefined, painted: false, stale: false, used: isAhead ? this.#frame - 1 : this.#frame };
    chunk.stale = false; // an edit from now on makes it stale again
    this.#chunks.set(key, chunk);
    const bitmap = await this.#painter.call('chunk', this.name, level, cx, cy, this.dark);
    if (era !== this.#era) return void bitmap?.close();
    this.#ordered.delete(key);
    chunk.bitmap?.close();
    chunk.bitmap = bitmap;
    chunk.painted = true;
    this.#ahead.delete(key);
    if (!isAhead || chunk.used === this.#frame) this.#changed();
    else this.#goAhead();
  }

  #forget(): void {
    if (this.#chunks.size <= MOST) return;
    const oldest = [...this.#chunks].filter(([, chunk]) => chunk.used < this.#frame).sort(([, a], [, b]) => a.used - b.used);
    for (const [key, chunk] of oldest.slice(0, this.#chunks.size - MOST)) {
      chunk.bitmap?.close();
      this.#chunks.delete(key);
    }
  }

  /** Whether all that can be seen is as it should be. */
  get isCalm(): boolean {
    for (const key of this.#ordered) if (!this.#ahead.has(key) || this.#chunks.get(key)?.used === this.#frame) return false;
    return true;
  }
}
