// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What the pointer does: moves marks and the map, paints land, water or terrain, blows a crater, puts things on tiles.
import { byId } from '../dom.js';
import { TERRAINS, type Terrain } from '../terrain.js';

/** What can be put on a tile of a puzzle. */
export const THINGS = ['key', 'door', 'switch', 'barrier', 'teleporter', 'place', 'floor', 'hero', 'exit', 'nothing'] as const;
export type ThingTool = (typeof THINGS)[number];

export type Tool = 'move' | 'land' | 'water' | 'crater' | Terrain['id'] | ThingTool;

export class Tools {
  tool: Tool = 'move';

  constructor(changed: () => void) {
    document.addEventListener('change', ({ target }) => { // brushes of a mode are buttons of the same group
      if (!(target instanceof HTMLInputElement) || target.name !== 'tool' || !target.checked) return;
      this.tool = target.value as Tool;
      byId('brush-row').hidden = this.tool === 'move' || this.thing !== undefined;
      changed();
    });
    byId('brush').addEventListener('input', () => {
      byId('brush-size').textContent = String(this.radius);
      changed();
    });
  }

  /** In tiles. */
  get radius(): number {
    return this.thing ? 0 : Number(byId<HTMLInputElement>('brush').value);
  }

  /** What the brush paints instead of land or water. */
  get terrain(): Terrain | undefined {
    return TERRAINS.find(({ id }) => id === this.tool);
  }

  /** What is put on tiles instead. */
  get thing(): ThingTool | undefined {
    return THINGS.find(thing => thing === this.tool);
  }

  get paints(): boolean {
    return this.tool !== 'move';
  }
}
