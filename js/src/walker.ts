// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

import { tileNumber } from './ends.js';
import { choice } from './errors.js';
import type { TileMap } from './map.js';
import type { Route } from './route.js';
import type { Query, Tile } from './types.js';

export interface WalkerOptions {
  /**
   * When to plan again after an edit: `shorter` (default), as soon as a shorter route to its target may have opened, so
   * the walker is always on a shortest way there; `broken`, only when its way is blocked. Of several targets it keeps the
   * one that it has, until it plans again. A partial route is planned again after each edit.
   */
  replan?: 'shorter' | 'broken';
}

const REPLAN = ['shorter', 'broken'];

/**
 * A unit that follows a route tick by tick.
 *
 *     const ship = map.walker({ from: port, to: harbour });
 *     // in each tick
 *     const tile = ship.next();
 *
 * It looks at its route again when the map was edited, and plans anew if it has to. Everything it does follows from the
 * map, its edits and the calls: it is the same on every machine.
 */
export class Walker<O = undefined> {
  #map: TileMap;
  #query: Query<O>;
  #patient: boolean;
  #route: Route<O> | null = null;
  /** Index of the position in the route's tiles. */
  #at = 0;
  #position: number | undefined;
  /** Of the map that the rest of the route was last looked at on. */
  #version = 0;
  #plans = 0;

  /** @internal Use `map.walker`. */
  constructor(map: TileMap, query: Query<O> & WalkerOptions) {
    const { replan, ...rest } = query;
    this.#patient = choice(replan ?? 'shorter', REPLAN, 'replan') === 1;
    this.#map = map;
    this.#query = rest as Query<O>;
    this.#plan(this.#query);
  }

  #plan(query: Query<O>): void {
    this.#route = this.#map.route(query);
    this.#at = 0;
    this.#version = this.#map.version;
    this.#plans++;
    if (this.#route) this.#position = this.#route.source;
  }

  /** Plans from where the unit stands. */
  #replan(): void {
    if (this.#position === undefined) this.#plan(this.#query);
    else if (this.#map.isOpen(this.#position)) this.#plan({ ...this.#query, from: this.#position });
    else this.#route = null;
  }

  /** The map was edited: is the rest of the route still good? */
  #look(): void {
    const version = this.#map.version;
    if (version === this.#version) return;
    const good = this.#route !== null && this.#isGood(this.#route);
    this.#version = version;
    if (!good) this.#replan();
  }

  #isGood(route: Route<O>): boolean {
    if (route.partial) return false; // any edit may have opened the way
    const gated = route.gateDepth !== undefined || this.#query.obstacles !== undefined;
    const report = this.#map.still({ tiles: this.rest, version: route.version, costs: route.costs });
    if (report.still === 'broken') return false;
    if (this.#patient && !gated) return true;
    return report.still === 'shortest' && !gated; // depths follow edits, and nothing is known about a gate, or about obstacles
  }

  /**
   * Moves one tile on, and gives the tile; undefined if it is already there, or if there is no way (see `isStuck`).
   * Where there was no way, it tries again after each edit.
   */
  next(): number | undefined {
    if (this.#map.editable) this.#look();
    const tile = this.#route?.tiles[this.#at + 1];
    if (tile === undefined) return undefined;
    this.#at++;
    return (this.#position = tile);
  }

  /** The unit was put on another tile: plans from there. */
  moveTo(tile: Tile): void {
    this.#position = tileNumber(tile, this.#map, 'tile');
    this.#plan({ ...this.#query, from: this.#position });
  }

  /** The unit has another goal: plans from where it stands. */
  retarget(to: Query<O>['to']): void {
    this.#query = { ...this.#query, to };
    this.#plan(this.#position === undefined ? this.#query : { ...this.#query, from: this.#position });
  }

  /** The tile where the unit is; undefined if it never had a route from any of several sources. */
  get position(): number | undefined {
    return this.#position;
  }

  /** The route that is being followed, from where it was planned. */
  get route(): Route<O> | null {
    return this.#route;
  }

  /** The tiles from the position to the target, both included (a view); empty if there is no way. */
  get rest(): Uint32Array {
    return this.#route ? this.#route.tiles.subarray(this.#at) : new Uint32Array(0);
  }

  /** Whether the unit is at its target; at the end of a partial route it is not. */
  get isDone(): boolean {
    return this.#route !== null && !this.#route.partial && this.#at === this.#route.tiles.length - 1;
  }

  /** Whether there is no way, or no more of a partial one, as far as was known at the last call of `next`. */
  get isStuck(): boolean {
    return this.#route === null || (this.#route.partial && this.#at === this.#route.tiles.length - 1);
  }

  /** How often a route was planned. */
  get plans(): number {
    return this.#plans;
  }
}
