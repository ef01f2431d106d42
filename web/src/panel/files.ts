// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Files into the page, by a drop or a button, and out of it.
import { byId } from '../dom.js';
import type { NamedBytes } from '../maps/files.js';

const MOST_BYTES = 1 << 28;
const MOST_FILES = 40;

/** All files of what was dropped; folders are looked into. */
async function filesOf(items: DataTransferItemList): Promise<File[]> {
  const entries = [...items].filter(item => item.kind === 'file').map(item => item.webkitGetAsEntry() ?? item.getAsFile());
  const found: File[] = [];
  const take = async (entry: FileSystemEntry | File | null): Promise<void> => {
    if (!entry || found.length > MOST_FILES) return;
    if (entry instanceof File) found.push(entry);
    else if (entry.isFile) found.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
    else for (const inside of await readFolder(entry as FileSystemDirectoryEntry)) await take(inside);
  };
  for (const entry of entries) await take(entry);
  return found;
}

function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => folder.createReader().readEntries(resolve, reject));
}

async function readAll(files: File[]): Promise<NamedBytes[]> {
  if (files.length > MOST_FILES) throw new Error(`${files.length} files: drop those of one map`);
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (bytes > MOST_BYTES) throw new Error(`${bytes} bytes: this page opens at most ${MOST_BYTES}`);
  return Promise.all(files.map(async file => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
}

/** Calls with the files that the user drops or chooses. */
export function watchFiles(opened: (files: NamedBytes[]) => Promise<void>, failed: (text: string) => void): void {
  const open = async (files: File[] | Promise<File[]>): Promise<void> => {
    try {
      await opened(await readAll(await files));
    } catch (error) {
      failed((error as Error).message);
    }
  };
  for (const name of ['dragenter', 'dragover'] as const)
    document.addEventListener(name, event => {
      event.preventDefault();
      document.body.classList.add('dropping');
    });
  document.addEventListener('dragleave', event => event.relatedTarget === null && document.body.classList.remove('dropping'));
  document.addEventListener('drop', event => {
    event.preventDefault();
    document.body.classList.remove('dropping');
    if (event.dataTransfer) void open(filesOf(event.dataTransfer.items));
  });
  for (const id of ['file', 'folder']) {
    const input = byId<HTMLInputElement>(id);
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])];
      if (files.length > 0) void open(files).then(() => (input.value = ''));
    });
    byId(`open-${id}`).addEventListener('click', () => input.click());
  }
}

/** Hands files to the user. */
export function download(files: NamedBytes[]): void {
  for (const { name, bytes } of files) {
    const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>])), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
}
