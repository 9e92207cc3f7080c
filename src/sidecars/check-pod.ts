import { ApiObject } from 'cdk8s';
import { Listening, portProblems } from './listening';
import { renderSteadily, workloadOf } from './pod-objects';
import { ownRulesOf } from './rule-book';
import { attachedStopTimes } from './stop-times';
import { targetOf } from './target-version';
import { podOf, WrittenPod } from './written';
import { MeshContext } from '../knowledge/meshes/prediction';
import { findTemplates } from '../kubernetes/manifest';
import { Pod } from '../kubernetes/pod';
import { Recognition } from '../recognition/recognition';
import { markAcknowledged } from '../rules/engine/acknowledgment';
import { Finding, findingText, Severity } from '../rules/engine/finding';
import { atItsContainer } from '../rules/engine/rule';
import { StopTimesByContainer, stopTimesOf } from '../rules/engine/stop-times';
import { checkForErrors } from '../rules/stopping-rules';

/** Checks rules: all of them, or only those that can stop a synth. */
export type CheckRules = typeof checkForErrors;

/** What the checks of a pod look at. */
interface Subject {
  readonly object: ApiObject;
  readonly pod: Pod;
  readonly stops: StopTimesByContainer;
  readonly mesh?: MeshContext;
  readonly listening?: readonly Listening[];
  /** Findings from composing the pod. */
  readonly problems?: readonly Finding[];
}

/** The findings of a pod that is ready to be written. */
export function checkWritten(written: WrittenPod, checkRules: CheckRules): Finding[] {
  const { attached, joined, problems, forFirstCheck } = written;
  written.forFirstCheck = undefined;
  const pod = forFirstCheck?.pod ?? podOf(written);
  const stops = forFirstCheck?.stops ?? attachedStopTimes(attached, pod, joined);
  const { owner: { object }, listening } = attached;
  return check({ object, pod, stops, mesh: joined?.context, listening, problems }, checkRules);
}

/** The errors of a pod that is ready to be written, but for those that are acknowledged. */
export function errorsOf(written: WrittenPod): readonly Finding[] {
  written.errors ??= checkWritten(written, checkForErrors).filter(isBlocking);
  return written.errors;
}

/** What stops synth of an API object to which nothing is attached. */
export function checkObject(object: ApiObject): string[] {
  const { templates, problems } = findTemplates(renderSteadily(workloadOf(object), () => object.toJson()));
  const findings = templates.map(found => Pod._of(found)).flatMap(pod => check({ object, pod, stops: stopTimesOf(pod) }, checkForErrors));
  return [...problems.map(problem => problem.message), ...findings.filter(isBlocking).map(findingText)];
}

function check({ object, pod, stops, mesh, listening = [], problems = [] }: Subject, checkRules: CheckRules): Finding[] {
  const context = { pod, kubernetes: targetOf(object), stops, mesh, recognition: new Recognition(pod) };
  const findings = [...portProblems(listening, pod, mesh), ...checkRules(context, ownRulesOf(object))];
  return [...problems, ...markAcknowledged(findings, pod.manifest)].map(one => atItsContainer(one, context));
}

function isBlocking(finding: Finding): boolean {
  return finding.severity === Severity.ERROR && finding.acknowledged === undefined;
}
