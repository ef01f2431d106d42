// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// "Watch it think": all phases of every strategy, the layers, their explanations, and the numbers of a tile.
import { strict as assert } from 'node:assert';
import { waitForIndex } from './page.mjs';

const phase = page => page.locator('#phase').innerText();

/** Chooses a strategy and opens the panel; the query stands before its first step. */
async function begin(page, strategy) {
  await page.locator(`input[name="strategy"][value="${strategy}"]`).check();
  await page.waitForFunction(wanted => playground.mode.answer?.strategy === wanted, strategy);
  await page.evaluate(() => (document.getElementById('watch').open = true));
  await page.waitForFunction(wanted => {
    const now = playground.mode.watchState();
    return now?.strategy === wanted && now.running && now.met <= 1 && now.looked <= 1;
  }, strategy);
}

/** Steps from phase to phase until the answer is there; what each was called. */
async function allPhases(page) {
  const words = [await phase(page)];
  for (let i = 0; i < 400 && !/^Done/.test(words[words.length - 1]); i++) {
    const before = await page.evaluate(() => playground.mode.watchState?.());
    await page.locator('#watch-phase').click();
    await page.waitForFunction(old => JSON.stringify(playground.mode.watchState?.()) !== old, JSON.stringify(before));
    words.push(await phase(page));
  }
  return words;
}

const layers = page => page.evaluate(() => [...playground.stage.layers.keys()]);

export const tests = [
  {
    name: 'expand: planned, searched, widened again and again, and done',
    run: async ({ page }) => {
      await waitForIndex(page);
      await begin(page, 'expand');
      const easy = await allPhases(page);
      assert.match(easy[0], /Planning: a path over cells of 4 x 4/);
      assert.match(easy[1], /Phase 1: searching/);
      assert.match(easy[easy.length - 1], /^Done: [\d,]+ moves, [\d,]+ tiles looked at/);
      assert.ok((await layers(page)).includes('met') && (await layers(page)).includes('cells'));
      await page.locator('#watch-narrow').check();
      await page.waitForFunction(() => /Planning/.test(document.getElementById('phase').textContent));
      await page.locator('#watch-phase').click();
      await page.waitForFunction(() => /Phase 1/.test(document.getElementById('phase').textContent));
      await page.locator('#watch-speed').fill('6');
      await page.locator('#watch-step').click(); // in the middle of a phase, tiles wait outside
      await page.waitForFunction(() => playground.mode.watchState().deferred > 10 && playground.stage.layers.has('deferred'));
      await page.locator('#watch-again').click();
      await page.waitForFunction(() => /Planning/.test(document.getElementById('phase').textContent));
      const hard = await allPhases(page);
      assert.ok(hard.some(words => /Phase 2: .*widened, and deferred tiles join in/.test(words)), hard.join('\n'));
      assert.ok(hard.length > easy.length);
    },
  },
  {
    name: 'spine: planned, every piece, and done',
    run: async ({ page }) => {
      await waitForIndex(page);
      await begin(page, 'spine');
      const words = await allPhases(page);
      assert.match(words[0], /Planning: a path over cells of 8 x 8/);
      assert.ok(words.some(one => /^Piece 1:/.test(one)) && words.some(one => /^Piece 5:/.test(one)), words.join('\n'));
      assert.match(words[words.length - 1], /^Done: [\d,]+ moves/);
      const length = Number(/([\d,]+) moves/.exec(words[words.length - 1])[1].replaceAll(',', ''));
      assert.ok(length >= 850 && length < 870, `${length}`); // 850 is the shortest on this map
      const shown = await page.evaluate(() => playground.mode.watchState());
      assert.ok(shown.spine > 10 && shown.portals > 10);
      assert.ok((await layers(page)).includes('cells'), 'its windows');
    },
  },
  {
    name: 'flood, corridor, expand-optimal and headland: to the end',
    run: async ({ page }) => {
      await waitForIndex(page);
      for (const [strategy, pattern] of [['flood', /Waves/], ['corridor', /Phase 1/], ['expand-optimal', /Phase 1/], ['headland', /headland/]]) {
        await begin(page, strategy);
        const words = await allPhases(page);
        assert.ok(words.some(one => pattern.test(one)), `${strategy}: ${words.join('\n')}`);
        assert.match(words[words.length - 1], /^Done/);
      }
    },
  },
  {
    name: 'play, pause and speed; a new question begins anew',
    run: async ({ page }) => {
      await waitForIndex(page);
      await begin(page, 'flood');
      await page.locator('#watch-speed').fill('13');
      await page.locator('#watch-play').click();
      await page.waitForFunction(() => playground.mode.watchState().met > 30_000);
      assert.equal(await page.locator('#watch-play').innerText(), 'Pause');
      await page.locator('#watch-play').click();
      assert.equal(await page.locator('#watch-play').innerText(), 'Play');
      const paused = await page.evaluate(() => playground.mode.watchState());
      assert.ok(paused.running);
      await page.locator('#watch-step').click();
      await page.waitForFunction(old => playground.mode.watchState().met > old, paused.met);
      await page.evaluate(() => playground.mode.dragged({ id: 'ship' }, playground.ends.from - 40));
      await page.waitForFunction(() => playground.mode.watchState()?.met <= 1);
      await page.evaluate(() => (document.getElementById('watch').open = false));
      await page.waitForFunction(() => playground.stage.layers.size === 0);
    },
  },
  {
    name: 'every layer can be shown and explained, with a page of the documents behind it',
    run: async ({ page, chromium }) => {
      await waitForIndex(page);
      await begin(page, 'headland');
      await page.locator('#watch-phase').click();
      const names = await page.$$eval('#layers button', all => all.map(one => one.textContent));
      assert.equal(names.length, 13);
      for (const box of await page.locator('#layers input').all()) await box.check();
      await page.waitForFunction(() => playground.stage.layers.has('distances'));
      const index = await page.evaluate(() => playground.engine.call('indexShot').then(shot => Object.fromEntries(Object.entries(shot).map(([name, list]) => [name, list.length]))));
      assert.ok(index.headlands > 1000 && index.legs > index.headlands && index.landmarks > 0 && index.buoys > 10 && index.order === index.headlands, JSON.stringify(index));
      for (const button of await page.locator('#layers button').all()) await button.click();
      const texts = await page.$$eval('#layers p', all => all.filter(one => !one.hidden).map(one => one.textContent));
      assert.equal(texts.length, 13);
      for (const text of texts) assert.equal(text.match(/[.](?= |$)/g).length, 2, `two sentences: ${text}`);
      const links = await page.$$eval('#layers a', all => [...new Set(all.map(one => one.href))]);
      for (const link of links) {
        const reader = await chromium.browser.newPage();
        const answer = await reader.goto(link, { timeout: 0 });
        assert.equal(answer.status(), 200, link);
        const anchor = new URL(link).hash.slice(1);
        if (anchor) assert.equal(await reader.locator(`[id="${anchor}"]`).count(), 1, link);
        await reader.close();
      }
    },
  },
  {
    name: 'a tile under the pointer has its numbers',
    run: async ({ page }) => {
      await waitForIndex(page);
      await begin(page, 'flood');
      await page.locator('#layer-distances').check();
      await page.waitForFunction(() => playground.stage.layers.has('distances'));
      await page.locator('#watch-phase').click();
      await page.waitForFunction(() => /^Done/.test(document.getElementById('phase').textContent));
      const place = await page.evaluate(() => { // water a little off the ship
        const { stage, ends, ground } = playground;
        for (let dx = 20; ; dx++) if (ground.tiles[ends.from + dx]) { const { x, y } = stage.view.middle(ends.from + dx); return { x: x / stage.dense, y: y / stage.dense }; }
      });
      await page.mouse.move(place.x, place.y);
      await page.waitForFunction(() => /water\nmet when \d+ % of all were\nabout \d+ moves from the ship/.test(document.getElementById('hover').textContent));
      await begin(page, 'headland');
      const headland = await page.evaluate(async () => { // one that is on the screen, and not behind the panel
        const { stage } = playground;
        const { headlands } = await playground.engine.call('indexShot');
        for (const tile of headlands) {
          const { x, y } = stage.view.middle(tile);
          const at = { x: x / stage.dense, y: y / stage.dense };
          if (document.elementFromPoint(at.x, at.y)?.id === 'map') return at;
        }
      });
      await page.mouse.move(headland.x, headland.y);
      await page.waitForFunction(() => /water\n(.*\n)*a headland with \d+ legs\nnumber [\d,]+ of [\d,]+ in the hierarchy/.test(document.getElementById('hover').textContent));
    },
  },
];
