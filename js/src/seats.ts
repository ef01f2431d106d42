// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Seats of a map: each is a search with the memory of one query. A query that is under way keeps its seat; others sit
// elsewhere or wait.
import type { Core } from './core.js';
import { countOf } from './ends.js';
import type { ObstacleWords } from './obstacles.js';

/** Which strategies a seat is for; the numbers are those of lfjs_kind in js/shim/shim.h. */
export type Kind = 0 | 1 | 2;
export const EXACT: Kind = 0;
export const GUIDED: Kind = 1;
export const SPINE: Kind = 2;

/** Queries of one kind that may be under way at once. More of them wait: each seat takes memory of its own. */
const MOST = 4;

export interface Seat {
  readonly at: number;
  readonly kind: Kind;
  busy: boolean;
  /** The map has another index since: the seat goes when its query ends. */
  stale: boolean;
  /** Where sources and targets are written, and how many fit. */
  sources: number;
  sourceRoom: number;
  targets: number;
  targetRoom: number;
}

export class Seats {
  #core: Core;
  #seats: Seat[] = [];
  #waiting: { kind: Kind; give: (seat: Seat) => void; fail: (error: unknown) => void }[] = [];

  constructor(core: Core) {
    this.#core = core;
  }

  #make(kind: Kind): Seat {
    const core = this.#core;
    core.check(core.calls.lfjs_seat_create(kind));
    const seat: Seat = { at: core.answer[0] as number, kind, busy: false, stale: false, sources: 0, sourceRoom: 0, targets: 0, targetRoom: 0 };
    this.#seats.push(seat);
    return seat;
  }

  /** Writes the ends of a query: a source takes four words, of which the first is the tile. */
  sit(seat: Seat, sources: number | Uint32Array, targets: number | Uint32Array, obstacles?: ObstacleWords): void {
    const core = this.#core;
    if (obstacles) this.block(seat, obstacles);
    if (seat.sourceRoom < countOf(sources)) {
      seat.sources = core.place(core.calls.lfjs_sources(seat.at, countOf(sources))) >>> 2;
      seat.sourceRoom = countOf(sources);
    }
    if (seat.targetRoom < countOf(targets)) {
      seat.targets = core.place(core.calls.lfjs_targets(seat.at, countOf(targets))) >>> 2;
      seat.targetRoom = countOf(targets);
    }
    const numbers = core.numbers;
    if (typeof sources === 'number') numbers[seat.sources] = sources;
    else for (let i = 0; i < sources.length; i++) numbers[seat.sources + 4 * i] = sources[i] as number;
    if (typeof targets === 'number') numbers[seat.targets] = targets;
    else numbers.set(targets, seat.targets);
  }

  /** Writes the obstacles of a query: rectangles of five words each, then the planes. */
  block(seat: Seat, { list, planes, which }: ObstacleWords): void {
    const core = this.#core;
    const at = core.place(core.calls.lfjs_obstacles(seat.at, list.length / 5, which));
    new Int32Array(core.buffer, at, list.length).set(list);
    planes.forEach((plane, i) => new Uint8Array(core.buffer, at + list.byteLength + i * plane.length, plane.length).set(plane));
  }

  #idle(kind: Kind): Seat | undefined {
    for (const seat of this.#seats) if (seat.kind === kind && !seat.busy && !seat.stale) return seat;
    return undefined;
  }

  /** A seat for a query that is answered at once: it does not wait, and nobody sees it busy. */
  now(kind: Kind): Seat {
    return this.#idle(kind) ?? this.#make(kind);
  }

  /** A seat for a query that takes several slices. */
  take(kind: Kind): Promise<Seat> {
    const busy = this.#seats.filter(seat => seat.kind === kind && seat.busy).length;
    if (busy >= MOST) return new Promise((give, fail) => this.#waiting.push({ kind, give, fail }));
    const seat = this.now(kind);
    seat.busy = true;
    return Promise.resolve(seat);
  }

  /** Ends a query. The next one that waits sits down. */
  give(seat: Seat): void {
    seat.busy = false;
    if (this.#core.isClosed) return this.#dismiss();
    if (seat.stale) this.#remove(seat);
    const at = this.#waiting.findIndex(one => one.kind === seat.kind);
    const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (next) this.take(next.kind).then(next.give, next.fail);
  }

  /** The map is closed: whoever waits is told. */
  #dismiss(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) {
      try {
        this.#core.alive();
      } catch (error) {
        one.fail(error);
      }
    }
  }

  #remove(seat: Seat): void {
    this.#seats.splice(this.#seats.indexOf(seat), 1);
    this.#core.calls.lfjs_seat_destroy(seat.at);
  }

  /** The map has another index: exact seats are made anew. */
  renew(): void {
    for (const seat of this.#seats.filter(one => one.kind === EXACT)) {
      if (seat.busy) seat.stale = true;
      else this.#remove(seat);
    }
  }

  /** The map has a new state: seats without a query let go of the old one, which frees its memory. */
  follow(): void {
    for (const seat of this.#seats) if (!seat.busy) this.#core.check(this.#core.calls.lfjs_seat_turn(seat.at));
  }
}
