// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What is on the screen as TypeScript, for the npm package.
import { PLAIN, isSoft } from '../terrain.js';
import type { Scene } from './scene.js';

const at = (scene: Scene, tile: number): string => `[${tile % scene.width}, ${Math.floor(tile / scene.width)}]`;
const list = (scene: Scene, tiles: readonly number[]): string => `[${tiles.map(tile => at(scene, tile)).join(', ')}]`;

/** Reads the picture that the page saves. */
const READ = `import { load } from 'landfall';

async function read(file: string) {
  const image = await createImageBitmap(await (await fetch(file)).blob(), { colorSpaceConversion: 'none' });
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, width, height).data;
  return { width, height, grey: Uint8Array.from({ length: width * height }, (_, i) => pixels[4 * i]!) };
}

const { width, height, grey } = await read('map.png'); // the map as the page saves it (Map, Save as PNG): white is open
const tiles = grey.map(value => (value >= 128 ? 1 : 0));
`;

function terrainCode(scene: Scene): string {
  const { reach, extra, painted } = scene.terrain ?? { reach: 0, extra: 0 };
  const base = painted ? 0 : PLAIN;
  const coast = isSoft({ reach, extra }) ? `depth => (depth <= ${reach} ? ${extra + base} : ${base})` : `() => ${base}`;
  return `${READ}
const map = (await load()).map({ width, height, tiles, depth: true });
${painted ? "const plane = (await read('weights.png')).grey; // as the page saves it (Save costs)\n" : ''}const weights = map.weights({ ${painted ? 'plane, ' : ''}byDepth: ${coast} });
const route = map.route({ from: ${at(scene, scene.from)}, to: ${at(scene, scene.to)}, weights });
console.log(route?.cost, route?.length);
`;
}

function keysCode({ width, height, dungeon }: Scene, rows: readonly string[]): string {
  const { fixtures, hero, exit } = dungeon ?? { fixtures: [], hero: 0, exit: 0 };
  const lines = fixtures.map(({ tile, key, door }) => `  { tile: ${tile}, ${key !== undefined ? `key: ${key}` : `door: ${door}`} },`);
  return `import { type Fixture, loadDungeons } from 'landfall/dungeons';

const rows = [
${rows.map(row => `  '${row}',`).join('\n')}
];
const tiles = Uint8Array.from(rows.join(''), sign => (sign === '#' ? 0 : 1));
const fixtures: Fixture[] = [
${lines.join('\n')}
];
const dungeon = (await loadDungeons()).dungeon({ width: ${width}, height: ${height}, tiles, fixtures });
const way = dungeon.route({ from: ${hero}, to: ${exit} });
console.log(way ? way.length : dungeon.explain());
`;
}

/** An object as it is written by hand: without quotes around its names. */
const written = (value: unknown): string => JSON.stringify(value).replaceAll(/"(\w+)":/g, ' $1: ').replaceAll('"', "'").replaceAll(',', ', ').replaceAll(',  ', ', ').replaceAll('}', ' }').replaceAll('{ }', '{}');

function puzzleCode({ width, height, puzzle }: Scene, rows: readonly string[]): string {
  const { things, usedUp, needed, heroes, exits, together, goal, moves } = puzzle!;
  const ends = `from: Uint32Array.of(${heroes.join(', ')})${goal === 'all-keys' ? '' : `, to: Uint32Array.of(${exits.join(', ')})`}`;
  return `import { type Device, loadDungeons } from 'landfall/dungeons';

const rows = [
${rows.map(row => `  '${row}',`).join('\n')}
];
const tiles = Uint8Array.from(rows.join(''), sign => (sign === '#' ? 0 : 1));
const devices: Device[] = [
${things.filter(({ tile }) => rows[Math.floor(tile / width)]?.[tile % width] !== '#').map(thing => `  ${written(thing)},`).join('\n')}
];
const puzzle = (await loadDungeons()).puzzle({ width: ${width}, height: ${height}, tiles, devices, moves: '${moves}', usedUp: ${written(usedUp)} });
const way = puzzle.route({ ${ends}, goal: '${goal}', together: ${together}, needed: ${written(needed)} });
console.log(way ? way.length : puzzle.explain());
`;
}

/** @param rows  of a dungeon or a puzzle, as text without its letters. */
export function typescriptCode(scene: Scene, rows: readonly string[]): string {
  switch (scene.mode) {
    case 'keys':
      return keysCode(scene, rows);
    case 'puzzle':
      return puzzleCode(scene, rows);
    case 'terrain':
      return terrainCode(scene);
    case 'horde':
      return `${READ}
const map = (await load()).map({ width, height, tiles });
const field = map.field({ to: ${at(scene, scene.to)} });
const units = Uint32Array.from({ length: ${scene.units} }, () => {
  for (;;) {
    const tile = Math.floor(Math.random() * tiles.length);
    if (field.distance(tile) !== undefined) return tile;
  }
});
while (field.advance(units) > 0); // each unit one tile nearer
console.log(units.every(tile => field.distance(tile) === 0));
`;
    case 'fleet':
      return `${READ}
const map = (await load()).map({ width, height, tiles });
map.buildIndex();
const ships = ${list(scene, scene.ships ?? [])} as const;
const ports = ${list(scene, scene.ports ?? [])} as const;
const nearest = map.nearest({ from: ships, to: ports, routes: true });
ships.forEach((ship, i) => console.log(ship, ports[nearest.targets[i]!], nearest.routes!.length(i)));
`;
    case 'size': {
      const gate = scene.deepest ? 'deepest: true' : `minDepth: ${scene.radius + 1}`;
      return `${READ}
const map = (await load()).map({ width, height, tiles, depth: true });
const route = map.route({ from: ${at(scene, scene.from)}, to: ${at(scene, scene.to)}, ${gate}, harbour: ${scene.harbour} });
console.log(route?.length, route?.gateDepth);
`;
    }
    default: {
      const index = ['auto', 'headland'].includes(scene.strategy);
      return `${READ}
const map = (await load()).map({ width, height, tiles });
${index ? 'await map.buildIndexAsync();\n' : ''}const route = map.route({ from: ${at(scene, scene.from)}, to: ${at(scene, scene.to)}${index ? '' : `, strategy: '${scene.strategy}'`} });
console.log(route?.length, route?.stats.expanded);
`;
    }
  }
}
