// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// "Watch it think": a search that is stepped, played or slowed down, and the layers that it is seen by.
import type { Strategy } from 'landfall';
import type { App } from '../app.js';
import { byId, make } from '../dom.js';
import type { IndexShot, Shot } from '../engine/watch.js';
import type { LayerId } from './layer_list.js';
import { LAYERS } from './layer_list.js';
import { isGuided, phaseWords } from './phase_words.js';
import { LayerPainter } from '../stage/layers.js';
import { latestOnly } from '../rpc.js';
import type { Painting } from '../stage/stage.js';

/** Which layers tell most about a strategy. */
const USUAL: Partial<Record<Strategy, LayerId[]>> = {
  flood: ['met'], corridor: ['met', 'plan', 'corridor'], expand: ['met', 'plan', 'corridor', 'deferred'], 'expand-optimal': ['met', 'plan', 'corridor', 'deferred'],
  spine: ['spine', 'portals', 'windows'], headland: ['headlands', 'hierarchy'],
};
const OF_INDEX: readonly LayerId[] = ['headlands', 'legs', 'landmarks', 'buoys', 'hierarchy'];
const PAUSE = 90; // milliseconds from step to step
const stillness = matchMedia('(prefers-reduced-motion: reduce)');

export class WatchPanel {
  readonly #app: App;
  readonly #painter: LayerPainter;
  readonly #question: () => { from: number; to: number; strategy: Strategy } | undefined;
  #shot: Shot | undefined;
  #index: IndexShot | undefined;
  #strategy: Strategy = 'headland';
  #playing = false;
  #turn = 0;
  /** What is watched, to tell whether it is still asked. */
  #watched = '';

  /** @param question  what to ask: real ends, and the strategy that is chosen. */
  constructor(app: App, question: () => { from: number; to: number; strategy: Strategy } | undefined) {
    this.#app = app;
    this.#question = question;
    this.#painter = new LayerPainter(app);
    this.#makeLayers();
    byId('watch-play').addEventListener('click', () => this.#play(!this.#playing));
    byId('watch-phase').addEventListener('click', () => void this.#advance(Infinity));
    byId('watch-step').addEventListener('click', () => void this.#advance(this.#speed));
    byId('watch-again').addEventListener('click', () => void this.restart());
    byId('watch-narrow').addEventListener('change', () => void this.restart());
    byId('watch').addEventListener('toggle', () => (this.isOpen ? void this.restart() : this.stop()));
  }

  get isOpen(): boolean {
    return byId<HTMLDetailsElement>('watch').open;
  }

  /** Tiles looked at per step, from the slider: each notch is twice as much. */
  get #speed(): number {
    return 2 ** Number(byId<HTMLInputElement>('watch-speed').value);
  }

  #makeLayers(): void {
    for (const { id, name, idea, more } of LAYERS) {
      const box = make('input', { type: 'checkbox', id: `layer-${id}`, ariaLabel: `Show ${name}` });
      const button = make('button', { type: 'button', className: 'plain', ariaExpanded: 'false' }, name);
      const text = make('p', { className: 'note', hidden: true }, `${idea} `, make('a', { href: more, target: '_blank', rel: 'noopener' }, 'More'));
      button.addEventListener('click', () => {
        text.hidden = !text.hidden;
        button.ariaExpanded = String(!text.hidden);
      });
      box.addEventListener('change', () => this.#show());
      byId('layers').append(make('li', {}, make('span', { className: 'check' }, box, button), text));
    }
  }

  #wants(id: LayerId): boolean {
    return byId<HTMLInputElement>(`layer-${id}`).checked;
  }

  #choose(ids: readonly LayerId[]): void {
    for (const { id } of LAYERS) byId<HTMLInputElement>(`layer-${id}`).checked = ids.includes(id);
  }

  /** Begins anew if the question or the map is another one than that which is watched. */
  follow(): void {
    if (this.isOpen && this.#key() !== this.#watched) this.restart();
  }

  #key(): string {
    return JSON.stringify([this.#question(), this.#app.edits]);
  }

  /** Begins anew with the question that is asked now. */
  restart = latestOnly(async () => {
    const question = this.#question();
    if (!this.isOpen || !question) return this.stop();
    const turn = ++this.#turn;
    this.#watched = this.#key();
    if (question.strategy !== this.#strategy || !this.#shot) this.#choose(USUAL[question.strategy] ?? ['met']);
    this.#strategy = question.strategy;
    byId('watch-narrow-row').hidden = !isGuided(question.strategy);
    const narrow = byId<HTMLInputElement>('watch-narrow').checked;
    try {
      const shot = await this.#app.engine.call('watch', { ...question, narrow });
      if (turn !== this.#turn) return;
      this.#index = undefined;
      await this.#take(shot);
      if (this.#playing) this.#loop();
    } catch (error) {
      byId('phase').textContent = (error as Error).message;
    }
  });

  #play(playing: boolean): void {
    this.#playing = playing;
    byId('watch-play').textContent = playing ? 'Pause' : 'Play';
    if (!playing) return;
    if (this.#shot && !this.#shot.running) return void this.restart();
    this.#loop();
  }

  /** A step, a pause, a step. The next one is asked for when the last one is on the screen. */
  #loop(): void {
    const turn = this.#turn;
    const next = async (): Promise<void> => {
      if (!this.#playing || turn !== this.#turn || !this.isOpen) return;
      await this.#advance(this.#speed);
      if (turn !== this.#turn) return;
      if (this.#shot?.running) setTimeout(() => void next(), stillness.matches ? 600 : PAUSE);
      else this.#play(false);
    };
    void next();
  }

  async #advance(budget: number): Promise<void> {
    const turn = this.#turn;
    if (!this.#shot?.running) return;
    const shot = await this.#app.engine.call('watchStep', budget);
    if (turn === this.#turn) await this.#take(shot);
  }

  async #take(shot: Shot): Promise<void> {
    this.#shot = shot;
    byId('phase').textContent = phaseWords(this.#strategy, shot);
    await this.#show();
  }

  #show = async (): Promise<void> => {
    if (!this.#shot || !this.isOpen) return;
    const ids = LAYERS.map(({ id }) => id).filter(id => this.#wants(id));
    if (!this.#index && ids.some(id => OF_INDEX.includes(id))) this.#index = await this.#app.engine.call('indexShot').catch(() => undefined);
    if (this.isOpen) await this.#painter.show(new Set(ids), this.#shot, this.#index, this.#app.ends.from);
  };

  stop(): void {
    this.#turn++;
    this.#play(false);
    this.#shot = undefined;
    this.#watched = '';
    this.#painter.clear();
    byId('phase').textContent = '';
    void this.#app.engine.call('watchEnd');
  }

  /** The route that is watched: empty until it is found; undefined if nothing is watched. */
  get route(): Uint32Array | undefined {
    return this.isOpen ? this.#shot?.route : undefined;
  }

  paint: Painting = (context, view, dense) => {
    if (this.isOpen && this.#shot) this.#painter.paint(context, view, dense);
  };

  /** Numbers of the search that is watched, for tests and the curious. */
  state(): Record<string, number | boolean | string> | undefined {
    const shot = this.#shot;
    if (!shot) return undefined;
    const { running, planning, guardrail, metCount: met, looked, phases, segments } = shot;
    return { strategy: this.#strategy, playing: this.#playing, running, planning, guardrail, met, looked, phases, segments, plan: shot.plan.length / 2, deferred: shot.deferred.length, spine: shot.spine.length / 3, portals: shot.portals.length };
  }

  describe(tile: number): string {
    return this.isOpen && this.#shot ? this.#painter.describe(tile) : '';
  }
}
