// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// As wheredungeons.ts, for CommonJS, which has no import.meta.

declare const require: (name: string) => unknown;
declare const __filename: string;

export function dungeonsFile(): URL {
  const { pathToFileURL } = require('node:url') as { pathToFileURL(path: string): URL };
  return new URL('./dungeons.wasm', pathToFileURL(__filename));
}
