// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A puzzle as the page has it: devices on tiles, heroes, exits and rules. The tiles are those of the ground.
import type { Device, DeviceType, Heading } from 'landfall/dungeons';

/** A device whose tile is a number. */
export interface Thing extends Device {
  tile: number;
  type: DeviceType;
  kind: number;
}

export type PuzzleGoal = 'exit' | 'all-keys' | 'all-keys-exit';
export type PuzzleMoves = 'orthogonal' | 'king';

export interface PuzzleBoard {
  things: Thing[];
  /** Of the kinds of keys, doors, switches, barriers and teleporters. */
  names: string[];
  /** Kinds of keys that are used up. */
  usedUp: number[];
  /** Keys that the goal asks for, by kind. */
  needed: Record<number, number>;
  heroes: number[];
  exits: number[];
  /** Whether each start is a hero; if not, one hero begins at any of them. */
  together: boolean;
  goal: PuzzleGoal;
  moves: PuzzleMoves;
}

export const HEADINGS: readonly Heading[] = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];
export const MOST_HEROES = 8;
export const MOST_KINDS = 64;

/** What a thing is called: "key gem", "place 2", "floor". */
export function thingName({ type, kind }: { type: DeviceType; kind: number }, names: readonly string[]): string {
  return type === 'floor' ? 'floor' : type === 'place' ? `place ${kind + 1}` : `${type} ${names[kind] ?? kind + 1}`;
}

/** Everything about a thing: "door gem, needs 3, once, east". */
export function thingText(thing: Thing, names: readonly string[]): string {
  const { need = 1, open, once, heading } = thing;
  return [thingName(thing, names), ...(thing.type === 'door' && need > 1 ? [`needs ${need}`] : []), ...(open ? ['open at first'] : []), ...(once ? ['shuts behind the first'] : []), ...(heading ? [`to the ${heading} only`] : [])].join(', ');
}

/** The things on open tiles: what a wall covers is not there. */
export const thingsOn = (tiles: Uint8Array, { things }: PuzzleBoard): Thing[] => things.filter(({ tile }) => tiles[tile] !== 0);
