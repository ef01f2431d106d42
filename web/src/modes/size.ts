// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ships of a size: a larger one keeps farther from the coast. The deepest route stays as far off as any can.
import type { App } from '../app.js';
import { byId, count, time } from '../dom.js';
import type { Answer, Question } from '../engine/sea.js';
import { COLORS } from '../palette.js';
import { latestOnly } from '../rpc.js';
import { oneInk, showPlane } from '../stage/planes.js';
import { RouteMode } from './route.js';

const slider = (id: string): HTMLInputElement => byId<HTMLInputElement>(id);

export class SizeMode extends RouteMode {
  readonly id = 'size';
  readonly lead = 'A large ship keeps off the coast. Move the slider: straits that are too narrow close, and the route goes around.';

  constructor(app: App) {
    super(app);
    for (const id of ['unit-size', 'harbour', 'deepest']) byId(id).addEventListener('input', () => this.#changed());
    this.#label();
  }

  /** Tiles to each side of the ship's middle. */
  get #radius(): number {
    return Number(slider('unit-size').value);
  }

  #label(): void {
    byId('unit-size-value').textContent = String(this.#radius);
    byId('harbour-value').textContent = slider('harbour').value;
    slider('unit-size').disabled = slider('deepest').checked;
  }

  #changed(): void {
    this.#label();
    if (this.app.mode === this) this.ask();
  }

  override needs(): { depth: boolean } {
    return { depth: true };
  }

  protected find(): Promise<Answer> {
    return this.app.engine.call('route', this.#question(), 0.3);
  }

  #question(): Question {
    const deepest = slider('deepest').checked;
    return { ...this.app.ends, strategy: 'auto', deepest, harbour: Number(slider('harbour').value), ...(deepest ? {} : { minDepth: this.#radius + 1 }) };
  }

  protected override tell(answer: Answer): void {
    const depth = answer.gateDepth ?? 1;
    this.#shade(depth);
    const radius = Math.max(0, depth - 1);
    if (answer.tiles.length === 0 || answer.partial) return this.app.say(`A ship of radius ${radius} cannot get there: no strait is wide enough. Try a smaller one, or <b>Deepest</b>.`);
    const kept = slider('deepest').checked ? `the deepest route of all stays ${count(depth)} tiles off the coast` : `a ship of radius ${radius} fits all the way`;
    this.app.say(`<b>${count(answer.length)} moves in ${time(answer.micros)}</b>: ${kept}, but for the harbours.`);
  }

  /** Shows the water that the gate closes. */
  #shade = latestOnly(async (depth: number) => {
    const bytes = await this.app.engine.call('closed', depth);
    if (this.app.mode === this) await showPlane(this.app, 'closed', bytes, oneInk(COLORS.closed, 200));
  });
}
