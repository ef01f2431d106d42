// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The table of terrain: the cheapest route by two strategies, and the shortest one, which does not look at costs.
import { count, make } from '../dom.js';
import type { EngineCalls } from '../engine/engine.js';
import { type TerrainQuestion, WAYS, type Way, type WayRow } from '../engine/terrain.js';
import type { Remote } from '../rpc.js';

const WORDS: Record<Way, [name: string, title: string]> = {
  cells: ['cheapest, cells', 'Cells of 16 x 16 tiles, whose crossings are known once they were searched. Always the cheapest route.'],
  flood: ['cheapest, flood', 'Tile by tile, the cheapest first, until the harbour is met. Always the cheapest route, and the very same.'],
  shortest: ['shortest', 'The fewest moves, whatever they cost.'],
};

export class WayTable {
  readonly #engine: Remote<EngineCalls>;
  readonly #rows = new Map<Way, HTMLTableRowElement>();
  #turn = 0;

  constructor(table: HTMLElement, engine: Remote<EngineCalls>) {
    this.#engine = engine;
    for (const way of WAYS) {
      const [name, title] = WORDS[way];
      const row = make('tr', {}, make('td', { title }, name), ...[1, 2, 3, 4].map(() => make('td', {}, '…')));
      this.#rows.set(way, row);
      table.querySelector('tbody')!.append(row);
    }
  }

  async fill(question: TerrainQuestion | undefined): Promise<void> {
    const turn = ++this.#turn;
    for (const way of WAYS) {
      const row = question ? await this.#engine.call('terrainRow', way, question) : undefined;
      if (turn !== this.#turn) return;
      this.#show(way, row);
    }
  }

  #show(way: Way, row: WayRow | undefined): void {
    const line = this.#rows.get(way)!;
    while (line.cells.length > 1) line.deleteCell(1);
    if (!row || row.problem !== undefined) return line.append(make('td', { className: 'problem', colSpan: 4 }, row?.problem ?? 'there is no way'));
    const micros = row.micros < 9.95 ? row.micros.toFixed(1) : count(row.micros);
    line.append(...[count(row.cost), count(row.length), count(row.looked), micros].map(text => make('td', {}, text)));
  }
}
