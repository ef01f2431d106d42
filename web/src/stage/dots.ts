// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Many small signs on the map: dots, squares, stars and lines between tiles. What is not on the screen is left out.
import type { View } from './view.js';

function* visible(view: View, tiles: ArrayLike<number>, margin: number): Generator<{ x: number; y: number; i: number }> {
  for (let i = 0; i < tiles.length; i++) {
    const { x, y } = view.middle(tiles[i]);
    if (x > -margin && y > -margin && x < view.canvas.width + margin && y < view.canvas.height + margin) yield { x, y, i };
  }
}

/** Discs; `radius` in device pixels, for each by its place in the list. */
export function drawDots(context: CanvasRenderingContext2D, view: View, tiles: ArrayLike<number>, radius: (i: number) => number, fill: string, edge?: string): void {
  context.beginPath();
  for (const { x, y, i } of visible(view, tiles, 10)) {
    const r = radius(i);
    context.moveTo(x + r, y);
    context.arc(x, y, r, 0, 2 * Math.PI);
  }
  context.fillStyle = fill;
  context.fill();
  if (edge === undefined) return;
  context.strokeStyle = edge;
  context.lineWidth = 1;
  context.stroke();
}

export function drawSquares(context: CanvasRenderingContext2D, view: View, tiles: ArrayLike<number>, side: number, fill: string): void {
  context.fillStyle = fill;
  for (const { x, y } of visible(view, tiles, side)) context.fillRect(x - side / 2, y - side / 2, side, side);
}

/** Stars with four points. */
export function drawStars(context: CanvasRenderingContext2D, view: View, tiles: ArrayLike<number>, radius: number, fill: string, edge: string): void {
  context.beginPath();
  for (const { x, y } of visible(view, tiles, 2 * radius))
    for (let k = 0; k <= 8; k++) {
      const [r, turn] = [k % 2 === 0 ? radius : radius / 2.6, (k * Math.PI) / 4];
      if (k === 0) context.moveTo(x, y - r);
      else context.lineTo(x + r * Math.sin(turn), y - r * Math.cos(turn));
    }
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = edge;
  context.lineWidth = 1.2;
  context.stroke();
}

/** Lines between the two tiles of each pair, at most so many. */
export function drawPairs(context: CanvasRenderingContext2D, view: View, pairs: ArrayLike<number>, most: number, stroke: string, width: number): void {
  const { width: across, height: down } = view.canvas;
  const isOff = (a: number, b: number, most_: number): boolean => (a < 0 && b < 0) || (a > most_ && b > most_);
  context.beginPath();
  for (let i = 0, drawn = 0; i + 1 < pairs.length && drawn < most; i += 2) {
    const [a, b] = [view.middle(pairs[i]), view.middle(pairs[i + 1])];
    if (isOff(a.x, b.x, across) || isOff(a.y, b.y, down)) continue;
    context.moveTo(a.x, a.y);
    context.lineTo(b.x, b.y);
    drawn++;
  }
  context.strokeStyle = stroke;
  context.lineWidth = width;
  context.stroke();
}
