// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The controls of puzzles: which one, the walk, the things that can be put and their properties, the rules, and the puzzle as text.
import type { Heading } from 'landfall/dungeons';
import { byId, make } from '../dom.js';
import { SAMPLES } from '../modes/puzzle_samples.js';
import { HEADINGS, MOST_KINDS, type PuzzleBoard, type PuzzleGoal, type Thing } from '../puzzle.js';
import { THINGS, type ThingTool } from './tools.js';

export interface PuzzleCalls {
  sample(id: string): void;
  /** The rules are other ones. */
  changed(): void;
  walk(): void;
  go(moves: number): void;
  /** A puzzle as text. */
  use(text: string): Promise<void>;
  board(): PuzzleBoard | undefined;
  /** The puzzle as text. */
  text(): Promise<string>;
}

const input = (id: string): HTMLInputElement => byId<HTMLInputElement>(id);
const select = (id: string): HTMLSelectElement => byId<HTMLSelectElement>(id);
const NAMES = 'abcdefgh';
const OWN = 'own';

/** Which properties a tool has. */
const HAS: Record<string, readonly ThingTool[]> = {
  'thing-name-row': ['key', 'door', 'switch', 'barrier', 'teleporter'], 'thing-number-row': ['place'], 'thing-need-row': ['door'], 'thing-open-row': ['barrier'],
  'thing-once-row': ['key', 'door', 'switch', 'barrier', 'teleporter', 'place', 'floor'], 'thing-heading-row': ['key', 'door', 'switch', 'barrier', 'place', 'floor'],
  'thing-used-row': ['key', 'door'],
};
const WORDS: Record<ThingTool, string> = {
  key: 'Key', door: 'Door', switch: 'Switch', barrier: 'Barrier', teleporter: 'Teleporter', place: 'Place', floor: 'Arrow or bridge', hero: 'Hero', exit: 'Exit', nothing: 'Take away',
};

export class PuzzlePanel {
  readonly #calls: PuzzleCalls;
  #tool: ThingTool = 'key';
  #ats: number[] = [];

  constructor(calls: PuzzleCalls) {
    this.#calls = calls;
    this.#fill();
    select('puzzle-sample').addEventListener('change', ({ target }) => (target as HTMLSelectElement).value !== OWN && calls.sample((target as HTMLSelectElement).value));
    byId('puzzle-walk').addEventListener('click', () => calls.walk());
    for (const [id, by] of [['puzzle-back', -1], ['puzzle-step', 1]] as const)
      byId(id).addEventListener('click', () => this.#jump(Number(input('puzzle-at').value) + by));
    input('puzzle-at').addEventListener('input', () => this.#jump(Number(input('puzzle-at').value)));
    document.addEventListener('change', ({ target }) => target instanceof HTMLInputElement && target.name === 'tool' && target.checked && this.#chosen(target.value));
    select('thing-name').addEventListener('change', () => this.#showUsed());
    for (const id of ['puzzle-together', 'puzzle-diagonal', 'puzzle-goal', 'thing-used', 'puzzle-needed']) byId(id).addEventListener('change', () => this.#rules());
    byId('puzzle-use').addEventListener('click', () => this.#use());
  }

  #fill(): void {
    select('puzzle-sample').append(...SAMPLES.map(({ id, title }) => make('option', { value: id, textContent: title })), make('option', { value: OWN, textContent: 'your own' }));
    for (const thing of THINGS) byId('things').append(make('label', {}, make('input', { type: 'radio', name: 'tool', value: thing }), make('span', { textContent: WORDS[thing] })));
    select('thing-heading').append(make('option', { value: '', textContent: 'any' }), ...HEADINGS.map(one => make('option', { value: one, textContent: one })));
    this.#chosen('');
  }

  #jump(moves: number): void {
    if (byId('puzzle-walk').dataset.running) this.#calls.walk();
    this.#calls.go(moves);
  }

  /** Shows what belongs to the chosen thing. */
  #chosen(tool: string): void {
    for (const [row, tools] of Object.entries(HAS)) byId(row).hidden = !(tools as readonly string[]).includes(tool);
    if ((THINGS as readonly string[]).includes(tool)) this.#tool = tool as ThingTool;
    this.#showUsed();
  }

  #showUsed(): void {
    const board = this.#calls.board();
    const kind = board?.names.indexOf(select('thing-name').value) ?? -1;
    input('thing-used').checked = board?.usedUp.includes(kind) ?? false;
    input('puzzle-needed').value = String(board?.needed[kind] ?? 0);
  }

  /** The kind with the chosen name, which is new if it was not there. */
  #kind(board: PuzzleBoard): number {
    const name = select('thing-name').value;
    const kind = board.names.indexOf(name);
    return kind >= 0 ? kind : board.names.length < MOST_KINDS ? board.names.push(name) - 1 : 0;
  }

  /** A thing as the controls describe it. */
  thing(type: Thing['type'], tile: number): Thing {
    const heading = select('thing-heading').value as Heading | '';
    const has = (row: string): boolean => HAS[row].includes(type);
    return {
      tile, type, kind: type === 'place' ? Number(input('thing-number').value) - 1 : type === 'floor' ? 0 : this.#kind(this.#calls.board()!),
      ...(has('thing-need-row') && Number(input('thing-need').value) > 1 ? { need: Number(input('thing-need').value) } : {}),
      ...(has('thing-open-row') && input('thing-open').checked ? { open: true } : {}),
      ...(input('thing-once').checked || (type === 'floor' && heading === '') ? { once: true } : {}),
      ...(has('thing-heading-row') && heading !== '' ? { heading } : {}),
    };
  }

  #rules(): void {
    const board = this.#calls.board();
    if (!board) return;
    board.together = input('puzzle-together').checked;
    board.moves = input('puzzle-diagonal').checked ? 'king' : 'orthogonal';
    board.goal = select('puzzle-goal').value as PuzzleGoal;
    if (this.#tool === 'key' || this.#tool === 'door') this.#rulesOfKind(board);
    this.write();
    this.#calls.changed();
  }

  #rulesOfKind(board: PuzzleBoard): void {
    const kind = this.#kind(board);
    board.usedUp = [...board.usedUp.filter(one => one !== kind), ...(input('thing-used').checked ? [kind] : [])];
    delete board.needed[kind];
    const needed = Number(input('puzzle-needed').value);
    if (needed >= 1 && needed <= 255) board.needed[kind] = Math.floor(needed);
  }

  /** Shows a puzzle; `sample` is its name, '' of none, undefined if it is the same as before, changed. */
  show(board: PuzzleBoard, sample: string | undefined): void {
    if (sample !== undefined) select('puzzle-sample').value = sample || OWN;
    byId('puzzle-story').textContent = SAMPLES.find(({ id }) => id === select('puzzle-sample').value)?.story ?? '';
    input('puzzle-together').checked = board.together;
    input('puzzle-diagonal').checked = board.moves === 'king';
    select('puzzle-goal').value = board.goal;
    const name = select('thing-name').value;
    const names = [...new Set([...board.names, ...NAMES])];
    select('thing-name').replaceChildren(...names.map(one => make('option', { value: one, textContent: one })));
    if (names.includes(name)) select('thing-name').value = name;
    this.#showUsed();
  }

  /** Writes the puzzle as text, unless it is being typed. */
  write(): void {
    if (!this.#calls.board() || document.activeElement === byId('puzzle-text')) return;
    void this.#calls.text().then(text => (byId<HTMLTextAreaElement>('puzzle-text').value = text));
  }

  #use(): void {
    byId('puzzle-problem').textContent = '';
    this.#calls.use(byId<HTMLTextAreaElement>('puzzle-text').value).catch((error: Error) => (byId('puzzle-problem').textContent = error.message));
  }

  // ---- The walk

  running(isRunning: boolean): void {
    byId('puzzle-walk').textContent = isRunning ? 'Halt' : 'Walk';
    byId('puzzle-walk').dataset.running = isRunning ? 'yes' : '';
  }

  position(moves: number, length: number, words: string): void {
    Object.assign(input('puzzle-at'), { max: String(length), value: String(moves) });
    byId('puzzle-at-value').textContent = `${moves} of ${length}`;
    if (byId('puzzle-state').textContent !== words) byId('puzzle-state').textContent = words;
    const last = this.#ats.filter(at => at <= moves).length - 1;
    [...byId('puzzle-events').children].forEach((item, i) => item.classList.toggle('now', i === last && moves > 0));
  }

  events(events: { at: number; text: string }[]): void {
    this.#ats = events.map(({ at }) => at);
    byId('puzzle-events').replaceChildren(...events.map(({ text }) => make('li', { textContent: text })));
  }
}
