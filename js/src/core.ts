// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The other side of js/shim: one WebAssembly instance, its memory, and its calls.
import { LandfallError } from './errors.js';

/** What every module of js/shim exports. All numbers are 32-bit integers or doubles; pointers are read with >>> 0. */
export interface CommonCalls {
  lfjs_words_at(): number;
  lfjs_answer_at(): number;
  lfjs_alloc(size: number): number;
  lfjs_free(at: number): void;
  lfjs_status_text(status: number): number;
  lfjs_status_name(status: number): number;
  lfjs_version(): number;
}

/** The module of routes. */
export interface Calls extends CommonCalls {
  lfjs_fault_text(fault: number): number;
  lfjs_routes_version(): number;
  lfjs_open(tiles: number, tilesSize: number, plane: number, planeSize: number): number;
  lfjs_map_version(): number;
  lfjs_open_count(): number;
  lfjs_is_open(tile: number): number;
  lfjs_open_tiles(to: number): void;
  lfjs_body(tile: number): number;
  lfjs_body_size(body: number): number;
  lfjs_depth_at(tile: number): number;
  lfjs_depth_between(from: number, to: number): number;
  lfjs_check(tiles: number, count: number): number;
  lfjs_seat_create(kind: number): number;
  lfjs_seat_destroy(seat: number): void;
  lfjs_seat_turn(seat: number): number;
  lfjs_sources(seat: number, count: number): number;
  lfjs_targets(seat: number, count: number): number;
  lfjs_obstacles(seat: number, count: number, planes: number): number;
  lfjs_begin(seat: number, sources: number, targets: number): number;
  lfjs_step(seat: number, budget: number): number;
  lfjs_budget_left(seat: number): number;
  lfjs_reaches(seat: number, sources: number, targets: number): number;
  lfjs_finish(seat: number): number;
  lfjs_find(seat: number, sources: number, targets: number): number;
  lfjs_routes(seat: number, pairs: number, count: number, ends: number): number;
  lfjs_shape(seat: number, tiles: number, count: number): number;
  lfjs_weights_create(plane: number, table: number, depthTable: number): number;
  lfjs_weights_destroy(weights: number): void;
  lfjs_weights_at(weights: number, tile: number): number;
  lfjs_world_weigh(plane: number, size: number, table: number, depthTable: number): number;
  lfjs_world_weights(number: number): number;
  lfjs_set_weights(plane: number, size: number): number;
  lfjs_world_weights_at(number: number, tile: number): number;
  lfjs_index_begin(minDepth: number, keepLegs: number): number;
  lfjs_index_step(budget: number): number;
  lfjs_index_cancel(): void;
  lfjs_index_load(bytes: number, size: number): number;
  lfjs_index_save_size(minDepth: number): number;
  lfjs_index_save(minDepth: number, bytes: number, size: number): number;
  lfjs_set_disc(x: number, y: number, radius: number, open: number): number;
  lfjs_set_rect(x: number, y: number, width: number, height: number, open: number): number;
  lfjs_set_tiles(tiles: number, count: number, open: number): number;
  lfjs_set_stencil(bits: number, mask: number, size: number): number;
  lfjs_discard(): void;
  lfjs_commit(): number;
  lfjs_has_work(): number;
  lfjs_work(budget: number): number;
  lfjs_still(seat: number, tiles: number, count: number, version: number, cost: number): number;
  lfjs_matrix_create(cost: number, weights: number, number: number): number;
  lfjs_matrix_destroy(matrix: number): void;
  lfjs_matrix_turn(matrix: number): number;
  lfjs_matrix_ends(matrix: number, count: number, targets: number): number;
  lfjs_matrix_begin(matrix: number, sources: number, targets: number, nearest: number, skip: number): number;
  lfjs_matrix_step(matrix: number, budget: number): number;
  lfjs_field_create(): number;
  lfjs_field_destroy(field: number): void;
  lfjs_field_targets(field: number, count: number): number;
  lfjs_field_begin(field: number, targets: number, limit: number): number;
  lfjs_field_step(field: number, budget: number): number;
  lfjs_field_finish(field: number): number;
  lfjs_field_cost(field: number, tile: number): number;
  lfjs_clearance(squares: number, capacity: number, edgeBlocked: number): number;
}

type Call = (a?: number, b?: number, c?: number, d?: number, e?: number) => number;

/** Statuses that are answers. */
export const OK = 0;
export const NO_ROUTE = 1;
export const PAUSED = 2;
export const BROKEN = 3;
export const LIMIT = 4;
export const PARTIAL = 5;
/** The error of a query that has no answer yet. */
export const NOT_ENDED = -20;

export class Core<C extends CommonCalls = Calls> {
  /** The calls, each of which closes the core if WebAssembly traps. */
  calls: C;
  #words: Int32Array;
  /** What was last written there. */
  #put: ArrayLike<number> | undefined;
  #answer: Float64Array;
  #memory: WebAssembly.Memory;
  #numbers: Uint32Array;
  #closed: LandfallError | undefined;

  constructor(module: WebAssembly.Module) {
    const { memory, ...functions } = new WebAssembly.Instance(module).exports as Record<string, unknown>;
    this.#memory = memory as WebAssembly.Memory;
    this.#numbers = new Uint32Array(this.#memory.buffer);
    const calls: Record<string, Call> = {};
    for (const [name, call] of Object.entries(functions)) calls[name] = this.#guard(call as Call);
    this.calls = calls as unknown as C;
    this.#words = this.#viewWords();
    this.#answer = this.#viewAnswer();
  }

  #viewWords(): Int32Array {
    return new Int32Array(this.#memory.buffer, this.calls.lfjs_words_at(), 32);
  }

  #viewAnswer(): Float64Array {
    return new Float64Array(this.#memory.buffer, this.calls.lfjs_answer_at(), 32);
  }

  /** The same call with the same number of arguments (others are slower), which ends the map if it traps. */
  #guard(call: Call): Call {
    const failed = (error: unknown) => this.#trapped(error);
    switch (call.length) {
      case 0: return () => { try { return call(); } catch (error) { throw failed(error); } };
      case 1: return a => { try { return call(a); } catch (error) { throw failed(error); } };
      case 2: return (a, b) => { try { return call(a, b); } catch (error) { throw failed(error); } };
      case 3: return (a, b, c) => { try { return call(a, b, c); } catch (error) { throw failed(error); } };
      case 4: return (a, b, c, d) => { try { return call(a, b, c, d); } catch (error) { throw failed(error); } };
      default: return (a, b, c, d, e) => { try { return call(a, b, c, d, e); } catch (error) { throw failed(error); } };
    }
  }

  /** After a trap nothing in the memory can be trusted. */
  #trapped(error: unknown): LandfallError {
    const text = 'WebAssembly failed inside Landfall (please report the input); the map is closed';
    return (this.#closed = new LandfallError('E_TRAP', text, { cause: error }));
  }

  /** Lets go of the instance and its memory. */
  close(): void {
    this.#closed ??= new LandfallError('E_DISPOSED', 'the map was disposed');
    this.calls = {} as C;
    this.#memory = undefined as never;
    this.#numbers = this.#words = this.#answer = undefined as never;
  }

  /** Throws if the core is closed. Every public call begins here. */
  alive(): void {
    if (this.#closed) throw new LandfallError(this.#closed.code, this.#closed.message, { cause: this.#closed.cause });
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  /**
   * The memory as 32-bit numbers. Memory that grows has a new buffer: ask again after each call. Views of the old one are
   * empty then. (To look at the length is far cheaper than to ask for the buffer.)
   */
  get numbers(): Uint32Array {
    if (this.#numbers.length === 0) this.#numbers = new Uint32Array(this.#memory.buffer);
    return this.#numbers;
  }

  get byteLength(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Writes what the next call reads. Words that are still there from the last time are not written again. */
  put(words: ArrayLike<number>): void {
    if (this.#put === words) return;
    if (this.#words.length === 0) this.#words = this.#viewWords();
    this.#words.set(words);
    this.#put = words;
  }

  /** What the last call has written. */
  get answer(): Float64Array {
    if (this.#answer.length === 0) this.#answer = this.#viewAnswer();
    return this.#answer;
  }

  /** Throws for a negative status, and gives back any other. */
  check(status: number, index?: number): number {
    if (status >= 0) return status;
    const code = this.text(this.calls.lfjs_status_name(status)).slice(3);
    const where = index === undefined ? '' : `pair ${index}: `;
    throw new LandfallError(code, where + this.text(this.calls.lfjs_status_text(status)), index === undefined ? {} : { index });
  }

  text(at: number): string {
    const bytes = new Uint8Array(this.#memory.buffer);
    let text = '';
    for (let i = at >>> 0; bytes[i] !== 0; i++) text += String.fromCharCode(bytes[i] as number);
    return text;
  }

  /** A pointer that must not be NULL. */
  place(at: number): number {
    if (at === 0) throw new LandfallError('E_NOMEM', 'out of memory: WebAssembly has no room for this');
    return at >>> 0;
  }

  alloc(size: number): number {
    return this.place(this.calls.lfjs_alloc(size));
  }

  /** Copies bytes into the memory for the time of a call. */
  withBytes<T>(bytes: Uint8Array, call: (at: number, size: number) => T): T {
    return this.withRoom(bytes.length, at => {
      new Uint8Array(this.#memory.buffer, at, bytes.length).set(bytes);
      return call(at, bytes.length);
    });
  }

  /** The memory. Memory that grows has a new buffer: ask again after each call. */
  get buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  /** Makes room in the memory for the time of a call. */
  withRoom<T>(size: number, call: (at: number) => T): T {
    const at = this.alloc(size);
    try {
      return call(at);
    } finally {
      if (!this.#closed) this.calls.lfjs_free(at);
    }
  }

  /** A copy of bytes of the memory. */
  bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, at >>> 0, size).slice();
  }

  /** A copy of 32-bit numbers of the memory. */
  tiles(at: number, count: number): Uint32Array {
    const first = (at >>> 0) >>> 2;
    const numbers = this.numbers;
    if (count > FEW) return numbers.slice(first, first + count);
    const few = new Uint32Array(count);
    for (let i = 0; i < count; i++) few[i] = numbers[first + i] as number;
    return few;
  }

  /** A copy of doubles of the memory. */
  doubles(at: number, count: number): Float64Array {
    return new Float64Array(this.#memory.buffer, at >>> 0, count).slice();
  }
}

/** The version of the library that a module was made from. */
export function versionText<C extends CommonCalls>({ calls }: Core<C>): string {
  const version = calls.lfjs_version();
  return [version >> 16, (version >> 8) & 255, version & 255].join('.');
}

/** Frees what belongs to objects that are garbage while their map is not. */
const net = /* @__PURE__ */ new FinalizationRegistry<() => void>(free => free());

/** How to free a part of a map's memory that belongs to `owner`: when it is called, or when the owner is garbage. */
export function ownedBy(owner: object, core: Core, at: number, free: 'lfjs_field_destroy' | 'lfjs_weights_destroy'): () => void {
  const reference = new WeakRef(core); // the net must not keep the memory of a map
  let isFreed = false;
  const release = (): void => {
    const alive = reference.deref();
    if (!isFreed && alive && !alive.isClosed) alive.calls[free](at);
    isFreed = true;
  };
  net.register(owner, release);
  return release;
}

/** So few numbers are copied faster one by one. */
const FEW = 16;

/** The bytes of numbers as they lie in memory. */
export function bytesOf(numbers: Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}
