import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { surroundingsIn } from './app-objects';
import { attachmentsOf } from './attachments';
import { CheckAllOptions } from './check-all-options';
import { checkPod, CheckRules, errorText, isAtLeast, isBlocking } from './check-pod';
import { CheckedPodFindings, CheckedWorkload } from './check-report';
import { checkWritten } from './check-written';
import { checkFilter, FILTER_KINDS, matchesFilter } from './match-workload';
import { patchedManifest } from './plain-manifest';
import { podObjects } from './pod-objects';
import { reportAfterSynth } from './print-report';
import { writtenManifest } from './synth-hook';
import { targetOf } from './target-version';
import { rememberWhileSynthesizing, synthMemory } from './watch-synth';
import { WorkloadFilter } from './workload-filter';
import { workloadOf } from './workload-of';
import { podOf } from './written';
import { checkProps, memberName } from '../caller/refusal';
import { FLAG, Kinds, oneOf } from '../data/arguments';
import { findTemplates, FoundTemplate } from '../kubernetes/manifest';
import { PodModel } from '../kubernetes/pod';
import { Recognition } from '../recognition/recognition';
import { Finding, Severity } from '../rules/engine/finding';
import { stopTimesOf } from '../rules/engine/stop-times';
import { checkPod as checkAllRules } from '../rules/lazy';
import { checkForErrors } from '../rules/stopping-rules';

/** What the options must be. */
const OPTION_KINDS: Kinds<CheckAllOptions> = {
  ...FILTER_KINDS,
  failOn: { ...oneOf(Severity), what: 'Severity.ERROR, Severity.WARNING or Severity.INFO' },
  report: FLAG,
};

/** The problems that one synth has told: scopes that are checked may overlap. */
const TOLD = Symbol('told');

/** Checks every pod below a scope at synth. The errors of pods that are checked anyway, because something is attached to them, are not repeated. */
export function checkAllBelow(scope: IConstruct, options: CheckAllOptions = {}): void {
  const filter = checkOptions(options);
  const { failOn, report } = options;
  const lowest = failOn ?? Severity.ERROR;
  const rules = report || lowest !== Severity.ERROR ? checkAllRules : undefined;
  const memory = rememberWhileSynthesizing(scope);
  const reported = report ? reportAfterSynth(scope.node.root) : undefined;
  const check = () => {
    const checked = podObjects(scope).filter(object => matchesFilter(object, filter)).map(object => checkObject(object, rules));
    checked.forEach(one => reported?.set(one.object, one));
    const told = memory.remember(TOLD, () => new Set<string>());
    const isNew = (text: string) => !told.has(text) && told.add(text);
    return checked.map((one): Problems => ({ workload: one.workload, problems: problemsOf(one, lowest).filter(problem => isNew(`${one.path}: ${problem}`)) }));
  };
  validateBelow(scope, () => memory.remember(check, check).filter(({ problems }) => problems.length > 0));
}

/** Refuses options that checkAll cannot have. Returns which workloads they select. */
export function checkOptions(options: CheckAllOptions): WorkloadFilter {
  checkProps(memberName('checkAll'), options, OPTION_KINDS);
  const { failOn, report, ...filter } = options;
  return checkFilter(filter);
}

interface Problems {
  readonly workload: IConstruct;
  readonly problems: readonly string[];
}

/**
 * cdk8s writes the path of the construct that reports an error before it, and an app has none: below an app, the workloads report their errors.
 * cdk8s asks an app first, so a validation that the app adds to a workload is asked in the same synth.
 */
function validateBelow(scope: IConstruct, check: () => readonly Problems[]): void {
  if (scope.node.path !== '') {
    const validate = () => check().flatMap(({ workload, problems }) => problems.map(problem => `${workload.node.path}: ${problem}`));
    scope.node.addValidation({ validate });
    return;
  }
  const asked = new WeakSet<IConstruct>();
  const ask = (workload: IConstruct) => {
    if (!asked.has(workload)) {
      asked.add(workload);
      workload.node.addValidation({ validate: () => check().flatMap(one => (one.workload === workload ? one.problems : [])) });
    }
    return [];
  };
  scope.node.addValidation({ validate: () => check().flatMap(({ workload }) => ask(workload)) });
}

/** A pod that was checked. */
interface CheckedPod extends CheckedPodFindings {
  /** Synth checks it for errors anyway. */
  readonly stopsByItself: boolean;
}

interface Checked extends CheckedWorkload {
  readonly object: ApiObject;
  readonly workload: IConstruct;
  readonly pods: readonly CheckedPod[];
  /** Synth reports the unreadable pods of this object anyway. */
  readonly isAttached: boolean;
}

/** @param rules undefined to check only pods that have no attachments, and only for errors */
function checkObject(object: ApiObject, rules: CheckRules | undefined): Checked {
  const workload = workloadOf(object);
  const { path } = workload.node;
  const kubernetes = targetOf(object);
  const attachments = attachmentsOf(object);
  if (attachments) {
    const { pods, others, unreadable } = writtenManifest(attachments);
    const own = rules ? pods.map(written => checkedPod(podOf(written), checkWritten(written, rules), true)) : [];
    const all = [...own, ...others.map(found => checkTemplate(object, found, rules))];
    return { object, workload, path, kubernetes, pods: all, unreadable, isAttached: true };
  }
  const { templates, problems } = findTemplates(patchedManifest(object));
  const unreadable = problems.map(problem => problem.message);
  return { object, workload, path, kubernetes, pods: templates.map(found => checkTemplate(object, found, rules)), unreadable, isAttached: false };
}

function checkTemplate(object: ApiObject, found: FoundTemplate, rules: CheckRules = checkForErrors): CheckedPod {
  const pod = PodModel._of(found);
  const recognition = new Recognition(pod, surroundingsIn(object, synthMemory(object)));
  return checkedPod(pod, checkPod({ object, recognition, stops: stopTimesOf(pod) }, rules), false);
}

function checkedPod(pod: PodModel, findings: readonly Finding[], stopsByItself: boolean): CheckedPod {
  return { title: pod.title, findings, textOf: finding => errorText(pod, finding), stopsByItself };
}

/** What stops synth at a workload, in sentences. */
function problemsOf({ pods, unreadable, isAttached }: Checked, failOn: Severity): string[] {
  const findings = pods.flatMap(({ findings: found, textOf, stopsByItself }) => found
    .filter(finding => isAtLeast(finding, failOn) && !(stopsByItself && isBlocking(finding)))
    .map(textOf));
  return [...(isAttached ? [] : unreadable), ...findings];
}
