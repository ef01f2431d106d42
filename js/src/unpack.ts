// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Unpacks inlined modules. Those of landfall/sync are nearly the same: packed together, and taken apart before (js/pack),
// they take 114 KB instead of the 280 KB that gzip makes of them. (gzip sees 32 KB back, and so nothing of the
// first module.) Engines have no synchronous function for any format, so a small module does it: 2 KB, in a few
// milliseconds. The first module can be had without the second.

import { UNPACKER } from './unpacker.js';

interface Calls {
  memory: WebAssembly.Memory;
  free_from(): number;
  unpack(packed: number, to: number, size: number): void;
  copy(places: number, module: number, size: number): void;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Modules, taken apart into streams (js/pack), one behind the other, and packed (LZMA). */
export interface Packed {
  /** As base64. */
  readonly letters: string;
  /** Bytes of each module. */
  readonly sizes: readonly number[];
  /** Bytes of the streams of each module. */
  readonly lengths: readonly (readonly number[])[];
}

/** Module number `which`. */
export function unpackModule({ letters, sizes, lengths }: Packed, which: number): Uint8Array<ArrayBuffer> {
  const calls = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(UNPACKER.match(/../g) ?? [], digits => parseInt(digits, 16)))).exports as unknown as Calls;
  const from = bytesOf(atob(letters));
  const streams = lengths.slice(0, which + 1).flat();
  const size = sizes[which] as number;
  const count = streams.reduce((sum, length) => sum + length, 0);
  const places = (calls.free_from() + 3) & ~3;
  const packedAt = places + 4 * streams.length;
  const streamsAt = packedAt + from.length + 16; // the decoder reads a little ahead
  const moduleAt = streamsAt + count;
  const missing = moduleAt + size + 16 - calls.memory.buffer.byteLength;
  if (missing > 0) calls.memory.grow(Math.ceil(missing / 65536));
  new Uint8Array(calls.memory.buffer, packedAt).set(from);
  let at = streamsAt;
  new Uint32Array(calls.memory.buffer, places, streams.length).set(streams.map(length => (at += length) - length));
  calls.unpack(packedAt, streamsAt, count);
  calls.copy(places + 4 * (streams.length - (lengths[which] as readonly number[]).length), moduleAt, size);
  return new Uint8Array(calls.memory.buffer, moduleAt, size).slice();
}
