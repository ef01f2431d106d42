// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Maps in and out: every format saved and dropped again, links, code, and files that are hostile.
import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drag, markPlace, open, result, waitForIndex, waitForResult } from './page.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'landfall-page-'));

/** Drops files ({ name, bytes }) on the page, as a hand would. */
function drop(page, files) {
  return page.evaluate(list => {
    const data = new DataTransfer();
    for (const { name, bytes } of list) data.items.add(new File([Uint8Array.from(bytes)], name));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files.map(({ name, bytes }) => ({ name, bytes: [...bytes] })));
}

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

async function save(page, format) {
  await page.evaluate(() => (document.getElementById('map-menu').open = true));
  await page.locator('#save-format').selectOption(format);
  const count = ['ros', 'openfront'].includes(format) ? 2 : 1;
  const downloads = [];
  const all = new Promise(resolve => page.on('download', one => downloads.push(one) === count && resolve()));
  await page.locator('#save').click();
  await all;
  page.removeAllListeners('download');
  return Promise.all(downloads.map(async one => ({ name: one.suggestedFilename(), bytes: readFileSync(await one.path()) })));
}

const codeIn = async (page, language) => {
  await page.evaluate(() => { document.getElementById('map-menu').open = true; document.getElementById('code-dialog').close(); });
  await page.locator('#code').click();
  await page.locator(`#code-dialog label:has(input[value="${language}"])`).click();
  await page.waitForFunction(wanted => ({ c: /int main/, typescript: /from 'landfall/, shell: /^(#|landfall)/ })[wanted].test(document.getElementById('code-text').textContent), language);
  return page.locator('#code-text').innerText();
};

const setMode = async (page, mode, pattern) => {
  await page.locator('#modes').locator(`label:has(input[value="${mode}"])`).click();
  await waitForResult(page, pattern);
};
const MODES = [['sea', /no route is shorter/], ['size', /fits all the way/], ['horde', /One field/], ['keys', /no way is shorter/], ['fleet', /lengths/]];

const HOSTILE = [
  [[text('a.map', 'type octile\nheight 2\nwidth 3\nmap\n...\n.x.\n')], /a\.map:6:2: unknown tile 'x', expected one of/],
  [[text('a.map', 'type octile\nheight 999999999\nwidth 999999999\nmap\n')], /expected at most/],
  [[text('a.map', 'hello')], /a\.map:1: expected type octile/],
  [[text('a.map', '')], /no line "map"/],
  [[text('a.txt', '..\t.\n')], /a\.txt:1:3: unknown tile byte 0x09/],
  [[text('a.txt', '')], /no tile/],
  [[text('a.txt', 'S.a\nlegend:\n1 key gold\n')], /legend/],
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
        const files = await save(page, format);
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
      const [saved] = await save(page, 'txt');
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
    name: 'links of keys and fleets come back whole; a broken link says so',
    run: async ({ page, chromium, said }) => {
      for (const [mode, pattern] of MODES.slice(1)) {
        await setMode(page, mode, pattern);
        await page.evaluate(() => (document.getElementById('map-menu').open = true));
        const before = await page.evaluate(() => location.hash);
        await page.locator('#link').click();
        await page.waitForFunction(old => location.hash !== old, before);
        const other = await open(chromium, { fragment: await page.evaluate(() => location.hash) });
        await other.page.waitForFunction(wanted => playground.mode.id === wanted, mode);
        await waitForResult(other.page, pattern);
        const marks = one => one.evaluate(() => playground.mode.marks().map(({ id, tile }) => `${id} ${tile}`).sort().join());
        if (mode === 'keys') await Promise.all([page, other.page].map(one => one.locator('#walk').click()));
        assert.equal(await marks(other.page), await marks(page), mode);
        said.push(...other.said);
        await other.close();
      }
      for (const fragment of ['#1.', '#1.!!!', '#1.AAAA', `#1.${'A'.repeat(500)}`]) {
        const other = await open(chromium, { fragment });
        assert.match(await alertText(other.page), /This link cannot be read/);
        await waitForResult(other.page, /moves in/);
        await other.close();
      }
    },
  },
  {
    name: 'the code of every mode compiles, and finds the same',
    options: { reducedMotion: 'reduce' },
    run: async ({ page }) => {
      await waitForIndex(page);
      const files = [];
      for (const [mode, pattern] of MODES) {
        await setMode(page, mode, pattern);
        writeFileSync(join(work, `${mode}.c`), await codeIn(page, 'c'));
        writeFileSync(join(work, `${mode}.ts`), await codeIn(page, 'typescript'));
        files.push(join(work, `${mode}.ts`));
        const shell = await codeIn(page, 'shell');
        await page.evaluate(() => document.getElementById('code-dialog').close());
        execFileSync(process.env.CC ?? 'cc', ['-std=c17', '-Wall', '-Wextra', '-Werror', '-fsyntax-only', `-I${root}include`, `-I${root}io`, join(work, `${mode}.c`)], { stdio: 'inherit' });
        if (!process.env.LANDFALL) continue;
        for (const one of await save(page, mode === 'keys' ? 'txt' : 'png')) writeFileSync(join(work, one.name), one.bytes);
        const script = `landfall() { "$LANDFALL" "$@"; }\n${shell.replaceAll(' --animate walk.gif', '')}\n`;
        const told = execFileSync('bash', ['-e', '-c', script], { cwd: work, encoding: 'utf8' });
        if (mode === 'fleet' || mode === 'horde') continue;
        const length = /([\d,]+) moves/.exec(await result(page))[1].replaceAll(',', '');
        assert.match(told, new RegExp(`length +${length}\\b`), `${mode}: ${told}`);
      }
      const compilerOptions = {
        strict: true, noUncheckedIndexedAccess: true, noEmit: true, target: 'ES2022', lib: ['ES2022', 'ESNext.Disposable', 'DOM'], types: [], module: 'ESNext', moduleResolution: 'bundler',
        paths: Object.fromEntries([['landfall', 'index'], ['landfall/dungeons', 'dungeons']].map(([name, file]) => [name, [join(root, `build/js/package/dist/${file}.d.ts`)]])),
      };
      writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      execFileSync(process.execPath, [join(root, 'build/js/tools/node_modules/typescript/bin/tsc'), '-p', work], { stdio: 'inherit' });
    },
  },
];
