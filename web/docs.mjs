// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The documents as pages beside the playground, so that its explanations lead somewhere on any host. Knows the part of Markdown
// that docs/*.md use.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const escape = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const slug = text => text.toLowerCase().replace(/[^\w\- ]/g, '').trim().replaceAll(' ', '-');

/** A link to another document leads to its page; one to anything else of the repository stays words. */
function link(words, to, pages) {
  const [file, anchor] = to.split('#');
  if (/^https?:/.test(to)) return `<a href="${to}" rel="noopener">${words}</a>`;
  if (file === '') return `<a href="#${anchor}">${words}</a>`;
  return pages.has(file) ? `<a href="${file.replace(/\.md$/, '.html')}${anchor ? `#${anchor}` : ''}">${words}</a>` : words;
}

function inline(text, pages) {
  const codes = [];
  return escape(text)
    .replace(/`([^`]+)`/g, (_, code) => `\u0000${codes.push(code) - 1}\u0000`)
    .replace(/!\[([^\]]*)\]\(([^)]+)\)/g, (_, words, to) => `<img src="${to}" alt="${words}">`)
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, words, to) => link(words, to, pages))
    .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
    .replace(/(^|[\s(])\*([^*\s][^*]*)\*/g, '$1<i>$2</i>')
    .replace(/\u0000(\d+)\u0000/g, (_, i) => `<code>${codes[Number(i)]}</code>`);
}

const cells = line => line.trim().replace(/^\||\|$/g, '').split(/(?<!\\)\|/).map(cell => cell.trim());

function table(lines, pages) {
  const row = (line, tag) => `<tr>${cells(line).map(cell => `<${tag}>${inline(cell, pages)}</${tag}>`).join('')}</tr>`;
  return `<div class="wide"><table>${row(lines[0], 'th')}${lines.slice(2).map(line => row(line, 'td')).join('')}</table></div>`;
}

/** Lines that belong together, by what the first one is. */
function* blocks(lines) {
  for (let i = 0; i < lines.length; ) {
    const begin = i++;
    const first = lines[begin];
    if (/^\s*```/.test(first)) {
      while (i < lines.length && !/^\s*```/.test(lines[i])) i++;
      yield ['code', lines.slice(begin + 1, i++)];
    } else if (first.trim() === '') continue;
    else if (/^#+ /.test(first)) yield ['title', [first]];
    else {
      const kind = first.startsWith('|') ? 'table' : /^\s*(-|\d+\.) /.test(first) ? 'list' : 'text';
      while (i < lines.length && lines[i].trim() !== '' && !/^(#+ |\s*```)/.test(lines[i]) && (kind === 'table') === lines[i].startsWith('|')) i++;
      yield [kind, lines.slice(begin, i)];
    }
  }
}

function html([kind, lines], pages) {
  if (kind === 'code') return `<pre>${escape(lines.join('\n'))}</pre>`;
  if (kind === 'table') return table(lines, pages);
  if (kind === 'title') {
    const [, marks, words] = /^(#+) (.*)$/.exec(lines[0]);
    return `<h${marks.length} id="${slug(words)}">${inline(words, pages)}</h${marks.length}>`;
  }
  if (kind === 'text') return `<p>${inline(lines.join(' '), pages)}</p>`;
  const items = lines.join('\n').split(/\n?^\s*(?:-|\d+\.) /m).slice(1);
  return `<ul>${items.map(item => `<li>${inline(item.replaceAll('\n', ' '), pages)}</li>`).join('')}</ul>`;
}

/** Writes every document of `from` as a page into `to`. */
export function writeDocs(from, to) {
  mkdirSync(to, { recursive: true });
  const names = readdirSync(from).filter(name => name.endsWith('.md'));
  const pages = new Set(names);
  for (const name of names) {
    const text = readFileSync(join(from, name), 'utf8');
    const body = [...blocks(text.split('\n'))].map(block => html(block, pages)).join('\n');
    const title = escape(/^# (.*)$/m.exec(text)?.[1] ?? name);
    writeFileSync(join(to, name.replace(/\.md$/, '.html')), `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Landfall: ${title}</title>
<link rel="stylesheet" href="docs.css"><link rel="icon" href="../icon.svg"><main><p><a href="../index.html">The playground</a></p>
${body}</main></html>
`);
  }
  if (existsSync(join(from, 'images'))) cpSync(join(from, 'images'), join(to, 'images'), { recursive: true });
}
