// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// js/build.mjs writes this file anew in the package.
import type { Packed } from './unpack.js';

/** The module with vectors, and the one without. */
export const ROUTES: Packed = { letters: '', sizes: [], lengths: [] };
