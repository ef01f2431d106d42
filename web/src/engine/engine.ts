// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The engine's worker: every search of the page runs here.
import { load } from 'landfall';
import { loadDungeons } from 'landfall/dungeons';
import { unpackModule } from 'landfall/unpack';
import { PACKED } from 'playground-module';
import { type Disc, type Ground, nearestOpen } from '../ground.js';
import type { MapFile, NamedBytes, SaveFormat } from '../maps/files.js';
import { readMap, writeMap } from '../maps/maps.js';
import { serve } from '../rpc.js';
import { Atlas, type IndexNews, type Needs } from './atlas.js';
import { closedTiles, depthsOf } from './depths.js';
import { type FleetAnswer, type FleetQuestion, answerFleet, scatter, territories } from './fleet.js';
import { type DungeonOrder, type SceneOrder, generateDungeon, generateScene } from './generate.js';
import { type Heat, Horde, heatOf, type HordeOrder, type HordeState } from './horde.js';
import { type KeysAnswer, type KeysQuestion, solveKeys } from './keys.js';
import { type Answer, type Question, type Row, findRoute, tryStrategy } from './sea.js';

import { type IndexShot, type Shot, Watch, type WatchOrder } from './watch.js';

const booted = load({ wasm: unpackModule(PACKED, 0) });
const atlasReady = booted.then(landfall => new Atlas(landfall, (news: IndexNews) => port.tell('index', news)));

/** The module has keys and doors, too. */
const dungeons = booted.then(({ module }) => loadDungeons({ wasm: module }));
const watch = atlasReady.then(atlas => new Watch(atlas));
const horde = atlasReady.then(atlas => new Horde(atlas));

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

  async read(files: NamedBytes[]): Promise<MapFile> {
    return readMap(files);
  },

  async write(format: SaveFormat, map: MapFile, name: string): Promise<NamedBytes[]> {
    return writeMap(format, map, name);
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

  // ---- A search that is watched

  async watch(order: WatchOrder): Promise<Shot> {
    return (await watch).begin(order);
  },

  async watchStep(budget: number): Promise<Shot> {
    return (await watch).step(budget);
  },

  async watchEnd(): Promise<void> {
    (await watch).end();
  },

  async indexShot(): Promise<IndexShot> {
    return (await watch).index();
  },

  /** How far every tile is from one, as a byte each. */
  async distances(from: number): Promise<Heat> {
    const { map, ground } = await atlasReady;
    const field = map.field({ to: nearestOpen(ground, from % ground.width, Math.floor(from / ground.width)) ?? 0, directions: false });
    const heat = heatOf(field);
    field.dispose();
    return heat;
  },

  // ---- Units of a size

  async closed(minDepth: number): Promise<Uint8Array> {
    return closedTiles(await atlasReady, minDepth);
  },

  async depthAt(tile: number): Promise<number> {
    return depthsOf(await atlasReady)[tile];
  },

  // ---- A horde

  async aim(order: HordeOrder): Promise<{ micros: number; reached: number }> {
    return (await horde).aim(order);
  },

  async march(steps: number): Promise<HordeState> {
    return (await horde).tick(steps);
  },

  async heat(): Promise<Heat> {
    return (await horde).heat();
  },

  // ---- Keys and doors

  async keys(question: KeysQuestion): Promise<KeysAnswer> {
    return solveKeys(await dungeons, question);
  },

  // ---- A fleet

  async scatter(count: number, seed: number): Promise<number[]> {
    return scatter(await atlasReady, count, seed);
  },

  async fleet(question: FleetQuestion): Promise<FleetAnswer> {
    return answerFleet(await atlasReady, question);
  },

  async territories(ports: number[]): Promise<Uint8Array> {
    return territories(await atlasReady, ports);
  },
};

export type EngineCalls = typeof handlers;

const port = serve(self as never, handlers);
