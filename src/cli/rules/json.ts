import { ALL_RULES } from '../../rules/all-rules';
import { RuleText } from '../../rules/engine/rule';

/** The rule book as JSON, a line a rule. */
export function rulesJson(): string {
  return `[\n${ALL_RULES.map(({ id, name, severity, title }) => `  ${JSON.stringify({ id, name, severity, title })}`).join(',\n')}\n]\n`;
}

/** One rule in full, as JSON. */
export function ruleJson({ id, name, severity, title, why, fix, example, since }: RuleText): string {
  return `${JSON.stringify({ id, name, severity, title, why, fix, example, since }, undefined, 2)}\n`;
}
