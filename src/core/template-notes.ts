import { LocatedObject, objectsOf } from './pods';
import { isObject } from '../data/json';
import { templatePlaces } from '../kubernetes/manifest';
import { KindOfPods, WorkloadKinds } from '../kubernetes/workload-kinds';
import { ManifestDocument } from '../yaml/parse';
import { problemAt } from '../yaml/places';
import { InputProblem } from '../yaml/problem';

/** Reports kinds of the configuration whose path of the pod template matches no object of the input, so that none of their pods is read. */
export class TemplateNotes {
  /** The first object of each such kind that has no pod template; undefined once another object has one. */
  private readonly unmatched = new Map<KindOfPods, InputProblem | undefined>();

  public constructor(private readonly kinds: WorkloadKinds) {}

  /** Looks at the objects of a document. */
  public add(document: ManifestDocument): void {
    if (this.kinds.rows.some(row => row.configured)) {
      objectsOf(document.value).forEach(object => this.addObject(document, object));
    }
  }

  /** The notes on all documents. */
  public notes(): InputProblem[] {
    return [...this.unmatched.values()].flatMap(problem => problem ?? []);
  }

  private addObject(document: ManifestDocument, { value, path }: LocatedObject): void {
    const kind = this.kinds.of(value);
    if (!kind.configured || !isObject(value)) {
      return;
    }
    if (templatePlaces(value, this.kinds).length > 0) {
      this.unmatched.set(kind, undefined);
    } else if (!this.unmatched.has(kind)) {
      const places = kind.pods.map(({ at }) => `'${at}'`).join(' or ');
      this.unmatched.set(kind, problemAt(document, path, `no ${kind.kind} has a pod template at ${places}: correct 'template' of ${kind.kind} in the configuration`));
    }
  }
}

/** The notes on documents that are in memory as a whole. */
export function notesOnTemplates(documents: readonly ManifestDocument[], kinds: WorkloadKinds): InputProblem[] {
  const notes = new TemplateNotes(kinds);
  documents.forEach(document => notes.add(document));
  return notes.notes();
}
