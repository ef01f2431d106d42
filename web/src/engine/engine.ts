// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The engine's worker: every search of the page runs here.
import { load } from 'landfall';
import type { Disc, Ground } from '../ground.js';
import { serve } from '../rpc.js';
import { Atlas, type IndexNews, type Needs } from './atlas.js';
import { type DungeonOrder, type SceneOrder, generateDungeon, generateScene } from './generate.js';
import { type Answer, type Question, type Row, findRoute, tryStrategy } from './sea.js';

const booted = load({ wasm: new URL('./landfall.wasm', import.meta.url) });
const atlasReady = booted.then(landfall => new Atlas(landfall, (news: IndexNews) => port.tell('index', news)));

export interface Opened {
  from: number;
  to: number;
}

const handlers = {
  async generate(order: SceneOrder): Promise<Ground> {
    return generateScene((await booted).module as WebAssembly.Module, order);
  },

  async generateDungeon(order: DungeonOrder): Promise<Ground> {
    return generateDungeon((await booted).module as WebAssembly.Module, order);
  },

  /** Another map. Its index is built from the next call of `tend` on. */
  async open(ground: Ground, needs: Needs): Promise<Opened> {
    const atlas = await atlasReady;
    atlas.open(ground, needs);
    const [from, to] = atlas.suggestEnds();
    return { from, to };
  },

  /** The same map, with other parts. */
  async need(needs: Needs): Promise<void> {
    (await atlasReady).reopen(needs);
  },

  /** Builds or renews the index while nothing else is asked; `index` is the news that it is done. */
  async tend(): Promise<void> {
    void (await atlasReady).tend();
  },

  async route(question: Question, patience: number): Promise<Answer> {
    return findRoute(await atlasReady, question, patience);
  },

  async compare(question: Question): Promise<Row> {
    return tryStrategy(await atlasReady, question);
  },

  async edit(discs: Disc[]): Promise<ReturnType<Atlas['edit']>> {
    const atlas = await atlasReady;
    const report = atlas.edit(discs);
    void atlas.tend();
    return report;
  },
};

export type EngineCalls = typeof handlers;

const port = serve(self as never, handlers);
