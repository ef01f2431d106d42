// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Packs WebAssembly modules for whoever inlines them; js/src/unpack.ts unpacks them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

function run(program, ...args) {
  execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** The module that unpacks others, or takes them apart (-DSPLIT): its bytes, and a file in `out`. */
export function buildUnpacker(name, out, ...flags) {
  const file = join(out, `${name}.wasm`);
  const objects = ['lzma', 'streams'].map(source => {
    const object = join(out, `${name}-${source}.o`);
    run(process.env.CLANG ?? 'clang', '--target=wasm32', '-nostdlibinc', '-std=c17', '-Oz', '-Wall', '-Wextra', '-Werror', '-fno-builtin', '-fvisibility=hidden',
      ...flags, '-c', join(here, `${source}.c`), '-o', object);
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

/** Modules as one LZMA stream without its header, as letters: what js/src/unpack.ts takes. */
export function packModules(modules, out) {
  const files = modules.map(file => readFileSync(file));
  const splitter = new WebAssembly.Module(buildUnpacker('split', out, '-DSPLIT'));
  const streams = files.map(file => streamsOf(splitter, file));
  const program = `
import base64, lzma, sys
data = sys.stdin.buffer.read()
how = [{"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 1, "lp": 0, "pb": 0, "dict_size": 1 << 22, "nice_len": 128}]
print(base64.b64encode(lzma.compress(data, format=lzma.FORMAT_RAW, filters=how)).decode())`;
  const letters = execFileSync('python3', ['-c', program], { input: Buffer.concat(streams.flat()), encoding: 'utf8', maxBuffer: 1 << 26 }).trim();
  return { letters, sizes: files.map(file => file.length), lengths: streams.map(list => list.map(stream => stream.length)) };
}
