/** From the root of a document to a part of it: keys of objects and indexes of lists. */
export type DataPath = readonly (string | number)[];

/** A part of a text, by offsets; the end is exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A place in a document: a part of it or, where that part is a text, a span of the text. */
export interface DataPlace {
  readonly path: DataPath;
  /** Offsets in the text as data, not as it is written in a file. */
  readonly span?: TextSpan;
}

const PLAIN_KEY = /^[\w-]+$/;
const STEP = /\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|(?:^|(?!^)\.)([\w-]+)/sy;

/** A path as people write it: `spec.containers[1].image`; keys that are no plain words in quotes: `metadata.annotations['a.b/c']`. */
export function formatPath(path: DataPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') {
      return `${text}[${step}]`;
    }
    return PLAIN_KEY.test(step) ? `${text}${text === '' ? '' : '.'}${step}` : `${text}['${step.replace(/[\\']/g, '\\$&')}']`;
  }, '');
}

/** Reads what `formatPath` writes; undefined when the text is no path. */
export function parsePath(text: string): DataPath | undefined {
  const path: (string | number)[] = [];
  for (let at = 0; at < text.length;) {
    STEP.lastIndex = at;
    const match = STEP.exec(text);
    if (!match) {
      return undefined;
    }
    const [whole, index, quoted, key] = match;
    path.push(index === undefined ? key ?? quoted.replace(/\\(.)/gs, '$1') : Number(index));
    at += whole.length;
  }
  return path;
}
