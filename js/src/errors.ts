// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/**
 * What Landfall throws. `code` is for programs, `message` for people.
 *
 * Codes are those of the C library without `LF_` (`E_SOURCE_BLOCKED`, `E_NO_INDEX`, ...), and
 * - `E_ARGUMENT`: a value of the wrong type or range; nothing was done
 * - `E_EDITABLE`: the call is for editable maps alone, or not for them
 * - `E_BUSY`: an index is being built
 * - `E_DISPOSED`: the map was disposed
 * - `E_TRAP`: WebAssembly failed inside a call (a fault of Landfall); the map is closed
 * - `E_WASM`: the WebAssembly module could not be loaded
 *
 * "No route" is not an error: it is `null`.
 */
export class LandfallError extends Error {
  readonly code: string;
  /** For `routes`: the number of the pair that is wrong. */
  readonly index: number | undefined;
  constructor(code: string, message: string, options?: { cause?: unknown; index?: number }) {
    super(message, options && 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'LandfallError';
    this.code = code;
    this.index = options?.index;
  }
}

/** Throws for a bad argument. */
export function refuse(message: string): never {
  throw new LandfallError('E_ARGUMENT', message);
}

/** A value as an error message shows it. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.slice(0, 4).map(show).join(', ')}${value.length > 4 ? ', ...' : ''}]`;
  if (typeof value === 'object' && value !== null) return value.constructor?.name ?? 'an object';
  return String(value);
}

/** A whole number within limits, or an error that says what it is. */
export function whole(value: unknown, least: number, most: number, what: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
    refuse(`${what} must be a whole number from ${least} to ${most}, not ${show(value)}`);
  return value as number;
}

/** The number of a word in a list, or an error that names the list. */
export function choice(value: unknown, words: readonly string[], what: string): number {
  const at = words.indexOf(value as string);
  if (at < 0) refuse(`${what} must be one of ${words.join(', ')}, not ${show(value)}`);
  return at;
}
