import { KnownProgram } from '../../knowledge/programs/program';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { Recognition } from '../../recognition/recognition';
import { Surroundings } from '../../recognition/surroundings';
import { findingsOf, PlacedFinding } from '../../rules/engine/rule';
import { stopTimesOf } from '../../rules/engine/stop-times';
import { RULES } from '../../rules/rule-book';
import { Ignored } from '../check/ignore-comments';
import { linesTo, LocatedPod } from '../pods';

/** What the rules need besides the pod. */
interface RuleOptions {
  readonly kubernetes: KubernetesVersion;
  readonly surroundings: Surroundings;
  readonly programs: readonly KnownProgram[];
}

/** Why a comment accepts the findings of a rule about a container, or about the pod: at the container, or where `check` puts a finding of the rule; undefined if none does. */
export function commentedReason(
  located: LocatedPod, ignored: Ignored, options: RuleOptions, rule: string, container: string | undefined,
): string | undefined {
  if (!ignored.isPossible) {
    return undefined;
  }
  const { pod } = located;
  const atContainer = ignored.reason(pod, container, rule);
  if (atContainer !== undefined) {
    return atContainer;
  }
  const reasons = findingsOfRule(located, options, rule).filter(finding => finding.container === container)
    .map(({ place }) => ignored.reason(pod, undefined, rule, () => linesTo(located, place)));
  return reasons.find(reason => reason !== undefined);
}

function findingsOfRule({ pod }: LocatedPod, { kubernetes, surroundings, programs }: RuleOptions, id: string): readonly PlacedFinding[] {
  const recognition = new Recognition(pod, surroundings, programs);
  return findingsOf(RULES.filter(rule => rule.id === id), { pod, kubernetes, stops: stopTimesOf(pod), recognition });
}
