// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Many ships and many ports: each ship's nearest port, with its route, in one question.
import { nearestWater } from '../ground.js';
import type { Atlas } from './atlas.js';
import { timed, timedOnce } from './clock.js';

export interface FleetQuestion {
  ships: number[];
  ports: number[];
}

export interface FleetAnswer {
  /** Index of each ship's nearest port, or -1. */
  nearest: Int32Array;
  /** The routes' tiles, one route after the other; route i ends before ends[i]. */
  tiles: Uint32Array;
  ends: Uint32Array;
  /** Of all lengths between all ships and all ports. */
  matrixMicros: number;
  nearestMicros: number;
}

function onWater({ ground }: Atlas, tiles: number[]): Uint32Array {
  return Uint32Array.from(tiles, tile => nearestWater(ground, tile));
}

export function answerFleet(atlas: Atlas, { ships, ports }: FleetQuestion): FleetAnswer {
  const { map } = atlas;
  const [from, to] = [onWater(atlas, ships), onWater(atlas, ports)];
  const matrix = timed(() => map.matrix({ from, to }), 0.5);
  const { value, micros } = timedOnce(() => map.nearest({ from, to, routes: true }));
  const routes = value.routes!;
  return { nearest: value.targets.slice(), tiles: routes.tiles.slice(), ends: routes.ends.slice(), matrixMicros: matrix.micros, nearestMicros: micros };
}

/** Ships and ports anywhere on the largest water: `count` places, from a seed. */
export function scatter(atlas: Atlas, count: number, seed: number): number[] {
  const { map, ground } = atlas;
  const [home] = atlas.suggestEnds();
  const body = map.body(home);
  let state = seed >>> 0;
  const places: number[] = [];
  for (let tries = 0; places.length < count && tries < 60 * count; tries++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const tile = Math.floor((state / 2 ** 32) * ground.tiles.length);
    if (map.body(tile) === body) places.push(tile);
  }
  return places;
}

/** For each tile the nearest port, as a byte: 1 is the first; 0 has none. */
export function territories(atlas: Atlas, ports: number[]): Uint8Array {
  const field = atlas.map.field({ to: onWater(atlas, ports), owners: true, directions: false });
  const bytes = Uint8Array.from(field.owners!, owner => (owner > 254 ? 0 : owner + 1));
  field.dispose();
  return bytes;
}
