import { Severity } from './engine/finding';
import { findingsOf, Rule, RuleContext } from './engine/rule';
import { restartPolicyOfContainer } from './order/restart-policy-of-container';
import { notesOnFields } from './platform/lacking-field';
import { mountPathClash } from './platform/mount-path-clash';
import { rejectedField } from './platform/rejected-field';
import { probeOnPlainInit } from './start/probe-on-plain-init';

/** The rules whose errors mean that the API server rejects the workload, besides NS602. */
const REJECTIONS: readonly Rule[] = [probeOnPlainInit, restartPolicyOfContainer, mountPathClash, rejectedField];

/** What the API server does with a workload before its pod runs: which fields it drops, and why it rejects it, which a timeline shows as if it were accepted. */
export function notesOnAdmission(context: RuleContext): { readonly known: string[]; readonly assumptions: string[] } {
  const { pod, kubernetes } = context;
  const fields = notesOnFields(pod, kubernetes);
  const rejected = findingsOf(REJECTIONS, context).filter(({ severity }) => severity === Severity.ERROR);
  return {
    known: [...fields.known, ...rejected.map(({ message, rule }) => `${message} (${rule})`)],
    assumptions: rejected.length > 0 && fields.assumptions.length === 0 ? [`Kubernetes ${kubernetes} accepts the workload, although it rejects it as it is`] : fields.assumptions,
  };
}
