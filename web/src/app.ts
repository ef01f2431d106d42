// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The page as a whole: the map, the mode that is shown on it, and what every part may ask for.
import { byId, count, time } from './dom.js';
import type { IndexNews } from './engine/atlas.js';
import type { EngineCalls, Opened } from './engine/engine.js';
import type { SceneOrder } from './engine/generate.js';
import { type Disc, type Ground, boxOf, clip, paintDisc } from './ground.js';
import type { Mode } from './modes/mode.js';
import { detailOf } from './painter/detail.js';
import type { PainterCalls } from './painter/painter.js';
import { Tools } from './panel/tools.js';
import { Remote } from './rpc.js';
import { Stage } from './stage/stage.js';

function start(file: string): Worker {
  return new Worker(new URL(file, import.meta.url), { type: 'module' });
}

export class App {
  readonly engine: Remote<EngineCalls>;
  readonly painter: Remote<PainterCalls>;
  readonly stage: Stage;
  readonly tools: Tools;
  /** The map as the page has it; the workers have copies. */
  ground: Ground = { width: 1, height: 1, tiles: Uint8Array.of(1) };
  /** Where ship and harbour are, in all modes that have them. */
  ends: { from: number; to: number } = { from: 0, to: 0 };
  mode!: Mode;
  /** How the shared map was made, if it was generated. */
  order: SceneOrder | undefined;
  /** The map that modes without a map of their own are shown on. */
  #shared: Ground = this.ground;
  /** Counts maps and edits: what was found before is about another map. */
  edits = 0;
  #lastEdit = '';

  constructor() {
    this.engine = new Remote<EngineCalls>(start('./engine.js'), (news, value) => news === 'index' && this.#indexed(value));
    this.painter = new Remote<PainterCalls>(start('./painter.js'));
    this.stage = new Stage(byId<HTMLCanvasElement>('map'), this.painter);
    this.tools = new Tools(() => this.stage.redraw());
  }

  /** Another map, for the mode that is shown: how it was made, and where its ends are, if that is known. */
  async open(ground: Ground, known: { order?: SceneOrder; ends?: Opened } = {}): Promise<void> {
    const { mode } = this;
    if (!mode.ground) this.order = known.order;
    await this.#put(mode, ground, true, known.ends);
  }

  async #put(mode: Mode, ground: Ground, isNew: boolean, ends?: Opened): Promise<void> {
    const suggested = await this.engine.call('open', ground, mode.needs());
    if (this.mode !== mode) return;
    const opened = ends ?? suggested;
    this.ground = ground;
    this.edits++;
    if (!mode.ground) this.#shared = ground;
    void this.painter.call('ground', ground);
    for (const name of [...this.stage.layers.keys()]) this.stage.dropLayer(name);
    this.stage.view.map = ground;
    const detail = detailOf(ground);
    this.stage.ground.reset(ground.width * detail, ground.height * detail, -Math.log2(detail));
    byId('cost').hidden = true;
    this.#lastEdit = '';
    this.#enter(isNew ? opened : undefined);
    this.look();
  }

  /** Another mode, on the map that modes share or on its own. */
  async show(mode: Mode): Promise<void> {
    this.mode.leave();
    for (const name of [...this.stage.layers.keys()]) this.stage.dropLayer(name);
    this.mode = mode;
    this.say('…');
    const ground = (await mode.ground?.()) ?? this.#shared;
    if (this.mode !== mode) return;
    if (ground !== this.ground) return this.#put(mode, ground, false);
    await this.engine.call('need', mode.needs());
    if (this.mode === mode) this.#enter(undefined);
  }

  #enter(opened: Opened | undefined): void {
    for (const section of document.querySelectorAll<HTMLElement>('.mode')) section.hidden = !section.dataset.modes?.split(' ').includes(this.mode.id);
    byId('lead').textContent = this.mode.lead;
    const [land, water] = this.mode.ground ? ['Wall', 'Floor'] : ['Land', 'Water'];
    byId('word-land').textContent = land;
    byId('word-water').textContent = water;
    this.mode.enter(opened);
    this.stage.redraw();
    void this.engine.call('tend');
  }

  /** Shows a sea that fills the window with all marks in sight, or the whole map, in what the panel leaves free. */
  look(whole = false): void {
    const { dense, view } = this.stage;
    const panel = byId('panel').getBoundingClientRect();
    const isBelow = panel.width >= innerWidth - 1;
    view.covered = isBelow ? { left: 0, bottom: panel.height * dense } : { left: (panel.right + 4) * dense, bottom: 0 };
    const tiles = this.mode.marks().map(mark => mark.tile);
    if (whole || this.mode.ground || tiles.length === 0) view.fit();
    else view.frame(tiles);
    this.stage.redraw();
  }

  /** Paints with the chosen tool: terrain or things, where the mode has them, or land and water. */
  brush(discs: Disc[]): void {
    const { terrain, thing } = this.tools;
    if (thing) this.mode.lay?.(discs, thing);
    else if (!terrain) this.edit(discs);
    else this.mode.cover?.(discs, terrain);
  }

  /** Changes tiles here and in both workers. */
  edit(discs: Disc[]): void {
    for (const disc of discs) paintDisc(this.ground, disc);
    void this.painter.call('edit', discs);
    for (const disc of discs) this.stage.ground.spoilBox(clip(boxOf(disc), this.ground));
    this.engine.call('edit', discs).then(
      report => this.#edited(discs, report),
      (error: Error) => this.warn(error.message),
    );
  }

  #edited(discs: Disc[], report: { micros: number; opened: number; blocked: number; indexGivenUp: boolean }): void {
    const changed = report.opened + report.blocked;
    if (changed > 0) {
      this.edits++;
      this.#lastEdit = `${count(changed)} ${changed === 1 ? 'tile' : 'tiles'} changed in ${time(report.micros)}`;
      this.cost(`${this.#lastEdit}; answers are exact at once.`);
    }
    this.mode.edited(discs);
  }

  #indexed({ took, bytes }: IndexNews): void {
    const done = `The index follows: ${time(took * 1000)} of work, ${(bytes / 1e6).toFixed(0)} MB in all.`;
    byId('index-state').textContent = done;
    if (this.#lastEdit) this.cost(`${this.#lastEdit}; the index followed in ${time(took * 1000)}.`);
    this.mode.indexed();
  }

  /** The answer to a question; undefined if another map was opened meanwhile: the question was about places of the old one. */
  async current<T>(answer: Promise<T>): Promise<T | undefined> {
    const { ground } = this;
    try {
      const value = await answer;
      return ground === this.ground ? value : undefined;
    } catch (error) {
      if (ground === this.ground) throw error;
      return undefined;
    }
  }

  /** What an edit cost. */
  cost(text: string): void {
    byId('cost').textContent = text;
    byId('cost').hidden = false;
  }

  /** The sentence about what is seen. The text is this page's own: it may have <b> in it. */
  say(html: string): void {
    byId('result').innerHTML = html;
  }

  /** Something went wrong that the user should know. Any text. */
  warn(text: string): void {
    const alert = byId('alert');
    alert.textContent = text;
    alert.hidden = false;
    setTimeout(() => alert.textContent === text && (alert.hidden = true), 12_000);
  }
}
