// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Maps in and out: every format saved and dropped again, links, and files that are hostile.
import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { MODES, drag, drop, markPlace, open, result, saveAs, setMode, waitForIndex, waitForResult } from './page.mjs';

const work = mkdtempSync(join(tmpdir(), 'landfall-page-'));

const text = (name, content) => ({ name, bytes: Buffer.from(content) });
const alertText = async page => {
  await page.waitForFunction(() => !document.getElementById('alert').hidden);
  const words = await page.locator('#alert').innerText();
  await page.evaluate(() => (document.getElementById('alert').hidden = true));
  return words;
};
/** A small number that two equal maps share. */
const hash = page => page.evaluate(() => {
  const { width, height, tiles } = playground.ground;
  return [width, height, tiles.reduce((sum, tile, i) => (Math.imul(sum, 31) + tile * (i + 1)) | 0, 7)].join();
});

async function make(page, kind, size) {
  await page.evaluate(() => (document.getElementById('map-menu').open = true));
  await page.locator('#scene').selectOption(kind);
  if (size) await page.locator('#size').selectOption(size);
  const before = await hash(page);
  await page.locator('#generator button[type="submit"]').click();
  await page.waitForFunction(old => { // another map, and its route
    const { width, height, tiles } = playground.ground;
    return [width, height, tiles.reduce((sum, tile, i) => (Math.imul(sum, 31) + tile * (i + 1)) | 0, 7)].join() !== old;
  }, before);
  await waitForResult(page, /moves in|cannot be reached/);
}


const HOSTILE = [
  [[text('a.map', 'type octile\nheight 2\nwidth 3\nmap\n...\n.x.\n')], /a\.map:6:2: unknown tile 'x', expected one of/],
  [[text('a.map', 'type octile\nheight 999999999\nwidth 999999999\nmap\n')], /expected at most/],
  [[text('a.map', 'hello')], /a\.map:1: expected type octile/],
  [[text('a.map', '')], /no line "map"/],
  [[text('a.txt', '..\t.\n')], /a\.txt:1:3: unknown tile byte 0x09/],
  [[text('a.txt', '')], /no tile/],
  [[text('a.txt', 'S.a\nlegend:\n1 trap gold\n')], /a\.txt:3: trap in the legend/],
  [[text('a.png', 'not a picture')], /not a PNG/],
  [[{ name: 'a.png', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452ffffffffffffffff0800000000' + '00'.repeat(20), 'hex') }], /expected at most/],
  [[{ name: 'a.png', bytes: Buffer.from('89504e470d0a1a0a0000000d494844520000000400000004080000000000000000' + '00'.repeat(20), 'hex') }], /broken/],
  [[text('a.yaml', 'image: a.pgm\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.6\nfree_thresh: 0.2\n')], /drop both files together/],
  [[text('a.yaml', 'image: a.pgm\n')], /missing/],
  [[text('a.yaml', 'image: a.pgm\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.6\nfree_thresh: 0.2\n'), text('a.pgm', 'P5\n4 4\n255\nxyz')], /3 bytes of pixels, expected 16/],
  [[text('manifest.json', '{"map": {"width": 4, "height": 2}}')], /map\.bin is missing/],
  [[text('manifest.json', '{"map": {"width": 4, "height": 2}}'), text('map.bin', 'abc')], /3 bytes, expected 8/],
  [[text('manifest.json', '{"map": ')], /not JSON/],
  [[text('manifest.json', '[]')], /map is missing/],
  [[text('a.exe', 'MZ')], /expected a \.png, \.map or \.txt/],
];

/** A link with any header and nothing behind it but zeros. */
function linkOf(scene) {
  const header = Buffer.from(JSON.stringify(scene));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return `#1.${deflateRawSync(Buffer.concat([length, header, Buffer.alloc(8)])).toString('base64url')}`;
}
const GOOD = { mode: 'terrain', width: 8, height: 8, from: 0, to: 1, strategy: 'flood', radius: 1, harbour: 0, deepest: false, units: 100 };
const BAD_SCENES = [
  null, [], 'x', {}, { ...GOOD, width: 1e9 }, { ...GOOD, from: 64 }, { ...GOOD, mode: 'none' }, { ...GOOD, width: 9 }, { ...GOOD, terrain: { reach: -1, extra: 2 } },
  { ...GOOD, terrain: { reach: 1, extra: 2, painted: { x: 4, y: 0, width: 5, height: 1 } } }, { ...GOOD, terrain: { reach: 1, extra: 2, painted: { x: 0, y: 0, width: 2, height: 2 } } },
  { ...GOOD, mode: 'keys', dungeon: { hero: 0, exit: 99, fixtures: [] } }, { ...GOOD, ships: [1, 'x'], ports: [2] },
];

export const tests = [
  {
    name: 'every generator makes a map with a route or a reason',
    run: async ({ page }) => {
      for (const kind of ['islands', 'river-into-ocean', 'rooms', 'maze', 'noise', 'open', 'archipelago']) await make(page, kind, '256x160');
    },
  },
  {
    name: 'a map saved in any format and dropped again is the same map',
    run: async ({ page }) => {
      await make(page, 'archipelago', '256x160');
      const first = await hash(page);
      for (const format of ['png', 'map', 'txt', 'ros', 'openfront']) {
        const files = await saveAs(page, format);
        await page.evaluate(() => playground.edit([{ x: 20, y: 20, radius: 15, open: true }, { x: 60, y: 30, radius: 9, open: false }]));
        assert.notEqual(await hash(page), first);
        await drop(page, files);
        await page.waitForFunction(wanted => {
          const { width, height, tiles } = playground.ground;
          return [width, height, tiles.reduce((sum, tile, i) => (Math.imul(sum, 31) + tile * (i + 1)) | 0, 7)].join() === wanted;
        }, first);
        await waitForResult(page, /moves in|cannot be reached/);
        if (!process.env.LANDFALL) continue;
        const folder = join(work, format);
        mkdirSync(folder, { recursive: true });
        for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes);
        const map = { openfront: folder, ros: join(folder, 'map.yaml') }[format] ?? join(folder, files[0].name);
        const told = execFileSync(process.env.LANDFALL, ['info', map], { encoding: 'utf8' });
        const opened = await page.evaluate(() => playground.ground.tiles.reduce((sum, tile) => sum + tile, 0));
        assert.equal(Number(/open *(\d+)/.exec(told)[1]), opened, `${format}: ${told}`);
      }
    },
  },
  {
    name: 'a folder is opened by its button, and a dungeon opens with its hero',
    run: async ({ page }) => {
      const folder = join(work, 'lake');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'manifest.json'), '{"map": {"width": 4, "height": 2, "num_land_tiles": 3}}');
      writeFileSync(join(folder, 'map.bin'), Buffer.from([0, 0, 0x80, 0, 0x9f, 0x80, 0, 0]));
      await page.locator('#folder').setInputFiles(folder);
      await page.waitForFunction(() => [...playground.ground.tiles].join('') === '11010011');
      await drop(page, [text('crypt.txt', '#########\n#@.a#..>#\n#...A...#\n#########\n')]);
      await waitForResult(page, /moves in .* no way is shorter. 2 keys and doors/);
      const [saved] = await saveAs(page, 'txt');
      assert.equal(saved.bytes.toString(), '#########\n#@.a#..>#\n#...A...#\n#########\n');
      await drop(page, [text('plain.txt', '....\n.##.\n....\n')]);
      await waitForResult(page, /of 12 tiles/);
    },
  },
  {
    name: 'hostile files get a clear message, and the page goes on',
    run: async ({ page }) => {
      const before = await hash(page);
      for (const [files, expected] of HOSTILE) {
        await drop(page, files);
        assert.match(await alertText(page), expected);
      }
      assert.equal(await hash(page), before);
      const first = await result(page);
      const ship = await markPlace(page, 'ship');
      await drag(page, ship, { x: ship.x + 30, y: ship.y - 60 });
      await page.waitForFunction(old => document.getElementById('result').textContent !== old, first);
    },
  },
  {
    name: 'a link holds the whole scene, painted tiles too',
    run: async ({ page, chromium, said }) => {
      await waitForIndex(page);
      await page.evaluate(() => playground.edit([{ x: 500, y: 300, radius: 20, open: false }, { x: 620, y: 420, radius: 30, open: true }]));
      await page.waitForFunction(() => /changed/.test(document.getElementById('cost').textContent));
      const ship = await markPlace(page, 'ship');
      await drag(page, ship, { x: ship.x + 40, y: ship.y - 70 });
      await page.locator('input[name="strategy"][value="spine"]').check();
      await page.waitForFunction(() => playground.mode.answer.strategy === 'spine');
      await page.evaluate(() => (document.getElementById('map-menu').open = true));
      await page.locator('#link').click();
      await page.waitForFunction(() => location.hash.startsWith('#1.'));
      const fragment = await page.evaluate(() => location.hash);
      assert.ok(fragment.length < 2000, `${fragment.length} letters`);
      const other = await open(chromium, { fragment });
      await other.page.waitForFunction(() => playground.mode.answer?.strategy === 'spine');
      assert.equal(await hash(other.page), await hash(page));
      assert.deepEqual(await other.page.evaluate(() => playground.ends), await page.evaluate(() => playground.ends));
      said.push(...other.said);
      await other.close();
    },
  },
  {
    name: 'links of every mode come back whole; a broken link says so',
    options: { reducedMotion: 'reduce' },
    run: async ({ page, chromium, said }) => {
      const set = { size: [['unit-size', 1], ['harbour', 30]], terrain: [['coast-reach', 5], ['coast-extra', 7]], horde: [['units', 700]], keys: [['patience', 11]], puzzle: [['patience', 12]], fleet: [['ships', 40], ['ports', 5]] };
      for (const [mode, pattern] of MODES) {
        await setMode(page, mode, pattern);
        for (const [id, value] of set[mode] ?? []) await page.locator(`#${id}`).fill(String(value));
        if (mode === 'keys') await page.locator('#add-lock').click();
        else if (mode === 'puzzle') await page.locator('#puzzle-sample').selectOption('bridges');
        else await page.evaluate(() => playground.edit([{ x: 400, y: 200, radius: 8, open: true }]));
        await waitForResult(page, pattern);
        await page.evaluate(() => (document.getElementById('map-menu').open = true));
        const before = await page.evaluate(() => location.hash);
        await page.locator('#link').click();
        await page.waitForFunction(old => location.hash !== old, before);
        const other = await open(chromium, { fragment: await page.evaluate(() => location.hash), reducedMotion: 'reduce' });
        await other.page.waitForFunction(wanted => playground.mode.id === wanted, mode);
        await waitForResult(other.page, pattern);
        const scene = one => one.evaluate(() => ({
          marks: playground.mode.marks().map(({ id, tile }) => `${id} ${tile}`).sort().join(),
          values: [...document.querySelectorAll('.mode:not([hidden]) :is(input[type=range], input[type=checkbox])')].map(({ id, value, checked }) => `${id} ${value} ${checked}`).join(),
        }));
        assert.deepEqual(await scene(other.page), await scene(page), mode);
        assert.equal(await hash(other.page), await hash(page), mode);
        said.push(...other.said);
        await other.close();
      }
      for (const fragment of ['#1.', '#1.!!!', '#1.AAAA', `#1.${'A'.repeat(500)}`, ...BAD_SCENES.map(linkOf)]) {
        const other = await open(chromium, { fragment });
        assert.match(await alertText(other.page), /This link cannot be read/);
        await waitForResult(other.page, /moves in/);
        await other.close();
      }
    },
  },
];
