// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Dungeons with a legend, which make puzzles: rows of signs, then lines that say what signs mean, what lies where, and which rules
// hold (docs/formats.md). As the program reads and writes them.
import type { DeviceType, Heading } from 'landfall/dungeons';
import type { Ground } from '../ground.js';
import { HEADINGS, MOST_KINDS, type PuzzleBoard, type Thing, thingsOn } from '../puzzle.js';
import { MapProblem, checkSize, wholeNumber } from './problem.js';

type SignType = DeviceType | 'wall' | 'start' | 'exit';
type Sign = Omit<Thing, 'tile' | 'type'> & { type: SignType };

const TYPES: readonly string[] = ['wall', 'start', 'exit', 'floor', 'key', 'door', 'switch', 'barrier', 'teleporter', 'place'];
const PLAIN: readonly string[] = ['wall', 'start', 'exit'];
const MOST_NEED = 255;

class LegendReader {
  readonly #file: string;
  readonly signs = new Map<string, Sign>();
  readonly spots: { what: string; sign: Sign; line: number }[] = [];
  readonly board: PuzzleBoard = { things: [], names: [], usedUp: [], needed: {}, heroes: [], exits: [], together: false, goal: 'exit', moves: 'orthogonal' };
  #line = 0;
  #words: string[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  fail(what: string): never {
    throw new MapProblem(this.#file, what, this.#line);
  }

  kind(name: string | undefined): number {
    const { names } = this.board;
    if (!name) this.fail('a name is missing');
    if (name.length > 15) this.fail(`the name ${name} is longer than 15 letters`);
    if (names.includes(name)) return names.indexOf(name);
    if (names.length === MOST_KINDS) this.fail(`more than ${MOST_KINDS} kinds`);
    return names.push(name) - 1;
  }

  #number(most: number): number {
    const word = this.#words.shift() ?? 'nothing';
    const value = wholeNumber(word);
    return value !== undefined && value >= 1 && value <= most ? value : this.fail(`${word}, expected a number from 1 to ${most}`);
  }

  read(text: string, line: number): void {
    this.#line = line;
    this.#words = text.split(/\s+/).filter(word => word !== '');
    const first = this.#words.shift();
    if (first === undefined || this.#rule(first)) return;
    const sign = this.#sign();
    if (first.length > 1) this.spots.push({ what: first, sign, line });
    else if ('#.'.includes(first)) this.fail(`${first} always means the same`);
    else if (this.signs.has(first)) this.fail(`${first} is in the legend twice`);
    else this.signs.set(first, sign);
  }

  #rule(word: string): boolean {
    const { board } = this;
    if (word === 'heroes') {
      if (this.#words.join(' ') !== 'together') this.fail('expected heroes together');
      board.together = true;
    } else if (word === 'used-up') {
      board.usedUp.push(...(this.#words.length > 0 ? this.#words : [undefined]).map(name => this.kind(name)));
    } else if (word === 'needed') {
      board.needed[this.kind(this.#words.shift())] = this.#number(MOST_NEED);
      this.#end();
    } else return false;
    return true;
  }

  #end(): void {
    if (this.#words.length > 0) this.fail(`${this.#words[0]} in the legend, expected the end of the line`);
  }

  #sign(): Sign {
    const word = this.#words.shift() ?? 'nothing';
    if (!TYPES.includes(word)) this.fail(`${word} in the legend, expected ${TYPES.join(', ')}`);
    const sign: Sign = { type: word as SignType, kind: 0 };
    if (sign.type === 'place') sign.kind = this.#number(MOST_KINDS) - 1;
    else if (sign.type !== 'floor' && !PLAIN.includes(sign.type)) sign.kind = this.kind(this.#words.shift());
    while (!PLAIN.includes(sign.type) && this.#words.length > 0) this.#property(sign, this.#words.shift()!);
    this.#end();
    return sign;
  }

  #property(sign: Sign, word: string): void {
    if (word === 'once' && !sign.once) sign.once = true;
    else if (word === 'open' && sign.type === 'barrier' && !sign.open) sign.open = true;
    else if (word === 'needs' && sign.type === 'door' && sign.need === undefined) sign.need = this.#number(MOST_NEED);
    else if ((HEADINGS as readonly string[]).includes(word) && sign.type !== 'teleporter' && !sign.heading) sign.heading = word as Heading;
    else this.fail(`${word} in the legend, expected the end of the line, once, open, needs or a heading such as east`);
  }

  /** What a sign means that the legend does not list. */
  byDefault(letter: string, isHeroStyle: boolean): Sign | undefined {
    const type: SignType | undefined =
      letter === '#' ? 'wall' : letter === '.' || letter === ' ' ? 'floor'
      : letter === '@' || (letter === 'S' && !isHeroStyle) ? 'start' : letter === '>' || (letter === 'E' && !isHeroStyle) ? 'exit'
      : /[a-z]/.test(letter) ? 'key' : /[A-Z]/.test(letter) ? 'door' : undefined;
    return type && { type, kind: type === 'key' || type === 'door' ? this.kind(letter.toLowerCase()) : 0 };
  }

  put(tile: number, { type, ...rest }: Sign, ground: Ground): void {
    ground.tiles[tile] = type === 'wall' ? 0 : 1;
    if (type === 'start') this.board.heroes.push(tile);
    else if (type === 'exit') this.board.exits.push(tile);
    else if (type !== 'wall' && (type !== 'floor' || rest.heading || rest.once)) this.board.things.push({ ...rest, type, tile });
  }

  /** The tile of "X,Y", which must be bare floor. */
  spot(what: string, line: number, { width, height, tiles }: Ground): number {
    this.#line = line;
    const [x, y] = what.split(',').map(wholeNumber);
    if (x === undefined || y === undefined || x >= width || y >= height) this.fail(`${what} in the legend, expected one sign, or x,y inside of ${width} x ${height} tiles`);
    const tile = y * width + x;
    const { things, heroes, exits } = this.board;
    if (tiles[tile] === 0 || [...heroes, ...exits, ...things.map(thing => thing.tile)].includes(tile)) this.fail(`the tile at ${what} is not floor`);
    return tile;
  }
}

/** A puzzle from text; `name` stands for the file in messages. */
export function readPuzzle(name: string, text: string): { ground: Ground; puzzle: PuzzleBoard } {
  const lines = text.replaceAll('\r', '').split('\n');
  const end = lines.indexOf('legend:');
  const rows = end < 0 ? lines : lines.slice(0, end);
  while (rows.length > 0 && rows[rows.length - 1] === '') rows.pop();
  const reader = new LegendReader(name);
  if (end >= 0) lines.slice(end + 1).forEach((line, i) => reader.read(line, end + i + 2));
  const [width, height] = [Math.max(0, ...rows.map(row => row.length)), rows.length];
  checkSize(name, width, height);
  const ground: Ground = { width, height, tiles: new Uint8Array(width * height) };
  const isHeroStyle = ['@', '>'].some(letter => !reader.signs.has(letter) && rows.some(row => row.includes(letter)));
  rows.forEach((row, y) => [...row].forEach((letter, x) => {
    const sign = reader.signs.get(letter) ?? reader.byDefault(letter, isHeroStyle);
    if (!sign) throw new MapProblem(name, `unknown tile ${letter}, expected . # @ > a to z A to Z or a sign of the legend`, y + 1, x + 1);
    reader.put(y * width + x, sign, ground);
  }));
  for (const { what, sign, line } of reader.spots) reader.put(reader.spot(what, line, ground), sign, ground);
  const { board } = reader;
  if (board.exits.length === 0) board.goal = 'all-keys';
  return { ground, puzzle: board };
}

// ---- Writing

/** Signs that are drawn for things of a kind, the one that fits best first. */
const LIKED: Record<string, string> = { switch: '%*', barrier: '=~', 'barrier open': '-', teleporter: '&0', 'floor north': '^', 'floor east': '>', 'floor west': '<', 'floor south': 'v', 'floor once': '_' };
const OTHERS = '!?+:;|/\\"\'()[]{}~*=-_^<0123456789';

/** What a line of the legend says about a thing, behind its sign. */
function meaning({ type, kind, need, open, once, heading }: Thing, names: readonly string[]): string {
  const name = type === 'floor' ? '' : type === 'place' ? ` ${kind + 1}` : ` ${names[kind]}`;
  return `${type}${name}${type === 'door' && (need ?? 1) > 1 ? ` needs ${need}` : ''}${open && type === 'barrier' ? ' open' : ''}${once ? ' once' : ''}${heading ? ` ${heading}` : ''}`;
}

/** The letter that needs no legend. */
function letterOf({ type, kind, need, once, heading }: Thing, names: readonly string[]): string | undefined {
  const name = names[kind] ?? '';
  if (!/^[a-z]$/.test(name) || (need ?? 1) > 1 || once || heading) return undefined;
  return type === 'key' ? name : type === 'door' ? name.toUpperCase() : undefined;
}

/** A sign for each different thing, as far as there are some. */
function signsFor(things: readonly Thing[], names: readonly string[]): Map<string, string> {
  const signs = new Map<string, string>();
  const isTaken = new Set(['@', '$', '#', '.', ...names.filter(name => name.length === 1), ...names.map(name => name.toUpperCase())]);
  for (const thing of things) {
    const means = meaning(thing, names);
    if (signs.has(means) || letterOf(thing, names)) continue;
    const { type, kind, open, heading, once } = thing;
    const first = names[kind]?.[0] ?? '';
    const liked = type === 'place' ? String(kind + 1).slice(0, 1) : type === 'key' ? first : type === 'door' ? first.toUpperCase() : LIKED[`${type}${open ? ' open' : ''}${heading ? ` ${heading}` : once ? ' once' : ''}`] ?? LIKED[type] ?? '';
    const sign = [...liked, ...OTHERS].find(one => !isTaken.has(one) && one > ' ' && one < '\x7f');
    if (!sign) continue;
    isTaken.add(sign);
    signs.set(means, sign);
  }
  return signs;
}

/** A puzzle as text, for `landfall keys`: with signs as far as there are some, and places for the rest. */
export function writePuzzle({ width, height, tiles }: Ground, board: PuzzleBoard): string {
  const { names, usedUp, needed, heroes, exits, together } = board;
  const things = thingsOn(tiles, board);
  const signs = signsFor(things, names);
  const rows: string[][] = Array.from({ length: height }, (_, y) => Array.from(tiles.subarray(y * width, (y + 1) * width), open => (open ? '.' : '#')));
  const put = (tile: number, sign: string): void => void (rows[Math.floor(tile / width)][tile % width] = sign);
  const spots: string[] = [];
  for (const thing of things) {
    const sign = letterOf(thing, names) ?? signs.get(meaning(thing, names));
    if (sign) put(thing.tile, sign);
    else spots.push(`${thing.tile % width},${Math.floor(thing.tile / width)} ${meaning(thing, names)}`);
  }
  for (const tile of heroes) put(tile, '@');
  for (const tile of exits) put(tile, '$');
  const lines = [
    ...rows.map(row => row.join('')), 'legend:', ...(together ? ['heroes together'] : []), ...(exits.length > 0 ? ['$ exit'] : []),
    ...usedUp.map(kind => `used-up ${names[kind]}`), ...Object.entries(needed).filter(([, number]) => number > 0).map(([kind, number]) => `needed ${names[Number(kind)]} ${number}`),
    ...[...signs].map(([means, sign]) => `${sign} ${means}`), ...spots,
  ];
  return `${lines.join('\n')}\n`;
}
