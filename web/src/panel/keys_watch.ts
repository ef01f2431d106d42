// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// "Watch it think" for keys and doors: the search goes on in slices, and its states are shown one after the other.
import type { App } from '../app.js';
import { byId, count } from '../dom.js';
import { type KeysEnd, type KeysOrder, NO_TILE, STATE_WORDS } from '../engine/keys_watch.js';
import { keysText } from '../modes/dungeon_text.js';
import { COLORS, RAMP, css } from '../palette.js';
import { latestOnly } from '../rpc.js';
import { drawDots } from '../stage/dots.js';
import { hidePlane, rampInks, showPlane } from '../stage/planes.js';
import type { Painting } from '../stage/stage.js';

const SLICE = 2000; // microseconds of work, counted
const PAUSE = 120; // milliseconds from step to step
const stillness = matchMedia('(prefers-reduced-motion: reduce)');

export class KeysWatchPanel {
  readonly #app: App;
  readonly #question: () => KeysOrder | undefined;
  /** States that the search has sent, and how many of them were shown. */
  #sent: Uint32Array[] = [];
  #next = 0;
  #shown = 0;
  /** With how many sets of keys the search was on each tile. */
  #visits = new Uint8Array(0);
  #seen = new Set<number>();
  #last: { tile: number; held: number; length: number } | undefined;
  #end: KeysEnd | undefined;
  #playing = false;
  #turn = 0;

  constructor(app: App, question: () => Omit<KeysOrder, 'plain'> | undefined) {
    this.#app = app;
    this.#question = () => {
      const asked = question();
      return asked && { ...asked, plain: byId<HTMLInputElement>('keys-plain').checked };
    };
    byId('keys-play').addEventListener('click', () => (this.#playing ? this.#play(false) : void this.#loop()));
    byId('keys-step').addEventListener('click', () => void this.#advance(this.#speed));
    byId('keys-end').addEventListener('click', () => void this.#advance(Infinity));
    byId('keys-again').addEventListener('click', () => this.restart());
    byId('keys-plain').addEventListener('change', () => this.restart());
    byId('keys-watch').addEventListener('toggle', () => (this.isOpen ? this.restart() : this.stop()));
  }

  get isOpen(): boolean {
    return byId<HTMLDetailsElement>('keys-watch').open;
  }

  /** States per step, from the slider: each notch is twice as many. */
  get #speed(): number {
    return 2 ** Number(byId<HTMLInputElement>('keys-speed').value);
  }

  /** Begins anew with the dungeon as it is now. */
  restart = latestOnly(() => this.#begin());

  async #begin(): Promise<void> {
    const question = this.#question();
    this.#forget();
    if (!this.isOpen || !question) return;
    const turn = this.#turn;
    this.#visits = new Uint8Array(question.ground.tiles.length);
    try {
      await this.#app.engine.call('keysWatch', question);
      if (turn !== this.#turn) return;
      byId('keys-state').textContent = 'The search has not begun: its first state is the hero, with empty hands.';
      hidePlane(this.#app, 'visits');
    } catch (error) {
      byId('keys-state').textContent = (error as Error).message;
      this.#end = { tiles: new Uint32Array(0), states: 0, proven: false, gap: 0 };
    }
    this.#app.stage.redraw();
  }

  #forget(): void {
    this.#turn++;
    this.#play(false);
    [this.#sent, this.#next, this.#shown, this.#last, this.#end] = [[], 0, 0, undefined, undefined];
    this.#seen.clear();
  }

  #play(playing: boolean): void {
    this.#playing = playing;
    byId('keys-play').textContent = playing ? 'Pause' : 'Play';
  }

  async #loop(): Promise<void> {
    if (this.#isDone) await this.#begin();
    const turn = this.#turn;
    this.#play(true);
    while (this.#playing && turn === this.#turn && !this.#isDone) {
      await this.#advance(this.#speed);
      if (!this.#isDone) await new Promise(resolve => setTimeout(resolve, stillness.matches ? 600 : PAUSE));
    }
    if (turn === this.#turn) this.#play(false);
  }

  /** Whether all states were shown and the answer is there. */
  get #isDone(): boolean {
    return this.#end !== undefined && this.#sent.length === 0;
  }

  /** Shows so many further states, and lets the search go on for them. Slices are short: the page can stop it at any time. */
  async #advance(states: number): Promise<void> {
    const turn = this.#turn;
    for (let left = states; left > 0 && !this.#isDone; ) {
      if (this.#sent.length === 0) {
        const shot = await this.#app.engine.call('keysWatchStep', states === Infinity ? 10 * SLICE : SLICE).catch(() => undefined);
        if (turn !== this.#turn || !shot) return;
        if (shot.states.length > 0) this.#sent.push(shot.states);
        this.#end = shot.end;
        if (states === Infinity) await this.#show();
      } else left -= this.#reveal(left);
    }
    if (turn === this.#turn) await this.#show();
  }

  /** Shows states that were sent, at most so many; how many. */
  #reveal(most: number): number {
    const [states] = this.#sent;
    let count = 0;
    for (; count < most && this.#next < states.length; count++, this.#next += STATE_WORDS) {
      const [tile, held, length] = states.subarray(this.#next, this.#next + 3);
      this.#last = { tile, held, length };
      if (tile === NO_TILE) continue;
      this.#seen.add(tile);
      this.#visits[tile] = Math.min(255, this.#visits[tile] + 1);
    }
    this.#shown += count;
    if (this.#next >= states.length) [this.#sent, this.#next] = [this.#sent.slice(1), 0];
    return count;
  }

  async #show(): Promise<void> {
    this.#tell();
    const most = Math.max(2, this.#visits.reduce((a, b) => Math.max(a, b), 0));
    const bytes = this.#visits.map(visits => (visits === 0 ? 0 : 255 - Math.round((254 * (visits - 1)) / (most - 1)))); // many are yellow
    await showPlane(this.#app, 'visits', bytes, rampInks(RAMP, 170));
    this.#app.stage.redraw();
  }

  #tell(): void {
    byId('keys-state').textContent = this.#words();
  }

  #words(): string {
    const end = this.#end;
    const states = `${count(this.#shown)} ${this.#shown === 1 ? 'state' : 'states'}`;
    if (this.#isDone && end) {
      if (end.tiles.length === 0) return end.proven ? `Done: there is no way, after ${states}.` : 'At the limit, and no way is known yet: more patience may help.';
      const moves = `${count(end.tiles.length - 1)} moves`;
      return end.proven ? `Done: ${moves}, and no way is shorter. ${states}.` : `At the limit: the best so far has ${moves}, at most ${count(end.gap)} too many. ${states}.`;
    }
    if (!this.#last) return 'Finding the ways between keys and doors …';
    const { tile, held, length } = this.#last;
    const { width } = this.#app.ground;
    const place = tile === NO_TILE ? 'at the end of a way' : `at ${tile % width}, ${Math.floor(tile / width)}`;
    return `State ${count(this.#shown)}: the hero ${place} after ${count(length)} ${length === 1 ? 'move' : 'moves'}, with ${keysText(held)}.`;
  }

  stop(): void {
    this.#forget();
    hidePlane(this.#app, 'visits');
    byId('keys-state').textContent = '';
    void this.#app.engine.call('keysWatchEnd');
  }

  /** Whether a search is watched that has no answer yet. */
  get isLooking(): boolean {
    return this.isOpen && !this.#isDone;
  }

  /** Numbers, for tests and the curious. */
  state(): { shown: number; tiles: number; held: number; done: boolean; playing: boolean; proven: boolean | undefined } {
    return { shown: this.#shown, tiles: this.#seen.size, held: this.#last?.held ?? 0, done: this.#isDone, playing: this.#playing, proven: this.#end?.proven };
  }

  paint: Painting = (context, view, dense) => {
    if (!this.isOpen || !this.#last || this.#last.tile === NO_TILE || this.#isDone) return;
    drawDots(context, view, [this.#last.tile], () => Math.max(6 * dense, view.scale * 0.45), css(COLORS.portal), css(COLORS.shadow));
  };

  describe(tile: number): string {
    const visits = this.isOpen ? (this.#visits[tile] ?? 0) : 0;
    return visits === 0 ? '' : `the search was here with ${visits === 255 ? 'at least 255' : visits} ${visits === 1 ? 'set' : 'sets'} of keys`;
  }
}
