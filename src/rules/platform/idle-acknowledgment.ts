import { PodModel } from '../../kubernetes/pod';
import { Acknowledgment, acknowledgmentsOf } from '../engine/acknowledgment';
import { Severity } from '../engine/finding';
import { atManifest } from '../engine/place';
import { NO_OUTCOME, Offense, Rule, RuleContext, RuleOffense, RuleOutcome } from '../engine/rule';

/** Rules that also have findings from composing a pod, which are not known here. */
const ALSO_FOUND_ELSEWHERE: readonly string[] = ['NS602', 'NS604'];
/** It applies to constructs alone. */
const ORDER_CYCLE_ID = 'NS203';

export const idleAcknowledgment: Rule = {
  id: 'NS614',
  name: 'idle-acknowledgment',
  severity: Severity.WARNING,
  title: 'An acknowledgment without a finding hides a future one',
  why: 'An annotation that acknowledges a rule without findings has no effect today, but accepts the next finding of that rule, for a reason that was written about something else. An annotation with an unknown rule or without a reason acknowledges nothing.',
  fix: 'Remove the annotation, or correct the id of the rule or the reason.',
  example: {
    wrong: `kind: Deployment
metadata:
  annotations: { acknowledge.cdk8s-sidecars/NS302: the proxy stops in time }`,
    right: `kind: Deployment
metadata:
  annotations: {}`,
  },
  since: '0.1.0',
  isLast: true,
  check: ({ pod }: RuleContext, outcome = NO_OUTCOME): RuleOffense[] => acknowledgmentsOf(pod).flatMap(acknowledgment => {
    const flaw = flawOf(acknowledgment, pod, outcome);
    return flaw ? [{ at: atManifest(pod, ...acknowledgment.path), ...flaw, message: `the annotation '${acknowledgment.key}' has no effect because ${flaw.message}` }] : [];
  }),
};

/** An id that does not begin with NS belongs to a rule of the app's own, which only synth knows. */
function flawOf({ rule: id, reason, isOfTemplate }: Acknowledgment, pod: PodModel, { asked, offended }: RuleOutcome): Offense | undefined {
  if (!asked.has(id) && id !== ORDER_CYCLE_ID && /^NS/i.test(id)) {
    return { message: 'there is no such rule', fix: "run 'cdk8s-sidecars rules' to list all rules" };
  }
  if (typeof reason !== 'string' || reason === '') {
    return { message: 'its value is empty', fix: 'set it to the reason for accepting the finding' };
  }
  // The annotation of an object with several pod templates may be about another one of its pods.
  const isIdle = asked.has(id) && !offended.has(id) && !ALSO_FOUND_ELSEWHERE.includes(id) && (isOfTemplate || pod._template === undefined);
  return isIdle ? { message: `${id} finds nothing here`, fix: 'remove it, or check with the Kubernetes version and the mesh that it is meant for', severity: Severity.INFO } : undefined;
}
