import { isObject } from '../data/json';

/** A line that holds nothing but a comment. */
export interface CommentLine {
  /** Its number in the document, from 0. */
  readonly line: number;
  /** The comment, from its `#`. */
  readonly text: string;
}

const COMMENT = /^[ \t]*(#.*?)[ \t]*$/;
/** The `#`, or a mark such as `#PROD#` that a script replaces. */
const MARK = /^#(?:[\w.-]{1,40}#)?[ \t]*/;
/** Names of fields, labels and variables; `TODO:` and `Note:` begin a sentence. */
const KEY = /^["']?(?:[a-z][\w./-]*|[A-Z][A-Z0-9]*_[A-Z0-9_]*)["']?:(?:[ \t]+(.*))?$/;
/** A value that is no sentence: a word, a quoted text, a list or an object, a flag, or the beginning of a text. */
const VALUE = /^(?:\S*|["'[{&*|>-].*|\S+[ \t]+#.*)$/;

/**
 * The comments of a document.
 *
 * @param value the document as data: a line of a script that begins with `#` is no comment of the document
 */
export function commentsOf(text: string, value: unknown): readonly CommentLine[] {
  if (!text.includes('#')) {
    return [];
  }
  const inTexts = new Set<string>();
  addLines(value, inTexts);
  return text.split(/\r\n|\n|\r/).flatMap((content, line) => {
    const comment = COMMENT.exec(content)?.[1];
    return comment === undefined || inTexts.has(comment) ? [] : [{ line, text: comment }];
  });
}

function addLines(value: unknown, lines: Set<string>): void {
  if (typeof value === 'string') {
    (value.includes('#') ? value.split('\n') : []).forEach(line => lines.add(line.trim()));
  } else if (isObject(value) || Array.isArray(value)) {
    Object.values(value).forEach(part => addLines(part, lines));
  }
}

/** Whether a comment can be a line of YAML that is switched off; a list of sentences looks so, too. */
export function maySwitchOff({ text }: CommentLine): boolean {
  return valueIn(text) !== undefined;
}

/** Whether a comment is a line of YAML that is switched off, and no sentence. */
export function isSwitchedOff({ text }: CommentLine): boolean {
  const value = valueIn(text);
  return value !== undefined && VALUE.test(value);
}

/** The value of an item or of a key, and a list or an object itself; undefined when a comment begins with none of them. */
function valueIn(text: string): string | undefined {
  const line = text.replace(MARK, '');
  const item = /^-(?:[ \t]+|$)(.*)$/.exec(line)?.[1];
  const key = KEY.exec(item ?? line);
  return key ? key[1] ?? '' : item ?? (/^[{[]/.test(line) ? line : undefined);
}
