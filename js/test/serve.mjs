// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A small server for tests in a browser: files of some folders, and pages given as text.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.txt': 'text/plain', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** Serves `folders` ({ '/name/': path }) and `pages` ({ '/': html }) on a free port; every answer has `headers` too. */
export function serve(folders, pages, headers = {}) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    if (pages[path]) return response.writeHead(200, { ...headers, 'content-type': TYPES[extname(path)] ?? 'text/html' }).end(pages[path]);
    const prefix = Object.keys(folders).filter(name => path.startsWith(name)).sort((a, b) => b.length - a.length)[0];
    const file = prefix && join(folders[prefix], path.slice(prefix.length));
    if (!file || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { ...headers, 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    return createReadStream(file).pipe(response);
  });
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve({ server, address: `http://127.0.0.1:${server.address().port}` })));
}
