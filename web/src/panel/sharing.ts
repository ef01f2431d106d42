// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Saving, links and code: what leaves the page, and what comes back by a link.
import type { Strategy } from 'landfall';
import type { App } from '../app.js';
import { byId, choose } from '../dom.js';
import { nearestWater } from '../ground.js';
import type { SaveFormat } from '../maps/files.js';
import type { FleetMode } from '../modes/fleet.js';
import type { KeysMode } from '../modes/keys.js';
import type { PuzzleMode } from '../modes/puzzle.js';
import type { TerrainMode } from '../modes/terrain.js';
import { cCode } from '../share/code_c.js';
import { shellCode } from '../share/code_shell.js';
import { typescriptCode } from '../share/code_typescript.js';
import { cutBox, decodeLink, encodeLink, isLink, packBits, paintedBox, pasteBox, unpackBits } from '../share/link.js';
import type { Scene } from '../share/scene.js';
import { download } from './files.js';

const input = (id: string): HTMLInputElement => byId<HTMLInputElement>(id);

export class Sharing {
  #app: App;
  #keys: KeysMode;
  #puzzle: PuzzleMode;
  #fleet: FleetMode;
  #terrain: TerrainMode;

  constructor(app: App, { keys, puzzle, fleet, terrain }: { keys: KeysMode; puzzle: PuzzleMode; fleet: FleetMode; terrain: TerrainMode }) {
    [this.#app, this.#keys, this.#puzzle, this.#fleet, this.#terrain] = [app, keys, puzzle, fleet, terrain];
    byId('save-costs').addEventListener('click', () => this.#guard(this.#saveCosts()));
    byId('save').addEventListener('click', () => this.#guard(this.#save()));
    byId('link').addEventListener('click', () => this.#guard(this.#link()));
    byId('code').addEventListener('click', () => this.#guard(this.#showCode()));
    byId('copy-code').addEventListener('click', () => void this.#copy(byId('code-text').textContent ?? '', 'copy-code'));
    for (const one of document.querySelectorAll<HTMLInputElement>('input[name="language"]')) one.addEventListener('change', () => this.#guard(this.#showCode()));
    window.addEventListener('hashchange', () => void this.openLink());
  }

  #guard(promise: Promise<void>): void {
    promise.catch((error: Error) => this.#app.warn(error.message));
  }

  async #save(): Promise<void> {
    const format = byId<HTMLSelectElement>('save-format').value as SaveFormat;
    const { ground, mode } = this.#app;
    const [dungeon, puzzle] = [mode === this.#keys ? this.#keys.scene : undefined, mode === this.#puzzle ? this.#puzzle.board : undefined];
    download(await this.#app.engine.call('write', format, { ground, ...(dungeon ? { dungeon } : {}), ...(puzzle ? { puzzle } : {}) }, 'map'));
  }

  async #saveCosts(): Promise<void> {
    download([await this.#app.engine.call('writeCosts', { width: this.#app.ground.width, height: this.#app.ground.height }, this.#terrain.plane)]);
  }

  /** What is on the screen. */
  #scene(): Scene {
    const { app } = { app: this.#app };
    const { width, height } = app.ground;
    const isDungeon = app.mode.ground !== undefined;
    const dungeon = app.mode === this.#keys ? this.#keys.scene : undefined;
    const puzzle = app.mode === this.#puzzle ? this.#puzzle.board : undefined;
    return {
      mode: app.mode.id, width, height,
      ...(app.order && !isDungeon ? { order: app.order } : {}),
      ...(isDungeon ? { from: 0, to: 0 } : app.ends),
      strategy: document.querySelector<HTMLInputElement>('input[name="strategy"]:checked')!.value as Strategy,
      radius: Number(input('unit-size').value), harbour: Number(input('harbour').value), deepest: input('deepest').checked, units: Number(input('units').value),
      ...(dungeon ? { dungeon: { fixtures: dungeon.fixtures, hero: dungeon.hero, exit: dungeon.exit } } : {}),
      ...(puzzle ? { puzzle } : {}),
      ...(isDungeon ? { patience: Number(input('patience').value) } : {}),
      ...(app.mode === this.#fleet ? this.#fleet.places : {}),
      ...(app.mode === this.#terrain ? { terrain: this.#costs(width) } : {}),
    };
  }

  #costs(width: number): NonNullable<Scene['terrain']> {
    const painted = paintedBox(this.#terrain.plane, width);
    return { ...this.#terrain.coast, ...(painted ? { painted } : {}) };
  }

  /** The map as it was generated; undefined if it was not. */
  async #base(scene: Scene): Promise<Uint8Array | undefined> {
    return scene.order ? (await this.#app.engine.call('generate', scene.order)).tiles : undefined;
  }

  async #link(): Promise<void> {
    const scene = this.#scene();
    const costs = cutBox(this.#terrain.plane, scene.width, scene.terrain?.painted);
    const fragment = await encodeLink(scene, packBits(this.#app.ground.tiles, await this.#base(scene)), costs);
    history.replaceState(null, '', fragment);
    await this.#copy(location.href, 'link');
  }

  /** Copies if the browser allows it; the button says what happened. */
  async #copy(text: string, button: string): Promise<void> {
    const copied = await navigator.clipboard.writeText(text).then(() => true, () => false);
    const [element, words] = [byId(button), byId(button).dataset.words ?? byId(button).textContent ?? ''];
    element.dataset.words = words;
    element.textContent = copied ? 'Copied' : button === 'link' ? 'It is in the address bar' : 'Select it, and copy';
    setTimeout(() => (element.textContent = words), 2500);
  }

  async #showCode(): Promise<void> {
    const scene = this.#scene();
    const real = this.#app.mode.realEnds?.();
    if (real) [scene.from, scene.to] = real;
    for (const places of [scene.ships, scene.ports]) places?.forEach((tile, i) => (places[i] = nearestWater(this.#app.ground, tile)));
    const language = document.querySelector<HTMLInputElement>('input[name="language"]:checked')!.value;
    const base = await this.#base(scene);
    const painted = !base || packBits(this.#app.ground.tiles, base).some(byte => byte !== 0);
    const text = language === 'c' ? cCode(scene) : language === 'typescript' ? typescriptCode(scene, this.#rows()) : shellCode(scene, painted);
    byId('code-text').textContent = text;
    const dialog = byId<HTMLDialogElement>('code-dialog');
    if (!dialog.open) dialog.showModal();
  }

  #rows(): string[] {
    const { width, height, tiles } = this.#app.ground;
    if (!this.#app.mode.ground) return [];
    return Array.from({ length: height }, (_, y) => Array.from(tiles.subarray(y * width, (y + 1) * width), open => (open ? '.' : '#')).join(''));
  }

  /** Opens the scene of the address, if it has one; whether it had. */
  async openLink(): Promise<boolean> {
    if (!isLink(location.hash)) return false;
    try {
      const { scene, bits, costs } = await decodeLink(location.hash);
      await this.#open(scene, bits, costs);
      return true;
    } catch (error) {
      this.#app.warn((error as Error).message);
      return false;
    }
  }

  async #open(scene: Scene, bits: Uint8Array, costs: Uint8Array): Promise<void> {
    const { width, height } = scene;
    const ground = { width, height, tiles: unpackBits(bits, width * height, await this.#base(scene)) };
    Object.assign(input('unit-size'), { value: String(scene.radius) });
    Object.assign(input('harbour'), { value: String(scene.harbour) });
    Object.assign(input('units'), { value: String(scene.units) });
    input('deepest').checked = scene.deepest === true;
    if (scene.patience !== undefined) input('patience').value = String(scene.patience);
    for (const id of ['unit-size', 'units', 'patience']) byId(id).dispatchEvent(new Event('input'));
    if (scene.dungeon) this.#keys.put({ ground, ...scene.dungeon });
    if (scene.puzzle) this.#puzzle.put({ ground, ...scene.puzzle });
    if (scene.ships && scene.ports) this.#fleet.put(scene.ships, scene.ports);
    if (scene.terrain) {
      this.#terrain.coast = scene.terrain;
      this.#terrain.put(pasteBox(costs, ground, scene.terrain.painted));
    }
    choose('mode', scene.mode);
    await this.#app.open(ground, { ...(scene.order ? { order: scene.order } : {}), ends: { from: scene.from, to: scene.to } });
    choose('strategy', scene.strategy);
  }
}
