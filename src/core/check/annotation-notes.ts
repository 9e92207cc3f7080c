import { follow, isObject } from '../../data/json';
import { findRule } from '../../rules/all-rules';
import { ACKNOWLEDGE } from '../../rules/engine/acknowledgment';
import { ManifestDocument } from '../../yaml/parse';
import { problemAt } from '../../yaml/places';
import { InputProblem } from '../../yaml/problem';
import { LocatedPod } from '../pods';

/** Reports annotations that are meant to accept a finding but do not. Ids that do not begin with NS belong to the app's own rules. */
export function notesOnAnnotations(document: ManifestDocument, pods: readonly LocatedPod[]): InputProblem[] {
  return document.text.includes(ACKNOWLEDGE) ? pods.flatMap(notesOf) : [];
}

function notesOf({ document, objectPath, pod }: LocatedPod): InputProblem[] {
  const annotations = follow(pod.manifest, ['metadata', 'annotations']);
  return Object.entries(isObject(annotations) ? annotations : {}).flatMap(([key, reason]) => {
    const flaw = key.startsWith(ACKNOWLEDGE) ? flawOf(key.slice(ACKNOWLEDGE.length), reason) : undefined;
    return flaw === undefined ? [] : [problemAt(document, [...objectPath, 'metadata', 'annotations', key], `the annotation '${key}' has no effect because ${flaw}`)];
  });
}

function flawOf(id: string, reason: unknown): string | undefined {
  if (/^NS/i.test(id) && findRule(id)?.id !== id) {
    return "there is no such rule: run 'cdk8s-sidecars rules' to list all rules";
  }
  return typeof reason === 'string' && reason !== '' ? undefined : 'its value is empty: set it to the reason for accepting the finding';
}
