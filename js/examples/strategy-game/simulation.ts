// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A headless strategy game: trade ships sail from port to port, transports from the nearest of several ports to a shore, and
// craters turn land into water while they are under way. Nothing here depends on the machine: no clock, no random numbers but
// its own. `now` only measures.
import { type Landfall, type TileMap, type Walker } from 'landfall/sync';
import type { Sea } from './sea.js';

const SPEED = 4; // tiles per tick
const PORTS = 60;
const CRATER_EVERY = 5; // ticks
const WORK = 5_000; // microseconds of work per tick, counted

/** A port stands on land; ships use the water beside it. */
interface Port {
  tile: number;
  water: Uint32Array;
}

interface Ship {
  transport: boolean;
  walker: Walker<Port | undefined>;
}

export interface SimulationOptions {
  ships: number;
  seed: number;
  /** Milliseconds, for the share of a tick that routing takes. */
  now: () => number;
}

export class Simulation {
  readonly map: TileMap;
  ticks = 0;
  /** Milliseconds in Landfall so far: making the map and its ports, and the longest and all ticks after that. */
  setup = 0;
  routing = 0;
  longest = 0;
  #sea: Sea;
  #ports: Port[] = [];
  #ships: Ship[] = [];
  #seed: number;
  #now: () => number;
  #hash = 0x811c9dc5;

  constructor(landfall: Landfall, sea: Sea, options: SimulationOptions) {
    this.#sea = sea;
    this.#seed = options.seed >>> 0;
    this.#now = options.now;
    const began = this.#now();
    this.map = landfall.map({ ...sea, editable: true });
    this.map.buildIndex();
    this.#makePorts();
    for (let i = 0; i < options.ships; i++) this.#ships.push(this.#launch(i % 4 === 3));
    this.setup = this.#now() - began;
  }

  #below(bound: number): number {
    this.#seed = (Math.imul(this.#seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#seed / 2 ** 32) * bound);
  }

  /** The water beside a land tile. */
  #waterOf(tile: number): Uint32Array {
    const { width, height } = this.#sea;
    const [x, y] = [tile % width, Math.floor(tile / width)];
    const water: number[] = [];
    for (let b = Math.max(0, y - 1); b <= Math.min(height - 1, y + 1); b++)
      for (let a = Math.max(0, x - 1); a <= Math.min(width - 1, x + 1); a++) if (this.map.isOpen([a, b])) water.push(b * width + a);
    return Uint32Array.from(water);
  }

  /** Ports lie on the coasts of the ocean, the largest body. */
  #makePorts(): void {
    const ocean = this.#ocean();
    while (this.#ports.length < PORTS) {
      const tile = this.#below(this.#sea.tiles.length);
      if (this.map.isOpen(tile)) continue;
      const water = this.#waterOf(tile).filter(one => this.map.body(one) === ocean);
      if (water.length > 0) this.#ports.push({ tile, water });
    }
  }

  #ocean(): number {
    let ocean = -1;
    for (let i = 0; i < 200; i++) {
      const body = this.map.body(this.#below(this.#sea.tiles.length));
      if (body !== undefined && (ocean < 0 || this.map.bodySize(body) > this.map.bodySize(ocean))) ocean = body;
    }
    return ocean;
  }

  #port(): Port {
    return this.#ports[this.#below(this.#ports.length)]!;
  }

  /** A trade ship begins at one port, a transport at the nearest of five. */
  #launch(transport: boolean): Ship {
    const homes = Array.from({ length: transport ? 5 : 1 }, () => this.#port());
    const from = homes.flatMap(origin => Array.from(origin.water, tile => ({ tile, origin })));
    return { transport, walker: this.map.walker<Port | undefined>({ from, to: this.#port().water }) };
  }

  /** A crater turns land near a port into water. */
  #crater(): void {
    const [x, y] = this.map.point(this.#port().tile);
    this.map.edit({ disc: [x + this.#below(81) - 40, y + this.#below(81) - 40, 5 + this.#below(20)], open: true });
    const kept = this.#ports.filter(port => !this.map.isOpen(port.tile));
    if (kept.length > 1) this.#ports = kept; // a port whose land is gone is lost
  }

  #sail(ship: Ship): void {
    for (let i = 0; i < SPEED; i++) {
      if (ship.walker.next() !== undefined) continue;
      ship.walker.retarget(this.#port().water); // it has arrived, and sails on
    }
    this.#mix(ship.walker.position ?? 0);
  }

  #mix(value: number): void {
    this.#hash = Math.imul(this.#hash ^ (value >>> 16), 0x01000193);
    this.#hash = Math.imul(this.#hash ^ (value & 0xffff), 0x01000193);
  }

  tick(): void {
    const began = this.#now();
    if (this.ticks % CRATER_EVERY === CRATER_EVERY - 1) this.#crater();
    for (const ship of this.#ships) this.#sail(ship);
    this.map.work(WORK);
    this.ticks++;
    const took = this.#now() - began;
    this.routing += took;
    this.longest = Math.max(this.longest, took);
  }

  /** Of all positions of all ships in all ticks. */
  get hash(): string {
    return (this.#hash >>> 0).toString(16).padStart(8, '0');
  }

  get ports(): number {
    return this.#ports.length;
  }

  get plans(): number {
    return this.#ships.reduce((sum, ship) => sum + ship.walker.plans, 0);
  }
}
