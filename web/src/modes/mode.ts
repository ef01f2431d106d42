// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What every mode of the page does: sea routes, units of a size, terrain, hordes, keys and doors, puzzles, fleets. The app knows modes by this
// alone; a new one is a file in this folder and a line in main.ts.
import type { Opened } from '../engine/engine.js';
import type { Needs } from '../engine/atlas.js';
import type { Disc, Ground, Spot } from '../ground.js';
import type { ThingTool } from '../panel/tools.js';
import type { Terrain } from '../terrain.js';
import type { Mark } from '../stage/marks.js';
import type { Painting } from '../stage/stage.js';

export type ModeId = 'sea' | 'size' | 'terrain' | 'horde' | 'keys' | 'puzzle' | 'fleet';

export interface Mode {
  readonly id: ModeId;
  /** What the sentence below the title says. */
  readonly lead: string;
  /** What the map must have. */
  needs(): Needs;
  /** A map of its own, instead of the one that other modes share. */
  ground?(): Promise<Ground>;
  /** The mode is shown on the map that there is; `opened` suggests ends, and is given if the map is another one than before. */
  enter(opened: Opened | undefined): void;
  leave(): void;
  /** Tiles have changed. */
  edited(discs: readonly Disc[]): void;
  /** The index is that of the map as it is now. */
  indexed(): void;
  /** What can be dragged, the topmost last. */
  marks(): readonly Mark[];
  /** A mark was moved to a tile. */
  dragged(mark: Mark, tile: number, isLast: boolean): void;
  /** Tiles were painted with a terrain. */
  cover?(spots: readonly Spot[], terrain: Terrain): void;
  /** Things were put on tiles. */
  lay?(spots: readonly Spot[], thing: ThingTool): void;
  /** The tiles that the route really begins and ends at: ends on land stand for others. */
  realEnds?(): [from: number, to: number] | undefined;
  paint: Painting;
  /** What is known about a tile, besides land or water. */
  describe(tile: number): string;
}
