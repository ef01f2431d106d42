// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What the pointer does: moves marks and the map, paints land or water, blows a crater.
import { byId, onChoice } from '../dom.js';

export type Tool = 'move' | 'land' | 'water' | 'crater';

export class Tools {
  tool: Tool = 'move';

  constructor(changed: () => void) {
    onChoice('tool', value => {
      this.tool = value as Tool;
      byId('brush-row').hidden = this.tool === 'move';
      changed();
    });
    byId('brush').addEventListener('input', () => {
      byId('brush-size').textContent = String(this.radius);
      changed();
    });
  }

  /** In tiles. */
  get radius(): number {
    return Number(byId<HTMLInputElement>('brush').value);
  }

  get paints(): boolean {
    return this.tool !== 'move';
  }
}
