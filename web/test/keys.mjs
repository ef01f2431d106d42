// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Keys and doors: the hero, walls and doors that stay shut, the search in slices, and dungeons that are too hard.
import { strict as assert } from 'node:assert';
import { choose, drag, markPlace, result, waitForResult } from './page.mjs';

/** Too little for a proof, and enough for a way, whatever the machine: work is counted. */
const HARD = { patience: 5 };
const fill = (page, id, value) => page.locator(`#${id}`).fill(String(value));
const watched = page => page.evaluate(() => playground.mode.watchState());
const words = page => page.locator('#keys-state').innerText();

async function enter(page) {
  await choose(page, 'keys');
  await waitForResult(page, /moves in .* no way is shorter/);
}

async function openWatch(page) {
  await page.evaluate(() => (document.getElementById('keys-watch').open = true));
  await page.waitForFunction(() => /has not begun/.test(document.getElementById('keys-state').textContent));
}

export const tests = [
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
    name: 'keys: the search step by step, with the keys in hand, by both strategies',
    run: async ({ page }) => {
      await enter(page);
      await openWatch(page);
      // The textbook search looks at many states, also where `keys` goes from key to key.
      await page.locator('#keys-plain').check();
      await page.waitForFunction(() => /has not begun/.test(document.getElementById('keys-state').textContent));
      assert.deepEqual(await watched(page), { shown: 0, tiles: 0, held: 0, done: false, playing: false, proven: undefined });
      await page.locator('#keys-step').click();
      await page.waitForFunction(() => playground.mode.watchState().shown === 1);
      assert.match(await words(page), /^State 1: the hero .* after 0 moves, with no key\./);
      await fill(page, 'keys-speed', 2);
      await page.locator('#keys-step').click();
      await page.waitForFunction(() => playground.mode.watchState().shown === 5);
      await page.waitForFunction(() => /^State 5: the hero at \d+, \d+ after \d+ moves?, with/.test(document.getElementById('keys-state').textContent));
      await fill(page, 'keys-speed', 8);
      await page.locator('#keys-play').click();
      await page.waitForFunction(() => /with keys? [a-d]( and|,|\.)/.test(document.getElementById('keys-state').textContent));
      await page.waitForFunction(() => playground.mode.watchState().done);
      const length = /([\d,]+) moves in/.exec(await result(page))[1];
      assert.match(await words(page), new RegExp(`^Done: ${length} moves, and no way is shorter\\. [\\d,]+ states`));
      await page.waitForFunction(() => document.getElementById('keys-play').textContent === 'Play');
      assert.ok(await page.evaluate(() => playground.stage.layers.has('visits')));
      // Where there are more tiles, keys goes from key to key, and the textbook search from tile to tile.
      const ended = async () => {
        await page.waitForFunction(() => playground.mode.watchState().shown === 0 && /has not begun/.test(document.getElementById('keys-state').textContent));
        await page.locator('#keys-end').click();
        await page.waitForFunction(() => playground.mode.watchState().done);
        return { ...(await watched(page)), moves: /Done: ([\d,]+) moves/.exec(await words(page))[1] };
      };
      await page.locator('#keys-plain').uncheck();
      await page.locator('#dungeon-size').selectOption('large');
      await page.waitForFunction(() => playground.ground.width === 160);
      const few = await ended();
      await page.locator('#keys-plain').check();
      const many = await ended();
      assert.equal(few.moves, many.moves);
      assert.ok(many.shown > 20 * few.shown && many.tiles > 20 * few.tiles, JSON.stringify([few, many]));
      const busy = await page.evaluate(() => { // a tile that was visited
        const { stage } = playground;
        const { x, y } = stage.view.middle(playground.mode.scene.hero + 1);
        return { x: x / stage.dense, y: y / stage.dense };
      });
      await page.mouse.move(busy.x, busy.y);
      await page.waitForFunction(() => /: (floor|wall)/.test(document.getElementById('hover').textContent));
      await page.evaluate(() => (document.getElementById('keys-watch').open = false));
      await page.waitForFunction(() => !playground.stage.layers.has('visits'));
    },
  },
  {
    name: 'keys: a hard dungeon never stops the page, and at the limit the best so far is shown',
    options: { reducedMotion: 'reduce' },
    run: async ({ page }) => {
      await enter(page);
      await fill(page, 'patience', HARD.patience);
      await page.locator('#dungeon-size').selectOption('hard');
      await waitForResult(page, /the best so far, at most [\d,]+ moves? too long/);
      assert.ok(await page.evaluate(() => playground.mode.marks().length > 50));
      // A long search is under way: the map moves, another question is answered, and no answer of the old one comes.
      await fill(page, 'patience', 14);
      await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      const before = await markPlace(page, 'hero');
      await drag(page, { x: 1000, y: 700 }, { x: 960, y: 690 });
      const after = await markPlace(page, 'hero');
      assert.ok(Math.abs(after.x - before.x + 40) < 2, 'the map moves');
      await page.locator('#dungeon-size').selectOption('small');
      await waitForResult(page, /moves in .* no way is shorter/);
      // The same in the search that is watched.
      await page.locator('#dungeon-size').selectOption('hard');
      await fill(page, 'patience', HARD.patience);
      await waitForResult(page, /the best so far/);
      await openWatch(page);
      await page.locator('#keys-end').click();
      await page.waitForFunction(() => playground.mode.watchState().done);
      assert.match(await words(page), /^At the limit: the best so far has [\d,]+ moves, at most [\d,]+ too many/);
      assert.equal((await watched(page)).proven, false);
      await page.locator('#keys-plain').check();
      await page.waitForFunction(() => /needs more|limit/.test(document.getElementById('keys-state').textContent)); // 2^26 sets of keys
    },
  },
];
