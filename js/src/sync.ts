// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// `import { load } from 'landfall/sync'`: both modules inlined, nothing to fetch, ready at once.
import { Landfall, hasSimd } from './landfall.js';
import { unpack } from './lzma.js';
import { PACKED, SIZES, STREAM_LENGTHS } from './packed.js';
import { join } from './streams.js';

export * from './api.js';

/** The bytes of the module that this engine takes. */
function wasmBytes(): Uint8Array<ArrayBuffer> {
  const packed = Uint8Array.from(atob(PACKED), letter => letter.charCodeAt(0));
  const [vectors, plain] = STREAM_LENGTHS;
  const first = sum(vectors);
  if (hasSimd()) return join(unpack(packed, first), vectors, SIZES[0]);
  return join(unpack(packed, first + sum(plain)).subarray(first), plain, SIZES[1]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

let made: Landfall | undefined;

/** Landfall, ready to use. Made at the first call; the second gives the same. */
export function load(): Landfall {
  return (made ??= new Landfall(new WebAssembly.Module(wasmBytes())));
}
