import { findingsOf, PlacedFinding, Question, Rule, RuleContext } from './engine/rule';
import { CHECKED_RULES } from './rule-list';

/** Every rule that applies to manifests, sorted by id. */
export const RULES: readonly Rule[] = CHECKED_RULES;

/**
 * Checks a pod against all rules.
 *
 * @param context the pod and the known facts about it
 * @param own custom rules
 */
export function checkPod(context: RuleContext, own: readonly Question[] = []): PlacedFinding[] {
  return findingsOf(own.length > 0 ? [...RULES, ...own] : RULES, context);
}
