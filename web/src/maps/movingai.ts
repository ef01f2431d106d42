// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// MovingAI maps: a header of four lines, then rows of characters.
import type { Ground } from '../ground.js';
import { type NamedBytes, lineText, linesOf, textBytes } from './files.js';
import { MapProblem, checkSize, shown, wholeNumber } from './problem.js';

const OPEN = '.GS';
const BLOCKED = '@OTW';

function table(): Uint8Array {
  const meaning = new Uint8Array(256).fill(2);
  for (const letter of OPEN) meaning[letter.charCodeAt(0)] = 1;
  for (const letter of BLOCKED) meaning[letter.charCodeAt(0)] = 0;
  return meaning;
}

/** The header: width and height, and how many lines it has. */
function readHeader(name: string, bytes: Uint8Array, lines: [number, number][]): { width: number; height: number; rows: number } {
  const size = new Map<string, number>();
  let typed = false;
  for (let i = 0; i < lines.length; i++) {
    const words = lineText(bytes, lines[i]).trim().split(/\s+/);
    if (words[0] === 'map' && words.length === 1) {
      const [width, height] = [size.get('width'), size.get('height')];
      if (!typed || width === undefined || height === undefined) throw new MapProblem(name, 'the header is not whole, expected type octile, height and width before map', i + 1);
      checkSize(name, width, height, i + 1);
      return { width, height, rows: i + 1 };
    }
    if (words[0] === 'type' && !typed) {
      if (words[1] !== 'octile') throw new MapProblem(name, `type ${words[1] ?? ''}, expected octile`, i + 1);
      typed = true;
    } else if ((words[0] === 'width' || words[0] === 'height') && !size.has(words[0]) && wholeNumber(words[1] ?? '') !== undefined) size.set(words[0], wholeNumber(words[1])!);
    else throw new MapProblem(name, 'expected type octile, height N, width N and map, each once', i + 1);
  }
  throw new MapProblem(name, 'there is no line "map": expected the header of a MovingAI map');
}

export function readMovingAi({ name, bytes }: NamedBytes): Ground {
  const lines = [...linesOf(bytes)];
  const { width, height, rows } = readHeader(name, bytes, lines);
  const meaning = table();
  const tiles = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const line = lines[rows + y];
    const across = line ? line[1] - line[0] : 0;
    if (!line || across !== width) throw new MapProblem(name, line ? `${across} tiles, expected ${width}` : `${y} rows, expected ${height}`, rows + y + 1);
    for (let x = 0; x < width; x++) {
      const value = meaning[bytes[line[0] + x]];
      if (value === 2) throw new MapProblem(name, `unknown tile ${shown(bytes[line[0] + x])}, expected one of . G S @ O T W`, rows + y + 1, x + 1);
      tiles[y * width + x] = value;
    }
  }
  const more = lines.slice(rows + height).findIndex(line => lineText(bytes, line).trim() !== '');
  if (more >= 0) throw new MapProblem(name, `more than ${height} rows`, rows + height + more + 1);
  return { width, height, tiles };
}

export function writeMovingAi({ width, height, tiles }: Ground): Uint8Array {
  const header = textBytes(`type octile\nheight ${height}\nwidth ${width}\nmap\n`);
  const bytes = new Uint8Array(header.length + (width + 1) * height);
  bytes.set(header);
  for (let y = 0, at = header.length; y < height; y++) {
    for (let x = 0; x < width; x++) bytes[at++] = tiles[y * width + x] ? 46 : 64;
    bytes[at++] = 10;
  }
  return bytes;
}
