// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Maps for the tests, and a plain search to compare with.

/** Whole numbers below a bound, the same on every run. */
export function random(seed) {
  let state = seed >>> 0;
  return bound => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

export function parse(rows) {
  return { width: rows[0].length, height: rows.length, tiles: Uint8Array.from(rows.join(''), letter => (letter === '.' ? 1 : 0)) };
}

/** Each tile blocked with a chance of `percent`. */
export function noise(width, height, percent, next) {
  return { width, height, tiles: Uint8Array.from({ length: width * height }, () => (next(100) < percent ? 0 : 1)) };
}

/** Two open tiles. */
export function farTiles(board, next) {
  const open = () => {
    for (;;) {
      const tile = next(board.tiles.length);
      if (board.tiles[tile]) return tile;
    }
  };
  return [open(), open()];
}

function isLegal({ width, height, tiles, moves = 'king' }, x, y, dx, dy) {
  const open = (a, b) => a >= 0 && a < width && b >= 0 && b < height && tiles[b * width + a] === 1;
  if (!open(x + dx, y + dy)) return false;
  if (dx === 0 || dy === 0 || moves === 'king-cut') return true;
  return moves === 'king' && open(x + dx, y) && open(x, y + dy);
}

/** The number of moves between two tiles, by breadth-first search; -1 if there is no way. */
export function bfs(board, from, to) {
  const { width } = board;
  const distance = new Int32Array(board.tiles.length).fill(-1);
  const queue = [from];
  distance[from] = 0;
  for (const tile of queue) {
    if (tile === to) return distance[tile];
    const [x, y] = [tile % width, Math.floor(tile / width)];
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const next = tile + dy * width + dx;
        if ((dx === 0 && dy === 0) || !isLegal(board, x, y, dx, dy) || distance[next] >= 0) continue;
        distance[next] = distance[tile] + 1;
        queue.push(next);
      }
  }
  return -1;
}
