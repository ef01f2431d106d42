// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// OpenFront maps: manifest.json and map.bin, a byte per tile; bit 7 is land.
import type { Ground } from '../ground.js';
import { type NamedBytes, baseName, textBytes } from './files.js';
import { MapProblem, checkSize } from './problem.js';

interface Entry {
  width?: unknown;
  height?: unknown;
  num_land_tiles?: unknown;
}

function readManifest({ name, bytes }: NamedBytes): Entry {
  if (bytes.length > 1 << 24) throw new MapProblem(name, `${bytes.length} bytes, expected at most 16777216`);
  let manifest: { map?: Entry } | null;
  try {
    manifest = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as { map?: Entry };
  } catch (error) {
    throw new MapProblem(name, `this is not JSON: ${(error as Error).message.slice(0, 120)}`);
  }
  if (typeof manifest?.map !== 'object' || manifest.map === null) throw new MapProblem(name, 'map is missing, expected an object with width and height');
  return manifest.map;
}

export function readOpenFront(manifest: NamedBytes, files: readonly NamedBytes[]): Ground {
  const { width, height, num_land_tiles: land } = readManifest(manifest);
  const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value);
  if (!isWhole(width) || !isWhole(height)) throw new MapProblem(manifest.name, 'map.width and map.height must be whole numbers');
  checkSize(manifest.name, width, height);
  const plane = files.find(({ name }) => baseName(name) === 'map.bin');
  if (!plane) throw new MapProblem(manifest.name, 'map.bin is missing: drop the whole folder, or both files together');
  if (plane.bytes.length !== width * height) throw new MapProblem(plane.name, `${plane.bytes.length} bytes, expected ${width * height} for ${width} x ${height}`);
  const counts = [0, 0]; // land, and land that no unit may enter
  const tiles = plane.bytes.map(byte => {
    if (byte & 0x80) counts[(byte & 31) === 31 ? 1 : 0]++;
    return byte & 0x80 ? 0 : 1;
  });
  if (isWhole(land) && land !== counts[0] && land !== counts[0] + counts[1])
    throw new MapProblem(manifest.name, `map.num_land_tiles is ${land}, but map.bin has ${counts[0] + counts[1]}`);
  return { width, height, tiles };
}

export function writeOpenFront({ width, height, tiles }: Ground): NamedBytes[] {
  const bytes = tiles.map(open => (open ? 0x20 : 0x80));
  const land = tiles.reduce((sum, open) => sum + (open ? 0 : 1), 0);
  return [
    { name: 'manifest.json', bytes: textBytes(JSON.stringify({ map: { width, height, num_land_tiles: land } }, null, 2)) },
    { name: 'map.bin', bytes },
  ];
}
