// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The playground. What is where: docs/playground.md.
import { App } from './app.js';
import { byId, choose, onChoice } from './dom.js';
import type { SceneOrder } from './engine/generate.js';
import { MapHands } from './hands.js';
import { type NamedBytes, hasCosts } from './maps/files.js';
import { FleetMode } from './modes/fleet.js';
import { HordeMode } from './modes/horde.js';
import { KeysMode } from './modes/keys.js';
import type { Mode } from './modes/mode.js';
import { PuzzleMode } from './modes/puzzle.js';
import { SeaMode } from './modes/sea.js';
import { SizeMode } from './modes/size.js';
import { TerrainMode } from './modes/terrain.js';
import { watchFold } from './panel/fold.js';
import { sceneOrder, watchGenerator } from './panel/generator.js';
import { Sharing } from './panel/sharing.js';
import { watchFiles } from './panel/files.js';
import { Keyboard } from './panel/keyboard.js';
import { watchTheme } from './panel/theme.js';
import { drawMark } from './stage/marks.js';
import { Pointers } from './stage/pointers.js';

const app = new App();
const hands = new MapHands(app);
const [keys, puzzle, fleet, terrain] = [new KeysMode(app), new PuzzleMode(app), new FleetMode(app), new TerrainMode(app)];
const modes: Mode[] = [new SeaMode(app), new SizeMode(app), terrain, new HordeMode(app), keys, puzzle, fleet];
app.mode = modes[0];

const theme = watchTheme(dark => {
  app.stage.ground.dark = dark;
  app.stage.ground.spoil();
});
const keyboard = new Keyboard(app, theme.toggle);
new Pointers(app.stage, hands);

app.stage.paint = (context, view, dense) => {
  app.mode.paint(context, view, dense);
  for (const mark of app.mode.marks()) drawMark(context, view, mark, dense, keyboard.chosen?.id === mark.id);
  hands.paint(context, view, dense);
};

async function generate(order: SceneOrder): Promise<void> {
  if (app.mode.ground) choose('mode', 'sea'); // a dungeon is another kind of map
  app.say(`Making ${order.width} x ${order.height} tiles …`);
  try {
    await app.open(await app.engine.call('generate', order), { order });
  } catch (error) {
    app.warn((error as Error).message);
  }
}

/** Shows what was dropped: a dungeon with its hero, a puzzle, what tiles cost as terrain, anything else in a mode for maps. */
async function openFiles(files: NamedBytes[]): Promise<void> {
  const costs = files.find(({ name }) => hasCosts(name));
  if (!costs || files.length > 1) await openMap(files.filter(file => file !== costs));
  if (!costs) return;
  if (app.mode.ground) await app.show(modes[0]); // costs are for the map that other modes share
  terrain.put(await app.engine.call('readCosts', costs, { width: app.ground.width, height: app.ground.height }));
  if (app.mode === terrain) terrain.enter(undefined);
  else choose('mode', 'terrain');
}

async function openMap(files: NamedBytes[]): Promise<void> {
  const { ground, dungeon, puzzle: board } = await app.engine.call('read', files);
  if (dungeon) keys.put({ ground, ...dungeon });
  if (board) puzzle.put({ ground, ...board });
  const own = dungeon ? keys : board ? puzzle : undefined;
  if (own && app.mode === own) return app.open(ground);
  if (own) return choose('mode', own.id);
  if (app.mode.ground) await app.show(modes[0]);
  choose('mode', app.mode.id);
  await app.open(ground);
}

watchFiles(openFiles, text => app.warn(text));
watchGenerator(order => void generate(order));
watchFold(() => app.stage.redraw());
onChoice('mode', id => void app.show(modes.find(mode => mode.id === id)!));
byId('fit').addEventListener('click', () => app.look(true));
byId('help').addEventListener('click', () => byId<HTMLDialogElement>('keys-help').showModal());

const sharing = new Sharing(app, { keys, puzzle, fleet, terrain });
void sharing.openLink().then(isOpen => (isOpen ? undefined : generate(sceneOrder())));

/** For the console of the browser, and for tests. */
Object.assign(globalThis, { playground: app });
