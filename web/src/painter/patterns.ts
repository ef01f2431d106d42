// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Patterns over a layer's colour, so that kinds of tiles can be told without it: pixels of a chunk that are marked.

/** Pattern 1, 2, 3: dots, upright lines, slanting lines. */
export const PATTERNS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x & 3) === 0 && (y & 3) === 0,
  (x, y) => (x & 3) === 0 && (y & 7) < 5,
  (x, y) => ((x + y) & 7) === 0,
];

/** What marked pixels look like: a dark blue, as ImageData has it in a word. */
export const MARK = 0xb0_33_27_1d | 0;
