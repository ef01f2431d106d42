// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// How deep the water is, for units of a size.
import type { TileMap } from 'landfall';
import type { Ground } from '../ground.js';

/** A map with depths, and its tiles. */
interface Sounded {
  map: TileMap;
  ground: Ground;
}

let known: { version: number; map: object; depths: Uint8Array } | undefined;

/** The depth of every tile, 0 for land; kept until the map changes. */
export function depthsOf({ map, ground }: Sounded): Uint8Array {
  if (known?.map === map && known.version === map.version) return known.depths;
  const depths = new Uint8Array(ground.tiles.length);
  for (let i = 0; i < depths.length; i++) if (ground.tiles[i] !== 0) depths[i] = map.depth(i) ?? 0;
  known = { version: map.version, map, depths };
  return depths;
}

/** 1 for water that is too shallow. */
export function closedTiles(sounded: Sounded, minDepth: number): Uint8Array {
  const { tiles } = sounded.ground;
  return depthsOf(sounded).map((depth, i) => (tiles[i] !== 0 && depth < minDepth ? 1 : 0));
}
