import { LocatedPod } from './pods';
import { annotatedShutdowns, SHUTDOWN_ANNOTATION } from '../kubernetes/shutdown-annotation';
import { problemAt } from '../yaml/places';
import { InputProblem } from '../yaml/problem';

/** Reports an annotation with invalid shutdown times. */
export function notesOnShutdowns({ document, objectPath, found, pod }: LocatedPod): InputProblem[] {
  const { flaw } = annotatedShutdowns(pod);
  return flaw === undefined ? [] : [
    problemAt(document, [...objectPath, ...found.path, 'metadata', 'annotations', SHUTDOWN_ANNOTATION], `${pod.title}: the annotation '${SHUTDOWN_ANNOTATION}' ${flaw}`),
  ];
}
