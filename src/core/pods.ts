import { isSopsDocument } from './sops';
import { isObject, JsonObject } from '../data/json';
import { DataPath, DataPlace } from '../data/path';
import { pushAll } from '../data/push-all';
import { findTemplates, FoundTemplate, itemsOf } from '../kubernetes/manifest';
import { PodModel } from '../kubernetes/pod';
import { WorkloadKinds } from '../kubernetes/workload-kinds';
import { TextRegion } from '../yaml/line-starts';
import { ManifestDocument } from '../yaml/parse';
import { problemAt, regionIn } from '../yaml/places';
import { InputProblem } from '../yaml/problem';
import { repeatedText } from '../yaml/repeated-key';

/** A pod and its location. */
export interface LocatedPod {
  readonly pod: PodModel;
  /** The pod template that it was read from. */
  readonly found: FoundTemplate;
  readonly document: ManifestDocument;
  /** The path from the document to the object with the pod: empty, or to an item of a `List`. */
  readonly objectPath: DataPath;
}

/** Where a part of the object with a pod stands in its file; the object itself without a place. */
export function regionOf({ document, objectPath }: LocatedPod, place: DataPlace | undefined): TextRegion {
  return regionIn(document, { ...place, path: [...objectPath, ...(place?.path ?? [])] });
}

/** The lines of a part of a container, and of what leads to it from the container; of another part, its own line. */
export function linesTo(located: LocatedPod, place: DataPlace | undefined): number[] {
  const { path = [] } = place ?? {};
  const list = path.findIndex(step => step === 'containers' || step === 'initContainers');
  const above = list < 0 ? [] : path.slice(list + 2, -1).map((_, index) => path.slice(0, list + 3 + index));
  return [regionOf(located, place).line, ...above.map(one => regionOf(located, { path: one }).line)];
}

/** The pods in documents, and problems with malformed ones. */
export interface FoundPods {
  readonly pods: LocatedPod[];
  readonly problems: InputProblem[];
}

/** An object of a document: the document itself, or an item of a `List`. */
export interface LocatedObject {
  readonly value: unknown;
  readonly path: DataPath;
}

/** Finds all pods in documents, including the items of a `List`. */
export function podsIn(documents: readonly ManifestDocument[], kinds?: WorkloadKinds): FoundPods {
  const found: FoundPods = { pods: [], problems: [] };
  for (const document of documents.filter(one => !isSopsDocument(one))) {
    for (const object of objectsOf(document.value)) {
      const { pods, problems } = podsOf(document, object, kinds);
      pushAll(found.pods, pods);
      pushAll(found.problems, problems);
    }
  }
  return found;
}

/** The pods of one object of a document that is not encrypted. */
export function podsOf(document: ManifestDocument, { value, path }: LocatedObject, kinds?: WorkloadKinds): FoundPods {
  const { templates, problems } = findTemplates(value, kinds);
  if (document.tag && templates.length > 0) {
    return { pods: [], problems: [{ file: document.file, ...document.tag }] };
  }
  return {
    pods: templates.map(found => ({ pod: PodModel._of(found), found, document, objectPath: path })),
    problems: problems.map(problem => problemAt(document, [...path, ...problem.path], problem.message)),
  };
}

/** Notes on the text of a document: a key that it has twice, and a tag of another program if it has no pod. Then there is nothing to judge, so the tag is no problem. */
export function notesOnText(document: ManifestDocument, kinds?: WorkloadKinds): InputProblem[] {
  const { file, tag, repeated } = document;
  const isWithoutPod = () => objectsOf(document.value).every(({ value }) => findTemplates(value, kinds).templates.length === 0);
  return [
    ...(repeated ? [{ file, line: repeated.line, column: repeated.column, message: `${repeatedText(repeated)}; kubectl uses the last one, and kustomize rejects the file` }] : []),
    ...(tag && isWithoutPod() ? [{ file, ...tag }] : []),
  ];
}

/** The objects of a document: itself, or the items of a `List`, and of lists in it. */
export function objectsOf(root: JsonObject): LocatedObject[] {
  const objects: LocatedObject[] = [];
  const waiting: LocatedObject[] = [{ value: root, path: [] }];
  while (waiting.length > 0) {
    const { value, path } = waiting.pop()!;
    const items = isObject(value) ? itemsOf(value) : undefined;
    if (items) {
      // In reverse order, because the stack returns the last item first.
      for (let index = items.length - 1; index >= 0; index--) {
        waiting.push({ value: items[index], path: [...path, 'items', index] });
      }
    } else {
      objects.push({ value, path });
    }
  }
  return objects;
}
