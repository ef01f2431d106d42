// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The playground in a real Chromium, for tests: served from a sub-folder; whatever it says on the console and whatever it asks
// of others is kept.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { findChromium } from '../../js/test/browser.mjs';
import { serve } from '../../js/test/serve.mjs';

const require = createRequire(new URL('../../build/js/tools/package.json', import.meta.url));

/** Chromium and a server for the files of the page; undefined if there is no Chromium. */
export async function start(folder, args = []) {
  const executablePath = findChromium();
  if (!executablePath) return undefined;
  const { chromium } = require('playwright-core');
  const browser = await chromium.launch({ executablePath, timeout: 0, args: ['--no-sandbox', '--disable-dev-shm-usage', ...args] });
  const { server, address } = await serve({ '/some/folder/': folder }, {});
  return { browser, address, folder, end: async () => { await browser.close(); server.close(); } };
}

/** A page that has shown its first route. `said` has everything that a page should not do. */
export async function open({ browser, address }, { fragment = '', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 760 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(Number(process.env.PAGE_TIMEOUT ?? 0)); // none: nothing here is about time, and a busy machine may take long
  const said = [];
  page.on('pageerror', error => said.push(String(error.stack ?? error)));
  page.on('console', message => message.type() === 'error' && said.push(message.text()));
  page.on('request', request => /^(data|blob):/.test(request.url()) || request.url().startsWith(address) || said.push(`asked ${request.url()}`));
  page.on('requestfailed', request => said.push(`failed: ${request.url()}`));
  await page.goto(`${address}/some/folder/index.html${fragment}`, { timeout: 0 });
  await page.waitForFunction(() => /\d moves|keys|units|ships/.test(document.getElementById('result')?.textContent ?? ''));
  return { page, said, close: () => context.close() };
}

/** The sentence about what is seen. */
export function result(page) {
  return page.locator('#result').innerText();
}

/** Waits until the sentence is one that fits. */
export async function waitForResult(page, pattern) {
  await page.waitForFunction(
    ([source, flags]) => new RegExp(source, flags).test(document.getElementById('result').textContent), [pattern.source, pattern.flags],
  );
}

/** Waits until the index is that of the map as it is. */
export async function waitForIndex(page) {
  await page.waitForFunction(() => /follows/.test(document.getElementById('index-state').textContent));
}

/** Where a mark is on the screen, in CSS pixels. */
export function markPlace(page, id) {
  return page.evaluate(wanted => {
    const { mode, stage } = globalThis.playground;
    const { x, y } = stage.view.middle(mode.marks().find(mark => mark.id === wanted).tile);
    return { x: x / stage.dense, y: y / stage.dense };
  }, id);
}

/** Drags with the left button, in a few moves. */
export async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
}

/** The colour of a pixel of the map as it was last drawn: [red, green, blue]. */
export function pixel(page, { x, y }) {
  return page.evaluate(([px, py]) => {
    const { canvas, dense } = globalThis.playground.stage;
    return [...canvas.getContext('2d').getImageData(Math.round(px * dense), Math.round(py * dense), 1, 1).data.slice(0, 3)];
  }, [x, y]);
}

/** Drops files ({ name, bytes }) on the page, as a hand would. */
export function drop(page, files) {
  return page.evaluate(list => {
    const data = new DataTransfer();
    for (const { name, bytes } of list) data.items.add(new File([Uint8Array.from(bytes)], name));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files.map(({ name, bytes }) => ({ name, bytes: [...bytes] })));
}

/** The files that a button of the page saves: so many. */
export async function save(page, button, count) {
  const downloads = [];
  const all = new Promise(resolve => page.on('download', one => downloads.push(one) === count && resolve()));
  await page.locator(button).click();
  await all;
  page.removeAllListeners('download');
  return Promise.all(downloads.map(async one => ({ name: one.suggestedFilename(), bytes: readFileSync(await one.path()) })));
}

/** Another mode. */
export const choose = (page, mode) => page.locator('#modes').locator(`label:has(input[value="${mode}"])`).click();

/** All modes, and what their sentence says when they have an answer. */
export const MODES = [['sea', /no route is shorter/], ['size', /fits all the way/], ['terrain', /Cost/], ['horde', /One field/], ['keys', /no way is shorter/], ['puzzle', /no way is shorter/], ['fleet', /lengths/]];

export async function setMode(page, mode, pattern) {
  await choose(page, mode);
  await waitForResult(page, pattern);
}

/** The map as files of a format. */
export async function saveAs(page, format) {
  await page.evaluate(() => (document.getElementById('map-menu').open = true));
  await page.locator('#save-format').selectOption(format);
  return save(page, '#save', ['ros', 'openfront'].includes(format) ? 2 : 1);
}
