// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Sizes that the painter and the page agree on.

/** Pixels of a chunk, across and down. */
export const CHUNK = 256;

/** Pixels of a tile, across, at the finest level: tiles of small maps are seen large, and their coasts should be thin lines. */
export function detailOf({ width, height }: { width: number; height: number }): number {
  const side = Math.max(width, height);
  return side <= 128 ? 8 : side <= 256 ? 4 : 1;
}
