import { Attachments } from './attachments';
import { textOf } from '../data/any-value';
import { isOwnRuleId } from '../rules/engine/own-rule';
import { findRule } from '../rules/lazy';

/** Acknowledges the findings of a rule on a workload. Throws when the rule does not exist, or when there is no reason. */
export function acknowledge(attachments: Attachments, rule: string, reason: string): void {
  if (typeof rule !== 'string' || (!/^NS\d{3}$/.test(rule) && !isOwnRuleId(rule))) {
    throw new Error(`'${textOf(rule)}' is not a rule id: use the id of a finding, for example NS304`);
  }
  if (!isOwnRuleId(rule) && findRule(rule) === undefined) {
    throw new Error(`rule ${rule} does not exist: use the id of a finding, for example NS304`);
  }
  if (typeof reason !== 'string' || reason.trim() === '') {
    throw new Error(`acknowledging ${rule} on '${attachments.workload.node.path}' requires a reason: state why the finding is acceptable here`);
  }
  attachments.acknowledge(rule, reason.trim());
}
