// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A fleet and ports: who is nearest to whom, by the ways that ships can sail.
import type { App } from '../app.js';
import { byId, count, time, whenQuiet } from '../dom.js';
import type { Opened } from '../engine/engine.js';
import type { FleetAnswer } from '../engine/fleet.js';
import { TERRITORIES, css } from '../palette.js';
import { latestOnly } from '../rpc.js';
import { trace } from '../stage/lines.js';
import type { Mark } from '../stage/marks.js';
import { hidePlane, inksFor, showPlane } from '../stage/planes.js';
import type { Painting } from '../stage/stage.js';
import type { Mode } from './mode.js';

const MOST_SHIPS = 300;
const MOST_PORTS = 12;

export class FleetMode implements Mode {
  readonly id = 'fleet';
  readonly lead = 'Every ship sails to its nearest port, by sea and not as the crow flies. Drag ports and ships.';
  readonly #app: App;
  #ships: number[] = [];
  #ports: number[] = [];
  #answer: FleetAnswer | undefined;
  /** Whether the next map comes with its ships. */
  #given = false;

  constructor(app: App) {
    this.#app = app;
    for (const id of ['ships', 'ports']) byId(id).addEventListener('input', () => this.#changed());
    byId('areas').addEventListener('change', () => void this.#showAreas());
  }

  needs(): object {
    return {};
  }

  enter(opened: Opened | undefined): void {
    if (opened) Object.assign(this.#app.ends, opened);
    if ((opened && !this.#given) || this.#ships.length === 0) void this.#muster();
    else this.#ask();
    this.#given = false;
  }

  /** Ships and ports that belong to the next map. */
  put(ships: number[], ports: number[]): void {
    [this.#ships, this.#ports, this.#given] = [ships, ports, true];
    Object.assign(byId('ships'), { value: ships.length });
    Object.assign(byId('ports'), { value: ports.length });
    for (const id of ['ships', 'ports']) byId(`${id}-value`).textContent = byId<HTMLInputElement>(id).value;
  }

  get places(): { ships: number[]; ports: number[] } {
    return { ships: this.#sailing, ports: this.#open };
  }

  leave(): void {
    hidePlane(this.#app, 'areas');
  }

  async #muster(): Promise<void> {
    [this.#ships, this.#ports] = [[], []];
    const ships = await this.#app.engine.call('scatter', MOST_SHIPS, 2026);
    const ports = await this.#app.engine.call('scatter', MOST_PORTS, 7);
    [this.#ships, this.#ports] = [ships, ports];
    this.#ask();
  }

  get #sailing(): number[] {
    return this.#ships.slice(0, Number(byId<HTMLInputElement>('ships').value));
  }

  get #open(): number[] {
    return this.#ports.slice(0, Number(byId<HTMLInputElement>('ports').value));
  }

  #changed(): void {
    for (const id of ['ships', 'ports']) byId(`${id}-value`).textContent = byId<HTMLInputElement>(id).value;
    this.#ask();
  }

  #ask = latestOnly(async () => {
    const [ships, ports] = [this.#sailing, this.#open];
    const answer = await this.#app.current(this.#app.engine.call('fleet', { ships, ports }));
    if (!answer || this.#app.mode !== this) return;
    this.#answer = answer;
    const lengths = ships.length * ports.length;
    this.#app.say(`<b>${count(lengths)} lengths, ${count(ships.length)} ships by ${ports.length} ports, in ${time(answer.matrixMicros)}</b>; the nearest port of each ship with its route in ${time(answer.nearestMicros)}.`);
    this.#app.stage.redraw();
    this.#areasLater();
  });

  #areasLater = whenQuiet(80, () => void (this.#app.mode === this && this.#showAreas()));

  async #showAreas(): Promise<void> {
    if (!byId<HTMLInputElement>('areas').checked) return hidePlane(this.#app, 'areas');
    const bytes = await this.#app.engine.call('territories', this.#open);
    if (this.#app.mode === this) await showPlane(this.#app, 'areas', bytes, inksFor(TERRITORIES, 150));
  }

  edited(): void {
    this.#ask();
  }

  indexed(): void {
    this.#ask();
  }

  marks(): Mark[] {
    const ships = this.#sailing.map((tile, i): Mark => ({ id: `ship ${i}`, kind: 'ship', tile, small: true }));
    return [...ships, ...this.#open.map((tile, i): Mark => ({ id: `port ${i}`, kind: 'harbour', tile }))];
  }

  dragged(mark: Mark, tile: number): void {
    const [kind, i] = mark.id.split(' ');
    (kind === 'ship' ? this.#ships : this.#ports)[Number(i)] = tile;
    this.#ask();
  }

  paint: Painting = (context, view, dense) => {
    const { nearest, tiles, ends } = this.#answer ?? { nearest: [], tiles: new Uint32Array(0), ends: new Uint32Array(0) };
    context.lineJoin = context.lineCap = 'round';
    for (const [wide, ink] of [[4.5, () => css(0xffffff, 0.85)], [2.5, (port: number) => css(TERRITORIES[port % TERRITORIES.length])]] as const)
      for (let i = 0; i < nearest.length; i++) {
        if (nearest[i] < 0) continue;
        trace(context, view, tiles, i === 0 ? 0 : ends[i - 1], ends[i]);
        context.lineWidth = wide * dense;
        context.strokeStyle = ink(nearest[i]);
        context.stroke();
      }
  };

  describe(): string {
    return '';
  }
}
