// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// node chromium.mjs: the suite in a real Chromium, on a page with the file beside it and in a module worker with the module
// inlined. Exit code 77 if there is no Chromium.
import { fileURLToPath } from 'node:url';
import { findChromium, reportOf } from './browser.mjs';
import { serve } from './serve.mjs';

const here = path => fileURLToPath(new URL(path, import.meta.url));

if (!findChromium()) {
  console.log('left out: no Chromium');
  process.exit(77);
}

// What runs in the page and in the worker. The report has a line for each test.
const run = `
  import { tests } from '/test/suite.mjs';
  export async function run(where, api, landfall, dungeons) {
    const golden = await (await fetch('/golden/routes.txt')).text();
    const report = [];
    for (const [name, test] of tests) {
      const failed = await Promise.resolve().then(() => test({ api, landfall, dungeons, golden, cells: where === 'page' })).then(() => undefined, error => error);
      report.push([where + ': ' + name, failed === undefined ? 'ok' : String(failed.stack ?? failed)]);
    }
    return report;
  }`;
const worker = `
  import * as api from '/dist/sync.js';
  import { loadDungeons } from '/dist/dungeonssync.js';
  import { run } from '/run.mjs';
  postMessage(await run('worker', api, api.load(), loadDungeons()));`;
const page = `<!doctype html><title>landfall</title><script type="module">
  import * as api from '/dist/index.js';
  import { loadDungeons } from '/dist/dungeons.js';
  import { run } from '/run.mjs';
  const onPage = await run('page', api, await api.load(), await loadDungeons());
  const worker = new Worker('/worker.mjs', { type: 'module' });
  worker.onerror = event => { window.report = [...onPage, ['worker', event.message ?? 'failed']]; };
  worker.onmessage = ({ data }) => { window.report = [...onPage, ...data]; };
</script>`;

const { server, address } = await serve(
  { '/dist/': here('../../build/js/package/dist/'), '/test/': here('./'), '/golden/': here('../../tests/golden/') },
  { '/': page, '/run.mjs': run, '/worker.mjs': worker },
);
const { report, said } = await reportOf(`${address}/`);
server.close();
const failed = (report ?? []).filter(([, result]) => result !== 'ok');
for (const [name, result] of failed) console.log(`FAILED: ${name}\n  ${result}`);
if (!report) console.log('no report', said);
console.log(`Chromium: ${(report ?? []).length - failed.length} passed, ${failed.length} failed`);
process.exit(!report || failed.length > 0 || report.length < 40 ? 1 : 0);
