// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// node main.mjs FOLDER [WORD]: all tests of the playground, or those with a word in their name, each on a fresh page. Exit code 77
// if there is no Chromium.
import { open, start } from './page.mjs';
import { tests as code } from './code.mjs';
import { tests as firstScreen } from './first_screen.mjs';
import { tests as keys } from './keys.mjs';
import { tests as maps } from './maps.mjs';
import { tests as modes } from './modes.mjs';
import { tests as puzzle } from './puzzle.mjs';
import { tests as terrain } from './terrain.mjs';
import { tests as watch } from './watch.mjs';

const [folder, word = ''] = process.argv.slice(2);
const chromium = await start(folder);
if (!chromium) {
  console.log('left out: no Chromium');
  process.exit(77);
}

const all = [...firstScreen, ...modes, ...terrain, ...keys, ...puzzle, ...maps, ...code, ...watch].filter(test => test.name.includes(word));
let failed = 0;
for (const { name, options, run } of all) {
  const { page, said, close } = await open(chromium, options);
  const problem = await run({ page, said, chromium }).then(() => (said.length > 0 ? `the page said: ${said.join('; ')}` : undefined), error => error.stack);
  await close();
  if (problem) failed++;
  console.log(problem ? `FAILED: ${name}\n  ${problem}` : `ok: ${name}`);
}
await chromium.end();
console.log(`${all.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
