// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A dungeon with keys and doors: the shortest way is no straight one. Every wall, key and door can be changed.
import type { Fixture } from 'landfall/dungeons';
import type { App } from '../app.js';
import { byId, count, time } from '../dom.js';
import type { DungeonOrder } from '../engine/generate.js';
import type { KeysAnswer, KeysQuestion } from '../engine/keys.js';
import type { Ground } from '../ground.js';
import { KeysWatchPanel } from '../panel/keys_watch.js';
import { latestOnly } from '../rpc.js';
import { drawRoute } from '../stage/lines.js';
import type { Mark } from '../stage/marks.js';
import type { Painting } from '../stage/stage.js';
import { eventText, reasonText } from './dungeon_text.js';
import type { Mode } from './mode.js';

const SPEED = 14; // tiles per second
const stillness = matchMedia('(prefers-reduced-motion: reduce)');
/** What can be generated. The last has 2^26 sets of keys: with the first seed it takes tens of thousands of states. */
const SIZES = {
  small: { width: 56, height: 34, rooms: 11, keys: 4, doors: 6 },
  large: { width: 160, height: 100, rooms: 60, keys: 12, doors: 24 },
  hard: { width: 200, height: 120, rooms: 90, keys: 26, doors: 80 },
} as const;
// What a byte of a generated dungeon is (scenes/dungeon.h).
const [START, EXIT, KEY, DOOR] = [2, 3, 64, 128];

export interface DungeonScene {
  ground: Ground;
  fixtures: Fixture[];
  hero: number;
  exit: number;
}

/** A generated dungeon as tiles, keys and doors. */
export function readDungeon({ width, height, tiles }: Ground): DungeonScene {
  const fixtures: Fixture[] = [];
  tiles.forEach((byte, tile) => {
    if (byte >= DOOR) fixtures.push({ tile, door: byte - DOOR });
    else if (byte >= KEY) fixtures.push({ tile, key: byte - KEY });
  });
  return { ground: { width, height, tiles: tiles.map(byte => (byte === 0 ? 0 : 1)) }, fixtures, hero: tiles.indexOf(START), exit: tiles.indexOf(EXIT) };
}

export class KeysMode implements Mode {
  readonly id = 'keys';
  readonly lead = 'The hero has to fetch keys before doors open. Drag keys, doors, hero and exit, or build walls.';
  readonly #app: App;
  #scene: DungeonScene | undefined;
  #answer: KeysAnswer | undefined;
  #walkFrom = 0;
  #running = false;
  #isAsking = false;
  readonly #watch: KeysWatchPanel;

  constructor(app: App) {
    this.#app = app;
    this.#watch = new KeysWatchPanel(app, () => (app.mode === this ? this.#question() : undefined));
    byId('keys-watch').addEventListener('toggle', () => this.#watch.isOpen && this.#walk(false));
    byId('dungeon-size').addEventListener('change', () => void this.#another(5));
    const showLimit = (): string => (byId('patience-value').textContent = time(this.#limit));
    byId('patience').addEventListener('input', () => {
      showLimit();
      if (app.mode === this) this.#ask();
    });
    showLimit();
    byId('walk').addEventListener('click', () => this.#walk(!this.#running));
    byId('add-lock').addEventListener('click', () => this.#add());
    byId('new-dungeon').addEventListener('click', () => void this.#another(Math.floor(Math.random() * 1_000_000)));
  }

  needs(): object {
    return {};
  }

  /** The dungeon, as it was left; a new one at first. */
  async ground(): Promise<Ground> {
    this.#scene ??= readDungeon(await this.#app.engine.call('generateDungeon', this.#order(5)));
    return this.#scene.ground;
  }

  /** Shows a dungeon that was opened or shared. */
  put(scene: DungeonScene): void {
    this.#scene = scene;
  }

  get scene(): DungeonScene | undefined {
    return this.#scene;
  }

  #order(seed: number): DungeonOrder {
    return { ...SIZES[byId<HTMLSelectElement>('dungeon-size').value as keyof typeof SIZES], seed };
  }

  /** The most work of a search, in microseconds: each notch of the slider is twice as much. */
  get #limit(): number {
    return 1000 * 2 ** Number(byId<HTMLInputElement>('patience').value);
  }

  #question(): KeysQuestion | undefined {
    if (!this.#scene) return undefined;
    const { fixtures, hero, exit } = this.#scene;
    return { ground: this.#app.ground, fixtures, from: hero, to: exit, limit: this.#limit };
  }

  async #another(seed: number): Promise<void> {
    this.#scene = readDungeon(await this.#app.engine.call('generateDungeon', this.#order(seed)));
    await this.#app.open(this.#scene.ground);
  }

  enter(): void {
    this.#ask();
  }

  leave(): void {
    this.#walk(false);
    this.#answer = undefined;
    this.#watch.stop();
    void this.#app.engine.call('keysStop');
  }

  /** Asks; a question that is still under way is given up. */
  #ask(): void {
    if (this.#isAsking) void this.#app.engine.call('keysStop');
    this.#solve();
    if (this.#watch.isOpen) this.#watch.restart();
  }

  #solve = latestOnly(async () => {
    const question = this.#question();
    if (!question) return;
    this.#isAsking = true;
    const waiting = setTimeout(() => this.#app.mode === this && this.#app.say('Searching … Drag something, and it begins anew.'), 400);
    try {
      const answer = await this.#app.engine.call('keys', question);
      if (this.#app.mode !== this || !answer) return;
      this.#answer = answer;
      this.#tell(answer);
      this.#walkFrom = performance.now();
      this.#walk(!stillness.matches && answer.tiles.length > 0 && !this.#watch.isOpen);
    } catch (error) {
      this.#answer = undefined;
      this.#app.say(`The hero or the exit stands in a wall. (${(error as Error).message})`);
      this.#walk(false);
    } finally {
      clearTimeout(waiting);
      this.#isAsking = false;
    }
  });

  #tell({ tiles, events, micros, states, proven, gap, reason }: KeysAnswer): void {
    byId('events').replaceChildren(...events.map(event => Object.assign(document.createElement('li'), { textContent: `The hero ${eventText(event)}.` })));
    if (reason) return this.#app.say(`<b>There is no way.</b> ${reasonText(reason)}`);
    if (tiles.length === 0) return this.#app.say(`<b>No way is known after ${time(micros)}.</b> With more patience there may be one.`);
    const sure = proven ? 'no way is shorter' : `the best so far, at most ${count(gap)} ${gap === 1 ? 'move' : 'moves'} too long. More patience may find a shorter one`;
    this.#app.say(`<b>${count(tiles.length - 1)} moves in ${time(micros)}</b>: ${sure}. ${events.length} keys and doors on the way, ${count(states)} states looked at.`);
  }

  watchState(): ReturnType<KeysWatchPanel['state']> {
    return this.#watch.state();
  }

  #walk(running: boolean): void {
    this.#running = running;
    byId('walk').textContent = running ? 'Halt' : 'Walk';
    if (running) this.#walkFrom = performance.now();
    this.#app.stage.move = () => this.#running;
    this.#app.stage.redraw();
  }

  edited(): void {
    this.#ask();
  }

  indexed(): void {}

  /** How far the hero has come, as an index in the route. */
  get #at(): number {
    const { tiles } = this.#answer ?? { tiles: new Uint32Array(0) };
    if (!this.#running || tiles.length === 0) return 0;
    const pause = 1.5 * SPEED;
    return Math.min(((performance.now() - this.#walkFrom) / 1000 * SPEED) % (tiles.length + pause), tiles.length - 1);
  }

  /** Keys in hand are no longer on the floor, and open doors are open. */
  marks(): Mark[] {
    if (!this.#scene) return [];
    const done = new Set((this.#answer?.events ?? []).filter(({ at }) => at <= this.#at && this.#running).map(({ tile }) => tile));
    const locks = this.#scene.fixtures.map(({ tile, key, door }, i): Mark => ({ id: `lock ${i}`, kind: key !== undefined ? 'key' : 'door', tile: tile as number, lock: key ?? door!, small: true }));
    return [...locks.filter(({ tile }) => !done.has(tile)), { id: 'exit', kind: 'exit', tile: this.#scene.exit, small: true }, { id: 'hero', kind: 'hero', tile: this.#scene.hero, small: true }];
  }

  dragged(mark: Mark, tile: number, isLast: boolean): void {
    const scene = this.#scene!;
    if (mark.id === 'hero') scene.hero = tile;
    else if (mark.id === 'exit') scene.exit = tile;
    else {
      const i = Number(mark.id.split(' ')[1]);
      if (isLast && this.#app.ground.tiles[tile] === 0) scene.fixtures.splice(i, 1); // dropped into a wall: gone
      else scene.fixtures[i] = { ...scene.fixtures[i], tile } as Fixture;
    }
    this.#ask();
  }

  /** A key of the next kind beside the hero, and its door beside the exit: drag them where they belong. */
  #add(): void {
    const scene = this.#scene!;
    const kind = Math.min(25, 1 + Math.max(-1, ...scene.fixtures.map(({ key, door }) => key ?? door!)));
    const taken = new Set([scene.hero, scene.exit, ...scene.fixtures.map(({ tile }) => tile as number)]);
    const free = (near: number): number | undefined => this.#freeNear(near, taken);
    const key = free(scene.hero);
    if (key !== undefined) scene.fixtures.push({ tile: key, key: kind });
    if (key !== undefined) taken.add(key);
    const door = free(scene.exit);
    if (door !== undefined) scene.fixtures.push({ tile: door, door: kind });
    this.#ask();
  }

  #freeNear(tile: number, taken: Set<number>): number | undefined {
    const { width, tiles } = this.#app.ground;
    const far = (other: number): number => Math.max(Math.abs((other % width) - (tile % width)), Math.abs(Math.floor(other / width) - Math.floor(tile / width)));
    let best: number | undefined;
    tiles.forEach((open, other) => {
      if (open && !taken.has(other) && (best === undefined || far(other) < far(best))) best = other;
    });
    return best;
  }

  paint: Painting = (context, view, dense) => {
    const { answer } = { answer: this.#answer };
    this.#watch.paint(context, view, dense);
    if (!answer || answer.tiles.length === 0 || this.#watch.isLooking) return;
    drawRoute(context, view, answer.tiles, dense);
    if (!this.#running) return;
    const at = this.#at;
    const [a, b] = [view.middle(answer.tiles[Math.floor(at)]), view.middle(answer.tiles[Math.ceil(at)])];
    const share = at - Math.floor(at);
    context.beginPath();
    context.arc(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, 7 * dense, 0, 2 * Math.PI);
    context.fillStyle = '#0b8a5c';
    context.strokeStyle = '#fff';
    context.lineWidth = 2.5 * dense;
    context.fill();
    context.stroke();
  };

  describe(tile: number): string {
    const here = this.#scene?.fixtures.find(fixture => fixture.tile === tile);
    const name = String.fromCharCode(97 + (here?.key ?? here?.door ?? 0));
    const fixture = !here ? '' : here.key !== undefined ? `key ${name}` : `door ${name.toUpperCase()}`;
    return [fixture, this.#watch.describe(tile)].filter(words => words !== '').join('\n');
  }
}
