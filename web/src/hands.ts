// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What a press on the map takes hold of: a mark, the brush, the crater tool, or the map itself.
import type { App } from './app.js';
import { byId, count } from './dom.js';
import { stroke } from './ground.js';
import { COLORS, css } from './palette.js';
import { type Mark, radiusOf } from './stage/marks.js';
import type { Drag, Hands } from './stage/pointers.js';
import type { Painting } from './stage/stage.js';

export class MapHands implements Hands {
  #app: App;
  #at: { x: number; y: number } | undefined;

  constructor(app: App) {
    this.#app = app;
  }

  #markAt(x: number, y: number): Mark | undefined {
    const { view, dense } = this.#app.stage;
    const reach = (mark: Mark): number => Math.max(radiusOf(mark) + 6, 22) * dense; // as large as a finger
    let [best, least] = [undefined as Mark | undefined, Infinity];
    for (const mark of this.#app.mode.marks()) {
      const at = view.middle(mark.tile);
      const far = Math.hypot(at.x - x, at.y - y);
      if (far <= reach(mark) && far <= least) [best, least] = [mark, far];
    }
    return best;
  }

  grab(x: number, y: number): Drag | undefined {
    const { tools, stage } = this.#app;
    const mark = tools.thing ? undefined : this.#markAt(x, y); // what lies there is replaced
    stage.canvas.classList.add('dragging');
    const end = (): void => stage.canvas.classList.remove('dragging');
    if (mark) return this.#dragMark(mark, end);
    if (tools.tool === 'crater') return this.#blow(x, y, end);
    if (tools.paints) return this.#brush(x, y, end);
    return { move: (nx, ny) => { stage.view.pan(nx - x, ny - y); [x, y] = [nx, ny]; stage.redraw(); }, end };
  }

  #dragMark(mark: Mark, end: () => void): Drag {
    const { stage } = this.#app;
    let tile = mark.tile;
    return {
      move: (x, y) => {
        const over = stage.view.tile(x, y);
        if (over === tile) return;
        tile = over;
        this.#app.mode.dragged(mark, tile, false);
        stage.redraw();
      },
      end: () => {
        end();
        this.#app.mode.dragged(mark, tile, true);
      },
    };
  }

  #brush(x: number, y: number, end: () => void): Drag {
    const { stage, tools } = this.#app;
    const place = (px: number, py: number): { x: number; y: number } => {
      const at = stage.view.place(px, py);
      return { x: Math.floor(at.x), y: Math.floor(at.y) };
    };
    let last = place(x, y);
    const paint = (to: { x: number; y: number }): void => this.#app.brush(stroke(last, to, tools.radius, tools.tool === 'water'));
    paint(last);
    return {
      move: (px, py) => {
        const to = place(px, py);
        this.#at = { x: px, y: py };
        if (to.x === last.x && to.y === last.y) return;
        paint(to);
        last = to;
      },
      end,
    };
  }

  #blow(x: number, y: number, end: () => void): Drag {
    const at = this.#app.stage.view.place(x, y);
    this.#app.edit([{ x: Math.floor(at.x), y: Math.floor(at.y), radius: this.#app.tools.radius, open: true }]);
    return { move: () => {}, end };
  }

  hover(x: number, y: number): void {
    const { stage, ground, mode, tools } = this.#app;
    this.#at = { x, y };
    stage.canvas.classList.toggle('over-mark', this.#markAt(x, y) !== undefined);
    stage.canvas.classList.toggle('painting', tools.paints);
    const { x: tx, y: ty } = stage.view.place(x, y);
    const inside = tx >= 0 && ty >= 0 && tx < ground.width && ty < ground.height;
    byId('hover').hidden = !inside;
    if (inside) {
      const tile = stage.view.tile(x, y);
      const more = mode.describe(tile);
      const [open, blocked] = mode.ground ? ['floor', 'wall'] : ['water', 'land'];
      byId('hover').textContent = `${count(Math.floor(tx))}, ${count(Math.floor(ty))}: ${ground.tiles[tile] ? open : blocked}${more && `\n${more}`}`;
    }
    if (tools.paints) stage.redraw();
  }

  leave(): void {
    this.#at = undefined;
    byId('hover').hidden = true;
    this.#app.stage.redraw();
  }

  /** A ring as large as the brush. */
  paint: Painting = (context, view, dense) => {
    const { tools } = this.#app;
    if (!this.#at || !tools.paints) return;
    context.beginPath();
    context.arc(this.#at.x, this.#at.y, Math.max((tools.radius + 0.5) * view.scale, 3), 0, 2 * Math.PI);
    context.lineWidth = 3 * dense;
    context.strokeStyle = css(COLORS.white, 0.9);
    context.stroke();
    context.lineWidth = 1.5 * dense;
    context.strokeStyle = css(tools.tool === 'crater' ? COLORS.route : COLORS.shadow);
    context.stroke();
  };
}
