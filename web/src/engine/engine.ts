// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The engine's worker: every search of the page runs here.
import { load } from 'landfall';
import { hasSimd } from 'landfall/simd';
import { loadDungeons } from 'landfall/dungeons';
import { unpackModule } from 'landfall/unpack';
import { PACKED } from 'playground-module';
import { type Disc, type Ground, type Spot, nearestWater } from '../ground.js';
import type { MapFile, NamedBytes, SaveFormat } from '../maps/files.js';
import { readCosts, readMap, writeCosts, writeMap } from '../maps/maps.js';
import { serve } from '../rpc.js';
import { Atlas, type IndexNews, type Needs } from './atlas.js';
import { closedTiles, depthsOf } from './depths.js';
import { type FleetAnswer, type FleetQuestion, answerFleet, scatter, territories } from './fleet.js';
import { type DungeonOrder, type SceneOrder, generateDungeon, generateScene } from './generate.js';
import { type Heat, Horde, heatOf, type HordeOrder, type HordeState } from './horde.js';
import { type KeysAnswer, type KeysQuestion, KeysSolver } from './keys.js';
import { type KeysOrder, type KeysShot, KeysWatch } from './keys_watch.js';
import { type PuzzleAnswer, type PuzzleQuestion, PuzzleSolver } from './puzzle.js';
import { type Answer, type Question, type Row, findRoute, tryStrategy } from './sea.js';
import { Grounds, type TerrainAnswer, type TerrainQuestion, type Way, type WayRow } from './terrain.js';
import { type IndexShot, type Shot, Watch, type WatchOrder } from './watch.js';

/** Without vectors, floods take longer: the answers are the same. */
const hasVectors = hasSimd();
const booted = load({ wasm: unpackModule(PACKED, hasVectors ? 0 : 1) });
const atlasReady = booted.then(landfall => new Atlas(landfall, (news: IndexNews) => port.tell('index', news)));

/** The module has keys and doors, too. */
const dungeons = booted.then(({ module }) => loadDungeons({ wasm: module }));
const watch = atlasReady.then(atlas => new Watch(atlas));
const horde = atlasReady.then(atlas => new Horde(atlas));
const solver = new KeysSolver();
const puzzles = new PuzzleSolver();
let keysWatch: KeysWatch | undefined;
const grounds = atlasReady.then(atlas => new Grounds(atlas));

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

  /** What tiles cost, in a picture of the map's size. */
  async readCosts(file: NamedBytes, size: { width: number; height: number }): Promise<Uint8Array> {
    return readCosts(file, size);
  },

  async writeCosts(size: { width: number; height: number }, plane: Uint8Array): Promise<NamedBytes> {
    return writeCosts(size, plane);
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

  async vectors(): Promise<boolean> {
    return hasVectors;
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
    const field = map.field({ to: nearestWater(ground, from), directions: false });
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

  // ---- Terrain that costs

  /** What each tile costs; undefined for plain water everywhere. */
  async terrain(plane: Uint8Array | undefined): Promise<void> {
    (await grounds).set(plane);
  },

  async terrainDab(spots: Spot[], cost: number): Promise<void> {
    (await grounds).dab(spots, cost);
  },

  async terrainRoute(question: TerrainQuestion): Promise<TerrainAnswer> {
    return (await grounds).answer(question);
  },

  async terrainRow(way: Way, question: TerrainQuestion): Promise<WayRow> {
    return (await grounds).row(way, question);
  },

  async coast(reach: number): Promise<Uint8Array> {
    return (await grounds).coast(reach);
  },

  /** Terrain is no longer shown: its map takes memory. */
  async terrainEnd(): Promise<void> {
    (await grounds).close();
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

  /** Others are answered meanwhile: a hard dungeon may take long. Undefined if it was stopped, or another one was asked. */
  async keys(question: KeysQuestion): Promise<KeysAnswer | undefined> {
    return solver.solve(await dungeons, question);
  },

  async keysStop(): Promise<void> {
    solver.stop();
  },

  async keysWatch(order: KeysOrder): Promise<void> {
    keysWatch = new KeysWatch((await booted).module as WebAssembly.Module, order);
  },

  async keysWatchStep(budget: number): Promise<KeysShot> {
    if (!keysWatch) throw new Error('no search for keys is watched');
    return keysWatch.step(budget);
  },

  async keysWatchEnd(): Promise<void> {
    keysWatch = undefined;
  },

  // ---- Puzzles

  async puzzle(question: PuzzleQuestion): Promise<PuzzleAnswer | undefined> {
    return puzzles.solve(await dungeons, question);
  },

  async puzzleStop(): Promise<void> {
    puzzles.stop();
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

const port = serve(self as never, handlers, ['keys', 'keysStop', 'puzzle', 'puzzleStop']);
