import { findingsOf, PlacedFinding, Question, Rule, RuleContext } from './engine/rule';
import { CHECKED_RULES } from './rule-list';

/** Every rule that can be checked on a manifest, by id. */
export const RULES: readonly Rule[] = CHECKED_RULES;

/**
 * What all rules have to say about a pod.
 *
 * @param context the pod, and what is known about it
 * @param own the user's own rules
 */
export function checkPod(context: RuleContext, own: readonly Question[] = []): PlacedFinding[] {
  return findingsOf(own.length > 0 ? [...RULES, ...own] : RULES, context);
}
