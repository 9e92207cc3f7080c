import { foreignText } from './foreign';
import { jsYaml } from './lazy';
import { InputProblem } from './problem';
import { loadOptions } from './schema';
import { DocumentText } from './split';
import { isObject, JsonObject } from '../data/json';

const UNKNOWN_TAG = /^unknown tag !<(.+)>$/;
const STANDARD = 'tag:yaml.org,2002:';

/** An object with a tag of another program, such as `!vault` of Ansible, and what to say about it. */
export interface TaggedObject {
  /** Its data; what has such a tag is read as if it had none. */
  readonly value: JsonObject;
  readonly tag: Omit<InputProblem, 'file'>;
}

/**
 * Whether the parser rejects a document only because of a tag: it is valid YAML for another program.
 *
 * @param error what the parser threw
 */
export function isUnknownTag(error: unknown): boolean {
  return UNKNOWN_TAG.test((error as { readonly reason?: string }).reason ?? '');
}

/**
 * Reads an object of Kubernetes again that the parser rejects only because of a tag.
 *
 * @param error what the parser threw
 */
export function readTagged(document: DocumentText, error: unknown): TaggedObject | undefined {
  const { reason = '', mark } = error as { readonly reason?: string; readonly mark?: { readonly position: number; readonly line: number } };
  const name = UNKNOWN_TAG.exec(reason)?.[1];
  if (name === undefined || mark === undefined || foreignText(document.text) !== undefined) {
    return undefined;
  }
  const written = name.startsWith(STANDARD) ? `!!${name.slice(STANDARD.length)}` : name;
  const value = readWithoutTags(document.text);
  const message = `the tag '${written}' belongs to another program, so its value is not known: let that program replace it, and pass the result`;
  return isObject(value) ? { value, tag: { ...placeOf(written, document, mark), message } } : undefined;
}

/** The parser only notices a tag at the end of its value. */
function placeOf(written: string, { text, firstLine }: DocumentText, mark: { readonly position: number; readonly line: number }): Pick<InputProblem, 'line' | 'column'> {
  const at = text.lastIndexOf(written, mark.position);
  if (at < 0) {
    return { line: firstLine + mark.line, column: 1 };
  }
  const before = text.slice(0, at).split(/\r\n|\n|\r/);
  return { line: firstLine + before.length - 1, column: before[before.length - 1].length + 1 };
}

function readWithoutTags(text: string): unknown {
  const { Type, load } = jsYaml();
  const { schema, ...options } = loadOptions();
  const types = ['!', 'tag:'].flatMap(prefix => (['scalar', 'sequence', 'mapping'] as const).map(kind => new Type(prefix, { kind, multi: true })));
  try {
    return load(text, { ...options, schema: schema!.extend({ explicit: types }) });
  } catch {
    // Another fault comes after the tag.
    return undefined;
  }
}
