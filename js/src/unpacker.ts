// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// js/build.mjs writes this file anew in the package.

/** The module that unpacks others (js/pack), two hexadecimal digits per byte: gzip makes less of them than of base64. */
export const UNPACKER: string = '';
