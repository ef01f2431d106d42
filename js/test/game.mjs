// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// node game.mjs: js/examples/strategy-game is type-checked, and plays the same game in Node, twice, and in a worker of Chromium.
import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findChromium, reportOf } from './browser.mjs';
import { serve } from './serve.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const game = join(root, 'js/examples/strategy-game');
const dist = join(root, 'build/js/package/dist');
const out = join(root, 'build/js/game');
const tool = (path, ...args) => execFileSync(process.execPath, [join(root, 'build/js/tools/node_modules', path), ...args], { stdio: 'inherit' });
const ORDER = { width: 1024, height: 512, ships: 80, ticks: 120, paced: false };

mkdirSync(out, { recursive: true });
// Node's own types are not among the tools: main.ts, which needs them, is only bundled.
const compilerOptions = {
  strict: true, noUncheckedIndexedAccess: true, noEmit: true, target: 'ES2022', lib: ['ES2022', 'DOM'], types: [], module: 'ESNext', moduleResolution: 'bundler',
  paths: { 'landfall/sync': [join(dist, 'sync.d.ts')] },
};
writeFileSync(join(out, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [join(game, 'worker.ts')] }));
tool('typescript/bin/tsc', '-p', out);
console.log('ok: tsc --strict');

const bundle = (entry, name) => tool('esbuild/bin/esbuild', join(game, entry), '--bundle', '--format=esm', '--platform=neutral',
  `--alias:landfall/sync=${join(dist, 'sync.js')}`, `--outfile=${join(out, name)}`, '--log-level=error');
bundle('worker.ts', 'worker.mjs');
const { simulate } = await import(pathToFileURL(join(out, 'worker.mjs')));
const [first, second] = [await simulate(ORDER), await simulate(ORDER)];
assert.equal(second.hash, first.hash);
assert.ok(first.plans > 2 * ORDER.ships && first.version > 5, JSON.stringify(first));
console.log(`ok: Node, twice: ${first.hash}`);

if (!findChromium()) {
  console.log('left out: no Chromium');
} else {
  const work = "import { serve } from '/game/worker.mjs'; serve(self);";
  const page = `<script type="module">const worker = new Worker('/work.mjs', { type: 'module' });
    worker.onmessage = ({ data }) => { window.report = data; }; worker.onerror = event => { window.report = { hash: event.message }; };
    worker.postMessage(${JSON.stringify(ORDER)});</script>`;
  const { server, address } = await serve({ '/game/': out }, { '/': page, '/work.mjs': work });
  const { report, said } = await reportOf(`${address}/`);
  server.close();
  assert.equal(report?.hash, first.hash, said.join('\n'));
  console.log('ok: Chromium, in a worker: the same');
}
