// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// `import { load } from 'landfall/sync'`: both modules inlined, nothing to fetch, ready at once.
import { Landfall, hasSimd } from './landfall.js';
import { ROUTES } from './packed.js';
import { unpackModule } from './unpack.js';

export * from './api.js';

let made: Landfall | undefined;

/** Landfall, ready to use. Made at the first call; the second gives the same. */
export function load(): Landfall {
  if (made) return made;
  return (made = new Landfall(new WebAssembly.Module(unpackModule(ROUTES, hasSimd() ? 0 : 1))));
}
