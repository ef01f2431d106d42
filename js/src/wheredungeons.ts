// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Where the module of keys and doors lies. In a file of its own: bundlers copy what is named here for whoever imports it.

export function dungeonsFile(): URL {
  return new URL('./dungeons.wasm', import.meta.url);
}
