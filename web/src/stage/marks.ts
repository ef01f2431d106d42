// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Marks on the map: what a user can drag. Kinds differ in shape and picture as well as in colour.
import { COLORS, TERRITORIES, css } from '../palette.js';
import type { View } from './view.js';

export type MarkKind = 'ship' | 'harbour' | 'goal' | 'hero' | 'exit' | 'key' | 'door' | 'switch' | 'barrier' | 'teleporter' | 'place' | 'floor';

export interface Mark {
  id: string;
  kind: MarkKind;
  tile: number;
  /** Of keys, doors and other devices: what belongs together has one colour. */
  lock?: number;
  /** What is written on it. */
  sign?: string;
  color?: number;
  /** Something that is open or gone, and can be passed. */
  faint?: boolean;
  /** Something that shuts behind the first who leaves it. */
  once?: boolean;
  /** The direction in which it is left, from north in eighths of a turn. */
  heading?: number;
  small?: boolean;
}

const RADIUS = 15; // CSS pixels
const SMALL = 10;

export function radiusOf(mark: Mark): number {
  return mark.small ? SMALL : RADIUS;
}

function colorOf(mark: Mark): number {
  if (mark.color !== undefined) return mark.color;
  if (mark.lock !== undefined) return TERRITORIES[mark.lock % TERRITORIES.length];
  return mark.kind === 'ship' || mark.kind === 'hero' ? COLORS.source : COLORS.target;
}

// Pictures in a square from -10 to 10.
const PICTURES: Partial<Record<MarkKind, string>> = {
  ship: 'M-7 3h14l-3 5h-8zM-1-8v9h-6zM1-6l6 7H1z',
  harbour: 'M0-8a2.4 2.4 0 1 1 0 4.8a2.4 2.4 0 1 1 0-4.8zM-1-3h2v2h3v2H1v5.4C3 6 5 4.500 5.500 2L7.500 3C6.500 6.500 3.500 8.500 0 8.500S-6.500 6.500-7.500 3L-5.500 2C-5 4.500-3 6-1 6.400V1h-3v-2h3z',
  goal: 'M-5-8h2v16h-2zM-3-8L7-4.500L-3-1z',
  hero: 'M0-8a3.500 3.500 0 1 1 0 7a3.500 3.500 0 1 1 0-7zM-6 8c0-5 3-8 6-8s6 3 6 8z',
  exit: 'M-6-8h9v4h-2v-2h-5v12h5v-2h2v4h-9zM2-1h-4v-2h4v-3l5 4l-5 4z',
};
const paths = new Map<MarkKind, Path2D>();

function pathOf(kind: MarkKind, picture: string): Path2D {
  const path = paths.get(kind) ?? new Path2D(picture);
  paths.set(kind, path);
  return path;
}

/** A regular shape with its first corner at the top. */
function polygon(context: CanvasRenderingContext2D, corners: number, radius: number): void {
  for (let i = 0; i < corners; i++) context.lineTo(radius * Math.sin((2 * Math.PI * i) / corners), -radius * Math.cos((2 * Math.PI * i) / corners));
  context.closePath();
}

function outline(context: CanvasRenderingContext2D, kind: MarkKind, radius: number): void {
  context.beginPath();
  if (kind === 'harbour' || kind === 'goal' || kind === 'exit') polygon(context, 4, 1.22 * radius);
  else if (kind === 'switch') polygon(context, 3, 1.35 * radius);
  else if (kind === 'place') polygon(context, 6, 1.08 * radius);
  else if (kind === 'barrier') context.rect(-1.1 * radius, -0.65 * radius, 2.2 * radius, 1.3 * radius);
  else if (kind === 'door' || kind === 'floor') context.rect(-0.85 * radius, -0.85 * radius, 1.7 * radius, 1.7 * radius);
  else context.arc(0, 0, radius, 0, 2 * Math.PI);
}

/** An arrow at the edge of a mark; on bare floor, in its middle. */
function drawHeading(context: CanvasRenderingContext2D, { heading = 0, kind }: Mark, radius: number): void {
  const [tip, wing] = kind === 'floor' ? [radius * 0.75, radius * 0.6] : [radius + 8, 5];
  context.save();
  context.rotate((heading * Math.PI) / 4);
  context.beginPath();
  context.moveTo(0, -tip);
  context.lineTo(wing, kind === 'floor' ? 0.6 * radius : 2 - tip + wing);
  if (kind === 'floor') context.lineTo(0, 0.3 * radius);
  context.lineTo(-wing, kind === 'floor' ? 0.6 * radius : 2 - tip + wing);
  context.closePath();
  context.fillStyle = css(COLORS.shadow);
  context.fill();
  if (kind !== 'floor') {
    context.strokeStyle = css(COLORS.white);
    context.lineWidth = 1;
    context.stroke();
  }
  context.restore();
}

/** A dashed edge: it falls behind the first who leaves it. A ring: it leads elsewhere. */
function drawEdge(context: CanvasRenderingContext2D, { kind, once }: Mark, radius: number): void {
  context.strokeStyle = css(COLORS.shadow);
  context.lineWidth = 2;
  if (once) {
    context.setLineDash([3.5, 3]);
    outline(context, kind, radius + 1);
    context.stroke();
    context.setLineDash([]);
  }
  if (kind !== 'teleporter') return;
  context.lineWidth = 1.3;
  outline(context, kind, radius - 2.6);
  context.stroke();
}

/** Draws a mark; `dense` is device pixels per CSS pixel. */
export function drawMark(context: CanvasRenderingContext2D, view: View, mark: Mark, dense: number, chosen: boolean): void {
  const { x, y } = view.middle(mark.tile);
  const radius = radiusOf(mark);
  context.save();
  context.translate(x, y);
  context.scale(dense, dense);
  if (mark.faint) context.globalAlpha = 0.35;
  outline(context, mark.kind, radius + 3);
  context.fillStyle = css(COLORS.shadow, 0.35);
  context.fill();
  outline(context, mark.kind, radius + (chosen ? 3 : 2));
  context.fillStyle = chosen ? css(COLORS.portal) : css(COLORS.white);
  context.fill();
  outline(context, mark.kind, radius);
  context.fillStyle = css(colorOf(mark));
  context.fill();
  drawEdge(context, mark, radius);
  if (mark.heading !== undefined) drawHeading(context, mark, radius);
  context.scale(radius / 17, radius / 17);
  context.fillStyle = mark.lock === undefined ? css(COLORS.white) : css(COLORS.shadow);
  const picture = PICTURES[mark.kind];
  if (mark.lock !== undefined || mark.sign !== undefined) drawSign(context, mark);
  else if (picture !== undefined) context.fill(pathOf(mark.kind, picture), 'evenodd');
  context.restore();
}

/** Keys and doors also have a letter, as in dungeon files: a key is small, its door large. */
function drawSign(context: CanvasRenderingContext2D, { kind, lock, sign }: Mark): void {
  const letter = sign ?? String.fromCharCode((kind === 'key' ? 97 : 65) + ((lock ?? 0) % 26));
  context.font = `700 ${kind === 'switch' ? 16 : 20}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(letter, 0, kind === 'switch' ? 3 : 1);
}
