// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A thousand units that run to one goal: one field serves them all.
import { type Field, NO_DISTANCE } from 'landfall';
import { nearestWater } from '../ground.js';
import type { Atlas } from './atlas.js';
import { timedOnce } from './clock.js';

export interface HordeOrder {
  goal: number;
  units: number;
}

export interface HordeState {
  /** The tile of each unit. */
  units: Uint32Array;
  /** How many moved. */
  moved: number;
  /** How many have arrived since the field was made. */
  arrived: number;
}

/** Distances as a byte per tile: 1 is near, 255 far, 0 has none. */
export interface Heat {
  bytes: Uint8Array;
  most: number;
}

/** The distances of a field, as bytes. */
export function heatOf(field: Field): Heat {
  const distances = field.distances!;
  let most = 1;
  for (const distance of distances) if (distance !== NO_DISTANCE && distance > most) most = distance;
  const bytes = new Uint8Array(distances.length);
  for (let i = 0; i < bytes.length; i++) if (distances[i] !== NO_DISTANCE) bytes[i] = 1 + Math.floor((254 * distances[i]) / most);
  return { bytes, most };
}

export class Horde {
  #atlas: Atlas;
  #field: Field | undefined;
  #map: object | undefined;
  #units = new Uint32Array(0);
  #goal = 0;
  #arrived = 0;
  #seed = 1;

  constructor(atlas: Atlas) {
    this.#atlas = atlas;
  }

  #below(bound: number): number {
    this.#seed = (Math.imul(this.#seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#seed / 2 ** 32) * bound);
  }

  /** Fills the field, in the same memory if it can; microseconds. Units stay where they are. */
  aim({ goal, units }: HordeOrder): { micros: number; reached: number } {
    const { map, ground } = this.#atlas;
    this.#goal = nearestWater(ground, goal);
    if (this.#map !== map) [this.#field, this.#units] = [undefined, new Uint32Array(0)];
    this.#map = map;
    const to = this.#goal;
    const { micros } = timedOnce(() => {
      if (this.#field) this.#field.fill({ to });
      else this.#field = map.field({ to });
    });
    this.#arrived = 0;
    this.#muster(units);
    return { micros, reached: this.#field!.reached };
  }

  /** As many units as there should be; those that are new, or on land by now, begin anywhere. */
  #muster(count: number): void {
    const { tiles } = this.#atlas.ground;
    const units = new Uint32Array(count);
    for (let i = 0; i < count; i++) units[i] = i < this.#units.length && tiles[this.#units[i]] !== 0 ? this.#units[i] : this.#anywhere();
    this.#units = units;
  }

  /** A tile with a way to the goal. */
  #anywhere(): number {
    const distances = this.#field!.distances!;
    for (let i = 0; i < 400; i++) {
      const tile = this.#below(distances.length);
      if (distances[tile] !== NO_DISTANCE && distances[tile] > 0) return tile;
    }
    return this.#goal;
  }

  /** Each unit moves one tile; those that have arrived begin again. */
  tick(steps: number): HordeState {
    let moved = 0;
    for (let s = 0; s < steps; s++) {
      moved = this.#field!.advance(this.#units);
      for (let i = 0; i < this.#units.length; i++) {
        if (this.#units[i] !== this.#goal) continue;
        this.#arrived++;
        this.#units[i] = this.#anywhere();
      }
    }
    return { units: this.#units.slice(), moved, arrived: this.#arrived };
  }

  heat(): Heat {
    return heatOf(this.#field!);
  }

  distance(tile: number): number | undefined {
    return this.#field?.distance(tile);
  }
}
