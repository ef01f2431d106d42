// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A search with keys that is watched (web/shim/keys_watch.c): every state that it takes off its queue, slice by slice.
import type { KeysQuestion } from './keys.js';
import { type Memory, instance, room, textAt } from './module.js';

export interface KeysOrder extends KeysQuestion {
  /** The textbook search over tiles and sets of keys. */
  plain: boolean;
}

/** Words of a state: tile, keys held as bits, moves so far, whether it is of the textbook search. */
export const STATE_WORDS = 4;
/** Where a state is if it stands for several tiles. */
export const NO_TILE = 0xffffffff;

export interface KeysShot {
  /** Those since the last shot. */
  states: Uint32Array;
  /** How it ended; undefined while it runs. */
  end: KeysEnd | undefined;
}

export interface KeysEnd {
  /** Empty if there is no way, or none is known at the limit. */
  tiles: Uint32Array;
  states: number;
  /** Whether no way is shorter, or there is none. */
  proven: boolean;
  /** How much longer than the shortest it may be. */
  gap: number;
}

interface Calls extends Memory {
  lfjs_words_at(): number;
  lfjs_answer_at(): number;
  lfjs_status_text(status: number): number;
  page_keys_begin(tiles: number): number;
  page_keys_step(budget: number): number;
  page_keys_finish(): number;
}

const [KEY, DOOR] = [1, 2];
const [KEYS, PLAIN] = [0, 1];

export class KeysWatch {
  readonly #calls: Calls;
  /** Work that is left, in microseconds, counted. */
  #left: number;

  constructor(module: WebAssembly.Module, { ground, fixtures, from, to, plain, limit }: KeysOrder) {
    const calls = instance<Calls>(module);
    [this.#calls, this.#left] = [calls, limit];
    const there = fixtures.filter(({ tile }) => ground.tiles[tile as number] !== 0);
    const words = there.flatMap(({ tile, key, door }) => [tile as number, key ?? door ?? 0, key !== undefined ? KEY : DOOR]);
    const [tilesAt, wordsAt] = [room(calls, ground.tiles.length), room(calls, 4 * words.length + 4)];
    new Uint8Array(calls.memory.buffer).set(ground.tiles, tilesAt);
    new Uint32Array(calls.memory.buffer).set(words, wordsAt >> 2);
    new Int32Array(calls.memory.buffer, calls.lfjs_words_at(), 7).set([ground.width, ground.height, from, to, plain ? PLAIN : KEYS, there.length, wordsAt]);
    this.#check(calls.page_keys_begin(tilesAt));
  }

  #check(status: number): void {
    if (status < 0) throw new Error(textAt(this.#calls.memory, this.#calls.lfjs_status_text(status)));
  }

  #answers(count: number): number[] {
    return [...new Float64Array(this.#calls.memory.buffer, this.#calls.lfjs_answer_at(), count)];
  }

  #words(at: number, count: number): Uint32Array {
    return new Uint32Array(this.#calls.memory.buffer, at, count).slice();
  }

  /** Goes on for so many microseconds, counted; at the limit it ends with the best so far. */
  step(budget: number): KeysShot {
    this.#check(this.#calls.page_keys_step(Math.max(1, Math.min(budget, this.#left))));
    this.#left -= budget;
    const [running, at, count] = this.#answers(3);
    const states = this.#words(at, STATE_WORDS * count);
    return { states, end: running === 1 && this.#left > 0 ? undefined : this.#finish() };
  }

  #finish(): KeysEnd {
    this.#check(this.#calls.page_keys_finish());
    const [found, at, count, bound, states, proven] = this.#answers(6);
    return { tiles: this.#words(at, found === 1 ? count : 0), states, proven: proven === 1, gap: found === 1 ? count - 1 - bound : 0 };
  }
}
