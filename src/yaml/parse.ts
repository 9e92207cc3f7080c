import { aliasProblem } from './aliases';
import { blockData } from './block-data';
import { isTooDeep, MAX_DEPTH } from './depth';
import { beginningOf } from './document-beginning';
import { withEmptyItems } from './empty-items';
import { foreignText } from './foreign';
import { isUnknownTag, readTagged, TaggedObject } from './foreign-tag';
import { ItemMemory } from './item-memory';
import { jsYaml } from './lazy';
import { InputProblem } from './problem';
import { ReadValue, readRepeated, RepeatedKey } from './repeated-key';
import { loadOptions } from './schema';
import { DocumentText, splitDocuments } from './split';
import { hiddenTemplate, looksLikeTemplate, TEMPLATE_MESSAGE } from './template';
import { isObject, JsonObject } from '../data/json';
import { mayNotPrint, printable } from '../data/printable';

/** An object that was read from a file. */
export interface ManifestDocument {
  /** The file, as the user names it. */
  readonly file: string;
  /** Which document of its file it is, from 0, as YAML counts: empty ones count, see `splitDocuments`. */
  readonly index: number;
  /** The line on which its content begins, from 1. */
  readonly line: number;
  /** Its data. Parts may be shared, so it must never be copied or printed as a whole. */
  readonly value: JsonObject;
  /** Its text, as it stands in the file, with its `---`. */
  readonly text: string;
  /** The line on which its text begins, from 1. */
  readonly firstLine: number;
  /** It is in block style, and `blockData` understood it. */
  readonly isBlock?: boolean;
  /** A key that it has twice in one object, of which the last one counts. */
  readonly repeated?: RepeatedKey;
  /** What to say about a tag of another program in it, because of which its pods cannot be judged. */
  readonly tag?: TaggedObject['tag'];
}

/** What a text holds. */
export interface ParsedText {
  readonly documents: ManifestDocument[];
  readonly problems: InputProblem[];
}

/** What a document must be, and the advice for one that is something else. */
export interface Wanted {
  /** What it must be. */
  readonly must: string;
  /** What to do with anything else. */
  readonly advice: string;
  /** What to do with a list, where that is something else. */
  readonly adviceOnList?: string;
}

const MANIFEST: Wanted = {
  must: 'a manifest must be an object with apiVersion and kind',
  advice: 'fix it, or leave the file out',
  adviceOnList: 'write each item as a document of its own, or as the items of a List',
};

/** Parses YAML or JSON text; reports the documents that it cannot parse, and returns all others. */
export function parseText(file: string, text: string, wanted: Wanted = MANIFEST): ParsedText {
  const problems: InputProblem[] = [];
  return { documents: [...parseOneByOne(file, text, problems, wanted)], problems };
}

/**
 * Parses a document when it is asked for, so that not all of a large text are in memory at once.
 *
 * @param problems gets the documents that cannot be parsed
 * @param isWanted tells by the text of a document whether to parse it
 * @param memory lets documents share what they have in common; then nobody may change them
 */
export function* parseOneByOne(
  file: string, text: string, problems: InputProblem[], wanted: Wanted = MANIFEST, isWanted: (text: string) => boolean = () => true,
  memory?: ItemMemory,
): Generator<ManifestDocument> {
  const json = tryJson(text);
  for (const document of splitDocuments(text)) {
    if (document.contentLine === undefined || !isWanted(document.text)) {
      continue;
    }
    try {
      const block = json === undefined ? blockData(document.text, memory) : undefined;
      const quick = block ?? json;
      const { value: read, repeated }: ReadValue = quick === undefined ? readYaml(file, document, wanted) : { value: quick };
      const value = mayNotPrint(document.text) ? printable(read) : read;
      const problem = problemOf(value, document, wanted);
      if (problem) {
        problems.push({ file, ...problem });
      } else if (isObject(value)) {
        const { index, contentLine, text: own, firstLine } = document;
        yield { file, index, line: contentLine, value, text: own, firstLine, isBlock: block !== undefined, ...(repeated ? { repeated } : {}) };
      }
    } catch (error) {
      const tagged = readTagged(document, error);
      if (tagged && problemOf(tagged.value, document, wanted) === undefined) {
        const { index, contentLine, text: own, firstLine } = document;
        yield { file, index, line: contentLine, text: own, firstLine, ...tagged };
      } else {
        problems.push(syntaxProblem(file, document, error));
      }
    }
  }
}

/** Parses the first document of a text that need not be a manifest, but may also be a list; undefined if that fails. */
export function parseValue(file: string, text: string): unknown {
  const document = splitDocuments(text).find(({ contentLine }) => contentLine !== undefined);
  try {
    const value = tryJson(text) ?? (document && readYaml(file, document, MANIFEST).value);
    return aliasProblem(value) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}

/** JSON is YAML too, but the JSON parser is faster. Invalid or too deeply nested JSON goes to the YAML parser, which reports where the mistake is. */
function tryJson(text: string): unknown {
  const trimmed = text.replace(/^\ufeff/, '').trimStart();
  if (!trimmed.startsWith('{') && !trimmed.startsWith('[')) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(trimmed);
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Of a key that a manifest has twice, the last one counts, as for kubectl and in JSON; a file for this command must not have it. */
function readYaml(file: string, document: DocumentText, wanted: Wanted): ReadValue {
  const read = (json: boolean) => withEmptyItems(document.text, text => jsYaml().load(text, { ...loadOptions(), filename: file, json }));
  return wanted === MANIFEST ? readRepeated(document, read) : { value: read(false) };
}

/** What is wrong with a document that could be parsed. */
function problemOf(value: unknown, document: DocumentText, { must, advice, adviceOnList = advice }: Wanted): Omit<InputProblem, 'file'> | undefined {
  const { text, firstLine } = document;
  if (value === null || value === undefined) {
    // `null`, `~`, or a tag without a value: as empty as nothing at all.
    return undefined;
  }
  if (!isObject(value)) {
    const message = `${must}, but this document is ${describe(value)}: ${Array.isArray(value) ? adviceOnList : advice}`;
    return { ...startOf(document), message, ...(holdsManifests(value) ? {} : { foreign: isJsonPatch(value) ? 'JSON patch' : foreignText(text) ?? 'other file' }) };
  }
  const template = hiddenTemplate(text, value);
  if (template !== undefined) {
    return { line: firstLine + template.line - 1, column: template.column, message: TEMPLATE_MESSAGE, foreign: 'template' };
  }
  const message = text.includes('&') && text.includes('*') ? aliasProblem(value) : undefined;
  return message === undefined ? undefined : { ...startOf(document), message };
}

/** Where the content of a document begins. */
function startOf({ text, firstLine, contentLine }: DocumentText): Pick<InputProblem, 'line' | 'column'> {
  const { line, column } = beginningOf({ text, firstLine, line: contentLine! });
  return { line, column };
}

/** A patch as kustomize reads it (RFC 6902) is a list of operations: no manifest, and no mistake. */
function isJsonPatch(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
    && value.every(item => isObject(item) && typeof item.op === 'string' && typeof item.path === 'string' && item.path.startsWith('/'));
}

/** Whether a value is a list of objects of Kubernetes, which kubectl does not read. */
function holdsManifests(value: unknown): boolean {
  return Array.isArray(value) && value.some(item => isObject(item) && item.apiVersion !== undefined && item.kind !== undefined);
}

function syntaxProblem(file: string, document: DocumentText, error: unknown): InputProblem {
  const { reason, mark } = error as { readonly reason?: string; readonly mark?: { readonly line: number; readonly column: number } };
  const place = mark ? { line: document.firstLine + mark.line, column: mark.column + 1 } : startOf(document);
  if (looksLikeTemplate(document.text, mark && mark.line + 1)) {
    return { file, ...place, message: TEMPLATE_MESSAGE, foreign: 'template' };
  }
  const other = foreignText(document.text);
  const foreign = other === 'other file' && isUnknownTag(error) ? 'file of another program' : other;
  const format = /^\s*[{[]/.test(document.text) ? 'neither valid JSON nor valid YAML' : 'not valid YAML';
  const fault = reason === undefined || reason.startsWith('nesting exceeded') ? `it nests deeper than ${MAX_DEPTH} levels` : reason;
  return { file, ...place, message: `this is ${format}: ${fault}; fix it here or just above`, ...(foreign ? { foreign } : {}) };
}

function describe(value: unknown): string {
  if (Array.isArray(value)) {
    return 'a list';
  }
  const text = typeof value === 'string' ? JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value) : String(value);
  return `the ${typeof value} ${text}`;
}
