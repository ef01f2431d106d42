// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A scene as the fragment of a link: a header in JSON, a bit per tile, and a byte for each tile of the part that has painted terrain,
// deflated, as base64 of the web kind. If the map was generated, the bits are those in which it differs from that: a link of an
// unpainted map is short, whatever its size.
import { type Box, MOST_TILES } from '../ground.js';
import { MOST_KINDS } from '../puzzle.js';
import { PLAIN } from '../terrain.js';
import type { Scene } from './scene.js';

const PREFIX = '#1.';
/** A longer link is refused by programs that links are pasted into. */
const MOST_LETTERS = 1 << 20;
const MOST_HEADER = 1 << 20;

/** A bit per tile, eight to a byte. */
export function packBits(tiles: Uint8Array, base: Uint8Array | undefined): Uint8Array {
  const bits = new Uint8Array(Math.ceil(tiles.length / 8));
  for (let i = 0; i < tiles.length; i++) if ((tiles[i] !== 0) !== (base !== undefined && base[i] !== 0)) bits[i >> 3] |= 1 << (i & 7);
  return bits;
}

export function unpackBits(bits: Uint8Array, count: number, base: Uint8Array | undefined): Uint8Array {
  const tiles = base ? base.slice() : new Uint8Array(count);
  for (let i = 0; i < count; i++) if ((bits[i >> 3] >> (i & 7)) & 1) tiles[i] ^= 1;
  return tiles;
}

/** The smallest box around all tiles that are not plain; undefined if all are. */
export function paintedBox(plane: Uint8Array, width: number): Box | undefined {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -1, -1];
  plane.forEach((cost, tile) => {
    if (cost === PLAIN) return;
    const [x, y] = [tile % width, Math.floor(tile / width)];
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
  });
  return x1 < 0 ? undefined : { x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1 };
}

/** The bytes of a box of a plane, row by row. */
export function cutBox(plane: Uint8Array, width: number, box: Box | undefined): Uint8Array {
  const bytes = new Uint8Array((box?.width ?? 0) * (box?.height ?? 0));
  for (let y = 0; box && y < box.height; y++) bytes.set(plane.subarray((box.y + y) * width + box.x, (box.y + y) * width + box.x + box.width), y * box.width);
  return bytes;
}

/** A plane that is plain, but for a box. */
export function pasteBox(bytes: Uint8Array, { width, height }: { width: number; height: number }, box: Box | undefined): Uint8Array {
  const plane = new Uint8Array(width * height).fill(PLAIN);
  for (let y = 0; box && y < box.height; y++) plane.set(bytes.subarray(y * box.width, (y + 1) * box.width), (box.y + y) * width + box.x);
  return plane;
}

async function piped(bytes: Uint8Array, through: ReadableWritablePair<Uint8Array, BufferSource>, most: number): Promise<Uint8Array> {
  const reader = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(through).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > most) throw new Error('it is too large');
  }
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

function letters(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The fragment of a link. */
export async function encodeLink(scene: Scene, bits: Uint8Array, costs: Uint8Array): Promise<string> {
  const header = new TextEncoder().encode(JSON.stringify(scene));
  const bytes = new Uint8Array(4 + header.length + bits.length + costs.length);
  new DataView(bytes.buffer).setUint32(0, header.length);
  bytes.set(header, 4);
  bytes.set(bits, 4 + header.length);
  bytes.set(costs, 4 + header.length + bits.length);
  const text = letters(await piped(bytes, new CompressionStream('deflate-raw') as never, Infinity));
  if (text.length > MOST_LETTERS) throw new Error('This map is too large for a link: save it as a file instead.');
  return PREFIX + text;
}

export const isLink = (fragment: string): boolean => fragment.startsWith(PREFIX);

/** The scene of a link, its bits and its costs. Whatever is wrong with it becomes one clear message. */
export async function decodeLink(fragment: string): Promise<{ scene: Scene; bits: Uint8Array; costs: Uint8Array }> {
  try {
    const text = atob(fragment.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(text, letter => letter.charCodeAt(0));
    const bytes = await piped(packed, new DecompressionStream('deflate-raw') as never, MOST_TILES / 8 + MOST_TILES + MOST_HEADER);
    const size = new DataView(bytes.buffer).getUint32(0);
    const scene = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(4, 4 + size))) as Scene;
    const rest = bytes.slice(4 + size);
    check(scene, rest);
    const count = Math.ceil((scene.width * scene.height) / 8);
    return { scene, bits: rest.slice(0, count), costs: rest.slice(count) };
  } catch (error) {
    throw new Error(`This link cannot be read (${(error as Error).message}): perhaps a part of it is missing. Here is another map instead.`);
  }
}

function check(scene: Scene, rest: Uint8Array): void {
  const { width, height } = scene;
  const count = width * height;
  const whole = (value: unknown, most: number): boolean => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
  const tiles = [scene.from, scene.to, ...(scene.ships ?? []), ...(scene.ports ?? [])];
  const dungeon = scene.dungeon;
  if (dungeon) tiles.push(dungeon.hero, dungeon.exit, ...dungeon.fixtures.map(({ tile }) => tile as number));
  const { puzzle } = scene;
  if (puzzle) tiles.push(...puzzle.heroes, ...puzzle.exits, ...puzzle.things.map(({ tile }) => tile));
  if (!whole(width, 1 << 20) || !whole(height, 1 << 20) || count < 1 || count > MOST_TILES) throw new Error('its map has no size');
  const { reach = 0, extra = 0, painted = { x: 0, y: 0, width: 0, height: 0 } } = scene.terrain ?? {};
  if (![reach, extra].every(value => whole(value, 255))) throw new Error('its coast has no size');
  const isInside = [painted.x, painted.y, painted.width, painted.height].every(value => whole(value, 1 << 20)) && painted.x + painted.width <= width && painted.y + painted.height <= height;
  if (!isInside) throw new Error('its terrain is outside its map');
  if (rest.length !== Math.ceil(count / 8) + painted.width * painted.height) throw new Error('its map is not whole');
  if (!['sea', 'size', 'horde', 'keys', 'puzzle', 'fleet', 'terrain'].includes(scene.mode)) throw new Error('it has no mode');
  if (!tiles.every(tile => whole(tile, count - 1))) throw new Error('a place is outside its map');
  if (dungeon && !dungeon.fixtures.every(({ key, door }) => whole(key ?? door, 25))) throw new Error('it has a key of an unknown kind');
  if (puzzle && !(puzzle.names.length <= MOST_KINDS && puzzle.names.every(name => /^[!-~]{1,15}$/.test(name)) && puzzle.things.every(({ kind, type }) => whole(kind, type === 'place' || type === 'floor' ? MOST_KINDS - 1 : puzzle.names.length - 1)))) throw new Error('it has a device of an unknown kind');
  if (scene.order && (scene.order.width !== width || scene.order.height !== height)) throw new Error('its map has two sizes');
}
