// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

import { whole } from './errors.js';
import type { Signal } from './types.js';

interface Channel {
  port1: { onmessage: (() => void) | null };
  port2: { postMessage(value: unknown): void };
}
interface Host {
  setImmediate?: (call: () => void) => void;
  MessageChannel?: new () => Channel;
  setTimeout: (call: () => void, ms: number) => void;
}

const host = globalThis as unknown as Host;
let channel: Channel | undefined;
let waiting: (() => void)[] = [];

/** Browsers hold back nested timers by 4 ms; messages are delivered at once. */
function post(call: () => void): void {
  if (!channel) {
    channel = new (host.MessageChannel as new () => Channel)();
    channel.port1.onmessage = () => {
      const calls = waiting;
      waiting = [];
      for (const one of calls) one();
    };
  }
  waiting.push(call);
  channel.port2.postMessage(0);
}

/** Lets everything else that is due run first. */
export function giveWay(): Promise<void> {
  return new Promise(resolve => {
    if (host.setImmediate) host.setImmediate(resolve);
    else if (host.MessageChannel) post(resolve);
    else host.setTimeout(resolve, 0);
  });
}

/** Throws the reason of a signal that was aborted. */
export function throwIfAborted(signal: Signal | undefined): void {
  if (!signal?.aborted) return;
  throw signal.reason ?? Object.assign(new Error('This operation was aborted'), { name: 'AbortError' });
}

export function budgetOf(budget: number | undefined, usual: number): number {
  return budget === undefined ? usual : whole(budget, 1, Number.MAX_SAFE_INTEGER, 'budget');
}
