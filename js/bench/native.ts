// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// native.ts FOLDER PROGRAM [TILES WIDTH HEIGHT PAIRS]: the same questions in JavaScript and in C (native.c), in turns, in CPU
// time, and the ratio of the least times. Also what a call costs by itself, how long it takes from `load` to the first route,
// and memory. `js/bench/native` builds everything and runs it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, type Strategy, type TileMap } from 'landfall/sync';
import { makeSea } from '../examples/strategy-game/sea.js';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** How often all queries are asked; the least time counts. Engines need several passes until all code is compiled well. */
const PASSES = 8;
/** What each ratio should be at most. */
const AIMS: [name: string, most: number][] = [['headland', 2.0], ['spine', 1.8], ['expand', 1.4], ['flood', 1.3], ['index', 1.5]];

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

// ---- One run --------------------------------------------------------------------------------------------------------

function ask(map: TileMap, pairs: Uint32Array, strategy: Strategy): number {
  let moves = 0;
  for (let i = 0; i < pairs.length; i += 2) moves += map.route({ from: pairs[i]!, to: pairs[i + 1]!, strategy })!.length;
  return moves;
}

function measure(name: Strategy, map: TileMap, pairs: Uint32Array): void {
  let [least, moves] = [Infinity, 0];
  for (let pass = 0; pass < PASSES; pass++) {
    const began = cpu();
    moves = ask(map, pairs, name);
    least = Math.min(least, cpu() - began);
  }
  console.log(`${name} ${least}\n${name}.moves ${moves}\n${name}.memory ${map.byteLength}`);
}

function timeIndex(map: TileMap, name: string): void {
  const began = cpu();
  map.buildIndex();
  console.log(`${name} ${cpu() - began}`);
}

/** Microseconds of a call for neighbouring tiles. */
function neighbours(map: TileMap, pairs: Uint32Array, name: string): void {
  const from = pairs.find(tile => tile % map.width > 0 && map.isOpen(tile) && map.isOpen(tile - 1))!;
  const CALLS = 200_000;
  let least = Infinity;
  for (let round = 0; round < 5; round++) {
    const began = cpu();
    for (let i = 0; i < CALLS; i++) map.route({ from, to: from - 1 });
    least = Math.min(least, (cpu() - began) / CALLS);
  }
  console.log(`${name} ${least}`);
}

function single(file: string, width: number, height: number, pairFile: string): void {
  const tiles = new Uint8Array(readFileSync(file));
  const pairs = new Uint32Array(new Uint8Array(readFileSync(pairFile)).buffer);
  const began = cpu();
  const map = load().map({ width, height, tiles });
  console.log(`map ${cpu() - began}\nmap.memory ${map.byteLength}`);
  measure('flood', map, pairs);
  neighbours(map, pairs, 'call');
  measure('spine', map, pairs);
  timeIndex(map, 'index');
  timeIndex(map, 'index, again');
  measure('headland', map, pairs);
  neighbours(map, pairs, 'call, with an index');
  measure('expand', map, pairs);
}

/** Milliseconds from `load` to the first route, without the map. */
async function first(entry: string): Promise<void> {
  const { load: loadIt } = (await import(entry)) as { load(): Promise<{ map(options: object): TileMap }> };
  const tiles = new Uint8Array(2_000_000).fill(1);
  const began = performance.now();
  const landfall = await loadIt();
  const loaded = performance.now();
  const map = landfall.map({ width: 2000, height: 1000, tiles });
  const made = performance.now();
  map.route({ from: 0, to: 1_999_999 });
  console.log(`load ${loaded - began}\nmap ${made - loaded}\nroute ${performance.now() - made}`);
}

// ---- All of them ----------------------------------------------------------------------------------------------------

type Numbers = Map<string, number>;

function numbersOf(program: string, ...args: string[]): Numbers {
  const lines = execFileSync(program, args, { encoding: 'utf8' }).trim().split('\n');
  return new Map(lines.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

/** The least of each number. */
function least(all: Numbers[]): Numbers {
  return new Map([...all[0]!.keys()].map(name => [name, Math.min(...all.map(one => one.get(name)!))]));
}

/** The real map if it is here, otherwise a generated one; and 200 queries. */
function input(folder: string): [name: string, ...args: string[]] {
  const shared = join(process.env.LF_SHARED_DATA ?? '', 'maps/giantworldmap');
  const isReal = existsSync(join(shared, 'map.bin'));
  const [width, height] = [4108, 1948];
  const tiles = isReal ? new Uint8Array(readFileSync(join(shared, 'map.bin'))).map(byte => ((byte & 0x80) === 0 ? 1 : 0)) : makeSea(width, height, 5).tiles;
  const list = join(shared, 'queries.csv');
  const pairs = isReal && existsSync(list) ? listed(list, width) : seeded(tiles, width, height);
  const files = ['native.tiles', 'native.pairs'].map(name => join(folder, name)) as [string, string];
  writeFileSync(files[0], tiles);
  writeFileSync(files[1], new Uint8Array(pairs.buffer));
  return [isReal ? 'giantworldmap' : 'a generated sea', files[0], String(width), String(height), files[1]];
}

function listed(file: string, width: number): Uint32Array {
  const rows = readFileSync(file, 'utf8').trim().split('\n').slice(1).map(row => row.split(',').map(Number) as [number, number, number, number]);
  return Uint32Array.from(rows.flatMap(([x, y, toX, toY]) => [y * width + x, toY * width + toX]));
}

function seeded(tiles: Uint8Array, width: number, height: number): Uint32Array {
  const map = load().map({ width, height, tiles });
  let seed = 7;
  const below = (bound: number): number => Math.floor(((seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32) * bound);
  const pairs: number[] = [];
  while (pairs.length < 400) {
    const [from, to] = [below(tiles.length), below(tiles.length)];
    if (map.body(from) !== undefined && map.body(from) === map.body(to)) pairs.push(from, to);
  }
  return Uint32Array.from(pairs);
}

function report(native: Numbers, wasm: Numbers): void {
  const ms = (value: number): string => (value / 1000).toFixed(1);
  console.log('| CPU time | native, ms | JavaScript, ms | ratio | aim |\n|---|---|---|---|---|');
  for (const [name, aim] of [...AIMS, ['index, again', 1.5], ['map', NaN]] as [string, number][]) {
    const ratio = wasm.get(name)! / native.get(name)!;
    const verdict = Number.isNaN(aim) ? '' : `${aim.toFixed(1)}${ratio > aim ? ' MISSED' : ''}`;
    console.log(`| ${name} | ${ms(native.get(name)!)} | ${ms(wasm.get(name)!)} | ${ratio.toFixed(2)} | ${verdict} |`);
  }
  for (const name of ['headland', 'flood'])
    if (native.get(`${name}.moves`) !== wasm.get(`${name}.moves`)) throw new Error(`${name}: other lengths than native`);
  console.log('\n| memory after | native, MB | JavaScript, MB | ratio | aim |\n|---|---|---|---|---|');
  for (const name of ['map', 'flood', 'spine', 'headland', 'expand']) {
    const [a, b] = [native.get(`${name}.memory`)! / 1e6, wasm.get(`${name}.memory`)! / 1e6];
    console.log(`| ${name} | ${a.toFixed(1)} | ${b.toFixed(1)} | ${(b / a).toFixed(2)} | 1.2${b / a > 1.2 ? ' MISSED' : ''} |`);
  }
  for (const name of ['call', 'call, with an index']) {
    const us = wasm.get(name)!;
    console.log(`\nroute of neighbouring tiles, ${name}: ${us.toFixed(2)} us (aim 1${us > 1 ? ', MISSED' : ''})`);
  }
}

function all(folder: string, program: string, entries: string[]): void {
  const [name, ...args] = input(folder);
  const self = process.argv[1]!;
  const node = (...rest: string[]): Numbers => numbersOf(process.execPath, self, ...rest);
  const [native, wasm]: [Numbers[], Numbers[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    native.push(numbersOf(program, ...args));
    wasm.push(node(folder, program, ...args));
  }
  console.log(`${name}, 200 queries, the least of ${ROUNDS} rounds, Node ${process.version}\n`);
  report(least(native), least(wasm));
  for (const entry of entries) {
    const times = least(Array.from({ length: 5 }, () => node(entry)));
    const sum = times.get('load')! + times.get('route')!;
    console.log(`\nload to first route, 2000 x 1000, ${entry.slice(entry.lastIndexOf('/') + 1)}: ${sum.toFixed(1)} ms (load ${times.get('load')!.toFixed(1)}, ` +
      `route ${times.get('route')!.toFixed(1)}; aim 50${sum > 50 ? ', MISSED' : ''}), and the map ${times.get('map')!.toFixed(1)} ms`);
  }
}

const args = process.argv.slice(2);
if (args.length === 1) void first(args[0]!);
else if (args.length === 6) single(args[2]!, Number(args[3]), Number(args[4]), args[5]!);
else all(args[0]!, args[1]!, args.slice(2));
