// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A thousand units and one goal: a flow field is filled once, and every unit only looks at its own tile.
import type { App } from '../app.js';
import { byId, count, time, whenQuiet } from '../dom.js';
import type { Opened } from '../engine/engine.js';
import { nearestWater } from '../ground.js';
import { COLORS, RAMP, css } from '../palette.js';
import { latestOnly } from '../rpc.js';
import type { Mark } from '../stage/marks.js';
import { hidePlane, rampInks, showPlane } from '../stage/planes.js';
import type { Painting } from '../stage/stage.js';
import type { Mode } from './mode.js';

const TICK = 90; // milliseconds from tile to tile
const stillness = matchMedia('(prefers-reduced-motion: reduce)');

export class HordeMode implements Mode {
  readonly id = 'horde';
  readonly lead = 'A thousand boats run to one flag, and one field serves them all. Drag the flag, or put land in their way.';
  readonly #app: App;
  #goal = 0;
  #before: Uint32Array | undefined;
  #after: Uint32Array | undefined;
  #tickAt = 0;
  #running = false;
  #ticking = false;
  #cost = '';

  constructor(app: App) {
    this.#app = app;
    byId('units').addEventListener('input', () => {
      byId('units-value').textContent = count(this.#count);
      if (app.mode === this) this.#aim();
    });
    byId('heat').addEventListener('change', () => void this.#showHeat());
    byId('march').addEventListener('click', () => this.#play(!this.#running));
  }

  get #count(): number {
    return Number(byId<HTMLInputElement>('units').value);
  }

  needs(): object {
    return {};
  }

  enter(opened: Opened | undefined): void {
    if (opened) Object.assign(this.#app.ends, opened);
    this.#goal = this.#app.ends.to;
    this.#before = this.#after = undefined;
    this.#aim();
    this.#play(!stillness.matches);
  }

  leave(): void {
    this.#play(false);
    hidePlane(this.#app, 'heat');
  }

  #aim = latestOnly(async () => {
    const field = await this.#app.current(this.#app.engine.call('aim', { goal: this.#goal, units: this.#count }));
    if (!field || this.#app.mode !== this) return;
    const { micros, reached } = field;
    this.#cost = `<b>One field for ${count(this.#count)} units: ${time(micros)}</b> for ${count(reached)} tiles.`;
    this.#app.say(this.#cost);
    if (!this.#after) await this.#tick();
    this.#heatLater();
  });

  #heatLater = whenQuiet(60, () => void (this.#app.mode === this && this.#showHeat()));

  async #showHeat(): Promise<void> {
    if (!byId<HTMLInputElement>('heat').checked) return hidePlane(this.#app, 'heat');
    const { bytes } = await this.#app.engine.call('heat');
    if (this.#app.mode === this) await showPlane(this.#app, 'heat', bytes, rampInks(RAMP, 150));
  }

  #play(running: boolean): void {
    this.#running = running;
    byId('march').textContent = running ? 'Halt' : 'March';
    this.#app.stage.move = running ? now => this.#frame(now) : () => false;
    this.#app.stage.redraw();
  }

  #frame(now: number): boolean {
    if (now - this.#tickAt >= TICK && !this.#ticking) void this.#tick();
    return this.#running;
  }

  /** The next tile of every unit. */
  async #tick(): Promise<void> {
    this.#ticking = true;
    const state = await this.#app.engine.call('march', 1).catch(() => undefined);
    this.#ticking = false;
    if (!state || this.#app.mode !== this) return;
    this.#before = this.#after?.length === state.units.length ? this.#after : state.units;
    this.#after = state.units;
    this.#tickAt = performance.now();
    if (state.arrived > 0) this.#app.say(`${this.#cost} ${count(state.arrived)} have arrived, and begin again.`);
    this.#app.stage.redraw();
  }

  edited(): void {
    this.#aim();
  }

  indexed(): void {}

  marks(): Mark[] {
    return [{ id: 'goal', kind: 'goal', tile: this.#goal }];
  }

  dragged(_: Mark, tile: number): void {
    this.#goal = this.#app.ends.to = tile;
    this.#aim();
  }

  /** For code: where any unit may begin, and the flag; on land, the water near them. */
  realEnds(): [from: number, to: number] {
    const { ends, ground } = this.#app;
    return [nearestWater(ground, ends.from), nearestWater(ground, ends.to)];
  }

  /** Units between their last tile and the next; each a little beside the middle, or a crowd would look like one. */
  paint: Painting = (context, view, dense) => {
    const [before, after] = [this.#before, this.#after];
    if (!before || !after) return;
    const share = this.#running ? Math.min(1, (performance.now() - this.#tickAt) / TICK) : 1;
    const radius = Math.min(Math.max(view.scale * 0.35, 2 * dense), 7 * dense);
    const spread = Math.max(0.35, (1.6 * dense) / view.scale);
    const { width } = view.map;
    context.beginPath();
    for (let i = 0; i < after.length; i++) {
      const [a, b] = [before[i], after[i]];
      const [ax, ay, bx, by] = [a % width, Math.floor(a / width), b % width, Math.floor(b / width)];
      const jumped = Math.abs(ax - bx) > 1 || Math.abs(ay - by) > 1; // begins again somewhere else
      const part = jumped ? 1 : share;
      const at = view.pixel(
        ax + (bx - ax) * part + 0.5 + spread * Math.sin(i * 12.9898), ay + (by - ay) * part + 0.5 + spread * Math.sin(i * 78.233),
      );
      context.moveTo(at.x + radius, at.y);
      context.arc(at.x, at.y, radius, 0, 2 * Math.PI);
    }
    context.fillStyle = css(COLORS.portal);
    context.strokeStyle = css(COLORS.shadow, 0.8);
    context.lineWidth = dense;
    context.fill();
    context.stroke();
  };

  describe(): string {
    return '';
  }
}
