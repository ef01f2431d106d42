// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Terrain that costs: the soft coast, brushes, the table, files of costs, and an oracle of its own.
import { strict as assert } from 'node:assert';
import { choose, drag, drop, markPlace, open, pixel, result, save, waitForIndex, waitForResult } from './page.mjs';

const number = text => Number(text.replaceAll(',', ''));
const costOf = text => number(/Cost ([\d,]+)/.exec(text)[1]);
const rows = page => page.$$eval('#ways tbody tr', all => all.map(row => [...row.cells].map(cell => cell.textContent)));
const tableIsFull = page => page.waitForFunction(() => [...document.querySelectorAll('#ways tbody tr')].every(row => row.cells.length === 5 && /\d/.test(row.cells[1].textContent)));
const calm = page => page.waitForFunction(() => playground.stage.ground.isCalm && [...playground.stage.layers.values()].every(layer => layer.isCalm));
const fill = (page, id, value) => page.locator(`#${id}`).fill(String(value));
/** The answer is about what is chosen now. */
const settled = async page => {
  await page.evaluate(() => playground.engine.call('vectors')); // behind all that was asked
  await page.waitForFunction(() => /Cost/.test(document.getElementById('result').textContent));
};

async function enter(page) {
  await waitForIndex(page);
  await choose(page, 'terrain');
  await waitForResult(page, /Cost [\d,]+, [\d,]+ moves/);
}

/** The least cost between the ends, by a search that has nothing of the library: Dijkstra over the page's own planes. */
const judged = page => page.evaluate(async () => {
  const { ground: { width, height, tiles }, mode } = playground;
  const { reach, extra } = mode.coast;
  const near = reach > 0 && extra > 0 ? await playground.engine.call('coast', reach) : undefined;
  const weight = tile => mode.plane[tile] + (near?.[tile] ? extra : 0);
  const isOpen = (x, y) => x >= 0 && y >= 0 && x < width && y < height && tiles[y * width + x] !== 0 && mode.plane[y * width + x] !== 0;
  const [from, to] = mode.realEnds();
  const best = new Map([[from, 0]]);
  const buckets = [[from]];
  for (let cost = 0; cost < buckets.length; cost++)
    for (const tile of buckets[cost] ?? []) {
      if (tile === to) return cost;
      if (best.get(tile) < cost) continue;
      const [x, y] = [tile % width, Math.floor(tile / width)];
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [1, -1], [-1, 1], [-1, -1]]) {
        if (!isOpen(x + dx, y + dy) || (dx && dy && (!isOpen(x + dx, y) || !isOpen(x, y + dy)))) continue;
        const next = (y + dy) * width + x + dx;
        const sum = cost + weight(next);
        if (sum >= (best.get(next) ?? Infinity)) continue;
        best.set(next, sum);
        (buckets[sum] ??= []).push(next);
      }
    }
  return undefined;
});

/** Makes a small map: a judge that knows no trick takes its time. */
async function small(page) {
  await page.evaluate(() => (document.getElementById('map-menu').open = true));
  await page.locator('#size').selectOption('256x160');
  await page.locator('#generator button[type="submit"]').click();
  await page.waitForFunction(() => playground.ground.width === 256);
  await waitForResult(page, /Cost/);
}

export const tests = [
  {
    name: 'terrain: a soft coast, and the cheapest route beside the shortest',
    run: async ({ page }) => {
      await enter(page);
      await tableIsFull(page);
      const [cells, flood, shortest] = await rows(page);
      assert.deepEqual([cells[0], flood[0], shortest[0]], ['cheapest, cells', 'cheapest, flood', 'shortest']);
      assert.deepEqual(cells.slice(1, 3), flood.slice(1, 3), 'the same route by both');
      assert.ok(number(cells[1]) < number(shortest[1]), 'cheaper than the shortest');
      assert.ok(number(cells[2]) >= number(shortest[2]), 'not shorter than the shortest');
      assert.ok(number(cells[3]) < number(flood[3]), 'cells look at less');
      assert.match(await result(page), /The shortest \(dashed\) has [\d,]+ moves and costs [\d,]+: [\d,]+ more moves save \d+ %/);
      await page.waitForFunction(() => playground.stage.layers.has('coast'));
      assert.match(await page.locator('#coast-words').innerText(), /A move costs 2; within 8 tiles of the coast \(green\) 6/);
      await fill(page, 'coast-extra', 0);
      await waitForResult(page, /It is a shortest one, too/);
      assert.equal(costOf(await result(page)), 2 * number(shortest[2]), 'plain water costs 2 a move');
      await page.waitForFunction(() => !playground.stage.layers.has('coast'));
    },
  },
  {
    name: 'terrain: brushes of fairway, reeds and ice, by mouse and keyboard, told by pattern and in words',
    run: async ({ page }) => {
      await enter(page);
      await fill(page, 'coast-extra', 0);
      await waitForResult(page, /It is a shortest one, too/);
      const plain = costOf(await result(page));
      const ship = await markPlace(page, 'ship');
      await page.locator('#brushes').getByText('Ice: 25').click();
      await fill(page, 'brush', 6);
      const ring = [[60, -60], [60, 60], [-30, 60], [-30, -60], [60, -60]].map(([dx, dy]) => ({ x: ship.x + dx, y: ship.y + dy }));
      for (let i = 1; i < ring.length; i++) await drag(page, ring[i - 1], ring[i]);
      await page.waitForFunction(old => Number(/Cost ([\d,]+)/.exec(document.getElementById('result').textContent)?.[1].replaceAll(',', '')) > old, plain);
      await calm(page);
      const at = await page.evaluate(([x, y]) => { // ice somewhere on the right side of the ring
        const { stage, ground, mode } = playground;
        for (let dy = 0; dy < 50; dy++) {
          const tile = stage.view.tile(x * stage.dense, (y + dy) * stage.dense);
          if (ground.tiles[tile] && mode.plane[tile] === 25) return { x, y: y + dy, tile };
        }
      }, [ring[0].x, ring[0].y + 10]);
      const colors = new Set();
      for (let i = 0; i < 12; i++) colors.add((await pixel(page, { x: at.x + i - 6, y: at.y })).map(value => value >> 6).join());
      assert.ok(colors.size > 1, 'a pattern, and not a colour alone');
      await page.mouse.move(at.x, at.y);
      await page.waitForFunction(() => /water\nice: 25/.test(document.getElementById('hover').textContent));
      await page.locator('#terrain-clear').click();
      await page.waitForFunction(old => Number(/Cost ([\d,]+)/.exec(document.getElementById('result').textContent)?.[1].replaceAll(',', '')) === old, plain);
      await page.locator('#map').focus();
      await page.keyboard.press('f');
      assert.equal(await page.evaluate(() => playground.tools.terrain.name), 'Fairway');
      await page.keyboard.press('Enter');
      assert.ok(await page.evaluate(() => playground.mode.plane.includes(1)));
      await page.keyboard.press('e');
      assert.equal(await page.evaluate(() => playground.tools.tool), 'plain');
      await page.keyboard.press('Enter');
      assert.equal(await page.evaluate(() => playground.mode.isPainted), false);
      await choose(page, 'sea');
      await waitForResult(page, /no route is shorter/);
      assert.equal(await page.evaluate(() => playground.tools.tool), 'move', 'other modes have no such brush');
      await page.keyboard.press('f');
      assert.equal(await page.evaluate(() => playground.tools.tool), 'move');
    },
  },
  {
    name: 'terrain: what is cheapest is cheapest, by a search of the test; land and water are painted as ever',
    run: async ({ page }) => {
      await enter(page);
      await small(page);
      await page.locator('#terrain-sample').click();
      await page.waitForFunction(() => playground.mode.isPainted);
      for (const [reach, extra] of [[3, 4], [0, 0], [12, 1]]) {
        await fill(page, 'coast-reach', reach);
        await fill(page, 'coast-extra', extra);
        await page.evaluate(() => playground.mode.ask());
        await settled(page);
        await page.waitForFunction(wanted => JSON.stringify(playground.mode.coast) === wanted, JSON.stringify({ reach, extra }));
        const cost = await judged(page);
        await page.waitForFunction(wanted => Number(/Cost ([\d,]+)/.exec(document.getElementById('result').textContent)?.[1].replaceAll(',', '')) === wanted, cost);
      }
      await page.evaluate(() => playground.edit([{ x: 128, y: 80, radius: 30, open: true }, { x: 60, y: 40, radius: 12, open: false }]));
      await page.waitForFunction(() => /tiles changed/.test(document.getElementById('cost').textContent));
      assert.equal(await page.evaluate(() => playground.mode.plane[40 * 256 + 60]), 2, 'there is no terrain on land');
      const cost = await judged(page);
      await page.waitForFunction(wanted => Number(/Cost ([\d,]+)/.exec(document.getElementById('result').textContent)?.[1].replaceAll(',', '')) === wanted, cost);
    },
  },
  {
    name: 'terrain: costs are saved and dropped again, alone and with their map; hostile ones get a clear message',
    run: async ({ page }) => {
      await enter(page);
      await small(page);
      await page.locator('#terrain-sample').click();
      await page.waitForFunction(() => playground.mode.isPainted);
      await settled(page);
      const sum = () => page.evaluate(() => playground.mode.plane.reduce((total, cost, i) => (Math.imul(total, 31) + cost * (i + 1)) | 0, 7));
      const first = await sum();
      const [costs] = await save(page, '#save-costs', 1);
      assert.equal(costs.name, 'weights.png');
      await page.locator('#save-format').selectOption('png');
      const [map] = await save(page, '#save', 1);
      await page.locator('#terrain-clear').click();
      assert.notEqual(await sum(), first);
      await drop(page, [costs]);
      await page.waitForFunction(() => playground.mode.isPainted);
      assert.equal(await sum(), first);
      await page.locator('#size').selectOption('1024x640');
      await page.locator('#generator button[type="submit"]').click();
      await page.waitForFunction(() => playground.ground.width === 1024);
      await waitForResult(page, /Cost/);
      await drop(page, [costs]);
      await page.waitForFunction(() => /weights\.png: 256 x 160 pixels of costs, expected 1024 x 640/.test(document.getElementById('alert').textContent));
      await drop(page, [{ name: 'weights.png', bytes: Buffer.from('no picture') }]);
      await page.waitForFunction(() => /weights\.png: this is not a PNG/.test(document.getElementById('alert').textContent));
      await choose(page, 'sea');
      await waitForResult(page, /no route is shorter|perhaps/);
      await drop(page, [map, costs]);
      await page.waitForFunction(() => playground.mode.id === 'terrain' && playground.ground.width === 256 && playground.mode.isPainted);
      assert.equal(await sum(), first);
      await waitForResult(page, /Cost/);
    },
  },
  {
    name: 'terrain: a link holds costs and coast',
    run: async ({ page, chromium, said }) => {
      await enter(page);
      await fill(page, 'coast-reach', 5);
      await fill(page, 'coast-extra', 3);
      await page.locator('#terrain-sample').click();
      await page.waitForFunction(() => playground.mode.isPainted);
      await page.evaluate(() => playground.edit([{ x: 500, y: 300, radius: 20, open: false }, { x: 620, y: 420, radius: 30, open: true }]));
      await page.waitForFunction(() => /changed/.test(document.getElementById('cost').textContent));
      await settled(page);
      await page.evaluate(() => (document.getElementById('map-menu').open = true));
      await page.locator('#link').click();
      await page.waitForFunction(() => location.hash.startsWith('#1.'));
      const fragment = await page.evaluate(() => location.hash);
      const other = await open(chromium, { fragment });
      await waitForResult(other.page, /Cost/);
      const scene = one => one.evaluate(() => {
        const { ground, mode, ends } = playground;
        const sum = bytes => bytes.reduce((total, byte, i) => (Math.imul(total, 31) + byte * (i + 1)) | 0, 7);
        return { ends, coast: mode.coast, mode: mode.id, tiles: sum(ground.tiles), plane: sum(mode.plane), cost: mode.answer.cost };
      });
      await settled(other.page);
      assert.deepEqual(await scene(other.page), await scene(page));
      said.push(...other.said);
      await other.close();
    },
  },
  {
    name: 'terrain: 8 million tiles',
    run: async ({ page }) => {
      await enter(page);
      await page.evaluate(() => (document.getElementById('map-menu').open = true));
      await page.locator('#size').selectOption('4096x2048');
      await page.locator('#generator button[type="submit"]').click();
      await page.waitForFunction(() => playground.ground.width === 4096);
      await waitForResult(page, /Cost/);
      const before = costOf(await result(page));
      const ship = await markPlace(page, 'ship');
      await page.locator('#brushes').getByText('Ice: 25').click();
      await fill(page, 'brush', 40);
      await drag(page, { x: ship.x + 40, y: ship.y - 30 }, { x: ship.x - 40, y: ship.y - 30 });
      await drag(page, { x: ship.x + 40, y: ship.y - 30 }, { x: ship.x + 40, y: ship.y + 40 });
      await page.waitForFunction(old => Number(/Cost ([\d,]+)/.exec(document.getElementById('result').textContent)?.[1].replaceAll(',', '')) >= old, before);
      assert.ok(await page.evaluate(() => playground.mode.isPainted));
    },
  },
];
