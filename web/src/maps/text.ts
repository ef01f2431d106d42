// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Maps and dungeons as text: a line per row, a byte per tile.
import type { Fixture } from 'landfall/dungeons';
import type { Ground } from '../ground.js';
import { type MapFile, type NamedBytes, lineText, linesOf, textBytes } from './files.js';
import { readPuzzle, writePuzzle } from './legend.js';
import { MapProblem, checkSize, shown } from './problem.js';

const code = (letter: string): number => letter.charCodeAt(0);
const isKey = (byte: number): boolean => byte >= 97 && byte <= 122;
const isDoor = (byte: number): boolean => byte >= 65 && byte <= 90;

/** Start and exit: @ and >, or S and E in files without them. */
function endSigns(bytes: Uint8Array): [start: number, exit: number] {
  return bytes.includes(code('@')) || bytes.includes(code('>')) ? [code('@'), code('>')] : [code('S'), code('E')];
}

function rowsOf({ name, bytes }: NamedBytes): [number, number][] {
  const rows = [...linesOf(bytes)];
  while (rows.length > 0 && rows[rows.length - 1][0] === rows[rows.length - 1][1]) rows.pop();
  if (rows.length === 0) throw new MapProblem(name, 'there is no tile in it');
  return rows;
}

/** A map; with keys, doors, a start or an exit in it, a dungeon; with a legend, a puzzle. Short rows are filled up with blocked tiles. */
export function readText(file: NamedBytes): MapFile {
  const { name, bytes } = file;
  const hasLegend = [...linesOf(bytes)].some(line => line[1] - line[0] === 7 && lineText(bytes, line) === 'legend:');
  if (hasLegend) return readPuzzle(name, new TextDecoder().decode(bytes));
  const rows = rowsOf(file);
  const [start, exit] = endSigns(bytes);
  const [width, height] = [Math.max(...rows.map(([begin, end]) => end - begin)), rows.length];
  checkSize(name, width, height);
  const ground: Ground = { width, height, tiles: new Uint8Array(width * height) };
  const fixtures: Fixture[] = [];
  const ends: { hero?: number; exit?: number } = {};
  rows.forEach(([begin, end], y) => {
    for (let x = 0; x < end - begin; x++) {
      const [byte, tile] = [bytes[begin + x], y * width + x];
      if (byte === code('#')) continue;
      ground.tiles[tile] = 1;
      if (byte === start) ends.hero ??= tile;
      else if (byte === exit) ends.exit ??= tile;
      else if (isKey(byte)) fixtures.push({ tile, key: byte - 97 });
      else if (isDoor(byte)) fixtures.push({ tile, door: byte - 65 });
      else if (byte !== code('.') && byte !== 32) throw new MapProblem(name, `unknown tile ${shown(byte)}, expected . # a to z A to Z @ >`, y + 1, x + 1);
    }
  });
  if (fixtures.length === 0 && ends.hero === undefined && ends.exit === undefined) return { ground };
  const first = ground.tiles.indexOf(1);
  return { ground, dungeon: { fixtures, hero: ends.hero ?? first, exit: ends.exit ?? ground.tiles.lastIndexOf(1) } };
}

/** A map as . and #, a dungeon with its letters, @ and >, a puzzle with its legend. */
export function writeText({ ground, dungeon, puzzle }: MapFile): Uint8Array {
  if (puzzle) return textBytes(writePuzzle(ground, puzzle));
  const { width, height, tiles } = ground;
  const bytes = new Uint8Array((width + 1) * height);
  const place = (tile: number): number => tile + Math.floor(tile / width);
  for (let tile = 0; tile < tiles.length; tile++) bytes[place(tile)] = tiles[tile] ? 46 : 35;
  for (let y = 0; y < height; y++) bytes[(y + 1) * (width + 1) - 1] = 10;
  if (!dungeon) return bytes;
  for (const { tile, key, door } of dungeon.fixtures) if (tiles[tile as number]) bytes[place(tile as number)] = key !== undefined ? 97 + key : 65 + door!;
  bytes[place(dungeon.hero)] = code('@');
  bytes[place(dungeon.exit)] = code('>');
  return bytes;
}
