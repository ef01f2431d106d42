// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// node build.mjs [OUT]: the playground as files for any static host, in build/web or OUT. `./dev page` calls it when the npm
// package is built (js/build.mjs); the WebAssembly module has the generators and the inspection functions besides. The documents
// that explanations lead to are pages in docs/.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { packModules } from '../js/pack/pack.mjs';
import { writeDocs } from './docs.mjs';

const web = dirname(fileURLToPath(import.meta.url));
const root = resolve(web, '..');
const built = join(root, 'build/js');
const dist = join(built, 'package/dist');
const out = resolve(process.argv[2] ?? join(root, 'build/web'));
const require = createRequire(join(built, 'tools/package.json'));
const FILES = ['index.html', 'icon.svg'];

/** With vectors, and for engines that have none. */
const MODULES = [join(built, 'playground.wasm'), join(built, 'playground-nosimd.wasm')];

/** The modules lie beside those of the package, so that they share their objects. */
function buildModules() {
  MODULES.forEach((file, i) =>
    execFileSync(join(root, 'js/build-wasm.sh'), [root, file, 'playground', ...(i === 0 ? ['-msimd128'] : [])], { stdio: ['ignore', 'inherit', 'inherit'] }));
}

function checkTypes() {
  const options = { ...JSON.parse(readFileSync(join(web, 'tsconfig.json'), 'utf8')).compilerOptions, paths: { landfall: [join(dist, 'index.d.ts')], 'landfall/dungeons': [join(dist, 'dungeons.d.ts')], 'landfall/unpack': [join(dist, 'unpack.d.ts')], 'landfall/simd': [join(dist, 'landfall.d.ts')] } };
  const config = join(built, 'web-tsconfig.json');
  writeFileSync(config, JSON.stringify({ compilerOptions: options, include: [join(web, 'src/**/*.ts')] }));
  execFileSync(process.execPath, [join(built, 'tools/node_modules/typescript/bin/tsc'), '-p', config], { stdio: 'inherit' });
}

/** The engine has its modules inlined and packed together: less than what gzip makes of one of them. */
function packBoth() {
  const file = join(built, 'playground-packed.js');
  writeFileSync(file, `export const PACKED = ${JSON.stringify(packModules(MODULES, built))};`);
  return file;
}

async function bundle(packed) {
  await require('esbuild').build({
    entryPoints: { main: join(web, 'src/main.ts'), engine: join(web, 'src/engine/engine.ts'), painter: join(web, 'src/painter/painter.ts'), style: join(web, 'style.css') },
    bundle: true, format: 'esm', target: 'es2022', minify: true, legalComments: 'none', outdir: out, logLevel: 'warning',
    alias: { landfall: join(dist, 'index.js'), 'landfall/dungeons': join(dist, 'dungeons.js'), 'landfall/unpack': join(dist, 'unpack.js'), 'landfall/simd': join(dist, 'landfall.js'), 'playground-module': packed },
  });
}

buildModules();
checkTypes();
mkdirSync(out, { recursive: true });
await bundle(packBoth());
for (const file of FILES) cpSync(join(web, file), join(out, file));
writeDocs(join(root, 'docs'), join(out, 'docs'));
cpSync(join(web, 'docs.css'), join(out, 'docs/docs.css'));
const sizes = readdirSync(out, { withFileTypes: true }).filter(entry => entry.isFile()).map(({ name }) => gzipSync(readFileSync(join(out, name)), { level: 9 }).length);
console.log(`${out}: ${Math.ceil(sizes.reduce((a, b) => a + b) / 1000)} KB of gzip`);
