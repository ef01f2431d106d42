// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What heroes do, what they have, and why there is no way, in words.
import type { PuzzleEvent, PuzzleReason } from 'landfall/dungeons';
import { count } from '../dom.js';
import { type PuzzleBoard, thingName } from '../puzzle.js';
import { list } from './dungeon_text.js';
import type { Moment } from './puzzle_moment.js';

/** "Hero 2 takes key a." */
export function eventText(event: PuzzleEvent, hero: number, { names, together, things }: PuzzleBoard): string {
  const name = thingName(event, names);
  const need = things.find(({ tile }) => tile === event.tile)?.need ?? 1;
  const did = {
    took: `takes ${name}`, unlocked: `opens ${name} with ${need === 1 ? 'a key' : `${need} keys`}`, passed: `goes through ${name}`, pressed: `turns ${name}`,
    jumped: `jumps by ${name}`, visited: `visits ${name}`, shut: `leaves, and ${name} shuts for good`,
  }[event.what];
  return `${together ? `Hero ${hero + 1}` : 'The hero'} ${did}.`;
}

/** Why no way leads to the goal. */
export function reasonText({ walled, reached, unreached, states }: PuzzleReason, { names }: PuzzleBoard): string {
  if (walled) return 'The goal is out of reach even if nothing were ever shut.';
  const keys = (kinds: number[]): string => `${kinds.length === 1 ? 'key' : 'keys'} ${list(kinds.map(kind => names[kind]))}`;
  const got = reached.length > 0 ? ` To be had: ${keys(reached)}.` : '';
  return `All ${count(states)} states were tried.${unreached.length > 0 ? ` Out of reach: ${keys(unreached)}.` : ''}${got}`;
}

/** Keys, switches, places and tiles as they are now. */
export function momentText({ taken, spent, turned, visited, shut }: Moment, { names, usedUp }: PuzzleBoard): string {
  const keys = [...taken].map(([kind, number]) => {
    const left = number - (spent.get(kind) ?? 0);
    return usedUp.includes(kind) ? `${names[kind]} ${left} of ${number}` : number > 1 ? `${names[kind]} ${number}` : names[kind];
  });
  const parts = [
    `Keys: ${keys.join(', ') || 'none'}`, ...(turned.size > 0 ? [`turned: ${[...turned].map(kind => names[kind]).join(', ')}`] : []),
    ...(visited.length > 0 ? [`visited: ${visited.map(kind => kind + 1).join(', ')}`] : []), ...(shut.size > 0 ? [`shut: ${shut.size} ${shut.size === 1 ? 'tile' : 'tiles'}`] : []),
  ];
  return `${parts.join('; ')}.`;
}
