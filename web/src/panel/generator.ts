// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The form that makes maps.
import { byId } from '../dom.js';
import type { SceneName, SceneOrder } from '../engine/generate.js';

const input = (id: string): HTMLInputElement => byId<HTMLInputElement>(id);

/** What the form says. */
export function sceneOrder(): SceneOrder {
  const [width, height] = byId<HTMLSelectElement>('size').value.split('x').map(Number);
  const seed = Math.min(Math.max(Math.floor(Number(input('seed').value) || 0), 0), 999_999);
  return { scene: byId<HTMLSelectElement>('scene').value as SceneName, width, height, seed };
}

export function watchGenerator(wanted: (order: SceneOrder) => void): void {
  byId('generator').addEventListener('submit', event => {
    event.preventDefault();
    wanted(sceneOrder());
  });
  byId('dice').addEventListener('click', () => {
    input('seed').value = String(Math.floor(Math.random() * 1_000_000));
    wanted(sceneOrder());
  });
}
