// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Unpacks an LZMA stream. The two modules inlined in landfall/sync are nearly the same: packed together they take 122 KB
// instead of the 280 KB that gzip makes of them. (gzip sees 32 KB back, and so nothing of the first module.) Engines have
// no synchronous function for any format, so it is done here. The first module can be had without the second.
//
// A range decoder reads bits whose probabilities are learned on the way. The bits make literals, matches (length and
// distance back) and repeats of one of the last four distances. The parameters are fixed: lc = 3, lp = 0, pb = 0.

const LITERAL_CONTEXTS = 8;
const STATES = 12;
const HALF = 1024;

/** A probability for each bit that can be read, in one array; these are the places. */
const IS_MATCH = 0;
const IS_REPEAT = IS_MATCH + STATES;
const IS_REPEAT_0 = IS_REPEAT + STATES;
const IS_REPEAT_1 = IS_REPEAT_0 + STATES;
const IS_REPEAT_2 = IS_REPEAT_1 + STATES;
const IS_LONG = IS_REPEAT_2 + STATES;
const SLOT = IS_LONG + STATES;
const SPECIAL = SLOT + 4 * 64;
const ALIGN = SPECIAL + 128;
const LENGTH = ALIGN + 16;
const LENGTH_SIZE = 2 + 8 + 8 + 256;
const REPEAT_LENGTH = LENGTH + LENGTH_SIZE;
const LITERAL = REPEAT_LENGTH + LENGTH_SIZE;
const ALL = LITERAL + LITERAL_CONTEXTS * 768;

class Bits {
  #from: Uint8Array;
  #at = 5; // the first byte is 0
  #range = 0xffffffff;
  #code: number;
  #odds = new Uint16Array(ALL).fill(HALF);

  constructor(from: Uint8Array) {
    this.#from = from;
    this.#code = (((from[1] as number) << 24) | ((from[2] as number) << 16) | ((from[3] as number) << 8) | (from[4] as number)) >>> 0;
  }

  #shift(): void {
    if (this.#range >= 0x1000000) return;
    this.#range = (this.#range << 8) >>> 0;
    this.#code = ((this.#code << 8) | (this.#from[this.#at++] ?? 0)) >>> 0;
  }

  bit(place: number): number {
    const odds = this.#odds[place] as number;
    const bound = (this.#range >>> 11) * odds;
    if (this.#code < bound) {
      this.#range = bound;
      this.#odds[place] = odds + ((2048 - odds) >>> 5);
      this.#shift();
      return 0;
    }
    this.#range -= bound;
    this.#code -= bound;
    this.#odds[place] = odds - (odds >>> 5);
    this.#shift();
    return 1;
  }

  /** Bits that are as likely 0 as 1, highest first. */
  direct(count: number): number {
    let value = 0;
    for (; count > 0; count--) {
      this.#range >>>= 1;
      const bit = this.#code >= this.#range ? 1 : 0;
      if (bit) this.#code -= this.#range;
      this.#shift();
      value = (value << 1) | bit;
    }
    return value;
  }

  /** A number of so many bits, highest first. */
  tree(place: number, count: number): number {
    let node = 1;
    for (let i = 0; i < count; i++) node = (node << 1) | this.bit(place + node);
    return node - (1 << count);
  }

  /** A number of so many bits, lowest first. */
  reversed(place: number, count: number): number {
    let node = 1;
    let value = 0;
    for (let i = 0; i < count; i++) {
      const bit = this.bit(place + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  }
}

/** A byte. After a match, the byte that would have gone on with it is a hint. */
function literal(bits: Bits, before: number, hint: number): number {
  const place = LITERAL + (before >>> 5) * 768;
  let node = 1;
  while (hint >= 0 && node < 256) {
    const expected = (hint >>> 7) & 1;
    hint = (hint << 1) & 255;
    const bit = bits.bit(place + 256 + (expected << 8) + node);
    node = (node << 1) | bit;
    if (bit !== expected) break;
  }
  while (node < 256) node = (node << 1) | bits.bit(place + node);
  return node & 255;
}

function lengthOf(bits: Bits, place: number): number {
  if (bits.bit(place) === 0) return 2 + bits.tree(place + 2, 3);
  if (bits.bit(place + 1) === 0) return 10 + bits.tree(place + 10, 3);
  return 18 + bits.tree(place + 18, 8);
}

function distanceOf(bits: Bits, length: number): number {
  const slot = bits.tree(SLOT + Math.min(length - 2, 3) * 64, 6);
  if (slot < 4) return slot;
  const count = (slot >>> 1) - 1;
  const base = (2 | (slot & 1)) << count;
  if (slot < 14) return base + bits.reversed(SPECIAL + base - slot, count);
  return base + (bits.direct(count - 4) << 4) + bits.reversed(ALIGN, 4);
}

/** The first `size` bytes of a stream (without a header). */
export function unpack(from: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const to = new Uint8Array(size);
  const bits = new Bits(from);
  const last = [0, 0, 0, 0];
  let state = 0;
  let at = 0;
  while (at < size) {
    if (bits.bit(IS_MATCH + state) === 0) {
      const hint = state >= 7 ? (to[at - last[0]! - 1] as number) : -1;
      to[at] = literal(bits, at > 0 ? (to[at - 1] as number) : 0, hint);
      at++;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length = 1;
    if (bits.bit(IS_REPEAT + state) === 0) {
      length = lengthOf(bits, LENGTH);
      last.pop();
      last.unshift(distanceOf(bits, length));
      state = state < 7 ? 7 : 10;
    } else {
      const which = repeatOf(bits, state);
      if (which !== SHORT && which > 0) last.unshift(...last.splice(which, 1));
      if (which !== SHORT) length = lengthOf(bits, REPEAT_LENGTH);
      state = which === SHORT ? (state < 7 ? 9 : 11) : state < 7 ? 8 : 11;
    }
    for (const back = last[0]! + 1; length > 0 && at < size; length--, at++) to[at] = to[at - back] as number;
  }
  return to;
}

const SHORT = 5;

/** Which of the last distances is repeated; SHORT is the last one for a single byte. */
function repeatOf(bits: Bits, state: number): number {
  if (bits.bit(IS_REPEAT_0 + state) === 0) return bits.bit(IS_LONG + state) === 0 ? SHORT : 0;
  if (bits.bit(IS_REPEAT_1 + state) === 0) return 1;
  return bits.bit(IS_REPEAT_2 + state) === 0 ? 2 : 3;
}
