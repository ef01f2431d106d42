// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// node --test node.test.mjs: the suite in Node, with each way to load the package.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { tests } from './suite.mjs';

const dist = new URL('../../build/js/package/dist/', import.meta.url);
const golden = readFileSync(new URL('../../tests/golden/routes.txt', import.meta.url), 'utf8');
const index = await import(new URL('index.js', dist));
const sync = await import(new URL('sync.js', dist));
const keys = await import(new URL('dungeons.js', dist));
const keysSync = await import(new URL('dungeonssync.js', dist));
const common = createRequire(dist)('./index.cjs');
const dungeons = await keys.loadDungeons();
const bytes = name => readFileSync(new URL(name, dist));

for (const [name, run] of tests) test(`vectors: ${name}`, async () => run({ api: index, landfall: await index.load(), dungeons, golden, cells: true }));
for (const [name, run] of tests)
  test(`no vectors: ${name}`, async () => run({ api: index, landfall: await index.load({ wasm: bytes('landfall-nosimd.wasm') }), dungeons, golden }));
test('sync: golden routes', () => tests[0][1]({ api: sync, landfall: sync.load(), golden }));
test('CommonJS: golden routes', async () => tests[0][1]({ api: common, landfall: await common.load(), golden }));

test('keys and doors: sync and CommonJS', async () => {
  const board = { width: 3, height: 1, tiles: Uint8Array.of(1, 1, 1), fixtures: [{ tile: 0, key: 0 }, { tile: 2, door: 0 }] };
  const required = createRequire(dist);
  for (const each of [keysSync.loadDungeons(), required('./dungeonssync.cjs').loadDungeons(), await required('./dungeons.cjs').loadDungeons()])
    assert.deepEqual([...each.dungeon(board).route({ from: 1, to: 2 }).tiles], [1, 0, 1, 2]);
  assert.equal(keysSync.loadDungeons(), keysSync.loadDungeons());
});

// landfall/sync has a smaller module than the one that is fetched, which the package has nowhere else.
const MODULES = { 'packed.js': ['../../landfall-small.wasm', 'landfall-nosimd.wasm'], 'packeddungeons.js': ['dungeons.wasm'] };

test('inlined modules are the files', async () => {
  const { unpackModule } = await import(new URL('unpack.js', dist));
  for (const [name, files] of Object.entries(MODULES)) {
    const [packed] = Object.values(await import(new URL(name, dist)));
    assert.deepEqual(packed.sizes, files.map(file => bytes(file).length));
    files.forEach((file, i) => assert.equal(Buffer.compare(unpackModule(packed, i), bytes(file)), 0, file));
  }
});

test('the modules import nothing, and one has vectors', async () => {
  for (const name of ['landfall.wasm', ...Object.values(MODULES).flat()])
    assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(bytes(name))), []);
  assert.notDeepEqual(bytes('landfall.wasm'), bytes('landfall-nosimd.wasm'));
});

test('load gives the same answer twice, and says what it could not load', async () => {
  assert.equal(await index.load(), await index.load());
  assert.equal(await keys.loadDungeons(), dungeons);
  assert.equal((await keys.loadDungeons({ wasm: Uint8Array.of(1) }).catch(error => error)).code, 'E_WASM');
  const failed = await index.load({ wasm: new URL('nothing.wasm', dist) }).catch(error => error);
  assert.equal(failed.code, 'E_WASM');
  assert.equal((await index.load({ wasm: Uint8Array.of(1, 2, 3) }).catch(error => error)).code, 'E_WASM');
});

test('an index is built in a worker and posted', async () => {
  const landfall = await index.load();
  const board = { width: 60, height: 40, tiles: Uint8Array.from({ length: 2400 }, (_, i) => (i % 7 === 3 && i % 60 > 5 ? 0 : 1)) };
  const source = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.index).then(async ({ load }) => {
      const map = (await load({ wasm: workerData.module })).map(workerData.board);
      map.buildIndex();
      parentPort.postMessage(map.saveIndex());
    });`;
  const worker = new Worker(source, { eval: true, workerData: { index: new URL('index.js', dist).href, module: landfall.module, board } });
  const saved = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  const map = landfall.map(board);
  map.loadIndex(saved);
  assert.equal(map.route({ from: 0, to: 2399 }).strategy, 'headland');
});
