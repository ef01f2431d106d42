// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Puzzles: what a dungeon can ask for besides keys and doors. Each device can be put, dragged and taken away; the heroes walk the
// shortest way move by move.
import type { App } from '../app.js';
import { byId, choose, count, make, time } from '../dom.js';
import type { PuzzleAnswer } from '../engine/puzzle.js';
import type { Ground, Spot } from '../ground.js';
import { textBytes } from '../maps/files.js';
import { COLORS, TERRITORIES, css } from '../palette.js';
import { PuzzlePanel } from '../panel/puzzle.js';
import type { ThingTool } from '../panel/tools.js';
import { HEADINGS, MOST_HEROES, type PuzzleBoard, type Thing, thingText, thingsOn } from '../puzzle.js';
import { latestOnly } from '../rpc.js';
import { drawOther, drawRoute } from '../stage/lines.js';
import type { Mark } from '../stage/marks.js';
import type { Painting } from '../stage/stage.js';
import type { Mode } from './mode.js';
import { type Moment, isOpen, momentAt } from './puzzle_moment.js';
import { SAMPLES } from './puzzle_samples.js';
import { eventText, momentText, reasonText } from './puzzle_text.js';

const SPEED = 6; // moves per second
const stillness = matchMedia('(prefers-reduced-motion: reduce)');
/** A colour for each hero; the first is that of all routes. */
const HEROES = [COLORS.route, 0x1c6fb5, 0x1f8a4c, 0x7d3c98, 0xa67c00, 0x0e7c6b, 0x8c2a2a, 0x34495e];

export class PuzzleMode implements Mode {
  readonly id = 'puzzle';
  readonly lead = 'Switches, one-way tiles, teleporters, keys that are used up, several heroes. Drag anything, or build your own.';
  readonly #app: App;
  readonly #panel: PuzzlePanel;
  #board: PuzzleBoard | undefined;
  #ground: Ground | undefined;
  #answer: PuzzleAnswer | undefined;
  /** How many moves are shown; a share of one while heroes walk. */
  #at = 0;
  #isRunning = false;
  #isAsking = false;
  #last = 0;

  constructor(app: App) {
    this.#app = app;
    this.#panel = new PuzzlePanel({
      sample: id => void this.#sample(id), changed: () => this.#ask(), walk: () => this.#walk(!this.#isRunning), go: moves => this.#go(moves),
      use: text => this.#use(text), board: () => this.#board, text: async () => new TextDecoder().decode((await app.engine.call('write', 'txt', { ground: app.ground, puzzle: this.#board! }, 'map'))[0].bytes),
    });
    byId('patience').addEventListener('input', () => app.mode === this && this.#ask());
  }

  needs(): object {
    return {};
  }

  async ground(): Promise<Ground> {
    if (!this.#ground) await this.#read(SAMPLES[0].id);
    return this.#ground!;
  }

  /** Shows a puzzle that was opened or shared. */
  put({ ground, ...board }: PuzzleBoard & { ground: Ground }): void {
    [this.#ground, this.#board] = [ground, board];
    this.#panel.show(board, '');
  }

  get board(): PuzzleBoard | undefined {
    return this.#board;
  }

  /** A puzzle from text with a legend. */
  async #parse(name: string, text: string): Promise<{ ground: Ground; puzzle: PuzzleBoard }> {
    const hasLegend = /^legend:\r?$/m.test(text);
    const { ground, puzzle } = await this.#app.engine.call('read', [{ name: `${name}.txt`, bytes: textBytes(hasLegend ? text : `${text}\nlegend:\n`) }]);
    return { ground, puzzle: puzzle! };
  }

  async #read(id: string): Promise<void> {
    const sample = SAMPLES.find(one => one.id === id)!;
    const { ground, puzzle } = await this.#parse(id, sample.text);
    [this.#ground, this.#board] = [ground, puzzle];
    this.#panel.show(puzzle, id);
  }

  async #sample(id: string): Promise<void> {
    await this.#read(id);
    if (this.#app.mode === this) await this.#app.open(this.#ground!);
  }

  /** A puzzle that was typed. */
  async #use(text: string): Promise<void> {
    const { ground, puzzle } = await this.#parse('line', text);
    const { goal, moves } = this.#board!;
    this.put({ ground, ...puzzle, moves, goal: puzzle.exits.length === 0 ? 'all-keys' : goal });
    await this.#app.open(ground);
  }

  enter(): void {
    this.#panel.write();
    this.#ask();
  }

  leave(): void {
    this.#walk(false);
    this.#answer = undefined;
    if (this.#app.tools.thing) choose('tool', 'move');
    void this.#app.engine.call('puzzleStop');
  }

  /** Asks; a question that is still under way is given up. */
  #ask(): void {
    if (this.#isAsking) void this.#app.engine.call('puzzleStop');
    this.#solve();
  }

  #solve = latestOnly(async () => {
    const { ground } = this.#app;
    if (!this.#board || ground !== this.#ground) return;
    this.#isAsking = true;
    const waiting = setTimeout(() => this.#app.mode === this && this.#app.say('Searching … Change something, and it begins anew.'), 400);
    try {
      const answer = await this.#app.engine.call('puzzle', { ground, board: this.#board, limit: 1000 * 2 ** Number(byId<HTMLInputElement>('patience').value) });
      if (this.#app.mode !== this || !answer) return;
      this.#answer = answer;
      this.#tell(answer);
      this.#go(0);
      this.#walk(!stillness.matches && answer.length > 0);
    } catch (error) {
      this.#answer = undefined;
      this.#go(0);
      this.#walk(false);
      this.#app.say(`<b>This cannot be asked.</b> ${this.#problem((error as Error).message)}`);
    } finally {
      clearTimeout(waiting);
      this.#isAsking = false;
    }
  });

  /** What is wrong with the puzzle, in words of the page where it knows them. */
  #problem(message: string): string {
    const { heroes, exits, goal } = this.#board!;
    const { tiles } = this.#app.ground;
    if (heroes.length === 0) return 'There is no hero: put one.';
    if (exits.length === 0 && goal !== 'all-keys') return 'There is no exit: put one, or ask for all keys.';
    if ([...heroes, ...exits].some(tile => tiles[tile] === 0)) return 'A hero or an exit stands in a wall.';
    return make('i', { textContent: message }).innerHTML;
  }

  #tell({ steps, events, length, micros, states, proven, gap, bound, reason }: PuzzleAnswer): void {
    const board = this.#board!;
    this.#panel.events(events.map(event => ({ at: event.at - (steps.length - 1 - length), text: eventText(event, steps[event.at].hero, board) })));
    if (reason) return this.#app.say(`<b>There is no way.</b> ${reasonText(reason, board)}`);
    if (steps.length === 0) return this.#app.say(`<b>No way is known after ${time(micros)}.</b> It takes at least ${count(bound)} moves; with more patience there may be one.`);
    const sure = proven ? 'no way is shorter' : `the best so far, at most ${count(gap)} ${gap === 1 ? 'move' : 'moves'} too long: it takes at least ${count(bound)}`;
    this.#app.say(`<b>${count(length)} ${length === 1 ? 'move' : 'moves'} in ${time(micros)}</b>: ${sure}. ${count(states)} ${states === 1 ? 'state' : 'states'} looked at.`);
  }

  // ---- The walk

  #go(moves: number): void {
    const length = this.#answer?.length ?? 0;
    this.#at = Math.min(Math.max(moves, 0), length);
    const whole = Math.floor(this.#at);
    this.#panel.position(whole, length, this.#answer && this.#answer.steps.length > 0 ? momentText(this.#moment()!, this.#board!) : '');
    this.#app.stage.redraw();
  }

  #walk(isRunning: boolean): void {
    this.#isRunning = isRunning;
    this.#panel.running(isRunning);
    this.#last = performance.now();
    const length = this.#answer?.length ?? 0;
    if (isRunning && this.#at >= length) this.#at = 0;
    this.#app.stage.move = now => this.#isRunning && this.#tick(now, length);
    this.#app.stage.redraw();
  }

  /** A frame of the walk, which begins again after a pause at its end. */
  #tick(now: number, length: number): boolean {
    const next = this.#at + (Math.max(0, now - this.#last) / 1000) * SPEED;
    this.#last = now;
    if (next <= length || this.#at < length) this.#go(next);
    if (next > length) {
      this.#last = now + 2000;
      this.#at = 0;
    }
    return true;
  }

  #moment(): Moment | undefined {
    return this.#answer && this.#board && this.#answer.steps.length > 0 ? momentAt(this.#board, this.#answer, Math.floor(this.#at)) : undefined;
  }

  // ---- Marks

  /** Whether tiles are too small for large marks. */
  get #isFine(): boolean {
    const { view, dense } = this.#app.stage;
    return view.scale < 36 * dense;
  }

  #mark(thing: Thing, i: number, moment: Moment | undefined): Mark[] {
    const { type, kind, tile, heading, once } = thing;
    if (moment?.shut.has(tile) || (type === 'key' && moment?.used.has(tile))) return [];
    const faint = moment !== undefined && (type === 'door' || type === 'barrier') && isOpen(thing, this.#board!, moment);
    const first = this.#board!.names[kind]?.[0] ?? '';
    const sign = type === 'floor' ? '' : type === 'place' ? String(kind + 1) : type === 'door' ? first.toUpperCase() : first;
    const color = type === 'floor' || type === 'place' ? 0xf4ead2 : TERRITORIES[kind % TERRITORIES.length];
    return [{ id: `thing ${i}`, kind: type, tile, lock: kind, sign, color, small: this.#isFine, ...(faint ? { faint } : {}), ...(once ? { once } : {}), ...(heading ? { heading: HEADINGS.indexOf(heading) } : {}) }];
  }

  marks(): Mark[] {
    const board = this.#board;
    if (!board) return [];
    const moment = this.#moment();
    const things = board.things.flatMap((thing, i) => (this.#app.ground.tiles[thing.tile] === 0 && this.#dragged !== `thing ${i}` ? [] : this.#mark(thing, i, moment)));
    const exits = board.goal === 'all-keys' ? [] : board.exits.map((tile, i): Mark => ({ id: `exit ${i}`, kind: 'exit', tile, small: this.#isFine }));
    const heroes = board.heroes.map((tile, i): Mark => ({ id: `hero ${i}`, kind: 'hero', tile, small: this.#isFine, ...(this.#at > 0 ? { faint: true } : {}), ...(board.together ? { color: HEROES[i % HEROES.length], sign: String(i + 1) } : {}) }));
    return [...things, ...exits, ...heroes];
  }

  #dragged = '';

  /** The list that a mark is in, and its place there. */
  #where(id: string): { list: (number | Thing)[]; i: number } {
    const [what, number] = id.split(' ');
    const { things, heroes, exits } = this.#board!;
    return { list: what === 'hero' ? heroes : what === 'exit' ? exits : things, i: Number(number) };
  }

  #takenBy(tile: number): string | undefined {
    const { things, heroes, exits } = this.#board!;
    const id = (what: string, i: number): string | undefined => (i < 0 ? undefined : `${what} ${i}`);
    return id('thing', things.findIndex(thing => thing.tile === tile)) ?? id('hero', heroes.indexOf(tile)) ?? id('exit', exits.indexOf(tile));
  }

  dragged(mark: Mark, tile: number, isLast: boolean): void {
    const { list, i } = this.#where(mark.id);
    const other = this.#takenBy(tile);
    this.#dragged = isLast ? '' : mark.id;
    if (isLast && this.#app.ground.tiles[tile] === 0) list.splice(i, 1); // dropped into a wall: gone
    else if (other === undefined || other === mark.id) list[i] = typeof list[i] === 'number' ? tile : { ...list[i], tile };
    this.#changed();
  }

  #changed(): void {
    this.#panel.show(this.#board!, undefined);
    if (this.#dragged === '') this.#panel.write();
    this.#ask();
  }

  /** Puts a thing on each tile, where a wall gives way to it; or takes away what lies there. */
  lay(spots: readonly Spot[], tool: ThingTool): void {
    const { width, height, tiles } = this.#app.ground;
    const inside = spots.filter(({ x, y }) => x >= 0 && y >= 0 && x < width && y < height);
    const walls = tool === 'nothing' ? [] : inside.filter(({ x, y }) => tiles[y * width + x] === 0);
    for (const { x, y } of inside) this.#lay(y * width + x, tool);
    if (walls.length > 0) this.#app.edit(walls.map(spot => ({ ...spot, open: true })));
    this.#changed();
  }

  #lay(tile: number, tool: ThingTool): void {
    const board = this.#board!;
    const other = this.#takenBy(tile);
    if (other) {
      const { list, i } = this.#where(other);
      list.splice(i, 1);
    }
    if (tool === 'nothing') return;
    if (tool === 'hero') {
      board.heroes.push(tile);
      if (board.heroes.length > MOST_HEROES) board.heroes.shift();
      board.together ||= board.heroes.length > 1;
    } else if (tool === 'exit') board.exits.push(tile);
    else board.things.push(this.#panel.thing(tool, tile));
  }

  edited(): void {
    this.#panel.write();
    this.#ask();
  }

  indexed(): void {}

  // ---- Pictures

  /** The tiles of each hero in turn, cut where it jumps. */
  #ways(): { hero: number; tiles: number[] }[] {
    const { width } = this.#app.ground;
    const ways: { hero: number; tiles: number[] }[] = [];
    const now: { hero: number; tiles: number[] }[] = [];
    for (const { hero, tile } of this.#answer?.steps ?? []) {
      const last = now[hero]?.tiles[now[hero].tiles.length - 1];
      const isNear = last !== undefined && Math.abs((last % width) - (tile % width)) <= 1 && Math.abs(Math.floor(last / width) - Math.floor(tile / width)) <= 1;
      if (isNear) now[hero].tiles.push(tile);
      else ways.push((now[hero] = { hero, tiles: [tile] }));
    }
    return ways;
  }

  /** Where a hero is, on its way to the next tile. */
  #place(hero: number, now: number): [tile: number, next: number, share: number] {
    const { steps, length } = this.#answer!;
    const whole = Math.floor(this.#at);
    const next = steps[steps.length - length + whole];
    return next?.hero === hero ? [now, next.tile, this.#at - whole] : [now, now, 0];
  }

  paint: Painting = (context, view, dense) => {
    const moment = this.#moment();
    if (!moment) return;
    this.#paintShut(context, view, moment);
    const ways = this.#ways();
    for (let i = 1; i < ways.length; i++) {
      const before = ways.slice(0, i).reverse().find(({ hero }) => hero === ways[i].hero);
      if (before) drawOther(context, view, [before.tiles[before.tiles.length - 1], ways[i].tiles[0]], dense);
    }
    for (const { hero, tiles } of ways) if (tiles.length > 1) drawRoute(context, view, tiles, dense, false, HEROES[hero % HEROES.length]);
    if (this.#at === 0) return;
    moment.heroes.forEach((now, hero) => {
      const [a, b, share] = this.#place(hero, now);
      const [from, to] = [view.middle(a), view.middle(b)];
      context.beginPath();
      context.arc(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, 8 * dense, 0, 2 * Math.PI);
      context.fillStyle = css(HEROES[hero % HEROES.length]);
      context.strokeStyle = '#fff';
      context.lineWidth = 3 * dense;
      context.fill();
      context.stroke();
    });
  };

  /** Tiles that have shut look like walls. */
  #paintShut(context: CanvasRenderingContext2D, view: Parameters<Painting>[1], { shut }: Moment): void {
    context.fillStyle = css(COLORS.shadow, 0.85);
    for (const tile of shut) {
      const { x, y } = view.middle(tile);
      context.fillRect(x - view.scale / 2, y - view.scale / 2, view.scale, view.scale);
    }
  }

  describe(tile: number): string {
    const thing = this.#board && thingsOn(this.#app.ground.tiles, this.#board).find(one => one.tile === tile);
    return thing ? thingText(thing, this.#board!.names) : '';
  }
}
