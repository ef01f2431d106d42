// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Everything that a link holds, and that "copy as code" is about.
import type { Strategy } from 'landfall';
import type { Fixture } from 'landfall/dungeons';
import type { SceneOrder } from '../engine/generate.js';
import type { Box } from '../ground.js';
import type { ModeId } from '../modes/mode.js';
import type { PuzzleBoard } from '../puzzle.js';
import type { Coast } from '../terrain.js';

export interface Scene {
  mode: ModeId;
  width: number;
  height: number;
  /** How the map was made, if it was generated; the tiles of the link are then what differs. */
  order?: SceneOrder;
  from: number;
  to: number;
  strategy: Strategy;
  /** Of a big ship. */
  radius: number;
  harbour: number;
  deepest: boolean;
  /** Of a dungeon. */
  dungeon?: { fixtures: Fixture[]; hero: number; exit: number };
  /** Of a puzzle. */
  puzzle?: PuzzleBoard;
  /** How long a search of it may take: a notch of the slider. */
  patience?: number;
  /** Of a fleet. */
  ships?: number[];
  ports?: number[];
  units: number;
  /** Of terrain: the coast, and the part of the map that is painted; the link has its costs behind the tiles. */
  terrain?: Coast & { painted?: Box };
}
