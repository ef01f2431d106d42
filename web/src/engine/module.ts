// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Instances of the page's WebAssembly module for what the package does not call (web/shim). Each has a memory of its own, which goes
// with it.

export interface Memory {
  memory: WebAssembly.Memory;
  lfjs_alloc(size: number): number;
}

export function instance<C extends Memory>(module: WebAssembly.Module): C {
  return new WebAssembly.Instance(module).exports as unknown as C;
}

export function textAt(memory: WebAssembly.Memory, at: number): string {
  const bytes = new Uint8Array(memory.buffer, at);
  return String.fromCharCode(...bytes.subarray(0, bytes.indexOf(0)));
}

/** So many bytes of its memory. */
export function room(calls: Memory, size: number): number {
  const at = calls.lfjs_alloc(size);
  if (at === 0) throw new Error('there is not enough memory for so large a map');
  return at >>> 0;
}
