import { Attachments } from './attachments';
import { isOwnRuleId } from '../rules/engine/own-rule';
import { findRule } from '../rules/lazy';

/** Accepts the findings of a rule on a workload. Throws when there is no such rule, or no reason. */
export function acknowledge(attachments: Attachments, rule: string, reason: string): void {
  if (!/^NS\d{3}$/.test(rule) && !isOwnRuleId(rule)) {
    throw new Error(`'${rule}' is no rule id: give one like NS304`);
  }
  if (!isOwnRuleId(rule) && findRule(rule) === undefined) {
    throw new Error(`there is no rule ${rule}, so nothing is accepted by it: give the id that the finding shows, for example NS304`);
  }
  if (!reason || reason.trim() === '') {
    throw new Error(`acknowledging ${rule} on '${attachments.workload.node.path}' needs a reason: say why it is all right here`);
  }
  attachments.acknowledge(rule, reason.trim());
}
