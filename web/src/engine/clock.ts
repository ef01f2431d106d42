// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// How long a call takes, in microseconds. The clock of a page may tick only every 100 microseconds, so that short calls are
// repeated until the clock can tell.

export interface Timed<T> {
  value: T;
  /** Of one call, on average. */
  micros: number;
  /** How often it was called. */
  runs: number;
}

/** A call that takes so many milliseconds is not repeated. */
const LONG = 15;
/** Of so many rounds the fastest counts: in the others, the machine did something else as well. */
const ROUNDS = 3;

/** Calls once, which warms up, and again in rounds of `enough` milliseconds, each up to `most` times. */
export function timed<T>(call: () => T, enough = 1, most = 200): Timed<T> {
  const began = performance.now();
  const value = call();
  const first = performance.now() - began;
  if (first >= LONG) return { value, micros: first * 1000, runs: 1 };
  let [micros, runs] = [Infinity, 0];
  for (let i = 0; i < ROUNDS; i++) {
    const round = oneRound(call, enough, most);
    runs += round.runs;
    micros = Math.min(micros, round.micros);
  }
  return { value, micros, runs };
}

function oneRound(call: () => unknown, enough: number, most: number): { micros: number; runs: number } {
  const began = performance.now();
  let [runs, spent] = [0, 0];
  while (spent < enough && runs < most) {
    call();
    runs++;
    spent = performance.now() - began;
  }
  return { micros: (spent * 1000) / runs, runs };
}

/** Calls once: for what cannot be repeated. */
export function timedOnce<T>(call: () => T): Timed<T> {
  const began = performance.now();
  const value = call();
  return { value, micros: (performance.now() - began) * 1000, runs: 1 };
}
