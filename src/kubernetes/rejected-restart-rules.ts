import { isLeftOpen, RejectedField } from './rejected-fields';
import { MOST_RESTART_CODES, MOST_RESTART_RULES, RestartAction } from './restart-rules';
import { isObject, JsonObject } from '../data/json';
import { shown } from '../data/words';

const ACTIONS: readonly unknown[] = Object.values(RestartAction);
const OPERATORS: readonly unknown[] = ['In', 'NotIn'];

/** The restart rules of a container that an API server with restart rules rejects. */
export function rejectedRestartRules({ restartPolicyRules: rules }: JsonObject): RejectedField[] {
  if (rules === undefined || rules === null) {
    return [];
  }
  const path = ['restartPolicyRules'];
  if (!Array.isArray(rules)) {
    return [{ path, problem: 'has restartPolicyRules that are not a list', fix: 'write a list of rules, each with an action and exitCodes' }];
  }
  return [
    ...(rules.length > MOST_RESTART_RULES ? [{ path, problem: `has ${rules.length} restart rules`, fix: `use at most ${MOST_RESTART_RULES}: one rule can list several exit codes` }] : []),
    ...rules.flatMap((rule: unknown, index) => rejectedRule(rule, index)),
  ];
}

function rejectedRule(rule: unknown, index: number): RejectedField[] {
  const path = ['restartPolicyRules', index];
  if (!isObject(rule)) {
    return [{ path, problem: `has the restart rule ${shown(rule)}, which is not an object`, fix: 'write an action and exitCodes' }];
  }
  const { action, exitCodes } = rule;
  return [
    ...(isOneOf(ACTIONS, action) ? [] : [{
      path: action === undefined ? path : [...path, 'action'],
      problem: `has a restart rule ${action === undefined ? 'without an action' : `with the action ${shown(action)}`}`,
      fix: `use ${ACTIONS.join(' or ')}`,
    }]),
    ...(isObject(exitCodes) ? rejectedCodes(exitCodes, [...path, 'exitCodes']) : [{ path, problem: 'has a restart rule without exitCodes', fix: 'add exitCodes with an operator and values' }]),
  ];
}

function rejectedCodes({ operator, values }: JsonObject, path: (string | number)[]): RejectedField[] {
  const operators = isOneOf(OPERATORS, operator) ? [] : [{
    path: operator === undefined ? path : [...path, 'operator'],
    problem: `has a restart rule ${operator === undefined ? 'without an operator' : `with the operator ${shown(operator)}`}`,
    fix: `use ${OPERATORS.join(' or ')}`,
  }];
  if (values === undefined || values === null) {
    return operators;
  }
  const at = [...path, 'values'];
  if (!Array.isArray(values) || !values.every(Number.isInteger)) {
    return [...operators, { path: at, problem: 'has a restart rule whose values are not a list of whole numbers', fix: 'list exit codes, such as [42]' }];
  }
  return values.length <= MOST_RESTART_CODES ? operators
    : [...operators, { path: at, problem: `has a restart rule with ${values.length} values`, fix: `use at most ${MOST_RESTART_CODES}, or the other operator` }];
}

/** Whether a value is one of some, or a template leaves it open. */
function isOneOf(values: readonly unknown[], value: unknown): boolean {
  return values.includes(value) || (typeof value === 'string' && isLeftOpen(value));
}
