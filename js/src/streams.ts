// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A WebAssembly module taken apart, so that it packs better: instructions in one stream, each kind of number that they take
// in another. Numbers of locals become ranks, the one used last first (move to front): most are used again soon. The sizes
// of functions are left out, as their ends tell. LZMA makes 9 % less of the streams than of the module.
//
// The same walk takes a module apart (for js/build.mjs) and puts it together (for landfall/sync): it copies bytes from a
// module to streams or back, and goes by the bytes that it has just copied.

const [REST, CODE, DECLARED, LOCAL, OFFSET, CALL, I32, I64] = [0, 1, 2, 3, 4, 5, 6, 7];
/** How many streams a module has. */
export const STREAMS = 8;

/** What the walk moves on. */
interface Tape {
  /** Copies a byte, and gives it. */
  byte(stream: number): number;
  /** Copies the number of a local, as its rank in a list. */
  local(ranks: number[]): void;
  begin(): void;
  end(): void;
  isAtEnd(): boolean;
}

/** Copies a number, and gives it: seven bits in each byte. */
function number(tape: Tape, stream: number): number {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = tape.byte(stream);
    value |= (byte & 127) << shift;
    if (byte < 128) return value;
  }
}

function bytes(tape: Tape, stream: number, count: number): void {
  for (; count > 0; count--) tape.byte(stream);
}

/** What a load or a store takes. */
function place(tape: Tape): void {
  number(tape, CODE);
  number(tape, OFFSET);
}

/** What a vector instruction takes. */
function vector(tape: Tape): void {
  const code = number(tape, CODE);
  if (code <= 11 || (code >= 84 && code <= 93)) place(tape);
  if (code === 12 || code === 13) bytes(tape, CODE, 16);
  if ((code >= 21 && code <= 34) || (code >= 84 && code <= 91)) tape.byte(CODE);
}

/** What any other instruction takes. */
function operands(tape: Tape, code: number, ranks: number[]): void {
  if (code >= 0x20 && code <= 0x22) tape.local(ranks);
  else if (code >= 0x28 && code <= 0x3e) place(tape);
  else if (code === 0x41) number(tape, I32);
  else if (code === 0x42) number(tape, I64);
  else if (code === 0x10) number(tape, CALL);
  else if (code === 0x11) for (let i = 0; i < 2; i++) number(tape, CALL);
  else if (code === 0x0e) for (let count = number(tape, CODE); count >= 0; count--) number(tape, CODE);
  else if (code === 0x44) bytes(tape, CODE, 8);
  else if (code === 0xfd) vector(tape);
  else if (code === 0xfc) {
    const bulk = number(tape, CODE);
    if (bulk === 10 || bulk === 11) bytes(tape, CODE, 12 - bulk);
  } else if ((code >= 2 && code <= 4) || code === 0x0c || code === 0x0d || code === 0x23 || code === 0x24 || code === 0x3f || code === 0x40)
    number(tape, CODE);
}

function body(tape: Tape): void {
  tape.begin();
  for (let count = number(tape, DECLARED); count > 0; count--) {
    number(tape, DECLARED);
    tape.byte(DECLARED);
  }
  const ranks: number[] = [];
  for (let depth = 1; depth > 0; ) {
    const code = tape.byte(CODE);
    if (code >= 2 && code <= 4) depth++;
    if (code === 0x0b) depth--;
    operands(tape, code, ranks);
  }
  tape.end();
}

function walk(tape: Tape): void {
  bytes(tape, REST, 8);
  while (!tape.isAtEnd()) {
    const section = tape.byte(REST);
    const size = number(tape, REST);
    if (section !== 10) bytes(tape, REST, size);
    else for (let count = number(tape, REST); count > 0; count--) body(tape);
  }
}

/** Puts the local at a rank in front, and gives its number. Ranks that were never used are in their order. */
function toFront(ranks: number[], rank: number): number {
  while (ranks.length <= rank) ranks.push(ranks.length);
  const [local] = ranks.splice(rank, 1) as [number];
  ranks.unshift(local);
  return local;
}

/** A number in seven bits a byte. */
function sevens(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...sevens(value >>> 7)];
}

/** A module of `size` bytes from its streams, which lie one behind the other. */
export function join(from: Uint8Array, lengths: readonly number[], size: number): Uint8Array<ArrayBuffer> {
  const ROOM = 5; // for the size of a function
  const to = new Uint8Array(size + ROOM);
  const places: number[] = [];
  for (let i = 0, at = 0; i < STREAMS; at += lengths[i++] as number) places.push(at);
  let at = 0;
  let began = 0;
  const read = (stream: number): number => from[(places[stream] as number)++] as number;
  walk({
    byte: stream => (to[at++] = read(stream)),
    local: ranks => {
      let rank = read(LOCAL);
      if (rank >= 128) rank += (read(LOCAL) - 1) << 7;
      for (const byte of sevens(toFront(ranks, rank))) to[at++] = byte;
    },
    begin: () => {
      began = at;
      at += ROOM;
    },
    end: () => {
      const head = sevens(at - began - ROOM);
      to.copyWithin(began + head.length, began + ROOM, at);
      to.set(head, began);
      at -= ROOM - head.length;
    },
    isAtEnd: () => at >= size,
  });
  return to.slice(0, size);
}

/** The streams of a module. */
export function split(module: Uint8Array): Uint8Array[] {
  const streams: number[][] = Array.from({ length: STREAMS }, () => []);
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++] as number;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  walk({
    byte: stream => {
      (streams[stream] as number[]).push(module[at] as number);
      return module[at++] as number;
    },
    local: ranks => {
      const local = number();
      const known = ranks.indexOf(local);
      const rank = known < 0 ? local : known;
      toFront(ranks, rank);
      (streams[LOCAL] as number[]).push(...sevens(rank));
    },
    begin: number,
    end: () => {},
    isAtEnd: () => at >= module.length,
  });
  return streams.map(stream => Uint8Array.from(stream));
}
