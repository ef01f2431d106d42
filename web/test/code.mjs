// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// "Copy as code": what every mode shows is compiled, linked and run, and finds what the page has found.
import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../../js/test/serve.mjs';
import { MODES, result, save, saveAs, setMode, waitForIndex } from './page.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(root, 'build/js/package/dist');
const work = mkdtempSync(join(tmpdir(), 'landfall-code-'));
const require = createRequire(join(root, 'build/js/tools/package.json'));
const { LANDFALL: program, CC: compiler = 'cc' } = process.env;

async function codeIn(page, language) {
  await page.evaluate(() => { document.getElementById('map-menu').open = true; document.getElementById('code-dialog').close(); });
  await page.locator('#code').click();
  await page.locator(`#code-dialog label:has(input[value="${language}"])`).click();
  await page.waitForFunction(wanted => ({ c: /int main/, typescript: /from 'landfall/, shell: /^(#|landfall)/ })[wanted].test(document.getElementById('code-text').textContent), language);
  return page.locator('#code-text').innerText();
}

/** What the C program prints; undefined where the program's libraries do not lie beside it: then it is only compiled. */
function runC(folder) {
  const flags = ['-std=c17', '-Wall', '-Wextra', '-Werror', `-I${root}include`, `-I${root}io`, join(folder, 'main.c')];
  const libraries = program ? ['io/liblandfall_io.a', 'src/liblandfall.a'].map(name => join(dirname(program), '..', name)) : [];
  if (libraries.length === 0 || !libraries.every(existsSync)) return void execFileSync(compiler, [...flags, '-fsyntax-only'], { stdio: 'inherit' });
  const others = execFileSync('pkg-config', ['--libs', 'spng', 'jansson', 'yaml-0.1'], { encoding: 'utf8' }).trim().split(/\s+/);
  const out = join(folder, 'main');
  execFileSync(compiler, [...flags, '-o', out, ...libraries, ...others, '-lgif', '-lm', '-lpthread'], { stdio: 'inherit' });
  return execFileSync(out, { cwd: folder, encoding: 'utf8' });
}

function runShell(folder, lines) {
  if (!program) return undefined;
  const script = `landfall() { "$LANDFALL" "$@"; }\n${lines.replaceAll(' --animate walk.gif', '')}\n`;
  return execFileSync('bash', ['-e', '-c', script], { cwd: folder, encoding: 'utf8' });
}

/** What the TypeScript prints, in a page of its own with the package as its files are. */
async function runTypescript({ browser }, folder) {
  const { code } = require('esbuild').transformSync(readFileSync(join(folder, 'main.ts'), 'utf8'), { loader: 'ts' });
  writeFileSync(join(folder, 'main.js'), `${code}\nconsole.log('the end');`);
  const imports = JSON.stringify({ imports: { landfall: '/dist/index.js', 'landfall/dungeons': '/dist/dungeons.js' } });
  const { server, address } = await serve({ '/dist/': dist, '/': folder }, { '/index.html': `<script type="importmap">${imports}</script><script type="module" src="main.js"></script>` });
  const page = await browser.newPage();
  const lines = [];
  const end = new Promise((resolve, reject) => {
    page.on('console', message => (message.text() === 'the end' ? resolve() : message.type() === 'log' && lines.push(message.text())));
    page.on('pageerror', reject);
  });
  await page.goto(`${address}/index.html`, { timeout: 0 });
  await end;
  await page.close();
  server.close();
  return lines.join('\n');
}

function typeCheck(files) {
  const compilerOptions = {
    strict: true, noUncheckedIndexedAccess: true, noEmit: true, target: 'ES2022', lib: ['ES2022', 'ESNext.Disposable', 'DOM'], types: [], module: 'ESNext', moduleResolution: 'bundler',
    paths: Object.fromEntries([['landfall', 'index'], ['landfall/dungeons', 'dungeons']].map(([name, file]) => [name, [join(dist, `${file}.d.ts`)]])),
  };
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  execFileSync(process.execPath, [join(root, 'build/js/tools/node_modules/typescript/bin/tsc'), '-p', work], { stdio: 'inherit' });
}

/** Terrain of the page's own making. */
async function paintExample(page) {
  const before = await result(page);
  await page.locator('#terrain-sample').click();
  await page.waitForFunction(old => playground.mode.isPainted && /Cost/.test(document.getElementById('result').textContent) && document.getElementById('result').textContent !== old, before);
}

async function choosePuzzle(page, sample) {
  const before = await result(page);
  await page.locator('#puzzle-sample').selectOption(sample);
  await page.waitForFunction(old => /no way is shorter/.test(document.getElementById('result').textContent) && document.getElementById('result').textContent !== old, before);
}

const SCENES = [...MODES.map(([mode, pattern]) => ({ name: mode, mode, pattern })), { name: 'painted', mode: 'terrain', pattern: /Cost/ },
  ...['bridges', 'teleport', 'visits', 'robots'].map(sample => ({ name: sample, mode: 'puzzle', sample, pattern: /no way is shorter/ }))];

/** What each program must print: moves and cost are those of the page. */
const EXPECTED = {
  sea: ({ moves }) => ({ c: `${moves} moves`, typescript: `^${moves} `, shell: `length +${moves}\\b` }),
  size: ({ moves }) => ({ c: `${moves} moves`, typescript: `^${moves} `, shell: `length +${moves}\\b` }),
  terrain: ({ moves, cost }) => ({ c: `cost ${cost}, ${moves} moves`, typescript: `^${cost} ${moves}$`, shell: `cost +${cost}\\b` }),
  horde: () => ({ c: 'there', typescript: '^true$', shell: '' }),
  keys: ({ moves }) => ({ c: `${moves} moves`, typescript: `^${moves}$`, shell: `length +${moves}\\b` }),
  puzzle: ({ moves }) => ({ c: `${moves} moves`, typescript: `^${moves}$`, shell: `length +${moves}\\b` }),
  fleet: () => ({ c: 'ship 59: port \\d+, \\d+ moves', typescript: '(.*\\n){59}.*', shell: '"nearest"|"routes"|"target"' }),
};

export const tests = SCENES.map(({ name, mode, pattern, sample }) => ({
  name: `code of ${name}: C, TypeScript and command line find what the page has found`,
  options: { reducedMotion: 'reduce' },
  run: async ({ page, chromium }) => {
    await waitForIndex(page);
    await setMode(page, mode, pattern);
    if (name === 'painted') await paintExample(page);
    if (sample) await choosePuzzle(page, sample);
    const folder = join(work, name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'main.c'), await codeIn(page, 'c'));
    writeFileSync(join(folder, 'main.ts'), await codeIn(page, 'typescript'));
    const lines = await codeIn(page, 'shell');
    await page.evaluate(() => document.getElementById('code-dialog').close());
    const files = [...(await saveAs(page, ['keys', 'puzzle'].includes(mode) ? 'txt' : 'png')), ...(name === 'painted' ? await save(page, '#save-costs', 1) : [])];
    for (const one of files) writeFileSync(join(folder, one.name), one.bytes);
    const words = await result(page);
    const found = wanted => wanted.exec(words)?.[1].replaceAll(',', '');
    const expected = EXPECTED[mode]({ moves: found(/([\d,]+) moves/), cost: found(/Cost ([\d,]+)/) });
    typeCheck([join(folder, 'main.ts')]);
    const told = { c: runC(folder), typescript: await runTypescript(chromium, folder), shell: runShell(folder, lines) };
    for (const [language, output] of Object.entries(told)) if (output !== undefined) assert.match(output, new RegExp(expected[language]), `${language}: ${output}\n${words}`);
  },
}));
