// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The table of strategies: the same question, asked of each, one after the other.
import type { Strategy } from 'landfall';
import { count, make } from '../dom.js';
import type { EngineCalls } from '../engine/engine.js';
import { COMPARED, type Question, type Row } from '../engine/sea.js';
import type { Remote } from '../rpc.js';

/** What each is, for those who point at its name. */
const WORDS: Partial<Record<Strategy, string>> = {
  headland: 'Goes from headland to headland, over an index that is made once and follows edits. Always shortest.',
  spine: 'Plans on a coarse map, then joins short exact stretches. No index; longer by a fraction of a percent.',
  expand: 'Searches a corridor around a coarse plan; if there is no way in it, widens it and goes on. No index.',
  corridor: 'The same, but begins again after each widening. No index.',
  'expand-optimal': 'Like expand, and the shortest within its last corridor. No index.',
  flood: 'Looks at every tile, wave by wave, until the goal is met. No index, always shortest.',
};

export class StrategyTable {
  #body: HTMLTableSectionElement;
  #engine: Remote<EngineCalls>;
  #rows = new Map<Strategy, HTMLTableRowElement>();
  /** Changes when the question does: answers to an older one are dropped. */
  #turn = 0;

  constructor(table: HTMLElement, engine: Remote<EngineCalls>, chosen: (strategy: Strategy) => void) {
    this.#body = table.querySelector('tbody')!;
    this.#engine = engine;
    for (const strategy of COMPARED) {
      const input = make('input', { type: 'radio', name: 'strategy', value: strategy, checked: strategy === 'headland' });
      const label = make('label', { title: WORDS[strategy] ?? '' }, input, strategy);
      const row = make('tr', {}, make('td', {}, label), ...[1, 2, 3, 4].map(() => make('td', {}, '…')));
      input.addEventListener('change', () => this.#choose(strategy, chosen));
      this.#rows.set(strategy, row);
      this.#body.append(row);
    }
    this.#mark('headland');
  }

  /** Headland is what `auto` uses as soon as there is an index, and it never fails before. */
  #choose(strategy: Strategy, chosen: (strategy: Strategy) => void): void {
    this.#mark(strategy);
    chosen(strategy === 'headland' ? 'auto' : strategy);
  }

  #mark(chosen: Strategy): void {
    for (const [strategy, row] of this.#rows) row.classList.toggle('chosen', strategy === chosen);
  }

  async fill(question: Question | undefined): Promise<void> {
    const turn = ++this.#turn;
    if (!question) return this.#rows.forEach(row => this.#blank(row, 'there is no way'));
    const rows: Row[] = [];
    for (const strategy of COMPARED) {
      const row = await this.#engine.call('compare', { ...question, strategy });
      if (turn !== this.#turn) return;
      rows.push(row);
      this.#show(row, rows);
    }
  }

  #blank(row: HTMLTableRowElement, why: string): void {
    while (row.cells.length > 1) row.deleteCell(1);
    row.append(make('td', { className: 'problem', colSpan: 4 }, why));
  }

  #show(row: Row, all: readonly Row[]): void {
    const line = this.#rows.get(row.strategy)!;
    if (row.problem !== undefined) return this.#blank(line, row.problem);
    while (line.cells.length > 1) line.deleteCell(1);
    const micros = row.micros < 9.95 ? row.micros.toFixed(1) : count(row.micros);
    line.append(
      make('td', {}, micros),
      make('td', {}, count(row.length)),
      make('td', {}, count(row.looked), make('span', { className: 'bar' })),
      make('td', { className: row.exact ? 'yes' : '' }, row.exact ? 'yes' : 'no'),
    );
    this.#scaleBars(all);
  }

  /** Bars show tiles looked at by their digits: a hundred times as many are twice as long as ten times. */
  #scaleBars(rows: readonly Row[]): void {
    const most = Math.max(...rows.map(row => row.looked), 10);
    for (const row of rows) {
      const bar = this.#rows.get(row.strategy)!.querySelector<HTMLElement>('.bar');
      if (bar) bar.style.width = `${Math.round((100 * Math.log(1 + row.looked)) / Math.log(1 + most))}%`;
    }
  }
}
