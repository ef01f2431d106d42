// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// PNG: read by the browser, written with one bit per tile, white for open, or with a byte per tile.
import type { Ground } from '../ground.js';
import type { NamedBytes } from './files.js';
import { MapProblem, checkSize } from './problem.js';

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];

export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, i) => bytes[i] === byte);
}

/** The grey value of every pixel, 0 where it is transparent. The size is looked at before anything is unpacked. */
export async function readGrey({ name, bytes }: NamedBytes): Promise<{ width: number; height: number; grey: Uint8Array }> {
  if (!isPng(bytes) || bytes.length < 33) throw new MapProblem(name, 'this is not a PNG: its first bytes are others');
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [width, height] = [header.getUint32(16), header.getUint32(20)];
  checkSize(name, width, height);
  const image = await createImageBitmap(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/png' }), { colorSpaceConversion: 'none', premultiplyAlpha: 'none' }).catch(() => {
    throw new MapProblem(name, 'this PNG is broken: the browser cannot read it');
  });
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  context.drawImage(image, 0, 0);
  image.close();
  const { data } = context.getImageData(0, 0, width, height);
  const grey = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < grey.length; i++, at += 4)
    grey[i] = data[at + 3] < 128 ? 0 : Math.floor((299 * data[at] + 587 * data[at + 1] + 114 * data[at + 2] + 500) / 1000);
  return { width, height, grey };
}

export async function readPng(file: NamedBytes): Promise<Ground> {
  const { width, height, grey } = await readGrey(file);
  return { width, height, tiles: grey.map(value => (value >= 128 ? 1 : 0)) };
}

function crcTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, i) => {
    for (let k = 0; k < 8; k++) i = i & 1 ? 0xedb88320 ^ (i >>> 1) : i >>> 1;
    return i;
  });
}

function chunk(type: string, content: Uint8Array, table: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(12 + content.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i);
  bytes.set(content, 8);
  let crc = 0xffffffff;
  for (let i = 4; i < 8 + content.length; i++) crc = table[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
  view.setUint32(8 + content.length, ~crc >>> 0);
  return bytes;
}

/** A picture of grey rows, each behind a byte that is 0: no filter. */
async function writeRows(width: number, height: number, bits: 1 | 8, rows: Uint8Array): Promise<Uint8Array> {
  const packed = await new Response(new Blob([rows as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer();
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header[8] = bits;
  const table = crcTable();
  const parts = [Uint8Array.from(SIGNATURE), chunk('IHDR', header, table), chunk('IDAT', new Uint8Array(packed), table), chunk('IEND', new Uint8Array(0), table)];
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

export function writePng({ width, height, tiles }: Ground): Promise<Uint8Array> {
  const stride = 1 + Math.ceil(width / 8);
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (tiles[y * width + x]) rows[y * stride + 1 + (x >> 3)] |= 128 >> (x & 7);
  return writeRows(width, height, 1, rows);
}

/** The bytes of a plane as shades of grey. */
export function writeGrey({ width, height }: { width: number; height: number }, bytes: Uint8Array): Promise<Uint8Array> {
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++) rows.set(bytes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return writeRows(width, height, 8, rows);
}
