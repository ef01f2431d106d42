// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// tests/golden/routes.txt: reads its maps and queries, and answers them. tests/test_routes.c has the format.

const STEPS = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/** The maps with the lines of their queries. */
export function boardsOf(text) {
  const lines = text.trimEnd().split('\n').slice(1);
  const boards = [];
  while (lines.length > 0) {
    const header = lines.shift();
    const [, size, moves, cost] = header.split(' ');
    const [width, height] = size.split('x').map(Number);
    const tiles = Uint8Array.from(lines.splice(0, height).join(''), letter => (letter === '.' ? 1 : 0));
    const count = lines.findIndex(line => line.startsWith('map '));
    boards.push({ header, width, height, tiles, moves, cost, queries: lines.splice(0, count < 0 ? lines.length : count) });
  }
  return boards;
}

function digit(from, to, width) {
  const [dx, dy] = [(to % width) - (from % width), Math.floor(to / width) - Math.floor(from / width)];
  return STEPS.findIndex(([x, y]) => x === dx && y === dy);
}

function movesOf(route) {
  let text = '';
  for (let i = 1; i < route.tiles.length; i++) text += digit(route.tiles[i - 1], route.tiles[i], route.width);
  return text || '-';
}

/** The line of a query, with the answer of a map. */
function answer(map, line) {
  const [question] = line.split(' = ');
  const [strategy, ends, minDepth, deepest, harbour] = question.split(' ');
  const [from, to] = ends.split('>').map(list => Uint32Array.from(list.split(','), Number));
  const route = map.route({
    from, to, strategy, minDepth: Number(minDepth), deepest: deepest === '1', harbour: harbour === '-1' ? undefined : Number(harbour),
  });
  return `${question} = ${route ? `${route.strategy} ${Number(route.exact)} ${route.source} ${movesOf(route)}` : 'none'}`;
}

export function answersOf(landfall, board) {
  const { width, height, tiles, moves, cost } = board;
  const map = landfall.map({ width, height, tiles, moves, cost, depth: true });
  map.buildIndex();
  return board.queries.map(line => answer(map, line));
}
