import { Severity } from './finding';
import { Offence, Question, RuleContext } from './rule';
import { parsePath } from '../../data/path';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { Pod } from '../../kubernetes/pod';

/** What a rule of your own looks at. */
export class RuleSubject {
  /** The subject of a rule in its context. @internal */
  public static _of({ pod, kubernetes }: RuleContext): RuleSubject {
    return new RuleSubject(pod, kubernetes);
  }

  /** The pod as it will run, with what an injector adds. */
  public readonly pod: Pod;
  /** The Kubernetes version that the pod is meant for. */
  public readonly kubernetes: KubernetesVersion;

  private constructor(pod: Pod, kubernetes: KubernetesVersion) {
    this.pod = pod;
    this.kubernetes = kubernetes;
  }
}

/**
 * A rule of your own, to be added to a `RuleBook`.
 *
 * It is asked about every pod that is checked at synth below the book's scope.
 */
export interface IRule {
  /** Its id: two or more capital letters and a number, for example `ACME1`. What begins with NS belongs to this library. */
  readonly id: string;
  /** How bad it usually is. An error stops synth, and an offence may say otherwise. */
  readonly severity: Severity;
  /** The rule as one sentence. */
  readonly title: string;
  /**
   * Looks at one pod and says what is wrong with it. No offence: an empty list.
   *
   * It must not change the pod. What it throws becomes an error that names the rule and the workload.
   *
   * @param subject the pod, and what it is meant for
   */
  check(subject: RuleSubject): Offence[];
}

const ID = /^(?!NS)[A-Z]{2,30}\d{1,9}$/;

const SEVERITIES: readonly unknown[] = Object.values(Severity);

/** Whether an id may belong to a rule of the user's own. */
export function isOwnRuleId(id: string): boolean {
  return ID.test(id);
}

/** A user's rule as one that can be asked. What is wrong with it by itself is refused; what is wrong with its answers is a finding. */
export function questionFrom(own: IRule): Question {
  const { id, severity, title } = own;
  if (id === undefined || id === null) {
    throw new Error('the rule has no id: give it one, for example ACME1 (in Python by a @property; a plain attribute is not seen)');
  }
  if (!isOwnRuleId(id)) {
    throw new Error(`'${id}' is no id for a rule of your own: take two or more capital letters and a number, for example ACME1; what begins with NS is taken`);
  }
  if (!SEVERITIES.includes(severity)) {
    throw new Error(`rule '${id}' has the severity '${severity}': give Severity.ERROR, Severity.WARNING or Severity.INFO`);
  }
  if (typeof title !== 'string' || title.trim() === '') {
    throw new Error(`rule '${id}' has no title: say in one sentence what it demands`);
  }
  return { id, severity, check: context => answerOf(own, context) };
}

function answerOf(own: IRule, context: RuleContext): readonly Offence[] {
  try {
    const offences: unknown = own.check(RuleSubject._of(context));
    const problem = problemWith(offences);
    return problem === undefined ? offences as Offence[] : [broken(context.pod, problem)];
  } catch (error) {
    return [broken(context.pod, `it throws '${firstLine((error as Error | undefined)?.message ?? error)}'`)];
  }
}

/** A rule that fails has not found the pod to be right, so synth must not go on as if it had. */
function broken(pod: Pod, problem: string): Offence {
  return {
    severity: Severity.ERROR,
    message: `the rule cannot be checked on ${pod.title}, because ${problem}`,
    fix: 'repair the rule, or take it out of the rule book',
  };
}

/** What is wrong with an answer; compilers see this, but not every language has one. */
function problemWith(offences: unknown): string | undefined {
  if (!Array.isArray(offences)) {
    return `it gives '${String(offences)}' and not a list of offences`;
  }
  for (const offence of offences) {
    const missing = ['message', 'fix'].find(field => typeof offence?.[field] !== 'string' || offence[field].trim() === '');
    if (missing) {
      return `it gives an offence without '${missing}'`;
    }
    if (offence.severity !== undefined && offence.severity !== null && !SEVERITIES.includes(offence.severity)) {
      return `it gives an offence of the severity '${offence.severity}'`;
    }
    if (offence.path !== undefined && offence.path !== null && (typeof offence.path !== 'string' || parsePath(offence.path) === undefined)) {
      return `it gives an offence with the path '${offence.path}', which does not read like spec.template.spec.containers[1].image`;
    }
  }
  return undefined;
}

/** An error from another language may come with a page of explanation. */
function firstLine(message: unknown): string {
  return String(message).split('\n')[0];
}
