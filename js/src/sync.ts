// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// `import { load } from 'landfall/sync'`: both modules inlined, nothing to fetch, ready at once.
import { Landfall, hasSimd } from './landfall.js';
import { unpack } from './lzma.js';
import { PACKED, SIZES } from './packed.js';

export * from './api.js';

/** The bytes of the module that this engine takes. */
function wasmBytes(): Uint8Array<ArrayBuffer> {
  const packed = Uint8Array.from(atob(PACKED), letter => letter.charCodeAt(0));
  const [vectors, plain] = SIZES;
  if (hasSimd()) return unpack(packed, vectors);
  return unpack(packed, vectors + plain).slice(vectors);
}

let made: Landfall | undefined;

/** Landfall, ready to use. Made at the first call; the second gives the same. */
export function load(): Landfall {
  return (made ??= new Landfall(new WebAssembly.Module(wasmBytes())));
}
