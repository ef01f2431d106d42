// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A ship, a harbour, and a route between them: what several modes have in common.
import type { App } from '../app.js';
import { count, time } from '../dom.js';
import type { Opened } from '../engine/engine.js';
import type { Answer } from '../engine/sea.js';
import type { Disc } from '../ground.js';
import { latestOnly } from '../rpc.js';
import { drawCrow, drawRoute } from '../stage/lines.js';
import type { Mark } from '../stage/marks.js';
import type { Painting } from '../stage/stage.js';
import type { Mode, ModeId } from './mode.js';

export abstract class RouteMode<A extends Answer = Answer> implements Mode {
  abstract readonly id: ModeId;
  abstract readonly lead: string;
  protected readonly app: App;
  protected answer: A | undefined;

  constructor(app: App) {
    this.app = app;
  }

  /** Asks. */
  protected abstract find(): Promise<A>;

  /** There is another answer. */
  protected answered: () => void = () => {};

  needs(): { depth?: boolean } {
    return {};
  }

  enter(opened: Opened | undefined): void {
    if (opened) Object.assign(this.app.ends, opened);
    this.ask();
  }

  leave(): void {
    this.answer = undefined;
  }

  ask = latestOnly(async () => {
    const answer = await this.app.current(this.find());
    if (!answer || this.app.mode !== this) return;
    this.answer = answer;
    this.tell(answer);
    this.app.stage.redraw();
    this.answered();
  });

  /** Says why there is no whole route; false if there is one. */
  protected tellFailure(answer: Answer): boolean {
    if (answer.tiles.length === 0) this.app.say('There is no way, and no water near the ship.');
    else if (answer.partial)
      this.app.say(`The harbour cannot be reached: this way ends ${count(answer.missing)} ${answer.missing === 1 ? 'tile' : 'tiles'} before it. Open a canal with <b>Water</b>.`);
    return answer.tiles.length === 0 || answer.partial;
  }

  protected tell(answer: A): void {
    if (this.tellFailure(answer)) return;
    const all = `${count(this.app.ground.width * this.app.ground.height)} tiles`;
    const sure = answer.exact ? 'no route is shorter' : 'perhaps a little longer than the shortest';
    this.app.say(`<b>${count(answer.length)} moves in ${time(answer.micros)}</b>: ${sure}. Looked at ${count(answer.looked)} of ${all}.`);
  }

  realEnds(): [from: number, to: number] | undefined {
    const { tiles } = this.answer ?? { tiles: [] };
    return tiles.length > 0 && !this.answer?.partial ? [tiles[0], tiles[tiles.length - 1]] : undefined;
  }

  edited(_discs: readonly Disc[]): void {
    this.ask();
  }

  indexed(): void {
    this.ask();
  }

  marks(): Mark[] {
    const { from, to } = this.app.ends;
    return [{ id: 'harbour', kind: 'harbour', tile: to }, { id: 'ship', kind: 'ship', tile: from }];
  }

  dragged(mark: Mark, tile: number): void {
    if (mark.id === 'ship') this.app.ends.from = tile;
    else this.app.ends.to = tile;
    this.ask();
  }

  paint: Painting = (context, view, dense) => this.paintRoute(context, view, dense);

  protected paintRoute(...[context, view, dense]: Parameters<Painting>): void {
    const { answer } = this;
    if (!answer) return;
    if (answer.partial) drawCrow(context, view, answer.tiles[answer.tiles.length - 1], this.app.ends.to, dense);
    drawRoute(context, view, answer.turns, dense, answer.partial);
  }

  describe(_tile: number): string {
    return '';
  }
}
