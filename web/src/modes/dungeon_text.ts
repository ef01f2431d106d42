// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What a hero does, and why a door stays shut, in words.
import type { DungeonEvent, DungeonReason } from 'landfall/dungeons';

const letter = (kind: number): string => String.fromCharCode(97 + (kind % 26));

export const list = (words: string[]): string => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`);

/** "keys a and c", of a set as bits. */
export function keysText(held: number): string {
  const kinds = Array.from({ length: 32 }, (_, kind) => kind).filter(kind => (held >>> kind) & 1);
  return kinds.length === 0 ? 'no key' : `${kinds.length === 1 ? 'key' : 'keys'} ${list(kinds.map(letter))}`;
}

/** "takes key a, opens door A, ..." */
export function eventText(event: DungeonEvent): string {
  return event.key !== undefined ? `takes key ${letter(event.key)}` : `opens door ${letter(event.door!).toUpperCase()}`;
}

/** Why no way leads to the exit. */
export function reasonText({ walled, reached, unreachable, missing, locked }: DungeonReason): string {
  if (walled) return 'Walls alone keep the hero from the exit: not even with every door open is there a way.';
  const doors = [...new Set(locked.map(({ door }) => door))].sort((a, b) => a - b);
  const sentences = doors.map(door => {
    const name = `Door ${letter(door).toUpperCase()} stays shut`;
    if (missing.includes(door)) return `${name}: there is no key ${letter(door)} on the map.`;
    if (unreachable.includes(door)) return `${name}: key ${letter(door)} lies behind a door that the hero cannot open either.`;
    return `${name}.`;
  });
  const got = reached.length > 0 ? ` The hero gets ${reached.length === 1 ? 'key' : 'keys'} ${list(reached.map(letter))}, and that is not enough.` : ' The hero gets no key at all.';
  return sentences.join(' ') + got;
}
