// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

import { Core, versionText } from './core.js';
import { TileMap } from './map.js';
import type { MapOptions } from './types.js';

/** A WebAssembly module (`WebAssembly.Module`), named here so that the types need no other library. */
export type WasmModule = object;

/** Landfall, ready to use. */
export class Landfall {
  /** The compiled module. Post it to a worker: `load({ wasm: module })` there compiles nothing. */
  readonly module: WasmModule;
  /** Of the library, "1.2.3". */
  readonly version: string;
  /**
   * Changes whenever any strategy could return another of several equal routes. Games in lockstep compare it before they
   * begin: with the same number, all machines find the same tiles.
   */
  readonly routesVersion: number;

  /** @internal Use `load`. */
  constructor(module: WasmModule) {
    this.module = module;
    const core = new Core(module as WebAssembly.Module);
    this.version = versionText(core);
    this.routesVersion = core.calls.lfjs_routes_version();
  }

  /** Makes a map. */
  map(options: MapOptions): TileMap {
    return new TileMap(this.module as WebAssembly.Module, options);
  }
}

/** Whether this engine has WebAssembly vectors: the bytes are a module with one vector instruction. */
export function hasSimd(): boolean {
  return WebAssembly.validate(
    Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11),
  );
}
