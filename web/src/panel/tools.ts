// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What the pointer does: moves marks and the map, paints land, water or terrain, blows a crater.
import { byId } from '../dom.js';
import { TERRAINS, type Terrain } from '../terrain.js';

export type Tool = 'move' | 'land' | 'water' | 'crater' | Terrain['id'];

export class Tools {
  tool: Tool = 'move';

  constructor(changed: () => void) {
    document.addEventListener('change', ({ target }) => { // brushes of a mode are buttons of the same group
      if (!(target instanceof HTMLInputElement) || target.name !== 'tool' || !target.checked) return;
      this.tool = target.value as Tool;
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

  /** What the brush paints instead of land or water. */
  get terrain(): Terrain | undefined {
    return TERRAINS.find(({ id }) => id === this.tool);
  }

  get paints(): boolean {
    return this.tool !== 'move';
  }
}
