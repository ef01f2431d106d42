// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The canvas: layers of chunks below, lines and marks above, drawn anew when something has changed.
import { COLORS, css } from '../palette.js';
import { type PainterCalls } from '../painter/painter.js';
import type { Remote } from '../rpc.js';
import { ChunkLayer } from './chunks.js';
import { View } from './view.js';

export type Painting = (context: CanvasRenderingContext2D, view: View, dense: number) => void;

const GRID_FROM = 14; // CSS pixels of a tile from which on lines between tiles help

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly view = new View();
  readonly ground: ChunkLayer;
  /** Layers over the ground, lowest first. */
  readonly layers = new Map<string, ChunkLayer>();
  /** What is drawn over all layers. */
  paint: Painting = () => {};
  /** Called before each frame while something moves; says whether it goes on. */
  move: (now: number) => boolean = () => false;
  onFrame: (milliseconds: number) => void = () => {};
  readonly #painter: Remote<PainterCalls>;
  readonly #context: CanvasRenderingContext2D;
  #asked = 0;
  #last = 0;

  constructor(canvas: HTMLCanvasElement, painter: Remote<PainterCalls>) {
    this.canvas = canvas;
    this.#painter = painter;
    this.#context = canvas.getContext('2d', { alpha: false })!;
    this.ground = new ChunkLayer('ground', painter, this.redraw);
    new ResizeObserver(() => this.#resize()).observe(canvas);
    this.#resize();
  }

  /** Device pixels per CSS pixel. */
  get dense(): number {
    return Math.min(window.devicePixelRatio || 1, 3);
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    const size = { width: Math.max(1, Math.round(clientWidth * this.dense)), height: Math.max(1, Math.round(clientHeight * this.dense)) };
    if (size.width === this.canvas.width && size.height === this.canvas.height) return;
    Object.assign(this.canvas, size);
    this.view.canvas = size;
    this.#frame(performance.now()); // a canvas that is resized is empty until it is drawn
  }

  layer(name: string): ChunkLayer {
    const layer = this.layers.get(name) ?? new ChunkLayer(name, this.#painter, this.redraw);
    this.layers.set(name, layer);
    return layer;
  }

  dropLayer(name: string): void {
    this.layers.get(name)?.clear();
    this.layers.delete(name);
    void this.#painter.call('plane', name, undefined);
  }

  redraw = (): void => {
    this.#asked ||= requestAnimationFrame(now => this.#frame(now));
  };

  #frame(now: number): void {
    this.#asked = 0;
    const moving = this.move(now);
    const began = performance.now();
    this.#drawAll();
    this.onFrame(performance.now() - began);
    this.#last = now;
    if (moving) this.redraw();
  }

  get lastFrame(): number {
    return this.#last;
  }

  #drawAll(): void {
    const [context, view] = [this.#context, this.view];
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = getComputedStyle(this.canvas).backgroundColor;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.ground.draw(context, view);
    for (const layer of this.layers.values()) layer.draw(context, view);
    this.#drawGrid(context);
    this.paint(context, view, this.dense);
  }

  #drawGrid(context: CanvasRenderingContext2D): void {
    const { view } = this;
    if (view.scale < GRID_FROM * this.dense) return;
    const first = view.place(0, 0);
    const last = view.place(view.canvas.width, view.canvas.height);
    const top = view.pixel(0, Math.max(0, first.y)).y;
    const bottom = view.pixel(0, Math.min(view.map.height, last.y)).y;
    const left = view.pixel(Math.max(0, first.x), 0).x;
    const right = view.pixel(Math.min(view.map.width, last.x), 0).x;
    context.beginPath();
    for (let x = Math.max(0, Math.ceil(first.x)); x <= Math.min(view.map.width, last.x); x++) {
      const at = Math.round(view.pixel(x, 0).x) + 0.5;
      context.moveTo(at, top);
      context.lineTo(at, bottom);
    }
    for (let y = Math.max(0, Math.ceil(first.y)); y <= Math.min(view.map.height, last.y); y++) {
      const at = Math.round(view.pixel(0, y).y) + 0.5;
      context.moveTo(left, at);
      context.lineTo(right, at);
    }
    context.strokeStyle = css(COLORS.shadow, 0.12);
    context.lineWidth = 1;
    context.stroke();
  }
}
