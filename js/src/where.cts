// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// As where.ts, for CommonJS, which has no import.meta.

declare const require: (name: string) => unknown;
declare const __filename: string;

/** The module with vectors, and the one without. */
export function bothFiles(): [URL, URL] {
  const { pathToFileURL } = require('node:url') as { pathToFileURL(path: string): URL };
  const here = pathToFileURL(__filename);
  return [new URL('./landfall.wasm', here), new URL('./landfall-nosimd.wasm', here)];
}
