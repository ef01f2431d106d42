// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// `import { loadDungeons } from 'landfall/dungeons'`: keys and doors. The WebAssembly module is a file beside this one.
import { Dungeons } from './keys.js';
import { compile, type LoadOptions } from './load.js';
import { dungeonsFile } from './wheredungeons.js';

export * from './keys.js';
export type { LoadOptions, WasmSource } from './load.js';

let usual: Promise<Dungeons> | undefined;

/** Loads the module. The second call gives the same answer at once. */
export function loadDungeons(options: LoadOptions = {}): Promise<Dungeons> {
  if (options.wasm !== undefined) return compile(options.wasm).then(module => new Dungeons(module));
  usual ??= compile(dungeonsFile()).then(module => new Dungeons(module));
  usual.catch(() => (usual = undefined)); // a network may come back
  return usual;
}
