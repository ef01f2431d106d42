// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What is wrong with a file: what, where, and what was expected.
import { MOST_TILES } from '../ground.js';

export class MapProblem extends Error {
  constructor(file: string, what: string, line?: number, column?: number) {
    const where = [file, ...(line === undefined ? [] : [line]), ...(column === undefined ? [] : [column])].join(':');
    super(`${where}: ${what}`);
  }
}

/** A byte as it can be shown. */
export function shown(byte: number): string {
  return byte > 32 && byte < 127 ? `'${String.fromCharCode(byte)}'` : byte === 32 ? 'a space' : `byte 0x${byte.toString(16).padStart(2, '0')}`;
}

/** Refuses sizes that no map has, and maps that are too large for this page. */
export function checkSize(file: string, width: number, height: number, line?: number): void {
  if (!(width >= 1 && height >= 1)) throw new MapProblem(file, `${width} x ${height} tiles, expected at least 1 x 1`, line);
  if (width * height > MOST_TILES) throw new MapProblem(file, `${width} x ${height} tiles, expected at most ${MOST_TILES} in this page`, line);
}

/** A whole number from 0 on, or undefined. */
export function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
