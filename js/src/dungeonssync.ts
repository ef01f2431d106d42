// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// `import { loadDungeons } from 'landfall/dungeons/sync'`: keys and doors, the module inlined, ready at once.
import { Dungeons } from './keys.js';
import { DUNGEONS } from './packeddungeons.js';
import { unpackModule } from './unpack.js';

export * from './keys.js';

let made: Dungeons | undefined;

/** Keys and doors, ready to use. Made at the first call; the second gives the same. */
export function loadDungeons(): Dungeons {
  return (made ??= new Dungeons(new WebAssembly.Module(unpackModule(DUNGEONS, 0))));
}
