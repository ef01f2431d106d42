// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The packages that games use now, each behind the same three calls. All go by octile costs without corner cutting, apart from
// recast-navigation, which walks polygons at any angle.
import { init, NavMeshQuery } from '@recast-navigation/core';
import { generateSoloNavMesh } from '@recast-navigation/generators';
import EasyStar from 'easystarjs';
import createGraph from 'ngraph.graph';
import { aStar, nba } from 'ngraph.path';
import PF from 'pathfinding';
import { load, type TileMap } from 'landfall/sync';
import type { Sea } from '../examples/strategy-game/sea.js';

/** The cost of a route between two tiles; undefined if there is none. */
export type Ask = (from: number, to: number) => number | undefined;

export interface Rival {
  name: string;
  /** It is not tried on more tiles: it would take more than a few gigabytes, or minutes to prepare. */
  most: number;
  prepare(sea: Sea): Ask | Promise<Ask>;
}

function lengthOf(points: readonly { x: number; y: number }[]): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++) sum += Math.hypot(points[i]!.x - points[i - 1]!.x, points[i]!.y - points[i - 1]!.y);
  return sum;
}

function landfall(name: string, prepare: (map: TileMap) => void, strategy: 'auto' | 'flood' | 'spine'): Rival {
  return {
    name,
    most: Infinity,
    prepare(sea) {
      const map = load().map({ ...sea, cost: strategy === 'spine' ? 'uniform' : 'octile' });
      prepare(map);
      return (from, to) => {
        const route = map.route({ from, to, strategy });
        return route ? route.straight + route.diagonal * Math.SQRT2 : undefined;
      };
    },
  };
}

function pathfinding(name: string, finder: () => PF.Finder): Rival {
  return {
    name,
    most: 1_100_000,
    prepare({ width, height, tiles }) {
      const rows = Array.from({ length: height }, (_, y) => Array.from(tiles.subarray(y * width, (y + 1) * width), tile => 1 - tile));
      const grid = new PF.Grid(rows);
      const search = finder();
      return (from, to) => {
        const path = search.findPath(from % width, Math.floor(from / width), to % width, Math.floor(to / width), grid.clone());
        return path.length === 0 ? undefined : lengthOf(path.map(([x, y]) => ({ x: x!, y: y! })));
      };
    },
  };
}

const easystar: Rival = {
  name: 'easystarjs',
  most: 1_100_000,
  prepare({ width, height, tiles }) {
    const star = new EasyStar.js();
    star.setGrid(Array.from({ length: height }, (_, y) => Array.from(tiles.subarray(y * width, (y + 1) * width))));
    star.setAcceptableTiles([1]);
    star.enableDiagonals();
    star.disableCornerCutting();
    star.enableSync();
    return (from, to) => {
      let cost: number | undefined;
      star.findPath(from % width, Math.floor(from / width), to % width, Math.floor(to / width), path => {
        cost = path === null ? undefined : lengthOf(path);
      });
      star.calculate();
      return cost;
    };
  },
};

/** The four neighbours that come later in the order of tiles; links go both ways. */
const LATER = [[1, 0], [-1, 1], [0, 1], [1, 1]] as const;

function graphOf({ width, height, tiles }: Sea) {
  const graph = createGraph<{ x: number; y: number }, number>();
  const open = (x: number, y: number): boolean => x >= 0 && x < width && y < height && tiles[y * width + x] === 1;
  for (let tile = 0; tile < tiles.length; tile++) if (tiles[tile]) graph.addNode(tile, { x: tile % width, y: Math.floor(tile / width) });
  for (let tile = 0; tile < tiles.length; tile++) {
    const [x, y] = [tile % width, Math.floor(tile / width)];
    for (const [dx, dy] of tiles[tile] ? LATER : [])
      if (open(x + dx, y + dy) && open(x + dx, y) && open(x, y + dy)) graph.addLink(tile, tile + dy * width + dx, dx !== 0 && dy !== 0 ? Math.SQRT2 : 1);
  }
  return graph;
}

function ngraph(name: string, search: typeof aStar | typeof nba): Rival {
  return {
    name,
    most: 300_000,
    prepare(sea) {
      const graph = graphOf(sea);
      const octile = (a: { data: { x: number; y: number } }, b: { data: { x: number; y: number } }): number => {
        const [dx, dy] = [Math.abs(a.data.x - b.data.x), Math.abs(a.data.y - b.data.y)];
        return Math.max(dx, dy) + (Math.SQRT2 - 1) * Math.min(dx, dy);
      };
      const finder = search(graph, { distance: (_a, _b, link) => link.data, heuristic: octile as never });
      return (from, to) => {
        const path = finder.find(from, to);
        return path.length === 0 ? undefined : lengthOf(path.map(node => node.data));
      };
    },
  };
}

/** Runs of water in a row as two triangles each. */
function triangles({ width, height, tiles }: Sea): [positions: number[], indices: number[]] {
  const [positions, indices]: [number[], number[]] = [[], []];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!tiles[y * width + x]) continue;
      const begin = x;
      while (x < width && tiles[y * width + x]) x++;
      const first = positions.length / 3;
      positions.push(begin, 0, y, x, 0, y, x, 0, y + 1, begin, 0, y + 1);
      indices.push(first, first + 2, first + 1, first, first + 3, first + 2);
    }
  return [positions, indices];
}

const recast: Rival = {
  name: 'recast-navigation',
  most: 300_000,
  async prepare(sea) {
    await init();
    const [positions, indices] = triangles(sea);
    const { success, navMesh } = generateSoloNavMesh(positions, indices, { cs: 0.5, ch: 0.5, walkableRadius: 0, walkableHeight: 1, walkableClimb: 1 });
    if (!success || !navMesh) throw new Error('no navigation mesh could be made');
    const query = new NavMeshQuery(navMesh, { maxNodes: 65535 });
    const middle = (tile: number) => ({ x: (tile % sea.width) + 0.5, y: 0, z: Math.floor(tile / sea.width) + 0.5 });
    return (from, to) => {
      const { success: found, path } = query.computePath(middle(from), middle(to), { maxPathPolys: 4096, maxStraightPathPoints: 4096 });
      return found && path.length > 0 ? lengthOf(path.map(({ x, z }) => ({ x, y: z }))) : undefined;
    };
  },
};

const diagonal = PF.DiagonalMovement.OnlyWhenNoObstacles;
export const rivals: Rival[] = [
  landfall('landfall, with an index', map => map.buildIndex(), 'auto'),
  landfall('landfall', () => {}, 'auto'),
  landfall('landfall, spine', () => {}, 'spine'),
  pathfinding('pathfinding, A*', () => new PF.AStarFinder({ diagonalMovement: diagonal })),
  pathfinding('pathfinding, jump points', () => new PF.JumpPointFinder({ diagonalMovement: diagonal } as never)),
  easystar,
  ngraph('ngraph.path, A*', aStar),
  ngraph('ngraph.path, NBA*', nba),
  recast,
];
