// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// ROS maps: a YAML file, and a picture in PGM or PNG beside it.
import type { Ground } from '../ground.js';
import { type NamedBytes, baseName, lineText, linesOf, textBytes } from './files.js';
import { isPng, readGrey } from './png.js';
import { MapProblem, checkSize, wholeNumber } from './problem.js';

interface Settings {
  image: string;
  negate: boolean;
  free: number;
  mode: string;
}

const NEEDED = ['image', 'resolution', 'origin', 'negate', 'occupied_thresh', 'free_thresh'];

function readSettings({ name, bytes }: NamedBytes): Settings {
  if (bytes.length > 65536) throw new MapProblem(name, `${bytes.length} bytes, expected at most 65536 of YAML`);
  const found = new Map<string, string>();
  let number = 0;
  for (const line of linesOf(bytes)) {
    number++;
    const text = lineText(bytes, line).replace(/\s+#.*$/, '').trim();
    if (text === '' || text.startsWith('#') || text === '---' || text.startsWith('-')) continue;
    const pair = /^([A-Za-z_]+)\s*:\s*(.*)$/.exec(text);
    if (!pair) throw new MapProblem(name, 'expected a line "key: value"', number);
    if (found.has(pair[1])) throw new MapProblem(name, `${pair[1]} is given twice`, number);
    found.set(pair[1], pair[2].replace(/^(["'])(.*)\1$/, '$2'));
  }
  const missing = NEEDED.filter(key => !found.has(key));
  if (missing.length > 0) throw new MapProblem(name, `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing, expected ${NEEDED.join(', ')}`);
  const [free, occupied] = [Number(found.get('free_thresh')), Number(found.get('occupied_thresh'))];
  if (!(free >= 0 && free < occupied && occupied <= 1)) throw new MapProblem(name, 'expected 0 <= free_thresh < occupied_thresh <= 1');
  const mode = found.get('mode') ?? 'trinary';
  if (!['trinary', 'scale', 'raw'].includes(mode)) throw new MapProblem(name, `mode ${mode}, expected trinary, scale or raw`);
  if (!/^(0|1|true|false)$/.test(found.get('negate')!)) throw new MapProblem(name, `negate ${found.get('negate')}, expected 0 or 1`);
  return { image: found.get('image')!, negate: /^(1|true)$/.test(found.get('negate')!), free, mode };
}

interface Picture {
  width: number;
  height: number;
  white: number;
  grey: ArrayLike<number>;
}

function readPgm({ name, bytes }: NamedBytes): Picture {
  let at = 2;
  const next = (what: string): number => {
    let word = '';
    for (; at < bytes.length; at++) {
      const letter = String.fromCharCode(bytes[at]);
      if (letter === '#') while (at < bytes.length && bytes[at] !== 10) at++;
      else if (!/\s/.test(letter)) word += letter;
      else if (word) break;
    }
    const value = wholeNumber(word);
    if (value === undefined) throw new MapProblem(name, `offset ${at - word.length}: "${word.slice(0, 20)}", expected ${what}`);
    return value;
  };
  const isText = bytes[1] === 50;
  const [width, height, white] = [next('the width'), next('the height'), next('the largest grey value')];
  checkSize(name, width, height);
  if (white < 1 || white > 65535) throw new MapProblem(name, `the largest grey value is ${white}, expected 1 to 65535`);
  const grey = new Uint16Array(width * height);
  if (isText) for (let i = 0; i < grey.length; i++) grey[i] = next(`pixel ${i + 1} of ${grey.length}`);
  else {
    at++; // exactly one white space byte
    const size = white > 255 ? 2 : 1;
    if (bytes.length - at !== size * grey.length) throw new MapProblem(name, `${bytes.length - at} bytes of pixels, expected ${size * grey.length} for ${width} x ${height}`);
    for (let i = 0; i < grey.length; i++) grey[i] = size === 1 ? bytes[at + i] : 256 * bytes[at + 2 * i] + bytes[at + 2 * i + 1];
  }
  return { width, height, white, grey };
}

async function readPicture(file: NamedBytes): Promise<Picture> {
  if (isPng(file.bytes)) return { ...(await readGrey(file)), white: 255 };
  if (file.bytes[0] === 80 && (file.bytes[1] === 50 || file.bytes[1] === 53)) return readPgm(file);
  throw new MapProblem(file.name, 'this is no picture of a ROS map: expected PGM (P2, P5) or PNG');
}

export async function readRos(yaml: NamedBytes, files: readonly NamedBytes[]): Promise<Ground> {
  const { image, negate, free, mode } = readSettings(yaml);
  const file = files.find(({ name }) => baseName(name) === baseName(image));
  if (!file) throw new MapProblem(yaml.name, `its picture is ${image}: drop both files together`);
  const { width, height, white, grey } = await readPicture(file);
  const isFree = (value: number): boolean => {
    const dark = negate ? value : white - value;
    if (mode !== 'raw') return dark / white < free;
    const percent = negate ? white - value : value;
    return percent <= 100 && percent / 100 < free;
  };
  return { width, height, tiles: Uint8Array.from(grey, value => (isFree(value) ? 1 : 0)) };
}

export function writeRos({ width, height, tiles }: Ground, name: string): NamedBytes[] {
  const yaml = `image: ${name}.pgm\nresolution: 1.0\norigin: [0.0, 0.0, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n`;
  const header = textBytes(`P5\n${width} ${height}\n255\n`);
  const pgm = new Uint8Array(header.length + tiles.length);
  pgm.set(header);
  for (let i = 0; i < tiles.length; i++) pgm[header.length + i] = tiles[i] ? 254 : 0;
  return [{ name: `${name}.yaml`, bytes: textBytes(yaml) }, { name: `${name}.pgm`, bytes: pgm }];
}
