import MiniSearch, { SearchResult } from 'minisearch';
import { SearchEntry } from './search-entry';
import { byId, h } from '../dom';

declare global {
  interface Window {
    /** What is searched; its script is loaded when somebody wants to search. */
    searchData?: readonly SearchEntry[];
  }
}

const MOST_SHOWN = 12;
const EXCERPT = 120;

const root = document.documentElement.dataset.root ?? '';
const input = byId<HTMLInputElement>('search');
const results = byId('results');
let index: Promise<MiniSearch> | undefined;

/** Loads what is searched, by a script: a page may not read files when it is opened from a disk. */
function load(): Promise<MiniSearch> {
  return new Promise((resolve, reject) => {
    const script = h('script', { src: `${root}search-data.js`, load: () => resolve(build(window.searchData ?? [])), error: () => reject(new Error('search-data.js is missing')) });
    document.head.append(script);
  });
}

function build(entries: readonly SearchEntry[]): MiniSearch {
  const search = new MiniSearch({
    fields: ['title', 'page', 'text'],
    storeFields: ['href', 'page', 'title', 'text'],
    idField: 'href',
    searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: term => term.length > 4 ? 0.2 : false, combineWith: 'AND' },
  });
  search.addAll(entries);
  return search;
}

async function show(): Promise<void> {
  const query = input.value.trim();
  if (query === '') {
    results.hidden = true;
    return;
  }
  index ??= load();
  const found = (await index).search(query);
  if (input.value.trim() !== query) {
    return;
  }
  results.replaceChildren(...(found.length === 0 ? [h('li', {}, h('p', { class: 'none' }, 'Nothing found'))] : found.slice(0, MOST_SHOWN).map(itemOf)));
  results.hidden = false;
}

function itemOf({ href, page, title, text, terms }: SearchResult): HTMLElement {
  return h('li', {}, h('a', { href: root + String(href), click: close }, h('b', {}, String(title)), h('span', {}, String(page)), h('small', {}, excerptOf(String(text), terms))));
}

/** The words around the first hit. */
function excerptOf(text: string, terms: readonly string[]): string {
  const at = Math.max(0, Math.min(...terms.map(term => text.toLowerCase().indexOf(term)).filter(place => place >= 0).concat(text.length)) - 40);
  const start = at >= text.length - 40 ? 0 : at;
  return `${start > 0 ? '…' : ''}${text.slice(start, start + EXCERPT)}${text.length > start + EXCERPT ? '…' : ''}`;
}

function close(): void {
  results.hidden = true;
}

input.addEventListener('focus', () => void (index ??= load()));
input.addEventListener('input', () => void show());
document.addEventListener('click', event => event.target instanceof Node && !byId('search-box').contains(event.target) && close());
document.addEventListener('keydown', event => {
  const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]');
  if (event.key === '/' && !isTyping) {
    event.preventDefault();
    input.focus();
  } else if (event.key === 'Escape' && !results.hidden) {
    close();
    input.focus();
  }
});
