import { follow, isObject } from '../../data/json';
import { findRule } from '../../rules/all-rules';
import { ACKNOWLEDGE } from '../../rules/engine/acknowledgment';
import { ManifestDocument } from '../../yaml/parse';
import { problemAt } from '../../yaml/places';
import { InputProblem } from '../../yaml/problem';
import { LocatedPod } from '../pods';

/** Says which annotations of a document were meant to accept a finding and do not. Ids that do not begin with NS are those of a program's own rules. */
export function notesOnAnnotations(document: ManifestDocument, pods: readonly LocatedPod[]): InputProblem[] {
  return document.text.includes(ACKNOWLEDGE) ? pods.flatMap(notesOf) : [];
}

function notesOf({ document, objectPath, pod }: LocatedPod): InputProblem[] {
  const annotations = follow(pod.manifest, ['metadata', 'annotations']);
  return Object.entries(isObject(annotations) ? annotations : {}).flatMap(([key, reason]) => {
    const flaw = key.startsWith(ACKNOWLEDGE) ? flawOf(key.slice(ACKNOWLEDGE.length), reason) : undefined;
    return flaw === undefined ? [] : [problemAt(document, [...objectPath, 'metadata', 'annotations', key], `the annotation '${key}' accepts nothing, ${flaw}`)];
  });
}

function flawOf(id: string, reason: unknown): string | undefined {
  if (/^NS/i.test(id) && findRule(id)?.id !== id) {
    return "there is no such rule: see 'cdk8s-sidecars rules'";
  }
  return typeof reason === 'string' && reason !== '' ? undefined : 'it gives no reason: say as its value why that is fine here';
}
