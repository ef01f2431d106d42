// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Light and dark: as the system has it, until the user says otherwise.
import { byId } from '../dom.js';

export function watchTheme(changed: (dark: boolean) => void): { toggle: () => void } {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let chosen: boolean | undefined;
  const show = (): void => {
    const dark = chosen ?? system.matches;
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    byId('theme').setAttribute('aria-pressed', String(dark));
    changed(dark);
  };
  const toggle = (): void => {
    chosen = !(chosen ?? system.matches);
    show();
  };
  system.addEventListener('change', show);
  byId('theme').addEventListener('click', toggle);
  show();
  return { toggle };
}
