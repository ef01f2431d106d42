// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Queries in slices that may take long: a new one gives up the last, and at a limit there may be no answer yet.
import { LandfallError } from 'landfall/dungeons';
import { timed } from './clock.js';

interface Closable {
  dispose(): void;
}

/** A query that takes so many milliseconds is not repeated to tell the time. */
const LONG = 15;

export class Patient {
  #signal = { aborted: false };

  /** The question under way is no longer asked. */
  stop(): void {
    this.#signal.aborted = true;
  }

  /** The answer of `ask`; what `atLimit` says if none is known by then; undefined if it was stopped. */
  async ask<P extends Closable, A>(place: P, ask: (place: P, signal: { aborted: boolean }) => Promise<A>, atLimit: (place: P) => A): Promise<A | undefined> {
    this.stop();
    const signal = (this.#signal = { aborted: false });
    try {
      return await ask(place, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof LandfallError && error.code === 'LIMIT') return atLimit(place);
      throw error;
    } finally {
      place.dispose();
    }
  }
}

/** What `first` gives, and how many microseconds it takes: of a short one, by repeating it at once. */
export async function timedQuery<R extends { proven: boolean }>(first: () => Promise<R | null>, again: () => unknown): Promise<{ route: R | null; micros: number }> {
  const began = performance.now();
  const route = await first();
  const took = performance.now() - began;
  return { route, micros: took < LONG && (route?.proven ?? true) ? timed(again, 0.5).micros : 1000 * took };
}
