// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Routes and other lines over the map.
import { COLORS, css } from '../palette.js';
import type { View } from './view.js';

/** Traces a line through the middles of tiles. Points nearer than a pixel to the last one are left out. */
export function trace(context: CanvasRenderingContext2D, view: View, tiles: ArrayLike<number>, first = 0, end = tiles.length): void {
  context.beginPath();
  let [lastX, lastY] = [NaN, NaN];
  for (let i = first; i < end; i++) {
    const { x, y } = view.middle(tiles[i]);
    if (i === first) context.moveTo(x, y);
    else if (i === end - 1 || Math.abs(x - lastX) + Math.abs(y - lastY) >= 1) context.lineTo(x, y);
    else continue;
    [lastX, lastY] = [x, y];
  }
}

/** How wide a route is, in device pixels: a third of a large tile, and never thin. */
export function routeWidth(view: View, dense: number): number {
  return Math.min(Math.max(view.scale / 3, 3.2 * dense), 9 * dense);
}

export function drawRoute(context: CanvasRenderingContext2D, view: View, tiles: ArrayLike<number>, dense: number, partial = false, color: number = COLORS.route): void {
  if (tiles.length === 0) return;
  const width = routeWidth(view, dense);
  context.lineJoin = context.lineCap = 'round';
  trace(context, view, tiles);
  context.strokeStyle = css(COLORS.white);
  context.lineWidth = width + 3 * dense;
  context.stroke();
  context.strokeStyle = css(partial ? COLORS.partial : color);
  context.lineWidth = width;
  if (partial) context.setLineDash([2.5 * width, 1.5 * width]); // told by more than its colour
  context.stroke();
  context.setLineDash([]);
}

/** A route that is shown beside another one: thin, dark and dashed. */
export function drawOther(context: CanvasRenderingContext2D, view: View, tiles: ArrayLike<number>, dense: number): void {
  context.lineJoin = context.lineCap = 'round';
  trace(context, view, tiles);
  context.strokeStyle = css(COLORS.white, 0.8);
  context.lineWidth = 4.5 * dense;
  context.stroke();
  context.strokeStyle = css(COLORS.spine);
  context.lineWidth = 2.2 * dense;
  context.setLineDash([7 * dense, 6 * dense]);
  context.stroke();
  context.setLineDash([]);
}

/** A thin line as the crow flies. */
export function drawCrow(context: CanvasRenderingContext2D, view: View, from: number, to: number, dense: number): void {
  trace(context, view, [from, to]);
  context.strokeStyle = css(COLORS.partial);
  context.lineWidth = 1.5 * dense;
  context.setLineDash([2 * dense, 5 * dense]);
  context.stroke();
  context.setLineDash([]);
}
