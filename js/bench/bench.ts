// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Landfall and the packages that games use now, on the same maps, in one process, one after the other. Times are CPU times of
// this process, so a busy machine disturbs them little. Each answer's cost is compared with the shortest.
import { load } from 'landfall/sync';
import { makeSea, type Sea } from '../examples/strategy-game/sea.js';
import { rivals, type Rival } from './rivals.js';

const SIZES: readonly [number, number][] = [[128, 128], [512, 512], [1024, 1024], [4096, 2048]];
const QUERIES = 40;

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Pairs of tiles of one body, with the cost of the shortest route. */
function questions(sea: Sea): { from: number; to: number; cost: number }[] {
  const map = load().map({ ...sea, cost: 'octile' });
  map.buildIndex();
  let seed = 7;
  const below = (bound: number): number => Math.floor(((seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32) * bound);
  const list = [];
  while (list.length < QUERIES) {
    const [from, to] = [below(sea.tiles.length), below(sea.tiles.length)];
    if (map.body(from) === undefined || map.body(from) !== map.body(to)) continue;
    list.push({ from, to, cost: map.route({ from, to })!.cost });
  }
  return list;
}

async function measure(rival: Rival, sea: Sea): Promise<string> {
  const list = questions(sea);
  const began = cpu();
  const ask = await rival.prepare(sea);
  const prepared = cpu() - began;
  const [times, excess]: [number[], number[]] = [[], []];
  for (const { from, to, cost } of list) {
    const at = cpu();
    const found = ask(from, to);
    times.push(cpu() - at);
    excess.push(found === undefined ? NaN : cost === 0 ? 0 : found / cost - 1);
  }
  const found = excess.filter(one => !Number.isNaN(one));
  const mean = found.reduce((sum, one) => sum + one, 0) / found.length;
  const average = times.reduce((sum, one) => sum + one, 0) / times.length;
  return `| ${rival.name} | ${(prepared / 1000).toFixed(0)} ms | ${(average / 1000).toFixed(3)} ms | ${(100 * mean).toFixed(2)} % | ${found.length} of ${list.length} |`;
}

async function main(): Promise<void> {
  for (const [width, height] of SIZES) {
    const sea = makeSea(width, height, 5);
    console.log(`\n${width} x ${height} tiles, ${QUERIES} routes\n`);
    console.log('| package | to prepare | a route, mean | longer than the shortest | found |\n|---|---|---|---|---|');
    for (const rival of rivals) console.log(await row(rival, sea));
  }
}

async function row(rival: Rival, sea: Sea): Promise<string> {
  if (sea.tiles.length > rival.most) return `| ${rival.name} | not tried: too large | | | |`;
  return measure(rival, sea).catch(error => `| ${rival.name} | failed: ${(error as Error).message} | | | |`);
}

void main();
