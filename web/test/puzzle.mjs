// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Puzzles: every device is solved, shown move by move, put, dragged, taken away, typed and opened; a hard one is no trouble.
import { strict as assert } from 'node:assert';
import { choose, drag, drop, markPlace, result, setMode, waitForResult } from './page.mjs';

/** Moves of each puzzle of the page: those that `landfall keys` finds in the same text. */
const SAMPLES = { tower: 16, small: 28, gems: 30, oneway: 32, bridges: 31, switches: 32, teleport: 19, visits: 96, robots: 80, hard: 110 };
const STILL = { reducedMotion: 'reduce' };
const enter = page => setMode(page, 'puzzle', /no way is shorter/);
const textOf = (page, id) => page.locator(`#${id}`).innerText();
const board = page => page.evaluate(() => playground.mode.board);

async function sample(page, id) {
  await page.locator('#puzzle-sample').selectOption(id);
  await waitForResult(page, new RegExp(`^${SAMPLES[id]} moves in`));
}

async function openBuild(page) {
  await page.evaluate(() => (document.getElementById('puzzle-build').open = true));
}

/** Chooses something, and puts it on a tile. */
async function put(page, thing, x, y) {
  await page.locator(`#things label:has(input[value="${thing}"])`).click();
  const at = await page.evaluate(([px, py]) => {
    const { stage, ground } = playground;
    const { x: a, y: b } = stage.view.middle(py * ground.width + px);
    return { x: a / stage.dense, y: b / stage.dense };
  }, [x, y]);
  await page.mouse.click(at.x, at.y);
}

async function use(page, text) {
  await page.evaluate(() => (document.getElementById('puzzle-as-text').open = true));
  await page.locator('#puzzle-text').fill(text);
  await page.locator('#puzzle-use').click();
}

export const tests = [
  {
    name: 'puzzles: every device is solved, and walked move by move',
    options: STILL,
    run: async ({ page }) => {
      await enter(page);
      const seen = new Set();
      for (const [id, moves] of Object.entries(SAMPLES)) {
        await sample(page, id);
        await page.waitForFunction(wanted => document.getElementById('puzzle-at').max === String(wanted), moves);
        assert.match(await textOf(page, 'puzzle-state'), /^Keys: none\.$/, id);
        for (const word of (await textOf(page, 'puzzle-events')).matchAll(/(takes|opens|goes through|turns|jumps|visits|shuts)/g)) seen.add(word[1]);
        const before = await page.evaluate(() => playground.mode.marks().length);
        await page.locator('#puzzle-at').fill(String(moves));
        assert.equal(await textOf(page, 'puzzle-at-value'), `${moves} of ${moves}`);
        assert.ok(await page.evaluate(() => document.querySelector('#puzzle-events .now')), `${id}: the last event is shown`);
        const after = await page.evaluate(() => playground.mode.marks());
        assert.ok(after.length < before || after.some(mark => mark.faint && mark.kind !== 'hero'), `${id}: something is gone or open`);
      }
      assert.deepEqual([...seen].sort(), ['goes through', 'jumps', 'opens', 'shuts', 'takes', 'turns', 'visits']);
      await sample(page, 'robots');
      await page.locator('#puzzle-step').click();
      assert.equal(await textOf(page, 'puzzle-at-value'), '1 of 80');
      await page.locator('#puzzle-back').click();
      assert.equal(await textOf(page, 'puzzle-at-value'), '0 of 80');
      for (const hero of [1, 2, 3, 4]) assert.match(await textOf(page, 'puzzle-events'), new RegExp(`Hero ${hero} takes`));
      await sample(page, 'small');
      await page.locator('#puzzle-at').fill('28');
      assert.match(await textOf(page, 'puzzle-state'), /a 0 of 2/, 'both keys are used up');
    },
  },
  {
    name: 'puzzles: heroes walk by themselves, and halt',
    run: async ({ page }) => {
      await enter(page);
      assert.equal(await textOf(page, 'puzzle-walk'), 'Halt');
      await page.waitForFunction(() => Number(document.getElementById('puzzle-at').value) > 3);
      await page.locator('#puzzle-walk').click();
      assert.equal(await textOf(page, 'puzzle-walk'), 'Walk');
      await choose(page, 'sea');
      await waitForResult(page, /655,360 tiles/);
    },
  },
  {
    name: 'puzzles: things are put, dragged and taken away, rules are changed, and no way is explained',
    options: STILL,
    run: async ({ page }) => {
      await enter(page);
      await use(page, '@.....\n######\nlegend:\n');
      await waitForResult(page, /^0 moves/); // no exit, no key: nothing to do
      await openBuild(page);
      await page.locator('#puzzle-goal').selectOption('exit');
      await waitForResult(page, /There is no exit: put one/);
      await put(page, 'exit', 5, 0);
      await waitForResult(page, /^5 moves/);
      await put(page, 'door', 3, 0);
      await waitForResult(page, /There is no way/);
      await put(page, 'key', 1, 0);
      await waitForResult(page, /^5 moves/);
      await page.locator('#things label:has(input[value="door"])').click();
      await page.locator('#thing-need').fill('2');
      await put(page, 'door', 3, 0);
      await waitForResult(page, /There is no way.*All \d+ states were tried/);
      await put(page, 'key', 2, 0);
      await waitForResult(page, /^5 moves/);
      await page.locator('#thing-used').check();
      await page.waitForFunction(() => playground.mode.board.usedUp.length === 1);
      await waitForResult(page, /^5 moves/);
      await put(page, 'door', 4, 0);
      await waitForResult(page, /There is no way/);
      await put(page, 'nothing', 4, 0);
      await waitForResult(page, /^5 moves/);
      await page.locator('#things label:has(input[value="floor"])').click();
      await page.locator('#thing-heading').selectOption('west');
      await put(page, 'floor', 4, 0);
      await waitForResult(page, /out of reach even if nothing were ever shut/);
      await page.locator('#thing-heading').selectOption('');
      await put(page, 'floor', 4, 0);
      await waitForResult(page, /^5 moves/);
      assert.match(await textOf(page, 'puzzle-events'), /floor shuts for good/);
      await put(page, 'hero', 0, 1); // in a wall, which gives way
      await page.waitForFunction(() => playground.mode.board.together && playground.mode.board.heroes.length === 2);
      await waitForResult(page, /^11 moves/); // both stand on the bridge when it falls
      await page.locator('#puzzle-diagonal').check();
      await page.waitForFunction(() => playground.mode.board.moves === 'king');
      await page.locator('label:has(input[value="move"])').click();
      const places = await Promise.all(['exit 0', 'hero 1'].map(id => markPlace(page, id)));
      await drag(page, places[1], { x: places[1].x, y: places[1].y + (places[1].y - places[0].y) / 2 }); // stays where it was
      await drag(page, places[0], { x: places[0].x, y: places[1].y }); // into a wall: gone
      await waitForResult(page, /There is no exit/);
      assert.deepEqual((await board(page)).exits, []);
    },
  },
  {
    name: 'puzzles: typed, with what is wrong in words; dropped as a file; every device comes back from text',
    options: STILL,
    run: async ({ page }) => {
      await enter(page);
      const rows = '@.a%=o..\n########\n>p.1.D_$';
      const legend = ['heroes together', 'used-up gem', 'needed a 1', 'a key gem', '% switch red', '= barrier red open', 'o teleporter x once', 'p teleporter x', '1 place 3 once south', 'D door gem needs 2 east', '_ floor once', '> floor north-east', '$ exit', '7,0 key a'];
      const text = `${rows}\nlegend:\n${legend.join('\n')}\n`;
      await use(page, text);
      await page.waitForFunction(() => playground.mode.board.things.length === 10);
      const first = await board(page);
      await page.evaluate(() => document.activeElement.blur());
      await page.waitForFunction(() => /legend:/.test(document.getElementById('puzzle-text').value));
      await choose(page, 'sea');
      await choose(page, 'puzzle');
      await page.waitForFunction(() => /needs 2 east/.test(document.getElementById('puzzle-text').value));
      const written = await page.locator('#puzzle-text').inputValue();
      await use(page, written);
      const sorted = ({ things, names, usedUp, needed, ...rest }) => ({
        ...rest, usedUp: usedUp.map(kind => names[kind]), needed: Object.entries(needed).map(([kind, number]) => `${names[kind]} ${number}`),
        things: things.map(({ kind, type, ...thing }) => JSON.stringify(Object.entries({ ...thing, type, name: ['place', 'floor'].includes(type) ? kind : names[kind] }).sort())).sort(),
      });
      await page.waitForTimeout(300);
      assert.deepEqual(sorted(await board(page)), sorted(first), written);
      for (const [wrong, expected] of [['@.%\nlegend:\n% trap\n', /:3: trap in the legend, expected wall, start/], ['@.%\n', /:1:3: unknown tile %/], ['@.G\nlegend:\nG door gem needs 0\n', /expected a number from 1 to 255/],
        ['@.o\nlegend:\no teleporter x east\n', /east in the legend/], ['@.\nlegend:\n0,0 key a\n', /:3: the tile at 0,0 is not floor/], ['@.\nlegend:\n9,9 key a\n', /inside of 2 x 1/], ['@.\nlegend:\na key x\na key y\n', /twice/], ['@.\nlegend:\nheroes apart\n', /together/]]) {
        await use(page, wrong);
        await page.waitForFunction(([source]) => new RegExp(source).test(document.getElementById('puzzle-problem').textContent), [expected.source]);
      }
      await choose(page, 'sea');
      await drop(page, [{ name: 'steps.txt', bytes: Buffer.from('S.%.=.E\nlegend:\n% switch lever\n= barrier lever\n') }]);
      await waitForResult(page, /^6 moves/);
      assert.equal(await page.evaluate(() => playground.mode.id), 'puzzle');
      assert.equal(await page.locator('#puzzle-sample').inputValue(), 'own');
    },
  },
  {
    name: 'puzzles: a hard one never stops the page, and at the limit there are the best so far and a bound',
    options: STILL,
    run: async ({ page }) => {
      await enter(page);
      await sample(page, 'hard');
      const words = new Set();
      for (const patience of [8, 7, 6, 5, 4, 3, 2, 1, 0]) {
        await page.locator('#patience').fill(String(patience));
        await page.waitForFunction(() => new Promise(resolve => setTimeout(() => resolve(!/Searching/.test(document.getElementById('result').textContent)), 400)));
        const said = await result(page);
        const best = /([\d,]+) moves .*the best so far, at most (\d+) moves? too long: it takes at least (\d+)/.exec(said);
        if (best) assert.ok(Number(best[1]) - Number(best[2]) === Number(best[3]) && Number(best[3]) <= SAMPLES.hard && Number(best[1]) >= SAMPLES.hard, said);
        words.add(best ? 'best' : /No way is known after .*at least \d+ moves/.test(said) ? 'bound' : /no way is shorter/.test(said) ? 'proven' : said);
      }
      assert.ok(words.has('best') || words.has('bound'), [...words].join('; '));
      assert.ok([...words].every(word => ['best', 'bound', 'proven'].includes(word)), [...words].join('; '));
      await page.locator('#patience').fill('14');
      await sample(page, 'gems'); // another question while the long one may be under way
    },
  },
];
