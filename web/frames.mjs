// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// node frames.mjs: how long frames take while the giant map (4096 x 2048 tiles) is panned and painted on, by the browser's own
// tracing: the time of the page's thread in each animation frame, and the time from one to the next. A table on stdout, with the load
// of the machine; before it, how long fresh pages take to their first route.
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { markPlace, open, start, waitForResult } from './test/page.mjs';

const chromium = await start(fileURLToPath(new URL('../build/web/', import.meta.url)));
if (!chromium) throw new Error('there is no Chromium');

/** Milliseconds from the request of a page to the frame that shows its first route. */
async function firstRoute() {
  const context = await chromium.browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      if (!/\d moves/.test(document.getElementById('result')?.textContent ?? '')) return requestAnimationFrame(look);
      requestAnimationFrame(() => (globalThis.firstRouteAt = performance.now()));
    };
    look();
  });
  await page.goto(`${chromium.address}/some/folder/index.html`, { timeout: 0 });
  await page.waitForFunction(() => globalThis.firstRouteAt !== undefined, undefined, { timeout: 0 });
  const at = await page.evaluate(() => globalThis.firstRouteAt);
  await context.close();
  return at;
}

const firsts = [];
for (let i = 0; i < 7; i++) firsts.push(await firstRoute());
console.log(`# load: ${loadavg().map(load => load.toFixed(1)).join(', ')}`);
console.log(`# first route on the screen of a fresh page, ms: ${firsts.map(ms => Math.round(ms)).join(', ')}`);

const { page } = await open(chromium, { viewport: { width: 1280, height: 800 } });
await page.evaluate(() => { document.getElementById('map-menu').open = true; });
await page.locator('#size').selectOption('4096x2048');
await page.locator('#generator button[type="submit"]').click();
await waitForResult(page, /8,388,608/);
await page.waitForFunction(() => playground.mode.answer?.strategy === 'headland');

/** Calls while the browser traces; milliseconds of the page's script in each animation frame, of processor time of the page's thread
 *  (script, and the canvas drawn) and of the thread that puts the screen together, and from frame to frame. */
async function traced(call) {
  await chromium.browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'cc', 'viz'] });
  await call();
  const { traceEvents } = JSON.parse((await chromium.browser.stopTracing()).toString());
  const named = name => traceEvents.filter(event => event.name === name && event.ph === 'X').sort((a, b) => a.ts - b.ts);
  const frames = named('FireAnimationFrame');
  const processor = name => named(name).map(event => (event.tdur ?? 0) / 1000);
  return {
    script: frames.map(frame => frame.dur / 1000), page: processor('ProxyMain::BeginMainFrame'), draw: processor('Display::DrawAndSwap'),
    apart: frames.slice(1).map((frame, i) => (frame.ts - frames[i].ts) / 1000),
  };
}

const at = (list, share) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0;
const row = (what, { script, page: thread, draw, apart }) => console.log([what, script.length, ...[script, thread, draw, apart].flatMap(list => [0.5, 0.95, 1].map(share => at(list, share).toFixed(1)))].join('\t'));

const client = await page.context().newCDPSession(page);

/** Drags back and forth as a mouse does: a move every 8 milliseconds, whether the last one was drawn or not. (One that waits for
 *  the page would measure how fast events are answered: a frame is drawn only when there is another move.) */
async function sweep(from, dx, dy, strokes) {
  const [period, perStroke] = [8, 125];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const sent = [];
  const began = performance.now();
  for (let i = 1; i <= strokes * perStroke; i++) {
    await new Promise(resolve => setTimeout(resolve, began + i * period - performance.now()));
    const place = (i / perStroke) % 2;
    const share = place <= 1 ? place : 2 - place;
    sent.push(client.send('Input.dispatchMouseEvent', { type: 'mouseMoved', button: 'left', buttons: 1, x: from.x + share * dx, y: from.y + share * dy }));
  }
  await Promise.all(sent);
  await page.mouse.up();
}

console.log(['what', 'frames', ...['script', 'page_cpu', 'screen_cpu', 'interval'].flatMap(name => ['p50', 'p95', 'max'].map(share => `${name}_${share}_ms`))].join('\t'));
await page.evaluate(() => { playground.stage.view.zoom(4); playground.stage.redraw(); });
await page.waitForFunction(() => playground.stage.ground.isCalm);
row('pan, zoomed in, new ground in each sweep', await traced(() => sweep({ x: 1200, y: 700 }, -600, -500, 4)));
await page.evaluate(() => playground.look(true));
await page.waitForFunction(() => playground.stage.ground.isCalm);
row('pan, whole map', await traced(() => sweep({ x: 900, y: 500 }, 250, 150, 4)));
await page.evaluate(() => playground.look());
const ship = await markPlace(page, 'ship');
await page.locator('#tools').getByText('Land', { exact: true }).click();
await page.locator('#brush').fill('12');
row('paint land, the route follows', await traced(() => sweep({ x: ship.x + 60, y: ship.y - 30 }, 220, -90, 4)));
await chromium.end();
