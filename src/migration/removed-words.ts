import { Plan } from './plan';
import { follow, isObject } from '../data/json';
import { Edit } from '../edits/edit';

/** Flags, paths, addresses and variables; other words are used for much else. */
const TELLING = /^(?:--?[a-z][\w-]{3,}|(?:https?:\/\/|localhost:|127\.0\.0\.1:)\S{3,}|\/[\w.-]{2,}[\w./-]*|[A-Z][A-Z0-9]*_[A-Z0-9_]+)$/;
const BETWEEN = /[\s"'`;|&()<>,=[\]{}]+/;
/** Keys that only a workaround may have. */
const KEYS: ReadonlySet<string | number> = new Set(['preStop', 'postStart', 'shareProcessNamespace']);
/** What an address asks for. */
const PATH = /:\d+(\/[\w-]{4,})$/;

/** Words of what a plan removes and that the result no longer has: names, flags, paths and addresses. */
export function removedWords(manifest: unknown, { edits, result }: Plan): string[] {
  const words = new Set(edits.flatMap(edit => wordsOf(manifest, edit)));
  const rest = words.size > 0 ? JSON.stringify(result) : '';
  return [...words].filter(word => !rest.includes(word));
}

function wordsOf(manifest: unknown, edit: Edit): string[] {
  if (edit.kind === 'move' || edit.kind === 'insert') {
    return [];
  }
  const value = follow(manifest, edit.path);
  const key = edit.path[edit.path.length - 1];
  const keys = edit.kind !== 'remove' ? [] : [key, ...(isObject(value) ? Object.keys(value) : [])].filter((one): one is string => KEYS.has(one));
  const name: unknown = edit.kind === 'remove' && isObject(value) ? value.name : undefined;
  return [...keys, ...(typeof name === 'string' && name.length > 2 ? [name] : []), ...textsIn(value).flatMap(tellingWords)];
}

function textsIn(value: unknown): string[] {
  return typeof value === 'string' ? [value] : isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(textsIn) : [];
}

function tellingWords(text: string): string[] {
  return text.split(BETWEEN).filter(word => TELLING.test(word)).flatMap(word => [word, ...PATH.exec(word)?.slice(1) ?? []]);
}
