// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The first screen: a route is there, everything can be dragged and painted, on any screen, by mouse, finger and keyboard.
import { strict as assert } from 'node:assert';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { MODES, choose, drag, markPlace, open, pixel, result, setMode, start, waitForIndex, waitForResult } from './page.mjs';

const moves = text => Number(/([\d,]+) moves/.exec(text)[1].replaceAll(',', ''));
const phone = { viewport: { width: 320, height: 568 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** Waits until the route has another length. */
async function otherRoute(page, before) {
  await page.waitForFunction(text => {
    const now = document.getElementById('result').textContent;
    return now.includes('moves') ? /[\d,]+ moves/.exec(now)[0] !== text : now.includes('ends');
  }, /[\d,]+ moves/.exec(before)[0]);
  return result(page);
}

const squareOf = ([r, g, b], color) => (r - (color >> 16)) ** 2 + (g - ((color >> 8) & 255)) ** 2 + (b - (color & 255)) ** 2;

export const tests = [
  {
    name: 'the first screen has a route and a table of all strategies',
    run: async ({ page }) => {
      await waitForIndex(page);
      await page.waitForFunction(() => [...document.querySelectorAll('#strategies tbody tr')].every(row => row.cells.length === 5 && /\d/.test(row.cells[1].textContent)));
      const rows = await page.$$eval('#strategies tbody tr', all => all.map(row => [...row.cells].map(cell => cell.textContent)));
      const table = Object.fromEntries(rows.map(([name, , length, looked, exact]) => [name, { length: moves(`${length} moves`), looked: moves(`${looked} moves`), exact }]));
      assert.deepEqual(Object.keys(table), ['headland', 'spine', 'expand', 'corridor', 'expand-optimal', 'flood']);
      assert.equal(table.headland.exact, 'yes');
      assert.equal(table.flood.exact, 'yes');
      assert.equal(table.headland.length, table.flood.length);
      assert.ok(table.flood.looked > 10_000 && table.headland.looked < 100, JSON.stringify(table));
      for (const { length } of Object.values(table)) assert.ok(length >= table.flood.length);
      assert.equal(moves(await result(page)), table.flood.length);
    },
  },
  {
    name: 'all files together are below 250 KB of gzip, and allow nothing from elsewhere',
    run: async ({ page, said }) => {
      const folder = fileURLToPath(new URL('../../build/web/', import.meta.url));
      const size = readdirSync(folder).filter(name => /\./.test(name)).reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
      assert.ok(size < 250_000, `${size} bytes`);
      const policy = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', 'content');
      assert.match(policy, /default-src 'none'/);
      assert.doesNotMatch(policy, /https?:|unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')/);
      const refused = await page.evaluate(() => fetch('http://127.0.0.2:9/').then(() => 'asked', () => 'refused'));
      assert.equal(refused, 'refused');
      assert.ok(said.length > 0 && said.every(text => /Content Security Policy/.test(text)), said.join('\n'));
      said.length = 0; // that was what it should say
    },
  },
  {
    name: 'without WebAssembly vectors the answers are the same',
    run: async ({ page, chromium, said }) => {
      await waitForIndex(page);
      const other = await start(chromium.folder, ['--js-flags=--no-enable-sse4-1']); // of V8: on this kind of processor, no vectors
      const plain = await open(other);
      await waitForIndex(plain.page);
      if (process.arch === 'x64') assert.equal(await plain.page.evaluate(() => playground.engine.call('vectors')), false);
      assert.equal(await page.evaluate(() => playground.engine.call('vectors')), true);
      for (const strategy of ['flood', 'headland', 'spine']) {
        const [usual, without] = await Promise.all([page, plain.page].map(async one => {
          await one.locator(`input[name="strategy"][value="${strategy}"]`).check();
          await one.waitForFunction(wanted => playground.mode.answer.strategy === wanted, strategy);
          return one.evaluate(() => [...playground.mode.answer.tiles].join());
        }));
        assert.equal(usual, without, strategy);
      }
      said.push(...plain.said);
      await plain.close();
      await other.end();
    },
  },
  {
    name: 'a dragged ship and a dragged harbour have other routes',
    run: async ({ page }) => {
      const ship = await markPlace(page, 'ship');
      const first = await result(page);
      await drag(page, ship, { x: ship.x + 30, y: ship.y - 60 });
      const second = await otherRoute(page, first);
      const harbour = await markPlace(page, 'harbour');
      await drag(page, harbour, { x: harbour.x - 220, y: harbour.y + 260 });
      await otherRoute(page, second);
      const moved = await markPlace(page, 'harbour');
      assert.ok(Math.abs(moved.x - harbour.x + 220) < 3 && Math.abs(moved.y - harbour.y - 260) < 3);
    },
  },
  {
    name: 'the map moves and zooms, and what is under the pointer stays there',
    run: async ({ page }) => {
      const before = await markPlace(page, 'ship');
      await drag(page, { x: 700, y: 450 }, { x: 760, y: 420 });
      const panned = await markPlace(page, 'ship');
      assert.ok(Math.abs(panned.x - before.x - 60) < 2 && Math.abs(panned.y - before.y + 30) < 2, JSON.stringify([before, panned]));
      await page.mouse.move(panned.x, panned.y);
      const scale = await page.evaluate(() => playground.stage.view.scale);
      await page.mouse.wheel(0, -400);
      await page.waitForFunction(old => playground.stage.view.scale > 1.5 * old, scale);
      const zoomed = await markPlace(page, 'ship');
      assert.ok(Math.hypot(zoomed.x - panned.x, zoomed.y - panned.y) < 2, JSON.stringify([panned, zoomed]));
    },
  },
  {
    name: 'painted land turns the route, painted water opens it again, and an edit has a price',
    run: async ({ page }) => {
      await waitForIndex(page);
      const first = await result(page);
      const ship = await markPlace(page, 'ship');
      await page.locator('#tools').getByText('Land', { exact: true }).click();
      await page.locator('#brush').fill('4');
      const around = [[45, -45], [45, 45], [-22, 45], [-22, -45], [45, -45]].map(([dx, dy]) => ({ x: ship.x + dx, y: ship.y + dy }));
      for (let i = 1; i < around.length; i++) await drag(page, around[i - 1], around[i]);
      await waitForResult(page, /cannot be reached/);
      await page.waitForFunction(() => /tiles changed in .*(µs|ms)/.test(document.getElementById('cost').textContent));
      await page.waitForFunction(() => playground.stage.ground.isCalm);
      const wall = await pixel(page, { x: ship.x + 45, y: ship.y + 10 });
      assert.ok(squareOf(wall, 0xe6dcc3) < squareOf(wall, 0x41709f), `land is not shown: ${wall}`);
      await page.locator('#tools').getByText('Water', { exact: true }).click();
      await page.locator('#brush').fill('12');
      for (let i = 1; i < around.length; i++) await drag(page, around[i - 1], around[i]);
      await waitForResult(page, /moves/);
      await page.waitForFunction(length => Number(/([\d,]+) moves/.exec(document.getElementById('result').textContent)?.[1].replaceAll(',', '')) <= length, moves(first));
    },
  },
  {
    name: 'a crater opens land, and the index follows',
    run: async ({ page }) => {
      await waitForIndex(page);
      const middle = await page.evaluate(() => { // the middle of the largest piece of land around the middle of the screen
        const { ground, stage } = playground;
        for (let r = 0; ; r += 5) for (const [dx, dy] of [[r, 0], [-r, 0], [0, r], [0, -r]]) {
          const [px, py] = [(700 + dx) * stage.dense, (450 + dy) * stage.dense];
          const tile = stage.view.tile(px, py);
          const around = [-20, 0, 20].flatMap(y => [-20, 0, 20].map(x => ground.tiles[tile + y * ground.width + x]));
          if (around.every(open => open === 0)) return { x: px / stage.dense, y: py / stage.dense, tile };
        }
      });
      await page.locator('#tools').getByText('Crater', { exact: true }).click();
      await page.locator('#brush').fill('10');
      await page.mouse.click(middle.x, middle.y);
      await page.waitForFunction(() => /the index followed in/.test(document.getElementById('cost').textContent));
      assert.match(await page.locator('#cost').innerText(), /317 tiles changed in [\d.,]+ (µs|ms); the index followed in/);
      assert.equal(await page.evaluate(tile => playground.ground.tiles[tile], middle.tile), 1);
    },
  },
  {
    name: 'every strategy can be chosen, and its route is drawn',
    run: async ({ page }) => {
      await waitForIndex(page);
      for (const [name, exact] of [['flood', true], ['spine', false], ['expand', false], ['corridor', false], ['expand-optimal', false], ['headland', true]]) {
        await page.locator(`input[name="strategy"][value="${name}"]`).check();
        await page.waitForFunction(wanted => playground.mode.answer.strategy === wanted, name);
        assert.equal(await page.evaluate(() => playground.mode.answer.exact), exact, name);
      }
    },
  },
  {
    name: 'by keyboard alone: marks, tools, zoom, help',
    run: async ({ page }) => {
      const first = await result(page);
      await page.keyboard.press('Tab'); // the map is the first stop
      assert.equal(await page.evaluate(() => document.activeElement.id), 'map');
      const before = await page.evaluate(() => playground.ends.from);
      for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowUp');
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.evaluate(() => playground.ends.from - playground.ground.width * -30), before + 1);
      await otherRoute(page, first);
      await page.keyboard.press('n');
      const to = await page.evaluate(() => playground.ends.to);
      await page.keyboard.press('ArrowDown');
      assert.equal(await page.evaluate(() => playground.ends.to - playground.ground.width), to);
      await page.keyboard.press('l');
      assert.equal(await page.evaluate(() => playground.tools.tool), 'land');
      const scale = await page.evaluate(() => playground.stage.view.scale);
      await page.keyboard.press('+');
      assert.ok((await page.evaluate(() => playground.stage.view.scale)) > scale);
      await page.keyboard.press('?');
      assert.equal(await page.locator('#keys-help').evaluate(dialog => dialog.open), true);
      await page.keyboard.press('Escape');
      assert.equal(await page.locator('#keys-help').evaluate(dialog => dialog.open), false);
    },
  },
  {
    name: 'dark: as the system has it, and by a button',
    options: { colorScheme: 'dark' },
    run: async ({ page }) => {
      const paper = () => page.evaluate(() => getComputedStyle(document.getElementById('panel')).backgroundColor);
      const dark = await paper();
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
      await page.waitForFunction(() => playground.stage.ground.isCalm);
      const ship = await markPlace(page, 'ship');
      const near = { x: ship.x + 4, y: ship.y - 30 };
      const sea = await pixel(page, near);
      await page.locator('#theme').click();
      assert.notEqual(await paper(), dark);
      await page.waitForFunction(([x, y, old]) => {
        const { canvas, dense } = playground.stage;
        return canvas.getContext('2d').getImageData(Math.round(x * dense), Math.round(y * dense), 1, 1).data[2] > old;
      }, [near.x, near.y, sea[2]]);
    },
  },
  {
    name: 'a phone of 320 pixels: nothing is cut off, a finger drags, two fingers zoom',
    options: phone,
    run: async ({ page }) => {
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
      const wide = await page.$$eval('#panel *', all => all.filter(one => one.getBoundingClientRect().right > 321).map(one => one.outerHTML.slice(0, 80)));
      assert.deepEqual(wide, []);
      for (const id of ['ship', 'harbour']) {
        const { x, y } = await markPlace(page, id);
        const on = await page.evaluate(([px, py]) => document.elementFromPoint(px, py)?.id, [x, y]);
        assert.equal(on, 'map', `${id} is behind the panel, at ${x}, ${y}`);
      }
      const first = await result(page);
      const from = await markPlace(page, 'ship');
      const client = await page.context().newCDPSession(page);
      const touch = (type, ...points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
      await touch('touchStart', [from.x, from.y]);
      await touch('touchMove', [from.x + 15, from.y - 20]);
      await touch('touchMove', [from.x + 20, from.y - 40]);
      await touch('touchEnd');
      await otherRoute(page, first);
      const scale = await page.evaluate(() => playground.stage.view.scale);
      await touch('touchStart', [120, 150], [200, 150]);
      await touch('touchMove', [90, 150], [230, 150]);
      await touch('touchEnd');
      await page.waitForFunction(old => playground.stage.view.scale > 1.3 * old, scale);
    },
  },
  {
    name: 'a phone of 320 pixels: every mode fits, with everything unfolded, and a finger paints',
    options: phone,
    run: async ({ page }) => {
      await waitForIndex(page);
      const tooWide = () => page.evaluate(() => [...document.querySelectorAll('#panel *')].filter(one => one.getBoundingClientRect().right > 321).map(one => one.outerHTML.slice(0, 80)));
      for (const [mode, pattern] of MODES) {
        await setMode(page, mode, pattern);
        await page.evaluate(() => document.querySelectorAll('details').forEach(one => (one.open = true)));
        await page.evaluate(() => document.querySelectorAll('#layers button').forEach(one => one.ariaExpanded === 'false' && one.click()));
        assert.deepEqual(await tooWide(), [], mode);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, mode);
      }
      await page.evaluate(() => document.querySelectorAll('details').forEach(one => (one.open = false)));
      await setMode(page, 'sea', /no route is shorter/);
      await page.locator('#tools').getByText('Land', { exact: true }).tap();
      const before = await page.evaluate(() => playground.ground.tiles.reduce((sum, tile) => sum + tile, 0));
      const client = await page.context().newCDPSession(page);
      const touch = (type, ...points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
      await touch('touchStart', [200, 60]);
      for (const x of [190, 180, 170]) await touch('touchMove', [x, 70]);
      await touch('touchEnd');
      await page.waitForFunction(old => playground.ground.tiles.reduce((sum, tile) => sum + tile, 0) < old, before);
    },
  },
  {
    name: 'with reduced motion nothing moves by itself',
    options: { reducedMotion: 'reduce' },
    run: async ({ page }) => {
      const moving = await page.evaluate(() => [...document.querySelectorAll('*')].filter(one => getComputedStyle(one).transitionDuration !== '0s' || getComputedStyle(one).animationName !== 'none').length);
      assert.equal(moving, 0);
      await choose(page, 'horde');
      await waitForResult(page, /One field/);
      assert.equal(await page.locator('#march').innerText(), 'March', 'the horde waits for its order');
      assert.equal(await page.evaluate(() => playground.stage.move(performance.now())), false, 'no frame asks for the next one');
    },
  },
  {
    name: '8 million tiles: a route, painting and panning',
    run: async ({ page }) => {
      await page.locator('#map-menu summary').click();
      await page.locator('#size').selectOption('4096x2048');
      await page.locator('#generator button[type="submit"]').click();
      await waitForResult(page, /8,388,608/);
      await page.waitForFunction(() => playground.mode.answer?.strategy === 'headland');
      const before = await result(page);
      assert.match(before, /no route is shorter/);
      const ship = await markPlace(page, 'ship');
      await page.locator('#tools').getByText('Land', { exact: true }).click();
      await page.locator('#brush').fill('20');
      await drag(page, { x: ship.x + 60, y: ship.y - 40 }, { x: ship.x - 20, y: ship.y - 40 });
      await page.waitForFunction(() => /tiles changed/.test(document.getElementById('cost').textContent));
      await page.waitForFunction(() => playground.stage.ground.isCalm);
    },
  },
];
