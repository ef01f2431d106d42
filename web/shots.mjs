// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// node shots.mjs OUT: the pictures of the playground in the documents, from the page in build/web.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { open, start, waitForIndex, waitForResult } from './test/page.mjs';

const out = resolve(process.argv[2] ?? 'docs/images');
const chromium = await start(fileURLToPath(new URL('../build/web/', import.meta.url)));
if (!chromium) throw new Error('there is no Chromium');
mkdirSync(out, { recursive: true });

const choose = (page, mode) => page.locator('#modes').locator(`label:has(input[value="${mode}"])`).click();
const calm = page => page.waitForFunction(() => playground.stage.ground.isCalm && [...playground.stage.layers.values()].every(layer => layer.isCalm));
const pause = (page, milliseconds) => page.waitForTimeout(milliseconds);

async function watch(page, strategy, phases) {
  await page.locator(`input[name="strategy"][value="${strategy}"]`).check();
  await page.evaluate(() => { document.getElementById('watch').open = true; });
  await page.waitForFunction(wanted => playground.mode.watchState()?.strategy === wanted, strategy);
  await pause(page, 800);
  for (let i = 0; i < phases; i++) {
    await page.locator('#watch-phase').click();
    await pause(page, 500);
  }
  await page.evaluate(() => { document.getElementById('panel').scrollTop = 0; });
}

const SHOTS = [
  ['playground', {}, async page => page.waitForFunction(() => [...document.querySelectorAll('#strategies tbody tr')].every(row => row.cells.length === 5))],
  ['playground_dark', { colorScheme: 'dark' }, async page => page.waitForFunction(() => [...document.querySelectorAll('#strategies tbody tr')].every(row => row.cells.length === 5))],
  ['playground_phases', {}, async page => {
    await watch(page, 'expand', 1);
    await page.locator('#watch-speed').fill('13');
    await page.locator('#watch-step').click(); // the search is half way
    await pause(page, 800);
    await page.evaluate(() => { document.getElementById('panel').scrollTop = 0; });
  }],
  ['playground_spine', {}, page => watch(page, 'spine', 16)],
  ['playground_headlands', {}, page => watch(page, 'headland', 3)],
  ['playground_giant', {}, async page => {
    await page.evaluate(() => { document.getElementById('map-menu').open = true; });
    await page.locator('#size').selectOption('4096x2048');
    await page.locator('#generator button[type="submit"]').click();
    await waitForResult(page, /8,388,608/);
    await page.waitForFunction(() => playground.mode.answer?.strategy === 'headland');
    await page.waitForFunction(() => [...document.querySelectorAll('#strategies tbody tr')].every(row => row.cells.length === 5));
    await page.evaluate(() => { document.getElementById('map-menu').open = false; });
  }],
  ['playground_terrain', {}, async page => {
    await choose(page, 'terrain');
    await waitForResult(page, /Cost/);
    await page.locator('#terrain-sample').click();
    await page.waitForFunction(() => playground.mode.isPainted);
    await page.waitForFunction(() => [...document.querySelectorAll('#ways tbody tr')].every(row => row.cells.length === 5 && /\d/.test(row.cells[1].textContent)));
    await pause(page, 1500);
  }],
  ['playground_horde', {}, async page => { await choose(page, 'horde'); await waitForResult(page, /have arrived/); await pause(page, 2500); }],
  ['playground_puzzle', { reducedMotion: 'reduce' }, async page => {
    await choose(page, 'puzzle');
    await waitForResult(page, /no way is shorter/);
    await page.locator('#puzzle-sample').selectOption('switches');
    await waitForResult(page, /^32 moves/);
    await page.locator('#puzzle-at').fill('19');
    await pause(page, 500);
  }],
  ['playground_keys', {}, async page => { await choose(page, 'keys'); await waitForResult(page, /no way is shorter/); await pause(page, 3500); }],
];

for (const [name, options, prepare] of SHOTS.filter(([name]) => name.includes(process.argv[3] ?? ''))) {
  const { page, close } = await open(chromium, { viewport: { width: 1280, height: 800 }, ...options });
  await waitForIndex(page);
  await prepare(page);
  await calm(page);
  await pause(page, 300);
  await page.screenshot({ path: join(out, `${name}.png`) });
  console.log(`${name}.png`);
  await close();
}
await chromium.end();
