// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What water costs: kinds of terrain that can be painted, and the coast that ships keep off. A tile's byte is what a move onto it
// costs; the coast adds to that.
import { COLORS } from './palette.js';

export interface Terrain {
  id: 'fairway' | 'reeds' | 'ice' | 'plain';
  name: string;
  /** The key that chooses its brush. */
  letter: string;
  cost: number;
  color: number;
  /** Of painter/patterns.ts. */
  pattern: number;
}

/** What a move onto plain water costs. */
export const PLAIN = 2;

export const TERRAINS: readonly Terrain[] = [
  { id: 'fairway', name: 'Fairway', letter: 'f', cost: 1, color: 0xfff3b8, pattern: 1 },
  { id: 'reeds', name: 'Reeds', letter: 'r', cost: 8, color: 0x4f8a3c, pattern: 2 },
  { id: 'ice', name: 'Ice', letter: 'i', cost: 25, color: 0xf2f7fb, pattern: 3 },
  { id: 'plain', name: 'Plain water', letter: 'e', cost: PLAIN, color: COLORS.water, pattern: 0 },
];

/** Tiles up to so many off the coast cost so much more. */
export interface Coast {
  reach: number;
  extra: number;
}

export const isSoft = ({ reach, extra }: Coast): boolean => reach > 0 && extra > 0;

/** Land, and tiles of no cost: a file may have some. */
export const CLOSED = 0;

/** A tile in words. */
export function terrainName(cost: number): string {
  return cost === CLOSED ? 'closed' : (TERRAINS.find(one => one.cost === cost)?.name.toLowerCase() ?? 'terrain of a file');
}
