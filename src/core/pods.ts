import { isObject, JsonObject } from '../data/json';
import { DataPath } from '../data/path';
import { findTemplates, FoundTemplate, itemsOf } from '../kubernetes/manifest';
import { Pod } from '../kubernetes/pod';
import { WorkloadKinds } from '../kubernetes/workload-kinds';
import { ManifestDocument } from '../yaml/parse';
import { lineIn } from '../yaml/places';
import { InputProblem } from '../yaml/problem';

/** A pod, and where it stands. */
export interface LocatedPod {
  readonly pod: Pod;
  /** The pod template that it was read from. */
  readonly found: FoundTemplate;
  readonly document: ManifestDocument;
  /** From the document to the object that holds the pod: empty, or to an item of a `List`. */
  readonly objectPath: DataPath;
}

/** The pods of documents, and what is wrong with those that are malformed. */
export interface FoundPods {
  readonly pods: LocatedPod[];
  readonly problems: InputProblem[];
}

/** An object of a document: the document itself, or an item of a `List`. */
export interface LocatedObject {
  readonly value: unknown;
  readonly path: DataPath;
}

/** A path as sentences quote it: `'spec.template.spec.containers[1]'`. */
const QUOTED = /'([^']+)'/g;

/** Finds every pod in documents, also in the items of a `List`. */
export function podsIn(documents: readonly ManifestDocument[], kinds?: WorkloadKinds): FoundPods {
  const found: FoundPods = { pods: [], problems: [] };
  for (const document of documents) {
    for (const object of objectsOf(document.value)) {
      const { pods, problems } = podsOf(document, object, kinds);
      found.pods.push(...pods);
      found.problems.push(...problems);
    }
  }
  return found;
}

/** The pods of one object of a document. */
export function podsOf(document: ManifestDocument, { value, path }: LocatedObject, kinds?: WorkloadKinds): FoundPods {
  const { templates, problems } = findTemplates(value, kinds);
  return {
    pods: templates.map(found => ({ pod: Pod._of(found), found, document, objectPath: path })),
    problems: problems.map(problem => ({ file: document.file, line: lineIn(document, [...path, ...problem.path]), message: problem.message })),
  };
}

/** The objects of a document: itself, or the items of a `List`, and of lists in it. */
export function objectsOf(root: JsonObject): LocatedObject[] {
  const objects: LocatedObject[] = [];
  const waiting: LocatedObject[] = [{ value: root, path: [] }];
  while (waiting.length > 0) {
    const { value, path } = waiting.pop()!;
    const items = isObject(value) ? itemsOf(value) : undefined;
    if (items) {
      // From the last to the first, because the last one in is the first one out.
      for (let index = items.length - 1; index >= 0; index--) {
        waiting.push({ value: items[index], path: [...path, 'items', index] });
      }
    } else {
      objects.push({ value, path });
    }
  }
  return objects;
}

/**
 * Turns a sentence about an object into a problem with a file and a line.
 *
 * The sentences of the model quote the path of what they are about; the longest such path gives the line, and of two equals, such as two containers
 * with one name, the last. A sentence without a path gets the line of the object.
 */
export function locate(document: ManifestDocument, objectPath: DataPath, sentence: string): InputProblem {
  const object = objectPath.reduce<any>((value, step) => value?.[step], document.value);
  const paths = [...sentence.matchAll(QUOTED)].map(match => pathFrom(object, match[1])).sort((a, b) => a.length - b.length);
  return { file: document.file, line: lineIn(document, [...objectPath, ...(paths.pop() ?? [])]), message: sentence };
}

/** Follows a quoted path through a value as far as it exists. A key may hold dots, so the value decides where a key ends. */
function pathFrom(root: unknown, quoted: string): (string | number)[] {
  const path: (string | number)[] = [];
  let value: any = root;
  let rest = quoted;
  while (rest !== '') {
    const index = /^\[(\d+)\]\.?/.exec(rest);
    const step = index && Array.isArray(value) ? Number(index[1]) : isObject(value) ? longestKey(value, rest) : undefined;
    if (step === undefined) {
      break;
    }
    path.push(step);
    value = value[step];
    rest = typeof step === 'number' ? rest.slice(index![0].length) : rest.slice(step.length).replace(/^\./, '');
  }
  return path;
}

function longestKey(value: JsonObject, rest: string): string | undefined {
  const keys = Object.keys(value).filter(key => key !== '' && rest.startsWith(key) && /^($|[.[])/.test(rest.slice(key.length)));
  return keys.sort((a, b) => b.length - a.length)[0];
}
