// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What both entries for keys and doors export, whichever way their module is loaded.
import { Core, versionText, type CommonCalls } from './core.js';
import { Dungeon, type DungeonOptions } from './dungeon.js';
import type { WasmModule } from './landfall.js';
import { Puzzle, type PuzzleOptions } from './puzzle.js';

export { Dungeon } from './dungeon.js';
export type {
  DungeonContents, DungeonEvent, DungeonMap, DungeonOptions, DungeonQuery, DungeonReason, DungeonRoute, Fixture,
} from './dungeon.js';
export { LandfallError } from './errors.js';
export { Puzzle } from './puzzle.js';
export type {
  Device, DeviceType, Heading, KeyNumbers, PuzzleContents, PuzzleEvent, PuzzleOptions, PuzzleQuery, PuzzleReason, PuzzleRoute,
} from './puzzle.js';
export type { Ground } from './ground.js';
export type { WasmModule } from './landfall.js';
export type { DungeonLimits, DungeonSliceOptions, Ends, Moves, Point, Signal, SliceOptions, Source, Tile } from './types.js';

/** Keys and doors, ready to use. */
export class Dungeons {
  /** The compiled module. Post it to a worker: `loadDungeons({ wasm: module })` there compiles nothing. */
  readonly module: WasmModule;
  /** Of the library, "1.2.3". */
  readonly version: string;

  /** @internal Use `loadDungeons`. */
  constructor(module: WasmModule) {
    this.module = module;
    this.version = versionText(new Core<CommonCalls>(module as WebAssembly.Module));
  }

  /** Makes a dungeon. */
  dungeon(options: DungeonOptions): Dungeon {
    return new Dungeon(this.module as WebAssembly.Module, options);
  }

  /** Makes a puzzle: a dungeon that asks for more than keys and doors. */
  puzzle(options: PuzzleOptions): Puzzle {
    return new Puzzle(this.module as WebAssembly.Module, options);
  }
}
