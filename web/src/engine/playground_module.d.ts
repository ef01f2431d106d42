// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// web/build.mjs writes this module: the WebAssembly of the page, packed.
declare module 'playground-module' {
  export const PACKED: import('landfall/unpack').Packed;
}
