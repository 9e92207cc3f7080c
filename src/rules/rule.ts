import { Finding, Severity } from './finding';
import { KubernetesVersion } from '../lifecycle/kubernetes-version';
import { Pod } from '../lifecycle/pod';

/** How long a container needs to stop, where somebody says so; in seconds. */
export interface SaidStop {
  readonly preStop?: number;
  readonly shutdown?: number;
}

/** What a rule looks at. */
export interface RuleContext {
  readonly pod: Pod;
  /** The Kubernetes version that the pod is meant for. */
  readonly kubernetes: KubernetesVersion;
  /** What is said about each container's stop; what nobody says is not in it. */
  readonly stops: { readonly [container: string]: SaidStop };
}

/** What a rule says of one offence; the rule's id and severity are added to it. */
export interface Offence {
  readonly container?: string;
  readonly message: string;
  readonly fix: string;
  /** Where it differs from the rule's own. */
  readonly severity?: Severity;
}

/** One rule: what it is called, and how it is checked. */
export interface Rule {
  readonly id: string;
  readonly name: string;
  readonly severity: Severity;
  readonly title: string;
  readonly check: (context: RuleContext) => readonly Offence[];
}

/** The finding that an offence against a rule makes. */
export function finding(rule: Omit<Rule, 'check'>, offence: Offence): Finding {
  return {
    rule: rule.id,
    severity: offence.severity ?? rule.severity,
    ...(offence.container === undefined ? {} : { container: offence.container }),
    message: offence.message,
    fix: offence.fix,
  };
}

/** Names in a sentence. */
export function quoted(names: readonly string[]): string {
  return names.map(name => `'${name}'`).join(', ');
}
