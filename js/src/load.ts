// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Gets and compiles a WebAssembly module.
import { LandfallError } from './errors.js';
import type { WasmModule } from './landfall.js';

/** Where the module is: an address, its bytes, a response of `fetch`, or the module itself (`landfall.module`). */
export type WasmSource = string | { readonly href: string } | ArrayBuffer | Uint8Array | WasmModule;

export interface LoadOptions {
  /** Default: the file of the package, with vectors where the engine has them. */
  wasm?: WasmSource;
}

export async function compile(source: WasmSource): Promise<WasmModule> {
  if (source instanceof WebAssembly.Module) return source;
  try {
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return await WebAssembly.compile(source as BufferSource);
    if (typeof Response !== 'undefined' && source instanceof Response) return await compileResponse(source);
    const href = typeof source === 'string' ? source : (source as { href: string }).href;
    return href.startsWith('file:') ? await compileFile(href) : await compileResponse(await fetch(href));
  } catch (error) {
    throw new LandfallError('E_WASM', `the WebAssembly module could not be loaded: ${(error as Error).message}`, { cause: error });
  }
}

async function compileFile(href: string): Promise<WebAssembly.Module> {
  const name = 'node:fs/promises'; // not a literal: bundlers for browsers must not look for it
  const { readFile } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as {
    readFile(file: URL): Promise<Uint8Array<ArrayBuffer>>;
  };
  return WebAssembly.compile(await readFile(new URL(href)));
}

async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
