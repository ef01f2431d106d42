// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// js/build.mjs writes this file anew in the package.

/** The module with vectors and the one without, one behind the other, packed (LZMA) and as letters. */
export const PACKED: string = '';
/** Bytes of either, unpacked. */
export const SIZES: readonly [vectors: number, plain: number] = [0, 0];
