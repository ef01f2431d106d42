// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// js/build.mjs writes this file anew in the package.

/** The streams of the module with vectors, and of the one without, one behind the other, packed (LZMA) and as letters. */
export const PACKED: string = '';
/** The module that unpacks them (js/pack), two hexadecimal digits per byte: gzip makes less of them than of base64. */
export const UNPACKER: string = '';
/** Bytes of either module. */
export const SIZES: readonly [vectors: number, plain: number] = [0, 0];
/** Bytes of the streams of either. */
export const STREAM_LENGTHS: readonly [vectors: readonly number[], plain: readonly number[]] = [[], []];
