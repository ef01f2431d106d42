// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// node serve.mjs FOLDER: serves the playground on this machine alone, and prints its address. The two headers give the page a
// clock that ticks every 5 microseconds; on a host without them it ticks every 100, and short calls are repeated.
import { resolve } from 'node:path';
import { serve } from '../js/test/serve.mjs';

const HEADERS = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
const folder = resolve(process.argv[2] ?? '.');
const { address } = await serve({ '/': folder }, {}, HEADERS);
console.log(`The playground: ${address}/index.html (Ctrl-C ends it)`);
