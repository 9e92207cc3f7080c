import { findingsOf, PlacedFinding, Question, Rule, RuleContext } from './engine/rule';
import { RULES_WITH_ERRORS } from './rules-with-errors';

/** The rules that may report an error, by id: all that a synth must ask. What the others find is computed on demand. */
export const STOPPING_RULES: readonly Rule[] = RULES_WITH_ERRORS;

/**
 * The errors of a pod, and what the rules that may say one have to say beside that.
 *
 * @param context the pod, and what is known about it
 * @param own the user's own rules
 */
export function checkForErrors(context: RuleContext, own: readonly Question[]): PlacedFinding[] {
  return findingsOf(own.length > 0 ? [...STOPPING_RULES, ...own] : STOPPING_RULES, context);
}
