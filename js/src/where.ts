// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Where the modules lie. Bundlers look for exactly these expressions, and copy the files. The CommonJS build has
// where.cts in place of this file.

/** The module with vectors, and the one without. */
export function bothFiles(): [URL, URL] {
  return [new URL('./landfall.wasm', import.meta.url), new URL('./landfall-nosimd.wasm', import.meta.url)];
}
