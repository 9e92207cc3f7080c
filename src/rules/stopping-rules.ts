import { findingsOf, PlacedFinding, Question, RuleContext } from './engine/rule';
import { RULES_WITH_ERRORS } from './rules-with-errors';

/** The rules that can report an error, sorted by id. Synth needs only these; other findings are computed on demand. */
export const STOPPING_RULES: readonly Question[] = RULES_WITH_ERRORS;

/**
 * Checks a pod against the rules that can report an error. The result includes their warnings and infos.
 *
 * @param context the pod and the known facts about it
 * @param own custom rules
 */
export function checkForErrors(context: RuleContext, own: readonly Question[]): PlacedFinding[] {
  return findingsOf(own.length > 0 ? [...STOPPING_RULES, ...own] : STOPPING_RULES, context);
}
