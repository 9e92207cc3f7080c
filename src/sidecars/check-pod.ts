import { ApiObject } from 'cdk8s';
import { Listening, portProblems } from './listening';
import { ownRulesOf } from './rule-book';
import { targetOf } from './target-version';
import { callersLanguage } from '../caller/language';
import { MeshContext } from '../knowledge/meshes/prediction';
import { PodModel } from '../kubernetes/pod';
import { Recognition } from '../recognition/recognition';
import { markAcknowledged } from '../rules/engine/acknowledgment';
import { Finding, findingText, Severity } from '../rules/engine/finding';
import { atItsContainer, findingIn } from '../rules/engine/rule';
import { StopTimesByContainer } from '../rules/engine/stop-times';
import type { checkForErrors } from '../rules/stopping-rules';

/** Checks rules: all of them, or only those that can stop a synth. */
export type CheckRules = typeof checkForErrors;

/** A pod, and what its checks must know beside it. */
export interface CheckedPod {
  readonly object: ApiObject;
  readonly recognition: Recognition;
  readonly stops: StopTimesByContainer;
  readonly mesh?: MeshContext;
  readonly listening?: readonly Listening[];
  /** Findings from composing the pod. */
  readonly problems?: readonly Finding[];
}

/** The findings of a pod: from composing it, about its ports, and of rules. */
export function checkPod({ object, recognition, stops, mesh, listening = [], problems = [] }: CheckedPod, checkRules: CheckRules): Finding[] {
  const { pod } = recognition;
  const context = { pod, kubernetes: targetOf(object), stops, mesh, recognition, reader: 'construct' as const };
  const ports = portProblems(listening, pod, mesh);
  // Of an attached sidecar, the construct knows the property that moves the port.
  const others = checkRules(context, ownRulesOf(object))
    .filter(({ rule, container }) => !ports.some(one => one.rule === rule && one.container === container));
  const findings = [...ports, ...others];
  return [...problems, ...markAcknowledged(findings, pod)].map(one => findingIn(callersLanguage(), atItsContainer(one, context)));
}

/** An error of a pod in a sentence. With several pod templates in one object, it names the template. */
export function errorText(pod: PodModel, finding: Finding): string {
  return `${pod._template === undefined ? '' : `${pod._template}: `}${findingText(finding)}`;
}

/** Whether a finding stops synth. */
export function isBlocking(finding: Finding): boolean {
  return isAtLeast(finding, Severity.ERROR);
}

const BY_WEIGHT = [Severity.INFO, Severity.WARNING, Severity.ERROR];

/** Whether a finding has a severity or a higher one, and is not acknowledged. */
export function isAtLeast(finding: Finding, lowest: Severity): boolean {
  return finding.acknowledged === undefined && BY_WEIGHT.indexOf(finding.severity) >= BY_WEIGHT.indexOf(lowest);
}
