// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Which reader is for which files, and which writer for which format.
import { type MapFile, type NamedBytes, type SaveFormat, baseName, extension } from './files.js';
import { readMovingAi, writeMovingAi } from './movingai.js';
import { readOpenFront, writeOpenFront } from './openfront.js';
import { readGrey, readPng, writeGrey, writePng } from './png.js';
import { MapProblem } from './problem.js';
import { readRos, writeRos } from './ros.js';
import { readText, writeText } from './text.js';

/** The map in one file, or in the files of one map. */
export async function readMap(files: readonly NamedBytes[]): Promise<MapFile> {
  const manifest = files.find(({ name }) => baseName(name) === 'manifest.json');
  if (manifest) return { ground: readOpenFront(manifest, files) };
  const yaml = files.find(({ name }) => ['yaml', 'yml'].includes(extension(name)));
  if (yaml) return { ground: await readRos(yaml, files) };
  const [file] = files;
  if (!file) throw new MapProblem('the drop', 'there is no file in it');
  switch (extension(file.name)) {
    case 'png': return { ground: await readPng(file) };
    case 'map': return { ground: readMovingAi(file) };
    case 'txt': return readText(file);
    default: throw new MapProblem(file.name, 'expected a .png, .map or .txt, a .yaml with its picture, or a folder with manifest.json and map.bin');
  }
}

/** The files of a map; its base name is `name`. */
export async function writeMap(format: SaveFormat, map: MapFile, name: string): Promise<NamedBytes[]> {
  switch (format) {
    case 'png': return [{ name: `${name}.png`, bytes: await writePng(map.ground) }];
    case 'map': return [{ name: `${name}.map`, bytes: writeMovingAi(map.ground) }];
    case 'txt': return [{ name: `${name}.txt`, bytes: writeText(map) }];
    case 'ros': return writeRos(map.ground, name);
    case 'openfront': return writeOpenFront(map.ground);
  }
}

/** What tiles cost: a PNG of the map's size, whose shade of grey is the cost; 0 is closed. */
export async function readCosts(file: NamedBytes, { width, height }: { width: number; height: number }): Promise<Uint8Array> {
  const read = await readGrey(file);
  if (read.width !== width || read.height !== height)
    throw new MapProblem(file.name, `${read.width} x ${read.height} pixels of costs, expected ${width} x ${height}, as the map has tiles`);
  return read.grey;
}

export async function writeCosts(size: { width: number; height: number }, plane: Uint8Array): Promise<NamedBytes> {
  return { name: 'weights.png', bytes: await writeGrey(size, plane) };
}
