// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The colours of the program's pictures (cli/draw.h): the playground looks like them.

export const COLORS = {
  land: 0xe6dcc3, coast: 0x97895f, water: 0x41709f, shallow: 0x78a3c6,
  met: 0x82c4bf, guardrail: 0x93a3b1, route: 0xe8501e, partial: 0x8a2bb0,
  spine: 0x3b1f5b, portal: 0xffd23f, source: 0x0b8a5c, target: 0xb5123b,
  waypoint: 0x5a1405, closed: 0xa8b07a, headland: 0x1f3a57, headlandMet: 0xffd23f,
  fieldNear: 0xffe78a, fieldFar: 0x3a2160, white: 0xffffff, shadow: 0x1d2733,
} as const;

/** Tiles by distance, near to far. */
export const RAMP = [COLORS.fieldNear, 0x9ed27b, 0x3fa996, 0x2c7396, 0x35478c, COLORS.fieldFar] as const;
/** Cells by the phase in which they joined the corridor; later ones look like the last. */
export const PHASES = [0xe6f5fa, 0xffe45c, 0xffb03b, 0xf2789a, 0xc04bb5, 0x7b3fa8] as const;
/** Areas, one after the other and again from the first. */
export const TERRITORIES = [
  0x7fb7d6, 0xf2a65a, 0x86c28b, 0xc58bc9, 0xe9d66b, 0xe0817b, 0x6fc7bd, 0x9a93d6, 0xbfcb6a, 0xd9a6bd, 0x7c9cc4, 0xb99a6b,
] as const;

/** A colour between two: 0 is the first, 255 the second. */
export function mix(a: number, b: number, share: number): number {
  const part = (shift: number): number => {
    const [x, y] = [(a >> shift) & 255, (b >> shift) & 255];
    return Math.round(x + ((y - x) * share) / 255) << shift;
  };
  return part(16) | part(8) | part(0);
}

export function css(color: number, alpha = 1): string {
  return `rgb(${color >> 16} ${(color >> 8) & 255} ${color & 255} / ${alpha})`;
}

/** A colour of a ramp; `place` is from 0 to 1. */
export function onRamp(ramp: readonly number[], place: number): number {
  const at = Math.min(Math.max(place, 0), 1) * (ramp.length - 1);
  const i = Math.min(Math.floor(at), ramp.length - 2);
  return mix(ramp[i], ramp[i + 1], Math.round((at - i) * 255));
}

/** The same colour on a dark page: less bright, still the same colour. */
export function dimmed(color: number): number {
  return mix(color, 0x0d1319, 118);
}
