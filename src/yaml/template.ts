import { pushAll } from '../data/push-all';

/** The message about a chart's template. */
export const TEMPLATE_MESSAGE = "this looks like a template (it contains '{{'), not a manifest: render it first, for example with 'helm template', and pass the result";

/** A line that consists of an action, such as `{{- if .Values.enabled }}`, or an action as an unquoted value. */
const ACTION = /^[ \t]*(?:-[ \t]+)?(?:[\w./-]+:[ \t]+)?\{\{/;

/** The key that the parser makes of an object used as a key, as in `name: {{ .Values.name }}`; Kubernetes rejects such a key. */
const OBJECT_AS_KEY = '[object Object]';

/** Tells whether invalid YAML is a Go template rather than a mistake at that line. */
export function looksLikeTemplate(text: string, line: number | undefined): boolean {
  if (!text.includes('{{')) {
    return false;
  }
  const lines = text.split(/\r\n|\n|\r/);
  // The parser often notices an action only on the line after it.
  const nearby = line === undefined ? [] : lines.slice(Math.max(line - 2, 0), line);
  return nearby.some(near => near.includes('{{')) || lines.some(each => ACTION.test(each));
}

/** Finds the line and column, from 1, of an action that the parser took for an object; undefined when the document is not a template. */
export function hiddenTemplate(text: string, value: unknown): { readonly line: number; readonly column: number } | undefined {
  if (!text.includes('{{') || !hasObjectAsKey(value)) {
    return undefined;
  }
  const lines = text.split(/\r\n|\n|\r/);
  const line = Math.max(lines.findIndex(each => ACTION.test(each)), 0);
  return { line: line + 1, column: Math.max(lines[line].indexOf('{{'), 0) + 1 };
}

function hasObjectAsKey(root: unknown): boolean {
  const seen = new Set<unknown>();
  const waiting = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) {
      continue;
    }
    seen.add(value);
    if (Object.hasOwn(value, OBJECT_AS_KEY)) {
      return true;
    }
    pushAll(waiting, Object.values(value));
  }
  return false;
}
