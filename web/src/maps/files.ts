// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Files as bytes with a name, and what a map file holds.
import type { Fixture } from 'landfall/dungeons';
import type { Ground } from '../ground.js';
import type { PuzzleBoard } from '../puzzle.js';

export interface NamedBytes {
  name: string;
  bytes: Uint8Array;
}

/** A map, and if it is a dungeon its keys, doors, start and exit; if it is a puzzle, what that has. */
export interface MapFile {
  ground: Ground;
  dungeon?: { fixtures: Fixture[]; hero: number; exit: number };
  puzzle?: PuzzleBoard;
}

export type SaveFormat = 'png' | 'map' | 'txt' | 'ros' | 'openfront';

export const baseName = (name: string): string => name.split('/').pop()!;
export const extension = (name: string): string => /\.([^./]+)$/.exec(name)?.[1].toLowerCase() ?? '';

/** By its name, whether a picture says what tiles cost: weights.png, sea-costs.png, terrain.png. */
export const hasCosts = (name: string): boolean => /(^|[^a-z])(weights?|costs?|terrain)[^a-z]*\.png$/i.test(baseName(name));

const encoder = new TextEncoder();
export const textBytes = (text: string): Uint8Array => encoder.encode(text);

/** Where line ends are, in bytes: [begin, end) of each line without its end. */
export function* linesOf(bytes: Uint8Array): Generator<[begin: number, end: number]> {
  let begin = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (begin < bytes.length) {
    const found = bytes.indexOf(10, begin);
    const end = found < 0 ? bytes.length : found;
    yield [begin, end > begin && bytes[end - 1] === 13 ? end - 1 : end];
    begin = end + 1;
  }
}

export function lineText(bytes: Uint8Array, [begin, end]: [number, number]): string {
  return String.fromCharCode(...bytes.subarray(begin, Math.min(end, begin + 4000)));
}
