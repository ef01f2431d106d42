// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The playground. What is where: docs/playground.md.
import { App } from './app.js';
import { byId, choose, onChoice } from './dom.js';
import type { SceneOrder } from './engine/generate.js';
import { MapHands } from './hands.js';
import { FleetMode } from './modes/fleet.js';
import { HordeMode } from './modes/horde.js';
import { KeysMode } from './modes/keys.js';
import type { Mode } from './modes/mode.js';
import { SeaMode } from './modes/sea.js';
import { SizeMode } from './modes/size.js';
import { watchFold } from './panel/fold.js';
import { sceneOrder, watchGenerator } from './panel/generator.js';
import { Keyboard } from './panel/keyboard.js';
import { watchTheme } from './panel/theme.js';
import { drawMark } from './stage/marks.js';
import { Pointers } from './stage/pointers.js';

const app = new App();
const hands = new MapHands(app);
const modes: Mode[] = [new SeaMode(app), new SizeMode(app), new HordeMode(app), new KeysMode(app), new FleetMode(app)];
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
    await app.open(await app.engine.call('generate', order));
  } catch (error) {
    app.warn((error as Error).message);
  }
}

watchGenerator(order => void generate(order));
watchFold(() => app.stage.redraw());
onChoice('mode', id => void app.show(modes.find(mode => mode.id === id)!));
byId('fit').addEventListener('click', () => app.look(true));
byId('help').addEventListener('click', () => byId<HTMLDialogElement>('keys-help').showModal());

void generate(sceneOrder());

/** For the console of the browser, and for tests. */
Object.assign(globalThis, { playground: app });
