// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A scene as the fragment of a link: a header in JSON and a bit per tile, deflated, as base64 of the web kind. If the map was
// generated, the bits are those in which it differs from that: a link of an unpainted map is short, whatever its size.
import { MOST_TILES } from '../ground.js';
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
export async function encodeLink(scene: Scene, bits: Uint8Array): Promise<string> {
  const header = new TextEncoder().encode(JSON.stringify(scene));
  const bytes = new Uint8Array(4 + header.length + bits.length);
  new DataView(bytes.buffer).setUint32(0, header.length);
  bytes.set(header, 4);
  bytes.set(bits, 4 + header.length);
  const text = letters(await piped(bytes, new CompressionStream('deflate-raw') as never, Infinity));
  if (text.length > MOST_LETTERS) throw new Error('This map is too large for a link: save it as a file instead.');
  return PREFIX + text;
}

export const isLink = (fragment: string): boolean => fragment.startsWith(PREFIX);

/** The scene of a link and its bits. Whatever is wrong with it becomes one clear message. */
export async function decodeLink(fragment: string): Promise<{ scene: Scene; bits: Uint8Array }> {
  try {
    const text = atob(fragment.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(text, letter => letter.charCodeAt(0));
    const bytes = await piped(packed, new DecompressionStream('deflate-raw') as never, MOST_TILES / 8 + MOST_HEADER);
    const size = new DataView(bytes.buffer).getUint32(0);
    const scene = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(4, 4 + size))) as Scene;
    const bits = bytes.slice(4 + size);
    check(scene, bits);
    return { scene, bits };
  } catch (error) {
    throw new Error(`This link cannot be read (${(error as Error).message}): perhaps a part of it is missing. Here is another map instead.`);
  }
}

function check(scene: Scene, bits: Uint8Array): void {
  const { width, height } = scene;
  const count = width * height;
  const whole = (value: unknown, most: number): boolean => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
  const tiles = [scene.from, scene.to, ...(scene.ships ?? []), ...(scene.ports ?? [])];
  const dungeon = scene.dungeon;
  if (dungeon) tiles.push(dungeon.hero, dungeon.exit, ...dungeon.fixtures.map(({ tile }) => tile as number));
  if (!whole(width, 1 << 20) || !whole(height, 1 << 20) || count < 1 || count > MOST_TILES) throw new Error('its map has no size');
  if (bits.length !== Math.ceil(count / 8)) throw new Error('its map is not whole');
  if (!['sea', 'size', 'horde', 'keys', 'fleet', 'terrain'].includes(scene.mode)) throw new Error('it has no mode');
  if (!tiles.every(tile => whole(tile, count - 1))) throw new Error('a place is outside its map');
  if (dungeon && !dungeon.fixtures.every(({ key, door }) => whole(key ?? door, 25))) throw new Error('it has a key of an unknown kind');
  if (scene.order && (scene.order.width !== width || scene.order.height !== height)) throw new Error('its map has two sizes');
}
