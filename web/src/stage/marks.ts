// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Marks on the map: what a user can drag. Kinds differ in shape and picture as well as in colour.
import { COLORS, TERRITORIES, css } from '../palette.js';
import type { View } from './view.js';

export type MarkKind = 'ship' | 'harbour' | 'goal' | 'hero' | 'exit' | 'key' | 'door';

export interface Mark {
  id: string;
  kind: MarkKind;
  tile: number;
  /** Of keys and doors: which key opens which door, also the letter that is shown. */
  lock?: number;
  small?: boolean;
}

const RADIUS = 15; // CSS pixels
const SMALL = 10;

export function radiusOf(mark: Mark): number {
  return mark.small ? SMALL : RADIUS;
}

function colorOf(mark: Mark): number {
  if (mark.lock !== undefined) return TERRITORIES[mark.lock % TERRITORIES.length];
  return mark.kind === 'ship' || mark.kind === 'hero' ? COLORS.source : COLORS.target;
}

// Pictures in a square from -10 to 10.
const PICTURES: Record<MarkKind, string> = {
  ship: 'M-7 3h14l-3 5h-8zM-1-8v9h-6zM1-6l6 7H1z',
  harbour: 'M0-8a2.4 2.4 0 1 1 0 4.8a2.4 2.4 0 1 1 0-4.8zM-1-3h2v2h3v2H1v5.4C3 6 5 4.500 5.500 2L7.500 3C6.500 6.500 3.500 8.500 0 8.500S-6.500 6.500-7.500 3L-5.500 2C-5 4.500-3 6-1 6.400V1h-3v-2h3z',
  goal: 'M-5-8h2v16h-2zM-3-8L7-4.500L-3-1z',
  hero: 'M0-8a3.500 3.500 0 1 1 0 7a3.500 3.500 0 1 1 0-7zM-6 8c0-5 3-8 6-8s6 3 6 8z',
  exit: 'M-6-8h9v4h-2v-2h-5v12h5v-2h2v4h-9zM2-1h-4v-2h4v-3l5 4l-5 4z',
  key: 'M-4-4a4 4 0 1 1 3.800 5.200L6 7l-2 2l-1.500-1.500l-1.500 1.500L-.5 7.500l1.500-1.500l-2-2A4 4 0 0 1-4-4zM-1.500-3.500a1.500 1.500 0 1 0 0 3a1.500 1.500 0 1 0 0-3z',
  door: 'M-5-8h10v16h-10zM2-1a1.300 1.300 0 1 0 0 2.600a1.300 1.300 0 1 0 0-2.600z',
};
const paths = new Map<MarkKind, Path2D>();

function pathOf(kind: MarkKind): Path2D {
  const path = paths.get(kind) ?? new Path2D(PICTURES[kind]);
  paths.set(kind, path);
  return path;
}

function outline(context: CanvasRenderingContext2D, kind: MarkKind, radius: number): void {
  context.beginPath();
  if (kind === 'harbour' || kind === 'goal' || kind === 'exit') {
    const r = radius * 1.22;
    context.moveTo(0, -r);
    for (const [x, y] of [[r, 0], [0, r], [-r, 0]]) context.lineTo(x, y);
    context.closePath();
  } else if (kind === 'door') context.rect(-0.85 * radius, -0.85 * radius, 1.7 * radius, 1.7 * radius);
  else context.arc(0, 0, radius, 0, 2 * Math.PI);
}

/** Draws a mark; `dense` is device pixels per CSS pixel. */
export function drawMark(context: CanvasRenderingContext2D, view: View, mark: Mark, dense: number, chosen: boolean): void {
  const { x, y } = view.middle(mark.tile);
  const radius = radiusOf(mark);
  context.save();
  context.translate(x, y);
  context.scale(dense, dense);
  outline(context, mark.kind, radius + 3);
  context.fillStyle = css(COLORS.shadow, 0.35);
  context.fill();
  outline(context, mark.kind, radius + (chosen ? 3 : 2));
  context.fillStyle = chosen ? css(COLORS.portal) : css(COLORS.white);
  context.fill();
  outline(context, mark.kind, radius);
  context.fillStyle = css(colorOf(mark));
  context.fill();
  context.scale(radius / 17, radius / 17);
  context.fillStyle = mark.lock === undefined ? css(COLORS.white) : css(COLORS.shadow);
  if (mark.lock === undefined) context.fill(pathOf(mark.kind), 'evenodd');
  else drawLock(context, mark);
  context.restore();
}

/** Keys and doors also have a letter, as in dungeon files: a key is small, its door large. */
function drawLock(context: CanvasRenderingContext2D, { kind, lock }: Mark): void {
  const letter = String.fromCharCode((kind === 'key' ? 97 : 65) + ((lock ?? 0) % 26));
  context.font = '700 20px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(letter, 0, 1);
}
