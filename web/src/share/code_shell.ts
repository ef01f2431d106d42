// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What is on the screen as command lines of the program.
import { PLAIN } from '../terrain.js';
import type { Scene } from './scene.js';

/** A tile as the program takes it. */
export function place(scene: Scene, tile: number): string {
  return `${tile % scene.width},${Math.floor(tile / scene.width)}`;
}

const places = (scene: Scene, tiles: readonly number[]): string => tiles.map(tile => place(scene, tile)).join(' ');

/** How to get the map: a generated one that nobody painted on is made, any other is saved by the page. */
function mapLine(scene: Scene, painted: boolean): string {
  const { order } = scene;
  if (!order || painted) return '# in the page: Map, Save as PNG; the file is map.png';
  return `landfall generate ${order.scene} --size ${order.width}x${order.height} --seed ${order.seed} -o map.png`;
}

function routeLines(scene: Scene): string[] {
  const ends = `--from ${place(scene, scene.from)} --to ${place(scene, scene.to)}`;
  const gate = scene.mode !== 'size' ? '' : scene.deepest ? ` --depth compute --deepest --harbour ${scene.harbour}` : ` --depth compute --min-depth ${scene.radius + 1} --harbour ${scene.harbour}`;
  const index = scene.mode === 'sea' && ['auto', 'headland'].includes(scene.strategy);
  const how = index ? ' --index map.index' : scene.mode === 'sea' ? ` --strategy ${scene.strategy}` : '';
  return [...(index ? ['landfall index map.png -o map.index'] : []), `landfall route map.png ${ends}${gate}${how} --draw route.png`];
}

/** What tiles cost: a file of the page, and the coast. Without a file, a tile weighs 1 and what --coast-cost adds. */
function terrainLines(scene: Scene): string[] {
  const { reach, extra, painted } = scene.terrain ?? { reach: 0, extra: 0 };
  const base = painted ? 0 : PLAIN - 1;
  const coast = reach > 0 && extra > 0 ? ` --coast-cost '${reach}:+${extra + base} inf:+${base}'` : painted ? '' : ` --coast-cost 'inf:+${base}'`;
  return [
    ...(painted ? ['# in the page: Save costs; the file is weights.png'] : []),
    `landfall route map.png --from ${place(scene, scene.from)} --to ${place(scene, scene.to)}${painted ? ' --weights weights.png' : ''}${coast} --draw route.png`,
  ];
}

export function shellCode(scene: Scene, painted: boolean): string {
  const map = mapLine(scene, painted);
  switch (scene.mode) {
    case 'keys':
      return ['# in the page: Map, Save as text; the file is map.txt', 'landfall keys map.txt --animate walk.gif'].join('\n');
    case 'puzzle':
      return ['# in the page: Map, Save as text; the file is map.txt', `landfall keys map.txt --moves ${scene.puzzle?.moves} --goal ${scene.puzzle?.goal} --animate walk.gif`].join('\n');
    case 'terrain':
      return [map, ...terrainLines(scene)].join('\n');
    case 'horde':
      return [map, `landfall field map.png --to ${place(scene, scene.to)} --directions directions.npy -o distances.png`].join('\n');
    case 'fleet':
      return [
        map, `echo '${places(scene, scene.ships ?? [])}' > ships.txt`, `echo '${places(scene, scene.ports ?? [])}' > ports.txt`,
        'landfall matrix map.png --from ships.txt --to ports.txt --nearest 1 --json --tiles',
      ].join('\n');
    default:
      return [map, ...routeLines(scene)].join('\n');
  }
}
