// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// node main.mjs [TICKS] [--paced] [--map FOLDER]: plays the game in a worker, and says what routing took. FOLDER is a map in
// OpenFront's format (manifest.json, map.bin: bit 7 is land); without it a sea of 8 million tiles is generated.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker, isMainThread, parentPort } from 'node:worker_threads';
import { type Order, type Report, serve } from './worker.js';

function readMap(folder: string): Pick<Order, 'width' | 'height' | 'tiles'> {
  const { map } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { map: { width: number; height: number } };
  const tiles = Uint8Array.from(readFileSync(join(folder, 'map.bin')), byte => (byte & 0x80 ? 0 : 1));
  return { width: map.width, height: map.height, tiles };
}

function print(order: Order, report: Report): void {
  const share = (ms: number): string => `${ms.toFixed(2)} ms, ${ms.toFixed(1)} % of a tick`;
  console.log(`${order.width} x ${order.height} tiles, ${order.ships} ships, ${order.ticks} ticks of 100 ms`);
  console.log(`hash of all positions   ${report.hash}`);
  console.log(`craters, ports left     ${report.version}, ${report.ports}`);
  console.log(`routes planned          ${report.plans}`);
  console.log(`map and first routes    ${report.setupMs} ms`);
  console.log(`a tick on average       ${share(report.meanTickMs)}`);
  console.log(`the longest tick        ${share(report.longestTickMs)}`);
  console.log(`memory                  ${report.megabytes} MB`);
}

function play(args: string[]): void {
  const folder = args.includes('--map') ? args[args.indexOf('--map') + 1] : undefined;
  if (folder !== undefined && !existsSync(join(folder, 'map.bin'))) throw new Error(`${folder} has no map.bin`);
  const size = folder === undefined ? { width: 4096, height: 2048 } : readMap(folder);
  const order: Order = { ...size, ships: 200, ticks: Number(args.find(arg => /^\d+$/.test(arg)) ?? 600), paced: args.includes('--paced') };
  const worker = new Worker(new URL(import.meta.url));
  worker.on('message', (report: Report) => {
    print(order, report);
    void worker.terminate();
  });
  worker.postMessage(order);
}

if (isMainThread) play(process.argv.slice(2));
else serve(parentPort!);
