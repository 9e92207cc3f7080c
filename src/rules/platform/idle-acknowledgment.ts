import { follow, isObject } from '../../data/json';
import { PodModel } from '../../kubernetes/pod';
import { ACKNOWLEDGE } from '../engine/acknowledgment';
import { Severity } from '../engine/finding';
import { atManifest } from '../engine/place';
import { NO_OUTCOME, Offense, Rule, RuleContext, RuleOffense } from '../engine/rule';

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
  check: ({ pod }: RuleContext, { asked, offended } = NO_OUTCOME): RuleOffense[] => acknowledgments(pod).flatMap(([key, reason]) => {
    const flaw = flawOf(key.slice(ACKNOWLEDGE.length), reason, pod, asked, offended);
    return flaw ? [{ at: atManifest(pod, 'metadata', 'annotations', key), ...flaw, message: `the annotation '${key}' has no effect because ${flaw.message}` }] : [];
  }),
};

function acknowledgments({ manifest }: PodModel): [string, unknown][] {
  const annotations = follow(manifest, ['metadata', 'annotations']);
  return isObject(annotations) ? Object.entries(annotations).filter(([key]) => key.startsWith(ACKNOWLEDGE)) : [];
}

/** An id that does not begin with NS belongs to a rule of the app's own, which only synth knows. */
function flawOf(id: string, reason: unknown, pod: PodModel, asked: ReadonlySet<string>, offended: ReadonlySet<string>): Offense | undefined {
  if (!asked.has(id) && id !== ORDER_CYCLE_ID && /^NS/i.test(id)) {
    return { message: 'there is no such rule', fix: "run 'cdk8s-sidecars rules' to list all rules" };
  }
  if (typeof reason !== 'string' || reason === '') {
    return { message: 'its value is empty', fix: 'set it to the reason for accepting the finding' };
  }
  // The annotation of an object with several pod templates may be about another one of its pods.
  const isIdle = asked.has(id) && !offended.has(id) && !ALSO_FOUND_ELSEWHERE.includes(id) && pod._template === undefined;
  return isIdle ? { message: `${id} finds nothing here`, fix: 'remove it, or check with the Kubernetes version and the mesh that it is meant for', severity: Severity.INFO } : undefined;
}
