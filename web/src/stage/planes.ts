// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Layers with a colour per tile or per cell, for modes and for what a search shows of itself.
import type { App } from '../app.js';
import { onRamp } from '../palette.js';

function set(inks: Uint8Array, i: number, color: number, alpha: number): void {
  inks.set([color >> 16, (color >> 8) & 255, color & 255, alpha], 4 * i);
}

/** Byte 1 in one colour. */
export function oneInk(color: number, alpha: number): Uint8Array {
  return inksFor([color], alpha);
}

/** Bytes 1, 2, ... in the colours of a list, again from its beginning where it ends. */
export function inksFor(colors: readonly number[], alpha: number): Uint8Array {
  const inks = new Uint8Array(4 * 256);
  for (let i = 1; i < 256; i++) set(inks, i, colors[(i - 1) % colors.length], alpha);
  return inks;
}

/** Bytes from 1 to 255 along a ramp. */
export function rampInks(ramp: readonly number[], alpha: number): Uint8Array {
  const inks = new Uint8Array(4 * 256);
  for (let i = 1; i < 256; i++) set(inks, i, onRamp(ramp, (i - 1) / 254), alpha);
  return inks;
}

/** Shows a layer: a byte per cell of 2^shift tiles, in the colours of `inks`. The old one is seen until the new one is painted. */
export async function showPlane(app: App, name: string, bytes: Uint8Array, inks: Uint8Array, shift = 0, patterns?: Uint8Array): Promise<void> {
  const side = 2 ** shift;
  const [width, height] = [Math.ceil(app.ground.width / side), Math.ceil(app.ground.height / side)];
  await app.painter.call('plane', name, { width, height, bytes, inks, ...(patterns ? { patterns } : {}) });
  app.stage.layer(name).reset(width, height, shift, true);
}

export function hidePlane(app: App, name: string): void {
  if (app.stage.layers.has(name)) app.stage.dropLayer(name);
  app.stage.redraw();
}

/** Inks and patterns for single bytes: [byte, colour, alpha, pattern]. */
export function inksOf(list: readonly (readonly [byte: number, color: number, alpha: number, pattern: number])[]): { inks: Uint8Array; patterns: Uint8Array } {
  const [inks, patterns] = [new Uint8Array(4 * 256), new Uint8Array(256)];
  for (const [byte, color, alpha, pattern] of list) {
    set(inks, byte, color, alpha);
    patterns[byte] = pattern;
  }
  return { inks, patterns };
}
