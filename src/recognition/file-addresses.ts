import type { Setting } from './settings';
import { isLoopback, LOOPBACK_HOST } from '../knowledge/programs/address';

/** An entry of a configuration file: `host: localhost`, `"host": "localhost",`, `host = localhost`. */
interface Entry {
  readonly indent: number;
  /** Whether it is the first one of an item of a list. */
  readonly isItem: boolean;
  readonly key: string;
  readonly value: string;
}

/** A file without it has no host on loopback in an entry of its own. */
const LOCAL_HOST = new RegExp(`(?:host|hostname|addr|address|server|ip)["']?[ \\t]{0,9}[:=][ \\t]{0,9}["']?${LOOPBACK_HOST}["']?[ \\t]{0,9}(?:[\\n\\r,}#]|$)`, 'i');
const HOST_KEY = /(host|hostname|addr|address|server|ip)$/i;
const ENTRY = /^([ \t]*)(-[ \t]+)?["']?([\w.-]{1,100})["']?[ \t]*[:=](.*)$/;
const SECTION = /^\[([\w.-]{1,100})\]$/;
/** No file that is written by hand has more hosts on loopback. */
const MAX_HOSTS = 50;

/** The hosts on loopback that have an entry of their own in a file, each with the ports beside it, as settings named by the block that holds them. */
export function localHosts(text: string): Setting[][] {
  if (!LOCAL_HOST.test(text)) {
    return [];
  }
  const entries = text.split('\n').flatMap(unfolded).flatMap(entryOf);
  const hosts = entries.flatMap((entry, index) => HOST_KEY.test(entry.key) && isLoopback(entry.value) ? [index] : []);
  return hosts.slice(0, MAX_HOSTS).map(index => {
    const block = blockAround(entries, index);
    const parent = entries.slice(0, index).filter(({ indent }) => indent < entries[index].indent).at(-1)?.key;
    const named = block.filter(entry => entry === entries[index] || (/port$/i.test(entry.key) && /^\d{2,5}$/.test(entry.value)));
    return named.map(({ key, value }) => ({ name: parent === undefined ? key : `${parent}_${key}`, value, isScript: false }));
  });
}

/** The entries beside one, in the same block or item. */
function blockAround(entries: readonly Entry[], index: number): Entry[] {
  const { indent } = entries[index];
  let start = index;
  while (start > 0 && !(entries[start].isItem && entries[start].indent === indent) && entries[start - 1].indent >= indent) {
    start--;
  }
  const after = entries.findIndex((entry, place) => place > index && (entry.indent < indent || (entry.isItem && entry.indent === indent)));
  return entries.slice(start, after < 0 ? undefined : after).filter(entry => entry.indent === indent);
}

function entryOf(line: string): Entry[] {
  const section = SECTION.exec(line.trim());
  if (section) {
    return [{ indent: -1, isItem: false, key: section[1], value: '' }];
  }
  const [, before, item, key, rest] = ENTRY.exec(line) ?? [];
  return key === undefined ? [] : [{ indent: before.length + (item?.length ?? 0), isItem: item !== undefined, key, value: valueOf(rest) }];
}

/** What stands behind a key, without quotes, comma and comment. */
function valueOf(text: string): string {
  return text.split('#', 1)[0].trim().replace(/,$/, '').trimEnd().replace(/^["']|["']$/g, '');
}

/** A line with a block in braces as the lines that it would be without: `redis: { host: localhost, port: 6379 }`. */
function unfolded(line: string): string[] {
  if (!/\{[ \t]*["'\w]/.test(line)) {
    return [line];
  }
  const lines: string[] = [];
  let indent = line.length - line.trimStart().length;
  for (const part of line.split(/([{},])/)) {
    if (/^[{}]$/.test(part)) {
      indent += part === '{' ? 1 : -1;
    } else if (part !== ',' && part.trim() !== '') {
      lines.push(' '.repeat(Math.max(indent, 0)) + part.trim());
    }
  }
  return lines;
}
