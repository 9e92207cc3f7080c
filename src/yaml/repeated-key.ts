import { InputProblem } from './problem';
import { DocumentText } from './split';

/** A key that stands twice in one object. */
export interface RepeatedKey extends Required<Pick<InputProblem, 'line' | 'column'>> {
  /** Undefined if it is not a plain word or a text in quotes. */
  readonly key?: string;
}

/** A parse result, and the first repeated key in it. */
export interface ReadValue {
  readonly value: unknown;
  readonly repeated?: RepeatedKey;
}

const KEY = /"([^"\\\r\n]*)"|'([^'\r\n]*)'|([^\s:{}[\],'"]+)/y;

/**
 * Reads a document of which the last one of equal keys counts, and notices the first of them.
 *
 * @param read reads it, and throws what the parser throws; leniently, it lets the last one count
 */
export function readRepeated(document: DocumentText, read: (isLenient: boolean) => unknown): ReadValue {
  try {
    return { value: read(false) };
  } catch (error) {
    const { reason, mark } = error as { readonly reason?: string; readonly mark?: { readonly line: number; readonly column: number } };
    if (reason !== 'duplicated mapping key' || mark === undefined) {
      throw error;
    }
    const line = document.text.split(/\r\n|\n|\r/, mark.line + 1)[mark.line] ?? '';
    KEY.lastIndex = mark.column;
    const [, double, single, plain] = KEY.exec(line) ?? [];
    return { value: read(true), repeated: { line: document.firstLine + mark.line, column: mark.column + 1, key: double ?? single ?? plain } };
  }
}

/** Names the repeated key in a sentence, with what to do. */
export function repeatedText({ key, line }: RepeatedKey): string {
  return `${key === undefined ? 'a key' : `the key '${key}'`} stands twice in one object, the second time on line ${line}: remove one of them`;
}
