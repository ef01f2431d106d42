// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Every mode: what it shows, what its controls and marks do, and that painting reaches it.
import { strict as assert } from 'node:assert';
import { choose, drag, markPlace, result, waitForIndex, waitForResult } from './page.mjs';

const lengthNow = page => page.evaluate(() => playground.mode.answer.length);

export const tests = [
  {
    name: 'big ship: a larger one sails farther, the deepest keeps off, and shallow water is shown',
    run: async ({ page }) => {
      await waitForIndex(page);
      const small = await lengthNow(page);
      await choose(page, 'size');
      await waitForResult(page, /radius 2 fits/);
      const before = await lengthNow(page);
      assert.ok(before >= small);
      await page.waitForFunction(() => playground.stage.layers.has('closed'));
      await page.locator('#unit-size').fill('30');
      await waitForResult(page, /radius 30/);
      await page.locator('#deepest').check();
      await waitForResult(page, /deepest route of all stays (\d+)/);
      const depth = Number(/stays (\d+)/.exec(await result(page))[1]);
      assert.ok(depth >= 3 && (await lengthNow(page)) >= before, `${depth}`);
      await choose(page, 'sea');
      await waitForResult(page, /no route is shorter/);
      assert.equal(await lengthNow(page), small);
      assert.equal(await page.evaluate(() => playground.stage.layers.size), 0);
    },
  },
  {
    name: 'horde: a thousand units move, arrive, follow the flag, and never stand on land',
    run: async ({ page }) => {
      await choose(page, 'horde');
      await waitForResult(page, /One field for 1,000 units/);
      await waitForResult(page, /have arrived/);
      await page.waitForFunction(() => playground.stage.layers.has('heat'));
      const goal = await markPlace(page, 'goal');
      await drag(page, goal, { x: goal.x - 150, y: goal.y + 40 });
      await waitForResult(page, /One field/);
      const state = await page.evaluate(() => playground.engine.call('march', 1).then(({ units, moved }) =>
        ({ moved, dry: [...units].filter(tile => playground.ground.tiles[tile] === 0).length, count: units.length })));
      assert.deepEqual([state.dry, state.count], [0, 1000]);
      assert.ok(state.moved > 900);
      await page.locator('#march').click();
      assert.equal(await page.locator('#march').innerText(), 'March');
    },
  },
  {
    name: 'fleet: every ship has its nearest port, and dragging a port changes that',
    run: async ({ page }) => {
      await waitForIndex(page);
      await choose(page, 'fleet');
      await waitForResult(page, /360 lengths, 60 ships by 6 ports/);
      const nearest = () => page.evaluate(() => playground.engine.call('fleet', {
        ships: playground.mode.marks().filter(mark => mark.kind === 'ship').map(mark => mark.tile),
        ports: playground.mode.marks().filter(mark => mark.kind === 'harbour').map(mark => mark.tile),
      }).then(answer => [...answer.nearest]));
      const before = await nearest();
      assert.ok(before.every(port => port >= 0 && port < 6) && new Set(before).size > 2, before.join());
      const ports = await page.evaluate(() => playground.mode.marks().filter(mark => mark.kind === 'harbour').map(mark => mark.id));
      const tiles = await page.evaluate(() => playground.mode.marks().filter(mark => mark.kind === 'harbour').map(mark => mark.tile));
      const places = await Promise.all(ports.map(id => markPlace(page, id)));
      const seen = places.findIndex(({ x, y }) => x > 480 && x < 1000 && y > 60 && y < 700);
      await drag(page, places[seen], { x: 700, y: 690 });
      await page.waitForFunction(([id, old]) => playground.mode.marks().find(mark => mark.id === id).tile !== old, [ports[seen], tiles[seen]]);
      assert.notDeepEqual(await nearest(), before);
      await page.locator('#areas').check();
      await page.waitForFunction(() => playground.stage.layers.has('areas'));
      await page.locator('#ships').fill('300');
      await waitForResult(page, /1,800 lengths, 300 ships/);
    },
  },
  {
    name: 'all modes in turn on one map, and back',
    run: async ({ page }) => {
      const first = await result(page);
      for (const mode of ['fleet', 'terrain', 'horde', 'keys', 'puzzle', 'size', 'terrain', 'puzzle', 'keys', 'terrain', 'sea']) {
        await choose(page, mode);
        await page.waitForFunction(wanted => playground.mode.id === wanted && document.getElementById('result').textContent.length > 20, mode);
      }
      await waitForResult(page, /no route is shorter/);
      assert.equal(/[\d,]+ moves/.exec(await result(page))[0], /[\d,]+ moves/.exec(first)[0]);
    },
  },
];
