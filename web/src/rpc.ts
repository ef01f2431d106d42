// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Calls from the page to its workers, as functions that return promises, and news that workers send by themselves.

// eslint-style `any` is right here: the arguments are those of the handler, checked where it is called.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Handlers = { [name: string]: (...args: any[]) => unknown };

interface Port {
  postMessage(value: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listen: (event: MessageEvent) => void): void;
}

/** Large things that go over whole instead of being copied. What a handler returns is no longer its own. */
function movable(value: unknown, found: Transferable[] = []): Transferable[] {
  if (ArrayBuffer.isView(value)) found.push(value.buffer as ArrayBuffer);
  else if (typeof ImageBitmap !== 'undefined' && value instanceof ImageBitmap) found.push(value);
  else if (Array.isArray(value)) for (const one of value) movable(one, found);
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) movable(one, found);
  return found;
}

/** In a worker: answers calls one after the other, in the order in which they come; but for those that take their time, and for
 *  which no other call waits. */
export function serve(port: Port, handlers: Handlers, beside: readonly string[] = []): { tell: (news: string, value: unknown) => void } {
  let last: Promise<unknown> = Promise.resolve();
  port.addEventListener('message', ({ data: { id, name, args } }: MessageEvent) => {
    const answer = async (): Promise<void> => {
      try {
        const value = await handlers[name](...args);
        port.postMessage({ id, value }, [...new Set(movable(value))]);
      } catch (error) {
        port.postMessage({ id, error: error instanceof Error ? error.message : String(error) }, []);
      }
    };
    if (beside.includes(name)) void answer();
    else last = last.then(answer);
  });
  return { tell: (news, value) => port.postMessage({ news, value }, []) };
}

type Answer<F extends (...args: never[]) => unknown> = Promise<Awaited<ReturnType<F>>>;

/** On the page: a worker whose handlers can be called. */
export class Remote<H extends Handlers> {
  #worker: Worker;
  #waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  #last = 0;

  constructor(worker: Worker, onNews: (news: string, value: never) => void = () => {}) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data: { id, news, value, error } }: MessageEvent) => {
      if (news !== undefined) return onNews(news, value as never);
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error !== undefined) waiting?.reject(new Error(error));
      else waiting?.resolve(value as never);
    });
    worker.addEventListener('error', event => {
      for (const one of this.#waiting.values()) one.reject(new Error(event.message || 'a worker could not be started'));
      this.#waiting.clear();
    });
  }

  call<K extends keyof H & string>(name: K, ...args: Parameters<H[K]>): Answer<H[K]> {
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, name, args });
    }) as Answer<H[K]>;
  }
}

/** Runs one call at a time. While one runs, of all others only the last is kept: what a drag needs. */
export function latestOnly<A extends unknown[]>(run: (...args: A) => Promise<void>): (...args: A) => void {
  let busy = false;
  let next: A | undefined;
  const go = (args: A): void => {
    busy = true;
    void run(...args).finally(() => {
      busy = false;
      const again = next;
      next = undefined;
      if (again) go(again);
    });
  };
  return (...args) => {
    if (busy) next = args;
    else go(args);
  };
}
