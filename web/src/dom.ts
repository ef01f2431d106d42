// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Short words for what every part of the page does with the document.

/** The element with an id; it must be there. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as T;
}

/** A new element with properties and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K, properties: Partial<HTMLElementTagNameMap[K]> = {}, ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** The value of the chosen radio button of a group, and calls when another is chosen. */
export function onChoice(name: string, call: (value: string) => void): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`))
    input.addEventListener('change', () => input.checked && call(input.value));
}

export function choose(name: string, value: string): void {
  const input = document.querySelector<HTMLInputElement>(`input[name="${name}"][value="${value}"]`);
  if (!input || input.checked || input.disabled || input.closest('.mode[hidden]')) return;
  input.checked = true;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

const NUMBERS = new Intl.NumberFormat('en');

/** 12,345 */
export function count(value: number): string {
  return NUMBERS.format(Math.round(value));
}

/** Microseconds in a unit that fits. */
export function time(micros: number): string {
  if (micros < 9.95) return `${micros.toFixed(1)} µs`;
  if (micros < 9950) return `${count(micros)} µs`;
  return micros < 995_000 ? `${(micros / 1000).toFixed(micros < 99_500 ? 1 : 0)} ms` : `${(micros / 1e6).toFixed(1)} s`;
}

/** Calls when nothing has happened for a while. */
export function whenQuiet(milliseconds: number, call: () => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(call, milliseconds);
  };
}
