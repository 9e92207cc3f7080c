import { ALL_RULES } from '../../rules/all-rules';
import { RuleText } from '../../rules/engine/rule';

/** Renders the rules as JSON, one line for each rule. */
export function rulesJson(): string {
  return `[\n${ALL_RULES.map(({ id, name, severity, title }) => `  ${JSON.stringify({ id, name, severity, title })}`).join(',\n')}\n]\n`;
}

/** Renders one rule in full as JSON. */
export function ruleJson({ id, name, severity, title, why, fix, example, since }: RuleText): string {
  return `${JSON.stringify({ id, name, severity, title, why, fix, example, since }, undefined, 2)}\n`;
}
