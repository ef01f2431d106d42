// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Every mode: what it shows, what its controls and marks do, and that painting reaches it.
import { strict as assert } from 'node:assert';
import { drag, markPlace, result, waitForIndex, waitForResult } from './page.mjs';

const choose = (page, mode) => page.locator('#modes').locator(`label:has(input[value="${mode}"])`).click();
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
    name: 'keys: the hero has a way, a wall around a key shuts a door, and the page says why',
    run: async ({ page }) => {
      await choose(page, 'keys');
      await waitForResult(page, /moves in .* no way is shorter/);
      assert.match(await page.locator('#events').innerText(), /takes key .[^]*opens door/);
      // The first key that the hero takes is dropped into a wall: it is gone.
      const at = await page.evaluate(() => {
        const { stage, ground, mode } = playground;
        const [first] = document.querySelectorAll('#events li');
        const kind = first.textContent.match(/key (.)/)[1].charCodeAt(0) - 97;
        const key = mode.scene.fixtures.find(one => one.key === kind).tile;
        const wall = ground.tiles.findIndex((open, tile) => open === 0 && tile % ground.width > 30 && Math.floor(tile / ground.width) > ground.height - 4);
        const place = tile => { const { x, y } = stage.view.middle(tile); return { x: x / stage.dense, y: y / stage.dense }; };
        return { key: place(key), wall: place(wall), letter: String.fromCharCode(97 + kind) };
      });
      await page.locator('#walk').click(); // halts: the key is where it was drawn
      const fixtures = await page.evaluate(() => playground.mode.scene.fixtures.length);
      await drag(page, at.key, at.wall);
      await waitForResult(page, /There is no way.*Door . stays shut: there is no key/);
      assert.equal(await page.evaluate(() => playground.mode.scene.fixtures.length), fixtures - 1);
      await page.locator('#add-lock').click();
      await page.waitForFunction(count => playground.mode.scene.fixtures.length === count + 1, fixtures);
      await choose(page, 'sea');
      await waitForResult(page, /655,360 tiles/);
    },
  },
  {
    name: 'keys: walls are painted, and a walled exit is explained',
    options: { reducedMotion: 'reduce' },
    run: async ({ page }) => {
      await choose(page, 'keys');
      await waitForResult(page, /no way is shorter/);
      assert.equal(await page.locator('#walk').innerText(), 'Walk', 'nobody walks by himself');
      const exit = await markPlace(page, 'exit');
      const side = await page.evaluate(() => playground.stage.view.scale / playground.stage.dense);
      await page.locator('#tools').getByText('Wall', { exact: true }).click();
      await page.locator('#brush').fill('0');
      const ring = [[-3, -3], [3, -3], [3, 3], [-3, 3], [-3, -3]].map(([x, y]) => ({ x: exit.x + x * side, y: exit.y + y * side }));
      for (let i = 1; i < ring.length; i++) await drag(page, ring[i - 1], ring[i]);
      await waitForResult(page, /Walls alone keep the hero/);
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
      for (const mode of ['fleet', 'horde', 'keys', 'size', 'horde', 'keys', 'sea']) {
        await choose(page, mode);
        await page.waitForFunction(wanted => playground.mode.id === wanted && document.getElementById('result').textContent.length > 20, mode);
      }
      await waitForResult(page, /no route is shorter/);
      assert.equal(/[\d,]+ moves/.exec(await result(page))[0], /[\d,]+ moves/.exec(first)[0]);
    },
  },
];
