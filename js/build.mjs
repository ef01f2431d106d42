// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// node build.mjs: makes build/js/landfall-VERSION.tgz. `./dev js` calls it when clang, wasm-ld, python3 and the packages of
// package.json are there (in build/js/tools).
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildUnpacker, packModules } from './pack/pack.mjs';

const js = dirname(fileURLToPath(import.meta.url));
const root = resolve(js, '..');
const out = join(root, 'build/js');
const tools = join(out, 'tools/node_modules');
const stage = join(out, 'package');
const dist = join(stage, 'dist');

function run(program, ...args) {
  execFileSync(program, args, { cwd: out, stdio: ['ignore', 'inherit', 'inherit'] });
}

const ROUTES = ['landfall.wasm', 'landfall-nosimd.wasm'];
// What landfall/sync has instead: packed together they have to be small, and much alike.
const PACKED = ['landfall-small.wasm', 'landfall-nosimd.wasm'];
const DUNGEONS = ['dungeons.wasm'];

/** All modules. */
function buildWasm() {
  const build = (name, ...args) => run(join(js, 'build-wasm.sh'), root, join(out, name), ...args);
  build(ROUTES[0], 'routes', '-msimd128');
  build(PACKED[0], 'small', '-msimd128');
  build(PACKED[1], 'small');
  build(DUNGEONS[0], 'dungeons');
}

/** Modules, packed, in place of the empty ones in src/NAME. */
function packedSource(name, modules) {
  const packed = packModules(modules.map(file => join(out, file)), out);
  return filled(name, "{ letters: '', sizes: [], lengths: [] }", JSON.stringify(packed));
}

/** A source that is written anew in the package: with `text` in place of what stands there. */
function filled(name, empty, text) {
  const source = readFileSync(join(js, 'src', name), 'utf8').replace('// js/build.mjs writes this file anew in the package.\n\n', '');
  if (!source.includes(empty)) throw new Error(`src/${name} has no ${empty}`);
  return [name, source.replace(empty, text)];
}

/** The sources as one kind of modules has them, and their compiled files in `to`. */
function compile(kind, to, written) {
  const src = join(out, `src-${kind}`);
  rmSync(src, { recursive: true, force: true });
  cpSync(join(js, 'src'), src, { recursive: true });
  for (const name of readdirSync(src).filter(file => file.endsWith('.cts'))) {
    if (kind === 'cjs') cpSync(join(src, name), join(src, name.replace('.cts', '.ts')));
    rmSync(join(src, name));
  }
  for (const [name, text] of written) writeFileSync(join(src, name), text);
  const options = { ...JSON.parse(readFileSync(join(js, 'tsconfig.json'), 'utf8')).compilerOptions, rootDir: src, outDir: to };
  if (kind === 'cjs') Object.assign(options, { module: 'CommonJS', moduleResolution: 'node10', esModuleInterop: true });
  writeFileSync(join(src, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
  run(process.execPath, join(tools, 'typescript/bin/tsc'), '-p', src);
}

/** Compiled CommonJS gets the endings .cjs and .d.cts, beside the other files. */
function moveCommonJs(from) {
  for (const name of readdirSync(from)) {
    const text = readFileSync(join(from, name), 'utf8').replace(/(['"]\.\/[a-z]+)\.js(['"])/g, '$1.cjs$2');
    writeFileSync(join(dist, name.replace(/\.js$/, '.cjs').replace(/\.d\.ts$/, '.d.cts')), text);
  }
}

/** The manifest as users get it. */
function manifest() {
  const { devDependencies: _, ...rest } = JSON.parse(readFileSync(join(js, 'package.json'), 'utf8'));
  const version = readFileSync(join(root, 'VERSION'), 'utf8').trim();
  if (rest.version !== version) throw new Error(`js/package.json has version ${rest.version}, VERSION ${version}`);
  return JSON.stringify({ ...rest, version }, null, 2) + '\n';
}

function pack() {
  writeFileSync(join(stage, 'package.json'), manifest());
  for (const name of [...ROUTES, ...DUNGEONS]) cpSync(join(out, name), join(dist, name));
  cpSync(join(js, 'README.md'), join(stage, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', out], { cwd: stage, stdio: ['ignore', 'pipe', 'inherit'] });
}

mkdirSync(out, { recursive: true });
buildWasm();
rmSync(stage, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
const written = [
  packedSource('packed.ts', PACKED),
  packedSource('packeddungeons.ts', DUNGEONS),
  filled('unpacker.ts', "''", `'${buildUnpacker('unpack', out).toString('hex')}'`),
];
compile('esm', dist, written);
compile('cjs', join(out, 'cjs'), written);
moveCommonJs(join(out, 'cjs'));
pack();
