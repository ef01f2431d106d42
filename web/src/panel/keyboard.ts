// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The whole page by keyboard: letters choose tools, arrows move the chosen mark while the map has the focus.
import type { App } from '../app.js';
import { byId, choose } from '../dom.js';
import type { Mark } from '../stage/marks.js';
import { TERRAINS } from '../terrain.js';

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TOOLS: Record<string, string> = { v: 'move', l: 'land', w: 'water', c: 'crater', ...Object.fromEntries(TERRAINS.map(({ letter, id }) => [letter, id])) };
const TYPING = ['INPUT', 'SELECT', 'TEXTAREA'];

export class Keyboard {
  #app: App;
  #toggleTheme: () => void;
  #chosen = '';

  constructor(app: App, toggleTheme: () => void) {
    this.#app = app;
    this.#toggleTheme = toggleTheme;
    document.addEventListener('keydown', event => this.#press(event));
    app.stage.canvas.addEventListener('focus', () => this.#show());
    app.stage.canvas.addEventListener('blur', () => this.#show());
  }

  /** The mark that arrows move; undefined while the map has no focus. */
  get chosen(): Mark | undefined {
    if (document.activeElement !== this.#app.stage.canvas || !this.#app.stage.canvas.matches(':focus-visible')) return undefined;
    return this.#mark();
  }

  #mark(): Mark | undefined {
    const marks = this.#app.mode.marks();
    return marks.find(mark => mark.id === this.#chosen) ?? marks[marks.length - 1];
  }

  #show(): void {
    this.#app.stage.redraw();
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return;
    const target = event.target as HTMLElement;
    if (TYPING.includes(target.tagName) && (target as HTMLInputElement).type !== 'radio') return;
    const onMap = target === this.#app.stage.canvas;
    if ((onMap && this.#onMap(event)) || (!event.altKey && this.#letter(event.key.toLowerCase()))) event.preventDefault();
  }

  #letter(key: string): boolean {
    const { view } = this.#app.stage;
    if (TOOLS[key]) choose('tool', TOOLS[key]);
    else if (key === '+' || key === '=') view.zoom(1.4);
    else if (key === '-') view.zoom(1 / 1.4);
    else if (key === '0') this.#app.look(true);
    else if (key === 'd') this.#toggleTheme();
    else if (key === '?') byId<HTMLDialogElement>('keys-help').showModal();
    else return false;
    this.#show();
    return true;
  }

  #onMap(event: KeyboardEvent): boolean {
    const arrow = ARROWS[event.key];
    if (arrow && event.altKey) this.#app.stage.view.pan(-80 * arrow[0], -80 * arrow[1]);
    else if (arrow) this.#nudge(arrow, event.shiftKey ? 10 : 1);
    else if (event.key === 'n') this.#next();
    else if (event.key === 'Enter') this.#work();
    else return false;
    this.#show();
    return true;
  }

  #nudge([dx, dy]: [number, number], far: number): void {
    const mark = this.#mark();
    if (!mark) return;
    const { width, height } = this.#app.ground;
    const x = Math.min(Math.max((mark.tile % width) + dx * far, 0), width - 1);
    const y = Math.min(Math.max(Math.floor(mark.tile / width) + dy * far, 0), height - 1);
    this.#app.mode.dragged(mark, y * width + x, true);
  }

  #next(): void {
    const marks = this.#app.mode.marks();
    const at = marks.findIndex(mark => mark.id === this.#mark()?.id);
    this.#chosen = marks[(at + 1) % Math.max(1, marks.length)]?.id ?? '';
  }

  /** Paints just above the chosen mark: on it, the mark would be in the way. */
  #work(): void {
    const { tools, ground } = this.#app;
    const mark = this.#mark();
    if (!mark || !tools.paints) return;
    const y = Math.floor(mark.tile / ground.width) - tools.radius - 2;
    this.#app.brush([{ x: mark.tile % ground.width, y, radius: tools.radius, open: tools.tool !== 'land' }]);
  }
}
