// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The simulation in a worker, of Node or of a browser: gets { width, height, tiles?, ships, ticks, paced }, and posts a report.
import { load } from 'landfall/sync';
import { makeSea } from './sea.js';
import { Simulation } from './simulation.js';

export interface Order {
  width: number;
  height: number;
  /** One byte per tile, 1 is water; a generated sea if there are none. */
  tiles?: Uint8Array;
  ships: number;
  ticks: number;
  /** Ten ticks a second, or as fast as it goes. */
  paced: boolean;
}

export interface Report {
  hash: string;
  version: number;
  ports: number;
  plans: number;
  megabytes: number;
  setupMs: number;
  meanTickMs: number;
  longestTickMs: number;
}

const TICK_MS = 100;

export async function simulate(order: Order): Promise<Report> {
  const sea = order.tiles ? { width: order.width, height: order.height, tiles: order.tiles } : makeSea(order.width, order.height, 5);
  const simulation = new Simulation(load(), sea, { ships: order.ships, seed: 16, now: () => performance.now() });
  for (let i = 0; i < order.ticks; i++) {
    const began = performance.now();
    simulation.tick();
    const left = TICK_MS - (performance.now() - began);
    if (order.paced && left > 0) await new Promise(resolve => setTimeout(resolve, left));
  }
  return {
    hash: simulation.hash,
    version: simulation.map.version,
    ports: simulation.ports,
    plans: simulation.plans,
    megabytes: Math.round(simulation.map.byteLength / 1e6),
    setupMs: Math.round(simulation.setup),
    meanTickMs: simulation.routing / order.ticks,
    longestTickMs: simulation.longest,
  };
}

interface Port {
  postMessage(value: unknown): void;
  on?(name: 'message', call: (order: Order) => void): void;
  onmessage?: (event: { data: Order }) => void;
}

/** Answers orders that come through a port: `parentPort` in Node, `self` in a browser. */
export function serve(port: Port): void {
  const answer = (order: Order): void => void simulate(order).then(report => port.postMessage(report));
  if (port.on) port.on('message', answer);
  else port.onmessage = event => answer(event.data);
}
