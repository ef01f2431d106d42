// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What a search shows of itself, on the map: planes of tiles and cells below, lines and dots above.
import type { App } from '../app.js';
import { count } from '../dom.js';
import type { IndexShot, Shot } from '../engine/watch.js';
import { COLORS, PHASES, RAMP, css } from '../palette.js';
import type { LayerId } from '../panel/layer_list.js';
import { drawDots, drawPairs, drawSquares, drawStars } from './dots.js';
import { hidePlane, inksFor, oneInk, rampInks, showPlane } from './planes.js';
import type { View } from './view.js';

const PLANES = ['distances', 'cells', 'met', 'deferred'] as const;
const MOST_LEGS = 30_000;

export class LayerPainter {
  #app: App;
  #ids: ReadonlySet<LayerId> = new Set();
  #shot: Shot | undefined;
  #index: IndexShot | undefined;
  #distances: { bytes: Uint8Array; most: number; from: number } | undefined;
  #metHeadlands: number[] = [];

  constructor(app: App) {
    this.#app = app;
  }

  clear(): void {
    this.#shot = undefined;
    this.#distances = undefined;
    for (const name of PLANES) hidePlane(this.#app, name);
  }

  async show(ids: ReadonlySet<LayerId>, shot: Shot, index: IndexShot | undefined, from: number): Promise<void> {
    [this.#ids, this.#shot, this.#index] = [ids, shot, index];
    this.#metHeadlands = index && ids.has('headlands') ? [...index.headlands].filter(tile => shot.met[tile] !== 0) : [];
    await this.#showDistances(from);
    const isSpine = shot.spine.length > 0;
    await this.#plane('cells', ids.has(isSpine ? 'windows' : 'corridor'), () => shot.cells, () => this.#phaseInks(), shot.level);
    await this.#plane('met', ids.has('met'), () => shot.met, () => rampInks(RAMP, 190));
    await this.#plane('deferred', ids.has('deferred') && shot.deferred.length > 0, () => this.#deferredBytes(shot), () => oneInk(COLORS.target, 255));
    this.#app.stage.redraw();
  }

  async #plane(name: string, wanted: boolean, bytes: () => Uint8Array, inks: () => Uint8Array, shift = 0): Promise<void> {
    if (wanted) await showPlane(this.#app, name, bytes(), inks(), shift);
    else hidePlane(this.#app, name);
  }

  /** A colour for each phase; later ones look like the last. */
  #phaseInks(): Uint8Array {
    return inksFor([...PHASES, ...Array.from({ length: 249 }, () => PHASES[PHASES.length - 1])], 120);
  }

  #deferredBytes({ deferred }: Shot): Uint8Array {
    const bytes = new Uint8Array(this.#app.ground.tiles.length);
    for (const tile of deferred) bytes[tile] = 1;
    return bytes;
  }

  async #showDistances(from: number): Promise<void> {
    if (!this.#ids.has('distances')) {
      this.#distances = undefined;
      return hidePlane(this.#app, 'distances');
    }
    if (this.#distances?.from === from) return;
    this.#distances = { ...(await this.#app.engine.call('distances', from)), from };
    await showPlane(this.#app, 'distances', this.#distances.bytes, rampInks(RAMP, 170));
  }

  /** The tile in the middle of a cell. */
  #middle(x: number, y: number): number {
    const { width, height } = this.#app.ground;
    const side = 2 ** this.#shot!.level;
    return Math.min(y * side + (side >> 1), height - 1) * width + Math.min(x * side + (side >> 1), width - 1);
  }

  #cellLine(words: Uint32Array, stride: number): number[] {
    return Array.from({ length: words.length / stride }, (_, i) => this.#middle(words[stride * i], words[stride * i + 1]));
  }

  #line(context: CanvasRenderingContext2D, view: View, tiles: number[], color: number, width: number): void {
    context.beginPath();
    tiles.forEach((tile, i) => {
      const { x, y } = view.middle(tile);
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    context.lineJoin = 'round';
    for (const [ink, wide] of [[css(COLORS.white, 0.7), width * 1.8], [css(color), width]] as const) {
      context.strokeStyle = ink;
      context.lineWidth = wide;
      context.stroke();
    }
  }

  paint(context: CanvasRenderingContext2D, view: View, dense: number): void {
    const [shot, index, ids] = [this.#shot, this.#index, this.#ids];
    if (!shot) return;
    const tile = Math.max(view.scale, 1);
    if (index) this.#paintIndex(context, view, dense, index);
    if (ids.has('plan') && shot.plan.length > 0) this.#line(context, view, this.#cellLine(shot.plan, 2), COLORS.headland, 2 * dense);
    if (ids.has('spine') && shot.spine.length > 0) {
      const cells = this.#cellLine(shot.spine, 3);
      this.#line(context, view, cells, COLORS.spine, 2.5 * dense);
      drawDots(context, view, cells.filter((_, i) => shot.spine[3 * i + 2] === 1), () => 4 * dense, css(COLORS.spine), css(COLORS.white));
    }
    if (ids.has('portals')) drawSquares(context, view, shot.portals, Math.max(tile * 0.7, 3 * dense), css(COLORS.portal));
  }

  #paintIndex(context: CanvasRenderingContext2D, view: View, dense: number, index: IndexShot): void {
    const ids = this.#ids;
    if (ids.has('legs')) drawPairs(context, view, index.legs, MOST_LEGS, css(COLORS.headland, 0.35), dense);
    if (ids.has('hierarchy')) {
      const { order } = index;
      const top = order.subarray(Math.floor(order.length * 0.5));
      drawDots(context, view, top, i => dense * (1 + 6 * (i / top.length) ** 6), css(COLORS.spine, 0.85), css(COLORS.white, 0.6));
    }
    if (ids.has('buoys')) drawDots(context, view, index.buoys, () => 3 * dense, css(COLORS.met), css(COLORS.shadow));
    if (ids.has('headlands')) {
      drawDots(context, view, index.headlands, () => Math.max(1.4 * dense, view.scale * 0.3), css(COLORS.headland));
      drawDots(context, view, this.#metHeadlands, () => 5 * dense, css(COLORS.headlandMet), css(COLORS.shadow));
    }
    if (ids.has('landmarks')) drawStars(context, view, index.landmarks, 10 * dense, css(COLORS.portal), css(COLORS.shadow));
  }

  /** What a tile is to the index, of the layers that are shown. */
  #indexWords(tile: number): string[] {
    const [index, ids] = [this.#index, this.#ids];
    if (!index) return [];
    const words: string[] = [];
    if ((ids.has('headlands') || ids.has('legs')) && index.headlands.includes(tile)) {
      const legs = index.legs.reduce((sum, end) => sum + (end === tile ? 1 : 0), 0);
      words.push(`a headland with ${count(legs)} legs`);
    }
    const rank = ids.has('hierarchy') ? index.order.indexOf(tile) : -1;
    if (rank >= 0) words.push(`number ${count(index.order.length - rank)} of ${count(index.order.length)} in the hierarchy`);
    if (ids.has('landmarks') && index.landmarks.includes(tile)) words.push('a landmark');
    if (ids.has('buoys') && index.buoys.includes(tile)) words.push('a buoy');
    return words;
  }

  /** The numbers of a tile. */
  describe(tile: number): string {
    const shot = this.#shot;
    if (!shot) return '';
    const { width } = this.#app.ground;
    const cell = (Math.floor(tile / width) >> shot.level) * shot.across + ((tile % width) >> shot.level);
    const words: string[] = [];
    if (shot.met[tile] > 0) words.push(`met when ${Math.round(((shot.met[tile] - 1) / 254) * 100)} % of all were`);
    if (shot.cells[cell] > 0) words.push(`its cell joined in phase ${shot.cells[cell]}`);
    if (shot.deferred.includes(tile)) words.push('deferred: it waits until its cell opens');
    words.push(...this.#indexWords(tile));
    const far = this.#distances?.bytes[tile] ?? 0;
    if (far > 0) words.push(`about ${count(((far - 1) / 254) * this.#distances!.most)} moves from the ship`);
    return words.join('\n');
  }
}
