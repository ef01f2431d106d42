// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// node package.mjs: installs the packed tarball into an empty project, as a user does, and uses it there: as ESM, as CommonJS,
// from TypeScript of both kinds, bundled by esbuild, vite, webpack and rollup. Bundles run in Node, and in Chromium where there
// is one.
import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { findChromium, reportOf } from './browser.mjs';
import { serve } from './serve.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tools = join(root, 'build/js/tools/node_modules');
const version = readFileSync(join(root, 'VERSION'), 'utf8').trim();
const project = mkdtempSync(join(tmpdir(), 'landfall-'));
process.on('exit', () => rmSync(project, { recursive: true, force: true }));

const write = (name, text) => writeFileSync(join(project, name), text);
const node = (...args) => execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
const tool = (path, ...args) => node(join(tools, path), ...args);
const said = text => console.log(`ok: ${text}`);

const USE = `
const tiles = Uint8Array.from('.........####.#..#....#..#.####.........', letter => (letter === '.' ? 1 : 0));
const route = landfall.map({ width: 8, height: 5, tiles }).route({ from: [5, 2], to: [7, 4] });
const answer = \`\${landfall.version} \${route.length}\`;
`;
const ANSWER = `${version} 8`;

function install() {
  write('package.json', JSON.stringify({ name: 'user', private: true }));
  const tarball = join(root, `build/js/landfall-${version}.tgz`);
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', tarball], { cwd: project, stdio: 'inherit' });
}

function runs(name, source, text) {
  write(name, source);
  assert.equal(node(name), ANSWER, text);
  said(text);
}

function asModules() {
  for (const entry of ['landfall', 'landfall/sync']) {
    runs('a.mjs', `import { load } from '${entry}'; const landfall = await load(); ${USE} console.log(answer);`, `ESM, ${entry}`);
    runs('a.cjs', `const { load } = require('${entry}'); (async () => { const landfall = await load(); ${USE} console.log(answer); })();`, `CommonJS, ${entry}`);
  }
  const source = "import { createRequire } from 'node:module'; import { readFileSync } from 'node:fs'; import { load } from 'landfall';" +
    "const file = createRequire(import.meta.url).resolve('landfall/landfall.wasm'); const landfall = await load({ wasm: readFileSync(file) });";
  runs('b.mjs', `${source} ${USE} console.log(answer);`, 'landfall/landfall.wasm');
  const dungeon = "const dungeon = dungeons.dungeon({ width: 9, height: 1, tiles: new Uint8Array(9).fill(1), fixtures: [] });" +
    'console.log(`${dungeons.version} ${dungeon.route({ from: 0, to: 8 }).length}`);';
  for (const entry of ['landfall/dungeons', 'landfall/dungeons/sync']) {
    runs('d.mjs', `import { loadDungeons } from '${entry}'; const dungeons = await loadDungeons(); ${dungeon}`, `ESM, ${entry}`);
    runs('d.cjs', `const { loadDungeons } = require('${entry}'); (async () => { const dungeons = await loadDungeons(); ${dungeon} })();`, `CommonJS, ${entry}`);
  }
}

/** Strict, without any types of DOM or Node: the declarations must need neither. */
function asTypes() {
  const use = `
const landfall: Landfall = await load();
const map: TileMap = landfall.map({ width: 2, height: 1, tiles: new Uint8Array(2).fill(1), moves: 'king', editable: true });
const route: Route | null = map.route({ from: [0, 0], to: 1 });
const labelled = map.route({ from: [{ tile: 0, origin: 'ship' }], to: 1 });
const origin: string | undefined = labelled?.origin;
const tiles: Uint32Array | undefined = route?.tiles;
for (const [x, y] of route ?? []) x + y;
const near: boolean = map.reaches({ from: 0, to: 1, ends: { from: 'beside', to: { near: 3 } }, skipBadEnds: true, partial: true });
const field: Field = map.field({ to: 1, owners: true, distances: 16 });
const step: number | undefined = field.next([0, 0]);
const task: Task<string> = map.tasks({ budget: 9 }).add({ from: [{ tile: 0, origin: 'ship' }], to: 1, priority: 2 });
const name: string | undefined = task.route?.origin;
map.edit([{ stencil: [0, 0, 2, 1], tiles: new Uint8Array(2) }, { disc: [0, 0, 1], open: true }]);
const nearest: number | undefined = map.nearest({ from: 0, to: [[1, 0]], count: 2, routes: true }).of(0)[0]?.target;
const cost: number = map.matrix({ from: 0, to: 1 }).cost(0, 0);
map.route({ from: 0, to: 1, obstacles: [{ rect: [0, 0, 1, 1], open: false }, { plane: new Uint8Array(2), open: true }] });
map.routeAsync({ from: 0, to: 1, partial: true, limit: 99, bestSoFar: true }).then(best => best?.soFar);
map.buildIndex({ minDepth: 3, forObstacles: true });
map.route({ from: 0, to: 1, weights: map.weights({ plane: new Uint8Array(2), table: byte => byte + 1 }) })?.straightCost;
// @ts-expect-error: open or blocked?
map.route({ from: 0, to: 1, obstacles: { tiles: 1 } });
// @ts-expect-error: no such rule
map.route({ from: 0, to: 1, ends: 'around' });
// @ts-expect-error: no such strategy
map.route({ from: 0, to: 1, strategy: 'astar' });
// @ts-expect-error: a list of numbers is a Uint32Array
map.route({ from: [1, 2, 3], to: 1 });
// @ts-expect-error: not writable
map.width = 3;
const dungeon = (await loadDungeons()).dungeon({ map, fixtures: [{ tile: 0, key: 1 }], maxStates: 5 });
const proven: boolean | undefined = dungeon.route({ from: 0, to: 1 })?.proven;
export { proven, origin, tiles, near, step, name, nearest, cost, LandfallError };
`;
  const names = 'import { load, Field, Landfall, LandfallError, Route, Task, TileMap }';
  write('esm.mts', `${names} from 'landfall'; import { loadDungeons } from 'landfall/dungeons';${use}`);
  write('sync.mts', `${names} from 'landfall/sync'; import { loadDungeons } from 'landfall/dungeons/sync';${use}`);
  const common = (entry, name) => write(name, `${names} from '${entry}'; import { loadDungeons } from '${entry.replace('landfall', 'landfall/dungeons')}'; export async function use() {${use.replace(/export .*/, 'return { proven, origin, tiles, near, step, name, nearest, cost, LandfallError };')}}`);
  common('landfall', 'common.cts');
  common('landfall/sync', 'sync.cts');
  const options = { strict: true, noEmit: true, target: 'ES2022', lib: ['ES2022'], types: [], skipLibCheck: false };
  for (const [module, files] of [['Node16', ['esm.mts', 'sync.mts', 'common.cts', 'sync.cts']], ['ESNext', ['esm.mts', 'sync.mts']]]) {
    const compilerOptions = { ...options, module, moduleResolution: module === 'ESNext' ? 'bundler' : module };
    write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
    tool('typescript/bin/tsc', '-p', '.');
  }
  said('tsc --strict, as ESM and CommonJS, with neither DOM nor Node types');
}

function underEsbuild() {
  write('bundle.js', `import { load } from 'landfall/sync'; const landfall = load(); ${USE} console.log(answer); globalThis.report = answer;`);
  tool('esbuild/bin/esbuild', 'bundle.js', '--bundle', '--minify', '--format=esm', '--platform=neutral', '--outfile=out.mjs', '--log-level=error');
  assert.equal(node('out.mjs'), ANSWER);
  const size = gzipSync(readFileSync(join(project, 'out.mjs')), { level: 9 }).length;
  assert.ok(size <= 140 * 1024, `landfall/sync takes ${size} bytes of gzip, more than 140 KB`);
  said(`esbuild, landfall/sync: ${size} bytes of gzip in all`);
  write('file.js', `import { load } from 'landfall'; import wasm from 'landfall/landfall.wasm'; const landfall = await load({ wasm: new URL(wasm, import.meta.url) }); ${USE} console.log(answer);`);
  tool('esbuild/bin/esbuild', 'file.js', '--bundle', '--format=esm', '--platform=neutral', '--loader:.wasm=file', '--outdir=files', '--out-extension:.js=.mjs', '--log-level=error');
  assert.equal(node('files/file.mjs'), ANSWER);
  said('esbuild, landfall, with the module as a file');
  write('unused.js', "import { load } from 'landfall/sync'; export const kept = 1;");
  tool('esbuild/bin/esbuild', 'unused.js', '--bundle', '--format=esm', '--platform=neutral', '--outfile=unused.mjs', '--log-level=error');
  assert.ok(readFileSync(join(project, 'unused.mjs')).length < 500, 'what is not used stays in the bundle');
  said('what is not used is left out');
}

/** What a bundler built is run in Chromium. */
async function runsInChromium(name, folder) {
  if (!findChromium()) return console.log(`left out: what ${name} built is not run, no Chromium`);
  const { server, address } = await serve({ '/': join(project, folder) }, {});
  const { report, said: errors } = await reportOf(`${address}/index.html`);
  server.close();
  assert.equal(report, ANSWER, errors.join('\n'));
  return said(`${name}, landfall, in Chromium`);
}

async function underVite() {
  write('main.js', `import { load } from 'landfall'; const landfall = await load(); ${USE} window.report = answer;`);
  write('index.html', '<!doctype html><script type="module" src="./main.js"></script>');
  tool('vite/bin/vite.js', 'build', '--logLevel', 'error', '--target', 'esnext', '--outDir', 'site', '--emptyOutDir');
  const assets = readdirSync(join(project, 'site/assets'));
  assert.ok(assets.some(name => /^landfall-.*\.wasm$/.test(name)), `vite did not take the module along: ${assets}`);
  await runsInChromium('vite', 'site');
}

/** A module of the tools. */
const toolModule = name => import(pathToFileURL(createRequire(join(tools, 'any.js')).resolve(name)).href);

/** webpack finds the module as a file by itself. */
async function underWebpack() {
  const { default: webpack } = await toolModule('webpack');
  const build = options =>
    new Promise((resolve, reject) =>
      webpack({ context: project, mode: 'production', experiments: { outputModule: true }, ...options }, (error, stats) =>
        error || stats.hasErrors() ? reject(error ?? new Error(stats.toString('errors-only'))) : resolve(),
      ),
    );
  await build({ entry: './bundle.js', target: 'es2022', output: { path: join(project, 'packed'), filename: 'sync.mjs', module: true, chunkFormat: 'module' } });
  assert.equal(node('packed/sync.mjs'), ANSWER);
  said('webpack, landfall/sync');
  await build({ entry: './main.js', target: ['web', 'es2022'], output: { path: join(project, 'packed'), filename: 'main.js', module: true, chunkFormat: 'module' } });
  const files = readdirSync(join(project, 'packed'));
  assert.ok(files.filter(name => name.endsWith('.wasm')).length === 2, `webpack did not take the modules along: ${files}`);
  write('packed/index.html', '<!doctype html><script type="module" src="./main.js"></script>');
  await runsInChromium('webpack', 'packed');
}

/** rollup leaves the addresses of the modules as they are: the two files go beside its output, as the README says. */
async function underRollup() {
  const { rollup } = await toolModule('rollup');
  const { nodeResolve } = await toolModule('@rollup/plugin-node-resolve');
  const build = async (input, file) => {
    const bundle = await rollup({ input: join(project, input), plugins: [nodeResolve()] });
    await bundle.write({ file: join(project, file), format: 'es' });
  };
  await build('bundle.js', 'rolled/sync.mjs');
  assert.equal(node('rolled/sync.mjs'), ANSWER);
  said('rollup, landfall/sync');
  await build('main.js', 'rolled/main.js');
  for (const name of ['landfall.wasm', 'landfall-nosimd.wasm']) cpSync(join(project, 'node_modules/landfall/dist', name), join(project, 'rolled', name));
  write('rolled/index.html', '<!doctype html><script type="module" src="./main.js"></script>');
  await runsInChromium('rollup', 'rolled');
}

/** Every example of the README prints what it says there. */
function asReadme() {
  const text = readFileSync(join(root, 'js/README.md'), 'utf8');
  const blocks = [...text.matchAll(/```js\n([^]*?)```\n```text\n([^]*?)```/g)];
  assert.ok(blocks.length >= 3, 'the README has no examples');
  for (const [, source, output] of blocks) {
    write('readme.mjs', source);
    assert.equal(node('readme.mjs'), output.trim());
  }
  said(`${blocks.length} examples of the README`);
}

install();
asModules();
asReadme();
asTypes();
underEsbuild();
await underVite();
await underWebpack();
await underRollup();
