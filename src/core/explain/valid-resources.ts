import { messageOf } from '../../data/error-message';
import { pathOfError } from '../../data/input-error';
import { EffectiveResources } from '../../kubernetes/resources';
import { problemAt } from '../../yaml/places';
import { formatProblem } from '../../yaml/problem';
import { InvalidInput } from '../invalid-input';
import { LocatedPod } from '../pods';

/** Throws `InvalidInput` for the first resource of a pod that cannot be read. */
export function requireValidResources({ pod, document, objectPath }: LocatedPod): void {
  try {
    EffectiveResources.of(pod);
  } catch (error) {
    throw new InvalidInput(formatProblem(problemAt(document, [...objectPath, ...pathOfError(error)], messageOf(error))));
  }
}
