// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// node build.mjs: makes build/js/landfall-VERSION.tgz. `./dev js` calls it when clang, wasm-ld, python3 and the packages of
// package.json are there (in build/js/tools).
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

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
const DUNGEONS = ['dungeons.wasm'];

/** All modules. */
function buildWasm() {
  const build = (name, ...args) => run(join(js, 'build-wasm.sh'), root, join(out, name), ...args);
  build(ROUTES[0], 'routes', '-msimd128');
  build(ROUTES[1], 'routes');
  build(DUNGEONS[0], 'dungeons');
}

/** What unpacks modules, or takes them apart: js/pack. */
function buildUnpacker(name, ...flags) {
  const file = join(out, `${name}.wasm`);
  const objects = ['lzma', 'streams'].map(source => {
    const object = join(out, `${name}-${source}.o`);
    run(process.env.CLANG ?? 'clang', '--target=wasm32', '-nostdlibinc', '-std=c17', '-Oz', '-Wall', '-Wextra', '-Werror', '-fno-builtin', '-fvisibility=hidden',
      ...flags, '-c', join(js, `pack/${source}.c`), '-o', object);
    return object;
  });
  run(process.env.WASM_LD ?? 'wasm-ld', '--no-entry', '--strip-all', '--compress-relocations', '-z', 'stack-size=4096', '-O2', ...objects, '-o', file);
  return readFileSync(file);
}

/** The streams of a module. */
function streamsOf(splitter, module) {
  const STREAMS = 8;
  const { memory, free_from, copy } = new WebAssembly.Instance(splitter).exports;
  const places = (free_from() + 3) & ~3;
  const at = i => places + 4 * STREAMS + i * module.length; // each stream has room for all
  memory.grow(Math.ceil((at(STREAMS + 1) + module.length) / 65536));
  const words = new Uint32Array(memory.buffer, places, STREAMS);
  words.set(Array.from(words, (_, i) => at(i + 1)));
  new Uint8Array(memory.buffer).set(module, at(0));
  copy(places, at(0), module.length);
  return Array.from(words, (end, i) => new Uint8Array(memory.buffer).slice(at(i + 1), end));
}

/** Modules as one LZMA stream without its header, as letters, in place of the empty ones in src/NAME. */
function packedSource(name, modules) {
  const files = modules.map(file => readFileSync(join(out, file)));
  const splitter = new WebAssembly.Module(buildUnpacker('split', '-DSPLIT'));
  const streams = files.map(file => streamsOf(splitter, file));
  const program = `
import base64, lzma, sys
data = sys.stdin.buffer.read()
how = [{"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 1, "lp": 0, "pb": 0, "dict_size": 1 << 22, "nice_len": 128}]
print(base64.b64encode(lzma.compress(data, format=lzma.FORMAT_RAW, filters=how)).decode())`;
  const letters = execFileSync('python3', ['-c', program], { input: Buffer.concat(streams.flat()), encoding: 'utf8', maxBuffer: 1 << 26 }).trim();
  const packed = { letters, sizes: files.map(file => file.length), lengths: streams.map(list => list.map(stream => stream.length)) };
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
  packedSource('packed.ts', ROUTES),
  packedSource('packeddungeons.ts', DUNGEONS),
  filled('unpacker.ts', "''", `'${buildUnpacker('unpack').toString('hex')}'`),
];
compile('esm', dist, written);
compile('cjs', join(out, 'cjs'), written);
moveCommonJs(join(out, 'cjs'));
pack();
