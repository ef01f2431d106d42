// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// `import { load } from 'landfall'`: the WebAssembly module is a file beside this one. Node reads it, browsers fetch it.
import { Landfall, hasSimd } from './landfall.js';
import { compile, type LoadOptions } from './load.js';
import { bothFiles } from './where.js';

export * from './api.js';
export type { LoadOptions, WasmSource } from './load.js';

let usual: Promise<Landfall> | undefined;

/** Loads the module. The second call gives the same answer at once. */
export function load(options: LoadOptions = {}): Promise<Landfall> {
  if (options.wasm !== undefined) return compile(options.wasm).then(module => new Landfall(module));
  usual ??= compile(bothFiles()[hasSimd() ? 0 : 1]).then(module => new Landfall(module));
  usual.catch(() => (usual = undefined)); // a network may come back
  return usual;
}
