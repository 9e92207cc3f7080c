import { Severity } from './finding';
import { Offense, Question, RuleContext } from './rule';
import { parsePath } from '../../data/path';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { PodModel } from '../../kubernetes/pod';

/** The pod that a custom rule checks. */
export class RuleSubject {
  /** Creates the subject of a custom rule. @internal */
  public static _of({ pod, kubernetes }: RuleContext): RuleSubject {
    return new RuleSubject(pod, kubernetes);
  }

  /** The pod as it will run, including injected containers. */
  public readonly pod: PodModel;
  /** The Kubernetes version of the target cluster. */
  public readonly kubernetes: KubernetesVersion;

  private constructor(pod: PodModel, kubernetes: KubernetesVersion) {
    this.pod = pod;
    this.kubernetes = kubernetes;
  }
}

/**
 * A custom rule that you add to a `RuleBook`.
 *
 * Synth checks it on every pod in the scope of the rule book.
 *
 * In Go, pass a pointer to a struct that has at least one field: structs without fields share one address, so two such rules would count as one.
 *
 * @exampleMetadata fixture=workload
 * @example
 * class FewSidecars implements IRule {
 *   public readonly id = 'ACME1';
 *   public readonly severity = Severity.WARNING;
 *   public readonly title = 'a pod has at most two sidecars';
 *
 *   public check(subject: RuleSubject): Offense[] {
 *     if (subject.pod.sidecars.length <= 2) {
 *       return [];
 *     }
 *     return [{ message: 'the pod has more than two sidecars', fix: 'combine them' }];
 *   }
 * }
 */
export interface IRule {
  /** The id of the rule: two or more capital letters and a number, for example `ACME1`. The prefix NS is reserved for this library. */
  readonly id: string;
  /** The default severity. Synth fails on an error. An offense can override the severity. */
  readonly severity: Severity;
  /** The rule as one sentence. */
  readonly title: string;
  /**
   * Checks one pod and returns its offenses, or an empty list.
   *
   * It must not change the pod. If it throws, synth reports an error that names the rule and the workload. In Go, a panic ends the program.
   *
   * @param subject the pod and its target cluster
   */
  check(subject: RuleSubject): Offense[];
}

const ID = /^(?!NS)[A-Z]{2,30}\d{1,9}$/;

const SEVERITIES: readonly unknown[] = Object.values(Severity);

/** Whether a custom rule may have this id. */
export function isOwnRuleId(id: string): boolean {
  return ID.test(id);
}

/** Prepares a custom rule for checks. It rejects an invalid rule; an invalid result of the rule becomes a finding. */
export function questionFrom(own: IRule): Question {
  const { id, severity, title } = own;
  if (id === undefined || id === null) {
    throw new Error('the rule has no id: set one, for example ACME1 (in Python, use a @property, because a plain attribute has no effect)');
  }
  if (!isOwnRuleId(id)) {
    throw new Error(`'${id}' is not a valid id for a custom rule: use two or more capital letters and a number, for example ACME1 (the prefix NS is reserved)`);
  }
  if (!SEVERITIES.includes(severity)) {
    throw new Error(`rule '${id}' has the invalid severity '${severity}': use Severity.ERROR, Severity.WARNING or Severity.INFO`);
  }
  if (typeof title !== 'string' || title.trim() === '') {
    throw new Error(`rule '${id}' has no title: describe in one sentence what it requires`);
  }
  return { id, severity, check: context => offensesOf(own, context) };
}

function offensesOf(own: IRule, context: RuleContext): readonly Offense[] {
  try {
    const offenses: unknown = own.check(RuleSubject._of(context));
    const problem = problemWith(offenses);
    return problem === undefined ? offenses as Offense[] : [broken(context.pod, problem)];
  } catch (error) {
    const message = String((error as Error | undefined)?.message ?? error);
    return [broken(context.pod, refusedByJsii(message) ?? `it throws '${firstLine(message)}'`)];
  }
}

/** A rule that fails has not approved the pod, so synth must fail too. */
function broken(pod: PodModel, problem: string): Offense {
  return {
    severity: Severity.ERROR,
    message: `the rule fails on ${pod.title}, because ${problem}`,
    fix: 'fix the rule, or remove it from the rule book',
  };
}

const NOTHING = 'it returns nothing instead of a list of offenses, which is empty for a pod without any (in Python [], in Java List.of(), in Go &[]*cdk8ssidecars.Offense{})';

/** The problem with the result of a rule in another language, which jsii refuses before it arrives here. */
function refusedByJsii(message: string): string | undefined {
  if (!/^Returned by callback method \w+: Unable to deserialize/.test(message)) {
    return undefined;
  }
  return /Failing value is (null|undefined)/.test(message) ? NOTHING : `it returns a value that is no list of offenses (${firstLine(message)})`;
}

/** The problem with a result. A compiler finds it too, but not every language has one. */
function problemWith(offenses: unknown): string | undefined {
  if (offenses === undefined || offenses === null) {
    return NOTHING;
  }
  if (!Array.isArray(offenses)) {
    return `it returns '${String(offenses)}' instead of a list of offenses`;
  }
  for (const offense of offenses) {
    const missing = ['message', 'fix'].find(field => typeof offense?.[field] !== 'string' || offense[field].trim() === '');
    if (missing) {
      return `it returns an offense without '${missing}'`;
    }
    if (offense.severity !== undefined && offense.severity !== null && !SEVERITIES.includes(offense.severity)) {
      return `it returns an offense with the invalid severity '${offense.severity}'`;
    }
    if (offense.path !== undefined && offense.path !== null && (typeof offense.path !== 'string' || parsePath(offense.path) === undefined)) {
      return `it returns an offense with the invalid path '${offense.path}' (an example of a valid path is spec.template.spec.containers[1].image)`;
    }
  }
  return undefined;
}

/** An error from another language may contain a whole stack trace. */
function firstLine(message: string): string {
  return message.split('\n')[0];
}
