// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The panel can be hidden, to see more of the map: on a phone it covers half of it.
import { byId } from '../dom.js';

export function watchFold(changed: () => void): void {
  const button = byId('fold');
  button.addEventListener('click', () => {
    const open = byId('folded').hidden;
    byId('folded').hidden = !open;
    button.setAttribute('aria-expanded', String(open));
    button.title = open ? 'Hide the panel' : 'Show the panel';
    button.replaceChildren(open ? '–' : '+', Object.assign(document.createElement('span'), { className: 'hidden', textContent: ` ${button.title}` }));
    changed();
  });
}
