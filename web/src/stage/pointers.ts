// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Mouse, pen and fingers on the canvas. One finger or the left button drags a mark, paints, or moves the map; two fingers, the
// right or the middle button, and the wheel always move and zoom the map.
import type { Stage } from './stage.js';

/** What a drag does, as whoever knows the tools decides. Places are device pixels. */
export interface Hands {
  /** A press: what takes the drag, or undefined to move the map. */
  grab(x: number, y: number): Drag | undefined;
  hover(x: number, y: number): void;
  leave(): void;
}

export interface Drag {
  move(x: number, y: number): void;
  end(): void;
}

interface Finger {
  x: number;
  y: number;
}

const NOTCH = 1.0016; // zoom per pixel of the wheel

export class Pointers {
  readonly #stage: Stage;
  readonly #hands: Hands;
  #fingers = new Map<number, Finger>();
  #drag: Drag | undefined;

  constructor(stage: Stage, hands: Hands) {
    this.#stage = stage;
    this.#hands = hands;
    const { canvas } = stage;
    canvas.addEventListener('pointerdown', event => this.#down(event));
    canvas.addEventListener('pointermove', event => this.#move(event));
    for (const name of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(name, event => this.#up(event));
    canvas.addEventListener('pointerleave', () => hands.leave());
    canvas.addEventListener('wheel', event => this.#wheel(event), { passive: false });
    canvas.addEventListener('contextmenu', event => event.preventDefault());
  }

  #place(event: MouseEvent): Finger {
    const { left, top } = this.#stage.canvas.getBoundingClientRect();
    return { x: (event.clientX - left) * this.#stage.dense, y: (event.clientY - top) * this.#stage.dense };
  }

  #down(event: PointerEvent): void {
    const at = this.#place(event);
    this.#stage.canvas.setPointerCapture(event.pointerId);
    this.#fingers.set(event.pointerId, at);
    if (this.#fingers.size > 1) this.#drop();
    else if (event.button === 0) this.#drag = this.#hands.grab(at.x, at.y);
  }

  #move(event: PointerEvent): void {
    const at = this.#place(event);
    const before = this.#fingers.get(event.pointerId);
    if (!before) return this.#hands.hover(at.x, at.y);
    if (this.#fingers.size === 2) this.#pinch(event.pointerId, at);
    else if (this.#drag) for (const step of this.#steps(event)) this.#drag.move(step.x, step.y);
    else this.#pan(at.x - before.x, at.y - before.y);
    this.#fingers.set(event.pointerId, at);
  }

  /** All places since the last event: a fast stroke has no corners. */
  #steps(event: PointerEvent): Finger[] {
    const events = event.getCoalescedEvents?.() ?? [];
    return (events.length > 0 ? events : [event]).map(one => this.#place(one));
  }

  #up(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    this.#drop();
  }

  #drop(): void {
    this.#drag?.end();
    this.#drag = undefined;
  }

  #pan(dx: number, dy: number): void {
    this.#stage.view.pan(dx, dy);
    this.#stage.redraw();
  }

  #pinch(moved: number, at: Finger): void {
    const [other] = [...this.#fingers].filter(([id]) => id !== moved).map(([, finger]) => finger);
    const before = this.#fingers.get(moved)!;
    const far = (a: Finger, b: Finger): number => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
    this.#stage.view.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    this.#stage.view.zoom(far(at, other) / far(before, other), (at.x + other.x) / 2, (at.y + other.y) / 2);
    this.#stage.redraw();
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const at = this.#place(event);
    const pixels = event.deltaY * (event.deltaMode === 1 ? 30 : 1) * (event.ctrlKey ? 6 : 1);
    this.#stage.view.zoom(NOTCH ** -pixels, at.x, at.y);
    this.#stage.redraw();
  }
}
