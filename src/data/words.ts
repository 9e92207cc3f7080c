import { jsonOf } from './any-value';

/** A number with its noun: `1 pod`, `2 pods`. */
export function amount(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** A value of a manifest for a message: a text as it is, everything else as JSON. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? value : jsonOf(value);
}

/** Joins a text into one line: text from a manifest may contain line breaks. */
export function oneLine(text: string): string {
  return /[\r\n]/.test(text) ? text.split(/[\r\n]+/).map(line => line.trim()).join(' ') : text;
}
