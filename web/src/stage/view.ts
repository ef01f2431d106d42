// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Where the page looks: which tile is in the middle, and how large a tile is. Lengths are device pixels.

export interface Size {
  width: number;
  height: number;
}

const LARGEST = 96;

export class View {
  /** The place in the middle of the canvas, in tiles. */
  x = 0;
  y = 0;
  /** Device pixels of a tile. */
  scale = 1;
  map: Size = { width: 1, height: 1 };
  canvas: Size = { width: 1, height: 1 };
  /** Device pixels that something covers on the left and at the bottom: the panel. */
  covered = { left: 0, bottom: 0 };

  get #smallest(): number {
    return 0.5 * Math.min(this.canvas.width / this.map.width, this.canvas.height / this.map.height);
  }

  /** Shows the whole map, or a part of it, in what the panel leaves free. */
  fit(part = { x: 0, y: 0, width: this.map.width, height: this.map.height }, margin = 0): void {
    const free = { width: this.canvas.width - this.covered.left, height: this.canvas.height - this.covered.bottom };
    const scale = Math.min(free.width / (part.width + 2 * margin), free.height / (part.height + 2 * margin));
    this.scale = Math.min(Math.max(scale, this.#smallest), LARGEST);
    this.x = part.x + part.width / 2 - this.covered.left / 2 / this.scale;
    this.y = part.y + part.height / 2 + this.covered.bottom / 2 / this.scale;
  }

  /** Fills the canvas with the map, with these tiles in what the panel leaves free; shows less than all if that needs it. */
  frame(tiles: readonly number[]): void {
    const [xs, ys] = [tiles.map(tile => tile % this.map.width), tiles.map(tile => Math.floor(tile / this.map.width))];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const part = { x: left, y: top, width: Math.max(...xs) - left + 1, height: Math.max(...ys) - top + 1 };
    this.fit(part, 0.05 * Math.max(part.width, part.height, 8));
    const cover = Math.max(this.canvas.width / this.map.width, this.canvas.height / this.map.height);
    if (this.scale > cover) this.zoom(cover / this.scale, (this.canvas.width + this.covered.left) / 2, (this.canvas.height - this.covered.bottom) / 2);
    this.#coverCanvas();
  }

  /** Moves so that no edge of the map is seen, where the map is large enough. */
  #coverCanvas(): void {
    const inside = (value: number, map: number, canvas: number): number =>
      map * this.scale < canvas ? value : Math.min(Math.max(value, canvas / 2 / this.scale), map - canvas / 2 / this.scale);
    this.x = inside(this.x, this.map.width, this.canvas.width);
    this.y = inside(this.y, this.map.height, this.canvas.height);
  }

  /** The middle stays on the map. */
  keepInside(): void {
    this.x = Math.min(Math.max(this.x, 0), this.map.width);
    this.y = Math.min(Math.max(this.y, 0), this.map.height);
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.keepInside();
  }

  /** Zooms so that what is under a pixel stays there. */
  zoom(factor: number, px = this.canvas.width / 2, py = this.canvas.height / 2): void {
    const before = this.place(px, py);
    this.scale = Math.min(Math.max(this.scale * factor, this.#smallest), LARGEST);
    const after = this.place(px, py);
    this.x += before.x - after.x;
    this.y += before.y - after.y;
    this.keepInside();
  }

  /** The place under a pixel, in tiles. */
  place(px: number, py: number): { x: number; y: number } {
    return { x: this.x + (px - this.canvas.width / 2) / this.scale, y: this.y + (py - this.canvas.height / 2) / this.scale };
  }

  /** The tile under a pixel, on the map's edge if it is outside. */
  tile(px: number, py: number): number {
    const { x, y } = this.place(px, py);
    const inside = (value: number, most: number): number => Math.min(Math.max(Math.floor(value), 0), most - 1);
    return inside(y, this.map.height) * this.map.width + inside(x, this.map.width);
  }

  /** The pixel of a place. */
  pixel(x: number, y: number): { x: number; y: number } {
    return { x: (x - this.x) * this.scale + this.canvas.width / 2, y: (y - this.y) * this.scale + this.canvas.height / 2 };
  }

  /** The pixel in the middle of a tile. */
  middle(tile: number): { x: number; y: number } {
    return this.pixel((tile % this.map.width) + 0.5, Math.floor(tile / this.map.width) + 0.5);
  }
}
