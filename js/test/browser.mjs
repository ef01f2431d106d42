// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A real Chromium: the distribution's, driven by playwright-core.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../build/js/tools/package.json', import.meta.url));

export function findChromium() {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    } catch {
      // the next one
    }
  }
  return undefined;
}

/** Opens a page and waits, as long as it takes, until it sets `window.report`. */
export async function reportOf(address) {
  const executablePath = findChromium();
  if (!executablePath || !existsSync(executablePath)) return undefined;
  const { chromium } = require('playwright-core');
  const browser = await chromium.launch({ executablePath, timeout: 0, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    const said = [];
    page.on('pageerror', error => said.push(String(error)));
    page.on('console', message => message.type() === 'error' && said.push(message.text()));
    await page.goto(address, { timeout: 0 });
    await page.waitForFunction(() => window.report !== undefined, undefined, { timeout: 0, polling: 200 }).catch(error => said.push(String(error)));
    const report = await page.evaluate(() => window.report);
    return { report, said };
  } finally {
    await browser.close();
  }
}
