// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The tests of the API, for Node and browsers alike: a list of [name, test]. A test gets what it needs of its host:
// the package (`api`), Landfall loaded (`landfall`), keys and doors (`dungeons`), and the golden routes (`golden`).
import { answersOf, boardsOf } from './golden.mjs';
import { bfs, farTiles, noise, parse, random } from './maps.mjs';

export const tests = [];
const test = (name, run) => tests.push([name, run]);

function check(ok, text) {
  if (!ok) throw new Error(text);
}
function equal(is, expected, text = '') {
  const [a, b] = [is, expected].map(value => JSON.stringify(ArrayBuffer.isView(value) ? [...value] : value));
  check(a === b, `${text} is ${a}, expected ${b}`);
}
async function fails(code, run, words = '') {
  let error;
  try {
    await run();
  } catch (caught) {
    error = caught;
  }
  check(error !== undefined, `no error, expected ${code}`);
  equal(error.code ?? error.name, code, `${error.message}: code`);
  check(error.message.includes(words), `"${error.message}" does not say "${words}"`);
  return error;
}

const SEA = ['........', '.####.#.', '.#....#.', '.#.####.', '........'];

test('a thousand golden routes are the same bytes', ({ landfall, golden }) => {
  const boards = boardsOf(golden);
  equal(golden.split('\n')[0], `routes ${landfall.routesVersion}`);
  equal(boards.reduce((sum, board) => sum + board.queries.length, 0), 1000);
  for (const board of boards)
    answersOf(landfall, board).forEach((answer, i) => equal(answer, board.queries[i], `${board.header}, query ${i}`));
});

test('a first route', ({ landfall }) => {
  const map = landfall.map(parse(SEA));
  const route = map.route({ from: [5, 2], to: [7, 4] });
  equal([...route].join(' '), '5,2 5,1 5,0 6,0 7,0 7,1 7,2 7,3 7,4');
  equal([route.length, route.cost, route.exact, route.strategy, route.version], [8, 8, true, 'flood', 0]);
  equal([route.source, route.target, route.sourceIndex, route.targetIndex], [21, 39, 0, 0]);
  equal([route.point(1), route.point(9)], [[5, 1], undefined]);
  equal([...route.turns].map(tile => map.point(tile).join()).join(' '), '5,2 5,0 7,0 7,4');
  equal([...map.route({ from: 8, to: 8 }).turns], [8]);
  const canal = landfall.map({ width: 2, height: 3, tiles: new Uint8Array(6).fill(1) }); // 1 to 2 is a diagonal here
  equal([...canal.route({ from: 1, to: 4 }).turns], [...canal.route({ from: 1, to: 4 }).tiles]);
  check(route.stats.expanded > 0, 'nothing was expanded');
  equal(landfall.version, '0.1.0');
});

test('no route is null', ({ landfall }) => {
  const map = landfall.map(parse(['..#..']));
  equal(map.route({ from: 0, to: 4 }), null);
  equal(map.body(0) === map.body(4), false);
  equal([map.body(2), map.bodySize(map.body(0)), map.openCount, map.isOpen(2)], [undefined, 2, 4, false]);
});

test('ends of every kind', ({ landfall }) => {
  const map = landfall.map(parse(['..........', '..........']));
  equal(map.route({ from: 3, to: 13 }).length, 1);
  equal(map.route({ from: [3, 0], to: [3, 1] }).length, 1);
  equal(map.route({ from: [[0, 0], [8, 1]], to: Uint32Array.of(9, 0) }).sourceIndex, 0);
  equal(map.route({ from: Uint32Array.of(5, 8), to: [[9, 0], [0, 0]] }).targetIndex, 0);
  const ship = { name: 'Anna' };
  const route = map.route({ from: [{ tile: [0, 0], origin: { name: 'Bela' } }, { tile: 8, origin: ship }], to: 9 });
  check(route.origin === ship, 'the label of the source did not come back');
  equal(map.route({ from: 0, to: 9 }).origin, undefined);
});

test('bad arguments are typed errors before anything is done', async ({ landfall }) => {
  const sea = parse(SEA);
  const map = landfall.map(sea);
  const from = [5, 2];
  await fails('E_SOURCE_OUTSIDE', () => map.route({ from: [8, 0], to: 0 }), '[8, 0] lies outside the map of 8 x 5');
  await fails('E_TARGET_OUTSIDE', () => map.route({ from, to: [[0, 0], [0, 5]] }), 'to[1]');
  await fails('E_TARGET_OUTSIDE', () => map.route({ from, to: 40 }));
  await fails('E_SOURCE_OUTSIDE', () => map.route({ from: -1, to: 0 }));
  await fails('E_SOURCE_BLOCKED', () => map.route({ from: [1, 1], to: 0 }), 'blocked');
  await fails('E_TARGET_BLOCKED', () => map.route({ from, to: [1, 1] }));
  await fails('E_NO_SOURCES', () => map.route({ from: [], to: 0 }));
  await fails('E_NO_TARGETS', () => map.route({ from, to: new Uint32Array(0) }));
  for (const bad of [undefined, null, 'a', 1.5, NaN, {}, [1], [1, 2, 3], [1.5, 2], ['1', '2'], [[1]], new Float64Array(2)])
    await fails('E_ARGUMENT', () => map.route({ from: bad, to: 0 }), 'from');
  await fails('E_ARGUMENT', () => map.route({ from, to: 0, strategy: 'astar' }), '"astar"');
  await fails('E_ARGUMENT', () => map.route({ from, to: 0, cost: 'euclid' }), 'uniform, octile');
  await fails('E_ARGUMENT', () => map.route({ from, to: 0, minDepth: 256 }));
  await fails('E_ARGUMENT', () => map.route({ from, to: 0, radius: -1 }));
  await fails('E_ARGUMENT', () => map.route({ from, to: 0, deepest: 1 }));
  await fails('E_ARGUMENT', () => map.route({ from, to: 0, shape: 'spline' }));
  await fails('E_NO_DEPTH', () => map.route({ from, to: 0, minDepth: 2 }));
  await fails('E_NO_DEPTH', () => map.depth(0));
  await fails('E_NO_INDEX', () => map.route({ from, to: 0, strategy: 'headland' }));
  await fails('E_STRIP', () => map.route({ from, to: 0, strategy: 'strip' }));
  await fails('E_NO_OCTILE', () => map.route({ from, to: 0, cost: 'octile' }));
  await fails('E_TILES_SIZE', () => landfall.map({ ...sea, width: 9 }), '9 x 5 tiles are 45 bytes, not 40');
  await fails('E_TOO_MANY_TILES', () => landfall.map({ ...sea, width: 2 ** 31 - 1, height: 3 }));
  await fails('E_DEPTH_SIZE', () => landfall.map({ ...sea, depth: new Uint8Array(39) }));
  for (const bad of [{ width: 0 }, { height: 1.5 }, { moves: 'rook' }, { tiles: 'x' }, { depth: false }, { coarse: true }, { open: { mask: 256, value: 0 } }])
    await fails('E_ARGUMENT', () => landfall.map({ ...sea, ...bad }));
  equal(map.route({ from, to: [7, 4] }).length, 8, 'the map still works:');
});

test('exact strategies find the shortest, guided ones legal routes', ({ landfall }) => {
  const next = random(7);
  for (let round = 0; round < 12; round++) {
    const moves = ['king', 'king-cut', 'orthogonal'][round % 3];
    const board = { ...noise(40 + round, 30, 25, next), moves };
    const map = landfall.map(board);
    if (round % 2 === 0) map.buildIndex();
    const [from, to] = farTiles(board, next);
    const distance = bfs(board, from, to);
    for (const strategy of ['auto', 'flood', 'corridor', 'expand', 'expand-optimal', 'spine', ...(round % 2 ? [] : ['headland'])]) {
      const route = map.route({ from, to, strategy });
      equal(route === null, distance < 0, strategy);
      if (!route) continue;
      equal(map.fault(route.tiles), null, strategy);
      equal([route.source, route.target, route.tiles.length], [from, to, route.length + 1]);
      check(route.exact ? route.length === distance : route.length >= distance, `${strategy}: ${route.length}, shortest ${distance}`);
    }
  }
});

test('octile costs', ({ landfall }) => {
  const map = landfall.map({ ...parse(['....', '....', '....']), cost: 'octile' });
  const route = map.route({ from: [0, 0], to: [3, 2] });
  equal([route.straight, route.diagonal, route.costs], [1, 2, 'octile']);
  check(Math.abs(route.cost - (1 + 2 * Math.SQRT2)) < 1e-12, `cost ${route.cost}`);
  equal(map.route({ from: [0, 0], to: [3, 2], cost: 'uniform' }).cost, 3);
});

test('bytes of another format, bits of true and false', ({ landfall }) => {
  const tiles = Uint8Array.of(0x20, 0x80, 0x25, 0x21);
  const map = landfall.map({ width: 4, height: 1, tiles, open: { mask: 0x80, value: 0 } });
  equal([0, 1, 2, 3].map(tile => map.isOpen(tile)), [true, false, true, true]);
  const flags = landfall.map({ width: 3, height: 1, tiles: [true, false, true] });
  equal([0, 1, 2].map(tile => flags.isOpen(tile)), [true, false, true]);
  equal([map.tile(3, 0), map.point(3)], [3, [3, 0]]);
});

test('one straight move is found without the index, at the edges of rows too', ({ landfall }) => {
  const board = parse(Array.from({ length: 40 }, (_, y) => (y % 4 === 2 ? '..#'.repeat(20) : '.'.repeat(60))));
  for (const options of [{}, { editable: true }, { cost: 'octile' }, { moves: 'orthogonal' }]) {
    const map = landfall.map({ ...board, ...options });
    map.buildIndex();
    const ask = (from, to) => map.route({ from, to });
    equal([ask(1, 2), ask(62, 2), ask(2, 1)].map(route => [route.strategy, route.length]), Array(3).fill(['flood', 1]));
    equal([ask(59, 60), ask(60, 59), ask(0, 2), ask(0, 61)].map(route => route.strategy), Array(4).fill('headland'));
    equal([ask(59, 60).length, ask(60, 59).length], options.moves ? [60, 60] : [59, 59]);
  }
});

test('many queries in slices at once, as in one go', async ({ landfall }) => {
  const next = random(3);
  const board = noise(200, 150, 20, next);
  const map = landfall.map(board);
  const ends = Array.from({ length: 30 }, () => farTiles(board, next));
  const strategies = ['auto', 'flood', 'expand', 'spine'];
  const ask = ([from, to], i) => ({ from, to, strategy: strategies[i % 4] });
  const answers = await Promise.all(ends.map((pair, i) => map.routeAsync({ ...ask(pair, i), budget: 300 })));
  ends.forEach((pair, i) => equal(answers[i]?.tiles ?? null, map.route(ask(pair, i))?.tiles ?? null, `query ${i}`));
});

test('a query is cancelled', async ({ landfall }) => {
  const board = noise(200, 150, 10, random(4));
  const map = landfall.map(board);
  const [from, to] = farTiles(board, random(5));
  const stop = new AbortController();
  const under = map.routeAsync({ from, to, strategy: 'flood', budget: 1, signal: stop.signal });
  stop.abort();
  await fails(20, () => under); // the code of an AbortError
  await fails(20, () => map.routeAsync({ from, to, signal: AbortSignal.abort() }));
  check((await map.routeAsync({ from, to })) !== undefined, 'the map does not work any more');
  await fails('E_ARGUMENT', () => map.routeAsync({ from, to, budget: 0 }));
  await fails('E_SOURCE_OUTSIDE', () => map.routeAsync({ from: -5, to }));
});

test('routes in bulk are the single ones', async ({ landfall }) => {
  const next = random(8);
  const board = noise(90, 70, 30, next);
  const map = landfall.map(board);
  map.buildIndex();
  const pairs = Array.from({ length: 60 }, () => farTiles(board, next));
  const list = map.routes(Uint32Array.from(pairs.flat()));
  equal([list.count, list.exact], [60, true]);
  pairs.forEach(([from, to], i) => {
    const single = map.route({ from, to });
    equal(list.at(i), single?.tiles ?? null, `pair ${i}`);
    equal(list.length(i), single?.length ?? -1);
  });
  equal([...map.routes(pairs, { strategy: 'spine' })].length, 60);
  equal([map.routes([]).count, list.at(60)], [0, undefined]);
  const blocked = board.tiles.indexOf(0);
  const error = await fails('E_TARGET_BLOCKED', () => map.routes([pairs[0], [pairs[1][0], blocked]]), 'pair 1');
  equal(error.index, 1);
  await fails('E_TARGET_OUTSIDE', () => map.routes([[0, 90 * 70]]), 'pair 0');
  await fails('E_ARGUMENT', () => map.routes(Uint32Array.of(1, 2, 3)));
  await fails('E_ARGUMENT', () => map.routes([[1]]), 'pair 0');
});

test('an index: slices, progress, cancel, save and load', async ({ landfall }) => {
  const next = random(9);
  const board = noise(150, 120, 25, next);
  const map = landfall.map(board);
  const [from, to] = farTiles(board, next);
  const before = map.route({ from, to, strategy: 'flood' });
  const stop = new AbortController();
  await fails(20, () => map.buildIndexAsync({ budget: 50, signal: stop.signal, onProgress: () => stop.abort() }));
  equal(map.hasIndex, false);
  await fails('E_NO_INDEX', () => map.saveIndex());
  const seen = [];
  const building = map.buildIndexAsync({ budget: 200, onProgress: done => seen.push(done) });
  await fails('E_BUSY', () => map.buildIndex());
  const slow = map.routeAsync({ from, to, budget: 1 }); // has a seat without the index
  await building;
  check(seen.length > 3 && seen.every((done, i) => i === 0 || done >= seen[i - 1]) && seen.at(-1) === 1, `progress ${seen}`);
  equal([map.hasIndex, map.route({ from, to, strategy: 'headland' })?.length], [true, before?.length]);
  equal((await slow)?.length, before?.length);
  const bytes = map.saveIndex();
  const other = landfall.map(board);
  other.loadIndex(bytes);
  equal(other.route({ from, to, strategy: 'headland' })?.tiles ?? null, map.route({ from, to, strategy: 'headland' })?.tiles ?? null);
  map.loadIndex(bytes); // in place of its own
  equal(map.route({ from, to })?.length, before?.length);
  const stranger = landfall.map(noise(150, 120, 25, random(10)));
  await fails('E_INDEX_MAP', () => stranger.loadIndex(bytes));
  await fails('E_INDEX_CHECKSUM', () => other.loadIndex(bytes.map((byte, i) => (i === bytes.length - 40 ? byte ^ 1 : byte))));
  await fails('E_INDEX_TRUNCATED', () => other.loadIndex(bytes.subarray(0, 99)));
  await fails('E_INDEX_COST', () => landfall.map({ ...board, cost: 'octile' }).loadIndex(bytes));
  await fails('E_ARGUMENT', () => other.loadIndex('bytes'));
  check(other.route({ from, to }) === null || before !== null, 'the old index is lost');
});

test('after every edit, answers are those of a map made anew', async ({ landfall }) => {
  const next = random(11);
  const board = noise(60, 45, 30, next);
  const map = landfall.map({ ...board, editable: true, coarse: true, depth: true });
  const tiles = board.tiles.slice();
  for (let round = 0; round < 25; round++) {
    const open = next(2) === 0;
    const [x, y, r] = [next(60), next(45), next(6)];
    const shape = round % 3 === 0 ? { disc: [x, y, r], open } : round % 3 === 1 ? { rect: [x - 3, y - 3, r, 5], open } : { tiles: [[x, y]], open };
    for (let i = 0; i < tiles.length; i++) {
      const [tx, ty] = [i % 60, Math.floor(i / 60)];
      const hit = shape.disc ? (tx - x) ** 2 + (ty - y) ** 2 <= r * r : shape.rect ? tx >= x - 3 && tx < x - 3 + r && ty >= y - 3 && ty < y + 2 : tx === x && ty === y;
      if (hit) tiles[i] = open ? 1 : 0;
    }
    const version = map.version;
    const report = map.edit([shape]);
    equal(report.version, version + (report.opened + report.blocked > 0 ? 1 : 0));
    const anew = landfall.map({ ...board, tiles, depth: true });
    equal(map.openCount, anew.openCount);
    const [from, to] = farTiles({ ...board, tiles }, next);
    equal(map.route({ from, to })?.length, anew.route({ from, to })?.length, `round ${round}`);
    equal(map.route({ from, to, strategy: 'expand' })?.tiles ?? null, anew.route({ from, to, strategy: 'expand' })?.tiles ?? null);
    equal(map.depth(from), anew.depth(from));
    equal(map.route({ from, to, deepest: true })?.gateDepth, anew.route({ from, to, deepest: true })?.gateDepth);
    if (round % 5 === 4) while (map.work(500));
  }
  equal(map.hasWork, false);
  equal(map.saveIndex().length > 0, true);
  await fails('E_ARGUMENT', () => map.edit({ disc: [1, 2], open: true }), 'disc must be [x, y, radius]');
  await fails('E_ARGUMENT', () => map.edit([{ rect: [1, 2, 3, -1], open: true }]), 'height');
  await fails('E_ARGUMENT', () => map.edit({ disc: [1, 2, 3] }), 'open');
  await fails('E_TILE_OUTSIDE', () => map.edit([{ disc: [5, 5, 3], open: false }, { tiles: 60 * 45, open: true }]));
  equal(map.edit([]).opened, 0, 'a refused edit was kept:');
  const plain = landfall.map(board);
  await fails('E_EDITABLE', () => plain.edit([]), 'editable: true');
  await fails('E_EDITABLE', () => plain.work());
  await fails('E_NO_COARSE', () => landfall.map({ ...board, editable: true }).route({ from: tiles.indexOf(1), to: tiles.indexOf(1), strategy: 'spine' }));
});

test('an editable map uses a loaded index until it is edited', async ({ landfall }) => {
  const next = random(25);
  const board = noise(90, 70, 25, next);
  const built = landfall.map(board);
  built.buildIndex();
  const bytes = built.saveIndex();
  const map = landfall.map({ ...board, editable: true, depth: true });
  const [from, to] = farTiles(board, next);
  const plain = map.route({ from, to });
  const before = map.routeAsync({ from, to, budget: 1 }); // on a seat without the index
  map.loadIndex(bytes);
  equal([plain.strategy, map.hasIndex, map.hasWork], ['flood', true, true]);
  const fast = map.route({ from, to });
  equal([fast.strategy, fast.length], ['headland', plain.length]);
  equal(fast.tiles, built.route({ from, to }).tiles);
  equal([map.route({ from, to, minDepth: 1 }).length, map.still(fast).still, map.saveIndex().length], [plain.length, 'shortest', bytes.length]);
  const blocked = Uint32Array.from([...board.tiles.keys()].filter(tile => board.tiles[tile] === 0));
  equal([map.route({ from: blocked, to, ends: 'beside', skipBadEnds: true }).strategy, map.route({ from, to }).strategy], ['headland', 'headland'], 'many ends:');
  const under = map.routeAsync({ from, to, strategy: 'headland', budget: 1 });
  for (let i = 0; i < 5; i++) await Promise.resolve(); // it has begun
  map.loadIndex(bytes); // again, in place of the first
  const again = map.routeAsync({ from, to, strategy: 'headland', budget: 1 });
  for (let i = 0; i < 5; i++) await Promise.resolve();
  const [x, y] = map.point(fast.tiles[fast.tiles.length >> 1]);
  const report = map.edit({ rect: [x - 1, y - 1, 3, 3], open: false });
  equal([report.indexGivenUp, map.route({ from, to }).strategy], [true, 'flood']);
  equal([(await before).length, (await under).tiles.length, (await again).tiles.length], [plain.length, fast.tiles.length, fast.tiles.length]);
  await fails('E_NO_INDEX', () => map.saveIndex());
  await fails('E_INDEX_MAP', () => map.loadIndex(bytes));
  map.buildIndex();
  equal(map.route({ from, to }).strategy, 'headland');
  const own = map.saveIndex();
  map.loadIndex(own); // of the edited map
  equal([map.route({ from, to }).length, map.hasWork], [map.route({ from, to, strategy: 'flood' }).length, false]);
  const memory = [];
  for (let i = 0; i < 30; i++) {
    map.loadIndex(own);
    map.route({ from, to });
    memory.push(map.byteLength);
  }
  equal(memory[29], memory[9], 'indexes that are replaced are freed:');
});

test('a query in slices keeps to the map that it began on', async ({ landfall }) => {
  const board = parse(Array(20).fill('.'.repeat(60)));
  const map = landfall.map({ ...board, editable: true });
  const under = map.routeAsync({ from: [25, 10], to: [35, 10], budget: 1 });
  for (let i = 0; i < 5; i++) await Promise.resolve(); // it has begun
  const { version } = map.edit({ rect: [30, 0, 1, 19], open: false });
  const [old, now] = [await under, map.route({ from: [25, 10], to: [35, 10] })];
  equal([old.version, old.length, now.version, now.length], [0, 10, version, 20]);
  equal(map.still(old), { still: 'broken', brokenAt: 5 });
  equal(map.still(now).still, 'shortest');
  map.edit({ rect: [30, 0, 1, 10], open: true });
  equal(map.still(now).still, 'legal');
});

test('an index is built while the map is edited', async ({ landfall }) => {
  const board = noise(120, 90, 15, random(12));
  const map = landfall.map({ ...board, editable: true });
  const [from, to] = farTiles(board, random(13));
  const building = map.buildIndexAsync({ budget: 300 });
  await fails('E_BUSY', () => map.work());
  map.edit({ rect: [20, 20, 3, 30], open: true });
  await building;
  equal(map.route({ from, to }).strategy, 'headland');
  equal(map.route({ from, to }).length, map.route({ from, to, strategy: 'flood' }).length);
});

test('memory of an edited map stays flat', ({ landfall }) => {
  const map = landfall.map({ ...noise(100, 100, 20, random(14)), editable: true });
  map.buildIndex();
  const door = open => {
    map.edit({ rect: [50, 40, 2, 9], open });
    map.route({ from: map.route({ from: firstOpen(map), to: firstOpen(map) }).source, to: firstOpen(map) });
    while (map.work(10_000));
  };
  for (let i = 0; i < 60; i++) door(i % 2 === 0);
  const bytes = map.byteLength;
  for (let i = 0; i < 200; i++) door(i % 2 === 0); // what leaks in each round would be a hundred times this
  check(map.byteLength < 1.25 * bytes, `${map.byteLength} bytes, before ${bytes}`);
});

function firstOpen(map) {
  let tile = 0;
  while (!map.isOpen(tile)) tile++;
  return tile;
}

test('depths', ({ landfall }) => {
  const board = parse(['.......', '.......', '.......', '.......', '...#...', '.......', '.......', '.......', '.......']);
  const map = landfall.map({ ...board, depth: true });
  equal([map.depth([3, 3]), map.depth([0, 0]), map.depth([3, 4])], [1, 4, undefined]);
  const route = map.route({ from: [3, 0], to: [3, 8], minDepth: 3 });
  check([...route].every(([x, y]) => map.depth([x, y]) >= 3), 'too shallow');
  const deepest = map.route({ from: [3, 0], to: [3, 8], deepest: true });
  equal([deepest.gateDepth, map.depthBetween([3, 0], [3, 8]), map.route({ from: [3, 0], to: [3, 8] }).gateDepth], [3, 3, undefined]);
  equal(map.route({ from: [3, 3], to: [3, 0], minDepth: 2 }), null);
  equal(map.route({ from: [3, 3], to: [3, 0], minDepth: 2, harbour: 1 }).length, 3);
  const given = landfall.map({ ...board, depth: new Uint8Array(63).fill(9) });
  equal(given.depth(0), 9);
});

test('shapes', async ({ landfall }) => {
  const board = parse(['..........', '..........', '....##....', '....##....', '..........', '..........']);
  const map = landfall.map({ ...board, depth: true });
  const route = map.route({ from: [0, 5], to: [9, 0], shape: 'curve' });
  check(route.waypoints.length >= 2 && route.waypoints.length < route.tiles.length, 'waypoints');
  equal([route.waypoints[0], route.waypoints.at(-1)], [route.source, route.target]);
  equal([route.curve[0], route.curve[1], route.curve.at(-2), route.curve.at(-1)], [0.5, 5.5, 9.5, 0.5]);
  for (let i = 0; i < route.curve.length; i += 2) check(map.isOpen([Math.floor(route.curve[i]), Math.floor(route.curve[i + 1])]), 'the curve leaves the water');
  equal(map.shape(route.tiles, 'waypoints').waypoints, route.waypoints);
  const off = map.shape(route.tiles, { kind: 'offshore-curve', drift: 2, interval: 0.5 });
  check(off.curve.length > route.curve.length, 'a smaller interval has more points');
  equal(map.route({ from: 0, to: 1 }).waypoints, undefined);
  await fails('E_BROKEN', () => map.shape(Uint32Array.of(0, 59), 'waypoints'));
  await fails('E_ARGUMENT', () => map.shape(route.tiles, { kind: 'curve', interval: 17 }));
  await fails('E_ARGUMENT', () => map.shape([], 'waypoints'));
  await fails('E_NO_DEPTH', () => landfall.map(board).shape(route.tiles, 'offshore'));
});

test('what is wrong with a list of tiles', ({ landfall }) => {
  const map = landfall.map(parse(SEA));
  equal(map.fault(Uint32Array.of(0, 1, 2)), null);
  equal(map.fault(Uint32Array.of(0, 9)).at, 1);
  equal(map.fault(Uint32Array.of(0, 2)).at, 1);
  equal(map.fault(new Uint32Array(0)).at, 0);
});

test('keys and doors', async ({ dungeons, api }) => {
  const board = parse(['.......', '###.###', '.......']);
  const make = (...fixtures) => dungeons.dungeon({ ...board, fixtures });
  const dungeon = make({ tile: [0, 0], key: 40 }, { tile: [3, 1], door: 40 });
  const route = dungeon.route({ from: [2, 0], to: [6, 2] });
  equal([route.length, route.held], [10, [40]]);
  equal(route.events, [{ at: 2, tile: 0, key: 40 }, { at: route.tiles.indexOf(10), tile: 10, door: 40 }]);
  equal(dungeon.route({ from: [2, 0], to: [6, 2], held: [40] }).length, 6);
  equal(dungeon.route({ from: [2, 0], goal: 'all-keys' }).length, 2);
  equal(dungeon.route({ from: [0, 2], to: [0, 0] }), null);
  equal(dungeon.explain(), { walled: false, reached: [], unreachable: [40], missing: [], locked: [{ tile: 10, door: 40 }] });
  const plain = dungeon.route({ from: [2, 0], to: [6, 2], strategy: 'keys-plain' });
  equal(plain.length, route.length);
  equal([dungeon.width, dungeon.height, dungeon.moves, dungeon.byteLength > 0], [7, 3, 'king', true]);
  const walls = { ...board, tiles: Uint8Array.from(board.tiles, tile => (tile ? 3 : 8)), open: { mask: 8, value: 0 }, moves: 'orthogonal' };
  equal(dungeons.dungeon({ ...walls, fixtures: [] }).route({ from: [2, 0], to: [6, 2] }).length, 6);
  await fails('E_ARGUMENT', () => make({ tile: 0, key: 64 }), 'fixtures[0]');
  await fails('E_ARGUMENT', () => make({ tile: 0 }), 'either key or door');
  await fails('E_ARGUMENT', () => dungeons.dungeon(board), 'fixtures');
  await fails('E_ARGUMENT', () => dungeons.dungeon({ ...board, fixtures: [], moves: 'hex' }), 'moves');
  await fails('E_TILES_SIZE', () => dungeons.dungeon({ ...board, width: 3, fixtures: [] }));
  await fails('E_FIXTURE_OUTSIDE', () => make({ tile: 99, key: 1 }));
  await fails('E_FIXTURE_TWICE', () => make({ tile: 0, key: 1 }, { tile: 0, key: 2 }));
  await fails('E_FIXTURE_BLOCKED', () => make({ tile: [0, 1], key: 1 }));
  await fails('E_SOURCE_LOCKED', () => dungeon.route({ from: [3, 1], to: 0 }));
  dungeon.dispose();
  await fails('E_DISPOSED', () => dungeon.route({ from: 0, to: 1 }));
  equal([dungeon.byteLength, dungeons.version], [0, '0.1.0']);
  check(api.Dungeon === undefined, 'keys and doors are an entry of their own');
});

test('a walker follows its route, and plans again when it must', async ({ landfall }) => {
  const board = parse(Array(11).fill('.'.repeat(30)));
  const map = landfall.map({ ...board, editable: true });
  const ship = map.walker({ from: [12, 5], to: [18, 5] });
  const patient = map.walker({ from: [12, 5], to: [18, 5], replan: 'broken' });
  equal([map.point(ship.next())[0], map.point(patient.next())[0], ship.rest.length], [13, 13, 6]);
  map.edit({ rect: [15, 0, 1, 10], open: false }); // a wall with a gap at the bottom
  ship.next();
  patient.next();
  equal([ship.plans, patient.plans, ship.rest.length, patient.rest.length], [2, 2, 12, 12]);
  map.edit({ rect: [15, 6, 1, 1], open: true }); // a shorter way opens
  ship.next();
  patient.next();
  equal([ship.plans, patient.plans, ship.rest.length < patient.rest.length], [3, 2, true]);
  map.edit({ rect: [17, 0, 1, 11], open: false });
  equal([ship.next(), ship.isStuck, ship.rest.length, ship.isDone], [undefined, true, 0, false]);
  equal(ship.next(), undefined);
  map.edit({ rect: [17, 0, 1, 11], open: true });
  let steps = 0;
  while (ship.next() !== undefined) steps++;
  equal([ship.isDone, ship.position, steps > 2], [true, map.tile(18, 5), true]);
  ship.moveTo([0, 0]);
  equal([ship.position, ship.isDone], [0, false]);
  ship.retarget([3, 0]);
  equal([ship.next(), ship.next(), ship.next(), ship.next(), ship.isDone], [1, 2, 3, undefined, true]);
  await fails('E_TILE_OUTSIDE', () => ship.moveTo([30, 0]));
  await fails('E_ARGUMENT', () => map.walker({ from: 0, to: 1, replan: 'never' }));
  const still = landfall.map(board).walker({ from: 0, to: 2 });
  equal([still.next(), still.next(), still.next(), still.isDone], [1, 2, undefined, true]);
});

test('ends on land: beside, near, left out', async ({ landfall }) => {
  const board = parse(['#####......', '##.##......', '#####.....#', '.....######']);
  const map = landfall.map(board);
  const [port, lake] = [[10, 2], [2, 0]]; // both blocked
  await fails('E_TARGET_BLOCKED', () => map.route({ from: [5, 0], to: port }));
  const beside = map.route({ from: [5, 0], to: port, ends: 'beside' });
  equal([beside.target, beside.targetIndex, beside.length], [map.tile(9, 1), 0, 4]);
  equal(map.route({ from: [5, 0], to: [5, 1], ends: 'beside' }).length, 1, 'an open end stands for itself:');
  await fails('E_TARGET_FAR', () => map.route({ from: [5, 0], to: [0, 0], ends: 'beside' }));
  equal(map.route({ from: [5, 0], to: [0, 0], ends: { near: 5 } }).targetIndex, 0, 'the nearest tile of each body:');
  await fails('E_TARGET_FAR', () => map.route({ from: [5, 0], to: [0, 0], ends: { near: 1 } }));
  await fails('E_SOURCE_BLOCKED', () => map.route({ from: lake, to: port, ends: { to: 'beside' } }));
  equal(map.route({ from: [lake, [6, 3]], to: port, ends: { from: { near: 2 }, to: 'beside' } }).sourceIndex, 1);
  const some = map.route({ from: [[0, 0], [99, 0], [6, 0]], to: Uint32Array.of(9, 4e9, 0), skipBadEnds: true });
  equal([some.sourceIndex, some.targetIndex, some.length], [2, 0, 3]);
  await fails('E_TARGETS_SKIPPED', () => map.route({ from: [6, 0], to: -1, skipBadEnds: true }));
  await fails('E_TARGET_OUTSIDE', () => map.route({ from: [[0, 0], [6, 0]], to: -1, skipBadEnds: { from: true } }));
  await fails('E_SOURCE_BLOCKED', () => map.route({ from: [[0, 0], [6, 0]], to: 9, skipBadEnds: { to: true } }));
  for (const ends of ['near', 3, null, { near: 0 }, { near: 1.5 }, { to: 'far' }, {}])
    await fails('E_ARGUMENT', () => map.route({ from: [5, 0], to: port, ends }), 'ends');
  await fails('E_ARGUMENT', () => map.route({ from: [5, 0], to: port, skipBadEnds: 1 }), 'skipBadEnds');
  equal((await map.routeAsync({ from: [5, 0], to: port, ends: 'beside', budget: 1 })).tiles, beside.tiles);
  for (const strategy of ['expand', 'spine']) {
    const [x, y] = map.point(map.route({ from: [5, 0], to: port, ends: 'beside', strategy }).target);
    equal(Math.max(10 - x, Math.abs(y - 2)), 1, strategy);
  }
});

test('ends may stand for any number of tiles', ({ landfall }) => {
  const rows = Array.from({ length: 61 }, (_, y) => (y % 2 ? '#.'.repeat(50) : '.'.repeat(100)));
  const board = { ...parse(rows), editable: true };
  const blocked = Uint32Array.from([...board.tiles.keys()].filter(tile => board.tiles[tile] === 0)); // 1,500, eight tiles each
  for (const map of [landfall.map({ ...board, editable: false }), landfall.map(board)]) {
    const route = map.route({ from: blocked.subarray(700), to: blocked.subarray(0, 700), ends: 'beside' });
    equal([route.length, map.reaches({ from: 0, to: blocked, ends: 'beside' })], [0, true]);
    if (map.editable) map.edit({ rect: [0, 28, 100, 2], open: false });
    const after = map.route({ from: blocked.subarray(700), to: blocked.subarray(0, 700), ends: 'beside', skipBadEnds: true });
    equal(after?.length ?? null, map.editable ? null : 0);
  }
});

test('partial routes end as near as they can', async ({ landfall }) => {
  const board = parse(['.....#...', '.....#...', '.....#...']);
  const map = landfall.map({ ...board, editable: true });
  equal(map.route({ from: [0, 0], to: [8, 2] }), null);
  const route = map.route({ from: [0, 0], to: [8, 2], partial: true });
  equal([route.partial, route.target, route.targetIndex, route.targetDistance, route.targetDiagonal], [true, map.tile(4, 0), 0, 4, 2]);
  equal(map.fault(route.tiles), null);
  const whole = map.route({ from: [0, 0], to: [4, 2], partial: true });
  equal([whole.partial, whole.targetDistance, map.route({ from: 0, to: 1 }).partial], [false, 0, false]);
  equal((await map.routeAsync({ from: [0, 0], to: [8, 2], partial: true, budget: 1 })).tiles, route.tiles);
  equal(map.route({ from: [0, 0], to: [8, 2], partial: true, shape: 'waypoints' }).waypoints.at(-1), route.target);
  await fails('E_ARGUMENT', () => map.route({ from: 0, to: 1, partial: 'yes' }), 'partial');
  const pairs = [[0, map.tile(8, 2)], [0, 3], [0, 5], [-1, 3]];
  const list = map.routes(pairs, { partial: true, skipBadEnds: true });
  equal([...list].map(tiles => tiles?.length ?? null), [5, 4, null, null]);
  equal(list.partial, [1, 0, 0, 0]);
  equal(list.at(0), route.tiles);
  equal(map.routes([[0, 3]]).partial.length, 0);
  equal((await fails('E_TARGET_BLOCKED', () => map.routes(pairs.slice(0, 3), { partial: true }), 'pair 2')).index, 2);
  const unit = map.walker({ from: [0, 0], to: [8, 2], partial: true });
  while (unit.next() !== undefined);
  equal([unit.position, unit.isDone, unit.isStuck], [map.tile(4, 0), false, true]);
  map.edit({ tiles: [[5, 1]], open: true });
  while (unit.next() !== undefined);
  equal([unit.position, unit.isDone, unit.plans], [map.tile(8, 2), true, 2]);
});

test('whether there is a route', async ({ landfall }) => {
  const map = landfall.map({ ...parse(['..#..', '..#..', '#####']), depth: true });
  equal([map.reaches({ from: 0, to: 6 }), map.reaches({ from: 0, to: 4 }), map.reaches({ from: 0, to: Uint32Array.of(4, 5) })], [true, false, true]);
  equal([map.reaches({ from: 0, to: 12, ends: 'beside' }), map.reaches({ from: 0, to: 4, partial: true })], [true, false]);
  equal([map.reaches({ from: 0, to: 6, minDepth: 2 }), map.reaches({ from: 0, to: 5, minDepth: 2, harbour: 0 })], [false, true]);
  await fails('E_TARGET_BLOCKED', () => map.reaches({ from: 0, to: 12 }));
});

test('fields: distances, directions and owners of every tile', async ({ landfall }) => {
  const next = random(21);
  for (let round = 0; round < 9; round++) {
    const moves = ['king', 'king-cut', 'orthogonal'][round % 3];
    const cost = round % 2 ? 'octile' : 'uniform';
    const board = { ...noise(37 + round, 29, 30, next), moves, cost };
    const map = landfall.map(board);
    const to = Uint32Array.from([...farTiles(board, next), ...farTiles(board, next)]);
    const field = map.field({ to, owners: true });
    equal([field.distances.length, field.cost, field.unit, field.version], [board.tiles.length, cost, cost === 'octile' && moves !== 'orthogonal' ? 1024 : 1, 0]);
    let reached = 0;
    for (let tile = 0; tile < board.tiles.length; tile++) {
      const route = board.tiles[tile] ? map.route({ from: to, to: tile, strategy: 'flood' }) : null;
      const way = field.route(tile);
      equal(way === null, route === null, `tile ${tile}`);
      if (!way) {
        equal([field.distance(tile), field.next(tile), field.owner(tile), field.distances[tile]], [undefined, undefined, undefined, 0xffffffff]);
        continue;
      }
      reached++;
      equal([...way.tiles].reverse(), route.tiles, 'as flood finds it:');
      check(Math.abs(field.distance(tile) - route.cost) < 1e-9 && way.cost === route.cost, `${field.distance(tile)}, route ${route.cost}`);
      equal([field.distances[tile], field.next(tile), field.owner(tile)], [Math.floor(route.cost * field.unit), way.tiles[1] ?? tile, way.targetIndex]);
      equal(to[way.targetIndex], way.target);
    }
    equal(field.reached, reached);
    const sliced = await map.fieldAsync({ to, owners: true, budget: 100 });
    for (const plane of ['distances', 'directions', 'owners']) equal(sliced[plane], field[plane], plane);
  }
});

test('a field: limits, a horde, and what it refuses', async ({ landfall, api }) => {
  const board = parse(Array(9).fill('.'.repeat(40)));
  const map = landfall.map({ ...board, editable: true });
  const field = map.field({ to: [20, 4], limit: 5 });
  equal([field.reached, field.distance([25, 4]), field.distance([26, 4])], [11 * 9, 5, undefined]);
  const units = Uint32Array.of(map.tile(25, 4), map.tile(22, 0), map.tile(0, 0), map.tile(20, 4), 4_000_000);
  equal([field.advance(units), field.advance(units)], [2, 2]);
  equal(units, [map.tile(23, 4), map.tile(22, 2), 0, map.tile(20, 4), 4_000_000]);
  while (field.advance(units) > 0);
  equal(units.subarray(0, 2), [map.tile(20, 4), map.tile(20, 4)]);
  map.edit({ rect: [22, 0, 1, 8], open: false });
  equal([field.version, map.version, field.distance([23, 4])], [0, 1, 3], 'it stays as it was filled:');
  await fails('E_TARGET_BLOCKED', () => field.fill({ to: [22, 0] }));
  equal(field.distance([23, 4]), 3, 'after an error too:');
  field.fill({ to: [20, 4] });
  equal([field.version, field.distance([23, 4]), field.distance([39, 0])], [1, 10, 22]);
  const small = map.field({ to: [20, 4], distances: 16, directions: false });
  check(small.distances instanceof Uint16Array, 'numbers of 16 bits');
  equal([small.distances[map.tile(23, 4)], small.distance([22, 0]), small.isFilled], [10, undefined, true]);
  await fails('E_PLANE', () => small.next(0), 'directions');
  await fails('E_PLANE', () => small.owner(0), 'owners');
  await fails('E_PLANE', () => map.field({ to: 0, distances: 0 }).distances, 'distances');
  const stop = new AbortController();
  const under = small.fillAsync({ to: 0, budget: 1, signal: stop.signal });
  await fails('E_BUSY', () => small.fill({ to: 0 }));
  await fails('E_NOT_ENDED', () => small.distances);
  stop.abort();
  await fails(20, () => under);
  equal(small.isFilled, false);
  await small.fillAsync({ to: 1 });
  equal(small.distance(0), 1);
  for (const bad of [{ to: 0, limit: 0 }, { to: 0, distances: 8 }, { to: 0, directions: 1 }, { to: 0, owners: 'yes' }, { to: 'x' }, { to: 0, cost: 'far' }])
    await fails('E_ARGUMENT', () => map.field(bad));
  await fails('E_TARGET_OUTSIDE', () => map.field({ to: 9 * 40 }));
  await fails('E_NO_TARGETS', () => map.field({ to: [] }));
  await fails('E_DISTANCES', () => map.field({ to: 0, distances: 16, cost: 'octile' }));
  await fails('E_TILE_OUTSIDE', () => field.next([40, 0]));
  await fails('E_ARGUMENT', () => field.advance([1, 2]), 'Uint32Array');
  small.dispose();
  await fails('E_DISPOSED', () => small.distance(0));
  equal([api.NO_DISTANCE, api.NO_OWNER, api.NO_DIRECTION, api.DIRECTION_HERE, field.directions[map.tile(20, 4)]], [0xffffffff, 0xffffffff, 255, 8, 8]);
  map.dispose();
  await fails('E_DISPOSED', () => field.distances);
});

test('planes of a field are read where they lie, after memory has grown too', ({ landfall }) => {
  const map = landfall.map(parse(Array(60).fill('.'.repeat(60))));
  const field = map.field({ to: 0 });
  const before = field.distances;
  check(before === field.distances, 'the same view as long as the memory is the same');
  const others = Array.from({ length: 200 }, () => map.field({ to: 1 }));
  check(before.length === 0 && field.distances.length === 3600, 'a view of memory that has grown');
  equal([field.distance(3599), others[199].distance(3599)], [59, 59]);
  const bytes = map.byteLength;
  for (const other of others) other.dispose();
  for (let i = 0; i < 400; i++) map.field({ to: 1 }).dispose();
  equal(map.byteLength, bytes, 'disposed fields are used again:');
});

test('clearance', async ({ landfall, api }) => {
  const next = random(22);
  const board = noise(23, 17, 8, next);
  const map = landfall.map(board);
  const blocked = [...board.tiles.keys()].filter(tile => board.tiles[tile] === 0).map(tile => map.point(tile));
  const squares = map.clearance();
  equal(squares, [...board.tiles.keys()].map(tile => {
    const [x, y] = map.point(tile);
    return Math.min(...blocked.map(([bx, by]) => (x - bx) ** 2 + (y - by) ** 2));
  }));
  check(map.clearance({ edgeBlocked: true })[0] <= 1, 'the edge is blocked');
  equal(landfall.map(parse(['..'])).clearance(), [0xffffffff, 0xffffffff]);
  equal(api.clearanceDepths(Uint32Array.of(0, 1, 2, 4, 5, 254 ** 2, 254 ** 2 + 1, 1e6, 0xffffffff)), [0, 1, 2, 2, 3, 254, 255, 255, 255]);
  const round = landfall.map({ ...board, depth: api.clearanceDepths(squares) });
  const [from, to] = [squares.indexOf(Math.max(...squares)), squares.lastIndexOf(Math.max(...squares))];
  const route = round.route({ from, to, minDepth: 2 });
  check(route === null || [...route.tiles].every(tile => squares[tile] > 1), 'a unit of radius 1 does not fit');
  await fails('E_ARGUMENT', () => map.clearance({ edgeBlocked: 1 }));
  await fails('E_ARGUMENT', () => api.clearanceDepths([1]));
});

test('tasks: a budget per tick, the highest priority first, the same every time', async ({ landfall }) => {
  const next = random(23);
  const board = noise(150, 110, 25, next);
  const queries = Array.from({ length: 60 }, (_, i) => {
    const [from, to] = farTiles(board, next);
    return { from, to, priority: i % 3, strategy: ['auto', 'expand', 'spine', 'flood'][i % 4] };
  });
  const run = lanes => {
    const map = landfall.map(board);
    const tasks = map.tasks({ budget: 3000, lanes });
    const log = [];
    const all = [];
    for (let tick = 0; tasks.count > 0 || tick < 6; tick++) {
      if (tick < 6) all.push(...queries.slice(tick * 10, tick * 10 + 10).map(query => tasks.add(query)));
      for (const done of tasks.tick()) log.push([tick, all.indexOf(done)]);
      if (tick === 3) map.route(queries[0]); // others ask meanwhile
      check(tick < 10_000, 'the ticks do not end');
    }
    all.forEach((task, i) => equal(task.route?.tiles ?? null, map.route(queries[i])?.tiles ?? null, `task ${i}`));
    return log;
  };
  const once = run(1);
  equal(run(1), once, 'lanes: 1');
  equal(run(3), run(3), 'lanes: 3');
  equal([once.length, once.at(-1)[0] > 5], [60, true]);
  const first = once.filter(([tick]) => tick === 0).map(([, i]) => queries[i].priority);
  check(first.length > 0 && first.every((priority, i) => i === 0 || priority <= first[i - 1]), `priorities ${first}`);
});

test('tasks: long ones take turns with short ones, and any may be given up', async ({ landfall }) => {
  const board = parse(Array(100).fill('.'.repeat(300)));
  const map = landfall.map({ ...board, editable: true });
  const long = { from: [0, 0], to: [299, 99], strategy: 'flood' };
  const short = { from: [150, 50], to: [152, 50], strategy: 'flood', shape: 'waypoints' };
  const tasks = map.tasks({ lanes: 2 });
  const [slow, quick] = [tasks.add(long), tasks.add(short)];
  equal([tasks.count, quick.isDone, quick.route], [2, false, undefined]);
  const waiting = quick.promise;
  equal([tasks.tick(10_000).length, slow.isDone, quick.isDone, quick.route.waypoints.length, tasks.budgetLeft], [1, false, true, 2, 0]);
  check((await waiting) === quick.route && (await quick.promise) === quick.route, 'the promise has the route');
  map.edit({ rect: [100, 0, 1, 100], open: false });
  const later = tasks.add(long);
  const given = tasks.add(short);
  given.cancel();
  equal([given.isCancelled, given.isDone, tasks.count], [true, false, 2]);
  await fails('E_CANCELLED', () => given.promise);
  equal([tasks.tick(Infinity).length, tasks.count], [2, 0]);
  equal([slow.route.version, slow.route.length, later.route], [0, 299, null], 'for the map as it was when it was begun:');
  const under = tasks.add({ ...long, to: [99, 99] });
  equal([tasks.tick(10).length, tasks.count], [0, 1]);
  under.cancel();
  equal([tasks.count, tasks.tick()], [0, []]);
  const bad = tasks.add({ from: [0, 0], to: [100, 0] });
  equal([tasks.tick()[0] === bad, bad.isDone, bad.route, bad.error.code], [true, true, null, 'E_TARGET_BLOCKED']);
  await fails('E_TARGET_BLOCKED', () => bad.promise);
  await fails('E_TARGET_OUTSIDE', () => tasks.add({ from: 0, to: -1 }));
  await fails('E_ARGUMENT', () => tasks.add({ from: 0, to: 1, priority: 0.5 }), 'priority');
  await fails('E_ARGUMENT', () => tasks.tick(0), 'budget');
  await fails('E_ARGUMENT', () => map.tasks({ lanes: 17 }), 'lanes');
  map.buildIndex();
  const fast = tasks.add({ from: [0, 0], to: [99, 99] });
  equal(tasks.tick()[0] === fast && fast.route.strategy, 'headland', 'with the index from then on:');
  map.dispose();
  await fails('E_DISPOSED', () => tasks.tick());
});

test('stencils', async ({ landfall }) => {
  const board = parse(Array(12).fill('.'.repeat(30)));
  const map = landfall.map({ ...board, editable: true });
  const tiles = board.tiles.slice();
  const next = random(24);
  for (let round = 0; round < 20; round++) {
    const [x, y, width, height] = [next(34) - 4, next(16) - 4, next(20), next(9)];
    const patch = Uint8Array.from({ length: width * height }, () => next(3));
    const mask = round % 2 ? Uint8Array.from({ length: width * height }, () => next(2) * 7) : undefined;
    map.edit({ stencil: [x, y, width, height], tiles: patch, ...(mask && { mask }) });
    for (let i = 0; i < patch.length; i++) {
      const [tx, ty] = [x + (i % width), y + Math.floor(i / width)];
      if (tx >= 0 && tx < 30 && ty >= 0 && ty < 12 && (mask?.[i] ?? 1) !== 0) tiles[ty * 30 + tx] = patch[i] ? 1 : 0;
    }
    equal([...tiles.keys()].map(tile => Number(map.isOpen(tile))), tiles, `round ${round}`);
  }
  await fails('E_TILES_SIZE', () => map.edit({ stencil: [0, 0, 3, 3], tiles: new Uint8Array(8) }), '3 x 3 tiles are 9 bytes, not 8');
  await fails('E_TILES_SIZE', () => map.edit({ stencil: [0, 0, 3, 3], tiles: new Uint8Array(9), mask: new Uint8Array(1) }));
  await fails('E_ARGUMENT', () => map.edit({ stencil: [0, 0, 3], tiles: new Uint8Array(9) }), 'stencil must be [x, y, width, height]');
  await fails('E_ARGUMENT', () => map.edit({ stencil: [0, 0, 1, 1], tiles: [1] }), 'Uint8Array');
});

test('puzzles', async ({ dungeons }) => {
  const ground = (...rows) => ({ width: rows[0].length, height: rows.length, tiles: Uint8Array.from(rows.join(''), sign => (sign === '#' ? 0 : 1)), moves: 'orthogonal' });
  const ends = { from: [0, 0], to: [6, 0] };
  const keys = [{ tile: [1, 0], type: 'key' }, { tile: [2, 0], type: 'door' }, { tile: [4, 0], type: 'door' }];
  const row = ground('.......');
  equal(dungeons.puzzle({ ...row, devices: keys }).route(ends).length, 6, 'a key that is kept:');
  const once = dungeons.puzzle({ ...row, devices: keys, usedUp: [0] });
  equal(once.route(ends), null, 'a key that is used up:');
  equal(once.explain(), { walled: false, reached: [0], unreached: [], bound: 0, states: 6 });
  const two = once.route({ ...ends, held: { 0: 1 } });
  equal([two.length, two.proven, two.gap, two.events.map(({ what, at }) => `${what} ${at}`)], [6, true, 0, ['took 1', 'unlocked 2', 'unlocked 4']]);
  equal(two.steps.map(step => step.tile), [0, 1, 2, 3, 4, 5, 6]);
  equal(once.explain(), { walled: false, reached: [], unreached: [], bound: 6, states: two.states });
  const lever = dungeons.puzzle({ ...row, devices: [{ tile: [1, 0], type: 'switch', kind: 9 }, { tile: [3, 0], type: 'barrier', kind: 9 }, { tile: [5, 0], once: true, heading: 'east' }] });
  equal(lever.route(ends).events.map(event => event.what), ['pressed', 'passed', 'shut']);
  equal(lever.route({ from: [6, 0], to: [0, 0] }), null);
  equal(lever.explain().walled, true);
  const blue = dungeons.puzzle({ ...ground('..#....'), devices: [{ tile: [1, 0], type: 'teleporter', kind: 2 }, { tile: [5, 0], type: 'teleporter', kind: 2 }] });
  equal(blue.route(ends).length, 3);
  const gems = [1, 3, 5].map(x => ({ tile: [x, 0], type: 'key', kind: 63 }));
  const vault = dungeons.puzzle({ ...row, devices: [...gems, { tile: [6, 0], type: 'door', kind: 63, need: 3 }] });
  equal([vault.route({ from: [2, 0], to: [6, 0] }).length, vault.route({ from: [2, 0], to: [2, 0], needed: { 63: 2 } }).length], [6, 4]);
  const tour = dungeons.puzzle({ ...row, devices: [{ tile: [6, 0], type: 'place', kind: 0 }, { tile: [2, 0], type: 'place', kind: 1 }] });
  equal(tour.route({ from: [{ tile: [0, 0], origin: 'home' }], to: 0 }).origin, 'home');
  const rooms = ground('....', '####', '....');
  const heroes = dungeons.puzzle({ ...rooms, devices: [{ tile: [2, 0], type: 'key' }, { tile: [1, 2], type: 'door' }, { tile: [3, 2], type: 'key', kind: 1 }] });
  const both = await heroes.routeAsync({ from: [[0, 0], [0, 2]], goal: 'all-keys', together: true, budget: 1 });
  equal([both.length, both.sourceIndex, both.origin], [5, -1, undefined]);
  equal(both.steps.map(step => step.hero), [0, 1, 0, 0, 1, 1, 1]);
  equal(heroes.route({ from: [[0, 0], [0, 2]], goal: 'all-keys', together: true }).steps, both.steps, 'slices and not:');
  const hasty = dungeons.puzzle({ ...row, devices: keys, usedUp: [0], maxStates: 1 });
  await fails('LIMIT', () => hasty.route({ ...ends, held: { 0: 1 } }));
  equal([hasty.explain().bound, hasty.explain().walled], [6, false], 'a bound without a route:');
  await fails('E_ARGUMENT', () => dungeons.puzzle(row), 'devices');
  await fails('E_ARGUMENT', () => dungeons.puzzle({ ...row, devices: [{ tile: 0, type: 'trap' }] }), 'devices[0]: type');
  await fails('E_ARGUMENT', () => dungeons.puzzle({ ...row, devices: [{ tile: 0, heading: 'up' }] }), 'heading');
  await fails('E_DEVICE', () => dungeons.puzzle({ ...row, devices: [{ tile: 0, type: 'teleporter', heading: 'east' }] }));
  await fails('E_FIXTURE_TWICE', () => dungeons.puzzle({ ...row, devices: [{ tile: 0 }, { tile: 0 }] }));
  await fails('E_FIXTURE_OUTSIDE', () => dungeons.puzzle({ ...row, devices: [{ tile: 7 }] }));
  await fails('E_HEROES', () => heroes.route({ from: new Uint32Array(9), goal: 'all-keys', together: true }));
  await fails('E_SOURCE_LOCKED', () => once.route({ from: 2, to: 0 }));
  await fails('E_ARGUMENT', () => once.route({ ...ends, held: [300] }), 'held');
  once.dispose();
  await fails('E_DISPOSED', () => once.route(ends));
});

test('keys and doors of an editable map follow its edits', async ({ landfall, dungeons }) => {
  const board = parse(['.......', '###.###', '.......']);
  const fixtures = [{ tile: [0, 0], key: 5 }, { tile: [3, 1], door: 5 }, { tile: [6, 1], key: 6 }];
  const map = landfall.map({ ...board, editable: true });
  const dungeon = dungeons.dungeon({ map, fixtures });
  equal([dungeon.route({ from: [2, 0], to: [6, 2] }).length, dungeon.route({ from: [2, 0], goal: 'all-keys' }).held], [10, [5]]);
  map.edit({ tiles: [[1, 1], [6, 1]], open: true });
  equal(dungeon.route({ from: [2, 0], to: [6, 2] }).length, 6, 'another way, without the door:');
  equal(dungeon.route({ from: [2, 0], goal: 'all-keys' }).held, [5, 6], 'a key that was under a rock:');
  map.edit({ tiles: [[0, 0], [1, 1]], open: false });
  map.edit({ tiles: [[6, 1]], open: false });
  equal(dungeon.route({ from: [2, 0], to: [6, 2] }), null);
  equal(dungeon.explain().missing, [5]);
  await fails('E_FIXTURE_TWICE', () => dungeons.dungeon({ map, fixtures: [fixtures[2], fixtures[2]] }));
  await fails('E_FIXTURE_BLOCKED', () => dungeons.dungeon({ map: landfall.map(board), fixtures }));
  equal(dungeons.dungeon({ map: landfall.map(board), fixtures: [] }).route({ from: 0, to: 6 }).length, 6);
  map.dispose();
  await fails('E_DISPOSED', () => dungeons.dungeon({ map, fixtures }));
});

test('keys and doors in slices', async ({ landfall, dungeons }) => {
  const next = random(41);
  const board = parse(Array(40).fill('.'.repeat(60)));
  const tiles = new Set();
  while (tiles.size < 11) tiles.add(next(2400));
  const fixtures = [...tiles].map((tile, key) => ({ tile, key }));
  const dungeon = dungeons.dungeon({ ...board, fixtures });
  const query = { from: [30, 20], goal: 'all-keys' };
  const whole = dungeon.route(query);
  const both = [dungeon.routeAsync({ ...query, budget: 1 }), dungeon.routeAsync({ from: 0, to: 2399 })];
  for (let i = 0; i < 5; i++) await undefined; // the first one has begun, and gives way after each slice
  await fails('E_BUSY', () => dungeon.route(query), 'await');
  const [sliced, short] = await Promise.all(both);
  equal(sliced.tiles, whole.tiles);
  equal([sliced.proven, short.length], [true, 59]);
  // After two units not even the ways between the keys are there: the walk to the nearest key, again and again.
  const soon = await dungeon.routeAsync({ ...query, limit: 2, budget: 1 });
  check(!soon.proven && soon.bound < whole.length && soon.length > whole.length, `${soon.bound} < ${whole.length} < ${soon.length}`);
  equal(landfall.map(board).fault(soon.tiles), null);
  for (const limit of [5, 20, 80]) { // when ways and bounds are there, a route soon may be proven to be the shortest
    const { proven, bound, length } = await dungeon.routeAsync({ ...query, limit, budget: 10 });
    check(bound <= whole.length && length >= whole.length, `${limit}: ${bound} <= ${whole.length} <= ${length}`);
    equal(proven, bound === length, `${limit}: ${bound}, ${length}`);
  }
  const control = new AbortController();
  const stopped = [false, true].map(bestSoFar => dungeon.routeAsync({ ...query, budget: 10, signal: control.signal, bestSoFar }));
  control.abort(new Error('enough'));
  for (const result of await Promise.allSettled(stopped)) equal(result.reason?.message, 'enough', 'before it began:');
  const late = new AbortController();
  const best = dungeon.routeAsync({ ...query, budget: 10, signal: late.signal, bestSoFar: true });
  setTimeout(() => late.abort(), 0);
  check((await best).length >= whole.length, 'the best so far is a route');
  equal(dungeon.route(query).length, whole.length, 'after all of them:');
  await fails('E_ARGUMENT', () => dungeon.routeAsync({ ...query, limit: 0 }), 'limit');
  await fails('E_ARGUMENT', () => dungeon.routeAsync({ ...query, bestSoFar: 1 }), 'bestSoFar');
  const ways = dungeons.dungeon({ ...board, fixtures, keepWays: true });
  equal([ways.route(query).length, ways.route(query).length], [whole.length, whole.length], 'with ways made once:');
  await fails('E_ARGUMENT', () => dungeons.dungeon({ ...board, fixtures, keepWays: 'yes' }), 'keepWays');
});

test('open tiles', ({ landfall }) => {
  const board = parse(SEA);
  const map = landfall.map({ ...board, editable: true });
  equal(map.openTiles(), board.tiles);
  map.edit({ tiles: [[1, 1]], open: true });
  equal(map.openTiles(), Uint8Array.from(board.tiles, (tile, i) => (i === 9 ? 1 : tile)));
});

// ---- Obstacles of one query ------------------------------------------------------------------------------------------

/** The tiles of a board under obstacles, by the rules of the API. */
function underObstacles({ width, height, tiles }, obstacles) {
  const under = tiles.slice();
  const planes = obstacles.filter(one => one.plane).sort((a, b) => a.open - b.open);
  for (const { plane, open } of planes) plane.forEach((byte, i) => byte && (under[i] = open ? 1 : 0));
  for (const one of obstacles.filter(other => !other.plane))
    for (let i = 0; i < under.length; i++) {
      const [x, y] = [i % width, Math.floor(i / width)];
      const [a, b, c, d] = one.rect ?? one.disc ?? [];
      const hit = one.rect ? x >= a && x < a + c && y >= b && y < b + d : one.disc ? (x - a) ** 2 + (y - b) ** 2 <= c * c : one.tiles.includes(i);
      if (hit) under[i] = one.open ? 1 : 0;
    }
  return { width, height, tiles: under };
}

function someObstacles({ width, height }, next) {
  const list = [];
  for (let i = next(6) + 1; i > 0; i--) {
    const [x, y, open] = [next(width + 6) - 3, next(height + 6) - 3, next(3) === 0];
    const kind = next(4);
    if (kind === 0) list.push({ rect: [x, y, next(9), next(7)], open });
    else if (kind === 1) list.push({ disc: [x, y, next(6)], open });
    else if (kind === 2) list.push({ tiles: Uint32Array.from({ length: next(12) }, () => next(width * height)), open });
    else if (!list.some(one => one.plane && one.open === open)) list.push({ plane: Uint8Array.from({ length: width * height }, () => (next(20) === 0 ? 3 : 0)), open });
  }
  return list;
}

/** The cheapest cost from a tile to another one by trying all moves until nothing changes; Infinity = there is none. */
function cheapest({ width, height, moves }, open, weight, octile, from, to) {
  const costs = new Float64Array(width * height).fill(Infinity);
  const may = (x, y) => x >= 0 && y >= 0 && x < width && y < height && open(y * width + x);
  if (!open(from) || !open(to)) return Infinity;
  costs[from] = 0;
  for (let fell = true; fell; ) {
    fell = false;
    for (let tile = 0; tile < costs.length; tile++) {
      if (costs[tile] === Infinity) continue;
      const x = tile % width, y = Math.floor(tile / width);
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          const diagonal = dx !== 0 && dy !== 0;
          if (!may(x + dx, y + dy) || (diagonal && moves === 'orthogonal')) continue;
          if (diagonal && moves !== 'king-cut' && !(may(x + dx, y) && may(x, y + dy))) continue;
          const next = (y + dy) * width + x + dx;
          const cost = costs[tile] + weight(next) * (diagonal && octile ? Math.SQRT2 : 1);
          if (cost >= costs[next] - 1e-9) continue;
          costs[next] = cost;
          fell = true;
        }
    }
  }
  return costs[to];
}

test('weights: costs are those of a search by trying', async ({ landfall }) => {
  const next = random(77);
  let found = 0;
  for (let i = 0; i < 40; i++) {
    const width = 2 + next(14), height = 2 + next(14), count = width * height;
    const moves = ['king', 'king-cut', 'orthogonal'][i % 3], cost = i % 2 ? 'octile' : 'uniform';
    const tiles = Uint8Array.from({ length: count }, () => (next(5) ? 1 : 0));
    const plane = Uint8Array.from({ length: count }, () => next(10));
    const map = landfall.map({ width, height, tiles, moves, cost, depth: true });
    const table = Array.from({ length: 256 }, (_, byte) => (byte === 0 ? 0 : 1 + ((byte * 7) % 300)));
    const [weights, soft] = [map.weights({ plane, table }), map.weights({ plane, byDepth: depth => 10 * depth })];
    for (const [each, weigh] of [[weights, t => table[plane[t]]], [soft, t => plane[t] && plane[t] + 10 * (map.depth(t) ?? 0)]]) {
      const open = t => tiles[t] === 1 && weigh(t) > 0;
      const [from, to] = [next(count), next(count)];
      equal(each.at(to), tiles[to] ? weigh(to) : 0, 'at:');
      if (!open(from) || !open(to)) continue;
      const right = cheapest({ width, height, moves }, open, weigh, cost === 'octile' && moves !== 'orthogonal', from, to);
      const route = map.route({ from, to, weights: each });
      equal(route === null, right === Infinity, 'found:');
      if (!route) continue;
      found++;
      check(Math.abs(route.cost - right) < 1e-6, `${route.cost} and ${right}`);
      const sum = [...route.tiles].slice(1).reduce((all, tile) => all + weigh(tile), 0);
      equal(route.straightCost + route.diagonalCost, sum, 'what the tiles entered weigh:');
      equal((await map.routeAsync({ from, to, weights: each, budget: 7 })).tiles, route.tiles, 'in slices:');
      equal(map.routes([[from, to]], { weights: each }).tiles, route.tiles, 'in bulk:');
      const tasks = map.tasks();
      const task = tasks.add({ from, to, weights: each });
      tasks.tick();
      equal(task.route?.tiles, route.tiles, 'as a task:');
      equal(map.route({ from, to })?.straightCost, map.route({ from, to })?.straight, 'without weights:');
      const field = map.field({ to, weights: each, distances: i % 4 === 3 ? 0 : 32 });
      check(Math.abs(field.distance(from) - right) < 1e-6, `a field: ${field.distance(from)} and ${right}`);
      const way = field.route(from);
      check(Math.abs(way.cost - right) < 1e-6, `its route: ${way.cost} and ${right}`);
      equal(way.straightCost + way.diagonalCost, [...way.tiles].slice(1).reduce((all, tile) => all + weigh(tile), 0), 'its costs:');
    }
  }
  check(found > 20, `${found} routes`);
});

test('weights: cells and flood find the same cost, and routes name the strategy', async ({ landfall, cells }) => {
  const next = random(5), board = noise(90, 70, 20, next);
  const map = landfall.map(board);
  const weights = map.weights({ plane: Uint8Array.from(board.tiles, () => 1 + next(9)) });
  for (let i = 0; i < 20; i++) {
    const [from, to] = farTiles(board, next);
    const names = ['auto', 'flood', ...(cells ? ['cells'] : [])];
    const routes = names.map(strategy => map.route({ from, to, weights, strategy }));
    for (const route of routes) equal([...(route?.tiles ?? [])], [...(routes[1]?.tiles ?? [])]);
    if (routes[1]) equal(routes.slice(1).map(route => route.strategy), names.slice(1));
    if (routes[0]) equal(routes[0].strategy, cells ? 'cells' : 'flood', 'auto is');
    if (!cells) await fails('E_NO_CELLS', () => map.route({ from, to, weights, strategy: 'cells' }));
  }
});

test('weights of an editable map follow its edits', async ({ landfall }) => {
  const next = random(41);
  for (let i = 0; i < 12; i++) {
    const board = { width: 2 + next(30), height: 2 + next(30), moves: ['king', 'king-cut', 'orthogonal'][i % 3] };
    board.tiles = Uint8Array.from({ length: board.width * board.height }, () => (next(5) ? 1 : 0));
    const plane = Uint8Array.from(board.tiles, () => 1 + next(9));
    const table = Uint32Array.from({ length: 256 }, (_, value) => 3 * value);
    const byDepth = depth => (depth <= 2 ? 4 : 1);
    const map = landfall.map({ ...board, editable: true, depth: true, weights: [{ plane, table }, { byDepth }] });
    for (let edit = 0; edit < 4; edit++) {
      const [x, y] = [next(board.width), next(board.height)];
      const rect = [x, y, 1 + next(board.width - x), 1 + next(board.height - y)];
      const bytes = Uint8Array.from({ length: rect[2] * rect[3] }, () => next(10));
      for (let k = 0; k < bytes.length; k++) plane[(y + Math.floor(k / rect[2])) * board.width + x + (k % rect[2])] = bytes[k];
      map.edit([{ disc: [next(board.width), next(board.height), 2], open: edit % 2 === 0 }, { weights: map.weights(0), rect, bytes }]);
      const tiles = map.openTiles();
      const now = landfall.map({ width: board.width, height: board.height, moves: board.moves, tiles, depth: true });
      const fresh = [now.weights({ plane, table }), now.weights({ byDepth })];
      const open = [...tiles.keys()].filter(tile => tiles[tile] && fresh[0].at(tile) > 0);
      if (open.length < 2) continue;
      const [from, to] = [open[next(open.length)], open[next(open.length)]];
      fresh.forEach((weights, number) => {
        const own = map.weights(number);
        for (const tile of open) equal(own.at(tile), weights.at(tile), 'what a tile weighs:');
        equal(map.route({ from, to, weights: own })?.tiles, now.route({ from, to, weights })?.tiles, 'route:');
        equal(map.field({ to, weights: own }).distance(from), now.field({ to, weights }).distance(from), 'field:');
      });
    }
  }
});

test('weights of an editable map: what is refused', async ({ landfall }) => {
  const [width, height] = [10, 6];
  const tiles = new Uint8Array(60).fill(1);
  const plane = new Uint8Array(60).fill(2);
  const map = landfall.map({ width, height, tiles, editable: true, depth: true, weights: [{ plane }, { byDepth: () => 1 }] });
  const [weights, soft] = [map.weights(0), map.weights(1)];
  equal(map.route({ from: 0, to: 9, weights }).cost, 18);
  map.edit({ weights, rect: [0, 0, 10, 1], bytes: new Uint8Array(10).fill(7) });
  equal(map.route({ from: 0, to: 9, weights }).cost, 18 + 5, 'around the dear row, and back to its end:');
  const field = map.field({ to: 9, weights });
  equal(field.distance(0), 23);
  map.edit({ weights, rect: [0, 1, 10, 5], bytes: new Uint8Array(50) });
  field.fill({ to: 9 });
  equal(field.distance(0), 63, 'the same field of the map as it is now:');
  await fails('E_ARGUMENT', () => map.weights(2), 'number 2');
  await fails('E_EDITABLE', () => map.weights({ plane }));
  await fails('E_ARGUMENT', () => landfall.map({ width, height, tiles, weights: [{ plane }] }), 'editable');
  await fails('E_ARGUMENT', () => landfall.map({ width, height, tiles, editable: true, weights: { plane } }), 'list');
  await fails('E_WEIGHTS_SIZE', () => landfall.map({ width, height, tiles, editable: true, weights: [{ plane: new Uint8Array(59) }] }));
  await fails('E_NO_DEPTH', () => landfall.map({ width, height, tiles, editable: true, weights: [{ byDepth: () => 1 }] }));
  await fails('E_WEIGHTS_NUMBER', () => landfall.map({ width, height, tiles, editable: true, weights: Array(9).fill({ plane }) }));
  await fails('E_WEIGHTS_NUMBER', () => map.edit({ weights: soft, rect: [0, 0, 1, 1], bytes: new Uint8Array(1) }));
  await fails('E_WEIGHTS_SIZE', () => map.edit({ weights, rect: [0, 0, 2, 1], bytes: new Uint8Array(1) }));
  await fails('E_ARGUMENT', () => map.edit({ weights, rect: [0, 0, 2, 1], bytes: [1, 2] }));
  const other = landfall.map({ width, height, tiles, editable: true, weights: [{ plane }] });
  await fails('E_FOREIGN_WEIGHTS', () => other.edit({ weights, rect: [0, 0, 1, 1], bytes: new Uint8Array(1) }));
  await fails('E_FOREIGN_WEIGHTS', () => other.route({ from: 0, to: 9, weights }));
});

test('weights: matrices', async ({ landfall }) => {
  const [width, height] = [12, 8];
  const tiles = new Uint8Array(width * height).fill(1);
  const plane = Uint8Array.from(tiles, (_, i) => 1 + ((i * 7) % 5));
  const [from, to] = [Uint32Array.of(0, 40, 95), Uint32Array.of(11, 60)];
  for (const editable of [false, true]) {
    const map = landfall.map({ width, height, tiles, editable, ...(editable && { weights: [{ plane }] }) });
    const weights = editable ? map.weights(0) : map.weights({ plane });
    const same = () => {
      const matrix = map.matrix({ from, to, weights });
      const costs = Array.from(from, (a) => Array.from(to, (b) => map.route({ from: a, to: b, weights }).cost));
      costs.forEach((row, i) => row.forEach((cost, j) => equal(matrix.cost(i, j), cost)));
      const near = map.nearest({ from, to, weights, routes: true });
      from.forEach((_, i) => {
        const best = Math.min(...costs[i]);
        equal(near.of(i)[0].cost, best);
        equal(near.targets[i], costs[i].indexOf(best));
      });
      return matrix.cost(0, 0);
    };
    const before = same();
    equal((await map.matrixAsync({ from, to, weights, budget: 10 })).cost(0, 0), before, 'in slices:');
    equal(map.matrix({ from, to }).cost(0, 0), 11, 'without weights:');
    if (editable) {
      map.edit({ weights, rect: [5, 0, 1, height], bytes: new Uint8Array(height).fill(200) });
      check(same() > before, 'they follow edits');
    }
    await fails('E_ARGUMENT', () => map.matrix({ from, to, weights: plane }), 'map.weights');
    await fails('E_FOREIGN_WEIGHTS', () => landfall.map({ width, height, tiles }).matrix({ from, to, weights }));
    map.dispose();
  }
});

test('weights: what is refused', async ({ landfall, api, cells }) => {
  const tiles = new Uint8Array(60).fill(1);
  const map = landfall.map({ width: 10, height: 6, tiles });
  const plane = new Uint8Array(60).fill(2);
  const weights = map.weights({ plane });
  check(weights instanceof api.Weights, 'a class of the API');
  equal(map.route({ from: 0, to: 9, weights }).cost, 18);
  for (const bad of [{}, { table: plane }, { plane: [1] }, { plane, table: [1, 2] }, { plane, table: () => 65536 }, { plane, table: () => 0.5 }, { plane, table: 7 }])
    await fails('E_ARGUMENT', () => map.weights(bad));
  await fails('E_WEIGHTS_SIZE', () => map.weights({ plane: new Uint8Array(59) }), '60 bytes, not 59');
  await fails('E_NO_DEPTH', () => map.weights({ byDepth: () => 1 }));
  await fails('E_EDITABLE', () => landfall.map({ width: 10, height: 6, tiles, editable: true }).weights({ plane }));
  await fails('E_FOREIGN_WEIGHTS', () => landfall.map({ width: 10, height: 6, tiles }).route({ from: 0, to: 9, weights }));
  await fails('E_ARGUMENT', () => map.route({ from: 0, to: 9, weights: plane }), 'map.weights');
  await fails('E_ARGUMENT', () => map.field({ to: 9, weights: plane }), 'map.weights');
  await fails('E_FOREIGN_WEIGHTS', () => landfall.map({ width: 10, height: 6, tiles }).field({ to: 9, weights }));
  await fails('E_WEIGHTS_STRATEGY', () => map.route({ from: 0, to: 9, weights, strategy: 'corridor' }));
  for (const strategy of ['expand', 'spine']) {
    if (cells) equal(map.route({ from: 0, to: 9, weights, strategy }).cost, 18);
    else await fails('E_NO_CELLS', () => map.route({ from: 0, to: 9, weights, strategy }));
  }
  await fails(cells ? 'E_CELLS' : 'E_NO_CELLS', () => map.route({ from: 0, to: 9, strategy: 'cells' }));
  await fails('E_TILE_OUTSIDE', () => weights.at(60));
  const heavy = landfall.map({ width: 10, height: 6, tiles, depth: true });
  await fails('E_WEIGHT', () => heavy.weights({ plane, table: () => 65535, byDepth: () => 1 }));
  equal(map.route({ from: 0, to: 9, weights }).cost, 18, 'all is well:');
  map.dispose();
  await fails('E_DISPOSED', () => weights.at(0));
});

test('obstacles of one query: answers are those of a map made with them', async ({ landfall }) => {
  const next = random(31);
  for (let round = 0; round < 24; round++) {
    const board = noise(50 + round, 40, 25, next);
    const cost = round % 5 === 4 ? 'octile' : 'uniform';
    const map = landfall.map({ ...board, cost, ...(round % 3 === 2 && { editable: true, coarse: true }) });
    if (round % 2) map.buildIndex({ forObstacles: round % 4 === 1 });
    for (let query = 0; query < 6; query++) {
      const obstacles = someObstacles(board, next);
      const under = underObstacles(board, obstacles);
      const anew = landfall.map({ ...under, cost });
      const [from, to] = farTiles(under, next);
      const right = anew.route({ from, to });
      for (const strategy of cost === 'octile' ? ['auto', 'flood'] : ['auto', 'flood', 'expand', 'spine']) {
        const route = map.route({ from, to, strategy, obstacles });
        equal(route === null, right === null, `round ${round}, ${strategy}: no route`);
        if (route === null) continue;
        equal(anew.fault(route.tiles), null, strategy);
        check(route.exact ? route.cost === right.cost : route.cost >= right.cost, `round ${round}, ${strategy}: ${route.cost}, right is ${right.cost}`);
      }
      equal(map.reaches({ from, to, obstacles }), right !== null, 'reaches:');
      equal((await map.routeAsync({ from, to, obstacles, budget: 100 }))?.cost, right?.cost, 'in slices:');
      const task = map.tasks().add({ from, to, obstacles });
      equal(task.isDone, false);
      equal(map.routes([[from, to]], { obstacles }).length(0), right ? right.length : -1, 'in bulk:');
    }
    const [from, to] = farTiles(board, next);
    equal(map.route({ from, to })?.cost, landfall.map({ ...board, cost }).route({ from, to })?.cost, 'without obstacles again:');
  }
});

test('obstacles: tasks, walkers, many tiles, bad ones', async ({ landfall }) => {
  const board = parse(Array(30).fill('.'.repeat(80)));
  const map = landfall.map({ ...board, editable: true });
  const wall = { rect: [40, 0, 1, 29], open: false };
  const query = { from: [35, 0], to: [45, 0], obstacles: wall };
  const tasks = map.tasks({ lanes: 2 });
  const [blocked, free] = [tasks.add(query), tasks.add({ ...query, obstacles: [] })];
  tasks.tick(Infinity);
  equal([blocked.route.length, free.route.length, map.route(query).length, map.route({ ...query, obstacles: undefined }).length], [60, 10, 60, 10]);
  const walker = map.walker(query);
  walker.next();
  map.edit({ tiles: [[0, 29]], open: false });
  walker.next();
  equal([walker.plans, walker.route.length], [2, 59], 'nothing is known about obstacles after an edit:');
  equal(map.route({ ...query, obstacles: { plane: new Uint8Array(2400).fill(1, 0, 2), open: false }, from: [5, 5], to: [9, 5] }).length, 4);
  equal(map.route({ ...query, from: 0, to: 79, obstacles: [{ rect: [-9, -9, 999, 999], open: false }, { rect: [0, 0, 80, 1], open: true }] }).length, 79, 'the later one counts:');
  await fails('E_SOURCE_BLOCKED', () => map.route({ ...query, obstacles: { tiles: [35, 0], open: false } }));
  await fails('E_OBSTACLE_STRATEGY', () => landfall.map({ ...parse(['....']), moves: 'orthogonal' }).route({ from: 0, to: 3, strategy: 'strip', obstacles: wall }));
  await fails('E_OBSTACLE_PLANE', () => map.route({ ...query, obstacles: { plane: new Uint8Array(9), open: false } }), '80 x 30 tiles are 2400 bytes, not 9');
  await fails('E_TILE_OUTSIDE', () => map.route({ ...query, obstacles: { tiles: 2400, open: false } }));
  for (const bad of [{}, 5, null, { rect: [0, 0, 1, 1] }, { rect: [0, 0, 1], open: true }, { rect: [0, 0, -1, 1], open: true }, { open: true }, { plane: [1], open: true }])
    await fails('E_ARGUMENT', () => map.route({ ...query, obstacles: [bad] }), 'obstacles[0]');
  const plane = { plane: new Uint8Array(2400), open: true };
  await fails('E_ARGUMENT', () => map.route({ ...query, obstacles: [plane, plane] }), 'one plane');
});

// ---- Indexes for gates -----------------------------------------------------------------------------------------------

test('indexes for gates: the same lengths, by headland', async ({ landfall }) => {
  const next = random(33);
  let fast = 0;
  for (let round = 0; round < 8; round++) {
    const board = noise(120, 90, 3, next);
    const options = { ...board, depth: round % 2 ? 'corner' : true, cost: round % 4 === 3 ? 'octile' : 'uniform' };
    const map = landfall.map(options);
    const plain = landfall.map(options);
    map.buildIndex({ minDepth: 2 });
    await map.buildIndexAsync({ minDepth: 3, budget: 500 });
    equal([map.gateIndexes, map.hasIndex], [[2, 3], false]);
    const other = landfall.map(options);
    other.loadIndex(map.saveIndex({ minDepth: 3 }));
    equal(other.gateIndexes, [3]);
    for (let i = 0; i < 12; i++) {
      const [from, to] = farTiles(board, next);
      for (const minDepth of [1, 2, 3])
        for (const harbour of [0, 4]) {
          const route = map.route({ from, to, minDepth, harbour });
          equal(route?.cost, plain.route({ from, to, minDepth, harbour })?.cost, `gate ${minDepth}, harbour ${harbour}`);
          if (minDepth === 3) equal(other.route({ from, to, minDepth, harbour })?.cost, route?.cost, 'loaded');
          if (route?.strategy === 'headland') fast++;
        }
    }
  }
  check(fast > 40, `only ${fast} answers by an index`);
  const board = noise(60, 50, 5, next);
  const map = landfall.map({ ...board, depth: true });
  map.buildIndex({ minDepth: 2 });
  map.buildIndex({ minDepth: 2 }); // again: the same
  equal(map.gateIndexes, [2]);
  for (let depth = 3; depth <= 17; depth++) map.buildIndex({ minDepth: depth });
  await fails('E_GATE_INDEXES', () => map.buildIndex({ minDepth: 18 }));
  await fails('E_ARGUMENT', () => map.buildIndex({ minDepth: 0 }), 'minDepth');
  await fails('E_ARGUMENT', () => map.buildIndex({ forObstacles: 1 }), 'forObstacles');
  await fails('E_NO_INDEX', () => map.saveIndex({ minDepth: 20 }));
  await fails('E_NO_DEPTH', () => landfall.map(board).buildIndex({ minDepth: 2 }));
  const bytes = map.saveIndex({ minDepth: 2 });
  await fails('E_EDITABLE', () => landfall.map({ ...board, depth: true, editable: true }).buildIndex({ minDepth: 2 }));
  await fails('E_INDEX_GATE', () => landfall.map({ ...board, depth: true, editable: true }).loadIndex(bytes));
  await fails('E_INDEX_GATE', () => landfall.map(board).loadIndex(bytes));
  equal([landfall.map({ ...parse(['....', '....', '..#.']), depth: 'corner' }).depth([0, 0]), landfall.map({ ...parse(['....']), depth: true }).depth(0)], [2, 255]);
  await fails('E_ARGUMENT', () => landfall.map({ ...board, depth: 'middle' }), 'corner');
});

// ---- Matrices --------------------------------------------------------------------------------------------------------

test('a matrix has the lengths of the routes; the nearest are the least of them', async ({ landfall }) => {
  const next = random(35);
  for (let round = 0; round < 12; round++) {
    const board = noise(60, 45, 32, next);
    const cost = round % 3 === 2 ? 'octile' : 'uniform';
    const editable = round % 4 === 3;
    const map = landfall.map({ ...board, cost, editable, hierarchy: 'yes' });
    const ends = count => Uint32Array.from({ length: count }, () => farTiles(board, next)[0]);
    const [from, to] = [ends(9), ends(7)];
    if (editable) map.edit({ tiles: [[0, 0]], open: false });
    for (const indexed of [false, true]) {
      if (indexed) map.buildIndex();
      const open = tile => map.isOpen(tile);
      const [sources, targets] = [from.filter(open), to.filter(open)];
      const matrix = map.matrix({ from: sources, to: targets });
      equal([matrix.sources, matrix.targets, matrix.version], [sources.length, targets.length, map.version]);
      const later = await map.matrixAsync({ from: sources, to: targets, budget: 50 });
      equal([...later.straight, ...later.diagonal], [...matrix.straight, ...matrix.diagonal], 'in slices:');
      const nearest = map.nearest({ from: sources, to: targets, count: 3, routes: true });
      const soon = await map.nearestAsync({ from: sources, to: targets, count: 3, budget: 50 });
      equal(soon.targets, nearest.targets);
      sources.forEach((source, i) => {
        const costs = Array.from(targets, (target, j) => {
          const right = map.route({ from: source, to: target })?.cost ?? Infinity;
          check(Math.abs(matrix.cost(i, j) - right) < 1e-9 || matrix.cost(i, j) === right, `${i}, ${j}: ${matrix.cost(i, j)}, right is ${right}`);
          return matrix.cost(i, j);
        });
        const order = [...costs.keys()].filter(j => costs[j] < Infinity).sort((a, b) => costs[a] - costs[b] || a - b).slice(0, 3);
        equal(nearest.of(i).map(near => near.target), order, `nearest of ${i}`);
        equal(nearest.of(i).map(near => near.cost), order.map(j => costs[j]));
        const tiles = nearest.routes.at(i);
        equal(tiles === null ? null : [tiles[0], tiles.at(-1), map.fault(tiles)], order.length === 0 ? null : [source, targets[order[0]], null]);
      });
    }
  }
});

test('matrices: odd lists, slices at once, an index that comes meanwhile', async ({ landfall, api }) => {
  const board = parse(['..#..', '..#..']);
  const map = landfall.map(board);
  const matrix = map.matrix({ from: [[0, 0], [3, 0]], to: [[4, 1], [4, 1], [1, 0]] });
  equal([matrix.cost(0, 0), matrix.cost(1, 0), matrix.cost(1, 1), matrix.cost(0, 2)], [Infinity, 1, 1, 1]);
  equal([matrix.straight[0], matrix.diagonal[0]], [api.NO_LENGTH, api.NO_LENGTH]);
  equal([map.matrix({ from: [], to: [0, 0] }).straight.length, map.nearest({ from: [], to: [] }).targets.length, [...map.nearest({ from: 0, to: [] }).targets]], [0, 0, [-1]]);
  const skipping = map.nearest({ from: Uint32Array.of(0, 2, 99), to: Uint32Array.of(2, 1), skipBadEnds: true, routes: true });
  equal([[...skipping.targets], skipping.of(1), [...skipping.routes].map(route => route?.length)], [[1, -1, -1], [], [2, undefined, undefined]]);
  equal(map.matrix({ from: 0, to: 6, cost: 'octile' }).cost(0, 0), Math.SQRT2, 'another cost than the map has:');
  await fails('E_SOURCE_BLOCKED', () => map.matrix({ from: 2, to: 0 }));
  await fails('E_TARGET_BLOCKED', () => map.nearest({ from: 0, to: 2 }));
  await fails('E_TARGET_OUTSIDE', () => map.matrix({ from: 0, to: 10 }));
  await fails('E_ARGUMENT', () => map.matrix({ from: 0 }), 'to');
  await fails('E_ARGUMENT', () => map.nearest({ from: 0, to: 1, count: 0 }), 'count');
  await fails('E_ARGUMENT', () => map.nearest({ from: 0, to: 1, routes: 1 }), 'routes');
  await fails('E_ARGUMENT', () => map.matrix({ from: 0, to: 1, cost: 'free' }), 'cost');
  await fails('E_ARGUMENT', () => matrix.cost(2, 0), 'source');
  await fails('E_NOMEM', () => map.matrix({ from: new Uint32Array(30000), to: new Uint32Array(30000) }), 'ask in parts');
  equal(map.matrix({ from: 0, to: 1 }).cost(0, 0), 1, 'the map still works:');
  const next = random(36);
  const large = noise(150, 120, 20, next);
  const sea = landfall.map({ ...large, hierarchy: 'yes' });
  const ends = Uint32Array.from({ length: 12 }, () => farTiles(large, next)[0]);
  const right = sea.matrix({ from: ends, to: ends });
  const under = Array.from({ length: 3 }, () => sea.matrixAsync({ from: ends, to: ends, budget: 1000 }));
  sea.buildIndex();
  for (const one of under) equal((await one).straight, right.straight, 'while an index was built:');
  const again = sea.matrixAsync({ from: ends, to: ends, budget: 1 });
  sea.buildIndex(); // the old index must stay until the matrix has its answer
  equal((await again).straight, right.straight);
  const stop = new AbortController();
  const given = sea.nearestAsync({ from: ends, to: ends, budget: 1, signal: stop.signal });
  stop.abort();
  await fails(20, () => given);
  // Pieces of free memory of different sizes come and go, so that memory grows once more even after thirty rounds, and then
  // not for three hundred. Indexes that are not freed would take more than that in sixty.
  const memory = [];
  for (let i = 0; i < 60; i++) {
    sea.buildIndex();
    sea.matrix({ from: ends, to: ends });
    memory.push(sea.byteLength);
  }
  check(memory[59] < 2 * memory[1], `indexes that are replaced are not freed: ${memory[1]} bytes became ${memory[59]}`);
  sea.dispose();
  await fails('E_DISPOSED', () => sea.matrix({ from: ends, to: ends }));
});

// ---- Best so far -----------------------------------------------------------------------------------------------------

test('the best so far of a query that is ended early', async ({ landfall }) => {
  const map = landfall.map(parse(Array(100).fill('.'.repeat(300))));
  const query = { from: [0, 0], to: [299, 99], strategy: 'flood', partial: true };
  const near = await map.routeAsync({ ...query, limit: 5000, budget: 1000 });
  equal([near.partial, near.soFar, near.exact, near.source, map.fault(near.tiles)], [true, true, false, 0, null]);
  check(near.length > 10 && near.targetDistance < 299 && near.targetDistance > 0, `${near.length} moves, ${near.targetDistance} left`);
  const nearer = await map.routeAsync({ ...query, limit: 15000, shape: 'waypoints' });
  check(nearer.targetDistance < near.targetDistance && nearer.waypoints.length === 2, 'more work, nearer');
  const whole = await map.routeAsync({ ...query, limit: 1e9 });
  equal([whole.length, whole.partial, whole.soFar], [299, false, false]);
  const stop = new AbortController();
  const under = map.routeAsync({ ...query, budget: 3000, signal: stop.signal, bestSoFar: true });
  for (let i = 0; i < 5; i++) await Promise.resolve();
  stop.abort();
  equal([(await under).soFar, (await under).source], [true, 0]);
  const early = new AbortController();
  const other = map.routeAsync({ ...query, budget: 3000, signal: early.signal });
  early.abort();
  await fails(20, () => other, '');
  await fails('E_ARGUMENT', () => map.routeAsync({ from: 0, to: 9, limit: 5 }), 'partial');
  await fails('E_ARGUMENT', () => map.routeAsync({ from: 0, to: 9, bestSoFar: true }), 'partial');
  await fails('E_ARGUMENT', () => map.routeAsync({ ...query, limit: 0 }), 'limit');
  const tasks = map.tasks({ budget: 4000 });
  const [task, plain] = [tasks.add(query), tasks.add({ ...query, partial: undefined })];
  equal([task.best(), plain.best()], [null, null], 'not begun:');
  tasks.tick();
  const best = task.best();
  equal([best.soFar, task.isDone, map.fault(best.tiles)], [true, false, null]);
  tasks.tick(Infinity);
  equal([task.route.length, task.best() === task.route, task.route.soFar], [299, true, false], 'it went on:');
  const guided = tasks.add({ ...query, strategy: 'spine' });
  tasks.tick(1);
  equal([guided.isDone, guided.best()], [false, null], 'a strategy that cannot tell:');
});

test('keys at a limit: the best so far, and what is proven', async ({ landfall, dungeons }) => {
  const next = random(37); // keys all over a sea: the shortest tour
  const board = parse(Array(40).fill('.'.repeat(60)));
  const tiles = new Set();
  while (tiles.size < 11) tiles.add(next(2400));
  const unique = [...tiles].map((tile, key) => ({ tile, key }));
  const map = landfall.map(board);
  const query = { from: [30, 20], goal: 'all-keys' };
  const make = (limits = {}) => dungeons.dungeon({ ...board, fixtures: unique, ...limits });
  const whole = make().route(query);
  equal([whole.proven, whole.bound, whole.gap], [true, whole.length, 0]);
  let some = 0;
  for (const maxStates of [3, 30, 300]) {
    const route = make({ maxStates }).route(query);
    equal([map.fault(route.tiles), route.tiles.length, route.held], [null, route.length + 1, whole.held], `${maxStates} states`);
    check(route.bound <= whole.length && route.length >= whole.length && route.gap === route.length - route.bound, `${route.bound} <= ${whole.length} <= ${route.length}`);
    check(route.proven ? route.gap === 0 : route.gap > 0, 'a proof has no gap');
    if (!route.proven) some++;
  }
  check(some > 0, 'no limit was hit');
  await fails('E_ARGUMENT', () => make({ maxStates: 0 }), 'maxStates');
  await fails('E_ARGUMENT', () => make({ maxBytes: 1.5 }), 'maxBytes');
  await fails('LIMIT', () => make({ maxBytes: 1 }).route(query), 'limit');
});

test('a disposed map says so', async ({ landfall }) => {
  const map = landfall.map(parse(SEA));
  const route = map.route({ from: 0, to: 1 });
  const under = map.routeAsync({ from: [5, 2], to: [7, 4], budget: 1 });
  map.dispose();
  map.dispose();
  equal(map.isDisposed, true);
  await fails('E_DISPOSED', () => map.route({ from: 0, to: 1 }));
  await fails('E_DISPOSED', () => map.version);
  await fails('E_DISPOSED', () => under);
  equal(route.tiles, [0, 1]);
  const using = landfall.map(parse(SEA));
  if (Symbol.dispose) using[Symbol.dispose]();
  equal(using.isDisposed, Symbol.dispose !== undefined);
});

test('a trap closes the map', async ({ landfall, api }) => {
  const instances = [];
  const map = withInstances(instance => instances.push(instance), () => landfall.map(parse(SEA)));
  map.route({ from: 0, to: 1 });
  new Uint32Array(instances[0].exports.memory.buffer).fill(0x7ffffff0); // what a fault of the library might do
  const error = await fails('E_TRAP', () => map.route({ from: [5, 2], to: [7, 4], strategy: 'flood' }), 'the map is closed');
  check(error instanceof api.LandfallError && error.cause instanceof Error, 'the cause is kept');
  await fails('E_TRAP', () => map.isOpen(0));
  await fails('E_TRAP', () => map.routeAsync({ from: 0, to: 1 }));
  equal([map.isDisposed, landfall.map(parse(SEA)).isOpen(0)], [true, true]);
});

test('pointers above 2 GiB', ({ landfall, golden }) => {
  const high = withInstances(
    instance => instance.exports.lfjs_alloc(0x88000000),
    () => boardsOf(golden).slice(0, 3).map(board => [board, answersOf(landfall, board)]),
  );
  for (const [board, answers] of high) answers.forEach((answer, i) => equal(answer, board.queries[i]));
});

/** Runs something, and shows every WebAssembly instance that is made meanwhile. */
function withInstances(show, run) {
  const Usual = WebAssembly.Instance;
  WebAssembly.Instance = function (...args) {
    const instance = new Usual(...args);
    show(instance);
    return instance;
  };
  try {
    return run();
  } finally {
    WebAssembly.Instance = Usual;
  }
}

test('a route goes through postMessage', ({ landfall, api }) => {
  const route = landfall.map(parse(SEA)).route({ from: [5, 2], to: [7, 4] });
  const clone = api.Route.from(structuredClone(route));
  equal([clone.length, [...clone].length, clone.exact], [8, 9, true]);
});
